"""Translations: the texts of a page, the update of a catalogue, and the problems that the checks
find.
"""

from __future__ import annotations

import re
import subprocess
import sys
from textwrap import dedent

import pytest
from conftest import ROOT

for library in ("babel", "jinja2"):
    pytest.importorskip(library)

from _tools import catalogues, translations  # noqa: E402
from _tools.chinese import avoided_words, taiwan_problems  # noqa: E402
from _tools.computed_texts import (
    Translator,
    fill_placeholders,
    translate_value,
    with_placeholders,
)  # noqa: E402
from _tools.glossary_terms import terms  # noqa: E402
from _tools.page_texts import replace_texts, texts_of  # noqa: E402

from perceptron_ref import example, pla  # noqa: E402
from perceptron_ref.drawing import draw_run  # noqa: E402
from perceptron_ref.drawing.typography import set_translation  # noqa: E402

pytestmark = pytest.mark.ci

DOCS = ROOT / "docs"
PAGES = sorted(
    path.relative_to(DOCS).as_posix()
    for path in DOCS.rglob("*.md")
    if path.relative_to(DOCS).parts[0]
    not in ("_tools", "_translations", "node_modules", "README.zh-TW.md")
)
SAMPLE_PAGE = """\
# A title {#title}

One paragraph
of two lines, $x$.

> A statement.

1. First `item`,
   which goes on
2. {{ second }} item
    - below it

/// details | A fold, {{ T }} rows
    attrs: {class: answer}

$$
\\text{no text}
$$

| a cell | $x$ | `code` |
| --- | --- | --- |
{{ rows }}
| $y$ | \\| another \\| | T |

///
//// html | div.beside

```python
no_text()
```

{{ output("no text",
          last="data") }}

term
:   what it means

////

/// details | Beware
    type: warning
A note.
///
<!--# no text #-->
<div markdown>
Inside.
</div>
"""


# Texts


def test_texts_of_a_page_are_listed_and_replaced():
    """Texts are paragraphs, items, headings, cells and titles of blocks, each on one line.

    Code, displayed formulas, options and names of classes are not texts. `replace_texts` replaces
    each text.
    """
    assert [text.markdown for text in texts_of(SAMPLE_PAGE)] == [
        "A title",
        "One paragraph of two lines, $x$.",
        "A statement.",
        "First `item`, which goes on",
        "{{ second }} item",
        "below it",
        "A fold, {{ T }} rows",
        "a cell",
        "\\| another \\|",
        "term",
        "what it means",
        "Beware",
        "A note.",
        "Inside.",
    ]
    changed = replace_texts(SAMPLE_PAGE, lambda text: text.markdown.upper()).splitlines()
    for line in (
        *("# A TITLE {#title}", "> A STATEMENT.", "    - BELOW IT", ":   WHAT IT MEANS"),
        *("ONE PARAGRAPH OF TWO LINES, $X$.", "| A CELL | $x$ | `code` |", "no_text()"),
        *("/// details | A FOLD, {{ T }} ROWS", "    attrs: {class: answer}", "\\text{no text}"),
    ):
        assert line in changed


@pytest.mark.parametrize("page", PAGES)
def test_no_prose_of_a_page_is_left_out(page):
    """Outside the texts a page has no two words in a row, except in code and calls.

    The texts do not depend on the line breaks of the page.
    """
    markdown = (DOCS / page).read_text("utf-8")
    texts = [text.markdown for text in texts_of(markdown)]
    assert [
        text.markdown for text in texts_of(replace_texts(markdown, lambda text: text.markdown))
    ] == texts
    markdown = replace_texts(markdown, lambda text: "")
    fences = r"^( *)(```+|~~~+).*?^\1\2 *$", r"^\$\$$.*?^\$\$$"
    for pattern in (*fences, r"\{\{.*?\}\}", r"\{%.*?%\}"):
        markdown = re.sub(pattern, "", markdown, flags=re.DOTALL | re.MULTILINE)
    markdown = re.sub(r"^:::.*\n(?: {4}.*\n)*|^ *///.*\n(?: {4}.*\n)*", "", markdown, flags=re.M)
    assert re.findall("[a-z]{2,} [a-z]{2,}.*", re.sub("`[^`]*`|<[^>]*>", "", markdown)) == []


