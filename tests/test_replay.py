"""The replay: what a run left, as a process sends it, is believed where its updates, its end and
its counts can be those of a run; else a StrategyError names the strategy.
"""

from __future__ import annotations

import pickle
import sys

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import DataError, Dataset, StrategyError, pla, pocket
from perceptron_ref.replay import followed_parts, replayed

RUNS = {"pla": pla, "pocket": pocket}
AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
CONTRADICTION = Dataset([[1], [1]], [+1, -1])
ALTERNATING = Dataset([[0], [1], [2], [3]], [-1, +1, -1, +1])
ROW = Dataset([[1], [1], [2], [3]], [+1, -1, +1, +1])
N_OF_T = pla(AND).n
T = len(N_OF_T)


@given(
    oracle.rows_and_labels(),
    st.sampled_from(["pla", "pocket"]),
    st.sampled_from(["cyclic", "worst-margin", lambda view: iter(())]),
    oracle.limits(),
    st.sampled_from([-1, 0, +1]),
    st.sampled_from([{}, {"w0": 1}, {"eta": "2/3"}, {"w0": 1, "eta": "2/3"}]),
)
def test_what_an_honest_run_left_is_believed(drawn, algorithm, order, limits, sign_of_zero, given):
    """Whatever its options and its end: the replayed run is the run, also from JSON's lists."""
    data = Dataset(*drawn)
    options = {"sign_of_zero": sign_of_zero, **given, **limits}
    if "w0" in given:
        options["w0"] = ["1/2", *[-1] * data.d]
    run = RUNS[algorithm](data, order, **options)
    status, n, *counts = pickle.loads(pickle.dumps(run.left))
    again = replayed(algorithm, data, "mine", [status, [*n], *counts], **options)
    assert (again.left, again.w, again.strategy) == (run.left, run.w, "mine")
    assert (type(again), again.data, again.mistakes) == (type(run), data, run.mistakes)


def test_that_it_was_stopped_is_no_word_of_a_run():
    """Who replays it knows whether it was; for Pocket, too."""

    def stop(update):
        raise StopIteration

    for algorithm, run in RUNS.items():
        left = run(AND, "cyclic", on_update=stop).left
        check_lie(AND, left, "…cannot be that of any run", algorithm=algorithm)
        assert followed_parts(algorithm, AND, "mine", [("", [0], 1, 1)]).left == left


def check_lie(data, left, parts="", algorithm="pla", **options):
    """Check that what a run left is refused: strategy, what it says, and what is the case."""
    parts = f"strategy mine: …{parts}"
    check_refused(parts, replayed, algorithm, data, "mine", left, error=StrategyError, **options)


@pytest.mark.parametrize(
    ("left", "parts"),
    [
        (("converged", (0, 0), 9, 9), "…example 0 in update 1…no mistake"),
        (("converged", (3, 1), 9, 9), "…3 mistakes on 4 examples"),
        (("max_updates", (0, 3), 9, 9), '…"max_updates" after 2 updates'),
        (("max_visits", (0, 3), 9, 9), '…"max_visits" after 2 updates'),
        (("target_mistakes", (0, 3), 9, 9), '…"target_mistakes" after 2 updates'),
        # fewer visits than the updates and the end take, or dot products than visits
        (("converged", N_OF_T, T + AND.N - 1, 99), ""),
        (("converged", N_OF_T, 99, 98), ""),
        (("stopped", N_OF_T, T - 1, 99), ""),
        # an end that is none, and one mistake that is left
        (("converged", N_OF_T[:-1], 99, 99), ""),
        (("done", N_OF_T, 99, 99), ""),
        ((0, N_OF_T, 99, 99), ""),
        ((["converged"], N_OF_T, 99, 99), ""),
        # no examples, no counts
        *[(("stopped", n, 99, 99), "") for n in ((-1,), (False,), (0.0,), (*N_OF_T, 4))],
        (("stopped", iter(N_OF_T), 99, 99), ""),
        (("stopped", N_OF_T, 99.0, 99), ""),
        (("stopped", (), 0, True), ""),
        (("converged", N_OF_T, 99, 10**4300 - 1), ""),  # which str() refuses
        (("max_visits", N_OF_T, sys.maxsize, sys.maxsize), ""),  # there is no such limit
        # nothing that a run leaves, as a process may send
        *[(left, "…any run") for left in (None, (), "left", ("stopped", (), 0), {"stopped": ()})],
    ],
)
def test_what_cannot_be_is_refused(left, parts):
    """An update of what is right, an end that is not due, and counts of no run."""
    check_lie(AND, left, parts)
    assert replayed("pla", AND, "mine", ("converged", N_OF_T, T + AND.N, T + AND.N)).updates == T


