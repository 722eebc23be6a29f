"""The wheel, `pip install .`, `pip install -e .`, and the one file that .ci/pyz.py builds contain
the same files as the checkout, and their commands give the same results.
"""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
import venv
import zipfile
from configparser import ConfigParser

import pytest
from conftest import BUILT_IN, ROOT

import perceptron_ref
from perceptron_ref.cli.main import COMMANDS
from perceptron_ref.testing.golden import expected_fingerprint

VERSION = perceptron_ref.__version__
PACKAGES = {"perceptron_ref": "perceptron_ref", "perceptron_ref_strategies": "strategies"}
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
PYZ = ROOT / ".ci" / "pyz.py"
LAST_FIRST = '''from perceptron_ref import View

def last_first(view: View):
    """From the last to the first."""
    while True:
        yield from reversed(range(len(view)))
'''


def output_of(*command, cwd, **environment):
    """Run a command and return what it prints. If it fails, fail with this output."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    process = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env={**env, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stdout
    return process.stdout


def copy_sources(folder, *other_names):
    """Copy the sources into a folder, for a build that leaves files in it; return the folder."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("perceptron_ref", "strategies", "setup.cfg", "LICENSE", *other_names):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def files_of_packages():
    """Return the paths of all files of both packages, as in a wheel."""
    return {
        f"{package}/{path.relative_to(ROOT / folder).as_posix()}"
        for package, folder in PACKAGES.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def contents_of(archive):
    """Return the names in an archive, the strategies of its entry_points.txt, and the lines of its
    METADATA.
    """
    with zipfile.ZipFile(archive) as opened:
        names = opened.namelist()
        info = f"perceptron_ref-{VERSION}.dist-info"
        table = ConfigParser(delimiters=["="])
        table.read_string(opened.read(f"{info}/entry_points.txt").decode())
        lines = opened.read(f"{info}/METADATA").decode().partition("\n\n")[0].splitlines()
    return names, dict(table["perceptron_ref.strategies"]), lines


# The one file


def build(target, script=PYZ):
    """Build the file in this process; return its path."""
    path_before, setting_before = sys.path[:], sys.dont_write_bytecode
    try:
        runpy.run_path(str(script))["build"](str(target))
    finally:
        sys.path[:], sys.dont_write_bytecode = path_before, setting_before
    return target


@pytest.fixture(scope="module")
def one_file(tmp_path_factory):
    """Return the file, alone in a folder whose name contains spaces and Chinese characters."""
    folder = tmp_path_factory.mktemp("pyz") / "one file 一個檔案"
    folder.mkdir()
    return build(folder / "perceptron_ref.pyz")


def test_the_one_file_contains_both_packages_the_licence_and_metadata(one_file):
    """It contains every file of both packages, but no bytecode. Its entry points are the built-in
    strategies.
    """
    names, strategies, _ = contents_of(one_file)
    metadata = (f"perceptron_ref-{VERSION}.dist-info/{name}" for name in ("LICENSE", "METADATA"))
    entry_points = f"perceptron_ref-{VERSION}.dist-info/entry_points.txt"
    assert names == sorted(names)  # which does not depend on the file system
    assert {*names} == files_of_packages() | {*metadata, entry_points, "__main__.py"}
    assert strategies == BUILT_IN


def test_the_same_sources_give_the_same_bytes(one_file, tmp_path):
    """The bytes do not depend on the folder, the times and the permissions of the sources, or on
    other files beside them.
    """
    copy = copy_sources(tmp_path, ".ci")
    for path in (copy / "perceptron_ref").rglob("*.py"):
        os.utime(path, (0, 10**9))
        path.chmod(0o600)
    (copy / "perceptron_ref" / "pla.py~").write_text("a backup of an editor")
    second_file = build(tmp_path / "second.pyz", copy / ".ci" / "pyz.py")
    contents = second_file.read_bytes()
    assert contents == one_file.read_bytes()
    assert contents.startswith(b"#!/usr/bin/env python3\nPK")
    # the offset of the list of files counts from the beginning of the file, as unzip expects
    assert int.from_bytes(contents[-6:-2], "little") == contents.index(b"PK\x01\x02")
    assert os.name == "nt" or os.access(second_file, os.X_OK)


@pytest.mark.ci
def test_the_script_prints_a_command_to_try(tmp_path):
    """The command is at the end of the line, with quotes around a path that contains a space. The
    script takes one argument and no option.
    """
    target = tmp_path / "one file.pyz"
    printed = output_of(sys.executable, PYZ, target, cwd=tmp_path)
    assert printed.startswith("Wrote ") and printed.endswith(f": python3 '{target}' fit\n")
    for arguments in (["--help"], ["a.pyz", "b.pyz"]):
        completed = subprocess.run(
            [sys.executable, PYZ, *arguments], cwd=tmp_path, stderr=subprocess.PIPE, text=True
        )
        assert completed.returncode == 1 and completed.stderr.startswith(
            "usage: python3 .ci/pyz.py [FILE]"
        )
    assert [*tmp_path.iterdir()] == [target]


@pytest.mark.ci
def test_the_script_refuses_a_path_that_cannot_be_written(tmp_path):
    """The error is one line, which names the path and says what to type instead. No file stays."""
    (tmp_path / "folder").mkdir()
    paths = [tmp_path / "none" / "a.pyz", tmp_path / "folder"]
    if hasattr(os, "getuid") and os.getuid():  # root may write into every folder
        (tmp_path / "folder").chmod(0o555)
        paths.append(tmp_path / "folder" / "a.pyz")
    for path in paths:
        completed = subprocess.run([sys.executable, PYZ, path], stderr=subprocess.PIPE, text=True)
        assert completed.returncode == 1
        assert completed.stderr.startswith(f"{path}: cannot be written: ")
        assert completed.stderr.count("\n") == 1 and "name another FILE" in completed.stderr
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]


