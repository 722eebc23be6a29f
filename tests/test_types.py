"""Type checkers and Python agree about code that uses the package."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import venv

import pytest
from conftest import ROOT

from perceptron_ref import PerceptronError

USER = ROOT / "tests" / "user_of_types.py"
SOURCE = USER.read_text(encoding="utf-8")
STATEMENTS = ast.parse(SOURCE).body
WRONG = {n for n, line in enumerate(SOURCE.splitlines(), start=1) if line.endswith("# wrong")}
CHECKERS = {
    "mypy": "mypy --strict --python-executable {python}",
    "pyright": "pyright --pythonpath {python}",
    "ty": "ty check --output-format concise --python {python}",
    "pyrefly": "pyrefly check --preset default --output-format min-text "
    "--python-interpreter-path {python}",
    "zuban": "zuban check --strict --python-executable {python}",
}
MARKS = {"mypy": pytest.mark.ci, "pyright": pytest.mark.ci}  # the other checkers: release
CHECKER_PARAMS = [
    pytest.param(name, marks=MARKS.get(name, pytest.mark.release)) for name in CHECKERS
]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return the Python of an environment that contains the files of a wheel, and nothing else."""
    folder = tmp_path_factory.mktemp("types") / "env"
    venv.create(folder, symlinks=os.name != "nt")
    (site,) = folder.glob("lib/python*/site-packages")
    for package in ("perceptron_ref", "strategies"):
        installed_name = package.replace("strategies", "perceptron_ref_strategies")
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, site / installed_name, ignore=ignored)
    return folder / "bin" / "python"


def run_tool(name, command, folder, *first_folders):
    """Run a tool that is installed beside this Python; return what it prints.

    first_folders: where the tool looks for other programs before the folder of this Python.
    """
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name}: not installed")
    program, *arguments = command.split()
    folders = [*first_folders, os.path.dirname(sys.executable), os.environ["PATH"]]
    completed = subprocess.run(
        [sys.executable, "-m", program, *arguments] if name == "mypy" else [program, *arguments],
        cwd=folder,
        env={**os.environ, "PATH": os.pathsep.join(folders)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return completed.stdout


@pytest.mark.ci
def test_every_public_type_is_known(installed, tmp_path):
    """pyright knows the type of each name, attribute and parameter.

    The classifier is an exception, because scikit-learn has no type annotations.
    """
    options = "--verifytypes perceptron_ref --ignoreexternal --outputjson"
    # pyright looks for the package in the environment of the first `python` on PATH
    output = run_tool("pyright", f"pyright {options}", tmp_path, str(installed.parent))
    symbols = json.loads(output)["typeCompleteness"]["symbols"]
    is_known = {s["name"]: s["isTypeKnown"] and not s["isTypeAmbiguous"] for s in symbols}
    assert "perceptron_ref.run.Run.w" in is_known
    unknown = {name for name in is_known if not is_known[name]}
    assert unknown == {"perceptron_ref.sklearn.PerceptronClassifier"}


def test_valid_statements_run_and_wrong_ones_raise():
    """A statement of the file raises an error if and only if its line ends in `# wrong`."""
    assert set() < WRONG < {statement.lineno for statement in STATEMENTS}
    namespace = {"__name__": "user"}
    for statement in STATEMENTS:
        code = compile(ast.Module([statement], []), str(USER), "exec")
        if statement.lineno in WRONG:
            with pytest.raises((AttributeError, ImportError, PerceptronError, TypeError)):
                exec(code, namespace)
        else:
            exec(code, namespace)


@pytest.mark.parametrize("checker", CHECKER_PARAMS)
def test_checkers_report_the_wrong_statements_and_no_other(checker, installed, tmp_path):
    """Each type checker reports exactly the lines that end in `# wrong`. mypy and zuban run in
    strict mode, and the others in their default mode.
    """
    shutil.copy(str(USER), str(tmp_path))
    command = CHECKERS[checker].format(python=installed)
    output = run_tool(checker, f"{command} {USER.name}", tmp_path)
    lines = [line for line in output.splitlines() if not re.search(r"note:|information:", line)]
    reported = {int(n) for line in lines for n in re.findall(rf"{USER.name}:(\d+)", line)[:1]}
    assert reported == WRONG, output
