"""`new-strategy`: a project that works as it is written, and nothing overwritten."""

from __future__ import annotations

import ast
import os
import shlex
import sys
from configparser import ConfigParser

import pytest
from conftest import ROOT

from perceptron_ref import __version__, example, pla, strategy
from perceptron_ref.cli.commands import new_strategy

PYTHON = shlex.quote(sys.executable)
FILES = [
    "hardest_first.py",
    "test_hardest_first.py",
    "setup.cfg",
    "pyproject.toml",
    "README.md",
    ".gitignore",
]


@pytest.fixture
def project(tmp_path, command):
    """Return the folder of a project called hardest-first."""
    assert command("new-strategy", "hardest_first", "--in", tmp_path)[0] == 0
    return tmp_path / "hardest-first"


def test_the_files_are_named_and_what_to_do_next_is_told(command, tmp_path, monkeypatch):
    """Every file, then the commands that check it, run it and install it, each in its turn; no "$"
    is left.
    """
    monkeypatch.setattr("sys.argv", ["perceptron-ref"])
    target = tmp_path / "hardest-first"
    status, out, err = command("new-strategy", "hardest-first", "--in", tmp_path)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        f"Written to {target}:",
        *(f"  {file}" for file in FILES),
        "Edit the strategy, then check it and see it run:",
        f"  perceptron-ref check-strategy {target / 'hardest_first.py'}",
        f"  perceptron-ref race --strategies all {target / 'hardest_first.py'}",
        "Install perceptron_ref if it is not installed yet, then install the strategy:",
        f"  {PYTHON} -m pip install {ROOT}",
        f"  {PYTHON} -m pip install --editable {target}",
    ]
    assert sorted(os.listdir(target)) == sorted(FILES)
    assert os.listdir(tmp_path) == ["hardest-first"]
    assert not any("$" in (target / file).read_text(encoding="utf-8") for file in FILES)


def test_outside_of_a_checkout_it_says_where_to_install_from(command, tmp_path, monkeypatch):
    """As from perceptron_ref.pyz: nobody knows the folder."""
    monkeypatch.setattr(new_strategy, "checkout_folder", lambda: "")
    out = command("new-strategy", "hardest-first", "--in", tmp_path)[1]
    assert f"\n  {PYTHON} -m pip install PATH-OR-URL\n" in out
    assert out.splitlines()[-1].startswith(
        "PATH-OR-URL: the folder, wheel or URL that you installed perceptron_ref from"
    )


def test_where_the_python_is_not_known_it_says_python3(command, tmp_path, monkeypatch):
    """As in a program that Python is frozen into, whose executable is no Python."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    out = command("new-strategy", "hardest-first", "--in", tmp_path)[1]
    assert out.count("\n  python3 -m pip install ") == 2


def test_its_passes_begin_with_what_the_pass_before_got_wrong(project):
    """Every pass visits each example once, those first at which the pass before made an update;
    its seed makes a difference.
    """
    visits, missed = [], []
    mine = strategy(str(project / "hardest_first.py"), seed=1)

    def recorded(view):
        for n in mine(view):
            t = view.updates
            yield n
            visits.append(n)
            missed.append(view.updates != t)

    run = pla(example("credit"), recorded)
    assert run.n != pla(example("credit"), strategy(str(project / "hardest_first.py"))).n
    N = run.data.N
    passes = [slice(start, start + N) for start in range(0, len(visits) - N, N)]
    assert len(passes) > 2
    for before, after in zip(passes, passes[1:]):
        first = {n for n, was_missed in zip(visits[before], missed[before]) if was_missed}
        assert set(visits[after][: len(first)]) == first
        assert sorted(visits[after]) == list(range(N))


def metadata(folder):
    """Return the metadata of a project as pip reads them; the strategy is registered beside."""
    table = ConfigParser(interpolation=None)
    table.read(folder / "setup.cfg", encoding="utf-8")
    name = folder.name.replace("-", "_")
    strategies = table["options.entry_points"]["perceptron_ref.strategies"].strip()
    assert strategies == f"{folder.name} = {name}:{name}"
    return table["metadata"]


def test_without_a_word_there_is_no_author_and_no_licence(project):
    """Nobody is made up, nor asked for behind the user's back; the files say what is missing."""
    assert metadata(project)["name"] == "hardest-first"
    assert not {"author", "author_email", "license", "license_files"} & {*metadata(project)}
    text = (project / "setup.cfg").read_text(encoding="utf-8")
    assert "\n# author = and author_email = say who wrote it\n# license = " in text
    readme = (project / "README.md").read_text(encoding="utf-8")
    assert "The strategy has no licence yet, so nobody else may use it" in readme


