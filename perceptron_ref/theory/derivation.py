"""The convergence proof held against a run: every statement compared, exactly, at every update.
Lecture 2: L2.12

`convergence` and `bias` hold the statements; here is what is made of their two sides: whether the
statement holds, how often it was compared, and where it came closest to failing.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key
from math import prod
from operator import eq, ge, gt, le, sub

from ..exact.rationals import exact_text
from ..notebook import Shown
from .bias import BiasRun, bound_with_bias, margin_grows
from .convergence import (
    alignment_grows,
    angle,
    bound,
    correction_helps,
    corrects_mistakes,
    length_grows_slowly,
    separates,
)
from .proof import Proof

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, Union

    from ..run import Run
    from .convergence import Sides

    Number = Union[Fraction, int]
    Numbers = tuple[Number, ...]
    Compared = tuple[str, int, Fraction, str, Fraction]

__all__ = ["Derivation", "Tightest", "Verdict", "compared", "derive", "unchecked", "verdicts"]


def derive(run: Run, w_f: Iterable[object] | None = None) -> Derivation:
    """Return the verdict on every statement of the proof, in the lecture's order.

    run: of PLA, of Pocket or of the variant with a bias; DataError for anything else. w_f: 1 + d
    weights that separate D; where none are given, those of largest margin. Where no weights
    separate, or the given ones do not, L2.8 fails and says why, and the statements that need w_f do
    not apply. L2.11 and L2.12 apply to runs from w_0 = 0. A `BiasRun` has L2.5, N.3, L2.8, N.7.

    >>> from perceptron_ref import example, pla
    >>> [verdict.label for verdict in derive(pla(example("and"))) if verdict.holds]
    ['L2.5', 'L2.7', 'L2.8', 'L2.9', 'L2.10', 'L2.11', 'L2.12']
    """
    return verdicts(Proof(run, w_f))


def verdicts(proof: Proof, *, on_step: Callable[[str], object] = lambda label: None) -> Derivation:
    """Return the verdict on every statement about a proof's run and w_f, as `derive` does.

    on_step: called with a statement's label before each comparison. If it raises StopIteration, the
        statements that are not done by then are not checked.
    """
    every = unchecked(proof.run)
    try:
        for i, statement in enumerate(_statements(proof.run)):
            every[i] = statement.verdict(proof, on_step)
    except StopIteration:
        pass
    return every


def compared(proof: Proof) -> Iterator[Compared]:
    """Yield (label, t, left, sign, right) for every comparison of the proof, statement after
    statement: both sides exact, in the lecture's units, n in the place of t for L2.8.

    Left and right are numbers as the lecture has them. The letters of a `Proof` are its multiples.

    >>> from perceptron_ref import example, pla
    >>> [row for row in compared(Proof(pla(example("and")), [-3, 2, 2])) if row[0] == "L2.9"][0]
    ('L2.9', 0, Fraction(3, 1), '>=', Fraction(1, 1))
    """
    for statement in _statements(proof.run):
        yield from statement.compared(proof)


def unchecked(run: Run) -> Derivation:
    """Return for every statement about a run that it was not checked."""
    return Derivation(
        Verdict(statement.label, statement.text, None, 0, None, "not checked")
        for statement in _statements(run)
    )


def _statements(run: Run) -> list[_Statement]:
    return _OF_THE_VARIANT if isinstance(run, BiasRun) else _OF_THE_LECTURE


class Derivation(Shown, list):  # type: ignore[type-arg]  # Python 3.8 cannot say of what
    """The list of verdicts on the statements of the proof, in the lecture's order."""

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[Verdict]: ...


class Verdict(Shown):
    """The verdict on one statement about one run.

    label: the lecture's, such as "L2.10". statement: in plain text. holds: True, False, or None
    where the statement says nothing about this run, or was not checked. checked: how often it was
    compared. tightest: where it came closest to failing, or failed most; None where nothing was
    compared. note: why it fails or does not apply, "not checked", or "".
    """

    __slots__ = ("checked", "holds", "label", "note", "statement", "tightest")

    def __init__(
        self,
        label: str,
        statement: str,
        holds: bool | None,
        checked: int,
        tightest: Tightest | None,
        note: str,
    ) -> None:
        self.label, self.statement, self.holds = label, statement, holds
        self.checked, self.tightest, self.note = checked, tightest, note

    def __repr__(self) -> str:
        verdict = {True: "holds", False: "FAILS", None: "does not apply"}[self.holds]
        return f"<{self.label} {verdict}, checked {self.checked} times>"


