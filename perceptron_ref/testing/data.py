"""The data sets on which strategies are tested, from small to large."""

from __future__ import annotations

from ..dataset import Dataset


def parse_examples(text: str) -> Dataset:
    """Return the data set of a text. Each example is d numbers and a label; `;` separates examples.

    >>> parse_examples("-2 1 -1; 1/2 0 +1").xs[1]
    (Fraction(1, 1), Fraction(1, 2), Fraction(0, 1))
    """
    rows = [row.split() for row in text.split(";")]
    return Dataset([row[:-1] for row in rows], [int(row[-1]) for row in rows])


def _parse_data_sets(*texts: str) -> tuple[Dataset, ...]:
    return tuple(map(parse_examples, texts))


SEPARABLE_SETS = _parse_data_sets(
    "-2 -1; 1 +1; 3 +1",
    "1 -1; 2 +1; 3 +1",
    "3 1 +1; -1 2 +1; -2 -1 -1; 1 -3 -1",
    "-3 +1; 4 -1; -1 +1; 2 -1; 1 -1",
    "2 1 -1 +1; 1 -2 3 -1; -1 1 1 -1; -2 3 -1 -1; 3 2 2 +1; 1 1 -3 +1",
    "1 6 +1; 2 3 +1; -4 1 -1; 3 -2 -1; 5 5 +1; -1 -3 -1; "
    "-6 2 -1; 4 1 -1; -2 7 +1; 6 -5 -1; -3 -6 -1; 2 -4 -1",
)
NOT_SEPARABLE_SETS = (
    *_parse_data_sets(
        "1 1 -1; 1 -1 +1; -1 1 +1; -1 -1 -1",
        "-3 +1; 4 -1; -1 -1; 2 +1; 1 -1",
        "1 6 +1; 2 3 -1; -4 1 -1; 3 -2 +1; 5 5 +1; -1 -3 -1; "
        "-6 2 +1; 4 1 -1; -2 7 +1; 6 -5 -1; -3 -6 -1; 2 -4 +1",
    ),
    Dataset(
        [[7 * n % 23 - 11, 5 * n % 19 - 9] for n in range(30)],
        [1 if n % 7 < 3 else -1 for n in range(30)],
    ),
)
ORDINARY_SETS = tuple(sorted(SEPARABLE_SETS + NOT_SEPARABLE_SETS, key=len))
# sets with one or two examples, one class, repeated examples, or examples whose features are all 0
_EDGE_CASE_SETS = _parse_data_sets(
    "-1 -1; 1 +1",
    "1 -1; 2 +1",
    "1 +1; 2 -1",
    "1 3 +1; -2 1 -1",
    "1 +1; 2 +1; 3 +1",
    "1 -1; 2 -1; 3 -1",
    "-3 +1; 1 +1; 2 +1",
    "1 -2 -1; -3 1 -1; 2 2 -1; -1 -1 -1; 4 0 -1",
    "1 +1",
    "1 -1",
    "-2 3 +1",
    "1 -1; 1 -1; 2 +1",
    "1 +1; 2 -1; 1 -1",
    "1 2 +1; 1 2 +1; -1 1 -1; 1 2 +1",
    "1 +1; 1 -1; 1 -1",
    "1 +1; 0 -1; -2 -1",
    "0 -1; 1 +1; 2 +1",
    "1 0 +1; 2 1 +1; 0 0 -1",
    "0 1 +1; 0 -1 -1; 0 0 +1; 2 0 -1",
    "0 +1; 0 -1; 0 +1",
    "0 0 -1; 0 0 +1; 0 0 +1; 0 0 -1",
)
ALL_SETS = tuple(sorted(_EDGE_CASE_SETS + ORDINARY_SETS, key=len))


def python_expression(data: Dataset) -> str:
    """Return a data set with integer features, such as the sets above, as a Python expression.

    >>> python_expression(SEPARABLE_SETS[0])
    'Dataset([[-2], [1], [3]], [-1, 1, 1])'
    """
    return f"Dataset({[list(map(int, x[1:])) for x in data.xs]}, {list(data.ys)})"
