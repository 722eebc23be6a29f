"""Wrong usage: one line that says what is wrong, what may be meant, and which help explains it."""

from __future__ import annotations

import shlex
import sys
from io import BytesIO, TextIOWrapper
from json import loads

import pytest

from perceptron_ref.cli.main import COMMANDS, parser
from perceptron_ref.cli.meant import WORDS

WRONG = [  # what is typed, and what is said about it
    ("fly", "found 'fly', no command; expected one: fit, compare, race"),
    ("help fly", "found 'fly', no command; expected one: fit"),
    ("seperable", "; did you mean separable? "),
    ("FIT", "; did you mean fit? "),
    ("check", "; did you mean check-strategy? "),
    ("train", "; `fit FILE` learns from examples. "),
    ("Pocket", "; `fit --pocket` runs Pocket. "),
    ("example:or", "; did you mean: fit example:or? "),
    ("setup.cfg", "; did you mean: fit setup.cfg? "),
    ("--json fit", "found '--json', no command; expected one: fit"),
    ("fit --max-update 3", "found no option --max-update; did you mean --max-updates? "),
    ("fit --max-up=3", "found no option --max-up; did you mean --max-updates? "),
    ("fit --max_updates 3", "found no option --max_updates; did you mean --max-updates? "),
    ("fit --max 3", "did you mean --max-updates or --max-visits or --max-seconds? "),
    ("score", "no command; `predict MODEL FILE` counts the mistakes where FILE has labels. "),
    ("fit --test-size 0.3", "no option --test-size; `fit --split 0.7` keeps the other examples"),
    ("predict new.csv --model m.json", "no option --model; `predict MODEL FILE` takes the model "),
    ("svm", "found 'svm', no command; `separable` finds the line of largest margin. "),
    ("compare --seeds 10", "found no option --seeds; `fit --repeat K` and `race --seeds K` run "),
    ("fit --pockets", "found no option --pockets; did you mean --pocket? "),
    ("fit -pockets", "found no option -pockets; did you mean --pocket? "),
    ("fit --xyzzy", "found no option --xyzzy. "),
    ("fit --algorithm pocket", "--algorithm; `fit` runs PLA, `fit --pocket` runs Pocket. "),
    ("fit example:or --lr 0.1", "found no option --lr; `fit --eta Q` sets the learning rate. "),
    ("fit --learning_rate=0.1", "found no option --learning_rate; `fit --eta Q` sets"),
    ("compare --seed 3", "a seed goes with what it draws, as in `fit --strategy random:seed=3`"),
    ("compare --repeat 3", "; `fit --repeat K` and `race --seeds K` run with many seeds. "),
    ("predict m.json new.csv -o out.txt", "; `fit --save MODEL` writes the weights, `draw"),
    ("compare example:or mine.py", "one word more than there may be; a strategy stands behind"),
    (
        "compare example:or --strategies pocket:seed=3",
        "found 'pocket:seed=3' as a strategy; `fit --p",
    ),
    ("fit example:or random", "found 'random', one word more than there may be; `fit --strategy"),
    ("fit my file.csv", "one word more than there may be; a name with blanks in it goes in quot"),
    ("fit --label --json", "argument --label: expected one argument. "),
    ("fit --features --json", "argument --features: expected one argument. "),
    ("prove --w-f", "argument --w-f: expected one argument. "),
    ("predict", "the following arguments are required: MODEL, FILE. "),
    ("draw", "the following arguments are required: -o/--output. "),
    ("draw -o x.svg --still --derivation", "found --still and --derivation; expected one of th"),
    ("draw -o x.svg --update all", "--update: found 'all'; expected an int >= 0, of one update. "),
    ("race --strategies", "argument --strategies: expected at least one argument. "),
    ("race --seeds 0", "argument --seeds: found '0'; expected an int >= 1. "),
    ("fit --format xls", "argument --format: invalid choice: 'xls'"),
    ("fit --sign-of-zero 2", "argument --sign-of-zero: invalid choice: 2"),
    ("fit --max-updates many", "--max-updates: found 'many'; expected an int >= 0, or none. "),
    ("fit --max-visits -1", "--max-visits: found '-1'; expected an int >= 0. "),
    ("fit --max-visits 9999999999999999999", "expected an int >= 0. "),
    ("fit --repeat 0", "found '0'; expected an int >= 1, or the first and the last"),
    ("fit --jobs \u0662", "--jobs: found '\u0662'; expected an int >= 1. "),
    ("fit --first 0", "--first: found '0'; expected an int >= 1. "),
    ("fit --seeds 5..", "--repeat/--seeds: found ''; expected an int >= 0, or the first"),
    ("fit --strategy pocket", "found 'pocket' as a strategy; `fit --pocket` runs Pocket. "),
    (
        "compare --strategies setup.cfg",
        "'setup.cfg' as a strategy, a FILE of examples; they go to",
    ),
    ("check-strategy example:or", "'example:or' as a strategy, a FILE of examples; they go togeth"),
    (
        "race --strategies cyclic,restart",
        "'cyclic,restart' as a strategy; `compare --strategies cyclic restart` takes several. ",
    ),
    ("check-strategy tests/gallery/halts", "'tests/gallery/halts' as a strategy; did you mean tes"),
    ("fit --no-bias", "found no option --no-bias; `fit --x0 0` leaves the threshold out. "),
    ("fit --first=--", "found '--first=--'; expected a value behind the =. "),
    ("fit --trace --csv a.xlsx", "--csv a.xlsx: a table is text; expected a name such as table.c"),
    ("fit --trace --csv a.x --save ./a.x", "found one file for two outputs; expected one for ea"),
    ("fit --jobs 2", "--jobs goes with --repeat or --seeds. "),
    ("draw -o x.PNG --controls", "--controls goes with .svg, as a browser has the controls. "),
    ("strategies cyclic --check", "--check is for the list; a NAME is loaded anyway. "),
    ("fit --fractions", "found no option --fractions; `fit --trace --json` has every number exact"),
    ("draw -o a.gif", "which take the library cairosvg; `draw -o FILE.svg` draws a run that moves"),
    (
        "draw --animation -o a.svg",
        "no option --animation; `draw -o FILE.svg` draws a run that moves",
    ),
    ("fit --seeds 5..1", "found '5..1'; expected a last seed that is no less than the first. "),
    ("fit --max-seconds soon", "found 'soon'; expected a number of seconds from 0 to 1,000,000,0"),
    ("fit --max-seconds nan", "found 'nan'; expected a number of seconds from 0 to"),
    ("fit --max-seconds 1e10", "found '1e10'; expected a number of seconds from 0 to"),
    ("fit --max-seconds=-1", "found '-1'; expected a number of seconds from 0 to"),
    # options that do not go together
    ("fit --target-mistakes 2", "--target-mistakes goes with --pocket. "),
    ("compare --target-mistakes 2", "--target-mistakes goes with --pocket. "),
    ("fit --strategy random:seed=1 --seeds 1..2", "leave seed= out of 'random:seed=1'. "),
    ("fit --repeat 2 --trace", "found --repeat and --trace; expected one of them. "),
    ("fit --repeat 2 --save m.json", "found --repeat and --save; expected one of them. "),
    ("fit --csv runs.csv", "--csv goes with --trace, or with --repeat or --seeds. "),
    ("fit --split 3 --test o.csv", "found --split and --test; expected one of them. "),
    ("fit - --test -", "standard input can be read once, as FILE or as FILE2. "),
    ("fit --save ''", "--save takes the name of a file to write, as"),
    ("fit --trace --csv -", "takes the name of a file to write, as standard output has the repo"),
    ("fit --draw -", "--draw takes the name of a file to write, as"),
    ("draw -o ''", "-o takes the name of a file to write, as"),
    ("draw -o - --length --update=0", "found --update and --length; expected one of them. "),
    (
        "draw -o - --repeat 3",
        "found no option --repeat; `fit --repeat K` and `race --seeds K` run ",
    ),
    ("draw -o - --controls --still", "found --controls and --still; expected one of them. "),
    ("draw -o - --controls --pocket", "found --controls and --pocket; expected one of them. "),
]


