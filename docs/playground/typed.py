"""Typed code: the file mine.py, its output, and the state restored after it.

Whatever typed code changes in Python may disturb later questions. Restored are the standard
streams, tracers, `random`, the limit of recursion, the working folder, `sys.path`, and names that
it replaces in modules of the package and in a few of the standard library. Not restored are, among
others: names within classes, lists and dicts changed in place, signal handlers, threads, what it
does to this module or to the page by `import js`, and `os._exit`. For these the page has Stop,
which ends this Python and starts another.
"""

from __future__ import annotations

import io
import os
import random
import re
import sys
from contextlib import contextmanager
from time import monotonic
from traceback import format_exception_only, walk_tb
from types import FrameType
from typing import Any, Callable, Dict, Iterator, Optional

from perceptron_ref import PerceptronError

FILE = "mine.py"
MOST_PRINTED = 20_000  # characters
LEFT_OUT = "\n... more was printed, and is left out\n"
_PIECE, _PAUSE = 2_000, 0.1  # characters and seconds that are gathered before they are sent
_WATCHED = ("builtins", "fractions", "io", "json", "math", "os", "random", "re", "time")

Answer = Dict[str, Any]
Say = Callable[[Answer], object]


class Printed(io.TextIOBase):
    """A stream that keeps the first characters written to it, and sends them in pieces."""

    def __init__(self, say: Say) -> None:
        self._say, self._kept, self._said = say, "", 0
        self._due, self._is_full = 0.0, False

    @property
    def text(self) -> str:
        """The printed text, cut off if it is too long."""
        return self._kept

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if not self._is_full:
            room = MOST_PRINTED - len(self._kept)
            self._is_full = len(text) > room
            self._kept += text[:room] + LEFT_OUT * self._is_full
            waiting = len(self._kept) - self._said
            if self._is_full or waiting >= _PIECE or monotonic() >= self._due:
                self.say_rest()
        return len(text)

    def say_rest(self) -> None:
        """Send the text that was not sent yet."""
        piece = self._kept[self._said :]
        if piece:
            self._said, self._due = len(self._kept), monotonic() + _PAUSE
            self._say({"printed": piece})


@contextmanager
def isolated_output(printed: Printed) -> Iterator[None]:
    """Redirect standard output and errors there, and restore what typed code may change."""
    streams, modules = (sys.stdin, sys.stdout, sys.stderr), _watched()
    random_state, depth, path = random.getstate(), sys.getrecursionlimit(), sys.path[:]
    folder, trace, profile = os.getcwd(), sys.gettrace(), sys.getprofile()
    sys.stdout = sys.stderr = printed
    try:
        yield
    finally:
        _put_back(modules)  # first, as what follows needs them
        sys.settrace(trace)
        sys.setprofile(profile)
        sys.setrecursionlimit(depth)
        sys.stdin, sys.stdout, sys.stderr = streams
        sys.path[:] = path
        os.chdir(folder)
        random.setstate(random_state)
        printed.say_rest()


def _watched() -> dict[str, tuple[Any, dict[str, Any]]]:
    """Return the modules in which replaced names are restored, by name, with their contents."""
    return {
        name: (module, dict(vars(module)))
        for name, module in list(sys.modules.items())
        if module is not None and (name in _WATCHED or name.startswith("perceptron_ref"))
    }


def _put_back(modules: dict[str, tuple[Any, dict[str, Any]]]) -> None:
    """Restore names without a function of `builtins`, which may be among those replaced."""
    for name, (module, before) in modules.items():
        sys.modules[name], now = module, module.__dict__
        now.update({key: value for key, value in before.items() if now.get(key, now) is not value})


@contextmanager
def file_with(text: Optional[str], name: str = FILE) -> Iterator[None]:
    """Keep the text in a file while the block runs; for None an existing file is left alone.

    A typed strategy is run anew for every question: each version of the file gets a new
    modification time.
    """
    if text is None:
        yield
        return
    _remove(name)
    with open(name, "w", encoding="utf-8", errors="replace", newline="") as stream:
        stream.write(text)
    _times[0] += 1
    os.utime(name, (_times[0], _times[0]))
    try:
        yield
    finally:
        _remove(name)


_times = [0]  # of the last file, in seconds


def _remove(name: str) -> None:
    if os.path.exists(name):
        os.remove(name)


def is_typed(text: str) -> bool:
    """Tell whether a strategy is the typed one, with options or without."""
    return text == FILE or text.startswith(FILE + ":")


def refusal(error: BaseException) -> Answer:
    """Return the answer for an error: its message, and the line of the typed file in it."""
    text = str(error)
    if not isinstance(error, PerceptronError):
        message = format_exception_only(type(error), error)[-1].strip()
        text = f"{_place(error)}: {message}" if _place(error) else message
    return {"error": text, "line": line_in(text)}


def unlink(error: BaseException) -> None:
    """Unlink the chain of causes: Python frees it recursively, and a long one would overflow the
    browser's stack.
    """
    each: Optional[BaseException] = error
    while each is not None:
        each.__cause__, each.__context__, each = None, None, each.__cause__ or each.__context__


def line_in(text: str) -> Optional[int]:
    """Return the first line of the typed file that a message names.

    >>> line_in("strategy mine.py, asked for visit 2, at mine.py:4: it raised KeyError: 0")
    4
    """
    place = re.search(rf"\b{re.escape(FILE)}:(\d+)", text)
    return int(place[1]) if place else None


def _place(error: BaseException) -> str:
    """Return the last place in the typed file that an error came through, or ""."""
    lines = [line for frame, line in walk_tb(error.__traceback__) if _is_typed(frame)]
    return f"{FILE}:{lines[-1]}" if lines else ""


def _is_typed(frame: FrameType) -> bool:
    return frame.f_code.co_filename == FILE
