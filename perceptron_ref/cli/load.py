"""The data of a command, from a file, standard input or an embedded set, and warnings."""

from __future__ import annotations

import os
import sys

from ..errors import DataError, shown
from ..exact.rationals import is_number
from ..examples import PREFIX, example
from ..files.read import read_table, table_of
from ..plugins.notation import parse
from .parse import STDIN
from .terminal import remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..dataset import Dataset
    from ..files.table import Like, Table
    from ..hypothesis import Hypothesis
    from .progress import Progress

_LARGE, _HUGE = 1 << 20, 1 << 26  # bytes that take about a quarter of a second, and ten seconds
_MOST_NAMES = 8  # in a message

READING = ("label", "positive", "format", "header", "comments")


def load(
    args: argparse.Namespace,
    file: str | None = None,
    like: Like | None = None,
    progress: Progress | None = None,
) -> Dataset:
    """Return the examples of FILE, or of another file with the same features.

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
        _warn_of_other_spellings(file, table, args.positive)
    if like is not None and (data.d, data._names) != (like.d, like._names):
        found, expected = _some(data.names), _some(like.names)
        raise DataError(f"{file}: found the features {found}; expected {expected}")
    _warn_of_one_class(file, data)
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


def load_for(h: Hypothesis, args: argparse.Namespace) -> tuple[Dataset, bool]:
    """Return the examples of FILE for a model to answer, and whether their labels can be used."""
    if args.file.startswith(PREFIX):
        return load(args, like=h), True
    table = _table(args, args.file, h, labelled=False)
    if table.found is None:
        return table.unlabelled(), False
    try:
        data = table.dataset(args.positive, h)
    except DataError as error:
        if args.positive is not None:
            raise
        _warn(f"the labels are left out: {error}")
        return table.unlabelled(), False
    _warn_of_one_class(args.file, data)
    return data, True


def _table(args: argparse.Namespace, file: str, like: Like | None, labelled: bool = True) -> Table:
    """Return what a file or standard input holds, its labels still as they are written."""
    how: dict[str, Any] = {option: getattr(args, option) for option in READING}
    positive = how.pop("positive")
    how.update(like=like, labelled=labelled)
    table = read_table(file, **how) if file != STDIN else _standard_input(how)
    for doubt in table.doubts(positive):
        _warn(doubt)
    return table


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
    name, options = parse(file[len(PREFIX) :])
    return example(name, **options)


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:_MOST_NAMES]) + (", ..." if len(names) > _MOST_NAMES else "")


def _warn_of_one_class(file: str, data: Dataset) -> None:
    """Warn if all labels mean the same, as they also do if the one for +1 is misspelt."""
    if len(set(data.ys)) == 1:
        none = "" if data.ys[0] > 0 else f", none being {shown(data.labels[1])}"
        _warn(f"{file}: all {data.N} labels mean {data.ys[0]:+d}{none}")


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
