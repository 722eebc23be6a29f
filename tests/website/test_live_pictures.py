"""How readers use live pictures: with mouse, finger and keys, by steps, scenes, questions and
links.
"""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from perceptron_ref import Dataset, pla

from .conftest import CHINESE, first_at_each_change, open_tab, violations

pytestmark = pytest.mark.ci
LECTURE = ["guarantee", "hypotheses", "pla", "pocket"]  # the page with most scenes is first
HOME, GUARANTEE = "index.html", "lecture/guarantee.html"
PAGES = [*(f"lecture/{page}.html" for page in LECTURE), "lecture/after.html", HOME]
PICTURES = ["guarantee", "home", "weights", "pla", "pocket", "unseen", "feature", "loss"]
STAGE = ".stage[data-live]"


def reduce_motion(tab):
    """Turn off all animations."""
    tab.emulate_media(reduced_motion="reduce")


def numbers_of_run(tab):
    """Return the T and the bound that the first picture shows for its run."""
    root = tab.locator(STAGE).first
    return root.get_attribute("data-updates"), root.get_attribute("data-bound")


def examples(tab):
    """Return (x_1, x_2, label) of each example, read from its accessible name."""
    names = tab.locator(f"{STAGE} .stage-main [data-example]").evaluate_all(
        "all => all.map(element => element.getAttribute('aria-label'))"
    )
    examples = [
        re.match(r"Example \d+, (\w+), at \((.*?),\s(.*?)\)", name).groups() for name in names
    ]
    minus_to_hyphen = str.maketrans("\u2212", "-")
    return [
        (
            int(x.translate(minus_to_hyphen)),
            int(y.translate(minus_to_hyphen)),
            1 if kind == "circle" else -1,
        )
        for kind, x, y in examples
    ]


def check_run(tab, x0=1):
    """Check that the package makes as many updates on the visible examples as the picture shows,
    and that the picture's link has these examples.
    """
    rows = examples(tab)
    data = Dataset([row[:2] for row in rows], [row[2] for row in rows]).with_x0(x0)
    assert numbers_of_run(tab)[0] == str(pla(data).updates)
    link = tab.locator(".playground-link").first.get_attribute("href")
    points = [f"{x},{y},{'o' if label > 0 else 'x'}" for x, y, label in rows]
    assert re.search(r"#p=([^&]*)", link)[1].split(";") == points


