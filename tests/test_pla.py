"""PLA: the one loop, its options, the view, the updates one by one, and the run that it leaves."""

from __future__ import annotations

import copy
import pickle
import sys
from decimal import Decimal
from fractions import Fraction
from inspect import signature
from itertools import islice
from random import Random

import oracle
import pytest
from conftest import so_many
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import (
    DataError,
    Dataset,
    StrategyError,
    Update,
    dot,
    example,
    pla,
    pocket,
    squared_norm,
    strategy,
    updates,
)
from perceptron_ref.pla import corrections
from perceptron_ref.run import Run
from perceptron_ref.theory.bias import pla_with_bias

# w_0 = (0, 0):  n = 0 is a mistake (zero),    w_1 = (1, 1);  n = 1: -(1 - 1) = 0 is a mistake, w_2
# = (0, 2); then n = 0: 2 > 0 and n = 1: -(0 - 2) = 2 > 0, all right.
OPPOSITE = Dataset([[1], [-1]], [+1, -1])
AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
CONTRADICTION = Dataset([[1], [1]], [+1, -1])

signs_of_zero = st.sampled_from([-1, 0, +1])
positive = st.fractions(min_value=Fraction(1, 50), max_value=50, max_denominator=60)


def fractions(*numbers):
    """Return the numbers as the package shows weights."""
    return tuple(map(Fraction, numbers))


# The run


def test_a_run_worked_by_hand():
    """Two examples, two updates: n(t), the weights, and four visits, the last two finding both
    examples right.
    """
    run = pla(OPPOSITE)
    assert (run.status, run.updates, run.visits, run.n) == ("converged", 2, 4, (0, 1))
    assert run.w == fractions(0, 2)
    assert run.mistakes == 0
    assert list(run.replay()) == [
        (0, 0, fractions(0, 0), fractions(1, 1)),
        (1, 1, fractions(1, 1), fractions(0, 2)),
    ]


@given(oracle.rows_and_labels(), signs_of_zero, st.integers(0, 12))
def test_a_run_is_the_plain_one_in_fractions(drawn, sign_of_zero, max_updates):
    """On data of any kind the run has the n(t), every w_t, the visits and the end of the plainest
    version.     Lecture 2: L2.5
    """
    data = Dataset(*drawn)
    D = oracle.examples_of(data)
    run = pla(data, sign_of_zero=sign_of_zero, max_updates=max_updates)
    path = oracle.pla(D, oracle.cyclic(data.N), sign_of_zero=sign_of_zero, max_updates=max_updates)
    assert (list(run.n), run.status, run.visits) == (path.n, path.status, path.visits)
    assert [list(run.w0)] + [list(w_next) for _, _, _, w_next in run.replay()] == path.w
    assert run.mistakes == len(oracle.mistakes(D, run.w, sign_of_zero))


@given(
    oracle.rows_and_labels(),
    st.lists(st.fractions(max_denominator=9), min_size=4, max_size=4),
    positive,
)
def test_w0_and_eta_are_exact(drawn, w0, eta):
    """A start and a step of any fractions give the plain run in fractions, every w_t of it."""
    data = Dataset(*drawn)
    w0 = w0[: 1 + data.d]
    run = pla(data, w0=w0, eta=eta, max_updates=12)
    path = oracle.pla(
        oracle.examples_of(data), oracle.cyclic(data.N), w0=w0, eta=eta, max_updates=12
    )
    assert (list(run.n), run.status, run.w0, run.eta) == (path.n, path.status, tuple(w0), eta)
    assert [list(run.w0)] + [list(w_next) for _, _, _, w_next in run.replay()] == path.w


@given(oracle.rows_and_labels(), positive)
def test_every_update_corrects_a_mistake_and_helps(drawn, eta):
    """y w_t . x <= 0 before an update, y w_{t+1} . x = y w_t . x + eta |x|^2 after it, and |w|^2
    grows by at most eta^2 |x|^2: what the convergence proof stands on.     Lecture 2: L2.7, Q2
    """
    data = Dataset(*drawn)
    for _, n, w, w_next in pla(data, eta=eta, max_updates=12).replay():
        x, y = data.xs[n], data.ys[n]
        assert y * dot(w, x) <= 0
        assert y * dot(w_next, x) == y * dot(w, x) + eta * squared_norm(x)
        assert squared_norm(w_next) <= squared_norm(w) + eta**2 * squared_norm(x)


@given(oracle.rows_and_labels(), st.integers(2, 10**20))
def test_a_run_does_not_depend_on_the_common_scale(drawn, factor):
    """All numbers of a set times one positive integer, x_0 too: the same visits and updates, the
    same weights.
    """
    data = Dataset(*drawn)
    larger = Dataset._from_scaled(
        tuple(tuple(factor * v for v in x) for x in data.scaled_xs),
        data.ys,
        factor * data.scale,
        None,
        data.labels,
    )
    first, second = pla(data, max_updates=12), pla(larger, max_updates=12)
    assert (second.n, second.visits, second.status, second.w) == (
        first.n,
        first.visits,
        first.status,
        first.w,
    )


@given(oracle.rows_and_labels(), positive)
def test_from_zero_eta_only_scales_the_weights(drawn, eta):
    """With w_0 = 0 the path is the same for every eta, and w_T is eta times that of eta = 1."""
    data = Dataset(*drawn)
    first, second = pla(data, max_updates=12), pla(data, eta=eta, max_updates=12)
    assert (second.n, second.visits, second.status) == (first.n, first.visits, first.status)
    assert second.w == tuple(eta * w_i for w_i in first.w)


