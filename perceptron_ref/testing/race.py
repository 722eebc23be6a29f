"""A race of strategies: each runs PLA on each data set, and is ranked by what that costs.

On a set a strategy costs its updates, visits and dot products: the mean over its seeds. Its cost
over all sets is the geometric mean of the ratios of its costs to those of the naive cycle, the
yardstick: 0.5 is half as much. Means and products are Fractions, so ranks and ties are exact, and
roots are rounded from many more digits, the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import partial
from math import inf, prod
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..child import NoAnswer
from ..dataset import Dataset, checked_dataset
from ..errors import DataError, StrategyError, quote
from ..exact.checks import checked_count, checked_limit, checked_positive
from ..exact.rationals import rounded_decimal, short_text
from ..examples import example
from ..pla import pla
from ..plugins.registry import strategy as registered
from ..replay import replay_report, report_of
from ..theory.separability import NotSeparable, Separable, Undecided, separability, through_origin
from .subject import known_chance

if TYPE_CHECKING:
    from ..run import Run
    from ..visits import Strategy

__all__ = ["Entrant", "Outcome", "Race", "default_sets", "race"]

MEASURES = ("updates", "visits", "dot_products")
YARDSTICK = "cyclic"
SETS = (
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

_DRAWN = """
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

    strategies: texts as on the command line, or callables that take a `View`; a text that is given
        twice runs once.
    sets: by name, each separable, as PLA never halts on others (DataError); those of `SETS` where
        none are given, which anybody can know beforehand: `drawn_sets` makes others.
    seeds: how many to run of a strategy that has an option `seed`, counted on from its own.
    max_updates: the limit of a run. One that reaches it is unfinished: its costs are lower bounds,
        and its strategy ranks behind those that finish everywhere.
    max_seconds: how long a strategy may take on one set; None for no limit. The time is looked at
        after each update, so a strategy that never answers is not ended: the command `race` ends
        it.

    A strategy that fails or takes too long is listed with its error, and the others go on.
    StrategyError where that is `cyclic`, as there would be nothing to compare with.

    >>> from perceptron_ref import example
    >>> sets = {"and": example("and"), "credit-2d": example("credit-2d")}
    >>> found = race(["restart", "worst-margin"], sets)
    >>> found.ranking("updates")
    ['restart', 'worst-margin', 'cyclic']
    >>> found.geometric_mean("restart", "updates")  # 18 of 18 and 15 of 24: the root of 5/8
    Decimal('0.791')
    """
    if sets is None:
        sets = default_sets()
    else:
        for name, data in sets.items():
            check_separable(name, separability(data))
    course = Course(sets, seeds=seeds, max_updates=max_updates, max_seconds=max_seconds)
    labelled: dict[str, str | Strategy] = {YARDSTICK: YARDSTICK}
    for strategy in strategies:
        label = strategy if isinstance(strategy, str) else registered(strategy).name
        if labelled.setdefault(label, strategy) != strategy:
            raise StrategyError(
                f"found two strategies called {quote(label)}; "
                f"expected each to have a name of its own, and {YARDSTICK} runs always"
            )
    return Race(sets, (course.run(label, strategy) for label, strategy in labelled.items()))


def default_sets() -> dict[str, Dataset]:
    """Return the data sets of a race for which none are named: those of `SETS`, all separable."""
    return {text: example(text) for text in SETS}


def drawn_sets(seed: int) -> dict[str, Dataset]:
    """Return separable data sets that nobody knows who does not know the seed, by their names.

    >>> list(drawn_sets(7))[0]
    'example:separable:N=20,d=2,margin=0.1,seed=7'
    """
    texts = [f"example:separable:{each},seed={seed + k}" for k, each in enumerate(_DRAWN)]
    return {text: example(text) for text in texts}


def check_separable(name: str, found: Separable | NotSeparable | Undecided) -> None:
    """Raise a DataError that names the set if no line separates it.     Lecture 2: L2.8, L2.13"""
    if not found.separable:
        raise DataError(
            f"{name}: found data that no line{through_origin(found.data)} separates, on which PLA "
            "never halts; expected separable data in a race (`separable` shows the proof)"
        )


class Course:
    """The course of a race: its data sets, number of seeds, and limits; see `race`."""

    sets: dict[str, Dataset]
    seeds: int
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
        self.seeds = checked_count("seeds", seeds, least=1)
        self.max_updates = checked_limit("max_updates", max_updates, least=1)
        self.max_seconds = (
            None if max_seconds is None else float(checked_positive("max_seconds", max_seconds))
        )

    def run(
        self,
        label: str,
        strategy: str | Strategy,
        on_set: Callable[[str], object] = lambda name: None,
    ) -> Entrant:
        """Run a strategy, or the one that a text names, on all sets up to the first failure.

        on_set: called with the name of each set before the run.
        """
        with closing(self.made(strategy, on_set)) as told:
            return self.entrant(label, told)

    def made(
        self, strategy: str | Strategy, on_set: Callable[[str], object] = lambda name: None
    ) -> Generator[Any, None, None]:
        """Yield its first seed as hexadecimal text, which may be long, or None; then for each set
        what each run left: see `report_of`; then whether it drew without a seed of its own.
        """
        with known_chance(0) as used_random:
            order = registered(strategy)
            used_random()  # NumPy, if it is there now, has drawn nothing yet
            first = order.first_seed
            yield None if first is None else hex(first)
            seeds = range(first or 0, (first or 0) + self.seeds)
            orders = [order] if first is None else [registered(order, seed=seed) for seed in seeds]
            for name, data in self.sets.items():
                on_set(name)
                end = inf if self.max_seconds is None else monotonic() + self.max_seconds

                def on_update(update: object, end: float = end) -> None:
                    if monotonic() > end:
                        raise StrategyError(self._too_late(order.name))

                run = partial(pla, data, max_updates=self.max_updates, on_update=on_update)
                yield from (report_of(run(each)) for each in orders)
            yield used_random()

    def entrant(self, label: str, told: Iterator[Any]) -> Entrant:
        """Return the entrant that `made` tells of, maybe from a child.

        Its runs are replayed on the sets of the course: see `replay_report`.
        """
        entrant, runs, where = Entrant(label), [label], ""
        try:
            with suppress(TypeError, ValueError):
                first = int(next(told, ""), 16)
                entrant.seeds = range(first, first + self.seeds)
                runs = [f"{label}, seed {short_text(seed)}" for seed in entrant.seeds]
            for name, data in self.sets.items():
                where = f"on {name}: "
                replay = partial(replay_report, "pla", data, max_updates=self.max_updates)
                entrant.outcomes[name] = Outcome([replay(run, next(told, None)) for run in runs])
            entrant.used_random = next(told, None) is True
        except StrategyError as error:
            entrant.error = f"{where}{error}"
        except NoAnswer as how:
            entrant.error = f"{where}strategy {label} {how}"
            if how.late:
                entrant.error = where + self._too_late(label) + " to load" * (not where)
        return entrant

    def _too_late(self, who: str) -> str:
        return f"strategy {who} took longer than {self.max_seconds:g} s"


class Outcome:
    """The cost of a strategy on a set: for each of `MEASURES` the exact mean over its seeds.

    runs: its runs, one for each seed.

    costs: that of each run, in the order of the seeds, for each of `MEASURES`.
    finished: whether all of its runs converged; if one was stopped, the means are lower bounds.
    """

    costs: dict[str, list[Any]]
    means: dict[str, Fraction]
    finished: bool

    def __init__(self, runs: Sequence[Run]) -> None:
        self.costs = {measure: [getattr(run, measure) for run in runs] for measure in MEASURES}
        self.means = {measure: Fraction(sum(c), len(c)) for measure, c in self.costs.items()}
        self.finished = all(run.status == "converged" for run in runs)


class Entrant:
    """A strategy in a race.

    label: the text that names it. seeds: those that it ran, or None where it takes none.
    outcomes: by the names of the sets. error: why it did not run on all of them, or "".
    used_random: whether it drew without a seed of its own: see `known_chance`.
    """

    label: str
    error: str
    used_random: bool

    def __init__(self, label: str) -> None:
        self.label, self.error, self.used_random = label, "", False
        self.seeds: range | None = None
        self.outcomes: dict[str, Outcome] = {}

    @property
    def unfinished(self) -> list[str]:
        """The sets on which a run was stopped before it converged."""
        return [name for name, outcome in self.outcomes.items() if not outcome.finished]

    def product(self, measure: str) -> Fraction:
        """Return the product of its costs on all sets, in the order of their geometric mean."""
        means = [outcome.means[measure] for outcome in self.outcomes.values()]
        return prod(means, start=Fraction(1))

    def __repr__(self) -> str:
        return f"<Entrant {self.label}: {self.error or f'{len(self.outcomes)} sets'}>"


class Race:
    """The result of a race: the names of the sets, and the entrants by label, `cyclic` among them.

    Labels are sorted: the order in which the strategies were given does not matter.
    StrategyError where `cyclic` failed: everything is held against it.
    """

    sets: tuple[str, ...]
    entrants: dict[str, Entrant]
    yardstick: Entrant

    def __init__(self, sets: Iterable[str], entrants: Iterable[Entrant]) -> None:
        self.sets = tuple(sets)
        self.entrants = {each.label: each for each in sorted(entrants, key=lambda each: each.label)}
        self.yardstick = self.entrants[YARDSTICK]
        if self.yardstick.error:
            expected = f"expected {YARDSTICK} to finish, as everything is compared with it"
            raise StrategyError(f"{self.yardstick.error}; {expected}")

    def ranks(self, measure: str) -> dict[str, int]:
        """Return the rank, from 1, of every strategy that did not fail; equal ones share it.

        First counts on how few sets a strategy is unfinished, then how little it costs.
        """
        costs = {
            label: (len(entrant.unfinished), entrant.product(measure))
            for label, entrant in self.entrants.items()
            if not entrant.error
        }
        every = costs.values()
        return {label: 1 + sum(other < cost for other in every) for label, cost in costs.items()}

    def ranking(self, measure: str) -> list[str]:
        """Return the labels by rank, equal ranks by name; those that failed come last."""
        ranks = self.ranks(measure)
        return sorted(self.entrants, key=lambda label: ranks.get(label, inf))

    def geometric_mean(self, label: str, measure: str, digits: int = 3) -> Decimal:
        """Return the geometric mean of the ratios of its costs to the yardstick's, rounded."""
        ratio = self.entrants[label].product(measure) / self.yardstick.product(measure)
        return rounded_root(ratio, len(self.sets), digits)

    def geometric_means(self, label: str, measure: str, digits: int = 3) -> list[Decimal]:
        """Return the same for each seed alone, in their order: how much the seeds differ."""
        costs = [each.costs[measure] for each in self.entrants[label].outcomes.values()]
        own = self.yardstick.product(measure)
        ratios = [prod(map(Fraction, of_seed), start=Fraction(1)) / own for of_seed in zip(*costs)]
        return [rounded_root(ratio, len(self.sets), digits) for ratio in ratios]

    def __repr__(self) -> str:
        return f"<Race of {len(self.entrants)} strategies on {len(self.sets)} sets>"


def rounded_root(q: Fraction, k: int, digits: int) -> Decimal:
    """Return the k-th root of q > 0 to that many significant digits, halves up.

    It is the same on every machine: `decimal` computes it to 40 digits more.

    >>> rounded_root(Fraction(2), 2, 3), rounded_root(Fraction(1, 8), 3, 3)
    (Decimal('1.41'), Decimal('0.500'))
    """
    with localcontext() as context:
        context.prec, context.rounding = digits + 40, ROUND_HALF_UP
        root = rounded_decimal(q, digits + 40) ** (1 / Decimal(k))
        context.prec = digits + 20  # so that a half is one
        return Decimal(f"{+root:.{digits - 1}E}")
