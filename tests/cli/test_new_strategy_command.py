"""`new-strategy` writes a project that works unchanged, and never overwrites a file."""

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
    """Return the folder of a new project called hardest-first."""
    assert command("new-strategy", "hardest_first", "--in", tmp_path)[0] == 0
    return tmp_path / "hardest-first"


def test_the_output_lists_the_files_and_the_next_commands(command, tmp_path, monkeypatch):
    """The output lists every file, then the commands that check, run and install the strategy, in
    this order. The files contain no placeholders with $.
    """
    monkeypatch.setattr("sys.argv", ["perceptron-ref"])
    target = tmp_path / "hardest-first"
    exit_status, out, err = command("new-strategy", "hardest-first", "--in", tmp_path)
    assert (exit_status, err) == (0, "")
    assert out.splitlines() == [
        f"Written to {target}:",
        *(f"  {name}" for name in FILES),
        "Edit the strategy, then check it and see it run:",
        f"  perceptron-ref check-strategy {target / 'hardest_first.py'}",
        f"  perceptron-ref race --strategies all {target / 'hardest_first.py'}",
        "Install perceptron_ref if it is not installed yet, then install the strategy:",
        f"  {PYTHON} -m pip install {ROOT}",
        f"  {PYTHON} -m pip install --editable {target}",
    ]
    assert sorted(os.listdir(target)) == sorted(FILES)
    assert os.listdir(tmp_path) == ["hardest-first"]
    assert not any("$" in (target / name).read_text(encoding="utf-8") for name in FILES)


def test_outside_a_checkout_the_user_fills_in_the_path_of_the_package(
    command, tmp_path, monkeypatch
):
    """perceptron_ref.pyz, for example, is not in a checkout. Then the install command contains
    PATH-OR-URL, and a line below explains it.
    """
    monkeypatch.setattr(new_strategy, "checkout_folder", lambda: "")
    out = command("new-strategy", "hardest-first", "--in", tmp_path)[1]
    assert f"\n  {PYTHON} -m pip install PATH-OR-URL\n" in out
    assert out.splitlines()[-1].startswith(
        "PATH-OR-URL: the folder, wheel or URL that you installed perceptron_ref from"
    )


