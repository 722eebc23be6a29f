"""Words that code and its English do without: no name says only that something happened."""

import ast
import re

from conftest import ROOT

NAMES = {"found", "told"}
WORDS = re.compile(r'\bwhoever\b|\bis told\b|"""What is\b', re.IGNORECASE)
BOUND = re.compile(rf"\b(?:{'|'.join(NAMES)}) *(?:[-+*/|&%=:,)\]]|in\b|$)", re.MULTILINE)
FOLDERS = (".ci", "docs/_tools", "docs/playground", "perceptron_ref", "strategies", "tests")
PATHS = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
LEFT = tuple((ROOT / "tests" / "unconverted.txt").read_text("utf-8").split("\n")[1:-1])


def unwanted(source):
    """Yield the line and the text of each unwanted word, and of each name that is made."""
    for number, line in enumerate(source.splitlines(), start=1):
        yield from ((number, word) for word in WORDS.findall(line))
    if not BOUND.search(source):
        return  # what may bind none of these names is not parsed, which takes long
    for node in ast.walk(ast.parse(source)):
        name = getattr(node, "arg", None) or getattr(node, "id", None)
        if name in NAMES and not isinstance(getattr(node, "ctx", None), ast.Load):
            yield node.lineno, name


def test_a_name_is_a_noun():
    """Call a thing what it is: `mistake`, not `found`. Write "a reader", not "whoever"."""
    names = [path.relative_to(ROOT).as_posix() for path in PATHS]
    checked = [name for name in names if not name.startswith(LEFT)]
    assert [
        (name, *where) for name in checked for where in unwanted((ROOT / name).read_text("utf-8"))
    ] == []
