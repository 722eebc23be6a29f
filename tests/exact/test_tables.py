"""Tables of other libraries are recognized by their attributes.

The tables are those of NumPy, pandas, polars, SciPy, scikit-learn, xarray and sqlite3. Most tests
use fakes, because the libraries are not installed everywhere.
"""

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
ROWS = [[1], [2]]


def refusal_message(*arguments, **options):
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
    """The rows are an array of two dimensions, an object with `__array__`, an array of rows, or a
    list of arrays or columns.

    A float stands for the decimal that it prints.
    """
    assert Dataset(rows, YS) == Dataset([["0.1", 2], [3, -4]], YS)


def test_a_float_of_four_bytes_stands_for_its_printed_decimal():
    """Converted to a Python float, it would have more digits: 0.1 would be 0.10000000149011612."""
    as_doubles = [[0.10000000149011612, 2.0], [3.0, -4.0]]
    rows = [[Single("0.1"), Single("2.0")], [Single("3.0"), Single("-4.0")]]
    expected = Dataset([["0.1", 2], [3, -4]], YS)
    assert Dataset(Array(rows, itemsize=4, list_entries=as_doubles), YS) == expected
    single_arrays = [
        Array(row, itemsize=4, list_entries=entries) for row, entries in zip(rows, as_doubles)
    ]
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
    """Labels may be one array or column, N rows of one entry, or a frame or dict of one column."""
    D = Dataset(ROWS, labels)
    assert (D.ys, D.labels) == ((-1, 1), ("0", "1"))
    assert D.label_name == ("ok" if isinstance(labels, (dict, Frame)) else None)


def test_booleans_of_a_foreign_type_are_labels():
    """NumPy's booleans are not Python's; they become the labels False and True."""

    class Truth:
        dtype = Array([], kind="b").dtype

        def __init__(self, value):
            self.value = value

        def __bool__(self):
            return self.value

    for labels in ([Truth(False), Truth(True)], Array([False, True], kind="b")):
        D = Dataset(ROWS, labels)
        assert (D.ys, D.labels) == ((-1, 1), ("False", "True"))


DTYPE_MESSAGE_END = "…numbers, or labels as text. Write each"
TWO_COLUMNS_END = "and 2 columns; expected one column, with one label for each row"


@pytest.mark.parametrize(
    ("rows", "labels", "parts"),
    [
        (Array([1, 2], kind="i"), YS, "rows: …an Array of shape (2,)…X.reshape(-1, 1)"),
        (Column(Array([1, 2])), YS, "rows: …a Column…df[[name]]"),
        (Array([[[1]], [[2]]], shape=(2, 1, 1)), YS, "rows: …shape (2, 1, 1)…reshape(len(X), -1)"),
        (Array(5, shape=()), YS, "rows: …5…a list"),
        (Array(5, shape=(), itemsize=4), YS, "rows: …5…a list"),
        (Array([[1], [2]], kind="M"), YS, f"rows: …array with the dtype M8{DTYPE_MESSAGE_END}"),
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
            f"column 'when': …array with the dtype M8{DTYPE_MESSAGE_END}",
        ),
        (Frame({"age": Array([1.0, float("nan")])}), YS, "example 1, feature age: …'nan'…a finite"),
        (Frame({}), YS, "rows: found no column; expected at least one"),
        ({0: [1, 2]}, YS, "rows: …a dict with the key 0; …strings as keys…[*d.values()]"),
        (ROWS, {0: 1, 1: -1}, "labels: …a dict with the key 0; …a list of labels…[*d.values()]"),
    ],
)
def test_bad_rows_and_labels_are_refused(rows, labels, parts):
    """The message says where the fault is, what was found, and what was expected or what to do."""
    check_parts(parts, refusal_message(rows, labels))


