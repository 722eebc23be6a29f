"""Options: texts NAME:key=value, and command lines with odd values in odd places."""

from __future__ import annotations

import os
import subprocess
import sys
from tempfile import TemporaryDirectory

import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from manners import check_manners, check_message, ran

from perceptron_ref import PerceptronError, strategy
from perceptron_ref.examples import example
from perceptron_ref.plugins.options import parse

pytestmark = pytest.mark.ci

NAMES = ["cyclic", "restart", "random", "random-permutation", "worst-margin", "x", "", " cyclic"]
KEYS = ["seed", "fresh", "normalized", "k", "", "seed ", "_", "view", "__class__", "se-ed"]
VALUES = st.sampled_from(
    "0 1 -1 7 true false True none 1/2 0.5 1e3 1e10000 1e99999 nan inf  x 9,9 = : \u0661 \u2028 "
    "\x1b[2J \ud800 ' \" {} [] 1_0 0x1".split(" ")
) | st.text(max_size=4)
OPTION = st.tuples(st.sampled_from(KEYS), st.sampled_from(["=", "=", "=", "", "=="]), VALUES)
OPTION = OPTION.map("".join)
NOTATION = st.tuples(
    st.sampled_from(NAMES) | st.text(max_size=5),
    st.sampled_from(["", ":", ":", ":", "::"]),
    st.lists(OPTION, max_size=2).map(",".join),
).map("".join)
EXAMPLES = {
    "hadamard": ["k", "K"],
    "pingpong": ["m", "k"],
    "pair": ["m"],
    "powers": ["d"],
    "separable": ["d", "N", "seed", "margin"],
    "noisy": ["d", "N", "seed", "flips"],
}
MADE = st.sampled_from(sorted(EXAMPLES)).flatmap(
    lambda name: st.tuples(
        st.just(name),
        st.lists(st.tuples(st.sampled_from(EXAMPLES[name]), VALUES).map("=".join), max_size=2).map(
            ",".join
        ),
    ).map(":".join)
)


@given(text=NOTATION)
def test_strategy_texts(text):
    """A strategy, or an error of one line."""
    try:
        strategy(text)
    except PerceptronError as error:
        check_message(error)


@given(text=MADE)
def test_example_texts(text):
    """Data made to order, or an error of one line."""
    try:
        name, options = parse(text)
        D = example(name, **options)
    except PerceptronError as error:
        check_message(error)
    else:
        assert D.N >= 1


FILES = ["example:or", "example:and", "example:xor", "data.csv", "nothing.csv", "-", "", "."]
ODD_FILES = st.sampled_from(FILES) | st.sampled_from(FILES) | MADE.map("example:{}".format)
COUNTS = st.sampled_from(["0", "1", "3", "40", "-1", "none", "", "1e3", "9" * 25, "\u0661", "x"])
TAKES = {
    "--strategy": NOTATION | st.sampled_from(["mine.py", "mine.py:f:seed=1", "data.csv", "."]),
    "--strategies": st.sampled_from(["cyclic", "restart", "all", "example:or", "random:seed=2"]),
    "--max-updates": COUNTS,
    "--max-visits": COUNTS,
    "--target-mistakes": COUNTS,
    "--repeat": st.sampled_from(["1", "3", "0", "-1", "x"]),
    "--seeds": st.sampled_from(["1", "2", "0", "x"]),
    "--sign-of-zero": st.sampled_from(["-1", "0", "1", "2", ""]),
    "--eta": VALUES,
    "--w-f": st.sampled_from(["-3,2,2", "0,0,0", "1", "", "a,b,c", "1e10000,1,1", "-1,2,2"]),
    "--label": VALUES,
    "--positive": VALUES,
    "--format": st.sampled_from(["csv", "libsvm", "space", "x"]),
    "--save": st.sampled_from(["saved.json", "data.csv", "nowhere/a.json", "", "-", "."]),
    "--draw": st.sampled_from(["drawn.svg", "data.csv", "nowhere/a.svg", "", "-", "."]),
    "-o": st.sampled_from(["drawn.svg", "data.csv", "nowhere/a.svg", "", "-", "."]),
    "--model": st.sampled_from(["model.json", "data.csv", "nothing.json", "", "."]),
    "--test": ODD_FILES,
    "--view": st.sampled_from(["proof", "pocket", "margins", "x"]),
}
FLAGS = ["--json", "--audit", "--pocket", "--trace", "--force", "--help", "--visits", "--check"]
COMMANDS = {
    "fit": "--strategy --max-updates --max-visits --target-mistakes --repeat --sign-of-zero --eta "
    "--label --positive --format --save --draw --test --json --audit --pocket --trace --force",
    "compare": "--strategies --max-updates --max-visits --sign-of-zero --eta --pocket --json",
    "race": "--strategies --max-updates --seeds --json --visits",
    "predict": "--label --positive --format --json",
    "separable": "--label --positive --format --json --audit",
    "prove": "--strategy --max-updates --max-visits --sign-of-zero --eta --w-f --json --audit",
    "optimum": "--label --positive --format --json",
    "margins": "--model --label --positive --json",
    "draw": "--strategy --max-updates -o --force --pocket --view --eta",
    "strategies": "--check --json",
    "examples": "",
    "check-strategy": "--json",
    "new-strategy": "",
}
WORD = st.text(max_size=5) | st.sampled_from(["--", "-", "--x", "--json=1", "example:", "-1", "\0"])


