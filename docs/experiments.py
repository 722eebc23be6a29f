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
def random_runs() -> Repeated:
    """Return 200 runs of PLA with random draws.

    Each run ends when it has converged, or when 5N visits in a row are right.
    """
    return repeat(BIG, "random", seeds=RUNS, right_in_a_row="5N")


def histogram() -> Picture:
    """Draw the histogram of the numbers of updates."""
    return draw_histogram(random_runs().updates)


def runs_with_mistakes() -> str:
    """Return how many of the runs ended with mistakes."""
    result = random_runs()
    assert result.statuses["right_in_a_row"] and result.statuses["converged"]
    return f"{RUNS - result.without_mistakes} of the {RUNS} runs"


def length() -> Picture:
    """Draw the length of the weights over t."""
    return draw_length(pla(BIG, "random"))


def changed_inputs() -> str:
    """Return a row for each change of the inputs: option, median T, median length and bound."""
    halved = D.scaled_by("0.5")
    variants: list[tuple[str, str, Dataset]] = [
        ("as they are", "", D),
        ("all inputs halved, $x_0$ too", "`--scale 0.5`", halved),
        ("the features halved", "`--scale 0.5 --x0 1`", halved.with_x0(1)),
        ("$x_0$ halved", "`--x0 0.5`", D.with_x0("0.5")),
        ("no $x_0$", "`--x0 0`", D.with_x0(0)),
        ("each $x_n$ of length 1", "`--normalize`", D.normalized()),
    ]
    table = []
    for description, option, data in variants:
        result = repeat(data, "random", seeds=100)
        assert result.without_mistakes == 100
        separator = separability(data)
        assert isinstance(separator, Separable)
        T, median_length = float(result.updates.median), float(result.lengths.median)
        table.append(
            (
                description,
                option,
                f"{T:g}",
                f"{median_length:.2f}",
                f"{float(separator.bound):,.0f}",
            )
        )
    assert table[0][2] == table[1][2] and table[0][4] == table[1][4]
    return rows(table)


def two_examples() -> str:
    """Return a block that shows a file with two examples of the data, one of each label."""
    lines = [" ".join([*map(str, x[1:]), f"{y:+d}"]) for x, y in zip(D.xs, D.ys)]
    desk = Desk()
    desk.file("mine.txt", "\n".join(lines) + "\n")
    same = read(desk.path / "mine.txt")
    assert (same.xs, same.ys) == (D.xs, D.ys)
    return desk.file("two-lines.txt", "\n".join(lines[D.ys.index(y)] for y in (-1, +1)))


def eta_rows() -> str:
    """Return a row for each eta: its value, the mean of T, and the mean length of w_T."""
    table = []
    for eta in ("1", "0.5"):
        order = "random-permutation:fresh=false"
        result = repeat(D, order, seeds=range(1, RUNS + 1), sign_of_zero=-1, eta=eta)
        updates, length = float(result.updates.mean), float(result.lengths.mean)
        table.append((eta, f"{updates:.3f}", f"{length:.2f}"))
    assert table[0][1] == table[1][1]
    return rows(table)


def until_right() -> str:
    """Return a row for each rule on `credit`: the rule, median updates and median visits."""
    table = []
    for rule, order in (("one update", "random"), ("until right", "random:until_right=True")):
        result = repeat(example("credit"), order, seeds=RUNS)
        table.append((rule, float(result.updates.median), float(result.visits.median)))
    assert table[0][1] < table[1][1] and table[0][2] < table[1][2]
    return rows((rule, f"{T:g}", f"{visits:g}") for rule, T, visits in table)


def on_test_data() -> str:
    """Return a row for each T on noisy data: T, and mean test errors of the pocket and of w_T."""
    train, test = example("noisy", N=400, d=4, flips=40, seed=1).split(200)
    table = []
    for T in (50, 100):
        result = repeat(
            train, "random", "pocket", seeds=range(1, RUNS + 1), test=test, max_updates=T
        )
        assert result.E_test is not None and result.E_test_last is not None
        assert result.E_test.mean < result.E_test_last.mean
        table.append(
            (T, f"{float(result.E_test.mean):.2%}", f"{float(result.E_test_last.mean):.2%}")
        )
    return rows(table)


def sparse() -> str:
    """Return the output of `fit` on a sparse set that a script makes."""
    desk = Desk()
    lines = run_path("docs/code/sparse_set.py")["lines"]()
    desk.file("sparse.libsvm", "\n".join(lines) + "\n")
    command = "perceptron-ref fit sparse.libsvm --strategy random --right-in-a-row 5N --repeat 50"
    return desk.output(command, last="without_mistakes")
