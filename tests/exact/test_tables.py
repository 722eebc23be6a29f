"""Tables of NumPy, pandas, polars, SciPy and scikit-learn are recognised by their attributes."""

from __future__ import annotations

import re
from contextlib import closing
from decimal import Decimal
from fractions import Fraction
from ipaddress import ip_network
from itertools import repeat

import pytest
from fake_arrays import (
    Array,
    Column,
    Fields,
    Frame,
    HasArray,
    Labelled,
    LabelledRow,
    OnlyList,
    Single,
    Sparse,
)
from messages import check_parts, message_of

from perceptron_ref import DataError, Dataset, DataWarning, Hypothesis, pla
from perceptron_ref.exact import sequences

YS = [1, -1]


def refusal(*arguments, **options):
    """Return the message of the DataError with which a data set is refused."""
    return message_of(Dataset, *arguments, **options)


# Arrays


@pytest.mark.parametrize(
    "rows",
    [
        Array([[0.1, 2.0], [3.0, -4.0]]),
        Array([["0.1", "2"], ["3", "-4"]], kind="U"),
        Array([[Decimal("0.1"), 2], [Fraction(3), "-4"]], kind="O"),
        HasArray(Array([[0.1, 2.0], [3.0, -4.0]])),
        [Array([0.1, 2.0]), Array([3.0, -4.0])],
        Array([Array([0.1, 2.0]), [3, -4]], kind="O"),
        [Column(Array([0.1, 2.0])), [3, -4]],
    ],
)
def test_an_array_is_read_as_its_list(rows):
    """The array has two dimensions, or rows are arrays.

    Each number stands for the decimal that it prints.
    """
    assert Dataset(rows, YS) == Dataset([["0.1", 2], [3, -4]], YS)


def test_a_float_of_four_bytes_stands_for_its_printed_decimal():
    """As a Python float it would have more digits: 0.1 would be 0.10000000149011612."""
    longer = [[0.10000000149011612, 2.0], [3.0, -4.0]]
    rows = [[Single("0.1"), Single("2.0")], [Single("3.0"), Single("-4.0")]]
    expected = Dataset([["0.1", 2], [3, -4]], YS)
    assert Dataset(Array(rows, itemsize=4, plain=longer), YS) == expected
    single_arrays = [Array(row, itemsize=4, plain=plain) for row, plain in zip(rows, longer)]
    assert Dataset(single_arrays, YS) == expected
    h = Hypothesis([0, 10, 0])
    assert h.score(single_arrays[0]) == 1


@pytest.mark.parametrize(
    "labels",
    [
        Array([0, 1], kind="i"),
        Column(Array(["0", "1"], kind="O")),
        Array([[0], [1]], kind="i"),
        [[0], (1,)],
        [Array([0], kind="i"), [1]],
        Frame({"ok": Array([0.0, 1.0])}),
        {"ok": [0, 1]},
    ],
)
def test_labels_are_a_column(labels):
    """Labels may have one dimension, be N rows of one entry, or be a frame of one column."""
    D = Dataset([[1], [2]], labels)
    assert (D.ys, D.labels) == ((-1, 1), ("0", "1"))
    assert D.label_name == ("ok" if isinstance(labels, (dict, Frame)) else None)


def test_true_and_false_of_an_array_are_labels():
    """NumPy's True and False are not Python's, in an array and in a list."""

    class Truth:
        dtype = Array([], kind="b").dtype

        def __init__(self, value):
            self.value = value

        def __bool__(self):
            return self.value

    for labels in ([Truth(False), Truth(True)], Array([False, True], kind="b")):
        D = Dataset([[1], [2]], labels)
        assert (D.ys, D.labels) == ((-1, 1), ("False", "True"))


UNREADABLE_DTYPE = "…numbers, or labels as text. Write each"
TWO_COLUMNS_END = "and 2 columns; expected one column, with one label for each row"
ROWS = [[1], [2]]


