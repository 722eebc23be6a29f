"""`strategies`: list the registered visiting strategies, or show all about one."""

from __future__ import annotations

import argparse
from functools import partial

from ...errors import StrategyError
from ...plugins.options import attribute, options_of
from ...plugins.registry import entry_of, skipped, strategies
from ...plugins.summary import first_line
from ..parse import UsageError
from ..processes import in_a_process
from ..terminal import say
from ..text import aligned, one_line, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

    from ...plugins.registry import Entry
    from ..child import Tell

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
    entry = entry_of(args.name)
    for line in _in_its_place(partial(_about, entry), entry):
        say(line)
    return 0


def _list(check: bool) -> int:
    """Print a line for each strategy; return 1 if a check finds something wrong with one."""
    wrong = [
        (entry, _complaint(entry, claims, check))
        for claims in strategies().values()
        for entry in claims
    ]
    rows = [
        [printable(entry.name), printable(entry.origin), one_line(what or first_line(entry))]
        for entry, what in wrong
    ]
    for line in aligned([["name", "from", "what it does"], *rows]):
        say(line)
    for each in skipped():
        say(f"not read: {one_line(each)}")
    return 1 if check and any(what for _, what in wrong) else 0


def _complaint(entry: Entry, claims: Sequence[Entry], check: bool) -> str:
    """Return what is wrong with a strategy, or ""; it is loaded only to check it."""
    complaints = []
    if len(claims) > 1:
        others = " and ".join(other.origin for other in claims if other is not entry)
        complaints.append(f"CLASH: claimed by {others} too")
    fault = _fault(entry) if check else ""
    if fault:
        complaints.append(f"DOES NOT LOAD: {fault}")
    return "; ".join(complaints)


def _fault(entry: Entry) -> str:
    """Return why a strategy does not load, or ""."""
    try:
        _in_its_place(partial(_loaded, entry), entry)
    except StrategyError as error:
        return str(error)
    return ""


def _in_its_place(work: Callable[[Tell], list[str]], entry: Entry) -> list[str]:
    """Return the lines that come of work with a strategy: in a process of its own unless its code
    is ours.
    """
    if entry.built_in:
        return work(_to_nobody)
    lines = in_a_process(work, partial(_ended, entry))
    return [*map(str, lines)] if isinstance(lines, list) else _ended(entry, "told what is no text")


def _to_nobody(message: object) -> None:
    pass


def _ended(entry: Entry, how: str) -> NoReturn:
    raise StrategyError(f"strategy {entry.name} cannot be loaded: it {how}")


def _loaded(entry: Entry, tell: Tell) -> list[str]:
    entry.load()
    return []


def _about(entry: Entry, tell: Tell) -> list[str]:
    """Return whose the strategy is, its docstring as it stands, its options and their defaults."""
    from inspect import cleandoc

    function = entry.load()
    text = attribute(function, "__doc__")
    docstring = cleandoc(text) if isinstance(text, str) else "It has no docstring."
    options = options_of(function)
    return [
        entry.name + (f", of {entry.origin}: {entry.value}" if entry.origin else ""),
        "",
        *docstring.split("\n"),
        "",
        "options, as in --strategy NAME:option=value" if options else "It takes no options.",
        *(f"  {option}" for option in options),
    ]
