"""Reading files: formats told apart by looking, numbers exact, and errors with their place for what
cannot be read.
"""

from __future__ import annotations

import importlib
import io
import os
import tracemalloc
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from conftest import so_many
from hypothesis import given
from hypothesis import strategies as st
from textfile import check_read, read_text, refusal, shown

from perceptron_ref import DataError, Dataset, Hypothesis, example, read
from perceptron_ref.exact import limits
from perceptron_ref.exact.rationals import exact_text
from perceptron_ref.files.how import FORMATS
from perceptron_ref.files.read import read_table, table_of

read_module = importlib.import_module("perceptron_ref.files.read")

D = Dataset([["0.97681", -3], ["-0.001", "3/7"], [0, 12]], [+1, -1, +1])

WRITTEN = {
    "csv": "0.97681,-3,+1\n-1e-3,3/7,-1\n0,12.0,1\n",
    "tsv": "0.97681\t-3\t+1\n-1e-3\t3/7\t-1\n0\t12.0\t1\n",
    "semicolon": "0.97681;-3;+1\n-1e-3;3/7;-1\n0;12.0;1\n",
    "space": "0.97681 -3   +1\n -1e-3 3/7 -1\n0  12.0 1 \n",
    "libsvm": "+1 1:0.97681 2:-3\n-1 1:-1e-3 2:3/7\n1 2:12.0\n",
}

# Formats


def test_every_format_has_an_example_here():
    """The formats are csv, tsv, semicolon, space and libsvm."""
    assert FORMATS == tuple(WRITTEN)


@pytest.mark.parametrize("format", FORMATS)
def test_formats_are_told_apart_by_looking(format):
    """The same examples in each format are the same set, whether the format is given or not."""
    assert read_text(WRITTEN[format]) == read_text(WRITTEN[format], format=format) == D


@pytest.mark.parametrize(("format", "other"), [*permutations(FORMATS, 2)])
def test_a_forced_format_is_obeyed(format, other):
    """A file read as another format than its own is refused: what format= says is not
    second-guessed. Tabs are white space, too.
    """
    if (format, other) == ("tsv", "space"):
        assert read_text(WRITTEN[format], format=other) == D
    else:
        refusal(WRITTEN[format], format=other)


