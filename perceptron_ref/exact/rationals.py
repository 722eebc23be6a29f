"""Exact rational numbers: read from text and floats, written in full, rounded or with a noun;
square roots."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact
from fractions import Fraction
from math import isqrt
from numbers import Rational, Real

from ..errors import DataError, quote
from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

__all__ = ["exact_text", "rational"]

MAX_NUMBER_LENGTH = 100_000  # characters of a number as text, such as a weight of a saved model
MAX_LISTED_FEATURES = 1_000  # with more features, JSON lists only the nonzero weights
ROOT_BITS = 64  # of an irrational square root: a float has 53, and a picture shows far fewer
_DIGITS_PER_PIECE = 600  # of a long int; Python may refuse to convert more than 640 in one step
_PIECE_BASE = 10**_DIGITS_PER_PIECE
_EXPECTED = "a number such as 3, -0.5, 1e-3 or 3/7"

_NUMBER = (  # compiled at the first text that is not a plain decimal, because compiling takes time
    r"(?a)(?P<sign>[+-]?)(?:(?P<numerator>\d+)/(?P<denominator>\d+)|(?=\.?\d)(?P<whole>\d*)"
    r"(?:\.(?P<decimals>\d*))?(?:[eE](?P<exponent_sign>[+-]?)(?=\d)0*(?P<exponent>\d*))?"
    r"|(?P<infinite>(?i:s?nan\d*|inf(?:inity)?)))"
)
WITH_THOUSANDS = r"(?a)[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?"  # commas as in 1,234.5


def rational(value: object, longest: int = MAX_NUMBER_LENGTH) -> Fraction:
    """Return `value` as an exact number.

    Args:
        value: An int, Fraction or other Rational; a Decimal; decimal text or "p/q"; a float or
            other Real, which is read as the decimal that Python prints for it.
        longest: The most characters that text may have.

    Raises:
        DataError: For NaN, infinity, longer text, text of another form, a division by zero, an
            exponent beyond 1000 or -1000, and any other object.

    >>> rational(0.1), rational("1e-1"), rational("-3/7")
    (Fraction(1, 10), Fraction(1, 10), Fraction(-3, 7))
    """
    if type(value) is Fraction:
        return value
    if isinstance(value, float):
        value = float.__repr__(value)  # a subclass may print more than the number
    if not isinstance(value, str):
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        if is_numpy_bool(value):
            return Fraction(bool(value))
        if not isinstance(value, (Real, Decimal)):
            raise DataError(f"found {quote(value)}; expected {_EXPECTED}")
        value = str(value)
    text, problem, expected = value.strip(), "", _EXPECTED
    if len(value) <= longest and _is_plain_decimal(text):
        whole, _, decimals = text.partition(".")
        p = _parse_long_int((whole + decimals).lstrip("+-"))
        return Fraction(-p if text[0] == "-" else p, 10 ** len(decimals))
    match = re.fullmatch(_NUMBER, text) if len(value) <= longest else None
    if len(value) > longest:
        expected = f"a number of at most {longest:,} characters"
    elif match is None:
        if re.fullmatch(WITH_THOUSANDS, text) or is_number(text.replace(",", ".")):
            expected += ", with a decimal point and no thousands separators"
    elif match["infinite"]:
        expected = "a finite number"
    elif len(match["exponent"] or "") > 3 and match["exponent"] != "1000":
        expected = "an exponent between -1000 and 1000"  # floats have exponents from -324 to 308
    else:
        sign, numerator, denominator, whole, decimals, exponent_sign, exponent, _ = match.groups("")
        p, q = _parse_long_int(numerator or whole + decimals), _parse_long_int(denominator or "1")
        power = int(exponent_sign + (exponent or "0")) - len(decimals)
        p, q = (p * 10**power, q) if power >= 0 else (p, q * 10**-power)
        if q:
            return Fraction(-p if sign == "-" else p, q)
        problem = ", which divides by zero"
    raise DataError(f"found {quote(value)}{problem}; expected {expected}")


def checked_rational(value_name: str, value: object) -> Fraction:
    """Return the number that `rational` reads.

    Args:
        value_name: The name of the value, with which an error begins.
        value: See `rational`.

    Raises:
        DataError: If `rational` refuses the value.

    >>> checked_rational("x0", "0.5")
    Fraction(1, 2)
    """
    try:
        return rational(value)
    except DataError as error:
        raise DataError(f"{value_name}: {error}") from None


def is_numpy_bool(value: Any) -> bool:
    """Tell whether the value is NumPy's True or False, which are not numbers to Python."""
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    return kind == "b" and getattr(value, "shape", ()) == ()


