"""Texts and numbers in a picture: their language, their SVG, and their width.

The language is English, unless `set_translation` sets another. `translate` translates sentences
before they are broken into lines. Callers shorten names before they put them into a sentence.
`plain_svg` and `math_svg` also translate their argument, unless it is already a `TranslatedText`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from html import unescape

from ..exact.rationals import exact_text, rounded_text

_MAX_NUMBER_LENGTH = 8  # characters; a longer number is rounded

_translation: Callable[[str], str] = str
# control characters, and others that XML or a line of text cannot hold
_UNSAFE_CHARACTERS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_VECTOR = re.compile(r"(?<![A-Za-z_{])[wx](?=_[A-Za-z{]|(?![A-Za-z0-9_(]))")
_FORMULA_LETTER = re.compile(r"(?<![A-Za-z_{&])[TNRbdhntwxy\u03b7\u03c1](?![A-Za-z0-9;])")
_SUBSCRIPT = re.compile(r"_(?:\{([^}]*)\}|(\w))([^_]*)")

# the width of a character in pixels, in the widest of the usual fonts
_NORMAL_WIDTH, _WIDE_WIDTH = 8, 14  # of other characters, before and from U+0300
_CHARACTERS_OF_WIDTH = {
    6: " .,:;()[]{}'|!/fijlrtI\u00b7",
    9: "0123456789",
    11: "ABCDEFGHJKLNOPQRSTUVXYZ+-<=>_~\u2212\u2248\u2264\u2265\u221a\u03b7\u03c1&",
    14: "mwMW@%\u2026",
}
_WIDTH_OF = {
    character: width
    for width, characters in _CHARACTERS_OF_WIDTH.items()
    for character in characters
}
_LINE_BREAK = re.compile(
    "(?<!=)(?= (?!=))"
    "|(?<=[\u3001\u3002\u4e00-\u9fff\uff01\uff09\uff0c\uff1a\uff1b\uff1f])"
    "(?=[\u300c\u4e00-\u9fff\uff08])"
)


class TranslatedText(str):
    """A text in the reader's language."""

    __slots__ = ()


class PlainText(str):
    """A text without formulas, in which an underscore is a part of a name."""

    __slots__ = ()


def set_translation(translation: Callable[[str], str] | None) -> None:
    """Set the function that translates the texts of all later pictures; None for English."""
    global _translation
    _translation = translation or str


def translate(text: str) -> TranslatedText:
    """Return a text in the reader's language; a `TranslatedText` stays as it is.

    >>> set_translation(lambda text: {"no mistake": "keine Fehler"}[text])
    >>> translate("no mistake"), translate(translate("no mistake"))
    ('keine Fehler', 'keine Fehler')
    >>> set_translation(None)
    >>> translate("no mistake")
    'no mistake'
    """
    return text if isinstance(text, TranslatedText) else TranslatedText(_translation(text))


def plain_svg(text: str) -> str:
    """Translate a text, and return it as the content of an SVG element."""
    return escape_xml(translate(text))


def escape_xml(text: str) -> str:
    """Return a text escaped for XML.

    A control character, or any other that XML or a line of text cannot hold, becomes U+FFFD.

    >>> escape_xml("a < b & c")
    'a &lt; b &amp; c'
    """
    valid = _UNSAFE_CHARACTERS.sub("\ufffd", text).replace("&", "&amp;")
    return valid.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def math_svg(text: str) -> str:
    """Translate a text, and return it as SVG with bold vectors, italic letters and subscripts.

    A subscript is a single character after an underscore, or any text in braces, as in w_{t+1}. A w
    or x is a vector if its subscript is a letter or in braces, or if neither a subscript nor an
    opening parenthesis follows; x_0 is not. Every underscore begins a subscript, so use `plain_svg`
    for the names of strategies and files.

    >>> math_svg("w_t")
    '<tspan class="vector">w</tspan><tspan class="letterindex" dy="3">t</tspan>'
    >>> math_svg("T = 3")
    '<tspan class="letter">T</tspan> = 3'
    """
    lettered = _FORMULA_LETTER.sub(_letter_or_vector, escape_xml(translate(text)))
    return _SUBSCRIPT.sub(_replace_subscript, lettered)


def _letter_or_vector(match: re.Match[str]) -> str:
    """Return a letter of a formula, bold if it is a vector."""
    if _VECTOR.match(match.string, match.start()):
        return f'<tspan class="vector">{match[0]}</tspan>'
    return letter_svg(match[0])


def _replace_subscript(match: re.Match[str]) -> str:
    """Return a match of `_SUBSCRIPT` as SVG: the subscript, and the text after it."""
    return _subscript_svg(match[1] or match[2], match[3])


