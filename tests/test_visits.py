"""The visits of a run: what a strategy may answer with, and what was seen right.

`test_pla.py` tests that a run makes them one by one, wherever a limit falls, and `test_hostile.py`
what errors say of faults.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused
from standins import Index

from perceptron_ref import Dataset, StrategyError
from perceptron_ref.exact.values import checked_index, checked_pass
from perceptron_ref.run import Run
from perceptron_ref.visits import Pass, asked, count_right


@given(st.integers(1, 6), st.data())
def test_what_was_seen_right_is_a_set(N, data):
    """Stretches in any order: all N are seen after as many visits as when each is added alone."""
    seen, plain = set(), set()
    for stretch in data.draw(st.lists(st.lists(st.integers(0, N - 1), max_size=2 * N))):
        ends = [i for i in range(1, len(stretch) + 1) if len(plain | {*stretch[:i]}) == N]
        count = ends[0] if ends else len(stretch)
        plain |= {*stretch[:count]}
        assert (count_right(seen, stretch, N), seen) == (count, plain)
        if len(plain) == N:
            break


def test_visits_come_as_asked_for_and_a_pass_until_its_end():
    """Single visits as ints, whatever kind of int they were, and a pass of one; a pass again and
    again, as long as it is not at its end; None for None, an empty pass, and the end, for ever.
    """
    answers = iter([2, range(1, 3), None, [], [0, Index(2)], (1,), Index(1)])
    visits = asked(Run(Dataset([[1], [2], [3]], [1, 1, 1]), lambda view: answers))
    found = []
    while len(found) < 8:
        visit = next(visits)
        if isinstance(visit, Pass):
            assert next(visits) is visit
            found.append((visit.examples, visit.at))
            visit.at = len(visit.examples)
        else:
            found.append(visit)
    assert found == [2, (range(1, 3), 0), None, None, ((0, 2), 0), 1, 1, None]
    assert {type(visit) for visit in found} == {int, tuple, type(None)}


def test_a_pass_is_a_copy_in_ints():
    """A list that the strategy changes afterwards is what it was; a visit alone is a pass of one,
    as the kit's recorder takes them.
    """
    answer = [0, Index(1), 2]
    visits = checked_pass(answer, 3)
    answer[0] = 9
    assert tuple(visits) == (0, 1, 2) and {*map(type, visits)} == {int}
    assert checked_pass(Index(2), 3) == (2,)
    check_refused("it yielded 3; …0 to 2…a pass", checked_pass, 3, 3, error=StrategyError)
    check_refused(
        "they ask for 3; …0 to 2", checked_index, 3, 3, "they ask for ", error=StrategyError
    )
