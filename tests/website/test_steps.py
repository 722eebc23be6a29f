"""Step controls under pictures, with the script and without it."""

from __future__ import annotations

import gzip
from datetime import datetime

import pytest
from _tools.inline_svg import inline_drawing
from _tools.stepped_pictures import Step, draw_lines

from perceptron_ref import example, pla
from perceptron_ref.drawing import draw_run
from perceptron_ref.drawing.frames import Frame, render_frames
from perceptron_ref.drawing.svg import build_document

from .conftest import ROOT

pytestmark = pytest.mark.ci

ASSETS = ROOT / "docs" / "assets"
RUN = pla(example("or"))  # 10 frames; the third is the first with a visible line
SCRIPT = f'<script src="{(ASSETS / "steps.js").as_uri()}"></script>'
HEAD = f"""<!doctype html><html lang="LANG"><meta charset="utf-8"><title>Steps</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="{(ASSETS / "steps.css").as_uri()}">
<style>html {{ font-size: 125% }} table {{ border-spacing: 0 }}
body {{ --md-default-bg-color: #fff }}</style>
<body class="md-typeset"><p><a href="#before">Before.</a></p>"""
RUN_FIGURE = f"<figure>{inline_drawing(draw_run(RUN))}<figcaption>One run.</figcaption></figure>"


def row(k):
    """Return a row of a table with its number as the only cell."""
    return f"<tr><td>row {k}</td></tr>"


def curve(n, start=0):
    """Return a drawing of n frames, which has a trail from the frame `start` on."""
    parts = '<text y="20" x="5">length {}</text>', "Length {}.", '<path d="M0 9H{}"/>'
    frames = [Frame(*(part.format(k) for part in parts[: 2 + (k >= start)])) for k in range(n)]
    return inline_drawing(build_document(40, "A curve", "It grows.", render_frames(frames)))


def figure_of_three(n=10, attributes=""):
    """Return a figure of two pictures and a table of n rows, which step together."""
    rows = "".join(map(row, range(n)))
    head = "<thead><tr><th>k</th></tr></thead>"
    table = f'<table class="live">{head}<tbody>{rows}</tbody></table>'
    return (
        f'<figure class="steps" {attributes}><div>{inline_drawing(draw_run(RUN))}{curve(n)}</div>'
        f"{table}<figcaption>Three parts.</figcaption></figure>"
    )


@pytest.fixture
def open_body(browser, tmp_path):
    """Return a function that opens the HTML of a body in a tab, from a file.

    Errors of scripts fail the test, and the clock of the page stops until the test advances it.
    """
    page_errors, contexts = [], []

    def open_(body, *, script=SCRIPT, lang="en", **options):
        contexts.append(
            browser.new_context(**{"viewport": {"width": 1000, "height": 900}, **options})
        )
        tab = contexts[-1].new_page()
        tab.on("pageerror", lambda error: page_errors.append(error))
        tab.clock.install(time=datetime(2026, 1, 1))
        page = tmp_path / f"{len(contexts)}.html"
        page.write_text(HEAD.replace("LANG", lang) + body + script, encoding="utf-8")
        tab.goto(page.as_uri())
        tab.clock.pause_at(datetime(2026, 1, 1, 1))
        return tab

    yield open_
    for context in contexts:
        context.close()
    assert page_errors == []


VISIBLE_PARTS = """figure => {
    const isVisible = e =>
        getComputedStyle(e).visibility === 'visible' && e.getClientRects().length;
    const texts = [...figure.querySelectorAll('svg[role=img]')].map(svg =>
        [...svg.querySelectorAll('.f, .last')].filter(isVisible)
            .map(e => e.querySelector('text').textContent.replace(/:.*/, '')).join());
    const rows = [...figure.querySelectorAll('tbody td')].filter(isVisible).map(e => e.textContent);
    const trail = [...figure.querySelectorAll('.trail > path')].filter(isVisible).length;
    return [...texts, ...rows, trail];
}"""


def visible_parts(tab, selector="figure"):
    """Return the visible parts of a figure: the text of the frame of each picture, the row of the
    table, and the number of lines in the trail.
    """
    return tab.locator(selector).evaluate(VISIBLE_PARTS)


