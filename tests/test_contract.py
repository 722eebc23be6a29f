"""The contract: contract.csv has a row (kind, name, value) for each thing on which users rely.

The first lines of the file say what belongs there. `python tests/test_contract.py` adds rows and
corrects values. The rows of some kinds cannot be discovered in the package: their names, which
`names_in_file` reads, are added by hand, with any value. The script deletes nothing. If something
is removed from the package, its row is deleted by hand, in a commit that says why.
"""

import ast
import csv
import inspect
import io
import json
import os
import re
import shlex
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType, MethodType
from unittest.mock import Mock, patch

import pytest
from conftest import ROOT, SETUP

import perceptron_ref
from perceptron_ref import StrategyError, example, pla
from perceptron_ref.cli.main import COMMANDS, main
from perceptron_ref.testing import checks

CONTRACT = Path(__file__).with_name("contract.csv")
HINT = """\
The package and tests/contract.csv differ. `python tests/test_contract.py` adds rows and corrects
values. Delete a row, or change it so that users lose something, only in a commit that says which
users lose what.
"""
PAGES_OF_KIND = {  # the pages that describe a kind; other kinds may be described on any page
    "command": ["docs/formats.md"],
    "json": ["docs/formats.md", "docs/race.md", "docs/how-to/arrays.md"],
    "link": ["docs/playground.md"],
    "question": ["docs/playground/bridge.py"],
    "table": ["docs/formats.md"],
    "yield": ["docs/write-a-strategy.md"],
}
FILES = {  # in the working folder of the command lines
    "data.csv": "hours,absences,passed\n12,0,yes\n3,4,no\n8.5,1,yes\n7,5,no\n",
    "wide.svm": "+1 1001:1\n-1 1:1\n",
    "mine.py": "def order(view, *, seed: int = 0):\n    yield from [range(len(view))] * 9\n",
    "broken.py": "def order(view):\n    yield len(view)\n",
    "model.json": '{"format": "perceptron_ref hypothesis 1", "w": ["-1", "2", "-3"], "names": '
    '["hours", "absences"], "sign_of_zero": 0, "labels": ["no", "yes"], "label": "passed"}',
}
# JSON objects that several commands print: {a key that only this object has: its name}
SHARED = {"scale": "data", "quartiles": "statistics", "approximate": "length"}
NOTHING = type("NOTHING", (), {})()  # stands for the items of an empty list
KEYED_BY_RUN = {"options", "statuses", "w", "w_last"}  # their keys depend on the run


def rows_of_file():
    """Return the rows of the contract as {(kind, name): value}."""
    with CONTRACT.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(line for line in lines if line[0] != "#")
        return {(kind, name): value for kind, name, value in list(rows)[1:]}


def names_in_file(kind):
    """Return the names of a kind in the contract."""
    return [name for other, name in rows_of_file() if other == kind]


# Names


@lru_cache(maxsize=None)
def public_objects():
    """Return {shortest path: object} for the names in `perceptron_ref` or the reference."""
    offered = {name for name in dir(perceptron_ref) if name[0] != "_"} | {"__version__"}
    values = {f"perceptron_ref.{name}": getattr(perceptron_ref, name) for name in offered}
    for module, name in documented():
        if name not in offered:
            value = getattr(load_module(module), name)
            packages = [module[: dot.start()] for dot in re.finditer(r"\.|$", module)]
            shortest = next(p for p in packages if getattr(load_module(p), name, None) is value)
            values[f"{shortest}.{name}"] = value
    return values


def documented():
    """Yield the module and the name of each object that docs/api describes."""
    for page in sorted(ROOT.glob("docs/api/*.md")):
        text = page.read_text("utf-8")
        for module, options in re.findall(r"^::: (perceptron_ref\.\S*)((?:\n .*)*)", text, re.M):
            members = re.search(r"members: \[(.*)\]", options)
            for name in (
                members[1].split(", ") if members else names_defined_in(load_module(module))
            ):
                yield module, name


def names_defined_in(module):
    """Return `__all__`, or the names without an underscore that the module itself defines."""
    own = [name for name, value in vars(module).items() if inspect.getmodule(value) is module]
    return getattr(module, "__all__", [name for name in own if name[0] != "_"])


