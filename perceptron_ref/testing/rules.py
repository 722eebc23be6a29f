"""The table of the requirements for a strategy: name, sentence, and how each is checked."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from ..child import NoAnswer
from ..errors import StrategyError
from .data import EVERY, NOT_SEPARABLE, ORDINARY, SEPARABLE, line

if TYPE_CHECKING:
    from ..dataset import Dataset
    from .subject import Asked, Recorder, Subject

_SEEDS = 10
_SIGNS_OF_ZERO = (0, -1, +1)
# the loop's own patience is 10 N, which a random order may come to by bad luck; R^2/rho^2 is less
# than so many updates on all separable sets
_PATIENCE = {"right_in_a_row": "100N", "max_updates": 1_000, "max_visits": None}

_NOT_TINY = ORDINARY[2:]  # on smaller ones there are few orders


class Finding(NamedTuple):
    """The result of a rule: a complaint or "", the data set that shows it, and a note."""

    complaint: str = ""
    data: Dataset | None = None
    note: str = ""


class Rule(NamedTuple):
    """A requirement for a strategy.

    find: the function that checks it. says: the requirement in a sentence. is_basic: whether those
        that come after it build on it.
    """

    name: str
    find: Callable[[Subject], Finding]
    says: str
    is_basic: bool = False


def _in_runs(
    complaint: Callable[[Recorder], str], sets: Iterable[Dataset], **limits: Any
) -> Callable[[Subject], Finding]:
    """Return a function that finds the first set with a complaint about a run on it, by any of the
    rules for sign(0).
    """

    def find(subject: Subject) -> Finding:
        for data in sets:
            for sign_of_zero in _SIGNS_OF_ZERO:
                found = complaint(subject.record(data, sign_of_zero=sign_of_zero, **limits))
                if found:
                    where = f"with sign_of_zero={sign_of_zero}: " if sign_of_zero else ""
                    return Finding(where + found, data)
        return Finding()

    return find


def _same_visits(subject: Subject) -> Finding:
    """Compare two other processes; where there are none, runs here."""
    when, otherwise = "in one process", "in another one"
    note = "the same in two processes, in which texts hash differently and chance is seeded"
    try:
        one, other = map(subject.elsewhere, ("1", "2"))
    except (NoAnswer, StrategyError) as why:
        one, other, when, otherwise = subject.asked(), subject.asked(), "in one run", "in the next"
        note = f"compared in this process alone: a second one {why}"
    for data, here, there in zip(ORDINARY, one, other):
        complaint = _difference(here, when, there, otherwise)
        if complaint:
            return Finding(complaint, data)
    return Finding(note=note)


def _different_seeds(subject: Subject) -> Finding:
    """Look for a data set on which two seeds give different visits."""
    for data in _NOT_TINY:
        orders = set()
        for seed in range(_SEEDS):
            record = subject.record(data, partial(subject.strategy, seed=seed))
            if record.fault:
                return Finding(f"with seed={seed}: {record.fault}", data)
            orders.add(record.asked)
        if len(orders) > 1:
            return Finding(note=f"{_SEEDS} seeds, {len(orders)} different orders")
    complaint = "the seeds 0 to 9 give the same visits on all sets that were tried"
    return Finding(complaint, _NOT_TINY[0])


def _no_memory(subject: Subject) -> Finding:
    """Compare a first run with one after others, on the same and on other data, one of them left
    half-way.
    """
    for data in ORDINARY:
        first = subject.record(data).asked
        for other in (data, SEPARABLE[0], NOT_SEPARABLE[1]):
            with subject.silently():
                used = subject.fresh()
            subject.record(other, used, max_updates=1)
            subject.record(other, used)
            after = subject.record(data, used).asked
            on = "the same data" if other is data else line(other)
            complaint = _difference(first, "in a first run", after, f"after a run on {on}")
            if complaint:
                return Finding(complaint, data)
    return Finding()


def _difference(one: Asked, when: str, other: Asked, otherwise: str) -> str:
    """Return where two runs part, "" if they do not."""
    for k, (n, m) in enumerate(zip_longest(one, other, fillvalue=""), start=1):
        if n != m:
            return f"visit {k} is {_told(n)} {when}, and {_told(m)} {otherwise}"
    return ""


def _told(asked: int | str | None) -> str:
    """Return a visit in words, or what went wrong in its place."""
    if isinstance(asked, str):
        return f"an error ({asked})" if asked else "no visit at all"
    return "none (None, or the end)" if asked is None else f"example {asked}"


RULES = (
    Rule(
        "answers",
        _in_runs(lambda record: "", EVERY),
        "Every visit that the loop asks for comes: "
        "where no mistake is left, yield None or any example.",
        is_basic=True,
    ),
    Rule(
        "valid-visits",
        _in_runs(lambda record: record.fault, EVERY),
        "It returns a generator that yields examples 0..N-1, passes of them, or None, and raises "
        "nothing, also on one example or one class, and where examples or features are alike.",
        is_basic=True,
    ),
    Rule(
        "closes",
        _in_runs(lambda record: record.endless, ORDINARY),
        "It ends when its run does: around a `yield` it writes `except Exception`, as a bare "
        "`except` catches GeneratorExit, and it has no `yield` in `finally`.",
    ),
    Rule(
        "same-visits",
        _same_visits,
        "The same options give the same visits, in another process too: random numbers come from "
        "random.Random(seed), and nothing from the clock, hash(), id() or a set of texts, of which "
        "sorted() gives one order in all processes.",
        is_basic=True,
    ),
    Rule(
        "different-seeds",
        _different_seeds,
        "Different seeds give different visits: that is what a seed is for.",
    ),
    Rule(
        "global-random",
        _in_runs(lambda record: record.chance, ORDINARY),
        "It leaves the global random generator alone: random.Random(seed) is its own, with a seed.",
    ),
    Rule(
        "no-memory",
        _no_memory,
        "It remembers nothing from one run to the next: a run keeps what it needs in local "
        "variables.",
    ),
    Rule(
        "honest-none",
        _in_runs(lambda record: record.claim, ORDINARY),
        "It yields None, or ends, only when no mistake is left; view.is_mistake(n) knows.",
    ),
    Rule(
        "halts",
        _in_runs(lambda record: record.stall, SEPARABLE, **_PATIENCE),
        "On separable data it visits every example, or says that no mistake is left, "
        "by itself: the loop does not lose patience with it.",
    ),
)


def rules_for(options: Container[str]) -> list[Rule]:
    """Return the rules for a strategy with these options, each behind those that it needs."""
    return [rule for rule in RULES if rule.name != "different-seeds" or "seed" in options]