def counter_of(tab, selector="figure"):
    """Return the text of the counter under a figure."""
    return tab.locator(f"{selector} .step-count").text_content()


def spoken_sentence(tab, selector="figure"):
    """Return the text of the status line that screen readers read.

    It is empty while a figure plays, although the line is visible.
    """
    line = tab.locator(f"{selector} [role=status]")
    assert line.text_content()
    return "" if line.get_attribute("aria-live") == "off" else line.text_content()


def press(tab, name, selector="figure"):
    """Click a button of a figure."""
    tab.locator(selector).get_by_role("button", name=name, exact=True).click()


# Without the script


@pytest.mark.parametrize("media", ["screen", "print"])
def test_without_the_script_the_last_frame_and_the_trail_are_visible(open_body, media):
    """The last row is visible, too. Nothing moves, although a picture outside a page does."""
    tab = open_body(RUN_FIGURE + figure_of_three(), script="")
    tab.emulate_media(media=media)
    assert visible_parts(tab, "figure:not(.steps)") == ["t = 9", 6]
    assert visible_parts(tab, ".steps") == ["t = 9", "length 9", "row 9", 15]
    assert tab.evaluate("document.getAnimations().length") == 0
    assert tab.locator("button").count() == 0


def test_printed_pages_have_the_last_frame_and_no_controls(open_body):
    """This does not depend on the step that the reader has chosen."""
    tab = open_body(figure_of_three())
    press(tab, "First")
    assert visible_parts(tab) == ["t = 0", "length 0", "row 0", 0]
    tab.emulate_media(media="print")
    assert visible_parts(tab) == ["t = 9", "length 9", "row 9", 15]
    assert not any(e.is_visible() for e in tab.locator(".step-controls, .step-said").all())
    tab.emulate_media(media="screen")
    assert visible_parts(tab) == ["t = 0", "length 0", "row 0", 0]


# Stepping

TABLE = '<table class="live"><tbody>{}</tbody></table>'
ROWS = "".join(map(row, range(3)))
ROWS_WITH_SENTENCES = "".join(f'<tr data-said="Said {k}."><td>row {k}</td></tr>' for k in range(3))


def steps(*parts):
    """Return a figure in which these parts step together."""
    return f'<figure class="steps">{"".join(parts)}</figure>'


def act(tab, action):
    """Perform an action of a walk: press Next, key Home, focus svg, slide 6, wait 1300."""
    kind, _, argument = action.partition(" ")
    if kind == "press":
        press(tab, argument)
    elif kind == "key":
        tab.keyboard.press(argument)
    elif kind == "focus":
        tab.locator(f"figure {argument}").first.focus()
    elif kind == "slide":
        tab.get_by_role("slider").fill(argument)
    else:
        tab.clock.run_for(int(argument))


