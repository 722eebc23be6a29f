"""Strategies in files, named by path: `path/to/mine.py`, or `path/to/mine.py:name` of several.

Nothing is searched and nothing is installed: a file is run because somebody named it.
"""

from __future__ import annotations

import os
import sys

from ..errors import StrategyError, did_you_mean, shown
from .blame import loading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from . import VisitsOf


def load(path: str, name: str) -> VisitsOf:
    """Return the strategy of that name in the file; anything that can be called may be named.

    Without a name it is the generator function that is named as the file, or the only one.
    """
    from inspect import isgeneratorfunction

    module = module_of(path)
    orders = [
        each
        for each, value in vars(module).items()
        if isgeneratorfunction(value)
        and value.__module__ == module.__name__
        and not each.startswith("_")
    ]
    stem = os.path.basename(path)[:-3].replace("-", "_")
    asked = name or (stem if stem in orders else "".join(orders[:1] if len(orders) == 1 else ()))
    if callable(getattr(module, asked, None)):
        return getattr(module, asked)  # type: ignore[no-any-return]
    found = f"found no strategy {shown(name)}" if name else f"found {len(orders)} strategies"
    expected = (
        f"one of {', '.join(orders)}, as in {path}:{orders[0]}{did_you_mean(name, orders)}"
        if orders
        else "a function that yields its visits: def mine(view): yield from range(len(view)); "
        f"what returns an iterator is named, as in {path}:NAME"
    )
    raise StrategyError(f"{path}: {found}; expected {expected}")


_loaded: dict[str, tuple[object, ModuleType]] = {}


def module_of(path: str) -> ModuleType:
    """Return the file, run as a module; run it again only if it was written again."""
    try:
        with open(path, "rb") as stream:
            source, written = stream.read(), os.fstat(stream.fileno()).st_mtime_ns
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or error
        raise StrategyError(
            f"{path}: cannot be read: {what}; expected a Python file with a strategy"
        ) from error
    key = os.path.realpath(path)
    if key not in _loaded or _loaded[key][0] != (written, source):
        _loaded[key] = (written, source), _run(path, source)
    return _loaded[key][1]


def _run(path: str, source: bytes) -> ModuleType:
    """Run the file; no `loader.exec_module`, which would leave a __pycache__ beside it."""
    from importlib.util import module_from_spec, spec_from_file_location

    name = "strategy file " + os.path.realpath(path).replace(".", ":")  # a dot means a package
    spec = spec_from_file_location(name, path)
    assert spec is not None  # as for every file that ends in .py
    module = sys.modules[name] = module_from_spec(spec)  # where dataclasses and pickle look
    try:
        with loading(f"strategy {path} cannot be loaded"):
            exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except StrategyError:
        del sys.modules[name]
        raise
    return module
