"""PLA, Pocket and the largest margin of the live pictures (docs/live/pla.js) agree with the
package.
"""

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

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
SCRIPT = ROOT / "tests" / "docs" / "run_pla.mjs"
LIMIT = 40  # updates
FIXED = "random-permutation:fresh=false"
ORDERS = ["cyclic", "restart", "random", FIXED, "random-permutation", "worst-margin"]


def with_seed(order, seed):
    """Return the name of an order, with its seed if it is random."""
    if not order.startswith("random"):
        return order
    return f"{order}{',' if ':' in order else ':'}seed={seed}"


def random_set(rng):
    """Return x_0, examples on the grid of a picture, and labels. One set in five has random labels,
    and is often not separable.
    """
    x0, largest = rng.choice((0, 1)), rng.choice((2, 5, 9))
    rows = [[rng.randint(-largest, largest) for _ in range(2)] for _ in range(rng.randint(2, 12))]
    w = [rng.randint(-9, 9) * x0, rng.randint(-9, 9), rng.randint(-9, 9)]
    labels = [1 if w[0] + w[1] * a + w[2] * b > 0 else -1 for a, b in rows]
    if not rng.randrange(5):
        labels = [rng.choice((-1, 1)) for _ in rows]
    return x0, rows, labels


def set_with_three_digits(rng):
    """Return x_0, examples with coordinates of up to three digits, as a link may have them, and
    labels.
    """
    rows = [[rng.randint(-999, 999) for _ in range(2)] for _ in range(rng.randint(2, 5))]
    return rng.choice((0, 1)), rows, [rng.choice((-1, 1)) for _ in rows]


def script_answers(cases):
    """Return the answers of the script for each (x_0, rows, labels, options)."""
    lines = [
        json.dumps({"xs": [[x0, *row] for row in rows], "ys": labels, "options": options})
        for x0, rows, labels, options in cases
    ]
    text = "\n".join(lines)
    completed = subprocess.run(
        ["node", SCRIPT], input=text, capture_output=True, text=True, check=True
    )
    return list(map(json.loads, completed.stdout.splitlines()))


@pytest.mark.ci
@sizes(200, 1000)
@pytest.mark.parametrize(
    ("order", "is_pocket"), [*((order, False) for order in ORDERS), ("random", True)]
)
@pytest.mark.parametrize("sign_of_zero", [0, -1])
def test_runs_and_the_largest_margin_are_those_of_the_package(
    order, is_pocket, sign_of_zero, count
):
    """The runs of PLA have the same n(t), T and w_T, and halt in the same cases. w_f, R^2, rho^2
    and the bound are equal, and rho agrees to 1e-12. The runs of Pocket have the same n(t),
    mistakes of each w_t, and weights in the pocket.
    """
    rng = random.Random(f"{order} {is_pocket} {sign_of_zero}")
    sets = [random_set(rng) for _ in range(count)]
    options = {"order": order, "signOfZero": sign_of_zero, "updates": LIMIT, "pocket": is_pocket}
    cases = [(*drawn_set, {**options, "seed": seed}) for seed, drawn_set in enumerate(sets)]
    separable_count = 0
    for seed, ((x0, rows, labels), script_answer) in enumerate(zip(sets, script_answers(cases))):
        data = Dataset(rows, labels).with_x0(x0)
        answer = None if is_pocket else separability(data)
        is_separable = isinstance(answer, Separable)
        strategy = with_seed(order, seed)
        limit = 100_000 if is_separable else LIMIT
        algorithm = pocket if is_pocket else pla
        run = algorithm(data, strategy, sign_of_zero=sign_of_zero, max_updates=limit)
        assert script_answer["n"] == list(run.n), (x0, rows, labels)
        if is_pocket:
            assert script_answer["pocket"] == list(run.w)
            assert script_answer["mistakes"] == [mistakes for _, mistakes, _ in run.history]
            continue
        assert (script_answer["T"], script_answer["w"]) == (run.updates, list(run.w))
        assert script_answer["halted"] is (run.status == "converged")
        assert (script_answer["separator"] is not None) is is_separable
        if isinstance(answer, Separable):
            separable_count += 1
            separator = script_answer["separator"]
            assert (separator["w_f"], separator["R2"]) == (list(answer.w_f), answer.R2)
            assert (separator["rho2"], separator["bound"]) == (str(answer.rho2), str(answer.bound))
            assert isclose(separator["rho"], sqrt(answer.rho2), rel_tol=0, abs_tol=1e-12)
    assert is_pocket or count / 2 < separable_count < count


@pytest.mark.ci
@sizes(100, 1000)
def test_fractions_are_exact_where_squares_exceed_2_to_the_53(count):
    """Even with coordinates of three digits, w_f, R^2, rho^2 and the bound equal those of the
    package. The bound in the text below a picture is the nearest float.
    """
    # |w_f|^2 = 745699502552618990, which is not a float
    sets = [(1, [[998, -733], [-997, 741], [101, -999]], [1, -1, 1])]
    rng = random.Random(53)
    sets += [set_with_three_digits(rng) for _ in range(count)]
    # Pocket stops after `updates`, so no run is long
    answers = script_answers([(*drawn, {"pocket": True, "updates": 1}) for drawn in sets])
    large_count = 0
    for (x0, rows, labels), script_answer in zip(sets, answers):
        answer, separator = separability(Dataset(rows, labels, x0=x0)), script_answer["separator"]
        assert (separator is not None) is isinstance(answer, Separable)
        if isinstance(answer, Separable):
            large_count += sum(w_i * w_i for w_i in answer.w_f) > 2**53
            assert (separator["w_f"], separator["R2"]) == (list(answer.w_f), answer.R2)
            assert (separator["rho2"], separator["bound"]) == (str(answer.rho2), str(answer.bound))
            assert script_answer["claims"]["bound"] == ["bound", {"b": float(answer.bound)}]
    assert large_count > count / 10