COMMANDS_AND_OUTPUT = [  # command lines, and a part of what they print
    ("fit", "converged"),
    ("examples", "example:iris-setosa"),
    ("selftest", f"fingerprint {expected_fingerprint()}\n"),
    ("fit --strategy random --repeat 4 --jobs 2", "converged"),
    ("fit --strategy mine.py --max-seconds 60", "converged"),
    ("check-strategy mine.py", " passed"),
    ("race example:or --strategies all mine.py", "mine.py"),
    ("new-strategy hardest-first", "perceptron_ref.pyz' check-strategy hardest-first/"),
    ("fit --strategy hardest-first/hardest_first.py", "converged"),
    ("draw -o credit.svg", "credit.svg"),
    ("fit --save model.json", "model.json"),
    ("predict model.json example:credit", "0 of 24"),
]


@pytest.mark.ci
def test_commands_run_from_the_one_file(one_file, tmp_path):
    """In another folder and without site-packages, the commands find the data, golden runs,
    templates and strategies in the file, and start processes. No other file appears beside it.
    """
    (tmp_path / "mine.py").write_text(LAST_FIRST)
    python = (sys.executable, "-S", "-I", one_file)
    for command, expected in COMMANDS_AND_OUTPUT:
        assert expected in output_of(*python, *command.split(), cwd=tmp_path)
    listed = output_of(*python, "strategies", cwd=tmp_path).partition("\n\n")[0].splitlines()[1:]
    expected = [[name, "perceptron_ref", VERSION] for name in sorted(BUILT_IN)]
    assert [line.split()[:3] for line in listed] == expected
    assert all(len(line.split()) > 6 for line in listed)  # each line ends with a summary
    assert os.listdir(one_file.parent) == [one_file.name]


@pytest.mark.ci
def test_each_archive_can_be_imported_without_installation(one_file, wheel, tmp_path):
    """A notebook may put the one file or the wheel on `sys.path`. The package then finds generated
    sets and strategies in it.
    """
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop())\n"
        "from perceptron_ref import example, pla\n"
        "print(pla(example('hadamard:k=4'), 'random-permutation:seed=3').updates)"
    )
    for archive in (one_file, wheel):
        output = output_of(sys.executable, "-B", "-S", "-c", code, archive, cwd=tmp_path)
        assert output == "16\n"


