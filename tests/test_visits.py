"""The visits of a run: possible answers of a strategy, and the visits that count.

`test_pla.py` tests that a run makes them one by one within its limits, and
`test_faulty_strategies.py` tests the errors.
"""

from __future__ import annotations

from itertools import islice

from fake_arrays import Index
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused

from perceptron_ref import Dataset, StrategyError
from perceptron_ref.exact.checks import checked_example_index, checked_visits
from perceptron_ref.pla import Search
from perceptron_ref.run import Run
from perceptron_ref.visits import passes_of


@given(st.integers(1, 6), st.data())
def test_visits_count_until_all_examples_were_seen_right(N, data):
    """Passes in any order without a mistake count as many visits as single visits would, and see
    the same examples.
    """
    run = Run(Dataset([[n] for n in range(N)], [1] * N), "cyclic", w0=[1, 0])
    search, plain, visits = Search(run, iter(())), set(), 0
    for examples in data.draw(st.lists(st.lists(st.integers(0, N - 1), min_size=1, max_size=12))):
        ends = [i for i in range(1, len(examples) + 1) if len(plain | {*examples[:i]}) == N]
        count = ends[0] if ends else len(examples)
        plain |= {*examples[:count]}
        visits += count
        assert search.visit_until_mistake(examples, 0, 10**6) == (None, count)
        assert (run.visits, set(search.seen_right)) == (visits, plain)
        if len(plain) == N:
            break


def test_visits_come_in_passes():
    """A single visit is a pass with one visit, for any kind of int.

    An empty pass means the same as None; so does the end of the strategy, from then on.
    """
    answers = iter([2, range(1, 3), None, [], range(0), [0, Index(2)], (1,), Index(1)])
    passes_asked_for = passes_of(Run(Dataset([[1], [2], [3]], [1, 1, 1]), lambda view: answers))
    passes = [*islice(passes_asked_for, 10)]
    assert [*map(tuple, passes)] == [(2,), (1, 2), (), (), (), (0, 2), (1,), (1,), (), ()]
    assert {type(n) for examples in passes for n in examples} == {int}


def test_a_pass_is_a_copy_in_ints():
    """A pass does not change if the strategy changes its list afterwards.

    A single visit is a pass with one visit. An index that no example has is refused.
    """
    answer = [0, Index(1), 2]
    visits = checked_visits(answer, 3)
    answer[0] = 9
    assert tuple(visits) == (0, 1, 2) and {*map(type, visits)} == {int}
    assert checked_visits(Index(2), 3) == (2,)
    check_refused("it yielded 3; …0 to 2…a pass", checked_visits, 3, 3, error=StrategyError)
    check_refused(
        "they ask for 3; …0 to 2", checked_example_index, 3, 3, "they ask for ", error=StrategyError
    )
