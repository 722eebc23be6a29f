"""`optimum`: find the fewest mistakes that any line makes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ...exact.rationals import exact_text, weights_for_json
from ...theory.optimum import Bounds, Optimum, fewest_mistakes
from .. import parse, report
from ..load import load
from ..progress import Progress
from ..text import counted

EPILOG = """\
examples:
  perceptron-ref optimum example:xor
  perceptron-ref optimum example:iris-versicolor-virginica
  perceptron-ref optimum example:noisy:flips=3 --max-seconds 60 --json

finding the fewest mistakes is NP-hard. After --max-seconds, or Ctrl-C, the best line met is shown
with what is proved.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    nodes = {"--max-nodes K": "stop after K nodes of the search (default: no limit)"}
    parse.add_data(parser, parse.MAX_SECONDS, nodes, parse.JSON)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    with Progress(args.max_seconds) as progress:

        def on_step(bounds: Bounds) -> None:
            nodes = counted(bounds.nodes, "node")
            stage = f"{bounds.lower_bound:,} to {bounds.mistakes:,} mistakes, {nodes}"
            progress.begins(stage, at_once=False)

        data = load(args, progress=progress)
        limits = {"max_seconds": progress.left(), "max_nodes": args.max_nodes}
        found = fewest_mistakes(data, on_step=on_step, **limits)
    report.show(args, lambda: _record(found), _lines(found), data)
    return 130 if found.status == "interrupted" else 0


def _record(found: Optimum) -> dict[str, object]:
    return {
        "mistakes": found.mistakes,
        "lower_bound": found.lower_bound,
        "proved": found.proved,
        "w": weights_for_json(found.w, exact_text),
        "status": found.status,
        "nodes": found.nodes,
        "certificates": [list(certificate.examples) for certificate in found.certificates],
    }


def _lines(found: Optimum) -> Iterator[str]:
    mistakes, nodes = counted(found.mistakes, "mistake"), counted(found.nodes, "node")
    if not found.proved:
        least = f"every line makes at least {counted(found.lower_bound, 'mistake')}"
        yield f"Stopped ({found.status}): {least}, and this one makes {mistakes}:"
    elif found.mistakes:
        yield f"No line makes fewer than {mistakes}, and this one makes that many ({nodes}):"
    else:
        yield f"Linearly separable: this line makes no mistake ({nodes}):"
    yield ""
    yield from report.weight_lines(found.data, found.w, any_length=True)
    if found.mistaken:
        yield f"Examples that it gets wrong: {', '.join(map(str, found.mistaken))}"
    if found.certificates:
        proved = counted(len(found.certificates), "mistake")
        yield f"Proved by hand: {proved}. Every line gets one wrong of each of these sets at least:"
        for certificate in found.certificates:
            yield f"  {', '.join(map(str, certificate.examples))}"
