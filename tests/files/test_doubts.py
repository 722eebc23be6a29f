"""What a file may mean otherwise than it was read, and the options that settle it."""

from __future__ import annotations

import pytest
from textfile import check_read, refusal, table

from perceptron_ref.files.doubts import without_comment

SAY_HEADER = "expected to be told (header=..., --header or --no-header)"
SAY_COMMENTS = (
    "expected to be told whether a comment begins at the # "
    "(comments=..., --comments or --no-comments)"
)
YES = {"positive": "yes"}
SURE = "1,yes\n2,no # sure\n3,no # sure\n4,yes\n"


def names(why):
    """Return the question about a line 2 whose cells may be names."""
    return f"data:2: found a line of names or of an example: {why}; {SAY_HEADER}"


def example(label):
    """Return the question about a line 1 that may be an example."""
    why = f"the label {label!r} stands in no other"
    return f"data:1: found a line of names or of an example: {why}; {SAY_HEADER}"


def comment(place, label):
    """Return the question about a label with a # in it."""
    return f"{place}: found the label {label!r}; {SAY_COMMENTS}"


@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        # among names a cell that means a missing value, or a label of the lines below
        (
            "#\nNA,yes\n1,yes\n2,no\n",
            YES,
            names("'NA' stands in it"),
        ),
        ("#\n?,class\n1,yes\n2,no\n", YES, names("'?' stands in it")),
        ("#\n-,class\n1,yes\n2,no\n", YES, names("'-' stands in it")),
        ("#\na,null,class\n1,1,yes\n2,1,no\n", YES, names("'null' stands in it")),
        ("#\nred,no\n1,yes\n2,no\n", YES, names("'no' is a label below, too")),
        ("#\nred,no\n1,yes\n2,no\n", {**YES, "header": True}, None),
        ("age,class\n1,yes\n2,no\n", YES, None),
        ("age,y\n1,1\n2,0\n", {}, None),
        # a label in line 1 alone, where the others are two, or many of one kind
        ("1990,1991,y\n1,2,yes\n3,4,no\n", YES, example("y")),
        ("1,2,+3\n1,2,yes\n3,4,no\n", YES, None),  # a number
        ("1990,y\n" + "1,yes\n" * 9, YES, example("y")),
        ("1990,y\n" + "1,yes\n" * 9, {**YES, "header": False}, None),
        ("1,yes\n2,no\n3,other\n", YES, None),  # the label for +1 may stand there alone
        ("1,no\n2,yes\n3,yes\n", YES, None),  # one of two labels of few examples
        ("1,-1\n" + "2,yes\n" * 20, YES, None),  # a number, of one of two labels
        ("1,no\n2,no\n3,other\n4,yes\n", YES, None),
        ("1,3\n2,1\n3,2\n", {"positive": 3}, None),  # what means +1 is known to be a label
        ("+1 1:2\n-1 1:3\n", {}, None),
        # a # behind a blank in csv, tsv and semicolon is part of the cell, and may be a comment
        (SURE, YES, comment("data:2: column 2", "no # sure")),
        ("# c\na,y # the label\n1,1\n2,0\n", {}, None),
        (SURE, {**YES, "comments": True}, None),
        (SURE, {**YES, "comments": False}, None),
        ('1,c\n2,"a #b"\n', {"positive": "c"}, comment("data:2: column 2", "a #b")),
        ('1 "a #b"\n2 c\n', {"format": "space", "positive": "c"}, None),  # comments are known
        ("1,yes#1\n2,no\n", {"positive": "no"}, None),
        ("item #,y\n1,1\n2,0\n", {}, None),  # nothing follows
    ],
)
def test_what_a_file_may_mean_otherwise_is_asked(text, options, told):
    """Where its first line may be the other kind of line, and where a comment may begin."""
    if told:
        assert refusal(text, **options) == told
    else:
        assert table(text, **{k: v for k, v in options.items() if k != "positive"}).dataset(
            options.get("positive")
        )


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


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("1990,1991,1992\n1,2,0\n3,4,1\n", {"header": True}, "1990, 1991: (1, 2) -1, (3, 4) +1"),
        ("9,8,1\n1,2,0\n", {"header": False}, "x1, x2: (9, 8) +1, (1, 2) -1"),
        ("a,b\n1,2\n", {"header": False}, "data:1: column 1: found 'a'; expected a…"),
        (
            "1,1,2\n1,2,0\n",
            {"header": True},
            "data:1: column 2: found the name '1' again; expected another than that of column 1, "
            "or one to be left out (features=..., --features -1)",
        ),
        (
            "1,2\n",
            {"header": True},
            "data:1: found a header and nothing below it; expected at least one example",
        ),
        (
            "+1 1:2\n",
            {"header": True},
            "data: found header=True; expected none, as libsvm files have none",
        ),
        ("+1 1:2\n", {"header": False}, "x1: (2) +1"),
        ("1,2\n", {"header": "yes"}, "header: found 'yes'; expected True, False or None"),
        ("1,2\n", {"comments": "yes"}, "comments: found 'yes'; expected True, False or None"),
        # comments=True cuts what follows " #", outside of quotes, from every line
        ('1,"1"\t# sure\n2,0 # 3,4\n', {"comments": True}, "x1: (1) +1, (2) -1"),
        ('1\t"1"\t# sure\n2\t0 # 3,4\n', {"comments": True}, "x1: (1) +1, (2) -1"),
        (
            '1;"a #1" # sure\n2;no # 3,4\n',
            {"comments": True, "positive": "a #1"},
            "x1: (1) +1, (2) -1",
        ),
        # comments=False: neither a line nor a word that starts with # is passed over
        ("# 1 2\n1 2\n", {"comments": False}, "data:1: column 1: found '#'…"),
        ("1 #\n2 no\n", {"comments": False, "positive": "#"}, "x1: (1) +1, (2) -1"),
        ("1,#\n2,no\n", {"comments": False, "positive": "#"}, "x1: (1) +1, (2) -1"),
        ("1 no # x\n2 yes\n", {"positive": "yes"}, "x1: (1) -1, (2) +1"),
    ],
)
def test_names_and_comments_are_what_the_caller_says(text, options, expected):
    """header and comments are True, False or neither."""
    check_read(text, expected, **options)


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("1,2", "1,2"),
        ("1,2 # 3", "1,2"),
        ("1,2\t#", "1,2"),
        ("1,2#3", "1,2#3"),
        ('"a # b",2 # "c"', '"a # b",2'),
        ('"a "" # b",2', '"a "" # b",2'),
        ("1,a#b#c #d # e", "1,a#b#c"),
        ("#a # b", "#a"),
    ],
)
def test_a_comment_begins_at_a_hash_behind_a_blank(line, rest):
    """A # inside of quotes, or behind anything but a blank, begins none."""
    assert without_comment(line) == rest
