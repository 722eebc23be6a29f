"""The command line: `perceptron-ref COMMAND ...`, or `python3 -m perceptron_ref COMMAND ...`.

Results go to standard output, everything else to standard error. Exit status: 0; 1 for a
`PerceptronError`, shown in one line; 2 for wrong usage; 3 where `--max-seconds` ended it without
an answer; 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from functools import partial
from importlib import import_module

from .. import __version__
from ..errors import PerceptronError, shown
from .parse import UsageError
from .terminal import remark
from .usage import Parser, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMMANDS = {
    "fit": "learn a line from examples, with PLA or Pocket",
    "compare": "run the built-in strategies, or those named, on the same data",
    "race": "rank strategies by what they cost on many sets of data",
    "predict": "print what a saved model answers for each line of a file",
    "separable": "decide whether a line separates the data, with a proof",
    "prove": "check every step of the convergence proof on a run of PLA",
    "optimum": "find the fewest mistakes that any line makes on the data",
    "margins": "show how far examples are from the boundary of a saved model",
    "draw": "write a picture of a run as SVG, for any browser",
    "strategies": "list the visiting strategies that can be named, or show all about one",
    "check-strategy": "check that a visiting strategy keeps the protocol, "
    "and show data on which it does not",
    "new-strategy": "write a small project with a strategy of your own, "
    "to be edited, checked and installed",
    "examples": "list the embedded data sets, and those made to order, "
    "to be named where a FILE goes",
    "selftest": "replay the golden runs and proofs, and compare them with what is expected",
}
EPILOG = """\
`COMMAND --help` or `help COMMAND` explains a command, with examples. Start with:
  perceptron-ref fit
  perceptron-ref fit example:iris-setosa
  perceptron-ref help fit
"""


_signal: int = signal.SIGINT  # which KeyboardInterrupt stands for


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; wrong usage may end in SystemExit(2)."""
    _write_in_any_locale()
    if argv is None:
        _raise_signals()
    return _status_of(partial(_run, argv))


def _run(argv: Sequence[str] | None) -> int:
    """Run one command; return its status."""
    words = _meant([*(sys.argv[1:] if argv is None else argv)])
    whole = parser(words)
    if words[0] not in COMMANDS and not words[0].startswith("-"):
        from .meant import command

        expected = f"expected a command: {', '.join(COMMANDS)}{command(words[0], COMMANDS)}"
        whole.error(f"found {shown(words[0])}; {expected}")
    args = whole.parse_args(words)
    status: int = args.run(args)
    return status


def _meant(words: list[str]) -> list[str]:
    """Return the words of the command line with `--help` for what else asks for it: no word, `help`
    and `help COMMAND`, and `COMMAND help` where no file is called so.
    """
    if words in ([], ["help"], ["help", "help"]):
        return ["--help"]
    if words[0] == "help":
        return [words[1], "--help"]
    if words[0] in COMMANDS and words[1:] == ["help"] and not os.path.exists("help"):
        return [words[0], "--help"]
    return words


def _status_of(work: Callable[[], int]) -> int:
    """Do the work of a command and return its exit status; errors are told in one line."""
    try:
        status = work()
        if sys.stdout is not None:
            sys.stdout.flush()
    except PerceptronError as error:
        return _complain(" ".join(str(error).split("\n")), getattr(error, "status", 1))
    except MemoryError:
        return _complain("the memory is not enough; expected fewer or shorter numbers")
    except UsageError as error:
        return _complain(str(error), status=2)
    except KeyboardInterrupt as error:
        if _signal == signal.SIGINT:
            remark(str(error) or "interrupted")
        return 128 + _signal  # as shells tell it
    except BrokenPipeError:
        _let_go_of_stdout()
        return 0
    except OSError as error:
        _let_go_of_stdout()
        return _complain(f"the output cannot be written: {error.strerror or error}")
    return status


def parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of the command that `argv` begins with, or of all; no other's module is
    imported.
    """
    whole = Parser(
        prog=program(),
        description="The perceptron learning algorithm (PLA) and Pocket, in exact arithmetic.",
        epilog=EPILOG.replace("perceptron-ref", program()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    whole.add_argument("--version", action="version", version=f"perceptron_ref {__version__}")
    commands = whole.add_subparsers(metavar="COMMAND", dest="command", required=True)
    asked_for = next((word for word in argv if not word.startswith("-")), None)
    for name in argv[:1] if argv and argv[0] in COMMANDS else COMMANDS:
        command = commands.add_parser(name, help=COMMANDS[name], allow_abbrev=False)
        if name == asked_for:
            _complete(command, name, COMMANDS[name])
    return whole


def _complete(command: argparse.ArgumentParser, name: str, help: str) -> None:
    """Declare a command: its module knows its options, its examples and what runs it."""
    module = import_module(f".commands.{name.replace('-', '_')}", __package__)
    command.description = f"{help[0].upper()}{help[1:]}."
    command.epilog = module.EPILOG.replace("perceptron-ref ", f"{program()} ")
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    module.add_options(command)
    command.set_defaults(run=module.run)


def _complain(message: str, status: int = 1) -> int:
    remark(f"perceptron-ref: error: {message}")
    return status


def _write_in_any_locale() -> None:
    """Escape what the terminal's encoding cannot show, rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _raise_signals() -> None:
    """Let a signal that ends this process do what Ctrl-C does, so no child and no file is left."""

    def end(number: int, frame: object) -> None:
        global _signal
        _signal = number
        raise KeyboardInterrupt

    for name in {"SIGTERM", "SIGHUP"} & {*dir(signal)}:
        if signal.getsignal(getattr(signal, name)) == signal.SIG_DFL:
            signal.signal(getattr(signal, name), end)


def _let_go_of_stdout() -> None:
    """Point standard output to nowhere, so that closing it at exit does not fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass  # no descriptor is behind it, as in a test or a notebook: nothing will be closed
