"""Files: write one in one step, report one that cannot be read, read those of the package."""

from __future__ import annotations

import os
import sys
from errno import EACCES, EISDIR

from .errors import DataError


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file in one step: write a temporary file, then replace the file at `path` by it.

    A link stays a link: the file that it points to is replaced. A file keeps its permissions. A
    device or a pipe is written to in place.

    Args:
        path: The file.
        content: Bytes, or a text, which is encoded in UTF-8.

    Raises:
        DataError: If the file cannot be written.
    """
    _write_or_check(path, content)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Check, before a long computation, that `write_file` can write a file.

    Args:
        path: The file, which stays as it is.

    Raises:
        DataError: If it cannot be written.
    """
    _write_or_check(path, None)


def file_error(path: str, action: str, error: OSError | ValueError, expected: str) -> DataError:
    """Return the error of a file that cannot be read or written.

    Args:
        path: The file.
        action: "read" or "written".
        error: The system's error, whose words the message quotes.
        expected: The expected kind of file.
    """
    why = getattr(error, "strerror", None) or error
    return DataError(f"{path}: cannot be {action}: {why}; expected {expected}")


def read_package_file(name: str) -> bytes:
    """Return the content of a file of this package, which may be in a zip file.

    Args:
        name: Its path in the package, such as "examples/or.csv".

    Raises:
        DataError: If the file is missing.
    """
    package = sys.modules[__package__]
    path = os.path.join(package.__path__[0], *name.split("/"))
    try:
        # pkgutil.get_data does the same, but its import takes a tenth of the time of `fit`
        content: bytes = package.__loader__.get_data(path)  # type: ignore[union-attr]
        return content
    except OSError as error:
        expected = "a file of perceptron_ref, so install it again"
        raise file_error(path, "read", error, expected) from error


def _write_or_check(path: str | os.PathLike[str], content: str | bytes | None) -> None:
    """Write a file; with None only check that this is possible."""
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
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path, or no UTF-8
        raise file_error(target, "written", error, "a place for a file") from error


def _replace(target: str, content: bytes | None) -> None:
    """Write a temporary file beside the target, and rename it; with None only write and remove."""
    temporary = f"{target}.{os.getpid()}.tmp"
    stream = open(temporary, "xb")  # fails if the file exists, so it is ours to remove
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
