"""What examples of pages print when they are run by the playground's console, on this Python.

Most of it is a table: a block, and what it prints. Then errors, what ends a block, files, pictures
and commands. Each test begins in an empty folder, and leaves this Python as it was.
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

PATH = "from pathlib import Path\n"
PACKAGE = "from perceptron_ref import example, Dataset, pla, strategy\n"
FIT = "perceptron-ref fit example:or"
LAST_FIRST = "def last_first(view):\n    while True:\n        yield range(len(view))[::-1]\n"


def world():
    """Return what a block may change of this Python, and is to leave as it was."""
    streams = sys.stdin, sys.stdout, sys.stderr, sys.displayhook
    places = os.getcwd(), os.environ.get("COLUMNS"), sys.path[:], sys.argv[:]
    rest = sys.modules["__main__"], sys.getrecursionlimit(), sys.dont_write_bytecode
    return *streams, *places, *rest, vars(builtins).get("_"), vectors.dot


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "_", None, raising=False)  # some doctest may have set it
    before = world()
    yield
    assert world() == before
    assert list(tmp_path.iterdir()) == []


def answer_of(text, kind="python", before=(), files=(), send=lambda message: None, **more):
    """Return what comes of a block; before: blocks of the same kind, or with their own."""
    blocks = [{"kind": kind, "text": earlier_text} for earlier_text in before]
    block = {"kind": kind, "text": text, **more}
    return console.run({"files": dict(files), "before": blocks, "block": block}, send)


def printed(text, kind="python", **more):
    """Return what a block prints, which ends without an error."""
    answer = answer_of(text, kind, **more)
    assert (answer["error"], answer["before"]) == (None, None), answer["printed"]
    return answer["printed"]


SESSION = "n = 2\nfor i in range(n):\n    print(i)\n\nn  # two\ndef f(): pass"
CLASS = "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: 'int'\nP(1)"
FUTURE = "from __future__ import annotations"
OF_DOT = {"of": "perceptron_ref.vectors.dot"}


@pytest.mark.parametrize(
    ("kind", "text", "how", "expected"),
    [
        # values are shown as at the prompt, None is not; the last one is called _
        ("python", "'a'\nNone\nprint('b')\nn = 3\nn", {}, "'a'\nb\n3\n"),
        ("python", "6 * 7\n_ + 1", {}, "42\n43\n"),
        # a session shows what was typed before what that prints, of statements that print alone
        ("pycon", SESSION, {}, ">>> for i in range(n):\n...     print(i)\n0\n1\n>>> n  # two\n2\n"),
        ("pycon", "1; 2", {}, ">>> 1; 2\n1\n2\n"),
        (
            "pycon",
            "@type\ndef f(): pass\nf\n'''a\nb'''",
            {},
            ">>> f\n<class 'function'>\n>>> '''a\n... b'''\n'a\\nb'\n",
        ),
        # standard error is shown in its place
        ("python", "import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)", {}, "1\n2\n3\n"),
        # earlier blocks run first, in silence; a future import holds for later ones
        ("python", "n + 1", {"before": ["n = 1\nprint('hidden')", "n += 1"]}, "3\n"),
        ("python", "def f(x: nowhere): return 1\nf(0)", {"before": [FUTURE]}, "1\n"),
        # what is defined at the prompt belongs to __main__
        ("python", CLASS, {}, "P(x=1)\n"),
        ("python", "__name__", {}, "'__main__'\n"),
        ("python", "import __main__\nn = 3\n__main__.n", {}, "3\n"),
        # an example of a docstring has the names of its module, as doctest gives them
        ("python", "dot([1, 2], [3, 4])", OF_DOT, "11\n"),
        ("python", "dot = None", OF_DOT, ""),
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
def test_a_block_prints(kind, text, how, expected):
    """What Python prints of it."""
    assert printed(text, kind, **how) == expected


@pytest.mark.parametrize(
    ("text", "how", "error", "line"),
    [
        ("def f(n):\n    return 1 / n\n\nf(0)", {}, "ZeroDivisionError: division by zero", 2),
        # a fault of syntax has its line, and nothing runs
        ("print(1)\nfor n in 3\n    pass", {"kind": "pycon"}, "SyntaxError: ", 2),
        # an error of the package is its message, with the line that called, or that in a strategy
        (f"{PACKAGE}Dataset([[1], [2, 3]], [1, -1])", {}, "DataError: example 1: found 2", 2),
        (
            f"{PACKAGE}\ndef mine(view):\n    yield 99\n\npla(example('or'), mine)",
            {},
            "StrategyError: strategy mine, asked for visit 1, at <example>:4: it yielded 99",
            4,
        ),
        (f"{PACKAGE}pla()", {}, "TypeError: ", 2),
        (f"{PACKAGE}class D: pass\npla(D())", {}, "DataError: ", 3),
        ("def f(): f()\nf()", {}, "RecursionError", 1),
        # a name of the question before is gone, and so are those of an object's module
        ("left", {}, "NameError: name 'left' is not defined", 1),
        ("dot([1, 2], [3, 4])", {}, "NameError: name 'dot' is not defined", 1),
        ("def f(x: nowhere): return 1\nf.__annotations__", {}, "NameError: ", 1),
        ("\n1 / 0\n", {"kind": "script", "name": "a.py"}, "ZeroDivisionError", 2),
        ("name = input('Name? ')", {}, "EOFError: nobody can answer here; expected the value", 1),
    ],
)
def test_an_error_is_told_with_its_line(text, how, error, line):
    """And without frames that are not the reader's."""
    printed("left = 1")
    answer = answer_of(text, **how)
    assert answer["error"].startswith(error)
    assert (answer["line"], answer["status"], answer["before"]) == (line, 1, None)
    assert "perceptron_ref/" not in answer["printed"] and answer["printed"].count("\n") < 20


