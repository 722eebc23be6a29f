"""`strategies`: list the registered visiting strategies, or describe one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from ...child import ChildError, run_in_child
from ...errors import StrategyError, one_line_text
from ...plugins.entries import Entry, no_strategies_error
from ...plugins.options import format_option, module_globals, option_parameters
from ...plugins.registry import find_entry, strategies, unreadable_distributions
from .. import options, strategy_choice
from ..run_plan import HOMEWORK_NOTE
from ..terminal import format_table, print_line, print_note, print_to_stderr

EPILOG = f"""\
examples:
  perceptron-ref strategies
  perceptron-ref strategies random-permutation
  perceptron-ref new-strategy hardest-first
  perceptron-ref strategies hardest-first/hardest_first.py

{HOMEWORK_NOTE}
"""
_LOAD_TIMEOUT = 10.0  # seconds


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        help="the strategy to describe: a name, or FILE.py[:function] (default: list all)",
    )
    check_help = (
        "load every strategy; exit with status 1 if one fails to load, if two share a name, or if "
        "an installed package cannot be read"
    )
    options.add_options_to_parser(parser, {"--check": check_help})


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    if args.name is None:
        return _print_strategies(args.check)
    entry = strategy_choice.find_strategy_entry(args.name)
    strategy_choice.print_name_clashes(entry)
    for line in _describe_strategy(entry):
        print_line(line)
    return 0


def _print_strategies(check: bool) -> int:
    """Print a line for each registered strategy; return 1 if --check finds a problem, else 0."""
    rows: list[dict[str, object]] = []
    claimants_by_name = strategies()
    for claimants in claimants_by_name.values():
        for entry in claimants:
            clash, error = None, None
            if len(claimants) > 1 and not entry.is_built_in:
                rivals = claimants[:1] if claimants[0].is_built_in else claimants
                origins = [rival.origin for rival in rivals if rival is not entry]
                clash = f"same name in {' and '.join(origins)}"
            if check:  # otherwise a strategy that is not built in is not loaded
                try:
                    _describe_strategy(entry)
                except StrategyError as strategy_error:
                    error = str(strategy_error)
            name, origin = one_line_text(entry.name, 60), one_line_text(entry.origin, 60)
            row = {"name": name, "from": origin, "loads": not error if check else None}
            rows.append(
                {**row, "clash": clash, "error": error, "what it does": _one_line_summary(entry)}
            )
    if not rows:
        raise no_strategies_error()
    for line in (*format_table(rows), "", HOMEWORK_NOTE):
        print_line(line)
    for name, claimants in claimants_by_name.items():
        if len(claimants) > 1:
            try:
                strategy_choice.print_name_clashes(find_entry(name))
            except StrategyError as strategy_error:  # no claimant is built in
                print_to_stderr(f"warning: {strategy_error}")
    unreadable = unreadable_distributions()
    for line in unreadable:
        problem = "this list may be incomplete, because an installed package cannot be read"
        print_to_stderr(f"warning: {problem}: {one_line_text(line, 400)}. Install it again")
    return int(check and (unreadable != [] or any(row["clash"] or row["error"] for row in rows)))


def _one_line_summary(entry: Entry) -> str:
    """Return the first line of a built-in strategy's docstring, without a label at its end.

    For any other strategy return the summary of its distribution, and load no code.
    """
    if not entry.is_built_in:
        return str(entry.summary)
    return _docstring(entry.load()).partition("  ")[0].partition("\n")[0]


def _docstring(function: object) -> str:
    """Return the docstring of a function; with -OO, which drops docstrings, read the source.

    A partial without a docstring of its own has that of its function.
    """
    while isinstance(function, partial) and function.__doc__ == partial.__doc__:
        function = function.func
    text = function.__doc__
    if text is None and sys.flags.optimize > 1:
        from ast import PyCF_ONLY_AST, get_docstring
        from inspect import getsource
        from textwrap import dedent

        with suppress(Exception):  # no source, or the source is not a definition
            source = dedent(getsource(function))  # type: ignore[arg-type]
            # not `ast.parse`, because from Python 3.14 on it drops docstrings under -OO, too
            tree = compile(source, "<strategy>", "exec", PyCF_ONLY_AST, optimize=0)
            text = get_docstring(tree.body[0], clean=False)  # type: ignore[attr-defined]
    return text or ""


def _describe_strategy(entry: Entry) -> list[str]:
    """Return the lines about a strategy; load it in a child unless it is built in."""
    if entry.is_built_in:
        return [*_describe_in_this_process(entry)]
    try:
        with run_in_child(
            partial(_describe_in_this_process, entry),
            lambda silent_seconds: _LOAD_TIMEOUT - silent_seconds,
            warn=print_note,
        ) as lines:
            return [*map(str, lines)]
    except ChildError as error:
        raise StrategyError(f"strategy {entry.name} cannot be loaded: it {error}") from None


def _describe_in_this_process(entry: Entry) -> Iterator[str]:
    """Load a strategy; yield lines on its origin, its docstring, and its options with defaults."""
    from inspect import cleandoc

    function = entry.load()
    parameters = option_parameters(function)
    yield entry.name + (f", of {entry.origin}: {entry.value}" if entry.origin else "")
    yield from ("", *cleandoc(_docstring(function) or "It has no docstring.").split("\n"), "")
    yield "options, as in --strategy NAME:option=value" if parameters else "It takes no options."
    namespace = module_globals(function)
    yield from (f"  {format_option(parameter, namespace)}" for parameter in parameters)
