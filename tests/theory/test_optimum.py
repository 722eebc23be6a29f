"""The fewest mistakes any line can make: held against enumerations of all lines, and stopped at
every moment.
"""

from __future__ import annotations

import pickle
import signal
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, count, product
from random import Random

import oracle
import pytest
from conftest import so_many
from hypothesis import given
from hypothesis import strategies as st
from textfile import read_text

from perceptron_ref import DataError, Dataset, Hypothesis, example, pocket
from perceptron_ref.examples.generators import noisy, separable
from perceptron_ref.theory import optimum as module
from perceptron_ref.theory.optimum import Bounds, Optimum, Search, fewest_mistakes
from perceptron_ref.theory.separability import NotSeparable

XOR = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, +1, +1, -1])
HARD = noisy(N=60, d=3, seed=1, flips=12)


HOWS = {"as it is": None, "branching": 10**9, "sweeping": 0}


def searched(data, how, max_nodes=None):
    """Return what is found as it is; or by branching or by sweeps alone."""
    search = Search(data, None, max_nodes, None)
    if HOWS[how] is not None:
        search.sweep_from = HOWS[how]
    return search.result()


hows = pytest.mark.parametrize("how", HOWS)


def mistakes_of(w, data):
    """Return the examples that w gets wrong, from the definition: a tie is a mistake."""
    return tuple(
        n for n, (x, y) in enumerate(oracle.examples_of(data)) if y * oracle.dot(w, x) <= 0
    )


def is_proved(optimum, fewest):
    """Tell whether a record says that so many are the fewest, and all else that is said of it, from
    the definitions.
    """
    data = optimum.data
    assert (optimum.mistakes, optimum.lower_bound) == (fewest, fewest)
    assert (optimum.proved, optimum.status) == (True, "proved")
    return is_sound(optimum) and len(optimum.w) == 1 + data.d


def is_sound(optimum):
    """Tell whether what a record says of w, of its certificates and of their number is so."""
    data = optimum.data
    assert all(type(w_i) is int for w_i in optimum.w)
    assert all(oracle.dot(optimum.w, x) != 0 for x, _ in oracle.examples_of(data))
    assert optimum.mistaken == mistakes_of(optimum.w, data)
    assert len(optimum.mistaken) == optimum.mistakes
    named = [n for certificate in optimum.certificates for n in certificate.examples]
    assert len(named) == len(set(named))
    assert all(
        isinstance(certificate, NotSeparable) and certificate.verify()
        for certificate in optimum.certificates
    )
    assert len(optimum.certificates) <= optimum.lower_bound <= optimum.mistakes
    return optimum.verify()


# By hand


def test_xor():
    """No line gets all four right, as they cancel out, and one line gets three right: one mistake,
    proved by hand.
    """
    optimum = fewest_mistakes(XOR)
    assert isinstance(optimum, Optimum)
    assert optimum.data is XOR
    assert is_proved(optimum, 1)
    (certificate,) = optimum.certificates
    assert (certificate.examples, certificate.coefficients) == ((0, 1, 2, 3), (1, 1, 1, 1))
    assert repr(optimum) == f"<Optimum proved: mistakes=1 lower_bound=1 w={optimum.w}>"


