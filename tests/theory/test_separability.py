"""Separable or not, with rho, and with proofs: held against the definitions, plain enumeration and
other programs.
"""

from __future__ import annotations

import pickle
from fractions import Fraction
from functools import reduce
from itertools import combinations
from math import gcd

import oracle
import pytest
from hypothesis import given
from textfile import read_text

from perceptron_ref import Dataset, example, pla
from perceptron_ref.theory.separability import (
    NotSeparable,
    Separable,
    Step,
    Undecided,
    separability,
)

AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
XOR = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, +1, +1, -1])


def is_proved(record):
    """Tell the same as `verify`, and all else that is said of a record, from the definitions, in
    Fractions.
    """
    D = oracle.examples_of(record.data)
    d = len(D[0][0]) - 1
    examples = record.support if record.separable else record.examples
    rows = [[c * D[n][1] * x_i for x_i in D[n][0]] for n, c in zip(examples, record.coefficients)]
    total = [sum(column) for column in zip(*rows)]
    assert list(examples) == sorted(set(examples))
    assert len(rows) == len(examples) == len(record.coefficients)
    assert all(c > 0 for c in record.coefficients)
    if not record.separable:
        assert len(examples) <= d + 2
        assert all(type(a) is int for a in record.coefficients)
        assert reduce(gcd, record.coefficients) == 1
        return total == [0] * (d + 1)
    margins = [y * oracle.dot(record.w_f, x) for x, y in D]
    smallest = min(margins)
    assert len(examples) <= d + 1
    assert all(type(w_i) is int for w_i in record.w_f)
    assert reduce(gcd, record.w_f) == 1
    assert smallest > 0
    assert [margins[n] for n in examples] == [smallest] * len(examples)
    assert record.rho2 == smallest**2 / oracle.dot(record.w_f, record.w_f)
    assert record.R2 == max(oracle.dot(x, x) for x, _ in D)
    assert record.bound == record.R2 / record.rho2
    return total == list(record.w_f)


# By hand


def test_and():
    """w_f = (-3, 2, 2) has margins 3, 1, 1, 1, and is -5 (1, 0, 1) - 5 (1, 1, 0) + 7 (1, 1, 1).

    Lecture 2: L2.8
    """
    record = separability(AND)
    assert isinstance(record, Separable)
    assert record.separable is True
    assert record.data is AND
    assert (record.w_f, record.support, record.coefficients) == ((-3, 2, 2), (1, 2, 3), (5, 5, 7))
    assert (record.rho2, record.R2, record.bound) == (Fraction(1, 17), 3, 51)
    assert {
        type(value) for value in (record.rho2, record.R2, record.bound, *record.coefficients)
    } == {Fraction}
    assert record.verify() is True
    assert repr(record) == "<Separable w_f=(-3, 2, 2) rho2=1/17 bound=51 support=(1, 2, 3)>"


def test_xor():
    """The four examples, signed, cancel out: -(1, 0, 0) + (1, 0, 1) + (1, 1, 0) - (1, 1, 1) = 0."""
    record = separability(XOR)
    assert isinstance(record, NotSeparable)
    assert record.separable is False
    assert record.data is XOR
    assert (record.examples, record.coefficients) == ((0, 1, 2, 3), (1, 1, 1, 1))
    assert {type(a) for a in record.coefficients} == {int}
    assert record.verify() is True
    assert repr(record) == "<NotSeparable examples=(0, 1, 2, 3) coefficients=(1, 1, 1, 1)>"


UNITS = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0]]
TWICE = [[4, 1], ["1/3", 7], [2, 2], ["1/3", 7]]


@pytest.mark.parametrize(
    ("rows", "labels", "expected"),
    [
        pytest.param([[-1], [0], [1]], "+-+", {0: 1, 1: 2, 2: 1}, id="three on a line"),
        pytest.param([[0, 0]] * 3, "--+", {0: 1, 2: 1}, id="no feature to go by, both classes"),
        pytest.param(TWICE, "++--", {1: 1, 3: 1}, id="twice"),
        pytest.param([["1/2", 3]], "-", (-2, -1, -6), id="one example, along y x"),
        pytest.param([[-5], [7], [0]], "+++", (1, 0), id="one class: w_0 alone"),
        pytest.param([[3], [1], [2]], "---", (-1, -1), id="one class: a slope gives more"),
        pytest.param([[0, 0]] * 3, "---", (-1, 0, 0), id="no feature to go by"),
        pytest.param(UNITS, "++-", (1, 3, 3, -5, 0, 0), id="fewer examples than features"),
        pytest.param(UNITS, "+++", (3, 1, 1, 1, 0, 0), id="and one class"),
    ],
)
def test_answers_by_hand(rows, labels, expected):
    """The line of largest margin, in lowest terms; or examples that cancel out, how often each."""
    record = separability(Dataset(rows, [+1 if label == "+" else -1 for label in labels]))
    assert is_proved(record)
    if isinstance(expected, dict):
        assert dict(zip(record.examples, record.coefficients)) == expected
    else:
        assert record.w_f == expected


