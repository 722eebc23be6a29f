"""`race`: strategies ranked by what they cost on many sets of data."""

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
from .. import report
from ..options import (
    UsageError,
    add_command,
    add_reading_options,
    add_strategies,
    chosen_strategies,
    count_or_none,
    load_from,
    positive_count,
)
from ..processes import in_processes
from ..progress import Progress
from ..table import table
from .separable import decided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

    from ...dataset import Dataset
    from ...testing.race import Outcome
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref race
  perceptron-ref race train.csv example:powers:d=7 --positive yes --visits
  perceptron-ref race --strategies all mine.py --jobs 2 --max-seconds 60

a number in the first table is a geometric mean over the sets: what the strategy cost by what cyclic did there.
"""
_READING = ("label", "positive", "format")
_DIGITS = 12  # of a geometric mean in JSON
_HEADS = {measure: measure.replace("_", " ") for measure in MEASURES}


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "race", help, _EXAMPLES)
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help=f"separable sets, as for `fit` (default: {len(SETS)} embedded ones and ones made to order)",
    )
    add_reading_options(parser)
    add_strategies(parser)
    parser.add_argument("--seeds", metavar="K", type=positive_count, default=5,
                        help="how many seeds to run of a strategy that takes one (default: 5)")  # fmt: skip
    measure = parser.add_mutually_exclusive_group()
    for name in MEASURES:
        measure.add_argument(f"--{name.replace('_', '-')}", dest="measure", action="store_const", const=name,
                             help=f"sort by {_HEADS[name]}" + " (default)" * (name == MEASURES[0]))  # fmt: skip
    parser.add_argument("--max-updates", metavar="N", type=count_or_none, default=100_000,
                        help="stop a run after N updates: unfinished; none for no limit (default: 100000)")  # fmt: skip
    parser.add_argument("--max-seconds", metavar="S", type=float,
                        help="give a strategy up that takes longer than S seconds on a set (default: no limit)")  # fmt: skip
    parser.add_argument("--jobs", metavar="J", type=positive_count, default=1,
                        help="spread the strategies over J processes")  # fmt: skip
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, exact numbers as text"
    )
    parser.set_defaults(run=run, measure=MEASURES[0])


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    texts = list(dict.fromkeys([YARDSTICK, *chosen_strategies(args)]))
    sets = _sets(args)
    course = Course(
        sets, seeds=args.seeds, max_updates=args.max_updates, max_seconds=args.max_seconds
    )
    with Progress() as progress, closing(_entrants(course, texts, args.jobs, progress)) as entrants:
        found = Race(sets, entrants)
    if args.json:
        print(report.json_text(_record(args, sets, found)))
    else:
        for line in _lines(args, sets, found):
            print(line)
    return 0


def _sets(args: argparse.Namespace) -> dict[str, Dataset]:
    """Return the data sets by name, all of them separable."""
    given = [option for option in _READING if getattr(args, option) is not None]
    if given and all(file.startswith(PREFIX) for file in args.files):
        raise UsageError(f"--{given[0]} goes with a FILE to be read")
    as_it_is = argparse.Namespace(**dict.fromkeys(_READING))
    sets = {
        file: load_from(file, as_it_is if file.startswith(PREFIX) else args)
        for file in dict.fromkeys(args.files)
    }
    for file, data in sets.items():
        check_separable(file, decided(data))
    return sets or default_sets()


def _entrants(
    course: Course, texts: Sequence[str], jobs: int, progress: Progress
) -> Generator[Entrant, None, None]:
    """Yield what each strategy cost; this process or others do the work, which does not show in the
    answer.
    """
    stages = [
        f"{done} of {len(texts)} strategies, in {report.printable(text)}"
        for done, text in enumerate(texts)
    ]
    if jobs == 1:
        for stage, text in zip(stages, texts):
            progress.begins(stage)
            yield _entrant(course, text, partial(_begins_on, progress, stage))
    else:
        with closing(in_processes(partial(_entrant, course), texts, jobs, _ended)) as answers:
            for stage in stages:
                progress.begins(stage)
                yield next(answers)


def _begins_on(progress: Progress, stage: str, name: str) -> None:
    progress.begins(f"{stage} on {report.printable(name)}")


def _entrant(course: Course, text: str, on_set: Callable[[str], object] | None = None) -> Entrant:
    with redirect_stdout(sys.stderr):  # what a strategy prints is no part of the result
        return course.run(text, text, on_set)


def _ended(text: str, status: int | None) -> Entrant:
    entrant = Entrant(text)
    entrant.error = f"strategy {text} ended its process, with exit status {status}"
    return entrant


def _lines(args: argparse.Namespace, sets: Mapping[str, Dataset], found: Race) -> Iterator[str]:
    strategies = "1 strategy" if len(found.entrants) == 1 else f"{len(found.entrants)} strategies"
    seeds = f"the mean over {report.counted(args.seeds, 'seed')} of each that takes one"
    yield f"{strategies} on {report.counted(len(sets), 'set')}, {seeds}"
    if found.yardstick.unfinished:
        yield f"{YARDSTICK} is {_unfinished(found, YARDSTICK)}; it costs more than what the others are held against"
    yield f"Against {YARDSTICK}, the geometric mean over the sets:"
    yield ""
    yield from table(list(_ranking(args.measure, found)), numbers=range(1, 7))
    yield ""
    yield f"{_HEADS[args.measure].capitalize()} on each set:"
    yield ""
    yield from table(list(_costs(args.measure, found)), numbers=range(1, 1 + len(sets)))
    yield ""
    yield from table(list(_legend(sets, found)), numbers=(0, 2, 3, 4))


def _ranking(measure: str, found: Race) -> Iterator[list[str]]:
    """Yield a row for each strategy: its geometric means and ranks, and what is to be said about
    it.
    """
    ranks = {name: found.ranks(name) for name in MEASURES}
    yield ["strategy", *(cell for name in MEASURES for cell in (_HEADS[name], "rank"))]
    for label in found.ranking(measure):
        entrant = found.entrants[label]
        if entrant.error:
            yield [report.escaped(label), *"------", report.one_line(entrant.error)]
            continue
        means = {name: f"{found.geometric_mean(label, name):,f}" for name in MEASURES}
        mark = ">" if entrant.unfinished and not found.yardstick.unfinished else ""
        cells = [
            cell for name in MEASURES for cell in (mark + means[name], str(ranks[name][label]))
        ]
        yield [
            report.escaped(label),
            *cells,
            _unfinished(found, label) if entrant.unfinished else "",
        ]


def _unfinished(found: Race, label: str) -> str:
    unfinished = found.entrants[label].unfinished
    numbers = [str(number) for number, name in enumerate(found.sets, start=1) if name in unfinished]
    return f"unfinished on {report.counted(len(unfinished), 'set')}: {', '.join(numbers)}"


def _costs(measure: str, found: Race) -> Iterator[list[str]]:
    """Yield a row for each strategy that did not fail: what it cost on each set."""
    yield ["strategy", *(str(number) for number in range(1, 1 + len(found.sets)))]
    for label in found.ranking(measure):
        entrant = found.entrants[label]
        if not entrant.error:
            yield [
                report.escaped(label),
                *(_cost(entrant.outcomes[name], measure) for name in found.sets),
            ]


def _cost(outcome: Outcome, measure: str) -> str:
    """Return a mean to a tenth, halves up, marked where it is a lower bound."""
    mean = outcome.means[measure]
    whole, tenth = divmod(int(mean * 10 + Fraction(1, 2)), 10)
    return f"{'' if outcome.finished else '>'}{whole:,}" + (
        f".{tenth}" if mean.denominator > 1 else ""
    )


def _legend(sets: Mapping[str, Dataset], found: Race) -> Iterator[list[str]]:
    yield ["set", "", "N", "d", f"updates of {YARDSTICK}"]
    for number, (name, data) in enumerate(sets.items(), start=1):
        cost = _cost(found.yardstick.outcomes[name], "updates")
        yield [str(number), report.escaped(name), f"{data.N:,}", f"{data.d:,}", cost]


def _record(
    args: argparse.Namespace, sets: Mapping[str, Dataset], found: Race
) -> dict[str, object]:
    options = {"measure": args.measure, "seeds": args.seeds, "max_updates": args.max_updates}
    return {
        **options,
        "max_seconds": args.max_seconds,
        "yardstick": YARDSTICK,
        "sets": [report.data_record(name, data) for name, data in sets.items()],
        "strategies": [_strategy_record(found, label) for label in found.ranking(args.measure)],
    }


def _strategy_record(found: Race, label: str) -> dict[str, object]:
    """Return for JSON what a strategy cost on each set that it ran, and, if it did not fail, how it
    compares.
    """
    entrant = found.entrants[label]
    record: dict[str, object] = {
        "strategy": label,
        "error": entrant.error or None,
        "seeds": None if entrant.seeds is None else list(entrant.seeds),
        "runs": [
            {
                "set": name,
                "finished": outcome.finished,
                **{key: exact_text(mean) for key, mean in outcome.means.items()},
            }
            for name, outcome in entrant.outcomes.items()
        ],
    }
    for name in MEASURES if not entrant.error else ():
        mean = Fraction(found.geometric_mean(label, name, _DIGITS))
        record[name] = {"rank": found.ranks(name)[label], "geometric_mean": exact_text(mean)}
    return record
