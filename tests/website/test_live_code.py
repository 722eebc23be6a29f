"""Examples that a reader can change and run: their output, and the page around them."""

from __future__ import annotations

import gzip
import re
import sys
from urllib.parse import unquote

import pytest

from .conftest import ROOT, open_tab, violations
from .test_pages import PAGES

expect = pytest.importorskip("playwright.sync_api").expect

RUN_EXAMPLE = """async (k) => {
    const block = document.querySelectorAll(".highlight[data-live]")[k];
    const part = (name) => block.querySelector(name);
    const first = part("code").textContent.trim().split("\\n", 1)[0];
    part(".live-button").click();
    for (const end = Date.now() + 120_000; !part(".code-run");) {
        if (Date.now() > end) throw new Error(`the button of example ${k} opens no editor`);
        await new Promise((done) => setTimeout(done, 5));
    }
    const shown = part(".code-out").textContent;
    part(".code-run").click();
    while (part(".code-out").getAttribute("aria-busy") === "true") {
        await new Promise((done) => setTimeout(done, 5));
    }
    const printed = part(".code-out").textContent, status = part(".code-said").textContent;
    [...block.querySelectorAll(".code-bar button")].pop().click();
    return {first, shown, printed, status};
}"""
OPEN_FOLDS = """(block) => {
    for (let fold = block.closest("details"); fold; fold = fold.parentElement.closest("details")) {
        fold.open = true;
    }
}"""
# (page, first line of an example): the beginnings of lines that the page shows and the engine does
# not print
DIFFERENT = {
    # the engine shows only the message of an error of the package, and the docstring shortens it
    ("api/algorithm.html", ">>> def from_one(view):"): {
        *("Traceback", "perceptron_ref.testing.kit.CheckFailed:", "1. valid-visits:")
    },
    ("how-to/any-python.html", "$ python3 -m perceptron_ref selftest"): {"python CPython"},
    # there is no second process
    ("write-a-strategy.html", "$ perceptron-ref check-strategy docs/code/last_first.py"): {
        "same-visits"
    },
    # the package was not installed from a folder
    ("write-a-strategy.html", "$ perceptron-ref new-strategy hardest-first"): {
        "python3 -m pip install ./perceptron_ref"
    },
}
if sys.version_info < (3, 14):  # this Python builds the site, and words its error differently
    DIFFERENT["formats.html", "$ perceptron-ref fit --strategy mine.py:out_of_range"] = {
        "perceptron-ref: error: strategy mine.py:divides"
    }


@pytest.fixture
def open_page(tab, url):
    """Return a function that opens a page and presses buttons of its examples, by index."""
    errors = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("console", lambda message: message.type == "error" and errors.append(message.text))
    expect.set_options(timeout=120_000)

    def open_(page, *examples):
        tab.goto(url + page)
        return [press(tab, k) for k in examples]

    yield open_
    expect.set_options(timeout=5_000)
    assert errors == []


def press(tab, k):
    """Press the button of example k; return the example."""
    block = tab.locator(".highlight[data-live]").nth(k)
    block.evaluate(OPEN_FOLDS)
    block.locator(".live-button").click()
    expect(block.locator("textarea")).to_be_visible()
    return block


def run(block, text=None):
    """Run an example, with another text if given; return its output."""
    if text is not None:
        block.locator("textarea").fill(text)
    block.locator("textarea").press("Control+Enter")
    expect(block.locator(".code-run")).to_be_visible()
    return block.locator(".code-out").text_content()


def button_of(block, name):
    """Return the button of an example with this name."""
    return block.get_by_role("button", name=name, exact=True)


def status_of(block):
    """Return the status of an example, which says how its run ended."""
    return block.locator("[role=status]").text_content()


# All examples of all pages


def lines(text):
    """Return the lines of a text, without lines of dots, and with single spaces between words."""
    return [" ".join(line.split()) for line in text.strip("\n").split("\n") if line != "..."]


def is_equal(expected, printed):
    """Tell whether two texts have the same commands or statements, and the shown output of each is
    one piece of the printed output.
    """
    expected, printed = (re.split(r"(?m)^(?=\$ )", text) for text in (expected, printed))
    return len(expected) == len(printed) and all(
        map(contains_rest, map(lines, printed), map(lines, expected))
    )


