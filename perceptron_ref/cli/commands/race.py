"""`race`: rank strategies by what they cost on many sets of data."""

from __future__ import annotations

import argparse
from fractions import Fraction
from functools import partial
from math import inf

from ...child import NoAnswer, done
from ...errors import PerceptronError
from ...exact.rationals import exact_text
from ...examples import PREFIX
from ...experiments.threads import in_threads
from ...plugins.registry import is_built_in
from ...testing.race import (
    MEASURES,
    SETS,
    YARDSTICK,
    Course,
    Entrant,
    Race,
    check_separable,
    default_sets,
    too_late,
)
from .. import parse, report
from ..change import CHANGES
from ..decision import decided
from ..foreign import GRACE
from ..load import READING, load
from ..parse import UsageError
from ..progress import Progress
from ..text import aligned, counted, one_line, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...child import Tell
    from ...dataset import Dataset
    from ...experiments.threads import Waiting
    from ...testing.race import Attempt, Outcome
    from ..progress import Interrupted, Late

EPILOG = """\
examples:
  perceptron-ref race
  perceptron-ref race example:spam example:powers:d=7 --visits
  perceptron-ref race --strategies all --jobs 2 --max-seconds 60

a number in the first table is a geometric mean over the sets: what the strategy cost by what
cyclic did there.
"""
_DIGITS = 12  # of a geometric mean in JSON
_HEADS = {measure: measure.replace("_", " ") for measure in MEASURES}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="separable sets, as for `fit` "
        f"(default: {len(SETS)} embedded ones and ones made to order)",
    )
    parse.add_reading(parser)
    parse.add_changes(parser)
    parse.add_strategies(parser)
    parse.group(parser, parse.RUNS).add_argument(
        "--seeds",
        metavar="K",
        type=parse.positive_count,
        default=5,
        help="how many seeds to run of a strategy that takes one (default: 5)",
    )
    _add_measures(parser)
    stop = parse.group(parser, parse.LIMITS)
    stop.add_argument(
        "--max-updates",
        metavar="N",
        type=parse.count_or_none,
        default=100_000,
        help="stop a run after N updates: unfinished; none for no limit (default: 100000)",
    )
    stop.add_argument(
        "--max-seconds",
        metavar="S",
        type=float,
        help="give up a strategy that takes longer than S seconds on a set (default: no limit)",
    )
    parse.add_jobs(parser, "spread the strategies over J processes")
    parse.add_json(parser)


def _add_measures(parser: argparse.ArgumentParser) -> None:
    measures = parse.group(parser, parse.OUTPUT).add_mutually_exclusive_group()
    for measure, head in _HEADS.items():
        measures.add_argument(
            f"--{head.replace(' ', '-')}",
            dest="measure",
            action="store_const",
            const=measure,
            default=MEASURES[0],
            help=f"sort by {head}" + " (default)" * (measure == MEASURES[0]),
        )


class Raced:
    """A finished `race`: what was asked for, the sets, and who cost what."""

    def __init__(self, args: argparse.Namespace, sets: dict[str, Dataset], race: Race) -> None:
        self.args, self.sets, self.race = args, sets, race
        self.not_run: list[str] = []  # those that Ctrl-C left out
        self.interrupted: Interrupted | Late | None = None


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    texts = list(dict.fromkeys([YARDSTICK, *parse.chosen_strategies(args)]))
    _check(args)
    with Progress() as progress:
        raced = _race(args, texts, _sets(args, progress), progress)
    report.show(args, raced, _record, _lines)
    if raced.interrupted is not None:
        raise raced.interrupted
    return 0


def _check(args: argparse.Namespace) -> None:
    changes = [option for option in CHANGES if getattr(args, option) is not None]
    if changes and not args.files:
        raise UsageError(f"--{changes[0]} goes with a FILE")
    given = [option for option in READING if getattr(args, option) is not None]
    if given and all(file.startswith(PREFIX) for file in args.files):
        raise UsageError(f"--{given[0]} goes with a FILE to be read")


def _sets(args: argparse.Namespace, progress: Progress) -> dict[str, Dataset]:
    """Return the data sets by name, all of them separable."""
    no_options = argparse.Namespace(**{**vars(args), **dict.fromkeys(READING)})
    sets = {
        file: load(no_options if file.startswith(PREFIX) else args, file, progress=progress)
        for file in dict.fromkeys(args.files)
    }
    for file, data in sets.items():
        check_separable(file, decided(data, progress))
    return sets or default_sets()


