"""Find the strategies that the user names, and plan their runs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ..errors import StrategyError, quote
from ..plugins.entries import built_in_entries, no_strategies_error
from ..plugins.options import parse_name_and_options
from ..plugins.registry import FIXED_CYCLE, find_entry, strategies, strategy
from .options import ALL
from .requests import RunRequest, UsageError
from .run_plan import DEFAULT_STRATEGIES, RunPlan
from .terminal import print_note

if TYPE_CHECKING:
    from ..plugins.entries import Entry


def make_plan(request: RunRequest, text: str | None = None) -> RunPlan:
    """Return the plan of a run.

    A strategy that is not built in is loaded only with --in-process; otherwise a child loads it.

    Args:
        request: The run.
        text: A strategy that replaces the one of the request; None for the strategy of the request.

    Raises:
        UsageError: If options exclude each other, or the text names no strategy.
        StrategyError: If there is no such strategy, or it cannot be loaded.
    """
    if text is None:
        text = request.strategy
        if text is None:
            text = DEFAULT_STRATEGIES[request.algorithm]
        else:
            print_name_clashes(find_strategy_entry(text))
    if isinstance(request.seeds, range):
        _, options = parse_name_and_options(text)
        if "seed" in options:
            raise UsageError(f"--seeds says which seeds to run; leave seed= out of {quote(text)}")
        if not find_strategy_entry(text).is_built_in or "seed" in strategy(text).options:
            # if the strategy takes no seed, `run_repeatedly` refuses it
            text += f"{',' if options else ':'}seed={request.seeds[0]}"
    if request.in_process and request.jobs > 1:
        raise UsageError("found --in-process and --jobs; expected only one of them")
    if find_strategy_entry(text).is_built_in or request.in_process:
        return RunPlan(request.algorithm, strategy(text), request.options)
    from .untrusted_run import UntrustedRunPlan

    return UntrustedRunPlan(request.algorithm, text, request.options)


def find_strategy_entry(text: str) -> Entry:
    """Return the entry of the strategy that a text names.

    Raises:
        UsageError: If the text is no strategy, but there is a hint about it.
        StrategyError: If there is no such strategy.
    """
    try:
        return find_entry(text)
    except StrategyError:
        from .hints import unknown_strategy_hint

        hint = unknown_strategy_hint(text)
        if not hint:
            raise
        raise UsageError(f"found {quote(text)} as a strategy{hint}") from None


def print_name_clashes(*entries: Entry) -> None:
    """Print a note for each distribution that claims the name of a built-in strategy, too.

    The user would not notice otherwise that the built-in strategy runs in its place.
    """
    names = dict.fromkeys(entry.name for entry in entries if entry.is_built_in)
    claims = strategies() if names else {}  # only if needed, because it searches all distributions
    for name in names:
        for rival in claims.get(name, ())[1:]:
            rival_name = rival.unambiguous_name or rival.value
            print_note(
                f"{rival.origin} has a strategy named {name}, too; the built-in strategy runs, "
                f"and the other one is {rival_name}"
            )


def chosen_or_built_in_strategies(typed_texts: Sequence[str] | None) -> list[str]:
    """Return the texts of --strategies without repetitions; if there are none, the built-in names.

    Code that is not built in runs only if the user names it. "all" stands for all registered
    strategies, and for the course's random cycle, which is an option of one of them.
    """
    texts: list[str] = []
    if not typed_texts and not built_in_entries():
        raise no_strategies_error()
    for text in typed_texts or built_in_entries():
        texts += [*strategies(), FIXED_CYCLE] if text == ALL else [text]
    entries = []
    for text in texts if typed_texts else ():
        with suppress(StrategyError):  # the table will show the error in the row of the strategy
            entries.append(find_strategy_entry(text))
    print_name_clashes(*entries)
    return list(dict.fromkeys(texts))
