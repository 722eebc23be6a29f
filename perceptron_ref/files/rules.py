"""Rules of docs/formats.md on the meaning of a file, in the sections of that page.

The rules on decimal points are in `numbers`, those on a second file in `columns`, `labels` and
`libsvm`. Each function but a few helpers applies one or two rules. The first sentence of its
docstring says what the function does, and the next paragraph is the rule, word for word as on the
page, where many rules are the rows of tables; a second rule is a paragraph of its own. A sentence
that begins with "Refuse" is a rule, too. A function decides clear cases; for an ambiguous case it
raises a DataError that names the options to choose from.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count, islice

from ..errors import DataError, first_few, quote
from ..exact.id_columns import may_be_id_column
from ..exact.labels import lookalike_warnings
from ..exact.rationals import count_with_noun, is_number
from ..type_checking import TYPE_CHECKING
from .options import (
    DELIMITERS,
    Options,
    ambiguity_error,
    data_error,
    name_of_new_file,
    option_hint,
    shell_command,
    split_features_option,
    yes_or_no,
)

if TYPE_CHECKING:
    from typing import Any

_MAX_NAMES = 5  # of a line, in a message

# Lines and comments


def is_comment(line: str) -> bool:
    """Tell whether a line is a comment.

    A line that begins with `#` is a comment, unless it begins with a spreadsheet error, such as
    `#DIV/0!`.
    """
    if not line.lstrip().startswith("#"):
        return False
    return not is_spreadsheet_error(re.split(r"[,;\s]", line.strip(), maxsplit=1)[0])


def without_comment(line: str) -> str:
    """Return a line without its comment.

    In the formats `space` and `libsvm`, a `#` after a space or a tab begins a comment, unless it is
    in quotes or a tab follows it.

    >>> without_comment('1,"a #1",yes # sure')
    '1,"a #1",yes'
    """
    for match in re.finditer(r'"[^"]*"|\s#(?!\t)', line) if "#" in line else ():
        if match[0][0] != '"':
            return line[: match.start()].rstrip()
    return line.rstrip("\n")


def check_no_other_comment_marker(line: str, options: Options) -> None:
    """Ask whether a sign at the beginning of the first line begins a comment.

    If the first line begins with `%`, `//`, `--` or `!`, the program asks whether this sign
    begins a comment. Answer with the command in the message, which replaces the sign with `#`;
    otherwise with `--header` or `--no-header`.
    """
    marker = next((text for text in _OTHER_COMMENT_MARKERS if line.lstrip().startswith(text)), "")
    if marker and options.header is None:
        # [^[:alnum:]]* matches a byte order mark, and a marker that is repeated
        command = shell_command(f"sed 's|^[^[:alnum:]]*{marker}[,;[:space:]]*|# |'")
        problem = f"{quote(marker)} at the beginning of this line, which may begin a comment"
        header_option, example_option = option_hint("header", True), option_hint("header", False)
        raise ambiguity_error(
            f"{options.source}:{options.first_line_number}",
            problem,
            f"If it does, use {command} to replace it with #",
            f"Otherwise use {header_option} if this line holds the names of the columns, "
            f"or {example_option}",
        )


_OTHER_COMMENT_MARKERS = "%", "//", "--", "!"


def check_cells_after_hash(options: Options) -> None:
    """Ask whether `#` begins a comment if the cells after it may be data.

    If the format is `space`, and every line has the same number of cells after a `#`, as in `1.5 3
    # 1`, the program asks whether `#` begins a comment. Answer with `--comments` or
    `--no-comments`.
    """
    if len(options.cell_counts_after_hash) == 1 and 0 not in options.cell_counts_after_hash:
        cell_count = next(iter(options.cell_counts_after_hash))
        cells = count_with_noun(cell_count, "cell")
        problem = f"{cells} after a # on each line, which may be a comment or data"
        raise ambiguity_error(options.source, problem, COMMENT_ANSWERS)


# Formats

# `re` compiles a pattern at its first use, because most files need few of these patterns.
_PAIR = r"(?a)\d+:(\S+)"
_CLOCK_TIME = r"(?a)([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?"


def is_libsvm(line: str) -> bool:
    """Tell whether a line looks like a line of a libsvm file.

    A file is in libsvm format if one of the first ten lines consists of `index:value` pairs, with
    or without a label in front.

    >>> is_libsvm("+1 1:0.5 3:2"), is_libsvm("1 0.5 2")
    (True, False)
    """
    pairs = _pairs(line)
    return bool(pairs) and all(map(_is_pair, pairs))


def check_pairs_are_not_clock_times(options: Options, lines: Sequence[str]) -> None:
    """Ask which format the file has if its pairs may be times of day.

    If the pairs may be times of day, such as `12:30`, the program asks which format the file
    has. Answer with `--format`.
    """
    pairs_by_line = [_pairs(line) for line in lines]
    are_times = all(re.fullmatch(_CLOCK_TIME, pair) for pairs in pairs_by_line for pair in pairs)
    if not are_times or len({*map(len, pairs_by_line)}) > 1:
        return
    is_dense = all(
        [pair.split(":")[0] for pair in pairs] == _indices_from_1(pairs) for pairs in pairs_by_line
    )
    has_zero = any(re.search(":0", pair) for pairs in pairs_by_line for pair in pairs)
    if has_zero or not is_dense:
        pair = quote(pairs_by_line[0][0])
        problem = f"{pair}, which may be a time of day, or index:value as in a libsvm file"
        raise ambiguity_error(
            f"{options.source}:{options.first_line_number}",
            problem,
            f"If it is index:value, use {option_hint('format', 'libsvm')}",
            "If it is a time, write it as a number of hours or minutes, such as 12.5 or 750",
        )


def _is_pair(word: str) -> bool:
    """Tell whether a word has the form index:value."""
    match = re.fullmatch(_PAIR, word)
    return match is not None and is_number(match[1])


def _pairs(line: str) -> list[str]:
    """Return the words of a libsvm line after its label and its qid:n."""
    words = line.split() if ":" in line else []
    pairs = words if words and ":" in words[0] else words[1:]
    return pairs[1:] if pairs and re.fullmatch(r"qid:\d+", pairs[0]) else pairs


def _indices_from_1(pairs: Sequence[str]) -> list[str]:
    return [str(index) for index in range(1, 1 + len(pairs))]


def detect_delimited_format(lines: Sequence[str], options: Options) -> str:
    """Return the format of a table, which follows from its delimiter.

    The delimiter is the semicolon, tab or comma that occurs in the first line, if possible the same
    number of times in each of the first ten lines. If the first line has none of the three, white
    space separates the cells.

    If the first line has two of the three delimiters, and both, or neither, occur the same number
    of times in each line, the program asks which of the two separates the cells. Answer with
    `--format`.

    Characters in quotes are not counted.
    """
    unquoted_lines = [re.sub('"[^"]*"', "", line) for line in lines]
    in_first_line = {name: d for name, d in DELIMITERS.items() if d in unquoted_lines[0]}
    equally_often = [
        name
        for name, delimiter in in_first_line.items()
        if len({line.count(delimiter) for line in unquoted_lines}) == 1
    ]
    if in_first_line and equally_often in ([], ["csv"]):
        delimiters = "|" if equally_often else _UNSUPPORTED_DELIMITERS
        check_unsupported_delimiter(lines, options, delimiters, may_be_csv=bool(equally_often))
    names = equally_often or [*in_first_line]
    if options.decimal == "," and len(names) > 1 and "csv" in names:
        names.remove("csv")
    if len(names) > 1:
        delimiters = " and ".join(quote(in_first_line[name]) for name in names)
        problem = f"{delimiters} in the first line, and each of them may separate the cells"
        answers = [
            f"If {quote(in_first_line[name])} separates them, use {option_hint('format', name)}"
            for name in names
        ]
        raise ambiguity_error(options.source, problem, *answers)
    if not names:
        check_no_ruler_lines(lines, options)
        check_unsupported_delimiter(lines, options)
        check_no_title_line(lines, unquoted_lines, options)
    is_space = not names or (names == ["tsv"] and _are_separated_by_spaces(lines))
    return "space" if is_space else names[0]


def _are_separated_by_spaces(lines: Sequence[str]) -> bool:
    """Tell whether spaces separate features in lines with one tab each.

    In a file without a header, spaces may separate the features if one tab separates the features
    from the label. The format of this file is `space`.

    This is not so if spaces may be inside a cell, as in 1 234 or 2024 11 30.
    """
    counts = {(line.strip().count("\t"), len(line.split())) for line in lines}
    tabs, words = max(counts)
    if len(counts) > 1 or tabs > 1 or words == 2:
        return False
    cells = (cell.strip() for line in lines for cell in line.split("\t"))
    is_example = all(map(is_number, lines[0].split()[:-1]))
    return is_example and not any(re.fullmatch(ONE_CELL, cell) for cell in cells)


def check_no_title_line(
    lines: Sequence[str], unquoted_lines: Sequence[str], options: Options
) -> None:
    """Refuse a title above the names of the columns. The command in the error deletes the title.

    A first line is a title if it lacks the delimiter that all other lines have.
    """
    words, *next_words = [len(line.split()) for line in lines]
    # in a table with spaces between cells, most lines have as many words as the first
    is_title = words == 1 or next_words.count(words) * 2 <= len(next_words)
    for delimiter in DELIMITERS.values() if unquoted_lines[2:] else ():
        if is_title and all(delimiter in line for line in unquoted_lines[1:]):
            location = f"{options.source}:{options.first_line_number}"
            raise title_line_error(
                location, f"a line without {quote(delimiter)} above lines that have it"
            )


def check_no_title_with_empty_cells(
    location: str, names: Sequence[str], next_row: Sequence[str], options: Options
) -> None:
    """Refuse a title that a spreadsheet has filled up with empty cells, as in `Marks 2024,,`. The
    command in the error deletes the title.

    Refuse a first line that names groups of columns, as in `leaf,leaf,flower`, above a line that
    names the columns. The command in the error joins the two lines of names.
    """
    is_title = any(map(_lacks_name, names[1:])) or len({*names}) < len(names)
    if not names[1:] or not is_title or any(map(looks_like_number, next_row)):
        return
    if all(next_row[1:]) and len({*next_row}) == len(next_row):
        problem = "a line that looks like a title above the names of the columns: "
        raise title_line_error(location, problem + first_few(names, _MAX_NAMES))
    if all(next_row[1:]):
        line_count_above = int(location.rpartition(":")[2]) - 1
        delimiter = DELIMITERS.get(options.format or "csv", "[ ]+")
        sep = f", sep={delimiter!r}" * (delimiter != ",")
        # pandas counts empty lines in `skiprows`, but not in `header`
        skiprows = f", skiprows={line_count_above}" * (line_count_above > 0)
        index = ", index_col=0" * (not names[0])
        program = (
            f"import pandas; df = pandas.read_csv({{0}}{sep}, header=[0, 1]"
            f"{skiprows}{index}); df.columns = ['_'.join(map(str, name)) for name in df.columns]; "
            f"df.to_csv({name_of_new_file(options.source)!r}, index=False)"
        )
        from .unsupported_formats import fill_in  # here, because few files need it

        command = fill_in(f'python3 -c "{program}"', options.source)
        remedy = f"To join the two lines with pandas, use `{command}`"
        if names[-1]:
            remedy += f". The last column is then {quote(f'{names[-1]}_{next_row[-1]}')}"
        upper, lower = first_few(names, _MAX_NAMES), first_few(next_row, _MAX_NAMES)
        problem = f"two lines of names, {upper} above {lower}"
        raise data_error(location, problem, "one line of names, all different", remedy)


_UNSUPPORTED_DELIMITERS = "|\uff0c\uff1b\u3001\u3000\u2502"
_UNSUPPORTED_BETWEEN_WORDS = ":^~\u0001"  # delimiters only in lines without spaces
_ROW_COUNT_LINE = r"\(?\d+ rows?\b[^|]*"  # below a table of psql or mysql
_RULER_LINE = r"[-+|:=\s\u2500-\u257f]+|" + _ROW_COUNT_LINE  # in printed tables


def check_unsupported_delimiter(
    lines: Sequence[str], options: Options, delimiters: str = "", may_be_csv: bool = False
) -> None:
    """Refuse other characters between the cells, such as vertical bars or full-width commas. The
    command in the error replaces these characters.

    Args:
        lines: The first lines of the file.
        options: The options of `read`.
        delimiters: The characters that may be between cells; "" for all that this rule knows.
        may_be_csv: True if commas may be between cells, too.
    """
    ruler_lines = [line for line in lines if re.fullmatch(_RULER_LINE, line)]
    lines = [re.sub('"[^"]*"', '""', line) for line in lines if line not in ruler_lines]
    are_words = all(len(line.split()) == 1 for line in lines[1:] or lines)  # names may have spaces
    between_words = _UNSUPPORTED_BETWEEN_WORDS if are_words else ""
    for delimiter in delimiters or _UNSUPPORTED_DELIMITERS + between_words:
        counts = {line.strip(" ").count(delimiter) for line in lines}
        if len(counts) == 1 and 0 not in counts:
            replacement = ";" if any("," in line for line in lines) else ","
            pattern = delimiter if delimiter != "^" else "\\^"
            edits = [f"s/{pattern}/{replacement}/g"]
            if all(line.strip().startswith(delimiter) for line in lines):
                edits.insert(0, f"s/^ *{delimiter}//; s/{delimiter}[[:space:]]*$//")
            edits = [*_edits_that_delete_ruler_lines(ruler_lines), *edits]
            quotation = "'" if delimiter.isprintable() else "$'"  # in $'...' bash reads \\u3000
            command = shell_command(f"sed {quotation}{'; '.join(edits)}'")
            raise data_error(
                options.source,
                f"{quote(delimiter)} between cells",
                "a comma, a semicolon, a tab or spaces",
                f"To convert the table, use {command}",
                f"If commas separate the cells, use {option_hint('format', 'csv')}" * may_be_csv,
            )


def _edits_that_delete_ruler_lines(ruler_lines: Sequence[str]) -> list[str]:
    """Return the sed commands that delete the ruler lines and the row count of a printed table."""
    row_count_lines = [line for line in ruler_lines if re.fullmatch(_ROW_COUNT_LINE, line)]
    rulers = "".join([line for line in ruler_lines if line not in row_count_lines])
    if "\u250c" in rulers:  # \u250c begins the first ruler line; the last may be below `lines`
        rulers += "\u2514\u2534\u2518"
    characters = sorted({*rulers} - {"-", " "})
    edits = [f"/^[-{''.join(characters)}[:space:]]*$/d"] if characters else []
    return edits + ["/^[(0-9]* rows*[^|]*$/d"] * bool(row_count_lines)


def check_no_ruler_lines(lines: Sequence[str], options: Options) -> None:
    """Refuse a ruler line, such as `====`, above the names of the columns. The command in the error
    deletes all ruler lines.
    """
    if re.fullmatch("=+( +=+)*", lines[0].strip()):
        command = shell_command("sed '/^[[:space:]=]*$/d'")
        remedy = f"To delete such lines, use {command}"
        raise data_error(options.source, "a line of =", "no lines between the cells", remedy)


def check_no_brackets_around_lines(lines: Sequence[str], options: Options) -> None:
    """Refuse brackets or quotes around each line. The command in the error deletes them."""
    texts = [line.strip() for line in lines]
    if not texts[1:]:
        return
    for pattern, characters, command in _ENCLOSED_LINES:
        if all(re.fullmatch(pattern, text) for text in texts):
            problem, remedy = f"{characters} around each line", f"To delete them, use {command}"
            raise data_error(options.source, problem, f"lines without {characters}", remedy)


_ENCLOSED_LINES = (  # a pattern, the characters around each line, the command that deletes them
    (
        r"[\[(]+[^][(){}]*[])]+,?",
        "brackets",
        shell_command("sed 's/[][()]//g; s/,[[:space:]]*$//'"),
    ),
    (
        r'"([^"]|"")*[,;\t]([^"]|"")*"',
        "quotes",
        shell_command("""sed 's/^"//; s/"[[:space:]]*$//; s/""/"/g'"""),
    ),
)


def check_no_single_quotes(lines: Sequence[str], options: Options) -> None:
    """Refuse single quotes around cells. The command in the error replaces them with
    double quotes.
    """
    if not any("'" in line for line in lines):
        return
    cell, delimiter = "'[^']*'", r"[,;|\s]+"
    quoted_cell = f"(^|{delimiter}){cell}({delimiter}|$)"
    are_quoted = [re.search(quoted_cell, line.strip()) for line in lines]
    names_are_quoted = re.fullmatch(f"({cell}{delimiter})+{cell}", lines[0].strip())
    if names_are_quoted or (all(are_quoted[1:]) and any(are_quoted)):
        problem, command = "single quotes around cells", shell_command('sed "s/\'/\\"/g"')
        remedy = f"To replace them, use {command}"
        raise data_error(options.source, problem, "double quotes or no quotes", remedy)


def title_line_error(location: str, problem: str) -> DataError:
    """Return the error for a title above the header."""
    line_number = location.rpartition(":")[2]
    command = shell_command("sed 1d" if line_number == "1" else f"sed 1,{line_number}d")
    remedy = f"To delete the title, use {command}"
    return data_error(location, problem, "no title above the table", remedy)


# Header lines


def is_header(
    location: str, names: Sequence[str], next_rows: Sequence[Sequence[str]], options: Options
) -> bool:
    """Tell whether the first line is a header.

    The first line is a header if no cell in it looks like a number. The first line of a second
    file is also a header if it contains the names of all features of the first file or the model.

    If no cell of the first line looks like a number, but one stands for a missing cell, such as
    `NA`, the program asks whether this line is a header. Answer with `--header` or `--no-header`.

    Args:
        location: The location of the first line.
        names: The cells of the first line.
        next_rows: The cells of the next lines.
        options: The options of `read`.
    """
    if options.header is not None:
        return options.header
    if has_all_expected_names(options, names):
        return True
    if any(looks_like_number(name) for name in names if not _lacks_name(name)):
        if not _may_be_counting_header(names, next_rows):
            return False
        if names[0] or options.missing:
            problem = first_few(names, _MAX_NAMES)
            problem += ", which may be the names of the columns or an example"
            raise ambiguity_error(location, problem, HEADER_ANSWERS)
        return True  # written by pandas, with an empty name of the index
    possibly_missing = [name for name in names if name and is_missing(name)]
    if possibly_missing:
        name = quote(possibly_missing[0])
        problem = f"{name}, which may be the name of a column or a missing value"
        raise ambiguity_error(location, problem, HEADER_ANSWERS)
    return any(names)


def looks_like_number(cell: str) -> bool:
    """Tell whether a cell looks like a number.

    A cell looks like a number if it has digits and no letters, such as `1,868.06`, `12%` or `$5`.
    It also looks like a number if Python reads it as a number, such as `1e5` and `nan`.
    """
    text = cell.strip()
    digits = sum(map(str.isdecimal, text))
    has_letters = sum(map(str.isalnum, text)) > digits
    return (digits > 0 and not has_letters) or is_number(text.replace(",", ".", 1))


def _may_be_counting_header(names: Sequence[str], next_rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first line may be a header of numbers.

    If the first line has only numbers, which go up by one, as in `0,1,2`, or, if there are four or
    more, go up in equal steps, as in `2005,2010,2015,2020`, the program asks whether this line is a
    header (pandas writes such column names). Answer with `--header` or `--no-header`.

    The name 0 occurs twice if a label column was joined to a frame with numbers as names, as in
    0,1,2,0. But 0,1,0 is an example if only zeros and ones follow, and 0,0,1 is always an example.
    """
    numbers = names
    if not names[0]:  # the name of the index; the label column may have a name
        numbers = names[1:] if looks_like_number(names[-1]) else names[1:-1]
    if not numbers or not all(re.fullmatch(r"(?a)\d{1,9}", name) for name in numbers):
        return False
    first_four = [*map(int, numbers[:4])]
    first, last, steps = first_four[0], int(numbers[-1]), len(numbers) - 1
    if steps > 2 and last == 0 and _is_arithmetic_sequence(islice(numbers, steps), 0, 1):
        return True
    if steps > 2 and first == 0 and _is_arithmetic_sequence(islice(numbers, 1, None), 0, 1):
        return True
    if first_four == [0, 1, 0]:
        return any(cell.strip() not in "01" for row in next_rows for cell in row)
    step = 1 if steps < 3 else first_four[1] - first
    are_equal_steps = step > 0 and _is_arithmetic_sequence(numbers, first, step)
    return are_equal_steps and (first == 0 or (bool(names[0]) and steps > 1))


