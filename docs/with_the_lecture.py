"""Check the map of the lecture: it has every slide in order, every label of a slide, and the titles
of the sections to which it links.
"""

from __future__ import annotations

import re
from pathlib import Path

from _tools.statements import anchor, section_of_label

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
_links = re.findall(r"\[([^]]+)\]\[([lq][\d-]+)\]", "\n".join(_rows))
_on_the_map = {text for text, _ in _links if re.fullmatch(r"[LQ][\d.]+", text)}
_titles_on_the_map = {(text, target) for text, target in _links if text not in _on_the_map}
_titles = {
    (section.title.replace(f"{label} ", ""), anchor(label))
    for label, section in section_of_label().items()
}

assert [row.split(" | ")[0][2:] for row in _rows if "| slide |" not in row] == SLIDES
assert _on_the_map == set(LABELS_OF_SLIDES)
assert _titles_on_the_map and _titles_on_the_map <= _titles, _titles_on_the_map - _titles

slide_count, label_count = len(SLIDES), len(LABELS_OF_SLIDES)