def drag(tab, n, right, down):
    """Drag example n by a number of pixels to the right and down."""
    box = tab.locator(f"{STAGE} .stage-main [data-example='{n}']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + right, y + down, steps=6)
    tab.mouse.up()


@pytest.mark.parametrize("page", [HOME, GUARANTEE])
def test_an_example_is_dragged_flipped_added_removed_and_put_back(page, url, tab):
    """After each change with the mouse, the run under the picture is that of the package.

    Undo restores the examples.
    """
    reduce_motion(tab)
    tab.goto(url + page)
    x0 = 1 if page == HOME else 0
    initial_numbers, before = numbers_of_run(tab), examples(tab)
    drag(tab, 1, 60, -60)
    assert examples(tab) != before
    check_run(tab, x0)
    tab.locator(f"{STAGE} .undo").click()
    assert (numbers_of_run(tab), examples(tab)) == (initial_numbers, before)
    tab.locator(f"{STAGE} .add").click()
    assert len(examples(tab)) == len(before) + 1
    tab.locator(f"{STAGE} .remove").click()
    assert examples(tab) == before
    tab.locator(f"{STAGE} .stage-main [data-example='0']").click()
    assert examples(tab)[0][2] == -before[0][2]
    tab.locator(f"{STAGE} .startAgain").click()
    assert (numbers_of_run(tab), examples(tab)) == (initial_numbers, before)


@pytest.mark.parametrize("language", CHINESE)
def test_sentences_in_chinese_end_with_one_full_stop_and_no_space(language, url, tab):
    """The sentences are below a picture, and in the accessible names of its examples."""
    reduce_motion(tab)
    tab.goto(f"{url}{language}/lecture/pocket.html")
    picture = tab.locator(STAGE).first
    handle, status = picture.locator("[data-example='2']"), picture.locator("[aria-live=polite]")
    texts = [status.text_content(), handle.get_attribute("aria-label")]
    handle.focus()
    for key in ("ArrowRight", "Delete"):
        tab.keyboard.press(key)
        texts.append(status.text_content())
    for text in texts:
        assert text.count("\u3002") > 1 and not re.search(r"\.|\u3002[\s.]", text), text


def test_keys_move_flip_and_remove_and_do_not_reach_the_theme(url, tab):
    """Arrows, Enter and Delete change an example. The keys `f`, `.`, `/` and `n` of the theme do
    not leave the page.

    The status line has the change and T.
    """
    reduce_motion(tab)
    tab.goto(url + HOME)
    before = examples(tab)
    handle = tab.locator(f"{STAGE} [data-example='2']")
    handle.focus()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowUp")
    x, y, label = before[2]
    assert examples(tab)[2] == (x + 1, y + 1, label)
    check_run(tab)
    live_line = tab.locator(f"{STAGE} [aria-live=polite]").inner_text()
    assert live_line.startswith("Example 2, circle, at (4,\xa0\u22123). ") and "T = " in live_line
    tab.keyboard.press("Enter")
    assert examples(tab)[2][2] == -label
    tab.keyboard.press("Delete")
    assert len(examples(tab)) == len(before) - 1
    for key in ("f", ".", "/", "n"):
        tab.keyboard.press(key)
    assert tab.url == url + HOME


def slide_finger(tab, start, movement):
    """Slide a finger from a point of the window by (right, down) pixels, in ten steps."""
    finger = tab.context.new_cdp_session(tab)
    for k in range(11):
        points = [{"x": start[0] + movement[0] * k / 10, "y": start[1] + movement[1] * k / 10}]
        kind = "touchMove" if k else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_drags_and_the_page_still_scrolls(url, browser):
    """On a telephone, a finger on an example drags it, and elsewhere it scrolls the page.

    A tap on an example flips it, and a tap elsewhere in the picture adds one.
    """
    with open_tab(browser, viewport={"width": 390, "height": 844}, has_touch=True) as tab:
        reduce_motion(tab)
        tab.goto(url + HOME)
        before = examples(tab)
        dragged_box = tab.locator(f"{STAGE} [data-example='3']").bounding_box()
        slide_finger(
            tab,
            (
                dragged_box["x"] + dragged_box["width"] / 2,
                dragged_box["y"] + dragged_box["height"] / 2,
            ),
            (60, -80),
        )
        after = examples(tab)[3]
        assert after[0] > before[3][0] + 2 and after[1] == 7  # the largest x_2
        assert tab.evaluate("scrollY") == 0
        check_run(tab)
        slide_finger(tab, (30, 600), (0, -200))
        tab.wait_for_function("() => scrollY > 50")
        tab.evaluate("scrollTo(0, 0)")
        before = examples(tab)
        tab.locator(f"{STAGE} [data-example='3']").tap()
        assert examples(tab)[3][2] == -before[3][2]
        box = tab.locator(f"{STAGE} .stage-main").first.bounding_box()
        tab.touchscreen.tap(box["x"] + 0.75 * box["width"], box["y"] + box["height"] / 2)
        assert len(examples(tab)) == len(before) + 1


def test_a_tap_flips_the_nearest_example_and_undo_restores_it(url, browser):
    """Where many examples are close together, a tap flips the nearest one, not the one that was
    drawn last. Remove, Undo and Start again appear after the tap.
    """
    with open_tab(browser, viewport={"width": 390, "height": 844}, has_touch=True) as tab:
        reduce_motion(tab)
        tab.goto(url + "lecture/hypotheses.html")
        before = examples(tab)
        buttons = tab.locator(f"{STAGE} .tools button:visible")
        assert buttons.count() == 0
        expected_buttons = ["Remove", "Undo", "Start again"]
        for n in range(len(before)):
            box = tab.locator(f"{STAGE} [data-example='{n}'] > :last-child").bounding_box()
            tab.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            is_changed = [example != old for example, old in zip(examples(tab), before)]
            assert is_changed.index(True) == n
            assert buttons.all_inner_texts() == expected_buttons
            buttons.first.tap()
            assert len(examples(tab)) == len(before) - 1
            for _ in range(2):
                tab.locator(f"{STAGE} .undo").tap()
            assert examples(tab) == before


def test_the_first_screen_of_home_is_the_picture_and_three_buttons(url, browser):
    """The first screen includes the picture's controls and a hint for the reader, on a screen and
    on a telephone.
    """
    for width, height in ((1440, 900), (390, 844)):
        with open_tab(browser, viewport={"width": width, "height": height}) as tab:
            tab.goto(url + HOME)
            box = tab.locator(f"{STAGE} .hint").bounding_box()
            assert box["y"] + box["height"] <= height
            assert tab.locator("#where-to-go").bounding_box()["y"] >= height
            assert tab.locator(".hero .md-button").count() == 3


@pytest.mark.parametrize("page", first_at_each_change("guarantee", "pla", "pocket"))
def test_a_link_to_a_section_shows_its_scene(page, url, browser):
    """The scene is shown when a reader scrolls down or up, even to a short section, on a screen and
    on a telephone.
    """
    for language, width, height in (("", 1440, 900), ("zh-TW/", 1440, 900), ("zh-TW/", 390, 844)):
        with open_tab(browser, viewport={"width": width, "height": height}) as tab:
            reduce_motion(tab)
            tab.goto(f"{url}{language}lecture/{page}.html")
            names = tab.locator("[data-scene]").evaluate_all("all => all.map(e => e.dataset.scene)")
            assert len(names) == {"guarantee": 7}.get(page, 4)
            for name in [*names, *names[-2::-1]]:
                heading = tab.locator(f"[data-scene={name}]").locator("h2, h3").first
                heading.evaluate("e => e.scrollIntoView()")
                tab.wait_for_selector(f"{STAGE}[data-current-scene={name}]")


def test_a_guess_is_answered_at_once(url, tab):
    """The right choice is marked, the reason opens, and the picture shows the scene and the update
    of the question.
    """
    reduce_motion(tab)
    tab.goto(url + GUARANTEE)
    box = tab.locator(".predict").first
    assert not box.locator("details").is_visible()
    box.locator("button").first.click()
    assert box.locator("button.right").inner_text().endswith("clockwise")
    assert box.locator(".verdict").inner_text() == "No."
    assert "Clockwise" in box.locator("details").inner_text()
    assert tab.locator(f"{STAGE} .step-count").inner_text() == "4 / 9"
    tab.locator("[data-scene=bound]").evaluate("e => e.scrollIntoView()")
    tab.wait_for_selector(f"{STAGE}[data-current-scene=bound]")
    box.locator("button").last.evaluate("e => e.click()")  # while another scene is shown
    assert tab.locator(STAGE).get_attribute("data-current-scene") == "question"


def test_menus_change_the_order_and_sign_of_zero(url, tab):
    """For each order of the menu, T on page 2 equals T of the package, and the link names the
    order.
    """
    reduce_motion(tab)
    tab.goto(url + "lecture/pla.html")
    rows = examples(tab)
    data = Dataset([row[:2] for row in rows], [row[2] for row in rows])
    menus = tab.locator(f"{STAGE} select")
    order, sign_of_zero = menus.nth(0), menus.nth(1)
    options = order.locator("option")
    link = tab.locator(".playground-link")
    for value in options.evaluate_all("all => all.map(element => element.value)"):
        order.select_option(value)
        name, seed = value.split()
        if name.startswith("random"):
            name += f"{',' if ':' in name else ':'}seed={seed}"
        assert numbers_of_run(tab)[0] == str(pla(data, name).updates)
        assert name == "cyclic" or f"&order={name}" in link.get_attribute("href")
    rows_of_table = tab.locator("[data-scene=order] table").last.locator("tbody tr td:first-child")
    names = {words.split(",")[0] for words in options.all_inner_texts()}
    assert len(names) >= 5 and rows_of_table.count() == 6
    order.select_option("random 1")
    sign_of_zero.select_option("-1")
    assert numbers_of_run(tab)[0] == str(pla(data, "random:seed=1", sign_of_zero=-1).updates)
    tab.locator(f"{STAGE} .startAgain").click()  # restores the order and sign(0)
    menus = tab.locator(f"{STAGE} select")
    order, sign_of_zero = menus.nth(0), menus.nth(1)
    assert (order.input_value(), sign_of_zero.input_value()) == ("cyclic 0", "0")
    assert numbers_of_run(tab)[0] == str(pla(data).updates)


def test_a_menu_switches_x_0_where_the_origin_is_needed(url, tab):
    """In the scene of an update as vectors, a menu sets x_0, and T and the sentences change."""
    reduce_motion(tab)
    tab.goto(url + "embed/pla.html#p=2,0,o;5,0,x&scene=update")
    tab.wait_for_selector(f"{STAGE}[data-current-scene=update]")
    numbers = tab.locator(f"{STAGE} .numbers")
    assert "no line through the origin separates" in numbers.inner_text()
    tab.locator(f"{STAGE} .step-buttons button").nth(4).click()
    assert "With x0 = 1 a line does." in tab.locator(f"{STAGE} [aria-live=polite]").text_content()
    tab.locator(f"{STAGE} select").nth(2).select_option("1")
    assert numbers_of_run(tab)[0] == str(pla(Dataset([[2, 0], [5, 0]], [1, -1])).updates)
    assert "no line" not in numbers.inner_text()


@pytest.mark.parametrize("page", first_at_each_change(*LECTURE))
def test_a_link_to_a_section_leads_below_the_picture_that_stays(page, url, browser):
    """On a telephone, the picture does not cover the heading, even if the page opens at the
    section.
    """
    is_covered = """() => document.querySelector(location.hash).getBoundingClientRect().top
      < document.querySelector('.explain-picture').getBoundingClientRect().bottom"""
    with open_tab(browser, viewport={"width": 390, "height": 844}) as tab:
        reduce_motion(tab)
        tab.goto(f"{url}lecture/{page}.html")
        headings = tab.locator(".explain-text :is(h2, h3)").evaluate_all(
            "all => all.map(e => e.id)"
        )
        for heading in headings:
            tab.goto(f"{url}lecture/{page}.html#{heading}")
            tab.wait_for_timeout(50)
            assert not tab.evaluate(is_covered), heading
        tab.reload()
        tab.wait_for_timeout(500)
        assert not tab.evaluate(is_covered)


def test_a_button_shows_the_html_that_embeds_the_picture(url, tab):
    """The HTML is one line: an <iframe> of 800 by 450 pixels, with the reader's examples and the
    scene.
    """
    reduce_motion(tab)
    tab.goto(url + GUARANTEE)
    line = tab.locator(".stage-links input").first
    assert not line.is_visible()
    tab.locator(f"{STAGE} .add").click()
    button = tab.locator(".stage-links .iframe").first
    button.scroll_into_view_if_needed()
    tab.wait_for_timeout(200)  # the picture follows the scroll
    button.click()
    scene = tab.locator(STAGE).get_attribute("data-current-scene")
    start = f'<iframe src="{url}embed/guarantee.html#p='
    assert line.is_visible() and line.input_value().startswith(start)
    assert line.input_value().endswith('" width="800" height="450"></iframe>')
    assert f"&scene={scene}" in line.input_value() and ' title="' in line.input_value()


@pytest.mark.parametrize("name", first_at_each_change(*PICTURES))
def test_a_picture_has_a_page_of_its_own(name, url, disk, tab):
    """The page is for an <iframe>. It has no error, also from disk, in both colour schemes."""
    faults = []
    tab.on("console", lambda message: message.type == "error" and faults.append(message.text))
    tab.on("pageerror", lambda error: faults.append(str(error)))
    for where in (url, disk):
        tab.goto(f"{where}embed/{name}.html")
        tab.wait_for_selector(f"{STAGE} .stage-main > svg > g > *", state="attached")
    assert faults == []
    assert violations(tab) == []


def test_a_picture_alone_takes_its_examples_from_the_address(url, tab):
    """The examples have the form of the playground's links, so teachers can embed their own."""
    reduce_motion(tab)
    tab.goto(f"{url}embed/home.html#p=0,0,x;0,1,o;1,0,o;1,1,o")
    assert examples(tab) == [(0, 0, -1), (0, 1, 1), (1, 0, 1), (1, 1, 1)]
    assert numbers_of_run(tab) == ("9", "27")


def test_a_picture_alone_takes_x_0_order_seed_and_sign_of_zero(url, tab):
    """The address sets them for every scene.

    The sets are two examples that no line through the origin separates, and a set on which PLA
    halts with x_0 = 1.
    """
    reduce_motion(tab)
    examples_text = "1,1,x;2,1,x;1,3,x;3,2,x;4,5,o;5,3,o;6,4,o;5,6,o"
    rows = [example_text.split(",") for example_text in examples_text.split(";")]
    data = Dataset(
        [[int(v) for v in row[:2]] for row in rows], [1 - 2 * (row[2] == "x") for row in rows]
    )
    tab.goto(f"{url}embed/pla.html#p={examples_text}")
    assert numbers_of_run(tab)[0] == str(pla(data).updates)
    tab.goto("about:blank")
    tab.goto(f"{url}embed/pla.html#p={examples_text}&order=random&seed=5&sign0=-1&scene=order")
    run = pla(data, "random:seed=5", sign_of_zero=-1)
    assert numbers_of_run(tab)[0] == str(run.updates)
    tab.goto("about:blank")
    tab.goto(f"{url}embed/pla.html#p={examples_text}&x0=0")
    assert numbers_of_run(tab) == ("none", "none")


def test_an_address_chooses_the_language(url, disk, tab):
    """A picture's own page leads to the page in another language with the rest of the address."""
    for where in (url, disk):
        for first_page, lang, page in (
            ("embed/pla.html", "zh-TW", "zh-TW/embed/pla.html"),
            ("zh-TW/embed/pla.html", "en", "embed/pla.html"),
            ("zh-CN/embed/pla.html", "zh-TW", "zh-TW/embed/pla.html"),
        ):
            tab.goto("about:blank")
            tab.goto(f"{where}{first_page}#p=0,0,x;3,1,o&lang={lang}&scene=order")
            tab.wait_for_url(f"{where}{page}#p=0,0,x;3,1,o&scene=order")
            assert tab.locator("html").get_attribute("lang") == lang


def test_the_scenes_of_the_proof_are_one_sheet(url, tab):
    """The sheet has the reader's examples. It is printed alone, and saved as one file."""
    reduce_motion(tab)
    tab.goto(url + GUARANTEE)
    tab.locator(f"{STAGE} .add").click()
    link = tab.locator(".stage-links .sheet-link")
    link.click()
    tab.wait_for_selector(".sheet > svg > svg")
    assert tab.locator(".sheet > svg > svg").count() == 7
    marks = tab.locator(".sheet > svg > svg").first.locator("circle.o, path.x")
    assert marks.count() == 9 + 2  # the key has one of each
    with tab.expect_download() as download:
        tab.locator(".sheet button").nth(1).click()
    assert download.value.suggested_filename == "perceptron-proof.svg"
    tab.emulate_media(media="print")
    assert not tab.locator(".sheet-tools").is_visible()


def test_a_picture_alone_shows_the_chosen_scene(url, tab):
    """The address or the bar of scenes chooses it. A scene that begins at an update begins there
    again when a reader returns to it.
    """
    reduce_motion(tab)
    tab.goto(f"{url}embed/guarantee.html#scene=angle")
    tab.wait_for_selector(f"{STAGE}[data-current-scene=angle]")
    assert tab.title().startswith("Where t rho")
    for name in ("question", "gap", "fold", "bound", "question"):
        tab.locator(f"{STAGE} .scene-bar [data-target-scene={name}]").click()
        tab.wait_for_timeout(200)  # the size of the picture changes
        assert tab.locator(STAGE).get_attribute("data-current-scene") == name
    assert tab.locator(f"{STAGE} input[type=range]").input_value() == "3"
    for where in ("embed/pla.html#scene=update", "lecture/pla.html#l2-7"):  # of other examples
        tab.goto(url + where)
        tab.wait_for_selector(f"{STAGE}[data-current-scene=update]")
        assert numbers_of_run(tab)[0] == "4"


@pytest.mark.parametrize("page", first_at_each_change(*PAGES))
def test_nothing_moves_when_the_scripts_have_loaded(page, url, browser):
    """The live picture has the size of the picture at rest, and the page leaves space for its
    controls.

    On a telephone, Chromium counts no layout shift. On a screen, a line may move when its font has
    loaded.
    """
    shifts = """() => new Promise(done => {
      let sum = 0;
      new PerformanceObserver(list => list.getEntries().forEach(e => { sum += e.value; }))
        .observe({type: 'layout-shift', buffered: true});
      setTimeout(() => done(sum), 2000);
    })"""
    for width, height, limit in ((390, 844, 0), (1440, 900, 0.015)):
        with open_tab(browser, viewport={"width": width, "height": height}) as tab:
            tab.goto(url + page)
            assert tab.evaluate(shifts) <= limit


def scroll_to(tab, scene):
    """Scroll to a section, and wait until the picture shows its scene."""
    tab.locator(f"[data-scene={scene}]").evaluate("e => e.scrollIntoView()")
    tab.wait_for_selector(f"{STAGE}[data-current-scene={scene}]")


def test_changes_of_a_reader_stay_from_scene_to_scene(url, tab):
    """A reader's examples come back after a section with other examples.

    The chosen order and sign(0) stay.
    """
    reduce_motion(tab)
    tab.goto(url + "lecture/pla.html")
    scroll_to(tab, "order")
    tab.locator(f"{STAGE} .add").click()
    own_examples = examples(tab)
    tab.locator(f"{STAGE} select").nth(0).select_option("worst-margin 0")
    tab.locator(f"{STAGE} select").nth(1).select_option("1")
    scroll_to(tab, "update")
    assert examples(tab) != own_examples
    for scene in ("zero", "run", "order"):
        scroll_to(tab, scene)
        assert examples(tab) == own_examples
        settings = [tab.locator(f"{STAGE} select").nth(k).input_value() for k in (0, 1)]
        assert settings == ["worst-margin 0", "1"]
    tab.locator(f"{STAGE} .undo").click()
    assert len(examples(tab)) == len(own_examples) - 1


def test_remove_removes_the_selected_example(url, tab):
    """The button is disabled until an example is selected, in the picture or in the small plane."""
    reduce_motion(tab)
    tab.goto(url + "embed/guarantee.html#scene=gap")
    remove = tab.locator(f"{STAGE} .remove")
    assert remove.is_disabled()
    before = examples(tab)
    tab.locator(f"{STAGE} .stage-main [data-example='3']").focus()
    remove.click()
    assert examples(tab) == before[:3] + before[4:]
    tab.locator(f"{STAGE} .scene-bar [data-target-scene=bound]").click()
    tab.locator(f"{STAGE} .inset [data-example='1']").focus()
    remove.click()
    assert examples(tab) == [before[0], before[2], *before[4:]]


def test_pictures_at_rest_show_an_instructive_step(url, tab):
    """A plane has a line, and a ring around the example that is corrected next.

    The chart of losses has whole curves, and numbers on its axes.
    """
    reduce_motion(tab)
    tab.goto(url + "lecture/pla.html")
    assert tab.locator(f"{STAGE} .stage-main :is(path.line, circle.ring[r='17'])").count() == 2
    assert "Next: example" in tab.locator(f"{STAGE} .step-sentence").inner_text()
    tab.goto(url + "lecture/pocket.html#l2-15")
    lines = tab.locator(f"{STAGE} .stage-main :is(path.line, path.in-pocket)")
    lines.nth(1).wait_for(state="attached")
    assert lines.first.get_attribute("d") != lines.nth(1).get_attribute("d")
    tab.goto(url + "lecture/after.html")
    feature = tab.locator("[data-live=feature]")
    assert feature.locator("circle.ring[r='17']").count() == 1
    assert "Next: example" in feature.locator(".step-sentence").inner_text()
    are_curves_inside = """svg => [...svg.querySelectorAll('path.medium')]
      .map(path => path.getBBox()).every(
        box => box.x >= 0 && box.y >= 0 && box.x + box.width <= svg.viewBox.baseVal.width)"""
    loss = tab.locator("[data-live=loss] .stage-main > svg")
    assert loss.evaluate(are_curves_inside)
    numbers = loss.locator("text").evaluate_all("all => all.map(text => text.textContent)")
    assert {*"01234"} <= {*numbers}


def test_the_caption_changes_while_a_picture_plays(url, tab):
    """Two updates after the first step, the caption says "After 2 updates"."""
    tab.goto(url + "embed/pla.html")
    tab.locator(f"{STAGE} .step-buttons button").nth(0).click()
    tab.locator(f"{STAGE} .step-buttons button").nth(2).click()
    tab.wait_for_function(
        "() => /After 2 updates/.test(document.querySelector('.step-sentence').innerText)"
    )


def test_names_of_scenes_are_visible_on_a_telephone(url, browser):
    """All seven names are visible in full."""
    with open_tab(browser, viewport={"width": 390, "height": 844}) as tab:
        for language in ("", "zh-TW/"):
            tab.goto(f"{url}{language}{GUARANTEE}")
            names = tab.locator(f"{STAGE} .scene-bar a")
            assert names.count() == 7
            are_whole = "all => all.every(e => e.innerText && e.scrollWidth <= e.clientWidth + 1)"
            assert names.evaluate_all(are_whole)
            sizes = names.evaluate_all(
                "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
            )
            assert min(sizes) >= 10


def test_a_picture_does_not_answer_its_question_first(url, tab):
    """T appears after the reader's choice. The curve of test mistakes ends at the slider."""
    reduce_motion(tab)
    tab.goto(url + "lecture/pocket.html")
    tab.wait_for_selector(f"{STAGE}[data-current-scene=noise]")
    numbers_of_updates = tab.locator(f"{STAGE} .run-numbers")
    assert not numbers_of_updates.is_visible()
    tab.locator("[data-scene=noise] .choices button").first.click()
    assert numbers_of_updates.is_visible()
    tab.goto(url + "lecture/after.html")
    pair = tab.locator(".text-and-picture", has=tab.locator("[data-live=feature]"))
    assert not pair.get_by_text("updates: T = 4").is_visible()
    pair.locator("button", has_text="40").click()
    assert pair.get_by_text("updates: T = 4").is_visible()
    slider = tab.locator("[data-live=learningCurve] input")
    curve_width = "svg => svg.querySelector('.s-R.medium').getBBox().width"
    before = tab.locator("[data-live=learningCurve] .stage-main > svg").evaluate(curve_width)
    slider.fill("64")
    assert (
        tab.locator("[data-live=learningCurve] .stage-main > svg").evaluate(curve_width)
        > 1.5 * before
    )


@pytest.mark.parametrize("kind, step", [("learningCurve", "2"), ("loss", "0.1")])
def test_a_slider_stops_only_at_values_that_its_picture_has(kind, step, url, tab):
    """The step of the slider is the distance between the values of the picture."""
    tab.goto(url + "lecture/after.html")
    assert tab.locator(f"[data-live={kind}] input[type=range]").get_attribute("step") == step


def test_a_picture_needs_no_scripts(url, browser):
    """Without scripts, the page on the proof has its seven scenes, which the build drew."""
    with open_tab(browser, java_script_enabled=False) as tab:
        tab.goto(url + GUARANTEE)
        assert tab.locator(".stage-still svg").count() == 7
        assert tab.locator(".stage-still svg").first.is_visible()


def test_home_shows_the_five_pages_as_small_pictures(url, tab):
    """A click anywhere on a picture opens its page. A picture plays while the pointer is over
    it.
    """
    tab.goto(url + HOME)
    cards = tab.locator(".cards > div")
    assert cards.count() == 5
    for card in cards.all():
        card.scroll_into_view_if_needed()
        assert card.locator(".stage.small .stage-main > svg > g > *").count()
        assert not card.locator(".controls").is_visible()
    pla_card = cards.nth(1)
    inner_html = "svg => svg.innerHTML"
    picture = pla_card.locator(".stage-main > svg")
    before = picture.evaluate(inner_html)
    pla_card.hover()
    tab.wait_for_function(
        "before => document.querySelectorAll('.cards .stage-main > svg')[1].innerHTML !== before",
        arg=before,
    )
    picture.click(force=True)
    tab.wait_for_url("**/lecture/pla.html")


def test_on_a_phone_the_picture_of_page_5_comes_before_its_question(url, browser):
    """A reader sees the picture first."""
    with open_tab(browser, **PHONE) as tab:
        tab.goto(url + "lecture/after.html")
        for row in tab.locator(".text-and-picture").all():
            picture, question = row.locator(".stage-main"), row.locator(".predict")
            assert picture.bounding_box()["y"] < question.bounding_box()["y"]


def test_on_a_phone_the_first_scene_has_its_sentence(url, browser):
    """It says which example is next."""
    for page in ("pla", "guarantee"):
        with open_tab(browser, **PHONE) as tab:
            reduce_motion(tab)
            tab.goto(f"{url}lecture/{page}.html")
            sentence = tab.locator(f"{STAGE} .step-sentence")
            assert sentence.is_visible() and "Next: example 7" in sentence.inner_text()


def test_on_page_5_no_picture_stands_beside_text_that_it_does_not_show(url, tab):
    """At the middle of a section with a picture, the picture is in the window, as on the other
    pages. Sections without a picture stand side by side, in pairs.
    """
    reduce_motion(tab)
    tab.goto(url + "lecture/after.html")
    for heading, kind in (
        ("new-data", "learningCurve"),
        ("feature-map", "feature"),
        ("losses", "loss"),
    ):
        tab.locator(f"#{heading}").evaluate("e => e.scrollIntoView()")
        box = tab.locator(f"[data-live={kind}] .stage-main").bounding_box()
        assert box["x"] > 600 and 0 < box["y"] + box["height"] < 900
    for pair in (("scaling", "best-line"), ("several-classes", "remember")):
        left, right = (tab.locator(f"#{heading}").bounding_box() for heading in pair)
        assert left["y"] == right["y"] and left["x"] + 600 < right["x"]


@pytest.mark.parametrize(
    "page, number, slider, values",
    [
        ("hypotheses", 0, 0, ("8", "11")),
        ("after", 0, 0, ("16", "64")),
        ("after", 2, 1, ("\u22120.5", "0.5")),
    ],
)
def test_a_guess_moves_the_slider_and_the_picture(page, number, slider, values, url, tab):
    """The slider moves to the value in the question, and the picture is drawn again."""
    reduce_motion(tab)
    tab.goto(f"{url}lecture/{page}.html")
    output = tab.locator(".slider output").nth(slider)
    svg = tab.locator(".stage:has(.slider) .stage-main > svg").nth(slider)
    inner_html = "svg => svg.firstChild.innerHTML"
    before = output.inner_text(), svg.evaluate(inner_html)
    tab.locator(".predict").nth(number).locator("button").first.click()
    assert (before[0], output.inner_text()) == values
    assert svg.evaluate(inner_html) != before[1]


def test_sliders_are_high_enough_for_a_finger(url, browser):
    """On a phone, each slider is at least 32 pixels high, and inside the window."""
    for page in ("hypotheses", "after"):
        with open_tab(browser, **PHONE) as tab:
            tab.goto(f"{url}lecture/{page}.html")
            boxes = [slider.bounding_box() for slider in tab.locator(".slider input").all()]
            assert len(boxes) > 1 and min(box["height"] for box in boxes) >= 32
            assert max(box["x"] + box["width"] for box in boxes) <= 390


def rail_and_slider(tab):
    """Return (left, width) of the rail, which goes from 0 to the bound, and of the slider, from the
    first to the last position of the middle of its thumb.
    """
    boxes = [
        tab.locator(f"{STAGE} {part}").first.bounding_box() for part in (".rail", ".rail input")
    ]
    thumb_width = 16  # pixels
    return [(box["x"] + thumb_width / 2, box["width"] - thumb_width) for box in boxes]


@pytest.mark.parametrize("width", [390, 1440])
def test_the_slider_and_the_bound_have_one_scale(width, url, browser):
    """The slider begins with the rail, and is T / (R^2/rho^2) of its length. On a wide screen the
    number of updates begins at T.
    """
    with open_tab(browser, viewport={"width": width, "height": 900}) as tab:
        reduce_motion(tab)
        tab.goto(url + "lecture/pla.html")
        tab.wait_for_selector(f"{STAGE} .bounded")
        T, bound = (float(Fraction(number)) for number in numbers_of_run(tab))
        rail, slider = rail_and_slider(tab)
        assert slider[0] == rail[0] and abs(slider[1] / rail[1] - T / bound) < 0.01
        if width == 1440:
            number = tab.locator(f"{STAGE} .run-numbers p > b").bounding_box()
            assert abs(sum(slider) - number["x"]) <= 4


@pytest.mark.parametrize("name", ["pla", "pocket", "feature", "unseen", "loss"])
def test_a_picture_in_a_frame_has_a_usable_slider(name, url, tab):
    """In the frame that the site gives to teachers, 800 by 450 pixels, the slider is longer than 90
    pixels, its track has a colour, and no text of the chart is cut off.
    """
    tab.set_viewport_size({"width": 800, "height": 450})
    tab.goto(f"{url}embed/{name}.html")
    slider = tab.locator(f"{STAGE} input[type=range]").first
    slider.wait_for()
    assert slider.bounding_box()["width"] > 90
    assert "gradient" in slider.evaluate("e => getComputedStyle(e).backgroundImage")
    strip = tab.locator(f"{STAGE} .strip")
    if strip.count() and strip.is_visible():
        right = strip.bounding_box()["x"] + strip.bounding_box()["width"]
        for text in strip.locator("text").all():
            assert text.bounding_box()["x"] + text.bounding_box()["width"] <= right


def test_while_a_picture_plays_the_track_is_filled_up_to_the_thumb(url, tab):
    """The slider is at the next step as soon as the picture begins to move there."""
    tab.goto(url + "index.html")
    tab.wait_for_selector(f"{STAGE} .bounded")
    tab.wait_for_function("() => document.querySelector('.stage .rail input').value >= 2")
    slider = "document.querySelectorAll('.stage .rail input')[0]"
    filled_share, thumb_position = tab.evaluate(
        f"(e => [+e.style.getPropertyValue('--to'), e.value / e.max])({slider})"
    )
    assert filled_share == thumb_position > 0


def test_names_and_numbers_of_axes_are_outside_the_plane(url, tab):
    """Numbers, names and key are in margins, which cover the ends of all lines."""
    for page in ("weights.html", "pla.html", "feature.html", "guarantee.html#scene=question"):
        tab.goto(f"{url}embed/{page}")
        margin = tab.locator(f"{STAGE} .stage-main path.margin")
        margin.wait_for(state="attached")
        assert tab.locator(f"{STAGE} .stage-main .number text").count() >= 6
        assert tab.locator(f"{STAGE} .stage-main text.key").count() >= 3
        frame = tab.locator(f"{STAGE} .stage-main path.frame").bounding_box()
        for text in tab.locator(f"{STAGE} .stage-main text.name:not(.halo)").all():
            box = text.bounding_box()
            assert box["y"] + box["height"] <= frame["y"] + 2 or box["y"] >= (
                frame["y"] + frame["height"] - 2
            )


def test_rings_have_one_meaning(url, tab):
    """A solid ring is the next mistake, and a dashed ring another mistake, in live pictures, in
    drawings of the package and in the playground.
    """
    dashes = "e => getComputedStyle(e).strokeDasharray"
    for page, ring, mistake in (
        ("lecture/pocket.html#l2-15", f"{STAGE} circle.ring", f"{STAGE} circle.mistake"),
        ("lecture/hypotheses.html", None, f"{STAGE} circle.mistake"),
        ("beyond/orders.html", ".drawing .ring", None),
        ("playground.html", ".playground circle.ring", ".playground circle.mistake"),
    ):
        tab.goto(url + page)
        for selector, is_dashed in ((ring, False), (mistake, True)):
            if selector:
                tab.wait_for_selector(selector, state="attached")
                assert (tab.locator(selector).first.evaluate(dashes) != "none") == is_dashed, page


def test_undo_is_disabled_until_there_is_a_change(url, tab):
    """It is disabled again after the last change is undone."""
    reduce_motion(tab)
    for page in (HOME, GUARANTEE, "embed/pla.html"):
        tab.goto(url + page)
        undo = tab.locator(f"{STAGE} .undo").first
        assert undo.is_disabled()
        tab.locator(f"{STAGE} .add").first.click()
        assert undo.is_enabled()
        undo.click()
        assert undo.is_disabled()


def test_play_is_the_only_filled_button_of_a_picture(url, tab):
    """The others have the colour of the page."""
    for page in (HOME, "embed/pla.html", "beyond/orders.html"):
        tab.goto(url + page)
        tab.wait_for_selector(".step-buttons button")
        colour = "all => all.map(e => getComputedStyle(e).backgroundColor)"
        buttons = tab.locator(".step-buttons").first.locator("button").evaluate_all(colour)
        assert len({*buttons}) == 2 and buttons.count(buttons[2]) == 1


def test_a_picture_alone_is_at_most_a_quarter_higher_than_wide(url, browser):
    """In a window of 390 by 1600 pixels, too."""
    with open_tab(browser, viewport={"width": 390, "height": 1600}) as tab:
        tab.goto(url + "embed/pla.html")
        box = tab.locator(f"{STAGE} .stage-main").bounding_box()
        assert box["height"] <= 1.26 * 390


def test_a_picture_alone_begins_at_the_step_of_its_page(url, tab):
    """There is something left to play."""
    tab.goto(url + "embed/pla.html")
    tab.wait_for_selector(f"{STAGE}[data-current-scene=run]")
    assert tab.locator(f"{STAGE} input[type=range]").first.input_value() == "3"


def test_there_is_no_empty_band_below_the_first_picture_of_home(url, browser):
    """In a high window the next heading follows the picture."""
    with open_tab(browser, viewport={"width": 1440, "height": 1400}) as tab:
        tab.goto(url + HOME)
        hint = tab.locator(f"{STAGE} .hint").first.bounding_box()
        assert 0 < tab.locator("#where-to-go").bounding_box()["y"] - hint["y"] < 160


def test_small_pictures_do_not_cut_marks(url, browser):
    """Marks, rings and arrows of the cards on Home are inside their pictures."""
    inside = """svg => [...svg.querySelectorAll('circle, path.x, path.head')].every(e => {
        const b = e.getBBox(), {width, height} = svg.viewBox.baseVal;
        return b.x >= 0 && b.y >= 0 && b.x + b.width <= width && b.y + b.height <= height; })"""
    for width in (390, 1440):
        with open_tab(browser, viewport={"width": width, "height": 900}) as tab:
            reduce_motion(tab)
            tab.goto(url + HOME)
            for svg in tab.locator(".cards .stage-main > svg").all():
                svg.scroll_into_view_if_needed()
                assert svg.evaluate(inside)


def test_a_slider_is_never_too_short(url, tab):
    """If the bound is more than 5 T, the slider takes a fifth of the rail, and the rail fades out
    at its end.
    """
    tab.goto(f"{url}embed/pla.html#p=1,0,o;9,0,o")
    tab.wait_for_selector(f"{STAGE} .rail.fades-out")
    rail, slider = rail_and_slider(tab)
    assert abs(slider[1] / rail[1] - 0.2) < 0.01


def test_without_a_bound_the_slider_is_as_long_as_its_rail(url, tab):
    """No line separates the examples of the page on Pocket, so there is no bound. The text below
    the picture names no step.
    """
    reduce_motion(tab)
    tab.goto(url + "lecture/pocket.html")
    tab.wait_for_selector(f"{STAGE} .rail:not(.bounded)")
    rail, slider = rail_and_slider(tab)
    assert slider == rail
    assert tab.locator(f"{STAGE} .run-numbers .current-step").inner_text() == ""
    assert tab.locator(f"{STAGE} .step-count").inner_text() == "3 / 40"


def test_the_loss_of_a_mistake_jumps_at_margin_0(url, tab):
    """Its curve has two level pieces, and nothing between them."""
    tab.goto(url + "lecture/after.html")
    curve = tab.locator("[data-live=loss] .stage-main path.medium.dashed").get_attribute("d")
    assert re.fullmatch(r"(M[\d.]+ [\d.]+H[\d.]+){2}", curve), curve


def test_the_legend_of_the_losses_is_off_the_curves(url, browser):
    """No point of a curve is inside an element of the legend, on a phone and on a screen."""
    for width in (390, 1440):
        with open_tab(browser, viewport={"width": width, "height": 844}) as tab:
            tab.goto(url + "lecture/after.html")
            points_in_legend = """svg => {
                const boxes = [...svg.querySelectorAll('.legend')].map(e => e.getBBox());
                return [...svg.querySelectorAll('path.medium')].flatMap(curve =>
                    Array.from({length: 400}, (_, i) => i / 400 * curve.getTotalLength())
                        .map(s => curve.getPointAtLength(s))
                        .filter(({x, y}) => boxes.some(b =>
                            x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height)));
            }"""
            assert (
                tab.locator("[data-live=loss] .stage-main > svg").evaluate(points_in_legend) == []
            )


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.mark.parametrize("page", first_at_each_change(*LECTURE))
def test_the_picture_that_stays_leaves_most_of_a_phone_to_the_text(page, url, browser):
    """The picture and its controls cover at most 41 % of the height of the screen in every scene.
    The proof, whose scenes have several labels, covers at most 45 %.
    """
    for language in ("", "zh-TW/"):
        with open_tab(browser, **PHONE) as tab:
            reduce_motion(tab)
            tab.goto(f"{url}{language}lecture/{page}.html")
            sections = tab.locator(".explain-text h2")
            bottoms = []
            for section in sections.all():
                section.evaluate("e => e.scrollIntoView()")
                tab.wait_for_timeout(150)
                box = tab.locator(".explain-picture").bounding_box()
                bottoms.append(box["y"] + box["height"])
            assert max(bottoms) <= (0.45 if page == "guarantee" else 0.41) * 844, bottoms


@pytest.mark.parametrize("language", first_at_each_change("zh-TW/", ""))
def test_labels_of_the_proof_do_not_overlap_on_a_phone(language, url, browser):
    """No two labels overlap at any step, in English or Chinese, and the picture is high enough."""
    boxes = """svg => [...svg.querySelectorAll('text:not(.outline)')].map(e => e.getBBox())
      .map(b => [b.x, b.x + b.width, b.y + 3, b.y + b.height - 3])"""
    with open_tab(browser, **PHONE) as tab:
        reduce_motion(tab)
        tab.goto(f"{url}{language}lecture/guarantee.html")
        picture = tab.locator(f"{STAGE} .stage-main > svg")
        for scene, height in (("question", 195), ("length", 215), ("angle", 215)):
            if scene != "question":  # the first scene
                tab.locator(f"[data-scene={scene}] h2").evaluate("e => e.scrollIntoView()")
            tab.wait_for_selector(f"{STAGE}[data-current-scene={scene}]")
            tab.wait_for_timeout(200)
            for button in ["First", *["Next"] * 9]:
                if scene != "question":
                    name = {"": button}.get(
                        language, {"First": "\u6700\u524d"}.get(button, "\u4e0b\u4e00\u6b65")
                    )
                    tab.get_by_role("button", name=name, exact=True).first.click()
                    tab.wait_for_timeout(50)
                assert picture.bounding_box()["height"] >= height
                all_boxes = picture.evaluate(boxes)
                for i, (left, right, top, bottom) in enumerate(all_boxes):
                    assert 0 <= left and right <= 360, (scene, all_boxes)
                    for x0, x1, y0, y1 in all_boxes[:i]:
                        assert left >= x1 or right <= x0 or top >= y1 or bottom <= y0, scene


def test_a_caption_says_what_has_happened_and_what_comes_next(url, tab):
    """The caption first says how many updates were made, then which example is corrected next."""
    reduce_motion(tab)
    tab.goto(url + GUARANTEE)
    caption = tab.locator(f"{STAGE} .step-sentence")
    assert caption.inner_text().startswith("After 3 updates. Next: example ")
    tab.get_by_role("button", name="First", exact=True).first.click()
    assert caption.inner_text().startswith("At the start w")
    tab.get_by_role("button", name="Next", exact=True).first.click()
    assert caption.inner_text().startswith("After 1 update. Next: example ")
    numbers = tab.locator(f"{STAGE} .run-numbers p > *").all_inner_texts()
    assert numbers[:2] == ["t = 1", "updates: T = 9"]


def test_sentences_of_a_chinese_picture_have_no_space_between_them(url, tab):
    """A Chinese full stop needs no space after it."""
    reduce_motion(tab)
    tab.goto(url + "zh-TW/lecture/pla.html")
    caption = tab.locator(f"{STAGE} .step-sentence").inner_text()
    assert "。接下來" in caption


def test_on_a_phone_pocket_shows_its_chart_and_says_what_it_keeps(url, browser):
    """In the second scene the chart of mistakes is visible, and the sentence names the pocket."""
    with open_tab(browser, **PHONE) as tab:
        reduce_motion(tab)
        tab.goto(url + "lecture/pocket.html")
        tab.wait_for_selector(f"{STAGE} .controls")
        plane_alone = tab.locator(f"{STAGE} .stage-main").bounding_box()["height"]
        tab.locator("[data-scene]").nth(1).evaluate("e => e.scrollIntoView()")
        tab.wait_for_timeout(200)
        assert tab.locator(f"{STAGE} .mistake-chart").bounding_box()["height"] > 60
        plane = tab.locator(f"{STAGE} .stage-main").bounding_box()["height"]
        assert plane + 60 < plane_alone  # without the chart, the plane is higher
        assert "pocket" in tab.locator(f"{STAGE} .step-sentence").inner_text()
        are_texts_inside = (
            "svg => [...svg.querySelectorAll('text')].every(e => e.getBBox().x + e.getBBox().width"
        )
        assert tab.locator(f"{STAGE} .mistake-chart").evaluate(
            f"{are_texts_inside} <= svg.clientWidth)"
        )


def test_controls_of_a_picture_alone_do_not_overlap_on_a_phone(url, browser):
    """The controls are buttons, and menus with labels."""
    boxes = """() => [...document.querySelectorAll('.tools > button, .tools > label > *')]
      .map(e => e.getBoundingClientRect()).filter(b => b.width)
      .map(b => [b.left, b.right, b.top, b.bottom])"""
    with open_tab(browser, **PHONE) as tab:
        tab.goto(url + "embed/pla.html")
        tab.wait_for_selector(f"{STAGE} .tools select")
        all_boxes = tab.evaluate(boxes)
        for i, (left, right, top, bottom) in enumerate(all_boxes):
            assert 0 <= left and right <= 390 and right - left >= 16
            for x0, x1, y0, y1 in all_boxes[:i]:
                assert left >= x1 - 1 or right <= x0 + 1 or top >= y1 - 1 or bottom <= y0 + 1


def test_a_picture_alone_grows_with_its_window(url, tab):
    """In a larger window its letters are larger."""
    for size, min_scale in (((960, 640), 1), ((1920, 1080), 1.6)):
        tab.set_viewport_size(dict(zip(("width", "height"), size)))
        tab.goto(url + "embed/pla.html")
        tab.wait_for_selector(f"{STAGE} .tools select")
        svg = tab.locator(f"{STAGE} .stage-main > svg")
        scale = svg.evaluate("e => e.clientWidth / e.viewBox.baseVal.width")
        assert min_scale <= scale < min_scale + 0.6


def test_a_picture_alone_has_the_fonts_of_formulas(url, tab):
    """A picture alone has the fonts of the page with the picture, and so has the sheet of
    scenes.
    """
    for where in ("embed/pla.html", "embed/guarantee.html#sheet=all"):
        tab.goto(url + where)
        tab.wait_for_selector(".stage-svg .svg-formula")
        tab.evaluate("document.fonts.ready")
        families = "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)"
        assert any("KaTeX_Main" in family for family in tab.evaluate(families)), where


@pytest.mark.parametrize("page", first_at_each_change(*LECTURE, "after"))
def test_a_lecture_page_is_printed_on_few_sheets(page, url, tab):
    """A lecture page takes at most 12 sheets, because controls, navigation and closed folds are not
    printed.
    """
    tab.goto(f"{url}lecture/{page}.html")
    sheets = tab.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "15mm"))
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) <= 12
