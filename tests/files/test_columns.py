"""Which columns hold the features and the labels: chosen, left out, found by name, or guessed."""

from __future__ import annotations

import pytest
from textfile import check_read, read_text, refusal, says, table

from perceptron_ref import DataError, Dataset, DataWarning, Hypothesis, read

SHEET = "Nr,a,b,c,y\n7,1,2,3,0\n8,4,5,6,1\n"
AWKWARD = '"a,b",-c,d..e,"q""q",c,y\n1,2,3,4,5,0\n6,7,8,9,10,1\n'
BARE = "7,1,2,3,0\n8,4,5,6,1\n"


# Features chosen


@pytest.mark.parametrize(
    ("features", "names"),
    [
        ("a,c", ("a", "c")),
        (" a , c ", ("a", "c")),
        ("c,a", ("c", "a")),
        ("-Nr", ("a", "b", "c")),
        ("-Nr,-b", ("a", "c")),
        ("-0", ("a", "b", "c")),
        ("1,2", ("a", "b")),
        ("1..3", ("a", "b", "c")),
        ("a..c", ("a", "b", "c")),
        ("a .. 3", ("a", "b", "c")),
        ("-a..c", ("Nr",)),
        ("-1..2", ("Nr", "c")),
        ("Nr..c,-b", ("Nr", "a", "c")),
        ("a,b,-Nr", ("a", "b")),
        ('"a","b"', ("a", "b")),
        (["a", "c"], ("a", "c")),
        ([1, -2], ("a", "c")),
        (("-Nr", "-b"), ("a", "c")),
        (["a..c"], ("a", "b", "c")),
    ],
)
def test_features_are_chosen_or_left_out(features, names):
    """By names, indices from 0, and ranges of either; a minus in front leaves out."""
    data = read_text(SHEET, features=features)
    assert data.names == names
    assert (data.N, data.d, data.ys) == (2, len(names), (-1, 1))
    at = [SHEET.splitlines()[0].split(",").index(name) for name in names]
    assert data.xs[0][1:] == tuple([7, 1, 2, 3][i] for i in at)


OF_SHEET = "expected one of 'Nr', 'a', 'b', 'c', 'y'"
LISTED = "expected names or indices, or text such as 'A,B'"
BETWEEN = "expected columns with commas between them"
NO_FEATURE = "found no feature; expected at least one that is not left out"


