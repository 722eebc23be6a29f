"""The numbers and pictures of the page on PLA."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import acos, degrees, sqrt
from typing import TYPE_CHECKING, Any

from _tools import examples_of, format_value, output, python, rows
from _tools.live_pictures import live_picture, still_picture
from _tools.separators import bound_of

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

if TYPE_CHECKING:
    Weights = tuple[Fraction, ...]

D = example("or")
AND = example("and")
run = pla(D)
steps = list(run.replay())
weights = [run.w0, *(w_next for *_, w_next in steps)]
T, N, visits = run.updates, D.N, run.visits
assert run.status == "converged" and D.scale == 1


def unbroken(value: object) -> str:
    """Return the text of a value, with spaces at which no line breaks."""
    return format_value(value).replace(" ", "\N{NO-BREAK SPACE}")


def margin_of(w: Sequence[Fraction], n: int, data: Dataset = D) -> Fraction:
    """Return y_n w . x_n."""
    return data.ys[n] * dot(w, data.xs[n])


def multiple_of_x(c: int, n: int) -> Weights:
    """Return c x_n."""
    return tuple(c * x_i for x_i in D.xs[n])


# --- the picture. It has x_0 = 1. In the scene of an update x_0 = 0, so arrows begin at the origin.

ROWS = [
    *((0, 5, 1), (5, 1, 1), (-4, 1, -1), (4, -1, 1)),
    *((-3, -5, -1), (4, -4, -1), (-3, -1, -1), (6, -2, 1)),
]
STILL_WRONG = [(0, 5, 1), (1, -1, 1), (5, 3, 1), (-4, -1, -1), (-1, -5, -1)]


def _dataset_of(points: list[tuple[int, int, int]], x0: int = 1) -> Dataset:
    """Return examples (x_1, x_2, y) as data."""
    return Dataset([(x1, x2) for x1, x2, _ in points], [y for *_, y in points], x0=x0)


_examples, _wrong_after_update = _dataset_of(ROWS), _dataset_of(STILL_WRONG, x0=0)
stage_T, stage_random = pla(_examples).updates, pla(_examples, "random:seed=0").updates
_zero_is_minus_run = pla(_examples, sign_of_zero=-1)
stage_zero = _zero_is_minus_run.updates
assert stage_zero < stage_random < stage_T == T
# one cross is on the line, which is no mistake here
assert [y for x, y in zip(_examples.xs, _examples.ys) if not dot(_zero_is_minus_run.w, x)] == [-1]
_, _, _before, _after = list(pla(_wrong_after_update).replay())[1]
margin_before, margin_after = (dot(w, _wrong_after_update.xs[1]) for w in (_before, _after))
margin_growth = margin_after - margin_before
assert margin_before < margin_after < 0

_UPDATE_SCENE = {
    "x0": 0,
    "rows": STILL_WRONG,
    "t": 1,
    "arrows": True,
    "menus": ["order", "signOfZero", "x0"],
}
_LAST_STEP = {"t": None}
stage = live_picture(
    "pla",
    "plane",
    ROWS,
    "Eight examples, and PLA's line after three updates.",
    area={"left": -8, "right": 8, "bottom": -6, "top": 6},
    menus=["order", "signOfZero"],
    scene="run",
    t=3,
    scenes={"run": {}, "order": _LAST_STEP, "update": _UPDATE_SCENE, "zero": _LAST_STEP},
)
_still_settings: dict[str, Any] = {
    "size": (560, 400),
    "area": {"left": -8, "right": 8, "bottom": -6, "top": 6},
}
stills = {
    "run": still_picture(
        "plane", ROWS, "Eight examples, and the line that PLA ends with.", **_still_settings
    ),
    "vectors": still_picture(
        "plane",
        STILL_WRONG,
        "The arrows w_t and y_n x_n, tip to tail, and their sum.",
        **{**_still_settings, "x0": 0, "t": 1, "arrows": True},
    ),
}


# --- L2.5 ------------------------------------------------------------------------------------


def plain_code() -> str:
    """Return PLA in a few lines, after a check that they make the same run as the package."""
    code = examples_of("perceptron_ref.pla").rstrip()
    names: dict[str, object] = {}
    exec(code, names)
    assert names["n_t"] == list(run.n) and tuple(names["w"]) == run.w  # type: ignore[arg-type]
    *statements, last_line = code.splitlines()
    assert last_line == "n_t" and len(statements) == 12
    return "```python\n" + "\n".join([*statements, 'print(n_t, "w =", *w)']) + "\n```\n"


def _visits_of_run() -> list[tuple[int, int, int]]:
    """Return (t, n, margin) of every visit of the run."""
    recorded_visits: list[tuple[int, int, int]] = []

    def recording_cycle(view: View) -> Iterator[int]:
        """Visit the examples in the naive cycle, and record each visit."""
        while True:
            for n in range(len(view)):
                recorded_visits.append((view.updates, n, view.margin(n)))
                yield n

    assert pla(D, recording_cycle).n == run.n and len(recorded_visits) == run.visits
    assert [margin > 0 for _, _, margin in recorded_visits[-N - 1 :]] == [False] + [True] * N
    return recorded_visits


def _visits() -> list[list[object]]:
    """Return a row for each visit: its number, n, x_n, y_n, w_t, the margin and the outcome."""
    table: list[list[object]] = []
    for visit, (t, n, margin) in enumerate(_visits_of_run(), start=1):
        x, y = D.xs[n], D.ys[n]
        outcome = f"**mistake**: {unbroken(weights[t + 1])}" if margin <= 0 else "right"
        table.append([visit, n, unbroken(x), f"{y:+d}", unbroken(weights[t]), margin, outcome])
    return table


def first_visits() -> str:
    """Return a row for each of the first five visits: n, x_n, y_n, w_t, margin and outcome."""
    return rows(cells for _, *cells in _visits()[:5])


def all_visits() -> str:
    """Return a row for each visit: its number, n, x_n, y_n, w_t, margin and outcome."""
    return rows(_visits())


def trace() -> str:
    """Return the visits of the run as the command line prints them."""
    return output("python3 -m perceptron_ref fit example:or --trace", first="trace", last="8")


# --- what the weights count ------------------------------------------------------------------


def parts_of_w() -> str:
    """Return a row for each example: how many updates correct it, and what they add to w_T."""
    counts = [run.n.count(n) for n in range(N)]
    parts = [multiple_of_x(counts[n] * D.ys[n], n) for n in range(N)]
    total = tuple(map(sum, zip(*parts)))
    assert total == run.w and sum(counts) == T
    cells = [
        [n, unbroken(D.xs[n]), f"{D.ys[n]:+d}", counts[n], unbroken(parts[n])] for n in range(N)
    ]
    return rows([*cells, ["sum", "", "", sum(counts), unbroken(total)]])


def thresholds() -> str:
    """Return a row for each set: T, the updates of label -1 and of +1, and the threshold.

    The threshold is the difference of these two numbers of updates.
    """
    table = []
    for name in ("or", "and", "credit-2d", "credit", "spam", "iris-setosa"):
        finished_run = pla(example(name))
        minus, plus = (sum(finished_run.data.ys[n] == y for n in finished_run.n) for y in (-1, +1))
        assert finished_run.hypothesis.threshold == minus - plus
        table.append(
            [f"`{name}`", finished_run.updates, minus, plus, finished_run.hypothesis.threshold]
        )
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
    """Return a row for each order: its name, its description, and T on three sets."""
    table = []
    for name, order_name, description in ORDERS:
        updates = []
        for set_name in ("or", "credit-2d", "credit"):
            data = example(set_name)
            finished_run = pla(data, name)
            assert not finished_run.mistakes and finished_run.updates <= bound_of(data)
            updates.append(finished_run.updates)
        table.append([order_name, description, *updates])
    assert len({tuple(row[2:]) for row in table}) == len(table)
    return rows(table)


# --- L2.7 ------------------------------------------------------------------------------------


def angle(u: Sequence[Fraction], v: Sequence[Fraction]) -> float | None:
    """Return the angle between two vectors in degrees; None if one of them is zero."""
    lengths = sqrt(squared_norm(u) * squared_norm(v))
    return degrees(acos(max(-1.0, min(1.0, dot(u, v) / lengths)))) if lengths else None


def _updates() -> list[list[object]]:
    """Return a row for each update: t, n, y_n x_n, margin before, |x_n|^2, margin after, angles."""
    table: list[list[object]] = []
    for t, n, w, w_next in steps:
        signed_x = multiple_of_x(D.ys[n], n)
        before, after = margin_of(w, n), margin_of(w_next, n)
        assert after == before + squared_norm(signed_x) == dot(w_next, signed_x)
        angles = [angle(w, signed_x), angle(w_next, signed_x)]
        if angles[0] is not None and angles[1] is not None:
            assert angles[1] < angles[0]
        angle_texts = ["–" if a is None else f"{a:.1f}°" for a in angles]
        table.append(
            [t, n, unbroken(signed_x), before, squared_norm(signed_x), after, *angle_texts]
        )
    return table


def updates() -> str:
    """Return a row for each update: t, n, y_n x_n, and margins and angles before and after."""
    return rows(_updates())


credit = example("credit")
credit_run = pla(credit)
mistakes_at_t = [Hypothesis(credit_run.w0).mistakes(credit)]
mistakes_at_t += [Hypothesis(w_next).mistakes(credit) for *_, w_next in credit_run.replay()]
still_wrong_count = sum(
    margin_of(w_next, n, credit) <= 0 for _, n, _, w_next in credit_run.replay()
)
worse_count = sum(after > before for before, after in zip(mistakes_at_t, mistakes_at_t[1:]))
credit_N, credit_T, mistakes_before_last = credit.N, credit_run.updates, mistakes_at_t[-2]
assert mistakes_at_t[-1] == 0 and mistakes_before_last > 3


def mistakes_over_t() -> Picture:
    """Draw the number of mistakes of w_t on the bank's applicants, over t."""
    curve = "line", "mistakes of w_t", enumerate(mistakes_at_t)
    sentence = f"Mistakes of w_t, one number for each t. {', '.join(map(str, mistakes_at_t))}."
    panel = Panel(
        "Mistakes on D", credit_T, [curve], sentence=sentence, height=180, integers_only=True
    )
    return draw_stacked_panels(credit_run, "The number of mistakes of w_t over t", [panel], [])


