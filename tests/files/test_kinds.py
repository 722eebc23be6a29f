"""Files that are no text, named as what they are."""

from __future__ import annotations

import bz2
import gzip
import lzma

import pytest
from textfile import read_text, refusal

from perceptron_ref import Dataset

CSV = "; expected text: save its table as CSV (UTF-8)"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04" + bytes(9), "a workbook of Excel or LibreOffice, or another zip arch"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(50), "an old Excel workbook or another Off"),
        (gzip.compress(b"1,2\n", mtime=0), "a file compressed by gzip; expected text: unpack it"),
        (bz2.compress(b"1,2\n" * 9), "a file compressed by bzip2; expected text: unpack it"),
        (lzma.compress(b"1,2\n"), "a file compressed by xz; expected text: unpack it"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", f"a PDF document{CSV}"),
        (b"%PDF-1.7\n1 0 obj\n", f"a PDF document{CSV}"),
        (b"PAR1\x15\x04\n\x15\x00\xff", f"a Parquet file{CSV}"),
        (b"\x93NUMPY\x01\x00v\x00", "a NumPy array; expected text: write it as text (numpy.sav"),
        (b"SQLite format 3\x00", "an SQLite database; expected text: export a table as CSV"),
        ("1,2\n".encode("utf-16"), "text in UTF-16; expected text: save it as UTF-8"),
    ],
)
def test_a_file_that_is_no_text_is_named(content, message):
    """With what to do."""
    assert refusal(content).startswith(f"data: found {message}")


def test_what_nobody_knows_is_a_byte_at_a_place():
    """As text in another encoding is, such as Windows-1252."""
    assert refusal("größe,y\n1,1\n".encode("cp1252")) == (
        "data:1: character 3: found the byte 0xf6, which no UTF-8 text has there; "
        "expected a text file, saved as UTF-8"
    )
    assert refusal(b"PK,y\n1,\xff\n").startswith("data:2: character 3: found the byte 0xff")


def test_text_that_begins_alike_is_text():
    """Only where there are bytes that no text has are the first ones looked at."""
    data = read_text("PAR1,PK,BZh\n1,2,0\n3,4,1\n")
    assert (data, data.names) == (Dataset([[1, 2], [3, 4]], [-1, 1]), ("PAR1", "PK"))
