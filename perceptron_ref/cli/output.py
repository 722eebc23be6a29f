"""Files that a command is to write: what they must not replace, checked before anything is run."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from ..errors import DataError
from ..files.write import write
from ..hypothesis import Hypothesis
from .parse import STDIN, UsageError


def check_output(
    option: str,
    path: str | None,
    inputs: Iterable[str | None],
    force: bool,
    is_model: bool = False,
    is_picture: bool = False,
) -> None:
    """Refuse a path that names no file, a file of examples, or, unless forced, one that is there.

    is_model: whether a saved model is replaced all the same. is_picture: whether the name must be
    one by which a picture can be written.
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
    if os.path.isfile(path) and not force and not (is_model and holds_model(path)):
        raise UsageError(f"{option} {path} would replace a file; --force allows it")
    write(path, None)  # which only tells whether it can be written
    if is_picture:
        from ..drawing.picture import check_suffix

        try:
            check_suffix(path)
        except DataError as error:
            from .meant import tried

            hint = tried(os.path.splitext(path)[1].strip("."))
            raise UsageError(f"{option} {error}{hint}") from None


def holds_model(path: str) -> bool:
    """Tell whether a file holds a saved model."""
    with suppress(DataError):
        Hypothesis.load(path)
        return True
    return False


def _is_the_same(path: str, file: str) -> bool:
    return os.path.exists(path) and os.path.exists(file) and os.path.samefile(path, file)
