"""Check that the map of the lecture has every slide in order, and every label of a slide."""

from __future__ import annotations

import re
from pathlib import Path

SLIDES = [  # the titles of lecture 2, in order
    "Credit Approval Problem Revisited",
    "A Simple Hypothesis Set: the ‘Perceptron’",
    "Vector Form of Perceptron Hypothesis",
    "Perceptrons in $\\mathrm{R}^2$",
    "Fun Time",
    "Select $g$ from $H$",
    "Perceptron Learning Algorithm",
    "Practical Implementation of PLA",
    "Seeing is Believing",
    "Some Remaining Issues of PLA",
    "Fun Time",
    "Linear Separability",
    "PLA Fact: $\\mathbf{w}_t$ Gets More Aligned with $\\mathbf{w}_f$",
    "PLA Fact: $\\mathbf{w}_t$ Does Not Grow Too Fast",
    "Fun Time",
    "More about PLA",
    "Learning with Noisy Data",
    "Line with Noise Tolerance",
    "Pocket Algorithm",
    "Fun Time",
]
LABELS_OF_SLIDES = ["L1.1", *(f"L2.{i}" for i in range(1, 17)), *(f"Q{i}" for i in range(1, 5))]

_text = Path(__file__).with_name("with-the-lecture.md").read_text(encoding="utf-8")
_map = _text[_text.index("{#section-1}") : _text.index("{#labels}")]
_rows = [line for line in _map.splitlines() if line.startswith("| ") and "---" not in line]
_on_the_map = set(re.findall(r"\[([LQ][\d.]+)\]\[[lq][\d-]+\]", "\n".join(_rows)))

assert [row.split(" | ")[0][2:] for row in _rows if "| slide |" not in row] == SLIDES
assert _on_the_map == set(LABELS_OF_SLIDES)

slide_count, label_count = len(SLIDES), len(LABELS_OF_SLIDES)
