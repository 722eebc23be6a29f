"""The house as it is built: what it holds, which way imports run, what the core's file shows."""

from __future__ import annotations

import ast
import io
import sys
import tokenize

import pytest
from conftest import ROOT, SETUP

import perceptron_ref

sys.path.insert(0, str(ROOT / "docs"))
from _tools.sources import parsed, path_of  # noqa: E402

PACKAGE, STRATEGIES = ROOT / "perceptron_ref", ROOT / "strategies"
ROOMS = {  # what the top level holds, in the order of imports: each from those before it alone
    "errors": 0,
    "interrupt": 0,
    "notebook": 0,
    "vectors": 1,
    "exact": 2,
    "dataset": 3,
    "files": 4,
    "hypothesis": 5,
    "plugins": 6,
    "visits": 7,
    "run": 7.5,
    "pla": 8,
    "pocket": 9,
    "replay": 9.5,
    "sklearn": 9.5,
    "theory": 10,
    "examples": 11,
    "drawing": 13,
    "testing": 13,
    "experiments": 13.5,
    "__init__": 13.7,
    "cli": 14,
    "__main__": 15,
}
VECTORS_MAY_IMPORT = {"errors"}
OPTIONAL = {  # what some function imports when it is called, and says so where it is not there
    "testing/kit.py": {"pytest"},  # `parametrize_with_checks`
    "drawing/picture.py": {"cairosvg"},  # for PNG and PDF
    "sklearn.py": {"numpy", "sklearn"},  # what it is there for
}
OF_NO_PACKAGE = {"docs", "site", "fuzz"}  # folders of tests about the documentation, and all


def modules():
    """Return the syntax tree of every module of the package, by its dotted name inside it."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__") or "__init__"
        found[name] = parsed(path.read_text(encoding="utf-8"))
    return found


MODULES = modules()
PACKAGES = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}


def absolute(name, node):
    """Return the dotted name, inside the package, that `from ... import` in a module stands for;
    None for a module of another package.
    """
    if node.level == 0:
        top, _, inner = node.module.partition(".")
        return inner if top == "perceptron_ref" else None
    inside = [] if name == "__init__" else name.split(".")
    package = inside if PACKAGE.joinpath(*inside).is_dir() else inside[:-1]
    base = package[: len(package) - (node.level - 1)]
    return ".".join([*base, *(node.module or "").split(".")]).strip(".")


def imports(name):
    """Yield the modules of the package that one of them imports, wherever in its code, for type
    checkers or for all.
    """
    for node in ast.walk(MODULES[name]):
        if isinstance(node, ast.ImportFrom):
            base = absolute(name, node)
            if base is not None:
                for alias in node.names:
                    inner = f"{base}.{alias.name}".strip(".")
                    yield inner if inner in MODULES else base or "__init__"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                top, _, inner = alias.name.partition(".")
                if top == "perceptron_ref":
                    yield inner or "__init__"


IMPORTS = {name: sorted(set(imports(name)) - {name}) for name in MODULES}


def room(name):
    """Return the top-level name that a module belongs to."""
    return name.partition(".")[0]


@pytest.mark.parametrize("name", MODULES)
def test_imports_run_one_way(name):
    """A module imports from its own room and from those before it, be it for its types alone."""
    upwards = [
        other
        for other in IMPORTS[name]
        if room(other) != room(name) and ROOMS[room(other)] >= ROOMS[room(name)]
    ]
    assert upwards == []


def test_vectors_import_errors_alone():
    """Plain lists need neither exact numbers nor data."""
    assert set(IMPORTS["vectors"]) <= VECTORS_MAY_IMPORT


def reached_from(name):
    """Return the modules that importing one leads to."""
    reached, ahead = set(), [name]
    while ahead:
        new = set(IMPORTS[ahead.pop()]) - reached
        reached |= new
        ahead += new
    return reached


def test_no_modules_import_each_other_in_a_circle():
    """Neither in two steps nor in more, and not for their types."""
    assert [name for name in MODULES if name in reached_from(name)] == []


def test_the_top_level_is_what_a_reader_should_see():
    """Twelve modules, nine packages, what starts them and what says that they are typed."""
    here = {path.name for path in PACKAGE.iterdir() if path.name != "__pycache__"}
    packages = PACKAGES & set(ROOMS)
    assert here == {f"{name}.py" for name in set(ROOMS) - packages} | packages | {"py.typed"}
    assert packages == set(
        "exact files plugins theory examples drawing testing experiments cli".split()
    )


def calls(tree):
    """Yield the dotted name of whatever a file calls, such as "sys.stdout.write"."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            words, function = [], node.func
            while isinstance(function, ast.Attribute):
                words.append(function.attr)
                function = function.value
            yield ".".join([getattr(function, "id", ""), *reversed(words)])


