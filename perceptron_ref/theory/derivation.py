"""Every statement of the convergence proof, checked exactly at every update of a run.
Lecture 2: L2.12

The functions of `convergence` and `bias` yield the sides of a statement, from left to right. The
tables at the end of this module have the signs between the sides. A verdict says whether all signs
are right, how often they were checked, and where a statement came closest to failing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from operator import eq, ge, gt, le
from re import findall, split
from typing import TYPE_CHECKING, List, Union

from ..errors import DataError, quote
from ..exact.rationals import exact_text
from ..named_tuples import NamedTuple
from ..objects import Shown
from . import convergence
from .bias import BiasRun, bound_with_bias, correction_raises_margin
from .proof import Proof

if TYPE_CHECKING:
    from ..run import Run
    from .convergence import Sides

    Numbers = tuple[Union[Fraction, int], ...]

UNCHECKED = "not checked"


def derive(
    run: Run | Proof,
    w_f: Iterable[object] | None = None,
    *,
    on_step: Callable[[str], object] = lambda stage: None,
) -> Derivation:
    """Return the verdict on every statement of the proof, in the lecture's order.

    If no weights separate, or the given w_f does not, L2.8 fails and says where, and the statements
    that need w_f do not apply. L2.11 and L2.12 apply to runs from w_0 = 0. A `BiasRun` has the
    statements L2.5, N.3, L2.8 and N.7.

    Args:
        run: A run of PLA, of Pocket or of the variant with a bias; or a `Proof`, which has its own
            w_f.
        w_f: 1 + d weights. The default is the weights of largest margin.
        on_step: Called again and again with what is done, to show progress. If it raises
            StopIteration, the remaining statements are not checked.

    Raises:
        DataError: If `run` is neither a run nor a `Proof`, w_f not 1 + d numbers, or w_f is given
            beside a `Proof`.

    >>> from perceptron_ref import example, pla
    >>> [verdict.label for verdict in derive(pla(example("and"))) if verdict.holds]
    ['L2.5', 'L2.7', 'L2.8', 'L2.9', 'L2.10', 'L2.11', 'L2.12']
    """
    if isinstance(run, Proof) and w_f is not None:
        raise DataError(f"w_f: found {quote(w_f)} beside a Proof; expected none, as it has its own")
    statements = _statements_for(run.run if isinstance(run, Proof) else run)
    verdicts = Derivation(
        Verdict(s.label, s.text, None, 0, None, UNCHECKED, s.comparison_text) for s in statements
    )
    with suppress(StopIteration):
        if not isinstance(run, Proof):
            run = Proof(run, w_f, on_update=lambda t: on_step(f"the proof, t = {t}"))
        for i, statement in enumerate(statements):
            verdicts[i] = statement.check(run, on_step)
    return verdicts


def compared_sides(proof: Proof) -> Iterator[tuple[str, int, Fraction, str, Fraction]]:
    """Yield the two sides of every comparison of the proof, statement by statement.

    Yields:
        label, t, left, sign, right: for L2.8, n in the place of t; both sides exact, in the
            lecture's units.

    >>> from perceptron_ref import example, pla
    >>> proof = Proof(pla(example("and")), [-3, 2, 2])
    >>> [row for row in compared_sides(proof) if row[0] == "L2.9"][0]
    ('L2.9', 0, Fraction(3, 1), '>=', Fraction(1, 1))
    """
    for statement in _statements_for(proof.run):
        if not statement.why_not_applicable(proof):
            for t, sides in statement.sides_by_t(proof):
                left, right = statement.in_lecture_units(sides, proof)
                yield statement.label, t, left, statement.relations[statement.shown], right


def _statements_for(run: Run) -> list[_Statement]:
    return _BIAS_STATEMENTS if isinstance(run, BiasRun) else _LECTURE_STATEMENTS


class Derivation(Shown, List["Verdict"]):
    """The list of verdicts on the statements of the proof, in the lecture's order."""


@dataclass(eq=False)
class Verdict(Shown):
    """The verdict on one statement about one run.

    Attributes:
        label: The lecture's label, such as "L2.10".
        statement: The statement in plain text.
        holds: True or False; None if the statement does not apply to the run, or was not checked.
        checked: How often the statement was checked.
        tightest: Where the difference of its sides was least, or it failed most; None if it was not
            checked.
        note: Why it fails or does not apply, "not checked", or "".
        compared: The two sides of `tightest`, as in "a >= b"; a statement may have three.
    """

    label: str
    statement: str
    holds: bool | None
    checked: int
    tightest: Tightest | None
    note: str
    compared: str = ""

    def __repr__(self) -> str:
        verdict = {True: "holds", False: "FAILS", None: self.note}[self.holds]
        return f"<{self.label} {verdict}, checked {self.checked} times>"


class Tightest(NamedTuple):
    """Where the two sides of a statement come closest.

    Attributes:
        t: The t; for L2.8, the n.
        left: The left side, exact.
        right: The right side, exact.
    """

    t: int
    left: Fraction
    right: Fraction

    def __repr__(self) -> str:
        return f"<t={self.t}: {exact_text(self.left)} and {exact_text(self.right)}>"


