"""Numbers in the cells of a file: decimal commas, thousands separators, fractions, and errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import islice

from ..errors import DataError, quote
from ..exact.rationals import (
    WITH_THOUSANDS,
    exact_text,
    is_number,
    rational,
    rounded_text,
    short_text,
)
from ..exact.sparse import stored_entries
from ..type_checking import TYPE_CHECKING
from . import rules
from .columns import Columns
from .options import ambiguity_error, data_error, format_remedies, option_hint, shell_command

if TYPE_CHECKING:
    from ..exact.sparse import Rows
    from .options import Options

    LocationOfCell = Callable[[int], str]
    """A function that returns the location of cell i of a line."""

_EXACT_FLOAT_SCALE = 10**15  # a float keeps every number of at most 15 digits
_MAX_RELATIVE_ERROR = Fraction(1, 2**50)  # a few roundings of a float move a number by less
_TYPED_DIGITS = 12  # a number typed by a person rarely has more digits
_SAMPLE_SIZE = 1_000  # the most numbers to examine


class NumberFormat:
    """The notation of a file's numbers: decimal commas, thousands separators and fractions.

    If `options.decimal` is None, points are decimal; if semicolons separate the cells, the first
    number with a comma or a point sets it.

    Args:
        columns: The columns of the file.

    Attributes:
        is_plain: True once it is known that points are decimal and separate no thousands.
        has_decimal_comma: True if a decimal comma was replaced.
        has_fraction: True if a fraction was read, and noted.
        decimal_is_given: True if the option `decimal` was given.
        row_count: The number of rows read while points may still be thousands separators.
        thousands_counts: For each feature, the number of cells in which a point may be a thousands
            separator; None once it is known that points are decimal.
        thousands_example: The first of these cells, and its location.
    """

    columns: Columns
    options: Options
    has_decimal_comma: bool
    has_fraction: bool
    decimal_is_given: bool
    is_plain: bool
    row_count: int
    thousands_counts: dict[int, int] | None
    thousands_example: tuple[str, str]

    def __init__(self, columns: Columns) -> None:
        self.columns, self.options = columns, columns.options
        self.has_decimal_comma = self.has_fraction = self.is_plain = False
        options = self.options
        self.decimal_is_given = options.decimal is not None
        options.decimal = options.decimal or (None if options.format == "semicolon" else ".")
        self.row_count = 0
        self.thousands_counts = None if self.decimal_is_given else {}
        self.thousands_example = "", ""

    def normalize_row(self, line: str, cells: list[str], location_of_cell: LocationOfCell) -> None:
        """Replace decimal commas in the cells of a line with points.

        Also note the first fraction, and refuse a date, or a number that may mean two things.
        """
        if self.options.decimal != ".":
            self._replace_decimal_commas(cells, location_of_cell)
        elif self.thousands_counts is not None:
            self.row_count += 1
            if "." in line:
                self._count_possible_thousands(cells, location_of_cell)
        self.is_plain = self.options.decimal == "." and self.thousands_counts is None
        if "/" in line:
            self._check_fractions_and_dates(cells, location_of_cell)

    def needs_no_normalizing(self, text: str) -> bool:
        """Tell whether these lines need no `normalize_row`, fractions aside."""
        if self.is_plain:
            return True
        is_comma_ambiguous = self.options.format == "semicolon" and "," in text
        return self.options.decimal != "," and "." not in text and not is_comma_ambiguous

    def check_after_last_row(self) -> None:
        """Ask whether points separate thousands; refuse decimal="," for csv without such commas."""
        options = self.options
        if options.decimal == "," and options.format == "csv" and not self.has_decimal_comma:
            problem = f"{option_hint('decimal', ',')}, but no number with a decimal comma"
            expected = 'such numbers in quotes, as in "0,5", because commas separate the cells'
            remedies = [
                f"If semicolons separate the cells, use {option_hint('format', 'semicolon')}"
                * options.format_is_given,  # otherwise the format was recognized
                f"If no number has a decimal comma, leave out {option_hint('decimal')}",
            ]
            raise data_error(options.source, problem, expected, *remedies)
        counts = [*(self.thousands_counts or {}).values()]
        # Thousands are likely if some numbers have no point, or if a spreadsheet wrote the text.
        if counts and (options.format == "tsv" or min(counts) < self.row_count):
            raise self._thousands_error(*self.thousands_example, ".")

    def _replace_decimal_commas(self, cells: list[str], location_of_cell: LocationOfCell) -> None:
        """Replace decimal commas with points; other cells stay as they are."""
        options = self.options
        for i, cell in enumerate(map(str.strip, cells)):
            separator, with_point = "," if "," in cell else ".", cell.replace(",", ".", 1)
            if separator not in cell or not is_number(with_point):
                continue
            may_be_thousands = rules.may_have_thousands_separator(cell)
            if options.decimal is None and may_be_thousands:
                raise self._thousands_error(cell, location_of_cell(i), separator)
            options.decimal = options.decimal or separator
            if options.decimal == ".":
                self.thousands_counts = None
                break
            if separator == ".":
                remedy = ""
                if may_be_thousands:
                    remedy = _delete_thousands_remedy(self.columns, ".")
                elif options.format != "csv":
                    remedy = (
                        f"To turn points into commas, use {_edit_command(self.columns, 'y/./,/')}"
                    )
                reason = "numbers above have decimal commas"
                if self.decimal_is_given:
                    reason = f"of {option_hint('decimal', ',')}"
                expected = f"a decimal comma instead of the point, because {reason}"
                raise data_error(location_of_cell(i), quote(cell), expected, remedy)
            if not self.has_decimal_comma and (may_be_thousands or not self.decimal_is_given):
                note = f"{quote(cell)} is read as {with_point}, with a decimal comma"
                hint = f"as with {option_hint('decimal', separator)}"
                options.add_note(f"{note}, {hint}", location_of_cell(i))
            cells[i], self.has_decimal_comma = with_point, True

    def _count_possible_thousands(self, cells: list[str], location_of_cell: LocationOfCell) -> None:
        """Count the cells of each feature in which a point may be a thousands separator.

        A number that cannot have thousands separators ends the counting.
        """
        counts = {} if self.thousands_counts is None else self.thousands_counts
        for i, cell in enumerate(map(str.strip, cells)):
            if rules.may_have_thousands_separator(cell):
                counts[i] = counts.get(i, 0) + 1
                if not self.thousands_example[0]:
                    self.thousands_example = cell, location_of_cell(i)
            elif "." in cell or len(cell.lstrip("+-")) > 3:
                self.thousands_counts = None
                return

    def _thousands_error(self, cell: str, location: str, separator: str) -> Exception:
        """Return the error that asks whether a separator is decimal or separates thousands."""
        without_separator, with_point = cell.replace(separator, ""), cell.replace(",", ".")
        problem = f"{quote(cell)}, which may mean {with_point} or {without_separator}"
        decimal = f"If it means {with_point}, use {option_hint('decimal', separator)}"
        condition = f"If it means {without_separator}"
        remedy = _delete_thousands_remedy(self.columns, separator, condition)
        return ambiguity_error(location, problem, decimal, remedy)

    def _check_fractions_and_dates(
        self, cells: list[str], location_of_cell: LocationOfCell
    ) -> None:
        """Refuse a fraction that is a date; note the first fraction."""
        for i, cell in enumerate(map(str.strip, cells)):
            if "/" not in cell or not is_number(cell):
                continue
            if rules.is_date(cell):
                remedy = _leave_out_remedy(self.columns, [self.columns.features[i]])
                problem = f"{quote(cell)}, which looks like a date"
                raise data_error(
                    location_of_cell(i), problem, "a number such as 0.5 or 3/7", remedy
                )
            if not self.has_fraction and not re.search("/0+$", cell):
                self.has_fraction = True
                value = exact_text(rational(cell))
                note = f"{quote(cell)} is read as a fraction"
                note += "" if value == cell else f" whose value is {value}"
                self.options.add_note(note, location_of_cell(i))


def note_float_rounding(rows: Rows, scale: int, options: Options) -> None:
    """Note numbers that were rounded as floats before the file was written.

    The sign of such rounding is a number with more than 15 decimals, such as 0.30000000000000004.
    The note is added if most numbers with that many decimals are close to a short number.

    Args:
        rows: The x_n times `scale`, as ints.
        scale: The common denominator of all numbers.
        options: The options of `read`, to which the note is added.
    """
    if scale <= _EXACT_FLOAT_SCALE:
        return
    long_numbers = (
        v for x in rows for v in stored_entries(x)[1:] if v * _EXACT_FLOAT_SCALE % scale
    )
    rounded_pairs, other_count = [], 0
    for v in islice(long_numbers, _SAMPLE_SIZE):
        number = Fraction(v, scale)
        short_number = rational(rounded_text(number, _TYPED_DIGITS))
        if 0 < abs(number - short_number) <= _MAX_RELATIVE_ERROR * abs(number):
            rounded_pairs.append((number, short_number))
        elif number != short_number:
            other_count += 1
    if len(rounded_pairs) > other_count:
        number, short_number = rounded_pairs[0]
        text = rounded_text(number, 20)
        text += "..." * (rational(text) != number)
        options.add_note(
            f"numbers such as {text} are read with all digits. If "
            f"{short_text(short_number)} is meant, save the file again with fewer digits"
        )


def _edit_command(columns: Columns, script: str) -> str:
    """Return the shell command that applies a sed script to the lines below the header."""
    line_range = f"{int(columns.location.rpartition(':')[2]) + 1},$" if columns.names else ""
    return shell_command(f"sed '{line_range}{script}'")


def _delete_thousands_remedy(columns: Columns, separator: str, condition: str = "") -> str:
    """Return the remedy that deletes thousands separators, with a command or a spreadsheet.

    Args:
        columns: The columns of the file.
        separator: A comma or a point.
        condition: The beginning of the sentence, such as "If it means 1234"; or "".
    """
    delete = "delete the thousands separators"
    sentence = f"{condition}, {delete}" if condition else delete.capitalize()
    if separator == "," and columns.options.format == "csv":  # sed would delete the delimiters, too
        return f"{sentence} in a spreadsheet"
    script = "s/\\.//g" if separator == "." else f"s/{separator}//g"
    command = _edit_command(columns, script)
    return f"{sentence} in all files with these columns, with {command} or in a spreadsheet"


def bad_number_error(
    columns: Columns, cells: list[str], i: int, line_number: int, is_first: bool, error: DataError
) -> DataError:
    """Return the error for a cell that is not a number, with the likeliest remedies.

    Args:
        columns: The columns of the file.
        cells: The cells of the features in the line.
        i: The index of the cell among these.
        line_number: The number of the line.
        is_first: True for the first row.
        error: The error without remedies.
    """
    delete_command = shell_command(f"sed {line_number}d")
    if columns.names and [*map(str.strip, cells)] == [*map(columns.name_of, columns.features)]:
        location = f"{columns.options.source}:{line_number}"
        problem = "the names of the columns again"
        remedy = f"To delete this line, use {delete_command}"
        return data_error(location, problem, "an example", remedy)
    cell, columns_to_leave_out = cells[i].strip(), [columns.features[i]]
    hint, remedies = "", []
    # a single word in a one-column row is more likely a wrong number than a unit; a sign such as
    # --- may be a ruler line
    if is_first and (cells[1:] or not re.search(r"\w", cell)):
        remedies.append(units_remedy(columns, cells, line_number))
    if rules.is_missing(cell):
        drop_option = option_hint("missing", "drop")
        remedies.append(f"To leave out lines in which a number is missing, use {drop_option}")
    elif re.fullmatch(r"(?a)[+-]?\d{1,3}(\.\d{3})+(,\d*)?", cell):
        hint, columns_to_leave_out = ", without thousands separators", []
        remedies.append(_delete_thousands_remedy(columns, "."))
    elif re.fullmatch(WITH_THOUSANDS, cell):
        columns_to_leave_out, condition = [], ""
        if is_number(cell.replace(",", ".", 1)) and columns.options.decimal != ",":
            with_point = cell.replace(",", ".")
            remedies.append(f"If it means {with_point}, use {option_hint('decimal', ',')}")
            condition = f"If it means {cell.replace(',', '')}"
        remedies.append(_delete_thousands_remedy(columns, ",", condition))
    elif is_number(cell):
        columns_to_leave_out = []  # `error` says enough
    elif is_number(cell.replace(",", ".")):
        remedies.append(f"If this file has decimal commas, use {option_hint('decimal', ',')}")
        columns_to_leave_out = []
    elif _is_nonnumeric_text(cell):
        units_are_likelier = any(remedies)
        remedies += _text_remedies(columns, columns.features[i], is_first, units_are_likelier)
        columns_to_leave_out = [
            k for k, text in zip(columns.features, cells) if _is_nonnumeric_text(text)
        ]
    else:
        hint = _notation_hint(cell)
        if re.search(r"\s", cell) and not re.fullmatch(_UNIT, cell):
            remedies.append(f"If spaces separate the cells, use {option_hint('format', 'space')}")
        if not hint and re.search(r"[^\W\d_]", cell):
            remedies.append(_label_remedy(columns, columns.features[i]))
    remedies.append(_leave_out_remedy(columns, columns_to_leave_out))
    remedies.append(_header_remedy(columns, is_first))
    return DataError(f"{error}{hint}{format_remedies(*dict.fromkeys(remedies))}")


def units_remedy(columns: Columns, cells: list[str], line_number: int) -> str:
    """Return the remedy for a line of units below the header; "" if a cell looks like a number."""
    if not columns.names or any(map(rules.looks_like_number, cells)):
        return ""
    delete_command = shell_command(f"sed {line_number}d")
    return f"If this line holds units or other remarks, use {delete_command} to delete it"


_DATE = r"(?a)\d{4}[-./]\d{1,2}[-./]\d{1,2}.*|\d{1,2}[-./]\d{1,2}[-./](\d{2}|\d{4})\b.*"
_CLOCK_TIME = r"(?a)\d{1,3}:\d{2}(:\d{2}(\.\d*)?)?"
_THOUSANDS = r"(?a)[+-]?\d{1,3}([ '\u2019\xa0\u2009\u202f]\d{3})+([.,]\d*)?"
_IN_QUOTES = r"""=?(['"]).*\d.*\1"""
_PERCENT = r"(?a)[+-]?[\d.,]+ ?%"
_UNIT = (
    r"[+-]?[0-9.,]+ ?([^\W\d_]+\d?|[$\u00a3\u00a5\u20ac\u00b0]\w?)"
    r"|[$\u00a3\u00a5\u20ac] ?[+-]?[0-9.,]+"
)


def _notation_hint(cell: str) -> str:
    """Return a hint on how to write a cell that contains a number, such as a date or a price."""
    if re.fullmatch(_DATE, cell):
        return ". Write a date as the number of days since the first date"
    if re.fullmatch(_CLOCK_TIME, cell):
        return ". Write a time as a number of hours or minutes"
    if re.fullmatch(_IN_QUOTES, cell):
        return ". Write a number without quotes around it"
    if re.fullmatch(_PERCENT, cell):
        return ". Write a percentage without the sign %"
    if re.fullmatch(_UNIT, cell):
        return ". Write a number without its unit"
    if re.fullmatch(_THOUSANDS, cell):
        return ", with a decimal point and no thousands separators"
    return "" if cell.isascii() else ", written only with ASCII characters"


def _text_remedies(
    columns: Columns, column: int, is_first: bool, units_are_likelier: bool
) -> list[str]:
    """Return the remedies for a cell that is a word.

    It may be a name, one of the only two words in its column, or a label.
    """
    return [
        _header_remedy(columns, is_first),
        "" if units_are_likelier else "If a column holds only two words, write them as 0 and 1",
        _label_remedy(columns, column),
    ]


def _label_remedy(columns: Columns, column: int) -> str:
    """Return the remedy for a label column; "" if it does not apply."""
    label = option_hint("label", columns.option_value_of(column))
    return f"If this column holds the labels, use {label}" if columns.label_is_guessed else ""


def _leave_out_remedy(columns: Columns, columns_to_leave_out: list[int]) -> str:
    """Return the remedy to leave these columns out; "" if no feature would remain."""
    remaining = len(columns.features) - len(columns_to_leave_out)
    if not columns_to_leave_out or remaining <= 0 or columns.options.like is not None:
        return ""
    text = "this column" if len(columns_to_leave_out) == 1 else "the columns of words"
    return f"To leave out {text}, use {columns.option_to_leave_out(columns_to_leave_out)}"


def _header_remedy(columns: Columns, is_first: bool) -> str:
    """Return the remedy to read the first line as a header; "" if it does not apply."""
    if not is_first or columns.names or columns.options.header is not None:
        return ""
    return f"If this line holds the names of the columns, use {option_hint('header', True)}"


def _is_nonnumeric_text(cell: str) -> bool:
    """Tell whether a cell is not a missing value and does not begin like a number."""
    return not rules.is_missing(cell) and re.match(r"\W*\d", cell) is None
