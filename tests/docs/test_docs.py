"""What the pages and the strategies show is run, and what they name is there."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from importlib import import_module

import pytest
from conftest import BUILT_IN, ROOT

import perceptron_ref
from perceptron_ref import Hypothesis, pla, strategy
from perceptron_ref.theory.bias import pla_with_bias
from perceptron_ref.theory.optimum import fewest_mistakes
from perceptron_ref.theory.separability import separability


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_example_of_a_strategy_runs(name):
    """Each built-in strategy's docstring has an example, and it does what it shows."""
    module = import_module(strategy(name).func.__module__)
    results = doctest.testmod(module)
    assert results.attempted >= 2
    assert results.failed == 0


def test_the_first_command_of_the_readme_prints_what_it_shows():
    """The command stands in the README word for word, and so does its output."""
    command, output = re.findall(
        r"```(?:sh|text)\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )[:2]
    assert command == "python3 -m perceptron_ref fit\n"
    shown = subprocess.run(
        [sys.executable, *command.split()[1:]],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout
    assert shown == output


def test_the_test_command_is_the_same_everywhere():
    """README, CONTRIBUTING and .ci/run name one and the same command."""
    command = re.search(
        r"^python3 -m venv .*$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    ).group()
    assert command in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "README.md" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/README.zh-TW.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "docs/_translations/README.md",
    ],
)
def test_links_between_files_lead_somewhere(page):
    """A relative link names a file or folder of the repository."""
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def public_names():
    """Return what `dir` shows of the package, names of Python's own left out."""
    return {name for name in dir(perceptron_ref) if not name.startswith("_")}


def test_every_public_name_is_there_and_documented():
    """All that `perceptron_ref` offers can be imported and says what it is."""
    for name in public_names():
        assert getattr(perceptron_ref, name) is not None
        assert name == "Strategy" or getattr(perceptron_ref, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        perceptron_ref.nothing  # noqa: B018


def test_the_public_names_are_those_promised():
    """The names that readers, programs and plugins rely on."""
    promised = (
        "Dataset read example Hypothesis sign pla pocket updates Run View Strategy "
        "strategy strategies "
        "PerceptronError DataError StrategyError dot add scale squared_norm"
    )
    assert set(promised.split()) <= public_names()


def test_what_takes_a_dataset_says_so():
    """Rows alone are no data set; the error says how to make one."""
    rows = [[1, 2]]
    for ask in (
        pla,
        pla_with_bias,
        separability,
        fewest_mistakes,
        Hypothesis([1, 2, 3]).mistakes,
        Hypothesis([1, 2, 3]).predictions,
    ):
        with pytest.raises(
            perceptron_ref.DataError, match="as the data; expected a Dataset, as Dataset"
        ):
            ask(rows)


def test_errors_have_one_base_and_the_usual_kinds():
    """Whoever expects a ValueError or a LookupError gets one."""
    assert issubclass(perceptron_ref.DataError, (perceptron_ref.PerceptronError, ValueError))
    assert issubclass(perceptron_ref.DataError, ValueError)
    assert issubclass(perceptron_ref.StrategyError, perceptron_ref.PerceptronError)
    assert issubclass(perceptron_ref.StrategyError, LookupError)


def test_the_version_is_kept_in_one_place():
    """The citation names the version of the package, and setup.cfg takes it from there."""
    assert f"version: {perceptron_ref.__version__}\n" in (ROOT / "CITATION.cff").read_text(
        encoding="utf-8"
    )
    assert "attr: perceptron_ref.__version__" in (ROOT / "setup.cfg").read_text(encoding="utf-8")


def test_the_oldest_python_is_named_in_one_place():
    """Where prose says from which Python on the package runs, it is what setup.cfg requires."""
    oldest = re.search(
        r"^python_requires = >=(.+)$",
        (ROOT / "setup.cfg").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    for page, words in (
        ("README.md", r"Python from (3\.\d+) on"),
        ("docs/README.zh-TW.md", r"Python (3\.\d+) 以上"),
    ):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert re.findall(words, text) == [oldest.group(1)]
