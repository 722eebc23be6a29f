"""Misconceptions about the lecture, shown false by runs; tests of others stand beside what they are
about.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from perceptron_ref import Dataset, Hypothesis, dot, example, pla, pocket, squared_norm
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.margins import geometric_margins
from perceptron_ref.theory.proof import Separator
from perceptron_ref.theory.separability import separability


def test_s1_the_threshold_is_a_weight_and_its_feature_is_one():
    """w_0 = -threshold, and x_0 = +1 for every example."""
    run = pla(example("credit"))
    assert run.hypothesis.threshold == -run.w[0] == 3
    assert {x[0] for x in run.data.xs} == {1}


def test_s1_the_threshold_is_learned_like_every_weight():
    """From w_0 = 0 the bias in the end is the number of updates on +1 less those on -1."""
    run = pla(example("credit"))
    signs = [run.data.ys[n] for n in run.n]
    assert (signs.count(+1), signs.count(-1), run.w[0]) == (19, 22, -3)


def test_s2_a_longer_w_f_separates_with_larger_margins_than_w_t_has():
    """No example has as large a margin by w_T as the least by 20 w_f, and both separate."""
    run = pla(example("and"))
    margins = [y * dot(run.w, x) for x, y in zip(run.data.xs, run.data.ys)]
    assert margins == [4, 2, 1, 1]
    assert Separator(run.data, (-60, 40, 40)).least == 20


def test_s3_the_shortest_example_is_not_the_numerator():
    """With min_n |x_n| in the place of rho, sqrt(T) min_n |x_n| / R would be a cosine of more than
    2.
    """
    run = pla(example("and"))
    shortest, longest = min(map(squared_norm, run.data.xs)), max(map(squared_norm, run.data.xs))
    assert (run.updates, shortest, longest) == (18, 1, 3)
    assert run.updates * shortest == 6 * longest
    assert run.updates * separability(run.data).rho2 < longest


def test_s4_rho_does_not_depend_on_how_long_w_f_is():
    """Divided by |w_f| it is the same for w_f and 10 w_f; divided by |x_n| it is not."""
    D = example("and")
    assert Separator(D, (-3, 2, 2)).rho2 == Separator(D, (-30, 20, 20)).rho2 == separability(D).rho2
    assert Separator(D, (-30, 20, 20)).least == 10 * Separator(D, (-3, 2, 2)).least


def test_s4_the_bound_has_squares():
    """rho for rho^2 gives a bound that PLA exceeds on and; R for R^2 one that it exceeds on
    orthogonal examples.
    """
    D = example("and")
    best = separability(D)
    assert pla(D).updates == 18 > best.R2 / sqrt(best.rho2) > 12
    D = example("hadamard", k=4)
    best = separability(D)
    assert (best.R2, best.rho2) == (16, 1)
    assert pla(D).updates == 16 > sqrt(best.R2) / best.rho2


def test_s4_divided_by_the_examples_it_grows_with_w_f():
    """min_n y_n w_f . x_n / |x_n| is 1/sqrt(3) on and, and a hundred times that for 100 w_f: no
    bound comes of it.
    """
    D = example("and")
    for factor in (1, 100):
        margins = [
            (y * dot((-3, 2, 2), x) * factor) ** 2 / squared_norm(x) for x, y in zip(D.xs, D.ys)
        ]
        assert 3 * min(margins) == factor**2
    assert 3 / (100**2 / 3) < 1 < pla(D).updates


def test_s5_weights_of_zero_are_at_least_zero_on_any_data():
    """On xor y_n 0 . x_n >= 0 for all n, and PLA does not halt."""
    D = example("xor")
    found = Separator(D, (0, 0, 0))
    assert (found.least, found.separates) == (0, False)
    assert (
        Separator(example("and"), (-2, 2, 2)).least,
        Separator(example("and"), (-2, 2, 2)).separates,
    ) == (0, False)
    runs = [pla(D, max_updates=T) for T in range(1, 41)]
    assert {run.status for run in runs} == {"max_updates"}
    assert [any(run.w) for run in runs] == 10 * [True, True, True, False]
    assert [run.mistakes for run in runs] == 10 * [2, 3, 2, 4]


@pytest.mark.parametrize(
    ("name", "options", "widest", "different"),
    [
        ("or", {}, 4, 1),
        ("and", {}, 2, 2),
        ("credit", {}, 0, 4),
        ("credit-2d", {}, 0, 4),
        ("spam", {}, 0, 4),
        ("iris-setosa", {}, 0, 3),
        ("hadamard", {"k": 4}, 4, 1),
        ("powers", {"d": 4}, 0, 1),
        ("pair", {"m": 10}, 4, 1),
        ("pingpong", {"m": 5}, 2, 2),
    ],
)
def test_s6_pla_may_end_on_the_line_of_largest_rho_or_not(name, options, widest, different):
    """Of the runs in the four orders so many end on it, 16 of 40 in all, and on so many different
    lines (L2.6).
    """
    D = example(name, **options)
    best = separability(D)
    ended = [
        pla(D, order).w for order in ("cyclic", "random-permutation", "restart", "worst-margin")
    ]
    assert sum(Separator(D, w).rho2 == best.rho2 for w in ended) == widest
    assert len({tuple(v / sum(map(abs, w)) for v in w) for w in ended}) == different


def test_s6_the_line_of_largest_rho_is_not_the_widest_in_the_plane():
    """On credit-2d it is 1.16 from the nearest applicant; (-1987, 530, -520) is 1.28 from it, its
    rho being smaller.
    """
    D = example("credit-2d")
    best, wide = separability(D), Hypothesis([-1987, 530, -520])
    assert best.w_f == (-61, 25, -29)
    assert min(geometric_margins(Hypothesis(best.w_f), D)).square == Fraction(24642, 18325)
    assert min(geometric_margins(wide, D)).square == Fraction(900601, 551300)
    assert Separator(D, wide.w).rho2 < best.rho2


def test_s8_counting_examples_leaves_d_out():
    """Features of zero change no visit, update or dot product; each dot product has 1 + d
    multiplications all the same.
    """
    rows, ys = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1]
    few = pocket(Dataset(rows, ys), max_updates=50)
    many = pocket(Dataset([[*row, *[0] * 8] for row in rows], ys), max_updates=50)
    assert (few.n, few.dot_products) == (many.n, many.dot_products)
    assert few.dot_products > few.visits
    assert (1 + few.data.d, 1 + many.data.d) == (3, 11)


def test_s9_the_paths_part_where_the_step_of_the_bias_decides():
    """On credit-2d updates 0 to 6 are alike, and update 7 is not; with R = 1 all are; with R = 2
    they may be.
    """
    D = example("credit-2d")
    one, other = pla(D).n, pla_with_bias(D).n
    assert one[:7] == other[:7] == (0, 1, 7, 10, 14, 15, 16)
    assert (one[7], other[7], len(one), len(other)) == (19, 17, 24, 29)
    unit = Dataset([["0.6", "0.8"], [0, "0.5"], ["-0.6", "0.1"]], [+1, -1, -1])
    assert pla(unit).n == pla_with_bias(unit).n == (0, 1, 1, 0, 1, 0, 1)
    D = Dataset([[1], [2]], [-1, -1])
    assert pla(D).n == pla_with_bias(D).n == (0,)


@pytest.mark.parametrize(
    ("name", "going_on", "starting_over"),
    [
        ("and", (18, 34), (18, 56)),
        ("iris-setosa", (5, 451), (5, 255)),
        ("credit-2d", (24, 129), (15, 72)),
    ],
)
def test_s10_the_two_naive_cycles_may_make_equally_many_updates(name, going_on, starting_over):
    """Updates and visits: on some data the former are equal, and neither order is always the
    shorter.
    """
    runs = [pla(example(name), order) for order in ("cyclic", "restart")]
    assert [(run.updates, run.visits) for run in runs] == [going_on, starting_over]


def test_s11_with_sign_of_zero_minus_one_the_line_may_go_through_an_example():
    """On and it ends on (-2, 2, 1), which scores (1, 0) with zero; where zero is a mistake no score
    is zero.
    """
    D = example("and")
    sure, agreed = pla(D), pla(D, sign_of_zero=-1)
    assert (sure.w, agreed.w) == ((-4, 3, 2), (-2, 2, 1))
    assert [dot(agreed.w, x) for x in D.xs] == [-2, -1, 0, 1]
    assert [y * dot(sure.w, x) for x, y in zip(D.xs, D.ys)] == [4, 2, 1, 1]
