"""Names and docstrings do without a few words that say only that something happened."""

import ast
import re

from conftest import ROOT

NAMES = {"found", "told"}
PHRASES = re.compile(r'\bwhoever\b|\bis told\b|"""What is\b', re.IGNORECASE)
BOUND = re.compile(rf"\b(?:{'|'.join(NAMES)}) *(?:[-+*/|&%=:,)\]]|in\b|$)", re.MULTILINE)
FOLDERS = (".ci", "docs/_tools", "docs/playground", "perceptron_ref", "strategies", "tests")
PATHS = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def unwanted_words(source):
    """Yield the line and the text of each unwanted phrase, and of each definition of a name."""
    for number, line in enumerate(source.splitlines(), start=1):
        yield from ((number, phrase) for phrase in PHRASES.findall(line))
    if not BOUND.search(source):
        return  # parsing takes long, and this source defines none of these names
    for node in ast.walk(ast.parse(source)):
        name = getattr(node, "arg", None) or getattr(node, "id", None)
        if name in NAMES and not isinstance(getattr(node, "ctx", None), ast.Load):
            yield node.lineno, name


def test_names_and_docstrings_avoid_unwanted_words():
    """A name says what a thing is, such as `mistake`; a docstring begins with a noun or a verb."""
    assert [
        (path.name, *place)
        for path in PATHS
        if path.name != "test_words.py"
        for place in unwanted_words(path.read_text("utf-8"))
    ] == []
