"""Read text files as a `Dataset`: detect the format, keep numbers exact, name the place of errors.

A place is file:line: column, where lines and columns count from 1 as in editors.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, BinaryIO

from ..disk import file_error
from ..errors import DataError, DataWarning
from . import rules
from .lines import DataLines
from .options import Options, data_error, no_comments_remedy

if TYPE_CHECKING:
    from ..dataset import Dataset
    from .options import Column, Features, Like
    from .table import FileTable

__all__ = ["read"]

_FIRST_LINES = 10  # lines, to recognise the format
_SIGNS_OF_OTHER_FORMATS = frozenset("@{[(<%|\\ ")  # such as JSON: texts in them have one of these


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
        path: A UTF-8 file with one example a line, with or without a header. Blank lines and lines
            that start with # are skipped; with "space" and "libsvm" also what follows " #".
        format: "csv", "tsv", "semicolon", "space" (any white space) or "libsvm" (`+1 1:0.5 3:2`,
            indices from 1). The default is the format of the delimiter that occurs equally often in
            the first lines.
        label: The column of the labels, by name or by index from 0. The default is the last column
            that is not left out.
        positive: The label that means +1; any other means -1. Without it the labels must be numbers
            of two values: the larger is +1. If all labels are equal, they are +1 if they are
            positive.
        like: A Dataset or a Hypothesis that the file must agree with, in its features and in its
            labels. If the file has a header, features are matched by name. The examples get the x_0
            of `like`.
        header: True if the first line, or one after # directly above the first example, holds the
            names of the columns. The default is True if no cell in the first line is written as a
            number. A libsvm file has no header.
        comments: True if " #" begins a comment in every format, False if it never does.
        features: The columns of the features: a sequence of names and indices, or text with commas
            between them. "A..D" is a range; a minus in front leaves a column out: "-Nr". The
            default is every column except that of the labels.
        decimal: "," for numbers such as 0,5, or ".". If semicolons separate cells, the first
            number with a comma or a point decides.
        missing: "drop" leaves out examples with a cell that is needed and is empty, NA or the like.
        zero_based: True if the indices of a libsvm file count from 0. The default is True if there
            is an index 0, or if a comment says so, as scikit-learn writes one.

    Raises:
        DataError: If something cannot be read, or may mean two things. The message names file, line
            and column, and the option that settles the question.

    Warns:
        DataWarning: If something was left out, or read in a way that no option asked for, or if
            labels are spelled alike.

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
        # here, because reading a file does not need it
        from ..exact.frames import describe_value

        raise DataError(
            f"found {describe_value(path)} as the file; expected its path; "
            "Dataset(rows, labels) takes tables"
        )
    source = os.fsdecode(path)
    if "://" in source:
        from .unsupported_formats import check_not_url

        check_not_url(source)
    try:
        stream = open(source, "rb")
    except (OSError, ValueError) as error:  # ValueError: an impossible file name
        raise file_error(source, "read", error, "a text file") from error
    with stream:
        table = read_table(stream, source, **how)
    data = table.build_dataset()
    for text in (*table.notes, *table.warnings):
        import warnings

        warnings.warn(text, DataWarning, stacklevel=2)
    return data


def read_table(stream: BinaryIO, source: str, **how: Any) -> FileTable:
    """Read an open binary stream as `read` reads a file, but leave its labels as text.

    Args:
        stream: The stream, which stays open.
        source: The name of the stream in messages.
        how: See `Options`.
    """
    options = Options(source=source, **how)
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="surrogateescape", newline=None)
    try:
        data_lines = DataLines(text, options)
        lines = iter(data_lines)
        first = list(islice(lines, min(_FIRST_LINES, options.first or _FIRST_LINES)))
        if not first:
            expected = "at least one line with features"
            raise data_error(source, "no example", expected, no_comments_remedy(options))
        options.first_line = first[0][0]
        if options.format is None:
            cut = str if options.comments is False else rules.without_comment
            options.format = _detect_format([cut(line) for _, line in first], options)
        lines = chain(first, lines)
        if options.comments or (options.comments is None and options.format in ("space", "libsvm")):
            lines = _strip_comments(lines, options)
        if options.format == "libsvm":
            from .libsvm import read_libsvm  # here, because a file needs only one of the two

            return read_libsvm(lines, options)
        from .delimited import read_delimited

        return read_delimited(lines, options, data_lines)
    except OSError as error:
        raise file_error(source, "read", error, "a text file") from error
    finally:
        text.detach()


def _detect_format(lines: list[str], options: Options) -> str:
    """Return the format of a file with these first lines, without comments."""
    rules.check_no_brackets_around_lines(lines, options)
    if not _SIGNS_OF_OTHER_FORMATS.isdisjoint("".join(lines)):
        # here, because most tables have none of these characters
        from .unsupported_formats import check_is_text_table

        check_is_text_table(options.source, lines)
    if any(map(rules.is_libsvm, lines)):
        rules.check_pairs_are_no_clock_times(options, lines)
        return "libsvm"
    return rules.delimiter_of(lines, options)


def _strip_comments(
    lines: Iterable[tuple[int, str]], options: Options
) -> Iterator[tuple[int, str]]:
    """Yield the lines without comments; note the number of cells after each #."""
    for number, line in lines:
        bare = rules.without_comment(line)
        if options.comments is None and options.format == "space":
            options.cell_counts_after_hash.add(len(line[len(bare) :].replace("#", " ").split()))
        yield number, bare