def _is_arithmetic_sequence(names: Iterable[str], first: int, step: int) -> bool:
    """Tell whether names are the numbers first, first + step, first + 2 step, ..."""
    return all(int(name) == number for name, number in zip(names, count(first, step)))


def has_all_expected_names(options: Options, names: Sequence[str]) -> bool:
    """Tell whether these names include the names of all features of `like`."""
    like = options.like
    return like is not None and like.d <= len(names) and {*like.names} <= {*names}


def is_header_after_hash(
    location: str, cells: Sequence[str], names: list[str], options: Options
) -> bool:
    """Tell whether a comment is the header, or ask.

    If a comment above the first example has as many cells as the example, the program asks
    whether this comment is the header. Answer with `--header` or `--no-header`.

    A comment is the header if it contains the names of all features of the first file or the model.

    Args:
        location: The location of the comment.
        cells: The cells of the first line that is not a comment.
        names: The cells after the # of the comment.
        options: The options of `read`.
    """
    if len(names) != len(cells) or all(map(looks_like_number, names)):
        return False
    if not any(map(looks_like_number, cells)):
        return False  # `cells` are the names
    if options.header is not None or has_all_expected_names(options, names):
        return options.header is not False
    problem = f"{first_few(names, _MAX_NAMES)} after a #, which may be the names of the columns"
    raise ambiguity_error(location, problem, HEADER_ANSWERS)


