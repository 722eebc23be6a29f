"""The variant of PLA with a separate bias, compared with its definition and with PLA."""

from __future__ import annotations

from fractions import Fraction
from inspect import signature

import oracle
import pytest
from conftest import sizes
from messages import check_refused

from perceptron_ref import (
    Dataset,
    Hypothesis,
    StrategyError,
    example,
    pla,
    strategies,
    strategy,
)
from perceptron_ref.theory.bias import (
    bound_with_bias,
    pla_with_bias,
    radius2,
)
from perceptron_ref.theory.derivation import derive
from perceptron_ref.theory.proof import Proof

NEIGHBOURS = Dataset([[3], [5]], [-1, +1])


def test_the_variant_follows_its_definition():
    """Each update is w <- w + y x and b <- b + y R^2, computed in Fractions, for every strategy.

    On this site: N.2
    """
    data = Dataset([["0.5", 1], [2, "1/3"], [-1, "0.25"], ["-0.75", -2]], [+1, +1, -1, -1])
    R2 = max(oracle.dot(x[1:], x[1:]) for x in data.xs)
    for name in strategies():
        run = pla_with_bias(data, name)
        b, w = Fraction(0), [Fraction(0), Fraction(0)]
        for n in run.n:
            x, y = data.xs[n][1:], data.ys[n]
            assert y * (oracle.dot(w, x) + b) <= 0
            b, w = b + y * R2, [w_i + y * x_i for w_i, x_i in zip(w, x)]
        assert (run.status, run.b, run.w, radius2(run.data)) == ("converged", b, (b, *w), R2)
        assert run.hypothesis.mistakes(data) == run.mistakes == 0
        *_, (_, _, _, last) = run.replay()
        assert last == run.w


def test_the_options_of_the_variant_have_the_defaults_of_pla():
    """The variant has all options of `pla` except w_0 and eta."""
    variant_parameters, pla_parameters = (
        signature(function).parameters for function in (pla_with_bias, pla)
    )
    for name, parameter in variant_parameters.items():
        assert parameter.default == pla_parameters[name].default
    assert {*pla_parameters} - {*variant_parameters} == {"w0", "eta"}


def test_the_variant_answers_minus_one_on_the_boundary():
    """f(x) = -1 if w . x + b = 0, which is sign_of_zero=-1.     On this site: N.1

    The package's own default gives no answer there.
    """
    run = pla_with_bias(Dataset([[0, 0], [0, 4], [3, 0], [3, 4]], [-1, -1, -1, +1]))
    assert run.w == (-50, 12, 4)
    f = Hypothesis(run.w, sign_of_zero=-1)
    for x, answer in (([0, "12.5"], -1), (["25/6", 0], -1), ([0, "12.6"], +1), ([0, "12.4"], -1)):
        assert f(x) == answer
    assert run.hypothesis([0, "12.5"]) == 0


def test_the_variant_equals_pla_on_x_and_R():
    """If R is rational, the variant and PLA on (x, R) make the same updates, for four strategies.

    worst-margin may also divide margins by lengths. For the other three, w~ = (w, b/R) is compared,
    too.     On this site: N.6
    """
    data = Dataset([[3, 4], [1, 2], ["0.5", -1], [-2, "1/3"]], [+1, +1, -1, -1])
    R = 5
    with_R = Dataset([[*x[1:], R] for x in data.xs], data.ys)
    assert radius2(data) == R**2
    for name in ("cyclic", "restart", "random-permutation"):
        variant = pla_with_bias(data, name)
        # `pla` would add x_0 = 1, so the oracle runs PLA on (x, R) alone
        order = {
            "cyclic": oracle.cyclic(),
            "restart": oracle.restart(),
            "random-permutation": oracle.random_permutation(),
        }
        path = oracle.pla([(x[1:], y) for x, y in oracle.examples_of(with_R)], order[name])
        assert variant.n == tuple(path.n)
        assert [*variant.w[1:], variant.b / R] == path.w[-1]
    for normalized in (False, True):
        path = oracle.pla(
            [(x[1:], y) for x, y in oracle.examples_of(with_R)], oracle.worst_margin(normalized)
        )
        assert pla_with_bias(data, strategy("worst-margin", normalized=normalized)).n == tuple(
            path.n
        )


def test_s9_the_variant_differs_from_the_augmented_form():
    """On the same data, PLA on (1, x) and the variant make different updates, unless R = 1."""
    data = example("credit-2d")
    assert pla_with_bias(data).n != pla(data).n
    unit_radius = Dataset([["0.6", "0.8"], [0, "0.5"], ["-0.6", "0.1"]], [+1, -1, -1])
    assert radius2(unit_radius) == 1
    assert pla_with_bias(unit_radius).n == pla(unit_radius).n
    assert pla_with_bias(unit_radius).w == pla(unit_radius).w


