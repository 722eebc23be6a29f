"""The output of a page's examples, run by the playground's console in this Python.

First comes a table of blocks and their output, then errors, the end of a block, warnings,
pictures, files and commands. Each test starts in an empty folder, and leaves this Python unchanged.
"""

from __future__ import annotations

import builtins
import doctest
import os
import subprocess
import sys
from unittest.mock import patch

import bridge
import console
import pytest
from conftest import ROOT

from perceptron_ref import vectors

IMPORT_PATH = "from pathlib import Path\n"
IMPORT_PACKAGE = "from perceptron_ref import example, Dataset, pla, strategy\n"
FIT_COMMAND = "perceptron-ref fit example:or"
LAST_FIRST = "def last_first(view):\n    while True:\n        yield range(len(view))[::-1]\n"


def global_state():
    """Return the state of this Python that a block may change, and that must be restored."""
    streams = sys.stdin, sys.stdout, sys.stderr, sys.displayhook
    places = os.getcwd(), os.environ.get("COLUMNS"), sys.path[:], sys.argv[:]
    rest = sys.modules["__main__"], sys.getrecursionlimit(), sys.dont_write_bytecode
    return *streams, *places, *rest, vars(builtins).get("_"), vectors.dot


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    """Run every test in an empty folder, and check that it leaves no file and no changed state."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "_", None, raising=False)  # a doctest may have set it
    before = global_state()
    yield
    assert global_state() == before
    assert list(tmp_path.iterdir()) == []


def answer_of(text, kind="python", before=(), files=(), send=lambda message: None, **block_keys):
    """Return the answer about a block. `before` has the texts of earlier blocks of the same
    kind.
    """
    earlier_blocks = [{"kind": kind, "text": earlier_text} for earlier_text in before]
    block = {"kind": kind, "text": text, **block_keys}
    return console.run({"files": dict(files), "before": earlier_blocks, "block": block}, send)


def output_of(text, kind="python", **options):
    """Return the output of a block, after a check that there was no error. The options are those of
    `answer_of`.
    """
    answer = answer_of(text, kind, **options)
    assert (answer["error"], answer["before"]) == (None, None), answer["printed"]
    return answer["printed"]


SESSION = "n = 2\nfor i in range(n):\n    print(i)\n\nn  # two\ndef f(): pass"
CLASS = "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: 'int'\nP(1)"
FUTURE = "from __future__ import annotations"
IN_DOCSTRING_OF_DOT = {"of": "perceptron_ref.vectors.dot"}


@pytest.mark.parametrize(
    ("kind", "text", "extra", "expected"),
    [
        # values but None are shown, as at the prompt; the last one has the name _
        ("python", "'a'\nNone\nprint('b')\nn = 3\nn", {}, "'a'\nb\n3\n"),
        ("python", "6 * 7\n_ + 1", {}, "42\n43\n"),
        # a session shows typed lines above their output, and only those of statements that print
        ("pycon", SESSION, {}, ">>> for i in range(n):\n...     print(i)\n0\n1\n>>> n  # two\n2\n"),
        ("pycon", "1; 2", {}, ">>> 1; 2\n1\n2\n"),
        (
            "pycon",
            "@type\ndef f(): pass\nf\n'''a\nb'''",
            {},
            ">>> f\n<class 'function'>\n>>> '''a\n... b'''\n'a\\nb'\n",
        ),
        # standard output and standard error keep their order
        ("python", "import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)", {}, "1\n2\n3\n"),
        # earlier blocks run first, in silence; a future import holds for later ones
        ("python", "n + 1", {"before": ["n = 1\nprint('hidden')", "n += 1"]}, "3\n"),
        ("python", "def f(x: nowhere): return 1\nf(0)", {"before": [FUTURE]}, "1\n"),
        # definitions at the prompt belong to __main__
        ("python", CLASS, {}, "P(x=1)\n"),
        ("python", "__name__", {}, "'__main__'\n"),
        ("python", "import __main__\nn = 3\n__main__.n", {}, "3\n"),
        # an example of a docstring has the names of its module, as doctest gives them
        ("python", "dot([1, 2], [3, 4])", IN_DOCSTRING_OF_DOT, "11\n"),
        ("python", "dot = None", IN_DOCSTRING_OF_DOT, ""),
        ("python", "Dataset([[1]], [1]).N", {"of": "perceptron_ref.dataset.Dataset.split"}, "1\n"),
        # a file runs as a script: values are not shown
        (
            "script",
            "1\nif __name__ == '__main__':\n    import sys\n    print(__file__, *sys.argv)\n",
            {"name": "code/a.py"},
            "code/a.py code/a.py\n",
        ),
    ],
)
def test_a_block_prints_as_python_does(kind, text, extra, expected):
    """A block prints what Python prints at the prompt, or as a program."""
    assert output_of(text, kind, **extra) == expected


@pytest.mark.parametrize(
    ("text", "extra", "error", "line"),
    [
        ("def f(n):\n    return 1 / n\n\nf(0)", {}, "ZeroDivisionError: division by zero", 2),
        # a syntax error has its line, and nothing runs
        ("print(1)\nfor n in 3\n    pass", {"kind": "pycon"}, "SyntaxError: ", 2),
        # an error of the package has the line of the call, or the line in a strategy
        (
            f"{IMPORT_PACKAGE}Dataset([[1], [2, 3]], [1, -1])",
            {},
            "DataError: example 1: found 2",
            2,
        ),
        (
            f"{IMPORT_PACKAGE}\ndef mine(view):\n    yield 99\n\npla(example('or'), mine)",
            {},
            "StrategyError: strategy mine, asked for visit 1, at <example>:4: it yielded 99",
            4,
        ),
        (f"{IMPORT_PACKAGE}pla()", {}, "TypeError: ", 2),
        (f"{IMPORT_PACKAGE}class D: pass\npla(D())", {}, "DataError: ", 3),
        ("def f(): f()\nf()", {}, "RecursionError", 1),
        # names of an earlier question are gone, and a module's names exist only with `of`
        ("earlier", {}, "NameError: name 'earlier' is not defined", 1),
        ("dot([1, 2], [3, 4])", {}, "NameError: name 'dot' is not defined", 1),
        ("def f(x: nowhere): return 1\nf.__annotations__", {}, "NameError: ", 1),
        ("\n1 / 0\n", {"kind": "script", "name": "a.py"}, "ZeroDivisionError", 2),
        (
            "name = input('Name? ')",
            {},
            "EOFError: input() gets no answer on this page; expected",
            1,
        ),
    ],
)
def test_an_error_has_its_line(text, extra, error, line):
    """The line is that of the reader's code, and the traceback has no frame of the package."""
    output_of("earlier = 1")
    answer = answer_of(text, **extra)
    assert answer["error"].startswith(error)
    assert (answer["line"], answer["status"], answer["before"]) == (line, 1, None)
    assert "perceptron_ref/" not in answer["printed"] and answer["printed"].count("\n") < 20


