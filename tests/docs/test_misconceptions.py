"""Literal numbers of the page on misconceptions, computed a second time."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from perceptron_ref import Dataset, Hypothesis, dot, example, pla, pocket, squared_norm
from perceptron_ref.theory.margins import geometric_margins
from perceptron_ref.theory.separability import Separator, separability

AND, CREDIT_2D = example("and"), example("credit-2d")


def test_s2_a_longer_w_f_separates_with_larger_margins_than_w_t_has():
    """Both separate, but every margin by w_T is below the least margin by 20 w_f."""
    run = pla(AND)
    assert [y * dot(run.w, x) for x, y in zip(AND.xs, AND.ys)] == [4, 2, 1, 1]
    assert Separator(AND, (-60, 40, 40)).least == 20


def test_s3_the_shortest_example_is_not_the_numerator():
    """With min_n |x_n| in place of rho, sqrt(T) min_n |x_n| / R would be a cosine above 2."""
    shortest, longest = min(map(squared_norm, AND.xs)), max(map(squared_norm, AND.xs))
    assert (pla(AND).updates, shortest, longest) == (18, 1, 3)
    assert 18 * separability(AND).rho2 < longest


def test_s4_the_bound_has_squares_and_rho_is_divided_by_w_f():
    """With rho instead of rho^2, or R instead of R^2 on orthogonal examples, the bound is below T.
    10 w_f has the same rho.
    """
    best = separability(AND)
    assert pla(AND).updates == 18 > best.R2 / sqrt(best.rho2) > 12
    orthogonal = example("hadamard", k=4)
    best = separability(orthogonal)
    assert (best.R2, best.rho2) == (16, 1)
    assert pla(orthogonal).updates == 16 > sqrt(best.R2) / best.rho2
    first_separator, tenfold = Separator(AND, (-3, 2, 2)), Separator(AND, (-30, 20, 20))
    assert first_separator.rho2 == tenfold.rho2 == separability(AND).rho2
    assert tenfold.least == 10 * first_separator.least


def test_s6_the_line_of_largest_rho_is_not_the_widest_in_the_plane():
    """On credit-2d a line with smaller rho is farther from the nearest applicant."""
    best, wide = separability(CREDIT_2D), Hypothesis([-1987, 530, -520])
    assert best.w_f == (-61, 25, -29)
    near = [min(geometric_margins(h, CREDIT_2D)).square for h in (Hypothesis(best.w_f), wide)]
    assert near == [Fraction(24642, 18325), Fraction(900601, 551300)]
    assert Separator(CREDIT_2D, wide.w).rho2 < best.rho2


def test_s8_the_count_of_dot_products_does_not_depend_on_d():
    """Features that are 0 do not change it, although each dot product has 1 + d multiplications."""
    rows, ys = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1]
    few = pocket(Dataset(rows, ys), max_updates=50)
    many = pocket(Dataset([[*row, *[0] * 8] for row in rows], ys), max_updates=50)
    assert (few.n, few.dot_products) == (many.n, many.dot_products)
    assert few.dot_products > few.visits
