"""Commands give the same output on a system without processes, such as WebAssembly."""

from __future__ import annotations

import json
import re
import sys

import pytest
from conftest import ROOT

pytestmark = pytest.mark.ci  # slow, because each command runs twice

GALLERY = ROOT / "tests" / "gallery"
SAME_VISITS = re.compile("same-visits .*")  # the note of this check mentions processes
LAST_FIRST = ROOT / "docs" / "code" / "last_first.py"


@pytest.mark.parametrize(
    "arguments",
    [
        ("fit", "--strategy", LAST_FIRST),
        ("fit", "--strategy", LAST_FIRST, "--pocket", "--json"),
        ("fit", "--strategy", LAST_FIRST, "--right-in-a-row", "1N", "--json"),
        ("fit", "--max-seconds", 1000),
        ("fit", "--strategy", f"{GALLERY / 'valid_visits.py'}"),
        ("compare", "example:or", "--strategies", LAST_FIRST, "cyclic"),
        (
            "race",
            "example:or",
            "--strategies",
            LAST_FIRST,
            f"{GALLERY / 'halts.py'}:never_moves_on",
        ),
        ("strategies", LAST_FIRST),
        ("prove", "--strategy", LAST_FIRST, "--max-seconds", 1000),
        ("draw", "example:or", "--strategy", LAST_FIRST, "-o", "-"),
        ("fit", "--strategy", "random", "--repeat", 3, "--jobs", 2),
        ("separable", "example:and", "--max-seconds", 0),
        ("separable", "example:and", "--max-seconds", 0, "--json"),
        ("prove", "example:or", "--max-seconds", 0),
        ("optimum", "example:xor", "--max-seconds", 0),
        ("compare", "example:or", "--max-seconds", 0),
        ("fit", "--strategy", "random", "--repeat", 3, "--max-seconds", 0),
        ("fit", "--strategy", "nowhere", "--max-seconds", 1000),
        ("check-strategy", "random:seed=1"),
        ("check-strategy", f"{GALLERY / 'halts.py'}:never_moves_on"),
        ("check-strategy", f"{GALLERY / 'honest_none.py'}:ends_after_one_pass"),
        ("check-strategy", f"{GALLERY / 'closes.py'}:catches_every_exception"),
        ("check-strategy", f"{GALLERY / 'valid_visits.py'}:takes_turns", "--json"),
    ],
    ids=lambda arguments: " ".join(str(word).rpartition("/")[2] for word in arguments),
)
def test_the_output_does_not_depend_on_processes(arguments, command, monkeypatch):
    """The exit status, standard output and standard error are the same with and without
    processes.
    """
    answers = [command(*arguments)]
    monkeypatch.setattr(sys, "platform", "wasi")
    answers.append(command(*arguments))
    with_processes, without_processes = (
        [exit_status, SAME_VISITS.sub("", out), err] for exit_status, out, err in answers
    )
    assert without_processes == with_processes


def test_a_time_limit_ends_a_run_without_processes(command, monkeypatch, tmp_path):
    """--max-seconds also stops a strategy that runs in this process. The run so far is printed."""
    path = tmp_path / "mine.py"
    path.write_text("def order(view):\n    while True:\n        yield from range(len(view))\n")
    monkeypatch.setattr(sys, "platform", "wasi")
    arguments = ("fit", "example:xor", "--max-updates", "none", "--max-seconds", "0.2", "--json")
    exit_status, out, _ = command(*arguments, "--strategy", path)
    assert (exit_status, json.loads(out)["status"]) == (0, "stopped")
