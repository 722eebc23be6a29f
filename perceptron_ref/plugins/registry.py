"""Visiting strategies by name: the built-in ones from a table, others from entry points, or in
files, named by path: `path/to/mine.py`, or `path/to/mine.py:name` of several.

Listing reads metadata and imports nothing; a strategy is imported, or its file run, when it is
asked for by name.
"""

from __future__ import annotations

import os
import sys
from collections import namedtuple
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..errors import FILE_MODULE, StrategyError, did_you_mean, in_one_line, kind_of, shown
from .blame import fault, place_of
from .options import checked_options, parse, split_path

if TYPE_CHECKING:
    from ..visits import Strategy

__all__ = ["Entry", "strategies", "strategy"]

_OWN = "perceptron_ref"
_PACKAGE = "perceptron_ref_strategies"
_FIXED = "random-permutation:fresh=false"
_MEANT = {"naive": "cyclic", "random-cycle": _FIXED, "fixed": _FIXED, "computed": _FIXED}
_EXPECTED = "expected a function that takes a view, or an object with __call__(self, view)"
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Entry(namedtuple("Entry", "name value distribution version summary")):
    """A strategy before it is loaded: its name, where its function is, and what provides it.

    value: "module:function", or the path of a file. distribution, version: "" for a file.
    summary: what the distribution says of itself.
    """

    @property
    def origin(self) -> str:
        """The distribution and its version, as messages name them."""
        return f"{self.distribution} {self.version}".rstrip()

    @property
    def built_in(self) -> bool:
        """True if this distribution provides it."""
        return bool(self.distribution == _OWN)

    @property
    def by_file(self) -> str:
        """FILE.py:function, which names it where another has its name; "" if that does not run."""
        from importlib.util import find_spec

        module, _, function = self.value.partition(":")
        with suppress(Exception):  # the finders of modules may be anybody's
            found = None if "." in module else find_spec(module)  # a package has files beside it
            if found and not found.submodule_search_locations and function.isidentifier():
                return f"{found.origin}:{function}" if str(found.origin).endswith(".py") else ""
        return ""

    def load(self) -> Strategy:
        """Import and return the strategy's function, or run its file; StrategyError, naming the
        distribution, for whatever its code does then.
        """
        try:
            module, _, at = self.value.partition(":")
            found = attrgetter(at)(import_module(module)) if self.distribution else load(self.value)
            if not callable(found):
                raise StrategyError(f"found {shown(found)}; {_EXPECTED}")
            if _makes_strategies(found):
                expected = f"expected an object, as in order = {found.__name__}()"
                raise StrategyError(f"found the class {found.__name__}; {expected}")
            return found  # type: ignore[no-any-return]
        except (Exception, SystemExit) as error:
            who = f"{self.name} of {self.origin}" if self.origin else self.name
            told = f"strategy {who} cannot be loaded{place_of(error)}: {fault(error)}"
            raise StrategyError(told) from error


def _makes_strategies(found: object) -> bool:
    """Tell whether something is a class whose objects are called with the view."""
    bases = found.__mro__ if isinstance(found, type) and not hasattr(found, "__next__") else ()
    return any("__call__" in vars(each) for each in bases)


class Bound(partial):  # type: ignore[type-arg]  # of visits; Python 3.8 cannot say so
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
        self.name = name or str(getattr(function, "__name__", None) or kind_of(function))
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
        return {**(getattr(self.func, "__kwdefaults__", None) or {}), **self.keywords}

    @property
    def first_seed(self) -> int | None:
        """The seed to count on from, 0 in place of what is no int; None if it takes none."""
        seed = self.options.get("seed", 0)
        return (seed if isinstance(seed, int) else 0) if "seed" in self.options else None