def test_an_error_has_pythons_traceback():
    """The traceback, and that of an error it was raised from, has the reader's lines with their
    text, and no other frames.
    """
    output = answer_of("def f(n):\n    return 1 / n\n\nf(0)")["printed"]
    assert output.split("\n")[:3] == [
        *("Traceback (most recent call last):", '  File "<example>", line 4, in <module>'),
        "    f(0)",
    ]
    assert '  File "<example>", line 2, in f\n    return 1 / n\n' in output
    assert output.endswith("ZeroDivisionError: division by zero\n")
    text = (
        f"{IMPORT_PACKAGE}try:\n    strategy('nobody')\n"
        "except LookupError as error:\n    raise KeyError(2) from error"
    )
    output = answer_of(text)["printed"]
    assert output.count("  File") == 2 == output.count('  File "<example>"')
    assert "direct cause" in output and "found 'nobody'" in output
    output = answer_of("print(1)\nfor n in 3\n    pass", "pycon")["printed"]
    assert output.startswith('  File "<example>", line 2\n    for n in 3\n')
    assert answer_of("input('Name? ')")["printed"].startswith("Name? Traceback")


def test_an_error_in_an_earlier_block_names_the_block():
    """The answer has the output of the earlier block; the block of the question does not run."""
    answer = answer_of("print('not run')", before=["n = 1", "n / 0", "n"])
    assert (answer["before"], answer["line"]) == (1, 1)
    assert answer["error"] == "ZeroDivisionError: division by zero"
    assert "not run" not in answer["printed"]


