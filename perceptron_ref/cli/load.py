"""The data of a command, from a file, standard input or an embedded set, and warnings."""

from __future__ import annotations

import os
import sys

from ..dataset import Dataset
from ..errors import DataError, shown
from ..exact.rationals import is_number
from ..exact.sparse import product
from ..examples import PREFIX, example
from ..files.read import read_table, table_of
from .change import changed
from .parse import STDIN
from .terminal import remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..files.like import Like
    from ..files.table import Table
    from ..hypothesis import Hypothesis
    from .progress import Progress

_LARGE, _HUGE = 1 << 20, 1 << 26  # bytes that take about a quarter of a second, and ten seconds
_MOST_NAMES = 8  # in a message

READING = (
    "label",
    "positive",
    "format",
    "header",
    "comments",
    "features",
    "decimal",
    "missing",
)


def load(
    args: argparse.Namespace,
    file: str | None = None,
    like: Like | None = None,
    progress: Progress | None = None,
) -> Dataset:
    """Return the examples of FILE, or of another file with the same features, as options ask.

    A warning goes to standard error if all have the same label. progress: told before a long one.
    """
    file = args.file if file is None else file
    if progress is not None:
        tell(progress, file)
    if file.startswith(PREFIX):
        data = _embedded(args, file)
    else:
        table = _table(args, file, like)
        data = table.dataset(args.positive, like)
        _tell_of(table)
        _warn_of_other_spellings(file, table, _positive(args, like))
    if like is not None and (data.d, data._names) != (like.d, like._names):
        found, expected = _some(data.names), _some(like.names)
        raise DataError(f"{file}: found the features {found}; expected {expected}")
    _warn_of_one_class(file, data)
    try:
        data = changed(args, data, like)
    except DataError as error:
        raise DataError(f"{file}: {error}") from None
    _warn_of_zeros(file, data)
    return data


def tell(progress: Progress, file: str) -> None:
    """Tell that a file is being read, or a set made, where that may take long."""
    if file.startswith(PREFIX):
        if ":" in file[len(PREFIX) :]:
            progress.announces(f"making {file}")
    elif file == STDIN:
        progress.announces("reading standard input")
    elif os.path.isfile(file) and os.path.getsize(file) >= _LARGE:
        progress.announces(f"reading {file}", os.path.getsize(file) >= _HUGE)


def load_for(h: Hypothesis, args: argparse.Namespace) -> Asked:
    """Return the examples of FILE for a model to answer; --id names a column to be repeated."""
    if args.file.startswith(PREFIX):
        if args.id is not None:
            raise DataError(f"{args.file}: found --id; expected none, as its rows have no names")
        return Asked(load(args, like=h), True)
    table = _table(args, args.file, h, labelled=False)
    has_labels = table.holds_labels(args.positive, h)
    _tell_of(table)
    if not has_labels:
        return Asked(table.unlabelled(), False, table)
    try:
        data = table.dataset(args.positive, h)
    except DataError as error:
        if args.positive is not None:
            raise
        _warn(f"the labels are left out: {error}")
        return Asked(table.unlabelled(), False, table)
    _warn_of_other_spellings(args.file, table, _positive(args, h))
    _warn_of_one_class(args.file, data)
    return Asked(data, True, table)


class Asked:
    """Examples for a model to answer.

    are_labelled: whether their labels can be used. ids: the texts of the column that --id names, or
    None.
    """

    def __init__(self, data: Dataset, are_labelled: bool, table: Table | None = None) -> None:
        self.data, self.are_labelled = data, are_labelled
        self.ids = None if table is None else table.ids


def _table(args: argparse.Namespace, file: str, like: Like | None, labelled: bool = True) -> Table:
    """Return what a file or standard input holds, its labels still as they are written."""
    if file != STDIN and not os.path.lexists(file):
        from .meant import file as meant

        problem = "cannot be read: No such file or directory; expected a text file"
        raise DataError(f"{file}: {problem}{meant(file)}")
    if file.endswith(".py"):
        from .meant import file as meant

        raise DataError(f"{file}: found a file of Python; expected one of data{meant(file)}")
    how: dict[str, Any] = {option: getattr(args, option) for option in READING}
    del how["positive"]
    how.update(like=like, labelled=labelled, id=getattr(args, "id", None))
    how["first"] = None if isinstance(like, Dataset) else getattr(args, "first", None)
    return read_table(file, **how) if file != STDIN else _standard_input(how)


def _tell_of(table: Table) -> None:
    """Say what was left out of a file, and what may mean something else."""
    for note in table.notes:
        remark(f"note: {note}")
    for doubt in table.doubts():
        _warn(doubt)


def _standard_input(how: dict[str, Any]) -> Table:
    if sys.stdin is None:
        raise DataError("standard input: cannot be read: it is closed; expected examples")
    return table_of(sys.stdin.buffer, "standard input", **how)


def _embedded(args: argparse.Namespace, file: str) -> Dataset:
    for option in READING:
        if getattr(args, option) is not None:
            raise DataError(
                f"{file}: found --{option}; expected none, as an embedded set brings its own labels"
            )
    return example(file)


def _positive(args: argparse.Namespace, like: Like | None) -> str | None:
    """Return the label that alone means +1, as somebody said or a model has it, or None."""
    if args.positive is not None or like is None or like.labels[0] is not None:
        positive: str | None = args.positive
        return positive
    return like.labels[1]


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:_MOST_NAMES]) + (", ..." if len(names) > _MOST_NAMES else "")


def _warn_of_one_class(file: str, data: Dataset) -> None:
    """Warn if all labels mean the same, as they also do if the one for +1 is misspelt."""
    if len(set(data.ys)) == 1:
        none = "" if data.ys[0] > 0 else f", none being {shown(data.labels[1])}"
        _warn(f"{file}: all {data.N} labels mean {data.ys[0]:+d}{none}")


def _warn_of_zeros(file: str, data: Dataset) -> None:
    """Warn if an x_n is 0, as it may be with x_0 = 0: its score is 0 for any weights."""
    lengths = [1] if data.x0 else [product(x, x) for x in data.rows]
    if 0 in lengths:
        _warn(f"{file}: example {lengths.index(0)}: x_n = 0, as x_0 = 0: w . x_n is 0 for every w")


def _warn_of_other_spellings(file: str, table: Table, positive: str | None) -> None:
    """Warn if a label that means -1 is the one for +1 in other letters, "Yes" beside "yes"."""
    if positive is None or table.found is None or is_number(positive):
        return
    texts = dict.fromkeys(table.found.texts)
    others = [text for text in texts if text != positive and text.casefold() == positive.casefold()]
    if others:
        _warn(f"{file}: the label {shown(others[0])} means -1; only {shown(positive)} means +1")


def _warn(text: str) -> None:
    remark(f"warning: {text}")
