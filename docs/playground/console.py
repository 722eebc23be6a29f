"""Run an example of a page, as it is or as a reader changed it.

An example is Python, commands, or a Python file. Python runs as at the prompt, after the examples
above it on the page. Commands of the package run in this process. All of them run in a temporary
folder with the files of the page, and the answer contains the files that they write there.
"""

from __future__ import annotations
import __future__

import ast
import glob
import importlib
import io
import linecache
import os
import shlex
import sys
import traceback
import warnings
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Callable, Dict, Iterator, List, Optional

from reader_code import Answer, OutputStream, Send, isolated_run

import perceptron_ref
from perceptron_ref import PerceptronError
from perceptron_ref.cli.main import main

Block = Dict[str, str]

EXAMPLE_FILE = "<example>"  # the file name of an example in tracebacks
MAX_PICTURES = 4
TERMINAL_COLUMNS = "80"  # the same as in docs/_tools/terminal.py
COMMAND_STARTS = (["perceptron-ref"], ["python3", "-m", "perceptron_ref"])
FUTURE_FLAGS = [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names]
PACKAGE_FOLDER = str(Path(perceptron_ref.__file__).parent) + os.sep


def run(question: Dict[str, Any], send: Send = lambda message: None) -> Answer:
    """Run a block of a page, and return its output and its files.

    Args:
        question: "files" is {name: text}. In texts, here and in the answer, lone surrogates stand
            for bytes that are not UTF-8. "before" lists the blocks to run first, whose output is
            dropped. "block" is the block itself. A block has a "kind": "python", "pycon" (shows
            the lines that were typed above their output), "console" (commands) or "script" (a
            Python file with a "name"). It also has a "text". If it has "of", the name of an object
            whose docstring contains the example, it can use the names of that object's module.
        send: is called with {"before": k} before earlier block k, and with {"printed": text}.

    Returns:
        "printed"; "error", the last line of the message, or None; "line", a line of the block, or
        None; "status", the exit status; "files", {name: text} of the files that the blocks wrote;
        "pictures", a list of SVG; "before", the index of the earlier block that failed, or None.

    >>> block = {"kind": "pycon", "text": "n = 2\\nn * 21"}
    >>> run({"files": {}, "before": [], "block": block})["printed"]
    '>>> n * 21\\n42\\n'
    """
    block = question["block"]
    with _temporary_folder(question["files"]) as written_files:
        session = _Session(block.get("of", ""))
        for k, earlier_block in enumerate(question["before"]):
            send({"before": k})
            hidden_output = _PromptStream(lambda message: None)
            result = session.run(earlier_block, hidden_output)
            if result["error"] is not None:
                return {
                    **result,
                    "before": k,
                    "printed": hidden_output.text,
                    "files": {},
                    "pictures": [],
                }
        session.pictures.clear()
        output = _PromptStream(send)
        result = session.run(block, output)
        files, pictures = written_files(), session.pictures
    return {**result, "before": None, "printed": output.text, "files": files, "pictures": pictures}


class _PromptStream(OutputStream):
    """A stream that writes `pending_input`, the typed lines, before the next output."""

    pending_input = ""

    def write(self, text: str) -> int:
        if text and self.pending_input:
            typed_lines, self.pending_input = self.pending_input, ""
            super().write(typed_lines)
        return super().write(text)


