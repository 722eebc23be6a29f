"""The summary line of a strategy, read from its source: to list a strategy must not run it."""

from __future__ import annotations

import os
import re

from . import checkout
from .blame import passes
from .registry import THIS_CHECKOUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .registry import Entry


_LARGEST = 1 << 20  # bytes of a module that is read for a line


def first_line(entry: Entry) -> str:
    """Return the first line of the docstring of an entry's function, not imported; "" if none."""
    import ast

    module, _, function = entry.value.partition(":")
    try:
        source = _source(entry, module)
        nodes = ast.parse(source).body if source else []
    except BaseException as error:  # finders of modules may be anybody's
        if passes(error):
            raise
        return ""  # loading it will raise the error
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    for node in nodes:
        if isinstance(node, definitions) and node.name == function:
            text = (ast.get_docstring(node) or "").partition("\n")[0]
            return re.split(r"\s{2,}", text)[0]  # without the label of the lecture's statement
    return ""


def _source(entry: Entry, module: str) -> str | None:
    """Return the text of the module, found as an import finds it, without importing its package."""
    from importlib.machinery import PathFinder
    from importlib.util import find_spec

    package, *inner = module.split(".")
    if entry.distribution == THIS_CHECKOUT:
        return checkout.source(inner)
    spec = find_spec(package)
    for name in inner:
        package = f"{package}.{name}"
        spec = PathFinder.find_spec(package, spec.submodule_search_locations) if spec else None
    origin = spec.origin if spec and spec.has_location else None
    if origin and os.path.isfile(origin) and os.path.getsize(origin) > _LARGEST:
        return None
    get_source = getattr(spec.loader, "get_source", None) if spec else None
    return get_source(package) if get_source else None
