"""The built pages, read as files and in a browser."""

from __future__ import annotations

import gzip
import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from conftest import ROOT

MOST_BYTES = 250_000
FORMULA = re.compile(r"\$\$\n(.*?)\n\$\$|(?<![\\$])\$(?!\s)([^$\n]+?)\$", re.DOTALL)
ANNOTATION = re.compile(r'<annotation encoding="application/x-tex">(.*?)</annotation>', re.DOTALL)
RULES = {  # what is not a matter of colours is the same on dark
    "light": "{resultTypes: ['violations']}",
    "dark": "{resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block']}",
}
SEARCHED = {
    "threshold": "lecture/yes-or-no.html",
    "alignment": "lecture/halting.html",
    "orthogonal": "lecture/halting.html",
    "Pocket": "lecture/pocket.html",
    "quiz": "lecture/quizzes.html",
    "spam": "lecture/quizzes.html",
    "projection": "lecture/bias.html",
    "separability": "api/proof.html",
    "libsvm": "formats.html",
    "naive cycle": "lecture/orders.html",
}


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
    for page in set(pages) - {"404.html"}:
        for link in parsed[page].links:
            target, fragment = urldefrag(urljoin(page, link))
            if urlsplit(target).scheme in ("http", "https", "data", "mailto", "javascript"):
                continue
            target = unquote(target).lstrip("/")
            if not (site / target).is_file():
                dead.append((page, link))
            elif fragment and target in parsed and unquote(fragment) not in parsed[target].anchors | {"__skip"}:
                dead.append((page, link))
    assert dead == []


def test_every_statement_has_its_anchor(site):
    """#l2-10 and its like stand in the pages of the lecture, once each."""
    text = "".join(path.read_text(encoding="utf-8") for path in (site / "lecture").glob("*.html"))
    found = re.findall(r'<h2 id="((?:l[12]|n)-\d+|[qs]\d+)"', text)
    assert len(found) == len(set(found)) == 39


def test_labels_of_docstrings_are_links(site):
    """What a docstring calls `Lecture 2: L2.10` leads to that section."""
    text = (site / "api" / "proof.html").read_text(encoding="utf-8")
    assert re.search(r'Lecture 2: <a [^>]*href="\.\./lecture/halting\.html#l2-10"[^>]*>L2\.10</a>', text)


def test_every_formula_is_that_of_its_page(site):
    """The text that a formula carries for those who cannot see it is, character by character, that of the source."""
    checked = 0
    for path in sorted((ROOT / "docs").rglob("*.md")):
        if path.relative_to(ROOT / "docs").parts[0] in ("_tools", "node_modules"):
            continue
        source = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        source = re.sub(r"`[^`\n]+`", "", source)
        written = [(block or inline).strip() for block, inline in FORMULA.findall(source)]
        built = site / path.relative_to(ROOT / "docs").with_suffix(".html")
        shown = iter([unescape(text) for text in ANNOTATION.findall(built.read_text(encoding="utf-8"))])
        for tex in written:  # blocks print formulas between them
            pattern = re.compile(re.sub(r"\\\{\\\{.*?\\\}\\\}", ".+", re.escape(tex)))
            assert any(pattern.fullmatch(text) for text in shown), f"{path.name}: {tex} is not on the page in its place"
            checked += 1
    assert checked > 100


def test_no_formula_is_left_as_text(site, pages):
    """Outside of code and of what formulas say to those who cannot see them, no page has a command of TeX."""
    spoken = re.compile(r"<(annotation|pre|code|script)\b.*?</\1>", re.DOTALL)
    left = {page: re.findall(r"\\[a-z]+", spoken.sub("", (site / page).read_text(encoding="utf-8"))) for page in pages}
    assert {page: found for page, found in left.items() if found} == {}


