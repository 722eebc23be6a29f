"""Options that several commands take, and what their values mean."""

from __future__ import annotations

import argparse

from ..errors import DataError, shown
from ..exact.integers import checked_multiple
from ..exact.limits import LONGEST_NUMBER
from ..exact.rationals import rational
from ..examples import PREFIX
from ..files.how import DECIMALS, DROP, FORMATS
from ..plugins.options import parse as parsed
from ..plugins.options import split_path
from ..plugins.registry import (
    built_in,
    entry_of,
    is_built_in,
    strategies,
    strategy,
)
from .plan import ALGORITHMS, Plan, default_strategy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction
    from typing import Any

DEFAULT_FILE = PREFIX + "credit"
STDIN = "-"
FEATURES = "--features"
ALL = "all"
_MOST_SECONDS = 10**9

# titles in a command's help, below which its options stand
DATA, ALGORITHM, LIMITS = "the data", "the algorithm", "when to stop"
RUNS, OUTPUT = "many runs", "the output"
_TITLES = DATA, ALGORITHM, LIMITS, RUNS, OUTPUT


class UsageError(Exception):
    """Options that do not go together: wrong usage, exit status 2."""


def group(parser: argparse.ArgumentParser, title: str) -> argparse._ArgumentGroup:
    """Return the group of a parser's options below one of the titles of its help.

    >>> parser = argparse.ArgumentParser()
    >>> group(parser, DATA) is group(parser, DATA)
    True
    """
    if not any(made.title == title for made in parser._action_groups):
        for each in _TITLES:  # in their order; those that stay empty are not shown
            parser.add_argument_group(each)
    return next(made for made in parser._action_groups if made.title == title)


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
    add_changes(parser)


