"""`predict`: the answers of a saved model, with or without labels."""

from __future__ import annotations

import io
import json
import sys

import pytest

from perceptron_ref import Hypothesis, example, pla


@pytest.fixture
def model(tmp_path):
    """Return the path of a saved model of two named features: a - 2 > 0."""
    path = tmp_path / "model.json"
    Hypothesis([-2, 1, 0], names=["a", "b"], labels=("no", "yes")).save(path)
    return path


def test_predict_prints_an_answer_a_line(command, model, tmp_path):
    """+1, -1, or 0 on the line itself, for a file without labels."""
    (tmp_path / "new.csv").write_text("a,b\n3,0\n1,5\n2,7\n")
    assert command("predict", model, tmp_path / "new.csv") == (0, "+1\n-1\n0\n", "")


def test_predict_finds_columns_by_their_names(command, model, tmp_path):
    """The order of the columns is the file's business where it has a header."""
    (tmp_path / "new.csv").write_text("b,a\n0,3\n9,1\n")
    assert command("predict", model, tmp_path / "new.csv")[1] == "+1\n-1\n"


def test_predict_counts_mistakes_where_there_are_labels(command, model, tmp_path):
    """Labels as the model learned them are held against the answers, on standard error."""
    new = tmp_path / "new.csv"
    new.write_text("a,b,label\n3,0,yes\n1,5,yes\n2,7,no\n")
    assert command("predict", model, new) == (0, "+1\n-1\n0\n", f"Mistakes on {new}: 2 of 3\n")
    assert json.loads(command("predict", model, new, "--json")[1]) == {
        "model": str(model),
        "source": str(new),
        "N": 3,
        "predictions": [1, -1, 0],
        "mistakes": 2,
    }


def test_predict_without_labels_has_no_mistakes_in_json(command, model, tmp_path):
    """Where there are no labels, `mistakes` is null."""
    (tmp_path / "new.txt").write_text("3 0\n")
    assert (
        json.loads(command("predict", model, tmp_path / "new.txt", "--json")[1])["mistakes"] is None
    )


def test_predict_answers_also_where_it_cannot_read_the_labels(command, model, tmp_path):
    """Labels of another spelling are left out, and a warning says so; --positive settles them."""
    new = tmp_path / "new.csv"
    new.write_text("a,b,label\n3,0,good\n1,5,bad\n")
    status, out, err = command("predict", model, new)
    assert (status, out) == (0, "+1\n-1\n")
    place = f"{new}:2: column 3 ('label')"
    assert err.startswith(f"warning: the labels are left out: {place}: found the label 'good'; ")
    assert "expected 'no' or 'yes'" in err
    assert command("predict", model, new, "--positive", "good")[2] == f"Mistakes on {new}: 0 of 2\n"


def test_predict_tells_where_no_label_is_the_positive_one(command, tmp_path):
    """A model that knows one label only reads all others as -1, and tells if it finds no other."""
    Hypothesis([-2, 1], names=["a"], labels=(None, "yes")).save(tmp_path / "model.json")
    (tmp_path / "new.csv").write_text("a,label\n3,YES\n1,NO\n")
    _, out, err = command("predict", tmp_path / "model.json", tmp_path / "new.csv")
    assert out == "+1\n-1\n"
    assert "all 2 labels mean -1, none being 'yes'" in err


def test_predict_with_a_wrong_positive_label_is_an_error(command, model, tmp_path):
    """Where the label is named, a label that cannot be read is not passed over."""
    new = tmp_path / "new.csv"
    new.write_text("a,b,label\n3,0,good\n1,5,\n")
    status, out, err = command("predict", model, new, "--positive", "good")
    assert (status, out) == (1, "")
    assert f"{new}:3: column 3" in err


def test_predict_takes_the_features_of_a_libsvm_file_as_the_model_has_them(command, tmp_path):
    """Features that a sparse file leaves out at the end are zero."""
    Hypothesis([-1, 2, 3, 4]).save(tmp_path / "model.json")
    (tmp_path / "new.txt").write_text("1:1\n2:1\n1:0.5\n")
    assert command("predict", tmp_path / "model.json", tmp_path / "new.txt")[1] == "+1\n+1\n0\n"


def test_predict_reads_standard_input_and_embedded_sets(command, model, monkeypatch, tmp_path):
    """A dash is standard input; example:NAME is an embedded set."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"4 4\n")))
    assert command("predict", model, "-")[1] == "+1\n"
    pla(example("or")).hypothesis.save(tmp_path / "or.json")
    assert command("predict", tmp_path / "or.json", "example:or")[1:] == (
        "-1\n+1\n+1\n+1\n",
        "Mistakes on example:or: 0 of 4\n",
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a,c\n1,2\n", "found no column named 'b'"),
        ("1,2,3,4\n", "found 4 columns; expected 2 features"),
        ("1\n", "found 1 column; expected 2 features"),
    ],
)
def test_predict_refuses_a_file_of_other_features(command, model, tmp_path, text, complaint):
    """Exit status 1 and what was expected."""
    (tmp_path / "new.csv").write_text(text)
    status, out, err = command("predict", model, tmp_path / "new.csv")
    assert (status, out) == (1, "")
    assert complaint in err


def test_predict_refuses_what_is_no_model(command, tmp_path):
    """A file that `fit --save` did not write is an error that names it."""
    (tmp_path / "model.json").write_text("{}")
    status, _, err = command("predict", tmp_path / "model.json", "example:or")
    assert status == 1
    assert f"{tmp_path / 'model.json'}" in err
