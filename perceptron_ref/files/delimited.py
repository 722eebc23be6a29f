"""Tables whose rows are cells between delimiters: which delimiter, which columns, their numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from ..errors import DataError, shown
from ..exact.common_denominator import Numerals, over_least
from ..exact.rationals import THOUSANDS, is_number
from .columns import Columns
from .options import DELIMITERS, NO_LABEL, SAY_HEADER, Options, is_missing, refused, say
from .table import Table

_NAMED = 10  # lines in a message, and those that tell whether rows have names
_MAY_BE_THOUSANDS = r"[+-]?[1-9]\d{0,2}[.,]\d{3}"  # 1,234, but not 0,234
# 1 234, 1 234.5 or 2024 11 30: a cell, not several numbers
_ONE_CELL = r"[+-]?\d{1,4}( \d{2,4})+([.,]\d*)?"
_HOW_TO = "docs/how-to/own-file.md"


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
    words = len(lines[0].split())
    for sign in DELIMITERS.values() if not names and bare[2:] else ():
        is_title = words == 1 or words != len(lines[1].split())
        if is_title and all(sign in line for line in bare[1:]):
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


def read_delimited(lines: Iterable[tuple[int, str]], options: Options) -> Table:
    """Return the table of (line number, text) lines, read in the format that `options` names."""
    rows = rows_of(lines, options)
    number, cells = first = next(rows)
    place = f"{options.source}:{number}"
    names, are_ids = header_of(place, cells, options), False
    held = [first]
    if names is not None:
        held = [*islice(rows, 1)]
        if not held:
            raise refused(place, "a header and nothing below it", "at least one example")
        lacks_name = len(held[0][1]) == len(names) + 1  # as R writes none for the names of the rows
        if lacks_name or not names[0]:
            held += islice(rows, _NAMED)
            width = len(names) + lacks_name
            ids = {row[0].strip() for _, row in held if len(row) == width and row[-1].strip()}
            are_ids = len(ids) == len(held)
            are_ids = are_ids and all(id.isdigit() or not may_be_number(id) for id in ids)
            names[:0] = [""] * (lacks_name and are_ids)
    columns = Columns(place, names, len(names or cells), options, are_ids)
    return _read(columns, chain(held, rows), options)


def _read(columns: Columns, rows: Iterable[tuple[int, list[str]]], options: Options) -> Table:
    """Return the table of the rows; DataError, with the place, for one that cannot be read."""
    features, label, id = columns.features, columns.label, columns.id
    numerals, has_comma = Numerals(), False
    options.decimal = options.decimal or (None if options.format == "semicolon" else ".")
    texts: list[str] = []
    ids: list[str] = []
    lines: dict[str, int] = {}
    read: list[tuple[int, ...]] = []
    dropped: list[int] = []
    number = at_fault = 0  # the line, and the cell whose place was asked for last

    def where(i: int) -> str:
        nonlocal at_fault
        at_fault = i
        return f"{options.source}:{number}: {columns.called(features[i])}"

    for number, cells in rows:
        width = len(cells)
        if width != columns.width:
            place = f"{options.source}:{number}: column {min(width, columns.width) + 1}"
            raise refused(place, f"{width} columns", f"{columns.width}, as in {columns.place}")
        text = "" if label is None else cells[label].strip()
        name = "" if id is None else cells[id].strip()
        cells = _picked(cells, features)
        if options.missing and (
            (options.labelled and text.casefold() in NO_LABEL) or any(map(is_missing, cells))
        ):
            dropped.append(number)
            continue
        texts.append(text)
        lines.setdefault(text, number)
        ids.append(name)
        has_comma = _put_points(cells, where, options, has_comma)
        try:
            read.append(numerals.row(cells, where))
        except DataError as error:
            advice = _advice(columns, cells, at_fault, options, not read)
            raise DataError(f"{error}{advice}") from None
        if len(read) == options.first:
            break
    if options.decimal == "," and options.format == "csv" and not has_comma:
        expected = f'decimal commas in quotes ("0,5"), or another format {say("format")}'
        raise refused(options.source, "no comma in a number", expected)
    if dropped:
        options.notes.append(_told_of(dropped, len(read), options.source))
    _note_passed(options, columns.width)
    about = *over_least(read), len(features), columns
    found = None if label is None else texts
    return Table(options, found, lines, *about, None if id is None else ids, len(dropped))


def _told_of(dropped: list[int], count: int, source: str) -> str:
    """Return a note on the lines that were dropped; DataError if no other was there."""
    if not count:
        out = f"at least one example (columns are left out by {say('features')[1:]}"
        raise refused(source, f"a missing cell in each of {len(dropped):,} lines", out)
    counted = f"{len(dropped):,} of {count + len(dropped):,} examples dropped"
    return f"{source}: {counted}, as a cell is missing: {_lines(dropped)}"


def _lines(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:_NAMED])) + ", ..." * (len(numbers) > _NAMED)
    return f"line{'s' * (len(numbers) > 1)} {shown}"


def _note_passed(options: Options, width: int) -> None:
    """Note the lines that begin with # and may be examples: they have as many cells."""
    delimiter, found = DELIMITERS.get(options.format or ""), []
    for number, line in options.passed if options.comments is None else ():
        cells = line.split(delimiter)
        if len(cells) == width and any(map(may_be_number, cells[1:])):
            found.append(number)
    if found:
        told = "passed over, as a # begins them (comments=False, --no-comments reads them)"
        options.notes.append(f"{options.source}: {_lines(found)} {told}")


