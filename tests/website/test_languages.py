"""The site in three languages: shared files, Chinese texts, and errors that stop the build."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import pytest

from .conftest import CHINESE, ROOT, build, finish
from .test_pages import IN_CHINESE

pytest.importorskip("markdown")
from _tools import catalogues  # noqa: E402
from _tools.formulas import fits_on_phone_line  # noqa: E402

HAN = re.compile("[\u3400-\u9fff]")
NAMES = re.compile("|".join(catalogues.LANGUAGES.values()))
PICTURE_ID = re.compile("p[0-9a-f]{8}[a-z]+")  # computed from the contents of the picture


# What all languages share


@pytest.mark.ci
def test_every_page_has_the_same_anchors_in_every_language(pages, english):
    """The order of the anchors is the same, and no language has additional pages."""
    assert len([page for page in pages if "embed/" not in page]) == 3 * len(english)
    for page in english:
        first, *others = (
            [name for name in pages[path].anchors if not PICTURE_ID.fullmatch(name)]
            for path in (page, *(f"{language}/{page}" for language in CHINESE))
        )
        assert others == [first, first], page


@pytest.mark.ci
def test_shared_files_are_stored_once_at_the_root(site, pages):
    """Shared files are scripts, style sheets and fonts."""
    assert (site / "assets" / "site.css").is_file() and not list(site.glob("zh-*/assets"))
    assert 'href="../../assets/site.css"' in pages["zh-TW/lecture/pla.html"].text


@pytest.mark.ci
def test_links_lead_to_the_page_in_other_languages(pages):
    """The links are in the <head>, where the theme does not replace them, and in the header.

    Each page names its own language.
    """
    for page, parsed in pages.items():
        language, _, path = page.partition("/") if page.startswith(CHINESE) else ("en", "", page)
        assert f'<html lang="{language}"' in parsed.text, page
        if path == "404.html" or path.startswith("embed/"):
            continue
        expected = [(lang, path if lang == "en" else f"{lang}/{path}") for lang in ("en", *CHINESE)]
        for tag, rel in (("link", "alternate "), ("a", None)):
            links = [link for kind, *link in parsed.alternates if kind == tag]
            assert [(rel, *link) for link in expected] == [
                (rel, lang, urljoin(page, href)) for rel, lang, href in links
            ], page


# Chinese texts


@pytest.mark.ci
def test_an_untranslated_page_says_that_it_is_in_english(pages, english):
    """The note is in Chinese, once, and the text is marked as English. A translated page has no
    note.
    """
    for page in (page for page in english if not page.startswith("embed/")):
        for language in CHINESE:
            text = pages[f"{language}/{page}"].text
            note = text.count(f'<p class="in-english" lang="{language}">')
            marked = len(re.findall(r'<article\b[^>]* lang="en"', text))
            assert note == marked == (page not in [*IN_CHINESE, "404.html"]), page


@pytest.mark.ci
def test_a_page_is_in_one_script(pages, english):
    """Traditional Chinese pages have only characters of Big5, and simplified Chinese pages only
    characters of GB 2312.

    An English page has no Chinese characters. Exceptions are names of languages, terms of the
    glossary, and column names in the rules of files.
    """
    scripts = [
        ("", "ascii", english),
        ("zh-TW/", "big5", IN_CHINESE),
        ("zh-CN/", "gb2312", IN_CHINESE),
    ]
    for folder, encoding, page_names in scripts:
        for page in set(page_names) - {"glossary.html", "formats.html"}:
            for _, text in pages[folder + page].texts:
                for character in HAN.findall(NAMES.sub("", text)):
                    assert character.encode(encoding, "ignore"), (page, text)


@pytest.mark.ci
def test_a_chinese_page_follows_chinese_typography(pages):
    """Emphasised English is marked as English, no space separates sentences, and short formulas
    stay on one line with their punctuation.
    """
    emphasis = re.compile("<em([^>]*)>(.*?)</em>", re.DOTALL)
    formula_with_neighbours = re.compile(
        r'(<span class="whole">)?([^<>\s]?)<bdi class="formula"(?:(?!</bdi>).)*?'
        r"<annotation[^>]*>([^<]*)</annotation>(?:(?!</bdi>).)*</bdi>([^<\s]?)",
        re.DOTALL,
    )
    for page in IN_CHINESE:
        text = pages[f"zh-TW/{page}"].text
        assert not re.findall("\u3002 .{9}", text), page
        for attributes, words in emphasis.findall(text):
            assert attributes == ("" if HAN.search(words) else ' lang="en"'), (page, words)
        for whole_span, before, tex, after in formula_with_neighbours.findall(text):
            has_punctuation = before in set("\uff08\u300c") or after in set(
                "\uff0c\u3002\uff09\u300d"
            )
            assert whole_span or not has_punctuation or not fits_on_phone_line(unescape(tex)), (
                page,
                tex,
            )
    assert pages["zh-TW/lecture/pla.html"].text.count('<span class="whole">') > 10


# In a browser


@pytest.mark.parametrize(
    ("base", "page"),
    [("url", "lecture/pla.html"), ("url", "lecture/pocket.html"), ("disk", "beyond/bias.html")],
)
def test_no_column_heading_is_wrapped_into_single_characters(base, page, tab, request):
    """On a phone a wide table scrolls instead."""
    tab.set_viewport_size({"width": 360, "height": 900})
    tab.goto(f"{request.getfixturevalue(base)}zh-TW/{page}")
    heights_in_characters = """() => {
        document.querySelectorAll("details").forEach((fold) => { fold.open = true; });
        const long = [...document.querySelectorAll("th")].filter(
            (th) => /[\u3400-\u9fff]{4}/.test(th.textContent));
        return long.map((th) => th.clientHeight / parseFloat(getComputedStyle(th).fontSize));
    }"""
    heights = tab.evaluate(heights_in_characters)
    assert heights and max(heights) < 8


@pytest.mark.parametrize("base", ["disk", pytest.param("url", marks=pytest.mark.ci)])
def test_the_switcher_keeps_page_section_and_colours(base, request, tab):
    """The switcher leads from English to both Chinese versions and back; scripts use the page's
    language.
    """
    base = request.getfixturevalue(base)
    tab.goto(f"{base}lecture/pla.html#l2-7")
    tab.locator("form[data-md-component=palette] label:visible").click()
    colours = "document.body.getAttribute('data-md-color-media')"
    chosen_colours = tab.evaluate(colours)
    for language, path, next_name in [
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
        assert tab.get_by_role("button", name=next_name, exact=True).count() > 0
        assert tab.evaluate(colours) == chosen_colours


@pytest.mark.ci
@pytest.mark.parametrize("language", ["zh-TW", "zh-CN"])
def test_cards_of_the_plan_have_the_headings_of_their_columns(language, url, tab):
    """On a phone the plan for a class is a list of cards, whose labels are in Chinese, too."""
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(f"{url}{language}/teaching.html")
    headings = tab.locator(".plan th").all_text_contents()
    labels = tab.evaluate(
        "[3, 4, 5].map(k => getComputedStyle(document.querySelector(`.plan td:nth-child(${k})`), "
        "'::before').content)"
    )
    assert labels == [f'"{heading.strip()}\uff1a"' for heading in headings[2:]]


# Errors that stop the build


PAGE = """# A page {#page}

