"""The footer of the site: author, version, and links to the licence and the citation."""

from __future__ import annotations

import re

from conftest import ROOT

from perceptron_ref import __version__


def text_of(name):
    """Return the text of a file of the repository."""
    return (ROOT / name).read_text("utf-8")


def test_the_footer_names_author_and_version():
    """The footer has the year and author of LICENSE and the version of the package."""
    copyright = re.search(r'^copyright: "(.*)"$', text_of("mkdocs.yml"), re.MULTILINE)[1]
    _, _, year, owner = text_of("LICENSE").splitlines()[2].split(" ", 3)
    assert copyright == f"perceptron_ref {__version__} · © {year} {owner}"


def test_the_footer_leads_to_the_licence_and_to_how_to_cite():
    """The links lead to sections of the page of questions."""
    footer = text_of("docs/_tools/theme/partials/copyright.html")
    page = text_of("docs/questions.md")
    anchors = re.findall(r"questions\.html#([\w-]+)", footer)
    assert anchors == ["licence", "cite"]
    for anchor in anchors:
        assert f"{{#{anchor}}}" in page
    assert "{{ config.copyright }}" in footer and "MIT" in page
