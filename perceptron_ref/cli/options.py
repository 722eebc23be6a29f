"""The options of the commands, in groups, each declared once; and what their values mean."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from ..dataset import Dataset
from ..errors import DataError, StrategyError, quote
from ..exact.rationals import rational
from ..examples import PREFIX
from ..files.options import DECIMALS, DROP, FORMATS, for_command_line
from ..plugins.options import checked_options, parse_name_and_options
from .outcome import CONVERGED
from .requests import DataRequest, Reading, ReportForm, RunRequest, UsageError
from .run_plan import ALGORITHMS, DEFAULT_STRATEGIES
from .standard_input import STDIN, check_no_data_wait

if TYPE_CHECKING:
    from typing import NoReturn

DEFAULT_FILE = PREFIX + "credit"
ALL = "all"
SIGNED = ("--features", "--positive", "--w-f", "--x0")  # their values may begin with a hyphen
_MOST_SECONDS = 10**9


class Parser(argparse.ArgumentParser):
    """The parser of argparse, which raises its errors, for `main` to print.

    Attributes:
        declared: Its options and arguments, as `add_argument` returns them.
        titled: Its groups of options by title.
        commands: The parsers of commands by name.
    """

    def __init__(self, **settings: Any) -> None:
        self.declared: list[argparse.Action] = []
        self.titled: dict[str, Any] = {}
        self.commands: dict[str, Parser] = {}
        super().__init__(**settings)

    def add_argument(self, *flags: Any, **settings: Any) -> argparse.Action:
        """Declare an option or an argument."""
        self.declared.append(super().add_argument(*flags, **settings))
        return self.declared[-1]

    def error(self, message: str) -> NoReturn:
        """Raise the error of usage, in the words of all other errors."""
        if "invalid choice" in message:  # numbers in quotes, as Python 3.14 and later have them
            message = re.sub(r"(?<= )-?\d+(?=[ ,)])", r"'\g<0>'", message)
        for pattern, words in _WORDS_OF_ARGPARSE:
            message = re.sub(pattern, words, message)
        raise UsageError(message)


_WORDS_OF_ARGPARSE = (
    ("^argument (?=-)", ""),
    (r"invalid choice: (.*) \(choose from (.*)\)$", r"found \1; expected one of \2"),
    ("invalid int value: (.*)$", r"found \1; expected a whole number"),
    (": expected one argument$", ": found no value; expected one"),
    (": expected at least one argument$", ": found no value; expected at least one"),
    ("^the following arguments are required: (.*)$", r"found too few words; required: \1"),
)
# options whose values other modules check, by the name of the argument that their errors begin with
_CHECKED_ELSEWHERE = "eta w_f width right_in_a_row x0 positive features max_updates max_visits"
FLAGS = {
    "t": "--update",
    **{name: f"--{name.replace('_', '-')}" for name in _CHECKED_ELSEWHERE.split()},
}


def in_words_of_command_line(error: Exception) -> str:
    """Return an error in one line that names options as they are typed.

    >>> in_words_of_command_line(Exception("eta: found '0'; expected a positive number"))
    "--eta: found '0'; expected a positive number"
    """
    text = for_command_line(" ".join(str(error).split("\n")))
    named = re.match(r"(\w+)(?=(, entry \d+)?: found )", text)
    if named and named[1] in FLAGS:
        text = FLAGS[named[1]] + text[len(named[1]) :]
    return re.sub(r"((?:: |^)found [^;]*; expected )an int\b", r"\1a whole number", text)


class _Switch(argparse.Action):
    """The action of --NAME and --no-NAME: True or False, else None."""

    def __call__(self, parser: Any, args: Any, values: Any, option: str | None = None) -> None:
        setattr(args, self.dest, not str(option).startswith("--no-"))


def parse_int_at_least(
    text: str, least: int = 0, alternatives: str = "", shown: str | None = None
) -> int:
    """Return an option's text as an int >= least. shown: the text that an error quotes."""
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text) >= least):
        size = " of at most 18 digits" if len(text) > 18 else ""
        raise _value_error(shown or text, f"a whole number >= {least}{size}{alternatives}")
    return int(text)


def _parse_right_in_a_row(text: str) -> int | str:
    more = ", or 5N for 5 times the number of examples"
    if text.endswith("N") and parse_int_at_least(text[:-1], 1, more, shown=text):
        return text
    return parse_int_at_least(text, 1, more)


