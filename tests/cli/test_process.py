"""The command line as a process: signals, pipes, locales, folders, and imported modules."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT


def run_python(*arguments, cwd=ROOT, path=(), stdout=subprocess.PIPE, **environment):
    """Run this Python in a process that completes; return the process, with its output as text."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), **environment},
        stdout=stdout,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )


def run_command_line(*arguments, **options):
    """Run the command line in a process that completes; return the process."""
    return run_python("-m", "perceptron_ref", *arguments, **options)


@pytest.mark.ci
def test_a_bare_checkout_runs():
    """Without installation, and without site-packages, `fit` runs in a checkout."""
    process = run_python("-S", "-m", "perceptron_ref", "fit")
    assert (process.returncode, process.stderr) == (0, "")
    assert "\nupdates       41\n" in process.stdout


COMMAND_LINES = (
    *("fit example:credit-2d --trace", "selftest", "fit --strategy nowhere", "strategies"),
    *("strategies random", "strategies docs/code/last_first.py"),
)


@pytest.mark.ci
def test_optimised_python_prints_the_same(command):
    """Six commands print the same with -OO. Although -OO removes docstrings, `strategies` shows
    them.
    """
    code = "from perceptron_ref.cli.main import main\n"
    code += f"for line in {COMMAND_LINES}: print(main(line.split()))"
    expected = [command(*command_line.split()) for command_line in COMMAND_LINES]
    assert run_python("-OO", "-c", code).stdout == "".join(
        f"{out}{exit_status}\n" for exit_status, out, _ in expected
    )
    assert [exit_status for exit_status, _, _ in expected] == [0, 0, 1, 0, 0, 0]


