"""Check every statement of the convergence proof exactly, at every update of a run.
Lecture 2: L2.12

The functions of `convergence` and `bias` yield each statement from left to right: a number, a sign
such as "<=", a number, and so on. A verdict says whether the numbers satisfy all signs, how often
they were compared, and where the statement was nearest to being false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from operator import eq, ge, gt, le
from typing import TYPE_CHECKING, Any, List

from ..base_classes import Shown
from ..errors import DataError, quote
from ..exact.rationals import count_with_noun, exact_text
from ..named_tuples import NamedTuple
from . import convergence
from .bias import BiasRun, bound_with_bias, correction_raises_margin
from .proof import Proof

if TYPE_CHECKING:
    from ..run import Run
    from .convergence import Comparisons

    Comparison = tuple[Any, ...]  # such as (3, "<=", 4): a number, a sign, a number, ...

UNCHECKED = "not checked"


def derive(
    run: Run | Proof,
    w_f: Iterable[object] | None = None,
    *,
    on_step: Callable[[str], object] = lambda stage: None,
) -> Derivation:
    """Return the verdict on every statement of the proof, in the lecture's order.

    If no weights separate, or if the given w_f does not separate, L2.8 fails, and its note says
    where. The statements that need w_f then do not apply. L2.11 and L2.12 apply to runs from
    w_0 = 0. The statements on a `BiasRun` are L2.5, N.3, L2.8 and N.7.

    Args:
        run: A run of PLA, of Pocket or of the variant with a bias; or a `Proof`, which has its own
            w_f.
        w_f: 1 + d weights. The default is the weights of largest margin.
        on_step: Called repeatedly with a text that describes the progress. If it raises
            StopIteration, the remaining statements are not checked.

    Raises:
        DataError: If `run` is neither a run nor a `Proof`, if w_f is not 1 + d numbers, or if w_f
            is passed with a `Proof`.

    >>> from perceptron_ref import example, pla
    >>> [verdict.label for verdict in derive(pla(example("and"))) if verdict.holds]
    ['L2.5', 'L2.7', 'L2.8', 'L2.9', 'L2.10', 'L2.11', 'L2.12']
    """
    if isinstance(run, Proof) and w_f is not None:
        raise DataError(
            f"w_f: found {quote(w_f)} beside a Proof. Leave out w_f, because the Proof has one"
        )
    statements = _statements_for(run.run if isinstance(run, Proof) else run)
    verdicts = Derivation(
        Verdict(s.label, s.text, None, 0, None, UNCHECKED, s.compared) for s in statements
    )
    with suppress(StopIteration):
        if not isinstance(run, Proof):
            run = Proof(run, w_f, on_update=lambda t: on_step(f"the proof, t = {t}"))
        for i, statement in enumerate(statements):
            verdicts[i] = statement.check(run, on_step)
    return verdicts


def compared_sides(proof: Proof) -> Iterator[tuple[str, int, Fraction, str, Fraction]]:
    """Yield the two sides that reports compare, for every update, statement by statement.

    Yields:
        label, t, left, sign, right: Both sides are exact, in the lecture's units. For L2.8, t is n.

    >>> from perceptron_ref import example, pla
    >>> proof = Proof(pla(example("and")), [-3, 2, 2])
    >>> [row for row in compared_sides(proof) if row[0] == "L2.9"][0]
    ('L2.9', 0, Fraction(3, 1), '>=', Fraction(1, 1))
    """
    for statement in _statements_for(proof.run):
        if not statement.why_not_applicable(proof):
            for t, comparison in statement.comparisons_by_t(proof):
                left, sign, right = statement.in_lecture_units(comparison, proof)
                yield statement.label, t, left, sign, right


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
        checked: The number of times that the statement was checked.
        tightest: The two sides where the statement was nearest to being false, or most clearly
            false; None if the statement was not checked.
        note: Where the statement is false, or why it does not apply; or "not checked"; or that the
            run has the status "converged", but makes a mistake. It is "" if the statement holds.
        compared: The formula of these two sides, such as "a >= b". If the statement has three
            sides, this is a part of it.
    """

    label: str
    statement: str
    holds: bool | None
    checked: int
    tightest: Tightest | None
    note: str
    compared: str = ""

    def __repr__(self) -> str:
        if self.holds is None:
            return f"<{self.label}: {self.note}>"
        verdict = "holds" if self.holds else "FAILS"
        times = count_with_noun(self.checked, "time")
        return f"<{self.label} {verdict}, checked {times}>"


