"""Meanings of unknown words of the command line; imported for an error alone.

Each function returns the end of a message, or "" if it knows nothing.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence

from ..errors import did_you_mean, quote
from ..examples import EXAMPLES, PREFIX
from ..examples.generators import GENERATORS
from ..plugins.options import split_path_and_name
from ..plugins.registry import strategies

_STRATEGY_OPTIONS = "; the option --strategy or --strategies stands before a strategy"
_HINTS_BY_WORDS = {  # words that people try, and what does it here
    "algorithm pla pocket": "`fit` runs PLA, `fit --pocket` runs Pocket",
    "animate animation controls draw gif mp4 plot visualize": "`draw -o FILE.svg` draws a run that "
    "moves; `fit`, `separable` and `optimum` draw the line that they find: --draw FILE.svg; in "
    "Python draw_data(D, h) draws any",
    "bias fit-intercept no-bias no-intercept": "`fit --x0 0` leaves the threshold out",
    "csv o output save": "`fit --save MODEL` writes a model, `draw -o FILE.svg` a picture, "
    "`predict --csv FILE` a table",
    "delimiter sep": "the delimiter is recognised; `--format` names another one",
    "drop exclude ignore": "`fit --features -COL` leaves a column out",
    "dropna na": "`--missing drop` leaves out the lines with an empty cell",
    "encoding": "a FILE is text in UTF-8; iconv -f big5 -t utf-8 FILE > NEW.csv converts Big5",
    "epochs iterations max-iter n-iter": "`--max-updates N` or `--max-visits N` limits a run; N "
    "visits are an epoch",
    "evaluate score test": "`predict MODEL FILE` counts the mistakes where FILE has labels",
    "init start w0": "`fit` starts from w = 0; in Python, pla(D, w0=[1, 0, 0]) starts elsewhere",
    "learn run train": "`fit FILE` learns from examples",
    "learning-rate lr": "`fit --eta Q` sets the learning rate",
    "list": "`strategies` and `examples` list what there is",
    "margin optimal svm": "`separable` finds the line of largest margin, "
    "`separable --svm` that of a support vector machine",
    "model": "`predict MODEL FILE` reads a saved model, `fit --save MODEL` writes one",
    "order random visiting-order": "`fit --strategy random` visits at random, see `strategies`",
    "random-state seed": "write a seed after the name that uses it, as in `fit --strategy "
    "random:seed=3`, `fit --split 0.8:seed=3` or `examples separable:seed=3`",
    "shuffle": "`fit --strategy random-permutation` visits in random order, "
    "`fit --split 0.8:seed=3` splits the examples at random",
    "repeat seeds": "`fit --repeat K`, `compare --repeat K` and `race --seeds K` run many seeds",
    "target": "`--label NAME` names the column of the labels",
    "test-size": "`fit --split 0.7` keeps the other examples for a test",
}
_OWN_OPTIONS = {
    "draw o output plot svg visualize": "--draw",
    "save": "--save",
    "csv table": "--csv",
}
HINTS = {word: f"; {hint}" for words, hint in _HINTS_BY_WORDS.items() for word in words.split()}


def command_hint(word: str, commands: Iterable[str]) -> str:
    """Tell about an unknown command: a misspelt one, another word for one, or a FILE."""
    if word.startswith(PREFIX) or os.path.isfile(word):
        return f"; did you mean: fit {word}?"
    return (
        hint_for_word_of_other_tools(word)
        or did_you_mean(word, commands)
        or f"; expected one of {', '.join(commands)}"
    )


def unknown_arguments_message(words: Sequence[str], options: Collection[str]) -> str:
    """Return a hint about words that no option and no argument takes.

    options: those that there are, such as "--json".
    """
    unknown = [word.partition("=")[0] for word in words if word.startswith("-")]
    if not unknown:
        named = words[0].partition(":")[0]
        is_strategy = split_path_and_name(words[0]) or named in strategies()
        own = [option for option in ("--strategy", "--strategies") if option in options]
        hint = hint_for_word_of_other_tools(words[0]) or "; put a name with blanks in it in quotes"
        hint = f"; to choose a strategy: {own[0]} {words[0]}" if is_strategy and own else hint
        return f"unexpected word {quote(words[0])}{hint}"
    long = [option[2:] for option in options if option.startswith("--")]
    hint = (
        _matching_option(unknown[0], options)
        or hint_for_word_of_other_tools(unknown[0])
        or did_you_mean(unknown[0].strip("-"), long, "--")
    )
    return f"unknown option {unknown[0]}{hint}"


def _matching_option(word: str, options: Collection[str]) -> str:
    """Return the option of the same command that does what people try with this word, or ""."""
    for words, option in _OWN_OPTIONS.items():
        if word.strip("-").lower() in words.split() and option in options:
            return f"; did you mean {option} FILE?"
    return ""


def hint_for_word_of_other_tools(word: str) -> str:
    """Tell what does here what people try with this word."""
    return HINTS.get(word.strip("-").lower().replace("_", "-"), "")


def unknown_strategy_hint(text: str) -> str:
    """Tell about a text that names no strategy: a file without its .py, a folder of
    `new-strategy`, a FILE of examples, names joined by commas, or a word that people try.
    """
    name = text.partition(":")[0]
    if name in strategies():
        return ""
    folder, module = os.path.split(os.path.normpath(name))
    file = f"{module.replace('-', '_')}.py"
    for near in (os.path.join(folder, file), os.path.join(name, file)):
        if os.path.exists(near):
            return f"; did you mean {near}?"
    if text.startswith(PREFIX) or os.path.isfile(text):
        return ", a FILE of examples; they go together as in `compare FILE --strategies cyclic`"
    names = text.split(",")
    if names[1:] and "=" not in text:
        return f"; `compare --strategies {' '.join(names)}` takes several"
    return hint_for_word_of_other_tools(name)


def unreadable_file_hint(path: str) -> str:
    """Tell about a FILE that holds no examples: a strategy, or, if it is not there, one of a
    similar name or an embedded set.
    """
    if os.path.lexists(path) and not split_path_and_name(path):
        return ""
    if split_path_and_name(path) or path in strategies():
        return _STRATEGY_OPTIONS
    folder, name = os.path.split(path)
    try:
        here = sorted(os.listdir(folder or "."))
    except OSError:
        return f"; there is no folder {folder}" if folder else "; this folder cannot be listed"
    near = did_you_mean(name, here, os.path.join(folder, ""))
    near = near or did_you_mean(name.rpartition(":")[2], [*EXAMPLES, *GENERATORS], PREFIX)
    return near or f"; an embedded set is written {PREFIX}NAME, see `examples`"
