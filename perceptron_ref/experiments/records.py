"""The results of one run of many, and of all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..exact.rationals import exact_text, in_digits
from ..exact.roots import root
from ..files.write import write
from ..run import answers_by
from ..vectors import squared_norm
from .summary import Summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from typing import Any

    from ..dataset import Dataset
    from ..run import Run

__all__ = ["Repeated", "RunRecord"]

_LONGEST_CELL = 24  # characters of a number in full, for a spreadsheet
_DIGITS = 17  # of a number that is longer, or has no end; a spreadsheet takes 15 of them


class RunRecord(NamedTuple):
    """The results of one run: exact numbers.

    seed, status, updates, visits: of the run; see `Run`.
    mistakes: of the weights found on the training data. mistakes_last: of w_T; those of Pocket may
        be others than the pocket's.
    squared_length: |w|^2 of the weights found, w_0 included. threshold: -w_0 x_0;
        None where x_0 = 0.
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
    threshold: Fraction | None
    test_mistakes: int | None
    test_mistakes_last: int | None
    last_example: int | None

    @property
    def length(self) -> Fraction:
        """|w|: exact where it is rational, else to 64 bits."""
        return root(self.squared_length)

    def as_dict(self) -> dict[str, object]:
        """Return the record in plain values, fractions as exact text."""
        return {key: _plain(value) for key, value in self._asdict().items()}


def record_of(run: Run, seed: int, test: Dataset | None) -> RunRecord:
    """Return what came of a run with that seed. test: examples to count mistakes on."""
    w, w_last = run._scaled_w, run._scaled_w_at(run.updates)  # ints: Fractions would take longer
    answers, at_zero, sets = answers_by("fast"), run.sign_of_zero, (run.data, test)
    mistakes: dict[Sequence[int], list[Any]] = {  # counted once where both are equal
        v: [None if D is None else answers(D, v, D.rows, at_zero).count_mistakes() for D in sets]
        for v in {w, w_last}
    }
    return RunRecord(
        seed,
        run.status,
        run.updates,
        run.visits,
        mistakes=mistakes[w][0],
        mistakes_last=mistakes[w_last][0],
        squared_length=squared_norm(w) * run.unit**2,
        threshold=-w[0] * run.unit * run.data.x0 if run.data.x0 else None,
        test_mistakes=mistakes[w][1],
        test_mistakes_last=mistakes[w_last][1],
        last_example=run.n[-1] if run.n else None,
    )


