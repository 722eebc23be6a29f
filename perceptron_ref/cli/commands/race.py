"""`race`: rank strategies by what they cost on many sets of data."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from fractions import Fraction
from functools import partial
from math import inf
from threading import Event

from ...child import has_processes, heard
from ...dataset import Dataset
from ...exact.rationals import exact_text
from ...examples import PREFIX
from ...testing.race import (
    MEASURES,
    SETS,
    YARDSTICK,
    Course,
    Entrant,
    Outcome,
    Race,
    check_separable,
    default_sets,
)
from .. import parse, report
from ..foreign import GRACE
from ..load import READ, load
from ..parse import UsageError
from ..progress import Progress
from ..text import aligned, counted, printable
from .separable import decided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...child import Left

EPILOG = """\
examples:
  perceptron-ref race
  perceptron-ref race example:spam example:powers:d=7 --visits
  perceptron-ref race --strategies all --jobs 2 --max-seconds 60

a number in the first table is a geometric mean over the sets: what the strategy cost by what
cyclic did there.
"""
_LOOK = 0.1  # seconds until threads are looked at
_DIGITS = 12  # of a geometric mean in JSON
_HEADS = {measure: measure.replace("_", " ") for measure in MEASURES}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    told = f"separable sets, as for `fit` (default: {len(SETS)} embedded ones and made to order)"
    parser.add_argument("files", metavar="FILE", nargs="*", help=told)
    own = {
        "--max-updates N": "stop a run after N updates: unfinished; none for no limit (default: "
        "100000)",
        "--max-seconds S": "give up a strategy that takes longer than S seconds on a set (default: "
        "no limit)",
        "--jobs J": "spread the strategies over J processes",
    }
    groups = parse.READING, parse.CHANGES, parse.STRATEGIES, own, parse.JSON
    for each in groups:
        parse.add(parser, each)
    told = "how many seeds to run of a strategy that takes one (default: 5)"
    parse.add(parser, {"--seeds K": told}, type=parse.positive_count)
    for measure, head in _HEADS.items():
        told = f"sort by {head}" + " (default)" * (measure == MEASURES[0])
        option = {f"--{head.replace(' ', '-')}": told}
        parse.add(parser, option, dest="measures", action="append_const", const=measure)
    parser.set_defaults(seeds=5, max_updates=100_000)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    left = list(dict.fromkeys([YARDSTICK, *parse.chosen_strategies(args)]))
    _check(args)
    ran: list[Entrant] = []
    interrupted = None
    with Progress() as progress:
        sets = _sets(args, progress)
        limits = {"max_updates": args.max_updates, "max_seconds": args.max_seconds}
        course = Course(sets, seeds=args.seeds, **limits)
        try:
            progress.begins(_stage(ran, left))
            for entrant in _entrants(course, left[:], args.jobs or 1):
                if entrant is None:  # no other is done yet
                    progress.ticks(None)
                    continue
                ran.append(entrant)
                del left[0]
                progress.begins(_stage(ran, left))
        except KeyboardInterrupt as error:
            if not ran:
                raise
            interrupted = progress.interrupted(error)
    race = Race(sets, ran)
    report.show(args, lambda: _record(args, sets, race, left), _lines(args, sets, race, left))
    if interrupted is not None:
        raise interrupted
    return 0


def _stage(ran: Sequence[Entrant], left: Sequence[str]) -> str:
    at_work = f", in {printable(left[0])}" if left else ""
    return f"{len(ran)} of {len(ran) + len(left)} strategies{at_work}"


def _check(args: argparse.Namespace) -> None:
    """Set the measure, and refuse options that do not go together."""
    args.measure, *more = args.measures or MEASURES[:1]
    if more:
        raise UsageError(f"found {_HEADS[more[0]]} and {_HEADS[args.measure]}; expected one order")
    if all(file.startswith(PREFIX) for file in args.files):
        changes = [] if args.files else parse.names_of(parse.CHANGES)
        for option in (*changes, *READ):
            if getattr(args, option) is not None:
                raise UsageError(f"--{option} goes with a FILE")


def _sets(args: argparse.Namespace, progress: Progress) -> dict[str, Dataset]:
    """Return the data sets by name, all of them separable."""
    no_options = argparse.Namespace(**{**vars(args), **dict.fromkeys(READ)})
    sets = {
        file: load(no_options if file.startswith(PREFIX) else args, file, progress=progress)
        for file in dict.fromkeys(args.files)
    }
    for file, data in sets.items():
        check_separable(file, decided(data, progress))
    return sets or default_sets()


def _entrants(course: Course, texts: Sequence[str], jobs: int) -> Iterator[Entrant | None]:
    """Yield the entrants in their order, from threads of which each waits for a child; None a few
    times a second while the next one is waited for.
    """
    if not has_processes():  # nor threads
        yield from (_in_child(course, text, lambda silent: inf) for text in texts)
        return
    is_left = Event()

    def goes_on(silent: float) -> float:
        if is_left.is_set():
            raise KeyboardInterrupt
        return inf

    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(_in_child, course, text, goes_on) for text in texts]
        try:
            for future in futures:
                while not wait([future], _LOOK).done:
                    yield None
                yield future.result()
        except KeyboardInterrupt:
            is_left.set()
            future.result()  # which raises it, with the place where the child stood
            raise
        finally:
            is_left.set()
            for future in futures:
                future.cancel()


def _in_child(course: Course, text: str, goes_on: Left) -> Entrant:
    seconds = inf if course.max_seconds is None else course.max_seconds + GRACE

    def left(silent: float) -> float:
        return min(goes_on(silent), seconds - silent)

    with closing(heard(partial(course.made, text), left)) as told:
        return course.entrant(text, told)


def _lines(
    args: argparse.Namespace, sets: dict[str, Dataset], race: Race, left: list[str]
) -> Iterator[str]:
    who = "1 strategy" if len(race.entrants) == 1 else f"{len(race.entrants)} strategies"
    seeds = f"the mean over {counted(args.seeds, 'seed')} of each that takes one"
    yield f"{who} on {counted(len(sets), 'set')}, {seeds}"
    if left:
        yield f"Interrupted: not run, {', '.join(map(printable, left))}"
    if race.yardstick.unfinished:
        unfinished = f"{YARDSTICK} is {_unfinished(race, YARDSTICK)}"
        yield f"{unfinished}; it costs more than what the others are held against"
    yield f"Against {YARDSTICK}, the geometric mean over the sets:"
    yield ""
    yield from aligned([*_ranking(args.measure, race)], numbers=range(1, 7))
    yield ""
    yield f"{_HEADS[args.measure].capitalize()} on each set:"
    yield ""
    rows = [["strategy", *map(str, range(1, 1 + len(sets)))]]  # a row each: a class has many
    for label in race.ranking(args.measure):
        outcomes = race.entrants[label].outcomes
        if not race.entrants[label].error:
            rows.append([label, *(_cost(outcomes[name], args.measure) for name in sets)])
    yield from aligned(rows, numbers=range(1, 1 + len(sets)))
    yield ""
    legend = [["set", "", "N", "d"]]
    for number, (name, data) in enumerate(sets.items(), start=1):
        legend.append([str(number), name, f"{data.N:,}", f"{data.d:,}"])
    yield from aligned(legend, numbers=(0, 2, 3))


def _ranking(measure: str, race: Race) -> Iterator[list[str]]:
    """Yield a row for each strategy: geometric means and ranks, and why they may be incomplete."""
    yield ["strategy", *(cell for head in _HEADS.values() for cell in (head, "rank"))]
    for label in race.ranking(measure):
        entrant = race.entrants[label]
        if entrant.error:
            yield [label, *"------", printable(entrant.error, 400)]
            continue
        at_least = ">" if entrant.unfinished and not race.yardstick.unfinished else ""
        cells = [label]
        for each in MEASURES:
            cells.append(f"{at_least}{race.geometric_mean(label, each):,f}")
            cells.append(str(race.ranks(each)[label]))
        yield [*cells, _unfinished(race, label) if entrant.unfinished else ""]


def _unfinished(race: Race, label: str) -> str:
    unfinished = race.entrants[label].unfinished
    numbers = [str(number) for number, name in enumerate(race.sets, start=1) if name in unfinished]
    return f"unfinished on {counted(len(unfinished), 'set')}: {', '.join(numbers)}"


def _cost(outcome: Outcome, measure: str) -> str:
    """Return a mean to a tenth, halves up, marked if it is a lower bound."""
    mean = outcome.means[measure]
    whole, tenth = divmod(int(mean * 10 + Fraction(1, 2)), 10)
    decimals = f".{tenth}" if mean.denominator > 1 else ""
    return f"{'' if outcome.finished else '>'}{whole:,}{decimals}"


def _record(
    args: argparse.Namespace, sets: dict[str, Dataset], race: Race, left: list[str]
) -> dict[str, object]:
    keys = ("measure", "seeds", "max_updates", "max_seconds")
    return {
        **{key: getattr(args, key) for key in keys},
        "yardstick": YARDSTICK,
        "sets": [report.data_record(name, data) for name, data in sets.items()],
        "strategies": [_strategy_record(race, label) for label in race.ranking(args.measure)],
        "not_run": left,
    }


def _strategy_record(race: Race, label: str) -> dict[str, object]:
    """Return what a strategy cost on each set that it ran, and how it compares if it ran all."""
    entrant = race.entrants[label]
    runs = []
    for name, outcome in entrant.outcomes.items():
        means = {measure: exact_text(mean) for measure, mean in outcome.means.items()}
        runs.append({"set": name, "finished": outcome.finished, **means})
    record: dict[str, object] = {
        "strategy": label,
        "error": entrant.error or None,
        "seeds": None if entrant.seeds is None else list(entrant.seeds),
        "runs": runs,
    }
    for measure in MEASURES if not entrant.error else ():
        mean = exact_text(Fraction(race.geometric_mean(label, measure, _DIGITS)))
        record[measure] = {"rank": race.ranks(measure)[label], "geometric_mean": mean}
    return record
