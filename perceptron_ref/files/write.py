"""Atomic writing: a reader of the file finds the old one or the new one, whole."""

from __future__ import annotations

import os

from ..errors import DataError


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` as UTF-8 under a temporary name beside `path`, then replace `path` by it;
    DataError if impossible.

    A link stays a link: what it points to is replaced. A device or a pipe is written to: it is no
        file to replace.
    """
    target = os.fsdecode(path)
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            _write(target, text)
        else:
            _replace(os.path.realpath(target), text)
    except (
        OSError,
        ValueError,
    ) as error:  # ValueError: a name that no file can have, a text that UTF-8 cannot hold
        what = getattr(error, "strerror", None) or error
        raise DataError(
            f"{target}: cannot be written: {what}; expected a place for a file"
        ) from error


def _write(target: str, text: str) -> None:
    with open(target, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)


def _replace(target: str, text: str) -> None:
    temporary = f"{target}.{os.getpid()}.tmp"
    with open(temporary, "x"):  # ours from here on, to be removed if anything goes wrong
        pass
    try:
        _write(temporary, text)
        os.replace(temporary, target)
    except BaseException:
        os.remove(temporary)
        raise
