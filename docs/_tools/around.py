"""The texts around all pages: navigation, settings of the theme, our templates and scripts."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from .orders import FIVE
from .texts import has_words

DOCS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(DOCS / "playground"))
from choices import sentences as sentences  # noqa: E402

IN_ENGLISH = "This page is in English: names, commands and messages are English everywhere."
PERMALINK = "Permanent link"  # of the sign beside a heading
LEARN = "All pages of Learn"  # the fold of a lecture page, where there is no room for navigation
_SETTING = re.compile(r"^site_description: (.+)$|toggle: \{.*name: (.+)\}$", re.MULTILINE)
_TITLE = re.compile(r"""^ +- ("?)(.+?)\1: *(?:[\w/-]+\.md)?$""", re.MULTILINE)
_SAY = re.compile(r"say\((['\"])(.*?)\1\)")


def site_texts() -> list[tuple[str, str]]:
    """Return the texts around all pages, each with its place."""
    settings, templates = _sources()
    titles = [title for _, title in _TITLE.findall(settings.partition("\nnav:")[2])]
    texts = {title: "mkdocs.yml, nav" for title in titles}
    for pair in _SETTING.findall(settings):
        texts.setdefault("".join(pair), "mkdocs.yml")
    for _, words in _SAY.findall(templates):
        texts.setdefault(words, "docs/_tools/theme")
    for words in (IN_ENGLISH, PERMALINK, LEARN):
        texts.setdefault(words, "docs/_tools/around.py")
    for folder in ("playground", "live"):
        for words in strings_in(script_words(folder)):
            texts.setdefault(words, f"docs/{folder}/words.json")
    for words in sentences(FIVE):  # that of another order stays English
        texts.setdefault(words, "docs/playground/choices.py")
    return [(words, where) for words, where in texts.items() if has_words(words)]


def script_words(folder: str) -> Any:
    """Return the texts of the scripts in a folder of `docs`, by key."""
    return json.loads((DOCS / folder / "words.json").read_text("utf-8"))


def strings_in(table: Any) -> Iterator[str]:
    """Yield the strings of a table, and of the tables and lists in it.

    >>> list(strings_in({"stop": "Stop", "phases": {"python": "Python starts"}}))
    ['Stop', 'Python starts']
    """
    if isinstance(table, str):
        yield table
    else:
        for value in table.values() if isinstance(table, dict) else table:
            yield from strings_in(value)


@lru_cache(maxsize=None)
def _sources() -> tuple[str, str]:
    settings = (DOCS.parent / "mkdocs.yml").read_text("utf-8")
    templates = sorted((DOCS / "_tools" / "theme").rglob("*.html"))
    return settings, "\n".join(path.read_text("utf-8") for path in templates)
