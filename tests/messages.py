"""Checks of error messages, which are one line: where the error is, what was found, what was
expected, and what to do. Tests write parts of this line in its order, with "…" between them, which
stands for any text. Any text may follow the last part; `matches` in text_reading.py compares a
whole line.
"""

from __future__ import annotations

import re

import pytest

from perceptron_ref import DataError


def message_of(function, *args, error=DataError, **options):
    """Return the message of the error that a call raises, after a check that it is one line."""
    with pytest.raises(error) as caught:
        function(*args, **options)
    text = str(caught.value)
    assert "\n" not in text, text
    return text


def check_parts(parts, text):
    """Check that a text begins with the first part, and then contains the others in order."""
    assert re.match(".*".join(map(re.escape, parts.split("…"))), text), text


def check_refused(parts, function, *args, error=DataError, **options):
    """Check that a call raises the error, and that its message has these parts."""
    check_parts(parts, message_of(function, *args, error=error, **options))
