"""`strategies`: the list, its check, and all about one."""

from __future__ import annotations

import re
import sys

import pytest

from perceptron_ref import __version__
from perceptron_ref.cli.commands import strategies

ORDERS = ["cyclic", "random", "random-permutation", "restart", "worst-margin"]


def listed(out):
    """Return the rows of the list as records."""
    names, *found = [re.split(" {2,}", line) for line in out.split("\n\n")[0].splitlines()]
    return [dict(zip(names, row)) for row in found]


def test_strategies_lists_name_origin_and_first_line(command):
    """What the built-ins do is told by their docstrings, and where the homework's cycle is."""
    status, out, _ = command("strategies")
    assert (status, [row["name"] for row in listed(out)]) == (0, ORDERS)
    does = "The naive cycle: 0, 1, ..., N-1, and over again; an update does not interrupt it."
    assert listed(out)[0]["what it does"] == does
    assert {row["from"] for row in listed(out)} == {f"perceptron_ref {__version__}"}
    told = "the homework's random cycle, one order for all passes: random-permutation:fresh=false"
    assert out.endswith(f"\n\n{told}\n") and "Lecture" not in out


def test_strategies_imports_nothing_unless_it_is_to_check(command, distribute):
    """It is listed with what its distribution says of itself; --check alone imports it, and tells
    how that fails.
    """
    source = (
        'def odd(view):\n    """Odd ones first.\n\n    More.\n    """\n\n'
        'raise RuntimeError("imported")\n'
    )
    distribute("per-odd", {"odd": "per_odd:odd"}, version="0.3", per_odd=source)
    status, out, _ = command("strategies")
    (line,) = [line for line in out.splitlines() if line.startswith("odd ")]
    assert (status, line.split(None, 3)) == (0, ["odd", "per-odd", "0.3", "Orders."])
    assert "per_odd" not in sys.modules
    status, out, _ = command("strategies", "--check")
    assert status == 1
    assert "RuntimeError: imported" in out


def test_check_is_content_where_all_load(command):
    """Exit status 0, and the same table with a column that says so of each."""
    status, out, err = command("strategies", "--check")
    rows = [{**row, "loads": "true"} for row in listed(command("strategies")[1])]
    assert (status, err, listed(out)) == (0, "", rows)


@pytest.mark.ci
def test_a_strategy_that_does_not_come_back_holds_up_no_check(command, distribute, monkeypatch):
    """A visit that does not come is for `check-strategy`; a module that does not is told, with its
    line, and the others are loaded.
    """
    monkeypatch.setattr(strategies, "_SECONDS", 2)
    source = "def odd(view):\n    while True:\n        pass\n"
    distribute("per-odd", {"odd": "per_odd:odd"}, per_odd=source)
    stuck = distribute("per-stuck", {"stuck": "stuck:it"}, folder="b", stuck="while True: pass\n")
    status, out, _ = command("strategies", "--check")
    assert (status, out.count("  true  ")) == (1, 1 + len(ORDERS))
    told = f"gave no answer for 2.0 s, at {stuck.parent / 'stuck.py'}:1"
    assert f"  false  strategy stuck cannot be loaded: it {told}" in out


TAKER = {"cyclic": "per_taker:cyclic"}


def test_a_name_that_several_claim_is_told(command, distribute):
    """On the line of each that claims it; a built-in one stays what it is. --check fails."""
    distribute("per-taker", TAKER, per_taker="def cyclic(view):\n    yield 0\n")
    for who in ("per-one", "per-two"):
        name = who.replace("-", "_")
        distribute(who, {"mine": f"{name}:mine"}, **{name: "def mine(view):\n    yield 0\n"})
    for words, status in ((["strategies"], 0), (["strategies", "--check"], 1)):
        ended, out, _ = command(*words)
        lines = [line for line in out.splitlines() if line.startswith(("cyclic ", "mine "))]
        assert (ended, len(lines), "its place" in lines[0]) == (status, 4, False)
        assert "  the name of a built-in strategy, which runs in its place  " in lines[1]
        for line, who in zip(sorted(lines[2:]), ("one", "two")):
            other = "two" if who == "one" else "one"
            assert f"  per-{who} 1.0  " in line and f"  claimed by per-{other} 1.0 too  " in line


