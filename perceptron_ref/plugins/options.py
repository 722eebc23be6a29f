"""Options by name: as they are written, which ones a strategy takes, and whether values fit."""

from __future__ import annotations

from ..errors import DataError, StrategyError, did_you_mean, in_one_line, shown
from ..exact.rationals import rational
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
    at = text.rfind(":", 0, text.find("=") + 1)
    at = text.find(":") if at < 0 and not split_path(text) else at
    name, rest = (text, "") if at < 0 else (text[:at], text[at + 1 :])
    options: dict[str, object] = {}
    for item in rest.split(",") if rest else ():
        key, equals, value = item.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or not key or key in options:
            raise StrategyError(
                f"found {shown(item)} in {shown(text)}; expected NAME:key=value,..., each key once"
            )
        options[key] = _value(value.strip())
    return name.strip(" :"), options


def _value(text: str) -> bool | int | Fraction | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        number = rational(text)
    except DataError:
        return text
    return int(number) if number.denominator == 1 else number


def options_of(function: Callable[..., object]) -> list[Parameter]:
    """Return the options of a function, which are its keyword-only parameters, in their order."""
    from inspect import signature

    every = signature(function).parameters.values()
    return [each for each in every if each.kind is each.KEYWORD_ONLY]


def checked_options(
    function: Callable[..., object], options: Mapping[str, object]
) -> dict[str, object]:
    """Return the options that are to be passed to the function by name; DataError if any is wrong.

    An option must be a keyword-only parameter. What is annotated `int` takes an int of any kind
    (see `int_within`), which becomes a plain one; what is annotated `bool`, or has True or False as
    its default, takes these two.

    >>> def strategy(view, *, seed: int = 0): ...
    >>> checked_options(strategy, {"seed": 7})
    {'seed': 7}
    >>> checked_options(strategy, {"seed": "7"})
    Traceback (most recent call last):
    perceptron_ref.errors.DataError: found seed='7'; expected an int
    """
    known = {option.name: option for option in options_of(function)}
    for name in options:
        if name not in known:
            takes = [in_one_line(each.replace(annotation=each.empty)) for each in known.values()]
            expected = " or ".join(takes) or "none, as it has no parameter behind a *"
            near = did_you_mean(name, known)
            raise DataError(f"found the option {shown(name)}; expected {expected}{near}")
    return {name: _checked_value(known[name], value) for name, value in options.items()}


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
