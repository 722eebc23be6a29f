"""The recipe "Add a strategy" of CONTRIBUTING, followed in an editable install of a copy."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv

import pytest
from conftest import ROOT

pytestmark = pytest.mark.ci

STRATEGY = '''"""The most corrected first."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_ref import View


def hardest_rounds(view: View, *, fewest: bool = False) -> Iterator[int]:
    """Passes in which the examples that were corrected most often come first.     Lecture 2: L2.6

    Of equal ones the lowest n comes first.

    fewest: those that were corrected least often come first instead.

    >>> from perceptron_ref import example, pla
    >>> pla(example("xor"), "hardest-rounds", max_updates=6).n
    (0, 1, 2, 3, 0, 1)
    """
    counts = [0] * len(view)
    sign = 1 if fewest else -1
    while True:
        for n in sorted(range(len(view)), key=lambda n: sign * counts[n]):
            t = view.updates
            yield n
            counts[n] += view.updates - t
'''
LINE = "    hardest-rounds = perceptron_ref_strategies.hardest_rounds:hardest_rounds\n"
PLAINEST = '''def hardest_rounds(fewest=False):
    """Passes in the order of how often each example was corrected."""

    def order(view):
        corrected = []
        while True:
            times = [(corrected.count(n), n if fewest else -n) for n in range(len(view))]
            ranked = sorted(times, reverse=not fewest)
            for _, n in ranked:
                t = view.updates
                yield abs(n)
                corrected += [abs(n)] * (view.updates - t)

    return order


'''
SECTION = """::: perceptron_ref_strategies.hardest_rounds
    options:
      toc_label: Most corrected first
      members: [hardest_rounds]

"""
CHANGE = "- The strategy `hardest-rounds` visits first what was corrected most often.\n"
TESTS = """
tests/test_strategies.py tests/plugins tests/testing tests/cli/test_strategies_command.py
tests/cli/test_optimum_and_selftest.py tests/cli/test_compare_command.py tests/test_contract.py
tests/docs/test_docs.py tests/docs/test_bridge.py tests/docs/test_translations.py
tests/docs/test_misconceptions.py tests/docs/test_teaching.py
""".split()
LEFT_OUT = shutil.ignore_patterns(".*cache", ".git", ".venv", "node_modules", "__pycache__")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of this repository, and a Python in which it is installed as editable."""
    folder = tmp_path_factory.mktemp("recipe")
    shutil.copytree(ROOT, folder / "copy", ignore=LEFT_OUT)
    venv.create(folder / "env", with_pip=False, symlinks=os.name != "nt")
    python = folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    words = ("-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--editable")
    output_of(sys.executable, *words, folder / "copy", cwd=folder)
    return folder / "copy", python


def output_of(*words, cwd, path=()):
    """Run a command to its end and return what it printed; fail with all of it where it failed."""
    process = subprocess.run(
        [*map(str, words)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stdout
    return process.stdout


def contents(folder):
    """Return the content of every source file of a folder, by its path."""
    files = (path for path in folder.rglob("*") if path.is_file())
    made = ("__pycache__", ".egg-info", ".hypothesis", ".pytest_cache")
    paths = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    return {path: data for path, data in paths.items() if not any(name in path for name in made)}


def insert(path, before, text):
    """Insert a text into a file, before or behind another one, which it has once."""
    whole = path.read_text(encoding="utf-8")
    assert whole.count(before) == 1
    path.write_text(whole.replace(before, text), encoding="utf-8")


def recipe():
    """Return the text of the recipe."""
    whole = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return whole.partition("**Add a strategy.**")[2].partition("**Add a command.**")[0]


def test_the_recipe_is_all_that_a_new_strategy_takes(copy):
    """A sixth strategy is found without installing again, passes the checks and the tests of
    strategies; nothing changes but the files that the recipe lists.
    """
    folder, python = copy
    before = contents(folder)
    (folder / "strategies" / "hardest_rounds.py").write_text(STRATEGY, encoding="utf-8")
    lines = "perceptron_ref.strategies =\n"
    insert(folder / "setup.cfg", lines, lines + LINE)
    check, oracle = "-m perceptron_ref check-strategy", "tests/oracle.py"
    assert f"`python {check} NAME`" in recipe()
    assert "passed = 8" in output_of(python, *check.split(), "hardest-rounds", cwd=folder.parent)
    end = "\n# The strategies by name"
    insert(folder / oracle, end, "\n" + PLAINEST.rstrip() + "\n\n" + end)
    golden = "perceptron_ref/testing/golden.csv"
    texts = "hardest-rounds", "hardest-rounds:fewest=true"
    assert f"`python {oracle} NAME NAME:option=value >>{golden}`" in recipe()
    tools = [name for name in sys.path if "-packages" in name]  # pytest and others
    with open(folder / golden, "a", encoding="utf-8") as stream:
        stream.write(output_of(python, oracle, *texts, cwd=folder, path=[str(folder), *tools]))
    title = "## Testing strategies {#testing}\n"
    insert(folder / "docs/api/algorithm.md", title, SECTION + title)
    change = "## Unreleased\n\n"
    insert(folder / "CHANGELOG.md", change, change + CHANGE)
    output_of(
        python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, cwd=folder, path=tools
    )
    after = contents(folder)
    changed = {path for path in after if after[path] != before.get(path)}
    names = re.findall(r"`(?:python .*>>)?([\w/]+\.\w+)`", recipe())
    listed = {name for name in names if name in before}  # others are no files
    new = {"strategies/hardest_rounds.py"}
    assert changed == listed - {"docs/_tools/orders.py"} | new and {*after} - {*before} == new
