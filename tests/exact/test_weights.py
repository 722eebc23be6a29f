"""w_t when it is asked for: the start plus all updates, in whatever order one asks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref.exact import weights as module
from perceptron_ref.exact.sparse import SparseVector
from perceptron_ref.exact.weights import Weights, corrected

entries = st.integers(-(10**25), 10**25) | st.just(0)


@st.composite
def paths(draw):
    """A start, moves, labels, and the n(t) of a run."""
    d, N = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    vector = st.tuples(*[entries] * d)
    moves = draw(st.lists(vector, min_size=N, max_size=N))
    ys = draw(st.lists(st.sampled_from([-1, +1]), min_size=N, max_size=N))
    n = draw(st.lists(st.integers(0, N - 1), max_size=15))
    return draw(vector), moves, ys, n


def plain(start, moves, ys, n):
    """Return w_0, w_1, ..., one update after the other."""
    w = [start]
    for n_t in n:
        w.append(tuple(w_i + ys[n_t] * x_i for w_i, x_i in zip(w[-1], moves[n_t])))
    return w


@given(paths(), st.booleans(), st.data())
def test_weights_are_the_start_and_all_updates(path, sparse, data):
    """Asked for at any time, in any order, by rows of either kind."""
    start, moves, ys, n = path
    expected = plain(*path)
    weights = Weights(start, list(map(SparseVector.of, moves)) if sparse else moves, ys)
    assert weights.w == start
    for t, n_t in enumerate(n, start=1):
        weights.n.append(n_t)
        asked = data.draw(st.sampled_from(["", "w", "entries", "at"]))
        if asked == "w":
            assert weights.w == expected[t]
        elif asked == "entries":
            assert tuple(weights.entries) == expected[t]
        elif asked == "at":
            old = data.draw(st.integers(0, t))
            assert weights.at(old) == expected[old]
    for t in data.draw(st.permutations(range(len(n) + 1))):
        assert weights.at(t) == expected[t]
    assert weights.w == expected[-1]
    assert weights.start == start


@given(paths(), st.integers(-5, 5))
def test_a_correction_adds_c_times_the_vector(path, c):
    """The same for a dense and a sparse vector; a tuple is never changed."""
    start, (x, *_), _, _ = path
    expected = [w_i + c * x_i for w_i, x_i in zip(start, x)]
    assert list(corrected(start, c, x)) == expected
    assert list(corrected(start, c, SparseVector.of(x))) == expected
    entries = list(start)
    assert corrected(entries, c, SparseVector.of(x)) is entries


def test_what_was_told_before_is_not_changed_by_what_comes():
    """A w_t that was asked for stays what it was, for sparse rows too."""
    for vectors in (tuple, SparseVector.of):
        weights = Weights((0, 0), [vectors((1, 2))], [+1])
        weights.n.append(0)
        first = weights.w
        weights.n.append(0)
        assert (first, weights.w, weights.at(1)) == ((1, 2), (2, 4), (1, 2))


def test_an_interrupted_question_leaves_nothing_half_done(monkeypatch):
    """Ctrl-C while w is added up: asked again, it is right."""
    weights = Weights((0, 0), [(1, 3), (1, 5), (2, 7)], [-1, +1, +1])
    weights.n += [0, 1, 2, 0]
    expected = weights.at(4)
    weights.at(1)
    rest = iter([True, False])

    def interrupted(w, c, x):
        if not next(rest, True):
            raise KeyboardInterrupt
        return corrected(w, c, x)

    monkeypatch.setattr(module, "corrected", interrupted)
    with pytest.raises(KeyboardInterrupt):
        weights.at(4)
    assert (weights.at(4), weights.entries, weights.w) == (expected, expected, expected)


def test_the_loop_and_who_asks_have_a_place_each():
    """Whatever is asked for in between, the loop's entries are those of the last update."""
    weights = Weights((0,), [SparseVector((0,), (1,))], [+1])
    for t in range(1, 9):
        weights.n.append(0)
        assert list(weights.entries) == [t]
        assert [weights.at(s) for s in (t, 0, t // 2)] == [(t,), (0,), (t // 2,)]
        assert list(weights.entries) == [t]
