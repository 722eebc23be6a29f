"""Run an example of a page, as it is or as a reader changed it: Python, commands, or a Python file.

Python runs as if typed at the prompt, after the examples above it on the page. A command is
`perceptron-ref ...`, and runs in this process. Both run in a temporary folder with the page's
files; the files that they write there are part of the answer.
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

from reader_code import Answer, PrintedStream, Send, isolated_output

import perceptron_ref
from perceptron_ref import PerceptronError
from perceptron_ref.cli.main import main

Block = Dict[str, str]

EXAMPLE = "<example>"  # the name of the editor's text in tracebacks
MOST_PICTURES = 4
COLUMNS = "80"  # as in the outputs that pages show
PROGRAMS = (["perceptron-ref"], ["python3", "-m", "perceptron_ref"])
FEATURES = [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names]
PACKAGE = str(Path(perceptron_ref.__file__).parent) + os.sep


def run(question: Dict[str, Any], send: Send = lambda message: None) -> Answer:
    """Run a block of a page, and return what it printed.

    Args:
        question: "files", the text of each file by name; bytes that are not UTF-8 are lone
            surrogates, here and in the answer. "before", the blocks to run first, without
            output. "block", with its "kind" ("python"; "pycon", which shows typed lines above
            their output; "console", commands; "script", a Python file with a "name"), its "text",
            and "of", the object whose docstring has the example: the block then has the names of
            that object's module.
        send: is called with {"before": k} and {"printed": text} during the run.

    Returns:
        "printed", "error" (its last line, or None), "line" (of the block, or None), "status",
        "files" that were written, "pictures" (SVG), and "before", the index of the earlier block
        that failed, or None.

    >>> block = {"kind": "pycon", "text": "n = 2\\nn * 21"}
    >>> run({"files": {}, "before": [], "block": block})["printed"]
    '>>> n * 21\\n42\\n'
    """
    block = question["block"]
    with _folder_with(question["files"]) as written:
        session = _Session(block.get("of", ""))
        for k, earlier in enumerate(question["before"]):
            send({"before": k})
            hidden_output = _OutputWithInput(lambda message: None)
            result = session.run(earlier, hidden_output)
            if result["error"] is not None:
                return {
                    **result,
                    "before": k,
                    "printed": hidden_output.text,
                    "files": {},
                    "pictures": [],
                }
        session.pictures.clear()
        output = _OutputWithInput(send)
        result = session.run(block, output)
        files, pictures = written(), session.pictures
    return {**result, "before": None, "printed": output.text, "files": files, "pictures": pictures}


class _OutputWithInput(PrintedStream):
    """The output, below the lines that were typed to print it."""

    typed = ""

    def write(self, text: str) -> int:
        if text and self.typed:
            typed, self.typed = self.typed, ""
            super().write(typed)
        return super().write(text)


class _EmptyInput(io.TextIOWrapper):
    """Standard input, which is empty."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")

    def readline(self, size: Optional[int] = -1) -> str:  # type: ignore[override]
        """Refuse `input()`."""
        raise EOFError("nobody can answer here; expected the value in the code, not input()")


@contextmanager
def _folder_with(files: Dict[str, str]) -> Iterator[Callable[[], Dict[str, str]]]:
    """Work in a temporary folder with these files; yield a function that returns the files written
    there. The folder is removed afterwards.
    """
    before, columns, writes = os.getcwd(), os.environ.get("COLUMNS"), sys.dont_write_bytecode
    with TemporaryDirectory() as name, warnings.catch_warnings():
        folder = os.path.realpath(name)
        try:
            os.chdir(folder)
            os.environ["COLUMNS"] = COLUMNS
            sys.dont_write_bytecode = True
            for name, text in files.items():
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_bytes(text.encode("utf-8", "surrogateescape"))
            stamps = {path: _modification_mark(path) for path in _files()}
            yield lambda: {
                path.as_posix(): path.read_bytes().decode("utf-8", "surrogateescape")
                for path in _files()
                if stamps.get(path) != _modification_mark(path)
            }
        finally:
            os.chdir(before)
            os.environ.pop("COLUMNS", None)
            if columns is not None:
                os.environ["COLUMNS"] = columns
            sys.dont_write_bytecode = writes
            for name, module in list(sys.modules.items()):  # the next run reads the file again
                if str(getattr(module, "__file__", None) or "").startswith(folder + os.sep):
                    del sys.modules[name]


