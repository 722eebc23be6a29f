"""The faults of a strategy on one data set: each function returns the complaint, or "".

They come in two kinds. Some look at a single run: they take `run`, which makes one, and the data.
Others compare runs: they take the strategy that is being tested, and the data.
"""

from __future__ import annotations

from .data import LARGER, NOT_SEPARABLE, SEPARABLE, line
from .recorder import Recorder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..dataset import Dataset
    from .recorder import Record
    from .subject import Subject

    RunOf = Callable[..., Record]

SEEDS = range(10)
# visits for each example; the loop's own is 10, which a random order may come to by bad luck
LONG_PATIENCE = 100
ENOUGH_UPDATES = 1_000  # on all separable sets R^2/rho^2 is less
_SIGNS_OF_ZERO = (0, -1, +1)
_SMALL, _PARTNER = SEPARABLE[0], NOT_SEPARABLE[1]


def comes_back(run: RunOf, data: Dataset) -> str:
    """Ask for the visits of a run. What does not come back never ends this, but has a name."""
    return _first_of(data, run, lambda record: "")


def fault(run: RunOf, data: Dataset) -> str:
    """Return the complaint if the strategy breaks the protocol, or raises."""
    return _first_of(data, run, lambda record: record.fault)


def goes_on(run: RunOf, data: Dataset) -> str:
    """Return the complaint if the strategy goes on after it was closed."""
    return _first_of(
        data,
        run,
        lambda record: (
            record.goes_on
            and f"it goes on after GeneratorExit, at {record.goes_on}, and so never ends: "
            "write `except Exception` instead of `except`, and no `yield` in `finally`"
        ),
    )


def touches(run: RunOf, data: Dataset) -> str:
    """Return the complaint if the strategy changes the view or the data."""
    return _first_of(data, run, lambda record: record.touched and f"it changed {record.touched}")


def false_claim(run: RunOf, data: Dataset) -> str:
    """Return the complaint if the strategy yields None, or ends, while a mistake is left."""

    def first(record: Record) -> str:
        if not record.claims:
            return ""
        how, visits, n = record.claims[0]
        so_far = f"{visits} visit{'s' * (visits != 1)}"
        return (
            f"it {how} after {so_far}, though example {n} is a mistake of the weights at that time"
        )

    return _first_of(data, run, first)


def lapse(run: RunOf, data: Dataset) -> str:
    """Return the complaint if the strategy never comes past an example that must be visited."""

    def first(record: Record) -> str:
        if not record.lapses:
            return ""
        visits, n, is_mistake = record.lapses[0]
        went_on = f"it made {visits} visits without an update and did not come past example {n}"
        if is_mistake:
            return f"{went_on}, which is a mistake"
        return (
            f"{went_on}: no mistake is left, but nobody can know before all examples were visited"
        )

    def to_the_end(data: Dataset, sign_of_zero: int) -> Record:
        return run(
            data,
            sign_of_zero=sign_of_zero,
            patience=LONG_PATIENCE,
            max_updates=ENOUGH_UPDATES,
            max_visits=None,
        )

    return _first_of(data, to_the_end, first)


def unrepeatable(subject: Subject, data: Dataset) -> str:
    """Return where two runs with the same options differ, though none knows of the other.

    Where there are no copies, both at least come after runs on all these data.
    """
    one, other = subject.record(data), subject.record(data)
    complaint = _difference(one, "in one run", other, "in the next")
    if complaint and subject.options.get("seed", 0) is None:
        complaint += ": seed=None asks for new numbers every time, make the default an int"
    return complaint


def unlike(here: Record, there: Record) -> str:
    """Return the complaint if a run in this process differs from one in a second process."""
    complaint = _difference(here, "in this process", there, "in a second one")
    if complaint and not there.fault:
        complaint += (
            ": does it go through a set of texts, or ask for hash() or id()? "
            "These differ from process to process; sorted() gives one order in all"
        )
    return complaint


def chance(subject: Subject, data: Dataset) -> str:
    """Return the complaint if the strategy uses or changes the global random generator."""
    one, other = subject.record(data, random_seed=1_001), subject.record(data, random_seed=1_002)
    if one.asked != other.asked:
        return _difference(one, "after random.seed(1001)", other, "after random.seed(1002)")
    return (
        "its visits do not depend on the global generator, but it has changed its state"
        if one.used_random
        else ""
    )


def memory(subject: Subject, data: Dataset) -> str:
    """Return where a run differs from a first one after others, with the same and with other data,
    one of them left half-way.
    """
    first = subject.record(data) if subject.has_copies else subject.first_record(data)
    for other in (data, _SMALL, _PARTNER):
        used = subject.copy()
        subject.run(used, other, max_updates=1)
        subject.run(used, other)
        after = subject.run(used, data)
        on = "the same data" if other is data else line(other)
        complaint = _difference(first, "in a first run", after, f"after a run on {on}")
        if complaint:
            return complaint
    return ""


def disturbance(subject: Subject, data: Dataset) -> str:
    """Return where two runs that take turns differ from what each is on its own."""
    shared = subject.copy()
    partner = Recorder(shared, subject.name)
    steps = partner.steps(_PARTNER)
    both = subject.run(shared, data, meanwhile=lambda: next(steps, None))
    steps.close()  # the partner may not have come to its end
    other = line(_PARTNER)
    return _difference(
        subject.record(data), "alone", both, f"in turn with a run on {other}"
    ) or _difference(
        subject.record(_PARTNER),
        f"of a run on {other} alone",
        partner.record,
        "in turn with this one",
        partly=True,
    )


def seeds_alike(subject: Subject) -> tuple[str, int]:
    """Return what is wrong with different seeds, and how many different orders there are at most on
    some data set.
    """
    others = [subject.with_seed(seed) for seed in SEEDS]
    most = 1
    for data in LARGER:
        records = [other.record(data) for other in others]
        for seed, record in zip(SEEDS, records):
            if record.fault:
                return f"with seed={seed}: {record.fault}", 0
        most = max(most, len({record.asked for record in records}))
    alike = (
        f"the seeds {SEEDS[0]} to {SEEDS[-1]} give the same visits, "
        "on this data set as on all that were tried"
    )
    return (alike if most == 1 else "", most)


def _first_of(data: Dataset, run: RunOf, complaint: Callable[[Record], str]) -> str:
    """Return the first complaint about a run, of those by each of the rules for sign(0)."""
    for sign_of_zero in _SIGNS_OF_ZERO:
        found = complaint(run(data, sign_of_zero=sign_of_zero))
        if found:
            return f"with sign_of_zero={sign_of_zero}: {found}" if sign_of_zero else found
    return ""


def _difference(one: Record, when: str, other: Record, otherwise: str, partly: bool = False) -> str:
    """Return where two runs part, "" if they do not. partly: one of them may have been left before
    its end.
    """
    if one.asked == other.asked:
        return ""
    for k, (n, m) in enumerate(zip(_told(one), _told(other)), start=1):
        if n != m:
            return f"visit {k} is {n} {when}, and {m} {otherwise}"
    return (
        ""
        if partly
        else f"there are {len(one.visits)} visits {when}, and {len(other.visits)} {otherwise}"
    )


def _told(record: Record) -> Iterator[str]:
    """Yield each visit in words, and last what went wrong."""
    for n in record.visits:
        yield "none (None, or the end)" if n is None else f"example {n}"
    if record.fault:
        yield f"an error ({record.fault})"
