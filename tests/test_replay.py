"""The replay: a reported run is accepted if its updates and its status are right."""

from __future__ import annotations

import pickle
import sys
from unittest.mock import ANY

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import DataError, Dataset, StrategyError, pla, pocket
from perceptron_ref.pocket import PocketRun
from perceptron_ref.replay import make_report, replay_report, replay_stream

RUNS = {"pla": pla, "pocket": pocket}
AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
CONTRADICTION = Dataset([[1], [1]], [+1, -1])
IMPOSSIBLE = "found a result that no run can have"
HONEST_EXPECTED = "expected a strategy that does not change its run"


@pytest.mark.ci
@given(
    oracle.rows_and_labels(),
    st.sampled_from(["pla", "pocket"]),
    st.sampled_from(["cyclic", "worst-margin", lambda view: iter(())]),
    st.sampled_from([-1, 0, +1]),
    st.sampled_from([{}, {"w0": 1}, {"eta": "2/3"}, {"w0": 1, "eta": "2/3"}]),
    st.sampled_from([{"max_updates": 9}, {"max_visits": 7}, {"max_updates": 0}, {"patience": 2}])
    | st.sampled_from([{"right_in_a_row": 1}, {"right_in_a_row": 3}, {"right_in_a_row": "1N"}]),
)
def test_an_honest_run_is_accepted(rows_labels, algorithm, order, sign_of_zero, options, limits):
    """With all options and for each status, the replayed run equals the run."""
    data = Dataset(*rows_labels)
    options = {"sign_of_zero": sign_of_zero, "max_updates": 30, **options, **limits}
    if "w0" in options:
        options["w0"] = ["1/2", *[-1] * data.d]
    run = RUNS[algorithm](data, order, **options)
    replayed = replay_report(algorithm, data, "mine", make_report(run), **options)
    assert (make_report(replayed), replayed.w) == (make_report(run), run.w)
    assert (type(replayed), replayed.data, replayed.strategy) == (type(run), data, "mine")
    assert pickle.loads(pickle.dumps(make_report(run))) == make_report(run)


def test_a_claim_that_a_run_was_stopped_is_refused():
    """A report with the status "stopped" is refused, because the caller of a replay knows whether
    it stopped the run. The replay of an unfinished run, whose status is empty, is "stopped".
    """

    def stop(update):
        raise StopIteration

    for algorithm, run in RUNS.items():
        stopped = run(AND, "cyclic", on_update=stop)
        with pytest.raises(StrategyError, match='found the status "stopped" after 1 update, '):
            replay_report(algorithm, AND, "mine", make_report(stopped))
        replayed = replay_stream(algorithm, AND, "mine", [("", [0], 1, 1)])
        assert make_report(replayed) == make_report(stopped)


@pytest.mark.parametrize(
    ("report", "problem"),
    [
        (("converged", (0, 0), 9, 9), "found a correction of example 0 in update 1, although the"),
        (
            ("converged", (3, 1), 9, 9),
            "after 2 updates, although the weights at that point make 3 mistakes on 4 examples",
        ),
        *(
            ((status, (0, 3), 9, 9), f'found the status "{status}" after 2 updates, although ')
            for status in ("max_updates", "max_visits", "target_mistakes")
        ),
    ],
)
def test_updates_and_statuses_are_checked(report, problem):
    """A correction of an example that is right, and a wrong status, are refused."""
    with pytest.raises(StrategyError, match=f"^strategy mine: .*{problem}.*{HONEST_EXPECTED}"):
        replay_report("pla", AND, "mine", report)


N_OF_T = pla(AND).n
T = len(N_OF_T)


