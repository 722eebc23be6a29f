"""`compare` with many seeds, and the CSV tables of all commands, also for German spreadsheets."""

from __future__ import annotations

import csv
import io
import json

import pytest
from report_tables import rows

from perceptron_ref import Hypothesis, example, repeat


def test_compare_shows_the_spread_over_seeds(command):
    """For a strategy that takes a seed, the row shows the minimum, mean, median and maximum of its
    updates. Other strategies run once.
    """
    arguments = "compare example:and --strategies cyclic random --repeat 4".split()
    exit_status, out, _ = command(*arguments)
    cells_of = {row[0]: row[1:] for row in rows(out, "runs")}
    assert exit_status == 0
    assert cells_of["random"] == ["4", "4", "16.25", "15", "16", "18", *cells_of["random"][6:]]
    assert cells_of["cyclic"][:6] == ["1", "1", "18", "18", "18", "18"]
    cyclic, random = json.loads(command(*arguments, "--json")[1])["runs"]
    assert (cyclic["updates"], "repeat" in cyclic) == (18, False)
    expected = repeat(example("and"), "random", seeds=4).as_dict()
    assert random["repeat"] == json.loads(json.dumps(expected))


@pytest.mark.ci
def test_compare_takes_a_range_of_seeds(command):
    """--seeds 3..5 means the same seeds for every strategy, as in `fit --seeds`."""
    command_line = "compare example:and --strategies random random-permutation --seeds 3..5 --json"
    for run in json.loads(command(*command_line.split())[1])["runs"]:
        assert [record["seed"] for record in run["repeat"]["records"]] == [3, 4, 5]


@pytest.mark.ci
def test_a_strategy_from_a_file_is_repeated_if_it_takes_a_seed(command, file):
    """With --repeat 3 a strategy that takes a seed runs three times. A strategy without a seed runs
    once.
    """
    body = "    while True:\n        yield from range(len(view))\n"
    seeded_path = file(f"def order(view, *, seed=0):\n{body}", "seeded.py")
    plain_path = file(f"def order(view):\n{body}", "plain.py")
    arguments = [
        "compare",
        "example:and",
        "--strategies",
        seeded_path,
        plain_path,
        "--repeat",
        "3",
        "--json",
    ]
    seeded_run, plain_run = json.loads(command(*arguments)[1])["runs"]
    assert (seeded_run["repeat"]["runs"], plain_run["updates"]) == (3, 18)


@pytest.mark.parametrize("more_options", [[], ["--repeat", "3"]])
def test_compare_writes_its_table(command, tmp_path, more_options):
    """The table has a header and a row for every strategy, even if the strategy fails. An existing
    file is not replaced.
    """
    path = tmp_path / "table.csv"
    arguments = "compare example:and --strategies cyclic nothing --csv".split()
    arguments += [path, *more_options]
    exit_status, out, _ = command(*arguments)
    assert (exit_status, out.endswith(f"\nWrote the table to {path}\n")) == (0, True)
    table = [*csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))]
    assert [row["strategy"] for row in table] == ["cyclic", "nothing"]
    assert table[0]["updates mean" if more_options else "updates"] == "18"
    assert table[1]["error"].startswith("found 'nothing'; expected one of the strategies ")
    assert command(*arguments)[0] == 2


GERMAN_DATA = "Nr;gr;pr;ok\n1;50,5;900;ja\n2;70,25;800;ja\n3;20,5;1000;nein\n"
DATA_AND_TABLE = "FILE --positive ja --features -Nr --csv new.csv"
SECOND_LINES = {  # a command line, and how the second line of its table begins
    f"fit {DATA_AND_TABLE} --trace --max-updates 2": "0;0;1;50,5;900;1;0;0;0;0;1;50,5;900",
    f"fit {DATA_AND_TABLE} --strategy random --repeat 2 --max-updates 0": "0;max_updates;0;1;3",
    f"compare {DATA_AND_TABLE} --strategies cyclic --max-updates 0": "cyclic;0;",
    f"prove {DATA_AND_TABLE}": "L2.5;0;0;<=;0",
    f"margins {DATA_AND_TABLE} --model MODEL": "0;1;50,5;50,5",
    f"race {DATA_AND_TABLE} --strategies cyclic --seeds 1": "1;cyclic;1;1;1;1;1;;;",
    "predict MODEL FILE --margins --id Nr --csv new.csv": "1;ja;50,5;",
}


@pytest.mark.parametrize("command_line", SECOND_LINES)
def test_a_table_has_the_separators_of_the_data_file(command, tmp_path, monkeypatch, command_line):
    """If the data file contains semicolons but no decimal points, the table is written with
    semicolons and decimal commas, so a spreadsheet can open both. The report gives the reason.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sheet.csv").write_text(GERMAN_DATA, encoding="utf-8")
    h = Hypothesis([0, 1, 0], names=["gr", "pr"], labels=("nein", "ja"), label_name="ok")
    h.save("model.json")
    arguments = command_line.replace("FILE", "sheet.csv").replace("MODEL", "model.json").split()
    exit_status, out, err = command(*arguments)
    assert exit_status == 0, err
    separators = (
        ", with semicolons and decimal commas, because a file of examples has semicolons and no"
    )
    assert f"Wrote the table to new.csv{separators} decimal points" in out
    lines = (tmp_path / "new.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1].startswith(SECOND_LINES[command_line]), lines
