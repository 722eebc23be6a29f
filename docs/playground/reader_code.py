"""The reader's code: its file mine.py, its output, and the state that is restored after it ran.

The reader's code may change global state, which would disturb later questions. Restored
afterwards are the standard streams, tracers, `random`, the recursion limit, the working folder,
`sys.path`, and the names that it replaced in modules of the package and in a few of the standard
library. Other changes stay: attributes of classes, lists and dicts changed in place, signal
handlers, threads, changes to this module, to the page (by `import js`), or the end of Python by
`os._exit`. For these the page has Stop, which ends this Python and starts another.
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
MAX_PRINTED = 20_000  # characters
CUT_OFF_NOTE = "\n... more was printed, and is left out\n"
_PIECE, _PAUSE = 2_000, 0.1  # characters and seconds that are gathered before they are sent
_WATCHED = ("builtins", "fractions", "io", "json", "math", "os", "random", "re", "time")

Answer = Dict[str, Any]
Send = Callable[[Answer], object]


class PrintedStream(io.TextIOBase):
    """A stream that stores the first characters written to it, and sends them in pieces."""

    def __init__(self, send: Send) -> None:
        self._send, self._text, self._sent_length = send, "", 0
        self._due, self._is_full = 0.0, False

    @property
    def text(self) -> str:
        """The printed text, cut off if it is too long."""
        return self._text

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if not self._is_full:
            room = MAX_PRINTED - len(self._text)
            self._is_full = len(text) > room
            self._text += text[:room] + CUT_OFF_NOTE * self._is_full
            waiting = len(self._text) - self._sent_length
            if self._is_full or waiting >= _PIECE or monotonic() >= self._due:
                self.send_rest()
        return len(text)

    def send_rest(self) -> None:
        """Send the text that was not sent yet."""
        piece = self._text[self._sent_length :]
        if piece:
            self._sent_length, self._due = len(self._text), monotonic() + _PAUSE
            self._send({"printed": piece})


@contextmanager
def isolated_output(printed: PrintedStream) -> Iterator[None]:
    """Redirect standard output and errors to `printed`; restore global state afterwards."""
    streams, modules = (sys.stdin, sys.stdout, sys.stderr), _watched_modules()
    random_state, depth, path = random.getstate(), sys.getrecursionlimit(), sys.path[:]
    folder, trace, profile = os.getcwd(), sys.gettrace(), sys.getprofile()
    sys.stdout = sys.stderr = printed
    try:
        yield
    finally:
        _restore(modules)  # first, because the next lines use these modules
        sys.settrace(trace)
        sys.setprofile(profile)
        sys.setrecursionlimit(depth)
        sys.stdin, sys.stdout, sys.stderr = streams
        sys.path[:] = path
        os.chdir(folder)
        random.setstate(random_state)
        printed.send_rest()


def _watched_modules() -> dict[str, tuple[Any, dict[str, Any]]]:
    """Return the modules to restore, by name, each with a copy of its namespace."""
    return {
        name: (module, dict(vars(module)))
        for name, module in list(sys.modules.items())
        if module is not None and (name in _WATCHED or name.startswith("perceptron_ref"))
    }


def _restore(modules: dict[str, tuple[Any, dict[str, Any]]]) -> None:
    """Restore the namespaces. Call nothing in `builtins`: it may have been replaced."""
    for name, (module, before) in modules.items():
        sys.modules[name], now = module, module.__dict__
        now.update({key: value for key, value in before.items() if now.get(key, now) is not value})


@contextmanager
def temporary_file(text: Optional[str], name: str = FILE) -> Iterator[None]:
    """Write the text to a file, and remove the file after the block; do nothing for None.

    Each version of the file gets a new modification time, so that a strategy is loaded anew for
    every question.
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


def is_reader_strategy(text: str) -> bool:
    """Return whether a strategy is the file mine.py, with or without options."""
    return text == FILE or text.startswith(FILE + ":")


def error_answer(error: BaseException) -> Answer:
    """Return an error as an answer: its message, and the line of mine.py that it names."""
    text = str(error)
    if not isinstance(error, PerceptronError):
        message = format_exception_only(type(error), error)[-1].strip()
        text = f"{_last_place(error)}: {message}" if _last_place(error) else message
    return {"error": text, "line": line_named_in(text)}


def drop_causes(error: BaseException) -> None:
    """Drop the chain of causes, because Python frees it recursively, and a long one would overflow
    the browser's stack.
    """
    current: Optional[BaseException] = error
    while current is not None:
        current.__cause__, current.__context__, current = (
            None,
            None,
            current.__cause__ or current.__context__,
        )


def line_named_in(text: str) -> Optional[int]:
    """Return the first line of mine.py that a message names.

    >>> line_named_in("strategy mine.py, asked for visit 2, at mine.py:4: it raised KeyError: 0")
    4
    """
    place = re.search(rf"\b{re.escape(FILE)}:(\d+)", text)
    return int(place[1]) if place else None


def _last_place(error: BaseException) -> str:
    """Return the last place in mine.py that an error passed through, or ""."""
    lines = [line for frame, line in walk_tb(error.__traceback__) if _is_in_reader_code(frame)]
    return f"{FILE}:{lines[-1]}" if lines else ""


def _is_in_reader_code(frame: FrameType) -> bool:
    return frame.f_code.co_filename == FILE