@given(
    oracle.rows_and_labels(),
    st.fractions(min_value=-4, max_value=4),
    st.fractions(min_value="1/9", max_value=9),
)
def test_only_w0_over_eta_decides_the_path(drawn, start, eta):
    """From w_0 with steps of eta it goes as from w_0 / eta with steps of 1, and w_T is eta times as
    long.
    """
    data = Dataset(*drawn)
    w0 = [start] * (1 + data.d)
    run = pla(data, w0=w0, eta=eta, max_updates=30)
    one = pla(data, w0=[w_i / eta for w_i in w0], max_updates=30)
    assert (run.n, run.visits, run.status) == (one.n, one.visits, one.status)
    assert list(run.w) == [eta * w_i for w_i in one.w]


@given(oracle.rows_and_labels())
def test_from_zero_the_weights_are_a_sum_over_the_updates(drawn):
    """w_T = sum_n c_n y_n x_n, c_n updates on example n; so the threshold is the updates on -1 less
    those on +1.
    """
    data = Dataset(*drawn)
    run = pla(data, max_updates=30)
    added = [
        [data.ys[n] * x_i for x_i in data.xs[n]]
        for n in range(data.N)
        for _ in range(run.n.count(n))
    ]
    assert list(run.w) == [sum(column) for column in zip([0] * (1 + data.d), *added)]
    labels = [data.ys[n] for n in run.n]
    assert run.hypothesis.threshold == labels.count(-1) - labels.count(+1)


@given(oracle.rows_and_labels())
def test_an_update_turns_the_weights_towards_its_example(drawn):
    """The angle between w and y_n x_n is 90 degrees or more before an update, and never larger
    after it.
    """
    data = Dataset(*drawn)
    for _, n, w_t, w_next in pla(data, max_updates=30).replay():
        v = [data.ys[n] * x_i for x_i in data.xs[n]]
        before, after = oracle.dot(w_t, v), oracle.dot(w_next, v)
        assert before <= 0
        # cos = (w . v) / (|w| |v|); its square with its sign, times |v|^2 and both |w|^2, needs no
        # root.
        assert before * abs(before) * oracle.dot(w_next, w_next) <= after * abs(after) * oracle.dot(
            w_t, w_t
        )


def test_from_other_weights_eta_counts():
    """With w_0 other than zero another eta is another path: a smaller step takes more of them."""
    D = Dataset([[1]], [-1])
    assert pla(D, w0=[2, 2], eta=1).w == fractions(-1, -1)
    assert pla(D, w0=[2, 2], eta=1).updates == 3
    assert pla(D, w0=[2, 2], eta="1/2").updates == 5
    assert pla(D, w0=[2, 2], eta="1/2").w == (Fraction(-1, 2), Fraction(-1, 2))
    assert pla(D, w0=[2, 2], eta=100).updates == 1


@pytest.mark.parametrize("half", [0.5, "1/2", "0.5", "5e-1", Decimal("0.50"), Fraction(1, 2)])
def test_a_run_does_not_depend_on_how_numbers_are_spelled(half):
    """0.5, "1/2", Decimal and Fraction are one number, in the data, in w_0 and in eta."""
    run = pla(
        Dataset([[half, 2], [-1, half], [3, half]], [+1, -1, +1]), w0=[half, -1, half], eta=half
    )
    assert (run.n, run.visits, run.w) == ((1, 2), 6, fractions("1/2", 1, "1/2"))


def test_one_tenth_is_one_tenth():
    """0.1 + 0.2 - 0.3 is zero here, so the example is a mistake; in binary it would be a positive
    number, and right.
    """
    D = Dataset([[0.1, 0.2, 0.3]], [+1])
    run = pla(D, w0=[0, 1, 1, -1])
    assert (run.updates, run.w) == (1, fractions(1, "1.1", "1.2", "-0.7"))


def test_huge_and_tiny_numbers_stay_exact():
    """Numbers far beyond floats neither overflow nor vanish."""
    run = pla(Dataset([["1e400"], ["1e-400"]], [+1, -1]))
    assert (run.status, run.mistakes) == ("converged", 0)
    big, w = 10**400, run.w
    assert w[0] + w[1] * big > 0 > w[0] + w[1] * Fraction(1, big)


def test_a_run_tells_what_was_run():
    """The run keeps its data, the strategy's name, the rule for sign(0), the start and the step."""
    run = pla(OPPOSITE, "restart", w0=[0, "1/2"], eta=2, sign_of_zero=-1)
    assert run.data is OPPOSITE
    assert (run.strategy, run.sign_of_zero, run.w0, run.eta) == (
        "restart",
        -1,
        (0, Fraction(1, 2)),
        2,
    )
    assert repr(pla(OPPOSITE)) == "<Run cyclic: converged, 2 updates, 4 visits>"


def test_the_hypothesis_of_a_run_has_its_weights_names_labels_and_rule():
    """g knows what the features and labels are called, and what sign(0) is."""
    data = Dataset([[1], [-1]], [+1, -1], names=["salary"])
    g = pla(data, sign_of_zero=+1).hypothesis
    assert (g.w, g.weights, g.labels, g.sign_of_zero) == (
        fractions(-1, 1),
        {"salary": 1},
        ("-1", "+1"),
        +1,
    )
    assert (g.predictions(data), g([1]), g([0])) == ([+1, -1], +1, -1)


def test_an_unfinished_run_counts_the_mistakes_that_are_left():
    """A run that a limit ended has weights and mistakes too."""
    run = pla(CONTRADICTION, max_updates=5)
    assert (run.status, run.updates, run.w, run.mistakes) == ("max_updates", 5, fractions(1, 1), 1)