def test_a_column_that_cannot_become_an_array_is_read_as_a_list():
    """An exception of the library is caught, but not a KeyboardInterrupt or a MemoryError."""
    assert Dataset({"a": OnlyList([2**70, 1])}, YS).xs == ((1, 2**70), (1, 1))
    for error in (KeyboardInterrupt, MemoryError):
        with pytest.raises(error):
            Dataset({"a": OnlyList([1, 2], error)}, YS)


# Frames


def frame(**columns):
    """Return a frame with these columns."""
    return Frame({name: Array(entries) for name, entries in columns.items()})


def test_names_of_columns_become_names_of_features_and_labels():
    """The names of a frame's columns name the features, unless the caller gives others.

    The name of the label column becomes `label_name`.
    """
    D = Dataset(frame(age=[1.5, 2.0], pay=[3.0, 4.0]), Column(Array(YS), name="ok"))
    assert D == Dataset([[1.5, 3], [2, 4]], YS)
    assert (D.names, D.label_name) == (("age", "pay"), "ok")
    assert Dataset(frame(age=[1.5, 2.0]), YS, names=["years"]).names == ("years",)


@pytest.mark.parametrize("name", [None, "", 7])
def test_a_number_or_an_empty_text_does_not_name_the_labels(name):
    """`label_name` is None if the label column has a number, an empty text or no name."""
    assert Dataset(ROWS, Column(Array(YS), name=name)).label_name is None


@pytest.mark.parametrize(
    ("keys", "names"), [((0, 1), ("x1", "x2")), ((1, 0), ("1", "0")), ((19, 20), ("19", "20"))]
)
def test_columns_numbered_from_0_are_named_x1_x2(keys, names):
    """Columns with the numbers 0, 1, ... in this order have no names; other numbers are names."""
    columns = [Array([1.0, 2.0]), Array([3.0, 4.0])]
    assert Dataset(Frame(dict(zip(keys, columns))), YS).names == names


def test_every_column_keeps_its_own_type():
    """An int that no float can hold stays exact beside a column of floats."""
    mixed = Frame({"a": Array([2**53 + 1, 1], kind="i"), "b": Array([0.5, 1.0])})
    assert Dataset(mixed, YS).xs[0] == (1, 2**53 + 1, Fraction(1, 2))


def test_fields_of_a_structured_array_are_columns():
    """The names of the fields name the features."""
    D = Dataset(Fields(age=Array([1.5, 2.0]), pay=Array([3, 4], kind="i")), YS)
    assert (D.names, D.xs[0]) == (("age", "pay"), (1, Fraction(3, 2), 3))


def test_names_given_by_the_caller_replace_names_on_two_levels():
    """Without `names`, a column with the name ("a", "b") is an error."""
    assert Dataset(Frame({("a", "b"): Array([1, 2])}), YS, names=["ab"]).names == ("ab",)


def test_coordinates_of_the_second_dimension_are_feature_names():
    """An xarray array may have such coordinates; without them the features are x1, x2, ..."""
    columns = {"age": Array([1.5, 2.0]), "pay": Array([3.0, 4.0])}
    for is_labelled, names in ((True, ("age", "pay")), (False, ("x1", "x2"))):
        D = Dataset(Labelled(columns, is_labelled), YS)
        assert (D.names, D.xs[0]) == (names, (1, Fraction(3, 2), 3))
    h = Hypothesis([0, 1, 10], names=["age", "pay"])
    assert h.score(LabelledRow(pay=3.0, age=1.5)) == Fraction(63, 2)


# Sparse matrices

NONZEROS = Array([0.5, 3.0]), Array([8, 2], kind="i"), Array([0, 2, 2], kind="i")