def test_an_error_is_told_as_python_tells_it():
    """With the reader's lines, their text, and no frame of others, nor of an error behind it."""
    shown = answer_of("def f(n):\n    return 1 / n\n\nf(0)")["printed"]
    assert shown.split("\n")[:3] == [
        *("Traceback (most recent call last):", '  File "<example>", line 4, in <module>'),
        "    f(0)",
    ]
    assert '  File "<example>", line 2, in f\n    return 1 / n\n' in shown
    assert shown.endswith("ZeroDivisionError: division by zero\n")
    text = (
        f"{PACKAGE}try:\n    strategy('nobody')\n"
        "except LookupError as error:\n    raise KeyError(2) from error"
    )
    shown = answer_of(text)["printed"]
    assert shown.count("  File") == 2 == shown.count('  File "<example>"')
    assert "direct cause" in shown and "found 'nobody'" in shown
    shown = answer_of("print(1)\nfor n in 3\n    pass", "pycon")["printed"]
    assert shown.startswith('  File "<example>", line 2\n    for n in 3\n')
    assert answer_of("input('Name? ')")["printed"].startswith("Name? Traceback")


def test_an_error_of_an_earlier_block_says_which():
    """With what it printed; the block itself is not run."""
    answer = answer_of("print('not run')", before=["n = 1", "n / 0", "n"])
    assert (answer["before"], answer["line"]) == (1, 1)
    assert answer["error"] == "ZeroDivisionError: division by zero"
    assert "not run" not in answer["printed"]


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [("", 0, ""), ("3", 3, ""), ("None", 0, ""), ("'over'", 1, "over\n")],
)
def test_exit_ends_the_block(code, status, said):
    """With its status; words are printed."""
    answer = answer_of(f"import sys\nsys.exit({code})\nprint('on')")
    outcome = answer["status"], answer["printed"], answer["error"]
    assert outcome == (status, said, None)


