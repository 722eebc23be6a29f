"""Python files do without words that say that something happened, but not what."""

import ast
import re

import pytest
from conftest import ROOT

NAMES = {"found", "told"}
NAME_FIELDS = ("arg", "asname", "attr", "id", "name")  # of nodes of the syntax tree
PHRASES = re.compile(r'\bwhoever\b|\bis told\b|"""What is\b', re.IGNORECASE)
FOLDERS = (".ci", "docs", "perceptron_ref", "strategies", "tests")


@pytest.mark.ci
@pytest.mark.parametrize("folder", FOLDERS)
def test_no_file_has_an_unwanted_word(folder):
    """No Python file defines a variable, a parameter, a function or a class with the name `found`
    or `told`, or has "whoever", "is told", or a docstring that begins with "What is".
    """
    for path in (ROOT / folder).rglob("*.py"):
        if "node_modules" not in path.parts and path.name != "test_words.py":
            source = path.read_text("utf-8")
            assert PHRASES.findall(source) == [], path
            for node in ast.walk(ast.parse(source)):
                names = {getattr(node, key, None) for key in NAME_FIELDS}
                is_use = isinstance(getattr(node, "ctx", None), ast.Load)
                assert is_use or not names & NAMES, f"{path}:{node.lineno}"
