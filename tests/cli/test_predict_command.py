"""`predict` prints the answers of a saved model, for rows with or without labels."""

from __future__ import annotations

import io
import json
import sys

import pytest

from perceptron_ref import Hypothesis, example, pla

MODELS = {
    "plain": Hypothesis([-2, 1, 0], names=["a", "b"], labels=("no", "yes"), label_name="label"),
    "one-label": Hypothesis([-2, 1], names=["a"], labels=(None, "sold"), label_name="y"),
    "sparse": Hypothesis([-1, 2, 3, 4]),
    "or": pla(example("or")).hypothesis,
    # as learned from Nr;area;age;dist;sold with --features -Nr
    "flats": Hypothesis(
        [0, 1, -1, 0], names=["area", "age", "dist"], labels=("no", "yes"), label_name="sold"
    ),
    "unnamed": Hypothesis([0, 1, -1, 0], names=["area", "age", "dist"], labels=("no", "yes")),
}
YES_NO_ANSWERS = "yes\nno\n"
GOOD_BAD, YES_YES_NO = "a,b,label\n3,0,good\n1,5,bad\n", "a,b,label\n3,0,yes\n1,5,yes\n2,7,no\n"
COLUMNS = "note: FILE: columns "
MATCHED_BY_POSITION = (
    "are matched by position with the features 'area', 'age', 'dist', because this file has no "
    "column names\n"
)
IGNORING = "note: FILE: ignoring "
NOT_IN_MODEL = ", which the model does not have"
MAY_BE_LABEL = ". If 'y' holds the labels, use --label y\n"
DROPPED = "note: FILE: dropped 1 of 3 examples, because a cell is missing on line"
LABELS_NOT_USED = "warning: the labels are not used: FILE:2: column 2 ('y'): found"
FLATS = "area;age;dist\nno;100;5;2\nyes;5;50;9\n"  # the name of the first column is put in front
IDS = "area;age;dist;Nr\n100;5;2;W 1\x1b[2J\n5;50;9;W 2\n"
IDS_AND_ANSWERS = "W 1\\x1b[2J\tyes\nW 2\tno\n"
CAPITAL_MEANS_MINUS = (
    "warning: FILE:2: column 2 ('y'): the label 'Sold' means -1; only 'sold' means +1. If it "
    "should mean +1, too, write it as 'sold'\n"
)
ANSWERS = [  # the model, the text of FILE, options, the answers, and the text on standard error
    ("plain", "a,b\n3,0\n1,5\n2,7\n", "", "yes\nno\non the line\n", ""),
    ("plain", "b,a\n0,3\n9,1\n", "", YES_NO_ANSWERS, ""),
    ("plain", "a,b\n3,0\n1,5\n2,7\n", "--numbers --id a", "3\t+1\n1\t-1\n2\t0\n", ""),
    ("plain", YES_YES_NO, "", "yes\nno\non the line\n", "Mistakes on FILE: 2 of 3\n"),
    (
        "plain",
        GOOD_BAD,
        "--label label",
        YES_NO_ANSWERS,
        "found the label 'good'; expected 'no' or 'yes'",
    ),
    (
        "plain",
        GOOD_BAD,
        "--label label --positive good",
        YES_NO_ANSWERS,
        "Mistakes on FILE: 0 of 2\n",
    ),
    # a model that names one label takes all other labels for -1, and warns if it finds only those
    (
        "one-label",
        "a,y\n3,YES\n1,NO\n",
        "",
        "sold\nnot sold\n",
        "all 2 labels mean -1, because none of them is 's",
    ),
    (
        "one-label",
        "a,y\n3,Sold\n1,open\n4,sold\n",
        "",
        None,
        f"{CAPITAL_MEANS_MINUS}Mistakes on FILE: 1 of 3\n",
    ),
    # --missing drop omits rows without a label, unless all labels are missing
    (
        "one-label",
        "a,y\n3,\n1,sold\n4,sold\n",
        "--missing drop",
        "not sold\nsold\n",
        f"{DROPPED} 2",
    ),
    (
        "one-label",
        "a,y\n3,\n1,\n",
        "--missing drop",
        None,
        f"{LABELS_NOT_USED} no label; expected a label\n",
    ),
    (
        "one-label",
        "a,y\n3,\n1,\n,sold\n",
        "--missing drop",
        None,
        f"{LABELS_NOT_USED} no label; expected a label",
    ),
    (
        "one-label",
        "a,y\n3,?\n1,?\n,sold\n",
        "--missing drop",
        None,
        f"{LABELS_NOT_USED} '?'; expected a label",
    ),
    ("one-label", "a,y\n3,?\n1,?\n,sold\n", "--missing drop", "sold\nnot sold\n", f"{DROPPED} 4"),
    # features that a sparse file omits at the end are zero
    ("sparse", "1:1\n2:1\n1:0.5\n", "", "+1\n+1\non the line\n", ""),
    # an identifier is not taken for the label, and columns may be in any order
    (
        "flats",
        "Nr;area;age;dist\nW-2;100;5;2\nW-3;50;50;9\n",
        "",
        None,
        f"{IGNORING}'Nr'{NOT_IN_MODEL}. If 'Nr' holds the labels, use --label Nr",
    ),
    (
        "flats",
        "sold;Nr;dist;area;age\nyes;W-2;2;100;5\nyes;W-3;9;5;50\nno;3;9;5;50\n",
        "",
        "yes\nno\nno\n",
        f"{IGNORING}'Nr'{NOT_IN_MODEL}\nMistakes on FILE: 1 of 3\n",
    ),
    ("flats", IDS, "--id Nr", IDS_AND_ANSWERS, ""),
    ("flats", IDS, "--id 3", IDS_AND_ANSWERS, ""),
    ("flats", IDS, "--id -1", IDS_AND_ANSWERS, ""),
    (
        "flats",
        "Nr;area;age;dist\n1;100;5;2\n2;;50;9\n;5;50;9\n",
        "--id Nr --missing drop",
        "1\tyes\n\tno\n",
        f"{DROPPED} 3\n",
    ),
    # without a header there must be as many columns as features, or options must choose them
    ("flats", "100,5,2\n5,50,9\n", "", YES_NO_ANSWERS, f"{COLUMNS}1, 2, 3 {MATCHED_BY_POSITION}"),
    (
        "flats",
        "100,5,2,no\n5,50,9,yes\n",
        "--label -1",
        YES_NO_ANSWERS,
        f"{COLUMNS}1, 2, 3 {MATCHED_BY_POSITION}Mistakes on FILE: 2 of 2\n",
    ),
    (
        "flats",
        "2000,100,5,2\n2001,5,50,9\n",
        "--features -0",
        YES_NO_ANSWERS,
        f"{COLUMNS}2, 3, 4 {MATCHED_BY_POSITION}",
    ),
    # if the model does not name the label, the label column is unknown
    ("unnamed", f"y;{FLATS}", "", YES_NO_ANSWERS, f"{IGNORING}'y'{NOT_IN_MODEL}{MAY_BE_LABEL}"),
    ("unnamed", f"y;{FLATS}", "--label y", YES_NO_ANSWERS, "Mistakes on FILE: 2 of 2\n"),
    ("or", None, "example:or", "0\n1\n1\n1\n", "Mistakes on example:or: 0 of 4\n"),
]