def contains_rest(whole, part):
    """Tell whether two texts begin alike, and the rest of the part is one piece of the whole."""
    n = len(part) - 1
    pieces = [whole[i : i + n] for i in range(1, len(whole) - n + 1)]
    return whole[0] == part[0] and part[1:] in pieces


def is_right(example, different):
    """Tell whether an example prints the output of its page, except for lines with the given
    beginnings. If the page shows no output, the run only has to succeed.
    """
    shown, printed = example["shown"], example["printed"]
    if different:
        missing = [line for line in lines(shown) if line not in lines(printed)]
        starts = [[start for start in different if line.startswith(start)] for line in missing]
        return all(starts) and different == {start for start_set in starts for start in start_set}
    return (
        is_equal(shown, printed) if shown else example["status"] in ("Done.", "It printed nothing.")
    )


EACH_CHANGE = {"lecture/hypotheses.html": pytest.mark.ci}


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=EACH_CHANGE.get(page, ())) for page in PAGES]
)
def test_every_example_prints_what_its_page_shows(page, pages, tab, url):
    """An example prints the output that its page shows, except for the lines in DIFFERENT."""
    tab.goto(url + page)
    kinds = re.findall(r' data-live="(python|pycon|console|script|file)"', pages[page].text)
    examples = [tab.evaluate(RUN_EXAMPLE, k) for k, kind in enumerate(kinds) if kind != "file"]
    different = {first: starts for (where, first), starts in DIFFERENT.items() if where == page}
    assert {*different} <= {example["first"] for example in examples}
    assert [
        wrong_example
        for wrong_example in examples
        if not is_right(wrong_example, different.get(wrong_example["first"]))
    ] == []


# The page around the examples


def test_nothing_is_loaded_before_a_button_is_pressed(tab, url, open_page):
    """Two small files that every page loads are exceptions. The press loads the engine."""
    requests = []
    tab.on("request", lambda request: requests.append(request.url.rpartition("/playground/")[2]))
    open_page("index.html")

    assert sorted(name for name in requests if name.startswith(("code_button.", "loader."))) == [
        "code_button.css",
        "loader.js",
    ]
    assert not {"code_blocks.js", "words.js", "engine.js", "code.css"} & {*requests}
    press(tab, 0)
    expect(tab.locator(".code-live [role=status]")).to_have_text("Python is ready.")
    assert any(name.startswith("engine/wasm") for name in requests)


@pytest.mark.ci
def test_the_script_of_every_page_is_small():
    """The script has at most 2.5 KB over the wire, and its style sheet 1 KB."""
    folder = ROOT / "docs" / "playground"
    files = [folder / "loader.js", folder / "code_button.css"]
    sizes = [len(gzip.compress(file.read_bytes(), 9)) for file in files]
    assert sizes[0] <= 2500 and sizes[1] <= 1000


def test_every_button_has_a_name_of_its_own(tab, open_page):
    """The name begins with the visible text, and has the example and its first line."""
    open_page("how-to/own-file.html")
    buttons = tab.locator(".live-button")
    names = [button.get_attribute("aria-label") for button in buttons.all()]
    button_texts = buttons.all_text_contents()
    assert names[:2] == [
        f"Change it: example 1 of {len(names)}, hours,absences,passed",
        f"Change it and run: example 2 of {len(names)}, "
        "$ perceptron-ref fit exam.csv --positive yes",
    ]
    assert len({*names}) == len(names)
    assert all(name.startswith(text) for name, text in zip(names, button_texts))


def test_nothing_moves_when_the_buttons_appear(browser, url):
    """A page has the same height before and after the script has loaded."""
    heights = []
    for is_blocked in (True, False):
        with open_tab(browser) as page:
            if is_blocked:
                page.route("**/loader.js", lambda route: route.abort())
            page.goto(url + "lecture/hypotheses.html")
            assert page.locator(".live-button").count() == (0 if is_blocked else 3)
            heights.append(page.evaluate("document.documentElement.scrollHeight"))
    assert heights[0] == heights[1]


