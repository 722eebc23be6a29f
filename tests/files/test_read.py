"""Reading files: formats are detected, numbers are exact, and errors name their location."""

from __future__ import annotations

import io
import os
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from conftest import sizes
from hypothesis import given
from hypothesis import strategies as st
from messages import check_parts, check_refused
from text_reading import check_read, one_line, read_as_table, read_text, refusal

from perceptron_ref import DataError, Dataset, read
from perceptron_ref.exact.rationals import exact_text
from perceptron_ref.files.options import FORMATS
from perceptron_ref.files.read import read_table

SET_OF_THREE_EXAMPLES = Dataset([["0.97681", -3], ["-0.001", "3/7"], [0, 12]], [+1, -1, +1])

TEXT_IN_FORMAT = {
    "csv": "0.97681,-3,+1\n-1e-3,3/7,-1\n0,12.0,1\n",
    "tsv": "0.97681\t-3\t+1\n-1e-3\t3/7\t-1\n0\t12.0\t1\n",
    "semicolon": "0.97681;-3;+1\n-1e-3;3/7;-1\n0;12.0;1\n",
    "space": "0.97681 -3   +1\n -1e-3 3/7 -1\n0  12.0 1 \n",
    "libsvm": "+1 1:0.97681 2:-3\n-1 1:-1e-3 2:3/7\n1 2:12.0\n",
}

# Formats


@pytest.mark.parametrize("format", FORMATS)
def test_formats_are_detected(format):
    """The same examples in each format give the same set, with or without format=."""
    assert (
        read_text(TEXT_IN_FORMAT[format])
        == read_text(TEXT_IN_FORMAT[format], format=format)
        == SET_OF_THREE_EXAMPLES
    )


@pytest.mark.parametrize(("format", "other_format"), [*permutations(FORMATS, 2)])
def test_a_given_format_is_used_without_detection(format, other_format):
    """A file is refused if format= names another format than the file has. Only a file with tabs is
    read as "space", because tabs are white space, too.
    """
    if (format, other_format) == ("tsv", "space"):
        assert read_text(TEXT_IN_FORMAT[format], format=other_format) == SET_OF_THREE_EXAMPLES
    else:
        refusal(TEXT_IN_FORMAT[format], format=other_format)


# Characters


HARMLESS_CHANGES = {
    "none": lambda text: text,
    "bom": lambda text: "\ufeff" + text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "bom+crlf": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "cr": lambda text: text.replace("\n", "\r"),
    "no-newline": lambda text: text.rstrip(),
    "crlf-no-newline": lambda text: text.replace("\n", "\r\n").rstrip(),
    "blank-lines": lambda text: text.replace("\n", "\n\n  \n\t\n"),
    "blank-lines-first": lambda text: "\n\r\n \n" + text,
    "comments": lambda text: "# 1,2\n#\n  # in\n" + text.replace("\n", "\n#four\n") + "# end",
    "trailing-spaces": lambda text: text.replace("\n", " \n"),
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("change", HARMLESS_CHANGES.values(), ids=HARMLESS_CHANGES)
def test_line_ends_spaces_and_comments_do_not_change_the_set(format, change):
    """A byte order mark, other line ends, blank lines, comments, spaces at the end of a line and a
    missing last line end do not change the set.
    """
    assert read_text(change(TEXT_IN_FORMAT[format])) == SET_OF_THREE_EXAMPLES


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # a form feed and a tab end no line
        ("1\x0c2\t1\n", {}, "x1, x2: (1, 2) +1"),
        # names and labels may have letters of any language
        (
            "größe,年齢,y\n1,2,はい\n3,4,non\n",
            {"positive": "はい"},
            "größe, 年齢: (1, 2) +1, (3, 4) -1",
        ),
        # line numbers count blank lines and comments, and \r\n ends one line
        ("\n# a\r\n\n1,2\nx,1\n", {}, "data:5: column 1: found 'x'…"),
        ("1,x\r\n1,2\r\n", {"label": 0}, "data:1: column 2: found 'x'; expected a number…"),
    ],
)
def test_text_is_utf_8_with_usual_line_ends(text, options, expected):
    """Names and labels may have letters of any language. Only newline and carriage return end a
    line.
    """
    check_read(text, expected, **options)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.97681 -1e-3 3/7 1\n", "x1, x2, x3: (97681/100000, -1/1000, 3/7) +1 | …"),
        (f"0.{'1' * 30} 1\n", f"x1: ({'1' * 30}/1{'0' * 30}) +1"),
    ],
)
def test_no_digit_is_rounded(text, expected):
    """Decimals, exponents and fractions are exact."""
    check_read(text, expected)


