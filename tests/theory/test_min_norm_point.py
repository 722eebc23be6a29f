"""The min-norm point, in ints and with floats first: by hand, and by what proves it."""

from __future__ import annotations

from fractions import Fraction
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
    Hull,
    min_norm_point,
)
from perceptron_ref.vectors import squared_norm

FLOATS_FIRST, INTS_ALONE = -1, 10**9  # bits of the determinants from which floats come first

starts = pytest.mark.parametrize(
    "floats_from", [FLOATS_FIRST, INTS_ALONE], ids=["floats first", "ints alone"]
)


def found_from(floats_from, zs, **options):
    """Return the point; floats come first from determinants of so many bits on."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "_FLOATS_FROM", floats_from)
        return min_norm_point(zs, **options)


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
    assert found_from(floats_from, zs) == (weights, P)


@given(
    vectors,
    st.dictionaries(st.integers(0, 8), st.integers(1, 99), max_size=9),
    st.sampled_from([FLOATS_FIRST, INTS_ALONE]),
)
def test_the_point_does_not_depend_on_the_start(zs, start, floats_from):
    """From any weights, of affinely dependent examples too, p is the same."""
    start = {n: weight for n, weight in start.items() if n < len(zs)}
    weights, P = min_norm_point(zs)
    others, Q = found_from(floats_from, zs, start=start)
    assert is_nearest(zs, others, Q)
    assert [P_i * sum(others.values()) for P_i in P] == [Q_i * sum(weights.values()) for Q_i in Q]


@so_many(150, 1500)
@starts
def test_fuzz(floats_from, times):
    """On generated sets the point is proved; the origin is in many of the hulls."""
    random, away = Random(3), 0
    for _ in range(times):
        zs = generated(random)
        weights, P = found_from(floats_from, zs)
        assert is_nearest(zs, weights, P), zs
        away += any(P)
    assert 0.4 * times < away < 0.95 * times


@pytest.mark.parametrize("name", ["credit", "spam", "iris-setosa", "iris-versicolor-virginica"])
def test_embedded_sets(name):
    """The same point, with floats first and without."""
    zs = signed(example(name))
    found = found_from(FLOATS_FIRST, zs)
    assert is_nearest(zs, *found)
    assert length(*found) == length(*found_from(INTS_ALONE, zs))


@pytest.mark.parametrize(("N", "d"), [(120, 12), (60, 40), (20, 60)])
@pytest.mark.parametrize("flipped", [0, 6])
def test_floats_and_ints_agree_on_larger_sets(N, d, flipped):
    """Decimals in more dimensions: p is proved, and the same with and without a start in floats."""
    zs = decimals(N, d, 3, flipped)
    with_floats = found_from(FLOATS_FIRST, zs)
    without = found_from(INTS_ALONE, zs)
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
        with_floats = found_from(FLOATS_FIRST, zs)
        assert is_nearest(zs, *with_floats)
        assert length(*with_floats) == length(*found_from(INTS_ALONE, zs))


@pytest.fixture
def systems(monkeypatch):
    """Return how many unknowns each system had that was solved in ints, a list that grows."""
    sizes = []

    def counted(matrix, *on_row):
        sizes.append(len(matrix))
        return solved(matrix, *on_row)

    monkeypatch.setattr(module, "solved", counted)
    return sizes


@pytest.mark.parametrize(("N", "d", "places"), [(100, 20, 2), (200, 30, 9), (9, 80, 9)])
def test_where_ints_get_long_floats_find_the_corral(N, d, places, systems):
    """There it is found step by step in floats, and ints only solve one system and look at all."""
    zs = decimals(N, d, places)
    weights, P = min_norm_point(zs)
    assert is_nearest(zs, weights, P)
    assert systems == [len(weights)]


@pytest.mark.parametrize(("N", "d", "places"), [(100, 4, 2), (2, 80, 4)])
def test_where_ints_stay_short_floats_are_not_asked(N, d, places, systems):
    """Few features, or few examples, of few digits: ints alone are the fastest."""
    min_norm_point(decimals(N, d, places))
    assert len(systems) > 1 == systems[0]


@pytest.mark.parametrize(
    "solution",
    [
        pytest.param(lambda self: [1] * len(self.members), id="any weights"),
        pytest.param(lambda self: [0] * len(self.members), id="none"),
        pytest.param(lambda self: 1 // 0, id="zero to divide by"),
        pytest.param(lambda self: int("NaN"), id="not a number"),
    ],
)
def test_floats_may_propose_anything(monkeypatch, solution):
    """Steps in ints go on from there to the same point."""
    zs = decimals(60, 12, 3)
    expected = min_norm_point(zs)
    monkeypatch.setattr(FloatCorral, "solution", solution)
    found = min_norm_point(zs)
    assert is_nearest(zs, *found)
    assert length(*found) == length(*expected)


def test_every_step_brings_the_point_nearer():
    """|p|^2 falls from step to step; the last one is the point, and its least z_n . P is P . p."""
    random, taken = Random(4), 0
    for _ in range(300):
        zs, points = generated(random), []
        found = found_from(INTS_ALONE, zs, on_step=lambda *point: points.append(point))
        lengths = [length(weights, P) for weights, P, _ in points]
        assert all(after < before for before, after in zip(lengths, lengths[1:]))
        weights, P, least = points[-1]
        assert found == (weights, P)
        assert least * sum(weights.values()) == squared_norm(P)
        taken += len(lengths) - 1
    assert taken > 300


@given(vectors, st.lists(st.integers(-9, 9), min_size=3, max_size=3), st.integers(1, 9))
def test_a_violator_is_found_if_and_only_if_there_is_one(zs, P, total):
    """An n with total z_n . P < P . P, by looking at all of them."""
    there = [n for n, z in enumerate(zs) if total * oracle.dot(z, P) < squared_norm(P)]
    (*found,), least = Hull(zs).violators(P, total)
    assert len(found) == bool(there) and set(found) <= set(there)
    assert least == min(oracle.dot(z, P) for z in zs)


def test_a_violator_by_less_than_the_leading_bits_is_found():
    """P of 200 bits, of which the first do not tell that z_1 . P is 2 less than P . P."""
    P = [1 << 200, 1]
    assert Hull([P, [1 << 200, -1]]).violators(P, 1) == ([1], squared_norm(P) - 2)
    assert Hull([P, P]).violators(P, 1) == ([], squared_norm(P))


@pytest.mark.parametrize("gone", range(6))
def test_who_leaves_is_as_if_never_joined(gone):
    """M is that of the members that are left, and, but for rounding, its inverse is."""
    random = Random(gone)
    hull = Hull([[random.randint(-99, 99) for _ in range(8)] for _ in range(6)])
    left, fresh = FloatCorral(hull), FloatCorral(hull)
    assert all([left.join(n, 1) for n in range(6)])
    left.leave(gone)
    assert all([fresh.join(n, 1) for n in range(6) if n != gone])
    assert (left.members, left.weights, left.matrix) == (fresh.members, fresh.weights, fresh.matrix)
    for row, expected in zip(left.inverse, fresh.inverse):
        assert row == pytest.approx(expected, rel=1e-9, abs=1e-12)
    for row, inverse in zip(left.matrix, left.inverse):
        assert oracle.dot(row, inverse) == pytest.approx(left.c)


@pytest.mark.parametrize("last", [[2 * 10**6, -(10**6), 0], [2 * 10**6, -(10**6), 1]])
def test_who_nearly_depends_on_the_others_does_not_join_in_floats(last):
    """z_2 = 2 z_0 - z_1, or nearly, is in the affine hull of the two: nothing changes."""
    corral = FloatCorral(Hull([[10**6, 0, 0], [0, 10**6, 0], last]))
    assert [corral.join(n, 1) for n in range(3)] == [True, True, False]
    assert (corral.members, corral.weights, len(corral.matrix)) == ([0, 1], [1, 1], 2)


def test_who_depends_on_the_others_leaves_in_ints():
    """As a start may have it: from the last one on."""
    corral = Corral(Hull([[1, 0, 0], [0, 1, 0], [2, -1, 0], [0, 0, 1], [1, 0, 0]]))
    assert all([corral.join(n, 1) for n in (0, 1, 2, 3, 4)])
    assert (corral.solution(), corral.members) == ((1, 1), [0, 1])


def test_a_good_start_saves_steps():
    """Who starts from the end has no step to take."""
    points, start = [], {1: 5, 2: 5, 3: 7}
    found = min_norm_point(
        signed(example("and")), start=start, on_step=lambda *point: points.append(point)
    )
    assert found == (start, [-3, 2, 2])
    assert points == [(start, [-3, 2, 2], 1)]


@starts
def test_an_interruption_passes_through(floats_from):
    """Whatever is raised while it computes, Ctrl-C above all, comes out as it is."""
    for error in (KeyboardInterrupt, StopIteration, ZeroDivisionError):

        def interrupt(weights, P, least, error=error):
            raise error

        with pytest.raises(error):
            found_from(floats_from, signed(example("and")), on_step=interrupt)
