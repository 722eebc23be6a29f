"""Embedded data sets, by name."""

from __future__ import annotations

import io
import os

from ..dataset import Dataset
from ..errors import DataError, shown
from ..reading import table_of

PREFIX = "example:"


class Example:
    """An embedded data set: what it is in a line, its file, the label that means +1, and which part is taken.

    columns: the features taken, or None for all. without: a label whose examples are left out.
    """

    __slots__ = ("columns", "file", "positive", "summary", "without")

    def __init__(
        self,
        summary: str,
        file: str,
        positive: str,
        columns: tuple[str, ...] | None = None,
        without: str | None = None,
    ) -> None:
        self.summary, self.file, self.positive, self.columns, self.without = summary, file, positive, columns, without


EXAMPLES = {
    "credit": Example("a bank's 24 applicants, made up: approve a credit card? separable", "credit.csv", "yes"),
    "credit-2d": Example(
        "the same by annual salary and current debt alone: separable in the plane",
        "credit.csv",
        "yes",
        columns=("annual_salary", "current_debt"),
    ),
    "spam": Example("24 e-mails by the frequencies of keywords, made up: spam? separable", "spam.csv", "spam"),
    "iris-setosa": Example("Fisher's 150 irises: setosa? separable", "iris.csv", "setosa"),
    "iris-versicolor-virginica": Example(
        "Fisher's irises without setosa: versicolor? not separable", "iris.csv", "versicolor", without="setosa"
    ),
    "or": Example("x1 or x2: separable", "or.csv", "1"),
    "and": Example("x1 and x2: separable", "and.csv", "1"),
    "xor": Example("either x1 or x2: not separable", "xor.csv", "1"),
}


def example(name: str) -> Dataset:
    """Return an embedded data set; DataError, listing the names, for one that is not there.     Lecture 2: L2.1, Q1

    >>> D = example("credit")
    >>> D.N, D.names
    (24, ('age', 'annual_salary', 'years_in_job', 'current_debt'))
    """
    chosen = EXAMPLES.get(name)
    if chosen is None:
        raise DataError(f"found {shown(name)}; expected one of the examples {', '.join(EXAMPLES)}")
    lines = [line for line in _bytes(chosen.file).splitlines(keepends=True) if not line.startswith(b"#")]
    if chosen.without is not None:
        ending = f",{chosen.without}".encode()
        lines = [line for line in lines if not line.rstrip().endswith(ending)]
    if chosen.columns is not None:
        lines = _cut(lines, chosen.columns)
    return table_of(io.BytesIO(b"".join(lines)), PREFIX + name, format="csv").dataset(chosen.positive)


def _cut(lines: list[bytes], columns: tuple[str, ...]) -> list[bytes]:
    """Return the lines with those columns and the last one."""
    names = lines[0].decode().strip().split(",")
    kept = [names.index(column) for column in columns] + [len(names) - 1]
    return [b",".join([line.strip().split(b",")[i] for i in kept]) + b"\n" for line in lines]


def _bytes(file: str) -> bytes:
    """Return the contents of a file of this package, also where the package is imported from a zip."""
    data: bytes = __loader__.get_data(os.path.join(os.path.dirname(__file__), file))  # type: ignore[name-defined]
    return data
