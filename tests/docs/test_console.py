"""What examples of pages print when they are run by the playground's console, on this Python."""

from __future__ import annotations

import builtins
import doctest
import os
import subprocess
import sys
from unittest.mock import patch

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs" / "playground"))
import bridge  # noqa: E402
import console  # noqa: E402
import typed  # noqa: E402

PATH = "from pathlib import Path\n"
FIT = "perceptron-ref fit example:or"
LAST_FIRST = "def last_first(view):\n    while True:\n        yield range(len(view))[::-1]\n"


@pytest.fixture(autouse=True)
def world(tmp_path, monkeypatch):
    """Have every test in an empty folder, and see that this Python is as it was."""
    monkeypatch.chdir(tmp_path)
    before = _world()
    yield
    assert _world() == before
    assert list(tmp_path.iterdir()) == []


def _world():
    streams = sys.stdin, sys.stdout, sys.stderr, sys.displayhook
    places = os.getcwd(), os.environ.get("COLUMNS"), sys.path[:], sys.argv[:]
    rest = sys.modules["__main__"], sys.getrecursionlimit(), sys.dont_write_bytecode
    return *streams, *places, *rest


def asked(text, kind="python", before=(), files=(), say=lambda message: None, **more):
    """Return what comes of a block; before: blocks of the same kind, or with their own."""
    blocks = [{"kind": kind, "text": each} for each in before]
    block = {"kind": kind, "text": text, **more}
    return console.run({"files": dict(files), "before": blocks, "block": block}, say)


def printed(text, kind="python", **more):
    """Return what a block prints, which ends without an error."""
    answer = asked(text, kind, **more)
    assert (answer["error"], answer["before"]) == (None, None), answer["printed"]
    return answer["printed"]


# Python


def test_values_are_shown_and_none_is_not():
    """As at the prompt: repr, in the order of the statements."""
    assert printed("'a'\nNone\nprint('b')\nn = 3\nn") == "'a'\nb\n3\n"


def test_a_session_shows_what_was_typed_before_what_it_prints():
    """Only of statements that print something; each with its prompts."""
    text = "n = 2\nfor i in range(n):\n    print(i)\n\nn  # two\ndef f(): pass"
    expected = ">>> for i in range(n):\n...     print(i)\n0\n1\n>>> n  # two\n2\n"
    assert printed(text, "pycon") == expected


def test_two_statements_of_one_line_are_typed_once():
    """The line comes before what the first of them prints."""
    assert printed("1; 2", "pycon") == ">>> 1; 2\n1\n2\n"


def test_decorators_and_texts_of_many_lines_are_statements():
    """A statement begins with its decorator, and ends with its last line."""
    text = "@print\ndef f(): pass\n'''a\nb'''"
    shown = printed(text, "pycon").split("\n")
    assert shown[:2] == [">>> @print", "... def f(): pass"] and shown[2].startswith(
        "<function f at"
    )
    assert shown[3:] == [">>> '''a", "... b'''", "'a\\nb'", ""]


def test_the_last_value_has_a_name():
    """It is _, as at the prompt, and only there."""
    before = vars(builtins).get("_")  # of other tests
    assert printed("6 * 7\n_ + 1") == "42\n43\n"
    assert vars(builtins).get("_") is before


def test_earlier_blocks_run_first_in_silence():
    """Their names are there, what they print is not."""
    assert printed("n + 1", before=["n = 1\nprint('hidden')", "n += 1"]) == "3\n"


def test_every_question_begins_afresh():
    """A name of the question before is gone."""
    printed("left = 1")
    assert asked("left")["error"] == "NameError: name 'left' is not defined"


def test_an_error_of_an_earlier_block_says_which():
    """With what it printed; the block itself is not run."""
    answer = asked("print('not run')", before=["n = 1", "n / 0", "n"])
    assert answer["before"] == 1 and answer["error"] == "ZeroDivisionError: division by zero"
    assert answer["line"] == 1 and "not run" not in answer["printed"]


def test_a_future_import_holds_for_later_blocks():
    """Annotations of a later block are not looked at."""
    first = "from __future__ import annotations"
    assert printed("def f(x: nowhere): return 1\nf(0)", before=[first]) == "1\n"
    assert asked("def f(x: nowhere): return 1\nf.__annotations__", before=[])["error"]


def test_a_dataclass_finds_its_module():
    """What is defined at the prompt belongs to __main__."""
    text = "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: 'int'\nP(1)"
    assert printed(text) == "P(x=1)\n"
    assert printed("__name__") == "'__main__'\n"
    assert printed("import __main__\nn = 3\n__main__.n") == "3\n"


