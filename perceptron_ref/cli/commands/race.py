"""`race`: rank strategies by what they cost on many sets of data."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import inf

from ...child import heard
from ...dataset import Dataset
from ...errors import in_one_line
from ...exact.rationals import exact_text
from ...testing.race import (
    MEASURES,
    SETS,
    YARDSTICK,
    Course,
    Entrant,
    Outcome,
    Race,
    check_separable,
)
from .. import parse, report
from ..foreign import CHANCE, GRACE
from ..load import load
from ..progress import Progress
from ..terminal import remark
from .separable import decided

EPILOG = """\
examples:
  perceptron-ref race
  perceptron-ref race example:spam example:powers:d=7 --visits
  perceptron-ref race --strategies all --max-seconds 60
"""
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
        "--seeds K": "how many seeds to run of a strategy that takes one (default: 5)",
    }
    for each in (parse.READING, parse.CHANGES, parse.STRATEGIES, own, parse.JSON):
        parse.add(parser, each)
    for measure, head in _HEADS.items():
        told = f"sort by {head}" + " (default)" * (measure == MEASURES[0])
        option = {f"--{head.replace(' ', '-')}": told}
        parse.add(parser, option, dest="measure", action="store_const", const=measure)
    parser.set_defaults(seeds=5, max_updates=100_000, measure=MEASURES[0])


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    left = list(dict.fromkeys([YARDSTICK, *parse.chosen_strategies(args)]))
    ran: list[Entrant] = []
    try:
        with Progress() as progress:
            sets = {file: load(args, progress, file) for file in args.files or SETS}
            for file, data in sets.items():
                check_separable(file, decided(data, progress))
            limits = {"max_updates": args.max_updates, "max_seconds": args.max_seconds}
            course = Course(sets, seeds=args.seeds, **limits)
            progress.begins(_stage(ran, left))
            for entrant in _entrants(course, left[:], progress):
                ran.append(entrant)
                del left[0]
                progress.begins(_stage(ran, left))
    finally:
        if ran:  # also those before Ctrl-C
            race = Race(sets, ran)
            people = _people(args, sets, race, left)
            report.show(args, _record(args, sets, race, left), people=people)
    return 0


def _stage(ran: Sequence[Entrant], left: Sequence[str]) -> str:
    at_work = f", in {in_one_line(left[0], 60)}" if left else ""
    return f"{len(ran)} of {len(ran) + len(left)} strategies{at_work}"


def _entrants(course: Course, texts: Iterable[str], progress: Progress) -> Iterator[Entrant]:
    """Yield the entrants in their order, each from a child."""
    seconds = inf if course.max_seconds is None else course.max_seconds + GRACE

    def left(silent: float) -> float:
        progress.ticks()
        return seconds - silent

    for text in texts:
        with heard(partial(course.made, text), left) as told:
            entrant = course.entrant(text, told)
        if entrant.used_random:
            remark(CHANCE.format(text))
        yield entrant


def _people(
    args: argparse.Namespace, sets: dict[str, Dataset], race: Race, left: list[str]
) -> dict[str, object]:
    """Return what people are shown: how strategies compare, what each cost on each set, the sets.

    Sets have numbers, as their names are long.
    """
    numbers = {name: str(number) for number, name in enumerate(sets, start=1)}
    ranks, compared, costs = race.ranks(args.measure), [], []
    for label in race.ranking(args.measure):
        entrant = race.entrants[label]
        row: dict[str, object] = {"rank": ranks.get(label), "strategy": label}
        if not entrant.error:
            at_least = ">" if entrant.unfinished and not race.yardstick.unfinished else ""
            for each in MEASURES:
                row[each] = f"{at_least}{race.geometric_mean(label, each):,f}"
            cells = {numbers[n]: _cost(entrant.outcomes[n], args.measure) for n in sets}
            costs.append({"strategy": label, **cells})
        row["unfinished on"] = ", ".join(numbers[name] for name in entrant.unfinished)
        compared.append({**row, "error": entrant.error})
    return {
        "not_run": left,
        "seeds": args.seeds,
        f"costs by those of {YARDSTICK}, geometric means": compared,
        f"{_HEADS[args.measure]} on each set": costs,
        "sets": [
            {"set": numbers[name], "FILE": name, "N": data.N, "d": data.d}
            for name, data in sets.items()
        ],
    }


def _cost(outcome: Outcome, measure: str) -> str:
    """Return a mean to a tenth, marked if it is a lower bound."""
    mean = outcome.means[measure]
    shown = f"{float(mean):,.1f}" if mean.denominator > 1 else f"{mean.numerator:,}"
    return f"{'' if outcome.finished else '>'}{shown}"


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
