"""Rows of cells: headers, quotes, which column holds the labels, and agreement with another set."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textfile import read_text, refusal

from perceptron_ref import DataError, Dataset, Hypothesis
from perceptron_ref.files.read import table_of

AB = Dataset([[0, 0]], [1], names=["a", "b"])
UNNAMED = Dataset([[0, 0]], [1])

# Headers


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1,2,1\n", ("x1", "x2")),
        ("a,b,y\n1,2,1\n", ("a", "b")),
        (" a , b ,y\n1,2,1\n", ("a", "b")),
        ("a\tb\ty\n1\t2\t1\n", ("a", "b")),
        ("a;b;y\n1;2;1\n", ("a", "b")),
        ("a b y\n1 2 1\n", ("a", "b")),
        ("# comment\n\na b y\n1 2 1\n", ("a", "b")),
        ('"a","b, c","y"\n1,2,1\n', ("a", "b, c")),
        ('"a ""b""",c,y\n1,2,1\n', ('a "b"', "c")),
        ('"a a" b "y"\n1 2 1\n', ("a a", "b")),
        ("1st,2nd,y\n1,2,1\n", ("1st", "2nd")),
        ("A,a,y\n1,2,1\n", ("A", "a")),
    ],
)
def test_a_first_line_without_a_number_names_the_columns(text, names):
    """A first line in which no cell is a number is a header; names keep their case and lose blanks
    around them.
    """
    data = read_text(text)
    assert data == Dataset([[1, 2]], [1])
    assert data.names == names


@pytest.mark.parametrize("first", ["1,2,yes", "x,2,yes", "nan,x,yes", "1/2,x,yes"])
def test_a_first_line_with_a_number_is_an_example(first):
    """A line in which any cell is a number, be it NaN, is no header."""
    if first.startswith("1,2"):
        assert read_text(f"{first}\n3,4,no\n", positive="yes") == Dataset([[1, 2], [3, 4]], [1, -1])
    else:
        assert refusal(f"{first}\n3,4,no\n", positive="yes").startswith("data:1: column ")


def test_a_header_of_numbers_alone_is_no_header():
    """A file whose columns are called 0, 1, 2 is not taken for one with names; its last name is no
    number either.
    """
    assert refusal("0,1,y\n1,2,1\n").startswith(
        "data:1: column 3: found the label 'y'; expected a number"
    )


@pytest.mark.ci
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a,,y\n1,2,1\n",
            "data:1: column 2: found no name in the header; expected one, as '2' stands below "
            "(data:2), or to leave that column out (features=..., --features -1)",
        ),
        (
            "a,b,\n1,2,1\n",
            "data:1: column 3: found no name in the header; expected one, as '1' stands below "
            "(data:2), or to leave that column out (features=..., --features -2)",
        ),
        (
            "a,b,a\n1,2,1\n",
            "data:1: column 3: found the name 'a' again; expected another than that of column 1, "
            "or one to be left out (features=..., --features -2)",
        ),
        (
            "b,a, a\n1,2,1\n",
            "data:1: column 3: found the name 'a' again; expected another than that of column 2, "
            "or one to be left out (features=..., --features -2)",
        ),
        (
            "\n# c\nb b y\n1 2 1\n",
            "data:3: column 2: found the name 'b' again; expected another than that of column 1, "
            "or one to be left out (features=..., --features -1)",
        ),
        (
            ",,\n1,2,1\n",
            "data:1: column 1: found ''; expected a number such as 3, -0.5, 1e-3 or 3/7, "
            'or that such lines are dropped (missing="drop", --missing drop)',
        ),
    ],
)
def test_empty_and_repeated_names_are_refused(text, message):
    """Every column of a header has a name of its own."""
    assert refusal(text) == message


def test_a_long_name_is_quoted_in_part():
    """A message shows the beginning of a name that would fill a page."""
    message = refusal("a" * 100_000 + ",y\nx,1\n")
    assert message.startswith("data:2: column 1 ('aaaaaaaaaaaa")
    assert len(message) < 200


# The column of the labels


@pytest.mark.parametrize("label", ["y", 0, "0", -3, "-3"])
def test_the_label_is_found_by_name_or_index(label):
    """label= says the column by its name, or by its index from 0, or from -1 backwards; the others
    are the features.
    """
    data = read_text("y,a,b\n1,2,3\n-1,4,5\n", label=label)
    assert data == Dataset([[2, 3], [4, 5]], [1, -1])
    assert data.names == ("a", "b")


