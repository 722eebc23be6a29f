"""The libsvm format: a label, then index:value for each feature that is not 0, indices from 1.

A table that is mostly zeros is read into its nonzeros alone, and stays so: then memory and time
grow with the file, not with N (1 + d).
"""

from __future__ import annotations

import re

from ..errors import shown
from ..exact.common_denominator import Numerals, at_final_scale
from ..exact.labels import Found
from ..exact.limits import MOST_FEATURES, MOST_PAIRS
from ..exact.rationals import is_number
from ..exact.sparse import held
from .delimited import row_of
from .options import refused
from .table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .options import Like

_PAIR = re.compile(r"(\d+):(\S+)", re.ASCII)


def looks_like_libsvm(line: str) -> bool:
    """Tell whether the line has libsvm's form: index:number pairs behind at most one label.

    >>> looks_like_libsvm("+1 1:0.5 3:2"), looks_like_libsvm("1 0.5 2")
    (True, False)
    """
    words = line.split() if ":" in line else []
    pairs = words if words and ":" in words[0] else words[1:]
    matches = map(_PAIR.fullmatch, pairs)
    return bool(pairs) and all(pair is not None and is_number(pair[2]) for pair in matches)


def read_libsvm(
    source: str,
    lines: Iterable[tuple[int, str]],
    like: Like | None,
    labelled: bool,
    most_rows: int | None = None,
) -> Table:
    """Return the table of (line number, text) lines; a feature that a line leaves out is zero.

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
        words, place = line.split(), f"{source}:{number}: column"
        has_label = ":" not in words[0]
        labelled = labelled or (has_label and not rows)
        if has_label != labelled:
            expected = "index:value, as the lines before have no label"
            expected = "a label before the features" if labelled else expected
            raise refused(f"{place} 1", shown(words[0]), expected)
        if labelled:
            found.append(words.pop(0), number)
        first = 1 + labelled
        indices.append((0, *_indices(place, words, first, most, known)))
        rows.append(row_of(words, numerals, lambda i: f"{place} {first + i}"))
        d = max(d, indices[-1][-1])
        pairs += len(rows[-1])
        if pairs > MOST_PAIRS:
            counted = f"{pairs:,} labels and numbers so far"
            raise refused(f"{source}:{number}", counted, f"at most {MOST_PAIRS:,}")
        if len(rows) == most_rows:
            break
    if d == 0:
        raise refused(source, "no feature", "index:value behind at least one label")
    table = Table(source, None, like)
    table.found = found if labelled else None
    table.rows, table.scale, table.d = held(indices, at_final_scale(rows), d), numerals.scale, d
    return table


def _indices(
    place: str, words: list[str], first: int, most: int, known: dict[int, int]
) -> list[int]:
    """Return the indices of pairs, and leave the texts of the values in place of the words.

    first: the column of the first word. most: the largest index allowed. known: the indices met so
    far, so that equal ones are one int.
    """
    indices: list[int] = []
    before = 0
    for i, word in enumerate(words):
        pair = _PAIR.fullmatch(word)
        index = int(pair[1][:18]) if pair else 0  # more digits are too large as well
        expected = "index:value, such as 3:0.5"
        if pair and index > most:
            expected = f"an index of at most {most:,}"
        elif pair and index <= before:
            expected = f"an index of more than {before:,}, as indices ascend from 1"
        elif pair:
            before = known.setdefault(index, index)
            indices.append(before)
            words[i] = pair[2]
            continue
        raise refused(f"{place} {first + i}", shown(word), expected)
    return indices
