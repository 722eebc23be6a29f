"""What a strategy says of itself, read without importing it."""

from __future__ import annotations

import sys

import pytest

from perceptron_ref.plugins.registry import Entry, built_in
from perceptron_ref.plugins.summary import first_line


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("per_one:documented", "What it does."),
        ("per_pack.inner:documented", "What it does."),
        ("per_one:undocumented", ""),
        ("per_one:missing", ""),
        ("per_wrong:documented", ""),
        ("per_missing:documented", ""),
        ("per_one.deeper:documented", ""),
        ("sys:documented", ""),
        ("", ""),
    ],
)
def test_the_first_line_is_read_without_importing(tmp_path, monkeypatch, value, line):
    """From a module or a package alike; "" if there is nothing to read."""
    source = (
        'def documented(view):\n    """What it does.     Lecture 2: L2.6"""\n\n'
        "def undocumented(view): pass\n\nraise SystemExit\n"
    )
    (tmp_path / "per_one.py").write_text(source)
    (tmp_path / "per_wrong.py").write_text("def documented(:")
    (tmp_path / "per_pack").mkdir()
    (tmp_path / "per_pack" / "__init__.py").write_text("raise SystemExit")
    (tmp_path / "per_pack" / "inner.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert first_line(Entry("one", value, "per-one", "1.0")) == line
    assert not {"per_one", "per_pack", "per_pack.inner"} & set(sys.modules)


def test_every_built_in_strategy_has_a_summary():
    """No built-in strategy is listed without a word about what it does."""
    assert all(first_line(entry) for entry in built_in().values())
