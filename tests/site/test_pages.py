"""The built pages, read as files and in a browser."""

from __future__ import annotations

import gzip
import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from conftest import ROOT, chromium

sys.path.insert(0, str(ROOT / "docs"))
from _tools import statements  # noqa: E402
from _tools.catalogues import translated_pages  # noqa: E402

MOST_BYTES = 250_000
FORMULA = re.compile(r"\$\$\n(.*?)\n\$\$|(?<![\\$])\$(?!\s)((?:\\.|[^$\\])+?)(?<!\s)\$", re.DOTALL)
CODE = re.compile(r"(`+)[^`].*?\1", re.DOTALL)
ANNOTATION = re.compile(r'<annotation encoding="application/x-tex">(.*?)</annotation>', re.DOTALL)
# what is not a matter of colours is the same on dark; nothing is to be fetched for any of them
RULES = {
    "default": "{resultTypes: ['violations'], preload: false}",
    "slate": "{resultTypes: ['violations'], preload: false, "
    "runOnly: ['color-contrast', 'link-in-text-block']}",
}
# words of pictures that stand on each other in a frame, or outside of their picture
UNREADABLE = """() => {
  document.querySelectorAll('details').forEach(fold => { fold.open = true; });
  const frameOf = text => text.closest('.f, .last');
  return [...document.querySelectorAll('.drawing svg')].flatMap(svg => {
    const {width, height} = svg.viewBox.baseVal, root = svg.getScreenCTM().inverse();
    const words = [...svg.querySelectorAll('text')].filter(text => text.textContent).map(text => {
      const {x, y, width, height} = text.getBBox();
      const {a, d, e, f} = root.multiply(text.getScreenCTM());
      return {text, left: a * x + e, right: a * (x + width) + e, top: d * y + f,
        bottom: d * (y + height) + f};
    });
    const apart = (one, other) =>
      frameOf(one.text) && frameOf(other.text) && frameOf(one.text) !== frameOf(other.text);
    const over = (one, other) => !apart(one, other)
      && Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
      && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
    const outside = ({left, right, top, bottom}) =>
      left < -1 || right > width + 1 || top < -2 || bottom > height + 2;
    return words.filter((one, i) => outside(one) || words.slice(0, i).some(it => over(one, it)))
      .map(one => one.text.textContent);
  });
}"""
AXE = str(ROOT / "docs" / "node_modules" / "axe-core" / "axe.min.js")
WIDTHS = (1440, 768, 360)  # a screen, a tablet, a telephone
BROWSERS = 2  # that read pages beside each other
KINDS = [
    "index.html",
    "playground.html",
    "lecture/guarantee.html",
    "statements.html",
    "how-to/own-file.html",
    "api/proof.html",
    "command-line.html",
    "design/speed.html",
]


class _Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def test_no_link_is_dead(site, pages):
    """Every link of a page leads to a file of the site, and to an anchor that it has."""
    parsed = {page: _Page((site / page).read_text(encoding="utf-8")) for page in pages}
    dead = []
    for page in pages:
        if page.endswith("404.html"):
            continue
        for link in parsed[page].links:
            target, fragment = urldefrag(urljoin(page, link))
            if urlsplit(target).scheme in ("http", "https", "data", "mailto", "javascript"):
                continue
            target = unquote(target).lstrip("/")
            if not (site / target).is_file():
                dead.append((page, link))
            elif (
                fragment
                and "=" not in fragment  # what the playground shows: test_playground.py reads it
                and target in parsed
                and unquote(fragment) not in parsed[target].anchors | {"__skip"}
            ):
                dead.append((page, link))
    assert dead == []


def test_an_address_that_leads_nowhere_has_a_page(site):
    """Its links begin at the root, as nobody knows how deep the address was; each leads on."""
    text = (site / "404.html").read_text(encoding="utf-8")
    article = text[text.index("<article") : text.index("</article>")]
    links = re.findall(r'href="(.*?)"', article)
    assert "There is no such page" in article and len(links) > 5
    assert [link for link in links if not (link[:1] == "/" and (site / link[1:]).is_file())] == []


def test_headings_of_tables_say_what_they_head(site, pages):
    """Every heading of a table has its scope; every drawing that stands open, a caption."""
    for page in pages:
        text = (site / page).read_text(encoding="utf-8")
        article = text[text.index("<article") : text.index("</article>")]
        assert len(re.findall(r"<th\b", article)) == article.count('<th scope="col"'), page
        unfolded = re.sub(r"<details.*?</details>", "", article, flags=re.DOTALL)
        drawings = unfolded.count('<div class="drawing"')
        assert drawings <= unfolded.count("<figcaption"), page


def test_a_term_explains_itself_once(site):
    """Where prose first mentions it: neither in a heading nor a second time."""
    text = (site / "lecture" / "pla.html").read_text(encoding="utf-8")
    article = text[text.index("<article") : text.index("</article>")]
    meanings = re.findall(r'<abbr title="(.*?)">', article)
    assert len(meanings) == len(set(meanings)) > 5
    assert not re.search(r"<h\d[^>]*>(?:(?!</h\d>).)*<abbr", article, re.DOTALL)


