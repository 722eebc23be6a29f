"""The current source of the package, one object at a time."""

from __future__ import annotations

import ast
import re
from doctest import DocTestParser
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Union

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"perceptron_ref": "perceptron_ref", "perceptron_ref_strategies": "strategies"}

if TYPE_CHECKING:
    Definition = Union[ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef]


@lru_cache(maxsize=None)
def parsed(text: str) -> ast.Module:
    """Return the syntax tree of a module's text, parsed once; do not change it."""
    return ast.parse(text)


def code(name: str) -> str:
    """Return a titled block with the source of "module:object", docstring dropped, and a link to
    its API entry; to its module's, where the object has none.

    Args:
        name: "module:object"; the object is a function, a class, or Class.method.

    Raises:
        LookupError: if there is no such object.
    """
    module, _, qualified = name.partition(":")
    path = path_of(module)
    title = f"`{path.relative_to(ROOT).as_posix()}`"
    top, *inner = qualified.split(".")
    entered = top in public_names(parsed(path.read_text(encoding="utf-8")))
    public = entered and not any(part.startswith("_") for part in inner)
    linked = f"[`{qualified}`][{module}.{qualified}]" if public else f"[`{qualified}`][{module}]"
    return (
        f'<div class="source" markdown>\n\n{linked}{{ .object }} {title}{{ .file }}\n\n'
        f"```python\n{source(name)}\n```\n\n</div>\n"
    )


def source(name: str) -> str:
    """Return the source of "module:object", shifted to the left margin, without its docstring and
    comments for mypy.

    >>> print(source("perceptron_ref.vectors:dot").splitlines()[0])
    def dot(u: Sequence[Number], v: Sequence[Number]) -> Number:
    """
    module, _, qualified = name.partition(":")
    text = path_of(module).read_text(encoding="utf-8")
    node = find(parsed(text), qualified, name)
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    dropped = range(0)
    if ast.get_docstring(node) is not None and len(node.body) > 1:
        dropped = range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    lines = text.splitlines()
    body = [
        lines[i - 1][node.col_offset :]
        for i in range(first, (node.end_lineno or 0) + 1)
        if i not in dropped
    ]
    return re.sub(r"  # type: ignore\[[\w, -]+\]", "", "\n".join(body))


def examples_of(module: str) -> str:
    """Return the examples in a module's docstring, as Python without prompts and answers.

    >>> examples_of("perceptron_ref.theory").splitlines()[0]
    'import perceptron_ref'
    """
    text = ast.get_docstring(ast.parse(path_of(module).read_text(encoding="utf-8"))) or ""
    return "".join(example.source for example in DocTestParser().get_examples(text))


def path_of(module: str) -> Path:
    """Return the file of one of the repository's modules.

    >>> path_of("perceptron_ref_strategies.cyclic").relative_to(ROOT).as_posix()
    'strategies/cyclic.py'
    """
    package, *inner = module.split(".")
    path = ROOT.joinpath(FOLDERS[package], *inner)
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def public_names(tree: ast.Module) -> set[str]:
    r"""Return the names that a module offers: its `__all__`; without one, the functions and classes
    that it defines without an underscore.

    >>> sorted(public_names(ast.parse("def f(): 0\ndef _g(): 0\nclass C: 0")))
    ['C', 'f']
    >>> public_names(ast.parse("__all__ = ['f']\ndef f(): 0\ndef g(): 0"))
    {'f'}
    """
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == "__all__":
            return set(ast.literal_eval(node.value))
    defined = [node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    return {name for name in defined if not name.startswith("_")}


def find(tree: ast.AST, qualified: str, name: str) -> Definition:
    """Return the definition of a function, a class or Class.method.

    Raises:
        LookupError: if there is none.
    """
    for part in qualified.split("."):
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
        tree = matches[-1]  # after its overloads
    assert isinstance(tree, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    return tree