@pytest.mark.parametrize(
    ("rows", "labels", "parts"),
    [
        (Array([1, 2], kind="i"), YS, "rows: …an Array of shape (2,)…X.reshape(-1, 1)"),
        (Column(Array([1, 2])), YS, "rows: …a Column…df[[name]]"),
        (Array([[[1]], [[2]]], shape=(2, 1, 1)), YS, "rows: …shape (2, 1, 1)…reshape(len(X), -1)"),
        (Array(5, shape=()), YS, "rows: …5…a list"),
        (Array(5, shape=(), itemsize=4), YS, "rows: …5…a list"),
        (Array([[1], [2]], kind="M"), YS, f"rows: …array with the dtype M8{UNREADABLE_DTYPE}"),
        (Array([[1, 2], [3, float("nan")]]), YS, "example 1, feature x2: …'nan'…a finite"),
        (Array([[1], [None]], kind="O"), YS, "example 1, feature x1: …None…a number"),
        (ROWS, Array([[1, -1]]), f"labels: found an Array of 1 row {TWO_COLUMNS_END}"),
        (
            ROWS,
            Array([1, -1], kind="c"),
            "labels: …array with the dtype c8…numbers, or labels as text. Write a complex",
        ),
        (
            ROWS,
            Array([1, -1], kind="S"),
            "labels: …array with the dtype S8…Use .astype(str) to turn bytes",
        ),
        (ROWS, Array(1, shape=()), "labels: …1…a list"),
        (Frame({"a": Array([1, 2])}, labels=["a", "a"]), YS, "columns: …'a' more than once"),
        (
            Frame({("a", "b"): Array([1, 2])}),
            YS,
            "names: …('a', 'b')…a non-empty string …'_'.join…df.columns",
        ),
        (
            Frame({"when": Array([1, 2], kind="M")}),
            YS,
            f"column 'when': …array with the dtype M8{UNREADABLE_DTYPE}",
        ),
        (Frame({"age": Array([1.0, float("nan")])}), YS, "example 1, feature age: …'nan'…a finite"),
        (Frame({}), YS, "…no feature…at least one"),
    ],
)
def test_bad_rows_and_labels_are_refused(rows, labels, parts):
    """The message says where the fault is, what was found, and what was expected or what to do."""
    check_parts(parts, refusal(rows, labels))


def test_a_column_without_an_array_is_read_by_its_list():
    """An exception of the library does no harm; Ctrl-C and a lack of memory are passed on."""
    assert Dataset({"a": OnlyList([2**70, 1])}, YS).xs == ((1, 2**70), (1, 1))
    for error in (KeyboardInterrupt, MemoryError):
        with pytest.raises(error):
            Dataset({"a": OnlyList([1, 2], error)}, YS)


# Frames


def frame(**columns):
    """Return a frame with these columns."""
    return Frame({name: Array(entries) for name, entries in columns.items()})


def test_a_frame_has_names():
    """Its columns name the features, unless the caller gives names.

    The column of labels names the labels.
    """
    D = Dataset(frame(age=[1.5, 2.0], pay=[3.0, 4.0]), Column(Array(YS), name="ok"))
    assert D == Dataset([[1.5, 3], [2, 4]], YS)
    assert (D.names, D.label_name) == (("age", "pay"), "ok")
    assert Dataset(frame(age=[1.5, 2.0]), YS, names=["years"]).names == ("years",)


def test_numbers_and_empty_texts_are_no_names_of_label_columns():
    """Columns that are numbered 0, 1, ... have no names.

    Columns with any other numbers have these as names.
    """
    for name in (None, "", 7):
        assert Dataset([[1], [2]], Column(Array(YS), name=name)).label_name is None
    columns = [Array([1.0, 2.0]), Array([3.0, 4.0])]
    for labels, names in (((0, 1), ("x1", "x2")), ((1, 0), ("1", "0")), ((19, 20), ("19", "20"))):
        assert Dataset(Frame(dict(zip(labels, columns))), YS).names == names


def test_every_column_keeps_its_own_type():
    """An int that no float can hold stays exact beside a column of floats."""
    mixed = Frame({"a": Array([2**53 + 1, 1], kind="i"), "b": Array([0.5, 1.0])})
    assert Dataset(mixed, YS).xs[0] == (1, 2**53 + 1, Fraction(1, 2))


def test_fields_are_columns_and_names_on_two_levels_need_others():
    """The fields of an array are columns with names.

    Columns with names on two levels need other names.
    """
    D = Dataset(Fields(age=Array([1.5, 2.0]), pay=Array([3, 4], kind="i")), YS)
    assert (D.names, D.xs[0]) == (("age", "pay"), (1, Fraction(3, 2), 3))
    assert Dataset(Frame({("a", "b"): Array([1, 2])}), YS, names=["ab"]).names == ("ab",)


