"""Golden runs and answers: recorded results that every Python must reproduce exactly.

Each row of `golden.csv` is a run. Each row of `golden_questions.csv` is a question to
`separability` or `fewest_mistakes`, with its answer. The last column says why the table has the
row.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from ..dataset import Dataset
from ..disk import read_package_file
from ..errors import DataError, quote
from ..exact.rationals import exact_text
from ..examples import PREFIX, example
from ..named_tuples import NamedTuple
from ..pla import pla
from ..plugins.options import checked_options, parse_name_and_options
from ..pocket import pocket
from ..theory.optimum import Optimum, fewest_mistakes
from ..theory.separability import NotSeparable, Separable, separability
from ..type_checking import TYPE_CHECKING
from .data import parse_examples

if TYPE_CHECKING:
    from typing import Any

    from ..run import Run

_MAX_LISTED_UPDATES = 60  # of a longer run the table has only a hash of n(t)


class GoldenRun(NamedTuple):
    """A golden run. All attributes are text.

    Attributes:
        name: The name of the run.
        data: example:NAME, or the examples as text for `parse_examples`.
        algorithm: "pla" or "pocket".
        strategy: The strategy, with its options.
        options: Options of `pla` or `pocket`, such as "eta=2;max_updates=9".
        status: The expected status.
        updates: The expected number of updates.
        visits: The expected number of visits.
        w: The expected weights.
        n: The expected n(t); for a long run, their SHA-256.
        covers: The reason why the table has this run, such as ties or a long int.
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
    covers: str

    def run(self, engine: str = "fast") -> Run:
        """Run PLA or Pocket, and return the run.

        Args:
            engine: See `pla`.
        """
        algorithm: Callable[..., Run] = pla if self.algorithm == "pla" else pocket
        typed_options = parse_name_and_options(f":{self.options.replace(';', ',')}")[1]
        options: dict[str, Any] = checked_options(algorithm, typed_options)
        if "w0" in options:
            options["w0"] = options["w0"].split()
        return algorithm(_parse_data(self.data), self.strategy, engine=engine, **options)

    def differences(self, run: Run) -> list[str]:
        """Return a line for each column whose value differs from that of a run."""
        values = {
            **{"status": run.status, "updates": str(run.updates), "visits": str(run.visits)},
            **{"w": _format_numbers(run.w), "n": _corrected_examples_text(run)},
        }
        return [
            f"run {self.name!r}: {column}: found {value}; expected {getattr(self, column)}"
            for column, value in values.items()
            if value != getattr(self, column)
        ]


class GoldenQuestion(NamedTuple):
    """A question with its golden answer. All attributes are text.

    Attributes:
        name: The name of the question.
        data: The examples, in the form of `GoldenRun.data`.
        question: "separability" or "optimum".
        expected: The exact answer.
        covers: The reason why the table has this question.
    """

    name: str
    data: str
    question: str
    expected: str
    covers: str

    def answer(self) -> str:
        """Return the answer to the question, or "the proof fails" if its proof does not verify."""
        is_optimum = self.question == "optimum"
        find_answer: Callable[[Dataset], Any] = fewest_mistakes if is_optimum else separability
        return format_answer(find_answer(_parse_data(self.data)))

    def differences(self, answer: str) -> list[str]:
        """Return one line if an answer differs from the expected one; otherwise no line."""
        differs = answer != self.expected
        return [
            f"{self.question} of {self.name!r}: found {answer}; expected {self.expected}"
        ] * differs


def golden_runs() -> list[GoldenRun]:
    """Return the golden runs, in the order of their table."""
    return [GoldenRun(**row) for row in _read_golden_rows("golden.csv")]


def golden_questions() -> list[GoldenQuestion]:
    """Return the questions, with their golden answers, in the order of their table."""
    return [GoldenQuestion(**row) for row in _read_golden_rows("golden_questions.csv")]


def _read_golden_rows(name: str) -> Iterator[dict[str, str]]:
    """Yield each row of a table as a dict; raise DataError for a row of the wrong length."""
    reader = csv.DictReader(read_package_file(f"testing/{name}").decode().splitlines())
    columns = reader.fieldnames or []
    for row in reader:
        values = [value for value in row.values() if isinstance(value, str)]
        count = len(values) + len(row.get(None, ()))
        if count != len(columns):
            raise DataError(
                f"{name}, line {reader.line_num}: row {quote(values[0])}: found {count} values; "
                f"expected {len(columns)}. Put double quotes around a text with a comma"
            )
        yield row


def format_answer(answer: Separable | NotSeparable | Optimum) -> str:
    """Return an answer in the form of the table, or "the proof fails"."""
    if not answer.verify():
        return "the proof fails"
    if isinstance(answer, Separable):
        w_f, rho2 = _format_numbers(answer.w_f), exact_text(answer.rho2)
        return f"w_f {w_f}, rho^2 {rho2}, R^2 {exact_text(answer.R2)}"
    if isinstance(answer, NotSeparable):
        examples, coefficients = map(_format_numbers, (answer.examples, answer.coefficients))
        return f"examples {examples}, coefficients {coefficients}"
    return f"{answer.lower_bound} to {answer.mistakes} mistakes"


def _format_numbers(numbers: Iterable[Fraction | int]) -> str:
    return " ".join(map(exact_text, numbers))


def _corrected_examples_text(run: Run) -> str:
    """Return n(t) in the form of the table: in full, or as SHA-256 if the run is long."""
    n = _format_numbers(run.n)
    return n if run.updates <= _MAX_LISTED_UPDATES else hashlib.sha256(n.encode()).hexdigest()


def fingerprint(runs: Iterable[Run], answers: Iterable[str]) -> str:
    """Return one hash of all results: n(t) and w of each run, and all answers."""
    return _hash_texts(
        [f"{_corrected_examples_text(run)}|{_format_numbers(run.w)}" for run in runs], answers
    )


def expected_fingerprint() -> str:
    """Return the fingerprint of the results in the tables."""
    runs = [f"{run.n}|{run.w}" for run in golden_runs()]
    return _hash_texts(runs, [question.expected for question in golden_questions()])


def _hash_texts(runs: Iterable[str], answers: Iterable[str]) -> str:
    return hashlib.sha256("\n".join([*runs, *answers]).encode()).hexdigest()[:16]


def _parse_data(text: str) -> Dataset:
    return example(text) if text.startswith(PREFIX) else parse_examples(text)
