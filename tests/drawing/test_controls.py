"""Step controls: what is in the picture, and what a browser makes of it."""

from __future__ import annotations

import re
import shutil
from xml.etree import ElementTree

import pytest

from perceptron_ref import example, pla, pocket
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


@pytest.fixture(scope="module")
def browser():
    """Return the Chromium of this machine, without a window."""
    sync_api = pytest.importorskip("playwright.sync_api")
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if not path:
        pytest.skip("chromium is not there")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(browser, tmp_path):
    """Return a function that opens text as a file in a tab; errors of its scripts fail the test."""
    wrong, contexts = [], []

    def open_(text, name="run.svg", **how):
        contexts.append(browser.new_context(**{"reduced_motion": "reduce", **how}))
        tab = contexts[-1].new_page()
        tab.on("pageerror", lambda error: wrong.append(error))
        (tmp_path / name).write_text(text, encoding="utf-8")
        tab.goto((tmp_path / name).as_uri())
        return tab

    yield open_
    for context in contexts:
        context.close()
    assert wrong == []


SEEN = """() => {
    const seen = e => getComputedStyle(e).visibility === 'visible';
    const frames = [...document.querySelectorAll('.f, .last')].filter(seen);
    return [
        document.querySelector('output').textContent,
        frames.map(e => e.querySelector('text').textContent),
        frames.map(e => e.querySelectorAll('.line').length + e.querySelectorAll('.ring').length),
        [...document.querySelectorAll('.trail > path')].filter(seen).length,
    ];
}"""
LAST = ["10 / 10", ["t = 9: w = (\u22121, 2, 2)"], [1], 6]


@pytest.mark.ci
def test_keys_and_fingers_go_from_line_to_line(opened):
    """Label, line, ring and count change together, earlier lines are faint, and both ends hold."""
    tab = opened(PICTURE, has_touch=True)
    assert tab.evaluate(SEEN) == LAST
    tab.keyboard.press("Home")
    assert tab.evaluate(SEEN) == ["1 / 10", ["t = 0: w = (0, 0, 0)"], [1], 0]
    assert tab.locator("input").get_attribute("aria-valuetext") == (
        "t = 0: w = (0, 0, 0). Update 0 corrects example 0; weights of zero draw no line."
    )
    assert tab.evaluate("document.documentElement.getAttribute('role')") == "group"
    tab.keyboard.press("ArrowLeft")
    assert tab.evaluate(SEEN)[0] == "1 / 10"
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(SEEN) == ["3 / 10", ["t = 2: w = (0, 0, 1)"], [2], 0]
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(SEEN)[3] == 1
    tab.keyboard.press("End")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(SEEN) == LAST
    box = tab.locator("input").bounding_box()
    assert box["height"] >= 36
    tab.touchscreen.tap(box["x"] + 8, box["y"] + box["height"] / 2)
    assert tab.evaluate(SEEN)[0] == "1 / 10"


@pytest.mark.ci
def test_it_plays_and_stops(opened):
    """It plays from the first line that can be seen, unless the reader asked for less motion; a
    step stops it.
    """
    tab = opened(PICTURE, reduced_motion="no-preference")
    button = tab.locator("button")
    assert button.text_content() == "Pause"
    assert tab.evaluate(SEEN)[0] == "3 / 10"
    tab.wait_for_function("document.querySelector('output').textContent === '4 / 10'")
    tab.keyboard.press("ArrowLeft")
    tab.wait_for_timeout(2_000)  # longer than a line stays
    assert (button.text_content(), tab.evaluate(SEEN)[0]) == ("Play", "3 / 10")
    tab.keyboard.press(" ")
    tab.wait_for_function("document.querySelector('output').textContent === '5 / 10'")
    assert tab.evaluate("document.getAnimations().length") == 0
    button.click()
    assert button.text_content() == "Play"
    tab.locator("input").focus()
    tab.keyboard.press("End")
    tab.keyboard.press(" ")
    assert tab.evaluate(SEEN)[0] == "3 / 10"


@pytest.mark.ci
def test_two_in_a_notebook_step_apart(opened):
    """Each in a page of its own, in the colour of the text around it."""
    page = "".join(f"<p>{p._repr_html_()}</p>" for p in (PICTURE, draw_run(OTHER, controls=True)))
    tab = opened(f'<body style="color:#abcdef">{page}', "a.html")
    first, second = (tab.frame_locator("iframe").nth(i) for i in (0, 1))
    first.locator("input").press("Home")
    assert first.locator("output").text_content() == "1 / 10"
    assert second.locator("output").text_content() == "6 / 6"
    ink = "e => getComputedStyle(e).stroke"
    assert first.locator(".last .line").evaluate(ink) == "rgb(171, 205, 239)"


OTHER = pocket(example("xor"), "random-permutation", max_updates=5)
