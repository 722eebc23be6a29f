"""Separability, rho and their proofs: compared with the definitions, and stopped at every step."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import gcd

import oracle
import pytest
from hypothesis import given
from text_reading import read_text

from perceptron_ref import Dataset, example
from perceptron_ref.theory.separability import (
    NotSeparable,
    Separable,
    Undecided,
    separability,
)

AND = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1])
XOR = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, +1, +1, -1])


def check_proved(record):
    """Check the claims of a record, and the sum that proves the answer, by their definitions."""
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
        assert total == [0] * (d + 1)
        return
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
    assert total == list(record.w_f)


# By hand


UNIT_VECTORS = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0]]
CONTRADICTION = [[4, 1], ["1/3", 7], [2, 2], ["1/3", 7]]


@pytest.mark.parametrize(
    ("rows", "labels", "expected"),
    [
        pytest.param([[0, 0], [0, 1], [1, 0], [1, 1]], "---+", (-3, 2, 2), id="and"),
        pytest.param(
            [[0, 0], [0, 1], [1, 0], [1, 1]], "-++-", dict.fromkeys(range(4), 1), id="xor"
        ),
        pytest.param([[-1], [0], [1]], "+-+", {0: 1, 1: 2, 2: 1}, id="three on a line"),
        pytest.param([[0, 0]] * 3, "--+", {0: 1, 2: 1}, id="no feature to go by, both classes"),
        pytest.param(CONTRADICTION, "++--", {1: 1, 3: 1}, id="one x twice, with both labels"),
        pytest.param([["1/2", 3]], "-", (-2, -1, -6), id="one example, along y x"),
        pytest.param([[-5], [7], [0]], "+++", (1, 0), id="one class: w_0 alone"),
        pytest.param([[3], [1], [2]], "---", (-1, -1), id="one class: a slope gives more"),
        pytest.param([[0, 0]] * 3, "---", (-1, 0, 0), id="no feature to go by"),
        pytest.param(UNIT_VECTORS, "++-", (1, 3, 3, -5, 0, 0), id="fewer examples than features"),
        pytest.param(UNIT_VECTORS, "+++", (3, 1, 1, 1, 0, 0), id="three unit vectors of one class"),
    ],
)
def test_answers_computed_by_hand_are_found(rows, labels, expected):
    """The answer is the line of largest margin in lowest terms, or the examples that cancel out,
    with their coefficients.
    """
    record = separability(Dataset(rows, [+1 if label == "+" else -1 for label in labels]))
    check_proved(record)
    assert record.verify()
    if isinstance(expected, dict):
        assert dict(zip(record.examples, record.coefficients)) == expected
    else:
        assert record.w_f == expected


# On generated sets


@pytest.mark.ci
@given(oracle.rows_and_labels(max_d=4, max_N=9))
def test_the_support_alone_determines_the_answer(rows_labels):
    """Without the other examples, w_f, rho^2 and the coefficients are the same. The examples of a
    certificate become separable if one of them is left out.     Lecture 2: L2.8
    """

    rows, labels = rows_labels

    def answer_on(examples):
        return separability(Dataset([rows[n] for n in examples], [labels[n] for n in examples]))

    record = separability(Dataset(rows, labels))
    check_proved(record)
    assert record.verify()
    if record.separable:
        answer = answer_on(record.support)
        assert (answer.w_f, answer.coefficients) == (record.w_f, record.coefficients)
        assert answer.rho2 == record.rho2
    else:
        for left_out in record.examples:
            assert answer_on([n for n in record.examples if n != left_out]).separable


# verify

# AND with numbers in halves, so that the scale is not 1: w_f = (-3, 4, 4), rho^2 = 1/41, R^2 = 3/2.
HALVES = Dataset([[0, 0], [0, "1/2"], ["1/2", 0], ["1/2", "1/2"]], [-1, -1, -1, +1])
CORRECT = {
    "w_f": (-3, 4, 4),
    "support": (1, 2, 3),
    "coefficients": (11, 11, 19),
}


def test_a_correct_record_is_verified():
    """The record that the tests below change is correct, both computed and built by hand."""
    record = separability(HALVES)
    assert {name: getattr(record, name) for name in CORRECT} == CORRECT
    assert (record.rho2, record.R2) == (Fraction(1, 41), Fraction(3, 2))
    assert Separable(HALVES, **CORRECT).verify() is True


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"w_f": (-6, 8, 8), "coefficients": (22, 22, 38)}, id="a common factor"),
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
        pytest.param({"coefficients": (11, 11, 18)}, id="a wrong coefficient"),
        pytest.param({"coefficients": (11, 11)}, id="a coefficient too few"),
        pytest.param(
            {"support": (1, 2, 3, 0), "coefficients": (11, 11, 19, 0)}, id="a coefficient of 0"
        ),
        pytest.param(
            {"support": (1, 1, 2, 3), "coefficients": (5, 6, 11, 19)}, id="an example twice"
        ),
    ],
)
def test_a_false_separator_is_not_verified(wrong):
    """`verify` returns False if w_f, the support or the coefficients of a correct record are
    changed.
    """
    assert Separable(HALVES, **{**CORRECT, **wrong}).verify() is False


def test_a_separator_of_less_margin_is_not_verified():
    """(2, 3) = (1, 0) + (1, 3) separates with squared margin 4/13, but the margins of its support,
    2 and 11, differ.
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
    """`verify` returns False although all margins are equal, because they must be positive."""
    support = tuple(range(data.N))
    assert Separable(data, w_f, support, (Fraction(1),) * data.N).verify() is False