TWO = "0.5 2\t1\n3 4\t-1\n"  # as the homework's files: a tab before the label alone
READ = "(1/2, 2) +1, (3, 4) -1"
PETALS = "petal length\tpetal width\tspecies\n1.4\t0.2\tIris setosa\n4.7\t1.4\tIris virginica\n"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("1,2\n", {"format": "xml"}, "found 'xml' as a format; expected one of csv, tsv, …"),
        # numbers between blanks and a tab before the label are white space, in any of the lines
        (TWO, {}, f"x1, x2: {READ}"),
        (TWO, {"format": "space"}, f"x1, x2: {READ}"),
        (TWO.replace(" ", "\t", 1), {}, f"x1, x2: {READ}"),
        ("1 2 3 4\t1\n5 6 7 8\t-1\n", {}, "x1, x2, x3, x4: (1, 2, 3, 4) +1, (5, 6, 7, 8) -1"),
        ("a b\ty\n" + TWO, {}, f"a, b: {READ}"),
        ("a b y\n" + TWO, {}, f"a, b: {READ}"),
        ("a\tb\ty\n" + TWO, {}, f"a, b: {READ}"),
        # not where all lines have as many tabs, which then separate the cells
        (
            "room area\tprice\tsold\n1 234\t5\t1\n2 345\t6\t-1\n",
            {},
            "data:2: column 1 ('room area'): found '1 234'; expected a number…",
        ),
        ("1 2\t3\t1\n3 4\t\t-1\n", {}, "data:1: column 1: found '1 2'; expected a number…"),
        ("day\tx\ty\n2020 5\t1\t1\n", {}, "data:2: column 1 ('day'): found '2020 5'; expected…"),
        # nor where lines differ in both, and not without a word where it may be one number
        ("1 2\t1\n3\t4\t5\t-1\n", {}, "data:1: column 1: found '1 2'; expected a number…"),
        (
            "area\tsold\n1 234\t1\n22 345\t-1\n",
            {},
            "data:2: column 1 ('area'): found '1 234'; expected a number…",
        ),
        (
            "1 234\t1\n22 345\t-1\n",
            {},
            "data: found '1 234' before a tab; expected no blank in a number, or, where blanks "
            "separate numbers, too, format='space' (--format space)",
        ),
        ("1 234\t1\n22 345\t-1\n", {"format": "space"}, "x1, x2: (1, 234) +1, (22, 345) -1"),
        # text with blanks between tabs is not
        (
            PETALS,
            {"positive": "Iris setosa"},
            "petal length, petal width: (7/5, 1/5) +1, (47/10, 7/5) -1",
        ),
        # blanks around cells do not count
        (" 0.5 ,  2 , 1\n3, 4 ,-1 \n", {}, f"x1, x2: {READ}"),
        ("0.5 \t 2\t 1\n3\t4\t-1\n", {}, f"x1, x2: {READ}"),
        ("0.5 ; 2 ;1\n3 ;4;  -1\n", {}, f"x1, x2: {READ}"),
        # what stands between quotes says nothing about the format
        ('"a;b","c\td","y,z"\n1,2,1\n', {}, "a;b, c\td: (1, 2) +1"),
        ('"a,b" c y\n1 2 1\n', {}, "a,b, c: (1, 2) +1"),
        # colons alone do not tell libsvm: pairs of index and number behind at most one label do
        ("12:30,1,1\n", {}, "data:1: column 1: found '12:30'; expected a number…"),
        ("a:b,c,y\n1,2,1\n", {}, "a:b, c: (1, 2) +1"),
        ("x:1 y:2 label\n1 2 1\n", {}, "x:1, y:2: (1, 2) +1"),
        # any of the first ten lines that hold anything
        ("-1\n-1\n+1 2:1\n", {}, "x1, x2: (0, 0) -1, (0, 0) -1, (0, 1) +1"),
        ("# -1\n\n" + "-1\n" * 9 + "+1 1:1\n", {}, "x1: " + "(0) -1, " * 9 + "(1) +1"),
        ("-1\n" * 10 + "+1 2:1\n", {}, "data:1: found 1 column, reading it as space;…"),
        # of several delimiters in the first line, the one rarer in numbers and names counts
        ("a,b;c;y\n1;2;1\n", {}, "a,b, c: (1, 2) +1"),
        ("a,b\tc\ty\n1\t2\t1\n", {}, "a,b, c: (1, 2) +1"),
    ],
)
def test_the_format_is_told_by_the_first_lines(text, options, expected):
    """White space, tabs, semicolons, commas, or libsvm's pairs."""
    check_read(text, expected, **options)


# Text


EDITED = {
    "utf8": lambda text: text,
    "bom": lambda text: "\ufeff" + text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "bom+crlf": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "cr": lambda text: text.replace("\n", "\r"),
    "no-newline": lambda text: text.rstrip(),
    "crlf-no-newline": lambda text: text.replace("\n", "\r\n").rstrip(),
    "blank-lines": lambda text: text.replace("\n", "\n\n  \n\t\n"),
    "blanks-first": lambda text: "\n\r\n\r" + text,
    "comments": lambda text: "# 1,2\n#\n  # in\n" + text.replace("\n", "\n#4\n") + "# end",
    "trailing": lambda text: text.replace("\n", " \n"),
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("change", EDITED.values(), ids=EDITED)
def test_what_editors_do_to_a_text_does_not_matter(format, change):
    """A BOM, CRLF, lone CR, blank lines, comments, blanks at line ends and a missing last newline
    change nothing.
    """
    assert read_text(change(WRITTEN[format])) == D


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("1\x0c2\u20281\n", {}, "x1, x2: (1, 2) +1"),  # these end no line
        (
            "größe,年齢,y\n1,2,はい\n3,4,non\n",
            {"positive": "はい"},
            "größe, 年齢: (1, 2) +1, (3, 4) -1",
        ),
        ("\n# a\r\n\r1,2\rx,1\n", {}, "data:5: column 1: found 'x'…"),  # as editors count them
        ("1,x\r\n1,2\r\n", {"label": 0}, "data:1: column 2: found 'x'; expected a number…"),
        ("0.97681 -1e-3 3/7 1\n", {}, "x1, x2, x3: (97681/100000, -1/1000, 3/7) +1"),
        (f"0.{'1' * 30} 1\n", {}, f"x1: ({'1' * 30}/1{'0' * 30}) +1"),
    ],
)
def test_text_is_utf_8_and_numbers_are_exact(text, options, expected):
    """Newline and carriage return alone end a line; no digit is rounded."""
    check_read(text, expected, **options)


