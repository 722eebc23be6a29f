"""No command runs the code of an installed plugin that the user did not name."""

from __future__ import annotations

import os

import pytest

MARKS_ITS_IMPORT = """
import os

os.mkdir(os.environ["RAN"])

def theirs(view):
    while True:
        yield from range(len(view))
"""
COMMANDS = [
    "--help",
    "fit example:or",
    "fit example:or --pocket --max-updates 9 --max-seconds 60",
    "fit example:or --strategy random --repeat 2 --jobs 2",
    "compare example:or",
    "race example:or --seeds 1",
    "predict model.json example:or",
    "separable example:or",
    "prove example:or",
    "optimum example:or",
    "margins example:or --model model.json",
    "draw example:or -o picture.svg",
    "strategies",
    "check-strategy cyclic",
    "new-strategy mine",
    "examples",
    "selftest",
]


@pytest.fixture
def plugin(distribute, tmp_path, monkeypatch, command):
    """Install a plugin; return the folder that its code creates when it is imported."""
    monkeypatch.chdir(tmp_path)
    assert command("fit", "example:or", "--save", "model.json")[0] == 0
    distribute("per-theirs", {"theirs": "per_theirs:theirs"}, per_theirs=MARKS_ITS_IMPORT)
    monkeypatch.setenv("RAN", str(tmp_path / "ran"))
    return tmp_path / "ran"


@pytest.mark.ci
@pytest.mark.parametrize("command_line", COMMANDS)
def test_no_command_runs_an_unnamed_plugin(plugin, command, command_line):
    """An installed plugin is not imported unless the user names it."""
    assert command(*command_line.split())[0] == 0
    assert not os.path.exists(plugin)


@pytest.mark.parametrize(
    "command_line",
    ["strategies theirs"]
    + [
        pytest.param(command_line, marks=pytest.mark.ci)
        for command_line in (
            "strategies --check",
            "compare example:or --strategies all",
            "race example:or --seeds 1 --strategies all",
        )
    ],
)
def test_a_command_that_names_a_plugin_runs_it(plugin, command, command_line):
    """A name, `all` or --check imports the plugin. So the test above would notice an import."""
    exit_status, out, _ = command(*command_line.split())
    assert (exit_status, "theirs" in out, os.path.exists(plugin)) == (0, True, True)
