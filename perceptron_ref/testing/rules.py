"""The table of the requirements for a strategy: name, sentence, needs, and how each is checked."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..child import NoAnswer
from ..errors import StrategyError
from . import data as sets
from . import judging
from .data import ORDINARY, SEPARABLE
from .shrinking import smallest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable

    from ..dataset import Dataset
    from .judging import Judge
    from .subject import Subject

SEEDS = range(10)
_HASHES = (
    ": does it draw without a seed of its own, read the clock, go through a set of texts, or ask "
    "for hash() or id()? sorted() gives one order in all processes"
)


class Finding(NamedTuple):
    """The result of a rule: a complaint or "", the smallest data set that shows it, and a note."""

    complaint: str = ""
    data: Dataset | None = None
    note: str = ""


class Rule(NamedTuple):
    """A requirement for a strategy.

    find: the function that checks it. says: the requirement in a sentence. needs: the names of the
        rules that this one builds on; they come before it.
    """

    name: str
    find: Callable[[Subject], Finding]
    says: str
    needs: tuple[str, ...] = ("valid-visits",)


def on_data(judge: Judge, every: Iterable[Dataset]) -> Callable[[Subject], Finding]:
    """Return a function that finds the first set with a complaint, and the smallest one like it."""

    def find(subject: Subject) -> Finding:
        for data in every:
            complaint = judge(subject, data)
            if complaint:
                return _smallest(judge, subject, data, complaint)
        return Finding()

    return find


def _smallest(judge: Judge, subject: Subject, data: Dataset, complaint: str) -> Finding:
    complaints = {data: complaint}  # a strategy may do otherwise if it is asked again

    def still_shows(less: Dataset) -> bool:
        complaints[less] = judge(subject, less)
        return _kind(complaints[less]) == _kind(complaint)

    shown = smallest(data, still_shows, subject.shrinking)
    return Finding(complaints[shown], shown)


def _kind(complaint: str) -> str:
    """Return the complaint without its numbers, and without the rule for sign(0)."""
    return re.sub(r"^with sign_of_zero=[^ ]* |\d+", "", complaint)


def _same_visits(subject: Subject) -> Finding:
    """Compare two other processes; where there are none, two runs here."""
    try:
        one, other = map(subject.elsewhere, ("1", "2"))
    except (NoAnswer, StrategyError) as why:
        finding = on_data(judging.unrepeatable, ORDINARY)(subject)
        return finding._replace(note=f"compared in this process alone: a second one {why}")
    for data, here, there in zip(ORDINARY, one, other):
        complaint = judging.difference(here, "in one process", there, "in another one")
        if complaint:
            return Finding(complaint + _HASHES, data)
    return Finding(note="the same in two processes, in which texts hash differently")


def _different_seeds(subject: Subject) -> Finding:
    """Look for a data set on which two seeds give different visits."""
    others, most = [subject.with_seed(seed) for seed in SEEDS], 1
    for data in sets.LARGER:
        records = [other.record(data) for other in others]
        for seed, record in zip(SEEDS, records):
            if record.fault:
                return Finding(f"with seed={seed}: {record.fault}", data)
        most = max(most, len({record.asked for record in records}))
    alike = "the seeds 0 to 9 give the same visits, on this data set as on all that were tried"
    note = f"{len(SEEDS)} seeds, {most} different orders"
    return Finding(alike if most == 1 else "", sets.LARGER[0], note)


_no_fault = judging.in_runs(lambda record: record.fault)
_no_false_claim = judging.in_runs(lambda record: record.claim)
_any_end = judging.in_runs(lambda record: "")  # what does not come back never ends it

RULES = (
    Rule(
        "answers",
        on_data(_any_end, ORDINARY),
        "Every visit that the loop asks for comes: "
        "where no mistake is left, yield None or any example.",
        needs=(),
    ),
    Rule(
        "valid-visits",
        on_data(_no_fault, ORDINARY),
        "It returns a generator that yields examples 0..N-1, passes of them, or None, "
        "and raises nothing.",
        needs=("answers",),
    ),
    Rule(
        "two-examples",
        on_data(_no_fault, sets.TWO_EXAMPLES),
        "It works where there are two examples.",
    ),
    Rule(
        "one-class",
        on_data(_no_fault, sets.ONE_CLASS),
        "It works where all labels are the same.",
    ),
    Rule(
        "one-example",
        on_data(_no_fault, sets.ONE_EXAMPLE),
        "It works where there is one example, N = 1.",
        needs=("one-class",),
    ),
    Rule(
        "duplicates",
        on_data(_no_fault, sets.DUPLICATES),
        "It works where examples are repeated, with the same label or with the other one.",
    ),
    Rule(
        "zero-features",
        on_data(_no_fault, sets.ZERO_FEATURES),
        "It works where all features are 0, those of one example or of all: x_0 = 1 alone is left.",
        needs=("duplicates",),
    ),
    Rule(
        "closes",
        on_data(judging.goes_on, ORDINARY),
        "It ends when its run does: no bare `except` around a `yield` catches GeneratorExit.",
    ),
    Rule(
        "same-visits",
        _same_visits,
        "The same options give the same visits, in another process too: random numbers come from "
        "random.Random(seed), and nothing from the clock or from the order of a set of texts.",
    ),
    Rule(
        "different-seeds",
        _different_seeds,
        "Different seeds give different visits: that is what a seed is for.",
        needs=("same-visits",),
    ),
    Rule(
        "global-random",
        on_data(judging.chance, ORDINARY),
        "It leaves the global random generator alone: random.Random(seed) is its own.",
        needs=("same-visits",),
    ),
    Rule(
        "no-memory",
        on_data(judging.memory, ORDINARY),
        "It remembers nothing from one run to the next: a run keeps what it needs in local "
        "variables.",
        needs=("same-visits",),
    ),
    Rule(
        "interleaved",
        on_data(judging.disturbance, sets.LARGER),
        "Two runs that take turns do not disturb each other: each has local variables of its own.",
        needs=("no-memory", "global-random"),
    ),
    Rule(
        "honest-none",
        on_data(_no_false_claim, ORDINARY),
        "It yields None, or ends, only when no mistake is left; view.is_mistake(n) knows.",
    ),
    Rule(
        "halts",
        on_data(judging.lapse, SEPARABLE),
        "On separable data it comes past every example, or says that no mistake is left, "
        "by itself: the loop does not lose patience with it.",
    ),
)


def rules_for(options: Container[str]) -> list[Rule]:
    """Return the rules for a strategy with these options, each behind those that it needs."""
    return [rule for rule in RULES if rule.name != "different-seeds" or "seed" in options]
