"""Linear systems of ints, eliminated or solved to the base of a prime: M u = (v, v, ..., v)."""

from __future__ import annotations

from functools import reduce
from math import gcd
from random import Random

import oracle
import pytest

from perceptron_ref.theory.linear_system import primitive, solved

ELIMINATED, LIFTED = 99, 0  # unknowns up to which a system is eliminated


def gram(vectors):
    """Return M = 1 1^T + the dot products of the vectors."""
    return [[1 + int(oracle.dot(u, v)) for v in vectors] for u in vectors]


@pytest.mark.parametrize(
    ("matrix", "u"),
    [
        ([[1]], (1,)),
        ([[7]], (1,)),
        ([[2, 1], [1, 3]], (2, 1)),
        ([[4, 2], [2, 4]], (1, 1)),
        ([[3, 1, 0], [1, 4, 1], [0, 1, 2]], (6, 1, 9)),
        ([[10, 4], [4, 3]], (-1, 6)),
        ([[5, 1], [1, 1]], (0, 1)),
        ([[1, 1], [1, 1]], None),
        ([[2, 1, 3], [1, 3, 4], [3, 4, 7]], None),
    ],
)
@pytest.mark.parametrize("few", [ELIMINATED, LIFTED])
def test_systems_by_hand(matrix, u, few):
    """u in lowest terms, of any signs, v > 0; None where det M = 0."""
    assert solved(matrix, few=few) == u


@pytest.mark.parametrize("p", [7, 101, (1 << 127) - 1])
def test_any_prime_gives_the_solution(p):
    """By the definition, in lowest terms, also where a minor is 0 modulo the prime."""
    random = Random(p)
    for _ in range(100):
        size, far = random.randint(1, 6), random.choice([0, 5, 10**9])
        matrix = gram(
            [[random.randint(-3, 3) + far * (i == j) for j in range(size)] for i in range(size)]
        )
        u = solved(matrix, p=p, few=LIFTED)
        assert u == solved(matrix, few=ELIMINATED)
        if u is not None:
            v = oracle.dot(matrix[0], u)
            assert v > 0 and [oracle.dot(row, u) for row in matrix] == [v] * size
            assert reduce(gcd, u) == 1


@pytest.mark.parametrize("matrix", [[[2, 1], [1, 3]], [[5, 1], [1, 3]]])
def test_a_minor_of_0_modulo_the_prime_leads_to_elimination(matrix):
    """det M = 5, and M_00 = 5: the solution is the same."""
    assert solved(matrix, p=5, few=LIFTED) == solved(matrix, few=ELIMINATED) is not None


@pytest.mark.ci
def test_a_large_system_of_long_ints():
    """40 unknowns, entries of 100 digits."""
    random = Random(1)
    vectors = [[10**50 * (i == j) + random.randint(0, 9) for j in range(40)] for i in range(40)]
    u = solved(gram(vectors))
    (v,) = {oracle.dot(row, u) for row in gram(vectors)}
    assert v.bit_length() > 10_000


def test_a_large_system_can_be_stopped():
    """`on_digit` is called for each unknown and each digit; a ValueError of its own comes out."""
    calls = []
    solved([[2, 1], [1, 3]], few=LIFTED, on_digit=lambda: calls.append(1))
    assert len(calls) == 2 + 1
    solved([[2, 1], [1, 3]], few=2, on_digit=lambda: calls.append(1))
    assert len(calls) == 3

    def stop():
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        solved([[2, 1], [1, 3]], few=LIFTED, on_digit=stop)


@pytest.mark.parametrize(("v", "expected"), [([4, -6], (2, -3)), ([0, 5], (0, 1)), ((3,), (1,))])
def test_a_common_factor_is_divided_out(v, expected):
    """The signs stay."""
    assert primitive(v) == expected
