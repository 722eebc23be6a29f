"""Reports: names and numbers of any length, for people and for programs."""

from __future__ import annotations

import json

from perceptron_ref.cli.main import main


def test_names_with_control_characters_are_escaped(tmp_path, capsys):
    """What stands in a header cannot write to the terminal as it likes, nor fill it."""
    (tmp_path / "data.csv").write_text(f"a\x1b[2J,{'b' * 200},label\n1,2,-1\n2,3,1\n")
    assert main(["fit", str(tmp_path / "data.csv")]) == 0
    out = capsys.readouterr().out
    assert "w_1  a\\x1b[2J " in out
    assert f"w_2  {'b' * 57}... " in out
    assert "\x1b" not in out


def test_an_option_that_is_too_long_to_spell_is_shown_all_the_same(capsys):
    """A seed of ten thousand digits is no reason for a traceback."""
    assert main(["fit", "--strategy", "random-permutation:seed=1e9999"]) == 0
    assert "seed = about 1.00000000000E+9999" in capsys.readouterr().out.replace(
        "1E+9999", "1.00000000000E+9999"
    )


def test_long_numbers_are_shortened_for_people_alone(fit, tmp_path):
    """Text shows twelve digits, marked as such; JSON has them all."""
    (tmp_path / "long.csv").write_text("0.1234567890123456789012345678,1\n1,-1\n")
    assert "about " in fit(tmp_path / "long.csv")[1]
    assert (
        "0.1234567890123456789012345678"
        in fit(tmp_path / "long.csv", "--max-updates", 1, "--json")[1]
    )


def test_numbers_of_thousands_of_digits_are_shown(command, tmp_path):
    """Python spells ints of up to 4,300 digits; longer ones are shortened, and text in JSON."""
    (tmp_path / "far.csv").write_text("a,b,y\n1e3000,1e-3000,1\n-1e3000,1,0\n3,2,1\n")
    assert "PLA makes at most about " in command("separable", tmp_path / "far.csv")[1]
    (tmp_path / "near.csv").write_text(f"a,y\n1{'0' * 5000},0\n1{'0' * 4999}1,1\n")
    status, out, _ = command("separable", tmp_path / "near.csv", "--json")
    assert (status, json.loads(out)["w_f"][1]) == (0, 2)
    assert len(json.loads(out)["w_f"][0]) == 5002
    (tmp_path / "not.csv").write_text(f"a,y\n1{'0' * 5000},0\n1{'0' * 4999}1,1\n0,1\n1,0\n")
    assert "times example" in command("separable", tmp_path / "not.csv")[1]
    assert command("separable", tmp_path / "not.csv", "--json")[0] == 1


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
