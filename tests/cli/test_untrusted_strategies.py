"""Strategies that are not built in run in a process of their own, and their runs are replayed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys

import pytest
from conftest import ROOT, check_no_child_is_left

from perceptron_ref import StrategyError, child, example
from perceptron_ref.cli import untrusted_run
from perceptron_ref.cli.main import main
from perceptron_ref.cli.progress import Progress
from perceptron_ref.cli.requests import RunRequest
from perceptron_ref.cli.run_plan import RunPlan
from perceptron_ref.cli.strategy_choice import make_plan

needs_signals = pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")

CYCLIC = """
def order(view, *, seed=0):
    while True:
        yield from range(len(view))
"""
EXITS = """
import os

def order(view, *, seed=0):
    os._exit(0)
    yield 0
"""
PRINTS = """
import os

print("loaded", flush=True)

def order(view):
    os.write(1, b"called\\n")
    print("again", flush=True)
    while True:
        yield from range(len(view))
"""
HANGS = """
import itertools, signal

def order(view):
    while view.updates < 7:
        yield from range(len(view))
    for signal_number in (signal.SIGALRM, signal.SIGTERM):
        signal.signal(signal_number, signal.SIG_IGN)
    2 in itertools.cycle([1])
"""


with_and_without_processes = pytest.mark.parametrize(  # only .ci/run starts processes
    "has_processes",
    [pytest.param(True, marks=pytest.mark.ci), False],
    ids=["child process", "this process"],
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Change to an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.ci
@pytest.mark.parametrize("has_processes", [True, False])
@pytest.mark.parametrize("arguments", [["--trace"], ["--pocket", "--trace"], ["--repeat", "3"]])
def test_a_cycle_in_a_file_gives_the_same_run_as_the_built_in_cycle(
    command, file, monkeypatch, has_processes, arguments
):
    """The run is the same whether the strategy in the file runs in a process of its own or not."""
    monkeypatch.setattr(child, "can_start_processes", lambda: has_processes)
    monkeypatch.setattr(child, "_has_warned", True)  # another test checks the note on this
    path = file(CYCLIC)
    record = json.loads(command("fit", "--strategy", path, "--json", *arguments)[1])
    assert record.pop("strategy") == {"name": path, "options": {"seed": 0}}
    if "--repeat" in arguments:
        assert [run_record["updates"] for run_record in record["repeat"]["records"]] == [41, 41, 41]
    else:
        expected = json.loads(command("fit", "--strategy", "cyclic", "--json", *arguments)[1])
        del expected["strategy"]
        assert record == expected


ENDED = "ended its process with exit status 0; expected a strategy that does not end its process"


@pytest.mark.ci
@pytest.mark.parametrize("command_line", ["fit", "prove", "draw -o picture.svg"])
def test_a_strategy_that_ends_its_process_causes_an_error(command, file, folder, command_line):
    """The exit status of the command is 1, although the exit status of the process is 0."""
    path = file(EXITS)
    message = f"perceptron-ref: error: strategy {path} {ENDED}\n"
    assert command(*command_line.split(), "--strategy", path) == (1, "", message)


@pytest.mark.ci
def test_a_strategy_that_ends_its_process_does_not_affect_the_others(command, file):
    """`compare` shows a row for each strategy, also for the one that ends its process. In
    `check-strategy` the current check fails, and the dependent checks are not judged. If the
    process ends while the file is loaded, the command fails.
    """
    path = file(EXITS)
    exit_status, out, _ = command("compare", "example:or", "--strategies", path, "cyclic")
    assert (exit_status, out.count(ENDED)) == (0, 1)
    assert f"\n  {path}  " in out and "\n  cyclic " in out
    exit_status, out, _ = command("check-strategy", path, "--json")
    first_check, *other_checks = json.loads(out)["checks"]
    assert (exit_status, len(other_checks)) == (1, 8)
    assert (first_check["verdict"], first_check["complaint"]) == ("failed", f"it {ENDED}")
    not_judged = ("not judged", "answers fails")
    assert {(check["verdict"], check["note"]) for check in other_checks} == {not_judged}
    path = file("import os\n\nos._exit(0)\n")
    message = f"perceptron-ref: error: strategy {path} {ENDED}\n"
    assert command("check-strategy", path) == (1, "", message)


@pytest.mark.ci
@pytest.mark.parametrize(
    "command_line",
    [
        "fit --json --strategy",
        "compare --json --strategies",
        "race example:or --json --seeds 1 --strategies",
        "check-strategy --json",
        "draw example:or -o - --strategy",
    ],
)
def test_output_of_a_strategy_goes_to_standard_error(file, command_line):
    """Text that `print` and `os.write` write appears on standard error. Standard output contains
    only the result.
    """
    arguments = [sys.executable, "-m", "perceptron_ref", *command_line.split(), file(PRINTS)]
    process = subprocess.run(
        arguments, cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert process.stdout[0] == "<" or json.loads(process.stdout)
    assert process.stderr.startswith("loaded\n") and "called\n" in process.stderr


@pytest.mark.ci
@needs_signals
@pytest.mark.parametrize("more_options", [[], ["--pocket"]])
def test_a_run_that_hangs_is_reported_up_to_its_last_update(
    command, file, monkeypatch, more_options
):
    """A run is stopped after --max-seconds, even if it hangs in C and ignores every signal. The
    report shows the updates until then.
    """
    monkeypatch.setattr(untrusted_run, "GRACE_SECONDS", 2.0)  # the machine may be busy
    path = file(HANGS)
    arguments = [
        "fit",
        "example:xor",
        "--strategy",
        path,
        "--max-seconds",
        "0.5",
        "--trace",
        "--json",
    ]
    exit_status, out, err = command(*arguments, *more_options)
    record = json.loads(out)
    assert (exit_status, record["status"]) == (0, "stopped")
    assert 1 <= record["updates"] <= 9
    expected = ["fit", "example:xor", "--strategy", "cyclic", "--max-updates", "9", "--trace"]
    n = json.loads(command(*expected, "--json", *more_options)[1])["n"]
    assert record["n"] == n[: record["updates"]]
    # on a slow machine the time limit ends the run at its first update
    message = (
        rf"(warning: strategy {re.escape(path)} was stopped when the time limit \(--max-seconds\) "
        "was over: it gave no answer for .* s.*\\. If it hangs there, a larger .*\\n)?"
    )
    assert re.fullmatch(f"{message}(warning: NOT converged.*\\n)?", err)


@pytest.mark.ci
@needs_signals
def test_a_file_that_hangs_while_loading_is_an_error(command, file, monkeypatch):
    """The strategy never begins a run that could be reported, so the command fails, and the error
    names the time limit.
    """
    monkeypatch.setattr(untrusted_run, "GRACE_SECONDS", 2.0)
    path = file("while True:\n    pass\n")
    exit_status, out, err = command("fit", "--strategy", path, "--max-seconds", "0.3")
    assert (exit_status, out) == (1, "")
    assert err.startswith(f"perceptron-ref: error: strategy {path} gave no answer ")
    assert err.endswith("so its run did not begin before the time limit (--max-seconds) was over\n")


@pytest.mark.ci
@pytest.mark.parametrize(
    "body", ["    yield 0\n", "    try: yield from 9 * [range(len(view))]\n    finally:"]
)
def test_a_keyboard_interrupt_that_a_strategy_raises_is_its_error(command, file, body):
    """The user did not press Ctrl-C, so the error names the line of the strategy, even after the
    end of the run.
    """
    path = file(f"def order(view):\n{body}    raise KeyboardInterrupt\n")
    exit_status, out, err = command("fit", "--strategy", path)
    assert (exit_status, out) == (1, "")
    assert err == f"perceptron-ref: error: strategy {path} raised KeyboardInterrupt, at {path}:3\n"


DRAWS = {  # how a strategy draws an example, and whether its runs may differ
    "random.randrange(len(view))": True,
    "random.Random().randrange(len(view))": True,
    "random.SystemRandom().randrange(len(view))": True,
    "int(numpy.random.randint(len(view)))": True,
    "int(numpy.random.default_rng().integers(len(view)))": True,
    "int(numpy.random.default_rng(3).integers(len(view)))": False,
    "draw.randrange(len(view))": False,
}


@pytest.mark.parametrize(
    "draw", [pytest.param(draw, marks=[pytest.mark.ci] * ("numpy" in draw)) for draw in DRAWS]
)
@pytest.mark.parametrize(
    "command_line",
    [
        "fit example:or --strategy",
        pytest.param("race example:or --strategies", marks=pytest.mark.ci),
    ],
)
@with_and_without_processes
def test_a_strategy_that_draws_without_a_seed_gets_a_note(
    file, capfd, monkeypatch, has_processes, command_line, draw
):
    """The note says that the strategy uses the global random generator, so its runs may differ."""
    monkeypatch.setattr(child, "can_start_processes", lambda: has_processes)
    monkeypatch.setattr(child, "_has_warned", True)  # another test checks the note on this
    if "numpy" in draw:
        pytest.importorskip("numpy")
    path = file(
        f"import random{', numpy' * ('numpy' in draw)}\n\ndef order(view):\n"
        f"    draw = random.Random(0)\n    while True:\n        yield {draw}\n"
    )
    assert main([*command_line.split(), path]) == 0
    note = f"note: strategy {path} uses the global random generator, or"
    assert capfd.readouterr().err.count(note) == DRAWS[draw]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("visits", "times"), [("yield range(len(view))", "6 times"), ("yield from [0] * 9", "8 times")]
)
def test_a_strategy_that_ends_with_a_mistake_left_gets_a_note(file, capfd, visits, times):
    """The strategy ends although mistakes are left, and the loop visits the examples in its own
    order to find them.
    """
    path = file(f"def order(view):\n    {visits}\n")
    assert main(["fit", "example:or", "--strategy", path]) == 0
    message = f"note: strategy {path} yielded None or an empty pass, or ended, although a mistake "
    message += f"was left ({times}). The program "
    assert capfd.readouterr().err.startswith(message)
    assert main(["fit", "example:or", "--strategy", file(CYCLIC, "whole.py")]) == 0
    assert capfd.readouterr().err == ""


@pytest.mark.ci
def test_on_update_can_stop_the_process(file):
    """If `on_update` raises StopIteration, the process ends, and the run so far is returned."""

    def stop(update):
        raise StopIteration

    plan, progress = make_plan(RunRequest("pla", file(CYCLIC), {})), Progress()
    progress.on_update = stop
    run = plan.run(example("xor"), progress)
    assert run.status == "stopped"
    assert run.updates >= 1


def test_built_in_strategies_stay_in_this_process(file):
    """The plan for a built-in strategy does not use a process. With every other plan, the strategy
    refuses to run in this process.
    """
    assert type(make_plan(RunRequest("pla", "cyclic", {}))) is RunPlan
    plan = make_plan(RunRequest("pla", file("raise ValueError"), {}))
    with pytest.raises(StrategyError, match="expected a run in that process"):
        next(plan.strategy(None))


SENDS_MESSAGES = """
import json, os, pickle, sys