# --- eta, sign(0), the end -------------------------------------------------------------------


def etas() -> str:
    """Return a row for each eta, for runs from w_0 = 0: eta, n(0), ..., n(T-1), and w_T."""
    runs = [(eta, pla(D, eta=eta)) for eta in ("1", "1/2", "0.01", "1000")]
    assert {eta_run.n for _, eta_run in runs} == {run.n}
    return rows([[eta, format_value(eta_run.n), unbroken(eta_run.w)] for eta, eta_run in runs])


bound = bound_of(D)


def starts() -> str:
    """Return a row for each start: w_0, and T for four values of eta."""
    start_weights = [(0, 0, 0), (-1, 2, 2), (0, 1, 1), (5, 0, 0), (-5, -5, -5), (50, -50, -50)]
    assert pla(D, w0=(50, -50, -50)).updates > bound
    assert pla(D, w0=(5, 0, 0), eta="1/2").n == pla(D, w0=(10, 0, 0)).n
    assert pla(D, w0=(-1, 2, 2)).updates == 0
    table = [
        [unbroken(w0), *(pla(D, w0=w0, eta=eta).updates for eta in ("10", "1", "1/2", "1/10"))]
        for w0 in start_weights
    ]
    return rows(table)


def conventions() -> str:
    """Return a row for each set and sign(0): T, visits, the least margin of w_T, and the bound."""
    table, updates_of = [], {}
    for name in ("or", "and", "spam", "credit", "credit-2d"):
        data = example(name)
        bound_of_set = bound_of(data)
        for z in (0, -1, +1):
            finished_run = pla(data, sign_of_zero=z)
            least_margin = min(margin_of(finished_run.w, n, data) for n in range(data.N))
            assert finished_run.updates <= bound_of_set and not finished_run.mistakes
            assert z or least_margin > 0
            updates_of[name, z] = finished_run.updates
            sign = f"{z:+d}" if z else "0"
            bound_text = f"{float(bound_of_set):,.1f}"
            table.append(
                [
                    f"`{name}`",
                    sign,
                    finished_run.updates,
                    finished_run.visits,
                    least_margin,
                    bound_text,
                ]
            )
    assert updates_of["or", +1] < updates_of["or", 0]
    assert updates_of["credit", +1] > updates_of["credit", 0]
    return rows(table)


