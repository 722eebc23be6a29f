"""Fast, exact margins: the same ints as `PlainMargins` of `margins.py` computes, in less time.

It rests on four ideas. Take the logical or: x_n = (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1), and
y_n = -1, +1, +1, +1. After two updates w = (0, 0, 1), and the margins y_n w . x_n are 0, 1, 0, 1.

**N dot products become one.** A *lane* is a few digits of a long int; here it has two decimal ones,
in the code it has k bytes. Column i of the set holds y_n x_{n,i} in lane n, lane 0 on the left:

    X_0 = -1 01 01 01        X_1 = 00 00 01 01        X_2 = 00 01 00 01

The dot product of w with (X_0, X_1, X_2) is 0 X_0 + 0 X_1 + 1 X_2 = 00 01 00 01: all four margins.
Each of the 1 + d products, of a weight and a long int, does the work of N small products.

A negative number borrows from the lane above it. That loses nothing, because ints add exactly: the
sum is the long int of the margins, whatever was borrowed on the way. To read the lanes, first make
all of them positive, so that none borrows.

**A sign is a bit.** Subtract the margins from a *threshold* of 50 in every lane: 50 49 50 49. All
lanes are positive now, and a lane of at least 50 is a mistake. (Here sign(0) is 0, so a margin of 0
is a mistake. If sign(0) is y_n, the threshold is 49 in lane n.) In the code the threshold is
2^(8k-1), so that the highest bit of each lane says whether the example is a mistake. The first of
these bits that is 1 is the first mistake, and the number of them answers Pocket's question.

**A run without w.** A correction of example n adds y_m y_n x_m . x_n to the margin of example m.
For all m these numbers are row n of the Gram matrix of the y_n x_n: for n = 0 they are 01 -1 -1 -1,
one long int per block of examples. The run holds thresholds minus margins. So an update is one
subtraction per block, w is not needed, and d plays no part. That is the dual form of PLA.

**How wide a lane is.** An update changes a margin by at most `max_change`, which is R^2 =
max_n ||x_n||^2, or more if an update changes w in a finer unit. If no margin exceeds `max_margin`,
and a lane holds numbers up to `largest`, no lane overflows for (largest - max_margin) / max_change
updates. After these the code measures the margins and packs them again, in wider lanes if
necessary.

With up to `MAX_DUAL` examples a run takes the dual form, and one product makes a Gram row. With
more examples Gram rows would take too much time and memory, so the run takes the primal form. It
computes the margins from w, in blocks of `PRIMAL_BLOCK` examples, because most searches end early.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..exact.sparse import Vector
    from .dual import DualForm
    from .primal import PrimalForm

    FastMargins = Union[DualForm, PrimalForm]

MAX_DUAL = 2000
"""The most examples for which a run takes the dual form. Near it both forms are equally fast.

The time of the dual form over that of the primal form, measured in naive cycles for sets of N x d:
0.1 for 208 x 60, 0.6 for 400 x 4, 1.1 for 2,000 x 20, 4 to 5 for 10,000 x 10."""


def make_fast_margins(
    data: Dataset, start: Sequence[int], update_vectors: Sequence[Vector], sign_of_zero: int
) -> FastMargins:
    """Return the object that answers questions about w_t.

    Args:
        data: See `PlainMargins`.
        start: See `PlainMargins`.
        update_vectors: See `PlainMargins`.
        sign_of_zero: See `PlainMargins`.
    """
    if data.N <= MAX_DUAL:
        from .dual import DualForm  # here, because a run needs one of the two

        return DualForm(data, start, update_vectors, sign_of_zero)
    from .primal import PrimalForm

    return PrimalForm(data, start, update_vectors, sign_of_zero)
