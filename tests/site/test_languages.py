"""The site in three languages: what all share, what is Chinese, and when the build stops."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

import pytest
from conftest import MKDOCS, ROOT, build, finished

sys.path.insert(0, str(ROOT / "docs"))
from _tools import catalogues, translations  # noqa: E402
from _tools.extensions import is_short  # noqa: E402
from _tools.glossary import terms  # noqa: E402

CHINESE = ("zh-TW", "zh-CN")
HAN = re.compile("[\u3400-\u9fff]")
NAMES = set(catalogues.LANGUAGES.values())
IN_CHINESE = [Path(page).with_suffix(".html").as_posix() for page in catalogues.translated_pages()]
OF_A_PICTURE = re.compile("p[0-9a-f]{8}[a-z]+")  # made from what it says
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}


class _Page(HTMLParser):
    """The anchors of a page; its texts with the language that each is in; its links to others."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.texts, self.alternates = [], [], []
        self._languages, self._tags = [""], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs and not OF_A_PICTURE.fullmatch(attrs["id"]):
            self.anchors.append(attrs["id"])
        if "hreflang" in attrs:
            self.alternates.append((tag, attrs.get("rel"), attrs["hreflang"], attrs["href"]))
        language = attrs.get("lang", self._languages[-1])
        for name in ("aria-label", "title", "placeholder", "data-said"):
            self.texts.append((language, attrs.get(name) or ""))
        if tag not in VOID:
            self._languages.append(language)
            self._tags.append(tag)

    def handle_startendtag(self, tag, attrs):
        """Nothing stands in it."""

    def handle_endtag(self, tag):
        while self._tags and self._tags.pop() != tag:
            self._languages.pop()
        self._languages.pop()

    def handle_data(self, data):
        if self._tags and self._tags[-1] not in ("script", "style"):
            self.texts.append((self._languages[-1], data))


@pytest.fixture(scope="module")
def parsed(site, pages):
    """Return every page, parsed, by its path."""
    return {page: _Page((site / page).read_text(encoding="utf-8")) for page in pages}


# What is the same


def test_every_page_stands_in_every_language_with_the_same_anchors(parsed, english):
    """In the same order; no language has a page of its own."""
    assert len(parsed) == 3 * len(english)
    for page in english:
        for language in CHINESE:
            assert parsed[f"{language}/{page}"].anchors == parsed[page].anchors, page


def test_what_languages_share_is_at_the_root_alone(site):
    """Scripts, styles and fonts are shipped once."""
    assert (site / "assets" / "site.css").is_file()
    assert not list(site.glob("zh-*/assets"))
    page = (site / "zh-TW" / "lecture" / "pla.html").read_text(encoding="utf-8")
    assert 'href="../../assets/site.css"' in page


def test_links_lead_to_the_page_in_other_languages(parsed):
    """In the head, where the theme does not take them for its own, and in the header."""
    for page, found in parsed.items():
        if page.endswith("404.html"):
            continue
        path = page.partition("/")[2] if page.startswith(CHINESE) else page
        wanted = [(lang, path if lang == "en" else f"{lang}/{path}") for lang in ("en", *CHINESE)]
        heads = [link for link in found.alternates if link[0] == "link"]
        assert {rel for _, rel, *_ in heads} == {"alternate "}
        assert [(lang, urljoin(page, href)) for *_, lang, href in heads] == wanted
        switcher = [link for link in found.alternates if link[0] == "a"]
        assert [(lang, urljoin(page, href)) for *_, lang, href in switcher] == wanted


# What is Chinese


def test_a_page_says_its_language(site, pages):
    """As the web names it, not as the theme does."""
    for page in pages:
        language = page.partition("/")[0] if page.startswith(CHINESE) else "en"
        assert f'<html lang="{language}"' in (site / page).read_text(encoding="utf-8"), page


def test_a_page_that_is_in_english_says_so(site, english):
    """In Chinese, once; its text is marked as English. A page in Chinese has no such note."""
    for page in english:
        for language in CHINESE:
            text = (site / language / page).read_text(encoding="utf-8")
            note = text.count(f'<p class="in-english" lang="{language}">')
            marked = len(re.findall(r'<article\b[^>]* lang="en"', text))
            assert note == marked == (page not in [*IN_CHINESE, "404.html"]), page


