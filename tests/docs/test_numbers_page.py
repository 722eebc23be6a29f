"""PLA in floats, as the page on numbers tells of it: where it parts from the exact run, and where
it cannot.
"""

from __future__ import annotations

import sys
from random import Random

import pytest
from conftest import ROOT

from perceptron_ref import Dataset, pla

sys.path.insert(0, str(ROOT / "docs"))
from beyond import numbers as page  # noqa: E402

pytestmark = pytest.mark.ci  # thousands of runs on floats


def drawn_set(draw):
    """Return six examples of two features with one decimal, labels by chance."""
    rows = [[f"{draw.randint(-10, 10) / 10}" for _ in range(2)] for _ in range(6)]
    return Dataset(rows, [draw.choice((-1, 1)) for _ in range(6)])


@pytest.fixture(scope="module")
def separable_sets():
    """120 of them on which PLA halts, after an update at least."""
    draw, sets = Random(0), []
    while len(sets) < 120:
        data = drawn_set(draw)
        run = pla(data, max_updates=300)
        if run.status == "converged" and run.updates > 0:
            sets.append(data)
    return sets


def test_on_integers_floats_make_the_exact_run(separable_sets):
    """Multiplied by its scale, every set has ints, far below 2^53: nothing is rounded."""
    assert all(
        page.same_run(data, [list(map(float, x)) for x in data.scaled_xs])
        for data in separable_sets
    )


def test_above_the_rounding_error_floats_make_the_exact_run(separable_sets):
    """Where all margins are further from 0 than the bound both runs are one; it is so on most sets,
    and on others they do part.
    """
    sure = [
        page.least_margin(data) > page.rounding(data, pla(data).updates) for data in separable_sets
    ]
    same = [page.same_run(data, page.as_floats(data)) for data in separable_sets]
    assert all(same[i] for i, is_sure in enumerate(sure) if is_sure)
    assert 0 < sure.count(True) < len(sure)
    assert False in same


def test_on_the_petals_of_setosa_the_runs_part_after_four_updates():
    """The score of flower 53 is 0, and less than 0 in floats."""
    assert (page.T, page.T_in_floats, page.parted, page.zero_at) == (11, 7, 4, 53)
    assert page.run.n[:4] == tuple(page.rounded.n[:4]) == (0, 50, 0, 1)


def test_a_tenth_as_the_step_goes_another_way_in_floats_and_a_half_does_not():
    """On and: 18 updates with 0.5, as with 1, and 8 with 0.1."""
    assert {eta: len(run.n) for eta, run in page.eta_runs.items()} == {0.5: 18, 0.1: 8}
