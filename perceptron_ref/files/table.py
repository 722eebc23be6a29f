"""The examples of a file before they are a `Dataset`: numbers as ints, labels still as text."""

from __future__ import annotations

from ..dataset import Dataset
from ..errors import DataError
from .labels import Found, signs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Like(Protocol):
        """A Dataset or a Hypothesis that another file's columns and labels must agree with."""

        @property
        def d(self) -> int: ...
        @property
        def names(self) -> tuple[str, ...]: ...
        @property
        def labels(self) -> tuple[str | None, str]: ...


class Table:
    """The contents of a file.

    source: the file's name, for messages. names: those of the features, or None without a header.
    scaled_xs: the rows as ints, x_{n,0} = scale first. found: the labels as they are written, or
        None without labels.
    """

    __slots__ = ("found", "names", "scale", "scaled_xs", "source")

    def __init__(
        self,
        source: str,
        names: tuple[str, ...] | None,
        scale: int,
        scaled_xs: tuple[tuple[int, ...], ...],
        found: Found | None,
    ) -> None:
        self.source, self.names, self.found = source, names, found
        self.scale, self.scaled_xs = scale, scaled_xs

    def dataset(self, positive: str | int | None = None, like: Like | None = None) -> Dataset:
        """Return the examples with their labels as -1 and +1; see `signs` for which is which."""
        if self.found is None:
            raise DataError(f"{self.source}: found no column of labels; expected one")
        ys, labels = signs(self.found, positive, like.labels if like else None)
        return Dataset._from_scaled(self.scaled_xs, ys, self.scale, self.names, labels)

    def unlabelled(self) -> Dataset:
        """Return the examples for prediction alone: every label is +1 and has no meaning."""
        ys = (1,) * len(self.scaled_xs)
        return Dataset._from_scaled(self.scaled_xs, ys, self.scale, self.names, ("-1", "+1"))