def test_every_statement_has_its_anchor(site, english):
    """#l2-10 and its like stand in the site, once each."""
    text = "".join((site / page).read_text(encoding="utf-8") for page in english)
    found = re.findall(r'<h2 id="((?:l[12]|n)-\d+|[qs]\d+)"', text)
    assert sorted(found) == sorted(map(statements.anchor, statements.LABELS))


def test_labels_of_docstrings_are_links(site):
    """What a docstring names behind `Lecture 2:` leads to that section."""
    text = (site / "api" / "proof.html").read_text(encoding="utf-8")
    assert re.search(
        r'Lecture 2: <a [^>]*href="\.\./lecture/guarantee\.html#l2-10"[^>]*>L2\.10</a>', text
    )


def test_every_formula_is_that_of_its_page(site, pages, recorded):
    """The text that a formula carries for those who cannot see it is, character by character, what
    its author wrote.

    In the page, in what its blocks print, in docstrings: as many times as there, and no formula is
        in a page besides.
    """
    checked = 0
    for page in pages:
        pieces = (CODE.sub("", text) for text in recorded.get(page, []))
        written = Counter(
            (block or inline).strip() for text in pieces for block, inline in FORMULA.findall(text)
        )
        shown = Counter(
            map(unescape, ANNOTATION.findall((site / page).read_text(encoding="utf-8")))
        )
        assert shown == written, page
        checked += sum(shown.values())
    assert checked > 1_000


def test_what_is_recorded_is_what_was_written(recorded):
    """A page's own text is among its pieces as in its file, all formulas in their order."""
    docs = ROOT / "docs"
    for path in sorted([*docs.glob("lecture/*.md"), *docs.glob("beyond/*.md")]):
        source = CODE.sub(
            "", re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
        )
        written = [
            re.escape((block or inline).strip()) for block, inline in FORMULA.findall(source)
        ]
        pattern = re.compile(
            ".*?".join(re.sub(r"\\\{\\\{.*?\\\}\\\}", ".+?", tex) for tex in written), re.DOTALL
        )
        page = path.relative_to(docs).with_suffix(".html").as_posix()
        assert any(map(pattern.search, recorded[page])), page


def test_no_formula_is_left_as_text(site, pages):
    """Outside of code and of what formulas say to those who cannot see them, no page has a command
    of TeX.
    """
    spoken = re.compile(r"<(annotation|pre|code|script)\b.*?</\1>", re.DOTALL)
    left = {
        page: re.findall(r"\\[a-z&<>*]+", spoken.sub("", (site / page).read_text(encoding="utf-8")))
        for page in pages
    }
    assert {page: found for page, found in left.items() if found} == {}


def test_no_value_is_left_as_its_name(site, pages):
    """`{{ T }}` is filled in wherever it stands, but not in code that is typed on a page."""
    left = {
        page: re.findall(r"\{\{ *[A-Za-z_].*?\}\}", (site / page).read_text(encoding="utf-8"))
        for page in pages
    }
    assert {page: found for page, found in left.items() if found} == {}


class _Reading:
    """What a reader with a browser finds on a page: faults, its weight, where it is too wide, what
    axe-core says, which words of its pictures cannot be read.
    """

    def __init__(self, page):
        self.page, self.faults, self.too_wide, self.violations, self.bytes = page, [], [], [], 0
        self.unreadable = []


def _read(browser, page, url, disk, site):
    """Open a page from the web, look at it on light and dark and on every width, and open it from
    disk.
    """
    reading, requested = _Reading(page), []
    context = browser.new_context(
        color_scheme="light", viewport={"width": WIDTHS[0], "height": 900}
    )
    tab = context.new_page()
    tab.on(
        "console",
        lambda message: reading.faults.append(message.text) if message.type == "error" else None,
    )
    tab.on("pageerror", lambda error: reading.faults.append(str(error)))
    tab.on(
        "requestfailed", lambda request: reading.faults.append(f"{request.url}: {request.failure}")
    )
    tab.on("request", lambda request: requested.append(request.url))
    tab.goto(url + page, wait_until="load")
    paths = {urlsplit(asked[len(url) :]).path for asked in requested if asked.startswith(url)}
    reading.bytes = sum(_weight(site / path) for path in paths if path)
    tab.add_style_tag(
        content="* { transition: none !important; animation: none !important; }"
    )  # nothing half way
    for width in WIDTHS:
        tab.set_viewport_size({"width": width, "height": 900})
        if tab.evaluate("document.documentElement.scrollWidth") > width:
            reading.too_wide.append(width)
    tab.set_viewport_size({"width": WIDTHS[0], "height": 900})
    tab.add_script_tag(path=AXE)
    for scheme, rules in RULES.items():
        tab.emulate_media(color_scheme="dark" if scheme == "slate" else "light")
        tab.locator(f"body[data-md-color-scheme={scheme}]").wait_for()
        for violation in tab.evaluate(f"axe.run(document, {rules})")["violations"]:
            if violation["impact"] in ("serious", "critical"):
                nodes = [node["html"][:160] for node in violation["nodes"][:3]]
                reading.violations.append((scheme, violation["id"], len(violation["nodes"]), nodes))
    reading.unreadable = tab.evaluate(UNREADABLE)
    tab.goto(disk + page, wait_until="load")
    allowed = (url, disk, "data:", "blob:")
    reading.faults += [f"asked for {asked}" for asked in requested if not asked.startswith(allowed)]
    context.close()
    return reading


