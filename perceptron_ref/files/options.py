"""The options of `read`, and the texts of errors about a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Union

from ..errors import DataError, quote

if TYPE_CHECKING:
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
MAX_NAMES = 8  # names in a message

_CHOICES = {
    "format": FORMATS,
    "header": (True, False),
    "comments": (True, False),
    "zero_based": (True, False),
    "decimal": DECIMALS,
    "missing": (DROP,),
}


class Options(SimpleNamespace):  # a dataclass but for the import of `dataclasses`, which is slow
    """The options of `read`, and what reading learns; None leaves a question to the file.

    The file answers with its format, decimal sign and zero_based.

    Attributes:
        source: The file's name in messages.
        labelled: True if the file must have labels.
        id: The column whose texts are kept, or None.
        first: The number of examples that are read; None for all.
        notes: One line for each thing that was done without an option.
        comment_lines: The first 1,000 lines, with their numbers, that begin with #.
        delimiter_lines: The numbers of lines that hold only delimiters.
        cell_counts_after_hash: The counts of cells after a # in a line.
        first_line: The number of the first line that is neither blank nor a comment.
        id_column_count: The number of first columns that have no name and number the rows.
    """

    source: str
    labelled: bool = True
    like: Like | None = None
    format: str | None = None
    label: Column | None = None
    positive: str | int | None = None
    features: Features | None = None
    header: bool | None = None
    comments: bool | None = None
    decimal: str | None = None
    missing: str | None = None
    zero_based: bool | None = None
    id: Column | None = None
    first: int | None = None
    notes: list[str]
    comment_lines: list[tuple[int, str]]
    delimiter_lines: list[int]
    cell_counts_after_hash: set[int]
    first_line: int = 1
    id_column_count: int = 0

    def __init__(self, **given: object) -> None:
        super().__init__(
            notes=[], comment_lines=[], delimiter_lines=[], cell_counts_after_hash=set(), **given
        )
        for option, values in _CHOICES.items():
            value = getattr(self, option)
            if value is not None and value not in values:
                expected = ", ".join(map(repr, values))
                raise data_error(option, quote(value), f"{expected} or None")

    def add_note(self, text: str, place: str | None = None) -> None:
        """Add a note about the file, or about a place in it."""
        self.notes.append(f"{place or self.source}: {text}")


def data_error(place: str, problem: str, expected: str, *remedies: str) -> DataError:
    """Return the error of one line that says where a problem is, what it is, and what to do.

    >>> data_error("data.csv:2: column 1", "'x'", "a number", "the option --missing drop")
    DataError("data.csv:2: column 1: found 'x'; expected a number. Use the option --missing drop")
    """
    return DataError(f"{place}: found {problem}; expected {expected}{advice(*remedies)}")


def advice(*remedies: str) -> str:
    """Return the end of a message that says what to type, the likeliest remedy first.

    >>> advice("--header if this line holds names", "", "--features -1 to leave it out")
    '. Use --header if this line holds names, or --features -1 to leave it out'
    """
    given = [*filter(None, remedies)]
    for i, remedy in reversed([*enumerate(given)]):
        if index_note(remedy):
            given[i] += index_note(remedy)
            break
    *most, last = given or [""]
    text = f"{', '.join(most)}, or {last}" if most else last
    return f". Use {text}" if text else ""


def index_note(text: str) -> str:
    """Return how options count columns, if a text has one that names a column by its index.

    Places in messages count columns from 1, as spreadsheets and editors do.
    """
    has_index = re.search(r'\b(label|features)="([^"]*,)?-?\d', text)
    return " (options count columns from 0)" if has_index else ""


def shell_command(program: str) -> str:
    """Return a shell command that runs a program on FILE and writes NEW.csv.

    Later commands are to be given NEW.csv.

    >>> shell_command("sed 1d")
    'sed 1d FILE > NEW.csv'
    """
    return f"{program} FILE > NEW.csv"


def no_comments_remedy(options: Options) -> str:
    """Return the remedy if lines that begin with # may be examples, else ""."""
    if not options.comment_lines:
        return ""
    return f"{option_hint('comments', False)} if # begins no comment"


def option_hint(option: str, value: object = None) -> str:
    """Return how an option is given in Python and on the command line.

    >>> option_hint("label"), option_hint("header", True), option_hint("missing", "drop")
    ('label=... (--label)', 'header=True (--header)', 'missing="drop" (--missing drop)')
    >>> print(option_hint("header", False), option_hint("positive", 'a"b'))
    header=False (--no-header) positive='a"b' (--positive 'a"b')
    """
    flag = option.replace("_", "-")
    if isinstance(value, bool):
        return f"{option}={value} (--{'' if value else 'no-'}{flag})"
    if value is None:
        return f"{option}=... (--{flag})"
    text = str(value)
    if re.search(r'["$`\\!]', text):  # a shell changes these in double quotes
        from shlex import quote

        return f"{option}={text!r} (--{flag} {quote(text)})"
    typed = text if re.fullmatch(r"[\w,.-]+", text) else f'"{text}"'
    return f'{option}="{text}" (--{flag} {typed})'


def for_command_line(text: str) -> str:
    """Return a message without the forms that its options have in Python.

    >>> for_command_line('expected names. Use header=True (--header) if they are in this line')
    'expected names. Use --header if they are in this line'
    """
    return re.sub(_PYTHON_FORM, r"\2", text)


_PYTHON_FORM = (
    r"""\b[a-z]\w*=(True|False|\.\.\.|"[^"]*"|'[^']*') \((--(?:"[^"]*"|'[^']*'|[^()"'])*)\)"""
)


def yes_or_no(option: str, condition: str) -> str:
    """Return the two options that answer a question, of which one must be given.

    >>> for_command_line(yes_or_no("header", "this line holds the names of the columns"))
    '--header if this line holds the names of the columns, else --no-header'
    """
    return f"{option_hint(option, True)} if {condition}, else {option_hint(option, False)}"


def format_column_numbers(columns: Sequence[int]) -> str:
    """Return the numbers of columns, counted from 1, for a message.

    >>> format_column_numbers([0]), format_column_numbers([1, 2])
    ('column 1', 'columns 2, 3')
    """
    numbers = ", ".join([str(k + 1) for k in columns[:MAX_NAMES]])
    return f"column{'s' * (len(columns) > 1)} {numbers}" + ", ..." * (len(columns) > MAX_NAMES)
