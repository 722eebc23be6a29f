"""The contract: contract.csv has a row (kind, name, value) for each thing that users hold on to.

The first lines of the file say what belongs there. `python tests/test_contract.py` adds rows and
corrects values; rows of the kinds that ask `typed` are added by hand, with any value. It deletes
nothing: a row that has gone is deleted by hand, in a commit that says why.
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
values. A row goes, or changes to what a user may miss, only in a commit that says who loses what.
"""
PAGES_OF_KIND = {  # the pages that show a kind to users; other kinds may stand on any page
    "command": ["docs/formats.md"],
    "json": ["docs/formats.md", "docs/race.md", "docs/how-to/arrays.md"],
    "link": ["docs/playground.md"],
    "question": ["docs/playground/bridge.py"],
    "table": ["docs/formats.md"],
    "yield": ["docs/write-a-strategy.md"],
}
FILES = {  # in the folder where command lines run
    "data.csv": "hours,absences,passed\n12,0,yes\n3,4,no\n8.5,1,yes\n7,5,no\n",
    "wide.svm": "+1 1001:1\n-1 1:1\n",
    "mine.py": "def order(view, *, seed: int = 0):\n    yield from [range(len(view))] * 9\n",
    "broken.py": "def order(view):\n    yield len(view)\n",
    "model.json": '{"format": "perceptron_ref hypothesis 1", "w": ["-1", "2", "-3"], "names": '
    '["hours", "absences"], "sign_of_zero": 0, "labels": ["no", "yes"], "label": "passed"}',
}
# objects in JSON that several commands print; a key tells them
SHARED = {"scale": "data", "quartiles": "statistics", "approximate": "length"}
NOTHING = type("NOTHING", (), {})()  # what an empty list has
KEYED_BY_RUN = {"options", "statuses", "w", "w_last"}  # their keys depend on the run


def rows_of_file():
    """Return the rows of the contract: values by kind and name."""
    with CONTRACT.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(line for line in lines if line[0] != "#")
        return {(kind, name): value for kind, name, value in list(rows)[1:]}


def typed(kind):
    """Return the names in the file's rows of a kind."""
    return [name for other, name in rows_of_file() if other == kind]


# Names


@lru_cache(maxsize=None)
def public():
    """Return what `perceptron_ref` offers and the reference documents, by its shortest path."""
    offered = {name for name in dir(perceptron_ref) if name[0] != "_"} | {"__version__"}
    values = {f"perceptron_ref.{name}": getattr(perceptron_ref, name) for name in offered}
    for module, name in documented():
        if name not in offered:
            value = getattr(loaded(module), name)
            homes = [module[: dot.start()] for dot in re.finditer(r"\.|$", module)]
            home = next(at for at in homes if getattr(loaded(at), name, None) is value)
            values[f"{home}.{name}"] = value
    return values


def documented():
    """Yield the module and the name of each entry of docs/api."""
    for page in sorted(ROOT.glob("docs/api/*.md")):
        text = page.read_text("utf-8")
        for module, options in re.findall(r"^::: (perceptron_ref\.\S*)((?:\n .*)*)", text, re.M):
            members = re.search(r"members: \[(.*)\]", options)
            for name in members[1].split(", ") if members else defined_in(loaded(module)):
                yield module, name


def defined_in(module):
    """Return the names of `__all__`, or those of the module's own that have no underscore."""
    own = [name for name, value in vars(module).items() if inspect.getmodule(value) is module]
    return getattr(module, "__all__", [name for name in own if name[0] != "_"])


@lru_cache(maxsize=None)
def loaded(module):
    """Import a module; that for scikit-learn gets stand-ins, as this Python may have no library."""
    if module != "perceptron_ref.sklearn":
        return import_module(module)
    text = (ROOT / "perceptron_ref/sklearn.py").read_text("utf-8")
    names = {"sklearn", *re.findall(r"^ *(?:from|import) ((?:numpy|sklearn)[\w.]*)", text, re.M)}
    bases = {name: type(name, (), {}) for name in ("BaseEstimator", "ClassifierMixin")}
    modules = patch.dict(sys.modules, {name: Mock(**bases) for name in names})
    with modules, patch.object(perceptron_ref, "sklearn", create=True):  # both as before at its end
        sys.modules.pop(module, None)
        return import_module(module)


def names():
    """Yield rows of public names, with their parameters or base classes."""
    for path, value in public().items():
        bases = value.__bases__ if inspect.isclass(value) and issubclass(value, Exception) else ()
        yield path, parameters(value) or " ".join(base.__name__ for base in bases)


def parameters(value):
    """Return the names, kinds and defaults of a function's parameters, alike on every Python."""
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
    """Yield rows of attributes and methods of classes, with their parameters. If users call a
    class, it has a row `__init__`.
    """
    for name in typed("attribute"):
        owner, attribute = name.split(".")
        known = class_called(owner)
        if hasattr(known, attribute):
            yield name, parameters(getattr(known, attribute))
        elif any(attribute in assigned(base) for base in own_classes(known)):
            yield name, ""


