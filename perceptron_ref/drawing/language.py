"""The language of the words in pictures: English, unless somebody puts others in their place.

All words pass through `said` before they are measured, broken into lines, and drawn.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_translate: list[Callable[[str], str]] = []


class Said(str):
    """Words in the language of the reader."""

    __slots__ = ()


def speak(translate: Callable[[str], str] | None) -> None:
    """Let all pictures drawn from now on say what `translate` makes of their English words; None
    for English.
    """
    _translate[:] = [] if translate is None else [translate]


def said(words: str) -> Said:
    """Return words in the language of the reader; those that are in it already stay as they are.

    >>> speak(lambda words: {"no mistake": "keine Fehler"}[words])
    >>> said("no mistake"), said(said("no mistake"))
    ('keine Fehler', 'keine Fehler')
    >>> speak(None)
    >>> said("no mistake")
    'no mistake'
    """
    if isinstance(words, Said):
        return words
    for translate in _translate:
        words = translate(words)
    return Said(words)
