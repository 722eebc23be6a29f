"""The examples of a file before they are a `Dataset`: numbers as ints, labels still as text."""

from __future__ import annotations

from ..dataset import Dataset
from ..errors import DataError, shown
from ..exact.labels import Found, are_known, signs
from . import doubts
from .columns import SAID_LABEL, SAY_LABEL, said_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..exact.sparse import SparseVector
    from .layout import Layout
    from .like import Like

_MANY = 3  # labels, where two are expected


class Table:
    """The contents of a file.

    source: the file's name, for messages. names: those of the features, or None without a header.
    rows: as ints, x_{n,0} = scale first; or their nonzeros. d: the number of features. found: the
        labels as they are written, or None without labels. first: the first line, where nobody said
        whether it holds names.
    layout: what each column is for. notes: what was done that nobody asked for in so many words, a
        line each. ids: the texts of the column that was asked for.
    """

    __slots__ = (
        "d",
        "first",
        "found",
        "ids",
        "layout",
        "names",
        "notes",
        "rows",
        "scale",
        "source",
    )

    def __init__(
        self,
        source: str,
        names: tuple[str, ...] | None,
        scale: int,
        rows: tuple[tuple[int, ...], ...] | tuple[SparseVector, ...],
        d: int,
        found: Found | None,
        first: doubts.FirstLine | None = None,
        layout: Layout | None = None,
        notes: Iterable[str] = (),
        ids: list[str] | None = None,
    ) -> None:
        self.first, self.layout, self.notes, self.ids = first, layout, list(notes), ids
        self.source, self.names, self.found = source, names, found
        self.scale, self.rows, self.d = scale, rows, d

    def dataset(self, positive: str | int | None = None, like: Like | None = None) -> Dataset:
        """Return the examples with their labels as -1 and +1; see `signs` for which is which."""
        if self.found is None:
            raise DataError(f"{self.source}: found no column of labels; expected one")
        self.check_guess(positive, like)
        if positive is not None or like is not None:
            doubts.check_labels(self.found, (positive, *(like.labels if like is not None else ())))
        try:
            ys, labels = signs(self.found, positive, like.labels if like else None)
        except DataError as error:
            is_first = positive is None and like is None
            raise DataError(f"{error}{self._advice(self.found, is_first)}") from None
        if self.first is not None:
            self.first.check(self.source, self.found, positive)
        name = None if self.layout is None else self.layout.label_name
        about = self.names, labels, self.d
        data = Dataset._from_scaled(self.rows, ys, self.scale, *about, label_name=name)
        return data if like is None else data.with_x0(like.x0)

    def check_guess(self, positive: str | int | None, like: Like | None) -> None:
        """Refuse a column that only its place makes that of the labels, if others stand in it."""
        if like is None or self.found is None or self.layout is None or not self.layout.guessed:
            return
        if not are_known(self.found.texts, _pair(positive, like)):
            raise DataError(
                f"{self.source}: found no column named {shown(like.label_name)} for the labels, "
                f"and unknown labels in {self.found.column}; expected known ones there; {SAY_LABEL}"
            )

    def holds_labels(self, positive: str | None, like: Like) -> bool:
        """Tell whether there are labels: a column that says so by its name, or by all its cells.

        DataError where the features hang on it, as in a file without a header.
        """
        if self.found is None or self.layout is None or not self.layout.guessed:
            return self.found is not None
        pair = _pair(positive, like)
        column = f"{self.source}: {self.found.column}"
        if are_known(self.found.texts, pair):
            self.notes.append(f"{column} is taken for the labels, as the model knows all in it")
            return True
        if self.layout.by_name:
            self.notes.append(
                f"{column} is left out, as not all in it are labels that the model knows; if it "
                "holds the labels, name it (--label)"
            )
            return False
        raise DataError(
            f"{self.found.place(self.found.texts[0])}: found a column more than {self.d} features, "
            f"and not only labels of the model in it; expected {self.d} columns, or to be told "
            "which holds the labels (--label), or which the features (--features)"
        )

    def _advice(self, found: Found, is_first: bool) -> str:
        """Return what to try where the first line was taken as an example, with an odd label.

        Or where there are many labels. is_first: whether nothing says which labels to expect.
        """
        text, *others = found.texts
        is_odd = self.first is not None and not self.first.are_names and text not in others
        are_usual = len({*others}) < min(3, len(others))
        if is_odd and are_usual:
            return f", {doubts.HOLDS_NAMES}"
        layout = self.layout
        if layout is None or not is_first or len({*found.texts}) < _MANY:
            return ""
        return f", or to be told that another column holds the labels ({SAID_LABEL})"

    def doubts(self) -> list[str]:
        """Return which features may be the numbers of the rows, in a line each."""
        layout = self.layout
        if layout is None or layout.is_chosen or self.d < 2:
            return []
        told = []
        for i, column in enumerate(layout.features, start=1):
            if doubts.may_be_ids(self.rows, i, self.scale):
                out = f"-{layout.columns.spelled(column)}"
                told.append(
                    f"{self.source}: {layout.columns.called(column)} may number the "
                    f"rows, and is a feature; say whether to leave it out ({said_out(out)})"
                )
        return told

    def unlabelled(self) -> Dataset:
        """Return the examples for prediction alone: every label is +1 and has no meaning."""
        ys, labels = (1,) * len(self.rows), ("-1", "+1")
        return Dataset._from_scaled(self.rows, ys, self.scale, self.names, labels, self.d)


def _pair(positive: str | int | None, like: Like) -> tuple[str | None, str]:
    """Return how -1 and +1 are written, as somebody said or as the other set has them."""
    return like.labels if positive is None else (None, str(positive))
