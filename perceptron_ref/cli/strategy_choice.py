"""Find the strategies that the user names, and plan their runs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from ..errors import StrategyError, quote
from ..plugins.entries import built_in_entries, no_strategies_error
from ..plugins.options import parse_name_and_options, split_path_and_name
from ..plugins.registry import FIXED_CYCLE, find_entry, strategies, strategy
from ..type_checking import TYPE_CHECKING
from .options import ALL
from .requests import RunRequest, UsageError
from .run_plan import DEFAULT_STRATEGIES, RunPlan
from .terminal import print_note

if TYPE_CHECKING:
    from ..plugins.entries import Entry


def make_plan(request: RunRequest, strategy_text: str | None = None) -> RunPlan:
    """Return the plan of a run.

    This process loads a built-in strategy, and with --in-process any strategy. Otherwise a child
    loads a strategy that is not built in, when the plan is run.

    Args:
        request: The run.
        strategy_text: A strategy as typed, which replaces the strategy of the request; None for the
            strategy of the request, or the default of the algorithm.

    Raises:
        UsageError: If options exclude each other, or `find_strategy_entry` raises it.
        StrategyError: If there is no such strategy, or this process cannot load it.
    """
    if strategy_text is None:
        strategy_text = request.strategy
        if strategy_text is None:
            strategy_text = DEFAULT_STRATEGIES[request.algorithm]
        else:
            print_name_clashes(find_strategy_entry(strategy_text, "--strategy"))
    if isinstance(request.seeds, range):
        _, options = parse_name_and_options(strategy_text)
        if "seed" in options:
            seeds = f"{request.seeds[0]}..{request.seeds[-1]}"
            raise UsageError(
                f"found a seed in {quote(strategy_text)}, and the seeds {seeds} for the runs; "
                f"expected only one of them. Leave out seed={options['seed']}"
            )
        is_built_in = find_strategy_entry(strategy_text).is_built_in
        if not is_built_in or "seed" in strategy(strategy_text).options:
            # if a built-in strategy takes no seed, `run_repeatedly` refuses it
            strategy_text += f"{',' if options else ':'}seed={request.seeds[0]}"
    if request.in_process and request.jobs > 1:
        raise UsageError("found --in-process and --jobs; expected only one of them")
    if find_strategy_entry(strategy_text).is_built_in or request.in_process:
        return RunPlan(request.algorithm, strategy(strategy_text), request.options)
    from .untrusted_run import UntrustedRunPlan

    return UntrustedRunPlan(request.algorithm, strategy_text, request.options)


def find_strategy_entry(strategy_text: str, option: str = "") -> Entry:
    """Return the entry of the strategy that a text names.

    Args:
        strategy_text: The strategy, as typed.
        option: The option that it followed; "" if it was an argument.

    Raises:
        UsageError: If the file of the strategy does not exist, or if there is no such strategy,
            and `unknown_strategy_hint` knows what the user may have meant.
        StrategyError: If there is no such strategy, and no hint.
    """
    try:
        entry = find_entry(strategy_text)
    except StrategyError:
        _raise_if_hint(strategy_text, option)
        raise
    path, _ = split_path_and_name(entry.name) or ("", "")
    if path and not os.path.lexists(path):
        if "," in path:  # perhaps several strategies: cyclic,mine.py
            _raise_if_hint(strategy_text, option)
        raise UsageError(f"{path}: found no such file; expected the file of a strategy")
    return entry


def _raise_if_hint(strategy_text: str, option: str) -> None:
    """Raise UsageError with a hint about a text that names no strategy, if there is one."""
    from .hints import unknown_strategy_hint

    hint = unknown_strategy_hint(strategy_text, option)
    if hint:
        raise UsageError(f"found {quote(strategy_text)} as a strategy{hint}") from None


def print_name_clashes(*entries: Entry) -> None:
    """Print a note for each distribution that claims the name of one of these built-in strategies.

    Without the note the user might expect the strategy of that distribution to run.
    """
    names = dict.fromkeys(entry.name for entry in entries if entry.is_built_in)
    # called only if needed, because it searches all distributions
    claimants = strategies() if names else {}
    for name in names:
        for rival in claimants.get(name, ())[1:]:
            rival_name = rival.path_and_name or rival.value
            print_note(
                f"{rival.origin} has a strategy named {name}, too; this name runs the built-in "
                f"strategy, and {rival_name} is the other one"
            )


def chosen_or_built_in_strategies(typed_texts: Sequence[str] | None) -> list[str]:
    """Return the strategies of --strategies without repetitions; without it, the built-in names.

    Code that is not built in runs only if the user asks for it, by its name or by "all". "all"
    stands for all registered strategies, and for the course's random cycle, which is
    `random-permutation` with an option.

    Raises:
        UsageError: As `find_strategy_entry` raises it.
        StrategyError: If the built-in strategies are missing, and no --strategies is given.
    """
    strategy_texts: list[str] = []
    if not typed_texts and not built_in_entries():
        raise no_strategies_error()
    for typed_text in typed_texts or built_in_entries():
        strategy_texts += [*strategies(), FIXED_CYCLE] if typed_text == ALL else [typed_text]
    entries = []
    for strategy_text in strategy_texts if typed_texts else ():
        with suppress(StrategyError):  # the table will show the error in the row of the strategy
            entries.append(find_strategy_entry(strategy_text, "--strategies"))
    print_name_clashes(*entries)
    return list(dict.fromkeys(strategy_texts))
