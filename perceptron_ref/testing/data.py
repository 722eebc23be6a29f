"""The data sets that strategies are tested on, small to large, and the properties of some."""

from __future__ import annotations

from ..dataset import Dataset

TWELVE = [
    [1, 6],
    [2, 3],
    [-4, 1],
    [3, -2],
    [5, 5],
    [-1, -3],
    [-6, 2],
    [4, 1],
    [-2, 7],
    [6, -5],
    [-3, -6],
    [2, -4],
]

SEPARABLE = (
    Dataset([[-2], [1], [3]], [-1, +1, +1]),
    Dataset([[1], [2], [3]], [-1, +1, +1]),
    Dataset([[3, 1], [-1, 2], [-2, -1], [1, -3]], [+1, +1, -1, -1]),
    Dataset([[-3], [4], [-1], [2], [1]], [+1, -1, +1, -1, -1]),
    Dataset(
        [[2, 1, -1], [1, -2, 3], [-1, 1, 1], [-2, 3, -1], [3, 2, 2], [1, 1, -3]],
        [+1, -1, -1, -1, +1, +1],
    ),
    Dataset(TWELVE, [+1, +1, -1, -1, +1, -1, -1, -1, +1, -1, -1, -1]),
)
NOT_SEPARABLE = (
    Dataset([[1, 1], [1, -1], [-1, 1], [-1, -1]], [-1, +1, +1, -1]),
    Dataset([[-3], [4], [-1], [2], [1]], [+1, -1, -1, +1, -1]),
    Dataset(TWELVE, [+1, -1, -1, +1, +1, -1, +1, -1, +1, -1, -1, +1]),
    Dataset(
        [[7 * n % 23 - 11, 5 * n % 19 - 9] for n in range(30)],
        [1 if n % 7 < 3 else -1 for n in range(30)],
    ),
)
ORDINARY = tuple(sorted(SEPARABLE + NOT_SEPARABLE, key=len))
LARGER = ORDINARY[2:]

ONE_EXAMPLE = (Dataset([[1]], [+1]), Dataset([[1]], [-1]), Dataset([[-2, 3]], [+1]))
TWO_EXAMPLES = (
    Dataset([[-1], [1]], [-1, +1]),
    Dataset([[1], [2]], [-1, +1]),
    Dataset([[1], [2]], [+1, -1]),
    Dataset([[1, 3], [-2, 1]], [+1, -1]),
)
ONE_CLASS = (
    Dataset([[1], [2], [3]], [+1, +1, +1]),
    Dataset([[1], [2], [3]], [-1, -1, -1]),
    Dataset([[-3], [1], [2]], [+1, +1, +1]),
    Dataset([[1, -2], [-3, 1], [2, 2], [-1, -1], [4, 0]], [-1, -1, -1, -1, -1]),
)
ZERO_FEATURES = (
    Dataset([[1], [0], [-2]], [+1, -1, -1]),
    Dataset([[0], [1], [2]], [-1, +1, +1]),
    Dataset([[1, 0], [2, 1], [0, 0]], [+1, +1, -1]),
    Dataset([[0, 1], [0, -1], [0, 0], [2, 0]], [+1, -1, +1, -1]),
    Dataset([[0], [0], [0]], [+1, -1, +1]),
    Dataset([[0, 0], [0, 0], [0, 0], [0, 0]], [-1, +1, +1, -1]),
)
DUPLICATES = (
    Dataset([[1], [1], [2]], [-1, -1, +1]),
    Dataset([[1], [2], [1]], [+1, -1, -1]),
    Dataset([[1, 2], [1, 2], [-1, 1], [1, 2]], [+1, +1, -1, +1]),
    Dataset([[1], [1], [1]], [+1, -1, -1]),
)


def line(data: Dataset) -> str:
    """Return the data set as a line of Python, to paste.

    >>> line(Dataset([[1], ["1/2"]], [-1, +1]))
    "Dataset([[1], ['1/2']], [-1, 1])"
    """
    rows = [
        [value.numerator if value.denominator == 1 else str(value) for value in x[1:]]
        for x in data.xs
    ]
    return f"Dataset({rows}, {list(data.ys)})"


def traits(data: Dataset) -> tuple[str, bool, int]:
    """Return what is special about a data set: "zeros" where all features of an example are 0,
    "repeats" where two have the same, else ""; whether all labels are the same; and N, up to 3.
    """
    zeros = any(not any(x[1:]) for x in data.scaled_xs)
    repeats = len(set(data.scaled_xs)) < data.N
    kind = "zeros" if zeros else "repeats" if repeats else ""
    return kind, len(set(data.ys)) == 1, min(data.N, 3)