@pytest.mark.parametrize(
    ("code", "status", "output"),
    [("", 0, ""), ("3", 3, ""), ("None", 0, ""), ("'over'", 1, "over\n")],
)
def test_exit_ends_the_block(code, status, output):
    """The answer has the exit status; a string is printed."""
    answer = answer_of(f"import sys\nsys.exit({code})\nprint('on')")
    outcome = answer["status"], answer["printed"], answer["error"]
    assert outcome == (status, output, None)


def test_printed_text_is_sent_in_pieces():
    """The pieces together are the output. For an earlier block only its index is sent, when it
    starts.
    """
    messages = []
    output = output_of("print('a')\nprint('b')", before=["print('hidden')"], send=messages.append)
    assert messages[0] == {"before": 0}
    assert "".join(message["printed"] for message in messages[1:]) == output == "a\nb\n"


def test_warnings_are_shown_each_time():
    """Warnings have the reader's line, under Python's default filters."""
    block = {"kind": "python", "text": "import warnings\nwarnings.warn('careful')"}
    question = {"files": {}, "before": [], "block": block}
    run = f"import console\nfor _ in range(2): print(console.run({question})['printed'])"
    folders = os.pathsep.join(map(str, [ROOT / "docs" / "playground", ROOT]))
    arguments, env = [sys.executable, "-B", "-c", run], {**os.environ, "PYTHONPATH": folders}
    child = subprocess.run(arguments, env=env, capture_output=True, encoding="utf-8")
    assert child.stdout.count("<example>:2: UserWarning: careful\n") == 2, child.stderr


def test_a_value_with_a_picture_shows_it():
    """A Picture and a set with two features are shown, but not a set with four features, nor a
    class. At most four pictures are shown, and no picture of an earlier block.
    """
    (svg,) = answer_of(f"{IMPORT_PACKAGE}example('or')")["pictures"]
    assert svg.startswith("<svg ") and "The examples</title>" in svg
    for text, before, pictures in [
        ("example('credit')", [], 0),
        ("Dataset", [], 0),
        (
            "from perceptron_ref.drawing import draw_data\n" + "draw_data(example('or'))\n" * 9,
            [],
            4,
        ),
        ("1", [f"{IMPORT_PACKAGE}example('or')"], 0),
    ]:
        assert len(answer_of(IMPORT_PACKAGE + text, before=before)["pictures"]) == pictures


# Files


def test_files_are_found_and_written_files_are_returned():
    """New and changed files are returned, with their folders and even if they are not text; files
    that were only read are not. The next question starts with its own files only.
    """
    text = (
        f"{IMPORT_PATH}Path('new').mkdir()\nPath('new/b.txt').write_text('b')\n"
        "Path('a.txt').read_text()\nPath('c.txt').write_text('c')"
    )
    answer = answer_of(text, files={"a.txt": "a\n", "c.txt": "c", "d/e.txt": "e"})
    assert answer["printed"] == "1\n'a\\n'\n1\n"
    assert answer["files"] == {"new/b.txt": "b", "c.txt": "c"}
    assert output_of("import os\nos.listdir()") == "[]\n"
    text = f"{IMPORT_PATH}b = Path('a').read_bytes()\nb\nPath('c').write_bytes(b)"
    answer = answer_of(text, files={"a": "\udce9"})
    assert answer["printed"] == "b'\\xe9'\n1\n" and answer["files"] == {"c": "\udce9"}


@pytest.mark.ci
def test_an_edited_module_or_strategy_is_read_again():
    """No module and no bytecode of the old text remains."""
    for n in (1, 2):
        with patch.object(sys, "dont_write_bytecode", False):
            answer = answer_of("import mine\nmine.n", files={"mine.py": f"n = {n}\n"})
        assert (answer["printed"], answer["files"]) == (f"{n}\n", {})
    assert "mine" not in sys.modules
    command = "perceptron-ref fit --strategy mine.py"
    for code, updates in ((LAST_FIRST, 262), (LAST_FIRST.replace("[::-1]", ""), 41)):
        output = output_of(command, "console", files={"mine.py": code})
        assert f"updates       {updates}\n" in output


# Commands


