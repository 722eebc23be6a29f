"""Read a text as `read` would read a file named "data" with that text, without writing a file."""

from __future__ import annotations

import io
import re

from messages import message_of

from perceptron_ref import DataError
from perceptron_ref.files.read import read_table


def read_as_table(text, **options):
    """Return the FileTable of a file with this text (or these bytes)."""
    stream = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    return read_table(stream, "data", **options)


def read_text(text, *, positive=None, like=None, **options):
    """Return the Dataset of a file with this text (or these bytes)."""
    return read_as_table(text, like=like, positive=positive, **options).build_dataset()


def refusal(text, **options):
    """Return the message of the DataError that reading the text raises."""
    return message_of(read_text, text, **options)


def one_line(data):
    """Return a set in one line, such as "a, b: (1, 2) +1, (3, 1/4) -1"."""
    rows = (f"({', '.join(map(str, x[1:]))}) {y:+}" for x, y in zip(data.xs, data.ys))
    return f"{', '.join(data.names)}: {', '.join(rows)}"


def matches(expected, text):
    """Return whether a text is the expected one, in which "…" matches anything within a line."""
    return re.fullmatch(".*".join(map(re.escape, expected.split("…"))), text) is not None


def check_read(text, expected, *, positive=None, like=None, **options):
    """Check that a text is read as the data set in `expected`, or refused with the message in it.

    `expected` is compared by `matches`. Notes and warnings follow the set, separated by "|".
    """
    try:
        outcome = read_as_table(text, like=like, positive=positive, **options)
        data = outcome.build_dataset()
        message = " | ".join([one_line(data), *outcome.notes, *outcome.warnings])
    except DataError as error:
        message = str(error)
    assert matches(expected, message), message