@pytest.fixture(scope="module")
def looked_at(english):
    """Return the pages that are read in a browser: the English ones, those that are in Chinese, and
    some of those that others stand for, being made from the same.
    """
    in_chinese = [Path(page).with_suffix(".html").as_posix() for page in translated_pages()]
    made_from_them = [page for page in KINDS if page in in_chinese]
    return [
        *english,
        *(f"zh-TW/{page}" for page in in_chinese),
        *(f"zh-CN/{page}" for page in made_from_them),
        "zh-TW/api/proof.html",  # in English
    ]


@pytest.fixture(scope="module")
def readings(looked_at, url, disk, site):
    """Return what is found on each page; it is read once, by browsers beside each other."""

    def read(some):
        with chromium() as browser:
            return [_read(browser, page, url, disk, site) for page in some]

    wanted = sorted(set(looked_at) - {"404.html"}, key=lambda page: (site / page).stat().st_size)
    with ThreadPoolExecutor(BROWSERS) as threads:
        return sum(threads.map(read, (wanted[i::BROWSERS] for i in range(BROWSERS))), [])


def test_every_page_loads_from_the_web_and_from_disk(readings):
    """No error on the console, no request that fails or leaves the site."""
    assert {reading.page: reading.faults for reading in readings if reading.faults} == {}


def test_no_page_is_heavy(readings):
    """Everything that a page asks for, 250 KB at most."""
    weights = {reading.page: reading.bytes for reading in readings}
    assert {page: size for page, size in weights.items() if not 10_000 < size < MOST_BYTES} == {}


def test_no_page_scrolls_sideways(readings):
    """On a telephone, on a tablet, on a screen."""
    assert {reading.page: reading.too_wide for reading in readings if reading.too_wide} == {}


@pytest.mark.parametrize("page", ["race.html", "zh-TW/race.html"])
def test_an_option_stays_whole_on_a_telephone(tab, url, page):
    """No line ends behind its hyphens."""
    tab.set_viewport_size({"width": 360, "height": 900})
    tab.goto(url + page)
    rectangles = """() => [...document.querySelectorAll("p code, li code")]
        .filter((code) => /^-.{1,24}$|^race --/.test(code.textContent))
        .map((code) => code.getClientRects().length)"""
    found = tab.evaluate(rectangles)
    assert len(found) > 5 and set(found) == {1}


def test_the_words_of_pictures_can_be_read(readings):
    """In every frame, also in folds: none stands on another, or outside of its picture."""
    assert {reading.page: reading.unreadable for reading in readings if reading.unreadable} == {}


def test_axe_finds_no_serious_violation(readings):
    """Every page that is looked at, on light and on dark."""
    assert {reading.page: reading.violations for reading in readings if reading.violations} == {}


def _weight(path):
    """Return what a file weighs over the wire."""
    data = path.read_bytes()
    return len(data) if path.suffix in (".woff2", ".png") else len(gzip.compress(data, mtime=0))


def test_a_page_needs_no_javascript(url, browser):
    """Formulas, tables and code of the page on the proof are there without it."""
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(url + "lecture/guarantee.html")
    assert tab.locator(".katex-display").count() >= 3
    assert tab.locator(".katex-display").first.is_visible()
    assert tab.locator(".source pre").count() == 5
    assert tab.locator("text=T = 16 <= R^2/rho^2 = 16").is_visible()
    context.close()


def test_search_leaves_formulas_out(site):
    """What is found is text: none of a formula's letters, which stand in a page twice."""
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "\u200b" not in index
    assert "\\u200b" not in index


@pytest.mark.parametrize("page", KINDS)
def test_the_keyboard_reaches_everything(page, url, tab):
    """Tab alone goes through every link, button and field that can be seen, on a page of every
    kind.
    """
    tab.goto(url + page)
    seen = tab.evaluate(
        """() => {
          const all = [...document.querySelectorAll(
            'a[href], button, input, select, textarea, summary, [tabindex="0"]')];
          const shown = {visibilityProperty: true, opacityProperty: true};
          window.wanted = all.filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility(shown)
            && !e.closest('.md-search__options') && e.getClientRects().length);
          window.reached = new Set();
          document.addEventListener('focusin', event => reached.add(event.target));
          return wanted.length;
        }"""
    )
    assert seen > 10
    for _ in range(seen):
        tab.keyboard.press("Tab")
    for _ in range(2 * seen):  # what comes to be seen on the way is reached, too
        if tab.evaluate("wanted.every(e => reached.has(e))"):
            break
        tab.keyboard.press("Tab")
    assert (
        tab.evaluate("wanted.filter(e => !reached.has(e)).map(e => e.outerHTML.slice(0, 120))")
        == []
    )
