"""PLA: its visits, its updates and its end.

The tests are about the run and its result, sign(0), limits that coincide, strategies that end
early, options that are refused, single updates, the view of a strategy, and the cost of a run.
`oracle.py` is a simple second implementation.
"""

from __future__ import annotations

import copy
import pickle
import sys
from fractions import Fraction
from itertools import islice

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import (
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
from perceptron_ref.replay import make_report
from perceptron_ref.theory.bias import pla_with_bias

# w_0 = (0, 0): n = 0 is a mistake (zero), w_1 = (1, 1); n = 1: -(1 - 1) = 0 is a mistake,
# w_2 = (0, 2); then n = 0: 2 > 0 and n = 1: -(0 - 2) = 2 > 0, so both are right.
OPPOSITE = Dataset([[1], [-1]], [+1, -1])
AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
CONTRADICTION = Dataset([[1], [1]], [+1, -1])
# with w_0 = (0, 1) only example 5 is a mistake
SIX = Dataset([[n] for n in range(1, 7)], [+1] * 5 + [-1])

positive = st.fractions(min_value=Fraction(1, 50), max_value=50, max_denominator=60)


def fractions(*numbers):
    """Return the numbers as Fractions."""
    return tuple(map(Fraction, numbers))


def end_of(*arguments, **options):
    """Run PLA; return its status, n(0), ..., n(T-1), and the number of visits."""
    run = pla(*arguments, **options)
    return run.status, run.n, run.visits


def visit_only_example_0(view):
    """Visit example 0 without end."""
    while True:
        yield 0


def report_no_mistake(view):
    """Report without end that no mistake is left."""
    while True:
        yield None


# The run


def test_a_run_worked_by_hand():
    """The run makes two updates in four visits. In the last two visits both examples are right."""
    run = pla(OPPOSITE)
    assert (run.status, run.updates, run.visits, run.n) == ("converged", 2, 4, (0, 1))
    assert (run.w, run.mistakes) == (fractions(0, 2), 0)
    assert list(run.replay()) == [
        (0, 0, fractions(0, 0), fractions(1, 1)),
        (1, 1, fractions(1, 1), fractions(0, 2)),
    ]
    assert repr(run) == "<Run cyclic: converged, 2 updates, 4 visits>"


def test_the_repr_of_a_run_shows_its_mistakes():
    """The repr of a run that ended without convergence shows how many mistakes are left. The repr
    of a run in progress does not.
    """
    run = pla(example("xor"), max_updates=7)
    text = "<Run cyclic: max_updates, 7 updates, 8 visits, 2 of 4 examples wrong>"
    assert repr(run) == text == repr(pickle.loads(pickle.dumps(run)))
    first_update = next(updates(example("xor")))
    assert repr(first_update._run) == "<Run cyclic: running, 1 update, 1 visit>"


@pytest.mark.parametrize("name", ["predict", "score", "weights", "threshold", "save", "label"])
def test_the_error_on_a_missing_attribute_names_the_hypothesis(name):
    """A run has no attribute such as `predict`. The error says that `run.hypothesis` has it."""
    run = pla(example("or"))
    with pytest.raises(AttributeError, match=f"no attribute '{name}'; expected run.hypothesis."):
        getattr(run, name)
    with pytest.raises(AttributeError, match="^a Run has no attribute 'nothing'$"):
        run.nothing
    assert hasattr(run.hypothesis, name)


@given(oracle.rows_and_labels(), positive)
def test_every_update_corrects_a_mistake_and_helps(rows_labels, eta):
    """Before an update y w_t . x <= 0, and after it y w_{t+1} . x = y w_t . x + eta |x|^2. |w|^2
    increases by at most eta^2 |x|^2, and the angle between w and y x does not increase.
    Lecture 2: L2.7, Q2
    """
    data = Dataset(*rows_labels)
    for _, n, w, w_next in pla(data, eta=eta, max_updates=12).replay():
        x, y = data.xs[n], data.ys[n]
        before, after = y * dot(w, x), y * dot(w_next, x)
        assert before <= 0
        assert after == before + eta * squared_norm(x)
        assert squared_norm(w_next) <= squared_norm(w) + eta**2 * squared_norm(x)
        # cos = y w . x / (|w| |x|) of w_t and w_{t+1}, squared with its sign, without quotients
        signed_square, signed_square_next = before * abs(before), after * abs(after)
        assert signed_square * squared_norm(w_next) <= signed_square_next * squared_norm(w)


@pytest.mark.ci
@given(oracle.rows_and_labels(), st.fractions(min_value=-4, max_value=4), positive)
def test_only_w0_over_eta_decides_the_path(rows_labels, start, eta):
    """A run from w_0 with eta makes the same updates as a run from w_0 / eta with eta = 1, and its
    w_T is eta times as long. So from w_0 = 0 the path is the same for every eta.
    """
    data = Dataset(*rows_labels)
    for first in (start, 0):
        run = pla(data, w0=[first] * (1 + data.d), eta=eta, max_updates=30)
        run_from_ratio = pla(data, w0=[first / eta] * (1 + data.d), max_updates=30)
        assert (make_report(run), list(run.w)) == (
            make_report(run_from_ratio),
            [eta * w_i for w_i in run_from_ratio.w],
        )


@pytest.mark.ci
@given(oracle.rows_and_labels())
def test_from_zero_the_weights_are_a_sum_over_the_updates(rows_labels):
    """w_T = sum_n c_n y_n x_n, where c_n counts the updates on example n. So PLA learns a threshold
    (misconception S1): the updates on label -1 minus the updates on label +1.
    """
    data = Dataset(*rows_labels)
    run = pla(data, max_updates=30)
    added = [[data.ys[n] * x_i for x_i in data.xs[n]] for n in run.n]
    assert list(run.w) == [sum(column) for column in zip([0] * (1 + data.d), *added)]
    labels = [data.ys[n] for n in run.n]
    assert run.hypothesis.threshold == labels.count(-1) - labels.count(+1)


def test_nothing_is_rounded():
    """The score 0.1 + 0.2 - 0.3 is 0, so the example is a mistake; in floats it would be right.
    Numbers far outside the range of floats neither overflow nor become 0.
    """
    run = pla(Dataset([[0.1, 0.2, 0.3]], [+1]), w0=[0, 1, 1, -1])
    assert (run.updates, run.w) == (1, fractions(1, "1.1", "1.2", "-0.7"))
    w_0, w_1 = pla(Dataset([["1e400"], ["1e-400"]], [+1, -1])).w
    assert w_0 + w_1 * 10**400 > 0 > w_0 + w_1 * Fraction(1, 10**400)


def test_a_run_keeps_its_data_strategy_and_options():
    """A run keeps its Dataset, the name of its strategy, w_0, eta and sign(0). Its hypothesis keeps
    the names, the labels and sign(0).
    """
    data, w0 = Dataset([[1], [-1]], [+1, -1], names=["salary"]), [0, "1/2"]
    run = pla(data, "restart", w0=w0, eta=2, sign_of_zero=+1)
    w0[1] = 9  # it is copied
    assert (run.data, run.strategy, run.sign_of_zero) == (data, "restart", +1)
    assert (run.w0, run.eta) == ((0, Fraction(1, 2)), 2)
    g = pla(data, sign_of_zero=+1).hypothesis
    assert (g.w, g.weights, g.labels) == (fractions(-1, 1), {"salary": 1}, ("-1", "+1"))
    assert (g.predict(data), g([1]), g([0])) == ([+1, -1], +1, -1)


def test_a_replay_shows_the_weights_in_ints_or_in_the_units_of_the_data():
    """Both replays give w_t and w_{t+1} for each update. The ints times `unit` are the lecture's
    weights. The replay of a run without updates is empty.
    """
    run = pla(Dataset([["1/3"], ["-1/2"]], [+1, -1]), w0=[0, "-1/7"], eta="2/5")
    assert (run.n, run.w) == ((0, 1), fractions(0, "4/21"))
    steps, in_ints = list(run.replay()), list(run.replay_in_ints())
    assert [step[:2] for step in in_ints] == list(enumerate(run.n))
    for step, ints in zip(steps, in_ints):
        for w, scaled_w in zip(step[2:], ints[2:]):
            assert w == tuple(run.unit * w_i for w_i in scaled_w)
            assert {type(w_i) for w_i in scaled_w} == {int}
    assert (steps[0][2], steps[-1][3]) == (run.w0, run.w)
    run = pla(OPPOSITE, w0=[0, 5])
    assert (run.n, run.visits, run.w, [*run.replay()]) == ((), 2, fractions(0, 5), [])


def test_runs_and_updates_can_be_copied_and_pickled():
    """Copied and unpickled runs and updates have equal attributes. Weights cannot be changed."""
    data, updates = example("separable", N=30, d=4, seed=3, margin=5), []
    run = pla(data, eta="1/3", on_update=updates.append)
    loaded = pickle.loads(pickle.dumps(run))
    assert (make_report(loaded), loaded.w, loaded.mistakes) == (make_report(run), run.w, 0)
    assert [update.w for update in updates] == [w_next for _, _, _, w_next in run.replay()]
    for update, loaded in zip(updates, pickle.loads(pickle.dumps(updates))):
        assert (loaded.t, loaded.n, loaded.w) == (update.t, update.n, update.w)
        assert (loaded.visits, loaded.dot_products) == (update.visits, update.dot_products)
        assert copy.copy(update).scaled_w == update.scaled_w
    for weights in (updates[0].scaled_w, *next(run.replay_in_ints())[2:]):
        with pytest.raises(TypeError):
            weights[0] = 99


# sign(0)


def test_zero_is_a_mistake_for_both_labels_by_default():
    """By default the first visit corrects its example if w_0 = 0.

    With sign(0) = -1 or +1, weights of zero give this label.
    """
    for y in (-1, +1):
        D = Dataset([[3], [2]], [y, y])
        assert pla(D).n == pla(D, sign_of_zero=-y).n == (0,)
        assert end_of(D, sign_of_zero=y) == ("converged", (), 2)


def test_the_three_conventions_for_zero_take_different_paths():
    """On x1 AND x2 they need 18, 10 and 11 updates, and end with different lines (S11)."""
    runs = [pla(AND, sign_of_zero=sign_of_zero) for sign_of_zero in (0, -1, +1)]
    assert [run.n for run in runs] == [
        (0, 3, 0, 1, 3, 1, 2, 3, 2, 3, 1, 3, 1, 2, 3, 2, 3, 1),
        (3, 0, 1, 3, 1, 2, 3, 2, 3, 1),
        (0, 3, 0, 1, 3, 1, 2, 3, 2, 3, 1),
    ]
    assert [run.w for run in runs] == [(-4, 3, 2), (-2, 2, 1), (-3, 2, 1)]


# Limits, and where they coincide


@pytest.mark.parametrize(
    ("options", "end"),
    [
        # the visit to the mistake that would exceed the limit counts, but makes no update
        ({"max_updates": 0}, ("max_updates", (), 1)),
        ({"max_updates": 1}, ("max_updates", (0,), 2)),
        ({"max_updates": 2}, ("converged", (0, 1), 4)),
        ({"max_updates": 0, "w0": [0, 1]}, ("converged", (), 2)),  # no mistake from the start
        # the last allowed visit may make an update, or show that all examples are right
        ({"max_visits": 0}, ("max_visits", (), 0)),
        ({"max_visits": 1}, ("max_visits", (0,), 1)),
        ({"max_visits": 2}, ("max_visits", (0, 1), 2)),
        ({"max_visits": 3}, ("max_visits", (0, 1), 3)),
        ({"max_visits": 4}, ("converged", (0, 1), 4)),
        # the first limit that is reached; max_updates if the last allowed visit exceeds it
        ({"max_updates": 1, "max_visits": 1}, ("max_visits", (0,), 1)),
        ({"max_updates": 1, "max_visits": 2}, ("max_updates", (0,), 2)),
        ({"max_updates": 2, "max_visits": 4}, ("converged", (0, 1), 4)),
        # limits that exceed 64 bits
        (
            {"max_updates": 10**30, "max_visits": 10**30, "patience": 10**30},
            ("converged", (0, 1), 4),
        ),
    ],
)
def test_a_run_ends_before_it_would_exceed_a_limit(options, end):
    """The run ends as soon as the next update or visit would exceed the limit."""
    assert end_of(OPPOSITE, **options) == end


@pytest.mark.ci
def test_without_limits_a_run_goes_on():
    """With None instead of the default limit, a run makes more than 100,000 updates."""
    assert make_report(pla(CONTRADICTION))[:2] == ("max_updates", (0, 1) * 50_000)
    assert pla(CONTRADICTION, max_updates=None, max_visits=100_007).updates == 100_007


# If a strategy finds no mistake or ends early, the loop visits the remaining examples


@pytest.mark.ci
@settings(max_examples=max(100, settings().max_examples))
@given(
    oracle.rows_and_labels(),
    oracle.orders(),
    oracle.limits(),
    st.sampled_from([-1, 0, +1]),
    st.sampled_from([pla, pocket]),
    st.lists(st.fractions(max_denominator=9), min_size=4, max_size=4) | st.none(),
    st.just(1) | positive,
)
def test_any_run_equals_a_loop_that_makes_one_visit_after_another(
    rows_labels, order, limits, sign_of_zero, run, w0, eta
):
    """For any strategy, limits, w_0 and eta, the run has the n(t), w_t, visits, dot products and
    status of the oracle.     Lecture 2: L2.5
    """
    data = Dataset(*rows_labels)
    w0 = [0] * (1 + data.d) if w0 is None else w0[: 1 + data.d]
    run_options = {"sign_of_zero": sign_of_zero, "w0": w0, "eta": eta, **limits}
    result, report = oracle.run_and_report(run, data, order, **run_options)
    D = oracle.examples_of(data)
    assert report == tuple(oracle.expected_report(D, order, pocket=run is pocket, **run_options))
    assert [list(w_next) for _, _, _, w_next in result.replay()] == [w for *_, w in report[-1]]
    assert result.mistakes == len(oracle.mistakes(D, result.w, sign_of_zero))
    assert (result.w0, result.eta, result.sign_of_zero) == (tuple(w0), eta, sign_of_zero)


def test_the_loop_visits_only_examples_not_seen_right_and_then_the_strategy_goes_on():
    """After the strategy has visited 0 and 1, which are right, the loop visits only 2 and 3.

    After an update of the loop, the strategy goes on from its last visit.
    """
    D, answers = Dataset([[5], [4], [3], [-9]], [+1, +1, +1, -1]), []

    def order(view):
        for n in (0, 1, None, 2, 3, 0, 1):
            answers.append((n, view.updates))
            yield n

    # 0 is corrected, and 1 is right; after None the loop visits 0, 2 and 3, which are right
    assert end_of(D, order) == ("converged", (0,), 5)
    assert answers == [(0, 0), (1, 1), (None, 1)]
    answers.clear()
    # 0 and 1 are right; after None the loop corrects 3; then the strategy visits 2, 3, 0 and 1
    assert end_of(D, order, w0=[30, 1]) == ("converged", (3,), 8)
    assert answers == [(0, 0), (1, 0), (None, 0), (2, 1), (3, 1), (0, 1), (1, 1)]


@pytest.mark.parametrize(("patience", "P"), [(1, 1), (3, 3), (None, 10 * 2)])
def test_the_loop_takes_over_after_patience_visits_without_a_mistake(patience, P):
    """Example 0 is corrected, and is right in P more visits. Then the loop corrects example 1.
    After P more visits to example 0, the loop visits example 1 again, which is right. By default
    P = 10 N.
    """
    visits = 1 + P + 1 + P + 1
    end = end_of(OPPOSITE, visit_only_example_0, patience=patience)
    assert end == ("converged", (0, 1), visits)


@pytest.mark.parametrize(
    ("order", "patience", "visits"),
    [
        ([0, 0, 0, 1, 0, 0, 1], 3, 7),  # an update resets the count of patience
        # after the end of the strategy the loop visits 0, corrects 1, and visits both again
        ([0], None, 1 + 2 + 2),
    ],
)
def test_after_the_end_of_a_strategy_the_loop_visits_the_other_examples(order, patience, visits):
    """The loop makes no visit before that, and visits only examples that have not been right since
    the last update.
    """
    end = end_of(OPPOSITE, lambda view: iter(order), patience=patience)
    assert end == ("converged", (0, 1), visits)


@pytest.mark.parametrize("one_pass", [range(2), [0, 1], (1, 0)])
def test_a_strategy_is_not_asked_before_its_next_visit_is_due(one_pass):
    """If patience or the limit of visits is reached at the end of a pass, the loop makes its own
    visits, and may never ask the strategy again.
    """
    data = Dataset([[1], [2], [-1]], [+1, +1, +1])  # with w = (0, 1) only example 2 is a mistake
    updates_at_requests = []

    def order(view):
        while True:
            updates_at_requests.append(view.updates)
            yield one_pass

    assert end_of(data, order, w0=[0, 1], patience=2, max_updates=1)[1:] == ((2,), 3 + 3)
    assert updates_at_requests[:2] == [0, 1]
    updates_at_requests.clear()
    assert end_of(data, order, w0=[0, 1], max_visits=2) == ("max_visits", (), 2)
    assert updates_at_requests == [0]


# right_in_a_row


def test_a_run_ends_after_m_right_visits_in_a_row():
    """The last of these visits may be a single one, in a pass, or the loop's own. No visit follows.

    A mistake may remain.
    """

    def one_by_one(view):
        while True:
            yield from range(len(view))

    def two_visits_and_none(view):
        while True:
            yield from (0, 1, None)

    for order in ("cyclic", one_by_one, two_visits_and_none):
        for M in range(1, 6):
            run = pla(SIX, order, w0=[0, 1], right_in_a_row=M)
            assert make_report(run)[:3] == ("right_in_a_row", (), M)
            assert (run.right_in_a_row, run.mistakes) == (M, 1)
    # visit 6 corrects example 5, which makes others mistakes
    assert end_of(SIX, w0=[0, 1], right_in_a_row=6, max_updates=1)[1:] == ((5,), 7)
    run = pla(SIX, two_visits_and_none, w0=[0, 1], right_in_a_row=1000)
    assert (run.status, run.n) == ("converged", pla(SIX, two_visits_and_none, w0=[0, 1]).n)
    assert pla(SIX).right_in_a_row is None


def test_converged_precedes_right_in_a_row_which_precedes_max_visits():
    """If M >= N in a cycle, N right visits in a row show that no mistake is left: "converged".

    If the last of the M visits is also the last allowed visit, the status is "right_in_a_row".
    """
    for M in (4, 5, 100, 10**30):
        assert end_of(AND, right_in_a_row=M) == end_of(AND)
    assert pla(AND, right_in_a_row=3).status == "right_in_a_row"
    ends = [pla(SIX, w0=[0, 1], right_in_a_row=3, max_visits=k).status for k in (2, 3, 4)]
    assert ends == ["max_visits", "right_in_a_row", "right_in_a_row"]


def test_right_in_a_row_may_be_a_multiple_of_n():
    """For 4 examples "5N" is 20.

    The strategy chooses all these visits, even if they are more than 10 N. With a smaller patience
    the loop makes the remaining visits.
    """
    assert [pla(AND, right_in_a_row=M).right_in_a_row for M in ("5N", "1N", 7)] == [20, 4, 7]
    for M in (2, 12):
        assert pla(AND, visit_only_example_0, right_in_a_row=f"{M}N").visits == 1 + 4 * M
    for patience, T in ((1, 18), (4, 1), (9, 1)):
        run = pla(AND, visit_only_example_0, patience=patience, right_in_a_row=4)
        assert (run.updates, run.patience) == (T, min(patience, 4))


# What is refused


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"w0": [0]}, "w0: …1 …expected 2"),
        ({"w0": [0, 0, 0]}, "w0: …3 …expected 2"),
        ({"w0": "00"}, "w0: …'00'…a list"),
        ({"w0": 0}, "w0: …0…a list"),
        ({"w0": [0, "x"]}, "w0, entry 1: …'x'…a number"),
        ({"w0": [float("nan"), 0]}, "w0, entry 0: …'nan'…finite"),
        ({"eta": 0}, "eta: …0…positive"),
        ({"eta": "-1/2"}, "eta: …'-1/2'…positive"),
        ({"eta": "much"}, "eta: …'much'…a number"),
        ({"eta": None}, "eta: …None…a number"),
        ({"sign_of_zero": 2}, "sign_of_zero: …2…-1, 0 or +1"),
        ({"max_updates": -1}, "max_updates: …-1…at least 0"),
        ({"max_updates": 1e5}, "max_updates: …100000.0…an int"),
        ({"max_updates": True}, "max_updates: …True…an int"),
        ({"max_visits": "9"}, "max_visits: …'9'…an int"),
        ({"patience": 0}, "patience: …0…at least 1"),
        *[
            ({"right_in_a_row": M}, f'right_in_a_row: …{M!r}…at least 1…"5N"')
            for M in (0, True, 5.0, "5", "N", "0N", "-1N", "5n", "5 N", "\u00b2N")
        ],
        ({"right_in_a_row": "9" * 30}, "right_in_a_row: …999…"),
    ],
)
def test_invalid_options_are_refused(options, parts):
    """The error names the option, what was found, and what was expected. `updates` raises it when
    it is called.
    """
    for run in (pla, updates, pocket):
        check_refused(parts, run, OPPOSITE, **options)
    if "right_in_a_row" in options:
        check_refused(parts, pla_with_bias, OPPOSITE, **options)


