"""The map of the lecture, which its page's own file checks."""

from __future__ import annotations

import sys

from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs"))
import with_the_lecture  # noqa: E402


def test_the_map_has_every_slide_and_label():
    """The slides in their order, and the labels of lecture 2 with its quizzes."""
    assert (with_the_lecture.slides, with_the_lecture.labels) == (20, 21)
