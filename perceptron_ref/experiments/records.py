"""The results of one run of many, and of all of them together: exact numbers and statistics."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Tuple, Union

from ..disk import write_file
from ..exact.rationals import exact_text, rounded_text, square_root
from ..run import margins_factory
from ..vectors import squared_norm

if TYPE_CHECKING:
    from ..dataset import Dataset
    from ..run import Run

__all__ = ["Repeated", "RunRecord", "Summary"]

_LONGEST_CELL = 24  # characters of a number in full, for a spreadsheet
_DIGITS = 17  # of a number that is longer, or has no end; a spreadsheet takes 15 of them


class Summary(Tuple[Union[int, Fraction], ...]):
    """Numbers, in their order, and their statistics: all of them exact.

    numbers: ints or Fractions, one at least. They are a tuple, so that `statistics` takes them as
    they are.

    >>> updates = Summary([9, 4, 20, 5])
    >>> len(updates), updates[0], updates.least, updates.most
    (4, 9, 4, 20)
    >>> updates.mean, updates.median, updates.quartiles
    (Fraction(19, 2), Fraction(7, 1), (Fraction(19, 4), Fraction(7, 1), Fraction(47, 4)))
    """

    __slots__ = ()

    @property
    def least(self) -> Fraction | int:
        """The least of the numbers."""
        return min(self)

    @property
    def most(self) -> Fraction | int:
        """The largest of the numbers."""
        return max(self)

    @property
    def mean(self) -> Fraction:
        """Their sum by how many they are."""
        return Fraction(sum(self)) / len(self)

    @property
    def median(self) -> Fraction:
        """The number in the middle; where two are there, half of their sum."""
        return self.quartiles[1]

    @property
    def quartiles(self) -> tuple[Fraction, Fraction, Fraction]:
        """The quantiles of 1/4, 1/2 and 3/4, as `statistics.quantiles(..., method="inclusive")`.

        Sorted, v_0 <= ... <= v_{m-1}, that of p is the number at place p (m - 1); between two
        places it lies on the straight line from one number to the next. NumPy has the same.
        """
        from statistics import quantiles

        numbers = [*map(Fraction, self if len(self) > 1 else self * 2)]  # two at least
        low, middle, high = quantiles(numbers, n=4, method="inclusive")
        return low, middle, high

    def __repr__(self) -> str:
        named = {"mean": self.mean, "median": self.median, "least": self.least, "most": self.most}
        texts = [f"{name} {rounded_text(number, 6)}" for name, number in named.items()]
        return f"<Summary of {len(self):,}: {', '.join(texts)}>"


class RunRecord(NamedTuple):
    """The results of one run: exact numbers.

    seed, status, updates, visits: of the run; see `Run`.
    mistakes: of the weights found on the training data. mistakes_last: of w_T; those of Pocket may
        be others than the pocket's.
    squared_length: |w|^2 of the weights found, w_0 included. length: |w|, exact where it is
        rational, else to 64 bits. threshold: -w_0 x_0; None where x_0 = 0.
    test_mistakes, test_mistakes_last: the same mistakes on other examples; None without any.
    last_example: n(T-1), the example that was corrected last; None where none was.
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
        """Return the record in plain values: fractions as exact text, the length as a float."""
        return {name: _plain(name, value) for name, value in self._asdict().items()}


