"""The options of `read`, and the texts of errors about a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import SimpleNamespace

from ..errors import DataError, quote
from ..exact.rationals import noun_for_count
from ..type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Union

    from ..dataset import Dataset
    from ..hypothesis import Hypothesis

    Column = Union[int, str]
    Features = Union[str, Sequence[Column]]
    Like = Union[Dataset, Hypothesis]
    """The data set or the model that the columns and the labels of a file must agree with."""

FORMATS = ("csv", "tsv", "semicolon", "space", "libsvm")
DELIMITERS = {"semicolon": ";", "tsv": "\t", "csv": ","}
DECIMALS = (",", ".")
DROP = "drop"
MAX_NAMES = 8  # in a message

_CHOICES = {
    "format": FORMATS,
    "header": (True, False),
    "comments": (True, False),
    "zero_based": (True, False),
    "decimal": DECIMALS,
    "missing": (DROP,),
}


class Options(SimpleNamespace):  # importing `dataclasses` would take time
    """The options of `read`, and facts learned while reading.

    An option is None if it was not given. `format`, `decimal` and `zero_based` are then set while
    the file is read. The attributes that are not listed below are described at `read`.

    Attributes:
        source: The name of the file in messages.
        labels_required: True if the file must have labels.
        id: The ID column, whose texts are kept; or None.
        first: The number of examples to read; None for all.
        notes: The notes on decisions that no option asked for, a line each.
        comment_lines: The first 1,000 lines that begin with #, each with its line number.
        delimiter_line_numbers: The numbers of the lines that hold only delimiters and quotes.
        cell_counts_after_hash: The different numbers of cells after a # in a line.
        first_line_number: The number of the first line with data; see `DataLines`.
        id_column_count: The number of leading columns that have no name and number the rows.
        format_is_given: True if the option `format` was given.
    """

    source: str
    labels_required: bool = True
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
    delimiter_line_numbers: list[int]
    cell_counts_after_hash: set[int]
    first_line_number: int = 1
    id_column_count: int = 0
    format_is_given: bool

    def __init__(self, **options: object) -> None:
        super().__init__(
            notes=[],
            comment_lines=[],
            delimiter_line_numbers=[],
            cell_counts_after_hash=set(),
            **options,
        )
        self.format_is_given = self.format is not None
        for option, choices in _CHOICES.items():
            value = getattr(self, option)
            if value is not None and value not in choices:
                expected = ", ".join(map(repr, choices))
                raise data_error(option, quote(value), f"{expected} or None")

    @property
    def like_name(self) -> str:
        """The name of `like` in messages."""
        return "the training set" if hasattr(self.like, "ys") else "the model"

    def add_note(self, text: str, location: str | None = None) -> None:
        """Add a note on the file, or on a location in it."""
        self.notes.append(f"{location or self.source}: {text}")


def split_features_option(features: object) -> list[object] | None:
    """Return the items of --features, a text with commas between items or a sequence.

    Return None for any other value.
    """
    if features is None:
        return None
    if isinstance(features, str):
        return [*map(str.strip, features.split(","))]
    return [*features] if isinstance(features, (list, tuple)) else None


def data_error(location: str, problem: str, expected: str, *remedies: str) -> DataError:
    """Return an error that names the location, the problem, what is expected, and the remedies.

    >>> data_error("data.csv:2: column 1", "'x'", "a number", "Use --features -0")
    DataError("data.csv:2: column 1: found 'x'; expected a number. Use --features -0")
    """
    return DataError(
        f"{location}: found {problem}; expected {expected}{format_remedies(*remedies)}"
    )


def ambiguity_error(location: str, problem: str, *answers: str) -> DataError:
    """Return the error that asks what an ambiguous file means, with the options that answer.

    >>> print(ambiguity_error("data.csv", "1,500, which may mean 1.5", "If it does, use --decimal"))
    data.csv: found 1,500, which may mean 1.5. If it does, use --decimal
    """
    return DataError(f"{location}: found {problem}{format_remedies(*answers)}")


def format_remedies(*remedies: str) -> str:
    """Return remedies, the likeliest first, as the last sentences of a message.

    Empty remedies are left out.

    >>> format_remedies("If this line holds names, use --header", "", "Otherwise delete it")
    '. If this line holds names, use --header. Otherwise delete it'
    """
    texts = [*filter(None, remedies)]
    for i, remedy in reversed([*enumerate(texts)]):
        if index_note(remedy):
            texts[i] += index_note(remedy)
            break
    return "".join([f". {text}" for text in texts])


def index_note(text: str) -> str:
    """Return a note that options count columns from 0, if the text has an option with an index.

    Locations in messages count columns from 1, as spreadsheets and editors do.
    """
    has_index = re.search(r'\b(label|features)="([^"]*,)?-?\d', text)
    return " (options count columns from 0)" if has_index else ""


def shell_command(program: str) -> str:
    """Return a shell command that runs a program on FILE and writes its output to NEW.csv.

    >>> shell_command("sed 1d")
    '`sed 1d FILE > NEW.csv`'
    """
    return f"`{program}{_PLACEHOLDER}"


def with_name_of_file(text: str, source: str) -> str:
    """Return a message whose shell commands name the file that they read, instead of FILE.

    >>> with_name_of_file("To delete the title, use `sed 1d FILE > NEW.csv`", "my data.csv")
    "To delete the title, use `sed 1d 'my data.csv' > NEW.csv`"
    """
    if source == "standard input" or _PLACEHOLDER not in text:
        return text
    from shlex import quote

    return text.replace(_PLACEHOLDER, f" {quote(source)} > {name_of_new_file(source)}`")


_PLACEHOLDER = " FILE > NEW.csv`"  # the end of each command of `shell_command`


def name_of_new_file(source: str) -> str:
    """Return the name of the file that a shell command writes, which is not the file it reads."""
    return "NEW2.csv" if source.endswith("NEW.csv") else "NEW.csv"


def remedies_for_comment_lines(options: Options) -> list[str]:
    """Return the remedies to read lines that begin with # as examples; none without such lines."""
    if not options.comment_lines:
        return []
    return [
        "If the lines that begin with # are examples, delete the #",
        f"If the # belongs to their first cell, use {option_hint('comments', False)}",
    ]


