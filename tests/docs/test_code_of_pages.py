"""Every command of the page of experiments runs as often as the course requires.

The code of the page on NumPy, pandas and scikit-learn prints the output that the page shows.
"""

from __future__ import annotations

import contextlib
import io
import re
from runpy import run_path

import pytest
from conftest import ROOT

PAGE = (ROOT / "docs/experiments.md").read_text(encoding="utf-8")
SOURCE = (ROOT / "docs/experiments.py").read_text(encoding="utf-8")
COMMANDS = [
    *re.findall(r'output\("perceptron-ref ([^"]+)"', PAGE),
    *re.findall(r"^\$ perceptron-ref (.+)$", PAGE, re.MULTILINE),
    *re.findall(r'"perceptron-ref ([^"]+)"', SOURCE),
    *[f"fit example:credit {options}" for options in re.findall(r'"`(--[^`]+)`"', SOURCE)],
    *[f"separable example:credit {options}" for options in re.findall(r'"`(--[^`]+)`"', SOURCE)],
]


@pytest.mark.release
def test_every_experiment_runs_as_often_as_the_course_asks(command, tmp_path, monkeypatch):
    """Experiments that repeat runs make a thousand, in two processes."""
    assert len(COMMANDS) >= 17
    lines = run_path(str(ROOT / "docs/code/sparse_set.py"))["lines"](N=40)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sparse.libsvm").write_text("\n".join(lines) + "\n")
    repetition = r"--repeat \d+|--seeds \d+\.\.\d+"
    for words in COMMANDS:
        for picture in tmp_path.glob("*.svg"):
            picture.unlink()
        words = re.sub(repetition, "--seeds 1..1000 --jobs 2", words)
        status, out, err = command(*words.split())
        warnings = re.findall(
            "^(?:warning: .* NOT converge|.* runs ended with mistakes left)", err, re.M
        )
        assert status == 0 and err.count("\n") == len(warnings), (words, err)
        assert out, words


def test_the_page_covers_all_questions_of_the_course():
    """Each variation in the homework is an option of a command on the page."""
    options = "--strategy random --right-in-a-row 5N --pocket --max-updates 50 --length --split 200"
    more = "--x0 0.5|--x0 0`|--scale 0.5`|--scale 0.5 --x0 1|--normalize|--eta 0.5|--first 200"
    for option in (*re.split(" (?=--)", options), *more.split("|"), "random:until_right=True"):
        assert option in PAGE + SOURCE, option


def test_no_piece_of_python_is_longer_than_ten_lines():
    """Each experiment is one command and a few lines."""
    pieces = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(pieces) >= 7
    assert max(len(re.findall(r"^(?:>>>|\.\.\.) ", piece, re.M)) for piece in pieces) <= 10


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
