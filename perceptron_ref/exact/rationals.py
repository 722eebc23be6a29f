"""Rational numbers: read exactly from what people write, and written back in full."""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from numbers import Rational, Real

from ..errors import DataError, shown
from .limits import LARGEST_EXPONENT, LONGEST_NUMBER, LONGEST_TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from re import Pattern

__all__ = ["exact_text", "ratio", "rational"]

EXPECTED = "a number such as 3, -0.5, 1e-3 or 3/7"

_NUMBER = (
    r"(?P<sign>[+-]?)"
    r"(?:(?P<numerator>\d+)/(?P<denominator>\d+)"
    r"|(?=\.?\d)(?P<whole>\d*)(?:\.(?P<decimals>\d*))?(?:[eE](?P<exponent>[+-]?\d+))?)"
)
_NOT_FINITE = r"(?i:[+-]?(?:s?nan\d*|inf(?:inity)?))"

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


def checked_positive(option: str, value: object) -> Fraction:
    """Return the value of an option as a Fraction; DataError unless it is a positive number.

    >>> checked_positive("eta", "0.5")
    Fraction(1, 2)
    """
    try:
        checked = rational(value, LONGEST_NUMBER)
    except DataError as error:
        raise DataError(f"{option}: {error}") from None
    if checked <= 0:
        raise DataError(f"{option}: found {shown(value)}; expected a positive number")
    return checked


def ratio(value: object, longest: int = LONGEST_TEXT) -> tuple[int, int]:
    """Return the number that `value` stands for as (p, q) in lowest terms, q > 0.

    value, longest: whatever `rational` takes; DataError as there.

    >>> ratio("0.50")
    (1, 2)
    """
    if type(value) is int:
        return value, 1
    if isinstance(value, str):
        return _ratio_of_text(value, longest)
    if isinstance(value, float):  # float.__repr__, as subclasses print more than the number
        return _ratio_of_text(float.__repr__(value), longest)
    if isinstance(value, Rational):
        return int(value.numerator), int(value.denominator)
    from decimal import Decimal

    if isinstance(value, (Real, Decimal)):
        return _ratio_of_text(str(value), longest)
    raise DataError(f"found {shown(value)}; expected {EXPECTED}")


def is_number(text: str) -> bool:
    """Tell whether `text` is written as a number, "nan" and "inf" included.

    >>> is_number(" -1e-3"), is_number("nan"), is_number("setosa")
    (True, True, False)
    """
    text = text.strip()
    return bool(_compiled(_NUMBER).fullmatch(text) or _compiled(_NOT_FINITE).fullmatch(text))


