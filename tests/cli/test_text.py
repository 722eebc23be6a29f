"""Text for a terminal: aligned rows."""

from __future__ import annotations

from perceptron_ref.cli.text import aligned


def test_a_table_is_aligned():
    """Text to the left, numbers to the right, no blanks at the end of a line."""
    rows = [["name", "T", "note"], ["a", "12", ""], ["longer", "3", "yes"]]
    assert list(aligned(rows, numbers=[1])) == ["name     T  note", "a       12", "longer   3  yes"]


def test_a_table_shows_what_a_terminal_would_obey():
    """It is escaped before its width is measured."""
    rows = [["na\x1b[2Jme", "T"], ["a\nb", "7"], ["plain\u202e", "12"]]
    assert list(aligned(rows, numbers=[1])) == [
        "na\\x1b[2Jme   T",
        "a\\nb          7",
        "plain\\u202e  12",
    ]
