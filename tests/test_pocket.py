"""Pocket: the best weights met on PLA's way, and what it costs to know that they are."""

from __future__ import annotations

import pickle
from fractions import Fraction

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import (
    DataError,
    Dataset,
    PocketRun,
    StrategyError,
    example,
    pla,
    pocket,
    strategy,
)
from perceptron_ref.pla import corrections
from perceptron_ref.pocket import kept
from perceptron_ref.theory.separability import separability

# On a line, no threshold has fewer than one mistake.
ALTERNATING = Dataset([[0], [1], [2], [3]], [-1, +1, -1, +1])
AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])

signs_of_zero = st.sampled_from([-1, 0, +1])


def test_a_run_worked_by_hand():
    """w_0 = (0, 0) makes four mistakes, (-1, 0) two, (0, 1) two, (-1, -1) two, (0, 2) two, (-1, 2)
    one: kept.
    """
    run = pocket(ALTERNATING, "cyclic", max_updates=6)
    assert run.n == (0, 1, 2, 3, 0, 2)
    assert [w_next for _, _, _, w_next in run.replay()] == [
        (-1, 0),
        (0, 1),
        (-1, -1),
        (0, 2),
        (-1, 2),
        (-2, 0),
    ]
    assert run.history == [
        (0, 4, 4),
        (1, 2, 2),
        (2, 2, 2),
        (3, 2, 2),
        (4, 2, 2),
        (5, 1, 1),
        (6, 2, 1),
    ]
    assert (run.status, run.updates, run.visits) == ("max_updates", 6, 7)
    assert (run.w, run.mistakes) == ((-1, 2), 1)
    assert (run.w_last, run.mistakes_last) == ((-2, 0), 2)
    assert repr(run) == "<PocketRun cyclic: max_updates, 6 updates, 7 visits>"


@given(
    oracle.rows_and_labels(),
    signs_of_zero,
    st.integers(0, 12),
    st.sampled_from(oracle.ORDERS),
    st.integers(0, 2),
)
def test_pocket_is_the_plain_one_that_counts_in_full(
    drawn, sign_of_zero, max_updates, order, target_mistakes
):
    """Under every strategy: the pocket, the last weights, the whole history, the visits and the end
    of the oracle's.     Lecture 2: L2.15
    """
    data = Dataset(*drawn)
    D = oracle.examples_of(data)
    name, options, plain = order
    path = oracle.pla(D, plain(data.N), sign_of_zero=sign_of_zero, max_updates=max_updates)
    kept = oracle.Pocket(D, path, sign_of_zero, target_mistakes)
    run = pocket(
        data,
        strategy(name, **options),
        sign_of_zero=sign_of_zero,
        max_updates=max_updates,
        target_mistakes=target_mistakes,
    )
    assert (run.updates, run.n, run.history) == (
        kept.updates,
        tuple(path.n[: kept.updates]),
        kept.history,
    )
    assert (list(run.w), run.mistakes) == (kept.w, kept.mistakes)
    assert (list(run.w_last), run.mistakes_last) == (kept.w_last, kept.history[-1][1])
    assert run.visits == path.visits_before[kept.updates]
    if kept.mistakes > target_mistakes:
        assert (run.status, run.updates) == ("max_updates", max_updates)
    else:
        assert run.status == ("target_mistakes" if kept.mistakes else "converged")


@given(oracle.rows_and_labels(), signs_of_zero, st.integers(0, 1000))
def test_pocket_never_holds_worse_weights_than_any_it_met(drawn, sign_of_zero, seed):
    """Of the start and all w_{t+1}, none makes fewer mistakes; it holds the first best."""
    data = Dataset(*drawn)
    D = oracle.examples_of(data)
    met = [[Fraction(0)] * (1 + data.d)]
    run = pocket(
        data,
        strategy("random-permutation", seed=seed),
        sign_of_zero=sign_of_zero,
        max_updates=15,
        on_update=lambda update: met.append(list(update.w)),
    )
    counts = [len(oracle.mistakes(D, w, sign_of_zero)) for w in met]
    assert run.mistakes == min(counts)
    assert list(run.w) == met[counts.index(min(counts))]
    assert list(run.w_last) == met[-1]


