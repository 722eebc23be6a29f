"""`compare`: run strategies on the same data; by default the built-in strategies."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from ...errors import StrategyError, one_line_text
from ...experiments.records import Summary
from ...type_checking import TYPE_CHECKING
from .. import options, report, strategy_choice
from ..input_data import load_contents
from ..output_files import check_output_path, naming_unwritten_files, write_csv
from ..problems import (
    has_converged,
    is_expected_to_converge,
    print_problems,
    problem_with_strategy_names,
)
from ..progress import Progress
from ..requests import DataRequest, ReportForm, RunRequest, UsageError
from ..run_plan import replace_limits_by_words, run_repeatedly
from ..separability import STRICT_SIDES_NOTE, decide_separability

if TYPE_CHECKING:
    from ...dataset import Dataset
    from ...experiments.records import Repeated, RunRecord
    from ...run import Run
    from ..separability import Answer

EPILOG = """\
examples:
  perceptron-ref compare
  perceptron-ref compare example:spam --strategies cyclic random-permutation:seed=7
  perceptron-ref compare example:iris-setosa --strategies all
  perceptron-ref compare --strategies random random-permutation --repeat 100 --csv spread.csv
  perceptron-ref compare example:iris-versicolor-virginica --pocket --max-updates 200

exit status: 0 if the runs ended, converged or not; 1 for an error, or if --require is not met; 2
for wrong usage; 130 after Ctrl-C. If a strategy fails, its row in the table has the error.
"""
_KEYS = "updates visits dot_products mistakes status".split()
_MEASURES = "updates visits mistakes".split()
_STATISTICS = "mean least median most".split()
# columns for many runs that are not printed, because the table would be too wide
_HIDDEN_COLUMNS = {
    f"{measure} {statistic}" for measure in _MEASURES[1:] for statistic in _STATISTICS[1:]
}
_NOTE_ON_ONE_RUN = (
    "Each row is one run. A random strategy uses seed 0 unless you give another seed; "
    "--repeat K shows the spread over K seeds."
)
_NOTE_ON_MANY_RUNS = (
    "A strategy that takes no seed makes one run, because all its runs would be the same."
)


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    time_limit = {"--max-seconds S": "stop each strategy after S seconds (default: no limit)"}
    csv_option = {
        "--csv OUT": "write a CSV table with a row for each strategy; fractions are rounded"
    }
    repeat_key, *_ = options.REPEAT_OPTIONS
    repeat_help = (
        "make K runs with the seeds 0 to K-1, or A to B; a strategy that takes no seed makes "
        "one run"
    )
    option_groups = (
        options.STRATEGIES_OPTION,
        options.POCKET_OPTIONS,
        options.RUN_OPTIONS,
        time_limit,
        {**options.REPEAT_OPTIONS, repeat_key: repeat_help},
    )
    options.add_data_options(
        parser,
        *option_groups,
        csv_option,
        options.REQUIRE_OPTION,
        options.FORCE_OPTION,
        options.JSON_OPTION,
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    data_request = options.make_data_request(args)
    check_output_path("--csv", args.csv, args.file, force=args.force)
    if args.jobs is not None and args.repeat is None:
        raise UsageError(
            "found --jobs, but only one run; expected --repeat K, too, which makes K runs to divide"
        )
    repeat_fields = {"seeds": args.repeat, "jobs": args.jobs or 1}
    return _run_and_report(
        data_request,
        options.make_run_request(args, args.pocket, **repeat_fields),
        strategy_choice.chosen_or_built_in_strategies(args.strategies),
        args.csv,
        ReportForm(args.json),
        args.require,
    )


def _run_and_report(
    data_request: DataRequest,
    request: RunRequest,
    strategy_texts: list[str],
    csv: str | None,
    form: ReportForm,
    required: str | None,
) -> int:
    """Run the strategies, print the report, and return the exit status."""
    outcomes: list[_Outcome] = []
    answer: Answer | None = None
    with naming_unwritten_files(csv), Progress(request.max_seconds) as progress:
        contents = load_contents(data_request, progress)
    data, has_decimal_commas = contents.data, contents.has_decimal_commas
    try:
        with naming_unwritten_files(csv, unless=outcomes):
            for strategy_text in strategy_texts:
                outcomes.append(_run_strategy(strategy_text, data, request))
        with Progress(request.max_seconds) as progress:
            answer = decide_separability(data, progress)
    finally:
        if outcomes:  # after Ctrl-C the report has the strategies that are done
            # T <= bound = R^2/rho^2 for the line found; None if no line is found.  Lecture 2: L2.12
            bound, separable = (getattr(answer, name, None) for name in ("bound", "separable"))
            settings = {
                "algorithm": request.algorithm,
                **request.record(),
                "bound": bound,
                "separable": separable,
                "not_run": strategy_texts[len(outcomes) :],
            }
            has_many_runs = request.seeds is not None
            rows = [outcome.table_row(has_many_runs) for outcome in outcomes]
            closing_lines = [
                _NOTE_ON_MANY_RUNS if has_many_runs else _NOTE_ON_ONE_RUN,
                report.HELP_WORDS_POINTER,
            ]
            # if sign(0) is not 0, an example on the line may be right
            if not (data.x0 or separable) and request.options["sign_of_zero"]:
                closing_lines[0] += STRICT_SIDES_NOTE
            record = {**settings, "runs": [outcome.as_dict() for outcome in outcomes]}
            printed_rows = [
                {k: v for k, v in row.items() if k not in _HIDDEN_COLUMNS} for row in rows
            ]
            text_record = {**replace_limits_by_words(settings), "runs": printed_rows}
            files = write_csv(csv, _table_rows(rows), "", has_decimal_commas)
            report.print_report(
                form,
                record,
                data_request,
                data,
                text_record=text_record,
                closing_lines=closing_lines,
                file_lines=files,
            )
    failed = (
        [outcome.strategy_text for outcome in outcomes if outcome.error]
        if required is not None
        else []
    )
    unconverged = [
        outcome.strategy_text
        for outcome in outcomes
        if not outcome.has_converged and not outcome.error
    ]
    return print_problems(
        problem_with_strategy_names(unconverged, "did NOT converge"),
        problem_with_strategy_names(failed, "failed"),  # the error messages are in the table
        required=required,
        warns=is_expected_to_converge(request),
    )


class _Outcome:
    """The outcome of one strategy: its run, and many runs with --repeat; or an error."""

    run: Run | None = None
    repeated: Repeated | None = None
    error: str | None = None

    def __init__(self, strategy_text: str) -> None:
        self.strategy_text = strategy_text

    @property
    def has_converged(self) -> bool:
        """True if every run of the strategy has converged."""
        runs = self.repeated.runs if self.repeated is not None else [self.run]
        return all(run is not None and has_converged(run) for run in runs)

    def as_dict(self) -> dict[str, object]:
        """Return the outcome for JSON."""
        record: dict[str, object] = {"strategy": self.strategy_text}
        if self.error is not None:
            return {**record, "error": self.error}
        if self.repeated is not None:
            return {**record, "repeat": self.repeated.as_dict()}
        return {**record, **{key: getattr(self.run, key) for key in _KEYS}}

    def table_row(self, has_many_runs: bool) -> dict[str, object]:
        """Return the row of a table; with `has_many_runs`, statistics even of a single run."""
        if self.error is not None or not has_many_runs:
            return self.as_dict()
        assert self.run is not None
        runs: Sequence[Run | RunRecord] = self.repeated.runs if self.repeated else [self.run]
        row: dict[str, object] = {"strategy": self.strategy_text, "runs": len(runs)}
        row["converged"] = sum(map(has_converged, runs))
        for measure in _MEASURES:
            numbers = Summary([getattr(run, measure) for run in runs])
            row.update(
                {f"{measure} {statistic}": getattr(numbers, statistic) for statistic in _STATISTICS}
            )
        return row


def _run_strategy(strategy_text: str, data: Dataset, request: RunRequest) -> _Outcome:
    """Run a strategy once; with --repeat, run it with all seeds if it takes a seed."""
    outcome = _Outcome(strategy_text)
    try:
        with Progress(request.max_seconds) as progress:
            plan = strategy_choice.make_plan(request.replace(seeds=None), strategy_text)
            # an untrusted strategy reports its options, and so its seed, only during a run
            outcome.run = plan.run(data, progress)
            if request.seeds is not None and plan.strategy.first_seed is not None:
                outcome.run, outcome.repeated, interruption = run_repeatedly(
                    plan,
                    data,
                    None,
                    request.seeds,
                    request.jobs,
                    progress,
                    prefix=f"{one_line_text(strategy_text, 60)}: ",
                )
                if interruption is not None:
                    raise interruption
    except StrategyError as error:
        outcome.error = str(error)
    except KeyboardInterrupt as error:
        name = one_line_text(strategy_text, 60)
        has_name = name in str(error)  # otherwise it says only how many updates were made
        raise KeyboardInterrupt(str(error) + f", running {name}" * (not has_name)) from None
    return outcome


def _table_rows(rows: Sequence[dict[str, object]]) -> Iterator[Sequence[object]]:
    """Yield the head of the table, then the row of each strategy."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    yield names
    for row in rows:
        yield [row.get(name) for name in names]
