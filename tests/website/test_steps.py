"""Step controls under pictures: what the script makes of a page, and what is seen without it."""

from __future__ import annotations

import gzip
import sys

import pytest

from perceptron_ref import example, pla
from perceptron_ref.drawing import draw_run
from perceptron_ref.drawing.frames import Frame, in_turn
from perceptron_ref.drawing.svg import document

from .conftest import ROOT

sys.path.insert(0, str(ROOT / "docs"))
from _tools.figures import drawing  # noqa: E402
from _tools.stepped import Step, lines  # noqa: E402

pytestmark = pytest.mark.ci

ASSETS = ROOT / "docs" / "assets"
RUN = pla(example("or"))  # 10 frames; the line is first seen in the third
SCRIPT = f'<script src="{(ASSETS / "steps.js").as_uri()}"></script>'
HEAD = f"""<!doctype html><html lang="LANG"><meta charset="utf-8"><title>Steps</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="{(ASSETS / "steps.css").as_uri()}">
<style>html {{ font-size: 125% }} table {{ border-spacing: 0 }}
body {{ --md-default-bg-color: #fff }}</style>
<body class="md-typeset"><p><a href="#before">Before.</a></p>"""
ONE = f"<figure>{drawing(draw_run(RUN))}<figcaption>One run.</figcaption></figure>"


def row(k):
    """Return a row of a table, whose cell is its number."""
    return f"<tr><td>row {k}</td></tr>"


def curve(n, start=0):
    """Return a drawing of n frames that is no line among examples."""
    drawn = [f'<text y="20" x="5">length {k}</text>' for k in range(n)]
    faint = [f'<path d="M0 9H{k}"/>' for k in range(n)]
    frames = [Frame(drawn[k], f"Length {k}.", faint[k]) for k in range(n)]
    return drawing(document(40, "A curve", "It grows.", in_turn(frames, start)))


def together(n=10, attributes=""):
    """Return two pictures and a table in one figure."""
    rows = "".join(map(row, range(n)))
    head = "<thead><tr><th>k</th></tr></thead>"
    table = f'<table class="live">{head}<tbody>{rows}</tbody></table>'
    return (
        f'<figure class="steps" {attributes}><div>{drawing(draw_run(RUN))}{curve(n)}</div>'
        f"{table}<figcaption>Together.</figcaption></figure>"
    )


@pytest.fixture
def opened(browser, tmp_path):
    """Return a function that opens what a body holds in a tab, from a file; errors of scripts fail
    the test. Time stands still until the test lets it go.
    """
    wrong, contexts = [], []

    def open_(body, *, script=SCRIPT, lang="en", **how):
        contexts.append(browser.new_context(**{"viewport": {"width": 1000, "height": 900}, **how}))
        tab = contexts[-1].new_page()
        tab.on("pageerror", lambda error: wrong.append(error))
        tab.clock.install()
        page = tmp_path / f"{len(contexts)}.html"
        page.write_text(HEAD.replace("LANG", lang) + body + script, encoding="utf-8")
        tab.goto(page.as_uri())
        return tab

    yield open_
    for context in contexts:
        context.close()
    assert wrong == []


SEEN = """figure => {
    const seen = e => getComputedStyle(e).visibility === 'visible' && e.getClientRects().length;
    const texts = [...figure.querySelectorAll('svg[role=img]')].map(svg =>
        [...svg.querySelectorAll('.f, .last')].filter(seen)
            .map(e => e.querySelector('text').textContent.replace(/:.*/, '')).join());
    const rows = [...figure.querySelectorAll('tbody td')].filter(seen).map(e => e.textContent);
    const trail = [...figure.querySelectorAll('.trail > path')].filter(seen).length;
    return [...texts, ...rows, trail];
}"""


def seen(tab, which="figure"):
    """Return what is seen of a figure: of each picture its frame's name, the row, how many faint
    lines.
    """
    return tab.locator(which).evaluate(SEEN)


