"""The command line as a process of its own: exit statuses, signals, pipes, locales, folders, flags
of the interpreter.
"""

from __future__ import annotations

import io
import os
import runpy
import shutil
import subprocess
import sys
from types import ModuleType, SimpleNamespace

import pytest
from conftest import ROOT

from perceptron_ref import Dataset, pla
from perceptron_ref.cli import progress
from perceptron_ref.cli.main import main
from perceptron_ref.cli.repeat import Experiment

HEAVY = {"argparse", "csv", "dataclasses", "importlib.metadata", "inspect", "json", "typing"}
KILLER = """
import os, signal

def killer(view):
    for n in range(len(view)):
        if view.updates == 3:
            os.kill(os.getpid(), signal.SIGINT)
        yield n % 2
    while True:
        yield from range(len(view))
"""


def started(*words, flags=(), cwd=ROOT, path=(), **environment):
    """Return a finished process of the command line, with its output as text."""
    return subprocess.run(
        [sys.executable, *flags, "-m", "perceptron_ref", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )


def test_a_bare_checkout_runs():
    """With nothing installed (no site-packages at all) the main job runs from the checkout."""
    process = started("fit", flags=["-S"])
    assert (process.returncode, process.stderr) == (0, "")
    assert "Converged after 41 updates and 113 visits: no mistake is left." in process.stdout


@pytest.mark.parametrize("flag", ["-O", "-OO"])
def test_optimised_it_is_the_same(flag):
    """Nothing depends on `assert` or on docstrings at run time."""
    for words in (
        ["fit", "example:credit-2d", "--trace"],
        ["strategies"],
        ["selftest"],
        ["compare", "example:or"],
    ):
        plain, optimised = started(*words), started(*words, flags=[flag])
        assert (optimised.returncode, optimised.stdout) == (0, plain.stdout)
    assert started("fit", "--strategy", "nowhere", flags=[flag]).returncode == 1


def test_folders_of_the_users_own_do_not_get_in_the_way(tmp_path):
    """A user's `strategies` and `tests` in the folder where it runs are neither imported nor
    mistaken for ours.
    """
    for name in ("strategies", "tests", "perceptron_ref_strategies"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(
            "raise SystemExit('imported the wrong folder')"
        )
    (tmp_path / "setup.cfg").write_text(
        "[options.entry_points]\nperceptron_ref.strategies =\n    wrong = wrong:wrong\n"
    )
    process = started("compare", "example:or", cwd=tmp_path, path=[ROOT])
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout == started("compare", "example:or").stdout


def test_names_are_escaped_where_the_locale_cannot_show_them(tmp_path):
    """A feature's name in Chinese does not end a run in an ASCII terminal."""
    (tmp_path / "data.csv").write_text("年齡,label\n1,-1\n2,1\n", encoding="utf-8")
    process = started("fit", str(tmp_path / "data.csv"), PYTHONIOENCODING="ascii")
    assert (process.returncode, process.stderr) == (0, "")
    assert "w_1  \\u5e74\\u9f61" in process.stdout
    plain = started(
        "fit",
        str(tmp_path / "data.csv"),
        PYTHONIOENCODING="",
        LC_ALL="C",
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
    )
    assert plain.returncode == 0


def test_a_reader_that_leaves_early_is_no_error():
    """As behind `| head -1`: no traceback, no complaint."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "perceptron_ref",
            "fit",
            "example:xor",
            "--trace",
            "--max-updates",
            "20000",
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout.readline().startswith(b"Data: example:xor")
    process.stdout.close()
    assert (process.stderr.read(), process.wait()) == (b"", 0)
    process.stderr.close()


@pytest.mark.skipif(
    not os.path.exists("/dev/full"), reason="only some systems have a file that is always full"
)
def test_output_that_cannot_be_written_is_told_in_a_line():
    """A full disk ends in exit status 1 and one line, not in silence."""
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "perceptron_ref", "fit"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert process.returncode == 1
    assert process.stderr.startswith(b"perceptron-ref: error: the output cannot be written")
    assert process.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal to send")
@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("extra", [[], ["--json"], ["--pocket"]])
def test_ctrl_c_tells_where_the_run_stood(tmp_path, distribute, extra):
    """Exit status 130; on standard error the updates, the visits and the weights; nothing on
    standard output.
    """
    distribute("per-killer", {"killer": "per_killer:killer"}, per_killer=KILLER)
    process = started(
        "fit", "example:xor", "--strategy", "killer", *extra, path=[tmp_path / "site"]
    )
    assert (process.returncode, process.stdout) == (130, "")
    stood = f"in the strategy at {tmp_path / 'site' / 'per_killer.py'}:7"
    assert (
        process.stderr
        == f"interrupted after 3 updates and 3 visits, with w = (-1, 0, 1), {stood}\n"
    )


def test_ctrl_c_before_the_first_update(monkeypatch, capsys):
    """A run that has corrected nothing yet says so."""

    def interrupted(*words, **options):
        raise KeyboardInterrupt

    monkeypatch.setitem(
        sys.modules["perceptron_ref.plugins.notation"].ALGORITHMS, "pla", interrupted
    )
    assert main(["fit"]) == 130
    assert capsys.readouterr() == ("", "interrupted before the first update\n")


def test_ctrl_c_anywhere_else(monkeypatch, capsys):
    """Also outside a run there is no traceback."""

    def interrupted(*words):
        raise KeyboardInterrupt

    monkeypatch.setattr("perceptron_ref.cli.commands.examples.example", interrupted)
    assert main(["examples"]) == 130
    assert capsys.readouterr() == ("", "interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal to send")
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_all_processes(tmp_path, distribute):
    """With --jobs the parent ends with 130, says so, and leaves no worker behind to complain."""
    source = KILLER.replace("def killer(view):", "def killer(view, *, seed=0):").replace(
        "os.getpid()", "os.getppid()", 1
    )
    source = source.replace("view.updates == 3", "seed == 5 and view.updates == 3")
    distribute("per-killer", {"killer": "per_killer:killer"}, per_killer=source)
    words = [
        "fit",
        "example:xor",
        "--strategy",
        "killer",
        "--repeat",
        "400",
        "--jobs",
        "2",
        "--max-updates",
        "2000",
    ]
    process = started(*words, path=[tmp_path / "site"])
    assert (process.returncode, process.stdout) == (130, "")
    assert process.stderr.startswith("interrupted after 2,000 updates")
    assert "Traceback" not in process.stderr


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["fly"],
        ["fit", "--max-updates", "-5"],
        ["fit", "--max-updates", "many"],
        ["fit", "--sign-of-zero", "2"],
        ["fit", "--repeat", "0"],
        ["fit", "--format", "xls"],
        ["fit", "--max-up", "5"],
        ["predict"],
    ],
)
def test_wrong_usage_ends_with_2(words, capsys):
    """argparse says what is wrong on standard error."""
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: ")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["fit", "--jobs", "2"], "--jobs goes with --repeat"),
        (["fit", "--target-mistakes", "2"], "--target-mistakes goes with --pocket"),
        (["compare", "--target-mistakes", "2"], "--target-mistakes goes with --pocket"),
        (["fit", "--repeat", "2", "--trace"], "--trace, --save and --draw go with a single run"),
        (
            ["fit", "--repeat", "2", "--save", "m.json"],
            "--trace, --save and --draw go with a single run",
        ),
        (["fit", "-", "--test", "-"], "standard input can be read once"),
        (["fit", "--save", ""], "--save takes the name of a file to write"),
        (["fit", "--save", "-"], "--save takes the name of a file to write"),
    ],
)
def test_options_that_do_not_go_together_end_with_2(words, complaint, capsys):
    """The same status, and a line that says which."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("perceptron-ref: error: ")
    assert complaint in err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ["fit", "no such file.csv"],
            "no such file.csv: cannot be read: No such file or directory",
        ),
        (["fit", "example:nothing"], "found 'nothing'; expected one of the examples credit, "),
        (["fit", "--strategy", ""], "found ''; expected one of the strategies cyclic, "),
        (["prove", "--w-f="], "w_f, entry 0: found ''"),
        (["fit", "example:pair:m=-1"], "example pair: m: found -1; expected an int from 0"),
        (
            ["fit", "example:or", "--test", "example:credit-2d"],
            "example:credit-2d: found the features annual_salary",
        ),
        (
            ["fit", "--strategy", "nothing"],
            "found 'nothing'; expected one of the strategies cyclic, ",
        ),
        (
            ["fit", "--strategy", "cyclic:seed"],
            "found 'seed' in 'cyclic:seed'; expected NAME:key=value",
        ),
        (["fit", "--strategy", "cyclic:seed=1"], "found the option 'seed'; it takes none"),
        (["fit", "--strategy", "random-permutation:seed=-1"], "found seed=-1"),
        (["fit", "--eta", "0"], "eta: found '0'; expected a positive number"),
        (["fit", "--eta", "fast"], "eta: found 'fast'; expected a number"),
        (["predict", "no model.json", "example:or"], "no model.json: cannot be read"),
    ],
)
def test_errors_are_one_line_and_end_with_1(words, complaint, capsys):
    """No traceback: what was found, what was expected."""
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("perceptron-ref: error: ")
    assert complaint in err


