"""The page of experiments: its commands run, cover the homework, and have short Python beside
them.
"""

from __future__ import annotations

import re
from runpy import run_path

import pytest
from conftest import ROOT

PAGE_TEXT = (ROOT / "docs/experiments.md").read_text(encoding="utf-8")
SOURCE = (ROOT / "docs/experiments.py").read_text(encoding="utf-8")
COMMANDS = [
    *re.findall(r'output\("perceptron-ref ([^"]+)"', PAGE_TEXT),
    *re.findall(r"^\$ perceptron-ref (.+)$", PAGE_TEXT, re.MULTILINE),
    *re.findall(r'"perceptron-ref ([^"]+)"', SOURCE),
    *[f"fit example:credit {options}" for options in re.findall(r'"`(--[^`]+)`"', SOURCE)],
    *[f"separable example:credit {options}" for options in re.findall(r'"`(--[^`]+)`"', SOURCE)],
]


@pytest.mark.release
def test_the_commands_of_experiments_run_with_a_thousand_seeds(command, tmp_path, monkeypatch):
    """Repeated runs get the seeds 1 to 1000 here, in two processes, instead of the seeds on the
    page. Only the commands with FILE are left out.
    """
    assert len(COMMANDS) >= 17
    lines = run_path(str(ROOT / "docs/code/sparse_set.py"))["lines"](N=40)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sparse.libsvm").write_text("\n".join(lines) + "\n")
    repetition = r"--repeat \d+|--seeds \d+\.\.\d+"
    for page_arguments in COMMANDS:
        for picture in tmp_path.glob("*.svg"):
            picture.unlink()
        arguments = re.sub(repetition, "--seeds 1..1000 --jobs 2", page_arguments)
        exit_status, out, err = command(*arguments.split())
        warnings = re.findall(
            "^(?:warning: .* NOT converge|.* runs ended with mistakes left)", err, re.M
        )
        assert exit_status == 0 and err.count("\n") == len(warnings), (arguments, err)
        assert out, arguments


def test_the_page_covers_all_questions_of_the_course():
    """Each variation in the homework is an option in a command on the page."""
    options = (
        "--strategy random|--right-in-a-row 5N|--pocket|--max-updates 50|--length|--split 200"
        "|--x0 0.5|--x0 0|--scale 0.5|--scale 0.5 --x0 1|--normalize|--eta 0.5|--first 200"
        "|random:until_right=True"
    )
    code = re.findall("`([^`\n]+)`", PAGE_TEXT + SOURCE)
    shown_commands = "\n".join([*COMMANDS, *code])
    for option in options.split("|"):
        assert re.search(rf"(?<!\S){re.escape(option)}(?!\S)", shown_commands), option


def test_no_piece_of_python_is_longer_than_ten_lines():
    """The lines with prompts are counted, not their output."""
    pieces = re.findall(r"^```python\n(.*?)^```$", PAGE_TEXT, re.DOTALL | re.MULTILINE)
    assert len(pieces) >= 7
    assert max(len(re.findall(r"^(?:>>>|\.\.\.) ", piece, re.M)) for piece in pieces) <= 10