def strategy_that_yields(function):
    """Return a strategy that yields the result of a function of its view."""

    def order(view):
        yield function(view)

    return order


VIEW_MEMBERS = "…A view has len(view), …margins()"


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("cyclical", "…'cyclical'…the strategies …cyclic"),
        ("random:sed=3", "…'sed'…did you mean seed"),
        *[(value, f"…{value!r}…a name or a callable") for value in (None, 7, [0, 1])],
        (
            strategy_that_yields(lambda view: view.N),
            f"strategy order…AttributeError: …'N'{VIEW_MEMBERS}",
        ),
        (strategy_that_yields(lambda view: view[0]), f"strategy order…TypeError: …{VIEW_MEMBERS}"),
        (strategy_that_yields(iter), f"strategy order…TypeError: …{VIEW_MEMBERS}"),
    ],
)
def test_wrong_names_values_and_uses_of_a_view_are_refused(value, parts):
    """The error lists the strategies, suggests an option, or says that a name or a callable was
    expected. If a strategy uses its view wrongly, the error lists the members of a view.
    """
    check_refused(parts, pla, OPPOSITE, value, error=StrategyError)


# One update at a time


def test_on_update_is_called_once_for_every_update():
    """`on_update` receives t, n(t), the numbers of visits and dot products so far, and w_{t+1}.

    Its return value is ignored.
    """
    received, half = [], Fraction(1, 2)

    def receive(u):
        received.append((u.t, u.n, u.visits, u.dot_products, u.w))
        return "converged"

    assert pla(OPPOSITE, eta="1/2", on_update=receive).updates == 2
    assert received == [(0, 0, 1, 1, (half, half)), (1, 1, 2, 2, (0, 1))]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError, GeneratorExit])
