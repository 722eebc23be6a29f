"""Visiting strategies by name: those that distributions register, and those in files.

Listing reads metadata and imports nothing. `strategy` imports a strategy, or runs its file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, overload

from ..errors import StrategyError, did_you_mean, one_line_text, quote, type_name
from .entries import (
    Entry,
    built_in_entry,
    built_in_strategies,
    no_strategies_error,
    third_party_entries,
)
from .options import checked_options, options_of, parse_name_and_options, split_path_and_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec

    from ..visits import Answers, Strategy, View

    Options = ParamSpec("Options")  # of a strategy
    _Partial = partial[Answers]
else:
    _Partial = partial  # Python 3.8 cannot say of what

__all__ = ["strategies", "strategy"]

FIXED_CYCLE = "random-permutation:fresh=false"
_SYNONYMS = {
    **{"naive": "cyclic", "random-cycle": FIXED_CYCLE},
    **{"fixed": FIXED_CYCLE, "computed": FIXED_CYCLE},
}
# of `pla` and `pocket`: a run that names no strategy looks for no entry points
_DEFAULT_STRATEGIES = {
    "cyclic": "perceptron_ref_strategies.cyclic:cyclic",
    "random": "perceptron_ref_strategies.random_draws:random",
}


class BoundStrategy(_Partial):
    """A strategy with its options, ready to be called with a view: a `partial` with a name.

    Attributes:
        name: The name of the strategy, or of its function or class.
        origin: The distribution that provides it, with its version; "" for a file, None for a
            function or another callable.
    """

    name: str
    origin: str | None

    def __new__(  # its defaults are for pickle
        cls,
        function: Strategy,
        options: Mapping[str, object] = {},
        name: str = "",
        origin: str | None = None,
    ) -> BoundStrategy:
        """Bind options to a function, or further options to a partial."""
        while isinstance(function, partial) and not function.args:
            name = name or getattr(function, "name", "")
            options, function = {**function.keywords, **options}, function.func
        self = super().__new__(cls, function, **options)
        self.name = name or str(getattr(function, "__name__", None) or type_name(function))
        self.origin = origin
        return self

    @property
    def display_name(self) -> str:
        """The strategy, as messages name it, with its seed if one was given."""
        origin = f" ({self.origin})" if self.origin else ""
        seed = f", seed {one_line_text(self.keywords['seed'])}" if "seed" in self.keywords else ""
        return one_line_text(f"{self.name}{origin}{seed}")

    @property
    def options(self) -> dict[str, object]:
        """Its options, with their values or defaults."""
        return {**_defaults_of(self.func), **self.keywords}

    @property
    def first_seed(self) -> int | None:
        """The first of many seeds: its own, or 0 if that is no int; None if it takes no seed."""
        seed = self.options.get("seed", 0)
        return (seed if isinstance(seed, int) else 0) if "seed" in self.options else None


def _defaults_of(function: Callable[..., object]) -> dict[str, object]:
    """Return the defaults of the options of a function or another callable."""
    if isinstance(function, FunctionType) and not hasattr(function, "__wrapped__"):
        return function.__kwdefaults__ or {}  # in less time than by `inspect`
    try:
        options = options_of(function)
    except (TypeError, ValueError):  # it is written in C
        return {}
    return {option.name: option.default for option in options if option.default is not option.empty}


def strategies() -> dict[str, tuple[Entry, ...]]:
    """Return the entries of the registered strategies by name.     Lecture 2: L2.6

    A name has one entry unless distributions clash. Nothing is imported: neither the strategies nor
    the modules that they need.

    >>> {"cyclic", "random-permutation", "restart", "worst-margin"} <= set(strategies())
    True
    """
    table = {name: (entry,) for name, entry in built_in_strategies().items()}
    for entry in third_party_entries():
        if isinstance(entry, Entry):
            table[entry.name] = (*table.get(entry.name, ()), entry)
    return dict(sorted(table.items()))


def unreadable_distributions() -> list[str]:
    """Return a line for each distribution that cannot be read: where it lies, and why."""
    return [line for line in third_party_entries() if isinstance(line, str)]


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
    """Return the strategy registered under the name, with its options bound.     Lecture 2: L2.6

    Args:
        name: A registered name, in which `_` and `-` are the same. A built-in strategy keeps its
            name: to use another one that claims it, pass its function. Or the path of a Python
            file, "path/to/mine.py" or "path/to/mine.py:function", which is run. Options may stand
            after a name or a path, as on the command line: "random:seed=3". Or a callable that
            takes a view; it has its own name, an object that of its class.
        options: Options of the strategy. They win over those in the name.

    Raises:
        StrategyError: If the name is unknown, or two distributions claim it; if the strategy does
            not take an option, or cannot be loaded or called.

    >>> strategy("random-permutation", seed=7).keywords
    {'seed': 7}
    >>> strategy("worst_margin").name, strategy(len).name
    ('worst-margin', 'len')
    """
    if isinstance(name, str):
        entry, written = find_entry(name), parse_name_and_options(name)[1]
        bound = BoundStrategy(entry.load(), {}, entry.name, entry.origin)
        options = {**written, **options}
    elif callable(name):
        if isinstance(name, type):
            from .candidates import refuse_strategy_class  # here, as most starts meet no class

            refuse_strategy_class(name)
        bound = name if isinstance(name, BoundStrategy) else BoundStrategy(name)
    else:
        raise StrategyError(
            f"found {quote(name)} as a strategy; expected a name or a callable that takes a view: "
            "the function itself, without a call"
        )
    if options:  # `inspect` takes time
        try:
            options = checked_options(bound, options)
        except (TypeError, ValueError) as error:  # a DataError, or what is written in C
            raise StrategyError(f"strategy {bound.name}: {error}") from None
    return BoundStrategy(bound, options, bound.name, bound.origin)


def find_entry(text: str) -> Entry:
    """Return the entry of the strategy that a text names, registered or in a file.

    Raises:
        StrategyError: If there is none, or two distributions other than this one claim the name.
    """
    name, _ = parse_name_and_options(text)
    if split_path_and_name(name):
        return Entry(name, name, "", "", "")
    name = name.replace("_", "-")
    if name in _DEFAULT_STRATEGIES:
        return built_in_entry(name, _DEFAULT_STRATEGIES[name])
    if name in built_in_strategies():
        return built_in_strategies()[name]
    table = strategies()
    claims = table.get(name, ())
    if len(claims) == 1:
        return claims[0]
    if claims:
        both = " and ".join(entry.origin for entry in claims)
        files = " or ".join(filter(None, dict.fromkeys(entry.unambiguous_name for entry in claims)))
        named = f", or name the file of one: {files}" if files else ""
        raise StrategyError(
            f"strategy {name} is claimed by {both}; uninstall all but one of them{named}"
        )
    if not built_in_strategies():
        raise no_strategies_error()
    known = ", ".join(one_line_text(known_name, max_length=60) for known_name in table)
    unreadable = [f"; not read: {one_line_text(line)}" for line in unreadable_distributions()]
    hints = [f"; did you mean {_SYNONYMS[part]}?" for part in _SYNONYMS if part in name]
    raise StrategyError(
        f"found {quote(name)}; expected one of the strategies {known}, or a path as mine.py; "
        "options follow a colon, as in random:seed=3"
        + "".join(unreadable[:1])
        + (hints or [did_you_mean(name, table)])[0]
    )
