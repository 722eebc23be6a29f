"""`fit`: what it prints, as text and as JSON, and how it ends."""

from __future__ import annotations

import io
import json
import sys

import pytest

from perceptron_ref import Hypothesis, example, pla, pocket, strategy
from perceptron_ref.exact.rationals import exact_text

NOT_SEPARABLE = "example:iris-versicolor-virginica"


def test_without_a_file_it_learns_the_credit_card_example(fit):
    """The data, the outcome in a sentence, the weights by name, the threshold, the mistakes: the
    whole page.
    """
    assert fit() == (
        0,
        """\
Data: example:credit, N = 24 examples, d = 4 features, scale 10
PLA, visiting order cyclic; sign(0) is a mistake for both labels
Converged after 41 updates and 113 visits: no mistake is left.

  w_0  = -threshold      -3
  w_1  age               -7
  w_2  annual_salary     70
  w_3  years_in_job      29
  w_4  current_debt   -73.5
threshold 3
Mistakes on the training data: 0 of 24
""",
        "",
    )


def test_two_features_are_drawn(fit):
    """Points and line of a set of two features stand below the numbers; those of other sets do not."""
    _, out, _ = fit("example:credit-2d")
    assert "annual_salary: 3.1 to 14, to the right\n" in out
    assert "o is +1, x is -1" in out
    assert "to the right" not in fit("example:credit")[1]


def test_trace_lists_t_n_and_w(fit):
    """A line for every update with t, n(t) and w_t, exactly, and one for w_T."""
    _, out, _ = fit("example:xor", "--trace", "--max-updates", 3)
    assert (
        """\
t n(t)  w_t
0    0  (0, 0, 0)
1    1  (-1, 0, 0)
2    2  (0, 0, 1)
3       (1, 1, 1)
"""
        in out
    )


def test_trace_of_a_run_without_updates_shows_w_0(fit):
    """Where nothing was corrected, only w_0 is listed."""
    _, out, _ = fit("example:xor", "--trace", "--max-updates", 0)
    assert "t n(t)  w_t\n0       (0, 0, 0)\nNOT converged" in out


def test_json_holds_the_run_exactly(fit):
    """One JSON object, its keys, and numbers as exact text."""
    status, out, _ = fit("--json")
    run = pla(example("credit"))
    assert status == 0
    assert json.loads(out) == {
        "data": {
            "source": "example:credit",
            "N": 24,
            "d": 4,
            "scale": 10,
            "names": ["age", "annual_salary", "years_in_job", "current_debt"],
        },
        "algorithm": "pla",
        "strategy": {"name": "cyclic", "options": {}},
        "sign_of_zero": 0,
        "status": "converged",
        "updates": 41,
        "visits": 113,
        "mistakes": 0,
        "w": ["-3", "-7", "70", "29", "-73.5"],
        "threshold": "3",
    }
    assert [exact_text(w_i) for w_i in run.w] == json.loads(out)["w"]


def test_json_with_trace_has_n(fit):
    """With --trace the sequence n(t) is there."""
    assert json.loads(fit("example:xor", "--trace", "--max-updates", 5, "--json")[1])["n"] == [
        0,
        1,
        2,
        3,
        0,
    ]


def test_json_writes_a_fraction_without_decimals_as_p_over_q(fit):
    """A third is "1/3"."""
    record = json.loads(fit("example:xor", "--eta", "1/3", "--max-updates", 1, "--json")[1])
    assert (record["w"], record["threshold"]) == (["-1/3", "0", "0"], "1/3")


def test_strategy_options_are_read_from_the_command_line(fit):
    """NAME:key=value runs the strategy with that option, and JSON shows all options, given or not."""
    record = json.loads(fit("--strategy", "random_permutation:seed=7", "--trace", "--json")[1])
    assert record["strategy"] == {
        "name": "random-permutation",
        "options": {"seed": 7, "fresh": True},
    }
    assert tuple(record["n"]) == pla(example("credit"), strategy("random-permutation", seed=7)).n