OWN = f"perceptron_ref {__version__}"
ANOTHER = "; expected another name, such as my-"
REFUSED = [  # a name, and why
    ("a-", "expected a letter or a digit at the end"),
    *((name, "expected a letter at the beginning") for name in ("1a", "-", "_a")),
    *((name, "expected only letters from A to Z") for name in ("a b", "a.b", "é", "a/b", "../a")),
    *((name, "expected 1 to 60 characters") for name in ("", "a" * 61)),
    ("class", "expected another name, because this one is a keyword"),
    *((name, f", which is the name of a Python module{ANOTHER}") for name in ("json", "sys")),
    *((name, f", which is reserved{ANOTHER}") for name in ("all", "len", "set", "View")),
    *((name, f", which is reserved{ANOTHER}") for name in ("pla", "noxfile")),
    ("test-order", f", which begins like the name of a test file{ANOTHER}"),
    *(
        (name, f", which belongs to {OWN}{ANOTHER}")
        for name in ("cyclic", "Worst_Margin", "random")
    ),
    *((name, "expected another name, such as my-") for name in ("setup", "perceptron-ref")),
    ("pytest", f", which belongs to pytest {pytest.__version__}; expected another name"),
]


@pytest.mark.parametrize(("name", "why"), REFUSED)
def test_a_name_that_makes_no_working_project_is_refused(command, tmp_path, name, why):
    """It names a module, a distribution and a strategy. The error says why, and nothing is written.
    Where the name is taken, it proposes another, which can be used.
    """
    status, out, err = command("new-strategy", "--in", tmp_path, "--", name)
    assert (status, out, os.listdir(tmp_path)) == (1, "", [])
    assert err.startswith("perceptron-ref: error: found the name ") and why in err
    _, is_taken, suggestion = err.partition("try ")
    if is_taken:
        assert command("new-strategy", suggestion.strip(), "--in", tmp_path)[0] == 0


def test_the_distribution_that_has_the_name_is_told(command, tmp_path, distribute):
    """By its strategy or by its own name, with its version."""
    distribute("per-orders", {"far-first": "per_orders:far"}, "2.1", per_orders="")
    distribute("per-other-name", {}, "0.1")
    for name, owner in (("far_first", "orders 2.1"), ("per-other-name", "other-name 0.1")):
        _, _, err = command("new-strategy", name, "--in", tmp_path)
        assert (
            f"found the name '{name}', which belongs to per-{owner}; expected another name" in err
        )


def test_nothing_is_overwritten(command, project, tmp_path):
    """A folder, a file or a link of that name, wherever it leads, is left as it is."""
    (project / "hardest_first.py").write_text("mine")
    (tmp_path / "second").write_text("a file")
    (tmp_path / "third").symlink_to("nowhere")
    for name in ("hardest-first", "second", "third"):
        status, _, err = command("new-strategy", name, "--in", tmp_path)
        assert (status, err.endswith("exists; expected a new folder\n")) == (1, True)
    assert (project / "hardest_first.py").read_text() == "mine"
    assert (tmp_path / "second").read_text() == "a file"
    assert sorted(os.listdir(tmp_path)) == ["hardest-first", "second", "third"]


def test_every_name_that_the_files_use_is_refused(project, command, tmp_path):
    """Whatever they import, or call: a strategy of that name would take its place."""
    names = set()
    for file in project.glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names |= {alias.name for alias in node.names} - {"hardest_first"}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                names.add(node.func.id)
    assert {"View", "Random", "set", "pla", "Check"} <= names
    for name in names - {"draw", "check"}:  # variables of functions
        assert command("new-strategy", name, "--in", tmp_path)[0] == 1, name


@pytest.mark.parametrize("folder", ["nowhere/inner", "a\0b", "x" * 300])
def test_a_folder_that_cannot_be_is_told(command, folder, tmp_path, monkeypatch):
    """In a line; nothing is written."""
    monkeypatch.chdir(tmp_path)
    status, _, err = command("new-strategy", "nobody-has-this", "--in", folder)
    assert (status, err.count("\n"), "cannot be written: " in err) == (1, 1, True)
    assert os.listdir(tmp_path) == []