@pytest.mark.parametrize(
    ("text", "features", "expected"),
    [
        # a name with commas, a minus or two points in it is one within quotes, and where nothing
        # else has that reading also without
        (AWKWARD, '"a,b"', "a,b: (1) -1, (6) +1"),
        (AWKWARD, '-"a,b"', '-c, d..e, q"q, c: (2, 3, 4, 5) -1, (7, 8, 9, 10) +1'),
        (AWKWARD, '"-c"', "-c: (2) -1, (7) +1"),
        (AWKWARD, '-"-c"', 'a,b, d..e, q"q, c: (1, 3, 4, 5) -1, (6, 8, 9, 10) +1'),
        (AWKWARD, "d..e", "d..e: (3) -1, (8) +1"),
        (AWKWARD, "-d..e", 'a,b, -c, q"q, c: (1, 2, 4, 5) -1, (6, 7, 9, 10) +1'),
        (AWKWARD, '"q""q"', 'q"q: (4) -1, (9) +1'),
        (AWKWARD, '"a,b".."-c"', "a,b, -c: (1, 2) -1, (6, 7) +1"),
        (AWKWARD, ["a,b"], "a,b: (1) -1, (6) +1"),
        (
            AWKWARD,
            "-c",
            "data:1: features: found '-c', which is the name of a column and means others, too; "
            'expected quotes around each name: "-c"',
        ),
        # without a header they are indices
        (BARE, "1..2", "x1, x2: (1, 2) -1, (4, 5) +1"),
        (
            BARE,
            "a",
            "data:1: features: found no column named 'a'; expected an index, as no header names "
            "the columns",
        ),
        # what is not there is refused
        (SHEET, "z", f"data:1: features: found no column named 'z'; {OF_SHEET}"),
        (
            SHEET,
            "1-3",
            f"data:1: features: found no column named '1-3'; {OF_SHEET}; a range is written 1..3",
        ),
        (SHEET, "5", "data:1: features: found 5; expected an index from 0 to 4"),
        (SHEET, [5], "data:1: found 5 as a feature; expected -5 to 4"),
        (SHEET, "", f"data:1: features: found ''; {BETWEEN}"),
        (SHEET, "a,,b", f"data:1: features: found 'a,,b'; {BETWEEN}"),
        (SHEET, "c..a", "data:1: features: found 'c..a'; expected the first column first"),
        (SHEET, "a,1", "data:1: features: found column 2 ('a') twice; expected once"),
        (SHEET, "-a,-1", "data:1: features: found column 2 ('a') twice; expected once"),
        (SHEET, "-Nr..c", f"data:1: {NO_FEATURE}"),
        (SHEET, "-0..4", f"data:1: {NO_FEATURE}"),
        (
            SHEET,
            "a,y",
            "data:1: found column 5 ('y') among the features, and as the column of the labels; "
            "expected another for these (label=..., --label)",
        ),
        (SHEET, [], f"data:1: features: found []; {LISTED}"),
        (SHEET, 7, f"data:1: features: found 7; {LISTED}"),
        (SHEET, [None], f"data:1: found no column named None; {OF_SHEET}"),
        (SHEET, '"a', "data:1: features: found '\"a'; expected…"),
        (SHEET, ['"a'], "data:1: features: found '\"a'; expected a n…"),
        # what is left out may be any text, and stands anywhere
        ("a,y,remark\n1,1,late\n2,0,\n", "-remark", "a: (1) +1, (2) -1"),
        ("id,a,name,y\nW-1,1,Ann,0\n,2,,1\n", "a", "a: (1) -1, (2) +1"),
        # also a column without a name, or one of two of one name, by its index
        ("a,,y\n1,2,1\n3,x,0\n", "-1", "a: (1) +1, (3) -1"),
        (",a,y\n1,2,0\n", "0,a", "data:1: column 1: found no name in the header; expected one"),
        ("a,a,y\n1,2,0\n3,4,1\n", "-1", "a: (1) -1, (3) +1"),
        (
            "a,a,y\n1,2,0\n3,4,1\n",
            "-a",
            "data:1: found 2 columns named 'a'; expected an index: 0 or 1",
        ),
    ],
)
def test_features_are_found_or_refused(text, features, expected):
    """One line says what there is."""
    check_read(text, expected, features=features)


def test_a_column_that_is_left_out_may_hold_the_labels():
    """--label says so; they need no name where their index is given."""
    data = read_text(SHEET, features="-a", label="a")
    assert (data.names, data.label_name) == (("Nr", "b", "c", "y"), "a")
    assert read_text("a,b,\n1,2,1\n3,4,0\n", label=2).label_name is None


@pytest.mark.parametrize(
    ("text", "options", "advice"),
    [
        (
            "Nr,a,y\nW-1000,1,0\n",
            {},
            '3/7, or that this column is left out (features="-Nr", --features -Nr), or that it '
            'holds the labels (label="Nr", --label Nr)',
        ),
        (
            "a b,a,y\nW,1,0\n",
            {},
            '(features="-a b", --features "-a b"), or that it holds the labels '
            '(label="a b", --label "a b")',
        ),
        ('"a,b",a,y\nW,1,0\n', {}, '(label="0", --label 0)'),
        (f"{'n' * 41},a,y\nW,1,0\n", {}, '(label="0", --label 0)'),
        ("Nr,a,y\nW,1,0\n", {"label": "y"}, '(features="-Nr", --features -Nr)'),
        ("a,b,y\n1,W,0\n", {}, '(features="-b", --features -b)'),
        ("1,W,0\n2,V,1\n", {}, '(features="-1", --features -1)'),
        # a percent sign is to be left out and not its column; nor is the only feature
        ("a,b,y\n12%,2,1\n", {}, "-0.5, 1e-3 or 3/7, without a percent sign"),
        ("a,b,y\n12.5 %,2,1\n", {}, "-0.5, 1e-3 or 3/7, without a percent sign"),
        ('a,b,y\n"12,5%",2,1\n', {}, "-0.5, 1e-3 or 3/7, without a percent sign"),
        ("a,y\nW,0\n", {}, "expected a number such as 3, -0.5, 1e-3 or 3/7"),
    ],
)
def test_a_cell_of_text_names_the_option_that_leaves_its_column_out(text, options, advice):
    """In Python and on the command line, with quotes where a shell needs them."""
    assert refusal(text, **options).endswith(advice)