def _files() -> List[Path]:
    """Return the files in the working folder."""
    return [path for path in sorted(Path().rglob("*")) if path.is_file()]


def _modification_mark(path: Path) -> List[float]:
    """Return what changes when a file is written, even with the same text."""
    status = path.stat()
    return [status.st_ino, status.st_mtime_ns, status.st_size]


class _Session:
    """A Python in which the blocks of a page run one after the other."""

    def __init__(self, of: str) -> None:
        self.module = ModuleType("__main__")
        vars(self.module).update(_module_names(of), __name__="__main__")
        self.flags = 0  # of `from __future__ import ...`
        self.pictures: List[str] = []

    def run(self, block: Block, output: _OutputWithInput) -> Answer:
        """Run a block; return its error, the line of it, and its exit status."""
        runners = {"console": _commands, "script": _script}
        runner = runners.get(block["kind"], self._prompt)
        result: Answer = {"error": None, "line": None, "status": 0}
        with isolated_output(output), self._as_main_module(output):
            try:
                result["status"] = runner(block, output)
            except SystemExit as end:
                result["status"] = _exit_status(end, output)
            except BaseException as error:
                message = _message_of(error)
                output.write(message)
                summary = message.rstrip().rpartition("\n")[2]
                line = _error_line(error, block.get("name", EXAMPLE))
                result.update(error=summary, line=line, status=1)
        return result

    @contextmanager
    def _as_main_module(self, output: _OutputWithInput) -> Iterator[None]:
        """Make the session Python's main module."""
        main_module, hook, argv = sys.modules["__main__"], sys.displayhook, sys.argv
        sys.modules["__main__"] = self.module
        sys.displayhook = lambda value: self._show(value, output)
        sys.argv, sys.stdin = [""], _EmptyInput()
        sys.path.insert(0, os.getcwd())
        try:
            yield
        finally:
            sys.modules["__main__"], sys.displayhook, sys.argv = main_module, hook, argv

    def _prompt(self, block: Block, output: _OutputWithInput) -> int:
        """Run statements as the prompt does: the value of an expression is shown."""
        text = block["text"]
        lines = text.split("\n")
        linecache.cache[EXAMPLE] = len(text), None, [line + "\n" for line in lines], EXAMPLE
        module_tree = compile(text, EXAMPLE, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        assert isinstance(module_tree, ast.Module)
        last_line = 0
        for node in module_tree.body:
            first_line = min([node, *getattr(node, "decorator_list", [])], key=_first_line).lineno
            end = node.end_lineno or first_line
            if block["kind"] == "pycon" and first_line > last_line:
                output.typed = _with_prompts(lines[first_line - 1 : end])
            tree = ast.Interactive([node])
            code = compile(tree, EXAMPLE, "single", self.flags, dont_inherit=True)
            self.flags |= sum(flag for flag in FEATURES if code.co_flags & flag & ~self.flags)
            last_line = end
            exec(code, vars(self.module))
        return 0

    def _show(self, value: object, output: _OutputWithInput) -> None:
        if value is None:
            return
        vars(self.module)["_"] = value
        output.write(f"{value!r}\n")
        picture = _svg_of(value)
        if picture and len(self.pictures) < MOST_PICTURES:
            self.pictures.append(picture)


def _script(block: Block, output: _OutputWithInput) -> int:
    """Run a file as `python3 FILE` does."""
    name = block["name"]
    sys.argv = [name]
    code = compile(block["text"], name, "exec", dont_inherit=True)
    exec(code, {"__name__": "__main__", "__file__": name})
    return 0


def _first_line(node: ast.AST) -> int:
    return int(getattr(node, "lineno"))


def _with_prompts(lines: List[str]) -> str:
    """Return lines as they look when they are typed at the prompt."""
    prompts = [">>> ", *["... "] * (len(lines) - 1)]
    return "".join((prompt + line).rstrip() + "\n" for prompt, line in zip(prompts, lines))


def _module_names(object_name: str) -> Dict[str, object]:
    """Return the names of an object's module, which the example in its docstring may use; no names
    for "".
    """
    module = object_name
    while module:
        try:
            return dict(vars(importlib.import_module(module)))
        except ModuleNotFoundError:
            module = module.rpartition(".")[0]
    return {}


def _svg_of(value: object) -> Optional[str]:
    """Return the picture that a notebook shows of a value, as SVG, if it has one."""
    if isinstance(value, type):
        return None
    if hasattr(value, "_repr_mimebundle_"):
        svg = value._repr_mimebundle_().get("image/svg+xml")
        return None if svg is None else str(svg)
    return None


def _exit_status(error: SystemExit, output: _OutputWithInput) -> int:
    """Return the exit status that `sys.exit(...)` asks for; words are printed, and mean 1."""
    if error.code is None or isinstance(error.code, int):
        return int(error.code or 0)
    output.write(f"{error.code}\n")
    return 1


def _message_of(error: BaseException) -> str:
    """Return what Python prints of an error, without frames of other code; for an
    error of the package its message alone.
    """
    if isinstance(error, PerceptronError):
        return f"{type(error).__name__}: {error}\n"
    full = traceback.TracebackException.from_exception(error)
    current: Optional[traceback.TracebackException] = full
    while current is not None:
        reader_frames = [frame for frame in current.stack if not _is_internal_file(frame.filename)]
        current.stack = traceback.StackSummary.from_list(reader_frames)
        current = current.__cause__ or current.__context__
    return "".join(full.format())


def _is_internal_file(file: str) -> bool:
    return file == run.__code__.co_filename or os.path.abspath(file).startswith(PACKAGE)


def _error_line(error: BaseException, name: str) -> Optional[int]:
    """Return the line of a file at which an error arose: the one that the message names, else
    the last one in the traceback.
    """
    if isinstance(error, SyntaxError) and error.filename == name:
        return error.lineno
    place = str(error).partition(f" {name}:")[2].partition(":")[0]
    if place.isdigit():
        return int(place)
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == name), None)


