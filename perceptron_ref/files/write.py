"""Atomic writing: a reader of a file finds the old contents or the new ones, whole."""

from __future__ import annotations

import os

from ..errors import DataError


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write the text as UTF-8 to a temporary file beside `path`, then replace `path` by that file.

    A link stays a link: the file that it points to is replaced. A device or a pipe is written to in
    place. DataError where nothing can be written.
    """
    target = os.fsdecode(path)
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            _write(target, text)
        else:
            _replace(os.path.realpath(target), text)
    # ValueError: a name that no file can have, a text that UTF-8 cannot hold
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or error
        raise DataError(
            f"{target}: cannot be written: {what}; expected a place for a file"
        ) from error


def _write(target: str, text: str) -> None:
    with open(target, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)


def _replace(target: str, text: str) -> None:
    temporary = f"{target}.{os.getpid()}.tmp"
    with open(temporary, "x"):  # it did not exist, so it may be removed if anything fails
        pass
    try:
        _write(temporary, text)
        os.replace(temporary, target)
    except BaseException:
        os.remove(temporary)
        raise
