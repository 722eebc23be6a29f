"""Files that a command is to write: what they must not replace, checked before anything is run."""

from __future__ import annotations

import os

from ..errors import DataError
from ..hypothesis import Hypothesis
from .parse import STDIN, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def check_no_input(option: str, path: str | None, inputs: Iterable[str | None]) -> None:
    """Refuse a path that names no file, or a file that examples are read from."""
    if path in ("", STDIN):
        raise UsageError(f"{option} takes the name of a file to write")
    if path is not None and any(is_the_same(path, file) for file in inputs):
        raise UsageError(f"{option} {path} would replace a file of examples")


def check_is_picture(option: str, path: str | None) -> None:
    """Refuse a name by which a picture cannot be written, as `Picture.save` does."""
    if path is not None:
        from ..drawing.picture import check_suffix

        try:
            check_suffix(path)
        except DataError as error:
            raise UsageError(f"{option} {error}") from None


def check_is_new(option: str, path: str | None, force: bool) -> None:
    """Refuse to replace a file, unless forced."""
    if path is not None and not force and os.path.isfile(path):
        raise UsageError(f"{option} {path} would replace a file; --force allows it")


def check_replaces_a_model(option: str, path: str | None, force: bool) -> None:
    """Refuse to replace a file that is no saved model, unless forced."""
    if path is None or force or not os.path.isfile(path):
        return
    try:
        Hypothesis.load(path)
    except DataError:
        raise UsageError(
            f"{option} {path} would replace a file that is no saved model; --force allows it"
        ) from None


def check_replaces_a_table(option: str, path: str | None, force: bool) -> None:
    """Refuse to replace a file that is no table of runs, unless forced."""
    if path is None or force or not os.path.isfile(path):
        return
    from ..experiments.records import is_a_table

    if not is_a_table(path):
        raise UsageError(
            f"{option} {path} would replace a file that is no table of runs; --force allows it"
        )


def is_the_same(path: str, file: str | None) -> bool:
    """Tell whether both names lead to one file that is there."""
    return (
        file is not None
        and os.path.exists(path)
        and os.path.exists(file)
        and os.path.samefile(path, file)
    )