def test_an_error_is_told_as_python_tells_it():
    """With the reader's lines, their text, and no frame of others."""
    answer = asked("def f(n):\n    return 1 / n\n\nf(0)")
    frames = [line for line in answer["printed"].split("\n") if line.startswith("  File")]
    assert frames == [
        '  File "<example>", line 4, in <module>',
        '  File "<example>", line 2, in f',
    ]
    assert "    return 1 / n\n" in answer["printed"]
    assert answer["printed"].startswith("Traceback (most recent call last):\n")
    assert answer["printed"].endswith("ZeroDivisionError: division by zero\n")
    assert (answer["error"], answer["line"], answer["status"]) == (
        "ZeroDivisionError: division by zero",
        2,
        1,
    )


def test_causes_of_an_error_have_no_frames_of_ours_either():
    """Of an error behind an error the reader's lines are told alone."""
    text = (
        "from perceptron_ref import strategy\ntry:\n    strategy('nobody')\n"
        "except LookupError as error:\n    raise KeyError(2) from error"
    )
    shown = asked(text)["printed"]
    assert shown.count("  File") == 2 == shown.count('  File "<example>"')
    assert "direct cause" in shown and "found 'nobody'" in shown


def test_a_fault_of_syntax_has_its_line_and_nothing_runs():
    """The sign stands below the place; no Traceback, as nothing was called."""
    answer = asked("print(1)\nfor n in 3\n    pass", "pycon")
    assert answer["line"] == 2 and answer["error"].startswith("SyntaxError: ")
    assert answer["printed"].startswith('  File "<example>", line 2\n    for n in 3\n')


def test_an_error_of_the_package_is_its_message():
    """Without frames, with the line that called."""
    answer = asked("from perceptron_ref import Dataset\nDataset([[1], [2, 3]], [1, -1])")
    message = "DataError: example 1: found 2 features; expected 1, as in example 0"
    assert (answer["printed"], answer["error"], answer["line"]) == (message + "\n", message, 2)


def test_an_error_in_a_typed_strategy_has_the_line_in_it():
    """Not that which ran it."""
    text = (
        "from perceptron_ref import example, pla\n\n"
        "def mine(view):\n    yield 99\n\npla(example('or'), mine)"
    )
    answer = asked(text)
    assert "at <example>:4: it yielded 99" in answer["error"] and answer["line"] == 4


def test_a_fault_of_the_package_is_told_without_its_frames():
    """The reader sees the own line."""
    answer = asked("from perceptron_ref import pla\npla()")
    assert answer["line"] == 2 and answer["printed"].count("  File") == 1
    answer = asked("from perceptron_ref import pla\nclass D: pass\npla(D())")
    assert answer["line"] == 3 and "perceptron_ref/" not in answer["printed"]


def test_endless_recursion_ends():
    """By Python's own error, told in few lines."""
    answer = asked("def f(): f()\nf()")
    assert answer["error"].startswith("RecursionError") and answer["line"] == 1
    assert answer["printed"].count("\n") < 20


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [("", 0, ""), ("3", 3, ""), ("None", 0, ""), ("'over'", 1, "over\n")],
)
def test_exit_ends_the_block(code, status, said):
    """With its status; words are printed."""
    answer = asked(f"import sys\nsys.exit({code})\nprint('on')")
    found = answer["status"], answer["printed"], answer["error"]
    assert found == (status, said, None)


def test_nobody_answers_input():
    """The message says what to do."""
    answer = asked("name = input('Name? ')")
    message = "EOFError: nobody can answer here; expected the value in the code, not input()"
    assert answer["error"] == message and answer["printed"].startswith("Name? Traceback")


def test_what_is_printed_without_end_is_cut():
    """Once, with a note."""
    shown = printed("for n in range(100_000): print('x' * 20)")
    assert len(shown) == typed.MOST_PRINTED + len(typed.LEFT_OUT)
    assert shown.endswith(typed.LEFT_OUT) and shown.count(typed.LEFT_OUT) == 1


def test_what_is_printed_is_said_meanwhile():
    """The pieces are the whole; of the earlier blocks only which of them runs."""
    heard = []
    shown = printed("print('a')\nprint('b')", before=["print('hidden')"], say=heard.append)
    assert heard[0] == {"before": 0}
    assert "".join(message["printed"] for message in heard[1:]) == shown == "a\nb\n"