@pytest.mark.parametrize("m", [0, 1, 7, "1/10", 10**30, "1e300", "1e-300"])
def test_two_neighbours_on_a_line(m):
    """m labelled -1 and m + 1 labelled +1: rho^2 = 1 / (4 + (2m + 1)^2) for all m, in the units of
    the data.
    """
    m = Fraction(m)
    record = separability(Dataset([[m], [m + 1]], [-1, +1]))
    assert record.rho2 == 1 / (4 + (2 * m + 1) ** 2)
    assert record.R2 == 1 + (m + 1) ** 2
    assert Fraction(record.w_f[0], record.w_f[1]) == -(2 * m + 1) / 2
    assert record.verify()


@pytest.mark.parametrize("k", [1, 2, 3])
def test_orthogonal_examples(k):
    """Examples orthogonal to each other have rho^2 = R^2 / N, so the bound is N; all of them are
    the support.
    """
    rows = [[1]]
    for _ in range(k):
        rows = [row + row for row in rows] + [row + [-v for v in row] for row in rows]
    record = separability(Dataset([row[1:] for row in rows], [(-1) ** n for n in range(2**k)]))
    assert (record.R2, record.bound, record.support) == (2**k, 2**k, tuple(range(2**k)))
    assert record.coefficients == (record.coefficients[0],) * 2**k


@pytest.mark.parametrize("name", ["credit", "credit-2d", "spam", "iris-setosa", "or", "and"])
def test_embedded_sets_that_a_line_separates(name):
    """They are separable, and PLA needs no more updates than the bound."""
    record = separability(example(name))
    assert is_proved(record)
    assert record.verify()
    assert pla(record.data).updates <= record.bound


def test_irises_that_no_line_separates():
    """Versicolor and virginica: six flowers cancel out."""
    record = separability(example("iris-versicolor-virginica"))
    assert record.examples == (18, 33, 56, 69, 83, 88)
    assert record.coefficients == (5, 17, 1, 9, 7, 5)
    assert is_proved(record)


# Against plain enumeration, on generated sets


def solved(matrix):
    """Return u with A u = b for the rows (A | b), by Gauss and Jordan in Fractions; None where A is
    singular.
    """
    rows = [list(row) for row in matrix]
    for j in range(len(rows)):
        pivot = next((i for i in range(j, len(rows)) if rows[i][j] != 0), None)
        if pivot is None:
            return None
        rows[j], rows[pivot] = rows[pivot], rows[j]
        rows[j] = [v / rows[j][j] for v in rows[j]]
        for i in range(len(rows)):
            if i != j:
                rows[i] = [v - rows[i][j] * u for v, u in zip(rows[i], rows[j])]
    return [row[-1] for row in rows]


def smallest_length(zs):
    """Return |p|^2 for the p of conv{z_n} nearest to 0, the best over all supports of as many as
    matter.

    The nearest point of the affine hull of some z_n is sum_n u_n z_n with all z_n . p = |p|^2:
    scaled by what makes them 1, or by anything where |p| = 0, the u solve (G + 1 1^T) u = 1.
    """
    lengths = []
    for size in range(1, min(len(zs), len(zs[0]) + 1) + 1):
        for part in combinations(zs, size):
            u = solved([[1 + oracle.dot(z, v) for v in part] + [Fraction(1)] for z in part])
            if u is not None and min(u) >= 0:
                p = [oracle.dot(u, column) / sum(u) for column in zip(*part)]
                lengths.append(oracle.dot(p, p))
    return min(lengths)


@given(oracle.rows_and_labels(max_d=2, max_N=6))
def test_rho_is_the_best_of_all_supports(drawn):
    """rho^2 is the least |p|^2 that any few of the examples give, tried one by one; 0 where no line
    separates.     Lecture 2: L2.8
    """
    data = Dataset(*drawn)
    record = separability(data)
    length = smallest_length([[y * x_i for x_i in x] for x, y in oracle.examples_of(data)])
    assert (record.rho2 if record.separable else 0) == length
    assert is_proved(record)
    assert record.verify()


