"""The lecture's homework: the same run with many seeds, spread over processes, and what comes out
on average.
"""

from __future__ import annotations

from contextlib import closing

from ..errors import StrategyError
from ..plugins.registry import defaults, name_of, strategy
from .options import ALGORITHMS
from .processes import in_processes
from .report import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from ..dataset import Dataset
    from ..pla import Strategy

    Outcome = tuple[int, str, "int | None"]

_BINS = 12
_BAR = 40
_CHUNK = 50  # runs that a process makes at most, so that progress is seen


class Experiment:
    """One run, but for its seed. It names the strategy, for a process of its own to look up."""

    def __init__(
        self,
        algorithm: str,
        data: Dataset,
        test: Dataset | None,
        bound: Strategy,
        options: dict[str, object],
    ) -> None:
        self.algorithm, self.data, self.test, self.options = algorithm, data, test, options
        self.name, self.strategy_options = name_of(bound), defaults(bound)
        if "seed" not in self.strategy_options:
            raise StrategyError(
                f"strategy {self.name} takes no seed; expected one that does, as every run would be the same"
            )
        seed = self.strategy_options.pop("seed")
        if type(seed) is not int:
            raise StrategyError(
                f"strategy {self.name}: found seed={seed!r}; expected an int, to count on from"
            )
        self.first_seed = seed

    def run(self, seed: int) -> Outcome:
        """Return the updates, the status, and the mistakes on the test set of the run with that
        seed.
        """
        order = strategy(self.name, seed=seed, **self.strategy_options)
        found = ALGORITHMS[self.algorithm](self.data, order, **self.options)
        return (
            found.updates,
            found.status,
            None if self.test is None else found.hypothesis.mistakes(self.test),
        )

    def run_all(self, seeds: range) -> list[Outcome]:
        """Return the outcomes of the runs with those seeds."""
        return [self.run(seed) for seed in seeds]

    def ended(self, seeds: range, status: int | None) -> list[Outcome]:
        """Refuse to go on after a process has ended in the middle of the runs with those seeds."""
        which = f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
        raise StrategyError(
            f"strategy {self.name}: the process that ran {which} ended with exit status {status}; expected it to finish"
        )


class Repeated:
    """The outcomes of the seeds first_seed, first_seed + 1, ..., in that order."""

    def __init__(self, first_seed: int, outcomes: Sequence[Outcome], test_size: int | None) -> None:
        self.first_seed, self.runs = first_seed, len(outcomes)
        self.updates = [updates for updates, _, _ in outcomes]
        self.converged = sum(status == "converged" for _, status, _ in outcomes)
        self.mean_updates = sum(self.updates) / self.runs
        self.mean_test_error: float | None = None
        if test_size is not None:
            self.mean_test_error = sum(mistakes or 0 for _, _, mistakes in outcomes) / (
                self.runs * test_size
            )

    def record(self) -> dict[str, object]:
        """Return the outcomes for JSON."""
        record: dict[str, object] = {
            "runs": self.runs,
            "updates": self.updates,
            "mean_updates": self.mean_updates,
        }
        if self.mean_test_error is not None:
            record["mean_test_error"] = self.mean_test_error
        return record

    def lines(self) -> Iterator[str]:
        """Yield the outcomes in words, with a histogram of the updates."""
        seeds = f"seeds {self.first_seed} to {self.first_seed + self.runs - 1}"
        yield f"{counted(self.runs, 'run')}, {seeds}: {self.converged:,} converged"
        yield f"Updates: mean {self.mean_updates:,.2f}, least {min(self.updates):,}, most {max(self.updates):,}"
        yield from histogram(self.updates)
        if self.mean_test_error is not None:
            yield f"Mean error on the test data: {self.mean_test_error:.4%}"


def repeated(
    experiment: Experiment, runs: int, jobs: int | None, on_run: Callable[[int], object]
) -> Repeated:
    """Run the experiment with that many seeds; on_run takes the number of runs done so far."""
    seeds = range(experiment.first_seed, experiment.first_seed + runs)
    outcomes: list[Outcome] = []
    with closing(_in_pieces(experiment, seeds, jobs or 1)) as pieces:
        for piece in pieces:
            outcomes += piece
            on_run(len(outcomes))
    return Repeated(
        experiment.first_seed, outcomes, None if experiment.test is None else experiment.test.N
    )


def histogram(values: Sequence[int]) -> Iterator[str]:
    """Yield a line for each of at most a dozen equally wide classes of the values.

    >>> print(*histogram([1, 2, 2, 3]), sep="\\n")
      1 |#################### 1
      2 |######################################## 2
      3 |#################### 1
    """
    least, most = min(values), max(values)
    width = (most - least) // _BINS + 1
    tallies = [0] * ((most - least) // width + 1)
    for value in values:
        tallies[(value - least) // width] += 1
    lows = [least + i * width for i in range(len(tallies))]
    names = [f"{low:,}" if width == 1 else f"{low:,}-{low + width - 1:,}" for low in lows]
    longest = max(map(len, names))
    for name, tally in zip(names, tallies):
        yield f"  {name:>{longest}} |{'#' * (tally * _BAR // max(tallies))} {tally:,}"


def _in_pieces(
    experiment: Experiment, seeds: range, jobs: int
) -> Generator[list[Outcome], None, None]:
    if jobs == 1:
        for seed in seeds:
            yield [experiment.run(seed)]
    else:
        size = max(1, min(_CHUNK, len(seeds) // (8 * jobs)))
        pieces = [seeds[first : first + size] for first in range(0, len(seeds), size)]
        yield from in_processes(experiment.run_all, pieces, jobs, experiment.ended)
