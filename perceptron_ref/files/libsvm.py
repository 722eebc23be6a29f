"""The libsvm format: a label, then index:value for each feature that is not 0, indices from 1."""

from __future__ import annotations

import re
from functools import partial

from ..errors import DataError, shown
from ..exact.common_denominator import Numerals, at_final_scale
from ..exact.rationals import is_number
from .labels import Found
from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .table import Like

MOST_FEATURES = 1_000_000
MOST_ENTRIES = 100_000_000

_LONGEST_INDEX = 18
_PAIR = re.compile(r"(\d+):(\S+)", re.ASCII)


def looks_like_libsvm(line: str) -> bool:
    """Tell whether the line has libsvm's form: index:number pairs behind at most one label.

    >>> looks_like_libsvm("+1 1:0.5 3:2"), looks_like_libsvm("1 0.5 2")
    (True, False)
    """
    if ":" not in line:
        return False
    words = _words(line)
    pairs = [_PAIR.fullmatch(word) for word in (words if ":" in words[0] else words[1:])]
    return bool(pairs) and all(pair is not None and is_number(pair[2]) for pair in pairs)


def read_libsvm(
    source: str, lines: Iterable[tuple[int, str]], like: Like | None, labelled: bool
) -> Table:
    """Return the table of (line number, text) lines; a feature that a line leaves out is zero.

    like: the set that says how many features there are; without it the largest index does.
    labelled: whether every line must have a label; if not, all lines must do as the first.
    """
    numerals, found = Numerals(), Found(source, "column 1")
    sparse: list[tuple[list[int], tuple[int, ...]]] = []
    d, most = (like.d, like.d) if like is not None else (0, MOST_FEATURES)
    for number, line in lines:
        words, place = _words(line), f"{source}:{number}"
        has_label = ":" not in words[0]
        if not sparse:
            labelled = labelled or has_label
        if labelled and not has_label:
            raise _odd(place, 1, words[0], "a label before the features")
        if has_label and not labelled:
            raise _odd(place, 1, words[0], "index:value, as the lines before have no label")
        if has_label:
            found.append(words.pop(0), number)
        first = 1 + has_label
        indices, texts = _pairs(place, words, first, most)
        sparse.append((indices, numerals.row(texts, partial(_place, place, first))))
        d = max([d, *indices[-1:]])
        if d * len(sparse) > MOST_ENTRIES:
            raise DataError(
                f"{place}: found {len(sparse):,} rows of {d:,} features; "
                f"expected at most {MOST_ENTRIES:,} numbers, zeros counted"
            )
    if d == 0:
        raise DataError(
            f"{source}: found no feature; expected index:value behind at least one label"
        )
    rows = at_final_scale([_dense(indices, row, d) for indices, row in sparse])
    names = None if like is None else like.names
    return Table(source, names, numerals.scale, rows, found if labelled else None)


def _words(line: str) -> list[str]:
    """Return the words of a line without its comment."""
    words = line.split()
    if "#" in line:
        comment = next((i for i, word in enumerate(words) if word.startswith("#")), None)
        return words[:comment]
    return words


def _pairs(place: str, words: list[str], first: int, most: int) -> tuple[list[int], list[str]]:
    """Return the indices and the texts of the values; the first word is in column `first`."""
    indices: list[int] = []
    texts: list[str] = []
    before = 0
    for column, word in enumerate(words, start=first):
        pair = _PAIR.fullmatch(word)
        if pair is None:
            raise _odd(place, column, word, "index:value, such as 3:0.5")
        index = int(pair[1][:_LONGEST_INDEX])
        if index > most:
            raise _odd(place, column, word, f"an index of at most {most:,}")
        if index <= before:
            ascending = f"an index of more than {before:,}, as indices ascend from 1"
            raise _odd(place, column, word, ascending)
        before = index
        indices.append(index)
        texts.append(pair[2])
    return indices, texts


def _odd(place: str, column: int, word: str, expected: str) -> DataError:
    return DataError(f"{place}: column {column}: found {shown(word)}; expected {expected}")


def _place(line: str, first: int, i: int) -> str:
    return f"{line}: column {first + i}"


def _dense(indices: list[int], row: tuple[int, ...], d: int) -> tuple[int, ...]:
    dense = [0] * (1 + d)
    dense[0] = row[0]
    for index, value in zip(indices, row[1:]):
        dense[index] = value
    return tuple(dense)
