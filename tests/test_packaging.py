"""What is built is what runs: the wheel, `pip install .`, `pip install -e .` and the bare checkout
give the same results.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from configparser import ConfigParser

import pytest
from conftest import BUILT_IN, ROOT

import perceptron_ref
from perceptron_ref.testing.golden import EXPECTED

SOURCES = ("perceptron_ref", "strategies", "setup.cfg", "pyproject.toml", "README.md", "LICENSE")
pytestmark = pytest.mark.ci  # wheels are built, and environments made
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
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
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
    output_of(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--quiet",
        "--no-deps",
        *what,
        cwd=folder,
    )
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
    assert any(name.endswith("LICENSE") for name in names)
    for package, folder in (
        ("perceptron_ref", "perceptron_ref"),
        ("perceptron_ref_strategies", "strategies"),
    ):
        here = {
            path.relative_to(ROOT / folder).as_posix()
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and path.suffix != ".pyc"
        }
        assert {
            name[len(package) + 1 :] for name in names if name.startswith(f"{package}/")
        } == here


@pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(),
    reason="a release is built from what git knows: this is no checkout",
)
def test_the_same_bytes_wherever_and_whenever(tmp_path):
    """Two checkouts of one commit, in other folders, with other times and other rights, give the
    same sdist, the same wheel and the same one file.
    """
    made = []
    for name, umask in (("one", 0o022), ("another folder", 0o077)):
        clone, dist = tmp_path / name / "checkout", tmp_path / name / "dist"
        output_of("git", "clone", "--quiet", ROOT, clone, cwd=tmp_path)
        for path in clone.rglob("*.py"):
            os.utime(path, (0, 10**9 + umask))
            path.chmod(0o666 & ~umask)
        output_of("bash", ".ci/dist", dist, sys.executable, cwd=clone)
        made.append({path.name: path.read_bytes() for path in sorted(dist.iterdir())})
    version = perceptron_ref.__version__
    wheel, sdist = f"perceptron_ref-{version}-py3-none-any.whl", f"perceptron_ref-{version}.tar.gz"
    assert list(made[0]) == [wheel, sdist, "perceptron_ref.pyz"]
    assert made[0] == made[1]


def test_the_metadata_of_the_wheel(wheel):
    """No dependency, Python from 3.8, the version of the package, the entry points of setup.cfg."""
    with zipfile.ZipFile(wheel) as archive:
        read = {
            name.rpartition("/")[2]: archive.read(name).decode()
            for name in archive.namelist()
            if "dist-info/" in name
        }
    metadata = read["METADATA"].partition("\n\n")[0].splitlines()
    assert f"Version: {perceptron_ref.__version__}" in metadata
    assert "Requires-Python: >=3.8" in metadata
    assert [
        line for line in metadata if line.startswith("Requires-Dist") and "extra ==" not in line
    ] == []
    built = ConfigParser()
    built.read_string(read["entry_points.txt"])
    assert dict(built["perceptron_ref.strategies"]) == BUILT_IN


@pytest.mark.parametrize("way", ["wheel", "folder", "editable"])
def test_every_way_of_installing_gives_the_same_results(way, wheel, source, tmp_path):
    """From another folder, beside folders of the same names as ours: the same output as from the
    checkout.
    """
    what = {"wheel": [wheel], "folder": [source], "editable": ["-e", source]}[way]
    scripts = environment_with(tmp_path / "env", *what)
    for name in ("strategies", "tests"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(
            "raise SystemExit('imported the wrong folder')"
        )
    for words in (
        ["fit"],
        ["fit", "example:credit-2d", "--json"],
        ["compare", "example:spam"],
        ["examples"],
    ):
        from_checkout = output_of(sys.executable, "-m", "perceptron_ref", *words, cwd=ROOT)
        assert output_of(scripts / "perceptron-ref", *words, cwd=tmp_path) == from_checkout
    assert f"fingerprint {EXPECTED}\n" in output_of(
        scripts / "python", "-m", "perceptron_ref", "selftest", cwd=tmp_path
    )
    origin = f"perceptron_ref {perceptron_ref.__version__}"
    listed = output_of(scripts / "perceptron-ref", "strategies", "--check", cwd=tmp_path)
    assert listed.count(origin) == len(BUILT_IN)
    assert "The naive cycle" in listed


LAST_FIRST = '''def last_first(view):
    """From the last to the first."""
    while True:
        yield from reversed(range(len(view)))
'''


RUN_BY_NAME = """
import sys
from perceptron_ref import StrategyError, example, pla
try:
    print(pla(example("or"), sys.argv[1]).status)
