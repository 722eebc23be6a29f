"""Dataset: whatever the numbers are spelled like, the same exact examples, and nobody can change
them.
"""

from __future__ import annotations

import copy
import pickle
from collections import OrderedDict
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import gcd
from numbers import Integral

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standins import Single
from textfile import read_text

from perceptron_ref import DataError, Dataset, PerceptronError, pla, read
from perceptron_ref.exact import sparse as sparse_module
from perceptron_ref.exact.rationals import exact_text
from perceptron_ref.exact.sparse import SparseVector
from perceptron_ref.theory.separability import R2

numbers = st.fractions(-100, 100, max_denominator=50)
sets_of_rows = st.integers(1, 4).flatmap(
    lambda d: st.lists(
        st.tuples(st.lists(numbers, min_size=d, max_size=d), st.sampled_from([-1, +1])),
        min_size=1,
        max_size=6,
    )
)


class Whole:
    """An integer of a foreign make, as arrays hold them."""

    def __init__(self, value):
        self.numerator, self.denominator = value, 1


Integral.register(Whole)


class Array(Sequence):
    """A sequence that is neither list nor tuple."""

    def __init__(self, *entries):
        self.entries = entries

    def __len__(self):
        return len(self.entries)

    def __getitem__(self, i):
        return self.entries[i]


def test_a_small_set_has_every_part():
    """N, d, scale, names, x_n with x_0 = 1, y_n, the same scaled to ints, and how labels are
    written.     Lecture 2: L2.3
    """
    D = Dataset(
        [[0.5, 2], [-1, "1/3"], ["1e-1", Decimal("0.25")]], [+1, -1, +1], names=["salary", "debt"]
    )
    assert (D.N, len(D), D.d, D.scale) == (3, 3, 2, 60)
    assert D.names == ("salary", "debt")
    assert D.xs == (
        (1, Fraction(1, 2), 2),
        (1, -1, Fraction(1, 3)),
        (1, Fraction(1, 10), Fraction(1, 4)),
    )
    assert all(type(v) is Fraction for x in D.xs for v in x)
    assert D.ys == (1, -1, 1)
    assert all(type(y) is int for y in D.ys)
    assert D.scaled_xs == ((60, 30, 120), (60, -60, 20), (60, 6, 15))
    assert all(type(v) is int for x in D.scaled_xs for v in x)
    assert D.labels == ("-1", "+1")
    assert repr(D) == "<Dataset N=3 d=2 scale=60>"


def test_features_without_names_are_numbered_from_one():
    """Without names the features are called x1, x2, ... as in the lecture."""
    assert Dataset([[1, 2, 3]], [1]).names == ("x1", "x2", "x3")


@pytest.mark.parametrize(
    "half",
    [
        0.5,
        "0.5",
        "1/2",
        ".5",
        " 5e-1 ",
        "2/4",
        Fraction(1, 2),
        Decimal("0.5"),
        Decimal("5E-1"),
        Single("0.5"),
    ],
)
def test_spellings_do_not_matter(half):
    """0.5, "1/2", Fraction(1, 2), Decimal("0.5") and foreign numbers make equal sets with equal
    hashes.
    """
    D = Dataset([[half, 3], [-1, half]], [1, -1])
    expected = Dataset([[Fraction(1, 2), Fraction(3)], [Fraction(-1), Fraction(1, 2)]], [1, -1])
    assert D == expected and hash(D) == hash(expected)
    assert (D.scale, D.scaled_xs) == (2, ((2, 1, 6), (2, -2, 1)))


@pytest.mark.parametrize(
    "one", [1, 1.0, "1", "+1", "1.0", True, Fraction(1), Decimal(1), Whole(1), Single("1.0")]
)
def test_labels_may_be_spelled_as_numbers_are(one):
    """+1 may be an int, a float, text, or any other number that equals one."""
    assert Dataset([[1], [2]], [one, "-1"]).ys == (1, -1)


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 2], [3, 4]],
        ((1, 2), (3, 4)),
        [(1, 2), [3, 4]],
        [range(1, 3), range(3, 5)],
        Array(Array(1, 2), Array(3, 4)),
        [Array(Whole(1), Whole(2)), Array(3.0, "4")],
        [OrderedDict(a=1, b=2).values(), {"a": 3, "b": 4}.values()],
    ],
)
def test_any_sequences_make_rows(rows):
    """Rows may be lists, tuples, ranges, arrays, or anything else that has an order."""
    assert Dataset(rows, (1, -1)).scaled_xs == ((1, 1, 2), (1, 3, 4))


