"""The data of a command: read from a file, standard input or an embedded set, changed and split."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from io import BufferedReader, BytesIO, FileIO
from typing import TYPE_CHECKING, Any

from ..dataset import Dataset
from ..disk import file_error
from ..errors import DataError, StrategyError, in_one_line, quote
from ..exact.values import checked_positive
from ..examples import PREFIX, example
from ..files.options import say
from ..files.read import table_of
from ..files.table import Table
from ..plugins.options import checked_options, parse
from .parse import READING, STDIN, names_of
from .progress import Progress
from .terminal import program, remark

if TYPE_CHECKING:
    from ..files.options import Like

READ = names_of(READING)  # how a file is read


class _Told(FileIO):
    """A file that tells how far it is read."""

    def __init__(self, path: str, progress: Progress) -> None:
        super().__init__(path)
        self.progress, self.size = progress, os.fstat(self.fileno()).st_size

    def readinto(self, buffer: Any) -> int | None:
        """Read the next bytes."""
        count = super().readinto(buffer)
        if self.size:  # a device has none
            self.progress.begins(f"reading {self.name!s}, {self.tell() / self.size:.0%}")
        return count


def load(
    args: argparse.Namespace, progress: Progress, file: str | None = None, like: Like | None = None
) -> Dataset:
    """Return the examples of FILE, or of another file with the same features, as options ask.

    A warning goes to standard error if all have the same label.
    """
    return load_rows(args, progress, file, like)[0]


def load_rows(
    args: argparse.Namespace,
    progress: Progress,
    file: str | None = None,
    like: Like | None = None,
    needs_labels: bool = True,
) -> tuple[Dataset, bool, list[str] | None]:
    """Return what `load` does, whether the labels can be used, and the texts of the column that
    --id names, or None.

    needs_labels: whether it is an error if they cannot, or FILE has none.
    """
    file, ids, is_labelled = args.file if file is None else file, None, True
    progress.begins("reading standard input" if file == STDIN else f"reading {file}")
    if file.startswith(PREFIX):
        data = _embedded(args, file, like)
    else:
        table = _table(args, file, like, progress, needs_labels)
        is_labelled, ids = needs_labels or table.has_labels, table.ids
        try:
            data = table.dataset() if is_labelled else table.unlabelled
        except DataError as error:
            if needs_labels or args.positive is not None:
                raise
            if table.may_have_other_columns:
                told = f"{error}, or that other columns hold the features {say('features')}"
                raise DataError(told) from None
            data, is_labelled = table.unlabelled, False
            remark(f"warning: the labels are left out: {error}")
        for told in table.warnings:
            remark(f"warning: {told}")
        if is_labelled:
            warn_of_one_label(data, file)
        for told in table.notes:
            remark(f"note: {told}")
    try:
        return _changed(args, data, like), is_labelled, ids
    except DataError as error:
        raise DataError(f"{file}: {error}") from None


def check_nothing_waits(command: str) -> None:
    """Refuse to take an example where no FILE is named, but data wait on standard input.

    Nothing is waited for: a pipe that is open and empty, as under CI, has none.
    """
    try:
        from select import select

        descriptor = sys.stdin.fileno()
        is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        is_ready = is_file or bool(not os.isatty(descriptor) and select([descriptor], [], [], 0)[0])
        waits = is_ready and bool(sys.stdin.buffer.peek(1))  # type: ignore[union-attr]
    except (ImportError, AttributeError, OSError, ValueError):  # there is none, or no `select`
        waits = False
    if waits:
        named = f"expected the FILE to be named, as in `{program()} {command} -`"
        raise DataError(f"standard input: found data, and no FILE; {named}")


def _table(
    args: argparse.Namespace, file: str, like: Like | None, progress: Progress, labelled: bool
) -> Table:
    """Return what a file or standard input holds, its labels still as they are written."""
    how: dict[str, Any] = {option: getattr(args, option) for option in READ}
    how.update(like=like, labelled=labelled, id=args.id)
    how["first"] = None if isinstance(like, Dataset) else args.first
    if file == STDIN:
        if sys.stdin is None:
            raise DataError("standard input: cannot be read: it is closed; expected examples")
        # a program that embeds Python may put a stream of text there
        stream = getattr(sys.stdin, "buffer", None) or BytesIO(sys.stdin.read().encode())
        return table_of(stream, "standard input", **how)
    try:
        with BufferedReader(_Told(file, progress)) as stream:
            return table_of(stream, file, **how)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        from ..files.foreign import check_no_address
        from .meant import file as meant

        check_no_address(file)
        if not isinstance(error, DataError):
            error = file_error(file, "read", error, "a text file")
        raise DataError(f"{error}{meant(file)}") from None


def warn_of_one_label(data: Dataset, source: str, advice: str = "") -> None:
    """Warn if all examples have one label, as they also do if that for +1 is misspelt."""
    if len(set(data.ys)) == 1:
        none = "" if data.ys[0] > 0 else f", none being {quote(data.labels[1])}"
        remark(f"warning: {source}: all {data.N} labels mean {data.ys[0]:+d}{none}{advice}")


def _embedded(args: argparse.Namespace, file: str, like: Like | None) -> Dataset:
    for option in (*READ, "id"):
        if getattr(args, option) is not None:
            raise DataError(f"{file}: found --{option}; expected none, as it is no file")
    data = example(file)
    if like is not None and (data.d, data._names) != (like.d, like._names):
        found, expected = (in_one_line(", ".join(each.names), 200) for each in (data, like))
        raise DataError(f"{file}: found the features {found}; expected {expected}")
    return data


def _changed(args: argparse.Namespace, data: Dataset, like: Like | None) -> Dataset:
    """Return the examples as the options ask for them.

    like: the training set of which these are the test data, all of them, with its x_0; or a model,
    whose x_0 is that of the rows in their file, and so is scaled with them.
    """
    is_test = isinstance(like, Dataset)
    if like is not None and not is_test:
        data = data.with_x0(like.x0)
    if args.first is not None and not is_test and args.first != data.N:
        if args.first > data.N:
            raise DataError(f"found {data.N} examples; expected at least {args.first} (--first)")
        data = data.split(args.first)[0]
    if args.scale is not None:
        data = data.scaled_by(checked_positive("--scale", args.scale))
    x0 = like.x0 if like is not None and is_test else args.x0
    if x0 is not None:
        data = data.with_x0(x0)
    return data.normalized() if args.normalize and not is_test else data


def split(data: Dataset, text: str) -> tuple[Dataset, Dataset]:
    """Return the two sets that SIZE[:seed=S,stratified=true] stands for, see `Dataset.split`."""
    try:
        size, given = parse(text)
        options: dict[str, Any] = checked_options(data.split, given)
        return data.split(int(size) if size.isdecimal() else size, **options)
    except (StrategyError, ValueError) as error:
        raise DataError(f"--split: {error} (N or a share, as in 200 or 0.8:seed=3)") from None
