"""What options mean: their values, their defaults, and which go together."""

from __future__ import annotations

import json
from inspect import signature

import pytest

from perceptron_ref import example, pla, pocket
from perceptron_ref.cli.main import main
from perceptron_ref.cli.plan import default_strategy


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["fit", "--jobs", "2"], "--jobs goes with --repeat"),
        (["fit", "--target-mistakes", "2"], "--target-mistakes goes with --pocket"),
        (["compare", "--target-mistakes", "2"], "--target-mistakes goes with --pocket"),
        (["fit", "--repeat", "2", "--trace"], "--trace, --save and --draw go with a single run"),
        (
            ["fit", "--repeat", "2", "--save", "m.json"],
            "--trace, --save and --draw go with a single run",
        ),
        (["fit", "-", "--test", "-"], "standard input can be read once"),
        (
            ["compare", "--strategies", "cyclic,random"],
            "found cyclic,random; expected blanks between strategies, no commas",
        ),
        (["fit", "--save", ""], "--save takes the name of a file to write"),
        (["fit", "--save", "-"], "--save takes the name of a file to write"),
    ],
)
def test_options_that_do_not_go_together_end_with_2(words, complaint, capsys):
    """The same status, and a line that says which."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("perceptron-ref: error: ")
    assert complaint in err


def test_what_is_taken_unless_told_otherwise_is_told(monkeypatch, capsys):
    """The help names the strategies and the limits that `pla` and `pocket` take by themselves."""
    monkeypatch.setenv("COLUMNS", "200")  # names are not wrapped at their hyphens
    with pytest.raises(SystemExit):
        main(["fit", "--help"])
    out = " ".join(capsys.readouterr().out.split())
    strategies = [default_strategy(algorithm) for algorithm in ("pla", "pocket")]
    assert strategies == [signature(run).parameters["strategy"].default for run in (pla, pocket)]
    assert "(default: {}; Pocket: {})".format(*strategies) in out
    assert "(default: 100000; Pocket: 1000)" in out


TITLES = ["the data:", "the algorithm:", "when to stop:", "many runs:", "the output:"]


@pytest.mark.parametrize(
    ("command", "titles"),
    [("fit", TITLES), ("race", TITLES), ("separable", [*TITLES[:1], TITLES[2], TITLES[4]])],
)
def test_options_stand_below_titles_in_one_order(command, titles, capsys):
    """Data, algorithm, when to stop, runs, output; a title without an option is not shown."""
    with pytest.raises(SystemExit):
        main([command, "--help"])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line in TITLES] == titles


def test_without_an_option_the_algorithms_own_strategy_runs(fit):
    """`fit` follows the order that `pla` follows, `fit --pocket` that of `pocket`."""
    words = ("example:or", "--json", "--trace")
    assert json.loads(fit(*words)[1])["n"] == list(pla(example("or")).n)
    assert json.loads(fit(*words, "--pocket")[1])["n"] == list(pocket(example("or")).n)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--max-updates", "many"], "--max-updates: found 'many'; expected an int >= 0, or none"),
        (["--max-visits", "-1"], "--max-visits: found '-1'; expected an int >= 0"),
        (["--right-in-a-row", "0"], "--right-in-a-row: found '0'; expected an int >= 1, or a text"),
        (["--right-in-a-row", "5n"], "or a text such as 5N, N being the number of examples"),
        (["--right-in-a-row", "0N"], "--right-in-a-row: found '0N'; expected an int >= 1"),
        (["--repeat", "0"], "--repeat: found '0'; expected an int >= 1"),
        (["--jobs", "\u0662"], "--jobs: found '\u0662'; expected an int >= 1"),
        (["--max-visits", "9" * 19], "--max-visits: found '9999999999999999999'; expected an int"),
    ],
)
def test_counts_are_ints(words, complaint, capsys):
    """In ASCII digits, and small enough that Python can count so far."""
    with pytest.raises(SystemExit):
        main(["fit", *words])
    assert complaint in capsys.readouterr().err
