"""The min-norm point, in ints and with floats first: by hand, and by what proves it."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random

import oracle
import pytest
from conftest import so_many
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import example
from perceptron_ref.theory import min_norm_point as module
from perceptron_ref.theory.linear_system import solved
from perceptron_ref.theory.min_norm_point import (
    Corral,
    FloatCorral,
    Met,
    Violators,
    min_norm_point,
    steps,
)
from perceptron_ref.vectors import squared_norm

FLOATS_FIRST, INTS_ALONE = -1, 10**9  # bits of the determinants from which floats come first

starts = pytest.mark.parametrize(
    "floats_from", [FLOATS_FIRST, INTS_ALONE], ids=["floats first", "ints alone"]
)
vectors = st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1, max_size=9)


def is_nearest(zs, weights, P):
    """Tell whether p = P / sum_n a_n is a mixture of the z_n, and z_n . p >= p . p for all n."""
    total = sum(weights.values())
    assert all(type(a_n) is int and a_n > 0 for a_n in weights.values())
    assert P == [sum(a_n * zs[n][i] for n, a_n in weights.items()) for i in range(len(zs[0]))]
    return all(total * oracle.dot(z, P) >= oracle.dot(P, P) for z in zs)


def length(weights, P):
    """Return |p|^2."""
    return Fraction(oracle.dot(P, P), sum(weights.values()) ** 2)


def signed(data):
    """Return y_n x_n in ints."""
    return [[y * x_i for x_i in x] for x, y in zip(data.scaled_xs, data.ys)]


def violators(zs):
    """Return the search among all of them."""
    return Violators(zs, [squared_norm(z) for z in zs])


def generated(random):
    """Return ints in a box: any, on one side, copied, opposite, zeros, on a line, or askew."""
    N, d, box = random.randint(1, 8), random.randint(2, 5), random.choice([1, 2, 3, 10])
    zs = [[random.randint(-box, box) for _ in range(d)] for _ in range(N)]
    kind = random.choice(
        ["any", "one side", "copies", "opposites", "zeros", "line", "wide", "askew"]
    )
    if kind == "one side":
        zs = [[1 + abs(z[0]), *z[1:]] for z in zs]
    if kind in ("copies", "opposites"):
        z = random.choice(zs)
        zs = [*zs, z[:], z[:] if kind == "copies" else [-z_i for z_i in z]]
    if kind == "zeros":
        zs = [[1] + [0] * d for _ in zs]
    if kind == "line":
        zs = [[z[0] * i + 1 for i in range(d)] for z in zs]
    if kind == "wide":
        zs = [[1] + [random.randint(-box, box) for _ in range(d + N)] for _ in zs]
    if kind == "askew":
        powers = [10 ** random.randint(0, 30) for _ in range(d)]
        zs = [[abs(v) * power + random.randint(0, 1) for v, power in zip(z, powers)] for z in zs]
    return zs


def decimals(N, d, places, flipped=0):
    """Return signed examples with decimals of so many places, the first labels turned round."""
    random, most = Random(N + flipped), 10**places
    rows = [[random.randint(-most, most) for _ in range(d)] for _ in range(N)]
    labels = [1 if sum(row[::2]) > sum(row[1::2]) else -1 for row in rows]
    labels = [-y for y in labels[:flipped]] + labels[flipped:]
    return [[y * most, *(y * v for v in row)] for row, y in zip(rows, labels)]


@pytest.mark.parametrize(
    ("zs", "weights", "P"),
    [
        ([[3, 4]], {0: 1}, [3, 4]),
        ([[0, 0]], {0: 1}, [0, 0]),
        ([[2, 5], [2, -5]], {0: 1, 1: 1}, [4, 0]),
        ([[2, 5], [2, -5], [1, 0]], {2: 1}, [1, 0]),
        ([[2, 1], [4, 2], [2, 1]], {0: 1}, [2, 1]),
        ([[1, 0], [-1, 0], [5, 5]], {0: 1, 1: 1}, [0, 0]),
        ([[4, 0], [0, 4], [-1, -1]], {0: 1, 1: 1, 2: 4}, [0, 0]),
        ([[1, 1, 1], [1, 1, -1], [1, -1, 0]], {0: 1, 1: 1, 2: 2}, [4, 0, 0]),
    ],
)
@starts
def test_points_by_hand(zs, weights, P, floats_from):
    """A vertex, the middle of an edge, a point of a triangle, the origin; in lowest terms."""
    assert min_norm_point(zs, floats_from=floats_from) == (weights, P)


@given(
    vectors,
    st.dictionaries(st.integers(0, 8), st.integers(1, 99), max_size=9),
    st.sampled_from([FLOATS_FIRST, INTS_ALONE]),
)
def test_the_point_does_not_depend_on_the_start(zs, start, floats_from):
    """From any weights, of affinely dependent examples too, p is the same."""
    start = {n: weight for n, weight in start.items() if n < len(zs)}
    weights, P = min_norm_point(zs)
    others, Q = min_norm_point(zs, start=start, floats_from=floats_from)
    assert is_nearest(zs, others, Q)
    assert [P_i * sum(others.values()) for P_i in P] == [Q_i * sum(weights.values()) for Q_i in Q]


@so_many(150, 1500)
@starts
def test_fuzz(floats_from, times):
    """On generated sets the point is proved; the origin is in many of the hulls."""
    random, away = Random(3), 0
    for _ in range(times):
        zs = generated(random)
        weights, P = min_norm_point(zs, floats_from=floats_from)
        assert is_nearest(zs, weights, P), zs
        away += any(P)
    assert 0.4 * times < away < 0.95 * times


@pytest.mark.parametrize("name", ["credit", "spam", "iris-setosa", "iris-versicolor-virginica"])
def test_embedded_sets(name):
    """The same weights of the same examples, with floats first and without."""
    zs = signed(example(name))
    found = min_norm_point(zs, floats_from=FLOATS_FIRST)
    assert is_nearest(zs, *found)
    assert found == min_norm_point(zs, floats_from=INTS_ALONE)


@pytest.mark.parametrize(("N", "d"), [(120, 12), (60, 40), (20, 60)])
@pytest.mark.parametrize("flipped", [0, 6])
def test_floats_and_ints_agree_on_larger_sets(N, d, flipped):
    """Decimals in more dimensions: p is proved, and the same with and without a start in floats."""
    zs = decimals(N, d, 3, flipped)
    with_floats = min_norm_point(zs, floats_from=FLOATS_FIRST)
    without = min_norm_point(zs, floats_from=INTS_ALONE)
    assert is_nearest(zs, *with_floats)
    assert is_nearest(zs, *without)
    assert length(*with_floats) == length(*without)


@pytest.mark.parametrize("power", [12, 150, 200, 400])
def test_floats_may_lose_the_way(power):
    """Numbers that floats cannot hold side by side cost time, not truth."""
    large = 10**power
    rows = [[large, large**2, 1], [large, large**2, 2], [large, 1, large**2]]
    rows += [[large, 0, 1], [large, large**2 + large, 3 * large]]
    for ys in ((1, -1, 1, -1, 1), (1, -1, 1, 1, -1), (-1, 1, 1, 1, -1)):
        zs = [[y * v for v in row] for row, y in zip(rows, ys)]
        with_floats = min_norm_point(zs, floats_from=FLOATS_FIRST)
        assert is_nearest(zs, *with_floats)
        assert length(*with_floats) == length(*min_norm_point(zs, floats_from=INTS_ALONE))


@pytest.mark.parametrize(("N", "d", "places"), [(100, 20, 2), (200, 30, 9), (9, 80, 9)])
def test_where_ints_get_long_floats_find_the_corral(N, d, places):
    """There it is found step by step in floats, and ints only solve one system and look at all."""
    zs, sizes = decimals(N, d, places), []
    weights, P = min_norm_point(zs, on_join=sizes.append)
    assert sizes.count(1) == 1
    assert sizes[-1] >= len(weights)
    assert is_nearest(zs, weights, P)


@pytest.mark.parametrize("wrong", ["unsolved", "one member less"])
def test_steps_in_ints_go_on_where_floats_left_a_wrong_corral(monkeypatch, wrong):
    """Be its system not solved, or a violator left: the point is the same."""
    zs = decimals(60, 12, 3)
    expected, sizes = min_norm_point(zs), []
    if wrong == "unsolved":
        monkeypatch.setattr(module, "solved", lambda matrix, on_digit: None)
    else:
        whole = module.steps

        def shorter(corral, weights, violators):
            points = list(whole(corral, weights, violators))
            return points[:-1] if type(corral) is FloatCorral else points

        monkeypatch.setattr(module, "steps", shorter)
    found = min_norm_point(zs, on_join=sizes.append)
    assert sizes.count(1) == 2
    assert is_nearest(zs, *found)
    assert length(*found) == length(*expected)


def test_in_floats_a_likely_vector_joins_beside_a_violator(monkeypatch):
    """Where vectors are long, so that there are fewer searches; the point is the same."""
    zs, searches = decimals(60, 40, 1), []
    find = Violators.find

    def counted(self, P, total, goal):
        searches[-1] += 1
        return find(self, P, total, goal)

    monkeypatch.setattr(Violators, "find", counted)
    found = []
    for entries in (40, 10**6):
        monkeypatch.setattr(module, "_ENTRIES", entries)
        searches.append(0)
        found.append(min_norm_point(zs))
        assert is_nearest(zs, *found[-1])
    assert length(*found[0]) == length(*found[1])
    assert searches[0] < 0.75 * searches[1]


@so_many(150, 600)
def test_who_joins_beside_a_violator_may_depend_on_it(times, monkeypatch):
    """Copies, points on a line, corrals of all dimensions: p is proved all the same."""
    monkeypatch.setattr(module, "_ENTRIES", 2)
    monkeypatch.setattr(module, "_FLOATS_FROM", -1)
    random = Random(5)
    for _ in range(times):
        zs = generated(random)
        assert is_nearest(zs, *min_norm_point(zs, floats_from=FLOATS_FIRST)), zs


@pytest.mark.parametrize(("N", "d", "places"), [(100, 4, 2), (2, 80, 4)])
def test_where_ints_stay_short_floats_are_not_asked(N, d, places):
    """Few features, or few examples, of few digits: ints alone are the fastest."""
    sizes = []
    min_norm_point(decimals(N, d, places), on_join=sizes.append)
    assert sizes.count(1) == 1


@pytest.mark.parametrize("kind", [Corral, FloatCorral])
def test_every_step_brings_the_point_nearer(kind):
    """|p|^2 falls from step to step, in ints and in floats, however badly the numbers suit them;
    then it ends.
    """
    random, taken = Random(4), 0
    for _ in range(300):
        zs = generated(random)
        points = list(steps(kind(zs), {0: 1}, violators(zs)))
        lengths = [length(*point) for point in points]
        assert all(after < before for before, after in zip(lengths, lengths[1:]))
        taken += len(lengths) - 1
    assert taken > 300


@given(vectors, st.lists(st.integers(-9, 9), min_size=3, max_size=3), st.integers(1, 9))
def test_a_violator_is_found_if_and_only_if_there_is_one(zs, P, total):
    """An n with total z_n . P < P . P, by looking at all of them."""
    goal = squared_norm(P)
    there = [n for n, z in enumerate(zs) if total * oracle.dot(z, P) < goal]
    n = violators(zs).find(P, total, goal)
    assert n in there if there else n is None


def test_a_violator_by_less_than_the_leading_bits_is_found():
    """P of 200 bits, of which the first do not tell it (z_1 . P is 1 less than the goal)."""
    P = [1 << 200, 1]
    zs = [[1, 1], [1, 0]]
    assert violators(zs).find(P, 1, (1 << 200) + 1) == 1
    assert violators(zs).find(P, 1, 1 << 200) is None


@pytest.mark.parametrize("kind", [Corral, FloatCorral])
@pytest.mark.parametrize("gone", range(6))
def test_who_leaves_is_as_if_never_joined(kind, gone):
    """The rows of the elimination are those of the members that are left, in ints and, but for
    rounding, in floats.
    """
    random = Random(gone)
    zs = [[random.randint(-99, 99) for _ in range(8)] for _ in range(6)]
    left, fresh = kind(zs), kind(zs)
    assert all([left.join(n, 1) for n in range(6)])
    left.leave(gone)
    assert all([fresh.join(n, 1) for n in range(6) if n != gone])
    assert (left.members, left.weights) == (fresh.members, fresh.weights)
    assert list(map(len, left.rows)) == list(map(len, fresh.rows))
    for row, expected in zip([*left.rows, left.rights], [*fresh.rows, fresh.rights]):
        assert row == (expected if kind is Corral else pytest.approx(expected, rel=1e-9, abs=1e-12))


def test_who_depends_on_the_others_does_not_join():
    """z_2 = z_0 + z_1 - z_0 is in the affine hull of the two: nothing changes."""
    corral = Corral([[1, 0, 0], [0, 1, 0], [2, -1, 0]])
    assert [corral.join(n, 1) for n in range(3)] == [True, True, False]
    assert (corral.members, corral.weights, len(corral.rows)) == ([0, 1], [1, 1], 2)


@pytest.mark.parametrize(
    ("rights", "pivot"),
    [
        pytest.param([1.0, 1.0, 1.0], 0.0, id="zero"),
        pytest.param([1.0, float("nan"), 1.0], 1.0, id="not a number"),
        pytest.param([1.0, 1.0, float("inf")], 1.0, id="infinity"),
        pytest.param([1.0, 1e308, 1e308], 1.0, id="too large a sum"),
    ],
)
def test_floats_that_are_lost_are_given_up(rights, pivot):
    """Zero to divide by, infinity, or no number: then floats say that they did not arrive."""
    corral = FloatCorral([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert all([corral.join(n, 1) for n in range(3)])
    assert corral.go_to_nearest() is True
    corral.rights, corral.rows = rights, [[1.0, 1.0, 1.0], [pivot, 0.0], [1.0]]
    assert corral.go_to_nearest() is False


def test_a_good_start_saves_steps():
    """Who starts from the end has only to join what is there."""
    sizes = []
    weights, P = min_norm_point(
        signed(example("and")), start={1: 5, 2: 5, 3: 7}, on_join=sizes.append
    )
    assert (weights, P, sizes) == ({1: 5, 2: 5, 3: 7}, [-3, 2, 2], [1, 2, 3])


@starts
def test_an_interruption_passes_through(floats_from):
    """Whatever is raised while it computes, Ctrl-C above all, comes out as it is."""
    joined = count(1)

    def interrupt(size):
        if next(joined) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        min_norm_point(signed(example("and")), on_join=interrupt, floats_from=floats_from)


# Large sets


@so_many(60, 600)
def test_fuzz_with_all_products_at_once(times, monkeypatch):
    """As where vectors have a hundred entries or more; the point is proved."""
    monkeypatch.setattr(module, "_LONG", 1)
    random = Random(4)
    for _ in range(times):
        zs = generated(random)
        assert is_nearest(zs, *min_norm_point(zs, floats_from=FLOATS_FIRST))


def test_floats_go_on_where_they_left_a_violator(monkeypatch):
    """It joins the corral that is solved in ints; steps in ints are not needed."""
    zs, sizes = decimals(60, 12, 3), []
    expected = min_norm_point(zs)
    monkeypatch.setattr(FloatCorral, "goal", lambda self, P: squared_norm(P) * 9 // 10)
    monkeypatch.setattr(Corral, "__init__", only_floats(Corral.__init__))
    found = min_norm_point(zs, on_join=sizes.append)
    assert sizes.count(1) == 1
    assert is_nearest(zs, *found)
    assert length(*found) == length(*expected)


def only_floats(make):
    """Return an `__init__` that no corral in ints gets through."""

    def __init__(self, *args):
        assert type(self) is FloatCorral
        make(self, *args)

    return __init__


def test_all_products_at_once_are_enough_for_floats(monkeypatch):
    """With them the corral is found as without: no step in ints is needed."""
    monkeypatch.setattr(module, "_LONG", 1)
    monkeypatch.setattr(Corral, "__init__", only_floats(Corral.__init__))
    zs = decimals(40, 30, 3)
    assert is_nearest(zs, *min_norm_point(zs))


def test_where_a_system_has_no_solution_floats_go_on_without_the_negligible(monkeypatch):
    """If there were any; then the next system is solved."""
    systems = []

    def unsolved_at_first(matrix, on_digit):
        systems.append(len(matrix))
        return solved(matrix) if len(systems) > 1 else None

    monkeypatch.setattr(module, "solved", unsolved_at_first)
    monkeypatch.setattr(FloatCorral, "drop_negligible", lambda self, weights: True)
    monkeypatch.setattr(Corral, "__init__", only_floats(Corral.__init__))
    zs = decimals(60, 12, 3)
    assert is_nearest(zs, *min_norm_point(zs))
    assert len(systems) == 2


def test_what_those_that_joined_also_drove_out_is_tried_alone(monkeypatch):
    """A step that brought p no nearer is followed by one with the violator alone."""
    zs = decimals(60, 12, 3)
    expected = min_norm_point(zs)
    calls, systems = [], []

    def solved_once(matrix, on_digit):
        systems.append(len(matrix))
        return solved(matrix)

    def drives_out(self, violators):
        calls.append(len(self.members))
        if len(calls) == 3:  # the violator joined last
            self.leave(len(self.members) - 1)

    monkeypatch.setattr(FloatCorral, "join_also", drives_out)
    monkeypatch.setattr(module, "solved", solved_once)
    monkeypatch.setattr(Corral, "__init__", only_floats(Corral.__init__))
    found = min_norm_point(zs)
    assert len(calls) > 3
    assert len(systems) == 1  # the steps in floats went on to their end
    assert length(*found) == length(*expected)


def test_members_of_negligible_weight_are_dropped():
    """Less than 2^-30 of the largest; unless none or all are, or others are members."""
    zs = [[1, 0, 0, 9], [0, 1, 0, 9], [0, 0, 1, 9]]
    corral = FloatCorral(zs)
    for n, weight in ((2, 1 << 40), (0, 1 << 10), (1, (1 << 10) + 1)):
        corral.join(n, weight)
    assert not corral.drop_negligible({2: 1, 0: 1})
    assert corral.members == [2, 0, 1]
    assert corral.drop_negligible({2: 1, 0: 1, 1: 1})
    assert (corral.members, corral.weights) == ([2, 1], [1 << 40, (1 << 10) + 1])
    assert not corral.drop_negligible({2: 1, 1: 1})


def test_what_was_met_is_kept():
    """The mixtures come nearer, and the P kept for its margin has the largest of all."""
    zs, lengths, parts = decimals(30, 4, 1), [], []

    class Watched(Met):
        def came_to(self, weights, P):
            super().came_to(weights, P)
            assert P == [sum(a * zs[n][i] for n, a in weights.items()) for i in range(len(P))]
            lengths.append(length(weights, P))
            parts.append(min(oracle.dot(z, P) for z in zs) / squared_norm(P) ** 0.5)

    met = Watched()
    min_norm_point(zs, met=met)
    assert len(lengths) > 3
    assert lengths == sorted(lengths, reverse=True)
    if max(parts) > 0:
        widest = min(oracle.dot(z, met.widest) for z in zs) / squared_norm(met.widest) ** 0.5
        assert widest > 0.99 * max(parts)


def test_weights_that_separate_nothing_are_not_kept():
    """The least product has to be above 0."""
    met = Met()
    met.saw(0, [3, 4], [30, 40])
    assert met.widest == ()
    met.saw(5, [3, 4], [30, 40])
    met.saw(8, [6, 8], [1, 1])
    assert (met.widest, met.part) == ([30, 40], 1 << 36)
    met.saw(11, [6, 8], [1, 1])
    assert met.widest == [1, 1]
