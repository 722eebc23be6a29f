"""Reading lines in blocks gives the same set, notes and errors as reading them one by one.

The first ten lines below a header, or the first eleven of a file without a header, are read one by
one in any case.
"""

from __future__ import annotations

import csv
from random import Random

import pytest
from conftest import sizes
from text_reading import read_as_table

from perceptron_ref.errors import DataError
from perceptron_ref.files import lines
from perceptron_ref.files.delimited import _Reader
from perceptron_ref.files.lines import DataLines

WRITERS_OF_NUMBERS = {  # {form of a number: function that returns a random number as text}
    "three decimals": lambda rng: f"{rng.uniform(-99, 99):.3f}",
    "0 to 4 decimals": lambda rng: f"{rng.uniform(-99, 99):.{rng.randrange(5)}f}",
    "floats": lambda rng: repr(rng.uniform(-99, 99)),
    "exponents": lambda rng: f"{rng.uniform(-99, 99):.2e}",
    "ints": lambda rng: str(rng.randrange(-999, 1000)),
    "halves": lambda rng: f"{rng.randrange(-20, 20)}.5",
    "thousands": lambda rng: f"{rng.randrange(1, 9)}.125",
    "plus": lambda rng: f"{rng.randrange(9):+}",
    "few empty": lambda rng: f"{rng.randrange(9)}" * (rng.random() > 0.02),
}


def mix(first, second):
    """Return a function that writes a number in one of two forms."""
    return lambda rng: WRITERS_OF_NUMBERS[rng.choice([first, second])](rng)


WRITERS_OF_NUMBERS["three decimals, few empty"] = mix("three decimals", "few empty")
WRITERS_OF_NUMBERS["ints, exponents"] = mix("ints", "exponents")
WRITERS_OF_NUMBERS["floats, halves"] = mix("floats", "halves")

ODD_LINES = [  # a block with such a line may have to be read line by line
    "x,y,z,1", "1,2,3", "1,2,3,4,1", "1,,3,1", ",,,1", ",,,", "", "# note", "1,NA,3,1", "1,2,3,NA",
    "1,2,3,", '"1",2,3,0', "1, 2 ,3 ,0", "1/2,2,3,1", "1 000,2,3,1", "1e2000,2,3,1", "1,.-5,3,1",
    "1,--5,3,1", "1,1_0,3,1", "1,\u0663,3,1", "1,2,3,yes", "1,2,3,0 # a", "\ufeff1,2,3,0",
    "-0.000,+1.500, 1.000,1", ".500,-.500,1.000,0", "1.,2.000,3.000,1", "1_000.000,2.000,3.000,1",
    "\u0663.000,2.000,3.000,1", "1.000,2.000,3.000,1.0", "1.0,2,3.000,1.000", "1.000,2.000,3,1.000",
    "1.000,2.000\n3.000,4.000,5.000,1,0", "1-2.000,2.000,3.000,1", "-+1.000,2.000,3.000,1",
    "1.000,2.000,3.000,1_0", "1.0.000,2.000,3000,1", "1.00e3,2.000,3.000,1", "1.000 ,2.000,3.000,1",
    "1.000,2.000," + "9" * 40 + ".000,1", "1.000,2.000," + "9" * 5000 + ".000,1", "x,y,z,label",
    "1.000,2.000,0." + "9" * 50 + ",1", "1.000\f,2.000,\v3.000,1", "1/2.000,2.000,3.000,1",
    "1.000,2\0.000,3.000,1", "1.2.000,2000,3.000,1", "1.000,2.000,3.0000,1", "1.000,2.000,3.00,1",
    "1.000,,3.000,1", "1.000,NA,3.000,1", "1.000,2.000,3.000,", "1.000,-,3.000,1",
    "1.000,.,3.000,1", "1,2,3\t4,1", "1," + "9" * 50 + ",3,1", "0.5,1.2.3,4,1", " 1,2,3,1",
    "1,2,3,1\r", "1,1e,3,1",
]  # fmt: skip


def outcome_and_blocks(text, monkeypatch, **options):
    """Return the outcome of `read`, and the number of lines in each block; 0 for a block that had
    to be read line by line.
    """
    read_block, block_sizes = _Reader._read_block, []

    def counting_read_block(self, line_number, block):
        is_read = read_block(self, line_number, block)
        block_sizes.append(len(block.splitlines()) if is_read else 0)
        return is_read

    with monkeypatch.context() as patch:
        patch.setattr(_Reader, "_read_block", counting_read_block)
        patch.setattr(lines, "_BLOCK_LENGTH", 400)
        patch.setattr(lines, "_MIN_BLOCK_LENGTH", 0)
        return outcome(text, **options), block_sizes


def outcome_line_by_line(text, monkeypatch, **options):
    """Return the outcome of `read` without blocks."""
    with monkeypatch.context() as patch:
        patch.setattr(DataLines, "next_block", lambda self: None)
        return outcome(text, **options)


def outcome(text, **options):
    """Return everything that `read` makes of a text, or its error."""
    try:
        table = read_as_table(text, **options)
        data = table.unlabelled
        if options.get("labels_required", True):
            data = table.build_dataset()
    except DataError as error:
        return str(error)
    numbers = data.scaled_rows, data.ys, data.scale, data.labels, table.ids
    return *numbers, table.notes, table.warnings, table.labels.first_line_numbers, data._layout


def lines_of_form(form, N, delimiter=","):
    """Return N lines, each with three numbers in one form, and a label 0 or 1."""
    rng = Random(1)
    return [
        delimiter.join([*[WRITERS_OF_NUMBERS[form](rng) for _ in range(3)], str(n % 2)])
        for n in range(N)
    ]


