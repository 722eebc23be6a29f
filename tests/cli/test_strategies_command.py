"""`strategies` lists the strategies, loads them with --check, or describes one of them."""

from __future__ import annotations

import re
import sys
from functools import partial
from types import SimpleNamespace

import pytest
from conftest import BUILT_IN

from perceptron_ref import __version__
from perceptron_ref.cli.commands import strategies

BUILT_IN_NAMES = sorted(BUILT_IN)


def table_rows(out):
    """Return a dict for each row of the list, by the names of its columns."""
    names, *cells = [re.split(" {2,}", line) for line in out.split("\n\n")[0].splitlines()]
    return [dict(zip(names, row)) for row in cells]


def test_strategies_lists_name_origin_and_first_line(command):
    """The last column shows the first line of the docstring. A note below the list names the
    strategy of the homework.
    """
    exit_status, out, _ = command("strategies")
    assert (exit_status, [row["name"] for row in table_rows(out)]) == (0, BUILT_IN_NAMES)
    first_line = "The naive cycle: 0, 1, ..., N-1, and over again; an update does not interrupt it."
    assert table_rows(out)[BUILT_IN_NAMES.index("cyclic")]["what it does"] == first_line
    assert {row["from"] for row in table_rows(out)} == {f"perceptron_ref {__version__}"}
    note = out.splitlines()[-1]
    assert out.endswith(f"\n\n{note}\n") and note.endswith(
        " --strategy random-permutation:fresh=false"
    )
    assert "Lecture" not in out


def test_docstrings_are_read_from_the_source_under_OO(monkeypatch):
    """Python -OO removes docstrings, so they are read from the source. For a function without a
    source the description is empty.
    """

    def order(view):
        """From the source."""

    order.__doc__ = None
    assert strategies._docstring(order) == ""
    monkeypatch.setattr(strategies, "sys", SimpleNamespace(flags=SimpleNamespace(optimize=2)))
    assert strategies._docstring(order) == "From the source."
    assert strategies._docstring(eval("lambda view: view")) == ""


def test_a_partial_is_described_by_its_function():
    """The docstring of `functools.partial` itself is not about the strategy. If the user sets a
    docstring on the partial, it is used.
    """

    def order(view, *, step=1):
        """Each example."""

    inner = partial(order, step=2)
    assert strategies._docstring(partial(inner)) == "Each example."
    inner.__doc__ = "Each second example."
    assert strategies._docstring(inner) == "Each second example."


@pytest.mark.ci
def test_only_check_loads_the_plugins(command, distribute):
    """Without --check the list shows the description of a plugin's distribution, and does not
    import the plugin. --check loads each plugin. If loading fails, it shows the error and the line
    in the module of the plugin, and goes on with the other plugins.
    """
    exit_status, out, err = command("strategies", "--check")
    expected_rows = [{**row, "loads": "true"} for row in table_rows(command("strategies")[1])]
    assert (exit_status, err, table_rows(out)) == (0, "", expected_rows)
    source = 'import json\n\ndef odd(view):\n    """Odd."""\n\njson.loads("[")\n'
    dist_info = distribute("per-odd", {"odd": "per_odd:odd"}, version="0.3", per_odd=source)
    distribute("per-ends", {"ends": "per_ends:ends"}, per_ends="import os\nos._exit(0)\n")
    exit_status, out, _ = command("strategies")
    (line,) = [line for line in out.splitlines() if line.startswith("odd ")]
    assert (exit_status, line.split(None, 3)) == (0, ["odd", "per-odd", "0.3", "Orders."])
    assert "per_odd" not in sys.modules
    exit_status, out, _ = command("strategies", "--check")
    failing_line = f"{dist_info.parent / 'per_odd.py'}:6"
    assert exit_status == 1
    assert (out.count("  true  "), out.count("  false  ")) == (len(BUILT_IN_NAMES), 2)
    assert f"odd of per-odd 0.3 cannot be loaded, at {failing_line}: JSONDecodeError: " in out
    assert "  false  strategy ends cannot be loaded: it ended" in out


@pytest.mark.ci
def test_check_has_a_time_limit(command, distribute, monkeypatch):
    """A module that never finishes loading fails after a time limit, and the report shows its
    current line. A strategy that would loop in its first visit passes, because --check does not run
    it.
    """
    monkeypatch.setattr(strategies, "_LOAD_TIMEOUT", 2)
    source = "def odd(view):\n    while True:\n        pass\n"
    distribute("per-odd", {"odd": "per_odd:odd"}, per_odd=source)
    dist_info = distribute(
        "per-stuck", {"stuck": "stuck:it"}, folder="b", stuck="while True: pass\n"
    )
    exit_status, out, _ = command("strategies", "--check")
    assert (exit_status, out.count("  true  ")) == (1, 1 + len(BUILT_IN_NAMES))
    message = f"gave no answer for 2.0 s, at {dist_info.parent / 'stuck.py'}:1"
    assert f"  false  strategy stuck cannot be loaded: it {message}" in out


CYCLIC_ENTRY_POINT = {"cyclic": "per_taker:cyclic"}


