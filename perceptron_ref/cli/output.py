"""Files that a command is to write: what they must not replace, checked before anything is run."""

from __future__ import annotations

import os
from contextlib import suppress

from ..errors import DataError
from ..files.write import write
from ..hypothesis import Hypothesis
from .parse import STDIN, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def check_output(
    args: argparse.Namespace, option: str, path: str | None, *inputs: str | None
) -> None:
    """Refuse a path that names no file, a file of examples, or, unless forced, one that is there.

    --save replaces a saved model all the same. A picture can be written by some names alone.
    """
    if path is None:
        return
    if path in ("", STDIN):
        raise UsageError(
            f"{option} takes the name of a file to write, as standard output has the report"
        )
    if option == "--csv" and path.lower().endswith((".xls", ".xlsx", ".ods")):
        raise UsageError(f"--csv {path}: a table is text; expected a name such as table.csv")
    if any(_is_the_same(path, file) for file in inputs if file is not None):
        raise UsageError(f"{option} {path} would replace a file of examples")
    is_taken = os.path.isfile(path) and not (option == "--save" and holds_model(path))
    if is_taken and not args.force:
        raise UsageError(f"{option} {path} would replace a file; --force allows it")
    write(path, None)  # which only tells whether it can be written
    if option in ("--draw", "-o"):
        from ..drawing.picture import check_suffix

        try:
            check_suffix(path)
        except DataError as error:
            from .meant import tried

            hint = tried(os.path.splitext(path)[1].strip("."))
            raise UsageError(f"{option} {error}{hint}") from None


def holds_model(path: str) -> bool:
    with suppress(DataError):
        Hypothesis.load(path)
        return True
    return False


def _is_the_same(path: str, file: str) -> bool:
    return os.path.exists(path) and os.path.exists(file) and os.path.samefile(path, file)
