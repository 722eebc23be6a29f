"""The rules of files are the same in docs/formats.md and in the code, in the same order."""

from __future__ import annotations

import inspect
import re

from conftest import ROOT

from perceptron_ref.files import columns, rules

# functions of rules.py that are not rules
HELPERS = (
    "_edits_that_delete_ruler_lines _indices_from_1 _is_arithmetic_sequence _is_pair _lacks_name "
    "_pairs has_all_expected_names title_line_error"
).split()


def rules_in_docstrings(module):
    """Return the first paragraph of each function's docstring, in the order of the module."""
    functions = inspect.getmembers(module, inspect.isfunction)
    functions = [f for _, f in functions if f.__module__ == module.__name__]
    functions.sort(key=lambda function: function.__code__.co_firstlineno)
    paragraphs = [
        inspect.getdoc(f).split("\n\n")[0] for f in functions if f.__name__ not in HELPERS
    ]
    return [" ".join(text.split()) for text in paragraphs]


def test_each_rule_is_on_the_page_in_code_order():
    """Each rule is an item of a list on the page, word for word."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    items = re.findall("^- (.*)$", page, re.MULTILINE)
    places = [items.index(sentence) for sentence in rules_in_docstrings(rules)]
    assert len(places) > 20 and places == sorted(places)


def test_column_matching_is_on_the_page():
    """The page has the rules that match columns by name and by position, word for word."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for way in (columns.Columns._match_names, columns.Columns._match_positions):
        first = " ".join(inspect.getdoc(way).split("\n\n")[0].split())
        assert f"- {first}\n" in page
