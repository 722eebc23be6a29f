"""The training examples D = {(x_n, y_n)}, n = 0..N-1: checked, exact, scaled to ints once."""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache

from .errors import DataError, shown
from .exact.common_denominator import at_final_scale
from .exact.limits import MOST_NUMBERS, check_denominator
from .exact.packed import Packed, PackedSparse
from .exact.rationals import exact_text, lcm, ratio
from .exact.sparse import SparseVector, product
from .vectors import sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction
    from typing import Any, Union

    Rows = Union[tuple[tuple[int, ...], ...], tuple[SparseVector, ...]]
    Names = Union[tuple[str, ...], None]
    State = tuple[Rows, tuple[int, ...], int, int, Names, tuple[Union[str, None], str]]

__all__ = ["Dataset"]

_LOCK = allocate_lock()
_LONGEST_SHOWN = 30  # digits of `scale` in a repr


class Dataset:
    """The training examples D = {(x_n, y_n)}, n = 0..N-1.     Lecture 2: L2.1, L2.3

    Here x_n = (1, x_{n,1}, ..., x_{n,d}), and y_n is -1 or +1.

    rows: N sequences of d numbers each, x_0 = 1 not among them: ints, Fractions, Decimals, decimal
        text ("0.1", "3/7"), or floats, each of which stands for the decimal that it prints as.
    labels: N numbers, each -1 or +1.
    names: d different names for the features; x1, x2, ... where none are given.

    Everything is copied and nothing is rounded. All numbers, x_0 included, are multiplied by one
    positive integer `scale`, the least common denominator: a common factor changes no sign, so the
    algorithm takes the same path. DataError says which example and feature cannot be used.

    >>> D = Dataset([[0.5, 2], [-1, "1/4"]], [+1, -1])
    >>> D.N, D.d, D.scale
    (2, 2, 4)
    >>> D.scaled_xs
    ((4, 2, 8), (4, -4, 1))
    >>> D.xs[1]
    (Fraction(1, 1), Fraction(-1, 1), Fraction(1, 4))
    """

    # Of these, `_scaled_xs` of a sparse set, `_xs` and `_packed` are made when they are asked for.
    __slots__ = (
        "_d",
        "_labels",
        "_names",
        "_packed",
        "_scale",
        "_scaled_xs",
        "_sparse_xs",
        "_xs",
        "_ys",
    )

    def __init__(
        self,
        rows: Iterable[Iterable[object]],
        labels: Iterable[object],
        *,
        names: Iterable[str] | None = None,
    ) -> None:
        table = [listed(f"example {n}", row) for n, row in enumerate(listed("rows", rows))]
        ys = tuple(_label(n, label) for n, label in enumerate(listed("labels", labels)))
        _check_sizes(table, ys)
        checked = checked_names(names, len(table[0]))
        scaled_xs = _scaled(table, checked)
        d, scale = len(table[0]), scaled_xs[0][0]
        self.__setstate__((scaled_xs, ys, d, scale, checked, ("-1", "+1")))

    @classmethod
    def _from_scaled(
        cls,
        rows: tuple[tuple[int, ...], ...] | tuple[SparseVector, ...],
        ys: tuple[int, ...],
        scale: int,
        names: Iterable[str] | None,
        labels: tuple[str | None, str],
        d: int | None = None,
    ) -> Dataset:
        """Return the set of examples that were checked and scaled while a file was read.

        d: the number of features, which sparse rows do not tell.
        """
        if d is None:
            assert isinstance(rows[0], tuple)
            d = len(rows[0]) - 1
        data = cls.__new__(cls)
        data.__setstate__((rows, ys, d, scale, checked_names(names, d), labels))
        return data

    def __getstate__(self) -> State:
        """Return what a set is: examples, y_n, d, scale, names, labels.

        This is what a pickle or a copy holds. What is computed from it when it is asked for stays
        behind, so that what goes to another process is as small as it can be.
        """
        return self.rows, self._ys, self._d, self._scale, self._names, self._labels

    def __setstate__(self, state: State) -> None:
        rows, self._ys, self._d, self._scale, self._names, self._labels = state
        self._packed: Packed | None = None
        self._sparse_xs: tuple[SparseVector, ...] | None = None
        self._scaled_xs: tuple[tuple[int, ...], ...] | None = None
        self._xs: tuple[tuple[Fraction, ...], ...] | None = None
        if isinstance(rows[0], SparseVector):
            self._sparse_xs = rows
        else:
            self._scaled_xs = rows

    @property
    def _computed(self) -> tuple[object, ...]:
        """The results of what is computed when it is asked for; None for those not asked for yet.

        To set it is to go back to what was computed then.
        """
        return self._scaled_xs, self._xs, self._packed

    @_computed.setter
    def _computed(self, then: tuple[Any, ...]) -> None:
        self._scaled_xs, self._xs, self._packed = then

    def _apart(self) -> Dataset:
        """Return an equal set that shares nothing with this one that can be changed, no cache."""
        rows = self.rows
        if self._sparse_xs is not None:
            rows = tuple([SparseVector(x.indices, x.values) for x in self._sparse_xs])
        data = Dataset.__new__(Dataset)
        data.__setstate__((rows, self._ys, self._d, self._scale, self._names, self._labels))
        return data

    @property
    def N(self) -> int:
        """The number of examples."""
        return len(self._ys)

    @property
    def d(self) -> int:
        """The number of features, x_0 not counted."""
        return self._d

    @property
    def scale(self) -> int:
        """The least positive integer that makes every number of the set an int."""
        return self._scale

    @property
    def names(self) -> tuple[str, ...]:
        """The names of x_1, ..., x_d."""
        return default_names(self._d) if self._names is None else self._names

    def _name(self, i: int) -> str:
        """Return the name of x_i, i = 1, ..., d, without making those of all others."""
        return f"x{i}" if self._names is None else self._names[i - 1]

    @property
    def labels(self) -> tuple[str | None, str]:
        """How the set's file writes -1 and +1; None where any text but the other means -1."""
        return self._labels

    @property
    def ys(self) -> tuple[int, ...]:
        """y_0, ..., y_{N-1}, each -1 or +1."""
        return self._ys

    @property
    def xs(self) -> tuple[tuple[Fraction, ...], ...]:
        """The N vectors x_n = (1, x_{n,1}, ..., x_{n,d}), exact, in the units of the data."""
        xs = self._xs
        if xs is None:
            from fractions import Fraction  # here, as its import is slow, and the loop needs none

            zero = Fraction(0)  # one for all, as a sparse set has many
            xs = self._xs = tuple(
                tuple(Fraction(v, self._scale) if v else zero for v in x) for x in self.scaled_xs
            )
        return xs

    @property
    def scaled_xs(self) -> tuple[tuple[int, ...], ...]:
        """The same vectors times `scale`: (scale, scale x_{n,1}, ..., scale x_{n,d}), all ints.

        A set read from a file of zeros for the most part holds its other numbers alone. For such a
        set these rows, and `xs`, are made when they are first asked for; DataError where they would
        have more than 100,000,000 numbers, zeros counted.
        """
        xs = self._scaled_xs
        if xs is None:
            if self.N * (1 + self._d) > MOST_NUMBERS:
                raise DataError(
                    f"found {self.N:,} rows of {self._d:,} features, most of them 0; expected at "
                    f"most {MOST_NUMBERS:,} numbers, zeros counted, for what takes all of them: "
                    "leave out examples or features"
                )
            xs = self._scaled_xs = tuple([x.dense(1 + self._d) for x in self.sparse_xs or ()])
        return xs

    @property
    def sparse_xs(self) -> tuple[SparseVector, ...] | None:
        """The vectors of `scaled_xs` by their nonzeros, where that is how they are held; else None.

        Who can work on both forms asks for this one first: `scaled_xs` takes all the memory that a
        sparse set saves.
        """
        return self._sparse_xs

    @property
    def rows(self) -> Rows:
        """`sparse_xs` or `scaled_xs`, whichever is at hand."""
        return self._sparse_xs or self.scaled_xs

    @property
    def dot(self) -> Callable[..., int]:
        """The function that multiplies the 1 + d weights with one of the `rows`."""
        return sumprod if self._sparse_xs is None else _dot_sparse

    @property
    def packed(self) -> Packed:
        """The packed columns and Gram rows of the set, which its runs share."""
        with _LOCK:
            packed = self._packed
            if packed is None:
                if self._sparse_xs is None:
                    packed = Packed(self.scaled_xs, self._ys)
                else:
                    packed = PackedSparse(self._sparse_xs, self._ys)
                self._packed = packed
            return packed

    def _without_zeros(self, *kept: Iterable[int]) -> tuple[Dataset, tuple[int, ...]]:
        """Return the set without the features that are 0 in all examples, and the indices left.

        A sparse set of few examples has few others, however many its file names. A set with all of
        its features, and a dense one, is returned as it is. kept: indices that stay anyway.
        """
        left: Sequence[int] = range(1 + self._d)
        if self._sparse_xs is not None:
            left = sorted({0, 1}.union(*[x.indices for x in self._sparse_xs], *kept))
        if len(left) == 1 + self._d:
            return self, tuple(left)
        at = {i: k for k, i in enumerate(left)}
        rows = [x.moved(at) for x in self._sparse_xs or ()]
        less = Dataset._from_scaled(
            tuple(rows), self._ys, self._scale, None, self._labels, len(left) - 1
        )
        return less, tuple(left)

    def _scores(self, w: Sequence[int]) -> list[int]:
        """Return w . x_n for n = 0..N-1, with the x_n of `scaled_xs`."""
        dot = self.dot
        return [dot(w, x) for x in self.rows]

    def _largest_squared_norm(self) -> int:
        """Return max_n |x_n|^2, with the x_n of `scaled_xs`."""
        return max([product(x, x) for x in self.rows])

    def __len__(self) -> int:
        return self.N

    def __eq__(self, other: object) -> bool:
        """Tell whether both hold the same examples in the same order; names do not count."""
        if not isinstance(other, Dataset):
            return NotImplemented
        if self._ys != other._ys or self._d != other._d:
            return False
        ours, theirs = self._sparse_xs, other._sparse_xs
        if ours is None and theirs is None:
            return self.scaled_xs == other.scaled_xs  # scale among them
        return (ours or tuple(map(SparseVector.of, self.scaled_xs))) == (
            theirs or tuple(map(SparseVector.of, other.scaled_xs))
        )

    def __hash__(self) -> int:
        if self._sparse_xs is not None:
            nonzeros = tuple([x.values for x in self._sparse_xs])
        else:
            nonzeros = tuple([tuple(filter(None, x)) for x in self.scaled_xs])
        return hash((self._ys, self._d, nonzeros))

    def __repr__(self) -> str:
        scale = exact_text(self.scale)  # str() refuses ints of many digits
        if len(scale) > _LONGEST_SHOWN:
            scale = f"{scale[:_LONGEST_SHOWN]}... ({len(scale):,} digits)"
        return f"<Dataset N={self.N} d={self.d} scale={scale}>"