def test_options_that_json_has_no_form_for_become_text(fit, distribute):
    """A fraction is exact text, and so is the name of a default that is no number."""
    source = "def rated(view, *, rate=1, kind=int):\n    yield from range(len(view))\n"
    distribute("per-rated", {"rated": "per_rated:rated"}, per_rated=source)
    record = json.loads(fit("example:or", "--strategy", "rated:rate=1/3", "--json")[1])
    assert record["strategy"]["options"] == {"rate": "1/3", "kind": "<class 'int'>"}


def test_the_sign_of_zero_is_an_option(fit):
    """The homework's convention gives another run than the proof's."""
    updates = [
        json.loads(fit("example:and", "--sign-of-zero", z, "--json")[1])["updates"]
        for z in ("-1", "0", "+1")
    ]
    assert updates == [pla(example("and"), sign_of_zero=z).updates for z in (-1, 0, 1)]
    assert "sign(0) is -1" in fit("example:and", "--sign-of-zero", "-1")[1]


def test_pocket_shows_what_it_kept_and_what_came_last(fit):
    """With --pocket both weights are there, and the dot products."""
    record = json.loads(fit(NOT_SEPARABLE, "--pocket", "--max-updates", 300, "--json")[1])
    run = pocket(example("iris-versicolor-virginica"), max_updates=300)
    assert record["algorithm"] == "pocket"
    assert (record["status"], record["mistakes"], record["mistakes_last"]) == (
        "max_updates",
        run.mistakes,
        run.mistakes_last,
    )
    assert record["w_last"] == [exact_text(w_i) for w_i in run.w_last]
    assert record["dot_products"] == run.dot_products
    assert (
        f"Mistakes of the last weights: {run.mistakes_last} of 100"
        in fit(NOT_SEPARABLE, "--pocket", "--max-updates", 300)[1]
    )


def test_pocket_stops_at_the_target(fit):
    """Few enough mistakes end the run, and that is said."""
    _, out, _ = fit(NOT_SEPARABLE, "--pocket", "--target-mistakes", 10)
    assert "Reached the target after" in out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--max-updates", "50"], "stopped by --max-updates after 50 updates"),
        (["--max-visits", "7"], "stopped by --max-visits after"),
        (["--max-updates", "5", "--pocket"], "Try a larger --max-updates, or another seed"),
        (["--max-updates", "5"], "Try a larger --max-updates, or --pocket"),
    ],
)
def test_not_converged_is_said_plainly_with_what_to_try(fit, options, said):
    """A run that was stopped says so, what stopped it, and what to do; it is no error."""
    status, out, _ = fit(NOT_SEPARABLE, *options)
    assert status == 0
    assert "NOT converged" in out
    assert said in out


def test_no_limit_of_updates(fit):
    """`none` lifts the limit."""
    assert "Converged" in fit("--max-updates", "none")[1]


def test_a_test_file_is_counted_and_not_learned_from(fit, tmp_path):
    """With --test the mistakes on other examples are shown, columns found by their names."""
    (tmp_path / "train.csv").write_text("a,b,label\n1,0,-1\n3,0,1\n")
    (tmp_path / "test.csv").write_text("b,label,a\n0,1,4\n0,-1,5\n0,-1,0\n")
    _, out, _ = fit(tmp_path / "train.csv", "--test", tmp_path / "test.csv")
    assert f"Mistakes on {tmp_path / 'test.csv'}: 1 of 3" in out
    record = json.loads(fit(tmp_path / "train.csv", "--test", tmp_path / "test.csv", "--json")[1])
    assert record["test"] == {"N": 3, "mistakes": 1}


def test_a_saved_model_is_the_hypothesis(fit, tmp_path):
    """--save writes what Hypothesis.load reads."""
    model = tmp_path / "model.json"
    _, out, _ = fit("--save", model)
    assert f"Saved to {model}" in out
    assert Hypothesis.load(model) == pla(example("credit")).hypothesis


