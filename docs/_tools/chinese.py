"""Rules for the Chinese text of the site: punctuation, spaces, characters and words.

The library autocorrect misses half of these problems, such as a space between two Chinese
characters. It also reports links without spaces around them, which our rules allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

_AVOIDED_WORDS_FILE = Path(__file__).resolve().parents[1] / "_translations" / "avoid.tsv"
_HAN = "\u3400-\u9fff"
_CLOSING = "，。、；：？！）」』》"
_OPENING = "（「『《"
# The rules see a letter F in place of each formula, code or value.
_INLINE = re.compile(
    r"(?P<ticks>`+)(?:(?!(?P=ticks)).)+(?P=ticks)"
    r"|(?<!\\)\$(?!\s)(?:\\.|[^$\\])+?\$|\{\{.*?\}\}|\{\w+\}"
)
_MARKUP = re.compile(r"\*+|\]\([^)]*\)|\]\[[^\]]*\]|[\[\]]|</?[a-z][^>]*>|\{ *[#.:][^{}]*\}")
_RULES = {
    "half-width punctuation in Chinese": (
        rf"[{_HAN}{_CLOSING}] ?[,;:?!]|[{_HAN}{_CLOSING}]\.(?!\.)|[,;:?!.] ?(?=[{_HAN}])"
        rf"|[{_HAN}]\(|\)[{_HAN}]|\([^()]*[{_HAN}]|[{_HAN}].*[^.]\.$"
        rf"|F,(?= F.*[{_HAN}])"
    ),
    "no space between Chinese and a letter, digit, formula, code or value": (
        rf"[{_HAN}](?=[A-Za-z0-9\u0370-\u03ff])|[A-Za-z0-9\u0370-\u03ff%°](?=[{_HAN}])"
    ),
    "a space beside full-width punctuation": rf" (?=[{_CLOSING}])|(?<=[{_CLOSING}{_OPENING}]) ",
    "a space between Chinese characters": rf"[{_HAN}] +(?=[{_HAN}])",
    "two spaces": "  ",
    "quotes that are not 「」": '[“”‘’"]',
}
_RULE_PATTERNS = [(rule, re.compile(pattern)) for rule, pattern in _RULES.items()]
_CONTEXT_LENGTH = 8  # characters before and after a problem in its message


def taiwan_problems(chinese: str) -> Iterator[str]:
    """Yield a message for each problem of a text for Taiwan.

    >>> list(taiwan_problems("它停下來,完成。"))
    ["half-width punctuation in Chinese: '它停下來,完成。'"]
    >>> list(taiwan_problems("第 3 次更新之后。")), list(taiwan_problems("第 3 次更新之後。"))
    (["a character of mainland China: '第 3 次更新之后。'"], [])
    """
    plain = _without_markup(chinese)
    for rule, pattern in _RULE_PATTERNS:
        for match in pattern.finditer(plain):
            yield f"{rule}: {_with_context(plain, *match.span())}"
    for i, character in enumerate(plain):
        if not _is_used_in_taiwan(character):
            yield f"a character of mainland China: {_with_context(plain, i, i + 1)}"
    yield from _avoided_word_problems("zh-TW", plain)


def mainland_problems(chinese: str) -> Iterator[str]:
    """Yield a message for each word in a text for mainland China that is not used there."""
    return _avoided_word_problems("zh-CN", _without_markup(chinese))


def _without_markup(chinese: str) -> str:
    """Return a text without markup, and with F in place of formulas, code and values."""
    return _MARKUP.sub("", _INLINE.sub("F", chinese))


def _with_context(text: str, start: int, end: int) -> str:
    """Return the characters of a problem in quotes, with some characters before and after."""
    return repr(text[max(0, start - _CONTEXT_LENGTH) : end + _CONTEXT_LENGTH])


def _is_used_in_taiwan(character: str) -> bool:
    """Tell whether a character is used in Taiwan.

    A Chinese character is used there if Big5, the encoding of Taiwan, contains it. The exception is
    one character, which is also a simplified form. All other characters pass.

    >>> _is_used_in_taiwan("權"), _is_used_in_taiwan("权"), _is_used_in_taiwan("w")
    (True, False, True)
    """
    try:
        character.encode("big5")
    except UnicodeEncodeError:
        return re.match(f"[{_HAN}]", character) is None
    return character not in "后"


def _avoided_word_problems(language: str, plain: str) -> Iterator[str]:
    """Yield a message for each word to avoid in a text without markup."""
    for word, instead in avoided_words(language).items():
        for match in re.finditer(word, plain):
            yield f"not {match.group()}, but {instead}: {_with_context(plain, *match.span())}"


@lru_cache(maxsize=None)
def avoided_words(language: str) -> dict[str, str]:
    """Return {pattern of a word to avoid: words to use instead} for a language."""
    rows = (line.split("\t") for line in _AVOIDED_WORDS_FILE.read_text("utf-8").splitlines())
    return {word: instead for of_language, word, instead in rows if of_language == language}
