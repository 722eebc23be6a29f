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
    _put(path, text)


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Write bytes, as `write_text` writes a text."""
    _put(path, content)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the DataError of `write_text` if it is known already that it would fail.

    The temporary file is made and removed; nothing else is touched.
    """
    _put(path, None)


def _put(path: str | os.PathLike[str], content: str | bytes | None) -> None:
    """Write the content; None only tries whether it could be written."""
    target = os.fsdecode(path)
    try:
        content = content.encode() if isinstance(content, str) else content
        if os.path.isdir(target):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not os.path.exists(target) or os.path.isfile(target):
            _replace(os.path.realpath(target), content)
        elif not os.access(target, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        elif content is not None:
            with open(target, "wb") as stream:
                stream.write(content)
    except (OSError, ValueError) as error:  # ValueError: no name of a file, or no text in UTF-8
        what = getattr(error, "strerror", None) or error
        raise DataError(
            f"{target}: cannot be written: {what}; expected a place for a file"
        ) from error


def _replace(target: str, content: bytes | None) -> None:
    temporary = f"{target}.{os.getpid()}.tmp"
    with open(temporary, "xb") as stream:  # it did not exist, so it may be removed
        pass
    try:
        if content is not None:
            with open(temporary, "wb") as stream:
                stream.write(content)
            if os.path.exists(target):
                os.chmod(temporary, os.stat(target).st_mode & 0o7777)
            os.replace(temporary, target)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)
