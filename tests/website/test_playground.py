"""The page of the playground, with the Python that runs in it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from urllib.parse import quote, unquote
from xml.etree import ElementTree

import pytest

from perceptron_ref import Dataset, DataWarning, example, pla, pocket, read
from perceptron_ref.exact.rationals import exact_text
from perceptron_ref.testing.golden import expected_fingerprint
from perceptron_ref.theory.separability import separability

from .conftest import open_tab, violations

MAX_SCRIPT_BYTES = 24 * 1024  # over the wire, before Start
CYCLE = "def mine(view):\n    while True:\n        yield from range(len(view))\n"
ENDLESS_IN_C = "import itertools\ndef mine(view):\n    yield sum(itertools.repeat(0))\n"
HAN = re.compile("[\u3400-\u9fff]")


class Playground:
    """A tab with the playground."""

    def __init__(self, tab, url):
        self.tab, self.url, self.page_errors, self.requested_urls = tab, url, [], []
        tab.on("pageerror", lambda error: self.page_errors.append(str(error)))
        tab.on("request", lambda request: self.requested_urls.append(request.url))

    def open(self, state=""):
        """Load the page again."""
        self.tab.goto("about:blank")
        self.tab.goto(f"{self.url}playground.html{state and '#'}{state}")
        self.tab.wait_for_selector(".pg-tools")
        return self

    def start(self, button=".pg-start button:visible"):
        """Press Start, and wait for Python."""
        self.tab.locator(button).first.click()
        self.tab.wait_for_selector(".pg-start", state="hidden")
        return self.wait_for_answer()

    def wait_for_answer(self):
        """Wait until Python has answered."""
        self.tab.wait_for_selector(".playground[aria-busy=false]")
        return self

    def show(self, state):
        """Follow a link to another state, without restarting Python."""
        self.tab.evaluate(
            """async state => {
                for (const hash of ["", state]) {
                    const before = location.href;
                    const hash_changed = new Promise((done) => {
                        addEventListener("hashchange", done, {once: true});
                    });
                    location.hash = hash;
                    if (location.href !== before) await hash_changed;
                }
            }""",
            state,
        )
        return self.wait_for_answer()

    @property
    def state(self):
        """The state in the address."""
        self.tab.wait_for_timeout(250)  # the page writes the address at most five times a second
        return unquote(self.tab.evaluate("location.hash.slice(1)"))

    @property
    def numbers(self):
        """The numbers of the current step."""
        rows = self.tab.locator(".pg-numbers div").all()
        texts = [row.locator("dt, dd").all_text_contents() for row in rows]
        return dict(texts)

    def text(self, selector):
        return self.tab.locator(selector).first.text_content()

    def press(self, name, within=".playground", exact=True):
        self.tab.locator(within).get_by_role("button", name=name, exact=exact).first.click()
        return self.wait_for_answer()

    def field(self, label):
        name = self.tab.locator("label > span", has_text=re.compile(rf"^{re.escape(label)}$"))
        return self.tab.locator(".pg-field", has=name).locator("input, select")

    def set(self, label, value):
        """Fill in a field of the settings."""
        field = self.field(label)
        if not field.is_visible():
            self.tab.click(".pg-settings summary")
        if field.evaluate("field => field.matches('select')"):
            field.select_option(value)
        else:
            field.fill(value)
            field.press("Tab")
        return self.wait_for_answer()

    @property
    def editor(self):
        """The text field of the reader's strategy, after choosing this strategy."""
        if self.field("Visiting order").input_value() != "mine":
            self.set("Visiting order", "mine")
        return self.tab.locator(".pg-editor textarea")

    def type(self, code):
        """Type a strategy into the editor, and run it."""
        self.editor.fill(code)
        return self.press("Run", ".pg-code")

    def fold(self, title):
        """Open a fold of the tools."""
        self.tab.locator(".pg-folds details", has_text=title).first.evaluate("d => d.open = true")

    def unfold(self):
        """Open all folds."""
        self.tab.locator(".playground details").evaluate_all("all => all.map(d => d.open = true)")

    def save(self, name, folder):
        """Press a button that saves a file; return the path of the file."""
        with self.tab.expect_download() as download:
            self.press(name)
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path

    def point_at(self, x, y):
        """Return the point on the screen for the point (x_1, x_2) of the plane of the logical or.
        Its examples 0, 1 and 2 are at (0, 0), (0, 1) and (1, 0).
        """
        return self.tab.evaluate(
            """([x, y]) => {
                const plane = document.querySelector(".pg-plane");
                const box = (n) => plane.querySelector(`.point[data-n="${n}"] .x,
                    .point[data-n="${n}"] .o`).getBoundingClientRect();
                const middle = (b) => [b.x + b.width / 2, b.y + b.height / 2];
                const [a, b, c] = [0, 1, 2].map((n) => middle(box(n)));
                return [a[0] + x * (c[0] - a[0]), a[1] + y * (b[1] - a[1])];
            }""",
            [x, y],
        )


@pytest.fixture
def page(browser, url):
    """Return the playground before its start."""
    with open_tab(browser) as tab:
        playground = Playground(tab, url).open()
        yield playground
        assert playground.page_errors == []


@pytest.fixture(scope="module")
def shared(browser, url):
    """Return one playground with Python, over HTTP, for all tests that use `started`."""
    with open_tab(browser) as tab:
        yield Playground(tab, url).open().start()


@pytest.fixture
def started(shared):
    """Return the shared playground in the state of a link to the logical or."""
    shared.show("set=or")
    shared.page_errors.clear()
    yield shared
    assert shared.page_errors == []


# --- tests of each change


