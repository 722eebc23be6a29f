"""The package as a whole: its imports, its docstrings, and errors of its functions.

`test_contract.py` tests its public names.
"""

from __future__ import annotations

import ast
import pydoc
import re
import subprocess
import sys

import pytest
from conftest import ROOT
from messages import check_refused

import perceptron_ref
from perceptron_ref import Hypothesis, pla
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.separability import separability

OPTIONAL = {  # files that import other libraries, which need not be installed
    "perceptron_ref/__pyinstaller/hook-perceptron_ref.py": {"PyInstaller"},  # which runs this file
    "perceptron_ref/testing/kit.py": {"pytest"},  # `parametrize_with_checks`
    "perceptron_ref/drawing/picture.py": {"cairosvg"},  # for PNG and PDF
    "perceptron_ref/sklearn.py": {"numpy", "sklearn"},  # the classifier for scikit-learn
}


@pytest.fixture(scope="module")
def trees():
    """Return {path: syntax tree} for every file of the package and of the strategies."""
    paths = [
        path
        for folder in ("perceptron_ref", "strategies")
        for path in ROOT.glob(f"{folder}/**/*.py")
    ]
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in paths
    }


def imported(tree):
    """Yield the level and the name of each import in a file, also those in functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from [(0, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module


@pytest.mark.ci
@pytest.mark.skipif(sys.version_info < (3, 10), reason="sys.stdlib_module_names came with 3.10")
def test_nothing_but_the_standard_library_is_imported(trees):
    """The package and the strategies import only the standard library and OPTIONAL libraries."""
    imports = {
        (path, name.partition(".")[0])
        for path, tree in trees.items()
        for level, name in imported(tree)
        if level == 0
    }
    optional = {(path, name) for path, names in OPTIONAL.items() for name in names}
    # annotationlib belongs to the standard library from Python 3.14 on
    allowed = {*sys.stdlib_module_names, "annotationlib", "perceptron_ref"}
    assert {pair for pair in imports if pair[1] not in allowed} == optional


@pytest.mark.ci
def test_only_one_module_imports_typing_namedtuple(trees):
    """Only `named_tuples.py` imports `typing.NamedTuple`, which compiles annotations and so makes
    each start slower.
    """
    paths = [
        path
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "typing"
        if "NamedTuple" in [alias.name for alias in node.names]
    ]
    assert paths == ["perceptron_ref/named_tuples.py"]


@pytest.mark.ci
def test_a_strategy_imports_only_the_package_and_helpers_beside_it(trees):
    """Built-in strategies import from `perceptron_ref` itself, never from its modules, and from
    files in their folder whose names begin with an underscore.
    """
    imports = {
        (level, name)
        for path, tree in trees.items()
        if path.startswith("strategies/")
        for level, name in imported(tree)
        if level or name.partition(".")[0] == "perceptron_ref"
    }
    assert {name for level, name in imports if level == 0} == {"perceptron_ref"}
    assert {(level, name[0]) for level, name in imports if level} == {(1, "_")}


@pytest.mark.ci
def test_only_one_module_writes_to_the_terminal(trees):
    """Only `terminal.py`, which escapes each line, prints or writes to standard output or error."""
    writing = {
        ast.dump(ast.parse(function, mode="eval").body)
        for function in ("print", "sys.stdout.write", "sys.stderr.write")
    }
    writers = {
        path
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.dump(node.func) in writing
    }
    assert writers == {"perceptron_ref/cli/terminal.py"}


def test_the_update_rule_is_near_the_top_of_pla_py():
    """One of the first 60 lines computes the update, with the lecture's formula as a comment."""
    top = (ROOT / "perceptron_ref" / "pla.py").read_text(encoding="utf-8").splitlines()[:60]
    assert any(re.match(r" +\w.*# .*w_\{t\+1\} = w_t \+ y_n x_n", line) for line in top)


def test_the_map_of_the_package_fits_one_screen():
    """The map is the docstring of the package. It has at most 45 lines, is at the beginning of
    `help(perceptron_ref)`, and names files that exist.
    """
    text = perceptron_ref.__doc__
    assert len(text.splitlines()) <= 45
    assert pydoc.render_doc(perceptron_ref, renderer=pydoc.plaintext).index("pla.py") < 2_000
    for name in ("dataset.py", "hypothesis.py", "pla.py", "pocket.py", "theory/convergence.py"):
        assert name in text
        assert (ROOT / "perceptron_ref" / name).is_file()


def test_the_map_of_the_package_names_every_module_and_folder():
    """The map writes the name of a folder with a slash at its end."""
    folder = ROOT / "perceptron_ref"
    modules = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    packages = {f"{path.parent.name}/" for path in folder.glob("*/__init__.py")}
    names = {*re.findall(r"\w+\.py|\w+/", perceptron_ref.__doc__)}
    assert (modules | packages) - names == set()


