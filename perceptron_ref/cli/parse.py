"""Options that several commands take, and what their values mean."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction

from ..errors import DataError, shown
from ..exact.limits import LONGEST_NUMBER
from ..exact.rationals import rational
from ..examples import PREFIX
from ..files.options import DECIMALS, DROP, FORMATS
from ..plugins.options import parse as parsed
from ..plugins.registry import built_in, entry_of, is_built_in, strategies, strategy
from .plan import ALGORITHMS, Plan, default_strategy

DEFAULT_FILE = PREFIX + "credit"
STDIN = "-"
ALL = "all"
SIGNED = ("--features", "--positive", "--w-f", "--x0")  # their values may begin with a hyphen
_MOST_SECONDS = 10**9

# titles in a command's help, below which its options stand
DATA, ALGORITHM, LIMITS = "the data", "the algorithm", "when to stop"
RUNS, OUTPUT = "many runs", "the output"
_TITLES = DATA, ALGORITHM, LIMITS, RUNS, OUTPUT


class UsageError(Exception):
    """Wrong usage, exit status 2: a word that is not known, options that do not go together."""


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


def add_data(parser: argparse.ArgumentParser) -> None:
    """Declare FILE and how it is to be read."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help=f"examples, one a line; {STDIN} for standard input, {PREFIX}NAME for an embedded set "
        f"(default: {DEFAULT_FILE}, an example)",
    )
    add_reading(parser)
    add_changes(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Declare how a file is to be read."""
    add = group(parser, DATA).add_argument
    add(
        "--label",
        metavar="COL",
        help="column of the labels: a name, or an index from 0 (default: the last not left out)",
    )
    add(
        "--features",
        metavar="COLS",
        help="columns of the features, with commas between them: names, indices from 0, ranges "
        "A..D; -COL leaves one out (default: all but the label's)",
    )
    add("--positive", metavar="V", help="the label that means +1, all others meaning -1")
    add("--format", choices=FORMATS, help="the file's format (default: recognised by its lines)")
    told = "the first line holds names (default: told by its cells)"
    _add_choice(parser, "header", told, "the first line is an example")
    told = 'what follows " #" is a comment (default: by format)'
    _add_choice(parser, "comments", told, "# begins no comment")
    add(
        "--decimal",
        metavar="SIGN",
        choices=DECIMALS,
        help="what stands before decimals, a comma or a point (default: a point; between "
        "semicolons told by looking)",
    )
    add(
        "--missing",
        choices=(DROP,),
        help="drop examples with a cell that is empty, NA or the like (default: an error)",
    )


def _add_choice(parser: argparse.ArgumentParser, name: str, yes: str, no: str) -> None:
    """Declare --NAME and --no-NAME, of which at most one is given; None without either."""
    add = group(parser, DATA).add_mutually_exclusive_group().add_argument
    add(f"--{name}", action="store_const", const=True, help=yes)
    add(f"--no-{name}", action="store_const", const=False, dest=name, help=no)


def add_changes(parser: argparse.ArgumentParser) -> None:
    """Declare what is made of the examples before all else, in this order."""
    add = group(parser, DATA).add_argument
    add("--first", metavar="N", type=positive_count, help="take the first N examples alone")
    add(
        "--scale",
        metavar="Q",
        type=positive_number,
        help="multiply every x_n by Q > 0, x_0 with it; the features alone: --scale Q --x0 1",
    )
    add(
        "--x0",
        metavar="Q",
        type=number,
        help="x_0, any exact number, as in --x0=-1/2; with 0 there is no threshold (default: 1)",
    )
    add(
        "--normalize",
        action="store_true",
        default=None,
        help="make every x_n as long as 1, x_0 included, by a rational factor within 2^-53",
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


def add_pocket(parser: argparse.ArgumentParser) -> None:
    """Declare which algorithm is run, its limits and its conventions."""
    group(parser, ALGORITHM).add_argument(
        "--pocket", action="store_true", help="run Pocket: keep the weights of fewest mistakes"
    )
    group(parser, LIMITS).add_argument(
        "--target-mistakes", metavar="K", type=count, help="Pocket: stop at K mistakes (default: 0)"
    )
    add_limits(parser)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Declare the limits and conventions of a run."""
    pla, pocket = (getattr(run, "__kwdefaults__")["max_updates"] for run in ALGORITHMS.values())
    add = group(parser, LIMITS).add_argument
    add(
        "--max-updates",
        metavar="N",
        type=count_or_none,
        default=argparse.SUPPRESS,
        help=f"stop after N updates; none for no limit (default: {pla}; Pocket: {pocket})",
    )
    add("--max-visits", metavar="N", type=count, help="stop after N visits (default: no limit)")
    add(
        "--right-in-a-row",
        metavar="M",
        type=in_a_row,
        help="stop after M visits in a row without a mistake; 5N: 5 times the number of examples "
        "(default: when all examples were seen right)",
    )
    add = group(parser, ALGORITHM).add_argument
    add(
        "--sign-of-zero",
        type=int,
        choices=(-1, 0, 1),
        default=0,
        help="what sign(0) is; 0: a mistake for both labels (default: 0)",
    )
    add(
        "--eta",
        metavar="Q",
        default="1",
        help="factor of every correction, an exact number (default: 1)",
    )
    add(
        "--engine",
        choices=("fast", "plain"),
        default="fast",
        help="plain: answer each question about w_t by its definition; the results are the same "
        "(default: fast)",
    )


def add_repeat(parser: argparse.ArgumentParser, purpose: str) -> None:
    """Declare which seeds are run, and over how many processes."""
    add = group(parser, RUNS).add_mutually_exclusive_group().add_argument
    told = f"run K seeds, counted from the strategy's own, and {purpose}"
    add("--repeat", metavar="K", type=positive_count, help=told)
    told = "the same with the seeds A, A + 1, ..., B"
    add("--seeds", metavar="A..B", type=seeds, help=told)
    add_jobs(parser, "with --repeat or --seeds: spread over J processes")


def is_repeated(args: argparse.Namespace) -> bool:
    """Tell whether many runs are asked for; UsageError for --jobs without them."""
    many = args.repeat is not None or args.seeds is not None
    if args.jobs is not None and not many:
        raise UsageError("--jobs goes with --repeat or --seeds")
    return many


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


def add_json(parser: argparse.ArgumentParser, audit: bool = False) -> None:
    """Declare the report for programs, and that for those that check it."""
    add = group(parser, OUTPUT).add_argument
    add("--json", action="store_true", help="print one JSON object, exact numbers as text")
    if audit:
        told = "as --json, with the examples and all else that it takes to check the result"
        add("--audit", action="store_true", help=told)


def count(text: str, least: int = 0, more: str = "") -> int:
    """Return the int >= least that an option's text stands for."""
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text) >= least):
        raise _not(text, f"an int >= {least}{more}")
    return int(text)


