"""Wrong usage gives an error of one line, which may contain a hint and names the help that explains
more.
"""

from __future__ import annotations

import re
import shlex
import sys
from io import BytesIO, TextIOWrapper
from json import loads

import pytest
from messages import check_parts

from perceptron_ref import Hypothesis
from perceptron_ref.cli.hints import HINTS
from perceptron_ref.cli.main import COMMANDS, build_parser

WRONG_USAGE = [  # a command line, and the parts of its error
    ("fly", "unknown command 'fly'…fit, compare, race"),
    ("help fly", "unknown command 'fly'…fit, compare, race"),
    ("seperable", "did you mean separable?"),
    ("FIT", "did you mean fit?"),
    ("check", "did you mean check-strategy?"),
    ("train", "`fit FILE`"),
    ("Pocket", "`fit --pocket`"),
    ("example:or", "did you mean `fit example:or`?"),
    ("example:separable:seed=3", "did you mean `fit example:separable:seed=3`?"),
    ("example:credit-3d", "'example:credit-3d'; did you mean fit example:credit-2d?"),
    ("example:xyzzy", "'example:xyzzy'. For …write `fit example:NAME` (`examples` lists"),
    ("setup.cfg", "did you mean `fit setup.cfg`?"),
    ("--json fit", "unknown option --json; expected a command first, and its options after it"),
    ("fit --max-update 3", "--max-update;…--max-updates?"),
    ("fit --max-up=3", "--max-up;…--max-updates?"),
    ("fit --max_updates 3", "--max_updates;…--max-updates?"),
    ("fit --max 3", "--max-updates, --max-visits or --max-seconds?"),
    ("score", "command…`predict MODEL FILE`…labels"),
    ("fit --test-size 0.3", "--test-size…`fit --split 0.7`"),
    ("predict new.csv --model m.json", "--model;…`predict MODEL FILE`"),
    ("svm", "unknown command 'svm'…`separable`"),
    ("prove --seeds 10", "--seeds;…`fit --repeat K`…`race --seeds K`"),
    (
        "margins example:or",
        "error: found too few arguments; expected --model MODEL. MODEL is a file that `fit --save ",
    ),
    ("compare --jobs 2", "--jobs…expected --repeat K"),
    ("fit --pockets", "--pockets;…--pocket?"),
    ("fit -pockets", " -pockets;…--pocket?"),
    ("fit --xyzzy", "unknown option --xyzzy."),
    ("fit --algorithm pocket", "--algorithm;…`fit` …PLA…`fit --pocket` …Pocket"),
    ("fit example:or --lr 0.1", "--lr;…`fit --eta Q`"),
    ("fit --learning_rate=0.1", "--learning_rate;…`fit --eta Q`"),
    ("compare --seed 3", "`fit --strategy random:seed=3`"),
    ("examples separable --seed 3", "`examples separable:seed=3`"),
    ("separable --repeat 3", "`fit --repeat K`…`race --seeds K`"),
    ("predict m.json new.csv -o out.txt", "`fit --save MODEL`…`draw"),
    ("strategies --sep", "`fit FILE` recognizes …`fit FILE --format semicolon`"),
    ("examples --target y", "`fit --label NAME` names"),
    ("examples --dropna", "`fit --missing drop` leaves out"),
    ("fit example:or 'my own.py'", "write `--strategy 'my own.py'`"),
    ("fit --strategy cyclic,'my own.py'", "`compare FILE --strategies cyclic 'my own.py'`"),
    ("compare example:or mine.py", "to choose a strategy, write `--strategies mine.py`"),
    ("compare example:or --strategies pocket:seed=3", "'pocket:seed=3'…strategy…`fit --p"),
    ("fit example:or random", "'random'…to choose a strategy, write `--strategy random`"),
    ("fit my file.csv", "unexpected word…spaces…quot"),
    ("separable data.csv 50", "unexpected word '50'…spaces…quot"),
    ("fit --order restart", "--order;…`fit --strategy random`…`strategies`"),
    ("optimum --plot a.svg", "--plot;…did you mean --draw FILE?"),
    ("separable -o a.svg", "-o;…did you mean --draw FILE?"),
    ("race --plot a.svg", "--plot;…did you mean --draw FILE?"),
    ("prove --draw a.svg", "--draw;…`draw -o FILE.svg`…--draw FILE.svg…that they find"),
    ("fit --label --json", "error: --label: found no value; expected --label COL."),
    ("fit --features --json", "--features: found no value; expected --features COLS."),
    ("prove --w-f", "--w-f: found no value; expected --w-f W."),
    ("predict", "error: found too few arguments; expected MODEL and FILE. MODEL is a file that "),
    ("predict new.csv", "error: found too few arguments; expected MODEL and FILE."),
    ("draw", "error: found too few arguments; expected -o FILE.svg."),
    ("check-strategy", "error: found too few arguments; expected NAME[:key=value,...]."),
    ("new-strategy", "error: found too few arguments; expected NAME."),
    ("draw -o x.svg --still --derivation", "--still and --derivation…one of"),
    ("draw -o x.svg --update all", "--update:…'all'…a whole number >= 0"),
    ("race --strategies", "--strategies: found no value; expected --strategies S [S ...]."),
    ("fit --require", "error: --require: found no value; expected --require converged."),
    ("fit --engine", "error: --engine: found no value; expected fast or plain."),
    ("race --seeds 0", "--seeds:…'0'…a whole number >= 1"),
    ("fit --format xls", "error: --format: found 'xls'; expected 'csv', …'space' or 'libsvm'."),
    ("fit --sign-of-zero 2", "--sign-of-zero: found '2'; expected -1, 0 or 1"),
    ("fit --sign-of-zero x", "--sign-of-zero: found 'x'; expected -1, 0 or 1"),
    ("fit --strategy shuffle", "`fit --strategy random-permutation`"),
    ("optimum --model x", "`predict MODEL FILE` reads…`fit --save MODEL` writes"),
    ("fit --max-updates many", "--max-updates:…'many'…a whole number >= 0, or none"),
    ("fit --max-visits -1", "--max-visits:…'-1'…a whole number >= 0."),
    (
        "fit --max-visits 9999999999999999999",
        "--max-visits:…a whole number >= 0 of at most 18 digits.",
    ),
    ("fit --repeat 0", "'0'…a whole number >= 1…first…last"),
    ("fit --jobs \u0662", "--jobs:…'\u0662'…a whole number >= 1"),
    ("fit --first 0", "--first:…'0'…a whole number >= 1"),
    ("fit --seeds 5..", "--repeat/--seeds:…''…a whole number >= 0…first"),
    ("fit --strategy pocket", "'pocket'…strategy…`fit --pocket`"),
    (
        "compare --strategies setup.cfg",
        "'setup.cfg' as a strategy; expected a name such as cyclic, or a Python file such as "
        "mine.py. If this file holds examples, write it before the option: `setup.cfg --strategies "
        "cyclic`.",
    ),
    (
        "check-strategy setup.cfg",
        "'setup.cfg' as a strategy; expected a name such as cyclic, or a Python file such as "
        "mine.py.",
    ),
    ("fit --strategy example:", "'example:' as a strategy; expected a name such as cyclic"),
    (
        "fit --strategy example:spiral",  # there is no such data set
        "'example:spiral' as a strategy; expected a name such as cyclic, or a Python file such as "
        "mine.py.",
    ),
    (
        "check-strategy example:or",
        "'example:or' as a strategy; expected a name such as cyclic, or a Python file such as "
        "mine.py.",
    ),
    (
        "race --strategies cyclic,restart",
        "'cyclic,restart' as a strategy; expected names with spaces between them, as in "
        "`--strategies cyclic restart`",
    ),
    (
        "compare --strategies cyclic,stride.py",
        "'cyclic,stride.py'…spaces between them, as in `--strategies cyclic stride.py`",
    ),
    (
        "fit --strategy cyclic,stride.py:step=3",
        "'cyclic,stride.py:step=3' as a strategy; expected one strategy. To compare several, use "
        "`compare FILE --strategies cyclic stride.py:step=3`",
    ),
    (
        "fit --strategy 'cyclic, restart,'",
        "'cyclic, restart,' as a strategy; …use `compare FILE --strategies cyclic restart`",
    ),
    ("fit --strategy random,seed=3", "'random,seed=3' as a strategy; did you mean random:seed=3?"),
    (
        "compare --strategies restart,random:seed=3,a=1",
        "as in `--strategies restart random:seed=3,a=1`",
    ),
    (
        "fit --strategy random,--seed=3",
        "; options of a strategy follow a colon, without hyphens, as in random:seed=3",
    ),
    ("check-strategy cyclic random", "'random'; check-strategy takes one strategy. …-strategy ran"),
    ("strategies cyclic my.py", "unexpected word 'my.py'; strategies takes one strategy. …my.py`"),
    ("fit --strategy gone.py", "gone.py: found no such file; expected the file of a strategy"),
    ("draw -o - --strategy gone.py:a", "gone.py: found no such file; expected the file of a str"),
    ("check-strategy gone.py", "gone.py: found no such file; expected the file of a strategy"),
    ("compare --strategies gone.py", "gone.py: found no such file; expected the file of a strat"),
    ("check-strategy tests/gallery/halts", "'tests/gallery/halts'…did you mean tes"),
    ("fit --no-bias", "--no-bias;…`fit --x0 0`"),
    ("fit --positive 6 --positive=7", "--positive twice…once"),
    ("fit --repeat 20 --seeds 1..20", "--repeat and --seeds; …only one of them"),
    ("fit --trace=3", "found '3' after --trace; expected --trace alone"),
    ("help fit cyclic", "unexpected word 'cyclic' after `help fit`; expected one command"),
    ("help words fit", "unexpected word 'fit' after `help words`; expected one command"),
    ("words", "unknown command 'words'; did you mean `help words`?"),
    ("--hlep", "unknown option --hlep; did you mean --help?"),
    ("-V", "unknown option -V; `--version` without a command prints the version"),
    ("fit --version", "unknown option --version; `--version` without a command prints the version"),
    ("fit --header --no-header", "--header and --no-header…only one"),
    ("draw -o one.svg -o other.svg", "-o twice…once"),
    ("draw -oone.svg -o other.svg", "-o twice…once"),
    ("race --updates --visits", "--updates and --visits; …only one of them"),
    ("separable example:or mine.py", "unexpected word 'mine.py'…put a name that contains spaces"),
    ("fit --w0 1,1", "--w0;…`fit` starts from w = 0. …pla(D, w0="),
    ("fit --first=--", "'--first=--'…a value…="),
    (
        f"fit --right-in-a-row {'9' * 5000}",
        "found '999…a whole number >= 1 of at most 18 digits, or …5N",
    ),
    ("fit --right-in-a-row ٣", "--right-in-a-row: found '٣'; …a whole number >= 1, or 5N for 5"),
    # values that an option refuses whatever the data are
    ("fit --right-in-a-row 0", "--right-in-a-row: found '0'; …a whole number >= 1, or 5N for 5"),
    ("fit --right-in-a-row 0N", "--right-in-a-row: found '0N'; …a whole number >= 1, or 5N for 5"),
    ("fit --eta 0", "--eta: found '0'; expected a positive number"),
    ("compare --eta x", "--eta: found 'x'; expected a number such as 3, -0.5, 1e-3 or 3/7"),
    ("fit --eta 1e10000", "--eta: …'1e10000'…exponent between -1000 "),
    (f"fit --eta {'7' * 100_001}", "--eta: …at most 100,000 characters"),
    ("race --scale 0", "--scale: found '0'; expected a positive number"),
    ("separable --x0 x", "--x0: found 'x'; expected a number such as 3, -0.5"),
    ("prove --w-f=", "--w-f: found ''; expected a number such as"),
    ("prove --w-f=1,x", "--w-f: found 'x'; expected a number such as"),
    (
        "fit --split 70%",
        "--split: found '70%'; expected a whole number of examples, or a share…0.8:seed=3",
    ),
    (
        "fit --split 0",
        "--split: found '0'; expected a whole number of examples, or a share between 0 and 1. W",
    ),
    ("fit --split 5.5", "--split: found '5.5'; expected a whole number of examples, or a share"),
    ("fit --split 1.0", "--split: found '1.0'; expected a whole number of examples, or a share"),
    ("fit --split 2:sed=3", "--split: …'sed'…did you mean seed?"),
    ("fit --split 2:seed", "--split: …'2:seed'…key=value"),
    (
        "fit --split 2:seed=x",
        "--split: seed: found 'x'; expected a whole number or none. Write, for instance, `--split",
    ),
    ("fit --split 2:seed=1/2", "--split: seed: found '1/2'; expected a whole number or none."),
    ("fit --split 2:stratified=7", "--split: …stratified=7…true or false"),
    ("race --max-seconds 0", "--max-seconds: found '0'; expected more than 0"),
    ("fit --trace --csv a.xlsx", "--csv a.xlsx:…table.c"),
    (
        "fit --trace --csv a.x --save ./a.x",
        "found a.x for both --save and --csv; …two different files",
    ),
    ("fit --jobs 2", "--jobs…expected --repeat K"),
    (
        "draw -o a.svg --width 10001",
        "--width: found 10001; expected a whole number from 1 to 10000",
    ),
    ("draw -o a.svg --width 0", "--width: found 0; expected a whole number from 1 to 10000"),
    ("draw -o a.gif", ".svg…cairosvg"),
    ("draw --animation -o a.svg", "--animation;…`draw -o FILE.svg`"),
    ("fit --seeds 5..1", "'5..1', which ends before it begins; expected…as in 1..5"),
    ("fit --max-seconds soon", "'soon'…seconds from 0 to 1,000,000,0"),
    ("fit --max-seconds nan", "'nan'…seconds from 0 to"),
    ("fit --max-seconds 1e10", "'1e10'…seconds from 0 to"),
    ("fit --max-seconds=-1", "'-1'…seconds from 0 to"),
    # combinations of options that are refused
    ("fit --target-mistakes 2", "--target-mistakes …--pocket"),
    ("compare --target-mistakes 2", "--target-mistakes …--pocket"),
    ("fit --strategy random:seed=1 --seeds 1..2", "'random:seed=1'…1..2…Leave out seed=1."),
    ("fit --repeat 2 --trace", "--repeat (or --seeds) and --trace…one of"),
    ("fit --seeds 2 --save=", "--repeat (or --seeds) and --save…one of"),
    ("fit --repeat 2 --save m.json", "--repeat (or --seeds) and --save…one of"),
    ("fit --csv runs.csv", "--csv…--trace…--repeat K"),
    ("fit --split 3 --test o.csv", "--split and --test…one of"),
    ("fit - --test -", "'-' twice…FILE…FILE2…once"),
    ("fit --save ''", "--save: found an empty name; expected the name of a file. See"),
    ("fit --trace --csv -", "--csv: found '-', which means standard output; …a file. See"),
    ("fit --draw -", "--draw: found '-', which means standard output; …name of a file"),
    ("draw -o ''", "-o: found an empty name; …name of a file"),
    ("predict m.json a.csv --csv -", "--csv: found '-', …Without --csv, `predict` writes the ans"),
    ("draw -o - --length --update=0", "--update and --length…one of"),
    ("draw -o - --repeat 3", "--repeat;…`fit --repeat K`…`race --seeds K`"),
    ("draw -o - --length --still", "--still and --length…one of"),
]