# The wheel


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Return a folder with a copy of the files from which a wheel is built."""
    return copy_sources(tmp_path_factory.mktemp("source"), "pyproject.toml", "README.md")


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    """Return the wheel, built from the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    output_of(sys.executable, "-m", "build", "--outdir", folder, source, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture
def install(tmp_path):
    """Return a function that runs pip for a new environment and returns its folder of scripts."""
    venv.create(tmp_path / "env", with_pip=False, symlinks=os.name != "nt")
    python = tmp_path / "env" / SCRIPTS / "python"

    def pip(command, *arguments):
        pip_of_environment = (sys.executable, "-m", "pip", "--python", python)
        output_of(*pip_of_environment, command, "--quiet", *arguments, cwd=tmp_path)
        return python.parent

    return pip


@pytest.mark.ci
def test_the_wheel_contains_two_packages_and_nothing_else(wheel):
    """The wheel contains the data, type information and licence of the packages. Its metadata list
    the version, Python 3.8 or later, no dependency, and the strategies of setup.cfg.
    """
    names, strategies, metadata = contents_of(wheel)
    other_names = {name for name in names if name.partition("/")[0] not in PACKAGES}
    assert {*names} - other_names == files_of_packages()
    assert {name.partition("/")[0] for name in other_names} == {
        f"perceptron_ref-{VERSION}.dist-info"
    }
    assert any(name.endswith("LICENSE") for name in other_names)
    assert {f"Version: {VERSION}", "Requires-Python: >=3.8"} < {*metadata}
    required = [line for line in metadata if line.startswith("Requires-Dist")]
    assert all("extra ==" in line for line in required)
    assert strategies == BUILT_IN


@pytest.mark.ci
@pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(),
    reason="a release is built from a git checkout, which this folder is not",
)
def test_two_checkouts_give_the_same_bytes(tmp_path):
    """Two checkouts of one commit, in different folders, with different times and permissions of
    files, give the same source distribution, wheel and one file.
    """
    archives = []
    for name, umask in (("one", 0o022), ("another folder", 0o077)):
        clone, dist = tmp_path / name / "checkout", tmp_path / name / "dist"
        output_of("git", "clone", "--quiet", ROOT, clone, cwd=tmp_path)
        for path in clone.rglob("*.py"):
            os.utime(path, (0, 10**9 + umask))
            path.chmod(0o666 & ~umask)
        output_of("bash", ".ci/dist", dist, sys.executable, cwd=clone)
        archives.append({path.name: path.read_bytes() for path in sorted(dist.iterdir())})
    wheel, sdist = f"perceptron_ref-{VERSION}-py3-none-any.whl", f"perceptron_ref-{VERSION}.tar.gz"
    assert list(archives[0]) == [wheel, sdist, "perceptron_ref.pyz"]
    assert archives[0] == archives[1]


