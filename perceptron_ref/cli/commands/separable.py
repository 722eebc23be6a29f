"""`separable`: tell whether a line separates the data, with the proof of either answer."""

from __future__ import annotations

import argparse

from .. import parse
from ..decision import decided, show
from ..load import load

EPILOG = """\
examples:
  perceptron-ref separable
  perceptron-ref separable example:xor
  perceptron-ref separable train.csv --json

exit status: 0 if a line separates the data, 1 if none does.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser)
    parse.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    return show(args, decided(load(args)))
