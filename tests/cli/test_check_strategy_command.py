"""`check-strategy` prints the verdicts as a table or as JSON, and every failure in full."""

from __future__ import annotations

import json
import os
import re
from contextlib import contextmanager
from itertools import count
from math import inf

import pytest
from conftest import ROOT
from report_tables import facts, rows

from perceptron_ref import StrategyError
from perceptron_ref.cli.commands import check_strategy
from perceptron_ref.cli.progress import Progress

GALLERY = ROOT / "tests" / "gallery"


@pytest.mark.ci
def test_check_strategy_shows_failures_in_full(command):
    """Below the table, the report shows the error, the requirement and the data of each failure.
    The exit status is 1.
    """
    path = f"{GALLERY / 'valid_visits.py'}:takes_turns"
    exit_status, out, _ = command("check-strategy", path)
    assert (exit_status, facts(out)["strategy"]) == (1, path)
    assert facts(out)["verdicts"] == "passed = 1, FAILED = 1, not judged = 6"
    assert facts(out)["not judged"] == "6 checks, because valid-visits fails"
    assert [row[0] for row in rows(out, "checks")[1:]] == ["answers", "valid-visits"]
    assert rows(out, "checks")[2] == ["valid-visits", "FAILED"] and "honest-none" not in out
    failure_lines = out.split("\n\n")[2].splitlines()
    assert failure_lines[0].startswith(f"valid-visits: strategy {path}, asked for visit 2, at ")
    assert failure_lines[1].startswith(
        "    required: The strategy must return an iterator, usually a generator, that yie"
    )
    assert failure_lines[2:] == ["    data: Dataset([[1]], [1])"]


@pytest.mark.ci
def test_json_has_a_record_for_each_check(command):
    """The output of --json is one object with a record for each check."""
    path = f"{GALLERY / 'valid_visits.py'}:takes_turns"
    exit_status, out, _ = command("check-strategy", path, "--json")
    record = json.loads(out)
    check_by_name = {check["name"]: check for check in record["checks"]}
    assert (exit_status, record["passes"]) == (1, False)
    assert record["strategy"] == {"name": path, "options": {}}
    assert check_by_name["answers"] == {
        "name": "answers",
        "requires": "The strategy must always answer: it must neither crash nor loop without a "
        "`yield`. If it sees no mistake left, it may yield None or any example.",
        "verdict": "passed",
        "note": "",
        "complaint": None,
        "data": None,
    }
    assert check_by_name["valid-visits"]["verdict"] == "failed"
    assert check_by_name["valid-visits"]["data"] == "Dataset([[1]], [1])"
    assert "ZeroDivisionError" in check_by_name["valid-visits"]["complaint"]
    assert check_by_name["halts"]["note"] == "valid-visits fails"


SLOW = """
import time

def slow(view):
    while True:
        for n in range(len(view)):
            time.sleep(0.02)
            yield [n]
"""


@pytest.mark.ci
def test_a_slow_strategy_fails_at_the_time_limit(command, file, monkeypatch):
    """The first check fails because it takes too long. Its complaint shows the number of answers,
    but not a data set. The other checks are not judged.
    """
    monkeypatch.setattr(check_strategy, "CHECK_TIMEOUT", 3.0)
    exit_status, out, _ = command("check-strategy", file(SLOW), "--json")
    checks = json.loads(out)["checks"]
    assert exit_status == 1
    pattern = r"it is too slow: [0-9]+ answers in 3 s; by then, the check had found nothing else"
    assert re.fullmatch(pattern, checks[0]["complaint"])
    assert (checks[0]["requires"], checks[0]["data"]) == (check_strategy._SPEED_REQUIREMENT, None)
    assert {check["verdict"] for check in checks[1:]} == {"not judged"}


HANGS = """
def hangs(view):
    yield from range(len(view))
    while True:
        pass
"""


@pytest.mark.ci
def test_a_strategy_that_hangs_is_not_called_slow(command, file, monkeypatch):
    """The report shows the line where the strategy hangs, the data, and the broken requirement."""
    monkeypatch.setattr(check_strategy, "CHECK_TIMEOUT", 3.0)
    path = file(HANGS)
    exit_status, out, _ = command("check-strategy", path, "--json")
    check = json.loads(out)["checks"][0]
    assert (exit_status, check["data"]) == (1, "Dataset([[1]], [1])")
    pattern = f"it gave no answer for 3 s, at {re.escape(path)}:[45]"
    assert re.fullmatch(pattern, check["complaint"])
    assert check["requires"].startswith("The strategy must always answer: ")


SLOW_IN_CHILD = """
import time


def slow(view):
    while True:
        for n in range(len(view)):
            time.sleep(0.01 if "PYTHONHASHSEED" in __import__("os").environ else 0)
            yield n
"""


@pytest.mark.ci
def test_visits_in_another_process_count_as_answers(command, file, monkeypatch):
    """A strategy that is slow only in the processes that `same-visits` starts is called slow."""
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    monkeypatch.setattr(check_strategy, "CHECK_TIMEOUT", 6.0)
    _, out, _ = command("check-strategy", file(SLOW_IN_CHILD), "--json")
    complaint_by_name = {check["name"]: check["complaint"] for check in json.loads(out)["checks"]}
    assert complaint_by_name["answers"] is None
    assert "it is too slow: " in complaint_by_name["same-visits"]