def record_of(run: Run, seed: int, test: Dataset | None) -> RunRecord:
    """Return what came of a run with that seed. test: examples to count mistakes on."""
    w, w_last = run._scaled_w, run._scaled_w_at(run.updates)  # ints: Fractions would take longer
    margins, at_zero, sets = margins_factory("fast"), run.sign_of_zero, (run.data, test)
    mistakes: dict[Sequence[int], list[Any]] = {  # counted once where both are equal
        v: [D and margins(D, v, D.scaled_rows, at_zero).count_mistakes() for D in sets]
        for v in {w, w_last}
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
    """The results of many runs, in the order of their seeds: of all, or of the first ones.

    algorithm: "pla" or "pocket". strategy: its name. N: how many examples were learned from.
    N_test: how many others mistakes were counted on; None without any.
    asked: how many runs there should have been. runs: a `RunRecord` of each that there is.
    seeds: those of the runs. statuses: how many runs ended with each status.
    without_mistakes: how many found weights with E_in = 0, however they ended.

    statistics: by its name a `Summary`, of one number for each run: "updates", "visits",
        "squared_length", "length", "threshold" as in a `RunRecord`; "E_in" and "E_test", the shares
        of mistakes on the training data and on the other examples; of Pocket "E_in_last" and
        "E_test_last", the same of w_T. There is none of what no run has.
    updates, visits, lengths, E_in, E_test, E_test_last: those of that name, or None.

    >>> from perceptron_ref import example, repeat
    >>> found = repeat(example("and"), "random", seeds=4)
    >>> found
    <Repeated pla, random: 4 runs, updates mean 16.25, median 16, least 15, most 18>
    >>> found.runs[0].status, found.without_mistakes, found.statistics["squared_length"].median
    ('converged', 4, Fraction(17, 1))
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
        for share, of, N in ("E_in", "", self.N), ("E_test", "test_", self.N_test):
            for end in ("", "_last") if self.algorithm == "pocket" else ("",):
                name = f"{of}mistakes{end}"
                numbers[share + end] = [N and Fraction(getattr(run, name), N) for run in runs]
        self.statistics: dict[str, Summary] = {
            name: Summary(each) for name, each in numbers.items() if each[0] is not None
        }
        self.updates: Summary = self.statistics["updates"]
        self.visits: Summary = self.statistics["visits"]
        self.lengths: Summary = self.statistics["length"]
        self.E_in: Summary = self.statistics["E_in"]
        self.E_test: Summary | None = self.statistics.get("E_test")
        self.E_test_last: Summary | None = self.statistics.get("E_test_last")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return what a notebook shows: the histogram of the updates, and how many runs erred."""
        from ..drawing import draw_histogram

        left = len(self.runs) - self.without_mistakes
        picture = draw_histogram(self.updates, with_mistakes=left)
        return {**picture._repr_mimebundle_(), "text/plain": repr(self)}

    def as_dict(self) -> dict[str, object]:
        """Return all of it in plain values: exact numbers as text, lengths as floats."""
        return {
            "asked": self.asked,
            "runs": len(self.runs),
            "statuses": self.statuses,
            "without_mistakes": self.without_mistakes,
            "statistics": {
                name: {
                    key: _plain(name, getattr(summary, key))
                    for key in ("mean", "least", "quartiles", "median", "most")
                }
                for name, summary in self.statistics.items()
            },
            "records": [run.as_dict() for run in self.runs],
        }

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write a table for a spreadsheet: a row of names, then one for each run.

        A number that has no end, or more than 24 characters, is rounded to 17 digits, as a
        spreadsheet would make a date of 1/3; `as_dict` has all in full. An existing file is
        replaced in one step.
        """
        rows = [(exact_text(run.seed), *run[1:]) for run in self.runs]
        write_table(path, [RunRecord._fields, *rows])

    def __repr__(self) -> str:
        updates = repr(self.updates).partition(": ")[2][:-1]
        runs = f"{len(self.runs):,} run{'s' * (len(self.runs) > 1)}"
        if len(self.runs) < self.asked:
            runs = f"{len(self.runs):,} of {self.asked:,} runs"
        if self.without_mistakes < len(self.runs):
            runs += f", {len(self.runs) - self.without_mistakes:,} with mistakes left"
        return f"<Repeated {self.algorithm}, {self.strategy}: {runs}, updates {updates}>"


def _plain(name: str, value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(name, each) for each in value]
    if name == "length" and isinstance(value, Fraction):
        return float(value) if value < 2**1023 else None  # beyond all floats
    return exact_text(value) if isinstance(value, Fraction) else value


def write_table(path: str | os.PathLike[str], rows: Iterable[Iterable[object]]) -> None:
    """Write rows for a spreadsheet, numbers as `Repeated.to_csv` writes them."""
    import csv
    import io

    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([map(_cell, row) for row in rows])
    write_file(path, stream.getvalue())


def _cell(value: object) -> object:
    """Return a number for a spreadsheet, which would make a date of 1/3; else what it is."""
    if not isinstance(value, (int, Fraction)):
        return value
    text = exact_text(value)
    return text if len(text) <= _LONGEST_CELL and "/" not in text else rounded_text(value, _DIGITS)