@pytest.mark.ci
def test_the_playground_computes_as_the_package_does(page, site):
    """Before Start no part of the engine loads, and scripts have at most 24 KB more than on every
    page. After it, runs, a typed strategy and the golden runs are the same as in this Python.
    """
    requested_scripts = [
        request for request in page.requested_urls if "/assets/playground/" in request
    ]
    assert not [
        request for request in requested_scripts if "engine" in request or "runs.js" in request
    ]
    scripts = [
        request[len(page.url) :]
        for request in requested_scripts
        if not request.endswith(("live.js", "loader.js", ".css"))
    ]
    sizes = [len(gzip.compress((site / script).read_bytes(), mtime=0)) for script in scripts]
    assert len(sizes) == 9 and sum(sizes) <= MAX_SCRIPT_BYTES
    page.start()
    assert page.numbers["t"] == "5 of T = 9" and pla(example("or")).updates == 9
    for state, run in _runs():
        check_numbers(page, state, run)
    page.show("set=or")
    page.type(CYCLE.replace("range(len(view))", "[3, 2, 1, 0]"))
    T = pla(example("or"), lambda view: iter([3, 2, 1, 0] * 99)).updates
    assert page.numbers["t"] == f"{T} of T = {T}" and T != 9
    assert page.state.startswith("set=or&order=mine&code=def mine(view):")
    page.fold("Is this Python exact?")
    page.press("Run them")
    selftest_text = page.text(".pg-folds details:last-child p[role=status]")
    assert expected_fingerprint() in selftest_text and "as expected" in selftest_text


# --- before Python is started


@pytest.mark.ci
def test_before_start_a_run_is_shown(page):
    """The line, its sides, the steps, the numbers and the charts of the proof follow a change at
    once. A note names the parts that need Python.
    """
    plane = page.tab.locator(".pg-plane")
    buttons = page.tab.locator(".playground .step-buttons button")
    assert page.numbers["t"] == "5 of T = 9" and plane.locator(".line").count() == 1
    buttons.nth(4).click()
    for part in (".line", ".side", ".opposite", ".w.head"):
        assert plane.locator(part).count() == 1
    assert page.numbers["t"] == "9 of T = 9" and page.numbers["w9"] == "(\u22121, 2, 2)"
    assert page.tab.locator(".pg-curves svg").count() == 3
    buttons.first.click()
    assert page.numbers["t"] == "0 of T = 9"
    page.open("p=0,0,x;1,0,o;2,0,x&updates=12")
    assert "no line separates" in page.numbers[BOUND]
    assert "press Start" in page.text(".pg-proof")
    page.open("set=or&w0=5,0,0")
    assert page.text(".pg-note") == "Python computes this run: press Start."
    assert plane.locator(".line").count() == 0


def test_each_arrow_has_its_name(browser, url):
    """The names are at the normal of the line, and at the three arrows of an update."""
    with open_tab(browser, viewport={"width": 1440, "height": 900}) as tab:
        Playground(tab, url).open("set=or&t=5")
        names = tab.locator(".playground .arrow-name").all_text_contents()
        assert [name.replace("\u200b", "") for name in names] == ["wt", "w5", "η ynxn", "w6"]


def test_on_a_wide_screen_the_plane_is_the_largest_part(browser, url):
    """The charts are in one row below the plane, as wide as the page, and every row of numbers has
    a value.
    """
    with open_tab(browser, viewport={"width": 1440, "height": 900}) as tab:
        Playground(tab, url).open()
        box = tab.locator(".pg-plane").bounding_box()
        assert box["width"] >= 680
        charts = [chart.bounding_box() for chart in tab.locator(".pg-curves figure").all()]
        assert len(charts) == 3 and len({chart["y"] for chart in charts}) == 1
        side = tab.locator(".pg-side").bounding_box()
        assert box["x"] <= charts[0]["x"] and charts[2]["x"] > side["x"]
        assert charts[0]["y"] > box["y"] + box["height"]
        values = [v.inner_text() for v in tab.locator(".pg-numbers dd").all() if v.is_visible()]
        assert len(values) == 5 and "\u2013" not in values
        start = tab.locator(".pg-start").bounding_box()
        assert start["y"] > tab.locator(".pg-proof").bounding_box()["y"]


def test_a_bound_is_drawn_above_its_curve(browser, url):
    """On OR the progress along w_f is its bound, so the dashes are seen only if they are above it.
    The numbers at the axis have room, and on a telephone the plane ends at the edge of the window.
    """
    with open_tab(browser, viewport={"width": 390, "height": 844}) as tab:
        Playground(tab, url).open("set=or&t=5")
        chart = tab.locator(".pg-small .forward")
        classes = chart.locator("polyline").evaluate_all("all => all.map(e => e.className.baseVal)")
        assert classes == ["curve", "limit"]
        colours = chart.locator("polyline").evaluate_all(
            "all => all.map(e => getComputedStyle(e).stroke)"
        )
        assert colours[0] != colours[1]
        assert chart.locator("text").all_text_contents()[:2] == ["0", "9"]
        frame = tab.locator(".pg-plane .frame").bounding_box()
        assert 390 - (frame["x"] + frame["width"]) <= 16


def test_switches_of_an_order_are_in_the_fold(browser, url):
    """The fold is open if the link sets such an option. A fold that the reader closes stays
    closed.
    """
    for link, is_open in (("", False), ("#set=or&order=cyclic:until_right=true", True)):
        with open_tab(browser, viewport={"width": 1440, "height": 900}) as tab:
            Playground(tab, url).open()
            tab.goto(f"{url}playground.html{link}")
            field = tab.locator(".pg-settings details label", has_text="Repeat an example until")
            assert field.is_visible() == is_open
            if is_open:
                assert field.locator("select").input_value() == "true"
                field.locator("select").select_option("false")
                tab.locator(".pg-settings summary").click()
                field.locator("select").evaluate("e => e.dispatchEvent(new Event('change'))")
                assert not field.is_visible()


