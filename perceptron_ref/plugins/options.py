"""Options by name: which ones a function takes, and whether their values fit."""

from __future__ import annotations

from ..errors import DataError, did_you_mean, in_one_line, shown
from ..exact.integers import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from inspect import Parameter

_NOT_BY_NAME = "expected a * before it in the function's parameters, as in (view, *, seed=0)"


def options_of(function: Callable[..., object]) -> list[Parameter]:
    """Return the options of a function, which are its keyword-only parameters, in their order."""
    return [each for each in _parameters(function) if each.kind is each.KEYWORD_ONLY]


def declared(option: Parameter) -> str:
    """Return an option as it is declared.

    >>> def strategy(view, *, seed: int = 0): ...
    >>> [declared(option) for option in options_of(strategy)]
    ['seed: int = 0']
    """
    text = f"{option.name}: {kind_of_option(option)}".rstrip(": ")
    return text if option.default is option.empty else f"{text} = {shown(option.default)}"


def kind_of_option(option: Parameter) -> str:
    """Return the annotation of an option as text, "" where there is none."""
    if option.annotation is option.empty:
        return ""
    return getattr(option.annotation, "__name__", None) or str(option.annotation)


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
    parameters = _parameters(function)
    known = {option.name: option for option in options_of(function)}
    takes_all = any(each.kind is each.VAR_KEYWORD for each in parameters)
    for each in parameters[1:]:
        by_place = each.kind is each.POSITIONAL_OR_KEYWORD
        if by_place and (each.name in options or each.default is each.empty):
            raise DataError(f"found the option {shown(each.name)}; {_NOT_BY_NAME}")
    for name in options:
        if name not in known and not takes_all:
            every = " or ".join(map(declared, known.values()))
            expected = f"expected {every}{did_you_mean(name, known)}" if known else "it takes none"
            raise DataError(f"found the option {shown(name)}; {expected}")
    for name, option in known.items():
        if option.default is option.empty and name not in options:
            raise DataError(f"found no option {name}; expected {declared(option)}")
    return {
        name: _checked_value(known[name], value) if name in known else value
        for name, value in options.items()
    }


def _parameters(function: Callable[..., object]) -> list[Parameter]:
    from inspect import signature

    try:
        return list(signature(function).parameters.values())
    except (TypeError, ValueError):  # written in C
        return []


def _checked_value(option: Parameter, value: object) -> object:
    kind = kind_of_option(option)
    if isinstance(option.default, bool) or kind == "bool":
        if not isinstance(value, bool):
            raise DataError(f"found {option.name}={shown(value)}; expected True or False")
    elif kind == "int":
        try:
            return integer(value)
        except TypeError:
            words_of = str if hasattr(value, "numerator") else repr  # 3/2, not Fraction(3, 2)
            found = in_one_line(value, longest=60, words_of=words_of)
            raise DataError(f"found {option.name}={found}; expected an int") from None
    return value