def is_first_column_unnamed(
    location: str,
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    options: Options,
    first_cells_are_quoted: bool,
) -> bool:
    """Tell whether the first column is the one without a name, or ask.

    If a header has one cell fewer than the other lines, the program asks which column has no
    name. Answer with `--features -0` for the first column, or `--label INDEX` for the last.

    A header with one cell fewer than the other lines is taken as R's if the first cells of these
    lines are words. It is also taken as R's if on each line the first cell is in quotes and the
    second is not. The first cells are then the names of the rows.

    Args:
        location: The location of the header.
        names: The names in the header.
        rows: The cells of the next lines with one cell more.
        options: The options of `read`.
        first_cells_are_quoted: True if on each line the first cell, but not the second, is in
            quotes.
    """
    width = len(names) + 1
    items = split_features_option(options.features)
    if items is not None and {"-0", f"-{-width}"} & {*items} or options.id in (0, "0"):
        return True
    if str(options.label) in ("-1", str(width - 1)):
        return False
    if not any(row[-1].strip() for row in rows):
        delimiter = DELIMITERS.get(options.format or "", "")
        command = shell_command(f"sed 's/{delimiter}[[:space:]]*$//'")
        problem = f"{quote(delimiter)} at the end of the lines below, but not of this line"
        expected = f"no {quote(delimiter)} at the end of a line"
        raise data_error(location, problem, expected, f"To delete it, use {command}")
    if first_cells_are_quoted or not any(looks_like_number(row[0]) for row in rows):
        return True
    count = count_with_noun(len(names), "name")
    leave_out, label = option_hint("features", "-0"), option_hint("label", width - 1)
    remedies = [
        f"If the first column has no name, as in R, use {leave_out}",
        f"If the last column has no name, use {label}",
    ]
    if options.format == "csv":
        remedies.append(
            "If the numbers have decimal commas, as in 1,5, put semicolons between the cells"
        )
    problem = f"{count}, but {width} cells on the lines below"
    raise data_error(location, problem, f"{width} names", *remedies)


