"""The libsvm format: a label, then index:value for each feature that is not 0, indices from 1.

A table that is mostly zeros is read into its nonzeros alone, and stays so: then memory and time
grow with the file, not with N (1 + d).
"""

from __future__ import annotations

import re
from functools import partial

from ..errors import DataError, shown
from ..exact.common_denominator import Numerals, at_final_scale
from ..exact.labels import Found
from ..exact.limits import MOST_FEATURES, MOST_PAIRS
from ..exact.rationals import is_number
from ..exact.sparse import held
from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .like import Like

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
    source: str,
    lines: Iterable[tuple[int, str]],
    like: Like | None,
    labelled: bool,
    most_rows: int | None = None,
) -> Table:
    """Return the table of (line number, text) lines; a feature that a line leaves out is zero.

    Its rows are sparse if fewer than a quarter of the N (1 + d) numbers, x_0 among them, are not
    zero, and where dense ones would be more than a Dataset holds.

    like: the set that says how many features there are; without it the largest index does.
    most_rows: how many examples are read, if not all.
    labelled: whether every line must have a label; if not, all lines must do as the first.
    """
    numerals, found = Numerals(), Found(source, "column 1")
    indices: list[tuple[int, ...]] = []
    rows: list[tuple[int, ...]] = []
    known: dict[int, int] = {}
    pairs = 0
    d, most = (like.d, like.d) if like is not None else (0, MOST_FEATURES)
    for number, line in lines:
        words, place = _words(line), f"{source}:{number}"
        if not words:  # a comment, where somebody said that there are none
            raise _odd(place, 1, line, "a label or index:value")
        has_label = ":" not in words[0]
        if not rows:
            labelled = labelled or has_label
        if labelled and not has_label:
            raise _odd(place, 1, words[0], "a label before the features")
        if has_label and not labelled:
            raise _odd(place, 1, words[0], "index:value, as the lines before have no label")
        if has_label:
            found.append(words.pop(0), number)
        first = 1 + has_label
        row_indices, texts = _pairs(place, words, first, most, known)
        indices.append((0, *row_indices))
        rows.append(numerals.row(texts, partial(_place, place, first)))
        d = max(d, indices[-1][-1])
        pairs += len(rows[-1])
        if pairs > MOST_PAIRS:
            raise DataError(
                f"{place}: found {pairs:,} labels and numbers so far; "
                f"expected at most {MOST_PAIRS:,}"
            )
        if len(rows) == most_rows:
            break
    if d == 0:
        raise DataError(
            f"{source}: found no feature; expected index:value behind at least one label"
        )
    names = None if like is None else like._names
    vectors = held(indices, at_final_scale(rows), d)
    return Table(source, names, numerals.scale, vectors, d, found if labelled else None)


def _words(line: str) -> list[str]:
    """Return the words of a line without its comment."""
    words = line.split()
    if "#" in line:
        comment = next((i for i, word in enumerate(words) if word.startswith("#")), None)
        return words[:comment]
    return words


def _pairs(
    place: str, words: list[str], first: int, most: int, known: dict[int, int]
) -> tuple[list[int], list[str]]:
    """Return the indices and the texts of the values; the first word is in column `first`.

    most: the largest index allowed. known: the indices met so far, so that equal ones are one int.
    """
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
        indices.append(known.setdefault(index, index))
        texts.append(pair[2])
    return indices, texts


def _odd(place: str, column: int, word: str, expected: str) -> DataError:
    return DataError(f"{place}: column {column}: found {shown(word)}; expected {expected}")


def _place(line: str, first: int, i: int) -> str:
    return f"{line}: column {first + i}"
