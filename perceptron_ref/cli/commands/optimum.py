"""`optimum`: find the fewest mistakes that any line makes."""

from __future__ import annotations

import argparse

from ...exact.for_json import weights_for_json
from ...exact.rationals import exact_text
from ...theory.optimum import fewest_mistakes
from .. import parse, report
from ..load import load
from ..progress import Progress
from ..text import counted, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...dataset import Dataset
    from ...theory.optimum import Bounds, Optimum

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
    parse.add_data(parser)
    parse.add_max_seconds(parser)
    parse.group(parser, parse.LIMITS).add_argument(
        "--max-nodes",
        metavar="K",
        type=parse.count,
        help="stop after K nodes of the search (default: no limit)",
    )
    parse.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    with Progress(args.max_seconds) as progress:
        data = load(args, progress=progress)
        found = _found(args, data, progress)
    report.show(args, found, _record, _lines, data)
    return 130 if found.status == "interrupted" else 0


def _found(args: argparse.Namespace, data: Dataset, progress: Progress) -> Optimum:
    return fewest_mistakes(
        data,
        max_seconds=progress.left(),
        max_nodes=args.max_nodes,
        on_step=lambda bounds: progress.shows(_stage(bounds)),
    )


def _stage(bounds: Bounds) -> str:
    nodes = counted(bounds.nodes, "node")
    return f"{bounds.lower_bound:,} to {bounds.mistakes:,} mistakes, {nodes}"


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
    least = counted(found.lower_bound, "mistake")
    if found.proved and not found.mistakes:
        separable = "The data are linearly separable: a line without a mistake exists"
        yield f"{separable}, such as this one (proved, {nodes}):"
    elif found.proved:
        many = f"that many (proved, {nodes})"
        yield f"No line makes fewer than {mistakes}, and this one makes {many}:"
    else:
        stopped = f"Stopped ({found.status})"
        yield f"{stopped}: every line makes at least {least}, and this one makes {mistakes}:"
    yield ""
    yield from report.weight_lines(found.data, found.w)
    if found.mistaken:
        yield f"Examples that it gets wrong: {listed(found.mistaken)}"
    if found.certificates:
        yield (
            "By hand: of each of these sets, which share no example, "
            "every line gets at least one wrong:"
        )
        for certificate in found.certificates:
            yield f"  {listed(certificate.examples)}"
