"""`new-strategy`: write a small project with a strategy that works, to be edited."""

from __future__ import annotations

import argparse
import builtins
import os
import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from keyword import iskeyword

from ... import __version__
from ...errors import DataError, shown
from ...files.package_data import package_data
from ...files.write import write
from ...plugins.registry import strategies
from ..parse import ALL, add
from ..terminal import program, say

EPILOG = """\
examples:
  perceptron-ref new-strategy hardest-first
  perceptron-ref new-strategy easiest-first --in .
  perceptron-ref new-strategy nearest-first --author "Your Name <you@example.org>" --license MIT
"""

_NAME = re.compile("[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")
_AUTHOR = re.compile("([^<>]*[^<> ])? *(?:<([^<> @]+@[^<> @]+)>)?")
_LONGEST, _LONGEST_AUTHOR = 60, 200
_NO_LICENCE = "# license = and license_files = LICENSE: without a licence nobody else may use it"
_NO_RIGHTS = (
    "No licence is chosen yet, so nobody else may use it: put the text of one into `LICENSE`, and "
    "its\nname into `setup.cfg`."
)
_RESERVED = "Check Iterator Random Sequence View annotations example pla strategies".split()
_RESERVED += ["parametrize_with_checks", "setup", "conftest", "noxfile", *dir(builtins)]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    told = "what to call it: ASCII letters, digits, - or _"
    parser.add_argument("name", metavar="NAME", help=told)
    own = {
        "--in FOLDER": "where (default: here)",
        "--author NAME": 'who wrote it: "NAME <MAIL>", or either',
        "--license": "write this one's text (default: none, so that only you may use it)",
    }
    add(parser, own)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    name = args.name.replace("_", "-")
    module = name.replace("-", "_")
    _check_name(args.name, name, module)
    words = _words(name, module, args.author, args.license)
    target = os.path.normpath(os.path.join(getattr(args, "in"), name))
    files = _project(module, args.license, words)
    _write(target, files)
    path = shlex.quote(os.path.join(target, f"{module}.py"))
    say(f"Written to {target}:")
    for file in files:
        say(f"  {file}")
    say("Edit the strategy, check it, see it run, install it:")
    say(f"  {program()} check-strategy {path}")
    say(f"  {program()} race --strategies {ALL} {path}")
    say(f"  python3 -m pip install --editable {shlex.quote(target)}")
    return 0


def _check_name(given: str, name: str, module: str) -> None:
    """Refuse a name that a strategy, a module or a distribution cannot have, or that one has."""
    if not _NAME.fullmatch(given) or iskeyword(module) or len(given) > _LONGEST:
        raise DataError(
            f"found the name {shown(given)}; expected a letter, then letters, digits, - or _, "
            f"all ASCII, the last no sign, at most {_LONGEST} of them, and no word of Python's own"
        )
    spec = None
    with suppress(Exception):  # the finders of modules may be anybody's
        spec = find_spec(module)
    if name.lower() in {ALL, *strategies()}:
        reason = f"`race --strategies {name.lower()}` means something else"
    elif module.startswith("test") or module in _RESERVED:
        reason = f"{module} means something else in the files of a project"
    elif spec is not None and spec.origin is not None:  # None: a mere folder
        reason = f"`import {module}` finds {spec.origin}"
    else:
        return
    raise DataError(
        f"found the name {shown(given)}; expected one that is free: {reason}; "
        f"try another, such as my-{name.lower()}"
    )


def _words(name: str, module: str, author: str, license: str) -> dict[str, str]:
    """Return what stands in the files for each word with a $."""
    found = _AUTHOR.fullmatch(author.strip())
    if found is None or not author.isprintable() or len(author) > _LONGEST_AUTHOR:
        raise DataError(f"found the author {shown(author)}; expected NAME <MAIL>, or either")
    person, mail = found.groups()
    who = [f"author = {person}"] * bool(person) + [f"author_email = {mail}"] * bool(mail)
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

    sources = {f"{module}.py": "module.py", f"test_{module}.py": "test_module.py"}
    sources.update((each, each) for each in ("setup.cfg", "pyproject.toml", "README.md"))
    sources[".gitignore"] = "gitignore"
    if license != "none":
        sources["LICENSE"] = f"license_{license}"
    return {
        file: Template(package_data("cli", "template", f"{source}.txt").decode()).substitute(words)
        for file, source in sources.items()
    }


def _write(target: str, files: Mapping[str, str]) -> None:
    """Write the files with their texts into a new folder."""
    try:
        os.mkdir(target)
    except FileExistsError:
        told = "is there already; expected a new place, as nothing is overwritten"
        raise DataError(f"{target}: {told}") from None
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or error
        raise DataError(f"{target}: cannot be written: {what}; expected a folder") from error
    for file, text in files.items():
        write(os.path.join(target, file), text)
