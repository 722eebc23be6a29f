"""Linear systems of ints, solved by hand, by elimination, and digit by digit."""

from __future__ import annotations

from random import Random

import oracle
import pytest

from perceptron_ref.theory import linear_system
from perceptron_ref.theory.linear_system import _PRIME, divide_by_gcd, solve

TRIANGLE = [[-1] * i + [1] + [0] * (39 - i) for i in range(40)]


def gram(zs):
    """Return the matrix of all 1 + z_m . z_n."""
    return [[1 + int(oracle.dot(u, v)) for v in zs] for u in zs]


def random_vectors(random, size, entries, largest):
    """Return `size` random vectors of ints from -largest to largest."""
    return [[random.randint(-largest, largest) for _ in range(entries)] for _ in range(size)]


@pytest.fixture
def eliminations(monkeypatch):
    """Make `solve` find digits first; return a list to which it adds each system that it
    eliminates.
    """
    monkeypatch.setattr(linear_system, "_MAX_ELIMINATION_SIZE", 0)
    systems, eliminated = [], linear_system._eliminate

    def counted(matrix, on_row):
        systems.append(matrix)
        return eliminated(matrix, on_row)

    monkeypatch.setattr(linear_system, "_eliminate", counted)
    return systems


by_both_methods = pytest.mark.parametrize(
    "max_elimination_size", [0, 9], ids=["by digits", "by elimination"]
)


@by_both_methods
@pytest.mark.parametrize(
    ("matrix", "u"),
    [
        ([[1]], (1,)),
        ([[7]], (1,)),
        ([[2, 1], [1, 3]], (2, 1)),
        ([[4, 2], [2, 4]], (1, 1)),
        ([[3, 1, 0], [1, 4, 1], [0, 1, 2]], (6, 1, 9)),
        ([[10, 4], [4, 3]], (-1, 6)),
        ([[2, 0, 0], [0, 3, 0], [0, 0, 5]], (15, 10, 6)),  # 1/2, 1/3, 1/5
        ([[5, 1], [1, 1]], (0, 1)),
        ([[1, 1], [1, 1]], None),
        ([[2, 1, 3], [1, 3, 4], [3, 4, 7]], None),
    ],
)
def test_systems_computed_by_hand_are_solved(matrix, u, max_elimination_size, monkeypatch):
    """`solve` returns u with M u = (v, v, ..., v) and v > 0, in lowest terms, or None if det M =
    0.
    """
    monkeypatch.setattr(linear_system, "_MAX_ELIMINATION_SIZE", max_elimination_size)
    assert solve(matrix) == u


@pytest.mark.parametrize(
    ("size", "largest"),
    [(2, 1), (5, 3), (9, 10**3), (17, 1), (20, 10**9)]
    + [pytest.param(30, 10**40, marks=pytest.mark.ci)],
)
def test_solutions_from_digits_are_exact(size, largest, eliminations):
    """A solution that was found digit by digit satisfies the equations, and equals that of
    elimination, which `solve` does not need.
    """
    for seed in range(5):
        matrix = gram(random_vectors(Random(seed), size, 2 * size, largest))
        u = solve(matrix)
        (v,) = {oracle.dot(row, u) for row in matrix}
        assert (eliminations, v > 0, divide_by_gcd(u)) == ([], True, u)
        assert linear_system._eliminate(matrix, lambda: None) == u
        eliminations.clear()


@pytest.mark.parametrize(
    "matrix",
    [
        pytest.param(gram([[10**9, 1], [10**9, 2], [1, 0]]), id="nearly no inverse"),
        pytest.param(gram([[1, 0], [10**400, 1]]), id="no floats"),
        pytest.param(gram([[2 * 3 * 5 * 7 * 11, 0], [0, 1 << 600]]), id="far apart"),
        pytest.param([[v - 1 for v in row] for row in gram(TRIANGLE)], id="4^40 in the inverse"),
        pytest.param([[2**60, 2**60 - 1], [2**60 - 1, 2**60]], id="det M = 2^61 - 1"),
        pytest.param([[_PRIME + 1, 0], [0, 1 - _PRIME + 2 * _PRIME**2]], id="the unit modulo p"),
    ],
)
def test_digits_find_solutions_of_any_size(matrix, eliminations):
    """The solution equals that of elimination, which `solve` does not need."""
    assert solve(matrix) == linear_system._eliminate(matrix, lambda: None)
    assert eliminations == [matrix]  # the one of the line above


@pytest.mark.parametrize(
    "matrix",
    [
        pytest.param(gram([[1, 0], [0, 1], [2, -1]]), id="no inverse"),
        pytest.param([[_PRIME, 0], [0, 3]], id="p divides the first entry"),
        pytest.param([[2, 1], [1, (_PRIME + 1) // 2]], id="p is det M"),
    ],
)
def test_elimination_decides_if_p_divides_the_determinant(matrix, eliminations):
    """Modulo p there is no inverse, but over the rationals there may be one, so elimination
    decides.
    """
    assert solve(matrix) == linear_system._eliminate(matrix, lambda: None)
    assert eliminations == [matrix, matrix]


def test_too_few_digits_are_noticed(monkeypatch, eliminations):
    """M u = v (1, ..., 1) is checked; if it fails, elimination decides."""
    matrix = gram(random_vectors(Random(1), 4, 8, 9))
    expected = linear_system._eliminate(matrix, lambda: None)
    monkeypatch.setattr(linear_system, "prod", lambda diagonal: 1)
    assert solve(matrix) == expected
    assert len(eliminations) == 2


@by_both_methods
def test_an_exception_of_on_row_passes_through(max_elimination_size, monkeypatch):
    """`on_row` is called during the solution. Its exception reaches the caller, so a search can be
    stopped while it solves a system.
    """
    monkeypatch.setattr(linear_system, "_MAX_ELIMINATION_SIZE", max_elimination_size)
    calls = []
    solve([[2, 1], [1, 3]], lambda: calls.append(1))
    assert len(calls) >= 2
    with pytest.raises(ZeroDivisionError):
        solve([[1]], lambda: 1 // 0)