@dataclass(frozen=True)
class _Statement:
    """A statement, the function that yields its sides, and how they are compared and shown.

    Attributes:
        label: The lecture's label.
        text: The statement as the lecture has it. Its signs stand between the sides. If a sign is
            "so", the statement before it is the reason.
        sides: The function that yields the sides.
        unit: The unit of the sides, letters of `Proof.units`; "" for a sum over t updates. Such a
            statement applies only to runs from w_0 = 0, and ends with t = T.
        needs_w_f: Whether the statement applies only if w_f separates.
        shown: The index of the sign whose two sides are shown.
    """

    label: str
    text: str
    sides: Callable[[Proof], Sides]
    unit: str = ""
    needs_w_f: bool = False
    shown: int = 0

    def check(self, proof: Proof, on_step: Callable[[str], object]) -> Verdict:
        """Check the statement on a run and w_f; return the verdict."""
        note = self.why_not_applicable(proof)
        if note:
            return Verdict(self.label, self.text, None, 0, None, note, self.comparison_text)
        sides_by_t = self.sides_by_t(proof, on_step)
        failing = [t for t, sides in sides_by_t if not self.is_true(sides)]
        note = f"fails at {'n' if self is _SEPARATES else 't'} = {failing[0]}" if failing else ""
        if self is _MISTAKES and proof.run.status == "converged" and proof.run.mistakes:
            note = "the run reports that it converged, and makes a mistake"
        closest = min(sides_by_t, key=self.slack, default=None)
        tightest = closest and Tightest(closest[0], *self.in_lecture_units(closest[1], proof))
        checked = len(sides_by_t)
        return Verdict(
            self.label, self.text, not note, checked, tightest, note, self.comparison_text
        )

    @property
    def relations(self) -> list[str]:
        """The relations between the sides, such as <=, from left to right."""
        return findall("<=|>=|>|=|so", self.text)

    @property
    def comparison_text(self) -> str:
        """The two sides that are shown, with the relation between them."""
        sides = [side.strip(" ,") for side in split("<=|>=|>|=|so", self.text)]
        left, right = sides[self.shown : self.shown + 2]
        return f"{left} {self.relations[self.shown]} {right}"

    def why_not_applicable(self, proof: Proof) -> str:
        """Return why the statement does not apply to a run, or ""."""
        if self.needs_w_f and not proof.separator.separates:
            return "does not apply without weights that separate D"
        if not self.unit and any(proof.run.w0):
            return "does not apply to a run that does not start from w_0 = 0"
        return ""

    def sides_by_t(
        self, proof: Proof, on_step: Callable[[str], object] = lambda stage: None
    ) -> list[tuple[int, Numbers]]:
        """Return each t with the sides of the statement."""
        all_sides = []
        for sides in self.sides(proof):
            all_sides.append(sides)
            on_step(f"statement {self.label}")
        return list(enumerate(all_sides, 0 if self.unit else proof.T + 1 - len(all_sides)))

    def is_true(self, sides: Numbers) -> bool:
        """Tell whether all relations between the sides hold."""
        signs = zip(self.relations, sides, sides[1:])
        return all([sign == "so" or _COMPARE[sign](left, right) for sign, left, right in signs])

    def slack(self, t_and_sides: tuple[int, Numbers]) -> Fraction | int:
        """Return how far the two sides that are shown are from failing."""
        left, right = t_and_sides[1][self.shown :][:2]
        left_minus_right, right_minus_left = left - right, right - left
        return {"=": min(left_minus_right, right_minus_left), "<=": right_minus_left}.get(
            self.relations[self.shown], left_minus_right
        )

    def in_lecture_units(self, sides: Numbers, proof: Proof) -> tuple[Fraction, Fraction]:
        """Return the two sides that are shown, in the lecture's units."""
        unit = prod([proof.units[letter] for letter in self.unit.split()], start=Fraction(1))
        left, right = sides[self.shown :][:2]
        return left * unit, right * unit


_COMPARE = {"<=": le, ">=": ge, ">": gt, "=": eq}
_MISTAKES = _Statement("L2.5", "y_n w_t . x_n <= 0", convergence.corrects_mistakes, "w x")
_SEPARATES = _Statement("L2.8", "y_n w_f . x_n > 0 for all n", convergence.separates, "w_f x")
_HELPS = "y_n w_{t+1} . x_n = y_n w_t . x_n + eta |x_n|^2 >= y_n w_t . x_n"
_ALIGNS = "w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n > w_f . w_t"
_LENGTH = "y_n w_t . x_n <= 0, so |w_{t+1}|^2 <= |w_t|^2 + eta^2 R^2"
_ANGLE = "1 >= cos^2(w_f, w_t) >= t rho^2 / R^2"
_LECTURE_STATEMENTS = [
    _MISTAKES,
    _Statement("L2.7", _HELPS, convergence.correction_helps, "w x", shown=1),
    _SEPARATES,
    _Statement("L2.9", _ALIGNS, convergence.alignment_grows, "w_f w", needs_w_f=True),
    _Statement("L2.10", _LENGTH, convergence.length_grows_slowly, "w w", shown=2),
    _Statement("L2.11", _ANGLE, convergence.angle, needs_w_f=True, shown=1),
    _Statement("L2.12", "T <= R^2 / rho^2", convergence.bound, needs_w_f=True),
]
_BIAS_STATEMENTS = [
    _MISTAKES,
    _Statement(
        "N.3", "growth of y_n (w . x_n + b) = |x_n|^2 + R^2", correction_raises_margin, "w x"
    ),
    _SEPARATES,
    _Statement("N.7", "k <= 2 R^2 |w~*|^2 / gamma*^2", bound_with_bias, needs_w_f=True),
]
