"""The texts around the pages: navigation, settings of the theme, our templates and scripts."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from .page_texts import has_words
from .shared import FIVE_ORDERS

DOCS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(DOCS / "playground"))
from choices import descriptions as descriptions  # noqa: E402

ENGLISH_NOTE = "This page is in English: names, commands and messages are English everywhere."
PERMALINK = "Permanent link"  # the tooltip of the link beside each heading
ALL_PAGES_TITLE = "All pages of Learn"  # a fold of lecture pages, which hide the navigation
LECTURE_TITLE, OTHER_PAGES_TITLE = "The lecture", "Further reading"  # the two lists in this fold
SECTIONS_TITLE = "On this page"  # a fold of lecture pages, too
_SETTING_LINE = re.compile(r"^site_description: (.+)$|toggle: \{.*name: (.+)\}$", re.MULTILINE)
_NAV_TITLE = re.compile(r"""^ +- ("?)(.+?)\1: *(?:[\w/-]+\.md)?$""", re.MULTILINE)
_TRANSLATE_CALL = re.compile(r"translate\((['\"])(.*?)\1\)")


def site_texts() -> list[tuple[str, str]]:
    """Return the texts around the pages, each with the file that contains it."""
    settings, templates = _settings_and_templates()
    titles = [title for _, title in _NAV_TITLE.findall(settings.partition("\nnav:")[2])]
    texts = {title: "mkdocs.yml, nav" for title in titles}
    for groups in _SETTING_LINE.findall(settings):
        texts.setdefault("".join(groups), "mkdocs.yml")
    for _, text in _TRANSLATE_CALL.findall(templates):
        texts.setdefault(text, "docs/_tools/theme")
    link_titles = (ALL_PAGES_TITLE, LECTURE_TITLE, OTHER_PAGES_TITLE, SECTIONS_TITLE)
    for text in (ENGLISH_NOTE, PERMALINK, *link_titles):
        texts.setdefault(text, "docs/_tools/site_texts.py")
    for folder in ("playground", "live"):
        for text in strings_in(english_words(folder)):
            texts.setdefault(text, f"docs/{folder}/words.json")
    for text in descriptions(FIVE_ORDERS):  # descriptions of other orders stay English
        texts.setdefault(text, "docs/playground/choices.py")
    return [(text, location) for text, location in texts.items() if has_words(text)]


def english_words(folder: str) -> Any:
    """Return the words.json of a folder of `docs`: the texts that its scripts show."""
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
def _settings_and_templates() -> tuple[str, str]:
    """Return the text of mkdocs.yml, and the texts of all templates together."""
    settings = (DOCS.parent / "mkdocs.yml").read_text("utf-8")
    templates = sorted((DOCS / "_tools" / "theme").rglob("*.html"))
    return settings, "\n".join(path.read_text("utf-8") for path in templates)