def test_numbers_of_a_thousand_characters_are_read():
    """A number of hundreds of digits before or behind the point is a number, as exact as others."""
    data = read_text(f"{'7' * 1000},0.{'3' * 998},1\n0.5,2,-1\n")
    assert data.scale == 10**998
    sevens, threes = data.xs[0][1:]
    assert 9 * sevens == 7 * (10**1000 - 1)
    assert 3 * threes == 1 - Fraction(1, 10**998)
    assert exact_text(sevens) == "7" * 1000 and exact_text(threes) == "0." + "3" * 998


# Round trips


numbers = st.one_of(
    st.fractions(max_denominator=1000).map(exact_text),
    st.decimals(
        allow_nan=False, allow_infinity=False, min_value=-(10**20), max_value=10**20, places=5
    ).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers().map(str),
)
examples = st.integers(1, 4).flatmap(
    lambda d: st.lists(
        st.tuples(st.lists(numbers, min_size=d, max_size=d), st.sampled_from(["-1", "+1"])),
        min_size=1,
        max_size=5,
    )
)


def as_text(rows, format):
    """Write examples in a format, in the plainest way."""
    if format == "libsvm":
        lines = [
            " ".join([y, *(f"{i}:{v}" for i, v in enumerate(row, start=1))]) for row, y in rows
        ]
    else:
        delimiter = {"csv": ",", "tsv": "\t", "semicolon": ";", "space": " "}[format]
        lines = [delimiter.join([*row, y]) for row, y in rows]
    return "\n".join(lines)


@given(examples, st.sampled_from(FORMATS), st.booleans())
def test_what_is_written_is_read_back(rows, format, forced):
    """Examples written to any format and read are the Dataset made of the same numbers."""
    data = read_text(as_text(rows, format), format=format if forced else None)
    assert data == Dataset([row for row, _ in rows], [int(y) for _, y in rows])
    assert data.scale == Dataset([row for row, _ in rows], [int(y) for _, y in rows]).scale


@given(
    st.binary(max_size=60)
    | st.text(alphabet='0123456789.,;:\t "#-+e/\nab\r', max_size=60).map(str.encode)
)
def test_whatever_the_bytes_there_is_a_set_or_a_data_error(content):
    """Any bytes at all either are a set of examples or raise a DataError of one line that names the
    file.
    """
    try:
        data = read_text(content)
    except DataError as error:
        assert str(error).startswith("data:") and "; " in str(error) and "\n" not in str(error)
    else:
        assert data.N >= 1 and data.d >= 1 and set(data.ys) <= {-1, 1}


# What cannot be read

