"""`separable`, `prove`, `margins`, `optimum`: the answers with their proofs, as text and as JSON."""

from __future__ import annotations

import json

import pytest

from perceptron_ref import Hypothesis, example, pla
from perceptron_ref.cli.main import main
from perceptron_ref.exact.rationals import exact_text
from perceptron_ref.theory.convergence import derive
from perceptron_ref.theory.separability import NotSeparable, Separable, separability


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
Not separable: example 0 plus example 1 plus example 2 plus example 3, each times its label, is zero,
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


@pytest.mark.parametrize(("name", "kind"), [("and", Separable), ("xor", NotSeparable)])
def test_a_proof_that_fails_is_said_to_fail(command, monkeypatch, name, kind):
    """What is printed of the proof is what `verify` found, not what is hoped."""
    monkeypatch.setattr(kind, "verify", lambda self: False)
    assert "THE PROOF FAILS" in command("separable", f"example:{name}")[1]
    assert json.loads(command("separable", f"example:{name}", "--json")[1])["verified"] is False


def test_prove_shows_every_statement_with_its_numbers(command):
    """Exit status 0; label, verdict, statement, both sides where they come closest, and T under the
    bound.
    """
    status, out, err = command("prove", "example:and")
    assert (status, err) == (0, "")
    assert "w_f = (-3, 2, 2), the weights of largest margin\n" in out
    for record in derive(pla(example("and"))):
        assert f"{record.label:6} holds  {record.statement}\n" in out
    assert "compared 18 times, closest at t = 11: 17 against 17\n" in out
    assert "compared 4 times, closest at n = 1: 1 against 0\n" in out
    assert out.endswith("\nT = 18 <= R^2/rho^2 = 51\n")


def test_prove_as_json(command):
    """The keys that programs rely on, exact numbers as text."""
    status, out, _ = command("prove", "example:credit", "--strategy", "restart", "--json")
    record = json.loads(out)
    found, run = separability(example("credit")), pla(example("credit"), "restart")
    assert status == 0
    assert (record["holds"], record["updates"]) == (True, 289)
    assert (record["bound"], record["rho2"], record["R2"]) == tuple(
        map(exact_text, (found.bound, found.rho2, found.R2))
    )
    assert record["strategy"] == {"name": "restart", "options": {}}
    expected = derive(run)
    assert [step["label"] for step in record["steps"]] == [step.label for step in expected]
    for step, is_ in zip(record["steps"], expected):
        assert (step["statement"], step["holds"], step["checked"]) == (
            is_.statement,
            is_.holds,
            is_.checked,
        )
        at = is_.tightest
        assert step["tightest"] == {
            "t": at.t,
            "left": exact_text(at.left),
            "right": exact_text(at.right),
        }


def test_prove_takes_weights_of_the_users_own(command):
    """--w-f holds the run against other separating weights: a larger bound, the same statements."""
    status, out, _ = command("prove", "example:and", "--w-f=-5,3,3")
    assert status == 0
    assert "w_f = (-5, 3, 3), the weights given\n" in out
    assert "T = 18 <= R^2/rho^2 = 129\n" in out


def test_prove_says_of_wrong_weights_that_they_do_not_separate(command):
    """Exit status 1; L2.8 fails with an example, and what needs w_f does not apply."""
    status, out, _ = command("prove", "example:and", "--w-f=-1,1,1")
    assert status == 1
    assert "L2.8   FAILS" in out
    assert "w_f does not separate D" in out
    assert "L2.12  -----" in out
    assert "T =" not in out
    record = json.loads(command("prove", "example:and", "--w-f=-1,1,1", "--json")[1])
    assert (record["holds"], record["bound"], record["rho2"]) == (False, None, None)
    (failed,) = [step for step in record["steps"] if step["holds"] is False]
    assert failed["label"] == "L2.8"
    assert "note" in failed


def test_prove_shows_the_certificate_where_no_line_separates(command):
    """Exit status 1, and what `separable` prints."""
    assert command("prove", "example:xor") == command("separable", "example:xor")
    assert command("prove", "example:xor", "--json") == command(
        "separable", "example:xor", "--json"
    )
    assert command("prove", "example:xor", "--w-f=-1,1,1") == command("separable", "example:xor")


def test_prove_of_a_run_without_updates_has_nothing_to_compare(command, tmp_path):
    """Where w_0 = 0 is right already, every statement holds."""
    (tmp_path / "no.csv").write_text("1,-1\n2,-1\n")
    status, out, _ = command("prove", tmp_path / "no.csv", "--sign-of-zero", "-1")
    assert status == 0
    assert "no update to compare" in out
    assert "T = 0 <= R^2/rho^2 = " in out
    record = json.loads(command("prove", tmp_path / "no.csv", "--sign-of-zero", "-1", "--json")[1])
    assert record["steps"][0]["tightest"] is None


def test_prove_of_a_run_that_was_stopped_gives_no_advice_that_it_cannot_take(command):
    """The statements hold for every update made; that the data are separable is known by then."""
    status, out, _ = command("prove", "example:credit", "--max-updates", 3)
    assert status == 0
    assert "NOT converged: stopped by --max-updates after 3 updates" in out
    assert "Try" not in out
    assert "T = 3 <= R^2/rho^2 = " in out


def test_prove_refuses_weights_of_another_size(command):
    """There must be 1 + d of them, and numbers."""
    assert "w_f: found 2 numbers; expected 3" in command("prove", "example:and", "--w-f=1,2")[2]
    assert "w_f, entry 1: found 'x'" in command("prove", "example:and", "--w-f=1,x,2")[2]


