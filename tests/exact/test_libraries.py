"""Columns and tables of nine libraries, and of csv and sqlite3, are read exactly or refused.

`Dataset`, `Hypothesis`, `score` and `predict` give exact values or a DataError, and `read` always
gives a DataError; the classifier may also give an error of scikit-learn. The extra `libraries`
installs the libraries. A case that a library cannot make is skipped.
"""

from __future__ import annotations

import csv
import re
import sqlite3
import warnings
from collections import namedtuple
from contextlib import closing
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from perceptron_ref import DataError, Dataset, Hypothesis, pla, read

pytestmark = pytest.mark.ci  # because the imports alone take some seconds

HUGE, WORDS = 12345678901234567890, ["no", "yes"]


class CaseNamespace(dict):
    """The names that the text of a case may use. A library is imported at its first use."""

    module_names = {
        "np": "numpy",
        "pd": "pandas",
        "pl": "polars",
        "pa": "pyarrow",
        "xr": "xarray",
        "ak": "awkward",
        "da": "dask.array",
        "dd": "dask.dataframe",
        "duckdb": "duckdb",
        "sparse": "scipy.sparse",
    }

    def __missing__(self, name):
        if name not in self.module_names:
            raise KeyError(name)
        self[name] = pytest.importorskip(self.module_names[name], reason=f"{name} is not installed")
        return self[name]


Row = namedtuple("Row", "a b")
CASE_NAMES = {
    "Row": Row,
    "csv": csv,
    "Decimal": Decimal,
    "Fraction": Fraction,
    "HUGE": HUGE,
    "WORDS": WORDS,
    "date": date,
}


@pytest.fixture(scope="module", autouse=True)
def open_database():
    """Open an SQLite database that cases can use as `database`.

    It is closed after the last case, because Python 3.13 warns of an open connection.
    """
    with closing(sqlite3.connect(":memory:")) as CASE_NAMES["database"]:
        yield


