"""What users hold on to: contract.csv has a row (kind, name, value) for each such thing.

A row goes or changes only in a commit whose message says which user loses what, and why.
`python tests/test_contract.py` writes the rows anew, and `git diff` shows what changed.

The rows of most KINDS are found by looking at the package. All others are typed into the file, with
or without a value, as are those of "command" and "object": the name is what a user types, a command
line or an expression, and the value is what comes of it.
"""

import argparse
import csv
import gzip  # noqa: F401  # as others below, for expressions in the file
import inspect
import io
import itertools  # noqa: F401
import json
import os
import pickle
import re
import shlex
import subprocess  # noqa: F401
import sys
import warnings
import zlib
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from decimal import Decimal  # noqa: F401
from fractions import Fraction  # noqa: F401
from functools import lru_cache, partial  # noqa: F401
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from conftest import ROOT, SETUP

import perceptron_ref
from perceptron_ref import Hypothesis, example, pla, strategies
from perceptron_ref.cli.main import main

CONTRACT = Path(__file__).with_name("contract.csv")
RULE = """\
The package and tests/contract.csv differ. A row goes or changes only in a commit whose message says
which user loses what, and why; `python tests/test_contract.py` writes the rows anew.
"""
# attributes without an underscore that are made for the package alone
INTERNAL = {
    *("Course.entrant", "Course.made", "Dataset.rows", "strategy('random', seed=7).who"),
}
# classes that users call; of the others the package makes the objects
CALLED = {"Course", "Dataset", "Hypothesis", "Proof", "Race", "Separator"}
FILES = {  # in the folder where rows are tried
    "data.csv": "hours,absences,passed\n12,0,yes\n3,4,no\n8.5,1,yes\n7,5,no\n",
    "wide.svm": "+1 1001:1\n-1 1:1\n",
    "mine.py": "def order(view, *, seed: int = 0):\n    yield from [range(len(view))] * 9\n",
    "broken.py": "def order(view):\n    yield len(view)\n",
    "model.json": '{"format": "perceptron_ref hypothesis 1", "w": ["-1", "2", "-3"], "names": '
    '["hours", "absences"], "sign_of_zero": 0, "labels": ["no", "yes"], "label": "passed"}',
    "both.py": "def one(view):\n    yield 0\n\n\ndef two(view, *, first=0):\n    yield first\n",
}
GONE = "cannot be imported"
MANY = {None: "one", "?": "one or none", "*": "any number", "+": "one or more", 0: "flag"}
FREE = {"options", "statuses", "w", "w_last", "w_f"}  # objects in JSON whose keys depend on data


@lru_cache(maxsize=None)
def rows_of_file():
    """Return the rows of the contract: values by kind and name."""
    with CONTRACT.open(encoding="utf-8", newline="") as lines:
        return {(kind, name): value for kind, name, value in list(csv.reader(lines))[1:]}


def typed(kind):
    """Return the names in the file's rows of a kind."""
    return [name for each, name in rows_of_file() if each == kind]


# What is looked at

BELOW = ("line_sweep", "linear_system", "min_norm_point")
INSIDE = {f"perceptron_ref.theory.{name}" for name in BELOW}


@lru_cache(maxsize=None)
def public():
    """Return what is public, by its shortest path: what the package and its packages list, and what
    pages of the documentation show or import.
    """
    pages = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("docs/*/*.md"))]
    text = "\n".join(page.read_text("utf-8") for page in pages)
    ours = r"(perceptron_ref(?!_|\.sklearn)\S*)"
    listed = [(perceptron_ref.__name__, [*dir(perceptron_ref), "__version__"])]
    for _, package in inspect.getmembers(perceptron_ref, inspect.ismodule):
        listed.append((package.__name__, getattr(package, "__all__", [])))
    for module, options in re.findall(rf"^::: {ours}((?:\n .*)*)", text, re.M):
        members = re.search(r"members: \[(.*)\]", options)
        listed.append((module, members[1].split(", ") if members else defined_in(module)))
    for module, names in re.findall(rf"from {ours} import (\w[\w, ]*)", text):
        listed.append((module, re.findall(r"\w+", names)))
    found = {}
    for path, name in ((f"{module}.{name}", name) for module, names in listed for name in names):
        value = looked_up(path, getattr(perceptron_ref, name, GONE))
        is_new = value is GONE or not any(value is other for other in found.values())
        if is_new and path not in INSIDE and not re.match("_(?!_version)", name):
            found[path] = value
    return found