def count(tab, which="figure"):
    """Return the count under a figure."""
    return tab.locator(f"{which} .step-count").text_content()


def said(tab, which="figure"):
    """Return what the live line says."""
    return tab.locator(f"{which} [role=status]").text_content()


def press(tab, name, which="figure"):
    """Click a button of a figure."""
    tab.locator(which).get_by_role("button", name=name, exact=True).click()


# Without the script


@pytest.mark.parametrize("media", ["screen", "print"])
def test_without_the_script_the_last_frame_is_seen_with_the_trail(opened, media):
    """And the last row; nothing moves, although the picture by itself does."""
    tab = opened(ONE + together(), script="")
    tab.emulate_media(media=media)
    assert seen(tab, "figure:not(.steps)") == ["t = 9", 6]
    assert seen(tab, ".steps") == ["t = 9", "length 9", "row 9", 15]
    assert tab.evaluate("document.getAnimations().length") == 0
    assert tab.locator("button").count() == 0


def test_printed_pages_have_the_last_frame_and_no_controls(opened):
    """Wherever the reader was."""
    tab = opened(together())
    press(tab, "First")
    assert seen(tab) == ["t = 0", "length 0", "row 0", 0]
    tab.emulate_media(media="print")
    assert seen(tab) == ["t = 9", "length 9", "row 9", 15]
    assert not tab.locator(".step-controls").is_visible()
    assert not tab.locator(".step-said").is_visible()
    tab.emulate_media(media="screen")
    assert seen(tab) == ["t = 0", "length 0", "row 0", 0]


# Stepping


def test_it_starts_paused_at_the_first_line_that_can_be_seen(opened):
    """Controls are plainly there."""
    tab = opened(ONE)
    tab.clock.run_for(60_000)
    assert (seen(tab), count(tab)) == (["t = 2", 0], "3 / 10")
    assert said(tab) == "t = 2: w = (0, 0, 1). Update 2 corrects example 2."
    names = tab.get_by_role("button").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert names == ["First", "Back", "Play", "Next", "Last", "Speed: 1×"]
    assert all(button.is_visible() for button in tab.get_by_role("button").all())


@pytest.mark.parametrize(
    ("body", "begins"),
    [
        (together(), "3 / 10"),
        (together(attributes="data-start=4"), "5 / 10"),
        (together(attributes="data-start=0"), "1 / 10"),
        (together(attributes="data-start=99"), "10 / 10"),
        (f"<figure>{curve(5)}</figure>", "1 / 5"),
        (f"<figure>{curve(5, start=3)}</figure>", "4 / 5"),
    ],
)
def test_where_it_starts_may_be_said(opened, body, begins):
    """By the element of class steps, or by the picture."""
    assert count(opened(body)) == begins


def test_buttons_go_from_frame_to_frame(opened):
    """Line, ring, label, faint lines, count, slider and sentence change together; ends hold."""
    tab = opened(ONE)
    press(tab, "Next")
    press(tab, "Next")
    assert (seen(tab), count(tab)) == (["t = 4", 1], "5 / 10")
    assert said(tab).endswith("Update 4 corrects example 0.")
    assert tab.get_by_role("slider").input_value() == "4"
    assert tab.get_by_role("slider").get_attribute("aria-valuetext") == "5 of 10"
    press(tab, "Back")
    assert seen(tab) == ["t = 3", 1]
    press(tab, "First")
    press(tab, "Back")
    assert (seen(tab), count(tab)) == (["t = 0", 0], "1 / 10")
    press(tab, "Last")
    press(tab, "Next")
    assert (seen(tab), count(tab)) == (["t = 9", 6], "10 / 10")
    assert said(tab) == "t = 9: w = (−1, 2, 2). No mistake."