def test_a_sparse_matrix_is_stored_sparse_if_few_numbers_are_nonzero():
    """The set equals the set of the dense matrix.

    Few means fewer than a quarter of the numbers, x_0 included.
    """
    D = Dataset(Sparse((2, 9), *NONZEROS), YS)
    assert D == Dataset([[0, 0, 3, 0, 0, 0, 0, 0, 0.5], [0] * 9], YS)
    assert [x.indices for x in D.sparse_xs] == [(0, 3, 9), (0,)]
    assert Dataset(Sparse((2, 9), *NONZEROS), YS, x0=0).sparse_xs[1].indices == ()
    arrays = Array([1] * 4), Array([0] * 4), Array([0, 1, 2, 3, 4])
    assert Dataset(Sparse((4, 8), *arrays), [1] * 4).sparse_xs is not None  # 8 of 36 numbers
    assert Dataset(Sparse((4, 7), *arrays), [1] * 4).sparse_xs is None  # a quarter of 32
    matrix = Sparse((1, 2), Array([7, 0]), Array([0, 1]), Array([0, 2]))
    assert Dataset(matrix, [1], names=["a", "b"]).scaled_xs == ((1, 7, 0),)


EXPECTED_SHAPE = "expected rows and columns, with at most 1,000,000 columns"


@pytest.mark.parametrize(
    ("shape", "data", "indices", "indptr", "message"),
    [
        (
            (2, 9),
            [1, 2],
            [4, 4],
            [0, 0, 2],
            "example 1, feature x5: found two entries; exp",
        ),
        ((2, 9), [1, float("inf")], [4, 5], [0, 1, 2], "example 1, feature x6: found 'inf'; exp"),
        ((9,), [1], [4], [0, 1], f"rows: found a sparse matrix of shape (9,); {EXPECTED_SHAPE}"),
        ((1, 1_000_001), [1], [4], [0, 1], "rows: found a sparse matrix of shape (1, 1000001); "),
        ((1, 9), [1], [4], [0, 1], "found 1 row and 2 labels; expected one label for each row"),
    ],
)
def test_bad_sparse_matrices_are_refused(shape, data, indices, indptr, message):
    """The message says where the fault is: in an example's feature, in the shape, or in a count."""
    matrix = Sparse(shape, Array(data), Array(indices), Array(indptr))
    assert refusal_message(matrix, YS).startswith(message)


def test_the_result_of_a_query_is_a_frame():
    """The columns of a SELECT name the features. A query that finds no row has 0 rows, and a
    statement without a result is refused.
    """
    connect = pytest.importorskip("sqlite3").connect
    with closing(connect(":memory:")) as database:
        D = Dataset(database.execute("SELECT 0.1 AS a, 2 AS b UNION ALL SELECT 3, -4"), YS)
        assert (D, D.names) == (Dataset([["0.1", 2], [3, -4]], YS), ("a", "b"))
        query = "SELECT 1 AS a, 2 AS b WHERE 0"
        assert refusal_message(database.execute(query), YS).startswith(
            "found 0 rows and 2 labels; "
        )
        message = refusal_message(database.execute("CREATE TABLE t (a)"), YS)
        assert message == (
            "rows: found a cursor without rows; expected the result of a SELECT query"
        )


def test_a_frame_is_not_read_as_a_sequence():
    """Iteration would yield the names of its columns, which may be numbers; the error is a
    DataError.
    """
    two_columns = Frame({0: Array([1]), 1: Array([2])})
    with pytest.raises(DataError, match="^w: found .*; expected a list of numbers$"):
        Hypothesis(two_columns)
    message = "labels: found a Frame of 2 columns; expected one column, with one label for each row"
    assert refusal_message(ROWS, two_columns) == message


# The libraries themselves, if they are installed


@pytest.fixture
def np():
    return pytest.importorskip("numpy", reason="NumPy is not installed")


@pytest.fixture
def pd():
    return pytest.importorskip("pandas", reason="pandas is not installed")