@pytest.mark.parametrize(
    "package",
    "cli drawing engine examples exact experiments files plugins testing".split(),
)
def test_the_docstring_of_a_subpackage_names_each_of_its_modules(package):
    """Its list of modules contains no other name."""
    init, *paths = sorted((ROOT / "perceptron_ref" / package).glob("*.py"))
    text = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8")))
    modules = {path.name for path in paths}
    assert modules and modules - {*re.findall(r"\w+\.py", text)} == set()
    assert {*re.findall(r"^ *(\w+\.py)  ", text, re.MULTILINE)} <= modules


def test_all_lists_of_files_to_read_are_in_the_same_order():
    """The map, README in both languages and CONTRIBUTING list the same files."""
    path = r"(?:perceptron_ref|strategies|theory)/\w[\w/]*\.py"
    texts = [
        (ROOT / name).read_text(encoding="utf-8")
        for name in ("README.md", "docs/README.zh-TW.md", "CONTRIBUTING.md")
    ]
    linked = [re.findall(rf"\]\((?:\.\./)?({path})\)", text) for text in texts]
    order = re.findall(r"^    ([\w/]+\.py) ", perceptron_ref.__doc__, re.MULTILINE)
    assert order[-1] == "strategies/cyclic.py"  # where README links the folder
    for paths in linked:
        assert paths[: len(order) - 1] == [f"perceptron_ref/{name}" for name in order[:-1]]


USE_PACKAGES = """
import sys
import perceptron_ref
names = ("drawing", "experiments", "testing", "theory", "cli")
packages = ["perceptron_ref." + name for name in names]
print(*[name for name in packages if name in sys.modules])
print(perceptron_ref.theory.separability.separability.__name__, perceptron_ref.drawing.__name__,
      perceptron_ref.testing.__name__, perceptron_ref.examples.__name__)
"""


@pytest.mark.ci
def test_public_packages_are_loaded_at_their_first_use():
    """`import perceptron_ref` loads none of drawing, experiments, testing, theory and cli. They are
    loaded when they are used.
    """
    command = [sys.executable, "-S", "-c", USE_PACKAGES]
    printed = subprocess.check_output(command, cwd=ROOT, encoding="utf-8")
    assert printed.splitlines() == [
        "",
        "separability perceptron_ref.drawing perceptron_ref.testing perceptron_ref.examples",
    ]
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        perceptron_ref.nothing


RUN_FIT = """
import sys
from perceptron_ref.cli.main import main
main(["fit"])
print("loaded:", *sorted(sys.modules))
"""


def test_fit_without_arguments_does_not_import_rarely_needed_modules():
    """`fit` imports none of these modules, which only errors, files or large data need, and not
    `typing`, which only type checkers need.
    """
    command = [sys.executable, "-S", "-c", RUN_FIT]
    printed = subprocess.check_output(command, cwd=ROOT, stdin=subprocess.DEVNULL, encoding="utf-8")
    loaded = {*printed.rpartition("loaded:")[2].split()}
    of_package = "files.unsupported_formats cli.output_files exact.blocks plugins.user_errors"
    rarely_needed = {f"perceptron_ref.{name}" for name in [*of_package.split(), "cli.hints"]}
    rarely_needed |= {"select", "tempfile", "inspect", "difflib", "json", "encodings.utf_8_sig"}
    if sys.version_info[:2] != (3, 9):  # in 3.9 `importlib` imports `typing`
        rarely_needed.add("typing")
    assert "perceptron_ref.cli.report" in loaded
    assert loaded & rarely_needed == set()


H = Hypothesis([1, 2, 3])


FUNCTIONS = [pla, pla_with_bias, separability, fewest_mistakes, H.mistakes]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions_of_a_dataset_refuse_rows(function):
    """Five functions that take a Dataset refuse a list of rows, and the error says how to make a
    Dataset.
    """
    check_refused("found [[1, 2]] …data; …a Dataset…Dataset(rows, labels)", function, [[1, 2]])


@pytest.mark.ci
def test_every_module_can_be_imported_without_scikit_learn():
    """All modules can be imported, because documentation tools import them. A call of the
    classifier says what to install. pip needs --upgrade if an older version is installed.
    """
    code = """
import pkgutil, sys
from importlib import import_module
sys.modules["sklearn"] = None
import perceptron_ref
for module in pkgutil.walk_packages(perceptron_ref.__path__, "perceptron_ref."):
    if "__main__" not in module.name:
        import_module(module.name)
try:
    perceptron_ref.sklearn.PerceptronClassifier("pla", max_updates=3)
except ImportError as error:
    print(error)
"""
    printed = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, encoding="utf-8")
    assert printed.rstrip().endswith("`python -m pip install --upgrade scikit-learn`")


def test_a_star_import_includes_names_that_are_loaded_at_their_first_use():
    """`repeat` and `Strategy` are such names. Python raises an error if a name of `__all__` is
    missing.
    """
    namespace = {}
    exec("from perceptron_ref import *", namespace)
    assert {"pla", "repeat", "Strategy"} < {*namespace}
