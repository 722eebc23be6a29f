"""Messages of a child process: plain values as JSON, which makes nothing run where it is read.

A strategy may find the pipe and write to it, and a pickle can call any function of its reader.
"""

from __future__ import annotations

from json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ANSWER, ERROR, INTERRUPTED, TOLD, PRINTED, STAGE, STOPPING = range(7)
"""The kinds of a message; INTERRUPTED comes with the place in the strategy."""
_TEXT = (INTERRUPTED, STAGE)
_TWO_TEXTS = (ERROR, PRINTED)
_KINDS = range(7)


def packed(kind: int, message: object) -> bytes:
    """Return a message as it is sent; tuples become lists."""
    return dumps([kind, message]).encode()


def unpacked(data: bytes) -> tuple[int, Any]:
    """Return a message that was sent, from whomever; some exception for what is none."""
    kind, message = loads(data)
    texts = [message] if kind in _TEXT else message if kind in _TWO_TEXTS else []
    if type(kind) is not int or kind not in _KINDS or any(type(text) is not str for text in texts):
        raise ValueError(kind)
    if kind in _TWO_TEXTS:
        first, second = message
    return kind, message