def test_the_label_may_stand_in_the_middle():
    """The features keep their order around the column of the labels."""
    data = read_text("a y b\n2 1 3\n4 -1 5\n", label="y")
    assert (data, data.names) == (Dataset([[2, 3], [4, 5]], [1, -1]), ("a", "b"))
    assert read_text("2 1 3\n4 -1 5\n", label=1) == data


def test_the_last_column_is_the_label_where_none_is_named():
    """Without label= the labels stand last; -1 says the same."""
    text = "2,3,1\n4,5,-1\n"
    assert read_text(text) == read_text(text, label=-1) == Dataset([[2, 3], [4, 5]], [1, -1])


def test_one_feature_is_enough():
    """Two columns are a feature and a label, whichever comes first."""
    assert (
        read_text("7,1\n8,-1\n")
        == read_text("1 7\n-1 8\n", label=0)
        == Dataset([[7], [8]], [1, -1])
    )


@pytest.mark.parametrize(
    ("text", "label", "message"),
    [
        ("a,b,y\n1,2,1\n", "z", "data:1: found no column named 'z'; expected one of 'a', 'b', 'y'"),
        (
            "a,b,y\n1,2,1\n",
            "A",
            "data:1: found no column named 'A'; expected one of 'a', 'b', 'y'; did you mean a?",
        ),
        (
            "1,2,1\n",
            "y",
            "data:1: found no column named 'y'; expected an index, as no header names the columns",
        ),
        (
            "1,2,1\n",
            1.0,
            "data:1: found no column named 1.0; expected an index, as no header names the columns",
        ),
        (
            "1,2,1\n",
            [1],
            "data:1: found no column named [1]; expected an index, as no header names the columns",
        ),
        ("1,2,1\n", 3, "data:1: found 3 as the column of the labels; expected -3 to 2"),
        ("1,2,1\n", "-4", "data:1: found -4 as the column of the labels; expected -3 to 2"),
        (
            "a,b,c,d,e,f,g,h\n",
            "z",
            "data:1: found no column named 'z'; "
            "expected one of 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'",
        ),
        (
            "a,b,c,d,e,f,g,h,i,j\n",
            "z",
            "data:1: found no column named 'z'; "
            "expected one of 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', ...",
        ),
    ],
)
def test_a_column_that_is_not_there_is_refused(text, label, message):
    """A name or an index that no column has is refused, with those that there are."""
    assert refusal(text, label=label) == message


def test_a_label_column_of_text_is_named_in_errors():
    """Where the label is a feature's column by mistake, the message names the feature that is no
    number.
    """
    assert refusal("species,a\nsetosa,1\n").startswith(
        "data:2: column 1 ('species'): found 'setosa'; expected a number"
    )


# Quotes and comments


def test_quotes_hold_a_cell_together():
    """Quoted cells may hold the delimiter, quotes doubled, and numbers."""
    text = 'a,"b, c",y\n"0.5", "2","yes, sir"\n1,"3","no ""x"""\n'
    data = read_text(text, positive="yes, sir")
    assert (data, data.names) == (Dataset([["0.5", 2], [1, 3]], [1, -1]), ("a", "b, c"))
    data = read_text('"a a" b y\n0.5 "2" "yes sir"\n1 "3" no\n', positive="yes sir")
    assert (data, data.names) == (Dataset([["0.5", 2], [1, 3]], [1, -1]), ("a a", "b"))


@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_every_delimiter_may_be_quoted(delimiter):
    """Each delimiter can stand in a quoted cell."""
    data = read_text(f'"a{delimiter}b"{delimiter}y\n1{delimiter}1\n')
    assert data.names == (f"a{delimiter}b",)


@pytest.mark.parametrize("line", ['1,"2,1', '1,"2"x,1', '1,2,"', '"1,2,1'])
def test_quotes_that_do_not_match_are_refused(line):
    """A quote that is not closed, or closed too early, is refused with its line, and lines are not
    joined.
    """
    message = refusal(f"3,4,1\n{line}\n5,6,1\n")
    assert message.startswith("data:2: found quotes that do not match (")
    assert message.endswith("); expected them in pairs around a cell")


