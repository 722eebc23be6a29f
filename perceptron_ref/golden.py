"""Golden runs: what every Python must find, bit for bit, and one fingerprint of it all.

`golden.csv` holds them, one a row, with what it is there to catch in the last column.
"""

from __future__ import annotations

import csv
import hashlib

from .dataset import Dataset
from .examples import PREFIX, example
from .files import package_data
from .rationals import exact_text
from .spec import ALGORITHMS, strategy_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .pla import Run

EXPECTED = "2d45762efdb4e80b"

_LONGEST = 60


class Case:
    """A row of the table: what to run, what must come out, and what it catches.

    data: example:NAME, or the examples themselves, d numbers and a label each, semicolons between them.
    options: those of `pla` and `pocket`, key=value, semicolons between them.
    expected: status, updates, visits, w and n(t) as text; a long n(t) by its SHA-256.
    """

    __slots__ = ("algorithm", "catches", "data", "expected", "name", "options", "strategy")

    def __init__(self, row: dict[str, str]) -> None:
        self.name, self.data, self.algorithm = row["name"], row["data"], row["algorithm"]
        self.strategy, self.options, self.catches = row["strategy"], row["options"], row["catches"]
        self.expected = {column: row[column] for column in ("status", "updates", "visits", "w", "n")}

    def run(self) -> Run:
        """Run it here and now."""
        options: dict[str, object] = {}
        for item in filter(None, self.options.split(";")):
            key, _, text = item.partition("=")
            options[key] = text.split() if key == "w0" else text if key == "eta" else int(text)
        return ALGORITHMS[self.algorithm](_dataset(self.data), strategy_from(self.strategy), **options)


def cases() -> list[Case]:
    """Return the golden runs, in the order of their table."""
    return [Case(row) for row in csv.DictReader(package_data("golden.csv").decode().splitlines())]


def found(run: Run) -> dict[str, str]:
    """Return a run as the table has it."""
    n = " ".join(map(str, run.n))
    return {
        "status": run.status,
        "updates": str(run.updates),
        "visits": str(run.visits),
        "w": " ".join(map(exact_text, run.w)),
        "n": n if run.updates <= _LONGEST else hashlib.sha256(n.encode()).hexdigest(),
    }


def differences(golden: Iterable[Case], runs: Iterable[Run]) -> list[str]:
    """Return what the runs found that the table does not expect, in words."""
    return [
        f"{case.name}: {column}: found {value}; expected {case.expected[column]}"
        for case, run in zip(golden, runs)
        for column, value in found(run).items()
        if value != case.expected[column]
    ]


def fingerprint(runs: Iterable[Run]) -> str:
    """Return one hash over n(t) and w_T of all runs."""
    text = "\n".join(f"{' '.join(map(str, run.n))}|{' '.join(map(exact_text, run.w))}" for run in runs)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _dataset(text: str) -> Dataset:
    if text.startswith(PREFIX):
        return example(text[len(PREFIX) :])
    rows = [row.split() for row in text.split(";")]
    return Dataset([row[:-1] for row in rows], [row[-1] for row in rows])
