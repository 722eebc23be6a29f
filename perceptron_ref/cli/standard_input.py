"""Standard input, as the place of a FILE."""

from __future__ import annotations

import os
import stat
import sys
from io import BytesIO
from typing import BinaryIO, cast

from ..errors import DataError
from .terminal import program_name

STDIN = "-"


def open_standard_input() -> BinaryIO:
    """Return standard input as a stream of bytes.

    Raises:
        DataError: if it is closed.
    """
    if sys.stdin is None:
        raise DataError("standard input is closed; expected examples from it")
    # a program that embeds Python may put a stream of text there
    stream = getattr(sys.stdin, "buffer", None)
    return cast(BinaryIO, stream or BytesIO(sys.stdin.read().encode()))


def check_no_data_wait(command: str) -> None:
    """Refuse to take an example if no FILE is named, but data wait on standard input.

    It does not wait for data: a pipe that is open and empty, as under CI, has none. Nor has a
    device, such as a terminal or the null device.
    """
    try:
        descriptor = sys.stdin.fileno()
        mode = os.fstat(descriptor).st_mode
        is_ready = stat.S_ISREG(mode) or (not stat.S_ISCHR(mode) and _has_input(descriptor))
        waits = is_ready and bool(sys.stdin.buffer.peek(1))  # type: ignore[union-attr]
    except (ImportError, AttributeError, OSError, ValueError):  # there is none, or no `select`
        waits = False
    if waits:
        expected = f"expected the FILE to be named, as in `{program_name()} {command} -`"
        raise DataError(f"standard input: found data, but no FILE; {expected}")


def _has_input(descriptor: int) -> bool:
    from select import select  # here, because only a pipe or a socket needs it

    return bool(select([descriptor], [], [], 0)[0])
