"""Visiting strategies by name: those that distributions register, and those in files.

Listing reads metadata and imports nothing; a strategy is imported, or its file run, when it is
asked for by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, overload

from ..errors import StrategyError, did_you_mean, in_one_line, quote, type_name
from .entries import GROUP, Entry, built_in, of_others, own
from .options import checked_options, options_of, parse, split_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec

    from ..visits import Strategy, View, Visits

    Options = ParamSpec("Options")  # of a strategy
    _Partial = partial[Visits]
else:
    _Partial = partial  # Python 3.8 cannot say of what

__all__ = ["strategies", "strategy"]

FIXED_CYCLE = "random-permutation:fresh=false"
_MEANT = {
    **{"naive": "cyclic", "random-cycle": FIXED_CYCLE},
    **{"fixed": FIXED_CYCLE, "computed": FIXED_CYCLE},
}
# of `pla` and `pocket`: a run that names no strategy looks for no entry points
_DEFAULTS = {
    "cyclic": "perceptron_ref_strategies.cyclic:cyclic",
    "random": "perceptron_ref_strategies.random_draws:random",
}


class Bound(_Partial):
    """A strategy with its options, ready to be called with a view: a `partial` with a name.

    origin: the distribution that provides it, with its version; "" for a file, None for a function
        that was given itself.
    """

    name: str
    origin: str | None

    def __new__(  # its defaults are for pickle
        cls,
        function: Strategy,
        options: Mapping[str, object] = {},
        name: str = "",
        origin: str | None = None,
    ) -> Bound:
        """Bind these options to the function, beside those that it has where it is a partial."""
        while isinstance(function, partial) and not function.args:
            name = name or getattr(function, "name", "")
            options, function = {**function.keywords, **options}, function.func
        self = super().__new__(cls, function, **options)
        self.name = name or str(getattr(function, "__name__", None) or type_name(function))
        self.origin = origin
        return self

    @property
    def who(self) -> str:
        """The strategy, as messages name it, with its seed where that was given."""
        origin = f" ({self.origin})" if self.origin else ""
        seed = f", seed {in_one_line(self.keywords['seed'])}" if "seed" in self.keywords else ""
        return in_one_line(f"{self.name}{origin}{seed}")

    @property
    def options(self) -> dict[str, object]:
        """Its options, with their values or defaults."""
        return {**_defaults_of(self.func), **self.keywords}

    @property
    def first_seed(self) -> int | None:
        """The seed to count on from, 0 in place of what is no int; None if it takes none."""
        seed = self.options.get("seed", 0)
        return (seed if isinstance(seed, int) else 0) if "seed" in self.options else None


def _defaults_of(function: Callable[..., object]) -> dict[str, object]:
    """Return the defaults of the options of a function, or of an object that can be called."""
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
    what they need.

    >>> {"cyclic", "random-permutation", "restart", "worst-margin"} <= set(strategies())
    True
    """
    table = {name: (entry,) for name, entry in built_in().items()}
    for entry in of_others():
        if isinstance(entry, Entry):
            table[entry.name] = (*table.get(entry.name, ()), entry)
    return dict(sorted(table.items()))


def skipped() -> list[str]:
    """Return a line for each installed distribution that is broken: where it lies, and why."""
    return [line for line in of_others() if isinstance(line, str)]


@overload
def strategy(name: str | Bound, **options: object) -> Bound: ...
@overload
def strategy(
    name: Callable[Concatenate[View, Options], Visits],
    *args: Options.args,
    **options: Options.kwargs,
) -> Bound: ...
def strategy(  # type: ignore[misc]  # a ParamSpec brings *args, which no strategy takes
    name: str | Strategy, **options: object
) -> Bound:
    """Return the strategy registered under the name, with its options bound.     Lecture 2: L2.6

    name: a registered name, in which `_` and `-` are the same. A built-in strategy keeps its name:
        pass the function of another that claims it. Or the path of a Python file,
        "path/to/mine.py" or "path/to/mine.py:function": the file is run. Options may stand behind
        it, too, as on the command line: "random:seed=3". Or a callable that takes a view: it has
        its own name, an object that of its class.
    StrategyError, saying which, for a name that is unknown or that two distributions claim, for an
    option that the strategy does not take, and for a strategy that cannot be loaded or called.

    >>> strategy("random-permutation", seed=7).keywords
    {'seed': 7}
    >>> strategy("worst_margin").name, strategy(len).name
    ('worst-margin', 'len')
    """
    if isinstance(name, str):
        entry, written = entry_of(name), parse(name)[1]
        order = Bound(entry.load(), {}, entry.name, entry.origin)
        options = {**written, **options}
    elif callable(name):
        order = name if isinstance(name, Bound) else Bound(name)
    else:
        raise StrategyError(
            f"found {quote(name)} as a strategy; expected a name or a callable that takes a view: "
            "the function itself, without a call"
        )
    if options:  # `inspect` takes time
        try:
            options = checked_options(order, options)
        except (TypeError, ValueError) as error:  # a DataError, or what is written in C
            raise StrategyError(f"strategy {order.name}: {error}") from None
    return Bound(order, options, order.name, order.origin)


def entry_of(text: str) -> Entry:
    """Return the entry of the strategy that a text names, maybe in a file; StrategyError if none.

    A built-in strategy keeps its name. StrategyError where two others claim one.
    """
    name, _ = parse(text)
    if split_path(name):
        return Entry(name, name, "", "", "")
    name = name.replace("_", "-")
    if name in _DEFAULTS:
        return own(name, _DEFAULTS[name])
    if name in built_in():
        return built_in()[name]
    table = strategies()
    claims = table.get(name, ())
    if len(claims) == 1:
        return claims[0]
    if claims:
        both = " and ".join(entry.origin for entry in claims)
        files = " or ".join(filter(None, dict.fromkeys(entry.by_file for entry in claims)))
        named = f", or name the file of one: {files}" if files else ""
        raise StrategyError(
            f"strategy {name} is claimed by {both}; uninstall all but one of them{named}"
        )
    if not built_in():
        raise StrategyError(
            f"found {quote(name)}, and no list of the strategies of perceptron_ref; expected it in "
            f"its metadata ({GROUP}), or in setup.cfg beside it: install it, or copy all of it"
        )
    known = ", ".join(in_one_line(each, longest=60) for each in table)
    broken = "".join(f"; not read: {in_one_line(each)}" for each in skipped()[:1])
    meant = [f"; did you mean {_MEANT[part]}?" for part in _MEANT if part in name]
    raise StrategyError(
        f"found {quote(name)}; expected one of the strategies {known}, or a path as mine.py; "
        "options stand behind a colon, as in random:seed=3"
        + broken
        + (meant or [did_you_mean(name, table)])[0]
    )
