"""The data that the playground shows before Python has loaded, its still picture, and its tasks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from _tools.shared import FIVE_ORDERS

from perceptron_ref import Dataset, View, example, pla
from perceptron_ref.drawing import Picture, draw_run
from perceptron_ref.theory.separability import NotSeparable, Separable, separability

sys.path.insert(0, str(Path(__file__).with_name("playground")))
import bridge  # noqa: E402

_MAX_INLINE_EXAMPLES = 40  # the page does not contain the examples of a larger set


def _answer_of(**question: object) -> dict[str, object]:
    """Return the answer of the bridge to a question."""
    answer: dict[str, object] = json.loads(bridge.answer(json.dumps(question)))
    assert "error" not in answer, answer
    return answer


def answers_script() -> str:
    """Return a <script> with answers of the bridge: menus of sets and orders, and small sets."""
    about, data = _answer_of(what="about"), {}
    sets = about["sets"]
    strategies = [
        {key: value for key, value in entry.items() if key != "source"}
        for entry in about["strategies"]  # type: ignore[attr-defined]
    ]
    for name in [entry["name"] for entry in sets]:  # type: ignore[attr-defined]
        data_set = _answer_of(what="set", name=name)["set"]
        if len(data_set["rows"]) <= _MAX_INLINE_EXAMPLES:  # type: ignore[index]
            data[name] = data_set
    page_data = {"sets": sets, "data": data, "about": {"strategies": strategies, "starters": []}}
    text = json.dumps(page_data, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" class="playground-known">{text}</script>'


def still_picture() -> Picture:
    """Draw the first run of the playground for readers without scripts."""
    return draw_run(pla(example("or")))


# --- the tasks

RUN_ON_NEAR_PAIR = pla(Dataset([["3", "0"], ["4", "0"]], [-1, +1]))
assert RUN_ON_NEAR_PAIR.status == "converged" and RUN_ON_NEAR_PAIR.updates > 50
T_NEAR = RUN_ON_NEAR_PAIR.updates

_circle_between_crosses = separability(Dataset([[0, 0], [1, 0], [2, 0]], [-1, +1, -1]))
assert isinstance(_circle_between_crosses, NotSeparable) and _circle_between_crosses.examples == (
    0,
    1,
    2,
)


def certificate() -> str:
    """Return the certificate as an equation: the sum of the circles = the sum of the crosses."""
    sides: dict[int, list[str]] = {+1: [], -1: []}
    for a, x, y in zip(
        _circle_between_crosses.coefficients,
        _circle_between_crosses.data.xs,
        _circle_between_crosses.data.ys,
    ):
        sides[y].append(f"{'' if a == 1 else f'{a} '}({', '.join(map(str, x))})")
    assert list(_circle_between_crosses.coefficients) == [1, 2, 1]  # twice the circle
    return " = ".join(" + ".join(side) for side in sides.values())


def _last_first(view: View) -> Iterator[int]:
    """Visit the examples from the last to the first, again and again."""
    while True:
        yield from reversed(range(len(view)))


RACE_SET = example("credit-2d")
T_LAST, T_CYCLIC = pla(RACE_SET, _last_first).updates, pla(RACE_SET).updates

_hadamard = separability(example("hadamard", k=1))
assert isinstance(_hadamard, Separable)
assert {pla(example("hadamard", k=1), name).updates for name in FIVE_ORDERS} == {_hadamard.bound}
T_EQUAL = int(_hadamard.bound)

_and_separator = separability(example("and"))
assert isinstance(_and_separator, Separable)
RUN_FROM_FAR_START = pla(example("and"), w0=[100, 100, 100])
assert (
    RUN_FROM_FAR_START.status == "converged" and RUN_FROM_FAR_START.updates > _and_separator.bound
)
T_FAR, BOUND = RUN_FROM_FAR_START.updates, _and_separator.bound
