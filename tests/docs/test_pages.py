"""The structure of pages: values, exercises, headings, navigation, and the code that they show."""

from __future__ import annotations

import ast
import re
from collections import Counter

import pytest
from _tools import code
from conftest import ROOT

from perceptron_ref.cli.main import COMMANDS, build_parser

DOCS = ROOT / "docs"
PAGES = sorted(
    path
    for path in DOCS.rglob("*.md")
    if not {"_tools", "_translations", "node_modules", "README.zh-TW.md"} & set(path.parts)
)
FOLDERS_WITHOUT_PAGES = {"_tools", "code", "node_modules", "peers", "playground"}
MODULES = sorted(
    path
    for path in DOCS.rglob("*.py")
    if not FOLDERS_WITHOUT_PAGES & set(path.relative_to(DOCS).parts)
)
FENCED = re.compile(r"^(```+).*?^\1$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^(#+) (.*?) *(?:\{ *#([\w-]+)[^}\n]*\})?$", re.MULTILINE)
ANSWER = re.compile(
    r"^(/{3,}) details \| [^\n]*\n +attrs: \{[^\n]*class: answer[^\n]*\}\n(.*?)^\1$",
    re.DOTALL | re.M,
)


def name_of_page(page):
    """Return the name of a page, such as lecture/pla.md."""
    return page.relative_to(DOCS).as_posix()


def page_of(module):
    """Return the page of a Python file: own-file.md, or own_file.md, for own_file.py."""
    pages = {path.stem.replace("-", "_"): path for path in module.parent.glob("*.md")}
    assert module.stem in pages, f"docs/{name_of_page(module)} has no page of its name beside it"
    return pages[module.stem]


def public_names_of(module):
    """Return the names without an underscore that a page's Python file defines."""
    names = set()
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {
                name.id
                for target in targets
                for name in ast.walk(target)
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
            }
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize("module", MODULES, ids=name_of_page)
def test_each_computed_name_is_used(module):
    """Each public name of a page's file is on the page, or is used in the file itself."""
    text = page_of(module).read_text(encoding="utf-8")
    shown_names = set(re.findall(r"\w+", " ".join(re.findall(r"\{\{(.*?)\}\}", text, re.DOTALL))))
    used = {
        node.id
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    assert public_names_of(module) - shown_names - used == set()


def test_there_are_exercises_with_computed_answers():
    """Each page of the lecture and beyond it has exercises, and so has the page of exercises.

    An answer has a value that the build computes or checks.
    """
    answers = {
        name_of_page(page): ANSWER.findall(page.read_text(encoding="utf-8")) for page in PAGES
    }
    pages = [page for page in answers if page.startswith(("lecture/", "beyond/"))]
    assert [page for page in [*pages, "exercises.md"] if not answers[page]] == []
    without_value = [
        page for page, texts in answers.items() for _, text in texts if "{{" not in text
    ]
    assert without_value == []


def test_headings_have_unique_ids_and_titles():
    """An id stays when the words change. No two headings of the first two levels on the site are
    equal, because search would show both.
    """
    texts, without_id = Counter(), []
    for page in PAGES:
        headings = HEADING.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
        without_id += [
            (name_of_page(page), text) for _, text, heading_id in headings if not heading_id
        ]
        ids = [heading_id for _, _, heading_id in headings]
        assert len(ids) == len(set(ids)), name_of_page(page)
        texts.update(text for level, text, _ in headings if len(level) <= 2)
    assert without_id == []
    assert {text for text, times in texts.items() if times > 1} == set()


def test_every_page_is_in_the_navigation_with_a_unique_title():
    """A page outside `nav` could not be found, and two pages with one title could not be told
    apart.
    """
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    listed, existing = set(re.findall(r"[\w/-]+\.md", nav)), set(map(name_of_page, PAGES))
    for page in sorted(existing - listed):
        pytest.fail(f"docs/{page} is not in `nav` of mkdocs.yml: add it there, or delete it")
    for page in sorted(listed - existing):
        pytest.fail(f"`nav` in mkdocs.yml has {page}, but docs/{page} is not there")
    titles = re.findall(r"^ +- (.+): *(?:\S+)?$", nav.partition("\n\n")[0], re.MULTILINE)
    assert {title for title, times in Counter(titles).items() if times > 1} == set()


def test_the_code_that_pages_show_exists():
    """Each name in `code("module:object")` is a function or class, so renaming it needs a change of
    the page.
    """
    code_reference = re.compile(r'\{\{ code\("([^"]+)"\) \}\}')
    code_names = {
        name for page in PAGES for name in code_reference.findall(page.read_text(encoding="utf-8"))
    }
    assert len(code_names) > 20
    for name in code_names:
        assert code(name)


def test_no_page_counts_the_built_in_strategies():
    """Adding a strategy, as the recipe describes, would make the number wrong. A page may count
    strategies that it lists.
    """
    count = r"\b(?:four|five|six|5|6)(?: visiting)?"
    claim = (
        rf"{count} built-in|\b(?:all|the) {count} (?:orders|strategies) of the package"
        rf"|package has \[?{count} (?:orders|strategies)"
    )
    pages = [path for path in DOCS.rglob("*.md") if "node_modules" not in path.parts]
    for path in (ROOT / "README.md", *pages):
        assert re.findall(claim, path.read_text(encoding="utf-8"), re.IGNORECASE) == [], path


@pytest.mark.parametrize("command", COMMANDS)
def test_exactly_the_commands_with_json_have_a_section(command):
    """docs/formats.md describes exactly the commands that have --json."""
    takes_json = "--json" in build_parser([command]).commands[command].format_help()
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert (command in re.findall(r"\{#json-([\w-]+)\}", text)) is takes_json
