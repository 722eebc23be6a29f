"""`prove`: check every step of the convergence proof on a run."""

from __future__ import annotations

import argparse

from ...named_tuples import NamedTuple
from ...theory.audit import proof_record
from ...theory.derivation import Derivation, compared_sides, derive
from ...theory.proof import Proof
from ...theory.separability import Separable, Separator, Undecided
from .. import options, report, strategy_choice
from ..input_data import load_contents
from ..output_files import ROUNDING_REMARK, check_output_path, naming_unwritten_files, write_csv
from ..progress import STOPPED_STATUS, Progress
from ..requests import DataRequest, ReportForm, RunRequest
from ..run_plan import replace_limits_by_words
from ..separability import decide_separability, print_answer
from ..terminal import print_to_stderr

EPILOG = """\
examples:
  perceptron-ref prove
  perceptron-ref prove example:iris-setosa --strategy worst-margin
  perceptron-ref prove example:and --w-f=-3,2,2 --json

exit status: 0 if every statement holds; 1 if a statement fails, if no line separates the data (the
report then has a proof of this), or for an error; 2 for wrong usage; 3 if --max-seconds ended the
checks early and no statement had failed; 130 after Ctrl-C.
The page "Guarantee" of the site
explains labels such as L2.9; its source is docs/lecture/guarantee.md.
"""
_CLOSEST_NOTE = (
    'The table "closest" shows both sides of each inequality at the update t where they are '
    "closest. In the row of L2.8, the column t has the number n of an example."
)


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    own_options = {
        "--w-f W": "weights that separate the data, as in --w-f=-3,2,2 (default: the weights of "
        "the line with the largest margin)",
        "--trace": "list both sides of each statement at every update t",
        "--csv OUT": "write a CSV table: a row for each statement and each update t, with the two "
        "sides that the statement compares; fractions are rounded",
    }
    option_groups = (
        options.without_pocket_defaults({**options.STRATEGY_OPTIONS, **options.RUN_OPTIONS}),
        options.MAX_SECONDS_OPTION,
    )
    options.add_data_options(
        parser, *option_groups, own_options, options.FORCE_OPTION, options.AUDIT_OPTIONS
    )


def _verdict_tables(verdicts: Derivation) -> dict[str, object]:
    """Return two tables for people: the verdicts, and where the sides of each are closest."""
    steps = [
        {
            "label": verdict.label,
            "statement": verdict.statement,
            "holds": verdict.holds,
            "checked": verdict.checked,
            "note": verdict.note,
        }
        for verdict in verdicts
    ]
    closest = [
        {
            "label": verdict.label,
            "t": tightest.t,
            "compared": verdict.compared,
            "left": tightest.left,
            "right": tightest.right,
        }
        for verdict in verdicts
        for tightest in [verdict.tightest]
        if tightest is not None
    ]
    return {"steps": steps, "closest": closest}


class _SidesOptions(NamedTuple):
    """The options that list both sides of each comparison."""

    trace: bool
    csv: str | None


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    data_request = options.make_data_request(args)
    check_output_path("--csv", args.csv, args.file, force=args.force)
    return _run_and_report_proof(
        data_request,
        options.make_run_request(args, strategy=args.strategy, in_process=args.in_process),
        None if args.w_f is None else args.w_f.split(","),
        _SidesOptions(args.trace, args.csv),
        options.make_report_form(args),
    )


def _run_and_report_proof(
    data_request: DataRequest,
    request: RunRequest,
    weights: list[str] | None,
    sides_options: _SidesOptions,
    form: ReportForm,
) -> int:
    """Run PLA, check the proof, print the report, and return the exit status."""
    plan = strategy_choice.make_plan(request)
    with naming_unwritten_files(sides_options.csv), Progress(request.max_seconds) as progress:
        contents = load_contents(data_request, progress)
        data = contents.data
        separator = None if weights is None else Separator(data, weights)
        if separator is None or not separator.separates:  # perhaps no line separates the data
            answer = decide_separability(data, progress)
            separator = (separator or answer) if isinstance(answer, Separable) else None
        if separator is not None:
            run = plan.run(data, progress)
            verdicts = derive(run, separator.w_f, on_step=progress.advance)
    if separator is None:
        status = print_answer(form, data_request, answer)
        if sides_options.csv is not None:
            print_to_stderr(
                f"{sides_options.csv} was not written, because there is nothing to compare: no "
                "weights w_f that separate the data are known"
            )
        # no statement of the proof was checked
        return STOPPED_STATUS if isinstance(answer, Undecided) else status
    strategy = {"name": plan.strategy.name, "options": plan.strategy.options}
    record = {"strategy": strategy, **request.record(), **proof_record(run, separator, verdicts)}
    needs_sides = sides_options.trace or sides_options.csv is not None
    sides = [*compared_sides(Proof(run, separator.w_f))] if needs_sides else []
    if sides_options.trace:
        record["trace"] = [
            {"label": label, "t": t, "left": left, "right": right}
            for label, t, left, _, right in sides
        ]
    rows = [["statement", "t", "left", "sign", "right"], *sides]
    table = write_csv(sides_options.csv, rows, ROUNDING_REMARK, contents.has_decimal_commas)
    text_record = {**replace_limits_by_words(record), **_verdict_tables(verdicts)}
    report.print_report(
        form,
        record,
        data_request,
        data,
        run,
        text_record,
        [_CLOSEST_NOTE, report.HELP_WORDS_POINTER],
        table,
    )
    return STOPPED_STATUS if record["holds"] is None else 0 if record["holds"] else 1
