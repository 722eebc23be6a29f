"""The texts that scripts of pages show, as a script for each language."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from . import catalogues
from .catalogues import LANGUAGES
from .site_texts import descriptions, english_words


def word_scripts() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of two scripts for each language.

    The script of the playground sets `perceptron.words` to the table of its texts. The key
    `translations` has translations of the descriptions that Python sends: those of sets, of orders,
    and of the strategy files from which a reader starts. The script of live pictures sets
    `perceptron.pictureStrings` to the table of its texts.
    """
    python_texts = descriptions()
    for language in LANGUAGES:
        translate = _translation_function(language)
        words = translated_words("playground", language)
        words["translations"] = (
            {} if language == "en" else {text: translate(text) for text in python_texts}
        )
        json_text = json.dumps(words, ensure_ascii=False, indent=1)
        yield f"playground/words-{language}.js", f"window.perceptron.words = {json_text};\n"
        json_text = json.dumps(translated_words("live", language), ensure_ascii=False)
        yield f"live/words-{language}.js", f"window.perceptron.pictureStrings = {json_text};\n"


def translated_words(folder: str, language: str) -> Any:
    """Return the words.json of a folder of `docs` in a language."""
    return _with_translated_strings(english_words(folder), _translation_function(language))


def _translation_function(language: str) -> Callable[[str], str]:
    """Return a function that translates texts around the pages; unknown texts stay English."""
    if language == "en":
        return str
    entries = catalogues.read_catalogue(catalogues.site_catalogue(language))[0]
    translations = {english: entry.translation for english, entry in entries.items()}
    convert = catalogues.to_mainland if language == "zh-CN" else str
    return lambda text: convert(translations.get(text) or text)


def _with_translated_strings(table: Any, translate: Callable[[str], str]) -> Any:
    """Return a copy of a table and its nested tables and lists with translated strings."""
    if isinstance(table, str):
        return translate(table)
    if isinstance(table, list):
        return [_with_translated_strings(value, translate) for value in table]
    return {key: _with_translated_strings(value, translate) for key, value in table.items()}
