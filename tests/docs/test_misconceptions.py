"""Misconceptions about the lecture, shown false by runs: each test has the numbers of one."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from perceptron_ref import Dataset, Hypothesis, dot, example, pla, pocket, squared_norm
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.margins import geometric_margins
from perceptron_ref.theory.proof import Separator
from perceptron_ref.theory.separability import separability

AND, XOR, CREDIT_2D = map(example, ("and", "xor", "credit-2d"))


def test_s1_the_threshold_is_a_weight_that_is_learned():
    """w_0 = -threshold: from 0 the updates on +1 less those on -1, as x_0 = +1."""
    run = pla(example("credit"))
    signs = [run.data.ys[n] for n in run.n]
    assert (signs.count(+1), signs.count(-1), run.w[0]) == (19, 22, -3)
    assert run.hypothesis.threshold == -run.w[0] == 3
    assert {x[0] for x in run.data.xs} == {1}


def test_s2_a_longer_w_f_separates_with_larger_margins_than_w_t_has():
    """No example has as large a margin by w_T as the least by 20 w_f, and both separate."""
    run = pla(AND)
    assert [y * dot(run.w, x) for x, y in zip(AND.xs, AND.ys)] == [4, 2, 1, 1]
    assert Separator(AND, (-60, 40, 40)).least == 20


def test_s3_the_shortest_example_is_not_the_numerator():
    """With min_n |x_n| in place of rho, sqrt(T) min_n |x_n| / R would be a cosine above 2."""
    shortest, longest = min(map(squared_norm, AND.xs)), max(map(squared_norm, AND.xs))
    assert (pla(AND).updates, shortest, longest) == (18, 1, 3)
    assert 18 * separability(AND).rho2 < longest


def test_s4_the_bound_has_squares_and_rho_is_divided_by_w_f():
    """rho for rho^2 is below T on and, R for R^2 on orthogonal examples; rho is that of 10 w_f."""
    best = separability(AND)
    assert pla(AND).updates == 18 > best.R2 / sqrt(best.rho2) > 12
    orthogonal = example("hadamard", k=4)
    best = separability(orthogonal)
    assert (best.R2, best.rho2) == (16, 1)
    assert pla(orthogonal).updates == 16 > sqrt(best.R2) / best.rho2
    one, ten = Separator(AND, (-3, 2, 2)), Separator(AND, (-30, 20, 20))
    assert one.rho2 == ten.rho2 == separability(AND).rho2
    assert ten.least == 10 * one.least


def test_s5_margins_of_zero_do_not_separate():
    """Not w = 0 on xor, where PLA does not halt, nor a line through two examples of and."""
    for data, w in ((XOR, (0, 0, 0)), (AND, (-2, 2, 2))):
        assert (Separator(data, w).least, Separator(data, w).separates) == (0, False)
    runs = [pla(XOR, max_updates=T) for T in range(1, 41)]
    assert {run.status for run in runs} == {"max_updates"}
    assert [any(run.w) for run in runs] == 10 * [True, True, True, False]
    assert [run.mistakes for run in runs] == 10 * [2, 3, 2, 4]


@pytest.mark.parametrize(
    ("name", "widest", "different"),
    [
        ("or", 4, 1),
        ("and", 2, 2),
        ("credit", 0, 4),
        ("credit-2d", 0, 4),
        ("iris-setosa", 0, 3),
        ("hadamard:k=4", 4, 1),
        ("pair:m=10", 4, 1),
        ("pingpong:m=5", 2, 2),
    ],
)
def test_s6_pla_may_end_on_the_line_of_largest_rho_or_not(name, widest, different):
    """Of the runs in four orders so many end on it, and on so many different lines (L2.6)."""
    name, _, option = name.partition(":")
    D = example(name, **({option[0]: int(option[2:])} if option else {}))
    best = separability(D)
    orders = ("cyclic", "random-permutation", "restart", "worst-margin")
    ended = [pla(D, order).w for order in orders]
    assert sum(Separator(D, w).rho2 == best.rho2 for w in ended) == widest
    assert len({tuple(v / sum(map(abs, w)) for v in w) for w in ended}) == different


def test_s6_the_line_of_largest_rho_is_not_the_widest_in_the_plane():
    """On credit-2d another line, of smaller rho, is farther from the nearest applicant."""
    best, wide = separability(CREDIT_2D), Hypothesis([-1987, 530, -520])
    assert best.w_f == (-61, 25, -29)
    near = [min(geometric_margins(h, CREDIT_2D)).square for h in (Hypothesis(best.w_f), wide)]
    assert near == [Fraction(24642, 18325), Fraction(900601, 551300)]
    assert Separator(CREDIT_2D, wide.w).rho2 < best.rho2


def test_s8_counting_examples_leaves_d_out():
    """Features of zero change no dot product; each has 1 + d multiplications all the same."""
    rows, ys = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1]
    few = pocket(Dataset(rows, ys), max_updates=50)
    many = pocket(Dataset([[*row, *[0] * 8] for row in rows], ys), max_updates=50)
    assert (few.n, few.dot_products) == (many.n, many.dot_products)
    assert few.dot_products > few.visits


def test_s9_the_paths_part_where_the_step_of_the_bias_decides():
    """On credit-2d update 7 is the first that differs; with R = 1 none does."""
    one, other = pla(CREDIT_2D).n, pla_with_bias(CREDIT_2D).n
    assert one[:7] == other[:7] == (0, 1, 7, 10, 14, 15, 16)
    assert (one[7], other[7], len(one), len(other)) == (19, 17, 24, 29)
    unit = Dataset([["0.6", "0.8"], [0, "0.5"], ["-0.6", "0.1"]], [+1, -1, -1])
    assert pla(unit).n == pla_with_bias(unit).n == (0, 1, 1, 0, 1, 0, 1)


@pytest.mark.parametrize(
    ("name", "going_on", "starting_over"),
    [("and", (18, 34), (18, 56)), ("credit-2d", (24, 129), (15, 72))],
)
def test_s10_the_two_naive_cycles_may_make_equally_many_updates(name, going_on, starting_over):
    """Updates and visits: on some data the former are equal, and neither is always shorter."""
    runs = [pla(example(name), order) for order in ("cyclic", "restart")]
    assert [(run.updates, run.visits) for run in runs] == [going_on, starting_over]


def test_s11_with_sign_of_zero_minus_one_the_line_may_go_through_an_example():
    """On and it scores (1, 0) with zero; where zero is a mistake no score is zero."""
    sure, agreed = pla(AND), pla(AND, sign_of_zero=-1)
    assert (sure.w, agreed.w) == ((-4, 3, 2), (-2, 2, 1))
    assert [dot(agreed.w, x) for x in AND.xs] == [-2, -1, 0, 1]