def test_an_error_of_on_update_passes_through(error):
    """`pla` raises the error itself, and does not blame the strategy or return a run."""

    def raise_error(update):
        raise error("of on_update")

    with pytest.raises(error, match="^of on_update$"):
        pla(OPPOSITE, on_update=raise_error)


def test_stop_iteration_in_on_update_stops_the_run():
    """The status is "stopped", even if no mistake is left. The strategy is closed."""
    updates_when_closed = []

    def order(view):
        try:
            while True:
                yield range(len(view))
        finally:
            updates_when_closed.append(view.updates)

    def stop(update):
        if update.t == 1:
            raise StopIteration

    run = pla(AND, order, on_update=stop)
    assert (run.status, run.n, updates_when_closed) == ("stopped", pla(AND).n[:2], [2])
    assert run.w == pla(AND, max_updates=2).w
    assert pla(OPPOSITE, on_update=stop).status == "stopped"


def test_updates_is_lazy():
    """The strategy is called, and asked for a visit, only when the next update is requested.

    Without a limit the updates never end.
    """
    events = []

    def order(view):
        events.append("called")
        for n in (0, 1):
            events.append(n)
            yield n

    generator = updates(OPPOSITE, order)
    assert events == []
    assert (next(generator).n, events) == (0, ["called", 0])
    assert (next(generator).n, events) == (1, ["called", 0, 1])
    endless = updates(CONTRADICTION, max_updates=None)
    assert [u.n for u in islice(endless, 7)] == [0, 1, 0, 1, 0, 1, 0]


