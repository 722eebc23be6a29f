"""Several classes need one model for each class, and a script that compares the distances."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import ROOT

SPECIES = ["setosa", "versicolor", "virginica"]


@pytest.fixture
def iris(tmp_path, monkeypatch):
    """Change to a folder with a file of three species."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "perceptron_ref" / "examples" / "iris.csv").read_text(encoding="utf-8")
    (tmp_path / "iris.csv").write_text(text, encoding="utf-8")


@pytest.mark.usefixtures("iris")
def test_the_error_about_three_labels_says_what_to_do(fit):
    """The error suggests --positive, and one model for each label. A page of the documentation
    shows how.
    """
    exit_status, _, err = fit("iris.csv")
    assert exit_status == 1 and "--positive setosa" in err
    assert "To tell all labels apart, fit one model for each label." in err
    page = (ROOT / "docs" / "how-to" / "own-file.md").read_text(encoding="utf-8")
    assert "--positive $species --pocket" in page


@pytest.mark.usefixtures("iris")
def test_the_largest_distance_decides_between_three_classes(command):
    """`fit` and `predict` make a model and a table of distances for each class. With these tables,
    the script of the documentation classifies 141 of 150 examples correctly.
    """
    for species in SPECIES:
        model = f"{species}.json"
        command("fit", "iris.csv", "--positive", species, "--pocket", "--save", model)
        command("predict", model, "iris.csv", "--margins", "--csv", f"{species}.csv")
    script = ROOT / "docs" / "code" / "largest_distance.py"
    completed = subprocess.run(
        [sys.executable, str(script)], capture_output=True, encoding="utf-8", check=True
    )
    assert completed.stdout == "141 of 150 are right\n"
