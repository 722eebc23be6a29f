"""The page docs/formats.md has the rules of files/rules.py, and two of files/columns.py.

It also has rules that other modules apply. These are not compared.
"""

from __future__ import annotations

import inspect
import re

from conftest import ROOT

from perceptron_ref.files import columns, rules

# the functions of rules.py that apply no rule
HELPER_FUNCTIONS = (
    "_edits_that_delete_ruler_lines _indices_from_1 _is_arithmetic_sequence _is_pair _lacks_name "
    "_pairs has_all_expected_names title_line_error"
).split()


def rules_in_docstrings(module):
    """Return the first paragraph of the docstring of each rule, in the order of the module."""
    functions = [
        function
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and name not in HELPER_FUNCTIONS
    ]
    functions.sort(key=lambda function: function.__code__.co_firstlineno)
    return [first_paragraph(function) for function in functions]


def first_paragraph(function):
    """Return the first paragraph of a docstring as one line."""
    return " ".join(inspect.getdoc(function).split("\n\n")[0].split())


def test_each_rule_is_on_the_page_in_code_order():
    """Each rule is an item of a list on the page, word for word, in the order of the code."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    items = re.findall("^- (.*)$", page, re.MULTILINE)
    positions = [items.index(rule) for rule in rules_in_docstrings(rules)]
    assert len(positions) > 20 and positions == sorted(positions)


def test_column_matching_is_on_the_page():
    """The page has the rules that match columns by name and by position, word for word."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for function in (columns.Columns._match_names, columns.Columns._match_positions):
        assert f"- {first_paragraph(function)}\n" in page
