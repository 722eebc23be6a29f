"""The notation NAME[:key=value,...] for a strategy with its options.

In the place of NAME may stand a file, FILE.py or FILE.py:function.
"""

from __future__ import annotations

from ..errors import DataError, StrategyError, shown
from ..exact.limits import LONGEST_NUMBER
from ..exact.rationals import rational
from .from_file import split_options
from .registry import entry_of, strategy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any

    from .registry import Bound


def strategy_from(text: str) -> Bound:
    """Return the strategy that NAME[:key=value,...] stands for; NAME may be FILE.py[:function].

    >>> strategy_from("random-permutation:seed=7").keywords
    {'seed': 7}
    """
    name, options = parse(text)
    return strategy(name, **options)


def strategy_given(strategy: Any) -> Any:
    """Return what is given as a strategy, that of a text among them; StrategyError for what cannot
    be called.
    """
    found = strategy_from(strategy) if isinstance(strategy, str) else strategy
    if callable(found):
        return found
    expected = "a name or a callable that takes a view"
    if hasattr(strategy, "__next__"):
        expected += ": the function itself, without a call"
    raise StrategyError(f"found {shown(strategy)} as a strategy; expected {expected}")


def names_built_in(text: str) -> bool:
    """Tell whether such a text names a strategy of this distribution; nothing is loaded.

    >>> names_built_in("random:seed=7"), names_built_in("mine.py")
    (True, False)
    """
    try:
        return entry_of(parse(text)[0]).built_in
    except StrategyError:  # it names none at all
        return False


def parse(text: str) -> tuple[str, dict[str, object]]:
    """Return the name and the options: true, false and numbers by value, anything else as text.

    >>> parse("random-permutation:seed=7,fresh=false")
    ('random-permutation', {'seed': 7, 'fresh': False})
    """
    if text.startswith("example:"):
        raise StrategyError(
            f"found {shown(text)}, a set of data; expected a strategy, as cyclic is"
        )
    name, rest = split_options(text)
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
    return name, options


def _value(text: str) -> bool | int | Fraction | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        number = rational(text, LONGEST_NUMBER)
    except DataError:
        return text
    return int(number) if number.denominator == 1 else number
