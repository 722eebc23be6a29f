"""Find the examples that readers can change and run in a page, and the files of these examples.

Commands of the package can run. Python can run if it imports only the standard library and the
package, and uses only names that it, an example above it or the documented module defines; a file
with a title must define them itself. A file can be changed if an example names it. Quoted sources
of the package, and blocks of the class `still`, cannot be changed or run.
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

from .sources import PACKAGE_FOLDERS, ROOT, module_path

CODE_BLOCK = re.compile(
    r'<div class="language-(?P<language>\w+) (?P<classes>[^"]*)"(?P<attributes>[^>]*)>'
    r'(?:<span class="filename">(?P<title>[^<]*)</span>)?'
    r"<pre.*?<code>(?P<code>.*?)</code></pre></div>",
    re.DOTALL,
)
HEADING_TAG = re.compile(r'<h[1-6] id="(?P<id>[^"]*)"(?P<documents> class="doc doc-heading")?')
DESK_ATTRIBUTE = re.compile(r' data-desk="(\d+)"')
FILE_NAME = re.compile(r"[\w-][\w./-]*\.[a-z]\w*")  # the name of a file on a page
MAX_FILE_CHARACTERS = 50_000  # of all files of an example together
NAME_FOR_PYTEST_ONLY = "parametrize_with_checks"  # of perceptron_ref.testing
COMMAND_STARTS = (["perceptron-ref"], ["python3", "-m", "perceptron_ref"])

_kept_files: list[dict[str, str]] = []  # {name: text} of each call of `keep_files`


def keep_files(folder: Path) -> str:
    """Keep the files of a folder as they are now; return the attribute that refers to them.

    `mark_examples` gives these files to a block with this attribute.
    """
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", "surrogateescape")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    _kept_files.append(files)
    return f'data-desk="{len(_kept_files) - 1}"'


def mark_examples(html: str) -> str:
    """Return the HTML of a page with attributes on every example that can run or be changed.

    `data-live` is its kind (see `_kind_of`), `data-name` its file name, and `data-of` the object
    whose docstring contains it. `data-files` maps file names to indices into the JSON list in the
    element `.live-files`, which has the texts of the files.
    """
    examples = _runnable(_candidates(html))
    texts = sorted({text for example in examples for text in example.files.values()})
    pieces, position_before = [], 0
    for example in examples:
        files = {name: texts.index(text) for name, text in example.files.items()}
        values = {
            "live": example.kind,
            "name": example.title,
            "of": example.documented_name,
            "files": json.dumps(files) if files else "",
        }
        attributes = "".join(
            f' data-{key}="{escape(value)}"' for key, value in values.items() if value
        )
        position = example.block.start("attributes")
        pieces += [html[position_before:position], attributes]
        position_before = position
    page_html = DESK_ATTRIBUTE.sub("", "".join([*pieces, html[position_before:]]))
    if not texts:
        return page_html
    stored_texts = json.dumps(texts).replace("<", r"\u003c")
    return (
        f'{page_html}\n<script type="application/json" class="live-files">{stored_texts}</script>'
    )


@dataclass
class Example:
    """A block of code on a page, which may be an example that can run.

    Attributes:
        block: its match in the HTML.
        kind: a value of `_kind_of`.
        text: the command or the code.
        title: its file name, or "".
        documented_name: the object whose docstring contains it, or "".
        files: {name: text} of the files that it finds.
    """

    block: re.Match[str]
    kind: str
    text: str
    title: str
    documented_name: str
    files: dict[str, str]


def _candidates(html: str) -> list[Example]:
    """Return the blocks of a page that may be examples, in order."""
    titled_files, documented_name, examples = _titled_files(html), "", []
    for match in sorted(
        [*HEADING_TAG.finditer(html), *CODE_BLOCK.finditer(html)], key=re.Match.start
    ):
        if match.re is HEADING_TAG:
            documented_name = match["id"] if match["documents"] else ""
            continue
        text, title = _block_text(match), unescape(match["title"] or "")
        title = title if title in titled_files else ""
        kind = _kind_of(match["language"], text, title)
        text = _typed_text(kind, text)
        desk = DESK_ATTRIBUTE.search(match["attributes"])
        files = (
            _desk_files(text, _kept_files[int(desk[1])])
            if desk
            else _files_named_in(text, titled_files)
        )
        html_before = html[: match.start()]
        is_quoted = html_before.rfind('<div class="source"') > html_before.rfind("</div>")
        is_excluded = {"still", "doc-signature"} & {*match["classes"].split()} or is_quoted
        if kind and not is_excluded and sum(map(len, files.values())) <= MAX_FILE_CHARACTERS:
            examples.append(Example(match, kind, text, title, documented_name, files))
    return examples


def _runnable(examples: list[Example]) -> list[Example]:
    """Return the examples that can run, and the blocks of files that these name, in order."""
    names_of_object: dict[str, set[str]] = {}
    runnable = []
    for example in examples:
        known_names = names_of_object.setdefault(
            example.documented_name, _names_around(example.documented_name)
        )
        if example.kind == "console":
            can_run = _are_our_commands(example.text)
        elif example.kind != "file":
            new_names = defined_names(
                example.text, known_names if example.kind != "script" else set()
            )
            can_run = new_names is not None
            known_names |= (
                new_names if new_names is not None and example.kind != "script" else set()
            )
        else:
            continue
        if can_run:
            runnable.append(example)
    file_names = {name for example in runnable for name in FILE_NAME.findall(example.text)}
    return [
        example
        for example in examples
        if example in runnable or (example.kind == "file" and example.title in file_names)
    ]


def _typed_text(kind: str, text: str) -> str:
    """Return what a reader types: the text of a block without prompts and output.

    >>> _typed_text("console", "$ perceptron-ref fit\\nData: ...")
    'perceptron-ref fit'
    >>> _typed_text("pycon", ">>> 1 + 1\\n2")
    '1 + 1\\n'
    """
    if kind == "console":
        return "\n".join(line[2:] for line in text.split("\n") if line.startswith("$ "))
    if kind == "pycon":
        return "".join(example.source for example in DocTestParser().get_examples(text))
    return text


def _block_text(block: re.Match[str]) -> str:
    """Return the text of a block of code, without the tags around its tokens."""
    return unescape(re.sub("<[^>]*>", "", block["code"])).rstrip("\n")


def _titled_files(html: str) -> dict[str, str]:
    """Return {name: text} of the files that a page shows."""
    return {
        unescape(block["title"]): _block_text(block) + "\n"
        for block in CODE_BLOCK.finditer(html)
        if block["title"] and FILE_NAME.fullmatch(unescape(block["title"]))
    }


def _kind_of(language: str, text: str, title: str) -> str:
    """Return the kind of a block of code.

    - "pycon": Python with prompts.
    - "python": Python without prompts, which shares its names with the examples above it.
    - "script": a Python file, which has names of its own.
    - "file": another file.
    - "console": commands.
    - "": anything else.

    >>> _kind_of("python", ">>> 1", ""), _kind_of("python", "f()", "f.py")
    ('pycon', 'script')
    >>> _kind_of("json", "{}", "")
    ''
    """
    if language in ("python", "pycon") and text.startswith(">>> "):
        return "pycon"
    if title:
        return "script" if language == "python" else "file"
    return language if language in ("python", "console") else ""


def _desk_files(text: str, files: dict[str, str]) -> dict[str, str]:
    """Return the files of a page's `Desk`, without pictures (.svg) that the text does not name."""
    return {
        name: content
        for name, content in files.items()
        if not name.endswith(".svg") or name in text
    }