# Names that are missing or twice


def test_a_first_column_without_a_name_is_left_out_and_told():
    """As pandas writes the numbers of the rows."""
    text = ",a,b,label\n0,1,2,0\n1,3,4,1\n"
    found = table(text)
    assert found.dataset() == Dataset([[1, 2], [3, 4]], [-1, 1])
    assert found.notes == [
        "data: column 1 has no name and is left out, as one that numbers the rows"
    ]
    assert found.doubts() == []
    assert table(text, features="-0").notes == []


def test_a_header_of_one_name_less_leaves_the_first_column_out():
    """As R writes the names of the rows."""
    found = table('"a" "b" "y"\n"1" 5.1 3.5 1\n"2" 4 2 0\n')
    assert found.dataset() == Dataset([["5.1", "3.5"], [4, 2]], [1, -1])
    assert found.dataset().names == ("a", "b")
    assert len(found.notes) == 1 and found.doubts() == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # a name may have been forgotten; names of rows and numbers from 1 are no feature
        ("a,y\nAnn,1,0\nBob,2,1\n", "a: (1) -1, (2) +1"),
        ("hours,passed\n12,0,1\n", "data:2: column 3: found 3 columns; expected 2, …"),
        # a delimiter at the end of each line makes no column
        ("a;b;y;\n1;2;1;\n3;4;0;\n", "a, b: (1, 2) +1, (3, 4) -1"),
        (
            "a,b,y\n1,2,1,\n",
            "data:2: column 4: found 4 columns; expected 3, as in line 1: this line has a "
            "delimiter at its end",
        ),
        ("a,b,y\n1,2,1,,\n", "data:2: column 4: found 5 columns; expected 3, as in line 1"),
    ],
)
def test_a_column_more_than_names_is_told_by_what_it_holds(text, expected):
    """Names of rows, nothing, or an error."""
    check_read(text, expected)


# The numbers of the rows


def numbered(numbers, **options):
    """Return what is told of a file whose first column has these numbers."""
    lines = [f"{k},{n * n},{n % 2}" for n, k in enumerate(numbers)]
    return table("\n".join(["Nr,a,y", *lines]) + "\n", **options).doubts()


ROWS_NUMBERED = [
    "data: column 1 ('Nr') may number the rows, and is a feature; say whether to leave it "
    'out (features="-Nr", --features -Nr)'
]
NR = Dataset([[0, 0]], [1], names=["Nr", "a"])


@pytest.mark.parametrize(
    ("numbers", "options", "is_told"),
    [
        (range(1, 6), {}, True),
        (range(5), {}, True),
        ([*range(9, -1, -1)], {}, True),
        ([3, 1, 2, 10, 9, 4, 8, 7, 6, 5], {}, True),
        (range(1, 5), {}, False),  # few rows
        ([5, 4, 3, 2, 1], {}, True),
        ([1, 2, 3, 4, 6], {}, False),  # a gap
        (range(20_240_001, 20_240_009), {}, True),  # students
        ([-1, 0, 1, 2, 3], {}, False),
        ([1, 1, 2, 3, 4], {}, False),  # a number twice
        ([2, 2, *range(3, 10), 10], {}, False),
        (["1/2", 1, "3/2", 2, "5/2"], {}, False),
        (range(1, 9), {"features": "Nr,a"}, False),  # it was chosen
        (range(1, 9), {"like": NR}, False),
    ],
)
def test_a_feature_that_numbers_the_rows_is_told(numbers, options, is_told):
    """a, a + 1, ..., a + N - 1 in any order, of at least five rows."""
    assert numbered(numbers, **options) == (ROWS_NUMBERED if is_told else [])


def test_the_only_feature_may_number_the_rows():
    """There is no other."""
    assert table("".join(f"{k},{k % 2}\n" for k in range(9))).doubts() == []


def test_read_warns_of_what_was_left_out_and_of_numbers(tmp_path):
    """In Python these are warnings."""
    path = tmp_path / "data.csv"
    path.write_text("".join(f"{k},{k * k},{k % 2}\n" for k in range(9)))
    with pytest.warns(DataWarning, match="may number the rows"):
        read(path)
    path.write_text(",a,y\n0,3,0\n1,4,1\n")
    with pytest.warns(DataWarning, match="column 1 has no name and is left out"):
        assert read(path).names == ("a",)