def test_a_replay_is_the_run_in_ints_or_in_the_units_of_the_data():
    """Both replays give w_t and w_{t+1} of every update; `unit` leads from the ints to the
    lecture's weights.
    """
    run = pla(Dataset([["1/3"], ["-1/2"]], [+1, -1]), w0=[0, "-1/7"], eta="2/5")
    scaled = list(run.scaled_replay())
    assert (run.n, run.w) == ((0, 1), fractions(0, "4/21"))
    assert [(t, n) for t, n, _, _ in scaled] == list(enumerate(run.n))
    for (_, _, w, w_next), (_, _, in_ints, next_in_ints) in zip(run.replay(), scaled):
        assert w == tuple(run.unit * w_i for w_i in in_ints)
        assert w_next == tuple(run.unit * w_i for w_i in next_in_ints)
        assert all(type(w_i) is int for w_i in (*in_ints, *next_in_ints))
    assert next(run.replay())[2] == run.w0
    assert list(run.replay())[-1][3] == run.w


def test_the_replay_of_a_run_without_updates_is_empty():
    """From weights that separate there is nothing to replay; w is w_0."""
    run = pla(OPPOSITE, w0=[0, 5])
    assert (run.n, run.visits, run.w, list(run.replay())) == ((), 2, fractions(0, 5), [])


def test_weights_cannot_be_changed_by_who_looks_at_them():
    """Nothing that an update or a replay hands out can disturb the run."""
    seen = []
    run = pla(OPPOSITE, on_update=lambda update: seen.append(update.scaled_w))
    before = [(w, w_next) for _, _, w, w_next in run.scaled_replay()]
    for weights in [*seen, *before[0], *before[1]]:
        with pytest.raises(TypeError):
            weights[0] = 99
    assert [(w, w_next) for _, _, w, w_next in run.scaled_replay()] == before


def test_a_run_can_be_sent_to_another_process():
    """A run is plain data: pickled and back it has the same path and weights."""
    run = pla(OPPOSITE, eta="1/3")
    back = pickle.loads(pickle.dumps(run))
    assert (back.n, back.w, back.status, back.mistakes) == (run.n, run.w, run.status, 0)


def test_the_callers_data_are_never_changed():
    """Rows, labels and w_0 are copied: a run leaves them as they were, and later changes do not
    reach it.
    """
    rows, labels, w0 = [[1, 2], [-1, "1/2"]], [+1, -1], [0, 0, "1/2"]
    data = Dataset(rows, labels)
    xs, ys = data.xs, data.ys
    run = pla(data, w0=w0)
    assert (rows, labels, w0) == ([[1, 2], [-1, "1/2"]], [+1, -1], [0, 0, "1/2"])
    path = list(run.replay())
    rows[0][0], labels[0], w0[2] = 9, -1, 9
    assert (data.xs, data.ys) == (xs, ys)
    assert list(run.replay()) == path


# sign(0): slip S11


def test_zero_is_a_mistake_for_both_labels_unless_told_otherwise():
    """From w_0 = 0 the first visit always corrects; with sign(0) = -1 or +1 zero weights stand for
    that label.
    """
    for y in (-1, +1):
        D = Dataset([[3], [2]], [y, y])
        assert pla(D).n == (0,)
        assert pla(D, sign_of_zero=y).n == ()
        assert pla(D, sign_of_zero=y).visits == 2
        assert pla(D, sign_of_zero=-y).n == (0,)


def test_the_three_conventions_for_zero_take_different_paths():
    """On x1 AND x2 the conventions need 18, 10 and 11 updates, and end on different lines."""
    runs = {zero: pla(AND, sign_of_zero=zero) for zero in (0, -1, +1)}
    assert {zero: run.n for zero, run in runs.items()} == {
        0: (0, 3, 0, 1, 3, 1, 2, 3, 2, 3, 1, 3, 1, 2, 3, 2, 3, 1),
        -1: (3, 0, 1, 3, 1, 2, 3, 2, 3, 1),
        +1: (0, 3, 0, 1, 3, 1, 2, 3, 2, 3, 1),
    }
    assert {zero: run.w for zero, run in runs.items()} == {
        0: fractions(-4, 3, 2),
        -1: fractions(-2, 2, 1),
        +1: fractions(-3, 2, 1),
    }


@so_many(25, 100)
@pytest.mark.parametrize("sign_of_zero", [-1, 0, +1])
def test_the_bound_holds_for_every_convention_for_zero(sign_of_zero, times):
    """Whatever sign(0) is, only y_n w_t . x_n <= 0 is corrected: T <= R^2 / rho^2 on separable
    sets.
    """
    for rows, labels, w_f in oracle.separable_sets(times):
        data = Dataset(rows, labels)
        D = oracle.examples_of(data)
        R2, least = max(oracle.dot(x, x) for x, _ in D), min(y * oracle.dot(w_f, x) for x, y in D)
        run = pla(data, sign_of_zero=sign_of_zero, max_updates=None)
        assert run.status == "converged"
        assert run.updates * least**2 <= R2 * oracle.dot(w_f, w_f)


def test_the_conventions_agree_where_no_score_is_zero():
    """From weights whose scores are never zero the convention is never asked."""
    D = Dataset([[1], [-1]], [+1, -1])
    assert {pla(D, w0=[3, "1/3"], sign_of_zero=zero).n for zero in (-1, 0, +1)} == {(1, 1)}


# Limits


def test_max_updates_ends_a_run_when_one_more_would_be_due():
    """The visit that finds one mistake too many is counted; no update is made for it."""
    assert [
        (run.status, run.n, run.visits) for run in (pla(OPPOSITE, max_updates=k) for k in (0, 1, 2))
    ] == [
        ("max_updates", (), 1),
        ("max_updates", (0,), 2),
        ("converged", (0, 1), 4),
    ]