def test_limits_hold_in_a_replay():
    """More updates than are allowed, or another number of visits than the limit, are refused."""
    left = pla(CONTRADICTION, max_updates=5).left
    check_lie(CONTRADICTION, (*left[:2], 5, 9), "…5 visits…5 updates", max_updates=5)
    assert replayed("pla", CONTRADICTION, "mine", (*left[:2], 6, 9), max_updates=5).visits == 6
    check_lie(CONTRADICTION, left, "…more updates", max_updates=4)
    for allowed in (6, None):
        check_lie(CONTRADICTION, left, '…"max_updates"', max_updates=allowed)
    left = pla(CONTRADICTION, max_visits=5).left
    check_lie(CONTRADICTION, left, "…more visits than the 4", max_visits=4)
    check_lie(CONTRADICTION, left, '…"max_visits" after 5 updates', max_visits=6)


@pytest.mark.parametrize("algorithm", RUNS)
def test_a_row_that_was_not_made_is_refused(algorithm):
    """Fewer visits than the updates and the row take; a rule that was not asked for; weights that
    get no example right.
    """
    options = {"w0": [0, -1], "right_in_a_row": 1}
    run = RUNS[algorithm](ROW, "cyclic", **options)
    assert run.left[:3] == ("right_in_a_row", (0, 1, 2), 4)
    assert replayed(algorithm, ROW, "mine", run.left, **options).right_in_a_row == 1
    two = {**options, "right_in_a_row": 2}
    check_lie(ROW, run.left, "…4 visits…5", algorithm, **two)
    check_lie(ROW, run.left, '…"right_in_a_row" after 3 updates', algorithm, w0=[0, -1])
    none_right, at_zero = ("right_in_a_row", (), 99, 999), {"w0": [0, 0], "right_in_a_row": 1}
    check_lie(ROW, none_right, "…4 mistakes on 4 examples", algorithm, **at_zero)


def test_the_pocket_is_filled_anew():
    """What it holds is counted again, and the run ends as soon as that is good enough."""
    run = pocket(ALTERNATING, max_updates=100)
    early = pocket(ALTERNATING, target_mistakes=1)
    assert early.status == "target_mistakes"
    again = replayed("pocket", ALTERNATING, "mine", early.left, target_mistakes=1)
    assert (again.left, again.w) == (early.left, early.w)
    for left, options in [
        (early.left, {}),
        (run.left, {"target_mistakes": 1, "max_updates": 100}),
        (("converged", *early.left[1:]), {"target_mistakes": 1}),
        (("max_visits", *early.left[1:]), {"max_visits": 10**6}),
        ((*early.left[:3], early.left[3] - 1), {"target_mistakes": 1}),
    ]:
        check_lie(ALTERNATING, left, "", "pocket", **options)


def test_options_are_those_of_the_algorithm():
    """What they refuse is refused."""
    left = pla(AND).left
    check_refused("eta: …0", replayed, "pla", AND, "mine", left, eta=0, error=DataError)
    with pytest.raises(TypeError, match="etta"):
        replayed("pla", AND, "mine", left, etta=1)
    check_lie(AND, left, "…update 0…no mistake", sign_of_zero=-1, w0=[0, 0, 1])