def test_what_is_printed_is_said_meanwhile():
    """The pieces are the whole; of earlier blocks only which of them runs."""
    messages = []
    shown = printed("print('a')\nprint('b')", before=["print('hidden')"], send=messages.append)
    assert messages[0] == {"before": 0}
    assert "".join(message["printed"] for message in messages[1:]) == shown == "a\nb\n"


def test_warnings_are_shown_each_time():
    """With the reader's line; in a Python that no test has told what to do with them."""
    block = {"kind": "python", "text": "import warnings\nwarnings.warn('careful')"}
    question = {"files": {}, "before": [], "block": block}
    run = f"import console\nfor _ in range(2): print(console.run({question})['printed'])"
    folders = os.pathsep.join(map(str, [ROOT / "docs" / "playground", ROOT]))
    words, env = [sys.executable, "-B", "-c", run], {**os.environ, "PYTHONPATH": folders}
    child = subprocess.run(words, env=env, capture_output=True, encoding="utf-8")
    assert child.stdout.count("<example>:2: UserWarning: careful\n") == 2, child.stderr


def test_a_value_with_a_picture_shows_it():
    """A picture, and a set of two features, but no set of four, nor a class; no more than four, and
    none of earlier blocks.
    """
    (svg,) = answer_of(f"{PACKAGE}example('or')")["pictures"]
    assert svg.startswith("<svg ") and "The examples</title>" in svg
    for text, before, pictures in [
        ("example('credit')", [], 0),
        ("Dataset", [], 0),
        (
            "from perceptron_ref.drawing import draw_data\n" + "draw_data(example('or'))\n" * 9,
            [],
            4,
        ),
        ("1", [f"{PACKAGE}example('or')"], 0),
    ]:
        assert len(answer_of(PACKAGE + text, before=before)["pictures"]) == pictures


# Files


def test_files_are_there_and_what_is_written_comes_back():
    """New and changed ones, with their folders, be they no text; not those that were only read. At
    the next question only what that one holds is there.
    """
    text = (
        f"{PATH}Path('new').mkdir()\nPath('new/b.txt').write_text('b')\n"
        "Path('a.txt').read_text()\nPath('c.txt').write_text('c')"
    )
    answer = answer_of(text, files={"a.txt": "a\n", "c.txt": "c", "d/e.txt": "e"})
    assert answer["printed"] == "1\n'a\\n'\n1\n"
    assert answer["files"] == {"new/b.txt": "b", "c.txt": "c"}
    assert printed("import os\nos.listdir()") == "[]\n"
    text = f"{PATH}b = Path('a').read_bytes()\nb\nPath('c').write_bytes(b)"
    answer = answer_of(text, files={"a": "\udce9"})
    assert answer["printed"] == "b'\\xe9'\n1\n" and answer["files"] == {"c": "\udce9"}


@pytest.mark.ci
def test_a_module_or_a_strategy_of_the_page_is_read_anew():
    """After an edit its new text counts; no module is left, and no bytecode."""
    for n in (1, 2):
        with patch.object(sys, "dont_write_bytecode", False):
            answer = answer_of("import mine\nmine.n", files={"mine.py": f"n = {n}\n"})
        assert (answer["printed"], answer["files"]) == (f"{n}\n", {})
    assert "mine" not in sys.modules
    command = "perceptron-ref fit --strategy mine.py"
    for code, updates in ((LAST_FIRST, 262), (LAST_FIRST.replace("[::-1]", ""), 41)):
        shown = printed(command, "console", files={"mine.py": code})
        assert f"updates       {updates}\n" in shown


# Commands


def test_a_command_prints_as_in_a_terminal():
    """The line, then what the package says; both names of the program do."""
    lines = printed(FIT, "console").split("\n")
    assert lines[0] == f"$ {FIT}"
    assert lines[8:11] == ["status        converged", "updates       9", "visits        21"]
    other = printed("python3 -m perceptron_ref fit example:or", "console").split("\n")
    assert other[1:] == lines[1:]
    lines = printed("perceptron-ref fit \\\n  example:or", "console").split("\n")
    assert lines[0] == "$ perceptron-ref fit    example:or"


