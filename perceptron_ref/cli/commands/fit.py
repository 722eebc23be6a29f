"""`fit`: learn a line from examples, and show it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import suppress

from ...dataset import Dataset
from ...errors import DataError
from ...exact.for_json import weights_for_json
from ...exact.rationals import exact_text
from ...hypothesis import Hypothesis
from ...pocket import PocketRun
from ...run import Run
from ...vectors import dot
from .. import parse, report
from ..change import split
from ..load import load
from ..output import check_output, check_picture, write_table
from ..parse import UsageError
from ..picture import picture
from ..plan import Plan, repeated
from ..progress import STOPPED, Progress
from ..text import aligned, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EPILOG = """\
examples:
  perceptron-ref fit
  perceptron-ref fit example:credit-2d --trace --draw line.svg
  perceptron-ref fit example:iris-setosa --save model.json
  perceptron-ref fit example:noisy:seed=1 --pocket --test example:separable:seed=1
  perceptron-ref fit example:spam --strategy random-permutation:seed=1 --repeat 500 --jobs 2
  perceptron-ref fit example:and --strategy random --seeds 1..200 --csv runs.csv
  perceptron-ref fit example:iris-setosa --split 0.8:seed=3,stratified=true

Data of your own: name the file in the place of example:spam; --positive says which label means +1.
A sheet with a column Nr, numbers such as 0,5 and empty cells:
  fit flats.csv --positive sold --features -Nr --decimal , --missing drop
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser)
    parse.add_strategy(parser)
    parse.add_pocket(parser)
    add = parse.group(parser, parse.DATA).add_argument
    add("--test", metavar="FILE2", help="other examples, to count the mistakes on them, too")
    add(
        "--split",
        metavar="SIZE[:seed=S]",
        help="learn from so many examples of FILE, the first N or a share such as 0.8, and count "
        "mistakes on the others; seed=S draws them, stratified=true takes both labels in "
        "equal shares",
    )
    parse.add_max_seconds(parser)
    parse.add_repeat(parser, "report")
    add = parse.group(parser, parse.OUTPUT).add_argument
    add(
        "--trace",
        action="store_true",
        help="list every update: t, n(t), w_t, w_{t+1}; --csv and --json have x_n, y_n, w_t . x_n",
    )
    add("--save", metavar="MODEL", help="write the weights found to a JSON file, for `predict`")
    add(
        "--draw",
        metavar="FILE.svg",
        help="write a picture of the line found, or of the margins: .svg, .png or .pdf",
    )
    add(
        "--csv",
        metavar="TABLE",
        help="with --trace or many runs: write a line for each, for a spreadsheet",
    )
    told = "replace the files that --draw, --save or --csv name"
    add("--force", action="store_true", help=told)
    parse.add_json(parser, audit=True)


class Fitted:
    """A `fit` that is done: its run, the examples to test on, if any, and what many runs came to.

    last: the example of the last update, and its visit; None where there is none.
    written: a line for each file that was written.
    """

    def __init__(self, args: argparse.Namespace, plan: Plan, progress: Progress) -> None:
        self.args, self.plan = args, plan
        data = load(args, progress=progress)
        self.test: Dataset | None = None
        if args.split is not None:
            data, self.test = split(data, args.split)
        elif args.test is not None:
            self.test = load(args, args.test, like=data, progress=progress)
        if parse.is_repeated(args):
            found = repeated(plan, data, self.test, args, progress)
        else:
            found = plan.run(data, progress), None, None
        self.run, self.repeats, self.interrupted = found
        self.last = report.last_update(self.run, progress.last)
        self.written: list[str] = []

    def write(self) -> None:
        """Write what --save, --draw and --csv name."""
        args, run = self.args, self.run
        if args.save is not None:
            # the model answers rows as they are in their file, before --scale
            run.hypothesis.with_x0(run.data.x0 / (args.scale or 1)).save(args.save)
            self.written.append(f"Saved to {args.save}")
        if args.draw is not None:
            from ...drawing import draw_run

            draw_run(run, still=True).save(args.draw)
            self.written.append(f"Drawn in {args.draw}")
        if args.csv is not None and self.repeats is not None:
            self.repeats.to_csv(args.csv)
            self.written.append(f"Table of the runs in {args.csv}")
        elif args.csv is not None:
            write_table(args.csv, _worksheet(run))
            self.written.append(f"Table of the updates in {args.csv}")


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    _check(args)
    plan = parse.plan_of(args)
    with Progress(args.max_seconds) as progress:
        fitted = Fitted(args, plan, progress)
    try:
        fitted.write()
    finally:  # the result is printed, though a file cannot be written
        data = fitted.run.data
        report.show(args, lambda: _record(fitted), _lines(fitted), data, fitted.run)
    if fitted.interrupted is not None:
        raise fitted.interrupted
    return STOPPED if parse.is_repeated(args) and progress.stopped else 0