def _check_number(text: str, is_positive: bool = False) -> str:
    """Return the text of an option as typed, if it stands for an exact number."""
    try:
        number = rational(text)
    except DataError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if is_positive and number <= 0:
        raise _value_error(text, "a positive number")
    return text


def _check_numbers(text: str) -> str:
    """Return the text of an option as typed, if it stands for numbers with commas between them."""
    for part in text.split(","):
        _check_number(part)
    return text


def _check_split(text: str) -> str:
    """Return SIZE[:seed=S,stratified=true] as typed, if any set could be split by it."""
    try:
        size, given = parse_name_and_options(text)
        checked_options(Dataset.split, given)
        if rational(size) <= 0:
            raise DataError(f"found {quote(size)}; expected a positive number")
    except (DataError, StrategyError) as error:
        message = f"{error}, as in --split 200 or --split 0.8:seed=3"
        raise argparse.ArgumentTypeError(message) from None
    return text


def _parse_limit(text: str) -> int | None:
    return None if text.lower() == "none" else parse_int_at_least(text, 0, ", or none")


def parse_seconds(text: str) -> float:
    """Return an option's text as a number of seconds >= 0."""
    with suppress(ValueError):
        if 0 <= float(text) <= _MOST_SECONDS:
            return float(text)
    raise _value_error(text, f"a number of seconds from 0 to {_MOST_SECONDS:,}")


def parse_seconds_or_none(text: str) -> float | None:
    """Return the number of seconds > 0 that an option's text stands for; None for "none"."""
    if text.lower() == "none":
        return None
    with suppress(ValueError):
        if 0 < float(text) <= _MOST_SECONDS:
            return float(text)
    raise _value_error(text, f"more than 0 and at most {_MOST_SECONDS:,} seconds, or none")


def parse_seeds(text: str) -> int | range:
    """Return how many seeds an option's text asks for, or the seeds that it names: "1..1000".

    >>> parse_seeds("1000"), parse_seeds("1..1000")
    (1000, range(1, 1001))
    """
    more = ", or the first and the last seed, as in 1..1000"
    first, dots, last = text.partition("..")
    if not dots:
        return parse_int_at_least(text, 1, more)
    a, b = (parse_int_at_least(seed, 0, more) for seed in (first, last))
    if a > b:
        problem = f"{quote(text)}, which ends before it begins"
        expected = f"the first seed, then the last, as in {b}..{a}"
        raise argparse.ArgumentTypeError(f"found {problem}; expected {expected}")
    return range(a, b + 1)


def _decode_as_utf8(text: str) -> str:
    """Return a word as it is in a file, in UTF-8, whatever the encoding of the terminal is."""
    try:
        return os.fsencode(text).decode("utf-8")
    except UnicodeError:  # the terminal has another one indeed
        return text


def _value_error(text: str, expected: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"found {quote(text)}; expected {expected}")


