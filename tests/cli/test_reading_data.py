"""Reading data: files, standard input and the sets in the package, with notes and warnings."""

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
HASH = "7,no\n8,no\n1,yes # sure\n5,yes\n"
HEADER = "If this line holds the names of the columns, use --header; otherwise use --no-header\n"
TWO_LABEL_COLUMNS = "1,3,9,1\n0,4,2,0\n1,5,7,0\n0,7,8,1\n1,8,3,1\n"
SURVIVED = "Survived,age,fare\n1,3,4\n0,4,2\n"
READ = [  # FILE, options, N and d, and the text on standard error
    ("1 -1\n2 1\n", "", "N = 2, d = 1", ""),
    ("yes;1\nno;3\n", "--label 0 --positive yes --format semicolon", "N = 2, d = 1", ""),
    # "YES" beside "yes" may be a slip; a number in another spelling is the same number
    (
        "1,yes\n2,YES\n3,no\n",
        "--positive yes",
        "N = 3, d = 1",
        "warning: FILE: the label 'YES' means -1; only 'yes' means +1\n",
    ),
    ("1,1e0\n2,1E0\n3,0\n", "--positive 1e0", "N = 3, d = 1", ""),
    ("1,1\n2,1\n", "", "N = 2, d = 1", "warning: FILE: all 2 labels mean +1\n"),
    (YEARS, "--positive yes --header", "N = 3, d = 2", ""),
    (YEARS, "--positive yes --no-header", "N = 4, d = 2", ""),
    (HASH, "--positive yes --comments", "N = 4, d = 1", ""),
    (HASH, "--positive yes --no-comments", "N = 4, d = 1", ""),
    # a hyphen after --features belongs to its value
    ("Nr,a,y\n7,1,0\n7,2,1\n", "--features -Nr", "N = 2, d = 1", ""),
    ("Nr,a,y\n7,1,0\n7,2,1\n", "--features=-Nr", "N = 2, d = 1", ""),
    # decisions that no option requested get a note
    (
        ";a;y\n1;0,5;0\n2;2;1\n",
        "",
        "N = 2, d = 1",
        "note: FILE: column 1 has no name and is left out, because it only numbers or names the "
        "rows\n"
        "note: FILE:2: column 2 ('a'): '0,5' is read as 0.5, with a decimal comma, as with "
        '--decimal ","\n',
    ),
    # a column named target or with two values may hold the labels, but options decide
    ("a,y,target\n1,1,1\n3,0,0\n", "", "N = 2, d = 2", ""),
    (SURVIVED, "--label fare", "N = 2, d = 2", ""),
    (SURVIVED, "--label Survived", "N = 2, d = 2", ""),
    (TWO_LABEL_COLUMNS, "--label -1", "N = 5, d = 3", ""),
]
REFUSED = [  # FILE, options, and a part of the error
    (YEARS, "--positive yes", HEADER),
    ("1990,1991,1992\n1,2,0\n3,4,1\n3,3,0\n", "", HEADER),
    (HASH, "--positive yes", "If # begins a comment, use --comments; otherwise use --no-comments"),
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


@pytest.mark.parametrize(("text", "command_line", "size", "message"), READ)
def test_options_decide_how_a_file_is_read(fit, file, text, command_line, size, message):
    """Options decide what the file does not show: the label +1, a header, comments, and the
    columns. Warnings and notes go to standard error.
    """
    path = file(text, "data.csv")
    exit_status, out, err = fit(path, *command_line.split(), "--pocket", "--max-updates", 9)
    assert (exit_status, err) == (0, message.replace("FILE", path))
    assert facts(out)["data"] == f"{path}, {size}"


@pytest.mark.parametrize(("text", "command_line", "message"), REFUSED)
def test_ambiguous_files_are_refused(fit, file, text, command_line, message):
    """The error names the options that decide. An option that would have no effect on an embedded
    set is refused, too.
    """
    path = [] if text is None else [file(text, "data.csv")]
    exit_status, out, err = fit(*path, *command_line.split())
    assert (exit_status, out, message in err) == (1, "", True)


@pytest.mark.parametrize(
    ("stdin", "expected_status", "message"),
    [
        ("1 -1\n2 1\n", 0, ""),
        ("1 -1\nx 1\n", 1, "standard input:2: column 1: found 'x'"),
        (None, 1, "standard input is closed; expected examples on standard input\n"),  # `<&-`
    ],
)
def test_a_hyphen_is_standard_input(fit, monkeypatch, stdin, expected_status, message):
    """The report has the name `-`, and an error says "standard input". A closed standard input is
    an error.
    """
    stream = None if stdin is None else io.TextIOWrapper(io.BytesIO(stdin.encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    exit_status, out, err = fit("-")
    assert (exit_status, message in err, bool(err)) == (expected_status, True, bool(message))
    assert message or facts(out)["data"] == "-, N = 2, d = 1"


@pytest.mark.parametrize(
    ("train", "test", "count", "message"),
    [
        (
            "a,y\n1,yes\n3,no\n5,YES\n",
            "a,y\n1,no\n3,YES\n",
            "N = 2, mistakes = 1",
            "warning: FILE1: the label 'YES' means -1; only 'yes' means +1\n"
            "warning: FILE: the label 'YES' means -1; only 'yes' means +1\n"
            "warning: FILE: all 2 labels mean -1, because none of them is 'yes'\n",
        ),
        (
            "a,y\n1,no\n3,yes\n",
            "y,a,remark\nyes,1,late\nyes,5,\n",
            "N = 2, mistakes = 1",
            "warning: FILE: all 2 labels mean +1\n"
            "note: FILE: ignoring 'remark', which the other data set does not have\n",
        ),
    ],
)
def test_the_test_file_may_have_its_columns_in_another_order(
    fit, file, train, test, count, message
):
    """The label column is matched by its name, wherever it is. Warnings and notes about the
    test file are printed, too.
    """
    paths = [file(train, "train.csv"), "--test", file(test, "test.csv")]
    _, out, err = fit(*paths, "--positive", "yes")
    message = message.replace("FILE1", paths[0]).replace("FILE", paths[2])
    assert (facts(out)["test"], err) == (count, message)


def test_labels_missing_from_the_training_set_are_refused(fit, file):
    """A label of the test set must be one of the training set, also if several of its labels mean
    -1.
    """
    train, test = "a,y\n1,yes\n3,no\n", "a,y\n1,no\n3,maybe\n"
    for more_lines in ("", "5,perhaps\n"):
        paths = [file(train + more_lines, "train.csv"), "--test", file(test, "test.csv")]
        exit_status, out, err = fit(*paths, "--positive", "yes")
        assert (exit_status, out) == (
            1,
            "",
        ) and "3: column 2 ('y'): found the label 'maybe'; exp" in err


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
    """Each command can choose columns, read decimal commas and drop missing cells, from a file or
    from standard input.
    """
    path = tmp_path / "flats.csv"
    path.write_text(FLATS)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FLATS.encode())))
    names = {"FILE": path, "OUT": tmp_path / "a.svg", "MODEL": tmp_path / "model.json"}
    Hypothesis([0, 1, -1], names=["area", "age"], label_name="sold").save(names["MODEL"])
    exit_status, _, err = command(
        *[names.get(word, word) for word in command_line.split()], *READING_OPTIONS
    )
    assert (exit_status, "error" in err) == (0, False)
    assert "dropped 1 of 3 examples, because a cell is missing on line 3" in err


