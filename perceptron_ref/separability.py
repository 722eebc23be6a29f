"""Is D linearly separable? Decided exactly, with a proof either way that can be checked by hand.

It depends on how near conv{y_n x_n}, the hull of the examples signed by their labels, comes to the origin. Where it
keeps away, its nearest point p is the direction of the separator of largest margin, and |p| is rho. Where p = 0, the
weights that mix p from the examples are the proof that no line separates (Gordan). Beside the lecture's letters:

    z_n = y_n x_n       `zs[n]`         a signed example, times `data.scale`: ints
    a_n                 `weights`       ints > 0 for the examples that p is mixed from, the support
    P = sum_n a_n z_n   `P`             p times sum_n a_n: ints
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import fsum, gcd
from operator import mul, neg

from .columns import LIMIT, Columns
from .dataset import checked_dataset
from .rationals import exact_text
from .vectors import dot, squared_norm, sumprod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from typing import Any

    from .dataset import Dataset

_LEADING_BITS = 30  # of P: enough to find an example beyond p; that there is none is shown with all of P
_SHORTLIST = 8  # times 1 + d examples are looked at again before all are
_SHORT_BITS = 300  # determinants of no more bits cost so little that steps in floats do not pay


def separability(data: Dataset, *, on_step: Callable[[Step], object] | None = None) -> Separable | NotSeparable:
    """Return the separator of largest margin with its proof, or the proof that no weights separate.

    on_step: called with a `Step` whenever an example joins those that p is mixed from, to show how it goes.
    What separates has y_n w . x_n > 0 for all n: a tie is a mistake here.     Lecture 2: L2.8, L2.11, L2.12, L2.13

    >>> from perceptron_ref import example
    >>> separability(example("and"))
    <Separable w_f=(-3, 2, 2) rho2=1/17 bound=51 support=(1, 2, 3)>
    >>> separability(example("xor"))
    <NotSeparable examples=(0, 1, 2, 3) coefficients=(1, 1, 1, 1)>
    """
    checked_dataset(data)
    zs = [x if y > 0 else tuple(map(neg, x)) for x, y in zip(data.scaled_xs, data.ys)]
    steps = 0

    def joined(size: int) -> None:
        nonlocal steps
        steps += 1
        if on_step is not None:
            on_step(Step(steps, size))

    weights, P = nearest_point(zs, on_join=joined)
    support = tuple(sorted(weights))
    if not any(P):
        return NotSeparable(data, support, tuple(weights[n] for n in support))
    common = reduce(gcd, P)
    return Separable(
        data,
        tuple(P_i // common for P_i in P),
        Fraction(squared_norm(P), (sum(weights.values()) * data.scale) ** 2),
        Fraction(max([sumprod(z, z) for z in zs]), data.scale**2),
        support,
        tuple(Fraction(weights[n] * data.scale, common) for n in support),
    )


class Step:
    """How far `separability` is: how often an example joined those that p is mixed from, and how many they are now."""

    __slots__ = ("steps", "support")

    def __init__(self, steps: int, support: int) -> None:
        self.steps, self.support = steps, support

    def __repr__(self) -> str:
        return f"<Step {self.steps}: {self.support} examples in the support>"


class Separable:
    """D is linearly separable: the separator of largest margin, and what proves it.     Lecture 2: L2.8, L2.11, L2.12

    All numbers are exact, in the units of the data with x_0 = 1. The margin is the lecture's: w_0 is part of |w|, as
    it is not in a support vector machine's. `separable` is True.
    """

    __slots__ = ("_R2", "_coefficients", "_data", "_rho2", "_support", "_w_f")
    separable = True

    def __init__(
        self,
        data: Dataset,
        w_f: tuple[int, ...],
        rho2: Fraction,
        R2: Fraction,
        support: tuple[int, ...],
        coefficients: tuple[Fraction, ...],
    ) -> None:
        self._data, self._w_f, self._rho2, self._R2 = data, w_f, rho2, R2
        self._support, self._coefficients = support, coefficients

    @property
    def data(self) -> Dataset:
        """The examples that the record is about."""
        return self._data

    @property
    def w_f(self) -> tuple[int, ...]:
        """The separator of largest margin, w_0, ..., w_d: ints without a common factor."""
        return self._w_f

    @property
    def rho2(self) -> Fraction:
        """rho^2 = min_n (y_n w_f . x_n)^2 / |w_f|^2, the largest that any weights reach.     Lecture 2: L2.11"""
        return self._rho2

    @property
    def R2(self) -> Fraction:
        """R^2 = max_n |x_n|^2.     Lecture 2: L2.11"""
        return self._R2

    @property
    def bound(self) -> Fraction:
        """R^2 / rho^2: from w_0 = 0 PLA makes no more updates than this, whatever the order.     Lecture 2: L2.12"""
        return self._R2 / self._rho2

    @property
    def support(self) -> tuple[int, ...]:
        """The examples that fix w_f, at most 1 + d of them, each of smallest margin: indices from 0, rising."""
        return self._support

    @property
    def coefficients(self) -> tuple[Fraction, ...]:
        """c_n > 0 for the examples of the support: w_f = sum_n c_n y_n x_n."""
        return self._coefficients

    def verify(self) -> bool:
        """Tell, by the definitions alone, whether w_f separates and no weights have a larger margin.

        Let m = min_n y_n w_f . x_n > 0, attained on all of the support, where w_f = sum_n c_n y_n x_n. Any w has
        |w| |w_f| >= w . w_f = sum_n c_n y_n w . x_n >= (sum_n c_n) min_n y_n w . x_n. As |w_f|^2 = m sum_n c_n, its
        margin min_n y_n w . x_n / |w| is at most |w_f| / sum_n c_n = m / |w_f| = rho.     Lecture 2: L2.8, L2.11
        """
        data, w_f, unit = self._data, self._w_f, self._data.scale
        if not _is_mixture(data, self._support, self._coefficients) or len(w_f) != 1 + data.d:
            return False
        margins = [y * sumprod(w_f, x) for x, y in zip(data.scaled_xs, data.ys)]
        m = min(margins)
        return (
            m > 0
            and all(margins[n] == m for n in self._support)
            and _mixed(data, self._support, self._coefficients) == [unit * w_i for w_i in w_f]
            and reduce(gcd, w_f) == 1
            and self._rho2 * unit**2 * squared_norm(w_f) == m**2
            and self._R2 * unit**2 == max([sumprod(x, x) for x in data.scaled_xs])
        )

    def __repr__(self) -> str:
        shown = f"w_f={_brief(self._w_f)} rho2={_brief(self._rho2)} bound={_brief(self.bound)}"
        return f"<Separable {shown} support={_brief(self._support)}>"


class NotSeparable:
    """No weights separate D: some of its examples, signed by their labels and mixed, cancel out (Gordan).

    All numbers are exact. `separable` is False.     Lecture 2: L2.13
    """

    __slots__ = ("_coefficients", "_data", "_examples")
    separable = False

    def __init__(self, data: Dataset, examples: tuple[int, ...], coefficients: tuple[int, ...]) -> None:
        self._data, self._examples, self._coefficients = data, examples, coefficients

    @property
    def data(self) -> Dataset:
        """The examples that the record is about."""
        return self._data

    @property
    def examples(self) -> tuple[int, ...]:
        """The examples that cancel out, at most d + 2 of them, none of which can be spared: indices from 0, rising."""
        return self._examples

    @property
    def coefficients(self) -> tuple[int, ...]:
        """a_n > 0 for these examples, ints without a common factor: sum_n a_n y_n x_n = 0."""
        return self._coefficients

    def verify(self) -> bool:
        """Tell, by re-adding, whether sum_n a_n y_n x_n = 0 with all a_n > 0.

        Then sum_n a_n y_n w . x_n = 0 for any w, so not every y_n w . x_n is positive.     Lecture 2: L2.8, L2.13
        """
        if not _is_mixture(self._data, self._examples, self._coefficients):
            return False
        return not any(_mixed(self._data, self._examples, self._coefficients))

    def __repr__(self) -> str:
        return f"<NotSeparable examples={_brief(self._examples)} coefficients={_brief(self._coefficients)}>"


def nearest_point(
    zs: Sequence[Sequence[int]],
    *,
    start: Mapping[int, int] | None = None,
    on_join: Callable[[int], object] | None = None,
) -> tuple[dict[int, int], list[int]]:
    """Return the point p of conv{z_0, ..., z_{N-1}} nearest to the origin: its weights {n: a_n > 0}, and P.

    zs: at least one vector of ints, all of the same length. start: {n: int > 0}, weights to start from; p does not
    depend on them, the time that it takes does. on_join: called with the size of the support when a z_n has joined.
    The a_n have no common factor, and their support is affinely independent: at most one z_n more than z has entries.

    Wolfe (1976): while some z_n has z_n . p < p . p, let it join the support, and go to the support's nearest point.
    It ends. When a step begins, p is nearest to the origin in the whole affine hull of its support, so the hull is
    perpendicular to p: z_n is not in it, and the support stays affinely independent. Mixing a little of z_n into p
    brings p nearer, so |p| falls from step to step, no support comes back, and there are finitely many of them.
    In the end z_n . p >= p . p for all n, hence v . p >= p . p and |v| >= |p| for every v in conv{z_n}.

    Where the ints get long, steps in floats come first to find a likely support. The steps in ints start from it,
    need it to be neither right nor complete, and have the last word.

    >>> nearest_point([[3, 0], [1, 2], [1, -1]])
    ({2: 2, 1: 1}, [3, 0])
    """
    search, lengths = _Search(zs), [sumprod(z, z) for z in zs]
    weights = dict(start or {lengths.index(min(lengths)): 1})
    bits = max(lengths).bit_length() * min(len(zs), len(zs[0]))  # of determinants of the z_m . z_n
    for kind in (_FloatSupport, _Support) if bits > _SHORT_BITS else (_Support,):
        for point in _approach(kind(zs, on_join), weights, search):
            weights, P = point
    return weights, P


def _approach(
    support: _Support, weights: Mapping[int, int], search: _Search
) -> Iterator[tuple[dict[int, int], list[int]]]:
    """Yield the weights and P of p after each step, nearer to the origin than before it.

    In ints it ends where there is no step left to make; in floats perhaps before.
    """
    for n, weight in weights.items():
        support.join(n, weight)
    shortest: Fraction | None = None
    while support.settle():
        P, total = support.mixed(), sum(support.weights)
        length = Fraction(squared_norm(P), total**2)
        if shortest is not None and length >= shortest:
            return  # so near the end that floats have lost the way
        shortest = length
        yield dict(zip(support.members, support.weights)), P
        beyond = search.beyond(P, total, support.goal(P)) if length else None
        if beyond is None or not support.join(beyond, 0):
            return


class _Search:
    """Looks for an example that brings p nearer to the origin, among a shortlist of likely ones first."""

    __slots__ = ("all", "listed", "shortlist", "zs")

    def __init__(self, zs: Sequence[Sequence[int]]) -> None:
        self.zs, self.shortlist = zs, [0]
        self.all, self.listed = _Margins(zs), _Margins(zs[:1])

    def beyond(self, P: list[int], total: int, goal: int) -> int | None:
        """Return an n with total z_n . P < goal; None if, and only if, there is none.

        With goal = P . P that is z_n . p < p . p.
        """
        zs = self.zs
        shift = max(0, max(map(int.bit_length, P)) - _LEADING_BITS)
        leading = [P_i >> shift for P_i in P]
        margins = self.listed.of(leading)
        n = self.shortlist[margins.index(min(margins))]
        for direction in (leading, P):
            if total * dot(zs[n], P) < goal:
                return n
            margins = self.all.of(direction)
            self.shortlist = sorted(range(len(zs)), key=margins.__getitem__)[: _SHORTLIST * len(P)]
            self.listed = _Margins([zs[n] for n in self.shortlist])
            n = self.shortlist[0]
        return n if total * dot(zs[n], P) < goal else None


class _Margins:
    """All z_n . v for one v after another, in one go where they are short enough for that."""

    __slots__ = ("columns", "zs")

    def __init__(self, zs: Sequence[Sequence[int]]) -> None:
        self.zs = zs
        try:
            self.columns: Columns | None = Columns(zs)
        except OverflowError:
            self.columns = None

    def of(self, v: list[int]) -> array[int] | list[int]:
        """Return z_n . v for all n."""
        if self.columns is not None and self.columns.reach(v) < LIMIT:
            return self.columns.apart(self.columns.dot(v))
        return [sumprod(v, z) for z in self.zs]


class _Support:
    """The z_n that p is mixed from, affinely independent, and the linear system for their nearest point.

    The weights u of the point nearest to the origin in their affine hull solve M u = 1, up to a factor, where
    M = 1 1^T + G and G holds all z_m . z_n: then z_n . (sum_m u_m z_m) is the same for all n. M is the Gram matrix of
    the (1, z_n), so it is positive definite, and elimination needs no pivoting. That is fraction-free (Bareiss, 1968):
    all entries are determinants of ints, every division is exact.

    members: the n. weights: the a_n. gram: the lower half of M. rows: row j of M after j steps of elimination, from
    the diagonal on, with its right side before it. A row needs only those above it: who joins costs one row, and who
    leaves costs the rows from there on.
    """

    __slots__ = ("gram", "members", "on_join", "rows", "weights", "zs")

    def __init__(self, zs: Sequence[Sequence[int]], on_join: Callable[[int], object] | None = None) -> None:
        self.zs, self.on_join = zs, on_join
        self.members: list[int] = []
        self.weights: list[int] = []
        self.gram: list[list[Any]] = []
        self.rows: list[list[Any]] = []

    def join(self, n: int, weight: int) -> bool:
        """Take in z_n, unless the affine hull of the support contains it; tell whether it was taken in."""
        self.members.append(n)
        self.weights.append(weight)
        self.gram.append([self.entry(self.zs[n], self.zs[m]) for m in self.members])
        if not self.eliminate(self.gram[-1]):
            self.leave(len(self.members) - 1)
            return False
        if self.on_join is not None:
            self.on_join(len(self.members))
        return True

    def leave(self, i: int) -> None:
        """Let the i-th member go."""
        del self.members[i], self.weights[i], self.gram[i], self.rows[i:]
        for j, row in enumerate(self.rows):
            del row[1 + i - j :]
        for entries in self.gram[i:]:
            del entries[i]
            self.eliminate(entries)

    def mixed(self) -> list[int]:
        """Return P = sum_n a_n z_n."""
        return [dot(self.weights, column) for column in zip(*(self.zs[n] for n in self.members))]

    def settle(self) -> bool:
        """Go to the support's nearest point; whoever has no part in it leaves. Tell whether p arrived."""
        while True:
            u = self.affine_minimiser()
            if min(u) > 0:
                self.weights = _lowest_terms(u)
                return True
            self._step_towards(u)

    def _step_towards(self, u: list[int]) -> None:
        """Go from p towards the mixture with the weights u as far as no weight is negative; those at 0 leave.

        The first to vanish is the one of smallest u_i / a_i, at the mixture with the weights a_i u - u_i a.
        """
        a = self.weights
        i = min((i for i, u_i in enumerate(u) if u_i <= 0), key=lambda i: Fraction(u[i], a[i]))
        self.weights = _lowest_terms([a[i] * u_j - u[i] * a_j for u_j, a_j in zip(u, a)])
        for j in reversed(range(len(u))):
            if self.weights[j] == 0:
                self.leave(j)

    def entry(self, z_m: Sequence[int], z_n: Sequence[int]) -> Any:
        """Return an entry of M."""
        return 1 + dot(z_m, z_n)

    def eliminate(self, entries: list[Any]) -> bool:
        """Add a row of M to the elimination; False if it depends on the rows above."""
        row, before = [1, *entries], 1
        for above in self.rows:
            factor, pivot = row[1], above[1]
            above.append(factor)  # M is symmetric, and stays so
            row = [(pivot * v - factor * u) // before for v, u in zip(row[:1] + row[2:], above[:1] + above[2:])]
            before = pivot
        self.rows.append(row)
        return bool(row[1] > 0)

    def affine_minimiser(self) -> list[int]:
        """Return det M times the solution of M u = 1."""
        determinant: int = self.rows[-1][1]
        u: list[int] = []
        for right, pivot, *rest in reversed(self.rows):
            u.insert(0, (determinant * right - dot(rest, u)) // pivot)
        return u

    def goal(self, P: list[int]) -> int:
        """Return what total z_n . P must be below for z_n to join: P . P."""
        return squared_norm(P)


class _FloatSupport(_Support):
    """The same in floats, with M = 1 1^T + G / unit. The weights are ints still, and p is what they say.

    unit: the smallest |z_n|^2. With a much larger one the ones would drown G, with a much smaller one G the ones.
    A sum is rounded once, by `fsum`: built-in `sum` has not the same bits on every Python.
    """

    __slots__ = ("unit",)

    def __init__(self, zs: Sequence[Sequence[int]], on_join: Callable[[int], object] | None = None) -> None:
        super().__init__(zs, on_join)
        lengths = [sumprod(z, z) for z in zs]
        self.unit = max(min(lengths), max(lengths) >> 600, 1)  # M stays far below the largest float, 2**1024

    def settle(self) -> bool:
        try:
            return super().settle()
        except (ArithmeticError, ValueError):  # zero, infinity or NaN where there should be a number
            return False

    def entry(self, z_m: Sequence[int], z_n: Sequence[int]) -> float:
        return (self.unit + dot(z_m, z_n)) / self.unit

    def eliminate(self, entries: list[float]) -> bool:
        row = [1.0, *entries]
        for above in self.rows:
            above.append(row[1])
            factor = row[1] / above[1]
            row = [v - factor * u for v, u in zip(row[:1] + row[2:], above[:1] + above[2:])]
        self.rows.append(row)
        return row[1] > 0

    def leave(self, i: int) -> None:
        """Let the i-th member go: the rows behind it get back v v^T / pivot, which elimination by its row took away."""
        v = self.rows.pop(i)
        del self.members[i], self.weights[i], self.gram[i]
        for j, row in enumerate(self.rows[:i]):
            del row[1 + i - j]
        pivot = v.pop(1)
        for j, row in enumerate(self.rows[i:], start=i):
            v_j, below = v[1], row[1]
            self.rows[j] = [u_k + v_j * v_k / pivot for u_k, v_k in zip(row, v)]
            v = [v_k - v_j * u_k / below for v_k, u_k in zip(v[:1] + v[2:], row[:1] + row[2:])]
            pivot *= self.rows[j][1] / below

    def affine_minimiser(self) -> list[int]:
        u: list[float] = []
        for right, pivot, *rest in reversed(self.rows):
            u.insert(0, (right - fsum(map(mul, rest, u))) / pivot)
        largest = max(map(abs, u))
        return [int(v / largest * 2.0**1000) for v in u]  # all the bits of small ones too

    def goal(self, P: list[int]) -> int:
        length = squared_norm(P)
        return length - (length >> 30)  # who is not below by a billionth may be a member, blurred


def _lowest_terms(numbers: list[int]) -> list[int]:
    common = reduce(gcd, numbers)
    return numbers if common == 1 else [v // common for v in numbers]


def _is_mixture(data: Dataset, examples: tuple[int, ...], coefficients: tuple[Fraction | int, ...]) -> bool:
    """Tell whether these are examples of the set, at least one and each once, and as many positive coefficients."""
    return (
        0 < len(examples) == len(coefficients) == len(set(examples))
        and all(0 <= n < data.N for n in examples)
        and all(c > 0 for c in coefficients)
    )


def _mixed(data: Dataset, examples: tuple[int, ...], coefficients: tuple[Fraction | int, ...]) -> list[Fraction | int]:
    """Return sum_n c_n y_n x_n, times `data.scale`."""
    signed = [c * data.ys[n] for n, c in zip(examples, coefficients)]
    return [sumprod(signed, column) for column in zip(*(data.scaled_xs[n] for n in examples))]


def _brief(numbers: Fraction | tuple[int, ...]) -> str:
    text = f"({', '.join(map(exact_text, numbers))})" if isinstance(numbers, tuple) else exact_text(numbers)
    return text if len(text) <= 60 else f"{text[:57]}..."
