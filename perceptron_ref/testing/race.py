"""A race of strategies: run PLA with each strategy on each data set, and rank them by their costs.

The costs of a strategy on a data set are the means over its seeds of three numbers: updates, visits
and dot products. The naive cycle is the baseline. For each set the cost of a strategy is divided
by the cost of the baseline. The strategy with fewer unfinished sets ranks first; among equals, the
geometric mean of these ratios decides, where 0.5 means half the cost. Means and products are
Fractions, so ranks and ties are exact. Roots are computed with 40 extra digits before they are
rounded, so they are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import partial
from math import inf, prod
from time import monotonic, sleep

from ..child import ChildError, set_progress_counter
from ..dataset import Dataset, checked_dataset
from ..errors import DataError, StrategyError, quote
from ..exact.checks import checked_count, checked_limit, checked_positive
from ..exact.rationals import count_with_noun, rounded_decimal, short_text
from ..examples import example
from ..pla import pla
from ..plugins.registry import strategy as bind_strategy
from ..replay import make_report, replay_report
from ..theory.separability import (
    NotSeparable,
    Separable,
    Undecided,
    separability,
    through_origin_phrase,
)
from ..type_checking import TYPE_CHECKING
from .randomness import detect_unseeded_randomness

if TYPE_CHECKING:
    from typing import Any

    from ..run import Run, Update
    from ..visits import Strategy

__all__ = ["Entrant", "Outcome", "Race", "default_sets", "race"]

_SECONDS_TO_NEXT_VISIT = 0.4  # a strategy that takes longer is taken to hang
MEASURES = ("updates", "visits", "dot_products")
BASELINE = "cyclic"
DEFAULT_SETS = (
    "example:credit",
    "example:credit-2d",
    "example:spam",
    "example:iris-setosa",
    "example:or",
    "example:and",
    "example:hadamard:k=4",
    "example:pingpong:m=5",
    "example:pair:m=10",
    "example:powers:d=5",
    "example:separable:N=100,d=2,seed=2,margin=0.1",
    "example:separable:N=1000,d=3,seed=4,margin=0.5",
    "example:separable:N=200,d=5,seed=2,margin=1",
    "example:separable:N=100,d=20,seed=5,margin=1",
)

_RANDOM_SET_OPTIONS = """
N=20,d=2,margin=0.1 N=50,d=10,margin=0.5 N=100,d=2,margin=0.1 N=100,d=5,margin=0.5
N=100,d=20,margin=1 N=200,d=5,margin=1 N=400,d=2,margin=0.2 N=1000,d=3,margin=0.5
""".split()


def race(
    strategies: Iterable[str | Strategy],
    sets: Mapping[str, Dataset] | None = None,
    *,
    seeds: int = 5,
    max_updates: int | None = 100_000,
    max_seconds: float | None = None,
) -> Race:
    """Run every strategy, and `cyclic`, on every data set; return the costs.     Lecture 2: L2.6

    Args:
        strategies: Texts as on the command line, or callables that take a `View`. A text that
            occurs twice runs once.
        sets: Data sets by name, all linearly separable, because PLA never halts on any other data.
            None for `DEFAULT_SETS`. The author of a strategy can know these; `random_sets` makes
            sets that the author cannot know.
        seeds: The number of seeds for a strategy with an option `seed`: its own and the next ones.
        max_updates: The limit of a run; None for no limit. If the limit stops a run, the costs are
            lower bounds, and the strategy ranks after those that finish on all sets.
        max_seconds: The time limit of a strategy on one set; None for no limit. It is checked only
            after an update, so it does not end a strategy that never answers; the command `race`
            does.

    Returns:
        The race. A strategy that fails or takes too long is listed with its error.

    Raises:
        DataError: If a set is not linearly separable, if there is no set, or if `seeds` or a limit
            is not a positive number.
        StrategyError: If two strategies have the same name, if an object is no strategy, or if
            `cyclic` fails, because the costs of all strategies are divided by its costs.

    >>> from perceptron_ref import example
    >>> sets = {"and": example("and"), "credit-2d": example("credit-2d")}
    >>> result = race(["restart", "worst-margin"], sets)
    >>> result.ranking("updates")
    ['restart', 'worst-margin', 'cyclic']
    >>> result.geometric_mean("restart", "updates")  # 18 of 18 and 15 of 24: the root of 5/8
    Decimal('0.791')
    """
    if sets is None:
        sets = default_sets()
    else:
        for name, data in sets.items():
            check_separable(name, separability(data))
    runner = RaceRunner(sets, seeds=seeds, max_updates=max_updates, max_seconds=max_seconds)
    strategy_of_label: dict[str, str | Strategy] = {BASELINE: BASELINE}
    for strategy in strategies:
        label = strategy if isinstance(strategy, str) else bind_strategy(strategy).name
        if strategy_of_label.setdefault(label, strategy) != strategy:
            raise StrategyError(
                f"found two strategies called {quote(label)}; expected a different name for each"
                + f". Rename yours, because {BASELINE} always takes part" * (label == BASELINE)
            )
    entrants = (runner.run(label, strategy) for label, strategy in strategy_of_label.items())
    return Race(sets, entrants)


def default_sets() -> dict[str, Dataset]:
    """Return the data sets of `DEFAULT_SETS` by name, all linearly separable."""
    return {text: example(text) for text in DEFAULT_SETS}


def random_sets(seed: int) -> dict[str, Dataset]:
    """Return separable data sets by name. Without the seed, an author cannot know them.

    >>> list(random_sets(7))[0]
    'example:separable:N=20,d=2,margin=0.1,seed=7'
    """
    texts = [
        f"example:separable:{options},seed={seed + k}"
        for k, options in enumerate(_RANDOM_SET_OPTIONS)
    ]
    return {text: example(text) for text in texts}


def check_separable(name: str, answer: Separable | NotSeparable | Undecided) -> None:
    """Raise a DataError that names the set if no line separates it.     Lecture 2: L2.8, L2.13

    A race sets no time limit for the answer, so it is never `Undecided`.
    """
    if not answer.separable:
        raise DataError(
            f"{name}: found data that no line{through_origin_phrase(answer.data)} separates; "
            "expected separable data, because PLA never halts on others. `separable` shows the "
            "proof"
        )


class RaceRunner:
    """Run strategies on the data sets of a race, with its seeds and limits.

    Attributes:
        sets: The data sets by name.
        seed_count: The number of seeds for a strategy with an option `seed`.
        max_updates: The limit of a run.
        max_seconds: The time limit of a strategy on one set; None for no limit.
    """

    sets: dict[str, Dataset]
    seed_count: int
    max_updates: int
    max_seconds: float | None

    def __init__(
        self,
        sets: Mapping[str, Dataset],
        *,
        seeds: int = 5,
        max_updates: int | None = 100_000,
        max_seconds: float | None = None,
    ) -> None:
        if not sets:
            raise DataError("found no data set; expected at least one")
        self.sets = {name: checked_dataset(data) for name, data in sets.items()}
        self.seed_count = checked_count("seeds", seeds, minimum=1)
        self.max_updates = checked_limit("max_updates", max_updates, minimum=1)
        self.max_seconds = (
            None if max_seconds is None else float(checked_positive("max_seconds", max_seconds))
        )

    def run(
        self,
        label: str,
        strategy: str | Strategy,
        on_set: Callable[[str], object] = lambda name: None,
    ) -> Entrant:
        """Run a strategy on all sets, or until it fails.

        Args:
            label: The name of the entrant.
            strategy: The strategy, or a text that names it.
            on_set: Called with the name of each set before the runs on it.
        """
        with closing(self.run_and_report(strategy, on_set)) as results:
            return self.replay_results(label, results)

    def run_and_report(
        self, strategy: str | Strategy, on_set: Callable[[str], object] = lambda name: None
    ) -> Generator[Any, None, None]:
        """Run a strategy on all sets, and yield the results; a child process may do this.

        Yields:
            The first seed, as hexadecimal text because it may be long, or None without a seed. Then
            for each set a report of each run, see `make_report`. Last, whether the strategy used
            random numbers without a seed of its own.
        """
        with detect_unseeded_randomness(0) as used_unseeded_randomness:
            bound = bind_strategy(strategy)
            # called here in case the strategy has just imported NumPy
            used_unseeded_randomness()
            first_seed = bound.first_seed
            yield None if first_seed is None else hex(first_seed)
            seeded_strategies = [bound]
            if first_seed is not None:
                seeds = range(first_seed, first_seed + self.seed_count)
                seeded_strategies = [bind_strategy(bound, seed=seed) for seed in seeds]
            watcher = _AnswerWatcher()
            set_progress_counter(watcher.visits_if_answering)
            for name, data in self.sets.items():
                on_set(name)
                deadline = inf if self.max_seconds is None else monotonic() + self.max_seconds

                def on_update(update: Update, deadline: float = deadline) -> None:
                    watcher.run = update._run
                    if monotonic() > deadline:
                        updates = count_with_noun(update.t + 1, "update")
                        detail = f". By then, a run had made {updates}"
                        raise StrategyError(self._timeout_message(bound.name, detail))

                run = partial(pla, data, max_updates=self.max_updates, on_update=on_update)
                yield from (
                    make_report(run(seeded_strategy)) for seeded_strategy in seeded_strategies
                )
            yield used_unseeded_randomness()

    def replay_results(self, label: str, results: Iterator[Any]) -> Entrant:
        """Replay the reported runs, and return the entrant with their costs.

        The reports may come from a child process, so `replay_report` checks each of them.

        Args:
            label: The name of the entrant.
            results: The values that `run_and_report` yields.
        """
        entrant, run_names, error_start = Entrant(label), [label], ""
        try:
            with suppress(TypeError, ValueError):
                first_seed = int(next(results, ""), 16)
                entrant.seeds = range(first_seed, first_seed + self.seed_count)
                run_names = [f"{label}, seed {short_text(seed)}" for seed in entrant.seeds]
            for name, data in self.sets.items():
                error_start = f"on {name}: "
                replay = partial(replay_report, "pla", data, max_updates=self.max_updates)
                entrant.outcomes[name] = Outcome(
                    [replay(run_name, next(results, None)) for run_name in run_names]
                )
            entrant.used_unseeded_randomness = next(results, None) is True
        except StrategyError as error:
            entrant.error = f"{error_start}{error}"
        except ChildError as error:
            entrant.error = f"{error_start}strategy {label} {error}"
            if error.timed_out:
                visits = count_with_noun(error.progress, "visit")
                detail = f". By then, a run had made {visits}" if error.progress else error.location
                detail = " to load" * (not error_start) + detail
                entrant.error = error_start + self._timeout_message(label, detail)
        if self.took_too_long(entrant) and entrant.outcomes:
            sets_text = count_with_noun(len(self.sets), "set")
            entrant.error += f". The strategy finished {len(entrant.outcomes)} of {sets_text}"
        return entrant

    def took_too_long(self, entrant: Entrant) -> bool:
        """Tell whether an entrant failed because it reached the time limit."""
        has_limit = self.max_seconds is not None
        return has_limit and self._timeout_message(entrant.label) in entrant.error

    def _timeout_message(self, name: str, detail: str = "") -> str:
        return f"strategy {name} took longer than {self.max_seconds:g} s{detail}"


class _AnswerWatcher:
    """Watch whether the running strategy still answers.

    `pla` calls nothing at a visit, and a slow strategy may make many visits without an update. So
    the watcher looks whether the number of visits grows.

    Attributes:
        run: The run that made the last update; None before the first update. A strategy that has
            answered at all has made an update, because w = 0 is wrong on every example.
    """

    run: Run | None = None

    def visits_if_answering(self) -> int:
        """Return the number of visits of the run; 0 if it soon makes no further visit."""
        if self.run is None:
            return 0
        visits, end = self.run.visits, monotonic() + _SECONDS_TO_NEXT_VISIT
        while self.run.visits == visits and monotonic() < end:
            sleep(_SECONDS_TO_NEXT_VISIT / 20)
        return self.run.visits if self.run.visits != visits else 0


class Outcome:
    """The costs of a strategy on a data set.

    Attributes:
        costs: The costs of the runs in the order of the seeds, by the names in `MEASURES`.
        means: The exact mean of these costs, by the names in `MEASURES`.
        finished: Whether all runs converged; otherwise the means are lower bounds.
    """

    costs: dict[str, list[Any]]
    means: dict[str, Fraction]
    finished: bool

    def __init__(self, runs: Sequence[Run]) -> None:
        self.costs = {measure: [getattr(run, measure) for run in runs] for measure in MEASURES}
        self.means = {
            measure: Fraction(sum(costs), len(costs)) for measure, costs in self.costs.items()
        }
        self.finished = all(run.status == "converged" for run in runs)


class Entrant:
    """A strategy in a race.

    Attributes:
        label: The name of the strategy in the race.
        seeds: The seeds of its runs; None if it takes no seed.
        outcomes: Its costs, by the names of the sets.
        error: The reason why it did not run on all sets, or "".
        used_unseeded_randomness: Whether it used random numbers without a seed of its own:
            see `detect_unseeded_randomness`.
    """

    label: str
    error: str
    used_unseeded_randomness: bool

    def __init__(self, label: str) -> None:
        self.label, self.error, self.used_unseeded_randomness = label, "", False
        self.seeds: range | None = None
        self.outcomes: dict[str, Outcome] = {}

    @property
    def unfinished(self) -> list[str]:
        """The sets on which a run was stopped before it converged."""
        return [name for name, outcome in self.outcomes.items() if not outcome.finished]

    def cost_product(self, measure: str) -> Fraction:
        """Return the product of its costs on all sets. It ranks like their geometric mean."""
        means = [outcome.means[measure] for outcome in self.outcomes.values()]
        return prod(means, start=Fraction(1))

    def __repr__(self) -> str:
        return f"<Entrant {self.label}: {self.error or count_with_noun(len(self.outcomes), 'set')}>"


class Race:
    """The result of a race, with the strategies in the order of their labels.

    Attributes:
        sets: The names of the data sets.
        entrants: The strategies by label, `cyclic` among them.
        baseline: The entrant `cyclic`.
    """

    sets: tuple[str, ...]
    entrants: dict[str, Entrant]
    baseline: Entrant

    def __init__(self, sets: Iterable[str], entrants: Iterable[Entrant]) -> None:
        """Sort the entrants by their labels; raise StrategyError if `cyclic` failed."""
        self.sets = tuple(sets)
        by_label = sorted(entrants, key=lambda entrant: entrant.label)
        self.entrants = {entrant.label: entrant for entrant in by_label}
        self.baseline = self.entrants[BASELINE]
        if self.baseline.error:
            expected = (
                f"expected {BASELINE} not to fail, because all costs are divided by its costs. "
                "Allow more seconds"
            )
            raise StrategyError(f"{self.baseline.error}; {expected}")

    def ranks(self, measure: str) -> dict[str, int]:
        """Return the rank, from 1, of every strategy that did not fail; ties share a rank.

        The strategy with fewer unfinished sets ranks first; among equals, the lower cost does.

        Args:
            measure: One of `MEASURES`.
        """
        costs = {
            label: (len(entrant.unfinished), entrant.cost_product(measure))
            for label, entrant in self.entrants.items()
            if not entrant.error
        }
        return {
            label: 1 + sum(rival_cost < cost for rival_cost in costs.values())
            for label, cost in costs.items()
        }

    def ranking(self, measure: str) -> list[str]:
        """Return the labels by rank, and by name within a rank; failed strategies come last."""
        ranks = self.ranks(measure)
        return sorted(self.entrants, key=lambda label: ranks.get(label, inf))

    def geometric_mean(self, label: str, measure: str, digits: int = 3) -> Decimal:
        """Return the rounded geometric mean of the ratios of a strategy's costs to the baseline's.

        Args:
            label: The label of a strategy that did not fail. For a strategy that failed the result
                means nothing, because its costs on some sets are missing.
            measure: One of `MEASURES`.
            digits: The number of significant digits.
        """
        ratio = self.entrants[label].cost_product(measure) / self.baseline.cost_product(measure)
        return rounded_root(ratio, len(self.sets), digits)

    def geometric_means_by_seed(self, label: str, measure: str, digits: int = 3) -> list[Decimal]:
        """Return the geometric mean for each seed alone, in the order of the seeds.

        See `geometric_mean` for the arguments.
        """
        costs = [outcome.costs[measure] for outcome in self.entrants[label].outcomes.values()]
        baseline_product = self.baseline.cost_product(measure)
        products = [
            prod(map(Fraction, seed_costs), start=Fraction(1)) for seed_costs in zip(*costs)
        ]
        ratios = [product / baseline_product for product in products]
        return [rounded_root(ratio, len(self.sets), digits) for ratio in ratios]

    def __repr__(self) -> str:
        strategies = count_with_noun(len(self.entrants), "strategy", "strategies")
        return f"<Race of {strategies} on {count_with_noun(len(self.sets), 'set')}>"


def rounded_root(q: Fraction, k: int, digits: int) -> Decimal:
    """Return the k-th root of q > 0, rounded half up to a number of significant digits.

    The result is the same on every machine, because `decimal` computes 40 more digits.

    >>> rounded_root(Fraction(2), 2, 3), rounded_root(Fraction(1, 8), 3, 3)
    (Decimal('1.41'), Decimal('0.500'))
    """
    with localcontext() as context:
        context.prec, context.rounding = digits + 40, ROUND_HALF_UP
        root = rounded_decimal(q, digits + 40) ** (1 / Decimal(k))
        context.prec = digits + 20  # so that an exact half is recognised as one
        return Decimal(f"{+root:.{digits - 1}E}")
