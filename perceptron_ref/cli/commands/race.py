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
from ...errors import DataError, StrategyError, as_sentence, one_line_text
from ...examples import PREFIX
from ...named_tuples import NamedTuple
from ...plugins.registry import find_entry
from ...testing.race import (
    BASELINE,
    DEFAULT_SETS,
    MEASURES,
    Entrant,
    Outcome,
    Race,
    RaceRunner,
    check_separable,
    random_sets,
)
from .. import options, report, strategy_choice
from ..input_data import FileContents, load_contents
from ..output_files import check_output_path, naming_unwritten_files, write_csv
from ..problems import print_problems, problem_with_strategy_names
from ..progress import Progress
from ..requests import DataRequest, ReadingOptions, ReportForm, UsageError
from ..separability import decide_separability
from ..terminal import print_note, print_to_stderr
from ..untrusted_run import GRACE_SECONDS, UNSEEDED_NOTE

EPILOG = """\
examples:
  perceptron-ref race
  perceptron-ref race example:spam example:powers:d=7 --visits
  perceptron-ref race --strategies all --draw race.svg --csv race.csv

Options for reading a FILE, such as --positive, apply to every FILE, but not to example:NAME. If
your files do not all use the same label for +1, change their labels to 1 and 0.

exit status: 0 if the race ended; 1 for an error, or if --require is not met; 2 for wrong usage; 130
after Ctrl-C. The tables show which runs are unfinished and which strategies failed.
"""
_DEFAULT_MAX_SECONDS = 60  # for a strategy on a set; most take less than a second
_MEAN_DIGITS = 12  # digits of geometric means in JSON and CSV
_MAX_SECONDS_ADVICE = [
    "A larger --max-seconds gives a slow strategy more time, but does not help one that hangs."
]
_HEADS = {measure: measure.replace("_", " ") for measure in MEASURES}


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    default_sets = f"{len(DEFAULT_SETS)} embedded and generated sets"
    files_help = (
        f"separable data, each a file of examples or {PREFIX}NAME (default: {default_sets})"
    )
    parser.add_argument("files", metavar="FILE", nargs="*", help=files_help)
    own_options = {
        "--max-updates N": "stop a run after N updates and count it as unfinished; `none` means no "
        "limit (default: 100000)",
        "--seeds K": "run each strategy that takes a seed with K seeds (default: 5)",
        "--set-seed S": "race on new sets, generated with seed S (default: "
        f"{len(DEFAULT_SETS)} fixed sets if all strategies are built in; otherwise new sets with a "
        "random seed)",
        "--draw FILE.svg": "write a chart of the ranking, with the spread over the seeds; .png and "
        ".pdf need cairosvg",
        "--csv OUT": "write a CSV table with a row for each strategy: its rank, its means and its "
        "cost on each set; fractions are rounded",
    }
    time_limit_option = {
        "--max-seconds S": "stop a strategy that takes longer than S seconds on a set; `none` "
        f"means no limit (default: {_DEFAULT_MAX_SECONDS})"
    }
    for group in (
        options.READING_OPTIONS,
        options.DATA_CHANGE_OPTIONS,
        options.STRATEGIES_OPTION,
        own_options,
        options.REQUIRE_OPTION,
        options.FORCE_OPTION,
        options.JSON_OPTION,
    ):
        options.add_options_to_parser(parser, group)
    options.add_options_to_parser(parser, time_limit_option, type=options.parse_seconds_or_none)
    for measure, head in _HEADS.items():
        measure_help = f"rank by the number of {head}" + " (default)" * (measure == MEASURES[0])
        option = {f"--{head.replace(' ', '-')}": measure_help}
        options.add_options_to_parser(
            parser, option, dest="measure", action="store_const", const=measure
        )
    parser.set_defaults(
        seeds=5, max_updates=100_000, max_seconds=float(_DEFAULT_MAX_SECONDS), measure=MEASURES[0]
    )


class _RaceRequest(NamedTuple):
    """The sets, the strategies and the limits of a race.

    Attributes:
        sets: The requests for the sets.
        strategy_texts: The strategies, as typed.
        measure: The cost by which the strategies are ranked.
        seeds: The number of seeds for each strategy that takes a seed.
        set_seed: The seed that generated the sets; None for the default sets, and for
            sets that the user names.
        max_updates: The limit of a run; None for no limit.
        max_seconds: The limit of a strategy on a set; None for no limit.
    """

    sets: list[DataRequest]
    strategy_texts: list[str]
    measure: str
    seeds: int
    set_seed: int | None
    max_updates: int | None
    max_seconds: float | None


