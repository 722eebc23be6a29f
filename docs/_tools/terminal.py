"""Run commands and Python during the build, and show their output."""

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

from .runnable_examples import keep_files
from .sources import ROOT

TERMINAL_COLUMNS = 80
# A row of a table or of a picture in text: it has two spaces between words, or begins with +, |, or
# a number and |. It is not a line of Python, and does not begin with |w|.
TABLE_ROW = re.compile(r"(?!>>> |\.\.\. )\s*(\S.* {2,}\S|[+|](?!w\|)|[\d,-]+ \|)")


def output(
    *commands: str,
    status: int = 0,
    first: str = "",
    last: str = "",
    folder: str | Path = ROOT,
) -> str:
    """Return a block with commands and their output, one below the other.

    Args:
        commands: "perceptron-ref ..." or "python3 -m perceptron_ref ...".
        status: the exit status that every command must have.
        first: the first words of the first line to show; "" to begin at the beginning.
        last: the first words of the last line to show, the next line that begins with them; "" to
            show all lines to the end. Dots replace the lines before and after.
        folder: the folder in which the commands run.

    Raises:
        RuntimeError: if a command has another exit status, or prints no line with these words.
    """
    output_lines = []
    desk_attribute = "" if folder == ROOT else keep_files(Path(folder))
    for command in commands:
        command_lines = run_command(command, status, folder).splitlines()
        output_lines += [f"$ {command}", *excerpt(command_lines, first, last)]
    return block("console", output_lines, desk_attribute)


def excerpt(all_lines: list[str], first: str = "", last: str = "") -> list[str]:
    """Return a part of an output, with dots in place of text before or after it; see `output`.

    >>> excerpt(["a 1", "b", "", "c"], first="b"), excerpt(["a 1", ""], last="a")
    (['...', 'b', '', 'c'], ['a 1'])
    """
    start = _index_of_line(all_lines, first) if first else 0
    stop = 1 + _index_of_line(all_lines, last, start) if last else len(all_lines)
    has_lines_before, has_lines_after = any(all_lines[:start]), any(all_lines[stop:])
    return [*["..."] * has_lines_before, *all_lines[start:stop], *["..."] * has_lines_after]


def _index_of_line(lines: list[str], words: str, start: int = 0) -> int:
    """Return the index of the next line that begins with these words, apart from spaces.

    Raises:
        RuntimeError: if there is no such line.
    """
    for i, line in enumerate(lines[start:], start):
        if f"{line.strip()} ".startswith(f"{words} "):
            return i
    text = "\n".join(lines)
    raise RuntimeError(f"found no line that begins with {words!r} in this output:\n{text}")


def block(language: str, lines: list[str], attribute: str = "") -> str:
    """Return lines as a block that wraps long lines, but scrolls to show long rows of a table.

    A row has two spaces between words, or is part of a table or picture in text. `site.css` finds
    the rows because `hl_lines` lists them.

    >>> print(block("console", ["$ two words", "t  n(t)", "0     3"]), end="")
    ```{ .console .output hl_lines="2 3" }
    $ two words
    t  n(t)
    0     3
    ```
    """
    text = "\n".join(lines).rstrip()
    row_numbers = " ".join(
        str(i) for i, line in enumerate(text.split("\n"), start=1) if TABLE_ROW.match(line)
    )
    highlight = f' hl_lines="{row_numbers}"' if row_numbers else ""
    extra_attribute = f" {attribute}" if attribute else ""
    return f"```{{ .{language} .output{highlight}{extra_attribute} }}\n{text}\n```\n"


def run_command(
    command: str, status: int = 0, folder: str | Path = ROOT, columns: int = TERMINAL_COLUMNS
) -> str:
    """Run a command of the package, and return its standard output and standard error.

    Args:
        command: "perceptron-ref ..." or "python3 -m perceptron_ref ...".
        status: the exit status that the command must have.
        folder: the folder in which the command runs.
        columns: the width of the terminal.

    Raises:
        RuntimeError: if the command has another exit status.
        ValueError: if the command is not one of the package.

    >>> "updates       9" in run_command("perceptron-ref fit example:or")
    True
    """
    arguments = shlex.split(command)
    program_length = 1 if arguments[:1] == ["perceptron-ref"] else 3
    if program_length == 3 and arguments[:3] != ["python3", "-m", "perceptron_ref"]:
        raise ValueError(f"{command}: expected perceptron-ref ... or python3 -m perceptron_ref ...")
    stream = io.StringIO()
    with (
        _FixedTerminal(" ".join(arguments[:program_length]), folder, columns),
        redirect_stdout(stream),
        redirect_stderr(stream),
    ):
        try:
            actual_status = main(arguments[program_length:])
        except SystemExit as exit_error:
            actual_status = exit_error.code if isinstance(exit_error.code, int) else 1
    if actual_status != status:
        raise RuntimeError(
            f"{command}: exit status {actual_status}; expected {status}\n{stream.getvalue()}"
        )
    return stream.getvalue()


class _FixedTerminal:
    """A context that makes the output independent of the machine.

    It sets the width, the folder and the name of the program, and turns off reports of progress,
    because a slow machine would print more of them.
    """

    def __init__(self, program: str, folder: str | Path, columns: int) -> None:
        self.program, self.folder, self.columns = program, folder, str(columns)

    def __enter__(self) -> None:
        self.old_settings = sys.argv[0], os.environ.get("COLUMNS"), os.getcwd()
        self.old_pause, Progress.pause = Progress.pause, inf
        sys.argv[0] = "__main__.py" if self.program.startswith("python3") else self.program
        os.environ["COLUMNS"] = self.columns
        os.chdir(self.folder)

    def __exit__(self, *error: object) -> None:
        sys.argv[0], columns, folder = self.old_settings
        Progress.pause = self.old_pause
        os.chdir(folder)
        del os.environ["COLUMNS"]
        if columns is not None:
            os.environ["COLUMNS"] = columns


def python(snippet: str) -> str:
    """Run Python statements, and return a block with them, as at the prompt, and their output.

    >>> print(python("sum([1, 2])").splitlines()[2])
    3
    """
    names: dict[str, object] = {"__name__": "__main__"}
    output_lines = []
    lines = snippet.strip("\n").splitlines()
    for node in ast.parse("\n".join(lines)).body:
        first_line = min(
            [node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))]
        )
        statement_lines = lines[first_line - 1 : node.end_lineno]
        prompts = [">>> ", *["... "] * (len(statement_lines) - 1)]
        output_lines += [(prompt + line).rstrip() for prompt, line in zip(prompts, statement_lines)]
        stream = io.StringIO()
        with redirect_stdout(stream):
            exec(compile(ast.Interactive([node]), "<page>", "single"), names)
        output_lines += stream.getvalue().splitlines()
    return block("pycon", output_lines)
