"""The command line passes typed values instead of a Namespace, and uses only public names of
argparse.
"""

from __future__ import annotations

import argparse
import ast
import re
from functools import lru_cache

import pytest
from conftest import ROOT

CLI = ROOT / "perceptron_ref" / "cli"
MODULES = [path.relative_to(CLI).as_posix() for path in sorted(CLI.rglob("*.py"))]
PRIVATE_NAMES = {
    name
    for parser in (argparse.ArgumentParser(), argparse.HelpFormatter(""))
    for name in (*vars(parser), *dir(parser), *vars(argparse))
    if re.match("_[a-z]", name)
}


@lru_cache(maxsize=None)
def syntax_tree(module):
    """Return the syntax tree of a module of the command line."""
    return ast.parse((CLI / module).read_text(encoding="utf-8"))


def functions(tree):
    """Return the nodes of all functions in a syntax tree."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("module", MODULES)
def test_only_run_and_options_take_a_namespace(module):
    """Only the functions of options.py, and `run` of each command, take the Namespace `args` of
    argparse.
    """
    tree = syntax_tree(module)
    for function in functions(tree):
        parameters = {arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)}
        if "args" in parameters and module != "options.py":
            assert (module.startswith("commands/"), function.name) == (True, "run")


@pytest.mark.parametrize("module", MODULES)
def test_no_private_name_of_argparse_is_used(module):
    """Private attributes of parsers and formatters may change in any version of Python."""
    tree = syntax_tree(module)
    own_names = {function.name for function in functions(tree)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert attributes & PRIVATE_NAMES - own_names == set()