@pytest.mark.parametrize(
    ("rows", "labels", "fewest", "certificates"),
    [
        pytest.param(range(7), "+-+-+-+", 3, 2, id="two certificates of three fit into seven"),
        pytest.param([5, 5, 5, 5, 5, 3, 3], "+-++--+", 3, 3, id="the rarer label of equal x"),
        pytest.param([0, 0], "+-", 1, 1, id="nothing but a contradiction"),
        pytest.param([0, 0], "-+", 1, 1, id="and the other way round"),
        pytest.param([-1, 1, 0, 0, 0], "-++--", 1, 1, id="a tie would lose both of 0"),
        pytest.param([-1, 1, 0, 0], "-++-", 1, 1, id="and it may be any line"),
        pytest.param([*range(5)] * 2, "+-+-+" * 2, 4, 2, id="equal ones are lost together"),
        pytest.param([*range(5)] * 30, "+-+-+" * 30, 60, 30, id="of any number"),
        pytest.param([0, 1, 1, 1, 2] * 2, "-+++-" * 2, 2, 2, id="a heavy one is kept"),
        pytest.param([0] * 5, "+--+-", 2, 2, id="a feature that says nothing"),
        pytest.param([(7, 7, 7)] * 5, "+--+-", 2, 2, id="or three"),
        pytest.param([("1/7", 0, 0, -1e9)] * 5, "+--+-", 2, 2, id="or four"),
        pytest.param(["1/3"], "-", 0, 0, id="a single example"),
        pytest.param(
            [
                *((1000000, 999997), (1000000, 999998), (1000003, 999998), (999998, 999997)),
                *((999997, 999997), (1000004, 1000002), (1000003, 1000001), (1000001, 1000000)),
                *((1000001, 999999), (1000001, 999998)),
            ],
            *("+-++-+--+-", 2, 2),
            id="slopes that nearly agree",
        ),
    ],
)
@hows
def test_by_hand(how, rows, labels, fewest, certificates):
    """So many mistakes, and certificates without a common example; also where no node is visited.
    In each way to search.
    """
    rows = [row if isinstance(row, tuple) else [row] for row in rows]
    data = Dataset(rows, [+1 if label == "+" else -1 for label in labels])
    optimum = searched(data, how)
    assert is_proved(optimum, fewest)
    assert len(optimum.certificates) == certificates
    stopped = searched(data, how, max_nodes=0)
    assert is_sound(stopped)
    assert (stopped.lower_bound, len(stopped.certificates)) == (certificates, certificates) or (
        stopped.proved
    )


@pytest.mark.parametrize(
    "data",
    [example("credit"), example("iris-setosa"), separable(N=100, d=6, seed=1)],
    ids=["credit", "setosa", "generated"],
)
def test_separable_data_need_no_mistake(data):
    """Where a line separates, it is found, without any node, and nothing is left to prove."""
    optimum = fewest_mistakes(data)
    assert is_proved(optimum, 0)
    assert (optimum.certificates, optimum.mistaken, optimum.nodes) == ((), (), 0)


def test_two_kinds_of_iris():
    """Versicolor and virginica: all but one can be told apart by a line, and six of them say why
    not all.
    """
    optimum = fewest_mistakes(example("iris-versicolor-virginica"))
    assert is_proved(optimum, 1)
    assert [len(certificate.examples) for certificate in optimum.certificates] == [6]


def test_contradictions():
    """Pairs of equal x with both labels are certificates, of coefficients 1, 1."""
    rows, labels = [[2, 5]] * 5 + [[3, "1/3"]] * 2, [+1, -1, +1, +1, -1, -1, +1]
    optimum = fewest_mistakes(Dataset(rows, labels))
    examples = [certificate.examples for certificate in optimum.certificates]
    assert examples == [(0, 1), (2, 4), (5, 6)]
    assert {certificate.coefficients for certificate in optimum.certificates} == {(1, 1)}
    assert {1, 4} < set(optimum.mistaken)


def test_numbers_of_any_size():
    """Features shifted, scaled and mirrored by exact factors of any size have the same fewest
    mistakes.
    """
    plain = noisy(N=40, d=2, seed=3, flips=8)
    fewest = fewest_mistakes(plain).mistakes
    assert fewest == 7
    for a, b in ((10**40, 1), (Fraction(-1, 3), 10**30), (Fraction(1, 10**25), Fraction(1, 7))):
        rows = [[a * x_1 + b, x_2] for _, x_1, x_2 in plain.xs]
        assert is_proved(fewest_mistakes(Dataset(rows, plain.ys)), fewest)


