"""Examples with missing cells, dropped where that is asked for, and told."""

from __future__ import annotations

import io

import pytest
from textfile import read_text, refusal

from perceptron_ref import Dataset, DataWarning, read
from perceptron_ref.files.read import table_of

TEXT = "a,b,c,y\n1,2,x,1\n3,NA,,0\n,5,,1\n6,7,8,\n9,10,,0\n"


def notes(text, **options):
    """Return what is told of a file with that text."""
    return table_of(io.BytesIO(text.encode()), "data", **options).notes


def test_examples_with_a_missing_cell_are_dropped_and_their_lines_told():
    """A feature or the label; not a column that is left out."""
    data = read_text(TEXT, features="a,b", missing="drop")
    assert data == Dataset([[1, 2], [9, 10]], [1, -1])
    assert notes(TEXT, features="a,b", missing="drop") == [
        "data: 3 of 5 examples dropped, as a cell is missing: lines 3, 4 and 5"
    ]


@pytest.mark.parametrize(
    "cell",
    [
        "",
        " ",
        "?",
        "-",
        "--",
        ".",
        "NA",
        "na",
        "N/A",
        "#N/A",
        "#NV",
        "k.A.",
        "<NA>",
        "NaN",
        "nan",
        "NULL",
        "None",
    ]
    + ["missing"],
)
def test_what_counts_as_missing(cell):
    """In any letters; of a label less."""
    assert read_text(f"1,2,1\n3,{cell},0\n5,6,0\n", missing="drop").N == 2
    assert "--missing drop" in refusal(f"1,2,1\n3,{cell},0\n")


@pytest.mark.parametrize(
    ("label", "left"), [("", 2), ("?", 2), ("NA", 2), ("-", 3), ("none", 3), ("missing", 3)]
)
def test_of_labels_less_is_missing(label, left):
    """A minus, "none" and "missing" may be labels."""
    text = f"1,2,yes\n3,4,{label}\n5,6,no\n"
    assert read_text(text, missing="drop", positive="yes").N == left


def test_a_file_without_missing_cells_is_told_nothing_of():
    """As if nobody had asked."""
    assert notes("1,2,1\n", missing="drop") == []


def test_of_many_lines_ten_are_named():
    """And the others counted."""
    text = "1,2,1\n" + "3,,0\n" * 12
    assert notes(text, missing="drop") == [
        "data: 12 of 13 examples dropped, as a cell is missing: "
        "lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more"
    ]
    assert notes("1,2,1\n3,,0\n", missing="drop")[0].endswith("is missing: line 2")


def test_a_file_of_which_nothing_is_left_is_refused():
    """The message tells of the option that leaves a column out."""
    assert refusal("a,b,y\n1,NA,0\n2,NA,1\n", missing="drop") == (
        "data: found a missing cell in each of 2 lines; expected at least one example "
        "(columns of no use are left out by features=..., --features)"
    )


def test_other_texts_are_errors_as_ever():
    """A word is not missing."""
    assert refusal("1,2,1\n3,x,0\n", missing="drop").startswith("data:2: column 2: found 'x'; exp")


def test_to_drop_is_all_that_can_be_done():
    """Nothing is filled in."""
    assert refusal("1,2\n", missing="mean") == "missing: found 'mean'; expected 'drop' or None"


@pytest.mark.parametrize(
    ("option", "value"), [("missing", "drop"), ("decimal", ","), ("features", "-1"), ("id", 0)]
)
def test_libsvm_files_have_no_columns(option, value):
    """What speaks of columns is refused there."""
    assert refusal("+1 1:2\n-1 2:1\n", **{option: value}) == (
        f"data: found {option}={value!r}; expected none, as libsvm files have no columns"
    )


def test_read_warns_of_what_was_dropped(tmp_path):
    """In Python as a warning."""
    path = tmp_path / "data.csv"
    path.write_text(TEXT)
    with pytest.warns(DataWarning, match="3 of 5 examples dropped"):
        assert read(path, features=["a", "b"], missing="drop").N == 2
