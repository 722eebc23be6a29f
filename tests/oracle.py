"""PLA and Pocket once more, in the plainest way, to compare the package with: Fractions, no
scaling, no shortcuts.

The oracle makes one visit after the other. It shares the letters with the package, and no code. At
the end stand data, orders and limits for hypothesis to draw from. `python tests/oracle.py NAME`
prints rows for golden.csv, in which the oracle follows that strategy.
"""

from __future__ import annotations

import csv
import sys
from fractions import Fraction
from hashlib import sha256
from itertools import cycle
from random import Random

from conftest import BUILT_IN
from hypothesis import strategies as st

from perceptron_ref import example, strategy
from perceptron_ref.exact.rationals import exact_text
from perceptron_ref.exact.sparse import SparseVector
from perceptron_ref.plugins.options import parse_name_and_options
from perceptron_ref.testing.data import parse_examples
from perceptron_ref.testing.golden import golden_runs


def dot(u, v):
    """Return u . v by its definition."""
    total = Fraction(0)
    for i in range(len(u)):
        total += u[i] * v[i]
    return total


def sign(value, sign_of_zero=0):
    """Return the sign in three cases."""
    if value > 0:
        return +1
    if value < 0:
        return -1
    return sign_of_zero


def mistakes(D, w, sign_of_zero=0):
    """Return every n with sign(w . x_n) != y_n, in order."""
    return [n for n, (x, y) in enumerate(D) if sign(dot(w, x), sign_of_zero) != y]


class View:
    """A view, which answers a strategy by definition, and counts dot products.

    Margins and squared norms are the lecture's. The norms are multiplied by eta, because an update
    raises the margin by that. bias_step: how far an update moves w_0.
    """

    def __init__(self, D, w, eta, sign_of_zero, bias_step):
        self.D, self.w, self.sign_of_zero = D, w, sign_of_zero
        self.steps = [Fraction(eta) * bias_step] + [Fraction(eta)] * (len(w) - 1)
        self.updates = self.dot_products = 0
        self.knows_all = False  # margins() was asked for since the last update

    def __len__(self):
        return len(self.D)

    def margin(self, n):
        """Return y_n w . x_n."""
        if not self.knows_all:
            self.dot_products += 1
        x, y = self.D[n]
        return y * dot(self.w, x)

    def margins(self):
        """Return y_n w . x_n for all n."""
        margins = tuple(self.margin(n) for n in range(len(self)))
        self.knows_all = True
        return margins

    def is_mistake(self, n):
        """Return whether sign(w . x_n) != y_n."""
        y = self.D[n][1]
        return sign(y * self.margin(n), self.sign_of_zero) != y

    def squared_norm(self, n):
        """Return eta |x_n|^2."""
        self.dot_products += 1
        x = self.D[n][0]
        return dot([step * x_i for step, x_i in zip(self.steps, x)], x)

    def correct(self, n):
        """Add eta y_n x_n to w."""
        x, y = self.D[n]
        self.w = [w_i + step * y * x_i for w_i, step, x_i in zip(self.w, self.steps, x)]
        self.updates += 1
        self.knows_all = False