def test_an_error_of_several_lines_is_told_in_one(distribute, capsys):
    """What a plugin says over several lines is put into one."""
    source = "def wordy(view):\n    raise RuntimeError('one\\ntwo')\n    yield 0\n"
    distribute("per-wordy", {"wordy": "per_wordy:wordy"}, per_wordy=source)
    assert main(["fit", "--strategy", "wordy"]) == 1
    assert capsys.readouterr().err.endswith("RuntimeError: one two\n")


def test_every_command_has_help_with_examples(capsys):
    """--help ends with 0 and shows how the command is typed."""
    for command in ("fit", "compare", "race", "predict", "strategies", "examples", "selftest"):
        with pytest.raises(SystemExit) as caught:
            main([command, "--help"])
        assert caught.value.code == 0
        assert f"  perceptron-ref {command}" in capsys.readouterr().out.partition("examples:\n")[2]


def test_the_version_is_told(capsys):
    """--version prints the package's version."""
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("perceptron_ref 0.")


def test_help_names_the_way_it_was_started():
    """From a bare checkout the usage shows `python3 -m perceptron_ref`."""
    assert "usage: python3 -m perceptron_ref" in started("--help").stdout


def test_an_import_loads_no_heavy_module():
    """`import perceptron_ref` leaves what only some commands need to those commands."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import perceptron_ref; print(sorted({HEAVY!r} & set(sys.modules)))"
    assert (
        subprocess.run(
            [sys.executable, "-S", "-c", code], stdout=subprocess.PIPE, check=True
        ).stdout.strip()
        == b"[]"
    )


OF_FIT = """
cli cli.commands cli.commands.fit cli.main cli.options cli.output cli.picture cli.processes cli.progress cli.repeat
cli.report dataset errors exact exact.common_denominator exact.packed exact.rationals exact.scores examples
examples.generators files files.delimited files.labels files.libsvm files.package_data files.read files.table
files.write hypothesis pla plugins plugins.blame plugins.checkout plugins.from_file plugins.notation plugins.options
plugins.registry pocket vectors
"""
LISTED = """
import sys

