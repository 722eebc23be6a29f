"""`fit`: learn a line from examples, and show it."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from ...dataset import Dataset
from ...errors import one_line_text
from ...exact.rationals import rounded_text, short_text, weights_for_json
from ...exact.sparse import SparseVector
from ...plugins.entries import OWN_DISTRIBUTION
from ...pocket import PocketRun
from ...run import Run
from ...type_checking import TYPE_CHECKING
from ...vectors import dot
from .. import options, report, strategy_choice
from ..input_data import (
    load_contents,
    load_data,
    split_by_option,
)
from ..problems import (
    describe_unconverged_run,
    describe_unconverged_runs,
    is_expected_to_converge,
    print_problems,
)
from ..progress import STOPPED_STATUS, Progress
from ..requests import DataRequest, ReportForm, RunRequest, UsageError
from ..run_plan import (
    DEFAULT_STRATEGIES,
    RunPlan,
    note_on_homework_order,
    replace_limits_by_words,
    run_repeatedly,
)
from ..standard_input import STDIN
from ..terminal import print_to_stderr

if TYPE_CHECKING:
    from typing import Any

    from ...drawing import Picture
    from ...experiments.records import Repeated
    from ...plugins.registry import BoundStrategy
    from ...run import Update

EPILOG = """\
examples:
  perceptron-ref fit example:credit-2d --trace --draw line.svg --save model.json
  perceptron-ref fit example:iris-setosa --pocket --split 0.8:seed=3,stratified=true
  perceptron-ref fit example:spam --strategy random-permutation:seed=1 --repeat 500 --jobs 2

if your data have decimal commas, a column id to leave out, and lines with empty cells to drop:
  perceptron-ref fit flats.csv --positive yes --features -id --decimal "," --missing drop

