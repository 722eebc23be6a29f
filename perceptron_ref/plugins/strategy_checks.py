"""Check that an object from a file or an entry point can be a strategy; if it cannot, say why."""

from __future__ import annotations

from ..errors import StrategyError, one_line_text, quote
from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

# CO_COROUTINE and CO_ASYNC_GENERATOR of `inspect`, whose import is slow
_ASYNC_FLAGS = 0x80 | 0x200


def checked_strategy(value: Any, name: str) -> Any:
    """Return an object from a file or an entry point if it can be a strategy.

    Args:
        value: The object.
        name: The name of the object in its module, such as "order" or "Orders.order"; for an entry
            point without such a name, that of the module.

    Raises:
        StrategyError: If the object is a class (but not a class of iterators), cannot be called, or
            is an async function, or an object whose `__call__` is one.
    """
    name = one_line_text(name, 60)
    # a class of iterators can be a strategy: a call with a view makes an iterator
    if isinstance(value, type) and not hasattr(value, "__next__"):
        raise StrategyError(class_problem(value, name))
    if not callable(value):
        raise StrategyError(
            f"found {name} = {quote(value)}; expected a function with a yield, as in "
            "`def order(view)`, or an object with `__call__(self, view)`"
        )
    function = value if hasattr(value, "__code__") else getattr(type(value), "__call__", None)
    if getattr(getattr(function, "__code__", None), "co_flags", 0) & _ASYNC_FLAGS:
        raise StrategyError(
            f"found the async function {name}; expected an ordinary function with a yield"
        )
    return value


def refuse_strategy_class(cls: type) -> None:
    """Raise StrategyError for a class whose objects are strategies: the caller meant an object."""
    if is_class_of_strategies(cls):
        name = one_line_text(cls.__name__)
        raise StrategyError(
            f"found the class {name}; expected an object. Pass `{constructor_call(cls, name)}`"
        )


def is_class_of_strategies(cls: type) -> bool:
    """Tell whether the objects of a class can be called like strategies, and are not iterators."""
    has_call = any("__call__" in vars(base) for base in cls.__mro__)
    return has_call and not hasattr(cls, "__next__")


def class_problem(cls: type, name: str) -> str:
    """Return the message that says why a class is not a strategy, and what the author should write.

    Args:
        cls: The class.
        name: The name of the class in its file, such as "Order" or "Orders.Order".
    """
    from inspect import isgeneratorfunction

    if is_class_of_strategies(cls):
        call = constructor_call(cls, name)
        return f"found the class {name}; expected an object of this class, as in `order = {call}`"
    for key, value in vars(cls).items():
        if isinstance(value, staticmethod) and isgeneratorfunction(unwrap_method(value)):
            return f"found the class {name}; expected its function, as in FILE.py:{name}.{key}"
    return (
        f"found the class {name} without __call__; expected `def __call__(self, view)` with a "
        "yield in the class, and an object of the class, as in "
        f"`order = {constructor_call(cls, name)}`"
    )


def constructor_call(cls: type, name: str) -> str:
    """Return the expression that makes an object: NAME(), or NAME(...) if it needs arguments."""
    from inspect import signature

    try:
        signature(cls).bind()
    except (TypeError, ValueError):  # the class needs arguments, or has no signature
        return f"{name}(...)"
    return f"{name}()"


def unwrap_method(value: object) -> object:
    """Return the function inside a static, class or bound method; any other value as it is."""
    return getattr(value, "__func__", value)
