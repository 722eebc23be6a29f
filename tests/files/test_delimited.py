"""Rows of cells: headers, quotes, which column holds the labels, and agreement with another set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textfile import check_read, read_text, refusal, shown, table

from perceptron_ref import Dataset, Hypothesis

AB = Dataset([[0, 0]], [1], names=["a", "b"])
UNNAMED = Dataset([[0, 0]], [1])

# Headers


ROW = "(1, 2) +1"
NO_NAME = "found no name in the header; expected one, as"
OTHER = "expected another than that of column"
LEAVE = "features=..., --features"
FIRST = "y,a,b\n1,2,3\n-1,4,5\n"
AROUND = "(2, 3) +1, (4, 5) -1"
NONE = "data:1: found no column named"
INDEX = "expected an index, as no header names the columns"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # a first line in which no cell is a number is a header; names lose blanks around them
        ("1,2,1\n", {}, f"x1, x2: {ROW}"),
        ("a,b,y\n1,2,1\n", {}, f"a, b: {ROW}"),
        (" a , b ,y\n1,2,1\n", {}, f"a, b: {ROW}"),
        ("a\tb\ty\n1\t2\t1\n", {}, f"a, b: {ROW}"),
        ("a;b;y\n1;2;1\n", {}, f"a, b: {ROW}"),
        ("# comment\n\na b y\n1 2 1\n", {}, f"a, b: {ROW}"),
        ('"a","b, c","y"\n1,2,1\n', {}, f"a, b, c: {ROW}"),
        ('"a ""b""",c,y\n1,2,1\n', {}, f'a "b", c: {ROW}'),
        ('"a a" b "y"\n1 2 1\n', {}, f"a a, b: {ROW}"),
        ("1st,A,a,y\n0,1,2,1\n", {}, "1st, A, a: (0, 1, 2) +1"),
        # a line in which any cell is a number, be it NaN, is an example
        ("1,2,yes\n3,4,no\n", {"positive": "yes"}, f"x1, x2: {ROW}, (3, 4) -1"),
        ("x,2,yes\n3,4,no\n", {"positive": "yes"}, "data:1: column 1: found 'x'…"),
        ("nan,x,yes\n3,4,no\n", {"positive": "yes"}, "data:1: column 1: found 'nan'…"),
        ("1/2,x,yes\n3,4,no\n", {"positive": "yes"}, "data:1: column 2: found 'x'…"),
        (
            "0,1,y\n1,2,1\n",
            {},
            "data:1: column 3: found the label 'y'; expected two different numbers…",
        ),
        # every column of a header has a name of its own
        (
            "a,,y\n1,2,1\n",
            {},
            f"data:1: column 2: {NO_NAME} '2' stands below (data:2), or to leave … ({LEAVE} -1)",
        ),
        ("a,b,\n1,2,1\n", {}, f"data:1: column 3: {NO_NAME} '1' stands … ({LEAVE} -2)"),
        ("a,b,a\n1,2,1\n", {}, f"data:1: column 3: found the name 'a' again; {OTHER} 1, … -2)"),
        ("b,a, a\n1,2,1\n", {}, f"data:1: column 3: found the name 'a' again; {OTHER} 2, … -2)"),
        ("\n# c\nb b y\n1 2 1\n", {}, f"data:3: column 2: … 'b' again; {OTHER} 1, … -1)"),
        (",,\n1,2,1\n", {}, "data:1: column 1: found ''; expected a number …, --missing drop)"),
        # the label is found by name, by index from 0, or from -1 backwards; else it stands last
        (FIRST, {"label": "y"}, f"a, b: {AROUND}"),
        (FIRST, {"label": 0}, f"a, b: {AROUND}"),
        (FIRST, {"label": "0"}, f"a, b: {AROUND}"),
        (FIRST, {"label": -3}, f"a, b: {AROUND}"),
        (FIRST, {"label": "-3"}, f"a, b: {AROUND}"),
        ("a y b\n2 1 3\n4 -1 5\n", {"label": "y"}, f"a, b: {AROUND}"),
        ("2 1 3\n4 -1 5\n", {"label": 1}, f"x1, x2: {AROUND}"),
        ("2,3,1\n4,5,-1\n", {"label": -1}, f"x1, x2: {AROUND}"),
        ("7,1\n8,-1\n", {}, "x1: (7) +1, (8) -1"),
        ("1 7\n-1 8\n", {"label": 0}, "x1: (7) +1, (8) -1"),
        ("a,b,y\n1,2,1\n", {"label": "z"}, f"{NONE} 'z'; expected one of 'a', 'b', 'y'"),
        ("a,y\n1,1\n", {"label": "A"}, f"{NONE} 'A'; expected one of 'a', 'y'; did you mean a?"),
        ("1,2,1\n", {"label": "y"}, f"{NONE} 'y'; {INDEX}"),
        ("1,2,1\n", {"label": 1.0}, f"{NONE} 1.0; {INDEX}"),
        ("1,2,1\n", {"label": [1]}, f"{NONE} [1]; {INDEX}"),
        ("1,2,1\n", {"label": 3}, "data:1: found 3 as the column of the labels; expected -3 to 2"),
        ("1,2,1\n", {"label": "-4"}, "data:1: found -4 as … of the labels; expected -3 to 2"),
        ("a,b,c,d,e,f,g,h\n", {"label": "z"}, f"{NONE} 'z'; … 'f', 'g', 'h'"),
        ("a,b,c,d,e,f,g,h,i\n", {"label": "z"}, f"{NONE} 'z'; … 'g', 'h', ..."),
        ("species,a\nsetosa,1\n", {}, "data:2: column 1 ('species'): found 'setosa'; expected …"),
    ],
)
def test_names_and_labels_are_found(text, options, expected):
    """In the first line, and in the column that is asked for."""
    check_read(text, expected, **options)