NUMBER = "expected a number such as 3, -0.5, 1e-3 or 3/7"
DROP = 'or that such lines are dropped (missing="drop", --missing drop)'
ANOTHER = ", or to be told that another column holds the labels (label=..., --label)"
ADVICE = "or name the one that means +1 (positive=..., --positive)"
LEFT_OUT = 'or that this column is left out (features="-1", --features -1)'
EMPTY = "data: found no example; expected at least one line with features and a label"
HEADER = "found a header and nothing below it; expected at least one example"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", EMPTY),
        ("\n \n# nothing\n", EMPTY),
        ("\ufeff", EMPTY),
        ("a,b,y\n", f"data:1: {HEADER}"),
        ("\n#\na,b,y\n\n#\n", f"data:3: {HEADER}"),
        ("1,2,1\n3,4\n", "data:2: column 3: found 2 columns; expected 3, as in line 1"),
        ("1,2,1\n3,4,5,1\n", "data:2: column 4: found 4 columns; expected 3, as in line 1"),
        ("a b y\n1 2 1\n3 4\n", "data:3: column 3: found 2 columns; expected 3, as in line 1"),
        ("1 2 1\n3 4 ", "data:2: column 3: found 2 columns; expected 3, as in line 1"),
        ("1,2,1\n\n3,x,1\n", f"data:3: column 2: found 'x'; {NUMBER}, {LEFT_OUT}"),
        ("1,1_0,1\n", f"data:1: column 2: found '1_0'; {NUMBER}, {LEFT_OUT}"),
        ("1,٣,1\n", f"data:1: column 2: found '٣'; {NUMBER}, {LEFT_OUT}"),
        (
            "a,b,y\n3,x,1\n",
            f"data:2: column 2 ('b'): found 'x'; {NUMBER}, {LEFT_OUT.replace('-1', '-b')}",
        ),
        ("1,,1\n", f"data:1: column 2: found ''; {NUMBER}, {DROP}"),
        ("1,NA,1\n", f"data:1: column 2: found 'NA'; {NUMBER}, {DROP}"),
        ("1,nan,1\n", f"data:1: column 2: found 'nan'; expected a finite number, {DROP}"),
        ("1,2,1\n-Inf,2,1\n", "data:2: column 1: found '-Inf'; expected a finite number"),
        (
            "1,5\t2\t1\n",
            f"data:1: column 1: found '1,5'; {NUMBER}, with a point for the comma, "
            'or that commas are decimal (decimal=",", --decimal ,)',
        ),
        ("1,1e999999999,1\n", "data:1: column 2: …; expected an exponent between -1000 and 1000"),
        ("1,2/0,1\n", f"data:1: column 2: found '2/0', which divides by zero; {NUMBER}"),
        ("1,2,1\n3,4,\n", "data:2: column 3: found no label; expected one"),
        ("a,b,y\n3,4, \n", "data:2: column 3 ('y'): found no label; expected one"),
        ("1,2,nan\n", "data:1: column 3: the label: found 'nan'; expected a finite number"),
        (
            "1,y\n2,3\n",
            f"data:1: column 2: found the label 'y'; expected two different numbers, {ADVICE}",
        ),
        (
            "a,b,y\n3,4,setosa\n",
            "data:2: column 3 ('y'): found the label 'setosa'; "
            f"expected two different numbers, {ADVICE}",
        ),
        (
            "1,2,1\n3,4,2\n5,6,3\n",
            "data:3: column 3: found the label '3' beside '1' and '2'; "
            f"expected two different numbers, {ADVICE}{ANOTHER}",
        ),
        (
            "7\n8\n",
            "data:1: found 1 column, reading it as space; expected at least one feature and a "
            "label, or another format (format=..., --format)",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, message):
    """Every error names the file, the line, the column and its name, what was found, and what was
    expected.
    """
    check_read(text, message)


