"""A second file, for a test or for prediction, matches the first set or the model."""

from __future__ import annotations

import pytest
from conftest import sizes
from messages import message_of
from text_reading import check_read, matches, one_line, read_as_table, read_text, refusal

from perceptron_ref import DataError, Dataset, DataWarning, Hypothesis, read

AB = Dataset([[0, 0]], [1], names=["a", "b"])
MODEL = Hypothesis([0, 0, 0], names=["a", "b"], label_name="y")
ZERO_ONE = Hypothesis([0, 0, 0], names=["a", "b"], labels=("0", "1"))
UNNAMED = Dataset([[0, 0]], [1])
MANY = Dataset([range(20)], [1], names=[f"f{i}" for i in range(20)])
AB_ROWS = "a, b: (1, 2) +1, (3, 4) -1"
TWO_FEATURES = "expected 2 features ('a', 'b')"
ADVICE = (
    'If the first 2 columns are the features, use features="0,1" (--features 0,1), and …label=…'
)
COLUMNS, MATCHED = (
    "data: columns ",
    "are matched by position with the features 'a', 'b', because",
)
IGNORING, NOT_IN_FIRST = "data: ignoring", ", which the model does not have"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # features are found by name, in any order of the columns
        ("a,b,y\n1,2,1\n3,4,-1\n", {}, AB_ROWS),
        ("b,a,y\n2,1,1\n4,3,-1\n", {}, AB_ROWS),
        ("y,b,a\n1,2,1\n-1,4,3\n", {}, AB_ROWS),
        ("b,y,a\n2,1,1\n4,-1,3\n", {"like": MODEL}, AB_ROWS),
        (
            "Nr,b,y,a,x\nW,2,1,1,-\nW,4,-1,3,\n",
            {"like": MODEL},
            f"{AB_ROWS} | {IGNORING} 'Nr', 'x'{NOT_IN_FIRST}",
        ),
        # and by their places without names
        (
            "1,2,1\n3,4,-1\n",
            {},
            f"{AB_ROWS} | {COLUMNS}1, 2 {MATCHED} this file has no column names",
        ),
        ("W,1,2,1\nV,3,4,-1\n", {"features": "-0"}, f"{AB_ROWS} | {COLUMNS}2, 3 {MATCHED}…"),
        ("W,1,2,1\nV,3,4,-1\n", {"features": "1..2"}, f"{AB_ROWS} | {COLUMNS}2, 3 {MATCHED}…"),
        ("1,1,2\n-1,3,4\n", {"label": 0}, f"{AB_ROWS} | {COLUMNS}2, 3 {MATCHED}…"),
        # a set without names matches any file by position, and keeps its names
        ("p,q,y\n1,2,1\n", {"like": UNNAMED}, "x1, x2: (1, 2) +1 | …other data set has no…"),
        ("y,p,q\n1,1,2\n", {"like": UNNAMED, "label": "y"}, "x1, x2: (1, 2) +1 | …"),
        # years are names if the first set has these names
        ("y,1990\n1,2\n", {"like": Dataset([[0]], [1], names=["1990"])}, "1990: (2) +1"),
        ("7,1990\n1,2\n", {"like": Dataset([[0]], [1], names=["1990"])}, "1990: (2) +1"),
        # labels are in the column of that name, or in the only other column
        ("a,b,sold\n1,2,1\n3,4,-1\n", {"like": AB}, AB_ROWS),
        (
            "a,b,sold\n1,2,1\n",
            {"like": MODEL},
            "data:1: found no column named 'y' …; expected a column of labels…",
        ),
        ("a,b,sold\n1,2,1\n3,4,-1\n", {"like": MODEL, "label": "sold"}, AB_ROWS),
        ("y,a\n1,2\n", {"like": Hypothesis([0, 0], names=["1"])}, "data:1: …named '1' …; …"),
        # what lacks a feature, or the labels, is refused
        (
            "a,c,y\n1,2,1\n",
            {},
            "data:1: found no column named 'b' among 'a', 'c', 'y'; expected a column for each "
            "feature of the other data set. Rename the column that holds this feature to 'b'",
        ),
        (
            "a,b,a,y\n1,2,3,1\n",
            {},
            "…2 columns named 'a'; expected only one, for this feature of the other data set",
        ),
        (
            "a,b,y,y\n1,2,1,1\n",
            {"like": MODEL},
            "data:1: found 2 columns named 'y'; expected only one column of labels, as in …",
        ),
        ("1,2,3,1\n", {}, f"data:1: found 4 columns; {TWO_FEATURES} and the labels. {ADVICE}"),
        ("1,2\n", {}, f"data:1: found 2 columns; {TWO_FEATURES} and the labels"),
        ("1\n", {}, "data:1: found only 1 column; …--format csv)…"),
        ("a,b\n1,2\n", {}, f"data:1: found 2 columns; {TWO_FEATURES} and the labels"),
        (
            "a,b,y,z\n1,2,1,1\n",
            {},
            f"data:1: found 4 columns; {TWO_FEATURES} and the labels. {ADVICE}",
        ),
        (
            "a,b,y\n1,2,1\n",
            {"label": "a"},
            "data:1: found column 1 ('a') used both as a feature and as …",
        ),
        ("a,b,y\n1,2,1\n", {"label": "z"}, "data:1: found no column named 'z'; expected one of…"),
        (
            "1,2,1\n",
            {"like": MANY},
            "data:1: …expected 20 features ('f0', … 'f7', ...) and the labels",
        ),
        ("a,b,y\n1,2,0\n3,4,2\n", {"like": ZERO_ONE}, "data:3: column 3 ('y'): …'2'; …'0' or '1'"),
    ],
)
def test_columns_of_a_second_file_match_those_of_the_first(text, options, expected):
    """Columns are matched by their names, or by position if one of the files has no names. A file
    that lacks a feature or the labels is refused.
    """
    check_read(text, expected, **{"like": AB, **options})


