"""Packed ints: whatever the numbers are, they come out of the lanes as by definition."""

from __future__ import annotations

from random import Random

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref.exact import packed as module
from perceptron_ref.exact.packed import (
    Packed,
    PackedSparse,
    bit_count,
    block_sizes,
    packed,
    sign_bits,
    unpacked,
    width,
)
from perceptron_ref.exact.sparse import SparseVector

WIDTHS = range(1, 21)
signs = st.sampled_from([-1, +1])


def numbers(k):
    """Ints that fit a lane of k bytes, those at its ends and around zero among them."""
    most = 2 ** (8 * k - 1) - 1
    return st.integers(-most, most) | st.sampled_from([-most - 1, -most, -1, 0, 1, most])


def of_bits(bits):
    """Ints of up to so many bits."""
    return st.integers(-(2**bits), 2**bits) | st.sampled_from([-(2**bits), -1, 0, 1, 2**bits])


@st.composite
def sets(draw, most_bits=100):
    """Examples of one to five ints, or none of zero alone, and their labels."""
    d, number = (
        draw(st.integers(1, 5)),
        of_bits(draw(st.sampled_from([3, 7, 15, 31, 63, most_bits]))),
    )
    xs = draw(st.lists(st.lists(number, min_size=d, max_size=d), min_size=1, max_size=9))
    return xs, draw(st.lists(signs, min_size=len(xs), max_size=len(xs)))


def both(drawn):
    """Return the set packed, and its sparse form packed."""
    xs, ys = drawn
    return Packed(xs, ys), PackedSparse(tuple(map(SparseVector.of, xs)), ys)


def vector_for(data, xs, bits=70):
    """Return a drawn vector of as many entries."""
    return data.draw(st.lists(of_bits(bits), min_size=len(xs[0]), max_size=len(xs[0])))


def by_definition(xs, ys, v):
    """Return y_n v . x_n for all n."""
    return [y * oracle.dot(v, x) for x, y in zip(xs, ys)]


# Lanes


@given(st.sampled_from(WIDTHS), st.integers(1, 9), st.data())
def test_what_is_packed_comes_out_again(k, lanes, data):
    """For lanes of every width, both ends of their range, and blocks of any size."""
    given_ones = data.draw(st.lists(numbers(k), min_size=1, max_size=20))
    sizes = block_sizes(len(given_ones), lanes)
    found = unpacked(packed(given_ones, k, sizes), sizes, k)
    assert found == given_ones
    assert {type(number) for number in found} == {int}


@pytest.mark.parametrize("k", WIDTHS)
def test_lanes_of_every_width_hold_all_their_numbers(k):
    """From -2^(8k-1) to 2^(8k-1) - 1, next to each other, in blocks of all sizes."""
    most = 2 ** (8 * k - 1) - 1
    ends = [0, most, -1, -most - 1, 1, -most, most, most, -most - 1, -most - 1, 0, 2 ** (4 * k)]
    for lanes in range(1, len(ends) + 2):
        sizes = block_sizes(len(ends), lanes)
        blocks = packed(ends, k, sizes)
        assert unpacked(blocks, sizes, k) == ends
        assert blocks == [
            sum(v << 8 * k * i for i, v in enumerate(reversed(ends[begin : begin + lanes])))
            for begin in range(0, len(ends), lanes)
        ]


@given(st.sampled_from(WIDTHS), st.integers(1, 9), st.data())
def test_sums_of_blocks_are_sums_lane_by_lane(k, lanes, data):
    """Whatever happens in between, as long as the sum fits."""
    pair = st.tuples(numbers(k), numbers(k))
    pairs = data.draw(st.lists(pair, min_size=1, max_size=12))
    us, vs = zip(*pairs)
    sizes = block_sizes(len(us), lanes)
    a, b = packed(us, k, sizes), packed(vs, k, sizes)
    assert unpacked([i + j - j for i, j in zip(a, b)], sizes, k) == list(us)
    wide = packed(us, k + 1, sizes), packed(vs, k + 1, sizes)
    assert unpacked([i - 3 * j for i, j in zip(*wide)], sizes, k + 1) == [
        u - 3 * v for u, v in pairs
    ]


