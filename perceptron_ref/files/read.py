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
from .how import How

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO, TextIO

    from ..dataset import Dataset
    from .how import Column, Features
    from .like import Like
    from .table import Table

__all__ = ["read"]

_LOOKED_AT = 10  # lines, to recognise the format
_NOT_UTF8 = "[\0\udc80-\udcff]"
_HEAD = 100  # characters
_SEPARATORS = "sep=;", "sep=,", "sep=\t"  # a first line for spreadsheets alone
_THOUSANDS = r"[+-]?\d{1,3}( \d{3})+"
_QUOTED = '"[^"]*"'


def read(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    label: Column | None = None,
    positive: str | int | None = None,
    like: Like | None = None,
    header: bool | None = None,
    comments: bool | None = None,
    features: Features | None = None,
    decimal: str | None = None,
    missing: str | None = None,
) -> Dataset:
    """Read training examples from a text file, exactly.

    path: a UTF-8 file of one example a line, with or without a header: a first line in which no
        cell is a number, unless `header` says otherwise. Blank lines and lines that start with #
        are passed over, with "space" and "libsvm" also what follows " #".
    format: "csv", "tsv", "semicolon", "space" (any white space) or "libsvm" (`+1 1:0.5 3:2`,
        indices from 1); recognised by the first lines where none is given.
    label: the column of the labels, by name or by index from 0; where none is given, the last that
        is not left out.
    positive: the label that means +1; any other means -1. Without it the labels must be numbers, of
        two values: the larger is +1; where all are the same, they are +1 if positive.
    like: a Dataset or a Hypothesis that the file must agree with: in its features, which are found
        by name where the file has a header, and in its labels. The examples get its x_0.
    header: whether the first line holds the names of the columns; told by looking where neither
        True nor False is given. A libsvm file has none.
    comments: whether what follows " #" is a comment in every format (True), or in none (False).
    features: the columns of the features: a sequence of names and indices, or text with commas
        between them; "A..D" is a range, and a minus in front leaves a column out: "-Nr". All but
        that of the labels where none are given.
    decimal: "," for numbers such as 0,5, or "."; recognised where semicolons stand between cells.
    missing: "drop" to leave out examples in which a cell that is needed is empty, NA or the like.
    DataError, naming file, line and column, for what cannot be read, and, with the option that
    settles it, for what may mean two things. DataWarning for what was left out, and for a feature
    that may number the rows.

    >>> D = read("perceptron_ref/examples/iris.csv", positive="setosa")
    >>> D.N, D.names[0], D.labels
    (150, 'sepal_length_cm', (None, 'setosa'))
    """
    how: dict[str, Any] = {"format": format, "label": label, "header": header}
    how.update(comments=comments, features=features, decimal=decimal, missing=missing)
    table = read_table(path, like=like, **how)
    data = table.dataset(positive, like)
    for told in (*table.notes, *table.doubts()):
        import warnings

        warnings.warn(told, DataWarning, stacklevel=2)
    return data


def read_table(
    path: str | os.PathLike[str], *, like: Like | None = None, labelled: bool = True, **how: Any
) -> Table:
    """Read a file as `read` does, its labels left as text.

    labelled: whether it needs any. how: the options of `How`.
    """
    source = os.fsdecode(path)
    with _opened(source) as stream:
        return table_of(stream, source, like=like, labelled=labelled, **how)


def table_of(
    stream: BinaryIO,
    source: str,
    *,
    like: Like | None = None,
    labelled: bool = True,
    **how: Any,
) -> Table:
    """Read an open binary stream as `read_table` reads a file, and leave the stream open.

    source: the name of the stream in messages.
    """
    chosen = How(**how)
    from .delimited import read_delimited
    from .libsvm import read_libsvm

    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline=None)
    try:
        lines = _lines(text, source, chosen.comments)
        first = list(islice(lines, min(_LOOKED_AT, chosen.first or _LOOKED_AT)))
        if first and first[0][1].lower() in _SEPARATORS:
            del first[0]  # which a spreadsheet has for itself
        if not first:
            parts = "features and a label" if labelled else "features"
            raise DataError(f"{source}: found no example; expected at least one line with {parts}")
        if chosen.format is None:
            chosen.format = _format_of(source, [line for _, line in first], chosen.decimal)
        every = chain(first, lines)
        if chosen.format == "libsvm":
            chosen.check_libsvm(source)
            return read_libsvm(source, every, like, labelled, chosen.first)
        return read_delimited(source, every, chosen, like, labelled)
    except OSError as error:
        raise _unreadable(source, error) from error
    finally:
        text.detach()


def _lines(text: TextIO, source: str, comments: bool | None) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) for every line that is neither blank nor a comment.

    comments: whether what follows " #" is cut off, too; False where # begins no comment at all.
    """
    from .doubts import without_comment

    head = ""
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
        if number == 1:
            head = line[:_HEAD]
        _check_text(source, number, line, head)
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


def _check_text(source: str, number: int, line: str, head: str) -> None:
    """Refuse bytes that are no text. head: the file's first ones."""
    if line.isascii() and "\0" not in line and not line.startswith("%PDF-"):
        return
    import re

    from .kinds import of_bytes

    match = re.search(_NOT_UTF8, line)
    if match is None and not line.startswith("%PDF-"):
        return
    kind = of_bytes(head)
    if kind is not None:
        raise DataError(f"{source}: found {kind}")
    if match is not None:
        byte = f"0x{ord(match[0]) & 0xFF:02x}"
        raise DataError(
            f"{source}:{number}: character {match.start() + 1}: found the byte {byte}, "
            "which no UTF-8 text has there; expected a text file, saved as UTF-8"
        )


def _format_of(source: str, texts: list[str], decimal: str | None) -> str:
    """Return the format that the first lines have. decimal: as somebody said it, or None."""
    import re

    from .libsvm import looks_like_libsvm

    if any(map(looks_like_libsvm, texts)):
        return "libsvm"
    bare = re.sub(_QUOTED, "", texts[0])
    if ";" in bare:
        return "semicolon"
    if "\t" in bare:
        return _format_with_tabs(source, texts)
    if decimal == "," and len(bare.split()) > 1 and re.search(r"\d,\d", bare):
        return "space"
    return "csv" if "," in bare else "space"


def _format_with_tabs(source: str, texts: list[str]) -> str:
    """Return "space" where blanks separate numbers, too, and "tsv" otherwise.

    They do if a cell between tabs holds several numbers, and all lines have as many words, but not
    as many tabs; or one tab each, before the label. DataError where such a cell may be one number
    with its thousands apart, as 1 234.
    """
    import re

    cells = (cell.split() for text in texts for cell in text.split("\t"))
    several = [words for words in cells if len(words) > 1 and all(map(is_number, words))]
    tabs, words = {text.strip().count("\t") for text in texts}, {len(t.split()) for t in texts}
    if not several or len(words) > 1 or (len(tabs) == 1 and tabs != {1}):
        return "tsv"
    if len(tabs) == 1 and all(re.fullmatch(_THOUSANDS, " ".join(words)) for words in several):
        raise DataError(
            f"{source}: found {shown(' '.join(several[0]))} before a tab; expected no blank in a "
            "number, or, where blanks separate numbers, too, format='space' (--format space)"
        )
    return "space"