@pytest.mark.parametrize(("typed", "said"), WRONG, ids=[typed for typed, _ in WRONG])
def test_wrong_usage_is_one_line_that_names_the_help(typed, said, command, monkeypatch):
    """Exit status 2; nothing is run or printed."""
    monkeypatch.setattr(sys, "argv", ["perceptron-ref"])
    words = shlex.split(typed)
    status, out, err = command(*words)
    about = f"help {words[0]}" if words[0] in COMMANDS else "help"
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("perceptron-ref: error: ")
    assert err.endswith(f" `perceptron-ref {about}` explains it\n")
    assert said in err


@pytest.mark.parametrize("word", WORDS)
def test_what_a_hint_names_is_there(word, command):
    """Each command and each option between backticks; an option alone is one of `fit`."""
    for typed in WORDS[word].split("`")[1::2]:
        words = typed.split() if typed.split()[0] in COMMANDS else ["fit", *typed.split()]
        help = command("help", words[0], "--all")[1]
        assert all(f"{option} " in help for option in words if option.startswith("-"))


FILES = [  # that are not there, and what is said about them
    ("Iris.csv", "did you mean iris.csv?"),
    ("inner/hous.csv", "did you mean inner/house.csv?"),
    ("outer/house.csv", "there is no folder outer"),
    ("credit", "did you mean example:credit?"),
    ("examples:spam", "did you mean example:spam?"),
    ("cyclic", "a strategy stands behind --strategy or --strategies"),
    ("mine.py:seed=3", "a strategy stands behind --strategy or --strategies"),
    ("0.3", "a share of FILE goes with --split"),
    ("xyzzy", "a set of ours is written example:NAME, see `examples`"),
]


