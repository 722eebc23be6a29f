"""Commands read files, standard input and embedded sets, and print notes and warnings about
them.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest
from conftest import ROOT
from report_tables import facts

from perceptron_ref import Hypothesis
from perceptron_ref.cli.main import main

YEARS = "1990,1991,y\n1,2,yes\n3,4,no\n1,1,yes\n"
HASH_SIGN = "7,no\n8,no\n1,yes # sure\n5,yes\n"
HEADER_QUESTION = (
    "If this line holds the names of the columns, use --header; otherwise use --no-header\n"
)
TWO_LABEL_COLUMNS = "1,3,9,1\n0,4,2,0\n1,5,7,0\n0,7,8,1\n1,8,3,1\n"
SURVIVED = "Survived,age,fare\n1,3,4\n0,4,2\n"
ACCEPTED = [  # the text of FILE, options, N and d, and the text on standard error
    ("1 -1\n2 1\n", "", "N = 2, d = 1", ""),
    ("yes;1\nno;3\n", "--label 0 --positive yes --format semicolon", "N = 2, d = 1", ""),
    # "YES" beside "yes" may be a slip, but "1E0" is the same number as "1e0"
    (
        "1,yes\n2,YES\n3,no\n",
        "--positive yes",
        "N = 3, d = 1",
        "warning: FILE:2: column 2: the label 'YES' means -1; only 'yes' means +1. If it should "
        "mean +1, too, write it as 'yes'\n",
    ),
    ("1,1e0\n2,1E0\n3,0\n", "--positive 1e0", "N = 3, d = 1", ""),
    ("1,1\n2,1\n", "", "N = 2, d = 1", "warning: FILE: all 2 labels mean +1\n"),
    (YEARS, "--positive yes --header", "N = 3, d = 2", ""),
    (YEARS, "--positive yes --no-header", "N = 4, d = 2", ""),
    (HASH_SIGN, "--positive yes --comments", "N = 4, d = 1", ""),
    (HASH_SIGN, "--positive yes --no-comments", "N = 4, d = 1", ""),
    # a hyphen after --features belongs to its value
    ("Nr,a,y\n7,1,0\n7,2,1\n", "--features -Nr", "N = 2, d = 1", ""),
    ("Nr,a,y\n7,1,0\n7,2,1\n", "--features=-Nr", "N = 2, d = 1", ""),
    # a note names each decision that no option made
    (
        ";a;y\n1;0,5;0\n2;2;1\n",
        "",
        "N = 2, d = 1",
        "note: FILE: column 1 has no name and is left out, because it only numbers or names the "
        "rows\n"
        "note: FILE:2: column 2 ('a'): '0,5' is read as 0.5, with a decimal comma, as with "
        '--decimal ","\n',
    ),
    # a column with two values or the name "target" may hold the labels, but options decide
    ("a,y,target\n1,1,1\n3,0,0\n", "", "N = 2, d = 2", ""),
    (SURVIVED, "--label fare", "N = 2, d = 2", ""),
    (SURVIVED, "--label Survived", "N = 2, d = 2", ""),
    (TWO_LABEL_COLUMNS, "--label -1", "N = 5, d = 3", ""),
]
REFUSED = [  # the text of FILE, options, and a part of the error
    (YEARS, "--positive yes", HEADER_QUESTION),
    ("1990,1991,1992\n1,2,0\n3,4,1\n3,3,0\n", "", HEADER_QUESTION),
    (
        HASH_SIGN,
        "--positive yes",
        "If # begins a comment, use --comments; otherwise use --no-comments",
    ),
    (SURVIVED, "", "column 1 ('Survived') and column 3 ('fare'), which may both hold the labels"),
    (
        "a,Y,b\n1,1,4.5\n3,0,2.5\n",
        "",
        "If column 2 holds the labels, use --label Y. If column 3 holds the labels, use --label b",
    ),
    (TWO_LABEL_COLUMNS, "", "found column 1 and column 4"),
    ("1,0,1\n0,1,0\n1,1,0\n0,0,1\n1,0,1\n", "", "found column 1 and column 3"),
    (
        None,
        "example:credit --positive yes",
        "example:credit: found --positive for an embedded data set. Leave out this",
    ),
    (
        None,
        "example:separable:N=6 --features 0",
        "or write the set to a file with `examples separable:N=6 > separable.csv`",
    ),
    (
        None,
        "example:credit --no-header",
        "example:credit: found --no-header for an embedded data set. Leave out this",
    ),
]


@pytest.mark.parametrize(("text", "command_line", "size", "message"), ACCEPTED)
def test_options_decide_how_a_file_is_read(fit, file, text, command_line, size, message):
    """Options decide what the file itself does not show: which label means +1, whether there is a
    header or a comment, and which columns are used. Warnings and notes go to standard error.
    """
    path = file(text, "data.csv")
    exit_status, out, err = fit(path, *command_line.split(), "--pocket", "--max-updates", 9)
    assert (exit_status, err) == (0, message.replace("FILE", path))
    assert facts(out)["data"] == f"{path}, {size}"


@pytest.mark.parametrize(("text", "command_line", "message"), REFUSED)
def test_ambiguous_files_are_refused(fit, file, text, command_line, message):
    """The error names the options that decide. An option that does not apply to embedded sets is
    also refused.
    """
    path = [] if text is None else [file(text, "data.csv")]
    exit_status, out, err = fit(*path, *command_line.split())
    assert (exit_status, out, message in err) == (1, "", True)


@pytest.mark.parametrize(
    ("stdin", "expected_status", "message"),
    [
        ("1 -1\n2 1\n", 0, ""),
        ("1 -1\nx 1\n", 1, "standard input:2: column 1: found 'x'"),
        ("1 -1\r2 1\n3 1\n", 1, "standard input:1: found carriage returns (\\r) as well"),
        ("1 -1\r2 1\n3 1\n", 1, "`tr '\\r' '\\n' < FILE > NEW.csv`"),
        (None, 1, "standard input is closed; expected examples on standard input\n"),  # `<&-`
    ],
)
def test_a_hyphen_means_standard_input(fit, monkeypatch, stdin, expected_status, message):
    """The report calls the data `-`, and an error says "standard input". If standard input is
    closed, the command fails.
    """
    stream = None if stdin is None else io.TextIOWrapper(io.BytesIO(stdin.encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    exit_status, out, err = fit("-")
    assert (exit_status, message in err, bool(err)) == (expected_status, True, bool(message))
    assert message or facts(out)["data"] == "-, N = 2, d = 1"


@pytest.mark.parametrize(
    ("train", "test", "expected_fact", "message"),
    [
        (
            "a,y\n1,yes\n3,no\n5,YES\n",
            "a,y\n1,no\n3,YES\n",
            "N = 2, mistakes = 1",
            "warning: TRAIN:4: column 2 ('y'): the label 'YES' means -1; only 'yes' means +1. If "
            "it should mean +1, too, write it as 'yes'\n"
            "warning: TEST:3: column 2 ('y'): the label 'YES' means -1; only 'yes' means +1. If "
            "it should mean +1, too, write it as 'yes'\n"
            "warning: TEST: all 2 labels mean -1, because none of them is 'yes'\n",
        ),
        (
            "a,y\n1,no\n3,yes\n",
            "y,a,remark\nyes,1,late\nyes,5,\n",
            "N = 2, mistakes = 1",
            "warning: TEST: all 2 labels mean +1\n"
            "note: TEST: ignoring 'remark', which the training set does not have\n",
        ),
    ],
)
def test_the_test_file_may_have_its_columns_in_another_order(
    fit, file, train, test, expected_fact, message
):
    """Columns are matched by name, also the label column. Warnings and notes about the test file
    are also printed.
    """
    train_path, test_path = file(train, "train.csv"), file(test, "test.csv")
    _, out, err = fit(train_path, "--test", test_path, "--positive", "yes")
    message = message.replace("TRAIN", train_path).replace("TEST", test_path)
    assert (facts(out)["test"], err) == (expected_fact, message)


def test_a_test_label_that_the_training_set_lacks_is_refused(fit, file):
    """Every label of the test set must occur in the training set, also if several labels of the
    training set mean -1.
    """
    test_path = file("a,y\n1,no\n3,maybe\n", "test.csv")
    for more_lines in ("", "5,perhaps\n"):
        train_path = file(f"a,y\n1,yes\n3,no\n{more_lines}", "train.csv")
        exit_status, out, err = fit(train_path, "--test", test_path, "--positive", "yes")
        assert (exit_status, out) == (1, "")
        assert "3: column 2 ('y'): found the label 'maybe'; exp" in err


FLATS = "Nr;area;age;sold\nW-1;82,5;12;yes\nW-2;61;;no\nW-3;45;55;no\n"
READING_OPTIONS = ["--positive", "yes", "--features", "-Nr", "--decimal", ",", "--missing", "drop"]


@pytest.mark.ci
@pytest.mark.parametrize(
    "command_line",
    [
        "fit FILE",
        "fit FILE --test FILE",
        "fit -",
        "compare FILE --strategies cyclic",
        "race FILE --strategies cyclic --seeds 1",
        "separable FILE",
        "prove FILE",
        "optimum FILE",
        "draw FILE -o OUT",
        "margins FILE --model MODEL",
        "predict MODEL FILE",
    ],
)
def test_every_command_that_reads_files_takes_all_options(
    command, monkeypatch, tmp_path, command_line
):
    """Each command can choose columns, read decimal commas and drop examples with missing cells, in
    a file or on standard input.
    """
    path = tmp_path / "flats.csv"
    path.write_text(FLATS)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FLATS.encode())))
    path_of = {"FILE": path, "OUT": tmp_path / "a.svg", "MODEL": tmp_path / "model.json"}
    Hypothesis([0, 1, -1], names=["area", "age"], label_name="sold").save(path_of["MODEL"])
    arguments = [path_of.get(word, word) for word in command_line.split()]
    exit_status, _, err = command(*arguments, *READING_OPTIONS)
    assert (exit_status, "error" in err) == (0, False)
    assert "dropped 1 of 3 examples, because a cell is missing on line 3" in err


@pytest.mark.ci
@pytest.mark.parametrize("lines", ["1,2,1\n3,4,-1\n", "+1 1:2\n-1 2:3\n", "1\t1\n2\t-1\n"])
def test_first_reads_no_more_examples_than_it_needs(tmp_path, lines):
    """With --first 2 the command ends although the stream never ends. An invalid line after the
    first examples is not read.
    """
    endless_program = f"import sys\nwhile True:\n    sys.stdout.write({lines!r})\n"
    stream = subprocess.Popen([sys.executable, "-c", endless_program], stdout=subprocess.PIPE)
    arguments = ["-m", "perceptron_ref", "fit", "-", "--first", "2", "--json", "--no-comments"]
    completed = subprocess.run(
        [sys.executable, *arguments], stdin=stream.stdout, cwd=ROOT, stdout=subprocess.PIPE
    )
    stream.kill()
    stream.communicate()
    assert (completed.returncode, json.loads(completed.stdout)["data"]["N"]) == (0, 2)
    path = tmp_path / "data"
    path.write_text(lines + lines + "no number at all,,\n")
    assert main(["fit", str(path), "--first", "2"]) == 0


@pytest.mark.ci
@pytest.mark.parametrize("command", ["fit", "separable", "compare"])
def test_unused_data_on_standard_input_are_an_error(command):
    """If FILE is missing although standard input contains data, the command does not use the
    default set. The error says that FILE must be `-`.
    """
    arguments = [sys.executable, "-m", "perceptron_ref", command]
    completed = subprocess.run(arguments, input=b"1,1\n2,-1\n", cwd=ROOT, capture_output=True)
    assert (completed.returncode, completed.stdout) == (1, b"")
    assert b"standard input: found data, but `" in completed.stderr
    assert f" {command}` reads standard input only if FILE is -. Write".encode() in completed.stderr


@pytest.mark.ci
@pytest.mark.parametrize("stdin", ["no input", "an open pipe", "a closed pipe"])
def test_without_input_a_note_says_that_the_default_set_is_used(stdin):
    """The command does not wait for data from an open pipe, because CI and `subprocess` provide an
    open pipe without data.
    """
    stream = subprocess.DEVNULL if stdin == "no input" else subprocess.PIPE
    arguments = [sys.executable, "-m", "perceptron_ref", "fit"]
    with subprocess.Popen(arguments, stdin=stream, stdout=subprocess.PIPE, cwd=ROOT) as process:
        if stdin == "a closed pipe":
            process.stdin.close()
        report = facts(process.stdout.read().decode())
    assert (process.returncode, report["data"].partition(",")[0]) == (0, "example:credit")
    note = "no file is given, so this is an embedded data set; `fit FILE` uses your data"
    assert report["note"] == note


@pytest.mark.parametrize("name", ["compare", "prove", "optimum", "separable"])
def test_the_note_on_the_default_set_names_the_command(command, name):
    """The note says how to run the same command on a file."""
    assert facts(command(name)[1])["note"].endswith(f"; `{name} FILE` uses your data")
