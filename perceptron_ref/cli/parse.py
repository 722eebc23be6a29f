"""The options of the commands, in groups, each declared once; and what their values mean."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from ..errors import StrategyError, quote
from ..examples import PREFIX
from ..files.options import DECIMALS, DROP, FORMATS
from ..plugins.entries import built_in
from ..plugins.options import parse as parsed
from ..plugins.registry import FIXED_CYCLE, entry_of, strategies, strategy
from .plan import ALGORITHMS, DEFAULTS, Plan
from .terminal import remark

if TYPE_CHECKING:
    from ..plugins.entries import Entry

DEFAULT_FILE = PREFIX + "credit"
STDIN = "-"
ALL = "all"
SIGNED = ("--features", "--positive", "--w-f", "--x0")  # their values may begin with a hyphen
_MOST_SECONDS = 10**9


class UsageError(Exception):
    """Wrong usage, exit status 2: a word that is not known, options that do not go together."""


class _Switch(argparse.Action):
    """The action of --NAME and --no-NAME: True or False, else None."""

    def __call__(self, parser: Any, args: Any, values: Any, option: str | None = None) -> None:
        setattr(args, self.dest, not str(option).startswith("--no-"))


def count(text: str, least: int = 0, more: str = "") -> int:
    """Return the int >= least that an option's text stands for."""
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text) >= least):
        size = " of at most 18 digits" if len(text) > 18 else ""
        raise _not(text, f"an int >= {least}{size}{more}")
    return int(text)


def _in_a_row(text: str) -> int | str:
    return count(text, 0, ", or a text such as 5N") if text.isdecimal() else text


def _limit(text: str) -> int | None:
    return None if text.lower() == "none" else count(text, 0, ", or none")


def seconds(text: str) -> float:
    """Return the number of seconds >= 0 that an option's text stands for."""
    with suppress(ValueError):
        if 0 <= float(text) <= _MOST_SECONDS:
            return float(text)
    raise _not(text, f"a number of seconds from 0 to {_MOST_SECONDS:,}")


def seeds(text: str) -> int | range:
    """Return how many seeds an option's text asks for, or the seeds that it names: "1..1000".

    >>> seeds("1000"), seeds("1..1000")
    (1000, range(1, 1001))
    """
    more = ", or the first and the last seed, as in 1..1000"
    first, dots, last = text.partition("..")
    if not dots:
        return count(text, 1, more)
    a, b = (count(seed, 0, more) for seed in (first, last))
    if a > b:
        raise _not(text, "a last seed that is no less than the first")
    return range(a, b + 1)


def _of_a_file(text: str) -> str:
    """Return a word as it stands in a file, in UTF-8, whatever the encoding of the terminal is."""
    try:
        return os.fsencode(text).decode("utf-8")
    except UnicodeError:  # the terminal has another one indeed
        return text


def _not(text: str, expected: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"found {quote(text)}; expected {expected}")