@pytest.mark.ci
def test_folders_in_the_current_folder_are_not_imported(tmp_path, command):
    """The user may have folders called `strategies` or `tests`. The package does not import them
    instead of its own.
    """
    for name in ("strategies", "tests", "perceptron_ref_strategies"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('the wrong folder')")
    (tmp_path / "setup.cfg").write_text(
        "[options.entry_points]\nperceptron_ref.strategies =\n    wrong = wrong:wrong\n"
    )
    process = run_command_line("compare", "example:or", cwd=tmp_path, path=[ROOT])
    result = (process.returncode, process.stdout, process.stderr)
    assert result == command("compare", "example:or")


@pytest.mark.ci
def test_a_pipe_that_closes_early_ends_the_command_quietly():
    """If the pipe closes early, as with `| head -1`, standard error is empty, and the exit status
    is 0.
    """
    arguments = "fit example:xor --trace --max-updates 20000".split()
    process = subprocess.Popen(
        [sys.executable, "-m", "perceptron_ref", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout.readline().startswith(b"data          example:xor")
    process.stdout.close()
    assert (process.stderr.read(), process.wait()) == (b"", 0)
    process.stderr.close()


@pytest.mark.ci
@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal to send")
@pytest.mark.parametrize("command", ["fit", "compare"])
def test_a_signal_ends_a_built_in_run_and_the_command(command):
    """SIGTERM acts like Ctrl-C: the exit status is 130, and `compare` does not start another
    run.
    """
    arguments = ["-m", "perceptron_ref", command, "example:xor", "--max-updates", "none"]
    process = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, stderr=subprocess.PIPE)
    time.sleep(3)
    process.terminate()
    assert process.communicate(timeout=30)[1].startswith(b"interrupted")
    assert process.returncode == 130


IMPORT_ARGPARSE = """
import argparse, fractions, functools, importlib.util, operator
parser = argparse.ArgumentParser(
    formatter_class=functools.partial(argparse.HelpFormatter, width=80)
)
parser.add_argument("FILE")
parser.parse_args(["FILE"])
"""
HEAVY_MODULES = """
ast asyncio configparser csv dataclasses difflib email hashlib html importlib.metadata inspect json
logging multiprocessing pathlib random shutil statistics string subprocess tempfile
unittest urllib xml zipfile
""".split()
PRINT_LOADED_MODULES = """
import sys
{preparation}
before = set(sys.modules)
{statement}
print(*(set(sys.modules) - before))
"""


def modules_loaded(statement, preparation=""):
    """Return the names of the modules that a statement loads after the preparation."""
    code = PRINT_LOADED_MODULES.format(preparation=preparation, statement=statement)
    return set(run_python("-S", "-c", code).stdout.split())


@pytest.mark.ci
def test_an_import_and_a_run_load_only_necessary_modules():
    """`import perceptron_ref` loads only modules that every command needs. `fit` loads its own
    command and strategy, but not theory, drawing, testing or heavy modules of the standard library.
    """
    modules = modules_loaded("import perceptron_ref, perceptron_ref.__main__")
    assert "perceptron_ref.pla" in modules
    assert modules & {*HEAVY_MODULES, "argparse"} == set()
    run = (
        "from perceptron_ref import example, pla, pocket; pla(example('or')), pocket(example('or'))"
    )
    # their import would take longer than most runs
    assert modules_loaded(run) & {"inspect", "importlib.metadata"} == set()
    modules = modules_loaded(
        "from perceptron_ref.cli.main import main; main(['fit'])", preparation=IMPORT_ARGPARSE
    )
    assert modules & set(HEAVY_MODULES) == set()
    pattern = (
        r"perceptron_ref\.(theory|drawing|testing|cli\.commands\.)|perceptron_ref_strategies\."
    )
    assert {name for name in modules if re.match(pattern, name)} == {
        "perceptron_ref.cli.commands.fit",
        *(f"perceptron_ref_strategies.{name}" for name in ("_until_right", "cyclic")),
    }


RUN_WITH_PURE_DECIMAL = """
import sys
sys.modules["_decimal"] = None
from perceptron_ref.cli.main import main
for arguments in {all_arguments}: main(arguments)
"""


@pytest.mark.ci
def test_numbers_of_any_length_need_no_compiled_decimal(tmp_path, command):
    """With the `decimal` module in pure Python, as in PyPy, ints of more than 4,300 digits give the
    same output.
    """
    path, long_decimals = tmp_path / "long.csv", ["1379" * 1125, "2684" * 1125]
    path.write_text(
        "".join(f"0.{d},{x},{x}\n" for d in long_decimals for x in (1, -1)), encoding="utf-8"
    )
    all_arguments = [
        [name, str(path), *options]
        for name, *options in (
            ["fit"], ["fit", "--pocket"], ["fit", "--trace"], ["separable"], ["prove"], ["compare"],
            ["draw", "-o", str(tmp_path / "run.svg"), "--force"],
        )
    ]  # fmt: skip
    process = run_python("-c", RUN_WITH_PURE_DECIMAL.format(all_arguments=all_arguments))
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout == "".join(command(*arguments)[1] for arguments in all_arguments)


FIRST_MODULE = ROOT / "perceptron_ref" / "__init__.py"
NEW_SYNTAX = {  # nodes that Python 2.7 or MicroPython cannot parse
    *("AnnAssign", "AsyncFor", "AsyncFunctionDef", "AsyncWith", "Await", "JoinedStr", "MatMult"),
    *("Match", "NamedExpr", "Nonlocal", "Starred", "TemplateStr", "TryStar", "TypeAlias"),
    "YieldFrom",
}


def test_the_error_of_a_strategy_ignores_frames_of_functools():
    """In PyPy 7 `functools` is written in Python, so its frames appear in the traceback. The error
    is still about the strategy.
    """
    process = run_python(
        "-S",
        "-c",
        """import sys
sys.modules["_functools"] = None
from perceptron_ref import Dataset, pla
pla(Dataset([[1]], [1]), lambda view, w: iter([0]))""",
    )
    assert "asked for visit 1: it raised TypeError" in process.stderr


def test_an_old_python_gets_a_message(monkeypatch):
    """In Python 3.7 the first module raises an ImportError that names both versions."""
    code = compile(FIRST_MODULE.read_text(encoding="utf-8"), "__init__.py", "exec")
    with monkeypatch.context() as context:
        context.setattr(sys, "version_info", (3, 7, 16))
        with pytest.raises(ImportError) as error_info:
            exec(code, {})
    assert str(error_info.value).endswith("needs Python 3.8 or later; this is Python 3.7")


def test_an_old_python_can_read_the_first_module():
    """The first module uses only syntax of Python 2.7, because newer syntax would cause a
    SyntaxError instead of the message.
    """
    text = FIRST_MODULE.read_text(encoding="utf-8")
    nodes = [*ast.walk(ast.parse(text))]
    assert text.isascii()
    assert {type(node).__name__ for node in nodes} & NEW_SYNTAX == set()
    assert not any(
        getattr(node, "annotation", None) or getattr(node, "returns", None) for node in nodes
    )
    assert not any(
        getattr(node, name, ()) for node in nodes for name in ("kwonlyargs", "posonlyargs", "cause")
    )
    assert not any(None in getattr(node, "keys", ()) for node in nodes)  # no {**more}


@pytest.mark.ci
def test_the_old_pythons_of_this_machine_get_the_message():
    """Every Python before 3.8 that pyenv installed prints the ImportError of the first module."""
    folder = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    old_pythons = [*folder.glob("2.*/bin/python"), *folder.glob("3.[1-7].*/bin/python")]
    if not old_pythons:
        pytest.skip("this machine has no Python before 3.8")
    for path in old_pythons:
        arguments = [str(path), "-B", "-m", "perceptron_ref", "fit"]
        completed = subprocess.run(arguments, cwd=ROOT, stderr=subprocess.PIPE, encoding="utf-8")
        last_line = completed.stderr.splitlines()[-1]
        assert last_line.startswith("ImportError: perceptron_ref needs Python 3.8 or later; "), path


@pytest.mark.ci
@pytest.mark.skipif(os.name == "nt", reason="on Windows the command line is Unicode")
def test_labels_on_the_command_line_match_a_file_in_any_locale(tmp_path):
    """A terminal that is set to ASCII may still send UTF-8. Then the arguments match the labels and
    the names in a UTF-8 file.
    """
    path = tmp_path / "\u6578.csv"
    path.write_text("\u5b78\u865f,\u5206,\u904e\n1,3,\u662f\n4,2,\u5426\n", encoding="utf-8")
    options = "--positive \u662f --label \u904e --features \u5206 --save model.json"
    ascii_locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    arguments = [os.fsencode(path), *options.encode().split()]
    for command in (
        ["fit", *arguments],
        ["predict", "model.json", arguments[0], "--id", "\u5b78\u865f".encode(), "--json"],
    ):
        completed = subprocess.run(
            [sys.executable, "-m", "perceptron_ref", *command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), **ascii_locale},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert completed.returncode == 0, completed.stderr