def defined_in(module):
    """Return the names that a module makes public: of `__all__`, or without an underscore."""
    module = import_module(module)
    own = [name for name, value in vars(module).items() if inspect.getmodule(value) is module]
    return getattr(module, "__all__", [name for name in own if name[0] != "_"])


def looked_up(path, default=GONE):
    """Return what has this path, or the default."""
    module, _, name = path.rpartition(".")
    try:
        return getattr(import_module(module), name, default)
    except ImportError:
        return default


@lru_cache(maxsize=None)
def samples():
    """Return the objects that users meet, by the expressions of the kind "object"."""
    return {expression: evaluated(expression) for expression in typed("object")}


@lru_cache(maxsize=None)
def parsers():
    """Return the parser of the whole command line, as "", and that of each command."""
    found, print_help = [], argparse.ArgumentParser.print_help
    argparse.ArgumentParser.print_help = lambda self, file=None: found.append(self)
    try:
        run_command("--help")
        names = next(each.choices for each in found[0]._actions if isinstance(each.choices, dict))
        for name in names:
            run_command(f"help {name} --all")
    finally:
        argparse.ArgumentParser.print_help = print_help
    return dict(zip(["", *names], found))


@lru_cache(maxsize=None)
def commands():
    """Return what came of each command line: exit status, output, and the files written."""
    found = {}
    for line in typed("command"):
        with folder() as here:
            before = {*here.rglob("*")}
            status, out = run_command(line)
            files = [each for each in sorted({*here.rglob("*")} - before) if each.is_file()]
            written = {str(each.relative_to(here)): each.read_text("utf-8") for each in files}
            found[line] = status, out, written
    return found


# How it is spelled


def signature(function):
    """Return the names, kinds and defaults of the parameters, alike on every Python."""
    found = inspect.signature(function)
    bare = [each.replace(annotation=each.empty) for each in found.parameters.values()]
    text = str(found.replace(parameters=bare, return_annotation=found.empty))
    return re.sub(r"<function .*? at \w+>", "...", text)


def type_of(value):
    """Return the type of a value, with the types of what it holds."""
    if type(value) in (list, tuple):
        return f"{type(value).__name__}[{' | '.join(sorted(set(map(type_of, value))))}]"
    if isinstance(value, dict):
        return type_of([*value.values()]).replace("list", "dict", 1)
    return "None" if value is None else "function" if callable(value) else type(value).__name__


def leaves(value, path=""):
    """Yield the paths that lead through JSON to its ends, with the type of what is there."""
    if isinstance(value, dict) and value:
        is_free = re.split(r"\W", path)[-1] in FREE
        for key, each in value.items():
            yield from leaves(each, f"{path}.{'*' if is_free else key}".lstrip("."))
    elif isinstance(value, list) and value:
        for each in value:
            yield from leaves(each, f"{path}[]")
    else:
        yield path, type_of(value)


def types_in(found):
    """Yield each path in JSON with its types, and the options or the status that it comes with.

    found: what was printed, by the words on the command line and the exit status.
    """
    paths = {}
    for words, value in found.items():
        for path, kind in leaves(value):
            paths.setdefault(path, {}).setdefault(words, set()).add(kind)
    for path, kinds in paths.items():
        when = "" if len(kinds) == len(found) else f", {signs({*kinds}, found)}"
        yield path, " or ".join(sorted(set().union(*kinds.values()))) + when


def signs(some, found):
    """Return the options, or the exit status, that tell some command lines from the others."""
    every = {sign for words in some for sign in words if sign.startswith(("--", "status "))}
    having = {sign: {words for words in found if sign in words} for sign in every}
    chosen, left = [], some
    for sign in sorted(every, key=lambda sign: (-len(having[sign]), sign)):
        if having[sign] <= some and having[sign] & left:
            chosen.append(sign)
            left = left - having[sign]
    return "sometimes" if left else f"with {' or '.join(sorted(chosen))}"


# Rows that are found: each function yields names and values


def names():
    for path, value in public().items():
        if inspect.isclass(value):
            made = signature(value) if value.__name__ in CALLED else ""
            bases = [base.__name__ for base in value.__bases__ if is_known(base)]
            fields = f" of {', '.join(value._fields)}" if hasattr(value, "_fields") else ""
            yield path, f"class{made}{', also ' * bool(bases)}{', '.join(bases)}{fields}"
        elif inspect.isroutine(value):
            yield path, signature(value)
        else:
            yield path, GONE if value is GONE else "module" if inspect.ismodule(value) else "value"


