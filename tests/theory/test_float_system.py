"""Linear systems in floats: the solution depends on the unknowns, not on the order in which they
joined.
"""

from __future__ import annotations

from random import Random

import pytest

from perceptron_ref.theory.float_system import FloatSystem


def gram_matrix(random, size):
    """Return v_m . v_n for `size` random vectors with size + 2 entries each."""
    vectors = [[random.randint(-99, 99) for _ in range(size + 2)] for _ in range(size)]
    return [[sum(a * b for a, b in zip(u, v)) for v in vectors] for u in vectors]


def system_of(matrix, unknowns):
    """Return the system that these unknowns joined in this order."""
    system = FloatSystem()
    for k, i in enumerate(unknowns):
        assert system.add([matrix[i][j] for j in unknowns[: k + 1]], 7)
    return system


def check_solution(system, matrix, unknowns):
    """Check that M u = (1, ..., 1), where M is `matrix` / 7, and that the triangular rows have
    the sums `system.sums`.
    """
    for i in unknowns:
        assert sum(matrix[i][j] / 7 * u_j for j, u_j in zip(unknowns, system.u)) == pytest.approx(1)
    assert [*map(len, system.rows)] == [*range(1, 1 + len(unknowns))]
    assert system.sums == pytest.approx([*map(sum, system.rows)])


@pytest.mark.parametrize("size", [1, 2, 3, 8, 20])
def test_unknowns_may_leave_in_any_order(size):
    """Unknowns leave from the front, the end or the middle until none is left, and some come back.
    The solution stays right.
    """
    random = Random(size)
    matrix, unknowns = gram_matrix(random, size), [*range(size)]
    system = system_of(matrix, unknowns)
    check_solution(system, matrix, unknowns)
    while unknowns:
        i = random.choice([0, -1, random.randrange(len(unknowns))]) % len(unknowns)
        system.remove(i)
        del unknowns[i]
        check_solution(system, matrix, unknowns)
        if unknowns and random.random() < 0.5:
            returning_unknown = random.choice([*{*range(size)} - {*unknowns}])
            system.add([matrix[returning_unknown][j] for j in (*unknowns, returning_unknown)], 7)
            unknowns.append(returning_unknown)
            check_solution(system, matrix, unknowns)
            system.remove(len(unknowns) - 1)
            del unknowns[-1]


@pytest.mark.parametrize(
    ("row", "unit"),
    [
        pytest.param([2, 1], 1, id="a row that depends on the others"),
        pytest.param([2 * 10**12, 10**12 + 1], 10**12, id="nearly dependent row"),
        pytest.param([10**400, 1], 1, id="an infinity"),
        pytest.param([0, 0], 1, id="a vector of zeros"),
    ],
)
def test_an_almost_dependent_unknown_does_not_join(row, unit):
    """An unknown with which the matrix would have no inverse in floats does not change the
    system.
    """
    system = FloatSystem()
    assert system.add([4])
    assert not system.add(row, unit)
    assert (system.u, system.rows, system.sums) == ([0.25], [[0.5]], [0.5])