@pytest.mark.parametrize("line", ['1 "2 1', '1 "2"x 1', '1 2"" 1', '1 2 "', '5" 2 1', '"a b"c" 1'])
def test_quotes_between_blanks_that_do_not_match_are_refused(line):
    """With white space quotes stand around whole words, or are refused."""
    message = refusal(f"3 4 1\n{line}\n5 6 1\n")
    assert message.startswith("data:2: found quotes that do not match (")
    assert message.endswith("); expected them in pairs around a cell")


def test_the_word_whose_quotes_do_not_match_is_quoted():
    """With white space it is known which it is."""
    assert "found quotes that do not match ('5\"');" in refusal('5" 2 1\n')


def test_an_empty_quoted_cell_is_a_cell():
    """ "" is a cell with nothing in it, not nothing."""
    assert refusal('3 "" 1\n').startswith("data:1: column 2: found ''; expected a number")
    assert refusal('3,"",1\n').startswith("data:1: column 2: found ''; expected a number")
    assert refusal('3 4 ""\n') == "data:1: column 3: found no label; expected one"


def test_white_space_lines_may_end_in_a_comment():
    """With white space, # behind a blank begins a comment; in a word or in quotes it does not."""
    assert read_text("1 2 1 # first\n3 4 -1 #second\n") == Dataset([[1, 2], [3, 4]], [1, -1])
    data = read_text('a#1 "#b" y # names\n1 2 C#\n3 4 F#\n', positive="C#")
    assert (data.names, data.ys) == (("a#1", "#b"), (1, -1))


def test_commas_have_no_comments():
    """With another delimiter a # within a line is part of the cell: nothing is dropped silently."""
    assert refusal("1,2 # two,1\n").startswith(
        "data:1: column 2: found '2 # two'; expected a number"
    )
    assert read_text("1,2,C#\n3,4,F#\n", positive="C#").ys == (1, -1)


words = st.text(alphabet="ab1# ,;\"'\t", max_size=6)


@given(
    st.lists(words, min_size=2, max_size=5),
    st.sampled_from([("csv", ","), ("tsv", "\t"), ("semicolon", ";")]),
)
def test_quoted_labels_are_read_back(labels, written):
    """Any text of one line, quoted as CSV quotes, is read back as a label, but for blanks around
    it.
    """
    format, delimiter = written
    cells = ['"' + label.replace('"', '""') + '"' for label in labels]
    text = "\n".join(f"1{delimiter}{cell}" for cell in cells)
    labels = [label.strip() for label in labels]
    if not all(labels):
        assert "found no label" in refusal(text, format=format, positive="x")
    else:
        data = read_text(text, format=format, positive=labels[0])
        expected = [
            1 if label == labels[0] or both_one(label, labels[0]) else -1 for label in labels
        ]
        assert list(data.ys) == expected


def both_one(*labels):
    """Tell whether each label is made of ones alone, and the same number of them."""
    return len(set(labels)) == 1 and set(labels[0]) == {"1"}


# Agreement with another set


@pytest.mark.parametrize(
    "text",
    [
        "a,b,y\n1,2,1\n3,4,-1\n",
        "b,a,y\n2,1,1\n4,3,-1\n",
        "y,b,a\n1,2,1\n-1,4,3\n",
        "b,y,a\n2,1,1\n4,-1,3\n",
        "1,2,1\n3,4,-1\n",
    ],
)
@pytest.mark.parametrize(
    "like", [AB, Hypothesis([0, 0, 0], names=["a", "b"])], ids=["dataset", "hypothesis"]
)
def test_features_are_found_by_their_names(text, like):
    """Where the header has all names that are asked for, order does not matter, nor where the label
    stands.
    """
    data = read_text(text, like=like)
    assert (data, data.names) == (Dataset([[1, 2], [3, 4]], [1, -1]), ("a", "b"))


