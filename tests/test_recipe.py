"""Follow the recipes of CONTRIBUTING, and "Add a page" of docs/_tools/README.md, in a copy of the
repository that is installed as editable.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from itertools import product

import pytest
from conftest import ROOT

pytestmark = pytest.mark.ci

STRATEGY = '''"""The most corrected first."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_ref import View


def always_hardest(view: View, *, fewest: bool = False) -> Iterator[int]:
    """Passes in which the examples that were corrected most often come first.     Lecture 2: L2.6

    Ties go to the lowest n.

    fewest: Put the examples that were corrected least often first instead.

    >>> from perceptron_ref import example, pla
    >>> pla(example("xor"), "always-hardest", max_updates=6).n
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
ENTRY_POINT = "    always-hardest = perceptron_ref_strategies.always_hardest:always_hardest\n"
ORACLE_ORDER = '''def always_hardest(fewest=False):
    """Return the order that sorts the examples by their number of corrections in each pass."""

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
SECTION = """::: perceptron_ref_strategies.always_hardest
    options:
      toc_label: Most corrected first
      members: [always_hardest]

"""
ROW_TEXTS = {
    "the most corrected example first": "修正次數最多的樣本優先",
    "`fewest=True` turns the order round": "`fewest=True` 把順序倒過來",
}
ROW = f"| `always-hardest`{{ #always-hardest }} | {' | '.join(ROW_TEXTS)} |"
CODE = '\n{{ code("perceptron_ref_strategies.always_hardest:always_hardest") }}\n'
CHANGE = "- The strategy `always-hardest` visits first what was corrected most often.\n"
SET = "# Made up.\nx1,x2,x3,y\n" + "".join(
    f"{a},{b},{c},{a + b + c > 1:d}\n" for a, b, c in product((0, 1), repeat=3)
)
SET_ROWS = {
    "perceptron_ref/examples/__init__.py": 'Example("of 3: separable", "two-of-three.csv", "1")',
    "tests/examples/test_examples.py": '(8, 4, 1, ("x1", "x2", "x3"), ("0", "1"))',
}
COMMAND = '''"""`count`: print how many examples a set has."""

from __future__ import annotations

import argparse

from ...examples import example
from ..options import Parser
from ..terminal import print_line

EPILOG = """\\
examples:
  perceptron-ref count xor
  perceptron-ref count or