@lru_cache(maxsize=None)
def load_module(module):
    """Import a module. For `perceptron_ref.sklearn`, replace libraries that may be missing by
    mocks.
    """
    if module != "perceptron_ref.sklearn":
        return import_module(module)
    text = (ROOT / "perceptron_ref/sklearn.py").read_text("utf-8")
    names = {"sklearn", *re.findall(r"^ *(?:from|import) ((?:numpy|sklearn)[\w.]*)", text, re.M)}
    bases = {name: type(name, (), {}) for name in ("BaseEstimator", "ClassifierMixin")}
    modules = patch.dict(sys.modules, {name: Mock(**bases) for name in names})
    with modules, patch.object(perceptron_ref, "sklearn", create=True):  # which undo their changes
        sys.modules.pop(module, None)
        return import_module(module)


def public_names():
    """Yield public names, with their parameters or base classes."""
    for path, value in public_objects().items():
        bases = value.__bases__ if inspect.isclass(value) and issubclass(value, Exception) else ()
        yield path, parameters(value) or " ".join(base.__name__ for base in bases)


def parameters(value):
    """Return the names, kinds and defaults of a function's parameters, as on every Python."""
    if not inspect.isfunction(value) and not inspect.ismethod(value):
        return ""
    signature = inspect.signature(value)
    bare = [
        parameter.replace(annotation=parameter.empty)
        for name, parameter in signature.parameters.items()
        if name != "self"
    ]
    text = str(signature.replace(parameters=bare, return_annotation=signature.empty))
    return re.sub(r"<function .*? at \w+>", "...", text)


def attributes():
    """Yield attributes and methods of classes, with their parameters. If users call a class, its
    `__init__` is one of them.
    """
    for name in names_in_file("attribute"):
        owner, attribute = name.split(".")
        public_class = class_named(owner)
        if hasattr(public_class, attribute):
            yield name, parameters(getattr(public_class, attribute))
        elif any(attribute in assigned_names(base) for base in package_classes(public_class)):
            yield name, ""


def package_classes(public_class):
    """Return a class and its base classes, except those of Python."""
    return [base for base in public_class.__mro__ if base.__module__.startswith("perceptron_ref")]


def class_named(name):
    """Return the public class with this name."""
    return next(value for path, value in public_objects().items() if path.endswith(f".{name}"))


@lru_cache(maxsize=None)
def assigned_names(owner):
    """Return the names that a class declares, and the names that its methods assign to `self`."""
    path = ROOT.joinpath(*owner.__module__.split(".")).with_suffix(".py")
    classes = {getattr(node, "name", ""): node for node in ast.parse(path.read_text("utf-8")).body}
    nodes = ast.walk(classes[owner.__name__])
    targets = [node for node in nodes if isinstance(getattr(node, "ctx", None), ast.Store)]
    return {getattr(node, "attr", getattr(node, "id", "")) for node in targets}


# Command lines: their options, and what they print and write


@contextmanager
def temporary_working_folder():
    """Make a temporary folder with FILES the working folder; yield its path."""
    previous_folder = os.getcwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name, text in FILES.items():
                Path(name).write_text(text, "utf-8")
            yield Path(folder)
        finally:
            os.chdir(previous_folder)