def _race(
    args: argparse.Namespace, texts: Sequence[str], sets: dict[str, Dataset], progress: Progress
) -> Raced:
    """Run the race, or what there is of it by Ctrl-C, if the yardstick is."""
    course = Course(
        sets, seeds=args.seeds, max_updates=args.max_updates, max_seconds=args.max_seconds
    )
    attempts = _Attempts(course, _Shown(progress, texts))
    one_by_one = args.jobs in (None, 1)
    run_all = attempts.one_by_one if one_by_one else partial(attempts.spread, args.jobs)
    ran: list[Entrant] = []
    interrupted = None
    try:
        for text, attempt in zip(texts, run_all(texts)):
            ran.append(course.believed(text, text, attempt))
    except KeyboardInterrupt as error:
        if not ran:
            raise
        interrupted = progress.interrupted(error)
    raced = Raced(args, sets, Race(sets, ran))
    raced.interrupted, raced.not_run = interrupted, list(texts[len(ran) :])
    return raced


class _Attempts:
    """The attempts of the strategies: of those that are not ours, each in a child."""

    def __init__(self, course: Course, show: _Shown) -> None:
        self._course, self._show = course, show
        self._on: dict[str, str] = {}  # the set that each is on

    def one_by_one(self, texts: Sequence[str]) -> Iterator[Attempt]:
        for text in texts:
            self._show.begins(text)
            if is_built_in(text):
                yield _attempt(self._course, text, partial(self._show.on_set, text))
            else:
                waiting = partial(self._show.waits, text)
                yield self._in_child(text, waiting, self._show.on_set)

    def spread(self, jobs: int, texts: Sequence[str]) -> Iterator[Attempt]:
        attempts = in_threads(self._in_child, texts, jobs)
        for text in texts:
            self._show.begins(text)
            yield next(attempts)

    def _in_child(
        self,
        text: str,
        waiting: Waiting,
        on_set: Callable[[str, str], object] = lambda text, name: None,
    ) -> Attempt:
        begun: set[str] = set()

        def told(name: object) -> bool:
            if not isinstance(name, str) or name not in self._course.sets or name in begun:
                return False  # what is no next set
            begun.add(name)
            self._on[text] = name
            on_set(text, name)
            return True  # the limit is that of one set

        limit = self._course.max_seconds
        try:
            attempt: Attempt = done(
                partial(_attempt, self._course, text),
                told,
                seconds=inf if limit is None else limit + GRACE,
                waiting=waiting,
            )
        except NoAnswer as how:
            return self._ended(text, how), None, {}
        except PerceptronError as error:
            return str(error), None, {}
        return attempt

    def _ended(self, text: str, how: NoAnswer) -> str:
        if how.late:
            return too_late(text, self._on.get(text, ""), self._course.max_seconds)
        where = f"on {self._on[text]}: " if text in self._on else ""
        return f"{where}strategy {text} {how}"


def _attempt(course: Course, text: str, tell: Tell) -> Attempt:
    return course.attempt(text, text, tell)


class _Shown:
    """The progress of a race, as it is shown."""

    def __init__(self, progress: Progress, texts: Sequence[str]) -> None:
        self._progress, self._texts = progress, list(texts)

    def begins(self, text: str) -> None:
        self._progress.begins(self._stage(text))

    def on_set(self, text: str, name: str) -> None:
        self._progress.begins(f"{self._stage(text)} on {printable(name)}")

    def waits(self, text: str, silent: float) -> None:
        self._progress.waits(printable(text), silent)

    def _stage(self, text: str) -> str:
        ran, every = self._texts.index(text), len(self._texts)
        return f"{ran} of {every} strategies, in {printable(text)}"


def _lines(raced: Raced) -> Iterator[str]:
    race, measure, sets = raced.race, raced.args.measure, range(1, 1 + len(raced.sets))
    yield _head(raced)
    if raced.not_run:
        yield f"Interrupted: not run, {', '.join(map(printable, raced.not_run))}"
    if race.yardstick.unfinished:
        unfinished = f"{YARDSTICK} is {_unfinished(race, YARDSTICK)}"
        yield f"{unfinished}; it costs more than what the others are held against"
    yield f"Against {YARDSTICK}, the geometric mean over the sets:"
    yield ""
    yield from aligned(list(_ranking(measure, race)), numbers=range(1, 7))
    yield ""
    yield f"{_HEADS[measure].capitalize()} on each set:"
    yield ""
    yield from aligned(list(_costs(measure, race)), numbers=sets)
    yield ""
    yield from aligned(list(_legend(raced)), numbers=(0, 2, 3, 4))