# Catalogues


@pytest.fixture
def catalogue(tmp_path):
    """Return a catalogue with two texts and a computed text, of which two are translated."""
    path = tmp_path / "page.po"
    catalogues.update_catalogue(
        path, [("One long text.", "heading"), ("Two", "")], [("{0} words", "")]
    )
    text = path.read_text("utf-8")
    text = text.replace('text."\nmsgstr ""', 'text."\nmsgstr "一"')
    path.write_text(text.replace('words"\nmsgstr ""', 'words"\nmsgstr "{0}"'), "utf-8")
    return path


def test_a_catalogue_has_one_entry_for_each_text(catalogue):
    """The format is that of gettext. The kind of a text is in a comment, and a text is on one
    line.
    """
    assert catalogue.read_text("utf-8") == dedent("""\
        msgid ""
        msgstr ""
        "Language: zh_TW\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"

        #. heading
        msgid "One long text."
        msgstr "一"

        msgid "Two"
        msgstr ""

        msgctxt "computed"
        msgid "{0} words"
        msgstr "{0}"
        """)


def test_an_update_keeps_translations(catalogue):
    """An update adds new texts, marks changed texts, and drops deleted texts.

    If nothing has changed, it does not write the file, and returns False.
    """
    before, texts = catalogue.read_bytes(), [("One long text.", "heading"), ("Two", "")]
    assert not catalogues.update_catalogue(catalogue, texts, [("{0} words", "")])
    assert catalogue.read_bytes() == before
    assert catalogues.update_catalogue(catalogue, [("New", ""), ("One very long text.", "")], [])
    assert catalogue.read_text("utf-8").partition("\n\n")[2] == dedent("""\
        msgid "New"
        msgstr ""

        #, fuzzy
        #| msgid "One long text."
        msgid "One very long text."
        msgstr "一"
        """)


def test_a_second_update_keeps_the_old_english_text(catalogue):
    """The old text stays until the entry is no longer marked `fuzzy`; then it is deleted."""
    old = "One " + 20 * "quite " + 'long "text".'
    texts = [(old.replace("quite long", "long"), "")]
    catalogue.write_text(
        catalogue.read_text("utf-8").replace("One long text.", old.replace('"', r"\""))
    )
    assert catalogues.update_catalogue(catalogue, texts, [])
    updated = catalogue.read_text("utf-8")
    assert '#| msgid "One quite' in updated
    catalogues.update_catalogue(catalogue, texts, [])
    assert catalogue.read_text("utf-8") == updated
    catalogue.write_text(updated.replace("#, fuzzy\n", ""), "utf-8")
    assert catalogues.update_catalogue(catalogue, texts, [])
    assert "#" not in catalogue.read_text("utf-8")


@pytest.fixture
def only_catalogue(catalogue, monkeypatch):
    """Put this catalogue in the place of all others, and return it."""
    page = catalogue.parent / "docs" / "page.md"
    page.parent.mkdir()
    page.write_text("")
    monkeypatch.setattr(translations, "DOCS", page.parent)
    monkeypatch.setattr(translations, "catalogue_path", lambda page: catalogue)
    for name in ("SHARED_CATALOGUE", "SITE_CATALOGUE"):
        monkeypatch.setattr(translations, name, catalogue)
    return catalogue


def test_problems_are_reported_with_file_and_line(only_catalogue):
    """Problems are missing, untranslated and unused texts, and stale ones whose English has
    changed. In the catalogue of several pages, texts of no page are unused.
    """
    texts, _ = catalogues.read_catalogue(only_catalogue)
    page_texts = [("New", "docs/page.md:3"), ("Two", "docs/page.md:9")]
    missing, *others = translations.catalogue_differences(only_catalogue, texts, page_texts)
    assert missing == "docs/page.md:3: not in page.po; run `translations.py update`: 'New'"
    unused = "the page no longer has this text; run `translations.py update`: 'One long text.'"
    assert others == ["page.po:10: not translated yet: 'Two'", f"page.po:7: {unused}"]
    assert list(translations.shared_problems(["Two", "Another"])) == others
    catalogues.update_catalogue(only_catalogue, [("One very long text.", "")], [])
    texts, _ = catalogues.read_catalogue(only_catalogue)
    (problem,) = translations.catalogue_differences(
        only_catalogue, texts, [("One very long text.", "")]
    )
    assert problem.startswith("page.po:8: the English text has changed")


