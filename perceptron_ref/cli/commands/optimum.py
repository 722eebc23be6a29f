"""`optimum`: find the fewest mistakes that any line makes."""

from __future__ import annotations

import argparse

from ...exact.rationals import weights_for_json
from ...theory.optimum import Optimum, fewest_mistakes
from .. import parse, report
from ..load import load
from ..progress import Progress
from ..terminal import counted

EPILOG = """\
examples:
  perceptron-ref optimum example:xor
  perceptron-ref optimum example:iris-versicolor-virginica
  perceptron-ref optimum example:noisy:flips=3 --max-seconds 60 --json

finding the fewest mistakes is NP-hard. After --max-seconds, or Ctrl-C, the best line met is shown
with what is proved. `fit --pocket --target-mistakes K --draw FILE.svg --save MODEL` looks for a
line of K mistakes, to draw and to keep.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser, parse.MAX_SECONDS, parse.JSON)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    with Progress(args.max_seconds) as progress:

        def on_step(least: int, most: int, nodes: int) -> None:
            progress.begins(f"{least:,} to {most:,} mistakes, {counted(nodes, 'node')}")

        data = load(args, progress)
        found = fewest_mistakes(data, on_step=on_step, max_seconds=progress.left())
    report.show(args, _record(found), data, after=_meaning(found))
    return 130 if found.status == "interrupted" else 0


def _record(found: Optimum) -> dict[str, object]:
    return {
        **{key: getattr(found, key) for key in "mistakes lower_bound proved status nodes".split()},
        "mistaken": list(found.mistaken),
        "w": weights_for_json(found.w),
        "certificates": [list(certificate.examples) for certificate in found.certificates],
    }


def _meaning(found: Optimum) -> list[str]:
    if not found.certificates:
        return []
    sets, mistakes = (counted(len(found.certificates), each) for each in ("certificate", "mistake"))
    return [
        f"{sets}: every line gets one example of each wrong at least, which alone proves {mistakes}"
        f". The search proves {found.lower_bound:,}."
    ]
