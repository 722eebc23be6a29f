"""Visiting strategies by name: the built-in ones from a table, others from entry points.

Listing reads metadata and imports nothing; a strategy is imported when it is asked for by name.
"""

from __future__ import annotations

import os
import sys
from collections import namedtuple
from functools import partial
from importlib import import_module
from operator import attrgetter

from ..errors import DataError, StrategyError, did_you_mean, in_one_line, kind_of, shown
from ..exact.rationals import shortened
from .blame import fault, place_of
from .from_file import load, module_of
from .options import checked_options, parse, split_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..visits import Strategy

__all__ = ["Entry", "strategies", "strategy"]

GROUP = "perceptron_ref.strategies"
_OWN = "perceptron_ref"
_PACKAGE = "perceptron_ref_strategies"
_FIXED = "random-permutation:fresh=false"
_MEANT = {"naive": "cyclic", "random-cycle": _FIXED, "fixed": _FIXED, "computed": _FIXED}
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Entry(namedtuple("Entry", "name value distribution version summary")):
    """A strategy before it is loaded: its name, where its function is, and what provides it.

    value: "module:function", or the path of a file. distribution, version: "" for a file.
    summary: what the distribution says of itself.
    """

    __slots__ = ()

    @property
    def origin(self) -> str:
        """The distribution and its version, as messages name them."""
        return f"{self.distribution} {self.version}".rstrip()

    @property
    def built_in(self) -> bool:
        """True if this distribution provides it."""
        return bool(self.distribution == _OWN)

    def load(self) -> Strategy:
        """Import and return the strategy's function, or run its file; StrategyError, naming the
        distribution, for whatever its code does then.
        """
        try:
            if not self.distribution:
                return load(*(split_path(self.value) or (self.value, "")))
            module, _, path = self.value.partition(":")
            if not module or not path:
                raise ImportError(f"found {shown(self.value)}; expected module:function")
            found: Any = attrgetter(path)(import_module(module))
            if not callable(found):
                raise TypeError(f"found {shown(found)}; expected a function that takes a view")
            return found  # type: ignore[no-any-return]
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            who = f"{self.name} of {self.origin}" if self.origin else self.name
            at = place_of(error)
            told = f"{at}{': ' if at else ''}{fault(error)}"
            raise StrategyError(f"strategy {who} cannot be loaded: {told}") from error


class Bound(partial):  # type: ignore[type-arg]  # of visits; Python 3.8 cannot say so
    """A strategy with its options, ready to be called with a view: a `partial` with a name.

    origin: the distribution that provides it, with its version; "" for a file, None for a function
        that was given itself.
    built_in: whether that is this distribution.
    """

    name: str
    origin: str | None
    built_in: bool

    def __new__(  # its defaults are for pickle
        cls,
        function: Strategy,
        options: Mapping[str, object] = {},
        name: str = "",
        origin: str | None = None,
        built_in: bool = False,
    ) -> Bound:
        """Bind these options to the function."""
        self = super().__new__(cls, function, **options)
        self.name, self.origin, self.built_in = name, origin, built_in
        return self

    @property
    def who(self) -> str:
        """The strategy, as messages name it."""
        return in_one_line(f"{self.name} ({self.origin})" if self.origin else self.name)

    @property
    def options(self) -> dict[str, object]:
        """Its options, with their values or defaults."""
        function: Any = self
        options: dict[str, object] = {}
        while isinstance(function, partial):
            options = {**function.keywords, **options}
            function = function.func
        if isinstance(function, type):
            function = function.__init__  # type: ignore[misc]
        return {**(getattr(function, "__kwdefaults__", None) or {}), **options}


def built_in() -> dict[str, Entry]:
    """Return the strategies of this distribution by name; nothing else is looked at.

    `strategies/` is imported by its installed name; in a checkout it lies beside us.
    """
    beside = os.path.join(_ROOT, "strategies", "__init__.py")
    if _PACKAGE not in sys.modules and os.path.isfile(beside.replace("__init__", "cyclic")):
        module_of(beside, _PACKAGE)
    try:
        names = import_module(_PACKAGE).NAMES
    except ModuleNotFoundError as error:
        raise StrategyError(
            "found perceptron_ref without its strategies; install it, or run its checkout"
        ) from error
    version = sys.modules[_OWN].__version__
    return {n: Entry(n, f"{_PACKAGE}.{place}", _OWN, version, "") for n, place in names.items()}


def strategies() -> dict[str, tuple[Entry, ...]]:
    """Return the entries of the registered strategies by name.     Lecture 2: L2.6

    A name has one entry unless distributions clash. Nothing is imported: neither the strategies nor
    what they need.

    >>> {"cyclic", "random-permutation", "restart", "worst-margin"} <= set(strategies())
    True
    """
    table = {name: (entry,) for name, entry in built_in().items()}
    for entry in _installed()[0]:
        table[entry.name] = (*table.get(entry.name, ()), entry)
    return dict(sorted(table.items()))


def skipped() -> list[str]:
    """Return a line for each installed distribution that is broken: where it lies, and why."""
    return _installed()[1]


