"""The terms of the glossary, which are the rows of its tables."""

from __future__ import annotations

import re
from functools import lru_cache

from .sources import ROOT

PAGE = "glossary.md"
# the section below this anchor has common words, which get no tooltips
_OTHER_WORDS_ANCHOR = "{#other-words}"
_TERM_ROW = re.compile(r"^\| (?!---|English)(.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def terms() -> list[tuple[str, str, str, str]]:
    """Return every term: English, traditional Chinese, simplified Chinese, meaning.

    >>> [(zh_TW, zh_CN) for term, zh_TW, zh_CN, _ in terms() if term == "margin"]
    [('\u9593\u9694', '\u95f4\u9694')]
    """
    return _TERM_ROW.findall(_markdown())


def terms_with_tooltips() -> list[tuple[str, str, str, str]]:
    """Return the terms that get a tooltip on other pages, in the form of `terms`."""
    return _TERM_ROW.findall(_markdown().partition(_OTHER_WORDS_ANCHOR)[0])


@lru_cache(maxsize=None)
def _markdown() -> str:
    return (ROOT / "docs" / PAGE).read_text(encoding="utf-8")
