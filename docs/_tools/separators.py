"""Separators of largest rho, and the bounds that they give, for the pages."""

from __future__ import annotations

from fractions import Fraction

from perceptron_ref import Dataset
from perceptron_ref.theory.separability import Separable, separability


def separator_of(data: Dataset) -> Separable:
    """Return the separator of largest rho of data that are linearly separable."""
    separator = separability(data)
    assert isinstance(separator, Separable)
    return separator


def bound_of(data: Dataset) -> Fraction:
    """Return R^2 / rho^2 for the largest rho of data that are linearly separable."""
    return separator_of(data).bound
