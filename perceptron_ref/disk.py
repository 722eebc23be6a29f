"""Write files atomically, describe errors of files, and read the files of the package."""

from __future__ import annotations

import os
import sys
from errno import EACCES, EISDIR

from .errors import DataError, quote


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file atomically: write a temporary file, then move it to `path`.

    If `path` is a link, it stays, and the file that it points to is replaced. An existing file
    keeps its permissions. A device or a pipe is written in place.

    Args:
        path: The file.
        content: Bytes; or a text, which is encoded as UTF-8.

    Raises:
        DataError: If the file cannot be written.
    """
    _write_or_check(path, content)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Check, before a long computation, that `write_file` can write a file.

    Args:
        path: The file; it is not changed.

    Raises:
        DataError: If the file cannot be written.
    """
    _write_or_check(path, None)


def file_error(path: str, action: str, error: OSError | ValueError, expected: str) -> DataError:
    """Return the error about a file that cannot be read or written.

    Args:
        path: The file.
        action: "read" or "written".
        error: The error of the system; the message quotes its text.
        expected: The expected kind of file.
    """
    reason = getattr(error, "strerror", None) or error
    return DataError(f"{path or quote(path)}: cannot be {action}: {reason}; expected {expected}")


def expected_place(path: str, otherwise: str) -> str:
    """Return what was expected in the place of a path that cannot be written.

    Args:
        path: The path.
        otherwise: The text if the path is no folder, and its folder exists.
    """
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        return "the name of a file, not of a folder"
    if not os.path.isdir(folder):
        return f"a path in a folder that exists. There is no folder {folder}"
    return otherwise


def read_package_file(name: str) -> bytes:
    """Return the content of a file of this package, which may be in a zip file.

    Args:
        name: The path of the file in the package, such as "examples/or.csv".

    Raises:
        DataError: If the file is missing.
    """
    package = sys.modules[__package__]
    path = os.path.join(package.__path__[0], *name.split("/"))
    try:
        # `pkgutil.get_data` does the same, but its import takes a tenth of the time of `fit`
        content: bytes = package.__loader__.get_data(path)  # type: ignore[union-attr]
        return content
    except OSError as error:
        expected = "this file, which is a part of perceptron_ref. Install perceptron_ref again"
        raise file_error(path, "read", error, expected) from error


def _write_or_check(path: str | os.PathLike[str], content: str | bytes | None) -> None:
    """Write a file; if the content is None, only check that the file can be written."""
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
    except (
        OSError,
        ValueError,
    ) as error:  # ValueError: a null byte in the path, or text without UTF-8
        expected = expected_place(target, "a path where a file can be written")
        raise file_error(target, "written", error, expected) from error


def _replace(target: str, content: bytes | None) -> None:
    """Write a temporary file beside the target and rename it; if the content is None, remove it."""
    temporary = f"{target}.{os.getpid()}.tmp"
    # "x" fails if the file exists, so that `finally` removes no file of another program
    stream = open(temporary, "xb")
    try:
        with stream:
            stream.write(content or b"")
        if content is not None:
            if os.path.exists(target):
                os.chmod(temporary, os.stat(target).st_mode & 0o7777)
            os.replace(temporary, target)
    finally:
        if os.path.exists(temporary):
            os.chmod(temporary, 0o600)  # Windows cannot remove a read-only file
            os.remove(temporary)
