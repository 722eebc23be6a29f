"""The built pages, read as files and in a browser."""

from __future__ import annotations

import gzip
import json
import re
from html import unescape
from itertools import product
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from _tools import statements

from .conftest import ROOT, open_tab, violations

LOADED_FILE = re.compile(
    r'<link [^>]*rel="stylesheet"[^>]*>|<(?:script|img) [^>]*src="[^"]*"[^>]*>'
)
FORMULA = re.compile(r"\$\$\n(.*?)\n\$\$|(?<![\\$])\$(?!\s)((?:\\.|[^$\\])+?)(?<!\s)\$", re.DOTALL)
CODE = re.compile(r"^```.*?^```$|(`+)[^`].*?\1", re.DOTALL | re.MULTILINE)
ANNOTATION = re.compile('<annotation encoding="application/x-tex">(.*?)</annotation>', re.DOTALL)
# return the texts in pictures that overlap another text of the same frame, or are cut off
FIND_UNREADABLE_TEXTS = """() => {
  document.querySelectorAll('details').forEach(fold => { fold.open = true; });
  const frameOf = text => text.closest('.f, .last');
  return [...document.querySelectorAll('.drawing svg')].flatMap(svg => {
    const {width, height} = svg.viewBox.baseVal, root = svg.getScreenCTM().inverse();
    const boxes = [...svg.querySelectorAll('text')].filter(text => text.textContent).map(text => {
      const {x, y, width, height} = text.getBBox();
      const {a, d, e, f} = root.multiply(text.getScreenCTM());
      return {text, left: a * x + e, right: a * (x + width) + e, top: d * y + f,
        bottom: d * (y + height) + f};
    });
    const areInTwoFrames = (a, b) =>
      frameOf(a.text) && frameOf(b.text) && frameOf(a.text) !== frameOf(b.text);
    const overlap = (a, b) => !areInTwoFrames(a, b)
      && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
    const isCutOff = ({left, right, top, bottom}) =>
      left < -1 || right > width + 1 || top < -2 || bottom > height + 2;
    return boxes.filter((a, i) => isCutOff(a) || boxes.slice(0, i).some(b => overlap(a, b)))
      .map(a => a.text.textContent);
  });
}"""
# count the elements that the Tab key has to reach, and record which ones get the focus
RECORD_FOCUS = """() => {
  const all = [...document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]')];
  const properties = {visibilityProperty: true, opacityProperty: true};
  window.focusable = all.filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility(properties)
    && !e.closest('.md-search__options') && e.getClientRects().length);
  window.reached = new Set();
  document.addEventListener('focusin', event => reached.add(event.target));
  return focusable.length;
}"""
NOT_REACHED = "focusable.filter(e => !reached.has(e)).map(e => e.outerHTML.slice(0, 120))"
WIDTHS = (360, 768, 1440)  # a telephone, a tablet, a screen
MAX_BYTES = 280_000  # of all files that a page loads
KINDS = [  # a page of each kind
    "lecture/guarantee.html",
    "index.html",
    "playground.html",
    "glossary.html",
    "how-to/own-file.html",
    "api/proof.html",
    "command-line.html",
    "formats.html",
]
CHINESE_PAGE = "zh-TW/lecture/pla.html"

_nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2].partition("\nvalidation:")[0]
PAGES = [f"{page}.html" for page in re.findall(r"(\S+)\.md$", _nav, re.MULTILINE)]
_catalogues = ROOT / "docs" / "_translations" / "zh_TW"
IN_CHINESE = [page for page in PAGES if (_catalogues / page).with_suffix(".po").exists()]


# The pages as files


@pytest.mark.ci
def test_no_link_is_dead(site, pages):
    """Every link of a page leads to a file of the site, and to an anchor of that file."""
    dead = []
    for page, parsed in pages.items():
        for link in parsed.links:
            target, fragment = urldefrag(urljoin(f"/{page}", link))
            if urlsplit(target).scheme:
                continue
            target, fragment = unquote(target).lstrip("/"), unquote(fragment)
            if not (site / target).is_file():
                dead.append((page, link))
            elif (
                fragment
                and "=" not in fragment  # a state of the playground
                and target in pages
                and fragment not in {*pages[target].anchors, "__skip"}
            ):
                dead.append((page, link))
    assert dead == []


