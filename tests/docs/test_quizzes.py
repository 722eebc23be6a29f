"""The answers to the quizzes of the lecture, as its page computes them; Q1 stands with the data, Q4
with Pocket.
"""

from __future__ import annotations

from math import sqrt

import pytest

from perceptron_ref import example, pla, strategies
from perceptron_ref.theory.convergence import correction_helps
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import separability


@pytest.mark.parametrize(
    ("name", "updates", "right", "equal"),
    [
        ("or", 9, 8, 5),
        ("and", 18, 18, 3),
        ("credit-2d", 24, 21, 0),
        ("credit", 41, 38, 0),
        ("spam", 18, 18, 0),
    ],
)
def test_quiz_q2_the_third_always_holds_and_the_fourth_never(name, updates, right, equal):
    """The example of an update is right, or its score equals y, by luck only; the score never
    falls.
    """
    proof = Proof(pla(example(name)))
    one = 1 / (proof.units["w"] * proof.units["x"])
    pairs = [(before, after) for after, _, before in correction_helps(proof)]
    assert len(pairs) == updates
    assert sum(after > 0 for _, after in pairs) == right
    assert sum(after == one for _, after in pairs) == equal
    assert all(after > before for before, after in pairs)


@pytest.mark.parametrize("name", strategies())
def test_quiz_q3_orthogonal_examples_refute_all_other_bounds(name):
    """There T = R^2/rho^2 = 16, which R/rho, R/rho^2 and rho^2/R^2 all fall short of."""
    D = example("hadamard", k=4)
    best = separability(D)
    R, rho2 = sqrt(best.R2), best.rho2
    assert (pla(D, name).updates, best.bound) == (16, 16)
    assert max(R / sqrt(rho2), R / rho2, 1 / best.bound) == 4
