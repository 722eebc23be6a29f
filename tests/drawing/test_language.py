"""Pictures in another language: every text is translated, and the layout adapts."""

from __future__ import annotations

import re

import pytest

from perceptron_ref import example, pla
from perceptron_ref.drawing import draw_run
from perceptron_ref.drawing.caption import render_legend
from perceptron_ref.drawing.typography import (
    math_svg,
    plain_svg,
    set_translation,
    shorten_to_width,
    text_width,
    translate,
    wrap_lines,
)


@pytest.fixture
def set_language():
    """Return a function that sets the language of pictures; afterwards it is English again."""
    yield set_translation
    set_translation(None)


def test_every_text_of_a_picture_is_translated(set_language):
    """Title, description, sentences of frames, axes and legend are translated. The translator gets
    them with their numbers.
    """
    texts_to_translate = []
    set_language(lambda text: texts_to_translate.append(text) or "\u5b57")
    picture = draw_run(pla(example("credit-2d")))
    assert "The line of w_t, update by update" in texts_to_translate
    assert "annual_salary" in texts_to_translate and "next" in texts_to_translate
    assert "t = 2: w = (0, 3.9, \u22123.8). Next: example 7." in texts_to_translate
    content = re.sub(r"<style>.*?</style>", "", picture, flags=re.DOTALL)
    assert re.findall("[a-z]{4,}", re.sub("<[^>]*>", "", content)) == []
    assert set(re.findall('data-said="(.*?)"', picture)) == {"&#23383;"}


def test_subscripts_in_translations_are_lowered(set_language):
    """Subscripts in a translation look like those in English."""
    set_language(lambda text: "w_t \u7684\u7dda")
    assert math_svg("line of w_t") == (
        '<tspan class="vector">w</tspan><tspan class="letterindex" dy="3">t</tspan>'
        '<tspan dy="-3">\u00a0\u7684\u7dda</tspan>'
    )


def test_a_text_is_translated_once(set_language):
    """A translated text stays the same, even if it was shortened or wrapped."""
    set_language(lambda text: text + "!")
    assert plain_svg(translate("a")) == "a!"
    assert plain_svg(shorten_to_width(translate("annual_salary"), 80)).count("!") == 0
    assert (shorten_to_width("aa", 16), shorten_to_width("aa", 15)) == ("aa", "\u2026")
    assert [plain_svg(line) for line in wrap_lines("one two", 40)] == ["one", "two!"]


def test_the_legend_fits_translated_texts(set_language):
    """Each item of the legend begins after the text of the item before it."""
    set_language(lambda text: "\u6b0a\u91cd" * len(text))
    legend, _ = render_legend(
        [("o", plain_svg("a")), ("x", plain_svg("bb")), ("ring", plain_svg("ccc"))], 0
    )
    positions = [
        tuple(map(int, re.findall(r"translate\((\d+) (-?\d+)\)", item)[0])) for item in legend
    ]
    widths = [35 + text_width("\u6b0a\u91cd" * n) for n in (1, 2, 3)]
    assert positions[0][1] == positions[1][1] == positions[2][1]
    assert all(
        right[0] >= left[0] + width for left, right, width in zip(positions, positions[1:], widths)
    )


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("\u4e00\u4e8c\u4e09\u56db\u4e94", 42, ["\u4e00\u4e8c\u4e09", "\u56db\u4e94"]),
        ("\u4e00\u4e8c\u4e09\u3002", 42, ["\u4e00\u4e8c", "\u4e09\u3002"]),
        ("\u4e00\u4e8c\uff0c\u4e09", 42, ["\u4e00\u4e8c\uff0c", "\u4e09"]),
        ("\u4e00 T = 3\u3002", 44, ["\u4e00", "T = 3\u3002"]),
        ("\u4e00\u4e8c\uff08\u4e09\uff09", 42, ["\u4e00\u4e8c", "\uff08\u4e09\uff09"]),
    ],
)
def test_chinese_texts_are_wrapped_between_characters(text, width, expected):
    """No line begins with a full stop or a comma, or ends with an opening bracket or within an
    equation.
    """
    assert wrap_lines(text, width) == expected