@given(oracle.rows_and_labels(max_N=9), signs_of_zero, st.integers(0, 15))
def test_counting_takes_all_dot_products(drawn, sign_of_zero, max_updates):
    """N of them for the start, and N after every update, beside one for each visit."""
    data = Dataset(*drawn)
    D = oracle.examples_of(data)
    run = pocket(data, "cyclic", sign_of_zero=sign_of_zero, max_updates=max_updates)
    path = oracle.pla(D, oracle.cyclic(data.N), sign_of_zero=sign_of_zero, max_updates=max_updates)
    kept = oracle.Pocket(D, path, sign_of_zero)
    assert run.dot_products == run.visits + kept.counted
    assert kept.counted == data.N * (1 + run.updates)


@pytest.mark.parametrize("visits", ["cyclic", "random-permutation", "worst-margin"])
@pytest.mark.parametrize("limit", [{"max_updates": 7}, {"max_visits": 9}, {"target_mistakes": 2}])
def test_dot_products_are_counted_honestly(visits, limit, monkeypatch):
    """Where all margins are computed one by one, `dot_products` is what was multiplied by the loop,
    for the strategy and for counting, no more and no less, before a run that converged is
    counted once more.
    """
    data = Dataset([[2, 1], [0, 1], [-1, 3], [1, "-1/2"], [0, 0]], [+1, -1, -1, +1, -1])
    target_mistakes = limit.get("target_mistakes", 0)
    limit = {name: value for name, value in limit.items() if name != "target_mistakes"}
    monkeypatch.setattr(PocketRun, "finished", lambda run: run)
    run = PocketRun(oracle.counted(data), visits, engine="plain", **limit)
    kept(run, corrections(run), target_mistakes, None)
    assert oracle.Counted.products == (1 + data.d) * (run.dot_products + run.updates)
    monkeypatch.undo()
    assert tuple(run.n) == pocket(data, visits, target_mistakes=target_mistakes, **limit).n


def test_reports_are_not_counted():
    """Asking a run for its mistakes and history afterwards leaves `dot_products` as it was."""
    run = pocket(ALTERNATING, max_updates=9)
    before = run.dot_products
    assert (run.mistakes, run.mistakes_last, len(run.history)) == (2, 2, 10)
    assert run.dot_products == before


def test_pocket_visits_at_random_a_thousand_times_unless_told_otherwise():
    """The strategy is random, seed 0, and the run ends after 1,000 updates."""
    run = pocket(ALTERNATING)
    told = pocket(ALTERNATING, strategy("random", seed=0), max_updates=1000)
    assert (run.strategy, run.updates, run.status) == ("random", 1000, "max_updates")
    assert (run.n, run.w, run.visits) == (told.n, told.w, told.visits)


def test_without_a_limit_pocket_goes_on():
    """None lifts the limit of updates."""
    assert pocket(ALTERNATING, max_updates=None, max_visits=5000).updates > 1000


def test_the_pocket_holds_w0_first():
    """Good weights to start from are kept although every update spoils them, and returned if no
    update is allowed.
    """
    run = pocket(ALTERNATING, "cyclic", w0=[-1, 2], max_updates=1)
    assert (run.w, run.mistakes, run.w_last, run.mistakes_last) == ((-1, 2), 1, (-2, 0), 2)
    run = pocket(ALTERNATING, w0=["-1/2", 1], max_updates=0)
    assert (run.status, run.w, run.updates, run.visits, run.history) == (
        "max_updates",
        (Fraction(-1, 2), 1),
        0,
        0,
        [(0, 1, 1)],
    )


def test_weights_as_good_as_the_pockets_do_not_replace_them():
    """Strictly fewer mistakes are needed: of equal ones the first is kept."""
    run = pocket(ALTERNATING, "cyclic", max_updates=4)
    assert [mistakes for _, mistakes, _ in run.history] == [4, 2, 2, 2, 2]
    assert (run.w, run.w_last) == ((-1, 0), (0, 2))


def test_weights_without_mistakes_end_the_run_at_once():
    """From weights that separate no visit is needed: counting them is enough."""
    run = pocket(AND, w0=[-3, 2, 2])
    assert (run.status, run.updates, run.visits, run.dot_products) == ("converged", 0, 0, 4)
    assert (run.w, run.w_last) == ((-3, 2, 2), (-3, 2, 2))