# Columns that another set needs


AB = Hypothesis([0, 0, 0], names=["a", "b"], label_name="y")


def asked(text, like=AB, **options):
    """Return the table for a model that is to answer."""
    return table(text, like=like, labelled=False, **options)


def test_features_and_labels_are_found_by_their_names_among_others():
    """An id and a remark are left out, and told."""
    text = "Nr,b,y,a,remark\nW-1,2,1,1,late\nW-2,4,-1,3,\n"
    for found in (asked(text), table(text, like=AB)):
        assert found.dataset(like=AB) == Dataset([[1, 2], [3, 4]], [1, -1])
        assert found.notes == ["data: columns that are not needed are left out: 'Nr', 'remark'"]


def test_a_column_is_not_taken_for_the_labels_where_their_name_is_known():
    """Were it even one of labels; the words say how to name it."""
    for name, told in (("Nr", "'Nr'"), ("", "column 1")):
        found = asked(f"{name},a,b\n1,1,2\n-1,3,4\n")
        assert found.found is None and not found.holds_labels(None, AB)
        assert found.notes == [
            f"data: columns that are not needed are left out: {told}; "
            "labels would stand in 'y' (or --label)"
        ]
    found = asked("sold,a,b\n1,1,2\n-1,3,4\n", label="sold")
    assert found.holds_labels(None, AB) and found.dataset(like=AB).ys == (1, -1)


def test_labels_of_another_name_are_taken_where_there_have_to_be_some():
    """The only column that is left holds them, as for --test; and that is told."""
    found = table("a,b,sold\n1,2,1\n3,4,-1\n", like=AB)
    assert found.dataset(like=AB).ys == (1, -1)
    assert found.notes == ["data: the labels are those of column 3 ('sold')"]


def test_a_column_of_anything_else_is_not_taken_for_the_labels():
    """Be it the only one that is left: an id would make every answer a mistake."""
    words = Hypothesis([0, 0, 0], names=["a", "b"], labels=(None, "sold"), label_name="y")
    for like, cells in ((AB, "12"), (words, "12"), (words, ["W-1", "W-2"]), (AB, ["1", "?"])):
        found = table(f"Nr,a,b\n{cells[0]},1,2\n{cells[1]},3,4\n", like=like)
        with pytest.raises(DataError) as caught:
            found.dataset(like=like)
        assert str(caught.value) == (
            "data: found no column named 'y' for the labels, and unknown labels in column 1 "
            "('Nr'); expected known ones there; say which column holds the labels "
            "(label=..., --label)"
        )
    assert table("x,a,b\nsold,1,2\nno,3,4\n", like=words).dataset(like=words).ys == (1, -1)
    named = table("Nr,a,b\nW-1,1,2\n", like=words, label="Nr")
    assert named.dataset(like=words).ys == (-1,)


@pytest.mark.parametrize(
    "options", [{"features": "-land"}, {"features": "1..1990"}, {"label": "y"}]
)
def test_a_name_that_no_header_holds_may_stand_in_the_first_line(options):
    """Years as names make it look like an example; the error says how to tell."""
    text = "land,1990,y\nA,1,0\nB,2,1\n"
    assert refusal(text, **options).endswith(
        ", or that this line holds the names of the columns (header=True, --header)"
    )
    assert "--header" not in refusal("1,1990,2\n3,1,0\n", **options)
    assert "--header" not in refusal(text, header=False, **options)


def test_years_that_another_set_has_for_names_are_a_header():
    """Were they an example, the first answer would be about them, and the order would not count."""
    like = Hypothesis([0, 0, 0], names=["1990", "1991"])
    assert asked("1991,1990\n1,2\n", like).unlabelled().xs == Dataset([[2, 1]], [1]).xs
    assert asked("7,1991,1990\n0,1,2\n", like).layout.by_name
    assert asked("1991,1990\n1,2\n", like, header=False).unlabelled().N == 2
    assert asked("1990,1992\n1,2\n", like).unlabelled().N == 2


OLD = Hypothesis([0, 0, 0], names=["a", "b"], labels=("0", "1"))


