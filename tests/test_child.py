"""A child process: what it tells comes, however late it is asked for, and no process is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from io import BytesIO
from queue import SimpleQueue
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from conftest import ROOT, no_child_is_left

from perceptron_ref import StrategyError, child

pytestmark = pytest.mark.skipif(
    sys.platform in ("emscripten", "wasi"), reason="it starts processes"
)


@pytest.mark.ci
@pytest.mark.parametrize("messages", [[1, 2, 3], ["x" * 10**6] * 5], ids=["short", "long"])
def test_a_child_is_not_silent_while_its_reader_is_away(messages):
    """It has told all, or waits to tell more: its time runs while it is waited for."""
    with child.run_in_child(partial(iter, messages), lambda silent: 0.3 - silent) as answers:
        time.sleep(1)
        assert [*answers] == messages
    no_child_is_left()


def test_what_is_not_heard_yet_is_about_a_megabyte(monkeypatch):
    """A reader of long lines that is so far ahead waits: here its wait ends it."""
    monkeypatch.setattr(child, "sleep", Mock(side_effect=OSError))
    stream, lines = BytesIO(9 * (b"x" * 600_000 + b"\n")), SimpleQueue()
    child._queue_lines(Mock(stdout=stream, stdin=BytesIO()), lines)
    assert lines.qsize() == 2 + 1  # and the empty one, the end


@pytest.mark.parametrize(
    ("name", "value", "is_available"),
    [
        ("platform", "linux", True),
        *(("platform", name, False) for name in ("emscripten", "wasi")),
        *[("executable", None, False), ("frozen", True, False)],
    ],
)
def test_where_there_are_processes(monkeypatch, name, value, is_available):
    """Not in WebAssembly, and not where `sys.executable` is no Python."""
    monkeypatch.setattr(sys, name, value, raising=False)
    assert child.can_start_processes() is is_available


def test_children_begin_before_they_are_heard():
    """So several are at work at once; one that is never heard ends with its context."""
    start = child.run_in_child
    with start(partial(time.sleep, 1_000)), start(partial(iter, [7])) as answers:
        assert [*answers] == [7]
    no_child_is_left()


@pytest.mark.ci
def test_a_silent_child_is_late():
    """It tells where it was."""
    work, place = partial(exec, "import time\ntime.sleep(1_000)"), ", at <string>:2"
    with child.run_in_child(work, lambda silent: 0.5 - silent) as answers:
        with pytest.raises(
            child.ChildError, match=rf"^gave no answer for \d+\.\d s{place}$"
        ) as timeout:
            next(answers)
    assert timeout.value.timed_out
    no_child_is_left()


def test_a_child_that_has_no_time_left_is_ended():
    """Zero seconds are none, as runs that were stopped have them."""
    with child.run_in_child(partial(time.sleep, 1_000), Mock(side_effect=[0.0])) as answers:
        with pytest.raises(child.ChildError, match="^gave no answer"):
            next(answers)
    no_child_is_left()


def test_after_ctrl_c_nothing_follows_on_a_line_that_is_lost(monkeypatch):
    """It may come when a line is taken and not yet told: a replay that misses it accuses a run."""
    message, calls, received = child._parse_message, [], []

    def interrupted(line):
        calls.append(line)
        if len(calls) == 5:  # the first is a greeting, the second says that it has begun
            raise KeyboardInterrupt
        return message(line)

    monkeypatch.setattr(child, "_parse_message", interrupted)
    with child.run_in_child(partial(range, 9)) as answers, pytest.raises(KeyboardInterrupt):
        for answer in answers:
            received.append(answer)
    assert received == [0, 1]
    no_child_is_left()


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (partial(os._exit, 3), "ended its process with exit status 3"),
        pytest.param(
            partial(os._exit, 0), "ended its process with exit status 0", marks=pytest.mark.ci
        ),
        *(
            pytest.param(
                partial(exec, f"import os; os.kill(os.getpid(), {number})"),
                f"was ended by the signal {name}",
                marks=pytest.mark.ci,
            )
            for number, name in [(9, "SIGKILL"), (40, "40")]  # signal 40 has no name
        ),
        (partial(int, "x"), "raised ValueError"),
    ],
)
def test_how_a_child_ended_is_told(work, message):
    """In words that follow its name."""
    with child.run_in_child(work) as answers, pytest.raises(child.ChildError, match=f"^{message}$"):
        next(answers)


def test_a_system_without_room_for_a_process_is_told(monkeypatch):
    """In a line, as the fault of nothing else."""

    def full(*words, **options):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(child, "Popen", full)
    with pytest.raises(StrategyError, match="^the process of a strategy could not be started: "):
        with child.run_in_child(partial(iter, [])):
            pass


def test_what_a_child_prints_is_on_standard_error(capfd):
    """So it is no part of a result. Its command line has no word of its parent's."""
    with child.run_in_child(partial(map, exec, ["import sys; print(sys.argv)"])) as answers:
        assert [*answers] == [None]
    assert tuple(capfd.readouterr()) == ("", "['-c']\n")


