"""Golden runs and answers, which every Python must reproduce bit for bit, and their fingerprint.

`golden.csv` holds runs and `golden_proofs.csv` answers of `separability` and `fewest_mistakes`, one
a row. The last column says what the row is there to catch.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ..dataset import Dataset
from ..disk import package_file
from ..exact.rationals import exact_text
from ..examples import PREFIX, example
from ..pla import pla
from ..plugins.options import checked_options, parse
from ..pocket import pocket
from ..theory.optimum import Optimum, fewest_mistakes
from ..theory.separability import NotSeparable, Separable, separability
from .data import read_examples

if TYPE_CHECKING:
    from ..run import Run

_LONGEST = 60  # updates whose n(t) the table spells out


class Case(NamedTuple):
    """A golden run: what to run, the expected result, and what it catches; all of it text.

    data: example:NAME, or the examples themselves, as `read_examples` takes them.
    options: those of `pla` and `pocket`, key=value, semicolons between them.
    status, updates, visits, w, n: what is expected; a long n(t) by its SHA-256.
    """

    name: str
    data: str
    algorithm: str
    strategy: str
    options: str
    status: str
    updates: str
    visits: str
    w: str
    n: str
    catches: str

    def run(self, engine: str = "fast") -> Run:
        """Return the run, made here and now."""
        algorithm: Callable[..., Run] = pla if self.algorithm == "pla" else pocket
        written = parse(f":{self.options.replace(';', ',')}")[1]
        options: dict[str, Any] = checked_options(algorithm, written)
        if "w0" in options:
            options["w0"] = options["w0"].split()
        return algorithm(_dataset(self.data), self.strategy, engine=engine, **options)

    def differences(self, run: Run) -> list[str]:
        """Return where a run differs from what is expected."""
        columns = ("status", "updates", "visits", "w", "n")
        found = (run.status, str(run.updates), str(run.visits), _text(run.w), _column_n(run))
        return [
            f"{self.name}: {column}: found {value}; expected {getattr(self, column)}"
            for column, value in zip(columns, found)
            if value != getattr(self, column)
        ]


class Question(NamedTuple):
    """A golden answer: the data, the question, the exact answer, and what it catches.

    question: "separability" or "optimum". expected: the answer as text.
    """

    name: str
    data: str
    question: str
    expected: str
    catches: str

    def answer(self) -> str:
        """Return the answer found here and now, or that its proof does not verify."""
        is_optimum = self.question == "optimum"
        ask: Callable[[Dataset], Any] = fewest_mistakes if is_optimum else separability
        return answer_text(ask(_dataset(self.data)))

    def differences(self, answer: str) -> list[str]:
        """Return where an answer differs from the one expected."""
        differs = answer != self.expected
        return [f"{self.name}: found {answer}; expected {self.expected}"] * differs


def cases() -> list[Case]:
    """Return the golden runs, in the order of their table."""
    return [Case(**row) for row in _rows("golden.csv")]


def questions() -> list[Question]:
    """Return the questions with golden answers, in the order of their table."""
    return [Question(**row) for row in _rows("golden_proofs.csv")]


def _rows(name: str) -> Iterator[dict[str, str]]:
    return csv.DictReader(package_file(f"testing/{name}").decode().splitlines())


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


def _column_n(run: Run) -> str:
    """Return n(t) as the table has it: in full, or its SHA-256 where it is long."""
    n = _text(run.n)
    return n if run.updates <= _LONGEST else hashlib.sha256(n.encode()).hexdigest()


def fingerprint(runs: Iterable[Run], answers: Iterable[str]) -> str:
    """Return one hash over n(t) and w_T of all runs, and all answers."""
    return _hash([f"{_column_n(run)}|{_text(run.w)}" for run in runs], answers)


def expected_fingerprint() -> str:
    """Return the fingerprint that the tables expect."""
    return _hash([f"{c.n}|{c.w}" for c in cases()], [each.expected for each in questions()])


def _hash(runs: Iterable[str], answers: Iterable[str]) -> str:
    return hashlib.sha256("\n".join([*runs, *answers]).encode()).hexdigest()[:16]


def _dataset(text: str) -> Dataset:
    return example(text) if text.startswith(PREFIX) else read_examples(text)
