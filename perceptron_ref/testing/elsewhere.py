"""The visits of a strategy in a second process, whose texts hash differently.

Python begins every process with other hashes of texts, so a set of them has another order in each.
"""

from __future__ import annotations

import os
import sys
from functools import partial

from ..errors import in_one_line
from ..plugins.blame import passes, told
from ..plugins.from_file import module_of
from ..plugins.registry import Bound, strategy
from .data import ORDINARY
from .recorder import Record
from .subject import Subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SECONDS = 20.0  # that the process may take; most take a fifth of one
SEEDS = ("1", "2", "3", "4", "5")  # of hashes; two of them may order a set of two texts alike
_HASHING = ("set", "{", "hash", "keys", "id(")  # without any of these, one process says enough
_PROGRAM = (
    f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import answer_parent; answer_parent()"
)
_is_second = False  # whether this process is such a one


class NoAnswer(Exception):
    """There is no second process, or it did not answer; the message says why."""


class Answer:
    """The records of the runs on `ORDINARY`, and whether texts hash differently there."""

    def __init__(self, records: list[Record], hashes_differ: bool) -> None:
        self.records, self.hashes_differ = records, hashes_differ


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


def ask(subject: Subject, seed: str = SEEDS[0]) -> Answer:
    """Return what fresh copies of the strategy do in a process of their own; NoAnswer if none.

    seed: that of the hashes of texts, there.
    """
    if _is_second:
        raise NoAnswer("this is a second process itself")
    if not subject.has_copies:
        raise NoAnswer(
            "only a strategy at the top of a file that can be run again is found from there"
        )
    from json import loads

    text = _output(_pickled(_way_to(subject.strategy, subject)), seed)
    try:
        message = loads(text)
        if "why" in message:
            raise NoAnswer(in_one_line(message["why"]))
        records = [_record(*each) for each in message["records"]]
        return Answer(records, message["hash"] != _hash())
    except (ValueError, TypeError, KeyError):  # whatever the strategy may have written
        raise NoAnswer("it ended without an answer") from None


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


def _pickled(way: tuple[Any, ...]) -> bytes:
    import pickle

    try:
        return pickle.dumps(way)
    except Exception as error:
        raise NoAnswer(f"its options cannot be sent there: {in_one_line(error)}") from None


def _output(sent: bytes, seed: str) -> bytes:
    """Return what the second process writes."""
    if not sys.executable or getattr(sys, "frozen", False):
        raise NoAnswer("this Python cannot be started anew")
    import subprocess

    command = [sys.executable, "-B", "-c", _PROGRAM, *(p for p in sys.path if isinstance(p, str))]
    try:
        return subprocess.run(
            command,
            input=sent,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(seed),
            timeout=SECONDS,
        ).stdout
    except subprocess.TimeoutExpired:
        raise NoAnswer(f"it took longer than {SECONDS:g} s") from None
    except (OSError, ValueError) as error:
        raise NoAnswer(in_one_line(getattr(error, "strerror", None) or error).rstrip(".")) from None


def _environment(seed: str) -> dict[str, str]:
    """Return the environment, with a seed for the hashes of texts."""
    names = [
        name
        for name in os.environ
        if not (sys.flags.ignore_environment and name.startswith("PYTHON"))
    ]
    return {**{name: os.environ[name] for name in names}, "PYTHONHASHSEED": seed}


def _hash() -> int:
    return hash("perceptron_ref")


def answer_parent() -> None:
    """Read from standard input how a strategy is found; write its visits to standard output."""
    global _is_second
    _is_second = True
    output = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what the strategy prints is no answer
    with os.fdopen(output, "w") as stream:
        stream.write(answered(sys.stdin.buffer.read()))


def answered(sent: bytes) -> str:
    """Return the answer to what was sent, as JSON."""
    import pickle
    from json import dumps

    try:
        subject = Subject(_found(*pickle.loads(sent)))
        records = [subject.record(data) for data in ORDINARY]
    except BaseException as error:  # whatever a strategy does while it is loaded
        if passes(error):
            raise
        return dumps({"why": f"it cannot be loaded there: {told(error)}"})
    return dumps({"hash": _hash(), "records": [[each.visits, each.fault] for each in records]})