class _EmptyInput(io.TextIOWrapper):
    """An empty standard input."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")

    def readline(self, size: Optional[int] = -1) -> str:  # type: ignore[override]
        """Raise EOFError, because no one can answer `input()`."""
        raise EOFError("input() gets no answer on this page; expected the value in the code")


@contextmanager
def _temporary_folder(files: Dict[str, str]) -> Iterator[Callable[[], Dict[str, str]]]:
    """Change to a temporary folder with these files, and delete it afterwards.

    Yields:
        A function that returns {name: text} of the files that have been written there.
    """
    folder_before, columns_before, no_bytecode_before = (
        os.getcwd(),
        os.environ.get("COLUMNS"),
        sys.dont_write_bytecode,
    )
    with TemporaryDirectory() as name, warnings.catch_warnings():
        folder = os.path.realpath(name)
        try:
            os.chdir(folder)
            os.environ["COLUMNS"] = TERMINAL_COLUMNS
            sys.dont_write_bytecode = True
            for name, text in files.items():
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_bytes(text.encode("utf-8", "surrogateescape"))
            stamps_before = {path: _file_stamp(path) for path in _files_in_folder()}
            yield lambda: {
                path.as_posix(): path.read_bytes().decode("utf-8", "surrogateescape")
                for path in _files_in_folder()
                if stamps_before.get(path) != _file_stamp(path)
            }
        finally:
            os.chdir(folder_before)
            os.environ.pop("COLUMNS", None)
            if columns_before is not None:
                os.environ["COLUMNS"] = columns_before
            sys.dont_write_bytecode = no_bytecode_before
            # so that the next run imports the file again
            for name, module in list(sys.modules.items()):
                if str(getattr(module, "__file__", None) or "").startswith(folder + os.sep):
                    del sys.modules[name]


def _files_in_folder() -> List[Path]:
    """Return the files in the working folder and its subfolders."""
    return [path for path in sorted(Path().rglob("*")) if path.is_file()]


def _file_stamp(path: Path) -> List[float]:
    """Return numbers that change when a file is written, even with the same text."""
    status = path.stat()
    return [status.st_ino, status.st_mtime_ns, status.st_size]


class _Session:
    """A Python session in which the blocks of a page run one after another.

    Args:
        documented_name: the object whose docstring contains the blocks, or "".
    """

    def __init__(self, documented_name: str) -> None:
        self.module = ModuleType("__main__")
        vars(self.module).update(_module_names(documented_name), __name__="__main__")
        self.flags = 0  # of the `from __future__ import ...` so far
        self.pictures: List[str] = []

    def run(self, block: Block, output: _PromptStream) -> Answer:
        """Run a block; return the "error" (or None), its "line" and the exit "status"."""
        runners = {"console": _run_commands, "script": _run_script}
        runner = runners.get(block["kind"], self._run_statements)
        result: Answer = {"error": None, "line": None, "status": 0}
        with isolated_run(output), self._as_main_module(output):
            try:
                result["status"] = runner(block, output)
            except SystemExit as exit_error:
                result["status"] = _exit_status(exit_error, output)
            except BaseException as error:
                message = _traceback_text(error)
                output.write(message)
                summary = message.rstrip().rpartition("\n")[2]
                line = _error_line(error, block.get("name", EXAMPLE_FILE))
                result.update(error=summary, line=line, status=1)
        return result

    @contextmanager
    def _as_main_module(self, output: _PromptStream) -> Iterator[None]:
        """Make the module of the session `__main__`, with an empty standard input."""
        main_module, hook, argv = sys.modules["__main__"], sys.displayhook, sys.argv
        sys.modules["__main__"] = self.module
        sys.displayhook = lambda value: self._display(value, output)
        sys.argv, sys.stdin = [""], _EmptyInput()
        sys.path.insert(0, os.getcwd())
        try:
            yield
        finally:
            sys.modules["__main__"], sys.displayhook, sys.argv = main_module, hook, argv

    def _run_statements(self, block: Block, output: _PromptStream) -> int:
        """Run statements as at the prompt, which shows the values of expressions; return 0."""
        text = block["text"]
        lines = text.split("\n")
        linecache.cache[EXAMPLE_FILE] = (
            len(text),
            None,
            [line + "\n" for line in lines],
            EXAMPLE_FILE,
        )
        module_tree = compile(text, EXAMPLE_FILE, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        assert isinstance(module_tree, ast.Module)
        last_line = 0
        for node in module_tree.body:
            first_line = min([node, *getattr(node, "decorator_list", [])], key=_first_line).lineno
            end_line = node.end_lineno or first_line
            if block["kind"] == "pycon" and first_line > last_line:
                output.pending_input = _with_prompts(lines[first_line - 1 : end_line])
            tree = ast.Interactive([node])
            code = compile(tree, EXAMPLE_FILE, "single", self.flags, dont_inherit=True)
            self.flags |= sum(flag for flag in FUTURE_FLAGS if code.co_flags & flag & ~self.flags)
            last_line = end_line
            exec(code, vars(self.module))
        return 0

    def _display(self, value: object, output: _PromptStream) -> None:
        if value is None:
            return
        vars(self.module)["_"] = value
        output.write(f"{value!r}\n")
        picture = _svg_of(value)
        if picture and len(self.pictures) < MAX_PICTURES:
            self.pictures.append(picture)


def _run_script(block: Block, output: _PromptStream) -> int:
    """Run a block as `python3 FILE` does; return 0."""
    name = block["name"]
    sys.argv = [name]
    code = compile(block["text"], name, "exec", dont_inherit=True)
    exec(code, {"__name__": "__main__", "__file__": name})
    return 0


def _first_line(node: ast.AST) -> int:
    return int(getattr(node, "lineno"))


def _with_prompts(lines: List[str]) -> str:
    """Return lines with the prompts >>> and ... before them."""
    prompts = [">>> ", *["... "] * (len(lines) - 1)]
    return "".join((prompt + line).rstrip() + "\n" for prompt, line in zip(prompts, lines))


def _module_names(object_name: str) -> Dict[str, object]:
    """Return the names in the module of an object; {} for "".

    An example in the object's docstring can use them.
    """
    module = object_name
    while module:
        try:
            return dict(vars(importlib.import_module(module)))
        except ModuleNotFoundError:
            module = module.rpartition(".")[0]
    return {}


def _svg_of(value: object) -> Optional[str]:
    """Return the SVG that a notebook would show for a value, or None."""
    if isinstance(value, type):
        return None
    if hasattr(value, "_repr_mimebundle_"):
        svg = value._repr_mimebundle_().get("image/svg+xml")
        return None if svg is None else str(svg)
    return None


def _exit_status(error: SystemExit, output: _PromptStream) -> int:
    """Return the exit status of `sys.exit(...)`, which is 1 for a text; print the text."""
    if error.code is None or isinstance(error.code, int):
        return int(error.code or 0)
    output.write(f"{error.code}\n")
    return 1


def _traceback_text(error: BaseException) -> str:
    """Return the traceback of an error, with only the frames of the reader's code.

    An error of the package has no traceback, only its class and message.
    """
    if isinstance(error, PerceptronError):
        return f"{type(error).__name__}: {error}\n"
    report = traceback.TracebackException.from_exception(error)
    part: Optional[traceback.TracebackException] = report
    while part is not None:
        reader_frames = [frame for frame in part.stack if not _is_internal_file(frame.filename)]
        part.stack = traceback.StackSummary.from_list(reader_frames)
        part = part.__cause__ or part.__context__
    return "".join(report.format())


def _is_internal_file(file: str) -> bool:
    return file == run.__code__.co_filename or os.path.abspath(file).startswith(PACKAGE_FOLDER)


def _error_line(error: BaseException, name: str) -> Optional[int]:
    """Return the line of the file `name` at which an error arose, or None.

    It is the line that the message names, or else the last one of the file in the traceback.
    """
    if isinstance(error, SyntaxError) and error.filename == name:
        return error.lineno
    line_text = str(error).partition(f" {name}:")[2].partition(":")[0]
    if line_text.isdigit():
        return int(line_text)
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == name), None)


def _run_commands(block: Block, output: _PromptStream) -> int:
    """Run the commands of a block, one per line, and write each before its output.

    Return the exit status of the last command.
    """
    status = 0
    for line in block["text"].replace("\\\n", " ").split("\n"):
        line = line.strip()
        if line and not line.startswith("#"):
            output.write(f"$ {line}\n")
            status = _run_command(line, output)
    return status


def _run_command(line: str, output: _PromptStream) -> int:
    try:
        words = _split_command(line)
    except ValueError as error:
        output.write(f"{error}\n")
        return 2
    word_count = next((len(p) for p in COMMAND_STARTS if words[: len(p)] == p), None)
    if word_count is None:
        output.write(f"{words[0]}: found another program; expected perceptron-ref ...\n")
        return 127
    sys.argv = ["perceptron-ref" if word_count == 1 else "__main__.py", *words[word_count:]]
    try:
        return main(words[word_count:])
    except SystemExit as exit_error:
        return _exit_status(exit_error, output)


def _split_command(line: str) -> List[str]:
    """Return the words of a command, with file names in the place of patterns.

    Raises:
        ValueError: if quotes are not closed, or if it has a pipe or another operator of a shell.
    """
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split, lexer.commenters = True, ""
    try:
        words = list(lexer)
    except ValueError as error:
        raise ValueError(f"found a line that cannot be read: {error}") from error
    operator = next((word for word in words if word and not word.strip("|&;<>")), None)
    if operator:
        raise ValueError(
            f"found {operator}; expected perceptron-ref ... alone: "
            "no other program runs on this page"
        )
    return [name for word in words for name in sorted(glob.glob(word)) or [word]]
