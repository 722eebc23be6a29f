"""Linear systems of ints, solved to the base of a prime: by hand, and against the definition."""

from __future__ import annotations

from functools import reduce
from math import gcd
from random import Random

import oracle
import pytest

from perceptron_ref.theory.linear_system import solved


def gram(vectors):
    """Return M = 1 1^T + the dot products of the vectors."""
    return [[1 + int(oracle.dot(u, v)) for v in vectors] for u in vectors]


@pytest.mark.parametrize(
    ("matrix", "u", "v"),
    [
        ([[1]], [1], 1),
        ([[7]], [1], 7),
        ([[2, 1], [1, 3]], [2, 1], 5),
        ([[4, 2], [2, 4]], [1, 1], 6),
        ([[3, 1, 0], [1, 4, 1], [0, 1, 2]], [6, 1, 9], 19),
    ],
)
def test_systems_by_hand(matrix, u, v):
    """M u = (v, v, ..., v), in lowest terms."""
    assert solved(matrix) == (u, v)


@pytest.mark.parametrize("p", [7, 101, 268_435_399])
def test_any_prime_gives_the_same_solution(p):
    """It is None or the solution by the definition, in lowest terms; mostly the solution."""
    random, found = Random(p), 0
    for _ in range(100):
        size = random.randint(1, 6)
        matrix = gram(
            [[random.randint(-3, 3) + 50 * (i == j) for j in range(size)] for i in range(size)]
        )
        solution = solved(matrix, p)
        if solution is not None:
            u, v = solution
            assert [oracle.dot(row, u) for row in matrix] == [v] * size
            assert min(u) > 0 and v > 0
            assert reduce(gcd, u, v) == 1
            found += 1
    assert found > (25 if p == 7 else 90)


@pytest.mark.ci
def test_a_large_system_of_long_ints():
    """40 unknowns, entries of 100 digits."""
    random = Random(1)
    vectors = [[10**50 * (i == j) + random.randint(0, 9) for j in range(40)] for i in range(40)]
    u, v = solved(gram(vectors))
    assert all(oracle.dot(row, u) == v for row in gram(vectors))
    assert v.bit_length() > 10_000


def test_without_an_inverse_nothing_is_found():
    """A minor that is 0, or 0 modulo the prime: then another way has to be taken."""
    assert solved([[1, 1], [1, 1]]) is None
    assert solved([[2, 1], [1, 3]], p=5) is None
    assert solved([[5, 1], [1, 3]], p=5) is None
    assert solved([[2, 1], [1, 3]], p=7) == ([2, 1], 5)


def test_a_solution_that_is_not_positive_is_none():
    """Here u = (-1, 6), v = 14: the nearest point is outside the hull."""
    assert solved([[10, 4], [4, 3]]) is None


@pytest.mark.ci
def test_packed_rows_give_the_same_solution():
    """Of one block of unknowns and of several, with entries of one byte and of many, also < 0."""
    random, found = Random(5), 0
    for size, far in ((1, 9), (3, 9), (64, 2_000), (65, 10**9)):
        vectors = [
            [random.randint(-9, 9) + far * (i == j) for j in range(size)] for i in range(size)
        ]
        matrix = gram(vectors)
        assert solved(matrix, packed_from=0) == solved(matrix, packed_from=10**9)
        found += solved(matrix, packed_from=0) is not None
    assert found >= 3


def test_without_an_inverse_of_a_block_nothing_is_found():
    """As in the plain way."""
    assert solved([[1, 1], [1, 1]], packed_from=0) is None
    assert solved([[2, 1], [1, 3]], p=5, packed_from=0) is None


def test_a_large_system_can_be_stopped():
    """`on_digit` is called while it is eliminated, for each digit, and for each unknown."""
    calls = []
    solved([[2, 1], [1, 3]], on_digit=lambda: calls.append(1), packed_from=0)
    assert len(calls) == 1 + 2
    solved([[2, 1], [1, 3]], on_digit=lambda: calls.append(1), packed_from=2)
    assert len(calls) == 2 * (1 + 2)

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solved([[2, 1], [1, 3]], on_digit=stop, packed_from=0)
    assert solved([[2, 1], [1, 3]], on_digit=stop) == ([2, 1], 5)