def is_number(text: str) -> bool:
    """Tell whether a text has the form of a number; "nan" and "inf" count as numbers.

    >>> is_number(" -1e-3"), is_number("nan"), is_number("setosa")
    (True, True, False)
    """
    text = text.strip()
    if _is_plain_decimal(text):
        return True
    is_word = text[:1].isalpha() and text[0] not in "iInNsS"  # as in infinity, nan and snan
    return not is_word and re.fullmatch(_NUMBER, text) is not None


def _is_plain_decimal(text: str) -> bool:
    """Tell whether a text is a decimal without an exponent, such as -12.5, in ASCII."""
    unsigned = text[1:] if text[:1] in ("+", "-") else text
    return text.isascii() and unsigned.replace(".", "", 1).isdigit()


def exact_text(q: Fraction | int) -> str:
    """Return q in full: as a decimal if that is finite, else as "numerator/denominator".

    >>> from fractions import Fraction
    >>> exact_text(Fraction(-3, 8)), exact_text(Fraction(1, 3)), exact_text(5)
    ('-0.375', '1/3', '5')
    """
    sign, numerator, denominator = "-" if q < 0 else "", abs(q.numerator), q.denominator
    places = denominator.bit_length() - 1  # 2^a 5^b >= 2^max(a, b), so it divides 10^places
    shifted, remainder = divmod(numerator * 10**places, denominator)
    if remainder:
        return f"{sign}{_format_long_int(numerator)}/{_format_long_int(denominator)}"
    digits = _format_long_int(shifted).zfill(places + 1)
    decimals = digits[len(digits) - places :].rstrip("0")
    return f"{sign}{digits[: len(digits) - places]}{'.' if decimals else ''}{decimals}"


def weights_for_json(
    w: Sequence[Any], convert: Callable[[Any], object] = exact_text
) -> list[object] | dict[str, object]:
    """Return the weights for JSON: a list; for d > 1,000 a dict of the nonzeros by their indices.

    Args:
        w: 1 + d weights.
        convert: A function that returns the JSON value of a weight.

    >>> weights_for_json([rational("1/3"), rational(0)]), weights_for_json([0, 7] + [0] * 1000, int)
    (['1/3', '0'], {'1': 7})
    """
    if len(w) <= 1 + MAX_LISTED_FEATURES:
        return [convert(w_i) for w_i in w]
    return {str(i): convert(w_i) for i, w_i in enumerate(w) if w_i}


def short_text(q: Fraction | int, max_length: int = 24, digits: int = 12) -> str:
    """Return q as text for readers: in full if that is short, else "about" and q rounded.

    Args:
        q: A number.
        max_length: The most characters of q in full.
        digits: The number of significant digits of a rounded q.

    >>> from fractions import Fraction
    >>> short_text(Fraction(-7, 4)), short_text(Fraction(10**30 + 1, 3))
    ('-1.75', 'about 3.33333333333E+29')
    """
    text = exact_text(q)
    return text if len(text) <= max_length else f"about {rounded_text(q, digits)}"