def test_numpy_arrays_of_every_kind_of_number_are_read(np):
    """Arrays may have ints, floats of 2, 4, 8 or more bytes, booleans, objects, or fields."""
    expected = Dataset([["0.1", 2], [3, -4]], YS)
    for dtype in ("f2", "f4", "f8", "O"):
        assert Dataset(np.array([[0.1, 2], [3, -4]], dtype=dtype), np.array(YS)) == expected
    long_doubles = np.array([["0.1", "2"], ["3", "-4"]], dtype=str).astype(np.longdouble)
    assert Dataset(long_doubles, YS) == expected
    assert Dataset(np.array([[2**63]], dtype="u8"), [1]).xs == ((1, 2**63),)
    assert Dataset(np.array([[True], [False]]), np.array([0.0, 1.0])).xs == ((1, 1), (1, 0))
    huge = np.array([[2**70, Fraction(1, 3)]], dtype=object)
    assert Dataset(huge, [1]).xs == ((1, 2**70, Fraction(1, 3)),)
    fields = np.array([(1, 0.1)], dtype=[("a", "i4"), ("b", "f4")])
    assert Dataset(fields, [1]).xs == ((1, 1, Fraction(1, 10)),)


def test_numpys_scalars_are_labels(np):
    """NumPy's ints, texts and booleans may be labels in a list.

    Its texts and floats may be `positive`.
    """
    rows = [[1], [2]]
    assert Dataset(rows, [np.int64(0), np.int8(1)]).labels == ("0", "1")
    assert Dataset(rows, [np.True_, np.False_]).ys == (1, -1)
    D = Dataset(rows, [np.str_("no"), "yes"], positive=np.str_("no"))
    assert (D.ys, D.labels) == ((1, -1), ("yes", "no"))
    assert type(D.labels[1]) is str
    assert Dataset(rows, np.array([0.1, 2], dtype="f4"), positive=np.float32(0.1)).ys == (1, -1)


def test_numpy_arrays_without_rows_of_numbers_are_refused(np):
    """The entries are masked, dates, durations, complex numbers or bytes, or the array does not
    have two dimensions.
    """
    masked = np.ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])
    assert refusal_message(masked, YS).startswith(
        "example 0, feature x2: found None; expected a number"
    )
    assert refusal_message(masked.astype("f4"), YS).startswith(
        "example 0, feature x2: found masked"
    )
    for dtype in ("M8[ns]", "m8[s]", "c16", "S1"):
        assert "expected numbers" in refusal_message(np.array([[1], [2]]).astype(dtype), YS)
    assert refusal_message(np.array(5), YS) == "rows: found array(5); expected a list or an array"
    assert "shape (2,); expected rows and columns" in refusal_message(np.array([1, 2]), YS)


def test_pandas_frames_and_series_are_read(pd):
    """Frames have names, extension types and categories; an index of rows is not a feature."""
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
    """A missing cell or label is an error in each of these types of pandas."""
    for dtype in ("Int64", "boolean", "Float32", "float", "object"):
        rows = pd.DataFrame({"age": pd.Series([1, None], dtype=dtype)})
        assert refusal_message(rows, YS).startswith("example 1, feature age: found ")
    for dtype, label in (("category", "a"), ("string", "a"), ("object", "a"), ("Int64", 1)):
        labels = pd.Series([label, None], dtype=dtype)
        message = refusal_message(ROWS, labels, positive=str(label))
        assert message.startswith("example 1: found the label ")


@pytest.mark.parametrize("order", [[7, 3, 5], [5, 7, 3]])
def test_an_index_in_another_order_is_refused(pd, order):
    """The index of the labels has the values of the rows' index in another order.

    The error says how to select the labels by the index. Indexes with different values, as after
    a renumbered split, and indexes with repeated values are ignored.
    """
    df = pd.DataFrame({"a": [1, 2, 3], "y": [0, 0, 1]}, index=[7, 5, 3])
    reordered_labels = df["y"].loc[order]
    assert "y.loc[X.index]" in refusal_message(df[["a"]], reordered_labels)
    assert Dataset(df[["a"]], reordered_labels.loc[df.index]).ys == (-1, -1, 1)
    by_position = tuple(2 * y - 1 for y in reordered_labels)
    assert Dataset(df[["a"]], reordered_labels.to_numpy()).ys == by_position
    assert Dataset(df[["a"]], reordered_labels.reset_index(drop=True)).ys == by_position
    repeated_index = [7, 7, 3]
    assert (
        Dataset(df[["a"]].set_axis(repeated_index), reordered_labels.set_axis([3, 7, 7])).ys
        == by_position
    )


