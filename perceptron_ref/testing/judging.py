"""The faults of a strategy on one data set: each function returns the complaint, or ""."""

from __future__ import annotations

from itertools import zip_longest

from ..theory.separability import separability
from .data import NOT_SEPARABLE, SEPARABLE, line
from .recorder import Recorder
from .subject import silently

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..dataset import Dataset
    from .recorder import Asked
    from .subject import Subject

    Judge = Callable[[Subject, Dataset], str]

# visits for each example; the loop's own is 10, which a random order may come to by bad luck
LONG_PATIENCE = 100
ENOUGH_UPDATES = 1_000  # on all separable sets R^2/rho^2 is less
_SIGNS_OF_ZERO = (0, -1, +1)
_SMALL, _PARTNER = SEPARABLE[0], NOT_SEPARABLE[1]


def in_runs(complaint: Callable[[Recorder], str], **limits: Any) -> Judge:
    """Return the judge that looks at a run by each of the rules for sign(0), up to a complaint."""

    def judge(subject: Subject, data: Dataset) -> str:
        for sign_of_zero in _SIGNS_OF_ZERO:
            found = complaint(subject.record(data, sign_of_zero=sign_of_zero, **limits))
            if found:
                return f"with sign_of_zero={sign_of_zero}: {found}" if sign_of_zero else found
        return ""

    return judge


@in_runs
def goes_on(record: Recorder) -> str:
    """Return the complaint if the strategy goes on after it was closed."""
    return record.goes_on and (
        f"it goes on after GeneratorExit, at {record.goes_on}, and so never ends: "
        "write `except Exception` instead of `except`, and no `yield` in `finally`"
    )


def stalls(subject: Subject, data: Dataset) -> str:
    """Return the complaint if the strategy does not visit every example of separable data."""
    M = LONG_PATIENCE * data.N

    def complaint(record: Recorder) -> str:
        if record.status != "right_in_a_row":
            return ""
        missed = min({*range(data.N)} - {*record.visits[-M:]}, default=data.N - 1)
        return f"it made {M} visits without an update and did not visit example {missed}"

    limits = {"max_updates": ENOUGH_UPDATES, "max_visits": None, "right_in_a_row": M}
    return in_runs(complaint, **limits)(subject, data) if separability(data).separable else ""


def unrepeatable(subject: Subject, data: Dataset) -> str:
    """Return where two runs with the same options differ."""
    one, other = subject.record(data).asked, subject.record(data).asked
    complaint = difference(one, "in one run", other, "in the next")
    if complaint and subject.options.get("seed", 0) is None:
        complaint += ": seed=None asks for new numbers every time, make the default an int"
    return complaint


def chance(subject: Subject, data: Dataset) -> str:
    """Return the complaint if the strategy uses the global random generator, or a seedless one."""
    used = subject.record(data).used_random
    return "it used the global random generator, or one without a seed" if used else ""


def memory(subject: Subject, data: Dataset) -> str:
    """Return where a run differs from a first one after others, with the same and with other data,
    one of them left half-way.
    """
    first = subject.record(data).asked
    for other in (data, _SMALL, _PARTNER):
        with silently():
            used = subject.fresh()
        subject.record(other, used, max_updates=1)
        subject.record(other, used)
        after = subject.record(data, used).asked
        on = "the same data" if other is data else line(other)
        complaint = difference(first, "in a first run", after, f"after a run on {on}")
        if complaint:
            return complaint
    return ""


def difference(one: Asked, when: str, other: Asked, otherwise: str) -> str:
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