def message_line(kind, message):
    return json.dumps([kind, message]).encode() + b"\\n"

def pipe():
    return sys.modules["perceptron_ref.child"]._parent_pipe

class MakeFolder:
    def __reduce__(self):
        return os.mkdir, ({folder!r},)

def order(view, *, seed=0):
    for message in {messages}:
        pipe().write(message)
        pipe().flush()
    os._exit(0)
    yield 0
"""
MESSAGE = "message"


@pytest.mark.parametrize(
    "arguments",
    [
        ["fit", "--strategy"],
        *(
            pytest.param(arguments, marks=pytest.mark.ci)
            for arguments in (["fit", "--repeat", "2", "--strategy"], ["check-strategy"])
        ),
    ],
)
def test_a_pickle_from_a_strategy_is_not_executed(command, file, folder, arguments):
    """The error says that the strategy wrote into the pipe of messages, and the code in the pickle
    does not run.
    """
    created_folder = str(folder / "made")
    path = file(
        SENDS_MESSAGES.format(
            folder=created_folder, messages="[pickle.dumps((0, MakeFolder())) + b'\\\\n']"
        )
    )
    exit_status, out, err = command(*arguments, path)
    assert exit_status == 1
    assert "wrote text of its own into the pipe that perceptron_ref uses" in out + err
    assert not os.path.exists(created_folder)


@pytest.mark.ci
@pytest.mark.parametrize(
    "message",
    [
        *[(MESSAGE, message) for message in (None, "converged", {}, 7)],
        *[(MESSAGE, [message]) for message in (None, [], "converged", {}, {"seed": []}, 7)],
        (MESSAGE, [0, ["converged", [], 24, 24]]),
        (MESSAGE, [{}, ["converged", [0], 24, 24]]),
        (MESSAGE, [{}, [["0"], 1, 1]]),
        *[(MESSAGE, [message]) for message in (4 * ["passed"], ["passed", "", "", None])],
        *[(kind, 7) for kind in ("ChildError", "StrategyError", 7, "0", None, [])],
        ("done", ""),
        ("location", "mine"),
        ("SystemExit", "mine"),
        ("DataError", "mine"),
        ("ChildError", "mine\n\n"),
    ],
)
def test_an_invalid_message_causes_an_error_of_one_line(command, file, folder, message):
    """A traceback is never printed. `compare` and `race` still show the results of the other
    strategies, and `check-strategy` fails.
    """
    strategy_path = file(SENDS_MESSAGES.format(folder="", messages=f"[message_line(*{message!r})]"))
    data = "example:or"
    for arguments in (["fit", data, "--strategy"], ["fit", data, "--repeat", "2", "--strategy"]):
        exit_status, out, err = command(*arguments, strategy_path)
        assert (exit_status, out) == (1, "")
        assert "perceptron-ref: error: " in err
        assert err.count("\n") == 1
    exit_status, out, _ = command(
        "compare", data, "--json", "--strategies", strategy_path, "cyclic"
    )
    assert ["error" in run for run in json.loads(out)["runs"]] == [True, False]
    exit_status, out, err = command("race", data, "--json", "--strategies", strategy_path)
    assert [bool(entry["error"]) for entry in json.loads(out)["strategies"]] == [False, True]
    assert command("check-strategy", strategy_path)[0] == 1


@pytest.mark.ci
@pytest.mark.parametrize("message", [None, [], [[]], [["converged", [], 4, 4]], 9 * [None]])
def test_repeated_runs_are_refused_if_one_of_them_is_forged(command, file, message):
    """The first run is valid, but the messages about the other runs are forged, so the command
    fails.
    """
    forged_messages = (
        f"[message_line('message', {message!r}), message_line('done', '')] if seed else []"
    )
    source = SENDS_MESSAGES.format(folder="", messages=forged_messages)
    source = source.replace("os._exit(0)", "seed and os._exit(0)").replace("    yield 0\n", "")
    path = file(source + "    while True:\n        yield from range(len(view))\n")
    exit_status, out, err = command("fit", "example:or", "--strategy", path, "--repeat", "3")
    assert (exit_status, out, err.count("\n")) == (1, "", 1)
    assert "strategy" in err and path in err


LOOPS_IN_C = """
import itertools, os

