"""Pocket: the weights that it keeps, the end of its run, and the cost of counting mistakes.
`test_pla.py` tests what Pocket and PLA have in common.
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

# Every threshold on this line makes at least one mistake.
ALTERNATING = Dataset([[0], [1], [2], [3]], [-1, +1, -1, +1])
AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])


# The weights in the pocket


def test_a_run_worked_by_hand():
    """w_0 = (0, 0) makes four mistakes; (-1, 0), (0, 1), (-1, -1) and (0, 2) make two; (-1, 2)
    makes one. The pocket keeps (-1, 0), the first weights with two mistakes, until (-1, 2).
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
    """For every strategy, the pocket, the last weights, the history, the visits and the status are
    those of the oracle, which counts the mistakes of each w_t. To count them takes N dot products
    for w_0 and after each update.     Lecture 2: L2.15
    """
    data, (name, options, oracle_order) = Dataset(*rows_labels), order
    D = oracle.examples_of(data)
    run_options = {"sign_of_zero": sign_of_zero, "max_updates": max_updates}
    path = oracle.pla(D, oracle_order, **run_options)
    expected = oracle.Pocket(D, path, sign_of_zero, target_mistakes)
    run = pocket(data, strategy(name, **options), **run_options, target_mistakes=target_mistakes)
    assert (list(run.n), run.history) == (path.n[: expected.updates], expected.history)
    assert (list(run.w), run.mistakes) == (expected.w, expected.mistakes)
    assert (list(run.w_last), run.mistakes_last) == (expected.w_last, expected.history[-1][1])
    assert run.visits == path.before[expected.updates][0]
    if name == "cyclic":
        assert run.dot_products == run.visits + data.N * (1 + run.updates)
    status = "target_mistakes" if expected.mistakes else "converged"
    assert run.status == (status if expected.mistakes <= target_mistakes else "max_updates")


def test_the_pocket_first_contains_w0():
    """A good w_0 stays in the pocket if the update makes it worse, or if no update is allowed. If
    it makes no mistake, the run makes no visit.
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
    """On XOR some weights make only one mistake. Within 1,000 updates `cyclic`, `worst-margin` and
    ten seeds of `random-permutation` do not reach such weights. Ten seeds of `random` reach them
    within 250 updates, and `restart` after 9.
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
    """Quiz Q4: both make the same updates and end with the same line, but Pocket computes N T more
    dot products: N (1 + T) to count mistakes, minus N for the last N visits, which only PLA makes.
    Lecture 2: L2.16
    """
    data = Dataset(*rows_labels)
    if separability(data).separable:
        run, pocket_run = pla(data, max_updates=None), pocket(data, "cyclic", max_updates=None)
        assert (pocket_run.n, pocket_run.w) == (run.n, run.w)
        assert pocket_run.visits == run.visits - data.N
        assert pocket_run.dot_products == run.dot_products + data.N * run.updates


# The end of a run


PAIR = Dataset([[1], [-1]], [+1, -1])  # w_1 makes one mistake, and w_2 none


@pytest.mark.parametrize(
    ("data", "options", "status", "updates"),
    [
        # the run ends as soon as the mistakes of the pocket are at most the target
        (ALTERNATING, {"target_mistakes": 0, "max_updates": 50}, "max_updates", 50),
        (ALTERNATING, {"target_mistakes": 1, "max_updates": 50}, "target_mistakes", 5),
        (ALTERNATING, {"target_mistakes": 2}, "target_mistakes", 1),
        (ALTERNATING, {"target_mistakes": 4}, "target_mistakes", 0),
        # if no mistake is left, the status is "converged", whatever the target
        (PAIR, {"target_mistakes": 1}, "target_mistakes", 1),
        (PAIR, {"target_mistakes": 1, "w0": [0, 1]}, "converged", 0),
        (PAIR, {"max_updates": 2}, "converged", 2),
        # visits are limited as in PLA; to count mistakes takes no visit
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
    """The status says why. The pocket makes the fewest mistakes in the history."""
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

    StopIteration stops the run with the best weights so far. If these make no mistake, the status
    is "converged".
    """
    received = []

    def stop(update, error=StopIteration):
        received.append((update.t, update.n, update.visits))
        if update.t == 2:
            raise error

    with pytest.raises(KeyboardInterrupt):
        pocket(ALTERNATING, "cyclic", on_update=lambda update: stop(update, KeyboardInterrupt))
    assert received == [(0, 0, 1), (1, 1, 2), (2, 2, 3)]
    run = pocket(ALTERNATING, "cyclic", on_update=stop)
    limited = pocket(ALTERNATING, "cyclic", max_updates=3)
    assert (run.status, run.n, run.w) == ("stopped", limited.n, limited.w)
    data = Dataset([[1], [-2], [2]], [+1, +1, +1])  # after update 2 no mistake is left
    run = pocket(data, "cyclic", on_update=stop)
    assert (run.status, run.updates) == ("converged", 3)


@pytest.mark.parametrize("target_mistakes", [-1, 1.0, None, True, "1"])
def test_target_mistakes_is_a_count(target_mistakes):
    """A negative number, a float, None, a bool and a string are refused."""
    parts = f"target_mistakes: …{target_mistakes!r}…at least 0"
    check_refused(parts, pocket, ALTERNATING, target_mistakes=target_mistakes)


# The returned run


def test_a_pocket_run_can_be_replayed_and_pickled():
    """Its hypothesis has the weights in the pocket, and its replay ends with the last weights."""
    run = pocket(ALTERNATING, "cyclic", max_updates=6)
    assert run.hypothesis.w == run.w and run.hypothesis.mistakes(ALTERNATING) == 1
    assert list(run.replay())[-1][3] == run.w_last
    loaded = pickle.loads(pickle.dumps(run))
    assert type(loaded) is PocketRun
    assert (loaded.n, loaded.w, loaded.w_last) == (run.n, run.w, run.w_last)
    assert loaded.history == run.history
    # 7 visits, and 4 dot products to count the mistakes of each of w_0, ..., w_6
    assert loaded.dot_products == run.dot_products == 7 + 4 * 7