@pytest.mark.parametrize("language", ["", "zh-TW/"])
@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (390, 844)])
def test_the_first_screen_has_the_plane_and_its_controls(size, language, browser, url):
    """The page opens at a line with mistakes, and shows the plane, its legend and the controls
    without scrolling. After a change of the examples it shows the last line.
    """
    width, height = size
    with open_tab(browser, viewport={"width": width, "height": height}) as tab:
        playground = Playground(tab, url + language).open()
        box = tab.locator(".playground .step-controls").bounding_box()
        assert box["y"] + box["height"] <= height
        assert tab.locator(".pg-plane").bounding_box()["height"] >= 280
        legend = tab.locator(".playground .pg-legend").bounding_box()
        plane = tab.locator(".pg-plane").bounding_box()
        assert plane["y"] + plane["height"] <= legend["y"] < box["y"]
        assert tab.locator(".pg-legend svg > *").count() == 4
        assert tab.locator(".step-count").inner_text() == "5 / 9"
        assert tab.locator(".pg-plane circle.mistake").count() == 2
        tab.mouse.click(*playground.point_at(1, 0.5))
        assert tab.locator(".pg-plane .line").count() == 1
        step, last_step = tab.locator(".step-count").inner_text().split(" / ")
        assert step == last_step != "0"


def test_before_start_examples_can_be_placed_and_are_kept(page):
    """Examples survive a reload, because the address has them.

    If a part of Python cannot be loaded, the page names it and tries again.
    """
    page.tab.mouse.click(*page.point_at(0.5, 0.5))
    assert page.state == "p=0,0,x;0,1,o;1,0,o;1,1,o;0.5,0.5,o"
    page.tab.reload()
    page.tab.wait_for_selector(".point")
    assert page.tab.locator(".point").count() == 5
    page.tab.route("**/engine/asm*", lambda route: route.abort())
    page.tab.get_by_role("button", name="Start Python").click()
    page.tab.get_by_role("button", name="Try again").wait_for()
    assert re.search(r"asm\S* could not be loaded", page.text(".pg-start p"))
    page.tab.unroute("**/engine/asm*")
    assert page.start().numbers["mistakes"] == "0 of 5 examples"


def test_start_shows_its_size_and_progress(page):
    """The bar counts bytes from 0 to all of them, and disappears when Python has started."""
    record_texts = "window.texts = []; new MutationObserver(() => texts.push("
    record_texts += "document.querySelector('.pg-start p').textContent"
    record_texts += ")).observe(document.querySelector('.pg-start'), "
    page.tab.evaluate(record_texts + "{subtree: true, childList: true})")
    assert "8 MB" in page.text(".pg-start button")
    page.start()
    parts = [text for text in page.tab.evaluate("texts") if " of " in text]
    pairs = [re.match(r"([\d.]+) of ([\d.]+) MB", text).groups() for text in parts]
    assert len(pairs) > 5 and pairs[0][0] == "0.0" and pairs[-1][0] == pairs[-1][1]
    assert 5 < float(pairs[-1][1]) < 6


@pytest.mark.parametrize(
    "missing, message",
    [("WebAssembly", "it has no WebAssembly"), ("DecompressionStream", "too old")],
)
def test_an_old_browser_gets_a_message(page, missing, message):
    """The button to start shows a message instead, and the page offers no second attempt."""
    page.tab.add_init_script(f"delete window.{missing}")
    page.open().tab.get_by_role("button", name="Start Python").click()
    page.tab.locator(".pg-start p", has_text=message).wait_for()
    assert not page.tab.get_by_role("button", name="Try again").is_visible()


# --- links

DAMAGED = [  # a damaged link, its invalid parts, and the link of the valid parts
    ("p=0,0,x;1,1,q;2,2,o", ["p=1,1,q"], "p=0,0,x;2,2,o"),
    ("p=0,0,x;1,o;abc;1,1,o", ["p=1,o", "p=abc"], "p=0,0,x;1,1,o"),
    ("p=0,0,x;1,1;2", ["p=1,1", "p=2"], "p=0,0,x"),
    ("p=1,__import__('os'),o", ["p=1,__import__('os'),o"], "p=&names=x1,x2"),
    ("p=" + ";".join(["1,1,o"] * 202), ["p=1,1,o"] * 2, "p=" + ";".join(["1,1,o"] * 200)),
    ("set=../x.py&algorithm=svm", ["set=../x.py", "algorithm=svm"], "set=or"),
    ("set=or&order=x.py:f", ["order=x.py:f"], "set=or"),
    ("set=or&order=random:seed", ["order=random:seed"], "set=or"),
    ("set=or&sign0=5&t=-1&t0=2", ["sign0=5", "t=-1", "t0=2"], "set=or"),
    ("set=or&__proto__=1&constructor=2", ["__proto__=1", "constructor=2"], "set=or"),
    ("set=or&code=%E0%A4%A&eta=%", [], "set=or&eta=%25&code="),
    ("set=xor&p=1,2,o", ["set"], "p=1,2,o"),
]
INTACT_LINK = (
    "p=0,0,x;0.1,-2,o;1e-3,1/3,x&names=age,debt&algorithm=pocket&order=random:seed=7,"
    "until_right=true&x0=2&w0=1,0,-1&eta=0.5&sign0=-1&updates=12&code=# ü + & =\n&t=3"
)


