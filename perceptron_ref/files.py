"""Writing a file so that a reader finds the old one or the new one, whole, and never a part."""

from __future__ import annotations

import os

from .errors import DataError


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` as UTF-8 under a temporary name beside `path`, then replace `path` by it; DataError if it cannot be."""
    target = os.fspath(path)
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        try:
            with open(temporary, "x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            os.replace(temporary, target)
        except BaseException:
            if os.path.exists(temporary):
                os.remove(temporary)
            raise
    except OSError as error:
        raise DataError(f"{target}: cannot be written: {error.strerror or error}") from error