def test_a_long_name_is_quoted_in_part():
    """A message shows the beginning of a name that would fill a page."""
    message = refusal("a" * 100_000 + ",y\nx,1\n")
    assert message.startswith("data:2: column 1 ('aaaaaaaaaaaa")
    assert len(message) < 200


# Quotes and comments


UNMATCHED = "data:2: found quotes that do not match (…); expected them in pairs around a cell"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # quoted cells may hold the delimiter, quotes doubled, and numbers
        (
            'a,"b, c",y\n"0.5", "2","yes, sir"\n1,"3","no ""x"""\n',
            {"positive": "yes, sir"},
            "a, b, c: (1/2, 2) +1, (1, 3) -1",
        ),
        (
            '"a a" b y\n0.5 "2" "yes sir"\n1 "3" no\n',
            {"positive": "yes sir"},
            "a a, b: (1/2, 2) +1, (1, 3) -1",
        ),
        ('"a,b",y\n1,1\n', {}, "a,b: (1) +1"),
        ('"a\tb"\ty\n1\t1\n', {}, "a\tb: (1) +1"),
        ('"a;b";y\n1;1\n', {}, "a;b: (1) +1"),
        # "" is a cell with nothing in it, not nothing
        ('3 "" 1\n', {}, "data:1: column 2: found ''; expected a number…"),
        ('3,"",1\n', {}, "data:1: column 2: found ''; expected a number…"),
        ('3 4 ""\n', {}, "data:1: column 3: found no label; expected one"),
        # quotes that are not closed, or too early, are refused; lines are not joined
        *((f"3,4,1\n{line}\n5,6,1\n", {}, UNMATCHED) for line in ('1,"2,1', '1,"2"x,1', '1,2,"')),
        *((f"3 4 1\n{line}\n5 6 1\n", {}, UNMATCHED) for line in ('1 "2 1', '1 "2"x 1', '1 2"" 1')),
        *((f"3 4 1\n{line}\n5 6 1\n", {}, UNMATCHED) for line in ('1 2 "', '"a b"c" 1')),
        ('3 4 1\n5" 2 1\n', {}, "data:2: found quotes that do not match ('5\"');…"),
        # with white space # behind a blank begins a comment; in a word or in quotes it does not
        ("1 2 1 # first\n3 4 -1 #second\n", {}, f"x1, x2: {ROW}, (3, 4) -1"),
        (
            'a#1 "#b" y # names\n1 2 C#\n3 4 F#\n',
            {"positive": "C#"},
            f"a#1, #b: {ROW}, (3, 4) -1",
        ),
        # with another delimiter it is part of the cell
        ("1,2 # two,1\n", {}, "data:1: column 2: found '2 # two'; expected a number…"),
        ("1,2,C#\n3,4,F#\n", {"positive": "C#"}, f"x1, x2: {ROW}, (3, 4) -1"),
    ],
)
def test_quotes_hold_a_cell_together_and_comments_end_a_line(text, options, expected):
    """In any format; nothing is dropped silently."""
    check_read(text, expected, **options)


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
        assert "found no label" in refusal(text, format=format, positive="x", comments=False)
    else:
        data = read_text(text, format=format, positive=labels[0], comments=False)
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