exit status: 0 if the run ended, converged or not; 1 for an error, or if --require is not met; 2 for
wrong usage; 3 if --max-seconds ended before all runs of --repeat were made; 130 after Ctrl-C.
"""

_LARGE_R2 = 100**2  # above this R^2, w_0 changes slowly compared with the other weights
_LARGE_RATIO = 100  # PLA is slow if the largest feature is at least 100 times the smallest
_SETTINGS = ("algorithm", "strategy", "sign_of_zero", "eta", "limits")
_KEYS_ONLY_IN_JSON = ("n", "w_last", "w0")  # w0, the start, is always 0 on the command line
_RESULTS = ("status", "updates", "visits", "dot_products", "mistakes")
_STATISTICS_HEADS = ("mean", "least", "lower quartile", "median", "upper quartile", "most")


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    own_options = {
        "--test FILE2": "also count the mistakes on the examples of FILE2",
        "--split SIZE[:seed=S]": "learn from the first SIZE examples of FILE, a number or a share "
        "such as 0.8, and count the mistakes on the rest. seed=S draws the examples at random. "
        "stratified=true takes the same share of each label",
        "--trace": "list every update; --csv and --json show all numbers",
        "--save MODEL": "write the weights found to a JSON file, for `predict`",
        "--draw FILE.svg": "draw the result; .png and .pdf need cairosvg",
        "--csv OUT": "write a CSV table: a row for each update with --trace, for each run with "
        "--repeat; fractions are rounded",
    }
    option_groups = (
        options.STRATEGY_OPTIONS,
        options.POCKET_OPTIONS,
        options.RUN_OPTIONS,
        options.MAX_SECONDS_OPTION,
        options.REPEAT_OPTIONS,
    )
    options.add_data_options(
        parser,
        *option_groups,
        own_options,
        options.REQUIRE_OPTION,
        options.FORCE_OPTION,
        options.AUDIT_OPTIONS,
    )


class _Outputs:
    """The options that add a list to the report, or write a file."""

    def __init__(self, trace: bool, save: str | None, draw: str | None, csv: str | None) -> None:
        self.trace, self.save, self.draw, self.csv = trace, save, draw, csv


class _TestOptions:
    """The options that choose the test data: a part of FILE, another file, or none."""

    def __init__(self, split: str | None, file: str | None) -> None:
        self.split, self.file = split, file


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    data_request = options.make_data_request(args)
    outputs = _Outputs(args.trace, args.save, args.draw, args.csv)
    test_options = _TestOptions(args.split, args.test)
    if args.jobs is not None and args.repeat is None:
        raise UsageError(
            "found --jobs, but only one run; expected --repeat K, too, which makes K runs to divide"
        )
    request_fields = {"seeds": args.repeat, "jobs": args.jobs or 1, "in_process": args.in_process}
    request = options.make_run_request(args, args.pocket, args.strategy, **request_fields)
    _check_options(data_request, request, test_options, outputs, args.force)
    form = options.make_report_form(args)
    return _fit_and_report(data_request, request, test_options, outputs, form, args.require)


def _check_options(
    data_request: DataRequest,
    request: RunRequest,
    test_options: _TestOptions,
    outputs: _Outputs,
    force: bool,
) -> None:
    """Refuse options that exclude each other, and files that must not be replaced."""
    has_many_runs = request.seeds is not None
    many_runs = {"repeat (or --seeds)": has_many_runs}  # the request does not say which was typed
    options.check_at_most_one_given(**many_runs, trace=outputs.trace)
    options.check_at_most_one_given(**many_runs, save=outputs.save)
    options.check_at_most_one_given(split=test_options.split, test=test_options.file)
    if outputs.csv is not None and not outputs.trace and not has_many_runs:
        raise UsageError(
            "found --csv, but no table to write; expected --trace, too, for a row for each "
            "update, or --repeat K, for a row for each run"
        )
    if data_request.file == test_options.file == STDIN:
        raise UsageError(
            "found '-' twice; expected '-' only as FILE or only as --test FILE2, because standard "
            "input can be read only once"
        )
    paths = {"--draw": outputs.draw, "--save": outputs.save, "--csv": outputs.csv}
    option_of_path: dict[str, str] = {}
    for option, path in paths.items():
        first_option = option_of_path.setdefault(os.path.abspath(path), option) if path else option
        if first_option != option:
            raise UsageError(
                f"found {path} for both {first_option} and {option}; expected two different files"
            )
    for option, path in paths.items():
        if path is not None:
            # imported here, because most runs write no file
            from ..output_files import check_output_path

            check_output_path(option, path, data_request.file, test_options.file, force=force)


def _fit_and_report(
    data_request: DataRequest,
    request: RunRequest,
    test_options: _TestOptions,
    outputs: _Outputs,
    form: ReportForm,
    required: str | None,
) -> int:
    """Learn from the data, print the report, write the files, and return the exit status."""
    plan = strategy_choice.make_plan(request)
    repeated: Repeated | None = None
    interruption = None
    progress = Progress(request.max_seconds)
    try:
        with progress:
            data, test_set, has_decimal_commas = _load_training_and_test_sets(
                data_request, test_options, progress
            )
            if request.seeds is not None:
                run, repeated, interruption = run_repeatedly(
                    plan, data, test_set, request.seeds, request.jobs, progress
                )
            else:
                run = plan.run(data, progress)
    except KeyboardInterrupt as error:
        last_update = None if request.seeds is not None else progress.last_update
        messages = _write_files_after_interrupt(last_update, outputs, data_request)
        raise KeyboardInterrupt("; ".join([str(error), *messages])) from None
    with _saving_at_interrupt(run, outputs, data_request):
        record = _settings_as_dict(plan, request)
        if not form.has_proof:  # --audit prints the start itself
            record["w0"] = weights_for_json(run.w0)
        record.update(_result_as_dict(run, test_set, progress.last_update))
        if outputs.trace:
            vectors = ("x_n", "w_t", "w_next")
            trace = [
                {**row, **{key: weights_for_json(row[key]) for key in vectors}}
                for row in _trace_rows(run)
            ]
            record.update(n=list(run.n), trace=trace)
        if repeated is not None:
            record["repeat"] = repeated.as_dict()
            text_record = {
                **_summary_of_runs(record, repeated),
                "note": note_on_homework_order(plan),
            }
            closing_lines = []
        else:
            text_record = {
                key: value for key, value in record.items() if key not in _KEYS_ONLY_IN_JSON
            }
            text_record = replace_limits_by_words(text_record)
            if data.x0 in (0, 1):  # the weights tell the threshold
                del text_record["threshold"]
            if run.dot_products == run.visits:  # one at each visit
                del text_record["dot_products"]
            closing_lines = _hints_after_stopped_run(plan, run)
        closing_lines.append(report.HELP_WORDS_POINTER)
        file_lines: Iterable[str] = ()
        if repeated is not None:
            file_lines = _write_summary(outputs, repeated, has_decimal_commas)
        elif request.seeds is None:
            file_lines = _write_run(outputs, run, data_request, has_decimal_commas)
        report.print_report(
            form, record, data_request, data, run, text_record, closing_lines, file_lines
        )
    problem = (
        describe_unconverged_run(run) if repeated is None else describe_unconverged_runs(repeated)
    )
    warns = is_expected_to_converge(request)
    status = print_problems(problem, required=required, warns=warns)
    if interruption is not None:
        raise interruption
    return STOPPED_STATUS if request.seeds is not None and progress.stopped else status


def _load_training_and_test_sets(
    request: DataRequest, test_options: _TestOptions, progress: Progress
) -> tuple[Dataset, Dataset | None, bool]:
    """Return the training set, the test set or None, and whether FILE has decimal commas."""
    contents = load_contents(request, progress)
    data, has_decimal_commas = contents.data, contents.has_decimal_commas
    if test_options.split is not None:
        parts = split_by_option(data, test_options.split)
        if _has_both_labels(data):
            _warn_of_one_label_in_parts(data, parts, test_options.split)
        return (*parts, has_decimal_commas)
    if test_options.file is not None:
        test_set = load_data(request.replace(file=test_options.file), progress, data)
        return data, test_set, has_decimal_commas
    return data, None, has_decimal_commas


def _has_both_labels(*sets: Dataset) -> bool:
    """Tell whether each of these sets has examples of both labels."""
    return all(len(set(data.ys)) == 2 for data in sets)


def _warn_of_one_label_in_parts(data: Dataset, parts: Sequence[Dataset], split: str) -> None:
    """Warn of a part of --split with only one label; suggest stratified=true only if it helps."""
    if "stratified=" in split:
        stratified = re.sub("stratified=[^,]*", "stratified=true", split)
    else:
        stratified = f"{split}{',' if ':' in split else ':'}stratified=true"
    for part, name in zip(parts, ("training", "test")):
        if _has_both_labels(part):
            continue
        stratified_parts = split_by_option(data, stratified)
        if _has_both_labels(*stratified_parts):
            remedy = f"To take the same share of each label, use `--split {stratified}`"
        elif min(map(data.ys.count, set(data.ys))) == 1:
            remedy = (
                "Only 1 of all examples has the rarer label, so no split puts both labels into "
                "both parts. Add examples of this label"
            )
        else:
            size = "smaller" if _has_both_labels(stratified_parts[0]) else "larger"
            remedy = (
                "With this SIZE even stratified=true does not put both labels into both parts. "
                f"Choose a {size} SIZE"
            )
        labels = f"only the label that means {part.ys[0]:+d}"
        print_to_stderr(f"warning: --split: found in the {name} examples {labels}. {remedy}")


def _settings_as_dict(plan: RunPlan, request: RunRequest) -> dict[str, object]:
    """Return the settings of a run: the algorithm, the strategy, and their options."""
    strategy = {"name": plan.strategy.name, "options": plan.strategy.options}
    return {"algorithm": plan.algorithm, "strategy": strategy, **request.record()}


def _result_as_dict(
    run: Run, test_set: Dataset | None, last_update: Update | None
) -> dict[str, object]:
    """Return the results of a run; `last_update` is the last one that `on_update` got, or None."""
    record: dict[str, object] = {
        **{key: getattr(run, key) for key in _RESULTS},
        "w": weights_for_json(run.w),
        "threshold": -run.w[0] * run.data.x0,
        "last_update": None,
    }
    if run.updates:
        visit = (
            last_update.visits
            if last_update is not None and last_update.t == run.updates - 1
            else None
        )
        record["last_update"] = {"n": run.n[-1], "visit": visit}
    if isinstance(run, PocketRun):
        record["w_last"] = weights_for_json(run.w_last)
        record["mistakes_last"] = run.mistakes_last
    if test_set is not None:
        record["test"] = {"N": test_set.N, "mistakes": run.hypothesis.mistakes(test_set)}
    return record


def _summary_of_runs(record: dict[str, object], repeated: Repeated) -> dict[str, object]:
    """Return the record of many runs for people: their settings, statuses and statistics."""
    text_record = {key: record[key] for key in _SETTINGS}
    text_record = replace_limits_by_words(text_record)
    strategy: Any = record["strategy"]  # `seeds` has the seeds of the runs
    options = {key: value for key, value in strategy["options"].items() if key != "seed"}
    text_record["strategy"] = {**strategy, "options": options}
    text_record["seeds"] = " to ".join(short_text(repeated.seeds[k]) for k in (0, -1))
    done = len(repeated.runs)
    runs = done if done == repeated.asked else f"{done} of {repeated.asked}"
    text_record.update(runs=runs, statuses=repeated.statuses)
    text_record["without_mistakes"] = repeated.without_mistakes
    text_record["statistics"] = [
        {"of": name, **{key: rounded_text(q, 6) for key, q in zip(_STATISTICS_HEADS, numbers)}}
        for name, summary in repeated.statistics.items()
        for numbers in [(summary.mean, summary.least, *summary.quartiles, summary.most)]
    ]
    return text_record


def _hints_after_stopped_run(plan: RunPlan, run: Run) -> list[str]:
    """Return a line that says what to try, if a limit stopped a run that makes mistakes; or []."""
    statuses_at_limit = {"max_updates", "max_visits", "stopped", "right_in_a_row"}
    if run.status not in statuses_at_limit or not run.mistakes:
        return []
    from ...theory.separability import R2

    option = "max-seconds" if run.status == "stopped" else run.status.replace("_", "-")
    larger_limit = f"a larger --{option}, or "
    alternative = "--pocket, which keeps the best weights"
    if plan.algorithm == "pocket":
        alternative = f"another seed (`--strategy {DEFAULT_STRATEGIES['pocket']}:seed=1`)"
        if _is_built_in_without_fresh_draws(plan.strategy):
            alternative = (
                f"--strategy {DEFAULT_STRATEGIES['pocket']}: a fixed order may return to the same "
                "weights again and again"
            )
    size_hint = _feature_size_hint(run.data)
    if not size_hint and run.data.x0 == 1 and R2(run.data) > _LARGE_R2:
        size_hint = " Large numbers in the features make PLA slow: `--scale 1/100 --x0 1` may help."
    diagnosis = "NOT converged. "
    pair = _contradiction(run.data)
    if pair is not None:
        diagnosis += (
            "No line separates these data: examples {} and {} have equal features, ".format(*pair)
        )
        diagnosis += "but different labels. "
        larger_limit = "" if plan.algorithm == "pla" else larger_limit
    elif plan.algorithm == "pla":
        diagnosis += "`separable` tells whether a line separates the data at all. "
    return [
        f"{diagnosis}Try {larger_limit}{alternative}.{size_hint} "
        "`optimum` finds the fewest mistakes that any line makes."
    ]


def _contradiction(data: Dataset) -> tuple[int, int] | None:
    """Return the first two examples with equal features and different labels, or None."""
    first_index: dict[Any, int] = {}
    for n, x in enumerate(data.scaled_rows):
        m = first_index.setdefault(x, n)
        if data.ys[m] != data.ys[n]:
            return m, n
    return None


def _is_built_in_without_fresh_draws(strategy: BoundStrategy) -> bool:
    """Tell whether a strategy is built in, and draws no order or one order for all passes."""
    bound_options, origin = strategy.options, strategy.origin
    is_built_in = origin is not None and origin.partition(" ")[0] == OWN_DISTRIBUTION
    return is_built_in and ("seed" not in bound_options or bound_options.get("fresh") is False)


def _feature_size_hint(data: Dataset) -> str:
    """Return a sentence on the largest and the smallest feature if their sizes slow PLA down.

    If the sizes are similar, return "".
    """
    largest = [0] * (1 + data.d)
    for x in data.scaled_rows:
        for i, value in zip(*SparseVector.from_entries(x)):
            largest[i] = max(largest[i], abs(value))
    sizes = [(size, i) for i, size in enumerate(largest) if size and i]
    if not sizes or max(sizes)[0] < _LARGE_RATIO * min(sizes)[0]:
        return ""
    feature_phrases = [
        f"{one_line_text(data.names[i - 1], 60)} reaches {short_text(Fraction(size, data.scale))}"
        for size, i in (max(sizes), min(sizes))
    ]
    return f" Features of very different size slow PLA down: {', '.join(feature_phrases)}."


def _write_files_after_interrupt(
    last_update: Update | None, outputs: _Outputs, request: DataRequest
) -> Iterator[str]:
    """Save the weights that a run found before Ctrl-C; yield a text about each file.

    Pictures and tables are not written, and the texts say so.
    """
    if outputs.save is not None and last_update is not None:
        from ..output_files import save_model

        for line in save_model(outputs.save, last_update._run.hypothesis, request):
            yield f"wrote {line}, with these weights"
    elif outputs.save is not None:
        yield f"{outputs.save} was not written"
    for path in filter(None, (outputs.draw, outputs.csv)):
        yield f"{path} was not written"


@contextmanager
def _saving_at_interrupt(run: Run, outputs: _Outputs, request: DataRequest) -> Iterator[None]:
    """Save the weights even if Ctrl-C interrupts the report or the writing of the files."""
    try:
        yield
    except KeyboardInterrupt as error:
        if outputs.save is None:  # always so with --repeat, which excludes --save
            raise
        from ..output_files import save_model

        lines = [f"wrote {line}" for line in save_model(outputs.save, run.hypothesis, request)]
        raise KeyboardInterrupt("; ".join([str(error) or "interrupted", *lines])) from None


def _write_run(
    outputs: _Outputs, run: Run, request: DataRequest, has_decimal_commas: bool
) -> Iterator[str]:
    """Write the files about one run; yield a line about each file."""
    if outputs.save is outputs.draw is outputs.csv is None:
        return
    from ..output_files import ROUNDING_REMARK, save_model, save_picture, write_csv

    def draw() -> Picture:
        from ...drawing import draw_run

        return draw_run(run, still=True)

    yield from save_model(outputs.save, run.hypothesis, request)
    yield from save_picture(outputs.draw, draw)
    yield from write_csv(
        outputs.csv, _update_rows_for_csv(run), ROUNDING_REMARK, has_decimal_commas
    )


def _write_summary(
    outputs: _Outputs, repeated: Repeated, has_decimal_commas: bool
) -> Iterator[str]:
    """Write the files about many runs; yield a line about each file."""
    from ..output_files import SEMICOLON_REMARK

    if outputs.draw is not None:
        from ...drawing import draw_histogram

        measure = "updates"
        runs_with_mistakes = len(repeated.runs) - repeated.without_mistakes
        if repeated.algorithm == "pocket":
            measure = "mistakes" if repeated.N_test is None else "test_mistakes"
        numbers = [getattr(record, measure) for record in repeated.runs]
        picture = draw_histogram(numbers, measure.replace("_", " "), runs_with_mistakes)
        picture.save(outputs.draw)
        yield f"the picture to {outputs.draw}"
    if outputs.csv is not None:
        repeated.to_csv(outputs.csv, has_decimal_commas=has_decimal_commas)
        yield f"the table to {outputs.csv}{SEMICOLON_REMARK * has_decimal_commas}"


def _trace_rows(run: Run) -> Iterator[dict[str, Any]]:
    """Yield each update: its example, w_t before it and w_{t+1} after it, unscaled."""
    for t, n, w_t, w_next in run.replay():
        x_n, y_n = run.data.xs[n], run.data.ys[n]
        row = {"t": t, "n": n, "x_n": x_n, "y_n": y_n, "score": dot(w_t, x_n)}
        yield {**row, "w_t": w_t, "w_next": w_next}


def _update_rows_for_csv(run: Run) -> Iterator[Sequence[object]]:
    """Yield the head of the table, then a row for each update, with a column for each entry."""
    w_heads = [f"w_{i}" for i in range(1 + run.data.d)]
    w_next_heads = [f"next {head}" for head in w_heads]
    yield ["t", "n", "x_0", *run.data.names, "y_n", "w_t . x_n", *w_heads, *w_next_heads]
    for row in _trace_rows(run):
        t, n, x_n, *numbers, w_t, w_next = row.values()
        yield [t, n, *x_n, *numbers, *w_t, *w_next]