def _files_named_in(text: str, titled_files: dict[str, str]) -> dict[str, str]:
    """Return {name: text} of the files that a text names.

    These are files that the page shows, and .py and .csv files of the repository.
    """
    files = {}
    for name in FILE_NAME.findall(text):
        if name in titled_files:
            files[name] = titled_files[name]
        elif name.endswith((".py", ".csv")) and "/" in name and (ROOT / name).is_file():
            files[name] = (ROOT / name).read_text("utf-8")
    return files


def _are_our_commands(text: str) -> bool:
    """Tell whether each line is one command of the package, without pipes, patterns and so on.

    >>> _are_our_commands("perceptron-ref fit"), _are_our_commands("perceptron-ref fit | sort")
    (True, False)
    """
    word_lists = [shlex.split(command) for command in text.split("\n")]
    checks = [any(words[: len(start)] == start for start in COMMAND_STARTS) for words in word_lists]
    return all(checks) and not re.search("[|&;<>*]", text)


def defined_names(text: str, known_names: set[str]) -> set[str] | None:
    """Return the names that Python code defines at its top level; None if it cannot run in a page.

    It cannot run if it has a syntax error, imports a module that is neither in the standard library
    nor in the package, uses a name that is neither defined nor known, or needs pytest.

    >>> defined_names("from math import pi\\ntau = 2 * pi", set()) == {"pi", "tau"}
    True
    >>> defined_names("import numpy", set()), defined_names("print(w)", set())
    (None, None)
    >>> defined_names("def f(): return w", {"w"})
    {'f'}
    >>> defined_names("parametrize_with_checks", {"parametrize_with_checks"}) is None
    True
    """
    try:
        tree, table = ast.parse(text), symtable.symtable(text, "example", "exec")
    except SyntaxError:
        return None
    symbols = table.get_symbols()
    new_names = {
        symbol.get_name()
        for symbol in symbols
        if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
    }
    used_names = {
        symbol.get_name() for symbol in symbols if symbol.is_referenced()
    } | _global_names_used(table)
    unknown = used_names - new_names - known_names - {*dir(builtins), "__name__"}
    if unknown or NAME_FOR_PYTEST_ONLY in used_names:
        return None
    needs_foreign_module = any(map(_is_foreign, _imported_modules(ast.walk(tree))))
    return None if needs_foreign_module else new_names


