"""The package as a whole: what it shows of itself, and what an import of it costs."""

from __future__ import annotations

import importlib
import pydoc
import subprocess
import sys

import pytest
from conftest import ROOT

import perceptron_ref

PUBLIC = (
    "DataError DataWarning Dataset Hypothesis PerceptronError PocketRun Run Strategy StrategyError "
    "Update View add dot drawing example examples experiments pla pocket read repeat scale sign "
    "squared_norm strategies strategy testing theory updates"
)


def shown():
    """Return what `dir` shows, names of Python's own left out."""
    return [name for name in dir(perceptron_ref) if not name.startswith("_")]


def test_dir_shows_public_names_and_packages():
    """No module that these need, whatever was imported before."""
    importlib.import_module("perceptron_ref.cli.main")
    assert shown() == PUBLIC.split()


def test_help_fits_two_screens():
    """`help(perceptron_ref)` is the map of the package."""
    text = pydoc.render_doc(perceptron_ref, renderer=pydoc.plaintext)
    assert len(text.splitlines()) <= 2 * 40
    for name in ("dataset.py", "hypothesis.py", "pla.py", "pocket.py", "theory/convergence.py"):
        assert name in text
        assert (ROOT / "perceptron_ref" / name).is_file()


FRESH = """
import sys
import perceptron_ref
names = ("drawing", "experiments", "testing", "theory", "cli")
packages = ["perceptron_ref." + name for name in names]
print(*[name for name in packages if name in sys.modules])
print(perceptron_ref.theory.separability.separability.__name__, perceptron_ref.drawing.__name__,
      perceptron_ref.testing.__name__, perceptron_ref.examples.__name__)
"""


def test_public_packages_are_there_when_they_are_asked_for():
    """After `import perceptron_ref` alone, which loads none of them but `examples`."""
    words = [sys.executable, "-S", "-c", FRESH]
    out = subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    assert out.stdout.splitlines() == [
        "",
        "separability perceptron_ref.drawing perceptron_ref.testing perceptron_ref.examples",
    ]


@pytest.mark.parametrize("name", ["pla", "pocket"])
def test_the_function_is_what_the_package_calls_so(name):
    """The module of that name is found among the modules; what is in it is imported by name."""
    module = importlib.import_module(f"perceptron_ref.{name}")
    assert getattr(perceptron_ref, name) is getattr(module, name)
    assert "from perceptron_ref.pla import corrections" in perceptron_ref.__doc__
