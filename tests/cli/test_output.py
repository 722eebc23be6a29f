"""Files that a command is to write, and what they must not replace."""

from __future__ import annotations

from perceptron_ref import Hypothesis, example, pla
from perceptron_ref.cli.main import main


def test_saving_replaces_nothing_but_a_model(fit, tmp_path):
    """An older model gives way, any other file only to --force; that is checked before the run."""
    path = tmp_path / "notes.txt"
    path.write_text("mine\n")
    status, out, err = fit("--save", path)
    assert (status, out) == (2, "")
    assert f"--save {path} would replace a file; --force allows it" in err
    assert path.read_text() == "mine\n"
    assert fit("--save", path, "--force")[0] == 0
    assert fit("example:or", "--save", path)[0] == 0
    assert Hypothesis.load(path) == pla(example("or")).hypothesis


def test_a_file_of_examples_is_not_replaced_by_a_model(tmp_path, capsys):
    """--save onto FILE or FILE2 is refused, and the file is as it was."""
    (tmp_path / "data.csv").write_text("1,-1\n2,1\n")
    for words in (["--save", "data.csv"], ["--test", "data.csv", "--save", "data.csv"]):
        words = [str(tmp_path / word) if word.endswith(".csv") else word for word in words]
        first = str(tmp_path / "data.csv") if "--test" not in words else "example:or"
        assert main(["fit", first, *words]) == 2
        assert "would replace a file of examples" in capsys.readouterr().err
    assert (tmp_path / "data.csv").read_text() == "1,-1\n2,1\n"