@pytest.mark.parametrize(
    ("content", "place", "byte"),
    [
        (b"\x00", "data:1: character 1", "0x00"),
        (b"1,2\n1,\x002\n", "data:2: character 3", "0x00"),
        (b"1,2\n\xff\xd8\xff\xe0", "data:2: character 1", "0xff"),
        (b"1,2\n1,2\x80\n", "data:2: character 4", "0x80"),
        ("größe,y\n1,1\n".encode("latin-1"), "data:1: character 3", "0xf6"),
        ("1,2\n".encode("utf-16-le"), "data:1: character 2", "0x00"),
        ("1,2\n".encode("utf-16-be"), "data:1: character 1", "0x00"),
        (b"# \xc3\n1,2\n", "data:1: character 3", "0xc3"),
        (b"a,y\n1,\xed\xa0\x80\n", "data:2: character 3", "0xed"),
        (b"1,2\n" * 1000 + bytes(range(128, 256)), "data:1001: character 1", "0x80"),
    ],
)
def test_what_is_no_utf8_text_is_refused(content, place, byte):
    """Binary files, UTF-16 and other encodings are refused at the first byte that tells, in
    comments too.
    """
    with pytest.raises(DataError) as caught:
        read_text(content)
    expected = (
        f"{place}: found the byte ({byte}), which no UTF-8 text has there; "
        "expected a text file, saved as UTF-8"
    )
    caught.match(f"^{expected}$")


def test_a_line_of_five_million_characters_is_read():
    """The longest line that is read has 5,000,000 characters, its end counted."""
    assert read_text("1,2" + " " * 4_999_996 + "\n1,3") == Dataset([[1], [1]], [-1, 1])
    assert refusal("1,2" + " " * 4_999_997 + "\n").startswith(
        "data:1: found a line of more than 5,000,000 characters"
    )


def test_a_line_of_ten_megabytes_is_refused():
    """A line of more than 5,000,000 characters is refused, blank and comment lines too."""
    for line in (
        b"1" * 10_000_000,
        b"1," * 5_000_000,
        b" " * 10_000_000,
        b"#" * 10_000_000,
        b"\0" * 10_000_000,
    ):
        message = (
            "data:2: found a line of more than 5,000,000 characters; expected one example a line"
        )
        assert refusal(b"1,1\n" + line + b"\n1,1\n") == message


class Endless(io.RawIOBase):
    """A file that never ends, without a newline."""

    def readable(self):
        return True

    def readinto(self, buffer):
        buffer[:] = b"1" * len(buffer)
        return len(buffer)


def test_a_file_without_end_is_refused():
    """A device that sends digits for ever is given up after one line's length, not read into
    memory.
    """
    tracemalloc.start()
    try:
        with pytest.raises(
            DataError, match="^endless:1: found a line of more than 5,000,000 characters"
        ):
            table_of(io.BufferedReader(Endless()), "endless")
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()


@so_many(200_000, 1_000_000)
def test_a_line_of_very_many_cells_is_read(times):
    """Width is no trap: a million features, named or not, are examples like others, and told apart
    at once.
    """
    data = read_text("1," * times + "1\n")
    assert (data.N, data.d, data.names[-1]) == (1, times, f"x{times}")


@so_many(20_000, 100_000)
def test_a_header_of_very_many_names_is_read(times):
    """Names are compared by looking them up, so that 100,000 of them, or one of them twice, take no
    time.
    """
    names, zeros = [f"n{i}" for i in range(times)], "0," * times
    header = ",".join(names)
    data = read_text(f"{header},y\n{zeros}1\n")
    assert (data.d, data.names[-1]) == (times, f"n{times - 1}")
    message = (
        f"data:1: column {times + 1}: found the name 'n7' again; "
        "expected another than that of column 8, "
        f"or one to be left out (features=..., --features -{times})"
    )
    assert refusal(f"{header},n7\n{zeros}1\n") == message
    like = Hypothesis([0] * (times + 1), names=names)
    assert read_text(f"{header},y\n{zeros}1\n", like=like).d == times


def test_a_number_of_more_than_a_thousand_characters_is_refused():
    """A cell is read up to 1,000 characters; beyond, it is refused with its place, and quoted in
    part.
    """
    message = refusal("1,2\n" + "9" * 4_000_000 + ",1\n")
    assert message.startswith("data:2: column 1: found '99999999999999999999")
    assert message.endswith(
        "... (4,000,002 characters); expected a number of at most 1,000 characters"
    )
    assert len(message) < 200