@pytest.mark.ci
def test_every_link_into_the_playground_can_be_read(pages, tab, url):
    """The playground can read every part of the state in a link."""
    links = {link for page in pages.values() for link in page.links if "playground.html#" in link}
    states = {link.partition("#")[2] for link in links if "=" in link}
    assert len(states) >= 14
    tab.goto(f"{url}playground.html")
    tab.wait_for_selector(".pg-tools")
    unread_parts = "states => states.map((state) => perceptron.states.decode(state).unread)"
    parts_of_states = tab.evaluate(unread_parts, [*states])
    assert [state for state, parts in zip(states, parts_of_states) if parts] == []


@pytest.mark.ci
def test_no_page_is_heavy(site, pages):
    """A page and the files that it loads, without fonts, have at most 160 KB over the wire."""
    sizes = {}
    for path, page in pages.items():
        names = re.findall(r'(?:href|src)="([^"#?]*)', " ".join(LOADED_FILE.findall(page.text)))
        files = {urljoin(f"/{path}", name)[1:] for name in names}
        sizes[path] = sum(map(_weight, (site / file for file in {path, *files})))
    assert {path: size for path, size in sizes.items() if not 30_000 < size < 160_000} == {}


def _weight(path):
    """Return the bytes of a file over the wire."""
    data = path.read_bytes()
    return len(data) if path.suffix in (".woff2", ".png") else len(gzip.compress(data, mtime=0))


@pytest.mark.ci
def test_a_page_is_complete(pages):
    """Headings of columns have a scope, and drawings outside folds a caption.

    Outside code and formulas there is no TeX command, and no name in double braces.
    """
    formula_or_code = re.compile(r"<(annotation|pre|code|script)\b.*?</\1>", re.DOTALL)
    faults_by_path = {}
    for path, page in pages.items():
        unfolded = re.sub(r"<details.*?</details>", "", page.article, flags=re.DOTALL)
        faults_by_path[path] = [
            *["a heading without scope"]
            * (len(re.findall(r"<th\b", page.article)) - page.article.count('<th scope="col"')),
            *["a drawing without caption"]
            * (unfolded.count('<div class="drawing"') - unfolded.count("<figcaption")),
            *re.findall(r"\\[a-z&<>*]+", formula_or_code.sub("", page.text)),
            *re.findall(r"\{\{ *[A-Za-z_].*?\}\}", formula_or_code.sub("", page.text)),
        ]
    assert {path: faults for path, faults in faults_by_path.items() if faults} == {}


@pytest.mark.ci
def test_formulas_have_the_tex_of_their_page(pages):
    """For screen readers, each formula of a page has its TeX as an annotation, in the order of the
    page.
    """
    checked = 0
    for path in PAGES:
        source = (ROOT / "docs" / path).with_suffix(".md").read_text("utf-8")
        formulas = [
            (block or inline).strip() for block, inline in FORMULA.findall(CODE.sub("", source))
        ]
        annotations = iter([unescape(tex) for tex in ANNOTATION.findall(pages[path].text)])
        for tex in formulas:
            pattern = re.sub(r"\\\{\\\{.*?\\\}\\\}", ".+?", re.escape(tex))
            assert any(
                re.fullmatch(pattern, annotation, re.DOTALL) for annotation in annotations
            ), (path, tex)
        checked += len(formulas)
    assert checked > 500


@pytest.mark.ci
@pytest.mark.parametrize("language", ["", "zh-TW/"])
def test_a_term_has_one_tooltip_on_a_page(pages, language):
    """The tooltip is at the first mention in prose, never in a heading.

    On Chinese pages it is in Chinese.
    """
    article = pages[f"{language}lecture/pla.html"].article
    meanings = re.findall(r'<abbr title="(.*?)">', article)
    assert len(meanings) == len(set(meanings)) > 5
    assert {bool(re.search("[\u3400-\u9fff]", meaning)) for meaning in meanings} == {bool(language)}
    assert not re.search(r"<h\d[^>]*>(?:(?!</h\d>).)*<abbr", article, re.DOTALL)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("folder", "message"),
    [("", "There is no such page"), ("zh-TW/", "\u6c92\u6709\u9019\u4e00\u9801")],
)
def test_an_address_that_leads_nowhere_has_a_page(site, pages, folder, message):
    """The links of the error page begin at the root, because the address may be in any folder. They
    lead to pages in the same language.
    """
    page = pages[f"{folder}404.html"]
    links = re.findall(r'href="(.*?)"', page.article)
    assert message in page.article and len(links) > 5
    assert all(link.startswith(f"/{folder}") and (site / link[1:]).is_file() for link in links)
    assert 'href="/assets/site.css"' in page.text


