"""What the forms cost: counted by hand, and when a change pays."""

from __future__ import annotations

import sys

from perceptron_ref.exact.costs import BLOCK, PERIOD, PYPY, WIDE, Costs


def looks(costs, count, *, dual=False, recent=(0,), has_row=None, asked=0, looked_at=0, made=0):
    """Return after which look, of so many alike, the form changes; None: after none."""
    for look in range(1, count + 1):
        if costs.pays_to_change(
            dual, recent, has_row or (lambda n: True), asked, looked_at, made, 4
        ):
            return look
    return None


def test_blocks_are_so_many():
    """More than `WIDE` examples are in blocks of `BLOCK`, the last one not full; fewer, in one."""
    Ns = (1, BLOCK + 1, WIDE, WIDE + 1, 5 * BLOCK)
    assert [Costs(N, 3, True).blocks for N in Ns] == [1, 1, 1, 5, 5]


def test_costs_grow_with_what_there_is_to_compute():
    """With the entries of a vector, the bytes of a lane, the examples of a block; rows, with N."""
    small, wide, long = Costs(400, 5, True), Costs(400, 50, True), Costs(4_000, 5, True)
    for k in (1, 4, 12):
        assert small.dot_product(k) < wide.dot_product(k)
        assert small.block(k) < wide.block(k)
        assert small.dual_update(k) < small.block(k) < long.row(k) and small.row(k) < long.row(k)
        assert Costs(4, 5, True).dual_update(k) < small.dual_update(k)
    assert small.dual_update(4) < small.dual_update(12)
    assert small.block(8) < small.block(16)
    sparse = Costs(400, 5, False)
    assert sparse.row(4) == sparse.dot_product(4) * 100


def test_a_dot_product_of_small_ints_is_cheap_where_python_has_sumprod():
    """From Python 3.12 on, and only up to 8 bytes."""
    costs = Costs(10, 5, True)
    cheap = sys.version_info >= (3, 12)
    assert costs.dot_product(8) == 150 + (25 if cheap else 60) * 5
    assert costs.dot_product(9) == 150 + 60 * 5


def test_columns_are_packed_after_half_a_pass_one_by_one():
    """And never where they cannot be."""
    costs, sparse = Costs(10, 5, True), Costs(10, 5, False)
    for seen in (0, 4):
        costs.one_by_one = sparse.one_by_one = seen
        assert not costs.packs
    costs.one_by_one = sparse.one_by_one = 5
    assert (costs.packs, sparse.packs) == (not PYPY, False)


def test_a_block_is_worth_some_visits():
    """As many as cost the same; all blocks, so many times more. Without lanes yet, as if of 4."""
    costs = Costs(5 * BLOCK, 20, True)
    one, all_of_them = costs.worth(4)
    assert one * costs.dot_product(4) <= costs.block(4) < (one + 1) * costs.dot_product(4)
    assert all_of_them == 5 * one
    assert costs.worth(0) == (one, all_of_them)


def price(costs, rows=4):
    """Return what so many rows cost, in lanes of 4 bytes."""
    return rows * costs.row(4)


def dual_cost(costs):
    """Return what the dual form takes for a period."""
    return PERIOD * costs.dual_update(4)


def test_the_form_changes_when_the_other_would_have_saved_its_price():
    """Where all rows are cached the price is that of four; the saving of a look is what primal form
    took, less what the dual form would have taken.
    """
    costs = Costs(1_000, 20, True)
    saved = costs.block(4) * 1_000 - dual_cost(costs)  # 1,000 blocks, as fewer than dot products
    assert looks(costs, 99, asked=10**9, looked_at=1_000) == price(costs) // saved + 1
    costs = Costs(1_000, 20, True)
    saved = costs.dot_product(4) * 100 - dual_cost(costs)
    assert looks(costs, 99, asked=100, looked_at=10**9) == price(costs) // saved + 1


def test_without_columns_only_dot_products_count():
    """There are no blocks to look at."""
    costs = Costs(1_000, 20, False)
    saved = costs.dot_product(4) * 100 - dual_cost(costs)
    assert looks(costs, 99, asked=100, looked_at=0) == price(costs) // saved + 1


def test_rows_to_be_computed_raise_the_price():
    """By as much as each costs more than what an update asks for now; once for each example."""
    costs = Costs(1_000, 20, True)
    asked = 100
    primal = costs.dot_product(4) * asked
    saved = primal - dual_cost(costs)
    more = 7 * max(0, costs.row(4) - primal // PERIOD)
    assert more > 0
    expected = (price(costs) + more) // saved + 1
    assert expected > price(costs) // saved + 1
    recent = [0, 1, 2, 3, 4, 5, 6] * 2
    found = looks(costs, 999, recent=recent, has_row=lambda n: False, asked=asked, looked_at=10**9)
    assert found == expected


def test_what_does_not_pay_is_never_done():
    """However often one looks; and nothing is saved up meanwhile, so that no change comes early."""
    costs = Costs(1_000, 20, True)
    asked = dual_cost(costs) // costs.dot_product(4)
    assert looks(costs, 1_000, asked=asked, looked_at=10**9) is None
    assert not costs.dual_pays
    saved = costs.dot_product(4) * 100 - dual_cost(costs)
    assert looks(costs, 99, asked=100, looked_at=10**9) == price(costs) // saved + 1
    assert costs.dual_pays


def test_the_way_back_costs_the_rows_at_hand():
    """And pays where few dot products are asked for, or rows are computed again and again."""
    costs = Costs(1_000, 20, True)
    met = range(10)
    assert looks(costs, 99, recent=met, asked=100, looked_at=10**9) is not None
    saved = dual_cost(costs) - 16 * costs.dot_product(4)
    found = looks(costs, 10**6, dual=True, asked=16, looked_at=10**9)
    assert found == price(costs, rows=4 + 10) // saved + 1
    assert not costs.dual_pays

    costs, again = Costs(1_000, 20, True), Costs(1_000, 20, True)
    asked = dual_cost(costs) // costs.dot_product(4) + 1
    assert looks(costs, 999, dual=True, asked=asked, looked_at=10**9) is None
    found = looks(again, 999, dual=True, recent=[0], asked=asked, looked_at=10**9, made=16)
    assert found == 1  # 16 rows for 4 + 1


def test_every_change_begins_to_count_anew():
    """What was saved up is spent."""
    costs = Costs(1_000, 20, True)
    first = looks(costs, 99, asked=100, looked_at=10**9)
    assert looks(costs, 99, asked=100, looked_at=10**9) == first > 1


def test_without_lanes_yet_four_bytes_are_meant():
    """The same answers for k = 0 as for 4."""
    zero, four = Costs(1_000, 20, True), Costs(1_000, 20, True)
    words = False, (0,), lambda n: True, 100, 10**9, 0
    found = [zero.pays_to_change(*words, 0) for _ in range(30)]
    assert found == [four.pays_to_change(*words, 4) for _ in range(30)]
    assert True in found
