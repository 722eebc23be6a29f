"""What a file may mean otherwise than it was read, each with the option that settles it."""

from __future__ import annotations

from ..errors import DataError, shown
from ..exact.labels import key_or_text
from ..exact.rationals import is_number
from .missing import NO_LABEL, SAY_DROP, is_missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..exact.labels import Found

SAY_HEADER = "expected to be told (header=..., --header or --no-header)"
HOLDS_NAMES = "or that this line holds the names of the columns (header=True, --header)"

_FEWEST = 5  # examples that a number each is told of
_LEAST_ID = 100_000  # of ids that begin alike
_FEW = 10  # examples among which a label may well occur once


class FirstLine:
    """The first line of a file, where only looking tells whether it holds names.

    number: that of the line. are_names: what its cells were taken for. label: the cell of the
    label, or None. missing: the first cell that stands for no value, or None.
    """

    __slots__ = ("are_names", "label", "missing", "number")

    def __init__(
        self, number: int, cells: Sequence[str], are_names: bool, label: int | None
    ) -> None:
        self.number, self.are_names = number, are_names
        self.label = None if label is None else cells[label].strip()
        self.missing = next((cell for cell in cells if cell.strip() and is_missing(cell)), None)

    @property
    def may_hold_names(self) -> bool:
        """True if the line was taken as an example, though its label is no number."""
        return not self.are_names and bool(self.label) and not is_number(self.label or "")

    def check(self, source: str, found: Found, positive: object) -> None:
        """Raise DataError if the line may hold names as well as an example.

        Names, where one of them stands for a missing value, or is a label below; an example, where
        its label, no number, stands in no other line. The label for +1 may well stand there alone,
        and one of two labels where the examples are few.
        """
        place = f"{source}:{self.number}"
        if self.are_names and (self.missing is not None or self.label in found.texts):
            sign = f"{shown(self.label)} is a label below, too"
            if self.missing is not None:
                sign = f"{shown(self.missing)} stands in it"
            raise DataError(
                f"{place}: found a line of names or of an example: {sign}; {SAY_HEADER}"
            )
        text, others = found.texts[0], set(found.texts[1:])
        is_known = text == str(positive) or key_or_text(text) in {*map(key_or_text, others)}
        is_usual = is_number(text) or (len(others) < 2 and len(found.texts) < _FEW)
        if not (self.are_names or is_known or is_usual):
            raise DataError(
                f"{place}: found a line of names or of an example: the label {shown(text)} stands "
                f"in no other; {SAY_HEADER}"
            )


def check_labels(found: Found, known: Sequence[object]) -> None:
    """Raise DataError for a label that stands for none, as "?" does, unless it is a known one."""
    for text in dict.fromkeys(found.texts):
        if text and text.casefold() in NO_LABEL and text not in known:
            raise DataError(
                f"{found.place(text)}: found {shown(text)}; expected a label, {SAY_DROP}"
            )


def check_comments(found: Found) -> None:
    """Raise DataError for a label with a # behind a blank, where a comment may begin."""
    for text in dict.fromkeys(found.texts):
        if _comment_at(text) > 0:
            raise DataError(
                f"{found.place(text)}: found the label {shown(text)}; expected to be told whether "
                "a comment begins at the # (comments=..., --comments or --no-comments)"
            )


def may_be_ids(rows: Sequence[Any], i: int, scale: int) -> bool:
    """Tell whether entry i of the rows is a, a + 1, ..., a + N - 1, in any order; or different ints
    that begin alike, as the numbers of students do.

    rows: their entries times `scale`.
    """
    if len(rows) < _FEWEST or any([row[i] % scale for row in rows[:2]]):
        return False
    values = [row[i] for row in rows]
    first, last = min(values), max(values)
    begin_alike = first >= _LEAST_ID * scale and (last - first) * 100 <= first
    is_row = first >= 0 and last - first == (len(rows) - 1) * scale
    are_different = len({*values}) == len(rows) and not any([value % scale for value in values])
    return (begin_alike or is_row) and are_different


def check_first_column(rows: Sequence[Any], ys: Sequence[str], place: str) -> None:
    """Raise DataError where the first column has two values, as the last one has, and no other: it
    may be that of the labels as well.
    """
    d = len(rows[0]) - 1
    if len(rows) < _FEWEST or d < 2 or len({*ys}) != 2 or len({row[1] for row in rows}) != 2:
        return
    if all(len({row[i] for row in rows}) > 2 for i in range(2, 1 + d)):
        raise DataError(
            f"{place}: found two values in the first column, as in the last, and in no other; "
            "expected to be told which holds the labels (label=..., --label 0 or --label -1)"
        )


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