def own_classes(known):
    """Return a class and its bases, those of Python left out."""
    return [base for base in known.__mro__ if base.__module__.startswith("perceptron_ref")]


def class_called(name):
    """Return a public class."""
    return next(value for path, value in public().items() if path.endswith(f".{name}"))


@lru_cache(maxsize=None)
def assigned(owner):
    """Return the names that a class declares, and those that its methods assign to `self`."""
    path = ROOT.joinpath(*owner.__module__.split(".")).with_suffix(".py")
    classes = {getattr(node, "name", ""): node for node in ast.parse(path.read_text("utf-8")).body}
    nodes = ast.walk(classes[owner.__name__])
    stored = [node for node in nodes if isinstance(getattr(node, "ctx", None), ast.Store)]
    return {getattr(node, "attr", getattr(node, "id", "")) for node in stored}


# What a command line takes, prints and writes


@contextmanager
def folder():
    """Make a folder with FILES the working folder; yield it."""
    folder_name = os.getcwd()
    with TemporaryDirectory() as name:
        os.chdir(name)
        try:
            for file, text in FILES.items():
                Path(file).write_text(text, "utf-8")
            yield Path(name)
        finally:
            os.chdir(folder_name)


def run_command(line):
    """Run a command; return its exit status and what it prints."""
    out, stdin = io.StringIO(), io.TextIOWrapper(io.BytesIO(FILES["data.csv"].encode()), "utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(io.StringIO()), patch("sys.stdin", stdin):
            return main(shlex.split(line)), out.getvalue()
    except SystemExit as end:
        return end.code, out.getvalue()


@lru_cache(maxsize=None)
def results():
    """Return for each command line of the file its exit status, its JSON objects by the command or
    the format that they belong to, and the columns of the table that it writes.
    """
    results = {}
    for line in typed("command"):
        with folder() as folder_name:
            status, out = run_command(line)
            printed = {line.split()[0]: json.loads(out)} if out[:1] == "{" else {}
            if (folder_name / "new.json").exists():
                printed["model"] = json.loads((folder_name / "new.json").read_text("utf-8"))
            table = (
                (folder_name / "new.csv").read_text("utf-8")
                if (folder_name / "new.csv").exists()
                else ""
            )
        results[line] = status, printed, table.partition("\n")[0]
    return results


def command_lines():
    """Yield the command lines, with their exit statuses."""
    for line, (status, _, _) in results().items():
        yield line, str(status)


def tables():
    """Yield the command lines that write a table, with its columns."""
    for line, (_, _, columns) in results().items():
        if columns:
            yield line, columns


def options():
    """Yield rows of options and words as help spells them, with the commands that take them."""
    commands = {}
    for command in sorted(COMMANDS):
        _, text = run_command(f"help {command} --all")
        for spelled in re.findall(r"^  (-\S.*?|[A-Z]\S+)(?:  .*)?$", text, re.M):
            for name in re.findall(r"(?:^|, )(-[-\w]+|[A-Z]\w+)", spelled):
                commands.setdefault(name, {}).setdefault(takes(spelled), []).append(command)
    yield "COMMAND", " ".join(sorted(COMMANDS))
    for name, rows in commands.items():
        yield name, "; ".join(f"{value}{' '.join(words)}" for value, words in rows.items())


def takes(spelled):
    """Return what an option takes: one of a few words, any value, or nothing."""
    choices = re.search(r"\{(.*)\}", spelled)
    return f"{choices[1]}: " if choices else "value: " if " " in spelled.split(", ")[-1] else ""


def keys_of_json():
    """Yield the paths of keys in JSON, with the types of their values."""
    values_of = {}
    for _, printed, _ in results().values():
        for command, record in printed.items():
            for path, value in keys(record, f"{command} "):
                values_of.setdefault(path, set()).add(value)
    for path, values in values_of.items():
        yield path, " or ".join(sorted(values - {"NOTHING"}))


def keys(value, path):
    """Yield the path to each key in JSON, and the type of what it has, or its SHARED name."""
    if isinstance(value, list):
        for item in value or [NOTHING]:
            yield from keys(item, f"{path}[]")
    elif isinstance(value, dict):
        shared = next((SHARED[key] for key in value if key in SHARED), None)
        if shared:
            yield path, shared
            path = shared
        is_free = re.split(r"\W", path)[-1] in KEYED_BY_RUN
        for key, item in (value or {"*": NOTHING}).items():
            dot = "" if path[-1] == " " else "."
            yield from keys(item, f"{path}{dot}{'*' if is_free else key}")
    elif path.endswith(" format"):
        yield path, value
    else:
        yield path, type(value).__name__.replace("NoneType", "None")


# Strategies, runs, and all else


def entry_points():
    """Yield rows of entry points: strategies with their options, others with what they start."""
    for group, lines in SETUP["options.entry_points"].items():
        for name, target in (line.split(" = ") for line in lines.strip().split("\n")):
            module, _, function = target.partition(":")
            is_strategy = group == "perceptron_ref.strategies"
            loaded = getattr(import_module(module), function)
            yield f"{group} {name}", parameters(loaded) if is_strategy else target


def examples():
    """Yield rows of the example sets and generated sets."""
    for name in re.findall(r"^example:(\S+)", run_command("examples")[1], re.M):
        yield name, ""


def checks_of_kit():
    """Yield rows of the checks of the conformance kit."""
    for check in checks("random"):
        yield check.name, ""


def questions():
    """Yield rows of the questions that the page of the playground asks its Python."""
    bridge = (ROOT / "docs/playground/bridge.py").read_text("utf-8")
    for name in re.findall(r'^    "(\w+)": _', bridge, re.M):
        yield name, ""


def settings_of_links():
    """Yield rows of the settings that a link to the playground may have."""
    state = (ROOT / "docs/playground/state.js").read_text("utf-8")
    for name in typed("link"):
        yield name, "" if re.search(rf'\["{name}", |\b{name}: "', state) else "not in state.js"


def statuses():
    """Yield expressions that make a run, with the status of the run."""
    offered = {path.rpartition(".")[2]: value for path, value in public().items()}
    for expression in typed("status"):
        yield expression, eval(expression, {**offered, "stop": stop}).status


def yields():
    """Yield values that a strategy may yield, with the status of the run or the name of the
    error.
    """
    for expression in typed("yield"):
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
    "name": names,
    "option": options,
    "question": questions,
    "status": statuses,
    "table": tables,
    "yield": yields,
}