def test_weights_are_short():
    """w has no more digits than it takes, whatever the search came along: small numbers for small
    data.
    """
    optimum = fewest_mistakes(noisy(N=60, d=2, seed=5, flips=20))
    assert max(map(abs, optimum.w)) < 10_000
    assert fewest_mistakes(Dataset([[1000], [1001], [5000]], [-1, +1, +1])).w == (-2001, 2)
    assert fewest_mistakes(Dataset([["0.001"], ["0.5"], ["0.7"]], [-1, +1, +1])).w == (-1, 4)


# Against enumerations of all lines

GRIDS = {
    "5 on a line": (list(product(range(5))), 1, 9, 10),
    "3 x 3": (list(product(range(3), repeat=2)), 3, 13, 58),
    "4 x 4": (list(product(range(4), repeat=2)), 5, 25, 174),
    "cube": (list(product(range(2), repeat=3)), 2, 9, 104),
}
ways = {}


def ways_to_divide(grid):
    """Return all ways in which a line without a point of the grid on it divides the grid: of each
    point, its side.
    """
    if grid not in ways:
        points, largest, largest_w_0, _ = GRIDS[grid]
        ways[grid] = set()
        for w in product(range(-largest, largest + 1), repeat=len(points[0])):
            for w_0 in range(-largest_w_0, largest_w_0 + 1):
                scores = [w_0 + 2 * sum(w_i * x_i for w_i, x_i in zip(w, x)) for x in points]
                if 0 not in scores:
                    ways[grid].add(tuple(+1 if score > 0 else -1 for score in scores))
    return ways[grid]


@pytest.mark.parametrize("grid", GRIDS)
def test_the_enumeration_knows_all_ways(grid):
    """So many linear threshold functions there are on n points, the n x n grid and the cube, as is
    well known.
    """
    assert len(ways_to_divide(grid)) == GRIDS[grid][3]


@pytest.mark.parametrize("most", [1, 9], ids=["once", "up to nine times"])
@pytest.mark.parametrize("grid", GRIDS)
@so_many(10, 100)
@hows
def test_on_a_grid_it_is_the_best_of_all_lines(grid, how, most, times):
    """Random labels on random points, some of them often: the fewest mistakes of all ways in which
    lines divide. What counts is how many examples are lost, not how many points.
    Lecture 2: L2.14
    """
    random = Random(f"{grid} {how}")
    points = GRIDS[grid][0]
    for _ in range(times):
        drawn = []
        for _ in range(random.randint(1, 20)):
            i, y = random.randrange(len(points)), random.choice([-1, +1])
            drawn += [(i, y)] * random.choice([1, most])
        random.shuffle(drawn)
        fewest = min(sum(way[i] != y for i, y in drawn) for way in ways_to_divide(grid))
        data = Dataset([points[i] for i, _ in drawn], [y for _, y in drawn])
        assert is_proved(searched(data, how), fewest)


def can_be_right(zs):
    """Tell whether some w has w . z > 0 for all z: eliminate w_d, ..., w_0 from the inequalities
    (Fourier, Motzkin).
    """
    zs = set(zs)
    for i in reversed(range(len(next(iter(zs), ())))):
        above, below = [z for z in zs if z[i] > 0], [z for z in zs if z[i] < 0]
        zs = {z[:i] for z in zs if z[i] == 0}
        zs |= {tuple(z[j] * -v[i] + v[j] * z[i] for j in range(i)) for z in above for v in below}
    return not zs


def fewest_losses(data):
    """Return how many examples must be left out: try none, each one, each two, and so on."""
    zs = [tuple(y * x_i for x_i in x) for x, y in oracle.examples_of(data)]
    for losses in range(len(zs)):
        for left in combinations(zs, len(zs) - losses):
            if can_be_right(left):
                return losses