def add_changes(parser: argparse.ArgumentParser) -> None:
    """Declare what is made of the examples before all else, in this order."""
    data = group(parser, DATA)
    data.add_argument(
        "--first", metavar="N", type=positive_count, help="take the first N examples alone"
    )
    data.add_argument(
        "--scale",
        metavar="Q",
        type=positive_number,
        help="multiply every x_n by Q > 0, x_0 with it; the features alone: --scale Q --x0 1",
    )
    data.add_argument(
        "--x0",
        metavar="Q",
        type=number,
        help="x_0, any exact number, as in --x0=-1/2; with 0 there is no threshold (default: 1)",
    )
    data.add_argument(
        "--normalize",
        action="store_true",
        default=None,
        help="make every x_n as long as 1, x_0 included, by a rational factor within 2^-53",
    )


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Declare how a file is to be read."""
    data = group(parser, DATA)
    data.add_argument(
        "--label",
        metavar="COL",
        help="column of the labels: a name, or an index from 0 (default: the last not left out)",
    )
    data.add_argument(
        FEATURES,
        metavar="COLS",
        help="columns of the features, with commas between them: names, indices from 0, ranges "
        "A..D; -COL leaves one out (default: all but the label's)",
    )
    data.add_argument(
        "--positive", metavar="V", help="the label that means +1, all others meaning -1"
    )
    data.add_argument(
        "--format", choices=FORMATS, help="the file's format (default: recognised by its lines)"
    )
    _add_choice(parser, "header", "the first line holds names", "the first line is an example")
    _add_choice(parser, "comments", 'what follows " #" is a comment', "# begins no comment")
    data.add_argument(
        "--decimal",
        metavar="SIGN",
        choices=DECIMALS,
        help="what stands before decimals, a comma or a point (default: a point; between "
        "semicolons told by looking)",
    )
    data.add_argument(
        "--missing",
        choices=(DROP,),
        help="drop examples with a cell that is empty, NA or the like (default: an error)",
    )


def _add_choice(parser: argparse.ArgumentParser, name: str, yes: str, no: str) -> None:
    """Declare --NAME and --no-NAME, of which at most one is given; None without either."""
    choice = group(parser, DATA).add_mutually_exclusive_group()
    told = "(default: told by its cells)" if name == "header" else "(default: by format)"
    choice.add_argument(
        f"--{name}", action="store_const", const=True, help=f"{yes} {told}", default=None
    )
    choice.add_argument(
        f"--no-{name}", action="store_const", const=False, dest=name, help=no, default=None
    )


def add_strategy(parser: argparse.ArgumentParser) -> None:
    """Declare the visiting order."""
    group(parser, ALGORITHM).add_argument(
        "--strategy",
        metavar="NAME[:key=value,...]",
        help="visiting order: a name, see `strategies`, or FILE.py[:function] "
        f"(default: {default_strategy('pla')}; Pocket: {default_strategy('pocket')})",
    )


def add_strategies(parser: argparse.ArgumentParser) -> None:
    """Declare which strategies are compared."""
    group(parser, ALGORITHM).add_argument(
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
    algorithm = group(parser, ALGORITHM)
    algorithm.add_argument(
        "--pocket", action="store_true", help="run Pocket: keep the weights of fewest mistakes"
    )
    group(parser, LIMITS).add_argument(
        "--target-mistakes", metavar="K", type=count, help="Pocket: stop at K mistakes (default: 0)"
    )
    add_limits(parser)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Declare the limits and conventions of a run."""
    pla, pocket = (getattr(run, "__kwdefaults__")["max_updates"] for run in ALGORITHMS.values())
    stop, algorithm = group(parser, LIMITS), group(parser, ALGORITHM)
    stop.add_argument(
        "--max-updates",
        metavar="N",
        type=count_or_none,
        default=argparse.SUPPRESS,
        help=f"stop after N updates; none for no limit (default: {pla}; Pocket: {pocket})",
    )
    stop.add_argument(
        "--max-visits", metavar="N", type=count, help="stop after N visits (default: no limit)"
    )
    stop.add_argument(
        "--right-in-a-row",
        metavar="M",
        type=in_a_row,
        help="stop after M visits in a row without a mistake; 5N: 5 times the number of examples "
        "(default: when all examples were seen right)",
    )
    algorithm.add_argument(
        "--sign-of-zero",
        type=int,
        choices=(-1, 0, 1),
        default=0,
        help="what sign(0) is; 0: a mistake for both labels (default: 0)",
    )
    algorithm.add_argument(
        "--eta",
        metavar="Q",
        default="1",
        help="factor of every correction, an exact number (default: 1)",
    )
    algorithm.add_argument(
        "--engine",
        choices=("fast", "plain"),
        default="fast",
        help="plain: answer each question about w_t by its definition; the results are the same "
        "(default: fast)",
    )


def add_repeat(parser: argparse.ArgumentParser, purpose: str) -> None:
    """Declare which seeds are run, and over how many processes."""
    runs = group(parser, RUNS).add_mutually_exclusive_group()
    runs.add_argument(
        "--repeat",
        metavar="K",
        type=positive_count,
        help=f"run K seeds, counted from the strategy's own, and {purpose}",
    )
    runs.add_argument(
        "--seeds", metavar="A..B", type=seeds, help="the same with the seeds A, A + 1, ..., B"
    )
    add_jobs(parser, "with --repeat or --seeds: spread over J processes")


def is_repeated(args: argparse.Namespace) -> bool:
    """Tell whether many runs are asked for."""
    return args.repeat is not None or args.seeds is not None


def check_repeat(args: argparse.Namespace) -> None:
    """Refuse --jobs for a single run."""
    if args.jobs is not None and not is_repeated(args):
        raise UsageError("--jobs goes with --repeat or --seeds")


def add_jobs(parser: argparse.ArgumentParser, help: str) -> None:
    """Declare over how many processes the work is spread."""
    group(parser, RUNS).add_argument("--jobs", metavar="J", type=positive_count, help=help)


def add_max_seconds(
    parser: argparse.ArgumentParser, help: str = "stop after S seconds, with what is known by then"
) -> None:
    """Declare after what time a command ends."""
    group(parser, LIMITS).add_argument(
        "--max-seconds", metavar="S", type=seconds, help=f"{help} (default: no limit)"
    )


