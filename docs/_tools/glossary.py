"""Tooltips on other pages for the terms of the glossary."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from . import catalogues
from .formulas import plain_text
from .glossary_terms import PAGE, terms_with_tooltips

# the glossary as it was last built, because `mkdocs serve --dirty` may build another page alone
latest_html = ""
_FORMULA = re.compile(r"\$(.+?)\$")
_TAG = re.compile("(<[^>]*>)")
_TAG_WITHOUT_TOOLTIPS = re.compile(r"<(?P<closing>/?)(?:a|abbr|bdi|button|code|pre|svg)\b")


def tooltip_definitions(page: str) -> str:
    """Return Markdown for the end of an English page, which gives each term a tooltip."""
    if page == PAGE or catalogues.is_translated(page):
        return ""
    meanings = {
        f"{term_form}{ending}": tooltip_text(meaning)
        for term, _, _, meaning in terms_with_tooltips()
        for term_form in (term, term[0].upper() + term[1:])
        for ending in ("", "s")
    }
    return "".join(
        f"\n*[{term_form}]: {meaning}" for term_form, meaning in sorted(meanings.items())
    )


def tooltip_text(meaning: str) -> str:
    r"""Return a meaning as a line of text for a tooltip.

    >>> tooltip_text(r"The score times the label, $y_n \mathbf{w} \cdot \mathbf{x}_n$")
    'The score times the label, y_n w ⋅ x_n'
    """
    return _FORMULA.sub(lambda formula: plain_text(formula[1]), meaning)


def with_chinese_tooltips(html: str) -> str:
    """Return the HTML of a Chinese page with a tooltip at each term.

    A term gets none in links, code, formulas in a line and drawings, or inside a longer term of the
    glossary or of terms.tsv.
    """
    meanings, term_pattern = _meanings_and_pattern()
    if not meanings:
        return html
    parts, depth = _TAG.split(html), 0
    for i, part in enumerate(parts):
        tag = _TAG_WITHOUT_TOOLTIPS.match(part)
        if tag:
            depth += -1 if tag["closing"] else 1
        elif i % 2 == 0 and not depth:
            parts[i] = term_pattern.sub(lambda match: _with_tooltip(match[0], meanings), part)
    return "".join(parts)


def _with_tooltip(word: str, meanings: dict[str, str]) -> str:
    """Return a term with its meaning as a tooltip; without a meaning, the term itself."""
    if word not in meanings:
        return word
    return f'<abbr title="{escape(meanings[word])}">{word}</abbr>'


def _whole_word_pattern(term: str) -> str:
    """Return the pattern of a term. A term in Latin letters must not be part of a longer word.

    >>> _whole_word_pattern("PLA"), _whole_word_pattern("的*間隔*")
    ('(?<![A-Za-z])PLA(?![A-Za-z])', '的\\\\*間隔\\\\*')
    """
    pattern = re.escape(term)
    return f"(?<![A-Za-z]){pattern}(?![A-Za-z])" if term.isascii() else pattern


@lru_cache(maxsize=None)
def _meanings_and_pattern() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return {term: meaning} in the language of this build, and a pattern of terms.

    The pattern has these terms and those of terms.tsv, the longest first. The terms of terms.tsv
    are in it only so that shorter terms inside them get no tooltip.
    """
    texts, _ = catalogues.read_catalogue(catalogues.catalogue_path(PAGE))
    translations = catalogues.current_translations(texts)
    column = list(catalogues.LANGUAGES).index(catalogues.LANGUAGE)
    meanings = {
        row[column].partition("\uff08")[0]: tooltip_text(translations[row[3]])
        for row in terms_with_tooltips()
        if row[3] in translations
    }
    extra_terms = {pair[column - 1] for pair in catalogues.extra_terms().items()}
    terms_by_length = sorted(extra_terms | set(meanings), key=len, reverse=True)
    return meanings, re.compile("|".join(map(_whole_word_pattern, terms_by_length)))
