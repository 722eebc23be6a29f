"""What the page on the guarantee says beyond the package's own statements: the bound from another
start, sets that attain it, and sets on which PLA is slow.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from perceptron_ref import Dataset, dot, example, pla, squared_norm, strategies
from perceptron_ref.theory.separability import separability


@pytest.mark.parametrize("name", ["or", "and", "credit-2d", "spam", "iris-setosa"])
@pytest.mark.parametrize("eta", [Fraction(1, 10), 1, 7])
@pytest.mark.parametrize("size", [0, 1, -3, 40])
def test_from_any_start_t_has_a_bound(name, eta, size):
    """T <= R^2/rho^2 + 2 |w_0| / (eta rho), compared as squares."""
    D = example(name)
    run, best = pla(D, w0=[size] * (1 + D.d), eta=eta), separability(D)
    assert run.status == "converged"
    beyond = run.updates - best.bound
    assert beyond <= 0 or beyond**2 <= 4 * squared_norm(run.w0) / (eta**2 * best.rho2)


def test_from_another_start_the_bound_from_0_does_not_hold():
    """So what is added to it is needed."""
    D = example("and")
    assert pla(D, w0=[50, 50, 50]).updates == 73 > separability(D).bound


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("d", [1, 2, 3, 4, 5])
def test_no_order_is_faster_on_powers(d, seed):
    """T = w_f . w_T with w_f = (0, 1, 2, 4, ...), and at least 2^(2d-1)."""
    run = pla(example("powers", d=d), f"random:seed={seed}")
    assert run.updates == dot((0, *(2**k for k in range(d))), run.w) >= 2 ** (2 * d - 1)
    assert separability(run.data).bound == Fraction((d + 1) * (4**d - 1), 3)


@pytest.mark.parametrize("name", strategies())
def test_no_order_is_faster_on_pairs(name):
    """T = w_f . w_T >= |w_f|^2 = 4 m^2 + 4 m + 5 with w_f = (-2m - 1, 2)."""
    for m in (0, 1, 7, 20):
        run = pla(example("pair", m=m), name)
        assert run.updates == dot((-2 * m - 1, 2), run.w) == 4 * m**2 + 4 * m + 5


def test_orthogonal_examples_attain_the_bound_only_if_equally_long():
    """(1, 1, 0) and (1, -1, 5) need two updates, where the bound is 27 (1/2 + 1/27)."""
    D = Dataset([[1, 0], [-1, 5]], [1, 1])
    assert dot(*D.xs) == 0
    assert (pla(D).updates, separability(D).bound) == (2, Fraction(29, 2))
    equal = Dataset([[1, 0], [-1, 0]], [1, -1])
    assert dot(*equal.xs) == 0
    assert pla(equal).updates == separability(equal).bound == 2


def test_only_the_ratio_of_r_to_rho_counts():
    """All x_n ten times as long, x_0 with them: the same run, the same bound."""
    D = example("and")
    longer = Dataset([[10 * x_i for x_i in x[1:]] for x in D.xs], D.ys).with_x0(10)
    assert pla(longer).n == pla(D).n
    assert separability(longer).bound == separability(D).bound
