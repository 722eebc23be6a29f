"""Text read as `read` reads a file with that text in it: a file named "data", that need not be
written first.
"""

from __future__ import annotations

import io
import re

from messages import message_of

from perceptron_ref import DataError
from perceptron_ref.files.read import read_table


def table(text, **options):
    """Return the Table of a file with that text (or those bytes)."""
    stream = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    return read_table(stream, "data", **options)


def read_text(text, *, positive=None, like=None, **options):
    """Return the Dataset of a file with that text (or those bytes)."""
    return table(text, like=like, positive=positive, **options).dataset()


def refusal(text, **options):
    """Return what the DataError says that reading the text raises."""
    return message_of(read_text, text, **options)


def shown(data):
    """Return a set in one line, such as "a, b: (1, 2) +1, (3, 1/4) -1"."""
    rows = (f"({', '.join(map(str, x[1:]))}) {y:+}" for x, y in zip(data.xs, data.ys))
    return f"{', '.join(data.names)}: {', '.join(rows)}"


def says(expected, text):
    """Tell whether a text is the expected one, in which "…" stands for any words of one line."""
    return re.fullmatch(".*".join(map(re.escape, expected.split("…"))), text) is not None


def check_read(text, expected, *, positive=None, like=None, **options):
    """Check that the text is read as the set that `expected` shows, or refused in these words; see
    `says`. Behind "|" stand the notes about a set that is read.
    """
    try:
        outcome = table(text, like=like, positive=positive, **options)
        data = outcome.dataset()
        message = " | ".join([shown(data), *outcome.notes, *outcome.warnings])
    except DataError as error:
        message = str(error)
    assert says(expected, message), message