def test_coordinates_of_the_second_dimension_are_feature_names():
    """An xarray array may have such coordinates; without them its columns have only numbers."""
    columns = {"age": Array([1.5, 2.0]), "pay": Array([3.0, 4.0])}
    for is_labelled, names in ((True, ("age", "pay")), (False, ("x1", "x2"))):
        D = Dataset(Labelled(columns, is_labelled), YS)
        assert (D.names, D.xs[0]) == (names, (1, Fraction(3, 2), 3))
    h = Hypothesis([0, 1, 10], names=["age", "pay"])
    assert h.score(LabelledRow(pay=3.0, age=1.5)) == Fraction(63, 2)


# Sparse matrices

NONZEROS = Array([0.5, 3.0]), Array([8, 2], kind="i"), Array([0, 2, 2], kind="i")


def test_a_sparse_matrix_stays_sparse():
    """Its rows equal those of the dense matrix. They are stored as nonzeros if these are few."""
    D = Dataset(Sparse((2, 9), *NONZEROS), YS)
    assert D == Dataset([[0, 0, 3, 0, 0, 0, 0, 0, 0.5], [0] * 9], YS)
    assert [x.indices for x in D.sparse_xs] == [(0, 3, 9), (0,)]
    assert Dataset(Sparse((2, 9), *NONZEROS), YS, x0=0).sparse_xs[1].indices == ()
    arrays = Array([1] * 4), Array([0] * 4), Array([0, 1, 2, 3, 4])
    assert Dataset(Sparse((4, 8), *arrays), [1] * 4).sparse_xs is not None  # 8 of 36 numbers
    assert Dataset(Sparse((4, 7), *arrays), [1] * 4).sparse_xs is None  # a quarter of 32
    matrix = Sparse((1, 2), Array([7, 0]), Array([0, 1]), Array([0, 2]))
    assert Dataset(matrix, [1], names=["a", "b"]).scaled_xs == ((1, 7, 0),)


AT_MOST = "expected rows and columns, with at most 1,000,000 columns"


@pytest.mark.parametrize(
    ("shape", "values", "indices", "ends", "message"),
    [
        (
            (2, 9),
            [1, 2],
            [4, 4],
            [0, 0, 2],
            "example 1, feature x5: found two entries; exp",
        ),
        ((2, 9), [1, float("inf")], [4, 5], [0, 1, 2], "example 1, feature x6: found 'inf'; exp"),
        ((9,), [1], [4], [0, 1], f"rows: found a sparse matrix of shape (9,); {AT_MOST}"),
        ((1, 1_000_001), [1], [4], [0, 1], "rows: found a sparse matrix of shape (1, 1000001); "),
        ((1, 9), [1], [4], [0, 1], "found 1 row and 2 labels; expected one label for each row"),
    ],
)
def test_bad_sparse_matrices_are_refused(shape, values, indices, ends, message):
    """The message says where the fault is: in an example's feature, in the shape, or in a count."""
    matrix = Sparse(shape, Array(values), Array(indices), Array(ends))
    assert refusal(matrix, YS).startswith(message)


def test_the_result_of_a_query_is_a_frame():
    """Its columns have names, even without rows; a statement without a result has none."""
    connect = pytest.importorskip("sqlite3").connect
    with closing(connect(":memory:")) as database:
        D = Dataset(database.execute("SELECT 0.1 AS a, 2 AS b UNION ALL SELECT 3, -4"), YS)
        assert (D, D.names) == (Dataset([["0.1", 2], [3, -4]], YS), ("a", "b"))
        no_rows = "SELECT 1 AS a, 2 AS b WHERE 0"
        assert refusal(database.execute(no_rows), YS).startswith("found 0 rows and 2 labels; ")
        no_result = refusal(database.execute("CREATE TABLE t (a)"), YS)
        assert (
            no_result == "rows: found a cursor without rows; expected the result of a SELECT query"
        )