def _global_names_used(table: symtable.SymbolTable) -> set[str]:
    """Return the global names that the functions and classes of a module use."""
    names = set()
    for child in table.get_children():
        symbols = child.get_symbols()
        names |= {
            symbol.get_name() for symbol in symbols if symbol.is_global() and symbol.is_referenced()
        }
        names |= _global_names_used(child)
    return names


def _imported_modules(nodes: Iterator[ast.AST]) -> Iterator[str]:
    """Yield the modules that import statements name, relative ones with their dots."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


@lru_cache(maxsize=None)
def _is_foreign(module: str) -> bool:
    """Tell whether a module is foreign: neither in the standard library nor in our packages.

    A module of our packages is also foreign if it does not exist, or if it imports a foreign module
    at its top level. The imports of the modules that it imports do not count.

    >>> [_is_foreign(name) for name in ("math", "numpy", "perceptron_ref.sklearn")]
    [False, True, True]
    """
    top_package = module.partition(".")[0]
    if top_package not in PACKAGE_FOLDERS:
        return top_package not in sys.stdlib_module_names
    path = module_path(module)
    if not path.exists():
        return True
    nodes = ast.parse(path.read_text("utf-8")).body
    guarded_nodes = [
        node for try_node in nodes if isinstance(try_node, ast.Try) for node in try_node.body
    ]
    modules = {*_imported_modules(iter([*nodes, *guarded_nodes]))}
    other_modules = {
        name for name in modules if name.partition(".")[0] not in ("", *PACKAGE_FOLDERS)
    }
    return any(map(_is_foreign, other_modules))


@lru_cache(maxsize=None)
def _module_of(name: str) -> str:
    """Return the module that contains an object of the package.

    >>> _module_of("perceptron_ref.dataset.Dataset.split")
    'perceptron_ref.dataset'
    """
    while not module_path(name).exists():
        name = name.rpartition(".")[0]
    return name


def _names_around(documented_name: str) -> set[str]:
    """Return the names in the module of a documented object, which its examples may use."""
    if not documented_name or _is_foreign(_module_of(documented_name)):
        return set()
    return set(vars(import_module(_module_of(documented_name))))