import argparse, array, configparser, encodings.utf_8_sig, fractions, importlib.metadata, importlib.util, operator

sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
from perceptron_ref.cli.main import main

main(["fit"])
print(*sorted(set(sys.modules) - before - {"__future__", "_locale", "locale", "signal"}))
"""


def test_fit_loads_these_modules_and_no_other(tmp_path):
    """Of the package what a run needs, and of the standard library little beside argparse and
    importlib.metadata.

    In a bare checkout: where something is installed, its metadata take more to read.
    """
    for name in ("perceptron_ref", "strategies"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "setup.cfg", tmp_path)
    words = [sys.executable, "-S", "-c", LISTED, str(tmp_path)]
    process = subprocess.run(
        words, cwd=tmp_path, stdout=subprocess.PIPE, check=True, encoding="utf-8"
    )
    own = [f"perceptron_ref.{name}" for name in OF_FIT.split()]
    strategies = ["perceptron_ref_strategies", "perceptron_ref_strategies.cyclic"]
    assert process.stdout.splitlines()[-1].split() == ["perceptron_ref", *own, *strategies]


def test_closed_standard_output_is_nothing_to_fail_on():
    """With standard output closed from the start, a run still ends well."""
    code = "import sys; sys.stdout = None; from perceptron_ref.cli.main import main; sys.exit(main(['fit']))"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.PIPE, check=True
        ).stderr
        == b""
    )


def test_the_module_is_the_command_line(monkeypatch, capsys):
    """`python -m perceptron_ref` runs `main` and exits with its status."""
    monkeypatch.setattr(sys, "argv", ["__main__.py", "fit", "example:or"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("perceptron_ref", run_name="__main__")
    assert caught.value.code == 0
    assert "Converged" in capsys.readouterr().out
    assert (
        runpy.run_module("perceptron_ref.__main__", run_name="imported")["__name__"] == "imported"
    )


def test_ctrl_c_before_the_command_line_is_there(monkeypatch):
    """As early as while the modules are read: no traceback, exit status 130."""

    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("perceptron_ref.cli.main.main", interrupted)
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("perceptron_ref", run_name="__main__")
    assert caught.value.code == 130


def test_an_old_python_is_told_what_is_needed():
    """The first module is written so that old Pythons can read it, and say which Python it takes."""
    text = (ROOT / "perceptron_ref" / "__init__.py").read_text(encoding="utf-8")
    assert "annotations" not in text.partition("from .dataset")[0]
    code = compile(text.partition("from .dataset")[0], "__init__.py", "exec")
    old = ModuleType("sys")
    old.version_info = (3, 7, 16)
    with pytest.raises(ImportError, match=r"needs Python 3.8 or later; this is Python 3\.7$"):
        exec(code, {"__builtins__": {"__import__": lambda *words: old, "ImportError": ImportError}})


def test_closed_standard_input_is_an_error(monkeypatch, capsys):
    """As after `<&-`: one line, exit status 1."""
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["fit", "-"]) == 1
    assert capsys.readouterr().err == (
        "perceptron-ref: error: standard input: cannot be read: it is closed; expected examples\n"
    )


def test_an_option_that_is_too_long_to_spell_is_shown_all_the_same(capsys):
    """A seed of ten thousand digits is no reason for a traceback."""
    assert main(["fit", "--strategy", "random-permutation:seed=1e9999"]) == 0
    assert "seed = about 1.00000000000E+9999" in capsys.readouterr().out.replace(
        "1E+9999", "1.00000000000E+9999"
    )


def test_names_with_control_characters_are_escaped(tmp_path, capsys):
    """What stands in a header cannot write to the terminal as it likes, nor fill it."""
    (tmp_path / "data.csv").write_text(f"a\x1b[2J,{'b' * 200},label\n1,2,-1\n2,3,1\n")
    assert main(["fit", str(tmp_path / "data.csv")]) == 0
    out = capsys.readouterr().out
    assert "w_1  a\\x1b[2J " in out
    assert f"w_2  {'b' * 57}... " in out
    assert "\x1b" not in out


def test_a_file_of_examples_is_not_replaced_by_a_model(tmp_path, capsys):
    """--save onto FILE or FILE2 is refused, and the file is as it was."""
    (tmp_path / "data.csv").write_text("1,-1\n2,1\n")
    for words in (["--save", "data.csv"], ["--test", "data.csv", "--save", "data.csv"]):
        words = [str(tmp_path / word) if word.endswith(".csv") else word for word in words]
        first = str(tmp_path / "data.csv") if "--test" not in words else "example:or"
        assert main(["fit", first, *words]) == 2
        assert "would replace a file of examples" in capsys.readouterr().err
    assert (tmp_path / "data.csv").read_text() == "1,-1\n2,1\n"


def test_interrupted_repetitions_tell_how_many_runs_were_done(monkeypatch, capsys):
    """Ctrl-C during --repeat tells runs, not the updates of a run that had ended."""
    real, done = Experiment.run, []

    def run(self, seed):
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(seed)
        return real(self, seed)

    monkeypatch.setattr(Experiment, "run", run)
    assert main(["fit", "--strategy", "random-permutation", "--repeat", "10"]) == 130
    assert capsys.readouterr() == ("", "interrupted after 3 runs\n")


@pytest.mark.parametrize(
    ("error", "status", "complaint"),
    [
        (BrokenPipeError(), 0, ""),
        (
            OSError(28, "No space left on device"),
            1,
            "the output cannot be written: No space left on device\n",
        ),
        (OSError("odd"), 1, "the output cannot be written: odd\n"),
    ],
)
@pytest.mark.parametrize("has_descriptor", [True, False])
def test_what_happens_when_output_fails(
    monkeypatch, capsys, error, status, complaint, has_descriptor
):
    """Standard output is pointed to nowhere, so that the interpreter's own flush at exit does not
    fail again.
    """

    def failing(args):
        raise error

    pointed = []
    monkeypatch.setattr("perceptron_ref.cli.commands.examples.run", failing)
    monkeypatch.setattr(os, "dup2", lambda new, old: pointed.append(old))
    if has_descriptor:
        monkeypatch.setattr(sys.stdout, "fileno", lambda: 1)
    assert main(["examples"]) == status
    assert capsys.readouterr().err == (f"perceptron-ref: error: {complaint}" if complaint else "")
    assert pointed == ([1] if has_descriptor else [])


def test_without_standard_streams_it_still_ends(monkeypatch):
    """As under pythonw, where there are none."""
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["examples"]) == 0


def test_an_interrupted_run_tells_where_it_stood(distribute, capsys):
    """In this very process: the updates, the visits and the weights, and the line at which the
    strategy stood.
    """
    source = "def tired(view):\n    while view.updates < 3:\n        yield view.updates % 2\n    raise KeyboardInterrupt\n"
    info = distribute("per-tired", {"tired": "per_tired:tired"}, per_tired=source)
    assert main(["fit", "example:xor", "--strategy", "tired"]) == 130
    stood = f"in the strategy at {info.parent / 'per_tired.py'}:4"
    assert capsys.readouterr() == (
        "",
        f"interrupted after 3 updates and 3 visits, with w = (-1, 0, 1), {stood}\n",
    )


class Terminal(io.StringIO):
    """A standard error that says it is a terminal."""

    def isatty(self):
        """Say so."""
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Make standard error a terminal and let a second pass at every look at the clock."""
    stream = Terminal()
    clock = iter(range(1_000_000))
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
    return stream