def load(text: str) -> Any:
    """Run the file that a text names; return its only generator function.

    One that is named behind a colon may be anything that can be called.
    """
    from inspect import isgeneratorfunction

    path, name = split_path(text) or (text, "")
    own = FILE_MODULE + os.path.realpath(path).replace(".", ":")
    module = module_of(path, own)
    orders = [  # in Python 3.8 a partial of a generator function has no __module__
        each
        for each, value in vars(module).items()
        if each[0] != "_" and getattr(value, "__module__", "") == own and isgeneratorfunction(value)
    ]
    names = [name] if name else orders
    if len(names) == 1 and hasattr(module, names[0]):
        return getattr(module, names[0])
    found = ", ".join(orders) or "no function that yields its visits"
    raise StrategyError(
        f"found {found}; expected one def NAME(view) with a yield, or what is named, as in "
        f"{path}:{(orders or ['NAME'])[0]}{did_you_mean(name, orders)}"
    )


def module_of(path: str, name: str) -> ModuleType:
    """Return the file, run as a module of that name, in which a dot would mean a package.

    No `loader.exec_module`, which would leave a __pycache__ beside it.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    with open(path, "rb") as stream:
        source = stream.read()
    spec = spec_from_file_location(name, path)
    assert spec is not None  # as for every file that ends in .py
    module = sys.modules[name] = module_from_spec(spec)  # where dataclasses and pickle look
    exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    return module


def built_in() -> dict[str, Entry]:
    """Return the strategies of this distribution by name; nothing else is looked at.

    `strategies/` is imported by its installed name; in a checkout it lies beside us.
    """
    beside = os.path.join(_ROOT, "strategies", "__init__.py")
    if _PACKAGE not in sys.modules and os.path.isfile(beside.replace("__init__", "cyclic")):
        module_of(beside, _PACKAGE)
    names, version = import_module(_PACKAGE).NAMES, sys.modules[_OWN].__version__
    return {n: Entry(n, f"{_PACKAGE}.{place}", _OWN, version, "") for n, place in names.items()}


def strategies() -> dict[str, tuple[Entry, ...]]:
    """Return the entries of the registered strategies by name.     Lecture 2: L2.6

    A name has one entry unless distributions clash. Nothing is imported: neither the strategies nor
    what they need.

    >>> {"cyclic", "random-permutation", "restart", "worst-margin"} <= set(strategies())
    True
    """
    table = {name: (entry,) for name, entry in built_in().items()}
    for entry in _installed():
        if isinstance(entry, Entry):
            table[entry.name] = (*table.get(entry.name, ()), entry)
    return dict(sorted(table.items()))


def skipped() -> list[str]:
    """Return a line for each installed distribution that is broken: where it lies, and why."""
    return [line for line in _installed() if isinstance(line, str)]


def _installed() -> Iterator[Entry | str]:
    """Yield the entries of other distributions, and a line for each that is broken."""
    from importlib.metadata import distributions

    seen = {_OWN}  # its metadata may be those of another version
    for found in distributions():
        try:
            points = [point for point in found.entry_points if point.group == f"{_OWN}.strategies"]
            about = found.metadata if points else {"Name": _OWN}
            who = about["Name"].lower().replace("-", "_").replace(".", "_")
            if who not in seen:  # of two copies the first is the one that is imported
                seen.add(who)
                more = about["Name"], about["Version"] or "", about["Summary"] or ""
                for point in points:
                    yield Entry(point.name.replace("_", "-"), point.value, *more)
        except Exception as error:
            yield f"{getattr(found, '_path', found)}: {fault(error)}"


def strategy(name: str | Strategy, **options: object) -> Bound:
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
            f"found {shown(name)} as a strategy; expected a name or a callable that takes a view: "
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
    known = ", ".join(in_one_line(each, longest=60) for each in table)
    broken = "".join(f"; not read: {in_one_line(each)}" for each in skipped()[:1])
    meant = [f"; did you mean {_MEANT[part]}?" for part in _MEANT if part in name]
    raise StrategyError(
        f"found {shown(name)}; expected one of the strategies {known}, or a path as mine.py; "
        "options stand behind a colon, as in random:seed=3"
        + broken
        + (meant or [did_you_mean(name, table)])[0]
    )