def _dot_sparse(w: Sequence[int], x: SparseVector) -> int:
    return x.dot(w)


def checked_dataset(value: object) -> Dataset:
    """Return the value if it is a Dataset; DataError, saying how to make one, otherwise."""
    if not isinstance(value, Dataset):
        raise DataError(
            f"found {shown(value)} as the data; expected a Dataset, "
            "as Dataset(rows, labels) or read(file) makes"
        )
    return value


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
    checked: list[str] = []
    seen: set[str] = set()
    for name in listed("names", names):
        if not isinstance(name, str) or not name:
            raise DataError(f"names: found {shown(name)}; expected texts, none of them empty")
        if name in seen:
            raise DataError(f"names: found {shown(name)} twice; expected {d} different names")
        checked.append(name)
        seen.add(name)
    if len(checked) != d:
        raise DataError(f"names: found {len(checked)}; expected {d}, one for each feature")
    are_default = all(name == f"x{i}" for i, name in enumerate(checked, start=1))
    return None if are_default else tuple(checked)


def listed(what: str, values: object) -> list[object]:
    """Return the values as a new list; DataError for text, sets, dicts and what is no sequence."""
    if isinstance(values, (str, bytes, Mapping, AbstractSet)) or not isinstance(values, Iterable):
        raise DataError(f"{what}: found {shown(values)}; expected a sequence")
    return list(values)


