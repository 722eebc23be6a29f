"""What several test modules need."""

from __future__ import annotations

import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from perceptron_ref.cli.main import main

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def distribute(tmp_path, monkeypatch):
    """Return a function that puts a distribution with strategies on the path of imports, as pip
    would lay it out.
    """

    def lay_out(name, entry_points, version="1.0", folder="site", **modules):
        site = tmp_path / folder
        info = site / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
        )
        lines = "".join(f"{key} = {value}\n" for key, value in entry_points.items())
        (info / "entry_points.txt").write_text(
            f"[console_scripts]\nother = other:main\n\n[perceptron_ref.strategies]\n{lines}",
            encoding="utf-8",
        )
        for module, source in modules.items():
            (site / f"{module}.py").write_text(source, encoding="utf-8")
        if str(site) not in sys.path:
            monkeypatch.syspath_prepend(str(site))
        return info

    before = set(sys.modules)
    yield lay_out
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", None)):
            del sys.modules[name]


@pytest.fixture
def command(capsys):
    """Return a function that runs a command and returns its exit status, standard output and
    standard error.
    """

    def run(*words):
        status = main([*map(str, words)])
        return (status, *capsys.readouterr())

    return run


@pytest.fixture
def fit(command):
    """Return a function that runs `fit` as `command` does."""
    return partial(command, "fit")


@pytest.fixture
def ctrl_c():
    """Let SIGINT raise KeyboardInterrupt, as it does unless the tests were started in the
    background: here, and in
    every process that is started from here.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a Python file and returns its path as a text."""

    def write(source, name="mine.py"):
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return str(path)

    return write