def _advice(columns: Columns, cells: list[str], at: int, options: Options, is_first: bool) -> str:
    """Return which options read, or leave out, a cell that is no number, and others of words.

    cells: those of the features in its line.
    """
    cell, out = cells[at].strip(), [columns.features[at]]
    if is_missing(cell):
        advice = f", or that such lines are dropped {say('missing', 'drop')}"
    elif is_number(cell) or re.fullmatch(THOUSANDS, cell):
        advice, out = "", []  # the error says enough
    elif is_number(cell.replace(",", ".")):
        advice, out = f", or that commas are decimal {say('decimal', ',')}", []
    elif _is_word(cell):
        advice = f", with 0 and 1 for two words ({_HOW_TO}#words)"
        if columns.asks:
            advice += f", or that it holds the labels {say('label', columns.spelled(out[0]))}"
        out = [k for k, text in zip(columns.features, cells) if _is_word(text)]
    else:
        advice = ", in the digits 0 to 9, without a unit, and with nothing between thousands"
        advice += f" ({_HOW_TO}#spreadsheet)"
        if re.search(r"\s", cell):
            advice += f", or another format {say('format')}"
    if out and len(columns.features) > 1 and options.like is None:
        left = columns.without(out, options)
        advice += f", or that {'this column is' if len(out) == 1 else 'these are'} left out {left}"
    if is_first and not columns.header and options.header is None:
        names = f"the names of the columns {say('header', True)}"
        advice += f", or that this line holds {names}"
    return advice


def _is_word(cell: str) -> bool:
    """Tell whether a cell has something in it that does not begin as numbers do."""
    return not is_missing(cell) and re.match(r"\W*\d", cell) is None


def _put_points(
    cells: list[str], where: Callable[[int], str], options: Options, had_comma: bool
) -> bool:
    """Put points for decimal commas; cells that are no numbers stay.

    Where no option tells, the first number with a comma or a point does. Return whether a number
    had a comma, as those before had.
    """
    for i, cell in enumerate(map(str.strip, cells)) if options.decimal != "." else ():
        sign, point = "," if "," in cell else ".", cell.replace(",", ".", 1)
        if sign not in cell or not is_number(point):
            continue
        is_told, may_be_thousands = options.decimal, re.fullmatch(_MAY_BE_THOUSANDS, cell)
        if not is_told and may_be_thousands:
            whole = cell.replace(sign, "")
            found = f"{shown(cell)}, which may be {whole} or {point}"
            expected = f"{whole}, or that it has decimals {say('decimal', sign)}"
            raise refused(where(i), found, expected)
        options.decimal = options.decimal or sign
        if options.decimal == ".":
            break
        if sign == ".":
            expected = f"a comma and no point before decimals {say('decimal', ',')}"
            raise refused(where(i), shown(cell), expected)
        if not had_comma and (may_be_thousands or not is_told):
            told = f"commas are read as decimal, as in {shown(cell)} {say('decimal', sign)}"
            options.notes.append(f"{where(i)}: {told}")
        cells[i], had_comma = point, True
    return had_comma


def _picked(cells: list[str], columns: Sequence[int]) -> list[str]:
    """Return the cells of those columns; where these stand side by side, the list itself, cut."""
    if not isinstance(columns, range):
        return [cells[column] for column in columns]
    del cells[columns.stop :], cells[: columns.start]
    return cells
