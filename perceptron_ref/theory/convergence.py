"""The convergence proof, executable: every statement evaluated, both sides, at every update of a
run.

Each function takes a run, and w_f where the statement has one, and returns a `Record`. Both sides
are ints while they
are compared, squares stand where the lecture has roots, and no tolerance is anywhere: a statement
holds or it fails. The runs are in the lecture's letters, see `pla`; beside them:

    w_f         `w_f`       weights that separate D
    R^2         `R2`        max_n |x_n|^2
    rho         `rho2`      its square: rho = min_n y_n (w_f/|w_f|) . x_n
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..errors import DataError
from ..exact.rationals import exact_text
from ..hypothesis import as_ints, exact_vector
from ..pla import Run, in_units
from ..vectors import dot, squared_norm
from .bias import BiasRun
from .separability import Separable, separability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..dataset import Dataset

    Comparison = tuple[int, int, int]


class Tightest:
    """The update at which the two sides of a statement come closest: t, and both sides there,
    exact.
    """

    __slots__ = ("left", "right", "t")

    def __init__(self, t: int, left: Fraction, right: Fraction) -> None:
        self.t, self.left, self.right = t, left, right

    def __repr__(self) -> str:
        return f"<t={self.t}: {exact_text(self.left)} and {exact_text(self.right)}>"


class Record:
    """What became of one statement on one run.

    label: the lecture's, such as "L2.10". statement: in plain text. holds: True, False, or None
    where the statement says nothing about this run. checked: how many times it was compared.
    tightest: where it came closest to failing, or failed most; None where nothing was compared.
        note: why it fails or does not apply, or "".
    """

    __slots__ = ("checked", "holds", "label", "note", "statement", "tightest")

    def __init__(
        self,
        label: str,
        statement: str,
        holds: bool | None,
        checked: int,
        tightest: Tightest | None,
        note: str = "",
    ) -> None:
        self.label, self.statement, self.holds = label, statement, holds
        self.checked, self.tightest, self.note = checked, tightest, note

    def __repr__(self) -> str:
        verdict = {True: "holds", False: "FAILS", None: "does not apply"}[self.holds]
        return f"<{self.label} {verdict}, checked {self.checked} times>"


class Separator:
    """Weights w_f to hold a run against, with what the statements need of them.

    w_f: as given, exact. w: the ints of which w_f is `unit` times. least: min_n y_n w . x_n in the
    set's scaled units. worst: the n that attains it.
    """

    __slots__ = ("data", "least", "unit", "w", "w_f", "worst")

    def __init__(self, data: Dataset, w_f: Iterable[object]) -> None:
        self.w_f = exact_vector("w_f", w_f)
        if len(self.w_f) != 1 + data.d:
            raise DataError(
                f"w_f: found {len(self.w_f)} numbers; expected {1 + data.d}: w_0 = -threshold, then d weights"
            )
        self.data = data
        self.w, multiple = as_ints(self.w_f)
        self.unit = Fraction(1, multiple)
        margins = [y * dot(self.w, x) for x, y in zip(data.scaled_xs, data.ys)]
        self.least = min(margins)
        self.worst = margins.index(self.least)

    @property
    def separates(self) -> bool:
        """Whether y_n w_f . x_n > 0 for all n.     Lecture 2: L2.8"""
        return self.least > 0

    @property
    def rho2(self) -> Fraction:
        """rho^2 = (min_n y_n w_f . x_n)^2 / |w_f|^2; asked only of weights that separate.
        Lecture 2: L2.11
        """
        return Fraction(self.least**2, self.data.scale**2 * squared_norm(self.w))

    @property
    def R2(self) -> Fraction:
        """R^2 = max_n |x_n|^2.     Lecture 2: L2.11"""
        return Fraction(_R2(self.data), self.data.scale**2)

    @property
    def bound(self) -> Fraction:
        """R^2 / rho^2; asked only of weights that separate.     Lecture 2: L2.12"""
        return self.R2 / self.rho2


class Replayed:
    """A run's updates, replayed once for all statements, in the loop's ints.

    steps: (t, n(t), w_t, w_{t+1}). before, after: y_n w_t . x_n and y_n w_{t+1} . x_n with n =
    n(t). lengths: |w_0|^2, |w_1|^2, ..., |w_T|^2.
    """

    __slots__ = ("_aligned", "after", "before", "lengths", "run", "steps")

    def __init__(self, run: Run) -> None:
        xs, ys = run.data.scaled_xs, run.data.ys
        self.run, self.steps = run, list(run.scaled_replay())
        self.before = [ys[n] * dot(w, xs[n]) for _, n, w, _ in self.steps]
        self.after = [ys[n] * dot(w_next, xs[n]) for _, n, _, w_next in self.steps]
        self.lengths = [squared_norm(w) for w in self._weights()]
        self._aligned: tuple[Separator, list[int]] | None = None

    def aligned(self, w_f: Separator) -> list[int]:
        """Return w_f . w_0, w_f . w_1, ..., w_f . w_T."""
        if self._aligned is None or self._aligned[0] is not w_f:
            self._aligned = w_f, [dot(w_f.w, w) for w in self._weights()]
        return self._aligned[1]

    def _weights(self) -> list[tuple[int, ...]]:
        return [w for _, _, w, _ in self.steps[:1]] + [w_next for _, _, _, w_next in self.steps]


def derive(run: Run, w_f: Iterable[object] | None = None) -> list[Record]:
    """Return a record for every statement of the proof, in the lecture's order; of N.3 and N.7 for
    a `BiasRun`.

    w_f: 1 + d weights that separate D; where none are given, those of largest margin. Where there
    are none, or the given ones do not separate, L2.8 fails and says why, and the statements that
    need w_f do not apply. (w_f = 0, which
    separates nothing, stands in where there are none: `separability` has the proof of that.)

    >>> from perceptron_ref import example, pla
    >>> [record.label for record in derive(pla(example("and"))) if record.holds]
    ['L2.5', 'L2.7', 'L2.8', 'L2.9', 'L2.10', 'L2.11', 'L2.12']
    """
    separator = Separator(run.data, _largest_margin(run.data) if w_f is None else w_f)
    replayed = Replayed(run)
    if isinstance(run, BiasRun):
        return [
            corrects_mistakes(replayed),
            margin_grows(replayed),
            separates(replayed, separator),
            bound_with_bias(run, separator),
        ]
    return [
        corrects_mistakes(replayed),
        correction_helps(replayed),
        separates(replayed, separator),
        alignment_grows(replayed, separator),
        length_grows_slowly(replayed),
        angle(replayed, separator),
        bound(run, separator),
    ]


def corrects_mistakes(run: Run | Replayed) -> Record:
    """y_n w_t . x_n <= 0 at every update, n = n(t); the last w_t is what the run reports.
    Lecture 2: L2.5
    """
    replayed = _replayed(run)
    run = replayed.run
    sides = [(t, before, 0) for t, before in enumerate(replayed.before)]
    record = _compared("L2.5", "y_n w_t . x_n <= 0", "<=", sides, run.unit / run.data.scale)
    if record.holds is False:
        record.note = "an update corrected an example that was no mistake"
    elif _w_T(replayed) != getattr(run, "w_last", run.w):
        record.holds, record.note = (
            False,
            "the updates do not lead to the weights that the run reports",
        )
    elif run.status == "converged" and run.mistakes:
        record.holds, record.note = False, "the run reports that it converged, and makes a mistake"
    return record


def correction_helps(run: Run | Replayed) -> Record:
    """y_n w_{t+1} . x_n = y_n w_t . x_n + eta |x_n|^2 >= y_n w_t . x_n at every update.
    Lecture 2: L2.7
    """
    statement = "y_n w_{t+1} . x_n = y_n w_t . x_n + eta |x_n|^2 >= y_n w_t . x_n"
    replayed = _replayed(run)
    run = replayed.run
    sides = list(zip(range(run.updates), replayed.after, replayed.before))
    norms = {n: squared_norm(run.data.scaled_xs[n]) for n in set(run.n)}
    record = _compared("L2.7", statement, ">=", sides, run.unit / run.data.scale)
    if any(after != before + run.step * norms[n] for (_, after, before), n in zip(sides, run.n)):
        record.holds, record.note = False, "a score grew by another amount than eta |x_n|^2"
    return record


def separates(run: Run | Replayed, w_f: Separator | Iterable[object]) -> Record:
    """y_n w_f . x_n > 0 for all n; the tightest is told by n, not by t.     Lecture 2: L2.8"""
    w_f = _separator(run, w_f)
    least = w_f.least * w_f.unit / w_f.data.scale
    tightest = Tightest(w_f.worst, least, Fraction(0))
    note = (
        ""
        if w_f.separates
        else f"w_f does not separate D: y_n w_f . x_n = {exact_text(least)} for n = {w_f.worst}"
    )
    return Record("L2.8", "y_n w_f . x_n > 0 for all n", w_f.separates, w_f.data.N, tightest, note)


def alignment_grows(run: Run | Replayed, w_f: Separator | Iterable[object]) -> Record:
    """w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n > w_f . w_t at every update.
    Lecture 2: L2.9
    """
    statement = "w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n > w_f . w_t"
    w_f, replayed = _separator(run, w_f), _replayed(run)
    if not w_f.separates:
        return _no_separator("L2.9", statement)
    run = replayed.run
    least, aligned = run.step * w_f.least, replayed.aligned(w_f)
    sides = [(t, aligned[t + 1], aligned[t] + least) for t in range(run.updates)]
    return _compared("L2.9", statement, ">=", sides, run.unit * w_f.unit)


def length_grows_slowly(run: Run | Replayed) -> Record:
    """|w_{t+1}|^2 <= |w_t|^2 + eta^2 R^2 at every update, as each corrects a mistake.
    Lecture 2: L2.10
    """
    statement = "y_n w_t . x_n <= 0, so |w_{t+1}|^2 <= |w_t|^2 + eta^2 R^2"
    replayed = _replayed(run)
    run, lengths = replayed.run, replayed.lengths
    most = run.step**2 * _R2(run.data)
    sides = [(t, lengths[t + 1], lengths[t] + most) for t in range(run.updates)]
    record = _compared("L2.10", statement, "<=", sides, run.unit**2)
    if any(before > 0 for before in replayed.before):
        record.holds, record.note = False, "an update corrected an example that was no mistake"
    return record


def angle(run: Run | Replayed, w_f: Separator | Iterable[object]) -> Record:
    """1 >= cos^2(w_f, w_t) >= t rho^2 / R^2 after every update, from w_0 = 0.     Lecture 2: L2.11

    Both sides times |w_f|^2 |w_t|^2 R^2 are ints: (w_f . w_t)^2 R^2 >= t (min_n y_n w_f . x_n)^2
    |w_t|^2. The tightest update is that of the least ratio of the two.
    """
    statement = "1 >= cos^2(w_f, w_t) >= t rho^2 / R^2"
    w_f, replayed = _separator(run, w_f), _replayed(run)
    run = replayed.run
    if not w_f.separates:
        return _no_separator("L2.11", statement)
    if any(run.w0):
        return _not_from_zero("L2.11", statement)
    R2, length = _R2(run.data), squared_norm(w_f.w)
    holds, tightest = True, None
    for t, (aligned, w2) in enumerate(
        zip(replayed.aligned(w_f)[1:], replayed.lengths[1:]), start=1
    ):
        cos2, least = aligned * abs(aligned) * R2, t * w_f.least**2 * w2
        holds = holds and least <= cos2 <= length * w2 * R2 and w2 > 0
        if tightest is None or cos2 * tightest[2] < tightest[1] * least:
            tightest = t, cos2, least, length * w2 * R2
    if tightest is None or not tightest[3]:
        return Record("L2.11", statement, holds, run.updates, None)
    t, cos2, least, common = tightest
    sides = Tightest(t, Fraction(cos2, common), Fraction(least, common))
    return Record("L2.11", statement, holds, run.updates, sides)


def bound(run: Run, w_f: Separator | Iterable[object]) -> Record:
    """T <= R^2 / rho^2, from w_0 = 0.     Lecture 2: L2.12"""
    statement = "T <= R^2 / rho^2"
    w_f = _separator(run, w_f)
    if not w_f.separates:
        return _no_separator("L2.12", statement)
    if any(run.w0):
        return _not_from_zero("L2.12", statement)
    T = run.updates
    return Record("L2.12", statement, T <= w_f.bound, T, Tightest(T, Fraction(T), w_f.bound))


def margin_grows(run: Run | Replayed) -> Record:
    """y_n (w . x_n + b) grows by |x_n|^2 + R^2 at every update, n = n(t).     Lecture 2: N.3"""
    statement = "y_n (w . x_n + b) grows by |x_n|^2 + R^2"
    replayed = _replayed(run)
    run = replayed.run
    scale, xs = run.data.scale, run.data.scaled_xs
    multiple, R2 = run.unit * scale, max(squared_norm(x[1:]) for x in xs)
    p, q = multiple.numerator, multiple.denominator
    sides = [
        (t, p * (replayed.after[t] - replayed.before[t]), q * (squared_norm(xs[n][1:]) + R2))
        for t, n in enumerate(run.n)
    ]
    record = _compared("N.3", statement, ">=", sides, Fraction(1, q * scale**2))
    if any(left != right for _, left, right in sides):
        record.holds, record.note = False, "a score grew by another amount than |x_n|^2 + R^2"
    return record


def bound_with_bias(run: BiasRun, w_f: Separator | Iterable[object]) -> Record:
    """k <= 2 R^2 |w~*|^2 / gamma*^2 with w~* = (w*, b*/R), gamma* = min_n y_n (w* . x_n + b*).
    Lecture 2: N.7
    """
    statement = "k <= 2 R^2 |w~*|^2 / gamma*^2"
    w_f = _separator(run, w_f)
    if not w_f.separates:
        return _no_separator("N.7", statement)
    b, w, gamma = w_f.w[0], w_f.w[1:], Fraction(w_f.least, run.data.scale)
    most = 2 * (run.R2 * squared_norm(w) + b**2) / gamma**2
    k = run.updates
    return Record("N.7", statement, k <= most, k, Tightest(k, Fraction(k), most))


def _compared(
    label: str, statement: str, relation: str, sides: Sequence[Comparison], unit: Fraction
) -> Record:
    """Return the record of a statement that claims left >= right, or left <= right, for all (t,
    left, right).

    unit: the positive number that makes both sides the lecture's.
    """
    if not sides:
        return Record(label, statement, True, 0, None)
    sense = 1 if relation == ">=" else -1
    t, left, right = min(sides, key=lambda side: sense * (side[1] - side[2]))
    return Record(
        label,
        statement,
        sense * (left - right) >= 0,
        len(sides),
        Tightest(t, left * unit, right * unit),
    )


def _no_separator(label: str, statement: str) -> Record:
    return Record(label, statement, None, 0, None, "says nothing without weights that separate D")


def _not_from_zero(label: str, statement: str) -> Record:
    return Record(
        label, statement, None, 0, None, "says nothing about a run that does not start from w_0 = 0"
    )


def _largest_margin(data: Dataset) -> Sequence[int]:
    """Return the separator of largest margin, or, where there is none, zero weights, which separate
    nothing.
    """
    found = separability(data)
    return found.w_f if isinstance(found, Separable) else [0] * (1 + data.d)


def _replayed(run: Run | Replayed) -> Replayed:
    return run if isinstance(run, Replayed) else Replayed(run)


def _separator(run: Run | Replayed, w_f: Separator | Iterable[object]) -> Separator:
    if isinstance(w_f, Separator):
        return w_f
    return Separator(run.run.data if isinstance(run, Replayed) else run.data, w_f)


def _R2(data: Dataset) -> int:
    """Return R^2 = max_n |x_n|^2 in the set's scaled units.     Lecture 2: L2.11"""
    return max(map(squared_norm, data.scaled_xs))


def _w_T(replayed: Replayed) -> tuple[Fraction, ...]:
    """Return the weights that the updates lead to."""
    run = replayed.run
    return in_units(replayed.steps[-1][3], run.unit) if replayed.steps else run.w0