def option_hint(option: str, value: object = None) -> str:
    """Return an option as text for Python and, in parentheses, for the command line.

    >>> option_hint("label"), option_hint("header", True), option_hint("missing", "drop")
    ('label=... (--label)', 'header=True (--header)', 'missing="drop" (--missing drop)')
    >>> print(option_hint("header", False), option_hint("positive", 'a"b'))
    header=False (--no-header) positive='a"b' (--positive 'a"b')
    >>> option_hint("decimal", ",")
    'decimal="," (--decimal ",")'
    """
    flag = option.replace("_", "-")
    if isinstance(value, bool):
        return f"{option}={value} (--{'' if value else 'no-'}{flag})"
    if value is None:
        return f"{option}=... (--{flag})"
    text = str(value)
    if re.search(r'["$`\\!]', text):  # in double quotes a shell would change these characters
        from shlex import quote

        return f"{option}={text!r} (--{flag} {quote(text)})"
    # a comma alone gets quotes, because it would look like punctuation
    shell_text = text if re.fullmatch(r"(?=.*\w)[\w,.-]+", text) else f'"{text}"'
    return f'{option}="{text}" (--{flag} {shell_text})'


def for_command_line(text: str) -> str:
    """Return a message with each option in its command-line form only.

    >>> for_command_line('expected names. Use header=True (--header) if they are in this line')
    'expected names. Use --header if they are in this line'
    """
    # modules that read no files do not use `option_hint`; they write "the argument positive"
    text = text.replace("the argument positive ", "--positive ")
    return re.sub(_BOTH_FORMS, r"\2", text)


def for_python(text: str) -> str:
    """Return a message with each option in its Python form only.

    >>> for_python('expected names. Use header=True (--header) if they are in this line')
    'expected names. Use header=True if they are in this line'
    """
    return re.sub(_BOTH_FORMS, r"\1", text)


_BOTH_FORMS = (
    r"""(\b[a-z]\w*=(?:True|False|\.\.\.|"[^"]*"|'[^']*')) \((--(?:"[^"]*"|'[^']*'|[^()"'])*)\)"""
)


def yes_or_no(option: str, condition: str) -> str:
    """Return a text with the two options that answer a yes-or-no question.

    >>> for_command_line(yes_or_no("header", "this line holds the names of the columns"))
    'If this line holds the names of the columns, use --header; otherwise use --no-header'
    """
    yes, no = option_hint(option, True), option_hint(option, False)
    return f"If {condition}, use {yes}; otherwise use {no}"


def format_column_numbers(columns: Sequence[int]) -> str:
    """Return the numbers of columns, counted from 1, for a message.

    >>> format_column_numbers([0]), format_column_numbers([1, 2])
    ('column 1', 'columns 2, 3')
    """
    numbers = ", ".join([str(k + 1) for k in columns[:MAX_NAMES]])
    noun = noun_for_count(len(columns), "column")
    return f"{noun} {numbers}" + ", ..." * (len(columns) > MAX_NAMES)