def is_known(base):
    """Tell whether a base class is public, or Python's own."""
    return base is not object and (base.__module__ == "builtins" or base in public().values())


def attributes():
    seen = {*map(type, samples().values())}
    for path, value in public().items():
        if inspect.isclass(value) and value not in seen and not issubclass(value, Exception):
            yield path, "no row of the kind object makes one"
    for expression, value in samples().items():
        kind = type(value)
        name = kind.__name__ if kind in public().values() else expression
        known = {each for base in kind.__mro__[1:] for each in inherited(base)}
        for each in sorted({*dir(value)} - known):
            if each[0] != "_" and f"{name}.{each}" not in INTERNAL:
                spelled = signature if callable(getattr(kind, each, None)) else type_of
                yield f"{name}.{each}", spelled(getattr(value, each))


def inherited(base):
    """Return the names that a class has from a base that has rows of its own, or is Python's."""
    like = next((each for each in samples().values() if type(each) is base), None)
    return dir(like if base.__module__.startswith("perceptron_ref") else base)


def objects():
    """What Python's own functions and a notebook do with an object."""
    for expression, value in samples().items():
        able = [f"call{signature(value)}"] if callable(value) else []
        for each in ("len", "iter", "getitem", "lt", "eq"):
            makers = [base for base in type(value).__mro__ if f"__{each}__" in vars(base)]
            able += [each] if makers and makers[0].__module__ != "builtins" else []
        if hasattr(value, "_repr_mimebundle_"):
            able.append(f"notebook {' '.join(sorted(value._repr_mimebundle_()))}")
        with suppress(Exception):
            able += ["pickle"] if pickle.loads(pickle.dumps(value)) is not None else []
        known = [type(value).__name__] if type(value) in public().values() else []
        yield expression, ", ".join(known + able)


def options():
    for command, parser in parsers().items():
        for action in parser._actions:
            if action.dest != "help" or not command:
                flags = action.option_strings or [str(action.metavar)]
                apart = all(flag.startswith("--") for flag in flags)  # two names of one option
                for words in flags if apart else [" ".join(flags)]:
                    yield f"{command} {words}".strip(), option(action)


def option(action):
    """Return what a user of an option, or of a word without a hyphen, knows of it."""
    is_word, told = not action.option_strings, action.help or ""
    default = re.search(r"\(default: [^\s;)]+(; Pocket: \S+)?\)", told)
    found = [
        "" if is_word else action.metavar,
        " | ".join(map(str, action.choices or ())),
        MANY.get(action.nargs) if is_word or action.nargs is not None else "",
        "required" if action.required and not is_word else "",
        default and default[0].strip("()"),
    ]
    return ", ".join(filter(None, found))


def command_lines():
    for line, (status, _, files) in commands().items():
        yield line, f"{status}{', writes ' * bool(files)}{' '.join(files)}"


def keys_printed():
    by_command = {}
    for line, (status, out, _) in commands().items():
        words = (*shlex.split(line), f"status {status}")
        if out.startswith("{"):
            by_command.setdefault(words[0], {})[words] = json.loads(out)
    for command, found in by_command.items():
        for path, kinds in types_in(found):
            yield f"{command} {path}", kinds


def keys_of_models():
    models = {}
    for line, (_, _, files) in commands().items():
        for text in (files[name] for name in files if name.endswith(".json")):
            models[tuple(shlex.split(line))] = json.loads(text)
    yield "formats written", ", ".join(sorted({each["format"] for each in models.values()}))
    yield from types_in(models)


def built_in_strategies():
    for name, entries in strategies().items():
        for entry in (each for each in entries if each.built_in):
            yield name, signature(entry.load())


def examples():
    for name in re.findall(r"^example:(\S+)", commands()["examples"][1], re.M):
        D = example(name)
        numbers = f"{D.xs} {D.ys} {D.names} {D.labels} {D.label_name}"
        yield name, f"N={D.N} d={D.d} crc32={zlib.crc32(numbers.encode()):08x}"


def entry_points():
    for group, lines in SETUP["options.entry_points"].items():
        for line in lines.split("\n")[1:]:
            yield f"{group} {line.split(' = ')[0]}", line.split(" = ")[1]


def classifier():
    """What `perceptron_ref.sklearn` has, by its text, as it imports scikit-learn."""
    text = (ROOT / "perceptron_ref/sklearn.py").read_text("utf-8")
    for name, parameters in re.findall(r"    def (__init__|[a-z]\w*)\(([^)]*)\)", text):
        yield f"PerceptronClassifier.{name}", " ".join(parameters.split())
    for name in {*re.findall(r"self\.(\w+[a-z]_)\b", text)}:
        yield f"PerceptronClassifier.{name}", "learned"


