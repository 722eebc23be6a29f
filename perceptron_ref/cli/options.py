"""The options that several commands share, in groups, and functions that parse and check values.

An option of one command is declared in the module of this command. But its title may be in
`_OPTIONS_BY_TITLE`, and its settings in `_ARGUMENT_SETTINGS`.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial

from ..dataset import Dataset
from ..errors import DataError, StrategyError, as_sentence, either, quote
from ..exact.checks import int_or_none
from ..exact.rationals import is_number, rational
from ..examples import PREFIX
from ..files.options import DECIMALS, DROP, FORMATS, for_command_line
from ..plugins.options import checked_options, parse_name_and_options
from ..plugins.registry import FIXED_CYCLE
from ..type_checking import TYPE_CHECKING
from .problems import CONVERGED
from .requests import DataRequest, ReadingOptions, ReportForm, RunRequest, UsageError
from .run_plan import ALGORITHMS, DEFAULT_STRATEGIES
from .standard_input import STDIN, refuse_data_on_stdin

if TYPE_CHECKING:
    from typing import Any, NoReturn

DEFAULT_FILE = PREFIX + "credit"
ALL = "all"
# options whose value may begin with a hyphen even after a space in place of the =
SIGNED_OPTIONS = ("--features", "--positive", "--w-f", "--x0")
_MAX_SECONDS_VALUE = 10**9  # the largest number of seconds that an option takes


class Parser(argparse.ArgumentParser):
    """An argparse parser whose errors are `UsageError`s, which `main` prints.

    Attributes:
        declared_actions: The options and arguments, as `add_argument` returns them.
        groups_by_title: The groups of options, by title.
        commands: The parsers of the commands, by name.
    """

    def __init__(self, **settings: Any) -> None:
        self.declared_actions: list[argparse.Action] = []
        self.groups_by_title: dict[str, Any] = {}
        self.commands: dict[str, Parser] = {}
        super().__init__(**settings)

    def add_argument(self, *flags: Any, **settings: Any) -> argparse.Action:
        """Declare an option or an argument."""
        self.declared_actions.append(super().add_argument(*flags, **settings))
        return self.declared_actions[-1]

    def error(self, message: str) -> NoReturn:
        """Raise a UsageError that is worded like all other errors."""
        if "invalid choice" in message:  # quote numbers, as Python 3.14 does
            message = re.sub(r"(?<= )-?\d+(?=[ ,)])", r"'\g<0>'", message)
            message = re.sub(r"^(.*\(choose from .*), ", r"\1 or ", message)
        for action in self.declared_actions:
            if message.startswith(f"argument {'/'.join(action.option_strings)}: expected "):
                message = re.sub(
                    "expected .*", f"found no value; expected {_expected_form(action)}", message
                )
        if message.startswith("the following arguments are required: "):
            forms = [_expected_form(action) for action in self.declared_actions if action.required]
            message = f"found too few arguments; expected {' and '.join(forms)}"
            if "MODEL" in message:
                message += ". MODEL is a file that `fit --save MODEL` wrote"
        for pattern, replacement in _ARGPARSE_REWORDINGS:
            message = re.sub(pattern, replacement, message)
        raise UsageError(message)


def _expected_form(action: argparse.Action) -> str:
    """Return what to type: the choices; or else an argument, or an option with its value."""
    choices = [*map(str, action.choices or ())]
    if choices[1:]:
        return either(choices)
    value = choices[0] if choices else str(action.metavar)
    further_values = f" [{value} ...]" * (action.nargs == "+")
    return " ".join([*action.option_strings[:1], f"{value}{further_values}"])


_ARGPARSE_REWORDINGS = (
    ("^argument (?=-)", ""),
    (r"invalid choice: (.*) \(choose from '-1', '0' or '1'\)$", r"found \1; expected -1, 0 or 1"),
    (r"invalid choice: (.*) \(choose from (.*)\)$", r"found \1; expected \2"),
    ("invalid int value: (.*)$", r"found \1; expected -1, 0 or 1"),  # --sign-of-zero
    (
        r"^(--.*): ignored explicit argument (.*)$",
        r"found \2 after \1; expected \1 alone",
    ),
)
# arguments that other modules check; an error about one begins with its name
_CHECKED_ARGUMENTS = "eta w_f width right_in_a_row x0 positive features max_updates max_visits"
FLAG_OF_ARGUMENT = {
    "t": "--update",
    **{name: f"--{name.replace('_', '-')}" for name in _CHECKED_ARGUMENTS.split()},
}


def reword_for_command_line(error: Exception) -> str:
    """Return the message of an error in one line, with options named as they are typed.

    The message of a StrategyError keeps its words, because the author of a strategy may have
    written them.

    >>> reword_for_command_line(Exception("eta: found '0'; expected a positive number"))
    "--eta: found '0'; expected a positive number"
    """
    text = " ".join(str(error).split("\n"))
    if isinstance(error, StrategyError):
        return text
    text = for_command_line(text)
    argument = re.match(r"(\w+)(?=(, entry \d+)?: found )", text)
    if argument and argument[1] in FLAG_OF_ARGUMENT:
        text = FLAG_OF_ARGUMENT[argument[1]] + text[len(argument[1]) :]
    return re.sub(r"((?:: |^)found [^;]*; expected )an int\b", r"\1a whole number", text)


class _Switch(argparse.Action):
    """The action of --NAME, which stores True, and of --no-NAME, which stores False."""

    def __call__(self, parser: Any, args: Any, values: Any, option: str | None = None) -> None:
        setattr(args, self.dest, not str(option).startswith("--no-"))


def parse_int_at_least(
    text: str, minimum: int = 0, alternatives: str = "", full_text: str | None = None
) -> int:
    """Return an option's text as an int >= minimum, of at most 18 digits.

    Args:
        text: The text.
        minimum: The least value.
        alternatives: The end of an error message: other forms that the option takes.
        full_text: The text that an error message quotes, if `text` is only a part of it.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text) >= minimum):
        length_limit = " of at most 18 digits" if len(text) > 18 else ""
        expected = f"a whole number >= {minimum}{length_limit}{alternatives}"
        raise _value_error(full_text or text, expected)
    return int(text)


