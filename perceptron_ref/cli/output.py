"""Files that a command writes: what must not be replaced."""

from __future__ import annotations

import os

from .options import STDIN, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def check_no_input(option: str, path: str | None, inputs: Iterable[str | None]) -> None:
    """Refuse to write where nothing can be, or over a file that examples are read from; None is
    written nowhere.
    """
    if path in ("", STDIN):
        raise UsageError(f"{option} takes the name of a file to write")
    if path is not None and any(is_the_same(path, file) for file in inputs):
        raise UsageError(f"{option} {path} would replace a file of examples")


def check_is_new(option: str, path: str | None, force: bool) -> None:
    """Refuse to write over a file that is there, unless forced."""
    if path is not None and not force and os.path.isfile(path):
        raise UsageError(f"{option} {path} would replace a file; --force allows it")


def is_the_same(path: str, file: str | None) -> bool:
    """Tell whether both names lead to one file that is there."""
    return (
        file is not None
        and os.path.exists(path)
        and os.path.exists(file)
        and os.path.samefile(path, file)
    )
