"""The examples of every help: each runs as it stands, in a folder with nothing in it."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec

import pytest

from perceptron_ref.cli.main import COMMANDS, main

SLOW = {"check-strategy", "fit", "race", "selftest"}  # .ci/run has the time
ANSWER_IS_NO = {"separable example:xor"}  # which exit status 1 tells


@pytest.mark.parametrize(
    "command",
    [
        "",
        *(pytest.param(name, marks=pytest.mark.ci if name in SLOW else ()) for name in COMMANDS),
    ],
)
def test_the_examples_of_a_help_run_as_they_stand(command, tmp_path, monkeypatch, capsys):
    """One after the other, as a reader types them; nothing but what they write is there."""
    monkeypatch.setattr(sys, "argv", ["perceptron-ref"])
    monkeypatch.chdir(tmp_path)
    main([*command.split(), "--help"])
    lines = capsys.readouterr().out.splitlines()
    typed = [line.split(" ", 3)[3] for line in lines if line.startswith("  perceptron-ref ")]
    assert len(typed) >= 2
    if find_spec("cairosvg") is None:
        typed = [words for words in typed if not words.endswith(".png")]
    for words in typed:
        assert main(shlex.split(words)) == (words in ANSWER_IS_NO), (words, capsys.readouterr().err)
        capsys.readouterr()
