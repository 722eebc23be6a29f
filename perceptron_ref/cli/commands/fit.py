"""`fit`: learn a line from examples, and show it."""

from __future__ import annotations

import argparse
from os.path import realpath

from ...errors import DataError
from ...exact.for_json import weights_for_json
from ...exact.rationals import exact_text
from ...files.write import check_writable
from ...pocket import PocketRun
from .. import parse, report
from ..change import split
from ..load import load
from ..output import (
    check_is_new,
    check_is_picture,
    check_no_input,
    check_replaces_a_model,
    check_replaces_a_table,
)
from ..parse import UsageError
from ..picture import picture
from ..progress import STOPPED, Progress
from ..text import vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...dataset import Dataset
    from ...experiments.records import Repeated
    from ...run import Run
    from ..plan import Plan
    from ..progress import Interrupted, Late

EPILOG = """\
examples:
  perceptron-ref fit
  perceptron-ref fit example:credit-2d --trace --draw line.svg
  perceptron-ref fit example:iris-setosa --save model.json
  perceptron-ref fit example:noisy:seed=1 --pocket --test example:separable:seed=1
  perceptron-ref fit example:spam --strategy random-permutation:seed=1 --repeat 500 --jobs 2
  perceptron-ref fit example:and --strategy random --seeds 1..200 --csv runs.csv
  perceptron-ref fit example:spam --strategy random:seed=1 --right-in-a-row 5N
  perceptron-ref fit example:spam --strategy cyclic:until_right=True
  perceptron-ref fit example:iris-setosa --split 0.8:seed=3,stratified=true
  perceptron-ref fit example:iris-setosa --x0 0 --normalize
  perceptron-ref fit example:separable:seed=1 --scale 1/2 --x0 1

Data of your own: name the file in the place of example:spam; --positive says which label means +1.
A sheet with a column Nr, numbers such as 0,5 and empty cells:
  fit flats.csv --positive sold --features -Nr --decimal , --missing drop
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_run(parser)
    parse.group(parser, parse.DATA).add_argument(
        "--test", metavar="FILE2", help="other examples, to count the mistakes on them, too"
    )
    parse.group(parser, parse.DATA).add_argument(
        "--split",
        metavar="SIZE[:seed=S]",
        help="learn from so many examples of FILE, the first N or a share such as 0.8, and count "
        "mistakes on the others; seed=S draws them, stratified=true takes both labels in "
        "equal shares",
    )
    parse.add_max_seconds(parser)
    parse.add_repeat(parser, "report")
    output = parse.group(parser, parse.OUTPUT)
    output.add_argument("--trace", action="store_true", help="list every update: t, n(t) and w_t")
    output.add_argument(
        "--save", metavar="MODEL", help="write the weights found to a JSON file, for `predict`"
    )
    output.add_argument(
        "--draw",
        metavar="FILE.svg",
        help="write a picture of the line found, or of the margins: .svg, .png or .pdf",
    )
    output.add_argument(
        "--csv", metavar="TABLE", help="with many runs: write a line for each, for a spreadsheet"
    )
    output.add_argument(
        "--force", action="store_true", help="replace the files that --draw, --save or --csv name"
    )
    parse.add_json(parser)
    parse.add_audit(parser)


class Fitted:
    """A finished `fit`: what was asked for, what was run, and what came of it."""

    def __init__(
        self,
        args: argparse.Namespace,
        plan: Plan,
        test: Dataset | None,
        last: tuple[int, int | None] | None,
        run: Run,
        repeats: Repeated | None = None,
        interrupted: Interrupted | Late | None = None,
    ) -> None:
        self.args, self.plan, self.run, self.test, self.repeats = args, plan, run, test, repeats
        self.last = last  # update: its example and its visit
        self.interrupted = interrupted
        self.failed: dict[str, DataError] = {}  # by the options whose files were not written

    def tell_what_failed(self) -> None:
        """Raise what is to be told after the result: files not written, or Ctrl-C."""
        if self.failed:
            raise DataError("; ".join(map(str, self.failed.values())))
        if self.interrupted is not None:
            raise self.interrupted


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    _check(args)
    plan = parse.plan_of(args)
    with Progress(args.max_seconds) as progress:
        data = load(args, progress=progress)
        data, test = _with_test(args, data, progress)
        fitted = _fitted(args, plan, data, test, progress)
    fitted.failed = _write(fitted)
    report.show(args, fitted, _record, _lines, data, fitted.run)
    fitted.tell_what_failed()
    return STOPPED if parse.is_repeated(args) and progress.stopped else 0


def _with_test(
    args: argparse.Namespace, data: Dataset, progress: Progress
) -> tuple[Dataset, Dataset | None]:
    """Return the examples to learn from and those to count mistakes on, if any."""
    if args.split is not None:
        return split(data, args.split)
    test = None if args.test is None else load(args, args.test, like=data, progress=progress)
    return data, test


def _check(args: argparse.Namespace) -> None:
    """Refuse options that do not go together, and files that must not be replaced."""
    parse.check_repeat(args)
    if parse.is_repeated(args) and (args.trace or args.save is not None or args.draw is not None):
        raise UsageError(
            "--trace, --save and --draw go with a single run, not with --repeat; "
            "`draw --repeat K -o FILE.svg` draws the histogram of many"
        )
    if args.csv is not None and not parse.is_repeated(args):
        raise UsageError("--csv goes with --repeat or --seeds")
    if args.split is not None and args.test is not None:
        raise UsageError("--split takes the test data from FILE, --test from FILE2: give one")
    if args.file == args.test == parse.STDIN:
        raise UsageError("standard input can be read once, as FILE or as FILE2")
    _check_files(args)


def _check_files(args: argparse.Namespace) -> None:
    """Refuse to replace files of others, and what cannot be written."""
    files = {f"--{name}": getattr(args, name) for name in WRITTEN}
    for option, path in files.items():
        check_no_input(option, path, (args.file, args.test))
    if args.force and not any(files.values()):
        raise UsageError("--force goes with --draw, --save or --csv")
    check_is_picture("--draw", args.draw)
    check_is_new("--draw", args.draw, args.force)
    check_replaces_a_model("--save", args.save, args.force)
    check_replaces_a_table("--csv", args.csv, args.force)
    if None not in (args.draw, args.save) and realpath(args.draw) == realpath(args.save):
        raise UsageError(f"--save and --draw name the same file, {args.draw}")
    for path in filter(None, files.values()):
        check_writable(path)


def _fitted(
    args: argparse.Namespace,
    plan: Plan,
    data: Dataset,
    test: Dataset | None,
    progress: Progress,
) -> Fitted:
    repeats = interrupted = None
    if parse.is_repeated(args):
        from ..repeat import repeated_plan

        run, repeats, interrupted = repeated_plan(plan, data, test, args, progress)
    else:
        run = plan.run(data, progress)
    last = report.last_update(run, progress.last)
    return Fitted(args, plan, test, last, run, repeats, interrupted)


def _write(fitted: Fitted) -> dict[str, DataError]:
    """Write what --save, --draw and --csv name; return the error of each option that failed."""
    failed = {}
    for option, write in WRITTEN.items():
        path = getattr(fitted.args, option)
        if path:
            try:
                write(path, fitted)
            except DataError as error:
                failed[option] = error
    return failed


def _save(path: str, fitted: Fitted) -> None:
    # the model answers rows as they are in their file, before --scale
    run = fitted.run
    run.hypothesis.with_x0(run.data.x0 / (fitted.args.scale or 1)).save(path)


def _draw(path: str, fitted: Fitted) -> None:
    from ...drawing import draw_run

    draw_run(fitted.run, still=True).save(path)


def _tabulate(path: str, fitted: Fitted) -> None:
    if fitted.repeats is not None:
        fitted.repeats.to_csv(path)


WRITTEN = {"save": _save, "draw": _draw, "csv": _tabulate}  # by option


def _record(fitted: Fitted) -> dict[str, object]:
    plan, run, test = fitted.plan, fitted.run, fitted.test
    record: dict[str, object] = {
        "algorithm": plan.algorithm,
        "strategy": report.strategy_record(plan.strategy),
        "sign_of_zero": run.sign_of_zero,
        **report.run_record(run),
        "last_update": None if fitted.last is None else dict(zip(("n", "visit"), fitted.last)),
    }
    if isinstance(run, PocketRun):
        record["w_last"] = weights_for_json(run.w_last, exact_text)
        record["mistakes_last"], record["dot_products"] = run.mistakes_last, run.dot_products
    if test is not None:
        record["test"] = {"N": test.N, "mistakes": run.hypothesis.mistakes(test)}
    if fitted.args.trace:
        record["n"] = list(run.n)
    if fitted.repeats is not None:
        record["repeat"] = fitted.repeats.as_dict()
    return record


def _lines(fitted: Fitted) -> Iterator[str]:
    yield report.plan_line(fitted.plan, fitted.run.sign_of_zero)
    if fitted.repeats is not None:
        yield from report.repeat_lines(fitted.repeats, fitted.interrupted is not None)
        if fitted.args.csv and "csv" not in fitted.failed:
            yield f"Table of the runs in {fitted.args.csv}"
    else:
        yield from _lines_of_one_run(fitted)


def _lines_of_one_run(fitted: Fitted) -> Iterator[str]:
    args, run = fitted.args, fitted.run
    if args.trace:
        yield from _trace(run)
    yield report.outcome(run) + report.advice(fitted.plan, run)
    if fitted.last is not None:
        yield report.last_update_line(fitted.last)
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
        where = "the other examples" if fitted.args.split is not None else fitted.args.test
        yield report.mistakes_line(f"on {where}", run.hypothesis.mistakes(test), test.N)


def _trace(run: Run) -> Iterator[str]:
    """Yield t, n(t), w_t for every update, and w_T below them."""
    t_width, n_width = len(str(max(run.updates, 9))), len(str(max(run.data.N, 1000)))
    yield f"{'t':>{t_width}} {'n(t)':>{n_width}}  w_t"
    w = run.w0
    for t, n, w_t, w in run.replay():
        yield f"{t:{t_width}} {n:{n_width}}  {vector(w_t)}"
    yield f"{run.updates:{t_width}} {'':{n_width}}  {vector(w)}"
