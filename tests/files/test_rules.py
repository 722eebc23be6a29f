"""The rules of files: docs/formats.md and the code say the same, in the same order."""

from __future__ import annotations

import inspect
import re

from conftest import ROOT

from perceptron_ref.files import columns, rules

HELPS = (
    "_edits_that_delete_ruler_lines _indices_from_1 _is_arithmetic_sequence _is_pair _lacks_name "
    "_pairs excerpt has_all_expected_names split_features_option title_line_error"
).split()


def sentences(module):
    """Return the first paragraph of each function's docstring, in the order of the module."""
    functions = inspect.getmembers(module, inspect.isfunction)
    functions = [f for _, f in functions if f.__module__ == module.__name__]
    functions.sort(key=lambda function: function.__code__.co_firstlineno)
    told = [inspect.getdoc(f).split("\n\n")[0] for f in functions if f.__name__ not in HELPS]
    return [" ".join(text.split()) for text in told]


def test_each_rule_stands_on_the_page_in_the_order_of_the_code():
    """Word for word, as one item of a list."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    items = re.findall("^- (.*)$", page, re.MULTILINE)
    places = [items.index(sentence) for sentence in sentences(rules)]
    assert len(places) > 20 and places == sorted(places)


def test_how_columns_are_matched_stands_there_too():
    """By names, and by positions."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for way in (columns.Columns._match_names, columns.Columns._match_positions):
        first = " ".join(inspect.getdoc(way).split("\n\n")[0].split())
        assert f"- {first}\n" in page
