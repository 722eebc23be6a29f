"""The page of recipes: every command on it runs."""

from __future__ import annotations

import re
from runpy import run_path

import pytest
from conftest import ROOT

PAGE = (ROOT / "docs/how-to/recipes.md").read_text(encoding="utf-8")
COMMANDS = [
    *re.findall(r'^shown\("([^"]+)"', PAGE, re.MULTILINE),
    *[
        f"{words} -o {file}"
        for words, file in re.findall(r'^drawn\("([^"]+)", "([^"]+)"', PAGE, re.M)
    ],
    *re.findall(r"^\$ perceptron-ref (.+)$", PAGE, re.MULTILINE),
]


def run_all(command, tmp_path, monkeypatch, changed):
    """Run all commands in a folder of their own, each as it is changed."""
    lines = run_path(str(ROOT / "docs/code/sparse_set.py"))["lines"](N=40)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sparse.libsvm").write_text("\n".join(lines) + "\n")
    for words in COMMANDS:
        for written in tmp_path.glob("*.svg"):
            written.unlink()
        status, out, err = command(*changed(words).split())
        told = err.endswith(" runs ended with mistakes left.\n") and err.count("\n") == 1
        assert status == 0 and (err == "" or told), (words, err)
        assert out, words


@pytest.mark.untraced
def test_every_recipe_runs(command, tmp_path, monkeypatch):
    """With two runs where it has many."""
    assert len(COMMANDS) >= 12

    def few(words):
        return re.sub(r"--repeat \d+|--seeds \d+\.\.\d+", "--repeat 2", words)

    run_all(command, tmp_path, monkeypatch, few)


@pytest.mark.ci
def test_every_recipe_runs_as_often_as_the_course_asks(command, tmp_path, monkeypatch):
    """A thousand times, in two processes."""

    def many(words):
        return re.sub(r"--repeat \d+|--seeds \d+\.\.\d+", "--seeds 1..1000 --jobs 2", words)

    run_all(command, tmp_path, monkeypatch, many)