@pytest.mark.parametrize("k", [1, 2, 3, 8, 9, 20])
def test_a_width_is_the_least_that_does(k):
    """2^(8k-1) - 1 fits k bytes, one more does not; zero takes one."""
    most = 2 ** (8 * k - 1) - 1
    assert (width(most), width(most + 1), width(0)) == (k, k + 1, 1)


def test_every_lane_holds_the_number():
    """By default the sign bit, so that it counts whose sign bit is set."""
    for k in WIDTHS:
        assert sign_bits(3, k) == sum(1 << 8 * k * i - 1 for i in range(1, 4))
        assert bit_count(sign_bits(300, k)) == 300


@given(st.integers(0, 2**300))
def test_bits_are_counted(number):
    """Those that are 1."""
    assert bit_count(number) == sum(number >> i & 1 for i in range(301))


@given(st.integers(1, 2000), st.integers(1, 600))
def test_blocks_are_full_but_for_the_last(N, lanes):
    """So many lanes each; together N."""
    *full, last = block_sizes(N, lanes)
    assert (sum(full) + last, set(full) <= {lanes}) == (N, True)
    assert 1 <= last <= lanes


# Sets


@given(sets(), st.integers(1, 4), st.integers(1, 10), st.data())
def test_all_dot_products_come_out_as_by_definition(drawn, more, lanes, data):
    """In lanes of the width that `reach` asks for, or wider, in blocks of any size."""
    xs, ys = drawn
    v = vector_for(data, xs)
    for columns in both(drawn):
        k = width(max(columns.reach(v), *columns.largest)) + more - 1
        sizes = block_sizes(len(xs), lanes)
        assert unpacked(columns.blocks(v, k, lanes), sizes, k) == by_definition(xs, ys, v)
        assert columns.products(v) == by_definition(xs, ys, v)


def test_labels_are_all_positive_unless_told():
    """Without labels, products are v . x_n."""
    assert Packed([(1, 2), (3, -4)]).products((5, 6)) == [17, -9]


def test_sets_of_more_than_a_block_are_packed_as_small_ones():
    """For numbers of every size, at the ends of their machine's ints too."""
    random = Random(0)
    for bits in (7, 8, 15, 16, 31, 32, 63, 64, 65, 100):
        ends = [2**bits - 1, 2**bits, -(2**bits), -(2**bits) - 1, 0]
        xs = [[random.choice(ends), random.randint(-9, 9)] for _ in range(520)]
        ys = [random.choice((-1, +1)) for _ in xs]
        v = [random.randint(-99, 99) for _ in range(2)]
        for columns in both((xs, ys)):
            assert columns.products(v) == by_definition(xs, ys, v)
            for largest in columns.largest[: len(columns.largest) - 1]:
                assert largest >= max(abs(x[0]) for x in xs)


@given(sets())
def test_no_number_is_larger_than_the_largest(drawn):
    """Of each column for dense sets, at most twice its largest; of sums over rows for sparse."""
    xs, _ = drawn
    dense, sparse = both(drawn)
    for bound, column in zip(dense.largest, zip(*xs)):
        largest = max(map(abs, column))
        assert largest <= bound <= max(2 * largest, 1)
    assert sparse.largest == [max(sum(map(abs, x)) for x in xs)]


@given(sets(), st.data())
def test_no_dot_product_is_beyond_the_reach(drawn, data):
    """Whatever the signs."""
    xs, ys = drawn
    v = vector_for(data, xs)
    for columns in both(drawn):
        assert columns.reach(v) >= max(map(abs, by_definition(xs, ys, v)))


