"""The two forms of the margins of a run: whichever is taken, and whenever it changes, it is the
same run.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from random import Random

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_hostile import USELESS

from perceptron_ref import (
    Dataset,
    dot,
    example,
    pla,
    pocket,
    strategies,
    strategy,
    updates,
)
from perceptron_ref.exact import scores as module
from perceptron_ref.exact.packed import Packed
from perceptron_ref.exact.scores import Margins, additions_of_dot_product
from perceptron_ref.theory.bias import pla_with_bias

pytestmark = pytest.mark.untraced

RUNS = {"pla": pla, "pocket": pocket, "pla_with_bias": pla_with_bias}
LARGEST = (1 << 63) - 1


@pytest.fixture
def taking(monkeypatch):
    """Return a function that runs `run` and returns all that there is to compare, changing the form
    as it is told.

    changes: called with t after every update, tells whether the form changes then.
    """
    monkeypatch.setattr(module, "PERIOD", 1)

    def compared(changes, run, *words, **options):
        monkeypatch.setattr(Margins, "pays_to_change", lambda self, asked: changes(self._t))
        seen = []
        found = run(
            *words,
            **options,
            on_update=lambda u: seen.append((u.n, u.visits, u.dot_products, u.scaled_w)),
        )
        weights = (found.w, getattr(found, "w_last", None), found.mistakes)
        return found.status, found.n, found.visits, found.dot_products, weights, seen

    return compared


def never(t):
    """Primal form."""
    return False


def at_once(t):
    """The dual form, from the first update on."""
    return t == 1


def every_time(t):
    """Now this form, now the other."""
    return True


def random_set(random):
    """Return rows and labels of any kind: few or many, separable or not, whole numbers or not,
    small or large.
    """
    d, N = random.randint(1, 4), random.randint(1, 9)
    size, denominators = random.choice(
        [(2, [1]), (9, [1, 2, 3]), (10**6, [1, 7]), (10**12, [1]), (10**30, [1, 9])]
    )
    rows = [
        [Fraction(random.randint(-size, size), random.choice(denominators)) for _ in range(d)]
        for _ in range(N)
    ]
    return rows, [random.choice((-1, +1)) for _ in rows]


# The same run


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.ci) for n in range(1, 8))])
def test_both_forms_are_the_same_run_on_thousands_of_sets(taking, seed):
    """n(t), visits, every w_t, dot products and the end, for any of the strategies, any w_0, eta
    and sign(0).
    """
    random = Random(seed)
    for _ in range(250):
        data = Dataset(*random_set(random))
        name, options, _ = random.choice(oracle.ORDERS)
        settings = {
            "sign_of_zero": random.choice((-1, 0, +1)),
            "max_updates": random.randint(1, 25),
        }
        run = RUNS[random.choice(list(RUNS))]
        if run is not pla_with_bias:
            settings["w0"] = [
                Fraction(random.randint(-3, 3), random.choice((1, 2))) for _ in range(1 + data.d)
            ]
            settings["eta"] = random.choice((1, "1/3", 5))
        elif not any(map(any, (x[1:] for x in data.xs))):
            continue
        words = data, strategy(name, **options)
        one = taking(never, run, *words, **settings)
        assert taking(at_once, run, *words, **settings) == one
        assert taking(every_time, run, *words, **settings) == one


@given(
    oracle.rows_and_labels(),
    st.sampled_from([-1, 0, +1]),
    st.sampled_from(oracle.ORDERS),
    st.booleans(),
)
def test_both_forms_are_the_plainest_run(drawn, sign_of_zero, order, two):
    """They take the path of the oracle, in Fractions and without any margin at hand."""
    data = Dataset(*drawn)
    name, options, plain = order
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PERIOD", 1)
        patch.setattr(Margins, "pays_to_change", lambda self, asked: two and self._t == 1)
        run = pla(data, strategy(name, **options), sign_of_zero=sign_of_zero, max_updates=12)
    path = oracle.pla(
        oracle.examples_of(data), plain(data.N), sign_of_zero=sign_of_zero, max_updates=12
    )
    assert (list(run.n), run.status, run.visits, list(run.w)) == (
        path.n,
        path.status,
        path.visits,
        path.w[-1],
    )


@pytest.mark.parametrize("name", sorted(strategies()))
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_a_change_at_any_update_is_the_same_run(taking, run, name):
    """From the primal form to the dual form after update t, and back three updates later, for every
    t.
    """
    data = example("and")
    one = taking(never, run, data, name, max_updates=40)
    assert len(one[1]) > 8
    for t in range(1, len(one[1]) + 1):
        assert taking(lambda now, t=t: now in (t, t + 3), run, data, name, max_updates=40) == one


@pytest.mark.parametrize("changes", [at_once, every_time])
@pytest.mark.parametrize("visits", USELESS)
@pytest.mark.parametrize("run", [pla, pocket])
def test_useless_strategies_make_the_same_run_by_both_forms(taking, run, visits, changes):
    """Where the loop has to visit by itself, too."""
    for rows, labels, _ in oracle.separable_sets(6):
        data = Dataset(rows, labels)
        one = taking(never, run, data, visits, patience=3)
        assert taking(changes, run, data, visits, patience=3) == one


def asks_everything(view):
    """Every question that there is, some twice, and then a visit."""
    seen = asks_everything.seen = []
    while True:
        for n in range(len(view)):
            seen.append([view.margin(m) for m in range(len(view))])
            seen.append([view.is_mistake(m) for m in range(len(view))])
            seen.append(
                [view.margins(), view.margins(), view.margin(n), view.squared_norm(n), view.updates]
            )
            yield n


@pytest.mark.parametrize("sign_of_zero", [-1, 0, +1])
def test_the_view_tells_the_same_by_both_forms(taking, sign_of_zero):
    """margin, margins and is_mistake, asked at every visit: the same answers, and as many dot
    products.
    """
    data = Dataset([[2, 1], [0, 1], [-1, 3], [1, "-1/2"], [0, 0]], [+1, -1, -1, +1, -1])
    one = taking(never, pla, data, asks_everything, sign_of_zero=sign_of_zero, max_updates=30)
    told = asks_everything.seen
    for changes in (at_once, every_time):
        assert (
            taking(changes, pla, data, asks_everything, sign_of_zero=sign_of_zero, max_updates=30)
            == one
        )
        assert asks_everything.seen == told
    assert {type(answer) for answer in told[2][0]} == {int}


def test_in_two_interleaved_runs_each_keeps_its_own_margins(monkeypatch):
    """Updates of two runs asked for in turn are those of each alone."""
    monkeypatch.setattr(module, "PERIOD", 1)
    monkeypatch.setattr(Margins, "pays_to_change", lambda self, asked: self._t == 1)
    sets = example("and"), example("xor")
    together = list(zip(*(updates(data, "worst-margin", max_updates=15) for data in sets)))
    for data, of_one in zip(sets, zip(*together)):
        assert [update.n for update in of_one] == list(pla(data, "worst-margin", max_updates=15).n)[
            : len(of_one)
        ]


# What the dual form holds


def corrected(margins, data, n):
    """Correct example n, as the loop does; return the margins of the dual form."""
    w = tuple(w_i + data.ys[n] * x_i for w_i, x_i in zip(margins.w, data.scaled_xs[n]))
    return updated(margins, n, w)


def updated(margins, n, w):
    """Tell of an update; return the margins of the dual form."""
    margins.update(n, w, asked=0)
    return margins.dual


def test_all_margins_are_at_hand_in_dual_form_and_none_in_primal_form(monkeypatch):
    """`dual` holds y_n w_t . x_n after every update, by hand; a change back leaves none."""
    monkeypatch.setattr(module, "PERIOD", 1)
    monkeypatch.setattr(Margins, "pays_to_change", lambda self, asked: self._t in (2, 5))
    data = Dataset([[1], [-2]], [+1, -1])
    margins = Margins(data.scaled_xs, data.ys, (0, 0))
    dual = [corrected(margins, data, n) for n in (0, 1, 1, 0, 0)]
    assert dual[0] is dual[4] is None
    # w = (0, 3), (-1, 5), (0, 6)
    assert list(map(list, dual[1:4])) == [[3, 6], [4, 11], [6, 12]]
    assert margins.all() == (8, 13)


def test_in_dual_form_a_visit_computes_nothing(monkeypatch):
    """From the change on, the loop reads the margins at hand."""
    computed, product = [], sys.modules[pla.__module__].sumprod
    monkeypatch.setattr(module, "PERIOD", 1)
    monkeypatch.setattr(Margins, "pays_to_change", lambda self, asked: self._t == 3)
    monkeypatch.setattr(
        sys.modules[pla.__module__], "sumprod", lambda u, v: computed.append(1) or product(u, v)
    )
    visits = []
    run = pla(example("and"), on_update=lambda update: visits.append(update.visits))
    assert run.updates == 18
    assert len(computed) == visits[2]


def test_a_row_is_computed_once(monkeypatch):
    """The first correction of an example in dual form takes a dot product of the columns, a later
    one none.
    """
    asked = []
    dot_of_columns = Packed.dot
    monkeypatch.setattr(module, "PERIOD", 1)
    monkeypatch.setattr(Margins, "pays_to_change", lambda self, asked: self._t == 1)
    monkeypatch.setattr(Packed, "dot", lambda self, v: asked.append(1) or dot_of_columns(self, v))
    data = example("and")
    margins, taken = Margins(data.scaled_xs, data.ys, (0, 0, 0)), []
    for n in (3, 0, 0, 1, 0, 1):
        asked.clear()
        corrected(margins, data, n)
        taken.append(len(asked))
    assert taken == [1, 1, 0, 1, 0, 0]  # the first gives the margins at the change


def test_a_change_back_and_forth_computes_no_row_again(monkeypatch):
    """Columns and rows are cached; only the margins are computed anew."""
    asked = []
    dot_of_columns = Packed.dot
    monkeypatch.setattr(module, "PERIOD", 1)
    monkeypatch.setattr(Margins, "pays_to_change", lambda self, asked: self._t in (1, 3, 4))
    monkeypatch.setattr(Packed, "dot", lambda self, v: asked.append(1) or dot_of_columns(self, v))
    data = example("and")
    margins = Margins(data.scaled_xs, data.ys, (0, 0, 0))
    for n in (3, 0, 0, 3, 0, 0):
        corrected(margins, data, n)
    assert len(asked) == 3  # the margins twice, and the row of example 0


@pytest.mark.parametrize(("x", "dual"), [(LARGEST, [LARGEST, 0]), (LARGEST + 1, None)])
def test_margins_of_more_than_63_bits_stay_in_primal_form(monkeypatch, x, dual):
    """The dual form is for numbers below 2^63; where one is larger, the run goes on in primal form,
    and does not try again.
    """
    tried = []
    monkeypatch.setattr(module, "PERIOD", 1)
    monkeypatch.setattr(
        Margins, "pays_to_change", lambda self, asked: tried.append(self._t) or self._t == 1
    )
    data = Dataset._from_scaled(((1, x), (1, 0)), (+1, +1), 1, None, ("-1", "+1"))
    margins = Margins(data.scaled_xs, data.ys, (0, 0))
    found = updated(margins, 0, (0, 1))
    assert (found and list(found)) == dual
    assert margins.all() == (x, 0)
    updated(margins, 1, (1, 1))
    assert margins.all() == (x + 1, 1)
    assert tried == ([1] if dual is None else [1, 2])


def test_margins_that_outgrow_63_bits_go_back_to_primal_form(monkeypatch):
    """When the weights may make a score too large, the run goes on in primal form."""
    monkeypatch.setattr(module, "PERIOD", 1)
    monkeypatch.setattr(Margins, "pays_to_change", lambda self, asked: self._t == 1)
    data = Dataset._from_scaled(((1, 1 << 61), (1, 0)), (+1, +1), 1, None, ("-1", "+1"))
    margins = Margins(data.scaled_xs, data.ys, (0, 0))
    dual = [updated(margins, 0, (0, w_1)) for w_1 in (1, 2, 3, 4, 5)]
    assert [margins and list(margins) for margins in dual] == [
        [1 << 61, 0],
        [2 << 61, 0],
        [3 << 61, 0],
        None,
        None,
    ]
    assert margins.all() == (5 << 61, 0)


def test_many_rows_added_do_not_make_margins_too_large(monkeypatch):
    """How far margins may be from zero is told anew from the weights before the dual form is given
    up.
    """
    monkeypatch.setattr(module, "PERIOD", 1)
    monkeypatch.setattr(Margins, "pays_to_change", lambda self, asked: self._t == 1)
    a = 1 << 30
    data = Dataset._from_scaled(((1, a), (1, -a)), (+1, +1), 1, None, ("-1", "+1"))
    margins = Margins(data.scaled_xs, data.ys, (0, 0))
    dual = [list(updated(margins, t % 2, (0, a if t % 2 == 0 else 0))) for t in range(50)]
    assert dual == [[a * a, -a * a], [0, 0]] * 25


@pytest.mark.parametrize("name", ["cyclic", "worst-margin"])
def test_numbers_of_many_digits_make_the_same_run(taking, name):
    """Features and a start beyond every machine word are left to the primal form."""
    rows = [["1e40", "0.5"], ["-3e40", "1e-9"], ["2e40", "-7"], [1, 2]]
    data = Dataset(rows, [+1, -1, +1, -1])
    for w0 in ([0, 0, 0], ["1e80", 0, "-1e-30"]):
        one = taking(never, pla, data, name, w0=w0, max_updates=50)
        assert taking(at_once, pla, data, name, w0=w0, max_updates=50) == one


def bytes_taken(margins):
    """Return how much memory columns and rows take."""
    columns = margins._columns._columns if margins._columns else ()
    numbers = [*columns, *(number for row in margins._rows.values() if row for number in row)]
    return sum(map(sys.getsizeof, numbers))


@pytest.mark.skipif(sys.implementation.name == "pypy", reason="there sizes of objects are not told")
@pytest.mark.parametrize(
    ("most", "rows"), [(0, 0), (2_000, 0), (4_000, 1), (10_000, 9), (1_000_000, 34)]
)
def test_columns_and_rows_never_take_more_than_the_stated_size(monkeypatch, most, rows):
    """Whatever the limit, it holds after every update, and the run is the same."""
    data = example("noisy", N=60, d=3, flips=12, seed=2)
    monkeypatch.setattr(Margins, "pays_to_change", lambda self, asked: False)
    one = pla(data, max_updates=300)
    taken, dual, correct = [], [], Margins.update

    def watched(self, *words):
        found = correct(self, *words)
        taken.append(bytes_taken(self))
        dual.append(sum(row is not None for row in self._rows.values()))
        return found

    monkeypatch.setattr(module, "PERIOD", 1)
    monkeypatch.setattr(module, "MOST_BYTES", most)
    monkeypatch.setattr(Margins, "pays_to_change", lambda self, asked: self._t == 1)
    monkeypatch.setattr(Margins, "update", watched)
    run = pla(data, max_updates=300)
    assert (run.n, run.visits, run.w, run.dot_products) == (
        one.n,
        one.visits,
        one.w,
        one.dot_products,
    )
    assert (max(taken) <= most, len(taken)) == (True, 300)
    assert max(dual) == rows
    assert (max(taken) == 0) is (most < 4 * 740)


def test_the_oldest_row_is_evicted_first(monkeypatch):
    """With room for the columns and two rows, the third pushes out the first."""
    data = example("and")
    monkeypatch.setattr(module, "MOST_BYTES", (1 + data.d + 2) * (9 * data.N + 200))
    margins = Margins(data.scaled_xs, data.ys, (0, 0, 0))
    for n in (3, 0, 3, 1):
        corrected(margins, data, n)
    assert list(margins._rows) == [0, 1]


# When the form changes


@pytest.fixture
def changed_at(monkeypatch):
    """Return a function that tells after which updates a run changed its form, a dot product taken
    for ten additions.
    """
    monkeypatch.setattr(module, "additions_of_dot_product", lambda d: 10)
    rule = Margins.pays_to_change

    def run_and_tell(run, *words, **options):
        found = []

        def watched(self, asked):
            changes = rule(self, asked)
            if changes:
                found.append(self._t)
            return changes

        monkeypatch.setattr(Margins, "pays_to_change", watched)
        run(*words, **options)
        return found

    return run_and_tell


def test_the_form_changes_when_the_other_would_have_saved_the_price_of_the_change(changed_at):
    """Worked by hand for an example that is corrected over and over, after looking at all margins
    each time.

    N = 40, d = 1: every update asks for 41 dot products, 410 additions; the dual form takes 140.
    After 16 updates it would have saved 16 * 270 = 4,320 additions. The change costs 17 times 40:
    16 for the columns and 1 for the one row.
    """
    data = Dataset([[0]] * 39 + [[1]], [+1] * 39 + [-1])

    def last(view):
        while True:
            view.margins()
            yield 39

    assert changed_at(pla, data, last, w0=[0, 1000], max_updates=100) == [16]


def test_a_price_not_saved_yet_is_waited_for(changed_at):
    """As above with 12 margins asked for: 130 - 140 additions, nothing saved; with 14, 10 an
    update: 5 looks, 800.
    """
    data = Dataset([[0]] * 39 + [[1]], [+1] * 39 + [-1])

    def last(margins):
        def visits(view):
            while True:
                for n in range(margins):
                    view.margin(n)
                yield 39

        return visits

    assert changed_at(pla, data, last(12), w0=[0, 1000], max_updates=300) == []
    assert changed_at(pla, data, last(14), w0=[0, 1000], max_updates=300) == [80]


def test_what_pocket_asks_for_in_counting_counts(changed_at):
    """The same visits pay for all margins when mistakes are counted after every update, and not for
    PLA alone.
    """
    data = example("noisy", N=100, d=3, flips=20, seed=3)
    assert changed_at(pla, data, max_updates=200) == []
    assert changed_at(pocket, data, "cyclic", max_updates=200) == [16]


def test_few_visits_do_not_pay_for_all_margins(changed_at):
    """Where every other visit is a mistake, N additions an update cost more than the visits: no
    change.
    """
    data = example("noisy", N=400, d=5, flips=200, seed=3)
    assert changed_at(pla, data, max_updates=2_000) == []


def test_rows_that_are_evicted_again_and_again_do_not_pay(changed_at, monkeypatch):
    """What pays where there is room for all rows does not where there is room for few."""
    data = Dataset([[0, 0, 1]] * 100, [-1, +1] * 50)  # every visit finds a mistake

    def asks_thirty(view):
        while True:
            for n in range(len(view)):
                for m in range(30):
                    view.margin(m)
                yield n

    # An update asks for 310 additions; the dual form takes 200, and 200 more for a row.
    assert changed_at(pla, data, asks_thirty, max_updates=1_000) == [224]
    monkeypatch.setattr(module, "MOST_BYTES", 14 * (9 * 100 + 200))
    assert changed_at(pla, data, asks_thirty, max_updates=1_000) == []


def test_what_was_evicted_long_ago_does_not_count(changed_at, monkeypatch):
    """Rows evicted since the last look are what the dual form would have to compute anew; those
    before it are paid for.
    """
    data = Dataset([[0, 0, 1]] * 100, [-1, +1] * 50)

    def a_pass_and_then_one_for_ever(view):
        for n in range(len(view)):
            yield n
        while True:
            view.margins()
            yield view.updates % 2

    monkeypatch.setattr(module, "MOST_BYTES", 54 * (9 * 100 + 200))
    assert changed_at(pla, data, a_pass_and_then_one_for_ever, max_updates=1_000) == [128]


def test_the_stated_size_is_32_mib():
    """That is what columns and rows may take."""
    assert module.MOST_BYTES == 32 * 2**20


def test_sets_too_large_for_columns_are_left_to_primal_form(changed_at, monkeypatch):
    """Where the columns alone would take more than the stated size, nothing is looked at."""
    data = example("noisy", N=100, d=3, flips=20, seed=3)
    assert changed_at(pla, data, "worst-margin", max_updates=100) == [16]
    monkeypatch.setattr(module, "MOST_BYTES", 4 * (9 * 100 + 200))
    assert changed_at(pla, data, "worst-margin", max_updates=100) == []


def test_the_form_changes_back_when_visits_get_few(changed_at):
    """A strategy that first asks for much and then goes straight to mistakes: the dual form, and
    the primal form again.
    """
    data = Dataset([[0]] * 39 + [[1]], [+1] * 39 + [-1])

    def hurried(view):
        while True:
            if view.updates < 100:
                view.margins()
            yield 39

    changes = changed_at(pla, data, hurried, w0=[0, 1000], max_updates=400)
    # Back when updates at 140 - 10 additions each have made up for twice the price, 1,360.
    assert changes == [16, 128]


def test_every_change_makes_the_next_one_dearer(monkeypatch):
    """The price doubles, so that a run cannot change to and fro for ever."""
    monkeypatch.setattr(module, "additions_of_dot_product", lambda d: 1)
    data = Dataset([[1], [2]], [+1, +1])
    margins, asked, changes = Margins(data.scaled_xs, data.ys, (0, 0)), 0, []
    for t in range(20_000):
        asked += 0 if margins.dual else 200
        dual = margins.dual
        margins.update(0, (t, t), asked)
        if (margins.dual is None) is not (dual is None):
            changes.append(t)
    assert len(changes) == 15
    assert changes[-1] - changes[-2] > 3_000


def test_what_asking_costs_is_told_for_each_kind_of_python():
    """A dot product by `math.sumprod` takes less time, and on PyPy less still."""
    old, new, pypy = (10 * 5, 25 * 5, 65 * 5), (22, 45, 105), (6, 10, 20)
    expected = (
        pypy if sys.implementation.name == "pypy" else new if sys.version_info >= (3, 12) else old
    )
    assert tuple(map(additions_of_dot_product, (5, 20, 60))) == expected


def test_a_score_is_a_dot_product():
    """In primal form margin and margins are y_n w . x_n."""
    data = example("credit")
    margins = Margins(data.scaled_xs, data.ys, tuple(range(1 + data.d)))
    expected = tuple(y * dot(margins.w, x) for x, y in zip(data.scaled_xs, data.ys))
    assert margins.all() == tuple(map(margins.of, range(data.N))) == expected
