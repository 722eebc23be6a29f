"""Options by name: which ones a function takes, and whether their values fit."""

from __future__ import annotations

from ..errors import DataError, shown
from ..exact.integers import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from inspect import Parameter

_NOT_BY_NAME = "expected a * before it in the function's parameters, as in (view, *, seed=0)"


def checked_options(
    function: Callable[..., object], options: Mapping[str, object]
) -> dict[str, object]:
    """Return the options that are to be passed to the function by name; DataError if any is wrong.

    An option must be a keyword-only parameter, and one without a default must be given. What is
    annotated `int` takes an int of any kind (see `integer`), which becomes a plain one; what is
    annotated `bool`, or has True or False as its default, takes these two.

    >>> def strategy(view, *, seed: int = 0): ...
    >>> checked_options(strategy, {"seed": 7})
    {'seed': 7}
    >>> checked_options(strategy, {"seed": "7"})
    Traceback (most recent call last):
    perceptron_ref.errors.DataError: found seed='7'; expected an int
    """
    known = {parameter.name: parameter for parameter in options_of(function)}
    checked = {}
    for option, value in options.items():
        if option in known:
            value = _checked_value(known[option], value)
        else:
            _check_unknown(function, option, known)
        checked[option] = value
    for name, parameter in known.items():
        if _is_needed(parameter) and name not in options:
            raise DataError(f"found no option {name}; expected {signature_text(parameter)}")
    return checked


def options_of(function: Callable[..., object]) -> list[Parameter]:
    """Return the keyword-only parameters of a function, which are its options, in their order."""
    return [
        parameter for parameter in _parameters(function) if parameter.kind is parameter.KEYWORD_ONLY
    ]


def needs_options(function: object) -> bool:
    """Tell whether some option has no default, without the cost of `inspect`."""
    code = getattr(function, "__code__", None)
    defaults = getattr(function, "__kwdefaults__", None) or ()
    return getattr(code, "co_kwonlyargcount", 0) > len(defaults)


def signature_text(parameter: Parameter) -> str:
    """Return an option as its function's signature declares it: "seed: int = 0"."""
    text = parameter.name
    if parameter.annotation is not parameter.empty:
        text += f": {_annotation(parameter)}"
    return text if _is_needed(parameter) else f"{text} = {shown(parameter.default)}"


def _parameters(function: Callable[..., object]) -> list[Parameter]:
    from inspect import signature

    try:
        return list(signature(function).parameters.values())
    except (TypeError, ValueError):  # written in C, without a signature
        return []


def _is_needed(parameter: Parameter) -> bool:
    return parameter.default is parameter.empty


def _annotation(parameter: Parameter) -> str:
    """Return the annotation as text, be it written as a type or as a string."""
    return str(getattr(parameter.annotation, "__name__", None) or parameter.annotation)


def _checked_value(parameter: Parameter, value: object) -> object:
    if isinstance(parameter.default, bool) or _annotation(parameter) == "bool":
        if not isinstance(value, bool):
            raise DataError(f"found {parameter.name}={shown(value)}; expected True or False")
    elif _annotation(parameter) == "int":
        try:
            return integer(value)
        except TypeError:
            raise DataError(f"found {parameter.name}={shown(value)}; expected an int") from None
    return value


def _check_unknown(
    function: Callable[..., object], option: str, known: Mapping[str, Parameter]
) -> None:
    """Refuse an option that is none of the known ones, unless the function collects all others."""
    parameters = _parameters(function)
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return
    positional = any(parameter.name == option for parameter in parameters[1:])
    expected = _NOT_BY_NAME if positional else _expected(option, known)
    raise DataError(f"found the option {shown(option)}; {expected}")


def _expected(option: str, known: Mapping[str, Parameter]) -> str:
    if not known:
        return "it takes none"
    from difflib import get_close_matches

    near = get_close_matches(option, known, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"expected {' or '.join(map(signature_text, known.values()))}{hint}"
