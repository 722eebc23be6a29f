"""Load examples from a file, standard input or an embedded set; change and split them."""

from __future__ import annotations

import os
from io import BufferedReader, FileIO

from ..dataset import Dataset
from ..disk import file_error
from ..errors import DataError, StrategyError, one_line_text, quote
from ..exact.checks import checked_positive
from ..exact.rationals import count_with_noun
from ..examples import PREFIX, example
from ..files.options import for_command_line, format_remedies
from ..files.read import read_table
from ..files.table import FileTable
from ..plugins.options import checked_options, parse_name_and_options
from ..type_checking import TYPE_CHECKING
from .options import with_split_example
from .progress import Progress
from .requests import DataRequest
from .standard_input import STDIN, open_standard_input
from .terminal import print_note, print_to_stderr

if TYPE_CHECKING:
    from typing import Any

    from ..files.options import Like


class _ProgressFile(FileIO):
    """A file that reports to `progress` what share of it has been read."""

    def __init__(self, path: str, progress: Progress) -> None:
        super().__init__(path)
        self.progress, self.size = progress, os.fstat(self.fileno()).st_size

    def readinto(self, buffer: Any) -> int | None:
        """Read the next bytes."""
        count = super().readinto(buffer)
        if self.size:  # a device has no size
            self.progress.begin_stage(f"reading {self.name!s}, {self.tell() / self.size:.0%}")
        return count


class FileContents:
    """The contents of a file of examples.

    Attributes:
        data: The examples.
        has_labels: Whether the examples have usable labels; if not, all of `data.ys` are +1.
        ids: The texts of the column that --id names, or None without --id.
        has_decimal_commas: Whether the file separates cells with semicolons, and numbers may have
            decimal commas.
    """

    data: Dataset
    has_labels: bool
    ids: list[str] | None
    has_decimal_commas: bool

    def __init__(
        self, data: Dataset, has_labels: bool, ids: list[str] | None, has_decimal_commas: bool
    ) -> None:
        self.data, self.has_labels, self.ids = data, has_labels, ids
        self.has_decimal_commas = has_decimal_commas


def load_data(request: DataRequest, progress: Progress, like: Like | None = None) -> Dataset:
    """Return the examples, changed as requested; warn if all labels of a file are the same.

    Args:
        request: The file, how to read it, and the changes to make.
        progress: It shows what share of the file has been read. Its time limit starts afterwards.
        like: A training set or a model whose features the file must have; None for any features.
    """
    return load_contents(request, progress, like).data


def load_contents(
    request: DataRequest,
    progress: Progress,
    like: Like | None = None,
    needs_labels: bool = True,
) -> FileContents:
    """Return the examples as `load_data` does, with the other contents of their file.

    If labels are not needed and not usable, each label is +1.

    Args:
        request: See `load_data`.
        progress: See `load_data`.
        like: See `load_data`.
        needs_labels: Whether missing or unusable labels are an error. If not, unusable labels are
            an error only if --positive is given, or if their column may hold other data.
    """
    file, ids, has_labels, has_decimal_commas = request.file, None, True, False
    progress.begin_stage("reading standard input" if file == STDIN else f"reading {file}")
    if file.startswith(PREFIX):
        data = _load_example(request, like)
    else:
        table = _read_table(request, like, progress, needs_labels)
        has_labels, ids = needs_labels or table.has_labels, table.ids
        has_decimal_commas = table.options.format == "semicolon" and table.options.decimal != "."
        try:
            data = table.build_dataset() if has_labels else table.unlabelled
        except DataError as error:
            if needs_labels or request.reading.positive is not None:
                raise
            if table.label_column_may_hold_other_data:
                columns = table.columns
                # the label column is matched by position, so both exist
                assert columns is not None and columns.label is not None
                leave_out = columns.option_to_leave_out([columns.label])
                remedy = format_remedies(
                    f"If it holds other data here, leave it out with {leave_out}"
                )
                reason = "because this column held the labels in the data of the model"
                raise DataError(f"{error}, {reason}{remedy}") from None
            data, has_labels = table.unlabelled, False
            print_to_stderr(f"warning: the labels are not used: {for_command_line(str(error))}")
        for warning in table.warnings:
            print_to_stderr(f"warning: {for_command_line(warning)}")
        if has_labels:
            warn_of_one_label(data, file)
        for note in table.notes:
            print_note(for_command_line(note))
    try:
        data = _apply_changes(request, data, like)
        progress.start_time_limit()
        return FileContents(data, has_labels, ids, has_decimal_commas)
    except DataError as error:
        raise DataError(f"{file}: {error}") from None


