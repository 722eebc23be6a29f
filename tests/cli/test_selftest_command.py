"""`selftest`: the golden runs, and what a difference looks like."""

from __future__ import annotations

from perceptron_ref.cli.commands.selftest import replay
from perceptron_ref.cli.progress import Progress
from perceptron_ref.testing.golden import EXPECTED, cases, questions


def test_selftest_replays_the_golden_runs(command):
    """The fingerprint stands beside the expected one, and the exit status says that they agree."""
    status, out, _ = command("selftest")
    assert status == 0
    assert out.endswith(f"fingerprint {EXPECTED}\nexpected    {EXPECTED}\n")


def test_selftest_tells_the_first_difference(capsys):
    """If a run differs, the exit status is 1; the case, the column and both values are shown."""
    first, second, third = cases()[:3]
    golden = [first, second._replace(updates="5"), third._replace(updates="6")]
    assert replay(golden, [], "0" * 16, Progress()) == 1
    out = capsys.readouterr().out
    assert "first difference: and-restart: updates: found 18; expected 5\n" in out
    assert "expected 6" not in out


def test_selftest_fails_on_another_fingerprint(capsys):
    """The table alone is not enough: the hash over all runs must agree too."""
    assert replay(cases()[:1], questions()[:1], "0" * 16, Progress()) == 1
    assert "first difference" not in capsys.readouterr().out


def test_selftest_is_stopped_in_time(command):
    """Exit status 3; it says how many are replayed."""
    status, out, err = command("selftest", "--max-seconds", 0)
    told = ": 1 of 60 golden runs, 0 of 18 golden proofs\nstopped by --max-seconds\n"
    assert (status, out[-len(told) :], err) == (3, told, "")


def test_selftest_tells_a_difference_met_before_it_was_stopped(capsys):
    """Exit status 1."""
    first, *others = cases()
    assert (
        replay([first._replace(updates="1000"), *others], questions(), EXPECTED, Progress(0)) == 1
    )
    assert "first difference: " in capsys.readouterr().out
