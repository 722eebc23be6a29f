"""The progress of long work is shown on a terminal, and after Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import re
import sys

import pytest
from conftest import PAUSE
from report_tables import facts

from perceptron_ref import Hypothesis, example, pla, pocket
from perceptron_ref.cli import input_data, progress
from perceptron_ref.cli.progress import Progress
from perceptron_ref.exact.rationals import exact_text

OUTPUT_OPTIONS = ("--save", "--draw", "--csv", "-o")


def test_ctrl_c_at_the_start_is_reported():
    """If nothing is done yet, the message says "interrupted at the start"."""
    with pytest.raises(KeyboardInterrupt, match="^interrupted at the start$"), Progress():
        raise KeyboardInterrupt


def test_an_interrupted_comparison_names_the_strategy(command, monkeypatch):
    """The message names the strategy to which the updates, the visits and the weights belong."""

    def interrupt(self, update):
        self._stage = update
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "on_update", interrupt)
    arguments = ["compare", "example:and", "--strategies", "restart", "cyclic"]
    message = "interrupted after 1 update and 1 visit, w = (-1, 0, 0), running restart\n"
    assert command(*arguments) == (130, "", message)


@pytest.mark.parametrize("name", ["fit", "prove", "separable", "optimum"])
def test_the_time_limit_starts_after_the_file_is_read(command, monkeypatch, name):
    """If reading the file takes longer than --max-seconds, the run still has the whole time."""
    now = [0.0]

    def read_slowly(*arguments):
        now[0] += 100.0
        return apply_changes(*arguments)

    apply_changes = input_data._apply_changes
    monkeypatch.setattr(input_data, "_apply_changes", read_slowly)
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    exit_status, out, _ = command(name, "example:and", "--max-seconds", "50", "--json")
    record = json.loads(out)
    assert exit_status == 0
    assert record.get("status") != "stopped" and "stopped" not in record


needs_signals = pytest.mark.skipif(os.name == "nt", reason="Windows has no signal to send")


@pytest.mark.ci
@needs_signals
@pytest.mark.parametrize("more_options", [[], ["--json"], ["--pocket"]])
def test_an_interrupted_run_reports_its_state(file, command, more_options):
    """The message shows the updates, the visits and the weights. The strategy runs in another
    process, and the message also shows its current line.
    """
    path = file(
        "import os, signal, time\n\n"
        "def tired(view):\n"
        "    while view.updates < 3:\n"
        "        yield view.updates % 2\n"
        "    time.sleep(1)\n"  # the parent has seen the updates by then
        "    os.kill(os.getppid(), signal.SIGINT)\n"
        "    time.sleep(1_000)\n"
    )
    exit_status, out, err = command("fit", "example:xor", "--strategy", path, *more_options)
    assert (exit_status, out) == (130, "")
    weights = ["w = (-1, 0, 1)", "w = (0, 0, 1)"]
    if more_options == ["--pocket"]:  # the pocket holds the weights after the first update
        weights = ["with w = (-1, 0, 0) in the pocket and 2 of 4 examples wrong"] * 2
    messages = [
        f"3 updates and 3 visits, {weights[0]}",
        # on a slow machine the third update, or even its visit, may not have been reported yet
        f"2 updates and 2 visits, {weights[1]}",
        f"2 updates and 3 visits, {weights[1]}",
    ]
    # then comes the number of the line that sends the signal, or of the next line
    ending = f", while waiting for the strategy, at {path}:"
    assert err[:-2] in [f"interrupted after {message}{ending}" for message in messages]


@pytest.mark.ci
@needs_signals
@pytest.mark.parametrize(
    "arguments", [["fit"], ["draw", "-o", "-"], ["prove"], ["fit", "--repeat", 2]]
)
def test_ctrl_c_before_the_first_update_names_the_strategy(file, command, arguments):
    """The message says that the strategy ran, not that the command read a file."""
    path = file(
        "import os, signal\n\n"
        "def hangs(view, *, seed=0):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    yield 0\n"
    )
    name, *options = arguments
    err = command(name, "example:or", *options, "--strategy", path, "--in-process")[2]
    assert err == f"interrupted while running strategy {path}\n"


@pytest.mark.parametrize("name", ["separable", "prove", "compare"])
def test_ctrl_c_before_the_first_step_names_the_search(command, monkeypatch, name):
    """The message says that the command searched for a line, not that it read a file."""

    def interrupt(data, on_step):
        raise KeyboardInterrupt

    monkeypatch.setattr("perceptron_ref.cli.separability.separability", interrupt)
    err = command(name, "example:or")[2]
    assert err.endswith("interrupted while computing whether a line separates the examples\n")


@pytest.mark.parametrize(
    "command_line",
    [
        "separable example:or --save a --draw b.svg",
        "optimum example:or --save a --draw b.svg",
        "prove example:or --csv a",
        "compare example:or --csv a",
        "race example:or --draw a.svg --csv b",
        "draw example:or -o a.svg",
        "margins example:or --model model.json --csv a",
        "predict model.json example:or --csv a",
    ],
)
def test_ctrl_c_names_the_files_that_were_not_written(command, monkeypatch, tmp_path, command_line):
    """After Ctrl-C before the first result, the message names each output file."""
    monkeypatch.chdir(tmp_path)
    pla(example("or")).hypothesis.save("model.json")

    def interrupt(self, stage):
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "begin_stage", interrupt)
    arguments = command_line.split()
    names = [name for option, name in zip(arguments, arguments[1:]) if option in OUTPUT_OPTIONS]
    remarks = "".join([f"; {name} was not written" for name in names])
    assert command(*arguments) == (130, "", f"interrupted at the start{remarks}\n")
    assert os.listdir() == ["model.json"]


@pytest.mark.parametrize(
    "command_line",
    [
        "margins example:or --model model.json --csv a.csv",
        "predict model.json example:or --margins --csv a.csv",
    ],
)
def test_ctrl_c_during_the_computation_names_the_file(command, monkeypatch, tmp_path, command_line):
    """The message says what was computed, and that the table was not written."""
    monkeypatch.chdir(tmp_path)
    pla(example("or")).hypothesis.save("model.json")
    name, *arguments = command_line.split()

    def interrupt(h, data):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"perceptron_ref.cli.commands.{name}.geometric_margins", interrupt)
    exit_status, out, err = command(name, *arguments)
    assert (exit_status, out) == (130, "")
    assert "computing" in err and err.endswith("; a.csv was not written\n")


@pytest.mark.ci
@needs_signals
@pytest.mark.parametrize("more_options", [[], ["--pocket"]])
def test_an_interrupted_fit_saves_the_weights_so_far(command, monkeypatch, tmp_path, more_options):
    """The message shows the weights, and names the files that were not written. Before the first
    update the model is not saved.
    """
    monkeypatch.chdir(tmp_path)
    arguments = ["fit", *more_options, *"--save m.json --trace --draw a.svg --csv a.csv".split()]

    def interrupt_after(number):
        def on_update(self, update):
            self.last_update = self._stage = update
            if update.t + 1 == number:
                raise KeyboardInterrupt

        return on_update

    monkeypatch.setattr(Progress, "on_update", interrupt_after(5))
    exit_status, out, err = command(*arguments)
    assert (exit_status, out) == (130, "")
    assert "; wrote the model to m.json, with these weights; a.svg was not written" in err
    assert err.endswith("; a.csv was not written\n")
    algorithm = pocket if more_options else pla
    expected = algorithm(example("credit"), max_updates=5)
    assert Hypothesis.load("m.json").w == expected.w
    weights = f"w = ({', '.join(map(exact_text, expected.w))})"
    pocket_text = f"with {weights} in the pocket and {expected.mistakes} of 24 examples wrong"
    assert f", {pocket_text if more_options else weights};" in err

    def interrupt(self, stage):
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "begin_stage", interrupt)
    err = command("fit", "--save", "other.json")[2]
    assert err.endswith("; other.json was not written\n") and not os.path.exists("other.json")


@pytest.mark.parametrize("more_options", [[], ["--pocket", "--trace", "--csv", "a.csv"]])
def test_the_model_is_saved_if_ctrl_c_ends_the_report(command, monkeypatch, tmp_path, more_options):
    """If the user presses Ctrl-C while the report is printed, the model is saved, because the run
    is complete. A table is not written.
    """
    monkeypatch.chdir(tmp_path)

    def interrupt(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr("perceptron_ref.cli.report.print_report", interrupt)
    exit_status, out, err = command("fit", "example:or", *more_options, "--save", "m.json")
    assert (exit_status, out, err) == (130, "", "interrupted; wrote the model to m.json\n")
    assert Hypothesis.load("m.json").mistakes(example("or")) == 0
    assert not os.path.exists("a.csv")
    assert command("fit", "example:or", *more_options)[2] == "interrupted\n"


@pytest.mark.ci
def test_interrupted_repetitions_report_the_number_of_runs(file, command):
    """After Ctrl-C the report shows the statistics of the complete runs, and the message their
    number.
    """
    path = file(
        "import os, signal, time\n\n"
        "def order(view, *, seed=0):\n"
        "    while True:\n"
        "        if seed == 3:\n"
        "            time.sleep(0.5)  # so that the parent has read the earlier runs\n"
        "            os.kill(os.getppid(), signal.SIGINT)\n"
        "            time.sleep(1_000)\n"
        "        yield from range(len(view))\n"
    )
    exit_status, out, err = command("fit", "--strategy", path, "--repeat", 10)
    assert exit_status == 130
    expected_facts = {"seeds": "0 to 2", "runs": "3 of 10", "statuses": "converged = 3"}
    assert {name: facts(out)[name] for name in expected_facts} == expected_facts
    # then comes the number of the line that sends the signal, or of the next line
    assert err[:-2] == f"interrupted after 3 of 10 runs, while waiting for the strategy, at {path}:"
    record = json.loads(command("fit", "--strategy", path, "--repeat", 10, "--json")[1])
    assert (record["repeat"]["asked"], record["repeat"]["runs"]) == (10, 3)


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ["fit", "example:xor", "--max-updates", 2],
            "1 update and 1 visit, 0 s so far\n2 updates and 2 visits",
        ),
        (
            ["fit", "--strategy", "random-permutation", "--repeat", 3],
            "\n0 of 3 runs, 0 s so far\n1 of 3 ",
        ),
        (
            ["separable", "example:credit"],
            "1 step of the search, with 1 support vector, 0 s so far\n",
        ),
        (["optimum", "example:noisy:N=60,d=2,seed=3,flips=8"], " 6 to 7, 31 cases examined, "),
        (["fit", "example:pair:m=2"], "reading example:pair:m=2, 0 s so far\n"),
        pytest.param(
            *(
                ["race", "example:or", "--strategies", "random"],
                "1 of 2 strategies done, running random, 0 s so far\n",
            ),
            marks=pytest.mark.ci,
        ),
    ],
)
def test_progress_lines_appear_during_long_work(command, request, arguments, lines):
    """Lines of progress are printed on standard error, with the number of seconds. They do not
    appear during work that takes less than five seconds.
    """
    assert (PAUSE, re.search(r", \d+ s", command(*arguments)[2])) == (5, None)
    request.getfixturevalue("progress_lines")
    assert lines in re.sub(r", \d+ s", ", 0 s", command(*arguments)[2])


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self):
        return True


@pytest.mark.parametrize("stream_type", [Terminal, io.StringIO])
def test_progress_lines_appear_only_on_a_terminal(monkeypatch, stream_type):
    """A file, such as the file that `2>errors.txt` writes, does not contain them."""
    stderr = stream_type()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(Progress, "pause", 0)
    Progress().begin_stage("checking answers")
    lines = "checking answers, 0 s so far\n" if stream_type is Terminal else ""
    assert stderr.getvalue() == lines


@pytest.mark.parametrize("stderr", [None, object()])
def test_progress_is_silent_without_a_standard_error(monkeypatch, stderr):
    """If standard error is missing, or an object that is not a stream, the program goes on."""
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(Progress, "pause", 0)
    Progress().begin_stage("checking answers")


# Time limits: `--max-seconds 0` stops at once


@pytest.mark.parametrize(
    ("ticks", "expected_facts"),
    [
        (20, {"status": "converged"}),
        (46, {"runs": "1 of 10", "statuses": "converged = 1"}),
    ],
)
def test_repetitions_stop_at_the_time_limit(command, monkeypatch, ticks, expected_facts):
    """The report covers the finished runs. If the first run is not finished, the report shows it up
    to the time limit.
    """
    updates = []

    def tick(self, update=None):
        updates.extend([update] * (update is not None))
        if len(updates) == ticks:
            self.stopped = True
            raise StopIteration

    monkeypatch.setattr(Progress, "tick", tick)
    exit_status, out, _ = command("fit", "--strategy", "random-permutation", "--repeat", 10)
    report = facts(out)
    assert exit_status == 3
    assert {name: report[name] for name in expected_facts} == expected_facts


@pytest.mark.parametrize(
    ("arguments", "expected_status"), [((), 0), (("--strategy", "random", "--repeat", 5), 3)]
)
def test_a_run_stops_at_the_time_limit(command, arguments, expected_status):
    """As with other limits, the result is the run so far. With --repeat the exit status is 3. On a
    small set, a limit of an hour does not change the run.
    """
    exit_status, out, err = command("fit", *arguments, "--max-seconds", 0)
    report = facts(out)
    assert exit_status == expected_status
    assert (report["status"], report["updates"], "visits" in report) == ("stopped", "1", True)
    assert err.startswith("warning: NOT converged: stopped by --max-seconds, with ")
    record = json.loads(command("fit", *arguments, "--max-seconds", 0, "--json")[1])
    assert (record["status"], "repeat" in record) == ("stopped", False)
    out = command("fit", "--max-seconds", 3600)[1]
    assert out.replace("limits        max_seconds = 3600\n", "") == command("fit")[1]


@pytest.mark.parametrize("arguments", [["fit"], ["predict", "model.json"]])
def test_reading_a_file_shows_its_progress(arguments, file, command, monkeypatch, progress_lines):
    """A line of progress shows the percentage of the file that is read."""
    path = file("a,y\n1,1\n2,-1\n", "data.csv")
    monkeypatch.chdir(os.path.dirname(path))
    command("fit", path, "--save", "model.json")
    assert f"\nreading {path}, 100%, 0 s so far\n" in command(*arguments, path)[2]
