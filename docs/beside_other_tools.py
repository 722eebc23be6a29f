"""The tables that the programs in `peers` wrote, for the page on other tools."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from _tools import rows
from _tools.tables import MINUS

_PEERS = Path(__file__).parent / "peers"
# the hyphen of a negative number, not of an option such as -1
_NEGATIVE = re.compile(r"(?<![\w-])-(?=\d)")


def _read(name: str) -> tuple[str, list[list[str]]]:
    """Return the text about the origin of a table, and its rows without the heading."""
    with (_PEERS / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        (origin,), _, *table_rows = csv.reader(stream)
    return origin, table_rows


def _answers(question: str) -> str:
    """Return a row for each answer to a question: the tool with its version, method and answer."""
    answer_rows = [row[1:] for row in _read("answers")[1] if row[0] == question]
    return rows(
        [f"{tool} {version}", _NEGATIVE.sub(MINUS, method), _NEGATIVE.sub(MINUS, answer)]
        for tool, version, method, answer in answer_rows
    )


made_by = _read("answers")[0].replace(": ", ", with ", 1) + "."
sign_of_zero = _answers("sign_of_zero")
positive_label = _answers("positive_label")
threshold = _answers("threshold")
start = _answers("start")
stopping = _answers("stopping")
xor = _answers("xor")
no_warning = _answers("no_warning")
shuffling = _answers("shuffling")
sparse = _answers("sparse")
agreement = rows([f"`{settings}`", *cells] for settings, *cells in _read("agreement")[1])
solvers = rows(_read("solvers")[1])
copies = rows(_read("copies")[1])


def known_sets() -> str:
    """Return a row for each well-known data set: all that `sets.csv` has except the source."""
    return rows(
        [name, classes, *(cell.replace("more than 100000", "> 100,000") for cell in cells)]
        for name, classes, _, *cells in _read("sets")[1]
    )


_wine_updates = [row[-3] for row in _read("sets")[1] if row[0] == "wine"]
assert len(_wine_updates) == 3 and all(count.isdecimal() for count in _wine_updates)
wines_scaled = f"{_wine_updates[0]}, {int(_wine_updates[1]):,} and {_wine_updates[2]}"
