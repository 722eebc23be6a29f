"""`fit --repeat` repeats a run with many seeds, as in the homework of the course."""

from __future__ import annotations

import json

import pytest
from conftest import check_no_child_is_left
from report_tables import facts, rows

from perceptron_ref import example, repeat
from perceptron_ref.cli.progress import Progress
from perceptron_ref.cli.run_plan import HOMEWORK_NOTE

RANDOM = ("--strategy", "random-permutation")

NOISY = "example:noisy:N=60,d=3,flips=6,seed="
RUNS = [  # a command line after FILE, and the arguments of `repeat`: a strategy, seeds and options
    ("--strategy random-permutation:seed=5 --repeat 4", "random-permutation", range(5, 9), {}),
    (
        "--strategy random-permutation:fresh=false --seeds 1..2",
        "random-permutation:fresh=false",
        range(1, 3),
        {},
    ),
    ("--pocket --repeat 3", "random", range(3), {"algorithm": "pocket"}),
    (
        "--strategy random --repeat 20 --right-in-a-row 2N",
        "random",
        range(20),
        {"right_in_a_row": "2N"},
    ),
    ("--strategy random --repeat 3 --x0 0 --max-updates 3", "random", range(3), {"max_updates": 3}),
    ("--strategy random --seeds 7..9 --test example:credit", "random", range(7, 10), {}),
    pytest.param(
        *("--strategy random --repeat 7 --jobs 2", "random", range(7), {}), marks=pytest.mark.ci
    ),
]


@pytest.mark.ci
@pytest.mark.parametrize(("command_line", "strategy", "seeds", "options"), RUNS)
def test_the_runs_equal_those_of_repeat(fit, command_line, strategy, seeds, options):
    """--repeat counts seeds from the seed of the strategy. --seeds gives the first and the last
    seed. Other options of the strategy stay the same. The keys beside `repeat` describe the first
    run.
    """
    D = example("credit").with_x0(0 if "--x0" in command_line else 1)
    test = D if "--test" in command_line else None
    expected = repeat(D, strategy, seeds=seeds, test=test, **options)
    record = json.loads(fit("example:credit", *command_line.split(), "--json")[1])
    repeated = record["repeat"]
    assert repeated == json.loads(json.dumps(expected.as_dict(), default=str))
    assert repeated["asked"] == len(seeds)
    assert [run_record["seed"] for run_record in repeated["records"]] == [*seeds]
    assert record["strategy"]["options"]["seed"] == seeds[0]
    assert record["updates"] == repeated["records"][0]["updates"]
    report = facts(fit("example:credit", *command_line.split())[1])
    assert report["seeds"] == f"{seeds[0]} to {seeds[-1]}"
    assert report["without_mistakes"] == str(repeated["without_mistakes"])
    # a strategy with a new order in each pass gets a note about the homework's fixed order
    assert (HOMEWORK_NOTE in report.get("note", "")) == (strategy == "random-permutation")


OWN_SEED = "give this strategy an option `seed`, as in `def order(view, *, seed=0)`, or choose"


@pytest.mark.parametrize(
    ("command_line", "expected_status", "expected_text"),
    [
        ("--repeat 3", 2, "strategy cyclic takes no seed"),
        ("--seeds 1..3", 2, "strategy cyclic takes no seed"),
        ("--strategy {path} --repeat 3", 2, OWN_SEED),
        ("--strategy {path} --in-process --repeat 3", 2, OWN_SEED),
        (
            "--strategy random-permutation:seed=abc --repeat 3",
            1,
            "found seed=abc; expected a whole number",
        ),
    ],
)
def test_a_strategy_without_a_seed_cannot_be_repeated(
    fit, file, command_line, expected_status, expected_text
):
    """Without a seed every run would be the same, so this is wrong usage. An invalid seed gives
    exit status 1.
    """
    path = file("def order(view):\n    while True:\n        yield range(len(view))\n")
    exit_status, out, err = fit(*command_line.format(path=path).split())
    assert (exit_status, out) == (expected_status, "")
    assert expected_text in err