@pytest.mark.parametrize("paper", [True, False])
def test_without_scripts_and_on_paper_there_is_no_button_and_no_room_for_it(browser, url, paper):
    """The space below an example is the same as below any other block."""
    with open_tab(browser, java_script_enabled=paper) as page:
        page.goto(url + "lecture/hypotheses.html")
        if paper:
            page.emulate_media(media="print")
        assert page.locator(".live-button:visible").count() == 0
        live = page.locator(".highlight[data-live] > pre").first
        other_block = page.locator(".highlight:not([data-live]) > pre").first
        space_below = "(pre) => getComputedStyle(pre).marginBottom"
        assert live.evaluate(space_below) == other_block.evaluate(space_below)


@pytest.mark.parametrize(("touch", "min_height"), [(False, 24), (True, 44)])
def test_buttons_are_large_enough(browser, url, touch, min_height):
    """Buttons are large enough for a mouse and for a finger. They do not cover text, and widen no
    page.
    """
    phone = {"width": 360, "height": 800}
    with open_tab(browser, viewport=phone, has_touch=touch, is_mobile=touch) as page:
        for path in ("index.html", "how-to/arrays.html", "api/data.html"):
            page.goto(url + path)
            for block in page.locator(".highlight[data-live]:visible").all():
                button = block.locator(".live-button").bounding_box()
                text = block.locator("pre").first.bounding_box()
                assert button["height"] >= min_height and button["width"] >= 44
                assert button["y"] >= text["y"] + text["height"] - 1
            assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_changed_text_runs_and_reset_restores_it(tab, open_page):
    """Reset restores the text and the output of the page.

    An error marks its line, and the traceback has only the reader's frames.
    """
    (block,) = open_page("lecture/hypotheses.html", 1)
    area, out = block.locator("textarea"), block.locator(".code-out")
    text, page_output = area.input_value(), out.text_content()
    assert text.startswith("def h(w, x):\n    score = ") and ">>>" not in text
    assert page_output.startswith(">>> h(w, (1, 12.4, 4.2))     # applicant 0\n1\n>>> h(w")
    assert run(block) == page_output
    assert run(block, text + "\nh(w, (1, 5, 1))").endswith(">>> h(w, (1, 5, 1))\n0\n")
    printed = run(block, "w = (1, 2)\n\nw[2]")
    assert printed.startswith(">>> w[2]\nTraceback (most recent call last):\n")
    assert printed.count("  File") == 1 and printed.endswith(
        "IndexError: tuple index out of range\n"
    )
    assert status_of(block) == "It ended with an error, in line 3."
    assert block.locator(".pg-editor b").text_content() == "3"
    button_of(block, "Reset").click()
    assert (area.input_value(), out.text_content()) == (text, page_output)


def test_close_shows_the_page_again(tab, open_page):
    """After Close the button of the example has the focus, and opens the changed text again.

    Stop ends an endless run, keeps its output so far, and restarts Python for the next run.
    """
    (block,) = open_page("lecture/hypotheses.html", 1)
    block.locator("textarea").fill("6 * 7")
    button_of(block, "Close").click()
    assert block.locator("pre").first.is_visible() and not block.locator("textarea").is_visible()
    assert block.locator(".live-button").evaluate("(e) => e === document.activeElement")
    tab.keyboard.press("Enter")
    assert run(block) == ">>> 6 * 7\n42\n"
    block.locator("textarea").fill("print('begun')\nwhile True: pass")
    button_of(block, "Run").click()
    expect(block.locator(".code-out")).to_have_text(re.compile("begun"))
    button_of(block, "Stop").click()
    expect(block.locator("[role=status]")).to_have_text("Stopped.")
    assert run(block, "6 * 7") == ">>> 6 * 7\n42\n"


def test_examples_above_run_first_with_their_changes(tab, open_page):
    """Examples above run with the reader's changes.

    If one of them fails, the message names it, and its output is shown.
    """
    first, last = open_page("experiments.html", 0, 2)
    page_output = last.locator(".code-out").text_content()
    assert run(last) == page_output
    text = first.locator("textarea").input_value()
    first.locator("textarea").fill(text + "\npla = lambda *_, **__: 1 / 0")
    run(last)
    assert "line 1, in <lambda>" not in status_of(last) and "ended with an error" in status_of(last)
    first.locator("textarea").fill(text + "\nn = 1 / 0")
    run(last)
    assert status_of(last) == "Example 1 of this page runs first, and ended with an error."
    button_of(first, "Close").click()
    run(last)
    assert status_of(last) == "Done."


