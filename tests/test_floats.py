"""PLA in floats ends with a mistake on README's three examples, for every order of summation."""

from __future__ import annotations

import re
from ast import literal_eval
from fractions import Fraction
from itertools import permutations
from math import fsum
from pathlib import Path

import pytest

from perceptron_ref import Dataset, pla

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
XS, YS = literal_eval(re.search(r'D = Dataset\((\[\[".*)\)\n', README)[1])
ORDERS_OF_SUMMATION = {
    **{str(order): order for order in permutations(range(3))},
    "rounded once": None,
}


def score(w, x, order):
    """Return w . x in floats: add the products in this order, or round only the exact sum."""
    products = [w_i * x_i for w_i, x_i in zip(w, x)]
    if order is None:
        return fsum(products)
    total = 0.0
    for i in order:
        total += products[i]
    return total


def float_pla(order, sign_of_zero):
    """Return the weights with which PLA in floats, in the naive cycle, ends."""
    xs = [[1.0, *map(float, x)] for x in XS]
    w, right, n = [0.0, 0.0, 0.0], 0, 0
    while right < len(xs):
        s = score(w, xs[n], order)
        if ((s > 0) - (s < 0) or sign_of_zero) == YS[n]:
            right += 1
        else:
            w, right = [w_i + YS[n] * x_i for w_i, x_i in zip(w, xs[n])], 0
        n = (n + 1) % len(xs)
    return w


@pytest.mark.parametrize("sign_of_zero", [-1, 0, 1])
@pytest.mark.parametrize("order", ORDERS_OF_SUMMATION.values(), ids=ORDERS_OF_SUMMATION)
def test_floats_report_success_although_a_mistake_remains(order, sign_of_zero):
    """The loop stops after two updates, although the exact margin of example 2 is -0.000001."""
    w = float_pla(order, sign_of_zero)
    exact_w = [Fraction(a) - Fraction(b) for a, b in zip(["1", *XS[0]], ["1", *XS[1]])]
    assert w == pytest.approx(list(map(float, exact_w)))
    x = [1, *map(Fraction, XS[2])]
    assert YS[2] * sum(w_i * x_i for w_i, x_i in zip(exact_w, x)) == Fraction(-1, 10**6)
    assert YS[2] * score(w, list(map(float, x)), order) > 0


def test_the_exact_run_makes_no_mistake():
    """In exact arithmetic PLA also corrects example 2."""
    run = pla(Dataset(XS, YS))
    assert (run.status, run.n, run.mistakes) == ("converged", (0, 1, 2), 0)