def test_the_valid_parts_of_a_damaged_link_are_read(page):
    """A sentence names the invalid parts, and stays when Python starts.

    The state of an intact link is written as the same link, without characters at which a chat
    program would end the link.
    """
    unread_parts = "link => perceptron.states.decode(link).unread"
    read_and_write = "link => perceptron.states.encode(perceptron.states.decode(link).state)"
    for link, invalid_parts, valid_link in DAMAGED:
        assert page.tab.evaluate(unread_parts, link) == invalid_parts
        written_link = unquote(page.tab.evaluate(read_and_write, link))
        assert written_link.startswith(unquote(valid_link)), link
    parts = (part.partition("=") for part in re.split(r"&(?=\w+=)", INTACT_LINK))
    link = "&".join(f"{key}={quote(value)}" for key, _, value in parts)
    encoded = page.tab.evaluate(read_and_write, link)
    assert unquote(encoded) == INTACT_LINK
    assert quote(encoded, safe="%,;:=/@&~*'()!.-_") == encoded
    page.open(DAMAGED[0][0])
    assert "could not: p=1,1,q" in page.text(".pg-note")
    assert page.tab.locator(".point").count() == 2
    page.start()
    assert "p=1,1,q" in page.text(".pg-note")


def test_a_link_is_followed_and_can_be_copied(started):
    """An address with another state changes the state; the link of a heading does not.

    If the browser refuses to copy, the text of the link is selected.
    """
    for fragment in ("set=and&t=4", "tasks"):
        started.tab.evaluate("fragment => { location.hash = fragment; }", fragment)
        started.tab.wait_for_function("() => location.hash === '#set=and&t=4'")
        assert started.wait_for_answer().state == "set=and&t=4"
        assert started.numbers["t"] == "4 of T = 18"
    started.fold("Link and downloads")
    started.tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    started.press("Copy the link")
    started.tab.wait_for_function("() => document.body.textContent.includes('The link is copied')")
    link = started.tab.evaluate("navigator.clipboard.readText()")
    assert link.endswith("playground.html#set=and&t=4")
    started.tab.context.clear_permissions()
    refuse_to_copy = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }"
    started.tab.evaluate(refuse_to_copy)
    started.press("Copy the link")
    started.tab.wait_for_function("() => document.body.textContent.includes('press Ctrl+C')")
    assert started.tab.evaluate("getSelection().toString()") == link
    started.tab.evaluate("() => { delete navigator.clipboard.writeText; }")


# --- the numbers


def _runs():
    """Return states, each with its run in this Python: both algorithms, other w_0, eta and x_0, and
    a limit of updates. tests/docs/test_bridge.py compares all orders with the package.
    """
    near = Dataset([["0.1", "0.2"], ["0.3", "-0.7"]], [1, -1], x0=2)
    options = {"w0": [1, -2, "0.5"], "eta": "0.25", "sign_of_zero": -1}
    order = "random:seed=3"
    return [
        (
            f"set=credit-2d&algorithm=pocket&order={order}&updates=40",
            pocket(example("credit-2d"), order, max_updates=40),
        ),
        ("p=0.1,0.2,o;0.3,-0.7,x&w0=1,-2,0.5&eta=0.25&sign0=-1&x0=2", pla(near, **options)),
        ("set=xor&updates=9", pla(example("xor"), max_updates=9)),
    ]


def check_numbers(playground, state, run):
    """Compare the page with a run in this Python."""
    playground.show(state)
    numbers = playground.numbers
    weights = [run.w0, *(w for *_, w in run.replay())]
    T, converged = run.updates, run.status == "converged"
    assert numbers["t"] == (
        f"{T} of T = {T}" if converged else f"{T} of {T}, stopped there by the limit"
    )
    weights_text = ", ".join(map(exact_text, weights[-1])).replace("-", "\u2212")
    assert numbers[f"w{T}"] == f"({weights_text})"
    costs = f"{run.visits} visits, {run.dot_products} dot products"
    assert numbers["the whole run"] == costs
    if hasattr(run, "history"):
        pocket_time = next(t for t, mistakes, _ in run.history if mistakes == run.mistakes)
        assert numbers["in the pocket"] == f"w{pocket_time}, mistakes: {run.mistakes}"


BOUND = "T ≤ R²/ρ²"
NUMBERS = [  # a state, and some numbers of its step, as texts
    ("set=or&t=3", {"w3": "(1, 1, 1)"}),
    ("set=or&t=3", {"next, n(3)": "example 0: its margin goes from \u22121 to 0"}),
    ("set=or&t=5", {"mistakes": "2 of 4 examples"}),
    ("set=or", {"next, n(9)": "\u2013"}),
    ("set=or&order=mine", {"t": "9 of T = 9"}),  # the naive cycle, because the link names no order
    ("set=xor&updates=9", {BOUND: "There is no bound: no line separates these examples."}),
    ("set=and", {BOUND: f"18 ≤ {separability(example('and')).bound}"}),
    ("set=xor&algorithm=pocket&order=cyclic&updates=20&t=6", {"in the pocket": "w1, mistakes: 2"}),
    ("set=powers:d=7&updates=10000", {"t": "8192 of T = 8192"}),  # the longest run
]
ELEMENTS = [  # a state, and how often some elements occur in the picture
    ("set=or&t=5", {".point.now[data-n='1']": 1, ".former": 1, ".mistake": 2, ".pocket": 0}),
    ("set=or&t=5", {"polyline.line": 1}),
    ("set=xor&updates=20", {".pg-plane .hull": 2, ".pg-plane .meet": 1}),
    ("set=pingpong:m=5", {".point": 3}),
    ("set=powers:d=4&t=5", {".pg-plane:visible": 0, ".pg-bars .bar": 8, ".bar.minus": 5}),
]
SENTENCES = [  # a state, the selector of an element, and a part of its text
    (
        "set=or&t=3",
        ".step-said [role=status]",
        "t = 3. Mistakes: 1. Next: example 0, whose margin goes from \u22121 to 0.",
    ),
    (
        "set=xor&algorithm=pocket&order=cyclic&updates=20&t=6",
        ".pg-curves",
        "w6: 3; in the pocket: 2",
    ),
    ("set=or&t=5", ".pg-curves", "w5 plus the arrow η yn xn of example 1 gives w6"),
    ("set=or&t=5", ".pg-curves", "wf · w5 = 5 ≥ 5"),
    ("set=or&t=5", ".pg-curves", "|w5|² = 3 ≤ 15"),
    ("set=xor&updates=20", ".pg-sum", "(1, 0, 1) + (1, 1, 0) = (1, 0, 0) + (1, 1, 1)"),
    ("set=xor&updates=20", ".pg-proof", "(0.5, 0.5)"),
    ("set=powers:d=4&t=5", ".pg-bars text.now", "5"),
    ("set=and&w0=5,5,5", ".pg-numbers", "only if the run starts from w = 0"),
]


