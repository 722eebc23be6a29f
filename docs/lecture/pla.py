"""The numbers and pictures of the page on PLA."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import acos, degrees, sqrt
from typing import TYPE_CHECKING, Any

from _tools import examples_of, format_value, output, python, rows
from _tools.live_pictures import live_picture, still_picture

from perceptron_ref import (
    Dataset,
    Hypothesis,
    Run,
    View,
    dot,
    example,
    pla,
    squared_norm,
    strategies,
)
from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.panel import Panel, draw_stacked_panels
from perceptron_ref.theory.convergence import correction_helps
from perceptron_ref.theory.proof import Proof
from perceptron_ref.theory.separability import Separable, separability

if TYPE_CHECKING:
    Weights = tuple[Fraction, ...]

D = example("or")
AND = example("and")
run = pla(D)
steps = list(run.replay())
weights = [run.w0, *(w_next for *_, w_next in steps)]
T, N, visits = run.updates, D.N, run.visits
assert run.status == "converged" and D.scale == 1


def whole(value: object) -> str:
    """Return a value in which no line breaks."""
    return format_value(value).replace(" ", "\N{NO-BREAK SPACE}")


def margin_of(w: Sequence[Fraction], n: int, data: Dataset = D) -> Fraction:
    """Return y_n w . x_n."""
    return data.ys[n] * dot(w, data.xs[n])


def times(c: int, n: int) -> Weights:
    """Return c x_n."""
    return tuple(c * x_i for x_i in D.xs[n])


def bound_of(data: Dataset) -> Fraction:
    """Return R^2 / rho^2."""
    found = separability(data)
    assert isinstance(found, Separable)
    return found.bound


# --- the picture: x_0 = 1, but for an update as vectors, whose arrows begin at the origin ------

ROWS = [
    *((0, 5, 1), (5, 1, 1), (-4, 1, -1), (4, -1, 1)),
    *((-3, -5, -1), (4, -4, -1), (-3, -1, -1), (6, -2, 1)),
]
STILL_WRONG = [(0, 5, 1), (1, -1, 1), (5, 3, 1), (-4, -1, -1), (-1, -5, -1)]


def _plane(rows: list[tuple[int, int, int]], x0: int = 1) -> Dataset:
    return Dataset([row[:2] for row in rows], [row[2] for row in rows], x0=x0)


_stage, _arrows = _plane(ROWS), _plane(STILL_WRONG, x0=0)
stage_T, stage_random = pla(_stage).updates, pla(_stage, "random:seed=0").updates
_of_crosses = pla(_stage, sign_of_zero=-1)
stage_zero = _of_crosses.updates
assert stage_zero < stage_random < stage_T
assert any(not dot(_of_crosses.w, x) for x in _stage.xs)  # a cross on the line is right
_, _, _before, _after = list(pla(_arrows).replay())[1]
still_before, still_after = (dot(w, _arrows.xs[1]) for w in (_before, _after))
still_grown = still_after - still_before
assert still_before < still_after < 0

_UPDATE = {"x0": 0, "rows": STILL_WRONG, "t": 1, "arrows": True, "menus": ["order", "zero", "x0"]}
stage = live_picture(
    "pla",
    "plane",
    ROWS,
    "Eight examples, and the line that PLA ends with.",
    area=[-8, 8, -6, 6],
    menus=["order", "zero"],
    scenes={"run": {"t": 3}, "order": {}, "update": _UPDATE, "zero": {}},
)
_picture: dict[str, Any] = {"size": (560, 400), "area": [-8, 8, -6, 6]}
stills = {
    "run": still_picture(
        "plane", ROWS, "Eight examples, and the line that PLA ends with.", **_picture
    ),
    "vectors": still_picture(
        "plane",
        STILL_WRONG,
        "The arrows w_t and y_n x_n, tip to tail, and their sum.",
        **{**_picture, "x0": 0, "t": 1, "arrows": True},
    ),
}


# --- L2.5 ------------------------------------------------------------------------------------


def plain_code() -> str:
    """PLA in the plainest way, which makes the same run."""
    text_of = examples_of("perceptron_ref.pla").rstrip()
    names: dict[str, object] = {}
    exec(text_of, names)
    assert names["n_t"] == list(run.n) and tuple(names["w"]) == run.w  # type: ignore[arg-type]
    *statements, last = text_of.splitlines()
    assert last == "n_t" and len(statements) == 12
    return "```python\n" + "\n".join([*statements, 'print(n_t, "w =", *w)']) + "\n```\n"


def _seen() -> list[tuple[int, int, int]]:
    """Return t, n and the margin of every visit of the run."""
    seen: list[tuple[int, int, int]] = []

    def watched(view: View) -> Iterator[int]:
        while True:
            for n in range(len(view)):
                seen.append((view.updates, n, view.margin(n)))
                yield n

    assert pla(D, watched).n == run.n and len(seen) == run.visits
    assert [margin > 0 for _, _, margin in seen[-N - 1 :]] == [False] + [True] * N
    return seen


def _visits() -> list[list[object]]:
    """Return visit, n, x_n, y_n, w_t, margin, and w_{t+1} of a mistake, for each visit."""
    table: list[list[object]] = []
    for visit, (t, n, margin) in enumerate(_seen(), start=1):
        x, y = D.xs[n], D.ys[n]
        found = f"**mistake**: {whole(weights[t + 1])}" if margin <= 0 else "right"
        table.append([visit, n, whole(x), f"{y:+d}", whole(weights[t]), margin, found])
    return table


def first_visits() -> str:
    """The first five visits."""
    return rows(_visits()[:5])


def all_visits() -> str:
    """All visits."""
    return rows(_visits())


def trace() -> str:
    """The run on the command line."""
    return output("python3 -m perceptron_ref fit example:or --trace", lines=slice(18, -2))


# --- what the weights count ------------------------------------------------------------------


def parts_of_w() -> str:
    """What each example has added to w_T."""
    c = [run.n.count(n) for n in range(N)]
    parts = [times(c[n] * D.ys[n], n) for n in range(N)]
    total = tuple(map(sum, zip(*parts)))
    assert total == run.w and sum(c) == T
    made = [[n, whole(D.xs[n]), f"{D.ys[n]:+d}", c[n], whole(parts[n])] for n in range(N)]
    return rows([*made, ["sum", "", "", sum(c), whole(total)]])


def thresholds() -> str:
    """The threshold as a difference of two counts."""
    table = []
    for name in ("or", "and", "credit-2d", "credit", "spam", "iris-setosa"):
        found = pla(example(name))
        minus, plus = (sum(found.data.ys[n] == y for n in found.n) for y in (-1, +1))
        assert found.hypothesis.threshold == minus - plus
        table.append([f"`{name}`", found.updates, minus, plus, found.hypothesis.threshold])
    return rows(table)


# --- L2.6 ------------------------------------------------------------------------------------


ORDERS = (
    ("cyclic", "**naive cycle**", "the next example; after the last one, the first again"),
    ("restart", "**restart**", "from the first example again after every update"),
    ("random", "**random**", "an example drawn at random"),
    (
        "random-permutation:fresh=False",
        "**random cycle, fixed**",
        "a shuffled cycle, always the same",
    ),
    (
        "random-permutation",
        "**random cycle, fresh**",
        "a cycle that is shuffled anew for each pass",
    ),
    ("worst-margin", "**worst first**", "the mistake with the smallest $y_n w_t \\cdot x_n$"),
)
assert {name.partition(":")[0] for name, *_ in ORDERS} <= set(strategies())


def orders() -> str:
    """The orders, and how many updates they make."""
    table = []
    for name, called, following in ORDERS:
        made = []
        for text_of in ("or", "credit-2d", "credit"):
            data = example(text_of)
            found = pla(data, name)
            assert not found.mistakes and found.updates <= bound_of(data)
            made.append(found.updates)
        table.append([called, following, *made])
    assert len({tuple(row[2:]) for row in table}) == len(table)
    return rows(table)


# --- L2.7 ------------------------------------------------------------------------------------


def angle(u: Sequence[Fraction], v: Sequence[Fraction]) -> float | None:
    """Return the angle between two vectors in degrees; None where one of them is zero."""
    lengths = sqrt(squared_norm(u) * squared_norm(v))
    return degrees(acos(max(-1.0, min(1.0, dot(u, v) / lengths)))) if lengths else None


def _updates() -> list[list[object]]:
    """Return t, n, y_n x_n, both margins with |x_n|^2 between them, and both angles."""
    table: list[list[object]] = []
    for t, n, w, w_next in steps:
        v = times(D.ys[n], n)
        before, after = margin_of(w, n), margin_of(w_next, n)
        assert after == before + squared_norm(v) == dot(w_next, v)
        angles = [angle(w, v), angle(w_next, v)]
        if angles[0] is not None and angles[1] is not None:
            assert angles[1] < angles[0]
        both = ["–" if a is None else f"{a:.1f}°" for a in angles]
        table.append([t, n, whole(v), before, squared_norm(v), after, *both])
    return table


def updates() -> str:
    """Every update: margins and angles before and after."""
    return rows(_updates())


credit = example("credit")
bank = pla(credit)
mistakes = [Hypothesis(bank.w0).mistakes(credit)]
mistakes += [Hypothesis(w_next).mistakes(credit) for *_, w_next in bank.replay()]
bank_still = sum(margin_of(w_next, n, credit) <= 0 for _, n, _, w_next in bank.replay())
bank_worse = sum(after > before for before, after in zip(mistakes, mistakes[1:]))
bank_N, bank_T, bank_before_last = credit.N, bank.updates, mistakes[-2]
assert mistakes[-1] == 0 and bank_before_last > 3


def mistakes_over_t() -> Picture:
    """How many mistakes w_t makes on the bank's applicants."""
    curve = "line", "mistakes of w_t", enumerate(mistakes)
    said = f"Mistakes of w_t, one number for each t. {', '.join(map(str, mistakes))}."
    panel = Panel("Mistakes on D", bank_T, [curve], sentence=said, height=180, integers_only=True)
    return draw_stacked_panels(bank, "The number of mistakes of w_t over t", [panel], [])