def run_command(line):
    """Run a command line; return its exit status and what it prints."""
    out, stdin = io.StringIO(), io.TextIOWrapper(io.BytesIO(FILES["data.csv"].encode()), "utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(io.StringIO()), patch("sys.stdin", stdin):
            return main(shlex.split(line)), out.getvalue()
    except SystemExit as end:
        return end.code, out.getvalue()


@lru_cache(maxsize=None)
def results():
    """Return {command line: (exit status, JSON objects, columns)} for the lines of the contract.

    The JSON objects are {name of the command, or "model": what it printed or saved}. The columns
    are the first line of the table that the command wrote, or "".
    """
    results = {}
    for line in names_in_file("command"):
        with temporary_working_folder() as folder:
            status, out = run_command(line)
            objects = {line.split()[0]: json.loads(out)} if out[:1] == "{" else {}
            model, table = folder / "new.json", folder / "new.csv"
            if model.exists():
                objects["model"] = json.loads(model.read_text("utf-8"))
            columns = table.read_text("utf-8").partition("\n")[0] if table.exists() else ""
        results[line] = status, objects, columns
    return results


def command_lines():
    """Yield the command lines, with their exit statuses."""
    for line, (status, _, _) in results().items():
        yield line, str(status)


def tables():
    """Yield the command lines that write a table, with the columns of the table."""
    for line, (_, _, columns) in results().items():
        if columns:
            yield line, columns


def options():
    """Yield options and arguments as in the help, with their values and their commands."""
    commands = {}
    for command in sorted(COMMANDS):
        _, text = run_command(f"help {command} --all")
        for heading in re.findall(r"^  (-\S.*?|[A-Z]\S+)(?:  .*)?$", text, re.M):
            for name in re.findall(r"(?:^|, )(-[-\w]+|[A-Z]\w+)", heading):
                commands.setdefault(name, {}).setdefault(values_of(heading), []).append(command)
    yield "COMMAND", " ".join(sorted(COMMANDS))
    for name, takers in commands.items():
        yield name, "; ".join(f"{values}{' '.join(names)}" for values, names in takers.items())


def values_of(heading):
    """Return the values of the option in a heading of the help: choices, "value", or nothing."""
    choices = re.search(r"\{(.*)\}", heading)
    return f"{choices[1]}: " if choices else "value: " if " " in heading.split(", ")[-1] else ""


def keys_of_json():
    """Yield the paths of keys in JSON, with the types of their values."""
    types = {}
    for _, objects, _ in results().values():
        for name, value in objects.items():
            for path, type_name in paths_and_types(value, f"{name} "):
                types.setdefault(path, set()).add(type_name)
    for path, type_names in types.items():
        yield path, " or ".join(sorted(type_names - {"NOTHING"}))


def paths_and_types(value, path):
    """Yield the path to each key in JSON, and the type of its value or the SHARED name."""
    if isinstance(value, list):
        for item in value or [NOTHING]:
            yield from paths_and_types(item, f"{path}[]")
    elif isinstance(value, dict):
        shared = next((SHARED[key] for key in value if key in SHARED), None)
        if shared:
            yield path, shared
            path = shared
        is_free = re.split(r"\W", path)[-1] in KEYED_BY_RUN
        for key, item in (value or {"*": NOTHING}).items():
            dot = "" if path[-1] == " " else "."
            yield from paths_and_types(item, f"{path}{dot}{'*' if is_free else key}")
    elif path.endswith(" format"):
        yield path, value
    else:
        yield path, type(value).__name__.replace("NoneType", "None")


# Strategies, runs, and all else


def entry_points():
    """Yield entry points: strategies with their options, others with the function."""
    for group, lines in SETUP["options.entry_points"].items():
        for name, target in (line.split(" = ") for line in lines.strip().split("\n")):
            module, _, function = target.partition(":")
            is_strategy = group == "perceptron_ref.strategies"
            value = getattr(import_module(module), function)
            yield f"{group} {name}", parameters(value) if is_strategy else target


def examples():
    """Yield the example sets and generated sets."""
    for name in re.findall(r"^example:(\S+)", run_command("examples")[1], re.M):
        yield name, ""


def checks_of_kit():
    """Yield the checks of the conformance kit."""
    for check in checks("random"):
        yield check.name, ""


def questions():
    """Yield the questions that the page of the playground asks its Python."""
    bridge = (ROOT / "docs/playground/bridge.py").read_text("utf-8")
    for name in re.findall(r'^    "(\w+)": _', bridge, re.M):
        yield name, ""


def settings_of_links():
    """Yield the settings that a link to the playground may contain."""
    state = (ROOT / "docs/playground/state.js").read_text("utf-8")
    for name in names_in_file("link"):
        yield name, "" if re.search(rf'\["{name}", |\b{name}: "', state) else "not in state.js"


def statuses():
    """Yield expressions that make a run, with the status of the run."""
    namespace = {path.rpartition(".")[2]: value for path, value in public_objects().items()}
    for expression in names_in_file("status"):
        yield expression, eval(expression, {**namespace, "stop": stop}).status


def yields():
    """Yield values that a strategy may yield, with the status of the run or the name of the
    error.
    """
    for expression in names_in_file("yield"):
        answer = eval(expression)
        try:
            run = pla(example("or"), lambda view: iter([answer]))  # noqa: B023
            yield expression, run.status
        except StrategyError as error:
            yield expression, type(error).__name__


def stop(*step):
    """Stop a run or a search."""
    raise StopIteration


KINDS = {
    "attribute": attributes,
    "check": checks_of_kit,
    "command": command_lines,
    "entry point": entry_points,
    "example": examples,
    "json": keys_of_json,
    "link": settings_of_links,
    "name": public_names,
    "option": options,
    "question": questions,
    "status": statuses,
    "table": tables,
    "yield": yields,
}


@lru_cache(maxsize=None)
def rows_of_package():
    """Return the rows of the package as {(kind, name): value}."""
    return {(kind, name): value for kind, rows in KINDS.items() for name, value in rows()}


def test_the_package_keeps_the_contract():
    """The rows of the contract are the rows of the package, also for new options, names and keys of
    JSON. The rows are sorted.
    """
    expected, actual = rows_of_file(), rows_of_package()
    wrong = [
        f"{', '.join(row)}\n    in the file: {expected.get(row, 'no row')}\n"
        f"    in the package: {actual.get(row, 'no row')}"
        for row in sorted({*expected, *actual})
        if expected.get(row) != actual.get(row)
    ]
    if wrong:
        pytest.fail("\n".join([HINT, *wrong]), pytrace=False)
    assert [*expected] == sorted(expected)


@lru_cache(maxsize=None)
def pages(*names):
    """Return the text of these pages, or of all pages."""
    paths = [ROOT / name for name in names] or [*ROOT.glob("README.md"), *ROOT.glob("docs/**/*.md")]
    return "\n".join(path.read_text("utf-8") for path in paths if path.parent.name[0] != "_")


def is_documented(kind, name, value):
    """Return whether a page, a docstring or the help shows a row to users."""
    text, words = pages(*PAGES_OF_KIND.get(kind, ())), re.findall(r"[\w-]+", name)[-1:]
    if kind in ("name", "option", "example"):  # from the reference, the help or a list
        return True
    if name.startswith("perceptron_ref.strategies "):  # `strategies` lists it
        return True
    if kind == "attribute":
        return is_documented_attribute(*name.split("."), value)
    if kind == "command":  # a row of the table of exit statuses begins with the number
        return re.search(rf"^\| {value}\b", text, re.MULTILINE) is not None
    if kind in ("status", "table"):
        words = {*value.split(",")} - {"passed", "x1", "x2"}  # names of columns of the data
    elif kind == "yield":
        words = [type(eval(name)).__name__.replace("NoneType", "None")]
    elif kind == "json":
        text = " ".join(re.findall(r"`[^`\n]+`", text))
    return all(contains_word(text, word) for word in words)


def is_documented_attribute(owner, attribute, value):
    """Return whether a docstring of the class or the attribute, or a page, names the attribute."""
    public_class = class_named(owner)
    text = " ".join(filter(None, (base.__doc__ for base in package_classes(public_class))))
    if attribute == "__init__":
        return all(contains_word(text, word) for word in re.findall(r"(\w+)(?:=[^,]+)?[,)]", value))
    member = getattr(public_class, attribute, None)
    if isinstance(member, (property, cached_property, FunctionType, MethodType)) and member.__doc__:
        return True
    spellings = (f".{attribute}", f"`{attribute}`", f"{attribute.strip('_')}(")
    return contains_word(text, attribute) or any(spelling in pages() for spelling in spellings)


def contains_word(text, word):
    """Return whether a text contains a whole word."""
    return bool(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text))


