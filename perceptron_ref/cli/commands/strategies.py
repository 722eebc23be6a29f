"""`strategies`: the registered visiting orders, whose they are, and whether they load; or all about
one of them.
"""

from __future__ import annotations

import argparse

from ...errors import StrategyError
from ...plugins.options import options_of, signature_text
from ...plugins.registry import entry_of, strategies
from ...plugins.summary import first_line
from ..options import UsageError, add_command
from ..table import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...plugins.registry import Entry
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref strategies
  perceptron-ref strategies --check
  perceptron-ref strategies random-permutation
  perceptron-ref strategies path/to/mine.py
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "strategies", help, _EXAMPLES)
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="show all about one: a name, or FILE.py[:function]"
    )
    parser.add_argument(
        "--check", action="store_true", help="load each, and say which do not load (exit status 1)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    if args.name is None:
        return _list(args.check)
    if args.check:
        raise UsageError("--check is for the list; a NAME is loaded anyway")
    for line in _about(args.name):
        print(line)
    return 0


def _list(check: bool) -> int:
    failed = False
    rows = [["name", "from", "what it does"]]
    for name, claims in strategies().items():
        for entry in claims:
            verdict = _verdict(entry) if check else ""
            if len(claims) > 1:
                others = " and ".join(other.origin for other in claims if other is not entry)
                verdict = f"CLASH: claimed by {others} too{'; ' * bool(verdict)}{verdict}"
                failed = failed or check
            failed = failed or bool(check and verdict)
            rows.append([name, entry.origin, verdict or first_line(entry)])
    for line in table(rows):
        print(line)
    return 1 if failed else 0


def _verdict(entry: Entry) -> str:
    """Return what is wrong with a strategy, or nothing."""
    try:
        entry.load()
    except StrategyError as error:
        return f"DOES NOT LOAD: {error}"
    return ""


def _about(name: str) -> Iterator[str]:
    """Yield whose the strategy is, its docstring as it stands, its options and their defaults."""
    from inspect import getdoc

    entry = entry_of(name)
    function = entry.load()
    yield entry.name + (f", of {entry.origin}: {entry.value}" if entry.origin else "")
    yield ""
    yield from (getdoc(function) or "It has no docstring.").splitlines()
    yield ""
    options = options_of(function)
    yield "options, as in --strategy NAME:option=value" if options else "It takes no options."
    for parameter in options:
        yield f"  {signature_text(parameter)}"