def exact_text(q: Fraction | int) -> str:
    """Return q in full: as a decimal where it has a finite one, else as "p/q".

    >>> from fractions import Fraction
    >>> exact_text(Fraction(-3, 8)), exact_text(Fraction(1, 3)), exact_text(5)
    ('-0.375', '1/3', '5')
    """
    sign, numerator, denominator = "-" if q < 0 else "", abs(q.numerator), q.denominator
    places = _decimal_places(denominator)
    if places is None:
        return f"{sign}{_digits(numerator)}/{_digits(denominator)}"
    digits = _digits(numerator * 10**places // denominator).zfill(places + 1)
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits


def shortened(q: Fraction | int, longest: int = 24, digits: int = 12) -> str:
    """Return q in full if that is short, else "about" and so many digits: for people to read.

    >>> from fractions import Fraction
    >>> shortened(Fraction(-7, 4)), shortened(Fraction(10**30 + 1, 3))
    ('-1.75', 'about 3.33333333333E+29')
    """
    text = exact_text(q)
    if len(text) <= longest:
        return text
    return f"about {_rounded(q, digits)}"


def in_digits(q: Fraction | int, digits: int) -> str:
    """Return q rounded to so many digits, without zeros at the end.

    >>> in_digits(rational("2/3"), 3), in_digits(rational("1e-400"), 3), in_digits(180, 6)
    ('0.667', '1E-400', '180')
    """
    return _rounded(q, digits, zeros=False)


def _rounded(q: Fraction | int, digits: int, zeros: bool = True) -> str:
    """Return q rounded to so many digits. zeros: whether they stay at the end of an inexact one."""
    if q == 0:
        return "0"
    k = exponent_of(abs(rational(q))) - digits + 1
    rounded = round(q / rational(10) ** k)
    exact = rounded * rational(10) ** k == q
    return scientific(rounded, k, digits, zeros and not exact)


def scientific(rounded: int, k: int, digits: int, zeros: bool = True) -> str:
    """Return rounded * 10^k to so many digits, as people write it, or without zeros at the end.

    rounded: an int of as many digits: some Pythons make no Decimal of thousands.

    >>> scientific(250, -2, 3), scientific(250, -2, 3, zeros=False), scientific(250, 7, 3)
    ('2.50', '2.5', '2.50E+9')
    >>> scientific(180, 0, 3, zeros=False), scientific(180, 1, 3, zeros=False)
    ('180', '1.8E+3')
    """
    from decimal import Context

    context = Context(prec=digits)
    decimal = context.scaleb(context.create_decimal(rounded), k)
    if zeros:
        return str(decimal)
    decimal = context.normalize(decimal)  # which makes 1.8E+2 of 180
    return f"{decimal:f}" if 0 <= decimal.adjusted() < digits else str(decimal)


def exponent_of(q: Fraction | int) -> int:
    """Return the k with 10^k <= q < 10^(k+1), for q > 0: guessed from lengths, then made exact.

    >>> from fractions import Fraction
    >>> [exponent_of(Fraction(q)) for q in ("0.01", "99.9", "100", "1e-400")]
    [-2, 1, 2, -400]
    """
    k = (q.numerator.bit_length() - q.denominator.bit_length()) * 30103 // 100000
    while rational(10) ** k > q:
        k -= 1
    while rational(10) ** (k + 1) <= q:
        k += 1
    return k


def lcm(a: int, b: int) -> int:
    """Return the least common multiple of two positive ints; `math.lcm` came with Python 3.9.

    >>> lcm(4, 6)
    12
    """
    return a // gcd(a, b) * b


@lru_cache(maxsize=None)
def _compiled(pattern: str) -> Pattern[str]:
    import re

    return re.compile(pattern, re.ASCII)


def _ratio_of_text(text: str, longest: int) -> tuple[int, int]:
    if len(text) > longest:
        raise DataError(f"found {shown(text)}; expected a number of at most {longest:,} characters")
    match = _compiled(_NUMBER).fullmatch(text.strip())
    if match is None:
        is_infinite = _compiled(_NOT_FINITE).fullmatch(text.strip())
        expected = "a finite number" if is_infinite else EXPECTED
        if text.count(",") == 1 and _compiled(_NUMBER).fullmatch(text.strip().replace(",", ".")):
            expected += ", with a point for the comma"
        raise DataError(f"found {shown(text)}; expected {expected}")
    sign, numerator, denominator, whole, decimals, exponent = match.groups("")
    if denominator:
        p, q = _int(numerator), _int(denominator)
        if q == 0:
            raise DataError(f"found {shown(text)}, which divides by zero; expected {EXPECTED}")
    else:
        p, q = _int(whole + decimals), 1
        places = len(decimals) - (_exponent(text, exponent) if exponent else 0)
        if places > 0:
            q = 10**places
        else:
            p *= 10**-places
    common = gcd(p, q)
    return (-p if sign == "-" else p) // common, q // common


def _exponent(text: str, exponent: str) -> int:
    # A short text with a long exponent stands for a number that no machine can hold, so its length
    # is checked before its value is computed.
    digits = exponent.lstrip("+-0") or "0"
    if len(digits) > len(str(LARGEST_EXPONENT)) or int(digits) > LARGEST_EXPONENT:
        raise DataError(
            f"found {shown(text)}; "
            f"expected an exponent between -{LARGEST_EXPONENT} and {LARGEST_EXPONENT}"
        )
    return -int(digits) if exponent[0] == "-" else int(digits)


def _decimal_places(denominator: int) -> int | None:
    """Return the least k for which denominator divides 10^k, or None where there is none."""
    twos = (denominator & -denominator).bit_length() - 1
    rest, fives = denominator >> twos, 0
    while rest % 5 == 0:
        rest //= 5
        fives += 1
    return max(twos, fives) if rest == 1 else None


# Python may refuse to convert ints of more than 640 digits from and to text in one step; longer
# ones are converted in pieces.
_PIECE = 600
_PIECE_BITS = 1_900


def _int(digits: str) -> int:
    if len(digits) <= _PIECE:
        return int(digits)
    low = len(digits) // 2
    above: int = 10**low
    return _int(digits[:-low]) * above + _int(digits[-low:])


def _digits(number: int) -> str:
    if number.bit_length() <= _PIECE_BITS:  # at most 572 digits
        return str(number)
    low = int(number.bit_length() * 0.15)  # about half of its log10(2) = 0.30 digits a bit
    high, rest = divmod(number, 10**low)
    return _digits(high) + _digits(rest).zfill(low)
