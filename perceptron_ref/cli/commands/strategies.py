"""`strategies`: list the registered visiting strategies, or show all about one."""

from __future__ import annotations

import argparse
from functools import partial

from ...child import NoAnswer, done
from ...errors import StrategyError
from ...examples import example
from ...pla import pla
from ...plugins.options import declared, options_of
from ...plugins.registry import entry_of, loaded, skipped, strategies
from ..parse import OUTPUT, UsageError, group
from ..progress import Progress
from ..terminal import say
from ..text import aligned, one_line, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...child import Tell
    from ...plugins.registry import Entry

EPILOG = """\
examples:
  perceptron-ref strategies
  perceptron-ref strategies --check
  perceptron-ref strategies random-permutation
  perceptron-ref new-strategy hardest-first
  perceptron-ref strategies hardest-first/hardest_first.py
"""
_SECONDS = 10.0  # for a strategy to load, and to come to its first visit


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="show all about one: a name, or FILE.py[:function]"
    )
    group(parser, OUTPUT).add_argument(
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
    rows = [["name", "from", *["check"] * check, "what it does"]]
    wrong = False
    for claims in strategies().values():
        for entry in claims:
            fault = _fault(entry) if check else ""  # it is loaded only to check it
            what = _complaint(entry, claims, fault)
            wrong = wrong or bool(what)
            verdict = ["fails" if fault else "loads"] * check
            who = [printable(entry.name), printable(entry.origin)]
            rows.append([*who, *verdict, one_line(what or _summary(entry))])
    for line in aligned(rows):
        say(line)
    for each in skipped():
        say(f"not read: {one_line(each)}")
    return 1 if check and wrong else 0


def _summary(entry: Entry) -> str:
    """Return what a strategy of ours does, else what its distribution says of itself."""
    if not entry.built_in:
        return str(entry.summary)
    return (entry.load().__doc__ or "").partition("  ")[0].partition("\n")[0]


def _complaint(entry: Entry, claims: Sequence[Entry], fault: str) -> str:
    """Return what is wrong with a strategy, or ""."""
    complaints = []
    if claims[0].built_in and not entry.built_in:
        complaints.append("CLASH: the name of a built-in strategy, which runs in its place")
    elif len(claims) > 1 and not entry.built_in:
        others = " and ".join(other.origin for other in claims if other is not entry)
        complaints.append(f"CLASH: claimed by {others} too")
    if fault:
        complaints.append(f"DOES NOT LOAD: {fault}")
    return "; ".join(complaints)


def _fault(entry: Entry) -> str:
    """Return why a strategy does not load, or ""."""
    try:
        _in_its_place(partial(_looked_at, entry), entry)
    except StrategyError as error:
        return str(error)
    return ""


def _in_its_place(work: Callable[[Tell], list[str]], entry: Entry) -> list[str]:
    """Return the lines that come of work with a strategy: in a process of its own unless its code
    is ours.
    """
    if entry.built_in:
        return work(_to_nobody)
    told: list[object] = []
    try:
        lines = done(
            work,
            told.append,
            seconds=_SECONDS,
            waiting=partial(Progress().waits, printable(entry.name)),
        )
    except NoAnswer as how:
        if how.late and told:  # whether its visits come is for `check-strategy`
            return []
        what = f"cannot be loaded: it {how}{how.at}"
        raise StrategyError(f"strategy {entry.name} {what}") from None
    return [*map(str, lines)] if isinstance(lines, list) else []


def _to_nobody(message: object) -> None:
    pass


def _looked_at(entry: Entry, tell: Tell) -> list[str]:
    """Load it, and ask it for a visit if it is a function without `yield`: what does it return?"""
    from inspect import isgeneratorfunction

    function = entry.load()
    tell("loaded")
    if not any(option.default is option.empty for option in options_of(function)):
        order = loaded(entry, {})
        if not isgeneratorfunction(function):
            pla(example("or"), order, max_visits=1)
    return []


def _about(entry: Entry, tell: Tell) -> list[str]:
    """Return whose the strategy is, its docstring as it stands, its options and their defaults."""
    from inspect import cleandoc

    function = entry.load()
    docstring = cleandoc(function.__doc__ or "It has no docstring.")
    options = options_of(function)
    return [
        entry.name + (f", of {entry.origin}: {entry.value}" if entry.origin else ""),
        "",
        *docstring.split("\n"),
        "",
        "options, as in --strategy NAME:option=value" if options else "It takes no options.",
        *(f"  {declared(option)}" for option in options),
    ]
