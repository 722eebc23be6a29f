"""What is built is what runs: the wheel, `pip install .`, `pip install -e .` and the bare checkout give the same results."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from configparser import ConfigParser

import pytest
from conftest import ROOT

import perceptron_ref
from perceptron_ref.golden import EXPECTED

SOURCES = ("perceptron_ref", "strategies", "setup.cfg", "pyproject.toml", "README.md", "LICENSE")
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def output_of(*words, cwd):
    """Run a command to its end and return what it printed; fail with all of it where it failed."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    process = subprocess.run(
        [*map(str, words)],
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stdout
    return process.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Return a copy of the sources alone, so that building leaves nothing in the checkout."""
    folder = tmp_path_factory.mktemp("source")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    """Return the wheel, built by way of the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    output_of(sys.executable, "-m", "build", "--outdir", folder, source, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def environment_with(folder, *what):
    """Return a fresh environment with that installed."""
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / SCRIPTS / "python"
    output_of(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", *what, cwd=folder)
    return folder / SCRIPTS


def test_the_wheel_holds_two_packages_and_nothing_else(wheel):
    """`perceptron_ref` and `perceptron_ref_strategies`, with their data, types and licence."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    version = perceptron_ref.__version__
    assert {name.partition("/")[0] for name in names} == {
        "perceptron_ref",
        "perceptron_ref_strategies",
        f"perceptron_ref-{version}.dist-info",
    }
    expected = {
        "perceptron_ref/py.typed",
        "perceptron_ref_strategies/py.typed",
        "perceptron_ref/golden.csv",
        "perceptron_ref/examples/iris.csv",
        "perceptron_ref/commands/fit.py",
        "perceptron_ref_strategies/worst_margin.py",
    }
    assert expected <= set(names)
    assert any(name.endswith("LICENSE") for name in names)
    for package, folder in (("perceptron_ref", "perceptron_ref"), ("perceptron_ref_strategies", "strategies")):
        here = {path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob("*.py")}
        assert {
            name[len(package) + 1 :] for name in names if name.startswith(f"{package}/") and name.endswith(".py")
        } == here


def test_the_metadata_of_the_wheel(wheel):
    """No dependency, Python from 3.8, the version of the package, the entry points of setup.cfg."""
    with zipfile.ZipFile(wheel) as archive:
        read = {
            name.rpartition("/")[2]: archive.read(name).decode() for name in archive.namelist() if "dist-info/" in name
        }
    metadata = read["METADATA"].partition("\n\n")[0].splitlines()
    assert f"Version: {perceptron_ref.__version__}" in metadata
    assert "Requires-Python: >=3.8" in metadata
    assert [line for line in metadata if line.startswith("Requires-Dist") and "extra ==" not in line] == []
    built, ours = ConfigParser(), ConfigParser()
    built.read_string(read["entry_points.txt"])
    ours.read(ROOT / "setup.cfg")
    table = ours.get("options.entry_points", "perceptron_ref.strategies")
    assert dict(built["perceptron_ref.strategies"]) == dict(line.split(" = ") for line in table.strip().splitlines())


@pytest.mark.parametrize("way", ["wheel", "folder", "editable"])
def test_every_way_of_installing_gives_the_same_results(way, wheel, source, tmp_path):
    """From another folder, beside folders of the same names as ours: the same output as from the checkout."""
    what = {"wheel": [wheel], "folder": [source], "editable": ["-e", source]}[way]
    scripts = environment_with(tmp_path / "env", *what)
    for name in ("strategies", "tests"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('imported the wrong folder')")
    for words in (["fit"], ["fit", "example:credit-2d", "--json"], ["compare", "example:spam"], ["examples"]):
        from_checkout = output_of(sys.executable, "-m", "perceptron_ref", *words, cwd=ROOT)
        assert output_of(scripts / "perceptron-ref", *words, cwd=tmp_path) == from_checkout
    assert f"fingerprint {EXPECTED}\n" in output_of(
        scripts / "python", "-m", "perceptron_ref", "selftest", cwd=tmp_path
    )
    origin = "this checkout" if way == "editable" else f"perceptron_ref {perceptron_ref.__version__}"
    listed = output_of(scripts / "perceptron-ref", "strategies", "--check", cwd=tmp_path)
    assert listed.count(origin) == 4
    assert "The naive cycle" in listed


def test_an_installed_plugin_is_found_and_gone_after_uninstalling(wheel, tmp_path):
    """A strategy of another distribution, really built and installed, runs beside the built-ins; uninstalled, it is gone."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "per_last.py").write_text(
        'def last_first(view):\n    """From the last to the first."""\n    while True:\n        yield from reversed(range(len(view)))\n'
    )
    (project / "setup.cfg").write_text(
        "[metadata]\nname = per-last\nversion = 0.2\n\n[options]\npy_modules = per_last\n\n"
        "[options.entry_points]\nperceptron_ref.strategies =\n    last_first = per_last:last_first\n"
    )
    shutil.copy(ROOT / "pyproject.toml", project)
    scripts = environment_with(tmp_path / "env", wheel, project)
    fit = (scripts / "perceptron-ref", "fit", "example:or", "--strategy", "last-first", "--trace", "--json")
    assert '"n": [3, 0, ' in output_of(*fit, cwd=tmp_path)
    assert "last-first          per-last 0.2" in output_of(scripts / "perceptron-ref", "strategies", cwd=tmp_path)
    pip = (sys.executable, "-m", "pip", "--python", scripts / "python")
    output_of(*pip, "uninstall", "--quiet", "--yes", "per-last", cwd=tmp_path)
    assert "last-first" not in output_of(scripts / "perceptron-ref", "strategies", cwd=tmp_path)
