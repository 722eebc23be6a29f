"""The modules that Python in a page can import, compiled by Pyodide itself.

`engine.mjs` runs this file in Pyodide. /sources.zip has our packages. The results are /package.zip,
the same packages compiled, and /stdlib.zip, the modules of the standard library that they import or
that readers may want.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import io
import sys
import zipfile
from collections.abc import Iterable, Iterator

SOURCES, PACKAGE, STDLIB = "/sources.zip", "/package", "/lib/python314.zip"  # as in the worker
SINCE = (1980, 1, 1, 0, 0, 0)  # the time of every file: the same bytes for the same modules
# for strategies, homework, and the examples on pages
FOR_READERS = """
    abc array ast bisect calendar cmath collections collections.abc contextlib copy csv
    dataclasses datetime decimal difflib dis enum fractions functools graphlib heapq io itertools
    json keyword linecache math numbers operator os pathlib pickle pprint queue random re reprlib
    secrets shlex statistics string struct sys tempfile textwrap threading time timeit traceback
    types typing unicodedata warnings weakref
    pydoc _pyrepl.pager
    email.parser importlib.metadata._adapters
    """.split()  # the last lines: for help(), and for the names of strategies that are not built in
ENCODINGS = """
    __init__ aliases ascii cp437 latin_1 raw_unicode_escape unicode_escape utf_16 utf_8 utf_8_sig
    """.split()


def imported_names(source: bytes, package: str) -> Iterator[str]:
    """Yield the names that a module imports anywhere in its code, with relative imports
    resolved.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield importlib.util.resolve_name("." * node.level + (node.module or ""), package)


def import_all(archive: zipfile.ZipFile) -> None:
    """Import our modules, the modules that they import, and those that readers may want."""
    wanted = set(FOR_READERS)
    for name in archive.namelist():
        if name.endswith(".py") and "/" in name and not is_code(name):
            module = name[:-3].replace("/", ".")
            wanted.add(module.removesuffix(".__init__"))
            wanted.update(imported_names(archive.read(name), module.rpartition(".")[0]))
    for name in sorted(wanted):
        try:
            importlib.import_module(name)
        except ImportError:  # of another system, or a library that is not brought along
            pass


def library_files(names: set[str]) -> set[str]:
    """Return the files of the standard library from which the imported modules come."""
    needed = {f"encodings/{name}.py" for name in ENCODINGS}
    for name, module in list(sys.modules.items()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
        if origin.startswith(f"{STDLIB}/"):
            needed.add(origin[len(STDLIB) + 1 :])
        elif origin == "frozen":  # a package's folder has to be there
            stem = name.replace(".", "/")
            needed.update({f"{stem}.py", f"{stem}/__init__.py"} & names)
    return needed


def compiled_module(prefix: str, name: str, source: bytes, optimize: int) -> tuple[str, bytes]:
    """Return the name and the bytes of a compiled module, which is never compared with its
    source.
    """
    from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]

    code = compile(source, f"{prefix}/{name}", "exec", dont_inherit=True, optimize=optimize)
    return f"{name}c", bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def is_code(name: str) -> bool:
    """Return whether a file is a strategy of the tutorial, which runs as a file."""
    return name.startswith("code/")


def is_shown(name: str) -> bool:
    """Return whether the playground shows the text of a module as a starter."""
    return is_code(name) or name.startswith("perceptron_ref_strategies/")


def write_archive(path: str, items: Iterable[tuple[str, bytes]]) -> None:
    """Write an archive without compression, because the whole archive is compressed later."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(items):
            archive.writestr(zipfile.ZipInfo(name, SINCE), data)
    with open(path, "wb") as stream:
        stream.write(buffer.getvalue())


def main() -> None:
    """Write both archives."""
    sys.path.insert(0, SOURCES)
    ours, library = zipfile.ZipFile(SOURCES), zipfile.ZipFile(STDLIB)
    import_all(ours)
    files = library_files(set(library.namelist()))
    # -OO for the library, whose docstrings the page never shows: a third less
    write_archive(
        "/stdlib.zip", [compiled_module(STDLIB, name, library.read(name), 2) for name in files]
    )
    texts = [name for name in ours.namelist() if not name.endswith(".py") or is_shown(name)]
    modules = [name for name in ours.namelist() if name.endswith(".py") and not is_code(name)]
    write_archive(
        "/package.zip",
        [(name, ours.read(name)) for name in texts]
        + [compiled_module(PACKAGE, name, ours.read(name), 0) for name in modules],
    )


if __name__ == "__main__":
    main()
