"""The common shape of lecture pages, checked on the built pages."""

from __future__ import annotations

import re

import pytest

LECTURE = ["hypotheses", "pla", "guarantee", "pocket"]
BEYOND = ["orders", "bias", "certificates", "numbers"]
PAGES = [f"lecture/{name}.html" for name in LECTURE] + [f"beyond/{name}.html" for name in BEYOND]
# limits for the parts of a page outside folds: words, lines of code, rows of tables, words before
# the first picture, and characters of the widest line
LIMITS = {"words": 900, "lines": 60, "rows": 25, "words_before": 120, "widest": 90}
LECTURE_LIMITS = {**LIMITS, "words": 800, "widest": 72}  # the picture is beside the text

ANSWER = re.compile(r'<details [^>]*class="answer"')

COUNT_PARTS = """() => {
  const article = document.querySelector('article').cloneNode(true);
  const drop = selector => article.querySelectorAll(selector).forEach(element => element.remove());
  drop('details:not([open]) > :not(summary), .headerlink, style, script');
  drop('.step-controls, .live-button, .try, nav, .page-folds'); // buttons and links
  drop('.stage > :not(.stage-main), .stage-links, .stage-still');
  drop('.runs .step-said'); // the common line below has the same words
  drop('.key-for-phones'); // the picture has the same words, except on a phone
  drop('.formula');
  const lines = [...article.querySelectorAll('pre')]
.reduce((sum, pre) => sum + pre.textContent.replace(/\\n+$/, '').split('\\n').length, 0);
  const rows = [...article.querySelectorAll('tbody')]
.reduce((sum, body) => sum + (body.closest('.live') ? 1 : body.rows.length), 0);
  drop('pre, table');
  const words = node => (node.textContent.match(/\\S+/g) || []).length;
  const text = article.cloneNode(true);
  text.querySelectorAll('svg').forEach(svg => svg.remove());
  let wordsBefore = -1;
  const picture = article.querySelector('.drawing, .stage');
  if (picture) {
    const range = document.createRange();
    range.setStart(article, 0);
    range.setEndBefore(picture);
    wordsBefore = words(range.cloneContents());
  }
  const figures = article.querySelectorAll('.drawing, .stage').length;
  return {words: words(text), lines, rows, words_before: wordsBefore, figures};
}"""

FIND_WIDEST_LINE = """() => {
  const widest = [0, ''];
  for (const block of document.querySelectorAll('article :is(p, li)')) {
    if (block.closest('table, pre, svg, .source, .stage') || !block.checkVisibility()) continue;
    const lines = new Map(), walk = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      if (node.parentElement.closest('.formula, .headerlink, li li')) continue;
      for (let i = 0; i < node.length; i++) {
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const box = range.getClientRects()[0];
        if (box && box.width) {
          const line = Math.round(box.bottom / 12);
          lines.set(line, (lines.get(line) || 0) + 1);
        }
      }
    }
    for (const count of lines.values())
      if (count > widest[0]) widest.splice(0, 2, count, block.textContent.slice(0, 60));
  }
  return widest;
}"""


@pytest.mark.ci
@pytest.mark.parametrize("page", PAGES)
def test_a_lecture_page_keeps_within_its_limits(page, url, tab):
    """There are limits for words, lines of code and rows of tables outside folds, for the words
    before the first picture, and for the characters of the widest line of prose.
    """
    tab.goto(url + page)
    counts = tab.evaluate(COUNT_PARTS)
    counts["widest"], widest_line = tab.evaluate(FIND_WIDEST_LINE)
    limits = LECTURE_LIMITS if page.startswith("lecture/") else LIMITS
    too_large = {name: counts[name] for name in limits if counts[name] > limits[name]}
    assert too_large == {}, widest_line
    assert counts["words_before"] >= 0
    assert tab.locator(".stage input[type=range], .drawing .f").count() >= 1


