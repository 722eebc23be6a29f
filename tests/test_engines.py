"""Both engines make the same runs, whatever a strategy does.

`engine="plain"` uses `margins.py`. `engine="fast"` uses `engine/`: the dual form up to `MAX_DUAL`
examples, and blocks of packed columns for more. Other test files compare the engines with a third
implementation, `oracle.py`.
"""

from __future__ import annotations

from copy import copy
from pickle import dumps, loads
from unittest.mock import patch

import oracle
import pytest
from hypothesis import example as tried
from hypothesis import given, settings
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import Dataset, engine, example, pla, pocket, updates
from perceptron_ref.engine import primal
from perceptron_ref.engine.dual import DUAL_BLOCK
from perceptron_ref.engine.lanes import Lanes
from perceptron_ref.engine.packed import bit_count, bytes_per_lane, pack, pack_columns, unpack
from perceptron_ref.experiments import repeat
from perceptron_ref.margins import PlainMargins
from perceptron_ref.testing import golden

FORMS = {"dual": 10**9, "blocks": 0}  # {form of the fast engine: MAX_DUAL that selects it}
NUMBERS = st.one_of(
    st.integers(-3, 3),
    st.fractions(-9, 9, max_denominator=6),
    st.sampled_from([0, 127, 128, -128, 2**31, -(2**63), 10**25]),
)


def report_of(run):
    """Return all results of a run."""
    of_pocket = getattr(run, "w_last", None), getattr(run, "history", None)
    return run.status, run.n, run.visits, run.dot_products, run.w, run.mistakes, of_pocket


def report_in(form, algorithm, data, order, **options):
    """Return all results of a run in one form, and the answers of its view at every visit."""
    view_answers = []

    def watched_order(view):
        visits = order(view)
        while True:
            visit = next(visits, None)
            n = visit if isinstance(visit, int) else 0
            view_answers.append(
                (view.updates, view.margin(n), view.is_mistake(n), view.squared_norm(n))
            )
            if len(view_answers) % 3 == 0:
                view_answers.append((view.margins(), view.margin(n), view.is_mistake(n)))
            yield visit

    engine_name = "plain" if form == "plain" else "fast"
    with patch.object(engine, "MAX_DUAL", FORMS.get(form, 0)):
        run = algorithm(data, watched_order, engine=engine_name, **options)
        return report_of(run), view_answers


@st.composite
def sets(draw):
    """Draw a Dataset, dense or sparse, with x_0 = 1 or another x_0."""
    d, N = draw(st.integers(1, 3)), draw(st.integers(1, 9))
    rows = draw(st.lists(st.lists(NUMBERS, min_size=d, max_size=d), min_size=N, max_size=N))
    ys = draw(st.lists(st.sampled_from([-1, 1]), min_size=N, max_size=N))
    data = Dataset(rows, ys, x0=draw(st.sampled_from([1, 0, "1/2"])))
    return oracle.sparse(data) if draw(st.booleans()) else data


@pytest.mark.ci
@given(
    data=sets(),
    order=oracle.orders(),
    algorithm=st.sampled_from([pla, pocket]),
    options=oracle.limits(),
    sign_of_zero=st.sampled_from([-1, 0, 1]),
    eta=st.just(1) | st.fractions("1/9", 9, max_denominator=9),
    w0=st.none() | st.lists(NUMBERS, min_size=4, max_size=4),
)
@settings(max_examples=max(100, settings().max_examples), deadline=None)
def test_any_run_is_the_same_in_every_form(data, order, algorithm, options, sign_of_zero, eta, w0):
    """Status, n(t), visits, dot products, weights, mistakes, and all answers of the view are equal.
    A second run, which reuses the packed rows and columns of the Dataset, gives the same.
    """
    w0 = w0 and w0[: 1 + data.d]
    options = {**options, "sign_of_zero": sign_of_zero, "eta": eta, "w0": w0}
    plain = report_in("plain", algorithm, data, order, **options)
    for form in FORMS:
        assert report_in(form, algorithm, data, order, **options) == plain
        assert report_in(form, algorithm, data, order, **options) == plain