def _check_sizes(table: list[list[object]], ys: tuple[int, ...]) -> None:
    if len(table) != len(ys):
        raise DataError(
            f"found {len(table)} rows and {len(ys)} labels; expected one label for each row"
        )
    if not table:
        raise DataError("found no example; expected at least one row with its label")
    d = len(table[0])
    for n, cells in enumerate(table):
        if len(cells) != d:
            raise DataError(
                f"example {n}: found {len(cells)} features; expected {d}, as in example 0"
            )


def _scaled(table: list[list[object]], names: Names) -> tuple[tuple[int, ...], ...]:
    """Return the rows, x_0 = 1 in front, times the least common denominator of all numbers."""
    scale, rows = 1, []
    names = names or default_names(len(table[0]))
    for n, cells in enumerate(table):
        ratios = [_ratio(n, name, cell) for name, cell in zip(names, cells)]
        for q in {q for _, q in ratios}:
            if scale % q:
                scale = lcm(scale, q)
                _check_scale(scale, table, n, names, [q for _, q in ratios].index(q))
        rows.append((scale, *[p if q == scale else p * (scale // q) for p, q in ratios]))
    return at_final_scale(rows)


def _check_scale(
    scale: int, table: list[list[object]], n: int, names: Sequence[str], i: int
) -> None:
    """Refuse a scale that makes the work of a pass too long, which example n with feature i did."""
    try:
        check_denominator(scale, len(table) * len(names), table[n][i])
    except DataError as error:
        raise DataError(f"example {n}, feature {names[i]}: {error}") from None


def _ratio(n: int, name: str, cell: object) -> tuple[int, int]:
    try:
        return ratio(cell)
    except DataError as error:
        raise DataError(f"example {n}, feature {name}: {error}") from None


def _label(n: int, label: object) -> int:
    try:
        y = ratio(label)
    except DataError:
        y = (0, 1)
    if y not in ((-1, 1), (1, 1)):
        raise DataError(f"example {n}: found the label {shown(label)}; expected -1 or +1")
    return y[0]
