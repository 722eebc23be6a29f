"""Notebooks: the modules that a run in a notebook loads, and the notebook of the documentation."""

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


def cells_of_type(cell_type):
    """Return the texts of the notebook's cells of a type."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == cell_type]


@pytest.mark.ci
def test_pictures_are_loaded_for_notebooks_only():
    """An import, a run and a repr do not load the package `drawing`, but showing a run in a
    notebook does.
    """
    command = [sys.executable, "-S", "-c", LOAD_DRAWING_LATE]
    printed = subprocess.check_output(command, cwd=ROOT, encoding="utf-8")
    assert printed.split() == ["False", "True"]


def test_the_notebook_is_stored_without_outputs():
    """No cell has outputs or an execution count. The format is 4.5, and the ids of cells differ."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in notebook["cells"]:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


def run_cell(namespace, source):
    """Run a cell, and return the value that the notebook shows below it."""
    *statements, last = ast.parse(source).body
    exec(compile(ast.Module(statements, type_ignores=[]), "cell", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)


def cell_values():
    """Run the notebook, and return the value of each cell."""
    namespace = {"__name__": "__main__"}
    return [run_cell(namespace, source) for source in cells_of_type("code")]


def media_types(value):
    """Return the media types in which a notebook shows a value."""
    return {"text/plain", *getattr(value, "_repr_mimebundle_", dict)()}


@pytest.mark.ci
def test_every_cell_shows_a_value():
    """Each cell ends with a value. Objects of the package are shown in HTML, some as pictures."""
    values = cell_values()
    objects = [value for value in values if type(value).__module__.startswith("perceptron_ref")]
    assert None not in values and objects
    assert all("text/html" in media_types(value) for value in objects)
    assert any("image/svg+xml" in media_types(value) for value in objects)


@pytest.mark.ci
def test_a_kernel_executes_the_notebook(tmp_path):
    """No cell fails in Jupyter. Each output has the media types of the value of its cell."""
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
    assert [{*output[0].data} for output in outputs] == [*map(media_types, cell_values())]
