"""Find visiting strategies by name: those that distributions register, and those in files.

`strategies` reads metadata, in a checkout also setup.cfg, and imports no strategy. `strategy`
imports the strategy of a name, or runs its file.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from types import FunctionType

from ..errors import StrategyError, did_you_mean, one_line_text, quote, type_name
from ..type_checking import TYPE_CHECKING
from .entries import (
    Entry,
    built_in_entries,
    built_in_entry,
    no_strategies_error,
    read_third_party_entries,
)
from .options import checked_options, option_parameters, parse_name_and_options, split_path_and_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec, overload

    from ..visits import Answers, Strategy, View

    Options = ParamSpec("Options")  # the options of a strategy
    _Partial = partial[Answers]
else:
    _Partial = partial  # in Python 3.8 it takes no type

__all__ = ["strategies", "strategy"]

FIXED_CYCLE = "random-permutation:fresh=false"
_SUGGESTIONS_BY_WORD = {  # what an unknown name that contains the word may mean
    "naive": "cyclic",
    "random-cycle": FIXED_CYCLE,
    "fixed": FIXED_CYCLE,
    "computed": FIXED_CYCLE,
}
# the defaults of `pla` and `pocket`, listed so that a default run does not search for entry points
_ENTRY_POINTS_OF_DEFAULTS = {
    "cyclic": "perceptron_ref_strategies.cyclic:cyclic",
    "random": "perceptron_ref_strategies.random_draws:random",
}


class BoundStrategy(_Partial):
    """A strategy with its options: a `partial` that has a name, and is called with a view.

    Attributes:
        name: The name of the strategy, or of its function or class.
        origin: The distribution that provides it, with its version; "" for a file, None for a
            strategy that was not found by name.
    """

    name: str
    origin: str | None

    # the arguments after the first are optional, because pickle passes only the function
    def __new__(
        cls,
        function: Strategy,
        options: Mapping[str, object] = {},
        name: str = "",
        origin: str | None = None,
    ) -> BoundStrategy:
        """Bind options to a function, or more options to a partial."""
        while isinstance(function, partial) and not function.args:
            name = name or getattr(function, "name", "")
            options, function = {**function.keywords, **options}, function.func
        self = super().__new__(cls, function, **options)
        self.name = name or str(getattr(function, "__name__", None) or type_name(function))
        self.origin = origin
        return self

    if sys.version_info >= (3, 14):  # from this version on, a `partial` in a class is a method

        def __get__(self, instance: object, owner: type | None = None) -> BoundStrategy:
            """Return this strategy, as in older versions."""
            return self

    @property
    def display_name(self) -> str:
        """The name for messages, with the distribution if there is one, and the seed if bound."""
        origin_text = f" ({self.origin})" if self.origin else ""
        has_seed = "seed" in self.keywords
        seed_text = f", seed {one_line_text(self.keywords['seed'])}" if has_seed else ""
        return one_line_text(f"{self.name}{origin_text}{seed_text}")

    @property
    def options(self) -> dict[str, object]:
        """The options of the strategy that have a value: the bound value, or else the default."""
        return {**_defaults_of(self.func), **self.keywords}

    @property
    def first_seed(self) -> int | None:
        """The first seed of many runs: the bound seed, or else the default of the option `seed`.

        It is 0 if this value is not an int, and None if there is no such value.
        """
        seed = self.options.get("seed", 0)
        return (seed if isinstance(seed, int) else 0) if "seed" in self.options else None


def _defaults_of(function: Callable[..., object]) -> dict[str, object]:
    """Return the defaults of the options of a function or another callable."""
    if isinstance(function, FunctionType) and not hasattr(function, "__wrapped__"):
        return function.__kwdefaults__ or {}  # faster than `inspect`
    try:
        options = option_parameters(function)
    except (TypeError, ValueError):  # some functions written in C have no signature
        return {}
    return {option.name: option.default for option in options if option.default is not option.empty}


def strategies() -> dict[str, tuple[Entry, ...]]:
    """Return the entries of the registered strategies by name.     Lecture 2: L2.6

    A name has several entries if several entry points claim it. Neither the strategies nor the
    modules that they need are imported.

    >>> {"cyclic", "random-permutation", "restart", "worst-margin"} <= set(strategies())
    True
    """
    entries_by_name = {name: (entry,) for name, entry in built_in_entries().items()}
    for entry in read_third_party_entries():
        if isinstance(entry, Entry):
            entries_by_name[entry.name] = (*entries_by_name.get(entry.name, ()), entry)
    return dict(sorted(entries_by_name.items()))


def unreadable_distributions() -> list[str]:
    """Return a line for each distribution that cannot be read: its path, and the reason."""
    return [line for line in read_third_party_entries() if isinstance(line, str)]


if TYPE_CHECKING:

    @overload
    def strategy(name: str | BoundStrategy, **options: object) -> BoundStrategy: ...
    @overload
    def strategy(
        name: Callable[Concatenate[View, Options], Answers],
        *args: Options.args,
        **options: Options.kwargs,
    ) -> BoundStrategy: ...


def strategy(  # type: ignore[misc]  # a ParamSpec brings *args, which no strategy takes
    name: str | Strategy, **options: object
) -> BoundStrategy:
    """Return a strategy with its options bound.     Lecture 2: L2.6

    The strategy is registered under a name, is in a file, or is given as a callable.

    A built-in strategy keeps its name even if another distribution claims it; to use the other
    strategy, pass its function.

    Args:
        name: A registered name; the path of a Python file, which is run, such as "path/to/mine.py"
            or "path/to/mine.py:function"; or a callable that takes a view. In a registered name `_`
            and `-` are the same. Options may follow a name or a path, as on the command line:
            "random:seed=3". The `name` of the result is the registered name or the path; a callable
            keeps its `__name__`; a `partial` that binds only options has that of its function; an
            object without a `__name__` has the name of its class.
        options: Options of the strategy; they override options in the name.

    Raises:
        StrategyError: If the name is unknown, or if several distributions claim it and none of them
            is perceptron_ref; if the strategy has no option of a given name, or refuses its value;
            or if the strategy cannot be loaded or called.

    >>> strategy("random-permutation", seed=7).keywords
    {'seed': 7}
    >>> strategy("worst_margin").name, strategy(len).name
    ('worst-margin', 'len')
    """
    if isinstance(name, str):
        entry, options_in_name = find_entry(name), parse_name_and_options(name)[1]
        bound_strategy = BoundStrategy(entry.load(), {}, entry.name, entry.origin)
        options = {**options_in_name, **options}
    elif callable(name):
        if isinstance(name, type):
            # imported here, because classes are rare
            from .strategy_checks import refuse_strategy_class

            refuse_strategy_class(name)
        bound_strategy = name if isinstance(name, BoundStrategy) else BoundStrategy(name)
    else:
        raise StrategyError(
            f"found {quote(name)} as a strategy; expected a name or a callable that takes a view. "
            "Pass the function itself, without parentheses"
        )
    if options:  # otherwise `inspect` would be imported, which takes time
        try:
            options = checked_options(bound_strategy, options)
        except (TypeError, ValueError) as error:  # a DataError, or there is no signature
            raise StrategyError(f"strategy {bound_strategy.name}: {error}") from None
    return BoundStrategy(bound_strategy, options, bound_strategy.name, bound_strategy.origin)


def find_entry(strategy_text: str) -> Entry:
    """Return the entry of a registered strategy, or of a strategy in a file.

    The file is not opened, and may be missing.

    Args:
        strategy_text: The strategy as typed: a name or a file, which options may follow.

    Raises:
        StrategyError: If a name is unknown, or if several distributions claim it and none of them
            is perceptron_ref; or if an option is not key=value, or is given twice.
    """
    name, _ = parse_name_and_options(strategy_text)
    if split_path_and_name(name):
        return Entry(name, name, "", "", "")
    name = name.replace("_", "-")
    if name in _ENTRY_POINTS_OF_DEFAULTS:
        return built_in_entry(name, _ENTRY_POINTS_OF_DEFAULTS[name])
    if name in built_in_entries():
        return built_in_entries()[name]
    registered = strategies()
    claimants = registered.get(name, ())
    if len(claimants) == 1:
        return claimants[0]
    if claimants:
        origins_text = " and ".join(entry.origin for entry in claimants)
        claimant_files = dict.fromkeys(entry.path_and_name for entry in claimants)
        files_text = " or ".join(filter(None, claimant_files))
        file_hint = f", or name a strategy by its file: {files_text}" if files_text else ""
        remedy = "Uninstall the others"
        if len({entry.distribution for entry in claimants}) == 1:
            origins_text = f"several entry points of {claimants[0].origin}"
            remedy = "Rename the others there, where `_` and `-` are the same"
        raise StrategyError(
            f"found strategy {name} in {origins_text}; expected only one of them. "
            f"{remedy}{file_hint}"
        )
    if not built_in_entries():
        raise no_strategies_error()
    names_text = ", ".join(one_line_text(known_name, max_length=60) for known_name in registered)
    unreadable_notes = [
        f". This distribution cannot be read: {one_line_text(line)}"
        for line in unreadable_distributions()
    ]
    hints = [
        f"; did you mean {suggestion}?"
        for word, suggestion in _SUGGESTIONS_BY_WORD.items()
        if word in name
    ]
    suggestion = (hints or [did_you_mean(name, registered)])[0]
    raise StrategyError(
        f"found {quote(name)}; expected one of the strategies {names_text}, or a path such as "
        f"mine.py{suggestion or '.'} Options follow a colon, as in random:seed=3"
        + "".join(unreadable_notes[:1])
    )
