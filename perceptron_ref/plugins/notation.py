"""The notation NAME[:key=value,...] for a strategy with its options.

In the place of NAME may stand a file, FILE.py or FILE.py:function.
"""

from __future__ import annotations

from ..errors import DataError, StrategyError, shown
from ..exact.limits import LONGEST_NUMBER
from ..exact.rationals import rational
from .from_file import split_path
from .registry import entry_of, strategy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    from .registry import Bound


def strategy_from(text: str) -> Bound:
    """Return the strategy that NAME[:key=value,...] stands for; NAME may be FILE.py[:function].

    >>> strategy_from("random-permutation:seed=7").keywords
    {'seed': 7}
    """
    name, options = parse(text)
    return strategy(name, **options)


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
    name, rest = _split(text)
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


def _split(text: str) -> tuple[str, str]:
    """Return the name, or the file with its function, and the text of the options."""
    file = split_path(text)
    if file is None:
        name, _, rest = text.partition(":")
        return name.strip(), rest
    path, after = file
    function, _, rest = after.partition(":")
    if "=" in function:  # mine.py:seed=7 names no function
        return path, after
    return f"{path}:{function}" if function else path, rest


def _value(text: str) -> bool | int | Fraction | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        number = rational(text, LONGEST_NUMBER)
    except DataError:
        return text
    return int(number) if number.denominator == 1 else number