def test_a_model_that_cannot_be_saved_is_an_error(fit, tmp_path):
    """Exit status 1, one line that names the file."""
    status, out, err = fit("--save", tmp_path / "nowhere" / "model.json")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "nowhere" in err


def test_saving_replaces_nothing_but_a_model(fit, tmp_path):
    """An older model gives way, any other file only where --force is given; that is told before the
    run.
    """
    path = tmp_path / "notes.txt"
    path.write_text("mine\n")
    status, out, err = fit("--save", path)
    assert (status, out) == (2, "")
    assert f"--save {path} would replace a file that is no saved model; --force allows it" in err
    assert path.read_text() == "mine\n"
    assert fit("--save", path, "--force")[0] == 0
    assert fit("example:or", "--save", path)[0] == 0
    assert Hypothesis.load(path) == pla(example("or")).hypothesis


def test_a_label_in_other_letters_is_a_warning(fit, tmp_path):
    """Beside the one that means +1 it may be a slip of the pen; a number in another spelling is the
    same number.
    """
    path = tmp_path / "yes.csv"
    path.write_text("1,yes\n2,YES\n3,no\n")
    status, _, err = fit(path, "--positive", "yes")
    assert (status, err) == (0, f"warning: {path}: the label 'YES' means -1; only 'yes' means +1\n")
    path.write_text("1,1e0\n2,1E0\n3,0\n")
    assert fit(path, "--positive", "1e0")[2] == ""


def test_one_class_is_a_warning(fit, tmp_path):
    """A set of one class is learned, and standard error says what is odd."""
    (tmp_path / "one.csv").write_text("1,1\n2,1\n")
    status, out, err = fit(tmp_path / "one.csv")
    assert (status, err) == (0, f"warning: {tmp_path / 'one.csv'}: all 2 labels mean +1\n")
    assert "Converged" in out


def test_labels_that_are_misspelt_in_a_second_file_are_told(fit, tmp_path):
    """Where no label is the one that means +1, a warning says so."""
    (tmp_path / "train.csv").write_text("1,no\n3,yes\n")
    (tmp_path / "test.csv").write_text("1,NO\n3,YES\n")
    _, _, err = fit(tmp_path / "train.csv", "--positive", "yes", "--test", tmp_path / "test.csv")
    assert err == (
        f"warning: {tmp_path / 'test.csv'}: the label 'YES' means -1; only 'yes' means +1\n"
        f"warning: {tmp_path / 'test.csv'}: all 2 labels mean -1, none being 'yes'\n"
    )


def test_label_positive_and_format_are_options(fit, tmp_path):
    """What looking cannot tell is told on the command line."""
    (tmp_path / "odd.txt").write_text("yes;1\nno;3\n")
    _, out, _ = fit(
        tmp_path / "odd.txt", "--label", "0", "--positive", "yes", "--format", "semicolon"
    )
    assert "N = 2 examples, d = 1 feature" in out


def test_examples_are_read_from_standard_input(fit, monkeypatch):
    """`-` is standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 -1\n2 1\n")))
    assert "Data: -, N = 2 examples" in fit("-")[1]


def test_errors_on_standard_input_call_it_so(fit, monkeypatch):
    """A message says "standard input" and the line."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 -1\nx 1\n")))
    status, _, err = fit("-")
    assert status == 1
    assert "standard input:2: column 1: found 'x'" in err


def test_options_for_files_are_refused_for_embedded_sets(fit):
    """What would have no effect is no option."""
    status, _, err = fit("example:credit", "--positive", "yes")
    assert status == 1
    assert "example:credit: found --positive" in err


def test_long_numbers_are_shortened_for_people_alone(fit, tmp_path):
    """Text shows twelve digits, marked as such; JSON has them all."""
    (tmp_path / "long.csv").write_text("0.1234567890123456789012345678,1\n1,-1\n")
    assert "about " in fit(tmp_path / "long.csv")[1]
    assert (
        "0.1234567890123456789012345678"
        in fit(tmp_path / "long.csv", "--max-updates", 1, "--json")[1]
    )
