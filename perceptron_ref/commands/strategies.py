"""`strategies`: the registered visiting orders, whose they are, and whether they load."""

from __future__ import annotations

import argparse

from ..docstrings import first_line
from ..errors import StrategyError
from ..registry import strategies, strategy
from .options import add_command
from .table import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .options import Commands

_EXAMPLES = """\
  perceptron-ref strategies
  perceptron-ref strategies --check
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "strategies", help, _EXAMPLES)
    parser.add_argument("--check", action="store_true", help="load each, and say which do not load (exit status 1)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    failed = False
    rows = [["name", "from", "what it does"]]
    for name, claims in strategies().items():
        verdict = _verdict(name) if args.check else ""
        failed = failed or bool(verdict)
        for entry in claims:
            rows.append([name, entry.origin, verdict or first_line(entry)])
    for line in table(rows):
        print(line)
    return 1 if failed else 0


def _verdict(name: str) -> str:
    """Return what is wrong with the strategy, or nothing."""
    try:
        strategy(name)
    except StrategyError as error:
        return f"DOES NOT LOAD: {error}"
    return ""