def test_features_without_names_are_found_by_their_places():
    """A set that was read without a header agrees with any names, in order, and keeps its own."""
    data = read_text("p,q,y\n1,2,1\n", like=UNNAMED)
    assert (data, data.names) == (Dataset([[1, 2]], [1]), ("x1", "x2"))
    assert read_text("y,p,q\n1,1,2\n", like=UNNAMED, label="y") == data
    assert read_text("1 1 2\n", like=UNNAMED, label=0) == data


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("a,c,y\n1,2,1\n", {}, "data:1: found no column named 'b'; expected 'a', 'b', and a label"),
        (
            "1,2,3,1\n",
            {},
            "data:1: found 4 columns; expected 2 features ('a', 'b') and a label; "
            "say which columns hold the features (features=..., --features)",
        ),
        ("1,2\n", {}, "data:1: found 2 columns; expected 2 features ('a', 'b') and a label"),
        ("a,b\n1,2\n", {}, "data:1: found 2 columns; expected 2 features ('a', 'b') and a label"),
        (
            "a,b,y,z\n1,2,1,1\n",
            {},
            "data:1: found 4 columns; expected 2 features ('a', 'b') and a label; "
            "say which column holds the labels (label=..., --label)",
        ),
        (
            "a,b,y\n1,2,1\n",
            {"label": "a"},
            "data:1: found 3 columns; expected 2 features ('a', 'b') and a label",
        ),
        (
            "a,b,y\n1,2,1\n",
            {"label": "z"},
            "data:1: found no column named 'z'; expected one of 'a', 'b', 'y'",
        ),
        (
            "1,2\n",
            {"label": 0},
            "data:1: found 2 columns; expected 2 features ('a', 'b') and a label",
        ),
        ("1\n", {}, "data:1: found 1 column; expected 2 features ('a', 'b') and a label"),
    ],
)
def test_columns_that_do_not_agree_are_refused(text, options, message):
    """What lacks a feature, or the labels that it has to have, is refused."""
    assert refusal(text, like=AB, **options) == message


def test_a_missing_feature_is_named_among_many():
    """A message about many features names the first of them."""
    like = Dataset([range(20)], [1], names=[f"f{i}" for i in range(20)])
    assert refusal("1,2,1\n", like=like) == (
        "data:1: found 3 columns; expected 20 features "
        "('f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', ...) and a label"
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,2\n3,4\n", None),
        ("b,a\n2,1\n4,3\n", None),
        ("1,2,yes\n3,4,no\n", ["yes", "no"]),
        ("y,b,a\nyes,2,1\nno,4,3\n", ["yes", "no"]),
    ],
)
def test_labels_may_be_missing_where_none_are_asked_for(text, found):
    """For predictions a file has the features, by name or place, and labels or none."""
    table = table_of(io.BytesIO(text.encode()), "data", like=AB, labelled=False)
    assert table.unlabelled() == Dataset([[1, 2], [3, 4]], [1, 1])
    assert table.unlabelled().labels == ("-1", "+1")
    assert (table.found and table.found.texts) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "data: found no example; expected at least one line with features"),
        ("1\n", "data:1: found 1 column; expected 2 features ('a', 'b') with or without a label"),
        (
            "a,c\n1,2\n",
            "data:1: found no column named 'b'; expected 'a', 'b', with or without a label",
        ),
    ],
)
def test_where_no_labels_are_asked_for_messages_ask_for_none(text, message):
    """What is missing for predictions are features."""
    with pytest.raises(DataError) as caught:
        table_of(io.BytesIO(text.encode()), "data", like=AB, labelled=False)
    assert str(caught.value) == message


def test_labels_are_read_as_the_other_set_has_them():
    """Labels mean what they mean in the set to agree with; one that it does not have is refused."""
    train = read_text("a,b,y\n1,2,no\n3,4,yes\n5,6,perhaps\n", positive="yes")
    assert train.labels == (None, "yes")
    assert read_text("a,b,y\n1,2,yes\n3,4,never\n", like=train).ys == (1, -1)
    zero_one = read_text("a,b,y\n1,2,0\n3,4,1\n")
    assert zero_one.labels == ("0", "1")
    assert read_text("a,b,y\n1,2,0\n3,4,0.0\n", like=zero_one).ys == (-1, -1)
    assert read_text("a,b,y\n1,2,1.0\n3,4,0\n", like=zero_one).labels == ("0", "1")
    assert refusal("a,b,y\n1,2,0\n3,4,2\n", like=zero_one) == (
        "data:3: column 3 ('y'): found the label '2'; expected '0' or '1'"
    )


def test_a_format_without_names_agrees_by_places_alone():
    """A file without a header agrees with a set of names by the number of its columns."""
    with pytest.raises(DataError, match="found 5 columns; expected 2 features"):
        read_text("1 2 3 4 1\n", like=AB)
    assert read_text("1 2 1\n", like=AB).names == ("a", "b")
