"""The numbers and pictures of the page on a separate bias."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from _tools import mark, python, rows
from _tools.geometry_pictures import draw_distances
from _tools.stepped_pictures import Step, draw_lines

from perceptron_ref import Dataset, Run, pla, squared_norm
from perceptron_ref.drawing import Picture
from perceptron_ref.drawing.typography import format_number, format_vector
from perceptron_ref.theory.bias import pla_with_bias, radius2
from perceptron_ref.theory.margins import (
    Length,
    distance,
    distance_from_origin,
    functional_margins,
    geometric_margins,
    projection,
)

D = Dataset([[0, 0], [0, 4], [3, 0], [3, 4]], [-1, -1, -1, +1])
with_bias, with_x0_5, with_x0_1 = pla_with_bias(D), pla(D.with_x0(5)), pla(D)
R2, T_with_bias, T = radius2(D), with_bias.updates, with_x0_1.updates
h = with_x0_1.hypothesis
marks = {symbol: mark(symbol) for symbol in ("o", "x", "side", "trail")}
common_updates = next(
    t for t, (one, other) in enumerate(zip(with_x0_1.n, with_bias.n)) if one != other
)


def all_weights(run: Run) -> list[tuple[Fraction, ...]]:
    """Return w_0, w_1, ..., w_T."""
    return [*(w for _, _, w, _ in run.replay()), run.w]


assert R2 == 25 and with_x0_5.n == with_bias.n and common_updates == 3
assert [(5 * w_0, *w) for w_0, *w in all_weights(with_x0_5)] == all_weights(with_bias)


def separate_bias_picture() -> Picture:
    """Draw the separate bias; PLA with x_0 = 5 has the same line at every t."""
    steps = []
    for t, (b, *w) in enumerate(all_weights(with_bias)):
        n_t, state = _describe_update(with_bias, t)
        words = (
            f"Update {t} of {T_with_bias}: b = {format_number(b)}, w = {format_vector(w)}, {state}."
        )
        steps.append(Step((b, *w), n_t, sentence=words))
    description = (
        f"b = {with_bias.b}, w = {format_vector(with_bias.w[1:])} after {T_with_bias} updates."
    )
    return draw_lines(
        D,
        steps,
        "A separate bias, and PLA with x_0 = 5",
        description,
        has_legend=False,
        ring_meaning="next mistake",
    )


def x0_picture() -> Picture:
    """Draw PLA with x_0 = 1."""
    steps = []
    for t, w in enumerate(all_weights(with_x0_1)):
        n_t, state = _describe_update(with_x0_1, t)
        words = f"Update {t} of {T}: w = {format_vector(w)}, {state}."
        steps.append(Step(w, n_t, sentence=words))
    description = f"w = {format_vector(with_x0_1.w)} after {T} updates."
    return draw_lines(
        D,
        steps,
        "PLA with x_0 = 1 on the same examples",
        description,
        has_legend=False,
        ring_meaning="next mistake",
    )


def _describe_update(run: Run, t: int) -> tuple[int | None, str]:
    """Return n(t) with a text about update t; at the end of the run, None and "done"."""
    if t == run.updates:
        assert not run.mistakes
        return None, "done"
    return run.n[t], f"next: example {run.n[t]}"


SHORT_CODE = """\
from perceptron_ref import add, dot, scale

def learn(xs, ys):
    R2 = max(dot(x, x) for x in xs)
    w, b, has_mistake = [0] * len(xs[0]), 0, True
    while has_mistake:
        has_mistake = False
        for x, y in zip(xs, ys):
            if y * (dot(w, x) + b) <= 0:
                w, b = add(w, scale(y, x)), b + y * R2
                has_mistake = True
    return w, b
"""


def by_hand() -> str:
    """Return the algorithm in twelve lines, after a check of its result."""
    names: dict[str, object] = {}
    exec(SHORT_CODE, names)
    learn = names["learn"]
    assert callable(learn)
    w, b = learn([x[1:] for x in D.xs], D.ys)
    assert (b, *w) == with_bias.w
    return f"```python\n{SHORT_CODE}```"


def first_updates() -> str:
    """Return a row for each update that both forms share, and for the two after them."""
    return rows(islice(_updates(), common_updates + 2))


def _updates() -> Iterator[tuple[object, ...]]:
    """Yield for each t: t, n(t) and (b, w) of the separate bias, n(t) and w with x_0 = 1.

    The weights are those after update t. The run with the separate bias is shorter; its cells are
    "" after its end.
    """
    variant_updates, plain_updates = (
        [(n, after) for _, n, _, after in run.replay()] for run in (with_bias, with_x0_1)
    )
    for t in range(T):
        yield t, *(variant_updates[t] if t < T_with_bias else ("", "")), *plain_updates[t]


def origin_distance_picture() -> str:
    """Draw the boundary of the lecture's form and its distance from the origin."""
    assert distance_from_origin(h).exact == Fraction(18, 5) and squared_norm(h.w[1:]) == 25
    return draw_distances(D, h)


def _format_length(length: Length) -> str:
    """Return a length as a decimal if it is rational, else as a root with a decimal."""
    if length.exact is not None:
        return str(float(length.exact))
    root = repr(length)[len("<Length ") : -1]
    return f"{root}, about {length.approximate:.4f}"


def projection_picture() -> str:
    """Draw example 2 and its projection on the boundary of the lecture's form."""
    x, y = D.xs[2][1:], D.ys[2]
    assert distance(h, x).sign == y == -1 and geometric_margins(h, D)[2].exact == Fraction(9, 5)
    return draw_distances(D, h, 2)


def margins_of_examples() -> str:
    """Return a row for each example: n, y_n, margins, distance and projection with x_0 = 1."""
    return rows(
        (
            n,
            f"{y:+d}",
            functional,
            _format_length(distance(h, x[1:])),
            _format_length(geometric),
            projection(h, x[1:]),
        )
        for n, (x, y, functional, geometric) in enumerate(
            zip(D.xs, D.ys, functional_margins(h, D), geometric_margins(h, D))
        )
    )


def same_run_session() -> str:
    """Run PLA with a separate bias and PLA with x_0 = R."""
    return python("""
from perceptron_ref import Dataset, pla
from perceptron_ref.theory.bias import pla_with_bias
D = Dataset([[0, 0], [0, 4], [3, 0], [3, 4]], [-1, -1, -1, 1])
variant, longer = pla_with_bias(D), pla(D.with_x0(5))
variant.n
longer.n == variant.n
pla(D).n == variant.n
""")


ups = sum(D.ys[n] == 1 for n in with_bias.n)
downs = T_with_bias - ups
assert with_bias.b == (ups - downs) * R2 == -50

tenfold_data = Dataset([[10 * v for v in x[1:]] for x in D.xs], D.ys)
tenfold_run = pla_with_bias(tenfold_data)
assert tenfold_run.n == with_bias.n
assert tenfold_run.w == (100 * with_bias.b, *(10 * v for v in with_bias.w[1:]))


def updates_by_x0() -> str:
    """Return a row for each x_0: x_0, its square and T."""
    counts = [(x0, x0**2, pla(D.with_x0(x0)).updates) for x0 in (1, 2, 5, 10, 25)]
    assert [T for *_, T in counts] == [54, 20, 10, 11, 53]
    return rows(counts)
