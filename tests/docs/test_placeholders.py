"""Names in double braces on a page, and the values that replace them."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

pytest.importorskip("jinja2")

from _tools.inline_svg import inline_drawing  # noqa: E402
from _tools.pages import PageError, fill_in, values_of  # noqa: E402

from perceptron_ref import example, pla  # noqa: E402
from perceptron_ref.drawing import draw_run  # noqa: E402

pytestmark = pytest.mark.ci


def test_names_are_replaced_by_their_values():
    """A function is called, and a vector gets brackets. Braces of TeX and anchors of headings stay
    as they are.
    """
    names = {"T": 18, "w": (1, Fraction(1, 3)), "ratio": lambda: 0.25, "double": lambda n: 2 * n}
    text = "{{ T }} {{ w }} {{ ratio }} {{ double(T) }} $x_{n}$ {#here}\n"
    assert fill_in(text, names) == "18 (1, 1/3) 0.2500 36 $x_{n}$ {#here}\n"


def test_a_picture_is_inserted_into_the_page():
    """The picture is in a box that gives it the page's colours."""
    picture = draw_run(pla(example("and")))
    assert fill_in("{{ run }}", {"run": picture}) == inline_drawing(picture)
    assert inline_drawing(picture).startswith('<div class="drawing" markdown="0"><svg ')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n{{ gone }}", "line 2: 'gone' is undefined"),
        ("\n\n{{ broken }}", "line 3: ZeroDivisionError('division by zero')"),
        ("{{ T", "line 1: unexpected end of template"),
    ],
)
def test_a_value_that_cannot_be_computed_is_an_error(text, message):
    """The error names the line of an unknown name, of an exception, or of braces that are not
    closed.
    """
    with pytest.raises(PageError, match=re.escape(message)):
        fill_in(text, {"T": 18, "broken": lambda: 1 / 0})


def test_a_page_has_the_names_of_its_python_file(tmp_path):
    """own-file.md has the names of own_file.py; a page without a Python file has none."""
    (tmp_path / "own_file.py").write_text("T = 18\n")
    assert values_of(tmp_path / "own-file.md")["T"] == 18
    assert values_of(tmp_path / "other.md") == {}
