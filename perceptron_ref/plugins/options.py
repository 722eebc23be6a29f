"""Options of strategies: their notation, their names, and whether their values fit."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING

from ..errors import DataError, StrategyError, did_you_mean, one_line_text, quote, type_name

if TYPE_CHECKING:
    from inspect import Parameter


_NEXT = r":\s*([A-Za-z_][\w-]*)\s*="  # after a value: the colon and the key of another option


class OptionText(str):
    """The value of an option as text, which `checked_options` parses."""


def split_path_and_name(text: str) -> tuple[str, str] | None:
    """Return the path of a Python file and the rest after a colon; None without a .py.

    >>> split_path_and_name("orders/mine.py:fast"), split_path_and_name("cyclic")
    (('orders/mine.py', 'fast'), None)
    >>> split_path_and_name("C:/mine.py")
    ('C:/mine.py', '')
    """
    end = f"{text}:".find(".py:")
    return None if end < 0 else (text[: end + 3], text[end + 4 :])


def parse_name_and_options(text: str) -> tuple[str, dict[str, object]]:
    """Return the name and the options of NAME:key=value,key=value, or of a file in NAME's place.

    Each value is an `OptionText`, which `checked_options` parses.

    Raises:
        StrategyError: If an option is not key=value, or is given twice.

    >>> parse_name_and_options("random-permutation:seed=7,fresh=false")
    ('random-permutation', {'seed': '7', 'fresh': 'false'})
    >>> parse_name_and_options("mine.py:fast:seed=7")
    ('mine.py:fast', {'seed': '7'})
    """
    at = text.rfind(":", 0, text.find("=") + 1)
    at = text.find(":") if at < 0 and not split_path_and_name(text) else at
    name, rest = (text, "") if at < 0 else (text[:at], text[at + 1 :])
    options: dict[str, object] = {}
    for item in rest.split(",") if rest else ():
        key, equals, value = item.partition("=")
        key = _normalize_key(key)
        if not equals or not key or key in options:
            point, expected = "", "NAME:key=value,key=value"
            if options and re.fullmatch(r"[0-9]+", item):
                point = " (write decimals with a point)"
            if key in options:
                expected = f"{key} only once"
            raise StrategyError(f"found {quote(item)} in {quote(text)}; expected {expected}{point}")
        options[key] = OptionText(value.strip())
    return name.strip(" :"), options


def _normalize_key(text: str) -> str:
    return text.strip().replace("-", "_")


def options_of(function: Callable[..., object]) -> list[Parameter]:
    """Return the options of a function: its keyword-only parameters, in their order.

    Annotations stay text, since some names may be imported for type checkers alone.
    """
    from inspect import signature

    if sys.version_info >= (3, 14):
        from annotationlib import Format

        parameters = signature(function, annotation_format=Format.STRING).parameters
    else:
        parameters = signature(function).parameters
    return [option for option in parameters.values() if option.kind is option.KEYWORD_ONLY]


def format_option(option: Parameter, names: Mapping[str, object] = {}) -> str:
    """Return an option on one line, such as "seed: int = 0" or "way: 'up' | 'down' = 'up'".

    Args:
        option: The option.
        names: The global names of the module that defines it, which its annotation may use.
    """
    from .option_types import annotation_text, option_types_of

    text = one_line_text(option.replace(annotation=option.empty))
    if option.annotation is not option.empty:
        name, equals, default = text.partition("=")
        types = [option_type.name for option_type in option_types_of(option.annotation, names)]
        types.sort(key="None".__eq__)
        shown = " | ".join(dict.fromkeys(types)) or annotation_text(option.annotation)
        text = f"{name}: {one_line_text(shown)}"
        text += f" = {default.strip()}" if equals else ""
    return text


def checked_options(
    function: Callable[..., object], options: Mapping[str, object]
) -> dict[str, object]:
    """Return the options to pass to a function, parsed and converted.

    An option must be a keyword-only parameter. Its annotation says which values it takes: `int`,
    `float`, `bool`, `str`, `Fraction`, a `Literal`, `None`, or several of these, as in
    `int | None`. An `OptionText` is parsed as one of them. Without an annotation it is parsed as
    the type of the default. If there is neither, true and false, whole numbers and exact fractions
    become values, and any other text stays. Other values must fit the annotation; an int of any
    kind becomes a plain one, see `int_or_none`.

    Args:
        function: The strategy, or any function with options.
        options: Their values by name.

    Raises:
        DataError: If the function has no such option, or the value does not fit.

    >>> def strategy(view, *, seed: int = 0, heat: float = 1): ...
    >>> checked_options(strategy, {"seed": 7, "heat": OptionText("1/4")})
    {'seed': 7, 'heat': 0.25}
    >>> checked_options(strategy, {"seed": "7"})
    Traceback (most recent call last):
    perceptron_ref.errors.DataError: found seed='7'; expected an int
    """
    known = {option.name: option for option in options_of(function)}
    for name, value in options.items():
        if name not in known:
            expected = " or ".join(map(_name_and_default, known.values()))
            expected = expected or "none, because its function has no parameter after a *"
            near = did_you_mean(name, known)
            raise DataError(f"found the option {quote(name)}; expected {expected}{near}")
        if isinstance(value, OptionText):
            _check_no_option_in_value(name, value, known)
    names = module_globals(function) if options else {}
    return {name: _convert_value(known[name], value, names) for name, value in options.items()}


def _name_and_default(option: Parameter) -> str:
    """Return the name of an option, with its default as it is typed."""
    if option.default is option.empty:
        return option.name
    shown = one_line_text(option.default, 60)
    default = shown.lower() if isinstance(option.default, bool) else shown
    return f"{option.name} (default {default})"


def _check_no_option_in_value(name: str, value: OptionText, known: Container[str]) -> None:
    """Refuse the value of an option in which a colon precedes another option."""
    after = re.search(_NEXT, value)
    if after and _normalize_key(after[1]) in known:
        typed = one_line_text(f"{name}={value}")
        expected = one_line_text(f"{name}={value[: after.start()]},{value[after.start() + 1 :]}")
        raise DataError(f"found {typed}; expected a comma between options: {expected}")


def module_globals(function: object) -> Mapping[str, object]:
    """Return the global names of the module that defines a function, with their values."""
    while hasattr(function, "func") or hasattr(function, "__wrapped__"):
        function = getattr(function, "func", None) or getattr(function, "__wrapped__", None)
    return getattr(sys.modules.get(getattr(function, "__module__", None) or ""), "__dict__", {})


def _convert_value(option: Parameter, value: object, names: Mapping[str, object]) -> object:
    """Return the value of an option, parsed if it is text; DataError if it does not fit."""
    # here, as most strategies are given no option
    from .option_types import OPTION_TYPES, guess_value, option_types_of

    is_text, default, reason = isinstance(value, OptionText), option.default, ""
    option_types = option_types_of(option.annotation, names)
    if option.annotation is option.empty:
        default_type = OPTION_TYPES.get(type_name(default))
        if default_type and (is_text or default_type.name == "bool"):
            option_types = [default_type]
            if default_type.name != "bool":
                reason = f", as its default {one_line_text(default, 60)} is one"
    elif option_types and default is None:  # the old way to write `int | None`
        option_types += [OPTION_TYPES["None"]]
    for option_type in option_types:
        try:
            return option_type.parse(str(value)) if is_text else option_type.convert(value)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            pass
    if not option_types:
        return guess_value(str(value)) if is_text else value
    described = (t.expected_text if is_text else t.expected_value for t in option_types)
    expected = " or ".join(dict.fromkeys(described)) + reason
    wrong = one_line_text(value, 60) if is_text else quote(value)
    raise DataError(f"found {option.name}={wrong}; expected {expected}")
