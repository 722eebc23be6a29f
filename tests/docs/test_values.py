"""What a page names, and what stands in its place."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

pytest.importorskip("jinja2")

from _tools.figures import drawing  # noqa: E402
from _tools.pages import PageError, fill_in, names_beside  # noqa: E402

from perceptron_ref import example, pla  # noqa: E402
from perceptron_ref.drawing import draw_run  # noqa: E402

pytestmark = pytest.mark.ci


def test_values_stand_where_their_names_do():
    """A function is called; a vector stands in brackets; what TeX has in braces, and the anchor of
    a heading, stay as they are.
    """
    names = {"T": 18, "w": (1, Fraction(1, 3)), "ratio": lambda: 0.25, "double": lambda n: 2 * n}
    text = "{{ T }} {{ w }} {{ ratio }} {{ double(T) }} $x_{n}$ {#here}\n"
    assert fill_in(text, names) == "18 (1, 1/3) 0.2500 36 $x_{n}$ {#here}\n"


def test_a_picture_stands_in_the_page():
    """Its own text, in a box that gives it the page's colours."""
    picture = draw_run(pla(example("and")))
    assert fill_in("{{ run }}", {"run": picture}) == drawing(picture)
    assert drawing(picture).startswith('<div class="drawing" markdown="0"><svg ')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n{{ gone }}", "line 2: 'gone' is undefined"),
        ("\n\n{{ broken }}", "line 3: ZeroDivisionError('division by zero')"),
        ("{{ T", "line 1: unexpected end of template"),
    ],
)
def test_what_cannot_be_computed_is_an_error_with_its_line(text, said):
    """A name that is nowhere, what computing raises, and braces that are not closed."""
    with pytest.raises(PageError, match=re.escape(said)):
        fill_in(text, {"T": 18, "broken": lambda: 1 / 0})


def test_a_page_has_the_names_of_the_file_beside_it(tmp_path):
    """own-file.md those of own_file.py; a page without such a file has none."""
    (tmp_path / "own_file.py").write_text("T = 18\n")
    assert names_beside(tmp_path / "own-file.md")["T"] == 18
    assert names_beside(tmp_path / "other.md") == {}
