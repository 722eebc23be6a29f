"""The limits of what is read, each with its reason: the work that a file causes.

One product of numbers of k digits takes some k^2 steps, and a pass takes one for every number of
the set; so the common denominator, which all numbers get, may be long where there are few.
"""

from __future__ import annotations

from math import isqrt

from ..errors import DataError, shown

# Of a number
LONGEST_NUMBER = 1_000  # characters in a cell or an option; a float has 341 decimals at most
LARGEST_EXPONENT = 1_000  # of 10: floats reach 308 and -324
LONGEST_TEXT = 100_000  # characters of any number in text: what a saved weight can have, and more

# Of all numbers together
MOST_DIGITS = 5_000  # of the common denominator: fractions of denominators to 10,000 take 4,349
MOST_WORK = 20_000_000_000  # numbers times the square of these digits: a pass takes a second
SHORT = 40  # digits that are never too many: products of so few take hardly longer than of one
MOST_WORK_OF_A_MODEL = 10 * MOST_WORK  # a weight has twice the digits of the data, and more

# Of a file
LONGEST_LINE = 5_000_000  # characters, so that a file without line ends is not read into memory
MOST_FEATURES = 1_000_000  # of a libsvm file, as weights and names are that many, zeros or not
MOST_NUMBERS = 100_000_000  # of dense rows, zeros counted: some 0.8 GB of references

# Of data made to order
MOST_MADE = 10_000_000  # numbers, which take some seconds


def check_denominator(
    scale: int,
    numbers: int,
    number: object,
    longest: int = MOST_DIGITS,
    work: int = MOST_WORK,
    place: str = "",
) -> None:
    """Raise DataError for a common denominator too long for so many numbers, as `number` made it.

    longest: the digits that it may have where the numbers are few. work: numbers times the square
    of the digits that are not too many. place: where that number is.
    """
    digits = scale.bit_length() * 30103 // 100_000 + 1  # exactly, or one too many
    most = min(longest, max(SHORT, isqrt(work // max(numbers, 1))))
    if digits > most:
        counted = f"{numbers:,} numbers" if numbers > 1 else "1 number"
        raise DataError(
            f"{place and f'{place}: '}found {shown(number)}, with which the common denominator of "
            f"{counted} has {digits:,} digits; expected at most {most:,}: "
            "write it with fewer digits, or leave it out"
        )