# Rows that are tried


@contextmanager
def folder():
    """Make a folder with FILES and a model the working folder; yield it."""
    here = os.getcwd()
    with TemporaryDirectory() as name:
        os.chdir(name)
        try:
            for file, text in FILES.items():
                Path(file).write_text(text, "utf-8")
            yield Path(name)
        finally:
            os.chdir(here)


def run_command(line, error=None):
    """Run a command; return its exit status and what it prints. error: what printing raises."""
    out, stdin = io.StringIO(), sys.stdin
    if error:
        out.write = lambda text: (_ for _ in ()).throw(error)
    sys.stdin = io.TextIOWrapper(io.BytesIO(FILES["data.csv"].encode()), "utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            return main(shlex.split(line)), out.getvalue()
    except SystemExit as end:
        return end.code, out.getvalue()
    except Exception as broken:
        return f"raises {broken!r}", out.getvalue()
    finally:
        sys.stdin = stdin


def reading(text, name="typed.csv", **options):
    """Read a file with this text; return features, labels, examples, and whether it warns."""
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with warnings.catch_warnings(record=True) as doubts:
        warnings.simplefilter("always")
        D = perceptron_ref.read(name, **options)
    rows = [f"{' '.join(map(str, x[1:]))}: {y:+d}" for x, y in zip(D.xs, D.ys)]
    about = f"{' '.join(D.names)}: {D.label_name} {D.labels}"
    return " | ".join([about, *rows, *["warns"] * bool(doubts)])


def loading(text):
    """Return the hypothesis of a model with this text."""
    Path("typed.json").write_text(text, "utf-8")
    h = Hypothesis.load("typed.json")
    return f"{h} {h.names} sign(0)={h.sign_of_zero} {h.label_name} {h.labels}"


def yielding(*answers, **options):
    """Return the run of a strategy that gives these answers, and then ends."""
    run = pla(example("or"), lambda view: iter(answers), **options)
    return f"{run.status}, n = {run.n}, {run.visits} visits"


def asking(question):
    """Return what a view answers before the first visit."""
    answers = []
    pla(example("or"), lambda view: iter([answers.append(question(view))]))
    return answers[0]


def stopping(*step):
    raise StopIteration


def evaluated(expression):
    known = {path.rpartition(".")[2]: value for path, value in public().items()}
    with folder():
        return eval(expression, {**globals(), **known})


def tried(kind):
    """Yield each expression with its value, or the error that it raises."""
    for expression in typed(kind):
        try:
            value = evaluated(expression)
        except Exception as error:
            value = f"raises {type(error).__name__}"
        yield expression, value if isinstance(value, str) else repr(value)


KINDS = {
    "attribute": attributes,
    "classifier": classifier,
    "command": command_lines,
    "entry point": entry_points,
    "example": examples,
    "json": keys_printed,
    "model": keys_of_models,
    "name": names,
    "object": objects,
    "option": options,
    "strategy": built_in_strategies,
}


def rows_of_package():
    found = {}
    for kind in {*KINDS, *(kind for kind, _ in rows_of_file())}:
        try:
            rows = KINDS[kind]() if kind in KINDS else tried(kind)
            found.update({(kind, name): value for name, value in rows})
        except Exception as error:
            found[kind, ""] = f"raises {error!r}"
    return found


def test_the_package_is_what_users_hold_on_to():
    """Each public thing has one row in contract.csv, and each row says what the package has."""
    expected, found, told = rows_of_file(), rows_of_package(), []
    for row in sorted({*expected, *found}):
        kind, name = row
        if row not in expected:
            told.append(f"no row:  {kind}, {name}, {found[row]}")
        elif row in found and found[row] != expected[row]:
            told.append(f"changed: {kind}, {name}, {expected[row]}\n    now: {found[row]}")
        elif row not in found and (kind, "") not in found:
            told.append(f"gone:    {kind}, {name}, {expected[row]}")
    if told or list(expected) != sorted(expected):
        pytest.fail("\n".join([RULE, *(told or ["The rows are not sorted."])]), pytrace=False)


if __name__ == "__main__":
    every = sorted((*row, value) for row, value in rows_of_package().items())
    with CONTRACT.open("w", encoding="utf-8", newline="") as lines:
        csv.writer(lines, lineterminator="\n").writerows([("kind", "name", "value"), *every])