def _parse_right_in_a_row(text: str) -> int | str:
    """Return M as an int, or a text such as "5N" unchanged."""
    alternatives = ", or 5N for 5 times the number of examples"
    if text.endswith("N") and parse_int_at_least(text[:-1], 1, alternatives, full_text=text):
        return text
    return parse_int_at_least(text, 1, alternatives)


def _check_number(text: str, must_be_positive: bool = False) -> str:
    """Return an option's text unchanged; refuse it if it is not an exact number.

    With `must_be_positive`, refuse 0 and negative numbers, too.
    """
    try:
        number = rational(text)
    except DataError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if must_be_positive and number <= 0:
        raise _value_error(text, "a positive number")
    return text


def _check_numbers(text: str) -> str:
    """Return an option's text unchanged; refuse it if it is not a list of numbers, as in 1,-2,3."""
    for part in text.split(","):
        _check_number(part)
    return text


def _check_split(text: str) -> str:
    """Return SIZE[:seed=S,stratified=true] unchanged; refuse other forms.

    A SIZE that no set allows is refused. `Dataset.split` checks whether it can split this set.
    """
    try:
        size, option_texts = parse_name_and_options(text)
        seed = checked_options(Dataset.split, option_texts).get("seed")
        if seed is not None and int_or_none(seed) is None:
            typed_seed = str(option_texts["seed"])
            raise DataError(f"seed: found {quote(typed_seed)}; expected a whole number or none")
        is_count = size.isdecimal() and int(size) > 0
        if not is_count and not (is_number(size) and 0 < rational(size) < 1):
            expected = "a whole number of examples, or a share between 0 and 1"
            raise DataError(f"found {quote(size)}; expected {expected}")
    except (DataError, StrategyError) as error:
        raise argparse.ArgumentTypeError(with_split_example(error)) from None
    return text


def with_split_example(error: Exception) -> str:
    """Return the message of an error about --split, with an example of a valid value."""
    return f"{as_sentence(error)} Write, for instance, `--split 0.8:seed=3`"


def _parse_limit(text: str) -> int | None:
    """Return an option's text as an int >= 0, or None for "none"."""
    return None if text.lower() == "none" else parse_int_at_least(text, 0, ", or none")


def parse_seconds(text: str) -> float:
    """Return an option's text as a number of seconds, from 0 to `_MAX_SECONDS_VALUE`."""
    with suppress(ValueError):
        if 0 <= float(text) <= _MAX_SECONDS_VALUE:
            return float(text)
    raise _value_error(text, f"a number of seconds from 0 to {_MAX_SECONDS_VALUE:,}")