@hows
@given(drawn=st.data())
def test_it_is_the_fewest_that_must_be_left_out(how, drawn):
    """On any few examples of up to four features, equal, contradictory, parallel and huge ones
    included.
    """
    d = drawn.draw(st.integers(1, 4))
    numbers = drawn.draw(
        st.sampled_from([st.integers(-1, 1), st.integers(-3, 3), st.integers(-(10**12), 10**12)])
    )
    most = min(7, 10 - d)  # 7 in four dimensions may take the elimination half a minute
    rows = drawn.draw(
        st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=1, max_size=most)
    )
    data = Dataset(
        rows,
        drawn.draw(st.lists(st.sampled_from([-1, +1]), min_size=len(rows), max_size=len(rows))),
    )
    assert is_proved(searched(data, how), fewest_losses(data))


@pytest.mark.ci
@pytest.mark.parametrize(
    "N, d, flips, fewest, how",
    [
        (400, 5, 14, 14, "as it is"),
        pytest.param(1000, 10, 10, 10, "as it is", marks=pytest.mark.ci),
        (200, 3, 22, 20, "branching"),
        pytest.param(100, 2, 30, 28, "branching", marks=pytest.mark.ci),
        (100, 2, 30, 28, "sweeping"),
    ],
)
def test_labels_turned_round_in_separable_data(N, d, flips, fewest, how):
    """The hidden line makes that many mistakes, and some line fewer now and then; Pocket finds
    neither.
    """
    data = noisy(N=N, d=d, seed=1, flips=flips)
    optimum = searched(data, how)
    assert is_proved(optimum, fewest)
    assert fewest <= flips
    assert fewest < pocket(data, max_updates=100).mistakes


def test_the_work_is_bounded_where_features_are_few():
    """One sweep with one feature; with two, no more than N, after half as many branchings at
    most.
    """
    random = Random(0)
    labels = [random.choice([-1, +1]) for _ in range(60)]
    assert fewest_mistakes(Dataset([[n] for n in range(60)], labels)).nodes == 1
    assert (
        fewest_mistakes(Dataset([[n, random.randrange(1000)] for n in range(60)], labels)).nodes
        == 30 + 60
    )


def test_copies_make_no_work():
    """With every example five times, the search visits the same nodes, and all numbers of mistakes
    are five times.
    """
    once = searched(HARD, "branching")
    data = Dataset([x[1:] for x in HARD.xs] * 5, HARD.ys * 5)
    assert is_proved(searched(data, "branching"), 5 * once.mistakes)
    assert searched(data, "branching").nodes == once.nodes > 10


def test_forgetting_certificates_costs_time_alone(monkeypatch):
    """With room for only three of them, the search finds the others again."""
    data = noisy(N=60, d=3, seed=1, flips=9)
    fewest = searched(data, "branching").mistakes
    monkeypatch.setattr(module, "_MOST_KNOWN", 3)
    assert is_proved(searched(data, "branching"), fewest)


# Stopped


@pytest.fixture(scope="module")
def hard():
    """Return the fewest mistakes on HARD."""
    return fewest_mistakes(HARD).mistakes


@pytest.mark.ci
@hows
def test_stopped_by_nodes(hard, how):
    """After any number of nodes, the two bounds hold the optimum between them, and are checked."""
    gaps = []
    for max_nodes in (0, 1, 2, 5, 20, 100):
        optimum = searched(HARD, how, max_nodes=max_nodes)
        assert is_sound(optimum)
        assert optimum.lower_bound <= hard <= optimum.mistakes
        assert optimum.nodes == max_nodes
        assert (optimum.status, optimum.proved) == ("max_nodes", False)
        gaps.append(optimum.mistakes - optimum.lower_bound)
    assert gaps == sorted(gaps, reverse=True)


def test_stopped_before_it_began():
    """Without any time: the label that is met more often, for all, and what contradictions cost."""
    rows, labels = [[0], [1], [2], [3], [4], [4]], [-1, +1, -1, -1, +1, -1]
    for sign in (+1, -1):
        optimum = fewest_mistakes(Dataset(rows, [sign * y for y in labels]), max_seconds=0)
        assert (optimum.status, optimum.proved, optimum.nodes) == ("max_seconds", False, 0)
        assert (optimum.w, optimum.mistakes) == ((-sign, 0), 2)
        assert (optimum.lower_bound, [c.examples for c in optimum.certificates]) == (1, [(4, 5)])
        assert is_sound(optimum)


