"""The terms of the glossary, for the pages on which they are used."""

from __future__ import annotations

import re
from functools import lru_cache

from .sources import ROOT

PAGE = "glossary.md"
OTHERS = "{#other-words}"  # below it stand words that are too common to be explained on every page
ROW = re.compile(r"^\| (?!---|English)(.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def terms() -> list[tuple[str, str, str, str]]:
    """Return every term: English, traditional Chinese, simplified Chinese, what it means.

    >>> [(zh_TW, zh_CN) for term, zh_TW, zh_CN, _ in terms() if term == "margin"]
    [('\u9593\u9694', '\u95f4\u9694')]
    """
    return ROW.findall(_page())


def explained(page: str) -> str:
    """Return Markdown for the end of a page, by which each term on it says what it means."""
    if page == PAGE:
        return ""
    said = {
        f"{name}{ending}": meaning
        for term, _, _, meaning in ROW.findall(_page().partition(OTHERS)[0])
        for name in (term, term[0].upper() + term[1:])
        for ending in ("", "s")
    }
    return "".join(f"\n*[{name}]: {meaning}" for name, meaning in sorted(said.items()))


@lru_cache(maxsize=None)
def _page() -> str:
    return (ROOT / "docs" / PAGE).read_text(encoding="utf-8")
