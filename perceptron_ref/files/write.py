"""Atomic writing: a reader of a file finds the old contents or the new ones, whole."""

from __future__ import annotations

import os
from errno import EACCES, EISDIR

from ..errors import DataError


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write the text as UTF-8 to a temporary file beside `path`, then replace `path` by that file.

    A link stays a link: the file that it points to is replaced. A file keeps its permissions. A
    device or a pipe is written to in place. DataError where nothing can be written.
    """
    try:
        content = text.encode()
    except ValueError as error:
        raise _cannot(os.fsdecode(path), error) from error
    write_bytes(path, content)


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Write bytes, as `write_text` writes a text."""
    target = os.fsdecode(path)
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            _write(target, content)
        else:
            _replace(os.path.realpath(target), content)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise _cannot(target, error) from error


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the DataError of `write_text` if it is known already that it would fail.

    The temporary file is made and removed; nothing else is touched.
    """
    target = os.fsdecode(path)
    try:
        if os.path.isdir(target):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not os.path.exists(target) or os.path.isfile(target):
            temporary = _temporary(os.path.realpath(target))
            with open(temporary, "x"):
                pass
            os.remove(temporary)
        elif not os.access(target, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
    except (OSError, ValueError) as error:
        raise _cannot(target, error) from error


def _cannot(target: str, error: Exception) -> DataError:
    what = getattr(error, "strerror", None) or error
    return DataError(f"{target}: cannot be written: {what}; expected a place for a file")


def _temporary(target: str) -> str:
    return f"{target}.{os.getpid()}.tmp"


def _write(target: str, content: bytes) -> None:
    with open(target, "wb") as stream:
        stream.write(content)


def _replace(target: str, content: bytes) -> None:
    temporary = _temporary(target)
    with open(temporary, "x"):  # it did not exist, so it may be removed if anything fails
        pass
    try:
        _write(temporary, content)
        if os.path.exists(target):
            os.chmod(temporary, os.stat(target).st_mode & 0o7777)
        os.replace(temporary, target)
    except BaseException:
        os.remove(temporary)
        raise