def test_stopped_by_the_clock_at_any_time(hard, monkeypatch):
    """On a clock that goes on by a second whenever it is read: packing and search are all
    cut short.
    """
    bounds = set()
    for seconds in range(0, 10**6, 40):
        monkeypatch.setattr(module, "monotonic", count().__next__)
        optimum = fewest_mistakes(HARD, max_seconds=seconds)
        assert is_sound(optimum)
        assert optimum.lower_bound <= hard <= optimum.mistakes
        if optimum.status == "proved":
            break
        assert optimum.status == "max_seconds"
        bounds.add((optimum.lower_bound, optimum.mistakes, len(optimum.certificates)))
    assert len(bounds) >= 5


def test_limits_that_are_not_reached_change_nothing():
    """With more time and nodes than it takes, the optimum is proved as without."""
    optimum = fewest_mistakes(XOR, max_seconds=3600.5, max_nodes=10**6)
    assert is_proved(optimum, 1)
    assert optimum.w == fewest_mistakes(XOR, max_seconds=float("inf")).w == fewest_mistakes(XOR).w


def test_each_pair_is_swept_about_once():
    """Facets that meet are taken in the order of their numbers: one sweep for each pair of five."""
    rows = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]
    optimum = searched(Dataset(rows, [+1, -1, -1, -1, +1]), "sweeping")
    assert (optimum.mistakes, optimum.nodes) == (1, 10)


def test_stopped_when_all_was_known():
    """A Ctrl-C after the bounds have met comes too late to leave anything unproved."""
    met = []

    def on_step(bounds):
        if bounds.lower_bound == bounds.mistakes:
            met.append(bounds)
            raise KeyboardInterrupt

    assert is_proved(fewest_mistakes(Dataset([[0], [1], [2]], [+1, -1, +1]), on_step=on_step), 1)
    assert len(met) == 1


@pytest.mark.usefixtures("ctrl_c")
def test_stopped_by_ctrl_c(hard):
    """SIGINT during a step: what is known is returned, and the next one is nobody's but Python's
    again.
    """
    steps = []

    def on_step(bounds):
        steps.append(bounds)
        if len(steps) == 20:
            signal.raise_signal(signal.SIGINT)

    optimum = fewest_mistakes(HARD, on_step=on_step)
    assert (optimum.status, optimum.proved) == ("interrupted", False)
    assert is_sound(optimum)
    assert (optimum.lower_bound, optimum.nodes) == (steps[-1].lower_bound, steps[-1].nodes)
    assert optimum.lower_bound <= hard <= optimum.mistakes <= steps[-1].mistakes
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_steps_tell_how_it_goes(hard):
    """The lower bound never falls, the mistakes never rise, nodes are counted; at the end they are
    the record's.
    """
    steps = []
    optimum = fewest_mistakes(HARD, on_step=steps.append)
    assert all(isinstance(bounds, Bounds) for bounds in steps)
    lower, mistakes, nodes = zip(
        *((bounds.lower_bound, bounds.mistakes, bounds.nodes) for bounds in steps)
    )
    assert list(lower) == sorted(lower)
    assert list(mistakes) == sorted(mistakes, reverse=True)
    assert list(nodes) == sorted(nodes)
    assert nodes[-1] == optimum.nodes
    assert lower[0] < lower[-1] <= hard <= mistakes[-1] < mistakes[0]
    assert repr(Bounds(2, 5, 70)) == "<Bounds 2 to 5: 70 nodes>"