class _Outputs(NamedTuple):
    """The files to write."""

    draw: str | None
    csv: str | None


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    strategy_texts = list(
        dict.fromkeys([BASELINE, *strategy_choice.chosen_or_built_in_strategies(args.strategies)])
    )
    for option, path in ("--draw", args.draw), ("--csv", args.csv):
        check_output_path(option, path, *args.files, force=args.force)
    if args.files and args.set_seed is not None:
        raise UsageError("found --set-seed and a FILE; expected only one of them")
    set_seed = args.set_seed
    if not args.files and set_seed is None and _has_strategy_not_built_in(strategy_texts):
        set_seed = SystemRandom().randrange(10**6)
    set_names = args.files or (DEFAULT_SETS if set_seed is None else [*random_sets(set_seed)])
    limits = args.max_updates, args.max_seconds
    sets = _drop_reading_options_of_embedded_sets(
        [options.make_file_request(args, name) for name in set_names]
    )
    request = _RaceRequest(sets, strategy_texts, args.measure, args.seeds, set_seed, *limits)
    return _run_and_report(
        request, _Outputs(args.draw, args.csv), ReportForm(args.json), args.require
    )


def _has_strategy_not_built_in(strategy_texts: Sequence[str]) -> bool:
    """Tell whether any strategy is not built in, so that it may be tuned to the default sets."""
    for strategy_text in strategy_texts:
        with suppress(StrategyError):  # the table will show the error
            if not find_entry(strategy_text).is_built_in:
                return True
    return False


def _drop_reading_options_of_embedded_sets(requests: list[DataRequest]) -> list[DataRequest]:
    """Return the requests; if one is for a file, drop the reading options of embedded sets."""
    embedded_flags = [request.file.startswith(PREFIX) for request in requests]
    if all(embedded_flags):
        return requests
    return [
        request.replace(reading=ReadingOptions()) if is_embedded else request
        for request, is_embedded in zip(requests, embedded_flags)
    ]


def _run_and_report(
    request: _RaceRequest, outputs: _Outputs, form: ReportForm, required: str | None
) -> int:
    """Run the race, print the report, and return the exit status."""
    entrants: list[Entrant] = []
    advice: Sequence[str] = ()
    seconds = inf if request.max_seconds is None else request.max_seconds + GRACE_SECONDS
    try:
        with naming_unwritten_files(*outputs, unless=entrants), Progress() as progress:

            def seconds_left(silent_seconds: float) -> float:
                progress.tick()
                return seconds - silent_seconds

            contents_by_file = {
                data_request.file: _load_set(data_request, progress, len(request.sets) > 1)
                for data_request in request.sets
            }
            sets = {file: contents.data for file, contents in contents_by_file.items()}
            has_decimal_commas = any(
                contents.has_decimal_commas for contents in contents_by_file.values()
            )
            for file, data in sets.items():
                check_separable(file, decide_separability(data, progress))
            runner = RaceRunner(
                sets,
                seeds=request.seeds,
                max_updates=request.max_updates,
                max_seconds=request.max_seconds,
            )
            for strategy_text in request.strategy_texts:
                name = one_line_text(strategy_text, 60)
                done = f"{len(entrants)} of {len(request.strategy_texts)} strategies done"
                progress.begin_stage(f"{done}, running {name}")
                work = partial(runner.run_and_report, strategy_text)
                with run_in_child(work, seconds_left, warn=print_note) as results:
                    entrants.append(runner.replay_results(strategy_text, results))
                if runner.took_too_long(entrants[-1]):
                    advice = _MAX_SECONDS_ADVICE
                if entrants[-1].used_unseeded_randomness:
                    print_to_stderr(UNSEEDED_NOTE.format(strategy_text))
    finally:
        if entrants:  # after Ctrl-C the report has the strategies that are done
            closing_lines = [*advice, report.HELP_WORDS_POINTER]
            race = Race(sets, entrants)
            _report_race(request, outputs, form, race, sets, has_decimal_commas, closing_lines)
    unfinished = [entrant.label for entrant in entrants if entrant.unfinished]
    failed = [entrant.label for entrant in entrants if entrant.error and required is not None]
    return print_problems(
        problem_with_strategy_names(unfinished, "did NOT converge on at least one set"),
        problem_with_strategy_names(failed, "failed"),  # the error messages are in the table
        required=required,
    )


def _load_set(request: DataRequest, progress: Progress, has_other_sets: bool) -> FileContents:
    """Return the contents of a FILE; if --positive does not fit it, say what to do."""
    try:
        return load_contents(request, progress)
    except DataError as error:
        if "positive" not in str(error) or not has_other_sets:
            raise
        raise DataError(
            f"{as_sentence(error)} If the files use different words for their labels, change "
            "the labels to 1 and 0 in every file, and leave out --positive"
        ) from None


