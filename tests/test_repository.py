"""The files of the repository: README's first command, the examples of strategies, links between
files, and facts that several files state.
"""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from importlib import import_module

import pytest
from conftest import BUILT_IN, ROOT, SETUP

import perceptron_ref
from perceptron_ref import strategy


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_example_of_a_strategy_runs(name):
    """The docstring of each built-in strategy contains an example, and its output is right."""
    results = doctest.testmod(import_module(strategy(name).func.__module__))
    assert results.attempted >= 2  # an import, and a line that uses the strategy
    assert results.failed == 0


@pytest.mark.parametrize(
    "path", sorted((ROOT / "strategies").glob("_[a-z]*.py")), ids=lambda path: path.name
)
def test_the_examples_of_shared_code_run(path):
    """The helper files of strategies/, whose names begin with _, also contain examples."""
    package = strategy("cyclic").func.__module__.rpartition(".")[0]
    results = doctest.testmod(import_module(f"{package}.{path.stem}"))
    assert results.attempted >= 2
    assert results.failed == 0


def test_the_first_command_of_the_readme_prints_what_it_shows():
    """README shows the command and its exact output."""
    command, output = re.findall(r"```(?:sh|text)\n(.*?)```", text_of("README.md"), re.DOTALL)[:2]
    assert command == "python3 -m perceptron_ref fit\n"
    arguments = command.split()[1:]
    printed = subprocess.check_output([sys.executable, *arguments], cwd=ROOT, encoding="utf-8")
    assert printed == output


def test_files_that_state_the_same_fact_agree():
    """Several files state the test command, the version, and the oldest Python. .ci/run finds the
    test command in README by its first words.
    """
    (first_words,) = re.findall(r'sed -n "/\^([^/]+)/s', text_of(".ci/run"))
    (command,) = re.findall(rf"^{first_words}.*$", text_of("README.md"), re.MULTILINE)
    assert command in text_of("CONTRIBUTING.md")
    assert f"version: {perceptron_ref.__version__}\n" in text_of("CITATION.cff")
    assert SETUP["metadata"]["version"] == "attr: perceptron_ref.__version__"
    oldest = SETUP["options"]["python_requires"]
    readmes = (
        ("README.md", r"Python \((3\.\d+) or later\)"),
        ("docs/README.zh-TW.md", r"Python (3\.\d+) 以上"),
    )
    for page, pattern in readmes:
        assert [f">={version}" for version in re.findall(pattern, text_of(page))] == [oldest]


@pytest.mark.parametrize(
    "page",
    [
        *("README.md", "docs/README.zh-TW.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"),
        "docs/_translations/README.md",
    ],
)
def test_links_between_files_lead_somewhere(page):
    """A relative link names a file or folder of the repository."""
    links = [link for link in re.findall(r"\]\(([^)#]+)", text_of(page)) if "://" not in link]
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []
