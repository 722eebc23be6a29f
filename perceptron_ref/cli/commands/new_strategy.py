"""`new-strategy`: write a small project with a working strategy, for the user to edit."""

from __future__ import annotations

import argparse
import builtins
import os
import re
import shlex
import sys
from importlib.util import find_spec
from keyword import iskeyword

from ... import __version__
from ...child import can_start_processes
from ...disk import expected_place, file_error, read_package_file, write_file
from ...errors import DataError, one_line_text, quote
from ...plugins.entries import checkout_folder
from ...plugins.registry import strategies
from ..options import ALL, Parser, add_options_to_parser
from ..terminal import print_line, program_name

EPILOG = """\
examples:
  perceptron-ref new-strategy hardest-first
  perceptron-ref new-strategy easiest-first --in .

exit status: 0 if the project was written; 1 if the name cannot be used or the folder cannot be
written; 2 for wrong usage; 130 after Ctrl-C.
"""

_SOURCE = "PATH-OR-URL"
_NAME = re.compile("[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")
_FILES = "module.py test_module.py setup.cfg pyproject.toml README.md .gitignore".split()
_RESERVED = "Check Iterator Random Sequence View annotations example pla strategy".split()
_RESERVED += ["parametrize_with_checks", *dir(builtins)]
_FILES_OF_TOOLS = {"setup": "setuptools", "conftest": "pytest", "noxfile": "nox"}


def add_options(parser: Parser) -> None:
    """Declare the options."""
    name_help = "the name of the strategy: letters from A to Z or a to z, digits, - or _"
    parser.add_argument("name", metavar="NAME", help=name_help)
    add_options_to_parser(
        parser, {"--in FOLDER": "make the project in this folder (default: the current folder)"}
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    name = args.name.replace("_", "-")
    module = name.replace("-", "_")
    _check_name(args.name, name, module)
    target = os.path.normpath(os.path.join(getattr(args, "in") or ".", name))
    files = _write_project(target, name, module)
    print_line(f"Written to {target}:")
    for file in files:
        print_line(f"  {file}")
    path = shlex.quote(os.path.join(target, f"{module}.py"))
    print_line("Edit the strategy, then check it and see it run:")
    print_line(f"  {program_name()} check-strategy {path}")
    print_line(f"  {program_name()} race --strategies {ALL} {path}")
    print_line("Install perceptron_ref if it is not installed yet, then install the strategy:")
    python = shlex.quote(sys.executable) if can_start_processes() else "python3"
    print_line(f"  {python} -m pip install {shlex.quote(checkout_folder() or _SOURCE)}")
    print_line(f"  {python} -m pip install --editable {shlex.quote(target)}")
    if not checkout_folder():
        print_line(f"{_SOURCE}: the folder, wheel or URL that you installed perceptron_ref from")
    return 0


def _check_name(typed_name: str, name: str, module: str) -> None:
    """Refuse a name that breaks a rule for names, is reserved, or already belongs to other code."""
    expected = _broken_rule(typed_name, module)
    if expected:
        raise DataError(f"found the name {quote(typed_name)}; expected {expected}")
    spec = find_spec(module)
    is_module = spec is not None and (spec.origin or not spec.submodule_search_locations)
    is_all = name.lower() == ALL
    owner = _installed_owner(name.lower())
    is_reserved = module in _RESERVED or module in _FILES_OF_TOOLS or module.startswith("test")
    if owner or is_module or is_all or is_reserved:
        if owner:
            problem = f"which belongs to {owner}"
        elif module.startswith("test"):
            problem = "which begins like the name of a test file"
        elif module in _FILES_OF_TOOLS:
            problem = f"but {_FILES_OF_TOOLS[module]} would run the file {module}.py"
        elif is_module:
            problem = "which is the name of a Python module"
        elif is_all:
            problem = f"which means every strategy, as in `--strategies {ALL}`"
        elif hasattr(builtins, module):
            problem = "which Python itself uses"
        else:
            problem = "which means something else in the files of the new project"
        expected = f"another name, such as my-{name.lower()}"
        raise DataError(f"found the name {quote(typed_name)}, {problem}; expected {expected}")


def _broken_rule(typed_name: str, module: str) -> str:
    """Return the rule that a name breaks, as the end of an error message; "" if it breaks none."""
    if iskeyword(module):
        return "another name, because this one is a keyword of Python"
    if not 1 <= len(typed_name) <= 60:
        return "1 to 60 characters"
    if re.search("[^A-Za-z0-9_-]", typed_name):
        return "only letters from A to Z or a to z, digits, - and _"
    if not typed_name[0].isalpha():
        return "a letter at the beginning"
    return "" if _NAME.fullmatch(typed_name) else "a letter or a digit at the end"


def _installed_owner(name: str) -> str:
    """Return what has this name: distributions with such a strategy, or a distribution; else ""."""
    from importlib.metadata import PackageNotFoundError, version

    if name in strategies():
        return " and ".join(one_line_text(entry.origin, 60) for entry in strategies()[name])
    try:
        return f"{name} {one_line_text(version(name), 60)}"
    except PackageNotFoundError:
        return ""


def _write_project(target: str, name: str, module: str) -> list[str]:
    """Write the project into a new folder; return the names of its files."""
    from string import Template

    values = {"name": name, "module": module, "version": __version__}
    files = {}
    for file in _FILES:
        text = read_package_file(f"cli/template/{file.lstrip('.')}.txt").decode()
        files[file.replace("module", module)] = Template(text).substitute(values)
    try:
        os.mkdir(target)
    except (OSError, ValueError) as error:
        expected = expected_place(target, "a place where a folder can be made")
        if os.path.lexists(target):
            expected = "another name, or another folder after --in"
        raise file_error(target, "written", error, expected) from error
    for file, text in files.items():
        write_file(os.path.join(target, file), text)
    return [*files]
