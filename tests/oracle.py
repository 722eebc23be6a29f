"""A second and simpler implementation of PLA and Pocket, with which tests compare the package.

The oracle computes with Fractions, without scaling or shortcuts, and makes one visit after another.
It uses the letters of the package, but no code of its algorithms. The end of the file has data,
orders and limits from which hypothesis draws. `python tests/oracle.py NAME` prints rows for
golden.csv: runs of the oracle with that strategy.
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
    """Return +1, -1, or for zero `sign_of_zero`."""
    if value > 0:
        return +1
    if value < 0:
        return -1
    return sign_of_zero


def mistakes(D, w, sign_of_zero=0):
    """Return every n with sign(w . x_n) != y_n, in order."""
    return [n for n, (x, y) in enumerate(D) if sign(dot(w, x), sign_of_zero) != y]


class View:
    """A view, which answers a strategy by the definitions, and counts dot products.

    Margins and squared norms are the lecture's. The norms are multiplied by eta, because an update
    increases the margin by eta |x_n|^2. bias_step: how far an update moves w_0.
    """

    def __init__(self, D, w, eta, sign_of_zero, bias_step):
        self.D, self.w, self.sign_of_zero = D, w, sign_of_zero
        self.steps = [Fraction(eta) * bias_step] + [Fraction(eta)] * (len(w) - 1)
        self.updates = self.dot_products = 0
        self.has_all_margins = False  # whether margins() was called since the last update

    def __len__(self):
        return len(self.D)

    def margin(self, n):
        """Return y_n w . x_n."""
        if not self.has_all_margins:
            self.dot_products += 1
        x, y = self.D[n]
        return y * dot(self.w, x)

    def margins(self):
        """Return y_n w . x_n for all n."""
        margins = tuple(self.margin(n) for n in range(len(self)))
        self.has_all_margins = True
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
        self.has_all_margins = False


class Path:
    """A run of PLA: visit the examples that the strategy yields and correct each mistake, until all
    examples have been right since the last update, or a limit ends the run.

    n: n(t). w: w_t from t = 0 on. dot_products: one for each visit, and the view's. before: the
    numbers of visits and of dot products before w_t, for each t.
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
        """Return the next mistake, or None. Visit the examples that the strategy yields, and then
        the examples that have not been right since the last update.
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
            is_row_complete = in_a_row == self.right_in_a_row
            self.status = "right_in_a_row" if is_row_complete else "max_visits"
        return None

    def is_mistake(self, n):
        """Visit example n, and return whether it is a mistake."""
        self.visits += 1
        x, y = self.D[n]
        return sign(dot(self.view.w, x), self.view.sign_of_zero) != y


def one_by_one(answers):
    """Yield the visits of a strategy one by one, or None where it reports no mistake."""
    while True:
        for answer in answers:
            visits = [answer] if answer is None or isinstance(answer, int) else list(answer)
            for n in visits or [None]:
                yield n
        yield None


pla = Path


class Pocket:
    """The result of Pocket on a path. It counts the mistakes of each w_t.

    history: (t, mistakes of w_t, mistakes of the pocket). counted: how many dot products this took.
    """

    def __init__(self, D, path, sign_of_zero=0, target_mistakes=0):
        self.history, self.w, self.counted, fewest = [], None, 0, None
        for t, w in enumerate(path.w):
            number = len(mistakes(D, w, sign_of_zero))
            self.counted += len(D)
            if fewest is None or number < fewest:
                fewest, self.w = number, w
            self.history.append((t, number, fewest))
            if fewest <= target_mistakes:
                break
        self.updates, self.mistakes, self.w_last = t, fewest, w


# The strategies. Each function returns an order with these options. An order takes a view, and
# uses its number of examples, the mistakes of w_t, and t; `worst_margin` also uses D and w.


def mistakes_of(view):
    """Return every mistake of w_t, in order."""
    return mistakes(view.D, view.w, view.sign_of_zero)


def cyclic(until_right=False):
    """Return the order 0, 1, ..., N-1, over and over."""
    return walk(lambda N: cycle(range(N)), until_right)


def random_permutation(seed=0, fresh=True):
    """Return the order that sorts the examples by random keys in each pass. New keys are drawn for
    each pass, unless `fresh` is false.
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
    """Return the order of independent draws: the floor of N times a random number in [0, 1)."""

    def sequence(N):
        random = Random(seed)
        while True:
            yield int(N * Fraction(random.random()))

    return walk(sequence, until_right)


