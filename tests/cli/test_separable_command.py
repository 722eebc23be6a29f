"""`separable`: either answer with its proof."""

from __future__ import annotations

import json
from argparse import Namespace

import pytest

from perceptron_ref import example
from perceptron_ref.cli.commands.separable import show
from perceptron_ref.theory.separability import Undecided, separability


def test_separable_shows_the_line_and_what_it_promises(command):
    """Exit status 0; w_f by feature, rho^2, R^2, the bound, the examples that fix the line."""
    assert command("separable", "example:and") == (
        0,
        """\
Data: example:and, N = 4 examples, d = 2 features
Labels (and): +1 stands for '1', -1 for '0'
Separable. The line of largest margin:

  w_0  = -threshold  -3
  w_1  x1             2
  w_2  x2             2
rho^2 = 1/17, R^2 = 3
R^2/rho^2 = 51: from w_0 = 0 PLA makes at most 51 updates, whatever the order.
Examples that fix the line, all nearest to it: 1, 2, 3
Verified: the proof holds.
""",
        "",
    )


def test_separable_shows_why_there_is_no_line(command, tmp_path):
    """Exit status 1; the certificate in words."""
    assert command("separable", "example:xor") == (
        1,
        """\
Data: example:xor, N = 4 examples, d = 2 features
Labels (xor): +1 stands for '1', -1 for '0'
Not separable: example 0 plus example 1 plus example 2 plus example 3, \
each times its label, is zero,
so no line has all of them on its right side.
Verified: the proof holds.
""",
        "",
    )
    (tmp_path / "between.csv").write_text("0,1\n1,-1\n3,1\n")
    assert (
        "2 times example 0 plus 3 times example 1 plus example 2"
        in command("separable", tmp_path / "between.csv")[1]
    )


def test_separable_as_json(command):
    """Both answers, exact, with what `verify` says."""
    status, out, _ = command("separable", "example:and", "--json")
    record = json.loads(out)
    assert status == 0
    assert record.pop("data")["N"] == 4
    assert record == {
        "separable": True,
        "w_f": [-3, 2, 2],
        "rho2": "1/17",
        "R2": "3",
        "bound": "51",
        "support": [1, 2, 3],
        "coefficients": ["5", "5", "7"],
        "verified": True,
    }
    status, out, _ = command("separable", "example:xor", "--json")
    record = json.loads(out)
    del record["data"]
    assert status == 1
    assert record == {
        "separable": False,
        "certificate": {"examples": [0, 1, 2, 3], "coefficients": [1, 1, 1, 1]},
        "verified": True,
    }


@pytest.mark.parametrize("source", ["example:and", "example:xor"])
def test_a_proof_that_fails_is_said_to_fail(source, command, monkeypatch):
    """What is printed of the proof is what `verify` found, not what is hoped."""
    monkeypatch.setattr(type(separability(example(source[8:]))), "verify", lambda found: False)
    assert "Verified: the proof FAILS" in command("separable", source)[1]
    assert json.loads(command("separable", source, "--json")[1])["verified"] is False


@pytest.mark.parametrize(
    "words, status, keys",
    [
        ("separable example:and", 0, {"x", "y", "separable", "coefficients", "verified"}),
        ("separable example:xor", 1, {"x", "y", "separable", "certificate", "verified"}),
        ("prove example:xor", 1, {"x", "y", "separable", "certificate", "verified"}),
        ("prove example:and", 0, {"x", "y", "n", "w_f", "steps", "strategy"}),
        ("fit example:and", 0, {"x", "y", "n", "w0", "strategy", "visits", "threshold"}),
        ("fit example:and --pocket", 0, {"x", "y", "n", "in_pocket", "w_last", "dot_products"}),
    ],
)
def test_audit_prints_the_record_with_its_examples(words, status, keys, command):
    """What --json prints, and what it takes to check it."""
    ended, out, _ = command(*words.split(), "--audit")
    record = json.loads(out)
    assert (ended, keys - set(record)) == (status, set())
    assert (record["N"], record["y"][3]) == (4, -1 if words.split()[1] == "example:xor" else 1)
    plain = json.loads(command(*words.split(), "--json")[1])
    assert {key: record[key] for key in plain} == plain


# The time is up: `--max-seconds 0` is over at once


def test_separable_is_undecided_when_the_time_is_up(command):
    """Exit status 3; a bound on rho^2 from above, and what it is worth."""
    assert command("separable", "example:and", "--max-seconds", 0) == (
        3,
        """\
Data: example:and, N = 4 examples, d = 2 features
Labels (and): +1 stands for '1', -1 for '0'
Undecided. Stopped by --max-seconds after 1 step: no weights that were met separate the data.
If a line separates them, rho^2 <= 1
Verified: what is known holds.
""",
        "",
    )


def test_undecided_as_json(command):
    """Both bounds, and what proves them."""
    status, out, _ = command("separable", "example:and", "--max-seconds", 0, "--json")
    record = json.loads(out)
    del record["data"]
    assert (status, record) == (
        3,
        {
            "separable": None,
            "stopped": "max_seconds",
            "steps": 1,
            "w_f": None,
            "rho2_at_least": "0",
            "rho2_at_most": "1",
            "R2": "3",
            "bound": None,
            "mixture": {"examples": [0], "coefficients": [1]},
            "verified": True,
        },
    )


def known():
    """Return what is known of AND when a separator was met that is not that of largest margin."""
    return Undecided(example("and"), 7, (-4, 2, 3), (1, 2, 3), (5, 5, 6))


def test_separable_shows_a_separator_that_was_met(capsys):
    """Exit status 0, as a line separates; bounds on rho^2 from both sides."""
    assert show(Namespace(file="example:and", json=False, audit=False), known()) == 0
    assert (
        capsys.readouterr().out
        == """\
Data: example:and, N = 4 examples, d = 2 features
Labels (and): +1 stands for '1', -1 for '0'
Separable. Stopped by --max-seconds after 7 steps, before the largest margin was known. \
A line that separates:

  w_0  = -threshold  -4
  w_1  x1             2
  w_2  x2             3
1/29 <= rho^2 <= 0.0703125, R^2 = 3
R^2/rho^2 <= 87: from w_0 = 0 PLA makes at most 87 updates, whatever the order.
Verified: what is known holds.
"""
    )


def test_a_separator_that_was_met_as_json(capsys):
    """`separable` is true, and `bound` the one that it proves."""
    assert show(Namespace(file="example:and", json=True, audit=False), known()) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["separable"], record["w_f"], record["bound"]) == (True, [-4, 2, 3], "87")
    assert (record["rho2_at_least"], record["rho2_at_most"]) == ("1/29", "0.0703125")
