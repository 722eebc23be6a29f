"""Doubts about how a file was read, each with the option that settles it."""

from __future__ import annotations

from operator import eq, lt

from ..errors import shown
from ..exact.labels import key_or_text
from ..exact.rationals import is_number
from .missing import NO_LABEL, is_missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..exact.labels import Found

SAY_HEADER = "say which it is (header=..., --header or --no-header)"
SAY_COMMENTS = "say whether a comment begins there (comments=..., --comments or --no-comments)"
HOLDS_NAMES = "or that this line holds the names of the columns (header=True, --header)"

_WITH_HASH = f"has a # behind a blank; {SAY_COMMENTS}"
_FEWEST = 5  # examples that a number each is told of
_FEW = 10  # examples among which a label may well occur once


class FirstLine:
    """The first line of a file, where only looking tells whether it holds names.

    number: that of the line. cells: its cells. are_names: what they were taken for. label: the
    index of the cell of the label, or None.
    """

    __slots__ = ("are_names", "cells", "label", "number")

    def __init__(
        self, number: int, cells: Sequence[str], are_names: bool, label: int | None
    ) -> None:
        self.number, self.are_names, self.label = number, are_names, label
        self.cells = [cell.strip() for cell in cells]

    @property
    def may_hold_names(self) -> bool:
        """True if the line was taken as an example, though its label is no number."""
        if self.are_names or self.label is None:
            return False
        label = self.cells[self.label]
        return bool(label) and not is_number(label)


def of_header(source: str, first: FirstLine, found: Found | None) -> list[str]:
    """Return what speaks against a first line being names: missing values, a label of examples."""
    label = None if first.label is None else first.cells[first.label]
    if found is None or label not in found.texts:
        label = None
    missing = next((cell for cell in first.cells if cell and is_missing(cell)), None)
    signs = [] if missing is None else [f"{shown(missing)} stands in it"]
    if label is not None:
        signs.append(f"{shown(label)} is a label below, too")
    if not signs:
        return []
    return [
        f"{source}:{first.number}: this line is taken to hold names, though "
        f"{' and '.join(signs)}; {SAY_HEADER}"
    ]


def of_first_example(
    source: str, first: FirstLine, found: Found, positive: str | int | None
) -> list[str]:
    """Return what speaks against a first line being an example: a label that no other one has.

    The label for +1 may well stand there alone, and one of two labels where the examples are few.
    """
    text, others = found.texts[0], set(found.texts[1:])
    if text == str(positive) or text in others or key_or_text(text) in {*map(key_or_text, others)}:
        return []
    if len(others) < 2 and (len(found.texts) < _FEW or is_number(text)):
        return []
    return [
        f"{source}:{first.number}: the label {shown(text)} stands in this line alone, which is "
        f"taken as an example, not as names; {SAY_HEADER}"
    ]


def of_comments(source: str, first: FirstLine | None, found: Found | None) -> list[str]:
    """Return what speaks for comments behind cells: a name or a label with " #" in it."""
    if first is not None and first.are_names:
        place, names = f"{source}:{first.number}", first.cells
        told = [
            f"{place}: the name {shown(name)} {_WITH_HASH}"
            for name in names
            if _comment_at(name.rstrip("#")) > 0  # "item #" is a usual name
        ]
        if told:
            return told[:1]
    for text in dict.fromkeys([] if found is None else found.texts):
        if found is not None and _comment_at(text) > 0:
            return [f"{found.place(text)}: the label {shown(text)} {_WITH_HASH}"]
    return []


def of_labels(found: Found, positive: str | int | None) -> list[str]:
    """Return that a label such as "?" means -1 as any other, where one label alone means +1."""
    if positive is None:
        return []
    for text in dict.fromkeys(found.texts):
        if text and text.casefold() in NO_LABEL and text != str(positive):
            return [
                f"{found.place(text)}: the label {shown(text)} means -1, as any but "
                f"{shown(str(positive))} does; if none is known there, drop such lines "
                '(missing="drop", --missing drop)'
            ]
    return []


def are_numbers_of_rows(rows: Sequence[Any], i: int, scale: int, dropped: int = 0) -> bool:
    """Tell whether entry i of the rows is 1, 2, ..., N or 0, 1, ..., N - 1, in any order if many.

    rows: their entries times `scale`. dropped: how many rows are not among them; then there may be
    so many gaps between numbers that ascend.
    """
    N, most = len(rows), (len(rows) + dropped) * scale
    if N < _FEWEST or any([row[i] % scale or not 0 <= row[i] <= most for row in rows[:2]]):
        return False
    values = [row[i] for row in rows]
    if dropped:
        ascend = values[-1] <= most and all(map(lt, values, values[1:]))
        return ascend and not any([value % scale for value in values])
    expected = range(min(values), min(values) + N * scale, scale)
    if expected[0] not in (0, scale):
        return False
    return all(map(eq, values, expected)) or (N >= _FEW and {*values} == {*expected})


def without_comment(line: str) -> str:
    """Return the line up to the first # behind a blank and outside of quotes.

    >>> without_comment('1,"a #1",yes # sure')
    '1,"a #1",yes'
    """
    at = 0
    for i, part in enumerate(line.split('"')):
        begins = -1 if i % 2 else _comment_at(part)
        if begins > 0:
            return line[: at + begins].rstrip()
        at += len(part) + 1
    return line.rstrip("\n")


def _comment_at(text: str) -> int:
    """Return where the first # behind a blank stands, or -1."""
    at = text.find("#", 1)
    while at > 0 and not text[at - 1].isspace():
        at = text.find("#", at + 1)
    return at