@pytest.mark.ci
def test_a_strategy_file_may_change_the_current_folder(command, file, tmp_path, monkeypatch):
    """Each check loads the file again by its relative path, from the folder where the command
    started.
    """
    file("import os\nos.chdir('/')\ndef order(view):\n    while True: yield range(len(view))\n")
    monkeypatch.chdir(tmp_path)
    exit_status, out, err = command("check-strategy", "mine.py", "--json")
    check_by_name = {check["name"]: check for check in json.loads(out)["checks"]}
    assert (exit_status, err) == (0, "")
    assert {check["verdict"] for check in check_by_name.values()} == {"passed"}
    assert "two processes" in check_by_name["same-visits"]["note"]


DIES = """
import os

def dies(view):
    if len(view) >= 3:
        os._exit(1)
    while True:
        yield from range(len(view))
"""


@pytest.mark.ci
def test_the_failure_shows_the_data_on_which_the_process_ended(command, file):
    """The data are the first set of three examples, which ends the process, and not a set before
    it.
    """
    exit_status, out, _ = command("check-strategy", file(DIES), "--json")
    first_check = json.loads(out)["checks"][0]
    assert (exit_status, first_check["verdict"]) == (1, "failed")
    assert first_check["data"] == "Dataset([[1], [2], [3]], [1, 1, 1])"


LOADS_ONCE = """
import os, sys

if os.path.exists(__file__ + ".loaded"):
    os._exit(3)

def once(view):
    open(__file__ + ".loaded", "w").close()
    os._exit(1)
    yield 0
"""


MUST_NOT_END = "; expected a strategy that does not end its process"


@pytest.mark.ci
def test_every_check_fails_if_a_strategy_loads_only_once(command, file):
    """The first check reports how its process ended. The later checks fail, because the strategy
    cannot be loaded again.
    """
    exit_status, out, _ = command("check-strategy", file(LOADS_ONCE), "--json")
    checks = json.loads(out)["checks"]
    assert exit_status == 1
    assert checks[0]["complaint"] == f"it ended its process with exit status 1{MUST_NOT_END}"
    assert {check["complaint"] for check in checks[1:]} == {
        f"it ended its process with exit status 3{MUST_NOT_END}"
    }


STOPS_ITSELF = """
import os, signal

def stops(view):
    if hasattr(stops, "ran"):
        os.kill(os.getpid(), signal.SIGSTOP)
    stops.ran = True
    while True:
        yield from range(len(view))
"""


@pytest.mark.ci
@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")
def test_the_other_checks_run_after_one_without_an_answer(command, file, monkeypatch):
    """A process that stops itself is killed at the time limit, and a new process runs the other
    checks.
    """
    monkeypatch.setattr(check_strategy, "CHECK_TIMEOUT", 5.0)
    exit_status, out, _ = command("check-strategy", file(STOPS_ITSELF), "--json")
    check_by_name = {check["name"]: check for check in json.loads(out)["checks"]}
    failed_checks = [name for name, check in check_by_name.items() if check["verdict"] == "failed"]
    assert (exit_status, failed_checks) == (1, ["no-memory"])
    assert check_by_name["no-memory"]["complaint"] == "it gave no answer for 5 s"
    assert check_by_name["halts"]["verdict"] == "passed"


@pytest.mark.parametrize(
    "last_message", [None, [], ["passed"], ["maybe", "", None, None], [["passed"], "", None, None]]
)
def test_progress_messages_do_not_extend_the_time_limit(monkeypatch, last_message):
    """The time limit starts again after the result of a check, but not after a message about its
    data. An invalid result is an error.
    """
    measured_seconds_left = []
    messages = [{}, "Dataset([[1]], [1])", ["passed", "", None, None], last_message]

    @contextmanager
    def run_in_child(work, seconds_left, warn):  # the first message comes while the child starts
        yield (
            measured_seconds_left.append(seconds_left(min(k, 1) - 1)) or message
            for k, message in enumerate(messages)
        )

    monkeypatch.setattr(check_strategy, "run_in_child", run_in_child)
    monkeypatch.setattr(check_strategy, "monotonic", count().__next__)
    with pytest.raises(
        StrategyError, match="strategy cyclic: its process sent data that are not the result"
    ):
        check_strategy.run_checks("cyclic", Progress())
    assert measured_seconds_left == [inf, 19, 18, 19]


@pytest.mark.ci
def test_a_forged_end_of_the_checks_is_an_error(command, file):
    """If a strategy forges the last message of its process, the result is invalid."""
    source = (
        "import os\nfrom perceptron_ref.child import send_to_parent as send\n\ndef order(view):\n"
    )
    source += "    send('', 'done'), os._exit(0)\n    yield 0\n"
    exit_status, out, err = command("check-strategy", file(source))
    assert (exit_status, out) == (1, "")
    assert " sent data that are not the result of a check; " in err