def test_the_slider_goes_to_any_frame(opened):
    """By its own keys too, each of which is one step."""
    tab = opened(ONE)
    slider = tab.get_by_role("slider", name="step", exact=True)
    slider.fill("6")
    assert (seen(tab), count(tab)) == (["t = 6", 3], "7 / 10")
    slider.press("ArrowRight")
    assert count(tab) == "8 / 10"
    slider.press("ArrowDown")
    assert count(tab) == "7 / 10"
    slider.press("Home")
    assert count(tab) == "1 / 10"
    slider.press("End")
    assert count(tab) == "10 / 10"
    slider.press(" ")
    tab.get_by_role("button", name="Pause").wait_for()


def test_the_slider_has_the_name_that_the_page_gives(opened):
    """Of what it counts, from 0 as t does; steps count from 1."""
    tab = opened(together(attributes='data-step-name="t"'))
    tab.get_by_role("slider", name="t", exact=True).press("Home")
    assert count(tab).startswith("0 / ")


@pytest.mark.parametrize("on", ["button >> nth=2", "svg >> nth=0"])
def test_keys_step_where_the_figure_has_the_focus(opened, on):
    """On a button, and after a click on the picture."""
    tab = opened(ONE)
    tab.locator(f"figure {on}").focus()
    for key, found in [
        ("ArrowRight", "4 / 10"),
        ("ArrowLeft", "3 / 10"),
        ("Home", "1 / 10"),
        ("End", "10 / 10"),
    ]:
        tab.keyboard.press(key)
        assert count(tab) == found
    for key in ("Control", "Shift", "Alt"):  # the browser's own
        tab.keyboard.press(f"{key}+ArrowLeft")
        assert count(tab) == "10 / 10"
    tab.keyboard.press(" ")
    assert count(tab) == "3 / 10"
    tab.get_by_role("button", name="Pause").wait_for()
    tab.keyboard.press(" ")
    tab.get_by_role("button", name="Play").wait_for()


def test_a_key_on_a_button_presses_that_button(opened):
    """Once: space and Enter are clicks. After a click on the picture, which the tab key leaves out,
    keys step as well.
    """
    tab = opened(ONE)
    next_ = tab.get_by_role("button", name="Next")
    next_.press(" ")
    assert count(tab) == "4 / 10"
    next_.press("Enter")
    assert count(tab) == "5 / 10"
    tab.locator("figure svg").first.click()
    tab.keyboard.press("ArrowRight")
    assert count(tab) == "6 / 10"
    assert tab.locator("figure svg").first.get_attribute("tabindex") == "-1"


def test_the_keys_of_the_theme_are_not_pressed(opened):
    """Keys in the figure go nowhere else; outside of it they do what they always do."""
    tab = opened(ONE + "<p style='height: 3000px'>")
    tab.evaluate("window.heard = []; addEventListener('keydown', e => heard.push(e.key))")
    tab.get_by_role("button", name="Next").focus()
    for key in ("n", "p", "s", "f", ",", ".", "/", "ArrowRight", "End", " "):
        tab.keyboard.press(key)
    assert tab.evaluate("heard") == []
    assert tab.evaluate("scrollY") == 0
    tab.get_by_role("slider").focus()
    tab.keyboard.press("n")
    tab.keyboard.press("ArrowLeft")
    assert tab.evaluate("heard") == []
    before = count(tab)
    tab.get_by_role("link", name="Before.").focus()
    tab.keyboard.press("n")
    tab.keyboard.press("End")
    assert tab.evaluate("heard") == ["n", "End"]
    tab.clock.run_for(1_000)
    tab.wait_for_function("scrollY > 0")
    assert count(tab) == before