FLAGS = "optimize bytes_warning debug dev_mode no_site no_user_site safe_path utf8_mode".split()
LOOK = f"""(lambda sys, warnings: [
    [int(getattr(sys.flags, name, 0)) for name in {FLAGS}], [*map(str, warnings.filters)],
    sys.dont_write_bytecode, sys.path, getattr(sys, "_xoptions", {{}}),
    "sitecustomize" in sys.modules,
])(__import__("sys"), __import__("warnings"))"""
COMPARE = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from functools import partial
from perceptron_ref import child
with child.run_in_child(partial(map, eval, [{LOOK!r}])) as answers:
    print([*answers] == [eval({LOOK!r})])
"""


@pytest.mark.parametrize(
    "options",
    [
        "-I",
        "-O -bb -W error -W ignore::ResourceWarning -X dev",
        *(
            pytest.param(options, marks=pytest.mark.ci)
            for options in ("-E", "-OO -s -S -B -d", "-X utf8 -X faulthandler -X pycache_prefix=x")
        ),
    ],
)
def test_a_child_has_the_options_of_its_parent(options, tmp_path):
    """So code behaves there as here, and the variables that -E or -I hides stay hidden."""
    hidden = {}
    if options in ("-E", "-I"):
        (tmp_path / "sitecustomize.py").write_text("1 // 0")
        hidden = {"PYTHONPATH": str(tmp_path), "PYTHONHOME": str(tmp_path)}
    words = [sys.executable, *options.split(), "-c", COMPARE]
    ran = subprocess.run(words, env={**os.environ, **hidden}, stdout=subprocess.PIPE, timeout=60)
    assert ran.stdout.split() == [b"True"]


def test_a_child_hashes_texts_by_the_seed_that_it_gets(monkeypatch):
    """Under -I, too, which hides the variable that has the seed."""
    named = [name for name in dir(sys.flags) if name[0] != "_"]
    flags = SimpleNamespace(**{name: getattr(sys.flags, name) for name in named})
    monkeypatch.setattr(sys, "flags", flags)
    answers = []
    for flags.ignore_environment in (False, True):
        for seed in ("1", "2"):
            with child.run_in_child(partial(map, hash, ["a text"]), hash_seed=seed) as values:
                answers += values
    assert answers[:2] == answers[2:] and answers[0] != answers[1]


@pytest.fixture
def executable(monkeypatch, tmp_path):
    """Return a function that makes a program of this text `sys.executable`, and returns its path.
    Nothing is known of it, and nothing was noted.
    """
    monkeypatch.setattr(child, "_executable_kind", "unknown")
    monkeypatch.setattr(child, "_has_warned", False)

    def write(text, rights=0o755):
        path = tmp_path / "program"
        if text is not None:
            path.write_text(text.replace("{python}", sys.executable))
            path.chmod(rights)
        monkeypatch.setattr(sys, "executable", str(path))
        monkeypatch.setattr(child, "_GREETING_TIMEOUT", 0.2 if "sleep" in str(text) else 20)
        return str(path)

    return write


OTHER = {  # programs that are no Python, or not this one
    "refuses": "#!/bin/sh\necho usage: program [FILE]\nexit 2\n",
    "waits": "#!/bin/sh\nexec sleep 1000\n",
    "embeds": "#!/bin/sh\nexec {python} -c 'from perceptron_ref import child; print(1)'\n",
    "is a later Python": '#!/bin/sh\necho \'["greeting", "cpython 30f00f0"]\'; exec sleep 9\n',
    "is of another system": "\x7fELF",
    "is gone": None,
    "may not be run": "#!/bin/sh\n",
}


@pytest.mark.parametrize("program", OTHER)
def test_a_program_that_is_no_python_does_the_work_itself(program, executable):
    """It may embed Python, or be compiled from it. A note says so, once, and it is asked once."""
    path = executable(OTHER[program], 0o644 if program == "may not be run" else 0o755)
    notes, answers = [], []
    for work in (partial(iter, [1, 2]), partial(iter, [3])):
        with child.run_in_child(work, warn=notes.append) as values:
            answers += values
    assert (answers, len(notes), path in notes[0]) == ([1, 2, 3], 1, True)
    assert not child.can_start_processes()
    no_child_is_left()


def test_large_work_is_not_sent_to_what_never_reads_it(executable):
    """Else the pipe would be full, and nobody would wait for the greeting."""
    executable(OTHER["waits"])
    with child.run_in_child(partial(iter, ["x" * 10**7]), warn=lambda line: None) as answers:
        assert len(next(answers)) == 10**7


def test_a_program_that_never_greets_takes_no_more_time_than_there_is(executable):
    """A limit of seconds ends it as it ends a strategy."""
    executable(OTHER["waits"])
    with child.run_in_child(partial(iter, [1]), Mock(side_effect=[0.01, 0, 0])) as answers:
        with pytest.raises(child.ChildError, match="^gave no answer"):
            next(answers)


def test_a_library_warns(executable, monkeypatch):
    """Where nobody takes the note."""
    monkeypatch.setattr(sys, "executable", None)
    with pytest.warns(RuntimeWarning, match="^this program does not start Python"):
        with child.run_in_child(partial(iter, [1])) as answers:
            assert [*answers] == [1]


def test_a_program_that_was_started_as_a_child_starts_none(executable, monkeypatch):
    """It would start itself, and so on."""
    monkeypatch.setenv(child._CHILD_VARIABLE, "1")
    assert not child.can_start_processes()


def test_what_a_start_prints_is_no_greeting(executable, monkeypatch, tmp_path):
    """A sitecustomize may print. And a child has no mark, so that it may start programs."""
    (tmp_path / "sitecustomize.py").write_text("print('hello')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for _ in range(2):
        look = f"{child._CHILD_VARIABLE!r} in __import__('os').environ"
        with child.run_in_child(partial(map, eval, [look])) as answers:
            assert [*answers] == [False]
    assert child.can_start_processes()


def test_a_python_that_ends_early_is_one(executable, monkeypatch):
    """Once a child has greeted, another that does not is no reason to do its work here."""
    monkeypatch.setattr(child, "_executable_kind", "this Python")
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with child.run_in_child(partial(iter, [1])) as answers:
        with pytest.raises(child.ChildError, match="^ended its process with exit status 0$"):
            next(answers)


def test_another_process_is_not_this_one(executable, monkeypatch):
    """What a text hashes to cannot be asked here."""
    monkeypatch.setattr(sys, "executable", "")
    with child.run_in_child(partial(iter, [1]), hash_seed="1") as answers:
        with pytest.raises(child.ChildError, match="cannot be started by this Python"):
            next(answers)


def test_work_in_this_process_prints_to_standard_error(executable, monkeypatch, capsys):
    """And what its reader prints between two answers goes to standard output."""
    monkeypatch.setattr(sys, "executable", "")
    with child.run_in_child(partial(map, print, "ab"), warn=lambda line: None) as answers:
        for _ in answers:
            print("read")
    assert capsys.readouterr() == ("read\nread\n", "a\nb\n")
