"""What several commands take: where the data are, how to run, and what the words on the command
line mean.
"""

from __future__ import annotations

import argparse
import os
import sys

from ..errors import DataError, shown
from ..exact.rationals import is_number
from ..examples import PREFIX, example
from ..files.read import FORMATS, read_table, table_of
from ..pla import pla
from ..plugins.notation import parse
from ..plugins.registry import strategies
from ..pocket import pocket

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..dataset import Dataset
    from ..files.table import Like, Table
    from ..pla import Run

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DEFAULT_FILE = PREFIX + "credit"
STDIN = "-"
ALL = "all"
ALGORITHMS: dict[str, Callable[..., Run]] = {"pla": pla, "pocket": pocket}
DEFAULT_STRATEGIES = {"pla": "cyclic", "pocket": "random-permutation"}


def program() -> str:
    """Return how this command line was started, as it is to be typed again."""
    by_name = not os.path.basename(sys.argv[0]).startswith("__main__")
    return "perceptron-ref" if by_name else "python3 -m perceptron_ref"


def add_command(commands: Commands, name: str, help: str, examples: str) -> argparse.ArgumentParser:
    """Declare a command with its line of help and the examples below its options."""
    return commands.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog="examples:\n" + examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Declare FILE and how it is to be read."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default=DEFAULT_FILE,
        help=f"examples, one a line; {STDIN} for standard input, {PREFIX}NAME for an embedded set "
        f"(default: {DEFAULT_FILE})",
    )
    add_reading_options(parser)


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Declare how a file is to be read."""
    parser.add_argument(
        "--label",
        metavar="COL",
        help="column of the labels: a name, or an index from 0 (default: the last)",
    )
    parser.add_argument(
        "--positive", metavar="V", help="the label that means +1, all others meaning -1"
    )
    parser.add_argument(
        "--format", choices=FORMATS, help="the file's format (default: told by looking)"
    )


def add_strategy(parser: argparse.ArgumentParser) -> None:
    """Declare the visiting order."""
    parser.add_argument("--strategy", metavar="NAME[:key=value,...]",
                        help="visiting order: a name, see `strategies`, or FILE.py[:function] "
                        "(default: cyclic; Pocket: random-permutation)")  # fmt: skip


def add_strategies(parser: argparse.ArgumentParser) -> None:
    """Declare which strategies are run beside each other."""
    parser.add_argument(
        "--strategies",
        metavar="S",
        nargs="+",
        action="extend",
        default=[],
        help=f"what to run, each NAME[:key=value,...]; {ALL} for every registered one (default: {ALL})",
    )


def chosen_strategies(args: argparse.Namespace) -> list[str]:
    """Return the texts that --strategies names, each once, and for `all` the names of those that
    are registered.
    """
    texts: list[str] = []
    for text in args.strategies or [ALL]:
        if text.startswith(PREFIX):
            raise UsageError(
                f"found {text} among the strategies; expected FILEs to stand before --strategies"
            )
        texts += strategies() if text == ALL else [text]
    return list(dict.fromkeys(texts))


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Declare what is run, its limits and conventions."""
    parser.add_argument(
        "--pocket", action="store_true", help="run Pocket: keep the weights of fewest mistakes"
    )
    parser.add_argument(
        "--target-mistakes", metavar="K", type=count, help="Pocket: stop at K mistakes (default: 0)"
    )
    add_limits(parser)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Declare the limits and conventions of a run."""
    parser.add_argument("--max-updates", metavar="N", type=count_or_none, default=argparse.SUPPRESS,
                        help="stop after N updates; none for no limit (default: 100000; Pocket: 1000)")  # fmt: skip
    parser.add_argument(
        "--max-visits", metavar="N", type=count, help="stop after N visits (default: no limit)"
    )
    parser.add_argument("--sign-of-zero", type=int, choices=(-1, 0, 1), default=0,
                        help="what sign(0) is; 0: a mistake for both labels (default: 0)")  # fmt: skip
    parser.add_argument(
        "--eta",
        metavar="Q",
        default="1",
        help="factor of every correction, an exact number (default: 1)",
    )


def run_options(args: argparse.Namespace) -> dict[str, object]:
    """Return the options of `pla` or `pocket` that the command line names."""
    options: dict[str, object] = {
        "max_visits": args.max_visits,
        "sign_of_zero": args.sign_of_zero,
        "eta": args.eta,
    }
    if hasattr(args, "max_updates"):
        options["max_updates"] = args.max_updates
    if getattr(args, "target_mistakes", None) is not None:
        if not args.pocket:
            raise UsageError("--target-mistakes goes with --pocket")
        options["target_mistakes"] = args.target_mistakes
    return options


class UsageError(Exception):
    """Options that do not go together: wrong usage, exit status 2."""


def load(args: argparse.Namespace) -> Dataset:
    """Return the examples of FILE."""
    return load_from(args.file, args)


def load_from(file: str, args: argparse.Namespace, like: Like | None = None) -> Dataset:
    """Return the examples of a file, standard input, or an embedded set; say so where all have the
    same label.
    """
    if file.startswith(PREFIX):
        data = _embedded(file, args)
    else:
        table = load_table(file, args, like)
        data = table.dataset(args.positive, like)
        warn_of_other_spellings(file, table, args.positive)
    if like is not None and data.names != like.names:
        raise DataError(
            f"{file}: found the features {', '.join(data.names)}; expected {', '.join(like.names)}"
        )
    warn_of_one_class(file, data)
    return data


def warn_of_one_class(file: str, data: Dataset) -> None:
    """Say on standard error where all labels mean the same, as they also do where the one for +1 is
    misspelt.
    """
    if len(set(data.ys)) == 1:
        none = "" if data.ys[0] > 0 else f", none being {shown(data.labels[1])}"
        print(f"warning: {file}: all {data.N} labels mean {data.ys[0]:+d}{none}", file=sys.stderr)


def warn_of_other_spellings(file: str, table: Table, positive: str | None) -> None:
    """Say on standard error where a label that means -1 is the one for +1 in other letters, "Yes"
    beside "yes".
    """
    if positive is None or table.found is None or is_number(positive):
        return
    texts = dict.fromkeys(table.found.texts)
    others = [text for text in texts if text != positive and text.casefold() == positive.casefold()]
    if others:
        print(
            f"warning: {file}: the label {shown(others[0])} means -1; only {shown(positive)} means +1",
            file=sys.stderr,
        )


def load_table(
    file: str, args: argparse.Namespace, like: Like | None = None, labelled: bool = True
) -> Table:
    """Return what a file or standard input holds, its labels still as they are written."""
    if file == STDIN:
        if sys.stdin is None:
            raise DataError("standard input: cannot be read: it is closed; expected examples")
        return table_of(
            sys.stdin.buffer,
            "standard input",
            format=args.format,
            label=args.label,
            like=like,
            labelled=labelled,
        )
    return read_table(file, format=args.format, label=args.label, like=like, labelled=labelled)


def _embedded(file: str, args: argparse.Namespace) -> Dataset:
    for option in ("label", "positive", "format"):
        if getattr(args, option) is not None:
            raise DataError(
                f"{file}: found --{option}; expected none, as an embedded set brings its own labels"
            )
    name, options = parse(file[len(PREFIX) :])
    return example(name, **options)


def count(text: str) -> int:
    """Return the int from 0 on that an option's text stands for."""
    return _counted(text, 0)


def positive_count(text: str) -> int:
    """Return the int from 1 on that an option's text stands for."""
    return _counted(text, 1)


def count_or_none(text: str) -> int | None:
    """Return the int from 0 on that an option's text stands for, or None for "none"."""
    return None if text.lower() == "none" else _counted(text, 0, ", or none")


def _counted(text: str, least: int, more: str = "") -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text) >= least):
        raise argparse.ArgumentTypeError(
            f"found {shown(text)}; expected an int from {least} on{more}"
        )
    return int(text)
