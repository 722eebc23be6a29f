"""Many runs of one algorithm that differ in their seed, made here or spread over processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial

from .. import child
from ..dataset import Dataset, checked_dataset
from ..errors import DataError, StrategyError, in_one_line, shown
from ..exact.rationals import shortened
from ..exact.values import checked_count, exact_weights, integer
from ..pla import pla
from ..plugins.registry import named, seeded
from ..plugins.registry import seeds as seeds_of
from ..plugins.registry import strategy as registered
from ..pocket import pocket
from ..replay import replayed
from ..run import stops
from .records import Repeated, RunRecord, record_of, record_of_plain
from .threads import in_threads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from ..child import Left
    from ..plugins.registry import Bound
    from ..run import Run
    from ..visits import Strategy

__all__ = ["repeat"]

_ALGORITHMS: dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}
_CHUNK = 250  # runs that a process makes at most


def repeat(
    data: Dataset,
    strategy: str | Strategy = "random",
    algorithm: str = "pla",
    *,
    seeds: int | Iterable[int] = 1000,
    test: Dataset | None = None,
    jobs: int = 1,
    on_run: Callable[[RunRecord], object] | None = None,
    **options: Any,
) -> Repeated:
    """Run PLA or Pocket once with each seed; return what came of the runs.     Lecture 2: L2.6

    strategy: one that takes a seed, a text such as "random-permutation:fresh=false" or a callable;
        StrategyError for any other, as every run would be the same.
    algorithm: "pla" or "pocket". options: those of `pla` or `pocket`, but for `on_update`.
    seeds: how many runs, their seeds counted on from the strategy's own, 0 by default; or the seeds
        themselves, such as range(1, 1001).
    test: examples to count mistakes on that are not learned from.
    jobs: over how many processes the runs are spread. A run depends on its seed alone, so the
        results are the same. Each process is a new Python, and a script needs no
        `if __name__ == "__main__"`, as none imports it. So a strategy that is written in the script
        itself, in a notebook or in another function is run here, one run after the other: for
        processes put it into a file of its own. Where a system has none, as WebAssembly, all runs
        are made here.
    on_run: called with the record of each run, in the order of the seeds. StopIteration ends the
        experiment: the runs that it has seen are returned.

    >>> from perceptron_ref import example, repeat
    >>> found = repeat(example("and"), "random-permutation", seeds=range(1, 101))
    >>> found.updates.mean, found.updates.median, found.updates.least, found.updates.most
    (Fraction(173, 10), Fraction(17, 1), 13, 22)
    """
    order = named(strategy)
    runs = Runs(Experiment(algorithm, order, options, data, test, seeds), on_run)
    runs.make(checked_count("jobs", jobs, least=1))
    return runs.found()


class Experiment:
    """The run of an algorithm on a data set, but for its seed.

    algorithm, strategy, options, data, test, seeds: see `repeat`.
    named: the name and the options by which another process finds the strategy, if its code is to
        run in none but others; `strategy` is a stand-in then.
    """

    def __init__(
        self,
        algorithm: str,
        strategy: Bound,
        options: Mapping[str, Any],
        data: Dataset,
        test: Dataset | None = None,
        seeds: int | Iterable[int] = 1000,
        named: tuple[str, Mapping[str, object]] | None = None,
    ) -> None:
        _check_options(algorithm, options)
        self.algorithm, self.options = algorithm, dict(options)
        self.data, self.test = checked_dataset(data), _checked_test(test, data)
        if options.get("w0") is not None:  # it may be there to be taken once
            self.options["w0"] = exact_weights("w0", options["w0"], data.d)
        self.name, self.is_ours = strategy.name, strategy.built_in
        self.is_elsewhere = named is not None and not self.is_ours
        self.seeds = _checked_seeds(strategy, seeds)
        if named is None and strategy.origin is not None:
            named = self.name, strategy.options
        self._named = named
        self._strategy = None if named else strategy  # by name it is loaded where it runs

    @property
    def can_be_sent(self) -> bool:
        """Tell whether a new process can find the strategy, which it cannot in a running script."""
        from pickle import dumps

        try:
            return b"__main__" not in dumps(self._strategy)
        except Exception:  # whatever keeps it here
            return False

    def run(self, seed: int, on_update: Callable[[Any], object] | None = None) -> Run:
        """Make the run with that seed, here."""
        algorithm = _ALGORITHMS[self.algorithm]
        return algorithm(self.data, self._order(seed), on_update=on_update, **self.options)

    def _order(self, seed: int) -> Strategy:
        """Return the strategy with that seed; a file is run anew, to remember nothing."""
        if self._strategy is not None:
            return seeded(self._strategy, seed)
        name, options = self._named or ("", {})
        if not self.is_ours:
            return registered(name, **{**options, "seed": seed})
        self._strategy = registered(name, **options)
        return self._order(seed)

    def record(self, run: Run, seed: int) -> RunRecord:
        """Return what came of a run."""
        return record_of(run, seed, self.test)

    def made(self, piece: range) -> Iterator[object]:
        """Make the runs of a piece, in another process, and yield what came of each.

        piece: indices of seeds. Where the code is not ours that is what the run left, which the
        reader replays.
        """
        for seed in map(self.seeds.__getitem__, piece):
            run = self.run(seed)
            yield list(self.record(run, seed).as_dict().values()) if self.is_ours else run.left

    def heard(self, seed: int, message: Any) -> RunRecord:
        """Return the record of the run that another process told this of."""
        if self.is_ours:
            return record_of_plain(message)
        run = replayed(self.algorithm, self.data, self.name, message, **self.options)
        return self.record(run, seed)

    def ended(self, index: int, how: object) -> None:
        """Raise a StrategyError for a process that ended before that run did."""
        name, seed = in_one_line(self.name), shortened(self.seeds[index])
        raise StrategyError(f"strategy {name}, in the run with seed {seed}: it {how}")


class _Enough(Exception):
    """The end of an experiment by a StopIteration: there are runs enough, or no time is left."""


class Runs:
    """The runs of an experiment while they are made; `records` has those done, in order.

    on_run: see `repeat`. ticks: called with every update of a run that is made here, and a few
    times a second with None while others are waited for; StopIteration ends the experiment.
    """

    def __init__(
        self,
        experiment: Experiment,
        on_run: Callable[[RunRecord], object] | None = None,
        ticks: Callable[[Any], object] | None = None,
    ) -> None:
        self.experiment, self._on_run, self._ticks = experiment, on_run, ticks
        self.records: list[RunRecord] = []
        self._heard: list[list[Any]] = []  # what was told of the runs of each piece
        self._size = _CHUNK

    def make(self, jobs: int = 1) -> None:
        """Make the runs in `jobs` processes, up to the first StopIteration."""
        try:
            alone = jobs == 1 or not child.has_processes() or not self.experiment.can_be_sent
            if alone and not self.experiment.is_elsewhere:
                self._make_here()
            else:
                self._make_apart(jobs)
        except _Enough:
            pass

    def found(self) -> Repeated:
        """Return what came of the runs that are done."""
        made = self.experiment
        N_test = None if made.test is None else made.test.N
        about = made.algorithm, made.name, made.data.N, N_test, len(made.seeds)
        return Repeated(*about, self.records)

    def _make_here(self) -> None:
        for seed in self.experiment.seeds:
            run = self.experiment.run(seed, self._ticks)
            if run.status == "stopped":  # in the middle
                raise _Enough
            self._take(self.experiment.record(run, seed))

    def _make_apart(self, jobs: int) -> None:
        count = len(self.experiment.seeds)
        self._size = size = max(1, min(_CHUNK, count // (2 * jobs)))
        pieces = [range(first, min(first + size, count)) for first in range(0, count, size)]
        self._heard = [[] for _ in pieces]
        ends = in_threads(self._piece_made, pieces, jobs, self._waiting)
        try:
            with closing(ends):
                for piece, how in zip(pieces, ends):
                    self._take_heard()
                    if len(self.records) < piece.stop:
                        self.experiment.ended(len(self.records), how)
        except KeyboardInterrupt:
            self._take_heard()
            raise

    def _piece_made(self, piece: range, left: Left) -> object:
        """Have the runs of a piece made in a child, in a thread that waits for it; hear of them."""
        told = self._heard[piece.start // self._size].append
        try:
            for message in child.heard(partial(self.experiment.made, piece), left):
                told(message)
        except child.NoAnswer as how:
            return how
        return "told of fewer runs than it was to make"

    def _waiting(self) -> None:
        self._take_heard()
        if self._ticks is not None and stops(self._ticks, None):
            raise _Enough

    def _take_heard(self) -> None:
        """Note the runs that were told of, in the order of their seeds."""
        for seed in self.experiment.seeds[len(self.records) :]:
            piece, at = divmod(len(self.records), self._size)
            if at >= len(self._heard[piece]):
                return
            self._take(self.experiment.heard(seed, self._heard[piece][at]))

    def _take(self, record: RunRecord) -> None:
        """Note a run, and tell of it."""
        self.records.append(record)
        if self._on_run is not None and stops(self._on_run, record):
            raise _Enough


def _check_options(algorithm: str, options: Mapping[str, object]) -> None:
    """Raise a DataError for what is no algorithm, a TypeError for an option that it has not."""
    if not isinstance(algorithm, str) or algorithm not in _ALGORITHMS:
        raise DataError(f"algorithm: found {shown(algorithm)}; expected 'pla' or 'pocket'")
    known = set(_ALGORITHMS[algorithm].__kwdefaults__ or ()) - {"on_update"}
    for option in options:
        if option not in known:
            hint = "; on_run is told of each run" if option == "on_update" else ""
            raise TypeError(f"repeat: {algorithm} takes no option {option!r} here{hint}")


def _checked_test(test: Dataset | None, data: Dataset) -> Dataset | None:
    if test is not None:
        found, expected = (
            f"{each.d} features and x_0 = {shortened(each.x0)}"
            for each in (checked_dataset(test), data)
        )
        if found != expected:
            raise DataError(f"test: found data with {found}; expected {expected}, as to learn from")
    return test


def _checked_seeds(strategy: Bound, seeds: int | Iterable[int]) -> Sequence[int]:
    """Return the seeds that were asked for; StrategyError for a strategy that takes none."""
    if "seed" not in strategy.options:
        raise StrategyError(
            f"strategy {strategy.name} takes no seed; "
            "expected one that does, such as random, as every run would be the same"
        )
    if isinstance(seeds, Iterable) and not isinstance(seeds, str):
        found = seeds if isinstance(seeds, range) else tuple(map(_checked_seed, seeds))
    else:
        found = seeds_of(strategy, checked_count("seeds", seeds, least=1)) or ()
    if not found:
        raise DataError("seeds: found none; expected one at least")
    return found


def _checked_seed(seed: object) -> int:
    try:
        return integer(seed)
    except TypeError:
        raise DataError(f"seeds: found {shown(seed)}; expected ints") from None
