"""Which examples of a page a reader can change and run, and the files that they find.

Live is what can run in a page by itself: Python that imports nothing but the standard library and
the package, and uses no name that neither it nor an example above it has; commands of the package;
and files that one of these names. What is quoted from the package is not, nor what has the class
`still`.
"""

from __future__ import annotations

import ast
import builtins
import json
import re
import shlex
import symtable
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from doctest import DocTestParser
from functools import lru_cache
from html import escape, unescape
from importlib import import_module
from pathlib import Path

from .sources import FOLDERS, ROOT, path_of

BLOCK = re.compile(
    r'<div class="language-(?P<language>\w+) (?P<classes>[^"]*)"(?P<attributes>[^>]*)>'
    r'(?:<span class="filename">(?P<title>[^<]*)</span>)?'
    r"<pre.*?<code>(?P<code>.*?)</code></pre></div>",
    re.DOTALL,
)
HEADING = re.compile(r'<h[1-6] id="(?P<id>[^"]*)"(?P<documents> class="doc doc-heading")?')
DESK = re.compile(r' data-desk="(\d+)"')
NAME = re.compile(r"[\w-][\w./-]*\.[a-z]\w*")  # of a file
MOST = 50_000  # characters in the files that an example finds
PROGRAMS = (["perceptron-ref"], ["python3", "-m", "perceptron_ref"])

_desks: list[dict[str, str]] = []


def keep_files(folder: Path) -> str:
    """Keep the files that a folder holds now; return the attribute that leads `mark_examples` to
    them.
    """
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", "surrogateescape")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    _desks.append(files)
    return f'data-desk="{len(_desks) - 1}"'


def mark_examples(html: str) -> str:
    """Return the HTML of a page in which every example that can run is marked.

    `data-live` says how it runs (see console.py), `data-name` which file it is, `data-of` whose use
    it explains. `data-files` has the files that it finds, by the place of each among the texts that
    stand, as JSON, in an element of the class `live-files`.
    """
    live = _live(_examples(html))
    texts = sorted({text for example in live for text in example.files.values()})
    parts, end = [], 0
    for example in live:
        files = {name: texts.index(text) for name, text in example.files.items()}
        data = {
            "live": example.kind,
            "name": example.title,
            "of": example.of,
            "files": json.dumps(files) if files else "",
        }
        added = "".join(f' data-{key}="{escape(value)}"' for key, value in data.items() if value)
        at = example.block.start("attributes")
        parts += [html[end:at], added]
        end = at
    page_html = DESK.sub("", "".join([*parts, html[end:]]))
    if not texts:
        return page_html
    stored = json.dumps(texts).replace("<", r"\u003c")
    return f'{page_html}\n<script type="application/json" class="live-files">{stored}</script>'


@dataclass
class Example:
    """A block of code on a page."""

    block: re.Match[str]
    kind: str  # "pycon", "python", "script", "console" or "file"
    text: str
    title: str  # where it is the name of a file
    of: str  # the object whose docstring it is from
    files: dict[str, str]


def _examples(html: str) -> list[Example]:
    """Return the blocks of a page that may be examples."""
    titled, of, examples = _titled(html), "", []
    for place in sorted([*HEADING.finditer(html), *BLOCK.finditer(html)], key=re.Match.start):
        if place.re is HEADING:
            of = place["id"] if place["documents"] else ""
            continue
        text, title = _text(place), unescape(place["title"] or "")
        title = title if title in titled else ""
        kind = _kind(place["language"], text, title)
        text = _typed(kind, text)
        desk = DESK.search(place["attributes"])
        files = _files_for(text, _desks[int(desk[1])]) if desk else _named_in(text, titled)
        before = html[: place.start()]
        is_quoted = before.rfind('<div class="source"') > before.rfind("</div>")
        left_out = {"still", "doc-signature"} & {*place["classes"].split()} or is_quoted
        if kind and not left_out and sum(map(len, files.values())) <= MOST:
            examples.append(Example(place, kind, text, title, of, files))
    return examples


def _live(examples: list[Example]) -> list[Example]:
    """Return those that can run, and the files that these name."""
    names: dict[str, set[str]] = {}
    running = []
    for example in examples:
        session = names.setdefault(example.of, _names_around(example.of))
        if example.kind == "console":
            runs = _all_ours(example.text)
        elif example.kind != "file":
            bound = names_bound(example.text, session if example.kind != "script" else set())
            runs = bound is not None
            session |= bound if bound is not None and example.kind != "script" else set()
        else:
            continue
        if runs:
            running.append(example)
    file_names = {name for example in running for name in NAME.findall(example.text)}
    return [
        example
        for example in examples
        if example in running or (example.kind == "file" and example.title in file_names)
    ]


def _typed(kind: str, text: str) -> str:
    """Return a block without prompts, and without what it prints.

    >>> _typed("console", "$ perceptron-ref fit\\nData: ..."), _typed("pycon", ">>> 1 + 1\\n2")
    ('perceptron-ref fit', '1 + 1\\n')
    """
    if kind == "console":
        return "\n".join(line[2:] for line in text.split("\n") if line.startswith("$ "))
    if kind == "pycon":
        return "".join(example.source for example in DocTestParser().get_examples(text))
    return text


