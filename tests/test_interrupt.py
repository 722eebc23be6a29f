"""Ctrl-C before the command line is ready for it, and after it is."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT, so_many

from perceptron_ref import interrupt

needs_signals = pytest.mark.skipif(os.name == "nt", reason="Windows has no signal to send")


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("/usr/bin/perceptron-ref", True),
        ("C:\\Scripts\\perceptron-ref.exe", True),
        ("/stick/perceptron_ref.pyz", True),
        ("/perceptron-ref/mine.py", False),
        ("/perceptron_ref_homework.py", False),
        ("-c", False),
        ("", False),
    ],
)
def test_what_is_the_command_line(monkeypatch, name, is_one):
    """A module that is about to be run, the script that pip makes, or one file; nothing else."""
    monkeypatch.setattr(sys, "argv", [name])
    assert interrupt.is_command_line() is is_one


@pytest.mark.parametrize(("importer", "is_one"), [("runpy", True), ("theirs", False)])
def test_whose_module_is_about_to_be_run(monkeypatch, importer, is_one):
    """Ours, if nobody but `-m` imports the package."""
    monkeypatch.setattr(sys, "argv", ["-m"])
    found = {"__name__": importer, "is_command_line": interrupt.is_command_line}
    exec("found = is_command_line()", found)
    assert found["found"] is is_one


@pytest.mark.usefixtures("ctrl_c")
def test_the_package_of_others_keeps_its_ctrl_c(tmp_path):
    """`python3 -m theirs` imports ours before Python knows which module it is to run."""
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "__init__.py").write_text("import perceptron_ref\n")
    code = "import signal\nprint(signal.getsignal(signal.SIGINT) is signal.default_int_handler)\n"
    (tmp_path / "theirs" / "__main__.py").write_text(code)
    process = subprocess.run(
        [sys.executable, "-m", "theirs"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.stdout, process.stderr) == ("True\n", "")


def test_a_python_without_arguments_is_none(monkeypatch):
    """As one that is embedded in another program."""
    monkeypatch.delattr(sys, "argv")
    assert interrupt.is_command_line() is False


@pytest.fixture
def handler():
    """Put the handler of Ctrl-C back after the test, and that of what cannot be raised."""
    before, unraisable = signal.getsignal(signal.SIGINT), sys.unraisablehook
    yield
    signal.signal(signal.SIGINT, before)
    sys.unraisablehook = unraisable


@pytest.mark.usefixtures("handler")
def test_it_ends_the_process_only_in_between():
    """And only where it would raise KeyboardInterrupt otherwise."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupt.end_quietly()
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    assert interrupt.raise_again() is False
    signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupt.end_quietly()
    assert signal.getsignal(signal.SIGINT) is interrupt._end
    assert interrupt.raise_again() is True
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("handler")
def test_a_python_without_signals_does_without(monkeypatch):
    """Nothing is set, nothing fails."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(interrupt, "_signal", None)
    interrupt.end_quietly()
    assert interrupt.raise_again() is False
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.ci
@needs_signals
@pytest.mark.usefixtures("ctrl_c")
@so_many(6, 60)
def test_ctrl_c_at_any_moment_ends_quietly(times):
    """From the start on: one line at most, no traceback of ours, exit status 130.

    Before the first line of ours runs, Python itself may be killed by it, show its own traceback,
    or lose it in what can raise nothing, and say so.
    """
    words = "fit example:xor --max-updates none".split()
    for moment in range(times):
        process = subprocess.Popen(
            # -S: what others put into site-packages, finders named after us, runs before us
            [sys.executable, "-S", "-m", "perceptron_ref", *words],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(0.3 * (moment + 1) / times)
        process.send_signal(signal.SIGINT)
        try:
            _, err = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
            assert err.startswith("Exception ignored")
        finally:
            process.kill()
        assert "perceptron_ref" not in err
        if "Traceback" not in err:
            assert err.count("\n") <= 1
            assert process.returncode in (130, -signal.SIGINT)


ENDS_EARLY = """
import os, signal, sys

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
sys.argv = ["perceptron-ref", "fit"]
{imports}
from perceptron_ref.cli.main import main
sys.exit(main())
"""


@pytest.mark.ci
@needs_signals
@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("name", ["interrupt", "dataset", "pocket", "cli", "cli.main", "cli.parse"])
@pytest.mark.parametrize("imports", ["", "import perceptron_ref"])
def test_ctrl_c_while_a_module_is_imported(name, imports):
    """Status 130 and not a word, also in the script that pip makes."""
    code = ENDS_EARLY.format(name=f"perceptron_ref.{name}", imports=imports)
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False
    )
    assert (process.returncode, process.stdout, process.stderr) == (130, b"", b"")


@needs_signals
@pytest.mark.usefixtures("ctrl_c")
def test_an_import_by_others_is_interrupted_as_usual():
    """A program of somebody else gets its KeyboardInterrupt."""
    code = ENDS_EARLY.format(name="perceptron_ref.pocket", imports="")
    code = code.replace('"perceptron-ref", "fit"', '"mine.py"')
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False
    )
    assert b"KeyboardInterrupt" in process.stderr


LOST = """
import os, signal, sys, weakref

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "perceptron_ref.cli.commands.fit":
            here = Interrupts()
            kept = weakref.ref(here, lambda _: os.kill(os.getpid(), signal.SIGINT))
            del here

sys.meta_path.insert(0, Interrupts())
sys.argv = ["perceptron-ref", *"fit example:xor --max-updates none".split()]
from perceptron_ref.cli.main import main
sys.exit(main())
"""


@needs_signals
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_where_nothing_can_be_raised():
    """Python calls back when an object is gone, and drops what that raises: it is sent again."""
    process = subprocess.run(
        [sys.executable, "-c", LOST],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (process.returncode, process.stdout) == (130, "")
    assert process.stderr.startswith("interrupted") and process.stderr.count("\n") == 1


@pytest.mark.ci
@pytest.mark.usefixtures("handler")
def test_what_else_cannot_be_raised_is_told_as_ever(capsys):
    """In the line that Python writes."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupt.end_quietly()
    interrupt.raise_again()

    class Falls:
        def __del__(self):
            raise ValueError("of somebody else")

    here = Falls()
    del here
    gc.collect()
    assert "ValueError: of somebody else" in capsys.readouterr().err
