"""`prove`: check every step of the convergence proof on a run."""

from __future__ import annotations

import argparse

from ...exact.rationals import exact_text, shortened
from ...theory.derivation import verdicts
from ...theory.proof import Proof, Separator
from ...theory.separability import NotSeparable
from .. import decision, parse, report
from ..load import load
from ..progress import Progress
from ..text import counted, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...dataset import Dataset
    from ...theory.derivation import Verdict
    from ..plan import Plan

EPILOG = """\
examples:
  perceptron-ref prove
  perceptron-ref prove example:iris-setosa --strategy worst-margin
  perceptron-ref prove example:and --w-f=-3,2,2 --json

exit status: 0 if every statement holds, 1 if one fails; data that no line separates fail,
with the proof of that.
"""
_WORDS = {True: "holds", False: "FAILS", None: "-----"}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser)
    parse.add_strategy(parser)
    parse.add_limits(parser)
    parser.add_argument(
        "--w-f",
        metavar="W",
        help="weights that separate, as in --w-f=-3,2,2 (default: those of largest margin)",
    )
    parse.add_json(parser)


class Proved:
    """A finished `prove`: what was asked for, the run, w_f, and the verdict on each statement."""

    def __init__(self, args: argparse.Namespace, plan: Plan, proof: Proof) -> None:
        self.args, self.plan, self.run, self.w_f = args, plan, proof.run, proof.separator
        self.verdicts = verdicts(proof)
        # None, from a statement that says nothing about this run, is no failure
        self.holds = all(verdict.holds is not False for verdict in self.verdicts)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    plan = parse.plan_of(args)
    data = load(args)
    w_f = _separator(args, data)
    if isinstance(w_f, NotSeparable):
        return decision.show(args, w_f)
    proved = _proved(args, plan, data, w_f)
    report.show(args, proved, _record, _lines, data)
    return 0 if proved.holds else 1


def _separator(args: argparse.Namespace, data: Dataset) -> Separator | NotSeparable:
    """Return w_f, given or found; or why there is none."""
    if args.w_f is not None:
        given = Separator(data, args.w_f.split(","))
        if given.separates:
            return given
    found = decision.decided(data)
    if isinstance(found, NotSeparable):
        return found
    return Separator(data, found.w_f) if args.w_f is None else given


def _proved(args: argparse.Namespace, plan: Plan, data: Dataset, w_f: Separator) -> Proved:
    with Progress() as progress:
        run = plan.run(data, progress.on_update)
        return Proved(args, plan, Proof(run, w_f.w_f))


def _record(proved: Proved) -> dict[str, object]:
    run, w_f = proved.run, proved.w_f
    return {
        "strategy": report.strategy_record(proved.plan.strategy),
        "holds": proved.holds,
        "status": run.status,
        "updates": run.updates,
        "bound": exact_text(w_f.bound) if w_f.separates else None,
        "rho2": exact_text(w_f.rho2) if w_f.separates else None,
        "R2": exact_text(w_f.R2),
        "steps": [_step(verdict) for verdict in proved.verdicts],
    }


def _step(verdict: Verdict) -> dict[str, object]:
    keys = ("label", "statement", "holds", "checked")
    step: dict[str, object] = {key: getattr(verdict, key) for key in keys}
    step["tightest"] = None
    if verdict.tightest is not None:
        at = verdict.tightest
        step["tightest"] = {"t": at.t, "left": exact_text(at.left), "right": exact_text(at.right)}
    if verdict.note:
        step["note"] = verdict.note
    return step


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
