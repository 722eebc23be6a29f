"""Strategies in files, named by path: `path/to/mine.py`, or `path/to/mine.py:name` of several.

Nothing is searched and nothing is installed: a file is run because somebody named it.
"""

from __future__ import annotations

import os
import sys

from ..errors import StrategyError, did_you_mean, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from ..visits import Strategy


def load(path: str, name: str) -> Strategy:
    """Run the file; return its strategy of that name, which may be anything that can be called.

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
    raise StrategyError(f"{found}; expected {expected}")


def module_of(path: str) -> ModuleType:
    """Return the file, run as a module.

    No `loader.exec_module`, which would leave a __pycache__ beside it.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    try:
        with open(path, "rb") as stream:
            source = stream.read()
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or error
        raise StrategyError(f"{what}; expected a Python file with a strategy") from error
    name = "strategy file " + os.path.realpath(path).replace(".", ":")  # a dot means a package
    spec = spec_from_file_location(name, path)
    assert spec is not None  # as for every file that ends in .py
    module = sys.modules[name] = module_from_spec(spec)  # where dataclasses and pickle look
    try:
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module
