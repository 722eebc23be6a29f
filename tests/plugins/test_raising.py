"""What a plugin raises while it is imported: its own fault, in one line, whatever it is."""

from __future__ import annotations

import os
import sys

import pytest

from perceptron_ref import StrategyError, strategy

NESTED = "too many nested parentheses" if sys.version_info >= (3, 9) else "MemoryError"
RAISED = {
    "raise ValueError('a\\nb\\x1b[2J\\u2028\\u202e')": r"ValueError: a b\x1b[2J \u202e",
    "raise SystemExit(3)": "SystemExit: 3",
    "raise GeneratorExit('no')": "GeneratorExit: no",
    "raise StopIteration": "1: StopIteration\n",
    "raise type('Odd', (BaseException,), {})('x')": "Odd: x",
    "raise type('O\\x1bdd', (Exception,), {})('x')": r"O\x1bdd: x",
    "raise ValueError('x' * 1_000_000)": "xxx... (1,000,000 characters)",
    "raise ValueError(10**10_000)": "ValueError: ",
    "class Mute(Exception):\n  def __str__(self): raise TypeError('no')\nraise Mute": "Mute",
    "class Mute(Exception):\n  def __str__(self): return 7\nraise Mute": "Mute",
    "class Mute(BaseException):\n  def __str__(self): raise self\nraise Mute": "Mute",
    "raise MemoryError": "1: MemoryError\n",
    "def f(): f()\nf()": "RecursionError: ",
    "import no_such_module": "ModuleNotFoundError: No module named 'no_such_module'",
    "(": "SyntaxError: ",
    "\0": "null bytes",
    "(" * 5_000 + ")" * 5_000: NESTED,
}


@pytest.mark.parametrize(("source", "says"), RAISED.items(), ids=range(len(RAISED)))
def test_what_a_file_raises_is_told_in_a_line(file, command, source, says):
    """With the file in front; no traceback, nothing that steers the terminal, no megabyte."""
    status, out, err = command("fit", "example:and", "--strategy", file(source))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("perceptron-ref: error: strategy ")
    assert says in err
    assert len(err) < 2_000
    assert err[:-1].isprintable()


@pytest.mark.parametrize(("source", "says"), list(RAISED.items())[:8], ids=range(8))
def test_what_an_installed_plugin_raises_is_told_in_a_line(distribute, command, source, says):
    """With the distribution in front; `strategies --check` says it, too."""
    distribute("per-odd", {"odd": "per_odd:odd"}, per_odd=source)
    status, out, err = command("fit", "example:and", "--strategy", "odd")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "strategy odd of per-odd 1.0 cannot be loaded from per_odd:odd: " in err
    assert says in err
    status, out, err = command("strategies", "--check")
    assert (status, err) == (1, "")
    (line,) = (line for line in out.splitlines() if line.startswith("odd "))
    assert "DOES NOT LOAD: " in line
    assert len(line) < 1_000


@pytest.mark.skipif(sys.version_info < (3, 11), reason="came with Python 3.11")
def test_a_group_of_errors_is_told_in_a_line(file):
    """Of errors of all kinds."""
    source = "raise BaseExceptionGroup('many', [ValueError('a'), KeyboardInterrupt()])"
    with pytest.raises(StrategyError, match=r"BaseExceptionGroup: many \(2 sub-exceptions\)$"):
        strategy(file(source))


def test_a_module_that_failed_leaves_nothing_behind(file):
    """No half of it in sys.modules."""
    before = set(sys.modules)
    with pytest.raises(StrategyError):
        strategy(file("raise SystemExit"))
    assert set(sys.modules) == before


ODD_OBJECTS = [
    "class Odd:\n  def __getattr__(self, name): raise KeyError(name)\n"
    "  def __call__(self, view): yield from range(len(view))\nodd = Odd()",
    "class Odd:\n  __name__ = 7\n  __kwdefaults__ = 7\n  __code__ = 7\n  __doc__ = 7\n"
    "  def __call__(self, view): yield from range(len(view))\nodd = Odd()",
    "class Odd:\n  @property\n  def __signature__(self): raise RuntimeError('no')\n"
    "  def __call__(self, view): yield from range(len(view))\nodd = Odd()",
]


@pytest.mark.ci
@pytest.mark.parametrize("source", ODD_OBJECTS, ids=range(len(ODD_OBJECTS)))
def test_an_odd_object_is_a_strategy_like_any_other(file, command, source):
    """One that answers questions with errors, or has no name."""
    place = file(source) + ":odd"
    assert strategy(place)
    assert command("fit", "example:and", "--strategy", place)[0] == 0
    assert command("strategies", place)[::2] == (0, "")
    assert command("check-strategy", place)[2] == ""


def test_a_module_full_of_odd_objects_is_searched(file):
    """One whose class is an error does not hide the strategy beside it."""
    source = (
        "class Odd:\n  @property\n  def __class__(self): raise RuntimeError('no')\nodd = Odd()\n"
        "def fine(view):\n  yield from range(len(view))\n"
    )
    assert strategy(file(source, "other.py"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(tmp_path):
    """It is refused before it is opened."""
    os.mkfifo(tmp_path / "mine.py")
    with pytest.raises(StrategyError, match="cannot be read: is no plain file"):
        strategy(str(tmp_path / "mine.py"))


def test_a_huge_file_is_no_strategy(tmp_path):
    """Its size is a limit, and named."""
    with open(tmp_path / "mine.py", "wb") as stream:
        stream.truncate(1 << 30)
    with pytest.raises(StrategyError, match="found more than 1,000,000 bytes"):
        strategy(str(tmp_path / "mine.py"))
