"""Command lines with unusual values, some in the wrong place, on mutated files."""

from __future__ import annotations

import os
from functools import lru_cache
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from command_endings import check_ending, run_command
from conftest import BUILT_IN
from hypothesis import given
from hypothesis import strategies as st
from mutated_files import corpus, mutated_bytes

from perceptron_ref.cli.main import COMMANDS, main
from perceptron_ref.examples.generators import GENERATORS

pytestmark = pytest.mark.ci

VALUES = st.sampled_from(
    "0 1 -1 7 true false True none 1/2 0.5 1e3 1e10000 1e99999 nan inf  x 9,9 = : \u0661 \u2028 "
    "\x1b[2J \ud800 ' \" {} [] 1_0 0x1 -3,2,2 y a -0".split(" ")
) | st.text(max_size=4)


def names_with_options(names, keys):
    """Return a hypothesis strategy for NAME:key=value,... with these names and keys.

    Some names are arbitrary text, and some options are malformed.
    """
    option = st.tuples(st.sampled_from(keys), st.sampled_from(["=", "=", "=", "", "=="]), VALUES)
    options = st.lists(option.map("".join), max_size=2).map(",".join)
    name = st.sampled_from(names) | st.text(max_size=5)
    return st.tuples(name, st.sampled_from(["", ":", ":", ":", "::"]), options).map("".join)


STRATEGY_TEXTS = names_with_options(
    [*BUILT_IN, "x", "", " cyclic"],
    ["seed", "fresh", "normalized", "k", "", "seed ", "_", "view", "__class__", "se-ed"],
)
GENERATED_SET_TEXTS = names_with_options(
    sorted(GENERATORS),
    ["K", *sorted({key for make, _ in GENERATORS.values() for key in make.__kwdefaults__})],
)
COUNTS = st.sampled_from(["0", "1", "3", "40", "-1", "none", "", "1e3", "9" * 25, "\u0661", "x"])
SMALL_COUNTS = st.sampled_from(["1", "2", "3", "0..2", "0", "-1", "x"])
FILE_NAMES = ["example:or", "example:and", "example:xor", "data.csv", "nothing.csv", "-", "", "."]
INPUTS = st.sampled_from(FILE_NAMES) | GENERATED_SET_TEXTS.map("example:{}".format)
OUTPUTS = st.sampled_from(["new", "new.svg", "data.csv", "nowhere/a.svg", "", "-", "."])
# values by metavar; an argument with another metavar gets one of VALUES, an option one of VALUES or
# COUNTS
VALUES_BY_METAVAR = {
    "FILE": INPUTS,
    "FILE2": INPUTS,
    "MODEL": st.sampled_from(["model.json", "data.csv", "nothing.json", "new.json", "", "."]),
    "NAME": st.sampled_from(["mine", "mine.py", "len", "con", "a/b", "é", "nothing.py"]) | VALUES,
    **dict.fromkeys(["FILE.svg", "TABLE", "OUT", "FOLDER"], OUTPUTS),
    **dict.fromkeys(["K|A..B", "J"], SMALL_COUNTS),
}
VALUES_BY_OPTION = {
    "--strategy": STRATEGY_TEXTS
    | st.sampled_from(["mine.py", "mine.py:f:seed=1", "data.csv", "."]),
    "--strategies": st.sampled_from(["cyclic", "restart", "all", "mine.py", "random:seed=2"]),
    "--max-seconds": st.sampled_from(["5", "0.1", "0", "x", "1e99"]),
    "--seeds": SMALL_COUNTS,
}
# so that no run takes long
DEFAULT_LIMITS = {"--max-updates": "60", "--max-seconds": "5"}


@lru_cache(maxsize=None)
def parsers():
    """Return the parser of each command, by name."""
    parser_list = []
    # `help` makes the parser of a command and prints its help; the patch collects the parsers
    # instead
    with patch(
        "argparse.ArgumentParser.print_help", lambda self, file=None: parser_list.append(self)
    ):
        for name in COMMANDS:
            main(["help", name, "--all"])
    return dict(zip(COMMANDS, parser_list))


@st.composite
def command_lines(draw):
    """Draw the arguments of a command line, most of them where they belong."""
    # selftest takes no options, reads no input, and repeats all golden runs, which takes long
    commands = {name: parser for name, parser in parsers().items() if name != "selftest"}
    command = draw(st.sampled_from(sorted(commands)))
    actions, arguments = commands[command].declared_actions, [command]
    for action in actions:
        if not action.option_strings:
            metavar = str(action.metavar).partition("[")[0]
            arguments.append(draw(VALUES_BY_METAVAR.get(metavar, VALUES)))
    options = [action for action in actions if action.option_strings]
    chosen_options = draw(st.lists(st.sampled_from(options), max_size=4, unique=True))
    for action in chosen_options:
        flag = draw(st.sampled_from(action.option_strings))
        values = VALUES_BY_METAVAR.get(action.metavar, VALUES | COUNTS)
        if action.choices:
            values = st.sampled_from([*map(str, action.choices), "x"])
        value = draw(VALUES_BY_OPTION.get(flag, values))
        arguments += (
            [flag]
            if action.nargs == 0
            else draw(st.sampled_from([[flag, value], [f"{flag}={value}"]]))
        )
    if draw(st.integers(0, 4)) == 4:
        odd_arguments = st.text(max_size=5) | st.sampled_from(
            ["--", "-", "--x", "--json=1", "-1", "\0"]
        )
        arguments.insert(draw(st.integers(0, len(arguments))), draw(odd_arguments))
    flags = {flag for action in options for flag in action.option_strings}
    for flag in flags & {*DEFAULT_LIMITS}:
        if not any(flag in argument for argument in arguments):
            arguments.append(f"{flag}={DEFAULT_LIMITS[flag]}")
    return arguments


DATA = b"a,b,y\n1,2,1\n3,4,-1\n0,1,1\n"


@given(
    arguments=command_lines(),
    data=st.just(DATA) | mutated_bytes(corpus("files")) | st.binary(max_size=9),
)
def test_any_command_line_ends_as_documented(arguments, data):
    """Every command line ends as documented, and an error has one line.

    The folder has a data file, a model and the file of a strategy. Successful help is not checked,
    because it is not JSON, even with --json.
    """
    original_folder = os.getcwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            with open("data.csv", "wb") as stream:
                stream.write(data)
            with open("mine.py", "w", encoding="utf-8") as stream:
                stream.write("def f(view, *, seed=0):\n    yield seed\n    yield None\n")
            run_command("fit", "-", "--save", "model.json", stdin=DATA)
            exit_status, out, err = run_command(*arguments, stdin=data)
        finally:
            os.chdir(original_folder)
    if exit_status != 0 or not {"--help", "-h"} & {*arguments}:
        # --audit is like --json, with more data
        with_json = ("--json" in arguments or "--audit" in arguments) and exit_status != 2
        check_ending(exit_status, out, err, with_json)
