"""How a file is to be read, and how an error says what is wrong with it."""

from __future__ import annotations

import re
from types import SimpleNamespace

from ..errors import DataError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Union

    from ..dataset import Dataset
    from ..hypothesis import Hypothesis

    Column = Union[int, str]
    Features = Union[str, Sequence[Column]]
    Like = Union[Dataset, Hypothesis]
    """What another file's columns and labels must agree with."""

FORMATS = ("csv", "tsv", "semicolon", "space", "libsvm")
DELIMITERS = {"semicolon": ";", "tsv": "\t", "csv": ","}
DECIMALS = (",", ".")
DROP = "drop"
# what a spreadsheet writes in place of a value, in small letters; "#NV" and the last in German
FAULTS = frozenset("#n/a #nv #div/0! #name? #null! #num! #ref! #value! #wert! #bezug!".split())
# as people and programs write that there is no value; "k.A." in German
NO_LABEL = FAULTS | {"", "?", "na", "n/a", "<na>", "nan", "null"}
MISSING = NO_LABEL | {"-", "--", ".", "none", "missing", "k.a."}  # as these may be labels

_CHOICES = {
    "format": FORMATS,
    "header": (True, False),
    "comments": (True, False),
    "decimal": DECIMALS,
    "missing": (DROP,),
}


class Options(SimpleNamespace):  # a dataclass but for the import of `dataclasses`, which is slow
    """The options of `read`; each is None where the caller leaves the question to the file.

    source: the file's name in messages. labelled: whether the file must have labels.
    id: the column whose texts are kept. first: how many examples are read, if not all.
    notes: what was done that no option told, a line each. The file sets format and decimal.
    passed: the first 1,000 lines, with their numbers, that were passed over, as they begin with #.
    """

    source: str
    labelled: bool = True
    like: Like | None = None
    format: str | None = None
    label: Column | None = None
    features: Features | None = None
    header: bool | None = None
    comments: bool | None = None
    decimal: str | None = None
    missing: str | None = None
    id: Column | None = None
    first: int | None = None
    notes: list[str]
    passed: list[tuple[int, str]]

    def __init__(self, **given: object) -> None:
        super().__init__(notes=[], passed=[], **given)
        for option, values in _CHOICES.items():
            value = getattr(self, option)
            if value is not None and value not in values:
                expected = ", ".join(map(repr, values))
                raise refused(option, shown(value), f"{expected} or None")


def refused(place: str, found: str, expected: str) -> DataError:
    """Return the error of one line that says where something is, what it is, and what to do.

    >>> refused("data.csv:2: column 1", "'x'", "a number")
    DataError("data.csv:2: column 1: found 'x'; expected a number")
    """
    return DataError(f"{place}: found {found}; expected {expected}")


def say(option: str, value: object = None) -> str:
    """Return how an option is given in Python and on the command line.

    >>> say("label"), say("header", True), say("missing", "drop")
    ('(label=..., --label)', '(header=True, --header)', '(missing="drop", --missing drop)')
    """
    if value is None or value is True:
        return f"({option}={value or '...'}, --{option})"
    typed = value if re.fullmatch(r"[\w,.-]+", str(value)) else f'"{value}"'
    return f'({option}="{value}", --{option} {typed})'


def is_missing(cell: str) -> bool:
    """Tell whether a cell of a feature says that there is no value.

    >>> is_missing(" N/A "), is_missing("0")
    (True, False)
    """
    return cell.strip().casefold() in MISSING


SAY_HEADER = "to be told whether that line holds names (header=..., --header or --no-header)"
SAY_COMMENTS = "to be told whether # begins a comment (comments=..., --comments or --no-comments)"