def test_max_updates_of_zero_still_tells_whether_all_is_right():
    """With no update allowed, weights that separate are found to."""
    run = pla(OPPOSITE, w0=[0, 1], max_updates=0)
    assert (run.status, run.visits) == ("converged", 2)


def test_max_visits_ends_a_run_after_that_many_visits():
    """Zero visits leave w_0; the last visit allowed may still correct, or complete the proof that
    all is right.
    """
    assert [
        (run.status, run.n, run.visits) for run in (pla(OPPOSITE, max_visits=k) for k in range(6))
    ] == [
        ("max_visits", (), 0),
        ("max_visits", (0,), 1),
        ("max_visits", (0, 1), 2),
        ("max_visits", (0, 1), 3),
        ("converged", (0, 1), 4),
        ("converged", (0, 1), 4),
    ]


def test_max_visits_counts_the_visits_of_the_loop_itself_too():
    """A strategy that only ever asks for a check is no way around the limit."""

    def lazy(view):
        while True:
            yield None

    assert [pla(OPPOSITE, lazy, max_visits=k).visits for k in range(7)] == [0, 1, 2, 3, 4, 5, 5]
    assert [pla(OPPOSITE, lazy, max_visits=k).n for k in range(5)] == [
        (),
        (0,),
        (0,),
        (0, 1),
        (0, 1),
    ]


@pytest.mark.ci
def test_without_limits_a_run_goes_on():
    """None lifts the limit of 100,000 updates that stands otherwise."""
    run = pla(CONTRADICTION)
    assert (run.status, run.updates) == ("max_updates", 100_000)
    assert pla(CONTRADICTION, max_updates=None, max_visits=100_007).updates == 100_007


def test_no_limit_is_too_large():
    """A limit larger than any machine word is a limit like others."""
    assert (
        pla(OPPOSITE, max_updates=10**30, max_visits=10**30, patience=10**30).status == "converged"
    )


def always_zero(view):
    """Visit example 0 for ever."""
    while True:
        yield 0


def test_patience_is_how_many_visits_may_find_nothing_before_the_loop_steps_in():
    """Example 0 is corrected, and visited right 3 more times; the loop visits example 1, corrects
    it; 3 more times
    example 0; the loop visits example 1 again: all is right."""
    run = pla(OPPOSITE, always_zero, patience=3)
    assert (run.status, run.n, run.visits) == ("converged", (0, 1), 1 + 3 + 1 + 3 + 1)
    assert pla(OPPOSITE, always_zero, patience=1).visits == 1 + 1 + 1 + 1 + 1


def test_patience_is_ten_visits_for_each_example_by_default():
    """10 N: with two examples a strategy may idle for twenty visits."""
    assert pla(OPPOSITE, always_zero).visits == 1 + 20 + 1 + 20 + 1


def test_an_update_renews_the_patience():
    """Only visits since the last update count: the strategy is let go on as long as it finds
    mistakes in time.
    """
    asked = []

    def hesitant(view):
        for n in (0, 0, 0, 1, 0, 0, 1):
            asked.append(n)
            yield n

    run = pla(OPPOSITE, hesitant, patience=3)
    assert (run.n, run.visits, len(asked)) == ((0, 1), 7, 7)


def test_the_loop_visits_only_what_was_not_seen_right_and_hands_back_after_an_update():
    """With 0 and 1 seen right the loop by itself looks at 2 and 3 alone; the strategy goes on where
    it was.
    """
    D = Dataset([[5], [4], [3], [-9]], [+1, +1, +1, -1])
    asked = []

    def short(view):
        for n in (0, 1, None, 2, 3, 0, 1):
            asked.append((n, view.updates))
            yield n

    run = pla(D, short)
    # n = 0 corrected; 1 right; None: the loop sees 0 right, 2 right, 3 right, and that is all
    assert (run.status, run.n, run.visits) == ("converged", (0,), 5)
    assert asked == [(0, 0), (1, 1), (None, 1)]

    asked.clear()
    run = pla(D, short, w0=[30, 1])
    # 0, 1 right; None: the loop sees 2 right and corrects 3; the strategy goes on with 2, 3, 0, 1,
    # all right
    assert (run.status, run.n, run.visits, run.w) == ("converged", (3,), 8, fractions(29, 10))
    assert asked == [(0, 0), (1, 0), (None, 0), (2, 1), (3, 1), (0, 1), (1, 1)]


# So many visits in a row


SIX = Dataset([[n] for n in range(1, 7)], [+1] * 5 + [-1])  # of w0 = (0, 1) only example 5 is wrong


def plain_run(data, visits, M):
    """Return status, n(t) and visits of PLA as the homework has it: stop after M right in a row."""
    w, n_t, count, right, seen = [0] * (1 + data.d), [], 0, 0, set()
    for n in visits:
        count += 1
        if data.ys[n] * dot(w, data.xs[n]) <= 0:
            w = [w_i + data.ys[n] * x_i for w_i, x_i in zip(w, data.xs[n])]
            n_t.append(n)
            right, seen = 0, set()
            continue
        right, seen = right + 1, seen | {n}
        if len(seen) == data.N:
            return "converged", n_t, count
        if right == M:
            return "right_in_a_row", n_t, count


@pytest.mark.parametrize("M", [1, 2, 3, 7, 10, 24, 47, 120, 1000])
@pytest.mark.parametrize("seed", range(6))
def test_right_in_a_row_is_the_rule_of_the_homework(seed, M):
    """Examples are drawn at random until M of them in a row are right, or all are known to be."""
    data = example("credit")
    random = Random(seed)

    def draws():
        while True:
            yield int(data.N * random.random())

    expected = plain_run(data, draws(), M)
    run = pla(data, strategy("random", seed=seed), right_in_a_row=M)
    assert (run.status, list(run.n), run.visits) == expected