def test_english_pages_have_no_chinese(parsed, english):
    """But the names of the languages, and the terms of the glossary."""
    for page in set(english) - {"glossary.html"}:
        for _, text in parsed[page].texts:
            assert not HAN.search(re.sub("|".join(NAMES), "", text)), (page, text)


@pytest.mark.parametrize(("language", "encoding"), [("zh-TW", "big5"), ("zh-CN", "gb2312")])
def test_a_page_is_in_one_script(parsed, language, encoding):
    """Whose encoding has all its characters, and lacks those of the other script."""
    for page in set(IN_CHINESE) - {"glossary.html"}:
        for _, text in parsed[f"{language}/{page}"].texts:
            for character in HAN.findall(re.sub("|".join(NAMES), "", text)):
                assert character.encode(encoding, "ignore"), (page, text)


@pytest.mark.parametrize("page", catalogues.translated_pages())
def test_mainland_china_reads_its_own_words(page):
    """None of those that are said in Taiwan alone."""
    assert list(translations.mainland_problems(catalogues.path_of(page))) == []


@pytest.mark.parametrize(("ours", "theirs"), [row[1:3] for row in terms()])
def test_terms_are_those_of_the_glossary(ours, theirs):
    """In the Chinese of the mainland as the glossary has them."""
    assert catalogues.simplified(f"\u300c{ours}\u300d") == f"\u201c{theirs}\u201d"


def test_terms_explain_themselves_in_chinese(site):
    """Where prose first mentions them, once the glossary is in Chinese."""
    if "glossary.html" not in IN_CHINESE:
        pytest.skip("the glossary has no catalogue")
    text = (site / "zh-TW" / "lecture" / "pla.html").read_text(encoding="utf-8")
    meanings = re.findall(r'<abbr title="(.*?)">', text)
    assert len(meanings) == len(set(meanings)) > 5
    assert all(map(HAN.search, meanings))


@pytest.mark.parametrize("page", ["lecture/pla.html", "lecture/pocket.html", "beyond/bias.html"])
def test_no_heading_of_a_column_has_one_character_a_line(page, tab, url):
    """On a telephone: the table scrolls instead."""
    tab.set_viewport_size({"width": 360, "height": 900})
    tab.goto(f"{url}zh-TW/{page}")
    tall = """() => {
        document.querySelectorAll("details").forEach((fold) => { fold.open = true; });
        const long = [...document.querySelectorAll("th")].filter(
            (th) => /[\u3400-\u9fff]{4}/.test(th.textContent));
        return long.map((th) => th.clientHeight / parseFloat(getComputedStyle(th).fontSize));
    }"""
    heights = tab.evaluate(tall)
    assert heights and max(heights) < 8


def test_only_english_slants(site):
    """What is emphasised without a Chinese character is marked as English."""
    found = [
        (marks, words)
        for page in IN_CHINESE
        for marks, words in re.findall(
            "<em([^>]*)>(.*?)</em>", (site / "zh-TW" / page).read_text("utf-8"), re.DOTALL
        )
    ]
    assert {marks for marks, words in found if HAN.search(words)} == {""}
    assert {marks for marks, words in found if not HAN.search(words)} == {' lang="en"'}


def test_no_space_parts_chinese_sentences(site):
    """Neither those of prose nor those that a picture puts together."""
    pages = [(site / "zh-TW" / page).read_text("utf-8") for page in IN_CHINESE]
    assert sum(page.count("。") for page in pages) > 1_000
    assert [found for page in pages for found in re.findall("。 .{9}", page)] == []


def test_a_formula_keeps_the_marks_beside_it(site):
    """A line neither begins with the full stop after a formula nor ends with the bracket before it,
    if the formula is short.
    """
    alone = re.compile(
        r'(<span class="whole">)?([^<>\s]?)<bdi class="formula"(?:(?!</bdi>).)*?'
        r"<annotation[^>]*>([^<]*)</annotation>(?:(?!</bdi>).)*</bdi>([^<\s]?)",
        re.DOTALL,
    )
    kept = 0
    for page in IN_CHINESE:
        for whole, before, tex, after in alone.findall((site / "zh-TW" / page).read_text("utf-8")):
            marked = before in set("（「") or after in set("，。）」")
            kept += bool(whole)
            assert whole or not marked or not is_short(unescape(tex)), (page, tex)
    assert kept > 100


