"""Data sets by name: embedded sets, and the generated sets of generators.py."""

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
        summary: A description in one line.
        file: The name of the file that holds the set.
        positive: The label that means +1.
        columns: The columns of the features; None for all but the label column.
        excluded_label: A label whose examples are left out, or None.
    """

    summary: str
    file: str
    positive: str
    columns: tuple[str, ...] | None
    excluded_label: str | None

    def __init__(
        self,
        summary: str,
        file: str,
        positive: str,
        columns: tuple[str, ...] | None = None,
        excluded_label: str | None = None,
    ) -> None:
        self.summary, self.file, self.positive = summary, file, positive
        self.columns, self.excluded_label = columns, excluded_label


EXAMPLES = {
    "credit": Example(
        "24 fictional applicants for a credit card, approved or not; separable", "credit.csv", "yes"
    ),
    "credit-2d": Example(
        "the same applicants, only annual salary and current debt; separable in the plane",
        "credit.csv",
        "yes",
        columns=("annual_salary", "current_debt"),
    ),
    "spam": Example(
        "24 fictional e-mails by the frequencies of keywords, spam or not; separable",
        "spam.csv",
        "spam",
    ),
    "iris-setosa": Example("Fisher's 150 irises, setosa or not; separable", "iris.csv", "setosa"),
    "iris-versicolor-virginica": Example(
        "100 of Fisher's irises, versicolor or virginica; not separable",
        "iris.csv",
        "versicolor",
        excluded_label="setosa",
    ),
    "or": Example("logical OR of x1 and x2; separable", "or.csv", "1"),
    "and": Example("logical AND of x1 and x2; separable", "and.csv", "1"),
    "xor": Example("exclusive OR of x1 and x2; not separable", "xor.csv", "1"),
}


def example(name: str, **options: object) -> Dataset:
    """Return an embedded data set, or a generated one.     Lecture 2: L2.1, Q1

    Args:
        name: A name of an embedded set or of a generator, also with "example:" before it. Options
            may follow the name of a generator, as on the command line: "hadamard:k=4".
        options: The arguments of the generator; embedded sets have none. They override options in
            the name.

    Raises:
        DataError: If no set has the name, or if an option or its value is not valid.

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
        name, options_in_name = parse_name_and_options(
            text[len(PREFIX) :] if text.startswith(PREFIX) else text
        )
    except StrategyError as error:
        raise DataError(str(error)) from None
    options = {**options_in_name, **options}
    if name in EXAMPLES and not options:
        return _read_embedded(name, EXAMPLES[name])
    # imported here, because embedded sets do not need this module
    from .generators import GENERATORS

    if name in GENERATORS:
        generator, _ = GENERATORS[name]
        try:
            return generator(**checked_options(generator, options))
        except DataError as error:
            raise DataError(f"example:{name}: {error}") from None
    if name not in EXAMPLES:
        names = [*EXAMPLES, *GENERATORS]
        expected = f"one of the data sets {', '.join(map(quote, names))}{did_you_mean(name, names)}"
        raise DataError(f"found {quote(name)}; expected {expected}")
    raise DataError(
        f"example:{name}: found the option {quote(min(options))}; expected no option, because only "
        "generated sets, such as example:noisy:flips=3, take options"
    )


def _read_embedded(name: str, entry: Example) -> Dataset:
    """Read an embedded data set from its file."""
    lines = read_package_file(f"examples/{entry.file}").splitlines(keepends=True)
    excluded_suffix = f",{entry.excluded_label}\n".encode()
    stream = io.BytesIO(b"".join(line for line in lines if not line.endswith(excluded_suffix)))
    table = read_table(
        stream, PREFIX + name, format="csv", features=entry.columns, positive=entry.positive
    )
    return table.build_dataset()