@pytest.mark.ci
def test_a_step_says_and_draws_what_happens(started):
    """The numbers, the plane or the bars of margins, the curves of the proof, and the certificate
    are those of the step.
    """
    rows = len(started.numbers)
    for state, numbers in NUMBERS:
        numbers_shown = started.show(state).numbers
        # the elements below do not move
        assert len(numbers_shown) == rows + ("in the pocket" in numbers_shown)
        assert {name: numbers_shown[name] for name in numbers} == numbers, state
    for state, counts in ELEMENTS:
        tab = started.show(state).tab
        drawn = {name: tab.locator(f"{name}:not(.pg-legend *)").count() for name in counts}
        assert drawn == counts, state
    for state, selector, text in SENTENCES:
        assert text in started.show(state).text(selector)
    points = started.show("set=pingpong:m=5").tab.locator(".pg-plane polyline.line")
    xs = {point.split(",")[0] for point in points.get_attribute("points").split()}
    assert len(xs) == 1  # with one feature the boundary is vertical


def test_a_run_that_was_stopped_says_so_and_leads_to_the_certificate(started):
    """A sentence beside the steps says that the limit of updates stopped the run.

    If a line separates, there is no certificate, and no link.
    """
    started.show("set=xor&updates=20")
    sentence = started.text(".step-said [role=status]")
    assert sentence.startswith("t = 20, the limit of updates: the run stops here. Mistakes: ")
    assert sentence.endswith(". No line separates these examples.")
    started.press("Why does no line separate them?")
    assert started.tab.evaluate("document.activeElement.className") == "pg-proof"
    assert started.tab.locator(".pg-proof").get_by_text("No line separates").is_visible()
    started.show("p=2,0,o;5,0,x&x0=0&updates=20")
    assert started.text(".step-said [role=status]").endswith(
        ". No line through the origin separates these examples."
    )
    assert "no line through the origin" in started.text(".pg-numbers")
    assert "no line through the origin" in started.text(".pg-proof")
    started.press("Why does no line through the origin separate them?")
    started.show("set=or&updates=5")
    assert "the limit of updates" in started.text(".step-said [role=status]")
    why = started.tab.get_by_role("button", name="Why does no line separate them?")
    assert not why.is_visible()


@pytest.mark.ci
def test_buttons_slider_and_keys_step(started):
    """Buttons, slider and keys work as under the other pictures of the site, and the address has
    the step.

    While a run plays, its captions are visible, but screen readers do not read them.
    """
    started.press("First")
    assert started.numbers["t"] == "0 of T = 9"
    started.press("Next")
    started.tab.keyboard.press("ArrowRight")
    assert started.state == "set=or&t=2"
    started.tab.keyboard.press("End")
    assert started.numbers["t"] == "9 of T = 9"
    started.press("Back")
    assert started.text(".step-count") == "8 / 9"
    slider = started.tab.locator(".step-controls input")
    slider.fill("4")
    assert started.numbers["t"] == "4 of T = 9"
    assert slider.get_attribute("aria-valuetext") == "4 of 9"
    started.press("First")
    started.press("Play")
    line = started.tab.locator(".step-said [role=status]")
    assert line.get_attribute("aria-live") == "off" and line.inner_text()
    started.press("Pause")
    assert line.get_attribute("aria-live") == "polite"
    assert started.text(".step-said [role=status]").startswith("t = ")


# --- mouse, keyboard and touch


@pytest.mark.ci
def test_a_drag_moves_an_example_and_the_line_with_it(started):
    """The new coordinates are short decimals. Undo restores the example in one step."""
    x, y = started.point_at(1, 1)
    end = started.point_at(0.5, 0.3)
    started.tab.mouse.move(x, y)
    started.tab.mouse.down()
    started.tab.mouse.move((x + end[0]) / 2, (y + end[1]) / 2, steps=3)
    started.tab.mouse.move(*end, steps=3)
    started.tab.mouse.up()
    assert started.wait_for_answer().state == "p=0,0,x;0,1,o;1,0,o;0.5,0.3,o"
    # the examples are no longer the named set
    assert started.tab.locator(".pg-tools select").input_value() == ""
    moved = Dataset([[0, 0], [0, 1], [1, 0], ["0.5", "0.3"]], [-1, 1, 1, 1])
    assert started.numbers["the whole run"].startswith(f"{pla(moved).visits} visits")
    started.press("Undo")
    assert started.state == "set=or"
    assert started.tab.locator(".pg-tools select").input_value() == "or"
    assert started.numbers["t"] == "9 of T = 9"
    started.press("Redo")
    assert started.state == "p=0,0,x;0,1,o;1,0,o;0.5,0.3,o"