def _installed() -> tuple[list[Entry], list[str]]:
    """Return the entries of other distributions, and a line for each that is broken."""
    from importlib.metadata import distributions

    entries, broken = [], []
    seen = {_OWN}  # its metadata may be those of another version
    for found in distributions():
        try:
            points = [point for point in found.entry_points if point.group == GROUP]
            about = found.metadata if points else {"Name": ""}
            who = about["Name"].lower().replace("-", "_").replace(".", "_")
        except Exception as error:
            broken.append(f"{getattr(found, '_path', found)}: {fault(error)}")
            continue
        if points and who not in seen:  # of two copies the first is the one that is imported
            seen.add(who)
            more = about["Version"] or "", about["Summary"] or ""
            for point in points:
                place = point.value.partition("[")[0].strip()  # without the extras it asks for
                entries.append(Entry(point.name.replace("_", "-"), place, about["Name"], *more))
    return entries, broken


def strategy(name: str, **options: object) -> Bound:
    """Return the strategy registered under the name, with its options bound.     Lecture 2: L2.6

    name: a registered name, in which `_` and `-` are the same; or the path of a Python file,
        "path/to/mine.py" or "path/to/mine.py:function": the file is run. Options may stand behind
        it, too, as on the command line: "random:seed=3".
    StrategyError, saying which, for a name that is unknown or that two distributions claim, for an
    option that the strategy does not take, and for a strategy that cannot be loaded.

    >>> strategy("random-permutation", seed=7).keywords
    {'seed': 7}
    """
    if not isinstance(name, str):
        raise StrategyError(
            f"found {shown(name)} as the name of a strategy; expected a text such as 'cyclic' "
            "(functools.partial gives options to a function)"
        )
    _, written = parse(name)
    for option in written.keys() & options.keys():
        raise StrategyError(f"found {option} in {shown(name)} and beside it; expected it once")
    entry = entry_of(name)
    function, options = entry.load(), {**written, **options}
    if options or not entry.built_in:  # built-in ones need none, and `inspect` takes time
        try:
            options = checked_options(function, options)
        except DataError as error:
            raise StrategyError(f"strategy {entry.name}: {error}") from None
    return Bound(function, options, entry.name, entry.origin, entry.built_in)


def named(given: Any) -> Bound:
    """Return the strategy that is given, or that a text names, with the name that messages use.

    A function, also a partial one, has its own name, an object that of its class. StrategyError for
    what cannot be called.

    >>> named("worst_margin").name, named(len).name
    ('worst-margin', 'len')
    """
    if isinstance(given, (str, Bound)):
        return strategy(given) if isinstance(given, str) else given
    if not callable(given):
        raise StrategyError(
            f"found {shown(given)} as a strategy; expected a name or a callable that takes a view: "
            "the function itself, without a call"
        )
    function: Any = given
    while type(function) is partial:
        function = function.func
    name = getattr(function, "name" if isinstance(function, Bound) else "__name__", None)
    return Bound(given, {}, name if isinstance(name, str) else kind_of(function))


def entry_of(text: str) -> Entry:
    """Return the entry of the strategy that a text names, maybe in a file; StrategyError if none.

    Nobody takes over the name of a built-in one; two others that claim a name are an error.
    """
    name, _ = parse(text)
    if split_path(name):
        return Entry(name, name, "", "", "")
    name = name.replace("_", "-")
    own = built_in()
    if name in own:
        return own[name]
    table = strategies()
    if len(table.get(name, ())) == 1:
        return table[name][0]
    if name in table:
        claims = " and ".join(entry.origin for entry in table[name])
        raise StrategyError(
            f"strategy {name} is claimed by {claims}; uninstall all but one of them"
        )
    known = ", ".join(in_one_line(each, longest=60) for each in table)
    broken = "".join(f"; not read: {in_one_line(each)}" for each in skipped()[:1])
    meant = [f"; did you mean {_MEANT[part]}?" for part in _MEANT if part in name]
    near = meant[0] if meant else did_you_mean(name, table)
    raise StrategyError(
        f"found {shown(name)}; expected one of the strategies {known}, or a path as mine.py; "
        f"options stand behind a colon, as in random:seed=3{broken}{near}"
    )


def seeds(order: Bound, count: int) -> range | None:
    """Return `count` seeds from the strategy's own on, None being 0; None if it has no seed.

    >>> seeds(strategy("random-permutation", seed=7), 3), seeds(strategy("cyclic"), 3)
    (range(7, 10), None)
    """
    if "seed" not in order.options:
        return None
    first = order.options["seed"] or 0
    if not isinstance(first, int):
        found = f"strategy {order.name}: found seed={shown(first)}"
        raise StrategyError(f"{found}; expected an int, to count on from")
    return range(first, first + count)


def seeded(order: Bound, seed: int) -> Bound:
    """Return the strategy with that seed, which becomes part of its name.

    >>> seeded(strategy("random-permutation"), 3).name
    'random-permutation, seed 3'
    """
    name = f"{order.name}, seed {shortened(seed)}"
    return Bound(order, {"seed": seed}, name, order.origin, order.built_in)