@pytest.mark.parametrize(
    "report",
    [
        ("converged", N_OF_T, T + AND.N - 1, 99),  # too few visits to check all examples at the end
        ("converged", N_OF_T, 99, 98),  # each visit takes a dot product
        ("converged", N_OF_T[:-1], 99, 99),  # mistakes are left
        ("converged", N_OF_T[:-2], 99, 99),
        ("max_updates", N_OF_T, 99, 99),
        ("max_visits", N_OF_T, sys.maxsize, sys.maxsize),  # the run has no such limit
        *[(status, N_OF_T, 99, 99) for status in ("", "done", "stopped", 0, ["converged"], ANY)],
        *[("converged", (*N_OF_T, n_t), 99, 99) for n_t in (4, -1, False, 0.0, "0")],
        ("converged", iter(N_OF_T), 99, 99),
        ("converged", N_OF_T, 99.0, 99),
        ("converged", N_OF_T, 99, 10**4300 - 1),  # too long for str()
        *[None, (), "left", ("converged", N_OF_T, 99), {"converged": ()}],
    ],
)
def test_impossible_reports_are_refused(report):
    """Reports with too few visits or dot products, or with a wrong or invalid status, example or
    count are refused, and so are other objects.
    """
    with pytest.raises(StrategyError, match=f"strategy mine: .*{HONEST_EXPECTED}"):
        replay_report("pla", AND, "mine", report)


def test_a_missing_report_is_refused_even_without_updates():
    """None is refused as a report of Pocket, although without updates the result is always w_0."""
    with pytest.raises(StrategyError, match=IMPOSSIBLE):
        replay_report("pocket", AND, "mine", None, max_updates=0)


def test_lists_are_accepted_like_tuples():
    """A report that was read from JSON contains lists."""
    assert replay_report("pla", AND, "mine", ["converged", [*N_OF_T], T + 4, T + 4]).n == N_OF_T


def test_dot_products_without_those_of_visits_may_not_decrease():
    """If the first report counts 4 dot products more than visits, a later report with 3 more is
    refused.
    """
    first, rest, visits = ("", N_OF_T[:1], 1, 5), N_OF_T[1:], T + AND.N
    reports = [first, ("converged", rest, visits, visits + 4)]
    assert replay_stream("pla", AND, "mine", reports).dot_products == visits + 4
    reports[1] = ("converged", rest, visits, visits + 3)
    problem = f"found dot_products={visits + 3} in its run instead of {visits + 4} or more; "
    with pytest.raises(StrategyError, match=f"^strategy mine: {problem}{HONEST_EXPECTED}$"):
        replay_stream("pla", AND, "mine", reports)


def test_limits_hold_in_a_replay():
    """A replay refuses too many updates, a number of visits that does not fit the limit, and the
    status of a limit that the run did not reach.
    """
    with pytest.raises(StrategyError, match='found the status "max_updates"'):
        replay_report("pla", AND, "mine", ("max_updates", N_OF_T, 99, 99), max_updates=T)
    problem = f"found updates={T} in its run instead of {T - 1} or fewer"
    with pytest.raises(StrategyError, match=problem):  # although no mistake is left
        replay_report("pla", AND, "mine", make_report(pla(AND)), max_updates=T - 1)
    report = make_report(pla(CONTRADICTION, max_updates=5))
    replayed = replay_report("pla", CONTRADICTION, "mine", report, max_updates=5)
    assert replayed.status == "max_updates"
    with pytest.raises(StrategyError, match="found visits=5 in its run instead of 6 or more"):
        replay_report("pla", CONTRADICTION, "mine", (*report[:2], 5, 9), max_updates=5)
    replayed = replay_report("pla", CONTRADICTION, "mine", (*report[:2], 6, 9), max_updates=5)
    assert replayed.visits == 6
    for max_updates in (4, 6, None):
        with pytest.raises(StrategyError, match='status "max_updates"|found updates=5'):
            replay_report("pla", CONTRADICTION, "mine", report, max_updates=max_updates)
    report = make_report(pla(CONTRADICTION, max_visits=5))
    assert replay_report("pla", CONTRADICTION, "mine", report, max_visits=5).visits == 5
    with pytest.raises(StrategyError, match="found visits=5 in its run instead of 4 or fewer"):
        replay_report("pla", CONTRADICTION, "mine", report, max_visits=4)
    with pytest.raises(StrategyError, match='found the status "max_visits" after 5 updates'):
        replay_report("pla", CONTRADICTION, "mine", report, max_visits=6)