def parse_seconds_or_none(text: str) -> float | None:
    """Return an option's text as a number of seconds > 0, or None for "none".

    The number is at most `_MAX_SECONDS_VALUE`.
    """
    if text.lower() == "none":
        return None
    with suppress(ValueError):
        if 0 < float(text) <= _MAX_SECONDS_VALUE:
            return float(text)
    raise _value_error(text, f"more than 0 and at most {_MAX_SECONDS_VALUE:,} seconds, or none")


def parse_seeds(text: str) -> int | range:
    """Return an option's text as a number of seeds, or "A..B" as the range of seeds from A to B.

    >>> parse_seeds("1000"), parse_seeds("1..1000")
    (1000, range(1, 1001))
    """
    alternatives = ", or the first and the last seed, as in 1..1000"
    first_text, dots, last_text = text.partition("..")
    if not dots:
        return parse_int_at_least(text, 1, alternatives)
    first, last = (parse_int_at_least(seed, 0, alternatives) for seed in (first_text, last_text))
    if first > last:
        problem = f"{quote(text)}, which ends before it begins"
        expected = f"the first seed, then the last, as in {last}..{first}"
        raise argparse.ArgumentTypeError(f"found {problem}; expected {expected}")
    return range(first, last + 1)


def _decode_as_utf8(text: str) -> str:
    """Return a word of the command line as UTF-8, so that it equals the same word in a file."""
    try:
        return os.fsencode(text).decode("utf-8")
    except UnicodeError:  # the bytes are not UTF-8, because the terminal uses another encoding
        return text


def _value_error(text: str, expected: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"found {quote(text)}; expected {expected}")