@pytest.mark.ci
def test_a_process_that_ends_during_a_later_run_is_an_error(fit, file):
    """The error names the strategy, the seed and the exit status of the process."""
    path = file(
        "import os\n\n"
        "def order(view, *, seed=0):\n    os._exit(3) if seed == 2 else None\n    yield 0\n"
    )
    message = (
        f"strategy {path}, seed 2: it ended its process with exit status 3; expected a strategy "
        "that does not end its process"
    )
    arguments = ("example:or", "--strategy", path, "--repeat", 4, "--jobs", 2)
    assert fit(*arguments) == (1, "", f"perceptron-ref: error: {message}\n")


def test_the_table_has_a_row_for_each_run(fit, tmp_path):
    """--csv writes numbers that spreadsheets can read. It replaces a file only with --force."""
    table = tmp_path / "runs.csv"
    arguments = ("example:and", "--strategy", "random", "--seeds", "1..2", "--csv", table)
    exit_status, out, _ = fit(*arguments)
    assert (exit_status, out.endswith(f"Wrote the table to {table}\n")) == (0, True)
    assert table.read_text() == (
        "seed,status,updates,visits,mistakes,mistakes_last,squared_length,length,threshold,"
        "test_mistakes,test_mistakes_last,last_example\n"
        "1,converged,15,44,0,0,17,4.1231056256176605,3,,,2\n"
        "2,converged,18,63,0,0,29,5.385164807134504,4,,,2\n"
    )
    exit_status, _, err = fit(*arguments)
    assert (exit_status, "would replace an existing file; --force allows this" in err) == (2, True)
    options = ("--strategy", f"random:seed={10**30}", "--repeat", 1, "--eta", "1/3", "--csv", table)
    assert fit("example:and", *options, "--test", "example:xor", "--force")[0] == 0
    assert table.read_text().splitlines()[1:] == [  # not 1/9, which a spreadsheet reads as a date
        f"{10**30},converged,20,65,0,0,3.2222222222222222,1.7950549357115013,1.3333333333333333,3,3,1"
    ]


@pytest.mark.parametrize("seed", ["", "seed=7,"])
def test_the_report_on_many_runs_names_only_their_seeds(fit, seed):
    """The strategy is shown without the seed of a single run."""
    strategy = f"random:{seed}until_right=true"
    report = facts(fit("example:or", "--strategy", strategy, "--repeat", 2)[1])
    first_seed = int(seed[5:-1] or 0)
    assert report["strategy"] == "random, until_right = true"
    assert report["seeds"] == f"{first_seed} to {first_seed + 1}"


def test_pocket_reports_the_last_weights_too(fit):
    """The report shows the error rates of the weights in the pocket and of w_T, on both sets of
    examples. The rates of w_T equal the rates of PLA.
    """
    arguments = (f"{NOISY}1", "--max-updates", 20, "--seeds", "1..30", "--test", f"{NOISY}2")
    pocket_record = json.loads(fit(*arguments, "--pocket", "--json")[1])
    pla_record = json.loads(fit(*arguments, "--strategy", "random", "--json")[1])
    of_pocket, of_pla = (record["repeat"]["statistics"] for record in (pocket_record, pla_record))
    assert of_pocket["E_test_last"] == of_pla["E_test"]
    assert of_pocket["E_in_last"] == of_pla["E_in"] != of_pocket["E_in"]
    names = ["E_in", "E_in_last", "E_test", "E_test_last"]
    assert [row[0] for row in rows(fit(*arguments, "--pocket")[1], "statistics")[-4:]] == names


@pytest.mark.ci
def test_ctrl_c_ends_the_processes(fit, monkeypatch):
    """After Ctrl-C the command does not wait for other runs, and all its processes end."""

    def advance(progress, stage):
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "advance", advance)
    arguments = (*RANDOM, "--repeat", 1_000_000, "--jobs", 2, "--max-updates", 200)
    exit_status, out, err = fit("example:xor", *arguments)
    assert (exit_status, "runs" in facts(out)) == (130, True)
    assert "interrupted after " in err.splitlines()[-1]
    check_no_child_is_left()
