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
IN_EACH_CHANGE = ("mypy", "pyright")
VERDICTS = [
    pytest.param(name, marks=pytest.mark.ci if name in IN_EACH_CHANGE else pytest.mark.release)
    for name in CHECKERS
]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return the Python of an environment that has the files of a wheel, and nothing else."""
    folder = tmp_path_factory.mktemp("types") / "env"
    venv.create(folder, symlinks=os.name != "nt")
    (site,) = folder.glob("lib/python*/site-packages")
    for package in ("perceptron_ref", "strategies"):
        installed_as = package.replace("strategies", "perceptron_ref_strategies")
        leave_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, site / installed_as, ignore=leave_out)
    return folder / "bin" / "python"


def run_tool(name, command, folder, *first):
    """Run a tool that is installed beside this Python; return what it prints.

    first: folders of other programs, which the tool finds before those beside this Python.
    """
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name}: not installed")
    program, *words = command.split()
    beside = os.path.dirname(sys.executable)
    variables = {**os.environ, "PATH": os.pathsep.join([*first, beside, os.environ["PATH"]])}
    completed = subprocess.run(
        [sys.executable, "-m", program, *words] if name == "mypy" else [program, *words],
        cwd=folder,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return completed.stdout


@pytest.mark.ci
def test_every_public_type_is_known(installed, tmp_path):
    """pyright finds the type of each name, attribute and parameter.

    Classes that derive from scikit-learn's are exceptions, because scikit-learn has no types.
    """
    verify = "--verifytypes perceptron_ref --ignoreexternal --outputjson"
    # which looks for the package where the `python` of the path has it
    output = run_tool("pyright", f"pyright {verify}", tmp_path, str(installed.parent))
    symbols = json.loads(output)["typeCompleteness"]["symbols"]
    knowledge = {s["name"]: s["isTypeKnown"] and not s["isTypeAmbiguous"] for s in symbols}
    unknown = {name for name, is_known in knowledge.items() if not is_known}
    assert "perceptron_ref.run.Run.w" in knowledge
    assert unknown == {"perceptron_ref.sklearn.PerceptronClassifier"}


def test_valid_statements_run_and_wrong_ones_raise():
    """For each statement of the file, Python agrees with its comment."""
    assert len(STATEMENTS) - len(WRONG) >= 60 and len(WRONG) >= 30
    names = {"__name__": "user"}
    for statement in STATEMENTS:
        code = compile(ast.Module([statement], []), str(USER), "exec")
        if statement.lineno in WRONG:
            with pytest.raises((AttributeError, ImportError, PerceptronError, TypeError)):
                exec(code, names)
        else:
            exec(code, names)


@pytest.mark.parametrize("checker", VERDICTS)
def test_checkers_report_the_wrong_statements_and_no_other(checker, installed, tmp_path):
    """Each type checker, in its strict mode if it has one, reports exactly the lines marked `#
    wrong`.
    """
    shutil.copy(str(USER), str(tmp_path))
    command = CHECKERS[checker].format(python=installed)
    output = run_tool(checker, f"{command} {USER.name}", tmp_path)
    lines = [line for line in output.splitlines() if not re.search(r"note:|information:", line)]
    reported = {int(n) for line in lines for n in re.findall(rf"{USER.name}:(\d+)", line)[:1]}
    assert reported == WRONG, output
