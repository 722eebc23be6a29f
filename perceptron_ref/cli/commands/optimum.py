"""`optimum`: the fewest mistakes that any line makes."""

from __future__ import annotations

import argparse

from ...exact.rationals import exact_text
from ...theory.optimum import fewest_mistakes
from .. import report
from ..options import add_command, add_data_options, count, load
from ..progress import Progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...theory.optimum import Bounds, Optimum
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref optimum example:xor
  perceptron-ref optimum example:iris-versicolor-virginica
  perceptron-ref optimum train.csv --max-seconds 60 --json

finding the fewest mistakes is NP-hard. After --max-seconds, or Ctrl-C, the best line met is shown with what is proved.
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "optimum", help, _EXAMPLES)
    add_data_options(parser)
    parser.add_argument(
        "--max-seconds", metavar="S", type=float, help="stop after S seconds (default: no limit)"
    )
    parser.add_argument(
        "--max-nodes",
        metavar="K",
        type=count,
        help="stop after K nodes of the search (default: no limit)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, exact numbers as text"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    data = load(args)
    with Progress() as progress:
        found = fewest_mistakes(
            data,
            max_seconds=args.max_seconds,
            max_nodes=args.max_nodes,
            on_step=lambda bounds: progress.reached(_standing(bounds)),
        )
    if args.json:
        record = {
            "data": report.data_record(args.file, data),
            "mistakes": found.mistakes,
            "lower_bound": found.lower_bound,
            "proved": found.proved,
            "w": [exact_text(w_i) for w_i in found.w],
            "status": found.status,
            "nodes": found.nodes,
            "certificates": [list(certificate.examples) for certificate in found.certificates],
        }
        print(report.json_text(record))
    else:
        print(report.data_line(args.file, data))
        for line in _lines(found):
            print(line)
    return 130 if found.status == "interrupted" else 0


def _standing(bounds: Bounds) -> str:
    return f"{bounds.lower_bound:,} to {bounds.mistakes:,} mistakes, {report.counted(bounds.nodes, 'node')}"


def _lines(found: Optimum) -> Iterator[str]:
    mistakes = report.counted(found.mistakes, "mistake")
    if found.proved:
        nodes = report.counted(found.nodes, "node")
        yield f"No line makes fewer than {mistakes}, and this one makes that many (proved, {nodes}):"
    else:
        least = report.counted(found.lower_bound, "mistake")
        yield f"Stopped ({found.status}): every line makes at least {least}, and this one makes {mistakes}:"
    yield ""
    yield from report.weight_lines(found.data.names, found.w)
    if found.mistaken:
        yield f"Examples that it gets wrong: {', '.join(map(str, found.mistaken))}"
    if found.certificates:
        yield "By hand: of each of these sets, which share no example, every line gets at least one wrong:"
        for certificate in found.certificates:
            yield f"  {', '.join(map(str, certificate.examples))}"