def _read_table(
    request: DataRequest, like: Like | None, progress: Progress, needs_labels: bool
) -> FileTable:
    """Return the table of a file or of standard input, with its labels as text."""
    file = request.file
    options: dict[str, Any] = {**vars(request.reading), "like": like}
    options["labels_required"] = needs_labels
    options["first"] = None if isinstance(like, Dataset) else request.first
    if file == STDIN:
        return read_table(open_standard_input(), "standard input", **options)
    try:
        with BufferedReader(_ProgressFile(file, progress)) as stream:
            return read_table(stream, file, **options)
    except (OSError, ValueError) as error:  # ValueError: a DataError, or an impossible path
        from ..files.unsupported_formats import check_not_url
        from .hints import strategy_as_file_message, unreadable_file_hint

        check_not_url(file)
        if message := strategy_as_file_message(file):
            raise DataError(message) from None
        if not isinstance(error, DataError):
            error = file_error(file, "read", error, "the path of a text file")
        raise DataError(f"{error}{unreadable_file_hint(file)}") from None


def warn_of_one_label(data: Dataset, source: str) -> None:
    """Warn if all examples have the same label, for example because --positive is misspelt."""
    if len(set(data.ys)) == 1:
        reason = "" if data.ys[0] > 0 else f", because none of them is {quote(data.labels[1])}"
        subject = f"all {data.N:,} labels mean" if data.N > 1 else "the only label means"
        print_to_stderr(f"warning: {source}: {subject} {data.ys[0]:+d}{reason}")


def _load_example(request: DataRequest, like: Like | None) -> Dataset:
    """Return an embedded set; refuse reading options, and features unlike those of `like`."""
    file = request.file
    for option, value in vars(request.reading).items():
        if value is not None:
            flag = "no-" * (value is False) + option.replace("_", "-")
            if request.is_default:
                raise DataError(
                    f"found --{flag}, but no FILE; expected the name of a file, because --{flag} "
                    "applies only to files"
                )
            remedy = "Leave out this option, which applies only to files"
            if option == "features":
                name = file[len(PREFIX) :]
                path = f"{name.partition(':')[0]}.csv"
                remedy += f", or write the set to a file with `examples {name} > {path}`"
            raise DataError(f"{file}: found --{flag} for an embedded data set. {remedy}")
    data = example(file)
    if like is not None and (data.d, data._names) != (like.d, like._names):
        actual, expected = (one_line_text(", ".join(source.names), 200) for source in (data, like))
        owner = "training set" if isinstance(like, Dataset) else "model"
        raise DataError(
            f"{file}: found the features {actual}; expected those of the {owner}: {expected}"
        )
    return data


def _apply_changes(request: DataRequest, data: Dataset, like: Like | None) -> Dataset:
    """Return the examples, changed as requested.

    Args:
        request: The changes.
        data: The examples.
        like: A training set or a model, or None. If it is a training set, the examples are test
            data: `first`, `x0` and `normalize` are ignored, and x_0 is the training set's. If it is
            a model, the rows first get its x_0, which is then scaled with them.
    """
    is_test, first = isinstance(like, Dataset), request.first
    if like is not None and not is_test:
        data = data.with_x0(like.x0)
    if first is not None and not is_test and first != data.N:
        if first > data.N:
            count = count_with_noun(data.N, "example")
            raise DataError(
                f"found {count}; expected at least {first:,}, because of --first {first}. Use a "
                "smaller number, or leave out --first"
            )
        data = data.split(first)[0]
    if request.scale is not None:
        data = data.scaled_by(checked_positive("--scale", request.scale))
    x0 = like.x0 if like is not None and is_test else request.x0
    if x0 is not None:
        data = data.with_x0(x0)
    return data.normalized() if request.normalize and not is_test else data


def split_by_option(data: Dataset, text: str) -> tuple[Dataset, Dataset]:
    """Split a set as SIZE[:seed=S,stratified=true] says; see `Dataset.split`."""
    try:
        size, option_texts = parse_name_and_options(text)
        options: dict[str, Any] = checked_options(data.split, option_texts)
        return data.split(int(size) if size.isdecimal() else size, **options)
    except (StrategyError, ValueError) as error:
        raise DataError(f"--split: {with_split_example(error)}") from None
