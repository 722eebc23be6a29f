"""The answers that docs/playground/quick.js computes without Python equal those of Python."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, sizes

sys.path.insert(0, str(ROOT / "docs" / "playground"))
import bridge  # noqa: E402

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
ORDERS = [
    ("cyclic", {}),
    ("restart", {}),
    ("random", {"seed": "3"}),
    ("random-permutation", {"seed": "1"}),
    ("random-permutation", {"seed": "2", "fresh": "false"}),
    ("worst-margin", {}),
]
KEYS_ONLY_IN_PYTHON = {"visits", "dot_products", "strategy", "eta", "least", "R2"}


def random_state(rng):
    """Return a random state of the playground, with ints, decimals or fractions, and one or two
    features.
    """
    random_number = rng.choice(
        [
            lambda: str(rng.randint(-9, 9)),
            lambda: f"{rng.randint(-20, 20) / 10}",
            lambda: f"{rng.randint(-5, 5)}/{rng.randint(1, 4)}",
        ]
    )
    d, (order, options) = rng.choice((1, 2, 2, 2)), rng.choice(ORDERS)
    rows = [[random_number() for _ in range(d)] for _ in range(rng.randint(1, 8))]
    return {
        "rows": rows,
        "labels": [rng.choice((-1, 1)) for _ in rows],
        "names": [f"x{i + 1}" for i in range(d)],
        "x0": rng.choice(("1", "1", "0", "2", "0.5")),
        "algorithm": rng.choice(("pla", "pla", "pocket")),
        "order": order,
        "options": options,
        "code": "",
        "w0": "",
        "eta": "1",
        "sign0": rng.choice(("0", "0", "1", "-1")),
        "updates": rng.choice(("7", "1000")),
    }


def quick_answers(states):
    """Return the script's answer for each state."""
    completed = subprocess.run(
        ["node", ROOT / "tests" / "docs" / "run_quick.mjs"],
        input="\n".join(map(json.dumps, states)),
        capture_output=True,
        text=True,
        check=True,
    )
    return list(map(json.loads, completed.stdout.splitlines()))


def python_answer(state):
    """Return the answer of bridge.py for a state."""
    options = ",".join(f"{key}={value}" for key, value in state["options"].items())
    question = {
        "what": "run",
        **{key: state[key] for key in ("rows", "labels", "names", "x0", "algorithm", "eta")},
        "strategy": f"{state['order']}:{options}" if options else state["order"],
        "code": None,
        "w0": None,
        "sign_of_zero": int(state["sign0"]),
        "max_updates": int(state["updates"]),
    }
    return json.loads(bridge.answer(json.dumps(question)))


def compare_answers(states):
    """Check that the script's answers equal Python's. Return the number of separable sets.

    The script may list more support examples. For sets that are not separable only the run and
    the verdict are compared.
    """
    separable_count = 0
    for state, quick in zip(states, quick_answers(states)):
        python = python_answer(state)
        run = {key: value for key, value in python["run"].items() if key not in KEYS_ONLY_IN_PYTHON}
        assert quick["run"] == run, state
        assert quick["proof"]["separable"] is python["proof"]["separable"]
        if quick["proof"]["separable"]:
            separable_count += 1
            # the package lists only as many support examples as it needs
            support = python["proof"].pop("support")
            assert set(support) <= set(quick["proof"].pop("support"))
            assert quick["proof"] == python["proof"], state
    return separable_count


@pytest.mark.ci
@sizes(40, 200)
def test_answers_without_python_equal_those_of_python(count):
    """Every value of the script equals Python's, but it may list more support examples."""
    rng = random.Random(4)
    assert compare_answers([random_state(rng) for _ in range(count)]) > count / 4


@pytest.mark.ci
@sizes(40, 200)
def test_answers_without_python_are_exact_where_numbers_exceed_2_to_the_53(count):
    """They equal Python's answers for coordinates up to 1000 and for small fractions."""
    rng = random.Random(53)
    states = []
    for _ in range(count):
        rows = [[str(rng.randint(-1000, 1000)) for _ in range(2)] for _ in range(rng.randint(1, 4))]
        labels = [rng.choice((-1, 1)) for _ in rows]
        states.append({**random_state(rng), "names": ["x1", "x2"], "rows": rows, "labels": labels})
        states[-1]["x0"] = rng.choice(("0", "1", "1000"))
    rows = [["1/999983", "0/997"], ["0", "-1/999983"]]  # the common denominator is 996,983,051
    states.append({**states[0], "x0": "0", "rows": rows, "labels": [1, -1]})
    assert compare_answers(states) > count / 4


@pytest.mark.ci
@pytest.mark.parametrize(
    "change",
    [
        {"w0": "1,0,0"},
        {"eta": "2"},
        {"order": "mine"},
        {"options": {"until_right": "true"}},
        {"updates": "100000"},
        {"rows": [["1e9", "0"]]},
        {"rows": [["x", "0"]]},
        {"rows": [["0.5/3", "0"]]},
        {"rows": []},
    ],
)
def test_unsupported_states_have_no_answer_without_python(change):
    """The script returns null for a state that it leaves to Python."""
    state = {
        **random_state(random.Random(0)),
        "names": ["x1", "x2"],
        "rows": [["1", "0"]],
        "labels": [1],
    }
    assert quick_answers([{**state, "order": "cyclic", "options": {}, **change}]) == [None]
