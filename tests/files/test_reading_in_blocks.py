"""Reading many lines at once gives the same set, notes and errors as reading them one by one."""

from __future__ import annotations

import csv
from random import Random

import pytest
from conftest import sizes
from text_reading import read_as_table

from perceptron_ref.errors import DataError
from perceptron_ref.files import lines
from perceptron_ref.files.lines import DataLines

NUMBER_FORMS = {
    "three decimals": lambda draw: f"{draw.uniform(-99, 99):.3f}",
    "mixed": lambda draw: f"{draw.uniform(-99, 99):.{draw.randrange(5)}f}",
    "floats": lambda draw: repr(draw.uniform(-99, 99)),
    "exponents": lambda draw: f"{draw.uniform(-99, 99):.2e}",
    "ints": lambda draw: str(draw.randrange(-999, 1000)),
    "halves": lambda draw: f"{draw.randrange(-20, 20)}.5",
    "thousands": lambda draw: f"{draw.randrange(1, 9)}.125",
    "plus": lambda draw: f"{draw.randrange(9):+}",
    "few empty": lambda draw: f"{draw.randrange(9)}" * (draw.random() > 0.02),
}
MIXED_FORMS = {
    f"{one}, {other}": lambda draw, forms=(one, other): NUMBER_FORMS[draw.choice(forms)](draw)
    for one, other in (
        ("three decimals", "few empty"),
        ("ints", "exponents"),
        ("floats", "halves"),
    )
}
FAULTS = [
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


def outcome(text, monkeypatch, at_once, **options):
    """Return everything that reading reports, and the number of lines that were read at once."""
    counts, next_block = [], DataLines.next_block

    def counted_next_block(self):
        block = next_block(self) if at_once else None
        counts.append(0 if block is None else block[1].count("\n"))
        return block

    with monkeypatch.context() as patch:
        patch.setattr(DataLines, "next_block", counted_next_block)
        patch.setattr(lines, "_BLOCK_LENGTH", 400)
        patch.setattr(lines, "_MIN_BLOCK_LENGTH", 0)
        try:
            table = read_as_table(text, **options)
            data = table.unlabelled
            if options.get("labelled", True):
                data = table.build_dataset()
            result = data.scaled_rows, data.ys, data.scale, data.labels, table.ids
            result = *result, table.notes, table.warnings, table.labels.first_lines, data._layout
        except DataError as error:
            result = str(error)
    return result, sum(counts)


def lines_of_form(form, N, seed=1, delimiter=","):
    """Return N lines of three numbers in one form, and a label."""
    draw = Random(seed)
    return [delimiter.join([*[form(draw) for _ in range(3)], str(n % 2)]) for n in range(N)]


def check_same(text, monkeypatch, **options):
    """Check that both ways read a text alike; return the number of lines that were read at once."""
    result, count = outcome(text, monkeypatch, True, **options)
    assert result == outcome(text, monkeypatch, False, **options)[0]
    return count


@pytest.mark.ci
@sizes(90, 300)
@pytest.mark.parametrize("delimiter", ",;\t ")
@pytest.mark.parametrize("form", [*NUMBER_FORMS, *MIXED_FORMS])
def test_numbers_of_each_form_are_read_at_once(form, delimiter, count, monkeypatch):
    """At least half of the lines are read at once, with any delimiter, and with options that choose
    columns or drop rows. Lines with empty cells are if their rows are dropped. The result is that
    of reading line by line.
    """
    if "empty" in form and delimiter == " ":
        return
    form_function = {**NUMBER_FORMS, **MIXED_FORMS}[form]
    text = "\n".join(
        [
            "a b c y".replace(" ", delimiter),
            *lines_of_form(form_function, count, delimiter=delimiter),
        ]
    )
    least = 0 if "empty" in form else count // 2
    for options in {}, {"features": ["c", "a"]}, {"label": "a", "positive": "1"}, {"id": "b"}:
        assert check_same(text, monkeypatch, decimal=".", **options) >= least
        check_same(text, monkeypatch, **options)
    assert check_same(text, monkeypatch, decimal=".", missing="drop") >= count // 2
    check_same(text, monkeypatch, missing="drop", labelled=False)


@pytest.mark.ci
@sizes(90, 300)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_line_of_another_kind_is_handled_anywhere(fault, count, monkeypatch):
    """A line of another kind gives the result, or the error, of reading line by line. It is near
    the beginning, in the middle or last, with and without dropped rows.
    """
    for position in 5, 60, count - 1:
        rows = lines_of_form(NUMBER_FORMS["three decimals"], count)
        rows[position] = fault
        for end in "", "\n", "\r\n":
            for options in {}, {"missing": "drop"}, {"comments": True}, {"comments": False}:
                check_same((end or "\n").join(rows) + end, monkeypatch, **options)


def written_by_csv(rows, path):
    with open(path, "w", newline="") as stream:
        csv.writer(stream).writerows([[*[f"{v:.3f}" for v in row[:-1]], row[-1]] for row in rows])


def written_by_pandas(rows, path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows, columns=["a", "b", "c", "y"])
    frame.to_csv(path, index=False, float_format="%.3f")


def written_by_numpy(rows, path, form="%.3f"):
    numpy = pytest.importorskip("numpy")
    numpy.savetxt(path, numpy.array(rows), fmt=form, delimiter=",")


def written_by_numpy_with_exponents(rows, path):
    written_by_numpy(rows, path, "%.18e")


@pytest.mark.parametrize(
    ("write", "least"),
    [
        (written_by_csv, 200),
        (written_by_pandas, 200),
        (written_by_numpy, 200),
        (written_by_numpy_with_exponents, 0),
    ],
)
def test_files_of_real_tools_are_read_at_once(write, least, tmp_path, monkeypatch):
    """Lines of equally many decimals are read at once, whether or not the labels have decimals."""
    draw, path = Random(1), tmp_path / "data.csv"
    write([[*[draw.uniform(-9, 9) for _ in range(3)], n % 2] for n in range(300)], path)
    assert check_same(path.read_bytes().decode(), monkeypatch) >= least


def test_with_a_limit_of_examples_no_lines_are_read_at_once(monkeypatch):
    """With `first`, each line is read on its own, and the result is the same."""
    text = "\n".join(lines_of_form(NUMBER_FORMS["ints"], 300))
    assert check_same(text, monkeypatch, first=70) == 0


def test_words_as_labels_are_read_at_once(monkeypatch):
    """Labels may be words, and more than two. Most lines are read at once, with the same labels,
    first lines of labels and errors.
    """
    rows = lines_of_form(NUMBER_FORMS["mixed"], 300)
    rows = [f"{row[:-1]}{'abc'[min(n // 100, 2)]}" for n, row in enumerate(rows)]
    assert check_same("\n".join(rows), monkeypatch, positive="c") > 200
    assert check_same("\n".join(rows), monkeypatch) > 200
    assert check_same("\n".join(rows), monkeypatch, positive="d") > 200