@pytest.mark.parametrize("algorithm", RUNS)
def test_the_status_right_in_a_row_is_checked(algorithm):
    """A replay refuses it if the run has fewer than T + M visits, if the option is not given, and
    if the weights get no example right.
    """
    data = Dataset([[1], [1], [2], [3]], [+1, -1, +1, +1])
    run = RUNS[algorithm](data, "cyclic", w0=[0, -1], right_in_a_row=1)
    assert make_report(run)[:3] == ("right_in_a_row", (0, 1, 2), 4)
    options = {"w0": [0, -1], "right_in_a_row": 1}
    assert replay_report(algorithm, data, "mine", make_report(run), **options).w == run.w
    assert replay_report(algorithm, data, "mine", make_report(run), **options).right_in_a_row == 1
    with pytest.raises(StrategyError, match="found visits=4 in its run instead of 5 or more"):
        replay_report(algorithm, data, "mine", make_report(run), **{**options, "right_in_a_row": 2})
    with pytest.raises(StrategyError, match='status "right_in_a_row" after 3 updates, '):
        replay_report(algorithm, data, "mine", make_report(run), w0=[0, -1])
    none_right = ("right_in_a_row", (), 99, 999)
    with pytest.raises(StrategyError, match="weights at that point make 4 mistakes on 4 examples"):
        replay_report(algorithm, data, "mine", none_right, w0=[0, 0], right_in_a_row=1)


def test_the_pocket_is_recomputed():
    """The replay counts the mistakes of the pocket, and ends as soon as they reach the target."""
    alternating = Dataset([[0], [1], [2], [3]], [-1, +1, -1, +1])
    run = pocket(alternating, max_updates=100)
    replayed = replay_report("pocket", alternating, "mine", make_report(run), max_updates=100)
    assert (type(replayed), replayed.w, replayed.mistakes) == (PocketRun, run.w, 1)
    default_report = make_report(pocket(CONTRADICTION))  # which ends at the default max_updates
    assert replay_report("pocket", CONTRADICTION, "mine", default_report).updates == 1000
    run_to_target = pocket(alternating, target_mistakes=1)
    assert run_to_target.status == "target_mistakes"
    status, n, visits, dot_products = target_report = make_report(run_to_target)
    replayed = replay_report("pocket", alternating, "mine", target_report, target_mistakes=1)
    assert replayed.w == run_to_target.w
    for report, options in [
        (target_report, {}),
        (make_report(run), {"target_mistakes": 1, "max_updates": 100}),
        (("converged", n, visits, dot_products), {"target_mistakes": 1}),
        (("max_visits", n, visits, dot_products), {"max_visits": 10**6}),
        ((status, n, visits, dot_products - 1), {"target_mistakes": 1}),
        (("target_mistakes", (), 9, 9), {"target_mistakes": 4}),  # w_0 reaches it without visits
    ]:
        with pytest.raises(StrategyError, match="strategy mine: (its run|its result|found)"):
            replay_report("pocket", alternating, "mine", report, **options)


def test_a_replay_takes_the_options_of_the_algorithm():
    """It refuses the same options as the algorithm."""
    report = make_report(pla(AND))
    with pytest.raises(DataError, match="eta"):
        replay_report("pla", AND, "mine", report, eta=0)
    for name in ("etta", "target_mistakes"):
        with pytest.raises(TypeError, match=name):
            replay_report("pla", AND, "mine", report, **{name: 1})
    with pytest.raises(DataError, match="algorithm: found 'PLA'; expected 'pla' or 'pocket'"):
        replay_report("PLA", AND, "mine", report)
    with pytest.raises(
        StrategyError, match="in update 0, although the weights before this update get the "
    ):
        replay_report("pla", AND, "mine", report, sign_of_zero=-1, w0=[0, 0, 1])
