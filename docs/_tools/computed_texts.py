"""Translate the texts that a page computes for its pictures, tables and sentences.

The catalogue contains "Update {0} corrects example {1}." for "Update 3 corrects example 7.": a
numbered placeholder replaces each number and vector, except in code and formulas, exponents, and
labels (= +1, = -1). After translation, the values replace the placeholders. Each sentence is
translated on its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from perceptron_ref.drawing.typography import set_translation, translate

from .page_texts import HAN, INLINE_MARKUP, MARKUP

# an integer, a decimal number or a fraction, such as -1,000, 0.5, 1e-9 or 1/3
_NUMBER = r"(?:(?<![\w)])[-+\u2212\u2248])?\d+(?:,\d{3})*(?:\.\d+)?(?:e-?\d+)?(?:/\d+)?"
_VECTOR_ENTRY = rf"(?:{_NUMBER}|\u2026|\.\.\.)"
# unchanged are code, formulas and other markup, exponents, and the labels +1 and -1 after =
_VALUE_OR_UNCHANGED = re.compile(
    rf"(?P<unchanged>{INLINE_MARKUP}|\^\d|(?<== )[-+\u2212]1\b(?![./]\d))"
    rf"|\({_VECTOR_ENTRY}(?:,[ \u00a0]{_VECTOR_ENTRY})+\)|{_NUMBER}"
)
_PLACEHOLDER_OR_MARKUP = re.compile(rf"{INLINE_MARKUP}|\{{(?P<index>\d+)\}}")
_WORD = re.compile("[A-Za-z]{2}")
_SENTENCE_BREAK = re.compile(r"(?<=[^\s.][.!?]) (?=[^\s.])")
_FULL_STOPS = "\u3002\uff01\uff1f\uff1b"
_CELL = re.compile(r"(?<=\| )(.*?)(?= \|)")


class Translator:
    """The translator of the texts that one page computes.

    Attributes:
        translations: {computed text: translation} of the page; None for a page that stays English.
        computed_texts: {computed text, with placeholders: whether it has a translation}.
    """

    def __init__(self, translations: Mapping[str, str] | None = None) -> None:
        self.translations = translations
        self.computed_texts: dict[str, bool] = {}

    def install(self) -> None:
        """Make the drawings, tables and values of this process pass through `translate`."""
        set_translation(self.translate)

    def translate(self, english: str) -> str:
        """Return a text of a picture or a table cell in the language of the page.

        A text without a translation stays English. On a translated page, a text without words gets
        Chinese punctuation. Text that already contains Chinese is returned unchanged.

        >>> translator = Translator({"{0} of {1} are mistakes": "{1} {0}"})
        >>> translator.translate("3 of 10 are mistakes"), translator.translate("t = 3")
        ('10 3', 't = 3')
        >>> translator.translate("no mistake"), translator.computed_texts["no mistake"]
        ('no mistake', False)
        """
        if HAN.search(english):
            return english
        translated = ""
        for sentence in map(self._translate_sentence, _SENTENCE_BREAK.split(english)):
            translated += (
                sentence if not translated or translated[-1] in _FULL_STOPS else f" {sentence}"
            )
        return translated

    def _translate_sentence(self, english: str) -> str:
        text, values = with_placeholders(english)
        if not is_translatable(text):
            return english if self.translations is None else _with_chinese_punctuation(english)
        translation = None if self.translations is None else self.translations.get(text)
        self.computed_texts[text] = translation is not None
        if translation is None:
            return english
        return fill_placeholders(translation, values)


def translate_value(text: str) -> str:
    """Return a computed value of a page in the language of the page.

    Text that begins with | is the rows of a table, and each cell is translated. Other text of
    several lines, and text that begins with <, is returned unchanged, because it is Markdown or
    HTML. So is a word with a digit, dot,
    underscore or slash, because it may be a name.

    >>> Translator({"right": "R", "first line": "F"}).install()
    >>> translate_value("| 0 | right |"), translate_value("first line")
    ('| 0 | R |', 'F')
    >>> translate_value("perceptron_ref-1.0.pyz")
    'perceptron_ref-1.0.pyz'
    >>> set_translation(None)
    """
    if text.startswith("|"):
        return _CELL.sub(lambda cell: translate(cell.group()), text)
    if "\n" in text or text.startswith("<") or (" " not in text and re.search(r"[\d_./]", text)):
        return text
    return translate(text)


def _with_chinese_punctuation(formula: str) -> str:
    """Return formulas with colons, semicolons and a final full stop in Chinese form.

    >>> print(_with_chinese_punctuation("t = 2: w = (0, 1); n = 3."))
    t = 2：w = (0, 1)；n = 3。
    """
    punctuated_text = formula.replace(": ", "\uff1a").replace("; ", "\uff1b")
    return f"{punctuated_text[:-1]}\u3002" if punctuated_text.endswith(".") else punctuated_text


def with_placeholders(english: str) -> tuple[str, list[str]]:
    """Return a text with placeholders for its numbers and vectors, and these values.

    Code, formulas, exponents and labels get no placeholders.

    >>> with_placeholders("w = (-1, 0.5): y_n w . x_n goes from 1e30 to +3/4; |x|^2, y = +1")
    ('w = {0}: y_n w . x_n goes from {1} to {2}; |x|^2, y = +1', ['(-1, 0.5)', '1e30', '+3/4'])
    """
    values: list[str] = []

    def placeholder(match: re.Match[str]) -> str:
        if match["unchanged"]:
            return match.group()
        values.append(match.group())
        return f"{{{len(values) - 1}}}"

    return _VALUE_OR_UNCHANGED.sub(placeholder, english), values


def fill_placeholders(text: str, values: Sequence[str]) -> str:
    """Return a text with the values in place of its placeholders.

    >>> fill_placeholders("w_{{1}}: {0}, $x_{1}$", ["no", "12"])
    'w_{12}: no, $x_{1}$'
    """
    return _PLACEHOLDER_OR_MARKUP.sub(
        lambda match: values[int(match["index"])] if match["index"] else match.group(), text
    )


def is_translatable(text: str) -> bool:
    """Tell whether a computed text has words to translate. Names of files count as words.

    >>> is_translatable("w_{0} = {1}"), is_translatable("`or`"), is_translatable("right")
    (False, False, True)
    """
    return _WORD.search(MARKUP.sub(" ", text)) is not None
