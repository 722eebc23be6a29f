"""The notation NAME[:key=value,...] for a strategy with its options.

In the place of NAME may stand a file, FILE.py or FILE.py:function.
"""

from __future__ import annotations

from ..errors import DataError, StrategyError, shown
from ..exact.limits import LONGEST_NUMBER
from ..exact.rationals import rational

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction


def split_path(text: str) -> tuple[str, str] | None:
    """Return the path of a Python file and what follows it after a colon; None without a .py.

    >>> split_path("orders/mine.py:fast"), split_path("C:/mine.py"), split_path("cyclic")
    (('orders/mine.py', 'fast'), ('C:/mine.py', ''), None)
    """
    end = f"{text}:".find(".py:")
    return None if end < 0 else (text[: end + 3], text[end + 4 :])


def parse(text: str) -> tuple[str, dict[str, object]]:
    """Return the name and the options: true, false and numbers by value, anything else as text.

    >>> parse("random-permutation:seed=7,fresh=false")
    ('random-permutation', {'seed': 7, 'fresh': False})
    >>> parse("mine.py:fast:seed=7")
    ('mine.py:fast', {'seed': 7})
    """
    if text.startswith("example:"):
        raise StrategyError(
            f"found {shown(text)}, a set of data; expected a strategy, as cyclic is"
        )
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
