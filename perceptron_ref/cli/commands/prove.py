"""`prove`: the convergence proof, on this very run."""

from __future__ import annotations

import argparse

from ...exact.rationals import exact_text
from ...plugins.notation import strategy_from
from ...theory.convergence import Separator, derive
from ...theory.separability import NotSeparable
from .. import report
from ..options import (
    ALGORITHMS,
    DEFAULT_STRATEGIES,
    add_command,
    add_data_options,
    add_limits,
    add_strategy,
    load,
    run_options,
)
from ..progress import Progress
from . import separable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...pla import Run, Strategy
    from ...theory.convergence import Record
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref prove
  perceptron-ref prove example:iris-setosa --strategy worst-margin
  perceptron-ref prove example:and --w-f=-3,2,2 --json

exit status: 0 if every statement holds, 1 if one fails; data that no line separates fail, with the proof of that.
"""
_VERDICTS = {True: "holds", False: "FAILS", None: "-----"}


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "prove", help, _EXAMPLES)
    add_data_options(parser)
    add_strategy(parser)
    add_limits(parser)
    parser.add_argument(
        "--w-f",
        metavar="W",
        help="weights that separate, as in --w-f=-3,2,2 (default: those of largest margin)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, exact numbers as text"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    strategy = strategy_from(DEFAULT_STRATEGIES["pla"] if args.strategy is None else args.strategy)
    data = load(args)
    if args.w_f is not None:
        w_f: Sequence[object] = args.w_f.split(",")
    else:
        found = separable.decided(data)
        if isinstance(found, NotSeparable):
            return separable.show(args, found)
        w_f = found.w_f
    separator = Separator(data, w_f)
    if args.w_f is not None and not separator.separates:
        found = separable.decided(data)
        if isinstance(found, NotSeparable):
            return separable.show(args, found)
    with Progress() as progress:
        proved = ALGORITHMS["pla"](
            data, strategy, on_update=progress.on_update, **run_options(args)
        )
        records = derive(proved, w_f)
    if args.json:
        print(report.json_text(_record(args, strategy, proved, separator, records)))
    else:
        for line in _lines(args, strategy, proved, separator, records):
            print(line)
    return 0 if _all_hold(records) else 1


def _all_hold(records: list[Record]) -> bool:
    """Tell whether no statement fails; one that says nothing about this run does not fail."""
    return all(record.holds is not False for record in records)


def _record(
    args: argparse.Namespace,
    strategy: Strategy,
    proved: Run,
    separator: Separator,
    records: list[Record],
) -> dict[str, object]:
    return {
        "data": report.data_record(args.file, proved.data),
        "strategy": report.strategy_record(strategy),
        "holds": _all_hold(records),
        "status": proved.status,
        "updates": proved.updates,
        "bound": exact_text(separator.bound) if separator.separates else None,
        "rho2": exact_text(separator.rho2) if separator.separates else None,
        "R2": exact_text(separator.R2),
        "steps": [_step(record) for record in records],
    }


def _step(record: Record) -> dict[str, object]:
    step: dict[str, object] = {
        "label": record.label,
        "statement": record.statement,
        "holds": record.holds,
    }
    step["checked"], step["tightest"] = record.checked, None
    if record.tightest is not None:
        at = record.tightest
        step["tightest"] = {"t": at.t, "left": exact_text(at.left), "right": exact_text(at.right)}
    if record.note:
        step["note"] = record.note
    return step


def _lines(
    args: argparse.Namespace,
    strategy: Strategy,
    proved: Run,
    separator: Separator,
    records: list[Record],
) -> Iterator[str]:
    yield report.data_line(args.file, proved.data)
    yield report.algorithm_line("pla", strategy, proved.sign_of_zero)
    yield report.outcome(proved, advise=False)
    whose = "the weights of largest margin" if args.w_f is None else "the weights given"
    yield f"w_f = ({', '.join(map(report.shortened, separator.w_f))}), {whose}"
    for record in records:
        yield ""
        yield f"{record.label:6} {_VERDICTS[record.holds]:6} {record.statement}"
        yield f"{'':13} {_evidence(record)}"
    if separator.separates:
        yield ""
        relation = "<=" if proved.updates <= separator.bound else ">"
        yield f"T = {proved.updates:,} {relation} R^2/rho^2 = {report.shortened(separator.bound)}"


def _evidence(record: Record) -> str:
    """Return how often the statement was compared, and where it came closest to failing."""
    words = [record.note] if record.note else []
    if record.tightest is not None:
        at = record.tightest
        letter = "n" if record.label == "L2.8" else "t"
        closest = (
            f"{letter} = {at.t}: {report.shortened(at.left)} against {report.shortened(at.right)}"
        )
        words.append(f"compared {report.counted(record.checked, 'time')}, closest at {closest}")
    return "; ".join(words) or "no update to compare"