def test_an_address_that_leads_nowhere_has_a_page_in_chinese(site):
    """Its links begin at the root, and lead to pages in Chinese."""
    text = (site / "zh-TW" / "404.html").read_text(encoding="utf-8")
    article = text[text.index("<article") : text.index("</article>")]
    links = re.findall(r'href="(.*?)"', article)
    assert "\u6c92\u6709\u9019\u4e00\u9801" in article and len(links) > 5
    assert all(link.startswith("/zh-TW/") and (site / link[1:]).is_file() for link in links)
    assert 'href="/assets/site.css"' in text


# In a browser


@pytest.mark.parametrize("base", ["url", "disk"])
def test_the_switcher_keeps_page_and_section(base, request, tab):
    """From English to both Chinese, and back; scripts speak the language of the page."""
    base = request.getfixturevalue(base)
    tab.goto(f"{base}lecture/pla.html#l2-7")
    for language, path, following in [
        ("zh-TW", "zh-TW/", "\u4e0b\u4e00\u6b65"),
        ("zh-CN", "zh-CN/", "\u4e0b\u4e00\u6b65"),
        ("en", "", "Next"),
    ]:
        tab.locator("header .md-select button").hover()
        tab.locator(f"header .md-select a[hreflang={language}]").click()
        tab.wait_for_url(f"{base}{path}lecture/pla.html#l2-7")
        assert tab.evaluate("document.documentElement.lang") == language
        top = tab.evaluate("document.getElementById('l2-7').getBoundingClientRect().top")
        assert 0 <= top < 200
        assert tab.get_by_role("button", name=following, exact=True).count() > 0


def test_colours_chosen_in_one_language_stay_in_another(url, tab):
    """All languages share what the browser remembers."""
    tab.goto(f"{url}lecture/pla.html")
    tab.locator("form[data-md-component=palette] label:visible").click()
    chosen = tab.evaluate("document.body.getAttribute('data-md-color-media')")
    tab.goto(f"{url}zh-TW/lecture/pla.html")
    assert tab.evaluate("document.body.getAttribute('data-md-color-media')") == chosen


# The build stops


PAGE = """# A page {{#page}}

One paragraph of text, $x$.

{{{{ {} }}}}
"""
BESIDE = """from perceptron_ref import example
from perceptron_ref.drawing import draw_data

word = "a word that is computed"


def picture():
    return draw_data(example("xor"))
"""
GLOSSARY = """# Glossary {#glossary}

| English | zh-TW | zh-CN | meaning |
| --- | --- | --- | --- |
| data | \u8cc7\u6599 | \u6570\u636e | The examples |
"""
CHANGES = {  # of the little site: the file, what is put in the place of what, what is said
    "nothing": ("docs/index.md", "A page", "A page", ""),
    "a text that was changed": (
        "docs/index.md",
        "One paragraph",
        "Another paragraph",
        "docs/index.md:3: not in docs/_translations/zh_TW/index.po",
    ),
    "a translation that is stale": (
        "docs/_translations/zh_TW/index.po",
        'msgid "One',
        '#, fuzzy\nmsgid "One',
        "docs/_translations/zh_TW/index.po:11: stale",
    ),
    "a formula that is lost": (
        "docs/_translations/zh_TW/index.po",
        "\uff0c$x$\u3002",
        "\u3002",
        "docs/_translations/zh_TW/index.po:10: $x$: 0 times; expected 1",
    ),
    "words of a picture that nobody knows": (
        "docs/index.md",
        "word }}",
        "picture }}",
        "docs/index.md: not in docs/_translations/zh_TW/index.po",
    ),
    "a title of the navigation that was changed": (
        "mkdocs.yml",
        "- Start: index.md",
        "- Beginning: index.md",
        "mkdocs.yml, nav: not in docs/_translations/zh_TW/_site.po",
    ),
}