def test_generators_make_rows():
    """Rows, labels and names may be generated; each is gone through once."""
    D = Dataset(
        ((v for v in row) for row in [[1, 2], [3, 4]]),
        (y for y in (1, -1)),
        names=(name for name in "ab"),
    )
    assert (D.scaled_xs, D.ys, D.names) == (((1, 1, 2), (1, 3, 4)), (1, -1), ("a", "b"))


@given(sets_of_rows)
def test_the_scale_is_the_least_that_makes_ints(examples):
    """scale is the least common denominator, and scaled_xs is scale times xs, x_0 included."""
    D = Dataset([row for row, _ in examples], [y for _, y in examples])
    least = 1
    for row, _ in examples:
        for q in row:
            least = least * q.denominator // gcd(least, q.denominator)
    assert D.scale == least
    assert D.xs == tuple((Fraction(1), *row) for row, _ in examples)
    assert D.scaled_xs == tuple(tuple(least * v for v in x) for x in D.xs)
    assert D.ys == tuple(y for _, y in examples)


@given(sets_of_rows)
def test_text_makes_the_same_set(examples):
    """A set made of the exact text of its numbers equals the set made of the numbers."""
    labels = [y for _, y in examples]
    D = Dataset([row for row, _ in examples], labels)
    assert (
        Dataset([[exact_text(v) for v in row] for row, _ in examples], [f"{y:+d}" for y in labels])
        == D
    )
    assert Dataset([x[1:] for x in D.xs], D.ys) == D


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1, 1)), min_size=1, max_size=5))
def test_floats_are_the_decimals_that_they_print_as(rows):
    """A list of floats and the texts that it prints as are the same data set."""
    ys = [1] * len(rows)
    assert Dataset(rows, ys) == Dataset([[repr(v) for v in row] for row in rows], ys)


def test_what_differs_is_not_equal():
    """Sets are unequal when a number, a label or the order differs, or the other is no set; names
    do not count.
    """
    D = Dataset([[1], [2]], [1, -1], names=["a"])
    assert D == Dataset([[1], [2]], [1, -1], names=["b"])
    assert D != Dataset([[1], [3]], [1, -1])
    assert D != Dataset([[1], [2]], [1, 1])
    assert D != Dataset([[2], [1]], [-1, 1])
    assert D != Dataset([[1], [2], [2]], [1, -1, -1])
    assert D != ([[1], [2]], [1, -1])
    assert D != Dataset([[Fraction(1, 2)], [1]], [1, -1])


def test_the_scale_counts_in_comparisons():
    """x and 2x are different data, though their scaled ints are alike but for x_0."""
    assert Dataset([["0.5"], ["1.5"]], [1, -1]) != Dataset([[1], [3]], [1, -1])


def test_the_callers_lists_are_neither_touched_nor_shared():
    """Everything is copied: changing the lists afterwards changes nothing, and they are as they
    were.
    """
    rows, labels, names = [[0.5, "2"], [3, 4]], [1, -1], ["a", "b"]
    D = Dataset(rows, labels, names=names)
    pla(D)
    assert (rows, labels, names) == ([[0.5, "2"], [3, 4]], [1, -1], ["a", "b"])
    rows[0][0], labels[0], names[0] = 99, -1, "z"
    rows.append([5, 6])
    labels.append(1)
    assert D == Dataset([["1/2", 2], [3, 4]], [1, -1])
    assert D.names == ("a", "b")


@pytest.mark.parametrize("part", ["N", "d", "scale", "names", "labels", "xs", "ys", "scaled_xs"])
def test_no_part_can_be_set(part):
    """A set is immutable: no part can be put in the place of another, or taken away."""
    D = Dataset([[1, 2], [3, 4]], [1, -1])
    with pytest.raises(AttributeError):
        setattr(D, part, getattr(D, part))
    with pytest.raises(AttributeError):
        delattr(D, part)


def test_no_part_can_be_changed_in_place():
    """All parts are tuples of numbers and texts, all the way down, and nothing can be added to a
    set.
    """
    D = Dataset([[1, 2], [3, 4]], [1, -1])
    for part in (D.xs, D.scaled_xs, D.ys, D.names, D.labels, *D.xs, *D.scaled_xs):
        assert type(part) is tuple
    with pytest.raises(AttributeError):
        D.note = "mine"
    assert D.xs is D.xs


