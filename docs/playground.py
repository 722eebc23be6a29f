"""What the playground knows before Python is there, its picture without scripts, and its tasks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from _tools.orders import FIVE_ORDERS

from perceptron_ref import Dataset, View, example, pla
from perceptron_ref.drawing import Picture, draw_run
from perceptron_ref.theory.separability import NotSeparable, Separable, separability

sys.path.insert(0, str(Path(__file__).with_name("playground")))
import bridge  # noqa: E402

_MOST = 40  # examples of a set that the page brings along


def _answer_of(**question: object) -> dict[str, object]:
    answer: dict[str, object] = json.loads(bridge.answer(json.dumps(question)))
    assert "error" not in answer, answer
    return answer


def known() -> str:
    """Return the menus of sets and visiting orders, and the small sets, as the bridge has them."""
    about, data = _answer_of(what="about"), {}
    sets = about["sets"]
    strategies = [
        {key: value for key, value in one.items() if key != "source"}
        for one in about["strategies"]  # type: ignore[attr-defined]
    ]
    for name in [one["name"] for one in sets]:  # type: ignore[attr-defined]
        known_set = _answer_of(what="set", name=name)["set"]
        if len(known_set["rows"]) <= _MOST:  # type: ignore[index]
            data[name] = known_set
    known = {"sets": sets, "data": data, "about": {"strategies": strategies, "starters": []}}
    text = json.dumps(known, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" class="playground-known">{text}</script>'


def still() -> Picture:
    """Return the run that the playground begins with, for readers without scripts."""
    return draw_run(pla(example("or")))


# --- the tasks

NEAR = pla(Dataset([["3", "0"], ["4", "0"]], [-1, +1]))
assert NEAR.status == "converged" and NEAR.updates > 50
T_NEAR = NEAR.updates

_between = separability(Dataset([[0, 0], [1, 0], [2, 0]], [-1, +1, -1]))
assert isinstance(_between, NotSeparable) and _between.examples == (0, 1, 2)


def certificate() -> str:
    """Return the sum that the certificate is: the circle's side, and that of the crosses."""
    sides: dict[int, list[str]] = {+1: [], -1: []}
    for a, x, y in zip(_between.coefficients, _between.data.xs, _between.data.ys):
        sides[y].append(f"{'' if a == 1 else f'{a} '}({', '.join(map(str, x))})")
    assert list(_between.coefficients) == [1, 2, 1]  # twice the circle
    return " = ".join(" + ".join(side) for side in sides.values())


def _last_first(view: View) -> Iterator[int]:
    while True:
        yield from reversed(range(len(view)))


RACE = example("credit-2d")
T_LAST, T_CYCLIC = pla(RACE, _last_first).updates, pla(RACE).updates

_equal = separability(example("hadamard", k=1))
assert isinstance(_equal, Separable)
assert {pla(example("hadamard", k=1), name).updates for name in FIVE_ORDERS} == {_equal.bound}
T_EQUAL = int(_equal.bound)

_and = separability(example("and"))
assert isinstance(_and, Separable)
FAR = pla(example("and"), w0=[100, 100, 100])
assert FAR.status == "converged" and FAR.updates > _and.bound
T_FAR, BOUND = FAR.updates, _and.bound