def test_updates_yields_the_updates_of_pla_and_returns_its_run():
    """The returned run has the status, visits and dot products of `pla`."""
    generator, run = updates(OPPOSITE, "restart"), pla(OPPOSITE, "restart")
    first, second = next(generator), next(generator)
    with pytest.raises(StopIteration) as end:
        next(generator)
    assert type(first) is type(second) is Update
    assert (first.t, second.t, (first.n, second.n), second.w) == (0, 1, run.n, run.w)
    assert make_report(end.value.value) == make_report(run)


@pytest.mark.parametrize("name", ["cyclic", "restart", "random-permutation", "worst-margin"])
def test_two_interleaved_runs_do_not_disturb_each_other(name):
    """Both runs use the same bound strategy, and each makes the same updates as alone."""
    bound_strategy, xor = strategy(name), example("xor")

    def first_updates(data):
        generator = islice(updates(data, bound_strategy), 12)
        return ((u.n, u.w, u.visits, u.dot_products) for u in generator)

    alone = [[*first_updates(AND)], [*first_updates(xor)]]
    assert [*zip(first_updates(AND), first_updates(xor))] == [*zip(*alone)]
    assert len(alone[0]) == 12


# The view of a strategy


def view_results(visits, function, data=OPPOSITE, **options):
    """Return the results of a function of the view before each of these visits."""
    results = []

    def order(view):
        for n in visits:
            results.append(function(view))
            yield n

    pla(data, order, **options)
    return results


