"""The test that the page of statements names."""

from __future__ import annotations

from _tools import statements


def a_test() -> str:
    """Return the first test of L2.10, as pytest takes it."""
    return statements.checked_by()["L2.10"][0].replace(":", "::")