def test_a_command_prints_as_in_a_terminal():
    """The command line comes first, then the output. Both names of the program work."""
    lines = output_of(FIT_COMMAND, "console").split("\n")
    assert lines[0] == f"$ {FIT_COMMAND}"
    assert lines[8:11] == ["status        converged", "updates       9", "visits        21"]
    module_output = output_of("python3 -m perceptron_ref fit example:or", "console").split("\n")
    assert module_output[1:] == lines[1:]
    lines = output_of("perceptron-ref fit \\\n  example:or", "console").split("\n")
    assert lines[0] == "$ perceptron-ref fit    example:or"


def test_help_uses_the_name_of_the_program_as_typed():
    """The usage and the options of the help have at most 80 columns, whatever COLUMNS is."""
    with patch.dict(os.environ, COLUMNS="40"):
        output = output_of("python3 -m perceptron_ref fit --help", "console")
        assert os.environ["COLUMNS"] == "40"
    lines = output.split("\n")
    assert "usage: python3 -m perceptron_ref fit [FILE] [option ...]" in lines
    assert 70 < max(map(len, lines[: lines.index("examples:")])) <= 80
    usage = "usage: perceptron-ref fit [FILE] [option ...]\n"
    assert usage in output_of("perceptron-ref fit --help", "console")


def test_commands_run_in_turn():
    """A command finds the files that the previous command wrote. The status is the exit status of
    the last command. A picture counts as written even if its text is the same.
    """
    text = (
        f"{FIT_COMMAND} --save or.json\n\n# the same again\nperceptron-ref predict or.json two.csv"
    )
    answer = answer_of(text, "console", files={"two.csv": "x1,x2\n1,1\n0,0\n"})
    assert answer["printed"].endswith("$ perceptron-ref predict or.json two.csv\n1\n0\n")
    assert list(answer["files"]) == ["or.json"] and answer["status"] == 0
    command = "perceptron-ref draw example:or --force -o run.svg"
    svg = answer_of(command, "console")["files"]["run.svg"]
    assert svg.startswith("<svg ")
    assert answer_of(command, "console", files={"run.svg": svg})["files"] == {"run.svg": svg}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("command", "status", "message"),
    [
        ("perceptron-ref separable example:xor", 1, "No line separates"),
        ("perceptron-ref fit nowhere.csv", 1, "perceptron-ref: error: nowhere.csv"),
        ("perceptron-ref fit --csv runs.csv", 2, "found --csv, but no table to write"),
        ("perceptron-ref fit -", 1, "found no example"),
        ("perceptron-ref compare --strategies class/*.py", 2, "class/*.py: found no such file"),
        ("sort a.csv", 127, "sort: found another program; expected perceptron-ref ..."),
        (f"{FIT_COMMAND} | sort", 2, "found |; expected perceptron-ref ... alone"),
        (f"{FIT_COMMAND}>out.txt", 2, "found >; expected perceptron-ref ... alone"),
        (f"{FIT_COMMAND} && {FIT_COMMAND}", 2, "found &&; expected"),
        (f"{FIT_COMMAND} 'or", 2, "found a line that cannot be read: No closing quotation"),
    ],
)
def test_a_command_that_fails_says_why(command, status, message):
    """The answer has the message and the exit status of the command, and no error of Python."""
    answer = answer_of(command, "console")
    assert answer["printed"].startswith(f"$ {command}\n") and message in answer["printed"]
    assert (answer["status"], answer["error"], answer["files"]) == (status, None, {})


@pytest.mark.ci
def test_commands_are_split_as_by_a_shell():
    """Quotes keep words together, # within a word is a character, and a pattern becomes the sorted
    names of files.
    """
    for name in ("'my file'", "a#1"):
        files = {f"{name}.csv".replace("'", ""): "1,1\n0,0\n"}
        assert "N = 2," in output_of(f"perceptron-ref fit {name}.csv", "console", files=files)
    files = {"class/b.py": LAST_FIRST, "class/a.py": LAST_FIRST, "x.csv": "1,1\n0,0\n"}
    command = "perceptron-ref compare x.csv --strategies class/*.py"
    output = output_of(command, "console", files=files)
    assert output.index("class/a.py  ") < output.index("class/b.py  ")


def test_the_bridge_passes_questions_on():
    """The question and the answer are JSON, as in the docstring's example."""
    question = '{"what": "console", "files": {}, "before": [], "block": %s}'
    answer = bridge.answer(question % '{"kind": "python", "text": "6 * 7"}')
    assert '"printed": "42\\n"' in answer
    assert doctest.testmod(console) == (0, 2)
