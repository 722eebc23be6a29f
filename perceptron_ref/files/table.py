"""The examples of a file before they are a `Dataset`: numbers as ints, labels still as text."""

from __future__ import annotations

from ..dataset import Dataset
from ..errors import DataError
from . import doubts
from .labels import Found, signs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from ..exact.sparse import SparseVector

    class Like(Protocol):
        """A Dataset or a Hypothesis that another file's columns and labels must agree with."""

        @property
        def d(self) -> int: ...
        @property
        def names(self) -> tuple[str, ...]: ...
        @property
        def _names(self) -> tuple[str, ...] | None: ...
        @property
        def labels(self) -> tuple[str | None, str]: ...


class Table:
    """The contents of a file.

    source: the file's name, for messages. names: those of the features, or None without a header.
    rows: as ints, x_{n,0} = scale first; or their nonzeros. d: the number of features. found: the
        labels as they are written, or None without labels. first: the first line, where nobody said
        whether it holds names. comments: whether somebody said where comments begin.
    """

    __slots__ = ("comments", "d", "first", "found", "names", "rows", "scale", "source")

    def __init__(
        self,
        source: str,
        names: tuple[str, ...] | None,
        scale: int,
        rows: tuple[tuple[int, ...], ...] | tuple[SparseVector, ...],
        d: int,
        found: Found | None,
        first: doubts.FirstLine | None = None,
        comments: bool = True,
    ) -> None:
        self.first, self.comments = first, comments
        self.source, self.names, self.found = source, names, found
        self.scale, self.rows, self.d = scale, rows, d

    def dataset(self, positive: str | int | None = None, like: Like | None = None) -> Dataset:
        """Return the examples with their labels as -1 and +1; see `signs` for which is which."""
        if self.found is None:
            raise DataError(f"{self.source}: found no column of labels; expected one")
        ys, labels = signs(self.found, positive, like.labels if like else None)
        return Dataset._from_scaled(self.rows, ys, self.scale, self.names, labels, self.d)

    def doubts(self, positive: str | int | None = None) -> list[str]:
        """Return what the file may mean otherwise than it was read, one line for each doubt.

        positive: the label that means +1.
        """
        source, first, found = self.source, self.first, self.found
        told = [] if self.comments else doubts.of_comments(source, first, found)
        if first is None or told:
            return told
        if first.are_names:
            return doubts.of_header(source, first, found)
        return doubts.of_first_example(source, first, found, positive) if found else []

    def unlabelled(self) -> Dataset:
        """Return the examples for prediction alone: every label is +1 and has no meaning."""
        ys, labels = (1,) * len(self.rows), ("-1", "+1")
        return Dataset._from_scaled(self.rows, ys, self.scale, self.names, labels, self.d)