HALVES = Dataset([["1/2"], [-1]], [+1, -1])  # scaled: x_0 = (2, 1), x_1 = (2, -2)


def test_the_view_answers_for_the_current_weights():
    """Before each update the view gives the margins of w_t, in the scaled units of the data, and t.
    margin(n) is margins()[n], len(view) is N, and squared norms include x_0.
    """
    norms = []

    def answers_of(view):
        singly = [(view.margin(n), view.is_mistake(n)) for n in range(len(view))]
        norms.append([view.squared_norm(n) for n in range(len(view))])
        return view.updates, singly, view.margins(), [view.margin(n) for n in (0, 1)]

    assert view_results((0, 1, None), answers_of, HALVES) == [
        (0, [(0, True), (0, True)], (0, 0), [0, 0]),
        (1, [(5, False), (-2, True)], (5, -2), [5, -2]),  # w_1 = (2, 1)
        (2, [(3, False), (6, False)], (3, 6), [3, 6]),  # w_2 = (0, 3)
    ]
    assert norms == [[2**2 + 1**2, 2**2 + 2**2]] * 3


@pytest.mark.parametrize(
    ("sign_of_zero", "zero_scores_wrong"), [(-1, [1, 0]), (0, [1, 1]), (+1, [0, 1])]
)
def test_the_view_follows_sign_of_zero(sign_of_zero, zero_scores_wrong):
    """If a score is zero, is_mistake depends on sign_of_zero.

    If no visit is allowed, the strategy is not asked for one.
    """
    D = Dataset([[0, 1], [0, 1], [1, 0], [-1, 0]], [+1, -1, +1, +1])

    def mistakes_of(view):
        return [view.is_mistake(n) for n in range(len(view))]

    options = {"w0": [0, 1, 0], "sign_of_zero": sign_of_zero}
    expected = [*zero_scores_wrong, False, True]
    assert view_results([None], mistakes_of, D, **options, max_visits=0) == []
    assert view_results([None], mistakes_of, D, **options, max_visits=1) == [expected]