READING = {
    "--label COL": "label column: name or index (default: the last one)",
    "--features COLS": "columns of the features: names, indices from 0, ranges A..D, with commas "
    "between them; -COL leaves one out",
    "--positive V": "the label that means +1, all others meaning -1",
    "--format": "the file's format (default: recognised by its lines)",
    "--header --no-header": "the first line does, or does not, hold the names of the columns "
    "(default: it does if none of its cells looks like a number)",
    "--comments --no-comments": 'what follows " #" is, or is not, a comment (default: it is one '
    "if blanks separate the cells, and in a libsvm file)",
    "--decimal SIGN": "the decimal sign of numbers, a comma or a point (default: a point; in a "
    "file with semicolons, the sign in the first number that has one)",
    "--zero-based --no-zero-based": "indices of a libsvm file count from 0, or from 1 (default: "
    "from 1, unless there is an index 0)",
    "--missing": "leave out examples with a cell that is empty, NA or the like (default: an error)",
}
CHANGES = {
    "--first N": "use only the first N examples",
    "--scale Q": "multiply every x_n by Q > 0, x_0 with it; features alone: --scale Q --x0 1",
    "--x0 Q": "x_0, an exact number, as in --x0=-1/2; with 0 there is no threshold (default: 1)",
    "--normalize": "divide every x_n, x_0 included, by its length, to within 2^-53",
}
_PLA_STRATEGY, _POCKET_STRATEGY = DEFAULT_STRATEGIES.values()
STRATEGY = {
    "--strategy S": "visiting order: NAME[:key=value,...] of `strategies`, or "
    f"FILE.py[:function] (default: {_PLA_STRATEGY}, Pocket {_POCKET_STRATEGY})",
    "--in-process": "run FILE.py in this process, where breakpoint() works, and nothing stops it",
}
STRATEGIES = {
    "--strategies S": f"strategies to run, each NAME[:key=value,...]; {ALL}: every registered one, "
    "and the fixed random cycle (default: the built-in ones)"
}
_MAX_UPDATES = [getattr(run, "__kwdefaults__")["max_updates"] for run in ALGORITHMS.values()]
RUN = {
    "--sign-of-zero": "what sign(0) is; 0: a mistake for both labels (default: 0)",
    "--eta Q": "the learning rate, the factor of every correction: an exact number (default: 1)",
    "--engine": "plain: answer each question about w_t by its definition; the results are the "
    "same (default: fast)",
    "--max-updates N": "stop after N updates; none for no limit (default: "
    f"{_MAX_UPDATES[0]}, Pocket {_MAX_UPDATES[1]})",
    "--max-visits N": "stop after N visits (default: no limit)",
    "--right-in-a-row M": "stop after M visits in a row without a mistake; 5N: 5 times the number "
    "of examples (default: when all N were seen to be right)",
}
POCKET = {
    "--pocket": "run Pocket: keep the weights of fewest mistakes",
    "--target-mistakes K": "Pocket: stop at K mistakes (default: 0)",
}
MAX_SECONDS = {
    "--max-seconds S": "stop after S seconds, and show what is known by then (default: no limit)"
}
REPEAT = {
    "--repeat --seeds K|A..B": "make K runs with K seeds, or with seeds A to B",
    "--jobs J": "spread the runs over J processes",
}
LINE_FILES = {
    "--save MODEL": "write the weights found to a JSON file, for `predict`",
    "--draw FILE.svg": "write a picture of the line; for .png, .pdf: pip install cairosvg",
}
REQUIRE = {f"--require {CONVERGED}": "exit status 1 if mistakes are left"}
FORCE = {"--force": "replace existing files"}
JSON = {"--json": "print one JSON object, exact numbers as text"}
AUDIT = {
    **JSON,
    "--audit": "like --json, with everything needed to check the result",
}
# the titles in a command's help, in their order; the options below the last are all others
_TITLES = {
    "the data": f"{' '.join([*READING, *CHANGES])} --test --split --set-seed",
    "the algorithm": "--strategy --in-process --strategies --pocket --sign-of-zero --eta --engine "
    "--w-f --model",
    "when to stop": "--max-updates --max-visits --right-in-a-row --target-mistakes --max-seconds",
    "many runs": "--repeat --seeds --jobs",
    "the output": "",
}
# how an option is declared of which more is to be said than that it is a flag or takes a text
_ARGUMENT_SETTINGS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(
        ("--first", "--jobs", "--seeds", "--width"), {"type": partial(parse_int_at_least, least=1)}
    ),
    **dict.fromkeys(("--max-visits", "--update", "--set-seed"), {"type": parse_int_at_least}),
    **dict.fromkeys(("--header", "--comments", "--zero-based"), {"action": _Switch, "nargs": 0}),
    **dict.fromkeys(("--label", "--features", "--positive", "--id"), {"type": _decode_as_utf8}),
    "--format": {"choices": FORMATS},
    "--require": {"choices": (CONVERGED,)},
    "--decimal": {"choices": DECIMALS},
    "--missing": {"choices": (DROP,)},
    "--strategies": {"nargs": "+", "action": "extend"},
    "--sign-of-zero": {"type": int, "choices": (-1, 0, 1), "default": 0},
    "--eta": {"type": partial(_check_number, is_positive=True), "default": "1"},
    "--scale": {"type": partial(_check_number, is_positive=True)},
    "--x0": {"type": _check_number},
    "--w-f": {"type": _check_numbers},
    "--split": {"type": _check_split},
    "--engine": {"choices": ("fast", "plain"), "default": "fast"},
    "--right-in-a-row": {"type": _parse_right_in_a_row},
    "--max-updates": {"type": _parse_limit, "default": argparse.SUPPRESS},
    "--target-mistakes": {"type": parse_int_at_least, "default": argparse.SUPPRESS},
    "--max-seconds": {"type": parse_seconds},
    "--repeat": {"type": parse_seeds},
}
# options that most need not know: `COMMAND --help` leaves them out, `help COMMAND --all` has them
RARE = {
    *"--help --force --header --format --comments --decimal --zero-based --missing".split(),
    *"--first --scale --x0 --normalize --max-visits --right-in-a-row".split(),
    *"--sign-of-zero --eta --engine --jobs --target-mistakes --max-seconds --audit --split".split(),
}


