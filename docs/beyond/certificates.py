"""The numbers and pictures of the page on certificates."""

from __future__ import annotations

from _tools import rows
from _tools.geometry_pictures import draw_balance, draw_certificate
from _tools.sum_pictures import draw_sum

from perceptron_ref import Dataset, example, pla, squared_norm
from perceptron_ref.drawing import Picture, draw_length, draw_run
from perceptron_ref.hypothesis import count_mistakes
from perceptron_ref.theory.separability import NotSeparable, Separable, separability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from perceptron_ref import Run

xor, iris = example("xor"), example("iris-versicolor-virginica")


def _certificate(data: Dataset) -> NotSeparable:
    found = separability(data)
    assert isinstance(found, NotSeparable) and found.verify()
    return found


of_xor, of_iris = _certificate(xor), _certificate(iris)


def _way(run: Run) -> list[tuple[int, ...]]:
    """Return w_0, w_1, ..., w_T in the loop's ints."""
    steps = list(run.scaled_replay())
    return [steps[0][2], *(step[3] for step in steps)]


def _returned(ws: list[tuple[int, ...]]) -> tuple[int, int] | None:
    """Return the first s < t with w_s = w_t."""
    first: dict[tuple[int, ...], int] = {}
    for t, w in enumerate(ws):
        if w in first:
            return first[w], t
        first[w] = t
    return None


# The sum


def xor_sum() -> Picture:
    """Return the certificate of XOR, added up."""
    assert of_xor.coefficients == (1, 1, 1, 1)
    return draw_sum(of_xor)


def xor_columns() -> str:
    """Return the certificate of XOR, to be added by columns."""
    shown: list[tuple[object, ...]] = []
    for n, a in zip(of_xor.examples, of_xor.coefficients):
        x, y = xor.xs[n], xor.ys[n]
        shown.append((n, a, f"{y:+d}", x, tuple(a * y * v for v in x)))
    total = tuple(sum(xor.ys[n] * xor.xs[n][i] for n in range(xor.N)) for i in range(3))
    assert not any(total)
    return rows([*shown, ("sum", "", "", "", total)])


def xor_hulls() -> str:
    """Return where the mixtures of the two labels of XOR meet."""
    return draw_certificate(of_xor)


# A return

xor_pla = pla(xor, max_updates=8)
_xor_way = _way(xor_pla)
assert _returned(_xor_way) == (0, 4) and not any(_xor_way[4])
assert _xor_way[:4] == _xor_way[4:8] and xor_pla.n[:4] == xor_pla.n[4:] == (0, 1, 2, 3)


def xor_run() -> Picture:
    """Return PLA on XOR, twice round."""
    return draw_run(xor_pla)


def xor_updates() -> str:
    """Return the weights of these eight updates."""
    return rows(
        (t, xor_pla.n[t] if t < xor_pla.updates else "", w, count_mistakes(xor, w))
        for t, w in enumerate(_xor_way)
    )


def _return_of(name: str, data: Dataset, order: str, updates: int) -> tuple[object, ...]:
    run = pla(data, order, max_updates=updates)
    found = _returned(_way(run))
    if found is None:
        return name, f"`{order}`", f"{updates:,}", "no", "", "", ""
    s, t = found
    between = run.n[s:t]
    corrected = tuple(sorted(set(between)))
    proof = NotSeparable(data, corrected, tuple(map(between.count, corrected)))
    assert proof.verify()
    return name, f"`{order}`", f"{updates:,}", "yes", f"{s:,}", f"{t:,}", len(corrected)


def returns() -> str:
    """Return runs that come back, and one that has not."""
    orders = ("cyclic", "restart", "random-permutation", "worst-margin")
    shown = [_return_of("XOR", xor, order, 100) for order in orders]
    shown.append(_return_of("irises", iris, "cyclic", 2000))
    shown.append(_return_of("irises", iris, "worst-margin", 4000))
    assert [row[3] for row in shown] == ["yes"] * 4 + ["no", "yes"]
    return rows(shown)


# Boundedness

small = example("noisy", N=20, d=2, flips=4)


def bounded() -> Picture:
    """Return the length of the weights on 20 noisy examples."""
    return draw_length(pla(small, max_updates=2000))


