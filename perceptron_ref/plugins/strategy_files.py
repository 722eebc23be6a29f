"""Load a strategy from a file: `mine.py`, or `mine.py:name` if the file has several strategies."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from inspect import isgeneratorfunction
from operator import attrgetter
from types import ModuleType

from ..errors import FILE_MODULE, StrategyError, did_you_mean, quote
from ..type_checking import TYPE_CHECKING
from .options import option_parameters, split_path_and_name
from .strategy_checks import checked_strategy, is_class_of_strategies, unwrap_method

if TYPE_CHECKING:
    from typing import Any

# the kinds of values that the author of a file may have meant as the strategy
_GENERATOR_FUNCTION, _OBJECT_WITH_GENERATOR_CALL, _OTHER_CALLABLE, _CLASS, _ITERABLE = range(5)


def load_from_file(path_and_name: str) -> Any:
    """Run a file, and return its strategy.

    FILE.py:NAME stands for the object of this name; NAME may have dots, such as "Orders.order".
    FILE.py without a name stands for the only strategy that the file defines. Functions and classes
    that it imports do not count, nor do names that begin with an underscore, except those of
    classes. Of the following kinds, in this order, the first that the file has decides, and the
    file must have exactly one value of this kind:

    1. generator functions;
    2. objects and partials whose call runs a generator function;
    3. other callables, which may return an iterator.

    If the file has none of these, not even a generator function whose name begins with an
    underscore, the first class that has a generator method, or whose objects are callable, is
    taken; without one, the first iterable. Of these, `checked_strategy` accepts only a class of
    iterators; for the others, the error says what to write instead. A class of iterators counts
    here only if it has a generator method; without one, it must be named.

    Args:
        path_and_name: FILE.py or FILE.py:NAME.

    Raises:
        StrategyError: If there is no such file, if it has no such strategy or several, or if the
            object cannot be a strategy.
    """
    path, name = split_path_and_name(path_and_name) or (path_and_name, "")
    if not os.path.lexists(path):
        raise StrategyError("found no such file; expected the file of a strategy")
    module = run_as_module(path, FILE_MODULE + os.path.realpath(path).replace(".", ":"))
    function_names, object_names, other_callable_names, class_names, iterable_names = (
        _candidate_names(module)
    )
    candidate_names = function_names or object_names or other_callable_names
    # with those that begin with an underscore
    all_function_names = [
        key
        for key, value in vars(module).items()
        if _candidate_kind(value, module.__name__) == _GENERATOR_FUNCTION
    ]
    # `checked_strategy` accepts a class of iterators; for other values it says what to write
    last_resort_names = [] if all_function_names else (class_names + iterable_names)[:1]
    if not name and len(candidate_names or last_resort_names) == 1:
        (name,) = candidate_names or last_resort_names
    if name:
        with suppress(AttributeError):
            return checked_strategy(attrgetter(name)(module), name)
    names_to_suggest = candidate_names or all_function_names
    names_text, first_name = ", ".join(names_to_suggest), [*names_to_suggest, ""][0]
    for known_name in candidate_names:
        prefix = f"{known_name}:"
        option_text = name[len(prefix) :] if name.startswith(prefix) else name
        option_name, colon, value_text = option_text.partition(":")
        if option_name.replace("-", "_") in _option_names(getattr(module, known_name)):
            strategy_text = f"{path}:{known_name}" if len(candidate_names) > 1 else path
            if colon:
                raise StrategyError(
                    f"found {quote(option_text)}; expected = between an option and its value, as "
                    f"in {strategy_text}:{option_name}={value_text}"
                )
            raise StrategyError(
                f"found the option {option_name} without a value; expected a value after it, as "
                f"in {strategy_text}:{option_name}=VALUE"
            )
    if name and first_name:
        kind = "one of" if names_to_suggest[1:] else "its strategy"
        raise StrategyError(
            f"found no {quote(name)} in the file; expected {kind} {names_text}, as in "
            f"{path}:{first_name}{did_you_mean(name, names_to_suggest)}"
        )
    named = f"the name of one of them after the file, as in {path}:{first_name}"
    if function_names or object_names:
        raise StrategyError(f"found the strategies {names_text}; expected only one, or {named}")
    expected = f"one `def NAME(view)` with a yield, or {named}"
    if candidate_names:
        problem = f"{names_text}, without a yield"
        raise StrategyError(f"found {problem}; expected {expected}")
    if all_function_names:
        problem = "no strategy, because the name of each function with a yield begins with _: "
        expected = f"another name for one of them, or its name after the file, as in {path}:"
        raise StrategyError(f"found {problem}{names_text}; expected {expected}{first_name}")
    for key, value in vars(module).items():
        is_own_class = isinstance(value, type) and value.__module__ == module.__name__
        if is_own_class and hasattr(value, "__next__"):
            raise StrategyError(
                f"found the class {key}; expected its name after the file, as in {path}:{key}"
            )
    raise StrategyError(
        "found no function with a yield; expected `def NAME(view)` with a yield in it"
    )


def _option_names(function: Callable[..., object]) -> list[str]:
    """Return the names of the options of a strategy.

    There are none if it has no signature, like some functions written in C.
    """
    try:
        return [option.name for option in option_parameters(function)]
    except (TypeError, ValueError):
        return []


def _candidate_names(module: ModuleType) -> list[list[str]]:
    """Return the names in a file that its author may have meant as the strategy.

    Returns:
        A list of names for each kind: generator functions of this file; objects and partials whose
        call runs a generator function; other callables; classes; and iterables. Of the
        classes, only classes of iterators can be strategies; the other classes and the iterables
        are listed so that the error can say what to write instead.
    """
    names_by_kind: list[list[str]] = [[], [], [], [], []]
    for name, value in vars(module).items():
        kind = _candidate_kind(value, module.__name__)
        if kind is not None and (name[0] != "_" or isinstance(value, type)):
            names_by_kind[kind].append(name)
    return names_by_kind


def _candidate_kind(value: object, module_name: str) -> int | None:
    """Return the kind of a value in a module; None if the value is not a candidate."""
    if isinstance(value, type):
        generator_methods = [*filter(isgeneratorfunction, map(unwrap_method, vars(value).values()))]
        is_own = value.__module__ == module_name
        return _CLASS if is_own and (generator_methods or is_class_of_strategies(value)) else None
    if isinstance(value, (list, tuple, range, set, frozenset, Iterator)):
        return _OTHER_CALLABLE if callable(value) else _ITERABLE
    called_function: object = value
    is_own = getattr(value, "__module__", "") == module_name
    if isinstance(value, partial):  # its `__module__` is "functools", not that of its function
        called_function = value.func
        is_own = getattr(value.func, "__module__", "") == module_name
    elif type(value).__module__ == module_name:
        called_function, is_own = getattr(type(value), "__call__", None), True
    if not is_own or not callable(called_function):
        return None
    if not isgeneratorfunction(called_function):
        return _OTHER_CALLABLE
    return _GENERATOR_FUNCTION if called_function is value else _OBJECT_WITH_GENERATOR_CALL


def run_as_module(path: str, name: str) -> ModuleType:
    """Run a file as a module, and return the module.

    `loader.exec_module` is not used, because it would leave a __pycache__ beside the file.

    Args:
        path: The file.
        name: The name of the module, without a dot, because a dot would mean a package.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    with open(path, "rb") as stream:
        source = stream.read()
    spec = spec_from_file_location(name, path)
    assert spec is not None  # true for every file that ends in .py
    # in `sys.modules`, because dataclasses and pickle look for the module there
    module = sys.modules[name] = module_from_spec(spec)
    exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    return module
