"""A file's examples on their way into a `Dataset`: numbers as ints already, labels still text."""

from __future__ import annotations

from ..dataset import Dataset
from ..errors import DataError
from .labels import Found, signs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Like(Protocol):
        """A Dataset or a Hypothesis: what another file's columns and labels are to agree with."""

        @property
        def d(self) -> int: ...
        @property
        def names(self) -> tuple[str, ...]: ...
        @property
        def labels(self) -> tuple[str | None, str]: ...


class Table:
    """What a file holds.

    source: the file's name, for messages. names: those of the features, or None where it gives
        none.
    scaled_xs: the rows as ints: x_{n,0} = scale first. found: the labels as they are written, or
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
        self.source, self.names, self.scale, self.scaled_xs, self.found = (
            source,
            names,
            scale,
            scaled_xs,
            found,
        )

    def dataset(self, positive: str | int | None = None, like: Like | None = None) -> Dataset:
        """Return the examples with their labels as -1 and +1; see `signs` for which is which."""
        if self.found is None:
            raise DataError(f"{self.source}: found no column of labels; expected one")
        ys, labels = signs(self.found, positive, like.labels if like else None)
        return Dataset._from_scaled(self.scaled_xs, ys, self.scale, self.names, labels)

    def unlabelled(self) -> Dataset:
        """Return the examples for prediction alone, each with the label +1 that nobody is to look
        at.
        """
        return Dataset._from_scaled(
            self.scaled_xs, (1,) * len(self.scaled_xs), self.scale, self.names, ("-1", "+1")
        )
