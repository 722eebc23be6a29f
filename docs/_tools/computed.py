"""Words that a page computes, in pictures and table cells, in the language of the page.

"Update 3 corrects example 7." is looked up as "Update {0} corrects example {1}.": numbers and
vectors become numbered gaps, which are filled again afterwards. A paragraph is looked up sentence
by sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from perceptron_ref.drawing.typography import set_translation, translate

from .texts import HAN, KEPT, STAYS

_NUMBER = r"(?:(?<![\w)])[-+\u2212\u2248])?\d+(?:,\d{3})*(?:\.\d+)?(?:e-?\d+)?(?:/\d+)?"
_ENTRY = rf"(?:{_NUMBER}|\u2026|\.\.\.)"
_GAP = re.compile(
    rf"(?P<kept>{STAYS}|\^\d|(?<== )[-+\u2212]1\b(?![./]\d))"
    rf"|\({_ENTRY}(?:,[ \u00a0]{_ENTRY})+\)|{_NUMBER}"
)
_FILLED = re.compile(rf"{STAYS}|\{{(?P<gap>\d+)\}}")
_WORD = re.compile("[A-Za-z]{2}")
_SENTENCE = re.compile(r"(?<=[^\s.][.!?]) (?=[^\s.])")
_FULL_STOPS = "\u3002\uff01\uff1f\uff1b"
_CELL = re.compile(r"(?<=\| )(.*?)(?= \|)")


class Translator:
    """The translator of one page's computed words.

    Attributes:
        known: the messages of the page with their translations; None for a page that stays English.
        messages: the messages that the page computed, with whether they were known.
    """

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        self.known = known
        self.messages: dict[str, bool] = {}

    def begin(self) -> None:
        """Start to translate the words of pictures."""
        set_translation(self.translate)

    def translate(self, english: str) -> str:
        """Return words of a picture or of a cell in the language of the page.

        >>> translator = Translator({"{0} of {1} are mistakes": "{1} {0}"})
        >>> translator.translate("3 of 10 are mistakes"), translator.translate("t = 3")
        ('10 3', 't = 3')
        >>> translator.translate("no mistake"), translator.messages["no mistake"]
        ('no mistake', False)
        """
        if HAN.search(english):
            return english
        translated = ""
        for sentence in map(self._sentence, _SENTENCE.split(english)):
            translated += (
                sentence if not translated or translated[-1] in _FULL_STOPS else f" {sentence}"
            )
        return translated

    def _sentence(self, english: str) -> str:
        message, values = generalize(english)
        if not is_translatable(message):
            return english if self.known is None else _punctuated(english)
        translation = None if self.known is None else self.known.get(message)
        self.messages[message] = translation is not None
        if translation is None:
            return english
        return fill_gaps(translation, values)


def value(text: str) -> str:
    """Return a value that stands in a page, in the language of the page: rows of a table cell by
    cell, or a phrase. Blocks of several lines, and what is in pointed brackets, are code; what has
    no space may be a name.

    >>> Translator({"right": "R", "first line": "F"}).begin()
    >>> value("| 0 | right |"), value("first line"), value("perceptron_ref-1.0.pyz")
    ('| 0 | R |', 'F', 'perceptron_ref-1.0.pyz')
    >>> set_translation(None)
    """
    if text.startswith("|"):
        return _CELL.sub(lambda cell: translate(cell.group()), text)
    if "\n" in text or text.startswith("<") or (" " not in text and re.search(r"[\d_./]", text)):
        return text
    return translate(text)


def _punctuated(formula: str) -> str:
    """Return formulas with Chinese punctuation between and after them.

    >>> print(_punctuated("t = 2: w = (0, 1); n = 3."), _punctuated("t = 2"))
    t = 2：w = (0, 1)；n = 3。 t = 2
    """
    with_marks = formula.replace(": ", "\uff1a").replace("; ", "\uff1b")
    return f"{with_marks[:-1]}\u3002" if with_marks.endswith(".") else with_marks


def generalize(english: str) -> tuple[str, list[str]]:
    """Return words with gaps in the place of numbers and vectors, and these values.

    >>> generalize("w = (-1, 0.5): y_n w . x_n goes from 1e30 to +3/4; |x|^2, y = +1")
    ('w = {0}: y_n w . x_n goes from {1} to {2}; |x|^2, y = +1', ['(-1, 0.5)', '1e30', '+3/4'])
    """
    values: list[str] = []

    def gap(match: re.Match[str]) -> str:
        if match["kept"]:
            return match.group()
        values.append(match.group())
        return f"{{{len(values) - 1}}}"

    return _GAP.sub(gap, english), values


def fill_gaps(message: str, values: Sequence[str]) -> str:
    """Return a message with the values in its gaps.

    >>> fill_gaps("w_{{1}}: {0}, $x_{1}$", ["no", "12"])
    'w_{12}: no, $x_{1}$'
    """
    return _FILLED.sub(
        lambda match: values[int(match["gap"])] if match["gap"] else match.group(), message
    )


def is_translatable(message: str) -> bool:
    """Return whether a message has words to translate.

    >>> is_translatable("w_{0} = {1}"), is_translatable("`or`"), is_translatable("right")
    (False, False, True)
    """
    return _WORD.search(KEPT.sub(" ", message)) is not None