def check_same(text, monkeypatch, **options):
    """Check that a text has the same outcome with and without blocks; return the number of lines
    that were read in blocks.
    """
    result, block_sizes = outcome_and_blocks(text, monkeypatch, **options)
    assert result == outcome_line_by_line(text, monkeypatch, **options)
    return sum(block_sizes)


@pytest.mark.ci
@sizes(90, 300)
@pytest.mark.parametrize(
    ("form", "delimiter"),
    [
        (form, delimiter)
        for form in WRITERS_OF_NUMBERS
        for delimiter in ",;\t "
        if delimiter != " " or "empty" not in form  # spaces cannot separate empty cells
    ],
)
def test_numbers_of_each_form_are_read_in_blocks(form, delimiter, count, monkeypatch):
    """With decimal=".", all lines but the first ten are read in blocks, also with options that
    choose columns. If cells are empty, this needs missing="drop". Without decimal=, too, reading
    with and without blocks has one outcome, which may be an error if points may separate thousands.
    """
    header = "a b c y".replace(" ", delimiter)
    text = "\n".join([header, *lines_of_form(form, count, delimiter)])
    for options in {}, {"features": ["c", "a"]}, {"label": "a", "positive": "1"}, {"id": "b"}:
        lines_in_blocks = check_same(text, monkeypatch, decimal=".", **options)
        assert lines_in_blocks == (0 if "empty" in form else count - 10)
        check_same(text, monkeypatch, **options)
    assert check_same(text, monkeypatch, decimal=".", missing="drop") == count - 10
    check_same(text, monkeypatch, missing="drop", labels_required=False)


@pytest.mark.ci
@sizes(90, 300)
@pytest.mark.parametrize("odd_line", ODD_LINES)
def test_an_odd_line_is_handled_anywhere(odd_line, count, monkeypatch):
    """An odd line near the beginning, in the middle or at the end gives the same set, or the same
    error, with and without blocks.
    """
    for position in 5, 60, count - 1:
        rows = lines_of_form("three decimals", count)
        rows[position] = odd_line
        for end in "", "\n", "\r\n":
            for options in {}, {"missing": "drop"}, {"comments": True}, {"comments": False}:
                check_same((end or "\n").join(rows) + end, monkeypatch, **options)


def write_with_csv(rows, path):
    """Write rows with the module csv."""
    with open(path, "w", newline="") as stream:
        csv.writer(stream).writerows([[*[f"{v:.3f}" for v in row[:-1]], row[-1]] for row in rows])


def write_with_pandas(rows, path):
    """Write rows with pandas, which writes the labels as ints."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows, columns=["a", "b", "c", "y"])
    frame.to_csv(path, index=False, float_format="%.3f")


def write_with_numpy(rows, path, number_format="%.3f"):
    """Write rows with NumPy, which writes the labels like the other numbers."""
    numpy = pytest.importorskip("numpy")
    numpy.savetxt(path, numpy.array(rows), fmt=number_format, delimiter=",")


def write_with_numpy_and_exponents(rows, path):
    """Write rows with NumPy in its default format."""
    write_with_numpy(rows, path, "%.18e")


@pytest.mark.parametrize(
    ("write", "lines_in_blocks"),
    [
        (write_with_csv, 289),
        (write_with_pandas, 290),
        (write_with_numpy, 289),
        (write_with_numpy_and_exponents, 0),
    ],
)
def test_files_of_other_tools_give_the_same_set_in_blocks(
    write, lines_in_blocks, tmp_path, monkeypatch
):
    """All lines but the first eleven, of which one is a header, are read in blocks, whether or not
    the labels have decimals. Numbers with 18 decimals and an exponent, as in NumPy's default
    format, are read line by line.
    """
    rng, path = Random(1), tmp_path / "data.csv"
    write([[*[rng.uniform(-9, 9) for _ in range(3)], n % 2] for n in range(300)], path)
    assert check_same(path.read_bytes().decode(), monkeypatch) == lines_in_blocks


@pytest.mark.parametrize(
    ("digit_counts", "block_sizes"),
    [
        ([41, 41, 41, 40, 40], [0, 0, 0]),
        ([41, 41, 40, 41, 41, 41, 40], [0, 0, 5, 0, 0, 0]),
        ([41, 41, 40, 41, 41, 40, 40], [0, 0, 5, 0, 0, 5, 5]),
    ],
)
def test_after_three_failures_in_succession_no_block_is_tried(
    digit_counts, block_sizes, monkeypatch
):
    """If three blocks in succession have to be read line by line, because a number has more than 40
    digits, all other lines are read line by line, too.
    """
    counts = [40] * 11 + [count for count in digit_counts for _ in range(5)]
    rows = [f"{'9' * count},{'9' * (80 - count)},{n % 2}" for n, count in enumerate(counts)]
    assert outcome_and_blocks("\n".join(rows), monkeypatch)[1] == block_sizes


def test_with_a_limit_of_examples_no_lines_are_read_in_blocks(monkeypatch):
    """With `first`, each line is read on its own, and the outcome is the same."""
    text = "\n".join(lines_of_form("ints", 300))
    assert check_same(text, monkeypatch, first=70) == 0


def test_lines_with_words_as_labels_are_read_in_blocks(monkeypatch):
    """Labels may be words, and more than two. The labels, the first line of each label and the
    errors are the same as without blocks.
    """
    rows = lines_of_form("0 to 4 decimals", 300)
    text = "\n".join([f"{row[:-1]}{'abc'[n // 100]}" for n, row in enumerate(rows)])
    for options in {"positive": "c"}, {}, {"positive": "d"}:
        assert check_same(text, monkeypatch, **options) == 289