def test_a_frame_is_no_sequence():
    """Iteration would yield the names of its columns, which may be numbers."""
    two = Frame({0: Array([1]), 1: Array([2])})
    with pytest.raises(DataError, match="^w: found .*; expected a list of numbers$"):
        Hypothesis(two)
    message = "labels: found a Frame of 2 columns; expected one column, with one label for each row"
    assert refusal([[1], [2]], two) == message


# The libraries themselves, if they are installed


@pytest.fixture
def np():
    return pytest.importorskip("numpy", reason="NumPy is not installed")


@pytest.fixture
def pd():
    return pytest.importorskip("pandas", reason="pandas is not installed")


def test_numpy_is_read(np):
    """Arrays may have ints, floats of 2, 4, 8 and more bytes, True and False, or objects."""
    expected = Dataset([["0.1", 2], [3, -4]], YS)
    for kind in ("f2", "f4", "f8", "O"):
        assert Dataset(np.array([[0.1, 2], [3, -4]], dtype=kind), np.array(YS)) == expected
    long = np.array([["0.1", "2"], ["3", "-4"]], dtype=str).astype(np.longdouble)
    assert Dataset(long, YS) == expected
    assert Dataset(np.array([[2**63]], dtype="u8"), [1]).xs == ((1, 2**63),)
    assert Dataset(np.array([[True], [False]]), np.array([0.0, 1.0])).xs == ((1, 1), (1, 0))
    huge = np.array([[2**70, Fraction(1, 3)]], dtype=object)
    assert Dataset(huge, [1]).xs == ((1, 2**70, Fraction(1, 3)),)
    fields = np.array([(1, 0.1)], dtype=[("a", "i4"), ("b", "f4")])
    assert Dataset(fields, [1]).xs == ((1, 1, Fraction(1, 10)),)


def test_numpys_scalars_are_labels(np):
    """Its ints, texts and booleans are labels in a list, and as `positive`."""
    rows = [[1], [2]]
    assert Dataset(rows, [np.int64(0), np.int8(1)]).labels == ("0", "1")
    assert Dataset(rows, [np.True_, np.False_]).ys == (1, -1)
    D = Dataset(rows, [np.str_("no"), "yes"], positive=np.str_("no"))
    assert (D.ys, D.labels) == ((1, -1), ("yes", "no"))
    assert type(D.labels[1]) is str
    assert Dataset(rows, np.array([0.1, 2], dtype="f4"), positive=np.float32(0.1)).ys == (1, -1)


def test_numpy_arrays_of_other_things_than_numbers_are_refused(np):
    """Examples are masked entries, dates, complex numbers, bytes, and arrays of one dimension."""
    masked = np.ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])
    assert refusal(masked, YS).startswith("example 0, feature x2: found None; expected a number")
    assert refusal(masked.astype("f4"), YS).startswith("example 0, feature x2: found masked")
    for kind in ("M8[ns]", "m8[s]", "c16", "S1"):
        assert "expected numbers" in refusal(np.array([[1], [2]]).astype(kind), YS)
    assert refusal(np.array(5), YS) == "rows: found array(5); expected a list or an array"
    assert "shape (2,); expected rows and columns" in refusal(np.array([1, 2]), YS)


def test_pandas_is_read(pd):
    """Frames have names, extension types and categories. Any single index is ignored."""
    df = pd.DataFrame(
        {
            "n": pd.array([2**60 + 1, 2], dtype="Int64"),
            "f": pd.array([0.1, 0.2], dtype="Float32"),
            "b": [True, False],
            "ok": ["no", "yes"],
        },
        index=[7, 3],
    )
    for labels in (df["ok"], df["ok"].astype("category"), df["ok"].astype("string")):
        D = Dataset(df[["n", "f", "b"]], labels, positive="yes")
        assert D.xs == ((1, 2**60 + 1, Fraction(1, 10), 1), (1, 2, Fraction(1, 5), 0))
        assert (D.names, D.ys, D.label_name) == (("n", "f", "b"), (-1, 1), "ok")
    assert Dataset(pd.DataFrame([[1, 2], [3, 4]]), pd.Series(YS)).names == ("x1", "x2")
    assert Hypothesis([0, 10]).score(pd.Series([0.1], dtype="float32")) == 1