@st.composite
def lines(draw):
    """Return the words of a command line, most of them in their places."""
    command = draw(st.sampled_from(sorted(COMMANDS)))
    words = [command]
    if command == "predict":
        words.append(draw(st.sampled_from(["model.json", "data.csv", "nothing.json"])))
    if command == "new-strategy":
        words.append(draw(st.sampled_from(["mine", "len", "con", "a/b", "", "é", "9"]) | WORD))
    elif command == "check-strategy":
        return [command, draw(st.sampled_from(["nothing.py", "x", "", "data.csv", "mine.py"]))]
    elif command not in ("strategies", "examples"):
        words.append(draw(ODD_FILES))
    known = COMMANDS[command].split()
    for option in draw(st.lists(st.sampled_from(known), max_size=4, unique=True)) if known else ():
        words.append(option)
        if option not in FLAGS:
            value = draw(TAKES[option])
            words[-1:] = [f"{option}={value}"] if draw(st.booleans()) else [option, value]
    if draw(st.integers(0, 4)) == 4:
        words.insert(draw(st.integers(0, len(words))), draw(WORD | st.sampled_from(FLAGS)))
    if "--max-updates" in known and not any("--max-updates" in word for word in words):
        words.append("--max-updates=60")
    return words


def in_a_process(*words, stdin):
    """Run a command in a process of its own; return what `ran` returns."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "perceptron_ref", *words]
    try:
        done = subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            timeout=120,
            env={**os.environ, "PYTHONPATH": path},
        )
    except ValueError:  # a zero byte
        return 2, "", "error: no process takes it"
    return done.returncode, done.stdout.decode(), done.stderr.decode()


STDIN = st.sampled_from([b"1,2,1\n3,4,-1\n", b"", b"\xff"])


@given(words=lines(), stdin=STDIN)
def test_command_lines(words, stdin):
    """Any command line ends with a status; an error is one line."""
    ends_well(ran, words, stdin)


@settings(max_examples=settings().max_examples // 10)
@given(words=lines(), stdin=STDIN)
def test_command_lines_of_a_process(words, stdin):
    """The same, seen from outside."""
    ends_well(in_a_process, words, stdin)


def ends_well(run, words, stdin):
    """Run a command in a folder with a file, a model and a strategy, and check how it ended."""
    before = os.getcwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            with open("data.csv", "w", encoding="utf-8") as stream:
                stream.write("a,b,y\n1,2,1\n3,4,-1\n0,1,1\n")
            with open("mine.py", "w", encoding="utf-8") as stream:
                stream.write("def f(view, *, seed=0):\n    yield seed\n    yield None\n")
            ran("fit", "data.csv", "--save", "model.json")
            status, out, err = run(*words, stdin=stdin)
        finally:
            os.chdir(before)
    if status != 0 or not {"--help", "-h"} & {*words}:
        json = ("--json" in words or "--audit" in words) and status != 2
        check_manners(status, out, err, json)
