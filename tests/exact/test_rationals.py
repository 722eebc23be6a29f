"""Numbers are read and written exactly, to the last digit, and other values are refused."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction
from numbers import Rational

import pytest
from fake_arrays import Single
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import DataError
from perceptron_ref.errors import quote
from perceptron_ref.exact.rationals import (
    exact_text,
    is_number,
    rational,
    rounded_decimal,
    rounded_text,
    short_text,
)

EXPECTED = "expected a number such as 3, -0.5, 1e-3 or 3/7"
EXTREME_EXPONENTS = ["1e1001", "1e-1001", "0e99999", "1e999999999", "1e" + "9" * 5000]
FRACTIONS = st.builds(Fraction, st.integers(-(10**40), 10**40), st.integers(1, 10**20))
# many ints divided by one of these lie halfway between two decimals of the wanted length
DENOMINATORS = st.builds(lambda i, j: 2**i * 10**j, st.integers(0, 3), st.integers(0, 40))


class Ratio:
    """A rational number of a foreign type, like those of packages for exact arithmetic."""

    def __init__(self, numerator, denominator):
        self.numerator, self.denominator = numerator, denominator


Rational.register(Ratio)


class FloatWithPrefix(float):
    """A float whose repr has more than its digits, like floats of array packages."""

    def __repr__(self):
        return f"Float({float(self)})"

    __str__ = __repr__


class PrintsLikeANumber:
    """A value that is not a number, although it prints like one."""

    def __str__(self):
        return "1"


class NamedInt(int):
    """An int that prints a name, like enumerations."""

    def __repr__(self):
        return "<Named>"

    __str__ = __repr__


READ_CASES = """0=0 -0=0 -0.00=0 7=7 +7=7 007=7 -12.5=-25/2 0.97681=97681/100000 .5=1/2 -.5=-1/2
5.=5 1e3=1000 1E+3=1000 -1e-3=-1/1000 2.50e1=25 1.5e-0001=3/20 1e0000000000=1 3/7=3/7 -6/14=-3/7
+4/2=2 0/9=0 0.10000000000000001=10000000000000001/100000000000000000"""
LONG_EXPONENT = "1e" + "0" * 5000 + "1"


@pytest.mark.parametrize(
    "case", [*READ_CASES.split(), "  0.5\t=1/2", f"{LONG_EXPONENT}=10", "1e1000=1" + "0" * 1000]
)
def test_text_is_read_exactly(case):
    """Decimal text and p/q each stand for one rational number in lowest terms."""
    text, expected = case.split("=")
    assert rational(text) == Fraction(expected)
    assert is_number(text)


WRONG_TEXTS = """. - e5 1e 1e1.5 1e+-5 1.2.3 1,5,0 1_000 0x10 --1 .-5 1/-3 1/2/3 1.5/2 1/ /2 1j one
12a \u00b9 \u0663 \u00bd \uff11"""


@pytest.mark.parametrize("text", [*WRONG_TEXTS.split(), "", " ", "1 2", "- 1", "1 / 2"])
def test_other_text_is_not_a_number(text):
    """The error quotes the text, and shows examples of numbers."""
    with pytest.raises(DataError) as caught:
        rational(text)
    assert str(caught.value) == f"found {text!r}; {EXPECTED}"
    assert not is_number(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *[(text, "; expected a finite number") for text in ("nan", " NaN\t", "-nan", "sNaN12")],
        *[(text, "; expected a finite number") for text in ("inf", "-Inf", "+infinity")],
        *[(text, f", which divides by zero; {EXPECTED}") for text in ("0/0", "3/0", "-1/000")],
        *[(text, "; expected an exponent between -1000 and 1000") for text in EXTREME_EXPONENTS],
        ("9" * 100_001, "; expected a number of at most 100,000 characters"),
    ],
)
def test_infinite_and_extreme_numbers_have_their_own_errors(text, message):
    """NaN, infinity, p/0, exponents beyond 1000 or -1000 and long texts have messages of their own;
    `is_number` accepts all of them.
    """
    with pytest.raises(DataError) as caught:
        rational(text)
    assert str(caught.value) == f"found {quote(text)}{message}"
    assert is_number(text)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, Fraction(3)),
        (-(10**50), Fraction(-(10**50))),
        (True, Fraction(1)),
        (NamedInt(7), Fraction(7)),
        (Fraction(-3, 7), Fraction(-3, 7)),
        (Ratio(3, 7), Fraction(3, 7)),
        (Ratio(NamedInt(1), NamedInt(2)), Fraction(1, 2)),
        (Decimal("0.10"), Fraction(1, 10)),
        (Decimal("1E+5"), Fraction(100000)),
        (Decimal("-1E-5"), Fraction(-1, 100000)),
        (0.1, Fraction(1, 10)),
        (-0.0, Fraction(0)),
        (1e-7, Fraction(1, 10**7)),
        (1e23, Fraction(10**23)),
        (5e-324, Fraction(5, 10**324)),
        (0.1 + 0.2, Fraction(30000000000000004, 10**17)),
        (FloatWithPrefix(0.25), Fraction(1, 4)),
        (Single("0.1"), Fraction(1, 10)),
        (Single("1e-05"), Fraction(1, 10**5)),
    ],
)
def test_every_kind_of_rational_is_read_exactly(value, expected):
    """Ints, Fractions, Decimals, floats and numbers of other libraries become exact Fractions.

    A float stands for the decimal that it prints.
    """
    assert rational(value) == expected
    assert type(rational(value)) is Fraction
    assert type(rational(value).numerator) is type(rational(value).denominator) is int


NOT_FINITE = [float("nan"), float("inf"), float("-inf"), FloatWithPrefix("inf"), Decimal("NaN")]
NOT_FINITE += [Decimal("-sNaN7"), Decimal("Infinity"), Single("nan")]
NOT_NUMBERS = [None, b"1", [1], (1, 2), 1j, {}, object, Single("one"), PrintsLikeANumber()]


@pytest.mark.parametrize(
    ("value", "expected"),
    [(value, "expected a finite number") for value in NOT_FINITE]
    + [(value, EXPECTED) for value in NOT_NUMBERS],
)
def test_other_values_are_refused(value, expected):
    """NaN, infinity and values of other types are refused.

    The errors for NaN and infinity say "finite".
    """
    with pytest.raises(DataError, match=f"^found .*; {expected}$"):
        rational(value)


@given(st.floats(allow_nan=False, allow_infinity=False), st.decimals(allow_nan=False))
def test_a_float_becomes_its_decimal_and_a_decimal_keeps_its_value(value, decimal):
    """A float stands for the decimal in its repr, and a Decimal keeps all its digits."""
    assert rational(value) == rational(repr(value)) == Fraction(repr(value))
    assert decimal.is_infinite() or rational(decimal) == Fraction(decimal)


EXACT_TEXTS = "0 5 -120 0.5 -0.375 0.001 0.97681 123.45 1/3 -22/7 1/6 1.4 0.109375"


@pytest.mark.parametrize("text", [*EXACT_TEXTS.split(), "-1" + "0" * 30, "0." + "0" * 24 + "1"])
def test_exact_text_is_a_finite_decimal_or_a_ratio(text):
    """A number is shown as a decimal if it has a finite one, and otherwise as p/q."""
    assert exact_text(Fraction(text)) == text


@given(
    FRACTIONS
    | st.builds(lambda p, a, b: Fraction(p, 2**a * 5**b), st.integers(), *[st.integers(0, 60)] * 2)
)
def test_exact_text_reads_back(q):
    """rational(exact_text(q)) equals q.

    The text is a decimal if the denominator has no prime factors but 2 and 5.
    """
    text = exact_text(q)
    assert rational(text) == q
    rest = q.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    assert ("/" in text) == (rest != 1)
    assert not text.startswith(("+", ".", "-.")) and ("." not in text or text[-1] != "0")


@pytest.mark.ci
def test_a_million_digits_are_read():
    """A caller can raise the limit of 100,000 characters.

    The recursion that reads long ints is not too deep for a million digits.
    """
    assert rational("1" + "0" * 10**6, longest=2 * 10**6) == 10**10**6


@pytest.mark.parametrize("digits", [600, 601, 4301, 12345])
def test_numbers_of_thousands_of_digits_are_read_and_written(digits):
    """Python's limit for the digits of ints, 4,300, does not apply to ints, decimals and p/q."""
    text = ("123456789" * digits)[:digits]
    number = 0
    for digit in text:
        number = 10 * number + int(digit)
    assert rational(text) == number and exact_text(-number) == "-" + text
    assert exact_text(Fraction(number, 10**digits)) == ("0." + text).rstrip("0")
    assert rational("0." + text) == Fraction(number, 10**digits)
    assert rational(f"{text}/3") == Fraction(number, 3)
    assert exact_text(Fraction(1, 3 * number)) == f"1/{exact_text(3 * number)}"
    zeros = "0" * (digits - digits // 2 - 1)
    assert exact_text(10**digits + 7 * 10 ** (digits // 2)).strip("0") == f"1{zeros}7"


@pytest.mark.parametrize(
    ("q", "text"),
    [
        (Fraction(-7, 4), "-1.75"),
        (10**23, "1" + "0" * 23),
        (10**24, "about 1E+24"),
        (-(10**24), "about -1E+24"),
        (-(10**22) - 1, "-10000000000000000000001"),
        (10**24 + 1, "about 1E+24"),
        (Fraction(10**30 + 1, 3), "about 3.33333333333E+29"),
        (Fraction(-2 * 10**30, 3), "about -6.66666666667E+29"),
        (Fraction(10**11, 10**11 + 1), "about 0.99999999999"),
        (Fraction(10**13, 10**13 + 1), "about 1"),
        (Fraction(1, 2 * 10**40), "about 5E-41"),
        (Fraction(999999999999999, 10**40), "about 1E-25"),
        (Fraction(1, 7 * 10**400), "about 1.42857142857E-401"),
    ],
)
def test_more_than_24_characters_become_about_12_digits(q, text):
    """Zeros after the last nonzero digit of a rounded decimal are left out."""
    assert short_text(q) == text


def test_short_text_takes_a_length_and_a_number_of_digits():
    """A number of at most `max_length` characters is exact; a longer one is rounded to `digits`
    significant digits.
    """
    text_by_limits = {
        (5, 3): "12345",
        (4, 3): "about 1.23E+4",
        (4, 1): "about 1E+4",
        (4, 6): "about 12345",
    }
    assert {limits: short_text(12345, *limits) for limits in text_by_limits} == text_by_limits


@pytest.mark.parametrize(
    ("q", "text"),
    [
        (Fraction(2999, 10_000), "0.3"),
        (Fraction(1, 8), "0.125"),
        (Fraction(2, 3), "0.667"),
        (Fraction(180), "180"),
        (Fraction(1999, 10), "200"),
        (Fraction("1.01499999"), "1.01"),  # rounded only once: by way of 1.015 it would become 1.02
        (
            Fraction("1.025") + Fraction(1, 10**9),
            "1.03",
        ),  # just above the tie 1.025, which itself becomes 1.02
        (Fraction(1800), "1.8E+3"),
    ],
)
def test_rounded_text_has_at_most_the_requested_digits(q, text):
    """Zeros after the last nonzero digit are left out, except before the decimal point."""
    assert rounded_text(q, 3) == text


@given(FRACTIONS | st.builds(Fraction, st.integers(-999, 999), DENOMINATORS), st.integers(1, 30))
def test_a_rounded_decimal_is_the_quotient_of_two_decimals(q, digits):
    """`rounded_decimal` rounds like the module `decimal`: halves to the even digit."""
    quotient = Context(prec=digits).divide(Decimal(q.numerator), Decimal(q.denominator))
    assert str(rounded_decimal(q, digits)) == str(quotient)