def test_missing_values_of_pandas_are_refused_with_their_place(pd):
    """A missing cell is no number, and a missing label is no text, in each of pandas' types."""
    for kind in ("Int64", "boolean", "Float32", "float", "object"):
        rows = pd.DataFrame({"age": pd.Series([1, None], dtype=kind)})
        assert refusal(rows, YS).startswith("example 1, feature age: found ")
    for kind, label in (("category", "a"), ("string", "a"), ("object", "a"), ("Int64", 1)):
        labels = pd.Series([label, None], dtype=kind)
        message = refusal([[1], [2]], labels, positive=str(label))
        assert message.startswith("example 1: found the label ")


@pytest.mark.parametrize("order", [[7, 3, 5], [5, 7, 3]])
def test_an_index_in_another_order_is_refused(pd, order):
    """Positions and names of the rows contradict each other, and the error says how to pass the
    data. Indexes without common names, as after a renumbered split, and repeated ones are no
    contradiction.
    """
    df = pd.DataFrame({"a": [1, 2, 3], "y": [0, 0, 1]}, index=[7, 5, 3])
    moved = df["y"].loc[order]
    assert "y.loc[X.index]" in refusal(df[["a"]], moved)
    assert Dataset(df[["a"]], moved.loc[df.index]).ys == (-1, -1, 1)
    by_position = tuple(2 * y - 1 for y in moved)
    assert Dataset(df[["a"]], moved.to_numpy()).ys == by_position
    assert Dataset(df[["a"]], moved.reset_index(drop=True)).ys == by_position
    twice = [7, 7, 3]
    assert Dataset(df[["a"]].set_axis(twice), moved.set_axis([3, 7, 7])).ys == by_position


def test_the_error_on_too_many_labels_says_how_to_select_them(pd):
    """Rows were dropped from the features, for example by dropna, but not from the labels."""
    df = pd.DataFrame({"a": [1, None, 3], "y": [0, 0, 1]})
    X = df[["a"]].dropna()
    assert refusal(X, df["y"]).endswith("y.loc[X.index] to select the labels of these rows")
    assert Dataset(X, df["y"].loc[X.index]).ys == (-1, 1)
    assert refusal(X.set_axis([7, 8]), df["y"]).endswith("expected one label for each row")


def test_numbered_columns_are_found_by_their_numbers(pd):
    """A frame may have them in another order, in `Dataset` or in `predict`."""
    X = pd.DataFrame([[3, 0], [0, 3], [5, 1], [1, 5]])
    for learned in (X, X[[1, 0]], X.to_numpy()):
        h = pla(Dataset(learned, [1, 0, 1, 0])).hypothesis
        for table in (X, X[[1, 0]]):
            assert h.predict(table) == [1, -1, 1, -1]
            assert [h(row) for _, row in table.iterrows()] == [1, -1, 1, -1]


def test_labels_with_similar_spellings_get_a_warning(pd):
    """Labels in files get the same warning."""
    with pytest.warns(DataWarning, match="the label 'Yes' means -1; only 'yes' means \\+1"):
        D = Dataset([[1], [2], [3]], pd.Series(["yes", "Yes", "no"]), positive="yes")
    assert D.ys == (1, -1, -1)


def test_the_error_on_a_missing_label_says_what_to_do(pd):
    """So does the error on a missing number in a polars frame."""
    message = refusal([[1], [2]], pd.Series([1.0, None]))
    assert message.endswith("Leave out the rows whose label is missing")
    pl = pytest.importorskip("polars", reason="polars is not installed")
    message = refusal(pl.DataFrame({"a": [1, None]}), YS)
    assert message.endswith("df.drop_nulls(subset=['a']) to leave out the rows with missing values")


def test_two_levels_of_names_are_joined_as_the_error_says(pd):
    """groupby and agg make names with two levels."""
    df = pd.DataFrame({"g": [1, 1, 2], "a": [1, 2, 4]}).groupby("g").agg({"a": ["mean", "max"]})
    assert "'_'.join(map(str, name)) for name in df.columns" in refusal(df, YS)
    df.columns = ["_".join(map(str, name)) for name in df.columns]
    assert Dataset(df, YS).names == ("a_mean", "a_max")


def test_scipys_matrices_are_read():
    """Each of SciPy's sparse formats gives the same set."""
    sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    dense = [[0] * 8 + [0.5], [0, 3] + [0] * 7]
    for form in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix, sparse.lil_matrix):
        D = Dataset(form(dense), YS)
        assert D == Dataset(dense, YS) and D.sparse_xs is not None


