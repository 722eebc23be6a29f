"""The libsvm format: a label, then index:value for each feature that is not 0, indices from 1.

A table that is mostly zeros is read into its nonzeros alone, and stays so: then memory and time
grow with the file, not with N (1 + d).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from ..errors import shown
from ..exact.common_denominator import Numerals, over_least
from ..exact.rationals import is_number
from ..exact.sparse import held
from ..exact.tables import MOST_FEATURES
from .options import Options, refused
from .table import Table

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


def read_libsvm(lines: Iterable[tuple[int, str]], options: Options) -> Table:
    """Return the table of (line number, text) lines; a feature that a line leaves out is zero.

    Without `like` the largest index says how many features there are. If there need not be labels,
    the first line tells whether there are.
    """
    for option in ("label", "features", "header", "decimal", "missing", "id"):
        value = getattr(options, option)
        if value is not None and value is not False:
            told = "none, as a libsvm file has no columns: its labels stand first"
            raise refused(options.source, f"{option}={shown(value)}", told)
    numerals = Numerals()
    texts: list[str] = []
    lines_of: dict[str, int] = {}
    rows: list[tuple[int, ...]] = []
    indices: list[tuple[int, ...]] = []
    known: dict[int, int] = {}  # so that equal indices are one int
    labelled = options.labelled
    most = MOST_FEATURES if options.like is None else options.like.d
    for number, line in islice(lines, options.first):
        words, place = line.split(), f"{options.source}:{number}: column"
        labelled = labelled or (":" not in words[0] and not rows)
        if labelled and ":" in words[0]:
            raise refused(f"{place} 1", shown(words[0]), "a label before the features")
        if labelled:
            texts.append(words.pop(0))
            lines_of.setdefault(texts[-1], number)
        first, row = 1 + labelled, [0]
        for i, word in enumerate(words):
            pair = _PAIR.fullmatch(word)
            index = int(pair[1][:18]) if pair else 0  # more digits are too large as well
            if pair is None or not row[-1] < index <= most:
                expected = "index:value, such as 3:0.5, with an index "
                expected += f"from {row[-1] + 1:,} to {most:,}"
                raise refused(f"{place} {first + i}", shown(word), expected)
            row.append(known.setdefault(index, index))
            words[i] = pair[2]
        indices.append(tuple(row))
        rows.append(numerals.row(words, lambda i: f"{place} {first + i}"))
    d = max(row[-1] for row in indices) if options.like is None else most
    if d == 0:
        raise refused(options.source, "no feature", "index:value behind at least one label")
    scaled, scale = over_least(rows)
    return Table(options, texts if labelled else None, lines_of, held(indices, scaled, d), scale, d)
