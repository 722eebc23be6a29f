"""`new-strategy`: a small project of one's own, with a strategy that works and is to be edited."""

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
from ..options import add_command, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref new-strategy hardest-first
  perceptron-ref new-strategy hardest-first --in ~/strategies
"""

_NAME = re.compile("[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")
_RESERVED = {"all": "`race --strategies all` means every strategy"}


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "new-strategy", help, _EXAMPLES)
    parser.add_argument(
        "name", metavar="NAME", help="what it is to be called: ASCII letters, digits, - or _"
    )
    parser.add_argument(
        "--in", metavar="FOLDER", dest="folder", default=".", help="where (default: here)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    name = args.name.replace("_", "-")
    module = name.replace("-", "_")
    target = os.path.normpath(os.path.join(args.folder, name))
    _check_name(args.name, name, module)
    if os.path.lexists(target):
        raise DataError(
            f"{target}: is there already; expected a new place, as nothing is overwritten"
        )
    texts = _project(name, module)
    _write(target, texts)
    print(f"Written to {target}:")
    for file in texts:
        print(f"  {file}")
    folder, path = shlex.quote(target), shlex.quote(os.path.join(target, f"{module}.py"))
    print("Edit the strategy, check it, see it run, install it:")
    print(f"  {program()} check-strategy {path}")
    print(f"  {program()} race --strategies all {path}")
    print(f"  python3 -m pip install --editable {folder}")
    return 0


def _check_name(given: str, name: str, module: str) -> None:
    """Refuse what cannot be the name of a strategy, of a module and of a distribution, or is one
    already.
    """
    from importlib.metadata import PackageNotFoundError, distribution
    from importlib.util import find_spec
    from keyword import iskeyword

    if not _NAME.fullmatch(given) or iskeyword(module):
        what = "a letter, then letters, digits, - or _, all ASCII, the last no sign, and no word of Python's own"
        raise DataError(f"found the name {shown(given)}; expected {what}")
    taken = _RESERVED.get(name.lower(), "")
    for registered, claims in strategies().items():
        if registered.lower() == name.lower():
            taken = f"strategy {registered} is registered by {claims[0].origin}"
    spec = find_spec(module)
    if (
        spec is not None and spec.origin is not None
    ):  # None is a folder that happens to lie on the path
        taken = taken or f"`import {module}` finds {spec.origin}"
    try:
        taken = taken or f"distribution {distribution(name).metadata['Name']} is installed"
    except PackageNotFoundError:
        pass
    if taken:
        raise DataError(f"found the name {shown(given)}; expected one that is free: {taken}")


def _project(name: str, module: str) -> dict[str, str]:
    """Return the project's files with their texts."""
    from string import Template

    files = {
        f"{module}.py": "module.py",
        f"test_{module}.py": "test_module.py",
        "setup.cfg": "setup.cfg",
        "pyproject.toml": "pyproject.toml",
        "README.md": "README.md",
    }
    return {
        file: Template(package_data("cli", "template", f"{source}.txt").decode()).substitute(
            name=name, module=module, version=__version__
        )
        for file, source in files.items()
    }


def _write(target: str, texts: dict[str, str]) -> None:
    """Write the files into a folder of a temporary name beside, then rename it: it is there whole,
    or not at all.
    """
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        os.mkdir(temporary)
        for file, text in texts.items():
            with open(os.path.join(temporary, file), "x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        os.rename(temporary, target)
    except OSError as error:
        raise DataError(
            f"{target}: cannot be written: {error.strerror or error}; expected a folder"
        ) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