def test_on_separable_data_pocket_ends_on_a_separating_line_too():
    """It converges after PLA's own updates, and needs no visits to see that all is right.

    Lecture 2: L2.16
    """
    ours, plain = pocket(AND, "cyclic"), pla(AND, "cyclic")
    assert (ours.status, ours.mistakes, ours.n, ours.w) == ("converged", 0, plain.n, plain.w)
    assert ours.visits == plain.visits - AND.N


@pytest.mark.parametrize("name", ["cyclic", "restart", "random-permutation", "worst-margin"])
@pytest.mark.parametrize("source", ["credit", "spam", "iris-setosa"])
def test_pocket_is_slower_than_pla_on_separable_data(name, source):
    """Quiz Q4: for the same updates it computes more dot products, since it counts after every one
    of them.
    """
    data = example(source)
    ours, plain = pocket(data, name, max_updates=None), pla(data, name)
    assert (ours.status, ours.n) == ("converged", plain.n)
    assert ours.dot_products > plain.dot_products


@pytest.mark.parametrize(
    ("target_mistakes", "status", "updates"),
    [
        (0, "max_updates", 50),
        (1, "target_mistakes", 5),
        (2, "target_mistakes", 1),
        (4, "target_mistakes", 0),
    ],
)
def test_target_mistakes_is_when_to_be_content(target_mistakes, status, updates):
    """The run ends as soon as the pocket makes no more mistakes than that."""
    run = pocket(ALTERNATING, "cyclic", max_updates=50, target_mistakes=target_mistakes)
    assert (run.status, run.updates) == (status, updates)
    assert run.mistakes == min(mistakes for _, mistakes, _ in run.history)


def test_a_pocket_without_mistakes_has_converged_whatever_the_target():
    """ "converged" means no mistake, also where one would have been good enough."""
    run = pocket(Dataset([[1], [-1]], [+1, -1]), "cyclic", target_mistakes=1)
    assert (run.status, run.updates, run.mistakes) == ("target_mistakes", 1, 1)
    assert pocket(Dataset([[1]], [+1]), target_mistakes=0).status == "converged"
    assert (
        pocket(Dataset([[1], [-1]], [+1, -1]), w0=[0, 1], target_mistakes=1).status == "converged"
    )


def test_max_visits_ends_pocket_too():
    """The visits of the loop are limited; counting is none of them."""
    assert [pocket(ALTERNATING, "cyclic", max_visits=k).status for k in (0, 3)] == [
        "max_visits",
        "max_visits",
    ]
    assert [pocket(ALTERNATING, "cyclic", max_visits=k).updates for k in (0, 3)] == [0, 3]


def test_so_many_visits_in_a_row_end_pocket_too():
    """As they end PLA; where no row is so long, the limit does."""
    runs = [pocket(ALTERNATING, "cyclic", right_in_a_row=M) for M in (1, 2, 3)]
    assert [(run.status, run.updates, run.visits) for run in runs] == [
        ("right_in_a_row", 5, 6),
        ("right_in_a_row", 7, 10),
        ("max_updates", 1000, 1995),
    ]


def test_the_rule_for_zero_holds_in_counting_too():
    """Zero weights make as many mistakes as there are labels other than sign(0)."""
    D = Dataset([[1], [2], [3]], [-1, -1, +1])
    assert [pocket(D, sign_of_zero=zero, max_updates=0).mistakes for zero in (-1, 0, +1)] == [
        1,
        3,
        2,
    ]


@pytest.mark.parametrize("target_mistakes", [-1, 1.0, None, True, "1"])
def test_target_mistakes_is_a_count(target_mistakes):
    """Anything but an int >= 0 is refused."""
    with pytest.raises(DataError) as refused:
        pocket(ALTERNATING, target_mistakes=target_mistakes)
    assert (
        str(refused.value)
        == f"target_mistakes: found {target_mistakes!r}; expected an int of at least 0"
    )


