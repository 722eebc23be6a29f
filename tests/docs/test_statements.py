"""Every statement of the lecture has a section, a function and a test; and what computes names its
statement.
"""

from __future__ import annotations

import sys
from collections import Counter
from importlib import import_module
from runpy import run_path

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs"))
from _tools import statements  # noqa: E402

SECTIONS, COMPUTED_BY, CHECKED_BY = (
    statements.sections(),
    statements.computed_by(),
    statements.checked_by(),
)
EVERY_SECTION = Counter(label for label, _ in statements.all_sections())
CORE = {f"perceptron_ref.{name}" for name in ("hypothesis", "pla", "pocket", "vectors", "theory")}


@pytest.mark.parametrize("label", statements.LABELS)
def test_a_statement_has_its_section(label):
    """A page has a heading with the label's anchor, and the statement opens the section."""
    section = SECTIONS[label]
    assert section.title
    assert (ROOT / "docs" / section.page).is_file()
    assert section.statement.endswith((".", "?"))
    assert "{{" not in section.statement


@pytest.mark.parametrize("label", statements.LABELS)
def test_a_statement_is_computed(label):
    """A function of the package names the label, or the table says which one shows it."""
    assert COMPUTED_BY[label]


@pytest.mark.parametrize("label", statements.LABELS)
def test_a_statement_is_tested(label):
    """A test names the label, in its docstring or its name."""
    assert CHECKED_BY[label]


def test_tests_that_hold_a_statement_stand_before_those_that_name_it():
    """Its label stands behind `Lecture 2:` there."""
    first, *others = CHECKED_BY["L2.7"]
    assert first == "test_pla.py:test_every_update_corrects_a_mistake_and_helps"
    assert "drawing/test_drawing.py:test_an_update_in_numbers" in others


def test_a_label_has_one_section_in_the_site():
    """A link `#l2-10` leads to one place, on whichever page."""
    assert {label: n for label, n in EVERY_SECTION.items() if n > 1} == {}


def test_a_section_is_found_on_every_page(tmp_path, monkeypatch):
    """In folders, too, but not in those that are no pages; a second one is seen."""
    monkeypatch.setattr(statements, "DOCS", tmp_path)
    for page in ("top.md", "lecture/deep.md", "_tools/README.md", "node_modules/katex/README.md"):
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / page).write_text("# A page {#p}\n\n## Quiz: Q1 Spam {#q1}\n\n> Which?\n")
    found = [section for label, section in statements.all_sections() if label == "Q1"]
    assert found == [
        statements.Section("Quiz: Spam", "lecture/deep.md", "Which?"),
        statements.Section("Quiz: Spam", "top.md", "Which?"),
    ]


def test_no_docstring_names_a_label_that_there_is_not():
    """What stands behind `Lecture 2:` is one of the labels."""
    for module, name, docstring in statements.public_definitions():
        assert set(statements.labels_in(docstring)) <= set(statements.LABELS), f"{module}:{name}"


def test_every_public_function_of_the_core_names_its_statement():
    """The code leads to the lecture's page: by the function's docstring, or by its module's where
    one statement is what all of it is for. Other names have an underscore or are not in `__all__`.
    """
    silent = {
        f"{module}:{name}"
        for module, name, docstring in statements.public_definitions()
        if ".".join(module.split(".")[:2]) in CORE
        and "." not in name
        and name[0].islower()
        and not statements.labels_in(docstring)
        and not statements.labels_in(import_module(module).__doc__)
    }
    assert silent == set()


def test_the_table_names_what_there_is():
    """Public functions of the package."""
    public = {f"{module}:{name}" for module, name, _ in statements.public_definitions()}
    assert {name for names in statements.COMPUTED_BY.values() for name in names} <= public


def test_the_index_has_a_row_for_every_statement():
    """40 lines of six cells, in the order of the labels; a link says its page's own title."""
    lines = statements.index().splitlines()
    assert [line.split(" | ")[0] for line in lines] == [f"| {label}" for label in statements.LABELS]
    assert {line.count(" | ") for line in lines} == {5}
    assert lines[0].startswith("| L1.1 | An unknown target")
    page = (ROOT / "docs" / SECTIONS["L2.9"].page).read_text(encoding="utf-8")
    title = page.partition("\n# ")[2].partition(" {#")[0]
    assert f"| [{title}: {SECTIONS['L2.9'].title}][l2-9] |" in lines[9]


def test_the_page_says_how_a_test_is_run():
    """The test that it names is there."""
    page = run_path(str(ROOT / "docs" / "statements.py"))
    file, _, function = page["a_test"]().partition("::")
    assert f"def {function}(" in (ROOT / "tests" / file).read_text(encoding="utf-8")


def test_what_shows_a_statement_does_not_compute_it():
    """Drawings, data made to order and races have a column of their own."""
    computing, showing = statements.computed_by(), statements.shown_by()
    assert computing["L2.9"] == ["perceptron_ref.theory.convergence:alignment_grows"]
    assert showing["L2.9"] == [
        "perceptron_ref.drawing.proof:draw_derivation",
        "perceptron_ref.examples.generators:hadamard",
    ]
    assert showing["N.2"] == []