def test_standard_error_is_shown_in_its_place():
    """As in a terminal."""
    assert printed("import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)") == "1\n2\n3\n"


def test_warnings_are_shown_each_time():
    """With the reader's line; in a Python that no test has told what to do with them."""
    text = "import warnings\nwarnings.warn('careful')"
    block = {"files": {}, "before": [], "block": {"kind": "python", "text": text}}
    run = f"import console\nfor _ in range(2): print(console.run({block})['printed'])"
    folders = os.pathsep.join(map(str, [ROOT / "docs" / "playground", ROOT]))
    found = subprocess.run(
        [sys.executable, "-B", "-c", run],
        env={**os.environ, "PYTHONPATH": folders},
        capture_output=True,
        encoding="utf-8",
    )
    assert found.stdout.count("<example>:2: UserWarning: careful\n") == 2, found.stderr


def test_an_example_of_a_docstring_has_the_names_of_its_module():
    """As doctest gives them; what it changes is not changed in the module."""
    from perceptron_ref import vectors

    assert printed("dot([1, 2], [3, 4])", of="perceptron_ref.vectors.dot") == "11\n"
    assert printed("dot = None", of="perceptron_ref.vectors.dot") == ""
    assert vectors.dot([1], [1]) == 1
    assert asked("dot([1, 2], [3, 4])")["error"] == "NameError: name 'dot' is not defined"
    method = "perceptron_ref.dataset.Dataset.split"
    assert printed("Dataset([[1]], [1]).N", of=method) == "1\n"


def test_a_value_with_a_picture_shows_it():
    """A picture, and a set of two features, but no set of four, nor a class."""
    text = "from perceptron_ref import example, Dataset\nexample('{}')"
    (svg,) = asked(text.format("or"))["pictures"]
    assert svg.startswith("<svg ") and "The examples</title>" in svg
    assert asked(text.format("credit"))["pictures"] == []
    assert printed("from perceptron_ref import Dataset\nDataset").startswith("<class ")
    drawn = "from perceptron_ref import *\nfrom perceptron_ref.drawing import draw_data\n"
    assert len(asked(drawn + "draw_data(example('or'))\n" * 9)["pictures"]) == 4


def test_pictures_of_earlier_blocks_are_not_shown():
    """They were shown there."""
    assert (
        asked("1", before=["from perceptron_ref import example\nexample('or')"])["pictures"] == []
    )


# Files


def test_files_are_there_and_what_is_written_comes_back():
    """New and changed ones, with their folders; not those that were only read."""
    text = (
        f"{PATH}Path('new').mkdir()\nPath('new/b.txt').write_text('b')\n"
        "Path('a.txt').read_text()\nPath('c.txt').write_text('c')"
    )
    answer = asked(text, files={"a.txt": "a\n", "c.txt": "c", "d/e.txt": "e"})
    assert answer["printed"] == "1\n'a\\n'\n1\n"
    assert answer["files"] == {"new/b.txt": "b", "c.txt": "c"}


def test_bytes_that_are_no_text_stay_as_they_are():
    """There and back."""
    text = f"{PATH}b = Path('a').read_bytes()\nb\nPath('c').write_bytes(b)"
    answer = asked(text, files={"a": "\udce9"})
    assert answer["printed"] == "b'\\xe9'\n1\n" and answer["files"] == {"c": "\udce9"}


def test_files_of_one_question_are_gone_at_the_next():
    """Only what the question holds is there."""
    printed(f"{PATH}Path('a.txt').write_text('a')")
    assert printed("import os\nos.listdir()") == "[]\n"


def test_a_module_of_the_page_is_read_anew():
    """After an edit its new text counts; a module of the same name elsewhere is not touched."""
    for n in (1, 2):
        with patch.object(sys, "dont_write_bytecode", False):
            answer = asked("import mine\nmine.n", files={"mine.py": f"n = {n}\n"})
        assert (answer["printed"], answer["files"]) == (f"{n}\n", {})
    assert "mine" not in sys.modules


def test_a_script_runs_as_a_file_does():
    """Values are not shown, __name__ and __file__ are set, errors name the file and its line."""
    text = "1\nif __name__ == '__main__':\n    import sys\n    print(__file__, *sys.argv)\n"
    more = {"files": {"code/a.py": text}, "name": "code/a.py"}
    assert printed(text, "script", **more) == "code/a.py code/a.py\n"
    wrong = "\n1 / 0\n"
    more["files"] = {"code/a.py": wrong}
    answer = asked(wrong, "script", **more)
    assert answer["line"] == 2 and '  File "code/a.py", line 2, in <module>' in answer["printed"]


