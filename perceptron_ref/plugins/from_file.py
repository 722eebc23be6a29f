"""Strategies in files, named by path: `path/to/mine.py`, or `path/to/mine.py:name` of several.

This module searches nothing and installs nothing: it runs a file because a user named it.
"""

from __future__ import annotations

import os
import sys

from ..errors import StrategyError, did_you_mean
from .options import split_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any


def load(text: str) -> Any:
    """Run the file that a text names; return its only generator function.

    One that is named behind a colon may be anything that can be called.
    """
    from inspect import isgeneratorfunction

    path, name = split_path(text) or (text, "")
    module = module_of(path, "strategy file " + os.path.realpath(path).replace(".", ":"))
    own = {  # in Python 3.8 a partial of a generator function has no __module__
        each: value
        for each, value in vars(module).items()
        if getattr(value, "__module__", None) == module.__name__
    }
    orders = [each for each, value in own.items() if isgeneratorfunction(value) and each[0] != "_"]
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