def test_an_example_is_placed_flipped_and_removed(started):
    """The mouse alone is enough. After a click on the button of crosses, new examples are
    crosses.
    """
    started.press("x, y = −1")
    started.tab.mouse.click(*started.point_at(0.5, 1))
    assert started.wait_for_answer().state.endswith(";0.5,1,x")
    started.press("Flip label")
    assert started.state.endswith(";0.5,1,o")
    started.press("Remove")
    assert started.state == "p=0,0,x;0,1,o;1,0,o;1,1,o"
    started.press("Clear")
    assert started.state == "p=&names=x1,x2"
    assert "no example yet" in started.text(".pg-note")
    started.press("o, y = +1")


def test_the_keyboard_alone_edits_examples(started):
    """Keys place, move, flip and remove examples, and go from one to the next.

    They do not reach the theme, where f, s and / open the search, and n and p leave the page.
    """
    keys = started.tab.keyboard
    started.tab.locator(".pg-plane").focus()
    for key in ("ArrowUp", "ArrowRight", "x"):
        keys.press(key)
    assert started.wait_for_answer().state.count(";") == 4 and started.state.endswith(",x")
    keys.press("Tab")  # to the example that was placed
    focused_example = "document.activeElement.dataset.n"
    assert started.tab.evaluate(focused_example) == "4"
    keys.press("PageUp")
    assert started.tab.evaluate(focused_example) == "3"
    for key, part in (
        ("ArrowRight", "1.04,1,o"),
        ("Shift+ArrowLeft", "1.036,1,o"),
        (" ", "1.036,1,x"),
    ):
        keys.press(key)
        assert part in started.wait_for_answer().state
    keys.press("Delete")
    assert "1.036" not in started.wait_for_answer().state
    assert started.tab.evaluate(focused_example) == "3"
    for selector in (".pg-plane", ".point[tabindex='0']", ".step-controls button"):
        started.tab.locator(selector).first.focus()
        for key in "fs/np.,":
            keys.press(key)
    assert started.tab.url.split("#")[0].endswith("playground.html")
    assert started.tab.evaluate("document.querySelector('#__search').checked") is False


def test_a_finger_places_and_drags(browser, url):
    """Targets are at least 44 pixels wide or high. Elsewhere a finger scrolls the page."""
    telephone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    with open_tab(browser, **telephone) as tab:
        playground = Playground(tab, url).open()
        tab.locator(".pg-plane").scroll_into_view_if_needed()
        tab.touchscreen.tap(*playground.point_at(0.5, 0.5))
        assert playground.state.startswith("p=0,0,x;0,1,o;1,0,o;1,1,o;")
        assert tab.locator(".point").count() == 5
        assert tab.locator(".hit").first.bounding_box()["width"] >= 44
        assert tab.get_by_role("button", name="Flip label").bounding_box()["height"] >= 44
        touch = tab.context.new_cdp_session(tab)

        def swipe(start, end):
            for kind, k in [("touchStart", 0), *(("touchMove", k) for k in range(1, 7))]:
                x, y = (a + (b - a) * k / 6 for a, b in zip(start, end))
                points = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
                touch.send("Input.dispatchTouchEvent", points)
            touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

        before = tab.evaluate("scrollY")
        swipe(playground.point_at(1, 1), playground.point_at(1, 0.7))
        assert "1,1,o" not in playground.state
        assert tab.evaluate("scrollY") == before
        swipe(playground.point_at(0.5, 0.25), [playground.point_at(0.5, 0.25)[0], 10])
        tab.wait_for_function(f"() => scrollY > {before}")
        assert tab.locator(".point").count() == 5


# --- settings


@pytest.mark.parametrize(
    "label, value, message",
    [
        ("Learning rate η", "0", "eta: found '0'; expected a positive number"),
        ("Start w(0)", "1, two, 3", "w0, entry 1: found 'two'"),
        ("Seed", "x", "strategy random: found seed=x; expected a whole number"),
    ],
)
def test_an_invalid_value_is_reported_at_its_field(started, label, value, message):
    """The message is the package's. The state stays, and a valid value removes the message."""
    started.show("set=or&order=random")
    field = started.field(label)
    valid_value = field.input_value()
    started.set(label, value)
    assert field.get_attribute("aria-invalid") == "true"
    message_element = started.tab.locator(f"#{field.get_attribute('aria-describedby')}")
    assert message in message_element.text_content() and message_element.is_visible()
    assert field.input_value() == value and started.tab.locator(".point").count() == 4
    started.set(label, valid_value)
    assert field.get_attribute("aria-invalid") is None
    assert started.numbers["t"] == "7 of T = 7"


def test_coordinates_can_be_typed(started):
    """Decimals and fractions are exact. A cell without a number shows the error."""
    started.fold("Examples as a table")
    cell = started.tab.get_by_label("x2 of example 3")
    cell.fill("1/3")
    cell.press("Tab")
    assert started.wait_for_answer().state == "p=0,0,x;0,1,o;1,0,o;1,1/3,o"
    assert "of T" in started.numbers["t"]
    cell.fill("large")
    cell.press("Tab")
    started.wait_for_answer()
    assert "example 3, feature x2: found 'large'" in started.text(".pg-folds .pg-error")
    assert cell.get_attribute("aria-invalid") == "true"
    cell.fill("0.3333333333333333333333")
    cell.press("Tab")
    assert "1,0.3333333333333333333333,o" in started.wait_for_answer().state


