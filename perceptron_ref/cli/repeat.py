"""The lecture's homework: one plan with many seeds, spread over processes, and the averages."""

from __future__ import annotations

from contextlib import closing

from ..errors import OutOfTime, StrategyError
from ..exact.rationals import shortened
from ..hypothesis import count_mistakes
from ..plugins.registry import is_built_in, strategy
from ..plugins.seeds import seeds
from .plan import Plan
from .processes import in_processes
from .text import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import Any

    from ..dataset import Dataset
    from ..run import Run, Update
    from .child import Tell
    from .processes import End
    from .progress import Interrupted, Progress

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
        self._plan, self._is_ours = plan, is_built_in(plan.strategy)
        self.name, self.strategy_options = plan.named()
        found = seeds(plan.strategy, count)
        if found is None:
            raise StrategyError(
                f"strategy {self.name} takes no seed; "
                "expected one that does, as every run would be the same"
            )
        self.seeds = found

    def run(self, seed: int, on_update: Callable[[Update], object] | None = None) -> Any:
        """Return the outcome of the run with that seed; what it left where its code is not ours."""
        order = strategy(self.name, **{**self.strategy_options, "seed": seed})
        run = Plan(self.algorithm, order, self.options).run(self.data, on_update)
        return self._outcome(run) if self._is_ours else run.left

    def _outcome(self, run: Run) -> Outcome:
        """Return the updates, the status and the mistakes on `test`."""
        if self.test is None:
            return run.updates, run.status, None
        # those of its hypothesis, whose Fractions would take longer than to count them
        mistakes = count_mistakes(self.test, run._scaled_w, run.sign_of_zero)
        return run.updates, run.status, mistakes

    def run_all(self, seeds: range, tell: Tell) -> list[Any]:
        """Return what comes of the runs with those seeds."""
        return [self.run(seed) for seed in seeds]

    def ended(self, seeds: range, how: End) -> list[Any]:
        """Raise a StrategyError for a process that ended before the runs with those seeds did;
        OutOfTime if that is why.
        """
        if how.late:
            raise OutOfTime
        first, last = shortened(seeds[0]), shortened(seeds[-1])
        which = f"seed {first}" if len(seeds) == 1 else f"seeds {first} to {last}"
        raise StrategyError(f"strategy {self.name}, in the runs with {which}: it {how}")

    def repeated(self, jobs: int, progress: Progress) -> Repeated | None:
        """Run all seeds in `jobs` processes, or as many as are done when the time is up, or at
        Ctrl-C; None when the time is up before any is.
        """
        outcomes: list[Outcome] = []
        interrupted = None
        try:
            with closing(self._in_pieces(jobs, progress)) as pieces:
                for piece in pieces:
                    if progress.stopped:  # in the middle of a run
                        break
                    outcomes += piece
                    progress.reached(counted(len(outcomes), "run"))
        except StopIteration:
            pass
        except OutOfTime:  # a process had to be ended
            progress.stopped = True
        except KeyboardInterrupt as error:
            if not outcomes:
                raise
            interrupted = progress.interrupted(error)
        if not outcomes:
            return None
        test_size = None if self.test is None else self.test.N
        return Repeated(self.seeds, outcomes, test_size, interrupted)

    def _in_pieces(self, jobs: int, progress: Progress) -> Generator[list[Outcome], None, None]:
        if jobs == 1 and self._is_ours:
            for seed in self.seeds:
                yield [self.run(seed, progress.ticks)]
            return
        size = max(1, min(_CHUNK, len(self.seeds) // (8 * jobs)))
        firsts = range(0, len(self.seeds), size)
        pieces = [self.seeds[first : first + size] for first in firsts]
        with closing(in_processes(self.run_all, pieces, jobs, self.ended)) as answers:
            for piece, answer in zip(pieces, answers):
                yield answer if self._is_ours else self._believed(answer, len(piece))

    def _believed(self, answer: object, count: int) -> list[Outcome]:
        """Return the outcomes of so many runs in another process, from their replay in this one."""
        every = answer if type(answer) is list else []
        every += [None] * (count - len(every))  # which is refused
        return [self._outcome(self._plan.believed(self.data, left)) for left in every[:count]]


class Repeated:
    """The results of the seeds, in their order: of all, or of the first ones.

    asked: how many runs there should have been. interrupted: what is to be told after the results.
    mean_test_error: the mean share of mistakes on other examples; None where there are none.
    """

    def __init__(
        self,
        seeds: range,
        outcomes: Sequence[Outcome],
        test_size: int | None,
        interrupted: Interrupted | None = None,
    ) -> None:
        self.asked, self.interrupted = len(seeds), interrupted
        self.seeds, self.runs = seeds[: len(outcomes)], len(outcomes)
        self.updates = [updates for updates, _, _ in outcomes]
        self.converged = sum(status == "converged" for _, status, _ in outcomes)
        self.mean_updates = sum(self.updates) / self.runs
        self.mean_test_error: float | None = None
        if test_size is not None:
            mistakes = sum(mistakes or 0 for _, _, mistakes in outcomes)
            self.mean_test_error = mistakes / (self.runs * test_size)
