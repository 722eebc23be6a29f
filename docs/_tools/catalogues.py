"""Translations of the site: one gettext catalogue for each translated page.

A catalogue contains the texts of its page. In the context `computed` it also contains the texts
that the page computes for its pictures, tables and sentences. The texts that several pages compute
are in `_shared.po`. The texts around the pages are in `_site.po`. Each language has a folder,
except English, and zh-CN, which the build makes from zh-TW.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Dict, NamedTuple

from .glossary_terms import terms

if TYPE_CHECKING:
    from babel.messages import Message

DOCS = Path(__file__).resolve().parents[1]
TRANSLATIONS = DOCS / "_translations"
LANGUAGES = {
    "en": "English",
    "zh-TW": "\u7e41\u9ad4\u4e2d\u6587",
    "zh-CN": "\u7b80\u4f53\u4e2d\u6587",
}
LANGUAGE = os.environ.get("SITE_LANGUAGE", "en")  # the language of this build
IS_CHINESE = LANGUAGE in ("zh-TW", "zh-CN")
# an environment variable that is set if this build makes a folder of a larger site
PART_OF_SITE_VARIABLE = "IS_PART_OF_SITE"
IS_PART_OF_SITE = PART_OF_SITE_VARIABLE in os.environ

COMPUTED_CONTEXT = "computed"  # the context (msgctxt) of texts that a page computes
_HEADER = """msgid ""
msgstr ""
"Language: {}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

"""
# the first of Unicode's private characters, which OpenCC does not change
_FIRST_PLACEHOLDER = 0xE000


class Entry(NamedTuple):
    """A translation. It is stale if the English text has changed, or if it is only a guess.

    Attributes:
        translation: the translated text; "" if there is none yet.
        line: the line of the entry in the catalogue.
        is_stale: whether it is marked `fuzzy`.
    """

    translation: str
    line: int
    is_stale: bool


Entries = Dict[str, Entry]


def folder_of(language: str) -> Path:
    """Return the folder of a language's catalogues.

    zh-CN is made from zh-TW, and has its folder. English has this folder, too, so that the
    translators' command works on zh-TW if SITE_LANGUAGE is not set.

    >>> folder_of("zh-CN").name, folder_of("pt-BR").name
    ('zh_TW', 'pt_BR')
    """
    return TRANSLATIONS / ("zh_TW" if language in ("en", "zh-CN") else language.replace("-", "_"))


def site_catalogue(language: str) -> Path:
    """Return the path of a language's catalogue for the texts around the pages."""
    return folder_of(language) / "_site.po"


CATALOGUE_FOLDER = folder_of(LANGUAGE)
SHARED_CATALOGUE, SITE_CATALOGUE = CATALOGUE_FOLDER / "_shared.po", site_catalogue(LANGUAGE)


def catalogue_path(page: str) -> Path:
    """Return the path of a page's catalogue.

    >>> catalogue_path("lecture/pla.md").relative_to(DOCS).as_posix()
    '_translations/zh_TW/lecture/pla.po'
    """
    return (CATALOGUE_FOLDER / page).with_suffix(".po")


def is_translated(page: str) -> bool:
    """Tell whether this build is not in English, and the page has a catalogue."""
    return LANGUAGE != "en" and catalogue_path(page).exists()


def page_of(path: Path) -> str:
    """Return the page of a catalogue, such as "lecture/pla.md"."""
    return path.relative_to(CATALOGUE_FOLDER).with_suffix(".md").as_posix()


def translated_pages() -> list[str]:
    """Return the pages that have a catalogue."""
    paths = sorted(set(CATALOGUE_FOLDER.rglob("*.po")) - {SHARED_CATALOGUE, SITE_CATALOGUE})
    return [page_of(path) for path in paths]


def read_catalogue(path: Path) -> tuple[Entries, Entries]:
    """Return the entries of a catalogue, and those of computed texts; {} and {} without a file."""
    from babel.messages.pofile import read_po

    texts: Entries = {}
    computed_texts: Entries = {}
    if path.exists():
        with path.open("rb") as stream:
            for message in read_po(stream, locale=CATALOGUE_FOLDER.name, abort_invalid=True):
                if message.id:
                    entries = computed_texts if message.context == COMPUTED_CONTEXT else texts
                    entry = Entry(str(message.string), message.lineno or 0, message.fuzzy)
                    entries[str(message.id)] = entry
    return texts, computed_texts


