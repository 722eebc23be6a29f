"""The training examples D = {(x_n, y_n)}, n = 0, ..., N-1: checked, exact, and scaled to ints."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .base_classes import Immutable
from .errors import DataError
from .exact.checks import checked_feature_names
from .exact.common_denominator import multiply_by_unit
from .exact.labels import explain_missing_labels
from .exact.rationals import exact_text, short_text
from .exact.sparse import SparseVector, dense_rows
from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from builtins import property as cached_property  # so that type checkers reject assignments
    from typing import Any, Final

    from .exact.layout import Layout
    from .exact.sparse import Rows
else:
    from functools import cached_property

__all__ = ["Dataset"]


class Dataset(Immutable):
    """The training examples D = {(x_n, y_n)}, n = 0, ..., N-1.     Lecture 2: L2.1, L2.3

    Here x_n = (x_0, x_{n,1}, ..., x_{n,d}), where x_0 is 1 in the lecture, and y_n is -1 or +1.

    The set is a copy of the data, and nothing is rounded. All numbers, x_0 included, are multiplied
    by one positive integer `scale`, their least common denominator. If the start w_0 is multiplied
    by `scale`, too, then every w_t is `scale` times as long, and no score changes its sign. So PLA
    makes the same updates.

    Args:
        rows: N sequences of d numbers each, without x_0; or a NumPy array, a frame of pandas or
            polars, or a sparse matrix of SciPy. A number is an int, a Fraction, a Decimal, a text
            such as "0.1" or "3/7", or a float, which is read as the decimal that Python prints.
        labels: N numbers, N texts, or N booleans, in a sequence or a column.
        names: d different names for the features. The default is the names of the columns, or x1,
            x2, ... if they have none.
        positive: The label that means +1; all others mean -1. Without it the labels must be
            numbers of two values, or True and False: the larger is +1. If all labels are equal,
            they are +1 if they are above 0.
        x0: x_0, a number of any of these kinds, the same for all examples. If it is 0, every line
            goes through the origin.

    Raises:
        DataError: If a number, a label or a name cannot be used; the message says which.

    >>> D = Dataset([[0.5, 2], [-1, "1/4"]], [+1, -1])
    >>> D.N, D.d, D.scale
    (2, 2, 4)
    >>> D.scaled_xs
    ((4, 2, 8), (4, -4, 1))
    >>> D.xs[1]
    (Fraction(1, 1), Fraction(-1, 1), Fraction(1, 4))
    >>> Dataset([[0.5, 2], [-1, "1/4"]], [+1, -1], x0=0).scaled_xs
    ((0, 2, 8), (0, -4, 1))
    >>> Dataset([[7], [2]], ["yes", "no"], positive="yes").ys
    (1, -1)
    """

    N: Final[int]
    """The number of examples."""
    ys: Final[tuple[int, ...]]
    """y_0, ..., y_{N-1}, each -1 or +1."""
    scale: Final[int]
    """The least positive integer that makes every number of the set an int."""
    scaled_rows: Final[Rows]
    """The vectors x_n times `scale`: `sparse_xs` if the set is sparse, otherwise `scaled_xs`."""
    x0: Final[Fraction]
    """x_0, by default 1.     Lecture 2: L2.3

    `normalized` multiplies each x_n by a number r_n, x_0 included. `x0` does not change, because it
    belongs to new rows, which are not normalized.
    """
    factors: Final[tuple[Fraction, ...] | None]
    """The numbers r_n > 0 with which `normalized` multiplied the x_n; None for any other set."""
    labels: Final[tuple[str | None, str]]
    """The texts for -1 and +1, such as ("no", "yes"); (None, "yes") if all other texts mean -1."""
    label_name: Final[str | None]
    """The name of the label column in a file or a frame; None if it has no name."""
    _layout: Layout | None = None  # the layout of the file that the set was read from
    _shared_lanes: Any = None  # made and used only by the package `engine`
    _computed = ("_shared_lanes", "scaled_xs", "xs")

    @explain_missing_labels
    def __init__(
        self,
        rows: object,
        labels: Iterable[object],
        *,
        names: Iterable[str] | None = None,
        positive: object = None,
        x0: object = 1,
    ) -> None:
        from .exact import tables  # here, because sets that are read from a file do not need it

        self._set_scaled(*tables.checked_examples(rows, labels, names, positive))
        if x0 != 1:
            self._set_attributes(**vars(self.with_x0(x0)))

    @cached_property
    def xs(self) -> tuple[tuple[Fraction, ...], ...]:
        """The N vectors x_n = (x_0, x_{n,1}, ..., x_{n,d}), exact and not scaled."""
        unit = Fraction(1, self.scale)
        return tuple([multiply_by_unit(x, unit) for x in self.scaled_xs])

    @cached_property
    def scaled_xs(self) -> tuple[tuple[int, ...], ...]:
        """The vectors of `xs` times `scale`: (scale x_0, scale x_{n,1}, ..., scale x_{n,d}), ints.

        A sparse set holds only its nonzeros, and makes `scaled_xs` and `xs` at their first use.

        Raises:
            DataError: If a sparse set has more than 100,000,000 numbers, zeros included.
        """
        if self.sparse_xs is None:
            return self.scaled_rows
        return dense_rows(self.scaled_rows, self.d)

    @property
    def sparse_xs(self) -> tuple[SparseVector, ...] | None:
        """The vectors of `scaled_xs` as sparse vectors if the set is sparse; otherwise None.

        Prefer them to `scaled_xs`, because `scaled_xs` holds every zero of a sparse set in memory.
        """
        return self.scaled_rows if isinstance(self.scaled_rows[0], SparseVector) else None

    def with_x0(self, x0: object) -> Dataset:
        """Return the set with another x_0: see `variants.with_x0`.     Lecture 2: L2.3"""
        from . import variants  # here, because most sets are not changed

        return variants.with_x0(self, x0)

    def scaled_by(self, q: object) -> Dataset:
        """Return the set with every x_n times q: see `variants.scaled_by`.

        Lecture 2: L2.5, L2.12
        """
        from . import variants

        return variants.scaled_by(self, q)

    def normalized(self) -> Dataset:
        """Return the set with every x_n as long as 1, within 2^-53: see `variants.normalized`.
        Lecture 2: L2.10
        """
        from . import variants

        return variants.normalized(self)

    def split(
        self, size: object, *, seed: object = None, stratified: bool = False
    ) -> tuple[Dataset, Dataset]:
        """Return two sets, say for training and for testing: see `variants.split`."""
        from . import variants

        return variants.split(self, size, seed=seed, stratified=stratified)

    @classmethod
    def _from_scaled(cls, *values: Any, **attributes: Any) -> Dataset:
        """Return a set of examples that are already checked and scaled: see `_set_scaled`."""
        data = cls.__new__(cls)
        data._set_scaled(*values, **attributes)
        return data

    def _set_scaled(
        self,
        rows: Rows,
        ys: tuple[int, ...],
        scale: int,
        names: Iterable[str] | None,
        labels: tuple[str | None, str],
        d: int,
        label_name: str | None = None,
        **attributes: Any,
    ) -> None:
        """Set all attributes of a new set; d is an argument, because sparse rows do not tell it."""
        self._set_attributes(scaled_rows=rows, ys=ys, N=len(ys), d=d, scale=scale, labels=labels)
        self._set_attributes(_names=checked_feature_names(names, d), x0=Fraction(1), factors=None)
        self._set_attributes(label_name=label_name, **attributes)

    def __len__(self) -> int:
        return self.N

    def _key(self) -> tuple[object, ...]:
        """Return the values that equal sets share: the examples in their order, but no names."""
        xs = tuple(map(SparseVector.from_entries, self.scaled_rows))
        return xs, self.ys, self.d, self.scale, self.x0, self.factors

    def __repr__(self) -> str:
        x_0 = "" if self.x0 == 1 else f" x0={exact_text(self.x0)}"
        normalized = "" if self.factors is None else " normalized"
        return f"<Dataset N={self.N} d={self.d} scale={short_text(self.scale)}{x_0}{normalized}>"


def checked_dataset(value: object) -> Dataset:
    """Return the value if it is a Dataset.

    Raises:
        DataError: If the value is not a Dataset; the message says how to make one.
    """
    if not isinstance(value, Dataset):
        from .exact.frames import describe_value

        raise DataError(
            f"found {describe_value(value)} as the data; expected a Dataset, "
            "which Dataset(rows, labels) or read(file) makes"
        )
    return value
