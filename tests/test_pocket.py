"""Pocket: the weights that it keeps, where its run ends, and what counting mistakes costs.
`test_pla.py` tests what it shares with PLA.
"""

from __future__ import annotations

import pickle
from fractions import Fraction

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import Dataset, PocketRun, example, pla, pocket, strategy
from perceptron_ref.replay import make_report
from perceptron_ref.theory.separability import separability

# On a line, no threshold has fewer than one mistake.
ALTERNATING = Dataset([[0], [1], [2], [3]], [-1, +1, -1, +1])
AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])


# The weights in the pocket


def test_a_run_worked_by_hand():
    """w_0 = (0, 0) makes four mistakes; (-1, 0), (0, 1), (-1, -1) and (0, 2) make two; (-1, 2)
    makes one. The pocket holds (-1, 0), the first of four that are equally good, until (-1, 2).
    """
    run = pocket(ALTERNATING, "cyclic", max_updates=6)
    assert run.n == (0, 1, 2, 3, 0, 2)
    path = [(-1, 0), (0, 1), (-1, -1), (0, 2), (-1, 2), (-2, 0)]
    assert [w_next for _, _, _, w_next in run.replay()] == path
    mistakes, in_pocket = (4, 2, 2, 2, 2, 1, 2), (4, 2, 2, 2, 2, 1, 1)
    assert run.history == [*zip(range(7), mistakes, in_pocket)]
    assert (run.status, run.updates, run.visits) == ("max_updates", 6, 7)
    assert (run.w, run.mistakes, run.w_last, run.mistakes_last) == ((-1, 2), 1, (-2, 0), 2)
    assert (
        repr(run) == "<PocketRun cyclic: max_updates, 6 updates, 7 visits, 1 of 4 examples wrong>"
    )
    assert pocket(ALTERNATING, "cyclic", max_updates=4).w == (-1, 0)


@given(
    oracle.rows_and_labels(),
    st.sampled_from([-1, 0, +1]),
    st.integers(0, 12),
    st.sampled_from(oracle.ORDERS),
    st.integers(0, 2),
)
def test_pocket_equals_the_oracle_with_full_counts(
    rows_labels, sign_of_zero, max_updates, order, target_mistakes
):
    """For every strategy, the pocket, the last weights, the history, the visits and the end are
    the oracle's, which counts the mistakes of every w_t. Counting takes N dot products for the
    start and for every update.     Lecture 2: L2.15
    """
    data, (name, options, plain) = Dataset(*rows_labels), order
    D = oracle.examples_of(data)
    run_options = {"sign_of_zero": sign_of_zero, "max_updates": max_updates}
    path = oracle.pla(D, plain, **run_options)
    plain_pocket = oracle.Pocket(D, path, sign_of_zero, target_mistakes)
    run = pocket(data, strategy(name, **options), **run_options, target_mistakes=target_mistakes)
    assert (list(run.n), run.history) == (path.n[: plain_pocket.updates], plain_pocket.history)
    assert (list(run.w), run.mistakes) == (plain_pocket.w, plain_pocket.mistakes)
    assert (list(run.w_last), run.mistakes_last) == (
        plain_pocket.w_last,
        plain_pocket.history[-1][1],
    )
    assert run.visits == path.before[plain_pocket.updates][0]
    if name == "cyclic":
        assert run.dot_products == run.visits + data.N * (1 + run.updates)
    enough = "target_mistakes" if plain_pocket.mistakes else "converged"
    assert run.status == (enough if plain_pocket.mistakes <= target_mistakes else "max_updates")


def test_the_pocket_holds_w0_first():
    """A good w_0 is kept although the update spoils it, and is returned if no update is allowed.
    If it makes no mistake, no visit is needed.
    """
    run = pocket(ALTERNATING, "cyclic", w0=[-1, 2], max_updates=1)
    assert (run.w, run.mistakes, run.w_last, run.mistakes_last) == ((-1, 2), 1, (-2, 0), 2)
    run = pocket(ALTERNATING, w0=["-1/2", 1], max_updates=0)
    assert (make_report(run), run.history) == (("max_updates", (), 0, 0), [(0, 1, 1)])
    assert run.w == (Fraction(-1, 2), 1)
    run = pocket(AND, w0=[-3, 2, 2])
    assert (make_report(run), run.w, run.w_last) == (
        ("converged", (), 0, 0),
        (-3, 2, 2),
        (-3, 2, 2),
    )


@pytest.mark.ci
def test_an_order_may_keep_pocket_from_the_best_line():
    """On XOR one mistake is possible. In 1,000 updates `cyclic`, `worst-margin` and ten seeds of
    `random-permutation` do not meet such weights. Ten seeds of `random` do in 250, and `restart`
    does in 9.
    """
    xor = example("xor")
    for order in ("cyclic", "worst-margin"):
        assert pocket(xor, order).mistakes == 2
    for seed in range(10):
        assert pocket(xor, strategy("random-permutation", seed=seed)).mistakes == 2
        assert pocket(xor, strategy("random", seed=seed), max_updates=250).mistakes == 1
    assert pocket(xor, "restart", target_mistakes=1).updates == 9
    assert pocket(xor, target_mistakes=1).updates == 25


# On separable data


