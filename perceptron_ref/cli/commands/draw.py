"""`draw`: write a picture of a run as SVG."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...run import Run
from .. import parse, report
from ..load import load
from ..progress import Progress
from ..terminal import counted, remark, write

if TYPE_CHECKING:
    from ...drawing import Picture

EPILOG = """\
examples:
  perceptron-ref draw example:credit-2d -o run.svg
  perceptron-ref draw example:credit-2d --update 10 -o update.svg
  for t in 0 1 2; do perceptron-ref draw --update $t -o update-$t.svg; done
  perceptron-ref draw example:iris-versicolor-virginica --pocket -o pocket.svg

One or two features: the line of w_0, w_1, ... in turn. More: the margins y_n w . x_n of the
weights found. --pocket: the mistakes of w_t and of the pocket over t. `fit --repeat K --draw FILE`
draws a histogram. A name that ends in .png or .pdf takes the library cairosvg: pip install
cairosvg.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    told = f"where to write: .svg, .png or .pdf; {parse.STDIN} for standard output, as SVG"
    parse.add(parser, {"-o --output FILE.svg": told}, required=True)
    own = {
        "--derivation": "draw both sides of the convergence proof over t",
        "--length": "draw |w_t| over t, below the bound sqrt(t) R",
        "--update T": "draw update T, from 0: w_t, y_n x_n and w_{t+1}",
        "--still": "draw the weights found alone, without motion",
        "--width PIXELS": "how wide the picture is; 440 where nothing is said, 880 as PNG",
    }
    run = parse.STRATEGY, parse.POCKET, parse.RUN, parse.MAX_SECONDS
    parse.add_data(parser, *run, own, parse.FORCE)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    parse.exclude(args, "still", "update", "length", "derivation")
    if args.output != parse.STDIN:
        report.check_output(args, "-o", args.output, args.file)
    plan = parse.plan_of(args)
    with Progress(args.max_seconds) as progress:
        data = load(args, progress)
        run = plan.run(data, progress)
        picture = _picture(args, run)
    if run.mistakes and run.status != "target_mistakes":
        left = f"{run.mistakes:,} of {counted(data.N, 'example')} are wrong"
        remark(f"NOT converged ({run.status}): {left}. The picture shows the run so far.")
    if args.output == parse.STDIN:
        write(picture if args.width is None else picture.sized(args.width))
        return 0
    picture.save(args.output, args.width)
    report.wrote(args, [f"the picture to {args.output}"])
    return 0


def _picture(args: argparse.Namespace, run: Run) -> Picture:
    from ... import drawing

    if args.derivation:
        return drawing.draw_derivation(run)
    if args.length:
        return drawing.draw_length(run)
    if args.update is not None:
        return drawing.draw_update(run, args.update)
    if args.pocket and not args.still:
        return drawing.draw_pocket(run)
    return drawing.draw_run(run, still=args.still)
