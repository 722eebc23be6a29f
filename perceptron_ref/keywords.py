"""Options by name: which ones a function takes, and what is wrong with those that it is given."""

from __future__ import annotations

from .errors import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def complaint(function: Callable[..., object], options: Mapping[str, object]) -> str:
    """Return what is wrong with options that are to be passed by name, or "" where nothing is.

    An option must be a keyword-only parameter, and one whose default is True or False takes only these.

    >>> def strategy(view, *, fresh=True): ...
    >>> complaint(strategy, {"fresh": False})
    ''
    >>> complaint(strategy, {"seed": 1})
    "found the option 'seed'; expected one of fresh"
    """
    from inspect import Parameter, signature

    parameters = signature(function).parameters.values()
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters):
        return ""
    known = {parameter.name: parameter.default for parameter in parameters if parameter.kind is Parameter.KEYWORD_ONLY}
    for option, value in options.items():
        if option not in known:
            takes = f"expected one of {', '.join(known)}" if known else "it takes none"
            return f"found the option {shown(option)}; {takes}"
        if isinstance(known[option], bool) and not isinstance(value, bool):
            return f"found {option}={shown(value)}; expected True or False"
    return ""