@pytest.mark.ci
@pytest.mark.parametrize("page", [*PAGES[: len(LECTURE)], "lecture/after.html"])
def test_a_lecture_page_is_brief_and_explains_its_letters(page, site, url, tab):
    """The HTML of a page has at most 540,000 bytes, because KaTeX writes each formula twice, also
    for screen readers. After the question come three folds: links to the sections of the page, the
    symbols of the glossary, and links to the other pages of the tab.
    """
    assert (site / page).stat().st_size <= 540_000
    tab.goto(url + page)
    sections, symbols, other_pages = tab.locator("article details").all()[:3]
    assert not sections.locator("a").first.is_visible()
    sections.locator("summary").click()
    assert sections.locator("summary").inner_text() == "On this page"
    assert sections.locator("a").count() > 4 and sections.locator("a").last.is_visible()
    assert not symbols.locator("table").is_visible()
    symbols.locator("summary").click()
    assert symbols.locator("summary").inner_text() == "Symbols"
    assert symbols.locator("tbody tr").count() == 14 and symbols.locator("table").is_visible()
    assert symbols.locator("a").last.get_attribute("href") == "../glossary.html"
    other_pages.locator("summary").click()
    assert other_pages.locator("a").count() == 14
    assert other_pages.get_by_text("Visiting orders").is_visible()


@pytest.mark.ci
@pytest.mark.parametrize("width", [390, 1440])
def test_a_lecture_page_shows_the_way_to_the_next(width, url, tab):
    """Above the title are links to the five pages. The present page is marked, and its neighbours
    are in one line with it.
    """
    tab.set_viewport_size({"width": width, "height": 844})
    for i, name in enumerate([*LECTURE, "after"]):
        tab.goto(f"{url}lecture/{name}.html")
        links = tab.locator(".lecture-pages a")
        assert links.count() == 5 and links.nth(i).get_attribute("aria-current") == "page"
        neighbours = [links.nth(k).bounding_box() for k in range(max(0, i - 1), min(5, i + 2))]
        assert len({box["y"] for box in neighbours}) == 1
        assert neighbours[0]["y"] < tab.locator("h1").bounding_box()["y"]
        assert max(box["x"] + box["width"] for box in neighbours) < max(width / 2, 375)


@pytest.mark.ci
def test_a_telephone_shows_what_a_step_does(url, tab):
    """The sentence of a step is in one line below the picture of PLA, and moves nothing."""
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(url + "lecture/pla.html")
    sentence = tab.locator(".explain-picture .step-sentence")
    sentence.wait_for()
    assert sentence.inner_text().startswith("After 3 updates. Next: example 7")
    assert sentence.evaluate("e => e.scrollWidth <= e.clientWidth")
    controls = tab.locator(".explain-picture .controls")
    least_height = controls.evaluate("e => parseFloat(getComputedStyle(e).minHeight)")
    assert controls.bounding_box()["height"] <= least_height + 1


@pytest.mark.ci
@pytest.mark.parametrize("page", PAGES)
def test_a_lecture_page_has_the_common_shape(page, pages):
    """A page has a question first, a quotation for each statement, three exercises with folded
    answers, and a reminder last. A quiz with a folded answer ends each section of the lecture that
    has one.
    """
    article = pages[page].article
    opening = re.search(r"</h1>\s*<p>(.*?)</p>", article, re.DOTALL)
    assert opening and "?" in opening.group(1)
    headings = re.findall(r'<h2 id="([^"]+)">(.*?)<a ', article, re.DOTALL)
    ids = [heading_id for heading_id, _ in headings]
    assert headings[-1][1].startswith("Remember")
    assert ids.index("exercises") == len(ids) - 2
    exercises = article[article.index('<h2 id="exercises"') : article.index(f'<h2 id="{ids[-1]}"')]
    assert len(ANSWER.findall(exercises)) == 3
    for label in [name for name in ids if re.fullmatch(r"l[12]-\d+|n-\d+|q\d", name)]:
        section = article[article.index(f'<h2 id="{label}"') :]
        assert re.match(r"<h2 [^\n]*</h2>\s*<blockquote>", section), label
    quizzes = [name for name in ids if re.fullmatch(r"q\d", name)]
    assert len(quizzes) == (1 if page.startswith("lecture/") else 0)
    for quiz in quizzes:
        section = article[article.index(f'<h2 id="{quiz}"') :].split("<h2 ")[1]
        assert ANSWER.search(section)


