"""Lines as rows of cells: the delimiter and the header that the first lines tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..errors import shown
from ..exact.rationals import is_number
from .options import DELIMITERS, SAY_HEADER, Options, is_missing, refused, say

# 1 234, 1 234.5 or 2024 11 30: a cell, not several numbers
_ONE_CELL = r"[+-]?\d{1,4}( \d{2,4})+([.,]\d*)?"


def without_comment(line: str) -> str:
    """Return the line up to the first # behind a blank and outside of quotes.

    >>> without_comment('1,"a #1",yes # sure')
    '1,"a #1",yes'
    """
    for match in re.finditer(r'"[^"]*"|\s#', line) if "#" in line else ():
        if match[0][0] != '"':
            return line[: match.start()].rstrip()
    return line.rstrip("\n")


def format_of(lines: list[str], options: Options) -> str:
    """Return the format of a file with these first lines; DataError where two are as likely.

    It is that of the one delimiter in the first line which each line has as often, outside of
    quotes; "space" without one.
    """
    bare = [re.sub('"[^"]*"', "", line) for line in lines]
    found = {name: sign for name, sign in DELIMITERS.items() if sign in bare[0]}
    agreed = [name for name, sign in found.items() if len({line.count(sign) for line in bare}) == 1]
    names = agreed or [*found]
    if options.decimal == "," and len(names) > 1 and "csv" in names:
        names.remove("csv")
    if len(names) > 1:
        signs = " and ".join(shown(found[name]) for name in names)
        expected = f"to be told which one stands between cells {say('format')}"
        raise refused(options.source, f"{signs} in its first line", expected)
    words = {len(line.split()) for line in lines[:2]}
    for sign in DELIMITERS.values() if not names and len(words) > 1 else ():
        if all(sign in line for line in bare[1:]):
            expected = "the same cells in each: delete a title above the names of the columns"
            raise refused(options.source, f"{shown(sign)} in all lines but the first", expected)
    is_space = not names or (names == ["tsv"] and _are_blanks(lines))
    return "space" if is_space else names[0]


def _are_blanks(lines: list[str]) -> bool:
    """Tell whether blanks stand between features and one tab before the label, without a header.

    Not if they may stand inside of a cell, as in 1 234 or 2024 11 30.
    """
    counts = {(line.strip().count("\t"), len(line.split())) for line in lines}
    tabs, words = max(counts)
    if len(counts) > 1 or tabs > 1 or words == 2:
        return False
    cells = (cell.strip() for line in lines for cell in line.split("\t"))
    is_example = all(map(is_number, lines[0].split()[:-1]))
    return is_example and not any(re.fullmatch(_ONE_CELL, cell) for cell in cells)


def rows_of(lines: Iterable[tuple[int, str]], options: Options) -> Iterator[tuple[int, list[str]]]:
    """Yield line numbers and cells; quotes hold a cell together, which ends in its line."""
    delimiter = DELIMITERS.get(options.format or "")  # None for blanks and tabs
    for number, line in lines:
        is_plain = '"' not in line and (delimiter or line.isascii())
        place = f"{options.source}:{number}"
        yield number, line.split(delimiter) if is_plain else _quoted(line, delimiter, place)


def _quoted(line: str, delimiter: str | None, place: str) -> list[str]:
    """Return the cells of a line, maybe with quotes; DataError for those that hold no cell."""
    import csv

    if delimiter is None:  # a narrow blank may stand between thousands
        quoted_or_tab = r'((?<![^ \t])"[^"]*(?:""[^"]*)*")|\t'
        line = re.sub(quoted_or_tab, lambda found: found[1] or " ", line)
        line, delimiter = line.strip(" "), " "
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True))
    except csv.Error as error:
        expected = "them in pairs around a cell, in one line"
        raise refused(place, f"quotes that do not match ({error})", expected) from None


def header_of(place: str, cells: list[str], options: Options) -> list[str] | None:
    """Return the names of the columns, if the first line holds them, else None.

    It does if no cell is a number, and not all are empty, or if all names of `like` are there, as
    these may be years.
    """
    names, has_names = [*map(str.strip, cells)], options.header
    known = None if options.like is None else options.like._names
    if has_names is None:
        has_names = any(names) and not any(map(may_be_number, names))
        has_names = has_names or (known is not None and {*known} <= {*names})
        odd = [name for name in names if name and is_missing(name)]
        if has_names and odd and known is None:
            raise refused(place, f"{shown(odd[0])} among the names of columns", SAY_HEADER)
    return names if has_names else None


def may_be_number(cell: str) -> bool:
    """Tell whether a cell is written as a number, maybe with a decimal comma, or with blanks."""
    return is_number(cell.replace(",", ".", 1)) or bool(re.fullmatch(_ONE_CELL, cell))
