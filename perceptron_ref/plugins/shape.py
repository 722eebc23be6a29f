"""The shape of a strategy's function: what can be told before it is called."""

from __future__ import annotations

from ..errors import StrategyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FUNCTION = type(lambda: None)
_COLLECTS_ALL_OTHERS, _YIELDS, _AWAITS, _AWAITS_AND_YIELDS = 0x04, 0x20, 0x80, 0x200  # `co_flags`


def checked_shape(function: Any, who: str) -> Any:
    """Return the function; StrategyError, naming it and its line, if it cannot be a strategy.

    A plain function takes the view and nothing else that has no default, and is no `async def`.
    Anything else that can be called is left to its call.
    """
    fault = _fault(function) if is_plain(function) else ""
    if fault:
        raise StrategyError(f"strategy {who}, at {place_of(function)}: {fault}")
    return function


def is_plain(function: object) -> bool:
    """Tell whether it is a function of Python code, and no class, nor anything written in C."""
    return type(function) is _FUNCTION


def yields(function: Any) -> bool:
    """Tell whether it is a generator function.

    >>> yields(lambda view: (yield)), yields(lambda view: [0])
    (True, False)
    """
    return is_plain(function) and bool(function.__code__.co_flags & _YIELDS)


def takes_a_view(function: object) -> bool:
    """Tell whether it is a plain function that can be called with one argument."""
    return is_plain(function) and not parameters_at_fault(function)


def place_of(function: Any) -> str:
    """Return "FILE:LINE" of a plain function."""
    code = function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


def _fault(function: Any) -> str:
    if function.__code__.co_flags & (_AWAITS | _AWAITS_AND_YIELDS):
        return "found async def; expected def, and visits that are yielded"
    return parameters_at_fault(function)


def parameters_at_fault(function: Any) -> str:
    """Return what is wrong with the parameters of a plain function, or ""."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    needed = names[: len(names) - len(function.__defaults__ or ())]
    given = f"found {function.__name__}({', '.join(names)})"
    if not names and not code.co_flags & _COLLECTS_ALL_OTHERS:
        return f"{given}, which takes no view; expected {function.__name__}(view)"
    if len(needed) > 1:
        options = ", ".join(f"{name}=..." for name in needed[1:])
        expected = f"{function.__name__}({needed[0]}, *, {options})"
        return f"{given}; expected the view alone, and options with a default after a *: {expected}"
    return ""