class Tightest:
    """Where the sides of a statement come closest: t (n for L2.8), and both sides, exact."""

    __slots__ = ("left", "right", "t")

    def __init__(self, t: int, left: Fraction, right: Fraction) -> None:
        self.t, self.left, self.right = t, left, right

    def __repr__(self) -> str:
        return f"<t={self.t}: {exact_text(self.left)} and {exact_text(self.right)}>"


class _Statement:
    """A statement, and how the numbers that its function yields are compared and shown.

    sides: yields numbers a_0, a_1, ... for t = first, first + 1, ..., or once, where first is None.
    signs: what stands between a_0 and a_1, a_1 and a_2, ... shown: which two of the numbers are
    shown as its sides. units: theirs, see `Proof.units`. by_ratio: whether they are told as shares
    of a_0, and closest where their ratio is, not their difference. notes: why it fails, for each of
    the signs. applies, also: return why it says nothing about a run, or why it fails though all
    signs are right, or "".
    """

    __slots__ = (
        *("also", "applies", "by_ratio", "first", "label", "notes"),
        *("shown", "sides", "signs", "text", "units"),
    )

    def __init__(
        self,
        label: str,
        text: str,
        sides: Callable[[Proof], Sides],
        signs: str,
        units: str = "",
        *,
        shown: tuple[int, int] = (0, 1),
        first: int | None = 0,
        by_ratio: bool = False,
        notes: tuple[str, ...] = ("", "", ""),
        applies: Callable[[Proof], str] = lambda proof: "",
        also: Callable[[Proof], str] = lambda proof: "",
    ) -> None:
        self.label, self.text, self.sides = label, text, sides
        self.signs, self.units, self.shown = signs.split(), units.split(), shown
        self.first, self.by_ratio, self.notes = first, by_ratio, notes
        self.applies, self.also = applies, also

    def verdict(self, proof: Proof, on_step: Callable[[str], object]) -> Verdict:
        """Return the verdict on a run and w_f."""
        says_nothing = self.applies(proof)
        if says_nothing:
            return Verdict(self.label, self.text, None, 0, None, says_nothing)
        sides = []
        for numbers in self.sides(proof):
            sides.append(numbers)
            on_step(self.label)
        failing = self._failing(sides)
        note = (self.notes[failing] if failing is not None else "") or self.also(proof)
        holds, checked = failing is None and not note, proof.T if self.first is None else len(sides)
        return Verdict(self.label, self.text, holds, checked, self._tightest(sides, proof), note)

    def _failing(self, sides: list[Numbers]) -> int | None:
        """Return which of the signs is wrong somewhere, or None."""
        columns = list(zip(*sides))
        for k, (sign, left, right) in enumerate(zip(self.signs, columns, columns[1:])):
            if not all(map(_IS_TRUE[sign], left, right)):
                return k
        return None

    def compared(self, proof: Proof) -> Iterator[Compared]:
        """Yield both sides that are shown, for each t, where the statement says something."""
        if self.applies(proof):
            return
        first = proof.T if self.first is None else self.first
        for t, numbers in enumerate(self.sides(proof), start=first):
            left, right = self._in_units(numbers, proof)
            yield self.label, t, left, self.signs[self.shown[1] - 1], right

    def _in_units(self, numbers: Numbers, proof: Proof) -> tuple[Fraction, Fraction]:
        """Return the two of the numbers that are shown, in the lecture's units."""
        unit = prod([proof.units[letter] for letter in self.units], start=Fraction(1))
        if self.by_ratio:
            unit /= numbers[0]
        i, j = self.shown
        return numbers[i] * unit, numbers[j] * unit

    def _tightest(self, sides: list[Numbers], proof: Proof) -> Tightest | None:
        """Return where the numbers that are shown come closest to breaking their sign."""
        if not sides:
            return None
        i, j = self.shown
        slack = _SLACK["ratio" if self.by_ratio else self.signs[j - 1]]
        slacks = [slack(numbers[i], numbers[j]) for numbers in sides]
        k = slacks.index(min(slacks))
        t = proof.T if self.first is None else self.first + k
        return Tightest(t, *self._in_units(sides[k], proof))


