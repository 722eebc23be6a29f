"""N dot products as one: whatever the numbers are, they come out as by definition."""

from __future__ import annotations

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref.exact.packed import LIMIT, Packed


def numbers(most):
    """Ints of any size up to that, those at its ends and around zero among them."""
    return st.integers(-most, most) | st.sampled_from([-most, -1, 0, 1, most])


def rows(most):
    """One to nine examples of one to five ints."""
    return st.integers(1, 5).flatmap(
        lambda d: st.lists(st.lists(numbers(most), min_size=d, max_size=d), min_size=1, max_size=9)
    )


@given(rows(2**30), st.data())
def test_all_dot_products_come_out_as_by_definition(xs, data):
    """v . x_n for every n, as ints, for numbers that make them anything up to 62 bits."""
    columns = Packed(xs)
    v = data.draw(st.lists(numbers(2**29), min_size=len(xs[0]), max_size=len(xs[0])))
    found = columns.unpacked(columns.dot(v)).tolist()
    assert found == [oracle.dot(v, x) for x in xs]
    assert {type(number) for number in found} == {int}


@given(rows(10**6), st.data())
def test_sums_of_dot_products_are_dot_products_of_sums(xs, data):
    """What stands side by side may be added and subtracted before it is read."""
    columns = Packed(xs)
    u, v = (
        data.draw(st.lists(numbers(10**6), min_size=len(xs[0]), max_size=len(xs[0])))
        for _ in range(2)
    )
    together = columns.dot(u) - columns.dot(v) + columns.dot(u)
    assert columns.unpacked(together).tolist() == [
        oracle.dot([2 * a - b for a, b in zip(u, v)], x) for x in xs
    ]


@given(rows(2**62), st.data())
def test_no_dot_product_is_beyond_the_reach(xs, data):
    """`reach` is told from the largest number of each column, so it holds for all n."""
    columns = Packed(xs)
    v = data.draw(st.lists(numbers(2**70), min_size=len(xs[0]), max_size=len(xs[0])))
    assert columns.reach(v) >= max(abs(oracle.dot(v, x)) for x in xs)


def test_the_reach_is_attained_where_signs_and_sizes_agree():
    """3 * 7 + 2 * 5, though no example has both the 7 and the 5."""
    assert Packed([(7, 1), (-1, -5)]).reach((3, -2)) == 31


@pytest.mark.parametrize("number", [LIMIT - 1, 1 - LIMIT, -LIMIT])
def test_numbers_of_64_bits_fit(number):
    """From -2^63 to 2^63 - 1, beside each other and beside zeros."""
    columns = Packed([(number,), (0,), (number,)])
    assert columns.unpacked(columns.dot((1,))).tolist() == [number, 0, number]


@pytest.mark.parametrize("number", [LIMIT, -LIMIT - 1, 10**40])
def test_larger_numbers_do_not(number):
    """They are refused when the columns are made."""
    with pytest.raises(OverflowError):
        Packed([(1, 0), (1, number)])


def test_what_is_too_large_in_between_does_no_harm():
    """Only the dot products need to be below the limit, not the products that they add up."""
    columns = Packed([(1, 1), (1, -1)])
    assert columns.unpacked(columns.dot((10**40, 7)) - columns.dot((10**40, 0))).tolist() == [7, -7]
