"""The glossary: the texts of tooltips, and which words have none."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

pytest.importorskip("jinja2", reason="jinja2 is not installed")  # of the extra docs

from _tools import catalogues, glossary
from _tools.glossary import tooltip_definitions, tooltip_text
from _tools.glossary_terms import terms

TERMS = {term: row for term, *row in terms()}


def test_every_term_has_one_row():
    """The row has both Chinese names, which have Chinese characters. No two terms share a Chinese
    name.
    """
    assert len(TERMS) == len(terms()) > 50
    for names in zip(*(row[:2] for row in TERMS.values())):
        assert len({*names}) == len(TERMS)
    for zh_TW, zh_CN, _ in TERMS.values():
        assert re.search("[\u4e00-\u9fff]", zh_TW)
        assert re.search("[\u4e00-\u9fff]", zh_CN)


@pytest.mark.parametrize("term", TERMS)
def test_a_meaning_can_be_a_tooltip(term):
    """The tooltip of a meaning, formulas included, is one line of plain text that can stand in an
    HTML attribute.
    """
    meaning = tooltip_text(TERMS[term][-1])
    assert len(meaning) <= 120
    assert not set(meaning) & set('"$`[]{}<>|*')
    assert meaning[0].isupper() or "⋅" in meaning
    assert not meaning.endswith(".")


def test_a_term_is_explained_in_each_form():
    """The forms are the singular and the plural, each also with a capital letter. Very common
    words, such as "example", have no tooltip.
    """
    explanations = tooltip_definitions("lecture/pla.md").splitlines()
    meaning = tooltip_text(TERMS["margin"][-1])
    for spelling in ("margin", "margins", "Margin", "Margins"):
        assert f"*[{spelling}]: {meaning}" in explanations
    assert f"*[epoch]: {TERMS['epoch'][-1]}" in explanations
    assert tooltip_definitions("glossary.md") == ""
    for word in ("example", "run", "data", "start", "label", "step (eta)"):
        assert word in TERMS and f"*[{word}]:" not in "\n".join(explanations)


EMPHASIZED = {"every", "first", "new", "no more", "not", "of equal length", "one", "per unit"}
EMPHASIZED |= {"The line", "through the origin"}  # words in italics or bold that are not terms
OTHER_NAMES = {"perceptron learning algorithm": "PLA"}


def marked_terms(page):
    """Return the words of a page in italics, and those in bold that are not a sentence."""
    prose = re.sub(
        r"^```.*?^```$|^\$\$.*?^\$\$$|(?<!\\)\$.*?(?<!\\)\$", "w", page, flags=re.S | re.M
    )
    marked = re.findall(r"(?<!\*)(\*\*?)(?!\*)([A-Za-z][^*\n]*?[A-Za-z)])\1(?!\*)", prose)
    return [words for stars, words in marked if stars == "*" or len(words.split()) < 6]


def stem(words):
    """Return words in lower case, without a leading "the", a parenthesis, or the ending -s, -ize or
    -ization.
    """
    return re.sub(r"(ization|ize|s)$", "", re.sub(r"^the | \(.*\)$", "", words.lower()))


@pytest.mark.parametrize("path", sorted((ROOT / "docs/lecture").glob("*.md")), ids=lambda p: p.stem)
def test_a_term_of_a_lecture_page_is_in_the_glossary(path):
    """Italics or bold mark the first use of a term, except for words that are only emphasized."""
    stems = {stem(term) for term in TERMS}
    stems |= {stem(re.sub(r".*\((.*)\)", r"\1", term)) for term in TERMS}
    terms_of_page = set(marked_terms(path.read_text(encoding="utf-8"))) - EMPHASIZED
    assert [term for term in terms_of_page if stem(OTHER_NAMES.get(term, term)) not in stems] == []


@pytest.mark.ci
def test_a_term_within_a_longer_term_has_no_tooltip(monkeypatch):
    """The Chinese of `error message` contains that of `mistake`, but gets no tooltip on this
    part.
    """
    pytest.importorskip("babel")
    monkeypatch.setattr(catalogues, "LANGUAGE", "zh-TW")
    glossary._meanings_and_pattern.cache_clear()
    html = glossary.with_chinese_tooltips("錯誤訊息, 錯誤")
    glossary._meanings_and_pattern.cache_clear()
    assert re.sub('title=".*?"', "", html) == ("錯誤訊息, <abbr >錯誤</abbr>")
