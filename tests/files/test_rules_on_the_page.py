"""The page docs/formats.md has the rules of files/rules.py, and two of files/columns.py.

It also has rules that other modules apply. These are not compared.
"""

from __future__ import annotations

import inspect
import re

import pytest
from conftest import ROOT

from perceptron_ref import DataError, DataWarning, read
from perceptron_ref.files import columns, rules

# the functions of rules.py that apply no rule
HELPER_FUNCTIONS = (
    "_edits_that_delete_ruler_lines _indices_from_1 _is_arithmetic_sequence _is_pair _lacks_name "
    "_pairs has_all_expected_names title_line_error"
).split()


def rules_in_docstrings(module):
    """Return the rules of a module's functions, by the comments that begin its sections.

    If the first paragraph of a docstring begins with "Refuse", it is a rule; otherwise the second
    paragraph is one. A later paragraph is a rule if it begins with "Refuse ", or with "If" and
    says that the program asks something.
    """
    source = inspect.getsource(module)
    section_lines = {
        source.count("\n", 0, match.start()) + 1: match[1]
        for match in re.finditer("\n# ([A-Z][a-z ]+)\n\n", source)
    }
    functions = [
        function
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and name not in HELPER_FUNCTIONS
    ]
    rules_by_section = {}
    for function in functions:
        summary, *others = paragraphs(function)
        rule = summary if summary.startswith("Refuse ") else others.pop(0)
        more = [text for text in others if re.match("Refuse |If .* the program asks ", text)]
        line = max(k for k in section_lines if k < function.__code__.co_firstlineno)
        rules_by_section.setdefault(section_lines[line], []).extend([rule, *more])
    return rules_by_section


def paragraphs(function):
    """Return the paragraphs of a docstring, each as one line."""
    return [" ".join(text.split()) for text in inspect.getdoc(function).split("\n\n")]


def rules_of_page_section(text):
    """Return the items of the lists in a section, and the rows of its tables as sentences."""
    rules_of_section = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("- "):
            rules_of_section.append(line[2:])
        elif len(cells) == 3:
            condition, question, answer = cells
            rules_of_section.append(
                f"If {condition}, the program asks {question}. Answer with {answer}."
            )
        elif len(cells) == 2:
            rules_of_section.append(f"Refuse {cells[0]}. The command in the error {cells[1]}.")
    return rules_of_section


def test_each_rule_is_in_its_section_of_the_page():
    """Each rule is on the page, word for word, as an item of a list or as a row of a table.

    A section of the page and the section of the code have the same title, or its beginning.
    """
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## ([^{\n]+) \{#.*?\}\n(.*?)(?=^## )", page, re.M | re.S))
    rules_by_section = rules_in_docstrings(rules)
    for title, texts in rules_by_section.items():
        section = next(section for name, section in sections.items() if name.startswith(title))
        assert [text for text in texts if text not in rules_of_page_section(section)] == []
    assert sum(map(len, rules_by_section.values())) > 30


def test_column_matching_is_on_the_page():
    """The page has the rules that match columns by name and by position, word for word."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for function in (columns.Columns._match_names, columns.Columns._match_positions):
        assert f"- {paragraphs(function)[1]}\n" in page


def test_files_on_the_page_are_read_as_the_page_says(tmp_path):
    """The first file is a csv file, the second has an indented header, and R wrote the third."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    paths = []
    for text in re.findall(r"^```text\n(.*?)^```$", page, re.M | re.S):
        paths.append(tmp_path / f"{len(paths)}.txt")
        paths[-1].write_text(text, encoding="utf-8")
    exam, printed_table, table_of_r = paths
    D = read(exam, positive="yes")
    assert (D.names, D.N, [*D.ys]) == (("hours", "absences"), 2, [1, -1])
    with pytest.raises(DataError, match="'sepal' to the right of the first column"):
        read(printed_table)
    with pytest.warns(DataWarning, match="column 1 has no name and is left out"):
        assert read(table_of_r).names == ("x1", "x2")