@given(oracle.rows_and_labels(max_d=4, max_N=9))
def test_what_is_named_matters_and_nothing_else(drawn):
    """Without the examples that are not of the support, w_f, rho^2 and the coefficients are the
    same. The others of a certificate are separable once one of them is left out.
    Lecture 2: L2.8
    """

    def of(examples):
        return separability(
            Dataset([drawn[0][n] for n in examples], [drawn[1][n] for n in examples])
        )

    record = separability(Dataset(*drawn))
    if record.separable:
        kept = of(record.support)
        assert (kept.w_f, kept.coefficients) == (record.w_f, record.coefficients)
        assert kept.rho2 == record.rho2
    else:
        for left_out in record.examples:
            assert of([n for n in record.examples if n != left_out]).separable


@pytest.mark.parametrize("order", ["cyclic", "restart", "random-permutation", "worst-margin"])
def test_pla_keeps_within_the_bound(order):
    """On sets with a known separator: rho is at least its margin, and PLA makes no more than
    R^2/rho^2 updates.     Lecture 2: Q3
    """
    for rows, labels, w_f in oracle.separable_sets(15):
        record = separability(Dataset(rows, labels))
        margin = min(y * oracle.dot(w_f, x) for x, y in oracle.examples_of(record.data))
        assert record.rho2 >= margin**2 / Fraction(oracle.dot(w_f, w_f))
        assert pla(record.data, order, max_updates=None).updates <= record.bound


# verify

# AND with numbers in halves, so that the scale is not 1: w_f = (-3, 4, 4), rho^2 = 1/41, R^2 = 3/2.
HALVES = Dataset([[0, 0], [0, "1/2"], ["1/2", 0], ["1/2", "1/2"]], [-1, -1, -1, +1])
RIGHT = {
    "w_f": (-3, 4, 4),
    "support": (1, 2, 3),
    "coefficients": (11, 11, 19),
}


def test_a_right_record_is_verified():
    """What the tests below spoil is right before they do: found so, and verified when it is put
    together by hand.
    """
    record = separability(HALVES)
    assert {name: getattr(record, name) for name in RIGHT} == RIGHT
    assert (record.rho2, record.R2) == (Fraction(1, 41), Fraction(3, 2))
    assert Separable(HALVES, **RIGHT).verify() is True


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"w_f": (-6, 8, 8), "coefficients": (22, 22, 38)}, id="common factor"),
        pytest.param({"w_f": (-2, 3, 3)}, id="not the combination of the support"),
        pytest.param({"w_f": (3, -4, -4)}, id="does not separate"),
        pytest.param({"w_f": (0, 0, 0)}, id="no direction"),
        pytest.param({"w_f": (-3, 4)}, id="a weight too few"),
        pytest.param({"w_f": ()}, id="no weights"),
        pytest.param({"support": (0, 2, 3)}, id="an example of larger margin"),
        pytest.param({"support": (1, 2)}, id="an example too few"),
        pytest.param({"support": (1, 2, 4)}, id="an example that is not there"),
        pytest.param({"support": (1, 2, -1)}, id="counted from the end"),
        pytest.param({"support": (), "coefficients": ()}, id="no support"),
        pytest.param({"coefficients": (11, 11, 18)}, id="coefficient"),
        pytest.param({"coefficients": (11, 11)}, id="a coefficient too few"),
        pytest.param(
            {"support": (1, 2, 3, 0), "coefficients": (11, 11, 19, 0)}, id="a coefficient of 0"
        ),
        pytest.param(
            {"support": (1, 1, 2, 3), "coefficients": (5, 6, 11, 19)}, id="an example twice"
        ),
    ],
)
def test_a_spoilt_separator_is_not_verified(wrong):
    """One claim changed is one too many."""
    assert Separable(HALVES, **{**RIGHT, **wrong}).verify() is False


def test_a_separator_of_less_margin_is_not_verified():
    """(2, 3) = (1, 0) + (1, 3) separates, and 4/13 is its margin squared; but the margins are 2 and
    11, not equal.
    """
    data = Dataset([[0], [3]], [+1, +1])
    record = Separable(data, (2, 3), (0, 1), (Fraction(1), Fraction(1)))
    assert (record.rho2, record.verify()) == (Fraction(4, 13), False)
    assert separability(data).rho2 == 1


