"""The reference of the site has an entry for every public function and class."""

from __future__ import annotations

import re
from importlib import import_module
from types import ModuleType

import pytest
from _tools.sources import module_path, public_names, syntax_tree
from conftest import ROOT

ENTRY = re.compile(r"^::: (?P<module>\S+)\n(?P<options>(?:    .*\n?)*)", re.MULTILINE)


def entries():
    """Return {module: its names with an entry} for the modules on API pages. The value is None if
    the page shows the whole module.
    """
    members_of = {}
    for path in sorted((ROOT / "docs" / "api").glob("*.md")):
        for match in ENTRY.finditer(path.read_text(encoding="utf-8")):
            members = re.search(r"members: \[(.*)\]", match["options"])
            members_of[match["module"]] = set(members.group(1).split(", ")) if members else None
    return members_of


@pytest.mark.parametrize("module", [module for module, names in entries().items() if names])
def test_every_public_name_of_a_module_has_an_entry(module):
    """If a page lists names of a module, these are its `__all__`, or its functions and classes
    without an underscore.
    """
    tree = syntax_tree(module_path(module).read_text(encoding="utf-8"))
    assert entries()[module] == public_names(tree)


@pytest.mark.parametrize("suffix", ["", ".testing", ".drawing"])
def test_every_public_name_of_a_package_has_an_entry_and_a_docstring(suffix):
    """The entry is under any module, or a page shows the whole package or the module that defines
    the name. Only the type `Strategy` has no docstring.
    """
    package = import_module(f"perceptron_ref{suffix}")
    entry_names = {name for names in entries().values() for name in names or ()}
    whole_modules = {module for module, names in entries().items() if names is None}
    for public_name in getattr(package, "__all__", None) or dir(package):
        value = getattr(package, public_name)
        if public_name[0] != "_" and not isinstance(value, ModuleType):
            is_on_a_whole_page = {package.__name__, value.__module__} & whole_modules
            assert public_name in entry_names or is_on_a_whole_page, public_name
            assert public_name == "Strategy" or value.__doc__, public_name