TWO = "expected 2 features ('a', 'b') and a label"
SAY = "say which column"
MANY = Dataset([range(20)], [1], names=[f"f{i}" for i in range(20)])


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # a set that was read without a header agrees with any names, in order, and keeps its own
        ("p,q,y\n1,2,1\n", {"like": UNNAMED}, f"x1, x2: {ROW}"),
        ("y,p,q\n1,1,2\n", {"like": UNNAMED, "label": "y"}, f"x1, x2: {ROW}"),
        ("1 1 2\n", {"like": UNNAMED, "label": 0}, f"x1, x2: {ROW}"),
        # what lacks a feature, or the labels that it has to have, is refused
        ("a,c,y\n1,2,1\n", {}, f"{NONE} 'b'; expected 'a', 'b', and a label"),
        ("1,2,3,1\n", {}, f"data:1: found 4 columns; {TWO}; {SAY}s hold the features ({LEAVE})"),
        ("1 2 3 4 1\n", {}, f"data:1: found 5 columns; {TWO}; {SAY}s hold the features ({LEAVE})"),
        ("1,2\n", {}, f"data:1: found 2 columns; {TWO}"),
        ("a,b\n1,2\n", {}, f"data:1: found 2 columns; {TWO}"),
        (
            "a,b,y,z\n1,2,1,1\n",
            {},
            f"data:1: found 4 columns; {TWO}; {SAY} holds the labels (label=..., --label)",
        ),
        ("a,b,y\n1,2,1\n", {"label": "a"}, f"data:1: found 3 columns; {TWO}"),
        ("a,b,y\n1,2,1\n", {"label": "z"}, f"{NONE} 'z'; expected one of 'a', 'b', 'y'"),
        ("1,2\n", {"label": 0}, f"data:1: found 2 columns; {TWO}"),
        ("1\n", {}, f"data:1: found 1 column; {TWO}"),
        (
            "1,2,1\n",
            {"like": MANY},
            "data:1: found 3 columns; expected 20 features ('f0', 'f1', …'f7', ...) and a label",
        ),
    ],
)
def test_columns_have_to_agree_with_another_set(text, options, expected):
    """By their names, or without them by their places."""
    check_read(text, expected, **{"like": AB, **options})


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
    asked = table(text, like=AB, labelled=False)
    assert shown(asked.unlabelled()) == "a, b: (1, 2) +1, (3, 4) +1"
    assert asked.unlabelled().labels == ("-1", "+1")
    assert (asked.found and asked.found.texts) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "data: found no example; expected at least one line with features"),
        ("1\n", "data:1: found 1 column; expected 2 features ('a', 'b') with or without a label"),
        ("a,c\n1,2\n", f"{NONE} 'b'; expected 'a', 'b', with or without a label"),
    ],
)
def test_where_no_labels_are_asked_for_messages_ask_for_none(text, message):
    """What is missing for predictions are features."""
    check_read(text, message, like=AB, labelled=False)


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
