"""The commands, numbers and pictures of the page on the course's experiments."""

from __future__ import annotations

from functools import lru_cache
from runpy import run_path

from _tools import Desk, rows

from perceptron_ref import Dataset, example, pla, read, repeat
from perceptron_ref.drawing import Picture, draw_histogram, draw_length
from perceptron_ref.experiments import Repeated
from perceptron_ref.theory.separability import Separable, separability

D = example("separable", N=100, d=4, seed=1)
BIG = example("separable", N=256, d=12, margin=10, seed=1)
RUNS = 200


@lru_cache(maxsize=None)
def at_random() -> Repeated:
    """Return PLA with random draws until 5N in a row are right, 200 times."""
    return repeat(BIG, "random", seeds=RUNS, right_in_a_row="5N")


def histogram() -> Picture:
    """Return how many runs took how many updates."""
    return draw_histogram(at_random().updates)


def left() -> str:
    """Return how many of the runs ended with a mistake left."""
    found = at_random()
    assert found.statuses["right_in_a_row"] and found.statuses["converged"]
    return f"{RUNS - found.without_mistakes} of the {RUNS} runs"


def length() -> Picture:
    """Return the length of the weights over the updates."""
    return draw_length(pla(BIG, "random"))


def inputs() -> str:
    """Return the rows of the table of other inputs: median T, median length, bound."""
    halved = D.scaled_by("0.5")
    changed: list[tuple[str, str, Dataset]] = [
        ("as they are", "", D),
        ("all inputs halved, $x_0$ too", "`--scale 0.5`", halved),
        ("the features halved", "`--scale 0.5 --x0 1`", halved.with_x0(1)),
        ("$x_0$ halved", "`--x0 0.5`", D.with_x0("0.5")),
        ("no $x_0$", "`--x0 0`", D.with_x0(0)),
        ("each $x_n$ of length 1", "`--normalize`", D.normalized()),
    ]
    cells = []
    for what, option, data in changed:
        found = repeat(data, "random", seeds=100)
        assert found.without_mistakes == 100
        best = separability(data)
        assert isinstance(best, Separable)
        T, size = float(found.updates.median), float(found.lengths.median)
        cells.append((what, option, f"{T:g}", f"{size:.2f}", f"{float(best.bound):,.0f}"))
    assert cells[0][2] == cells[1][2] and cells[0][4] == cells[1][4]
    return rows(cells)


def two_lines() -> str:
    """Return two lines of a file with the data, one of each label."""
    lines = [" ".join([*map(str, x[1:]), f"{y:+d}"]) for x, y in zip(D.xs, D.ys)]
    desk = Desk()
    desk.file("mine.txt", "\n".join(lines) + "\n")
    same = read(desk.path / "mine.txt")
    assert (same.xs, same.ys) == (D.xs, D.ys)
    return desk.file("two-lines.txt", "\n".join(lines[D.ys.index(y)] for y in (-1, +1)))


def one_half() -> str:
    """Return the rows on eta: the step, mean updates, mean length."""
    cells = []
    for eta in ("1", "0.5"):
        order = "random-permutation:fresh=false"
        found = repeat(D, order, seeds=range(1, RUNS + 1), sign_of_zero=-1, eta=eta)
        updates, size = float(found.updates.mean), float(found.lengths.mean)
        cells.append((eta, f"{updates:.3f}", f"{size:.2f}"))
    assert cells[0][1] == cells[1][1]
    return rows(cells)


def until_right() -> str:
    """Return the rows on credit: the rule, median updates, median visits."""
    cells = []
    for rule, order in (("one update", "random"), ("until right", "random:until_right=True")):
        found = repeat(example("credit"), order, seeds=RUNS)
        cells.append((rule, float(found.updates.median), float(found.visits.median)))
    assert cells[0][1] < cells[1][1]
    return rows((rule, f"{T:g}", f"{visits:g}") for rule, T, visits in cells)


def on_test_data() -> str:
    """Return the rows on noisy data: updates, mean test error of the pocket and of w_T."""
    train, test = example("noisy", N=400, d=4, flips=40, seed=1).split(200)
    cells = []
    for T in (50, 100):
        found = repeat(
            train, "random", "pocket", seeds=range(1, RUNS + 1), test=test, max_updates=T
        )
        assert found.E_test is not None and found.E_test_last is not None
        assert found.E_test.mean < found.E_test_last.mean
        cells.append((T, f"{float(found.E_test.mean):.2%}", f"{float(found.E_test_last.mean):.2%}"))
    return rows(cells)


def sparse() -> str:
    """Return what `fit` prints on a sparse set, made here."""
    desk = Desk()
    lines = run_path("docs/code/sparse_set.py")["lines"]()
    desk.file("sparse.libsvm", "\n".join(lines) + "\n")
    command = "perceptron-ref fit sparse.libsvm --strategy random --right-in-a-row 5N --repeat 50"
    return desk.output(command, lines=slice(0, 14))
