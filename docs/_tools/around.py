"""The words around all pages: navigation, settings of the theme, our own templates."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from .texts import has_words

DOCS = Path(__file__).resolve().parents[1]
IN_ENGLISH = "This page is in English: names, commands and messages are English everywhere."
SEARCH = "Search"  # the name of the search dialog
_SETTING = re.compile(r"^site_description: (.+)$|toggle: \{.*name: (.+)\}$", re.MULTILINE)
_TITLE = re.compile(r"^ +- ([^:\n]+): *(?:[\w/-]+\.md)?$", re.MULTILINE)
_SAY = re.compile(r"say\((['\"])(.*?)\1\)")


def site_texts() -> list[tuple[str, str]]:
    """Return the words around all pages, each with where it stands."""
    settings, templates = _sources()
    found = {title: "mkdocs.yml, nav" for title in _TITLE.findall(settings.partition("\nnav:")[2])}
    for pair in _SETTING.findall(settings):
        found.setdefault("".join(pair), "mkdocs.yml")
    for _, words in _SAY.findall(templates):
        found.setdefault(words, "docs/_tools/theme")
    for words in (IN_ENGLISH, SEARCH):
        found.setdefault(words, "docs/_tools/around.py")
    return [(words, where) for words, where in found.items() if has_words(words)]


@lru_cache(maxsize=None)
def _sources() -> tuple[str, str]:
    settings = (DOCS.parent / "mkdocs.yml").read_text("utf-8")
    templates = sorted((DOCS / "_tools" / "theme").rglob("*.html"))
    return settings, "\n".join(path.read_text("utf-8") for path in templates)
