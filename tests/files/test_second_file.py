"""A second file, for test or prediction: it agrees with a set or a model, in features and labels;
and columns that number the rows.
"""

from __future__ import annotations

import pytest
from conftest import so_many
from textfile import check_read, read_text, refusal, says, shown, table

from perceptron_ref import DataError, Dataset, DataWarning, Hypothesis, read

AB = Dataset([[0, 0]], [1], names=["a", "b"])
MODEL = Hypothesis([0, 0, 0], names=["a", "b"], label_name="y")
ZERO_ONE = Hypothesis([0, 0, 0], names=["a", "b"], labels=("0", "1"))
UNNAMED = Dataset([[0, 0]], [1])
MANY = Dataset([range(20)], [1], names=[f"f{i}" for i in range(20)])
FOUND = "a, b: (1, 2) +1, (3, 4) -1"
TWO = "expected 2 features ('a', 'b')"
SAY = "say which columns hold them (features=..., --features) (label=..., --label)"
LEFT = "data: columns that are not needed are left out:"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # features are found by their names, whatever their order and that of the labels
        ("a,b,y\n1,2,1\n3,4,-1\n", {}, FOUND),
        ("b,a,y\n2,1,1\n4,3,-1\n", {}, FOUND),
        ("y,b,a\n1,2,1\n-1,4,3\n", {}, FOUND),
        ("b,y,a\n2,1,1\n4,-1,3\n", {"like": MODEL}, FOUND),
        ("Nr,b,y,a,x\nW,2,1,1,-\nW,4,-1,3,\n", {"like": MODEL}, f"{FOUND} | {LEFT} 'Nr', 'x'"),
        # and by their places without names
        ("1,2,1\n3,4,-1\n", {}, FOUND),
        ("W,1,2,1\nV,3,4,-1\n", {"features": "-0"}, FOUND),
        ("W,1,2,1\nV,3,4,-1\n", {"features": "1..2"}, FOUND),
        ("1,1,2\n-1,3,4\n", {"label": 0}, FOUND),
        # a set without names agrees with any, in order, and keeps its own
        ("p,q,y\n1,2,1\n", {"like": UNNAMED}, "x1, x2: (1, 2) +1"),
        ("y,p,q\n1,1,2\n", {"like": UNNAMED, "label": "y"}, "x1, x2: (1, 2) +1"),
        # years are names if the other set has them
        ("y,1990\n1,2\n", {"like": Dataset([[0]], [1], names=["1990"])}, "1990: (2) +1"),
        ("7,1990\n1,2\n", {"like": Dataset([[0]], [1], names=["1990"])}, "1990: (2) +1"),
        # labels are in the column of that name, or the only one that is left
        ("a,b,sold\n1,2,1\n3,4,-1\n", {"like": AB}, FOUND),
        ("a,b,sold\n1,2,1\n", {"like": MODEL}, "data:1: found no column named 'y'; expected one…"),
        ("a,b,sold\n1,2,1\n3,4,-1\n", {"like": MODEL, "label": "sold"}, FOUND),
        ("y,a\n1,2\n", {"like": Hypothesis([0, 0], names=["1"])}, "data:1: …named '1'; …"),
        # what lacks a feature, or the labels, is refused
        ("a,c,y\n1,2,1\n", {}, "data:1: found no column named 'b'; expected one of 'a', 'c', 'y'…"),
        ("a,b,a,y\n1,2,3,1\n", {}, "…2 columns named 'a'; …or a header that has that name once"),
        ("a,b,y,y\n1,2,1,1\n", {"like": MODEL}, "data:1: found 2 columns named 'y'; …"),
        ("1,2,3,1\n", {}, f"data:1: found 4 columns; {TWO}, and labels, if any: {SAY}"),
        ("1,2\n", {}, f"data:1: found 2 columns; {TWO}, and labels, if any: {SAY}"),
        ("1\n", {}, "data:1: found no feature in 1 column …--format)"),
        ("a,b\n1,2\n", {}, f"data:1: found 2 columns; {TWO}, and labels, if any: {SAY}"),
        (
            "a,b,y,z\n1,2,1,1\n",
            {},
            f"data:1: found 4 columns; {TWO}, and labels, if any: {SAY}",
        ),
        ("a,b,y\n1,2,1\n", {"label": "a"}, "data:1: found column 1 ('a') among the features, …"),
        ("a,b,y\n1,2,1\n", {"label": "z"}, "data:1: found no column named 'z'; expected one of…"),
        ("1,2,1\n", {"like": MANY}, "data:1: …expected 20 features ('f0', … 'f7', ...), and …"),
        ("a,b,y\n1,2,0\n3,4,2\n", {"like": ZERO_ONE}, "data:3: column 3 ('y'): …'2'; …'0' or '1'"),
    ],
)
def test_a_second_file_has_the_columns_of_the_first(text, options, expected):
    """By their names, or without them by their places."""
    check_read(text, expected, **{"like": AB, **options})