def test_the_error_on_too_many_labels_says_how_to_select_them(pd):
    """The error names the call if the index of the labels has all values of the features' index."""
    df = pd.DataFrame({"a": [1, None, 3], "y": [0, 0, 1]})
    X = df[["a"]].dropna()
    assert refusal_message(X, df["y"]).endswith(
        "To select the labels of these rows, use y.loc[X.index]"
    )
    assert Dataset(X, df["y"].loc[X.index]).ys == (-1, 1)
    assert refusal_message(X.set_axis([7, 8]), df["y"]).endswith("expected one label for each row")


def test_numbered_columns_are_found_by_their_numbers(pd):
    """A frame may have them in another order, in `Dataset` or in `predict`."""
    X = pd.DataFrame([[3, 0], [0, 3], [5, 1], [1, 5]])
    for learned in (X, X[[1, 0]], X.to_numpy()):
        h = pla(Dataset(learned, [1, 0, 1, 0])).hypothesis
        for table in (X, X[[1, 0]]):
            assert h.predict(table) == [1, -1, 1, -1]
            assert [h(row) for _, row in table.iterrows()] == [1, -1, 1, -1]


def test_labels_with_similar_spellings_get_a_warning(pd):
    """The labels "yes" and "Yes" differ, so one of them may be a misspelling."""
    with pytest.warns(DataWarning, match="^example 1: the label 'Yes' means -1; only 'yes' means"):
        D = Dataset([[1], [2], [3]], pd.Series(["yes", "Yes", "no"]), positive="yes")
    assert D.ys == (1, -1, -1)


def test_the_error_on_a_missing_value_says_what_to_do(pd):
    """The error says to leave out the rows; for a frame of polars it names the call."""
    message = refusal_message(ROWS, pd.Series([1.0, None]))
    assert message.endswith("Leave out the rows whose label is missing")
    pl = pytest.importorskip("polars", reason="polars is not installed")
    message = refusal_message(pl.DataFrame({"a": [1, None]}), YS)
    assert message.endswith("missing values, use df.drop_nulls(subset=['a'])")


def test_the_error_on_names_on_two_levels_shows_how_to_join_them(pd):
    """The shown expression makes names that are accepted. groupby and agg make two levels."""
    df = pd.DataFrame({"g": [1, 1, 2], "a": [1, 2, 4]}).groupby("g").agg({"a": ["mean", "max"]})
    assert "'_'.join(map(str, name)) for name in df.columns" in refusal_message(df, YS)
    df.columns = ["_".join(map(str, name)) for name in df.columns]
    assert Dataset(df, YS).names == ("a_mean", "a_max")


def test_scipys_matrices_are_read():
    """Matrices in the formats CSR, CSC, COO and LIL give the set of the dense matrix."""
    sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    dense = [[0] * 8 + [0.5], [0, 3] + [0] * 7]
    for matrix_type in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix, sparse.lil_matrix):
        D = Dataset(matrix_type(dense), YS)
        assert D == Dataset(dense, YS) and D.sparse_xs is not None


def test_scikit_learns_sets_are_read():
    """A frame names the features; labels may be an array of words, or of three classes."""
    datasets = pytest.importorskip("sklearn.datasets", reason="scikit-learn is not installed")
    cancer = datasets.load_breast_cancer(as_frame=True)
    D = Dataset(cancer.data, cancer.target_names[cancer.target], positive="benign")
    assert (D.N, D.d, D.labels) == (569, 30, ("malignant", "benign"))
    assert (D.names[0], sum(D.ys)) == ("mean radius", 145)
    assert sum(Dataset(*datasets.load_iris(return_X_y=True), positive=0).ys) == -50


