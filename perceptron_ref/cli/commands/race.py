"""`race`: rank strategies by what they cost on many sets of data."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing, redirect_stdout
from fractions import Fraction
from functools import partial

from ...exact.rationals import exact_text
from ...examples import PREFIX
from ...testing.race import (
    MEASURES,
    SETS,
    YARDSTICK,
    Course,
    Entrant,
    Race,
    check_separable,
    default_sets,
)
from .. import parse, report
from ..decision import decided
from ..load import READING, load
from ..parse import UsageError
from ..processes import in_processes
from ..progress import Progress
from ..text import aligned, counted, escaped, one_line, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from ...dataset import Dataset
    from ...testing.race import Outcome

EPILOG = """\
examples:
  perceptron-ref race
  perceptron-ref race train.csv example:powers:d=7 --positive yes --visits
  perceptron-ref race --strategies all mine.py --jobs 2 --max-seconds 60

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
    parse.add_strategies(parser)
    parser.add_argument(
        "--seeds",
        metavar="K",
        type=parse.positive_count,
        default=5,
        help="how many seeds to run of a strategy that takes one (default: 5)",
    )
    _add_measures(parser)
    parser.add_argument(
        "--max-updates",
        metavar="N",
        type=parse.count_or_none,
        default=100_000,
        help="stop a run after N updates: unfinished; none for no limit (default: 100000)",
    )
    parser.add_argument(
        "--max-seconds",
        metavar="S",
        type=float,
        help="give up a strategy that takes longer than S seconds on a set (default: no limit)",
    )
    parse.add_jobs(parser, "spread the strategies over J processes")
    parse.add_json(parser)


def _add_measures(parser: argparse.ArgumentParser) -> None:
    measures = parser.add_mutually_exclusive_group()
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


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    texts = list(dict.fromkeys([YARDSTICK, *parse.chosen_strategies(args)]))
    _check(args)
    sets = _sets(args)
    raced = Raced(args, sets, _race(args, texts, sets))
    report.show(args, raced, _record, _lines)
    return 0


def _check(args: argparse.Namespace) -> None:
    given = [option for option in READING if getattr(args, option) is not None]
    if given and all(file.startswith(PREFIX) for file in args.files):
        raise UsageError(f"--{given[0]} goes with a FILE to be read")


def _sets(args: argparse.Namespace) -> dict[str, Dataset]:
    """Return the data sets by name, all of them separable."""
    no_options = argparse.Namespace(**dict.fromkeys(READING))
    sets = {
        file: load(no_options if file.startswith(PREFIX) else args, file)
        for file in dict.fromkeys(args.files)
    }
    for file, data in sets.items():
        check_separable(file, decided(data))
    return sets or default_sets()


def _race(args: argparse.Namespace, texts: Sequence[str], sets: dict[str, Dataset]) -> Race:
    course = Course(
        sets, seeds=args.seeds, max_updates=args.max_updates, max_seconds=args.max_seconds
    )
    run_all = _entrants if args.jobs in (None, 1) else partial(_entrants_in_processes, args.jobs)
    with Progress() as progress, closing(run_all(course, texts, progress)) as entrants:
        return Race(sets, entrants)


def _entrants(
    course: Course, texts: Sequence[str], progress: Progress
) -> Generator[Entrant, None, None]:
    for stage, text in zip(_stages(texts), texts):
        progress.begins(stage)
        yield _entrant(course, text, partial(_begins_on, progress, stage))


def _entrants_in_processes(
    jobs: int, course: Course, texts: Sequence[str], progress: Progress
) -> Generator[Entrant, None, None]:
    with closing(in_processes(partial(_entrant, course), texts, jobs, _ended)) as answers:
        for stage in _stages(texts):
            progress.begins(stage)
            yield next(answers)


def _stages(texts: Sequence[str]) -> Iterator[str]:
    for done, text in enumerate(texts):
        yield f"{done} of {len(texts)} strategies, in {printable(text)}"


def _begins_on(progress: Progress, stage: str, name: str) -> None:
    progress.begins(f"{stage} on {printable(name)}")


def _entrant(course: Course, text: str, on_set: Callable[[str], object] | None = None) -> Entrant:
    with redirect_stdout(sys.stderr):  # what a strategy prints is no part of the result
        return course.run(text, text, on_set)


def _ended(text: str, status: int | None) -> Entrant:
    entrant = Entrant(text)
    entrant.error = f"strategy {text} ended its process, with exit status {status}"
    return entrant


def _lines(raced: Raced) -> Iterator[str]:
    race, measure, sets = raced.race, raced.args.measure, range(1, 1 + len(raced.sets))
    yield _head(raced)
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
            yield [escaped(label), *"------", one_line(entrant.error)]
        else:
            note = _unfinished(race, label) if entrant.unfinished else ""
            yield [escaped(label), *_means_and_ranks(race, label), note]


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
            yield [escaped(label), *costs]


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
        yield [str(number), escaped(name), f"{data.N:,}", f"{data.d:,}", cost]


def _record(raced: Raced) -> dict[str, object]:
    args, race = raced.args, raced.race
    keys = ("measure", "seeds", "max_updates", "max_seconds")
    return {
        **{key: getattr(args, key) for key in keys},
        "yardstick": YARDSTICK,
        "sets": [report.data_record(name, data) for name, data in raced.sets.items()],
        "strategies": [_strategy_record(race, label) for label in race.ranking(args.measure)],
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