def test_the_variant_obeys_limits_and_options():
    """The strategy, `on_update`, limits of updates and visits, and sign(0) have their effect. An
    unknown strategy is refused.
    """
    xor = example("xor")
    updates = []
    run = pla_with_bias(xor, "restart", max_updates=7, on_update=updates.append)
    assert (run.status, run.updates, len(updates), run.strategy) == (
        "max_updates",
        7,
        7,
        "restart",
    )
    assert pla_with_bias(xor, max_visits=5).status == "max_visits"
    assert pla_with_bias(Dataset([[1], [2]], [-1, -1]), sign_of_zero=-1).updates == 0
    with pytest.raises(StrategyError):
        pla_with_bias(xor, "nothing")


def test_sets_that_the_variant_does_not_allow_are_refused():
    """With R = 0 the bias would never change, and the run would never end. Another x_0 and
    normalized examples are refused, too.
    """
    check_refused(
        "…only zeros…expected at least one other…R = 0",
        pla_with_bias,
        Dataset([[0], [0]], [+1, +1]),
    )
    check_refused("…x_0 = 2…x_0 = 1", pla_with_bias, example("and").with_x0(2))
    check_refused("…normalized…not normalized", pla_with_bias, example("and").normalized())


@pytest.mark.ci
@sizes(20, 60)
def test_every_statement_of_the_variant_holds_on_generated_separable_sets(count):
    """L2.5, N.3, L2.8 and N.7 hold for every strategy, with the w_f that generated the set."""
    for rows, labels, w_f in oracle.separable_sets(count):
        data = Dataset(rows, labels)
        if not any(any(row) for row in rows):
            continue
        for name in strategies():
            verdicts = derive(pla_with_bias(data, name), w_f)
            assert [verdict.label for verdict in verdicts] == ["L2.5", "N.3", "L2.8", "N.7"]
            assert all(verdict.holds for verdict in verdicts), (rows, labels, w_f, name, verdicts)


def test_the_growth_of_the_margin_is_in_units_of_the_data():
    """If x = 0.3 is corrected and R = 0.5, its margin grows by 0.09 + 0.25 (N.3)."""
    run = pla_with_bias(Dataset([["0.3"], ["0.5"]], [-1, +1]))
    verdict = derive(run)[1]
    assert (verdict.checked, verdict.tightest.t) == (run.updates, 0)
    assert verdict.tightest.left == verdict.tightest.right == Fraction(34, 100)


def test_another_step_of_the_bias_breaks_n_3():
    """PLA's step b <- b + y is not the step of the variant (misconception S9)."""
    proof = Proof(pla_with_bias(NEIGHBOURS))
    proof.updates = Proof(pla(NEIGHBOURS)).updates
    verdict = derive(proof)[1]
    assert (verdict.label, verdict.holds) == ("N.3", False)
    assert verdict.note.endswith("first at t = 0")
    assert (verdict.tightest.left, verdict.tightest.right) == (10, 34)


def test_the_bound_of_the_variant_follows_its_definition():
    """The bound is 2 R^2 |w~*|^2 / gamma*^2 with w~* = (w*, b*/R) (N.7).

    w* and b* are fractions, and so are most entries of x.
    """
    data = Dataset([["0.3", "1/7"], [2, "1/3"], [-1, "0.25"]], [+1, +1, -1])
    b, w = Fraction(1, 3), [Fraction(3, 2), Fraction(1, 5)]
    gamma = min(y * (oracle.dot(w, x[1:]) + b) for x, y in zip(data.xs, data.ys))
    R2 = max(oracle.dot(x[1:], x[1:]) for x in data.xs)
    run = pla_with_bias(data)
    ((k, _, bound),) = bound_with_bias(Proof(run, [b, *w]))
    assert (k, bound) == (run.updates, 2 * R2 * (oracle.dot(w, w) + b**2 / R2) / gamma**2)


def test_a_run_that_is_too_long_breaks_the_bound_of_the_variant():
    """83 updates exceed the bound 82 (N.7)."""
    run = pla_with_bias(NEIGHBOURS)
    run.n = (0,) * 83
    verdict = derive(run, [-4, 1])[-1]
    assert (verdict.label, verdict.holds, verdict.checked) == ("N.7", False, 1)


def test_the_bound_of_the_variant_does_not_apply_without_separating_weights():
    """Weights that do not separate give no bound (N.7)."""
    verdict = derive(pla_with_bias(NEIGHBOURS), [4, -1])[-1]
    assert (verdict.holds, verdict.note) == (None, "does not apply without weights that separate D")
