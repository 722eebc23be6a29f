"""Mutated bytes of real files, and arbitrary bytes and texts, read in every format."""

from __future__ import annotations

import io
import re
from fractions import Fraction

import pytest
from command_endings import check_message
from hypothesis import given
from hypothesis import strategies as st
from mutated_files import corpus, mutated_bytes

from perceptron_ref import DataError, example
from perceptron_ref.files.options import FORMATS
from perceptron_ref.files.read import read_table

pytestmark = pytest.mark.ci

SEEDS = corpus("files")
MUTATED_FILES = mutated_bytes(SEEDS)
ENCODED_TEXTS = st.text(max_size=30).map(lambda text: text.encode("utf-8", "surrogatepass"))
FILES = st.one_of(*[MUTATED_FILES] * 6, st.binary(max_size=30), ENCODED_TEXTS)
FORMAT_NAMES = st.sampled_from(FORMATS)
LABELS = st.none() | st.integers(-4, 4) | st.sampled_from(["y", "approve", "", "1", "-1", "\u0661"])
POSITIVE_LABELS = st.none() | st.sampled_from(
    ["yes", "1", "+1", "1.0", "setosa", "no", "", "\ud800"]
)
FEATURE_ITEM = st.sampled_from(
    ["0", "1", "-0", "-1", "0..1", "x1", "-x1", "age..y", '"a,b"', "-", ".."]
)
FEATURES = st.lists(FEATURE_ITEM | st.text(max_size=4), max_size=3).map(",".join)
SEEDS_BY_FORMAT = {
    "csv": corpus("files", ".csv"),
    "tsv": corpus("files", ".tsv"),
    "semicolon": corpus("files", "semicolons.txt", "german.txt"),
    "space": corpus("files", "blanks.txt", "column.txt"),
}
LIKE_SETS = {"none": None, "or": example("or"), "credit-2d": example("credit-2d")}


def read_dataset(data, like=None, positive=None, **options):
    """Return the Dataset of a file with these bytes."""
    stream = io.BytesIO(data)
    return read_table(stream, "data", like=like, positive=positive, **options).build_dataset()


@given(
    data=FILES,
    format=st.none() | st.none() | FORMAT_NAMES,
    label=st.none() | LABELS,
    positive=st.none() | POSITIVE_LABELS,
    like=st.sampled_from(["none", "none", "none", "or", "credit-2d"]),
    features=st.none() | st.none() | FEATURES,
    decimal=st.sampled_from([None, None, ",", "."]),
    missing=st.sampled_from([None, "drop"]),
)
def test_any_file_is_read_or_refused(
    data, format, label, positive, like, features, decimal, missing
):
    """Reading raises nothing but DataError, and a set that was read is consistent."""
    options = {"format": format, "label": label, "positive": positive, "like": LIKE_SETS[like]}
    options.update(features=features, decimal=decimal, missing=missing)
    try:
        D = read_dataset(data, **options)
    except DataError as error:
        check_message(error)
        return
    assert D.N == len(D.ys) == len(D.scaled_xs)
    assert set(D.ys) <= {-1, 1}
    assert all(len(x) == 1 + D.d and x[0] == D.scale for x in D.scaled_xs)
    assert read_dataset(data, **options) == D


DELIMITERS = {"csv": ",", "tsv": "\t", "semicolon": ";", "space": None}
NUMBER_PATTERN = re.compile(r"[+-]?(\d+/\d+|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)", re.ASCII)


def parse_plainly(data, format):
    """Return [(features, label text)] of a file of plain numbers with the label in the last cell.

    Blank lines and comments are skipped. Return None if the file has anything else, such as quotes,
    or rows of different length.
    """
    rows = []
    for line in re.split("\r\n|\r|\n", data.decode("utf-8-sig")):
        if line.strip() and not line.lstrip().startswith("#"):
            *cells, label = (cell.strip() for cell in line.split(DELIMITERS[format]))
            if not all(NUMBER_PATTERN.fullmatch(cell) for cell in cells) or not label.isalnum():
                return None
            rows.append(([*map(Fraction, cells)], label))
    return rows if len({len(features) for features, _ in rows}) == 1 else None


@st.composite
def mutated_file_with_format(draw):
    """Draw the mutated bytes of a file, and the format of the original."""
    format = draw(st.sampled_from(sorted(DELIMITERS)))
    return draw(mutated_bytes(SEEDS_BY_FORMAT[format], max_edits=3)), format


@given(data_and_format=mutated_file_with_format())
def test_numbers_agree_with_a_plain_parser(data_and_format):
    """With the format given, the reader and a plain parser read the same numbers and labels.

    If the reader accepts the file, it has the same numbers, and the label is +1 exactly for the
    label text that was given as positive. Whether the first line is a header is left to the reader.
    """
    data, format = data_and_format
    try:
        rows = parse_plainly(data, format)
    except (UnicodeError, ZeroDivisionError):
        return
    if not rows:
        return
    try:
        D = read_dataset(data, format=format, positive=rows[-1][1])
    except DataError as error:
        check_message(error)
        return
    rows = rows[1:] if D.N == len(rows) - 1 else rows
    assert [[*x[1:]] for x in D.xs] == [features for features, _ in rows]
    assert [*D.ys] == [1 if label == rows[-1][1] else -1 for _, label in rows]
