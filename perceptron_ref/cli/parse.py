"""Options that several commands take, and what their values mean."""

from __future__ import annotations

import argparse
import os
import sys

from ..errors import shown
from ..examples import PREFIX
from ..files.read import FORMATS
from ..plugins.notation import strategy_from
from ..plugins.registry import defaults, strategies
from .plan import ALGORITHMS, Plan, default_strategy, is_ours
from .terminal import mutter, write
from .text import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, NoReturn

DEFAULT_FILE = PREFIX + "credit"
STDIN = "-"
ALL = "all"
_MOST_SECONDS = 10**9


class UsageError(Exception):
    """Options that do not go together: wrong usage, exit status 2."""


class Parser(argparse.ArgumentParser):
    """A parser whose words go the way of all output: escaped, and failing where that fails."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the usage."""
        mutter(self.format_usage())
        self.exit(2, f"{self.prog}: error: {escaped(message)}\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Exit once what was printed has arrived."""
        if sys.stdout is not None:
            sys.stdout.flush()
        super().exit(status, message)

    def _print_message(self, message: str, file: Any = None) -> None:
        (mutter if file is sys.stderr else write)(message)


def program() -> str:
    """Return how this command line was started, as it is to be typed again."""
    by_name = not os.path.basename(sys.argv[0]).startswith("__main__")
    return "perceptron-ref" if by_name else "python3 -m perceptron_ref"


def add_run(parser: argparse.ArgumentParser) -> None:
    """Declare all that a run takes: data, a strategy, an algorithm with its limits."""
    add_data(parser)
    add_strategy(parser)
    add_algorithm(parser)


def add_data(parser: argparse.ArgumentParser) -> None:
    """Declare FILE and how it is to be read."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default=DEFAULT_FILE,
        help=f"examples, one a line; {STDIN} for standard input, {PREFIX}NAME for an embedded set "
        f"(default: {DEFAULT_FILE})",
    )
    add_reading(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
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
        "--format", choices=FORMATS, help="the file's format (default: recognised by its lines)"
    )
    _add_choice(parser, "header", "the first line holds names", "the first line is an example")
    _add_choice(parser, "comments", 'what follows " #" is a comment', "# begins no comment")


def _add_choice(parser: argparse.ArgumentParser, name: str, yes: str, no: str) -> None:
    """Declare --NAME and --no-NAME, of which at most one is given; None without either."""
    choice = parser.add_mutually_exclusive_group()
    told = "(default: told by looking)" if name == "header" else "(default: by format)"
    choice.add_argument(
        f"--{name}", action="store_const", const=True, help=f"{yes} {told}", default=None
    )
    choice.add_argument(
        f"--no-{name}", action="store_const", const=False, dest=name, help=no, default=None
    )


def add_strategy(parser: argparse.ArgumentParser) -> None:
    """Declare the visiting order."""
    parser.add_argument(
        "--strategy",
        metavar="NAME[:key=value,...]",
        help="visiting order: a name, see `strategies`, or FILE.py[:function] "
        f"(default: {default_strategy('pla')}; Pocket: {default_strategy('pocket')})",
    )


def add_strategies(parser: argparse.ArgumentParser) -> None:
    """Declare which strategies are compared."""
    parser.add_argument(
        "--strategies",
        metavar="S",
        nargs="+",
        action="extend",
        default=[],
        help=f"what to run, each NAME[:key=value,...]; {ALL} for every registered one "
        "(default: the built-in ones)",
    )


def add_algorithm(parser: argparse.ArgumentParser) -> None:
    """Declare which algorithm is run, its limits and its conventions."""
    parser.add_argument(
        "--pocket", action="store_true", help="run Pocket: keep the weights of fewest mistakes"
    )
    parser.add_argument(
        "--target-mistakes", metavar="K", type=count, help="Pocket: stop at K mistakes (default: 0)"
    )
    add_limits(parser)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Declare the limits and conventions of a run."""
    limits = {name: defaults(algorithm)["max_updates"] for name, algorithm in ALGORITHMS.items()}
    parser.add_argument(
        "--max-updates",
        metavar="N",
        type=count_or_none,
        default=argparse.SUPPRESS,
        help="stop after N updates; none for no limit "
        f"(default: {limits['pla']}; Pocket: {limits['pocket']})",
    )
    parser.add_argument(
        "--max-visits", metavar="N", type=count, help="stop after N visits (default: no limit)"
    )
    parser.add_argument(
        "--sign-of-zero",
        type=int,
        choices=(-1, 0, 1),
        default=0,
        help="what sign(0) is; 0: a mistake for both labels (default: 0)",
    )
    parser.add_argument(
        "--eta",
        metavar="Q",
        default="1",
        help="factor of every correction, an exact number (default: 1)",
    )


def add_jobs(parser: argparse.ArgumentParser, help: str) -> None:
    """Declare over how many processes the work is spread."""
    parser.add_argument("--jobs", metavar="J", type=positive_count, help=help)


def add_max_seconds(
    parser: argparse.ArgumentParser, help: str = "stop after S seconds, with what is known by then"
) -> None:
    """Declare after what time a command ends."""
    parser.add_argument(
        "--max-seconds", metavar="S", type=seconds, help=f"{help} (default: no limit)"
    )


def add_model(parser: argparse.ArgumentParser, name: str, **options: Any) -> None:
    """Declare the saved model, as an argument or an option."""
    parser.add_argument(name, metavar="MODEL", help="what `fit --save` wrote", **options)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Declare the report for programs."""
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, exact numbers as text"
    )


def add_audit(parser: argparse.ArgumentParser) -> None:
    """Declare the report for programs that check it."""
    parser.add_argument(
        "--audit",
        action="store_true",
        help="as --json, with the examples and all else that checking the result takes",
    )


def count(text: str) -> int:
    """Return the int >= 0 that an option's text stands for."""
    return _counted(text, 0)


def positive_count(text: str) -> int:
    """Return the int >= 1 that an option's text stands for."""
    return _counted(text, 1)


def count_or_none(text: str) -> int | None:
    """Return the int >= 0 that an option's text stands for, or None for "none"."""
    return None if text.lower() == "none" else _counted(text, 0, ", or none")


def seconds(text: str) -> float:
    """Return the number of seconds >= 0 that an option's text stands for."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= _MOST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"found {shown(text)}; expected a number of seconds from 0 to {_MOST_SECONDS:,}"
        )
    return found


def _counted(text: str, least: int, more: str = "") -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text) >= least):
        raise argparse.ArgumentTypeError(f"found {shown(text)}; expected an int >= {least}{more}")
    return int(text)


def plan_of(args: argparse.Namespace) -> Plan:
    """Return what is to be run: the algorithm, its options and the strategy named, or its own."""
    options = run_options(args)
    name = algorithm_of(args)
    text = default_strategy(name) if args.strategy is None else args.strategy
    return plan_from(name, text, options)


def plan_from(algorithm: str, text: str, options: Mapping[str, object]) -> Plan:
    """Return the plan for the strategy that a text names; code that is not ours is not loaded."""
    if is_ours(text):
        return Plan(algorithm, strategy_from(text), options)
    from .foreign import ForeignPlan

    return ForeignPlan(algorithm, text, options)


def algorithm_of(args: argparse.Namespace) -> str:
    """Return the name of the algorithm: PLA, unless the command has --pocket and it is given."""
    return "pocket" if getattr(args, "pocket", False) else "pla"


def run_options(args: argparse.Namespace) -> dict[str, object]:
    """Return the options of `pla` or `pocket` that the command line names."""
    names = ("max_updates", "max_visits", "sign_of_zero", "eta", "target_mistakes")
    options = {name: value for name, value in vars(args).items() if name in names}
    if options.get("target_mistakes") is None:
        options.pop("target_mistakes", None)
    elif not args.pocket:
        raise UsageError("--target-mistakes goes with --pocket")
    return options


def chosen_strategies(args: argparse.Namespace) -> list[str]:
    """Return the texts that --strategies names, each once; `all` stands for the registered ones.

    Without it these are the built-in strategies: code of others runs where it is asked for.
    """
    texts: list[str] = []
    for text in args.strategies or _built_in():
        if text.startswith(PREFIX):
            raise UsageError(
                f"found {text} among the strategies; expected FILEs to stand before --strategies"
            )
        texts += strategies() if text == ALL else [text]
    return list(dict.fromkeys(texts))


def _built_in() -> list[str]:
    table = strategies().items()
    return [name for name, claims in table if any(entry.built_in for entry in claims)]
