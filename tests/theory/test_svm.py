"""The line of a support vector machine is exact, and proved by its definition."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from oracle import rows_and_labels, sparse

from perceptron_ref import DataError, Dataset, example
from perceptron_ref.theory.separability import separability
from perceptron_ref.theory.svm import SvmSeparator, svm_margin, svm_separator


@pytest.mark.parametrize(
    ("rows", "ys", "w", "square"),
    [
        ([[0], [3]], [-1, +1], (-3, 2), Fraction(9, 4)),  # half of the way between them
        ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, +1], (-3, 2, 2), Fraction(1, 8)),
        ([[1000, 1], [1000, 3]], [-1, +1], (-2, 0, 1), Fraction(1)),  # far from the origin
        ([["1e-9", 0], ["3e-9", 0]], [-1, +1], (-1, 500_000_000, 0), Fraction(1, 10**18)),
        ([[0, 5], [1, 5], [4, 5]], [-1, -1, +1], (-5, 2, 0), Fraction(9, 4)),
    ],
)
def test_the_line_is_half_way_between_the_hulls(rows, ys, w, square):
    """The line is exact. Its margin is at least rho, because |w| does not include w_0."""
    data = Dataset(rows, ys)
    line = svm_separator(data)
    assert (line.w_f, line.margin.sign, line.margin.square) == (w, 1, square)
    assert line.verify()
    assert svm_margin(data) == line.margin
    assert square >= separability(data).rho2
    assert line.hypothesis.mistakes(data) == 0


@pytest.mark.ci
@given(rows_and_labels())
def test_there_is_a_line_for_separable_sets_with_both_labels(rows_labels):
    """Sets that no line separates, or with one label, have no such line. The line is verified, and
    its margin is at least rho.
    """
    data = Dataset(*rows_labels)
    line, answer = svm_separator(data), separability(data)
    assert (line is not None) == (len({*data.ys}) == 2 and answer.separable)
    if line is not None:
        assert line.verify() and line.margin.square >= answer.rho2
        assert svm_separator(sparse(data)).w_f == line.w_f


def test_features_of_zeros_do_not_change_the_line():
    """With 1,501 features, of which all but three are 0, the margin and the weights are those of
    these three features.
    """
    rows = [{0: 1, 1500: 2}, {0: -1, 7: 3}, {1500: 5}]
    dense = [[row.get(i, 0) for i in range(1501)] for row in rows]
    ys = [+1, -1, +1]
    line = svm_separator(Dataset(dense, ys))
    features = [0, 7, 1500]
    small = svm_separator(Dataset([[row.get(i, 0) for i in features] for row in rows], ys))
    assert line.margin == small.margin and line.verify()
    assert tuple(line.w_f[i] for i in (0, 1, 8, 1501)) == small.w_f


def test_x_0_changes_w_0_but_no_distance():
    """w_0 x_0 stays the same. A normalized set has the line of the original examples."""
    data = example("credit-2d")
    line, line_with_x0_2 = svm_separator(data), svm_separator(data.with_x0(2))
    assert line.margin == line_with_x0_2.margin
    assert (
        line.hypothesis.threshold * line_with_x0_2.w_f[1]
        == line_with_x0_2.hypothesis.threshold * line.w_f[1]
    )
    assert svm_separator(data.normalized()).w_f == line.w_f


@pytest.mark.parametrize(
    "change",
    [
        {"w_f": (-60, 25, -29)},
        {"coefficients": {4: Fraction(1), 14: Fraction(1), 19: Fraction(1)}},
        {"coefficients": {0: Fraction(1), 14: Fraction(1)}},
        {"w_f": (0, 0, 0)},
    ],
)
def test_a_false_proof_is_refused(change):
    """`verify` returns False if the weights, the coefficients or the support are not those of the
    line.
    """
    line = svm_separator(example("credit-2d"))
    proof = {"w_f": line.w_f, "coefficients": dict(zip(line.support, line.coefficients)), **change}
    assert not SvmSeparator(line.data, **proof).verify()


def test_there_is_no_margin_without_a_line():
    """The margin is None if no line separates, if all labels are equal, or if the search was
    stopped. A set with x_0 = 0 is refused.
    """

    def stop(steps, support):
        raise StopIteration

    assert svm_margin(example("xor")) is None
    assert svm_margin(Dataset([[1], [2]], [1, 1])) is None
    assert svm_margin(example("and"), on_step=stop) is None
    with pytest.raises(DataError, match="x_0 = 0; expected an x_0 other than 0, because a support"):
        svm_margin(example("and").with_x0(0))