def test_a_run_ends_when_so_many_visits_in_a_row_found_no_mistake():
    """The last visit that counts is made, none after it, single or in a pass; a mistake may be
    left.
    """

    def one_by_one(view):
        while True:
            yield from range(len(view))

    for order in ("cyclic", one_by_one):
        for M in range(1, 6):
            run = pla(SIX, order, w0=[0, 1], right_in_a_row=M)
            assert (run.status, run.n, run.visits) == ("right_in_a_row", (), M)
            assert (run.right_in_a_row, run.mistakes) == (M, 1)
        run = pla(SIX, order, w0=[0, 1], right_in_a_row=6, max_updates=1)
        assert (run.n, run.visits) == ((5,), 7)  # which corrects the sixth, and then makes mistakes
    assert pla(SIX).right_in_a_row is None


def test_all_seen_right_is_converged_however_many_visits_are_enough():
    """With M = N in a cycle the last of them is both; with more, the run ends before."""
    for M in (4, 5, 100, 10**30):
        run = pla(AND, right_in_a_row=M)
        assert (run.status, run.n, run.visits) == ("converged", pla(AND).n, pla(AND).visits)
    assert pla(AND, right_in_a_row=3).status == "right_in_a_row"


def test_a_number_of_visits_in_a_row_may_be_given_in_n():
    """Of 4 examples "5N" is 20."""
    assert [pla(AND, right_in_a_row=M).right_in_a_row for M in ("5N", "1N", 7)] == [20, 4, 7]
    assert pla(AND, always_zero, right_in_a_row="2N").visits == 1 + 8
    assert pla(AND, always_zero, right_in_a_row="12N").visits == 1 + 48  # beyond 10 N


def test_the_visits_that_the_loop_makes_count_in_a_row():
    """Where a strategy sees no mistake left before it made M visits, the loop makes the rest of
    them: M in all end the run, whoever asked for them.
    """

    def brief(view):
        while True:
            yield from (0, 1, None)

    for M in (2, 3, 4, 5):  # example 5 alone is a mistake
        run = pla(SIX, brief, w0=[0, 1], right_in_a_row=M)
        assert (run.status, run.n, run.visits) == ("right_in_a_row", (), M)
    run = pla(SIX, brief, w0=[0, 1], right_in_a_row=1000)
    assert (run.status, run.n) == ("converged", pla(SIX, brief, w0=[0, 1]).n)


def test_of_a_limit_and_a_row_that_end_at_one_visit_the_row_is_told():
    """`max_visits` ends a run where one visit more would be due, and none is."""
    ends = [pla(SIX, w0=[0, 1], right_in_a_row=3, max_visits=k).status for k in (2, 3, 4)]
    assert ends == ["max_visits", "right_in_a_row", "right_in_a_row"]


def test_patience_and_right_in_a_row_exclude_each_other():
    """Either the loop helps, or the run ends."""
    with pytest.raises(DataError, match="found patience=9 and right_in_a_row='5N'; expected one"):
        pla(AND, patience=9, right_in_a_row="5N")


# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"w0": [0]}, "w0: found 1 numbers; expected 2: w_0, then d weights"),
        ({"w0": [0, 0, 0]}, "w0: found 3 numbers; expected 2: w_0, then d weights"),
        ({"w0": "00"}, "w0: found '00'; expected a sequence"),
        ({"w0": b"00"}, "w0: found b'00'; expected a sequence"),
        ({"w0": 0}, "w0: found 0; expected a sequence"),
        (
            {"w0": [0, "x"]},
            "w0, entry 1: found 'x'; expected a number such as 3, -0.5, 1e-3 or 3/7",
        ),
        ({"w0": [float("nan"), 0]}, "w0, entry 0: found 'nan'; expected a finite number"),
        ({"eta": 0}, "eta: found 0; expected a positive number"),
        ({"eta": "-1/2"}, "eta: found '-1/2'; expected a positive number"),
        ({"eta": "much"}, "eta: found 'much'; expected a number such as 3, -0.5, 1e-3 or 3/7"),
        ({"eta": float("inf")}, "eta: found 'inf'; expected a finite number"),
        ({"eta": None}, "eta: found None; expected a number such as 3, -0.5, 1e-3 or 3/7"),
        ({"sign_of_zero": 2}, "sign_of_zero: found 2; expected -1, 0 or +1"),
        ({"sign_of_zero": True}, "sign_of_zero: found True; expected -1, 0 or +1"),
        ({"sign_of_zero": "0"}, "sign_of_zero: found '0'; expected -1, 0 or +1"),
        ({"max_updates": -1}, "max_updates: found -1; expected an int of at least 0"),
        ({"max_updates": 1e5}, "max_updates: found 100000.0; expected an int of at least 0"),
        ({"max_updates": True}, "max_updates: found True; expected an int of at least 0"),
        ({"max_visits": "9"}, "max_visits: found '9'; expected an int of at least 0"),
        ({"patience": 0}, "patience: found 0; expected an int of at least 1"),
    ],
)
def test_options_that_cannot_be_are_refused(options, message):
    """The option, what was found and what was expected are told, before the first visit is made."""
    for run in (pla, updates):
        with pytest.raises(DataError) as refused:
            run(OPPOSITE, **options)
        assert str(refused.value) == message