def test_pasted_examples_are_read(started):
    """The package reads them as it reads a file. Fields set the label column, and the label that
    means +1. An error leaves the examples unchanged.
    """
    started.fold("Paste examples")

    def paste(text, column="", positive=""):
        started.tab.get_by_label("One example per line, its label last").fill(text)
        started.tab.get_by_label("Label column, if not the last").fill(column)
        started.tab.get_by_label("Label that means +1").fill(positive)
        started.press("Take these")
        return "".join(started.tab.locator(".pg-folds .pg-error").all_text_contents())

    paste("age,debt,y\n20,1.5,+1\n30,-2,-1\n")
    assert started.state == "p=20,1.5,o;30,-2,x&names=age,debt"
    assert "found 'x'" in paste("1,2,+1\n3,x,-1\n")
    assert started.tab.locator(".point").count() == 2
    paste("who,x,y\nann,1,2\nbob,3,4\ncleo,5,6\n", "who", "bob")
    assert started.state == "p=1,2,x;3,4,o;5,6,x&names=x,y"
    paste("", "", "")  # restore the shared page


def test_orders_are_compared_on_the_current_examples(started):
    """The reader's strategy is compared, too, after it has run once."""
    started.show("set=and")
    started.type(CYCLE)
    started.fold("Compare the visiting orders")
    started.press("Compare", ".pg-folds")
    fold = started.tab.locator(".pg-folds details", has_text="Compare the visiting orders")
    cells = fold.locator("tbody tr").all_inner_texts()
    table = {row.split("\t")[0]: row.split("\t")[1:] for row in cells}
    run = pla(example("and"), max_updates=1000)
    assert table["cyclic"] == ["18", str(run.visits), str(run.dot_products), "0"]
    assert table["mine.py"][0] == "18" and len(table) == 6


def test_sets_and_orders_are_described_in_the_language_of_the_page(browser, url):
    """The names of sets and orders are not translated."""
    with open_tab(browser) as tab:
        playground = Playground(tab, f"{url}zh-TW/").open()
        sets = tab.locator(".pg-tools option").all_text_contents()
        assert len(sets) > 15 and all(map(HAN.search, sets))
        playground.start()
        order = tab.locator(".pg-settings select").nth(1)
        for name in ("cyclic", "worst-margin"):
            order.select_option(name)
            assert HAN.search(playground.wait_for_answer().text(".pg-settings .pg-soft"))
        order.select_option("mine")
        starters = playground.wait_for_answer().tab.locator(".pg-code option").all_text_contents()
        assert len(starters) > 5 and all(map(HAN.search, starters))


# --- the reader's strategy


@pytest.mark.ci
def test_a_typed_strategy_runs_prints_and_reports_errors(started):
    """Ctrl+Enter runs it, and its output is shown.

    An error has the message of the package, and its line is marked. The code does not change.
    """
    code = "def mine(view):\n    print('seen', len(view))\n    while True:\n"
    started.editor.fill(code + "        yield from range(len(view))\n")
    assert "press Run" in started.text(".pg-code .pg-note")
    started.editor.press("Control+Enter")
    started.wait_for_answer()
    assert started.text(".pg-code .pg-note") == "This is the code that was run."
    assert started.text(".pg-printed") == "seen 4\n"
    for code, message, line in (
        ("def mine(view)\n    yield 0\n", "mine.py:1: SyntaxError: expected ':'", "1"),
        ("def mine(view):\n    yield len(view)\n", "mine.py:2: it yielded 4", "2"),
    ):
        started.type(code)
        assert message in started.text(".pg-code .pg-error")
        assert started.text(".pg-editor pre b") == line
        assert started.editor.input_value() == code


def test_silent_code_is_ended(started):
    """Python is stopped if it gives no sign for some time, as in a loop in C, or if the reader
    presses Stop.

    The code stays, and Python starts again.
    """
    started.type(ENDLESS_IN_C)
    assert "not respond" in started.text(".pg-note")
    started.type(CYCLE)
    assert started.numbers["t"] == "9 of T = 9"
    started.editor.fill(ENDLESS_IN_C)
    started.tab.locator(".pg-code").get_by_role("button", name="Run", exact=True).click()
    started.tab.get_by_role("button", name="Stop").click()
    started.wait_for_answer()
    assert "You stopped Python" in started.text(".pg-note")
    assert started.editor.input_value() == ENDLESS_IN_C
    assert not started.tab.get_by_role("button", name="Stop").is_visible()
    started.type(CYCLE)
    assert started.numbers["t"] == "9 of T = 9"


@pytest.mark.ci
def test_code_of_a_link_runs_only_on_request(started):
    """The code is shown with a note. A new example does not run it, either."""
    code = "def mine(view):\n    print('ran')\n    yield from [0, 1, 2, 3] * 99\n"
    started.show(f"set=or&order=mine&code={quote(code)}")
    assert started.editor.input_value() == code
    assert "Read it, then press Run" in started.text(".pg-code .pg-note")
    started.tab.mouse.click(*started.point_at(0.5, 0.5))
    started.wait_for_answer()
    assert started.numbers == {} and started.text(".pg-printed") == ""
    started.press("Run", ".pg-code")
    assert started.text(".pg-printed") == "ran\n" and "of T" in started.numbers["t"]
    # the same code again, from a link
    started.show(f"set=and&order=mine&code={quote(code)}")
    assert "Read it, then press Run" in started.text(".pg-code .pg-note")


def test_code_of_a_link_is_announced_before_start(page):
    """A note announces the code. After Start the code is above the numbers, with a note above
    it.
    """
    note = page.tab.locator(".pg-board .pg-note")
    page.open(f"set=or&order=mine&code={quote(CYCLE)}")
    assert note.text_content().startswith("The link brings a strategy.")
    page.start()
    assert note.text_content() == ""
    tops = [
        page.tab.locator(part).bounding_box()["y"]
        for part in (".pg-code .pg-note", ".pg-editor", ".pg-proof, .pg-numbers")
        if page.tab.locator(part).first.is_visible()
    ]
    assert tops == sorted(tops) and len(tops) >= 2