def test_one_place_writes_to_the_terminal():
    """So that no line gets past the escaping: no other module prints or writes to a stream."""
    writing = {"print", "sys.stdout.write", "sys.stderr.write"}
    assert [name for name in MODULES if writing & set(calls(MODULES[name]))] == ["cli.terminal"]


def imported(tree):
    """Yield (top-level package, names) for what a file imports from elsewhere; names: None for the
    whole module.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, None
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module, {alias.name for alias in node.names}


OURS = [*sorted(PACKAGE.rglob("*.py")), *sorted(STRATEGIES.rglob("*.py"))]


@pytest.mark.skipif(sys.version_info < (3, 10), reason="sys.stdlib_module_names came with 3.10")
@pytest.mark.parametrize("path", OURS, ids=[path.relative_to(ROOT).as_posix() for path in OURS])
def test_nothing_but_the_standard_library_is_imported(path):
    """Neither the package nor the strategies need a module from elsewhere, nor a strategy by its
    dotted name.
    """
    allowed = {*sys.stdlib_module_names, "perceptron_ref"}
    if PACKAGE in path.parents:
        allowed |= OPTIONAL.get(path.relative_to(PACKAGE).as_posix(), set())
    tree = parsed(path.read_text(encoding="utf-8"))
    assert {module.partition(".")[0] for module, _ in imported(tree)} - allowed == set()


@pytest.mark.parametrize("path", sorted(STRATEGIES.glob("*.py")), ids=lambda path: path.stem)
def test_a_strategy_imports_public_names_alone(path):
    """A built-in strategy needs nothing of the package that yours could not import."""
    tree = parsed(path.read_text(encoding="utf-8"))
    for module, names in imported(tree):
        if module.partition(".")[0] == "perceptron_ref":
            assert module == "perceptron_ref"
            assert names is not None and names <= set(dir(perceptron_ref))
    for node in ast.walk(tree):
        if getattr(node, "level", 0):  # what they share; no strategy imports another
            assert (node.level, node.module) in ((1, "_again"), (1, "_draws"))


def test_the_tests_mirror_the_packages():
    """Each package has a folder of tests; of the other folders two are about the documentation,
    and one about all that can be put in.
    """
    folders = {
        path.parent.relative_to(ROOT / "tests") for path in ROOT.glob("tests/*/**/test_*.py")
    }
    assert {folder.as_posix() for folder in folders} - OF_NO_PACKAGE == PACKAGES


def test_what_is_installed_is_what_is_here():
    """setup.cfg names every package, and takes every file that is not Python along."""
    folders = {path.parent.relative_to(PACKAGE.parent) for path in PACKAGE.rglob("*.py")}
    here = {".".join(folder.parts) for folder in folders} | {"perceptron_ref_strategies"}
    assert set(SETUP["options"]["packages"].split()) == here
    named = {
        path.relative_to(ROOT).as_posix()
        for package, patterns in SETUP["options.package_data"].items()
        for pattern in patterns.split()
        for path in path_of(package).parent.glob(pattern)
    }
    assert named == {
        path.relative_to(ROOT).as_posix()
        for folder in (PACKAGE, STRATEGIES)
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }


FORMULA = "w_{t+1} = w_t + y_n x_n"


def test_the_core_shows_the_update_first():
    """In the code of `pla.py`, not in its docstring, the formula stands within the first 60 lines;
    all of it within 170.
    """
    text = (PACKAGE / "pla.py").read_text(encoding="utf-8")
    comments = [
        token
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and FORMULA in token.string
    ]
    (first, *_) = comments
    assert first.start[0] <= 60
    assert first.start[1] > 0  # beside the line of code that computes it
    assert len(text.splitlines()) <= 170
