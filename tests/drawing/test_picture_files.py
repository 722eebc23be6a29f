"""A picture as a text to keep: its size, its file, and its still form."""

from __future__ import annotations

import builtins
import pickle
import re
import sys
import zlib
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from perceptron_ref import DataError, example, pla, pocket
from perceptron_ref.drawing import (
    Picture,
    draw_data,
    draw_derivation,
    draw_histogram,
    draw_margins,
    draw_pocket,
    draw_run,
    draw_update,
)

RUN = pla(example("or"))
PICTURE = draw_run(RUN)


@pytest.fixture
def cairo(monkeypatch):
    """Replace cairosvg with a module that records its arguments."""
    calls = []

    def recorder(kind):
        def convert(bytestring):
            calls.append((kind, bytestring.decode()))
            return b"\x00" + kind.encode()

        return convert

    library = SimpleNamespace(svg2png=recorder("PNG"), svg2pdf=recorder("PDF"))
    monkeypatch.setitem(sys.modules, "cairosvg", library)
    return calls


@pytest.fixture(
    params=[
        (ImportError("No module named 'cairosvg'"), "library: `pip install cairosvg`"),
        (OSError("no library called cairo was found\nin two lines"), "C library cairo, too"),
    ],
    ids=["no cairosvg", "no cairo"],
)
def missing_library(monkeypatch, request):
    """Make the import of cairosvg fail; return the reason, and what the user needs to install."""
    error, remedy = request.param

    def importing(name, *rest):
        if name == "cairosvg":
            raise error
        return original(name, *rest)

    original = builtins.__import__
    monkeypatch.delitem(sys.modules, "cairosvg", raising=False)
    monkeypatch.setattr(builtins, "__import__", importing)
    return str(error).splitlines()[0], remedy


def test_a_picture_is_its_text():
    """A picture is a str that equals its text, also after pickling."""
    assert isinstance(PICTURE, Picture)
    assert str(PICTURE) == PICTURE
    assert type(str(PICTURE)) is str
    assert pickle.loads(pickle.dumps(PICTURE)) == PICTURE


def test_width_changes_only_the_size_of_the_root():
    """The height follows the width; the content, its viewBox and its ids stay."""
    large = PICTURE.sized(800)
    assert large.size == (800, 826)
    assert 'viewBox="0 0 440 454" width="800" height="825.5"' in large
    assert re.sub(' width="800" height="825.5"', "", large) == re.sub(
        ' width="440" height="454"', "", PICTURE
    )
    assert large.sized(440) == PICTURE


@pytest.mark.parametrize(
    ("width", "expected"),
    [(0, "an int from 1 to 10000"), ("9", "an int from 1"), (10_001, "an int from 1")],
)
def test_an_invalid_width_is_refused(width, expected):
    """A width may not be 0 or a text, nor so large that the picture fills the memory."""
    with pytest.raises(DataError, match=f"^width: found .*; expected {expected}"):
        PICTURE.sized(width)


@pytest.mark.parametrize("name", ["run.svg", "run.SVG", "run", ".svg"])
def test_an_svg_file_is_the_text_of_the_picture(tmp_path, name):
    """The name ends in .svg or has no ending; `width` sets the size."""
    PICTURE.save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == PICTURE.encode()
    PICTURE.save(tmp_path / name, width=600)
    assert (tmp_path / name).read_bytes() == PICTURE.sized(600).encode()


@pytest.mark.parametrize("name", ["d.jpg", "d.html", "d.svgz", "d.PNG.gif"])
def test_an_unsupported_file_format_is_refused(tmp_path, name):
    """The error names the supported formats, and no file is written."""
    with pytest.raises(DataError, match="found a name that ends in .*; expected .svg, .* .png or "):
        PICTURE.save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "kind"), [("d.png", "PNG"), ("d.PDF", "PDF")])