# a paragraph that ends with a colon, and the next tag
PARAGRAPH_WITH_COLON = re.compile(r"[:：]\s*(?:</\w+>\s*)*</p>\s*(<[^>]*>)")
NOT_A_CONTINUATION = ("</", "<h", '<div class="stage-still"')  # the last is only for paper
QUESTION = re.compile(r'<div class="predict".*?</details>', re.DOTALL)
# an answer that names a choice by its number
BY_NUMBER = re.compile(
    r"\b(?:[1-4]\.(?!\d)|the (?:first|second|third|fourth)\b|choices? [1-4])"
    r"|第[一二三四1-4] ?[個个]|選項|选项",
    re.IGNORECASE,
)


@pytest.mark.ci
def test_something_follows_each_colon(pages):
    """A paragraph that ends with a colon is not followed by a heading, by the end of a section, or
    by a picture that is only for paper.
    """
    faults = [
        (name, page.article[paragraph.start() - 60 : paragraph.end()])
        for name, page in pages.items()
        for paragraph in PARAGRAPH_WITH_COLON.finditer(page.article)
        if paragraph[1].startswith(NOT_A_CONTINUATION)
    ]
    assert faults == []


@pytest.mark.ci
def test_choices_that_an_answer_names_by_number_have_numbers(pages):
    """If an answer names a choice by its number, the choices are a numbered list, in all three
    languages.
    """
    numbered = 0
    for name, page in pages.items():
        for question in QUESTION.findall(page.article):
            answer = re.sub("<[^>]*>", "", question[question.index("<details") :])
            if BY_NUMBER.search(answer):
                assert "<ol>" in question, (name, answer)
                numbered += 1
    assert numbered >= 6


@pytest.mark.ci
def test_numbers_of_choices_are_visible(url, tab):
    """The buttons have the numbers of the list that they replace."""
    for language in ("", "zh-TW/", "zh-CN/"):
        tab.goto(f"{url}{language}lecture/pla.html")
        buttons = tab.locator("#q2 ~ .predict .choices button, .predict:has(button .number) button")
        starts = [text[:2] for text in buttons.all_inner_texts()]
        assert starts == ["1.", "2.", "3.", "4."]


