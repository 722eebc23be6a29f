"""Fixtures and helpers for several test modules, and a list of the other helpers.

The tests in a folder are for the package of the same name. The tests beside this file are for the
core, and for the package as a whole. docs/ tests pages, READMEs, their tools, and the programs that
pages run; website/ tests the built site. fuzz/ tests mutated and random input, with the helpers
mutated_files.py and command_endings.py.
oracle.py         a simple second implementation of PLA and Pocket; data, orders and limits for
                  hypothesis
messages.py       checks of error messages
text_reading.py   reads a text as `read` reads a file
report_tables.py  parses the reports of commands
user_of_types.py  code of a user, for type checkers
fake_arrays.py    values such as NumPy arrays, for a Python without NumPy
auditor.py        docs/code/audit.py as a module, to check records of results
gallery/          broken strategies, each in a file with the name of the check that it fails;
                  strategies in cheats/ change their run, its data, its process or the package
contract.csv      what users rely on; test_contract.py checks it
benchmarks.py     compares the speed of the package with other libraries
mutants.py        mutation testing; mutation.md lists mutants that no test can kill
theory/sweeps.py  the fewest mistakes by two simple methods, for test_optimum.py
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

PAUSE, Progress.pause = Progress.pause, inf  # no lines of progress, even on a slow machine

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

# Hypothesis profiles. "short" and "long" draw the same examples in every run; "fuzz" draws new
# ones, and prints a line that reproduces a failure. .ci/release uses "long" and "fuzz".
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

# Tests are collected in three quarters of the time without garbage collection, which would find
# almost nothing then.
gc.disable()


def pytest_collection_modifyitems(config, items):
    """Measure no coverage in tests of properties, pages or memory, or in long repeated tests.

    Measuring coverage can triple their time, and takes memory. Other tests cover the same lines.
    """
    if config.pluginmanager.hasplugin("_cov") and not config.getoption("no_cov"):
        for item in items:
            is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
            fixtures = getattr(item, "fixturenames", ())
            is_long = item.get_closest_marker("ci") and "count" in fixtures
            is_about_pages = {"docs", "website"} & {*item.path.parts}
            if is_property or is_long or "memory_tracer" in fixtures or is_about_pages:
                item.add_marker("no_cover")


def pytest_collection_finish():
    """Turn garbage collection on again, but make it search old objects rarely.

    A search among all collected tests takes a second. gc.freeze would also avoid it, but hypothesis
    uses gc.get_referrers, which does not see frozen objects.
    """
    if hasattr(gc, "set_threshold"):  # PyPy has none
        gc.set_threshold(*gc.get_threshold()[:2], 1_000)
    gc.enable()


def pytest_sessionfinish():
    """Collect garbage once more, so that errors in destructors are reported.

    Then freeze all objects, because pytest collects ten times at its end, which takes two seconds.
    """
    if hasattr(gc, "freeze"):  # PyPy has none
        gc.collect()
        gc.freeze()


def pytest_ignore_collect(collection_path, config):
    """Skip the tests of pages and of the site where they cannot run or are not selected.

    The libraries that build the site may be missing, and need CPython 3.10 or later.
    """
    cannot_run = not BUILDS_PAGES and collection_path == ROOT / "tests" / "docs"
    is_unselected = "website" in collection_path.parts and "not ci" in config.getoption("markexpr")
    return True if cannot_run or is_unselected else None


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


def check_no_child_is_left():
    """Fail if this process has a child that still runs, or for which it has not waited."""
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
def memory_tracer():
    """Return the module tracemalloc, and stop it after the test. Skip the test on PyPy, which does
    not have the module.
    """
    tracemalloc = pytest.importorskip("tracemalloc")
    yield tracemalloc
    tracemalloc.stop()


def sizes(few, many, most=None):
    """Return a decorator that runs a test with the argument `count=few`. .ci/run also runs it with
    `many`, and .ci/release also with `most`.
    """
    counts = [few, pytest.param(many, marks=pytest.mark.ci)]
    if most is not None:
        counts.append(pytest.param(most, marks=pytest.mark.release))
    return pytest.mark.parametrize("count", counts)


@pytest.fixture
def distribute(tmp_path, monkeypatch):
    """Return a function that writes the files of a distribution with strategies as pip does, and
    puts their folder on the import path.
    """

    def write_distribution(name, entry_points, version="1.0", folder="site", **modules):
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

    modules_before = set(sys.modules)
    yield write_distribution
    for name in set(sys.modules) - modules_before:
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
    """Print a line of progress at every step, as if standard error were a terminal."""
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