def _subscript_svg(subscript: str, rest: str) -> str:
    """Return a subscript as SVG, and the text after it, which is on the baseline again."""
    rest = re.sub("^ ", "\xa0", rest)  # some viewers drop a space at the beginning
    raised_rest = f'<tspan dy="-3">{rest}</tspan>' if rest else ""
    css_class = "index" if subscript.isdigit() else "letterindex"
    return f'<tspan class="{css_class}" dy="3">{subscript}</tspan>{raised_rest}'


def component_svg(name: str, subscript: str, rest: str = "") -> str:
    """Return a component of a vector, such as x_10, and the SVG that follows it.

    >>> component_svg("x", "1")
    '<tspan class="letter">x</tspan><tspan class="index" dy="3">1</tspan>'
    """
    return letter_svg(name) + _subscript_svg(subscript, rest)


def letter_svg(name: str) -> str:
    """Return a letter of a formula in italics; it is not a vector."""
    return f'<tspan class="letter">{name}</tspan>'


def text_width(content: str) -> int:
    """Return an upper estimate of the width of a text, in pixels, for the usual fonts.

    Args:
        content: The text, from `plain_svg` or `math_svg`.

    >>> text_width("age"), text_width("&lt;"), text_width("\u5e74")
    (24, 11, 14)
    """
    visible = unescape(re.sub("<[^>]*>", "", content))
    return sum(_WIDTH_OF.get(c, _NORMAL_WIDTH if c < "\u0300" else _WIDE_WIDTH) for c in visible)


def shorten_to_width(text: str, width: int) -> str:
    """Return a text; if it is wider than `width` pixels, it is cut and ends in an ellipsis.

    >>> shorten_to_width("annual_salary", 150), shorten_to_width("annual_salary", 80)
    ('annual_salary', 'annual_s…')
    """
    if text_width(escape_xml(text)) <= width:
        return text
    beginning = text[: width // 4]
    while beginning and text_width(escape_xml(f"{beginning}\u2026")) > width:
        beginning = beginning[:-1]
    return type(text)(f"{beginning}\u2026")


def wrap_lines(text: str, width: int) -> list[TranslatedText]:
    """Return a sentence in lines, each at most `width` pixels wide if its words allow it.

    A line may end at a space or between Chinese characters, but not next to an equals sign, and no
    line begins with a full stop.

    >>> wrap_lines("w = (1, 2): no mistake", 105)
    ['w = (1, 2):', 'no mistake']
    """
    hidden_characters = "(?!)" if isinstance(text, PlainText) else "[_{}]"
    lines: list[str] = []
    for word in _LINE_BREAK.split(translate(text)):
        extended_line = lines[-1] + word if lines else word
        if lines and text_width(escape_xml(re.sub(hidden_characters, "", extended_line))) <= width:
            lines[-1] = extended_line
        else:
            lines.append(word.lstrip(" "))
    return [TranslatedText(line) for line in lines]


def format_number(q: Fraction | int, digits: int = 5) -> str:
    """Return a number as text: in full if this is short, else rounded to `digits` digits.

    >>> [format_number(q) for q in (Fraction(-33, 2), Fraction(10**6, 37), 3 * 10**30)]
    ['−16.5', '≈27027', '3e30']
    """
    text = exact_text(q)
    if len(text) > _MAX_NUMBER_LENGTH:
        text = rounded_text(q, digits)
        sign = "" if Fraction(text) == q else "\u2248"
        text = sign + text.replace("E+", "e").replace("E", "e")
    return with_minus_signs(text)


def format_with_equals_sign(q: Fraction | int) -> str:
    """Return " = " and a number, or " ≈ " and the number if the text is rounded.

    >>> format_with_equals_sign(Fraction(1, 2)), format_with_equals_sign(Fraction(10**9, 3))
    (' = 0.5', ' ≈ 3.3333e8')
    """
    text = format_number(q)
    return f" \u2248 {text[1:]}" if text[0] == "\u2248" else f" = {text}"


def with_minus_signs(text: str) -> str:
    """Return a text with minus signs in place of hyphens."""
    return text.replace("-", "\u2212")


def format_vector(entries: Sequence[Fraction | int], max_entries: int = 5) -> str:
    """Return (w_0, w_1, ...) as text, with at most `max_entries` entries.

    >>> format_vector([1, Fraction(1, 2)], max_entries=2), format_vector(range(9), max_entries=3)
    ('(1, 0.5)', '(0, 1, 2, …)')
    """
    texts = [format_number(entry) for entry in entries[:max_entries]] + ["\u2026"] * (
        len(entries) > max_entries
    )
    return f"({', '.join(texts)})"