def test_the_program_is_called_as_it_was_typed():
    """In its help, 80 columns wide."""
    with patch.dict(os.environ, COLUMNS="40"):
        shown = printed("python3 -m perceptron_ref fit --help", "console")
        assert os.environ["COLUMNS"] == "40"
    lines = shown.split("\n")
    assert "usage: python3 -m perceptron_ref fit [FILE] [option ...]" in lines
    assert 70 < max(map(len, lines[: lines.index("examples:")])) <= 80
    usage = "usage: perceptron-ref fit [FILE] [option ...]\n"
    assert usage in printed("perceptron-ref fit --help", "console")


def test_commands_run_in_turn():
    """What one writes the next finds; the last has the status. A picture is a file that is written,
    also over one with the same text.
    """
    text = f"{FIT} --save or.json\n\n# the same again\nperceptron-ref predict or.json two.csv"
    answer = answer_of(text, "console", files={"two.csv": "x1,x2\n1,1\n0,0\n"})
    assert answer["printed"].endswith("$ perceptron-ref predict or.json two.csv\n1\n0\n")
    assert list(answer["files"]) == ["or.json"] and answer["status"] == 0
    command = "perceptron-ref draw example:or --force -o run.svg"
    svg = answer_of(command, "console")["files"]["run.svg"]
    assert svg.startswith("<svg ")
    assert answer_of(command, "console", files={"run.svg": svg})["files"] == {"run.svg": svg}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("perceptron-ref separable example:xor", 1, "No line separates"),
        ("perceptron-ref fit nowhere.csv", 1, "perceptron-ref: error: nowhere.csv"),
        ("perceptron-ref fit --csv runs.csv", 2, "--csv needs --trace"),
        ("perceptron-ref fit -", 1, "found no example"),
        ("perceptron-ref compare --strategies class/*.py", 0, "class/*.py"),  # fits no file
        ("sort a.csv", 127, "sort: found another program; expected perceptron-ref ..."),
        (f"{FIT} | sort", 2, "found |; expected perceptron-ref ... alone"),
        (f"{FIT}>out.txt", 2, "found >; expected perceptron-ref ... alone"),
        (f"{FIT} && {FIT}", 2, "found &&; expected"),
        (f"{FIT} 'or", 2, "found a line that cannot be read: No closing quotation"),
    ],
)
def test_a_command_that_fails_says_why(command, status, said):
    """And has its exit status; none of it is an error of Python."""
    answer = answer_of(command, "console")
    assert answer["printed"].startswith(f"$ {command}\n") and said in answer["printed"]
    assert (answer["status"], answer["error"], answer["files"]) == (status, None, {})


@pytest.mark.ci
def test_words_are_those_of_a_shell():
    """In quotes they stay together; within a word # is a sign like others; a pattern stands for
    files, in their order.
    """
    for name in ("'my file'", "a#1"):
        files = {f"{name}.csv".replace("'", ""): "1,1\n0,0\n"}
        assert "N = 2," in printed(f"perceptron-ref fit {name}.csv", "console", files=files)
    files = {"class/b.py": LAST_FIRST, "class/a.py": LAST_FIRST, "x.csv": "1,1\n0,0\n"}
    command = "perceptron-ref compare x.csv --strategies class/*.py"
    shown = printed(command, "console", files=files)
    assert shown.index("class/a.py  ") < shown.index("class/b.py  ")


def test_the_bridge_passes_questions_on():
    """As JSON, there and back; the example of the docstring shows such a pair."""
    question = '{"what": "console", "files": {}, "before": [], "block": %s}'
    answer = bridge.answer(question % '{"kind": "python", "text": "6 * 7"}')
    assert '"printed": "42\\n"' in answer
    assert doctest.testmod(console) == (0, 2)