@pytest.mark.parametrize(
    ("cells", "labels", "has_labels"),
    [
        ("01", ("0", "1"), True),
        ("11", ("0", "1"), True),
        ("02", ("0", "1"), False),
        (["1.0", "0"], ("0", "1"), True),
        (["yes", "no"], (None, "yes"), True),
        (["no", "no"], (None, "yes"), False),
        (["W-1", "W-2"], (None, "yes"), False),
        (["1", "2"], (None, "1"), False),
        (["yes", "no"], ("no", "yes"), True),
        (["yes", "perhaps"], ("no", "yes"), False),
        (["nan", "1"], ("0", "1"), False),
    ],
)
def test_a_column_that_nobody_named_holds_labels_if_the_model_knows_all(cells, labels, has_labels):
    """For an older model, which does not remember their name; either is told."""
    like = Hypothesis([0, 0, 0], names=["a", "b"], labels=labels)
    first, second = cells
    found = asked(f"k,a,b\n{first},1,2\n{second},3,4\n", like)
    assert found.holds_labels(None, like) is has_labels
    word = "taken for the labels" if has_labels else "left out"
    assert found.notes[-1].startswith(f"data: column 1 ('k') is {word}, as ")
    bare = f"1,2,{first}\n3,4,{second}\n"
    if has_labels:
        assert asked(bare, like).holds_labels(None, like)
    else:
        with pytest.raises(DataError, match="^data:1: column 3: found a column more than 2 feat"):
            asked(bare, like).holds_labels(None, like)


FLAECHE = Hypothesis([0, 0], names=["Fl\u00e4che"])
MISSING = "data:1: found no column named 'b'; expected 'a', 'b', with or without a label"
FIVE = "data:1: found 5 columns; expected 2 features ('a', 'b') with or without a label"


@pytest.mark.parametrize(
    ("text", "like", "options", "message"),
    [
        (",a,b\n0,1,2\n", AB, {"id": ""}, "data:1: …named ''; expected one of 'a', 'b'"),
        ("Nr,a,b\n1,1,2\n", AB, {"id": "id"}, "data:1: …named 'id'; expected one of 'Nr', …"),
        ("Nr,a,c\n1,2,3\n", AB, {}, MISSING),
        ("Nr,a,c\n1,2,3\n", AB, {"features": "a,c"}, MISSING),
        ("Nr,a,c\n1,2,3\n", AB, {"features": "-Nr"}, MISSING),
        ("a,b,a\n1,2,3\n", AB, {}, "data:1: found 2 columns named 'a'; expected an index…"),
        (
            "1,2,3,4,5\n",
            AB,
            {},
            f"{FIVE}; say which columns hold the features (features=..., --features)",
        ),
        ("1,2,3,4,5\n", AB, {"features": "1..3"}, "data:1: …with or without a label"),
        ("W-1,1,2,0\n", OLD, {}, "data:1: found 4 columns; expected 2 features…"),
        # a name in other code points reads alike; systems write names of files so
        (
            "Fla\u0308che\n1\n",
            FLAECHE,
            {},
            "…; one that is there reads alike in other code points: rename it (NFC and NFD of "
            "Unicode)",
        ),
        ("Flaeche\n1\n", FLAECHE, {}, "data:1: …with or without a label"),
    ],
)
def test_what_a_model_needs_and_does_not_find_is_named(text, like, options, message):
    """Whatever is chosen."""
    with pytest.raises(DataError) as caught:
        asked(text, like, **options)
    assert says(message, str(caught.value))


def test_columns_without_names_can_be_chosen():
    """Where a file without a header has more columns; the labels are the last one, or none."""
    text = "W-1,1,2,0\nW-2,3,4,1\n"
    for options in ({"features": "1..2"}, {"features": "1,2", "label": 3}):
        assert asked(text, OLD, **options).dataset(like=OLD).ys == (-1, 1)
    assert asked("W-1,1,2\nW-2,3,4\n", OLD, features="-0").found is None
    assert asked("1,0\n0,1\n", OLD).found is None  # as many as the features
    assert table(text, like=OLD, features="-0").dataset(like=OLD).ys == (-1, 1)


def test_the_column_that_is_kept_beside_the_answers():
    """By its name or index, as it is written; it is none of the features' business."""
    assert asked("Nr,a,b\nW-1,1,2\n W-2 ,3,4\n", id="Nr").ids == ["W-1", "W-2"]
    assert asked("Nr,a,b\nW-1,1,2\n W-2 ,3,4\n", id="a").ids == ["1", "3"]
    assert asked("1,2\n3,4\n", id=-1).ids == ["2", "4"]
