"""`strategies`: list the registered visiting strategies, or show all about one."""

from __future__ import annotations

import argparse

from ...errors import StrategyError
from ...plugins.options import options_of
from ...plugins.registry import entry_of, strategies
from ...plugins.summary import first_line
from ..parse import UsageError
from ..text import aligned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...plugins.registry import Entry

EPILOG = """\
examples:
  perceptron-ref strategies
  perceptron-ref strategies --check
  perceptron-ref strategies random-permutation
  perceptron-ref strategies path/to/mine.py
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="show all about one: a name, or FILE.py[:function]"
    )
    parser.add_argument(
        "--check", action="store_true", help="load each, and say which do not load (exit status 1)"
    )


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
    """Print a line for each strategy; return 1 if a check finds something wrong with one."""
    wrong = [
        (entry, _complaint(entry, claims, check))
        for claims in strategies().values()
        for entry in claims
    ]
    rows = [[entry.name, entry.origin, what or first_line(entry)] for entry, what in wrong]
    for line in aligned([["name", "from", "what it does"], *rows]):
        print(line)
    return 1 if check and any(what for _, what in wrong) else 0


def _complaint(entry: Entry, claims: Sequence[Entry], check: bool) -> str:
    """Return what is wrong with a strategy, or ""; it is loaded only to check it."""
    complaints = []
    if len(claims) > 1:
        others = " and ".join(other.origin for other in claims if other is not entry)
        complaints.append(f"CLASH: claimed by {others} too")
    if check:
        try:
            entry.load()
        except StrategyError as error:
            complaints.append(f"DOES NOT LOAD: {error}")
    return "; ".join(complaints)


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
    for option in options:
        yield f"  {option}"