@lru_cache(maxsize=None)
def rows_of_package():
    """Return the rows of the package: values by kind and name."""
    return {(kind, name): value for kind, rows in KINDS.items() for name, value in rows()}


def test_the_package_has_what_users_hold_on_to():
    """Each row of the contract says what the package has, and each new option, name or key of
    JSON has a row. The rows are sorted.
    """
    expected, actual = rows_of_file(), rows_of_package()
    wrong = [
        f"{', '.join(row)}\n    in the file: {expected.get(row, 'no row')}\n"
        f"    in the package: {actual.get(row, 'gone')}"
        for row in sorted({*expected, *actual})
        if expected.get(row) != actual.get(row)
    ]
    if wrong:
        pytest.fail("\n".join([HINT, *wrong]), pytrace=False)
    assert [*expected] == sorted(expected)


@lru_cache(maxsize=None)
def pages(*names):
    """Return the text of these pages, or of all."""
    paths = [ROOT / name for name in names] or [*ROOT.glob("README.md"), *ROOT.glob("docs/**/*.md")]
    return "\n".join(path.read_text("utf-8") for path in paths if path.parent.name[0] != "_")


def is_named(kind, name, value):
    """Return whether a page, a docstring or help shows a row to users."""
    text, words = pages(*PAGES_OF_KIND.get(kind, ())), re.findall(r"[\w-]+", name)[-1:]
    if kind in ("name", "option", "example"):  # the reference, help or a list: so these are found
        return True
    if name.startswith("perceptron_ref.strategies "):  # `strategies` lists it
        return True
    if kind == "attribute":
        return is_documented(*name.split("."), value)
    if kind in ("command", "status", "table"):
        words = f"| {value} |" if kind == "command" else value
        words = {*words.split(",")} - {"passed", "x1", "x2"}  # which are of the data
    elif kind == "yield":
        words = [type(eval(name)).__name__.replace("NoneType", "None")]
    elif kind == "json":
        text = " ".join(re.findall(r"`[^`\n]+`", text))
    return all(contains_word(text, word) for word in words)


def is_documented(owner, attribute, value):
    """Return whether the docstring of a class, or of an attribute, or a page has the attribute."""
    known = class_called(owner)
    text = " ".join(filter(None, (part.__doc__ for part in own_classes(known))))
    if attribute == "__init__":
        return all(contains_word(text, word) for word in re.findall(r"(\w+)(?:=[^,]+)?[,)]", value))
    own = getattr(known, attribute, None)
    if isinstance(own, (property, cached_property, FunctionType, MethodType)) and own.__doc__:
        return True
    spelled = (f".{attribute}", f"`{attribute}`", f"{attribute.strip('_')}(")
    return contains_word(text, attribute) or any(part in pages() for part in spelled)


def contains_word(text, word):
    """Return whether a text contains a whole word."""
    return bool(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text))


def test_each_row_is_documented():
    """A page or a docstring names what a row is about. Names, options, sets and strategies are
    exceptions, because the reference, the help and lists have all of them.
    """
    assert [row for row, value in rows_of_file().items() if not is_named(*row, value)] == []


def test_a_failure_changes_no_row(monkeypatch, tmp_path):
    """If a row has gone, or an error prevents the search for rows, the file stays as it is."""
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
    """Add missing rows to the file, correct its values, and print each such row. If a row has gone
    or an error is raised, write nothing.
    """
    expected, actual = rows_of_file(), rows_of_package()
    gone = [", ".join(row) for row in expected if row not in actual]
    if gone:
        sys.exit("\n".join(["Not written. Gone from the package; delete by hand:", *gone]))
    head = [line for line in CONTRACT.read_text("utf-8").splitlines(True) if line[0] == "#"]
    text = io.StringIO("".join(head), newline="")
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
