"""The code of an installed plugin runs only if the user names the plugin."""

from __future__ import annotations

import os

import pytest

CREATES_MARKER_ON_IMPORT = """
import os

os.mkdir(os.environ["IMPORT_MARKER"])

def last_first(view):
    while True:
        yield from reversed(range(len(view)))
"""
COMMAND_LINES = [  # they do not name the plugin
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
    "new-strategy hardest-first",
    "examples",
    "selftest",
]


@pytest.fixture
def import_marker(distribute, tmp_path, monkeypatch, command):
    """Install a plugin whose code creates a folder when it is imported; return the path of the
    folder.
    """
    monkeypatch.chdir(tmp_path)
    assert command("fit", "example:or", "--save", "model.json")[0] == 0
    distribute("per-last", {"last-first": "per_last:last_first"}, per_last=CREATES_MARKER_ON_IMPORT)
    marker = tmp_path / "imported"
    monkeypatch.setenv("IMPORT_MARKER", str(marker))
    return marker


@pytest.mark.ci
@pytest.mark.parametrize("command_line", COMMAND_LINES)
def test_a_plugin_is_not_imported_unless_the_user_names_it(import_marker, command, command_line):
    """Every command runs without importing the plugin."""
    assert command(*command_line.split())[0] == 0
    assert not os.path.exists(import_marker)


@pytest.mark.parametrize(
    "command_line",
    ["strategies last-first"]
    + [
        pytest.param(command_line, marks=pytest.mark.ci)
        for command_line in (
            "strategies --check",
            "compare example:or --strategies all",
            "race example:or --seeds 1 --strategies all",
        )
    ],
)
def test_a_plugin_is_imported_if_the_user_names_it(import_marker, command, command_line):
    """The plugin is imported if the command line contains its name, `all` or --check. This also
    shows that the test above can fail.
    """
    exit_status, out, _ = command(*command_line.split())
    assert (exit_status, "last-first" in out, os.path.exists(import_marker)) == (0, True, True)