class Path:
    """A run of PLA: visit what the strategy yields and correct each mistake, until every example
    was seen right since the last update, or a limit ends the run.

    n: n(t). w: w_t from t = 0 on. dot_products: one for each visit, and those of the view.
    before: visits and dot products at the moment when w_t was computed.
    """

    def __init__(
        self,
        D,
        strategy,
        w0=None,
        eta=1,
        sign_of_zero=0,
        max_updates=None,
        max_visits=None,
        patience=None,
        right_in_a_row=None,
        bias_step=1,
    ):
        w = [Fraction(0)] * len(D[0][0]) if w0 is None else [Fraction(w_i) for w_i in w0]
        self.D, self.view = D, View(D, w, eta, sign_of_zero, bias_step)
        self.max_visits = float("inf") if max_visits is None else max_visits
        self.right_in_a_row = right_in_a_row
        patience_limit = right_in_a_row or 10 * len(D) if patience is None else patience
        self.patience = min(patience_limit, right_in_a_row or patience_limit)
        self.requests = one_by_one(strategy(self.view))
        self.n, self.w, self.visits, self.before = [], [w], 0, [(0, 0)]
        while (n := self.find_mistake()) is not None:
            if len(self.n) == max_updates:
                self.status = "max_updates"
                break
            self.view.correct(n)
            self.n.append(n)
            self.w.append(self.view.w)
            self.before.append((self.visits, self.dot_products))

    @property
    def dot_products(self):
        return self.visits + self.view.dot_products

    def find_mistake(self):
        """Return the next mistake, or None. Visit the examples that the strategy yields, then
        those that were not seen right.
        """
        seen_right, in_a_row = set(), 0
        while in_a_row < self.patience and len(seen_right) < len(self.D):
            if self.visits == self.max_visits:
                break
            n = next(self.requests)
            if n is None:
                break
            in_a_row += 1
            if self.is_mistake(n):
                return n
            seen_right.add(n)
        for n in sorted({*range(len(self.D))} - seen_right):
            if self.visits < self.max_visits and in_a_row != self.right_in_a_row:
                in_a_row += 1
                if self.is_mistake(n):
                    return n
                seen_right.add(n)
        self.status = "converged"
        if len(seen_right) < len(self.D):
            ended = in_a_row == self.right_in_a_row
            self.status = "right_in_a_row" if ended else "max_visits"
        return None

    def is_mistake(self, n):
        """Visit example n, and return whether it is a mistake."""
        self.visits += 1
        x, y = self.D[n]
        return sign(dot(self.view.w, x), self.view.sign_of_zero) != y


def one_by_one(answers):
    """Yield the visits of a strategy, those of a pass one by one; None where it sees no mistake."""
    while True:
        for answer in answers:
            visits = [answer] if answer is None or isinstance(answer, int) else list(answer)
            for n in visits or [None]:
                yield n
        yield None


pla = Path


class Pocket:
    """The result of Pocket on a path: it counts the mistakes of every w_t.

    history: (t, mistakes of w_t, mistakes of the pocket). counted: the dot products of counting.
    """

    def __init__(self, D, path, sign_of_zero=0, target_mistakes=0):
        self.history, self.w, self.counted, fewest = [], None, 0, None
        for t, w in enumerate(path.w):
            wrong = mistakes(D, w, sign_of_zero)
            self.counted += len(D)
            if fewest is None or len(wrong) < fewest:
                fewest, self.w = len(wrong), w
            self.history.append((t, len(wrong), fewest))
            if fewest <= target_mistakes:
                break
        self.updates, self.mistakes, self.w_last = t, fewest, w


# The strategies once more. Each function returns an order with these options. The order takes a
# view, of which it uses only the number of examples, the present mistakes, and t.


def wrong(view):
    """Return every mistake of w_t, in order."""
    return mistakes(view.D, view.w, view.sign_of_zero)


def cyclic(until_right=False):
    """Return the order 0, 1, ..., N-1, over and over."""
    return walk(lambda N: cycle(range(N)), until_right)


def random_permutation(seed=0, fresh=True):
    """Return the order of random keys: the examples are sorted by their keys in each pass. Keys
    are drawn anew for each pass, unless `fresh` is false.
    """

    def sequence(N):
        random = Random(seed)
        permutation = None
        while True:
            if permutation is None or fresh:
                permutation = [n for _, n in sorted((random.random(), n) for n in range(N))]
            for n in permutation:
                yield n

    return walk(sequence)


def random(seed=0, until_right=False):
    """Return the order of independent draws: the integer part of N times a number in [0, 1)."""

    def sequence(N):
        random = Random(seed)
        while True:
            yield int(N * Fraction(random.random()))

    return walk(sequence, until_right)


def walk(sequence, until_right=False):
    """Return an order that visits a sequence of examples, or with `until_right` stays at each of
    them until it is right.
    """

    def order(view):
        for n in sequence(len(view)):
            t = view.updates
            yield n
            while until_right and view.updates > t:
                t = view.updates
                yield n

    return order


def restart():
    """Return the order that visits the examples up to the first mistake, and then begins again."""

    def order(view):
        while True:
            yield from range(len(view) if not wrong(view) else wrong(view)[0] + 1)

    return order