@pytest.mark.ci
def test_every_statement_has_its_anchor(pages):
    """Each anchor, such as #l2-10, exists exactly once in the site."""
    text = "".join(pages[page].text for page in PAGES)
    anchors = re.findall(r'<h[23] id="((?:l[12]|n)-\d+|[qs]\d+)"', text)
    assert sorted(anchors) == sorted(map(statements.anchor, statements.LABELS))


@pytest.mark.ci
def test_labels_of_docstrings_are_links(pages):
    """The labels after `Lecture 2:` and `On this site:` link to their sections."""
    for link in (
        r'Lecture 2: <a [^>]*href="\.\./lecture/guarantee\.html#l2-10"[^>]*>L2\.10</a>',
        r'On this site: <a [^>]*href="\.\./beyond/bias\.html#n-7"[^>]*>N\.7</a>',
    ):
        assert re.search(link, pages["api/proof.html"].article)


@pytest.mark.ci
def test_search_shows_formulas_as_text(site):
    """The index has no TeX command, and formulas are in it as lines of text."""
    script = (site / "search" / "index.js").read_text(encoding="utf-8")
    index = json.loads(script.partition("=")[2].rstrip(";\n"))
    texts = {entry["location"]: entry["text"] for entry in index["docs"]}
    assert not any(re.search(r"\\[a-z]", text) for text in texts.values())
    assert "T ≤ R² / ρ²" in texts["lecture/guarantee.html#l2-12"]


@pytest.mark.ci
def test_tools_of_the_site_are_not_published(site):
    """The site has no tool, catalogue or source map. All its Python files are in the folder `code`,
    because pages show them.
    """
    names = [
        "_tools",
        "node_modules",
        "*.json",
        "**/*.po",
        "**/README*",
        "**/*.map",
        "**/wordcut.js",
    ]
    assert [path for name in names for path in site.glob(name)] == []
    assert {path.parent.name for path in site.rglob("*.py")} == {"code"}


# The pages in a browser


LIGHT, DARK = ("light", ""), ("dark", "runOnly: ['color-contrast', 'link-in-text-block']")


def browser_cases():
    """Return the pages to open in a browser, each with its colour schemes.

    At each change these are one page of each kind, and one Chinese page. Before a release they are
    also the pages of each kind in dark colours, all other English pages, all pages in Traditional
    Chinese, and some in Simplified Chinese.
    """
    cases = [(page, [LIGHT]) for page in KINDS] + [(CHINESE_PAGE, [("dark", "")])]
    each_change = [pytest.param(*case, marks=pytest.mark.ci, id=case[0]) for case in cases]
    others = [
        *((page, [DARK]) for page in KINDS),
        *((page, [LIGHT, DARK]) for page in PAGES if page not in KINDS),
        *((f"zh-TW/{page}", [LIGHT, DARK]) for page in IN_CHINESE),
        *((f"zh-CN/{page}", [LIGHT, DARK]) for page in KINDS if page in IN_CHINESE),
        ("zh-TW/api/proof.html", [LIGHT, DARK]),  # in English
    ]
    return each_change + [pytest.param(*case, id=f"release-{case[0]}") for case in others]


