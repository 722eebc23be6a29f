"""What a file may mean otherwise than it was read, and the options that settle it."""

from __future__ import annotations

import io
import warnings

import pytest
from textfile import read_text, refusal

from perceptron_ref import DataError, Dataset, DataWarning, read
from perceptron_ref.files.doubts import without_comment
from perceptron_ref.files.read import table_of

NAMES = "this line is taken to hold names, though "
EXAMPLE = "stands in this line alone, which is taken as an example, not as names; "
SAY_HEADER = "say which it is (header=..., --header or --no-header)"
SAY_COMMENTS = "say whether a comment begins there (comments=..., --comments or --no-comments)"
HASH = "has a # behind a blank; " + SAY_COMMENTS


def doubts(text, *, positive=None, **options):
    """Return what a file with that text may mean otherwise."""
    return table_of(io.BytesIO(text.encode()), "data", **options).doubts(positive)


def test_a_label_in_quotes_may_have_a_hash_where_words_that_start_with_one_are_comments():
    """What is a comment there is known."""
    assert doubts('1 "a #b"\n2 c\n', format="space", positive="c") == []
    assert len(doubts('1,"a #b"\n2,c\n', positive="c")) == 1


# The first line


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("NA,yes\n1,yes\n2,no\n", "'NA' stands in it and 'yes' is a label below, too; "),
        ("?,class\n1,yes\n2,no\n", "'?' stands in it; "),
        ("-,class\n1,yes\n2,no\n", "'-' stands in it; "),
        ("a,null,class\n1,1,yes\n2,1,no\n", "'null' stands in it; "),
        ("red,no\n1,yes\n2,no\n", "'no' is a label below, too; "),
    ],
)
def test_a_header_that_looks_like_an_example_is_told(text, told):
    """A first line without numbers is names; a cell that means a missing value, or a label of the
    lines below, speaks against that.
    """
    assert doubts("# head\n" + text) == [f"data:2: {NAMES}{told}{SAY_HEADER}"]
    assert doubts(text, header=True) == []


@pytest.mark.parametrize("text", ["age,class\n1,yes\n2,no\n", "age,y\n1,1\n2,0\n", "a\n1\n2\n"])
def test_names_are_no_doubt(text):
    """A header that repeats no label and names no missing value is one."""
    assert doubts(text, labelled=text != "a\n1\n2\n", like=Dataset([[1]], [1])) == []


@pytest.mark.parametrize(
    "text",
    [
        "1990,1991,y\n1,2,yes\n3,4,no\n",
        "1,2,+3\n1,2,yes\n3,4,no\n",
        "1990,y\n" + "1,yes\n" * 9,
    ],
)
def test_an_example_that_looks_like_a_header_is_told(text):
    """A label that stands in line 1 alone, where the others are two, or many of one kind, may be
    the name of the labels' column.
    """
    label = text.splitlines()[0].split(",")[-1]
    told = f"data:1: the label {label!r} {EXAMPLE}{SAY_HEADER}"
    assert doubts(text, positive="yes") == [told]
    assert doubts(text, positive="yes", header=False) == []


@pytest.mark.parametrize(
    "text",
    [
        "1,yes\n2,no\n3,other\n",  # the label for +1 may stand there alone
        "1,no\n2,yes\n3,yes\n",  # one of two labels of few examples
        "1,-1\n" + "2,yes\n" * 20,  # a number, of one of two labels
        "1,no\n2,no\n3,other\n4,yes\n",
        "1,+1\n2,1.0\n3,0\n4,2\n",  # the same number in another spelling
    ],
)
def test_a_first_example_is_no_doubt(text):
    """A label that others have, or that is asked for, is a label."""
    assert doubts(text, positive="yes") == []


def test_a_label_for_plus_one_of_one_example_is_no_doubt():
    """The label that means +1 is known to be one."""
    assert doubts("1,3\n2,1\n3,2\n", positive=3) == []


def test_an_error_in_the_first_line_tells_that_it_may_hold_names():
    """Where the label of a first line is no number, the line may hold names; not where it is."""
    assert refusal("id,2019,y\n1,2,yes\n").endswith(
        "found 'id'; expected a number such as 3, -0.5, 1e-3 or 3/7, "
        'or that this column is left out (features="-0", --features -0), '
        "or that this line holds the names of the columns (header=True, --header)"
    )
    for text in ("id,2019,1\n", "1,2,yes\n1,x,no\n"):
        assert "--header" not in refusal(text)
    assert "--header" not in refusal("id,2019,y\n1,2,yes\n", header=False)


