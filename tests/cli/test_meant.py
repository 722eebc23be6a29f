"""What may be meant by a word that is not known."""

from __future__ import annotations

import pytest

from perceptron_ref.cli import meant
from perceptron_ref.cli.main import COMMANDS, main

OPTIONS = ("-h", "--help", "--eta", "--max-updates", "--label", "--strategy", "--draw")


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("example:or", "; did you mean: fit example:or?"),
        ("train", "; did you mean: fit?"),
        ("PLA", "; did you mean: fit?"),
        ("pocket", "; did you mean: fit --pocket?"),
        ("plot", "; did you mean: draw?"),
        ("version", "; did you mean: --version?"),
        ("strategy", "; did you mean: strategies?"),
        ("my/mine.py", "; did you mean: fit --strategy my/mine.py?"),
        ("seperable", "; did you mean separable?"),
        ("xyzzy", ""),
    ],
)
def test_a_command_by_another_word(word, hint):
    """One that is misspelt, one that others call so, or the data alone."""
    assert meant.command(word, COMMANDS) == hint


def test_a_file_in_the_place_of_a_command(tmp_path, monkeypatch):
    """It is `fit` that reads it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "iris.csv").write_text("1,1\n")
    assert meant.command("iris.csv", COMMANDS) == "; did you mean: fit iris.csv?"


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("learning-rate", "; did you mean --eta?"),
        ("max_iter", "; did you mean --max-updates?"),
        ("plot", "; did you mean --draw?"),
        ("epochs", ""),  # --max-visits is not among these
        ("data", "; write FILE without an option"),
        ("model", "; write MODEL without an option"),
        ("seed", "; a seed goes with the strategy, as in --strategy random:seed=3"),
        ("lable", "; did you mean --label?"),
    ],
)
def test_an_option_by_another_word(word, hint):
    """One that there is, or an argument that takes no option."""
    assert meant.option(word, OPTIONS, {"FILE", "MODEL"}) == hint


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("random", "; a strategy stands behind --strategy or --strategies"),
        ("k=4", "; options of a set or a strategy stand behind a colon, as in NAME:key=value"),
        ("file.csv", "; a name with blanks in it goes in quotes"),
    ],
)
def test_one_word_more(word, hint):
    """What it seems to be is told."""
    assert meant.one_more(word) == hint


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("Iris.csv", "did you mean iris.csv?"),
        ("iris", "did you mean iris.csv?"),
        ("inner/hous.csv", "did you mean inner/house.csv?"),
        ("outer/house.csv", "there is no folder outer"),
        ("credit", "did you mean example:credit?"),
        ("examples:spam", "did you mean example:spam?"),
        ("cyclic", "a strategy stands behind --strategy or --strategies"),
        ("mine.py:seed=3", "a strategy stands behind --strategy or --strategies"),
        ("https://example.org/iris.csv", "nothing is fetched: save it as a file first"),
        ("xyzzy", "a set of ours is written example:NAME, see `examples`"),
    ],
)
def test_a_file_that_is_not_there(path, hint, tmp_path, monkeypatch, capsys):
    """A similar name in its folder, an embedded set, a strategy, or how a set is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "iris.csv").write_text("1,1\n")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "house.csv").write_text("1,1\n")
    assert main(["fit", path]) == 1
    assert capsys.readouterr().err == (
        f"perceptron-ref: error: {path}: cannot be read: No such file or directory; "
        f"expected a text file; {hint}\n"
    )


@pytest.mark.parametrize("command", [["check-strategy"], ["fit", "--strategy"]])
def test_data_in_the_place_of_a_strategy_are_told_to_be_data(command, capsys):
    """A set of ours, with options or without."""
    assert main([*command, "example:hadamard:k=4"]) == 1
    assert capsys.readouterr().err == (
        "perceptron-ref: error: found 'example:hadamard:k=4', a set of data; "
        "expected a strategy, as cyclic is\n"
    )


def test_a_strategy_in_the_place_of_data_is_not_read(tmp_path, capsys):
    """As a table it has quotes that do not match, which helps nobody."""
    path = tmp_path / "mine.py"
    path.write_text('def mine(view, *, order="up"):\n    yield 0\n')
    assert main(["race", str(path)]) == 1
    assert capsys.readouterr().err == (
        f"perceptron-ref: error: {path}: found a file of Python; expected one of data; "
        "a strategy stands behind --strategy or --strategies\n"
    )
