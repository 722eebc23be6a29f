"""Python code does without a few words that say that something happened, but not what."""

import ast
import re

import pytest
from conftest import ROOT

UNWANTED_NAMES = {"found", "told"}
UNWANTED_PHRASES = re.compile(r'\bwhoever\b|\bis told\b|"""What is\b', re.IGNORECASE)
NAME = re.compile(rf"\b(?:{'|'.join(UNWANTED_NAMES)})\b")
FOLDERS = (".ci", "docs", "perceptron_ref", "strategies", "tests")
PATHS = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def unwanted_words(source):
    """Yield the line and the text of each unwanted phrase, and of each definition of a name."""
    for number, line in enumerate(source.splitlines(), start=1):
        yield from ((number, phrase) for phrase in UNWANTED_PHRASES.findall(line))
    if not NAME.search(source):
        return  # parsing takes long, and this source has none of these names
    for node in ast.walk(ast.parse(source)):
        names = {getattr(node, field, None) for field in ("arg", "id", "name", "asname", "attr")}
        if names & UNWANTED_NAMES and not isinstance(getattr(node, "ctx", None), ast.Load):
            yield node.lineno, *names & UNWANTED_NAMES


@pytest.mark.ci
def test_no_file_has_an_unwanted_word():
    """No Python file defines a variable, a parameter, a function or a class with the name `found`
    or `told`, or has "whoever", "is told", or a docstring that begins with "What is".
    """
    assert [
        (path.relative_to(ROOT).as_posix(), *place)
        for path in PATHS
        if path.name != "test_words.py" and "node_modules" not in path.parts
        for place in unwanted_words(path.read_text("utf-8"))
    ] == []
