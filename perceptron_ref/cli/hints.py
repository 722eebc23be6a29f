"""Hints about wrong arguments of the command line; this module is imported only after an error.

A function whose name ends in `hint` returns the end of an error message, or "" without a hint.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Iterable, Sequence

from ..errors import did_you_mean, quote
from ..examples import EXAMPLES, PREFIX
from ..examples.generators import GENERATORS
from ..plugins.options import split_path_and_name
from ..plugins.registry import strategies
from .output_files import is_saved_model

_HINTS_BY_WORDS = {  # words of other tools, and what has the same effect in this program
    "algorithm pla pocket": "`fit` runs PLA, and `fit --pocket` runs Pocket",
    "animate animation controls draw gif mp4 plot visualize": "`draw -o FILE.svg` draws an "
    "animation of a run. With `--draw FILE.svg`, `fit`, `separable` and `optimum` draw the line "
    "that they find. In Python, `draw_data(D, h)` draws any line",
    "bias fit-intercept no-bias no-intercept": "`fit --x0 0` leaves out the threshold",
    "csv o output save": "`fit --save MODEL` writes a model, `draw -o FILE.svg` writes a picture, "
    "and `predict --csv FILE` writes a table",
    "delimiter sep": "`fit FILE` recognizes the delimiter. To set it, use `--format`, as in "
    "`fit FILE --format semicolon`",
    "drop exclude ignore": "`fit --features -COL` leaves out the column COL",
    "dropna na": "`fit --missing drop` leaves out the lines with an empty cell",
    "encoding": "files must be in UTF-8. To convert a file from Big5, use "
    "`iconv -f big5 -t utf-8 OLD.csv > NEW.csv`",
    "epochs iterations max-iter n-iter": "`fit --max-updates K` or `fit --max-visits K` "
    "limits a run. An epoch is N visits, one to each of the N examples",
    "evaluate score test": "`predict MODEL FILE` counts the mistakes if FILE has labels",
    "init start w0": "`fit` starts from w = 0. In Python, `pla(D, w0=[1, 0, 0])` starts "
    "from other weights",
    "learn run train": "`fit FILE` learns from examples",
    "learning-rate lr": "`fit --eta Q` sets the learning rate",
    "list": "`strategies` lists the strategies, and `examples` lists the data sets",
    "margin optimal svm": "`separable` finds the line with the largest margin, and "
    "`separable --svm` finds the line of a support vector machine",
    "model": "`predict MODEL FILE` reads a saved model, and `fit --save MODEL` writes one",
    "order random visiting-order": "`fit --strategy random` visits the examples at random. "
    "`strategies` lists all strategies",
    "random-state seed": "write a seed after the name that uses it, as in `fit --strategy "
    "random:seed=3`, `fit --split 0.8:seed=3` or `examples separable:seed=3`",
    "shuffle": "`fit --strategy random-permutation` visits the examples in random order, and "
    "`fit --split 0.8:seed=3` splits the examples at random",
    "repeat seeds": "`fit --repeat K`, `compare --repeat K` and `race --seeds K` make "
    "runs with many seeds",
    "target": "`fit --label NAME` names the label column",
    "test-size": "`fit --split 0.7` learns from 70 % of the examples and counts the mistakes on "
    "the rest",
    "v version": "`--version` without a command prints the version",
}
_FILE_OPTIONS_BY_WORDS = {  # options that write a file, if the command has them
    "draw o output plot svg visualize": "--draw",
    "save": "--save",
    "csv table": "--csv",
}
_COMMANDS_WITH_A_STRATEGY = ("check-strategy", "strategies")
_MAX_FILES = 1_000  # of a folder, compared with a misspelt name
HINTS = {word: f"; {hint}" for words, hint in _HINTS_BY_WORDS.items() for word in words.split()}


def unknown_command_message(word: str, commands: Iterable[str]) -> str:
    """Return the message about a first word that is not a command.

    It may be an option, a file, a data set, a word of another tool, or a misspelling.
    """
    if word.startswith("-"):
        hint = (
            other_tools_hint(word)
            or did_you_mean(word.strip("-"), ["help", "version"], "--")
            or "; expected a command first, and its options after it, as in `fit FILE --trace`"
        )
        return f"unknown option {word.partition('=')[0]}{hint}"
    return f"unknown command {quote(word)}{_command_hint(word, commands)}"


def _command_hint(word: str, commands: Iterable[str]) -> str:
    """Return a hint about an unknown command that is not an option."""
    if word == "words":
        return "; did you mean `help words`?"
    if split_path_and_name(word) and os.path.isfile(word):
        return f"; did you mean `fit --strategy {shlex.quote(word)}`?"
    if word.startswith(PREFIX):
        name, names = word[len(PREFIX) :].partition(":")[0], [*EXAMPLES, *GENERATORS]
        if name not in names:
            return did_you_mean(name, names, f"fit {PREFIX}") or (
                f". For an embedded data set, write `fit {PREFIX}NAME` (`examples` lists the names)"
            )
    if word.startswith(PREFIX) or os.path.isfile(word):
        is_model = not word.startswith(PREFIX) and is_saved_model(word)
        command = f"predict {shlex.quote(word)} FILE" if is_model else f"fit {shlex.quote(word)}"
        return f"; did you mean `{command}`?"
    return (
        other_tools_hint(word)
        or did_you_mean(word, commands)
        or f"; expected one of {', '.join(commands)}"
    )


def unknown_arguments_message(
    command: str, arguments: Sequence[str], options: Collection[str]
) -> str:
    """Return the message about arguments that a command does not take.

    Args:
        command: The command.
        arguments: These arguments; unknown options are among them.
        options: The options of the command, such as "--json".
    """
    unknown_flags = [text.partition("=")[0] for text in arguments if text.startswith("-")]
    if not unknown_flags:
        name = arguments[0].partition(":")[0]
        is_strategy = split_path_and_name(arguments[0]) or name in strategies()
        flags = [option for option in ("--strategy", "--strategies") if option in options]
        if is_strategy and flags:
            hint = f"; to choose a strategy, write `{flags[0]} {shlex.quote(arguments[0])}`"
        elif is_strategy and command in _COMMANDS_WITH_A_STRATEGY:
            run = f"{command} {shlex.quote(arguments[0])}"
            hint = f"; {command} takes one strategy. For this one, run `{run}`, too"
        else:
            hint = other_tools_hint(arguments[0]) or (
                ". Leave out this word, or put a name that contains spaces in quotes"
            )
        return f"unexpected word {quote(arguments[0])}{hint}"
    long_names = [option[2:] for option in options if option.startswith("--")]
    hint = (
        _file_option_hint(unknown_flags[0], options)
        or other_tools_hint(unknown_flags[0])
        or did_you_mean(unknown_flags[0].strip("-"), long_names, "--")
    )
    return f"unknown option {unknown_flags[0]}{hint}"


def _file_option_hint(word: str, options: Collection[str]) -> str:
    """Return a hint about the option that writes a file, if other tools call it by this word."""
    for words, option in _FILE_OPTIONS_BY_WORDS.items():
        if word.strip("-").lower() in words.split() and option in options:
            return f"; did you mean {option} FILE?"
    return ""


def other_tools_hint(word: str) -> str:
    """Return the hint about a word that other tools use, such as "epochs"; "" without a hint."""
    return HINTS.get(word.strip("-").lower().replace("_", "-"), "")


def unknown_strategy_hint(typed_text: str, option: str = "") -> str:
    """Return a hint about a text that names no strategy.

    It may be a path without .py, a folder that `new-strategy` made, another file, perhaps of
    examples, a data set, several names with commas between them, or a word of another tool.

    Args:
        typed_text: The text.
        option: The option that it followed; "" if it was an argument.
    """
    name = typed_text.partition(":")[0]
    if name in strategies():
        return ""
    folder, module = os.path.split(os.path.normpath(name))
    file = f"{module.replace('-', '_')}.py"
    for path in (os.path.join(folder, file), os.path.join(name, file)):
        if os.path.exists(path):
            return f"; did you mean {path}?"
    has_prefix = typed_text.startswith(PREFIX)
    if has_prefix or os.path.isfile(typed_text):
        expected = "; expected a name such as cyclic, or a Python file such as mine.py"
        if not option or (has_prefix and typed_text.split(":")[1] not in {*EXAMPLES, *GENERATORS}):
            return expected
        condition = "To use this data set" if has_prefix else "If this file holds examples"
        line = f"{shlex.quote(typed_text)} {option} cyclic"
        return f"{expected}. {condition}, write it before the option: `{line}`"
    names = [*filter(None, map(str.strip, typed_text.split(",")))]
    if "," in name and names:
        if any(name.startswith("-") for name in names):
            return "; options of a strategy follow a colon, without hyphens, as in random:seed=3"
        names = _join_options_to_names(names)
        if len(names) == 1:
            return f"; did you mean {shlex.quote(names[0])}?"
        words = f"--strategies {' '.join(map(shlex.quote, names))}"
        if option == "--strategies":
            return f"; expected names with spaces between them, as in `{words}`"
        return f"; expected one strategy. To compare several, use `compare FILE {words}`"
    return other_tools_hint(name)


def _join_options_to_names(words: Iterable[str]) -> list[str]:
    """Return names with their options, from names and options that commas separated.

    >>> _join_options_to_names(["cyclic", "random", "seed=3"])
    ['cyclic', 'random:seed=3']
    """
    names: list[str] = []
    for word in words:
        if "=" in word and ":" not in word and names:
            names[-1] += f"{',' if ':' in names[-1] else ':'}{word}"
        else:
            names.append(word)
    return names


def strategy_as_file_message(path: str) -> str:
    """Return the message about a FILE that names a strategy; "" if it names none.

    A file without `.py` is read, even if a strategy has the same name.
    """
    if not split_path_and_name(path) and (os.path.lexists(path) or path not in strategies()):
        return ""
    quoted_path = shlex.quote(path)
    return (
        f"{path}: found the name of a strategy; expected a file of examples. To run a "
        f"strategy, write `--strategy {quoted_path}` or, with compare and race, "
        f"`--strategies {quoted_path}`"
    )


def unreadable_file_hint(path: str) -> str:
    """Return a hint about a FILE that cannot be read.

    If it does not exist, the user may have meant a file of a similar name, or an embedded set.
    """
    if os.path.lexists(path):
        return ""
    folder, name = os.path.split(path)
    try:
        file_names = sorted(os.listdir(folder or "."))
    except OSError:
        return (
            f". There is no folder {folder}" if folder else ". The current folder cannot be listed"
        )
    stem = os.path.splitext(name)[0]  # ".csv" alone does not make two names similar
    similar_names = [
        file_name
        for file_name in file_names[:_MAX_FILES]
        if did_you_mean(stem, [os.path.splitext(file_name)[0]])
    ]
    file_hint = did_you_mean(name, similar_names, os.path.join(folder, ""))
    set_hint = did_you_mean(name.rpartition(":")[2], [*EXAMPLES, *GENERATORS], PREFIX)
    return (
        file_hint
        or set_hint
        or f". For an embedded data set, write {PREFIX}NAME (`examples` lists the names)"
    )
