"""The visits of a run: what a strategy may ask for, one by one, and what was seen right."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import Dataset, StrategyError, pla
from perceptron_ref.exact.values import checked_index, checked_pass
from perceptron_ref.run import Run
from perceptron_ref.visits import Pass, SeenRight, asked


class Index:
    """What is an int to whoever asks, as NumPy's are."""

    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


# What was seen right


@given(st.integers(1, 6), st.data())
def test_what_was_seen_right_is_a_set(N, data):
    """Single visits and stretches in any order: all N are seen after as many visits as in a plain
    set, and the rest are missing.
    """
    seen, plain = SeenRight(N, visits=7), set()
    assert seen.earliest == 7 + N
    for _ in range(data.draw(st.integers(0, 8))):
        if data.draw(st.booleans()):
            n = data.draw(st.integers(0, N - 1))
            seen.add(n)
            plain.add(n)
        else:
            stretch = data.draw(st.lists(st.integers(0, N - 1), max_size=2 * N))
            first = next(
                (i for i in range(1, len(stretch) + 1) if len(plain | {*stretch[:i]}) == N),
                len(stretch),
            )
            assert seen.note(stretch) == (first if stretch else 0)
            plain |= {*stretch[:first]}
        if data.draw(st.booleans()):
            assert seen.all() is (len(plain) == N)
        if data.draw(st.booleans()):
            assert seen.missing() == [n for n in range(N) if n not in plain]
        if len(plain) == N:
            break
    assert seen.all() is (len(plain) == N)
    assert seen.missing() == [n for n in range(N) if n not in plain]


def opened(answers, N):
    """Return the visits that a strategy asks for which answers with these."""
    state = Run(Dataset([[n] for n in range(N)], [1] * N), lambda view: answers)
    visits = asked(state)
    assert next(visits) is None  # it is called
    return visits


# What a strategy answers with


def test_visits_come_as_asked_for_and_a_pass_until_its_end():
    """Single visits as ints, whatever kind of int they were; a pass again and again, as long as it
    is not at its end; None for None, an empty pass, and the end, for ever.
    """
    answers = iter([2, range(1, 3), None, [], [0, 2, 2], (1,), Index(1), True + 0])
    visits = opened(answers, 3)
    assert next(visits) == 2
    found = next(visits)
    assert (type(found), found.examples, found.at) == (Pass, range(1, 3), 0)
    found.at = 1
    assert next(visits) is found
    found.at = 2
    assert [next(visits), next(visits)] == [None, None]
    found = next(visits)
    assert found.examples == (0, 2, 2)
    found.at = 3
    found = next(visits)
    assert found.examples == (1,)
    found.at = 1
    assert [next(visits) for _ in range(5)] == [1, 1, None, None, None]


def test_a_pass_is_a_copy():
    """A list that the strategy changes afterwards is what it was."""
    asked = [0, 1, 2]
    visits = checked_pass(asked, 3)
    asked[0] = 9
    assert tuple(visits) == (0, 1, 2)
    assert checked_pass([Index(1), 0], 3) == (1, 0)
    assert {type(n) for n in checked_pass([Index(1), 0], 3)} == {int}


EXPECTED = "expected an int from 0 to 2"
KINDS = ", a pass (a range, list or tuple of them), or None"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (3, f"it yielded 3; {EXPECTED}{KINDS}"),
        (-1, f"it yielded -1; {EXPECTED}{KINDS}"),
        (True, f"it yielded True; {EXPECTED}{KINDS}"),
        (1.0, f"it yielded 1.0; {EXPECTED}{KINDS}"),
        ("1", f"it yielded '1'; {EXPECTED}{KINDS}"),
        ({1}, f"it yielded {{1}}; {EXPECTED}{KINDS}"),
        (range(4), f"it yielded a pass with 3; {EXPECTED}"),
        (range(-1, 2), f"it yielded a pass with -1; {EXPECTED}"),
        (range(2, -3, -2), f"it yielded a pass with -2; {EXPECTED}"),
        ([0, 3], f"it yielded a pass with 3; {EXPECTED}"),
        ((0, -1), f"it yielded a pass with -1; {EXPECTED}"),
        ([0, True], f"it yielded a pass with True; {EXPECTED}"),
        ([0, None], f"it yielded a pass with None; {EXPECTED}"),
        ([[0]], f"it yielded a pass with [0]; {EXPECTED}"),
    ],
)
def test_what_is_no_visit_is_refused(answer, message):
    """Alone or in a pass, with what was found and what is expected; before any of it is visited."""
    with pytest.raises(StrategyError) as refused:
        next(opened(iter([answer]), 3))
    who = "strategy <lambda>, asked for visit 1: "
    assert str(refused.value) == who + message


