"""`examples`: list the embedded data sets, and those made to order."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ...examples import EXAMPLES, PREFIX, example
from ...examples.generators import GENERATORS
from ..terminal import say
from ..text import aligned

EPILOG = """\
examples:
  perceptron-ref examples
  perceptron-ref fit example:iris-setosa
  perceptron-ref fit example:hadamard:k=4

those with options are made to order; the options shown are the ones taken unless others are given.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare no options: the command takes none."""


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    rows = [["FILE", "N", "d", "what it is"], *_rows()]
    for line in aligned(rows, numbers=(1, 2)):
        say(line)
    return 0


def _rows() -> Iterator[list[str]]:
    for name, embedded in EXAMPLES.items():
        yield [PREFIX + name, *_size(name), embedded.summary]
    for name, (make, summary) in GENERATORS.items():
        options = (f"{each}={value}" for each, value in (make.__kwdefaults__ or {}).items())
        yield [f"{PREFIX}{name}:{','.join(options)}", *_size(name), summary]


def _size(name: str) -> tuple[str, str]:
    data = example(name)
    return str(data.N), str(data.d)
