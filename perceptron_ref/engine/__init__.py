"""Fast, exact margins: the ints that `PlainMargins` of `margins.py` computes, in less time.

The engine rests on four ideas. Take the logical or as an example: x_n = (1, 0, 0), (1, 0, 1),
(1, 1, 0), (1, 1, 1), and y_n = -1, +1, +1, +1. After two updates w = (0, 0, 1), and the margins
y_n w . x_n are 0, 1, 0, 1.

**N dot products become one.** A *lane* is a few digits of a long int. Here a lane has two decimal
digits; in the code it has k bytes. Column i of the set holds y_n x_{n,i} in lane n, and lane 0 is
the leftmost:

    X_0 = -1 01 01 01        X_1 = 00 00 01 01        X_2 = 00 01 00 01

The dot product of w with (X_0, X_1, X_2) is 0 X_0 + 0 X_1 + 1 X_2 = 00 01 00 01: all four margins.
Each of the 1 + d products of a weight and a long int does the work of N small products.

A negative number borrows from the next lane on its left. Nothing is lost, because ints add exactly:
the sum is the long int of the margins, whatever was borrowed before. To read the lanes, first make
all of them positive, so that no lane borrows.

**A sign is a bit.** Subtract the margins from a *threshold* of 50 in every lane: 50 49 50 49. Now
all lanes are positive, and an example is a mistake if its lane is at least 50. (Here sign(0) is 0,
so a margin of 0 is a mistake. If sign(0) is y_n, the threshold in lane n is 49.) In the code the
threshold is 2^(8k-1), so that the highest bit of a lane is 1 exactly if its example is a mistake.
Among these bits, the leftmost 1 is the first mistake, and the number of ones is the number of
mistakes, which Pocket needs.

A set is divided into *blocks* of examples, and each block has long ints of its own. So a search of
consecutive examples that ends early needs few blocks: the dual form reads only these, and the
primal form computes the margins of only these.

**A run without w.** With eta = 1, a correction of example n adds y_m y_n x_m . x_n to the margin of
example m. For all m these numbers are row n of the Gram matrix of the y_n x_n. For n = 0 they are
01 -1 -1 -1, again as one long int for each block. The run stores thresholds minus margins. So an
update for which row n is known is one subtraction for each block, without w and without 1 + d
products. This is the dual form of PLA.

**The width of a lane.** A run computes with ints: `start_and_update_vectors` writes the weights in
a unit that contains eta. An update changes a margin by at most `max_change`. By default this is R^2
= max_n ||x_n||^2. It may be more in the variant with a bias, and is more if w_0 needs fractions of
the unit, because then all ints of the run are multiplied by a common denominator. If no margin
exceeds `abs_margin_bound` in absolute value, and a lane holds margins up to its `capacity`, no lane
overflows during (capacity - abs_margin_bound) / max_change updates. Then the dual form computes the
margins and packs them again, in wider lanes if necessary; the primal form takes ||w|| R as the new
bound, and chooses lanes for it.

A run with up to `MAX_DUAL` examples uses the dual form. It computes a Gram row as it computes
margins, with y_n x_n in place of w. With more examples, one Gram row per update would take too
much time and memory, so the run uses the primal form. It computes margins from w, in blocks of
`PRIMAL_BLOCK` examples. It caches margins only when it has computed those of all examples, and then
updates them by a Gram row.

    dual.py             the dual form
    primal.py           the primal form
    packed_margins.py   the common part of both forms
    lanes.py            the examples of a set in lanes, and their Gram rows
    packed.py           numbers packed in long ints; `theory` uses it and lanes.py, too
"""

from __future__ import annotations

from collections.abc import Sequence

from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Union

    from ..dataset import Dataset
    from ..exact.sparse import Vector
    from .dual import DualForm
    from .primal import PrimalForm

    FastMargins = Union[DualForm, PrimalForm]

MAX_DUAL = 2000
"""A run with at most this many examples uses the dual form. Near this N both are equally fast.

The time of the dual form divided by the time of the primal form, in runs with the strategy
`cyclic`: 0.1 for N x d = 208 x 60, 0.6 for 400 x 4, 1.1 for 2,000 x 20, 4 to 5 for 10,000 x 10."""


def make_fast_margins(
    data: Dataset, start: Sequence[int], update_vectors: Sequence[Vector], sign_of_zero: int
) -> FastMargins:
    """Return the margins of w_t, in the dual form if N <= `MAX_DUAL`, else in the primal form.

    Args:
        data: See `PlainMargins`.
        start: See `PlainMargins`.
        update_vectors: See `PlainMargins`.
        sign_of_zero: See `PlainMargins`.
    """
    if data.N <= MAX_DUAL:
        from .dual import DualForm  # imported here, because a run needs only one form

        return DualForm(data, start, update_vectors, sign_of_zero)
    from .primal import PrimalForm

    return PrimalForm(data, start, update_vectors, sign_of_zero)
