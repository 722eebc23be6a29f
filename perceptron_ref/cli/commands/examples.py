"""`examples`: the embedded data sets."""

from __future__ import annotations

import argparse

from ...examples import EXAMPLES, PREFIX, example
from ...examples.generators import GENERATORS
from ...plugins.registry import defaults
from ..options import add_command
from ..table import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref examples
  perceptron-ref fit example:iris-setosa
  perceptron-ref fit example:hadamard:k=4

those with options are made to order; the options shown are the ones taken unless others are given.
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "examples", help, _EXAMPLES)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    rows = [["FILE", "N", "d", "what it is"]]
    for name, embedded in EXAMPLES.items():
        data = example(name)
        rows.append([PREFIX + name, str(data.N), str(data.d), embedded.summary])
    for name, (make, summary) in GENERATORS.items():
        options = ",".join(f"{option}={value}" for option, value in defaults(make).items())
        data = example(name)
        rows.append([f"{PREFIX}{name}:{options}", str(data.N), str(data.d), summary])
    for line in table(rows, numbers=(1, 2)):
        print(line)
    return 0
