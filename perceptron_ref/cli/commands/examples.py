"""`examples`: list the embedded and the generated data sets, or print one of them."""

from __future__ import annotations

import argparse

from ...examples import EXAMPLES, PREFIX, example
from ...examples.generators import GENERATORS
from ...files.write import as_csv
from ..options import Parser
from ..terminal import format_table, print_line, write

EPILOG = """\
examples:
  perceptron-ref examples
  perceptron-ref fit example:iris-setosa
  perceptron-ref fit example:hadamard:k=4
  perceptron-ref examples separable:N=6,d=2,seed=16

A set with options, such as hadamard:k=3, is generated; the list shows the default values. Another
seed also changes the line that separates the classes, so use `fit --split` to get test examples
from the same set. If a description gives a number of updates, it is that of PLA with the default
--sign-of-zero 0.
"""


def add_options(parser: Parser) -> None:
    """Declare the options."""
    name_help = "print this set as a file that `fit` reads, with labels -1 and +1"
    parser.add_argument("name", metavar="NAME", nargs="?", help=name_help)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    if args.name is not None:
        write(as_csv(example(args.name)))
        return 0
    summaries = {name: embedded.summary for name, embedded in EXAMPLES.items()}
    for name, (make, summary) in GENERATORS.items():
        options = (f"{option}={value}" for option, value in (make.__kwdefaults__ or {}).items())
        summaries[f"{name}:{','.join(options)}"] = summary
    rows: list[dict[str, object]] = []
    for name, summary in summaries.items():
        data = example(name)
        rows.append({"FILE": PREFIX + name, "N": data.N, "d": data.d, "description": summary})
    for line in format_table(rows):
        print_line(line)
    return 0