def test_it_plays_to_the_end_and_says_so_only_then(opened):
    """A frame stays 1.2 seconds; while it plays nothing is said; from the end it starts anew."""
    tab = opened(ONE)
    press(tab, "Play")
    assert (count(tab), said(tab)) == ("3 / 10", "")
    tab.clock.run_for(1_300)
    assert (count(tab), said(tab)) == ("4 / 10", "")
    tab.clock.run_for(1_200)
    assert (count(tab), said(tab)) == ("5 / 10", "")
    press(tab, "Pause")
    assert said(tab).endswith("Update 4 corrects example 0.")
    tab.clock.run_for(5_000)
    assert count(tab) == "5 / 10"
    press(tab, "Play")
    tab.clock.run_for(1_300)
    press(tab, "Next")
    assert (count(tab), said(tab)[:5]) == ("7 / 10", "t = 6")
    tab.clock.run_for(5_000)
    assert count(tab) == "7 / 10"
    press(tab, "Play")
    tab.clock.run_for(10_000)
    assert (count(tab), said(tab)) == ("10 / 10", "t = 9: w = (−1, 2, 2). No mistake.")
    press(tab, "Play")
    assert count(tab) == "3 / 10"


def test_a_slider_that_is_moved_stops_the_play(opened):
    """It stays where the reader put it."""
    tab = opened(ONE)
    press(tab, "Play")
    tab.get_by_role("slider").fill("8")
    tab.clock.run_for(5_000)
    assert (count(tab), said(tab)[:5]) == ("9 / 10", "t = 8")


def test_where_the_last_line_is_the_first_that_can_be_seen(opened):
    """Play goes from the beginning; at double speed a frame stays half as long."""
    tab = opened(f"<figure>{curve(3, start=2)}</figure>")
    assert count(tab) == "3 / 3"
    press(tab, "Speed: 1×")
    press(tab, "Play")
    assert count(tab) == "1 / 3"
    tab.clock.run_for(1_300)
    assert (count(tab), said(tab)) == ("3 / 3", "Length 2.")


def test_less_motion_rests_on_the_last_frame(opened):
    """Play still plays, as it was asked for."""
    tab = opened(ONE, reduced_motion="reduce")
    assert (seen(tab), count(tab)) == (["t = 9", 6], "10 / 10")
    press(tab, "Play")
    tab.clock.run_for(1_300)
    assert count(tab) == "4 / 10"


def test_subscripts_of_a_sentence_are_lowered(opened):
    """As in the pictures, where vectors are bold; in names an underscore stays."""
    sentence = "w_{t+1} = w_t + x_1 &lt; annual_salary, item_1."
    rows = f"<tr data-said='{sentence}'><td>a</td></tr>" * 2
    table = f'<table class="live"><tbody>{rows}</tbody></table>'
    tab = opened(f'<figure class="steps">{table}</figure>')
    found = tab.locator("[role=status]").inner_html()
    weights = "<b>w</b><sub>t+1</sub> = <b>w</b><sub>t</sub>"
    assert found == f"{weights} + x<sub>1</sub> &lt; annual_salary, item_1."


# Several


TABLE = '<table class="live"><tbody>{}</tbody></table>'
ROWS = "".join(map(row, range(3)))
SAID = "".join(f'<tr data-said="Said {k}."><td>row {k}</td></tr>' for k in range(3))


@pytest.mark.parametrize(
    ("body", "button", "sees", "says", "counts"),
    [
        (  # two pictures and a table
            together(attributes="data-start=4"),
            "Next",
            ["t = 5", "length 5", "row 5", 7],
            "t = 5: w = (\u22121, 1, 1). Update 5 corrects example 1. Length 5.",
            "6 / 10",
        ),
        # a shorter track rests on its last frame
        (f"{curve(3)}{curve(5)}", "Last", ["length 2", "length 4", 6], None, "5 / 5"),
        # what tracks say alike is said once; one without a sentence says nothing
        (f"{curve(3)}{curve(3)}{TABLE.format('')}", "Next", None, "Length 1.", "2 / 3"),
        # a table of Markdown has no class of its own
        (
            f'{curve(3)}<div class="live"><table><tbody>{ROWS}</tbody></table></div>',
            *("Next", ["length 1", "row 1", 1], None, "2 / 3"),
        ),
        (TABLE.format(SAID), "Next", ["row 1", 0], "Said 1.", "2 / 3"),
    ],
)
def test_tracks_and_the_live_row_go_in_step(opened, body, button, sees, says, counts):
    """Under one bar, which has a name."""
    tab = opened(body if "<figure" in body else f'<figure class="steps">{body}</figure>')
    press(tab, button)
    assert sees in (None, seen(tab))
    assert says in (None, said(tab))
    assert count(tab) == counts
    assert tab.get_by_role("group").get_attribute("aria-label").startswith("Steps")


