"""Options by name: which ones a function takes, and whether their values fit."""

from __future__ import annotations

from ..errors import DataError, did_you_mean, in_one_line, shown
from ..exact.integers import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from inspect import Parameter

_NOT_BY_NAME = "expected a * before it in the function's parameters, as in (view, *, seed=0)"


class Option:
    """An option of a function, that is a keyword-only parameter; as text, as it is declared.

    >>> def strategy(view, *, seed: int = 0): ...
    >>> print(*options_of(strategy))
    seed: int = 0
    """

    def __init__(self, parameter: Parameter) -> None:
        self.name, annotation = parameter.name, parameter.annotation
        self.is_needed = parameter.default is parameter.empty
        self.default = None if self.is_needed else parameter.default
        self.kind: str = getattr(annotation, "__name__", None) or str(annotation)
        if annotation is parameter.empty:
            self.kind = ""

    def __str__(self) -> str:
        text = f"{self.name}: {self.kind}" if self.kind else self.name
        return text if self.is_needed else f"{text} = {shown(self.default)}"


def options_of(function: Callable[..., object]) -> list[Option]:
    """Return the keyword-only parameters of a function, which are its options, in their order."""
    return [Option(each) for each in _parameters(function) if each.kind is each.KEYWORD_ONLY]


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
    others = [each for each in _parameters(function) if each.kind is not each.KEYWORD_ONLY]
    known = {option.name: option for option in options_of(function)}
    by_place = [each for each in others[1:] if each.kind is each.POSITIONAL_OR_KEYWORD]
    for each in by_place:
        if each.name in options or each.default is each.empty:
            raise DataError(f"found the option {shown(each.name)}; {_NOT_BY_NAME}")
    takes_all = any(each.kind is each.VAR_KEYWORD for each in others)
    for name in options:
        if name not in known and not takes_all:
            raise DataError(f"found the option {shown(name)}; {_expected(name, known)}")
    for name, option in known.items():
        if option.is_needed and name not in options:
            raise DataError(f"found no option {name}; expected {option}")
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
