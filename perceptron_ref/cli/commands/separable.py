"""`separable`: tell whether a line separates the data, with the proof of either answer."""

from __future__ import annotations

import argparse

from .. import parse
from ..decision import decided, show
from ..load import load
from ..progress import Progress

EPILOG = """\
examples:
  perceptron-ref separable
  perceptron-ref separable example:xor
  perceptron-ref separable example:iris-setosa --json
  perceptron-ref separable example:separable:N=1000,d=5 --max-seconds 60

exit status: 0 if a line separates the data, 1 if none does, 3 if --max-seconds ended the search
before either was known. Where it ended, rho^2 has bounds from both sides.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser)
    parse.add_max_seconds(parser)
    parse.add_json(parser, audit=True)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    with Progress(args.max_seconds) as progress:
        found = decided(load(args, progress=progress), progress)
    return show(args, found)
