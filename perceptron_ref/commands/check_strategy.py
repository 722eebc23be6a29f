"""`check-strategy`: the conformance kit as a table, and beneath it every failure in full."""

from __future__ import annotations

import argparse

from ..testing import data as sets
from ..testing.kit import checks, judged
from ..testing.subject import Subject
from . import report
from .options import add_command
from .table import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..testing.kit import Result
    from .options import Commands

_EXAMPLES = """\
  perceptron-ref check-strategy cyclic
  perceptron-ref check-strategy path/to/mine.py
  perceptron-ref check-strategy path/to/mine.py:function:seed=7 --json
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "check-strategy", help, _EXAMPLES)
    parser.add_argument("strategy", metavar="NAME[:key=value,...]", help="a registered name, or FILE.py[:function]")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)
