"""The record of a single run, and exact statistics of all runs of an experiment."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Tuple, Union

from ..exact.rationals import count_with_noun, exact_text, rounded_text, square_root
from ..files.spreadsheets import write_table
from ..named_tuples import NamedTuple
from ..run import margins_factory
from ..vectors import squared_norm

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..run import Run

__all__ = ["Repeated", "RunRecord", "Summary"]


class Summary(Tuple[Union[int, Fraction], ...]):
    """A tuple of ints or Fractions, and exact statistics of them.

    Functions of the module `statistics` accept it.

    >>> updates = Summary([9, 4, 20, 5])
    >>> len(updates), updates[0], updates.least, updates.most
    (4, 9, 4, 20)
    >>> updates.mean, updates.median, updates.quartiles
    (Fraction(19, 2), Fraction(7, 1), (Fraction(19, 4), Fraction(7, 1), Fraction(47, 4)))
    """

    __slots__ = ()

    @property
    def least(self) -> Fraction | int:
        """The minimum of the numbers."""
        return min(self)

    @property
    def most(self) -> Fraction | int:
        """The maximum of the numbers."""
        return max(self)

    @property
    def mean(self) -> Fraction:
        """The sum of the numbers, divided by their count."""
        return Fraction(sum(self)) / len(self)

    @property
    def median(self) -> Fraction:
        """The middle number, or half of the sum of the two middle ones."""
        return self.quartiles[1]

    @property
    def quartiles(self) -> tuple[Fraction, Fraction, Fraction]:
        """The 1/4, 1/2 and 3/4-quantiles, as `statistics.quantiles(..., method="inclusive")`.

        If the sorted numbers are v_0 <= ... <= v_{m-1}, the p-quantile is v_{p (m - 1)},
        interpolated linearly between two indices. NumPy computes the same by default.
        """
        from statistics import quantiles

        numbers = [*map(Fraction, self if len(self) > 1 else self * 2)]  # `quantiles` needs two
        lower, middle, upper = quantiles(numbers, n=4, method="inclusive")
        return lower, middle, upper

    def __repr__(self) -> str:
        values = {"mean": self.mean, "median": self.median, "least": self.least, "most": self.most}
        texts = [f"{name} {rounded_text(value, 6)}" for name, value in values.items()]
        return f"<Summary of {len(self):,}: {', '.join(texts)}>"


class RunRecord(NamedTuple):
    """The seed, the status and the exact results of one run.

    Attributes:
        seed: The seed of the strategy.
        status: The status of the run; see `Run`.
        updates: The number of updates, T.
        visits: The number of visits.
        mistakes: The number of mistakes on the training set, made by the weights that the run
            returns.
        mistakes_last: The number of mistakes on the training set, made by w_T, the weights after
            the last update. Pocket may return other weights than w_T.
        squared_length: The squared norm ||w||^2 of the weights that the run returns, w_0 included.
        length: The norm ||w||, exact if it is rational, else rounded down, with at least 64
            significant bits.
        threshold: -w_0 x_0; None if x_0 = 0.
        test_mistakes: As `mistakes`, on the test set; None without a test set.
        test_mistakes_last: As `mistakes_last`, on the test set; None without a test set.
        last_example: n(T-1), the index of the last corrected example; None if T = 0.
    """

    seed: int
    status: str
    updates: int
    visits: int
    mistakes: int
    mistakes_last: int
    squared_length: Fraction
    length: Fraction
    threshold: Fraction | None
    test_mistakes: int | None
    test_mistakes_last: int | None
    last_example: int | None

    def as_dict(self) -> dict[str, object]:
        """Return the record as a dict of JSON-compatible values.

        Fractions are exact text, and the length is a float. A length of 2^1023 or more is None,
        because a float may not hold it.
        """
        return {name: _to_json_value(name, value) for name, value in self._asdict().items()}


def make_run_record(run: Run, seed: int, test: Dataset | None) -> RunRecord:
    """Return the record of a run.

    Args:
        run: The run.
        seed: The seed of its strategy.
        test: The test set, or None.
    """
    w, w_last = run._scaled_w, run._scaled_w_at(run.updates)  # ints: Fractions would take longer
    make_margins, sign_of_zero = margins_factory("fast"), run.sign_of_zero
    mistakes: dict[Sequence[int], list[Any]] = {  # one entry if w equals w_last
        weights: [
            D and make_margins(D, weights, D.scaled_rows, sign_of_zero).count_mistakes()
            for D in (run.data, test)
        ]
        for weights in {w, w_last}
    }
    square = squared_norm(w) * run.unit**2
    return RunRecord(
        seed,
        run.status,
        run.updates,
        run.visits,
        mistakes=mistakes[w][0],
        mistakes_last=mistakes[w_last][0],
        squared_length=square,
        length=square_root(square),
        threshold=-w[0] * run.unit * run.data.x0 if run.data.x0 else None,
        test_mistakes=mistakes[w][1],
        test_mistakes_last=mistakes[w_last][1],
        last_example=run.n[-1] if run.n else None,
    )


@dataclass(eq=False)
class Repeated:
    """The results of an experiment: a record of each complete run, and statistics.

    The runs are in the order of the seeds. If the experiment was stopped early, only the runs
    completed by then are included.

    Attributes:
        algorithm: "pla" or "pocket".
        strategy: The name of the strategy.
        N: The number of training examples.
        N_test: The number of test examples; None without a test set.
        asked: The number of requested runs.
        runs: A `RunRecord` of each complete run.
        seeds: The seeds of the runs.
        statuses: The number of runs that ended with each status.
        without_mistakes: The number of runs that returned weights with E_in = 0.
        statistics: A `Summary` by name, with one number for each run: "updates", "visits",
            "squared_length", "length" and "threshold" as in a `RunRecord`; "E_in" and "E_test", the
            error rates on the training and the test set; of Pocket also "E_in_last" and
            "E_test_last", the error rates of w_T. Statistics without values are left out.
        updates: The statistics of "updates".
        visits: The statistics of "visits".
        lengths: The statistics of "length".
        E_in: The statistics of "E_in".
        E_test: The statistics of "E_test"; None without a test set.
        E_test_last: The statistics of "E_test_last"; None without a test set, and for PLA.

    >>> from perceptron_ref import example, repeat
    >>> repeated = repeat(example("and"), "random", seeds=4)
    >>> repeated
    <Repeated pla, random: 4 runs, updates mean 16.25, median 16, least 15, most 18>
    >>> repeated.runs[0].status, repeated.without_mistakes
    ('converged', 4)
    >>> repeated.statistics["squared_length"].median
    Fraction(17, 1)
    """

    algorithm: str
    strategy: str
    N: int
    N_test: int | None
    asked: int
    runs: tuple[RunRecord, ...]

    def __post_init__(self) -> None:
        runs = self.runs
        self.seeds: tuple[int, ...] = tuple([run.seed for run in runs])
        self.statuses: dict[str, int] = dict(Counter([run.status for run in runs]))
        self.without_mistakes: int = sum(run.mistakes == 0 for run in runs)
        numbers: dict[str, list[Any]] = {
            name: [getattr(run, name) for run in runs]
            for name in ("updates", "visits", "squared_length", "length", "threshold")
        }
        for rate_name, prefix, N in ("E_in", "", self.N), ("E_test", "test_", self.N_test):
            for suffix in ("", "_last") if self.algorithm == "pocket" else ("",):
                name = f"{prefix}mistakes{suffix}"
                rates = [N and Fraction(getattr(run, name), N) for run in runs]
                numbers[rate_name + suffix] = rates
        self.statistics: dict[str, Summary] = {
            name: Summary(values) for name, values in numbers.items() if values[0] is not None
        }
        self.updates: Summary = self.statistics["updates"]
        self.visits: Summary = self.statistics["visits"]
        self.lengths: Summary = self.statistics["length"]
        self.E_in: Summary = self.statistics["E_in"]
        self.E_test: Summary | None = self.statistics.get("E_test")
        self.E_test_last: Summary | None = self.statistics.get("E_test_last")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the histogram of the updates, for a notebook."""
        from ..drawing import draw_histogram

        runs_with_mistakes = len(self.runs) - self.without_mistakes
        picture = draw_histogram(self.updates, with_mistakes=runs_with_mistakes)
        return {**picture._repr_mimebundle_(), "text/plain": repr(self)}

    def as_dict(self) -> dict[str, object]:
        """Return the results as a dict of JSON-compatible values.

        Fractions are exact text, and lengths are floats; see `RunRecord.as_dict`.
        """
        return {
            "asked": self.asked,
            "runs": len(self.runs),
            "statuses": self.statuses,
            "without_mistakes": self.without_mistakes,
            "statistics": {
                name: {
                    key: _to_json_value(name, getattr(summary, key))
                    for key in ("mean", "least", "quartiles", "median", "most")
                }
                for name, summary in self.statistics.items()
            },
            "records": [run.as_dict() for run in self.runs],
        }

    def to_csv(self, path: str | os.PathLike[str], *, has_decimal_commas: bool = False) -> None:
        """Write a table for a spreadsheet: a row of names, then a row for each run.

        A fraction without a finite decimal is rounded to 17 significant digits, because a
        spreadsheet would read 1/3 as a date. So is any other number of more than 24 characters,
        except seeds, which stay exact. (A spreadsheet keeps 15 digits at most.) `as_dict` has all
        numbers in full, except lengths.

        Args:
            path: The file. An existing file is replaced atomically.
            has_decimal_commas: Write numbers such as 0,5, with semicolons between cells.
        """
        rows = [(exact_text(run.seed), *run[1:]) for run in self.runs]
        write_table(path, [RunRecord._fields, *rows], has_decimal_commas=has_decimal_commas)

    def __repr__(self) -> str:
        updates = repr(self.updates).partition(": ")[2][:-1]
        runs = count_with_noun(len(self.runs), "run")
        if len(self.runs) < self.asked:
            runs = f"{len(self.runs):,} of {self.asked:,} runs"
        if self.without_mistakes < len(self.runs):
            runs += f", {len(self.runs) - self.without_mistakes:,} with mistakes left"
        return f"<Repeated {self.algorithm}, {self.strategy}: {runs}, updates {updates}>"


def _to_json_value(name: str, value: object) -> object:
    """Return a JSON-compatible value of the attribute or statistic with this name."""
    if isinstance(value, tuple):
        return [_to_json_value(name, item) for item in value]
    if name == "length" and isinstance(value, Fraction):
        return float(value) if value < 2**1023 else None  # a float may not hold more
    return exact_text(value) if isinstance(value, Fraction) else value
