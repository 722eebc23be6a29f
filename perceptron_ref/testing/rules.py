"""The requirements for a strategy, each with its check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable
from functools import partial
from itertools import zip_longest

from ..child import ChildError
from ..errors import StrategyError
from ..named_tuples import NamedTuple
from ..pla import pla
from ..type_checking import TYPE_CHECKING
from .data import ALL_SETS, NOT_SEPARABLE_SETS, ORDINARY_SETS, SEPARABLE_SETS, python_expression

if TYPE_CHECKING:
    from typing import Any

    from ..dataset import Dataset
    from .recorder import Behaviour, RecordedRun
    from .under_test import StrategyUnderTest

_SEED_COUNT = 10
_SIGNS_OF_ZERO = (0, -1, +1)
# 100 N, because a random order may by bad luck exceed the default patience of 10 N; and 1,000
# updates, because R^2/rho^2 is less on all sets of `SEPARABLE_SETS`
_HALTING_LIMITS: dict[str, Any] = {
    "right_in_a_row": "100N",
    "max_updates": 1_000,
    "max_visits": None,
}

# a strategy with more than this many times cyclic's visits per update gets a hint
_MAX_VISIT_RATIO = 4
_LARGER_SETS = ORDINARY_SETS[2:]  # on smaller sets many seeds give the same order


class Finding(NamedTuple):
    """The result of a check.

    Attributes:
        complaint: The description of what the strategy did wrong, or "".
        data: The first data set of the check that shows it; None without a complaint, or if only
            the complaint is known.
        note: A remark on a check that passed, or "".
    """

    complaint: str = ""
    data: Dataset | None = None
    note: str = ""


class Rule(NamedTuple):
    """A requirement for a strategy.

    Attributes:
        name: A short name, with hyphens.
        check: The function that checks it.
        requirement: The requirement in one or more sentences.
        is_basic: Whether the rules after this one depend on it, and are not judged if it is broken.
    """

    name: str
    check: Callable[[StrategyUnderTest], Finding]
    requirement: str
    is_basic: bool = False


def _make_run_check(
    complaint_of: Callable[[RecordedRun], str], sets: Iterable[Dataset]
) -> Callable[[StrategyUnderTest], Finding]:
    """Return a check that records a run on each of these sets with each value of sign(0).

    Args:
        complaint_of: The function that returns the complaint in the record of a run, or "".
        sets: The data sets.
    """

    def check(subject: StrategyUnderTest) -> Finding:
        for data in sets:
            for sign_of_zero in _SIGNS_OF_ZERO:
                record = subject.record_run(data, sign_of_zero=sign_of_zero)
                complaint = complaint_of(record)
                if complaint:
                    return Finding(_with_sign_of_zero(sign_of_zero, complaint), data)
        return Finding()

    return check


def _with_sign_of_zero(sign_of_zero: int, complaint: str) -> str:
    """Return a complaint that names the value of sign(0), unless this is 0, the default."""
    return f"with sign_of_zero={sign_of_zero}: {complaint}" if sign_of_zero else complaint


def _check_same_visits(subject: StrategyUnderTest) -> Finding:
    """Compare the visits of two child processes.

    If no child can do this, or a child fails, compare two runs in this process.
    """
    run_phrases = "in one process", "in another process"
    note = (
        "compared two processes with different hash seeds (PYTHONHASHSEED) and the same seed of "
        "the global random generator"
    )
    try:
        behaviours = [
            subject.behaviours_on_ordinary_sets_in_child(hash_seed) for hash_seed in ("1", "2")
        ]
    except (ChildError, StrategyError) as error:
        behaviours = [subject.behaviours_on_ordinary_sets(), subject.behaviours_on_ordinary_sets()]
        run_phrases = "in one run", "in the next run"
        why = f", because {error}"
        if isinstance(error, ChildError):
            why = f". In another process, the strategy {error}"
        note = f"compared two runs in this process only{why}"
    for data, behaviour, other_behaviour in zip(ORDINARY_SETS, *behaviours):
        complaint = _first_difference(behaviour, run_phrases[0], other_behaviour, run_phrases[1])
        if complaint:
            return Finding(complaint, data)
    return Finding(note=note)


def _check_seeds_differ(subject: StrategyUnderTest) -> Finding:
    """Search for a data set on which two seeds give different visits."""
    for data in _LARGER_SETS:
        behaviours = set()
        for seed in range(_SEED_COUNT):
            record = subject.record_run(data, partial(subject.reload(), seed=seed))
            if record.error_complaint:
                return Finding(f"with seed={seed}: {record.error_complaint}", data)
            behaviours.add(record.behaviour)
        if len(behaviours) > 1:
            return Finding(note=f"{_SEED_COUNT} seeds give {len(behaviours)} different runs")
    complaint = f"the seeds 0 to {_SEED_COUNT - 1} give the same visits on every data set tried"
    return Finding(complaint, _LARGER_SETS[0])


def _check_no_memory(subject: StrategyUnderTest) -> Finding:
    """Compare a first run with a run of a strategy that has made two runs before.

    The two earlier runs are on the same data as the compared run, or on one of two other sets; the
    first of them is stopped after one update.
    """
    for data in ORDINARY_SETS:
        first_behaviour = subject.record_run(data).behaviour
        for earlier_data in (data, SEPARABLE_SETS[0], NOT_SEPARABLE_SETS[1]):
            strategy = subject.reload()
            subject.record_run(earlier_data, strategy, max_updates=1)
            subject.record_run(earlier_data, strategy)
            later_behaviour = subject.record_run(data, strategy).behaviour
            is_same = earlier_data is data
            data_text = "the same data" if is_same else python_expression(earlier_data)
            complaint = _first_difference(
                first_behaviour, "in a first run", later_behaviour, f"after a run on {data_text}"
            )
            if complaint:
                return Finding(complaint, data)
    return Finding()


def _check_halts(subject: StrategyUnderTest) -> Finding:
    """Search for an example that the strategy leaves out.

    The note compares the strategy's visits per update with those of cyclic.
    """
    strategy_counts: Counter[str] = Counter()
    cyclic_counts: Counter[str] = Counter()
    for data in SEPARABLE_SETS:
        for sign_of_zero in _SIGNS_OF_ZERO:
            record = subject.record_run(data, sign_of_zero=sign_of_zero, **_HALTING_LIMITS)
            complaint = record.omission_complaint or record.error_complaint
            if complaint:
                return Finding(_with_sign_of_zero(sign_of_zero, complaint), data)
            strategy_counts.update(visits=record.visit_count, updates=record.update_count)
            run = pla(data, sign_of_zero=sign_of_zero, **_HALTING_LIMITS)
            cyclic_counts.update(visits=run.visits, updates=run.updates)
    ratio, cyclic_ratio = (
        counts["visits"] / counts["updates"] for counts in (strategy_counts, cyclic_counts)
    )
    note = f"{ratio:.1f} visits per update on average (cyclic: {cyclic_ratio:.1f})"
    if ratio > _MAX_VISIT_RATIO * cyclic_ratio:
        note += (
            ". Most visits are to examples that are already right, so rank by visits, too: `race "
            "--visits`"
        )
    return Finding(note=note)


def _first_difference(
    behaviour: Behaviour, run_phrase: str, other_behaviour: Behaviour, other_run_phrase: str
) -> str:
    """Return the first difference between two runs in words; "" if they are equal."""
    pairs = zip_longest(behaviour, other_behaviour, fillvalue="")
    for k, (visit, other_visit) in enumerate(pairs, start=1):
        if visit != other_visit:
            text, other_text = _describe_visit(visit), _describe_visit(other_visit)
            return f"visit {k} differs: {run_phrase}, {text}; {other_run_phrase}, {other_text}"
    return ""


def _describe_visit(visit: int | str | None) -> str:
    """Return a visit, or the error that ended the run, in words."""
    if isinstance(visit, str):
        return f"an error ({visit})" if visit else "missing"
    return (
        "none, because the strategy yielded None or an empty pass, or ended"
        if visit is None
        else f"example {visit}"
    )


RULES = (
    Rule(
        "answers",
        # never has a complaint: the command `check-strategy` runs this check in a child process,
        # and notices if the strategy crashes this process or never returns
        _make_run_check(lambda record: "", ALL_SETS),
        "The strategy must always answer: it must neither crash nor loop without a `yield`. If it "
        "sees no mistake left, it may yield None or any example.",
        is_basic=True,
    ),
    Rule(
        "valid-visits",
        _make_run_check(lambda record: record.error_complaint, ALL_SETS),
        "The strategy must return an iterator, usually a generator, that yields examples 0..N-1, "
        "passes of them, or None. It must raise no exception, even if there is only one example or "
        "one class, or if examples or features are equal. It must not change its run.",
        is_basic=True,
    ),
    Rule(
        "closes",
        _make_run_check(lambda record: record.close_complaint, ORDINARY_SETS),
        "The strategy must end when its run ends. If a `yield` is inside `try`, catch `Exception`: "
        "a bare `except` catches GeneratorExit, too. Write no `yield` in `finally`.",
    ),
    Rule(
        "same-visits",
        _check_same_visits,
        "The same options must give the same visits, also in another process. Draw random numbers "
        "from a generator with a seed, such as random.Random(seed). Let nothing depend on the "
        "clock, hash(), id() or the order of a set of texts; sorted() gives such a set the same "
        "order in all processes.",
        is_basic=True,
    ),
    Rule(
        "different-seeds",
        _check_seeds_differ,
        "Different seeds must give different visits.",
    ),
    Rule(
        "global-random",
        _make_run_check(lambda record: record.unseeded_complaint, ORDINARY_SETS),
        "The strategy must use neither the global random generator nor a generator without a seed. "
        "For random numbers, make a generator with a seed, such as random.Random(seed).",
    ),
    Rule(
        "no-memory",
        _check_no_memory,
        "The strategy must remember nothing from one run to the next. Keep the state of a run in "
        "local variables.",
    ),
    Rule(
        "honest-none",
        # with sets of two examples, because a pass that is right for three may be empty there
        _make_run_check(lambda record: record.false_claim_complaint, ALL_SETS),
        "The strategy may yield None, or end, only when no mistake is left; view.is_mistake(n) "
        "says whether example n is a mistake.",
    ),
    Rule(
        "halts",
        _check_halts,
        "On separable data, any 100 N visits in a row without a mistake must include every "
        "example, unless the strategy has yielded None because no mistake is left.",
    ),
)


def applicable_rules(options: Container[str]) -> list[Rule]:
    """Return the rules for a strategy with these options, in the order of `RULES`."""
    return [rule for rule in RULES if rule.name != "different-seeds" or "seed" in options]
