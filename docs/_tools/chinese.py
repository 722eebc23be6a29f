"""Rules for the Chinese text of the site: punctuation, spaces, characters and words.

The library autocorrect misses half of these faults, such as a space between two Chinese characters,
and objects to links without spaces around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

_AVOID = Path(__file__).resolve().parents[1] / "_translations" / "avoid.tsv"
_HAN = "\u3400-\u9fff"
_CLOSING = "，。、；：？！）」』》"
_OPENING = "（「『《"
# each formula, code or value is replaced by a letter, because only the text beside it decides
_INLINE = re.compile(
    r"(?P<ticks>`+)(?:(?!(?P=ticks)).)+(?P=ticks)"
    r"|(?<!\\)\$(?!\s)(?:\\.|[^$\\])+?\$|\{\{.*?\}\}|\{\w+\}"
)
_MARKS = re.compile(r"\*+|\]\([^)]*\)|\]\[[^\]]*\]|[\[\]]|</?[a-z][^>]*>|\{ *[#.:][^{}]*\}")
_RULES = {
    "half-width punctuation in Chinese": (
        rf"[{_HAN}{_CLOSING}] ?[,;:?!]|[{_HAN}{_CLOSING}]\.(?!\.)|[,;:?!.] ?(?=[{_HAN}])"
        rf"|[{_HAN}]\(|\)[{_HAN}]|\([^()]*[{_HAN}]|[{_HAN}].*[^.]\.$"
    ),
    "no space between Chinese and a letter, digit, formula, code or value": (
        rf"[{_HAN}](?=[A-Za-z0-9\u0370-\u03ff])|[A-Za-z0-9\u0370-\u03ff%°](?=[{_HAN}])"
    ),
    "a space beside full-width punctuation": rf" (?=[{_CLOSING}])|(?<=[{_CLOSING}{_OPENING}]) ",
    "a space between Chinese characters": rf"[{_HAN}] +(?=[{_HAN}])",
    "two spaces": "  ",
    "quotes that are not 「」": '[“”‘’"]',
}
_FOUND = [(rule, re.compile(pattern)) for rule, pattern in _RULES.items()]
_BESIDE = 8  # characters of the text on both sides of a fault


def problems(chinese: str) -> Iterator[str]:
    """Yield the faults of a text for Taiwan.

    >>> list(problems("它停下來,完成。"))
    ["half-width punctuation in Chinese: '它停下來,完成。'"]
    >>> list(problems("第 3 次更新之后。")), list(problems("第 3 次更新之後。"))
    (["a character of mainland China: '第 3 次更新之后。'"], [])
    """
    plain = _plain(chinese)
    for rule, pattern in _FOUND:
        for match in pattern.finditer(plain):
            yield f"{rule}: {_beside(plain, *match.span())}"
    for at, character in enumerate(plain):
        if not _in_taiwan(character):
            yield f"a character of mainland China: {_beside(plain, at, at + 1)}"
    yield from _avoided("zh-TW", plain)


def problems_of_the_mainland(chinese: str) -> Iterator[str]:
    """Yield the words of a text for mainland China that are not used there."""
    return _avoided("zh-CN", _plain(chinese))


def _plain(chinese: str) -> str:
    return _MARKS.sub("", _INLINE.sub("F", chinese))


def _beside(text: str, start: int, end: int) -> str:
    return repr(text[max(0, start - _BESIDE) : end + _BESIDE])


def _in_taiwan(character: str) -> bool:
    """Return whether a character is none, or one of those that Taiwan's own encoding has: it lacks
    the simplified ones.

    >>> _in_taiwan("權"), _in_taiwan("权"), _in_taiwan("w")
    (True, False, True)
    """
    try:
        character.encode("big5")
    except UnicodeEncodeError:
        return re.match(f"[{_HAN}]", character) is None
    return character not in "后"


def _avoided(language: str, plain: str) -> Iterator[str]:
    for word, instead in avoided(language).items():
        for match in re.finditer(word, plain):
            yield f"not {match.group()}, but {instead}: {_beside(plain, *match.span())}"


@lru_cache(maxsize=None)
def avoided(language: str) -> dict[str, str]:
    """Return the words to avoid, as patterns, with the words to use instead."""
    rows = (line.split("\t") for line in _AVOID.read_text("utf-8").splitlines())
    return {word: instead for of, word, instead in rows if of == language}
