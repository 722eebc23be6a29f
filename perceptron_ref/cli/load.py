"""The data of a command, from a file, standard input or an embedded set, and warnings."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from io import BufferedReader, FileIO

from ..dataset import Dataset
from ..errors import DataError, shown
from ..exact.rationals import is_number
from ..examples import PREFIX, example
from ..files.read import read_table, table_of
from ..files.table import Table
from ..hypothesis import Hypothesis
from .change import changed
from .parse import READING, STDIN, names_of
from .progress import Progress
from .terminal import program, remark
from .text import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..files.options import Like

READ = names_of(READING)  # how a file is read


class _Told(FileIO):
    """A file that tells how far it is read."""

    progress: Progress | None = None

    def readinto(self, buffer: Any) -> int | None:
        """Read the next bytes."""
        count = super().readinto(buffer)
        size = os.fstat(self.fileno()).st_size
        if self.progress is not None and size:
            share = f"{self.tell() / size:.0%}"
            self.progress.begins(f"reading {self.name!s}, {share}")
        return count


def load(
    args: argparse.Namespace, progress: Progress, file: str | None = None, like: Like | None = None
) -> Dataset:
    """Return the examples of FILE, or of another file with the same features, as options ask.

    A warning goes to standard error if all have the same label.
    """
    file = args.file if file is None else file
    _tell(progress, file)
    if file.startswith(PREFIX):
        data = _embedded(args, file, like)
    else:
        table = _table(args, file, like, progress)
        data = _labelled(args, file, table, like)
        _tell_of(table)
    try:
        return changed(args, data, like)
    except DataError as error:
        raise DataError(f"{file}: {error}") from None


def load_for(
    h: Hypothesis, args: argparse.Namespace, progress: Progress
) -> tuple[Dataset, bool, list[str] | None]:
    """Return the examples of FILE for a model to answer, whether their labels can be used, and the
    texts of the column that --id names, or None.
    """
    _tell(progress, args.file)
    if args.file.startswith(PREFIX):
        if args.id is not None:
            raise DataError(f"{args.file}: found --id; expected none, as its rows have no names")
        return _embedded(args, args.file, h), True, None
    table = _table(args, args.file, h, progress, labelled=False)
    _tell_of(table)
    if table.found is not None:
        try:
            return _labelled(args, args.file, table, h), True, table.ids
        except DataError as error:
            if args.positive is not None:
                raise
            _warn(f"the labels are left out: {error}")
    return table.unlabelled(), False, table.ids


def _tell(progress: Progress, file: str) -> None:
    """Tell that a file is being read, which may take long, as may a set that is made to order."""
    if not file.startswith(PREFIX) or ":" in file[len(PREFIX) :]:
        progress.begins("reading standard input" if file == STDIN else f"reading {file}")


def check_nothing_waits(command: str) -> None:
    """Refuse to take an example where no FILE is named, but data wait on standard input.

    Nothing is waited for: a pipe that is open and empty, as under CI, has none.
    """
    from select import select

    try:
        descriptor = sys.stdin.fileno()
        is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        is_ready = is_file or bool(not os.isatty(descriptor) and select([descriptor], [], [], 0)[0])
        waits = is_ready and bool(sys.stdin.buffer.peek(1))  # type: ignore[union-attr]
    except (AttributeError, OSError, ValueError):  # there is none, or no `select` for it
        waits = False
    if waits:
        raise DataError(
            "standard input: found data, and no FILE; expected the FILE to be named, "
            f"- for standard input, as in `{program()} {command} -`"
        )


def _table(
    args: argparse.Namespace,
    file: str,
    like: Like | None,
    progress: Progress,
    labelled: bool = True,
) -> Table:
    """Return what a file or standard input holds, its labels still as they are written."""
    how: dict[str, Any] = {option: getattr(args, option) for option in READ}
    del how["positive"]
    how.update(like=like, labelled=labelled, id=getattr(args, "id", None))
    how["first"] = None if isinstance(like, Dataset) else getattr(args, "first", None)
    if file == STDIN:
        if sys.stdin is None:
            raise DataError("standard input: cannot be read: it is closed; expected examples")
        return table_of(sys.stdin.buffer, "standard input", **how)
    problem = "" if os.path.lexists(file) else "cannot be read: No such file or directory"
    if file.endswith(".py"):
        problem = problem or "found a file of Python"
    if problem:
        from .meant import file as meant

        raise DataError(f"{file}: {problem}; expected a text file{meant(file)}")
    try:
        stream = _Told(file)
    except (OSError, ValueError):
        return read_table(file, **how)  # which says why it cannot be read
    stream.progress = progress
    with BufferedReader(stream) as buffered:
        return table_of(buffered, file, **how)


def _labelled(args: argparse.Namespace, file: str, table: Table, like: Like | None) -> Dataset:
    """Return the examples of a table; warn of labels that may be misspelt, "Yes" beside "yes"."""
    data = table.dataset(args.positive)
    positive = args.positive
    if positive is None and like is not None and like.labels[0] is None:
        positive = like.labels[1]  # which alone means +1
    if positive is not None and table.found is not None and not is_number(positive):
        for text in dict.fromkeys(table.found.texts):
            if text != positive and text.casefold() == positive.casefold():
                meaning = f"means -1; only {shown(positive)} means +1"
                _warn(f"{file}: the label {shown(text)} {meaning}")
    if len(set(data.ys)) == 1:  # as they also do if the one for +1 is misspelt
        none = "" if data.ys[0] > 0 else f", none being {shown(data.labels[1])}"
        _warn(f"{file}: all {data.N} labels mean {data.ys[0]:+d}{none}")
    return data


def _tell_of(table: Table) -> None:
    """Say what was left out of a file, and what may mean something else."""
    for note in table.notes:
        remark(f"note: {note}")
    for doubt in table.doubts():
        _warn(doubt)


def _embedded(args: argparse.Namespace, file: str, like: Like | None) -> Dataset:
    for option in READ:
        if getattr(args, option) is not None:
            raise DataError(
                f"{file}: found --{option}; expected none, as an embedded set brings its own labels"
            )
    data = example(file)
    if like is not None and (data.d, data._names) != (like.d, like._names):
        found, expected = (printable(", ".join(each.names), 200) for each in (data, like))
        raise DataError(f"{file}: found the features {found}; expected {expected}")
    return data


def _warn(text: str) -> None:
    remark(f"warning: {text}")
