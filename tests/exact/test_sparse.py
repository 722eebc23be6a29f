"""Sparse vectors compute the same results as dense vectors."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref.exact.sparse import SparseVector, scale_first_and_rest
from perceptron_ref.vectors import dot

entries = st.integers(-(10**30), 10**30) | st.just(0) | st.just(0)
vectors = st.lists(entries, max_size=12)
pairs = vectors.flatmap(
    lambda v: st.tuples(st.just(v), st.lists(entries, min_size=len(v), max_size=len(v)))
)


@given(pairs)
def test_a_sparse_vector_computes_like_its_dense_vector(pair):
    """The entries, w . x and |x|^2 are equal, for any length and any number of nonzeros."""
    dense, w = pair
    x = SparseVector.from_entries(dense)
    assert x.to_dense(len(dense)) == tuple(dense)
    assert x.dot(w) == x.dot(tuple(w)) == dot(w, dense)
    assert 0 not in x.values and list(x.indices) == [i for i, v in enumerate(dense) if v]


@given(vectors.filter(bool), st.integers(1, 10**20), st.integers(-7, -1))
def test_the_first_entry_has_its_own_factor(dense, first, rest):
    """x_0 is multiplied by `first_factor`, and every other entry by the other factor."""
    expected = [v * (rest if i else first) for i, v in enumerate(dense)]
    for row_type in (tuple, SparseVector.from_entries):
        assert scale_first_and_rest(row_type(dense), 0, rest, first_factor=first) == row_type(
            expected
        )


@given(vectors.filter(bool), st.integers(-9, 9), st.integers(1, 9))
def test_the_first_entry_may_be_replaced(dense, first, rest):
    """x_0 becomes the new value, also if this is 0; every other entry is multiplied."""
    expected = [first, *[rest * v for v in dense[1:]]]
    for row_type in (tuple, SparseVector.from_entries):
        assert scale_first_and_rest(row_type(dense), first, rest) == row_type(expected)


@given(vectors, vectors)
def test_equal_vectors_are_equal_and_hash_alike(u, v):
    """Zeros at the end make no difference, because only nonzeros are stored."""
    nonzeros = [{i: entry for i, entry in enumerate(x) if entry} for x in (u, v)]
    assert (SparseVector.from_entries(u) == SparseVector.from_entries(v)) == (
        nonzeros[0] == nonzeros[1]
    )
    longer = SparseVector.from_entries([*u, 0])
    assert longer == SparseVector.from_entries(u) and hash(longer) == hash(
        SparseVector.from_entries(u)
    )
