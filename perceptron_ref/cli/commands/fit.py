"""`fit`: learn a line from examples, and show it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress

from ...dataset import Dataset
from ...errors import DataError
from ...exact.rationals import exact_text, rational, weights_for_json
from ...hypothesis import Hypothesis
from ...pocket import PocketRun
from ...run import Run
from ...vectors import dot
from .. import parse, report
from ..change import split
from ..load import load
from ..output import check_output, check_picture
from ..parse import UsageError
from ..picture import picture
from ..plan import Plan, repeated
from ..progress import STOPPED, Progress
from ..text import aligned, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Tuple

    Row = Tuple[Fraction, ...]

EPILOG = """\
examples:
  perceptron-ref fit
  perceptron-ref fit example:credit-2d --trace --draw line.svg
  perceptron-ref fit example:iris-setosa --save model.json
  perceptron-ref fit example:spam --strategy random-permutation:seed=1 --repeat 500 --jobs 2
  perceptron-ref fit example:and --strategy random --seeds 1..200 --csv runs.csv
  perceptron-ref fit example:iris-setosa --pocket --split 0.8:seed=3,stratified=true

your own data, a sheet with a column Nr, numbers such as 0,5 and empty cells:
  fit flats.csv --positive sold --features -Nr --decimal , --missing drop
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    own = {
        "--test FILE2": "other examples, to count the mistakes on them, too",
        "--split SIZE[:seed=S]": "learn from so many examples of FILE, the first N or a share such "
        "as 0.8, and count mistakes on the others; seed=S draws them, stratified=true takes both "
        "labels in equal shares",
        "--trace": "list every update, in full with --csv or --json",
        "--save MODEL": "write the weights found to a JSON file, for `predict`",
        "--draw FILE.svg": "write a picture of the line found: .svg, .png or .pdf",
        "--csv TABLE": "write a table of the updates, or of many runs",
    }
    run = parse.STRATEGY, parse.POCKET, parse.RUN, parse.MAX_SECONDS, parse.REPEAT
    parse.add_data(parser, *run, own, parse.FORCE, parse.AUDIT)


class Fitted:
    """A `fit` that is done: its run, the examples to test on, if any, and what many runs came to.

    last: the example of the last update and its visit, counted from 1; the visit is None where the
        process of code that is not ours told otherwise. written: a line for each file written.
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
        self.last: tuple[int, int | None] | None = None
        T, seen = self.run.updates, progress.last
        if T:
            visits = seen.visits if seen is not None and seen.t == T - 1 else 0
            self.last = self.run.n[-1], visits if T <= visits <= self.run.visits else None
        self.written: list[str] = []

    def write(self) -> None:
        """Write what --save, --draw and --csv name."""
        args, run = self.args, self.run
        if args.save is not None:
            # the model answers rows as they are in their file, before --scale
            run.hypothesis.with_x0(run.data.x0 / rational(args.scale or 1)).save(args.save)
            self.written.append(f"Saved to {args.save}")
        if args.draw is not None:
            from ...drawing import draw_run

            draw_run(run, still=True).save(args.draw)
            self.written.append(f"Drawn in {args.draw}")
        if args.csv is not None and self.repeats is not None:
            self.repeats.to_csv(args.csv)
            self.written.append(f"Table of the runs in {args.csv}")
        elif args.csv is not None:
            from ...experiments.records import write_table

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
    many = parse.is_repeated(args)
    if many and (args.trace or args.save is not None or args.draw is not None):
        raise UsageError(
            "--trace, --save and --draw go with a single run, not with --repeat; "
            "`draw --repeat K -o FILE.svg` draws the histogram of many"
        )
    if args.csv is not None and not (args.trace or many):
        raise UsageError("--csv goes with --trace, or with --repeat or --seeds")
    if args.split is not None and args.test is not None:
        raise UsageError("--split takes the test data from FILE, --test from FILE2: give one")
    if args.file == args.test == parse.STDIN:
        raise UsageError("standard input can be read once, as FILE or as FILE2")
    inputs = args.file, args.test
    check_picture("--draw", args.draw, inputs, args.force)
    check_output("--save", args.save, inputs, args.force, _is_model)
    check_output("--csv", args.csv, inputs, args.force)


def _is_model(path: str) -> bool:
    with suppress(DataError):
        Hypothesis.load(path)
        return True
    return False


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
        record["trace"] = [
            {
                "t": t,
                "n": n,
                "x_n": weights_for_json(x_n, exact_text),
                "y_n": y_n,
                "score": exact_text(dot(w_t, x_n)),
                "w_t": weights_for_json(w_t, exact_text),
                "w_next": weights_for_json(w_next, exact_text),
            }
            for t, n, x_n, y_n, w_t, w_next in _updates(run)
        ]
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


def _updates(run: Run) -> Iterator[tuple[int, int, Row, int, Row, Row]]:
    """Yield (t, n, x_n, y_n, w_t, w_{t+1}) for every update, in the lecture's units."""
    xs, ys = run.data.xs, run.data.ys
    for t, n, w, w_next in run.replay():
        yield t, n, xs[n], ys[n], w, w_next


def _worksheet(run: Run) -> Iterator[Sequence[object]]:
    """Yield a row of names and one for every update, a column for each entry."""
    w, w_next = ([f"{name}w_{i}" for i in range(1 + run.data.d)] for name in ("", "next "))
    yield ["t", "n", "x_0", *run.data.names, "y_n", "w_t . x_n", *w, *w_next]
    for t, n, x_n, y_n, w_t, w_t_next in _updates(run):
        yield [t, n, *x_n, y_n, dot(w_t, x_n), *w_t, *w_t_next]
