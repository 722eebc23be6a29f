"""The files that a command writes: check their paths before the computation, then write them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain

from ..disk import check_writable
from ..errors import DataError
from ..exact.rationals import rational
from ..files.spreadsheets import write_table
from ..hypothesis import Hypothesis
from ..type_checking import TYPE_CHECKING
from .requests import DataRequest, UsageError
from .standard_input import STDIN

if TYPE_CHECKING:
    from ..drawing import Picture

SEMICOLON_REMARK = (
    ", with semicolons and decimal commas, because a file of examples has semicolons and no "
    "decimal points"
)
ROUNDING_REMARK = " (fractions, if any, are rounded; `--trace --json` prints them exactly)"


def check_output_path(
    option: str, path: str | None, *inputs: str | None, force: bool, stdout_remedy: str = ""
) -> None:
    """Refuse a path that must not or cannot be written.

    An empty name, "-", an input file and an existing file without --force must not be written; nor
    may --csv write a workbook, or --draw and -o a format that `svg_converter` refuses.

    Args:
        option: The option that names the path.
        path: The path, or None if the option is not given.
        inputs: The files that the command reads.
        force: Whether to replace an existing file. --save replaces a saved model in any case.
        stdout_remedy: How to write to standard output instead: the end of a message, or "".

    Raises:
        UsageError: If the path must not be written.
        DataError: If the path cannot be written.
    """
    if path is None:
        return
    if not path:
        raise UsageError(f"{option}: found an empty name; expected the name of a file")
    if path == STDIN:
        raise UsageError(
            f"{option}: found '{STDIN}', which means standard output; expected the name of a file"
            f"{stdout_remedy}"
        )
    if option == "--csv" and path.lower().endswith((".xls", ".xlsx", ".ods")):
        raise UsageError(
            f"--csv {path}: found the name of a workbook; expected the name of a text file, such "
            "as table.csv"
        )
    for file in filter(None, inputs):
        with suppress(OSError, ValueError):  # one of the two does not exist
            if os.path.samefile(path, file):
                raise UsageError(
                    f"{option} {path} would replace a file that this command reads; expected "
                    "another name"
                )
    would_replace = os.path.isfile(path) and not (option == "--save" and is_saved_model(path))
    if would_replace and not force:
        raise UsageError(f"{option} {path} would replace an existing file; --force allows this")
    check_writable(path)
    if option in ("--draw", "-o"):
        from ..drawing.picture import svg_converter

        try:
            svg_converter(path)
        except DataError as error:
            raise UsageError(f"{option} {error}") from None


@contextmanager
def naming_unwritten_files(*paths: str | None, unless: Sequence[object] = ()) -> Iterator[None]:
    """Say in the message after Ctrl-C that the files were not written.

    Args:
        paths: The files that the command writes at its end; None for an option that is not given.
        unless: A list. If it has items at Ctrl-C, the command writes the files all the same.
    """
    try:
        yield
    except KeyboardInterrupt as error:
        remarks = [f"{path} was not written" for path in paths if path and not unless]
        raise KeyboardInterrupt("; ".join([str(error) or "interrupted", *remarks])) from None


def is_saved_model(path: str) -> bool:
    """Tell whether a file holds a saved model."""
    with suppress(DataError):
        Hypothesis.load(path)
        return True
    return False


def save_model(path: str | None, h: Hypothesis, request: DataRequest) -> Iterator[str]:
    """Save a model if there is a path; yield the line about the file for `report.write_files`.

    The saved model answers rows as they are in their file, so its x_0 belongs to rows without
    --scale: 1/100 becomes 1 if --scale is 1/100, and 1 becomes 100 if --x0 1 was given, too.
    """
    if path is not None:
        h.with_x0(h.x0 / rational(request.scale or 1)).save(path)
        yield f"the model to {path}"


def save_picture(path: str | None, draw: Callable[[], Picture]) -> Iterator[str]:
    """Draw and save a picture if there is a path; yield the line about it for `write_files`."""
    if path is not None:
        draw().save(path)
        yield f"the picture to {path}"


def write_csv(
    path: str | None,
    rows: Iterable[Iterable[object]],
    remark: str = "",
    has_decimal_commas: bool = False,
) -> Iterator[str]:
    """Write a table if there is a path; yield the line about the file for `report.write_files`.

    Args:
        path: The file, or None.
        rows: The cells of each row.
        remark: A remark at the end of the line about the file.
        has_decimal_commas: Whether to write decimal commas, and semicolons between cells, because
            FILE has semicolons and no decimal points.
    """
    if path is not None:
        remaining_rows = iter(rows)
        head = [*next(remaining_rows)]
        write_table(path, chain([head], remaining_rows), has_decimal_commas=has_decimal_commas)
        style = SEMICOLON_REMARK * (has_decimal_commas and len(head) > 1)
        yield f"the table to {path}{style}{remark}"
