"""Where a long run stands: on a terminal, and after Ctrl-C."""

from __future__ import annotations

from contextlib import redirect_stderr

import pytest
from screen import Terminal

from perceptron_ref.cli.main import main
from perceptron_ref.cli.progress import Interrupted, Progress


def shown_by(*words):
    """Run a command with a terminal as standard error; return what that shows."""
    with redirect_stderr(Terminal()) as terminal:
        assert main(words) == 0
    return terminal.getvalue()


@pytest.fixture
def every_line(monkeypatch):
    """Let every line be shown, however short the one before has stood."""
    monkeypatch.setattr(Progress, "every", 0)


def test_ctrl_c_before_the_first_update():
    """A run that has corrected nothing yet says so."""
    with pytest.raises(Interrupted, match="^interrupted before the first update$"), Progress():
        raise KeyboardInterrupt


def test_an_interrupted_run_tells_where_it_stood(file, command):
    """The updates, the visits and the weights, and the line at which the strategy stood."""
    mine = file(
        "def tired(view):\n"
        "    while view.updates < 3:\n"
        "        yield view.updates % 2\n"
        "    raise KeyboardInterrupt\n"
    )
    stood = "interrupted after 3 updates and 3 visits, with w = (-1, 0, 1)"
    told = f"{stood}, in the strategy at {mine}:4\n"
    for extra in ([], ["--json"], ["--pocket"]):
        assert command("fit", "example:xor", "--strategy", mine, *extra) == (130, "", told)


def test_interrupted_repetitions_tell_how_many_runs_were_done(file, command):
    """Ctrl-C during --repeat tells runs, not the updates of a run that had ended."""
    mine = file(
        "def mine(view, *, seed=0):\n"
        "    while True:\n"
        "        if seed == 3:\n"
        "            raise KeyboardInterrupt\n"
        "        yield from range(len(view))\n"
    )
    told = f"interrupted after 3 runs, in the strategy at {mine}:4\n"
    assert command("fit", "--strategy", mine, "--repeat", 10) == (130, "", told)


@pytest.mark.usefixtures("every_line")
def test_a_long_run_shows_progress_on_a_terminal():
    """Updates and visits so far, each line over the one before, wiped away at the end."""
    shown = shown_by("fit", "example:xor", "--max-updates", "40")
    assert shown.startswith("\r1 update, 1 visit ...\r2 updates, 2 visits ...")
    assert "\r40 updates, 40 visits ..." in shown
    assert shown.endswith(f"\r{' ' * len('40 updates, 40 visits ...')}\r")


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("words", "stage"),
    [
        (["fit", "--strategy", "random-permutation", "--repeat", "3"], "3 runs ..."),
        (["separable", "example:credit"], "1 step ..."),
        (["optimum", "example:noisy:N=60,d=2,seed=3,flips=8"], "7 mistakes, "),
    ],
)
@pytest.mark.usefixtures("every_line")
def test_long_computations_show_progress_on_a_terminal(words, stage):
    """The number of runs done, of steps of `separable`, bounds and nodes of `optimum`."""
    assert stage in shown_by(*words)


def test_no_progress_where_there_is_no_terminal(command):
    """In a pipe or a log nothing is shown."""
    assert command("fit", "example:xor", "--max-updates", 40)[2] == ""


def test_progress_does_not_show_too_often(monkeypatch):
    """A line stands for a while before the next, and the first comes after a while."""
    monkeypatch.setattr(Progress, "every", 1_000)
    assert shown_by("fit", "example:xor", "--max-updates", "40") == ""