def add_options_to_parser(parser: Parser, options: Mapping[str, str], **settings: Any) -> None:
    """Declare options, each below its title; one without a metavar or choices is a flag.

    Args:
        parser: The parser of a command.
        options: The help of each option, by its flags and its metavar.
        settings: What else argparse's `add_argument` takes for each of them.
    """
    for title in _TITLES:
        if title not in parser.titled:
            parser.titled[title] = parser.add_argument_group(title)
    for words, help in options.items():
        flags = [word for word in words.split() if word.startswith("-")]
        declaration = {"help": help, **_ARGUMENT_SETTINGS.get(flags[0], {}), **settings}
        if flags != words.split():
            declaration["metavar"] = words.split()[-1]
        elif not {"action", "choices"} & {*declaration}:
            declaration["action"] = "store_true"
        titles = [title for title, known in _TITLES.items() if flags[0] in known.split()]
        group = parser.titled[titles[0] if titles else "the output"]
        parser.declared.append(group.add_argument(*flags, **declaration))


def for_pla(options: Mapping[str, str]) -> dict[str, str]:
    """Return options of a command that never runs Pocket: their help does not speak of it."""
    return {words: re.sub(r", Pocket \w+", "", help) for words, help in options.items()}


def add_data_options(parser: Parser, *options: Mapping[str, str]) -> None:
    """Declare FILE, the options of reading it and of changing its examples, and others."""
    help = f"examples; {STDIN} for standard input, {PREFIX}NAME embedded"
    parser.add_argument("file", metavar="FILE", nargs="?", help=help)
    for group in (READING, CHANGES, *options):
        add_options_to_parser(parser, group)


def attribute_names(options: Mapping[str, str]) -> list[str]:
    """Return the names under which `args` has the values of options."""
    return [words.split()[0].strip("-").replace("-", "_") for words in options]


def check_at_most_one_given(**values: object) -> None:
    """Refuse more than one option that was given, by their names in Python."""
    given = [name for name, value in values.items() if value is not None and value is not False]
    if given[1:]:
        raise UsageError(f"found --{given[0]} and --{given[1]}; expected only one of them")


def make_reading(args: argparse.Namespace, id: str | None = None) -> Reading:
    """Return how a FILE is to be read. id: the column that `--id` names, if a command has it."""
    return Reading(**{name: getattr(args, name) for name in attribute_names(READING)}, id=id)


def make_data_request(args: argparse.Namespace, id: str | None = None) -> DataRequest:
    """Return what FILE and its options ask for; an embedded set if no FILE is named.

    Raises:
        DataError: if no FILE is named, but data wait on standard input.
    """
    is_default = args.file is None
    if is_default:
        check_no_data_wait(args.command)
    request = make_file_request(args, DEFAULT_FILE if is_default else args.file, id)
    return request.replace(is_default=is_default)


def make_file_request(args: argparse.Namespace, file: str, id: str | None = None) -> DataRequest:
    """Return what the options ask for of this file."""
    changes = {name: getattr(args, name) for name in attribute_names(CHANGES)}
    return DataRequest(file, make_reading(args, id), **changes)


def make_run_request(
    args: argparse.Namespace, pocket: bool = False, strategy: str | None = None, **more: Any
) -> RunRequest:
    """Return the run that the options ask for. more: fields of `RunRequest` that few commands have.

    Raises:
        UsageError: for --target-mistakes without --pocket.
    """
    algorithm = "pocket" if pocket else "pla"
    names = "target_mistakes", *attribute_names(RUN)
    given = {name: value for name, value in vars(args).items() if name in names}
    if "target_mistakes" in given and algorithm == "pla":
        raise UsageError("--target-mistakes needs --pocket")
    return RunRequest(algorithm, strategy, given, args.max_seconds, **more)


def report_form(args: argparse.Namespace) -> ReportForm:
    """Return the form that --json and --audit ask for."""
    return ReportForm(args.json or args.audit, args.audit)
