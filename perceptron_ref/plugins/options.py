"""Options by name: how they are written, which ones a strategy takes, and whether values fit."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING

from ..errors import DataError, StrategyError, did_you_mean, in_one_line, quote, type_name

if TYPE_CHECKING:
    from inspect import Parameter


_NEXT = r":\s*([A-Za-z_][\w-]*)\s*="  # behind a value: the colon and the key of another option


class Typed(str):
    """The value of an option as somebody typed it, not yet read: see `checked_options`."""


def split_path(text: str) -> tuple[str, str] | None:
    """Return the path of a Python file and what follows it after a colon; None without a .py.

    >>> split_path("orders/mine.py:fast"), split_path("C:/mine.py"), split_path("cyclic")
    (('orders/mine.py', 'fast'), ('C:/mine.py', ''), None)
    """
    end = f"{text}:".find(".py:")
    return None if end < 0 else (text[: end + 3], text[end + 4 :])


def parse(text: str) -> tuple[str, dict[str, object]]:
    """Return the name and the options of NAME:key=value,key=value, or of a file in NAME's place.

    Each value is `Typed`; `checked_options` reads it.

    >>> parse("random-permutation:seed=7,fresh=false")
    ('random-permutation', {'seed': '7', 'fresh': 'false'})
    >>> parse("mine.py:fast:seed=7")
    ('mine.py:fast', {'seed': '7'})
    """
    at = text.rfind(":", 0, text.find("=") + 1)
    at = text.find(":") if at < 0 and not split_path(text) else at
    name, rest = (text, "") if at < 0 else (text[:at], text[at + 1 :])
    options: dict[str, object] = {}
    for item in rest.split(",") if rest else ():
        key, equals, value = item.partition("=")
        key = _key(key)
        if not equals or not key or key in options:
            raise StrategyError(
                f"found {quote(item)} in {quote(text)}; expected NAME:key=value,..., each key once"
            )
        options[key] = Typed(value.strip())
    return name.strip(" :"), options


def _key(text: str) -> str:
    return text.strip().replace("-", "_")


def options_of(function: Callable[..., object]) -> list[Parameter]:
    """Return the options of a function, which are its keyword-only parameters, in their order.

    Annotations that name what is imported for type checkers alone are not evaluated.
    """
    from inspect import signature

    if sys.version_info >= (3, 14):
        from annotationlib import Format

        found = signature(function, annotation_format=Format.STRING)
    else:
        found = signature(function)
    return [each for each in found.parameters.values() if each.kind is each.KEYWORD_ONLY]


def in_words(option: Parameter) -> str:
    """Return an option as its author wrote it, on one line, such as "seed: int = 0"."""
    from .kinds import text_of

    text = in_one_line(option.replace(annotation=option.empty))
    if option.annotation is not option.empty:
        name, equals, default = text.partition("=")
        text = f"{name}: {in_one_line(text_of(option.annotation))}{' = ' * bool(equals)}{default}"
    return text


def checked_options(
    function: Callable[..., object], options: Mapping[str, object]
) -> dict[str, object]:
    """Return the options that are to be passed to the function by name; DataError if any is wrong.

    An option must be a keyword-only parameter. Its annotation says which values it takes: `int`,
    `float`, `bool`, `str`, `Fraction`, a `Literal`, `None`, or several of these, as in
    `int | None`. What is `Typed` is read as one of them. Without an annotation it is read as the
    type of the default says. Where neither is known, true and false, whole numbers and exact
    fractions become what they say, and anything else stays a text. Other values must fit the
    annotation; an int of any kind becomes a plain one, see `int_within`.

    >>> def strategy(view, *, seed: int = 0, heat: float = 1): ...
    >>> checked_options(strategy, {"seed": 7, "heat": Typed("1/4")})
    {'seed': 7, 'heat': 0.25}
    >>> checked_options(strategy, {"seed": "7"})
    Traceback (most recent call last):
    perceptron_ref.errors.DataError: found seed='7'; expected an int
    """
    known = {option.name: option for option in options_of(function)}
    for name, value in options.items():
        if name not in known:
            takes = [in_one_line(each.replace(annotation=each.empty)) for each in known.values()]
            expected = " or ".join(takes) or "none, as it has no parameter behind a *"
            near = did_you_mean(name, known)
            raise DataError(f"found the option {quote(name)}; expected {expected}{near}")
        if isinstance(value, Typed):
            _check_comma(name, value, known)
    names = _names_around(function) if options else {}
    return {name: _checked(known[name], value, names) for name, value in options.items()}


def _check_comma(name: str, value: Typed, known: Container[str]) -> None:
    """Refuse the value of an option in which another option stands behind a colon."""
    after = re.search(_NEXT, value)
    if after and _key(after[1]) in known:
        found = in_one_line(f"{name}={value}")
        expected = in_one_line(f"{name}={value[: after.start()]},{value[after.start() + 1 :]}")
        raise DataError(f"found {found}; expected a comma between options: {expected}")


def _names_around(function: object) -> Mapping[str, object]:
    """Return the names of the module that defines a function."""
    while hasattr(function, "func") or hasattr(function, "__wrapped__"):
        function = getattr(function, "func", None) or getattr(function, "__wrapped__", None)
    return getattr(sys.modules.get(getattr(function, "__module__", None) or ""), "__dict__", {})


def _checked(option: Parameter, value: object, names: Mapping[str, object]) -> object:
    """Return the value of an option, read if it is `Typed`; DataError if it does not fit."""
    from .kinds import KINDS, guessed, kinds_of  # here, as most strategies are given no option

    is_typed, default, why = isinstance(value, Typed), option.default, ""
    kinds = kinds_of(option.annotation, names)
    if option.annotation is option.empty:
        kind = KINDS.get(type_name(default))
        if kind and (is_typed or kind.name == "bool"):
            kinds, why = [kind], f", as its default {in_one_line(default, 60)} is one"
    elif kinds and default is None:  # the old way to write `int | None`
        kinds += [KINDS["None"]]
    for kind in kinds:
        try:
            return kind.read(str(value)) if is_typed else kind.fitting(value)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            pass
    if not kinds:
        return guessed(str(value)) if is_typed else value
    each = dict.fromkeys(kind.in_text if is_typed else kind.in_python for kind in kinds)
    expected = " or ".join(each) + why * (kinds[0].name != "bool")
    found = in_one_line(value, 60) if is_typed else quote(value)
    raise DataError(f"found {option.name}={found}; expected {expected}")