DENSE = Dataset([[0.5, "1/3"], [3, 4]], [1, -1], names=["a", "b"])
SPARSE = read_text("yes 3:0.5 9:-2\nno 7:1/3\nyes\n", positive="yes")
NONZEROS = (
    SparseVector((0, 3, 9), (6, 3, -12)),
    SparseVector((0, 7), (6, 2)),
    SparseVector((0,), (6,)),
)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("D", [DENSE, SPARSE])
def test_copies_and_pickles_are_equal(D, protocol):
    """A set survives copying and the way to another process, by every protocol."""
    for other in (copy.copy(D), copy.deepcopy(D), pickle.loads(pickle.dumps(D, protocol))):
        assert other == D
        assert (other.names, other.labels, other.xs) == (D.names, D.labels, D.xs)
        assert (other.d, other.scale, other.sparse_xs) == (D.d, D.scale, D.sparse_xs)


@pytest.mark.parametrize("D", [DENSE, SPARSE])
def test_what_was_made_of_a_set_when_it_was_asked_for_does_not_travel(D):
    """Examples, y_n, d, scale, names and labels go to another process, no more: a pickle is not
    longer after a run, or after `xs` was asked for.
    """
    fresh = copy.copy(D)
    before = len(pickle.dumps(fresh))
    pla(fresh, max_updates=50)
    assert len(fresh.xs) == fresh.N
    assert len(pickle.dumps(fresh)) == len(pickle.dumps(copy.copy(fresh))) == before


# Sets that hold their nonzeros


def as_dense(data):
    """Return the same set, held with its zeros."""
    return Dataset([x[1:] for x in copy.copy(data).xs], data.ys)


def test_a_set_of_zeros_for_the_most_part_holds_its_nonzeros():
    """N, d, scale and labels are those of the file; the rows are there by their nonzeros."""
    assert (SPARSE.N, SPARSE.d, SPARSE.scale, SPARSE.labels) == (3, 9, 6, ("no", "yes"))
    assert SPARSE.sparse_xs == NONZEROS
    assert DENSE.sparse_xs is None


def test_rows_with_zeros_are_made_when_they_are_asked_for():
    """scaled_xs and xs are what a dense set has, and the same object each time."""
    D, dense = copy.copy(SPARSE), as_dense(SPARSE)
    assert "scaled_xs" not in vars(D)
    assert (D.scaled_xs, D.xs) == (dense.scaled_xs, dense.xs)
    assert D.scaled_xs[1] == (6, 0, 0, 0, 0, 0, 0, 2, 0, 0)
    assert D.scaled_xs is D.scaled_xs and D.xs is D.xs
    assert all(type(v) is Fraction for x in D.xs for v in x)


def test_more_zeros_than_fit_are_refused(monkeypatch):
    """Where the rows would have more than the most numbers, and only there, they are refused."""
    assert sparse_module.MOST_NUMBERS == 100_000_000
    monkeypatch.setattr(sparse_module, "MOST_NUMBERS", 30)
    assert len(copy.copy(SPARSE).scaled_xs) == 3
    monkeypatch.setattr(sparse_module, "MOST_NUMBERS", 29)
    for part in ("scaled_xs", "xs"):
        with pytest.raises(DataError) as refused:
            getattr(copy.copy(SPARSE), part)
        assert str(refused.value) == (
            "found 3 rows of 9 features; expected at most 29 numbers, zeros "
            "counted, for what takes all of them: leave out examples or features"
        )


sets_of_few = st.lists(
    st.tuples(
        st.sampled_from([-1, +1]),
        st.dictionaries(st.integers(1, 20), st.integers(-3, 3).filter(bool), max_size=2),
    ),
    min_size=1,
    max_size=4,
)


def read_rows(rows):
    """Return the set of a libsvm file of these rows with 20 features."""
    lines = (
        " ".join([f"{y:+d}", *(f"{i}:{row[i]}" for i in sorted(row))]) + "\n" for y, row in rows
    )
    like = Dataset([[0] * 20], [1])
    return read_text("".join(lines), like=like, format="libsvm")