def positive_count(text: str) -> int:
    """Return the int >= 1 that an option's text stands for."""
    return count(text, 1)


def count_or_none(text: str) -> int | None:
    """Return the int >= 0 that an option's text stands for, or None for "none"."""
    return None if text.lower() == "none" else count(text, 0, ", or none")


def in_a_row(text: str) -> int | str:
    """Return the int >= 1 that an option's text stands for, or a text such as "5N" as it is."""
    if text.endswith("N") and positive_count(text[:-1]):
        return text
    return count(text, 1, ", or a text such as 5N, N being the number of examples")


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
        raise _not(text, "a positive number")
    return found


def seconds(text: str) -> float:
    """Return the number of seconds >= 0 that an option's text stands for."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= _MOST_SECONDS:
        raise _not(text, f"a number of seconds from 0 to {_MOST_SECONDS:,}")
    return found


def seeds(text: str) -> range:
    """Return the seeds that an option's text names: "1..1000".

    >>> seeds("1..1000")
    range(1, 1001)
    """
    first, _, last = text.partition("..")
    a, b = (count(seed, 0, ", as both are in 1..1000") for seed in (first, last))
    if a > b:
        raise _not(text, "a last seed that is no less than the first")
    return range(a, b + 1)


def _not(text: str, expected: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"found {shown(text)}; expected {expected}")


def plan_of(args: argparse.Namespace) -> Plan:
    """Return what is to be run: the algorithm, its options and the strategy named, or its own."""
    name = algorithm_of(args)
    text = default_strategy(name) if args.strategy is None else args.strategy
    if getattr(args, "seeds", None) is not None:
        _, given = parsed(text)
        if "seed" in given:
            raise UsageError(f"--seeds says which seeds to run; leave seed= out of {shown(text)}")
        if not is_built_in(text) or "seed" in strategy(text).options:  # others are refused
            text += f"{',' if given else ':'}seed={args.seeds[0]}"
    return plan_from(name, text, run_options(args))


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
            raise UsageError(f"found {text} as a strategy; expected FILEs before --strategies")
        texts += strategies() if text == ALL else [text]
    return list(dict.fromkeys(texts))