def check_quoted_first_cells(
    location: str, cells: Sequence[Sequence[str]], options: Options
) -> None:
    """Ask whether cells in quotes are R's row names.

    If there is no header, and on each line the first cell is in quotes and the second is not, the
    program asks whether the first cells are R's row names. Answer with `--features`.
    """
    texts = [row[0].strip() for row in cells]
    if not all(re.fullmatch(r"(?a)[\w.]+", text) for text in texts):
        return  # the quotes are there because of spaces or commas
    if len(texts) > 1 and len({*texts}) == len(texts) and not (options.features or options.like):
        last = len(cells[0]) - 2
        leave_out, include = option_hint("features", "-0"), option_hint("features", f"0..{last}")
        problem = "quotes around the first cells but not the second, so the first may be row names"
        answers = f"If they are, leave them out with {leave_out}; otherwise use {include}"
        raise ambiguity_error(location, problem, answers)


def check_indented_names(location: str, header_line: str, lines: Sequence[str]) -> None:
    """Raise a DataError if the header begins to the right of the first column.

    In the format `space`, a header that begins to the right of the first column is an error.
    Without this rule, in the first example below, `sepal` would become the name of the row numbers.
    """

    def indent(line: str) -> int:
        return len(line) - len(line.lstrip(" "))

    first_name = header_line.split()[0]
    if indent(header_line) > max(indent(line) + len(line.split()[0]) for line in lines):
        problem = f"the first name {quote(first_name)} to the right of the first column"
        expected = "a name without spaces above each column"
        command = shell_command("sed 's/^ *//'")
        remedies = [
            f"If {quote(first_name)} is the name of the first column, use {command}",
            "Otherwise name the first column, and remove the spaces from the other names",
        ]
        raise data_error(location, problem, expected, *remedies)