READING_OPTIONS = {
    "--label COL": "label column: name or index (default: last)",
    "--features COLS": "columns of the features: names, indices from 0 or ranges A..D, "
    "separated by commas; -COL leaves out COL",
    "--positive V": "the label that means +1; every other label means -1",
    "--format": "the file's format (default: recognized from its lines)",
    "--header --no-header": "the first line holds the names of the columns, or it is an example "
    "(default: it holds names if none of its cells looks like a number)",
    "--comments --no-comments": "# begins a comment at the beginning of a line and after a "
    "space, or # is ordinary text (default: it begins a comment at the beginning of a line; in a "
    "libsvm file, or if spaces separate the cells, after a space, too)",
    "--decimal SIGN": "the decimal sign of numbers, a comma or a point (default: a point; in a "
    "file with semicolons, the sign in the first number that has one)",
    "--zero-based --no-zero-based": "the indices of a libsvm file begin with 0, or with 1 "
    "(default: with 0 if an index 0 occurs, otherwise with 1)",
    "--missing": "leave out examples with a cell that is empty, NA or the like (default: an error)",
}
DATA_CHANGE_OPTIONS = {
    "--first N": "use only the first N examples",
    "--scale Q": "multiply every x_n by Q > 0; also x_0, unless --x0 sets it",
    "--x0 Q": "the x_0 of all examples, as in --x0=-1/2; with 0 there is no threshold (default: 1)",
    "--normalize": "divide every x_n, x_0 included, by its length; the new length differs from 1 "
    "by at most 2^-53",
}
_PLA_STRATEGY, _POCKET_STRATEGY = DEFAULT_STRATEGIES.values()
STRATEGY_OPTIONS = {
    "--strategy S": "visiting order: NAME[:key=value,...] of `strategies`, or "
    f"FILE.py[:function] (default: {_PLA_STRATEGY}; Pocket: {_POCKET_STRATEGY})",
    "--in-process": "run FILE.py in this process, where breakpoint() works, but --max-seconds "
    "cannot stop a strategy that hangs",
}
STRATEGIES_OPTION = {
    "--strategies S": "strategies to run, each NAME[:key=value,...] or FILE.py[:function]; "
    f"`{ALL}` means every registered strategy and {FIXED_CYCLE} (default: the built-in strategies)"
}
_MAX_UPDATES = [
    getattr(function, "__kwdefaults__")["max_updates"] for function in ALGORITHMS.values()
]
RUN_OPTIONS = {
    "--sign-of-zero": "the value of sign(0); with 0, a score of 0 is always a mistake (default: 0)",
    "--eta Q": "the learning rate, an exact number that multiplies every correction (default: 1)",
    "--engine": "`plain` computes every margin from its definition; `fast` gets the same results "
    "in less time (default: fast)",
    "--max-updates N": "stop after N updates; `none` means no limit (default: "
    f"{_MAX_UPDATES[0]}; Pocket: {_MAX_UPDATES[1]})",
    "--max-visits N": "stop after N visits (default: no limit)",
    "--right-in-a-row M": "stop after M visits in a row without a mistake; 5N means 5 times the "
    "number of examples (default: stop when all examples are known to be right)",
}
POCKET_OPTIONS = {
    "--pocket": "run Pocket: keep the weights with the fewest mistakes",
    "--target-mistakes K": "stop Pocket when its weights make at most K mistakes (default: 0)",
}
MAX_SECONDS_OPTION = {
    "--max-seconds S": "stop after S seconds, and show what is known by then (default: no limit)"
}
REPEAT_OPTIONS = {
    "--repeat --seeds K|A..B": "make K runs with the seeds 0 to K-1, or A to B; needs a strategy "
    "that takes a seed, such as random",
    "--jobs J": "divide the runs among J processes",
}
LINE_FILE_OPTIONS = {
    "--save MODEL": "write the weights found to a JSON file, for `predict`",
    "--draw FILE.svg": "write a picture of the line; .png and .pdf need cairosvg",
}
REQUIRE_OPTION = {f"--require {CONVERGED}": "exit with status 1 if mistakes are left"}
FORCE_OPTION = {"--force": "replace existing files"}
JSON_OPTION = {"--json": "print one JSON object, with exact numbers as text"}
AUDIT_OPTIONS = {
    **JSON_OPTION,
    "--audit": "like --json, with all that is needed to check the result without this package",
}
# the titles in a command's help, in their order; the last title has all options not named here
_OPTIONS_BY_TITLE = {
    "the data": f"{' '.join([*READING_OPTIONS, *DATA_CHANGE_OPTIONS])} --test --split --set-seed",
    "the algorithm": "--strategy --in-process --strategies --pocket --sign-of-zero --eta --engine "
    "--w-f --model",
    "when to stop": "--max-updates --max-visits --right-in-a-row --target-mistakes --max-seconds",
    "many runs": "--repeat --seeds --jobs",
    "the output": "",
}
# settings for `add_argument`; an option that has no settings here or in its command is a flag, or
# takes any text
_ARGUMENT_SETTINGS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(
        ("--first", "--jobs", "--seeds"),
        {"type": partial(parse_int_at_least, minimum=1)},
    ),
    **dict.fromkeys(
        ("--max-visits", "--update", "--set-seed", "--width"), {"type": parse_int_at_least}
    ),
    **dict.fromkeys(("--header", "--comments", "--zero-based"), {"action": _Switch, "nargs": 0}),
    **dict.fromkeys(("--label", "--features", "--positive", "--id"), {"type": _decode_as_utf8}),
    "--format": {"choices": FORMATS},
    "--require": {"choices": (CONVERGED,)},
    "--decimal": {"choices": DECIMALS},
    "--missing": {"choices": (DROP,)},
    "--strategies": {"nargs": "+", "action": "extend"},
    "--sign-of-zero": {"type": int, "choices": (-1, 0, 1), "default": 0},
    "--eta": {"type": partial(_check_number, must_be_positive=True), "default": "1"},
    "--scale": {"type": partial(_check_number, must_be_positive=True)},
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
# options that few users need: if a command has more than two of them, `COMMAND --help` hides them,
# and `help COMMAND --all` shows them
RARE_OPTIONS = {
    *"--help --force --header --format --comments --decimal --zero-based --missing".split(),
    *"--first --scale --x0 --normalize --in-process --max-visits --right-in-a-row".split(),
    *"--sign-of-zero --eta --engine --jobs --target-mistakes --max-seconds --audit --split".split(),
}