class Tightest(NamedTuple):
    """The two sides of a statement where it was nearest to being false, or most clearly false.

    Attributes:
        t: The number of the update; for L2.8, the number n of the example.
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
    """A statement, the function that yields it in numbers, and the two sides that reports show.

    Attributes:
        label: The lecture's label.
        compared: The formula of the two sides that reports show, with the sign between them.
        comparisons: The function that yields the statement in numbers.
        unit: The unit of these sides, as letters of `Proof.units`; "" without a unit.
        prefix: The text of the statement before `compared`.
        suffix: The text of the statement after `compared`.
        needs_w_f: True if the statement applies only if w_f separates.
        needs_zero_start: True if the statement applies only to runs from w_0 = 0. It is then about
            the first t updates, and the last t is T.
        shown_sign: The index of the sign between the two sides that reports show.
    """

    label: str
    compared: str
    comparisons: Callable[[Proof], Comparisons]
    unit: str = ""
    prefix: str = ""
    suffix: str = ""
    needs_w_f: bool = False
    needs_zero_start: bool = False
    shown_sign: int = 0

    def check(self, proof: Proof, on_step: Callable[[str], object]) -> Verdict:
        """Check the statement on a run and w_f; return the verdict."""
        note = self.why_not_applicable(proof)
        if note:
            return Verdict(self.label, self.text, None, 0, None, note, self.compared)
        comparisons_by_t = self.comparisons_by_t(proof, on_step)
        failures = [t for t, comparison in comparisons_by_t if not _is_true(comparison)]
        note = ""
        if failures:
            count = f" {len(failures):,} times, first" if failures[1:] else ""
            note = f"fails{count} at {'n' if self is _SEPARATES else 't'} = {failures[0]}"
        if self is _MISTAKES and proof.run.status == "converged" and proof.run.mistakes:
            note = "the run has the status 'converged', but its weights make a mistake"
        closest_pair = min(comparisons_by_t, key=self.slack, default=None)
        tightest = None
        if closest_pair is not None:
            t, comparison = closest_pair
            left, _, right = self.in_lecture_units(comparison, proof)
            tightest = Tightest(t, left, right)
        checked = len(comparisons_by_t)
        return Verdict(self.label, self.text, not note, checked, tightest, note, self.compared)

    @property
    def text(self) -> str:
        """The whole statement, as in the lecture."""
        return self.prefix + self.compared + self.suffix

    def why_not_applicable(self, proof: Proof) -> str:
        """Return the reason why the statement does not apply to a run; "" if it applies."""
        if self.needs_w_f and not proof.separator.separates:
            return "does not apply without weights that separate D"
        if self.needs_zero_start and any(proof.run.w0):
            return "applies only to a run that starts from w_0 = 0"
        return ""

    def comparisons_by_t(
        self, proof: Proof, on_step: Callable[[str], object] = lambda stage: None
    ) -> list[tuple[int, Comparison]]:
        """Return pairs of t and the statement in numbers."""
        comparisons = []
        for comparison in self.comparisons(proof):
            comparisons.append(comparison)
            on_step(f"statement {self.label}")
        first_t = proof.T + 1 - len(comparisons) if self.needs_zero_start else 0
        return list(enumerate(comparisons, first_t))

    def slack(self, t_and_comparison: tuple[int, Comparison]) -> Fraction | int:
        """Return how far the two shown sides are from failing; negative if they fail."""
        left, sign, right = self.shown_sides(t_and_comparison[1])
        slack_of_sign: dict[str, Fraction | int] = {
            "=": -abs(left - right),
            "<=": right - left,
            ">=": left - right,
            ">": left - right,
        }
        return slack_of_sign[sign]

    def shown_sides(self, comparison: Comparison) -> tuple[Any, str, Any]:
        """Return the left side, the sign and the right side that reports show."""
        left, sign, right = comparison[2 * self.shown_sign :][:3]
        return left, sign, right

    def in_lecture_units(
        self, comparison: Comparison, proof: Proof
    ) -> tuple[Fraction, str, Fraction]:
        """Return the two shown sides in the lecture's units, with the sign between them."""
        unit = prod([proof.units[letter] for letter in self.unit.split()], start=Fraction(1))
        left, sign, right = self.shown_sides(comparison)
        return left * unit, sign, right * unit


_OPERATOR_OF_SIGN = {"<=": le, ">=": ge, ">": gt, "=": eq}


def _is_true(comparison: Comparison) -> bool:
    """Tell whether the numbers satisfy all signs between them; a "so" compares nothing.

    >>> _is_true((0, "<=", 0, "so", 7, "<=", 8)), _is_true((2, ">=", 2, ">", 2))
    (True, False)
    """
    numbers, signs = comparison[::2], comparison[1::2]
    triples = zip(numbers, signs, numbers[1:])
    return all(
        [_OPERATOR_OF_SIGN[sign](left, right) for left, sign, right in triples if sign != "so"]
    )


# In these texts, which reports print, |x| means ||x||.
_MISTAKES = _Statement("L2.5", "y_n w_t . x_n <= 0", convergence.corrects_mistakes, "w x")
_SEPARATES = _Statement("L2.8", "y_n w_f . x_n > 0 for all n", convergence.separates, "w_f x")
_LECTURE_STATEMENTS = [
    _MISTAKES,
    _Statement(
        "L2.7",
        "y_n w_t . x_n + eta |x_n|^2 >= y_n w_t . x_n",
        convergence.correction_helps,
        "w x",
        prefix="y_n w_{t+1} . x_n = ",
        shown_sign=1,
    ),
    _SEPARATES,
    _Statement(
        "L2.9",
        "w_f . w_{t+1} >= w_f . w_t + eta min_n y_n w_f . x_n",
        convergence.alignment_grows,
        "w_f w",
        suffix=" > w_f . w_t",
        needs_w_f=True,
    ),
    _Statement(
        "L2.10",
        "|w_{t+1}|^2 <= |w_t|^2 + eta^2 R^2",
        convergence.length_grows_slowly,
        "w w",
        prefix="y_n w_t . x_n <= 0, so ",
        shown_sign=2,
    ),
    _Statement(
        "L2.11",
        "cos^2(w_f, w_t) >= t rho^2 / R^2",
        convergence.angle,
        prefix="1 >= ",
        needs_w_f=True,
        needs_zero_start=True,
        shown_sign=1,
    ),
    _Statement(
        "L2.12", "T <= R^2 / rho^2", convergence.bound, needs_w_f=True, needs_zero_start=True
    ),
]
_BIAS_STATEMENTS = [
    _MISTAKES,
    _Statement(
        "N.3", "growth of y_n (w . x_n + b) = |x_n|^2 + R^2", correction_raises_margin, "w x"
    ),
    _SEPARATES,
    _Statement(
        "N.7",
        "k <= 2 R^2 |w~*|^2 / gamma*^2",
        bound_with_bias,
        needs_w_f=True,
        needs_zero_start=True,
    ),
]