class Repeated:
    """The results of many runs, in the order of their seeds: of all, or of the first ones.

    algorithm: "pla" or "pocket". strategy: its name. N: how many examples were learned from.
    N_test: how many others mistakes were counted on; None without any.
    asked: how many runs there should have been. runs: a `RunRecord` of each that there is.
    seeds: those of the runs. statuses: how many runs ended with each status.
    converged: how many ended because no mistake was left. without_mistakes: how many found weights
        with E_in = 0, however they ended; share_without_mistakes: the share of them.

    Each of the following is a `Summary`, of one number for each run.
    updates, visits: the numbers of updates and of visits.
    squared_lengths: |w|^2 of the weights found, exact. lengths: |w|, each exact where it is
        rational, else to 64 bits. thresholds: -w_0 x_0; None where x_0 = 0.
    E_in, E_test: the shares of mistakes on the training data and on the other examples, None
        without any. E_in_last, E_test_last: the same of w_T, which Pocket may not have kept.
    statistics: all that there are, by their names; those of w_T for Pocket alone.

    >>> from perceptron_ref import example, repeat
    >>> found = repeat(example("and"), "random", seeds=4)
    >>> found
    <Repeated pla, random: 4 runs, updates mean 16.25, median 16, least 15, most 18>
    >>> found.runs[0].status, found.share_without_mistakes, found.squared_lengths.median
    ('converged', Fraction(1, 1), Fraction(17, 1))
    """

    def __init__(
        self,
        algorithm: str,
        strategy: str,
        N: int,
        N_test: int | None,
        asked: int,
        runs: Sequence[RunRecord],
    ) -> None:
        self.algorithm, self.strategy, self.N, self.N_test = algorithm, strategy, N, N_test
        self.asked, self.runs = asked, tuple(runs)
        self.seeds = tuple([run.seed for run in runs])
        self.statuses = dict(Counter([run.status for run in runs]))
        self.converged = self.statuses.get("converged", 0)
        self.without_mistakes = sum(run.mistakes == 0 for run in runs)
        self.share_without_mistakes = Fraction(self.without_mistakes, len(runs))

        def summary(name: str, of: int | None = None) -> Summary:
            """Return the statistics of that number of each run, or of its share of `of`."""
            numbers = [getattr(run, name) for run in runs]
            return Summary(numbers if of is None else [Fraction(each, of) for each in numbers])

        self.updates, self.visits = summary("updates"), summary("visits")
        self.squared_lengths, self.lengths = summary("squared_length"), summary("length")
        self.thresholds = None if runs[0].threshold is None else summary("threshold")
        self.E_in, self.E_in_last = summary("mistakes", N), summary("mistakes_last", N)
        self.E_test = None if N_test is None else summary("test_mistakes", N_test)
        self.E_test_last = None if N_test is None else summary("test_mistakes_last", N_test)
        statistics = {
            "updates": self.updates,
            "visits": self.visits,
            "squared_length": self.squared_lengths,
            "length": self.lengths,
            "threshold": self.thresholds,
            "E_in": self.E_in,
            "E_in_last": self.E_in_last if algorithm == "pocket" else None,
            "E_test": self.E_test,
            "E_test_last": self.E_test_last if algorithm == "pocket" else None,
        }
        self.statistics = {name: found for name, found in statistics.items() if found is not None}

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return what a notebook shows: the histogram of the updates, and how many runs erred."""
        from ..drawing import draw_histogram

        left = len(self.runs) - self.without_mistakes
        picture = draw_histogram(self.updates, with_mistakes=left)
        return {**picture._repr_mimebundle_(), "text/plain": repr(self)}

    def as_dict(self) -> dict[str, object]:
        """Return all of it in plain values: exact numbers as text, lengths as floats."""
        found: dict[str, object] = {"asked": self.asked, "runs": len(self.runs)}
        found.update(updates=list(self.updates), mean_updates=float(self.updates.mean))
        if self.E_test is not None:
            found["mean_test_error"] = float(self.E_test.mean)
        found.update(statuses=self.statuses, without_mistakes=self.without_mistakes)
        found["statistics"] = {
            name: {
                key: _plain(getattr(summary, key), _float if name == "length" else exact_text)
                for key in ("mean", "least", "quartiles", "median", "most")
            }
            for name, summary in self.statistics.items()
        }
        found["records"] = [run.as_dict() for run in self.runs]
        return found

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write a table for a spreadsheet: a row of names, then one for each run.

        A number that has no end, or more than 24 characters, is rounded to 17 digits, as a
        spreadsheet would make a date of 1/3; `as_dict` has all in full. An existing file is
        replaced in one step.
        """
        names = RunRecord._fields
        rows = [(exact_text(run.seed), *run[1:7], run.length, *run[7:]) for run in self.runs]
        write_table(path, [(*names[:7], "length", *names[7:]), *rows])

    def __repr__(self) -> str:
        updates = repr(self.updates).partition(": ")[2][:-1]
        runs = f"{len(self.runs):,} run{'s' * (len(self.runs) > 1)}"
        return f"<Repeated {self.algorithm}, {self.strategy}: {runs}, updates {updates}>"


def _plain(value: object, spelled: Callable[[Fraction], object] = exact_text) -> object:
    if isinstance(value, tuple):
        return [_plain(each, spelled) for each in value]
    return spelled(value) if isinstance(value, Fraction) else value


def _float(length: Fraction) -> float | None:
    return float(length) if length < 2**1023 else None  # beyond all floats


def write_table(path: str | os.PathLike[str], rows: Iterable[Iterable[object]]) -> None:
    """Write rows for a spreadsheet, numbers as `Repeated.to_csv` writes them."""
    import csv
    import io

    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([map(_cell, row) for row in rows])
    write(path, stream.getvalue())


def _cell(value: object) -> str:
    """Return a number for a spreadsheet, which would make a date of 1/3; a text as it is."""
    if not isinstance(value, (int, Fraction)):
        return "" if value is None else str(value)
    text = exact_text(value)
    return text if len(text) <= _LONGEST_CELL and "/" not in text else in_digits(value, _DIGITS)
