"""`prove`: check every step of the convergence proof on a run."""

from __future__ import annotations

import argparse

from ...theory.audit import proof_record
from ...theory.derivation import compared, derive
from ...theory.proof import Proof
from ...theory.separability import Separable, Separator, Undecided
from .. import parse, report
from ..load import load
from ..plan import for_people, settings
from ..progress import STOPPED, Progress
from ..terminal import remark
from .separable import decided, show

EPILOG = """\
examples:
  perceptron-ref prove
  perceptron-ref prove example:iris-setosa --strategy worst-margin
  perceptron-ref prove example:and --w-f=-3,2,2 --json

exit status: 0 if every statement holds, 1 if one fails; data that no line separates fail,
with the proof of that. 3 if --max-seconds ended it before all was checked, and nothing failed.
"tightest" has both sides where they come closest; of L2.8, t is the example n.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    own = {
        "--w-f W": "weights that separate, as in --w-f=-3,2,2 (default: those of largest margin)",
        "--trace": "list both sides of every comparison, for each t",
        "--csv OUT": "write a table of both sides, for a spreadsheet; fractions are rounded",
    }
    run = parse.STRATEGY, parse.RUN, parse.MAX_SECONDS
    parse.add_data(parser, *run, own, parse.FORCE, parse.AUDIT)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    report.check_output(args, "--csv", args.csv, args.file)
    plan = parse.plan_of(args)
    with Progress(args.max_seconds) as progress:
        data = load(args, progress)
        w_f = None if args.w_f is None else Separator(data, args.w_f.split(","))
        if w_f is None or not w_f.separates:  # then the proof that none does may be the answer
            found = decided(data, progress)
            w_f = (w_f or found) if isinstance(found, Separable) else None
        if w_f is not None:
            run = plan.run(data, progress)
            every = derive(run, w_f.w_f, on_step=progress.reached)
    if w_f is None:
        status = show(args, found)
        if args.csv is not None:
            remark(f"{args.csv} is not written: the comparison takes a w_f that separates")
        # whatever is known of w_f: no statement was checked
        return STOPPED if isinstance(found, Undecided) else status
    order = {"name": plan.strategy.name, "options": plan.strategy.options}
    record = {"strategy": order, **settings(args), **proof_record(run, w_f, every)}
    sides = [*compared(Proof(run, w_f.w_f))] if args.trace or args.csv is not None else []
    if args.trace:
        record["trace"] = [
            {"label": label, "t": t, "left": left, "right": right}
            for label, t, left, _, right in sides
        ]
    rows = [["statement", "t", "left", "sign", "right"], *sides]
    table = report.csv_table(args.csv, rows, report.ROUNDED)
    report.show(args, record, data, run, for_people(record), files=table)
    return STOPPED if record["holds"] is None else 0 if record["holds"] else 1