def evaluate_or_skip(case, **values):
    """Return the value of a case's text; skip the test if the library cannot make it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return eval(case, {}, CaseNamespace(CASE_NAMES, **values))
        except BaseException as error:  # a panic of polars is not an Exception
            return pytest.skip(f"{type(error).__name__}: {error}"[:90])


def cases(text):
    """Return the cases of a text. A line is a case; with {a b c}, it is a case for each word."""
    split_lines = [re.split(r"\{([^{}:,]+ [^{}:,]+)\}", line.strip()) for line in text.splitlines()]
    return [
        case
        for prefix, *rest in split_lines
        if prefix
        for case in ([prefix + word + rest[1] for word in rest[0].split()] if rest else [prefix])
    ]


# Columns of two entries; the key is their exact values. Columns with the key "words" are refused as
# numbers, and accepted as labels; columns with the key "refused" are refused as both.

COLUMNS = {
    (3, -1): """
        np.array([3, -1], "{i1 i2 i4 i8 >i4 O f8}")
        np.ma.array([3, -1], mask=[0, 0])
        pd.Series([3, -1], dtype="{int8 int64 Int8 Int64 int64[pyarrow] object Sparse[int64]}")
        pd.Series([3, -1]).astype("category")
        pd.Categorical([3, -1])
        pd.Index([3, -1])
        pd.array([3, -1], dtype="Int64")
        pl.Series([3, -1], dtype=pl.{Int8 Int16 Int32 Int64 Int128 Float64 Object})
        pa.array([3, -1], "{int8 int16 int32 int64}")
        pa.array([3, -1]).dictionary_encode()
        pa.RunEndEncodedArray.from_arrays([1, 2], pa.array([3, -1]))
        pa.chunked_array([[3], [-1]])
        xr.DataArray(np.array([3, -1]))
        xr.DataArray([3, -1], dims="columns", coords=dict(columns=["a", "b"]))
        ak.Array([3, -1])
        da.from_array(np.array([3, -1]))
        dd.from_pandas(pd.Series([3, -1]), npartitions=2)
        sparse.csr_array([[3], [-1]]).toarray().ravel()
    """,
    ("0.1", "2.5"): """
        np.array([0.1, 2.5], "{f2 f4 f8 >f4 >f8}")
        np.array(["0.1", "2.5"]).astype(np.longdouble)
        np.ma.array([0.1, 2.5], "f4", mask=[0, 0])
        np.array(["0.1", "2.5"])
        np.array(["0.1", "2.5"], dtype=np.dtypes.StringDType())
        np.array([Decimal("0.1"), Fraction(5, 2)], dtype=object)
        pd.Series([0.1, 2.5], dtype="{float16 float32 float64 Float32 Float64 object}")
        pd.Series([0.1, 2.5], dtype="{halffloat[pyarrow] float[pyarrow] double[pyarrow]}")
        pd.Series([0.1, 2.5], dtype="{Sparse[float32] Sparse[float64]}")
        pd.Series([0.1, 2.5], dtype="float32").astype("category")
        pd.Series(["0.1", "2.5"], dtype="{str string object category}")
        pd.Series(["0.1", "2.5"], dtype="{string[python] string[pyarrow]}")
        pd.Series([Decimal("0.1"), Decimal("2.5")], dtype=pd.ArrowDtype(pa.decimal128(5, 2)))
        pd.Index([0.1, 2.5], dtype="float32")
        pd.array([0.1, 2.5], dtype="Float32")
        pl.Series([0.1, 2.5], dtype=pl.{Float16 Float32 Float64})
        pl.Series([Decimal("0.1"), Decimal("2.5")])
        pl.Series(["0.1", "2.5"])
        pa.array([0.1, 2.5], "{float double}")
        pa.array([np.float16(0.1), np.float16(2.5)], pa.float16())
        pa.chunked_array([[0.1], [2.5]], "float")
        pa.array([0.1, 2.5], "float").dictionary_encode()
        pa.RunEndEncodedArray.from_arrays([1, 2], pa.array([0.1, 2.5], "float"))
        pa.array([Decimal("0.1"), Decimal("2.5")], pa.{decimal128 decimal256}(9, 2))
        pa.array(["0.1", "2.5"])
        xr.DataArray(np.array([0.1, 2.5], "f4"))
        xr.DataArray(da.from_array(np.array([0.1, 2.5], "f4")))
        ak.Array(np.array([0.1, 2.5], "f4"))
        ak.Array(["0.1", "2.5"])
        da.from_array(np.array([0.1, 2.5], "f4"))
        dd.from_pandas(pd.Series([0.1, 2.5], dtype="float32"), npartitions=2)
    """,
    (1, 0): """
        np.array([True, False])
        pd.Series([True, False], dtype="{bool boolean bool[pyarrow] object Sparse[bool]}")
        pl.Series([True, False])
        pa.array([True, False])
        ak.Array([True, False])
        xr.DataArray([True, False])
    """,
    (HUGE, 1): """
        np.array([HUGE, 1], "{u8 O}")
        pd.Series([HUGE, 1], dtype="{uint64 UInt64 uint64[pyarrow] object}")
        pl.Series([HUGE, 1], dtype=pl.{UInt64 Int128})
        pa.array([HUGE, 1], "uint64")
        ak.Array(np.array([HUGE, 1], "u8"))
    """,
    (9 * HUGE, 2**63): """
        np.array([9 * HUGE, 2**63])
        pd.Series([9 * HUGE, 2**63])
        pl.Series([9 * HUGE, 2**63])
        pl.Series([9 * HUGE, 2**63], dtype=pl.Object)
        pa.array([Decimal(9 * HUGE), Decimal(2**63)])
    """,
    "words": """
        np.array(WORDS)
        np.array(WORDS, dtype=np.dtypes.StringDType())
        np.array(WORDS, dtype=object)
        pd.Series(WORDS, dtype="{str string string[python] string[pyarrow] object category}")
        pd.Categorical(WORDS)
        pd.Index(WORDS)
        pd.Series(pd.arrays.ArrowExtensionArray(pa.array(WORDS).dictionary_encode()))
        pl.Series(WORDS)
        pl.Series(WORDS, dtype=pl.Categorical)
        pl.Series(WORDS, dtype=pl.Enum(WORDS))
        pa.array(WORDS, "{string large_string string_view}")
        pa.array(WORDS).dictionary_encode()
        pa.chunked_array([["no"], ["yes"]])
        xr.DataArray(WORDS)
        ak.Array(WORDS)
        dd.from_pandas(pd.Series(WORDS), npartitions=2)
    """,
    "refused": """
        np.array([b"no", b"yes"])
        np.array([1j, 2])
        np.array(["2020-01-01", "2020-01-02"], "M8[D]")
        np.array([1, 2]).astype("{M8[ns] m8[s]}")
        np.array([b"ab", b"cd"]).view("V2")
        np.array([1, float("nan")], "{f2 f4 f8 O}")
        np.array([1, float("inf")], "{f2 f4 f8 O}")
        np.ma.array([3, -1], "{i8 f4 f8}", mask=[0, 1])
        np.array([[1, 2], [3]], dtype=object)
        np.array([{1}, {2}], dtype=object)
        np.array([(1, 2), (3, 4)], "i4,i4")
        pd.Series([1, None], dtype="{float64 Int64 Float32 boolean int64[pyarrow] float[pyarrow]}")
        pd.Series([1, None], dtype="{object string category Sparse[float64]}")
        pd.Series(pd.to_datetime(["2020", "2021"]))
        pd.Series(pd.to_datetime(["2020", "2021"], utc=True))
        pd.Series([1, 2], dtype="timestamp[ns][pyarrow]")
        pd.Series(pd.to_timedelta([1, 2]))
        pd.Series(pd.period_range("2020", periods=2, freq="D"))
        pd.Series(pd.interval_range(0, 2))
        pd.Series([1j, 2])
        pd.Series([b"no", b"yes"])
        pd.Series([[1, 2], [3, 4]])
        pl.Series([date(2020, 1, 1), date(2020, 1, 2)])
        pl.Series([1, 2]).cast(pl.{Datetime Duration Time})
        pl.Series([b"no", b"yes"])
        pl.Series([[1, 2], [3]])
        pl.Series([[1, 2], [3, 4]], dtype=pl.Array(pl.Int64, 2))
        pl.Series([dict(a=1), dict(a=2)])
        pl.Series([None, None])
        pl.Series([1, None], dtype=pl.{Int64 Int128 Float32 Float64 Boolean Object})
        pa.array([1, None], "{int64 float double}")
        pa.nulls(2)
        pa.array([date(2020, 1, 1), date(2020, 1, 2)])
        pa.array([1, 2], pa.timestamp("ns"))
        pa.array([1, 2], pa.duration("s"))
        pa.array([1, 2], pa.time64("ns"))
        pa.array([b"no", b"yes"])
        pa.array([[1, 2], [3]])
        pa.array([dict(a=1), dict(a=2)])
        xr.DataArray(np.array([1, 2], "M8[ns]"))
        ak.Array([1, None])
        ak.Array([[1, 2], [3]])
        ak.Array([dict(a=1, b=2), dict(a=3, b=4)])
        da.from_array(np.array([1, 2], "M8[ns]"))
    """,
}

# Tables with the feature a (5 and 6) and the feature b, a column from above, for most of the
# libraries. TABLES has no entry for dask and SciPy.

TABLES = {
    "np": """
        np.rec.fromarrays([[5, 6], column], names="a,b")
        pd.DataFrame(dict(a=[5, 6], b=column))
        xr.Dataset(dict(a=("n", [5, 6]), b=("n", column)))
    """,
    "pd": """
        pd.DataFrame(dict(a=[5, 6], b=column))
        dd.from_pandas(pd.DataFrame(dict(a=[5, 6], b=column)), npartitions=1)
    """,
    "pl": """
        pl.DataFrame(dict(a=[5, 6], b=column))
        pl.LazyFrame(dict(a=[5, 6], b=column))
    """,
    "pa": """
        pa.table(dict(a=[5, 6], b=column))
        pa.record_batch(dict(a=[5, 6], b=column))
        pa.table(dict(a=[5, 6], b=column)).to_reader()
    """,
    "xr": "xr.Dataset(dict(a=('n', [5, 6]), b=('n', column.values)))",
    "ak": "ak.zip(dict(a=ak.Array([5, 6]), b=column))",
}
COLUMN_CASES = [(case, verdict) for verdict, lines in COLUMNS.items() for case in cases(lines)]
# cases that the table itself changes: record arrays lose the mask, and dask turns objects into text
CHANGED_BY_TABLE = [
    ("np.rec", "np.ma.array"),
    ("dd.", '"object"'),
]
TABLE_CASES = [
    (table_case, column_case, verdict)
    for column_case, verdict in COLUMN_CASES
    for table_case in cases(TABLES.get(column_case.partition(".")[0], ""))
    if not any(
        table_case.startswith(table_start) and case_part in column_case
        for table_start, case_part in CHANGED_BY_TABLE
    )
]
REFUSED = "refused"


def answer_or_refusal(call, *args, **options):
    """Return the result of a call, or REFUSED for a DataError; any other error fails the test."""
    try:
        return call(*args, **options)
    except DataError as error:
        assert "\n" not in str(error)
        return REFUSED


def last_column_of(data):
    """Return the last feature of a data set, or REFUSED."""
    return data if data is REFUSED else [x[-1] for x in data.xs]


def expected_numbers(verdict):
    """Return the exact numbers of a verdict, or REFUSED if it is "words" or "refused"."""
    return REFUSED if isinstance(verdict, str) else [*map(Fraction, verdict)]


@pytest.mark.parametrize(("column_case", "verdict"), COLUMN_CASES)
def test_a_column_is_read_exactly_or_refused(column_case, verdict):
    """The column is used as a feature in a dict of columns, as weights, and as a row to score.

    `read` refuses it, because it is not a path.
    """
    column, expected = evaluate_or_skip(column_case), expected_numbers(verdict)
    assert last_column_of(answer_or_refusal(Dataset, {"b": column}, [1, -1])) == expected
    h = answer_or_refusal(Hypothesis, column)
    assert (h if h is REFUSED else [*h.w]) == expected
    score = answer_or_refusal(Hypothesis([0, 1, 0]).score, column)
    assert score == (REFUSED if expected is REFUSED else expected[0])
    assert answer_or_refusal(read, column) is REFUSED


@pytest.mark.parametrize(("column_case", "verdict"), COLUMN_CASES)
def test_labels_are_read_exactly_or_refused(column_case, verdict):
    """Words stay as they are, and numbers are compared by value.

    A dict with this one column gives the same labels.
    """
    column = evaluate_or_skip(column_case)
    if isinstance(verdict, str):
        positive, ys = "yes", {"words": (-1, 1)}.get(verdict, REFUSED)
    else:
        positive = None if verdict == (1, 0) else str(verdict[0])
        ys = (1, -1)
    for labels in (column, {"y": column}):
        D = answer_or_refusal(Dataset, [[1], [2]], labels, positive=positive)
        assert (D if D is REFUSED else D.ys) == ys


@pytest.mark.parametrize(("table_case", "column_case", "verdict"), TABLE_CASES)
def test_a_table_is_read_exactly_or_refused(table_case, column_case, verdict):
    """`Dataset` and `predict` agree, and `predict` finds the columns by their names."""

    def table():
        return evaluate_or_skip(table_case, column=evaluate_or_skip(column_case))

    expected = expected_numbers(verdict)
    D = answer_or_refusal(Dataset, table(), [1, -1])
    assert last_column_of(D) == expected
    assert D is REFUSED or (D.names, D.xs[1][1]) == (("a", "b"), 6)
    h = Hypothesis([0, 1, 0], names=["b", "a"])
    answers = answer_or_refusal(h.predict, table())
    expected_answers = REFUSED if expected is REFUSED else [(b > 0) - (b < 0) for b in expected]
    assert answers == expected_answers
    assert answer_or_refusal(read, table()) is REFUSED


# Tables with the rows (0.1, 2.5) and (3, -4). Columns with names are called a and b.

WITHOUT_NAMES = """
    np.array([[0.1, 2.5], [3, -4]], "{f2 f4 f8 >f4 O}")
    np.matrix([[0.1, 2.5], [3, -4]], "{f4 f8}")
    np.ma.array([[0.1, 2.5], [3, -4]], "{f4 f8}", mask=[[0, 0], [0, 0]])
    np.array([[0.1, 2.5], [3, -4]], "f4").T.copy().T
    [np.array([0.1, 2.5], "f4"), [3, -4]]
    [np.array([np.float32(0.1), 2.5], object), (3, np.int8(-4))]
    np.array([np.array([0.1, 2.5], "f4"), None, np.array([3, -4])], object)[[0, 2]]
    iter([[0.1, 2.5], [3, -4]])
    pd.DataFrame(np.array([[0.1, 2.5], [3, -4]], "{f4 f8}"))
    pd.DataFrame(np.array([[0.1, 2.5], [3, -4]], "{f4 f8}")).values
    pd.Series([[0.1, 2.5], [3, -4]])
    [pd.Series([0.1, 2.5], dtype="float32"), pd.Index([3, -4])]
    pl.Series([[0.1, 2.5], [3, -4]], dtype=pl.Array(pl.{Float32 Float64}, 2))
    pl.Series([[0.1, 2.5], [3, -4]], dtype=pl.List(pl.{Float32 Float64}))
    pl.DataFrame(dict(a=[0.1, 3], b=[2.5, -4])).rows()
    pa.array([[0.1, 2.5], [3, -4]], pa.list_(pa.{float32 float64}()))
    pa.array([[0.1, 2.5], [3, -4]], pa.list_(pa.float32(), 2))
    xr.DataArray(np.array([[0.1, 2.5], [3, -4]], "f4"))
    xr.DataArray(np.array([[0.1, 2.5], [3, -4]], "f4"), dims=["n", "columns"])
    xr.DataArray(da.from_array(np.array([[0.1, 2.5], [3, -4]], "f4")))
    da.from_array(np.array([[0.1, 2.5], [3, -4]], "f4"))
    ak.Array([[0.1, 2.5], [3, -4]])
    ak.Array(np.array([[0.1, 2.5], [3, -4]], "f4"))
    sparse.{csr_matrix csc_matrix coo_matrix lil_matrix dok_matrix}([[0.1, 2.5], [3, -4]])
    sparse.{csr_array csc_array coo_array lil_array dok_array}([[0.1, 2.5], [3, -4]])
    sparse.{bsr_array dia_array}([[0.1, 2.5], [3, -4]])
    sparse.csr_array(np.array([[0.1, 2.5], [3, -4]], "f4"))
    database.execute("SELECT 0.1, 2.5 UNION ALL SELECT 3, -4").fetchall()
