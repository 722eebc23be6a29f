"""`margins`: how far the examples are from a model's boundary."""

from __future__ import annotations

import argparse

from ...exact.rationals import exact_text
from ...hypothesis import Hypothesis
from ...theory.margins import (
    Length,
    distance_from_origin,
    functional_margins,
    geometric_margins,
)
from .. import report
from ..options import add_command, add_data_options, load_from
from ..table import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref fit example:credit-2d --save model.json
  perceptron-ref margins example:credit-2d --model model.json

functional margin: y_n (w . x_n + b); geometric margin: the same divided by |w|, the distance from the boundary. Both
are negative for a mistake. A length that is irrational is shown as a root, and about as a decimal.
"""
_CLOSEST = 5
_LONGEST_ROOT = 24


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "margins", help, _EXAMPLES)
    add_data_options(parser)
    parser.add_argument("--model", metavar="MODEL", required=True, help="what `fit --save` wrote")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, exact numbers as text"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    h = Hypothesis.load(args.model)
    data = load_from(args.file, args, like=h)
    functional, geometric = functional_margins(h, data), geometric_margins(h, data)
    closest = sorted(range(data.N), key=functional.__getitem__)[:_CLOSEST]
    if args.json:
        record = {
            "data": report.data_record(args.file, data),
            "model": args.model,
            "functional_margin": exact_text(min(functional)),
            "geometric_margin": _length_record(min(geometric)),
            "distance_from_origin": _length_record(distance_from_origin(h)),
            "functional_margins": [exact_text(margin) for margin in functional],
            "closest": closest,
        }
        print(report.json_text(record))
        return 0
    print(report.data_line(args.file, data))
    print(f"Functional margin of the set: {report.shortened(min(functional))}")
    print(f"Geometric margin of the set: {_length(min(geometric))}")
    print(f"Distance of the boundary from the origin, along w: {_length(distance_from_origin(h))}")
    rows = [["closest", "n", "y_n", "functional margin", "geometric margin"]]
    for n in closest:
        rows.append(
            ["", str(n), f"{data.ys[n]:+d}", report.shortened(functional[n]), _length(geometric[n])]
        )
    for line in table(rows, numbers=(1, 2, 3)):
        print(line)
    return 0


def _length(length: Length) -> str:
    if length.exact is not None:
        return report.shortened(length.exact)
    about, root = f"about {length.approximate:.12g}", exact_text(length.square)
    return (
        f"{'-' if length.sign < 0 else ''}sqrt({root}), {about}"
        if len(root) <= _LONGEST_ROOT
        else about
    )


def _length_record(length: Length) -> dict[str, object]:
    exact = None if length.exact is None else exact_text(length.exact)
    return {
        "exact": exact,
        "sign": length.sign,
        "square": exact_text(length.square),
        "approximate": length.approximate,
    }
