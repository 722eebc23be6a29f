"""`separable`: either answer with its proof."""

from __future__ import annotations

import json
from argparse import Namespace
from types import SimpleNamespace

import pytest

from perceptron_ref import example
from perceptron_ref.cli.decision import show
from perceptron_ref.theory.separability import NotSeparable, separability


def test_separable_shows_the_line_and_what_it_promises(command):
    """Exit status 0; w_f by feature, rho^2, R^2, the bound, the examples that fix the line."""
    assert command("separable", "example:and") == (
        0,
        """\
Data: example:and, N = 4 examples, d = 2 features, scale 1
Separable. The line of largest margin:

  w_0  = -threshold  -3
  w_1  x1             2
  w_2  x2             2
threshold 3
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
Data: example:xor, N = 4 examples, d = 2 features, scale 1
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


def false_proofs():
    """Return an answer of either kind whose proof fails."""
    found = separability(example("and"))
    names = ("separable", "data", "w_f", "rho2", "R2", "bound", "support")
    known = {name: getattr(found, name) for name in names}
    return [
        NotSeparable(example("xor"), (0, 1), (1, 1)),
        SimpleNamespace(**known, verify=lambda: False),
    ]


@pytest.mark.parametrize("found", false_proofs(), ids=["not separable", "separable"])
def test_a_proof_that_fails_is_said_to_fail(found, capsys):
    """What is printed of the proof is what `verify` found, not what is hoped."""
    show(Namespace(file="a file", json=False), found)
    assert "THE PROOF FAILS" in capsys.readouterr().out
    show(Namespace(file="a file", json=True), found)
    assert json.loads(capsys.readouterr().out)["verified"] is False