@pytest.mark.ci
@pytest.mark.parametrize("lines", ["1,2,1\n3,4,-1\n", "+1 1:2\n-1 2:3\n", "1\t1\n2\t-1\n"])
def test_first_reads_no_more_examples_than_it_needs(tmp_path, lines):
    """--first 2 ends although the stream never ends, and an invalid line after the first examples
    causes no error.
    """
    endless = f"import sys\nwhile True:\n    sys.stdout.write({lines!r})\n"
    stream = subprocess.Popen([sys.executable, "-c", endless], stdout=subprocess.PIPE)
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
def test_waiting_input_without_a_file_is_an_error(command):
    """If data wait on standard input and no FILE is given, the command does not use the default
    set. The error shows how to name it as `-`.
    """
    arguments = [sys.executable, "-m", "perceptron_ref", command]
    completed = subprocess.run(arguments, input=b"1,1\n2,-1\n", cwd=ROOT, capture_output=True)
    assert (completed.returncode, completed.stdout) == (1, b"")
    assert b"standard input: found data, but `" in completed.stderr
    assert f" {command}` reads standard input only if FILE is -. Write".encode() in completed.stderr


@pytest.mark.ci
@pytest.mark.parametrize("stdin", ["no input", "an open pipe", "a closed pipe"])
def test_without_input_the_default_set_is_used_and_a_note_says_so(stdin):
    """The command does not wait for an open but silent pipe, which is what CI and `subprocess`
    provide.
    """
    stream = subprocess.DEVNULL if stdin == "no input" else subprocess.PIPE
    arguments = [sys.executable, "-m", "perceptron_ref", "fit"]
    with subprocess.Popen(arguments, stdin=stream, stdout=subprocess.PIPE, cwd=ROOT) as process:
        if stdin == "a closed pipe":
            process.stdin.close()
        out = facts(process.stdout.read().decode())
    assert (process.returncode, out["data"].partition(",")[0]) == (0, "example:credit")
    assert out["note"].startswith("no file is given, so this is an embedded data set; ")