def all_minus() -> str:
    """Compare the updates for three values of sign(0) if all labels are -1."""
    return python("""
from perceptron_ref import Dataset, pla
D = Dataset([[2, 1], [3, 0]], [-1, -1])
[pla(D, sign_of_zero=z).updates for z in (0, -1, +1)]
""")


# --- Q2 --------------------------------------------------------------------------------------


def _margins(finished_run: Run) -> list[tuple[Fraction, Fraction]]:
    """Return (margin before, margin after) of each update's example."""
    proof = Proof(finished_run)
    unit = proof.units["w"] * proof.units["x"]
    return [(before * unit, after * unit) for after, *_, before in correction_helps(proof)]


MARGINS_OF_UPDATES = {
    name: _margins(pla(example(name))) for name in ("or", "and", "credit-2d", "credit", "spam")
}


def _counts_of_choices(pairs: Sequence[tuple[Fraction, Fraction]]) -> list[int]:
    """Return, for each of the four choices, the number of updates for which it is true."""
    return [
        sum(after > 0 for _, after in pairs),
        sum(after == 1 for _, after in pairs),
        sum(after >= before for before, after in pairs),
        sum(after < before for before, after in pairs),
    ]


def quiz_rows() -> str:
    """Return a row for each run: its T, and for how many updates each of the choices is true."""
    return rows(
        [
            [f"`{name}`", len(pairs), *_counts_of_choices(pairs)]
            for name, pairs in MARGINS_OF_UPDATES.items()
        ]
    )