def test_scikit_learns_sets_are_read():
    """A frame has the names of the features, and an array of words gives the classes."""
    datasets = pytest.importorskip("sklearn.datasets", reason="scikit-learn is not installed")
    cancer = datasets.load_breast_cancer(as_frame=True)
    D = Dataset(cancer.data, cancer.target_names[cancer.target], positive="benign")
    assert (D.N, D.d, D.labels) == (569, 30, ("malignant", "benign"))
    assert (D.names[0], sum(D.ys)) == ("mean radius", 145)
    assert sum(Dataset(*datasets.load_iris(return_X_y=True), positive=0).ys) == -50


def test_polars_is_read():
    """Frames have names; columns are labels."""
    pl = pytest.importorskip("polars", reason="polars is not installed")
    df = pl.DataFrame({"a": [1, 2], "b": [0.5, 1.0], "ok": ["no", "yes"]})
    D = Dataset(df[["a", "b"]], df["ok"], positive="yes")
    assert (D.names, D.ys, D.label_name) == (("a", "b"), (-1, 1), "ok")
    assert D.xs[0] == (1, 1, Fraction(1, 2))


# The labels among the features


@pytest.mark.parametrize(
    ("labels", "columns"),
    [
        ("y", {"a": [1, 1], "y": [0, 1]}),
        ("y", {"a": [1, 1], "y": [1, 0]}),  # the name decides, even if the values differ
        (("y", "z"), {("y", "z"): [0, 1]}),
        (1, {0: [1, 1], 1: [0, 1]}),  # a number is a name only if the values agree
    ],
)
def test_the_column_of_the_labels_is_no_feature(labels, columns):
    """A feature with the name of the labels is an error, because a run would learn y from y."""
    rows = Frame({name: Array(entries) for name, entries in columns.items()})
    message = refusal(rows, Column(Array([0, 1]), name=labels))
    assert message.startswith(f"column {labels!r}: found the labels among the features; ")
    assert f".drop(columns={labels!r}) to leave out the column" in message


def test_a_numbered_column_with_other_values_is_a_feature():
    """A number is a name of the labels only if the values agree, because every frame has a 0."""
    rows = Frame({0: Array([1, 1]), 1: Array([0, 1])})
    assert Dataset(rows, Column(Array([1, 0]), name=1)).d == 2
    assert Dataset(rows, Column(Array([0, 1]), name=7)).d == 2
    assert Dataset(rows, Column(Array([0, 1]), name=None)).d == 2


def test_a_feature_equal_to_the_labels_gets_a_warning():
    """An array may still contain the labels, in other spellings or with other signs."""
    rows = [[n * n % 7, 3 - n % 2] for n in range(10)]
    ys = [1, -1] * 5
    with pytest.warns(
        DataWarning, match="^feature x2 has one value in all examples with label .1 and"
    ):
        Dataset(Array(rows), ys)
    for few, labels in ((rows[:9], ys[:9]), (rows, [1] * 10), (rows, [-1] + ys[1:])):
        # few rows, where equality may be chance; one class; one example that differs
        Dataset(Array(few), labels)
    Dataset(rows, ys)  # Python's own rows are made on purpose


@pytest.mark.parametrize(
    ("columns", "parts"),
    [
        (
            {"a": [1, 2], "b": ["x", "y"]},
            "…b: found 'x'…. Use .drop(columns='b') to leave out",
        ),
        (
            {"b": ["x", "y"], "a": [1, 2], "c": [None, 1], "d": [{}, {}]},
            "…b: found 'x'….drop(columns=['b', 'd']) to leave out the columns",
        ),
        (
            {"a": [1, float("nan")], "c": [1, None]},
            "example 1, feature a…'nan'…df.dropna(subset=['a', 'c']) to leave out the rows",
        ),
        ({"a": [1, "1,5"]}, "example 1, feature a…'1,5'…with a decimal point"),
    ],
)
def test_all_columns_without_numbers_are_named(columns, parts):
    """The error names the columns to leave out, or the rows with missing values, and the call."""
    rows = Frame({name: Array(entries, kind="O") for name, entries in columns.items()})
    check_parts(parts, refusal(rows, YS))