def worst_margin(normalized=False):
    """Return the order of the mistake with the smallest y_n w . x_n, or y_n w . x_n / |x_n| if
    `normalized`. Of equal ones the lowest n comes first.
    """

    def badness(view, n):
        x, y = view.D[n]
        margin = y * dot(view.w, x)
        # margin <= 0, where -m^2 orders as m does; |x| then comes in as |x|^2, a Fraction
        return -(margin**2) / dot(x, x) if normalized else margin

    def order(view):
        while True:
            yield min(wrong(view), key=lambda n: badness(view, n), default=None)

    return order


# The strategies by name, each in the oracle's own version: a function of the same name.
def plainest(text):
    """Return the oracle's version of the strategy that a text names, with its options."""
    own, known = strategy(text), BUILT_IN[parse_name_and_options(text)[0]].rpartition(":")[2]
    assert known in globals(), f"tests/oracle.py has no {known}; expected the order {text} there"
    return globals()[known](**own.keywords)


# Each strategy, alone and with options, as golden runs name it
TEXTS = [
    *{
        (strategy(case.strategy).name, *strategy(case.strategy).keywords): case.strategy
        for case in reversed(golden_runs())
    }.values()
]
ORDERS = [(strategy(text).name, strategy(text).keywords, plainest(text)) for text in TEXTS]


def golden_rows(text):
    """Yield rows for golden.csv, in which the oracle follows the strategy that a text names."""
    name, rows = text.replace(":", "-").replace("=", "-").replace(",", "-"), "0 0 -1;0 1 -1;1 0 -1"
    for start, data, most, covers in (
        ("and", f"{rows};1 1 +1", "", f"{text} on x1 AND x2"),
        ("credit", "example:credit", "", f"{text} on the data of the bank"),
        ("xor", "example:xor", "max_updates=40", f"{text} on data that are not separable"),
    ):
        D = example(data) if ":" in data else parse_examples(data)
        limit = {"max_updates": int(most[12:])} if most else {}
        path = pla(examples_of(D), plainest(text), **limit)
        n, w = (" ".join(map(exact_text, numbers)) for numbers in (path.n, path.w[-1]))
        n = n if len(path.n) <= 60 else sha256(n.encode()).hexdigest()
        end = path.status, len(path.n), path.visits, w, n
        yield (f"{start}-{name}", data, "pla", text, most, *end, covers)


# Reports of runs, of the package and of the oracle


def run_and_report(run, data, strategy, **options):
    """Make a run; return it, and its report in the form of `expected_report`."""
    reported = []
    result = run(
        data,
        strategy,
        **options,
        on_update=lambda u: reported.append((u.n, u.visits, u.dot_products, list(u.w))),
    )
    last = list(getattr(result, "w_last", result.w))
    report = (
        result.status,
        list(result.n),
        result.visits,
        result.dot_products,
        list(result.w),
        last,
        reported,
    )
    return result, report


def expected_report(D, strategy, *, pocket=False, **options):
    """Run the oracle's PLA or Pocket to the end; return its report.

    A report has the status, n(t), visits, dot products, the weights found, the last ones, and the
    (n, visits, dot products, w_{t+1}) of all updates.
    """
    path = pla(D, strategy, **options)
    status, T, w, counted, ended = path.status, len(path.n), path.w[-1], 0, False
    if pocket:
        plain_pocket = Pocket(D, path, path.view.sign_of_zero)
        T, w, counted = plain_pocket.updates, plain_pocket.w, plain_pocket.counted
        if plain_pocket.mistakes == 0 or T == options.get("max_updates"):
            status, ended = "max_updates" if plain_pocket.mistakes else "converged", True
    visits, dot_products = path.before[T] if ended else (path.visits, path.dot_products)
    seen = [(path.n[t], *path.before[t + 1], path.w[t + 1]) for t in range(T)]
    return status, path.n[:T], visits, dot_products + counted, w, path.w[T], seen


def examples_of(data):
    """Return a Dataset as the oracle's list of (x_n, y_n), in Fractions, x_0 = 1 first."""
    return list(zip(data.xs, data.ys))


