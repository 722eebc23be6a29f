"""The min-norm point, with ints alone and with floats first: computed by hand, and proved."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import oracle
import pytest
from conftest import sizes
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import example
from perceptron_ref.theory import float_system
from perceptron_ref.theory import min_norm_point as min_norm_module
from perceptron_ref.theory.linear_system import solve
from perceptron_ref.theory.min_norm_point import Corral, Hull, min_norm_point
from perceptron_ref.vectors import squared_norm

with_and_without_floats = pytest.mark.parametrize(
    "in_floats", [True, False], ids=["floats first", "ints alone"]
)
vectors = st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1, max_size=9)


def hull_of(zs):
    """Return the hull of the z_n."""
    return Hull(zs, [1] * len(zs), len(zs[0]))


def nearest_coefficients(hull, candidates, in_floats=True, *args):
    """Return the coefficients of the nearest point. With in_floats=False, no example joins in
    floats, so only ints are used.
    """
    with pytest.MonkeyPatch.context() as patch:
        if not in_floats:
            patch.setattr(min_norm_module.FloatSystem, "add", lambda *_: False)
        return min_norm_point(hull, candidates, *args)


def nearest(zs, in_floats=True, start=None, on_step=lambda *_: None):
    """Return the coefficients a_n of the nearest point p = sum_n a_n z_n / sum_n a_n, after a check
    that z_n . p >= p . p for all n.
    """
    coefficients = nearest_coefficients(hull_of(zs), range(len(zs)), in_floats, start, on_step)
    P = combination(zs, coefficients)
    assert all(type(a_n) is int and a_n > 0 for a_n in coefficients.values())
    assert all(sum(coefficients.values()) * oracle.dot(z, P) >= oracle.dot(P, P) for z in zs), zs
    return coefficients


def combination(zs, coefficients):
    """Return P = sum_n a_n z_n."""
    return [sum(a_n * zs[n][i] for n, a_n in coefficients.items()) for i in range(len(zs[0]))]


def squared_distance(zs, coefficients):
    """Return |p|^2, where p is the point with these coefficients."""
    P = combination(zs, coefficients)
    return Fraction(oracle.dot(P, P), sum(coefficients.values()) ** 2)


def random_points(random):
    """Return random points with int coordinates, of a random kind."""
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


def decimal_examples(N, d, places, flipped=0):
    """Return signed examples with `places` decimals; the first `flipped` labels are flipped."""
    random, denominator = Random(N + flipped), 10**places
    rows = [[random.randint(-denominator, denominator) for _ in range(d)] for _ in range(N)]
    labels = [1 if sum(row[::2]) > sum(row[1::2]) else -1 for row in rows]
    labels = [-y for y in labels[:flipped]] + labels[flipped:]
    return [[y * denominator, *(y * v for v in row)] for row, y in zip(rows, labels)]


@pytest.mark.parametrize(
    ("zs", "coefficients"),
    [
        ([[3, 4]], {0: 1}),
        ([[0, 0]], {0: 1}),
        ([[2, 5], [2, -5]], {0: 1, 1: 1}),
        ([[2, 5], [2, -5], [1, 0]], {2: 1}),
        ([[2, 1], [4, 2], [2, 1]], {0: 1}),
        ([[1, 0], [-1, 0], [5, 5]], {0: 1, 1: 1}),
        ([[4, 0], [0, 4], [-1, -1]], {0: 1, 1: 1, 2: 4}),
        ([[1, 1, 1], [1, 1, -1], [1, -1, 0]], {0: 1, 1: 1, 2: 2}),
    ],
)
@with_and_without_floats
def test_points_computed_by_hand_are_found(zs, coefficients, in_floats):
    """The point is a vertex, the middle of an edge, a point of a triangle, or the origin, in lowest
    terms.
    """
    assert nearest(zs, in_floats) == coefficients


@given(vectors, st.dictionaries(st.integers(0, 8), st.integers(1, 99), max_size=9), st.booleans())
def test_the_point_does_not_depend_on_the_start(zs, start, in_floats):
    """From any start, even of affinely dependent examples, p is the same."""
    start = {n: a_n for n, a_n in start.items() if n < len(zs)}
    coefficients = nearest(zs, in_floats, start)
    assert squared_distance(zs, coefficients) == squared_distance(zs, nearest(zs))


@given(vectors, st.booleans(), st.sets(st.integers(0, 8)))
def test_the_candidates_restrict_the_point_to_some_vectors(zs, in_floats, left_out):
    """The nearest point is that of the hull of the candidates alone, even if the hull has the
    vectors without their signs.
    """
    candidates = [n for n in range(len(zs)) if n not in left_out] or [0]
    signs = [(-1) ** n for n in range(len(zs))]
    hull = Hull([[y * v for v in z] for z, y in zip(zs, signs)], signs, 3)
    coefficients = nearest_coefficients(hull, candidates, in_floats)
    assert set(coefficients) <= set(candidates)
    zs_of_subset = [zs[n] for n in candidates]
    assert squared_distance(zs, coefficients) == squared_distance(
        zs_of_subset, nearest(zs_of_subset)
    )


@sizes(150, 1500)
@with_and_without_floats
def test_points_of_generated_sets_are_proved(in_floats, count):
    """Every point is proved. Between 5% and 60% of the hulls contain the origin."""
    random, hulls_without_origin = Random(3), 0
    for _ in range(count):
        zs = random_points(random)
        hulls_without_origin += squared_distance(zs, nearest(zs, in_floats)) > 0
    assert 0.4 * count < hulls_without_origin < 0.95 * count


SETS_BEYOND_FLOATS = [
    [[y * v for v in row] for row, y in zip(rows, ys)]
    for large in (10**12, 10**150, 10**200, 10**400)
    for rows in (
        [
            *([large, large**2, 1], [large, large**2, 2], [large, 1, large**2]),
            *([large, 0, 1], [large, large**2 + large, 3 * large]),
        ],
    )
    for ys in ((1, -1, 1, -1, 1), (1, -1, 1, 1, -1), (-1, 1, 1, 1, -1))
]
SIZES = [(120, 12, 3), (60, 40, 3), (20, 60, 3)]


@pytest.mark.ci
@pytest.mark.parametrize(
    "zs",
    [
        *(
            [[y * v for v in x] for x, y in zip(data.scaled_xs, data.ys)]
            for data in map(example, ("credit", "spam", "iris-setosa", "iris-versicolor-virginica"))
        ),
        *(decimal_examples(*size, flipped) for size in SIZES for flipped in (0, 6)),
        *SETS_BEYOND_FLOATS,
    ],
)
def test_floats_and_ints_find_the_same_point(zs):
    """Floats first and ints alone find the same point on example sets, in higher dimensions, and if
    numbers exceed the range of floats.
    """
    assert squared_distance(zs, nearest(zs, True)) == squared_distance(zs, nearest(zs, False))


@pytest.mark.ci
@pytest.mark.parametrize(("N", "d", "places"), [(900, 20, 3), (200, 30, 9), (9, 80, 9)])
def test_floats_find_the_corral(N, d, places, monkeypatch):
    """Floats find the examples that determine the nearest point, so ints solve a single system."""
    system_sizes = []
    monkeypatch.setattr(
        min_norm_module, "solve", lambda M, on_row: system_sizes.append(len(M)) or solve(M)
    )
    coefficients = nearest(decimal_examples(N, d, places))
    assert system_sizes == [len(coefficients)]


@pytest.mark.parametrize(
    "fsum",
    [
        pytest.param(lambda row: 1, id="any coefficients"),
        pytest.param(lambda row: 0, id="zero to divide by"),
        pytest.param(lambda row: float("nan"), id="not a number"),
        pytest.param(lambda row: -1, id="no example remains"),
    ],
)
def test_wrong_proposals_of_floats_are_corrected(monkeypatch, fsum):
    """From a wrong proposal of floats, steps in ints lead to the same point."""
    zs = decimal_examples(60, 12, 3)
    expected = nearest(zs)
    monkeypatch.setattr(float_system, "fsum", fsum)
    assert squared_distance(zs, nearest(zs)) == squared_distance(zs, expected)


@pytest.mark.ci
def test_every_step_brings_the_point_nearer():
    """|p|^2 decreases with each step. At the last step p is the nearest point.

    The least z_n . P then is P . p.
    """
    random, step_count = Random(4), 0
    for _ in range(300):
        zs, points = random_points(random), []
        last = nearest(zs, False, on_step=lambda *point: points.append(point))
        lengths = [squared_distance(zs, coefficients) for coefficients, _, _ in points]
        assert all(after < before for before, after in zip(lengths, lengths[1:]))
        coefficients, least, squared = points[-1]
        assert last == coefficients
        assert (
            least * sum(coefficients.values())
            == squared
            == squared_norm(combination(zs, coefficients))
        )
        step_count += len(lengths) - 1
    assert step_count > 300


@pytest.mark.parametrize("largest", [9, 10**6, 10**30])
def test_the_least_product_is_found_by_its_leading_bits(largest):
    """The first of the least products is found exactly, even if the leading bits of many agree."""
    random = Random(largest)
    for _ in range(50):
        w = [random.randint(1, largest) for _ in range(4)]
        zs = [[random.randint(-largest, largest) for _ in range(4)] for _ in range(30)]
        zs += [[sum(w) - v for v in w]] * 2 + zs[:3]
        candidates = sorted(random.sample(range(35), 20))
        P = [random.choice([1, 2**70]) * v + random.randint(0, 3) for v in w]
        smallest = min(candidates, key=lambda n: oracle.dot(zs[n], P))
        assert hull_of(zs).argmin_product(P, candidates) == smallest


@pytest.mark.parametrize("count", [1, 3, 4, 5, 9])
@pytest.mark.parametrize("candidates", [range(6), [0, 1, 2, 3, 4, 5], [5, 3, 0], range(1, 5)])
def test_the_candidates_of_least_products_come_in_order(candidates, count):
    """The products with (1,) are the entries. The result has the `count` candidates with the least
    products, in order.
    """
    entries = [4, 0, 9, -5, 7, -8]
    in_order = sorted(candidates, key=entries.__getitem__)
    hull = hull_of([[v] for v in entries])
    assert hull.candidates_of_least_products([1], candidates, count) == in_order[:count]


def test_a_violator_that_leading_bits_hide_is_found():
    """The start is (1000, 0), whose coefficients have 60 bits. z_2 is nearer to the origin, but the
    leading bits do not show it.
    """
    p, q = 2**60 - 93, 2**59 + 77
    zs, start = [[1000, p], [1000, -q], [999, 0]], {0: q, 1: p}
    assert hull_of(zs).candidates_of_least_products(start, range(3), 1) != [2]
    assert nearest(zs, False, start) == {2: 1}


@pytest.mark.parametrize("removed", range(6))
def test_removing_a_member_restores_the_system(removed):
    """The matrix is that of the remaining members, and so is the solution, up to rounding."""
    random = Random(removed)
    hull = hull_of([[random.randint(-99, 99) for _ in range(8)] for _ in range(6)])
    after_removal, never_added = Corral(hull, True), Corral(hull, True)
    assert all([after_removal.add_member(n, 1) for n in range(6)])
    after_removal.remove_member(removed)
    assert all([never_added.add_member(n, 1) for n in range(6) if n != removed])
    assert (after_removal.coefficients, after_removal.matrix) == (
        never_added.coefficients,
        never_added.matrix,
    )
    assert after_removal.system.u == pytest.approx(never_added.system.u, rel=1e-9, abs=1e-12)
    for row in after_removal.matrix:
        assert oracle.dot(row, after_removal.system.u) == pytest.approx(after_removal.c)


@pytest.mark.parametrize("last", [[2 * 10**6, -(10**6), 0], [2 * 10**6, -(10**6), 1]])
def test_an_almost_dependent_member_does_not_join_in_floats(last):
    """z_2 = 2 z_0 - z_1, exactly or nearly, is in the affine hull of the other two."""
    corral = Corral(hull_of([[10**6, 0, 0], [0, 10**6, 0], last]), True)
    assert [corral.add_member(n, 1) for n in range(3)] == [True, True, False]
    assert (corral.coefficients, len(corral.matrix)) == ({0: 1, 1: 1}, 2)


def test_a_dependent_member_leaves_in_ints():
    """A start may have affinely dependent members. They leave, the last one first."""
    corral = Corral(hull_of([[1, 0, 0], [0, 1, 0], [2, -1, 0], [0, 0, 1], [1, 0, 0]]), False)
    assert all([corral.add_member(n, 1) for n in (0, 1, 2, 3, 4)])
    assert (corral.coefficients_of_nearest_point(), list(corral.coefficients)) == ((1, 1), [0, 1])


def test_a_good_start_saves_steps():
    """A start at the result needs no step, apart from one that rounding may cause."""
    points, start = [], {1: 5, 2: 5, 3: 7}
    zs = [[-1, 0, 0], [-1, 0, -1], [-1, -1, 0], [1, 1, 1]]
    assert nearest(zs, start=start, on_step=lambda *point: points.append(point)) == start
    assert points[-1] == (start, 1, 17)
    assert len(points) <= 2


@pytest.mark.ci
@pytest.mark.parametrize("seed", [4, 6])
def test_few_systems_are_solved_in_ints(monkeypatch, seed):
    """Floats come so close to the nearest point that ints solve at most three systems."""
    random, zs, matrix_sizes = Random(seed), [], []
    w = [random.gauss(0, 1) for _ in range(31)]
    while len(zs) < 400:
        z = [10**6] + [int(random.gauss(0, 1) * 10**6) for _ in range(30)]
        score = oracle.dot(w, z)
        if abs(score) > 50_000:
            zs.append(z if score > 0 else [-v for v in z])

    def solve_and_count(matrix, *args):
        matrix_sizes.append(len(matrix))
        return solve(matrix, *args)

    monkeypatch.setattr(min_norm_module, "solve", solve_and_count)
    nearest(zs)
    assert len(matrix_sizes) <= 3


@pytest.mark.parametrize("error", [KeyboardInterrupt, StopIteration, ZeroDivisionError])
@with_and_without_floats
def test_an_interruption_passes_through(in_floats, error):
    """Any exception during the search, such as Ctrl-C, reaches the caller."""

    def interrupt(*_):
        raise error

    zs = decimal_examples(9, 3, 2)
    with pytest.raises(error):
        nearest(zs, in_floats, on_step=interrupt)
    with pytest.raises(error):
        min_norm_point(Hull(zs, [1] * 9, 4, interrupt), range(9))
