"""The visits of a run: what a strategy may yield, and which visits count.

`test_pla.py` tests that a run makes the visits in order within its limits, and
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
def test_visits_count_until_all_examples_were_right(N, data):
    """If no visit of a pass finds a mistake, the pass counts as many visits, of the same examples,
    as single visits.
    """
    run = Run(Dataset([[n] for n in range(N)], [1] * N), "cyclic", w0=[1, 0])
    search, right, visits = Search(run, iter(())), set(), 0
    for examples in data.draw(st.lists(st.lists(st.integers(0, N - 1), min_size=1, max_size=12))):
        ends = [i for i in range(1, len(examples) + 1) if len(right | {*examples[:i]}) == N]
        count = ends[0] if ends else len(examples)
        right |= {*examples[:count]}
        visits += count
        assert search.visit_until_mistake(examples, 0, 10**6) == (None, count)
        assert (run.visits, set(search.seen_right)) == (visits, right)
        if len(right) == N:
            break


def test_visits_come_in_passes():
    """A single visit becomes a pass with one visit, for any kind of int.

    None and the end of the strategy become empty passes.
    """
    answers = iter([2, range(1, 3), None, [], range(0), [0, Index(2)], (1,), Index(1)])
    run = Run(Dataset([[1], [2], [3]], [1, 1, 1]), lambda view: answers)
    passes = [*islice(passes_of(run), 10)]
    assert [*map(tuple, passes)] == [(2,), (1, 2), (), (), (), (0, 2), (1,), (1,), (), ()]
    assert {type(n) for examples in passes for n in examples} == {int}


def test_a_pass_is_copied_as_ints():
    """A pass does not change if the strategy changes its list afterwards.

    A single visit becomes a pass with one visit. An index outside the examples is refused.
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
