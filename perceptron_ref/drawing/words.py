"""Words and numbers in a picture: their width, and how they are made to fit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from html import unescape

from ..exact.rationals import exact_text, in_digits
from .language import Said, said
from .svg import escaped

_LONGEST_NUMBER = 8  # characters in full

# Pixels of a character at the size of all text, in the widest of the usual fonts.
_NORMAL, _CHINESE = 8, 14
_OTHERS = {
    6: " .,:;()[]{}'|!/fijlrtI\u00b7",
    9: "0123456789",
    11: "ABCDEFGHJKLNOPQRSTUVXYZ+-<=>_~\u2212\u2248\u2264\u2265\u221a\u03b7\u03c1&",
    14: "mwMW@%\u2026",
}
_PIXELS = {character: pixels for pixels, all_ in _OTHERS.items() for character in all_}
_BREAK = re.compile(
    "(?= )"
    "|(?<=[\u3001\u3002\u4e00-\u9fff\uff01\uff09\uff0c\uff1a\uff1b\uff1f])"
    "(?=[\u300c\u4e00-\u9fff\uff08])"
)


def extent(content: str) -> int:
    """Return the pixels that a text takes at most, in any font that a reader is likely to have.

    content: as `plain` or `marked` makes it.

    >>> extent("age"), extent("&lt;"), extent("\u5e74")
    (24, 11, 14)
    """
    shown = unescape(re.sub("<[^>]*>", "", content))
    return sum(_PIXELS.get(c, _NORMAL if c < "\u0300" else _CHINESE) for c in shown)


def fitted(words: str, width: int) -> str:
    """Return the text, cut short with an ellipsis where it takes more than `width` pixels.

    >>> fitted("annual_salary", 150), fitted("annual_salary", 80)
    ('annual_salary', 'annual_s…')
    """
    if extent(escaped(words)) <= width:
        return words
    kept = words[: width // 4]
    while kept and extent(escaped(f"{kept}\u2026")) > width:
        kept = kept[:-1]
    return type(words)(f"{kept}\u2026")


def lines(words: str, width: int) -> list[Said]:
    """Return a sentence in as many lines as it needs, none wider than `width` pixels.

    A line may end at a space, and between Chinese characters, but none begins with a full stop.

    >>> lines("w = (1, 2): no mistake", 105)
    ['w = (1, 2):', 'no mistake']
    """
    done: list[str] = []
    for word in _BREAK.split(said(words)):
        longer = done[-1] + word if done else word
        if done and extent(escaped(re.sub("[_{}]", "", longer))) <= width:
            done[-1] = longer
        else:
            done.append(word.lstrip(" "))
    return [Said(line) for line in done]


def number(q: Fraction | int, digits: int = 5) -> str:
    """Return a number for a picture: in full if that is short, else to that many digits.

    >>> number(Fraction(-33, 2)), number(Fraction(10**6, 37)), number(3 * 10**30)
    ('−16.5', '≈27027', '3e30')
    """
    text = exact_text(q)
    if len(text) > _LONGEST_NUMBER:
        text = in_digits(q, digits)
        about = "" if Fraction(text) == q else "\u2248"
        text = about + text.replace("E+", "e").replace("E", "e")
    return typeset(text)


def equals(q: Fraction | int) -> str:
    """Return a number behind " = ", or " ≈ " if it is shown rounded.

    >>> equals(Fraction(1, 2)), equals(Fraction(10**9, 3))
    (' = 0.5', ' ≈ 3.3333e8')
    """
    shown = number(q)
    return f" \u2248 {shown[1:]}" if shown[0] == "\u2248" else f" = {shown}"


def typeset(digits: str) -> str:
    """Return the text of a number with minus signs in the place of hyphens."""
    return digits.replace("-", "\u2212")


def vector(entries: Sequence[Fraction | int], most: int = 5) -> str:
    """Return (w_0, w_1, ...), with at most that many entries.

    >>> vector([1, Fraction(1, 2)], most=2), vector(range(9), most=3)
    ('(1, 0.5)', '(0, 1, 2, …)')
    """
    shown = [number(entry) for entry in entries[:most]] + ["\u2026"] * (len(entries) > most)
    return f"({', '.join(shown)})"