def test_the_view_is_read_only():
    """No attribute can be set, and the margins are a tuple."""
    checked = []

    def order(view):
        for name in ("updates", "w", "margins"):
            with pytest.raises(AttributeError):
                setattr(view, name, 7)
            checked.append(name)
        with pytest.raises(TypeError):
            view.margins()[0] = 7
        yield from (0, 1)

    assert (pla(OPPOSITE, order).n, len(checked)) == ((0, 1), 3)


# The cost of a run


def test_all_margins_are_computed_once_between_two_updates():
    """The first margins() costs N dot products. A second margins() and margin(n) then cost nothing.

    After an update the margins are computed again.
    """
    costs = []

    def order(view):
        view.margins(), view.margins(), view.margin(1), view.is_mistake(0)
        yield 0
        view.margins()
        yield 1

    pla(OPPOSITE, order, on_update=lambda u: costs.append(u.dot_products))
    assert costs == [2 + 1, 2 + 1 + 2 + 1]


@pytest.mark.ci
def test_a_long_run_takes_few_bytes_an_update(memory_tracer):
    """A run takes at most 48 bytes for each update, and at most 100,000 other bytes."""
    T, data = 20_000, Dataset([[n] for n in range(1, 700)], [(-1) ** n for n in range(1, 700)])

    def last_forty(view):
        while True:
            yield from range(len(view) - 40, len(view))

    memory_tracer.start()
    n = pla(data, last_forty, max_updates=T, engine="plain").n
    peak = memory_tracer.get_traced_memory()[1]
    assert len(n) == T
    assert peak <= 48 * T + 100_000