def test_the_command_count_prints_a_table(only_catalogue, capsys):
    """The table has the numbers of texts, computed words, texts to translate and Chinese
    characters, for each catalogue and in all. An unknown page is an error.
    """
    assert translations.main(["count", "page.md"]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["texts", "computed", "to", "do", "characters", "page"],
        *3
        * [["2", "1", "1", "1", "page.po"]],  # the page, pictures, and the texts around the pages
        ["6", "3", "3", "3", "total"],
    ]
    with pytest.raises(SystemExit):
        translations.main(["check", "gone.md"])
    assert "found no page 'gone.md'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("english", "chinese", "expected"),
    [
        ("$x$ of `a`", "`a` 的 $x$", []),
        ("$x$ of `a`", "$x$", ["`a`: 0 times; expected 1"]),
        ("$x$", "$x$ $x$", ["$x$: 2 times; expected 1"]),
        ("[a](b.md#c)", "[一](b.md#d)", ["](b.md#c): 0", "](b.md#d): 1"]),
        ("[a][l2-5]", "[一][l2-5]", []),
        ("{{ T }} of {{ N }}", "{{ N }}", ["{{ T }}: 0 times; expected 1"]),
        ("{0} and w_{{1}}", "w_{{1}}", ["{0}: 0 times; expected 1"]),
        ("**bold**", "粗", ["**: 0 times; expected 2"]),
        ("a<br>b", "一二", ["<br>: 0 times; expected 1"]),
    ],
)
def test_a_translation_has_the_markup_of_the_english_text(english, chinese, expected):
    """The markup includes formulas, code, targets of links, values, placeholders, tags and bold."""
    problems = list(translations.markup_problems(english, chinese))
    assert len(problems) == len(expected)
    assert all(problem.startswith(start) for problem, start in zip(problems, expected))


# The Chinese


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("停了,完成", "half-width punctuation"),
        ("停了.", "half-width punctuation"),
        ("停了，但 $x$, 也停", "half-width punctuation"),
        ("權重(新)", "half-width punctuation"),
        ("$p$, $q$ 的分數", "half-width punctuation"),
        ("第3 次", "no space"),
        ("第 {{ t }}次", "no space"),
        ("是$x$", "no space"),
        ("`fit` 或`race`", "no space"),
        ("**PLA**停了", "no space"),
        ("停了 ，好", "a space beside"),
        ("停了， $x$", "a space beside"),
        ("停 了", "a space between"),
        ("PLA  Pocket", "two spaces"),
        ("\u201c停\u201d", "quotes"),
        ("权重", "a character of mainland China"),
        ("您好", "not 您, but 你"),
        ("算法", "not 算法, but"),
        ("錯的話就改", "not 的話, but"),
        ("依次更新", "not 依次, but 依序"),
        ("圖中加圈的樣本", "not 加圈, but 套著環"),
    ],
)
def test_a_broken_rule_is_named(text, rule):
    """Each case breaks one rule, and no other rule is named."""
    problems = list(taiwan_problems(text))
    assert problems and all(problem.startswith(rule) for problem in problems)


@pytest.mark.parametrize(
    "text",
    [
        "第 3 次更新，$w_t$ 變成 (1, 2)。",
        "**PLA** 會停，[證明](a.md)在這裡。",
        "$x$、$y$ 與 $z$（見 [L2.5](#l2-5)）。",
        "`cyclic`, `random`",
        "演算法「停下來」：這是題目的話題。",
        "90\u00b0 以上，T = {{ T }}。",
        "PLA, Pocket, sign(0)",
    ],
)
def test_correct_text_breaks_no_rule(text):
    """No rule is broken by these texts, which are correct Chinese."""
    assert list(taiwan_problems(text)) == []


