"""Read a text as `read` would read a file with that text and the name "data"; write no file."""

from __future__ import annotations

import io
import re

from messages import message_of

from perceptron_ref import DataError
from perceptron_ref.files.read import read_table


def read_as_table(text, **options):
    """Return the FileTable of a file with this text, which may be bytes."""
    stream = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    return read_table(stream, "data", **options)


def read_text(text, *, positive=None, like=None, **options):
    """Return the Dataset of a file with this text, which may be bytes."""
    return read_as_table(text, like=like, positive=positive, **options).build_dataset()


def refusal(text, **options):
    """Return the message of the DataError that reading the text raises."""
    return message_of(read_text, text, **options)


def one_line(data):
    """Return a Dataset in one line, such as "a, b: (1, 2) +1, (3, 1/4) -1"."""
    rows = (f"({', '.join(map(str, x[1:]))}) {y:+}" for x, y in zip(data.xs, data.ys))
    return f"{', '.join(data.names)}: {', '.join(rows)}"


def matches(expected, text):
    """Return whether a text equals the expected one, in which "…" stands for any text in a line."""
    return re.fullmatch(".*".join(map(re.escape, expected.split("…"))), text) is not None


def check_read(text, expected, *, positive=None, like=None, **options):
    """Check that a text is read as the Dataset in `expected`, or refused with the message in it.

    `expected` is compared by `matches`. In it, notes and warnings follow the Dataset after "|".
    """
    try:
        table = read_as_table(text, like=like, positive=positive, **options)
        data = table.build_dataset()
        message = " | ".join([one_line(data), *table.notes, *table.warnings])
    except DataError as error:
        message = str(error)
    assert matches(expected, message), message
