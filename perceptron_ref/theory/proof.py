"""A run and weights w_f in the lecture's notation, for the statements of the proof.

    w_f         `w_f`       weights that separate D, if any do
    rho                     min_n y_n (w_f/||w_f||) . x_n
    rho^2       `rho2`      its square
    R^2         `R2`        max_n ||x_n||^2

A `Separator` has these numbers in the units of the data. A `Proof` has ints in their place, and a
Fraction for rho^2, so that comparisons take less time: each of its numbers is the lecture's number
times a positive factor, and both sides of an inequality have the same factor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from ..errors import DataError, quote
from ..exact.common_denominator import ints_and_denominator
from ..exact.rationals import count_with_noun
from ..run import Run
from ..variants import drop_zero_features_if_sparse
from .separability import Separable, Separator, separability


class Proof:
    """A run and w_f in the lecture's notation, for the statements in `convergence`.

    Most numbers are multiplied by positive factors that make them ints; `rho2` is a Fraction.

    Args:
        run: A run of PLA, of Pocket or of the variant with a bias.
        w_f: 1 + d weights. The default is the w_f of largest margin, or zeros if no weights
            separate.
        on_update: Called with t after each update is replayed. It may raise an exception to stop
            the computation.

    Raises:
        DataError: If `run` is not a run, or w_f is not 1 + d numbers.

    Attributes:
        xs: The examples x_n.
        ys: The labels y_n.
        updates: (x_n, y_n, w_t, w_{t+1}) with n = n(t), for t = 0, ..., T-1.
        weights: w_0, w_1, ..., w_T.
        w_f: The weights w_f; zeros if none are given and no weights separate.
        eta: The learning rate.
        least: The minimum min_n y_n w_f . x_n.
        rho2: rho^2.
        R2: R^2.
        T: The number of updates. It has no factor, and the labels have none.
        indices: The indices of the entries of x_n, w_t and w_f: all indices, but for a sparse set
            only those at which one of these vectors is not 0.
        separator: w_f in the units of the data.
        units: The units of the ints, with the keys `"x"`, `"w"` and `"w_f"`. An int times its unit
            is the lecture's number.

    >>> from perceptron_ref import example, pla
    >>> proof = Proof(pla(example("and")), [-3, 2, 2])
    >>> proof.T, proof.weights[:3], proof.least, proof.R2
    (18, [(0, 0, 0), (-1, 0, 0), (0, 1, 1)], 1, 3)
    """

    run: Run
    separator: Separator
    indices: tuple[int, ...]
    xs: tuple[tuple[int, ...], ...]
    ys: tuple[int, ...]
    w_f: tuple[int, ...]
    units: dict[str, Fraction]
    eta: int
    least: int
    rho2: Fraction
    updates: list[tuple[tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]]
    weights: list[tuple[int, ...]]

    def __init__(
        self,
        run: Run,
        w_f: Iterable[object] | None = None,
        *,
        on_update: Callable[[int], object] = lambda t: None,
    ) -> None:
        if not isinstance(run, Run):
            raise DataError(
                f"found {quote(run)} as the run; expected a Run, which pla and pocket return"
            )
        self.run, self.T, w_0 = run, run.updates, run.w0
        if w_f is None:
            answer = separability(run.data)
            w_f = answer.w_f if isinstance(answer, Separable) else [0] * (1 + run.data.d)
        self.separator = Separator(run.data, w_f)
        scaled_w_f, multiple = ints_and_denominator(self.separator.w_f)
        data, self.indices = drop_zero_features_if_sparse(run.data, w_0, scaled_w_f)
        self.xs, self.ys = xs, ys = data.scaled_xs, data.ys
        self.w_f = tuple([scaled_w_f[i] for i in self.indices])
        x_unit, w_f_unit = Fraction(1, data.scale), Fraction(1, multiple)
        self.units = {"x": x_unit, "w": run.unit, "w_f": w_f_unit}
        self.eta = int(run.eta * x_unit / run.unit)  # exact, because this is an int
        self.least = int(self.separator.least * multiple * data.scale)
        self.R2 = int(self.separator.R2 * data.scale**2)
        self.rho2 = self.separator.rho2 * data.scale**2
        self.updates = []
        self.weights = [tuple([int(w_0[i] / run.unit) for i in self.indices])]  # exact as well
        for t, n, w, w_next in run.replay_in_ints(self.indices):
            self.updates.append((xs[n], ys[n], w, w_next))
            self.weights.append(w_next)
            on_update(t)

    def __repr__(self) -> str:
        separates = "separates" if self.separator.separates else "does not separate"
        return f"<Proof of {count_with_noun(self.T, 'update')}, w_f {separates}>"
