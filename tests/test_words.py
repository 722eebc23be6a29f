"""Names and docstrings do without a few words that say only that something happened."""

import ast
import re

import pytest
from conftest import ROOT

UNWANTED_NAMES = {"found", "told"}
UNWANTED_PHRASES = re.compile(r'\bwhoever\b|\bis told\b|"""What is\b', re.IGNORECASE)
DEFINITION = re.compile(
    rf"\b(?:{'|'.join(UNWANTED_NAMES)}) *(?:[-+*/|&%=:,)\]]|in\b|$)", re.MULTILINE
)
FOLDERS = (".ci", "docs/_tools", "docs/playground", "perceptron_ref", "strategies", "tests")
PATHS = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def unwanted_words(source):
    """Yield the line and the text of each unwanted phrase, and of each definition of a name."""
    for number, line in enumerate(source.splitlines(), start=1):
        yield from ((number, phrase) for phrase in UNWANTED_PHRASES.findall(line))
    if not DEFINITION.search(source):
        return  # parsing takes long, and this source defines none of these names
    for node in ast.walk(ast.parse(source)):
        name = getattr(node, "arg", None) or getattr(node, "id", None)
        if name in UNWANTED_NAMES and not isinstance(getattr(node, "ctx", None), ast.Load):
            yield node.lineno, name


@pytest.mark.ci
def test_no_file_has_an_unwanted_word():
    """No Python file defines the name `found` or `told`, or has "whoever", "is told", or a
    docstring that begins with "What is".
    """
    assert [
        (path.name, *place)
        for path in PATHS
        if path.name != "test_words.py"
        for place in unwanted_words(path.read_text("utf-8"))
    ] == []