@pytest.mark.ci
def test_the_plain_engine_reproduces_the_golden_runs():
    """With `engine="plain"` each golden run is as recorded. `testing/test_golden.py` tests the fast
    engine.
    """
    for case in golden.golden_runs():
        assert case.differences(case.run("plain")) == []


@pytest.mark.parametrize("order", ["cyclic", "restart", "random", "worst-margin"])
@pytest.mark.parametrize(
    ("N", "MAX_DUAL"), [(DUAL_BLOCK + 3, 10**9), (2 * primal.PRIMAL_BLOCK + 5, 0)]
)
def test_sets_of_several_blocks_give_the_same_runs(order, N, MAX_DUAL):
    """Both engines make the same run if the last block is shorter, and if a search continues in the
    next block.
    """
    data = example("separable", N=N, d=2, seed=4, margin=3)
    plain = report_of(pla(data, order, engine="plain"))
    with patch.object(engine, "MAX_DUAL", MAX_DUAL):
        assert report_of(pla(data, order)) == plain == report_of(pla(data, order))


def test_lanes_grow_with_the_margins():
    """If margins outgrow the first lanes, the run is still that of the plain engine: from weights
    of zero, from a fraction, and from numbers of 31 digits.
    """
    data = Dataset([[1, 0], [0, 1], [-1, 2]], [1, -1, 1])
    for w0, max_updates in ([0, 0, 0], 500), (["1/99", 0, 0], 99), ([0, 10**30, -(10**30)], 99):
        options = {"w0": w0, "max_updates": max_updates, "patience": 1}
        plain = report_of(pla(data, engine="plain", **options))
        for MAX_DUAL in FORMS.values():
            with patch.object(engine, "MAX_DUAL", MAX_DUAL):
                assert report_of(pla(data, **options)) == plain


@pytest.mark.ci
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sign_of_zero", [-1, 0, 1])
@pytest.mark.parametrize(
    "rows", [[[1], [0], [-1]], [[3, -2], [5, 5], [0, 1]], [[10**9], [-7], [2]]]
)
def test_no_margin_leaves_its_lane(form, sign_of_zero, rows):
    """After each of 1,300 corrections, margins, mistakes and searches are the same as with the
    plain engine.
    """
    data = Dataset(rows, [1, -1, 1])
    arguments = data, (0,) * (1 + data.d), data.scaled_rows, sign_of_zero
    with patch.object(engine, "MAX_DUAL", FORMS[form]):
        fast, plain = engine.make_fast_margins(*arguments), PlainMargins(*arguments)
    for n in [0] * 300 + [1] * 700 + [2] * 300:
        fast.correct_mistake(n)
        plain.correct_mistake(n)
        margins = plain.margins()
        assert fast.margins() == margins == [fast.margin(m) for m in range(3)]
        assert fast.count_mistakes() == plain.count_mistakes()
        are_mistakes = [plain.is_mistake(m) for m in range(3)]
        assert [fast.is_mistake(m) for m in range(3)] == are_mistakes
        for visits in (range(3), [2, 0, 1]):
            assert fast.first_mistake(visits, 0, 3) == plain.first_mistake(visits, 0, 3)


def test_margins_by_their_definition():
    """For w = (1, -2) and the example (1, 3) with y = -1, y w . x = 5.

    A score of 0 is a mistake by default, but not if sign(0) = y.
    """
    data = Dataset([[3], ["1/2"]], [-1, +1])  # scale 2: (2, 6), (2, 1)
    w_t = PlainMargins(data, (1, -2), data.scaled_xs, sign_of_zero=0)
    assert (w_t.margin(0), w_t.margins(), w_t.margin_increase(0)) == (10, [10, 0], 40)
    assert [w_t.is_mistake(n) for n in (0, 1)] == [False, True]
    assert (w_t.first_mistake(range(2), 0, 2), w_t.first_mistake([0, 0], 0, 2)) == (1, 2)
    assert w_t.count_mistakes() == 1
    w_t.correct_mistake(1)
    assert (list(w_t.w), w_t.margins()) == ([3, -1], [0, 5])
    zero_is_right = PlainMargins(data, (1, -2), data.scaled_xs, sign_of_zero=+1)
    assert zero_is_right.count_mistakes() == 0


