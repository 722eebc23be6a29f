"""Compile the modules that Python in a page can import.

`browser_python.mjs` runs this file in Pyodide. This file reads our packages from /sources.zip, and
writes them compiled to /package.zip, with their text files and the sources that pages read. It
writes to /stdlib.zip the modules of the standard library that our packages import, or that readers
may import, and some encodings.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import io
import sys
import zipfile
from collections.abc import Iterable, Iterator

# browser_python.mjs writes SOURCES_ARCHIVE, worker.js unpacks into PACKAGE_FOLDER, and Pyodide has
# its standard library in STDLIB_ARCHIVE
SOURCES_ARCHIVE, PACKAGE_FOLDER = "/sources.zip", "/package"
STDLIB_ARCHIVE = "/lib/python314.zip"
ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # the date of every file, so that equal modules give equal bytes
# Modules for strategies, homework and the examples on pages. The last line but one is for help(),
# and the last is for `importlib.metadata`, which finds the strategies of plugins.
READERS_MODULES = """
    abc array ast bisect calendar cmath collections collections.abc contextlib copy csv
    dataclasses datetime decimal difflib dis enum fractions functools graphlib heapq io itertools
    json keyword linecache math numbers operator os pathlib pickle pprint queue random re reprlib
    secrets shlex statistics string struct sys tempfile textwrap threading time timeit traceback
    types typing unicodedata warnings weakref
    pydoc _pyrepl.pager
    email.parser importlib.metadata._adapters
    """.split()
ENCODINGS = """
    __init__ aliases ascii cp437 latin_1 raw_unicode_escape unicode_escape utf_16 utf_8 utf_8_sig
    """.split()


def imported_names(source: bytes, package: str) -> Iterator[str]:
    """Yield the absolute names of the modules in the import statements of a module of `package`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield importlib.util.resolve_name("." * node.level + (node.module or ""), package)


def import_modules(archive: zipfile.ZipFile) -> None:
    """Import the modules of our packages, all modules that these import, and READERS_MODULES."""
    module_names = set(READERS_MODULES)
    for name in archive.namelist():
        if name.endswith(".py") and "/" in name and not is_page_program(name):
            module = name[:-3].replace("/", ".")
            module_names.add(module.removesuffix(".__init__"))
            module_names.update(imported_names(archive.read(name), module.rpartition(".")[0]))
    for name in sorted(module_names):
        try:
            importlib.import_module(name)
        except ImportError:  # of another operating system, or a library that pages lack
            pass


def library_files(library_names: set[str]) -> set[str]:
    """Return the files of the imported modules of the standard library, and of ENCODINGS.

    Args:
        library_names: all files of the standard library.
    """
    files = {f"encodings/{name}.py" for name in ENCODINGS}
    for name, module in list(sys.modules.items()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
        if origin.startswith(f"{STDLIB_ARCHIVE}/"):
            files.add(origin[len(STDLIB_ARCHIVE) + 1 :])
        elif origin == "frozen":  # a frozen package still needs its folder
            stem = name.replace(".", "/")
            files.update({f"{stem}.py", f"{stem}/__init__.py"} & library_names)
    return files


def compiled_module(prefix: str, name: str, source: bytes, optimize: int) -> tuple[str, bytes]:
    """Return the name and the bytes of a .pyc file that Python accepts without its source."""
    from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]

    code = compile(source, f"{prefix}/{name}", "exec", dont_inherit=True, optimize=optimize)
    return f"{name}c", bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def is_page_program(name: str) -> bool:
    """Tell whether a file is a program of docs/code, which runs from its source."""
    return name.startswith("code/")


def needs_source(name: str) -> bool:
    """Tell whether pages read the source of a file: of a strategy, or of a program of docs/code."""
    return is_page_program(name) or name.startswith("perceptron_ref_strategies/")


def write_archive(path: str, items: Iterable[tuple[str, bytes]]) -> None:
    """Write an archive without compression, because `browser_python.py` compresses it later."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(items):
            archive.writestr(zipfile.ZipInfo(name, ZIP_DATE), data)
    with open(path, "wb") as stream:
        stream.write(buffer.getvalue())


def main() -> None:
    """Write /stdlib.zip and /package.zip."""
    sys.path.insert(0, SOURCES_ARCHIVE)
    sources, library = zipfile.ZipFile(SOURCES_ARCHIVE), zipfile.ZipFile(STDLIB_ARCHIVE)
    import_modules(sources)
    files = library_files(set(library.namelist()))
    # optimize=2 drops docstrings, a third of the size; help() then has no text for these modules
    write_archive(
        "/stdlib.zip",
        [compiled_module(STDLIB_ARCHIVE, name, library.read(name), 2) for name in files],
    )
    text_files = [
        name for name in sources.namelist() if not name.endswith(".py") or needs_source(name)
    ]
    modules = [
        name for name in sources.namelist() if name.endswith(".py") and not is_page_program(name)
    ]
    write_archive(
        "/package.zip",
        [(name, sources.read(name)) for name in text_files]
        + [compiled_module(PACKAGE_FOLDER, name, sources.read(name), 0) for name in modules],
    )


if __name__ == "__main__":
    main()
