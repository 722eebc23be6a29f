"""Write examples as text that `read` can read."""

from __future__ import annotations

from ..dataset import Dataset
from ..exact.rationals import exact_text


def as_csv(data: Dataset) -> str:
    """Return the examples as exact text that `read` can read.

    An x_0 other than 1 is written as a comment, which `read` skips.

    >>> from perceptron_ref import Dataset
    >>> as_csv(Dataset([["1/3", 2]], [-1]))
    'x1,x2,label\\n1/3,2,-1\\n'
    >>> as_csv(Dataset([[3]], [1], x0=2)).splitlines()[0]
    '# x_0 = 2; to use it: perceptron-ref fit FILE.csv --x0 2'
    """
    import csv
    import io

    stream, x0 = io.StringIO(), exact_text(data.x0)
    if data.x0 != 1:
        stream.write(f"# x_0 = {x0}; to use it: perceptron-ref fit FILE.csv --x0 {x0}\n")
    label = next(name for name in ("label", "y", "labels", "y_n") if name not in data.names)
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*data.names, label])
    writer.writerows([*map(exact_text, x[1:]), f"{y:+d}"] for x, y in zip(data.xs, data.ys))
    return stream.getvalue()
