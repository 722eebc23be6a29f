"""The command line: `perceptron-ref COMMAND ...`, or `python3 -m perceptron_ref COMMAND ...`.

Reports and answers go to standard output; warnings, notes, errors and progress go to standard
error. The exit status is 0 for success; 1 for an error, or for a negative answer (no line separates
the data, a check fails, --require is not met); 2 for wrong usage; 3 if --max-seconds stops the
command before it has an answer; 130 after Ctrl-C. An error is printed on one line.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from errno import EINVAL
from importlib import import_module

from .. import __version__
from ..errors import PerceptronError, as_sentence, quote
from ..type_checking import TYPE_CHECKING
from .options import RARE_OPTIONS, SIGNED_OPTIONS, Parser, reword_for_command_line
from .requests import UsageError
from .terminal import print_error, print_line, print_to_stderr, program_name

if TYPE_CHECKING:
    from typing import Any

COMMANDS = {
    "fit": "learn a line from examples, with PLA or Pocket",
    "compare": "run several strategies on the same data",
    "race": "rank strategies by their cost on many data sets",
    "predict": "print what a saved model answers for each line of a file",
    "separable": "decide whether a line separates the data, with a proof",
    "prove": "check every step of the convergence proof on a run of PLA",
    "optimum": "find the fewest mistakes that any line makes on the data",
    "margins": "show how far examples are from the boundary of a saved model",
    "draw": "draw a run: a picture or an animation in SVG, PNG or PDF",
    "strategies": "list the visiting strategies, or describe one",
    "check-strategy": "check a visiting strategy, and show data on which it breaks a rule",
    "new-strategy": "write a small project for a strategy of your own, to edit and install",
    "examples": "list the embedded data sets, which you can use in place of a file",
    "selftest": "test this installation: repeat recorded runs and proofs, and compare the results",
}
EPILOG = """\
`COMMAND --help` or `help COMMAND` explains a command, with examples. Start with:
  perceptron-ref fit
  perceptron-ref fit example:iris-setosa
  perceptron-ref help fit
  perceptron-ref help words

`help words` explains the words of the reports, such as update, visit and T.

