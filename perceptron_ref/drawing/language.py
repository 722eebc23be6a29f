"""The language of the words in pictures: English, unless `speak` puts another in its place.

All words pass through `said` before they are measured, broken into lines, and drawn.
"""

from __future__ import annotations

from collections.abc import Callable

_translate: Callable[[str], str] = str


class Said(str):
    """Words in the language of the reader."""

    __slots__ = ()


def speak(translate: Callable[[str], str] | None) -> None:
    """Make all pictures drawn from now on say `translate(words)` for their English words; None for
    English.
    """
    global _translate
    _translate = translate or str


def said(words: str) -> Said:
    """Return words in the language of the reader; those that are in it already stay as they are.

    >>> speak(lambda words: {"no mistake": "keine Fehler"}[words])
    >>> said("no mistake"), said(said("no mistake"))
    ('keine Fehler', 'keine Fehler')
    >>> speak(None)
    >>> said("no mistake")
    'no mistake'
    """
    return words if isinstance(words, Said) else Said(_translate(words))