@pytest.mark.ci
@given(oracle.rows_and_labels(max_N=9))
def test_pocket_is_slower_than_pla_on_separable_data(rows_labels):
    """Quiz Q4: for the same updates, which end on the same line, Pocket computes N T more products:
    N (1 + T) for counting, less the last N visits of PLA, which Pocket need not make.
    Lecture 2: L2.16
    """
    data = Dataset(*rows_labels)
    if separability(data).separable:
        plain, ours = pla(data, max_updates=None), pocket(data, "cyclic", max_updates=None)
        assert (ours.n, ours.w, ours.visits) == (plain.n, plain.w, plain.visits - data.N)
        assert ours.dot_products - plain.dot_products == data.N * plain.updates


# Where it ends


PAIR = Dataset([[1], [-1]], [+1, -1])  # from 0 the first update makes one mistake, the second none


@pytest.mark.parametrize(
    ("data", "options", "status", "updates"),
    [
        # it ends as soon as the pocket makes at most as many mistakes as the target
        (ALTERNATING, {"target_mistakes": 0, "max_updates": 50}, "max_updates", 50),
        (ALTERNATING, {"target_mistakes": 1, "max_updates": 50}, "target_mistakes", 5),
        (ALTERNATING, {"target_mistakes": 2}, "target_mistakes", 1),
        (ALTERNATING, {"target_mistakes": 4}, "target_mistakes", 0),
        # "converged" means no mistake, also where one would have been good enough
        (PAIR, {"target_mistakes": 1}, "target_mistakes", 1),
        (PAIR, {"target_mistakes": 1, "w0": [0, 1]}, "converged", 0),
        (PAIR, {"max_updates": 2}, "converged", 2),
        # visits are limited as in PLA; counting mistakes is no visit
        (ALTERNATING, {"max_visits": 0}, "max_visits", 0),
        (ALTERNATING, {"max_visits": 3}, "max_visits", 3),
        (ALTERNATING, {"max_visits": 1, "max_updates": 1}, "max_updates", 1),
        (ALTERNATING, {"right_in_a_row": 1}, "right_in_a_row", 5),
        (ALTERNATING, {"right_in_a_row": 2}, "right_in_a_row", 7),
        (ALTERNATING, {"right_in_a_row": 3}, "max_updates", 1000),
        (ALTERNATING, {"max_updates": None, "max_visits": 5000}, "max_visits", 2503),
    ],
)
def test_a_run_ends_without_mistakes_at_its_target_or_at_a_limit(data, options, status, updates):
    """The status says why a run ended. The pocket has the fewest mistakes in its history."""
    run = pocket(data, "cyclic", **options)
    assert (run.status, run.updates) == (status, updates)
    assert run.mistakes == min(mistakes for _, mistakes, _ in run.history)


def test_by_default_pocket_makes_a_thousand_updates_at_random():
    """The strategy is random with seed 0, and the run ends after 1,000 updates."""
    run = pocket(ALTERNATING)
    expected = pocket(ALTERNATING, strategy("random", seed=0), max_updates=1000)
    assert (run.strategy, run.updates) == ("random", 1000)
    assert (make_report(run), run.w) == (make_report(expected), expected.w)


def test_on_update_may_interrupt_or_stop_the_run():
    """Errors of `on_update` pass through.

    StopIteration stops the run with the best weights so far, which may reach the target.
    """
    update_list = []

    def stop(update, error=StopIteration):
        update_list.append((update.t, update.n, update.visits))
        if update.t == 2:
            raise error

    with pytest.raises(KeyboardInterrupt):
        pocket(ALTERNATING, "cyclic", on_update=lambda update: stop(update, KeyboardInterrupt))
    assert update_list == [(0, 0, 1), (1, 1, 2), (2, 2, 3)]
    run = pocket(ALTERNATING, "cyclic", on_update=stop)
    longer = pocket(ALTERNATING, "cyclic", max_updates=3)
    assert (run.status, run.n, run.w) == ("stopped", longer.n, longer.w)
    three = Dataset([[1], [-2], [2]], [+1, +1, +1])  # update 2 is the last
    run = pocket(three, "cyclic", on_update=stop)
    assert (run.status, run.updates) == ("converged", 3)


@pytest.mark.parametrize("target_mistakes", [-1, 1.0, None, True, "1"])
def test_target_mistakes_is_a_count(target_mistakes):
    """A negative number, a float, None, a bool and a text are refused."""
    parts = f"target_mistakes: …{target_mistakes!r}…at least 0"
    check_refused(parts, pocket, ALTERNATING, target_mistakes=target_mistakes)


# The run that it leaves, and its cost


def test_a_run_of_pocket_is_a_run():
    """A run of Pocket has a replay and the hypothesis of the weights in the pocket, and can be
    pickled.
    """
    run = pocket(ALTERNATING, "cyclic", max_updates=6)
    assert run.hypothesis.w == run.w and run.hypothesis.mistakes(ALTERNATING) == 1
    assert list(run.replay())[-1][3] == run.w_last
    back = pickle.loads(pickle.dumps(run))
    assert type(back) is PocketRun
    assert (back.n, back.w, back.w_last, back.history) == (run.n, run.w, run.w_last, run.history)
    assert back.dot_products == run.dot_products == 7 + 4 * 7  # not those of the lines above
