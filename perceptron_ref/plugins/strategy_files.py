"""Strategies in files, named by path: `path/to/mine.py`, or `path/to/mine.py:name` of several."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from inspect import isgeneratorfunction
from operator import attrgetter
from types import ModuleType
from typing import Any

from ..errors import FILE_MODULE, StrategyError, did_you_mean, quote
from .candidates import checked_strategy, is_strategy_class, static_function
from .options import split_path_and_name


def load_from_file(text: str) -> Any:
    """Run the file that a text names; return its strategy.

    Args:
        text: FILE.py for its only generator function; or else for its only object, or partial, that
            is called as one; or else for its only function or object that can be called, which
            may return an iterator. FILE.py:NAME for anything that can be called. NAME may have
            dots, as that of an attribute of a class.

    Raises:
        StrategyError: If the file has no such strategy, or several.
    """
    path, name = split_path_and_name(text) or (text, "")
    module = run_as_module(path, FILE_MODULE + os.path.realpath(path).replace(".", ":"))
    functions, objects, others, classes, sequences = _candidates_in(module)
    candidates = functions or objects or others
    private = [
        key for key, value in vars(module).items() if _candidate_place(value, module.__name__) == 0
    ]
    unusable = [] if private else (classes + sequences)[:1]
    if not name and len(candidates or unusable) == 1:
        (name,) = candidates or unusable
    if name:
        with suppress(AttributeError):
            return checked_strategy(attrgetter(name)(module), name)
    yields = bool(functions or objects)
    named = ", ".join(candidates) + ("" if yields else ", which yield nothing")
    expected = "" if yields else ", neither return nor async def"
    if not candidates:
        candidates, named, expected = private, "no function that yields its visits", ""
    if candidates:
        expected += f", or a name, as in {path}:{candidates[0]}"
    if name and candidates:
        raise StrategyError(
            f"found no {quote(name)} in the file; expected one of {', '.join(candidates)}, as in "
            f"{path}:{candidates[0]}{did_you_mean(name, candidates)}"
        )
    raise StrategyError(f"found {named}; expected one def NAME(view) with a yield{expected}")


def _candidates_in(module: ModuleType) -> list[list[str]]:
    """Return the names of what the author of a file may have meant as its strategy.

    Returns:
        Its own generator functions; then objects and partials that are called as one; then other
        functions and objects that can be called; and what is no strategy: classes, sequences.
    """
    candidates: list[list[str]] = [[], [], [], [], []]
    for name, value in vars(module).items():
        place = _candidate_place(value, module.__name__)
        if place is not None and (name[0] != "_" or isinstance(value, type)):
            candidates[place].append(name)
    return candidates


def _candidate_place(value: object, module: str) -> int | None:
    """Return the place of a value in the lists of candidates; None if nobody can have meant it."""
    if isinstance(value, type):
        yields = [*filter(isgeneratorfunction, map(static_function, vars(value).values()))]
        is_meant = value.__module__ == module and (yields or is_strategy_class(value))
        return 3 if is_meant else None
    if isinstance(value, (list, tuple, range, set, frozenset, Iterator)):
        return 2 if callable(value) else 4
    call: object = value
    is_own = getattr(value, "__module__", "") == module
    if isinstance(value, partial):  # in Python 3.8 one of a generator function has no __module__
        call, is_own = value.func, getattr(value.func, "__module__", "") == module
    elif type(value).__module__ == module:
        call, is_own = getattr(type(value), "__call__", None), True
    if not is_own or not callable(call):
        return None
    return (0 if call is value else 1) if isgeneratorfunction(call) else 2


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
