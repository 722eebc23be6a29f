"""Text files as a `Dataset`: the format recognised, numbers exact, every error with its place.

A place is file:line: column, where lines and columns count from 1 as in editors.
"""

from __future__ import annotations

import io
import os
from itertools import chain, islice

from ..errors import DataError, DataWarning, shown
from ..exact.limits import LONGEST_LINE, MOST_LINES
from ..exact.rationals import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, TextIO

    from ..dataset import Dataset
    from .table import Like, Table

__all__ = ["read"]

FORMATS = ("csv", "tsv", "semicolon", "space", "libsvm")

_LOOKED_AT = 10  # lines, to recognise the format
_NOT_UTF8 = "[\0\udc80-\udcff]"
_QUOTED = '"[^"]*"'


def read(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    label: int | str | None = None,
    positive: str | int | None = None,
    like: Like | None = None,
    header: bool | None = None,
    comments: bool | None = None,
) -> Dataset:
    """Read training examples from a text file, exactly.

    path: a UTF-8 file of one example a line, with or without a header: a first line in which no
        cell is a number, unless `header` says otherwise. Blank lines and lines that start with #
        are passed over, with "space" and "libsvm" also what follows " #".
    format: "csv", "tsv", "semicolon", "space" (any white space) or "libsvm" (`+1 1:0.5 3:2`,
        indices from 1); recognised by the first lines where none is given.
    label: the column of the labels, by name or by index from 0; the last where none is given.
    positive: the label that means +1; any other means -1. Without it the labels must be numbers, of
        two values: the larger is +1; where all are the same, they are +1 if positive.
    like: a Dataset or a Hypothesis that the file must agree with: in its features, which are found
        by name where the file has a header, and in its labels.
    header: whether the first line holds the names of the columns; told by looking where neither
        True nor False is given. A libsvm file has none.
    comments: whether what follows " #" is a comment in every format (True), or in none (False).
    DataError, naming file, line and column, for what cannot be read. DataWarning where a line may
    mean something else, with the option that settles it.

    >>> D = read("perceptron_ref/examples/iris.csv", positive="setosa")
    >>> D.N, D.names[0], D.labels
    (150, 'sepal_length_cm', (None, 'setosa'))
    """
    table = read_table(
        path, format=format, label=label, like=like, header=header, comments=comments
    )
    data = table.dataset(positive, like)
    for doubt in table.doubts(positive):
        import warnings

        warnings.warn(doubt, DataWarning, stacklevel=2)
    return data


def read_table(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    label: int | str | None = None,
    like: Like | None = None,
    labelled: bool = True,
    header: bool | None = None,
    comments: bool | None = None,
) -> Table:
    """Read a file as `read` does, its labels left as text; `labelled`: whether it needs any."""
    source = os.fsdecode(path)
    with _opened(source) as stream:
        return table_of(
            stream,
            source,
            format=format,
            label=label,
            like=like,
            labelled=labelled,
            header=header,
            comments=comments,
        )


def table_of(
    stream: BinaryIO,
    source: str,
    *,
    format: str | None = None,
    label: int | str | None = None,
    like: Like | None = None,
    labelled: bool = True,
    header: bool | None = None,
    comments: bool | None = None,
) -> Table:
    """Read an open binary stream as `read_table` reads a file, and leave the stream open.

    source: the name of the stream in messages.
    """
    if format is not None and format not in FORMATS:
        raise DataError(f"found {shown(format)} as a format; expected one of {', '.join(FORMATS)}")
    _check_choice("header", header)
    _check_choice("comments", comments)
    from .delimited import read_delimited
    from .libsvm import read_libsvm

    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline=None)
    try:
        lines = _lines(text, source, comments)
        first = list(islice(lines, _LOOKED_AT))
        if not first:
            parts = "features and a label" if labelled else "features"
            raise DataError(f"{source}: found no example; expected at least one line with {parts}")
        if format is None:
            format = _format_of([line for _, line in first])
        if format == "libsvm":
            _check_libsvm(source, label, header)
            return read_libsvm(source, chain(first, lines), like, labelled)
        every = chain(first, lines)
        return read_delimited(source, every, format, label, like, labelled, header, comments)
    except OSError as error:
        raise _unreadable(source, error) from error
    finally:
        text.detach()


def _check_choice(option: str, value: object) -> None:
    if value not in (None, True, False):
        raise DataError(f"{option}: found {shown(value)}; expected True, False or None")


def _check_libsvm(source: str, label: int | str | None, header: bool | None) -> None:
    if header:
        raise DataError(f"{source}: found header=True; expected none, as libsvm files have none")
    if label is not None:
        raise DataError(
            f"{source}: found label={shown(label)}; "
            "expected none, as libsvm labels always stand first"
        )


def _lines(text: TextIO, source: str, comments: bool | None) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) for every line that is neither blank nor a comment.

    comments: whether what follows " #" is cut off, too; False where # begins no comment at all.
    """
    from .doubts import without_comment

    for number, line in enumerate(iter(lambda: text.readline(LONGEST_LINE + 1), ""), start=1):
        if number > MOST_LINES:
            raise DataError(
                f"{source}:{number}: found more lines than {MOST_LINES:,}; expected fewer: "
                "leave out examples"
            )
        if len(line) > LONGEST_LINE:
            raise DataError(
                f"{source}:{number}: found a line of more than {LONGEST_LINE:,} characters; "
                "expected one example a line"
            )
        _check_text(source, number, line)
        if line.strip() and (comments is False or not line.lstrip().startswith("#")):
            yield number, without_comment(line) if comments else line.rstrip("\n")


def _opened(source: str) -> BinaryIO:
    try:
        return open(source, "rb")
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise _unreadable(source, error) from error


def _unreadable(source: str, error: OSError | ValueError) -> DataError:
    what = getattr(error, "strerror", None) or error
    return DataError(f"{source}: cannot be read: {what}; expected a text file")


def _check_text(source: str, number: int, line: str) -> None:
    if line.isascii() and "\0" not in line:
        return
    import re

    match = re.search(_NOT_UTF8, line)
    if match is not None:
        byte = f"0x{ord(match[0]) & 0xFF:02x}"
        raise DataError(
            f"{source}:{number}: character {match.start() + 1}: found the byte {byte}, "
            "which no UTF-8 text has there; expected a text file, saved as UTF-8"
        )


def _format_of(texts: list[str]) -> str:
    """Return the format that the first lines have."""
    import re

    from .libsvm import looks_like_libsvm

    if any(map(looks_like_libsvm, texts)):
        return "libsvm"
    bare = re.sub(_QUOTED, "", texts[0])
    if ";" in bare:
        return "semicolon"
    if "\t" in bare:
        return "space" if any(map(_mixes_blanks_and_tabs, texts)) else "tsv"
    return "csv" if "," in bare else "space"


def _mixes_blanks_and_tabs(text: str) -> bool:
    """Tell whether a cell between tabs holds several numbers, so that blanks separate them too."""
    cells = [cell.split() for cell in text.split("\t")]
    return any(len(words) > 1 and all(map(is_number, words)) for words in cells)