def primes(below):
    """Return the prime numbers below a limit."""
    return [p for p in range(2, below) if all(p % q for q in range(2, int(p**0.5) + 1))]


def test_six_hundred_different_denominators_are_read():
    """Fractions with a prime below each are exact while their common denominator is of a length to
    be handled.
    """
    data = read_text("".join(f"1/{p},1\n" for p in primes(4500)))
    assert data.xs == tuple((1, Fraction(1, p)) for p in primes(4500))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (  # 20,000 fractions, or 2,000: the answer comes at the same line
            "".join(f"1/{p},1\n" for p in primes(18_000)),
            "data:1183: column 1: found '1/9551', with which the common denominator of 1,183 "
            "numbers has 4,115 digits; expected at most 4,111: "
            "write it with fewer digits, or leave it out",
        ),
        (
            "".join(f"1e-{k},1\n" for k in range(1, 10_001)),
            "data:1001: column 1: found '1e-1001'; expected an exponent between -1000 and 1000",
        ),
        (
            f"1e-1000{',0' * 99},1\n" + f"0{',1' * 99},1\n" * 300,
            "data:1: column 1: found '1e-1000', with which the common denominator of 20,000 "
            "numbers has 1,001 digits; expected at most 1,000: "
            "write it with fewer digits, or leave it out",
        ),
    ],
    ids=["primes", "exponents", "many"],
)
def test_small_files_that_cause_much_work_are_refused(text, message):
    """The message names the number that makes the common denominator too long, and its line."""
    assert refusal(text) == message


def test_a_file_of_more_lines_than_any_set_has_is_given_up(monkeypatch):
    """A stream that never ends is given up after 50,000,000 lines, comments and blank ones
    counted.
    """
    assert limits.MOST_LINES == 50_000_000
    monkeypatch.setattr(read_module, "MOST_LINES", 4)
    assert read_text("#\n\n1,1\n2,2\n").N == 2
    assert refusal("#\n\n1,1\n2,2\n\n") == (
        "data:5: found more lines than 4; expected fewer: leave out examples"
    )


@so_many(10_000, 50_000)
def test_memory_is_proportional_to_the_data(times):
    """Reading holds no copy of the text: a file of repeated numbers takes some 8 bytes a number."""
    content = ("0.125 0.5 0.75 -1 1\n" * times).encode()
    tracemalloc.start()
    try:
        data = read_text(content)
        used, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert data.N == times
    rows = times * (56 + 5 * 8 + 8 + 8)  # a tuple of five, its place among the rows, its label
    assert used < 1.5 * rows and peak < 3 * rows


# Files


def test_read_takes_a_path_and_the_options(tmp_path):
    """A path is text, a Path, or bytes; each option does what it does for text."""
    path = tmp_path / "data.csv"
    path.write_bytes(WRITTEN["csv"].encode())
    assert read(path) == read(str(path)) == read(os.fsencode(path)) == D
    path.write_text("y b a\nno 1 2\nyes 3 4\n", encoding="utf-8")
    data = read(path, format="space", label="y", positive="yes")
    assert shown(data) == "b, a: (1, 2) -1, (3, 4) +1"
    same = read(path, like=Dataset([[0, 0]], [1], names=["a", "b"]), label=0, positive="yes")
    assert shown(same) == "a, b: (2, 1) -1, (4, 3) +1"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sub/data.csv", "sub/data.csv:2: column 1: found 'x'; "),
        ("none.csv", "none.csv: cannot be read: No such file or directory; expected a text file"),
        ("sub", "sub: cannot be read: "),
        ("da\0ta", "da\0ta: cannot be read: "),
    ],
)
def test_errors_name_the_file_as_it_was_given(tmp_path, monkeypatch, name, message):
    """Messages begin with the path as the caller wrote it, whatever is wrong with the file."""
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    Path("sub", "data.csv").write_bytes(b"1,2\nx,1\n")
    with pytest.raises(DataError) as caught:
        read(name)
    assert str(caught.value).startswith(message)


