"""Run the reader's code: write its file mine.py, collect its output, and restore global state.

The reader's code may change global state, which would disturb later questions. So this module
restores the standard streams, tracers, `random`, the recursion limit, the working folder and
`sys.path`. It also restores names that the code has replaced in modules of the package and in a few
modules of the standard library.

It does not undo other changes: attributes of classes, lists and dicts changed in place, signal
handlers, threads, changes to this module, changes to the page (through `import js`). It cannot
prevent `os._exit`. For these cases the page has the button Stop, which starts a new Python.
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

READER_FILE = "mine.py"
MAX_OUTPUT_CHARACTERS = 20_000
TRUNCATION_NOTE = "\n... the rest of the output is left out\n"
_PIECE_CHARACTERS = 2_000  # output of this length is sent at once
_SEND_INTERVAL = 0.1  # seconds after which shorter output is sent, too
_RESTORED_MODULES = ("builtins", "fractions", "io", "json", "math", "os", "random", "re", "time")

Answer = Dict[str, Any]
Send = Callable[[Answer], object]


class OutputStream(io.TextIOBase):
    """A stream that keeps up to MAX_OUTPUT_CHARACTERS of output, and sends them in pieces."""

    def __init__(self, send: Send) -> None:
        self._send, self._text, self._sent_length = send, "", 0
        self._due, self._is_full = 0.0, False

    @property
    def text(self) -> str:
        """The output so far; if it is too long, its beginning and a note."""
        return self._text

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if not self._is_full:
            free_length = MAX_OUTPUT_CHARACTERS - len(self._text)
            self._is_full = len(text) > free_length
            self._text += text[:free_length] + TRUNCATION_NOTE * self._is_full
            unsent_length = len(self._text) - self._sent_length
            if self._is_full or unsent_length >= _PIECE_CHARACTERS or monotonic() >= self._due:
                self.send_rest()
        return len(text)

    def send_rest(self) -> None:
        """Send the text that has not been sent yet."""
        piece = self._text[self._sent_length :]
        if piece:
            self._sent_length, self._due = len(self._text), monotonic() + _SEND_INTERVAL
            self._send({"printed": piece})


@contextmanager
def isolated_run(output: OutputStream) -> Iterator[None]:
    """Redirect standard output and standard error to `output`; restore global state afterwards."""
    streams, modules = (sys.stdin, sys.stdout, sys.stderr), _copy_namespaces()
    random_state, recursion_limit, path = random.getstate(), sys.getrecursionlimit(), sys.path[:]
    folder, trace, profile = os.getcwd(), sys.gettrace(), sys.getprofile()
    sys.stdout = sys.stderr = output
    try:
        yield
    finally:
        _restore(modules)  # first, because the next lines call functions of these modules
        sys.settrace(trace)
        sys.setprofile(profile)
        sys.setrecursionlimit(recursion_limit)
        sys.stdin, sys.stdout, sys.stderr = streams
        sys.path[:] = path
        os.chdir(folder)
        random.setstate(random_state)
        output.send_rest()


def _copy_namespaces() -> dict[str, tuple[Any, dict[str, Any]]]:
    """Return {name: (module, copy of its namespace)} of the modules to restore."""
    return {
        name: (module, dict(vars(module)))
        for name, module in list(sys.modules.items())
        if module is not None and (name in _RESTORED_MODULES or name.startswith("perceptron_ref"))
    }


def _restore(modules: dict[str, tuple[Any, dict[str, Any]]]) -> None:
    """Restore the namespaces, without calls of builtins, which the reader may have replaced."""
    for name, (module, saved_names) in modules.items():
        sys.modules[name], namespace = module, module.__dict__
        namespace.update(
            {
                key: value
                for key, value in saved_names.items()
                if namespace.get(key, namespace) is not value
            }
        )


@contextmanager
def temporary_file(text: Optional[str], name: str = READER_FILE) -> Iterator[None]:
    """Write a text to a file, and delete the file after the block; do nothing for None.

    Each file gets a new modification time, so that Python's caches do not take it for the file of
    an earlier question.
    """
    if text is None:
        yield
        return
    _remove(name)
    with open(name, "w", encoding="utf-8", errors="replace", newline="") as stream:
        stream.write(text)
    _last_file_time[0] += 1
    os.utime(name, (_last_file_time[0], _last_file_time[0]))
    try:
        yield
    finally:
        _remove(name)


_last_file_time = [0]  # the modification time of the last file, in seconds


def _remove(name: str) -> None:
    if os.path.exists(name):
        os.remove(name)


def is_reader_strategy(text: str) -> bool:
    """Tell whether a strategy is the file mine.py, with or without options."""
    return text == READER_FILE or text.startswith(READER_FILE + ":")


def error_answer(error: BaseException) -> Answer:
    """Return the message of an error, and the line of mine.py that the message names, or None."""
    text = str(error)
    if not isinstance(error, PerceptronError):
        message = format_exception_only(type(error), error)[-1].strip()
        location = _location_in_reader_code(error)
        text = f"{location}: {message}" if location else message
    return {"error": text, "line": line_named_in(text)}


def drop_causes(error: BaseException) -> None:
    """Cut an error off from its causes.

    Python frees a chain of causes recursively, so a long chain would overflow the browser's stack.
    """
    current: Optional[BaseException] = error
    while current is not None:
        current.__cause__, current.__context__, current = (
            None,
            None,
            current.__cause__ or current.__context__,
        )


def line_named_in(text: str) -> Optional[int]:
    """Return the number of the first line of mine.py that a message names, or None.

    >>> line_named_in("strategy mine.py, asked for visit 2, at mine.py:4: it raised KeyError: 0")
    4
    """
    match = re.search(rf"\b{re.escape(READER_FILE)}:(\d+)", text)
    return int(match[1]) if match else None


def _location_in_reader_code(error: BaseException) -> str:
    """Return the last location in mine.py of the traceback, such as "mine.py:4", or ""."""
    lines = [line for frame, line in walk_tb(error.__traceback__) if _is_in_reader_code(frame)]
    return f"{READER_FILE}:{lines[-1]}" if lines else ""


def _is_in_reader_code(frame: FrameType) -> bool:
    return frame.f_code.co_filename == READER_FILE