exit status: 0 if it was printed; 1 for another error; 2 for wrong usage; 130 after Ctrl-C.
"""


def add_options(parser: Parser) -> None:
    """Declare the argument."""
    parser.add_argument("name", metavar="NAME", help="the name of a set")


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    print_line(str(example(args.name).N))
    return 0
'''
COMMAND_TEST = '''"""`count`."""


def test_count_prints_the_number_of_examples(command):
    """A line on standard output."""
    assert command("count", "xor") == (0, "4\\n", "")
'''
STATEMENT = '''def are_equal(h: Hypothesis) -> bool:
    """If |w| = 1, without w_0, functional and geometric margins are equal.     Lecture 2: L2.18

    >>> are_equal(Hypothesis([7, 0, 1]))
    True
    """
    return sum(w_i * w_i for w_i in h.w[1:]) == 1


'''
STATEMENT_TEST = '''

def test_margins_are_equal_where_w_is_of_length_1():
    """Lecture 2: L2.18"""
    from perceptron_ref.theory.margins import are_equal

    assert are_equal(Hypothesis([7, 0, 1]))
'''
GENERATOR = '''def single(*, m: int = 1) -> Dataset:
    """Return x = m with label +1.     Lecture 2: L2.8

    Args:
        m: From 1.

    >>> single(m=2).N
    1
    """
    return Dataset([[checked_count("m", m, 1, 9)]], [1])


'''
GENERATOR_TEST = '''

def test_a_single_example_is_separable():
    """PLA needs one update."""
    assert pla(example("single:m=3")).updates == 1
'''
OPTION = "Add an option to a command"
QUOTATION = "If $|w| = 1$, both margins are equal."
TESTS = """
tests/test_strategies.py tests/plugins tests/testing tests/cli/test_strategies_command.py
tests/cli/test_optimum_and_selftest.py tests/cli/test_compare_command.py tests/test_contract.py
tests/cli/test_margins_command.py tests/cli/test_reports.py tests/cli/test_help.py
tests/cli/test_count_command.py tests/cli/test_main.py tests/cli/test_usage.py
tests/examples tests/theory/test_margins.py perceptron_ref/theory/margins.py
tests/test_repository.py tests/docs/test_misconceptions.py tests/docs/test_teaching.py
tests/docs/test_statements.py tests/docs/test_reference.py tests/docs/test_site_tools.py
tests/docs/test_translations.py::test_every_catalogue_is_complete_and_correct
""".split()
NOT_COPIED = shutil.ignore_patterns(".*cache", ".git", ".venv", "node_modules", "__pycache__")
TOOLS = [name for name in sys.path if "-packages" in name]  # pytest, Babel and others


class Copy:
    """A copy of this repository, and a Python in which it is installed as editable."""

    def __init__(self, folder):
        self.root = folder / "copy"
        shutil.copytree(ROOT, self.root, ignore=NOT_COPIED)
        modules = ROOT / "docs" / "node_modules"  # KaTeX, too large to copy
        if modules.exists():
            (self.root / "docs" / "node_modules").symlink_to(modules.resolve())
        venv.create(folder / "env", with_pip=False, symlinks=os.name != "nt")
        scripts, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
        self.python = folder / "env" / scripts / name
        install = ("-m", "pip", "--python", self.python, "install", "--quiet", "--no-deps")
        output_of(sys.executable, *install, "--editable", self.root, cwd=folder)

    def run(self, line, *arguments):
        """Run the Python of the copy, which can import TOOLS; return what it prints."""
        path = [str(self.root), *TOOLS]
        return output_of(self.python, *line.split(), *arguments, cwd=self.root, path=path)

    def write(self, path, text, mode="w"):
        """Write a file, or with the mode "a" append to it."""
        with open(self.root / path, mode, encoding="utf-8") as stream:
            stream.write(text)

    def read(self, path):
        """Return the text of a file."""
        return (self.root / path).read_text(encoding="utf-8")

    def replace(self, path, old, new):
        """Replace a text that a file contains exactly once."""
        full_text = self.read(path)
        count = full_text.count(old)
        assert count == 1, f"{path} contains {old!r} {count} times; expected 1"
        self.write(path, full_text.replace(old, new))

    def add_below(self, path, start, line):
        """Add a line below the only line that begins with a text."""
        (above,) = re.findall(f"^{re.escape(start)}.*\n", self.read(path), re.MULTILINE)
        self.replace(path, above, f"{above}{line}\n")

    def translate(self, catalogue, chinese):
        """Write these Chinese texts into the empty or fuzzy entries of a catalogue."""
        full_text = self.read(catalogue)
        for english, text in chinese.items():
            entry = rf'(?:#, fuzzy\n#\| .*\n)?(msgid "{re.escape(english)}"\nmsgstr )".*"'
            full_text, count = re.subn(entry, lambda match: f'{match[1]}"{text}"', full_text)  # noqa: B023
            assert count == 1, english
        self.write(catalogue, full_text)

    def contents(self):
        """Return {path: content} for every file, except the files that tools generate."""
        generated = ("__pycache__", ".egg-info", ".hypothesis", ".pytest_cache")
        paths = (path for path in self.root.rglob("*") if path.is_file())
        texts = {path.relative_to(self.root).as_posix(): path.read_bytes() for path in paths}
        return {
            name: text
            for name, text in texts.items()
            if not any(part in name for part in generated)
        }


def output_of(*command, cwd, path=()):
    """Run a command and return what it prints. If it fails, fail with this output."""
    process = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stdout
    return process.stdout


def recipe(title, page="CONTRIBUTING.md"):
    """Return the text of a recipe."""
    full_text = (ROOT / page).read_text(encoding="utf-8")
    text = full_text.partition(f"**{title}.**")[2]
    return re.split(r"^(?:\*\*|## )", text, maxsplit=1, flags=re.MULTILINE)[0]


def add_strategy(copy):
    """Add the order `always-hardest`, its golden runs and its section."""
    text = recipe("Add a strategy")
    copy.write("strategies/always_hardest.py", STRATEGY)
    lines = "perceptron_ref.strategies =\n"
    copy.replace("setup.cfg", lines, lines + ENTRY_POINT)
    check, oracle = "-m perceptron_ref check-strategy", "tests/oracle.py"
    assert f"`python {check} NAME`" in text
    output_of(copy.python, *check.split(), "always-hardest", cwd=copy.root.parent)
    end = "\n# The strategies by name"
    copy.replace(oracle, end, "\n" + ORACLE_ORDER.rstrip() + "\n\n" + end)
    golden = "perceptron_ref/testing/golden.csv"
    assert f"`python {oracle} NAME NAME:option=value >>{golden}`" in text
    names = "always-hardest", "always-hardest:fewest=true"
    copy.write(golden, copy.run(oracle, *names), "a")
    title = "## Testing strategies {#testing}\n"
    copy.replace("docs/api/algorithm.md", title, SECTION + title)
    page, update = "docs/beyond/orders.md", "docs/_tools/translations.py update beyond/orders.md"
    assert f"`python {update}`" in text
    copy.add_below(page, "| `worst-margin`", ROW)
    last = '{{ code("perceptron_ref_strategies.worst_margin:worst_margin") }}\n'
    copy.replace(page, last, last + CODE)
    copy.run(update)
    copy.translate("docs/_translations/zh_TW/beyond/orders.po", ROW_TEXTS)


def add_set(copy):
    """Add the set `two-of-three`."""
    copy.write("perceptron_ref/examples/two-of-three.csv", SET)
    for path, row in SET_ROWS.items():
        copy.replace(path, '    "or": ', f'    "two-of-three": {row},\n    "or": ')


def add_generated_set(copy):
    """Add the set `single`."""
    generators = "perceptron_ref/examples/generators.py"
    table = "GENERATORS: dict"
    copy.replace(generators, table, GENERATOR + table)
    copy.add_below(generators, table, '    "single": (single, "one example; separable"),')
    names = re.search(r"(?s)__all__ = \[(.*?)\]", copy.read(generators))[1]
    copy.replace(generators, names, f'{names.rstrip(", ")}, "single"')
    copy.replace("docs/api/data.md", "members: [hadamard, ", "members: [single, hadamard, ")
    copy.write("tests/examples/test_generators.py", GENERATOR_TEST, "a")


def add_command(copy):
    """Add `count`."""
    copy.write("perceptron_ref/cli/commands/count.py", COMMAND)
    line = '    "examples": '
    summary = "print how many examples a set has"
    copy.replace("perceptron_ref/cli/main.py", line, f'    "count": "{summary}",\n{line}')
    copy.write("tests/cli/test_count_command.py", COMMAND_TEST)


def add_option(copy):
    """Add `examples --names`."""
    function = re.search(r"with `(\w+)` from\s+`perceptron_ref/cli/options", recipe(OPTION))[1]
    for above, added in (
        ("import argparse", f"\nfrom ..options import {function}"),
        (
            '    """Declare the options."""',
            f'    {function}(parser, {{"--names": "print the names alone"}})',
        ),
        ('    """Run the command; return its exit status."""', "    if args.names:"),
        ("    if args.names:", '        print_line(" ".join(EXAMPLES))\n        return 0'),
    ):
        copy.add_below("perceptron_ref/cli/commands/examples.py", above, added)


def add_column(copy):
    """Add the column `weight`, which is 1 for each example, to the table of `margins`."""
    last = '            "geometric margin": '
    copy.add_below("perceptron_ref/cli/commands/margins.py", last, '            "weight": 1,')
    columns = "`functional margin`, `geometric margin`"
    copy.replace("docs/formats.md", columns, f"{columns}, `weight`")


def add_page(copy):
    """Add the page that the recipe writes, with a title in Chinese."""
    copy.write("docs/how-to/coins.md", "# Coins {#coins}\n\nHeads or tails?\n")
    line = "      - On any Python: "
    copy.replace("mkdocs.yml", line, f"      - Coins: how-to/coins.md\n{line}")
    copy.run("docs/_tools/translations.py site")
    copy.translate("docs/_translations/zh_TW/_site.po", {"Coins": "硬幣"})


def add_statement(copy):
    """Add L2.18, and a function that states it."""
    copy.replace("docs/_tools/statements.py", "for i in range(1, 18)", "for i in range(1, 19)")
    module, name = "perceptron_ref/theory/margins.py", '    "Length",\n'
    copy.replace(module, name, f'{name}    "are_equal",\n')
    copy.write(module, "\n\n" + STATEMENT.rstrip() + "\n", "a")
    page = "lecture/after"
    copy.write(f"docs/{page}.md", f"\n## L2.18 Both margins {{#l2-18}}\n\n> {QUOTATION}\n", "a")
    copy.run(f"docs/_tools/translations.py update {page}.md")
    chinese = {"L2.18 Both margins": "L2.18 兩種間隔", QUOTATION: "若 $|w| = 1$，兩種間隔相等。"}
    copy.translate(f"docs/_translations/zh_TW/{page}.po", chinese)
    copy.run(f"docs/_tools/translations.py check {page}.md")
    copy.write("tests/theory/test_margins.py", STATEMENT_TEST, "a")
    copy.replace("docs/api/proof.md", "members: [functional_", "members: [are_equal, functional_")


RECIPES = {
    "Add a strategy": add_strategy,
    "Add an example set": add_set,
    "Add a generated set": add_generated_set,
    "Add a command": add_command,
    OPTION: add_option,
    "Add a column to a table": add_column,
    "Add a page": add_page,
    "Add a statement, with its page and test": add_statement,
}


@pytest.fixture(scope="module")
def copy_and_changes(tmp_path_factory):
    """Return a copy in which all recipes have been followed, and {title: the paths that the recipe
    changed or added}.
    """
    for library in ("babel", "jinja2"):
        pytest.importorskip(library)
    copy, changed = Copy(tmp_path_factory.mktemp("recipe")), {}
    for title, follow in RECIPES.items():
        before = copy.contents()
        follow(copy)
        after = copy.contents()
        changed[title] = {path for path in after if after[path] != before.get(path)}
    before = copy.contents()
    copy.replace("CHANGELOG.md", "## Unreleased\n\n", "## Unreleased\n\n" + CHANGE)
    copy.run("tests/test_contract.py")
    after = copy.contents()
    changed[""] = {path for path in after if after[path] != before.get(path)}
    return copy, changed


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_names_every_file_that_has_to_change(copy_and_changes, title):
    """It names the path of each file, or the folder."""
    _, changed = copy_and_changes
    text = recipe(title, "docs/_tools/README.md" if title == "Add a page" else "CONTRIBUTING.md")
    names = re.findall(r"[\w/-]+(?:\.\w+|/)(?![\w/])", text)
    listed = [
        re.escape(name).replace("NAME", r"[\w-]+") + ".*" * (name[-1] == "/") for name in names
    ]
    assert {path for path in changed[title] if not re.fullmatch("|".join(listed), path)} == set()


def test_the_recipe_for_a_strategy_names_the_tests_near_it():
    """Its command runs tests of golden runs, docstrings and translations. The files exist, and the
    test below also runs them.
    """
    (command,) = re.findall(r"`python -m pytest [^`]*`", recipe("Add a strategy"))
    names = re.findall(r"tests/[\w/]*test_\w+\.py", command)
    assert all((ROOT / name).is_file() for name in names)
    assert {"golden", "repository", "translations"} <= {name.split("_")[-1][:-3] for name in names}
    test_paths = " ".join(TESTS)
    assert all(name in test_paths or f"{name.rpartition('/')[0]} " in test_paths for name in names)


def test_the_tests_pass_once_all_recipes_are_followed(copy_and_changes):
    """The strategy is found without another installation, and all additions pass the tests. Only
    the changelog and the contract change in addition.
    """
    copy, changed = copy_and_changes
    assert changed[""] == {"CHANGELOG.md", "tests/contract.csv"}
    copy.run("-m pytest -q -p no:cacheprovider", *TESTS)