@pytest.mark.parametrize(
    ("data", "w_f"),
    [(XOR, (0, 0, 0)), (Dataset([[1, 1], [2, 2]], [+1, -1]), (0, 1, -1))],
    ids=["the mixture of examples that cancel out", "a line through the examples"],
)
def test_a_margin_of_0_is_not_verified(data, w_f):
    """All margins are the least, and only that they have to be positive speaks against it."""
    support = tuple(range(data.N))
    assert Separable(data, w_f, support, (Fraction(1),) * data.N).verify() is False


@pytest.mark.parametrize(
    ("examples", "coefficients"),
    [
        pytest.param((0, 1, 2, 3), (1, 1, 1, 2), id="does not cancel"),
        pytest.param((0, 1, 2), (1, 1, 1), id="an example too few"),
        pytest.param((0, 1, 2, 3), (-1, -1, -1, -1), id="negative"),
        pytest.param((0, 1, 2, 3), (0, 0, 0, 0), id="zero"),
        pytest.param((), (), id="nothing"),
        pytest.param((0, 1, 2, 4), (1, 1, 1, 1), id="an example that is not there"),
        pytest.param((0, 1, 2, -1), (1, 1, 1, 1), id="counted from the end"),
        pytest.param((0, 1, 2, 3, 3), (2, 2, 2, 1, 1), id="an example twice"),
        pytest.param((0, 1, 2, 3), (1, 1, 1, 1, 1), id="a coefficient too many"),
    ],
)
def test_a_spoilt_certificate_is_not_verified(examples, coefficients):
    """A certificate counts only if its examples are there, once each, with positive coefficients,
    and cancel out.
    """
    assert NotSeparable(XOR, examples, coefficients).verify() is False


def test_any_true_certificate_is_verified():
    """It need not be the one that is found, nor in lowest terms."""
    assert NotSeparable(XOR, (3, 2, 1, 0), (5, 5, 5, 5)).verify() is True


def test_a_repr_of_long_numbers_is_cut():
    """After 60 characters; of however many digits it is."""
    record = NotSeparable(XOR, (0,), (10**100,))
    shown = f"(1{'0' * 56}... (104 characters)"
    assert repr(record) == f"<NotSeparable examples=(0,) coefficients={shown}>"
    assert len(repr(NotSeparable(XOR, (0,), (10**6000,)))) < 130


# Progress, and being interrupted


def test_every_nearer_point_is_a_step():
    """An example to start from, then three that join it one by one; others leave."""
    steps = []
    data = Dataset([[3, 3], [-3, -3], [-3, -1], [3, -2]], [+1, +1, +1, -1])
    record = separability(data, on_step=steps.append)
    told = dict.fromkeys((step.steps, step.support) for step in steps)
    assert list(told) == [(1, 1), (2, 2), (3, 2), (4, 3)]
    assert repr(steps[-1]) == "<Step 4: 3 examples in the support>"
    assert record.support == (0, 1, 3)
    assert isinstance(steps[0], Step)


def test_an_interruption_passes_through():
    """Whatever is raised while it computes, Ctrl-C above all, comes out as it is."""

    def interrupt(step):
        if step.steps == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        separability(AND, on_step=interrupt)


# Stopped by `on_step`: what is known by then


def stopped_after(steps):
    """Return an `on_step` that stops after so many steps."""

    def on_step(step):
        if step.steps >= steps:
            raise StopIteration

    return on_step


def is_bounded(found):
    """Tell the same as `verify`, and all else that is said of `Undecided`, in Fractions."""
    D = oracle.examples_of(found.data)
    total = sum(found.coefficients)
    rows = [
        [Fraction(a, total) * D[n][1] * x_i for x_i in D[n][0]]
        for n, a in zip(found.mixture, found.coefficients)
    ]
    p = [sum(column) for column in zip(*rows)]
    assert list(found.mixture) == sorted(set(found.mixture))
    assert all(type(a) is int and a > 0 for a in found.coefficients)
    assert found.most == oracle.dot(p, p)
    assert found.R2 == max(oracle.dot(x, x) for x, _ in D)
    if found.w_f is None:
        assert (found.least, found.separable, found.bound) == (0, None, None)
        return True
    assert reduce(gcd, found.w_f) == 1
    least = min(y * oracle.dot(found.w_f, x) for x, y in D)
    assert found.least == least**2 / oracle.dot(found.w_f, found.w_f)
    assert (found.separable, found.bound) == (True, found.R2 / found.least)
    return least > 0


