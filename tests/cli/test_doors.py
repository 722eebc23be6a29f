"""Each command converts its options to typed values in one place, with public names of argparse
only.
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
PRIVATE = {
    name
    for parser in (argparse.ArgumentParser(), argparse.HelpFormatter(""))
    for name in (*vars(parser), *dir(parser), *vars(argparse))
    if re.match("_[a-z]", name)
}


@lru_cache(maxsize=None)
def parsed(module):
    """Return the syntax tree of a module."""
    return ast.parse((CLI / module).read_text(encoding="utf-8"))


def functions(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("module", MODULES)
def test_only_run_and_options_take_a_namespace(module):
    """`options.py` declares and reads options; elsewhere only `run` gets a Namespace."""
    tree = parsed(module)
    for function in functions(tree):
        arguments = {arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)}
        if "args" in arguments and module != "options.py":
            assert (module.startswith("commands/"), function.name) == (True, "run")


@pytest.mark.parametrize("module", MODULES)
def test_no_private_name_of_argparse_is_used(module):
    """Private attributes of parsers and formatters may change without notice."""
    tree = parsed(module)
    function_names = {function.name for function in functions(tree)}
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert used & PRIVATE - function_names == set()