POSITIVE_ROWS = "a, b: (1, 2) +1, (3, 4) +1"


@pytest.mark.parametrize(
    ("text", "options", "labels", "expected"),
    [
        (
            "1,2\n3,4\n",
            {},
            None,
            f"{POSITIVE_ROWS} | {COLUMNS}1, 2 {MATCHED} this file has no column names",
        ),
        ("b,a\n2,1\n4,3\n", {}, None, POSITIVE_ROWS),
        ("y,b,a\nyes,2,1\nno,4,3\n", {}, ["yes", "no"], POSITIVE_ROWS),
        ("1,2,yes\n3,4,no\n", {"label": -1}, ["yes", "no"], f"{POSITIVE_ROWS} | …"),
        ("W,1,2\nV,3,4\n", {"features": "-0"}, None, f"{POSITIVE_ROWS} | {COLUMNS}2, 3 {MATCHED}…"),
        # no other column becomes the labels, and a note says so
        (
            "Nr,a,b\n1,1,2\n-1,3,4\n",
            {},
            None,
            f"{POSITIVE_ROWS} | {IGNORING} 'Nr'{NOT_IN_FIRST}. "
            "If 'Nr' holds the labels, use label=\"Nr\" (--label Nr)",
        ),
        (
            ",a,b\n1,1,2\n-1,3,4\n",
            {"like": AB},
            None,
            f"{POSITIVE_ROWS} | {IGNORING} column 1, which the other data set does not have. "
            'If column 1 holds the labels, use label="0" (--label 0)',
        ),
        # nor is one of a file without a header
        ("1,2,1\n", {}, None, f"data:1: found 3 columns; {TWO_FEATURES}. If …--label 2)…"),
        ("1\n", {}, None, "data:1: found only 1 column; …"),
        (
            "a,c\n1,2\n",
            {},
            None,
            "data:1: found no column named 'b' among 'a', 'c'; expected a column for …",
        ),
        ("", {}, None, "data: found no example; expected at least one line with features"),
    ],
)
def test_rows_for_prediction_need_no_labels(text, options, labels, expected):
    """If rows for prediction have labels, the labels are in the column with the label's name or in
    the column of label=. No other column is taken for the labels.
    """
    try:
        table = read_as_table(text, labelled=False, **{"like": MODEL, **options})
        outcome = " | ".join([one_line(table.unlabelled), *table.notes])
        assert table.labels.texts == (labels or [])
    except DataError as error:
        outcome = str(error)
    assert matches(expected, outcome), outcome


