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
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from .. import __version__
from ..errors import PerceptronError, quote
from .parse import DEFAULT_FILE, RARE, SIGNED, UsageError
from .terminal import program, remark

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
    "check-strategy": "check a visiting strategy, and show data on which it breaks the protocol",
    "new-strategy": "write a small project with a strategy of your own, to edit and install",
    "examples": "list the embedded data sets and those made to order, to name in a FILE's place",
    "selftest": "replay the golden runs and proofs, and compare them with what is expected",
}
EPILOG = """\
`COMMAND --help` or `help COMMAND` explains a command, with examples. Start with:
  perceptron-ref fit
  perceptron-ref fit example:iris-setosa
  perceptron-ref help fit
"""


class Parser(argparse.ArgumentParser):
    """The parser of argparse; `main` tells its errors, in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise the error of usage."""
        raise UsageError(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # escape what the encoding cannot show
            stream.reconfigure(errors="backslashreplace")
    if argv is None:
        _end_as_ctrl_c_does()
    words = [*(getattr(sys, "argv", [])[1:] if argv is None else argv)]
    try:
        status = _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except UsageError as error:
        stop = "" if str(error).endswith("?") else "."
        about = f"help {words[0]}" if words[0] in COMMANDS else "help"
        return _complain(f"{error}{stop} `{program()} {about}` explains it", status=2)
    except PerceptronError as error:
        return _complain(" ".join(str(error).split("\n")))
    except MemoryError:
        return _complain("the memory is not enough; expected fewer or shorter numbers")
    except KeyboardInterrupt as error:
        remark(str(error) or "interrupted")
        return 130
    except OSError as error:
        _let_go_of_stdout()
        if isinstance(error, BrokenPipeError):  # its reader has left
            return 0
        what = "the output cannot be written" if error.filename is None else quote(error.filename)
        return _complain(f"{what}: {error.strerror or error}")


def _run(words: list[str]) -> int:
    """Run one command; return its status.

    No word, `help`, `help COMMAND` and `COMMAND help` mean --help.
    """
    shows_all = words[2:] == ["--all"]
    if not words or "help" in words[:2]:
        words = [*[word for word in words[:2] if word != "help"], "--help"]
    if words[0] not in {*COMMANDS, "-h", "--help", "--version"}:
        from .meant import command

        raise UsageError(f"found {quote(words[0])}, no command{command(words[0], COMMANDS)}")
    empty = [word for word in words if word[:2] == "--" and word[3:].endswith("=--")]
    if empty:  # argparse would take it for no value at all, and --csv=-- would write nothing
        raise UsageError(f"found {quote(empty[0])}; expected a value behind the =")
    words = _joined(words)
    try:
        args, left = parser(words, shows_all).parse_known_args(words)
    except SystemExit as end:  # of --help and --version
        return int(end.code or 0)
    if left:
        from .meant import left_over

        raise UsageError(left_over(left, args.options))
    given = [word.partition("=")[0] if word[:2] == "--" else word[:2] for word in words]
    given = [option for option in given if option in args.options and option != "--strategies"]
    for option in given:
        same = [each for each in given if args.options[each].dest == args.options[option].dest]
        if same[1:]:
            raise UsageError(f"found {' and '.join(same)}; expected one of them, once")
    if vars(args).get("file", "") is None:
        from .load import check_nothing_waits

        check_nothing_waits(words[0])
        args.file, args.is_unnamed = DEFAULT_FILE, True
    return int(args.run(args))


def _joined(words: Sequence[str]) -> list[str]:
    """Return the words, `--w-f -3,2,2` as `--w-f=-3,2,2`: argparse takes -3,2,2 for an option."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] in SIGNED and word[:1] == "-" != word[1:2] != "":
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def parser(words: Sequence[str], shows_all: bool = False) -> argparse.ArgumentParser:
    """Return the parser of the command that the words begin with, or of all; no other's module is
    imported. shows_all: whether its help has the options that few need, too.
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
    for name in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        command = commands.add_parser(name, help=COMMANDS[name], allow_abbrev=False)
        if [name] == [*words[:1]]:
            _complete(command, name, shows_all)
    return whole


def _complete(command: argparse.ArgumentParser, name: str, shows_all: bool) -> None:
    """Declare a command: its module knows its options, its examples and what runs it."""
    module = import_module(f".commands.{name.replace('-', '_')}", __package__)
    command.description = f"{COMMANDS[name][0].upper()}{COMMANDS[name][1:]}."
    command.epilog = module.EPILOG.replace("perceptron-ref ", f"{program()} ")
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    # a command may have none of these options
    command.set_defaults(json=False, audit=False, pocket=False, repeat=None, id=None)
    module.add_options(command)
    command.set_defaults(run=module.run, options=command._option_string_actions)
    needed = [each for each in command._actions if each.required or not each.option_strings]
    usage = command._get_formatter()
    usage.add_usage(None, needed, [], prefix="")
    command.usage = f"{usage.format_help().strip()} [option ...]"
    rare = [each for each in command._actions if RARE & {*each.option_strings}]
    if len(rare) > 2 and not shows_all:
        for each in rare:
            each.help = argparse.SUPPRESS
        more = f"more options: {program()} help {name} --all"
        command.epilog = f"{more}\n\n{command.epilog}"


def _complain(message: str, status: int = 1) -> int:
    remark(f"perceptron-ref: error: {message}")
    return status


def _end_as_ctrl_c_does() -> None:
    """Make signals that end a process do what Ctrl-C does, so no child and no file is left."""
    for name in {"SIGTERM", "SIGHUP"} & {*dir(signal)}:
        if signal.getsignal(getattr(signal, name)) == signal.SIG_DFL:
            with suppress(ValueError):  # in another thread than the first, or a sub-interpreter
                signal.signal(getattr(signal, name), signal.default_int_handler)


def _let_go_of_stdout() -> None:
    """Point standard output to nowhere, so that closing it at exit does not fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass  # no descriptor is behind it, as in a test or a notebook: nothing will be closed
