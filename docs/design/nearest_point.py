"""Steps of Wolfe's method and certificates, of the page on the nearest point."""

from __future__ import annotations

from fractions import Fraction

from _tools import rows

from perceptron_ref import Dataset, dot, example, pla, squared_norm
from perceptron_ref.theory.min_norm_point import min_norm_point
from perceptron_ref.theory.separability import NotSeparable, Separable, separability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_AND = example("and")
_best = separability(_AND)
_iris = separability(example("iris-versicolor-virginica"))
assert isinstance(_best, Separable) and isinstance(_iris, NotSeparable)
rho2, w_f, support = _best.rho2, _best.w_f, ", ".join(map(str, _best.support))
iris_members, iris_N = len(_iris.examples), _iris.data.N

_SETS = "or and credit-2d credit spam iris-setosa iris-versicolor-virginica".split()
_WIDER = (2, 4, 8, 16)


def wolfe() -> str:
    """Return the corral and its nearest point, step by step, on the logical and."""
    zs: list[tuple[Any, ...]] = [tuple(y * v for v in x) for x, y in zip(_AND.scaled_xs, _AND.ys)]
    shown: list[tuple[Any, ...]] = []

    def on_step(weights: dict[int, int], P: list[int], least: int) -> None:
        total = sum(weights.values())
        p = tuple(Fraction(v, total) for v in P)
        mixture = ", ".join(f"{Fraction(a, total)} of {n}" for n, a in sorted(weights.items()))
        shown.append((mixture, p, squared_norm(p), min(dot(z, p) for z in zs)))

    min_norm_point(zs, on_step=on_step)
    assert shown[-1][2] == shown[-1][3] == rho2
    return rows(shown)


def iris_certificate() -> str:
    """Return the multiples of y_n x_n that add up to zero, and their sum."""
    assert isinstance(_iris, NotSeparable)
    D, found = _iris.data, list(zip(_iris.examples, _iris.coefficients))
    total = tuple(sum(a * D.ys[n] * D.xs[n][i] for n, a in found) for i in range(1 + D.d))
    assert not any(total)
    shown = [(n, a, f"{D.ys[n]:+d}", D.xs[n]) for n, a in found]
    return rows([*shown, ("sum of $a_n y_n x_n$", "", "", total)])


def digits() -> str:
    """Return how long the numbers of the answers get."""
    sets = [(name, example(name)) for name in _SETS]
    sets += [
        (f"separable:N=200,d={d},seed=1", example("separable", N=200, d=d, seed=1)) for d in _WIDER
    ]
    return rows(_digits(name, D) for name, D in sets)


def _digits(name: str, D: Dataset) -> tuple[object, ...]:
    joined: list[Any] = []
    found = separability(D, on_step=joined.append)
    if isinstance(found, Separable):
        numbers, members = found.w_f, found.support
    else:
        assert isinstance(found, NotSeparable)
        numbers, members = found.coefficients, found.examples
    assert found.verify()
    longest = max(map(squared_norm, D.scaled_xs)) + 1
    run = pla(D, max_updates=1000)
    return (
        f"`{name}`",
        D.N,
        D.d,
        "yes" if found.separable else "no",
        joined[-1].steps,
        len(members),
        max(abs(v).bit_length() for v in numbers),
        len(members) * longest.bit_length(),
        max(abs(int(v / run.unit)).bit_length() for v in run.w),
        "yes",
    )