@pytest.mark.parametrize(
    "M", [0, -5, True, 5.0, "5", "N", "0N", "-1N", "5n", "5 N", "\u00b2N", "9" * 30]
)
def test_a_row_is_a_count_or_a_multiple_of_n(M):
    """The message says how to write either."""
    words = 'expected an int of at least 1, or a text such as "5N", so many times the number of ex'
    for run in (pla, updates, pocket, pla_with_bias):
        with pytest.raises(DataError, match="^right_in_a_row: found .*; " + words):
            run(OPPOSITE, right_in_a_row=M)


def test_only_a_dataset_is_run():
    """Rows without labels are told what to make of them."""
    with pytest.raises(DataError) as refused:
        pla([[1, 2], [3, 4]])
    assert str(refused.value) == (
        "found [[1, 2], [3, 4]] as the data; "
        "expected a Dataset, as Dataset(rows, labels) or read(file) makes"
    )


@pytest.mark.parametrize("found", [None, 7, [0, 1]])
def test_a_strategy_is_a_name_or_a_callable(found):
    """Anything else is refused before the run."""
    with pytest.raises(StrategyError) as refused:
        pla(OPPOSITE, found)
    expected = f"found {found!r} as a strategy; expected a name or a callable that takes a view"
    assert str(refused.value).startswith(expected)


def test_a_second_parameter_is_told_in_pythons_words():
    """Options stand behind a *, with a default; a strategy is called with the view alone."""

    def order(view, seed):
        yield seed

    with pytest.raises(
        StrategyError,
        match=r"^strategy order, asked for visit 1: it raised TypeError: .*order\(\) missing 1",
    ):
        pla(OPPOSITE, order)


@pytest.mark.parametrize(
    "mistake",
    [lambda view: view[0], iter, lambda view: view.w],
    ids=["index", "iterate", "weights"],
)
def test_what_a_view_cannot_do_is_told_with_what_it_has(mistake):
    """Whatever Python calls it."""

    def order(view):
        yield mistake(view)

    with pytest.raises(StrategyError, match=r"; a view has len\(view\), updates, margin\(n\), "):
        pla(OPPOSITE, order)


def test_what_a_view_does_not_have_is_told_with_what_it_has():
    """N is not among it: len(view) is."""

    def order(view):
        yield from range(view.N)

    with pytest.raises(StrategyError) as refused:
        pla(OPPOSITE, order)
    assert str(refused.value).endswith(
        ": it raised AttributeError: 'View' object has no attribute 'N'; a view has len(view), "
        "updates, margin(n), margins(), is_mistake(n) and squared_norm(n)"
    )


def test_an_unknown_name_is_refused_at_once():
    """The names that are known are listed."""
    with pytest.raises(
        StrategyError,
        match="found 'cyclical'; expected one of the strategies .*did you mean cyclic",
    ):
        updates(OPPOSITE, "cyclical")


def test_a_strategy_with_options_is_written_as_on_the_command_line():
    """NAME:key=value,... for PLA and Pocket alike."""
    data, named = example("credit"), "random-permutation:seed=3,fresh=false"
    order = strategy("random-permutation", seed=3, fresh=False)
    assert pla(data, named).n == pla(data, order).n != pla(data).n
    assert pocket(data, "random:seed=3").n == pocket(data, strategy("random", seed=3)).n
    with pytest.raises(StrategyError, match="found the option 'sed'; .*; did you mean seed?"):
        pla(data, "random:sed=3")


def test_pla_and_updates_take_the_same_options():
    """What `pla` takes, on_update aside; each has the same default."""
    w0 = [0, 1, 2]
    options = {
        "w0": w0,
        "eta": 3,
        "sign_of_zero": 1,
        "max_updates": 9,
        "max_visits": 40,
        "patience": 2,
        "right_in_a_row": None,
        "engine": "plain",
    }
    assert {*options, "data", "strategy", "on_update"} == {*signature(pla).parameters}
    for chosen in ({}, options, {**options, "patience": None, "right_in_a_row": 3}):
        assert [u.n for u in updates(AND, **chosen)] == list(pla(AND, **chosen).n)
    defaults = {name: signature(pla).parameters[name].default for name in options}
    assert {name: signature(Run).parameters[name].default for name in options} == defaults
    for unknown in ("bias_step", "on_update", "etta"):
        with pytest.raises(TypeError, match=unknown):
            updates(AND, **{unknown: 1})


# One update at a time


def test_on_update_is_called_once_for_every_update():
    """It gets t, n(t), the visits and dot products so far, and w_{t+1}, exact."""
    seen = []
    pla(
        OPPOSITE,
        eta="1/2",
        on_update=lambda u: seen.append((u.t, u.n, u.visits, u.dot_products, u.w)),
    )
    half = Fraction(1, 2)
    assert seen == [(0, 0, 1, 1, (half, half)), (1, 1, 2, 2, (0, 1))]


def test_what_on_update_returns_does_not_matter():
    """Nothing but an exception ends a run early."""
    assert pla(OPPOSITE, on_update=lambda update: "converged").updates == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError, GeneratorExit])
def test_what_on_update_raises_passes_through(error):
    """It is not mistaken for a fault of the strategy, nor for the end of the loop."""

    def interrupt(update):
        raise error("here")

    with pytest.raises(error, match="here"):
        pla(OPPOSITE, on_update=interrupt)


def test_on_update_stops_the_run_by_stop_iteration():
    """The run is what it was then, "stopped", even where no mistake is left; its strategy is
    closed.
    """
    closed = []

    def closing(view):
        try:
            while True:
                yield range(len(view))
        finally:
            closed.append(view.updates)

    def stop(update):
        if update.t == 1:
            raise StopIteration

    run = pla(AND, closing, on_update=stop)
    assert (run.status, run.n, closed) == ("stopped", pla(AND).n[:2], [2])
    assert run.w == tuple(next(islice(updates(AND), 1, None)).w)
    assert pla(OPPOSITE, on_update=stop).status == "stopped"