# a body, options of the tab, and steps: actions, the counter, the visible parts, and the end of the
# spoken sentence, "" if nothing is spoken; None for anything
WALKS = {
    "it starts paused at the first visible line": [
        *(RUN_FIGURE, {}),
        ("", "3 / 10", ["t = 2", 0], "t = 2: w = (0, 0, 1). Next: example 2."),
        ("wait 60000", "3 / 10", ["t = 2", 0], "Next: example 2."),
    ],
    "buttons go from frame to frame, and ends hold": [
        *(RUN_FIGURE, {}),
        ("press Next, press Next", "5 / 10", ["t = 4", 1], "Next: example 0."),
        ("press Back", "4 / 10", ["t = 3", 1], None),
        ("press First, press Back", "1 / 10", ["t = 0", 0], None),
        ("press Last, press Next", "10 / 10", ["t = 9", 6], "w = (−1, 2, 2). No mistake."),
    ],
    "the slider goes to any frame, also by its own keys": [
        *(RUN_FIGURE, {}),
        ("slide 6", "7 / 10", ["t = 6", 3], None),
        ("focus input, key ArrowRight", "8 / 10", None, None),
        ("key ArrowDown", "7 / 10", None, None),
        ("key Home", "1 / 10", None, None),
        ("key End", "10 / 10", None, None),
        ("key Space", "3 / 10", None, ""),
    ],
    "keys step where a button has the focus, except shortcuts of the browser": [
        *(RUN_FIGURE, {}),
        ("focus button, key ArrowRight", "4 / 10", None, None),
        ("key ArrowLeft", "3 / 10", None, None),
        ("key End", "10 / 10", None, None),
        ("key Control+ArrowLeft, key Shift+ArrowLeft, key Alt+ArrowLeft", "10 / 10", None, None),
        ("key Home", "1 / 10", None, None),
    ],
    "keys step where the picture has the focus": [
        *(RUN_FIGURE, {}),
        ("focus svg, key ArrowRight", "4 / 10", None, None),
        ("key Space", "4 / 10", None, ""),
        ("key Space", "4 / 10", None, "."),
    ],
    "space and Enter on a button are clicks": [
        *(RUN_FIGURE, {}),
        ("focus [aria-label=Next], key Space", "4 / 10", None, None),
        ("key Enter", "5 / 10", None, None),
    ],
    "it plays to the end, 1.2 seconds a frame, and speaks only then": [
        *(RUN_FIGURE, {}),
        ("press Play", "3 / 10", None, ""),
        ("wait 1300", "4 / 10", None, ""),
        ("wait 1200", "5 / 10", None, ""),
        ("press Pause", "5 / 10", None, "Next: example 0."),
        ("wait 5000", "5 / 10", None, None),
        ("press Play, wait 1300, press Next", "7 / 10", None, "Next: example 0."),
        ("wait 5000", "7 / 10", None, None),
        ("press Play, slide 6, wait 5000", "7 / 10", None, None),
        ("press Play, wait 10000", "10 / 10", None, "No mistake."),
        ("press Play", "3 / 10", None, ""),
    ],
    "if only the last line is visible, play begins with the first frame": [
        *(f"<figure>{curve(3, start=2)}</figure>", {}),
        ("", "3 / 3", None, None),
        ("press Speed: 1×, press Play", "1 / 3", None, ""),
        ("wait 1300", "3 / 3", None, "Length 2."),
    ],
    "the speeds are 1, 2, 4 and a half": [
        *(f"<figure>{curve(9)}</figure>", {}),
        ("press Speed: 1×, press Speed: 2×, press Play, wait 650", "3 / 9", None, ""),
        ("press Speed: 4×, press Speed: 0.5×, press Speed: 1×", None, None, None),
    ],
    "with reduced motion it starts at the last frame, and plays only after Play": [
        *(RUN_FIGURE, {"reduced_motion": "reduce"}),
        ("", "10 / 10", ["t = 9", 6], None),
        ("press Play, wait 1300", "4 / 10", None, None),
    ],
    "data-start of the element of class steps is the first step": [
        *(figure_of_three(attributes="data-start=4"), {}),
        ("", "5 / 10", None, None),
        ("press Next", "6 / 10", ["t = 5", "length 5", "row 5", 7], "example 1. Length 5."),
    ],
    "data-start may be 0": [
        figure_of_three(attributes="data-start=0"),
        {},
        ("", "1 / 10", None, None),
    ],
    "a data-start after the last step means the last": [
        figure_of_three(attributes="data-start=99"),
        {},
        ("", "10 / 10", None, None),
    ],
    "without data-start the latest start of the pictures counts": [
        figure_of_three(),
        {},
        ("", "3 / 10", None, None),
    ],
    "a single picture has its own start": [
        f"<figure>{curve(5, start=3)}</figure>",
        {},
        ("", "4 / 5", None, None),
    ],
    "t counts from 0, steps count from 1": [
        *(figure_of_three(attributes='data-step-name="t"'), {}),
        ("press First", "0 / 9", None, None),
    ],
    "a picture may say that its steps are t": [
        *("<figure>" + curve(5, start=3).replace("data-start", "data-step-name=t data-start"), {}),
        ("", "3 / 4", None, None),
    ],
    "a part with fewer frames stays at its last frame": [
        *(steps(curve(3), curve(5)), {}),
        ("press Last", "5 / 5", ["length 2", "length 4", 6], None),
    ],
    "equal sentences are spoken once; a part without a sentence is silent": [
        *(steps(curve(3), curve(3), TABLE.format("")), {}),
        ("press Next", "2 / 3", None, "Length 1."),
    ],
    "a table of Markdown is in an element with the class": [
        *(steps(curve(3), f'<div class="live"><table><tbody>{ROWS}</tbody></table></div>'), {}),
        ("press Next", "2 / 3", ["length 1", "row 1", 1], None),
    ],
    "a table alone": [
        *(steps(TABLE.format(ROWS_WITH_SENTENCES)), {}),
        ("press Next", "2 / 3", ["row 1", 0], "Said 1."),
    ],
}


