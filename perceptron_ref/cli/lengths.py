"""Lengths in reports: as an object of JSON, and as a cell of a table."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from ..files.spreadsheets import NumberText
from ..theory.margins import Length


def length_as_dict(length: Length) -> dict[str, object]:
    """Return a length for JSON (see docs/formats.md).

    "approximate" is None if the float overflows to inf or underflows to 0.
    """
    approximate = length.approximate
    return {
        "exact": length.exact,
        "sign": length.sign,
        "square": length.square,
        "approximate": approximate
        if isfinite(approximate) and bool(approximate) == bool(length.sign)
        else None,
    }


def format_length(length: Length) -> Fraction | str:
    """Return a length as a Fraction; as text if it is an irrational root."""
    return NumberText(length.in_words()) if length.exact is None else length.exact
