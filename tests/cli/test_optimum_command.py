"""`optimum`: the fewest mistakes, and the proof that none makes fewer."""

from __future__ import annotations

import json
from contextlib import redirect_stderr

from screen import Terminal

from perceptron_ref import Hypothesis, example
from perceptron_ref.cli.main import main
from perceptron_ref.cli.progress import Progress


def test_optimum_shows_the_best_line_and_why_none_is_better(command):
    """The mistakes, proved; the line; its mistakes; the sets that prove the bound by hand."""
    status, out, err = command("optimum", "example:xor")
    assert (status, err) == (0, "")
    assert "No line makes fewer than 1 mistake, and this one makes that many (" in out
    assert "Examples that it gets wrong: " in out
    told = "Proved by hand: 1 mistake. Every line gets one wrong of each of these sets at least:"
    assert out.endswith(f"\n{told}\n  0, 1, 2, 3\n")


def test_optimum_of_separable_data_is_no_mistake(command):
    """In words: a line without a mistake exists; there is nothing to show by hand."""
    _, out, _ = command("optimum", "example:and")
    assert out.splitlines()[2] == "Linearly separable: this line makes no mistake (0 nodes):"
    assert "fewer than" not in out
    assert "By hand" not in out
    assert "gets wrong" not in out


def test_optimum_as_json(command):
    """Both numbers, whether they are equal, and exact weights that make that many mistakes."""
    record = json.loads(command("optimum", "example:iris-versicolor-virginica", "--json")[1])
    assert (record["mistakes"], record["lower_bound"], record["proved"]) == (1, 1, True)
    assert Hypothesis(record["w"]).mistakes(example("iris-versicolor-virginica")) == 1


def test_optimum_stops_at_a_limit_with_what_it_has(command):
    """Where it is stopped, both numbers are shown, and that they may differ."""
    hard = "example:noisy:N=80,d=4,seed=1,flips=25"
    status, out, _ = command("optimum", hard, "--max-nodes", 3)
    assert status == 0
    assert "Stopped (max_nodes): every line makes at least " in out
    record = json.loads(command("optimum", hard, "--max-nodes", 3, "--json")[1])
    assert record["lower_bound"] < record["mistakes"]
    assert (record["proved"], record["status"]) == (False, "max_nodes")
    assert (
        json.loads(command("optimum", hard, "--max-seconds", 0, "--json")[1])["status"]
        == "max_seconds"
    )


def test_optimum_shows_what_it_has_after_ctrl_c(monkeypatch, capsys):
    """Exit status 130, and the best line met on standard output."""

    class Interrupting(Terminal):
        def write(self, text):
            if "mistake" in text:
                raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "every", 0)
    with redirect_stderr(Interrupting()):
        assert main(["optimum", "example:xor"]) == 130
    assert "Stopped (interrupted): every line makes at least " in capsys.readouterr().out