# --- eta, sign(0), the end -------------------------------------------------------------------


def etas() -> str:
    """Runs from zero with several eta."""
    found = [(eta, pla(D, eta=eta)) for eta in ("1", "1/2", "0.01", "1000")]
    assert {one.n for _, one in found} == {run.n}
    return rows([[eta, format_value(one.n), whole(one.w)] for eta, one in found])


bound = bound_of(D)


def starts() -> str:
    """T from several starts with several eta."""
    places = [(0, 0, 0), (-1, 2, 2), (0, 1, 1), (5, 0, 0), (-5, -5, -5), (50, -50, -50)]
    assert pla(D, w0=(50, -50, -50)).updates > bound
    assert pla(D, w0=(5, 0, 0), eta="1/2").n == pla(D, w0=(10, 0, 0)).n
    assert pla(D, w0=(-1, 2, 2)).updates == 0
    table = [
        [whole(w0), *(pla(D, w0=w0, eta=eta).updates for eta in ("10", "1", "1/2", "1/10"))]
        for w0 in places
    ]
    return rows(table)


def conventions() -> str:
    """Runs by what sign(0) is."""
    table, updates_of = [], {}
    for name in ("or", "and", "spam", "credit", "credit-2d"):
        data = example(name)
        at_most = bound_of(data)
        for z in (0, -1, +1):
            found = pla(data, sign_of_zero=z)
            least = min(margin_of(found.w, n, data) for n in range(data.N))
            assert found.updates <= at_most and not found.mistakes
            assert z or least > 0
            updates_of[name, z] = found.updates
            sign = f"{z:+d}" if z else "0"
            bounded = f"{float(at_most):,.1f}"
            table.append([f"`{name}`", sign, found.updates, found.visits, least, bounded])
    assert updates_of["or", +1] < updates_of["or", 0]
    assert updates_of["credit", +1] > updates_of["credit", 0]
    return rows(table)


