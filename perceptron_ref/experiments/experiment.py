"""Many runs of one algorithm that differ in their seed, made here or spread over processes."""

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
from ..errors import DataError, DataWarning, StrategyError, in_one_line, quote
from ..exact.checks import check_fit, checked_count, exact_vector, int_within
from ..exact.rationals import short_text
from ..pla import pla
from ..plugins.registry import strategy as registered
from ..pocket import pocket
from ..replay import replay_report, report_of
from .progress import Bar
from .records import Repeated, RunRecord, record_of

if TYPE_CHECKING:
    from ..plugins.registry import BoundStrategy
    from ..run import Run
    from ..visits import Visits

__all__ = ["repeat"]

_LIMITS = {"max_updates", "max_visits", "right_in_a_row"}  # any of them ends a run
_MOST_AT_LIMIT = 10  # runs that all end at the limit that nobody set, before an experiment ends
_ALGORITHMS: dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}


@overload
def repeat(
    data: Dataset,
    strategy: str | Callable[..., Visits] = ...,
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
    strategy: str | Callable[..., Visits] = ...,
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
    strategy: str | Callable[..., Visits] = "random",
    algorithm: Literal["pla", "pocket"] = "pla",
    *,
    seeds: int | Iterable[int] = 1000,
    test: Dataset | None = None,
    jobs: int = 1,
    on_run: Callable[[RunRecord], object] | None = None,
    progress: bool = False,
    **options: Any,
) -> Repeated:
    """Run PLA or Pocket once with each seed; return what came of the runs.     Lecture 2: L2.6

    strategy: one that takes a seed, a text such as "random-permutation:fresh=false" or a callable;
        StrategyError for any other, as every run would be the same.
    algorithm: "pla" or "pocket". options: those of `pla` or `pocket`, but for `on_update`.
    seeds: how many runs, their seeds counted on from the strategy's own, 0 by default; or the seeds
        themselves, such as range(1, 1001).
    test: examples to count mistakes on that are not learned from; their features, x_0 and labels
        must be those of the data.
    jobs: over how many processes the runs are spread; the results are the same. Each is a new
        Python that imports no script of yours. So a strategy that is a function runs here, one run
        after the other: name its file, "mine.py:order". Where a system has no processes, all run
        here.
    on_run: called with the record of each run, in the order of the seeds. StopIteration ends the
        experiment: the runs that it has seen are returned.
    progress: show a bar on standard error, in a terminal or a notebook, while the runs are made.

    Without a limit of yours (max_updates, max_visits, right_in_a_row) an experiment with PLA ends,
    with a DataWarning, after ten runs of 100,000 updates if none of the runs converged: no line may
    separate the data, and a thousand runs would take an hour.

    >>> from perceptron_ref import example, repeat
    >>> found = repeat(example("and"), "random-permutation", seeds=range(1, 101))
    >>> found.updates.mean, found.updates.median, found.updates.least, found.updates.most
    (Fraction(173, 10), Fraction(17, 1), 13, 22)
    """
    experiment = Experiment(algorithm, registered(strategy), options, data, test, seeds)
    records: list[RunRecord] = []
    jobs = checked_count("jobs", jobs, least=1)
    has_limit = algorithm != "pla" or not _LIMITS.isdisjoint(options)
    bar = Bar(len(experiment.seeds)) if progress else None
    made = experiment.records(jobs, None if bar is None else bar.ticks)
    with suppress(StopIteration), closing(made), nullcontext() if bar is None else closing(bar):
        for record in made:
            records.append(record)
            if bar is not None:
                bar.run_is_done()
            if on_run is not None:
                on_run(record)
            if not has_limit and _is_hopeless(records):
                _warn_of_no_line(records, len(experiment.seeds))
                break
    return experiment.found(records)


def _is_hopeless(records: Sequence[RunRecord]) -> bool:
    """Tell whether the first runs all ended at the limit of updates, with mistakes left."""
    are_at_limit = [record.status == "max_updates" for record in records]
    return len(records) == _MOST_AT_LIMIT and all(are_at_limit)


def _warn_of_no_line(records: Sequence[RunRecord], asked: int) -> None:
    """Warn that the experiment ends before all runs were made."""
    if len(records) < asked:
        import warnings

        warnings.warn(
            f"repeat: found {len(records)} runs of {records[0].updates:,} updates that all end in "
            f"mistakes; expected data that a line separates for {asked:,} runs: separability(data) "
            "tells. A limit of yours, as max_updates=1000, makes all runs; so does pocket",
            DataWarning,
            stacklevel=3,
        )