except StrategyError as error:
    print(error)
"""


def project_with(folder, name, version, entry_points, **modules):
    """Return a folder with the sources of a distribution that registers strategies."""
    folder.mkdir()
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
    lines = "".join(f"    {key} = {value}\n" for key, value in entry_points.items())
    (folder / "setup.cfg").write_text(
        f"[metadata]\nname = {name}\nversion = {version}\n\n"
        f"[options]\npy_modules = {', '.join(modules)}\n\n"
        f"[options.entry_points]\nperceptron_ref.strategies =\n{lines}",
        encoding="utf-8",
    )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_installed_plugins_are_found_clash_break_and_go(wheel, tmp_path):
    """Two real distributions: names of every kind are found, one clash and one broken module hurt
    nobody else, and what is uninstalled is gone.
    """
    entry_points = {
        "last_first": "per_last:last_first",
        "Up-Down": "per_last:last_first",
        "zurück": "per_last:last_first",
    }
    good = project_with(tmp_path / "good", "per-last", "0.2", entry_points, per_last=LAST_FIRST)
    entry_points = {"last-first": "per_other:last_first", "broken": "per_broken:gone"}
    other = project_with(
        tmp_path / "other",
        "Per_Other",
        "1.0",
        entry_points,
        per_other=LAST_FIRST,
        per_broken="import per_gone\n",
    )
    scripts = environment_with(tmp_path / "env", wheel, good)
    pip = (sys.executable, "-m", "pip", "--python", scripts / "python")
    ours = scripts / "perceptron-ref"

    listed = output_of(ours, "strategies", cwd=tmp_path)
    for name in ("last-first", "Up-Down", "zurück"):
        assert f"{name:18}  per-last 0.2" in listed
        fit = (ours, "fit", "example:or", "--strategy", name.replace("-", "_"), "--trace", "--json")
        assert '"n": [3, 0, ' in output_of(*fit, cwd=tmp_path)

    output_of(*pip, "install", "--quiet", "--no-deps", other, cwd=tmp_path)
    listed = output_of(ours, "strategies", cwd=tmp_path).replace(
        "Per-Other", "Per_Other"
    )  # setuptools writes either
    assert "per-last 0.2          CLASH: claimed by Per_Other 1.0 too\n" in listed
    for name, told in [
        ("last-first", "strategy last-first is claimed by per-last 0.2 and "),
        ("broken", "per_broken.py:1: ModuleNotFoundError: No module named 'per_gone'"),
        ("Up-Down", "converged"),
    ]:
        assert told in output_of(scripts / "python", "-c", RUN_BY_NAME, name, cwd=tmp_path)

    output_of(*pip, "uninstall", "--quiet", "--yes", "Per_Other", cwd=tmp_path)
    assert "CLASH" not in output_of(ours, "strategies", cwd=tmp_path)
    output_of(*pip, "uninstall", "--quiet", "--yes", "per-last", cwd=tmp_path)
    assert "last-first" not in output_of(ours, "strategies", cwd=tmp_path)


def test_a_new_project_installs_is_listed_passes_its_tests_and_mypy(wheel, tmp_path):
    """What `new-strategy` writes is in order as it stands, in an environment of its own."""
    folder = tmp_path / "env"
    scripts = environment_with(folder, wheel)
    output_of(scripts / "perceptron-ref", "new-strategy", "hardest-first", cwd=tmp_path)
    project = tmp_path / "hardest-first"
    pip = (sys.executable, "-m", "pip", "--python", scripts / "python")
    output_of(*pip, "install", "--quiet", "--editable", f"{project}[test]", "mypy", cwd=tmp_path)
    assert "hardest-first       hardest-first 0.1.0" in output_of(
        scripts / "perceptron-ref", "strategies", cwd=tmp_path
    )
    summary = output_of(
        scripts / "python", "-m", "pytest", "-q", "-W", "error", cwd=project
    ).splitlines()[-1]
    assert " passed" in summary
    assert "skipped" not in summary
    assert output_of(scripts / "python", "-m", "mypy", cwd=project).startswith(
        "Success: no issues found in 2 source files"
    )