@pytest.mark.parametrize(
    ("examples", "coefficients"),
    [
        pytest.param((0, 1, 2, 3), (1, 1, 1, 2), id="does not cancel"),
        pytest.param((0, 1, 2), (1, 1, 1), id="an example too few"),
        pytest.param((0, 1, 2, 3), (-1, -1, -1, -1), id="negative coefficients"),
        pytest.param((0, 1, 2, 3), (0, 0, 0, 0), id="coefficients of 0"),
        pytest.param((), (), id="no examples"),
        pytest.param((0, 1, 2, 4), (1, 1, 1, 1), id="an example that is not there"),
        pytest.param((0, 1, 2, -1), (1, 1, 1, 1), id="counted from the end"),
        pytest.param((0, 1, 2, 3, 3), (2, 2, 2, 1, 1), id="an example twice"),
        pytest.param((0, 1, 2, 3), (1, 1, 1, 1, 1), id="a coefficient too many"),
    ],
)
def test_a_false_certificate_is_not_verified(examples, coefficients):
    """The examples of a certificate must exist, once each, with positive coefficients, and must
    cancel out.
    """
    assert NotSeparable(XOR, examples, coefficients).verify() is False


def test_any_true_certificate_is_verified():
    """A certificate need not be the one that the search returns, nor in lowest terms."""
    assert NotSeparable(XOR, (3, 2, 1, 0), (5, 5, 5, 5)).verify() is True


# Progress, and being interrupted


def test_every_nearer_point_is_a_step():
    """Each step reports its number and the size of the support. The last step goes from rounded
    floats to the exact point.
    """
    steps = []
    data = Dataset([[-2, -2], [2, -1], [3, -3], [2, -2]], [+1, -1, +1, -1])
    record = separability(data, on_step=lambda *step: steps.append(step))
    assert list(dict.fromkeys(steps)) == [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)]
    assert record.support == (0, 2, 3)


def test_an_interruption_passes_through():
    """Any exception during the search, such as Ctrl-C, reaches the caller."""

    def interrupt(steps, support):
        if steps == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        separability(AND, on_step=interrupt)


# Stopped by `on_step`: what is known by then


def stopped_after(steps):
    """Return an `on_step` that stops after this many steps."""

    def on_step(step_count, support):
        if step_count >= steps:
            raise StopIteration

    return on_step


def check_bounds(answer):
    """Check the claims of `Undecided` by their definitions. If it has a w_f, this separates."""
    D = oracle.examples_of(answer.data)
    total = sum(answer.coefficients)
    rows = [
        [Fraction(a, total) * D[n][1] * x_i for x_i in D[n][0]]
        for n, a in zip(answer.mixture, answer.coefficients)
    ]
    p = [sum(column) for column in zip(*rows)]
    assert list(answer.mixture) == sorted(set(answer.mixture))
    assert all(type(a) is int and a > 0 for a in answer.coefficients)
    assert answer.rho2_at_most == oracle.dot(p, p)
    assert answer.R2 == max(oracle.dot(x, x) for x, _ in D)
    if answer.w_f is None:
        assert (answer.rho2_at_least, answer.separable, answer.bound) == (0, None, None)
        return
    assert reduce(gcd, answer.w_f) == 1
    least = min(y * oracle.dot(answer.w_f, x) for x, y in D)
    assert answer.rho2_at_least == least**2 / oracle.dot(answer.w_f, answer.w_f)
    assert (answer.separable, answer.bound) == (True, answer.R2 / answer.rho2_at_least)
    assert least > 0


