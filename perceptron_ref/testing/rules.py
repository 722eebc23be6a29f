"""The table of the requirements for a strategy: name, sentence, and how each is checked."""

from __future__ import annotations

from typing import NamedTuple

from ..child import NoAnswer
from ..errors import StrategyError
from . import data as sets
from . import judging
from .data import ORDINARY, SEPARABLE

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


def on_data(judge: Judge, every: Iterable[Dataset]) -> Callable[[Subject], Finding]:
    """Return a function that finds the first set with a complaint."""

    def find(subject: Subject) -> Finding:
        found = ((judge(subject, data), data) for data in every)
        return next((Finding(*each) for each in found if each[0]), Finding())

    return find


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
    how = "in which texts hash differently and chance is seeded"
    return Finding(note=f"the same in two processes, {how}")


def _different_seeds(subject: Subject) -> Finding:
    """Look for a data set on which two seeds give different visits."""
    for data in sets.LARGER:
        records = [subject.with_seed(seed).record(data) for seed in SEEDS]
        for seed, record in zip(SEEDS, records):
            if record.fault:
                return Finding(f"with seed={seed}: {record.fault}", data)
        orders = len({record.asked for record in records})
        if orders > 1:
            return Finding(note=f"{len(SEEDS)} seeds, {orders} different orders")
    return Finding("the seeds 0 to 9 give the same visits on all sets that were tried", data)


_no_fault = judging.in_runs(lambda record: record.fault)
_no_false_claim = judging.in_runs(lambda record: record.claim)
_any_end = judging.in_runs(lambda record: "")  # what does not come back never ends it

RULES = (
    Rule(
        "answers",
        on_data(_any_end, sets.EVERY),
        "Every visit that the loop asks for comes: "
        "where no mistake is left, yield None or any example.",
        is_basic=True,
    ),
    Rule(
        "valid-visits",
        on_data(_no_fault, sets.EVERY),
        "It returns a generator that yields examples 0..N-1, passes of them, or None, and raises "
        "nothing, also on one example or one class, and where examples or features are alike.",
        is_basic=True,
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
        is_basic=True,
    ),
    Rule(
        "different-seeds",
        _different_seeds,
        "Different seeds give different visits: that is what a seed is for.",
    ),
    Rule(
        "global-random",
        on_data(judging.chance, ORDINARY),
        "It leaves the global random generator alone: random.Random(seed) is its own, with a seed.",
    ),
    Rule(
        "no-memory",
        on_data(judging.memory, ORDINARY),
        "It remembers nothing from one run to the next: a run keeps what it needs in local "
        "variables.",
    ),
    Rule(
        "honest-none",
        on_data(_no_false_claim, ORDINARY),
        "It yields None, or ends, only when no mistake is left; view.is_mistake(n) knows.",
    ),
    Rule(
        "halts",
        on_data(judging.stalls, SEPARABLE),
        "On separable data it visits every example, or says that no mistake is left, "
        "by itself: the loop does not lose patience with it.",
    ),
)


def rules_for(options: Container[str]) -> list[Rule]:
    """Return the rules for a strategy with these options, each behind those that it needs."""
    return [rule for rule in RULES if rule.name != "different-seeds" or "seed" in options]
