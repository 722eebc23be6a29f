"""Recognize URLs and files that are not text tables in UTF-8, and say how to convert them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from ..errors import DataError
from .options import data_error, shell_command

# In a command {0} is the file to read, {1} the .csv file to write, {2} the .txt file to write, and
# {3} the sqlite3 command that reads the file, each quoted as needed.
_PANDAS = 'python3 -c "import pandas; pandas.read_{}({{0}}).to_csv({{1}}, index=False)"'
# keep_default_na=False keeps the label "None"
_EXCEL = _PANDAS.format("excel").replace("({0}", "({0}, keep_default_na=False")
_POLARS = 'python3 -c "import polars; polars.read_{}({{0}}).write_csv({{1}})"'
_LIST = (
    'python3 -c "import ast, csv; '
    "csv.writer(open({1}, 'w')).writerows(ast.literal_eval(open({0}).read()))\""
)
_NUMPY = "python3 -c \"import numpy as n; n.savetxt({{2}}, {}, fmt='%s')\""
_LOAD_ARRAYS = "n.column_stack([v for k, v in {}({{0}}).items() if k[0] != '_'])"
_SCIPY = _NUMPY.replace("import", "import scipy.io as s,")
_TAR = "tar -xOf {0} TABLE > {1}"
_ICONV = "iconv -f {} -t utf-8 {{0}} > {{1}}"
_R = 'Rscript -e "write.csv({}, {{1}}, row.names=FALSE)"'
# The first bytes; a pattern for the beginning or the name; the format; the command that converts.
_BINARY_FORMATS = (
    (b"PAR1", "", "a Parquet file", _PANDAS.format("parquet")),
    (b"ARROW1", "", "a Feather file", _PANDAS.format("feather")),
    (b"ORC", "", "an ORC file", _PANDAS.format("orc")),
    (b"Obj\x01", "", "an Avro file", _POLARS.format("avro")),
    (b"\x89HDF", "", "an HDF5 file", _PANDAS.format("hdf")),
    (b"PK\x03\x04", r"\.np[yz]", "NumPy arrays", _NUMPY.format(_LOAD_ARRAYS.format("n.load"))),
    (b"PK\x03\x04", r"\.(zip$|csv|tsv|txt|dat)", "an archive", "unzip -p {0} TABLE > {1}"),
    (b"PK\x03\x04", "", "a workbook or an archive", _EXCEL),
    (b"\xd0\xcf\x11\xe0", "", "an old Excel workbook", _EXCEL),
    (b"$FL2", "", "an SPSS file", _PANDAS.format("spss")),
    (b"<stata_dta>", "", "a Stata file", _PANDAS.format("stata")),
    (b"", r"\A[\x68-\x73][\x01\x02]\x01\x00", "a Stata file", _PANDAS.format("stata")),
    (b"MATLAB", "", "a MATLAB file", _SCIPY.format(_LOAD_ARRAYS.format("s.loadmat"))),
    (b"\x80", r"\A.[\x02-\x05]", "a Python pickle", _PANDAS.format("pickle")),
    (
        b"SQLite format 3",
        "",
        "an SQLite database",
        "sqlite3 -csv -header {0} 'SELECT * FROM TABLE' > {1}",
    ),
    (b"\x93NUMPY", "", "a NumPy array", _NUMPY.format("n.load({0})")),
    (b"\x1f\x8b", r"(?i)\.rds$", "an R file", _R.format("readRDS({0})")),
    (b"\x1f\x8b", r"(?i)\.rda(ta)?$", "an R file", _R.format("get(load({0}))")),
    (b"\x1f\x8b", r"\.(tar\.gz|tgz)$", "an archive", _TAR),
    (b"", r"\.tar$", "an archive", _TAR),
    (b"\x1f\x8b", "", "a compressed file", "gzip -dc {0} > {1}"),
    (b"BZh", "", "a compressed file", "bzip2 -dc {0} > {1}"),
    (b"\xfd7zXZ", "", "a compressed file", "xz -dc {0} > {1}"),
    (b"\x28\xb5\x2f\xfd", "", "a compressed file", "zstd -dc {0} > {1}"),
    (b"%PDF", "", "a PDF", ""),
    (b"\xff\xfe\0\0", "", "text in UTF-32", _ICONV.format("utf-32")),
    (b"\xff\xfe", "", "text in UTF-16", _ICONV.format("utf-16")),
    (b"\xfe\xff", "", "text in UTF-16", _ICONV.format("utf-16")),
    (b"\0", r"\A\0[^\0]\0[^\0]", "text in UTF-16", _ICONV.format("utf-16be")),
    (b"", r"\A[^\0]\0[^\0]\0", "text in UTF-16", _ICONV.format("utf-16le")),
)
_INFORMATIVE_PATH = r"(?i).*(?:\.npz|\.zip|\.rds|\.rda|\.rdata|\.tgz|\.tar|\.tar\.gz)$"
# By default pandas changes the last digit of some decimals, and reads some ints as dates.
_JSON = _PANDAS.format("json").replace("({0}", "({0}, precise_float=True, convert_dates=False")
_JSON_LINES = _JSON.replace("({0}", "({0}, lines=True")
_JSON_ORIENT = _JSON.replace("({0}", "({{0}}, orient='{}'").replace("{1}", "{{1}}")
_LOAD_MATRIX = "(lambda m: m.toarray() if hasattr(m, 'toarray') else m)(s.mmread({0}))"
# A text in the first lines; a pattern that they match; the format; the command that converts.
_TEXT_FORMATS = (
    (
        "{",
        r"(?m)^\{(\d+ [^{}]+)?\}$",
        "a sparse ARFF file",
        "In Weka, open it in Tools > ArffViewer, and save it as CSV",
    ),
    (
        "@",
        r"(?im)^@relation\b",
        "an ARFF file",
        "sed '1,/^@[Dd][Aa][Tt][Aa]/d; /^%/d' {0} > {1}",
    ),
    ("{", r'\A\s*\{\s*"format": "perceptron_ref hypothesis', "a saved model", ""),
    ("<", r"(?i)\A\s*<(!doctype|html|\?xml|table|tr)\b", "an HTML or XML page", ""),
    ("{", r"\A(\{ *[\"}].*(\n|\Z)){2,}\Z", "JSON", _JSON_LINES),
    ("{", r'\A\s*\{\s*"columns"\s*:\s*\[', "JSON", _JSON_ORIENT.format("split")),
    ("{", r'\A\s*\{\s*"schema"\s*:\s*\{', "JSON", _JSON_ORIENT.format("table")),
    ("{", r'\A\s*\{\s*"\d+"\s*:\s*\{\s*"\d*[^\d"]', "JSON", _JSON_ORIENT.format("index")),
    ("{", r'\A\s*\{\s*(["{\[\]]|\n)', "JSON", _JSON),
    ("[", r"(?s)\A\s*\[\s*[\[(].*'", "a Python list", _LIST),
    ("[", r'\A\s*\[\s*(["{\[\]]|\n)', "JSON", _JSON),
    ("version https", r"\Aversion https://git-lfs", "a Git LFS pointer", "git lfs pull"),
    ("{", r"\A\{\\rtf", "an RTF file", ""),
    ("%%", r"\A%%MatrixMarket", "a Matrix Market file", _SCIPY.format(_LOAD_MATRIX)),
    ("|", r"\A[^|\n,;]*\|\w* +[^|\s]+:[\d.-]", "a Vowpal Wabbit file", ""),
    ("\\", r"\A\s*\\begin\b", "a LaTeX table", ""),
    ("(", r"\Ashape: \(\d[\d_]*, \d+\)", "a table printed by polars", "df.write_csv({1})"),
    (
        " ",
        r"(?i)\A\s*(PRAGMA|BEGIN TRANSACTION|CREATE TABLE|INSERT INTO)\b",
        "SQL statements",
        "sqlite3 -csv -header :memory: {3} 'SELECT * FROM TABLE' > {1}",
    ),
)
_LIST_COMMANDS = {  # commands that list the tables or files, by the beginning of the other command
    "unzip": "unzip -l {0}",
    "tar": "tar -tf {0}",
    "sqlite3 -csv -header {0}": "sqlite3 {0} .tables",
    "sqlite3 -csv -header :memory:": "sqlite3 :memory: {3} .tables",
}
_PLAIN_NAME = r"[\w@%+=:,./-]+"  # a name that sqlite3 takes without quotes
_DELETE_ZEROS = "tr -d '\\000' <"
_EXPORT_REMEDY = "Save the data as CSV with the program that wrote this file"
_EXCEL_REMEDY = 'In Excel, save the file in the format "CSV UTF-8"'
_ICONV_REMEDY = (
    f"If the text is from Taiwan, convert it with {shell_command('iconv -f big5 -t utf-8')}. "
    "In place of big5, write gb18030 for mainland China, or cp1252 for western Europe"
)


def encoding_error(source: str, location: str, byte: int, file_start: str) -> DataError:
    """Return the error for a binary format, for text that is not in UTF-8, or for a byte 0.

    Args:
        source: The name of the file.
        location: The location of the first byte that is 0 or not UTF-8.
        byte: That byte.
        file_start: The beginning of the file.
    """
    first_bytes_of_file = file_start.encode("utf-8", "surrogateescape")
    for first_bytes, pattern, format_name, command in _BINARY_FORMATS:
        matches = [
            re.search(pattern, text)
            for text in (file_start, *re.findall(_INFORMATIVE_PATH, source))
        ]
        if first_bytes_of_file.startswith(first_bytes) and any(matches):
            return _unsupported_format_error(source, format_name, command)
    expected = "a text file in UTF-8"
    if byte:
        problem = f"the byte 0x{byte:02x}, which is not UTF-8"
        return data_error(location, problem, expected, _EXCEL_REMEDY, _ICONV_REMEDY)
    remedy = _EXPORT_REMEDY
    if _is_text_with_few_zeros(file_start):
        remedy = f"To delete such bytes, use {shell_command(_DELETE_ZEROS)}"
    return data_error(location, "the byte 0x00, which is not text", expected, remedy)


def _is_text_with_few_zeros(file_start: str) -> bool:
    """Tell whether a file begins as text in which less than a quarter of the bytes are 0."""
    text = re.sub(r"[\0\t\n\ufeff]", "", file_start)
    return text.isprintable() and file_start.count("\0") * 4 < len(file_start)


def check_is_text_table(source: str, lines: Sequence[str]) -> None:
    """Refuse a text that is not a table, and name the command that converts it.

    Args:
        source: The name of the file.
        lines: Its first lines.

    Raises:
        DataError: If the text has another format, such as JSON.
    """
    text = "\n".join(lines)
    for mark, pattern, format_name, command in _TEXT_FORMATS:
        if mark in text and re.search(pattern, text):  # `mark` saves compiling most patterns
            raise _unsupported_format_error(source, format_name, command)


def check_not_url(path: str) -> None:
    """Refuse a URL in place of a path, and name the command that downloads it."""
    if re.match(r"(?i)(https?|ftp|file)://", path):
        name = re.sub(r"[^\w.-]", "_", path.rstrip("/").rpartition("/")[2]) or "data.csv"
        program = f"import urllib.request as u; u.urlretrieve({path!r}, {name!r})"
        command = f"python3 -c {_quote_for_shell(program)}"
        raise data_error(path, "a URL", "a file", f"To download the file, use `{command}`")


def _unsupported_format_error(source: str, format_name: str, command: str) -> DataError:
    purpose = "download the file itself" if command.startswith("git") else "convert the file"
    remedy = f"To {purpose}, use `{fill_in(command, source)}`" if command else ""
    if command.startswith("In "):
        remedy = command
    if " TABLE" in command:
        list_command = next(
            list_command
            for beginning, list_command in _LIST_COMMANDS.items()
            if command.startswith(beginning)
        )
        remedy += ", with the name of its table in place of TABLE"
        remedy += f"; `{fill_in(list_command, source)}` lists the names"
    expected = "a text table with one example on each line"
    return data_error(source, format_name, expected, remedy)


def fill_in(command: str, source: str) -> str:
    """Return a command with the names of its files, in the quotes of the shell or the program.

    >>> print(fill_in("gzip -dc {0} > {1}", "my data.gz"))
    gzip -dc 'my data.gz' > 'my data.gz.csv'
    >>> print(fill_in('python3 -c "print({0})"', "it's.$x"))
    python3 -c 'print("it'"'"'s.$x")'
    """
    file = "FILE" if source == "standard input" else source
    names = file, f"{file}.csv", f"{file}.txt"
    interpreter, _, program = command.partition(' "')
    if program:
        return f"{interpreter} {_quote_for_shell(program[:-1].format(*map(repr, names)))}"
    if command.startswith("df."):  # Python
        return command.format(*map(repr, names))
    dot_command = f".read {file}" if re.fullmatch(_PLAIN_NAME, file) else f'.read "{file}"'
    return command.format(*map(shlex.quote, (*names, dot_command)))


def _quote_for_shell(program: str) -> str:
    """Return a program in double quotes; if the shell would change it there, in other quotes."""
    return shlex.quote(program) if re.search(r'["$`\\!]', program) else f'"{program}"'