def count_with_noun(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun, in the plural unless the number is 1.

    Args:
        number: A count, 0 or more.
        noun: The noun in the singular.
        plural: The plural if it is not the noun with an s.

    >>> count_with_noun(1, "update"), count_with_noun(2000, "visit")
    ('1 update', '2,000 visits')
    >>> count_with_noun(0, "class", "classes")
    '0 classes'
    """
    text = f"{number:,}" if number < _PIECE_BASE else short_text(number)
    return f"{text} {noun_for_count(number, noun, plural)}"


def noun_for_count(number: int, noun: str, plural: str | None = None) -> str:
    """Return a noun, in the plural unless the number is 1; see `count_with_noun`.

    >>> noun_for_count(1, "line"), noun_for_count(2, "line")
    ('line', 'lines')
    """
    return noun if number == 1 else plural or f"{noun}s"


def rounded_text(q: Fraction | int, digits: int) -> str:
    """Return q rounded to `digits` significant digits, without zeros at the end.

    >>> rounded_text(rational("2/3"), 3), rounded_text(rational("1e-400"), 3), rounded_text(180, 6)
    ('0.667', '1E-400', '180')
    """
    rounded = rounded_decimal(q, digits).normalize(Context(prec=digits))  # 180 becomes 1.8E+2
    return f"{rounded:f}" if 0 <= rounded.adjusted() < digits else str(rounded)


def rounded_decimal(q: Fraction | int, digits: int) -> Decimal:
    """Return q as a Decimal of at most `digits` significant digits; ties round to the even digit.

    The Decimal has no zeros at the end of its decimals unless q was rounded.

    >>> rounded_decimal(Fraction(2, 3), 3), rounded_decimal(Fraction(5, 2), 3)
    (Decimal('0.667'), Decimal('2.5'))
    """
    # First cut q to a few digits: PyPy's `decimal` cannot hold an int of more than 4,300 digits.
    numerator, denominator = q.numerator, q.denominator
    bits = abs(numerator).bit_length() - denominator.bit_length()
    power = bits * 30103 // 100000  # about log10 |q|, because log10 2 is about 0.30103
    shift = digits + 2 - power  # leaves at least one digit more than `digits`
    leading_digits, remainder = divmod(
        abs(numerator) * 10 ** max(shift, 0), denominator * 10 ** max(-shift, 0)
    )
    # Append a 1 if digits were cut off. Otherwise a number just above a tie would count as a tie.
    leading_digits = 10 * leading_digits + bool(remainder)
    context = Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)
    rounded = context.scaleb(
        Decimal(leading_digits if numerator > 0 else -leading_digits), -shift - 1
    )
    # 0 + 1.8E+2 is 180, without decimals
    return rounded if context.flags[Inexact] else context.add(0, context.normalize(rounded))


def square_root(square: Fraction | int, bits: int = ROOT_BITS) -> Fraction:
    """Return sqrt(square): exact if it is rational, else rounded down to at least `bits` bits.

    Args:
        square: A number >= 0 of any size.
        bits: The fewest bits of an irrational root.

    >>> square_root(Fraction(9, 4)), float(square_root(2))
    (Fraction(3, 2), 1.4142135623730951)
    """
    p, q = square.numerator, square.denominator  # sqrt(p/q) = sqrt(p q) / q
    shift = max(0, bits - (p * q).bit_length() // 2)
    return Fraction(isqrt(p * q << 2 * shift), q << shift)


def _parse_long_int(digits: str) -> int:
    if len(digits) <= _DIGITS_PER_PIECE:
        return int(digits)
    # the number of pieces in the last half of the digits, rounded
    pieces = (len(digits) + _DIGITS_PER_PIECE - 1) // (2 * _DIGITS_PER_PIECE)
    low_digits = _DIGITS_PER_PIECE * pieces
    high_part: int = _parse_long_int(digits[:-low_digits]) * _PIECE_BASE**pieces
    return high_part + _parse_long_int(digits[-low_digits:])


def _format_long_int(number: int) -> str:
    low_digits = ""
    while number >= _PIECE_BASE:
        number, remainder = divmod(number, _PIECE_BASE)
        low_digits = f"{remainder:0{_DIGITS_PER_PIECE}}{low_digits}"
    return f"{number}{low_digits}"
