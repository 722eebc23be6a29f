"""Where data come from, and the warnings about them."""

from __future__ import annotations

import io
import json
import sys

import pytest

from perceptron_ref.cli.main import main


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
    assert "N = 2 examples, d = 1 feature" in out


def test_a_label_in_other_letters_is_a_warning(fit, tmp_path):
    """ "YES" beside "yes" may be a slip; a number in another spelling is the same number."""
    path = tmp_path / "yes.csv"
    path.write_text("1,yes\n2,YES\n3,no\n")
    status, _, err = fit(path, "--positive", "yes")
    assert (status, err) == (0, f"warning: {path}: the label 'YES' means -1; only 'yes' means +1\n")
    path.write_text("1,1e0\n2,1E0\n3,0\n")
    assert fit(path, "--positive", "1e0")[2] == ""


def test_a_doubt_about_the_first_line_is_a_warning(fit, tmp_path):
    """What may be names or an example is told on standard error; --header and --no-header settle
    it.
    """
    path = tmp_path / "years.csv"
    path.write_text("1990,1991,y\n1,2,yes\n3,4,no\n1,1,yes\n")
    status, out, err = fit(path, "--positive", "yes")
    assert (status, err) == (
        0,
        f"warning: {path}:1: the label 'y' stands in this line alone, which is taken as an "
        "example, not as names; say which it is (header=..., --header or --no-header)\n",
    )
    assert "N = 4 examples" in out
    status, out, err = fit(path, "--positive", "yes", "--header")
    assert (status, err) == (0, "")
    assert "N = 3 examples" in out and "w_1  1990" in out
    status, out, err = fit(path, "--positive", "yes", "--no-header")
    assert (status, err) == (0, "")
    assert "N = 4 examples" in out


def test_comments_are_settled_by_an_option(fit, tmp_path):
    """A label with " #" in it is a warning without --comments or --no-comments."""
    path = tmp_path / "sure.csv"
    path.write_text("7,no\n8,no\n1,yes # sure\n5,yes\n")
    assert fit(path, "--positive", "yes", "--max-updates", 9)[2] == (
        f"warning: {path}:3: column 2: the label 'yes # sure' has a # behind a blank; say whether "
        "a comment begins there (comments=..., --comments or --no-comments)\n"
    )
    status, out, err = fit(path, "--positive", "yes", "--comments", "--json")
    assert (status, err) == (0, "") and json.loads(out)["mistakes"] == 0
    assert fit(path, "--positive", "yes", "--no-comments", "--max-updates", 9)[2] == ""


def test_a_choice_is_made_once(fit):
    """--header and --no-header exclude each other, and embedded sets take neither."""
    status, _, err = fit("example:credit", "--no-header")
    assert (status, "found --header; expected none" in err) == (1, True)
    with pytest.raises(SystemExit, match="2"):
        main(["fit", "--header", "--no-header"])


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