def check_dropped_line_holds_no_names(
    location: str, cells: Sequence[str], options: Options
) -> None:
    """Ask whether the first line is a header before it is dropped.

    If `--missing drop` is given, and in the first line one cell is missing, and another, in a
    column of features, is a word, the program asks whether this line is a header. Answer with
    `--header` or `--no-header`.
    """
    words = [cell for cell in cells if not is_missing(cell) and not looks_like_number(cell)]
    if words and options.header is None:
        problem = f"{quote(words[0])} on a line in which a cell is missing, so it may be the name "
        raise ambiguity_error(location, f"{problem}of a column", HEADER_ANSWERS)


def is_unnamed_id_column(name: str, cells: Sequence[str]) -> bool:
    """Tell whether a column only numbers or names the rows, and has no name.

    The first column is left out, with a note, if it has no name, and only numbers or names the
    rows. A name that pandas or R writes for such a column, such as `Unnamed: 0` or `...1`, counts
    as no name.
    """
    if not _lacks_name(name):
        return False
    texts = [cell.strip() for cell in cells]
    are_different = len({*texts}) == len(texts)
    return are_different and all(text.isdigit() or not looks_like_number(text) for text in texts)


def _lacks_name(name: str) -> bool:
    """Tell whether a column has no name, or a name that pandas or R gives to such a column."""
    if not name.startswith(("Unnamed: ", "...")):
        return not name
    return re.fullmatch(r"(?a)Unnamed: \d+(\.\d+)?|\.\.\.\d+", name) is not None


