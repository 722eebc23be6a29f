"""Text read as `read` reads a file with that text in it: a file named "data", that need not be
written first.
"""

from __future__ import annotations

import io

import pytest

from perceptron_ref import DataError
from perceptron_ref.files.read import table_of


def read_text(text, *, positive=None, like=None, **options):
    """Return the Dataset of a file with that text (or those bytes)."""
    stream = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    return table_of(stream, "data", like=like, **options).dataset(positive, like)


def table(text, **options):
    """Return the Table of a file with that text."""
    return table_of(io.BytesIO(text.encode()), "data", **options)


def refusal(text, **options):
    """Return what the DataError says that reading the text raises."""
    with pytest.raises(DataError) as caught:
        read_text(text, **options)
    return str(caught.value)
