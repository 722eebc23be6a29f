"""The format of a text, told by its first lines; comments, and bytes that are no text."""

from __future__ import annotations

import re

from ..errors import shown
from ..exact.rationals import is_number
from .libsvm import looks_like_libsvm
from .options import DELIMITERS, refused, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .options import Options

# 1 234, 1 234.5 or 2024 11 30: a cell, not several numbers
_ONE_CELL = r"[+-]?\d{1,4}( \d{2,4})+([.,]\d*)?"


def check_text(place: str, line: str) -> None:
    odd = re.search("[\0\udc80-\udcff]", line)
    if odd is not None:
        found = f"the byte 0x{ord(odd[0]) & 0xFF:02x}, which no UTF-8 text has there"
        expected = "a text file in UTF-8: save a workbook as CSV, unpack an archive"
        raise refused(f"{place}: character {odd.start() + 1}", found, expected)


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
    if options.comments is None:
        lines = list(map(without_comment, lines))
    if any(map(looks_like_libsvm, lines)):
        return "libsvm"
    bare = [re.sub('"[^"]*"', "", line) for line in lines]
    found = {name: sign for name, sign in DELIMITERS.items() if sign in bare[0]}
    agreed = [name for name, sign in found.items() if len({line.count(sign) for line in bare}) == 1]
    names = agreed or [*found]
    if options.decimal == "," and len(names) > 1 and "csv" in names:
        names.remove("csv")
    if len(names) > 1:
        raise refused(
            options.source,
            " and ".join(shown(found[name]) for name in names) + " in its first line",
            f"to be told which one stands between cells {say('format')}, or that commas are "
            f"decimal {say('decimal', ',')}",
        )
    if names == ["tsv"] and _are_blanks(lines):
        return "space"
    return names[0] if names else "space"


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
