"""Words and numbers in a picture: their language, their form in SVG, and how they fit.

The language is English, unless `speak` puts another in its place. All words pass through `said`
before they are measured, broken into lines, and drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from html import unescape

from ..exact.rationals import exact_text, rounded_text

_LONGEST_NUMBER = 8  # characters in full

_translate: Callable[[str], str] = str
# what XML or a line of text cannot hold
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_VECTOR = re.compile(r"(?<![A-Za-z_{])[wx](?=_[A-Za-z{]|(?![A-Za-z0-9_(]))")
_LETTER = re.compile(r"(?<![A-Za-z_{&])[TNRbdhntwxy\u03b7\u03c1](?![A-Za-z0-9;])")
_INDEX = re.compile(r"_(?:\{([^}]*)\}|(\w))([^_]*)")

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


class Said(str):
    """Words in the language of the reader."""

    __slots__ = ()


def speak(translate: Callable[[str], str] | None) -> None:
    """Make all pictures drawn from now on say `translate(words)` for their English words; None for
    English.
    """
    global _translate
    _translate = translate or str


def said(words: str) -> Said:
    """Return words in the language of the reader; those that are in it already stay as they are.

    >>> speak(lambda words: {"no mistake": "keine Fehler"}[words])
    >>> said("no mistake"), said(said("no mistake"))
    ('keine Fehler', 'keine Fehler')
    >>> speak(None)
    >>> said("no mistake")
    'no mistake'
    """
    return words if isinstance(words, Said) else Said(_translate(words))


def plain(words: str) -> str:
    """Return words, in the language of the reader, in the form that SVG needs."""
    return escaped(said(words))


def escaped(text: str) -> str:
    """Return any text in the form that SVG needs; what XML cannot hold becomes U+FFFD.

    >>> escaped("a < b & c")
    'a &lt; b &amp; c'
    """
    fit = _UNFIT.sub("\ufffd", text).replace("&", "&amp;")
    return fit.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def marked(words: str) -> str:
    """Return the package's own words set as formulas: vectors bold, letters in italics, indices, as
    in w_t or w_{t+1}, lowered.

    A vector is w or x without an index, or with one that is a letter or in braces: x_0 is none.

    >>> marked("w_t")
    '<tspan class="vector">w</tspan><tspan class="letterindex" dy="3">t</tspan>'
    >>> marked("T = 3")
    '<tspan class="letter">T</tspan> = 3'
    """
    lettered = _LETTER.sub(_set_letter, escaped(said(words)))
    return _INDEX.sub(_lowered, lettered)


def _set_letter(found: re.Match[str]) -> str:
    """Return a letter of a formula, bold where it is a vector."""
    if _VECTOR.match(found.string, found.start()):
        return f'<tspan class="vector">{found[0]}</tspan>'
    return letter(found[0])


def _lowered(found: re.Match[str]) -> str:
    """Return an index, and behind it what is at the height of the line again."""
    return _index(found[1] or found[2], found[3])


def _index(index: str, rest: str) -> str:
    rest = re.sub("^ ", "\xa0", rest)  # some viewers leave out a blank that comes first
    back = f'<tspan dy="-3">{rest}</tspan>' if rest else ""
    kind = "index" if index.isdigit() else "letterindex"
    return f'<tspan class="{kind}" dy="3">{index}</tspan>{back}'


def component(name: str, index: str, rest: str = "") -> str:
    """Return a component of a vector, such as x_10, and what follows it, as `plain` makes it.

    >>> component("x", "1")
    '<tspan class="letter">x</tspan><tspan class="index" dy="3">1</tspan>'
    """
    return letter(name) + _index(index, rest)


def letter(name: str) -> str:
    """Return a letter of a formula that is no vector."""
    return f'<tspan class="letter">{name}</tspan>'


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
        text = rounded_text(q, digits)
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
