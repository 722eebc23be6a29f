"""Read a text file as a `Dataset`: detect the format, keep numbers exact, locate errors.

A location is file:line: column. Lines and columns count from 1, as in editors.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from ..disk import file_error
from ..errors import DataError, DataWarning
from ..type_checking import TYPE_CHECKING
from . import rules
from .lines import DataLines
from .options import (
    Options,
    data_error,
    for_python,
    remedies_for_comment_lines,
    with_name_of_file,
)

if TYPE_CHECKING:
    from typing import Any, BinaryIO

    from ..dataset import Dataset
    from .options import Column, Features, Like
    from .table import FileTable

__all__ = ["read"]

_SAMPLE_LINES = 10  # the first lines with data, from which the format is detected
_FOREIGN_FORMAT_CHARACTERS = frozenset(
    "@{[(<%|\\ "
)  # JSON and similar formats contain one of these


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

    Args:
        path: A UTF-8 file, one example per line, with or without a header. Blank lines and lines
            that begin with # are skipped. With "space" and "libsvm", " #" begins a comment, too.
        format: "csv", "tsv", "semicolon", "space" (any white space) or "libsvm" (`+1 1:0.5 3:2`,
            indices from 1). The default is the format of the delimiter that occurs the same number
            of times in each of the first lines.
        label: The label column, as a name or an index from 0. The default is the last column that
            is not left out.
        positive: The label that means +1; all other labels mean -1. Without this option the labels
            must be at most two different numbers, and the larger number means +1. A single number
            means +1 if it is positive, else -1.
        like: A Dataset or a Hypothesis with which the features and the labels of the file must
            agree. If both have names, features are matched by name. The examples get the x_0 of
            `like`.
        header: True if the first line, or a comment above the first example, holds the names of the
            columns. The default is True if no cell in the first line looks like a number. A libsvm
            file has no header.
        comments: True if # and " #" begin a comment in every format, False if they never do.
        features: The columns of the features: a sequence of names and indices, or text with commas
            between them. "A..D" is a range. A minus leaves a column out, as in "-Nr". The default
            is every column except the label column.
        decimal: "," for numbers such as 0,5, or ".". By default points are decimal. If semicolons
            separate the cells, the first number with a comma or a point decides.
        missing: "drop" leaves out an example if its label, or one of its features, is empty, NA or
            the like.
        zero_based: True if the indices of a libsvm file count from 0. The default is True if an
            index is 0, or if a comment says so, as in a file of scikit-learn.

    Raises:
        DataError: If something cannot be read, or may mean two things. The message names the file,
            the line and the column, and the option that answers the question.

    Warns:
        DataWarning: If something was left out, or was read in a way that no option asked for, or if
            a label for -1 looks like the label for +1.

    >>> import os
    >>> from perceptron_ref import examples
    >>> folder = os.path.dirname(examples.__file__)
    >>> D = read(os.path.join(folder, "iris.csv"), positive="setosa")
    >>> D.N, D.names[0], D.labels
    (150, 'sepal_length_cm', (None, 'setosa'))
    """
    options: dict[str, Any] = {"format": format, "label": label, "header": header, "like": like}
    options.update(comments=comments, features=features, decimal=decimal, missing=missing)
    options.update(positive=positive, zero_based=zero_based)
    if not isinstance(path, (str, bytes, os.PathLike)):
        from ..exact.frames import describe_value  # here, because only this error needs it

        raise DataError(
            f"found {describe_value(path)} as the file; expected the path of a file. "
            + (
                "Pass the path itself, not the open file"
                if hasattr(path, "read")
                else "If it is a table, use Dataset(rows, labels)"
            )
        )
    source = os.fsdecode(path)
    if "://" in source:
        from .unsupported_formats import check_not_url

        check_not_url(source)
    try:
        stream = open(source, "rb")
    except (OSError, ValueError) as error:  # ValueError: not a possible file name
        raise file_error(source, "read", error, "the path of a text file") from error
    try:
        with stream:
            table = read_table(stream, source, **options)
        data = table.build_dataset()
    except DataError as error:
        error.args = (for_python(str(error)),)
        raise
    for text in (*table.notes, *table.warnings):
        import warnings

        warnings.warn(for_python(text), DataWarning, stacklevel=2)
    return data


def read_table(stream: BinaryIO, source: str, **read_options: Any) -> FileTable:
    """Read an open binary stream as `read` reads a file, but leave its labels as texts.

    Args:
        stream: The stream, which stays open.
        source: The name of the stream in messages.
        read_options: See `Options`.

    Raises:
        DataError: See `read`.
    """
    options = Options(source=source, **read_options)
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="surrogateescape", newline=None)
    try:
        data_lines = DataLines(text, options)
        lines = iter(data_lines)
        first_lines = list(islice(lines, min(_SAMPLE_LINES, options.first or _SAMPLE_LINES)))
        if not first_lines:
            expected = "at least one line with features"
            raise data_error(source, "no example", expected, *remedies_for_comment_lines(options))
        options.first_line_number = first_lines[0][0]
        if options.format is None:
            strip = str if options.comments is False else rules.without_comment
            options.format = _detect_format([strip(line) for _, line in first_lines], options)
        lines = chain(first_lines, lines)
        if options.comments or (options.comments is None and options.format in ("space", "libsvm")):
            lines = _strip_comments(lines, options)
        if options.format == "libsvm":
            from .libsvm import read_libsvm  # here, because a file needs only one of two readers

            return read_libsvm(lines, options)
        from .delimited import read_delimited

        return read_delimited(lines, options, data_lines)
    except DataError as error:
        error.args = (with_name_of_file(str(error), source),)
        raise
    except OSError as error:
        raise file_error(source, "read", error, "the path of a text file") from error
    finally:
        text.detach()


def _detect_format(lines: list[str], options: Options) -> str:
    """Return the format of a file from its first lines, whose comments are stripped."""
    rules.check_no_brackets_around_lines(lines, options)
    if not _FOREIGN_FORMAT_CHARACTERS.isdisjoint("".join(lines)):
        from .unsupported_formats import check_is_text_table  # here, because it may not be needed

        check_is_text_table(options.source, lines)
    rules.check_no_other_comment_marker(lines[0], options)
    rules.check_no_single_quotes(lines, options)
    if any(map(rules.is_libsvm, lines)):
        rules.check_pairs_are_not_clock_times(options, lines)
        return "libsvm"
    return rules.detect_delimited_format(lines, options)


def _strip_comments(
    lines: Iterable[tuple[int, str]], options: Options
) -> Iterator[tuple[int, str]]:
    """Yield the lines without comments.

    In the format "space" also record the number of cells after the # of each line.
    """
    for line_number, line in lines:
        data = rules.without_comment(line)
        if options.comments is None and options.format == "space":
            comment = line[len(data) :].replace("#", " ")
            options.cell_counts_after_hash.add(len(comment.split()))
        yield line_number, data
