"""The formats of files once more, in the plainest way, for numbers that are plain: what `read`
makes of a file is held against this. Nothing of it is the package's.
"""

from __future__ import annotations

import re
from fractions import Fraction

BETWEEN = {"csv": ",", "tsv": "\t", "semicolon": ";"}
GONE = {"", "?", "na", "n/a", "#n/a", "#nv", "<na>", "nan", "null"}  # of a label
MISSING = GONE | {"-", "--", ".", "none", "missing", "k.a."}
NUMBER = re.compile(r"[+-]?(\d+/\d+|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)", re.ASCII)


class Unsure(Exception):
    """The file has something that this parser does not know, such as quotes."""


def number(text, decimal="."):
    """Return the Fraction of a plain decimal or "p/q"."""
    text = text.strip()
    if decimal == ",":
        if "." in text:
            raise Unsure(text)
        text = text.replace(",", ".", 1)
    if not NUMBER.fullmatch(text) or len(text) > 300:
        raise Unsure(text)
    return Fraction(text)


def lines_of(data):
    """Return the lines that are neither blank nor comments."""
    text = data.decode("utf-8-sig")
    lines = re.split("\r\n|\r|\n", text)
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def cells_of(line, format):
    """Return the cells of a line, those of libsvm as they stand."""
    if '"' in line:
        raise Unsure(line)
    if format in ("space", "libsvm"):
        words = line.split()
        comments = [i for i, word in enumerate(words) if word.startswith("#")]
        return words[: comments[0]] if comments else words
    return [cell.strip() for cell in line.split(BETWEEN[format])]


def rows_of(data, format, label=None, out=None, decimal=".", drop=False):
    """Return [(features, label as text)] of all lines, those of a first line without numbers None.

    A feature is a Fraction. label: the index of its column; the last that is not `out` where it is
    None. drop: whether lines with a missing cell are left out.
    """
    table = [cells_of(line, format) for line in lines_of(data)]
    if format == "libsvm":
        return _from_pairs(table)
    if len({*map(len, table)}) != 1 or "" in table[0]:
        raise Unsure("names of rows, perhaps")
    rows = []
    for k, cells in enumerate(table):
        left = [i for i in range(len(cells)) if i != out]
        at = left[-1] if label is None else label % len(cells)
        features = [cells[i] for i in left if i != at]
        try:
            if drop and (
                cells[at].lower() in GONE or MISSING & {cell.lower() for cell in features}
            ):
                if k == 0:
                    raise Unsure("names, perhaps")
                continue
            rows.append(([number(cell, decimal) for cell in features], cells[at]))
        except Unsure:
            if k > 0:
                raise
            rows.append((None, cells[at]))
    return rows


def _from_pairs(table):
    pairs = [[word.split(":") for word in words[1:]] for words in table]
    d = max((int(pair[0]) for row in pairs for pair in row), default=0)
    if d > 2000:
        raise Unsure("many features")
    rows = []
    for words, row in zip(table, pairs):
        features = [Fraction(0)] * d
        for index, text in row:
            features[int(index) - 1] = number(text)
        rows.append((features, words[0]))
    return rows
