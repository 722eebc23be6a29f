"""Step controls of a picture by itself; website/test_steps.py has what a browser makes of them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from perceptron_ref import example, pla
from perceptron_ref.drawing import draw_run

SVG = "{http://www.w3.org/2000/svg}"
HTML = "{http://www.w3.org/1999/xhtml}"
RUN = pla(example("or"))
PICTURE = draw_run(RUN, controls=True)
TREE = ElementTree.fromstring(PICTURE)


def test_where_no_script_runs_nothing_of_them_is_seen():
    """The size is the same, the slider is not displayed, and the picture moves as without."""
    assert (draw_run(RUN).has_controls, PICTURE.has_controls) == (False, True)
    assert "<script" not in draw_run(RUN)
    assert PICTURE.size == draw_run(RUN).size
    (bar,) = TREE.iter(f"{SVG}foreignObject")
    assert (bar.get("class"), bar.get("display")) == ("bar", "none")
    motions = [
        re.search(r"(?s)@media screen.*?\n}\n", re.sub("p[0-9a-f]{8}", "", picture)).group()
        for picture in (PICTURE, draw_run(RUN))
    ]
    assert motions[0] == motions[1]


def test_the_controls_are_those_of_the_browser():
    """A button, and a slider with a name: both have keys, places for a finger, and say their values
    by themselves.
    """
    (button,), (slider,) = TREE.iter(f"{HTML}button"), TREE.iter(f"{HTML}input")
    assert button.get("type") == "button"
    assert (slider.get("type"), slider.get("min")) == ("range", "0")
    assert slider.get("aria-label") == "line"


def test_the_script_loads_nothing():
    """One script, in a line, that names no place and writes no markup."""
    (script,) = TREE.iter(f"{SVG}script")
    assert "\n" not in script.text
    assert not re.search(r"http|src|import|fetch|innerHTML|eval|XML", script.text)
    assert len(PICTURE) - len(draw_run(RUN)) < 3_000