Exit status 2 means wrong usage: an unknown command or option, a value that an option never takes,
options that do not go together, an output file that must not be written, or a data file in place of
a strategy. Exit status 1 means an error in the data, in an input file or in a strategy, or that the
answer is no.
"""
_EXIT_STATUS = """
exit status: 0 if the command succeeded; 1 for an error; 2 for wrong usage; 130 after Ctrl-C.
"""


class _NoFormatter:
    """A stand-in for argparse's help formatter while options are declared: no method does anything.

    For every option argparse makes a formatter, only to check the declaration. Its own formatter
    imports `shutil`, and from Python 3.14 on `inspect`. These imports take a fifth of the time of
    `fit`. `--help` makes the same checks with the real formatter.
    """

    def __getattr__(self, name: str) -> Any:
        return lambda *args: None


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # escape characters that the encoding lacks
            stream.reconfigure(errors="backslashreplace")
    if argv is None:
        _treat_signals_as_ctrl_c()
        if hasattr(gc, "set_threshold"):  # PyPy has none
            gc.set_threshold(100_000)  # the default takes 3 % of the time of a small `fit`
    arguments = [*(getattr(sys, "argv", [])[1:] if argv is None else argv)]
    try:
        status = _run_command(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except UsageError as error:
        help_command = f"help {arguments[0]}" if arguments[0] in COMMANDS else "help"
        help_command += " --all" * _names_hidden_option(arguments, str(error))
        return _print_error(f"{as_sentence(error)} See `{program_name()} {help_command}`", status=2)
    except PerceptronError as error:
        return _print_error(reword_for_command_line(error))
    except MemoryError:
        return _print_error(
            "out of memory; use fewer examples (--first N), fewer features (--features) or shorter "
            "numbers"
        )
    except KeyboardInterrupt as error:
        print_to_stderr(str(error) or "interrupted")
        return 130
    except OSError as error:
        _discard_stdout()
        # Windows reports EINVAL after the reader of a pipe has closed it
        is_pipe_closed = isinstance(error, BrokenPipeError) or (
            sys.platform == "win32" and error.errno == EINVAL and error.filename is None
        )
        if is_pipe_closed:
            return 0
        subject = (
            "the output cannot be written" if error.filename is None else quote(error.filename)
        )
        return _print_error(f"{subject}: {error.strerror or error}")
    except Exception as error:
        from ..plugins.user_errors import is_debugger_exit

        if not is_debugger_exit(error) or _is_run_by_debugger():
            raise
        print_to_stderr("ended by the debugger")
        return 130


def _run_command(arguments: list[str]) -> int:
    """Run one command and return its exit status.

    An empty command line and `help` mean `--help`; `help COMMAND` and `COMMAND help` mean
    `COMMAND --help`.
    """
    shows_all = False
    if not arguments or "help" in arguments[:2]:
        topics = [word for word in arguments if word not in {"help", "-h", "--help", "--all"}]
        if topics[1:]:
            raise UsageError(
                f"unexpected word {quote(topics[1])} after `help {topics[0]}`; expected one command"
            )
        if topics == ["words"]:
            from .words import explain_words

            for line in explain_words():
                print_line(line)
            return 0
        shows_all = "--all" in arguments
        arguments = [*topics, "--help"]
    if arguments[0] not in {*COMMANDS, "-h", "--help", "--version"}:
        from .hints import unknown_command_message

        raise UsageError(unknown_command_message(arguments[0], COMMANDS))
    for argument in arguments:
        # argparse would see no value at all, and --csv=-- would write nothing
        if argument[:2] == "--" and argument[3:].endswith("=--"):
            raise UsageError(f"found {quote(argument)}; expected a value other than -- after the =")
    arguments = _join_signed_values(arguments)
    parser = build_parser(arguments, shows_all)
    try:
        args, unknown_arguments = parser.parse_known_args(arguments)
    except SystemExit as exit_request:  # from --help and --version
        return int(exit_request.code or 0)
    actions = parser.commands[arguments[0]].declared_actions
    dests = {flag: action.dest for action in actions for flag in action.option_strings}
    if unknown_arguments:
        from .hints import unknown_arguments_message

        raise UsageError(unknown_arguments_message(arguments[0], unknown_arguments, dests))
    flags = [
        argument.partition("=")[0] if argument[:2] == "--" else argument[:2]
        for argument in arguments
    ]
    flags = [flag for flag in flags if flag in dests and flag != "--strategies"]
    for flag in flags:
        same_option = [other_flag for other_flag in flags if dests[other_flag] == dests[flag]]
        if same_option[1:]:
            repetition = f"{flag} twice" if len({*same_option}) == 1 else " and ".join(same_option)
            expected = "it only once" if len({*same_option}) == 1 else "only one of them"
            raise UsageError(f"found {repetition}; expected {expected}")
    return int(args.run(args))


def _names_hidden_option(arguments: Sequence[str], message: str) -> bool:
    """Tell whether a message names an option that `help COMMAND` shows only with --all."""
    actions = [
        action
        for command in build_parser(arguments).commands.values()
        for action in command.declared_actions
        if action.help == argparse.SUPPRESS
    ]
    flags = {flag for action in actions for flag in action.option_strings}
    return not flags.isdisjoint(re.findall(r"--[\w-]+", message))


def _join_signed_values(arguments: Sequence[str]) -> list[str]:
    """Return the arguments, with `--w-f -3,2,2` joined to `--w-f=-3,2,2`.

    Otherwise argparse would read -3,2,2 as an option.
    """
    joined: list[str] = []
    for argument in arguments:
        if joined and joined[-1] in SIGNED_OPTIONS and _is_signed_value(argument):
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


def _is_signed_value(argument: str) -> bool:
    """Tell whether an argument is a hyphen and a value, such as -3, but not "-" or --option."""
    return argument != "-" and argument.startswith("-") and not argument.startswith("--")


def build_parser(arguments: Sequence[str], shows_all: bool = False) -> Parser:
    """Return a parser of the command that comes first in the arguments, or else of all commands.

    Only the module of this command is imported, because each import takes time.

    Args:
        arguments: The arguments of the command line.
        shows_all: Whether --help shows `RARE_OPTIONS`, too.
    """
    parser = Parser(
        prog=program_name(),
        description="The perceptron learning algorithm (PLA) and Pocket, in exact arithmetic.",
        epilog=EPILOG.replace("perceptron-ref", program_name()),
        formatter_class=_no_formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"perceptron_ref {__version__}")
    commands = parser.add_subparsers(
        prog=program_name(), metavar="COMMAND", dest="command", required=True
    )
    for name in arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS:
        command = commands.add_parser(
            name, help=COMMANDS[name], allow_abbrev=False, formatter_class=_no_formatter
        )
        parser.commands[name] = command
        if [name] == [*arguments[:1]]:
            _add_command(command, name, shows_all)
    for any_parser in (parser, *parser.commands.values()):
        any_parser.formatter_class = argparse.RawDescriptionHelpFormatter
    return parser


def _no_formatter(prog: str) -> Any:
    """Return a stand-in; argparse passes the name of the program to every `formatter_class`."""
    return _NoFormatter()


def _add_command(command: Parser, name: str, shows_all: bool) -> None:
    """Declare what the module of a command defines: its options, its epilog and its `run`."""
    module = import_module(f".commands.{name.replace('-', '_')}", __package__)
    command.description = f"{COMMANDS[name][0].upper()}{COMMANDS[name][1:]}."
    epilog = module.EPILOG + _EXIT_STATUS * ("exit status:" not in module.EPILOG)
    command.epilog = epilog.replace("perceptron-ref ", f"{program_name()} ")
    module.add_options(command)
    command.set_defaults(run=module.run)
    command.usage = " ".join([command.prog, *_usage_arguments(command), "[option ...]"])
    rare_actions = [
        action for action in command.declared_actions if RARE_OPTIONS & {*action.option_strings}
    ]
    if len(rare_actions) > 2 and not shows_all:
        for action in rare_actions:
            action.help = argparse.SUPPRESS
        pointer = f"more options: {program_name()} help {name} --all"
        command.epilog = f"{pointer}\n\n{command.epilog}"


def _usage_arguments(command: Parser) -> list[str]:
    """Return the required options, then the arguments, as the usage line shows them."""
    options, arguments = [], []
    templates = {"?": "[{}]", "*": "[{} ...]"}  # by the number of arguments
    for action in command.declared_actions:
        if not action.option_strings:
            arguments.append(templates.get(str(action.nargs), "{}").format(action.metavar))
        elif action.required:
            options.append(f"{action.option_strings[0]} {action.metavar}")
    return options + arguments


def _print_error(message: str, status: int = 1) -> int:
    print_error(message)
    return status


def _is_run_by_debugger() -> bool:
    """Tell whether a debugger, such as `python -m pdb`, runs this program.

    If so, the debugger itself handles the exception with which it ends the program.
    """
    frame = sys._getframe()
    while frame is not None and frame.f_globals.get("__name__") != "bdb":
        frame = frame.f_back  # type: ignore[assignment]  # None beyond the outermost frame
    return frame is not None


def _treat_signals_as_ctrl_c() -> None:
    """Treat SIGTERM and SIGHUP like Ctrl-C, so that no child and no temporary file is left."""
    for name in {"SIGTERM", "SIGHUP"} & {*dir(signal)}:
        if signal.getsignal(getattr(signal, name)) == signal.SIG_DFL:
            with suppress(ValueError):  # not in the main thread of the main interpreter
                signal.signal(getattr(signal, name), signal.default_int_handler)


def _discard_stdout() -> None:
    """Redirect standard output to the null device, so that closing it at exit does not fail."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass  # standard output has no descriptor, for example in a notebook; nothing will be closed
