"""A second file, for a test or for prediction, is matched with the first set or the model."""

from __future__ import annotations

import pytest
from conftest import sizes
from messages import message_of
from text_reading import check_read, matches, one_line, read_as_table, read_text, refusal

from perceptron_ref import DataError, Dataset, DataWarning, Hypothesis, read

FIRST_SET = Dataset([[0, 0]], [1], names=["a", "b"])
SET_WITHOUT_NAMES = Dataset([[0, 0]], [1])
TWENTY_FEATURES = Dataset([range(20)], [1], names=[f"f{i}" for i in range(20)])
MODEL = Hypothesis([0, 0, 0], names=["a", "b"], label_name="y")
MODEL_OF_0_AND_1 = Hypothesis([0, 0, 0], names=["a", "b"], labels=("0", "1"))
SET_AB = "a, b: (1, 2) +1, (3, 4) -1"
UNLABELLED_SET = "a, b: (1, 2) +1, (3, 4) +1"  # `unlabelled` sets all labels to +1
EXPECTED_FEATURES = "expected 2 features ('a', 'b')"
GIVE_SAME_COLUMNS = "Give this file the columns of the training set, in the same order"


def matched_note(columns):
    """Return the note that columns without names are matched with the features by position."""
    return (
        f"data: columns {columns} are matched by position with the features 'a', 'b', because this "
        "file has no column names"
    )


