"""`optimum`: find the fewest mistakes that any line makes."""

from __future__ import annotations

import argparse

from ...theory.audit import optimum_record
from ...theory.optimum import Optimum, fewest_mistakes
from ...theory.separability import through_origin
from .. import options, report
from ..input_data import load
from ..progress import Progress
from ..requests import ReportForm
from ..terminal import quantity

EPILOG = """\
examples:
  perceptron-ref optimum example:xor
  perceptron-ref optimum example:iris-versicolor-virginica
  perceptron-ref optimum example:noisy:flips=3 --max-seconds 60 --audit

finding the fewest mistakes is NP-hard. After --max-seconds, or Ctrl-C, the best line met is shown
with what is proved. `fit --pocket --target-mistakes K --draw FILE.svg --save MODEL` looks for a
line of K mistakes, to draw and to keep.
"""
PROOFS = {
    "cones": "Cones of weights prove {}: --audit prints them.",
    "cases": "Cases by the examples of certificates prove {}: --audit prints them.",
    "search": "The search proves {}, and leaves nothing to check.",
}


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    options.add_data(parser, options.MAX_SECONDS, options.AUDIT)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    request, form = options.data_request(args), ReportForm(args.json, args.audit)
    with Progress(args.max_seconds) as progress:

        def on_step(least: int, most: int, nodes: int) -> None:
            progress.begin(f"{least:,} to {most:,} mistakes, {quantity(nodes, 'node')}")

        data = load(request, progress)
        optimum = fewest_mistakes(data, on_step=on_step, max_seconds=progress.seconds_left())
    record, after = optimum_record(optimum), _explanation(optimum)
    report.print_report(form, record, request, data, optimum, after=after)
    return 130 if optimum.status == "interrupted" else 0


def _explanation(optimum: Optimum) -> list[str]:
    lines = []
    if optimum.certificates:
        number = len(optimum.certificates)
        sets, mistakes = quantity(number, "certificate"), quantity(number, "mistake")
        lines.append(
            f"{sets}: every line{through_origin(optimum.data)} gets one example of each wrong at "
            f"least, which alone proves {mistakes}."
        )
    if optimum.proof in PROOFS:
        lines.append(PROOFS[optimum.proof].format(f"{optimum.lower_bound:,}"))
    return [" ".join(lines)] if lines else []