def test_numbers_of_a_thousand_characters_are_read():
    """Hundreds of digits before or after the point are read exactly."""
    data = read_text(f"{'7' * 1000},0.{'3' * 998},1\n0.5,2,-1\n")
    assert data.scale == 10**998
    sevens, threes = data.xs[0][1:]
    assert 9 * sevens == 7 * (10**1000 - 1)
    assert 3 * threes == 1 - Fraction(1, 10**998)
    assert exact_text(sevens) == "7" * 1000 and exact_text(threes) == "0." + "3" * 998


# Round trips


numbers = st.one_of(
    st.fractions(max_denominator=1000).map(exact_text),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
)
examples = st.integers(1, 4).flatmap(
    lambda d: st.lists(
        st.tuples(st.lists(numbers, min_size=d, max_size=d), st.sampled_from(["-1", "+1"])),
        min_size=1,
        max_size=5,
    )
)


def as_text(rows, format):
    """Return examples as the text of a file in a format."""
    if format == "libsvm":
        lines = [
            " ".join([y, *(f"{i}:{v}" for i, v in enumerate(row, start=1))]) for row, y in rows
        ]
    else:
        delimiter = {"csv": ",", "tsv": "\t", "semicolon": ";", "space": " "}[format]
        lines = [delimiter.join([*row, y]) for row, y in rows]
    return "\n".join(lines)


@given(examples, st.sampled_from(FORMATS), st.booleans())
def test_written_examples_are_read_back(rows, format, format_is_given):
    """Examples written in any format are read as the Dataset of the same numbers. Options say which
    column holds the labels, and that points are decimal.
    """
    options = {} if format == "libsvm" else {"label": len(rows[0][0]), "decimal": "."}
    data = read_text(as_text(rows, format), format=format if format_is_given else None, **options)
    expected = Dataset([row for row, _ in rows], [int(y) for _, y in rows])
    assert data == expected and data.scale == expected.scale


# Errors


@pytest.mark.parametrize(
    ("content", "location", "byte"),
    [
        (b"1,2\n\xff\xd8\xff\xe0", "data:2: character 1", "0xff"),
        (b"1,2\n1,2\x80\n", "data:2: character 4", "0x80"),
        ("größe,y\n1,1\n".encode("latin-1"), "data:1: character 3", "0xf6"),
        (b"# \xc3\n1,2\n", "data:1: character 3", "0xc3"),
        (b"a,y\n1,\xed\xa0\x80\n", "data:2: character 3", "0xed"),
        (b"1,2\n" * 1000 + bytes(range(128, 256)), "data:1001: character 1", "0x80"),
    ],
)
def test_text_that_is_not_utf_8_is_refused(content, location, byte):
    """Binary files, and files in other encodings, are refused at the first byte that is not UTF-8,
    even in a comment. The error says how to convert the file.
    """
    expected = (
        f"{location}: found the byte {byte}, which is not UTF-8; expected a text file in UTF-8"
    )
    excel_remedy, iconv_remedy = (
        'In Excel, save the file in the format "CSV UTF-8"',
        "`iconv -f big5 -t utf-8 data > NEW.csv`",
    )
    check_parts(f"{expected}…{excel_remedy}…{iconv_remedy}", refusal(content))


def test_carriage_returns_in_a_pipe_are_refused_without_a_line_number():
    """A pipe cannot be read again to look for the line."""

    class Pipe(io.BytesIO):
        def seekable(self):
            return False

    with pytest.raises(DataError, match=r"^data: found carriage returns \(.r\) as well as other"):
        read_table(Pipe(b"1,0\r2,1\n3,1\n"), "data")


@pytest.mark.parametrize(
    ("text", "encoding", "name_in_command"),
    [
        ("\ufeff1,2\n", "utf-16-le", "utf-16"),
        ("\ufeff1,2\n", "utf-16-be", "utf-16"),
        ("1,2\n", "utf-16-le", "utf-16le"),
        ("1,2\n", "utf-16-be", "utf-16be"),
        ("\ufeff1,2\n", "utf-32-le", "utf-32"),
    ],
)
def test_the_command_for_utf_16_or_utf_32_names_the_encoding(text, encoding, name_in_command):
    """The first bytes of a file in UTF-16 or UTF-32 show its encoding, and the command names it."""
    command = f"`iconv -f {name_in_command} -t utf-8 data > data.csv`"
    check_parts(f"data: found text in UTF-…; …{command}", refusal(text.encode(encoding)))


