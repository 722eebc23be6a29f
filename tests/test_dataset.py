"""Datasets: exact numbers in any spelling and storage, the label that means +1, immutability, and
invalid arguments.
"""

from __future__ import annotations

import copy
import pickle
from collections import OrderedDict
from decimal import Decimal
from fractions import Fraction
from numbers import Integral

import oracle
import pytest
from fake_arrays import Single
from hypothesis import given
from hypothesis import strategies as st
from messages import check_refused
from text_reading import read_text

from perceptron_ref import Dataset, pla, read
from perceptron_ref.exact import sparse as sparse_module
from perceptron_ref.exact.sparse import SparseVector
from perceptron_ref.theory.separability import R2, margins_of


class Whole:
    """An integer of another library, such as an entry of an array."""

    def __init__(self, value):
        self.numerator, self.denominator = value, 1


Integral.register(Whole)


class Colour(str):
    """A text whose `str()` is another text."""

    def __str__(self):
        return "Colour." + self


# The examples


def test_the_attributes_of_a_small_set():
    """A Dataset has N, d, scale, names, x_n with x_0 = 1, y_n, the x_n scaled to ints, and the
    labels as text.     Lecture 2: L2.3
    """
    rows = [[0.5, 2], [-1, "1/3"], ["1e-1", Decimal("0.25")]]
    D = Dataset(rows, [+1, -1, +1], names=["salary", "debt"])
    assert (D.N, len(D), D.d, D.scale) == (3, 3, 2, 60)
    assert D.xs == (
        (1, Fraction(1, 2), 2),
        (1, -1, Fraction(1, 3)),
        (1, Fraction(1, 10), Fraction(1, 4)),
    )
    assert D.scaled_xs == ((60, 30, 120), (60, -60, 20), (60, 6, 15))
    assert (D.ys, D.names, D.labels) == ((1, -1, 1), ("salary", "debt"), ("-1", "+1"))
    types = [{type(v) for x in vectors for v in x} for vectors in (D.xs, D.scaled_xs, [D.ys])]
    assert types == [{Fraction}, {int}, {int}]
    assert repr(D) == "<Dataset N=3 d=2 scale=60>"
    assert Dataset([[1, 2, 3]], [1]).names == ("x1", "x2", "x3")


@pytest.mark.parametrize(
    "half",
    [
        *[0.5, "0.5", "1/2", ".5", " 5e-1 ", "2/4"],
        *[Fraction(1, 2), Decimal("0.5"), Decimal("5E-1"), Single("0.5")],
    ],
)
def test_spellings_do_not_matter(half):
    """0.5, "1/2", Fraction(1, 2), Decimal("0.5") and numbers of other libraries make equal sets."""
    D = Dataset([[half, 3], [-1, half]], [1, -1])
    assert {D} == {
        Dataset([[Fraction(1, 2), Fraction(3)], [Fraction(-1), Fraction(1, 2)]], [1, -1])
    }
    assert (D.scale, D.scaled_xs) == (2, ((2, 1, 6), (2, -2, 1)))


@pytest.mark.parametrize(
    "rows",
    [
        ((1, 2), [3, 4]),
        [range(1, 3), range(3, 5)],
        [[Whole(1), Whole(2)], (3.0, "4")],
        [OrderedDict(a=1, b=2).values(), {"a": 3, "b": 4}.values()],
        ((v for v in row) for row in [[1, 2], [3, 4]]),
    ],
)
def test_rows_may_be_any_ordered_iterables(rows):
    """Rows may be lists, tuples, ranges, generators or views of dicts. Labels and names may also be
    iterators.
    """
    D = Dataset(rows, (y for y in (1, -1)), names=(name for name in "ab"))
    assert (D.scaled_xs, D.ys, D.names) == (((1, 1, 2), (1, 3, 4)), (1, -1), ("a", "b"))


def test_the_repr_shortens_a_long_scale():
    """A denominator of dozens or thousands of digits is shown as a power of ten."""
    for digits in (29, 4999):
        D = Dataset([["0." + "7" * digits]], [1])
        assert repr(D) == f"<Dataset N=1 d=1 scale=about 1E+{digits}>"


