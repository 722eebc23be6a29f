"""The code of the page on NumPy, pandas and scikit-learn prints the output that the page shows."""

from __future__ import annotations

import contextlib
import io
import re

import pytest
from conftest import ROOT


@pytest.mark.ci
def test_code_with_libraries_prints_what_the_page_shows():
    """All blocks without prompts run in one session, if the three libraries are installed."""
    pytest.importorskip("pandas", reason="pandas is not installed")
    pytest.importorskip("sklearn", "1.6", reason="scikit-learn 1.6 or later is not installed")
    page = (ROOT / "docs/how-to/arrays.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", page, re.DOTALL)
    assert len(blocks) == page.count("```python")
    session = {}
    for code, expected_output in blocks:
        if not code.startswith(">>>"):  # pytest runs those
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(code, session)
            assert output.getvalue() == expected_output
