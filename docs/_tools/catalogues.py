"""Translations of the site: one gettext catalogue for each page.

A catalogue has the texts of its page, and the words that the page's pictures and tables compute (in
the context `computed`). Words of several pages are in `_pictures.po`, those around all pages in
`_site.po`. Each language has a folder, except zh-CN, which is made from zh-TW.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Dict, NamedTuple

DOCS = Path(__file__).resolve().parents[1]
FOLDER = DOCS / "_translations"
LANGUAGES = {
    "en": "English",
    "zh-TW": "\u7e41\u9ad4\u4e2d\u6587",
    "zh-CN": "\u7b80\u4f53\u4e2d\u6587",
}
LANGUAGE = os.environ.get("SITE_LANGUAGE", "en")  # of this build
CHINESE = LANGUAGE in ("zh-TW", "zh-CN")

COMPUTED = "computed"  # the context of words that a page computes
_HEADER = """msgid ""
msgstr ""
"Language: {}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

"""
_FIRST_PRIVATE = 0xE000  # characters that OpenCC leaves alone


class Entry(NamedTuple):
    """A translation, its line in the catalogue, and whether the English text has changed since."""

    translation: str
    line: int
    stale: bool


Entries = Dict[str, Entry]


def folder_of(language: str) -> Path:
    """Return the folder of a language's catalogues; that of zh-TW for zh-CN, which is made from it,
    and where no language is chosen.

    >>> folder_of("zh-CN").name, folder_of("pt-BR").name
    ('zh_TW', 'pt_BR')
    """
    return FOLDER / ("zh_TW" if language in ("en", "zh-CN") else language.replace("-", "_"))


def site_catalogue(language: str) -> Path:
    """Return the catalogue of the texts around all pages."""
    return folder_of(language) / "_site.po"


WRITTEN = folder_of(LANGUAGE)
PICTURES, SITE = WRITTEN / "_pictures.po", site_catalogue(LANGUAGE)


def path_of(page: str) -> Path:
    """Return where the catalogue of a page is.

    >>> path_of("lecture/pla.md").relative_to(DOCS).as_posix()
    '_translations/zh_TW/lecture/pla.po'
    """
    return (WRITTEN / page).with_suffix(".po")


def is_translated(page: str) -> bool:
    """Return whether a page is translated in the site of this build."""
    return LANGUAGE != "en" and path_of(page).exists()


def page_of(path: Path) -> str:
    """Return the page to which a catalogue belongs."""
    return path.relative_to(WRITTEN).with_suffix(".md").as_posix()


def translated_pages() -> list[str]:
    """Return the pages that have a catalogue."""
    paths = sorted(set(WRITTEN.rglob("*.po")) - {PICTURES, SITE})
    return [page_of(path) for path in paths]


def read(path: Path) -> tuple[Entries, Entries]:
    """Return the texts of a catalogue, and its computed words."""
    from babel.messages.pofile import read_po

    texts: Entries = {}
    computed: Entries = {}
    if path.exists():
        with path.open("rb") as stream:
            for message in read_po(stream, locale=WRITTEN.name, abort_invalid=True):
                if message.id:
                    kind = computed if message.context == COMPUTED else texts
                    entry = Entry(str(message.string), message.lineno or 0, message.fuzzy)
                    kind[str(message.id)] = entry
    return texts, computed


def write(
    path: Path, texts: Iterable[tuple[str, str]], computed: Iterable[tuple[str, str]]
) -> bool:
    """Bring a catalogue up to date; return whether that changed it.

    Translations stay. A text much like one that is gone gets its translation, marked `fuzzy`, with
    the English before in a comment. Texts that the page has no more go.

    Args:
        path: the catalogue.
        texts: the texts of a page in their order, each with its kind.
        computed: the words that the page computes, each with where it is shown.
    """
    from io import BytesIO

    from babel.messages import Catalog
    from babel.messages.pofile import read_po, write_po

    template = Catalog(locale=WRITTEN.name)
    for context, several in ((None, texts), (COMPUTED, computed)):
        for english, remark in several:
            template.add(english, context=context, auto_comments=[remark] if remark else [])
    before = path.read_bytes() if path.exists() else b""
    catalogue = read_po(BytesIO(before), locale=WRITTEN.name)
    catalogue.update(template, update_creation_date=False)
    for message in catalogue:
        message.flags &= {"fuzzy"}
    after = BytesIO()
    write_po(
        after, catalogue, width=0, omit_header=True, ignore_obsolete=True, include_previous=True
    )
    file_bytes = _HEADER.format(WRITTEN.name).encode() + after.getvalue().strip() + b"\n"
    if file_bytes == before:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file_bytes)
    return True


def in_language(entries: Entries) -> dict[str, str]:
    """Return the translations into the language of this build, by the English texts."""
    if LANGUAGE == "en":
        return {}
    convert = to_mainland if LANGUAGE == "zh-CN" else str
    fit = {english: entry for english, entry in entries.items() if not entry.stale}
    return {
        english: convert(entry.translation) for english, entry in fit.items() if entry.translation
    }


def to_mainland(chinese: str) -> str:
    """Return a text in the Chinese of mainland China: our terms by our table, the rest by OpenCC.

    Args:
        chinese: the text in the Chinese of Taiwan.
    """
    convert, pairs = _opencc()
    for i, (ours, _) in enumerate(pairs):
        chinese = chinese.replace(ours, chr(_FIRST_PRIVATE + i))
    return re.sub(
        "[\ue000-\uf8ff]",
        lambda match: pairs[ord(match.group()) - _FIRST_PRIVATE][1],
        convert(chinese),
    )


@lru_cache(maxsize=None)
def _opencc() -> tuple[Callable[[str], str], list[tuple[str, str]]]:
    from opencc import OpenCC

    pairs = sorted(both_scripts().items(), key=lambda pair: -len(pair[0]))
    return OpenCC("tw2sp").convert, pairs


def both_scripts() -> dict[str, str]:
    """Return our terms in the Chinese of Taiwan with those of the mainland: the glossary's terms,
    and the others in terms.tsv.
    """
    from .glossary import terms

    return {**{ours: theirs for _, ours, theirs, _ in terms()}, **other_terms()}


def other_terms() -> dict[str, str]:
    """Return the terms of `terms.tsv` in both."""
    lines = (FOLDER / "terms.tsv").read_text("utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {ours: theirs for ours, theirs in pairs}
