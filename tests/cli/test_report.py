"""Reports: names and numbers of any length, for people and for programs."""

from __future__ import annotations

import json
import sys

import pytest

from perceptron_ref.cli.main import main


def test_names_with_control_characters_are_escaped(tmp_path, capsys):
    """What stands in a header cannot write to the terminal as it likes, nor fill it."""
    (tmp_path / "data.csv").write_text(f"a\x1b[2J,{'b' * 200},label\n1,2,-1\n2,3,1\n")
    assert main(["fit", str(tmp_path / "data.csv")]) == 0
    out = capsys.readouterr().out
    assert "w_1  a\\x1b[2J " in out
    assert f"w_2  {'b' * 57}... " in out
    assert "\x1b" not in out


def test_json_keeps_chinese_and_steers_no_terminal(command, file):
    """Letters stand as they are; what a terminal would obey is written as JSON escapes it."""
    place = file("年齡,y\n1,否\n2,是\u202e\n", "words.csv")
    out = command("fit", place, "--positive", "是\u202e", "--json")[1]
    assert '"names": ["年齡"], "labels": ["否", "是\\u202e"]' in out
    assert json.loads(out)["data"]["labels"] == ["否", "是\u202e"]


def test_what_is_off_by_default_goes_without_saying(fit):
    """Of built-in orders; what is switched off or on is told."""

    def order(text):
        return fit("example:or", "--strategy", text)[1].splitlines()[2].partition("order ")[2]

    sign = "; sign(0) is a mistake for both labels"
    assert order("cyclic") == "cyclic" + sign
    assert order("cyclic:until_right=True") == "cyclic, until_right = True" + sign
    assert order("random") == "random, seed = 0" + sign
    permutation = "random-permutation, seed = 0, fresh = "
    assert order("random-permutation") == permutation + "True" + sign
    assert order("random-permutation:fresh=False") == permutation + "False" + sign


def test_labels_are_named_in_every_report(command, file, tmp_path):
    """As the file writes them, whichever command shows the data; -1 and +1 in short."""
    words = file("a,b,y\n1,2,sold\n3,1,open\n", "words.csv")
    numbers = file("a,b,y\n1,2,0\n3,1,1.0\n", "numbers.csv")
    model = tmp_path / "model.json"
    assert command("fit", words, "--positive", "sold", "--save", model)[0] == 0
    reads = [["fit"], ["fit", "--pocket"], ["compare"], ["prove"], ["separable"], ["optimum"]]
    reads.append(["margins", "--model", model])
    for name, *options in reads:
        lines = command(name, words, "--positive", "sold", *options)[1].splitlines()
        assert lines[1] == "Labels (y): +1 stands for 'sold', -1 for 'open'"
        found = json.loads(command(name, words, "--positive", "sold", *options, "--json")[1])
        assert found["data"]["labels"] == ["open", "sold"]
    lines = command("fit", numbers)[1].splitlines()
    assert lines[1] == "Labels (y): +1 stands for '1.0', -1 for '0'"
    for plus in ("1", "+1"):
        plain = file(f"a,b,y\n1,2,-1\n3,1,{plus}\n", f"plain{plus}.csv")
        assert command("fit", plain)[1].splitlines()[1] == "Labels (y): +1 and -1"


def test_labels_of_any_length_and_kind_are_shown(command, file):
    """They are cut and escaped."""
    place = file(f"a,y\n1,{'b' * 200}\n2,c\x1b[2J\n", "odd.csv")
    (long,) = command("optimum", place, "--positive", "b" * 200)[1].splitlines()[1:2]
    assert long == f"Labels (y): +1 stands for '{'b' * 57}... (202 characters), -1 for 'c\\x1b[2J'"
    (odd,) = command("optimum", place, "--positive", "c\x1b[2J")[1].splitlines()[1:2]
    assert odd == f"Labels (y): +1 stands for 'c\\x1b[2J', -1 for '{'b' * 57}... (202 characters)"


def test_an_option_that_is_too_long_to_spell_is_shown_all_the_same(capsys):
    """A seed of a thousand digits is no reason for a traceback."""
    assert main(["fit", "--strategy", "random-permutation:seed=1e999"]) == 0
    assert "seed = about 1E+999" in capsys.readouterr().out


def test_long_numbers_are_shortened_for_people_alone(fit, tmp_path):
    """Text shows twelve digits, marked as such; JSON has them all."""
    (tmp_path / "long.csv").write_text("0.1234567890123456789012345678,1\n1,-1\n")
    assert "about " in fit(tmp_path / "long.csv")[1]
    assert (
        "0.1234567890123456789012345678"
        in fit(tmp_path / "long.csv", "--max-updates", 1, "--json")[1]
    )