"""
WITH_NAMES = """
    np.array([(0.1, 2.5), (3, -4)], [("a", "f4"), ("b", "f8")])
    np.rec.array([(0.1, 2.5), (3, -4)], names="a,b", formats="f2,f4")
    np.ma.array([(0.1, 2.5), (3, -4)], [("a", "f4"), ("b", "f8")])
    pd.DataFrame([[0.1, 2.5], [3, -4]], columns=["a", "b"], index=["a", "a"], dtype="float32")
    pd.DataFrame([[0.1, 2.5], [3, -4]], columns=pd.Index(["a", "b"], name="k"))
    xr.DataArray(np.array([[0.1, 2.5], [3, -4]], "f4"), dims=["n", "k"], coords=dict(k=["a", "b"]))
    xr.DataArray([[0.1, 2.5], [3, -4]], dims=["n", "columns"], coords=dict(columns=["a", "b"]))
    ak.Array([dict(a=0.1, b=2.5), dict(a=3, b=-4)])
    ak.Array(np.array([(0.1, 2.5), (3, -4)], [("a", "f4"), ("b", "f8")]))
    pl.DataFrame([[0.1, 2.5], [3, -4]], schema=["a", "b"], orient="row")
    pl.DataFrame([[0.1, 2.5], [3, -4]], schema=["a", "b"], orient="row").to_dicts()
    pl.DataFrame(dict(a=[0.1, 3], b=[2.5, -4])).to_dict()
    pa.table(dict(a=[0.1, 3], b=[2.5, -4])).to_pylist()
    [dict(a=0.1, b=2.5), dict(b=-4, a=3)]
    [Row(0.1, 2.5), Row(3, -4)]
    csv.DictReader(["a,b", "0.1,2.5", "3,-4"])
    database.execute("SELECT 0.1 AS a, 2.5 AS b UNION ALL SELECT 3, -4")
    duckdb.sql("SELECT 0.1::FLOAT AS a, 2.5::FLOAT AS b UNION ALL SELECT 3, -4 ORDER BY a")
    duckdb.connect().execute("SELECT 0.1::FLOAT AS a, 2.5 AS b UNION ALL SELECT 3, -4 ORDER BY a")
    duckdb.sql("SELECT 0.1 AS a, 2.5 AS b UNION ALL SELECT 3, -4 ORDER BY a").{df pl arrow}()
    duckdb.sql("SELECT 0.1::FLOAT a, 2.5 AS b UNION ALL SELECT 3, -4 ORDER BY a").{df pl arrow}()
    duckdb.sql("SELECT 0.1::FLOAT AS a, 2.5 AS b UNION ALL SELECT 3, -4 ORDER BY a").fetchnumpy()
