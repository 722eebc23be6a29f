"""The examples of every help: each runs as it stands, in a folder with nothing in it."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec

import pytest

from perceptron_ref.cli.main import COMMANDS, main, parser

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
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    lines = capsys.readouterr().out.splitlines()
    typed = [line.split(" ", 3)[3] for line in lines if line.startswith("  perceptron-ref ")]
    assert len(typed) >= 2
    if find_spec("cairosvg") is None:
        typed = [words for words in typed if not words.endswith(".png")]
    for words in typed:
        try:
            status = main(shlex.split(words))
        except SystemExit as end:  # of `help`
            status = end.code
        assert status == (words in ANSWER_IS_NO), (words, capsys.readouterr().err)
        capsys.readouterr()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_stands_below_a_title(name):
    """All but --help, whose title is Python's."""
    commands = next(act for act in parser([name])._actions if act.dest == "command")
    groups = {group.title: group for group in commands.choices[name]._action_groups}
    usual = groups.get("options") or groups["optional arguments"]  # of Python 3.8 and 3.9
    assert [act.dest for act in usual._group_actions] == ["help"]
