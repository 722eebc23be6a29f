"""Guesses at what is meant by an unknown word of the command line; imported for an error alone.

Each function returns the end of a message, "; did you mean NAME?", or "" where it knows nothing.
"""

from __future__ import annotations

import os

from ..errors import did_you_mean
from ..examples import EXAMPLES, PREFIX
from ..examples.generators import GENERATORS
from ..plugins.options import split_path
from ..plugins.registry import strategies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

# words that others use for ours
_COMMANDS = {
    **dict.fromkeys(("train", "learn", "run", "pla", "perceptron"), "fit"),
    "pocket": "fit --pocket",
    "plot": "draw",
    "strategy": "strategies",
    "test": "fit --test FILE2",
    "version": "--version",
}
_OPTIONS = {
    **dict.fromkeys(("learning-rate", "lr", "alpha", "rate", "step"), "eta"),
    **dict.fromkeys(("iterations", "max-iter", "max-iterations", "steps"), "max-updates"),
    **dict.fromkeys(("epochs", "passes", "max-epochs"), "max-visits"),
    **dict.fromkeys(("target", "class", "y"), "label"),
    **dict.fromkeys(("order", "algorithm"), "strategy"),
    **dict.fromkeys(("verbose", "history"), "trace"),
    **dict.fromkeys(("plot", "picture", "svg"), "draw"),
    **dict.fromkeys(("runs", "times", "experiments"), "repeat"),
    **dict.fromkeys(("timeout", "time-limit"), "max-seconds"),
}
_A_STRATEGY = "; a strategy stands behind --strategy or --strategies"
_FILES = ("file", "data", "input", "train", "csv")


def command(word: str, commands: Iterable[str]) -> str:
    """Tell about what is no command: a misspelt one, another word for one, or a FILE."""
    if split_path(word):
        return f"; did you mean: fit --strategy {word}?"
    if word.startswith(PREFIX) or os.path.isfile(word):
        return f"; did you mean: fit {word}?"
    if word.lower() in _COMMANDS:
        return f"; did you mean: {_COMMANDS[word.lower()]}?"
    return did_you_mean(word, commands)


def option(word: str, options: Collection[str], metavars: Collection[str]) -> str:
    """Tell about what is no option: a misspelt one, another word for one, or an argument.

    options: those that there are, such as "--json". metavars: those of the arguments, such as FILE.
    """
    word = word.lower().replace("_", "-")
    if word == "seed" and "--strategy" in options:
        return "; a seed goes with the strategy, as in --strategy random:seed=3"
    metavar = "FILE" if word in _FILES else word.upper()
    if metavar in metavars:
        return f"; write {metavar} without an option"
    if f"--{_OPTIONS.get(word)}" in options:
        return f"; did you mean --{_OPTIONS[word]}?"
    return did_you_mean(word, [each[2:] for each in options if each.startswith("--")], "--")


def one_more(word: str) -> str:
    """Tell about a word that no argument is left for."""
    if word in strategies():
        return _A_STRATEGY
    if "=" in word:
        return "; options of a set or a strategy stand behind a colon, as in NAME:key=value"
    return "; a name with blanks in it goes in quotes"


def file(path: str) -> str:
    """Tell about a FILE that is not there: one of a similar name, a set of ours, or a strategy."""
    if "://" in path:
        return "; nothing is fetched: save it as a file first"
    if path in strategies() or split_path(path):
        return _A_STRATEGY
    folder, name = os.path.split(path)
    try:
        here = sorted(os.listdir(folder or "."))
    except OSError:
        return f"; there is no folder {folder}"
    near = did_you_mean(name, here, os.path.join(folder, ""))
    near = near or did_you_mean(name.rpartition(":")[2], [*EXAMPLES, *GENERATORS], PREFIX)
    return near or f"; a set of ours is written {PREFIX}NAME, see `examples`"
