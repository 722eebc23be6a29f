"""Run one algorithm with many seeds, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, nullcontext, suppress
from functools import partial
from inspect import signature
from itertools import count, cycle
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

_LIMIT_OPTIONS = {"max_updates", "max_visits", "right_in_a_row"}  # each may end a run
_RUNS_BEFORE_GIVING_UP = 10  # `repeat` ends if these runs all reach the default limit
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

    If more than ten runs of PLA are requested without limits (max_updates, max_visits,
    right_in_a_row), the experiment ends after ten runs with a DataWarning if each of them reaches
    100,000 updates. The data may then not be linearly separable, and a thousand such runs could
    take an hour.

    Args:
        data: The training examples.
        strategy: A strategy that takes a seed: a string such as "random-permutation:fresh=false",
            or a callable.
        algorithm: "pla" or "pocket".
        seeds: The number of runs, with seeds that count up from the strategy's first seed (0 by
            default); or the seeds themselves, such as range(1, 1001).
        test: A test set, on which mistakes are counted, too. It must have the features, the x_0 and
            the labels of the data.
        jobs: The number of processes that share the runs; it does not change the results. Each
            process is a new Python, which does not import your script. So if the strategy is a
            function, all runs are done in this process, one after another. To use several
            processes, name the file of the strategy: "mine.py:order". On systems without processes
            all runs are done in this process.
        on_run: Called with the record of each run, in the order of the seeds. If it raises
            StopIteration, the experiment ends, and `repeat` returns the runs so far.
        progress: Show a progress bar on standard error. It is meant for a terminal or a notebook.
        options: Options of `pla` or `pocket`, except `on_update`.

    Raises:
        StrategyError: If the strategy takes no seed, because all runs would be the same; or if it
            fails.
        DataError: If the algorithm, the seeds, the test set or the value of an option is not valid.
        TypeError: If `pla` or `pocket` has no option of that name, or if `on_update` is given.

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
    never_gives_up = algorithm != "pla" or not _LIMIT_OPTIONS.isdisjoint(options)
    bar = ProgressBar(len(experiment.seeds)) if progress else None
    record_stream = experiment.run_all(jobs, None if bar is None else bar.show_progress)
    closing_bar = nullcontext() if bar is None else closing(bar)
    with suppress(StopIteration), closing(record_stream), closing_bar:
        for record in record_stream:
            records.append(record)
            if bar is not None:
                bar.count_run()
            if on_run is not None:
                on_run(record)
            if not never_gives_up and _first_runs_reached_update_limit(records):
                _warn_of_early_end(records, len(experiment.seeds))
                break
    return experiment.result(records)


def _first_runs_reached_update_limit(records: Sequence[RunRecord]) -> bool:
    """Tell whether exactly ten runs are done, and all ended at the limit of updates."""
    at_limit = all(record.status == "max_updates" for record in records)
    return at_limit and len(records) == _RUNS_BEFORE_GIVING_UP


def _warn_of_early_end(records: Sequence[RunRecord], requested_runs: int) -> None:
    """Warn that the experiment ends early, unless all requested runs are done."""
    if len(records) < requested_runs:
        import warnings

        warnings.warn(
            f"repeat: found mistakes at the end of the first {len(records)} of {requested_runs:,} "
            f"runs, after {records[0].updates:,} updates each, so the other runs were not made. "
            "Perhaps no line separates the data: "
            "`from perceptron_ref.theory.separability import separability; separability(data)` "
            "decides. To make all runs, set a limit such as max_updates=1000, or use "
            "algorithm='pocket'",
            DataWarning,
            stacklevel=3,
        )


class Experiment:
    """Runs of one algorithm on one data set, each with another seed of the strategy.

    Attributes:
        algorithm: "pla" or "pocket".
        options: The options of the algorithm, such as max_updates.
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
        untrusted_text: str | None = None,
    ) -> None:
        """Check the settings.

        Args:
            algorithm: See `repeat`.
            strategy: The strategy, with its options.
            options: Options of `pla` or `pocket`.
            data: See `repeat`.
            test: See `repeat`.
            seeds: See `repeat`.
            untrusted_text: The strategy as typed, if its code must not run in this process;
                `strategy` is then a stand-in with its name and its first seed. None if the code may
                run here.

        Raises:
            StrategyError: See `repeat`.
            DataError: See `repeat`.
            TypeError: If the algorithm has no option of that name.
        """
        if not isinstance(algorithm, str) or algorithm not in _ALGORITHMS:
            raise DataError(f"algorithm: found {quote(algorithm)}; expected 'pla' or 'pocket'")
        signature(_ALGORITHMS[algorithm]).bind_partial(**options)  # TypeError: an unknown option
        self.algorithm, self.options, self.strategy_name = algorithm, dict(options), strategy.name
        self.data, self.test = checked_dataset(data), test
        if test is not None:
            try:
                check_features_match(
                    data, checked_dataset(test), with_labels=True, h_name="the training set"
                )
            except DataError as error:
                raise DataError(f"test: {error}") from None
        if options.get("w0") is not None:  # w0 may be an iterator, which only one run could read
            self.options["w0"] = exact_vector("w0", options["w0"], 1 + data.d)
        self.seeds = _checked_seeds(strategy, seeds)
        # A strategy that was found by name is found again for each run, perhaps in a child. A file
        # is then run again, so that one run cannot influence the next.
        strategy_or_name = strategy if strategy.origin is None else strategy.name
        strategy_options = {} if untrusted_text else strategy.keywords
        self._load_strategy = partial(
            bind_strategy, untrusted_text or strategy_or_name, **strategy_options
        )
        self._needs_child = untrusted_text is not None
        self._is_loaded_by_name = isinstance(strategy_or_name, str)

    def run_all(
        self,
        jobs: int = 1,
        on_update: Callable[[Any], object] | None = None,
        warn: Callable[[str], object] = child.issue_runtime_warning,
    ) -> Generator[RunRecord, None, None]:
        """Make the runs; yield the record of each, in the order of the seeds.

        Args:
            jobs: The number of processes.
            on_update: Called with every update of a run in this process, and a few times a second
                with None while this process waits for children. If it raises StopIteration, the
                experiment ends.
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
                if run.status == "stopped":  # by on_update, so the run is not complete
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
            strategy = self._load_strategy(seed=seed)
            yield algorithm(self.data, strategy, on_update=on_update, **self.options)

    def run_and_report(self, seeds: Iterable[int]) -> Iterable[object]:
        """Make the runs with these seeds; yield the report of each. A child calls this method."""
        return map(make_report, self._run_in_this_process(seeds))

    def _run_in_children(
        self, jobs: int, on_update: Callable[[Any], object] | None, warn: Callable[[str], object]
    ) -> Generator[Run, None, None]:
        """Make the runs in `jobs` children, each with every jobs-th seed; replay their reports.

        A report may be forged, because the code of a strategy can write anything. Replaying checks
        it.
        """

        def poll_on_update(seconds_of_silence: float) -> float:
            """Call on_update(None) while waiting for a child; return the seconds left to it."""
            try:
                if on_update is not None:
                    on_update(None)
            except StopIteration:
                return 0.0
            return inf

        tasks = [partial(self.run_and_report, self.seeds[k::jobs]) for k in range(jobs)]
        with ExitStack() as stack:
            report_streams = [
                stack.enter_context(child.run_in_child(task, poll_on_update, warn=warn))
                for task in tasks
            ]
            for seed, report_stream in zip(self.seeds, cycle(report_streams)):
                name = f"{self.strategy_name}, seed {short_text(seed)}"
                try:
                    report = next(report_stream, None)
                except child.ChildError as reason:
                    if reason.timed_out:  # `poll_on_update` returned 0
                        return
                    raise StrategyError(f"strategy {one_line_text(name)}: it {reason}") from None
                yield replay_report(self.algorithm, self.data, name, report, **self.options)


def _checked_seeds(strategy: BoundStrategy, seeds: int | Iterable[int]) -> Sequence[int]:
    """Return the seeds of the runs.

    Raises:
        StrategyError: If the strategy takes no seed.
        DataError: If `seeds` is neither an int >= 1 nor a non-empty iterable of ints.
    """
    first_seed = strategy.first_seed
    if first_seed is None:
        raise StrategyError(
            f"strategy {strategy.name} takes no seed, so all its runs would be "
            "the same; expected a strategy that takes a seed, such as random"
        )
    if not isinstance(seeds, Iterable) or isinstance(seeds, str):
        return range(first_seed, first_seed + checked_count("seeds", seeds, minimum=1))
    all_seeds = seeds if isinstance(seeds, range) else tuple(seeds)
    if not all_seeds:
        raise DataError(f"seeds: found {quote(seeds)}; expected at least one int")
    if isinstance(all_seeds, range):
        return all_seeds
    return tuple(map(_checked_seed, count(), all_seeds))


def _checked_seed(k: int, seed: object) -> int:
    """Return entry k of the seeds as an int."""
    checked_seed = int_or_none(seed)
    if checked_seed is None:
        raise DataError(f"seeds, entry {k}: found {quote(seed)}; expected an int")
    return checked_seed
