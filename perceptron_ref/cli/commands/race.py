"""`race`: rank strategies by what they cost on many sets of data."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import inf
from random import SystemRandom

from ...child import run_in_child
from ...dataset import Dataset
from ...errors import StrategyError, in_one_line
from ...examples import PREFIX
from ...plugins.registry import entry_of
from ...testing.race import (
    MEASURES,
    SETS,
    YARDSTICK,
    Course,
    Entrant,
    Outcome,
    Race,
    check_separable,
    drawn_sets,
)
from .. import parse, report
from ..foreign import CHANCE, GRACE
from ..load import READ, load
from ..progress import Progress
from ..terminal import print_note, remark
from .separable import decided

EPILOG = """\
examples:
  perceptron-ref race
  perceptron-ref race example:spam example:powers:d=7 --visits
  perceptron-ref race --strategies all --draw race.svg --csv race.csv
"""
_SECONDS = 60  # that a strategy may take on a set: most take less than one
_DIGITS = 12  # of a geometric mean in JSON
_HEADS = {measure: measure.replace("_", " ") for measure in MEASURES}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    told = f"separable sets, as for `fit` (default: {len(SETS)} embedded ones and made to order)"
    parser.add_argument("files", metavar="FILE", nargs="*", help=told)
    own = {
        "--max-updates N": "stop a run after N updates: unfinished; none for no limit (default: "
        "100000)",
        "--seeds K": "how many seeds to run of a strategy that takes one (default: 5)",
        "--set-seed S": "race on sets that are made with this seed, and that nobody knows without "
        "it (default: any number, if no FILE is named and a strategy is not built in)",
        "--draw FILE.svg": "write a chart of the ranking, with the spread of the seeds: .svg, .png "
        "or .pdf",
        "--csv TABLE": "write a table of the ranking, with the cost on each set",
    }
    limit = {
        "--max-seconds S": "give up a strategy that takes longer than S seconds on a set; none for "
        f"no limit (default: {_SECONDS})"
    }
    every = parse.READING, parse.CHANGES, parse.STRATEGIES, own, parse.FORCE, parse.JSON
    for each in every:
        parse.add(parser, each)
    parse.add(parser, limit, type=_seconds)
    for measure, head in _HEADS.items():
        told = f"sort by {head}" + " (default)" * (measure == MEASURES[0])
        option = {f"--{head.replace(' ', '-')}": told}
        parse.add(parser, option, dest="measure", action="store_const", const=measure)
    parser.set_defaults(
        seeds=5, max_updates=100_000, max_seconds=float(_SECONDS), measure=MEASURES[0]
    )


def _seconds(text: str) -> float | None:
    return None if text.lower() == "none" else parse.seconds(text)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    texts = list(dict.fromkeys([YARDSTICK, *parse.chosen_strategies(args)]))
    for option, path in ("--draw", args.draw), ("--csv", args.csv):
        report.check_output(args, option, path, *args.files)
    _choose_sets(args, texts)
    ran: list[Entrant] = []
    seconds = inf if args.max_seconds is None else args.max_seconds + GRACE
    try:
        with Progress() as progress:

            def left(silent: float) -> float:
                progress.ticks()
                return seconds - silent

            names = args.files or (SETS if args.set_seed is None else [*drawn_sets(args.set_seed)])
            sets = {file: load(_how(args, file), progress, file) for file in names}
            for file, data in sets.items():
                check_separable(file, decided(data, progress))
            limits = {"max_updates": args.max_updates, "max_seconds": args.max_seconds}
            course = Course(sets, seeds=args.seeds, **limits)
            for text in texts:
                at_work = in_one_line(text, 60)
                progress.begins(f"{len(ran)} of {len(texts)} strategies, in {at_work}")
                with run_in_child(partial(course.made, text), left, note=print_note) as told:
                    ran.append(course.entrant(text, told))
                if ran[-1].used_random:
                    remark(CHANCE.format(text))
    finally:
        if ran:  # also those before Ctrl-C
            _show(args, sets, Race(sets, ran), texts[len(ran) :])
    return 0


def _choose_sets(args: argparse.Namespace, texts: Sequence[str]) -> None:
    """Draw a seed for the sets where code of others is compared, and nobody has named any."""
    if args.files and args.set_seed is not None:
        raise parse.UsageError("found --set-seed and a FILE; expected one of them")
    if args.files or args.set_seed is not None:
        return
    for text in texts:
        with suppress(StrategyError):  # its row has the error
            if not entry_of(text).built_in:
                args.set_seed = SystemRandom().randrange(10**6)
                return


def _how(args: argparse.Namespace, file: str) -> argparse.Namespace:
    """Return how a set is read: an embedded one beside files is none, so it is as it is."""
    if not file.startswith(PREFIX) or all(each.startswith(PREFIX) for each in args.files):
        return args
    return argparse.Namespace(**{**vars(args), **dict.fromkeys(READ)})


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
        "set_seed": args.set_seed,
        f"costs by those of {YARDSTICK}, geometric means": compared,
        f"{_HEADS[args.measure]} on each set": costs,
        "sets": [
            {"set": numbers[name], "FILE": name, "N": data.N, "d": data.d}
            for name, data in sets.items()
        ],
    }
    keys = ("measure", "seeds", "set_seed", "max_updates", "max_seconds")
    whole = {
        **{key: getattr(args, key) for key in keys},
        "yardstick": YARDSTICK,
        "sets": [report.data_record(name, data) for name, data in sets.items()],
        "strategies": records,
        "not_run": not_run,
    }
    report.show(args, whole, people=people, files=_write(args, race))


def _write(args: argparse.Namespace, race: Race) -> Iterator[str]:
    """Write what --draw and --csv name; yield the words that tell people of each."""
    if args.draw is not None:
        from ...drawing.charts import draw_ranking

        ranked = [
            (label, race.geometric_mean(label, args.measure), spread, is_bound)
            for label, spread, is_bound in _ranked(race, args.measure)
        ]
        failed = [label for label, entrant in race.entrants.items() if entrant.error]
        what = f"{_HEADS[args.measure]} by those of {YARDSTICK}"
        draw_ranking(ranked, what, failed).save(args.draw)
        yield f"the picture to {args.draw}"
    yield from report.csv_table(args.csv, _table(args, race))


def _ranked(race: Race, measure: str) -> Iterator[tuple[str, list[Decimal], bool]]:
    """Yield those that did not fail by rank, the means of each seed, and if a run was stopped."""
    for label in race.ranking(measure):
        entrant = race.entrants[label]
        if not entrant.error:
            yield label, race.geometric_means(label, measure), bool(entrant.unfinished)


def _table(args: argparse.Namespace, race: Race) -> Iterator[Sequence[object]]:
    """Yield a row of names, and one for every strategy: rank, means, seeds, cost on each set."""
    measure = args.measure
    on_sets = [f"{measure} on {name}" for name in race.sets]
    spread = [f"{measure}, {which} seed" for which in ("least", "most")]
    yield ["rank", "strategy", *MEASURES, *spread, "unfinished on", "error", *on_sets]
    for label in race.ranking(measure):
        entrant = race.entrants[label]
        means: list[object] = [None] * 5
        if not entrant.error:
            of_seeds = race.geometric_means(label, measure, _DIGITS)
            exact = [race.geometric_mean(label, each, _DIGITS) for each in MEASURES]
            means = [Fraction(each) for each in (*exact, min(of_seeds), max(of_seeds))]
        ends = [", ".join(entrant.unfinished), entrant.error]
        costs = [each.means[measure] for each in entrant.outcomes.values()]
        rest = [None] * (len(race.sets) - len(costs))
        yield [race.ranks(measure).get(label), label, *means, *ends, *costs, *rest]


def _cost(outcome: Outcome, measure: str) -> str:
    """Return a mean to a tenth, marked if it is a lower bound."""
    mean = outcome.means[measure]
    shown = f"{float(mean):,.1f}" if mean.denominator > 1 else f"{mean.numerator:,}"
    return f"{'' if outcome.finished else '>'}{shown}"