@pytest.mark.ci
def test_numbers_of_thousands_of_digits_are_shown(command, tmp_path):
    """Python spells ints of up to 4,300 digits; longer ones are shortened, and text in JSON."""
    text = "a,y\n0,0\n" + "".join(f"1/{10**990 + q},1\n" for q in (1, 3, 7, 9, 13))
    (tmp_path / "near.csv").write_text(text)
    assert command("separable", tmp_path / "near.csv")[0] == 0
    (tmp_path / "not.csv").write_text(text + "0,1\n")
    assert "Not separable: example 0 plus " in command("separable", tmp_path / "not.csv")[1]
    record = json.loads(command("separable", tmp_path / "not.csv", "--json")[1])
    assert (record["separable"], len(record["data"]["scale"])) == (False, 4_951)


def test_options_that_json_has_no_form_for_become_text(fit, distribute):
    """A fraction is exact text, and so is the name of a default that is no number."""
    source = "def rated(view, *, rate=1, kind=int):\n    yield from range(len(view))\n"
    distribute("per-rated", {"rated": "per_rated:rated"}, per_rated=source)
    record = json.loads(fit("example:or", "--strategy", "rated:rate=1/3", "--json")[1])
    assert record["strategy"]["options"] == {"rate": "1/3", "kind": "<class 'int'>"}


def test_json_writes_a_fraction_without_decimals_as_p_over_q(fit):
    """A third is "1/3"."""
    record = json.loads(fit("example:xor", "--eta", "1/3", "--max-updates", 1, "--json")[1])
    assert (record["w"], record["threshold"]) == (["-1/3", "0", "0"], "1/3")


ODD_OPTIONS = """
inner = [1]
itself = []
itself.append(itself)
deep = []
for _ in range(100_000):
    deep = [deep]
class Mute:
    def __repr__(self):
        raise RuntimeError("no")
def odd(view, *, a=itself, b=deep, c={(1, 2): inner, "d": inner}, d=float("nan"), e=Mute(),
        f=10**5_000, g=-1.5, seed=0):
    while True:
        yield range(len(view))
"""


@pytest.mark.ci
def test_options_of_all_kinds_are_shown(command, file):
    """A list that contains itself, one in many others, what cannot be spelled: no traceback."""
    place = file(ODD_OPTIONS, "odd.py")
    status, out, err = command("fit", "example:and", "--strategy", place, "--json")
    assert (status, err) == (0, "")
    options = json.loads(out, parse_constant=pytest.fail)["strategy"]["options"]
    assert str(options["a"]).strip("[]'") == "..."
    assert str(options["b"]).count("[") < 60
    assert "(1, 2)" in str(options["c"])
    assert (options["d"], options["e"]) == ("nan", "<Mute that cannot be shown>")
    assert (options["f"], options["g"]) == ("1" + "0" * 5_000, -1.5)
    for words in (["fit", "example:and"], ["compare", "example:and"], ["strategies"]):
        named = ["--strategies"] * (words[0] == "compare") + ["--strategy"] * (words[0] == "fit")
        assert command(*words, *named, place)[::2] == (0, "")


@pytest.mark.ci
@pytest.mark.skipif(not hasattr(sys, "set_int_max_str_digits"), reason="came with Python 3.11")
@pytest.mark.parametrize("digits", [640, 0])
def test_any_limit_of_python_on_digits_will_do(command, tmp_path, digits):
    """PYTHONINTMAXSTRDIGITS changes nothing that is shown; ints of 600 digits are text in JSON."""
    before = sys.get_int_max_str_digits()
    (tmp_path / "far.csv").write_text("a,b,y\n1e700,1/7,1\n-3e700,1,0\n3,2e-900,1\n")
    far, model = tmp_path / "far.csv", tmp_path / f"{digits}.json"
    commands = [
        ["fit", far, "--trace", "--save", model],
        ["fit", far, "--strategy", "random-permutation:seed=1e1000", "--repeat", "3"],
        ["fit", far, "--strategy", "random-permutation:seed=1e1000", "--repeat", "3", "--json"],
        ["separable", far, "--json"],
        ["prove", far],
        ["compare", far, "--json"],
        ["margins", far, "--model", model],
        ["race", far, "--strategies", "random:seed=1e1000", "--seeds", "2", "--json"],
        ["draw", far, "-o", "-"],
    ]
    try:
        sys.set_int_max_str_digits(digits)
        answers = [command(*words) for words in commands]
    finally:
        sys.set_int_max_str_digits(before)
    assert [(status, err) for status, _, err in answers] == [(0, "")] * len(commands)
    assert "3 runs, seeds about 1E+1000 to about 1E+1000: " in answers[1][1]
    assert len(json.loads(answers[3][1])["data"]["scale"]) == 901
    for again, (_, out, _) in zip([command(*words) for words in commands[1:]], answers[1:]):
        assert again == (0, out, "")
