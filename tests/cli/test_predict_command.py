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
    h = Hypothesis([-2, 1, 0], names=["a", "b"], labels=("no", "yes"), label_name="label")
    h.save(path)
    return path


PLAIN = ("a,b\n3,0\n1,5\n2,7\n", [], 0, "yes\nno\non the line\n", "")
ANSWERS = [  # the file, other words, exit status, standard output, and what is on standard error
    PLAIN,
    ("b,a\n0,3\n9,1\n", [], 0, "yes\nno\n", ""),
    ("a,b\n3,0\n1,5\n2,7\n", ["--numbers", "--id", "a"], 0, "3\t+1\n1\t-1\n2\t0\n", ""),
    ("a,b,label\n3,0,yes\n1,5,yes\n2,7,no\n", [], 0, PLAIN[3], "Mistakes on FILE: 2 of 3\n"),
    (
        "a,b,label\n3,0,good\n1,5,bad\n",
        ["--label", "label"],
        0,
        "yes\nno\n",
        "found the label 'good'; expected 'no' or 'yes'",
    ),
    (
        "a,b,label\n3,0,good\n1,5,bad\n",
        ["--label", "label", "--positive", "good"],
        0,
        "yes\nno\n",
        "Mistakes on FILE: 0 of 2\n",
    ),
    ("a,b,label\n3,0,good\n1,5,\n", ["--positive", "good"], 1, "", "FILE:3: column 3"),
    ("a,c\n1,2\n", [], 1, "", "found no column named 'b'"),
    ("1,2,3,4\n", [], 1, "", "found 4 columns; expected 2 features"),
    ("1\n", [], 1, "", "found 1 column; expected 2 features"),
]


@pytest.mark.parametrize(("text", "words", "status", "answers", "said"), ANSWERS)
def test_predict_prints_an_answer_a_line(command, model, file, text, words, status, answers, said):
    """In the words of the model; columns by their names; mistakes where labels can be read."""
    new = file(text, "new.csv")
    found, out, err = command("predict", model, new, *words)
    assert (found, out, said.replace("FILE", new) in err) == (status, answers, True)
    assert said or not err


def test_predict_in_json(command, model, file):
    """Answers, their words, and the mistakes: null where there are no labels."""
    new = file("a,b,label\n3,0,yes\n1,5,yes\n2,7,no\n", "new.csv")
    assert json.loads(command("predict", model, new, "--json")[1]) == {
        "model": str(model),
        "source": new,
        "N": 3,
        "predictions": [1, -1, 0],
        "words": ["yes", "no", "on the line"],
        "mistakes": 2,
    }
    record = json.loads(command("predict", model, file("3 0\n", "new.txt"), "--json")[1])
    assert record["mistakes"] is None


def test_predict_tells_where_no_label_is_the_positive_one(command, tmp_path):
    """A model that knows one label only reads all others as -1, and tells if it finds no other."""
    h = Hypothesis([-2, 1], names=["a"], labels=(None, "yes"), label_name="label")
    h.save(tmp_path / "model.json")
    (tmp_path / "new.csv").write_text("a,label\n3,YES\n1,NO\n")
    _, out, err = command("predict", tmp_path / "model.json", tmp_path / "new.csv")
    assert out == "yes\nnot yes\n"
    assert "all 2 labels mean -1, none being 'yes'" in err


def test_predict_takes_the_features_of_a_libsvm_file_as_the_model_has_them(command, tmp_path):
    """Features that a sparse file leaves out at the end are zero."""
    Hypothesis([-1, 2, 3, 4]).save(tmp_path / "model.json")
    (tmp_path / "new.txt").write_text("1:1\n2:1\n1:0.5\n")
    assert (
        command("predict", tmp_path / "model.json", tmp_path / "new.txt")[1]
        == "+1\n+1\non the line\n"
    )


