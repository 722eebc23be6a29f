"""Text files as a `Dataset`: the format recognised, numbers exact, every error with its place.

A place is file:line: column, where lines and columns count from 1 as in editors.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from ..disk import file_error
from ..errors import DataError, DataWarning
from ..exact.frames import describe
from . import foreign, rules
from .options import Options, refused, say

if TYPE_CHECKING:
    from ..dataset import Dataset
    from .options import Column, Features, Like
    from .table import Table

__all__ = ["read"]

LONGEST_LINE = 5_000_000  # characters, so that a file without line ends is not read into memory
_LOOKED_AT = 10  # lines, to recognise the format
_SEPARATORS = "sep=;", "sep=,", "sep=\t"  # a first line for spreadsheets alone
_BOM = "\ufeff"
_DELIMITERS = ',;"\t '


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
    zero_based: bool | None = None,
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
    header: whether the first line, or one behind # directly above the first example, holds the
        names of the columns; without it, the first line does if no cell in it is written as a
        number. A libsvm file has none.
    comments: whether what follows " #" is a comment in every format (True), or in none (False).
    features: the columns of the features: a sequence of names and indices, or text with commas
        between them; "A..D" is a range, and a minus in front leaves a column out: "-Nr". All but
        that of the labels where none are given.
    decimal: "," for numbers such as 0,5, or "."; where semicolons stand between cells, the first
        number with a comma or a point tells.
    missing: "drop" to leave out examples in which a cell that is needed is empty, NA or the like.
    zero_based: whether the indices of a libsvm file count from 0; without it, they do if there is
        an index 0, or if a comment says so, as scikit-learn writes one.
    DataError, naming file, line and column, for what cannot be read, and, with the option that
    settles it, for what may mean two things. DataWarning for what was left out or read in a way
    that no option told, and for labels that are spelled alike.

    >>> import os
    >>> from perceptron_ref import examples
    >>> folder = os.path.dirname(examples.__file__)
    >>> D = read(os.path.join(folder, "iris.csv"), positive="setosa")
    >>> D.N, D.names[0], D.labels
    (150, 'sepal_length_cm', (None, 'setosa'))
    """
    how: dict[str, Any] = {"format": format, "label": label, "header": header, "like": like}
    how.update(comments=comments, features=features, decimal=decimal, missing=missing)
    how.update(positive=positive, zero_based=zero_based)
    if not isinstance(path, (str, bytes, os.PathLike)):
        found = f"found {describe(path)} as the file"
        raise DataError(f"{found}; expected its path; Dataset(rows, labels) takes tables")
    source = os.fsdecode(path)
    foreign.check_no_address(source)
    try:
        stream = open(source, "rb")
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise file_error(source, "read", error, "a text file") from error
    with stream:
        table = table_of(stream, source, **how)
    data = table.dataset()
    for told in (*table.notes, *table.warnings):
        import warnings

        warnings.warn(told, DataWarning, stacklevel=2)
    return data


def table_of(stream: BinaryIO, source: str, **how: Any) -> Table:
    """Read an open binary stream as `read` reads a file, its labels left as text; leave it open.

    source: the name of the stream in messages. how: `Options`.
    """
    from .delimited import read_delimited
    from .libsvm import read_libsvm

    options = Options(source=source, **how)
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline=None)
    try:
        lines = _lines(text, options)
        first = list(islice(lines, min(_LOOKED_AT, options.first or _LOOKED_AT)))
        if not first:
            told = (
                f", or that # begins no comment {say('comments', False)}" if options.passed else ""
            )
            raise refused(source, "no example", f"at least one line with features{told}")
        if options.format is None:
            cut = str if options.comments is False else rules.without_comment
            options.format = _format_of([cut(line) for _, line in first], options)
        lines = chain(first, lines)
        if options.comments or (options.comments is None and options.format in ("space", "libsvm")):
            lines = _uncommented(lines, options)
        return (read_libsvm if options.format == "libsvm" else read_delimited)(lines, options)
    except OSError as error:
        raise file_error(source, "read", error, "a text file") from error
    finally:
        text.detach()


def _format_of(lines: list[str], options: Options) -> str:
    """Return the format of a file with these first lines, without comments."""
    rules.check_enclosed(lines, options)
    foreign.check_text(options.source, lines)
    if any(map(rules.is_libsvm, lines)):
        rules.check_times(options, lines)
        return "libsvm"
    return rules.delimiter_of(lines, options)


def _uncommented(lines: Iterable[tuple[int, str]], options: Options) -> Iterator[tuple[int, str]]:
    """Yield the lines without comments; take down how many cells stand behind each #."""
    for number, line in lines:
        bare = rules.without_comment(line)
        if options.comments is None and options.format == "space":
            options.behind.add(len(line[len(bare) :].replace("#", " ").split()))
        yield number, bare


def _lines(text: TextIO, options: Options) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) for every line that is neither blank nor a comment."""
    start, last = None, -1
    for number, line in enumerate(iter(partial(text.readline, LONGEST_LINE + 1), ""), start=1):
        start = line[:100] if start is None else start
        if len(line) > LONGEST_LINE:
            found = f"a line of more than {LONGEST_LINE:,} characters"
            raise refused(f"{options.source}:{number}", found, "one example a line")
        if not line.isascii() or "\0" in line:
            line = _checked(line, number, start, options)
        if "#" in line and options.comments is not False and rules.is_comment(line):
            options.passed += [(number, line)] * (len(options.passed) < 1_000)
            continue
        line = line.rstrip("\n")
        bare = line.strip()
        if not bare or (number == 1 and line.lower() in _SEPARATORS):
            continue
        if bare[0] in _DELIMITERS and not bare.strip(_DELIMITERS):
            options.empty.append(number)
            continue
        if last == number - 1 and type(text.newlines) is tuple:
            _check_ends(text.newlines, options)
        last = number
        yield number, line


def _check_ends(ends: tuple[str, ...], options: Options) -> None:
    """Refuse carriage returns inside of lines, as `paste` leaves them.

    Behind those of \\r\\r\\n a line is blank.
    """
    if "\r" in ends:
        expected = (
            "line ends of one kind: tr -d '\\r' < FILE | perceptron-ref fit - deletes these, "
        )
        expected += "tr '\\r' '\\n' < FILE | perceptron-ref fit - makes lines of them"
        raise refused(options.source, "carriage returns beside other line ends", expected)


def _checked(line: str, number: int, start: str, options: Options) -> str:
    """Return the line without a byte order mark in front, as joined files have in the middle;
    DataError for bytes that no text has.
    """
    place = f"{options.source}:{number}"
    odd = re.search("[\0\udc80-\udcff]", line)
    if odd:
        byte = ord(odd[0]) & 0xFF
        raise foreign.not_utf_8(
            options.source, f"{place}: character {odd.start() + 1}", byte, start
        )
    if line.startswith(_BOM):
        options.note("a byte order mark in front of the line is left out", place)
        return line.lstrip(_BOM)
    return line