def ignored_note(columns, like_name="the model"):
    """Return the note that columns are ignored."""
    return f"data: ignoring {columns}, which {like_name} does not have"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # features are matched by name, in any order of the columns; other columns are ignored
        ("a,b,y\n1,2,1\n3,4,-1\n", {}, SET_AB),
        ("b,a,y\n2,1,1\n4,3,-1\n", {}, SET_AB),
        ("y,b,a\n1,2,1\n-1,4,3\n", {}, SET_AB),
        ("b,y,a\n2,1,1\n4,-1,3\n", {"like": MODEL}, SET_AB),
        (
            "Nr,b,y,a,x\nW,2,1,1,-\nW,4,-1,3,\n",
            {"like": MODEL},
            SET_AB + " | " + ignored_note("'Nr', 'x'"),
        ),
        # if the file has no names, features are matched by position
        (
            "1,2,1\n3,4,-1\n",
            {},
            f"{SET_AB} | {matched_note('1, 2')}",
        ),
        ("W,1,2,1\nV,3,4,-1\n", {"features": "-0"}, f"{SET_AB} | {matched_note('2, 3')}"),
        ("W,1,2,1\nV,3,4,-1\n", {"features": "1..2"}, f"{SET_AB} | {matched_note('2, 3')}"),
        ("1,1,2\n-1,3,4\n", {"label": 0}, f"{SET_AB} | {matched_note('2, 3')}"),
        # if the first set has no names, features are matched by position, and stay x1 and x2
        (
            "p,q,y\n1,2,1\n",
            {"like": SET_WITHOUT_NAMES},
            "x1, x2: (1, 2) +1 | …training set has no…",
        ),
        ("y,p,q\n1,1,2\n", {"like": SET_WITHOUT_NAMES, "label": "y"}, "x1, x2: (1, 2) +1 | …"),
        # a first line with all names of the first set is a header, even if they are numbers
        ("y,1990\n1,2\n", {"like": Dataset([[0]], [1], names=["1990"])}, "1990: (2) +1"),
        ("7,1990\n1,2\n", {"like": Dataset([[0]], [1], names=["1990"])}, "1990: (2) +1"),
        # the labels are in the column with their name in the first set, or, if they have no name
        # there, in the only other column; label= overrides this
        ("a,b,sold\n1,2,1\n3,4,-1\n", {"like": FIRST_SET}, SET_AB),
        (
            "a,b,sold\n1,2,1\n",
            {"like": MODEL},
            "data:1: found no column named 'y' …; expected a label column…",
        ),
        ("a,b,sold\n1,2,1\n3,4,-1\n", {"like": MODEL, "label": "sold"}, SET_AB),
        # each feature, and the labels, must have exactly one column
        ("y,a\n1,2\n", {"like": Hypothesis([0, 0], names=["1"])}, "data:1: …named '1' …; …"),
        (
            "a,c,y\n1,2,1\n",
            {},
            "data:1: found no column named 'b' among 'a', 'c', 'y'; expected a column for each "
            "feature of the training set. Rename the column that holds this feature to 'b'",
        ),
        (
            "a,b,a,y\n1,2,3,1\n",
            {},
            "…2 columns named 'a'; expected only one column for this feature of the training set"
            ". Rename every other column named 'a'",
        ),
        (
            "a,b,y,y\n1,2,1,1\n",
            {"like": MODEL},
            "data:1: found 2 columns named 'y'; expected only one label column, as in …. "
            "Rename every other column named 'y'",
        ),
        (  # a column between them is not taken for the labels
            "a,b,c,y,y\n1,2,5,1,1\n",
            {"like": MODEL},
            "data:1: found 2 columns named 'y'; expected only one label column, as in …. "
            "Rename every other column named 'y'",
        ),
        # without names and options, the file must have the features, then the labels, and no more
        (
            "1,2,3,1\n",
            {},
            f"data:1: found 4 columns; {EXPECTED_FEATURES} and the labels. {GIVE_SAME_COLUMNS}",
        ),
        ("1,2\n", {}, f"data:1: found 2 columns; {EXPECTED_FEATURES} and the labels"),
        (
            "1\n",
            {},
            "data:1: found only 1 column; expected at least 2: the features and the labels",
        ),
        # if the labels have no name in the first set, one column must be left for them
        ("a,b\n1,2\n", {}, f"data:1: found 2 columns; {EXPECTED_FEATURES} and the labels"),
        (
            "a,b,y,z\n1,2,1,1\n",
            {},
            f"data:1: found 4 columns; {EXPECTED_FEATURES} and the labels. {GIVE_SAME_COLUMNS}",
        ),
        # label= must name a column that is not a feature
        (
            "a,b,y\n1,2,1\n",
            {"label": "a"},
            "data:1: found column 1 ('a') used both as a feature and as …",
        ),
        ("a,b,y\n1,2,1\n", {"label": "z"}, "data:1: found no column named 'z'; expected one of…"),
        # an error lists at most eight features
        (
            "1,2,1\n",
            {"like": TWENTY_FEATURES},
            "data:1: …expected 20 features ('f0', … 'f7', ...) and the labels",
        ),
        # a label that the model lacks is an error
        (
            "a,b,y\n1,2,0\n3,4,2\n",
            {"like": MODEL_OF_0_AND_1},
            "data:3: column 3 ('y'): …'2'; …'0' or '1'",
        ),
    ],
)
def test_columns_of_a_second_file_are_matched_with_the_first_set(text, options, expected):
    """Columns are matched by name, or by position if the file or the first set has no names. If a
    column or a label does not fit, the file is refused.
    """
    check_read(text, expected, **{"like": FIRST_SET, **options})


