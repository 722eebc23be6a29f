"""Files: bytes of real ones, mutated; every reader, in this process and by the command line."""

from __future__ import annotations

import io
import os
import re
from fractions import Fraction
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manners import check_manners, check_message, ran
from mutation import corpus, mutated

from perceptron_ref import DataError, Hypothesis, example
from perceptron_ref.files.options import FORMATS
from perceptron_ref.files.read import table_of

pytestmark = pytest.mark.ci

SEEDS = corpus("files")
MUTATED = mutated(SEEDS)
TEXTS = st.text(max_size=30).map(lambda text: text.encode("utf-8", "surrogatepass"))
FILES = st.one_of(*[MUTATED] * 6, st.binary(max_size=30), TEXTS)
FORMAT = st.sampled_from(FORMATS)
LABEL = st.none() | st.integers(-4, 4) | st.sampled_from(["y", "approve", "", "1", "-1", "\u0661"])
POSITIVE = st.none() | st.sampled_from(["yes", "1", "+1", "1.0", "setosa", "no", "", "\ud800"])
ITEM = st.sampled_from(["0", "1", "-0", "-1", "0..1", "x1", "-x1", "age..y", '"a,b"', "-", ".."])
FEATURES = st.lists(ITEM | st.text(max_size=4), max_size=3).map(",".join)
OF = {  # seeds of each format
    "csv": corpus("files", ".csv"),
    "tsv": corpus("files", ".tsv"),
    "semicolon": corpus("files", "semicolons.txt", "german.txt"),
    "space": corpus("files", "blanks.txt", "column.txt"),
}
LIKE = {"none": None, "or": example("or"), "credit-2d": example("credit-2d")}


def read(data, like=None, positive=None, **options):
    """Return the Dataset of a file with these bytes."""
    stream = io.BytesIO(data)
    return table_of(stream, "data", like=like, **options).dataset(positive)


@given(
    data=FILES,
    format=st.none() | st.none() | FORMAT,
    label=st.none() | LABEL,
    positive=st.none() | POSITIVE,
    like=st.sampled_from(["none", "none", "none", "or", "credit-2d"]),
    features=st.none() | st.none() | FEATURES,
    decimal=st.sampled_from([None, None, ",", "."]),
    missing=st.sampled_from([None, "drop"]),
)
def test_read_in_process(data, format, label, positive, like, features, decimal, missing):
    """Only a DataError is raised; what was read agrees with itself."""
    how = {"format": format, "label": label, "positive": positive, "like": LIKE[like]}
    how.update(features=features, decimal=decimal, missing=missing)
    try:
        D = read(data, **how)
    except DataError as error:
        check_message(error)
        return
    assert D.N == len(D.ys) == len(D.scaled_xs)
    assert set(D.ys) <= {-1, 1}
    assert all(len(x) == 1 + D.d and x[0] == D.scale for x in D.scaled_xs)
    assert read(data, **how) == D


BETWEEN = {"csv": ",", "tsv": "\t", "semicolon": ";", "space": None}
NUMBER = re.compile(r"[+-]?(\d+/\d+|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)", re.ASCII)


def plainly(data, format):
    """Return [(features, label as text)] of a file of plain numbers whose label is its last cell;
    None for a file that has anything else in it, such as quotes.
    """
    rows = []
    for line in re.split("\r\n|\r|\n", data.decode("utf-8-sig")):
        if line.strip() and not line.lstrip().startswith("#"):
            *cells, label = (cell.strip() for cell in line.split(BETWEEN[format]))
            if not all(NUMBER.fullmatch(cell) for cell in cells) or not label.isalnum():
                return None
            rows.append(([*map(Fraction, cells)], label))
    return rows if len({len(features) for features, _ in rows}) == 1 else None


@st.composite
def with_format(draw):
    """Return the mutated bytes of a file, and the format that it had before."""
    format = draw(st.sampled_from(sorted(BETWEEN)))
    return draw(mutated(OF[format], most=3)), format


@given(file=with_format())
def test_read_as_plainly(file):
    """With the format given, the numbers are those that another parser finds, and no two labels
    with one text differ.

    Whether the first line is a header is the reader's to say.
    """
    data, format = file
    try:
        rows = plainly(data, format)
    except (UnicodeError, ZeroDivisionError):
        return
    if not rows:
        return
    try:
        D = read(data, format=format, positive=rows[-1][1])
    except DataError as error:
        check_message(error)
        return
    rows = rows[1:] if D.N == len(rows) - 1 else rows
    assert [[*x[1:]] for x in D.xs] == [features for features, _ in rows]
    assert [*D.ys] == [1 if label == rows[-1][1] else -1 for _, label in rows]


PRIMES = [p for p in range(2, 20_000) if all(p % q for q in range(2, int(p**0.5) + 1))]
HEAVY = {  # lines that ask for much work, each
    "exponents": lambda k: f"1e-{k},{k % 2}",
    "growing": lambda k: f"1e{k % 10_000},{k % 2}",
    "primes": lambda k: f"1/{PRIMES[k % len(PRIMES)]},{k % 2}",
    "long": lambda k: f"{k}{'7' * 900},{k % 2}",
    "long denominators": lambda k: f"1/{k + 1}{'3' * 900},{k % 2}",
    "indices": lambda k: f"{k % 2} {k + 1}:1 {1_000_000 - k}:1",
    "names": lambda k: f"{'x' * 500}{k},{k % 2}",
}


@settings(max_examples=settings().max_examples // 5, deadline=20_000)
@given(
    kind=st.sampled_from(sorted(HEAVY)),
    lines=st.integers(1, 12).map(lambda k: 2**k),
    command=st.sampled_from(["fit - --max-updates=20", "separable - --max-seconds=5"]),
)
def test_small_files_small_work(kind, lines, command):
    """A file of at most 100 KB is read, run and decided in seconds, or refused."""
    text = "\n".join(map(HEAVY[kind], range(lines)))[:100_000].rpartition("\n")[0]
    check_manners(*ran(*command.split(), "--positive=1", stdin=text.encode()))


COMMANDS = [
    "fit {} --max-updates=50",
    "compare {} --max-updates=50",
    "prove {} --max-updates=50",
    "separable {}",
    "optimum {}",
    "predict model.json {}",
    "margins {} --model model.json",
    "draw {} -o a.svg --max-updates=20",
]


@given(
    data=FILES,
    command=st.sampled_from(COMMANDS),
    file=st.sampled_from(["data", "-"]),
    words=st.lists(
        st.sampled_from(
            ["--json", "--positive=yes", "--label=0", "--format=csv", "--format=space"]
            + ["--features=-0", "--decimal=,", "--missing=drop"]
        ),
        unique=True,
        max_size=2,
    ),
)
def test_read_by_the_command_line(data, command, file, words):
    """Every command that reads a file ends with a status, and an error has one line; no other file
    is left, nor that one changed.
    """
    words = [word for word in words if word != "--json" or "draw" not in command]
    before = os.getcwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            with open("data", "wb") as stream:
                stream.write(data)
            Hypothesis([1, -2, 3]).save("model.json")
            status, out, err = ran(*command.format(file).split(), *words, stdin=data)
            assert {*os.listdir()} <= {"data", "model.json", "a.svg"}
            with open("data", "rb") as stream:
                assert stream.read() == data
            if os.path.exists("a.svg"):
                ElementTree.parse("a.svg")
        finally:
            os.chdir(before)
    check_manners(status, out, err, json="--json" in words)
