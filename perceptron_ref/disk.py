"""Files: write one whole or not at all, name one that cannot be read, read the package's own."""

from __future__ import annotations

import os
import sys
from errno import EACCES, EISDIR

from .errors import DataError


def write_file(path: str | os.PathLike[str], content: str | bytes | None) -> None:
    """Write bytes, or a text as UTF-8, to a temporary file, then replace the file at `path` by it.

    A link stays a link: the file that it points to is replaced. A file keeps its permissions. A
    device or a pipe is written to in place. DataError where nothing can be written. With None
    nothing is written: the call only finds out whether it could be.
    """
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
        raise file_error(target, "written", error, "a place for a file") from error


def file_error(path: str, what: str, error: OSError | ValueError, expected: str) -> DataError:
    """Return the error of a file that cannot be read or written, with the system's words."""
    why = getattr(error, "strerror", None) or error
    return DataError(f"{path}: cannot be {what}: {why}; expected {expected}")


def package_file(name: str) -> bytes:
    """Return a file of this package by its path in it, such as "examples/or.csv".

    The package may be in a zip file. DataError where the file is not there.
    """
    package = sys.modules[__package__]
    path = os.path.join(package.__path__[0], *name.split("/"))
    try:
        # importing pkgutil for this would be a tenth of the time of `fit`
        content: bytes = package.__loader__.get_data(path)  # type: ignore[union-attr]
        return content
    except OSError as error:
        expected = "a file of perceptron_ref, so install it again"
        raise file_error(path, "read", error, expected) from error


def _replace(target: str, content: bytes | None) -> None:
    temporary = f"{target}.{os.getpid()}.tmp"
    stream = open(temporary, "xb")  # it did not exist, so it may be removed
    try:
        with stream:
            stream.write(content or b"")
        if content is not None:
            if os.path.exists(target):
                os.chmod(temporary, os.stat(target).st_mode & 0o7777)
            os.replace(temporary, target)
    finally:
        if os.path.exists(temporary):
            os.chmod(temporary, 0o600)  # Windows removes no file that is read-only
            os.remove(temporary)