@given(sets_of_few, sets_of_few)
def test_sets_are_compared_however_they_are_held(rows, others):
    """Two sets are equal, and hash alike, if and only if their dense forms do."""
    u, v = read_rows(rows), read_rows(others)
    assert u.sparse_xs is not None
    assert u == as_dense(u) and as_dense(u) == u and hash(u) == hash(as_dense(u))
    equal = as_dense(u) == as_dense(v)
    assert (u == v) == (u == as_dense(v)) == (as_dense(u) == v) == equal


def test_sparse_sets_of_other_width_or_scale_differ():
    """Features that are 0 for all examples count, and so does the scale."""
    narrow, wide = (Dataset([[0] * d], [1]) for d in (20, 21))
    text = "+1 3:1\n-1 4:1\n"
    assert read_text(text, like=narrow) != read_text(text, like=wide)
    assert read_text(text) != read_text("+1 3:0.5\n-1 4:0.5\n")
    assert read_text(text) != read_text("+1 3:1\n+1 4:1\n")


@given(sets_of_few, st.lists(st.integers(-9, 9), min_size=21, max_size=21))
def test_scores_and_norms_are_those_of_the_dense_set(rows, w):
    """w . x_n for all n, and R^2."""
    data = read_rows(rows)
    assert data._scores(w) == as_dense(data)._scores(w)
    assert R2(data) == R2(as_dense(data))
    assert "scaled_xs" not in vars(data)


def test_sets_are_keys():
    """Equal sets are one key of a dict."""
    assert {Dataset([[0.5]], [1]): "first", Dataset([["1/2"]], [1]): "second"} == {
        Dataset([[0.5]], [1]): "second"
    }
    assert len({hash(Dataset([[n]], [1])) for n in range(9)}) == 9


def test_one_class_is_a_set():
    """All labels may be the same."""
    assert Dataset([[1], [2]], [-1, -1]).ys == (-1, -1)


def test_a_huge_scale_prints():
    """A denominator of thousands of digits is shortened where the set is printed, not refused."""
    assert repr(Dataset([["0." + "7" * 4999]], [1])) == ("<Dataset N=1 d=1 scale=about 1E+4999>")
    assert repr(Dataset([["0." + "7" * 29]], [1])) == "<Dataset N=1 d=1 scale=about 1E+29>"


@pytest.mark.parametrize(
    ("rows", "labels", "message"),
    [
        ([], [], "found no example; expected at least one row with its label"),
        ([[]], [1], "found no feature; expected at least one beside x_0"),
        ([[1], [2]], [1], "found 2 rows and 1 labels; expected one label for each row"),
        ([[1]], [1, -1], "found 1 rows and 2 labels; expected one label for each row"),
        ([[1], [2, 3]], [1, -1], "example 1: found 2 features; expected 1, as in example 0"),
        ([[1, 2], [3]], [1, -1], "example 1: found 1 features; expected 2, as in example 0"),
        (5, [1], "rows: found 5; expected a sequence"),
        ("12", [1], "rows: found '12'; expected a sequence"),
        ([5], [1], "example 0: found 5; expected a sequence"),
        ([[1], "12"], [1, 1], "example 1: found '12'; expected a sequence"),
        ([b"12"], [1], "example 0: found b'12'; expected a sequence"),
        ([{7}], [1], "example 0: found {7}; expected a sequence"),
        ([{"a": 1}], [1], "example 0: found {'a': 1}; expected a sequence"),
        ({0: [1]}, [1], "rows: found {0: [1]}; expected a sequence"),
        ([[1]], 1, "labels: found 1; expected a sequence"),
        ([[1]], "1", "labels: found '1'; expected a sequence"),
        ([[1]], {1}, "labels: found {1}; expected a sequence"),
        (
            [[1], [2], [3]],
            [0, 1, 2.5],
            "example 2: found the label '2.5' beside '0' and '1'; expected two different numbers, "
            "or name the one that means +1 (positive=..., --positive)",
        ),
        (
            [[1], [2]],
            [1, "yes"],
            "example 1: found the label 'yes' beside '1'; expected two different numbers, "
            "or name the one that means +1 (positive=..., --positive)",
        ),
        ([[1]], [None], "example 0: found the label None; expected a finite number or a text"),
        (
            [[1], [2]],
            [1, [2]],
            "example 1: found the label [2]; expected a finite number or a text",
        ),
        (
            [[1]],
            [float("nan")],
            "example 0: found the label nan; expected a finite number or a text",
        ),
        ([[1]], [""], "example 0: found no label; expected one"),
        ([[1]], ["nan"], "example 0: the label: found 'nan'; expected a finite number"),
        (
            [[1]],
            None,
            "found rows without labels; expected Dataset(rows, labels), or one set of scikit-learn "
            'with "data" and "target"',
        ),
        (
            [["a"]],
            [1],
            "example 0, feature x1: found 'a'; expected a number such as 3, -0.5, 1e-3 or 3/7",
        ),
        (
            [[1, 2], [3, None]],
            [1, 1],
            "example 1, feature x2: found None; expected a number such as 3, -0.5, 1e-3 or 3/7",
        ),
        (
            [[[1]]],
            [1],
            "example 0, feature x1: found [1]; expected a number such as 3, -0.5, 1e-3 or 3/7",
        ),
        ([[1, float("nan")]], [1], "example 0, feature x2: found 'nan'; expected a finite number"),
        ([[float("-inf")]], [1], "example 0, feature x1: found '-inf'; expected a finite number"),
        (
            [["1e99999"]],
            [1],
            "example 0, feature x1: found '1e99999'; expected an exponent between -1000 and 1000",
        ),
    ],
)
def test_bad_examples_are_refused_with_their_place(rows, labels, message):
    """What cannot be an example is a DataError that says which example and feature, what it is,
    what is expected.
    """
    with pytest.raises(DataError) as caught:
        Dataset(rows, labels)
    assert str(caught.value) == message
    assert isinstance(caught.value, PerceptronError) and isinstance(caught.value, ValueError)