@pytest.fixture
def models(tmp_path):
    """Save the models; return their folder."""
    for name, h in MODELS.items():
        h.save(tmp_path / f"{name}.json")
    return tmp_path


@pytest.mark.parametrize(("model", "text", "command_line", "answers", "message"), ANSWERS)
def test_predict_writes_one_answer_per_line(
    command, models, file, text, model, command_line, answers, message
):
    """The answers are the labels of the model. Columns are matched by name. If the file contains
    labels, mistakes are counted.
    """
    files = [] if text is None else [file(text, "new.csv")]
    exit_status, out, err = command(
        "predict", models / f"{model}.json", *files, *command_line.split()
    )
    assert (exit_status, answers in (None, out)) == (0, True)
    expected_text = message.replace("FILE", "".join(files))
    is_part = message and message[-1] != "\n"
    assert expected_text in err if is_part else err == expected_text


SEMICOLONS = (
    ", with semicolons and decimal commas, because a file of examples has semicolons and no "
    "decimal points"
)
TABLES = [  # options, the table, and the remark of the report on its separators
    ("", "sold\nyes\nno\n", ""),  # one column needs no separators
    ("--id Nr", "Nr;sold\nW 1\x1b[2J;yes\nW 2;no\n", SEMICOLONS),
    (
        "--numbers --margins",
        "sold;w . x;distance\n+1;95;67,1751442127\n-1;-45;-31,8198051534\n",
        SEMICOLONS,
    ),
]


