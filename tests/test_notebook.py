"""Notebooks: the modules that they load, and the notebook of the documentation."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys

import pytest
from conftest import ROOT

NOTEBOOK = ROOT / "docs" / "notebooks" / "first-steps.ipynb"

LOAD_DRAWING_LATE = """
import sys
from perceptron_ref import example, pla
run = pla(example("or"))
repr(run)
print("perceptron_ref.drawing" in sys.modules)
run._repr_mimebundle_()
print("perceptron_ref.drawing" in sys.modules)
"""


def cells(kind):
    """Return the texts of the notebook's cells of a kind."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == kind]


@pytest.mark.ci
def test_pictures_are_loaded_for_notebooks_only():
    """An import, a run and a repr do not load the package of pictures. The form for notebooks
    does.
    """
    words = [sys.executable, "-S", "-c", LOAD_DRAWING_LATE]
    process = subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout.split() == ["False", "True"]


def test_the_notebook_is_stored_without_outputs():
    """No cell has an output or a count of executions. The format is 4.5, and ids of cells
    differ.
    """
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in notebook["cells"]:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


def run_cell(names, source):
    """Run a cell, and return the value that the notebook shows below it."""
    *statements, last = ast.parse(source).body
    exec(compile(ast.Module(statements, type_ignores=[]), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.ci
def test_every_cell_shows_a_value():
    """Each cell ends with a value. All but one of the values are objects of the package, which
    have a form for notebooks.
    """
    names = {"__name__": "__main__"}
    values = [run_cell(names, source) for source in cells("code")]
    plain = [value for value in values if not hasattr(value, "_repr_mimebundle_")]
    assert len(plain) == 1  # h([9, 2]), its score and the threshold
    assert [str(part) for part in plain[0]] == ["1", "913/10", "6"]
    for value in values:
        if value is not plain[0]:
            assert value._repr_mimebundle_()["text/html"]


@pytest.mark.ci
def test_a_kernel_executes_the_notebook(tmp_path):
    """No cell fails in Jupyter. All outputs but one have HTML, and at least nine have a picture."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    resources = {"metadata": {"path": str(tmp_path)}}
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    environment = {**os.environ, "PYTHONPATH": path, "JUPYTER_PLATFORM_DIRS": "1"}
    client = nbclient.NotebookClient(notebook, timeout=120, resources=resources)
    client.execute(env=environment)
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert [len(output) for output in outputs] == [1] * len(outputs)
    kinds = [set(output[0].data) for output in outputs]
    assert sum("text/html" in kind for kind in kinds) == len(kinds) - 1
    assert sum("image/svg+xml" in kind for kind in kinds) >= 9