@pytest.mark.parametrize("run", [pla, pocket, repeat, updates])
@pytest.mark.parametrize("name", ["slow", None, "PLAIN", 1])
def test_an_unknown_engine_is_refused(run, name):
    """The message names both engines."""
    parts = f"engine: …{name!r}…'fast' or 'plain'"
    check_refused(parts, lambda: list(run(example("and"), "random", engine=name)))


def test_an_experiment_has_the_same_runs_with_both_engines():
    """The records for five seeds are the same with the plain and the fast engine."""
    runs = [repeat(example("and"), seeds=5, engine=name).runs for name in ("plain", "fast")]
    assert runs[0] == runs[1]


def test_runs_share_the_lanes_of_their_dataset():
    """Copies and pickles of the Dataset contain no lanes, so a pickle is not longer after a run.

    Runs from a w_0 with another unit also equal those of the plain engine.
    """
    data = example("credit-2d")
    length_before = len(dumps(data))
    report = report_of(pla(data))
    lanes = data._shared_lanes
    assert lanes is not None and report_of(pla(data)) == report and data._shared_lanes is lanes
    for copied in (copy(data), loads(dumps(data))):
        assert copied == data and copied._shared_lanes is None
    assert len(dumps(data)) == length_before
    w0 = ["1/7"] * (1 + data.d)
    plain = report_of(pla(data, w0=w0, engine="plain"))
    assert report_of(pla(data, w0=w0)) == plain and report_of(pla(data)) == report


def test_a_run_does_not_disturb_another_run_on_the_same_data():
    """A run makes the same updates if another run, with larger weights, widens the lanes of the
    Dataset after the third update.
    """
    data = example("separable", N=60, d=2, seed=1, margin=1)
    expected = [u.n for u in updates(data)]
    interrupted = updates(data)
    first_three = [next(interrupted).n for _ in range(3)]
    pla(data, w0=[10**20] * 3, max_updates=50)
    assert first_three + [u.n for u in interrupted] == expected


# Packed ints


@pytest.mark.ci
@given(st.lists(st.integers(-(2**70), 2**70) | st.integers(-300, 300), min_size=1, max_size=9))
@tried([127, -127, 0])
@tried([2**63 - 1, -(2**63) + 1])
def test_packed_numbers_are_unpacked_unchanged(numbers):
    """A lane has 1, 2, 4 or a multiple of 8 bytes. The packed int is the sum of all numbers, each
    times the power of two of its lane. The last number is in the lowest lane.
    """
    k, N = bytes_per_lane(max(map(abs, numbers))), len(numbers)
    assert k in (1, 2, 4) or k % 8 == 0
    block = pack(numbers, N, k)
    assert list(unpack(block, N, k)) == numbers
    assert block == sum(v << 8 * k * (N - 1 - n) for n, v in enumerate(numbers))


@pytest.mark.ci
@given(st.data(), st.integers(1, 4), st.integers(1, 6), st.sampled_from([9, 10**4, 10**12, 10**30]))
def test_columns_are_the_packed_products_with_the_labels(data, entries, N, most):
    """Lane n of column i contains y_n x_{n,i}."""
    number = st.integers(-most, most)
    rows = [tuple(data.draw(number) for _ in range(entries)) for _ in range(N)]
    ys = [data.draw(st.sampled_from([-1, 1])) for _ in range(N)]
    k = bytes_per_lane(most)
    assert pack_columns(rows, ys, k) == [
        pack([y * x[i] for x, y in zip(rows, ys)], N, k) for i in range(entries)
    ]


def test_bits_are_counted():
    """`bit_count` returns the number of binary digits that are 1."""
    assert [bit_count(number) for number in (0, 1, 255, 2**100 + 1)] == [0, 1, 8, 2]


def test_columns_that_need_too_much_memory_are_not_packed(monkeypatch):
    """Runs are the same without packed columns."""
    monkeypatch.setattr("perceptron_ref.engine.lanes.MAX_CACHE_BYTES", 10)
    data = example("separable", N=40, d=3, seed=2, margin=2)
    assert not Lanes(data.scaled_rows, data.ys, 100, 8).can_pack_columns
    for MAX_DUAL in FORMS.values():
        with patch.object(engine, "MAX_DUAL", MAX_DUAL):
            assert report_of(pla(data)) == report_of(pla(data, engine="plain"))
