"""Sparse vectors compute the same results as dense vectors."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref.exact.sparse import SparseVector, scale_first_and_rest, squared_norms
from perceptron_ref.vectors import dot

ENTRIES = st.integers(-(10**30), 10**30) | st.just(0) | st.just(0)
VECTORS = st.lists(ENTRIES, max_size=12)
PAIRS = VECTORS.flatmap(
    lambda v: st.tuples(st.just(v), st.lists(ENTRIES, min_size=len(v), max_size=len(v)))
)


@given(PAIRS)
def test_a_sparse_vector_computes_like_its_dense_vector(pair):
    """The entries, w . x and |x|^2 are equal, for any length and any number of nonzeros."""
    dense, w = pair
    x = SparseVector.from_entries(dense)
    assert x.to_dense(len(dense)) == tuple(dense)
    assert x.dot(w) == x.dot(tuple(w)) == dot(w, dense)
    assert [*squared_norms([x, x])] == [*squared_norms([dense, dense])] == [dot(dense, dense)] * 2
    assert 0 not in x.values and list(x.indices) == [i for i, v in enumerate(dense) if v]


@given(VECTORS.filter(bool), st.integers(1, 10**20), st.integers(-7, -1))
def test_the_first_entry_has_its_own_factor(dense, first_factor, rest_factor):
    """x_0 is multiplied by `first_factor`, and every other entry by `rest_factor`."""
    expected = [v * (rest_factor if i else first_factor) for i, v in enumerate(dense)]
    for row_type in (tuple, SparseVector.from_entries):
        scaled = scale_first_and_rest(row_type(dense), 0, rest_factor, first_factor=first_factor)
        assert scaled == row_type(expected)


@given(VECTORS.filter(bool), st.integers(-9, 9), st.integers(1, 9))
def test_the_first_entry_may_be_replaced(dense, new_first, rest_factor):
    """x_0 becomes the new value, also if this is 0; every other entry is multiplied."""
    expected = [new_first, *[rest_factor * v for v in dense[1:]]]
    for row_type in (tuple, SparseVector.from_entries):
        scaled = scale_first_and_rest(row_type(dense), new_first, rest_factor)
        assert scaled == row_type(expected)


@given(VECTORS, VECTORS)
def test_vectors_with_equal_nonzeros_are_equal_and_hash_alike(u, v):
    """Zeros at the end make no difference, because only nonzeros are stored."""
    nonzeros = [{i: entry for i, entry in enumerate(x) if entry} for x in (u, v)]
    assert (SparseVector.from_entries(u) == SparseVector.from_entries(v)) == (
        nonzeros[0] == nonzeros[1]
    )
    longer = SparseVector.from_entries([*u, 0])
    assert longer == SparseVector.from_entries(u) and hash(longer) == hash(
        SparseVector.from_entries(u)
    )
