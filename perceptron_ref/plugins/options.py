"""Options by name: which ones a function takes, and what is wrong with those that it is given."""

from __future__ import annotations

from ..errors import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from inspect import Parameter

_KINDS: dict[str, tuple[type, str]] = {"int": (int, "an int"), "bool": (bool, "True or False")}

_NOT_BY_NAME = "expected a * before it in the function's parameters, as in (view, *, seed=0)"


def complaint(function: Callable[..., object], options: Mapping[str, object]) -> str:
    """Return what is wrong with options that are to be passed by name, or "" where nothing is.

    An option must be a keyword-only parameter, one without a default must be given, and one that is
    annotated `int` or `bool`, or whose default is True or False, takes only these.

    >>> def strategy(view, *, fresh=True): ...
    >>> complaint(strategy, {"fresh": False})
    ''
    >>> complaint(strategy, {"frsh": False})
    "found the option 'frsh'; expected fresh = True; did you mean fresh?"
    """
    parameters = _parameters(function)
    known = {parameter.name: parameter for parameter in options_of(function)}
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
    for option, value in options.items():
        wrong = ""
        if option in known:
            wrong = _wrong_value(known[option], value)
        elif not takes_any:
            positional = any(parameter.name == option for parameter in parameters[1:])
            wrong = f"found the option {shown(option)}; {_NOT_BY_NAME if positional else _takes(option, known)}"
        if wrong:
            return wrong
    missing = [
        parameter
        for name, parameter in known.items()
        if _is_needed(parameter) and name not in options
    ]
    return (
        f"found no option {missing[0].name}; expected {signature_text(missing[0])}"
        if missing
        else ""
    )


def options_of(function: Callable[..., object]) -> list[Parameter]:
    """Return the keyword-only parameters of a function: its options, in their order."""
    return [
        parameter for parameter in _parameters(function) if parameter.kind is parameter.KEYWORD_ONLY
    ]


def needs_options(function: object) -> bool:
    """Tell whether some option has no default, without the cost of `inspect`."""
    code = getattr(function, "__code__", None)
    return getattr(code, "co_kwonlyargcount", 0) > len(
        getattr(function, "__kwdefaults__", None) or ()
    )


def signature_text(parameter: Parameter) -> str:
    """Return an option as its function's signature declares it: "seed: int = 0"."""
    text = parameter.name
    if parameter.annotation is not parameter.empty:
        text += f": {getattr(parameter.annotation, '__name__', None) or parameter.annotation}"
    return text if _is_needed(parameter) else f"{text} = {shown(parameter.default)}"


def _parameters(function: Callable[..., object]) -> list[Parameter]:
    from inspect import signature

    try:
        return list(signature(function).parameters.values())
    except (TypeError, ValueError):  # written in C, without a signature
        return []


def _is_needed(parameter: Parameter) -> bool:
    return parameter.default is parameter.empty


def _takes(option: str, known: Mapping[str, Parameter]) -> str:
    if not known:
        return "it takes none"
    from difflib import get_close_matches

    near = get_close_matches(option, known, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"expected {' or '.join(map(signature_text, known.values()))}{hint}"


def _wrong_value(parameter: Parameter, value: object) -> str:
    annotation = str(getattr(parameter.annotation, "__name__", parameter.annotation))
    kind, expected = _KINDS.get(
        "bool" if isinstance(parameter.default, bool) else annotation, (object, "")
    )
    return (
        ""
        if kind in (object, type(value))
        else f"found {parameter.name}={shown(value)}; expected {expected}"
    )
