"""Rational numbers: read exactly from what people write, and written back in full."""

from __future__ import annotations

from math import gcd
from numbers import Rational, Real

from ..errors import DataError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction
    from re import Match
    from typing import Any

__all__ = ["exact_text", "ratio", "rational"]

LONGEST_NUMBER = 1_000  # characters in a cell or an option; a float has 341 decimals at most
LONGEST_TEXT = 100_000  # characters of any number in text: what a saved weight can have, and more
_LARGEST_EXPONENT = 1_000  # of 10: floats reach 308 and -324
MOST_LISTED = 1_000  # features in JSON; of more, it has the weights that are not 0
EXPECTED = "a number such as 3, -0.5, 1e-3 or 3/7"

_NUMBER = (
    r"(?a)([+-]?)(?:(?P<numerator>\d+)/(?P<denominator>\d+)"
    r"|(?=\.?\d)(?P<whole>\d*)(?:\.(?P<decimals>\d*))?(?:[eE]([+-]?)(?P<exponent>\d+))?"
    r"|((?i:s?nan\d*|inf(?:inity)?)))"
)

# `re`, `fractions` and `decimal` are imported where they are used: together they take nearly as
# long as Python itself takes to start, and ints do without them.


def rational(value: object, longest: int = LONGEST_TEXT) -> Fraction:
    """Return the number that `value` stands for, exactly.

    value: an int, Fraction or other Rational; a Decimal; decimal text or "p/q"; a float or other
        Real, which stands for the decimal that it prints as. DataError for NaN, infinity, and
        anything that is no number.
    longest: the characters that text may have.

    >>> rational(0.1), rational("1e-1"), rational("-3/7")
    (Fraction(1, 10), Fraction(1, 10), Fraction(-3, 7))
    """
    from fractions import Fraction

    return value if type(value) is Fraction else Fraction(*ratio(value, longest))


def ratio(value: object, longest: int = LONGEST_TEXT) -> tuple[int, int]:
    """Return the number that `value` stands for as (p, q) in lowest terms, q > 0.

    value, longest: whatever `rational` takes; DataError as there.

    >>> ratio("0.50")
    (1, 2)
    """
    if type(value) is int:
        return value, 1
    if isinstance(value, float):
        value = float.__repr__(value)  # as subclasses print more than the number
    if not isinstance(value, str):
        if isinstance(value, Rational):
            return int(value.numerator), int(value.denominator)
        from decimal import Decimal

        if not isinstance(value, (Real, Decimal)):
            raise DataError(f"found {shown(value)}; expected {EXPECTED}")
        value = str(value)
    if len(value) > longest:
        expected = f"a number of at most {longest:,} characters"
        raise DataError(f"found {shown(value)}; expected {expected}")
    return _ratio_of_text(value)


def _ratio_of_text(text: str) -> tuple[int, int]:
    match = fullmatch(_NUMBER, text.strip())
    if match is None or match[8]:
        expected = EXPECTED if match is None else "a finite number"
        if match is None and is_number(text.replace(",", ".")):
            expected += ", with a point for a decimal comma"
        raise DataError(f"found {shown(text)}; expected {expected}")
    sign, numerator, denominator, whole, decimals, below, exponent, _ = match.groups("")
    p, q = _int(numerator or whole + decimals), _int(denominator or "1") * 10 ** len(decimals)
    if q == 0:
        raise DataError(f"found {shown(text)}, which divides by zero; expected {EXPECTED}")
    power = _int(exponent or "0")
    if power > _LARGEST_EXPONENT:  # a number that no machine can hold
        most = f"an exponent between -{_LARGEST_EXPONENT} and {_LARGEST_EXPONENT}"
        raise DataError(f"found {shown(text)}; expected {most}")
    p, q = (p, q * 10**power) if below == "-" else (p * 10**power, q)
    common = gcd(p, q)
    return (-p if sign == "-" else p) // common, q // common


def is_number(text: str) -> bool:
    """Tell whether `text` is written as a number, "nan" and "inf" included.

    >>> is_number(" -1e-3"), is_number("nan"), is_number("setosa")
    (True, True, False)
    """
    return fullmatch(_NUMBER, text.strip()) is not None


