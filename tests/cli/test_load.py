"""Where data come from, and the warnings about them."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest
from conftest import ROOT
from screen import facts

from perceptron_ref import Hypothesis
from perceptron_ref.cli.main import main


def test_examples_are_read_from_standard_input(fit, monkeypatch):
    """`-` is standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 -1\n2 1\n")))
    assert facts(fit("-")[1])["data"] == "-, N = 2, d = 1"


def test_errors_on_standard_input_call_it_so(fit, monkeypatch):
    """A message says "standard input" and the line."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 -1\nx 1\n")))
    status, _, err = fit("-")
    assert status == 1
    assert "standard input:2: column 1: found 'x'" in err


def test_closed_standard_input_is_an_error(monkeypatch, capsys):
    """As after `<&-`: one line, exit status 1."""
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["fit", "-"]) == 1
    assert capsys.readouterr().err == (
        "perceptron-ref: error: standard input: cannot be read: it is closed; expected examples\n"
    )


def test_options_for_files_are_refused_for_embedded_sets(fit):
    """What would have no effect is no option."""
    status, _, err = fit("example:credit", "--positive", "yes")
    assert status == 1
    assert "example:credit: found --positive" in err


def test_label_positive_and_format_are_options(fit, tmp_path):
    """What looking cannot tell is told on the command line."""
    (tmp_path / "odd.txt").write_text("yes;1\nno;3\n")
    _, out, _ = fit(
        tmp_path / "odd.txt", "--label", "0", "--positive", "yes", "--format", "semicolon"
    )
    assert facts(out)["data"].endswith(", N = 2, d = 1")


def test_a_label_in_other_letters_is_a_warning(fit, tmp_path):
    """ "YES" beside "yes" may be a slip; a number in another spelling is the same number."""
    path = tmp_path / "yes.csv"
    path.write_text("1,yes\n2,YES\n3,no\n")
    status, _, err = fit(path, "--positive", "yes")
    assert (status, err) == (0, f"warning: {path}: the label 'YES' means -1; only 'yes' means +1\n")
    path.write_text("1,1e0\n2,1E0\n3,0\n")
    assert fit(path, "--positive", "1e0")[2] == ""


def test_what_may_mean_two_things_is_asked_for(fit, tmp_path):
    """A first line of names or of an example, and a comment, by an error that names the option."""
    path = tmp_path / "years.csv"
    path.write_text("1990,1991,y\n1,2,yes\n3,4,no\n1,1,yes\n")
    status, _, err = fit(path, "--positive", "yes")
    assert (status, err.endswith("(header=..., --header or --no-header)\n")) == (1, True)
    for option, N in (("--header", 3), ("--no-header", 4)):
        status, out, err = fit(path, "--positive", "yes", option)
        assert (status, err, f", N = {N}, d" in out) == (0, "", True)
    path.write_text("7,no\n8,no\n1,yes # sure\n5,yes\n")
    assert "--comments or --no-comments)" in fit(path, "--positive", "yes")[2]
    status, out, err = fit(path, "--positive", "yes", "--comments", "--json")
    assert (status, err) == (0, "") and json.loads(out)["mistakes"] == 0
    assert fit(path, "--positive", "yes", "--no-comments", "--max-updates", 9)[2] == ""


def test_a_choice_is_made_once(fit):
    """Embedded sets bring their own labels and names."""
    status, _, err = fit("example:credit", "--no-header")
    assert (status, "found --header; expected none" in err) == (1, True)


def test_one_class_is_a_warning(fit, tmp_path):
    """A set of one class is learned, and standard error says what is odd."""
    (tmp_path / "one.csv").write_text("1,1\n2,1\n")
    status, out, err = fit(tmp_path / "one.csv")
    assert (status, err) == (0, f"warning: {tmp_path / 'one.csv'}: all 2 labels mean +1\n")
    assert facts(out)["status"] == "converged"


def test_labels_that_are_misspelt_in_a_second_file_are_told(fit, tmp_path):
    """Where no label is the one that means +1, a warning says so."""
    (tmp_path / "train.csv").write_text("a,y\n1,yes\n3,no\n")
    (tmp_path / "test.csv").write_text("a,y\n1,NO\n3,YES\n")
    _, _, err = fit(tmp_path / "train.csv", "--positive", "yes", "--test", tmp_path / "test.csv")
    assert err == (
        f"warning: {tmp_path / 'test.csv'}: the label 'YES' means -1; only 'yes' means +1\n"
        f"warning: {tmp_path / 'test.csv'}: all 2 labels mean -1, none being 'yes'\n"
    )


FLATS = "Nr;area;age;sold\nW-1;82,5;12;yes\nW-2;61;;no\nW-3;45;55;no\n"
READ_IT = ["--positive", "yes", "--features", "-Nr", "--decimal", ",", "--missing", "drop"]


@pytest.mark.parametrize(
    "words",
    [
        ["fit", "FILE"],
        ["fit", "FILE", "--test", "FILE"],
        ["fit", "-"],
        ["compare", "FILE", "--strategies", "cyclic"],
        ["race", "FILE", "example:or", "--strategies", "cyclic", "--seeds", "1"],
        ["separable", "FILE"],
        ["prove", "FILE"],
        ["optimum", "FILE"],
        ["draw", "FILE", "-o", "OUT"],
        ["margins", "FILE", "--model", "MODEL"],
        ["predict", "MODEL", "FILE"],
    ],
    ids=lambda words: " ".join(words),
)
def test_every_command_that_reads_files_takes_all_options(command, monkeypatch, tmp_path, words):
    """Columns, decimal commas and missing cells, of files and of standard input."""
    path = tmp_path / "flats.csv"
    path.write_text(FLATS)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FLATS.encode())))
    names = {"FILE": path, "OUT": tmp_path / "a.svg", "MODEL": tmp_path / "model.json"}
    Hypothesis([0, 1, -1], names=["area", "age"], label_name="sold").save(names["MODEL"])
    status, _, err = command(*[names.get(word, word) for word in words], *READ_IT)
    assert (status, "error" in err) == (0, False)
    assert "1 of 3 examples dropped, as a cell is missing: line 3" in err


def test_a_minus_behind_features_begins_no_option(fit, tmp_path):
    """As one word or as two."""
    path = tmp_path / "data.csv"
    path.write_text("Nr,a,y\n7,1,0\n7,2,1\n")
    for words in (["--features", "-Nr"], ["--features=-Nr"], ["--features", "a"]):
        assert facts(fit(path, *words)[1])["data"].endswith(", d = 1")


def test_what_is_done_without_being_asked_for_is_a_note(fit, tmp_path):
    """On standard error, as are doubts."""
    path = tmp_path / "data.csv"
    path.write_text(";a;y\n1;0,5;0\n2;2;1\n")
    assert fit(path)[2] == (
        f"note: {path}: column 1 has no name and is left out, as one that numbers the rows\n"
        f"note: {path}:2: column 2 ('a'): commas are read as decimal, as in '0,5' "
        '(decimal=",", --decimal ,)\n'
    )


def test_years_as_names_are_said_to_be_names(fit, tmp_path):
    """The message leads to the option."""
    path = tmp_path / "years.csv"
    path.write_text("1990,1991,1992\n1,2,0\n3,4,1\n3,3,0\n")
    status, _, err = fit(path)
    assert (status, "(header=..., --header or --no-header)" in err) == (1, True)
    status, out, _ = fit(path, "--header")
    assert (status, "w_2  1991" in out) == (0, True)


def test_a_test_file_has_the_labels_by_their_name(fit, tmp_path):
    """Wherever they stand, and whatever else is in it."""
    (tmp_path / "train.csv").write_text("a,y\n1,no\n3,yes\n")
    test = tmp_path / "test.csv"
    test.write_text("y,a,remark\nyes,1,late\nyes,5,\n")
    _, out, err = fit(tmp_path / "train.csv", "--positive", "yes", "--test", test)
    assert facts(out)["test"] == "N = 2, mistakes = 1"
    assert f"note: {test}: columns that are not needed are left out: 'remark'\n" in err


@pytest.mark.parametrize("lines", ["1,2,1\n3,4,-1\n", "+1 1:2\n-1 2:3\n", "1\t1\n2\t-1\n"])
def test_first_reads_no_more_examples_than_it_needs(tmp_path, lines):
    """A stream without an end is left after them, a faulty line below is not seen."""
    endless = f"import sys\nwhile True:\n    sys.stdout.write({lines!r})\n"
    stream = subprocess.Popen([sys.executable, "-c", endless], stdout=subprocess.PIPE)
    words = ["-m", "perceptron_ref", "fit", "-", "--first", "2", "--json", "--no-comments"]
    done = subprocess.run(
        [sys.executable, *words], stdin=stream.stdout, cwd=ROOT, stdout=subprocess.PIPE
    )
    stream.kill()
    stream.communicate()
    assert (done.returncode, json.loads(done.stdout)["data"]["N"]) == (0, 2)
    path = tmp_path / "data"
    path.write_text(lines + lines + "no number at all,,\n")
    assert main(["fit", str(path), "--first", "2"]) == 0


@pytest.mark.parametrize("command", ["fit", "separable", "compare"])
def test_data_that_wait_on_standard_input_are_not_passed_over(command):
    """Where no FILE is named: the example would be fitted in their place."""
    words = [sys.executable, "-m", "perceptron_ref", command]
    done = subprocess.run(
        words, input=b"1,1\n2,-1\n", cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"standard input: found data, and no FILE; expected the FILE to be named" in done.stderr
    assert f" {command} -`".encode() in done.stderr


@pytest.mark.parametrize("stdin", ["nothing", "an open pipe", "an empty one"])
def test_an_example_is_taken_where_nothing_waits_and_is_called_one(stdin):
    """At once: under CI and `subprocess` standard input is an open pipe."""
    given = subprocess.DEVNULL if stdin == "nothing" else subprocess.PIPE
    words = [sys.executable, "-m", "perceptron_ref", "fit"]
    process = subprocess.Popen(words, stdin=given, stdout=subprocess.PIPE, cwd=ROOT)
    if stdin == "an empty one":
        process.stdin.close()
    out = process.stdout.read().decode()
    assert process.wait() == 0
    assert facts(out)["data"].startswith("example:credit, ")
    assert facts(out)["note"].startswith("no FILE is named: this is an example; ")
    process.stdout.close()
    if stdin == "an open pipe":
        process.stdin.close()


ASKED = [
    (
        "Survived,age,fare\n1,3,4.5\n0,4,2.5\n",
        [],
        "column 1 ('Survived') and column 3 ('fare'), which may be labels",
    ),
    ("a,Y,b\n1,1,4.5\n3,0,2.5\n", [], '(label="Y", --label Y) or (label="b", --label b)'),
    ("a,y,target\n1,1,1\n3,0,0\n", [], ""),
    ("Survived,age,fare\n1,3,1\n0,4,0\n", ["--label", "fare"], ""),
    ("Survived,age,fare\n1,3,4\n0,4,2\n", ["--label", "Survived"], ""),
    (
        "1,3,9,1\n0,4,2,0\n1,5,7,0\n0,7,8,1\n1,8,3,1\n",
        [],
        "found column 1 and column 4",
    ),
    ("1,3,9,1\n0,4,2,0\n1,5,7,0\n0,7,8,1\n1,8,3,1\n", ["--label", "-1"], ""),
    ("1,0,1\n0,1,0\n1,1,0\n0,0,1\n1,0,1\n", [], "found column 1 and column 3"),
]


@pytest.mark.parametrize(("text", "words", "asked"), ASKED)
def test_a_column_that_may_be_that_of_the_labels_is_asked_for(fit, tmp_path, text, words, asked):
    """By its name, or as it is the first and has two values like the last."""
    path = tmp_path / "data.csv"
    path.write_text(text)
    status, out, err = fit(path, *words, "--max-updates", 9)
    assert (status, asked in err) == (1 if asked else 0, True)
    if not asked:
        assert (facts(out)["status"] != "", err) == (True, "")
