"""`optimum`: find the fewest mistakes that any line makes."""

from __future__ import annotations

import argparse

from ...theory.audit import optimum_record
from ...theory.optimum import Optimum, fewest_mistakes
from ...theory.separability import through_origin
from .. import parse, report
from ..load import load
from ..progress import Progress
from ..terminal import counted

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


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser, parse.MAX_SECONDS, parse.AUDIT)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    with Progress(args.max_seconds) as progress:

        def on_step(least: int, most: int, nodes: int) -> None:
            progress.begins(f"{least:,} to {most:,} mistakes, {counted(nodes, 'node')}")

        data = load(args, progress)
        found = fewest_mistakes(data, on_step=on_step, max_seconds=progress.left())
    report.show(args, optimum_record(found), data, found, after=_meaning(found))
    return 130 if found.status == "interrupted" else 0


def _meaning(found: Optimum) -> list[str]:
    lines = []
    if found.certificates:
        sets, mistakes = (
            counted(len(found.certificates), each) for each in ("certificate", "mistake")
        )
        lines.append(
            f"{sets}: every line{through_origin(found.data)} gets one example of each wrong at "
            f"least, which alone proves {mistakes}."
        )
    if found.proof in PROOFS:
        lines.append(PROOFS[found.proof].format(f"{found.lower_bound:,}"))
    return [" ".join(lines)] if lines else []
