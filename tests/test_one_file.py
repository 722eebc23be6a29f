"""The one file that .ci/pyz.py builds: what it holds, its bytes, and what runs from it."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
import zipfile
from configparser import ConfigParser

import pytest
from conftest import BUILT_IN, ROOT

import perceptron_ref
from perceptron_ref.testing.golden import EXPECTED

SCRIPT = ROOT / ".ci" / "pyz.py"
STRATEGY = """
from perceptron_ref import View

def mine(view: View):
    while True:
        yield range(len(view))
"""


def build(target, script=SCRIPT):
    """Build the file in this process."""
    path, writes = sys.path[:], sys.dont_write_bytecode
    try:
        runpy.run_path(str(script))["build"](str(target))
    finally:
        sys.path[:], sys.dont_write_bytecode = path, writes
    return target


@pytest.fixture(scope="module")
def one_file(tmp_path_factory):
    """Return the file, alone in a folder whose name has a blank and Chinese letters."""
    folder = tmp_path_factory.mktemp("pyz") / "one file 一個檔案"
    folder.mkdir()
    return build(folder / "perceptron_ref.pyz")


def run_from(one_file, *words, cwd, flags=("-S", "-I"), **environment):
    """Run a command of the file from another folder; return what it prints, errors included."""
    process = subprocess.run(
        [sys.executable, *flags, str(one_file), *map(str, words)],
        cwd=cwd,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stdout
    return process.stdout


def test_it_holds_the_package_the_strategies_and_their_table(one_file):
    """Every file of both, none compiled; a licence; metadata in which strategies are found."""
    with zipfile.ZipFile(one_file) as archive:
        names = archive.namelist()
        info = f"perceptron_ref-{perceptron_ref.__version__}.dist-info"
        table = ConfigParser(delimiters=["="])
        table.read_string(archive.read(f"{info}/entry_points.txt").decode())
        assert archive.testzip() is None
    here = {
        f"{package}/{path.relative_to(ROOT / folder).as_posix()}"
        for package, folder in [
            ("perceptron_ref", "perceptron_ref"),
            ("perceptron_ref_strategies", "strategies"),
        ]
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    metadata = {f"{info}/{name}" for name in ("LICENSE", "METADATA", "entry_points.txt")}
    assert names == sorted(names)  # whatever the order of the file system is
    assert set(names) == here | metadata | {"__main__.py"}
    assert dict(table["perceptron_ref.strategies"]) == BUILT_IN


def test_the_same_sources_give_the_same_bytes(one_file, tmp_path):
    """Whatever their folder, their times and their rights are, and whatever lies beside them."""
    copy = tmp_path / "copy"
    for name in ("perceptron_ref", "strategies", ".ci"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.pyc"))
    for name in ("setup.cfg", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for path in (copy / "perceptron_ref").rglob("*.py"):
        os.utime(path, (0, 10**9))
        path.chmod(0o600)
    (copy / "perceptron_ref" / "pla.py~").write_text("of an editor")
    again = build(tmp_path / "again.pyz", copy / ".ci" / "pyz.py")
    assert again.read_bytes() == one_file.read_bytes()
    contents = again.read_bytes()
    assert contents.startswith(b"#!/usr/bin/env python3\nPK")
    # where the list of files begins is told from the beginning of the file, as unzip expects
    assert int.from_bytes(contents[-6:-2], "little") == contents.index(b"PK\x01\x02")
    assert os.name == "nt" or os.access(again, os.X_OK)


@pytest.mark.ci
def test_strategies_are_built_in_there_and_said_to_be(one_file, tmp_path):
    """From another folder, with no site-packages, each with its line; nothing is left beside it."""
    listed = run_from(one_file, "strategies", cwd=tmp_path).splitlines()
    version = perceptron_ref.__version__
    assert [line.split()[:3] for line in listed[1:]] == [
        [name, "perceptron_ref", version] for name in sorted(BUILT_IN)
    ]
    assert all(len(line.split()) > 6 for line in listed[1:])  # what it does
    assert os.listdir(one_file.parent) == [one_file.name]
    assert os.listdir(tmp_path) == []


@pytest.mark.ci
def test_every_command_runs_from_it(one_file, tmp_path):
    """Data, golden runs, templates, files and processes are all found."""
    (tmp_path / "mine.py").write_text(STRATEGY)
    assert f"fingerprint {EXPECTED}\n" in run_from(one_file, "selftest", cwd=tmp_path)
    for words, expected in [
        ("fit", "updates       41"),
        ("examples", "example:iris-setosa"),
        ("fit --strategy random --repeat 4 --jobs 2", "converged = 4"),
        ("fit --strategy mine.py --max-seconds 60", "updates       41"),
        ("check-strategy mine.py", "passed = "),
        ("race example:or --strategies all mine.py --jobs 2", " mine.py "),
        ("new-strategy hardest-first", "perceptron_ref.pyz' check-strategy hardest-first/"),
        ("fit --strategy hardest-first/hardest_first.py", "converged"),
        ("draw -o credit.svg", "Wrote the picture to credit.svg"),
        ("fit --save model.json", "Wrote the model to model.json"),
        ("predict model.json example:credit", "0 of 24"),
    ]:
        assert expected in run_from(one_file, *words.split(), cwd=tmp_path)
    assert os.listdir(one_file.parent) == [one_file.name]


@pytest.mark.ci
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes begin afresh here anyway")
def test_processes_that_begin_afresh_find_it(one_file, tmp_path):
    """As on Windows, where there is no fork; also where it is named from its own folder."""
    (tmp_path / "sitecustomize.py").write_text("import os; del os.fork")
    (tmp_path / "mine.py").write_text(STRATEGY)
    for words, expected in [
        ("fit --strategy random --repeat 4 --jobs 2", "converged = 4"),
        (f"fit --strategy {tmp_path / 'mine.py'} --max-seconds 60", "updates       41"),
        (f"check-strategy {tmp_path / 'mine.py'}", "passed = "),
    ]:
        told = run_from(
            one_file.name, *words.split(), cwd=one_file.parent, flags=(), PYTHONPATH=str(tmp_path)
        )
        assert expected in told
    assert os.listdir(one_file.parent) == [one_file.name]


@pytest.mark.ci
def test_python_imports_from_it(one_file, tmp_path):
    """With the file on the path of imports, as a notebook has it."""
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop())\n"
        "from perceptron_ref import example, pla\n"
        "print(pla(example('hadamard:k=4'), 'random-permutation:seed=3').updates)"
    )
    words = [sys.executable, "-B", "-S", "-c", code, str(one_file)]
    told = subprocess.run(words, cwd=tmp_path, stdout=subprocess.PIPE, check=True)
    assert told.stdout.split() == [b"16"]


def test_what_to_try_is_a_line_to_paste(tmp_path):
    """A file whose name has a blank stands in quotes."""
    target = tmp_path / "one file.pyz"
    words = [sys.executable, str(SCRIPT), str(target)]
    printed = subprocess.run(words, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    assert printed == f"Wrote {target}. Try it: python3 '{target}' fit\n"


@pytest.mark.parametrize("words", [["--help"], ["a.pyz", "b.pyz"]])
def test_what_is_no_file_is_not_written(words, tmp_path):
    """The script has one argument and no option."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    assert done.returncode == 1
    assert done.stderr.startswith("usage: python3 .ci/pyz.py [FILE]")
    assert not [*tmp_path.iterdir()]
