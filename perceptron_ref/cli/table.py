"""Rows of cells as aligned lines."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence


def table(rows: Sequence[Sequence[str]], numbers: Collection[int] = ()) -> Iterator[str]:
    """Yield the rows as aligned lines, the columns of numbers to the right. A shorter row leaves
    its last cells empty.

    >>> print(*table([["name", "T"], ["cyclic", "7"], ["restart", "12"]], numbers=[1]), sep="\\n")
    name      T
    cyclic    7
    restart  12
    """
    columns = range(max(map(len, rows)))
    widths = [max(len(row[column]) for row in rows if column < len(row)) for column in columns]
    for row in rows:
        cells = [
            f"{cell:{'>' if i in numbers else '<'}{width}}"
            for i, (cell, width) in enumerate(zip(row, widths))
        ]
        yield "  ".join(cells).rstrip()