def test_a_long_run_shows_progress_on_a_terminal(terminal, capsys):
    """Updates and visits so far, each line over the one before, wiped away at the end."""
    assert main(["fit", "example:xor", "--max-updates", "40"]) == 0
    shown = terminal.getvalue()
    assert "\r1 update, 1 visit ..." in shown
    assert "\r40 updates, 40 visits ..." in shown.replace("41 visits", "40 visits")
    assert shown.endswith(" \r")
    assert "NOT converged" in capsys.readouterr().out


def test_repeated_runs_show_progress_on_a_terminal(terminal):
    """The number of runs done."""
    assert main(["fit", "--strategy", "random-permutation", "--repeat", "3"]) == 0
    assert "3 runs ..." in terminal.getvalue()


def test_no_progress_where_there_is_no_terminal(capsys):
    """In a pipe or a log nothing is shown."""
    assert main(["fit", "example:xor", "--max-updates", "40"]) == 0
    assert capsys.readouterr().err == ""


def test_progress_does_not_show_too_often(monkeypatch):
    """Between two lines stands a while."""
    stream = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
    monkeypatch.setattr(progress, "monotonic", lambda: 0.0)
    with progress.Progress() as shown:
        pla(Dataset([[1]], [-1]), on_update=shown.on_update)
    assert stream.getvalue() == ""
    assert shown.last.t == 0
