"""The lecture's homework: one plan with many seeds, spread over processes, and the averages."""

from __future__ import annotations

from contextlib import closing

from ..errors import StrategyError
from ..hypothesis import count_mistakes
from ..plugins.registry import defaults, name_of, strategy
from ..plugins.seeds import seeds
from .plan import Plan
from .processes import in_processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from ..dataset import Dataset

    Outcome = tuple[int, str, "int | None"]

_CHUNK = 50  # runs that a process makes at most, so that progress is seen


class Experiment:
    """The run of a plan on a data set, but for its seed.

    It names the strategy, for another process to look up. test: examples to count mistakes on.
    count: how many seeds to run, from the strategy's own.
    """

    def __init__(self, plan: Plan, data: Dataset, test: Dataset | None, count: int) -> None:
        self.algorithm, self.options, self.data, self.test = (
            plan.algorithm,
            plan.options,
            data,
            test,
        )
        self.name, self.strategy_options = name_of(plan.strategy), defaults(plan.strategy)
        found = seeds(plan.strategy, count)
        if found is None:
            raise StrategyError(
                f"strategy {self.name} takes no seed; "
                "expected one that does, as every run would be the same"
            )
        self.seeds = found

    def run(self, seed: int) -> Outcome:
        """Return the updates, the status and the mistakes on `test` of the run with that seed."""
        order = strategy(self.name, **{**self.strategy_options, "seed": seed})
        run = Plan(self.algorithm, order, self.options).run(self.data)
        if self.test is None:
            return run.updates, run.status, None
        # those of its hypothesis, whose Fractions would take longer than to count them
        mistakes = count_mistakes(self.test, run._scaled_w, run.sign_of_zero)
        return run.updates, run.status, mistakes

    def run_all(self, seeds: range) -> list[Outcome]:
        """Return the outcomes of the runs with those seeds."""
        return [self.run(seed) for seed in seeds]

    def ended(self, seeds: range, status: int | None) -> list[Outcome]:
        """Raise a StrategyError for a process that ended before the runs with those seeds did."""
        which = f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
        raise StrategyError(
            f"strategy {self.name}: the process that ran {which} ended with exit status {status}; "
            "expected it to finish"
        )

    def repeated(self, jobs: int, on_run: Callable[[int], object]) -> Repeated:
        """Run all seeds in `jobs` processes; `on_run` takes the number of runs done so far."""
        outcomes: list[Outcome] = []
        with closing(self._in_pieces(jobs)) as pieces:
            for piece in pieces:
                outcomes += piece
                on_run(len(outcomes))
        return Repeated(self.seeds, outcomes, None if self.test is None else self.test.N)

    def _in_pieces(self, jobs: int) -> Generator[list[Outcome], None, None]:
        if jobs == 1:
            for seed in self.seeds:
                yield [self.run(seed)]
        else:
            size = max(1, min(_CHUNK, len(self.seeds) // (8 * jobs)))
            firsts = range(0, len(self.seeds), size)
            pieces = [self.seeds[first : first + size] for first in firsts]
            yield from in_processes(self.run_all, pieces, jobs, self.ended)


class Repeated:
    """The results of the seeds, in their order.

    mean_test_error: the mean share of mistakes on other examples; None where there are none.
    """

    def __init__(self, seeds: range, outcomes: Sequence[Outcome], test_size: int | None) -> None:
        self.seeds, self.runs = seeds, len(outcomes)
        self.updates = [updates for updates, _, _ in outcomes]
        self.converged = sum(status == "converged" for _, status, _ in outcomes)
        self.mean_updates = sum(self.updates) / self.runs
        self.mean_test_error: float | None = None
        if test_size is not None:
            mistakes = sum(mistakes or 0 for _, _, mistakes in outcomes)
            self.mean_test_error = mistakes / (self.runs * test_size)
