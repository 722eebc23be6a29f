"""The terms of the glossary, for the pages on which they are used."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from . import catalogues
from .formulas import plain
from .sources import ROOT

PAGE = "glossary.md"
html = ""  # of that page, when it was last made: `mkdocs serve --dirty` makes one page alone
OTHERS = "{#other-words}"  # below it stand words that are too common to be explained on every page
_FORMULA = re.compile(r"\$(.+?)\$")
_TAG = re.compile("(<[^>]*>)")
_LEFT_OUT = re.compile(r"<(?P<closing>/?)(?:a|abbr|bdi|button|code|pre|svg)\b")
ROW = re.compile(r"^\| (?!---|English)(.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def terms() -> list[tuple[str, str, str, str]]:
    """Return every term: English, traditional Chinese, simplified Chinese, what it means.

    >>> [(zh_TW, zh_CN) for term, zh_TW, zh_CN, _ in terms() if term == "margin"]
    [('\u9593\u9694', '\u95f4\u9694')]
    """
    return ROW.findall(_page())


def abbreviations(page: str) -> str:
    """Return Markdown for the end of an English page, by which its terms say what they mean."""
    if page == PAGE or catalogues.is_translated(page):
        return ""
    meanings = {
        f"{name}{ending}": as_text(meaning)
        for term, _, _, meaning in ROW.findall(_page().partition(OTHERS)[0])
        for name in (term, term[0].upper() + term[1:])
        for ending in ("", "s")
    }
    return "".join(f"\n*[{name}]: {meaning}" for name, meaning in sorted(meanings.items()))


def as_text(meaning: str) -> str:
    r"""Return a meaning as a line of text, which pops up where a reader points at the term.

    >>> as_text(r"The score times the label, $y_n \mathbf{w} \cdot \mathbf{x}_n$")
    'The score times the label, y_n w ⋅ x_n'
    """
    return _FORMULA.sub(lambda formula: plain(formula[1]), meaning)


def explain_in_chinese(html: str) -> str:
    """Return a page in Chinese on which each term says what it means, but in links and code, and in
    longer words that are other terms.
    """
    meanings, term = _in_chinese()
    if not meanings:
        return html
    parts, inside = _TAG.split(html), 0
    for i, part in enumerate(parts):
        tag = _LEFT_OUT.match(part)
        if tag:
            inside += -1 if tag["closing"] else 1
        elif i % 2 == 0 and not inside:
            parts[i] = term.sub(lambda match: _with_its_meaning(match[0], meanings), part)
    return "".join(parts)


def _with_its_meaning(word: str, meanings: dict[str, str]) -> str:
    if word not in meanings:
        return word
    return f'<abbr title="{escape(meanings[word])}">{word}</abbr>'


def _alone(term: str) -> str:
    """Return a pattern of a term that is no part of another word of Latin letters."""
    return f"(?<![A-Za-z]){term}(?![A-Za-z])" if term.isascii() else term


@lru_cache(maxsize=None)
def _in_chinese() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return what each term means, both in the language of this build, once that is written, and a
    pattern of all terms, the longest first.
    """
    chinese = catalogues.in_language(catalogues.read(catalogues.path_of(PAGE))[0])
    column = list(catalogues.LANGUAGES).index(catalogues.LANGUAGE)
    meanings = {
        row[column].partition("\uff08")[0]: as_text(chinese[row[3]])
        for row in ROW.findall(_page().partition(OTHERS)[0])
        if row[3] in chinese
    }
    other_terms = {pair[column - 1] for pair in catalogues.other_terms().items()}
    words = sorted(other_terms | set(meanings), key=len, reverse=True)
    return meanings, re.compile("|".join(map(_alone, words)))


@lru_cache(maxsize=None)
def _page() -> str:
    return (ROOT / "docs" / PAGE).read_text(encoding="utf-8")