# Commands


def test_a_command_prints_as_in_a_terminal():
    """The line, then what the package says; both names of the program do."""
    lines = printed(FIT, "console").split("\n")
    assert lines[0] == f"$ {FIT}"
    assert lines[6:9] == ["status        converged", "updates       9", "visits        21"]
    other = printed("python3 -m perceptron_ref fit example:or", "console").split("\n")
    assert other[1:] == lines[1:]


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
    """What one writes the next finds; the last has the status."""
    text = f"{FIT} --save or.json\n\n# the same again\nperceptron-ref predict or.json two.csv"
    answer = asked(text, "console", files={"two.csv": "x1,x2\n1,1\n0,0\n"})
    assert answer["printed"].endswith("$ perceptron-ref predict or.json two.csv\n1\n0\n")
    assert list(answer["files"]) == ["or.json"] and answer["status"] == 0


def test_a_command_over_several_lines_is_one():
    """A backslash at the end of a line goes on."""
    assert printed("perceptron-ref fit \\\n  example:or", "console").split("\n")[0] == (
        "$ perceptron-ref fit    example:or"
    )


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("perceptron-ref separable example:xor", 1, "No line separates"),
        ("perceptron-ref fit nowhere.csv", 1, "perceptron-ref: error: nowhere.csv"),
        ("perceptron-ref fit --jobs 2", 2, "--jobs goes with --repeat"),
        ("perceptron-ref seperable", 2, "did you mean separable?"),
        ("perceptron-ref fit -", 1, "found no example"),
        ("sort a.csv", 127, "sort: found another program; expected perceptron-ref ..."),
        ("python3 a.py", 127, "python3: found another program"),
        (f"{FIT} | sort", 2, "found |; expected perceptron-ref ... alone"),
        (f"{FIT}>out.txt", 2, "found >; expected perceptron-ref ... alone"),
        (f"{FIT} && {FIT}", 2, "found &&; expected"),
        (f"{FIT} 'or", 2, "found a line that cannot be read: No closing quotation"),
    ],
)
def test_a_command_that_fails_says_why(command, status, said):
    """And has its exit status; none of it is an error of Python."""
    answer = asked(command, "console")
    assert answer["printed"].startswith(f"$ {command}\n") and said in answer["printed"]
    assert (answer["status"], answer["error"], answer["files"]) == (status, None, {})


def test_words_in_quotes_stay_together():
    """As in a shell; within a word # is a sign like others."""
    for name in ("'my file'", "a#1"):
        files = {f"{name}.csv".replace("'", ""): "1,1\n0,0\n"}
        assert "N = 2," in printed(f"perceptron-ref fit {name}.csv", "console", files=files)


def test_a_pattern_stands_for_files():
    """In their order; one that fits none stays as it is."""
    files = {"class/b.py": LAST_FIRST, "class/a.py": LAST_FIRST, "x.csv": "1,1\n0,0\n"}
    command = "perceptron-ref compare x.csv --strategies class/*.py"
    shown = printed(command, "console", files=files)
    assert shown.index("class/a.py  ") < shown.index("class/b.py  ")
    assert "class/*.py" in asked(command, "console", files={"x.csv": "1,1\n0,0\n"})["printed"]


def test_a_strategy_of_the_page_is_read_anew():
    """After an edit the command runs the new text."""
    command = "perceptron-ref fit --strategy mine.py"
    first = printed(command, "console", files={"mine.py": LAST_FIRST})
    other = LAST_FIRST.replace("[::-1]", "")
    second = printed(command, "console", files={"mine.py": other})
    assert "updates       262" in first and "updates       41" in second


def test_a_picture_is_a_file_that_is_written():
    """Also one that is there already, with the same text."""
    command = "perceptron-ref draw example:or --force -o run.svg"
    svg = asked(command, "console")["files"]["run.svg"]
    assert svg.startswith("<svg ")
    assert asked(command, "console", files={"run.svg": svg})["files"] == {"run.svg": svg}


def test_the_example_of_the_docstring_holds():
    """It shows a question and its answer."""
    assert doctest.testmod(console) == (0, 2)


def test_the_bridge_passes_questions_on():
    """As JSON, there and back."""
    question = '{"what": "console", "files": {}, "before": [], "block": %s}'
    answer = bridge.answer(question % '{"kind": "python", "text": "6 * 7"}')
    assert '"printed": "42\\n"' in answer