# Columns of features


def may_be_row_number(name: str, rows: Sequence[Any], i: int, scale: int) -> bool:
    """Tell whether a feature looks like a row number.

    The program prints a note for a feature that looks like a row number. It is an integer that
    differs in all examples, of which there are at least ten, and its name ends in a word such as
    `id`, `no`, `number`, `Nr`, `Nummer`, \u7de8\u865f, \u5e8f\u865f or \u5b78\u865f.
    """
    return may_be_id_column(name, rows, i, scale)


# Numbers

ONE_CELL = r"[+-]?\d{1,4}( \d{2,4})+([.,]\d*)?"  # 1 234, 1 234.5 or 2024 11 30
_MAY_BE_THOUSANDS = r"(?a)[+-]?[1-9]\d{0,2}[.,]\d{3}"


def may_have_thousands_separator(cell: str) -> bool:
    """Tell whether a cell has a comma or a point that may separate thousands.

    A comma or a point may be a thousands separator if one to three digits are before it, exactly
    three digits are after it, and the first digit is not 0. So the comma in `1,234` may be a
    thousands separator. The commas in `0,234` and `1234,567` are not.
    """
    return cell[-4:-3] in (",", ".") and re.fullmatch(_MAY_BE_THOUSANDS, cell) is not None


def is_date(cell: str) -> bool:
    """Tell whether a fraction may be a date.

    The first fraction gets a note. A fraction whose numerator or denominator has a leading zero, as
    in `01/31` or `31/01`, is an error, because it may be a date.
    """
    return re.fullmatch(r"(?a)[+-]?(0\d+/\d+|\d+/0\d+)", cell) is not None