def test_zero_bytes_in_a_text_are_refused_with_a_command_that_deletes_them():
    """The file begins as text."""
    expected = "data:2: character 3: found the byte 0x00, which is not text; …tr -d '\\000' <…"
    check_parts(expected, refusal(b"1,2\n1,\x002\n"))


@pytest.mark.parametrize("content", [b"\x00", b"\x00" * 100, b"\x01\x00\x00\x07\x00"])
def test_an_unknown_binary_file_with_zero_bytes_is_refused(content):
    """The byte 0 is valid UTF-8, so the error does not suggest another encoding."""
    location = f"data:1: character {1 + content.index(0)}"
    message = str(refusal(content))
    assert message == (
        f"{location}: found the byte 0x00, which is not text; expected a text file in UTF-8. "
        "Save the data as CSV with the program that wrote this file"
    )


def test_a_header_above_spaces_and_decimal_commas_is_no_title():
    """If most lines have as many words as the first, it is no title, although it has no comma."""
    expected = "data:2: found 2 cells on this line; expected 3 cells, as in data:1. If a name of…"
    check_parts(expected, refusal("a b y\n1,5 0\n1,5 2,5 0\n3,5 2 1\n2,5 1 1\n"))


LINE_TOO_LONG = (
    "found more than 5,000,000 characters on this line; "
    "expected shorter lines, with one example on each"
)