def test_a_visit_alone_is_a_pass_of_one():
    """As the kit's recorder takes them; what is no visit is refused in the same words."""
    assert checked_pass(Index(2), 3) == (2,)
    with pytest.raises(StrategyError) as refused:
        checked_pass(3, 3)
    assert str(refused.value) == f"it yielded 3; {EXPECTED}{KINDS}"


def test_an_index_is_refused_with_the_words_given():
    """The view says what it was asked."""
    assert checked_index(Index(2), 3, "") == 2
    with pytest.raises(StrategyError) as refused:
        checked_index(3, 3, "it asked the view about example ")
    assert str(refused.value) == f"it asked the view about example 3; {EXPECTED}"


def test_thousands_of_passes_are_walked_as_a_plain_list():
    """Any kinds of passes and visits, broken off at any place, give the visits one by one."""
    random = Random(0)
    for _ in range(300):
        N, answers = random.randint(1, 6), []
        for _ in range(random.randint(1, 6)):
            begin = random.randrange(N)
            answers.append(
                random.choice(
                    [
                        random.randrange(N),
                        range(begin, random.randint(begin, N)),
                        range(N - 1, -1, -random.randint(1, 3)),
                        [random.randrange(N) for _ in range(random.randrange(5))],
                        tuple(random.randrange(N) for _ in range(random.randrange(5))),
                        None,
                    ]
                )
            )
        plain = []
        for answer in answers:
            plain += (
                [answer] if answer is None or isinstance(answer, int) else (list(answer) or [None])
            )
        found = []
        visits = opened(iter(answers), N)
        while len(found) < len(plain):
            visit = next(visits)
            if isinstance(visit, Pass):
                count = random.randint(1, len(visit.examples) - visit.at)
                found += visit.examples[visit.at : visit.at + count]
                visit.at += count
            else:
                found.append(visit)
        assert found == plain


@pytest.mark.parametrize("limit", ["max_visits", "patience"])
def test_a_limit_falls_where_it_does_when_all_visits_come_one_by_one(limit):
    """In a pass, at its end, or among single visits after it."""
    data = Dataset([[n] for n in range(1, 11)], [+1] * 10)
    pieces = [range(5), 1, 2, [3, 4, 4], 5, 6, (), None, range(9, 0, -3), 7]

    def mixed(view):
        while True:
            yield from pieces

    def one_by_one(view):
        while True:
            for piece in pieces:
                if piece in ((), None):
                    yield None
                elif isinstance(piece, int):
                    yield piece
                else:
                    yield from piece

    for start in ([0, 1], [0, -1], [-30, 7]):
        for most in range(1, 40):
            options = {"w0": start, "max_updates": 20, limit: most}
            run, plain = pla(data, mixed, **options), pla(data, one_by_one, **options)
            assert (run.status, run.n, run.visits) == (plain.status, plain.n, plain.visits)
            assert limit == "patience" or run.visits <= most


def test_what_is_an_int_to_whoever_asks_is_a_single_visit():
    """It is no pass of one."""
    visits = opened(iter([Index(2), 1, [Index(0)]]), 3)
    assert [next(visits), next(visits)] == [2, 1]
    assert next(visits).examples == (0,)