def add_model(parser: argparse.ArgumentParser, name: str, **options: Any) -> None:
    """Declare the saved model, as an argument or an option."""
    place = group(parser, ALGORITHM) if name.startswith("-") else parser
    place.add_argument(name, metavar="MODEL", help="what `fit --save` wrote", **options)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Declare the report for programs."""
    group(parser, OUTPUT).add_argument(
        "--json", action="store_true", help="print one JSON object, exact numbers as text"
    )


def add_audit(parser: argparse.ArgumentParser) -> None:
    """Declare the report for programs that check it."""
    group(parser, OUTPUT).add_argument(
        "--audit",
        action="store_true",
        help="as --json, with the examples and all else that it takes to check the result",
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


def number(text: str) -> Fraction:
    """Return the exact number that an option's text stands for."""
    try:
        return rational(text, LONGEST_NUMBER)
    except DataError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive_number(text: str) -> Fraction:
    """Return the exact number > 0 that an option's text stands for."""
    found = number(text)
    if found <= 0:
        raise argparse.ArgumentTypeError(f"found {shown(text)}; expected a positive number")
    return found


def in_a_row(text: str) -> int | str:
    """Return the int >= 1 that an option's text stands for, or a text such as "5N" as it is."""
    try:
        checked_multiple("", text, N=1)
    except DataError:
        return _counted(text, 1, ", or a text such as 5N, N being the number of examples")
    return text


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


def seeds(text: str) -> range:
    """Return the seeds that an option's text names: "1..1000".

    >>> seeds("1..1000")
    range(1, 1001)
    """
    first, dots, last = text.partition("..")
    if not dots or not (first.isdigit() and last.isdigit() and text.isascii() and len(text) < 40):
        raise argparse.ArgumentTypeError(
            f"found {shown(text)}; expected the first and the last seed, such as 1..1000"
        )
    if int(first) > int(last):
        raise argparse.ArgumentTypeError(
            f"found {shown(text)}; expected a last seed that is no less than the first"
        )
    return range(int(first), int(last) + 1)


def _counted(text: str, least: int, more: str = "") -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text) >= least):
        raise argparse.ArgumentTypeError(f"found {shown(text)}; expected an int >= {least}{more}")
    return int(text)


def plan_of(args: argparse.Namespace) -> Plan:
    """Return what is to be run: the algorithm, its options and the strategy named, or its own."""
    options = run_options(args)
    name = algorithm_of(args)
    text = default_strategy(name) if args.strategy is None else args.strategy
    if getattr(args, "seeds", None) is not None:
        text = _with_seed(text, args.seeds[0])
    return plan_from(name, text, options)


def _with_seed(text: str, seed: int) -> str:
    """Return the text of the same strategy with that seed; UsageError if it has one.

    One of ours that takes no seed stays as it is, and is refused as with --repeat.
    """
    _, options = parsed(text)
    if "seed" in options:
        raise UsageError(f"--seeds says which seeds to run; leave seed= out of {shown(text)}")
    if is_built_in(text) and "seed" not in strategy(text).options:
        return text
    return f"{text}{',' if options else ':'}seed={seed}"


def plan_from(algorithm: str, text: str, options: Mapping[str, object]) -> Plan:
    """Return the plan for the strategy that a text names; code that is not ours is not loaded."""
    if entry_of(text).built_in:
        return Plan(algorithm, strategy(text), options)
    from .foreign import ForeignPlan

    return ForeignPlan(algorithm, text, options)


def algorithm_of(args: argparse.Namespace) -> str:
    """Return the name of the algorithm: PLA, unless the command has --pocket and it is given."""
    return "pocket" if getattr(args, "pocket", False) else "pla"


def run_options(args: argparse.Namespace) -> dict[str, object]:
    """Return the options of `pla` or `pocket` that the command line names."""
    names = "max_updates max_visits right_in_a_row sign_of_zero eta engine target_mistakes".split()
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
    for text in args.strategies or built_in():
        if text.startswith(PREFIX):
            raise UsageError(
                f"found {text} among the strategies; expected FILEs to stand before --strategies"
            )
        if "," in text.partition(":")[0] and split_path(text) is None:
            raise UsageError(f"found {text}; expected blanks between strategies, no commas")
        texts += strategies() if text == ALL else [text]
    return list(dict.fromkeys(texts))
