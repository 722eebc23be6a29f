"""Fixtures and helpers of several test modules, and a list of the other helpers.

A folder bears the name of the package that it tests; files beside this one test the core and what
is about all of it. docs/ is about pages, READMEs, their tools, and the programs that pages run;
website/ is about the built site. fuzz/ has mutated and odd input, with the helpers mutated_files.py
and command_endings.py.
oracle.py         PLA and Pocket in the plainest way; sets, orders and limits for hypothesis
messages.py       errors by the parts of their one line
text_reading.py   texts as `read` reads them
report_tables.py  reports taken apart
user_of_types.py  code of a user, for type checkers
fake_arrays.py    values such as NumPy arrays, for a Python without NumPy
auditor.py        the auditor of docs/code, which checks records of results
gallery/          broken strategies, each in the file of the check that catches it; those in
                  cheats/ change their run, its data, its process or the package
contract.csv      what users rely on, checked by test_contract.py
benchmarks.py     the speed of the package beside other libraries
mutants.py        changes of the package that tests must notice; mutation.md has those none can
theory/sweeps.py  the fewest mistakes by two plain methods, for test_optimum.py
docs/*.mjs        Node programs that run the scripts of pages
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import Counter
from configparser import ConfigParser
from functools import partial
from itertools import count
from math import inf
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from perceptron_ref.cli.main import main
from perceptron_ref.cli.progress import Progress

ROOT = Path(__file__).resolve().parent.parent

collect_ignore = ["user_of_types.py"]  # test_types.py runs it, statement by statement

BUILDS_PAGES = sys.implementation.name == "cpython" and sys.version_info >= (3, 10)

needs_node_packages = pytest.mark.skipif(
    not (ROOT / "docs" / "node_modules").is_dir(),
    reason="no packages of Node, which `npm ci --prefix docs` installs",
)

PAUSE, Progress.pause = Progress.pause, inf  # no lines of progress, also on a slow machine

for name, default in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    # a process started by nohup or `&` ignores these signals, and its children inherit that
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, default)

SETUP = ConfigParser(delimiters=["="])
SETUP.read(ROOT / "setup.cfg", encoding="utf-8")
BUILT_IN = dict(  # {name of a built-in strategy: its entry point}
    line.split(" = ")
    for line in SETUP["options.entry_points"]["perceptron_ref.strategies"].strip().splitlines()
)

# How many examples a property is tried on, the same ones in every run. .ci/release takes "long",
# for tests/fuzz "fuzz": other examples each time, and a line that repeats a failure
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

# Collection takes a quarter less time without the collector, which finds almost nothing then.
gc.disable()


def pytest_collection_modifyitems(config, items):
    """Measure no coverage in tests of properties, pages or memory, or with many repetitions.

    Coverage can triple their time and takes memory, and other tests cover the same lines.
    """
    if config.pluginmanager.hasplugin("_cov") and not config.getoption("no_cov"):
        for item in items:
            is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
            rounds = item.get_closest_marker("ci") and "count" in getattr(item, "fixturenames", ())
            measures_memory = "traced" in getattr(item, "fixturenames", ())
            of_pages = {"docs", "website"} & {*item.path.parts}
            if is_property or rounds or measures_memory or of_pages:
                item.add_marker("no_cover")


def pytest_collection_finish():
    """Turn garbage collection on again, but make it search old objects rarely.

    A search among all collected tests takes a second. gc.freeze would also avoid it, but hypothesis
    asks the collector for referrers, and frozen objects are not reported.
    """
    if hasattr(gc, "set_threshold"):  # PyPy has none
        gc.set_threshold(*gc.get_threshold()[:2], 1_000)
    gc.enable()


def pytest_sessionfinish():
    """Collect garbage once more, so that errors in destructors become visible.

    Then freeze all objects, because pytest collects ten times at its end, which takes two seconds.
    """
    if hasattr(gc, "freeze"):  # PyPy has none
        gc.collect()
        gc.freeze()


def pytest_ignore_collect(collection_path, config):
    """Skip the tests of pages and of the site where they cannot run or are not selected.

    The libraries that build the site may be missing, and need CPython 3.10.
    """
    is_left_out = not BUILDS_PAGES and collection_path == ROOT / "tests" / "docs"
    if is_left_out or (
        "website" in collection_path.parts and "not ci" in config.getoption("markexpr")
    ):
        return True
    return None


def pytest_report_teststatus(report, _passed=count(1)):
    """Print a dot for every hundred tests that pass, so that failures stay on the screen."""
    if report.passed and report.when == "call" and not hasattr(report, "wasxfail"):
        return "passed", "." * (next(_passed) % 100 == 0), "PASSED"
    return None


def pytest_terminal_summary(terminalreporter):
    """Print one line with the number of skipped tests for each reason."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].split(": ")[1] for report in reports)
    parts = [f"{count} ({reason})" for reason, count in reasons.most_common()]
    if not BUILDS_PAGES:
        parts.append("tests/docs (the site is built with CPython from 3.10 on)")
    if parts:
        terminalreporter.write_line(f"skipped: {', '.join(parts)}")


def no_child_is_left():
    """Fail if this process has a child that still runs, or that nobody has waited for."""
    if hasattr(os, "WNOHANG"):
        with pytest.raises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


@pytest.fixture(autouse=True, scope="module")
def end_node_processes():
    """End the Node processes that tools of the site have started."""
    yield
    for name in ("_tools.formulas", "_tools.live_pictures"):
        node = getattr(sys.modules.get(name), "_node_process", None)
        if node is not None and node.cache_info().currsize:
            node().communicate()  # closes its input, so it exits
            node.cache_clear()


@pytest.fixture
def traced():
    """Return tracemalloc, to be started; without it, as in PyPy, the test is skipped."""
    tracemalloc = pytest.importorskip("tracemalloc")
    yield tracemalloc
    tracemalloc.stop()


def sizes(few, many, most=None):
    """Return a decorator for a test with the argument `count`, which is `few` by default. .ci/run
    runs it with `many`, too, and .ci/release with `most`.
    """
    counts = [few, pytest.param(many, marks=pytest.mark.ci)]
    if most is not None:
        counts.append(pytest.param(most, marks=pytest.mark.release))
    return pytest.mark.parametrize("count", counts)


@pytest.fixture
def distribute(tmp_path, monkeypatch):
    """Return a function that puts a distribution with strategies on the import path, laid out as by
    pip.
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

    def run(*arguments):
        exit_status = main([*map(str, arguments)])
        return (exit_status, *capsys.readouterr())

    return run


@pytest.fixture
def progress_lines(monkeypatch):
    """Let commands print a line of progress at every step, as if standard error were a terminal."""
    monkeypatch.setattr(Progress, "pause", 0)
    monkeypatch.setattr("perceptron_ref.cli.progress.stderr_is_terminal", lambda: True)


@pytest.fixture
def fit(command):
    """Return a function that runs `fit` as `command` does."""
    return partial(command, "fit")


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a Python file and returns its path as a string."""

    def write(source, name="mine.py"):
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return str(path)

    return write