@pytest.mark.parametrize("name", WALKS)
def test_a_reader_walks_through_a_figure(open_body, name):
    """Pictures, rows, trail, counter and sentence change together."""
    body, tab_options, *walk = WALKS[name]
    tab = open_body(body, **tab_options)
    for actions, counter, parts, sentence in walk:
        for action in filter(None, actions.split(", ")):
            act(tab, action)
        assert counter in (None, counter_of(tab))
        assert parts in (None, visible_parts(tab))
        assert sentence is None or (
            spoken_sentence(tab).endswith(sentence) if sentence else not spoken_sentence(tab)
        )


def test_the_controls_have_names(open_body):
    """Buttons, slider and group have accessible names. The Tab key skips the picture."""
    tab = open_body(RUN_FIGURE)
    names = tab.get_by_role("button").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert names == ["First", "Back", "Play", "Next", "Last", "Speed: 1×"]
    assert all(button.is_visible() for button in tab.get_by_role("button").all())
    assert tab.get_by_role("group").get_attribute("aria-label").startswith("Steps")
    slider = tab.get_by_role("slider", name="step", exact=True)
    assert slider.get_attribute("aria-valuetext") == "3 of 10"
    assert tab.locator("figure svg").first.get_attribute("tabindex") == "-1"


def test_keys_in_a_figure_do_not_reach_the_theme(open_body):
    """Outside the figure the theme receives the keys."""
    tab = open_body(RUN_FIGURE + "<p style='height: 3000px'>")
    tab.evaluate("window.keys = []; addEventListener('keydown', e => keys.push(e.key))")
    tab.get_by_role("button", name="Next").focus()
    for key in ("n", "p", "s", "f", ",", ".", "/", "ArrowRight", "End", " "):
        tab.keyboard.press(key)
    tab.get_by_role("slider").focus()
    tab.keyboard.press("n")
    tab.keyboard.press("ArrowLeft")
    assert (tab.evaluate("keys"), tab.evaluate("scrollY")) == ([], 0)
    before = counter_of(tab)
    tab.get_by_role("link", name="Before.").focus()
    tab.keyboard.press("n")
    tab.keyboard.press("End")
    assert tab.evaluate("keys") == ["n", "End"]
    tab.clock.run_for(1_000)
    tab.wait_for_function("scrollY > 0")
    assert counter_of(tab) == before


def test_subscripts_of_a_sentence_are_lowered(open_body):
    """w_{t+1} becomes a bold w with a subscript, and x_1 an italic x. The underscore of
    annual_salary stays.
    """
    sentence = "w_{t+1} = w_t + x_1 &lt; annual_salary, item_1."
    tab = open_body(steps(TABLE.format(f"<tr data-said='{sentence}'><td>a</td></tr>" * 2)))
    status = tab.locator("[role=status]").inner_html()
    weights = "<b>w</b><sub>t+1</sub> = <b>w</b><sub>t</sub>"
    component = '<i class="math">x</i><sub>1</sub>'
    assert status == f"{weights} + {component} &lt; annual_salary, item_1."


