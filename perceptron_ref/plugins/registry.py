"""The registry of visiting strategies, read from the metadata of what is installed.

Built-in strategies are registered in the same way as those of plugins. Listing reads metadata and
imports nothing; a strategy is imported when it is asked for by name.
"""

from __future__ import annotations

import os
import sys
from functools import partial

from ..errors import DataError, StrategyError, did_you_mean, in_one_line, kind_of, shown
from . import checkout
from .blame import passes, told
from .from_file import load, split_options, split_path
from .installed import Skipped, providers, section
from .options import attribute, checked_options, needs_options
from .shape import checked_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from . import Visits, VisitsOf

    _Partial = partial[Visits]
else:
    _Partial = partial

__all__ = ["Entry", "strategies", "strategy"]

GROUP = "perceptron_ref.strategies"
THIS_CHECKOUT = "this checkout"
_OWN_DISTRIBUTION = "perceptron-ref"


class Entry:
    """A strategy before it is loaded: its name, where its function is, and what provides it.

    value: "module:function". distribution: its name, or "this checkout". version: that of the
        distribution, or "".
    """

    __slots__ = ("distribution", "name", "value", "version")

    def __init__(self, name: str, value: str, distribution: str, version: str) -> None:
        self.name, self.value, self.distribution, self.version = name, value, distribution, version

    @property
    def origin(self) -> str:
        """The distribution and its version, as messages name them."""
        return f"{self.distribution} {self.version}".rstrip()

    @property
    def built_in(self) -> bool:
        """True if this distribution, or this checkout, provides it."""
        own = _normalized(self.distribution).lower() in (_OWN_DISTRIBUTION, THIS_CHECKOUT)
        return own and self.value.startswith(checkout.INSTALLED_NAME + ".")

    def load(self) -> VisitsOf:
        """Import and return the strategy's function; StrategyError, naming the distribution, if
        that fails.
        """
        module, _, path = self.value.partition(":")
        try:
            if not module or not path:
                raise ImportError(f"found {shown(self.value)}; expected module:function")
            if self.distribution == THIS_CHECKOUT:
                checkout.bind_strategies()
            from importlib import import_module

            found: Any = import_module(module)
            for attribute in path.split("."):
                found = getattr(found, attribute)
            if not callable(found):
                raise TypeError(f"found {shown(found)}; expected a function that takes a view")
        except BaseException as error:  # whatever a plugin does while it is imported
            if passes(error):
                raise
            raise StrategyError(
                f"strategy {self.name} of {self.origin} cannot be loaded from {self.value}: "
                f"{told(error)}"
            ) from error
        return found  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<Entry {self.name} = {self.value} ({self.origin})>"


class FileEntry(Entry):
    """A strategy in a file, before it is loaded; its name is the path as it was given."""

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name, name, "", "")

    def load(self) -> VisitsOf:
        """Run the file and return its function; StrategyError if that fails."""
        path, function = split_path(self.value) or (self.value, "")
        return load(path, function)


class Bound(_Partial):
    """A strategy with its options, ready to be called with a view: a `partial` with a name.

    origin: the distribution that provides it, with its version, or "" where it comes from a file.
    built_in: whether that is this distribution.
    """

    name: str
    origin: str
    built_in: bool = False


def strategies() -> dict[str, tuple[Entry, ...]]:
    """Return the entries of the registered strategies by name.     Lecture 2: L2.6

    A name has one entry unless distributions clash. Nothing is imported: neither the strategies nor
    what they need.

    >>> {"cyclic", "random-permutation", "restart", "worst-margin"} <= set(strategies())
    True
    """
    table: dict[str, list[Entry]] = {}
    for entry in _found():
        if isinstance(entry, Entry):
            table.setdefault(entry.name, []).append(entry)
    return {name: tuple(table[name]) for name in sorted(table)}


def strategy(name: str, **options: object) -> Bound:
    """Return the strategy registered under the name, with its options bound.     Lecture 2: L2.6

    name: a registered name, in which `_` and `-` are the same; or the path of a Python file,
        "path/to/mine.py" or "path/to/mine.py:function": the file is run.
    StrategyError, saying which, for a name that is unknown or that two distributions claim, for an
    option that the strategy does not take, and for a strategy that cannot be loaded.

    >>> strategy("random-permutation", seed=7).keywords
    {'seed': 7}
    """
    if not isinstance(name, str):
        raise StrategyError(
            f"found {shown(name)} as the name of a strategy; expected a text such as 'cyclic'"
            f"{'; options of a function: functools.partial' if callable(name) else ''}"
        )
    if split_options(name)[1] or (":" in name and split_path(name) is None):
        raise StrategyError(
            f"found {shown(name)}; expected the options beside the name, as in {_in_python(name)}"
        )
    return bound(entry_of(name), options)


def _in_python(text: str) -> str:
    """Return the call of `strategy` for what is written NAME:key=value."""
    name, rest = split_options(text)
    given = []
    for item in filter(None, rest.split(",")):
        key, equals, value = item.strip().partition("=")
        value = value.strip()
        is_bool = value.lower() in ("true", "false")
        given.append(key.replace("-", "_") + equals + (value.capitalize() if is_bool else value))
    return f"strategy({', '.join([shown(name), *map(in_one_line, given)])})"


