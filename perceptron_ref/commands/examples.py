"""`examples`: the embedded data sets."""

from __future__ import annotations

import argparse

from ..examples import EXAMPLES, PREFIX, example
from .options import add_command
from .table import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .options import Commands

_EXAMPLES = """\
  perceptron-ref examples
  perceptron-ref fit example:iris-setosa
"""


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(commands, "examples", "list the embedded data sets, to be named where a FILE goes", _EXAMPLES)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    rows = [["FILE", "N", "d", "what it is"]]
    for name, embedded in EXAMPLES.items():
        data = example(name)
        rows.append([PREFIX + name, str(data.N), str(data.d), embedded.summary])
    for line in table(rows, numbers=(1, 2)):
        print(line)
    return 0