OF_ROWS = "a, b: (1, 2) +1, (3, 4) +1"


@pytest.mark.parametrize(
    ("text", "options", "labels", "expected"),
    [
        ("1,2\n3,4\n", {}, None, OF_ROWS),
        ("b,a\n2,1\n4,3\n", {}, None, OF_ROWS),
        ("y,b,a\nyes,2,1\nno,4,3\n", {}, ["yes", "no"], OF_ROWS),
        ("1,2,yes\n3,4,no\n", {"label": -1}, ["yes", "no"], OF_ROWS),
        ("W,1,2\nV,3,4\n", {"features": "-0"}, None, OF_ROWS),
        # no other column is taken for the labels, and that is told
        (
            "Nr,a,b\n1,1,2\n-1,3,4\n",
            {},
            None,
            f"{OF_ROWS} | {LEFT} 'Nr'; --label says which one holds labels",
        ),
        (
            ",a,b\n1,1,2\n-1,3,4\n",
            {"like": AB},
            None,
            f"{OF_ROWS} | {LEFT} 'column 1'; --label says which one holds labels",
        ),
        # nor is one of a file without a header
        ("1,2,1\n", {}, None, f"data:1: found 3 columns; {TWO}, and labels, if any: {SAY}"),
        ("1\n", {}, None, f"data:1: found 1 column; {TWO}, and labels, if any: {SAY}"),
        ("a,c\n1,2\n", {}, None, "data:1: found no column named 'b'; expected one of 'a', 'c'…"),
        ("", {}, None, "data: found no example; expected at least one line with features"),
    ],
)
def test_rows_to_be_answered_need_no_labels(text, options, labels, expected):
    """A column that has the name of the labels, or that is named, holds them."""
    try:
        found = table(text, labelled=False, **{"like": MODEL, **options})
        told = " | ".join([shown(found.unlabelled), *found.notes])
        assert found.found == labels
    except DataError as error:
        told = str(error)
    assert says(expected, told), told


def test_labels_are_read_as_the_other_set_has_them():
    """Also where all of them mean -1."""
    train = read_text("a,b,y\n1,2,no\n3,4,yes\n5,6,perhaps\n", positive="yes")
    assert train.labels == (None, "yes")
    assert read_text("a,b,y\n1,2,yes\n3,4,never\n", like=train).ys == (1, -1)
    zero_one = read_text("a,b,y\n1,2,0\n3,4,1\n")
    assert read_text("a,b,y\n1,2,0\n3,4,0.0\n", like=zero_one).ys == (-1, -1)
    assert read_text("a,b,y\n1,2,1.0\n3,4,0\n", like=zero_one).labels == ("0", "1")


def test_the_column_that_is_kept_beside_the_answers():
    """By its name or index, as the file writes it; it may be a feature, too."""
    for text, id, ids in (
        ("Nr,a,b\nW-1,1,2\n W-2 ,3,4\n", "Nr", ["W-1", "W-2"]),
        ("Nr,a,b\nW-1,1,2\n W-2 ,3,4\n", "a", ["1", "3"]),
        ("1,2\n3,4\n", -1, ["2", "4"]),
        ("W-1,1,2\nW-2,3,4\n", 0, ["W-1", "W-2"]),
    ):
        assert table(text, like=MODEL, labelled=False, id=id).ids == ids
    assert "found no column named 'id'" in refusal("Nr,a,b\n1,1,2\n", like=MODEL, id="id")
    assert "found no column named ''" in refusal(",a,b\n0,1,2\n", like=MODEL, id="")


@so_many(20_000, 100_000)
def test_a_header_of_very_many_names_is_read(times):
    """Names are looked up, not compared one by one: 20,000, by .ci/run 100,000; also where one of
    them is there twice.
    """
    names, zeros = [f"n{i}" for i in range(times)], "0," * times
    header = ",".join(names)
    data = read_text(f"{header},y\n{zeros}1\n")
    assert (data.d, data.names[-1]) == (times, f"n{times - 1}")
    message = f"data:1: column {times + 1}: found the name 'n7'; expected one of its own, or"
    assert refusal(f"{header},n7\n{zeros}1\n").startswith(message)
    like = Hypothesis([0] * (times + 1), names=names)
    assert read_text(f"{header},y\n{zeros}1\n", like=like).d == times


# The numbers of the rows


def numbered(numbers, **options):
    """Return the notes about a file whose first column has these numbers."""
    lines = [f"{k},{n * n},{n % 2}" for n, k in enumerate(numbers)]
    return table("\n".join(["b,a,y", *lines]) + "\n", **options).notes


ROWS_NUMBERED = [
    "data: column 1 ('b') may number the rows, and is a feature; say whether to leave it "
    'out (features="-b", --features -b)'
]
NR = Dataset([[0, 0]], [1], names=["b", "a"])


