"""The output of commands and of Python, which run when the site is built."""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from math import inf
from pathlib import Path

from perceptron_ref.cli.main import main
from perceptron_ref.cli.progress import Progress

from .live import keep_files
from .sources import ROOT

COLUMNS = "80"
ROW = re.compile(r"(?!>>> |\.\.\. )\s*(\S.* {2,}\S|[+|](?!w\|)|[\d,-]+ \|)")


def output(
    *commands: str, status: int = 0, lines: slice | None = None, folder: str | Path = ROOT
) -> str:
    """Return a block with commands and their output, one below the other.

    Args:
        commands: "perceptron-ref ..." or "python3 -m perceptron_ref ...".
        status: the exit status that each must have.
        lines: the lines of each output that are shown; by default all. Dots stand for others.
        folder: the folder in which they run.

    Raises:
        RuntimeError: if a command ends with another exit status.
    """
    output_lines = []
    desk = "" if folder == ROOT else keep_files(Path(folder))
    for command in commands:
        text = printed(command, status, folder).splitlines()
        output_lines += [f"$ {command}", *(text if lines is None else excerpt(text, lines))]
    return block("console", output_lines, desk)


def excerpt(text: list[str], lines: slice) -> list[str]:
    """Return a part of an output, with dots where lines are left out before it or behind it.

    >>> excerpt(["a", "b", "", "c"], slice(1, None)), excerpt(["a", ""], slice(0, 1))
    (['...', 'b', '', 'c'], ['a'])
    """
    start, stop, _ = lines.indices(len(text))
    before, after = any(text[:start]), any(text[stop:])
    return [*["..."] * before, *text[start:stop], *["..."] * after]


def block(language: str, lines: list[str], attribute: str = "") -> str:
    """Return lines as a block in which long ones are wrapped, except for rows of a table: with
    these the block scrolls.

    A row is a line with two spaces in a row between words, or with a bar.
    `site.css` knows it by being among `hl_lines`.

    >>> print(block("console", ["$ two words", "t  n(t)", "0     3"]), end="")
    ```{ .console .output hl_lines="2 3" }
    $ two words
    t  n(t)
    0     3
    ```
    """
    text = "\n".join(lines).rstrip()
    rows = " ".join(str(i) for i, line in enumerate(text.split("\n"), start=1) if ROW.match(line))
    highlight = f' hl_lines="{rows}"' if rows else ""
    added = f" {attribute}" if attribute else ""
    return f"```{{ .{language} .output{highlight}{added} }}\n{text}\n```\n"


def printed(command: str, status: int = 0, folder: str | Path = ROOT) -> str:
    """Return the output of a command, standard error included.

    Raises:
        RuntimeError: if it ends with another exit status.

    >>> "updates       9" in printed("perceptron-ref fit example:or")
    True
    """
    words = shlex.split(command)
    start = 1 if words[:1] == ["perceptron-ref"] else 3
    if start == 3 and words[:3] != ["python3", "-m", "perceptron_ref"]:
        raise ValueError(f"{command}: expected perceptron-ref ... or python3 -m perceptron_ref ...")
    stream = io.StringIO()
    with (
        _as_in_a_terminal(" ".join(words[:start]), folder),
        redirect_stdout(stream),
        redirect_stderr(stream),
    ):
        try:
            code = main(words[start:])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    if code != status:
        raise RuntimeError(f"{command}: exit status {code}; expected {status}\n{stream.getvalue()}")
    return stream.getvalue()


class _as_in_a_terminal:
    """The settings that an output depends on, held the same everywhere: its width, its folder, the
    program's name; and no lines of progress, as a slow machine would tell more of them.
    """

    def __init__(self, program: str, folder: str | Path) -> None:
        self.program, self.folder = program, folder

    def __enter__(self) -> None:
        self.before = sys.argv[0], os.environ.get("COLUMNS"), os.getcwd()
        self.pause, Progress.pause = Progress.pause, inf
        sys.argv[0] = "__main__.py" if self.program.startswith("python3") else self.program
        os.environ["COLUMNS"] = COLUMNS
        os.chdir(self.folder)

    def __exit__(self, *error: object) -> None:
        sys.argv[0], columns, folder = self.before
        Progress.pause = self.pause
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
    output_lines = []
    lines = snippet.strip("\n").splitlines()
    for node in ast.parse("\n".join(lines)).body:
        first = min(
            [node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))]
        )
        typed = lines[first - 1 : node.end_lineno]
        prompts = [">>> ", *["... "] * (len(typed) - 1)]
        output_lines += [(prompt + line).rstrip() for prompt, line in zip(prompts, typed)]
        stream = io.StringIO()
        with redirect_stdout(stream):
            exec(compile(ast.Interactive([node]), "<page>", "single"), names)
        output_lines += stream.getvalue().splitlines()
    return block("pycon", output_lines)