def walk(sequence, until_right=False):
    """Return an order that visits a sequence of examples. With `until_right`, it repeats each visit
    until the example is right.
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
            mistakes_now = mistakes_of(view)
            yield from range(mistakes_now[0] + 1 if mistakes_now else len(view))

    return order


def worst_margin(normalized=False):
    """Return the order that visits the mistake with the smallest y_n w . x_n, or if `normalized`
    with the smallest y_n w . x_n / |x_n|. Ties go to the lowest n.
    """

    def sort_key(view, n):
        x, y = view.D[n]
        margin = y * dot(view.w, x)
        # as margin <= 0, its order is that of -margin^2, and |x|^2 needs no root
        return -(margin**2) / dot(x, x) if normalized else margin

    def order(view):
        while True:
            yield min(mistakes_of(view), key=lambda n: sort_key(view, n), default=None)

    return order


# The strategies by name


def order_of(text):
    """Return the oracle's order for the strategy that a text names, with its options.

    The function here has the same name as the strategy's.
    """
    name = BUILT_IN[parse_name_and_options(text)[0]].rpartition(":")[2]
    assert name in globals(), f"tests/oracle.py has no {name}; expected the order {text} there"
    return globals()[name](**strategy(text).keywords)


TEXTS = [  # the built-in strategies, each without options and with each option, as in golden.csv
    *{
        (strategy(case.strategy).name, *strategy(case.strategy).keywords): case.strategy
        for case in reversed(golden_runs())
    }.values()
]
ORDERS = [(strategy(text).name, strategy(text).keywords, order_of(text)) for text in TEXTS]


def golden_rows(text):
    """Yield rows for golden.csv: runs of the oracle with the strategy that a text names."""
    name, rows = text.replace(":", "-").replace("=", "-").replace(",", "-"), "0 0 -1;0 1 -1;1 0 -1"
    for prefix, data, limit, covers in (
        ("and", f"{rows};1 1 +1", "", f"{text} on x1 AND x2"),
        ("credit", "example:credit", "", f"{text} on the data of the bank"),
        ("xor", "example:xor", "max_updates=40", f"{text} on data that are not separable"),
    ):
        D = example(data) if ":" in data else parse_examples(data)
        option, _, number = limit.partition("=")
        path = pla(examples_of(D), order_of(text), **({option: int(number)} if limit else {}))
        n, w = (" ".join(map(exact_text, numbers)) for numbers in (path.n, path.w[-1]))
        n = n if len(path.n) <= 60 else sha256(n.encode()).hexdigest()
        end = path.status, len(path.n), path.visits, w, n
        yield (f"{prefix}-{name}", data, "pla", text, limit, *end, covers)


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

    A report has the status, n(t), visits, dot products, the weights of the result, the last
    weights, and (n, visits, dot products, w_{t+1}) for each update.
    """
    path = pla(D, strategy, **options)
    status, T, w, counted = path.status, len(path.n), path.w[-1], 0
    visits, dot_products = path.visits, path.dot_products
    if pocket:
        result = Pocket(D, path, path.view.sign_of_zero)
        T, w, counted = result.updates, result.w, result.counted
        if result.mistakes == 0 or T == options.get("max_updates"):
            status = "max_updates" if result.mistakes else "converged"
            visits, dot_products = path.before[T]
    updates = [(path.n[t], *path.before[t + 1], path.w[t + 1]) for t in range(T)]
    return status, path.n[:T], visits, dot_products + counted, w, path.w[T], updates


def examples_of(data):
    """Return a Dataset as the oracle's list of (x_n, y_n), in Fractions, x_0 included."""
    return list(zip(data.xs, data.ys))


def separable_sets(count):
    """Return `count` sets (rows, labels, w_f) of 1 to 4 features. The line w_f separates each."""
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
    """Return an equal Dataset that stores only nonzeros."""
    rows = tuple(map(SparseVector.from_entries, data.scaled_xs))
    return data._copy_with(scaled_rows=rows)


def forms(data):
    """Return a Dataset, dense and sparse, and both normalized if no x_n is 0."""
    sets = [data, sparse(data)]
    if all(map(any, data.scaled_xs)):
        sets += [data.normalized() for data in sets]
    return sets


def x0s():
    """Return a hypothesis strategy for x_0: 1, 0, and other positive and negative values."""
    return st.sampled_from(
        [Fraction(1), Fraction(1, 2), Fraction(0), Fraction(-2), Fraction(-3, 7)]
    )


def rows_and_labels(max_d=3, max_N=7):
    """Return a hypothesis strategy for small sets (rows, labels): separable or not, with
    duplicates, contradictions and features of 0.
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
    """Choose visits by each kind of answer of the view."""
    N = len(view)
    if view.is_mistake(N - 1) or view.margin(0) > view.margin(N - 1):
        yield N - 1
    margins = view.margins()
    yield margins.index(min(margins))
    yield [n for n in range(N) if view.squared_norm(n) <= view.squared_norm(0)]
    yield view.updates % N


@st.composite
def orders(draw):
    """Draw a strategy that gives some answers once or over and over: visits, passes of any kind,
    None, and the answers of `visits_by_answers`.
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
    """Return a hypothesis strategy for limits of a run: of updates, and perhaps others."""
    required = {"max_updates": st.integers(0, 25)}
    optional = {
        "max_visits": st.integers(0, 60),
        "patience": st.integers(1, 30),
        "right_in_a_row": st.integers(1, 40),
    }
    return st.fixed_dictionaries(required, optional=optional)


if __name__ == "__main__":
    writer = csv.writer(sys.stdout, lineterminator="\n")
    for text in sys.argv[1:]:
        writer.writerows(golden_rows(text))
