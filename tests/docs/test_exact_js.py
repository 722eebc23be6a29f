"""PLA, Pocket and the largest margin of the live pictures (docs/live/exact.js), and the package."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from math import isclose, sqrt

import pytest
from conftest import ROOT, sizes

from perceptron_ref import Dataset, pla, pocket
from perceptron_ref.theory.separability import Separable, separability

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
SCRIPT = ROOT / "tests" / "docs" / "exact.mjs"
LIMIT = 40  # updates
FIXED = "random-permutation:fresh=false"
ORDERS = ["cyclic", "restart", "random", FIXED, "random-permutation", "worst-margin"]


def seeded(order, seed):
    """Return the name of an order with its seed, if it draws."""
    if not order.startswith("random"):
        return order
    return f"{order}{',' if ':' in order else ':'}seed={seed}"


def drawn(rng):
    """Return x_0, examples on the grid that a reader can reach, and labels; one set in five has any
    labels, and is seldom separable.
    """
    x0, most = rng.choice((0, 1)), rng.choice((2, 5, 9))
    rows = [[rng.randint(-most, most) for _ in range(2)] for _ in range(rng.randint(2, 12))]
    w = [rng.randint(-9, 9) * x0, rng.randint(-9, 9), rng.randint(-9, 9)]
    labels = [1 if w[0] + w[1] * a + w[2] * b > 0 else -1 for a, b in rows]
    if not rng.randrange(5):
        labels = [rng.choice((-1, 1)) for _ in rows]
    return x0, rows, labels


def answers(asked):
    """Return what the script says of each (x_0, rows, labels, how)."""
    lines = [
        json.dumps({"xs": [[x0, *row] for row in rows], "ys": labels, "how": how})
        for x0, rows, labels, how in asked
    ]
    text = "\n".join(lines)
    done = subprocess.run(["node", SCRIPT], input=text, capture_output=True, text=True, check=True)
    return list(map(json.loads, done.stdout.splitlines()))


@pytest.mark.ci
@sizes(200, 1000)
@pytest.mark.parametrize("how", [*ORDERS, "pocket"])
@pytest.mark.parametrize("zero", [0, -1])
def test_runs_and_the_largest_margin_are_those_of_the_package(how, zero, count):
    """n(t), T, w_T, whether it halted, w_f, rho^2, R^2/rho^2, and rho within 1e-12; of Pocket the
    mistakes of each w_t, and the weights that it holds in the end.
    """
    rng = random.Random(f"{how} {zero}")
    sets = [drawn(rng) for _ in range(count)]
    is_pocket, order = how == "pocket", "random" if how == "pocket" else how
    options = {"order": order, "zero": zero, "updates": LIMIT, "pocket": is_pocket}
    asked = [(*one, {**options, "seed": seed}) for seed, one in enumerate(sets)]
    separable = 0
    for seed, ((x0, rows, labels), said) in enumerate(zip(sets, answers(asked))):
        data = Dataset(rows, labels).with_x0(x0)
        answer = None if is_pocket else separability(data)
        is_separable = isinstance(answer, Separable)
        strategy = seeded(order, seed)
        limit = 100_000 if is_separable else LIMIT
        algorithm = pocket if is_pocket else pla
        run = algorithm(data, strategy, sign_of_zero=zero, max_updates=limit)
        assert said["n"] == list(run.n), (x0, rows, labels)
        if is_pocket:
            assert said["pocket"] == list(run.w)
            assert said["mistakes"] == [mistakes for _, mistakes, _ in run.history]
            continue
        assert (said["T"], said["w"]) == (run.updates, list(run.w))
        assert said["halted"] is (run.status == "converged")
        assert (said["best"] is not None) is is_separable
        if isinstance(answer, Separable):
            separable += 1
            best = said["best"]
            assert (best["w_f"], best["R2"]) == (list(answer.w_f), answer.R2)
            assert (best["rho2"], best["bound"]) == (str(answer.rho2), str(answer.bound))
            assert isclose(best["rho"], sqrt(answer.rho2), rel_tol=0, abs_tol=1e-12)
    assert is_pocket or count / 2 < separable < count