_IS_TRUE: dict[str, Callable[[Number, Number], bool]] = {
    "<=": le,
    ">=": ge,
    ">": gt,
    "=": eq,
    "so": lambda left, right: True,
}


def _compared_as_ratios(u: tuple[int, int], v: tuple[int, int]) -> int:
    """Return a number of the sign of u_0 / u_1 - v_0 / v_1, where u_1, v_1 > 0."""
    return u[0] * v[1] - v[0] * u[1]


_AS_RATIO = cmp_to_key(_compared_as_ratios)
_SLACK: dict[str, Callable[[Any, Any], Any]] = {
    "<=": lambda left, right: right - left,
    ">=": sub,
    ">": sub,
    "=": lambda left, right: min(left - right, right - left),
    "ratio": lambda left, right: _AS_RATIO((left, right)),
}


def _misreported(proof: Proof) -> str:
    if proof.run.status == "converged" and proof.run.mistakes:
        return "the run reports that it converged, and makes a mistake"
    return ""


def _does_not_separate(proof: Proof) -> str:
    w_f = proof.separator
    least = f"y_n w_f . x_n = {exact_text(w_f.least)} for n = {w_f.worst}"
    return "" if w_f.separates else f"w_f does not separate D: {least}"


def _needs_w_f(proof: Proof) -> str:
    return "" if proof.separator.separates else "says nothing without weights that separate D"


def _needs_w_f_and_w_0(proof: Proof) -> str:
    elsewhere = "says nothing about a run that does not start from w_0 = 0"
    return _needs_w_f(proof) or (elsewhere if any(proof.run.w0) else "")


_NO_MISTAKE = "an update corrected an example that was no mistake"
_ANOTHER_AMOUNT = "a margin grew by another amount than "

_L2_5 = _Statement(
    "L2.5",
    "y_n w_t . x_n <= 0",
    corrects_mistakes,
    "<=",
    "w x",
    notes=(_NO_MISTAKE,),
    also=_misreported,
)
_L2_8 = _Statement(
    "L2.8",
    "y_n w_f . x_n > 0 for all n",
    separates,
    ">",
    "w_f x",
    also=_does_not_separate,
)
_OF_THE_LECTURE = [
    _L2_5,
    _Statement(
        "L2.7",
        "y_n w_{t+1} . x_n = y_n w_t . x_n + eta |x_n|^2 >= y_n w_t . x_n",
        correction_helps,
        "= >=",
        "w x",
        shown=(0, 2),
        notes=(_ANOTHER_AMOUNT + "eta |x_n|^2", ""),
    ),
    _L2_8,
    _Statement(
        "L2.9",
        "w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n > w_f . w_t",
        alignment_grows,
        ">= >",
        "w_f w",
        applies=_needs_w_f,
    ),
    _Statement(
        "L2.10",
        "y_n w_t . x_n <= 0, so |w_{t+1}|^2 <= |w_t|^2 + eta^2 R^2",
        length_grows_slowly,
        "<= so <=",
        "w w",
        shown=(2, 3),
        notes=(_NO_MISTAKE, "", ""),
    ),
    _Statement(
        "L2.11",
        "1 >= cos^2(w_f, w_t) >= t rho^2 / R^2",
        angle,
        ">= >=",
        shown=(1, 2),
        first=1,
        by_ratio=True,
        applies=_needs_w_f_and_w_0,
    ),
    _Statement(
        "L2.12",
        "T <= R^2 / rho^2",
        bound,
        "<=",
        first=None,
        applies=_needs_w_f_and_w_0,
    ),
]
_OF_THE_VARIANT = [
    _L2_5,
    _Statement(
        "N.3",
        "y_n (w . x_n + b) grows by |x_n|^2 + R^2",
        margin_grows,
        "=",
        "w x",
        notes=(_ANOTHER_AMOUNT + "|x_n|^2 + R^2",),
    ),
    _L2_8,
    _Statement(
        "N.7",
        "k <= 2 R^2 |w~*|^2 / gamma*^2",
        bound_with_bias,
        "<=",
        first=None,
        applies=_needs_w_f,
    ),
]
