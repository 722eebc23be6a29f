"""The questions of `margins.py` about w_t, answered in less time: the same run, the same ints.

Four ideas do it. Take the logical or: x_n = (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1), and
y_n = -1, +1, +1, +1. After two updates w = (0, 0, 1), and the margins y_n w . x_n are 0, 1, 0, 1.

**N dot products become one.** A *lane* is a few digits of a long int; here it has two decimal ones,
in the code it has k bytes. Column i of the set holds y_n x_{n,i} in lane n, lane 0 on the left:

    X_0 = -1 01 01 01        X_1 = 00 00 01 01        X_2 = 00 01 00 01

The dot product of w with (X_0, X_1, X_2) is 0 X_0 + 0 X_1 + 1 X_2 = 00 01 00 01: all four margins.
Each of its 1 + d products is of a weight and a long int, and does N small products.

A negative number borrows from the lane above it. That loses nothing, as ints add exactly: the sum
is the long int of the margins, whatever was borrowed on the way. To read its lanes, make them all
positive; then none borrows.

**A sign is a bit.** Subtract the margins from a *limit* that has 50 in every lane: 50 49 50 49. All
lanes are positive now, and one of at least 50 is a mistake, as a margin of 0 is one where sign(0)
is 0; where it is y_n, the limit of lane n has 49. In the code the limit is 2^(8k-1), so that the
highest bit of each lane says whether the example is a mistake. The first bit that is 1 is the first
mistake, and a count of these bits is Pocket's question.

**A run without w.** A correction by example n adds y_m y_n x_m . x_n to the margin of example m.
For all m these numbers are row n of the Gram matrix of the y_n x_n: for n = 0 they are 01 -1 -1 -1,
one long int per block of examples. The code holds limit less margins, the *shortfall*: to add to
the margins is to subtract from it. So an update is one subtraction per block, w is not needed, and
d plays no part. That is the dual form of PLA.

**How long it fits.** An update changes a margin by at most `growth`, which is R^2 = max_n |x_n|^2,
and more where an update moves w in a finer unit. If no margin exceeds `reach`, and a lane holds
numbers up to `largest`, then the lanes hold for (largest - reach) / growth updates. After these the
code looks how large the margins are, and packs them anew, in wider lanes if they need them.

Up to `DUAL` examples a run takes the dual form, and one product makes a Gram row. With more, Gram
rows would take too long and too much room, and it takes the primal form: it makes the margins
themselves, in blocks of `BLOCK` examples, as most searches end early.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Union

from .dual import Dual
from .primal import BLOCK as BLOCK
from .primal import Primal

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..exact.sparse import Vector

    FastMargins = Union[Dual, Primal]

DUAL = 2000
"""The most examples for which a run takes the dual form: about here the two forms are as fast.

Measured as time of the dual form over that of the primal one, in naive cycles: 0.1 for 208 x 60,
0.6 for 400 x 4, 1.1 for 2,000 x 20 (N x d), 4 to 5 for 10,000 x 10."""


def fast_margins(
    data: Dataset, start: Sequence[int], moves: Sequence[Vector], sign_of_zero: int
) -> FastMargins:
    """Return the object that answers questions about w_t; see `PlainMargins` for the arguments."""
    form = Dual if data.N <= DUAL else Primal
    return form(data, start, moves, sign_of_zero)
