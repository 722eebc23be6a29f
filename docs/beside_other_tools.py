"""The tables of the page on other tools, which the programs in `peers` wrote."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from _tools import rows
from _tools.tables import MINUS

_PEERS = Path(__file__).parent / "peers"
_NEGATIVE = re.compile(r"(?<![\w-])-(?=\d)")  # a hyphen before a number, but not of an option


def _read(name: str) -> tuple[str, list[list[str]]]:
    """Return what made a table, and its rows below the heading."""
    with (_PEERS / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        (made_by,), _, *found = csv.reader(stream)
    return made_by, found


def _answers(question: str) -> str:
    """Return the rows of a question: the tool with its version, how it was found, the answer."""
    found = [row[1:] for row in _read("answers")[1] if row[0] == question]
    return rows(
        [f"{tool} {version}", _NEGATIVE.sub(MINUS, how), _NEGATIVE.sub(MINUS, answer)]
        for tool, version, how, answer in found
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
    """Return the rows of the well-known sets, without their sources."""
    return rows(
        [name, classes, *(cell.replace("more than 100000", "> 100,000") for cell in cells)]
        for name, classes, _, *cells in _read("sets")[1]
    )


_wines = [row[-3] for row in _read("sets")[1] if row[0] == "wine"]
assert len(_wines) == 3 and all(count.isdecimal() for count in _wines)
wines_scaled = f"{_wines[0]}, {int(_wines[1]):,} and {_wines[2]}"