def test_labels_of_a_second_file_mean_the_same_as_in_the_first():
    """A label keeps its sign even if all labels of the second file are -1. A label that the first
    file does not have is refused.
    """
    train = read_text("a,b,y\n1,2,no\n3,4,yes\n5,6,perhaps\n", positive="yes")
    assert train.labels == (None, "yes")
    assert read_text("a,b,y\n1,2,yes\n3,4,perhaps\n", like=train).ys == (1, -1)
    message = (
        "data:3: column 3 ('y'): found the label 'never'; expected a label of the other data set: "
        "'yes', 'no', 'perhaps'"
    )
    assert refusal("a,b,y\n1,2,yes\n3,4,never\n", like=train) == message
    zero_one = read_text("a,b,y\n1,2,0\n3,4,1\n")
    assert read_text("a,b,y\n1,2,0\n3,4,0.0\n", like=zero_one).ys == (-1, -1)
    assert read_text("a,b,y\n1,2,1.0\n3,4,0\n", like=zero_one).labels == ("0", "1")


def test_id_gives_the_column_of_identifiers():
    """The column is given by its name or index and is read as text. It may also be a feature."""
    for text, id, ids in (
        ("Nr,a,b\nW-1,1,2\n W-2 ,3,4\n", "Nr", ["W-1", "W-2"]),
        ("Nr,a,b\nW-1,1,2\n W-2 ,3,4\n", "a", ["1", "3"]),
        ("1,2\n3,4\n", -1, ["2", "4"]),
        ("W-1,1,2\nW-2,3,4\n", 0, ["W-1", "W-2"]),
    ):
        assert read_as_table(text, like=MODEL, labelled=False, id=id).ids == ids
    assert "found no column named 'id'" in refusal("Nr,a,b\n1,1,2\n", like=MODEL, id="id")
    assert "found no column named ''" in refusal(",a,b\n0,1,2\n", like=MODEL, id="")


@sizes(2_000, 100_000)
def test_a_header_of_very_many_names_is_read(count):
    """A header of 2,000 names (100,000 in .ci/run) is read, and matched with the names of a model.
    A repeated name is an error.
    """
    names, zeros = [f"n{i}" for i in range(count)], "0," * count
    header = ",".join(names)
    data = read_text(f"{header},y\n{zeros}1\n")
    assert (data.d, data.names[-1]) == (count, f"n{count - 1}")
    message = f"data:1: column {count + 1}: found the name 'n7', which column 8 has, too; expected"
    assert refusal(f"{header},n7\n{zeros}1\n").startswith(message)
    like = Hypothesis([0] * (count + 1), names=names)
    assert read_text(f"{header},y\n{zeros}1\n", like=like).d == count


def test_notes_of_read_are_data_warnings(tmp_path):
    """In Python, a note or warning about a file is a DataWarning."""
    path = tmp_path / "data.csv"
    for text, warnings in (
        ("a,y\n120/80,0\n1,1\n", "'120/80' is read as a fraction whose value is 1.5"),
        (",a,y\n0,3,0\n1,4,1\n", "column 1 has no name and is left out"),
        ("a;y\n0,5;0\n1;1\n", 'is read as 0.5, with a decimal comma, as with decimal=","$'),
    ):
        path.write_text(text)
        with pytest.warns(DataWarning, match=warnings):
            read(path)
    path.write_text("a,y\n1,yes\n2,Yes\n3,no\n")
    with pytest.warns(DataWarning, match="the label 'Yes' means -1; only 'yes' means"):
        assert read(path, positive="yes").ys == (1, -1, -1)
    path.write_text("a,y\n1,0\n,1\n")
    with pytest.warns(DataWarning, match="dropped 1 of 2 examples"):
        assert read(path, missing="drop").N == 1


def test_messages_of_read_have_no_options_of_the_command_line(tmp_path):
    """An error and a note name the arguments of `read`, and have no "--"."""
    path = tmp_path / "data.csv"
    path.write_text("0,1,2\n1.5,10,0\n2,20,1\n")
    answers = "If this line holds the names of the columns, use header=True; otherwise use header="
    message = message_of(read, path)
    assert message.endswith(f". {answers}False") and "--" not in message
    path.write_text("a,y\n5,1\n6,none\n7,2\n8,2\n")
    with pytest.warns(DataWarning) as notes:
        read(path, positive="2")
    (note,) = [str(warning.message) for warning in notes]
    assert note.endswith('If so, leave out this line with missing="drop"') and "--" not in note