def test_a_frozen_program_prints_python3(command, tmp_path, monkeypatch):
    """In a frozen program sys.executable is not Python, so both pip commands begin with python3."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    out = command("new-strategy", "hardest-first", "--in", tmp_path)[1]
    assert out.count("\n  python3 -m pip install ") == 2


def test_the_strategy_visits_the_previous_mistakes_first(project):
    """In every pass the strategy visits each example once, and the examples that caused an update
    in the previous pass come first. The seed changes the run.
    """
    visits, are_mistakes = [], []
    hardest_first = strategy(str(project / "hardest_first.py"), seed=1)

    def recorded_order(view):
        for n in hardest_first(view):
            t = view.updates
            yield n
            visits.append(n)
            are_mistakes.append(view.updates != t)

    run = pla(example("credit"), recorded_order)
    assert run.n != pla(example("credit"), strategy(str(project / "hardest_first.py"))).n
    N = run.data.N
    passes = [slice(start, start + N) for start in range(0, len(visits) - N, N)]
    assert len(passes) > 2
    for before, after in zip(passes, passes[1:]):
        mistakes = {n for n, is_mistake in zip(visits[before], are_mistakes[before]) if is_mistake}
        assert set(visits[after][: len(mistakes)]) == mistakes
        assert sorted(visits[after]) == list(range(N))


def metadata(folder):
    """Return the metadata of a project as pip reads them; check how the strategy is registered."""
    setup = ConfigParser(interpolation=None)
    setup.read(folder / "setup.cfg", encoding="utf-8")
    name = folder.name.replace("-", "_")
    strategies = setup["options.entry_points"]["perceptron_ref.strategies"].strip()
    assert strategies == f"{folder.name} = {name}:{name}"
    return setup["metadata"]


def test_the_author_and_the_licence_are_left_to_the_user(project):
    """The metadata omit both, and comments and the README say that they are missing."""
    assert metadata(project)["name"] == "hardest-first"
    assert not {"author", "author_email", "license", "license_files"} & {*metadata(project)}
    text = (project / "setup.cfg").read_text(encoding="utf-8")
    assert "\n# author = and author_email = say who wrote it\n# license = " in text
    readme = (project / "README.md").read_text(encoding="utf-8")
    assert "The strategy has no licence yet, so nobody else may use it" in readme


THIS_PACKAGE = f"perceptron_ref {__version__}"
ANOTHER_NAME = "; expected another name, such as my-"
USED_IN_FILES = f"which means something else in the files of the new project{ANOTHER_NAME}"
REFUSED = [  # a name, and the reason in the error
    ("a-", "expected a letter or a digit at the end"),
    *((name, "expected a letter at the beginning") for name in ("1a", "-", "_a")),
    *((name, "expected only letters from A to Z") for name in ("a b", "a.b", "é", "a/b", "../a")),
    *((name, "expected 1 to 60 characters") for name in ("", "a" * 61)),
    ("class", "expected another name, because this one is a keyword"),
    *((name, f", which is the name of a Python module{ANOTHER_NAME}") for name in ("json", "sys")),
    ("all", f", which means every strategy, as in `--strategies all`{ANOTHER_NAME}"),
    *((name, f", which Python itself uses{ANOTHER_NAME}") for name in ("len", "set")),
    *((name, f", {USED_IN_FILES}") for name in ("View", "pla", "example")),
    ("noxfile", f", but nox would run the file noxfile.py{ANOTHER_NAME}"),
    ("conftest", f", but pytest would run the file conftest.py{ANOTHER_NAME}"),
    ("test-order", f", which begins like the name of a test file{ANOTHER_NAME}"),
    *(
        (name, f", which belongs to {THIS_PACKAGE}{ANOTHER_NAME}")
        for name in ("cyclic", "Worst_Margin", "random")
    ),
    *((name, "expected another name, such as my-") for name in ("setup", "perceptron-ref")),
    ("pytest", f", which belongs to pytest {pytest.__version__}; expected another name"),
]


@pytest.mark.parametrize(("name", "reason"), REFUSED)
def test_unusable_names_are_refused(command, tmp_path, name, reason):
    """A name must be valid for a module, a distribution and a strategy. The error gives the reason,
    and nothing is written. If the name is already in use, the error suggests a free one.
    """
    exit_status, out, err = command("new-strategy", "--in", tmp_path, "--", name)
    assert (exit_status, out, os.listdir(tmp_path)) == (1, "", [])
    assert err.startswith("perceptron-ref: error: found the name ") and reason in err
    _, has_suggestion, suggestion = err.partition("try ")
    if has_suggestion:
        assert command("new-strategy", suggestion.strip(), "--in", tmp_path)[0] == 0


def test_the_error_names_the_distribution_that_uses_the_name(command, tmp_path, distribute):
    """If an installed distribution or its strategy has the name, the error shows the distribution
    and its version.
    """
    distribute("per-orders", {"far-first": "per_orders:far"}, "2.1", per_orders="")
    distribute("per-other-name", {}, "0.1")
    for name, owner in (("far_first", "orders 2.1"), ("per-other-name", "other-name 0.1")):
        _, _, err = command("new-strategy", name, "--in", tmp_path)
        problem = f"found the name '{name}', which belongs to per-{owner}"
        assert f"{problem}; expected another name" in err


def test_existing_files_are_never_overwritten(command, project, tmp_path):
    """If a folder, a file or a broken link of that name exists, it stays the same, and the command
    fails.
    """
    (project / "hardest_first.py").write_text("edited")
    (tmp_path / "second").write_text("a file")
    (tmp_path / "third").symlink_to("nowhere")
    for name in ("hardest-first", "second", "third"):
        exit_status, _, err = command("new-strategy", name, "--in", tmp_path)
        assert exit_status == 1
        assert err.endswith("exists; expected another name, or another folder after --in\n")
    assert (project / "hardest_first.py").read_text() == "edited"
    assert (tmp_path / "second").read_text() == "a file"
    assert sorted(os.listdir(tmp_path)) == ["hardest-first", "second", "third"]


@pytest.mark.ci
def test_every_name_used_in_the_files_is_refused(project, command, tmp_path):
    """A strategy with the name of an import, or of a function that is called, would hide it."""
    names = set()
    for path in project.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names |= {alias.name for alias in node.names} - {"hardest_first"}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                names.add(node.func.id)
    assert {"View", "Random", "set", "pla", "Check"} <= names
    for name in names - {"draw", "check"}:  # these are local variables
        assert command("new-strategy", name, "--in", tmp_path)[0] == 1, name


@pytest.mark.parametrize("folder", ["nowhere/inner", "a\0b", "x" * 300])
def test_a_folder_that_cannot_be_created_is_an_error(command, folder, tmp_path, monkeypatch):
    """The error is one line, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    exit_status, _, err = command("new-strategy", "nobody-has-this", "--in", folder)
    assert (exit_status, err.count("\n"), "cannot be written: " in err) == (1, 1, True)
    assert os.listdir(tmp_path) == []
