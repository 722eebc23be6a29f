"""Whether what a file or an entry point names can be a strategy; if not, what is expected."""

from __future__ import annotations

from typing import Any

from ..errors import StrategyError, one_line_text, quote

_ASYNC = 0x80 | 0x200  # CO_COROUTINE and CO_ASYNC_GENERATOR of `inspect`, which is slow to load


def checked_strategy(value: Any, name: str) -> Any:
    """Return what a file or an entry point names, if it can be a strategy.

    Args:
        value: Any object.
        name: Its name there, with dots if it is an attribute of a class.

    Raises:
        StrategyError: If it cannot be called with a view, is a class, or an async def.
    """
    name = one_line_text(name, 60)
    if isinstance(value, type) and not hasattr(value, "__next__"):
        raise StrategyError(class_problem(value, name))
    if not callable(value):
        raise StrategyError(
            f"found {name} = {quote(value)}; expected a function that takes a view and "
            "yields, or an object with __call__(self, view)"
        )
    function = value if hasattr(value, "__code__") else getattr(type(value), "__call__", None)
    if getattr(getattr(function, "__code__", None), "co_flags", 0) & _ASYNC:
        raise StrategyError(f"found the async def {name}; expected a def with a yield")
    return value


def refuse_strategy_class(cls: type) -> None:
    """Raise a StrategyError if the objects of a class are strategies, not visits."""
    if is_strategy_class(cls):
        name = one_line_text(cls.__name__)
        raise StrategyError(
            f"found the class {name}; expected an object: pass {object_text(cls, name)}"
        )


def is_strategy_class(cls: type) -> bool:
    """Tell whether the objects of a class are strategies, not visits."""
    has_call = any("__call__" in vars(base) for base in cls.__mro__)
    return has_call and not hasattr(cls, "__next__")


def class_problem(cls: type, name: str) -> str:
    """Return why a class is no strategy, and what its author has to write.

    Args:
        cls: The class.
        name: Its name in its file, with dots if it is in another class.
    """
    from inspect import isgeneratorfunction

    if is_strategy_class(cls):
        return f"found the class {name}; expected an object, as in order = {object_text(cls, name)}"
    for key, value in vars(cls).items():
        if isinstance(value, staticmethod) and isgeneratorfunction(static_function(value)):
            return f"found the class {name}; expected its function, FILE.py:{name}.{key}"
    return (
        f"found the class {name}, which has no __call__; expected def __call__(self, view) with a "
        f"yield in it, and an object, as in order = {object_text(cls, name)}"
    )


def object_text(cls: type, name: str) -> str:
    """Return how to make an object of a class, as far as its signature says."""
    from inspect import signature

    try:
        signature(cls).bind()
    except (TypeError, ValueError):  # it takes arguments; or it has no signature
        return f"{name}(...)"
    return f"{name}()"


def static_function(value: object) -> object:
    """Return the function of a static method or a class method; any other value as it is."""
    return getattr(value, "__func__", value)
