"""The margins of a run: whichever form they take, and whenever it changes, it is the same run."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from copy import copy, deepcopy
from fractions import Fraction
from pickle import dumps, loads
from random import Random
from threading import Thread

import oracle
import pytest
from test_hostile import USELESS

from perceptron_ref import Dataset, example, pla, pocket, strategies, strategy, updates
from perceptron_ref.exact import costs, packed
from perceptron_ref.exact.costs import BLOCK, PERIOD, WIDE
from perceptron_ref.exact.scores import Margins
from perceptron_ref.pla import corrections
from perceptron_ref.run import State
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.visits import Pass

RUNS = {"pla": pla, "pocket": pocket, "pla_with_bias": pla_with_bias}
FORMS = ["one by one", "blocks", "dual"]
EDGES = sorted({size + i for size in (BLOCK, WIDE) for i in (-1, 0, 1)})
on_pypy = sys.implementation.name == "pypy"


@contextmanager
def form(name):
    """Let all runs take that form; "" for the one they choose, a number for forms at random."""
    with pytest.MonkeyPatch.context() as patch:
        if isinstance(name, int):
            random, update = Random(name), Margins.update

            def switching(self, n):
                update(self, n)
                if random.random() < 0.4:
                    self.take(random.choice(FORMS))

            patch.setattr(Margins, "update", switching)
            name = random.choice(["", *FORMS])
        patch.setattr(Margins, "pinned", name)
        yield


def told_by(run, data, visits, **options):
    """Return all that there is to compare of a run, as `oracle.told_by` does."""
    return oracle.told_of(run, data, visits, **options)[1]


def random_set(random):
    """Return a set of any kind: few examples or about a block of them, separable or not, whole
    numbers or not, small or large, with zeros and duplicates.
    """
    d, N = random.randint(1, 4), random.randint(1, 9)
    if random.random() < 0.15:
        d, N = random.randint(1, 2), random.choice(EDGES)
    size, denominators = random.choice(
        [(2, [1]), (9, [1, 2, 3]), (10**6, [1, 7]), (10**12, [1, 10**4]), (10**30, [1, 9])]
    )
    rows = []
    for _ in range(N):
        row = [
            Fraction(random.choice([0, *[random.randint(-size, size)] * 3]))
            / random.choice(denominators)
            for _ in range(d)
        ]
        rows.append(random.choice(rows) if random.random() < 0.1 and rows else row)
    line = [random.randint(-size, size), *(random.randint(-5, 5) for _ in range(d))]
    odd = random.choice([0.0, 0.5 / N, 0.02, 0.5])  # how many labels are not those of the line
    labels = [
        random.choice((-1, +1)) if random.random() < odd else oracle.sign(oracle.dot(line, x), 1)
        for x in ([1, *row] for row in rows)
    ]
    return Dataset(rows, labels), line


def random_options(random, data, line):
    """Return options of `pla`: limits of all sizes, those in the middle of a pass among them."""
    N = data.N
    options = {
        "sign_of_zero": random.choice((-1, 0, +1)),
        "max_updates": random.randint(0, 40 if N < 10 else 6),
        "max_visits": random.choice([None, random.randint(0, 4 * N)]),
        random.choice(["patience", "right_in_a_row"]): random.choice(
            [None, 1, random.randint(1, 4 * N)]
        ),
    }
    if random.random() < 0.6:
        near = [w_i + Fraction(random.randint(-2, 2), random.choice((1, 3))) for w_i in line]
        options["w0"] = random.choice(
            [near, line, line, [Fraction(i - 1, 2) for i in range(1 + data.d)]]
        )
        options["eta"] = random.choice((1, Fraction(1, 3), 5))
    return options


class Drawn:
    """A strategy that asks the view anything, and yields anything: single visits, passes of all
    kinds, None, the end. told: the answers, times `factor`.
    """

    __name__ = "drawn"
    factor = 1

    def __init__(self, seed):
        self.seed = seed

    def __call__(self, view):
        self.told = []
        return self.visits(view, Random(self.seed))

    def visits(self, view, random):
        """Do so, always the same for the same seed."""
        N, likes = len(view), random.choice(["any", "passes", "questions", "single visits"])
        while True:
            kind = random.randrange(10)
            if likes == "questions" or kind == 0:
                self.ask(view, random)
            if likes == "passes" or kind in (1, 2):
                yield range(N)
            elif kind == 3:
                begin = random.randrange(N)
                yield range(begin, random.randint(begin, N))
            elif kind == 4:
                yield range(N - 1, -1, -random.randint(1, 3))
            elif kind == 5:
                yield range(random.randrange(N), N, random.randint(1, 3))
            elif kind in (6, 7):
                draws = [random.randrange(N) for _ in range(random.randint(0, 2 * N))]
                yield random.choice([list, tuple])(draws)
            elif kind == 8 and random.random() < 0.2:
                if random.random() < 0.3:
                    return
                yield None
            else:
                for _ in range(random.randint(1, N) if likes == "single visits" else 1):
                    yield random.randrange(N)

    def ask(self, view, random):
        """Ask one question."""
        n, kind = random.randrange(len(view)), random.randrange(5)
        if kind == 0:
            answers = view.margins()
        elif kind == 1:
            answers = [view.margin(n)]
        elif kind == 2:
            self.told.append(view.is_mistake(n))
            return
        elif kind == 3:
            answers = [view.squared_norm(n)]
        else:
            self.told.append(view.updates)
            return
        assert self.factor == 1 or {type(answer) for answer in answers} == {int}
        self.told.extend([self.factor * answer for answer in answers])


def random_visits(random):
    """Return a strategy of any kind."""
    name, options, _ = random.choice(oracle.ORDERS)
    return random.choice([strategy(name, **options), Drawn(random.randrange(10**6))])


def hold_against_the_oracle(random):
    """Draw a run; make it in all forms, and switching between them."""
    data, line = random_set(random)
    options, visits = random_options(random, data, line), random_visits(random)
    run, plain = random.choice([pla, pla, pocket]), dict(options)
    D = oracle.examples_of(data)
    R2 = max(oracle.dot(x[1:], x[1:]) for x, _ in D)
    if R2 and "w0" not in options and random.random() < 0.2:
        run, plain["bias_step"] = pla_with_bias, R2
    expected = oracle.told_by(D, visits, pocket=run is pocket, **plain)
    answers = getattr(visits, "told", None)
    held = random.choice([data, data, oracle.sparse(data)])
    if answers is not None:
        # an answer in the lecture's numbers is the one told, times this
        visits.factor = State(held, visits, plain.get("bias_step", 1), **options).unit / data.scale
    for name in ["", *FORMS, random.randrange(10**6), random.randrange(10**6)]:
        with form(name):
            found = told_by(run, held, visits, **options)
        drawn = name, held.N, visits, options
        assert found[:4] == tuple(expected[:4]), drawn
        assert found[4:] == tuple(expected[4:]), drawn
        if answers is not None:
            assert visits.told == answers, drawn


@pytest.mark.parametrize(
    ("seed", "times"),
    [(0, 60), *(pytest.param(seed, 500, marks=pytest.mark.ci) for seed in range(1, 9))],
)
def test_every_form_is_the_plainest_run(seed, times):
    """n(t), visits, dot products, every w_t, the end and what the view told, for drawn sets,
    strategies, starts and limits: in each form, the one chosen, and switching at random.
    """
    random = Random(seed)
    for _ in range(times):
        hold_against_the_oracle(random)


@pytest.mark.ci
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.ci) for n in range(1, 5))])
def test_a_long_run_is_the_plainest_run(seed):
    """So many updates that lanes are made anew, and that a run may change its form twice."""
    random = Random(seed)
    rows = [[random.randint(-9, 9) for _ in range(2)] for _ in range(12)]
    data = Dataset(rows, [random.choice((-1, +1)) for _ in rows])
    for visits, most in (("cyclic", 2_500), ("worst-margin", 300)):
        visits = strategy(visits)
        D = [([1, *x], y) for x, y in zip(rows, data.ys)]
        expected = oracle.told_by(D, visits, max_updates=most)
        for name in ["", *FORMS, seed]:
            with form(name):
                assert told_by(pla, data, visits, max_updates=most) == expected


@pytest.mark.parametrize("name", sorted(strategies()))
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_a_change_at_any_update_is_the_same_run(monkeypatch, run, name):
    """To each form after update t, and to another three updates later, for every t."""
    data = example("and")
    with form("one by one"):
        expected = told_by(run, data, name, max_updates=40)
    assert len(expected[1]) > 8
    update, T = Margins.update, len(expected[1])
    for t in range(1, T + 1):
        changes = {t: FORMS[t % 3], t + 3: FORMS[(t + 1) % 3]}
        done = []

        def changing(self, n, changes=changes, done=done):
            update(self, n)
            done.append(n)
            if len(done) in changes:
                self.take(changes[len(done)])

        monkeypatch.setattr(Margins, "update", changing)
        assert told_by(run, data, name, max_updates=40) == expected


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("visits", USELESS)
@pytest.mark.parametrize("run", [pla, pocket])
def test_useless_strategies_make_the_same_run_in_every_form(run, visits, name):
    """Where the loop has to visit by itself, too."""
    for rows, labels, _ in oracle.separable_sets(5):
        data = Dataset(rows, labels)
        expected = told_by(run, data, visits, patience=3)
        with form(name):
            assert told_by(run, data, visits, patience=3) == expected


def state_of(rows, labels, name, **options):
    """Return the state of a run on rows of ints that has taken that form."""
    xs = tuple((1, *row) for row in rows)
    data = Dataset._from_scaled(xs, tuple(labels), 1, None, ("-1", "+1"))
    state = State(data, "cyclic", **options)
    state.margins.take(name)
    return state


@pytest.mark.parametrize("sign_of_zero", [-1, 0, +1])
@pytest.mark.parametrize(
    "N", [pytest.param(N, marks=[] if N % BLOCK == 1 else [pytest.mark.ci]) for N in EDGES]
)
def test_the_first_mistake_is_found_wherever_it_is(N, sign_of_zero):
    """At both ends of every block, in passes of all kinds and in a part of each, whether its margin
    is 0 or below; margins and count say the same. With w = (0, 1) all other examples are right.
    """
    places = {n for n in (0, 1, BLOCK - 1, BLOCK, WIDE - 1, WIDE, N - 2, N - 1) if n < N}
    passes = [range(N), range(1, N), range(0, N, 2), range(N - 1, -1, -1)]
    passes.append([n * 7 % N for n in range(N)] * 2)
    for wrong in places:
        for x, y in ((0, -sign_of_zero or 1), (-5, +1), (5, -1)):
            rows, labels = [[1 + n % 3] for n in range(N)], [+1] * N
            rows[wrong], labels[wrong] = [x], y
            expected = [y * row[0] for row, y in zip(rows, labels)]
            for name in FORMS:
                state = state_of(rows, labels, name, w0=[0, 1], sign_of_zero=sign_of_zero)
                margins = state.margins
                assert (margins.count_mistakes(), margins.counted) == (1, N)
                assert margins.all() == expected
                assert [margins.of(n) for n in (*places, wrong)] == [
                    expected[n] for n in (*places, wrong)
                ]
                for visits in passes:
                    most = len(visits)
                    for begin in (0, 1, min(BLOCK, most), most // 2):
                        for end in {begin, (begin + most) // 2, most - 1, most} - {*range(begin)}:
                            part = list(visits[begin:end])
                            found = begin + part.index(wrong) + 1 if wrong in part else end
                            walked = Pass(visits)
                            walked.at = begin
                            n = margins.first_mistake(walked, end - begin)
                            assert (n, walked.at) == (wrong if wrong in part else None, found)


def test_what_is_right_at_zero_is_no_mistake():
    """Where sign(0) is a label, all examples with it are right about w = 0, in every form."""
    labels = [+1 if n % 3 else -1 for n in range(BLOCK + 1)]
    for sign_of_zero in (-1, 0, +1):
        wrong = [n for n, y in enumerate(labels) if y != sign_of_zero]
        for name in FORMS:
            state = state_of(
                [[n] for n in range(BLOCK + 1)], labels, name, sign_of_zero=sign_of_zero
            )
            found = state.margins.first_mistake(Pass(range(BLOCK + 1)), BLOCK + 1)
            assert (found, state.margins.count_mistakes()) == (wrong[0], len(wrong))


# Lanes that are too narrow by and by


@pytest.mark.ci
@pytest.mark.parametrize("asks_for_all", [True, False])
@pytest.mark.parametrize("name", FORMS)
def test_lanes_grow_with_the_numbers(name, asks_for_all):
    """One example corrected over and over, which makes all margins grow to more than what the
    lanes were made for, whatever the size: 2^j - 1 fills them; then another one. They are as by
    definition all the time, in every form.
    """
    for size in [*(2**j - 1 for j in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 30, 98)), 10**30]:
        rows = [(size,), (-size,), (1,), (0,)]
        xs, ys = [(1, *row) for row in rows], (+1, +1, -1, -1)
        state = state_of(rows, ys, name)
        w = [0, 0]
        for t in range(3_000):
            n = 0 if t < 2_300 else 1
            state.correct(n)
            w = [w_i + ys[n] * x_i for w_i, x_i in zip(w, xs[n])]
            if t % 97 == 0:
                margins = [y * (w[0] + w[1] * x[1]) for x, y in zip(xs, ys)]
                assert [state.margins.of(n) for n in range(4)] == margins
                assert state.margins.count_mistakes() == sum(margin <= 0 for margin in margins)
                if asks_for_all:
                    assert state.margins.all() == margins
                    assert [state.margins.of(n) for n in range(4)] == margins
        assert state.margins.all() == [y * (w[0] + w[1] * x[1]) for x, y in zip(xs, ys)]
        assert state.w == tuple(w)


@pytest.mark.ci
@pytest.mark.parametrize("name", FORMS)
def test_numbers_of_any_size_start_a_run(name):
    """From w_0 at the very edge of a lane, on either side of it."""
    for bits in range(1, 80):
        for w_1 in (2**bits - 1, 2**bits, -(2**bits), -(2**bits) - 1):
            state = state_of([(1,), (-1,), (3,)], (+1, -1, -1), name, w0=[0, w_1])
            assert state.margins.all() == [w_1, w_1, -3 * w_1]
            mistakes = {True: [2], False: [0, 1]}[w_1 > 0]
            assert state.margins.count_mistakes() == len(mistakes)
            assert state.margins.first_mistake(Pass(range(3)), 3) == mistakes[0]


# What runs share, and what they do not


def drawn_set(N, d, seed, flips=0.2, size=100):
    """Return a set that a line through zero separates but for so many flipped labels."""
    random = Random(seed)
    line = [random.randint(-5, 5) or 1 for _ in range(d)]
    rows = [[random.randint(-size, size) for _ in range(d)] for _ in range(N)]
    labels = [oracle.sign(sum(map(int.__mul__, line, row)), 1) for row in rows]
    return rows, [-y if random.random() < flips else y for y in labels]


@pytest.mark.parametrize("name", ["", *FORMS])
def test_in_two_interleaved_runs_each_keeps_its_own_margins(name):
    """Updates of runs asked for in turn are those of each alone: on two sets, and on one."""
    sets = example("and"), example("xor"), example("xor")
    sets = [*sets, sets[-1]]
    options = [{}, {}, {"sign_of_zero": 1}, {"eta": 3, "w0": ["1/2", 0, 7]}]
    alone = [
        list(pla(data, "worst-margin", max_updates=40, **some).n)
        for data, some in zip(sets, options)
    ]
    with form(name):
        runs = [
            updates(data, "worst-margin", max_updates=40, **some)
            for data, some in zip(sets, options)
        ]
        found = [[] for _ in runs]
        for _ in range(41):
            for run, n in zip(runs, found):
                n.extend(update.n for update in [next(run, None)] if update is not None)
    assert found == alone


@pytest.mark.ci
@pytest.mark.parametrize("name", ["", "blocks", "dual"])
def test_threads_may_share_a_set(name):
    """Runs of all kinds at once on a set that nobody has run on give what each gives alone."""
    rows, labels = drawn_set(60, 3, seed=4)
    kinds = [
        (pla, "cyclic", {"max_updates": 400}),
        (pla, "worst-margin", {"max_updates": 200, "w0": [0, "1/3", 0, 10**12]}),
        (pocket, "random", {"max_updates": 200}),
        (pla_with_bias, "random-permutation", {"max_updates": 300}),
    ]

    def run_all(data, results):
        for i, (run, visits, options) in enumerate(kinds):
            results[i] = told_by(run, data, visits, **options)

    expected = [None] * 4
    run_all(Dataset(rows, labels), expected)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with form(name):
            data = Dataset(rows, labels)
            found = [[None] * 4 for _ in range(3)]
            threads = [Thread(target=run_all, args=(data, results)) for results in found]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    finally:
        sys.setswitchinterval(before)
    assert found == [expected] * 3


def test_keys_of_rows_differ_between_threads():
    """Lanes of different widths have different Gram rows, whoever asks at the same time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(60):
            columns, kinds = Dataset([[1], [2]], [1, -1]).packed, []
            threads = [
                Thread(target=lambda k=k, of=columns, kinds=kinds: kinds.append(of.kind(k, 1, 1)))
                for k in range(1, 5)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert len(set(kinds)) == 4
    finally:
        sys.setswitchinterval(before)


@pytest.mark.parametrize("name", ["", *FORMS, 7])
@pytest.mark.parametrize("held", [Dataset, lambda *words: oracle.sparse(Dataset(*words))])
def test_weights_may_be_asked_for_at_any_time(name, held):
    """Those of old updates later, in any order, while the run goes on and after it."""
    data = held([[2, 0], [0, "1/3"], [-1, 3], [2, 0]], [+1, -1, -1, -1])
    with form("one by one"):
        expected = [update.w for update in updates(data, max_updates=30)]
    assert len(expected) == 30
    random = Random(5)
    with form(name):
        made = []
        for update in updates(data, max_updates=30):
            made.append(update)
            for old in random.choices(made, k=random.randrange(3)):
                assert old.w == expected[old.t]
    for t in [*range(29, -1, -1), *random.choices(range(30), k=30)]:
        assert made[t].w == expected[t]


def test_rows_are_computed_once_for_all_runs_on_a_set():
    """A second run takes what the first one left; so does Pocket."""
    data = Dataset(*drawn_set(60, 3, seed=4))
    with form("dual"):
        first = pla(data, max_updates=100)
        assert data.packed.rows_made == len(set(first.n)) > 5
        for again in (pla(data, max_updates=100), pla(data, max_updates=100, sign_of_zero=1)):
            assert again.updates == 100
        assert data.packed.rows_made >= len(set(first.n))
        made = data.packed.rows_made
        pla(data, max_updates=100)
        pocket(data, "cyclic", max_updates=100)
        assert data.packed.rows_made == made


@pytest.mark.parametrize("again", [copy, deepcopy, lambda data: loads(dumps(data))])
@pytest.mark.parametrize("name", ["", "blocks", "dual"])
def test_what_is_computed_from_a_set_stays_behind_when_it_is_copied(again, name):
    """Neither a copy nor a pickle has columns or rows; both make the same run."""
    dense = Dataset(*drawn_set(60, 3, seed=4))
    for data in (dense, oracle.sparse(dense)):
        size = len(dumps(data))
        with form(name):
            run = pla(data, max_updates=100)
            assert len(dumps(data)) == size
            other = again(data)
            assert other == data
            assert other.packed is not data.packed
            assert other.packed.rows_made == 0
            assert pla(other, max_updates=100).n == run.n


@pytest.mark.parametrize("most", [0, 1, 2_000, 10_000, 10**9])
def test_however_little_may_be_cached_it_is_the_same_run(monkeypatch, most):
    """In blocks and in dual form, dense and sparse."""
    rows, labels = drawn_set(130, 3, seed=4)
    with form("one by one"):
        expected = told_by(pla, Dataset(rows, labels), "cyclic", max_updates=60)
    monkeypatch.setattr(packed, "MOST_BYTES", most)
    for name in ("blocks", "dual", ""):
        for held in (lambda data: data, oracle.sparse):
            with form(name):
                data = held(Dataset(rows, labels))
                assert told_by(pla, data, "cyclic", max_updates=60) == expected


@pytest.mark.skipif(on_pypy, reason="there sizes of objects are not told")
@pytest.mark.parametrize("most", [0, 6_000, 30_000])
def test_columns_and_rows_take_no_more_than_the_stated_size(monkeypatch, most):
    """All ints in the cache of a set together, after every update; 10 % and a few bytes for each
    int aside, of which none is counted.
    """
    monkeypatch.setattr(packed, "MOST_BYTES", most)
    data, taken = Dataset(*drawn_set(300, 3, seed=4)), []

    def measure(_):
        found, entries = set(), data.packed._cache._entries
        for value, _, _ in entries.values():
            found.update({id(x): x for x in flat(value)}.values())
        taken.append(sum(sys.getsizeof(number) - 28 for number in found))

    for name in ("blocks", "dual"):
        with form(name):
            pla(data, max_updates=150, on_update=measure)
    assert most / 3 <= max(taken) <= 1.1 * most


def flat(value):
    """Yield all ints in lists and tuples."""
    if isinstance(value, int):
        yield value
    else:
        for part in value:
            yield from flat(part)


def test_the_stated_size_is_32_mib():
    """That is what columns and rows of a set may take."""
    assert packed.MOST_BYTES == 32 * 2**20


# Which form a run takes


def forms_of(data, visits="cyclic", *, counting=False, **options):
    """Return after which updates the run changed its form, and to which."""
    state, changes, dual = State(data, visits, **options), [], False
    for _ in corrections(state):
        if counting:
            state.margins.count_mistakes()
        if (state.margins.dual is not None) is not dual:
            dual = not dual
            changes.append((state.t, "dual" if dual else "primal"))
    return changes


dense_only = pytest.mark.skipif(on_pypy, reason="there all runs stay in primal form, one by one")


@dense_only
@pytest.mark.parametrize(
    ("N", "d", "flips", "visits", "counting", "most"),
    [
        (208, 60, 0.02, "cyclic", False, 3_000),
        (400, 5, 0.1, "worst-margin", False, 500),
        (400, 5, 0.1, "random", True, 500),
        (400, 20, 0.0, "cyclic", False, 2_000),
    ],
)
def test_the_dual_form_is_taken_where_it_pays(N, d, flips, visits, counting, most):
    """Many visits or all margins for every update, and examples that are corrected again and again;
    at the same update in each run on a fresh set.
    """
    drawn = drawn_set(N, d, seed=1, flips=flips)
    changes = forms_of(Dataset(*drawn), visits, counting=counting, max_updates=most)
    assert [to for _, to in changes] == ["dual"]
    assert changes[0][0] % PERIOD == 0
    again = forms_of(Dataset(*drawn), visits, counting=counting, max_updates=most)
    assert again == changes


@pytest.mark.parametrize(
    ("N", "d", "flips", "visits", "most"),
    [
        (1_000, 10, 0.0, "cyclic", 60),
        (400, 5, 0.5, "cyclic", 600),
    ],
)
def test_the_dual_form_is_not_taken_where_it_does_not_pay(N, d, flips, visits, most):
    """Few updates, or few visits for each."""
    assert forms_of(Dataset(*drawn_set(N, d, 1, flips)), visits, max_updates=most) == []


@dense_only
def test_the_form_changes_back_when_visits_get_few():
    """A strategy that first asks for much and then goes straight to mistakes: the dual form, and
    the primal form again; the same run as without.
    """
    rows, labels = [[0]] * 399 + [[1]], [+1] * 399 + [-1]

    def hurried(view):
        while True:
            if view.updates < 100:
                view.margins()
            yield 399

    changes = forms_of(Dataset(rows, labels), hurried, w0=[0, 10**4], max_updates=900)
    assert [to for _, to in changes] == ["dual", "primal"]
    assert changes[0][0] < 100 < changes[1][0]
    found = told_by(pla, Dataset(rows, labels), hurried, w0=[0, 10**4], max_updates=900)
    with form("one by one"):
        expected = told_by(pla, Dataset(rows, labels), hurried, w0=[0, 10**4], max_updates=900)
    assert found == expected


@dense_only
def test_what_was_found_to_pay_is_taken_at_once_by_the_next_run():
    """A run on a set where the dual form paid begins with it."""
    data = Dataset(*drawn_set(400, 5, 1, 0.1))
    ((t, _),) = forms_of(data, "worst-margin", max_updates=500)
    assert forms_of(data, "worst-margin", max_updates=500) == [(1, "dual")]
    assert t > 1


@pytest.mark.parametrize("name", ["blocks", "dual", ""])
def test_the_form_does_not_show_in_what_is_counted(name):
    """`dot_products` is what the algorithm asks for, not what the machine does."""
    data = Dataset(*drawn_set(130, 3, seed=4))
    with form("one by one"):
        expected = pocket(data, "worst-margin", max_updates=50).dot_products
    assert expected == 50 + 50 * 130 + 51 * 130
    with form(name):
        assert pocket(data, "worst-margin", max_updates=50).dot_products == expected


@dense_only
def test_a_run_that_need_not_look_far_packs_nothing(monkeypatch):
    """Columns are packed after a pass made one by one, not before."""
    data = Dataset(*drawn_set(300, 3, 1, 0.5))
    pla(data, max_updates=100)
    assert data.packed.costs.one_by_one < data.N
    assert not data.packed.costs.packs
    pla(data, max_updates=1_000)
    assert data.packed.costs.packs


def test_where_plain_loops_are_faster_passes_are_visited_one_by_one(monkeypatch):
    """As on PyPy: columns are packed for Gram rows alone, and the run is the same."""
    rows, labels = drawn_set(208, 20, seed=1, flips=0.02)
    data = Dataset(rows, labels)
    expected = told_by(pla, data, "cyclic", max_updates=600)
    monkeypatch.setattr(costs, "PYPY", True)
    fresh = Dataset(rows, labels)
    assert told_by(pla, fresh, "cyclic", max_updates=600) == expected
    assert fresh.packed.costs.one_by_one >= data.N
    assert fresh.packed.costs.packs is False