def test_symbols_of_a_sentence_are_italic(open_body):
    """t and T are italic before = or ≤, and R and ρ before ²; the same letters in words are not."""
    sentence = "Tt = 3, Total: T = 9 ≤ R²/ρ², to R"
    tab = open_body(steps(TABLE.format(f"<tr data-said='{sentence}'><td>a</td></tr>" * 2)))
    status = tab.locator("[role=status]").inner_html()
    italic = '<i class="math">{}</i>'.format
    assert status == f"Tt = 3, Total: {italic('T')} = 9 ≤ {italic('R')}²/{italic('ρ')}², to R"


# Tables, and several figures


def test_columns_of_the_live_row_keep_their_width(open_body):
    """At every step the table has the same size: the height of its heading and one row."""
    rows = "".join(f"<tr><td>{'9' * (k % 4 + 1)}<sub>t</sub></td><td>b</td></tr>" for k in range(8))
    table = f"<table><thead><tr><th>a</th><th>c</th></tr></thead><tbody>{rows}</tbody></table>"
    body = steps(curve(8), f'<div class="live">{table}</div>')
    sizes = """() => [...document.querySelectorAll('table, th')].map(
        e => [e.getBoundingClientRect().width, e.getBoundingClientRect().height])"""
    tab = open_body(body)
    measured = []
    for _ in range(8):
        measured.append(tab.evaluate(sizes))
        press(tab, "Next")
    assert all(size == measured[0] for size in measured)
    (_, table_height), (_, heading_height), _ = measured[0]
    assert heading_height * 1.5 < table_height < heading_height * 3
    assert open_body(body, script="").evaluate(sizes) == measured[0]
    tab.emulate_media(media="print")
    assert tab.evaluate(sizes) == measured[0]


def test_figures_of_one_page_step_independently(open_body):
    """Each figure has its own controls. A picture without frames, or with one frame, has none."""
    still = f"<figure>{inline_drawing(draw_run(RUN, still=True))}</figure>{steps(curve(1))}"
    tab = open_body(f"{RUN_FIGURE}<figure id='b'>{curve(4)}</figure>{still}")
    press(tab, "Next", "#b")
    assert (counter_of(tab, "#b"), counter_of(tab, "figure:first-of-type")) == ("2 / 4", "3 / 10")
    groups = tab.locator("[role=group]").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert tab.locator(".step-controls").count() == 2
    assert groups == ["Steps: The line of w_t, update by update", "Steps: A curve"]


# Screen readers, touch and small windows


@pytest.mark.parametrize(
    "body",
    [
        RUN_FIGURE,
        figure_of_three(),
        f'<div class="steps"><figure>{curve(4)}<figcaption>C</figcaption></figure></div>',
        f'<figure class="steps"><div><figure>{curve(4)}<figcaption>A</figcaption></figure>'
        f"<figure>{curve(4)}<figcaption>B</figcaption></figure></div>"
        "<figcaption>C, with <svg><path/></svg> in a formula</figcaption></figure>",
    ],
)
def test_the_order_of_reading(open_body, body):
    """The order is pictures, controls, status line, caption."""
    tab = open_body(body)
    parts = tab.locator("[role=img], .step-controls, .step-said, figcaption")
    names = parts.evaluate_all("all => all.map(e => e.classList[0] || e.tagName.toLowerCase())")
    last_picture = max(i for i, name in enumerate(names) if name == "perceptron")
    assert names[last_picture + 1 :][-3:] == ["step-controls", "step-said", "figcaption"]
    assert names.count("step-controls") == 1
    assert tab.locator(".drawing .step-controls, p .step-controls").count() == 0
    assert tab.get_by_role("img").count() >= 1
    assert tab.locator("figure [aria-live=polite]").count() == 1


@pytest.mark.parametrize("touch", [True, False])
def test_touch_targets_are_large(open_body, touch):
    """On touch screens targets are at least 44 pixels wide and high. Nothing is wider than the
    window.
    """
    phone = {"width": 360, "height": 700}
    tab = open_body(
        RUN_FIGURE + figure_of_three(), has_touch=touch, is_mobile=touch, viewport=phone
    )
    targets = tab.locator(".step-controls :is(button, input)").all()
    boxes = [target.bounding_box() for target in targets]
    assert min(min(box["width"], box["height"]) for box in boxes) >= (44 if touch else 36)
    assert touch == (max(box["height"] for box in boxes) >= 44)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