# Runs that are checked


@pytest.mark.parametrize("run", [pla, pocket])
@pytest.mark.parametrize(
    ("counts", "problem"),
    [
        ({"visits": 0}, r"visits=\d+ in its run instead of \d+ or more"),
        ({"visits": -5}, r"visits=-4 in its run instead of 0 or more after update 0"),
        ({"visits": 0.5}, r"visits=[\d.]+ in its run instead of an int"),
        ({"_view_dot_products": -99}, "dot_products=-98 in its run instead of 0 or more"),
        ({"_view_dot_products": 0.5}, "dot_products=[0-9.]+ in its run instead of an int"),
        ({"false_claims": -1}, "false_claims=-1 in its run instead of 0 or more"),
        ({"false_claims": 999}, r"false_claims=999 in its run instead of \d+ or fewer"),
        ({"visits": "x"}, "visits='x' in its run instead of an int"),
        ({"visits": None}, "visits=None in its run instead of an int"),
        ({"_view_dot_products": "x"}, "dot_products='x' in its run instead of an int"),
        ({"false_claims": "x"}, "false_claims='x' in its run instead of an int"),
    ],
)
def test_impossible_counts_are_refused(run, counts, problem):
    """If a strategy changes a count of its run to an impossible value, the error shows this value,
    and the limit or the type that was expected.
    """

    def changes_counts(view):
        while True:
            for n in range(len(view)):
                vars(view._run).update(counts)
                yield n

    end = "; expected a strategy that does not change its run$"
    with pytest.raises(StrategyError, match=f"^strategy changes_counts: found {problem}.*{end}"):
        run(example("and"), changes_counts, max_updates=60)