def _commands(block: Block, output: _OutputWithInput) -> int:
    """Run commands, one a line, as a terminal shows them; return the exit status of the last."""
    status = 0
    for line in block["text"].replace("\\\n", " ").split("\n"):
        line = line.strip()
        if line and not line.startswith("#"):
            output.write(f"$ {line}\n")
            status = _command(line, output)
    return status


def _command(line: str, output: _OutputWithInput) -> int:
    try:
        words = _split_command(line)
    except ValueError as error:
        output.write(f"{error}\n")
        return 2
    start = next((len(p) for p in PROGRAMS if words[: len(p)] == p), None)
    if start is None:
        output.write(f"{words[0]}: found another program; expected perceptron-ref ...\n")
        return 127
    sys.argv = ["perceptron-ref" if start == 1 else "__main__.py", *words[start:]]
    try:
        return main(words[start:])
    except SystemExit as end:
        return _exit_status(end, output)


def _split_command(line: str) -> List[str]:
    """Return the words of a command, with patterns replaced by names of files; ValueError for a
    pipe or another operator of a shell.
    """
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split, lexer.commenters = True, ""
    try:
        words = list(lexer)
    except ValueError as error:
        raise ValueError(f"found a line that cannot be read: {error}") from error
    sign = next((word for word in words if word and not word.strip("|&;<>")), None)
    if sign:
        raise ValueError(
            f"found {sign}; expected perceptron-ref ... alone: no other program runs in this page"
        )
    return [name for word in words for name in sorted(glob.glob(word)) or [word]]