@pytest.mark.parametrize(
    ("command_line", "expected_text"),
    WRONG_USAGE,
    ids=[command_line for command_line, _ in WRONG_USAGE],
)
def test_wrong_usage_is_one_line_that_names_the_help(
    command_line, expected_text, command, monkeypatch
):
    """The line contains a hint, or says what was expected. The exit status is 2, and standard
    output is empty. If the error mentions an option that only `help COMMAND --all` shows, it names
    that help.
    """
    monkeypatch.setattr(sys, "argv", ["perceptron-ref"])
    arguments = shlex.split(command_line)
    exit_status, out, err = command(*arguments)
    help_command = f"help {arguments[0]}" if arguments[0] in COMMANDS else "help"
    assert (exit_status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("perceptron-ref: error: ")
    if arguments[0] in COMMANDS:
        short_help, full_help = (
            command("help", arguments[0], *more_options)[1] for more_options in ([], ["--all"])
        )
        hidden_options = [
            option
            for option in re.findall(r"--[\w-]+", err)
            if f"  {option}" not in short_help and f"  {option}" in full_help
        ]
        help_command += " --all" * bool(hidden_options)
    assert err.endswith(f" See `perceptron-ref {help_command}`\n")
    check_parts(f"…{expected_text}", err)


def test_commands_and_options_in_hints_exist(command):
    """The help lists each command and each option that a hint shows in backticks. An option without
    a command belongs to `fit`.
    """
    help_of = {name: command("help", name, "--all")[1] for name in COMMANDS}
    for hint in HINTS.values():
        for command_line in hint.split("`")[1::2]:
            if command_line.startswith("iconv "):  # iconv is another program
                continue
            arguments = command_line.split()
            name = arguments[0] if arguments[0] in COMMANDS else "fit"
            options = [argument for argument in arguments if argument.startswith("-")]
            if options == ["--version"]:  # it belongs to no command
                continue
            assert [option for option in options if f"{option} " not in help_of[name]] == []


MISSING_FILES = [  # a path, and the hint in the error
    ("Iris.csv", "did you mean iris.csv?"),
    ("inner/hous.csv", "did you mean inner/house.csv?"),
    ("outer/house.csv", "There is no folder outer"),
    ("credit", "did you mean example:credit?"),
    ("examples:spam", "did you mean example:spam?"),
    ("xyzzy.csv", "For an embedded data set, write example:NAME (`examples` lists the names)"),
    ("xyzzy", "For an embedded data set, write example:NAME (`examples` lists the names)"),
]


@pytest.mark.parametrize(("path", "hint"), MISSING_FILES)
def test_the_error_about_a_missing_file_gives_a_hint(path, hint, tmp_path, monkeypatch, command):
    """The hint is a file or a set with a similar name, the missing folder, or the spelling of
    embedded sets. Two files do not have similar names if only their extensions are equal.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "iris.csv").write_text("1,1\n")
    (tmp_path / "y.csv").write_text("1,1\n")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "house.csv").write_text("1,1\n")
    assert command("fit", path)[::2] == (
        1,
        f"perceptron-ref: error: {path}: cannot be read: No such file or directory; "
        f"expected the path of a text file{'; ' if hint[0] == 'd' else '. '}{hint}\n",
    )
    assert "error: '': cannot be read: " in command("fit", "")[2]


@pytest.mark.parametrize("name", ["cyclic", "my own.py", "mine.py:seed=3"])
def test_a_strategy_in_place_of_a_file_gets_a_hint(name, command):
    """The hint shows the options that take a strategy."""
    quoted_name = shlex.quote(name)
    assert command("race", name)[::2] == (
        1,
        f"perceptron-ref: error: {name}: found the name of a strategy; expected a file of "
        f"examples. To run a strategy, write `--strategy {quoted_name}` or, with compare and race, "
        f"`--strategies {quoted_name}`\n",
    )


def test_a_file_in_place_of_a_command_gets_a_hint(command, tmp_path, monkeypatch):
    """The hint is a command for examples, a strategy or a model, with the path quoted for a shell,
    and the command works. A model after its FILE gets the same hint.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my data.csv").write_text("a,y\n1,1\n2,0\n")
    (tmp_path / "my own.py").write_text(
        "def order(view):\n    while True:\n        yield range(len(view))\n"
    )
    Hypothesis([0, 1], names=["a"]).save("my model.json")
    for path, suggestion in [
        ("my data.csv", "fit 'my data.csv'"),
        ("my own.py", "fit --strategy 'my own.py'"),
        ("my model.json", "predict 'my model.json' FILE"),
    ]:
        assert f"; did you mean `{suggestion}`? See" in command(path)[2]
        _, out, err = command(*shlex.split(suggestion.replace("FILE", "'my data.csv'")), "--json")
        assert "error" not in loads(out), err
    suggestion = "predict 'my model.json' 'my data.csv'"
    assert f"as in `{suggestion}`. See" in command("predict", "my data.csv", "my model.json")[2]
    assert command(*shlex.split(suggestion))[0] == 0


def test_a_file_or_folder_in_the_wrong_place_gets_a_hint(file, command, tmp_path, monkeypatch):
    """If a Python file is given as data, the hint is to write --strategy. A data file with the name
    of a strategy is read. For the folder of a `new-strategy` project, the error suggests its
    module.
    """
    path = file('def order(view, *, order="up"):\n    yield 0\n')
    hint = f". To run a strategy, write `--strategy {path}` or, with compare and race, "
    hint += f"`--strategies {path}`"
    assert command("race", path)[2].endswith(f"{hint}\n")
    for arguments in (["race", "example:or", "--strategies"], ["fit", "example:or", "--strategy"]):
        assert command(*arguments, path)[0] == 0  # the hint works
    monkeypatch.chdir(tmp_path)
    (tmp_path / "random").write_text("1,x,1\n2,3,-1\n")
    message = command("fit", "random")[2]
    assert "random:1: column 2" in message and hint not in message
    assert command("new-strategy", "my-own")[0] == 0
    for arguments in (["check-strategy", "my-own"], ["fit", "--strategy", "my-own:seed=1"]):
        exit_status, _, err = command(*arguments)
        assert (exit_status, "; did you mean my-own/my_own.py?" in err) == (2, True)


@pytest.mark.parametrize(
    ("command_line", "equivalent"),
    [
        ("prove example:and --w-f -3,2,2", "prove example:and --w-f=-3,2,2"),
        ("fit example:and --x0 -1/2", "fit example:and --x0=-1/2"),
        ("fit --json -", "fit --json -- -"),
    ],
)
def test_a_value_may_begin_with_a_hyphen(command_line, equivalent, command, monkeypatch):
    """Negative numbers may follow a space or an equals sign. A single hyphen means standard input,
    and two hyphens end the options.
    """
    outcomes = []
    for form in (command_line, equivalent):
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"1,-1\n2,1\n")))
        outcomes.append(command(*form.split()))
    assert outcomes[0] == outcomes[1] and outcomes[0][0] == 0
    assert "--json" not in command_line or loads(outcomes[0][1])["data"]["source"] == "-"


TITLES = ["the data:", "the algorithm:", "when to stop:", "many runs:", "the output:"]


@pytest.mark.parametrize("name", COMMANDS)
def test_options_are_grouped_under_titles_in_one_order(name, command):
    """Every help lists the same titles in the same order, without titles that have no options. Only
    --help stands above them. The parser contains a single command, unless the help lists all.
    """
    lines = command("help", name, "--all")[1].splitlines()
    titles = [line for line in lines if line in TITLES]
    assert titles == [title for title in TITLES if title in titles]
    for arguments, names in (
        ([name, "--help"], [name]),
        ([], [*COMMANDS]),
        (["--help"], [*COMMANDS]),
    ):
        assert list(build_parser(arguments).commands) == names
    (help_title,) = {"options:", "optional arguments:"} & {*lines}
    lines_below = lines[lines.index(help_title) + 1 :]
    assert [line.split()[0] for line in lines_below[: lines_below.index("")]] == ["-h,"]
