"""Pictures: shapes are where the numbers put them, in valid files that need nothing else."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, product
from math import floor, isclose, sqrt
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import example as example_of
from hypothesis import given
from hypothesis import strategies as st

from perceptron_ref import DataError, Dataset, Hypothesis, example, pla, pocket, strategy
from perceptron_ref.drawing import (
    draw_data,
    draw_derivation,
    draw_histogram,
    draw_length,
    draw_margins,
    draw_pocket,
    draw_run,
    draw_separator,
    draw_update,
)
from perceptron_ref.drawing.animation import choose_ts_to_draw
from perceptron_ref.drawing.axes import Axis, Ticks
from perceptron_ref.drawing.charts import draw_ranking
from perceptron_ref.drawing.panel import downsampled_indices
from perceptron_ref.drawing.plane import Plane
from perceptron_ref.drawing.typography import format_number, plain_svg, text_width
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.separability import separability
from perceptron_ref.vectors import dot, squared_norm

SVG = "{http://www.w3.org/2000/svg}"
RUN = pla(example("or"))
XOR = pla(example("xor"), max_updates=50)
NAMED = Dataset(
    [["123456.789", "-0.000123"], ["-98765.4321", "0.00037"]],
    [1, -1],
    names=["m" * 90, "年齡" * 40],
)
ODD_NAMES = Dataset(
    [[1, 2], [3, 1]], [1, -1], names=["<b>&\"'</b>]]>\x00\x1b[2J", "\ud800x\u202eabc"]
)
SETS = {
    "or": example("or"),
    "xor": example("xor"),
    "pair": example("pair"),
    "credit": example("credit"),
    "credit-2d": example("credit-2d"),
    "one example": Dataset([[2, 7]], [1]),
    "one number": Dataset([[2]], [-1]),
    "equal examples": Dataset([[3, 4]] * 4, [1, 1, -1, 1]),
    "all zero": Dataset([[0, 0]] * 3, [1, -1, 1]),
    "huge": Dataset([["1e30", "2e30"], ["3e30", "1e30"], ["-2e30", "5e29"]], [1, -1, 1]),
    "tiny": Dataset([["1e-30", "2e-30"], ["3e-30", "1e-30"], ["-2e-30", "5e-31"]], [1, -1, 1]),
    "huge and tiny": Dataset(
        [["1e30", "2e-30"], ["3e30", "1e-30"], ["-2e30", "5e-31"]], [1, -1, 1]
    ),
    "far away": Dataset([[10**30, 1], [10**30 + 3, 5], [10**30 + 4, 2]], [1, -1, 1]),
    "farther than any float": Dataset([[10**5000, 1], [-(10**5000), 2]], [1, -1]),
    "dates": Dataset([[20240101, 3], [20240131, 5], [20240115, 1]], [1, -1, -1]),
    "fractions": Dataset(
        [[Fraction(1, 3), Fraction(2, 7)], [Fraction(5, 11), Fraction(1, 13)]], [1, -1]
    ),
    "long names": NAMED,
    "odd names": ODD_NAMES,
}

SLOW_SETS = {"tiny", "huge and tiny", "farther than any float"}  # their numbers have many digits


@lru_cache(maxsize=None)
def pictures_of(name):
    """Return every kind of picture of a set and of its runs, by name."""
    data = SETS[name]
    run, pocket_run = pla(data, max_updates=60), pocket(data, max_updates=30)
    return {
        "run": draw_run(run),
        "pocket's run": draw_run(pocket_run),
        "first update": draw_update(run, 0),
        "last update": draw_update(run, run.updates - 1),
        "derivation": draw_derivation(run),
        "pocket": draw_pocket(pocket_run, fewest=0),
        "margins": draw_margins(data, run.hypothesis),
        "line": draw_data(data, run.hypothesis),
        "data": draw_data(data, None if data.d <= 2 else run.hypothesis),
    }


@pytest.fixture(
    params=[
        pytest.param(pair, id=" ".join(pair), marks=[pytest.mark.ci] * (pair[0] in SLOW_SETS))
        for pair in product(SETS, pictures_of("or"))
    ]
)
def picture(request):
    """Return each kind of picture of each set."""
    name, kind = request.param
    return pictures_of(name)[kind]


@lru_cache(maxsize=None)
def parsed(svg):
    """Return the picture as a tree of XML."""
    return ElementTree.fromstring(svg)


def style_for_browsers(svg):
    """Return the style sheet with variables and animation."""
    return [*parsed(svg).iter(f"{SVG}style")][1].text


def texts(svg):
    """Return all visible texts, in order."""
    return [
        "".join(element.itertext()).replace("\xa0", " ")
        for element in parsed(svg).iter(f"{SVG}text")
    ]


def visible_text(svg):
    """Return all visible texts as one."""
    return " | ".join(texts(svg))


def description(svg):
    """Return the description of the picture."""
    return parsed(svg).find(f"{SVG}desc").text


def of_class(svg, kind):
    """Return the elements of a class, except those of the legend. The legend consists of groups
    that are moved.
    """
    root = parsed(svg)
    moved = [g for g in root.findall(f"{SVG}g") if "translate" in g.get("transform", "")]
    legend = {id(e) for g in moved for e in g.iter()}
    return [e for e in root.iter() if kind in e.get("class", "").split() and id(e) not in legend]


def mark_positions(svg, kind):
    """Return the positions of the marks of a class, in pixels."""
    endpoints = [re.findall(r"M([-\d.]+) ([-\d.]+)m", e.get("d")) for e in of_class(svg, kind)]
    return [(float(x), float(y)) for ends in endpoints for x, y in ends]


def curve(element):
    """Return the points of a polyline."""
    corners = re.findall(r"[ML]([-\d.]+) ([-\d.]+)", element.get("d"))
    return [(float(x), float(y)) for x, y in corners]


def lines_of(svg):
    """Return the transforms of the lines, six numbers each."""
    transforms = re.findall(r'transform="matrix\((.*?)\)"', svg)
    return [[float(entry) for entry in entries.split(",")] for entries in transforms]


def scales(svg):
    """Return the functions from pixels to values of x_1 and x_2, computed from the ticks of the
    picture.
    """
    below, beside = (g for g in parsed(svg).iter(f"{SVG}g") if g.get("class") == "tick")
    return scale(below, "x", 0), scale(beside, "y", 5)


def scale(ticks, coordinate, shift):
    """Return the function from pixels to values that the ticks of one axis define."""
    marks = [(float(t.get(coordinate)) - shift, float(t.text.replace("−", "-"))) for t in ticks]
    if len(marks) > 3:
        marks = marks[1:-1]  # the number at an edge may stand beside its tick, to be whole
    (a, low), (b, high) = marks[0], marks[-1]
    return lambda pixel: low + (pixel - a) * (high - low) / (b - a)


# Files that any browser opens


@pytest.mark.ci
def test_a_picture_is_one_file_that_needs_nothing_else(picture):
    """A picture is valid XML in ASCII, without scripts, without links except into itself, and
    without blank lines, which would end it in a Markdown page. Coordinates stay small for large
    numbers.
    """
    svg, root = picture, parsed(picture)
    assert root.tag == f"{SVG}svg"
    assert svg.isascii()
    assert svg.endswith("</svg>\n")
    assert "\n\n" not in svg
    assert {e.tag[len(SVG) :] for e in root.iter()} <= {
        *("svg", "title", "desc", "style", "clipPath", "path", "g", "text", "tspan", "circle")
    }
    assert not re.search(r"href|@import|src=", svg.replace("http://www.w3.org/2000/svg", ""))
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#(.*?)\)", svg)) <= set(ids)
    numbers = [float(n) for d in re.findall(' d="(.*?)"', svg) for n in re.findall(r"-?[\d.]+", d)]
    assert max(map(abs, numbers)) < 1000


def test_a_picture_has_a_title_and_a_description(picture):
    """A picture has the role of an image, and the ids of its title and its description exist."""
    root = parsed(picture)
    by_id = {e.get("id"): e for e in root}
    assert root.get("role") == "img"
    assert by_id[root.get("aria-labelledby")].tag == f"{SVG}title"
    assert by_id[root.get("aria-describedby")].tag == f"{SVG}desc"
    sentences = description(picture)
    assert re.search(r"\d examples?: \d+ with y = \+1 .*; \d+ with y = -1 ", sentences)
    has_markers = re.search('class="[ox](fine)?"', picture) is not None
    assert [f"drawn as {shape}" in sentences for shape in "ox"] == [has_markers] * 2


def test_the_description_of_one_example_is_in_the_singular():
    """One example is "1 example", and two are "2 examples". The counts of the labels follow."""
    one, two = Dataset([[2]], [1]), Dataset([[2], [3]], [1, 1])
    assert description(draw_data(one)).startswith("1 example: 1 with y = +1 (label +1), drawn")
    assert description(draw_data(two)).startswith("2 examples: 2 with y = +1 (label +1), drawn")


def test_only_pictures_of_the_plane_say_that_points_are_drawn_before_the_normalization():
    """Pictures of margins and curves, which are those of the normalized x_n, say only that every
    x_n is divided by its length.
    """
    data = example("or").normalized()
    run = pla(data)
    points = ", but the picture shows the points as they were before."
    for picture in draw_data(data, run.hypothesis), draw_run(run), draw_update(run, 0):
        assert f"divided by its length{points}" in description(picture)
    for picture in draw_margins(data, run.hypothesis), draw_length(run), draw_derivation(run):
        assert "Every x_n is divided by its length." in description(picture)
        assert "points are drawn" not in picture


def test_the_gap_of_a_normalized_set_is_not_drawn():
    """The examples of the support are at different distances from the line before the division."""
    for data, has_gap in (example("or"), True), (example("or").normalized(), False):
        picture = draw_separator(separability(data))
        assert ('class="dashed"' in picture) == (">gap<" in picture) == has_gap
        assert ("Each dashed line is" in description(picture)) == has_gap


def boxes(svg):
    """Yield (frame or None, left, right, top, bottom, text) of every text, in the widest of the
    usual fonts.
    """

    def walk(element, x, y, frame, anchor):
        if element.tag == f"{SVG}g":
            moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
            x, y = (x + float(moved.group(1)), y + float(moved.group(2))) if moved else (x, y)
            frame = id(element) if element.get("class") in ("f", "last") else frame
            anchor = element.get("text-anchor", anchor)
        if element.tag == f"{SVG}text":
            text = "".join(element.itertext())
            width, base = text_width(plain_svg(text)), y + float(element.get("y"))
            before = {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", anchor)]
            left = x + float(element.get("x")) - width * before
            yield frame, left, left + width, base - 10, base + 3, text
        for child in element:
            yield from walk(child, x, y, frame, anchor)

    return walk(parsed(svg), 0, 0, None, "start")


def check_texts(svg):
    """Check that every text is inside the picture, and that no two overlap, except if they are
    visible at different times.
    """
    _, _, width, height = map(float, parsed(svg).get("viewBox").split())
    text_boxes = list(boxes(svg))
    assert [b for b in text_boxes if b[1] < 0 or b[2] > width or b[3] < 0 or b[4] > height] == []
    for a, b in combinations(text_boxes, 2):
        if a[0] is None or b[0] is None or a[0] == b[0]:
            assert a[2] <= b[1] or b[2] <= a[1] or a[4] <= b[3] or b[4] <= a[3], (a, b)


@pytest.mark.ci
def test_no_text_is_clipped_and_none_lies_on_another(picture):
    """Pictures of odd sets, too, have room for every text."""
    check_texts(picture)


@pytest.mark.parametrize("costs", ["0.6 1.3", "0.8 1.1", "0.01 90", "1e-6 1", "2 3", "1 1 1 1"])
def test_no_text_of_a_ranking_is_clipped_and_none_lies_on_another(costs):
    """A ranking has room for long names, and for the numbers of its scale, which are left out if
    they are too close.
    """
    entries = [(f"{cost} {'m' * 99}", cost, [cost], True) for cost in map(Decimal, costs.split())]
    check_texts(draw_ranking(entries, "w" * 99, ["failed.py"]))


def test_the_colours_follow_the_page_and_the_reader():
    """A page may set the colours. Otherwise they are light or dark, as the reader prefers."""
    svg = draw_data(example("or"))
    style = style_for_browsers(svg)
    assert "--ink:var(--perceptron-ink,#10141a)" in style
    dark = "@media(prefers-color-scheme:dark){.perceptron{"
    assert f"{dark}--paper:var(--perceptron-paper,#1a1f27)" in style
    assert re.search(r"\.perceptron \.o(,[^{}]*)?\{stroke:var\(--plus\)\}", style)
    assert ".perceptron .dashed" not in svg


def test_other_programs_read_light_colours_from_the_first_style_sheet():
    """The rules of the first style sheet are simple enough for Inkscape and CairoSVG."""
    plain_style, _ = (style.text for style in parsed(draw_run(RUN)).iter(f"{SVG}style"))
    assert re.search(r"\.perceptron \.o\{fill:#ffffff;stroke:#1f5c99;", plain_style)
    assert not re.search("@|var|auto|%", plain_style)


def test_ids_of_pictures_do_not_clash_in_one_page():
    """Ids are computed from the content, so the same picture has the same ids, and another
    picture has others.
    """
    pictures = [svg for name in SETS for svg in pictures_of(name).values()]
    keys = {svg: re.search('class="perceptron (p[0-9a-f]{8})"', svg).group(1) for svg in pictures}
    assert len(set(keys.values())) == len(set(pictures)) > 100
    assert all(f'id="{key}t"' in svg for svg, key in keys.items())
    assert draw_run(pla(example("or"))) == pictures_of("or")["run"]


def test_names_are_escaped_and_shortened():
    """Markup is escaped, characters that XML forbids become U+FFFD, and long names end in an
    ellipsis.
    """
    assert texts(draw_data(ODD_NAMES))[-4:-2] == [
        "<b>&\"'</b>]]>\ufffd\ufffd[2J →",
        "↑ \ufffdx\ufffdabc",
    ]
    across, up = texts(draw_data(NAMED))[-4:-2]
    assert re.fullmatch("m{20,}… →", across)
    assert re.fullmatch("↑ (年齡){8,}年?…, unit 1e−4", up)
    assert "&#24180;" in draw_data(NAMED)


# The plane


def test_a_plane_has_dots_where_tick_positions_cross():
    """There is a dot for each pair of ticks, and no grid: the only line is that of w. Each of its
    sides has a shade.
    """
    svg = draw_data(example("or"), Hypothesis([-1, 2, 2]))
    dots = re.findall(r"M([-\d.]+) ([-\d.]+)h0", of_class(svg, "dots")[0].get("d"))
    below, beside = (list(g) for g in parsed(svg).iter(f"{SVG}g") if g.get("class") == "tick")
    assert {x for x, _ in dots} == {text.get("x") for text in below}
    assert len(dots) == len(set(dots)) == len(below) * len(beside)
    assert [len(of_class(svg, kind)) for kind in ("side", "opposite", "line")] == [1, 1, 1]


@pytest.mark.parametrize(("name", "formula"), [("x2", "x2"), ("x12", "x12"), ("x", None)])
def test_a_feature_without_a_name_is_typeset_as_a_formula(name, formula):
    """The formula is x with its index, beside the arrow of the axis. A name is shown as a word."""
    svg = draw_data(Dataset([[1, 2], [3, 1]], [1, -1], names=["age", name]))
    set_as = {
        "".join(part.text for part in list(text)[:2])
        for text in parsed(svg).iter(f"{SVG}text")
        if text.find(f"{SVG}tspan[@class='letter']") is not None
        and "\u2191" in "".join(text.itertext())
    }
    assert set_as == ({formula} if formula else set())
    assert [f"↑ {name}", "age →"] == [t for t in texts(svg) if "→" in t or "↑" in t][::-1]


@pytest.mark.parametrize(
    ("rows", "ys", "o", "x"),
    [  # the axes have the same unit, but if one range is far longer, each axis fills the picture
        ([[0, 0], [60, 0], [60, 48]], "+--", [(85.6, 297.3)], [(396.4, 297.3), (396.4, 48.7)]),
        ([[0, 0], [1000, 1]], "+-", [(84.1, 297.3)], [(397.9, 48.7)]),
        ([[1, 2]] * 50 + [[2, 1]], "+" * 51, [(116.7, 48.7), (365.3, 297.3)], []),  # one mark
    ],
)
def test_examples_are_marked_at_their_coordinates(rows, ys, o, x):
    """y = +1 is a circle and y = -1 a cross, with x_1 to the right and x_2 upwards."""
    svg = draw_data(Dataset(rows, [int(f"{y}1") for y in ys]))
    assert (mark_positions(svg, "o"), mark_positions(svg, "x")) == (o, x)
    across, up = scales(svg)
    x_of_first, y_of_first = mark_positions(svg, "o")[0]
    assert [round(across(x_of_first)), round(up(y_of_first))] == rows[0]


def test_a_set_with_one_feature_has_a_row_for_each_label():
    """x_1 is to the right, and y = +1 above y = -1. The rows begin at the left, without numbers."""
    svg = draw_data(example("pair", m=10), Hypothesis([-21, 2]))
    ((x_x, x_y),), ((o_x, o_y),) = mark_positions(svg, "x"), mark_positions(svg, "o")
    assert x_x < o_x
    assert o_y < x_y
    assert "0, 1, 2" not in visible_text(svg)
    assert lines_of(svg) == [[0, -1, 1, 0, 220, 58]]  # the middle of 16 and 424


ints = st.integers(-20, 20)


@pytest.mark.ci
@given(st.lists(st.tuples(ints, ints), min_size=2, max_size=6), st.tuples(ints, ints, ints))
def test_the_line_is_where_the_score_is_zero(rows, w):
    """Measured by the ticks, w . x = 0 on the line, and w . x > 0 on the shaded side of +1.

    Lecture 2: L2.4
    """
    data = Dataset(rows, [1] * len(rows))
    svg = draw_data(data, Hypothesis(w))
    across, up = scales(svg)
    lines = lines_of(svg)
    if not any(w):
        assert lines == []
        return
    a, b, c, d, e, f = lines[0]
    assert isclose(a * d - b * c, 1, abs_tol=1e-3)

    def score(x, y):
        return w[0] + w[1] * across(a * x + c * y + e) + w[2] * up(b * x + d * y + f)

    if "outside" in visible_text(svg) or "no line" in visible_text(svg):
        for x, y in product((58, 424), (28, 318)):  # the corners: shaded is what lies beyond it
            shaded = b * (e - x) + a * (y - f) > 0
            assert shaded is (w[0] + w[1] * across(x) + w[2] * up(y) > 0)
    else:
        pixel = max(abs(w[1] * (across(1) - across(0))), abs(w[2] * (up(1) - up(0))))
        assert abs(score(-150, 0)) < 0.5 * pixel
        assert abs(score(150, 0)) < 0.5 * pixel
        assert score(0, 10) > 0 > score(0, -10)


@pytest.mark.parametrize(
    ("w", "caption", "shaded"),
    [
        ([0, 0, 0], "zero weights define no line", None),
        ([1, 0, 0], "no line: h(x) = +1 for every x", True),
        ([-3, 0, 0], "no line: h(x) = −1 for every x", False),
        ([100, 1, 1], "the line lies outside the picture", True),
        ([-100, 1, 1], "the line lies outside the picture", False),
        (["1e400", "1e398", 1], "the line lies outside the picture", True),
    ],
)
def test_a_caption_explains_an_invisible_line(w, caption, shaded):
    """The caption says why no line is visible. The whole plane has the shade of one side, or
    none.
    """
    svg = draw_data(example("xor"), Hypothesis(w))
    assert caption in visible_text(svg).replace(" | ", " ")
    assert len(lines_of(svg)) == (shaded is not None)
    for _, _, c, d, e, f in lines_of(svg):
        centre = (241 - e) * c + (173 - f) * d
        assert (centre > 239) if shaded else (centre < -239)


THREE_EXAMPLES = Dataset([[0, 0], [4, 0], [2, 4]], [+1, -1, +1])


def test_mistakes_are_marked_by_squares():
    """Squares mark exactly the examples with h(x_n) != y_n."""
    svg = draw_data(THREE_EXAMPLES, Hypothesis([-1, 1, 0]))
    first_circle, crosses = mark_positions(svg, "o")[0], mark_positions(svg, "x")
    assert mark_positions(svg, "mistake") == [first_circle, *crosses]
    assert len(mark_positions(draw_data(THREE_EXAMPLES, Hypothesis([1, 0, 0])), "mistake")) == 1


NO_UPDATES = pla(Dataset([[1]], [-1]), sign_of_zero=-1)
OR, AND = pla(example("or")), pla(example("and"))
NO_LINE = pla(Dataset([[0, 0], [0, 0]], [1, -1]), max_updates=3)  # no line can be seen
CREDIT_10 = draw_update(pla(example("credit-2d")), 10)
FROM_W0 = draw_derivation(pla(example("and"), w0=[1, 2, 3], eta="0.3"), [-3, 2, 2])
STEMS = draw_margins(THREE_EXAMPLES, Hypothesis([-1, 1, 0]))
BACK_AND_FORTH = pla(Dataset([[1, 1], [1, 1]], [1, -1]), max_updates=9)  # w_0 = w_2 = 0
NO_UPDATE_FOUND = "^run: found no updates; expected a run with at least one update"
BIAS_RUN = pla_with_bias(example("and"))
REFUSED = [
    (lambda: draw_data(example("credit")), "found 4 features and no hypothesis; expected one or "),
    (lambda: draw_data([[1, 2]], Hypothesis([1, 2, 3])), "expected a Dataset"),
    (lambda: draw_margins([[1, 2]], Hypothesis([1, 2, 3])), "expected a Dataset"),
    (lambda: draw_data(OR.data, Hypothesis([1, 2])), "found data with 2 features; expected 1"),
    (lambda: draw_margins(OR.data, Hypothesis([1, 2])), "found data with 2 features; expected 1"),
    *((lambda t=t: draw_update(AND, t), "^t: found .*; expected an int") for t in (-1, True, "3")),
    (lambda: draw_update(AND, 18), "t: found 18; expected an update from 0 to 17"),
    (lambda: draw_update(NO_UPDATES, 0), NO_UPDATE_FOUND),
    (lambda: draw_derivation(NO_UPDATES), NO_UPDATE_FOUND),
    (lambda: draw_derivation(AND, [-2, 1, 1]), r"y_n w_f \. x_n = 0 for n = 3; expected weights"),
    (lambda: draw_derivation(BIAS_RUN), "^run: found .*; expected a run of `pla` or"),
    (lambda: draw_length(example("and")), "^run: found .*; expected a run of `pla`"),
    (lambda: draw_length(BIAS_RUN), "^run: found .*; expected a run of `pla`"),
    (lambda: draw_length(NO_UPDATES), NO_UPDATE_FOUND),
    (lambda: draw_pocket(OR), "found a run without a pocket; expected a run of `pocket`"),
    (lambda: draw_histogram([]), "^found no values to draw; expected at least one"),
    *((lambda v=v: draw_histogram([v]), "found .*; expected an int") for v in (1.5, "3", -1)),
]


@pytest.mark.parametrize(("draw", "message"), REFUSED)
def test_an_object_that_cannot_be_drawn_is_refused(draw, message):
    """The error says what was found and what can be drawn."""
    with pytest.raises(DataError, match=message):
        draw()


# Ticks


@pytest.mark.ci
@given(
    st.fractions(max_denominator=10**6),
    st.fractions(min_value=Fraction(1, 10**9)),
    st.integers(-40, 40),
)
@example_of(low=Fraction(509760375382), length=Fraction(1018), exponent=1)  # up to +10,000
def test_ticks_are_round_numbers(low, length, exponent):
    """Ticks are multiples of 1, 2 or 5 times a power of ten within the axis; labels are short."""
    low, length = low * Fraction(10) ** exponent, length * Fraction(10) ** exponent
    ticks = Axis(low, low + length, 318, 28).ticks()
    one_digit = f"{float(ticks.step):.0e}"
    assert one_digit[0] in "125" and Fraction(one_digit) == ticks.step
    assert all(
        low <= value <= low + length and (value / ticks.step).denominator == 1
        for value in ticks.values
    )
    assert 1 <= len(ticks.values) <= 9
    assert len(set(ticks.labels)) == len(ticks.values)
    assert max(map(len, ticks.labels)) <= 5
    if not ticks.offset_text:
        assert list(map(Fraction, ticks.labels)) == ticks.values


@pytest.mark.parametrize("low", [-2, 10**9, Fraction(-1, 3)])
@pytest.mark.parametrize("length", [-26, -30, -60, -100, -130, -220, 90, 140, 200, 366])
def test_labels_of_ticks_do_not_overlap(low, length):
    """Also on a short axis, vertical or horizontal, there is room for each label, and for a gap
    between two labels.
    """
    for size in range(1, 20):
        axis = Axis(Fraction(low), low + Fraction(size), 300, 300 + length)
        ticks = axis.ticks()
        room = max(map(text_width, ticks.labels)) + 5 if length > 0 else 20
        pixels = sorted(map(axis.to_pixel, ticks.values))
        assert all(pixel + room <= next_pixel for pixel, next_pixel in zip(pixels, pixels[1:]))


@pytest.mark.parametrize(("length", "step"), [(130, 1), (129, 2)])
def test_labels_beside_an_axis_are_at_least_26_pixels_apart(length, step):
    """On a vertical axis from 0 to 5, the numbers 0, 1, ..., 5 have labels if they are 26 pixels
    apart, but not if they are closer.
    """
    assert Axis(Fraction(0), Fraction(5), 300, 300 - length).ticks().step == step


@pytest.mark.parametrize(
    ("low", "high", "labels", "offset_text"),
    [
        ("0", "10", "0 2 4 6 8 10", ""),
        ("-0.3", "0.31", "-0.2 0 0.2", ""),
        ("1990", "2024", "1990 2000 2010 2020", ""),
        ("0", "40000", "0 10000 20000 30000 40000", ""),
        ("0", "4e7", "0 1 2 3 4", ", unit 1e7"),
        ("0", "2e-30", "0 5 10 15 20", ", unit 1e-31"),
        ("20240101", "20240131", "+0 +10 +20", " minus 20240110"),
        ("1.00000001", "1.00000005", "+0 +1 +2 +3 +4", " minus 1.00000001, unit 1e-8"),
    ],
)
def test_labels_of_ticks_are_short(low, high, labels, offset_text):
    """A label is the number if it is short, else in a unit, else relative to the first tick."""
    ticks = Ticks(Axis(Fraction(low), Fraction(high), 318, 28), 5)
    assert (" ".join(ticks.labels), ticks.offset_text.replace("−", "-")) == (labels, offset_text)


def test_long_numbers_are_rounded_and_marked():
    """Up to eight characters are shown; longer numbers have five digits after the sign for
    "about".
    """
    values = Fraction(1, 3), Fraction(10**9, 7), Fraction(-1, 7 * 10**9), 10**12, 123456789, 0
    expected_texts = ["1/3", "≈1.4286e8", "≈−1.4286e−10", "1e12", "≈1.2346e8", "0"]
    assert [*map(format_number, values)] == expected_texts


# Runs that move


def line_of(frame):
    """Return the transform of the line of a frame, or None."""
    lines = [g for g in frame.iter(f"{SVG}g") if g.find(f"{SVG}path[@class='line']") is not None]
    assert len(lines) <= 1
    return lines[0].get("transform") if lines else None


def test_a_run_has_a_frame_for_every_t():
    """Each frame has w_t in words, its line, a ring around x_n(t), and a sentence; the last frame
    shows w_T.
    """
    run, svg = AND, draw_run(AND)
    plane = Plane(run.data, 52)
    marks = [tuple(float(round(v, 1)) for v in plane.positions[n]) for n in range(4)]
    frames = of_class(svg, "f")
    assert len(frames) == run.updates == 18
    (trail,) = of_class(svg, "trail")  # the earlier lines are faint behind the last
    assert len(trail) == len(frames)
    assert re.findall(r'clip-path="url\(#\w+\)"><g class="(trail)">', svg) == ["trail"]
    for (t, n, w_t, _), frame, faint in zip(run.replay(), frames, trail):
        first, second = ("".join(e.itertext()) for e in frame.iter(f"{SVG}text"))
        assert first == f"t = {t}: w = ({', '.join(map(str, w_t))})".replace("-", "−")
        why_no_line = plane.no_line_reason(w_t)
        assert second == f"next: n({t}) = {n}{'; ' * bool(why_no_line)}{why_no_line}"
        assert frame.get("data-said").startswith(f"{first}. Next: example {n}")
        assert [e.get("y") for e in frame.iter(f"{SVG}text")] == ["18", "38"]
        assert line_of(frame) == plane.line_transform(w_t)
        expected = {} if why_no_line else {"transform": line_of(frame), "d": "M-480 0H480"}
        assert faint.attrib == expected
        ring = frame.find(f"{SVG}circle")
        assert (float(ring.get("cx")), float(ring.get("cy"))) == marks[n]
    (last,) = of_class(svg, "last")
    assert line_of(last) == plane.line_transform(run.w)
    assert mark_positions(svg, "o") + mark_positions(svg, "x") == [marks[n] for n in (3, 0, 1, 2)]
    kinds = [e.get("class") for e in parsed(svg)]
    assert kinds.index("last") < kinds.index("o") < kinds.index("x")  # points over the lines
    assert last.get("data-said") == "t = 18: w = (−4, 3, 2). No mistake."
    assert "t = 18: w = (−4, 3, 2) | no mistake" in visible_text(svg)


def test_the_spoken_sentence_of_a_frame_is_complete():
    """The visible text may be shortened, but the sentence for screen readers is not. It explains
    an invisible line.
    """
    run = pla(Dataset([["1/7", 2], ["5/13", 1]], [1, -1], x0="123456789/1000"), max_updates=1)
    (first,), (last,) = (of_class(draw_run(run), kind) for kind in ("f", "last"))
    reasons = "zero weights define no line", "the line lies outside the picture"
    assert [first.get("data-said"), last.get("data-said")] == [
        f"t = 0: w = (0, 0, 0). Next: example 0; {reasons[0]}.",
        f"t = 1: w = (≈1.2346e5, 1/7, 2). 1 of 2 is a mistake; {reasons[1]}.",
    ]


@pytest.mark.parametrize(
    ("run", "frames", "start", "total_ms", "frame_ms", "frame_percent", "last_percent"),
    [  # the percentages of the total time when a frame ends, and when the last frame begins
        (OR, 10, 2, 16_000, 1_200, "7.5", "67.5"),
        (pla(example("pair")), 47, 46, 27_970, 510, "1.82338", "83.87558"),
        (NO_LINE, 4, 0, 8_800, 1_200, "13.63636", "40.90909"),
    ],
)
def test_the_animation_shows_one_frame_at_a_time(
    run, frames, start, total_ms, frame_ms, frame_percent, last_percent
):
    """Frames follow each other in a loop that begins with the first visible line. The last frame
    stays four seconds longer.
    """
    svg = draw_run(run)
    style = re.sub("p[0-9a-f]{8}", "", style_for_browsers(svg))
    assert f"animation:f {total_ms}ms step-end calc(var(--i)*{frame_ms}ms) infinite" in style
    assert f"animation:last {total_ms}ms step-end -{start * frame_ms}ms infinite" in style
    hides = f"{{0%{{visibility:visible}}{frame_percent}%{{visibility:hidden}}100%{{visibility:h"
    shows = f"{{0%{{visibility:hidden}}{last_percent}%{{visibility:visible}}100%{{visibility:v"
    assert f"f{hides}" in style and f"last{shows}" in style
    turns = [frame.get("style") for frame in of_class(svg, "f")]
    assert turns == [f"--i:{i - start}" for i in range(frames - 1)]
    assert re.findall('data-start="(.*?)"', svg) == [str(start)] * (start > 0)


def test_animation_is_switched_on_by_one_rule():
    """The rule does not apply in print, or if the reader prefers reduced motion. A still picture
    has no such rule.
    """
    svg = draw_run(pla(example("or")))
    media = "@media screen and (prefers-reduced-motion:no-preference){"
    style, _, motion = style_for_browsers(svg).partition(media)
    assert "animation" not in style and "visibility" not in style
    assert motion.count("animation:") == 2
    assert ".trail{visibility:hidden}" in motion
    assert ":hover *," in motion and ":focus *{animation-play-state:paused}" in motion
    assert parsed(svg).get("tabindex") == "0"
    (hidden,) = [g for g in parsed(svg).iter(f"{SVG}g") if g.get("visibility") == "hidden"]
    assert {g.get("class") for g in hidden} == {"f"}
    # Inkscape does not hide what is in a group that is hidden by `visibility`
    assert hidden.get("display") == "none" and ".perceptron [display]{display:inline}" in style
    for still in (draw_data(example("or"), Hypothesis([-1, 2, 2])), draw_run(NO_UPDATES)):
        assert "animation" not in still and parsed(still).get("tabindex") is None


def test_a_frame_with_zero_weights_has_no_line():
    """Frames of w_t = 0 have no line, nor has the last frame if w_T = 0 or the run has no
    update.
    """
    svg = draw_run(pla(Dataset([[1, 1], [1, 1]], [1, -1]), max_updates=8))
    frames = [*of_class(svg, "f"), *of_class(svg, "last")]
    assert [line_of(frame) is not None for frame in frames] == [False, True] * 4 + [False]
    assert not re.search("<g [^>]*></g>", svg)
    (last,) = of_class(draw_run(NO_UPDATES), "last")
    assert line_of(last) is None
    assert of_class(draw_run(NO_UPDATES), "trail") == []


def test_a_long_run_is_shown_by_at_most_48_lines():
    """The first six lines are shown, and later ones are chosen."""
    svg = draw_run(pla(example("pair")))
    ts = choose_ts_to_draw(445, 48)
    assert ts[:6] == [0, 1, 2, 3, 4, 5]
    assert [int(t) for t in re.findall(r"t = (\d+): w", visible_text(svg))] == ts


@pytest.mark.ci
@given(st.integers(0, 10**6), st.integers(8, 60))
def test_the_shown_updates_increase_from_0_to_T(T, most):
    """At most as many updates as requested are shown, without repetition. The steps between them do
    not decrease, except for the last.
    """
    ts = choose_ts_to_draw(T, most)
    steps = [b - a for a, b in zip(ts, ts[1:])]
    assert (ts[0], ts[-1]) == (0, T)
    assert len(ts) <= most
    assert all(a <= b for a, b in zip(steps[:-1], steps[1:-1]))
    assert min(steps, default=1) > 0


def test_a_run_of_pocket_ends_with_the_weights_in_the_pocket():
    """If the weights in the pocket differ from w_T, the last frame shows them and marks their
    mistakes.
    """
    run = pocket(example("xor"), "random-permutation", max_updates=50)
    assert run.w != run.w_last
    svg = draw_run(run)
    (last,) = of_class(svg, "last")
    frame_texts = ["".join(e.itertext()) for e in last.iter(f"{SVG}text")]
    assert frame_texts[0] == "in the pocket: w = (−1, −1, −1)"
    assert len(mark_positions(svg, "mistake")) == run.mistakes == 2
    assert "mistake of the last line" in texts(svg)
    assert "in the pocket" not in visible_text(draw_run(pocket(example("or"))))


# One update


def arrows(svg):
    """Return the arrows of w_t, y_n x_n and w_{t+1}, as (right, up)."""
    elements = [e for kind in ("dashed", "thin", "line") for e in of_class(svg, kind)]
    ends = [curve(e) for e in elements if re.fullmatch("M[^LV]*L[^LV]*", e.get("d", ""))]
    return [(c - a, b - d) for (a, b), (c, d) in ends]


@pytest.mark.parametrize(
    ("name", "t"), [("credit", 3), ("credit-2d", 10), ("pair", 200), ("and", 5), ("iris-setosa", 3)]
)
def test_the_arrows_have_true_lengths_and_angles(name, t):
    """With any number of features, the lengths and scalar products of the arrows are those of the
    vectors, times one factor.
    """
    run = pla(example(name))
    _, n, w, w_next = list(run.replay())[t]
    signed_x = [run.data.ys[n] * x_i for x_i in run.data.xs[n]]
    arrow_list, vectors = arrows(draw_update(run, t)), (w, signed_x, w_next)
    factor = dot(arrow_list[2], arrow_list[2]) / float(squared_norm(w_next))
    assert len(arrow_list) == 3
    for (arrow, v), (other_arrow, u) in combinations(zip(arrow_list, vectors), 2):
        assert isclose(dot(arrow, other_arrow), factor * float(dot(v, u)), abs_tol=60)
    for arrow, v in zip(arrow_list, vectors):
        assert isclose(sqrt(dot(arrow, arrow)), sqrt(factor * float(squared_norm(v))), abs_tol=0.3)


def test_the_names_of_arrows_stand_beside_their_tips():
    """The name of w_t is centred below the tip, that of y_n x_n to the left and above, that of
    w_{t+1} to the right and above. The last two are as far from their tips.
    """
    svg = draw_update(AND, 5)
    elements = [e for kind in ("dashed", "thin", "line") for e in of_class(svg, kind)]
    tips = [curve(e)[-1] for e in elements if re.fullmatch("M[^LV]*L[^LV]*", e.get("d", ""))]
    element_by_text = {"".join(e.itertext()): e for e in parsed(svg).iter(f"{SVG}text")}
    names = [element_by_text[name] for name in ("w5", "yn\xa0xn", "w6")]
    below, left, right = (
        (float(e.get("x")) - x, float(e.get("y")) - y) for e, (x, y) in zip(names, tips)
    )
    in_tenths = partial(pytest.approx, abs=0.11)  # positions are rounded to tenths
    assert (below[0], names[0].get("text-anchor")) == (in_tenths(0), "middle")
    assert 10 < below[1] < 20
    assert 0 < right[0] < 8 and -12 < right[1] < -4
    width = text_width("".join(names[1].itertext()))
    assert (-left[0] - width, left[1]) == (in_tenths(right[0]), in_tenths(right[1]))


def test_arrows_that_need_the_whole_width_leave_room_for_their_names():
    """About 84 of 440 pixels stay free on each side."""
    svg = draw_update(AND, 0)
    elements = [e for kind in ("dashed", "thin", "line") for e in of_class(svg, kind)]
    arrow_list = [e.get("d") for e in elements if re.fullmatch("M[^LV]*L[^LV]*", e.get("d", ""))]
    columns = [float(x) for d in arrow_list for x in re.findall(r"[ML](\S+) ", d)]
    assert (min(columns), max(columns)) == pytest.approx((84, 356), abs=8)


def test_an_update_shows_both_lines():
    """The line of w_t is dashed, that of w_{t+1} has its shaded side, and the example has a ring. A
    caption explains an invisible line.
    """
    svg, (_, n, w, w_next) = draw_update(AND, 5), list(AND.replay())[5]
    plane, key = Plane(AND.data), re.search('class="perceptron (p[0-9a-f]{8})"', svg).group(1)
    assert plane.render_line(w_next, n, previous_w=w).replace("\0", key) in svg
    assert [len(of_class(svg, kind)) for kind in ("ring", "side")] == [1, 1]
    assert len({*curve(of_class(svg, "faint")[-1])}) == 3  # two sides: w_t to w_{t+1} to y_n x_n
    assert plane.render_line(w_next, previous_w=w).count("<g transform") == 2


# Words

VISIBLE_TEXTS = [
    (draw_data(example("credit-2d")), "y = +1 (yes) | y = −1 (no)"),
    (draw_data(example("pair")), "y = +1 | y = −1"),
    # w_t, n(t), w_{t+1}, and by how much y_n w . x_n has grown: by |x_n|^2 (L2.7)
    (CREDIT_10, "w10 = (−2, 5.7, −14.3); n(10) = 10, yn = +1 | w11 = (−1, 18, −9) | "),
    (CREDIT_10, "yn w10 · xn = −7.68, yn w11 · xn = 172.7: 180.38 | more"),
    # the zero vector has a name, but no arrow
    (draw_update(BACK_AND_FORTH, 0), "yn xn | w1 | "),
    (draw_update(BACK_AND_FORTH, 0), "w0 = 0 | "),
    (draw_update(BACK_AND_FORTH, 1), "w2 = 0 | "),
    # an update adds y_n x_n, or another vector if eta is not 1 or if the bias is separate
    (draw_update(AND, 3), "yn xn | "),
    (draw_update(pla(example("and"), eta="0.3"), 1), "w2 − w1 | "),
    (draw_update(pla_with_bias(Dataset([[3, 1], [5, 2]], [-1, +1])), 1), "w2 − w1 | "),
    # where the bound is attained, all three sides of the proof are equal
    (draw_derivation(pla(example("hadamard", k=4))), "T = 16 ≤ R²/ρ² = 16 (L2.12)"),
    (draw_derivation(XOR), "Squared length (L2.10) | "),  # which needs no w_f
    (draw_derivation(XOR), "No line separates these examples"),
    (draw_derivation(AND, [-5, 3, 3]), "wf = (−5, 3, 3)"),
    (draw_derivation(AND), "T = 18 ≤ R²/ρ² = 51 (L2.12)"),
    # from w_0 != 0 the two sides begin at w_0; if eta is not 1, the formulas contain it
    (FROM_W0, "wf · w0 + t η minn yn wf · xn"),
    (FROM_W0, "|w0|² + t η²R²"),
    (FROM_W0, " | T = 10"),
    # beside a feature's name: the unit of the ticks, or the number that was subtracted from them
    (draw_data(SETS["huge"]), "x1, unit 1e30"),
    (draw_data(SETS["tiny"]), "x2, unit 1e−30"),
    (draw_data(SETS["far away"]), "x1 minus 1e30"),
    (STEMS, "least margin, n = 1: −3"),
    (draw_data(THREE_EXAMPLES, Hypothesis([-1, 1, 0])), "w = (−1, 1, 0): 2 of 3 are mistakes"),
    (draw_data(THREE_EXAMPLES, Hypothesis([-1, 1, 0])), " | mistake | "),
    (draw_update(AND, 0), "w0: zero weights define no line"),
    (
        draw_run(pla(example("pair"))),
        "47 of the 446 lines are shown, fewer as t grows.",
    ),
]


@pytest.mark.parametrize(("svg", "part"), VISIBLE_TEXTS)
def test_pictures_have_the_expected_texts(svg, part):
    """The visible texts of a picture contain these words in this order."""
    assert part in visible_text(svg)


DESCRIBED = [
    (
        draw_run(pla(example("credit-2d"), strategy("random-permutation", seed=1), max_updates=4)),
        "PLA, visiting order random-permutation, from w_0 = (0, 0, 0): T = 4",
    ),
    (CREDIT_10, "w_11 = (−1, 18, −9). y_n w_10 · x_n = −7.68, "),
    (STEMS, "The least margin y_n w . x_n is -3, for n = 1; the largest is 1."),
    # at the end of a run the numbers of both sides of the proof
    (draw_derivation(AND), "w_f . w_T = 22 is at least 18. |w_T|^2 = 29 is at most 54. "),
    (draw_derivation(AND), "cos(w_f, w_T) = 0.99083 is at least 0.594089. "),
    (FROM_W0, "w_f . w_T = 11.2 is at least 10. |w_T|^2 = 7.46 is at most 16.7. w_f = "),
]


@pytest.mark.parametrize(("svg", "part"), DESCRIBED)
def test_pictures_have_descriptions_in_words_and_numbers(svg, part):
    """The description has the numbers of the picture. That of FROM_W0 has no angle, because
    L2.11 does not apply to it.
    """
    assert part in description(svg)


def test_pictures_omit_what_does_not_apply():
    """Without w_f there is no alignment, from another start no angle, for zero vectors no arrow,
    and without mistakes no square.
    """
    assert "Alignment (L2.9)" not in texts(draw_derivation(XOR))
    assert "Cosine of the angle (L2.11)" not in texts(FROM_W0)
    tips = [len(of_class(draw_update(BACK_AND_FORTH, t), "tip")) for t in (0, 1)]
    assert tips == [3, 2]  # one is that of the line
    assert "mistake" not in texts(draw_data(example("or"), Hypothesis([-1, 2, 2])))
    h = pla(example("credit")).hypothesis  # there is no plane of four features
    picture = draw_margins(example("credit"), h)
    assert draw_data(example("credit"), h) == draw_run(pla(example("credit"))) == picture


# Curves over t


def panels(svg):
    """Return the curves of each panel: (of the run, of the bound)."""
    lines = [curve(e) for e in of_class(svg, "line") + of_class(svg, "thin") if "L" in e.get("d")]
    bounds = [curve(e) for e in of_class(svg, "dashed")]
    return list(zip(sorted(lines, key=lambda c: c[0][1]), sorted(bounds, key=lambda c: c[0][1])))


@pytest.mark.parametrize("name", ["and", "credit", "credit-2d", "pair", "spam"])
def test_no_curve_enters_the_grey_area(name):
    """In pixels, alignment and cosine stay above their bounds, and the squared length below its
    bound. The grey areas reach to the edge.
    """
    svg = draw_derivation(pla(example(name)))
    edges = [float(y) for y in re.findall('class="barred" d="M.*?V([0-9.]+)H58z"', svg)]
    assert edges[0] > 180 and edges[1] < 280 and edges[2] > 620
    assert len(panels(svg)) == 3
    for (run_side, bound), sign in zip(panels(svg), (-1, +1, -1)):
        xs = [x for x, _ in bound]

        def at(x, bound=bound, xs=xs):
            k = max(k for k in range(len(xs) - 1) if xs[k] <= x)
            (a, low), (b, high) = bound[k], bound[k + 1]
            return low + (high - low) * (x - a) / (b - a)

        assert all(sign * (y - at(x)) >= -0.5 for x, y in run_side)


def test_curves_of_tiny_numbers_look_like_those_of_ordinary_numbers():
    """If every x_n is divided by 1,000, x_0 included, the curves of the derivation do not move."""
    xs = [[0, 0], [0, 1], [1, 0], [1, 1]]
    tiny_xs = [[Fraction(v, 1000) for v in x] for x in xs]
    tiny = Dataset(tiny_xs, AND.data.ys, x0=Fraction(1, 1000))
    assert panels(draw_derivation(pla(tiny))) == panels(draw_derivation(AND))


@pytest.mark.ci
def test_a_derivation_of_five_thousand_updates_is_small():
    """A curve has at most 300 points, which include the extremes between them, and is a thin
    line.
    """
    run = pla(example("pair", m=35))
    svg = draw_derivation(run)
    assert run.updates == 5045
    assert len(of_class(svg, "thin")) > 0
    assert all(len(run_side) <= 302 for run_side, _ in panels(svg))
    assert len(svg) < 20_000


@pytest.mark.ci
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=200), st.integers(1, 20))
def test_extremes_include_the_peaks(values, half):
    """The ends, the least and the largest values are included, in order; the number of points is
    limited.
    """
    indices = downsampled_indices(values, 2 * half)
    assert indices == sorted(set(indices))
    assert {0, len(values) - 1} <= set(indices)
    assert {min(values), max(values)} <= {values[i] for i in indices}
    assert len(indices) <= 2 * half + 2


def test_the_chart_of_pocket_has_three_curves():
    """The pocket's curve falls where the history says, that of w_t has every t, and that of the
    best line is level.
    """
    run = pocket(example("iris-versicolor-virginica"), max_updates=200)
    svg = draw_pocket(run, fewest=1)
    (run_curve,), (pocket_curve,), (best,) = (
        map(curve, of_class(svg, e)) for e in ("pale", "line", "dashed")
    )
    falls = sum(before[2] != after[2] for before, after in zip(run.history, run.history[1:]))
    assert len(run_curve) == 201
    assert len(pocket_curve) == 2 * falls + 2
    assert [y for _, y in pocket_curve] == sorted(y for _, y in pocket_curve)
    assert best[0][1] == best[1][1] > pocket_curve[-1][1]
    assert f": {run.mistakes} of 100 are mistakes." in description(svg)
    assert "No line makes fewer than 1 mistake." in description(svg)
    assert "of the best line" not in texts(draw_pocket(run))


# Margins


def test_margins_are_stems_from_zero():
    """The stem of y_n w . x_n over n goes up if it is positive, and down if it is negative.
    Mistakes have squares, and the frame contains 0 even if no margin is negative.
    """
    (zero,), (stems,) = of_class(STEMS, "zero"), of_class(STEMS, "pale")
    assert zero.get("d") == "M58 96.6H424"
    assert stems.get("d") == "M119 96.6V148M241 96.6V250.9M363 96.6V45.1"
    assert mark_positions(STEMS, "mistake") == [(119, 148), (241, 250.9)]
    (zero,) = of_class(draw_margins(AND.data, Hypothesis([-3, 2, 2])), "zero")
    assert zero.get("d") == "M58 250.9H424"  # in the frame, also where no margin is negative


@pytest.mark.ci
def test_very_many_margins_are_reduced_to_their_extremes():
    """Of 5,000 stems at most 2,002 are drawn. The caption says that they are the least and the
    largest.
    """
    data = example("noisy", N=5000, seed=3)
    h = Hypothesis([1, 2, 3])
    svg = draw_margins(data, h)
    marks = len(mark_positions(svg, "ofine")) + len(mark_positions(svg, "xfine"))
    assert 1000 < marks <= 2002
    assert " of 5,000 examples are shown: the least and the largest" in " ".join(texts(svg))
    assert "are shown" not in draw_margins(example("credit"), pla(example("credit")).hypothesis)
    assert len(svg) < 150_000


# Sizes


@pytest.mark.ci
def test_a_picture_of_two_thousand_examples_is_small():
    """A picture has less than 200 KB, animated or still, separable or not."""
    separable, noisy = example("separable", N=2000, seed=1), example("noisy", N=2000, flips=900)
    run = pla(separable)
    stopped = pla(noisy, max_updates=500)
    still = draw_margins(separable, run.hypothesis), draw_data(noisy, stopped.hypothesis)
    for svg in (*still, draw_run(run), draw_update(run, 5), draw_run(stopped)):
        assert len(svg) < 200_000


@pytest.mark.parametrize("d", [1, 2])
def test_places_are_rounded_to_a_tenth_of_a_pixel(d):
    """Positions with one feature and with two are rounded to tenths, and halves up."""
    random = Random(d)
    rows = [[Fraction(random.randint(-99, 99), 7) for _ in range(d)] for _ in range(201)]
    data = Dataset(rows, [random.choice([-1, 1]) for _ in rows])
    plane = Plane(data)
    for n in range(0, data.N, 5):
        up = plane.y_axis.to_pixel(rows[n][1] if d == 2 else data.ys[n])
        exact = plane.x_axis.to_pixel(rows[n][0]), up
        assert plane.positions[n] == tuple(
            Fraction(floor(10 * q + Fraction(1, 2)), 10) for q in exact
        )


ANSWERS = {name: separability(data) for name, data in SETS.items()}
ANSWERS["equal labels"] = separability(Dataset([[1, 2], [3, 4]], [1, 1]))
ANSWERS["one class around 0, one feature"] = separability(Dataset([[1], [-1]], [1, 1]))
ANSWERS["one class around 0, two features"] = separability(Dataset([[1, 2], [-1, -2]], [-1, -1]))


@pytest.mark.parametrize("name", [name for name, answer in ANSWERS.items() if answer.separable])
def test_the_line_of_largest_margin_is_drawn_for_odd_sets(name):
    """Numbers may have any size, and the line may lie outside the picture. Each example of the
    support has a ring.
    """
    answer = ANSWERS[name]
    svg = draw_separator(answer)
    assert "rho = " in description(svg)
    rings = "".join(re.findall('<path class="ring" d="([^"]*)"', svg))
    assert rings.count("M") == (len(answer.support) if answer.data.d <= 2 else 0)


@pytest.mark.parametrize(
    ("rows", "y", "w"), [([[1], [-1]], 1, "(1, 0)"), ([[1, 2], [-1, -2]], -1, "(−1, 0, 0)")]
)
def test_weights_with_w_0_alone_have_no_line_and_no_gap(rows, y, w):
    """The picture has the two examples of the support, and says that h is constant."""
    svg = draw_separator(separability(Dataset(rows, [y, y])))
    sign = "+1" if y > 0 else "−1"
    assert f"w = {w}: no line: h(x) = {sign} for every x." in description(svg)
    assert 'class="dashed"' not in svg
    assert ">gap<" not in svg
    assert "Each dashed line is" not in description(svg)
    (ring,) = re.findall('<path class="ring" d="([^"]*)"', svg)
    assert ring.count("M") == 2


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 2], [3, 4]],
        [[5, 0], [8, 4], [9, 7]],
        [[13, 1], [17, 8], [5, 3]],
        [[1, 6], [2, 7], [5, 9]],
        [[2], [5]],
    ],
)
@pytest.mark.parametrize("y", [1, -1])
def test_the_gap_passes_through_the_support_if_the_line_lies_outside(rows, y):
    """One dashed line is at most a tenth of a pixel away from each example of the support."""
    answer = separability(Dataset(rows, [y] * len(rows)))
    svg, positions = draw_separator(answer), Plane(answer.data).positions
    transforms = re.findall(r'<g transform="matrix\((\S+)\)"><path class="dashed"', svg)
    matrices = [tuple(map(float, transform.split(","))) for transform in transforms]
    assert len(matrices) == 2
    assert "the line lies outside the picture" in description(svg)
    for n in answer.support:
        x, y = map(float, positions[n])
        # (c, d) is the unit vector across the line, and (e, f) is a point of the line
        distances = [abs((x - e) * c + (y - f) * d) for _, _, c, d, e, f in matrices]
        assert min(distances) < 0.1, (n, distances)


def box_of(path):
    """Return the left, top, right and bottom of a path of relative lines and curves."""
    (x, y), corners = map(float, re.match("M([^a-z]*)", path)[1].split()), []
    for command, text in re.findall("([hvq])([^a-z]*)", path):
        numbers = [0.0, *map(float, re.findall(r"-?[\d.]+", text))]
        right, down = {"h": (numbers[-1], 0), "v": (0, numbers[-1]), "q": numbers[-2:]}[command]
        x, y = x + right, y + down
        corners.append((x, y))
    xs, ys = zip(*corners)
    return min(xs), min(ys), max(xs), max(ys)


def test_the_frame_spans_both_axes():
    """The frame, whose corners are round, reaches from the start to the end of both axes."""
    data = example("credit-2d")
    x_axis, y_axis = Plane(data).x_axis, Plane(data).y_axis
    (frame,) = re.findall('class="edge" d="([^"]*)"', draw_data(data))
    assert box_of(frame) == (x_axis.start, y_axis.end, x_axis.end, y_axis.start)


def test_a_number_at_the_right_edge_is_not_clipped():
    """The number ends three pixels from the edge, because fonts differ in width."""
    svg = draw_data(Dataset([[0, 1], [10**8, 2]], [+1, -1]))
    below = next(g for g in parsed(svg).iter(f"{SVG}g") if g.get("class") == "tick")
    ends = [float(t.get("x")) + text_width(t.text) / 2 for t in below]
    assert svg.size[0] - 4 < max(ends) <= svg.size[0] - 3