def test_updates_is_lazy():
    """The strategy is called, and asked for a visit, only when an update is asked for."""
    asked = []

    def telling(view):
        asked.append("called")
        for n in (0, 1):
            asked.append(n)
            yield n

    loop = updates(OPPOSITE, telling)
    assert asked == []
    assert next(loop).n == 0
    assert asked == ["called", 0]
    assert next(loop).n == 1
    assert asked == ["called", 0, 1]


def test_updates_go_on_for_ever_when_no_limit_is_set():
    """A consumer takes as many as it wants."""
    assert [u.n for u in islice(updates(CONTRADICTION, max_updates=None), 7)] == [
        0,
        1,
        0,
        1,
        0,
        1,
        0,
    ]


def test_updates_are_those_of_the_run_and_end_as_it_does():
    """The generator returns the status, visits and dot products that `pla` reports."""
    loop = updates(OPPOSITE, "restart")
    seen = [next(loop), next(loop)]
    with pytest.raises(StopIteration) as end:
        next(loop)
    run = pla(OPPOSITE, "restart")
    assert all(type(update) is Update for update in seen)
    assert ([u.t for u in seen], [u.n for u in seen], seen[-1].w) == ([0, 1], list(run.n), run.w)
    ending = end.value.value
    assert (ending.status, ending.visits, ending.dot_products) == (
        "converged",
        run.visits,
        run.dot_products,
    )


@pytest.mark.parametrize("name", ["cyclic", "restart", "random-permutation", "worst-margin"])
def test_two_interleaved_runs_do_not_disturb_each_other(name):
    """Of one bound strategy, updates asked for in turn are those of each run alone."""
    bound = strategy(name)

    def first(data):
        return ((u.n, u.w, u.visits, u.dot_products) for u in islice(updates(data, bound), 12))

    xor = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, +1, +1, -1])
    alone = list(first(AND)), list(first(xor))
    together = tuple(map(list, zip(*zip(first(AND), first(xor)))))
    assert together == alone
    assert len(alone[0]) == len(alone[1]) == 12


# The view


def test_the_view_is_live():
    """Between two updates it shows w_t as it is then, in the set's scaled units, and counts the
    updates.
    """
    D = Dataset([["1/2"], [-1]], [+1, -1])  # scaled: x_0 = (2, 1), x_1 = (2, -2)
    seen = []

    def watching(view):
        for n in (0, 1, None):
            seen.append(
                (
                    view.updates,
                    view.margins(),
                    view.margin(0),
                    view.is_mistake(0),
                    view.is_mistake(1),
                )
            )
            yield n

    run = pla(D, watching)
    assert run.n == (0, 1)
    assert seen == [
        (0, (0, 0), 0, True, True),
        (1, (5, -2), 5, False, True),  # w_1 = (2, 1)
        (2, (3, 6), 3, False, False),  # w_2 = (0, 3)
    ]


def test_the_view_computes_one_margin_as_it_does_all():
    """margin(n) is margins()[n], whether all were computed before or not."""
    singly, together = [], []

    def watching(view):
        for n in (0, 1, None):
            singly.append([view.margin(k) for k in range(len(view))])
            together.append(list(view.margins()))
            yield n

    pla(OPPOSITE, watching)
    assert singly == together == [[0, 0], [2, 0], [2, 2]]


def test_the_view_knows_the_rule_for_zero():
    """Where a score is zero, is_mistake follows sign_of_zero; elsewhere it does not matter."""
    seen = {}

    def watching(view):
        seen[zero] = [view.is_mistake(n) for n in range(len(view))]
        yield None

    D = Dataset([[0, 1], [0, 1], [1, 0], [-1, 0]], [+1, -1, +1, +1])
    for zero in (-1, 0, +1):
        pla(D, watching, w0=[0, 1, 0], sign_of_zero=zero, max_visits=0)
        assert seen == {}
        pla(D, watching, w0=[0, 1, 0], sign_of_zero=zero, max_visits=1)
        expected = {-1: [True, False], 0: [True, True], +1: [False, True]}[zero]
        assert seen.pop(zero) == [*expected, False, True]


def test_the_view_tells_lengths():
    """len(view) is N; squared norms are those of the scaled examples, x_0 included."""
    seen = []

    def watching(view):
        seen.append((len(view), view.squared_norm(0), view.squared_norm(1)))
        yield None

    pla(Dataset([["1/2"], [-1]], [+1, -1]), watching)
    assert seen == [(2, 2**2 + 1**2, 2**2 + 2**2)]


def test_the_view_is_read_only():
    """It has no attribute to set, and what it returns is the asker's own."""
    tried = []

    def meddling(view):
        for name in ("updates", "w", "margins"):
            try:
                setattr(view, name, 7)
            except AttributeError:
                tried.append(name)
        try:
            view.margins()[0] = 7
        except TypeError:
            tried.append("an entry of margins()")
        yield from (0, 1)

    assert pla(OPPOSITE, meddling).n == (0, 1)
    assert tried == ["updates", "w", "margins", "an entry of margins()"]


# What a run costs


def peeking(view):
    """Ask the view for everything, some of it twice."""
    while True:
        for n in range(len(view)):
            view.margin(n)
            view.is_mistake(n)
            view.squared_norm(n)
            view.margins()
            view.margins()
            view.margin(n)
            view.is_mistake(n)
            yield n