# Equality and immutability


def test_sets_of_different_examples_differ():
    """Sets differ if a number, a label, the order or the scale differs, but not if only names
    differ. Equal sets are the same key of a dict.
    """
    D = Dataset([[1], [2]], [1, -1], names=["a"])
    assert {D} == {Dataset([["2/2"], [2]], [1, -1], names=["b"])}
    for rows, ys in [
        ([[1], [3]], [1, -1]),
        ([[1], [2]], [1, 1]),
        ([[2], [1]], [-1, 1]),
        ([[1], [2], [2]], [1, -1, -1]),
        ([["1/2"], [1]], [1, -1]),
    ]:
        assert D != Dataset(rows, ys) and D != (rows, ys)
    assert len({hash(Dataset([[n]], [1])) for n in range(9)}) == 9


def test_a_set_is_immutable():
    """No attribute can be set, deleted or changed in place. A Dataset copies the lists of the
    caller, and does not change them.
    """
    rows, labels, names = [[0.5, "2"], [3, 4]], [1, -1], ["a", "b"]
    D = Dataset(rows, labels, names=names)
    pla(D)
    assert (rows, labels, names) == ([[0.5, "2"], [3, 4]], [1, -1], ["a", "b"])
    rows[0][0], labels[0], names[0] = 99, -1, "z"
    assert D == Dataset([["1/2", 2], [3, 4]], [1, -1]) and D.names == ("a", "b")
    for name in ("N", "d", "scale", "names", "labels", "xs", "ys", "scaled_xs", "note"):
        with pytest.raises(AttributeError):
            setattr(D, name, getattr(D, name, "mine"))
        with pytest.raises(AttributeError):
            delattr(D, name)
    for value in (D.xs, D.scaled_xs, D.ys, D.names, D.labels, *D.xs, *D.scaled_xs):
        assert type(value) is tuple
    assert D.xs is D.xs
    row = [10**9 + 1, 10**9 + 2]  # if the scale is 1, ints are not copied
    assert all(a is b for a, b in zip(Dataset([row], [1]).scaled_xs[0][1:], row))


DENSE = Dataset([[0.5, "1/3"], [3, 4]], [1, -1], names=["a", "b"])
SPARSE = read_text("yes 3:0.5 9:-2\nno 7:1/3\nyes\n", positive="yes")


