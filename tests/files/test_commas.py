"""Decimal commas: said, or recognised between semicolons, and never where they may be others."""

from __future__ import annotations

import io

import pytest
from textfile import read_text, refusal, table

from perceptron_ref import Dataset, DataWarning, read
from perceptron_ref.files.read import table_of

D = Dataset([["1.5", 2], ["-0.25", "1e3"]], [1, -1])
GERMAN = "\ufeffa;b;y\r\n1,5;2;1\r\n-0,25;1,0e3;0\r\n"


def notes(text, **options):
    """Return what is told of a file with that text."""
    return table_of(io.BytesIO(text.encode()), "data", **options).notes


def test_commas_between_semicolons_are_decimal_and_that_is_told():
    """With a byte order mark and CRLF, as spreadsheets write."""
    assert read_text(GERMAN) == D
    assert notes(GERMAN) == [
        "data: commas are read as decimal, as in '1,5' (data:2: column 1 ('a')); "
        'say so by decimal=",", --decimal ,'
    ]
    assert notes(GERMAN, decimal=",") == []
    assert notes("1;2;1\n") == []


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("a\tb\ty\n1,5\t2\t1\n-0,25\t1e3\t0\n", {}),
        ("1,5 2 1\n-0,25 1e3 0\n", {}),
        ("a b y\n1,5 2 1\n-0,25 1e3 0\n", {}),
        ('a,b,y\n"1,5",2,1\n"-0,25","1e3",0\n', {}),
        ('"1,5",2,1\n"-0,25",1e3,0\n', {}),
        ("1,5;2;1\n-,25;1e3;0\n", {}),
    ],
)
def test_the_option_says_so_in_every_format(text, options):
    """Tabs, blanks, semicolons, and quotes between commas."""
    assert read_text(text, decimal=",", **options) == D


def test_without_the_option_only_semicolons_tell():
    """Elsewhere it is the error that it was, with the option."""
    assert refusal("1,5\t2\t1\n").endswith(
        'with a point for the comma, or that commas are decimal (decimal=",", --decimal ,)'
    )
    assert refusal(GERMAN, decimal=".").startswith("data:2: column 1 ('a'): found '1,5'; expected")


def test_a_first_line_of_decimal_commas_is_an_example():
    """It holds no names."""
    assert read_text("0,5;1,5;1\n2,5;1,0;0\n").N == 2
    assert read_text("0,5;1,5;yes\n2,5;1,0;no\n", positive="yes").N == 2


def test_a_comma_that_may_stand_between_thousands_is_refused():
    """Where no number tells that commas are decimal; the option does."""
    text = "a;b;y\n1,234;2;1\n12,500;3;0\n"
    assert refusal(text) == (
        "data: found '1,234' (data:2: column 1 ('a')), whose comma may be decimal or stand between "
        'thousands; expected to be told that it is decimal (decimal=",", --decimal ,), or no '
        "separator between thousands"
    )
    assert read_text(text, decimal=",").xs[0][1] == Dataset([["1.234"]], [1]).xs[0][1]
    for clear in ("0,123", "12,5", "1234,567", "1,2345"):
        assert read_text(f"{text}{clear};1;1\n").N == 3
    assert refusal('a,b,y\n"1,234",2,1\n').endswith(
        "with a point for the comma, or none between thousands, or that commas are decimal "
        '(decimal=",", --decimal ,)'
    )


@pytest.mark.parametrize("number", ["1.234,5", "1 234,5", "1'234,5", "1,234,567", "1\u202f234,5"])
@pytest.mark.parametrize("decimal", [None, ","])
def test_separators_between_thousands_are_refused(number, decimal):
    """In whatever way; nothing is guessed."""
    assert refusal(f"a;b;y\n{number};2;1\n", decimal=decimal) == (
        f"data:2: column 1 ('a'): found {number!r}, with a separator between thousands; "
        "expected a number without"
    )


@pytest.mark.parametrize("text", ["1,5;2.5;1\n", "2.5;1;1\n1,5;2;0\n", "1,5;2;1\n2;2.5;0\n"])
def test_points_beside_commas_are_refused(text):
    """One file has one sign before decimals."""
    assert refusal(text).endswith("; expected commas or points before decimals, not both")


def test_a_point_is_refused_where_commas_are_said_to_be_decimal():
    """1.234 may be 1234 there."""
    assert refusal("a;b;y\n1.234;2;1\n", decimal=",") == (
        "data:2: column 1 ('a'): found '1.234'; expected a decimal comma and no point, as commas "
        'are decimal (decimal=",", --decimal ,)'
    )


def test_in_csv_decimal_commas_stand_in_quotes():
    """A file without any cannot be told from one whose numbers fell apart."""
    for text in ("1,5,2,5,1\n", "a,b,y\n1,2,1\n"):
        assert refusal(text, decimal=",") == (
            "data: found no comma in a number; expected numbers with decimal commas in quotes "
            '("0,5"), as commas stand between the cells of a csv file'
        )
    assert refusal("a,b,y\n1,5,2,5,1\n", decimal=",") == (
        "data:2: column 4: found 5 columns; expected 3, as in line 1; numbers with decimal commas "
        "stand in quotes there"
    )


def test_labels_and_words_keep_their_commas():
    """Only features are numbers."""
    data = read_text("1,5;yes, sir\n2,5;no\n", positive="yes, sir")
    assert data.labels == ("no", "yes, sir")
    assert refusal("1,5;x,y;1\n").startswith("data:1: column 2: found 'x,y'; expected a number")


def test_points_in_a_semicolon_file_are_what_they_were():
    """Also where a label has a comma."""
    assert read_text("1.234;yes, sir\n2.5;no\n", positive="no").xs[1][1] == D.xs[0][1] + 1


def test_another_sign_is_refused():
    """A comma or a point."""
    assert refusal("1,2\n", decimal=";") == "decimal: found ';'; expected ',', '.' or None"


def test_read_warns_that_commas_are_decimal(tmp_path):
    """In Python as a warning; the option settles it."""
    path = tmp_path / "data.csv"
    path.write_text(GERMAN, encoding="utf-8")
    with pytest.warns(DataWarning, match="commas are read as decimal"):
        assert read(path) == D
    assert read(path, decimal=",") == D


def test_points_that_may_stand_between_thousands_are_asked_for():
    """Between semicolons, where all of them look so; saying what they are ends it."""
    text = "a;b;y\n1.234;2;1\n12.500;3;0\n"
    assert refusal(text) == (
        "data: found '1.234' (data:2: column 1 ('a')), whose point may be decimal or stand between "
        'thousands; expected to be told that it is decimal (decimal=".", --decimal .), or no '
        "separator between thousands"
    )
    assert table(text, decimal=".").notes == table("a,b,y\n1.234,2,1\n").notes == []
    for clear in ("0.123", "12.5", "1234.567", "1.2345"):
        assert table(f"{text}{clear};1;1\n").notes == []
        assert table(f"a;b;y\n{clear};1;1\n1.234;2;0\n").notes == []