READING = {
    "--label COL": "label column: name or index (default: the last one)",
    "--features COLS": "columns of the features: names, indices from 0, ranges A..D, with commas "
    "between them; -COL leaves one out",
    "--positive V": "the label that means +1, all others meaning -1",
    "--format": "the file's format (default: recognised by its lines)",
    "--header --no-header": "the first line holds names, or not (default: told by its cells)",
    "--comments --no-comments": 'what follows " #" is a comment, or not (default: by format)',
    "--decimal SIGN": "what stands before decimals, a comma or a point (default: a point; between "
    "semicolons told by looking)",
    "--zero-based --no-zero-based": "indices of a libsvm file count from 0, or from 1 (default: "
    "told by an index 0)",
    "--missing": "drop examples with a cell that is empty, NA or the like (default: an error)",
}
CHANGES = {
    "--first N": "take the first N examples alone",
    "--scale Q": "multiply every x_n by Q > 0, x_0 with it; features alone: --scale Q --x0 1",
    "--x0 Q": "x_0, an exact number, as in --x0=-1/2; with 0 there is no threshold (default: 1)",
    "--normalize": "make every x_n as long as 1, x_0 included, by a rational factor within 2^-53",
}
STRATEGY = {
    "--strategy NAME[:key=value,...]": "visiting order: a name, see `strategies`, or "
    f"FILE.py[:function] (default: {DEFAULTS['pla']}; Pocket: {DEFAULTS['pocket']})",
    "--in-process": "run a strategy of yours in this process, for breakpoint(), input(), profilers "
    "and coverage; nothing holds it up, and its run is believed",
}
STRATEGIES = {
    "--strategies S": f"what to run, each NAME[:key=value,...]; {ALL} for every registered one, "
    "and the random cycle that is fixed beforehand "
    "(default: the built-in ones)"
}
_MOST = [getattr(run, "__kwdefaults__")["max_updates"] for run in ALGORITHMS.values()]
RUN = {
    "--sign-of-zero": "what sign(0) is; 0: a mistake for both labels (default: 0)",
    "--eta Q": "factor of every correction, an exact number (default: 1)",
    "--engine": "plain: answer each question about w_t by its definition; the results are the "
    "same (default: fast)",
    "--max-updates N": f"stop after N updates; none for no limit (default: {_MOST[0]}; Pocket: "
    f"{_MOST[1]})",
    "--max-visits N": "stop after N visits (default: no limit)",
    "--right-in-a-row M": "stop after M visits in a row without a mistake; 5N: 5 times the number "
    "of examples (default: when all examples were seen right)",
}
POCKET = {
    "--pocket": "run Pocket: keep the weights of fewest mistakes",
    "--target-mistakes K": "Pocket: stop at K mistakes (default: 0)",
}
MAX_SECONDS = {
    "--max-seconds S": "stop after S seconds, with what is known by then (default: no limit)"
}
REPEAT = {
    "--repeat --seeds K|A..B": "run K seeds from the strategy's own on, or seeds A to B",
    "--jobs J": "spread the runs over J processes",
}
FORCE = {"--force": "replace files that are there"}
JSON = {"--json": "print one JSON object, exact numbers as text"}
AUDIT = {
    **JSON,
    "--audit": "as --json, with the examples and all else that it takes to check the result",
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
_DECLARED: dict[str, dict[str, Any]] = {
    **dict.fromkeys(("--first", "--jobs", "--seeds", "--width"), {"type": partial(count, least=1)}),
    **dict.fromkeys(("--max-visits", "--update", "--set-seed"), {"type": count}),
    **dict.fromkeys(("--header", "--comments", "--zero-based"), {"action": _Switch, "nargs": 0}),
    **dict.fromkeys(("--label", "--features", "--positive", "--id"), {"type": _of_a_file}),
    "--format": {"choices": FORMATS},
    "--decimal": {"choices": DECIMALS},
    "--missing": {"choices": (DROP,)},
    "--strategies": {"nargs": "+", "action": "extend"},
    "--sign-of-zero": {"type": int, "choices": (-1, 0, 1), "default": 0},
    "--eta": {"default": "1"},
    "--engine": {"choices": ("fast", "plain"), "default": "fast"},
    "--right-in-a-row": {"type": _in_a_row},
    "--max-updates": {"type": _limit, "default": argparse.SUPPRESS},
    "--target-mistakes": {"type": count, "default": argparse.SUPPRESS},
    "--max-seconds": {"type": seconds},
    "--repeat": {"type": seeds},
}
# options that most need not know: `COMMAND --help` leaves them out, `help COMMAND --all` has them
RARE = {
    "--in-process",
    *"--help --force --header --format --comments --decimal --zero-based --missing".split(),
    *"--first --scale --x0 --normalize --max-visits --right-in-a-row".split(),
    *"--sign-of-zero --eta --engine --jobs --target-mistakes --max-seconds --audit --split".split(),
}


def add(parser: argparse.ArgumentParser, options: Mapping[str, str], **settings: Any) -> None:
    """Declare options, each below its title; one without a metavar or choices is a flag.

    options: for the flags and the metavar of each its help. settings: what else argparse's
        `add_argument` takes for each of them.
    """
    made = {group.title: group for group in parser._action_groups}
    for title in _TITLES:
        made[title] = made.get(title) or parser.add_argument_group(title)
    for words, help in options.items():
        flags = [word for word in words.split() if word.startswith("-")]
        how = {"help": help, **_DECLARED.get(flags[0], {}), **settings}
        if flags != words.split():
            how["metavar"] = words.split()[-1]
        elif not {"action", "choices"} & {*how}:
            how["action"] = "store_true"
        found = [title for title, known in _TITLES.items() if flags[0] in known.split()]
        made[found[0] if found else "the output"].add_argument(*flags, **how)


def add_data(parser: argparse.ArgumentParser, *options: Mapping[str, str]) -> None:
    """Declare FILE, how it is to be read, what is made of its examples, and other options."""
    told = f"examples, one a line; {STDIN} for standard input, {PREFIX}NAME for an embedded set"
    parser.add_argument("file", metavar="FILE", nargs="?", help=told)
    for each in (READING, CHANGES, *options):
        add(parser, each)


def names_of(options: Mapping[str, str]) -> list[str]:
    """Return the names under which `args` has the values of options."""
    return [words.split()[0].strip("-").replace("-", "_") for words in options]


def exclude(args: argparse.Namespace, *options: str) -> None:
    """Refuse more than one of these options, by the names that `args` has for them."""
    values = {each: getattr(args, each) for each in options}
    given = [each for each, value in values.items() if value is not None and value is not False]
    if given[1:]:
        raise UsageError(f"found --{given[0]} and --{given[1]}; expected one of them")


def plan_of(args: argparse.Namespace, text: str | None = None) -> Plan:
    """Return what is to be run: the algorithm, its options, and the strategy that a text names, or
    --strategy, or the algorithm's own. Code that is not ours is not loaded.
    """
    algorithm = "pocket" if args.pocket else "pla"
    if text is None:
        text = DEFAULTS[algorithm] if args.strategy is None else args.strategy
        if args.strategy is not None:
            note_claims(entry(text))
    if isinstance(args.repeat, range):
        _, given = parsed(text)
        if "seed" in given:
            raise UsageError(f"--seeds says which seeds to run; leave seed= out of {quote(text)}")
        if not entry(text).built_in or "seed" in strategy(text).options:  # others are refused
            text += f"{',' if given else ':'}seed={args.repeat[0]}"
    names = "target_mistakes", *names_of(RUN)
    options = {name: value for name, value in vars(args).items() if name in names}
    if "target_mistakes" in options and algorithm == "pla":
        raise UsageError("--target-mistakes goes with --pocket")
    in_process = getattr(args, "in_process", False)
    if in_process and (getattr(args, "jobs", None) or 1) > 1:
        raise UsageError("found --in-process and --jobs; expected one of them")
    if entry(text).built_in or in_process:
        return Plan(algorithm, strategy(text), options)
    from .foreign import ForeignPlan

    return ForeignPlan(algorithm, text, options)


def entry(text: str) -> Entry:
    """Return the entry of the strategy that a text names; UsageError where another is meant."""
    try:
        return entry_of(text)
    except StrategyError:
        from .meant import strategy as meant

        hint = meant(text)
        if not hint:
            raise
        raise UsageError(f"found {quote(text)} as a strategy{hint}") from None


def note_claims(*named: Entry) -> None:
    """Tell of other distributions that claim the names of built-in strategies, and how theirs run:
    nothing else would say that theirs did not.
    """
    names = dict.fromkeys(entry.name for entry in named if entry.built_in)
    table = strategies() if names else {}  # which looks through all distributions
    for name in names:
        for other in table[name][1:]:
            taken = f"claims the name {name}, too; the built-in one is taken"
            remark(f"note: {other.origin} {taken}; the other is {other.by_file or other.value}")


def chosen_strategies(args: argparse.Namespace) -> list[str]:
    """Return the texts that --strategies names, each once; `all` stands for the registered ones.

    Without it these are the built-in strategies: code of others runs where it is asked for. `all`
    also runs the course's "random cycle", which is an option of one of them.
    """
    texts: list[str] = []
    for text in args.strategies or built_in():
        texts += [*strategies(), FIXED_CYCLE] if text == ALL else [text]
    named = []
    for text in texts if args.strategies else ():
        with suppress(StrategyError):  # its row has the error
            named.append(entry(text))
    note_claims(*named)
    return list(dict.fromkeys(texts))
