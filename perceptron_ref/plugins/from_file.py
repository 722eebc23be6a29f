"""Strategies in files, named by path: `path/to/mine.py`, or `path/to/mine.py:name` of several.

Nothing is searched and nothing is installed: a file is run because somebody named it.
"""

from __future__ import annotations

import os
import sys

from ..errors import StrategyError, did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from ..visits import Strategy


def load(path: str, name: str) -> Strategy:
    """Run the file; return its strategy of that name, which may be anything that can be called.

    Without a name it is the only generator function, or what is named as the file.
    """
    from inspect import isgeneratorfunction

    module = module_of(path, "strategy file " + os.path.realpath(path).replace(".", ":"))
    orders = [
        each
        for each, value in vars(module).items()
        if isgeneratorfunction(value) and value.__module__ == module.__name__ and each[0] != "_"
    ]
    stem = os.path.basename(path)[:-3].replace("-", "_")
    function = getattr(module, name or (orders[0] if len(orders) == 1 else stem), None)
    if callable(function):
        return function  # type: ignore[no-any-return]
    found = ", ".join(orders) or "no function that yields its visits"
    raise StrategyError(
        f"found {found}; expected def NAME(view) with a yield, the only one or named as the file, "
        f"or what is named, as in {path}:{(orders or ['NAME'])[0]}{did_you_mean(name, orders)}"
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
    try:
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module
