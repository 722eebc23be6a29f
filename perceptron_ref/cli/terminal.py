"""Standard output and standard error: the one place that writes to them.

Names of files, and what plugins say, may hold characters that steer a terminal or feign a line. So
every line is escaped here, whole, wherever its parts come from.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from ..errors import escaped


def say(line: str) -> None:
    """Write a line of a result to standard output; OSError where that cannot be written."""
    write(escaped(line) + "\n")


def write(text: str) -> None:
    """Write to standard output what is no line for people: JSON, SVG."""
    if sys.stdout is None:  # print would lose it in silence
        raise OSError("standard output is closed")
    sys.stdout.write(text)


def remark(line: str) -> None:
    """Write a line to standard error: a warning, an error, progress.

    Where there is no place for it, a result must not suffer.
    """
    if sys.stderr is not None:  # print would take standard output in its place
        with suppress(OSError):
            sys.stderr.write(escaped(line) + "\n")
            sys.stderr.flush()


def program() -> str:
    """Return how this command line was started, as it is to be typed again."""
    started = os.path.basename(sys.argv[0])
    python = "py" if sys.platform == "win32" else "python3"
    if started.startswith("__main__"):
        return f"{python} -m perceptron_ref"
    if started.endswith(".pyz"):
        from shlex import quote

        return f"{python} {quote(sys.argv[0])}"
    return "perceptron-ref"
