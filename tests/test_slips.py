"""Slips that circulate in notes on the lecture, shown false by runs; others stand beside what they are about."""

from __future__ import annotations

from math import sqrt

from perceptron_ref import Dataset, dot, example, pla, pocket, squared_norm
from perceptron_ref.derivation import Separator
from perceptron_ref.separability import separability


def test_slip_s1_the_threshold_is_a_weight_and_its_feature_is_one():
    """w_0 = -threshold, and x_0 = +1 for every example."""
    run = pla(example("credit"))
    assert run.hypothesis.threshold == -run.w[0] == 3
    assert {x[0] for x in run.data.xs} == {1}


def test_slip_s1_the_threshold_is_learned_like_every_weight():
    """From w_0 = 0 the bias in the end is the number of updates on +1 less those on -1."""
    run = pla(example("credit"))
    signs = [run.data.ys[n] for n in run.n]
    assert (signs.count(+1), signs.count(-1), run.w[0]) == (19, 22, -3)


def test_slip_s2_a_longer_w_f_separates_with_larger_scores_than_w_t_has():
    """No example has as large a score by w_T as the least by 20 w_f, and both separate."""
    run = pla(example("and"))
    scores = [y * dot(run.w, x) for x, y in zip(run.data.xs, run.data.ys)]
    assert scores == [4, 2, 1, 1]
    assert Separator(run.data, (-60, 40, 40)).least == 20


def test_slip_s3_the_shortest_example_is_not_the_numerator():
    """With min_n |x_n| in the place of rho, sqrt(T) min_n |x_n| / R would be a cosine of more than 2."""
    run = pla(example("and"))
    shortest, longest = min(map(squared_norm, run.data.xs)), max(map(squared_norm, run.data.xs))
    assert (run.updates, shortest, longest) == (18, 1, 3)
    assert run.updates * shortest == 6 * longest
    assert run.updates * separability(run.data).rho2 < longest


def test_slip_s4_rho_does_not_depend_on_how_long_w_f_is():
    """Divided by |w_f| it is the same for w_f and 10 w_f; divided by |x_n| it is not."""
    D = example("and")
    assert Separator(D, (-3, 2, 2)).rho2 == Separator(D, (-30, 20, 20)).rho2 == separability(D).rho2
    assert Separator(D, (-30, 20, 20)).least == 10 * Separator(D, (-3, 2, 2)).least


def test_slip_s4_the_bound_has_squares():
    """rho for rho^2 gives a bound that PLA exceeds on and; R for R^2 one that it exceeds on orthogonal examples."""
    D = example("and")
    best = separability(D)
    assert pla(D).updates == 18 > best.R2 / sqrt(best.rho2) > 12
    D = example("hadamard", k=4)
    best = separability(D)
    assert (best.R2, best.rho2) == (16, 1)
    assert pla(D).updates == 16 > sqrt(best.R2) / best.rho2


def test_slip_s4_divided_by_the_examples_it_grows_with_w_f():
    """min_n y_n w_f . x_n / |x_n| is 1/sqrt(3) on and, and a hundred times that for 100 w_f: no bound comes of it."""
    D = example("and")
    for factor in (1, 100):
        margins = [(y * dot((-3, 2, 2), x) * factor) ** 2 / squared_norm(x) for x, y in zip(D.xs, D.ys)]
        assert 3 * min(margins) == factor**2
    assert 3 / (100**2 / 3) < 1 < pla(D).updates


def test_slip_s5_weights_of_zero_are_at_least_zero_on_any_data():
    """On xor y_n 0 . x_n >= 0 for all n, and PLA does not halt."""
    D = example("xor")
    found = Separator(D, (0, 0, 0))
    assert (found.least, found.separates) == (0, False)
    assert (Separator(example("and"), (-2, 2, 2)).least, Separator(example("and"), (-2, 2, 2)).separates) == (0, False)
    assert pla(D, max_updates=1000).status == "max_updates"


def test_slip_s8_counting_examples_leaves_d_out():
    """Features of zero change no visit, update or dot product; each dot product has 1 + d multiplications all the same."""
    rows, ys = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1]
    few = pocket(Dataset(rows, ys), max_updates=50)
    many = pocket(Dataset([[*row, *[0] * 8] for row in rows], ys), max_updates=50)
    assert (few.n, few.dot_products) == (many.n, many.dot_products)
    assert few.dot_products > few.visits
    assert (1 + few.data.d, 1 + many.data.d) == (3, 11)
