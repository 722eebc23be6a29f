"""`new-strategy`: write a small project with a strategy that works, to be edited."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil

from ... import __version__
from ...errors import DataError, shown
from ...files.package_data import package_data
from ...plugins.registry import strategies
from ..parse import ALL, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

EPILOG = """\
examples:
  perceptron-ref new-strategy hardest-first
  perceptron-ref new-strategy hardest-first --in ~/strategies
"""

_NAME = re.compile("[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "name", metavar="NAME", help="what to call it: ASCII letters, digits, - or _"
    )
    parser.add_argument(
        "--in", metavar="FOLDER", dest="folder", default=".", help="where (default: here)"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    name = args.name.replace("_", "-")
    module = name.replace("-", "_")
    _check_name(args.name, name, module)
    target = os.path.normpath(os.path.join(args.folder, name))
    files = _project(name, module)
    write_project(target, files)
    for line in _lines(target, module, files):
        print(line)
    return 0


def _check_name(given: str, name: str, module: str) -> None:
    """Refuse a name that a strategy, a module or a distribution cannot have, or that one has."""
    from keyword import iskeyword

    if not _NAME.fullmatch(given) or iskeyword(module):
        raise DataError(
            f"found the name {shown(given)}; expected a letter, then letters, digits, - or _, "
            "all ASCII, the last no sign, and no word of Python's own"
        )
    taken = next(_claims(name, module), "")
    if taken:
        raise DataError(f"found the name {shown(given)}; expected one that is free: {taken}")


def _claims(name: str, module: str) -> Iterator[str]:
    """Yield who has the name already."""
    from importlib.metadata import PackageNotFoundError, distribution
    from importlib.util import find_spec

    for registered, entries in strategies().items():
        if registered.lower() == name.lower():
            yield f"strategy {registered} is registered by {entries[0].origin}"
    if name.lower() == ALL:
        yield f"`race --strategies {ALL}` means every strategy"
    spec = find_spec(module)
    if spec is not None and spec.origin is not None:  # None: a mere folder on the path of imports
        yield f"`import {module}` finds {spec.origin}"
    try:
        yield f"distribution {distribution(name).metadata['Name']} is installed"
    except PackageNotFoundError:
        pass


def _project(name: str, module: str) -> dict[str, str]:
    """Return the project's files with their texts."""
    from string import Template

    sources = {
        f"{module}.py": "module.py",
        f"test_{module}.py": "test_module.py",
        "setup.cfg": "setup.cfg",
        "pyproject.toml": "pyproject.toml",
        "README.md": "README.md",
    }
    words = {"name": name, "module": module, "version": __version__}
    return {
        file: Template(package_data("cli", "template", f"{source}.txt").decode()).substitute(words)
        for file, source in sources.items()
    }


def write_project(target: str, files: Mapping[str, str]) -> None:
    """Write the files with their texts into a new folder, which is there whole or not at all.

    They are written into a folder of a temporary name beside it, which is then renamed.
    """
    if os.path.lexists(target):
        raise DataError(
            f"{target}: is there already; expected a new place, as nothing is overwritten"
        )
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        os.mkdir(temporary)
        for file, text in files.items():
            with open(os.path.join(temporary, file), "x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        os.rename(temporary, target)
    except OSError as error:
        raise DataError(
            f"{target}: cannot be written: {error.strerror or error}; expected a folder"
        ) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _lines(target: str, module: str, files: Iterable[str]) -> Iterator[str]:
    """Yield what was written, and the commands that check it, run it and install it."""
    path = shlex.quote(os.path.join(target, f"{module}.py"))
    yield f"Written to {target}:"
    for file in files:
        yield f"  {file}"
    yield "Edit the strategy, check it, see it run, install it:"
    yield f"  {program()} check-strategy {path}"
    yield f"  {program()} race --strategies {ALL} {path}"
    yield f"  python3 -m pip install --editable {shlex.quote(target)}"
