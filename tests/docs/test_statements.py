"""Every statement of the lecture has a section and a test; code names most of them, too."""

from __future__ import annotations

import ast
import re
from collections import Counter
from importlib import import_module

import pytest
from _tools import statements
from _tools.sources import PACKAGE_FOLDERS, public_names, syntax_tree
from conftest import ROOT

import perceptron_ref

SECTIONS = statements.section_of_label()
LABEL = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, statements.LABELS))})(?![\w.]*\d)")
CORE = {f"perceptron_ref.{name}" for name in ("hypothesis", "pla", "pocket", "vectors", "theory")}
TEST = re.compile(r'^def (test_\w+)\([^"]*\):\n    """(.*?)"""', re.MULTILINE | re.DOTALL)
TESTED = {
    label
    for path in (ROOT / "tests").rglob("test_*.py")
    for name, docstring in TEST.findall(path.read_text(encoding="utf-8"))
    for label in LABEL.findall(f"{name.replace('_', ' ').upper()} {docstring}")
}


def public_definitions():
    """Yield (module, name, docstring) of each public function and class outside `cli`."""
    for package, folder in PACKAGE_FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            tree = syntax_tree(path.read_text(encoding="utf-8"))
            # of a function with overloads the last definition is the one that runs
            by_name = {
                getattr(node, "name", None): node for node in tree.body if "cli" not in parts
            }
            for node in by_name.values():
                if getattr(node, "name", None) in public_names(tree):
                    module = ".".join([package, *(part for part in parts if part != "__init__")])
                    yield module, node.name, ast.get_docstring(node) or ""


DOCUMENTED = list(public_definitions())


@pytest.mark.parametrize("label", statements.LABELS)
def test_a_statement_has_its_section_and_its_test(label):
    """The section begins with the statement, and a test has the label in its docstring or name."""
    section = SECTIONS[label]
    assert section.title
    assert (ROOT / "docs" / section.page).is_file()
    assert section.statement.endswith((".", "?")) or label[0] == "Q"  # a quiz ends with its choices
    assert "{{" not in section.statement
    assert label in TESTED


def test_all_but_two_statements_of_the_lecture_are_named_in_code():
    """A public name has the label in its docstring, except for two labels.

    Labels of a quiz or a misconception need none.
    """
    labels_of_code = {
        label for *_, docstring in DOCUMENTED for label in statements.labels_in(docstring)
    }
    lacking = {label for label in statements.LABELS if label[0] in "LN"} - labels_of_code
    assert lacking == {"L1.1", "N.6"}  # L1.1 is about data in general, N.6 compares two algorithms
    assert labels_of_code <= set(statements.LABELS)


def test_a_label_has_one_section_in_the_site():
    """A link such as `#l2-10` must lead to exactly one place."""
    counts = Counter(label for label, _ in statements.labelled_sections())
    assert {label: n for label, n in counts.items() if n > 1} == {}


def test_a_section_is_found_on_every_page(tmp_path, monkeypatch):
    """Markdown in `_tools` and `node_modules` is not a page. If two pages have a section with the
    same label, both are found.
    """
    monkeypatch.setattr(statements, "DOCS", tmp_path)
    for page in ("top.md", "lecture/deep.md", "_tools/README.md", "node_modules/katex/README.md"):
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / page).write_text("# A page {#p}\n\n### Quiz: Q1 Spam {#q1}\n\n> Which?\n")
    pages = [section.page for label, section in statements.labelled_sections() if label == "Q1"]
    assert pages == ["lecture/deep.md", "top.md"]


def test_the_map_of_the_package_names_statements_of_each_file():
    """A label beside a file of the map is in a docstring of this file."""
    row = re.compile(r"^    ([\w/]+\.py) .*?   +([LN]\d.*)$", re.MULTILINE)
    files = row.findall(perceptron_ref.__doc__)
    assert len(files) == 11
    for name, labels in files:
        folder = ROOT if name.startswith("strategies/") else ROOT / "perceptron_ref"
        docstrings = [
            ast.get_docstring(node) or ""
            for node in ast.walk(syntax_tree((folder / name).read_text(encoding="utf-8")))
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        ]
        named = {label for text in docstrings for label in statements.labels_in(text)}
        for part in labels.split(", "):
            first, _, last = part.partition(" to ")
            numbers = range(int(first[3:]), int((last or first)[3:]) + 1)
            assert {f"L2.{number}" for number in numbers} <= named, name


def test_every_public_function_of_the_core_names_its_statement():
    """A label is in the docstring of the function or of its module, and leads from the code to the
    page of the lecture.
    """
    without_label = {
        f"{module}:{name}"
        for module, name, docstring in DOCUMENTED
        if ".".join(module.split(".")[:2]) in CORE
        and name[0].islower()
        and not statements.labels_in(docstring)
        and not statements.labels_in(import_module(module).__doc__)
    }
    assert without_label == set()