@pytest.mark.parametrize(("page", "schemes"), browser_cases())
def test_a_page_can_be_read(page, schemes, url, disk, site, tab):
    """A page loads without an error, from a server and from disk, and loads only files of the site.

    It is not heavy, never scrolls sideways, and axe-core finds no serious problem. Texts in
    pictures are legible.
    """
    faults, requests = [], []
    tab.on("console", lambda message: message.type == "error" and faults.append(message.text))
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.on("requestfailed", lambda failed: faults.append(f"{failed.url}: {failed.failure}"))
    tab.on("request", lambda request: requests.append(request.url))
    tab.goto(url + page, wait_until="load")
    paths = {urlsplit(address[len(url) :]).path for address in requests if address.startswith(url)}
    assert 10_000 < sum(_weight(site / path) for path in paths if path) < MAX_BYTES
    still = "* { transition: none !important; animation: none !important; }"
    tab.add_style_tag(content=still)  # transitions of colours are over
    for width in WIDTHS:
        tab.set_viewport_size({"width": width, "height": 900})
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert [
        fault for name, rules in schemes for fault in violations(tab, "document", rules, name)
    ] == []
    assert tab.evaluate(FIND_UNREADABLE_TEXTS) == []
    # otherwise leaving the page interrupts the loading of a font
    tab.evaluate("document.fonts.ready")
    tab.goto(disk + page, wait_until="load")
    faults += [
        address for address in requests if not address.startswith((url, disk, "data:", "blob:"))
    ]
    assert faults == []


@pytest.mark.parametrize("language", ["", "zh-TW/", "zh-CN/"])
def test_axe_finds_nothing_serious_on_the_other_pages(language, pages, url, tab):
    """The other pages are all pages that the test above does not open, including the pages of
    single pictures. They are tested in light and dark colours.
    """
    opened = {case.values[0] for case in browser_cases()}
    others = [
        page
        for page in pages
        if page not in opened
        and page.startswith(language)
        and (language or not page.startswith(("zh-TW/", "zh-CN/")))
    ]
    assert len(others) > 8
    faults = {}
    for page, (name, rules) in product(others, (LIGHT, DARK)):
        # the page of a single picture reads the colour scheme only when it is loaded
        tab.emulate_media(color_scheme=name)
        tab.goto(url + page, wait_until="load")
        tab.add_style_tag(content="* { transition: none !important; animation: none !important; }")
        faults[page, name] = violations(tab, "document", rules, name)
    assert {case: problems for case, problems in faults.items() if problems} == {}


@pytest.mark.parametrize("page", [pytest.param(KINDS[0], marks=pytest.mark.ci), *KINDS[1:]])
def test_the_keyboard_reaches_everything(page, url, tab):
    """The Tab key goes through every visible link, button and field."""
    tab.goto(url + page)
    reachable = tab.evaluate(RECORD_FOCUS)
    assert reachable > 10
    for _ in range(3 * reachable):  # elements that become visible on the way are reached, too
        tab.keyboard.press("Tab")
        if not tab.evaluate("focusable.some(e => !reached.has(e))"):
            break
    assert tab.evaluate(NOT_REACHED) == []


@pytest.mark.parametrize("page", ["race.html", "zh-TW/race.html"])
def test_an_option_stays_whole_on_a_telephone(tab, url, page):
    """A line does not end after a hyphen of an option."""
    tab.set_viewport_size({"width": 360, "height": 900})
    tab.goto(url + page)
    rectangles = """() => [...document.querySelectorAll("p code, li code")]
        .filter((code) => /^-.{1,24}$|^race --/.test(code.textContent))
        .map((code) => code.getClientRects().length)"""
    lines = tab.evaluate(rectangles)
    assert len(lines) > 5 and set(lines) == {1}


# short formulas, and numbers in brackets, that are on two lines
BROKEN_EXPRESSIONS = r"""() => {
  const broken = [];
  for (const formula of document.querySelectorAll('article bdi.formula')) {
    const size = formula.dataset.size;
    if (!formula.checkVisibility() || size === 'long' || (size && innerWidth < 700)) continue;
    const bases = [...formula.querySelectorAll('.base')].map(e => e.getBoundingClientRect());
    if (bases.some(({left}, i) => i && left < bases[i - 1].left))
      broken.push(formula.querySelector('annotation').textContent);
  }
  const walk = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (node.parentElement.closest('pre, code, svg, .formula, .stage, .step-said')) continue;
    if (!node.parentElement.checkVisibility()) continue;
    for (const match of node.data.matchAll(/\([\u2212-]?\d[\d., \xa0\u2212]{0,14}\)|^\s=\s\d+/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const boxes = [...range.getClientRects()].filter(box => box.width > 1);
      if (boxes.some(box => Math.abs(box.bottom - boxes[0].bottom) > 8)) broken.push(match[0]);
    }
  }
  return broken;
}"""


