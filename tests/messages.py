"""Errors, compared by the parts of their one line: the place, what was found, what was expected,
and the option that helps. Tables write these parts in this order, with "…" between them for any
words. Words may follow the last part; `matches` of text_reading.py takes a whole line.
"""

from __future__ import annotations

import re

import pytest

from perceptron_ref import DataError


def message_of(ask, *args, error=DataError, **options):
    """Return the one line of the error that a call raises."""
    with pytest.raises(error) as refused:
        ask(*args, **options)
    text = str(refused.value)
    assert "\n" not in text, text
    return text


def check_parts(parts, text):
    """Check that a text begins with the first part, and has the other parts after it, in order."""
    assert re.match(".*".join(map(re.escape, parts.split("…"))), text), text


def check_refused(parts, ask, *args, error=DataError, **options):
    """Check that a call raises the error, and that its line has these parts."""
    check_parts(parts, message_of(ask, *args, error=error, **options))