def test_a_search_stopped_at_once_knows_the_shortest_example():
    """After the first step |x_1|^2 = 1 + 4 is the upper bound of rho^2, and there is no separator
    yet.
    """
    data = Dataset([[3, 3], [2, 0], [-3, -1]], [+1, -1, +1])
    answer = separability(data, on_step=stopped_after(0))
    assert isinstance(answer, Undecided)
    assert (answer.mixture, answer.coefficients, answer.rho2_at_most, answer.R2) == (
        (1,),
        (1,),
        5,
        19,
    )
    assert (answer.w_f, answer.rho2_at_least, answer.bound, answer.separable) == (
        None,
        0,
        None,
        None,
    )
    assert answer.data is data
    assert answer.verify() is True
    assert repr(answer) == "<Undecided separable=None: 0 <= rho2 <= 5 after 1 step>"


def test_bounds_hold_after_every_step():
    """The bounds enclose rho^2.

    The upper bound never increases, and the last one is less than the first.
    """
    for data in (example("credit"), example("spam"), example("xor"), example("iris-setosa")):
        answer = separability(data)
        rho2 = answer.rho2 if answer.separable else 0
        upper_bound_before = None
        for steps in range(1, 100):
            answer = separability(data, on_step=stopped_after(steps))
            if not isinstance(answer, Undecided):
                break
            assert answer.steps == steps
            check_bounds(answer)
            assert answer.verify()
            assert answer.rho2_at_least <= rho2 <= answer.rho2_at_most
            assert upper_bound_before is None or answer.rho2_at_most <= upper_bound_before
            upper_bound_before = answer.rho2_at_most
        assert not isinstance(answer, Undecided) and steps > 2
        assert upper_bound_before < separability(data, on_step=stopped_after(1)).rho2_at_most


def test_a_separator_found_on_the_way_decides():
    """As soon as a separator is found, the set is separable, although the largest margin is not
    known yet.
    """
    data = example("separable", N=30, d=3, seed=1)
    answers = [separability(data, on_step=stopped_after(steps)) for steps in range(2, 12)]
    separators = [
        answer for answer in answers if answer.separable and isinstance(answer, Undecided)
    ]
    assert separators
    for answer in separators:
        check_bounds(answer)
    assert repr(separators[0]).startswith("<Undecided separable=True: ")


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
def test_verify_rejects_wrong_claims(name, value):
    """`verify` of an undecided answer checks the examples, their coefficients, and that the weights
    separate with a margin > 0.
    """
    answer = Undecided(AND, 3, (-3, 2, 2), (1, 2, 3), (5, 5, 7))
    assert (answer.rho2_at_least, answer.rho2_at_most, answer.verify()) == (
        Fraction(1, 17),
        Fraction(1, 17),
        True,
    )
    setattr(answer, name, value)
    assert answer.verify() is False


@pytest.mark.ci
@pytest.mark.parametrize("more", ["", "+1 3:1 500:1\n"], ids=["separable", "not separable"])
def test_a_sparse_set_has_the_answer_of_the_dense_one(more):
    """With 1,000 features, all but four 0, the examples and their coefficients are the same, and
    verified.
    """
    text = "+1 3:1 1000:5\n-1 500:2 501:-1\n+1 501:3 1000:1\n-1 3:1 500:1\n+1 3:2 1000:-3\n" + more
    sparse = read_text(text)
    answer = separability(sparse)
    dense_answer = separability(Dataset([x[1:] for x in sparse.xs], sparse.ys))
    assert sparse.sparse_xs is not None and answer.data is sparse
    assert repr(answer) == repr(dense_answer)
    assert (answer.separable, answer.coefficients) == (not more, dense_answer.coefficients)
    check_proved(answer)
    assert answer.verify()