def exact_text(q: Fraction | int) -> str:
    """Return q in full: as a decimal where it has a finite one, else as "p/q".

    >>> from fractions import Fraction
    >>> exact_text(Fraction(-3, 8)), exact_text(Fraction(1, 3)), exact_text(5)
    ('-0.375', '1/3', '5')
    """
    sign, p, denominator = "-" if q < 0 else "", abs(q.numerator), q.denominator
    places = denominator.bit_length() - 1  # where 2^a 5^b <= 2^places, it divides 10^places
    shifted, rest = divmod(p * 10**places, denominator)
    if rest:
        return f"{sign}{_digits(p)}/{_digits(denominator)}"
    digits = _digits(shifted).zfill(places + 1)
    decimals = digits[len(digits) - places :].rstrip("0")
    return f"{sign}{digits[: len(digits) - places]}{'.' if decimals else ''}{decimals}"


def weights_for_json(
    w: Sequence[Any], spelled: Callable[[Any], object] = exact_text
) -> list[object] | dict[str, object]:
    """Return the weights for JSON: all in a list, or of many those that are not 0, by index.

    w: 1 + d weights; many are those of more than 1,000 features. spelled: how JSON has a weight.

    >>> weights_for_json([rational("1/3"), rational(0)]), weights_for_json([0, 7] + [0] * 1000, int)
    (['1/3', '0'], {'1': 7})
    """
    if len(w) <= 1 + MOST_LISTED:
        return [spelled(w_i) for w_i in w]
    return {str(i): spelled(w_i) for i, w_i in enumerate(w) if w_i}


def shortened(q: Fraction | int, longest: int = 24, digits: int = 12) -> str:
    """Return q in full if that is short, else "about" and so many digits: for people to read.

    >>> from fractions import Fraction
    >>> shortened(Fraction(-7, 4)), shortened(Fraction(10**30 + 1, 3))
    ('-1.75', 'about 3.33333333333E+29')
    """
    text = exact_text(q)
    return text if len(text) <= longest else f"about {in_digits(q, digits)}"


def in_digits(q: Fraction | int, digits: int) -> str:
    """Return q rounded to so many digits, without zeros at the end.

    >>> in_digits(rational("2/3"), 3), in_digits(rational("1e-400"), 3), in_digits(180, 6)
    ('0.667', '1E-400', '180')
    """
    from decimal import Context, Decimal

    context = Context(prec=digits)
    quotient = context.divide(Decimal(q.numerator), Decimal(q.denominator))
    rounded = context.normalize(quotient)  # which makes 1.8E+2 of 180
    return f"{rounded:f}" if 0 <= rounded.adjusted() < digits else str(rounded)


def exponent_of(q: Fraction | int) -> int:
    """Return the k with 10^k <= q < 10^(k+1), for q > 0.

    >>> exponent_of(rational("99.9")), exponent_of(100), exponent_of(rational("1e-400"))
    (1, 2, -400)
    """
    from decimal import ROUND_DOWN, Context, Decimal

    context = Context(prec=1, rounding=ROUND_DOWN)
    return context.divide(Decimal(q.numerator), Decimal(q.denominator)).adjusted()


def fullmatch(pattern: str, text: str) -> Match[str] | None:
    """Return the match of the whole text; with (?a) in front, \\d is a digit from 0 to 9."""
    import re

    return re.fullmatch(pattern, text)


# Python may refuse to convert ints of more than 640 digits from and to text in one step.
_PIECE, _SHORT_BITS = 600, 1_900  # digits, and bits, which are at most 572 digits


def _int(digits: str) -> int:
    if len(digits) <= _PIECE:
        return int(digits)
    low = len(digits) // 2  # in two pieces, as `decimal` takes 20 times as long
    above: int = 10**low
    return _int(digits[:-low]) * above + _int(digits[-low:])


def _digits(number: int) -> str:
    if number.bit_length() <= _SHORT_BITS:
        return str(number)
    from decimal import Decimal

    return str(Decimal(number))