class Colour(str):
    """A text that says more than its characters."""

    def __str__(self):
        return "Colour." + self


@pytest.mark.parametrize(
    ("labels", "ys", "written"),
    [
        ([0, 1, 0], (-1, 1, -1), ("0", "1")),
        ([1.0, 0.0], (1, -1), ("0", "1")),
        ([2, 1], (1, -1), ("1", "2")),
        (["0", "1", 1], (-1, 1, 1), ("0", "1")),
        ([Fraction(1, 3), 0.5], (-1, 1), ("1/3", "0.5")),
        ([Decimal("-1"), 0], (-1, 1), ("-1", "0")),
        ([True, False], (1, -1), ("False", "True")),
        ([False, False], (-1, -1), ("False", "True")),
        ([0, 0], (-1, -1), ("0", "+1")),
        ([3], (1,), ("-1", "3")),
        ([True, True], (1, 1), ("False", "True")),
        ([True, -1], (1, -1), ("-1", "+1")),
        (["1", -1.0], (1, -1), ("-1", "+1")),
    ],
)
def test_labels_of_two_values_are_those_of_files(labels, ys, written):
    """Of two numbers the larger is +1, as in a file, and True among True and False; what equals -1
    and +1 is just that.
    """
    D = Dataset([[n] for n in labels], labels)
    assert (D.ys, D.labels) == (ys, written)


@pytest.mark.parametrize(
    ("labels", "positive", "ys", "written"),
    [
        (["no", "yes", "no"], "yes", (-1, 1, -1), ("no", "yes")),
        (["a", "b", "c"], "b", (-1, 1, -1), (None, "b")),
        ([0, 1], 0, (1, -1), ("1", "0")),
        ([0.0, 1.0], 0, (1, -1), ("1", "0")),
        ([1, -1], -1, (-1, 1), ("1", "-1")),
        ([True, False], False, (-1, 1), ("True", "False")),
        (["yes", 1], "yes", (1, -1), ("1", "yes")),
        ([Colour("red"), "blue"], "red", (1, -1), ("blue", "red")),
    ],
)
def test_positive_names_the_label_of_plus_one(labels, positive, ys, written):
    """Any other label means -1, and its word is known if there is one other; numbers are compared
    as numbers.
    """
    D = Dataset([[1] for _ in labels], labels, positive=positive)
    assert (D.ys, D.labels) == (ys, written)


@pytest.mark.parametrize(
    ("labels", "positive", "message"),
    [
        (["a", "b"], "c", "labels: found no label 'c'; expected one of 'a', 'b'"),
        ([0, 1], True, "labels: found no label 'True'; expected one of '0', '1'"),
        ([0, 1], float("nan"), "positive: found 'nan'; expected a finite number"),
        (["a", None], "a", "example 1: found the label None; expected a finite number or a text"),
    ],
)
def test_a_positive_label_that_is_not_there_is_refused(labels, positive, message):
    """A typing error does not make all labels -1."""
    with pytest.raises(DataError) as caught:
        Dataset([[1], [2]], labels, positive=positive)
    assert str(caught.value) == message


