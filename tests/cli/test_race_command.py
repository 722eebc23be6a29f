"""`race` prints tables or JSON, and goes on if a strategy fails or hangs."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from report_tables import facts, rows

from perceptron_ref import strategies
from perceptron_ref.cli.commands import race
from perceptron_ref.cli.report import HELP_WORDS_POINTER
from perceptron_ref.testing.race import DEFAULT_SETS

# tests/testing/test_race.py computes the costs on these sets by hand.
FILES = {"one": "1,1\n", "three": "1,1\n-2,1\n2,1\n", "mirror": "2,1\n-2,1\n1,1\n"}
RACE_ON_FILES = ("race", "one.csv", "three.csv", "mirror.csv", "--positive", "1")

LAST_FIRST = """
def last_first(view):
    while True:
        yield from reversed(range(len(view)))
"""
ROTATED_CYCLE = """
def turn(view, *, seed=0):
    while True:
        for n in range(len(view)):
            yield (n + seed) % len(view)
"""
HANGS = """
def hangs(view):
    while True:
        pass
    yield 0
"""
ENDS = "import os\n\ndef ends(view):\n    os._exit(3)\n    yield 0\n"
RAISES = """
def raises(view):
    if len(view) > 1:
        raise ValueError("no\\nidea \\x1b[2J")
    yield 0
