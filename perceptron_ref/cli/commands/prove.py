"""`prove`: check every step of the convergence proof on a run."""

from __future__ import annotations

import argparse

from ...exact.rationals import shortened
from ...theory.audit import proof_record
from ...theory.derivation import unchecked, verdicts
from ...theory.proof import Proof, Separator
from ...theory.separability import NotSeparable, Separable, Undecided
from .. import decision, parse, report
from ..load import load
from ..progress import STOPPED, Progress
from ..text import counted, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...dataset import Dataset
    from ...run import Run
    from ...theory.derivation import Verdict
    from ..plan import Plan

EPILOG = """\
examples:
  perceptron-ref prove
  perceptron-ref prove example:iris-setosa --strategy worst-margin
  perceptron-ref prove example:and --w-f=-3,2,2 --json

exit status: 0 if every statement holds, 1 if one fails; data that no line separates fail,
with the proof of that. 3 if --max-seconds ended it before all was checked, and nothing failed.
"""
_WORDS = {True: "holds", False: "FAILS", None: "-----"}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser)
    parse.add_strategy(parser)
    parse.add_limits(parser)
    parse.group(parser, parse.ALGORITHM).add_argument(
        "--w-f",
        metavar="W",
        help="weights that separate, as in --w-f=-3,2,2 (default: those of largest margin)",
    )
    parse.add_max_seconds(parser)
    parse.add_json(parser)
    parse.add_audit(parser)


class Proved:
    """A finished `prove`: what was asked for, the run, w_f, and the verdict on each statement.

    holds: whether all hold; None where none fails and some were not checked.
    """

    def __init__(
        self,
        args: argparse.Namespace,
        plan: Plan,
        run: Run,
        w_f: Separator,
        every: list[Verdict],
        stopped: bool,
    ) -> None:
        self.args, self.plan, self.run, self.w_f, self.verdicts = args, plan, run, w_f, every
        # None, from a statement that says nothing about this run, is no failure
        holds = all(verdict.holds is not False for verdict in every)
        self.holds = None if holds and stopped else holds


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    plan = parse.plan_of(args)
    with Progress(args.max_seconds) as progress:
        data = load(args, progress=progress)
        w_f = _separator(args, data, progress)
        if isinstance(w_f, Separator):
            proved = _proved(args, plan, data, w_f, progress)
    if isinstance(w_f, Separator):
        report.show(args, proved, _record, _lines, data, proved.run)
        return STOPPED if proved.holds is None else 0 if proved.holds else 1
    status = decision.show(args, w_f)
    # whatever is known of w_f: no statement was checked
    return STOPPED if isinstance(w_f, Undecided) else status


def _separator(
    args: argparse.Namespace, data: Dataset, progress: Progress
) -> Separator | NotSeparable | Undecided:
    """Return w_f, given or found; or why there is none."""
    if args.w_f is not None:
        given = Separator(data, args.w_f.split(","))
        if given.separates:
            return given
    found = decision.decided(data, progress)
    if not isinstance(found, Separable):
        return found
    return Separator(data, found.w_f) if args.w_f is None else given


def _proved(
    args: argparse.Namespace, plan: Plan, data: Dataset, w_f: Separator, progress: Progress
) -> Proved:
    run = plan.run(data, progress)
    every = unchecked(run)
    if not progress.stopped:
        try:
            proof = Proof(run, w_f.w_f, on_update=lambda t: progress.reached(f"the proof, t = {t}"))
            every = verdicts(proof, on_step=lambda label: progress.reached(f"statement {label}"))
        except StopIteration:
            pass  # before the first statement
    return Proved(args, plan, run, w_f, every, progress.stopped)


def _record(proved: Proved) -> dict[str, object]:
    return {
        "strategy": report.strategy_record(proved.plan.strategy),
        **proof_record(proved.run, proved.w_f, proved.verdicts, proved.holds),
    }


def _lines(proved: Proved) -> Iterator[str]:
    run, w_f = proved.run, proved.w_f
    yield report.plan_line(proved.plan, run.sign_of_zero)
    yield report.outcome(run)
    whose = "the weights of largest margin" if proved.args.w_f is None else "the weights given"
    yield f"w_f = {vector(w_f.w_f)}, {whose}"
    for verdict in proved.verdicts:
        yield ""
        yield f"{verdict.label:6} {_WORDS[verdict.holds]:6} {verdict.statement}"
        yield f"{'':13} {_evidence(verdict)}"
    if w_f.separates:
        yield ""
        relation = "<=" if run.updates <= w_f.bound else ">"
        yield f"T = {run.updates:,} {relation} R^2/rho^2 = {shortened(w_f.bound)}"


def _evidence(verdict: Verdict) -> str:
    """Return how often the statement was compared, and where it came closest to failing."""
    words = [verdict.note] if verdict.note else []
    if verdict.tightest is not None:
        at = verdict.tightest
        letter = "n" if verdict.label == "L2.8" else "t"
        sides = f"{shortened(at.left)} against {shortened(at.right)}"
        times = counted(verdict.checked, "time")
        words.append(f"compared {times}, closest at {letter} = {at.t}: {sides}")
    return "; ".join(words) or "no update to compare"