@pytest.mark.parametrize(
    "visits",
    [
        "cyclic",
        "restart",
        strategy("random-permutation", seed=5),
        "worst-margin",
        strategy("worst-margin", normalized=True),
        peeking,
        always_zero,
    ],
)
@pytest.mark.parametrize("limit", [{}, {"max_updates": 3}, {"max_visits": 9}])
def test_dot_products_are_counted_honestly(visits, limit):
    """Where all margins are computed one by one, `dot_products` is what was multiplied, by the loop
    for the strategy, and by y_n in each update, no more and no less.
    """
    data = Dataset([[2, 1], [0, 1], [-1, 3], [1, "-1/2"], [0, 0]], [+1, -1, -1, +1, +1])
    run = Run(oracle.counted(data), visits, engine="plain", **limit)
    assert len(list(corrections(run))) == run.updates
    assert oracle.Counted.products == (1 + data.d) * (run.dot_products + run.updates)
    assert tuple(run.n) == pla(data, visits, **limit).n


def test_the_check_of_a_run_that_converged_takes_one_pass():
    """One product of w with each example, and what w itself takes: each example that was corrected
    is multiplied by how often, and added. `dot_products` is without it.
    """
    data = Dataset([[2, 1], [0, 1], [-1, 3], [1, "-1/2"], [0, 0]], [+1, -1, -1, +1, +1])
    run = pla(oracle.counted(data), engine="plain")
    assert (run.status, run.n, run.dot_products) == ("converged", (0, 1, 4, 1, 4, 1, 4), 20)
    examples, corrected = 5, 3
    asked = run.dot_products + run.updates + examples + corrected
    assert oracle.Counted.products == 3 * asked


@pytest.mark.parametrize("one_pass", [range(2), [0, 1], (1, 0)])
def test_a_strategy_is_not_asked_before_its_next_visit_is_due(one_pass):
    """Where patience or the limit of visits ends with a pass, it is asked again only after what the
    loop visits by itself, or never.
    """
    data = Dataset([[1], [2], [-1]], [+1, +1, +1])  # about (0, 1), example 2 alone is a mistake
    asked = []

    def visits(view):
        while True:
            asked.append(view.updates)
            yield one_pass

    run = pla(data, visits, w0=[0, 1], patience=2, max_updates=1)
    assert (run.n, run.visits, asked[:2]) == ((2,), 3 + 3, [0, 1])
    asked.clear()
    run = pla(data, visits, w0=[0, 1], max_visits=2)
    assert (run.status, run.n, asked) == ("max_visits", (), [0])


@pytest.mark.parametrize("answers", [(range(2), 2), (2, range(2)), ([0, 0], 1, (2,)), (0, 2, [1])])
def test_a_run_ends_when_all_were_seen_right_one_by_one_or_in_passes(answers):
    """With the last of them, whatever it comes in, and no visit later."""
    data = Dataset([[1], [2], [3]], [+1, +1, +1])
    run = pla(data, lambda view: iter([*answers, range(3), 0, range(3)]), w0=[0, 1])
    assert (run.status, run.n) == ("converged", ())
    assert run.visits == sum(1 if isinstance(answer, int) else len(answer) for answer in answers)


def test_all_margins_are_computed_once_between_two_updates():
    """margins() twice in a row costs N dot products, and margin(n) after it none; an update makes
    them anew.
    """
    costs = []

    def asking(view):
        view.margins()
        view.margins()
        view.margin(1)
        view.is_mistake(0)
        yield 0
        view.margins()
        yield 1

    pla(OPPOSITE, asking, on_update=lambda u: costs.append(u.dot_products))
    assert costs == [2 + 1, 2 + 1 + 2 + 1]


def latest(view):
    """Round and round in the last forty examples."""
    while True:
        yield from range(len(view) - 40, len(view))


LINE = Dataset([[n] for n in range(1, 700)], [(-1) ** n for n in range(1, 700)])


@pytest.mark.ci
def test_a_long_run_takes_few_bytes_an_update():
    """Some 40 bytes while it runs, for n(t), and nothing else that grows."""
    tracemalloc = pytest.importorskip("tracemalloc")
    T = 20_000
    tracemalloc.start()
    try:
        n = pla(LINE, latest, max_updates=T, engine="plain").n
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(n) == T
    assert peak <= 48 * T + 100_000


def test_updates_and_runs_are_copied_and_pickled():
    """With all that they tell."""
    data = example("separable", N=30, d=4, seed=3, margin=5)
    found = list(updates(data))
    for update, again in zip(found, pickle.loads(pickle.dumps(found))):
        assert (again.t, again.n, again.w) == (update.t, update.n, update.w)
        assert (again.visits, again.dot_products) == (update.visits, update.dot_products)
        assert copy.copy(update).scaled_w == update.scaled_w
    assert pickle.loads(pickle.dumps(pla(data))).w == found[-1].w


@pytest.mark.parametrize("run", [pla, pocket])
def test_a_run_that_converged_is_counted_once_more(run, monkeypatch):
    """A loop that believes its strategy is found out: the error names the strategy, and how many
    mistakes its weights make.
    """

    def says_so(view):
        while True:
            yield None

    monkeypatch.setattr(sys.modules["perceptron_ref.pla"], "first_mistake", lambda *asked: None)
    monkeypatch.setattr("perceptron_ref.visits.SeenRight.all", lambda self: True)
    monkeypatch.setattr("perceptron_ref.engine.dual.Dual.count_mistakes", lambda self: 0)
    message = (
        "^strategy says_so: its run says it converged after 0 updates, "
        "but the weights then make 4 mistakes on 4 examples$"
    )
    with pytest.raises(StrategyError, match=message):
        run(example("and"), says_so)