@pytest.fixture(scope="module")
def little(tmp_path_factory):
    """Return a site of one page with its catalogue, and the tools of this one."""
    root = tmp_path_factory.mktemp("little")
    docs = root / "docs"
    for folder in ("_tools", "assets", "code", "playground"):
        shutil.copytree(ROOT / "docs" / folder, docs / folder)
    (docs / "glossary.md").write_text(GLOSSARY, encoding="utf-8")
    (docs / "node_modules").symlink_to(ROOT / "docs" / "node_modules")
    (docs / "index.md").write_text(PAGE.format("word"), encoding="utf-8")
    (docs / "index.py").write_text(BESIDE, encoding="utf-8")
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    nav = "nav:\n  - Start: index.md\n  - glossary.md\n\nvalidation:"
    settings = re.sub(r"^nav:.*?^validation:", nav, settings, flags=re.DOTALL | re.MULTILINE)
    (root / "mkdocs.yml").write_text(settings, "utf-8")
    words = docs / "_translations"
    (words / "zh_TW").mkdir(parents=True)
    for name in ("terms.tsv", "avoid.tsv", "zh_TW/_site.po"):
        shutil.copy(ROOT / "docs" / "_translations" / name, words / name)
    _update(root, "index.md")
    catalogue = words / "zh_TW" / "index.po"
    text = catalogue.read_text("utf-8")
    for english, chinese in [
        ("A page", "\u4e00\u9801"),
        ("One paragraph of text, $x$.", "\u4e00\u6bb5\u6587\u5b57\uff0c$x$\u3002"),
        ("a word that is computed", "\u7b97\u51fa\u4f86\u7684\u5b57"),
    ]:
        text = text.replace(f'"{english}"\nmsgstr ""', f'"{english}"\nmsgstr "{chinese}"')
    catalogue.write_text(text, "utf-8")
    return root


def _update(root, page):
    command = [sys.executable, "docs/_tools/translations.py", "update", page]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL, env=environment)


@pytest.mark.parametrize("what", CHANGES)
def test_the_build_stops_at(little, what, tmp_path):
    """What does not fit, of texts and computed words; and at nothing else."""
    name, before, after, expected = CHANGES[what]
    path = little / name
    text = path.read_text("utf-8")
    assert before in text
    try:
        path.write_text(text.replace(before, after, 1), "utf-8")
        process = subprocess.run(
            [*MKDOCS, "--site-dir", str(tmp_path / "site")],
            cwd=little,
            env={**os.environ, "SITE_LANGUAGE": "zh-TW", "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
    finally:
        path.write_text(text, "utf-8")
    assert (process.returncode != 0) == bool(expected), process.stdout
    assert expected in process.stdout
    if not expected:
        page = (tmp_path / "site" / "index.html").read_text("utf-8")
        assert "\u4e00\u6bb5\u6587\u5b57" in page and "\u7b97\u51fa\u4f86\u7684\u5b57" in page


def test_the_whole_site_stops_where_one_language_does(little, tmp_path):
    """And says why, in which one."""
    page = little / "docs" / "index.md"
    text = page.read_text("utf-8")
    try:
        page.write_text(text.replace("One", "Another"), "utf-8")
        status, said = finished(build(tmp_path / "site", *_settings(little), PYTHONPATH=str(ROOT)))
    finally:
        page.write_text(text, "utf-8")
    assert status != 0
    assert "the site in zh-TW:" in said and "the site in zh-CN:" in said
    assert "docs/index.md:3: not in" in said


def test_other_languages_end_with_the_build(little, tmp_path):
    """Also when it is killed, and can say nothing to them."""
    process = build(tmp_path / "site", *_settings(little), PYTHONPATH=str(ROOT))
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        finished(process)
        pytest.skip("this machine does not tell the children of a process")
    others = []
    while process.poll() is None and len(others) < 2:
        others = [pid for pid in children.read_text().split() if _is_a_build(pid)]
    process.kill()
    process.communicate()
    assert len(others) == 2
    while any(map(_is_a_build, others)):  # for ever, if they do not end
        time.sleep(0.01)


def _settings(root):
    return "--config-file", str(root / "mkdocs.yml")


def _is_a_build(pid):
    try:
        return b"mkdocs" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it is over
        return False