@pytest.mark.ci
@pytest.mark.parametrize("width", [390, 1440])
def test_short_expressions_stay_on_one_line(width, url, tab):
    """A line breaks neither in a pair such as (0, 4), nor before "= 9", nor in a short formula."""
    tab.set_viewport_size({"width": width, "height": 900})
    for page in (
        "beyond/bias",
        "beyond/numbers",
        "lecture/hypotheses",
        "exercises",
        "zh-TW/teaching",
    ):
        tab.goto(f"{url}{page}.html")
        assert tab.evaluate(BROKEN_EXPRESSIONS) == [], page


@pytest.mark.ci
def test_parts_of_a_page_are_as_wide_as_its_text(url, tab):
    """On pages with contents at the right, all that is wider than a paragraph ends at one place.
    Short headings and first cells of tables are on one line.
    """
    edges = """() => {
        const parts = 'blockquote, .highlight, .md-typeset__scrollwrap, details, figure > .drawing';
        const shown = [...document.querySelectorAll(`article > :is(${parts}), article > figure`)];
        return [...new Set(shown.filter(e => e.checkVisibility())
            .map(e => Math.round(e.getBoundingClientRect().right)))];
    }"""
    lines = """all => all.filter(e => e.checkVisibility()).map(e => {
        const range = document.createRange();
        range.selectNodeContents(e);
        return new Set([...range.getClientRects()].map(b => Math.round(b.bottom / 14))).size;
    })"""
    cells = 0
    for page in ("beyond/orders", "write-a-strategy", "formats", "teaching", "misconceptions"):
        tab.goto(f"{url}{page}.html")
        tab.locator(".md-typeset__scrollwrap").first.wait_for()
        assert len(tab.evaluate(edges)) == 1, page
        cells += sum(
            count < 3 for count in tab.locator("article :is(.short, .one-line)").evaluate_all(lines)
        )
    assert cells > 30


@pytest.mark.ci
def test_code_that_goes_on_fades_on_a_telephone(url, tab):
    """What scrolls fades at its right edge, and what does not scroll does not."""
    tab.set_viewport_size({"width": 390, "height": 844})
    widths = """all => all.filter(e => e.checkVisibility()).map(e => [
        e.scrollWidth > e.clientWidth + 1,
        parseFloat(getComputedStyle(e).getPropertyValue('--fade-right')) > 0])"""
    kinds = set()
    for page in ("lecture/pla", "formats"):
        tab.goto(f"{url}{page}.html")
        blocks = tab.locator("article :is(pre > code, .md-typeset__scrollwrap)").evaluate_all(
            widths
        )
        assert all(scrolls == fades for scrolls, fades in blocks), page
        kinds.update(scrolls for scrolls, _ in blocks)
    assert kinds == {True, False}


@pytest.mark.ci
def test_lists_of_sections_have_symbols_and_two_levels(pages, url, tab):
    """Lists name rho and w_f as formulas do, and misconceptions without their labels. They have two
    levels on pages whose sections are short.
    """
    contents = re.compile(r'<nav class="md-nav md-nav--secondary".*?</nav>\s*</li>', re.DOTALL)
    for page in (*PAGES, *(f"zh-TW/{page}" for page in IN_CHINESE)):
        for text in contents.findall(pages[page].text):
            words = re.sub("<[^>]*>", "", text)
            assert not re.search(r"\brho\b|\bw_f\b|\bS\d+\b", words), page
    for page in ("questions.html", "exercises.html"):
        tab.goto(url + page)
        links = tab.locator(".md-nav--secondary a:visible")
        assert 3 < links.count() < 7


@pytest.mark.ci
def test_a_page_needs_no_javascript(url, browser):
    """Without JavaScript, the page on the proof has its formulas, tables and code.

    The playground shows a picture and a command instead.
    """
    with open_tab(browser, java_script_enabled=False) as tab:
        tab.goto(url + "lecture/guarantee.html")
        assert tab.locator(".katex-display").count() >= 3
        assert tab.locator(".katex-display").first.is_visible()
        assert tab.locator(".source pre").count() == 5
        assert tab.locator("text=T = 18 <= 51").is_visible()
        tab.goto(url + "playground.html")
        assert tab.locator(".playground svg").is_visible()
        assert "perceptron-ref fit FILE.csv" in tab.locator(".playground").text_content()
