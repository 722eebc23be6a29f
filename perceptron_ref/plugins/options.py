"""Options by name: which ones a function takes, and whether their values fit."""

from __future__ import annotations

from ..errors import DataError, did_you_mean, in_one_line, shown
from ..exact.integers import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

_FUNCTION = type(lambda: None)
_COLLECTS_ALL_OTHERS = 0x08  # a bit of a function's `co_flags`: it has **options
_ABSENT = object()
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
    found, positional, collects_all_others = _parameters(function)
    known = {option.name: option for option in found}
    checked = {}
    for name, value in options.items():
        if name in known:
            value = _checked_value(known[name], value)
        elif not collects_all_others:
            expected = _NOT_BY_NAME if name in positional else _expected(name, known)
            raise DataError(f"found the option {shown(name)}; {expected}")
        checked[name] = value
    for name, option in known.items():
        if option.is_needed and name not in options:
            raise DataError(f"found no option {name}; expected {option}")
    return checked


class Option:
    """An option of a function, that is a keyword-only parameter; as text, as it is declared.

    >>> def strategy(view, *, seed: int = 0): ...
    >>> print(*options_of(strategy))
    seed: int = 0
    """

    __slots__ = ("annotation", "default", "name")

    def __init__(self, name: str, annotation: object, default: object) -> None:
        self.name, self.annotation, self.default = name, annotation, default

    @property
    def is_needed(self) -> bool:
        """True for an option without a default."""
        return self.default is _ABSENT

    @property
    def kind(self) -> str:
        """The annotation as text, be it written as a type or as a string; "" without one."""
        if self.annotation is _ABSENT:
            return ""
        return str(getattr(self.annotation, "__name__", None) or self.annotation)

    def __str__(self) -> str:
        text = f"{self.name}: {self.kind}" if self.kind else self.name
        return text if self.is_needed else f"{text} = {shown(self.default)}"


def options_of(function: Callable[..., object]) -> list[Option]:
    """Return the keyword-only parameters of a function, which are its options, in their order."""
    return _parameters(function)[0]


def needs_options(function: object) -> bool:
    """Tell whether some option has no default, without the cost of `inspect`."""
    code, defaults = attribute(function, "__code__"), attribute(function, "__kwdefaults__")
    needed = getattr(code, "co_kwonlyargcount", 0)
    return needed > len(defaults if isinstance(defaults, dict) else ())


def attribute(function: object, name: str) -> Any:
    """Return an attribute of what a plugin calls its strategy; None where it has none, or fails."""
    try:
        return getattr(function, name, None)
    except Exception:  # a __getattr__ of its own
        return None


def _parameters(function: Callable[..., object]) -> tuple[list[Option], Sequence[str], bool]:
    """Return the options of a function, its other parameters after the first, and whether it
    collects all other options.
    """
    if type(function) is not _FUNCTION or {"__wrapped__", "__signature__"} & {*vars(function)}:
        return _parameters_of_any(function)
    code, annotations = function.__code__, function.__annotations__
    defaults = function.__kwdefaults__ or {}
    names = code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]
    options = [
        Option(name, annotations.get(name, _ABSENT), defaults.get(name, _ABSENT)) for name in names
    ]
    collects_all_others = bool(code.co_flags & _COLLECTS_ALL_OTHERS)
    return options, code.co_varnames[1 : code.co_argcount], collects_all_others


def _parameters_of_any(function: Callable[..., object]) -> tuple[list[Option], list[str], bool]:
    """Return the same of what is no plain function, by `inspect`, whose import is slow."""
    from inspect import signature

    try:
        parameters = signature(function).parameters.values()
    except Exception:  # written in C, without a signature; or an object that answers with errors
        return [], [], False
    options, positional, collects_all_others = [], [], False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY:
            annotation, default = (
                _ABSENT if value is parameter.empty else value
                for value in (parameter.annotation, parameter.default)
            )
            options.append(Option(parameter.name, annotation, default))
        elif parameter.kind is parameter.VAR_KEYWORD:
            collects_all_others = True
        elif parameter.kind is not parameter.VAR_POSITIONAL:
            positional.append(parameter.name)
    return options, positional[1:], collects_all_others


def _checked_value(option: Option, value: object) -> object:
    if isinstance(option.default, bool) or option.kind == "bool":
        if not isinstance(value, bool):
            raise DataError(f"found {option.name}={shown(value)}; expected True or False")
    elif option.kind == "int":
        try:
            return integer(value)
        except TypeError:
            words_of = str if hasattr(value, "numerator") else repr  # 3/2, not Fraction(3, 2)
            found = in_one_line(value, longest=60, words_of=words_of)
            raise DataError(f"found {option.name}={found}; expected an int") from None
    return value


def _expected(name: str, known: Mapping[str, Option]) -> str:
    if not known:
        return "it takes none"
    return f"expected {' or '.join(map(str, known.values()))}{did_you_mean(name, known)}"