# Missing cells

_SPREADSHEET_ERROR = (
    r"#(?!##)[^\sa-z]*[!?]|(?i:#(n/[adb]|nv|i/t|\u043d/\u0434|getting_data|(div/0|null|num|ref|"
    r"value|wert|bezug)!|name\?))|(?i:(err|error|fehler|erreur) ?:\d{3})"
)
MISSING_TEXTS = frozenset(("", *"? na n/a n.a. <na> nan nat null \\n".split()))  # also as labels
_MAYBE_MISSING_TEXTS = frozenset("- -- . none missing k.a.".split())


def is_missing(cell: str) -> bool:
    r"""Tell whether a cell of a feature is missing.

    In a feature, these cells are missing: an empty cell, `?`, `NA`, `N/A`, `n.a.`, `<NA>`,
    `NaN`, `NaT`, `null`, `\N`, `-`, `--`, `.`, `k.A.`, `none`, `missing`, and a spreadsheet
    error.

    >>> is_missing(" N/A "), is_missing("0")
    (True, False)
    """
    if cell.lstrip(" -")[:1].isdigit():  # saves time, because most cells are numbers
        return False
    text = cell.strip().casefold()
    return text in MISSING_TEXTS or text in _MAYBE_MISSING_TEXTS or is_spreadsheet_error(cell)


def is_missing_label(text: str) -> bool:
    """Tell whether a label is missing.

    In the label column, the same cells are missing, except six: `-`, `--`, `.`, `k.A.`, `none`
    and `missing` are labels.
    """
    return text.casefold() in MISSING_TEXTS or is_spreadsheet_error(text)


