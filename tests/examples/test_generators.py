"""Generated sets: each has the property that it is made for."""

from __future__ import annotations

from fractions import Fraction

import oracle
import pytest
from messages import check_refused

from perceptron_ref import example, pla, strategies
from perceptron_ref.theory.separability import separability


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_hadamard_data_attain_the_bound(k):
    """On mutually orthogonal examples of equal length PLA makes exactly N = R^2/rho^2 updates, in
    any order.     Lecture 2: L2.12
    """
    D = example("hadamard", k=k)
    assert (D.N, D.d) == (2**k, 2**k - 1)
    assert all(oracle.dot(u, v) == 0 for i, u in enumerate(D.xs) for v in D.xs[:i])
    assert separability(D).bound == D.N
    for name in strategies():
        run = pla(D, name)
        assert (run.updates, sorted(run.n)) == (D.N, list(range(D.N)))


@pytest.mark.parametrize("m", [1, 2, 3, 7, 20])
def test_pingpong_data_are_slow_in_the_naive_cycle(m):
    """The naive cycle makes 2 m^2 + 1 updates, and the bound is 4 m^2 + 1. The best order makes 2
    updates.
    """
    D = example("pingpong", m=m)
    assert [x[1] for x in D.xs] == [m, -2 * m, 2 * m]
    assert pla(D).updates == 2 * m**2 + 1
    assert separability(D).bound == 4 * m**2 + 1
    assert pla(D, lambda view: iter([2, 1])).n == (2, 1)


@pytest.mark.parametrize("m", [0, 1, 5, 30])
def test_a_pair_has_a_narrow_gap_far_from_the_origin(m):
    """The largest margin has rho^2 = 1/(4 m^2 + 4 m + 5), and (-2m - 1, 2) attains it.
    PLA halts.
    """
    D = example("pair", m=m)
    answer = separability(D)
    assert answer.rho2 == Fraction(1, 4 * m**2 + 4 * m + 5)
    assert answer.w_f == (-2 * m - 1, 2)
    assert pla(D).status == "converged"


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5, 6])
def test_powers_take_exponentially_many_updates(d):
    """The naive cycle makes 2^(2d-1) updates, and rho is at most 1/2^(d-1)."""
    D = example("powers", d=d)
    assert pla(D).updates == 2 ** (2 * d - 1)
    assert separability(D).rho2 <= Fraction(1, 4 ** (d - 1))


@pytest.mark.parametrize(
    ("N", "d", "seed", "margin"),
    [(1, 1, 0, 0), (3, 1, 0, 60), (40, 5, 2, "7.5"), (100, 20, 3, Fraction(1, 3))],
)
def test_separable_sets_have_at_least_the_requested_margin(N, d, seed, margin):
    """A line separates N examples with d features, and rho is at least the margin."""
    D = example("separable", N=N, d=d, seed=seed, margin=margin)
    assert (D.N, D.d) == (N, d)
    assert separability(D).rho2 >= Fraction(margin) ** 2
    assert D == example("separable", N=N, d=d, seed=seed, margin=margin)


def test_random_sets_are_the_same_on_every_python():
    """The numbers of a small set are given here; of larger sets, the sums are."""
    D = example("separable", N=3, d=2, seed=0)
    assert [tuple(map(int, x)) for x in D.xs] == [(1, -48, 2), (1, -19, 57), (1, -40, -5)]
    assert D.ys == (-1, -1, -1)
    for d, seed, margin, total in ((1, 0, 0, 43_468), (1, 1, 5, 45_680), (2, 0, 5, 21_064)):
        D = example("separable", N=40, d=d, seed=seed, margin=margin)
        assert sum(n * y * sum(x) for n, (x, y) in enumerate(zip(D.xs, D.ys), start=1)) == total
    assert example("noisy", seed=1) != example("noisy", seed=2)


def test_noisy_sets_have_the_requested_number_of_flipped_labels():
    """The set has the examples of the separable set with the same seed, and exactly `flips` labels
    differ.
    """
    clean = example("separable", N=60, d=3, seed=4, margin=1)
    for flips in (0, 1, 17, 60):
        D = example("noisy", N=60, d=3, seed=4, flips=flips)
        assert D.xs == clean.xs
        assert sum(y != clean_y for y, clean_y in zip(D.ys, clean.ys)) == flips


@pytest.mark.ci
@pytest.mark.parametrize(
    ("name", "options", "parts"),
    [
        ("hadamard", {"k": 0}, "k: …0…from 1 to 10"),
        ("hadamard", {"k": 11}, "k: …11…from 1 to 10"),
        ("hadamard", {"k": "3"}, "…k='3'…an int"),
        ("hadamard", {"m": 3}, "…option 'm'; expected k (default: 3)"),
        ("pingpong", {"m": 0}, "m: …0…from 1 to 1000000000"),
        ("pair", {"m": -1}, "m: …-1…from 0 to 1000000000"),
        ("powers", {"d": 61}, "d: …61…from 1 to 60"),
        ("separable", {"d": 0}, "d: …0…from 1 to 100000"),
        ("separable", {"N": 0}, "N: …0…from 1 to 10000000"),
        ("separable", {"seed": -1}, "seed: …-1…at least 0"),
        ("separable", {"margin": "x"}, "margin: found 'x'; expected a number"),
        ("separable", {"margin": -1}, "margin: …-1…>= 0"),
        ("separable", {"margin": 1000}, "margin: …1000…smaller"),
        ("separable", {"d": 3, "margin": 10**400}, "margin: …1000…smaller"),
        ("separable", {"N": 1, "d": 100_000, "margin": 4_000}, "margin: …4000…smaller"),
        ("separable", {"N": 10**9}, "N: …1000000000…from 1 to 10000000"),
        ("separable", {"N": 10**6, "d": 10}, "…N=1,000,000 …d=10…at most 10,000,000"),
        ("noisy", {"N": 5, "flips": 6}, "flips: …6…from 0 to 5"),
        ("or", {"k": 3}, "…option 'k'…no option"),
    ],
)
def test_options_out_of_range_are_refused(name, options, parts):
    """The error says what was found and what was expected."""
    check_refused(f"example:{name}: {parts}", example, name, **options)
