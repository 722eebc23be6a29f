"""Parse and check options in the form NAME:key=value, of strategies, generated sets and --split."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Mapping
from functools import partial
from types import BuiltinFunctionType, FunctionType

from ..errors import DataError, StrategyError, did_you_mean, either, one_line_text, quote, type_name
from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from inspect import Parameter


# ":key=" in a value, with a colon or another separator where a comma belongs
_KEY_AFTER_WRONG_SEPARATOR_PATTERN = r"[:;&]\s*([A-Za-z_][\w-]*)\s*="


class OptionText(str):
    """The value of an option as text, which `checked_options` parses."""


def split_path_and_name(text: str) -> tuple[str, str] | None:
    """Split FILE.py:NAME at the colon; NAME is "" if it is missing.

    Return None unless the text ends in .py or contains ".py:".

    >>> split_path_and_name("orders/mine.py:fast"), split_path_and_name("cyclic")
    (('orders/mine.py', 'fast'), None)
    >>> split_path_and_name("C:/mine.py")
    ('C:/mine.py', '')
    """
    dot = f"{text}:".find(".py:")
    return None if dot < 0 else (text[: dot + 3], text[dot + 4 :])


def parse_name_and_options(text: str) -> tuple[str, dict[str, object]]:
    """Return the name and the options of NAME:key=value,key=value or FILE.py:NAME:key=value.

    SIZE:key=value of --split has the same form. Each value is an `OptionText`, which
    `checked_options` parses.

    Raises:
        StrategyError: If an option is not key=value, or is given twice.

    >>> parse_name_and_options("random-permutation:seed=7,fresh=false")
    ('random-permutation', {'seed': '7', 'fresh': 'false'})
    >>> parse_name_and_options("mine.py:fast:seed=7")
    ('mine.py:fast', {'seed': '7'})
    """
    colon = text.rfind(":", 0, text.find("=") + 1)
    colon = text.find(":") if colon < 0 and not split_path_and_name(text) else colon
    name, options_text = (text, "") if colon < 0 else (text[:colon], text[colon + 1 :])
    options: dict[str, object] = {}
    for option_text in options_text.split(",") if options_text else ():
        key, equals, value = option_text.partition("=")
        key = _normalize_key(key)
        if not equals or not key or key in options:
            expected = f"{key} only once" if key in options else "NAME:key=value,key=value"
            hint = ""
            if options and re.fullmatch(r"[0-9]+", option_text):
                last_key, last_value = [*options.items()][-1]
                decimal_text = f"{last_value}.{option_text}"
                hint = f". Write a decimal number with a point, as in {last_key}={decimal_text}"
            elif ":" in option_text:
                hint = f"; did you mean {option_text.replace(':', '=', 1)}?"
            raise StrategyError(
                f"found {quote(option_text)} in {quote(text)}; expected {expected}{hint}"
            )
        options[key] = OptionText(value.strip())
    return name.strip(" :"), options


def _normalize_key(text: str) -> str:
    """Return the key of an option as a name in Python: `_` and `-` are the same."""
    return text.strip().replace("-", "_")


def option_parameters(function: Callable[..., object]) -> list[Parameter]:
    """Return the parameters that are options of a function: the keyword-only ones, in order.

    Annotations are not evaluated here, because they may contain names that a module imports only
    for type checkers.
    """
    from inspect import signature

    if sys.version_info >= (3, 14):
        from annotationlib import Format

        parameters = signature(function, annotation_format=Format.STRING).parameters
    else:
        parameters = signature(function).parameters
    return [option for option in parameters.values() if option.kind is option.KEYWORD_ONLY]


def format_option(option: Parameter, namespace: Mapping[str, object] = {}) -> str:
    """Return an option on one line, such as "seed: int = 0" or "way: 'up' | 'down' = 'up'".

    Args:
        option: The option.
        namespace: The global names of the module that defines the function, with their values. The
            annotation of the option may use them.
    """
    from .option_types import annotation_text, option_types_of

    text = one_line_text(option.replace(annotation=option.empty))
    if option.annotation is not option.empty:
        name, equals, default_text = text.partition("=")
        option_types = option_types_of(option.annotation, namespace)
        type_names = sorted((t.name for t in option_types), key="None".__eq__)  # None goes last
        type_text = " | ".join(dict.fromkeys(type_names)) or annotation_text(option.annotation)
        text = f"{name}: {one_line_text(type_text)}"
        text += f" = {default_text.strip()}" if equals else ""
    return text


def checked_options(
    function: Callable[..., object], options: Mapping[str, object]
) -> dict[str, object]:
    """Return the options to pass to a function, parsed and converted.

    An option must be a keyword-only parameter. A value is an `OptionText`, which this function
    parses, or a value from Python. There are three cases:

    - The annotation is `int`, `float`, `bool`, `str`, `Fraction`, a `Literal`, `None`, or several
      of these, as in `int | None`: each value must be convertible to one of these types. A value
      from Python may be an int of any library for `int`, any real number for `float`, and any
      finite number for `Fraction`; a bool fits none of these three. If the default is None, None
      is allowed, too.
    - There is no annotation, but the default is a bool, an int, a float, a Fraction or a text: an
      `OptionText` is parsed as the type of the default. A value from Python is passed on
      unchanged; if the default is a bool, it must be a bool.
    - Otherwise `guess_value` parses an `OptionText`, and a value from Python is passed on. If the
      default is None, the text "none" means None.

    Args:
        function: The strategy, or any function with options.
        options: The values of the options by name.

    Raises:
        DataError: If the function has no such option, or the value does not fit.
        TypeError, ValueError: If the function has no signature, like some functions written in C.

    >>> def strategy(view, *, seed: int = 0, heat: float = 1): ...
    >>> checked_options(strategy, {"seed": 7, "heat": OptionText("1/4")})
    {'seed': 7, 'heat': 0.25}
    >>> checked_options(strategy, {"seed": "7"})
    Traceback (most recent call last):
    perceptron_ref.errors.DataError: found seed='7'; expected an int
    """
    parameters = {option.name: option for option in option_parameters(function)}
    for name, value in options.items():
        if name not in parameters:
            expected = either(map(_name_and_default, parameters.values())) if parameters else ""
            callee_text = _callee_text(function)
            expected = expected or f"no option, because {callee_text} has no parameter after a *"
            hint = did_you_mean(name, parameters)
            raise DataError(f"found the unknown option {quote(name)}; expected {expected}{hint}")
        if isinstance(value, OptionText):
            _check_no_option_in_value(name, value, parameters)
    namespace = module_globals(function) if options else {}
    return {
        name: _convert_value(parameters[name], value, namespace) for name, value in options.items()
    }


def _callee_text(function: Callable[..., object]) -> str:
    """Return the words by which a message names the function or method that takes the options."""
    while isinstance(function, partial):
        function = function.func
    if isinstance(function, (FunctionType, BuiltinFunctionType)):
        return "the function"
    return "`__init__`" if isinstance(function, type) else "`__call__`"


def _name_and_default(option: Parameter) -> str:
    """Return the name of an option, with its default as a user types it."""
    if option.default is option.empty:
        return option.name
    default_text = one_line_text(option.default, 60)
    if option.default is None or isinstance(option.default, bool):
        default_text = default_text.lower()
    return f"{option.name} (default: {default_text})"


def _check_no_option_in_value(name: str, value: OptionText, option_names: Container[str]) -> None:
    """Refuse a value that contains another option after `:`, `;` or `&` instead of a comma."""
    match = re.search(_KEY_AFTER_WRONG_SEPARATOR_PATTERN, value)
    if match and _normalize_key(match[1]) in option_names:
        typed_text = one_line_text(f"{name}={value}")
        expected = one_line_text(f"{name}={value[: match.start()]},{value[match.start() + 1 :]}")
        raise DataError(f"found {typed_text}; expected a comma between options, as in {expected}")


def module_globals(function: object) -> Mapping[str, object]:
    """Return the global names of the module that defines a function, with their values.

    The mapping is empty if the module is not known.
    """
    while hasattr(function, "func") or hasattr(function, "__wrapped__"):
        function = getattr(function, "func", None) or getattr(function, "__wrapped__", None)
    return getattr(sys.modules.get(getattr(function, "__module__", None) or ""), "__dict__", {})


def _convert_value(option: Parameter, value: object, namespace: Mapping[str, object]) -> object:
    """Return the value of an option: an `OptionText` parsed, another value converted.

    Without a known type a value from Python stays as it is.

    Raises:
        DataError: If the value does not fit.
    """
    # imported here, because most strategies get no option
    from .option_types import OPTION_TYPES, guess_value, option_types_of

    is_text, default, default_note = isinstance(value, OptionText), option.default, ""
    option_types = option_types_of(option.annotation, namespace)
    if option.annotation is option.empty:
        default_type = OPTION_TYPES.get(type_name(default))
        if default_type and (is_text or default_type.name == "bool"):
            option_types = [default_type]
            if default_type.name != "bool":
                default_note = f", like its default {one_line_text(default, 60)}"
    elif option_types and default is None:  # as if the annotation were `int | None`
        option_types += [OPTION_TYPES["None"]]
    for option_type in option_types:
        try:
            return option_type.parse(str(value)) if is_text else option_type.convert(value)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            pass
    if not option_types:
        if is_text and default is None and str(value).lower() == "none":
            return None
        return guess_value(str(value)) if is_text else value
    descriptions = (t.expected_text if is_text else t.expected_value for t in option_types)
    expected = either(dict.fromkeys(descriptions)) + default_note
    value_text = one_line_text(value, 60) if is_text else quote(value)
    raise DataError(f"found {option.name}={value_text}; expected {expected}")
