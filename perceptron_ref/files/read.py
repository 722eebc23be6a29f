"""Text files as a `Dataset`: the format recognised, numbers exact, every error with its place.

A place is file:line: column, where lines and columns count from 1 as in editors.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from itertools import chain, islice

from ..disk import file_error
from ..errors import DataWarning
from .options import FAULTS, Options, refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO, TextIO

    from ..dataset import Dataset
    from .options import Column, Features, Like
    from .table import Table

__all__ = ["read"]

LONGEST_LINE = 5_000_000  # characters, so that a file without line ends is not read into memory
_LOOKED_AT = 10  # lines, to recognise the format
_UTF_8 = (
    "a text file in UTF-8: save a workbook as CSV UTF-8, unpack an archive, or convert another text"
    " by `iconv -f CODE -t utf-8 FILE`, CODE being big5 in Taiwan, gb18030 in mainland China"
)
_SEPARATORS = "sep=;", "sep=,", "sep=\t"  # a first line for spreadsheets alone


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

    path: a UTF-8 file of one example a line, with or without a header. Blank lines and lines that
        start with # are passed over, with "space" and "libsvm" also what follows " #".
    format: "csv", "tsv", "semicolon", "space" (any white space) or "libsvm" (`+1 1:0.5 3:2`,
        indices from 1). Without it, it is the delimiter of the first line that stands as often in
        the next ones.
    label: the column of the labels, by name or by index from 0; where none is given, the last that
        is not left out.
    positive: the label that means +1; any other means -1. Without it the labels must be numbers, of
        two values: the larger is +1; where all are the same, they are +1 if positive.
    like: a Dataset or a Hypothesis that the file must agree with: in its features, which are found
        by name where the file has a header, and in its labels. The examples get its x_0.
    header: whether the first line holds the names of the columns; without it, it does if no cell
        in it is a number. A libsvm file has none.
    comments: whether what follows " #" is a comment in every format (True), or in none (False).
    features: the columns of the features: a sequence of names and indices, or text with commas
        between them; "A..D" is a range, and a minus in front leaves a column out: "-Nr". All but
        that of the labels where none are given.
    decimal: "," for numbers such as 0,5, or "."; where semicolons stand between cells, the first
        number with a comma or a point tells.
    missing: "drop" to leave out examples in which a cell that is needed is empty, NA or the like.
    DataError, naming file, line and column, for what cannot be read, and, with the option that
    settles it, for what may mean two things. DataWarning for what was left out, and for a feature
    that may number the rows.

    >>> D = read("perceptron_ref/examples/iris.csv", positive="setosa")
    >>> D.N, D.names[0], D.labels
    (150, 'sepal_length_cm', (None, 'setosa'))
    """
    how: dict[str, Any] = {"format": format, "label": label, "header": header, "like": like}
    how.update(comments=comments, features=features, decimal=decimal, missing=missing)
    source = os.fsdecode(path)
    try:
        stream = open(source, "rb")
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise file_error(source, "read", error, "a text file") from error
    with stream:
        table = table_of(stream, source, **how)
    data = table.dataset(positive)
    for note in table.notes:
        import warnings

        warnings.warn(note, DataWarning, stacklevel=2)
    return data


def table_of(stream: BinaryIO, source: str, **how: Any) -> Table:
    """Read an open binary stream as `read` reads a file, its labels left as text; leave it open.

    source: the name of the stream in messages. how: `Options`.
    """
    from .delimited import format_of, read_delimited
    from .libsvm import looks_like_libsvm, read_libsvm

    options = Options(source=source, **how)
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline=None)
    try:
        lines = _lines(text, options)
        first = list(islice(lines, min(_LOOKED_AT, options.first or _LOOKED_AT)))
        if not first:
            raise refused(source, "no example", "at least one line with features")
        if options.format is None:
            cut = str if options.comments is False else without_comment
            looked_at = [cut(line) for _, line in first]
            is_libsvm = any(map(looks_like_libsvm, looked_at))
            options.format = "libsvm" if is_libsvm else format_of(looked_at, options)
        lines = chain(first, lines)
        if options.comments or (options.comments is None and options.format in ("space", "libsvm")):
            lines = ((number, without_comment(line)) for number, line in lines)
        return (read_libsvm if options.format == "libsvm" else read_delimited)(lines, options)
    except OSError as error:
        raise file_error(source, "read", error, "a text file") from error
    finally:
        text.detach()


def without_comment(line: str) -> str:
    """Return the line up to the first # behind a blank and outside of quotes.

    >>> without_comment('1,"a #1",yes # sure')
    '1,"a #1",yes'
    """
    for match in re.finditer(r'"[^"]*"|\s#', line) if "#" in line else ():
        if match[0][0] != '"':
            return line[: match.start()].rstrip()
    return line.rstrip("\n")


def _lines(text: TextIO, options: Options) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) for every line that is neither blank nor a comment.

    A spreadsheet's #DIV/0! begins no comment.
    """
    for number, line in enumerate(iter(lambda: text.readline(LONGEST_LINE + 1), ""), start=1):
        place = f"{options.source}:{number}"
        if len(line) > LONGEST_LINE:
            found = f"a line of more than {LONGEST_LINE:,} characters"
            raise refused(place, found, "one example a line")
        is_plain = line.isascii() and "\0" not in line
        odd = None if is_plain else re.search("[\0\udc80-\udcff]", line)
        if odd:
            found = f"the byte 0x{ord(odd[0]) & 0xFF:02x}, which no UTF-8 text has there"
            raise refused(f"{place}: character {odd.start() + 1}", found, _UTF_8)
        if line.lstrip().startswith("#") and options.comments is not False:
            if re.split(r"[,;\s]", line.strip(), maxsplit=1)[0].casefold() not in FAULTS:
                options.passed += [(number, line)] * (len(options.passed) < 1_000)
                continue
        line = line.rstrip("\n")
        if line.strip() and (number > 1 or line.lower() not in _SEPARATORS):
            yield number, line
