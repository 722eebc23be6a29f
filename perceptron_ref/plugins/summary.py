"""The summary line of a strategy, read from its source: to list a strategy must not run it."""

from __future__ import annotations

import re

from .registry import Entry, strategies_package

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def first_line(entry: Entry) -> str:
    """Return the first line of the docstring of an entry's function, not imported; "" if none."""
    import ast
    from importlib.machinery import PathFinder
    from importlib.util import find_spec

    module, _, function = entry.value.partition(":")
    package, *inner = module.split(".")
    try:
        if entry.built_in:
            strategies_package()
        spec: Any = find_spec(package)
        for name in inner:  # as an import finds it, without running the packages above it
            package = f"{package}.{name}"
            spec = PathFinder.find_spec(package, spec.submodule_search_locations)
        nodes: Any = ast.parse(spec.loader.get_source(package)).body
        (node,) = [each for each in nodes if getattr(each, "name", None) == function]
        text = ast.get_docstring(node) or ""
    except Exception:
        return ""  # loading it will raise the error, if there is one
    return re.split(r"\s{2,}|\n", text)[0]  # without the label of the lecture's statement