def test_decreasing_counts_are_refused():
    """Counts that decrease are refused, even if a run could end with them."""

    def decreases_visits(view):
        yield from range(20)
        view._run.visits -= 10
        while True:
            yield range(len(view))

    problem = r"found visits=\d+ in its run instead of \d+ or more after update"
    with pytest.raises(StrategyError, match=problem):
        pla(example("credit"), decreases_visits)


def test_the_smallest_possible_counts_are_accepted():
    """Depending on its status, a run has at least T, T + 1, T + N or T + M visits. These runs make
    no more.
    """
    assert pla(CONTRADICTION, max_visits=0).visits == 0
    assert pocket(CONTRADICTION, max_updates=0).visits == 0
    assert pla(CONTRADICTION, max_updates=0).visits == 0 + 1
    assert pla(CONTRADICTION, max_updates=3).visits == 3 + 1
    assert pla(Dataset([[1]], [1])).visits == 1 + 1
    assert pla(CONTRADICTION, right_in_a_row=1, w0=[1, 1]).visits == 0 + 1


@pytest.mark.parametrize("run", [pla, pocket])
def test_the_mistakes_of_a_converged_run_are_recounted(run, monkeypatch):
    """This test makes the loop trust its strategy. Then the recount raises an error with the name
    of the strategy and the number of mistakes.
    """
    monkeypatch.setattr(
        sys.modules["perceptron_ref.pla"],
        "find_mistakes",
        lambda run, visits: setattr(run, "status", "converged") or [],
    )
    monkeypatch.setattr("perceptron_ref.engine.dual.DualForm.count_mistakes", lambda self: 0)
    parts = 'strategy report_no_mistake: …"converged" after 0 updates…4 mistakes on 4 examples'
    check_refused(parts, run, example("and"), report_no_mistake, error=StrategyError)
