"""Standard input in the place of a FILE."""

from __future__ import annotations

import os
import stat
import sys
from io import BytesIO

from ..errors import DataError
from ..type_checking import TYPE_CHECKING
from .terminal import program_name

if TYPE_CHECKING:
    from typing import BinaryIO

STDIN = "-"


def open_standard_input() -> BinaryIO:
    """Return standard input as a stream of bytes.

    Raises:
        DataError: If standard input is closed.
    """
    if sys.stdin is None:
        raise DataError("standard input is closed; expected examples on standard input")
    # in a program that embeds Python, `sys.stdin` may be a stream of text only
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    return stream or BytesIO(sys.stdin.read().encode())


def refuse_data_on_stdin(command: str) -> None:
    """Refuse data that wait on standard input, for a command without FILE.

    This function does not wait for data. An open but empty pipe counts as no data, and so does a
    device, such as a terminal or the null device.

    Args:
        command: The name of the command, for the message.

    Raises:
        DataError: If there are data; the user probably forgot the FILE.
    """
    try:
        descriptor = sys.stdin.fileno()
        mode = os.fstat(descriptor).st_mode
        is_ready = stat.S_ISREG(mode) or (not stat.S_ISCHR(mode) and _has_input(descriptor))
        has_data = is_ready and bool(sys.stdin.buffer.peek(1))  # type: ignore[union-attr]
    except (ImportError, AttributeError, OSError, ValueError):  # no standard input, or no `select`
        has_data = False
    if has_data:
        raise DataError(
            f"standard input: found data, but `{program_name()} {command}` reads standard input "
            f"only if FILE is -. Write `{program_name()} {command} -` to read the data, or run the "
            "command without a pipe and without <"
        )


def _has_input(descriptor: int) -> bool:
    """Tell whether a pipe or a socket can be read without waiting."""
    from select import select  # imported here, because only a pipe or a socket needs it

    return bool(select([descriptor], [], [], 0)[0])