"""

MUST_NOT_END = "; expected a strategy that does not end its process"
RANKING_TITLE = "costs divided by the costs of cyclic, geometric means over all sets"


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Change to a folder with the small sets and some strategies in files."""
    sources = {
        "last": LAST_FIRST,
        "turn": ROTATED_CYCLE,
        "hangs": HANGS,
        "ends": ENDS,
        "raises": RAISES,
    }
    for name, text in FILES.items():
        (tmp_path / f"{name}.csv").write_text(text)
    for name, source in sources.items():
        (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.ci
def test_the_tables_have_the_numbers_computed_by_hand(files, command):
    """The report shows means and ranks, then the costs on each set, then the sets.

    By hand: turn.py makes 1, 7/3 and 8/3 updates on average, and cyclic makes 1, 3 and 2. The
    products are 56/9 and 6, with the quotient 28/27, whose cube root is 1.01. For visits the
    quotient is 646/540, whose cube root is 1.06.
    """
    exit_status, out, _ = command(
        *RACE_ON_FILES, "--strategies", "turn.py", "last.py", "raises.py", "--seeds", 3
    )
    expected_report = """\
seeds  3

costs divided by the costs of cyclic, geometric means over all sets
  rank  strategy   updates  visits  dot_products  error
     1  cyclic        1.00    1.00          1.00
     1  last.py       1.00    1.00          1.00
     3  turn.py       1.01    1.06          1.06
        raises.py                                 on three.csv: strategy raises.py, \
asked for visit 1, at raises.py:4: it raised ValueError: no idea \\x1b[2J

updates on each set
  strategy  1    2    3
  cyclic    1    3    2
  last.py   1    2    3
  turn.py   1  2.3  2.7

sets
  set  FILE        N  d
    1  one.csv     1  1
    2  three.csv   3  1
    3  mirror.csv  3  1
"""
    assert (exit_status, out) == (0, f"{expected_report}\n{HELP_WORDS_POINTER}\n")


@pytest.mark.ci
def test_stopped_runs_are_marked(files, command):
    """The mark > means that the number is a lower bound. The report lists the sets that a strategy
    did not finish.
    """
    arguments = ("--strategies", "last.py", "--max-updates", 2)
    out = command(*RACE_ON_FILES, *arguments)[1]
    assert [row[1:3] + row[5:] for row in rows(out, RANKING_TITLE)[1:]] == [
        ["cyclic", "1.00", "2"],
        ["last.py", "1.00", "3"],
    ]
    assert rows(out, "updates on each set")[1:] == [
        ["cyclic", "1", ">2", "2"],
        ["last.py", "1", "2", ">2"],
    ]
    out = command("race", "one.csv", "mirror.csv", *arguments)[1]
    assert rows(out, RANKING_TITLE)[1:] == [
        ["1", "cyclic", "1.00", "1.00", "1.00"],
        ["2", "last.py", ">1.00", ">0.775", ">0.775", "2"],
    ]


@pytest.mark.ci
def test_built_in_strategies_race_by_default(command):
    """All built-in strategies race on the default sets. A line has at most 120 characters."""
    exit_status, out, err = command("race")
    assert (exit_status, err, facts(out)["seeds"]) == (0, "", "5")
    assert sorted(row[1] for row in rows(out, RANKING_TITLE)[1:]) == list(strategies())
    assert [row[1] for row in rows(out, "sets")[1:]] == list(DEFAULT_SETS)
    assert max(map(len, out.splitlines())) <= 120


@pytest.mark.ci
@pytest.mark.parametrize(
    ("option", "order", "title"),
    [
        ("--updates", "random-permutation random restart worst-margin cyclic", "updates"),
        ("--visits", "worst-margin restart random-permutation cyclic random", "visits"),
        (
            *("--dot-products", "restart random-permutation cyclic random worst-margin"),
            "dot products",
        ),
    ],
)
def test_the_measure_determines_the_ranking(command, option, order, title):
    """Both tables are sorted by the measure that an option names. The default is --updates."""
    arguments = ("example:credit-2d", "example:or", "--strategies", *order.split())
    out = command("race", *arguments, option)[1]
    assert [row[1] for row in rows(out, RANKING_TITLE)[1:]] == order.split()
    assert [row[0] for row in rows(out, f"{title} on each set")[1:]] == order.split()
    assert option != "--updates" or command("race", *arguments)[1] == out


@pytest.mark.ci
@pytest.mark.parametrize(
    ("file_name", "more_options", "message"),
    [
        ("ends.py", [], f"ended its process with exit status 3{MUST_NOT_END}"),
        ("hangs.py", ["--max-seconds", 0.3], "took longer than 0.3 s, at hangs.py:LINE"),
        ("hangs.py", [], "took longer than 0.5 s, at hangs.py:LINE"),
    ],
)
def test_a_strategy_that_ends_its_process_or_hangs_is_listed(
    files, command, monkeypatch, file_name, more_options, message
):
    """The report shows the reason, and the line where a strategy hangs. The race continues, even if
    the user has not set a time limit. Only at this limit the report says what --max-seconds does.
    """
    monkeypatch.setattr(race, "_DEFAULT_MAX_SECONDS", 0.5)
    arguments = [*RACE_ON_FILES, "--strategies", file_name, "last.py", *more_options]
    exit_status, out, _ = command(*arguments)
    assert exit_status == 0
    out = re.sub(r"(?<=hangs\.py:)\d+", "LINE", out)
    assert f"  on one.csv: strategy {file_name} {message}\n" in out and "  last.py " in out
    assert ("\nA larger --max-seconds gives a slow strategy more time, " in out) == (
        file_name == "hangs.py"
    )


@pytest.mark.ci
def test_a_slow_strategy_is_not_called_hanging(files, command):
    """The error says how many updates it made before the limit, and how many sets it finished."""
    Path("slow.py").write_text(
        "from time import sleep\n\ndef slow(view):\n    while True:\n"
        "        if len(view) > 1:\n            sleep(0.2)\n        yield range(len(view))\n"
    )
    out = command(*RACE_ON_FILES, "--strategies", "slow.py", "--max-seconds", 0.1)[1]
    assert (
        "  on three.csv: strategy slow.py took longer than 0.1 s. By then, a run had made " in out
    )
    assert re.search(r" made \d+ updates?\. The strategy finished 1 of 3 sets\n", out)


@pytest.mark.ci
def test_a_slow_strategy_without_updates_is_not_called_hanging(files, command):
    """If a strategy still makes visits at the time limit, the error shows their number, but not the
    line of the strategy.
    """
    Path("slow.py").write_text(
        "from time import sleep\n\ndef slow(view):\n    while True:\n"
        "        sleep(0.05 * view.updates)\n        yield 0\n"
    )
    arguments = ("--strategies", "slow.py", "--max-seconds", 0.2)
    out = command(*RACE_ON_FILES, *arguments)[1]
    assert re.search(r" took longer than 0\.2 s\. By then, a run had made \d+ visits", out)


def test_an_error_about_positive_has_a_hint_for_several_files(files, command):
    """The reason may be that the files use different labels. With a single file the hint is left
    out.
    """
    hint = ". If the files use different words for their labels, change the labels to 1 and 0 in "
    hint += "every file, and leave out --positive\n"
    Path("f.csv").write_text("a,y\n1,apple\n2,pear\n")
    Path("g.csv").write_text("a,y\n1,yes\n2,no\n")
    exit_status, out, err = command("race", "f.csv", "g.csv", "--positive", "apple")
    assert (exit_status, out) == (1, "") and err.endswith(f"expected one of 'yes', 'no'{hint}")
    assert not command("race", "g.csv", "--positive", "apple")[2].endswith(hint)


@pytest.mark.ci
def test_all_means_every_registered_strategy(files, command):
    """`all last.py` adds a strategy to all registered ones. A repeated strategy or set counts
    once.
    """
    arguments = ["--strategies", "all", "last.py", "restart", "--strategies", "last.py"]
    out = command("race", "example:or", "example:or", *arguments)[1]
    names = [row[1] for row in rows(out, RANKING_TITLE)[1:]]
    fixed_cycle = "random-permutation:fresh=false"  # the random cycle of the course
    assert sorted(names) == sorted([*strategies(), fixed_cycle, "last.py"])
    assert len(rows(out, "sets")) == 2
    cyclic_out = command("race", "example:or", "--strategies", "cyclic")[1]
    assert [row[1] for row in rows(cyclic_out, RANKING_TITLE)] == ["strategy", "cyclic"]


@pytest.mark.ci
def test_json_shows_every_number(files, command):
    """The record contains exact means as texts, ranks, geometric means with twelve digits, and
    errors.
    """
    arguments = [*RACE_ON_FILES, "--strategies", "turn.py", "raises.py", "--seeds", 3, "--visits"]
    arguments += ["--max-updates", "none", "--max-seconds", "none", "--json"]
    record = json.loads(command(*arguments)[1])
    sets, (cyclic, second_entry, failed_entry) = record.pop("sets"), record.pop("strategies")
    limits = {"seeds": 3, "set_seed": None, "max_updates": None, "max_seconds": None}
    assert record == {"measure": "visits", "yardstick": "cyclic", "not_run": [], **limits}
    about_data = {
        "scale": 1,
        "names": ["x1"],
        "x0": "1",
        "normalized": False,
        "labels": [None, "1"],
    }
    about_data.update(label=None, negatives=[])
    assert sets[1] == {"source": "three.csv", "N": 3, "d": 1, **about_data}
    assert second_entry == {
        "strategy": "turn.py",
        "error": None,
        "seeds": [0, 1, 2],
        "runs": [
            {"set": name, "finished": True, "updates": T, "visits": V, "dot_products": V}
            for name, T, V in (
                ("one.csv", "1", "2"),
                ("three.csv", "7/3", "17/3"),
                ("mirror.csv", "8/3", "19/3"),
            )
        ],
        "updates": {"rank": 2, "geometric_mean": "1.01219632396"},
        "visits": {"rank": 2, "geometric_mean": "1.06156417235"},
        "dot_products": {"rank": 2, "geometric_mean": "1.06156417235"},
    }
    rank_1 = {"rank": 1, "geometric_mean": "1"}
    assert (cyclic["strategy"], cyclic["seeds"], cyclic["visits"]) == ("cyclic", None, rank_1)
    assert failed_entry["error"].startswith("on three.csv: strategy raises.py, asked for visit 1")
    assert [run["set"] for run in failed_entry["runs"]] == ["one.csv"]
    assert set(failed_entry) == {"strategy", "error", "seeds", "runs"}


@pytest.mark.ci
def test_label_options_apply_to_files_only(files, command):
    """If files and an embedded set race together, --positive does not apply to the embedded set."""
    (files / "words.csv").write_text("a,y\n1,yes\n-2,no\n")
    arguments = ["words.csv", "example:or", "--positive", "yes", "--strategies", "restart"]
    exit_status, out, err = command("race", *arguments)
    assert (exit_status, err) == (0, "")
    assert [row[1] for row in rows(out, "sets")[1:]] == ["words.csv", "example:or"]


@pytest.mark.ci
def test_strategies_in_files_race_on_new_random_sets(files, command):
    """Each race generates new random sets, unless the user repeats the `set_seed` of a report with
    --set-seed or gives FILEs, or all strategies are built in.
    """
    arguments = ("race", "--strategies", "last.py", "--json")
    first_race, second_race = (json.loads(command(*arguments)[1]) for _ in range(2))
    assert first_race["set_seed"] != second_race["set_seed"]
    assert first_race["sets"] != second_race["sets"]
    repeated_race = json.loads(command(*arguments, "--set-seed", first_race["set_seed"])[1])
    assert repeated_race == first_race
    assert len(first_race["sets"]) == 8 and not {
        entry["source"] for entry in first_race["sets"]
    } & {*DEFAULT_SETS}
    with_named_set = json.loads(command("race", "example:or", *arguments[1:])[1])
    assert with_named_set["set_seed"] is None
    exit_status, _, err = command("race", "one.csv", "--set-seed", 1)
    assert exit_status == 2
    assert "found --set-seed and a FILE; expected only one of them" in err


@pytest.mark.ci
def test_the_ranking_is_written_as_a_table_and_as_a_chart(files, command):
    """The table has a row for each strategy, the failed ones last. Files are replaced only with
    --force.
    """
    names = ["turn.py", "raises.py", "--seeds", 3]
    outputs = ["--csv", "race.csv", "--draw", "race.svg"]
    exit_status, out, _ = command(*RACE_ON_FILES, "--strategies", *names, *outputs)
    assert exit_status == 0
    assert out.endswith("\nWrote the picture to race.svg\nWrote the table to race.csv\n")
    column_names, *table = csv.reader((files / "race.csv").read_text().splitlines())
    assert column_names[:7] == [
        *("rank", "strategy", "updates", "visits", "dot_products"),
        *("updates, least seed", "updates, most seed"),
    ]
    assert column_names[7:] == ["unfinished on", "error", *(f"updates on {n}.csv" for n in FILES)]
    # by hand: turn.py makes 1 2 3, 1 2 3 or 1 3 2 updates with its seeds, cyclic 1 3 2
    assert [row[:2] for row in table] == [["1", "cyclic"], ["2", "turn.py"], ["", "raises.py"]]
    assert table[1][2] == "1.01219632396" and table[1][9][:5] == "1"
    assert table[1][5:7] == ["1", "1"]
    assert "asked for visit 1" in table[2][8] and table[2][9:] == ["1", "", ""]
    assert "Failed: raises.py." in (files / "race.svg").read_text()
    exit_status, _, err = command(*RACE_ON_FILES, *outputs)
    assert (exit_status, "would replace an existing file; --force allows this" in err) == (2, True)
    assert err.endswith(" help race --all`\n")  # `help race` hides --force


@pytest.mark.parametrize(
    ("arguments", "expected_status", "expected_text"),
    [
        (
            *(["--strategies", "restart", "example:or"], 2),
            "found 'example:or' as a strategy; expected a name such as cyclic, or a Python file "
            "such as mine.py. To use this data set, write it before the option: `example:or "
            "--strategies cyclic`",
        ),
        (["example:xor", "example:or"], 1, "example:xor: found data that no line separates; exp"),
        (
            ["example:or", "example:and", "--positive", "1"],
            1,
            "example:or: found --positive for an embedded data set. Leave out this",
        ),
        (
            ["--positive", "1"],
            1,
            "example:credit: found --positive for an embedded data set. Leave out this",
        ),
        (["--x0", "0"], 1, "example:or: found data that no line through the origin separates; e"),
        (
            ["one.csv", "--strategies", "last.py", "gone.py:order:seed=3"],
            2,
            "gone.py: found no such file; expected the file of a strategy",
        ),
        (["no such.csv"], 1, "no such.csv: cannot be read: No such file or directory"),
        pytest.param(
            *(["example:or", "--max-seconds", "1e-6"], 1),
            "cyclic took longer than 1e-06 s. By then, a run had made 1 update; expected cyclic no",
            marks=pytest.mark.ci,
        ),
    ],
)
def test_an_error_is_one_line(files, command, arguments, expected_status, expected_text):
    """The error is printed on standard error, and standard output is empty."""
    exit_status, out, err = command("race", *arguments)
    assert (exit_status, out, err.count("\n")) == (expected_status, "", 1)
    assert expected_text in err


@pytest.mark.ci
def test_the_current_strategy_is_shown(files, command, progress_lines):
    """A line of progress names the current strategy, because it may never return."""
    arguments = ["race", "example:or", "example:and", "--strategies", "last.py"]
    lines = [line.rpartition(", ")[0] for line in command(*arguments)[2].splitlines()]
    assert [*dict.fromkeys(line for line in lines if "strategies" in line)] == [
        "0 of 2 strategies done, running cyclic",
        "1 of 2 strategies done, running last.py",
    ]


@pytest.mark.ci
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal to send")
def test_ctrl_c_names_the_current_strategy(files, command):
    """The message shows the strategy and its line. The report shows the costs of the strategies
    that finished.
    """
    (files / "tired.py").write_text(
        "import os, signal, time\n\n"
        "def tired(view):\n"
        "    yield 0\n"
        "    time.sleep(0.3)  # so that the parent knows which set is current\n"
        "    os.kill(os.getppid(), signal.SIGINT)\n"
        "    time.sleep(1_000)\n"
    )
    arguments = ("race", "example:or", "--strategies", "tired.py", "last.py")
    exit_status, out, err = command(*arguments)
    assert exit_status == 130
    assert facts(out)["not_run"] == "(tired.py, last.py)"
    assert [row[1] for row in rows(out, RANKING_TITLE)[1:]] == ["cyclic"]
    # then comes the number of the line that sends the signal, or of the next line
    progress = (
        "1 of 3 strategies done, running tired.py, while waiting for the strategy, at tired.py:"
    )
    assert err[:-2] == f"interrupted with {progress}"
    record = json.loads(command(*arguments, "--json")[1])
    assert record["not_run"] == ["tired.py", "last.py"]
    assert [entry["strategy"] for entry in record["strategies"]] == ["cyclic"]


STUDENT_FILES = {
    "ann": "def ann(view):\n    while True:\n        yield from reversed(range(len(view)))\n",
    "ben": "import random\n\n\ndef ben(view, *, seed=0):\n    draw = random.Random(seed).random\n"
    "    while True:\n        yield int(draw() * len(view))\n",
    "cem": "def cem(view):\n    while True:\n"
    "        for n in range(len(view)):\n            yield n + 1\n",
}


@pytest.mark.ci
@pytest.mark.skipif(os.name == "nt", reason="the lines are for a shell of Unix")
def test_the_shell_lines_of_the_page_race_only_files_that_pass(tmp_path):
    """The lines print the name of the failing file and keep its report. The other file races,
    although its name contains a space.
    """
    page = (ROOT / "docs" / "race.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"```{ \.sh \.output }\n(set --\n.*?)```", page, re.DOTALL)
    (tmp_path / "class").mkdir()
    for name in ("ann lee", "cem"):
        (tmp_path / "class" / f"{name}.py").write_text(STUDENT_FILES[name[:3]])
    program = f'perceptron-ref() {{ "{sys.executable}" -m perceptron_ref "$@"; }}\n'
    lines = lines.replace("race ", "race example:and ").replace(" all ", " cyclic ")
    completed = subprocess.run(
        ["bash", "-c", program + lines],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    assert completed.stdout.startswith("class/cem.py\n")
    assert (
        "\n     2  class/ann lee.py" in completed.stdout
        or "  class/ann lee.py  " in completed.stdout
    )
    assert " class/cem.py " not in completed.stdout
    assert "cem.py" in (tmp_path / "class" / "cem.py.txt").read_text()


@pytest.mark.ci
def test_positive_applies_to_files_and_not_to_embedded_sets(command, tmp_path):
    """Each FILE must contain the label. An embedded set keeps its own labels."""
    path = tmp_path / "fruit.csv"
    path.write_text("x,y\n1,pear\n3,apple\n")
    command_line = "example:credit --strategies cyclic --json --positive apple"
    exit_status, out, _ = command("race", path, *command_line.split())
    sets = json.loads(out)["sets"]
    assert (exit_status, sets[0]["labels"]) == (0, ["pear", "apple"])
    assert "apple" not in sets[1]["labels"]
    assert "apply to every FILE, but not to example:NAME" in command("help", "race")[1]


@pytest.mark.ci
def test_the_page_about_race_shows_the_current_output(tmp_path, monkeypatch, command):
    """The page shows one of the files, the command, and its exact output up to the second table."""
    page = (ROOT / "docs" / "race.md").read_text(encoding="utf-8")
    (tmp_path / "class").mkdir()
    (dia,) = re.findall(r"```python\n(def dia.*?)```", page, re.DOTALL)
    for name, source in {**STUDENT_FILES, "dia": dia}.items():
        (tmp_path / "class" / f"{name}.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    command_line = re.search(r"```{ \.sh \.output }\nperceptron-ref (.*?)\n```", page).group(1)
    names = " ".join(f"class/{name}.py" for name in (*STUDENT_FILES, "dia"))
    shown_output = "\n".join(re.findall(r"```{ \.text \.output .*?}\n(.*?)```", page, re.DOTALL))
    exit_status, out, err = command(*command_line.replace("class/*.py", names).split())
    assert (exit_status, err) == (0, "")
    ranking, _, other_tables = out.partition("\nupdates on each set\n")
    assert ranking == shown_output and other_tables