def order(view):
    with open(f"{os.getpid()}.pid", "w"):
        pass
    2 in itertools.cycle([1])
    yield 0
"""


@pytest.mark.ci
@needs_signals
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_to_the_parent_leaves_no_child(file, folder, name):
    """Children end even if they loop in C. They keep the standard error of the parent open, so it
    closes only when they end.
    """
    arguments = ["race", "example:or", "--strategies", file(LOOPS_IN_C, "one.py")]
    process = subprocess.Popen(
        [sys.executable, "-m", "perceptron_ref", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    while not [*folder.glob("*.pid")]:
        assert process.poll() is None
    process.send_signal(getattr(signal, name))
    message = process.communicate(timeout=60)[1]
    assert (message.count(b"\n"), process.returncode) == (1, 130)


@pytest.mark.ci
@needs_signals
def test_a_strategy_that_catches_the_time_limit_is_reported_as_too_slow(command, file):
    """A bare `except` in the strategy catches the exception of the time limit. The race still ends
    for this strategy.
    """
    path = file(
        "import time\n\ndef order(view):\n    while True:\n        for n in range(len(view)):\n"
        "            if view.updates == 9 and n == 0:\n"
        "                try:\n                    time.sleep(30)\n"
        "                except:\n                    pass\n            yield n\n"
    )
    arguments = (
        "race",
        "example:or",
        "example:and",
        "--max-seconds",
        "0.5",
        "--strategies",
        path,
    )
    exit_status, out, err = command(*arguments)
    assert (exit_status, err) == (0, "") and "took longer than 0.5 s" in out


@pytest.mark.ci
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the strategy calls os.fork")
def test_the_command_does_not_wait_for_processes_of_a_finished_child(command, file):
    """The command ends at once, although a process that the child started keeps the pipe open."""
    path = file(
        "import os, time\n\ndef order(view):\n    if os.fork() == 0:\n        time.sleep(30)\n"
        "        os._exit(0)\n    yield 0\n    os._exit(7)\n"
    )
    exit_status, _, err = command("fit", "example:or", "--max-seconds", "8", "--strategy", path)
    assert exit_status == 1 and f"{path} ended its process with exit status 7; " in err


@pytest.mark.ci
def test_a_run_without_an_update_loads_its_strategy(command, file):
    """Pocket with --max-updates 0 does not visit any example. Still, a strategy that cannot be
    loaded is an error.
    """
    arguments = ("fit", "example:or", "--pocket", "--max-updates", "0", "--repeat", "3", "--json")
    path = file("def order(view, *, seed=0):\n    yield from range(len(view))\n")
    exit_status, out, _ = command(*arguments, "--strategy", path)
    assert (exit_status, json.loads(out)["repeat"]["runs"]) == (0, 3)
    assert command(*arguments, "--strategy", file("import gone\n", "other.py"))[0] == 1


FLOODS_THE_PIPE = """
import perceptron_ref.child

