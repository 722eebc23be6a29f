"""The visits of a strategy in a second process, whose texts hash differently.

Python begins every process with other hashes of texts, so a set of them has another order in each.
"""

from __future__ import annotations

import os
from functools import partial

from .. import child
from ..errors import in_one_line
from ..plugins.from_file import module_of
from ..plugins.registry import Bound, strategy
from .data import ORDINARY
from .recorder import Record
from .subject import Subject, apart

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SECONDS = 20.0  # that the process may take; most take a fifth of one
SEEDS = ("1", "2", "3", "4", "5")  # of hashes; two of them may order a set of two texts alike
_is_second = False  # whether this process is such a one
_HASHING = ("set", "{", "hash", "keys", "id(")  # without any of these, one process says enough


class NoAnswer(Exception):
    """There is no second process, or it did not answer; the message says why."""


def seeds_for(subject: Subject) -> tuple[str, ...]:
    """Return the seeds of hashes to ask for: several where the strategy's file may use hashes.

    The file is read as text, so that a comment may cost some processes more; none is missed.
    """
    seeds = tuple(seed for seed in SEEDS if seed != os.environ.get("PYTHONHASHSEED"))
    if not subject.has_copies:
        return seeds[:1]
    try:
        with open(subject.place[1], encoding="utf-8", errors="replace") as stream:
            text = stream.read()
    except OSError:  # in a zip file
        return seeds
    return seeds if any(word in text for word in _HASHING) else seeds[:1]


def ask(subject: Subject, seed: str = SEEDS[0]) -> list[Record]:
    """Return what fresh copies of the strategy do on `ORDINARY` in a process of their own; NoAnswer
    if there is none.

    seed: that of the hashes of texts, there.
    """
    if _is_second:
        raise NoAnswer("this is a second process itself")
    if not child.has_processes():
        raise NoAnswer("this Python cannot start another one")
    if not subject.has_copies:
        raise NoAnswer(
            "only a strategy at the top of a file that can be run again is found from there"
        )
    work = partial(_records, _way_to(subject.strategy, subject))
    try:
        found = child.done(
            work, seconds=SECONDS, waiting=lambda silent: subject.lives(), hash_seed=seed
        )
        return [_record(*each) for each in found]
    except child.NoAnswer as why:
        raise NoAnswer(f"it {why}") from None
    except Exception as error:  # what was sent, or what the strategy may have written itself
        raise NoAnswer(f"it cannot be asked there: {in_one_line(error)}") from None


def _record(visits: list[int | None], fault: str) -> Record:
    record = Record()
    record.visits, record.fault = visits, fault
    return record


def _way_to(order: Any, subject: Subject) -> tuple[Any, ...]:
    """Return how a strategy is found in another process, its options bound."""
    if isinstance(order, Bound):
        return "by name", order.name, order.keywords
    if isinstance(order, partial):
        return "bound", _way_to(order.func, subject), order.args, order.keywords
    return ("imported", *subject.place)


def _records(way: tuple[Any, ...], tell: child.Tell) -> list[list[object]]:
    """Return what it does, in the second process."""
    global _is_second
    _is_second = True
    with apart():  # what it prints was printed by the first process
        subject = Subject(_found(*way))
    return [[each.visits, each.fault] for each in map(subject.record, ORDINARY)]


def _found(kind: str, *way: Any) -> Any:
    if kind == "by name":
        name, options = way
        return strategy(name, **options)
    if kind == "bound":
        inner, arguments, options = way
        return partial(_found(*inner), *arguments, **options)
    module, file, name = way
    return getattr(_module(module, file), name)


def _module(name: str, file: str) -> Any:
    """Return the module of that name if it is that of the file, else the file, run as a module."""
    from importlib import import_module

    try:
        module = import_module(name)
        if os.path.samefile(getattr(module, "__file__", None) or "", file):
            return module
    except (ImportError, OSError):  # as of a test that pytest has imported by its path
        pass
    return module_of(file)
