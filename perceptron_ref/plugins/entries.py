"""Entry points of strategies: which ones are registered, by this distribution and by others.

`setup.cfg` lists the strategies of this distribution, and nothing else does. Where it lies beside
the package, as in a checkout or an editable install, it is read: metadata written when that was
installed may be older. Anywhere else, the metadata that the build made of it are read.

Reading imports no strategy; `Entry.load` does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import StrategyError, in_one_line, quote
from .blame import fault, place_of
from .from_file import load as load_file

if TYPE_CHECKING:
    from importlib.metadata import Distribution

__all__ = ["Entry"]

GROUP = "perceptron_ref.strategies"
OWN = "perceptron_ref"
_PACKAGE = "perceptron_ref_strategies"
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_EXPECTED = "expected a function that takes a view, or an object with __call__(self, view)"


# the form with `class` makes Python 3.14 load its parser, which takes as long as all else here
_Fields = NamedTuple(
    "_Fields",
    [("name", str), ("value", str), ("distribution", str), ("version", str), ("summary", str)],
)


class Entry(_Fields):
    """A strategy before it is loaded: its name, where its function is, and what provides it.

    value: "module:function", as its entry point has it, or the path of a file.
    distribution, version: "" for a file. summary: what the distribution says of itself.
    """

    __slots__ = ()

    @property
    def origin(self) -> str:
        """The distribution and its version, as messages name them."""
        return f"{self.distribution} {self.version}".rstrip()

    @property
    def built_in(self) -> bool:
        """True if this distribution provides it."""
        return self.distribution == OWN

    @property
    def by_file(self) -> str:
        """FILE.py:function, which names it where another has its name; "" if that does not run."""
        from importlib.metadata import EntryPoint
        from importlib.util import find_spec

        parts = EntryPoint.pattern.match(self.value)
        module, function = (parts["module"], parts["attr"] or "") if parts else (".", "")
        with suppress(Exception):  # the finders of modules may be anybody's
            found = None if "." in module else find_spec(module)  # a package has files beside it
            if found and not found.submodule_search_locations and function.isidentifier():
                return f"{found.origin}:{function}" if str(found.origin).endswith(".py") else ""
        return ""

    def load(self) -> Any:
        """Import and return the strategy's function, or run its file; StrategyError, naming the
        distribution, for whatever its code does then.
        """
        try:
            found = self._found()
            if not callable(found):
                raise StrategyError(f"found {quote(found)}; {_EXPECTED}")
            if _makes_strategies(found):
                expected = f"expected an object, as in order = {found.__name__}()"
                raise StrategyError(f"found the class {found.__name__}; {expected}")
            return found
        except (Exception, SystemExit) as error:
            who = f"{self.name} of {self.origin}" if self.origin else self.name
            told = f"strategy {who} cannot be loaded{place_of(error)}: {fault(error)}"
            raise StrategyError(told) from error

    def _found(self) -> Any:
        if not self.distribution:
            return load_file(self.value)
        if self.built_in:
            _bind_package()
            module, _, function = self.value.partition(":")
            return attrgetter(function)(import_module(module))
        from importlib.metadata import EntryPoint

        if not EntryPoint.pattern.match(self.value):
            raise StrategyError(f"found the entry point {quote(self.value)}; expected MODULE:NAME")
        return EntryPoint(self.name, self.value, GROUP).load()


def _makes_strategies(found: object) -> bool:
    """Tell whether something is a class whose objects are called with the view."""
    bases = found.__mro__ if isinstance(found, type) and not hasattr(found, "__next__") else ()
    return any("__call__" in vars(each) for each in bases)


def checkout() -> str:
    """Return the folder of the repository in which this package lies; "" if it lies in none."""
    is_one = bool(_in_setup_cfg()) and os.path.isfile(os.path.join(_ROOT, "pyproject.toml"))
    return _ROOT if is_one else ""


def _beside(*path: str) -> bytes | None:
    """Return the content of a file beside the package, in a zip file, too; None without one."""
    try:
        content: bytes = __spec__.loader.get_data(os.path.join(_ROOT, *path))  # type: ignore
        return content
    except (AttributeError, OSError):
        return None


def _bind_package() -> None:
    """Make `strategies/` importable by its installed name where it lies beside the package."""
    from importlib.machinery import ModuleSpec
    from importlib.util import module_from_spec

    if _PACKAGE not in sys.modules and _beside("strategies", "cyclic.py") is not None:
        spec = ModuleSpec(_PACKAGE, None, is_package=True)
        spec.submodule_search_locations = [os.path.join(_ROOT, "strategies")]
        sys.modules[_PACKAGE] = module_from_spec(spec)


def own(name: str, value: str) -> Entry:
    """Return the entry of a strategy of this distribution."""
    return Entry(name, value, OWN, sys.modules[OWN].__version__, "")


@lru_cache(maxsize=1)
def built_in() -> dict[str, Entry]:
    """Return the strategies of this distribution by name; no other distribution is looked at."""
    listed = _in_setup_cfg() or _in_own_metadata()
    names = {name.replace("_", "-"): value for name, value in listed}
    return {name: own(name, names[name]) for name in sorted(names)}


def _in_setup_cfg() -> list[tuple[str, str]]:
    """Return name and value of each entry point in the setup.cfg of a checkout."""
    text = (_beside("setup.cfg") or b"").decode("utf-8", "replace")
    if GROUP not in text:  # it is another project's
        return []
    from configparser import ConfigParser, Error

    table = ConfigParser(interpolation=None)
    try:
        table.read_string(text)
    except Error as error:
        raise StrategyError(f"setup.cfg: cannot be read: {in_one_line(error)}") from None
    if table.get("metadata", "name", fallback="") != OWN:
        return []
    points = []
    for line in table.get("options.entry_points", GROUP, fallback="").strip().splitlines():
        name, equals, value = (part.strip() for part in line.partition("="))
        if not (name and equals and value):
            raise StrategyError(
                f"setup.cfg: found {quote(line)} below {GROUP}; expected NAME = MODULE:FUNCTION"
            )
        points.append((name, value))
    return points


def _in_own_metadata() -> list[tuple[str, str]]:
    """Return the same from the metadata of this distribution, those beside the package first."""
    from importlib.metadata import distributions

    # a program that was frozen may have them elsewhere
    for distribution in (*distributions(name=OWN, path=[_ROOT]), *distributions(name=OWN)):
        points = _in_metadata(distribution)
        if points:
            return points
    return []


def _in_metadata(distribution: Distribution) -> list[tuple[str, str]]:
    """Return name and value of each of the strategies that a distribution registers.

    Its `entry_points` are not asked: from Python 3.15 on one wrong value makes all of them fail.
    """
    text = distribution.read_text("entry_points.txt") or ""
    if GROUP not in text:
        return []
    from configparser import ConfigParser

    table = ConfigParser(
        delimiters="=", comment_prefixes="#", strict=False, interpolation=None, default_section=""
    )
    table.optionxform = str  # type: ignore[assignment,method-assign]  # capitals count
    table.read_string(text)
    return table.items(GROUP) if table.has_section(GROUP) else []


def of_others() -> Iterator[Entry | str]:
    """Yield the entries of other distributions, and a line for each that is broken."""
    from importlib.metadata import distributions

    seen = {OWN}  # its metadata may be those of another version
    for found in distributions():
        try:
            points = _in_metadata(found)
            about = found.metadata if points else {"Name": OWN}
            who = about["Name"].lower().replace("-", "_").replace(".", "_")
            if who not in seen:  # of two copies the first is the one that is imported
                seen.add(who)
                more = about["Name"], about["Version"] or "", about["Summary"] or ""
                for name, value in points:
                    yield Entry(name.replace("_", "-"), value, *more)
        except Exception as error:
            yield f"{getattr(found, '_path', found)}: {fault(error)}"