def lengths() -> str:
    """Return the largest |w_u|^2 so far, and t R^2, on three sets."""
    columns = []
    for data in (xor, small, iris):
        run = pla(data, max_updates=2000)
        squares = [float(run.unit**2 * squared_norm(w)) for w in _way(run)]
        columns.append((squares, float(max(map(squared_norm, data.xs)))))
    return rows(
        (f"{t:,}", *(f"{v:,.0f}" for lens, R2 in columns for v in (max(lens[: t + 1]), t * R2)))
        for t in (10, 100, 500, 1000, 2000)
    )


# No return


def _without(data: Dataset, left_out: int) -> Dataset:
    kept = [n for n in range(data.N) if n != left_out]
    return Dataset([data.xs[n][1:] for n in kept], [data.ys[n] for n in kept])


def _ended(run: Run) -> str:
    return f"T = {run.updates:,}" if run.status == "converged" else "stopped"


def _limit(data: Dataset) -> int:
    """Return (d + 1)^2 R^(2 d + 2), with all x_n made whole numbers by one factor."""
    R2 = int(max(map(squared_norm, data.scaled_xs)))
    return (data.d + 1) ** 2 * int(R2 ** (data.d + 1))


def _in_short(limit: int) -> str:
    return f"{limit:,}" if limit < 10**9 else f"over $10^{{{len(str(limit)) - 1}}}$"


enough = _limit(xor) + 1
assert enough == 244 and pla(xor, max_updates=enough).status == "max_updates"
for _name in ("or", "and", "credit", "credit-2d", "spam", "hadamard:k=4", "powers:d=4"):
    _data = example(_name)
    _found, _run = separability(_data), pla(_data)
    assert isinstance(_found, Separable) and _run.updates <= _found.bound <= _limit(_data)


def stopped_runs() -> str:
    """Return what stopped runs look like, beside what is true."""
    shown = []
    for name, data in (
        ("XOR", xor),
        ("`pair:m=10`", example("pair", m=10)),
        ("`pair:m=30`", example("pair", m=30)),
        ("`powers:d=6`", example("powers", d=6)),
        ("irises", iris),
        ("irises without flower 33", _without(iris, 33)),
    ):
        found = separability(data)
        runs = [pla(data, max_updates=limit) for limit in (1000, 5000)]
        assert all((_returned(_way(run)) is not None) == (data is xor) for run in runs)
        ends = _ended(runs[0]), _ended(runs[1])
        limit = _in_short(_limit(data))
        if isinstance(found, Separable):
            assert found.bound <= _limit(data)
            shown.append((name, *ends, "yes", f"{float(found.bound):,.0f}", limit))
        else:
            shown.append((name, *ends, "no", "", limit))
    assert [row[3] for row in shown] == ["no", "yes", "yes", "yes", "no", "yes"]
    assert shown[-2][1:3] == shown[-1][1:3] == ("stopped", "stopped")
    return rows(shown)


# The irises

_sides = {y: [n for n in of_iris.examples if iris.ys[n] == y] for y in (+1, -1)}
plus, minus = len(_sides[+1]), len(_sides[-1])
_a = dict(zip(of_iris.examples, of_iris.coefficients))
_mixed = {
    y: [sum(_a[n] * iris.xs[n][i] for n in _sides[y]) for i in range(1 + iris.d)] for y in (+1, -1)
}
assert _mixed[+1] == _mixed[-1] and len(of_iris.examples) == iris.d + 2
parts = _mixed[+1][0]
common = ", ".join(f"{float(v / parts):.3f}" for v in _mixed[+1][1:])
size = len(of_iris.examples)


def iris_columns() -> str:
    """Return the flowers of the certificate."""
    return rows(
        (n, a, f"{iris.ys[n]:+d}", *(f"{float(v):.1f}" for v in iris.xs[n][1:]))
        for n, a in _a.items()
    )


def iris_balance() -> str:
    """Return what the certificate mixes, feature by feature."""
    return draw_balance(of_iris)


# Exercises

between = Dataset([[0], [1], [2]], [-1, +1, -1])
by_hand = _certificate(between).coefficients
assert by_hand == (1, 2, 1)

noisy_pairs = Dataset([[3, 5], [3, 5], [0, 1]], [+1, -1, +1])
twins = _certificate(noisy_pairs)
assert (twins.examples, twins.coefficients) == ((0, 1), (1, 1))

product = Dataset([[*x[1:], x[1] * x[2]] for x in xor.xs], xor.ys)
lifted = pla(product)
assert lifted.status == "converged" and separability(product).separable
assert sum(a * xor.ys[n] * product.xs[n][3] for n, a in zip(range(4), (1, 1, 1, 1))) == -1