One paragraph of text, $x$.

Two words.

{{ word }}
"""
PAGE_PYTHON = """from perceptron_ref import example
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
TRANSLATIONS = {
    "A page": "\u4e00\u9801",
    "One paragraph of text, $x$.": "\u4e00\u6bb5\u6587\u5b57\uff0c$x$\u3002",
    "Two words.": "\u5169\u500b\u5b57\u3002",
    "a word that is computed": "\u7b97\u51fa\u4f86\u7684\u5b57",
}
CATALOGUE = "docs/_translations/zh_TW/index.po"
CHANGES = [  # changes of the small site: file, old text, new text, and a part of the message
    # a changed text, a stale translation, and a missing formula
    ("docs/index.md", "Two words", "Three words", f"docs/index.md:5: not in {CATALOGUE}"),
    (
        CATALOGUE,
        'msgid "A page"',
        '#, fuzzy\nmsgid "A page"',
        f"{CATALOGUE}:8: the English text has changed",
    ),
    (CATALOGUE, "\uff0c$x$\u3002", "\u3002", f"{CATALOGUE}:11: $x$: 0 times; expected 1"),
    # texts of a picture that are not in the catalogue, and a changed title of the navigation
    ("docs/index.md", "{{ word }}", "{{ picture }}", f"docs/index.md: not in {CATALOGUE}"),
    ("mkdocs.yml", "Learn: index.md", "Begin: index.md", "nav: not in docs/_translations/zh_TW/_s"),
]