def test_options_are_checked_as_plas_are():
    """An option that PLA refuses, Pocket refuses with the same words."""
    for wrong in (
        {"eta": 0},
        {"w0": [1]},
        {"sign_of_zero": 5},
        {"max_updates": -2},
        {"patience": 0},
    ):
        with pytest.raises(DataError) as by_pla:
            pla(ALTERNATING, **wrong)
        with pytest.raises(DataError) as by_pocket:
            pocket(ALTERNATING, **wrong)
        assert str(by_pocket.value) == str(by_pla.value)


def test_a_fault_of_the_strategy_is_told_as_such():
    """The loop is PLA's, and so are its errors."""

    def wrong(view):
        yield 4

    with pytest.raises(StrategyError) as fault:
        pocket(ALTERNATING, wrong)
    place = f"{__file__}:{wrong.__code__.co_firstlineno + 1}"
    assert str(fault.value) == (
        f"strategy wrong, asked for visit 1, at {place}: "
        "it yielded 4; expected an int from 0 to 3, "
        "a pass (a range, list or tuple of them), or None"
    )


def test_eta_only_scales_what_the_pocket_holds():
    """From w_0 = 0 the path, the history and the mistakes are those of eta = 1; the weights are eta
    times.
    """
    first, second = (
        pocket(ALTERNATING, max_updates=20),
        pocket(ALTERNATING, max_updates=20, eta="2/7"),
    )
    assert (second.n, second.history) == (first.n, first.history)
    assert second.w == tuple(Fraction(2, 7) * w_i for w_i in first.w)
    assert second.w_last == tuple(Fraction(2, 7) * w_i for w_i in first.w_last)


def test_on_update_is_called_for_every_update_and_may_interrupt():
    """What it raises passes through."""
    seen = []

    def interrupt(update):
        seen.append((update.t, update.n, update.visits))
        if update.t == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pocket(ALTERNATING, "cyclic", on_update=interrupt)
    assert seen == [(0, 0, 1), (1, 1, 2), (2, 2, 3)]


def test_on_update_stops_the_run_by_stop_iteration():
    """The pocket holds the best weights met so far; where these are good enough, it says so."""

    def stop(update):
        if update.t == 2:
            raise StopIteration

    run = pocket(ALTERNATING, "cyclic", on_update=stop)
    longer = pocket(ALTERNATING, "cyclic", max_updates=3)
    assert (run.status, run.n, run.w) == ("stopped", longer.n, longer.w)
    three = Dataset([[1], [-2], [2]], [+1, +1, +1])  # update 2 is the last
    run = pocket(three, "cyclic", on_update=stop)
    assert (run.status, run.updates) == ("converged", 3)


def test_the_run_is_a_run():
    """It has the hypothesis of the pocket's weights and a replay, and can be pickled."""
    run = pocket(ALTERNATING, "cyclic", max_updates=6)
    assert run.hypothesis.w == run.w
    assert run.hypothesis.mistakes(ALTERNATING) == 1
    assert list(run.replay())[-1][3] == run.w_last
    back = pickle.loads(pickle.dumps(run))
    assert type(back) is PocketRun
    assert (back.n, back.w, back.w_last, back.history) == (run.n, run.w, run.w_last, run.history)


@given(oracle.rows_and_labels(max_N=9))
def test_what_pocket_adds_on_separable_data(drawn):
    """In the naive cycle from w_0 = 0: N (1 + T) dot products for counting, less the last N visits
    of PLA.
    """
    data = Dataset(*drawn)
    if separability(data).separable:
        plain, ours = pla(data, max_updates=None), pocket(data, "cyclic", max_updates=None)
        assert (ours.n, ours.w) == (plain.n, plain.w)
        assert ours.dot_products - plain.dot_products == data.N * plain.updates


def test_an_order_may_keep_pocket_from_the_best_line():
    """On XOR one mistake is possible: no cycle and no permutation meets such weights in 1,000
    updates, independent draws and a restarting order soon do.
    """
    xor = example("xor")
    for order in ("cyclic", "worst-margin"):
        assert pocket(xor, order).mistakes == 2
    for seed in range(10):
        assert pocket(xor, strategy("random-permutation", seed=seed)).mistakes == 2
        assert pocket(xor, strategy("random", seed=seed), max_updates=250).mistakes == 1
    assert pocket(xor, "restart", target_mistakes=1).updates == 9
    assert pocket(xor, target_mistakes=1).updates == 25