def bound(entry: Entry, options: Mapping[str, object]) -> Bound:
    """Return the strategy of an entry, loaded, with these options bound; see `strategy`."""
    function = checked_shape(entry.load(), entry.name)
    if options or needs_options(function):
        try:
            options = checked_options(function, options)
        except DataError as error:
            raise StrategyError(f"strategy {entry.name}: {error}") from None
    order = Bound(function, **options)
    order.name, order.origin, order.built_in = entry.name, entry.origin, entry.built_in
    return order


def defaults(function: Callable[..., object]) -> dict[str, object]:
    """Return the options of a strategy, bound or not, with their values or defaults.

    >>> defaults(strategy("random-permutation", seed=7))
    {'seed': 7, 'fresh': True}
    """
    if isinstance(function, partial):
        return {**defaults(function.func), **function.keywords}
    if isinstance(function, type):
        return defaults(function.__init__)  # type: ignore[misc]
    found = attribute(function, "__kwdefaults__")
    return dict(found) if isinstance(found, dict) else {}


def skipped() -> list[Skipped]:
    """Return what on the path of imports cannot be read, where strategies might be registered."""
    return [found for found in _found() if isinstance(found, Skipped)]


def name_of(strategy: str | Callable[..., object]) -> str:
    """Return the name of a strategy: the registered one, or that of its function.

    >>> name_of("worst_margin"), name_of(strategy("cyclic")), name_of(len)
    ('worst-margin', 'cyclic', 'len')
    """
    if isinstance(strategy, str):
        return strategy if split_path(strategy) else _normalized(strategy)
    if isinstance(strategy, Bound):
        return strategy.name
    if isinstance(strategy, partial):
        return name_of(strategy.func)
    try:
        return str.__str__(strategy.__name__)
    except Exception:  # an object without a name, or with one that is none
        return kind_of(strategy)


def is_built_in(strategy: object) -> bool:
    """Tell whether a strategy was loaded by name from this distribution: its code is ours.

    >>> is_built_in(strategy("cyclic")), is_built_in(iter)
    (True, False)
    """
    return isinstance(strategy, Bound) and strategy.built_in


def entry_of(name: str) -> Entry:
    """Return the entry of the strategy of that name or in that file; StrategyError if none.

    Nobody takes over the name of a built-in one; two others that claim a name are an error.
    """
    if split_path(name):
        return FileEntry(name)
    table = strategies()
    found = table.get(_normalized(name), ())
    found = tuple([entry for entry in found if entry.built_in]) or found
    if len(found) == 1:
        return found[0]
    if found:
        claims = " and ".join(entry.origin for entry in found)
        raise StrategyError(
            f"strategy {found[0].name} is claimed by {claims}; uninstall all but one of them"
        )
    raise StrategyError(_unknown(name, table) + _perhaps_skipped())


def _unknown(name: str, table: Iterable[str]) -> str:
    """Return the message for a name that is not registered."""
    if not table:
        return (
            f"found no strategy registered, {shown(name)} included; "
            "install perceptron_ref, or run its checkout"
        )
    names = ", ".join(in_one_line(each, longest=60) for each in table)
    hint = did_you_mean(_normalized(name), table)
    if "=" in name:
        hint = "; options stand behind a colon, as in random:seed=3"
    hint = hint or "; a strategy in a file is named by its path, which ends in .py"
    return f"found {shown(name)}; expected one of the strategies {names}{hint}"


def _perhaps_skipped() -> str:
    """Return what else may have provided a name that is not known, for a message."""
    places = [in_one_line(each.place) for each in skipped()]
    return f"; not read: {', '.join(places[:3])}, see `strategies`" if places else ""


def _normalized(name: str) -> str:
    return name.replace("_", "-")


_remembered: tuple[object, list[Entry | Skipped]] | None = None


def _found() -> list[Entry | Skipped]:
    """Return all entries, read again only after a folder on `sys.path` has changed."""
    global _remembered
    now = [(folder, _changed_at(folder)) for folder in sys.path]
    if _remembered is None or _remembered[0] != now:
        _remembered = now, list(_read_entries())
    return _remembered[1]


def _changed_at(folder: str) -> int | None:
    try:
        return os.stat(folder or ".").st_mtime_ns
    except (OSError, TypeError, ValueError):
        return None


def _read_entries() -> Iterator[Entry | Skipped]:
    own = checkout.entry_points(GROUP)
    seen = set()
    if own is not None:
        # setup.cfg counts: installed metadata of this very package may be stale
        seen.add(_OWN_DISTRIBUTION)
        yield from _parsed(own, THIS_CHECKOUT, "")
    for provider in providers(GROUP):
        if isinstance(provider, Skipped):
            yield provider
            continue
        name = provider.name or "a distribution without a name"
        # of two copies on the path, the first is the one that is imported
        if _normalized(name).lower() not in seen:
            seen.add(_normalized(name).lower())
            yield from _parsed(section(provider.entry_points, GROUP), name, provider.version)


def _parsed(lines: Iterable[str], distribution: str, version: str) -> Iterator[Entry]:
    for line in lines:
        name, _, value = line.partition("=")
        if name.strip() and not name.lstrip().startswith(("#", ";")):
            place = value.partition("[")[0].strip()  # without the extras that it asks for
            yield Entry(_normalized(name.strip()), place, distribution, version)
