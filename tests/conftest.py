"""What several test modules need."""

from __future__ import annotations

import gc
import os
import signal
import sys
from configparser import ConfigParser
from functools import partial
from math import inf
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from perceptron_ref.cli.main import main
from perceptron_ref.cli.progress import Progress

ROOT = Path(__file__).resolve().parent.parent

PAUSE, Progress.pause = Progress.pause, inf  # on a slow machine nothing more is on standard error

for name, default in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    # nohup and `&` start a process that ignores them, and so would all that tests start
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, default)

SETUP = ConfigParser(delimiters=["="])
SETUP.read(ROOT / "setup.cfg", encoding="utf-8")
BUILT_IN = dict(  # the table of strategies: what stands for each name
    line.split(" = ")
    for line in SETUP["options.entry_points"]["perceptron_ref.strategies"].strip().splitlines()
)

# How many examples a property is tried on, the same in every run; .ci/release tries more of them,
# and those of tests/fuzz for ten minutes on others each time, with a line that repeats a failure
settings.register_profile("short", deadline=None, derandomize=True, max_examples=20)
settings.register_profile("long", settings.get_profile("short"), max_examples=200)
settings.register_profile(
    "fuzz",
    deadline=None,
    derandomize=False,
    print_blob=True,
    max_examples=6000,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("short")

gc.disable()  # until tests are collected: a quarter of that time, and nearly nothing is garbage


def pytest_collection_modifyitems(config, items):
    """Measure no coverage in properties, in many rounds and in pages: it takes three times as long,
    on lines that other tests cover.
    """
    if config.pluginmanager.hasplugin("_cov") and not config.getoption("no_cov"):
        for item in items:
            is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
            rounds = item.get_closest_marker("ci") and "times" in getattr(item, "fixturenames", ())
            if is_property or rounds or {"docs", "website"} & {*item.path.parts}:
                item.add_marker("no_cover")


def pytest_collection_finish():
    """Leave what was collected out of each later look for garbage, which took a second each."""
    if sys.version_info >= (3, 9):  # hypothesis for 3.8 asks who refers to an object
        gc.freeze()
    gc.enable()


def pytest_ignore_collect(collection_path, config):
    """Import no test of the site where none runs: what it is built with may be missing, and takes
    Python 3.10.
    """
    is_old = sys.version_info < (3, 10) and collection_path == ROOT / "tests" / "docs"
    if is_old or ("website" in collection_path.parts and "not ci" in config.getoption("markexpr")):
        return True
    return None


def no_child_is_left():
    """Fail if this process has a child: one that is at work, or whose end was not waited for."""
    if hasattr(os, "WNOHANG"):
        with pytest.raises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


@pytest.fixture(autouse=True, scope="module")
def no_node_is_left():
    """End the processes that pages of the site start once for a whole build."""
    yield
    for name in ("_tools.extensions", "_tools.stages"):
        node = getattr(sys.modules.get(name), "_node", None)
        if node is not None and node.cache_info().currsize:
            node().communicate()  # its input ends, and so it does
            node.cache_clear()


def so_many(few, many):
    """Return a decorator: the test takes `times`, few of them here and as many as .ci/run has time
    for there.
    """
    return pytest.mark.parametrize("times", [few, pytest.param(many, marks=pytest.mark.ci)])


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
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: Orders.\n",
            encoding="utf-8",
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
def file(tmp_path):
    """Return a function that writes a Python file and returns its path as a text."""

    def write(source, name="mine.py"):
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return str(path)

    return write