def test_without_cairosvg_the_error_says_how_to_save_a_bitmap(
    tmp_path, missing_library, name, kind
):
    """The error is one line that says what is missing, what to install, and which ending works
    without it.
    """
    reason, remedy = missing_library
    with pytest.raises(DataError) as error:
        PICTURE.save(tmp_path / name)
    assert str(error.value) == (
        f"{tmp_path / name}: a {kind} picture needs the library cairosvg, which cannot be loaded "
        f"({reason}). Use a name that ends in .svg, or install the {remedy}"
    )
    assert list(tmp_path.iterdir()) == []


def test_cairosvg_gets_the_still_picture(tmp_path, cairo):
    """A PNG has two pixels per unit, unless a width is given; a PDF has no pixels."""
    PICTURE.save(tmp_path / "d.png")
    PICTURE.save(tmp_path / "d.png", width=800)
    PICTURE.save(tmp_path / "d.pdf")
    assert cairo == [
        ("PNG", PICTURE.sized(880).still()),
        ("PNG", PICTURE.sized(800).still()),
        ("PDF", PICTURE.still()),
    ]
    assert (tmp_path / "d.png").read_bytes() == b"\x00PNG"
    assert (tmp_path / "d.pdf").read_bytes() == b"\x00PDF"


@pytest.mark.parametrize(
    "picture",
    [PICTURE, draw_derivation(RUN), draw_data(RUN.data)],
    ids=["run", "derivation", "data"],
)
def test_the_still_form_is_plain_svg(picture):
    """The still form has no script, animation, variables or percentages, but light colours and
    the same shapes.
    """
    still = picture.still()
    root = ElementTree.fromstring(still)
    style = root.find("{http://www.w3.org/2000/svg}style").text
    for word in ("<script", "animation", "@", "var(", "--", "%", "auto", "system-ui", "button"):
        assert word not in style + still.partition("</style>")[2].replace("--i", "")
    assert ".perceptron .paper{fill:#ffffff}" in style
    assert still.count("<path") == picture.count("<path")


def test_no_text_with_subscripts_is_right_aligned():
    """In a bitmap the parts of a right-aligned text with subscripts would overlap."""
    picture = draw_update(pla(example("or"), eta=2, w0=["1/4", "1/8", "-1/4"]), 0)
    assert re.search('"><tspan class="vector">w</tspan><tspan[^>]*>1<.*>&#160;&#8722; <', picture)
    assert not re.search('text-anchor="end">[^<]*<tspan', picture)


@pytest.mark.ci
@pytest.mark.parametrize(
    "picture",
    [
        PICTURE,
        draw_derivation(RUN),
        draw_data(RUN.data),
        draw_histogram([3, 4, 4, 7], "updates"),
        draw_update(RUN, 0),
        draw_pocket(pocket(RUN.data)),
        draw_margins(RUN.data, RUN.hypothesis),
    ],
    ids=["run", "derivation", "data", "histogram", "update", "pocket", "margins"],
)
def test_cairosvg_converts_a_saved_picture(picture):
    """nbconvert passes the animated form, so it gives the same bitmap as the still form. The
    bitmap is not empty.
    """
    cairosvg = pytest.importorskip("cairosvg", exc_type=(ImportError, OSError))
    png = cairosvg.svg2png(bytestring=picture.encode())
    assert png[16:24] == b"".join(side.to_bytes(4, "big") for side in picture.size)
    assert png == cairosvg.svg2png(bytestring=picture.still().encode())
    data = b"".join(re.findall(b"IDAT(.*?).{8}(?=IDAT|IEND)", png, flags=re.DOTALL))
    assert len(set(zlib.decompress(data))) > 50


@pytest.mark.ci
def test_a_bitmap_shows_the_line(tmp_path):
    """The real library writes a bitmap that is much larger than that of an empty page."""
    cairosvg = pytest.importorskip("cairosvg", exc_type=(ImportError, OSError))
    PICTURE.save(tmp_path / "run.png")
    content = (tmp_path / "run.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert (content[16:20], content[20:24]) == ((880).to_bytes(4, "big"), (908).to_bytes(4, "big"))
    assert len(content) > 4 * len(cairosvg.svg2png(bytestring=_EMPTY.encode(), scale=2))


_EMPTY = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 440 454" width="440" height="454">'
    '<path d="M0 0h440v454h-440z" fill="#ffffff"/></svg>'
)