def test_a_changed_file_is_found(tab, open_page):
    """Commands of the page use the changed file until its block is closed or reset.

    A command that fails shows its exit status.
    """
    file, command = open_page("how-to/own-file.html", 0, 1)
    assert file.get_by_role("button", name="Run", exact=True).count() == 0
    file.locator("textarea").fill("hours,absences,passed\n12,0,yes\n3,4,no\n")
    assert "N = 2, d = 2\n" in run(command)
    button_of(file, "Reset").click()
    assert "N = 8, d = 2\n" in run(command)
    assert "found |; expected" in run(command, "perceptron-ref fit | sort")
    assert status_of(command) == "Exit status 2."


def test_a_written_file_is_found_below(tab, open_page):
    """An example below reads the file that an example wrote. A reader can save it, and the same
    command can write it again."""
    fit, predict = open_page("how-to/arrays.html", 1, 3)
    assert run(predict).endswith("\nyes\nno\nyes\n")
    for _ in range(2):
        run(fit, "perceptron-ref fit example:or --save exam.json")
        assert status_of(fit) == "Done."
    assert run(predict).endswith("\n1\n1\n1\n")
    link = fit.get_by_role("link", name="Save exam.json")
    assert '"format": "perceptron_ref hypothesis 1"' in unquote(link.get_attribute("href"))
    button_of(fit, "Reset").click()
    assert run(predict).endswith("\nyes\nno\nyes\n")


def test_drawn_pictures_are_shown(tab, open_page):
    """A picture of a command has the name of its file.

    A value with a picture is shown as in a notebook.
    """
    (block,) = open_page("teaching.html", 0)
    run(block)
    image = block.get_by_role("img", name="The line of w_t, update by update")
    assert image.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 800
    with tab.expect_download() as download:
        block.get_by_role("link", name="Save run.svg").click()
    assert download.value.suggested_filename == "run.svg"
    (block,) = open_page("how-to/arrays.html", 0)
    run(block)
    assert block.get_by_role("img").count() == 1


def test_keys_in_an_example_do_not_reach_the_theme(tab, url, open_page):
    """Some keys open the search or leave the page, but not while a reader types in an example."""
    open_page("index.html")
    button = tab.locator(".live-button").nth(2)
    button.focus()
    tab.keyboard.press("Enter")
    block = tab.locator(".highlight[data-live]").nth(2)
    expect(block.locator("textarea")).to_be_focused()
    tab.keyboard.type("s/n,p.")
    assert block.locator("textarea").input_value().endswith("s/n,p.")
    button_of(block, "Reset").focus()
    for key in "s/n,p.":
        tab.keyboard.press(key)
    assert tab.url == url + "index.html"
    assert button_of(block, "Reset").evaluate("(e) => e === document.activeElement")


def test_the_theme_still_copies_an_example(browser, url):
    """The theme's button copies only the text, without the name of a button."""
    with open_tab(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(url + "lecture/pla.html")
        block = page.locator(".highlight[data-live]").first
        block.hover()
        block.locator("[data-clipboard-target], .md-code__button").first.click()
        expect(page.locator(".md-dialog--active")).to_be_visible()
        copied = page.evaluate("navigator.clipboard.readText()").strip()
        assert copied == block.locator("code").text_content().strip()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_an_open_example(tab, open_page, scheme):
    """An open example that shows an error is tested, and a closed one, in light and dark colours.

    All ids are unique.
    """
    tab.emulate_media(color_scheme=scheme)
    block, _ = open_page("lecture/hypotheses.html", 1, 2)
    run(block, "1 / 0")
    ids = tab.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
    assert len(ids) == len({*ids})
    for part in (".code-live", ".live-button"):
        assert violations(tab, f"'{part}'", scheme=scheme) == []
