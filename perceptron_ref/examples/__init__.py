"""Data sets by name: embedded ones, and those made to order."""

from __future__ import annotations

import io

from ..dataset import Dataset
from ..errors import DataError, shown
from ..files.package_data import package_data
from ..files.read import table_of
from ..plugins.options import checked_options
from .generators import GENERATORS

__all__ = ["example"]

PREFIX = "example:"


class Example:
    """An embedded data set: a summary, its file, and the label that means +1.

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
        self.summary, self.file, self.positive = summary, file, positive
        self.columns, self.without = columns, without


EXAMPLES = {
    "credit": Example(
        "a bank's 24 applicants, made up: approve a credit card? separable", "credit.csv", "yes"
    ),
    "credit-2d": Example(
        "the same by annual salary and current debt alone: separable in the plane",
        "credit.csv",
        "yes",
        columns=("annual_salary", "current_debt"),
    ),
    "spam": Example(
        "24 e-mails by the frequencies of keywords, made up: spam? separable", "spam.csv", "spam"
    ),
    "iris-setosa": Example("Fisher's 150 irises: setosa? separable", "iris.csv", "setosa"),
    "iris-versicolor-virginica": Example(
        "Fisher's irises without setosa: versicolor? not separable",
        "iris.csv",
        "versicolor",
        without="setosa",
    ),
    "or": Example("x1 or x2: separable", "or.csv", "1"),
    "and": Example("x1 and x2: separable", "and.csv", "1"),
    "xor": Example("either x1 or x2: not separable", "xor.csv", "1"),
}


def example(name: str, **options: object) -> Dataset:
    """Return an embedded data set, or one made to order with these options.     Lecture 2: L2.1, Q1

    DataError, listing what there is, for an unknown name or option.

    >>> D = example("credit")
    >>> D.N, D.names
    (24, ('age', 'annual_salary', 'years_in_job', 'current_debt'))
    >>> example("hadamard", k=4).N
    16
    """
    if name in GENERATORS:
        make, _ = GENERATORS[name]
        try:
            return make(**checked_options(make, options))
        except DataError as error:
            raise DataError(f"example {name}: {error}") from None
    if name not in EXAMPLES:
        known = ", ".join([*EXAMPLES, *GENERATORS])
        raise DataError(f"found {shown(name)}; expected one of the examples {known}")
    if options:
        raise DataError(f"example {name}: found the option {shown(min(options))}; it takes none")
    return _embedded(name, EXAMPLES[name])


def _embedded(name: str, chosen: Example) -> Dataset:
    lines = package_data("examples", chosen.file).decode().splitlines()
    rows = [line.split(",") for line in lines if not line.startswith("#")]
    columns = [rows[0].index(name) for name in (*(chosen.columns or rows[0][:-1]), rows[0][-1])]
    text = "\n".join(
        ",".join(row[column] for column in columns) for row in rows if row[-1] != chosen.without
    )
    return table_of(io.BytesIO(text.encode()), PREFIX + name, format="csv").dataset(chosen.positive)