@given(sets(), st.integers(1, 2**40), st.integers(1, 2**40))
def test_no_update_adds_more_than_the_growth(drawn, first, rest):
    """To any margin, whichever example is corrected."""
    xs, ys = drawn
    moves = [[(rest if i else first) * x_i for i, x_i in enumerate(x)] for x in xs]
    for columns in both(drawn):
        growth = columns.growth(first, rest)
        assert growth >= max(abs(v) for m in moves for v in by_definition(xs, ys, m))


@given(sets(), st.integers(1, 9), st.integers(1, 9))
def test_a_gram_row_is_what_a_correction_adds(drawn, first, rest):
    """y_n y_m (first x_m0, rest x_m1, ...) . x_n for all n; computed once for each kind of move."""
    xs, ys = drawn
    for columns, vectors in zip(both(drawn), (list, SparseVector.of)):
        dense = [[(rest if i else first) * x_i for i, x_i in enumerate(x)] for x in xs]
        moves, k = list(map(vectors, dense)), width(columns.growth(first, rest))
        kind, sizes = columns.kind(k, first, rest), [len(xs)]
        for _ in range(2):
            for m, (move, y) in enumerate(zip(dense, ys)):
                row = unpacked(columns.row(m, moves, k, kind), sizes, k)
                assert row == [y * v for v in by_definition(xs, ys, move)]
                assert columns.has_row(m, kind)
        assert columns.rows_made == len(xs)
        assert columns.kind(k, first, rest) == kind
        other = columns.kind(k, first, rest + 1)
        assert not any(columns.has_row(m, other) for m in range(len(xs)))
        assert not any(columns.has_row(m, columns.kind(k + 1, first, rest)) for m in range(len(xs)))


def test_columns_are_packed_once_for_each_width_and_size_of_blocks():
    """The same list is found again."""
    columns = Packed([(1, 3), (1, -5), (2, 2)], [1, -1, 1])
    first = columns.columns(1, 2)
    assert columns.columns(1, 2) is first
    assert columns.columns(2, 2) is not first
    assert columns.columns(1, 3) is not first
    assert columns.columns(1, 2) is first


@given(sets(), st.integers(1, 5), signs | st.just(0), st.data())
def test_limits_show_mistakes_as_sign_bits(drawn, lanes, sign_of_zero, data):
    """The highest bit of limit - margin is 1 exactly where the margin is a mistake's, at the ends
    of the lane too.
    """
    xs, ys = drawn
    k, sizes = data.draw(st.sampled_from(WIDTHS)), block_sizes(len(xs), lanes)
    most = 2 ** (8 * k - 1) - 1
    margins = [data.draw(numbers(k).filter(lambda v: v > -most)) for _ in xs]
    signs_of_lanes, limits = Packed(xs, ys).limits(k, lanes, sign_of_zero)
    short = [limit - block for limit, block in zip(limits, packed(margins, k, sizes))]
    wrong = [v <= 0 and (v or y != sign_of_zero) for v, y in zip(margins, ys)]
    found = [a & b for a, b in zip(short, signs_of_lanes)]
    assert unpacked([-bits for bits in found], sizes, k) == [
        -(2 ** (8 * k - 1)) if is_wrong else 0 for is_wrong in wrong
    ]


def test_a_set_without_room_for_columns_packs_none(monkeypatch):
    """Its rows and products come from plain dot products; nothing is packed again and again."""
    xs, ys = [(1, n, -n) for n in range(40)], [+1, -1] * 20
    monkeypatch.setattr(module, "MOST_BYTES", 40 * 3 * 2 * 16 // 15)
    columns = Packed(xs, ys)
    assert (columns.has_room_for_columns(2), columns.has_room_for_columns(3)) == (True, False)
    monkeypatch.setattr(Packed, "_pack", None)
    assert unpacked(columns.blocks((1, 2, 3), 3, 16), [16, 16, 8], 3) == by_definition(
        xs, ys, (1, 2, 3)
    )
    assert unpacked(columns.row(1, xs, 3, 0), [40], 3) == [-v for v in by_definition(xs, ys, xs[1])]
    assert columns.has_row(1, 0)
