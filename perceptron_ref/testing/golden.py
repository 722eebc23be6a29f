"""Golden runs and answers, which every Python must reproduce bit for bit, and their fingerprint.

`golden.csv` holds runs and `golden_proofs.csv` answers of `separability` and `fewest_mistakes`, one
a row. The last column says what the row is there to catch.
"""

from __future__ import annotations

import csv
import hashlib

from ..dataset import Dataset
from ..exact.rationals import exact_text
from ..examples import PREFIX, example
from ..files.package_data import package_data
from ..pla import pla
from ..plugins.options import parse
from ..plugins.registry import strategy
from ..pocket import pocket
from ..theory.optimum import Optimum, fewest_mistakes
from ..theory.separability import NotSeparable, Separable, separability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from fractions import Fraction
    from typing import Any

    from ..run import Run

EXPECTED = "a35b98d862ed09b8"

_ALGORITHMS: dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}
_QUESTIONS: dict[str, Callable[[Dataset], Any]] = {
    "separability": separability,
    "optimum": fewest_mistakes,
}
_LONGEST = 60  # updates whose n(t) the table spells out


class Case:
    """A golden run: what to run, the expected result, and what it catches.

    data: example:NAME, or the examples themselves, d numbers and a label each, semicolons between
        them.
    options: those of `pla` and `pocket`, key=value, semicolons between them.
    expected: status, updates, visits, w and n(t) as text; a long n(t) by its SHA-256.
    """

    __slots__ = ("algorithm", "catches", "data", "expected", "name", "options", "strategy")

    def __init__(self, row: dict[str, str]) -> None:
        self.name, self.data, self.algorithm = row["name"], row["data"], row["algorithm"]
        self.strategy, self.options, self.catches = row["strategy"], row["options"], row["catches"]
        columns = ("status", "updates", "visits", "w", "n")
        self.expected = {column: row[column] for column in columns}

    def run(self, engine: str = "fast") -> Run:
        """Return the run, made here and now."""
        options: dict[str, Any] = {}
        for item in filter(None, self.options.split(";")):
            key, _, text = item.partition("=")
            options[key] = text.split() if key == "w0" else text if key == "eta" else int(text)
        algorithm, data = _ALGORITHMS[self.algorithm], _dataset(self.data)
        return algorithm(data, strategy(self.strategy), engine=engine, **options)


class Question:
    """A golden answer: the data, the question, the exact answer, and what it catches.

    question: "separability" or "optimum". expected: the answer as text.
    """

    __slots__ = ("catches", "data", "expected", "name", "question")

    def __init__(self, row: dict[str, str]) -> None:
        self.name, self.data, self.question = row["name"], row["data"], row["question"]
        self.expected, self.catches = row["answer"], row["catches"]

    def answer(self) -> str:
        """Return the answer found here and now, or that its proof does not verify."""
        return answer_text(_QUESTIONS[self.question](_dataset(self.data)))


def cases() -> list[Case]:
    """Return the golden runs, in the order of their table."""
    return [Case(row) for row in _rows("golden.csv")]


def questions() -> list[Question]:
    """Return the questions with golden answers, in the order of their table."""
    return [Question(row) for row in _rows("golden_proofs.csv")]


def _rows(name: str) -> Iterator[dict[str, str]]:
    return csv.DictReader(package_data("testing", name).decode().splitlines())


def found(run: Run) -> dict[str, str]:
    """Return a run in the form of the table."""
    n = _text(run.n)
    return {
        "status": run.status,
        "updates": str(run.updates),
        "visits": str(run.visits),
        "w": _text(run.w),
        "n": n if run.updates <= _LONGEST else hashlib.sha256(n.encode()).hexdigest(),
    }


def answer_text(found: Separable | NotSeparable | Optimum) -> str:
    """Return an answer in the form of the table; one whose proof does not verify is none."""
    if not found.verify():
        return "the proof fails"
    if isinstance(found, Separable):
        return f"w_f {_text(found.w_f)}, rho^2 {exact_text(found.rho2)}, R^2 {exact_text(found.R2)}"
    if isinstance(found, NotSeparable):
        return f"examples {_text(found.examples)}, coefficients {_text(found.coefficients)}"
    return f"{found.lower_bound} to {found.mistakes} mistakes"


def _text(numbers: Iterable[Fraction | int]) -> str:
    return " ".join(map(exact_text, numbers))


def differences(
    golden: Iterable[Case], runs: Iterable[Run], asked: Iterable[Question], answers: Iterable[str]
) -> list[str]:
    """Return every result that differs from the tables, in words."""
    of_runs = [
        f"{case.name}: {column}: found {value}; expected {case.expected[column]}"
        for case, run in zip(golden, runs)
        for column, value in found(run).items()
        if value != case.expected[column]
    ]
    return of_runs + [
        f"{question.name}: found {answer}; expected {question.expected}"
        for question, answer in zip(asked, answers)
        if answer != question.expected
    ]


def fingerprint(runs: Iterable[Run], answers: Iterable[str]) -> str:
    """Return one hash over n(t) and w_T of all runs, and all answers."""
    lines = [f"{_text(run.n)}|{_text(run.w)}" for run in runs]
    return hashlib.sha256("\n".join([*lines, *answers]).encode()).hexdigest()[:16]


def _dataset(text: str) -> Dataset:
    if text.startswith(PREFIX):
        name, options = parse(text[len(PREFIX) :])
        return example(name, **options)
    rows = [row.split() for row in text.split(";")]
    return Dataset([row[:-1] for row in rows], [row[-1] for row in rows])