def add_options_to_parser(parser: Parser, options: Mapping[str, str], **settings: Any) -> None:
    """Declare options in the groups to which `_OPTIONS_BY_TITLE` assigns them.

    An option without a metavar, choices or an action of its own is a flag.

    Args:
        parser: The parser of a command.
        options: The help of each option, by its flags and its metavar, such as "--eta Q".
        settings: More arguments of argparse's `add_argument`, the same for each of the options.
    """
    for title in _OPTIONS_BY_TITLE:
        if title not in parser.groups_by_title:
            parser.groups_by_title[title] = parser.add_argument_group(title)
    for flags_and_metavar, help_text in options.items():
        words = flags_and_metavar.split()
        flags = [word for word in words if word.startswith("-")]
        declaration = {"help": help_text, **_ARGUMENT_SETTINGS.get(flags[0], {}), **settings}
        if flags != words:
            declaration["metavar"] = words[-1]
        elif not {"action", "choices"} & {*declaration}:
            declaration["action"] = "store_true"
        titles = [
            title for title, members in _OPTIONS_BY_TITLE.items() if flags[0] in members.split()
        ]
        group = parser.groups_by_title[titles[0] if titles else "the output"]
        parser.declared_actions.append(group.add_argument(*flags, **declaration))


def without_pocket_defaults(options: Mapping[str, str]) -> dict[str, str]:
    """Return options for a command that never runs Pocket: the help omits Pocket's defaults."""
    return {key: re.sub(r"; Pocket: \w+", "", text) for key, text in options.items()}


def add_data_options(parser: Parser, *groups: Mapping[str, str]) -> None:
    """Declare FILE, options that read it or change its examples, and more groups of options."""
    file_help = f"a file of examples, {STDIN} (standard input) or {PREFIX}NAME"
    parser.add_argument("file", metavar="FILE", nargs="?", help=file_help)
    for group in (READING_OPTIONS, DATA_CHANGE_OPTIONS, *groups):
        add_options_to_parser(parser, group)


def attribute_names(options: Mapping[str, str]) -> list[str]:
    """Return the names of the attributes of `args` that hold the values of these options."""
    return [key.split()[0].strip("-").replace("-", "_") for key in options]


def check_at_most_one_given(**values: object) -> None:
    """Raise UsageError if more than one of these options is given.

    Args:
        values: The values of the options, by their flags without --; None or False if not given.
    """
    names = [name for name, value in values.items() if value is not None and value is not False]
    if names[1:]:
        raise UsageError(f"found --{names[0]} and --{names[1]}; expected only one of them")


def make_reading_options(args: argparse.Namespace, id: str | None = None) -> ReadingOptions:
    """Return the options that say how to read a FILE.

    Args:
        args: The options of a command.
        id: The column that --id names, if the command has this option.
    """
    return ReadingOptions(
        **{name: getattr(args, name) for name in attribute_names(READING_OPTIONS)}, id=id
    )


def make_data_request(args: argparse.Namespace, id: str | None = None) -> DataRequest:
    """Return a request for FILE; without FILE, for an embedded set.

    Raises:
        DataError: If there is no FILE, but data wait on standard input.
    """
    is_default = args.file is None
    if is_default:
        refuse_data_on_stdin(args.command)
    request = make_file_request(args, DEFAULT_FILE if is_default else args.file, id)
    return request.replace(is_default=is_default, command=args.command)


def make_file_request(args: argparse.Namespace, file: str, id: str | None = None) -> DataRequest:
    """Return a request for this file, with the changes that the options make."""
    changes = {name: getattr(args, name) for name in attribute_names(DATA_CHANGE_OPTIONS)}
    return DataRequest(file, make_reading_options(args, id), **changes)


def make_run_request(
    args: argparse.Namespace, pocket: bool = False, strategy: str | None = None, **fields: Any
) -> RunRequest:
    """Return a request for the run that the options describe.

    Args:
        args: The options of a command.
        pocket: Whether to run Pocket; otherwise PLA.
        strategy: The strategy, as typed; None for the default.
        fields: More arguments of `RunRequest`.

    Raises:
        UsageError: If --target-mistakes is given without --pocket.
    """
    algorithm = "pocket" if pocket else "pla"
    names = "target_mistakes", *attribute_names(RUN_OPTIONS)
    options = {name: value for name, value in vars(args).items() if name in names}
    if "target_mistakes" in options and algorithm == "pla":
        raise UsageError(
            "found --target-mistakes without --pocket; expected both, because only Pocket has a "
            "target"
        )
    return RunRequest(algorithm, strategy, options, args.max_seconds, **fields)


def make_report_form(args: argparse.Namespace) -> ReportForm:
    """Return the form of the report that --json and --audit choose."""
    return ReportForm(args.json or args.audit, args.audit)