def test_each_row_is_documented():
    """A page or a docstring names the subject of each row. Names, options, sets and strategies are
    exceptions, because the reference, the help and lists contain all of them.
    """
    assert [row for row, value in rows_of_file().items() if not is_documented(*row, value)] == []


def test_a_failure_changes_no_row(monkeypatch, tmp_path):
    """The file does not change if a row is missing in the package, or if collecting rows fails."""
    path = tmp_path / "contract.csv"
    monkeypatch.setattr(sys.modules[__name__], "CONTRACT", path)
    for kinds, failure in (({}, SystemExit), ({"yield": lambda: iter([1 // 0])}, ArithmeticError)):
        path.write_text("kind,name,value\nyield,2,converged\n", "utf-8")
        monkeypatch.setattr(sys.modules[__name__], "KINDS", kinds)
        rows_of_package.cache_clear()
        with pytest.raises(failure):
            write_rows()
        assert path.read_text("utf-8") == "kind,name,value\nyield,2,converged\n"
    rows_of_package.cache_clear()


def write_rows():
    """Add missing rows to the file, correct values, and print each of these rows. If a row is
    missing in the package, or an error is raised, write nothing.
    """
    expected, actual = rows_of_file(), rows_of_package()
    missing = [", ".join(row) for row in expected if row not in actual]
    if missing:
        sys.exit("\n".join(["Not written. Not in the package; delete by hand:", *missing]))
    comments = [line for line in CONTRACT.read_text("utf-8").splitlines(True) if line[0] == "#"]
    text = io.StringIO("".join(comments), newline="")
    text.seek(0, io.SEEK_END)
    rows = [(*row, value) for row, value in sorted(actual.items())]
    csv.writer(text, lineterminator="\n").writerows([("kind", "name", "value"), *rows])
    CONTRACT.write_text(text.getvalue(), "utf-8")
    for row, value in sorted(actual.items()):
        if row not in expected:
            print("added:", *row, value, sep="  ")
        elif value != expected[row]:
            print("changed:", *row, f"{expected[row]} -> {value}", sep="  ")


if __name__ == "__main__":
    write_rows()
