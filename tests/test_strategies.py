"""The five visiting strategies: common properties, the order of each, and their options."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from itertools import chain, cycle, islice

import oracle
import pytest
from conftest import sizes
from fake_arrays import Index
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import Dataset, StrategyError, example, pla, squared_norm, strategy

AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
XOR = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, +1, +1, -1])


class ManualView:
    """A view of N examples without a run. The test sets `updates`."""

    def __init__(self, N):
        self.N, self.updates = N, 0

    def __len__(self):
        return self.N


def first_visits(count, name, N, **options):
    """Return the first visits of a strategy if nothing is corrected, those of passes one by one."""
    visits = chain.from_iterable(
        [answer] if isinstance(answer, int) else answer
        for answer in strategy(name, **options)(ManualView(N))
    )
    return list(islice(visits, count))


# Properties of all strategies


@pytest.mark.ci
@sizes(25, 250)
@pytest.mark.parametrize(
    ("name", "options"),
    [(name, options) for name, options, _ in oracle.ORDERS],
    ids=[" ".join([name, *options]) for name, options, _ in oracle.ORDERS],
)
def test_every_strategy_ends_on_separating_weights_within_the_bound(name, options, count):
    """On many separable sets every strategy converges, w_T makes no mistake, and T <= R^2 / rho^2
    for the known w_f. This holds for each value of sign(0), because every corrected example has
    y_n w_t . x_n <= 0.     Lecture 2: L2.6, L2.12
    """
    separable_sets = oracle.separable_sets(count)
    for (rows, labels, w_f), sign_of_zero in zip(separable_sets, cycle([0, -1, +1])):
        data = Dataset(rows, labels)
        D = oracle.examples_of(data)
        run = pla(data, strategy(name, **options), sign_of_zero=sign_of_zero, max_updates=None)
        assert run.status == "converged"
        assert oracle.mistakes(D, run.w, sign_of_zero) == []
        R2 = max(oracle.dot(x, x) for x, _ in D)
        rho2 = min(y * oracle.dot(w_f, x) for x, y in D) ** 2 / Fraction(squared_norm(w_f))
        assert run.updates <= R2 / rho2
        assert run.visits <= (10 * data.N + data.N) * (run.updates + 1)


@given(
    oracle.rows_and_labels(),
    st.sampled_from([-1, 0, +1]),
    st.integers(0, 12),
    st.sampled_from(oracle.ORDERS),
)
def test_every_strategy_takes_the_path_of_its_oracle(rows_labels, sign_of_zero, max_updates, order):
    """On any data n(t), visits, weights and the end of the run are the oracle's.

    A second run gives the same, because strategies keep no state.
    """
    data, (name, options, oracle_order) = Dataset(*rows_labels), order
    run_options = {"sign_of_zero": sign_of_zero, "max_updates": max_updates}
    path = oracle.pla(oracle.examples_of(data), oracle_order, **run_options)
    bound_strategy = strategy(name, **options)
    for _ in range(2):
        run = pla(data, bound_strategy, **run_options)
        assert (list(run.n), run.status, run.visits) == (path.n, path.status, path.visits)
        assert list(run.w) == path.w[-1]


# cyclic and restart


def test_cyclic_repeats_the_same_pass():
    """`cyclic` yields the pass 0, 1, ..., N-1 over and over.

    On x1 XOR x2 every visit finds a mistake; on x1 AND x2 it takes 18 updates.
    """
    assert first_visits(7, "cyclic", 3) == [0, 1, 2, 0, 1, 2, 0]
    assert next(strategy("cyclic")(ManualView(3))) == range(3)
    assert pla(XOR, "cyclic", max_updates=6).n == (0, 1, 2, 3, 0, 1)
    assert pla(AND, "cyclic").n == (0, 3, 0, 1, 3, 1, 2, 3, 2, 3, 1, 3, 1, 2, 3, 2, 3, 1)


def test_restart_begins_again_after_every_update():
    """Without updates `restart` visits the examples in a cycle.

    After an update of the first, the last or another example, it visits example 0 next. On
    x1 XOR x2 it always corrects the first mistake.
    """
    assert first_visits(7, "restart", 3) == [0, 1, 2, 0, 1, 2, 0]
    view, visit_list = ManualView(3), []
    visits = strategy("restart")(view)
    for corrects in (False, True, True, False, False, True, False):
        visit_list.append(next(visits))
        view.updates += corrects
    assert visit_list == [0, 1, 0, 0, 1, 2, 0]
    assert pla(XOR, "restart", max_updates=6).n == (0, 1, 0, 1, 0, 2)


def test_cyclic_and_restart_are_different():
    """Misconception S10: both orders are called the naive cycle, but take different numbers of
    updates and visits.
    """
    D = Dataset([[-3], [-1], [-2]], [+1, -1, +1])
    cyclic, restart = pla(D, "cyclic"), pla(D, "restart")
    assert (cyclic.n, cyclic.visits) == ((0, 1, 1, 1, 2, 1, 2, 1, 1, 2, 1), 23)
    assert (restart.n, restart.visits) == ((0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 2, 1), 25)


# random-permutation and random


def test_random_permutation_visits_every_example_once_in_every_pass():
    """Each pass is a new permutation.

    With fresh=False, a fixed random cycle, every pass repeats the first one.
    """
    visit_list = first_visits(60, "random-permutation", 6, seed=11)
    passes = [visit_list[start : start + 6] for start in range(0, 60, 6)]
    assert all(sorted(order) == [0, 1, 2, 3, 4, 5] for order in passes)
    assert len(set(map(tuple, passes))) == 10
    assert first_visits(30, "random-permutation", 6, seed=11, fresh=False) == passes[0] * 5


@pytest.mark.parametrize(
    ("name", "expected_visits"),
    [
        (
            "random-permutation",
            ([3, 2, 4, 1, 0, 2, 0, 3, 4, 1], [0, 3, 4, 2, 1, 4, 3, 0, 1, 2], [2, 0, 1, 4, 3]),
        ),
        (
            "random",
            ([4, 3, 2, 1, 2, 2, 3, 1, 2, 2], [0, 4, 3, 1, 2, 2, 3, 3, 0, 0], [1, 2, 0, 3, 3]),
        ),
    ],
)
def test_a_seed_decides_the_visits_on_every_python(name, expected_visits):
    """Three seeds give exactly the visits of the table.

    Ten seeds give ten different orders. The default seed is 0. The state of the module `random`
    does not change.
    """
    random.seed(99)
    state_before = random.getstate()
    for seed, visits in zip((0, 1, 2**70), expected_visits):
        assert first_visits(len(visits), name, 5, seed=seed) == visits
    orders = [tuple(first_visits(8, name, 8, seed=seed)) for seed in range(10)]
    assert len(set(orders)) == 10
    assert tuple(first_visits(8, name, 8)) == orders[0]
    assert random.getstate() == state_before


@pytest.mark.parametrize("N", [1, 2, 5, 2047, 2049, 10**6 + 3, 2**36 + 1, 2**37 - 1])
def test_draws_follow_their_definition(N):
    """Each draw is floor(N u) with u = Random(seed).random(), whether draws are made in batches or
    one by one, for eight N from 1 to 2^37 - 1.
    """
    helpers = strategy("random").func.__globals__["draw_function"].__globals__
    generator = random.Random(3)
    expected = [int(N * Fraction(generator.random())) for _ in range(1000)]
    names = "batched_draw_function", "plain_draw_function"
    for name in names[: 1 + (N < 10**4)]:  # the plain function draws N numbers at once
        draw = helpers[name](random.Random(3), N)
        assert list(islice(chain.from_iterable(iter(draw, None)), 1000)) == expected


@pytest.mark.parametrize("name", ["random", "random-permutation"])
def test_a_seed_is_an_int_of_at_least_0(name):
    """An object that supports `__index__` is an int.

    Python's `Random` would accept any hashable object, and treats -1 as 1. An invalid seed is an
    error of `strategy`, or of the run if the function is used without `strategy`.
    """
    assert pla(AND, strategy(name, seed=Index(7))).n == pla(AND, strategy(name, seed=7)).n
    for seed in (1.0, "1", None, True):
        parts = f"strategy {name}: …seed={seed!r}…an int"
        check_refused(parts, strategy, name, seed=seed, error=StrategyError)
    for seed in (-1, 1.0, "1", None, True):
        parts = (
            f"strategy {name.replace('-', '_')}…asked for visit 1…seed={seed!r}…a whole number >= 0"
        )
        order = partial(strategy(name).func, seed=seed)
        check_refused(parts, pla, AND, order, error=StrategyError)


# worst-margin


def test_worst_margin_visits_the_mistake_with_the_smallest_margin():
    """In a run worked by hand, each visit is to the mistake with the smallest y_n w . x_n.

    A margin of 0 with sign(0) = y_n is no mistake.
    """
    run = pla(Dataset([[2], [-1], [-4]], [+1, +1, -1]), "worst-margin", w0=[-3, 0])
    assert list(run.replay()) == [
        (0, 0, (-3, 0), (-2, 2)),  # margins -3, -3, 3
        (1, 1, (-2, 2), (-1, 1)),  # 2, -4, 10
        (2, 1, (-1, 1), (0, 0)),  # 1, -2, 5
        (3, 0, (0, 0), (1, 2)),  # 0, 0, 0
        (4, 1, (1, 2), (2, 1)),  # 5, -1, 7
    ]
    assert run.status == "converged"
    both_zero = Dataset([[1], [2]], [+1, -1])
    assert pla(both_zero, "worst-margin", sign_of_zero=+1, max_visits=1).n == (1,)


def test_worst_margin_computes_all_margins_for_every_update():
    """On the set credit T = 167 updates take T + N visits.

    To choose the mistakes takes N (T + 1) dot products, and each visit takes one.
    """
    run = pla(example("credit"), "worst-margin")
    assert (run.updates, run.visits, run.dot_products) == (167, 167 + 24, 24 * 168 + 191)


@pytest.mark.parametrize(
    ("w0", "smaller_margin"),
    [
        ([0, 3, 3], None),
        ([0, 3, "2.99"], "short"),
        ([0, 3, "3.01"], "long"),
        ([0, 3, "2.9999999999999999999"], "short"),
    ],
)
def test_normalized_worst_margin_is_exact(w0, smaller_margin):
    """From w_0 = (0, 3, 3) both margins are equal: 12 / |(1, 2, 2)| = 36 / |(1, 4, 8)|.

    If margins are equal, the lower n comes first. A difference too small for floats also decides.
    """
    rows = {"short": [2, 2], "long": [4, 8]}
    for names in (["short", "long"], ["long", "short"]):
        D = Dataset([rows[name] for name in names], [-1, -1])
        run = pla(D, strategy("worst-margin", normalized=True), w0=w0, max_updates=1)
        assert run.n == (names.index(smaller_margin or names[0]),)
