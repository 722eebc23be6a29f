"""The words of the scripts that make pages live, one script a language."""

from __future__ import annotations

import json

from . import catalogues
from .around import script_words, sentences
from .catalogues import LANGUAGES, SITE, simplified

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


def scripts_of_words() -> Iterator[tuple[str, str]]:
    """Yield name and text of a script for each language: `perceptron.words`, by their keys, and
    `says`: by the English words, what Python says of sets and visiting orders.
    """
    chinese = {english: entry.chinese for english, entry in catalogues.read(SITE)[0].items()}
    of_language: dict[str, Callable[[str], str]] = {
        "en": str,
        "zh-TW": lambda words: chinese.get(words) or words,
        "zh-CN": lambda words: simplified(chinese.get(words) or words),
    }
    table_of_words, of_python = script_words(), sentences()
    for language in LANGUAGES:
        say = of_language[language]
        said = _each(table_of_words, say)
        said["says"] = {} if language == "en" else {words: say(words) for words in of_python}
        table = json.dumps(said, ensure_ascii=False, indent=1)
        yield f"words-{language}.js", f"window.perceptron.words = {table};\n"


def _each(table: Any, said: Callable[[str], str]) -> Any:
    """Return a table, with its tables and lists, in which each string is what is said for it."""
    if isinstance(table, str):
        return said(table)
    if isinstance(table, list):
        return [_each(value, said) for value in table]
    return {key: _each(value, said) for key, value in table.items()}
