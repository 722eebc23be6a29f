"""`race`: rank strategies by what they cost on many sets of data."""

from __future__ import annotations

import argparse
from fractions import Fraction
from functools import partial
from math import inf

from ...child import heard
from ...dataset import Dataset
from ...errors import in_one_line
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
from ..terminal import print_note, remark
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
    texts = list(dict.fromkeys([YARDSTICK, *parse.chosen_strategies(args)]))
    ran: list[Entrant] = []
    seconds = inf if args.max_seconds is None else args.max_seconds + GRACE
    try:
        with Progress() as progress:

            def left(silent: float) -> float:
                progress.ticks()
                return seconds - silent

            sets = {file: load(args, progress, file) for file in args.files or SETS}
            for file, data in sets.items():
                check_separable(file, decided(data, progress))
            limits = {"max_updates": args.max_updates, "max_seconds": args.max_seconds}
            course = Course(sets, seeds=args.seeds, **limits)
            for text in texts:
                at_work = in_one_line(text, 60)
                progress.begins(f"{len(ran)} of {len(texts)} strategies, in {at_work}")
                with heard(partial(course.made, text), left, note=print_note) as told:
                    ran.append(course.entrant(text, told))
                if ran[-1].used_random:
                    remark(CHANCE.format(text))
    finally:
        if ran:  # also those before Ctrl-C
            _show(args, sets, Race(sets, ran), texts[len(ran) :])
    return 0


def _show(
    args: argparse.Namespace, sets: dict[str, Dataset], race: Race, not_run: list[str]
) -> None:
    """Print what each strategy cost on each set, and how those compare that ran on all.

    For people sets have numbers, as their names are long.
    """
    numbers = {name: str(number) for number, name in enumerate(sets, start=1)}
    ranks = {measure: race.ranks(measure) for measure in MEASURES}
    records, compared, costs = [], [], []
    for label in race.ranking(args.measure):
        entrant = race.entrants[label]
        outcomes = entrant.outcomes.items()
        record: dict[str, object] = {
            "strategy": label,
            "error": entrant.error or None,
            "seeds": entrant.seeds and list(entrant.seeds),
            "runs": [{"set": n, "finished": each.finished, **each.means} for n, each in outcomes],
        }
        row: dict[str, object] = {"rank": ranks[args.measure].get(label), "strategy": label}
        if not entrant.error:
            at_least = ">" if entrant.unfinished and not race.yardstick.unfinished else ""
            for measure in MEASURES:
                mean = Fraction(race.geometric_mean(label, measure, _DIGITS))
                record[measure] = {"rank": ranks[measure][label], "geometric_mean": mean}
                row[measure] = f"{at_least}{race.geometric_mean(label, measure):,f}"
            cells = {numbers[n]: _cost(outcome, args.measure) for n, outcome in outcomes}
            costs.append({"strategy": label, **cells})
        row["unfinished on"] = ", ".join(numbers[name] for name in entrant.unfinished)
        compared.append({**row, "error": entrant.error})
        records.append(record)
    people = {
        "not_run": not_run,
        "seeds": args.seeds,
        f"costs by those of {YARDSTICK}, geometric means": compared,
        f"{_HEADS[args.measure]} on each set": costs,
        "sets": [
            {"set": numbers[name], "FILE": name, "N": data.N, "d": data.d}
            for name, data in sets.items()
        ],
    }
    keys = ("measure", "seeds", "max_updates", "max_seconds")
    whole = {
        **{key: getattr(args, key) for key in keys},
        "yardstick": YARDSTICK,
        "sets": [report.data_record(name, data) for name, data in sets.items()],
        "strategies": records,
        "not_run": not_run,
    }
    report.show(args, whole, people=people)


def _cost(outcome: Outcome, measure: str) -> str:
    """Return a mean to a tenth, marked if it is a lower bound."""
    mean = outcome.means[measure]
    shown = f"{float(mean):,.1f}" if mean.denominator > 1 else f"{mean.numerator:,}"
    return f"{'' if outcome.finished else '>'}{shown}"