def test_the_editor_indents_and_escape_leaves_it(started):
    """Tab indents, and Shift+Tab unindents. Enter keeps the indentation, and increases it after a
    colon. After Escape, Tab goes to the next button.
    """
    area, keys = started.editor, started.tab.keyboard
    area.fill("")
    area.focus()
    for key in ("d", ":", "Enter", "a", "Enter", "Tab", "b", "Shift+Tab"):
        keys.press(key)
    assert area.input_value() == "d:\n    a\n    b"
    assert started.text(".pg-editor pre") == "1\n2\n3\n"
    keys.press("Escape")
    keys.press("Tab")
    assert started.tab.evaluate("document.activeElement.textContent") == "Run"


def test_a_typed_strategy_is_checked_and_raced(started):
    """The page runs the checks of the package, and a race against the built-in strategies."""
    started.editor.fill("def mine(view):\n    yield 0\n    yield 99\n")
    started.press("Check")
    assert started.tab.locator(".pg-checks li.pg-failed").count() > 0
    assert started.text(".pg-editor pre b") == "3"
    started.editor.fill(CYCLE)
    started.press("Check")
    assert started.tab.locator(".pg-checks li.pg-failed").count() == 0
    assert started.tab.locator(".pg-checks li").count() == 8
    started.press("Race")
    rows = started.tab.locator(".pg-code tbody tr").all_inner_texts()
    costs = {row.split("\t")[0]: row.split("\t")[2] for row in rows}
    assert len(costs) == 6 and costs["mine.py"] == costs["cyclic"] == "1.00"
    caption = started.text(".pg-code [role=status] .pg-soft")
    assert (
        "sets of the package: credit, credit-2d, " in caption and "not on your examples" in caption
    )


def test_strategy_examples_and_picture_are_saved(started, tmp_path):
    """The package runs the saved strategy and reads the saved CSV. The saved SVG contains its
    colours.
    """
    assert started.editor.is_visible()
    started.tab.locator(".pg-code select").select_option("last_first.py")
    started.press("Run", ".pg-code")
    updates = pla(example("or"), str(started.save("Download mine.py", tmp_path))).updates
    assert started.numbers["t"] == f"{updates} of T = {updates}"
    started.show("p=0.1,1/3,o;2,-1,x")
    started.fold("Link and downloads")
    with pytest.warns(DataWarning, match="'1/3' is read as a fraction"):
        data = read(str(started.save("Examples as CSV", tmp_path)))
    assert data == Dataset([["0.1", "1/3"], ["2", "-1"]], [1, -1], names=data.names)
    picture = started.save("Picture as SVG", tmp_path)
    text = picture.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert "var(" not in text and "class=" not in text and "stroke:rgb" in text
    with open_tab(started.tab.context.browser) as tab:
        tab.goto(Path(picture).as_uri())
        assert tab.evaluate("document.documentElement.getBBox().width") > 300


# --- colours and sizes


def test_axe_finds_nothing_serious_in_the_open_playground(started):
    """Python has started, and the editor and all folds are open. Light and dark colours are tested.

    All ids are unique.
    """
    started.show("set=xor&algorithm=pocket&order=cyclic&updates=20&t=6")
    started.type("def mine(view):\n    print(1)\n    while True:\n        yield from range(4)\n")
    started.unfold()
    started.press("Compare", ".pg-folds")
    started.tab.add_style_tag(content="* { transition: none !important; }")
    for scheme in ("light", "dark"):
        assert violations(started.tab, "'.playground'", scheme=scheme) == []
    started.tab.emulate_media(color_scheme="light")
    ids = started.tab.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))


def test_colours_follow_the_switch_of_the_theme(started):
    """Colours depend on the switch, not only on the system.

    With forced colours, the large targets for fingers are invisible. The plane is printed without
    buttons and fields.
    """
    ink = "getComputedStyle(document.querySelector('.pg-plane polyline.line')).stroke"
    light = started.tab.evaluate(ink)
    started.tab.evaluate("document.body.setAttribute('data-md-color-scheme', 'slate')")
    assert started.tab.evaluate(ink) != light
    started.tab.evaluate("document.body.setAttribute('data-md-color-scheme', 'default')")
    started.tab.emulate_media(forced_colors="active")
    style = "getComputedStyle(document.querySelector('.pg-plane {}'))"
    assert started.tab.evaluate(style.format(".hit") + ".fill") == "none"
    assert started.tab.evaluate(style.format(".o") + ".stroke") == "rgb(0, 0, 0)"
    started.tab.emulate_media(forced_colors="none", media="print")
    assert started.tab.locator(".pg-plane").is_visible()
    for selector in (".pg-tools", ".step-controls", ".pg-settings", ".pg-folds"):
        assert not started.tab.locator(selector).first.is_visible()
    started.tab.emulate_media(media="screen")


def test_no_width_scrolls_sideways(started):
    """The page does not scroll sideways at widths from a telephone to a wide screen, with all folds
    open.
    """
    started.show("set=noisy:N=40,flips=3&algorithm=pocket&updates=60&order=mine&code=#")
    started.unfold()
    for width in (360, 600, 768, 1024, 1440):
        started.tab.set_viewport_size({"width": width, "height": 1000})
        fits = "width => document.documentElement.scrollWidth === width"
        # wait until the theme's header is in its place
        started.tab.wait_for_function(fits, arg=width)
