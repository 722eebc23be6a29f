"""`fit`: learn a line from examples, and show it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...dataset import Dataset
from ...errors import in_one_line
from ...exact.rationals import rational, rounded_text, short_text, weights_for_json
from ...exact.sparse import SparseVector
from ...plugins.entries import OWN
from ...pocket import PocketRun
from ...run import Run
from ...vectors import dot
from .. import parse, report
from ..load import load, split, warn_of_one_label
from ..parse import UsageError
from ..plan import DEFAULTS, Plan, for_people, note_on, repeated, settings
from ..progress import STOPPED, Progress

if TYPE_CHECKING:
    from ...experiments.records import Repeated
    from ...plugins.registry import Bound
    from ...run import Update

EPILOG = """\
examples:
  perceptron-ref fit example:credit-2d --trace --draw line.svg
  perceptron-ref fit example:iris-setosa --save model.json
  perceptron-ref fit example:iris-setosa --pocket --split 0.8:seed=3,stratified=true
  perceptron-ref fit example:spam --strategy random-permutation:seed=1 --repeat 500 --jobs 2

your own data, a sheet with a column Nr, numbers such as 0,5 and empty cells:
  fit flats.csv --positive yes --features -Nr --decimal , --missing drop
"""

_LARGE = 100**2  # of R^2, for which w_0 grows slowly
_MANY = 100  # times the smallest feature, for which the largest slows PLA down
_HEAD = ("algorithm", "strategy", "sign_of_zero", "eta", "limits")
_NOT_FOR_PEOPLE = ("n", "w_last", "w0")  # w_0 is 0 here
_COUNTS = ("status", "updates", "visits", "dot_products", "mistakes")
_HEADS = ("mean", "least", "lower quartile", "median", "upper quartile", "most")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    own = {
        "--test FILE2": "other examples, to count the mistakes on them, too",
        "--split SIZE[:seed=S]": "learn from so many examples of FILE, the first N or a share such "
        "as 0.8, and count mistakes on the others; seed=S draws them, stratified=true takes both "
        "labels in equal shares",
        "--trace": "list every update, in full with --csv or --json",
        "--save MODEL": "write the weights found to a JSON file, for `predict`",
        "--draw FILE.svg": "write a picture of the line found, of many runs a histogram of "
        "updates, or of Pocket's mistakes, those on the test if there is one: .svg, .png or .pdf",
        "--csv TABLE": "write a table of the updates, or of many runs; fractions are "
        "rounded, --json has them exactly",
    }
    run = parse.STRATEGY, parse.POCKET, parse.RUN, parse.MAX_SECONDS, parse.REPEAT
    parse.add_data(parser, *run, own, parse.FORCE, parse.AUDIT)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    _check(args)
    plan, found, interrupted = parse.plan_of(args), None, None
    with Progress(args.max_seconds) as progress:
        data, test = load(args, progress), None
        if args.split is not None:
            data, test = split(data, args.split)
            for part, told in (data, "--split"), (test, "--split, in the test"):
                warn_of_one_label(part, told, "; --split SIZE:seed=S draws the examples")
        elif args.test is not None:
            test = load(args, progress, args.test, data)
        if args.repeat is not None:
            run, found, interrupted = repeated(plan, data, test, args, progress)
        else:
            run = plan.run(data, progress)
    record = {**_head(args, plan, run), **_record(run, test, progress.last)}
    if args.trace:
        vectors = ("x_n", "w_t", "w_next")
        trace = [
            {**row, **{key: weights_for_json(row[key]) for key in vectors}} for row in _trace(run)
        ]
        record.update(n=list(run.n), trace=trace)
    if found is not None:
        record["repeat"] = found.as_dict()
        people, after = {**_of_many(record, found), "note": note_on(plan)}, []
    else:
        people = {key: value for key, value in record.items() if key not in _NOT_FOR_PEOPLE}
        people = for_people(people)
        if data.x0 in (0, 1):  # w_0 has it
            del people["threshold"]
        if run.dot_products == run.visits:  # one a visit
            del people["dot_products"]
        after = _advice(plan, run)
    report.show(args, record, data, run, people, after, _write(args, run, found))
    if interrupted is not None:
        raise interrupted
    return STOPPED if args.repeat is not None and progress.stopped else 0


def _check(args: argparse.Namespace) -> None:
    """Refuse options that do not go together, and files that must not be replaced."""
    parse.exclude(args, "repeat", "trace")
    parse.exclude(args, "repeat", "save")
    parse.exclude(args, "split", "test")
    if args.jobs is not None and args.repeat is None:
        raise UsageError("--jobs goes with --repeat or --seeds")
    if args.csv is not None and not args.trace and args.repeat is None:
        raise UsageError("--csv goes with --trace, or with --repeat or --seeds")
    if args.file == args.test == parse.STDIN:
        raise UsageError("standard input can be read once, as FILE or as FILE2")
    outputs = [os.path.abspath(each) for each in (args.save, args.draw, args.csv) if each]
    if len({*outputs}) < len(outputs):
        raise UsageError("found one file for two outputs; expected one for each")
    for option, path in ("--draw", args.draw), ("--save", args.save), ("--csv", args.csv):
        report.check_output(args, option, path, args.file, args.test)


def _head(args: argparse.Namespace, plan: Plan, run: Run) -> dict[str, object]:
    """Return what was run: the algorithm, the strategy, and their settings."""
    start = {} if args.audit else {"w0": weights_for_json(run.w0)}  # --audit has it
    return {
        "algorithm": plan.algorithm,
        "strategy": {"name": plan.strategy.name, "options": plan.strategy.options},
        **settings(args),
        **start,
    }


def _record(run: Run, test: Dataset | None, last: Update | None) -> dict[str, object]:
    """Return what came of a run. last: the update that was told last."""
    record: dict[str, object] = {
        **{key: getattr(run, key) for key in _COUNTS},
        "w": weights_for_json(run.w),
        "threshold": -run.w[0] * run.data.x0,
        "last_update": None,
    }
    if run.updates:
        visit = last.visits if last is not None and last.t == run.updates - 1 else None
        record["last_update"] = {"n": run.n[-1], "visit": visit}
    if isinstance(run, PocketRun):
        record["w_last"] = weights_for_json(run.w_last)
        record["mistakes_last"] = run.mistakes_last
    if test is not None:
        record["test"] = {"N": test.N, "mistakes": run.hypothesis.mistakes(test)}
    return record


def _of_many(record: dict[str, object], found: Repeated) -> dict[str, object]:
    """Return what a report for people says of many runs: how they ended, their statistics."""
    people = {key: record[key] for key in _HEAD}
    people = for_people(people)
    people["seeds"] = " to ".join(short_text(found.seeds[k]) for k in (0, -1))
    people.update(asked=found.asked, runs=len(found.runs), statuses=found.statuses)
    people["without_mistakes"] = found.without_mistakes
    people["statistics"] = [
        {"of": name, **{key: rounded_text(q, 6) for key, q in zip(_HEADS, numbers)}}
        for name, each in found.statistics.items()
        for numbers in [(each.mean, each.least, *each.quartiles, each.most)]
    ]
    return people


def _advice(plan: Plan, run: Run) -> list[str]:
    """Return what to try after a run that a limit stopped, or a row; nothing after others."""
    limits = {"max_updates", "max_visits", "stopped", "right_in_a_row"}
    if run.status not in limits or not run.mistakes:
        return []
    from ...theory.separability import R2

    option = "max-seconds" if run.status == "stopped" else run.status.replace("_", "-")
    larger, other = f"a larger --{option}, or ", "--pocket, which keeps the best weights met"
    if plan.algorithm == "pocket":
        other = f"another seed (--strategy {DEFAULTS['pocket']}:seed=1)"
        if _comes_back(plan.strategy):
            larger, other = "", f"--strategy {DEFAULTS['pocket']}: a fixed order may come back to "
            other += "the same weights, and then it meets no others"
    units = _sizes(run.data)
    if not units and run.data.x0 == 1 and R2(run.data) > _LARGE:
        units = " Features in large units make PLA slow: --scale 1/100 --x0 1 may help."
    return [
        f"NOT converged. Try {larger}{other}.{units} `separable` decides whether a "
        "line separates the data at all, `optimum` how few mistakes a line makes."
    ]


def _comes_back(order: Bound) -> bool:
    """Tell whether a strategy of ours draws nothing, or all before its first pass."""
    options = order.options
    is_ours = order.origin is not None and order.origin.partition(" ")[0] == OWN
    return is_ours and ("seed" not in options or options.get("fresh") is False)


def _sizes(data: Dataset) -> str:
    """Return that features of very different size slow PLA down, and the largest and the smallest,
    if they are.
    """
    largest = [0] * (1 + data.d)
    for x in data.scaled_rows:
        for i, value in zip(*SparseVector.of(x)):
            largest[i] = max(largest[i], abs(value))
    sizes = [(size, i) for i, size in enumerate(largest) if size and i]
    (least, low), (most, high) = min(sizes, default=(0, 0)), max(sizes, default=(0, 0))
    if most < _MANY * least or not sizes:
        return ""
    told = [
        f"{in_one_line(data.names[i - 1], 60)} reaches {short_text(Fraction(size, data.scale))}"
        for size, i in ((most, high), (least, low))
    ]
    return f" Features of very different size slow PLA down: {told[0]}, {told[1]}."


def _write(args: argparse.Namespace, run: Run, found: Repeated | None) -> Iterator[str]:
    """Write what --save, --draw and --csv name; yield the words that tell people of each.

    It writes nothing where no run of many came to its end in time.
    """
    if found is None and args.repeat is not None:
        return
    if args.save is not None:
        # the model answers rows as they are in their file, before --scale
        run.hypothesis.with_x0(run.data.x0 / rational(args.scale or 1)).save(args.save)
        yield f"the model to {args.save}"
    if args.draw is not None:
        from ...drawing import draw_histogram, draw_run

        if found is None:
            picture = draw_run(run, still=True)
        else:
            what, left = "updates", len(found.runs) - found.without_mistakes
            if found.algorithm == "pocket":
                what = "mistakes" if found.N_test is None else "test_mistakes"
            numbers = [getattr(record, what) for record in found.runs]
            picture = draw_histogram(numbers, what.replace("_", " "), left)
        picture.save(args.draw)
        yield f"the picture to {args.draw}"
    if found is None:
        yield from report.csv_table(args.csv, _worksheet(run), report.ROUNDED)
    elif args.csv is not None:
        found.to_csv(args.csv)
        yield f"the table to {args.csv}"


def _trace(run: Run) -> Iterator[dict[str, Any]]:
    """Yield what every update changes into what, in the lecture's units."""
    for t, n, w_t, w_next in run.replay():
        x_n, y_n = run.data.xs[n], run.data.ys[n]
        row = {"t": t, "n": n, "x_n": x_n, "y_n": y_n, "score": dot(w_t, x_n)}
        yield {**row, "w_t": w_t, "w_next": w_next}


def _worksheet(run: Run) -> Iterator[Sequence[object]]:
    """Yield a row of names and one for every update, a column for each entry."""
    w, w_next = ([f"{name}w_{i}" for i in range(1 + run.data.d)] for name in ("", "next "))
    yield ["t", "n", "x_0", *run.data.names, "y_n", "w_t . x_n", *w, *w_next]
    for row in _trace(run):
        t, n, x_n, *numbers, w_t, w_t_next = row.values()
        yield [t, n, *x_n, *numbers, *w_t, *w_t_next]
