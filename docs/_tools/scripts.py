"""The texts of the scripts in pages, one script for each language."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from . import catalogues
from .around import script_words, sentences
from .catalogues import LANGUAGES


def scripts_of_words() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of a script for each language. For the playground it sets
    `perceptron.words`, by key, with `says`, the translations of Python's descriptions of sets and
    orders; for live pictures `perceptron.pictureWords`.
    """
    of_python = sentences()
    for language in LANGUAGES:
        say = _translation(language)
        words = words_of("playground", language)
        words["says"] = {} if language == "en" else {text: say(text) for text in of_python}
        table = json.dumps(words, ensure_ascii=False, indent=1)
        yield f"playground/words-{language}.js", f"window.perceptron.words = {table};\n"
        table = json.dumps(words_of("live", language), ensure_ascii=False)
        yield f"live/words-{language}.js", f"window.perceptron.pictureWords = {table};\n"


def words_of(folder: str, language: str) -> Any:
    """Return the texts of the scripts in a folder of `docs`, by key, in a language."""
    return _map_strings(script_words(folder), _translation(language))


def _translation(language: str) -> Callable[[str], str]:
    """Return the function that translates texts around all pages into a language."""
    if language == "en":
        return str
    entries = catalogues.read(catalogues.site_catalogue(language))[0]
    translations = {english: entry.translation for english, entry in entries.items()}
    convert = catalogues.to_mainland if language == "zh-CN" else str
    return lambda words: convert(translations.get(words) or words)


def _map_strings(table: Any, translate: Callable[[str], str]) -> Any:
    """Return a table with its nested tables and lists, in which each string is translated."""
    if isinstance(table, str):
        return translate(table)
    if isinstance(table, list):
        return [_map_strings(value, translate) for value in table]
    return {key: _map_strings(value, translate) for key, value in table.items()}
