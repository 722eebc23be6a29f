"""The page on NumPy, pandas and scikit-learn: its code prints what stands below it."""

from __future__ import annotations

import contextlib
import io
import re

import pytest
from conftest import ROOT

pytestmark = pytest.mark.ci

PAGE = ROOT / "docs" / "how-to" / "arrays.md"
BLOCKS = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)


def printed(blocks):
    """Yield what each block prints, all of them in one session."""
    session = {}
    for code, _ in blocks:
        written = io.StringIO()
        with contextlib.redirect_stdout(written):
            exec(code, session)
        yield written.getvalue()


def test_the_page_prints_what_it_shows():
    """Block by block, where the three libraries are installed."""
    pytest.importorskip("pandas", reason="pandas is not installed")
    pytest.importorskip("sklearn", "1.6", reason="scikit-learn 1.6 or later is not installed")
    page = PAGE.read_text(encoding="utf-8")
    blocks = BLOCKS.findall(page)
    assert len(blocks) == page.count("```python")
    blocks = [block for block in blocks if not block[0].startswith(">>>")]  # pytest runs those
    assert [*printed(blocks)] == [shown for _, shown in blocks]
