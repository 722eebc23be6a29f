"""Strategies before they are loaded: entry points of this distribution and of others, and files.

`setup.cfg` lists the strategies of this distribution. (Only two of its lines, for the defaults of
`pla` and `pocket`, are repeated in `registry`.) In a checkout or an editable install `setup.cfg`
lies beside the package and is read, because the metadata there may be out of date. Otherwise the
metadata are read, which the build made from `setup.cfg`.

In this module only `Entry.load` imports a strategy; the functions that list entries do not.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from operator import attrgetter

from ..errors import StrategyError, one_line_text, quote
from ..named_tuples import NamedTuple
from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution
    from typing import Any

__all__ = ["Entry"]

GROUP = "perceptron_ref.strategies"
_ENTRY_POINTS_FILE = "entry_points.txt"
OWN_DISTRIBUTION = "perceptron_ref"
_STRATEGIES_PACKAGE = "perceptron_ref_strategies"
_FOLDER_WITH_PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Entry(NamedTuple):
    """A registered strategy, or one in a file, before it is loaded.

    Attributes:
        name: The name of the strategy; for a file the same as `value`.
        value: The entry point, "module:function"; for a file FILE.py or FILE.py:NAME.
        distribution: The distribution that provides the strategy; "" for a file.
        version: The version of the distribution; "" for a file.
        summary: The summary of the distribution; "" for a file or a built-in strategy.
    """

    name: str
    value: str
    distribution: str
    version: str
    summary: str

    @property
    def origin(self) -> str:
        """The distribution and its version, as messages name them; "" for a file."""
        return f"{self.distribution} {self.version}".rstrip()

    @property
    def is_built_in(self) -> bool:
        """True if perceptron_ref itself provides the strategy."""
        return self.distribution == OWN_DISTRIBUTION

    @property
    def path_and_name(self) -> str:
        """FILE.py:function, which is unambiguous even if the name clashes.

        It is "" if the value is not MODULE:NAME with a NAME without dots, or if the module is a
        package, is in one, cannot be found, or is not a .py file. Whether the file has the function
        is not checked.
        """
        from importlib.metadata import EntryPoint
        from importlib.util import find_spec

        match = EntryPoint.pattern.match(self.value)
        if not match:
            return ""
        module_name, function_name = match["module"], match["attr"] or ""
        # a file of a package cannot run alone; without a plain name there is nothing to suggest
        if "." in module_name or not function_name.isidentifier():
            return ""
        with suppress(Exception):  # a foreign finder of modules may raise anything
            spec = find_spec(module_name)
            if spec and not spec.submodule_search_locations and str(spec.origin).endswith(".py"):
                return f"{spec.origin}:{function_name}"
        return ""

    def load(self) -> Any:
        """Import the strategy, or run its file; return the function or another callable.

        Raises:
            StrategyError: If the module or file is missing, raises an exception, or has no such
                strategy; if the object cannot be a strategy; or, for a file, as `load_from_file`
                says. The message names the distribution, except for a file.
        """
        try:
            return self._import_strategy()
        except (Exception, SystemExit) as error:
            from .user_errors import describe_error, user_code_location

            full_name = f"{self.name} of {self.origin}" if self.origin else self.name
            location = user_code_location(error)
            raise StrategyError(
                f"strategy {full_name} cannot be loaded{location}: {describe_error(error)}"
            ) from error

    def _import_strategy(self) -> Any:
        """Return the strategy as `load` does, but let exceptions of its code pass as they are.

        Raises:
            StrategyError: If the folder of the built-in strategies is missing, the entry point is
                malformed, or its object cannot be a strategy.
        """
        if not self.distribution:
            # imported here, because few runs load a file
            from .strategy_files import load_from_file

            return load_from_file(self.value)
        if self.is_built_in:
            _make_strategies_importable()
            module_name, _, function_name = self.value.partition(":")
            try:
                return attrgetter(function_name)(import_module(module_name))
            except ModuleNotFoundError as error:
                if error.name != _STRATEGIES_PACKAGE:
                    raise
                raise no_strategies_error() from None
        from importlib.metadata import EntryPoint

        from .strategy_checks import checked_strategy

        match = EntryPoint.pattern.match(self.value)
        if not match or match["module"].startswith("."):
            raise StrategyError(f"found the entry point {quote(self.value)}; expected MODULE:NAME")
        try:
            strategy = EntryPoint(self.name, self.value, GROUP).load()
        except ModuleNotFoundError as error:
            module_name, extension = match["module"][:-3], match["module"][-3:]
            if extension != ".py" or error.name != match["module"]:
                raise
            raise StrategyError(
                f"found the entry point {quote(self.value)}; expected the name of a module, not of "
                f"a file, as in {module_name}:{match['attr'] or 'NAME'}"
            ) from None
        return checked_strategy(strategy, match["attr"] or match["module"])


def no_strategies_error() -> StrategyError:
    """Return the error for a package without its strategies, such as a copy of one folder alone."""
    return StrategyError(
        "found perceptron_ref without its strategies; expected the folder of the whole "
        "project, or an installation with pip"
    )


def checkout_folder() -> str:
    """Return the folder of the checkout that holds this package; "" if it is not in a checkout."""
    has_own_setup_cfg = bool(_entry_points_in_setup_cfg())
    has_pyproject = os.path.isfile(os.path.join(_FOLDER_WITH_PACKAGE, "pyproject.toml"))
    return _FOLDER_WITH_PACKAGE if has_own_setup_cfg and has_pyproject else ""


def _read_file_beside_package(*path_parts: str) -> bytes | None:
    """Return the content of a file beside the package; None if it cannot be read.

    The package and the file may be in a zip file.
    """
    try:
        content: bytes = __spec__.loader.get_data(os.path.join(_FOLDER_WITH_PACKAGE, *path_parts))  # type: ignore
        return content
    except (AttributeError, OSError):
        return None


def _make_strategies_importable() -> None:
    """In a checkout, register `strategies/` under the name that it has when it is installed."""
    from importlib.machinery import ModuleSpec
    from importlib.util import module_from_spec

    if (
        _STRATEGIES_PACKAGE not in sys.modules
        and _read_file_beside_package("strategies", "cyclic.py") is not None
    ):
        spec = ModuleSpec(_STRATEGIES_PACKAGE, None, is_package=True)
        spec.submodule_search_locations = [os.path.join(_FOLDER_WITH_PACKAGE, "strategies")]
        sys.modules[_STRATEGIES_PACKAGE] = module_from_spec(spec)


def built_in_entry(name: str, value: str) -> Entry:
    """Return the entry of a strategy of this distribution."""
    version = sys.modules[OWN_DISTRIBUTION].__version__
    return Entry(name, value, OWN_DISTRIBUTION, version, "")


@lru_cache(maxsize=1)
def built_in_entries() -> dict[str, Entry]:
    """Return the entries of this distribution by name; read no other distribution."""
    entry_points = _entry_points_in_setup_cfg() or _entry_points_in_own_metadata()
    values = {name.replace("_", "-"): value for name, value in entry_points}
    return {name: built_in_entry(name, values[name]) for name in sorted(values)}


def _entry_points_in_setup_cfg() -> list[tuple[str, str]]:
    """Return the names and values of the entry points in setup.cfg.

    The list is empty if there is no setup.cfg, or only that of another project.

    Raises:
        StrategyError: If setup.cfg is malformed.
    """
    text = (_read_file_beside_package("setup.cfg") or b"").decode("utf-8", "replace")
    if GROUP not in text:  # no setup.cfg, or that of another project
        return []
    from configparser import ConfigParser, Error

    config = ConfigParser(interpolation=None)
    try:
        config.read_string(text)
    except Error as error:
        raise StrategyError(f"setup.cfg: cannot be read: {one_line_text(error)}") from None
    if config.get("metadata", "name", fallback="") != OWN_DISTRIBUTION:
        return []
    entry_points = []
    for line in config.get("options.entry_points", GROUP, fallback="").strip().splitlines():
        name, equals, value = (part.strip() for part in line.partition("="))
        if not (name and equals and value):
            raise StrategyError(
                f"setup.cfg: found {quote(line)} below {GROUP}; expected NAME = MODULE:FUNCTION"
            )
        entry_points.append((name, value))
    return entry_points


def _entry_points_in_own_metadata() -> list[tuple[str, str]]:
    """Return the names and values of the entry points in the metadata of this distribution."""
    from importlib.metadata import distributions

    distributions_beside_package = distributions(name=OWN_DISTRIBUTION, path=[_FOLDER_WITH_PACKAGE])
    # in a frozen program the metadata may lie elsewhere
    all_distributions = distributions(name=OWN_DISTRIBUTION)
    for distribution in (*distributions_beside_package, *all_distributions):
        entry_points = _entry_points_of(distribution)
        if entry_points:
            return entry_points
    return []


def _entry_points_of(distribution: Distribution) -> list[tuple[str, str]]:
    """Return the names and values of the entry points by which a distribution registers strategies.

    `distribution.entry_points` is not used, because from Python 3.15 on it raises an error for all
    entry points if one value is malformed.
    """
    text = distribution.read_text(_ENTRY_POINTS_FILE) or ""
    if GROUP not in text:
        return []
    from configparser import ConfigParser

    config = ConfigParser(
        delimiters="=", comment_prefixes="#", strict=False, interpolation=None, default_section=""
    )
    config.optionxform = str  # type: ignore[assignment,method-assign]  # keep capital letters
    config.read_string(text, source=_ENTRY_POINTS_FILE)
    return config.items(GROUP) if config.has_section(GROUP) else []


def read_third_party_entries() -> Iterator[Entry | str]:
    """Yield the entries of other distributions, and a line for each distribution that cannot be
    read: the path of its metadata, and the reason.
    """
    from importlib.metadata import distributions

    seen_names = {OWN_DISTRIBUTION}  # `built_in_entries` has its strategies
    for distribution in distributions():
        file_name = _ENTRY_POINTS_FILE
        try:
            entry_points = _entry_points_of(distribution)
            if not entry_points:
                continue
            file_name = "METADATA"
            metadata = distribution.metadata
            # `get`, because from Python 3.15 on metadata[key] raises KeyError for a missing line
            fields = [metadata.get(key) or "" for key in ("Name", "Version", "Summary")]
            if not fields[0]:
                yield _unreadable(distribution, 'found no file METADATA with a line "Name:"')
                continue
            normalized_name = fields[0].lower().replace("-", "_").replace(".", "_")
            if normalized_name in seen_names:  # Python imports the first copy of a distribution
                continue
            seen_names.add(normalized_name)
            for name, value in entry_points:
                yield Entry(name.replace("_", "-"), value, *fields)
        except Exception as error:
            from .user_errors import describe_error

            reason = f"in its file {file_name}: {describe_error(error)}"
            if isinstance(error, UnicodeDecodeError):
                reason = f"its file {file_name} is not UTF-8"
            yield _unreadable(distribution, reason)


def _unreadable(distribution: Distribution, reason: str) -> str:
    """Return the line for a distribution whose metadata cannot be read."""
    return f"{getattr(distribution, '_path', distribution)}: {reason}"