def update_catalogue(
    path: Path, texts: Iterable[tuple[str, str]], computed_texts: Iterable[tuple[str, str]]
) -> bool:
    """Update a catalogue to the current texts of its page; return whether the file changed.

    Texts that did not change keep their translations. A new text that resembles an old one gets the
    translation of the old one, marked `fuzzy`, with the old English in a comment. Texts that the
    page no longer has are dropped with their translations.

    Args:
        path: the file of the catalogue.
        texts: the texts of the page in order, each with a comment; "" for no comment.
        computed_texts: the texts that the page computes, each with a comment.
    """
    from io import BytesIO

    from babel.messages import Catalog
    from babel.messages.pofile import read_po, write_po

    template = Catalog(locale=CATALOGUE_FOLDER.name)
    for context, commented_texts in ((None, texts), (COMPUTED_CONTEXT, computed_texts)):
        for english, comment in commented_texts:
            template.add(english, context=context, auto_comments=[comment] if comment else [])
    old_bytes = path.read_bytes() if path.exists() else b""
    catalogue = read_po(BytesIO(old_bytes), locale=CATALOGUE_FOLDER.name)
    old_english = {(message.id, message.context): _old_english(message) for message in catalogue}
    catalogue.update(template, update_creation_date=False)
    for message in catalogue:
        message.flags &= {"fuzzy"}
        message.user_comments = []
        if message.fuzzy and not message.previous_id:
            message.previous_id = old_english[message.id, message.context]
    stream = BytesIO()
    write_po(
        stream, catalogue, width=0, omit_header=True, ignore_obsolete=True, include_previous=True
    )
    file_bytes = _HEADER.format(CATALOGUE_FOLDER.name).encode() + stream.getvalue().strip() + b"\n"
    if file_bytes == old_bytes:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file_bytes)
    return True


def _old_english(message: Message) -> list[str]:
    """Return the text of the lines `#| msgid`, which babel reads as comments of the translator."""
    from babel.messages.pofile import denormalize

    lines = [line[2:] for line in message.user_comments if line.startswith("| ")]
    return [denormalize(" ".join(lines)[len("msgid ") :])] if lines else []


def current_translations(entries: Entries) -> dict[str, str]:
    """Return {English text: translation} in the language of this build, without stale entries."""
    if LANGUAGE == "en":
        return {}
    convert = to_mainland if LANGUAGE == "zh-CN" else str
    current = {english: entry for english, entry in entries.items() if not entry.is_stale}
    return {
        english: convert(entry.translation)
        for english, entry in current.items()
        if entry.translation
    }


def to_mainland(chinese: str) -> str:
    """Return a text in the Chinese of mainland China.

    Our own table converts our terms, and OpenCC converts the rest.

    Args:
        chinese: a text in the Chinese of Taiwan.
    """
    convert, pairs = _opencc()
    for i, (term, _) in enumerate(pairs):
        chinese = chinese.replace(term, chr(_FIRST_PLACEHOLDER + i))
    return re.sub(
        "[\ue000-\uf8ff]",
        lambda match: pairs[ord(match.group()) - _FIRST_PLACEHOLDER][1],
        convert(chinese),
    )


@lru_cache(maxsize=None)
def _opencc() -> tuple[Callable[[str], str], list[tuple[str, str]]]:
    """Return OpenCC's conversion, and our pairs of terms, the longest first."""
    from opencc import OpenCC

    term_pairs = sorted(mainland_terms().items(), key=lambda pair: -len(pair[0]))
    return OpenCC("tw2sp").convert, term_pairs


def mainland_terms() -> dict[str, str]:
    """Return {term in Taiwan: term in mainland China} of the glossary and of terms.tsv."""
    return {**{zh_TW: zh_CN for _, zh_TW, zh_CN, _ in terms()}, **extra_terms()}


def extra_terms() -> dict[str, str]:
    """Return {term in Taiwan: term in mainland China} of terms.tsv alone."""
    lines = (TRANSLATIONS / "terms.tsv").read_text("utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {zh_TW: zh_CN for zh_TW, zh_CN in pairs}
