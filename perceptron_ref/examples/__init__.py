"""Data sets by name: embedded ones, and generated ones."""

from __future__ import annotations

import io

from ..dataset import Dataset
from ..disk import read_package_file
from ..errors import DataError, StrategyError, did_you_mean, quote
from ..files.read import read_table
from ..plugins.options import checked_options, parse_name_and_options

__all__ = ["example"]

PREFIX = "example:"


class Example:
    """An embedded data set.

    Args:
        summary: One line about it.
        file: The name of its file.
        positive: The label that means +1.
        columns: The features taken, or None for all.
        without: A label whose examples are left out, or None.
    """

    summary: str
    file: str
    positive: str
    columns: tuple[str, ...] | None
    without: str | None

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
    "or": Example("logical OR of x1 and x2: separable", "or.csv", "1"),
    "and": Example("logical AND of x1 and x2: separable", "and.csv", "1"),
    "xor": Example("exclusive OR of x1 and x2: not separable", "xor.csv", "1"),
}


def example(name: str, **options: object) -> Dataset:
    """Return an embedded data set, or one made to order with these options.     Lecture 2: L2.1, Q1

    Args:
        name: The name. Options may follow it, as on the command line: "hadamard:k=4".
        options: Options of the set. They win over those in the name.

    Raises:
        DataError: If the name or an option is unknown; it lists the known ones.

    >>> D = example("credit")
    >>> D.N, D.names
    (24, ('age', 'annual_salary', 'years_in_job', 'current_debt'))
    >>> example("hadamard", k=4).N
    16
    >>> example("hadamard:k=4").N
    16
    """
    text = str(name)
    try:
        name, written = parse_name_and_options(
            text[len(PREFIX) :] if text.startswith(PREFIX) else text
        )
    except StrategyError as error:
        raise DataError(str(error)) from None
    options = {**written, **options}
    if name in EXAMPLES and not options:
        return _read_embedded(name, EXAMPLES[name])
    from .generators import GENERATORS  # here, because an embedded set needs none of it

    if name in GENERATORS:
        make, _ = GENERATORS[name]
        try:
            return make(**checked_options(make, options))
        except DataError as error:
            raise DataError(f"example {name}: {error}") from None
    if name not in EXAMPLES:
        known = [*EXAMPLES, *GENERATORS]
        expected = f"one of the examples {', '.join(known)}{did_you_mean(name, known)}"
        raise DataError(f"found {quote(name)}; expected {expected}")
    raise DataError(f"example {name}: found the option {quote(min(options))}; it takes none")


def _read_embedded(name: str, chosen: Example) -> Dataset:
    """Read an embedded data set from its file."""
    lines = read_package_file(f"examples/{chosen.file}").splitlines(keepends=True)
    excluded = f",{chosen.without}\n".encode()
    stream = io.BytesIO(b"".join(line for line in lines if not line.endswith(excluded)))
    table = read_table(
        stream, PREFIX + name, format="csv", features=chosen.columns, positive=chosen.positive
    )
    return table.build_dataset()