def test_polars_frames_and_series_are_read():
    """The columns of a frame are features with names, or labels with a name."""
    pl = pytest.importorskip("polars", reason="polars is not installed")
    df = pl.DataFrame({"a": [1, 2], "b": [0.5, 1.0], "ok": ["no", "yes"]})
    D = Dataset(df[["a", "b"]], df["ok"], positive="yes")
    assert (D.names, D.ys, D.label_name) == (("a", "b"), (-1, 1), "ok")
    assert D.xs[0] == (1, 1, Fraction(1, 2))


# The labels among the features


@pytest.mark.parametrize(
    ("label_name", "columns"),
    [
        ("y", {"a": [1, 1], "y": [0, 1]}),
        ("y", {"a": [1, 1], "y": [1, 0]}),  # the name decides, even if the values differ
        (("y", "z"), {("y", "z"): [0, 1]}),
        (1, {0: [1, 1], 1: [0, 1]}),  # a number is a name only if the values agree
    ],
)
def test_the_labels_among_the_features_are_refused(label_name, columns):
    """A feature with the name of the labels is an error, because a run would learn y from y."""
    rows = Frame({name: Array(entries) for name, entries in columns.items()})
    message = refusal_message(rows, Column(Array([0, 1]), name=label_name))
    assert message.startswith(f"column {label_name!r}: found the labels among the features; ")
    assert f"To leave out the column, use .drop(columns={label_name!r})" in message


def test_a_numbered_column_with_other_values_is_a_feature():
    """A number is a name of the labels only if the values agree.

    The columns of every frame without names are numbered from 0.
    """
    rows = Frame({0: Array([1, 1]), 1: Array([0, 1])})
    assert Dataset(rows, Column(Array([1, 0]), name=1)).d == 2
    assert Dataset(rows, Column(Array([0, 1]), name=7)).d == 2
    assert Dataset(rows, Column(Array([0, 1]), name=None)).d == 2


def test_a_feature_that_determines_the_labels_gets_a_warning():
    """A column of an array of ten rows may be the labels, coded as other numbers. Lists get no
    warning.
    """
    rows = [[n * n % 7, 3 - n % 2] for n in range(10)]
    ys = [1, -1] * 5
    with pytest.warns(
        DataWarning, match="^feature x2 has one value in all examples with label .1 and"
    ):
        Dataset(Array(rows), ys)
    for array_rows, labels in ((rows[:9], ys[:9]), (rows, [1] * 10), (rows, [-1] + ys[1:])):
        # few rows, where equality may be chance; one class; one example that differs
        Dataset(Array(array_rows), labels)
    Dataset(rows, ys)  # Python's own rows are made on purpose


@pytest.mark.parametrize(
    ("columns", "parts"),
    [
        (
            {"a": [1, 2], "b": ["x", "y"]},
            "…b: found 'x'…. To leave out the column, use .drop(columns='b')",
        ),
        (
            {"b": ["x", "y"], "a": [1, 2], "c": [None, 1], "d": [{}, {}]},
            "…b: found 'x'…To leave out the columns, use .drop(columns=['b', 'd'])",
        ),
        (
            {"a": [1, float("nan")], "c": [1, None]},
            "example 1, feature a…'nan'…To leave out the rows …df.dropna(subset=['a', 'c'])",
        ),
        ({"a": [1, "1,5"]}, "example 1, feature a…'1,5'…with a decimal point"),
    ],
)
def test_the_error_names_all_columns_that_must_change(columns, parts):
    """The error names every column of words, to be left out, or every column with missing values,
    whose rows are to be left out. For a decimal comma it advises a decimal point.
    """
    rows = Frame({name: Array(entries, kind="O") for name, entries in columns.items()})
    check_parts(parts, refusal_message(rows, YS))