def test_stopped_at_once_it_knows_the_shortest_example():
    """|x_1|^2 = 1 + 4 is the upper bound, and no separator was met."""
    data = Dataset([[3, 3], [2, 0], [-3, -1]], [+1, -1, +1])
    found = separability(data, on_step=stopped_after(0))
    assert isinstance(found, Undecided)
    assert (found.mixture, found.coefficients, found.most, found.R2) == ((1,), (1,), 5, 19)
    assert (found.w_f, found.least, found.bound, found.separable) == (None, 0, None, None)
    assert found.data is data
    assert found.verify() is True
    assert repr(found) == "<Undecided undecided: 0 <= rho2 <= 5 after 1 steps>"


def test_stopped_at_an_example_of_zeros():
    """As there may be with x_0 = 0: it is nearest, and separates nothing."""
    found = separability(Dataset([[0], [1]], [1, 1], x0=0), on_step=stopped_after(0))
    assert (found.w_f, found.most, found.verify()) == (None, 0, True)


def test_bounds_hold_after_every_step():
    """From both sides, closer and closer from above; in the end the answer itself."""
    for data in (example("credit"), example("spam"), example("xor"), example("iris-setosa")):
        answer = separability(data)
        rho2 = answer.rho2 if answer.separable else 0
        most = None
        for steps in range(1, 100):
            found = separability(data, on_step=stopped_after(steps))
            if not isinstance(found, Undecided):
                break
            assert found.steps == steps
            assert is_bounded(found)
            assert found.verify()
            assert found.least <= rho2 <= found.most
            assert most is None or found.most <= most
            most = found.most
        assert (type(found), steps > 2) == (type(answer), True)
        assert most < separability(data, on_step=stopped_after(1)).most


def test_a_separator_that_was_met_decides():
    """Before the largest margin is known."""
    data = example("separable", N=30, d=3, seed=1)
    answers = [separability(data, on_step=stopped_after(steps)) for steps in range(2, 12)]
    known = [found for found in answers if found.separable and isinstance(found, Undecided)]
    assert known
    assert all(is_bounded(found) for found in known)
    assert repr(known[0]).startswith("<Undecided separable: ")


@pytest.mark.parametrize(
    "record",
    [separability(AND), separability(XOR), Undecided(AND, 3, (-3, 2, 2), (1, 2, 3), (5, 5, 7))],
    ids=["separable", "not separable", "undecided"],
)
def test_records_can_be_pickled(record):
    """A pickled record comes back with its proof."""
    copy = pickle.loads(pickle.dumps(record))
    assert (repr(copy), copy.data, copy.verify()) == (repr(record), record.data, True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mixture", (1, 1, 3)),
        ("coefficients", (5, 0, 7)),
        ("w_f", (3, -2, -2)),
        ("w_f", (-3, 2)),
        ("w_f", (-1, 1, 1)),
    ],
)
def test_verify_sees_what_is_wrong(name, value):
    """Examples, their coefficients, and weights that have to separate, with a margin > 0."""
    found = Undecided(AND, 3, (-3, 2, 2), (1, 2, 3), (5, 5, 7))
    assert (found.least, found.most, found.verify()) == (Fraction(1, 17), Fraction(1, 17), True)
    setattr(found, name, value)
    assert found.verify() is False


@pytest.mark.parametrize("separable", [True, False])
def test_features_that_are_zero_in_all_examples_change_nothing(separable):
    """Of 1,000 features, all but four 0: the answer is that of the four, and verifies itself."""
    rows = [(1, 0, 0, 5), (0, 2, -1, 0), (0, 0, 3, 1), (1, 1, 0, 0), (2, 0, 0, -3)]
    rows += [] if separable else [(1, 1, 0, 0)]
    labels = [1, -1, 1, -1, 1] + ([] if separable else [1])
    places = (3, 500, 501, 1_000)
    text = "".join(
        f"{y:+d} " + " ".join(f"{i}:{v}" for i, v in zip(places, x) if v) + "\n"
        for x, y in zip(rows, labels)
    )
    wide, few = read_text(text), Dataset(rows, labels)
    found, expected = separability(wide), separability(few)
    assert wide.sparse_xs is not None and found.data is wide
    assert found.verify() and expected.verify()
    assert found.separable == expected.separable == separable
    assert found.coefficients == expected.coefficients
    if separable:
        spread = dict(zip((0, *places), expected.w_f))
        assert found.w_f == tuple(spread.get(i, 0) for i in range(1_001))
        assert (found.rho2, found.support) == (expected.rho2, expected.support)
        assert found.R2 == expected.R2
        found.w_f = tuple(v + (i == 7) for i, v in enumerate(found.w_f))
        assert not found.verify()
    else:
        assert found.examples == expected.examples
