"""`new-strategy`: write a small project with a strategy that works, to be edited."""

from __future__ import annotations

import argparse
import builtins
import os
import re
import shlex
import shutil
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from keyword import iskeyword

from ... import __version__
from ...errors import DataError, shown
from ...files.package_data import package_data
from ...plugins.registry import strategies
from ..parse import ALL, OUTPUT, group
from ..terminal import say
from ..usage import program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

EPILOG = """\
examples:
  perceptron-ref new-strategy hardest-first
  perceptron-ref new-strategy easiest-first --in .
  perceptron-ref new-strategy nearest-first --author "Your Name <you@example.org>" --license MIT
"""

_NAME = re.compile("[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")
_AUTHOR = re.compile("([^<>]*[^<> ])? *(?:<([^<> @]+@[^<> @]+)>)?")
_LICENSES = ("MIT", "BSD-3-Clause", "none")
_LONGEST, _LONGEST_AUTHOR = 60, 200
_NO_LICENCE = "# license = and license_files = LICENSE: without a licence nobody else may use it"
_NO_RIGHTS = (
    "No licence is chosen yet, so nobody else may use it: put the text of one into `LICENSE`, and "
    "its\nname into `setup.cfg`."
)
_DEVICES = "con|prn|aux|nul|(?:com|lpt)[0-9]"
_RUN_BY_TOOLS = ("setup", "conftest", "noxfile", "sitecustomize", "usercustomize")
_IN_THE_FILES = {"Check", "Iterator", "Random", "Sequence", "View", "annotations", "example"}
_IN_THE_FILES |= {"parametrize_with_checks", "pla", "strategies", *dir(builtins)}
_OURS = "perceptron_ref perceptron_ref_strategies strategies docs"
_TOOLS = "pytest pluggy iniconfig packaging hypothesis coverage mypy ruff pip setuptools wheel"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "name", metavar="NAME", help="what to call it: ASCII letters, digits, - or _"
    )
    output = group(parser, OUTPUT)
    output.add_argument(
        "--in", metavar="FOLDER", dest="folder", default=".", help="where (default: here)"
    )
    output.add_argument(
        "--author", metavar="NAME", default="", help='who wrote it: "NAME <MAIL>", or either'
    )
    output.add_argument(
        "--license",
        choices=_LICENSES,
        default="none",
        help="write this one's text (default: none, so that only you may use it)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    name = args.name.replace("_", "-")
    module = name.replace("-", "_")
    _check_name(args.name, name, module)
    words = _words(name, module, args.author, args.license)
    target = os.path.normpath(os.path.join(args.folder, name))
    files = _project(module, args.license, words)
    write_project(target, files)
    for line in _lines(target, module, files):
        say(line)
    return 0


def _check_name(given: str, name: str, module: str) -> None:
    """Refuse a name that a strategy, a module or a distribution cannot have, or that one has."""
    if not _NAME.fullmatch(given) or iskeyword(module) or len(given) > _LONGEST:
        raise DataError(
            f"found the name {shown(given)}; expected a letter, then letters, digits, - or _, "
            f"all ASCII, the last no sign, at most {_LONGEST} of them, and no word of Python's own"
        )
    reason = next(_objections(name, module), "")
    if reason:
        raise DataError(
            f"found the name {shown(given)}; expected one that is free: {reason}; "
            f"try another, such as my-{name.lower()}"
        )


def _objections(name: str, module: str) -> Iterator[str]:
    """Yield what is wrong with a name: who has it already, or what it does to a project."""
    small = module.lower()  # in which many file systems find a file by any spelling
    if name.lower() == ALL:
        yield f"`race --strategies {ALL}` means every strategy"
    if re.fullmatch(_DEVICES, small):
        yield f"Windows makes no file of the name {small}.py"
    if small.startswith("test") or small in _RUN_BY_TOOLS:
        yield f"pip or pytest would run {module}.py, or take {module} for a test"
    if module in _IN_THE_FILES:
        yield f"{module} means something else in the files of the project"
    if small in f"{_OURS} {_TOOLS}".split():
        yield f"it would hide the package {small}"
    for registered, entries in strategies().items():
        if registered.lower() == name.lower():
            yield f"strategy {registered} is registered by {entries[0].origin}"
    yield from _modules(module, small)
    with suppress(PackageNotFoundError):
        version(name)
        yield f"distribution {name} is installed"


def _modules(module: str, small: str) -> Iterator[str]:
    """Yield the modules that one of that name would hide from others, or be hidden by."""
    try:
        spec = find_spec(module)
    except Exception:  # the finders of modules may be anybody's
        spec = None
    if spec is not None and spec.origin is not None:  # None: a mere folder on the path of imports
        yield f"`import {module}` finds {spec.origin}"
    if small in getattr(sys, "stdlib_module_names", ()):  # as on other systems
        yield f"Python has a module {small} of its own"


def _words(name: str, module: str, author: str, license: str) -> dict[str, str]:
    """Return what stands in the files for each word with a $."""
    found = _AUTHOR.fullmatch(author.strip())
    if found is None or not author.isprintable() or len(author) > _LONGEST_AUTHOR:
        raise DataError(f"found the author {shown(author)}; expected NAME <MAIL>, or either")
    person, mail = found.groups()
    if person and not mail and re.fullmatch(r"[^ @]+@[^ @]+", person):
        person, mail = None, person  # an address without its brackets
    given = {"author": person, "author_email": mail}
    who = [f"{key} = {value}" for key, value in given.items() if value]
    chosen = license != "none"
    return {
        "name": name,
        "module": module,
        "version": __version__,
        "who": "\n".join(who) or "# author = and author_email = say who wrote it",
        "licence": f"license = {license}\nlicense_files = LICENSE" if chosen else _NO_LICENCE,
        "rights": f"Licence: {license}, see `LICENSE`." if chosen else _NO_RIGHTS,
        "holder": person or f"the authors of {name}",
    }


def _project(module: str, license: str, words: Mapping[str, str]) -> dict[str, str]:
    """Return the project's files with their texts."""
    from string import Template

    sources = {
        f"{module}.py": "module.py",
        f"test_{module}.py": "test_module.py",
        "setup.cfg": "setup.cfg",
        "pyproject.toml": "pyproject.toml",
        "README.md": "README.md",
        ".gitignore": "gitignore",
    }
    if license != "none":
        sources["LICENSE"] = f"license_{license}"
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
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or error
        raise DataError(f"{target}: cannot be written: {what}; expected a folder") from error
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
    yield "That takes perceptron_ref; where it is not installed: python3 -m pip install PATH-OR-URL"