def all_no() -> str:
    """The extreme case of sign(0) = -1."""
    return python("""
from perceptron_ref import Dataset, pla
D = Dataset([[2, 1], [3, 0]], [-1, -1])
[pla(D, sign_of_zero=z).updates for z in (0, -1, +1)]
""")


# --- Q2 --------------------------------------------------------------------------------------


def _margins(found: Run) -> list[tuple[Fraction, Fraction]]:
    """Return the margin of each update's example before and after."""
    proof = Proof(found)
    unit = proof.units["w"] * proof.units["x"]
    return [(before * unit, after * unit) for after, *_, before in correction_helps(proof)]


QUIZ = {name: _margins(pla(example(name))) for name in ("or", "and", "credit-2d", "credit", "spam")}


def _held(pairs: Sequence[tuple[Fraction, Fraction]]) -> list[int]:
    """Return how often each of the four choices held."""
    return [
        sum(after > 0 for _, after in pairs),
        sum(after == 1 for _, after in pairs),
        sum(after >= before for before, after in pairs),
        sum(after < before for before, after in pairs),
    ]


def quiz_rows() -> str:
    """How often each choice held, run by run."""
    return rows([[f"`{name}`", len(pairs), *_held(pairs)] for name, pairs in QUIZ.items()])


tried = sum(map(len, QUIZ.values()))
held = [sum(counts) for counts in zip(*map(_held, QUIZ.values()))]
assert held[2] == tried > held[0] > held[1] > held[3] == 0

# --- exercises -------------------------------------------------------------------------------


def and_by_hand() -> str:
    """The first updates on the logical and."""
    table = []
    for t, n, w, w_next in islice(pla(AND).replay(), 4):
        cells = [t, n, whole(AND.xs[n]), f"{AND.ys[n]:+d}", whole(w)]
        table.append([*cells, margin_of(w, n, AND), whole(w_next)])
    return rows(table)


assert bank.w[0] == -3 and bank_T % 2 == 1
and_T, and_w = pla(AND).updates, whole(pla(AND).w)


def _flipped(data: Dataset) -> Dataset:
    return Dataset([x[1:] for x in data.xs], [-y for y in data.ys])


for _name in ("or", "and", "credit", "spam"):  # the second exercise, and the third
    _data = example(_name)
    _one, _other = pla(_data), pla(_flipped(_data))
    assert _one.n == _other.n and _other.w == tuple(-w_i for w_i in _one.w)
    assert _one.updates >= abs(_one.w[0]) and (_one.updates - _one.w[0]) % 2 == 0

flipped_w = whole(pla(_flipped(D)).w)
