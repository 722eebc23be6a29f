"""Data sets by name, and their separators, for the pages."""

from __future__ import annotations

from fractions import Fraction

from perceptron_ref import Dataset, example
from perceptron_ref.theory.separability import Separable, separability


def set_named(name: str) -> Dataset:
    """Return the example set that the command line calls by a name such as "pair:m=10"."""
    generator, _, option = name.partition(":")
    key, _, value = option.partition("=")
    return example(generator, **({key: int(value)} if key else {}))


def separator_of(data: Dataset) -> Separable:
    """Return the separator of largest rho of data that are linearly separable."""
    separator = separability(data)
    assert isinstance(separator, Separable)
    return separator


def bound_of(data: Dataset) -> Fraction:
    """Return R^2 / rho^2 for the largest rho of data that are linearly separable."""
    return separator_of(data).bound