@pytest.mark.parametrize("width", [1440, 1300, 1000])
@pytest.mark.parametrize("page", PAGES[len(LECTURE) :])
def test_captions_stand_below_or_beside_their_pictures(page, width, url, tab):
    """Below a picture come the controls, the status line and the caption. On a screen of 1,300
    pixels the caption is in the margin beside the picture. On a wider screen the margin has the
    list of sections instead. Two runs side by side have their captions above them, as titles. On a
    wide screen a picture with controls has most of the width of prose, and a sentence of the status
    line takes one line if it has at most 80 characters.
    """
    tab.set_viewport_size({"width": width, "height": 900})
    tab.goto(url + page)
    tab.wait_for_selector(".step-controls")
    if width == 1440:
        text = tab.locator("article").bounding_box()
        sections = tab.locator(".md-sidebar--primary .md-nav--secondary").bounding_box()
        assert text["x"] + text["width"] < sections["x"] + 1 and sections["y"] < 200
    for figure in tab.locator("article figure:has(> .drawing):has(> figcaption)").all():
        if not figure.is_visible():
            continue
        parts = [".drawing > svg", "> .step-controls", "> .step-said", "> figcaption"]
        if figure.evaluate("e => e.matches('.runs > *')"):
            parts.insert(0, parts.pop())
        shown = [figure.locator(part).first for part in parts if figure.locator(part).count()]
        boxes = [part.bounding_box() for part in shown]
        if width == 1300 and figure.evaluate("e => e.matches('article > figure')"):
            picture, caption = boxes[0], boxes.pop()
            assert picture["x"] + picture["width"] < caption["x"]
            assert picture["y"] <= caption["y"] < picture["y"] + picture["height"]
        if width > 1000 and figure.evaluate(
            "e => e.matches('article > figure:has(> .step-controls)')"
        ):
            drawn = figure.locator("svg").first.evaluate(
                "({clientWidth, clientHeight, viewBox: {baseVal: {width, height}}}) =>"
                "Math.min(clientWidth, clientHeight * width / height)"
            )
            assert drawn > 0.6 * figure.locator("> .step-controls").bounding_box()["width"]
        for above, below in zip(boxes, boxes[1:]):
            assert above["y"] + above["height"] <= below["y"] + 1
    line = tab.locator(".step-said:not(.runs *)").first
    longest = line.get_attribute("data-room")
    if width == 1440:
        assert line.bounding_box()["height"] < 30 or len(longest) > 80, longest


@pytest.mark.parametrize("page", PAGES[len(LECTURE) :])
def test_code_is_as_wide_as_prose_or_as_its_lines(page, url, tab):
    """A block that is wider than the paragraphs of its page has no empty part at the right."""
    tab.goto(url + page)
    extra_widths = """() => {
        const visible = (selector) =>
            [...document.querySelectorAll(selector)].filter((e) => e.clientWidth);
        const prose = Math.max(...visible("article > p").map((e) => e.clientWidth));
        return visible("article > .highlight").map((block) => {
            const range = document.createRange();
            range.selectNodeContents(block.querySelector("code"));
            const right = block.getBoundingClientRect().right;
            return [block.clientWidth - prose, right - range.getBoundingClientRect().right];
        });
    }"""
    blocks = tab.evaluate(extra_widths)
    assert blocks or "certificates" in page  # its blocks are in folds and columns
    assert all(-1 <= extra and (extra <= 1 or empty < 60) for extra, empty in blocks)


def test_two_runs_are_large_enough_on_a_phone(url, tab):
    """The two pictures are one below the other, and both fit into the window together."""
    tab.set_viewport_size({"width": 390, "height": 844})
    for page in ("orders", "bias"):
        tab.goto(f"{url}beyond/{page}.html")
        first, second = [svg.bounding_box() for svg in tab.locator(".runs .drawing > svg").all()]
        assert min(first["width"], second["width"]) > 300
        controls = tab.locator(".steps .step-controls").first.bounding_box()
        tab.evaluate("y => scrollTo(0, y)", first["y"] - 110)
        assert 0 < second["y"] - first["y"] and controls["height"] > 40
        box = tab.locator(".runs figcaption").first.bounding_box()
        last = tab.locator(".runs .step-said").last.bounding_box()
        assert last["y"] + last["height"] - box["y"] + controls["height"] < 844 - 48  # the header


def test_each_of_two_runs_has_its_own_sentence_and_names_its_ring(url, tab):
    """The sentences change with the steps. Without them a reader would need to find which half of
    a common sentence belongs to which picture.
    """
    for page in ("orders", "bias"):
        tab.goto(f"{url}beyond/{page}.html")
        tab.wait_for_selector(".runs .step-said")
        figures = tab.locator(".runs > figure")
        said = figures.locator(".step-said").all_inner_texts()
        assert len(said) == 2 and said[0] != said[1]
        for figure in figures.all():
            svg, line = figure.locator(".drawing > svg"), figure.locator(".step-said")
            assert line.bounding_box()["y"] >= svg.bounding_box()["y"]
            assert "next mistake" in svg.evaluate("e => e.textContent")
        tab.get_by_role("button", name="Next", exact=True).first.click()
        assert figures.locator(".step-said").all_inner_texts() != said