def test_check_loads_both_sides_of_a_clash(command, distribute):
    """A clash hides no import error, and an import error no clash."""
    distribute("per-taker", TAKER, per_taker="import gone\n")
    status, out, _ = command("strategies", "--check")
    clash = "the name of a built-in strategy, which runs in its place"
    failure = "strategy cyclic of per-taker 1.0 cannot"
    assert (status, f"  false  {clash}  {failure}" in out) == (1, True)


def test_check_names_the_line_of_the_plugin_that_fails(command, distribute):
    """FILE:LINE in the plugin's own module, whatever it called; one that fails hides no other."""
    source = "import json\n\njson.loads('[')\n"
    info = distribute("per-odd", {"odd": "per_odd:odd"}, version="0.3", per_odd=source)
    status, out, _ = command("strategies", "--check")
    place = f"{info.parent / 'per_odd.py'}:3"
    assert (status, out.count("  true  "), out.count("  false  ")) == (1, len(ORDERS), 1)
    assert f"odd of per-odd 0.3 cannot be loaded: {place}: JSONDecodeError: Expecting value" in out


def test_strategies_shows_all_about_one(command, distribute):
    """Whose it is, the whole docstring, and the options as they are declared."""
    source = (
        "def odd(view, *, seed: int = 0, window=3):\n"
        '    """Odd ones first.\n\n    seed: of the numbers.\n    """\n    yield 1\n'
        "def plain(view):\n    yield 1\n"
    )
    distribute(
        "per-odd",
        {"odd_one": "per_odd:odd", "plain": "per_odd:plain"},
        version="0.3",
        per_odd=source,
    )
    assert command("strategies", "odd-one") == (
        0,
        "odd-one, of per-odd 0.3: per_odd:odd\n\nOdd ones first.\n\nseed: of the numbers.\n\n"
        "options, as in --strategy NAME:option=value\n  seed = 0\n  window = 3\n",
        "",
    )
    assert command("strategies", "plain")[1] == (
        "plain, of per-odd 0.3: per_odd:plain\n\nIt has no docstring.\n\nIt takes no options.\n"
    )


def test_strategies_shows_a_file(command, tmp_path):
    """A file is shown by its path, and an unknown name is an error."""
    path = tmp_path / "mine.py"
    path.write_text('def mine(view):\n    """All in turn."""\n    yield from range(len(view))\n')
    assert command("strategies", path) == (
        0,
        f"{path}\n\nAll in turn.\n\nIt takes no options.\n",
        "",
    )
    assert command("strategies", "nothing")[0] == 1


def test_a_docstring_keeps_its_lines_and_steers_no_terminal(command, file):
    """What would steer it is escaped, but for the ends of lines."""
    place = file(
        'def odd(view):\n    "A\\x1b[2J\\u202e.\\n\\n    B\\u2028\\r\\x85."\n    yield 0\n'
    )
    status, out, _ = command("strategies", place)
    assert status == 0
    assert out.split("\n")[2:5] == ["A\\x1b[2J\\u202e.", "", "B\\u2028\\r\\x85."]


def test_a_plugin_that_ends_its_process_is_told(command, distribute, file):
    """The command goes on, or ends with an error: not in silence, with exit status 0."""
    source = "import os\nos._exit(0)\n"
    distribute("per-odd", {"odd": "per_odd:odd"}, per_odd=source)
    status, out, _ = command("strategies", "--check")
    (line,) = (x for x in out.splitlines() if x.startswith("odd "))
    assert (status, "  false  strategy odd cannot be loaded: it ended" in line) == (1, True)
    for name in ("odd", file(source)):
        status, out, err = command("strategies", name)
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert " cannot be loaded: it ended" in err