def test_every_catalogue_is_complete_and_correct():
    """Every text of the pages, the navigation, the theme and the site's templates has a
    translation with the same markup that breaks no rule of Taiwanese Chinese. The glossary has no
    avoided word in zh-TW or zh-CN. Only the build checks that pictures have no other texts.
    """
    pages = catalogues.translated_pages()
    problems = [*translations.site_problems(), *translations.contradictions()]
    problems += [problem for page in pages for problem in translations.text_problems(page)]
    for path in [
        catalogues.SITE_CATALOGUE,
        catalogues.SHARED_CATALOGUE,
        *map(catalogues.catalogue_path, pages),
    ]:
        problems += translations.entry_problems(path)
    assert problems == []
    assert all(
        entry.translation
        for entry in catalogues.read_catalogue(catalogues.SHARED_CATALOGUE)[0].values()
    )
    for _, zh_TW, zh_CN, _ in terms():
        for language, word in (("zh-TW", zh_TW), ("zh-CN", zh_CN)):
            assert [avoid for avoid in avoided_words(language) if re.search(avoid, word)] == []


# Computed texts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Update 3 corrects example 7.", "Update {0} corrects example {1}."),
        ("w = (\u22121, 2, 0.5): no mistake", "w = {0}: no mistake"),
        ("(0, 1, \u2026) and (0, ..., 1,000)", "{0} and {1}"),
        ("y = +1 (yes), y = \u22121 (no)", "y = +1 (yes), y = \u22121 (no)"),
        ("n(12) = 3; \u22482.5e7 and -1/3", "n({0}) = {1}; {2} and {3}"),
        ("|x|^2 of `pair:m=10` is $x^{10}$", "|x|^2 of `pair:m=10` is $x^{10}$"),
        ("line of w_{13}", "line of w_{{0}}"),
        ("x_1 from 2 to 3.", "x_{0} from {1} to {2}."),
    ],
)
def test_numbers_become_placeholders(text, message):
    """Exponents, labels, code and formulas stay.

    If the placeholders are filled with the values, the text is the same as before.
    """
    generalized, values = with_placeholders(text)
    assert generalized == message
    assert fill_placeholders(generalized, values) == text


@pytest.fixture
def translator():
    """Return a translator with three messages; afterwards pictures are English again."""
    messages = {
        "Next: example {0}.": "下一個 {0}。",
        "no mistake": "沒有錯誤",
        "the smallest $x_1$": "$x_1$ 最小的",
    }
    translator = Translator(messages)
    translator.install()
    yield translator
    set_translation(None)


def test_a_picture_is_translated_sentence_by_sentence(translator):
    """The translator keeps the messages without a translation.

    A formula that is a sentence ends with a Chinese full stop.
    """
    picture = draw_run(pla(example("or")))
    sentence = "t = 2：w = (0, 0, 1)。下一個 2。"
    assert sentence.encode("ascii", "xmlcharrefreplace").decode() in picture
    assert translator.computed_texts["Next: example {0}."]
    assert not translator.computed_texts["next"]


def test_cells_of_a_table_are_translated(translator):
    """Cells with words are translated; numbers, code, formulas and blocks of code stay."""
    assert translate_value("| 1 | no mistake | `or` |\n| 2 | the smallest $x_1$ |  |") == (
        "| 1 | 沒有錯誤 | `or` |\n| 2 | $x_1$ 最小的 |  |"
    )
    assert translate_value("```\nno mistake\n```") == "```\nno mistake\n```"
    assert translate_value("<Run cyclic: 3 updates>") == "<Run cyclic: 3 updates>"
    assert list(translator.computed_texts) == ["no mistake", "the smallest $x_1$"]


def test_a_missing_package_of_the_extra_docs_is_named():
    """The command says what to install, without a traceback."""
    code = (
        "import runpy, sys; sys.modules['jinja2'] = None; "
        "runpy.run_path('docs/_tools/translations.py', run_name='__main__')"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert process.returncode == 1 and process.stderr.count("\n") == 1
    assert process.stderr.startswith("found no module jinja2; expected the packages of the extra")