def test_predict_reads_standard_input_and_embedded_sets(command, model, monkeypatch, tmp_path):
    """A dash is standard input; example:NAME is an embedded set."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"4 4\n")))
    assert command("predict", model, "-")[1] == "yes\n"
    pla(example("or")).hypothesis.save(tmp_path / "or.json")
    assert command("predict", tmp_path / "or.json", "example:or")[1:] == (
        "0\n1\n1\n1\n",
        "Mistakes on example:or: 0 of 4\n",
    )


def test_predict_refuses_what_is_no_model(command, tmp_path):
    """A file that `fit --save` did not write is an error that names it."""
    (tmp_path / "model.json").write_text("{}")
    status, _, err = command("predict", tmp_path / "model.json", "example:or")
    assert status == 1
    assert f"{tmp_path / 'model.json'}" in err


SOLD = """\
Nr;area;age;dist;sold
W-1000;82,5;12;3,25;yes
W-1001;61;40;7,5;no
W-1002;110,25;3;1,5;yes
W-1003;45;55;9,75;no
"""


@pytest.fixture
def sold(command, tmp_path):
    """Return the path of a model learned from flats, with their numbers left out."""
    (tmp_path / "sold.csv").write_text(SOLD)
    path = tmp_path / "sold.json"
    words = ["--positive", "yes", "--features", "-Nr", "--decimal", ",", "--save", path]
    assert command("fit", tmp_path / "sold.csv", *words)[0] == 0
    return path


def test_predict_never_takes_an_id_for_the_label(command, sold, tmp_path):
    """New rows without labels have answers and no mistakes; a full row, in any order, is scored."""
    new = tmp_path / "new.csv"
    new.write_text("Nr;area;age;dist\nW-2000;100;5;2\nW-2001;50;50;9\n")
    left_out = f"note: {new}: columns that are not needed are left out: 'Nr'"
    assert command("predict", sold, new) == (
        0,
        "yes\nno\n",
        f"{left_out}; --label says which one holds labels\n",
    )
    new.write_text("sold;Nr;dist;area;age\nyes;W-2000;2;100;5\nyes;W-2001;9;50;50\nno;3;9;50;50\n")
    assert command("predict", sold, new) == (
        0,
        "yes\nno\nno\n",
        f"{left_out}\nMistakes on {new}: 1 of 3\n",
    )


def test_predict_repeats_a_column_beside_each_answer(command, sold, tmp_path, monkeypatch):
    """With a tab between them, by its name or index, escaped; also from standard input."""
    text = "area;age;dist;Nr\n100;5;2;W 1\x1b[2J\n50;50;9;W 2\n"
    (tmp_path / "new.csv").write_text(text)
    for column in ("Nr", "3", "-1"):
        out = command("predict", sold, tmp_path / "new.csv", "--id", column)[1]
        assert out == "W 1\\x1b[2J\tyes\nW 2\tno\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    out = command("predict", sold, "-", "--id", "Nr", "--json")[1]
    assert json.loads(out) == {
        "model": str(sold),
        "source": "-",
        "N": 2,
        "ids": ["W 1\x1b[2J", "W 2"],
        "predictions": [1, -1],
        "words": ["yes", "no"],
        "mistakes": None,
    }


def test_predict_drops_what_lacks_a_value(command, sold, tmp_path):
    """Where it is asked for; an empty label is no feature that lacks."""
    new = tmp_path / "new.csv"
    new.write_text("Nr;area;age;dist\n1;100;5;2\n2;;50;9\n;50;50;9\n")
    status, out, err = command("predict", sold, new, "--id", "Nr", "--missing", "drop")
    assert (status, out) == (0, "1\tyes\n\tno\n")
    assert f"note: {new}: 1 of 3 examples dropped, as a cell is missing: line 3\n" in err
    assert "expected a number such as" in command("predict", sold, new)[2]


def test_predict_reads_a_file_without_a_header_by_its_columns(command, sold, tmp_path):
    """There are as many as features, or an option says which holds the labels."""
    new = tmp_path / "new.csv"
    new.write_text("100,5,2\n50,50,9\n")
    assert command("predict", sold, new) == (0, "yes\nno\n", "")
    new.write_text("100,5,2,no\n50,50,9,yes\n")
    status, out, err = command("predict", sold, new)
    assert (status, out) == (1, "")
    assert f"{new}:1: found 4 columns; expected 3 features" in err and "--label)" in err
    assert command("predict", sold, new, "--label", "-1") == (
        0,
        "yes\nno\n",
        f"Mistakes on {new}: 2 of 2\n",
    )
    new.write_text("2000,100,5,2\n2001,50,50,9\n")
    assert command("predict", sold, new, "--features", "-0") == (0, "yes\nno\n", "")


def test_predict_takes_a_model_without_the_name_of_the_labels(command, sold, tmp_path):
    """As weights made by hand have none: no column is taken for the labels, and a note says so."""
    record = json.loads(sold.read_text())
    assert record.pop("label") == "sold"
    sold.write_text(json.dumps(record))
    assert Hypothesis.load(sold).label_name is None
    new = tmp_path / "new.csv"
    new.write_text("y;area;age;dist\nno;100;5;2\nyes;50;50;9\n")
    left_out = f"note: {new}: columns that are not needed are left out: 'y'"
    assert command("predict", sold, new) == (
        0,
        "yes\nno\n",
        f"{left_out}; --label says which one holds labels\n",
    )
    said = f"Mistakes on {new}: 2 of 2\n"
    assert command("predict", sold, new, "--label", "y") == (0, "yes\nno\n", said)


def test_predict_refuses_an_id_for_an_embedded_set(command, sold):
    """Its rows have no names."""
    assert command("predict", sold, "example:or", "--id", "x1")[::2] == (
        1,
        "perceptron-ref: error: example:or: found --id; expected none, as its rows have no names\n",
    )


DROP = '(missing="drop", --missing drop)'


def test_rows_are_answered_though_their_labels_are_missing(command, tmp_path):
    """--missing drop is about features; a label such as "?" makes no mistakes."""
    model, new = tmp_path / "model.json", tmp_path / "new.csv"
    Hypothesis([-2, 1], names=["a"], labels=(None, "sold"), label_name="y").save(model)
    for label, found in (
        ("", "no label; expected one"),
        ("?", "'?'; expected a label, or that such lines are dropped " + DROP),
    ):
        new.write_text(f"a,y\n3,{label}\n1,{label}\n,sold\n")
        status, out, err = command("predict", model, new, "--missing", "drop")
        assert (status, out) == (0, "sold\nnot sold\n")
        assert err == (
            f"note: {new}: 1 of 3 examples dropped, as a cell is missing: line 4\n"
            f"warning: the labels are left out: {new}:2: column 2 ('y'): found {found}\n"
        )


def test_a_label_in_other_letters_than_the_models_is_told(command, tmp_path):
    """It counts as -1, which may be a slip."""
    model, new = tmp_path / "model.json", tmp_path / "new.csv"
    Hypothesis([-2, 1], names=["a"], labels=(None, "sold"), label_name="y").save(model)
    new.write_text("a,y\n3,Sold\n1,open\n4,sold\n")
    said = f"warning: {new}: the label 'Sold' means -1; only 'sold' means +1\n"
    assert command("predict", model, new)[2] == f"{said}Mistakes on {new}: 1 of 3\n"
    assert said in command("margins", new, "--model", model)[2]


def test_margins_of_rows_without_labels_are_refused(command, tmp_path):
    """In one line, with no note that an id was taken for them."""
    model, new = tmp_path / "model.json", tmp_path / "new.csv"
    Hypothesis([-2, 1], names=["a"], labels=(None, "sold"), label_name="y").save(model)
    new.write_text("Nr,a\nW-1,3\nW-2,1\n")
    status, _, err = command("margins", new, "--model", model)
    assert status == 1 and err.startswith(
        f"perceptron-ref: error: {new}:1: found no column named 'y'"
    )
    assert len(err.splitlines()) == 1