"""


@pytest.mark.parametrize(
    ("case", "names"),
    [
        *[(case, None) for case in cases(WITHOUT_NAMES)],
        *[(case, "ab") for case in cases(WITH_NAMES)],
    ],
)
def test_rows_are_read_exactly(case, names):
    """`Dataset` and `predict` read them. If the columns have names, their order does not matter."""
    D = Dataset(evaluate_or_skip(case), [1, -1])
    assert D == Dataset([["0.1", "2.5"], [3, -4]], [1, -1])
    assert D.names == (tuple(names) if names else ("x1", "x2"))
    h = Hypothesis([0, 1, 0], names=["b", "a"])
    assert h.predict(evaluate_or_skip(case)) == ([1, -1] if names else [1, 1])


@pytest.mark.parametrize(
    "case",
    cases("""
        pd.DataFrame([[0.1, 2.5]], columns=["a", "b"]).iloc[0]
        np.array([(0.1, 2.5)], [("a", "f4"), ("b", "f8")])[0]
        xr.DataArray([0.1, 2.5], dims="k", coords=dict(k=["a", "b"]))
        ak.Array([dict(a=0.1, b=2.5)])[0]
        pl.DataFrame(dict(a=[0.1], b=[2.5])).row(0, named=True)
        dict(a=0.1, b=2.5)
    """),
)
def test_a_row_is_read_by_its_names(case):
    """A hypothesis with names finds the entries of the row by their names, in any order."""
    assert Hypothesis([0, 100, 1], names=["b", "a"]).score(evaluate_or_skip(case)) == Fraction(
        "250.1"
    )


ONE_COLUMN = """
    [[0], [1]]
    [(0,), (1,)]
    np.array([[0], [1]], "{i8 f4 f8 O}")
    np.matrix([[0], [1]])
    np.array([(0,), (1,)], [("y", "i4")])
    pd.DataFrame(dict(y=[0, 1]))
    pd.DataFrame(dict(y=[0, 1])).values
    pl.DataFrame(dict(y=[0, 1]))
    pl.LazyFrame(dict(y=[0, 1]))
    pa.table(dict(y=[0, 1]))
    xr.DataArray([[0], [1]])
    xr.DataArray([[0], [1]], dims=["n", "k"], coords=dict(k=["y"]))
    ak.Array([[0], [1]])
    ak.Array([dict(y=0), dict(y=1)])
    da.from_array(np.array([[0], [1]]))
    dd.from_pandas(pd.DataFrame(dict(y=[0, 1])), npartitions=1)
    sparse.{csr_array csc_array coo_array lil_array csr_matrix}([[0], [1]])
    sparse.coo_array([0, 1])
    pd.Series([0, 1], dtype="Sparse[int64]")
    duckdb.sql("SELECT 0 AS y UNION ALL SELECT 1 ORDER BY y")
    duckdb.sql("SELECT 0 AS y UNION ALL SELECT 1 ORDER BY y").fetchall()
    [np.array([0]), np.array([1])]