def order(view, *, seed=0):
    while True:
        perceptron_ref.child._parent_pipe.write({line!r} * 1000)
    yield 0
"""


@pytest.mark.ci
@pytest.mark.parametrize("message", ["[]", "[null]", '["", [], 99, 99]'])
def test_a_flood_of_messages_does_not_delay_the_end(command, file, message):
    """The time limits hold even if the strategy sends messages without end, and the command never
    accepts a run.
    """
    path = file(FLOODS_THE_PIPE.format(line=f'["message", {message}]\n'.encode()))
    _, out, err = command("race", "example:or", "--max-seconds", "1", "--strategies", path)
    assert err == "" and re.search(
        f"{re.escape(path)} .* (took longer|found a result that no run can have)", out
    )
    arguments = ("fit", "example:or", "--max-seconds", "1", "--strategy", path)
    for more_options in ([], ["--repeat", "2"]):
        assert not re.search("status +converged", command(*arguments, *more_options)[1])
    check_no_child_is_left()


@pytest.mark.ci
@pytest.mark.parametrize("arguments", [["fit", "--strategy"], ["race", "--strategies"]])
def test_a_silent_strategy_is_named(command, file, monkeypatch, progress_lines, arguments):
    """Until the first visit of the strategy, a line of progress names it. Then the run goes on."""
    monkeypatch.setattr(Progress, "pause", 0.1)
    path = file(
        "import time\n\ndef order(view):\n    time.sleep(1)\n    yield from range(len(view))\n"
    )
    exit_status, _, err = command(arguments[0], "example:or", arguments[1], path)
    assert exit_status == 0 and re.search(
        r"(waiting for strategy .* s so far \(Ctrl-C stops the command\)"
        rf"|1 of 2 .*, running {path[:40]})",
        err,
    )


@pytest.mark.parametrize(
    ("visits", "has_note"),
    [("0", True), ("range(1, len(view))", True), ("range(len(view))", False)],
)
@with_and_without_processes
def test_a_strategy_that_omits_examples_gets_a_note(
    file, capfd, monkeypatch, has_processes, visits, has_note
):
    """After many visits without a mistake, the loop visits the omitted examples itself, and the run
    converges.
    """
    monkeypatch.setattr(child, "can_start_processes", lambda: has_processes)
    monkeypatch.setattr(child, "_has_warned", True)  # another test checks the note on this
    path = file(f"def order(view):\n    while True:\n        yield {visits}\n")
    exit_status = main(["fit", "example:or", "--strategy", path])
    out, err = capfd.readouterr()
    assert (exit_status, "converged" in out) == (0, True)
    note = f"note: strategy {path} made 40 visits in a row without a mistake, although "
    assert err.startswith(note) == has_note and bool(err) == has_note