def test_columns_of_the_live_row_keep_their_width(opened):
    """And the table is as high as its head and one row, whatever is in the others."""
    rows = "".join(f"<tr><td>{'9' * (k % 4 + 1)}<sub>t</sub></td><td>b</td></tr>" for k in range(8))
    table = f"<table><thead><tr><th>a</th><th>c</th></tr></thead><tbody>{rows}</tbody></table>"
    body = f'<figure class="steps">{curve(8)}<div class="live">{table}</div></figure>'
    sizes = """() => [...document.querySelectorAll('table, th')].map(
        e => [e.getBoundingClientRect().width, e.getBoundingClientRect().height])"""
    tab = opened(body)
    found = []
    for _ in range(8):
        found.append(tab.evaluate(sizes))
        press(tab, "Next")
    assert all(size == found[0] for size in found)
    (_, high), (_, head), _ = found[0]
    assert head * 1.5 < high < head * 3
    assert opened(body, script="").evaluate(sizes) == found[0]
    tab.emulate_media(media="print")
    assert tab.evaluate(sizes) == found[0]


def test_figures_of_one_page_step_apart(opened):
    """Each has its own bar, and its own keys."""
    tab = opened(f"{ONE}<figure id='b'>{curve(4)}</figure>")
    press(tab, "Next", "#b")
    assert (count(tab, "#b"), count(tab, "figure:not(#b)")) == ("2 / 4", "3 / 10")
    groups = tab.locator("[role=group]").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert groups == ["Steps: The line of w_t, update by update", "Steps: A curve"]


def test_still_pictures_have_no_controls(opened):
    """One frame is not stepped, nor is a picture without."""
    still = drawing(draw_run(RUN, still=True))
    tab = opened(f'<figure>{still}</figure><figure class="steps">{curve(1)}</figure>')
    assert tab.locator(".step-controls").count() == 0


# Readers


@pytest.mark.parametrize(
    "body",
    [
        ONE,
        together(),
        f'<div class="steps"><figure>{curve(4)}<figcaption>C</figcaption></figure></div>',
        f'<figure class="steps"><div><figure>{curve(4)}<figcaption>A</figcaption></figure>'
        f"<figure>{curve(4)}<figcaption>B</figcaption></figure></div>"
        "<figcaption>C, with <svg><path/></svg> in a formula</figcaption></figure>",
    ],
)
def test_the_order_of_reading(opened, body):
    """Pictures, controls, live line, caption."""
    tab = opened(body)
    order = tab.evaluate(
        """() => [...document.querySelectorAll('[role=img],.step-controls,.step-said,figcaption')]
            .map(e => e.getAttribute('class') || e.tagName.toLowerCase())"""
    )
    names = [name.split()[0] for name in order]
    pictures = max(i for i, name in enumerate(names) if name == "perceptron")
    assert names[pictures + 1 :][-3:] == ["step-controls", "step-said", "figcaption"]
    assert names.count("step-controls") == 1
    assert tab.locator(".drawing .step-controls, p .step-controls").count() == 0
    assert tab.get_by_role("img").count() >= 1
    assert tab.locator("figure [aria-live=polite]").count() == 1


@pytest.mark.parametrize("touch", [True, False])
def test_touch_targets(opened, touch):
    """44 pixels where a finger points; nothing is wider than the window."""
    tab = opened(
        ONE + together(), has_touch=touch, is_mobile=touch, viewport={"width": 360, "height": 700}
    )
    sizes = tab.evaluate(
        """() => [...document.querySelectorAll('.step-controls :is(button, input)')]
            .map(e => [e.getBoundingClientRect().width, e.getBoundingClientRect().height])"""
    )
    least = 44 if touch else 36
    assert min(min(size) for size in sizes) >= least
    assert touch == (max(high for _, high in sizes) >= 44)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