def _check(args: argparse.Namespace) -> None:
    """Refuse options that do not go together, and files that must not be replaced."""
    if parse.is_repeated(args) and (args.trace or args.save is not None or args.draw is not None):
        raise UsageError(
            "--trace, --save and --draw go with a single run, not with --repeat; "
            "`draw --repeat K -o FILE.svg` draws the histogram of many"
        )
    if args.csv is not None and not (args.trace or parse.is_repeated(args)):
        raise UsageError("--csv goes with --trace, or with --repeat or --seeds")
    if args.split is not None and args.test is not None:
        raise UsageError("--split takes the test data from FILE, --test from FILE2: give one")
    if args.file == args.test == parse.STDIN:
        raise UsageError("standard input can be read once, as FILE or as FILE2")
    inputs = args.file, args.test
    check_picture("--draw", args.draw, inputs, args.force)
    check_output("--save", args.save, inputs, args.force, "saved model", _is_model)
    check_output("--csv", args.csv, inputs, args.force, "table of runs", _is_table)


def _is_model(path: str) -> bool:
    with suppress(DataError):
        Hypothesis.load(path)
        return True
    return False


def _is_table(path: str) -> bool:
    from ...experiments.records import is_a_table

    return is_a_table(path)


def _record(fitted: Fitted) -> dict[str, object]:
    plan, run, test = fitted.plan, fitted.run, fitted.test
    record: dict[str, object] = {
        "algorithm": plan.algorithm,
        "strategy": report.strategy_record(plan.strategy),
        "sign_of_zero": run.sign_of_zero,
        **{key: getattr(run, key) for key in ("status", "updates", "visits", "mistakes")},
        "w": weights_for_json(run.w, exact_text),
        "threshold": exact_text(-run.w[0] * run.data.x0),
        "last_update": None if fitted.last is None else dict(zip(("n", "visit"), fitted.last)),
    }
    if isinstance(run, PocketRun):
        record["w_last"] = weights_for_json(run.w_last, exact_text)
        record["mistakes_last"], record["dot_products"] = run.mistakes_last, run.dot_products
    if test is not None:
        record["test"] = {"N": test.N, "mistakes": run.hypothesis.mistakes(test)}
    if fitted.args.trace:
        record["n"] = list(run.n)
        names = ("t", "n", "x_n", "y_n", "score", "w_t", "w_next")
        record["trace"] = [dict(zip(names, _plain(update))) for update in _updates(run)]
    if fitted.repeats is not None:
        record["repeat"] = fitted.repeats.as_dict()
    return record


def _lines(fitted: Fitted) -> Iterator[str]:
    yield report.plan_line(fitted.plan, fitted.run.sign_of_zero)
    if fitted.repeats is not None:
        yield from report.repeat_lines(fitted.repeats, fitted.interrupted is not None)
    else:
        yield from _lines_of_one_run(fitted)
    yield from fitted.written


def _lines_of_one_run(fitted: Fitted) -> Iterator[str]:
    run, test = fitted.run, fitted.test
    if fitted.args.trace:
        yield from _trace(run)
    yield report.outcome(run) + report.advice(fitted.plan, run)
    if fitted.last is not None:
        n, visit = fitted.last
        at = "" if visit is None else f" at visit {visit:,}"
        start = "examples count from 0" + ("" if visit is None else ", visits from 1")
        yield f"The last update corrected example {n}{at} ({start})."
    yield ""
    yield from report.weight_lines(run.data, run.w)
    yield report.mistakes_line("on the training data", run.mistakes, run.data.N)
    if isinstance(run, PocketRun):
        yield report.mistakes_line("of the last weights", run.mistakes_last, run.data.N)
    if test is not None:
        where = "the other examples" if fitted.args.split is not None else fitted.args.test
        yield report.mistakes_line(f"on {where}", run.hypothesis.mistakes(test), test.N)
    if run.data.d == 2:
        yield from ("", *picture(run.data, run.hypothesis))


def _trace(run: Run) -> Iterator[str]:
    """Yield t, n(t), w_t and w_{t+1} for every update: what update t changes into what."""
    rows = [["t", "n(t)", "w_t", "w_{t+1}"]]
    rows += ([str(t), str(n), vector(w), vector(w_next)] for t, n, w, w_next in run.replay())
    yield from aligned(rows, numbers=(0, 1))


def _updates(run: Run) -> Iterator[tuple[Any, ...]]:
    """Yield (t, n, x_n, y_n, w_t . x_n, w_t, w_{t+1}) for every update, in the lecture's units."""
    xs, ys = run.data.xs, run.data.ys
    for t, n, w, w_next in run.replay():
        yield t, n, xs[n], ys[n], dot(w, xs[n]), w, w_next


def _plain(update: Iterable[Any]) -> Iterator[object]:
    """Yield what JSON has of an update: exact texts for numbers, ints as they are."""
    for value in update:
        if isinstance(value, tuple):
            yield weights_for_json(value, exact_text)
        else:
            yield value if isinstance(value, int) else exact_text(value)


def _worksheet(run: Run) -> Iterator[Iterable[object]]:
    """Yield a row of names and one for every update, a column for each entry."""
    every = range(1 + run.data.d)
    w, w_next = ([f"{name}w_{i}" for i in every] for name in ("", "next "))
    yield ["t", "n", "x_0", *run.data.names, "y_n", "w_t . x_n", *w, *w_next]
    for t, n, x_n, y_n, score, w_t, w_t_next in _updates(run):
        yield [t, n, *x_n, y_n, score, *w_t, *w_t_next]
