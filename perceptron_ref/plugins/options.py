"""Options by name: as they are written, which ones a strategy takes, and whether values fit."""

from __future__ import annotations

from ..errors import DataError, StrategyError, did_you_mean, shown
from ..exact.rationals import LONGEST_NUMBER, rational
from ..exact.values import int_within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction
    from inspect import Parameter


def split_path(text: str) -> tuple[str, str] | None:
    """Return the path of a Python file and what follows it after a colon; None without a .py.

    >>> split_path("orders/mine.py:fast"), split_path("C:/mine.py"), split_path("cyclic")
    (('orders/mine.py', 'fast'), ('C:/mine.py', ''), None)
    """
    end = f"{text}:".find(".py:")
    return None if end < 0 else (text[: end + 3], text[end + 4 :])


def parse(text: str) -> tuple[str, dict[str, object]]:
    """Return the name and the options of NAME:key=value,key=value, or of a file in NAME's place.

    The values are true, false and numbers; anything else is a text.

    >>> parse("random-permutation:seed=7,fresh=false")
    ('random-permutation', {'seed': 7, 'fresh': False})
    >>> parse("mine.py:fast:seed=7")
    ('mine.py:fast', {'seed': 7})
    """
    name, rest = split_path(text) or text.partition(":")[::2]
    if split_path(text) and "=" not in rest.partition(":")[0]:  # the function in the file
        function, _, rest = rest.partition(":")
        name = f"{name}:{function}" if function else name
    options: dict[str, object] = {}
    for item in rest.split(",") if rest else ():
        key, equals, value = item.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or not key or key in options:
            raise StrategyError(
                f"found {shown(item)} in {shown(text)}; "
                "expected NAME:key=value,key=value, each key once"
            )
        options[key] = _value(value.strip())
    return name.strip(), options


def _value(text: str) -> bool | int | Fraction | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        number = rational(text, LONGEST_NUMBER)
    except DataError:
        return text
    return int(number) if number.denominator == 1 else number


def options_of(function: Callable[..., object]) -> list[Parameter]:
    """Return the options of a function, which are its keyword-only parameters, in their order."""
    return [each for each in _parameters(function) if each.kind is each.KEYWORD_ONLY]


def _parameters(function: Callable[..., object]) -> list[Parameter]:
    from inspect import signature

    try:
        return list(signature(function).parameters.values())
    except (TypeError, ValueError):  # written in C
        return []


def declared(option: Parameter) -> str:
    """Return an option with its default, if it has one.

    >>> def strategy(view, *, window, seed: int = 0): ...
    >>> [declared(option) for option in options_of(strategy)]
    ['window', 'seed = 0']
    """
    default = "" if option.default is option.empty else f" = {shown(option.default)}"
    return option.name + default


def checked_options(
    function: Callable[..., object], options: Mapping[str, object]
) -> dict[str, object]:
    """Return the options that are to be passed to the function by name; DataError if any is wrong.

    An option must be a keyword-only parameter, and one without a default must be given. What is
    annotated `int` takes an int of any kind (see `int_within`), which becomes a plain one; what is
    annotated `bool`, or has True or False as its default, takes these two.

    >>> def strategy(view, *, seed: int = 0): ...
    >>> checked_options(strategy, {"seed": 7})
    {'seed': 7}
    >>> checked_options(strategy, {"seed": "7"})
    Traceback (most recent call last):
    perceptron_ref.errors.DataError: found seed='7'; expected an int
    """
    known = {option.name: option for option in options_of(function)}
    parameters = _parameters(function)
    takes_all = any(each.kind is each.VAR_KEYWORD for each in parameters)
    for name in () if takes_all else [name for name in options if name not in known]:
        every = " or ".join(map(declared, known.values()))
        expected = f"expected {every}{did_you_mean(name, known)}" if known else "it takes none"
        ordinary = [each.name for each in parameters[1:] if each.kind is each.POSITIONAL_OR_KEYWORD]
        if name in ordinary:
            expected += "; options are parameters after a *, with a default"
        raise DataError(f"found the option {shown(name)}; {expected}")
    for name, option in known.items():
        if option.default is option.empty and name not in options:
            raise DataError(f"found no option {name}; expected {name}=VALUE")
    return {
        name: _checked_value(known[name], value) if name in known else value
        for name, value in options.items()
    }


def _checked_value(option: Parameter, value: object) -> object:
    kind = getattr(option.annotation, "__name__", option.annotation)
    if kind == "bool" or isinstance(option.default, bool):
        if not isinstance(value, bool):
            raise DataError(f"found {option.name}={shown(value)}; expected True or False")
    elif kind == "int":
        checked = int_within(value)
        if checked is None:
            raise DataError(f"found {option.name}={shown(value)}; expected an int")
        return checked
    return value
