"""The rows of a set from a table: as many numbers in each, all ints over one denominator."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..errors import DataError, shown
from .common_denominator import Numerals, at_final_scale
from .labels import some
from .limits import LONGEST_TEXT
from .rationals import exact_text, shortened
from .sparse import held
from .tables import check_different, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Union

    from .tables import Rows as Cells

    Rows = tuple[Any, ...]  # of ints, all as long; or of `SparseVector`
    Names = Union[tuple[str, ...], None]


@lru_cache(maxsize=4)
def default_names(d: int) -> tuple[str, ...]:
    """Return the lecture's letters for d features without names: x1, ..., xd.

    >>> default_names(2)
    ('x1', 'x2')
    """
    return tuple([f"x{i}" for i in range(1, d + 1)])


def checked_names(names: Iterable[str] | None, d: int) -> tuple[str, ...] | None:
    """Return d different names for x_1, ..., x_d, or None where they are the default ones.

    DataError for names that are too few or too many, empty, no texts, or not all different.

    >>> checked_names(["salary", "years"], 2), checked_names(["x1", "x2"], 2)
    (('salary', 'years'), None)
    """
    if d == 0:
        raise DataError("found no feature; expected at least one beside x_0")
    if names is None:
        return None
    checked = tuple(listed("names", names))
    for name in checked:
        if not isinstance(name, str) or not name:
            raise DataError(f"names: found {shown(name)}; expected texts, none of them empty")
    check_different("names", checked)
    if len(checked) != d:
        raise DataError(f"names: found {len(checked)}; expected {d}, one for each feature")
    return None if checked == default_names(d) else checked


def checked_width(table: Cells, ys: tuple[int, ...]) -> int:
    """Return the number of features, the same for all examples, each of which has a label."""
    if len(table.cells) != len(ys):
        raise DataError(
            f"found {len(table.cells)} rows and {len(ys)} labels; expected one label for each row"
        )
    if not ys:
        raise DataError("found no example; expected at least one row with its label")
    d: int = len(table.cells[0]) if table.indices is None else table.d
    for n, cells in enumerate(table.cells if table.indices is None else ()):
        if len(cells) != d:
            raise DataError(
                f"example {n}: found {len(cells)} features; expected {d}, as in example 0"
            )
    return d


def scaled_rows(table: Cells, names: Names, d: int) -> tuple[Rows, int]:
    """Return the rows, x_0 = 1 in front, times the least common denominator of all, and that."""
    numerals, rows, indices = Numerals(LONGEST_TEXT), [], table.indices
    names = names or default_names(d)
    for n, cells in enumerate(table.cells):
        named = names if indices is None else [names[i - 1] for i in indices[n][1:]]
        rows.append(numerals.row(cells, lambda i: f"example {n}, feature {named[i]}"))
    scaled = at_final_scale(rows)
    return (scaled if indices is None else held(indices, scaled, d)), numerals.scale


def check_fit(h: Any, data: Any) -> None:
    """Raise DataError where data have not as many features as a hypothesis, the same in another
    order, or another x_0.
    """
    ours, theirs, advice = h._names, data._names, ""
    if data.d != h.d:
        found, expected = f"{data.d} features", str(h.d)
    elif ours and theirs and ours != theirs and sorted(ours) == sorted(theirs):
        found, expected = f"the features {some(theirs, 8)}", f"them in the order {some(ours, 8)}"
        advice = ": predict(frame) and read(path, like=...) find them by name"
    elif data.x0 != h.x0:
        x0 = exact_text(h.x0)
        found, expected = f"x_0 = {shortened(data.x0)}", f"x_0 = {x0}"
        advice = f': take data.with_x0("{x0}"), or --x0 {x0}'
    else:
        return
    raise DataError(f"found data with {found}; expected {expected}, as the hypothesis has{advice}")


def check_labels(h: Any, data: Any) -> None:
    """Raise DataError where data have the labels of a hypothesis the other way round."""
    if data.labels == h.labels[::-1]:
        raise DataError(
            f"found data whose label for +1 is {shown(data.labels[1])}; expected "
            f"{shown(h.labels[1])}, as the hypothesis has (positive=...)"
        )
