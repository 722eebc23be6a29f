"""Strategies in files, named by path: `path/to/mine.py`, or `path/to/mine.py:name` of several."""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import Any

from ..errors import FILE_MODULE, StrategyError, did_you_mean
from .options import split_path_and_name


def load_from_file(text: str) -> Any:
    """Run the file that a text names; return its strategy.

    Args:
        text: FILE.py for its only generator function, or else its only object whose class is
            defined there and has a generator function `__call__`. FILE.py:NAME for anything that
            can be called.

    Raises:
        StrategyError: If the file has no such strategy, or several.
    """
    path, name = split_path_and_name(text) or (text, "")
    module_name = FILE_MODULE + os.path.realpath(path).replace(".", ":")
    module = run_as_module(path, module_name)
    functions, objects = _strategies_in(module)
    candidates = functions or objects
    also = "" if candidates else _expected_of(module)
    names = [name] if name else candidates
    if len(names) == 1 and hasattr(module, names[0]):
        return getattr(module, names[0])
    listed = ", ".join(candidates) or "no function that yields its visits"
    raise StrategyError(
        f"found {listed}; expected one def NAME(view) with a yield{also}, or a name, as in "
        f"{path}:{(candidates or ['NAME'])[0]}{did_you_mean(name, candidates)}"
    )


def _strategies_in(module: ModuleType) -> tuple[list[str], list[str]]:
    """Return the names of a module's own generator functions, and of objects called as one."""
    from inspect import isgeneratorfunction

    functions, objects = [], []
    for name, value in vars(module).items():
        if name[0] == "_":
            continue
        # in Python 3.8 a partial of a generator function has no __module__
        if getattr(value, "__module__", "") == module.__name__ and isgeneratorfunction(value):
            functions.append(name)
        elif type(value).__module__ == module.__name__:
            if isgeneratorfunction(getattr(type(value), "__call__", None)):
                objects.append(name)
    return functions, objects


def _expected_of(module: ModuleType) -> str:
    """Return what else messages expect of a module whose own functions and classes yield nothing.

    Such a function returns, or is an `async def`; a class may have a `__call__` that yields.
    """
    from inspect import isfunction, isgeneratorfunction

    own = [
        value
        for value in vars(module).values()
        if getattr(value, "__module__", "") == module.__name__
    ]
    classes = [
        value.__name__
        for value in own
        if isinstance(value, type) and isgeneratorfunction(getattr(value, "__call__", None))
    ]
    has_functions = any(isfunction(value) for value in own)
    return ", neither return nor async def" * has_functions + "".join(
        f", or an object, as in order = {name}()" for name in classes[:1]
    )


def run_as_module(path: str, name: str) -> ModuleType:
    """Run a file as a module of that name, in which a dot would mean a package; return the module.

    `loader.exec_module` is not used, because it would leave a __pycache__ beside the file.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    with open(path, "rb") as stream:
        source = stream.read()
    spec = spec_from_file_location(name, path)
    assert spec is not None  # as for every file that ends in .py
    module = sys.modules[name] = module_from_spec(spec)  # where dataclasses and pickle look
    exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    return module
