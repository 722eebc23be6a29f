"""The answers of a hypothesis about a table: a sequence of rows, an array, a frame, a set."""

from __future__ import annotations

from ..dataset import Dataset
from ..exact.tables import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..hypothesis import Hypothesis


def predicted(h: Hypothesis, rows: Any, words: bool) -> list[Any]:
    """Return h(x) for every row of a table, in order: see `Hypothesis.predict`."""
    if not isinstance(rows, Dataset):
        table = rows_of(rows, h._names)
        if not table.cells:
            return []
        rows = Dataset(table, [1] * len(table.cells), x0=h.x0)
    answers = h.predictions(rows)
    return [h.label(answer) for answer in answers] if words else answers
