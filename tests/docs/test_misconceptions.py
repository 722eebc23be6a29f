"""The values on the page of misconceptions, S2 to S4, S6 and S8, equal literal numbers."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from runpy import run_path

from conftest import ROOT

from perceptron_ref import Hypothesis, example, squared_norm
from perceptron_ref.theory.margins import geometric_margins
from perceptron_ref.theory.separability import Separator, separability

AND, CREDIT_2D = example("and"), example("credit-2d")
PAGE_VALUES = run_path(str(ROOT / "docs" / "misconceptions.py"))


def test_s2_a_longer_w_f_separates_with_larger_margins_than_w_t_has():
    """With w_T every margin on `and` is smaller than the least margin with 20 w_f."""
    assert PAGE_VALUES["w_f_times_20"] == (-60, 40, 40)
    assert (PAGE_VALUES["least_times_20"], PAGE_VALUES["margins_of_last"]) == (20, "4, 2, 1, 1")


def test_s3_the_shortest_example_is_not_the_numerator():
    """sqrt(T) rho / R with min_n |x_n| in place of rho would be a cosine above 1."""
    assert min(map(squared_norm, AND.xs)) == 1
    assert PAGE_VALUES["cosine_above_1"] == f"{sqrt(18 * 1 / 3):.2f}" == "2.45"
    assert PAGE_VALUES["cosine"] == f"{sqrt(18 * separability(AND).rho2 / 3):.2f}" == "0.59"


def test_s4_the_bound_has_squares_and_rho_is_divided_by_the_length_of_w_f():
    """R^2 / rho is below T on `and`, and R / rho^2 is below T on orthogonal examples. 10 w_f has
    the rho of w_f, but ten times its least margin.
    """
    assert (PAGE_VALUES["run"].updates, PAGE_VALUES["R2_over_rho"]) == (18, "12.4")
    assert (PAGE_VALUES["orthogonal"].updates, PAGE_VALUES["R_over_rho2"]) == (16, "4")
    first_separator, tenfold = Separator(AND, (-3, 2, 2)), Separator(AND, (-30, 20, 20))
    assert first_separator.rho2 == tenfold.rho2 == separability(AND).rho2
    assert tenfold.least == 10 * first_separator.least


def test_s6_the_line_of_largest_rho_is_not_the_widest_in_the_plane():
    """On credit-2d another line has a smaller rho, but is farther from the nearest applicant."""
    best, wide = PAGE_VALUES["applicants_separator"], Hypothesis([-1987, 530, -520])
    assert best.w_f == (-61, 25, -29)
    squared_distances = [
        min(geometric_margins(h, CREDIT_2D)).square for h in (Hypothesis(best.w_f), wide)
    ]
    assert squared_distances == [Fraction(24642, 18325), Fraction(900601, 551300)]
    assert f"{PAGE_VALUES['distance_of_largest_rho']:.6f}" == f"{sqrt(squared_distances[0]):.6f}"
    assert Separator(CREDIT_2D, wide.w).rho2 < separability(CREDIT_2D).rho2


def test_s8_the_count_of_dot_products_does_not_depend_on_d():
    """Features that are 0 do not change it, although each dot product has 1 + d multiplications."""
    assert PAGE_VALUES["arithmetic_of_pocket"]().splitlines() == [
        "| 2 | 50 | 77 | 281 | 843 |",
        "| 10 | 50 | 77 | 281 | 3091 |",
    ]