def test_the_sum_of_a_certificate_rests_where_its_arrows_close(url, tab):
    """The last arrow leads back to zero, and the first button to the first arrow. The examples are
    beside the sum.
    """
    tab.goto(f"{url}beyond/certificates.html")
    tab.wait_for_selector(".step-count")
    assert tab.locator(".step-count").first.inner_text() == "4 / 4"
    tab.locator(".step-first").first.click()
    assert tab.locator(".step-count").first.inner_text() == "1 / 4"
    frame = tab.locator(".drawing").first.locator("svg .f, svg .last").first
    assert frame.locator("path.o, path.x").count() == 2 and frame.locator(".barred").count() == 1


def test_code_is_as_wide_as_prose_on_a_phone(url, tab):
    """Both edges of a block are at the edges of the paragraphs."""
    tab.set_viewport_size({"width": 390, "height": 844})
    for page in ("formats", "command-line", "beyond/numbers"):
        tab.goto(f"{url}{page}.html")
        edges = """selector => [...document.querySelectorAll(selector)].filter(e => e.clientWidth)
            .map(e => e.getBoundingClientRect()).map(({left, right}) => [left, right])"""
        blocks = tab.evaluate(edges, "article > .highlight")
        assert blocks and {tuple(edge) for edge in blocks} == {(16, 374)}, page


def test_tables_of_numbers_fit_a_phone(url, tab):
    """These tables do not scroll, because on the page on floats the last digits matter."""
    tab.set_viewport_size({"width": 390, "height": 844})
    for language in ("", "zh-TW/"):
        tab.goto(f"{url}{language}beyond/numbers.html")
        hidden_widths = "all => all.map(e => e.scrollWidth - e.clientWidth)"
        tables = tab.locator("article > .by-hand .md-typeset__scrollwrap, article > .by-hand table")
        assert max(tables.evaluate_all(hidden_widths)) <= 1 < tables.count()
        for page in ("experiments", "misconceptions"):
            tab.goto(f"{url}{language}{page}.html")
            tables = tab.locator(".dense .md-typeset__scrollwrap, .dense table")
            assert max(tables.evaluate_all(hidden_widths)) <= 1 < tables.count(), page


WIDE_TABLES = """all => all.filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
    .map(e => e.textContent.slice(0, 80))"""


@pytest.mark.parametrize("language", ["", "zh-TW/"])
def test_no_table_in_view_scrolls_on_a_phone(language, url, pages, tab):
    """Rows that are too long for a phone are written in two lines, or as cards. Only tables in
    folds and tables of the reference may scroll.
    """
    tab.set_viewport_size({"width": 390, "height": 844})
    prefixes = "lecture/ beyond/ glossary with-the misc exer exp teach write".split()
    prefixes = tuple(language + prefix for prefix in prefixes)
    tested_pages = [page for page in pages if page.startswith(prefixes)]
    assert len(tested_pages) > 14
    for page in tested_pages:
        tab.goto(url + page)
        wide = tab.locator(".md-typeset__scrollwrap, article table").evaluate_all(WIDE_TABLES)
        assert not wide, page


def test_a_table_that_scrolls_has_a_shadow_at_its_edge(url, tab):
    """The box that scrolls has the shadow, and the table in it does not cover it."""
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(url + "beside-other-tools.html")
    wide_boxes = """all => all.filter(e => e.scrollWidth > e.clientWidth + 1).map(
        e => [e, e.querySelector('table')].map(x => getComputedStyle(x).backgroundImage))"""
    shadows = tab.locator("article .md-typeset__scrollwrap").evaluate_all(wide_boxes)
    assert shadows and all("gradient" in box and table == "none" for box, table in shadows)
