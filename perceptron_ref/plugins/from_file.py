"""Strategies in files, named by path: `path/to/mine.py`, or `path/to/mine.py:name` of several."""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import Any

from ..errors import FILE_MODULE, StrategyError, did_you_mean
from .options import split_path


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