def test_the_first_line_is_what_the_caller_says():
    """header=True takes any first line as names, header=False none."""
    data = read_text("1990,1991,1992\n1,2,0\n3,4,1\n", header=True)
    assert (data.N, data.names) == (2, ("1990", "1991"))
    assert read_text("1990,1991,1\n1,2,0\n", header=False).N == 2
    assert refusal("a,b\n1,2\n", header=False).startswith("data:1: column 1: found 'a'; expected a")
    assert refusal("1,1,2\n1,2,0\n", header=True) == (
        "data:1: column 2: found the name '1' again; expected another than that of column 1, "
        "or one to be left out (features=..., --features -1)"
    )
    assert refusal("1,2\n", header=True) == (
        "data:1: found a header and nothing below it; expected at least one example"
    )


def test_libsvm_has_no_header():
    """header=True is refused for libsvm; header=False says what is so anyway."""
    text = "+1 1:2\n-1 1:3\n"
    assert refusal(text, header=True) == (
        "data: found header=True; expected none, as libsvm files have none"
    )
    assert read_text(text, header=False) == read_text(text)
    assert doubts(text) == []


@pytest.mark.parametrize("option", ["header", "comments"])
def test_a_choice_is_yes_no_or_neither(option):
    """Anything but True, False and None is refused."""
    assert refusal("1,2\n", **{option: "yes"}) == (
        f"{option}: found 'yes'; expected True, False or None"
    )


# Comments


def test_a_label_or_a_name_with_a_hash_behind_a_blank_is_told():
    """In csv, tsv and semicolon it is part of the cell, and may be a comment."""
    text = "1,yes\n2,no # sure\n3,no # sure\n4,yes\n"
    assert doubts(text, positive="yes") == [f"data:2: column 2: the label 'no # sure' {HASH}"]
    assert doubts("# c\na,y # the label\n1,1\n2,0\n") == [
        f"data:2: the name 'y # the label' {HASH}"
    ]
    for comments in (True, False):
        assert doubts(text, positive="yes", comments=comments) == []
    assert doubts("1,yes#1\n2,no\n", positive="no") == []
    assert doubts("item #,y\n1,1\n2,0\n") == []  # nothing follows


@pytest.mark.parametrize("separator", [",", "\t", ";"])
def test_comments_are_cut_where_the_caller_says_so(separator):
    """comments=True takes what follows " #", outside of quotes, from every line."""
    text = '1,"a #1"\t# sure\n2,no # 3,4\n3,no\n'.replace(",", separator)
    data = read_text(text, positive="a #1", comments=True)
    assert (data.N, data.d, data.ys) == (3, 1, (1, -1, -1))


def test_hashes_are_characters_where_the_caller_says_so():
    """comments=False: neither a line nor a word that starts with # is passed over."""
    assert refusal("# 1 2\n1 2\n", comments=False).startswith("data:1: column 1: found '#'")
    assert read_text("1 #\n2 no\n", positive="#", comments=False).ys == (1, -1)
    assert read_text("1 no # x\n2 yes\n", positive="yes").ys == (-1, 1)
    assert read_text("1,#\n2,no\n", positive="#", comments=False).ys == (1, -1)


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("1,2", "1,2"),
        ("1,2 # 3", "1,2"),
        ("1,2\t#", "1,2"),
        ("1,2#3", "1,2#3"),
        ('"a # b",2 # "c"', '"a # b",2'),
        ('"a "" # b",2', '"a "" # b",2'),
    ],
)
def test_a_comment_begins_at_a_hash_behind_a_blank(line, rest):
    """A # inside of quotes, or behind anything but a blank, begins none."""
    assert without_comment(line) == rest


def test_a_hash_behind_a_blank_may_come_after_another():
    """Each of them is looked at."""
    assert without_comment("1,a#b#c #d # e") == "1,a#b#c"
    assert without_comment("#a # b") == "#a"


def test_a_file_without_labels_has_none_that_may_be_comments():
    """As for predictions."""
    like = Dataset([[1, 2]], [1])
    assert doubts("1,2\n3,4\n", like=like, labelled=False) == []


# In Python


def test_read_warns(tmp_path):
    """A doubt is a DataWarning, which is a UserWarning, at the caller's line; options end it."""
    path = tmp_path / "data.csv"
    path.write_text("NA,yes\n1,yes\n2,no\n")
    with pytest.warns(DataWarning, match="^.*data.csv:1: this line is taken to hold") as caught:
        data = read(path, positive="yes")
    assert (data.N, caught[0].filename, issubclass(DataWarning, UserWarning)) == (2, __file__, True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read(path, positive="yes", header=True)
        with pytest.raises(DataError, match=r"data\.csv:1: column 1: found 'NA'"):
            read(path, positive="yes", header=False)
        path.write_text("1,yes # sure\n2,no\n")
        assert read(path, positive="yes", comments=True).ys == (1, -1)