def test_a_format_that_is_named_is_that_of_the_file(tmp_path):
    """However the first lines look."""
    file = tmp_path / "data"
    file.write_text("1,5 1\n2,5 -1\n")
    with pytest.raises(DataError, match="found '1,5'"):
        read(file, format="space")
    with pytest.raises(DataError, match="found the label '5 1'"):
        read(file)
    assert read(file, format="csv", positive="5 1", header=False).N == 2


def test_labels_are_those_of_the_set_that_the_file_must_be_like(tmp_path):
    """Also where all of them mean -1."""
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.write_text("1,yes\n2,no\n")
    second.write_text("3,no\n4,no\n")
    like = read(first, positive="yes")
    assert read(second, like=like).ys == (-1, -1)


def test_an_unreadable_file_is_refused(tmp_path, monkeypatch):
    """A file that the system does not open is a DataError with what the system says."""

    def refuse(*args):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(DataError) as caught:
        read("secret.csv")
    assert (
        str(caught.value) == "secret.csv: cannot be read: Permission denied; expected a text file"
    )


class Broken(io.RawIOBase):
    """A file that fails after its first lines."""

    def __init__(self):
        self.left = [b"1,1\n" * 1000]

    def readable(self):
        return True

    def readinto(self, buffer):
        if not self.left:
            raise OSError(5, "Input/output error")
        part = self.left.pop()
        buffer[: len(part)] = part
        return len(part)


def test_a_file_that_fails_half_way_is_refused():
    """An error of the system while reading is a DataError too."""
    with pytest.raises(DataError) as caught:
        table_of(io.BufferedReader(Broken()), "disk")
    assert str(caught.value) == "disk: cannot be read: Input/output error; expected a text file"


def test_a_stream_is_left_open():
    """A stream that the caller opened is the caller's to close, whether it could be read or not."""
    for content in (b"1,1\n", b"1,x\n2,x\n", b""):
        stream = io.BytesIO(content)
        try:
            table_of(stream, "data").dataset()
        except DataError:
            pass
        assert not stream.closed


# Tables without labels


def test_a_table_without_labels_serves_predictions_alone(tmp_path):
    """A file without labels is read when none are asked for, and refuses to be a set of training
    examples.
    """
    path = tmp_path / "data"
    path.write_bytes(b"0.5 2\n3 4\n")
    table = read_table(path, like=Dataset([[0, 0]], [1], names=["a", "b"]), labelled=False)
    assert table.found is None
    data = table.unlabelled()
    assert (data.xs, data.names, data.ys) == (
        ((1, Fraction(1, 2), 2), (1, 3, 4)),
        ("a", "b"),
        (1, 1),
    )
    with pytest.raises(DataError) as caught:
        table.dataset()
    assert str(caught.value) == f"{path}: found no column of labels; expected one"


def test_a_file_written_from_the_decimals_of_an_example_is_that_example(tmp_path):
    """An embedded set written to a file, decimal by decimal, is read back as the same set."""
    iris = example("iris-setosa")
    path = tmp_path / "iris.csv"
    lines = [",".join([*iris.names, "setosa"])]
    lines += [
        ",".join([*(str(Decimal(exact_text(v))) for v in x[1:]), str(y)])
        for x, y in zip(iris.xs, iris.ys)
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert read(path) == iris
    assert read(path).names == iris.names


@pytest.mark.parametrize("sign", [";", ",", "\t"])
def test_the_line_that_tells_a_spreadsheet_what_separates_is_passed_over(sign):
    """As "sep=;"; places count it."""
    text = f"sep={sign}\r\n" + "a,b,y\r\n1,2,0\r\n3,4,1\r\n".replace(",", sign)
    assert read_text(text) == read_text("a,b,y\n1,2,0\n3,4,1\n")
    assert refusal(text.replace("3", "x")).startswith("data:4: column 1 ('a'): found 'x'")
    assert refusal(f"sep={sign}\n") == (
        "data: found no example; expected at least one line with features and a label"
    )
