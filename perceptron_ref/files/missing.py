"""Cells that hold no value, and the lines that are dropped for them."""

from __future__ import annotations

from ..errors import DataError

# As people and programs write them, in small letters; "#NV" and "k.A." in German
NO_LABEL = frozenset(["", "?", "na", "n/a", "#n/a", "#nv", "<na>", "nan", "null"])
MISSING = NO_LABEL | {"-", "--", ".", "none", "missing", "k.a."}  # as these may be labels
SAY_DROP = 'or that such lines are dropped (missing="drop", --missing drop)'

_NAMED = 10  # lines in a message


def is_missing(cell: str) -> bool:
    """Tell whether a cell of a feature says that there is no value.

    >>> is_missing(" N/A "), is_missing("0")
    (True, False)
    """
    return cell.strip().casefold() in MISSING


class Dropped:
    """The lines that were left out, as a cell that is needed has no value there."""

    __slots__ = ("lines", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines: list[int] = []

    def check_left(self, rows: int) -> None:
        """Raise DataError if no line is left."""
        if self.lines and not rows:
            raise DataError(
                f"{self.source}: found a missing cell in each of {len(self.lines):,} lines; "
                "expected at least one example (columns of no use are left out by features=..., "
                "--features)"
            )

    def notes(self, rows: int) -> list[str]:
        """Return what was dropped, in a line, if anything was. rows: how many are left."""
        if not self.lines:
            return []
        named = [f"{line}" for line in self.lines[:_NAMED]]
        if len(self.lines) > _NAMED:
            named.append(f"{len(self.lines) - _NAMED:,} more")
        *others, last = named
        lines = f"lines {', '.join(others)} and {last}" if others else f"line {last}"
        return [
            f"{self.source}: {len(self.lines):,} of {rows + len(self.lines):,} examples dropped, "
            f"as a cell is missing: {lines}"
        ]