@pytest.mark.parametrize(("command_line", "expected_table", "remark"), TABLES)
def test_a_table_of_answers_has_a_header(
    command, models, file, tmp_path, command_line, expected_table, remark
):
    """The header names the identifiers and the labels. Standard output contains only the path of
    the file. The file is replaced only with --force.
    """
    table = tmp_path / "answers.csv"
    arguments = (
        "predict",
        models / "flats.json",
        file(IDS, "new.csv"),
        "--csv",
        table,
        *command_line.split(),
    )
    assert command(*arguments)[:2] == (0, f"Wrote the table to {table}{remark}\n")
    assert table.read_text() == expected_table
    assert command(*arguments)[0] == 2  # the file exists
    table.write_text("")
    exit_status, out, _ = command(*arguments, "--force", "--json")
    assert (exit_status, json.loads(out)["N"], table.read_text()) == (0, 2, expected_table)


REFUSED = [  # the model, the text of FILE, options, and a part of the error
    ("plain", "a,b,label\n3,0,good\n1,5,\n", "--positive good", "FILE:3: column 3"),
    ("plain", "a,c\n1,2\n", "", "found no column named 'b'"),
    ("plain", "5,2,3,4\n", "", "found 4 columns; expected 2 features"),
    ("plain", "1\n", "", "FILE:1: found only 1 column; expected 2 features\n"),
    ("flats", "100,5,2,no\n5,50,9,yes\n", "", "FILE:1: found 4 columns; expected 3 features"),
    ("flats", "Nr;area;age;dist\n2;;50;9\n", "", "expected a number such as"),
    (
        "or",
        None,
        "example:or --id x1",
        "--id for an embedded data set. Leave out this option, which applies only to files\n",
    ),
]


@pytest.mark.parametrize(("model", "text", "command_line", "message"), REFUSED)
def test_a_file_that_does_not_match_the_model_is_an_error(
    command, models, file, model, text, command_line, message
):
    """The error is one line, standard output is empty, and the exit status is 1."""
    files = [] if text is None else [file(text, "new.csv")]
    exit_status, out, err = command(
        "predict", models / f"{model}.json", *files, *command_line.split()
    )
    assert (exit_status, out, err.count("\n")) == (1, "", 1)
    assert message.replace("FILE", "".join(files)) in err


def test_an_invalid_model_is_an_error(command, file, models):
    """The error names a JSON file that is not a model, and says that the first argument must be a
    model. If the arguments are swapped, it shows the right order.
    """
    path = file("{}", "model.json")
    exit_status, _, err = command("predict", path, "example:or")
    assert (exit_status, path in err) == (1, True)
    advice = "`fit --save MODEL` writes such a file. The first argument of `predict` must be such a"
    assert advice in err and advice in command("predict", file("1,1\n"), "example:or")[2]
    exit_status, _, err = command("predict", path, models / "or.json")
    assert exit_status == 2
    assert f"MODEL before FILE, as in `predict {models / 'or.json'} {path}`" in err


def test_json_shows_the_answers_and_the_number_of_mistakes(command, models, file, monkeypatch):
    """JSON also shows the label of each answer, and the identifiers. If the file contains no
    labels, the number of mistakes is null.
    """
    plain, flats = models / "plain.json", models / "flats.json"
    new_file = file(YES_YES_NO, "new.csv")
    assert json.loads(command("predict", plain, new_file, "--json")[1]) == {
        **{"model": str(plain), "source": new_file, "N": 3},
        **{"predictions": [1, -1, 0], "words": ["yes", "no", "on the line"], "mistakes": 2},
    }
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(IDS.encode())))
    assert json.loads(command("predict", flats, "-", "--id", "Nr", "--json")[1]) == {
        **{"model": str(flats), "source": "-", "N": 2, "ids": ["W 1\x1b[2J", "W 2"]},
        **{"predictions": [1, -1], "words": ["yes", "no"], "mistakes": None},
    }


def test_margins_of_rows_without_labels_are_refused(command, models, file):
    """The error is one line, without a note that the identifier may be the label."""
    new_file = file("Nr,a\nW-1,3\nW-2,1\n", "new.csv")
    exit_status, _, err = command("margins", new_file, "--model", models / "one-label.json")
    assert (exit_status, err.count("\n")) == (1, 1)
    assert err.startswith(f"perceptron-ref: error: {new_file}:1: found no column named 'y'")