def test_nothing_below_moves_when_the_sentence_changes(open_body):
    """The status line always has the height of the longest sentence."""
    tab, heights = open_body(RUN_FIGURE, viewport={"width": 360, "height": 700}), set()
    for name in ["Next"] * 10 + ["Play"]:
        press(tab, name)
        heights.add(tab.locator(".step-said").bounding_box()["height"])
    assert len(heights) == 1


def test_a_picture_and_its_controls_fit_into_the_window(open_body):
    """The height of a picture is at most three quarters of the window."""
    tab = open_body(RUN_FIGURE.replace("<svg", "<svg style='width: 100%'", 1))
    assert tab.locator("figure svg").first.bounding_box()["height"] == 0.75 * 900


def test_controls_are_in_view_under_a_high_picture(open_body):
    """Controls stay at the lower edge of the window while the picture extends below it."""
    high_picture = "".join(curve(3 + i) for i in range(30))
    tab = open_body(steps(high_picture), viewport={"width": 400, "height": 500})
    assert tab.evaluate("document.documentElement.scrollHeight") > 1000
    box = tab.locator(".step-controls").bounding_box()
    assert box["y"] + box["height"] <= 500


@pytest.mark.parametrize(
    ("lang", "name", "between"),
    [("zh-TW", "\u4e0b\u4e00\u6b65", ""), ("zh-CN", "\u4e0b\u4e00\u6b65", "")]
    + [("en-GB", "Next", " "), ("xx", "Next", " "), ("", "Next", " ")],
)
def test_words_are_in_the_language_of_the_page(open_body, lang, name, between):
    """In a language without a table of words they are English. In Chinese no space separates
    sentences.
    """
    tab = open_body(figure_of_three(), lang=lang)
    assert tab.get_by_role("button", name=name).count() == 1
    assert spoken_sentence(tab).endswith(f"Next: example 2.{between}Length 2.")


# Files


def test_the_script_is_small_and_loads_nothing():
    """Compressed, the script and its style sheet have less than 8 KB. They name no module and no
    address.
    """
    script = (ASSETS / "steps.js").read_bytes()
    style = (ASSETS / "steps.css").read_bytes()
    assert len(gzip.compress(script)) + len(gzip.compress(style)) < 8_000
    for word in (b"http", b"import ", b"import(", b"export", b"fetch", b"eval", b"url("):
        assert word not in (script + style).replace(b"http://www.w3.org/2000/svg", b"")


# Pictures that pages draw step by step


def test_a_frame_has_all_parts_of_its_step():
    """The line, the ring, the dashed line, the squares and the words of a step are in one group."""
    steps = [
        Step([0, 0, 0], ring=0, words=["w_0 = 0", "no line"]),
        Step(["-1/2", 1, "1"], words=["w_{t+1}"], dashed_w=[-1, 0, 1], sentence="It moved."),
    ]
    svg = draw_lines(
        example("or"), steps, "Title", "What happens.", has_boxes=True, dashed_meaning="w_t"
    )
    first, _, rest = svg.partition('class="f"')[2].partition('class="last"')
    last = rest.partition('<path class="o"')[0]
    assert 'class="ring"' in first and 'class="line"' not in first
    assert 'class="mistake"' in first
    assert 'data-said="w_0 = 0, no line."' in first
    assert last.startswith(' data-said="It moved."')
    assert 'class="ring"' not in last and 'class="line"' in last and 'class="dashed"' in last
    assert 'data-start="1"' in svg
    assert ">What happens.<" not in svg and " What happens.</desc>" in svg
    assert '>w</tspan><tspan class="letterindex" dy="3">t</tspan></text></g>' in svg
    assert "mistake</text>" in svg


def test_words_wider_than_the_picture_are_an_error():
    """Without the error, a page would show an ellipsis in place of the words."""
    with pytest.raises(ValueError, match="wider than the picture: 'mm"):
        draw_lines(example("or"), [Step([1, 1, 1], words=["m" * 60])], "Title", "What is seen.")