def test_the_error_on_a_source_of_tables_says_how_to_read_it():
    """The sources are a worksheet, an open file, and the name of a file that exists. For values of
    other types, and for text that names no file, the error has no such advice.
    """

    class Sheet:
        values = columns = property(lambda self: [[1], [2]])

        def __getitem__(self, key):
            return key

    class File:
        def read(self):
            return [[1], [2]]

    assert refusal_message(Sheet(), YS).endswith(
        "expected a list of rows, or a table. Try its .values"
    )
    assert refusal_message(File(), YS).endswith("Try its .read()")
    assert refusal_message(__file__, YS).endswith(f"Use read({__file__!r}) to read this file")
    for values in ({1}, b"12", "no file"):
        assert refusal_message(values, YS).endswith("; expected a list of rows, or a table")


def test_the_error_on_a_header_row_says_how_to_pass_the_names():
    """Row 0 is a header if all its cells are words and the other rows hold numbers."""
    rows = [["hours", "absences"], ["12", "0"]]
    assert refusal_message(rows, YS).endswith(
        ". If row 0 holds the names, use Dataset(rows[1:], ..., names=rows[0])"
    )
    assert refusal_message(rows + rows[1:], [1, 1, 0]).endswith("names=rows[0])")
    assert Dataset(rows[1:], [1], names=rows[0]).names == ("hours", "absences")
    for other_rows in (rows[1:] + rows[:1], rows[:1], [["hours", "3"], ["12", "0"]], rows[:1] * 2):
        assert "names" not in refusal_message(other_rows, YS)


def test_an_exception_while_reading_a_value_becomes_a_data_error():
    """A generator is the caller's code, so its exception passes with its traceback."""

    class Closed:
        def __iter__(self):
            raise OSError("closed")

    def rows():
        yield [1]
        raise OSError("of the user")

    for value in (Closed(), [Closed()]):
        assert "cannot be read (OSError: closed)" in refusal_message(value, YS)
    with pytest.raises(OSError, match="of the user"):
        Dataset(rows(), YS)


def test_the_error_of_a_column_that_cannot_be_read_describes_the_frame():
    """The key alone, "column 'a': found 'a'", says nothing new."""

    class ClosedFrame:
        columns = ("a",)
        shape = (2, 1)

        def __getitem__(self, key):
            raise OSError("closed")

    message = (
        "column 'a': found a ClosedFrame of shape (2, 1), which cannot be read (OSError: closed)"
    )
    assert refusal_message(ClosedFrame(), YS).startswith(message)
    assert refusal_message(ROWS, ClosedFrame()).startswith(message)


def test_a_buffer_of_two_dimensions_is_read_through_tolist():
    """Python cannot iterate over such a memoryview."""
    rows = memoryview(bytes(range(4))).cast("B", (2, 2))
    assert Dataset(rows, YS).xs == ((1, 0, 1), (1, 2, 3))


@pytest.mark.parametrize("rows", [range(10**30), ip_network("2001:db8::/32"), "x" * 10, repeat(1)])
def test_an_iterable_without_rows_is_refused_before_its_end(rows, monkeypatch):
    """The first entry is not a row. A row that is a long iterable is read only up to a limit."""
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
    """The warning needs a name that suggests an ID, and different ints. `predict` does not warn."""
    rows = Frame({name: Array([*ids]), "a": Array([n % 3 for n in range(12)])})
    ys = [1, -1] * 6
    if warned:
        with pytest.warns(
            DataWarning, match=f"^feature {re.escape(name)} has a different int in each"
        ):
            data = Dataset(rows, ys)
    else:
        data = Dataset(rows, ys)
    Hypothesis([1, 2, 3], names=data.names).predict(rows)
