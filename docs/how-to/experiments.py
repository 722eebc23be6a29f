"""The data and the tables of the page on experiments over many runs."""

from __future__ import annotations

import json
from typing import Any

from _tools import Desk, rows
from _tools.terminal import block, printed

from perceptron_ref import example, repeat

CYCLES = "random-permutation:fresh=false"

visits = round(repeat(example("credit"), CYCLES, seeds=100).visits.mean)
dot_products = f"{2000 * visits:,}"

desk = Desk()
D = example("noisy", N=200, d=4, seed=1, flips=20)
lines = [",".join(map(str, [*x[1:], y])) for x, y in zip(D.xs, D.ys)]
desk.file("train.csv", "\n".join(lines[:100]) + "\n")
desk.file("test.csv", "\n".join(lines[100:]) + "\n")


def csv() -> str:
    """Return a table of runs for a spreadsheet."""
    desk.output("perceptron-ref fit example:and --strategy random --seeds 1..3 --csv runs.csv")
    return desk.file("runs.csv")


def _repeated(options: str, runs: int = 100) -> dict[str, Any]:
    command = f"perceptron-ref fit {options} --repeat {runs} --json"
    record: dict[str, Any] = json.loads(printed(command, folder=desk.path))["repeat"]
    return record


def with_and_without_pocket() -> str:
    """Return the mean errors on test data: the last weights err more often than the best met."""
    ways = {
        "Pocket, 50 updates": "--pocket --max-updates 50",
        "$w_{50}$, no pocket": "--strategy random --max-updates 50",
        "Pocket, 100 updates": "--pocket --max-updates 100",
    }
    printed("perceptron-ref separable train.csv", status=1, folder=desk.path)  # no line does
    data = "train.csv --test test.csv --sign-of-zero -1"
    found = {way: _repeated(f"{data} {options}") for way, options in ways.items()}
    errors = [record["mean_test_error"] for record in found.values()]
    assert errors[1] > max(errors[0], errors[2])
    assert all(set(record["statuses"]) == {"max_updates"} for record in found.values())
    return rows([way, f"{error:.2%}"] for way, error in zip(found, errors))


def steps() -> str:
    """Return the updates of the same 20 runs with three learning rates: they are the same."""
    found = {
        eta: _repeated(f"--strategy {CYCLES} --eta {eta}", 20) for eta in ("1", "0.5", "0.001")
    }
    first, *others = [record["updates"] for record in found.values()]
    assert all(updates == first for updates in others)
    return rows(
        [eta, f"{record['mean_updates']:.2f}", min(record["updates"]), max(record["updates"])]
        for eta, record in found.items()
    )


def numbers() -> str:
    """Return what `--json` prints, its longest line cut."""
    command = (
        "perceptron-ref fit example:and --strategy random-permutation:seed=5 --repeat 10 --json"
    )
    text = printed(command).splitlines()
    assert max(map(len, text)) > 3000
    return block("console", [f"$ {command}", *(_cut(line) for line in text)])


def _cut(line: str) -> str:
    return line if len(line) < 200 else f"{line[:120]} ..."