quiz_updates = sum(map(len, MARGINS_OF_UPDATES.values()))
true_counts = [sum(counts) for counts in zip(*map(_counts_of_choices, MARGINS_OF_UPDATES.values()))]
assert true_counts[2] == quiz_updates > true_counts[0] > true_counts[1] > true_counts[3] == 0

# --- exercises -------------------------------------------------------------------------------


def and_by_hand() -> str:
    """Return a row for each of four updates on `and`: t, n, x_n, y_n, w_t, margin and w_{t+1}."""
    table = []
    for t, n, w, w_next in islice(pla(AND).replay(), 4):
        cells = [t, n, unbroken(AND.xs[n]), f"{AND.ys[n]:+d}", unbroken(w)]
        table.append([*cells, margin_of(w, n, AND), unbroken(w_next)])
    return rows(table)


assert credit_run.w[0] == -3 and credit_T % 2 == 1
and_T, and_w = pla(AND).updates, unbroken(pla(AND).w)


def _flipped(data: Dataset) -> Dataset:
    """Return the data with the opposite labels."""
    return Dataset([x[1:] for x in data.xs], [-y for y in data.ys])


for _name in ("or", "and", "credit", "spam"):  # the second exercise, and the third
    _data = example(_name)
    _one, _other = pla(_data), pla(_flipped(_data))
    assert _one.n == _other.n and _other.w == tuple(-w_i for w_i in _one.w)
    assert _one.updates >= abs(_one.w[0]) and (_one.updates - _one.w[0]) % 2 == 0

flipped_w = unbroken(pla(_flipped(D)).w)
