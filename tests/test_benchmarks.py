"""The figures that the page on speed shows are those of every case that is measured."""

from __future__ import annotations

import json
import sys

import pytest
from conftest import ROOT


@pytest.fixture
def peers(monkeypatch):
    """Return the module that measures this package beside others."""
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "benchmarks"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    import peers

    return peers


def test_the_page_on_speed_shows_every_case(peers):
    """The saved figures are of the cases that there are, in their order, and say what they were measured with."""
    saved = json.loads((ROOT / "docs" / "design" / "speed.json").read_text(encoding="utf-8"))
    assert [(row["what"], row["size"], row["peer"]) for row in saved["rows"]] == list(peers.cases())
    assert set(saved["versions"]) == {"python", "machine", "numpy", "scipy", "scikit-learn", "mlxtend"}


def test_a_median_lies_between_the_least_and_the_largest(peers):
    """In every row."""
    saved = json.loads((ROOT / "docs" / "design" / "speed.json").read_text(encoding="utf-8"))
    assert all(0 < row["least"] <= row["ratio"] <= row["most"] for row in saved["rows"])
    assert saved["rounds"] == peers.ROUNDS
