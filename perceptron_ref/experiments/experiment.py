"""Many runs of one algorithm with different seeds, made here or spread over processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, nullcontext, suppress
from functools import partial
from inspect import signature
from itertools import cycle
from math import inf
from typing import TYPE_CHECKING, Any, Literal, overload

from .. import child
from ..dataset import Dataset, checked_dataset
from ..errors import DataError, DataWarning, StrategyError, one_line_text, quote
from ..exact.checks import check_features_match, checked_count, exact_vector, int_or_none
from ..exact.rationals import short_text
from ..pla import pla
from ..plugins.registry import strategy as bind_strategy
from ..pocket import pocket
from ..replay import make_report, replay_report
from .progress import ProgressBar
from .records import Repeated, RunRecord, make_run_record

if TYPE_CHECKING:
    from ..plugins.registry import BoundStrategy
    from ..run import Run
    from ..visits import Answers

__all__ = ["repeat"]

_LIMITS = {"max_updates", "max_visits", "right_in_a_row"}  # any of them may end a run
_MAX_HOPELESS = 10  # runs that end at the default limit, before an experiment without limits ends
_ALGORITHMS: dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}


@overload
def repeat(
    data: Dataset,
    strategy: str | Callable[..., Answers] = ...,
    algorithm: Literal["pla", "pocket"] = ...,
    *,
    seeds: int | Iterable[int] = ...,
    test: Dataset | None = ...,
    jobs: int = ...,
    on_run: Callable[[RunRecord], object] | None = ...,
    progress: bool = ...,
    w0: Iterable[object] | None = ...,
    eta: object = ...,
    sign_of_zero: int = ...,
    max_updates: int | None = ...,
    max_visits: int | None = ...,
    patience: int | None = ...,
    right_in_a_row: int | str | None = ...,
    engine: Literal["fast", "plain"] = ...,
) -> Repeated: ...
@overload
def repeat(
    data: Dataset,
    strategy: str | Callable[..., Answers] = ...,
    algorithm: Literal["pocket"] = ...,
    *,
    target_mistakes: int,
    seeds: int | Iterable[int] = ...,
    test: Dataset | None = ...,
    jobs: int = ...,
    on_run: Callable[[RunRecord], object] | None = ...,
    progress: bool = ...,
    w0: Iterable[object] | None = ...,
    eta: object = ...,
    sign_of_zero: int = ...,
    max_updates: int | None = ...,
    max_visits: int | None = ...,
    patience: int | None = ...,
    right_in_a_row: int | str | None = ...,
    engine: Literal["fast", "plain"] = ...,
) -> Repeated: ...
def repeat(
    data: Dataset,
    strategy: str | Callable[..., Answers] = "random",
    algorithm: Literal["pla", "pocket"] = "pla",
    *,
    seeds: int | Iterable[int] = 1000,
    test: Dataset | None = None,
    jobs: int = 1,
    on_run: Callable[[RunRecord], object] | None = None,
    progress: bool = False,
    **options: Any,
) -> Repeated:
    """Run PLA or Pocket once with each seed; return a record of each run.     Lecture 2: L2.6

    Without a limit (max_updates, max_visits, right_in_a_row) an experiment with PLA ends, with a
    DataWarning, after ten runs of 100,000 updates if none of them converged: the data may not be
    linearly separable, and a thousand runs would take an hour.

    Args:
        data: The training examples.
        strategy: A strategy that takes a seed: a text such as "random-permutation:fresh=false", or
            a callable.
        algorithm: "pla" or "pocket".
        seeds: The number of runs, whose seeds count up from the strategy's own seed (0 by default);
            or the seeds themselves, such as range(1, 1001).
        test: Examples of a test set, to count mistakes on; their features, x_0 and labels must be
            those of the data.
        jobs: The number of processes that share the runs; the results are the same. Each is a new
            Python process that does not import your script. A strategy passed as a function
            therefore runs in this process, one run after another; to use processes, name its file:
            "mine.py:order". On systems without processes all runs are made in this one.
        on_run: Called with the record of each run, in the order of the seeds. StopIteration ends
            the experiment and returns the runs so far.
        progress: Show a bar on standard error, in a terminal or a notebook.
        options: Options of `pla` or `pocket`, except `on_update`.

    Raises:
        StrategyError: If the strategy takes no seed, because all runs would be the same.
        DataError: If the algorithm, the seeds, the test set or an option cannot be used.

    >>> from perceptron_ref import example, repeat
    >>> repeated = repeat(example("and"), "random-permutation", seeds=range(1, 101))
    >>> repeated.updates.mean, repeated.updates.median
    (Fraction(173, 10), Fraction(17, 1))
    >>> repeated.updates.least, repeated.updates.most
    (13, 22)
    """
    experiment = Experiment(algorithm, bind_strategy(strategy), options, data, test, seeds)
    records: list[RunRecord] = []
    jobs = checked_count("jobs", jobs, minimum=1)
    has_limit = algorithm != "pla" or not _LIMITS.isdisjoint(options)
    bar = ProgressBar(len(experiment.seeds)) if progress else None
    made_records = experiment.run_all(jobs, None if bar is None else bar.show_progress)
    shown_bar = nullcontext() if bar is None else closing(bar)
    with suppress(StopIteration), closing(made_records), shown_bar:
        for record in made_records:
            records.append(record)
            if bar is not None:
                bar.count_run()
            if on_run is not None:
                on_run(record)
            if not has_limit and _all_reached_update_limit(records):
                _warn_of_early_end(records, len(experiment.seeds))
                break
    return experiment.result(records)


def _all_reached_update_limit(records: Sequence[RunRecord]) -> bool:
    """Tell whether the first runs all ended at the limit of updates, with mistakes left."""
    at_limit = all(record.status == "max_updates" for record in records)
    return at_limit and len(records) == _MAX_HOPELESS


def _warn_of_early_end(records: Sequence[RunRecord], requested: int) -> None:
    """Warn that the experiment ends before all runs are made."""
    if len(records) < requested:
        import warnings

        warnings.warn(
            f"repeat: found {len(records)} runs of {records[0].updates:,} updates that all end in "
            f"mistakes; expected data that a line separates for {requested:,} runs: "
            "separability(data) tells. A limit of yours, as max_updates=1000, makes all runs; "
            "so does pocket",
            DataWarning,
            stacklevel=3,
        )


class Experiment:
    """Runs of an algorithm on a data set that differ in their seed.

    Attributes:
        algorithm: "pla" or "pocket".
        options: The options of the algorithm.
        strategy_name: The name of the strategy.
        data: The training examples.
        test: The test set, or None.
        seeds: The seeds of the runs.
    """

    algorithm: str
    options: dict[str, Any]
    strategy_name: str
    data: Dataset
    test: Dataset | None
    seeds: Sequence[int]

    def __init__(
        self,
        algorithm: str,
        strategy: BoundStrategy,
        options: Mapping[str, Any],
        data: Dataset,
        test: Dataset | None = None,
        seeds: int | Iterable[int] = 1000,
        untrusted_name: str | None = None,
    ) -> None:
        """Check the settings: see `repeat`.

        Args:
            untrusted_name: The name of a strategy whose code must not run in this process;
                `strategy` is then a stand-in for it. None if it may run here.
        """
        if not isinstance(algorithm, str) or algorithm not in _ALGORITHMS:
            raise DataError(f"algorithm: found {quote(algorithm)}; expected 'pla' or 'pocket'")
        signature(_ALGORITHMS[algorithm]).bind_partial(**options)  # TypeError names a bad option
        self.algorithm, self.options, self.strategy_name = algorithm, dict(options), strategy.name
        self.data, self.test = checked_dataset(data), test
        if test is not None:
            try:
                check_features_match(
                    data, checked_dataset(test), with_labels=True, h_name="the training set"
                )
            except DataError as error:
                raise DataError(f"test: {error}") from None
        if options.get("w0") is not None:  # it may be an iterator
            self.options["w0"] = exact_vector("w0", options["w0"], 1 + data.d)
        self.seeds = _checked_seeds(strategy, seeds)
        # a strategy with a name is loaded for each run, so that no run changes another
        strategy_or_name = strategy if strategy.origin is None else strategy.name
        options_of_strategy = {} if untrusted_name else strategy.keywords
        self._bind = partial(
            bind_strategy, untrusted_name or strategy_or_name, **options_of_strategy
        )
        self._needs_child = untrusted_name is not None
        self._is_loaded_by_name = isinstance(strategy_or_name, str)

    def run_all(
        self,
        jobs: int = 1,
        on_update: Callable[[Any], object] | None = None,
        warn: Callable[[str], object] = child.warn_of_run_without_child,
    ) -> Generator[RunRecord, None, None]:
        """Make the runs; yield the record of each, in the order of their seeds.

        Args:
            jobs: The number of processes.
            on_update: Called with every update of a run that is made here, and a few times a second
                with None while it waits for children; StopIteration ends the experiment.
            warn: See `child.run_in_child`.
        """
        jobs = min(jobs, len(self.seeds)) if child.can_start_processes() else 1
        in_children = self._needs_child or (jobs > 1 and self._is_loaded_by_name)
        runs = (
            self._run_in_children(jobs, on_update, warn)
            if in_children
            else self._run_in_this_process(self.seeds, on_update)
        )
        with closing(runs):
            for seed, run in zip(self.seeds, runs):
                if run.status == "stopped":  # in the middle
                    return
                yield make_run_record(run, seed, self.test)

    def result(self, records: Sequence[RunRecord]) -> Repeated:
        """Return the result of the runs that are done."""
        sizes = self.data.N, None if self.test is None else self.test.N
        return Repeated(self.algorithm, self.strategy_name, *sizes, len(self.seeds), tuple(records))

    def _run_in_this_process(
        self, seeds: Iterable[int], on_update: Callable[[Any], object] | None = None
    ) -> Generator[Run, None, None]:
        algorithm = _ALGORITHMS[self.algorithm]
        for seed in seeds:
            yield algorithm(self.data, self._bind(seed=seed), on_update=on_update, **self.options)

    def run_and_report(self, seeds: Iterable[int]) -> Iterable[object]:
        """Make the runs with these seeds, in a child; yield the report of each."""
        return map(make_report, self._run_in_this_process(seeds))

    def _run_in_children(
        self, jobs: int, on_update: Callable[[Any], object] | None, warn: Callable[[str], object]
    ) -> Generator[Run, None, None]:
        """Make the runs in `jobs` children, each with every jobs-th seed; replay their reports.

        The reports are not trusted, because the code of a strategy may write anything.
        """

        def seconds_left(silence: float) -> float:
            try:
                if on_update is not None:
                    on_update(None)
            except StopIteration:
                return 0.0
            return inf

        tasks = [partial(self.run_and_report, self.seeds[k::jobs]) for k in range(jobs)]
        with ExitStack() as stack:
            children = [
                stack.enter_context(child.run_in_child(task, seconds_left, warn=warn))
                for task in tasks
            ]
            for seed, reports in zip(self.seeds, cycle(children)):
                name = f"{self.strategy_name}, seed {short_text(seed)}"
                try:
                    report = next(reports, None)
                except child.ChildError as reason:
                    if reason.timed_out:  # the time is up
                        return
                    raise StrategyError(f"strategy {one_line_text(name)}: it {reason}") from None
                yield replay_report(self.algorithm, self.data, name, report, **self.options)


def _checked_seeds(strategy: BoundStrategy, seeds: int | Iterable[int]) -> Sequence[int]:
    """Return the seeds of the runs; StrategyError if the strategy takes none."""
    first = strategy.first_seed
    if first is None:
        raise StrategyError(
            f"strategy {strategy.name} takes no seed; "
            "expected one that does, such as random, as every run would be the same"
        )
    if not isinstance(seeds, Iterable) or isinstance(seeds, str):
        return range(first, first + checked_count("seeds", seeds, minimum=1))
    checked = seeds if isinstance(seeds, range) else tuple(map(int_or_none, seeds))
    if not checked or (isinstance(checked, tuple) and None in checked):
        raise DataError(f"seeds: found {quote(seeds)}; expected ints, one at least")
    return checked  # type: ignore[return-value]  # no None is in it
