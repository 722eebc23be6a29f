"""Pages are prose, and what they compute stands in the Python files beside them."""

from __future__ import annotations

import ast
import re
from collections import Counter

import pytest
from _tools import code
from conftest import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(
    path
    for path in DOCS.rglob("*.md")
    if not {"_tools", "_translations", "node_modules", "README.zh-TW.md"} & set(path.parts)
)
OTHERS = {"_tools", "code", "node_modules", "peers", "playground"}
MODULES = sorted(
    path for path in DOCS.rglob("*.py") if not OTHERS & set(path.relative_to(DOCS).parts)
)
FENCED = re.compile(r"^(```+).*?^\1$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^(#+) (.*?) *(?:\{ *#([\w-]+)[^}\n]*\})?$", re.MULTILINE)
ANSWER = re.compile(
    r"^(/{3,}) details \| [^\n]*\n +attrs: \{[^\n]*class: answer[^\n]*\}\n(.*?)^\1$",
    re.DOTALL | re.M,
)


def of(page):
    """Return how a page is called here, lecture/pla.md."""
    return page.relative_to(DOCS).as_posix()


def page_of(module):
    """Return the page that a Python file stands beside: own-file.md, or own_file.md, has
    own_file.py.
    """
    names = {path.stem.replace("-", "_"): path for path in module.parent.glob("*.md")}
    assert module.stem in names, f"docs/{of(module)} stands beside no page of its name"
    return names[module.stem]


def offered(module):
    """Return the names that a page's Python file defines without an underscore."""
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


@pytest.mark.parametrize("module", MODULES, ids=of)
def test_all_that_is_computed_is_shown(module):
    """Each name that a page's file offers stands on the page, or is used in the file itself."""
    text = page_of(module).read_text(encoding="utf-8")
    shown = set(re.findall(r"\w+", " ".join(re.findall(r"\{\{(.*?)\}\}", text, re.DOTALL))))
    used = {
        node.id
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    assert offered(module) - shown - used == set()


def test_there_are_exercises_with_computed_answers():
    """On each page of the lecture and of what lies beyond it, and on a page of their own. An answer
    has a value in it that the build has computed or asserted.
    """
    answers = {of(page): ANSWER.findall(page.read_text(encoding="utf-8")) for page in PAGES}
    pages = [page for page in answers if page.startswith(("lecture/", "beyond/"))]
    assert [page for page in [*pages, "exercises.md"] if not answers[page]] == []
    without = [page for page, texts in answers.items() for _, text in texts if "{{" not in text]
    assert without == []


def test_headings_have_ids_and_are_told_apart():
    """Every heading has an id of its own, which stays when its words change; none of the first two
    levels is the same as another of the site, or search would show two alike.
    """
    texts, without = Counter(), []
    for page in PAGES:
        headings = HEADING.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
        without += [(of(page), text) for _, text, id in headings if not id]
        ids = [id for _, _, id in headings]
        assert len(ids) == len(set(ids)), of(page)
        texts.update(text for level, text, _ in headings if len(level) <= 2)
    assert without == []
    assert {text for text, times in texts.items() if times > 1} == set()


def test_every_page_is_in_the_navigation_under_a_name_of_its_own():
    """A page that no entry leads to is not found."""
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    listed, there = set(re.findall(r"[\w/-]+\.md", nav)), set(map(of, PAGES))
    for page in sorted(there - listed):
        pytest.fail(f"docs/{page} is no page of `nav` in mkdocs.yml: add it there, or delete it")
    for page in sorted(listed - there):
        pytest.fail(f"`nav` in mkdocs.yml has {page}, but docs/{page} is not there")
    names = re.findall(r"^ +- (.+): *(?:\S+)?$", nav.partition("\n\n")[0], re.MULTILINE)
    assert {name for name, times in Counter(names).items() if times > 1} == set()


def test_the_code_that_pages_show_exists():
    """Under the names in `code("module:object")`: a function that is renamed is renamed there."""
    named = re.compile(r'\{\{ code\("([^"]+)"\) \}\}')
    shown = {name for page in PAGES for name in named.findall(page.read_text(encoding="utf-8"))}
    assert len(shown) > 20
    for name in shown:
        assert code(name)