def may_be_missing_label(text: str, counts: Mapping[str, int]) -> bool:
    """Tell whether a label is one of the six that may be missing values.

    If a file has one of these six and at least two other labels, a note says that this label may be
    a missing cell. Then `--missing drop` also leaves out the examples with this label.

    Args:
        text: The label.
        counts: The number of examples with each label.
    """
    other_labels = [text for text in counts if not is_missing(text)]
    return text.casefold() in _MAYBE_MISSING_TEXTS and len(other_labels) > 1


def is_spreadsheet_error(cell: str) -> bool:
    """Tell whether a cell is a spreadsheet error.

    A spreadsheet error, such as `#DIV/0!`, `#VALEUR!` or `Err:502`, is neither a number
    nor a label.
    """
    text = cell.strip()
    is_short = len(text) < 2  # a single # begins a comment
    return not is_short and text[0] in "#eEfF" and bool(re.fullmatch(_SPREADSHEET_ERROR, text))


# Labels


_LABEL_COLUMN_NAMES = set(  # the usual names, in lower case
    "y label labels target class outcome response result passed approved survived diagnosis spam "
    "is_spam fraud is_fraud churn churned exited purchased admitted "
    "bestanden \u6a19\u7c64 \u6807\u7b7e \u985e\u5225 \u7c7b\u522b \u53ca\u683c".split()
)
MIN_EXAMPLES = 5  # with fewer examples, many columns have two values by chance


def is_label_column_name(name: str) -> bool:
    """Tell whether a name is usual for a label column.

    If a column other than the last has a name such as y, label, class or target, and the last
    column has no such name, the program asks which of these two columns holds the labels. Answer
    with `--label`.
    """
    return name.casefold() in _LABEL_COLUMN_NAMES


def may_be_label(values: Collection[object], labels: Collection[object], N: int) -> bool:
    """Tell whether the first column may hold the labels instead of the last.

    If there are at least 5 examples, and the first and the last column have two different values
    each, the program asks which of these two columns holds the labels. Answer with `--label`.
    """
    return N >= MIN_EXAMPLES and len(values) == len(labels) == 2


def is_unlike_other_labels(
    first: object, other_labels: Collection[object], expected_labels: Collection[object]
) -> bool:
    """Tell whether the label of the first line may be the name of its column.

    If the other lines have two different labels, and the label of the first line is neither of
    them, the program asks whether the first line is a header. Answer with `--header` or
    `--no-header`.

    Without expected labels, the other labels must be two numbers, or a single number if the first
    label is a word.

    Args:
        first: The label of the first line, a number or a word.
        other_labels: The different labels of the other lines.
        expected_labels: The labels that an option, the other file or the model names. If there are
            any, one of them must be among the other labels.
    """
    is_word = isinstance(first, str)
    are_words = any(isinstance(label, str) for label in other_labels)
    if first in other_labels or first in expected_labels:
        return False
    if expected_labels:
        has_expected_label = bool({*expected_labels} & {*other_labels})
        return has_expected_label and (is_word or are_words or len(other_labels) > 1)
    return not are_words and (len(other_labels) == 2 or (is_word and bool(other_labels)))


def may_mean_either_sign(label: str) -> bool:
    """Tell whether a later line could decide if a label means +1 or -1.

    If all labels that `--first N` reads are the same unsigned number other than 0, such as 1,
    the program asks whether this number means +1. Answer with `--positive`.

    A later line may have the label 2. Then 1, the smaller number, would mean -1.
    """
    return is_number(label) and re.match(r"[+-]|0*$", label) is None


def lookalike_label_warnings(texts: Iterable[str], positive: str) -> dict[str, str]:
    """Return a warning for each label that looks like the label for +1.

    Labels that differ only in capitals, quotes, a final full stop, accents or invisible
    characters are two labels. If one of them means +1, a warning says that the other means -1.
    """
    return lookalike_warnings(texts, positive)


def check_not_several_labels(location: str, text: str) -> None:
    """Raise a DataError if a line of a libsvm file has several labels.

    Several labels in a line of a libsvm file, with commas between them, are an error.
    """
    if "," in text and all(map(is_number, text.split(","))):
        expected = "one label for each example, because a line separates two classes"
        raise data_error(
            location, f"the labels {quote(text)}", expected, "Keep one label on each line"
        )


# Texts of messages


HEADER_ANSWERS = yes_or_no("header", "this line holds the names of the columns")
COMMENT_ANSWERS = yes_or_no("comments", "# begins a comment")
