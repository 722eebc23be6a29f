"""Orders of all kinds, and what the loop makes of them, of the page on the loop."""

from __future__ import annotations

from _tools import rows

from perceptron_ref import Dataset, example, pla, strategy
from perceptron_ref.theory.separability import Separable, separability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Order = Callable[[Any], Iterator[Any]]

_D = example("credit-2d")
_best = separability(_D)
assert isinstance(_best, Separable)
N, bound = _D.N, f"{float(_best.bound):.1f}"


class _Blind:
    """All that such an order needs of a view."""

    def __init__(self, N: int) -> None:
        self.N = N

    def __len__(self) -> int:
        return self.N


def _only_zero(view: Any) -> Iterator[int]:
    """Example 0, for ever."""
    while True:
        yield 0


def _forgets_the_last(view: Any) -> Iterator[int]:
    """The cycle, without its last example."""
    while True:
        yield from range(len(view) - 1)


def _one_pass(view: Any) -> Iterator[int]:
    """Every example once, and that is all."""
    yield from range(len(view))


def _nothing(view: Any) -> Iterator[int]:
    """No visit at all."""
    return iter(())


def _check_me(view: Any) -> Iterator[None]:
    """ "I see no mistake", always."""
    while True:
        yield None


def _looks_away(view: Any) -> Iterator[int | None]:
    """What is right already, as long as there is something."""
    while True:
        right = [n for n in range(len(view)) if not view.is_mistake(n)]
        yield right[0] if right else None


def _believing(D: Dataset, order: Order) -> int:
    """Return the mistakes that PLA leaves if it believes its order: it stops when the order ends,
    or after N visits in a row without a mistake.
    """
    w, in_a_row = [0] * (1 + D.d), 0
    for n in order(_Blind(D.N)):
        x, y = D.scaled_xs[n], D.ys[n]
        if y * sum(a * b for a, b in zip(w, x)) <= 0:
            w, in_a_row = [a + y * b for a, b in zip(w, x)], 0
        else:
            in_a_row += 1
        if in_a_row == D.N:
            break
    return sum(y * sum(a * b for a, b in zip(w, x)) <= 0 for x, y in zip(D.scaled_xs, D.ys))


believed = _believing(_D, _forgets_the_last)
_UNFAIR = (_only_zero, _forgets_the_last, _one_pass, _nothing)


def _name(order: Order) -> str:
    return f"`{getattr(order, '__name__', '_cyclic')[1:]}`"


def orders() -> str:
    """Return what unfair orders leave if they are believed, and what the loop leaves."""
    shown = [(_name(o), o.__doc__, _believing(_D, o), pla(_D, o).mistakes) for o in _UNFAIR]
    assert not any(row[-1] for row in shown)
    return rows(shown)


def patience() -> str:
    """Return the visits that orders and loop make, and their bound."""
    shown = []
    for patience in (1, 240):
        for order in (*_UNFAIR, _check_me, _looks_away, strategy("cyclic")):
            asked = [0]
            run = pla(_D, _asked_of(order, asked), patience=patience)
            most = (patience + _D.N) * (run.updates + 1)
            assert run.status == "converged" and run.visits <= most
            by_loop = run.visits - asked[0]
            row = patience, _name(order), run.status, run.updates, run.visits, by_loop, most
            shown.append(row)
    return rows(shown)


def _asked_of(order: Order, asked: list[int]) -> Order:
    """Return the same order, with its visits counted."""

    def counted(view: Any) -> Iterator[Any]:
        for n in order(view):
            asked[0] += n is not None
            yield n

    return counted


def right_in_a_row() -> str:
    """Return one run for every M, and the mistakes that it leaves."""
    at_random = strategy("random", seed=1)
    runs = [(M, pla(_D, at_random, right_in_a_row=M)) for M in (12, 24, 72, "5N", "20N")]
    assert runs[0][1].status == "right_in_a_row" and runs[-1][1].status == "converged"
    return rows((M, f"`{r.status}`", r.updates, r.visits, r.mistakes) for M, r in runs)


def limits() -> str:
    """Return runs with limits around the updates that are needed."""
    AND = example("and")
    T = pla(AND).updates
    runs = [(limit, pla(AND, max_updates=limit)) for limit in (0, T - 1, T, T + 1)]
    return rows((limit, r.status, r.updates, r.visits, r.mistakes) for limit, r in runs)


refused = """
from perceptron_ref import StrategyError, example, pla
def backwards(view):
    yield from range(0, -len(view), -1)

try:
    pla(example("or"), backwards)
except StrategyError as error:
    print(str(error).partition(": ")[2])

"""