"""
NOT_ONE_COLUMN = """
    [[0, 1], [1, 0]]
    np.array([[0, 1], [1, 0]], "{i8 f4 O}")
    np.matrix([[0, 1]])
    np.zeros((2, 1, 1))
    np.array([(0, 1), (1, 0)], "i4,i4")
    pd.DataFrame(dict(y=[0, 1], z=[1, 0]))
    pl.DataFrame(dict(y=[0, 1], z=[1, 0]))
    pa.table(dict(y=[0, 1], z=[1, 0]))
    xr.DataArray([[0, 1], [1, 0]])
    ak.Array([[0, 1], [1, 0]])
    ak.Array([[0, 1], [1]])
    sparse.csr_array([[0, 1], [1, 0]])
    sparse.csr_array([[0, 1]])
    duckdb.sql("SELECT 0 AS y, 1 AS z")
"""


@pytest.mark.parametrize("case", cases(ONE_COLUMN))
def test_a_table_of_one_column_is_labels(case):
    """The labels have no name, or the name of the column."""
    D = Dataset([[5], [6]], evaluate_or_skip(case))
    assert (D.ys, D.labels) == ((-1, 1), ("0", "1"))
    assert D.label_name in (None, "y")


@pytest.mark.parametrize("case", cases(NOT_ONE_COLUMN))
def test_a_table_of_another_shape_is_refused_as_labels(case):
    """The error names the number of columns, or the shape."""
    with pytest.raises(DataError, match="^labels: found .*(columns|shape)"):
        Dataset([[5], [6]], evaluate_or_skip(case))


# The classifier


@pytest.fixture
def classifier():
    pytest.importorskip("sklearn", "1.6", reason="scikit-learn 1.6 or later is not installed")
    from perceptron_ref.sklearn import PerceptronClassifier

    return PerceptronClassifier(max_updates=50)


def answer_of_classifier(call, *args):
    """Return the result of a call, or REFUSED for a DataError, a TypeError or a ValueError."""
    with warnings.catch_warnings():
        # for warnings that PLA did not converge, or that y has two dimensions
        warnings.simplefilter("ignore")
        try:
            return call(*args)
        except Exception as error:
            assert isinstance(error, DataError) or type(error) in (TypeError, ValueError)
            return REFUSED


@pytest.mark.parametrize(
    ("table_case", "column_case", "verdict"),
    [
        table_case
        for table_case in TABLE_CASES
        if table_case[0].startswith(("pd.", "pl.DataFrame", "pa.table", "xr."))
    ],
)
def test_the_classifier_learns_from_exact_values(table_case, column_case, verdict, classifier):
    """`fit` gives the weights of `pla`, or a DataError or an error of scikit-learn."""
    model = answer_of_classifier(
        classifier.fit, evaluate_or_skip(table_case, column=evaluate_or_skip(column_case)), [1, 0]
    )
    assert model is REFUSED or not isinstance(verdict, str)
    if model is not REFUSED:
        D = Dataset([[5, verdict[0]], [6, verdict[1]]], [1, -1])
        assert model.hypothesis_.w == pla(D, max_updates=50).w
        answers = answer_of_classifier(
            model.predict, evaluate_or_skip(table_case, column=evaluate_or_skip(column_case))
        )
        assert answers.tolist() == [int(h_x > 0) for h_x in model.hypothesis_.predict(D)]


@pytest.mark.parametrize(("column_case", "verdict"), COLUMN_CASES)
def test_fit_of_the_classifier_raises_only_documented_errors(column_case, verdict, classifier):
    """`fit` raises nothing but a DataError, a TypeError or a ValueError."""
    answer_of_classifier(classifier.fit, [[1], [2]], evaluate_or_skip(column_case))


@pytest.mark.parametrize("case", cases(f"{WITHOUT_NAMES}{WITH_NAMES}"))
def test_the_classifier_learns_from_rows_or_refuses_them(case, classifier):
    """`fit` gives the weights of `pla` on the same rows, or an error."""
    model = answer_of_classifier(classifier.fit, evaluate_or_skip(case), [1, 0])
    D = Dataset([["0.1", "2.5"], [3, -4]], [1, -1])
    assert model is REFUSED or model.hypothesis_.w == pla(D, max_updates=50).w