def _report_race(
    request: _RaceRequest,
    outputs: _Outputs,
    form: ReportForm,
    race: Race,
    sets: dict[str, Dataset],
    has_decimal_commas: bool,
    closing_lines: Sequence[str],
) -> None:
    """Print the ranking and a table of costs, and write the files.

    The ranking has the errors of failed strategies at its end. The second table has the cost on
    each set of each strategy that did not fail. The report for people numbers the sets, because
    their names are long.
    """
    measure, not_run = request.measure, request.strategy_texts[len(race.entrants) :]
    set_numbers = {set_name: str(k) for k, set_name in enumerate(sets, start=1)}
    ranks = {any_measure: race.ranks(any_measure) for any_measure in MEASURES}
    records, ranking_rows, cost_rows = [], [], []
    for label in race.ranking(measure):
        entrant = race.entrants[label]
        outcomes = entrant.outcomes.items()
        record: dict[str, object] = {
            "strategy": label,
            "error": entrant.error or None,
            "seeds": entrant.seeds and list(entrant.seeds),
            "runs": [
                {"set": set_name, "finished": outcome.finished, **outcome.means}
                for set_name, outcome in outcomes
            ],
        }
        row: dict[str, object] = {"rank": ranks[measure].get(label), "strategy": label}
        if not entrant.error:
            at_least = ">" if entrant.unfinished and not race.baseline.unfinished else ""
            for column in MEASURES:
                mean = Fraction(race.geometric_mean(label, column, _MEAN_DIGITS))
                record[column] = {"rank": ranks[column][label], "geometric_mean": mean}
                row[column] = f"{at_least}{race.geometric_mean(label, column):,f}"
            cells = {
                set_numbers[set_name]: _cost_text(outcome, measure)
                for set_name, outcome in outcomes
            }
            cost_rows.append({"strategy": label, **cells})
        row["unfinished on"] = ", ".join(map(set_numbers.__getitem__, entrant.unfinished))
        ranking_rows.append({**row, "error": entrant.error})
        records.append(record)
    text_record = {
        "not_run": not_run,
        "seeds": request.seeds,
        "set_seed": request.set_seed,
        f"costs divided by the costs of {BASELINE}, geometric means over all sets": ranking_rows,
        f"{_HEADS[measure]} on each set": cost_rows,
        "sets": [
            {"set": set_numbers[set_name], "FILE": set_name, "N": data.N, "d": data.d}
            for set_name, data in sets.items()
        ],
    }
    keys = ("measure", "seeds", "set_seed", "max_updates", "max_seconds")
    full_record = {
        **{key: getattr(request, key) for key in keys},
        "yardstick": BASELINE,
        "sets": [report.data_as_dict(set_name, data) for set_name, data in sets.items()],
        "strategies": records,
        "not_run": not_run,
    }
    files = _write_files(outputs, race, measure, has_decimal_commas)
    report.print_report(
        form,
        full_record,
        text_record=text_record,
        closing_lines=closing_lines,
        file_lines=files,
    )


def _write_files(
    outputs: _Outputs, race: Race, measure: str, has_decimal_commas: bool
) -> Iterator[str]:
    """Write the files of --draw and --csv; yield a line of the report about each file."""
    if outputs.draw is not None:
        from ...drawing.charts import draw_ranking

        ranked = [
            (label, race.geometric_mean(label, measure), spread, is_lower_bound)
            for label, spread, is_lower_bound in _ranked_means(race, measure)
        ]
        failed = [label for label, entrant in race.entrants.items() if entrant.error]
        title = f"{_HEADS[measure]} compared with {BASELINE}"
        draw_ranking(ranked, title, failed).save(outputs.draw)
        yield f"the picture to {outputs.draw}"
    yield from write_csv(outputs.csv, _csv_rows(race, measure), "", has_decimal_commas)


def _ranked_means(race: Race, measure: str) -> Iterator[tuple[str, list[Decimal], bool]]:
    """Yield each strategy that did not fail, by rank.

    Yields:
        Its label, its mean for each seed, and whether a run was stopped, which makes the means
        lower bounds.
    """
    for label in race.ranking(measure):
        entrant = race.entrants[label]
        if not entrant.error:
            yield label, race.geometric_means_by_seed(label, measure), bool(entrant.unfinished)


def _csv_rows(race: Race, measure: str) -> Iterator[Sequence[object]]:
    """Yield the head of the table, then a row for each strategy, with a cost for each set."""
    set_columns = [f"{measure} on {set_name}" for set_name in race.sets]
    spread_columns = [f"{measure}, {end} seed" for end in ("least", "most")]
    yield ["rank", "strategy", *MEASURES, *spread_columns, "unfinished on", "error", *set_columns]
    for label in race.ranking(measure):
        entrant = race.entrants[label]
        means: list[object] = [None] * len([*MEASURES, *spread_columns])
        if not entrant.error:
            seed_means = race.geometric_means_by_seed(label, measure, _MEAN_DIGITS)
            measure_means = [
                race.geometric_mean(label, any_measure, _MEAN_DIGITS) for any_measure in MEASURES
            ]
            means = [Fraction(mean) for mean in (*measure_means, min(seed_means), max(seed_means))]
        problems = [", ".join(entrant.unfinished), entrant.error]
        costs = [outcome.means[measure] for outcome in entrant.outcomes.values()]
        empty_cells = [None] * (len(race.sets) - len(costs))
        yield [race.ranks(measure).get(label), label, *means, *problems, *costs, *empty_cells]


def _cost_text(outcome: Outcome, measure: str) -> str:
    """Return a mean, to one decimal if it is not an int; a ">" before it marks a lower bound."""
    mean = outcome.means[measure]
    text = f"{float(mean):,.1f}" if mean.denominator > 1 else f"{mean.numerator:,}"
    return f"{'' if outcome.finished else '>'}{text}"
