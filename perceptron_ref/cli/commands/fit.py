"""`fit`: learn a line from examples, and show it."""

from __future__ import annotations

import argparse
from os.path import realpath

from ...errors import DataError
from ...exact.rationals import exact_text
from ...files.write import check_writable, write_text
from ...hypothesis import weights_for_json
from ...pocket import PocketRun
from .. import parse, report
from ..load import load
from ..output import check_is_new, check_no_input, check_replaces_a_model
from ..parse import UsageError
from ..picture import picture
from ..progress import STOPPED, Progress
from ..text import vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...dataset import Dataset
    from ...run import Run
    from ..plan import Plan
    from ..repeat import Repeated

EPILOG = """\
examples:
  perceptron-ref fit
  perceptron-ref fit example:credit-2d --trace --draw line.svg
  perceptron-ref fit iris.csv --positive setosa --save model.json
  perceptron-ref fit train.csv --pocket --max-updates 5000 --test test.csv
  perceptron-ref fit train.csv --strategy random-permutation:seed=1 --repeat 2000 --jobs 2
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_run(parser)
    parser.add_argument(
        "--test", metavar="FILE2", help="examples to count mistakes on that were not learned from"
    )
    parser.add_argument(
        "--repeat",
        metavar="K",
        type=parse.positive_count,
        help="run K seeds, counted from the strategy's own, and report",
    )
    parse.add_max_seconds(parser)
    parse.add_jobs(parser, "with --repeat: spread over J processes")
    parser.add_argument("--trace", action="store_true", help="list t, n(t) and w_t")
    parser.add_argument(
        "--save", metavar="MODEL", help="write the weights found to a JSON file, for `predict`"
    )
    parser.add_argument(
        "--draw", metavar="FILE.svg", help="write a picture of the line found, or of the margins"
    )
    parser.add_argument(
        "--force", action="store_true", help="replace the files that --draw or --save name"
    )
    parse.add_json(parser)
    parse.add_audit(parser)


class Fitted:
    """A finished `fit`: what was asked for, what was run, and what came of it."""

    def __init__(
        self,
        args: argparse.Namespace,
        plan: Plan,
        run: Run,
        test: Dataset | None,
        repeats: Repeated | None,
    ) -> None:
        self.args, self.plan, self.run, self.test, self.repeats = args, plan, run, test, repeats
        self.failed: dict[str, DataError] = {}  # by the options whose files were not written

    def tell_what_failed(self) -> None:
        """Raise what is to be told after the result: files not written, or Ctrl-C."""
        if self.failed:
            raise DataError("; ".join(map(str, self.failed.values())))
        if self.repeats is not None and self.repeats.interrupted is not None:
            raise self.repeats.interrupted


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    _check(args)
    plan = parse.plan_of(args)
    with Progress(args.max_seconds) as progress:
        data = load(args, progress=progress)
        test = None if args.test is None else load(args, args.test, like=data, progress=progress)
        fitted = _fitted(args, plan, data, test, progress)
    fitted.failed = _write(args, fitted.run)
    report.show(args, fitted, _record, _lines, data, fitted.run)
    fitted.tell_what_failed()
    return STOPPED if args.repeat is not None and progress.stopped else 0


def _check(args: argparse.Namespace) -> None:
    """Refuse options that do not go together, and files that must not be replaced."""
    if args.repeat is None and args.jobs is not None:
        raise UsageError("--jobs goes with --repeat")
    if args.repeat is not None and (args.trace or args.save is not None or args.draw is not None):
        raise UsageError("--trace, --save and --draw go with a single run, not with --repeat")
    if args.file == args.test == parse.STDIN:
        raise UsageError("standard input can be read once, as FILE or as FILE2")
    check_no_input("--save", args.save, (args.file, args.test))
    check_no_input("--draw", args.draw, (args.file, args.test))
    if args.force and args.draw is None and args.save is None:
        raise UsageError("--force goes with --draw or --save")
    check_is_new("--draw", args.draw, args.force)
    check_replaces_a_model("--save", args.save, args.force)
    if None not in (args.draw, args.save) and realpath(args.draw) == realpath(args.save):
        raise UsageError(f"--save and --draw name the same file, {args.draw}")
    for path in filter(None, (args.save, args.draw)):
        check_writable(path)


def _fitted(
    args: argparse.Namespace,
    plan: Plan,
    data: Dataset,
    test: Dataset | None,
    progress: Progress,
) -> Fitted:
    experiment = repeats = None

    def plan_repeats() -> None:
        nonlocal experiment
        if args.repeat:
            from ..repeat import Experiment

            experiment = Experiment(plan, data, test, args.repeat)

    run = plan.run(data, progress.on_update, plan_repeats)
    if experiment is not None and not progress.stopped:
        repeats = experiment.repeated(args.jobs or 1, progress)
    return Fitted(args, plan, run, test, repeats)


def _write(args: argparse.Namespace, run: Run) -> dict[str, DataError]:
    """Write what --save and --draw name; return the error of each option that failed."""
    failed = {}
    for option, write in (("save", _save), ("draw", _draw)):
        path = getattr(args, option)
        if path:
            try:
                write(path, run)
            except DataError as error:
                failed[option] = error
    return failed


def _save(path: str, run: Run) -> None:
    run.hypothesis.save(path)


def _draw(path: str, run: Run) -> None:
    from ...drawing import draw_data

    write_text(path, draw_data(run.data, run.hypothesis))


def _record(fitted: Fitted) -> dict[str, object]:
    plan, run, test = fitted.plan, fitted.run, fitted.test
    record: dict[str, object] = {
        "algorithm": plan.algorithm,
        "strategy": report.strategy_record(plan.strategy),
        "sign_of_zero": run.sign_of_zero,
        **report.run_record(run),
    }
    if isinstance(run, PocketRun):
        record["w_last"] = weights_for_json(run.w_last, exact_text)
        record["mistakes_last"], record["dot_products"] = run.mistakes_last, run.dot_products
    if test is not None:
        record["test"] = {"N": test.N, "mistakes": run.hypothesis.mistakes(test)}
    if fitted.args.trace:
        record["n"] = list(run.n)
    if fitted.repeats is not None:
        record["repeat"] = report.repeat_record(fitted.repeats)
    return record


def _lines(fitted: Fitted) -> Iterator[str]:
    yield report.plan_line(fitted.plan, fitted.run.sign_of_zero)
    if fitted.repeats is not None:
        yield from report.repeat_lines(fitted.repeats)
    else:
        yield from _lines_of_one_run(fitted)


def _lines_of_one_run(fitted: Fitted) -> Iterator[str]:
    args, run = fitted.args, fitted.run
    if args.trace:
        yield from _trace(run)
    yield report.outcome(run) + report.advice(fitted.plan, run)
    yield ""
    yield from report.weight_lines(run.data, run.w)
    yield from _mistakes(fitted)
    if run.data.d == 2:
        yield from ("", *picture(run.data, run.hypothesis))
    if args.save and "save" not in fitted.failed:
        yield f"Saved to {args.save}"
    if args.draw and "draw" not in fitted.failed:
        yield f"Drawn in {args.draw}"


def _mistakes(fitted: Fitted) -> Iterator[str]:
    run, test = fitted.run, fitted.test
    yield report.mistakes_line("on the training data", run.mistakes, run.data.N)
    if isinstance(run, PocketRun):
        yield report.mistakes_line("of the last weights", run.mistakes_last, run.data.N)
    if test is not None:
        yield report.mistakes_line(f"on {fitted.args.test}", run.hypothesis.mistakes(test), test.N)


def _trace(run: Run) -> Iterator[str]:
    """Yield t, n(t), w_t for every update, and w_T below them."""
    t_width, n_width = len(str(max(run.updates, 9))), len(str(max(run.data.N, 1000)))
    yield f"{'t':>{t_width}} {'n(t)':>{n_width}}  w_t"
    w = run.w0
    for t, n, w_t, w in run.replay():
        yield f"{t:{t_width}} {n:{n_width}}  {vector(w_t)}"
    yield f"{run.updates:{t_width}} {'':{n_width}}  {vector(w)}"
