"""What the pages of the site promise about the package, beside what stands with its own subject."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from configparser import ConfigParser
from importlib import import_module
from types import ModuleType

import pytest
from conftest import ROOT

from perceptron_ref import Dataset, Hypothesis, example, pla
from perceptron_ref.cli.main import COMMANDS, parser
from perceptron_ref.theory.separability import separability

sys.path.insert(0, str(ROOT / "docs"))
from _tools.sources import parsed, path_of, public_names  # noqa: E402

ENTRY = re.compile(r"^::: (?P<module>\S+)\n(?P<options>(?:    .*\n?)*)", re.MULTILINE)


def entries():
    """Return for every module on an API page the names that have an entry there; None where all
    have.
    """
    found = {}
    for path in sorted((ROOT / "docs" / "api").glob("*.md")):
        for match in ENTRY.finditer(path.read_text(encoding="utf-8")):
            members = re.search(r"members: \[(.*)\]", match["options"])
            found[match["module"]] = set(members.group(1).split(", ")) if members else None
    return found


@pytest.mark.parametrize("module", entries())
def test_every_public_name_of_a_module_has_an_entry(module):
    """The API pages show what a module offers, its `__all__` or all without an underscore: neither
    more nor less.
    """
    shown = entries()[module]
    if shown is not None:
        assert shown == public_names(parsed(path_of(module).read_text(encoding="utf-8")))


def public_of_package(package):
    """Return the public names of a package: its `__all__`, or what `dir` shows without packages."""
    module = import_module(package)
    names = getattr(module, "__all__", None) or [name for name in dir(module) if name[0] != "_"]
    return [name for name in names if not isinstance(getattr(module, name), ModuleType)]


@pytest.mark.parametrize(
    "package", ["perceptron_ref", "perceptron_ref.testing", "perceptron_ref.drawing"]
)
def test_every_public_name_of_a_package_has_an_entry(package):
    """Under the package or under the module that it comes from: the reference has every public
    name.
    """
    named = {name for names in entries().values() for name in names or ()}
    whole = {module for module, names in entries().items() if names is None}
    for name in public_of_package(package):
        made = getattr(import_module(package), name)
        assert name in named or {package, made.__module__} & whole, name


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_with_json_has_a_section(command):
    """docs/formats.md shows what each command that takes --json prints, and no other."""
    subparsers = next(action for action in parser([command])._actions if action.dest == "command")
    takes_json = "--json" in subparsers.choices[command].format_help()
    sections = re.findall(
        r"\{#json-([\w-]+)\}", (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    )
    assert (command in sections) is takes_json


@pytest.mark.ci
def test_a_wheel_runs_as_it_is(tmp_path):
    """Put on Python's path, the zip file that a wheel is has the data, the strategies and the
    golden runs in it.
    """
    import zipfile

    wheel = tmp_path / "perceptron_ref-0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for folder, name in (
            ("perceptron_ref", "perceptron_ref"),
            ("strategies", "perceptron_ref_strategies"),
        ):
            for path in sorted((ROOT / folder).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    archive.write(path, name + "/" + path.relative_to(ROOT / folder).as_posix())
        setup = ConfigParser()
        setup.read(ROOT / "setup.cfg", encoding="utf-8")
        table = setup["options.entry_points"]["perceptron_ref.strategies"]
        archive.writestr(
            "perceptron_ref-0.dist-info/METADATA",
            "Metadata-Version: 2.1\nName: perceptron_ref\nVersion: 0\n",
        )
        archive.writestr(
            "perceptron_ref-0.dist-info/entry_points.txt", f"[perceptron_ref.strategies]{table}\n"
        )
    shown = subprocess.run(
        [sys.executable, "-S", "-m", "perceptron_ref", "compare", "--json"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(wheel)},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    assert [run["updates"] for run in json.loads(shown)["runs"]] == [41, 65, 22, 289, 167]


def test_an_order_that_is_believed_leaves_mistakes():
    """Stopped after one pass, PLA has 5 mistakes left on credit-2d; the loop goes on, and leaves
    none.
    """
    D = example("credit-2d")

    def one_pass(view):
        yield from range(len(view))

    believed = pla(D, one_pass, max_visits=D.N)
    assert (believed.status, believed.mistakes) == ("max_visits", 5)
    assert (pla(D, one_pass).status, pla(D, one_pass).mistakes) == ("converged", 0)


def test_the_weights_of_pla_stay_short():
    """From w_0 = 0, |w_T|^2 <= T R^2: their bits grow like half the logarithm of T."""
    for D, limit in ((example("credit"), None), (example("iris-versicolor-virginica"), 5000)):
        run = pla(D, max_updates=limit)
        R2 = max(sum(v * v for v in x) for x in D.scaled_xs)
        longest = max(abs(v).bit_length() for *_, w in run.scaled_replay() for v in w)
        assert longest <= (run.updates * R2).bit_length() // 2 + 1


def test_the_order_of_adding_decides_in_floats():
    """2 - 0.8 - 1.2 is zero; in floats that depends on where one begins to add."""
    a, b, c = 2.0 * 1.0, 2.0 * -0.4, 1.5 * -0.8
    assert (a + b) + c < 0 == a + (b + c)
    assert Hypothesis(["2", "2.0", "1.5"]).score(["-0.4", "-0.8"]) == 0


def test_the_certificate_of_iris_takes_six_examples():
    """Of the 100 examples of two kinds these six, mixed so, cancel out."""
    found = separability(example("iris-versicolor-virginica"))
    assert (found.examples, found.coefficients) == (
        (2, 20, 27, 33, 77, 83),
        (10, 23, 21, 54, 55, 53),
    )


def test_one_set_in_every_format_is_the_same_data(tmp_path):
    """The forms that the page on files of one's own shows are read alike."""
    from perceptron_ref import read

    lines = ["hours,absences,passed", "12,0,yes", "8.5,1,yes", "3,4,no"]
    expected = Dataset([[12, 0], ["8.5", 1], [3, 4]], [+1, +1, -1])
    for delimiter in (",", "\t", ";", "  "):
        (tmp_path / "exam").write_text("\n".join(line.replace(",", delimiter) for line in lines))
        assert read(tmp_path / "exam", positive="yes") == expected
    (tmp_path / "exam").write_text("+1 1:12\n+1 1:8.5 2:1\n-1 1:3 2:4\n")
    assert read(tmp_path / "exam") == expected
