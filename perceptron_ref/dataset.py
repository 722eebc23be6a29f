"""The training examples D = {(x_n, y_n)}, n = 0..N-1: checked, exact, scaled to ints once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction

from .errors import DataError, shown
from .exact.common_denominator import at_final_scale
from .exact.rationals import exact_text, lcm, ratio

__all__ = ["Dataset"]

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

    __slots__ = ("_labels", "_names", "_scale", "_scaled_xs", "_xs", "_ys")

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
        self._set(scaled_xs, ys, scaled_xs[0][0], checked, ("-1", "+1"))

    @classmethod
    def _from_scaled(
        cls,
        scaled_xs: tuple[tuple[int, ...], ...],
        ys: tuple[int, ...],
        scale: int,
        names: Iterable[str] | None,
        labels: tuple[str | None, str],
    ) -> Dataset:
        """Return the set of examples that were checked and scaled while a file was read."""
        data = cls.__new__(cls)
        data._set(scaled_xs, ys, scale, checked_names(names, len(scaled_xs[0]) - 1), labels)
        return data

    def _set(
        self,
        scaled_xs: tuple[tuple[int, ...], ...],
        ys: tuple[int, ...],
        scale: int,
        names: tuple[str, ...],
        labels: tuple[str | None, str],
    ) -> None:
        self._scaled_xs, self._ys, self._scale = scaled_xs, ys, scale
        self._names, self._labels = names, labels
        self._xs: tuple[tuple[Fraction, ...], ...] | None = None

    @property
    def N(self) -> int:
        """The number of examples."""
        return len(self._ys)

    @property
    def d(self) -> int:
        """The number of features, x_0 not counted."""
        return len(self._names)

    @property
    def scale(self) -> int:
        """The least positive integer that makes every number of the set an int."""
        return self._scale

    @property
    def names(self) -> tuple[str, ...]:
        """The names of x_1, ..., x_d."""
        return self._names

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
        if self._xs is None:
            self._xs = tuple(tuple(Fraction(v, self._scale) for v in x) for x in self._scaled_xs)
        return self._xs

    @property
    def scaled_xs(self) -> tuple[tuple[int, ...], ...]:
        """The same vectors times `scale`: (scale, scale x_{n,1}, ..., scale x_{n,d}), all ints."""
        return self._scaled_xs

    def __len__(self) -> int:
        return self.N

    def __eq__(self, other: object) -> bool:
        """Tell whether both hold the same examples in the same order; names do not count."""
        if not isinstance(other, Dataset):
            return NotImplemented
        return self._ys == other._ys and self._scaled_xs == other._scaled_xs  # scale among them

    def __hash__(self) -> int:
        return hash((self._ys, self._scaled_xs))

    def __repr__(self) -> str:
        scale = exact_text(self.scale)  # str() refuses ints of many digits
        if len(scale) > _LONGEST_SHOWN:
            scale = f"{scale[:_LONGEST_SHOWN]}... ({len(scale):,} digits)"
        return f"<Dataset N={self.N} d={self.d} scale={scale}>"


def checked_dataset(value: object) -> Dataset:
    """Return the value if it is a Dataset; DataError, saying how to make one, otherwise."""
    if not isinstance(value, Dataset):
        raise DataError(
            f"found {shown(value)} as the data; expected a Dataset, "
            "as Dataset(rows, labels) or read(file) makes"
        )
    return value


def default_names(d: int) -> tuple[str, ...]:
    """Return the lecture's letters for d features without names: x1, ..., xd.

    >>> default_names(2)
    ('x1', 'x2')
    """
    return tuple(f"x{i}" for i in range(1, d + 1))


def checked_names(names: Iterable[str] | None, d: int) -> tuple[str, ...]:
    """Return d different names for x_1, ..., x_d, the default ones for None; DataError otherwise.

    >>> checked_names(None, 2)
    ('x1', 'x2')
    """
    if d == 0:
        raise DataError("found no feature; expected at least one beside x_0")
    if names is None:
        return default_names(d)
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
    return tuple(checked)


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


def _scaled(table: list[list[object]], names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the rows, x_0 = 1 in front, times the least common denominator of all numbers."""
    scale, rows = 1, []
    for n, cells in enumerate(table):
        ratios = [_ratio(n, name, cell) for name, cell in zip(names, cells)]
        for q in {q for _, q in ratios}:
            scale = lcm(scale, q)
        rows.append((scale, *[p if q == scale else p * (scale // q) for p, q in ratios]))
    return at_final_scale(rows)


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
