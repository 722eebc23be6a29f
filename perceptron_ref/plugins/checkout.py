"""The built-in strategies of a bare checkout, where setup.cfg lies beside the package.

There, setup.cfg is the table of the built-in strategies, whatever an installed copy says, and the
folder `strategies/` is imported under the name that it has once installed.
"""

from __future__ import annotations

import os
import sys

from .installed import section

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_SETUP_CFG = os.path.join(_ROOT, "setup.cfg")
_FOLDER = os.path.join(_ROOT, "strategies")
INSTALLED_NAME = "perceptron_ref_strategies"


def entry_points(group: str) -> list[str] | None:
    """Return the group's lines `name = module:function` in setup.cfg; None outside a checkout."""
    if not os.path.isfile(_SETUP_CFG) or not os.path.isdir(_FOLDER):
        return None
    with open(_SETUP_CFG, encoding="utf-8") as stream:
        text = stream.read()
    if _option(text, "metadata", "name") != ["perceptron_ref"]:
        return None  # another project's setup.cfg, beside a copy of this package
    return _option(text, "options.entry_points", group)


def _option(text: str, title: str, name: str) -> list[str]:
    """Return the lines of an option in a section: what stands behind the = and indented below."""
    lines, inside = [], False
    for line in section(text, title):
        if line.strip() and not line[0].isspace():
            key, _, line = line.partition("=")
            inside = key.strip() == name
        if inside:
            lines.append(line.strip())
    return lines


def bind_strategies() -> None:
    """Make `strategies/` importable by its installed name, in the place of an installed copy."""
    folders = list(getattr(sys.modules.get(INSTALLED_NAME), "__path__", ()))
    if [os.path.realpath(folder) for folder in folders] == [os.path.realpath(_FOLDER)]:
        return
    from importlib.util import module_from_spec, spec_from_file_location

    for name in [name for name in sys.modules if name.partition(".")[0] == INSTALLED_NAME]:
        del sys.modules[name]
    spec = spec_from_file_location(
        INSTALLED_NAME, os.path.join(_FOLDER, "__init__.py"), submodule_search_locations=[_FOLDER]
    )
    assert spec is not None and spec.loader is not None  # as for every path that ends in .py
    module = module_from_spec(spec)
    sys.modules[INSTALLED_NAME] = module
    spec.loader.exec_module(module)


def source(module: list[str]) -> str:
    """Return the text of a module of `strategies/`, given its name inside that package."""
    with open(os.path.join(_FOLDER, *module) + ".py", encoding="utf-8") as stream:
        return stream.read()