@pytest.mark.parametrize(
    ("numbers", "options", "is_told"),
    [
        (range(1, 6), {}, True),
        (range(5), {}, True),
        ([3, 1, 2, 10, 9, 4, 8, 7, 6, 5], {}, True),
        (range(1, 5), {}, False),  # few rows
        ([3, 1, 4, 0, 2], {}, False),  # few, in no order: hours, say
        ([5, 4, 3, 2, 1], {}, True),
        (range(20_240_001, 20_240_009), {}, True),  # students
        ([20_240_001, 20_240_003, 20_240_009, 20_240_031, 20_240_007], {}, True),
        ([109_502_001, 110_502_001, 109_502_001, 111_502_007, 112_502_003], {}, True),  # one twice
        ([100_000, 100_010, 110_000, 100_100, 100_500], {}, True),
        ([100_000, 100_010, 110_001, 100_100, 100_500], {}, False),
        ([100_000, 110_000, 110_000, 110_000, 110_000], {}, False),  # two values
        ([99_999, 99_990, 99_980, 99_970, 99_960], {}, False),
        ([-1, 0, 1, 2, 3], {}, False),
        ([1, 1, 2, 3, 4], {}, False),  # a number twice
        ([2, 2, *range(3, 10), 10], {}, False),
        (["1/2", 1, "3/2", 2, "5/2"], {}, False),
        (range(1, 9), {"features": "b,a"}, False),  # it was chosen
        (range(1, 9), {"like": NR}, False),
    ],
)
def test_a_feature_that_numbers_the_rows_is_told(numbers, options, is_told):
    """a, a + 1, ..., a + N - 1 in any order, or ints that begin alike, of at least five rows."""
    assert numbered(numbers, **options) == (ROWS_NUMBERED if is_told else [])


GAPS = [15, 100, 7, 88, 21]  # as R numbers the rows of a subset
NAMES = "id Nr NR. no Kundennummer row_id PassengerId index Vertragsnr \u7de8\u865f"


def subset(header, numbers=GAPS, second="{}.5"):
    """Return the text of a file with these numbers in its first column."""
    rows = [f"{k},{second.format(n)},{n % 2}\n" for n, k in enumerate(numbers)]
    return "".join([header, *rows])


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        *((subset(f"{name},a,y\n"), True) for name in [*NAMES.split(), "case number"]),
        *((subset(f"{name},a,y\n"), False) for name in "x paid width grid Nrx rooms".split()),
        *((subset("id,a,y\n", numbers), False) for numbers in ([7] * 5, [1.5, 9, 7, 4, 2])),
        (subset("id,a,y\n", [-1, 9, 7, 4, 2]), False),
        (subset("b,id,y\n", [1, 1, 1, 1, 1], "{0}{0}"), True),  # in any column
    ],
)
def test_different_ints_may_number_the_rows(text, is_told):
    """In any order and with gaps, where their name says so."""
    notes = table(text).notes
    assert len(notes) == is_told and all("may number" in n for n in notes)


def test_each_column_of_ids_is_told():
    """Also after another one was left out; but not the only feature there is."""
    assert table("".join(f"{k},{k % 2}\n" for k in range(9))).notes == []
    lines = [f"{20_240_001 + 7 * n},{113_502_001 + n * n},{n * n},{n % 2}\n" for n in range(10)]
    text = "student,card,hours,passed\n" + "".join(lines)
    student, card = table(text).notes
    assert "('student') may number the rows" in student and "--features -student" in student
    assert "('card') may number the rows" in card and "--features -card" in card
    [both] = table(text, features="-student").notes
    assert "('card') may number the rows" in both and "--features -student,-card" in both


def test_numbers_of_rows_have_a_gap_where_one_was_dropped():
    """As many numbers may be missing as examples are."""
    lines = [f"{k},{'NA' if k in (3, 4) else k * k},{k % 2}\n" for k in range(9) if k != 6]
    assert len(table("".join(lines), missing="drop").notes) == 1
    assert len(table("".join(lines) + "6,,0\n", missing="drop").notes) == 2


def test_read_warns_of_what_was_left_out_and_of_numbers(tmp_path):
    """In Python these are warnings."""
    path = tmp_path / "data.csv"
    for text, told in (
        ("".join(f"{k},{k * k},{k % 2}\n" for k in range(9)), "may number the rows"),
        (",a,y\n0,3,0\n1,4,1\n", "column 1 has no name and is left out"),
        ("a;y\n0,5;0\n1;1\n", "commas are read as decimal"),
    ):
        path.write_text(text)
        with pytest.warns(DataWarning, match=told):
            read(path)
    path.write_text("a,y\n1,0\n,1\n")
    with pytest.warns(DataWarning, match="1 of 2 examples dropped"):
        assert read(path, missing="drop").N == 1
