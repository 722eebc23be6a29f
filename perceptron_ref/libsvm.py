"""The libsvm format: a label, then index:value for every feature that is not zero, indices from 1."""

from __future__ import annotations

import re

from .errors import DataError, shown
from .labels import Found
from .rationals import is_number
from .table import MOST_ENTRIES, Numerals, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .table import Like

_PAIR = re.compile(r"(\d{1,18}):(\S+)", re.ASCII)


def looks_like_libsvm(line: str) -> bool:
    """Tell whether the line is written as libsvm does: pairs of index and number, behind at most one label.

    >>> looks_like_libsvm("+1 1:0.5 3:2"), looks_like_libsvm("1 0.5 2")
    (True, False)
    """
    words = _words(line)
    pairs = [_PAIR.fullmatch(word) for word in (words[1:] if words and ":" not in words[0] else words)]
    return bool(pairs) and all(pair is not None and is_number(pair[2]) for pair in pairs)


def read_libsvm(source: str, lines: Iterable[tuple[int, str]], like: Like | None, labelled: bool) -> Table:
    """Return the table of (line number, text) lines; a feature that a line leaves out is zero.

    like: what says how many features there are; otherwise the largest index does. labelled: whether every line must
    have a label.
    """
    numerals, found = Numerals(), Found(source, 1)
    sparse: list[tuple[list[int], tuple[int, ...]]] = []
    most = like.d if like else MOST_ENTRIES
    for number, line in lines:
        words = _words(line)
        place = f"{source}:{number}"
        if ":" not in words[0]:
            found.append(words.pop(0), number)
        elif labelled:
            raise DataError(f"{place}: column 1: found {shown(words[0])}; expected a label before the features")
        indices, texts = _pairs(place, words, most)
        sparse.append((indices, numerals.row(texts, lambda i: f"{place}: column {i + 2}")))
    d = like.d if like else max((indices[-1] for indices, _ in sparse if indices), default=0)
    if d == 0:
        raise DataError(f"{source}: found no feature; expected index:value behind at least one label")
    if d * len(sparse) > MOST_ENTRIES:
        raise DataError(f"{source}: found {len(sparse):,} rows of {d:,} features; expected at most {MOST_ENTRIES:,} numbers")
    if found.texts and len(found.texts) != len(sparse):
        raise DataError(f"{source}: found labels on {len(found.texts)} of {len(sparse)} lines; expected all or none")
    rows = numerals.at_final_scale([_dense(indices, row, d) for indices, row in sparse])
    return Table(source, like.names if like else None, numerals.scale, rows, found if found.texts else None)


def _words(line: str) -> list[str]:
    return (line[: line.index("#")] if "#" in line else line).split()


def _pairs(place: str, words: list[str], most: int) -> tuple[list[int], list[str]]:
    indices: list[int] = []
    texts: list[str] = []
    for column, word in enumerate(words, start=2):
        pair = _PAIR.fullmatch(word)
        if pair is None:
            raise DataError(f"{place}: column {column}: found {shown(word)}; expected index:value, such as 3:0.5")
        index, before = int(pair[1]), indices[-1] if indices else 0
        if not before < index <= most:
            raise DataError(f"{place}: column {column}: found the index {index}; expected {before + 1} to {most}, ascending")
        indices.append(index)
        texts.append(pair[2])
    return indices, texts


def _dense(indices: list[int], row: tuple[int, ...], d: int) -> tuple[int, ...]:
    dense = [0] * (1 + d)
    dense[0] = row[0]
    for index, value in zip(indices, row[1:]):
        dense[index] = value
    return tuple(dense)