def test_a_hypothesis_remembers_how_labels_are_written():
    """What was learned from words answers in words."""
    run = pla(Dataset([[0], [1]], ["no", "yes"], positive="yes"))
    assert run.hypothesis.labels == ("no", "yes")


def test_messages_call_a_feature_by_its_name():
    """Where features have names, the message says the name."""
    with pytest.raises(DataError, match="^example 0, feature debt: found 'a'"):
        Dataset([[1, "a"]], [1], names=["salary", "debt"])


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["a"], "names: found 1; expected 2, one for each feature"),
        (["a", "b", "c"], "names: found 3; expected 2, one for each feature"),
        ([], "names: found 0; expected 2, one for each feature"),
        (["a", "a"], "names: found 'a' twice; expected different names"),
        (["a", ""], "names: found ''; expected texts, none of them empty"),
        (["a", 7], "names: found 7; expected texts, none of them empty"),
        ("ab", "names: found 'ab'; expected a sequence"),
        (7, "names: found 7; expected a sequence"),
        ({"a": 1, "b": 2}, "names: found {'a': 1, 'b': 2}; expected a sequence"),
    ],
)
def test_bad_names_are_refused(names, message):
    """Names are as many different texts as there are features, none empty, in order."""
    with pytest.raises(DataError) as caught:
        Dataset([[1, 2]], [1], names=names)
    assert str(caught.value) == message


def test_a_value_that_cannot_be_spelled_is_refused_all_the_same():
    """An int of more digits than Python spells, or a repr of several lines, still makes a message
    of one line.
    """

    class Tall:
        def __repr__(self):
            return "one\n  two"

    with pytest.raises(DataError, match="found the label "):
        Dataset([[1]], [Tall()])
    with pytest.raises(DataError, match="found one two; expected a number"):
        Dataset([[Tall()]], [1])


@pytest.mark.ci
@pytest.mark.parametrize(
    ("cell", "most"),
    [(lambda i: i + 10**6, 1.3), (lambda i: f"{i}.125", 1.0)],
    ids=["ints", "text"],
)
def test_a_set_takes_little_more_memory_than_what_it_is_made_of(cell, most):
    """While it is made and afterwards: at most 1.3 times the lists of ints beside it; of text, less
    than the text.
    """
    tracemalloc = pytest.importorskip("tracemalloc")
    tracemalloc.start()
    try:
        rows = [[cell(100 * n + i) for i in range(100)] for n in range(200)]
        labels = [(-1) ** n for n in range(200)]
        bare = tracemalloc.get_traced_memory()[0]
        data = Dataset(rows, labels)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert data.N == 200
    assert peak - bare <= most * bare


def test_ints_are_shared_with_whoever_gave_them():
    """Where the scale is 1 there is nothing to compute: the set holds the very ints of the rows."""
    rows = [[10**9 + 1, 10**9 + 2]]
    assert all(ours is theirs for ours, theirs in zip(Dataset(rows, [1]).scaled_xs[0][1:], rows[0]))


@pytest.mark.ci
def test_a_scale_too_long_for_its_numbers_is_refused():
    """The common denominator may have 5,000 digits, fewer where the numbers are very many: the
    message names the example and the feature that make it longer.
    """
    assert Dataset([[Fraction(1, 10**4_999)]], [1]).scale == 10**4_999
    says = r"^example 1, feature x2: found .*Fraction.*, .* of 4 numbers has 5,001 .* most 5,000"
    with pytest.raises(DataError, match=says):  # not all Pythons spell so many digits
        Dataset([[1, 1], [0.5, Fraction(1, 3**10_479)]], [1, -1])
    with pytest.raises(
        DataError, match="^example 0, feature x1: found '1e-900', .* 300,000 .* 258"
    ):
        Dataset([["1e-900"], *[[n] for n in range(299_999)]], [1] * 300_000)


def test_a_set_remembers_the_name_of_its_labels(tmp_path):
    """As the file's header has it; also with another x_0, as a copy, and in what is learned."""
    path = tmp_path / "data.csv"
    path.write_text("y,a\n0,1\n1,2\n")
    data = read(path, label="y")
    assert data.label_name == data.with_x0(2).label_name == copy.copy(data).label_name == "y"
    assert pla(data).hypothesis.label_name == "y"
    assert Dataset([[1]], [1]).label_name is None
