"""An exception in a file or a plugin with a strategy is reported in one line, with its location."""

from __future__ import annotations

import json
import re
import sys

import pytest

from perceptron_ref import StrategyError, example, pla
from perceptron_ref.plugins.user_errors import user_code_location

MESSAGES_BY_SOURCE = {
    "raise ValueError('a\\nb\\x1b[2J\\u2028\\u202e')": r"ValueError: a b\x1b[2J \u202e",
    "raise SystemExit(3)": "SystemExit: 3",
    "raise GeneratorExit('no')": "raised GeneratorExit, at ",
    "raise StopIteration": "1: StopIteration\n",
    "raise type('Odd', (BaseException,), {})('x')": "raised Odd, at ",
    "raise type('O\\x1bdd', (Exception,), {})('x')": r"O\x1bdd: x",
    "raise ValueError('x' * 1_000_000)": "xxx... (1,000,000 characters)",
    "raise ValueError(10**10_000)": "ValueError: ",
    "class Mute(Exception):\n  def __str__(self): raise TypeError('no')\nraise Mute": "Mute",
    "class Mute(Exception):\n  def __str__(self): return 7\nraise Mute": "Mute",
    "class Mute(BaseException):\n  def __str__(self): raise self\nraise Mute": "Mute",
    "raise MemoryError": "1: MemoryError\n",
    "def f(): f()\nf()": "RecursionError: ",
    "import no_such_module": "Error: No module named 'no_such_module'. Install this module",
    "(": "SyntaxError: ",
    "\0": "null bytes",
    # a SyntaxError, MemoryError or RecursionError, depending on the version of Python
    "(" * 5_000 + ")" * 5_000: "Error",
}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        # each starts a process, so seven of eight run only in .ci/run
        pytest.param(*row, id=str(i), marks=[pytest.mark.ci] * (i % 8 > 0))
        for i, row in enumerate(MESSAGES_BY_SOURCE.items())
    ],
)
def test_an_exception_in_a_strategy_file_is_reported_in_one_line(file, command, source, message):
    """The error has no traceback, no control character and a bounded length."""
    exit_status, out, err = command("fit", "example:and", "--strategy", file(source))
    assert (exit_status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("perceptron-ref: error: strategy ")
    assert message in err
    assert len(err) < 2_000
    assert err[:-1].isprintable()


@pytest.mark.ci
@pytest.mark.parametrize("source", [*MESSAGES_BY_SOURCE][:2])
def test_an_exception_in_an_installed_plugin_is_reported_in_one_line(distribute, command, source):
    """The error names the distribution, and `strategies --check` reports it, too."""
    distribute("odd-orders", {"odd": "odd_orders:odd"}, odd_orders=source)
    exit_status, out, err = command("fit", "example:and", "--strategy", "odd")
    assert (exit_status, out, err.count("\n")) == (1, "", 1)
    assert "strategy odd of odd-orders 1.0 cannot be loaded, at " in err
    assert MESSAGES_BY_SOURCE[source] in err
    exit_status, out, err = command("strategies", "--check")
    assert (exit_status, err) == (1, "")
    (line,) = (line for line in out.splitlines() if line.startswith("odd "))
    assert "  false  strategy odd of odd-orders 1.0 cannot be loaded, at " in line


@pytest.mark.parametrize("file_name", ["my_importlib/mine.py", "functools.py", "contextlib.py"])
def test_an_error_has_its_location_in_a_file_of_any_name(file, tmp_path, file_name):
    """A user's path may contain the name of a Python module through which this package
    runs files.
    """
    (tmp_path / "my_importlib").mkdir()
    for source in "\ndef order(view): yield 1 / 0\n", "\n1 / 0\n":
        path = file(source, file_name)
        with pytest.raises(StrategyError, match=f", at {re.escape(path)}:2: .*ZeroDivisionError"):
            pla(example("and"), path)


def test_a_module_of_python_is_not_the_location():
    """The location is in the user's file even if the user's code calls a module of Python. If only
    this package called the module, there is no location.
    """
    frames = []
    json.dumps({1, 2}, default=lambda value: frames.append(sys._getframe(1)))
    in_python = [(frame, 7) for frame in frames]
    assert in_python and user_code_location(None, in_python) == ""
    in_test = (sys._getframe(), 3)
    assert user_code_location(None, [in_test, *in_python]) == f", at {__file__}:3"
