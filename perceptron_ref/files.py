"""Files: those of the package itself, and writing so that a reader finds the old one or the new one, whole."""

from __future__ import annotations

import os

from .errors import DataError


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` as UTF-8 under a temporary name beside `path`, then replace `path` by it; DataError if impossible.

    A link stays a link: what it points to is replaced. A device or a pipe is written to: it is no file to replace.
    """
    target = os.fsdecode(path)
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            _write(target, text)
        else:
            _replace(os.path.realpath(target), text)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have, a text that UTF-8 cannot hold
        what = getattr(error, "strerror", None) or error
        raise DataError(f"{target}: cannot be written: {what}; expected a place for a file") from error


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


def package_data(*names: str) -> bytes:
    """Return the contents of a file of this package, also where the package is imported from a zip.

    >>> package_data("examples", "or.csv").splitlines()[0]
    b'x1,x2,or'
    """
    contents: bytes = __loader__.get_data(os.path.join(os.path.dirname(__file__), *names))  # type: ignore[name-defined]
    return contents
