"""Convert a data set, a run and its proof to JSON. A number is exact text with a float to draw."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from perceptron_ref import Dataset, Run, dot, squared_norm
from perceptron_ref.exact.rationals import exact_text
from perceptron_ref.theory.convergence import correction_helps
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import NotSeparable, Separable, Undecided

Answer = Dict[str, Any]
Number = Union[Fraction, int]


def exact_number(q: Number) -> Answer:
    """Return a number as exact text and as a float; the float is None if it would be too large.

    >>> exact_number(Fraction(1, 4)), exact_number(10**400)["value"]
    ({'text': '0.25', 'value': 0.25}, None)
    """
    return {"text": exact_text(q), "value": to_float(q.numerator, q.denominator)}


def to_float(p: int, q: int) -> Optional[float]:
    """Return p/q as the nearest float; None if it is too large for a float."""
    try:
        return p / q
    except OverflowError:
        return None


def set_as_json(name: str, data: Dataset) -> Answer:
    """Return the examples of a set as exact texts, with the names of its features and labels."""
    return {
        "name": name,
        "names": list(data.names),
        "rows": [[exact_text(x_i) for x_i in x[1:]] for x in data.xs],
        "labels": list(data.ys),
        "x0": exact_text(data.x0),
        "label_names": list(data.labels),
    }


def run_as_json(
    run: Run, proof: Proof, is_pocket: bool, on_weights: Callable[[int], object]
) -> Answer:
    """Return a run with its weights, margins and mistakes for each t.

    Args:
        run: the run.
        proof: the proof on this run, with separating weights, or with zeros if there are none.
        is_pocket: whether the algorithm is Pocket.
        on_weights: is called with t after the mistakes of w_t are counted and, if there are more
            than two features, again after the margins of w_t are computed.
    """
    mistakes_by_t = []
    for t, w in enumerate(proof.weights):
        mistakes_by_t.append(_mistakes_of(w, proof, run.sign_of_zero))
        on_weights(t)
    mistakes = list(map(len, mistakes_by_t))
    margins = list(correction_helps(proof))  # (after, "=", the same, ">=", before)
    margin_unit = proof.units["w"] * proof.units["x"]
    return {
        "status": run.status,
        "T": run.updates,
        "visits": run.visits,
        "dot_products": run.dot_products,
        "strategy": run.strategy,
        "n": list(run.n),
        "w": [_scaled(proof.units["w"], w) for w in proof.weights],
        "before": _scaled(margin_unit, [before for *_, before in margins]),
        "after": _scaled(margin_unit, [after for after, *_ in margins]),
        "mistakes": mistakes,
        "mistake_bits": [f"{sum(1 << n for n in examples):x}" for examples in mistakes_by_t],
        "pocket": pocket_history(mistakes) if is_pocket else None,
        "margins": _margins(proof, margin_unit, on_weights) if run.data.d > 2 else None,
        "eta": exact_number(run.eta),
        "from_zero": not any(run.w0),
        **_proof_curves(proof, run.eta),
    }


def _mistakes_of(w: Sequence[int], proof: Proof, sign_of_zero: int) -> List[int]:
    """Return the n with sign(w . x_n) != y_n."""
    scores = [dot(w, x) for x in proof.xs]
    return [
        n
        for n, (score, y) in enumerate(zip(scores, proof.ys))
        if y * score < 0 or (score == 0 and y != sign_of_zero)
    ]


def _proof_curves(proof: Proof, eta: Fraction) -> Answer:
    """Return w_f . w_t and |w_t|^2 for all t, each with its bound in the proof.

    Without separating weights, the first curve and its bound are None.
    """
    separator, units, alignment_curves, least_margin = proof.separator, proof.units, None, None
    times = range(len(proof.weights))
    if separator.separates:
        unit = units["w_f"] * units["w"]
        products = [unit * dot(proof.w_f, w) for w in proof.weights]
        alignment_curves = {
            "aligned": list(map(exact_number, products)),
            "aligned_bound": [exact_number(products[0] + t * eta * separator.least) for t in times],
        }
        least_margin = exact_number(separator.least)
    squared_lengths = [units["w"] ** 2 * squared_norm(w) for w in proof.weights]
    return {
        "lengths": list(map(exact_number, squared_lengths)),
        "lengths_bound": [
            exact_number(squared_lengths[0] + t * eta**2 * separator.R2) for t in times
        ],
        **(alignment_curves or {"aligned": None, "aligned_bound": None}),
        "least": least_margin,
        "R2": exact_number(separator.R2),
    }


def _scaled(unit: Fraction, numbers: Any) -> List[Answer]:
    return [exact_number(unit * value) for value in numbers]


def _margins(
    proof: Proof, margin_unit: Fraction, on_weights: Callable[[int], object]
) -> List[List[Optional[float]]]:
    """Return y_n w_t . x_n for all t and n, as floats."""
    margins_by_t, examples = [], list(zip(proof.xs, proof.ys))
    p, q = margin_unit.numerator, margin_unit.denominator
    for t, w in enumerate(proof.weights):
        margins_by_t.append([to_float(y * dot(w, x) * p, q) for x, y in examples])
        on_weights(t)
    return margins_by_t


def pocket_history(mistakes: List[int]) -> List[List[int]]:
    """Return, for each t, the fewest mistakes up to t, and the first time with so few.

    >>> pocket_history([3, 2, 4, 2, 1])
    [[3, 0], [2, 1], [2, 1], [2, 1], [1, 4]]
    """
    history: List[List[int]] = []
    for t, count in enumerate(mistakes):
        history.append([count, t] if not history or count < history[-1][0] else history[-1])
    return history


def proof_as_json(answer: Union[Separable, NotSeparable, Undecided]) -> Answer:
    """Return "separable", with w_f or the certificate; None if the search was stopped."""
    if isinstance(answer, Separable):
        return {
            "separable": True,
            "w_f": [exact_number(w_i) for w_i in answer.w_f],
            "rho2": exact_number(answer.rho2),
            "R2": exact_number(answer.R2),
            "bound": exact_number(answer.bound),
            "support": list(answer.support),
        }
    if isinstance(answer, NotSeparable):
        return {
            "separable": False,
            "examples": list(answer.examples),
            "coefficients": [exact_text(a) for a in answer.coefficients],
            "point": _meeting_point(answer),
        }
    return {"separable": None}


def _meeting_point(answer: NotSeparable) -> Optional[List[Answer]]:
    """Return the point that both convex hulls contain, or None.

    Because sum_n a_n y_n x_n = 0, both classes have the same sum of a_n x_n. If x_0 is not 0, they
    also have the same sum of a_n, and the quotient of these sums is the point. If x_0 is 0, or if
    the certificate has no positive example, the result is None.
    """
    data = answer.data
    positive_terms = [
        (a, data.xs[n]) for n, a in zip(answer.examples, answer.coefficients) if data.ys[n] > 0
    ]
    total = sum(a for a, _ in positive_terms)
    if not total or not data.x0:
        return None
    return [
        exact_number(sum(a * x[i] for a, x in positive_terms) / Fraction(total))
        for i in range(1, 1 + data.d)
    ]