def test_the_error_on_a_source_of_tables_says_how_to_read_it():
    """The sources are an open file, a worksheet, and the name of a file."""

    class Sheet:
        values = columns = property(lambda self: [[1], [2]])

        def __getitem__(self, key):
            return key

    class File:
        def read(self):
            return [[1], [2]]

    assert refusal(Sheet(), YS).endswith("expected a list of rows, or a table. Try its .values")
    assert refusal(File(), YS).endswith("Try its .read()")
    assert refusal(__file__, YS).endswith(f"Use read({__file__!r}) to read this file")
    for values in ({1}, b"12", "no file"):
        assert refusal(values, YS).endswith("; expected a list of rows, or a table")


def test_names_in_the_first_row_are_reported():
    """Rows of csv.reader begin with the header. A word elsewhere is no name."""
    rows = [["hours", "absences"], ["12", "0"]]
    assert refusal(rows, YS).endswith(
        ". Use Dataset(rows[1:], ..., names=rows[0]) if row 0 holds the names"
    )
    assert Dataset(rows[1:], [1], names=rows[0]).names == ("hours", "absences")
    for row_order in (rows[1:] + rows[:1], rows[:1], [["hours", "3"], ["12", "0"]], rows[:1] * 2):
        assert "names" not in refusal(row_order, YS)


def test_errors_of_a_foreign_value_are_ours_and_those_of_an_iterator_pass():
    """A generator is code of the caller, so its error passes with its traceback."""

    class Closed:
        def __iter__(self):
            raise OSError("closed")

    def rows():
        yield [1]
        raise OSError("of the user")

    for value in (Closed(), [Closed()]):
        assert "cannot be read (OSError: closed)" in refusal(value, YS)
    with pytest.raises(OSError, match="of the user"):
        Dataset(rows(), YS)


def test_the_error_of_a_column_that_cannot_be_read_describes_the_frame():
    """The key alone, "column 'a': found 'a'", says nothing new."""

    class Frame:
        columns = ("a",)
        shape = (2, 1)

        def __getitem__(self, key):
            raise OSError("closed")

    message = "column 'a': found a Frame of shape (2, 1), which cannot be read (OSError: closed)"
    assert refusal(Frame(), YS).startswith(message)
    assert message_of(Dataset, [[1], [2]], Frame()).startswith(message)


def test_a_buffer_of_two_dimensions_is_read_by_its_list():
    """Python cannot iterate over such a memoryview."""
    rows = memoryview(bytes(range(4))).cast("B", (2, 2))
    assert Dataset(rows, YS).xs == ((1, 0, 1), (1, 2, 3))


@pytest.mark.parametrize("rows", [range(10**30), ip_network("2001:db8::/32"), "x" * 10, repeat(1)])
def test_an_iterable_without_rows_is_refused_before_its_end(rows, monkeypatch):
    """The first entry decides. An iterable that may be endless is read up to a limit."""
    monkeypatch.setattr(sequences, "_MAX_ENTRIES", 1000)
    with pytest.raises(DataError, match="expected a (row|list)"):
        Dataset(rows, [1])
    with pytest.raises(DataError, match="found"):
        Dataset([rows], [1])


@pytest.mark.parametrize(
    ("name", "ids", "warned"),
    [
        ("id", range(100, 112), True),
        ("StudentID", range(12), True),
        ("\u5e8f\u865f", range(12), True),
        ("Kundennr", range(12), True),
        ("row no.", range(12), True),
        ("valid", range(12), False),
        ("id", [0, *range(11)], False),
        ("id", ["0.5", *range(11)], False),
    ],
)
def test_a_column_that_may_number_the_examples_gets_a_warning(name, ids, warned):
    """Its name suggests an ID, and its ints are all different. Rows to predict get no warning."""
    frame = Frame({name: Array([*ids]), "a": Array([n % 3 for n in range(12)])})
    ys = [1, -1] * 6
    if warned:
        with pytest.warns(
            DataWarning, match=f"^feature {re.escape(name)} has a different int in each"
        ):
            data = Dataset(frame, ys)
    else:
        data = Dataset(frame, ys)
    Hypothesis([1, 2, 3], names=data.names).predict(frame)
