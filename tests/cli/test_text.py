"""Text for a terminal: aligned rows and histograms."""

from __future__ import annotations

import pytest

from perceptron_ref.cli.text import aligned, histogram


def test_a_table_is_aligned():
    """Text to the left, numbers to the right, no blanks at the end of a line."""
    rows = [["name", "T", "note"], ["a", "12", ""], ["longer", "3", "yes"]]
    assert list(aligned(rows, numbers=[1])) == ["name     T  note", "a       12", "longer   3  yes"]


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ([5], ["  5 |######################################## 1"]),
        (
            [1, 2, 2, 3, 3, 3, 3],
            [
                "  1 |########## 1",
                "  2 |#################### 2",
                "  3 |######################################## 4",
            ],
        ),
        (list(range(0, 24)), None),
        ([0, 1000], None),
    ],
)
def test_the_histogram_has_at_most_a_dozen_classes_and_loses_no_value(values, lines):
    """Classes are equally wide, at most twelve, and their tallies add up."""
    found = list(histogram(values))
    assert len(found) <= 12
    assert sum(int(line.rpartition(" ")[2]) for line in found) == len(values)
    if lines is not None:
        assert found == lines


def test_a_table_shows_what_a_terminal_would_obey():
    """It is escaped before its width is measured."""
    rows = [["na\x1b[2Jme", "T"], ["a\nb", "7"], ["plain\u202e", "12"]]
    assert list(aligned(rows, numbers=[1])) == [
        "na\\x1b[2Jme   T",
        "a\\nb          7",
        "plain\\u202e  12",
    ]