@pytest.mark.ci
def test_strategies_with_the_same_name_are_marked(command, distribute):
    """Each row of the name mentions the other distributions. A built-in strategy keeps its name,
    and --check fails.
    """
    distribute("per-taker", CYCLIC_ENTRY_POINT, per_taker="def cyclic(view):\n    yield 0\n")
    for distribution in ("per-one", "per-two"):
        name = distribution.replace("-", "_")
        distribute(
            distribution, {"far": f"{name}:order"}, **{name: "def order(view):\n    yield 0\n"}
        )
    for arguments, expected_status in ((["strategies"], 0), (["strategies", "--check"], 1)):
        exit_status, out, err = command(*arguments)
        assert "note: per-taker 1.0 has a strategy named cyclic, too; this name runs the " in err
        assert err.count("warning: found strategy far in per-") == 1
        assert "; expected only one of them. Uninstall the others, or name a strategy by" in err
        lines = [line for line in out.splitlines() if line.startswith(("cyclic ", "far "))]
        assert (exit_status, len(lines), "its place" in lines[0]) == (expected_status, 4, False)
        assert f"  same name in perceptron_ref {__version__}  " in lines[1]
        for line, distribution in zip(sorted(lines[2:]), ("one", "two")):
            other = "two" if distribution == "one" else "one"
            clash = f"  same name in per-{other} 1.0  "
            assert f"  per-{distribution} 1.0  " in line and clash in line


@pytest.mark.ci
@pytest.mark.parametrize(
    "command_line",
    [
        "check-strategy cyclic",
        "compare example:or --strategies cyclic cyclic:until_right=true all",
        "draw example:or --strategy cyclic -o -",
        "fit example:or --strategy cyclic",
        "fit example:or --strategy cyclic:seed=3",  # the plugin may take a seed
        "prove example:or --strategy cyclic",
        "race example:or --strategies all --seeds 1",
        "strategies cyclic",
    ],
)
def test_a_note_says_that_a_plugin_has_the_name_of_a_built_in_strategy(
    command, distribute, command_line
):
    """The note says that the built-in strategy runs, and how to run the strategy of the plugin. A
    command that does not name a strategy does not print the note.
    """
    source = "def cyclic(view):\n    yield 0\n"
    dist_info = distribute("per-taker", CYCLIC_ENTRY_POINT, per_taker=source)
    note = "note: per-taker 1.0 has a strategy named cyclic, too; this name runs the "
    note += f"built-in strategy, and {dist_info.parent / 'per_taker.py'}:cyclic is the other one\n"
    assert command(*command_line.split())[2].count(note) == 1
    assert command("fit", "example:or")[2] == ""


def test_the_note_names_a_function_in_a_package_by_its_entry_point(command, distribute, tmp_path):
    """The note shows the entry point instead of a path, because a file of a package may need the
    other files.
    """
    entry_points = {
        "deep": "per_deep.core:order",
        "pack": "per_pack:order",
        "way": "per_way:Way.order",
    }
    for distribution, value in entry_points.items():
        distribute(
            f"per-{distribution}", {"cyclic": value}, "1.0", "a b", **{f"per_{distribution}": ""}
        )
    package = tmp_path / "a b" / "per_pack"
    package.mkdir()
    (package / "__init__.py").touch()
    for value in entry_points.values():
        assert f", and {value} is the other one\n" in command("strategies", "cyclic")[2]


@pytest.mark.ci
def test_check_reports_a_clash_and_an_import_error(command, distribute):
    """A plugin may have the name of a built-in strategy and also fail to load. Then its row shows
    both problems.
    """
    distribute("per-taker", CYCLIC_ENTRY_POINT, per_taker="import gone\n")
    exit_status, out, _ = command("strategies", "--check")
    clash = f"same name in perceptron_ref {__version__}"
    failure = "strategy cyclic of per-taker 1.0 cannot"
    assert (exit_status, f"  false  {clash}  {failure}" in out) == (1, True)


ODD_STRATEGY = """\
from typing import Literal
Way = Literal["up", "down"]
def odd(view, *, seed: int = 0, window=3, way: "Way" = "up"):
    \'\'\'Odd ones first.

    seed: of the numbers.\\x1b[2J\\u202e\\u2028\\r\\x85
    \'\'\'
    yield 1
"""
ABOUT_ODD = """
Odd ones first.

seed: of the numbers.\\x1b[2J\\u202e\\u2028\\r\\x85

options, as in --strategy NAME:option=value
  seed: int = 0
  window=3
  way: 'up' | 'down' = 'up'
"""


@pytest.mark.ci
def test_strategies_NAME_describes_one_strategy(command, distribute, file):
    """The description shows the origin, the whole docstring with escaped control characters, and
    the options as they are declared. The origin of a file is its path.
    """
    plain = "def plain(view):\n    yield 1\n"
    entry_points = {"odd_one": "per_odd:odd", "plain": "per_odd:plain"}
    distribute("per-odd", entry_points, version="0.3", per_odd=ODD_STRATEGY + plain)
    path = file(ODD_STRATEGY, "odd.py")
    for name, origin in (
        ("odd-one", "odd-one, of per-odd 0.3: per_odd:odd\n"),
        (path, f"{path}\n"),
    ):
        assert command("strategies", name) == (0, origin + ABOUT_ODD, "")
    assert command("strategies", "plain")[1] == (
        "plain, of per-odd 0.3: per_odd:plain\n\nIt has no docstring.\n\nIt takes no options.\n"
    )


@pytest.mark.ci
def test_a_strategy_that_cannot_be_loaded_is_an_error(command, distribute, file):
    """An unknown name, or a strategy that ends its process, gives an error of one line and exit
    status 1.
    """
    source = "import os\nos._exit(0)\n"
    distribute("per-odd", {"odd": "per_odd:odd"}, per_odd=source)
    for name, message in (
        ("nothing", "found 'nothing'"),
        *((n, "it ended") for n in ("odd", file(source))),
    ):
        exit_status, out, err = command("strategies", name)
        assert (exit_status, out, err.count("\n"), message in err) == (1, "", 1, True)