@pytest.mark.ci
def test_a_line_of_more_than_five_million_characters_is_refused():
    """The limit includes the line end, and applies to blank lines, comments and binary data."""
    assert read_text("1,2" + " " * 4_999_996 + "\n1,3") == Dataset([[1], [1]], [-1, 1])
    assert refusal("1,2" + " " * 4_999_997 + "\n") == f"data:1: {LINE_TOO_LONG}"
    for part in (b"1", b"1,", b" ", b"#", b"\0"):
        assert (
            refusal(b"1,1\n" + part * (5_000_001 // len(part) + 1) + b"\n1,1\n")
            == f"data:2: {LINE_TOO_LONG}"
        )


class RepeatingStream(io.RawIOBase):
    """A stream that repeats the same bytes endlessly, or raises an OSError after `times` reads."""

    def __init__(self, part, times=None):
        self.part, self.reads_left = part, times

    def readable(self):
        return True

    def readinto(self, buffer):
        if self.reads_left == 0:
            raise OSError(5, "Input/output error")
        self.reads_left = None if self.reads_left is None else self.reads_left - 1
        part = (self.part * len(buffer))[: len(buffer) // len(self.part) * len(self.part)]
        buffer[: len(part)] = part
        return len(part)


def test_an_endless_file_is_refused(memory_tracer):
    """A device that sends digits endlessly is refused as soon as its line is too long, before it
    fills the memory.
    """
    memory_tracer.start()
    with pytest.raises(DataError, match="^endless:1: found more than 5,000,000"):
        read_table(io.BufferedReader(RepeatingStream(b"1")), "endless")
    assert memory_tracer.get_traced_memory()[1] < 40_000_000


def primes(below):
    """Return the prime numbers below a limit."""
    return [p for p in range(2, below) if all(p % q for q in range(2, int(p**0.5) + 1))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "".join(f"1/{p},1\n" for p in primes(18_000)),
            "data:1404: column 1: found '1/11699', which makes the common denominator of all "
            "numbers longer than 5,000 digits; expected a decimal, or a fraction with a smaller "
            "denominator",
        ),
        (
            "1,2\n" + "9" * 4_000_000 + ",1\n",
            f"data:2: column 1: found '{'9' * 57}... (4,000,002 characters); "
            "expected a number of at most 100,000 characters",
        ),
        (
            "".join(f"1e-{k},1\n" for k in range(1, 10_001)),
            "data:1001: column 1: found '1e-1001'; expected an exponent between -1000 and 1000",
        ),
    ],
    ids=["primes", "digits", "exponents"],
)
def test_numbers_that_cause_much_work_are_refused(text, message):
    """Denominators, digits and exponents have limits. The error names the number that exceeds a
    limit, and its line.
    """
    assert refusal(text) == message


@pytest.mark.ci
@sizes(10_000, 50_000)
def test_memory_is_proportional_to_the_data(count, memory_tracer):
    """If numbers repeat, a set takes less than 1.5 times the memory of its rows, and reading it
    takes less than 3 times this memory. A row takes 8 bytes for each number, and 72 bytes besides.
    """
    content = ("0.125 0.5 0.75 -1 1\n" * count).encode()
    memory_tracer.start()
    data = read_text(content)
    used, peak = memory_tracer.get_traced_memory()
    assert data.N == count
    # a tuple of five numbers, the reference to it, and its label
    memory_of_rows = count * (56 + 5 * 8 + 8 + 8)
    assert used < 1.5 * memory_of_rows and peak < 3 * memory_of_rows


@pytest.mark.ci
@pytest.mark.parametrize(
    "line",
    [
        "1," * 50_000 + "1",
        "0," * 50_000 + "0",
        ",".join(f"{i / 1000}" for i in range(50_000)) + ",1",
        "3/7 " * 50_000 + "1",
        '"12",' * 50_000 + "1",
        "1 " + " ".join(f"{i}:1" for i in range(1, 50_001)),
    ],
    ids=["ints", "zeros", "decimals", "fractions", "quotes", "libsvm"],
)
def test_a_wide_line_takes_at_most_twenty_times_its_bytes(line, memory_tracer):
    """While a line of 50,000 numbers is read, the memory in use stays below 20 times its bytes."""
    text = f"{line}\n".encode()
    memory_tracer.start()
    assert read_text(text).d == 50_000
    _, peak = memory_tracer.get_traced_memory()
    assert peak < 20 * len(text)


# The file


def test_read_takes_a_path_and_the_options(tmp_path):
    """The path may be a str, a Path or bytes. The options decide how the file is read."""
    path = tmp_path / "data.csv"
    path.write_bytes(b"0.5,2,1\n3,4,-1\n")
    data = Dataset([["0.5", 2], [3, 4]], [1, -1])
    assert read(path) == read(str(path)) == read(os.fsencode(path)) == data
    path.write_text("y b a\nno 1 2\nyes 3 4\n", encoding="utf-8")
    data = read(path, format="space", label="y", positive="yes")
    assert one_line(data) == "b, a: (1, 2) -1, (3, 4) +1"
    matched = read(path, like=Dataset([[0, 0]], [1], names=["a", "b"]), label=0, positive="yes")
    assert one_line(matched) == "a, b: (2, 1) -1, (4, 3) +1"


def test_another_object_in_place_of_a_path_is_refused_with_advice(tmp_path):
    """For an open file use its path, for a table use Dataset."""
    path = tmp_path / "data.csv"
    path.write_text("1,1\n")
    with path.open() as file, pytest.raises(DataError, match="Pass the path itself"):
        read(file)
    with pytest.raises(DataError, match=r"If it is a table, use Dataset\(rows, labels\)"):
        read([[1, 2]])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sub/data.csv", "sub/data.csv:2: column 1: found 'x'; "),
        (
            "none.csv",
            "none.csv: cannot be read: No such file or directory; expected the path of a text file",
        ),
        ("sub", "sub: cannot be read: "),
        ("da\0ta", "da\0ta: cannot be read: "),
    ],
)
def test_errors_begin_with_the_path_that_the_caller_gave(tmp_path, monkeypatch, name, message):
    """A message begins with the path as the caller spells it."""
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    Path("sub", "data.csv").write_bytes(b"1,2\nx,1\n")
    with pytest.raises(DataError) as caught:
        read(name)
    assert str(caught.value).startswith(message)


def test_an_error_while_reading_is_a_data_error():
    """An OSError in the middle of a file becomes a DataError."""
    with pytest.raises(DataError) as caught:
        read_table(io.BufferedReader(RepeatingStream(b"1,1\n", times=2)), "disk")
    assert (
        str(caught.value)
        == "disk: cannot be read: Input/output error; expected the path of a text file"
    )


def test_a_stream_is_left_open():
    """A stream that the caller opened stays open after success and after an error."""
    for content in (b"1,1\n", b"1,x\n2,x\n", b""):
        stream = io.BytesIO(content)
        try:
            read_table(stream, "data").build_dataset()
        except DataError:
            pass
        assert not stream.closed


def test_a_table_without_labels_cannot_become_a_training_set():
    """A table that was read without labels cannot become a Dataset for training."""
    features = read_as_table("0.5 2\n3 4\n", like=Dataset([[0, 0]], [1]), labels_required=False)
    check_refused(
        "data: found no label column; expected the labels in one column", features.build_dataset
    )