class Experiment:
    """The run of an algorithm on a data set, but for its seed.

    algorithm, strategy, options, data, test, seeds: see `repeat`.
    text: how another process finds the strategy, if its code is to run in none but others;
        `strategy` is a stand-in then.
    """

    algorithm: str
    options: dict[str, Any]
    name: str
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
        text: str | None = None,
    ) -> None:
        if not isinstance(algorithm, str) or algorithm not in _ALGORITHMS:
            raise DataError(f"algorithm: found {quote(algorithm)}; expected 'pla' or 'pocket'")
        signature(_ALGORITHMS[algorithm]).bind_partial(**options)  # a TypeError names what is wrong
        self.algorithm, self.options, self.name = algorithm, dict(options), strategy.name
        self.data, self.test = checked_dataset(data), test
        if test is not None:
            try:
                check_fit(data, checked_dataset(test), by_labels=True, whose="the training set")
            except DataError as error:
                raise DataError(f"test: {error}") from None
        if options.get("w0") is not None:  # it may be there to be taken once
            self.options["w0"] = exact_vector("w0", options["w0"], 1 + data.d)
        self.seeds = _checked_seeds(strategy, seeds)
        # what has a name is loaded for each run, to remember nothing of the others
        name = strategy if strategy.origin is None else strategy.name
        self._order = partial(registered, text or name, **({} if text else strategy.keywords))
        self._is_elsewhere, self._has_name = text is not None, isinstance(name, str)

    def records(
        self,
        jobs: int = 1,
        ticks: Callable[[Any], object] | None = None,
        note: Callable[[str], object] = child.warn,
    ) -> Generator[RunRecord, None, None]:
        """Make the runs in `jobs` processes; yield what came of each, in the order of their seeds.

        ticks: called with every update of a run that is made here, and a few times a second with
        None while others are waited for; StopIteration ends the experiment. note: as
        `child.run_in_child` takes it.
        """
        jobs = min(jobs, len(self.seeds)) if child.has_processes() else 1
        is_apart = self._is_elsewhere or (jobs > 1 and self._has_name)
        runs = self._apart(jobs, ticks, note) if is_apart else self._runs(self.seeds, ticks)
        with closing(runs):
            for seed, run in zip(self.seeds, runs):
                if run.status == "stopped":  # in the middle
                    return
                yield record_of(run, seed, self.test)

    def found(self, records: Sequence[RunRecord]) -> Repeated:
        """Return what came of the runs that are done."""
        sizes = self.data.N, None if self.test is None else self.test.N
        return Repeated(self.algorithm, self.name, *sizes, len(self.seeds), tuple(records))

    def _runs(
        self, seeds: Iterable[int], ticks: Callable[[Any], object] | None = None
    ) -> Generator[Run, None, None]:
        algorithm = _ALGORITHMS[self.algorithm]
        for seed in seeds:
            yield algorithm(self.data, self._order(seed=seed), on_update=ticks, **self.options)

    def left_by_runs(self, seeds: Iterable[int]) -> Iterable[object]:
        """Make the runs with these seeds, in a child; return what each left, as it comes."""
        return map(report_of, self._runs(seeds))

    def _apart(
        self, jobs: int, ticks: Callable[[Any], object] | None, note: Callable[[str], object]
    ) -> Generator[Run, None, None]:
        """Have the runs made in `jobs` children, of which each has every jobs-th seed; replay them,
        as code that is not ours may tell anything.
        """

        def left(silent: float) -> float:
            try:
                if ticks is not None:
                    ticks(None)
            except StopIteration:
                return 0.0
            return inf

        works = [partial(self.left_by_runs, self.seeds[k::jobs]) for k in range(jobs)]
        with ExitStack() as stack:
            children = [
                stack.enter_context(child.run_in_child(work, left, note=note)) for work in works
            ]
            for seed, told in zip(self.seeds, cycle(children)):
                who = f"{self.name}, seed {short_text(seed)}"
                try:
                    found = next(told, None)
                except child.NoAnswer as how:
                    if how.late:  # the time is up
                        return
                    raise StrategyError(f"strategy {in_one_line(who)}: it {how}") from None
                yield replay_report(self.algorithm, self.data, who, found, **self.options)


def _checked_seeds(strategy: BoundStrategy, seeds: int | Iterable[int]) -> Sequence[int]:
    """Return the seeds that were asked for; StrategyError for a strategy that takes none."""
    first = strategy.first_seed
    if first is None:
        raise StrategyError(
            f"strategy {strategy.name} takes no seed; "
            "expected one that does, such as random, as every run would be the same"
        )
    if not isinstance(seeds, Iterable) or isinstance(seeds, str):
        return range(first, first + checked_count("seeds", seeds, least=1))
    found = seeds if isinstance(seeds, range) else tuple(map(int_within, seeds))
    if not found or (isinstance(found, tuple) and None in found):
        raise DataError(f"seeds: found {quote(seeds)}; expected ints, one at least")
    return found  # type: ignore[return-value]  # no None is in it
