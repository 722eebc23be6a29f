"""The variant of PLA with a separate bias b beside w (N.1 to N.3, N.6, N.7)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..dataset import Dataset, checked_dataset
from ..errors import DataError
from ..exact.rationals import short_text
from ..pla import correct_mistakes
from ..run import Run, Update
from ..type_checking import TYPE_CHECKING
from ..vectors import dot, squared_norm

if TYPE_CHECKING:
    from typing import Literal

    from ..visits import Strategy
    from .convergence import Comparisons
    from .proof import Proof


def pla_with_bias(
    data: Dataset,
    strategy: str | Strategy = "cyclic",
    *,
    sign_of_zero: int = 0,
    max_updates: int | None = 100_000,
    max_visits: int | None = None,
    patience: int | None = None,
    right_in_a_row: int | str | None = None,
    engine: Literal["fast", "plain"] = "fast",
    on_update: Callable[[Update], object] | None = None,
) -> BiasRun:
    """Run PLA with a bias: if y_n (w . x_n + b) <= 0, w <- w + y_n x_n and b <- b + y_n R^2.
    On this site: N.1, N.2

    Here R = max_n ||x_n||, where x_n does not include x_0. R^2 is rational, and therefore exact,
    even if R is irrational. The variant equals PLA on (x_n, R) with the weights (w, b/R) (N.6), and
    uses the same loop. Unless R = 1, its updates may differ from the updates of PLA on (1, x_n).

    Args:
        data: The training examples, with x_0 = 1 and not normalized.
        strategy: The visiting strategy. This and the other arguments are those of `pla`.
        sign_of_zero: The convention for sign(0).
        max_updates: The limit on updates.
        max_visits: The limit on visits.
        patience: The number of visits that a strategy may make without an update.
        right_in_a_row: Stop after this many correct visits in a row.
        engine: "fast" or "plain".
        on_update: Called with each update.

    Raises:
        DataError: If x_0 is not 1, if the data are normalized, or if all features are zero, so that
            R = 0 and b never changes.

    >>> run = pla_with_bias(Dataset([[3], [5]], [-1, +1]))
    >>> run.status, run.w, run.b
    ('converged', (Fraction(-25, 1), Fraction(7, 1)), Fraction(-25, 1))
    """
    if checked_dataset(data).factors is not None:
        raise DataError("found a normalized set; expected a set that is not normalized")
    if data.x0 != 1:
        raise DataError(
            f"found x_0 = {short_text(data.x0)}; expected x_0 = 1, because the bias b takes the "
            "place of x_0"
        )
    if radius2(data) == 0:
        raise DataError(
            "found only zeros as features; expected at least one other number, because otherwise "
            "R = 0, and b never changes"
        )
    run = BiasRun(
        data,
        strategy,
        sign_of_zero=sign_of_zero,
        max_updates=max_updates,
        max_visits=max_visits,
        patience=patience,
        right_in_a_row=right_in_a_row,
        engine=engine,
    )
    return run.finish(correct_mistakes(run), on_update)


class BiasRun(Run):
    """A run of `pla_with_bias`: a `Run` with w = (b, w_1, ..., w_d).     On this site: N.2"""

    @property
    def _bias_step(self) -> Fraction:  # type: ignore[override]  # b moves by y_n R^2
        return radius2(self.data)

    @property
    def b(self) -> Fraction:
        """The bias, w_0.     On this site: N.1"""
        return self.w[0]


def radius2(data: Dataset) -> Fraction:
    """Return R^2 = max_n ||x_n||^2, the step of the bias, where x_n does not include x_0.
    On this site: N.2

    In `separability.R2`, x_n includes x_0.

    Args:
        data: The training examples.

    >>> radius2(Dataset([[3, 4], ["0.5", 0]], [-1, +1]))
    Fraction(25, 1)
    """
    return Fraction(max(squared_norm(x[1:]) for x in data.scaled_xs), data.scale**2)


def correction_raises_margin(proof: Proof) -> Comparisons:
    """y_n (w . x_n + b) grows by ||x_n||^2 + R^2 (times eta, which is 1).     On this site: N.3"""
    eta, R2 = proof.eta, max(squared_norm(x[1:]) for x in proof.xs)
    for x, y, w, w_next in proof.updates:
        yield y * dot(w_next, x) - y * dot(w, x), "=", eta * (squared_norm(x[1:]) + R2)


def bound_with_bias(proof: Proof) -> Comparisons:
    """T <= 2 R^2 (||w||^2 + b^2 / R^2) / gamma^2, where (b, w) is w_f.     On this site: N.7

    T is the number of updates, k on the page, and gamma = min_n y_n (w . x_n + b).
    """
    (b, *w), gamma, R2 = proof.separator.w_f, proof.separator.least, radius2(proof.run.data)
    yield proof.T, "<=", 2 * (R2 * squared_norm(w) + b**2) / gamma**2