@pytest.mark.parametrize(("path", "hint"), FILES)
def test_a_file_that_is_not_there(path, hint, tmp_path, monkeypatch, command):
    """A similar name in its folder, an embedded set, a strategy, or how a set is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "iris.csv").write_text("1,1\n")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "house.csv").write_text("1,1\n")
    assert command("fit", path)[::2] == (
        1,
        f"perceptron-ref: error: {path}: cannot be read: No such file or directory; "
        f"expected a text file; {hint}\n",
    )


def test_a_strategy_in_the_place_of_data_and_a_folder_in_that_of_one(
    file, command, tmp_path, monkeypatch
):
    """A file of Python is no table; a project of `new-strategy` is named by its module."""
    path = file('def mine(view, *, order="up"):\n    yield 0\n')
    hint = "expected a text file; a strategy stands behind --strategy or --strategies"
    assert f"{path}: found a file of Python; {hint}\n" in command("race", path)[2]
    monkeypatch.chdir(tmp_path)
    assert command("new-strategy", "my-own")[0] == 0
    for words in (["check-strategy", "my-own"], ["strategies", "my_own.py"], ["fit", "--strategy"]):
        status, _, err = command(*words, *["my-own:seed=1"] * (words[0] == "fit"))
        assert (status, "; did you mean my-own/my_own.py?" in err) == (2, True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("prove example:and --w-f -3,2,2", "prove example:and --w-f=-3,2,2"),
        ("fit example:and --x0 -1/2", "fit example:and --x0=-1/2"),
        ("fit --json -", "fit --json -- -"),
    ],
)
def test_a_word_that_begins_with_a_hyphen_may_be_no_option(one, other, command, monkeypatch):
    """Weights and numbers behind a blank or an equals sign; a lone hyphen is a file, and two end
    the options.
    """
    answers = []
    for typed in (one, other):
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"1,-1\n2,1\n")))
        answers.append(command(*typed.split()))
    assert answers[0] == answers[1] and answers[0][0] == 0
    assert "--json" not in one or loads(answers[0][1])["data"]["source"] == "-"


TITLES = ["the data:", "the algorithm:", "when to stop:", "many runs:", "the output:"]


@pytest.mark.parametrize("name", COMMANDS)
def test_options_stand_below_titles_in_one_order(name, command):
    """All but --help; a title without an option is not shown. No parser is made for other commands,
    but where the help lists them all.
    """
    lines = command("help", name, "--all")[1].splitlines()
    titles = [line for line in lines if line in TITLES]
    assert titles == [title for title in TITLES if title in titles]
    for words, names in (([name, "--help"], [name]), ([], [*COMMANDS]), (["--help"], [*COMMANDS])):
        commands = next(act for act in parser(words)._actions if act.dest == "command").choices
        assert list(commands) == names
        groups = {group.title: group for group in commands[name]._action_groups}
        usual = groups.get("options") or groups["optional arguments"]  # of Python 3.8 and 3.9
        assert [act.dest for act in usual._group_actions] == ["help"]