@pytest.mark.ci
@pytest.mark.parametrize("way", ["wheel", "folder", "editable"])
def test_every_way_of_installing_gives_the_same_results(way, wheel, source, install, tmp_path):
    """The output is the same as in the checkout, even if the working folder contains folders named
    `strategies` and `tests`.
    """
    arguments = {"wheel": [wheel], "folder": [source], "editable": ["-e", source]}[way]
    scripts = install("install", "--no-deps", *arguments)
    for name in ("strategies", "tests"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('the wrong folder')")
    for command in ("fit", "fit example:credit-2d --json", "compare example:spam", "examples"):
        expected = output_of(sys.executable, "-m", "perceptron_ref", *command.split(), cwd=ROOT)
        assert output_of(scripts / "perceptron-ref", *command.split(), cwd=tmp_path) == expected
    output = output_of(scripts / "python", "-m", "perceptron_ref", "selftest", cwd=tmp_path)
    assert f"fingerprint {expected_fingerprint()}\n" in output
    listed = output_of(scripts / "perceptron-ref", "strategies", "--check", cwd=tmp_path)
    assert listed.count(f"perceptron_ref {VERSION}") == len(BUILT_IN)
    assert "The naive cycle" in listed


SETUP_OF_A_PLUGIN = """
[metadata]
name = per-last
version = 0.2

[options]
py_modules = per_last

[options.entry_points]
perceptron_ref.strategies =
    last_first = per_last:last_first
    Up-Down = per_last:last_first
    zurück = per_last:last_first
"""


def write_plugin(folder):
    """Write a distribution with strategies; return its folder."""
    plugin = folder / "last"
    plugin.mkdir()
    (plugin / "per_last.py").write_text(LAST_FIRST)
    (plugin / "setup.cfg").write_text(SETUP_OF_A_PLUGIN, encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", plugin)
    return plugin


@pytest.mark.ci
def test_a_plugin_is_listed_until_it_is_uninstalled(wheel, install, tmp_path):
    """The strategies of an installed distribution are listed and run, also by names with capital
    letters or letters outside ASCII. After the distribution is uninstalled they are not listed.
    """
    perceptron_ref_command = (
        install("install", "--no-deps", wheel, write_plugin(tmp_path)) / "perceptron-ref"
    )
    listed = output_of(perceptron_ref_command, "strategies", cwd=tmp_path)
    for name in ("last-first", "Up-Down", "zurück"):
        assert f"{name:18}  per-last 0.2" in listed
        options = ("--strategy", name.replace("-", "_"), "--trace", "--json")
        printed = output_of(perceptron_ref_command, "fit", "example:or", *options, cwd=tmp_path)
        assert json.loads(printed)["n"][:2] == [3, 0]
    install("uninstall", "--yes", "per-last")
    assert "last-first" not in output_of(perceptron_ref_command, "strategies", cwd=tmp_path)


@pytest.mark.ci
def test_a_new_project_can_be_installed_and_passes_its_tests_and_mypy(wheel, install, tmp_path):
    """The project that `new-strategy` writes needs no change for this in a new environment. Its
    strategy is listed.
    """
    scripts = install("install", "--no-deps", wheel)
    output_of(scripts / "perceptron-ref", "new-strategy", "hardest-first", cwd=tmp_path)
    project = tmp_path / "hardest-first"
    install("install", "--editable", f"{project}[test]", "mypy")
    listed = output_of(scripts / "perceptron-ref", "strategies", cwd=tmp_path)
    assert "hardest-first       hardest-first 0.1.0" in listed
    tested = output_of(scripts / "python", "-m", "pytest", "-q", "-W", "error", cwd=project)
    assert " passed" in tested.splitlines()[-1] and "skipped" not in tested.splitlines()[-1]
    output_of(scripts / "python", "-m", "mypy", cwd=project)


@pytest.mark.release
def test_a_frozen_program_has_every_command_and_strategy(source, tmp_path):
    """PyInstaller finds the hook of the package by its entry point. The program contains the
    installed plugin.
    """
    bindepend = pytest.importorskip("PyInstaller.depend.bindepend")
    try:
        bindepend.get_python_library_path()
    except SystemExit as error:  # PyInstaller raises a subclass of it
        pytest.skip(f"PyInstaller: {error}")
    site = tmp_path / "site"
    pip = sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", site
    output_of(*pip, source, write_plugin(tmp_path), cwd=tmp_path)
    program = tmp_path / "program.py"
    program.write_text("from perceptron_ref.cli.main import main\n\nraise SystemExit(main())\n")
    output_of(sys.executable, "-m", "PyInstaller", program, cwd=tmp_path, PYTHONPATH=str(site))
    shutil.rmtree(site)
    frozen = tmp_path / "dist" / "program" / "program"
    for name in COMMANDS:
        assert output_of(frozen, "help", name, cwd=tmp_path)
    assert f"fingerprint {expected_fingerprint()}\n" in output_of(frozen, "selftest", cwd=tmp_path)
    listed = output_of(frozen, "strategies", "--check", cwd=tmp_path)
    assert listed.count("  true") == len(BUILT_IN) + 3
    printed = output_of(frozen, "fit", "--strategy", "last-first", "--json", cwd=tmp_path)
    note, _, report = printed.partition("\n")
    assert "program does not start Python, so a strategy runs in this process" in note
    assert json.loads(report)["status"] == "converged"
    output_of(frozen, "new-strategy", "mine", cwd=tmp_path)
    assert (tmp_path / "mine" / "mine.py").is_file()


# Files that are missing


RUN_COMMANDS = """
import sys
sys.path.insert(0, sys.argv[1])
from perceptron_ref.cli.main import main
lines = "fit example:or", "fit", "selftest", "new-strategy mine"
print(*(main(line.split()) for line in lines))
"""


@pytest.mark.ci
@pytest.mark.parametrize("is_zip", [True, False])
def test_the_files_of_the_package_are_found_or_reported_missing(tmp_path, is_zip):
    """The package may be in a folder or in a zip file. The error names the missing file, and says
    what to do.
    """
    bundle_path = tmp_path / "bundle.zip"
    with zipfile.ZipFile(bundle_path, "w") as bundle:
        for path in sorted(ROOT.glob("perceptron_ref/**/*")):
            if path.suffix == ".py" or path.name == "or.csv":
                bundle.write(path, path.relative_to(ROOT))
    if not is_zip:
        bundle_path = tmp_path / "bundle"
        zipfile.ZipFile(f"{bundle_path}.zip").extractall(bundle_path)
    command = [sys.executable, "-B", "-I", "-c", RUN_COMMANDS, str(bundle_path)]
    process = subprocess.run(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdout.splitlines()[-1] == "0 1 1 1"
    lines = process.stderr.splitlines()
    missing_files = ("credit.csv", "golden.csv", "module.py.txt")
    assert len(lines) == 3 and not (tmp_path / "mine").exists()
    for line, name in zip(lines, missing_files):
        assert line.startswith(f"perceptron-ref: error: {bundle_path}")
        assert f"{name}: cannot be read: " in line
        assert line.endswith(". Install perceptron_ref again")