@pytest.fixture
def small_site(tmp_path):
    """Return the folder of a site of one page and a glossary, with a catalogue, and with the tools
    of this site.
    """
    docs = tmp_path / "docs"
    for folder in ("_tools", "assets", "code", "live", "playground"):
        shutil.copytree(ROOT / "docs" / folder, docs / folder)
    shutil.copy(ROOT / "docs" / "package.json", docs)
    (docs / "node_modules").symlink_to(ROOT / "docs" / "node_modules")
    for name, text in [("glossary.md", GLOSSARY), ("index.md", PAGE), ("index.py", PAGE_PYTHON)]:
        (docs / name).write_text(text, encoding="utf-8")
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    nav = "nav:\n  - Learn: index.md\n  - glossary.md\n\nvalidation:"
    settings = re.sub(r"^nav:.*?^validation:", nav, settings, flags=re.DOTALL | re.MULTILINE)
    (tmp_path / "mkdocs.yml").write_text(settings, "utf-8")
    (docs / "_translations" / "zh_TW").mkdir(parents=True)
    for name in ("terms.tsv", "avoid.tsv", "zh_TW/_site.po"):
        shutil.copy(ROOT / "docs" / "_translations" / name, docs / "_translations" / name)
    update = [sys.executable, "docs/_tools/translations.py", "update", "index.md"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(update, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL, env=environment)
    text = (tmp_path / CATALOGUE).read_text("utf-8")
    for english, chinese in TRANSLATIONS.items():
        text = text.replace(f'"{english}"\nmsgstr ""', f'"{english}"\nmsgstr "{chinese}"')
    (tmp_path / CATALOGUE).write_text(text, "utf-8")
    return tmp_path


def start_build(small_site, language="en"):
    """Start to build the small site; the English build starts the others."""
    settings = "--config-file", str(small_site / "mkdocs.yml")
    return build(small_site / "site", *settings, PYTHONPATH=str(ROOT), SITE_LANGUAGE=language)


def test_the_build_stops_at_missing_translations(small_site):
    """The build checks texts, computed texts and titles, and reports the file, the line and the
    language.
    """
    exit_status, output = finish(start_build(small_site, "zh-TW"))
    assert exit_status == 0, output
    page = (small_site / "site" / "index.html").read_text("utf-8")
    assert all(chinese.split("$")[0] in page for chinese in TRANSLATIONS.values())
    for name, before, after, _ in CHANGES:
        text = (small_site / name).read_text("utf-8")
        assert before in text
        (small_site / name).write_text(text.replace(before, after, 1), "utf-8")
    exit_status, output = finish(start_build(small_site))
    assert exit_status != 0
    assert "the site in zh-TW:" in output and "the site in zh-CN:" in output
    assert [expected for *_, expected in CHANGES if expected not in output] == []


def test_other_languages_end_with_the_build(small_site):
    """The processes of other languages end even if the English build is killed and cannot stop
    them.
    """
    process = start_build(small_site)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        finish(process)
        pytest.skip("this machine does not list the children of a process")
    processes = []
    while process.poll() is None and len(processes) < 2:
        processes = [pid for pid in children.read_text().split() if _is_a_build(pid)]
    process.kill()
    process.communicate()
    assert len(processes) >= 2
    while any(map(_is_a_build, processes)):  # the test hangs if they do not exit
        time.sleep(0.01)


def _is_a_build(pid):
    try:
        return b"mkdocs" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # the process has ended
        return False