@pytest.mark.parametrize(
    ("text", "options", "labels", "expected"),
    [
        (
            "1,2\n3,4\n",
            {},
            None,
            f"{UNLABELLED_SET} | {matched_note('1, 2')}",
        ),
        ("b,a\n2,1\n4,3\n", {}, None, UNLABELLED_SET),
        ("y,b,a\nyes,2,1\nno,4,3\n", {}, ["yes", "no"], UNLABELLED_SET),
        ("1,2,yes\n3,4,no\n", {"label": -1}, ["yes", "no"], f"{UNLABELLED_SET} | …"),
        (
            "W,1,2\nV,3,4\n",
            {"features": "-0"},
            None,
            f"{UNLABELLED_SET} | {matched_note('2, 3')}",
        ),
        # without names, the labels are where the first file has them, if it has as many columns
        (
            "1,9,1\n0,0,0\n",
            {"like": read_text("1,2,7\n0,4,5\n", label=0)},
            ["1", "0"],
            "x1, x2: (9, 1) +1, (0, 0) +1",
        ),
        # with names, another column is ignored, and the note says how to make it the labels
        (
            "Nr,a,b\n1,1,2\n-1,3,4\n",
            {},
            None,
            f"{UNLABELLED_SET} | "
            + ignored_note("'Nr'")
            + ". If 'Nr' holds the labels, use label=\"Nr\" (--label Nr)",
        ),
        (
            ",a,b\n1,1,2\n-1,3,4\n",
            {"like": FIRST_SET},
            None,
            f"{UNLABELLED_SET} | "
            + ignored_note("column 1", "the training set")
            + '. If column 1 holds the labels, use label="0" (--label 0)',
        ),
        # without names, and with a model that was not fitted to a file, only label= gives labels
        ("1,2,1\n", {}, None, f"data:1: found 3 columns; {EXPECTED_FEATURES}. If …--label 2)…"),
        ("1\n", {}, None, "data:1: found only 1 column; expected 2 features"),
        # a file that lacks a feature, or has no example, is refused
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
    """If rows for prediction have labels, these are in the column with the name of the labels, or
    in the column that label= names. Without names, they are where the first file has its labels.
    """
    try:
        table = read_as_table(text, labels_required=False, **{"like": MODEL, **options})
        outcome = " | ".join([one_line(table.unlabelled), *table.notes])
        assert table.labels.texts == (labels or [])
    except DataError as error:
        outcome = str(error)
    assert matches(expected, outcome), outcome


def test_labels_of_a_second_file_mean_the_same_as_in_the_first():
    """A label keeps its sign even if all labels of the second file mean -1. A label that the first
    file does not have is refused.
    """
    train = read_text("a,b,y\n1,2,no\n3,4,yes\n5,6,perhaps\n", positive="yes")
    assert train.labels == (None, "yes")
    assert read_text("a,b,y\n1,2,yes\n3,4,perhaps\n", like=train).ys == (1, -1)
    message = (
        "data:3: column 3 ('y'): found the label 'never'; expected a label of the training set: "
        "'yes', 'no', 'perhaps'"
    )
    assert refusal("a,b,y\n1,2,yes\n3,4,never\n", like=train) == message
    zero_one = read_text("a,b,y\n1,2,0\n3,4,1\n")
    assert read_text("a,b,y\n1,2,0\n3,4,0.0\n", like=zero_one).ys == (-1, -1)
    assert read_text("a,b,y\n1,2,1.0\n3,4,0\n", like=zero_one).labels == ("0", "1")


def test_id_gives_the_column_of_identifiers():
    """`id` is the name or the index of a column. Its cells are read as text. The column may be
    a feature, too.
    """
    for text, column, ids in (
        ("Nr,a,b\nW-1,1,2\n W-2 ,3,4\n", "Nr", ["W-1", "W-2"]),
        ("Nr,a,b\nW-1,1,2\n W-2 ,3,4\n", "a", ["1", "3"]),
        ("1,2\n3,4\n", -1, ["2", "4"]),
        ("W-1,1,2\nW-2,3,4\n", 0, ["W-1", "W-2"]),
    ):
        assert read_as_table(text, like=MODEL, labels_required=False, id=column).ids == ids
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
    for text, pattern in (
        ("a,y\n120/80,0\n1,1\n", "'120/80' is read as a fraction whose value is 1.5"),
        (",a,y\n0,3,0\n1,4,1\n", "column 1 has no name and is left out"),
        ("a;y\n0,5;0\n1;1\n", 'is read as 0.5, with a decimal comma, as with decimal=","$'),
    ):
        path.write_text(text)
        with pytest.warns(DataWarning, match=pattern):
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