def _head(raced: Raced) -> str:
    strategies = len(raced.race.entrants)
    who = "1 strategy" if strategies == 1 else f"{strategies} strategies"
    seeds = f"the mean over {counted(raced.args.seeds, 'seed')} of each that takes one"
    return f"{who} on {counted(len(raced.sets), 'set')}, {seeds}"


def _ranking(measure: str, race: Race) -> Iterator[list[str]]:
    """Yield a row for each strategy: geometric means and ranks, and why they may be incomplete."""
    yield ["strategy", *(cell for name in MEASURES for cell in (_HEADS[name], "rank"))]
    for label in race.ranking(measure):
        entrant = race.entrants[label]
        if entrant.error:
            yield [label, *"------", one_line(entrant.error)]
        else:
            note = _unfinished(race, label) if entrant.unfinished else ""
            yield [label, *_means_and_ranks(race, label), note]


def _means_and_ranks(race: Race, label: str) -> Iterator[str]:
    at_least = race.entrants[label].unfinished and not race.yardstick.unfinished
    for measure in MEASURES:
        yield f"{'>' if at_least else ''}{race.geometric_mean(label, measure):,f}"
        yield str(race.ranks(measure)[label])


def _unfinished(race: Race, label: str) -> str:
    unfinished = race.entrants[label].unfinished
    numbers = [str(number) for number, name in enumerate(race.sets, start=1) if name in unfinished]
    return f"unfinished on {counted(len(unfinished), 'set')}: {', '.join(numbers)}"


def _costs(measure: str, race: Race) -> Iterator[list[str]]:
    """Yield a row for each strategy that did not fail: what it cost on each set."""
    yield ["strategy", *(str(number) for number in range(1, 1 + len(race.sets)))]
    for label in race.ranking(measure):
        entrant = race.entrants[label]
        if not entrant.error:
            costs = (_cost(entrant.outcomes[name], measure) for name in race.sets)
            yield [label, *costs]


def _cost(outcome: Outcome, measure: str) -> str:
    """Return a mean to a tenth, halves up, marked if it is a lower bound."""
    mean = outcome.means[measure]
    whole, tenth = divmod(int(mean * 10 + Fraction(1, 2)), 10)
    decimals = f".{tenth}" if mean.denominator > 1 else ""
    return f"{'' if outcome.finished else '>'}{whole:,}{decimals}"


def _legend(raced: Raced) -> Iterator[list[str]]:
    yield ["set", "", "N", "d", f"updates of {YARDSTICK}"]
    for number, (name, data) in enumerate(raced.sets.items(), start=1):
        cost = _cost(raced.race.yardstick.outcomes[name], "updates")
        yield [str(number), name, f"{data.N:,}", f"{data.d:,}", cost]


def _record(raced: Raced) -> dict[str, object]:
    args, race = raced.args, raced.race
    keys = ("measure", "seeds", "max_updates", "max_seconds")
    return {
        **{key: getattr(args, key) for key in keys},
        "yardstick": YARDSTICK,
        "sets": [report.data_record(name, data) for name, data in raced.sets.items()],
        "strategies": [_strategy_record(race, label) for label in race.ranking(args.measure)],
        "not_run": raced.not_run,
    }


def _strategy_record(race: Race, label: str) -> dict[str, object]:
    """Return what a strategy cost on each set that it ran, and how it compares if it ran all."""
    entrant = race.entrants[label]
    record: dict[str, object] = {
        "strategy": label,
        "error": entrant.error or None,
        "seeds": None if entrant.seeds is None else list(entrant.seeds),
        "runs": [_outcome_record(name, outcome) for name, outcome in entrant.outcomes.items()],
    }
    for measure in MEASURES if not entrant.error else ():
        mean = Fraction(race.geometric_mean(label, measure, _DIGITS))
        rank = race.ranks(measure)[label]
        record[measure] = {"rank": rank, "geometric_mean": exact_text(mean)}
    return record


def _outcome_record(name: str, outcome: Outcome) -> dict[str, object]:
    means = {measure: exact_text(mean) for measure, mean in outcome.means.items()}
    return {"set": name, "finished": outcome.finished, **means}