@pytest.mark.parametrize("D", [DENSE, SPARSE])
def test_copies_and_pickles_are_equal(D):
    """Copies and pickles of every protocol equal the set. Values that are computed on demand are
    not pickled, so a pickle is not longer after a run, or after `xs` was read.
    """
    used = copy.copy(D)
    length_before = len(pickle.dumps(used))
    pla(used, max_updates=50)
    assert len(used.xs) == used.N
    assert len(pickle.dumps(used)) == len(pickle.dumps(copy.copy(used))) == length_before
    pickles = [pickle.dumps(D, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for copied in (copy.copy(D), copy.deepcopy(D), *map(pickle.loads, pickles)):
        assert copied == D
        assert (copied.names, copied.labels, copied.xs) == (D.names, D.labels, D.xs)
        assert (copied.d, copied.scale, copied.sparse_xs) == (D.d, D.scale, D.sparse_xs)


def test_a_set_keeps_the_name_and_the_words_of_its_labels(tmp_path):
    """Copies, sets with another x_0 and hypotheses keep the name of the label column. A hypothesis
    also keeps labels that are words.
    """
    path = tmp_path / "data.csv"
    path.write_text("y,a\n0,1\n1,2\n")
    data = read(path, label="y")
    assert data.label_name == data.with_x0(2).label_name == copy.copy(data).label_name == "y"
    assert pla(data).hypothesis.label_name == "y"
    assert Dataset([[1]], [1]).label_name is None
    run = pla(Dataset([[0], [1]], ["no", "yes"], positive="yes"))
    assert run.hypothesis.labels == ("no", "yes")


# Sets that store only nonzeros


def test_a_set_of_mostly_zeros_stores_its_nonzeros():
    """Rows with zeros are made on demand, and are the same as in a dense set."""
    D = copy.copy(SPARSE)
    assert (D.N, D.d, D.scale, D.labels) == (3, 9, 6, ("no", "yes"))
    nonzeros = [((0, 3, 9), (6, 3, -12)), ((0, 7), (6, 2)), ((0,), (6,))]
    assert D.sparse_xs == tuple(SparseVector(*pairs) for pairs in nonzeros)
    assert DENSE.sparse_xs is None and "scaled_xs" not in vars(D)
    assert D.scaled_xs[1] == (6, 0, 0, 0, 0, 0, 0, 2, 0, 0)
    assert D.xs[1] == (1, 0, 0, 0, 0, 0, 0, Fraction(1, 3), 0, 0)
    assert D.scaled_xs is D.scaled_xs and {type(v) for x in D.xs for v in x} == {Fraction}


def test_too_many_zeros_are_refused(monkeypatch):
    """Dense rows are refused if they would contain more numbers than the limit."""
    monkeypatch.setattr(sparse_module, "MAX_NUMBERS", 30)
    assert len(copy.copy(SPARSE).scaled_xs) == 3
    monkeypatch.setattr(sparse_module, "MAX_NUMBERS", 29)
    for name in ("scaled_xs", "xs"):
        check_refused("found 3 rows of 9…at most 29 …Leave out", getattr, copy.copy(SPARSE), name)


@pytest.mark.ci
@given(
    oracle.rows_and_labels(),
    oracle.rows_and_labels(),
    st.lists(st.integers(-9, 9), min_size=4, max_size=4),
)
def test_dense_and_sparse_sets_are_equal(rows_labels, others, w):
    """Two sets are equal if and only if their dense forms are equal, and then their hashes are
    equal. Margins and R^2 of a sparse set are the same, and are computed without making zeros.
    """
    u, v, w = Dataset(*rows_labels), Dataset(*others), w[: 1 + len(rows_labels[0][0])]
    sparse_u = oracle.sparse(u)
    assert sparse_u.sparse_xs is not None and {sparse_u} == {u}
    assert margins_of(sparse_u, w) == margins_of(u, w) and R2(sparse_u) == R2(u)
    assert "scaled_xs" not in vars(sparse_u)
    equal = (u.xs, u.ys) == (v.xs, v.ys)
    assert (u == v) == (sparse_u == v) == (u == oracle.sparse(v)) == equal


def test_sparse_sets_with_another_width_scale_or_label_differ():
    """Sets also differ if one has more features that are 0 for all examples."""
    narrow, wide = (Dataset([[0] * d], [1]) for d in (20, 21))
    text = "+1 3:1\n-1 4:1\n"
    assert read_text(text, like=narrow) != read_text(text, like=wide)
    assert read_text(text) != read_text("+1 3:0.5\n-1 4:0.5\n")
    assert read_text(text) != read_text("+1 3:1\n+1 4:1\n")


# Labels


@pytest.mark.parametrize(
    ("labels", "positive", "ys", "texts"),
    [
        # the larger of two numbers means +1, as in a file; of True and False, True means +1
        ([0, 1, 0], None, (-1, 1, -1), ("0", "1")),
        ([1.0, 0.0], None, (1, -1), ("0", "1")),
        (["0", "1", 1], None, (-1, 1, 1), ("0", "1")),
        ([Fraction(1, 3), 0.5], None, (-1, 1), ("1/3", "0.5")),
        ([Decimal("-1"), 0], None, (-1, 1), ("-1", "0")),
        ([True, False], None, (1, -1), ("False", "True")),
        # if all labels are equal, a positive number means +1
        ([False, False], None, (-1, -1), ("False", "True")),
        ([True, True], None, (1, 1), ("False", "True")),
        ([0, 0], None, (-1, -1), ("0", "+1")),
        ([3], None, (1,), ("-1", "3")),
        # labels equal to -1 or +1 keep that meaning, whatever their type
        ([True, -1], None, (1, -1), ("-1", "+1")),
        (["1", -1.0], None, (1, -1), ("-1", "+1")),
        ([Whole(1), Single("-1.0")], None, (1, -1), ("-1", "+1")),
        # `positive` names the label that means +1; any other label means -1
        (["no", "yes", "no"], "yes", (-1, 1, -1), ("no", "yes")),
        (["a", "b", "c"], "b", (-1, 1, -1), (None, "b")),
        ([0.0, 1.0], 0, (1, -1), ("1", "0")),
        ([1, -1], -1, (-1, 1), ("1", "-1")),
        ([True, False], False, (-1, 1), ("True", "False")),
        (["yes", 1], "yes", (1, -1), ("1", "yes")),
        ([Colour("red"), "blue"], "red", (1, -1), ("blue", "red")),
    ],
)
def test_positive_or_the_larger_number_means_plus_one(labels, positive, ys, texts):
    """`positive` names the label that means +1. Without it, the larger of two numbers means +1. A
    set keeps both labels as text, or None for -1 if several labels mean -1. Labels that are numbers
    are compared as numbers.
    """
    D = Dataset([[1] for _ in labels], labels, positive=positive)
    assert (D.ys, D.labels) == (ys, texts)


# What is refused


class TwoLines:
    """An object whose repr has two lines."""

    def __repr__(self):
        return "one\n  two"


A_LIST, A_NUMBER = "…a list", "…a number"
TWO_NUMBERS = "…two different numbers…the argument positive to name"


@pytest.mark.parametrize(
    ("rows", "labels", "options", "parts"),
    [
        # rows or labels that are missing, or whose numbers differ
        ([], [], {}, "found no rows; expected at least one row"),
        ([[]], [1], {}, "found no feature; …at least one"),
        ([[1], [2]], [1], {}, "found 2 rows and 1 label; expected one label for each row"),
        ([[1], [2, 3]], [1, -1], {}, "example 1: …2 features; expected 1…example 0"),
        ([[1]], None, {}, f"labels: …None{A_LIST}"),
        # values that are not sequences
        (5, [1], {}, f"rows: …5{A_LIST}"),
        ("12", [1], {}, f"rows: …'12'{A_LIST}"),
        ({0: [1]}, [1], {}, "rows: …the key 0…strings as keys"),
        ({"a": [1], "b": [2, 3]}, [1], {}, "column 'b': …2 entries; expected 1, as in column 'a'"),
        ([5], [1], {}, f"example 0: …5{A_LIST}"),
        ([[1], "12"], [1, 1], {}, f"example 1: …'12'{A_LIST}"),
        ([{7}], [1], {}, f"example 0: …{{7}}{A_LIST}"),
        ([{"a": 1}, {"b": 2}], [1, 1], {}, "example 1: …the keys 'b'…'a', as in example 0"),
        ([{"a": 1}, [2]], [1, 1], {}, "example 1: …[2]…'a', as in example 0"),
        ([[1]], 1, {}, f"labels: …1{A_LIST}"),
        ([[1]], "1", {}, "labels: …the text '1'…one label for each row"),
        ([[1]] * 2, [[1, 0], [0, 1]], {}, "labels: …2 rows and 2 columns…one column"),
        # entries that are not numbers
        ([["a"]], [1], {}, f"example 0, feature x1: …'a'{A_NUMBER}"),
        ([[1, 2], [3, None]], [1, 1], {}, f"example 1, feature x2: …None{A_NUMBER}"),
        ([[[1]]], [1], {}, f"example 0, feature x1: …[1]{A_NUMBER}"),
        ([[TwoLines()]], [1], {}, f"example 0, feature x1: found one two{A_NUMBER}"),
        ([[1, float("nan")]], [1], {}, "example 0, feature x2: …'nan'…finite"),
        ([["1e99999"]], [1], {}, "example 0, feature x1: …'1e99999'…between -1000 and 1000"),
        (  # some versions of Python refuse to convert so many digits to text
            [[1, 1], [0.5, Fraction(1, 3**10_479)]],
            [1, -1],
            {},
            "example 1, feature x2: …denominator of all numbers longer than 5,000 digits",
        ),
        ([[1, "a"]], [1], {"names": ["salary", "debt"]}, "example 0, feature debt: …'a'"),
        # labels
        ([[1]] * 3, [0, 1, 2.5], {}, f"example 2: …'2.5' beside '0' and '1'{TWO_NUMBERS}"),
        ([[1]] * 2, [1, "yes"], {}, f"example 1: …'yes' beside '1'{TWO_NUMBERS}"),
        ([[1]], [None], {}, "example 0: …None…a finite number or a string"),
        ([[1]], [TwoLines()], {}, "example 0: found the label one two"),
        ([[1]], [float("nan")], {}, "example 0: …nan…a finite number or a string"),
        ([[1]], [""], {}, "example 0: …an empty label"),
        ([[1]], [None], {}, "example 0: found the label None; …Leave out the rows whose label is"),
        ([[1]], [float("inf")], {}, "example 0: found the label inf; …another name…'infinite'"),
        ([[1]], [b"a"], {}, "example 0: found the label b'a'; …Use label.decode()"),
        ([[1]], [1j], {}, "example 0: found the label 1j; …Use str(label)"),
        ([[1]], ["nan"], {}, "example 0: the label: …'nan'…finite"),
        ([[1]] * 2, ["a", "b"], {"positive": "c"}, "labels: …'c'…'a', 'b'"),
        ([[1]] * 2, [0, 1], {"positive": True}, "labels: …'True'…'0', '1'"),
        ([[1]] * 2, [0, 1], {"positive": float("nan")}, "positive: …'nan'…finite"),
        ([[1]] * 2, ["a", None], {"positive": "a"}, "example 1: …None"),
        # names: as many as there are features, all different and none empty
        *[
            ([[1, 2]], [1], {"names": names}, f"names: {parts}")
            for names, parts in [
                (["a"], "…1 name; expected 2"),
                ([], "…0 names; expected 2"),
                (["a", "a"], "…'a' more than once…different"),
                (["a", ""], "…''…non-empty"),
                (["a", 7], "…7;…string"),
                ("ab", f"…'ab'{A_LIST}"),
                ({"a": 1, "b": 2}, f"…'a': 1{A_LIST}"),
            ]
        ],
    ],
)
def test_bad_examples_are_refused_with_their_place(rows, labels, options, parts):
    """The error says what was found, and names the example, the feature or the argument if there is
    only one fault.
    """
    check_refused(parts, Dataset, rows, labels, **options)


@pytest.mark.parametrize(
    ("label", "renamed"),
    [(float("inf"), "infinite"), (b"a", b"a".decode()), (1j, str(1j))],
)
def test_the_advice_on_a_label_leads_to_a_label(label, renamed):
    """If the label is changed as the error says, the set is accepted."""
    check_refused("example 0: found the label", Dataset, [[1], [2]], [label, "b"], positive="b")
    data = Dataset([[1], [2]], [renamed, "b"], positive="b")
    assert (data.ys, data.labels) == ((-1, 1), (renamed, "b"))


@pytest.mark.ci
@pytest.mark.parametrize(
    ("cell", "limit"),
    [(lambda i: i + 10**6, 1.3), (lambda i: f"{i}.125", 1.0)],
    ids=["ints", "text"],
)
def test_a_set_takes_little_more_memory_than_its_rows(cell, limit, memory_tracer):
    """Making a set takes at most 1.3 times the memory of rows of ints, and at most the memory of
    rows of text.
    """
    memory_tracer.start()
    rows = [[cell(100 * n + i) for i in range(100)] for n in range(200)]
    labels = [(-1) ** n for n in range(200)]
    before = memory_tracer.get_traced_memory()[0]
    data = Dataset(rows, labels)
    peak = memory_tracer.get_traced_memory()[1]
    assert data.N == 200
    assert peak - before <= limit * before


@pytest.mark.parametrize(
    ("values", "options", "parts"),
    [
        (([[1], [2]],), {"label": "y"}, "found the option label='y'; …after the rows…df['y']"),
        (([[1], [2]], [1, -1]), {"label": 0}, "found the option label=0; …after the rows"),
        (([[1], [2]],), {}, "found rows but no labels; expected both, as in Dataset(rows, labels)"),
    ],
)
def test_labels_that_are_missing_or_named_by_an_option_are_refused(values, options, parts):
    """`read` takes the name of the label column as an option, but a Dataset takes the labels. The
    error says where to pass them.
    """
    check_refused(parts, Dataset, *values, **options)