def test_nothing_below_moves_when_the_sentence_changes(opened):
    """There is room for the longest."""
    tab = opened(ONE, viewport={"width": 360, "height": 700})
    heights = set()
    for _ in range(10):
        press(tab, "Next")
        heights.add(tab.locator(".step-said").bounding_box()["height"])
    press(tab, "Play")
    heights.add(tab.locator(".step-said").bounding_box()["height"])
    assert len(heights) == 1


def test_a_picture_is_low_enough_to_be_seen_with_its_controls(opened):
    """Three quarters of the window."""
    tab = opened(ONE.replace("<svg", "<svg style='width: 100%'", 1))
    assert tab.locator("figure svg").first.bounding_box()["height"] == 0.75 * 900


def test_controls_are_in_view_under_a_high_picture(opened):
    """They stay at the lower edge of the window while pictures go on below it."""
    many = "".join(curve(3 + i) for i in range(20))
    tab = opened(f'<figure class="steps">{many}</figure>', viewport={"width": 400, "height": 500})
    assert tab.evaluate("document.documentElement.scrollHeight") > 1000
    box = tab.locator(".step-controls").bounding_box()
    assert box["y"] + box["height"] <= 500


@pytest.mark.parametrize(
    ("lang", "name", "between"),
    [("zh-TW", "\u4e0b\u4e00\u6b65", ""), ("zh-CN", "\u4e0b\u4e00\u6b65", "")]
    + [("en-GB", "Next", " "), ("xx", "Next", " "), ("", "Next", " ")],
)
def test_words_are_those_of_the_page_s_language(opened, lang, name, between):
    """Those of a language without a table are English; in Chinese no space parts sentences."""
    tab = opened(together(), lang=lang)
    assert tab.get_by_role("button", name=name).count() == 1
    assert said(tab).endswith(f"Update 2 corrects example 2.{between}Length 2.")


# Files


def test_the_script_is_small_and_loads_nothing():
    """Under 8 KB gzipped, with the style sheet; no module, no address, no dependency."""
    script = (ASSETS / "steps.js").read_bytes()
    style = (ASSETS / "steps.css").read_bytes()
    assert len(gzip.compress(script)) + len(gzip.compress(style)) < 8_000
    for word in (b"http", b"import ", b"import(", b"export", b"fetch", b"eval", b"url("):
        assert word not in script + style


# Pictures of pages


def test_a_step_is_drawn_as_it_is_said():
    """Line, ring, dashed line, squares and words of a frame stand in one group."""
    steps = [
        Step([0, 0, 0], ring=0, words=["w_0 = 0", "no line"]),
        Step(["-1/2", 1, "1"], words=["w_{t+1}"], dashed=[-1, 0, 1], said="It moved."),
    ]
    svg = lines(example("or"), steps, "Title", "What happens.", boxes=True, dashed="w_t")
    first, last = (
        svg[svg.index('class="f"') : svg.index('class="last"')],
        svg[svg.index('class="last"') :],
    )
    last = last[: last.index('<path class="o"')]
    assert 'class="ring"' in first and 'class="line"' not in first
    assert 'class="mistake"' in first
    assert 'data-said="w_0 = 0, no line."' in first
    assert last.startswith('class="last" data-said="It moved."')
    assert 'class="ring"' not in last and 'class="line"' in last and 'class="before"' in last
    assert 'data-start="1"' in svg
    assert ">What happens.<" not in svg and " What happens.</desc>" in svg
    assert '>w</tspan><tspan dy="3" font-size="10">t</tspan></text></g>' in svg
    assert "mistake</text>" in svg


def test_words_that_are_cut_are_an_error():
    """A page would show an ellipsis."""
    with pytest.raises(ValueError, match="wider than the picture: 'mm"):
        lines(example("or"), [Step([1, 1, 1], words=["m" * 60])], "Title", "What is seen.")
