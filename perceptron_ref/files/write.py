"""Writing: examples as text; a file so that a reader finds old contents or new ones, whole."""

from __future__ import annotations

import os
from errno import EACCES, EISDIR

from ..dataset import Dataset
from ..errors import DataError
from ..exact.rationals import exact_text


def as_csv(data: Dataset) -> str:
    """Return the examples as a text that `read` takes, exact; another x_0 than 1 is a comment.

    >>> from perceptron_ref import Dataset
    >>> as_csv(Dataset([["1/3", 2]], [-1]))
    'x1,x2,label\\n1/3,2,-1\\n'
    """
    import csv
    import io

    stream, x0 = io.StringIO(), exact_text(data.x0)
    if data.x0 != 1:
        stream.write(f"# x_0 = {x0}: perceptron-ref fit FILE.csv --x0 {x0}\n")
    label = next(name for name in ("label", "y", "labels", "y_n") if name not in data.names)
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*data.names, label])
    writer.writerows([*map(exact_text, x[1:]), f"{y:+d}"] for x, y in zip(data.xs, data.ys))
    return stream.getvalue()


def write(path: str | os.PathLike[str], content: str | bytes | None) -> None:
    """Write bytes, or a text as UTF-8, to a temporary file, then replace the file at `path` by it.

    A link stays a link: the file that it points to is replaced. A file keeps its permissions. A
    device or a pipe is written to in place. DataError where nothing can be written; with None that
    is all that is found out.
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
        raise failed(target, "written", error, "a place for a file") from error


def failed(path: str, what: str, error: OSError | ValueError, expected: str) -> DataError:
    """Return the error of a file that cannot be read or written, with the system's words."""
    why = getattr(error, "strerror", None) or error
    return DataError(f"{path}: cannot be {what}: {why}; expected {expected}")


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
            os.remove(temporary)