def separable_sets(count):
    """Return `count` sets (rows, labels, w_f) of 1 to 4 features, which the line w_f separates."""
    random, sets = Random(20), []
    while len(sets) < count:
        d = random.randint(1, 4)
        w_f = [random.randint(-4, 4) for _ in range(1 + d)]
        rows = [
            [Fraction(random.randint(-12, 12), random.choice((1, 1, 2, 3))) for _ in range(d)]
            for _ in range(random.randint(1, 40))
        ]
        rows = [row for row in rows if dot(w_f, [1, *row]) != 0]
        if rows:
            sets.append((rows, [sign(dot(w_f, [1, *row])) for row in rows], w_f))
    return sets


def sparse(data):
    """Return the same set, stored by its nonzeros."""
    rows = tuple(map(SparseVector.from_entries, data.scaled_xs))
    return data._copy_with(scaled_rows=rows)


def forms(data):
    """Return the set, dense and sparse, and both normalized if no x_n is 0."""
    sets = [data, sparse(data)]
    if all(map(any, data.scaled_xs)):
        sets += [data.normalized() for data in sets]
    return sets


def x0s():
    """Return values of x_0 for hypothesis: 1, 0, and others of either sign."""
    return st.sampled_from(
        [Fraction(1), Fraction(1, 2), Fraction(0), Fraction(-2), Fraction(-3, 7)]
    )


def rows_and_labels(max_d=3, max_N=7):
    """Return small sets (rows, labels) for hypothesis: separable or not, with duplicates,
    contradictions and features of 0.
    """
    number = st.sampled_from(
        [Fraction(0), Fraction(1), Fraction(-1), Fraction(2), Fraction(-3), Fraction(1, 2)]
    )
    number |= st.fractions(min_value=-5, max_value=5, max_denominator=6)
    label = st.sampled_from([-1, +1])

    def of_size(size):
        d, N = size
        row = st.lists(number, min_size=d, max_size=d)
        return st.tuples(
            st.lists(row, min_size=N, max_size=N), st.lists(label, min_size=N, max_size=N)
        )

    return st.tuples(st.integers(1, max_d), st.integers(1, max_N)).flatmap(of_size)


def visits_by_answers(view):
    """Visit examples that depend on each kind of answer of the view."""
    N = len(view)
    if view.is_mistake(N - 1) or view.margin(0) > view.margin(N - 1):
        yield N - 1
    margins = view.margins()
    yield margins.index(min(margins))
    yield [n for n in range(N) if view.squared_norm(n) <= view.squared_norm(0)]
    yield view.updates % N


@st.composite
def orders(draw):
    """Draw a strategy that gives some answers, over and over or once: visits, passes of any
    kind, None, and what `visits_by_answers` yields.
    """
    answer = st.one_of(
        st.integers(0, 8),
        st.none(),
        st.lists(st.integers(0, 8), max_size=12),
        st.builds(range, st.integers(0, 8), st.integers(0, 9)),
        st.builds(range, st.integers(0, 8), st.integers(-1, 8), st.sampled_from([-1, 2])),
        st.just(visits_by_answers),
    )
    answers, times = draw(st.lists(answer, max_size=6)), draw(st.sampled_from([1, 10**6]))

    def order(view):
        N = len(view)
        for _ in range(times):
            for answer in answers:
                if answer is visits_by_answers:
                    yield from visits_by_answers(view)
                elif answer is None or isinstance(answer, int):
                    yield answer and answer % N
                elif isinstance(answer, range):
                    yield range(answer.start % N, min(answer.stop, N), answer.step)
                else:
                    yield [n % N for n in answer]
            yield None

    return order


def limits():
    """Return options that end a run: a limit of updates, and others or none. Some coincide."""
    counts = {"max_visits": st.integers(0, 60), "patience": st.integers(1, 30)}
    row = {"right_in_a_row": st.integers(1, 40)}
    most = {"max_updates": st.integers(0, 25)}
    return st.fixed_dictionaries(most, optional={**counts, **row})


if __name__ == "__main__":
    writer = csv.writer(sys.stdout, lineterminator="\n")
    for text in sys.argv[1:]:
        writer.writerows(golden_rows(text))