def test_every_page_loads_from_the_web_and_from_disk(site, pages, url, browser):
    """No error on the console, no request that fails or leaves the site, and no page of more than 250 KB."""
    wrong = []
    for base in (url, site.as_uri() + "/"):
        tab, requested = browser.new_page(), []
        tab.on("console", lambda message: wrong.append((tab.url, message.text)) if message.type == "error" else None)
        tab.on("pageerror", lambda error: wrong.append((tab.url, str(error))))
        tab.on("requestfailed", lambda request: wrong.append((tab.url, request.url, request.failure)))
        tab.on("request", lambda request: requested.append(request.url))
        for page in set(pages) - {"404.html"}:
            tab.goto("about:blank")  # until then requests of the page before may come in
            del requested[:]
            tab.goto(base + page, wait_until="load")
            wrong += [(page, asked) for asked in requested if not asked.startswith((base, "data:", "blob:"))]
            paths = {urlsplit(asked[len(base) :]).path for asked in requested if asked.startswith(base)}
            size = sum(_weight(site / path) for path in paths if path)
            if not 10_000 < size < MOST_BYTES:
                wrong.append((page, f"{size} bytes"))
        tab.close()
    assert [what for what in wrong if what[-1] != "net::ERR_ABORTED"] == []  # by going on to the next page


def _weight(path):
    """Return what a file weighs over the wire."""
    data = path.read_bytes()
    return len(data) if path.suffix in (".woff2", ".png") else len(gzip.compress(data, mtime=0))


def test_a_page_needs_no_javascript(url, browser):
    """Formulas, tables and code of the page on the proof are there without it."""
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(url + "lecture/halting.html")
    assert tab.locator(".katex-display").count() >= 3
    assert tab.locator(".katex-display").first.is_visible()
    assert tab.locator(".source pre").count() == 5
    assert tab.locator("text=T = 16 <= R^2/rho^2 = 16").is_visible()
    context.close()


def test_no_page_scrolls_sideways(pages, url, tab):
    """On a telephone, on a tablet, on a screen."""
    wide = []
    for width in (360, 768, 1440):
        tab.set_viewport_size({"width": width, "height": 900})
        for page in pages:
            tab.goto(url + page)
            if tab.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((page, width))
    assert wide == []


def test_search_finds(site, url, tab):
    """Ten terms, each on the page that a reader would want, from the web and from disk."""
    for base in (url, site.as_uri() + "/"):
        tab.goto(base + "index.html")
        field = tab.locator("input[name=query]")
        for term, page in SEARCHED.items():
            field.fill("")
            field.press_sequentially(term)
            link = tab.locator(f".md-search-result__link[href*='{page}']")
            link.first.wait_for(state="attached", timeout=10_000)


def test_search_leaves_formulas_out(site):
    """What is found is text: none of a formula's letters, which stand in a page twice."""
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "\u200b" not in index
    assert "\\u200b" not in index


def test_the_keyboard_reaches_everything(url, tab):
    """Tab alone goes through every link, button and field that can be seen, and then leaves the page."""
    for page in ("index.html", "lecture/halting.html", "statements.html"):
        tab.goto(url + page)
        seen = tab.evaluate(
            """() => {
              const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
              window.wanted = all.filter(e => e.tabIndex >= 0 && e.checkVisibility({visibilityProperty: true, opacityProperty: true})
                && !e.closest('.md-search__options') && e.getClientRects().length);
              window.reached = new Set();
              document.addEventListener('focusin', event => reached.add(event.target));
              return wanted.length;
            }"""
        )
        assert seen > 10
        for _ in range(3 * seen):
            tab.keyboard.press("Tab")
            if tab.evaluate("wanted.every(e => reached.has(e))"):
                break
        missed = tab.evaluate("wanted.filter(e => !reached.has(e)).map(e => e.outerHTML.slice(0, 120))")
        assert missed == [], page


def test_axe_finds_no_serious_violation(pages, url, browser):
    """Every page, on light and on dark."""
    axe = str(ROOT / "docs" / "node_modules" / "axe-core" / "axe.min.js")
    found = {}
    for scheme in RULES:
        context = browser.new_context(color_scheme=scheme, viewport={"width": 1440, "height": 900})
        tab = context.new_page()
        for page in pages:
            tab.goto(url + page)
            tab.add_script_tag(path=axe)
            result = tab.evaluate(f"axe.run(document, {RULES[scheme]})")
            for violation in result["violations"]:
                if violation["impact"] in ("serious", "critical"):
                    nodes = [node["html"][:160] for node in violation["nodes"][:3]]
                    found.setdefault(violation["id"], []).append((scheme, page, len(violation["nodes"]), nodes))
        context.close()
    assert found == {}