@pytest.fixture
def model(tmp_path):
    """Return the path of a saved model: 3 a + 4 b - 5 > 0."""
    path = tmp_path / "model.json"
    Hypothesis([-5, 3, 4], names=["a", "b"]).save(path)
    return path


def test_margins_shows_both_kinds_and_the_closest_examples(command, model, tmp_path):
    """Functional and geometric margin of the set, the distance from the origin, and the examples
    nearest to the boundary.
    """
    (tmp_path / "data.csv").write_text("a,b,y\n1,2,1\n0,0,-1\n0.5,0,1\n")
    status, out, err = command("margins", tmp_path / "data.csv", "--model", model)
    assert (status, err) == (0, "")
    assert out.splitlines()[1:] == [
        "Functional margin of the set: -3.5",
        "Geometric margin of the set: -0.7",
        "Distance of the boundary from the origin, along w: 1",
        "closest  n  y_n  functional margin  geometric margin",
        "         2   +1               -3.5  -0.7",
        "         1   -1                  5  1",
        "         0   +1                  6  1.2",
    ]


def test_margins_shows_roots_where_lengths_are_irrational(command, tmp_path):
    """The exact root where it is short, and about how much it is."""
    Hypothesis([-1, 1, 1]).save(tmp_path / "model.json")
    (tmp_path / "data.csv").write_text("0,0,1\n0.12345678901234567,5,1\n")
    out = command("margins", tmp_path / "data.csv", "--model", tmp_path / "model.json")[1]
    assert "Geometric margin of the set: -sqrt(0.5), about -0.707106781187\n" in out
    assert "4.12345678901234567  about 2.91572425744\n" in out


def test_margins_as_json(command, model, tmp_path):
    """All functional margins exactly; lengths with exact value, sign, square and a float."""
    (tmp_path / "data.csv").write_text("a,b,y\n1,2,1\n0,0,-1\n0.5,0,1\n")
    record = json.loads(command("margins", tmp_path / "data.csv", "--model", model, "--json")[1])
    assert record["functional_margins"] == ["6", "5", "-3.5"]
    assert record["functional_margin"] == "-3.5"
    assert record["geometric_margin"] == {
        "exact": "-0.7",
        "sign": -1,
        "square": "0.49",
        "approximate": -0.7,
    }
    assert record["distance_from_origin"]["exact"] == "1"
    assert record["closest"] == [2, 1, 0]


def test_margins_needs_data_of_the_models_features(command, model):
    """An embedded set of other features is refused."""
    status, _, err = command("margins", "example:credit", "--model", model)
    assert status == 1
    assert (
        "example:credit: found the features age, annual_salary, years_in_job, current_debt; expected a, b"
        in err
    )


def test_optimum_shows_the_best_line_and_why_none_is_better(command):
    """The number of mistakes, proved; the line; its mistakes; the sets that show the lower bound by
    hand.
    """
    status, out, err = command("optimum", "example:xor")
    assert (status, err) == (0, "")
    assert "No line makes fewer than 1 mistake, and this one makes that many (proved, " in out
    assert "Examples that it gets wrong: " in out
    assert out.endswith("every line gets at least one wrong:\n  0, 1, 2, 3\n")


def test_optimum_of_separable_data_is_no_mistake(command):
    """Nothing is unavoidable, and there is nothing to show by hand."""
    _, out, _ = command("optimum", "example:and")
    assert "No line makes fewer than 0 mistakes" in out
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


def test_optimum_shows_what_it_has_after_ctrl_c(command, monkeypatch):
    """Exit status 130, and the best line met on standard output."""

    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.setattr("perceptron_ref.theory.optimum._Search.run", interrupted)
    status, out, _ = command("optimum", "example:xor")
    assert status == 130
    assert "Stopped (interrupted): every line makes at least " in out


def test_long_computations_show_progress_on_a_terminal(monkeypatch, capsys):
    """Steps of `separable`, bounds and nodes of `optimum`, each line over the one before."""
    from types import SimpleNamespace

    from test_process import Terminal

    from perceptron_ref.cli import progress

    stream, clock = Terminal(), iter(range(1_000_000))
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
    assert main(["separable", "example:credit"]) == 0
    assert "1 step ..." in stream.getvalue()
    assert main(["optimum", "example:noisy:N=60,d=2,seed=3,flips=8"]) == 0
    assert "7 mistakes, " in stream.getvalue()


def test_numbers_of_thousands_of_digits_are_shown(command, tmp_path):
    """Python refuses to spell ints of more than 4,300 digits; here they are shortened for people
    and text in JSON.
    """
    (tmp_path / "far.csv").write_text("a,b,y\n1e3000,1e-3000,1\n-1e3000,1,0\n3,2,1\n")
    assert "PLA makes at most about " in command("separable", tmp_path / "far.csv")[1]
    (tmp_path / "near.csv").write_text(f"a,y\n1{'0' * 5000},0\n1{'0' * 4999}1,1\n")
    status, out, _ = command("separable", tmp_path / "near.csv", "--json")
    assert (status, json.loads(out)["w_f"][1]) == (0, 2)
    assert len(json.loads(out)["w_f"][0]) == 5002
    (tmp_path / "not.csv").write_text(f"a,y\n1{'0' * 5000},0\n1{'0' * 4999}1,1\n0,1\n1,0\n")
    assert "times example" in command("separable", tmp_path / "not.csv")[1]
    assert command("separable", tmp_path / "not.csv", "--json")[0] == 1