@pytest.mark.parametrize("error", [StopIteration, ZeroDivisionError])
def test_on_step_may_stop_it(error):
    """StopIteration ends the search: the best weights met, and the lower bound proved by then. Any
    other error comes out as it is.
    """

    def on_step(bounds):
        raise error

    with pytest.raises(ZeroDivisionError) if error is ZeroDivisionError else nullcontext():
        found = fewest_mistakes(HARD, on_step=on_step)
        assert (found.status, found.proved, found.nodes) == ("stopped", False, 0)
        assert found.verify()


@pytest.mark.parametrize(
    ("limit", "value", "expected"),
    [
        ("max_nodes", -1, "an int of at least 0"),
        ("max_nodes", 1.5, "an int of at least 0"),
        *(("max_seconds", v, "a number of seconds >= 0") for v in (-1, float("nan"), "5", True)),
    ],
)
def test_limits_that_cannot_be(limit, value, expected):
    """A limit is a number >= 0."""
    with pytest.raises(DataError) as caught:
        fewest_mistakes(XOR, **{limit: value})
    assert str(caught.value) == f"{limit}: found {value!r}; expected {expected}"


# The record


def a_record():
    """Return a sound record on -+- with two copies of each example."""
    data = Dataset([[0], [1], [2]] * 2, [-1, +1, -1] * 2)
    certificates = tuple(
        NotSeparable(data, examples, (1, 2, 1)) for examples in ((0, 1, 2), (3, 4, 5))
    )
    return Optimum(data, (-1, -1), 2, 2, certificates, "proved", 0)


def test_a_record_that_holds():
    """All lines lose at least one of each copy of -+-, and (-1, -1) loses just the two in the
    middle.
    """
    assert a_record().verify() is True
    assert a_record().mistaken == (1, 4)
    assert replace(a_record(), certificates=()).verify() is True


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"w": (-1, -1, 0)}, id="another length"),
        pytest.param({"w": (-1, 0), "mistakes": 1}, id="other mistakes, as it says"),
        pytest.param({"w": (0, 1)}, id="other mistakes"),
        pytest.param({"mistakes": 3}, id="too many"),
        pytest.param({"mistakes": 1, "lower_bound": 1}, id="too few"),
        pytest.param({"lower_bound": 1}, id="more certificates than the bound says"),
        pytest.param({"lower_bound": 3}, id="a bound above the mistakes"),
        pytest.param({"certificates": a_record().certificates}, id="certificates of other data"),
        pytest.param({"second": ((3, 4, 5), (1, 1, 1))}, id="does not cancel out"),
        pytest.param({"second": ((0, 4, 5), (1, 2, 1))}, id="an example of the first"),
        pytest.param({"second": ((3, 4, 6), (1, 2, 1))}, id="an example that is not there"),
        pytest.param({"second": ((), ())}, id="none"),
    ],
)
def test_a_record_that_does_not_hold(changed):
    """One claim changed is one too many."""
    record = a_record()
    if "second" in changed:
        second = NotSeparable(record.data, *changed["second"])
        changed = {"certificates": (record.certificates[0], second)}
    assert replace(record, **changed).verify() is False


def test_a_record_can_be_pickled():
    """It comes back the same, with its proof."""
    again = pickle.loads(pickle.dumps(fewest_mistakes(XOR)))
    assert (repr(again), again.verify()) == (repr(fewest_mistakes(XOR)), True)


def test_features_that_are_zero_in_all_examples_change_no_optimum():
    """XOR among 1,000 features: one mistake, proved, by weights that are 0 everywhere else."""
    text = "-1 7:1 900:1\n+1 7:1 1000:0\n+1 900:1\n-1 3:0\n"
    data = read_text(text)
    found = fewest_mistakes(data)
    assert (found.data, found.data.d, len(found.w)) == (data, 1_000, 1_001)
    assert (found.mistakes, found.lower_bound, found.status) == (1, 1, "proved")
    assert {i for i, w_i in enumerate(found.w) if w_i} <= {0, 7, 900}
    assert found.verify() and data.sparse_xs is not None
    assert Hypothesis(found.w).mistakes(data) == 1
