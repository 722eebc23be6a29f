"""What a command, or a piece of Python, prints when it is run: now, at this build."""

from __future__ import annotations

import ast
import io
import os
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout

from perceptron_ref.cli import main

from .sources import ROOT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

COLUMNS = "80"


def output(command: str, status: int = 0, lines: slice | None = None, folder: str | Path = ROOT) -> str:
    """Return a block with a command line and what it prints.

    command: "perceptron-ref ..." or "python3 -m perceptron_ref ...". status: the exit status it must have. lines: which
    lines of the output to show; all where none are given. folder: where it runs. RuntimeError for another exit status.
    """
    text = printed(command, status, folder)
    if lines is not None:
        text = "\n".join(text.splitlines()[lines])
    return f"```console\n$ {command}\n{text.rstrip()}\n```\n"


def printed(command: str, status: int = 0, folder: str | Path = ROOT) -> str:
    """Return what a command prints, standard error included; RuntimeError where it ends with another exit status.

    >>> printed("perceptron-ref fit example:or").splitlines()[2]
    'Converged after 9 updates and 21 visits: no mistake is left.'
    """
    words = shlex.split(command)
    start = 1 if words[:1] == ["perceptron-ref"] else 3
    if start == 3 and words[:3] != ["python3", "-m", "perceptron_ref"]:
        raise ValueError(f"{command}: expected perceptron-ref ... or python3 -m perceptron_ref ...")
    stream = io.StringIO()
    with _as_in_a_terminal(" ".join(words[:start]), folder), redirect_stdout(stream), redirect_stderr(stream):
        try:
            found = main(words[start:])
        except SystemExit as end:
            found = end.code if isinstance(end.code, int) else 1
    if found != status:
        raise RuntimeError(f"{command}: exit status {found}; expected {status}\n{stream.getvalue()}")
    return stream.getvalue()


class _as_in_a_terminal:
    """The settings that an output depends on, held the same everywhere: its width, its folder, the program's name."""

    def __init__(self, program: str, folder: str | Path) -> None:
        self.program, self.folder = program, folder

    def __enter__(self) -> None:
        self.before = sys.argv[0], os.environ.get("COLUMNS"), os.getcwd()
        sys.argv[0] = "__main__.py" if self.program.startswith("python3") else self.program
        os.environ["COLUMNS"] = COLUMNS
        os.chdir(self.folder)

    def __exit__(self, *error: object) -> None:
        sys.argv[0], columns, folder = self.before
        os.chdir(folder)
        del os.environ["COLUMNS"]
        if columns is not None:
            os.environ["COLUMNS"] = columns


def python(snippet: str) -> str:
    """Return a block with Python statements as typed at the prompt, and what they print.

    >>> print(python("sum([1, 2])").splitlines()[2])
    3
    """
    names: dict[str, object] = {"__name__": "__main__"}
    shown = []
    lines = snippet.strip("\n").splitlines()
    for node in ast.parse("\n".join(lines)).body:
        first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
        typed = lines[first - 1 : node.end_lineno]
        prompts = [">>> ", *["... "] * (len(typed) - 1)]
        shown += [(prompt + line).rstrip() for prompt, line in zip(prompts, typed)]
        stream = io.StringIO()
        with redirect_stdout(stream):
            exec(compile(ast.Interactive([node]), "<page>", "single"), names)
        shown += stream.getvalue().splitlines()
    return "```pycon\n" + "\n".join(shown) + "\n```\n"