def _text(block: re.Match[str]) -> str:
    return unescape(re.sub("<[^>]*>", "", block["code"])).rstrip("\n")


def _titled(html: str) -> dict[str, str]:
    """Return the files that a page shows: text by name."""
    return {
        unescape(block["title"]): _text(block) + "\n"
        for block in BLOCK.finditer(html)
        if block["title"] and NAME.fullmatch(unescape(block["title"]))
    }


def _kind(language: str, text: str, title: str) -> str:
    """Return how a block is run; "" where it is not.

    >>> _kind("python", ">>> 1", ""), _kind("python", "f()", "f.py"), _kind("json", "{}", "")
    ('pycon', 'script', '')
    """
    if language in ("python", "pycon") and text.startswith(">>> "):
        return "pycon"
    if title:
        return "script" if language == "python" else "file"
    return language if language in ("python", "console") else ""


def _files_for(text: str, desk: dict[str, str]) -> dict[str, str]:
    """Return the files on a desk; pictures, which are long and which nothing reads, if named."""
    return {
        name: content for name, content in desk.items() if not name.endswith(".svg") or name in text
    }


def _named_in(text: str, titled: dict[str, str]) -> dict[str, str]:
    """Return the files that a text names: of its page, and of the repository."""
    files = {}
    for name in NAME.findall(text):
        if name in titled:
            files[name] = titled[name]
        elif name.endswith((".py", ".csv")) and "/" in name and (ROOT / name).is_file():
            files[name] = (ROOT / name).read_text("utf-8")
    return files


def _all_ours(text: str) -> bool:
    """Tell whether all commands are the package's own, alone, and without a pattern for files.

    >>> _all_ours("perceptron-ref fit"), _all_ours("perceptron-ref fit | sort"), _all_ours("")
    (True, False, False)
    """
    words = [shlex.split(command) for command in text.split("\n")]
    ours = [any(line[: len(start)] == start for start in PROGRAMS) for line in words]
    return all(ours) and not re.search("[|&;<>*]", text)


def names_bound(text: str, known: set[str]) -> set[str] | None:
    """Return the names that Python binds at its top; None where it is no Python, imports what the
    standard library and the package do not have, or uses names that are not known.

    >>> names_bound("from math import pi\\ntau = 2 * pi", set()) == {"pi", "tau"}
    True
    >>> names_bound("import numpy", set()), names_bound("print(w)", set())
    (None, None)
    >>> names_bound("def f(): return w", {"w"})
    {'f'}
    """
    try:
        tree, table = ast.parse(text), symtable.symtable(text, "example", "exec")
    except SyntaxError:
        return None
    symbols = table.get_symbols()
    bound = {
        symbol.get_name()
        for symbol in symbols
        if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
    }
    used = {symbol.get_name() for symbol in symbols if symbol.is_referenced()} | _used_in(table)
    unknown = used - bound - known - {*dir(builtins), "__name__"}
    return None if unknown or any(map(_is_foreign, _imported(ast.walk(tree)))) else bound


def _used_in(table: symtable.SymbolTable) -> set[str]:
    """Return the global names that functions and classes use."""
    used = set()
    for child in table.get_children():
        symbols = child.get_symbols()
        used |= {
            symbol.get_name() for symbol in symbols if symbol.is_global() and symbol.is_referenced()
        }
        used |= _used_in(child)
    return used


def _imported(nodes: Iterator[ast.AST]) -> Iterator[str]:
    """Yield the modules that are imported."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


@lru_cache(maxsize=None)
def _is_foreign(module: str) -> bool:
    """Tell whether a module takes more than the standard library.

    >>> [_is_foreign(name) for name in ("math", "numpy", "perceptron_ref.sklearn")]
    [False, True, True]
    """
    root = module.partition(".")[0]
    if root not in FOLDERS:
        return root not in sys.stdlib_module_names
    path = path_of(module)
    if not path.exists():
        return True
    body = ast.parse(path.read_text("utf-8")).body
    guarded = [node for outer in body if isinstance(outer, ast.Try) for node in outer.body]
    imported = {*_imported(iter([*body, *guarded]))}
    foreign_names = {name for name in imported if name.partition(".")[0] not in ("", *FOLDERS)}
    return any(map(_is_foreign, foreign_names))


@lru_cache(maxsize=None)
def _module_of(name: str) -> str:
    """Return the module in which an object of the package stands.

    >>> _module_of("perceptron_ref.dataset.Dataset.split")
    'perceptron_ref.dataset'
    """
    while not path_of(name).exists():
        name = name.rpartition(".")[0]
    return name


def _names_around(of: str) -> set[str]:
    """Return the names that the example in an object's docstring may use."""
    if not of or _is_foreign(_module_of(of)):
        return set()
    return set(vars(import_module(_module_of(of))))
