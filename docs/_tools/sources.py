"""The current source of functions and classes of the package, for pages."""

from __future__ import annotations

import ast
import re
from doctest import DocTestParser
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Union

ROOT = Path(__file__).resolve().parents[2]
PACKAGE_FOLDERS = {"perceptron_ref": "perceptron_ref", "perceptron_ref_strategies": "strategies"}

if TYPE_CHECKING:
    Definition = Union[ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef]


@lru_cache(maxsize=None)
def syntax_tree(text: str) -> ast.Module:
    """Return the syntax tree of a module's text. All callers share it, so do not change it."""
    return ast.parse(text)


def code(name: str) -> str:
    """Return a block with the source of "module:object" under a link to the API reference.

    The link leads to the entry of the object, or to that of its module if the object has none. The
    source has no docstring.

    Args:
        name: "module:object"; the object is a function, a class, or Class.method.

    Raises:
        LookupError: if the module does not define the object.
    """
    module, _, object_path = name.partition(":")
    path = module_path(module)
    title = f"`{path.relative_to(ROOT).as_posix()}`"
    top, *attributes = object_path.split(".")
    has_entry = top in public_names(syntax_tree(path.read_text(encoding="utf-8")))
    has_object_entry = has_entry and not any(part.startswith("_") for part in attributes)
    link = (
        f"[`{object_path}`][{module}.{object_path}]"
        if has_object_entry
        else f"[`{object_path}`][{module}]"
    )
    return (
        f'<div class="source" markdown>\n\n{link}{{ .object }} {title}{{ .file }}\n\n'
        f"```python\n{source(name)}\n```\n\n</div>\n"
    )


def source(name: str) -> str:
    """Return the source of "module:object" without indentation, docstring and `type: ignore`.

    >>> print(source("perceptron_ref.vectors:dot").splitlines()[0])
    def dot(u: Sequence[Number], v: Sequence[Number]) -> Number:
    """
    module, _, object_path = name.partition(":")
    text = module_path(module).read_text(encoding="utf-8")
    node = find_definition(syntax_tree(text), object_path, name)
    first_line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    docstring_lines = range(0)
    if ast.get_docstring(node) is not None and len(node.body) > 1:
        docstring_lines = range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    lines = text.splitlines()
    code_lines = [
        lines[i - 1][node.col_offset :]
        for i in range(first_line, (node.end_lineno or 0) + 1)
        if i not in docstring_lines
    ]
    return re.sub(r"  # type: ignore\[[\w, -]+\]", "", "\n".join(code_lines))


def examples_of(module: str) -> str:
    """Return the code of the examples in a module's docstring, without prompts and output.

    >>> examples_of("perceptron_ref.theory").splitlines()[0]
    'import perceptron_ref'
    """
    text = ast.get_docstring(ast.parse(module_path(module).read_text(encoding="utf-8"))) or ""
    return "".join(example.source for example in DocTestParser().get_examples(text))


def module_path(module: str) -> Path:
    """Return the path of a module of `perceptron_ref` or `perceptron_ref_strategies`.

    >>> module_path("perceptron_ref_strategies.cyclic").relative_to(ROOT).as_posix()
    'strategies/cyclic.py'
    """
    package, *names = module.split(".")
    path = ROOT.joinpath(PACKAGE_FOLDERS[package], *names)
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def public_names(tree: ast.Module) -> set[str]:
    r"""Return the public names of a module: its `__all__`.

    Without `__all__`, these are its functions and classes whose names do not begin with an
    underscore.

    >>> sorted(public_names(ast.parse("def f(): 0\ndef _g(): 0\nclass C: 0")))
    ['C', 'f']
    >>> public_names(ast.parse("__all__ = ['f']\ndef f(): 0\ndef g(): 0"))
    {'f'}
    """
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == "__all__":
            return set(ast.literal_eval(node.value))
    definitions = [
        node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))
    ]
    return {name for name in definitions if not name.startswith("_")}


def find_definition(tree: ast.AST, object_path: str, name: str) -> Definition:
    """Return the last definition of a function, a class or Class.method, after any overloads.

    Args:
        tree: the syntax tree of the module.
        object_path: the name of the object in the module.
        name: "module:object", for the message.

    Raises:
        LookupError: if the module does not define it.
    """
    for part in object_path.split("."):
        matches = [
            node for node in ast.iter_child_nodes(tree) if getattr(node, "name", None) == part
        ]
        if not matches or not isinstance(
            matches[-1], (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        ):
            raise LookupError(
                f"{name}: found no function or class called {part!r}; "
                "expected module:object as defined"
            )
        tree = matches[-1]  # the last definition is the one after the overloads
    assert isinstance(tree, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    return tree
