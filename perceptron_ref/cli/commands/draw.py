"""`draw`: write a picture of a run as SVG."""

from __future__ import annotations

import argparse

from ...files.write import check_writable, write_text
from .. import parse, report
from ..load import load
from ..output import check_is_new, check_no_input
from ..progress import Progress
from ..terminal import remark, say, write
from ..text import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...run import Run

EPILOG = """\
examples:
  perceptron-ref draw example:credit-2d -o run.svg
  perceptron-ref draw example:credit-2d --update 10 -o update.svg
  perceptron-ref draw --derivation -o derivation.svg
  perceptron-ref draw example:iris-versicolor-virginica --pocket -o pocket.svg

One or two features: the line of w_0, w_1, ... in turn. More: the margins y_n w . x_n of the
weights found. --pocket: the mistakes of w_t and of the pocket over t, unless --still, --update or
--derivation asks for another picture.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_run(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--derivation", action="store_true", help="draw both sides of the convergence proof over t"
    )
    what.add_argument(
        "--update",
        metavar="T",
        type=parse.count,
        help="draw update T, from 0: w_t, y_n x_n and w_{t+1}",
    )
    what.add_argument(
        "--still", action="store_true", help="draw the weights found alone, without motion"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE.svg",
        required=True,
        help=f"where to write; {parse.STDIN} for standard output",
    )
    parser.add_argument("--force", action="store_true", help="replace the file if there is one")
    parse.add_max_seconds(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    _check(args)
    plan = parse.plan_of(args)
    with Progress(args.max_seconds) as progress:
        data = load(args, progress=progress)
        run = plan.run(data, progress.on_update)
        what, svg = _picture(args, run)
    if progress.stopped:
        remark(f"{report.outcome(run)} The picture shows the run so far.")
    _write(args.output, what, svg)
    return 0


def _check(args: argparse.Namespace) -> None:
    if args.output != parse.STDIN:
        check_no_input("-o", args.output, [args.file])
        check_is_new("-o", args.output, args.force)
        check_writable(args.output)


def _picture(args: argparse.Namespace, run: Run) -> tuple[str, str]:
    """Return what is drawn, in words and as SVG."""
    from ... import drawing

    T = counted(run.updates, "update")
    if args.derivation:
        return f"both sides of the convergence proof over {T}", drawing.draw_derivation(run)
    if args.update is not None:
        what = f"update {args.update} of {run.updates}"
        return what, drawing.draw_update(run, args.update)
    if args.pocket and not args.still:
        return f"the mistakes of w_t and of the pocket over {T}", drawing.draw_pocket(run)
    if run.data.d > 2:
        return "the margins of the weights found", drawing.draw_margins(run.data, run.hypothesis)
    if args.still:
        return "the line of the weights found", drawing.draw_data(run.data, run.hypothesis)
    return f"the line of w_t over {T}", drawing.draw_run(run)


def _write(output: str, what: str, svg: str) -> None:
    if output == parse.STDIN:
        write(svg)
    else:
        write_text(output, svg)
        say(f"Wrote {output}: {what}")
