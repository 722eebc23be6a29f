"""Child processes: all messages arrive, even if they are read late, and no process remains."""

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
from conftest import ROOT, check_no_child_is_left

from perceptron_ref import StrategyError, child

pytestmark = pytest.mark.skipif(
    sys.platform in ("emscripten", "wasi"), reason="it starts processes"
)


@pytest.mark.ci
@pytest.mark.parametrize("messages", [[1, 2, 3], ["x" * 10**6] * 5], ids=["short", "long"])
def test_a_child_is_not_silent_while_its_reader_is_away(messages):
    """The child has sent all messages, or waits because the pipe is full.

    Time counts toward its limit only while the parent waits for a message.
    """
    with child.run_in_child(partial(iter, messages), lambda silent: 0.3 - silent) as answers:
        time.sleep(1)
        assert [*answers] == messages
    check_no_child_is_left()


def test_unread_messages_are_limited_to_about_a_megabyte(monkeypatch):
    """If the queued lines contain more than a million bytes, the parent pauses before it reads
    more.

    In this test the pause raises an error, which ends the reading.
    """
    monkeypatch.setattr(child, "sleep", Mock(side_effect=OSError))
    stream, lines = BytesIO(9 * (b"x" * 600_000 + b"\n")), SimpleQueue()
    child._queue_lines(Mock(stdout=stream, stdin=BytesIO()), lines)
    assert lines.qsize() == 2 + 1  # two lines, and the empty line that marks the end


@pytest.mark.parametrize(
    ("name", "value", "is_available"),
    [
        ("platform", "linux", True),
        *(("platform", name, False) for name in ("emscripten", "wasi")),
        *[("executable", None, False), ("frozen", True, False)],
    ],
)
def test_children_need_a_python_that_can_start_processes(monkeypatch, name, value, is_available):
    """Children are not available in WebAssembly, in a frozen program, or without
    `sys.executable`.
    """
    monkeypatch.setattr(sys, name, value, raising=False)
    assert child.can_start_processes() is is_available


@pytest.mark.ci
def test_children_work_before_they_are_read(tmp_path):
    """Of two children, one writes a file although its messages are never read. Both end with their
    contexts.
    """
    path, start = tmp_path / "written", child.run_in_child
    write_file = f"import time\nopen({str(path)!r}, 'w').close()\ntime.sleep(1_000)"
    with start(partial(exec, write_file)), start(partial(iter, [7])) as answers:
        assert [*answers] == [7]
        for _ in range(3_000):
            if path.exists():
                break
            time.sleep(0.01)
        assert path.exists()
    check_no_child_is_left()


@pytest.mark.ci
def test_a_silent_child_is_timed_out():
    """The error names the line that the child was running."""
    work, location = partial(exec, "import time\ntime.sleep(1_000)"), ", at <string>:2"
    with child.run_in_child(work, lambda silent: 0.5 - silent) as answers:
        with pytest.raises(
            child.ChildError, match=rf"^gave no answer for \d+\.\d s{location}$"
        ) as timeout:
            next(answers)
    assert timeout.value.timed_out
    check_no_child_is_left()


@pytest.mark.ci
def test_a_child_that_has_no_time_left_is_ended():
    """If zero seconds are left, the error says that the child gave no answer."""
    with child.run_in_child(partial(time.sleep, 1_000), Mock(side_effect=[0.0])) as answers:
        with pytest.raises(child.ChildError, match="^gave no answer before the time was over"):
            next(answers)
    check_no_child_is_left()


@pytest.mark.ci
def test_after_ctrl_c_no_message_follows_a_lost_one(monkeypatch):
    """Ctrl-C may come after a line was read and before its message is yielded, so the message is
    lost.

    If later messages followed, a replay without the lost one would refuse an honest run.
    """
    parse_message, calls, received = child._parse_message, [], []

    def interrupted(line):
        calls.append(line)
        if len(calls) == 5:  # calls 1 and 2 parse the greeting and the start of the work
            raise KeyboardInterrupt
        return parse_message(line)

    monkeypatch.setattr(child, "_parse_message", interrupted)
    with child.run_in_child(partial(range, 9)) as answers, pytest.raises(KeyboardInterrupt):
        for answer in answers:
            received.append(answer)
    assert received == [0, 1]
    check_no_child_is_left()


NOT_ENDING = "; expected a strategy that does not end its process"
ENDS_BY_SIGNAL = [
    (9, "SIGKILL, perhaps because the memory was full; expected a strategy that uses less memory"),
    (40, "40; expected a strategy that does not crash Python"),  # this signal has no name
]


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (partial(os._exit, 3), f"ended its process with exit status 3{NOT_ENDING}"),
        pytest.param(
            partial(os._exit, 0),
            f"ended its process with exit status 0{NOT_ENDING}",
            marks=pytest.mark.ci,
        ),
        *(
            pytest.param(
                partial(exec, f"import os; os.kill(os.getpid(), {number})"),
                f"was ended by the signal {name}",
                marks=pytest.mark.ci,
            )
            for number, name in ENDS_BY_SIGNAL
        ),
        (partial(int, "x"), "raised ValueError"),
    ],
)
def test_the_end_of_a_child_is_described(work, message):
    """The error says which exit status, signal or exception ended the child."""
    with child.run_in_child(work) as answers, pytest.raises(child.ChildError, match=f"^{message}$"):
        next(answers)


def test_a_process_that_the_system_cannot_start_is_reported(monkeypatch):
    """The error is one line with the system's reason. It names no strategy."""

    def fail(*args, **options):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(child, "Popen", fail)
    message = r"^the process of a strategy could not be started: \S.*temporarily unavailable$"
    with pytest.raises(StrategyError, match=message):
        with child.run_in_child(partial(iter, [])):
            pass


def test_output_of_a_child_goes_to_standard_error(capfd):
    """What a child prints does not mix with results on standard output. The child does not get the
    arguments of its parent.
    """
    with child.run_in_child(partial(map, exec, ["import sys; print(sys.argv)"])) as answers:
        assert [*answers] == [None]
    assert tuple(capfd.readouterr()) == ("", "['-c']\n")


FLAGS = "optimize bytes_warning debug dev_mode no_site no_user_site safe_path utf8_mode".split()
STATE_OF_PYTHON = f"""(lambda sys, warnings: [
    [int(getattr(sys.flags, name, 0)) for name in {FLAGS}], [*map(str, warnings.filters)],
    sys.dont_write_bytecode, sys.path, getattr(sys, "_xoptions", {{}}),
    "sitecustomize" in sys.modules,
])(__import__("sys"), __import__("warnings"))"""
COMPARE_WITH_CHILD = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from functools import partial
from perceptron_ref import child
with child.run_in_child(partial(map, eval, [{STATE_OF_PYTHON!r}])) as answers:
    print([*answers] == [eval({STATE_OF_PYTHON!r})])
"""


@pytest.mark.parametrize(
    "options",
    [
        "-I",
        "-O -bb -W error -W ignore::ResourceWarning -X dev",
        *(
            pytest.param(options, marks=pytest.mark.ci)
            for options in ("-E", "-OO -s -S -B -d", "-X utf8 -X faulthandler -X pycache_prefix={}")
        ),
    ],
)
def test_a_child_has_the_options_of_its_parent(options, tmp_path):
    """Flags, warning filters, `sys.path` and -X options are equal in both. Environment variables
    that -E or -I hides from the parent are also hidden from the child.
    """
    hidden = {}
    if options in ("-E", "-I"):
        (tmp_path / "sitecustomize.py").write_text("1 // 0")
        hidden = {"PYTHONPATH": str(tmp_path), "PYTHONHOME": str(tmp_path)}
    command = [sys.executable, *options.format(tmp_path).split(), "-c", COMPARE_WITH_CHILD]
    env = {**os.environ, **hidden}
    completed = subprocess.run(command, env=env, stdout=subprocess.PIPE, timeout=60)
    assert completed.stdout.split() == [b"True"]


@pytest.mark.ci
def test_a_child_hashes_texts_by_the_seed_that_it_gets(monkeypatch):
    """A text has the same hash for the same seed, and another hash for another seed. This also
    holds under -I, which hides the environment variable of the seed.
    """
    names = [name for name in dir(sys.flags) if name[0] != "_"]
    flags = SimpleNamespace(**{name: getattr(sys.flags, name) for name in names})
    monkeypatch.setattr(sys, "flags", flags)
    answers = []
    for flags.ignore_environment in (False, True):
        for seed in ("1", "2"):
            with child.run_in_child(partial(map, hash, ["a text"]), hash_seed=seed) as values:
                answers += values
    assert answers[:2] == answers[2:] and answers[0] != answers[1]


def test_a_value_that_json_cannot_hold_is_an_error_of_the_work():
    """For a list that contains itself and for a Python set, the error names the exception that was
    raised in the child.
    """
    for value, exception in (
        ("(lambda a: a.append(a) or a)([])", "ValueError"),
        ("{1}", "TypeError"),
    ):
        with child.run_in_child(partial(map, eval, [value])) as values:
            with pytest.raises(child.ChildError, match=f"^raised {exception}"):
                next(values)


@pytest.fixture
def executable(monkeypatch, tmp_path):
    """Return a function that writes a program with this text, makes it `sys.executable`, and
    returns its path. The package does not yet know whether it is a Python, and has not yet warned.
    """
    monkeypatch.setattr(child, "_executable", child._Executable.UNKNOWN)
    monkeypatch.setattr(child, "_has_warned", False)

    def write(text, permissions=0o755):
        path = tmp_path / "program"
        if text is not None:
            path.write_text(text.replace("{python}", sys.executable))
            path.chmod(permissions)
        monkeypatch.setattr(sys, "executable", str(path))
        monkeypatch.setattr(child, "_GREETING_TIMEOUT", 0.2 if "sleep" in str(text) else 20)
        return str(path)

    return write


OTHER_PROGRAMS = {  # programs that are not a Python, or another Python than this
    "refuses": "#!/bin/sh\necho usage: program [FILE]\nexit 2\n",
    "waits": "#!/bin/sh\nexec sleep 1000\n",
    "embeds": "#!/bin/sh\nexec {python} -c 'from perceptron_ref import child; print(1)'\n",
    "is a later Python": '#!/bin/sh\necho \'["greeting", "cpython 30f00f0"]\'; exec sleep 9\n',
    "is of another system": "\x7fELF",
    "is gone": None,
    "may not be run": "#!/bin/sh\n",
}


@pytest.mark.parametrize("program", OTHER_PROGRAMS)
def test_without_a_python_the_work_is_done_in_this_process(program, executable):
    """`sys.executable` may be another program, or cannot be run.

    There is a single warning, which names it.
    """
    path = executable(OTHER_PROGRAMS[program], 0o644 if program == "may not be run" else 0o755)
    warnings, answers = [], []
    for work in (partial(iter, [1, 2]), partial(iter, [3])):
        with child.run_in_child(work, warn=warnings.append) as values:
            answers += values
    (warning,) = warnings
    assert answers == [1, 2, 3] and path in warning
    assert not child.can_start_processes()
    check_no_child_is_left()


def test_large_work_is_not_sent_before_the_greeting(executable):
    """Work of ten million bytes is done although the program never sends a greeting. If the work
    were sent earlier, it would fill the pipe, and the parent would not wait for the greeting.
    """
    executable(OTHER_PROGRAMS["waits"])
    with child.run_in_child(partial(iter, ["x" * 10**7]), warn=lambda line: None) as answers:
        assert len(next(answers)) == 10**7


def test_a_program_without_a_greeting_is_ended_at_the_time_limit(executable):
    """The time limit of a strategy also ends a program that sends no greeting."""
    executable(OTHER_PROGRAMS["waits"])
    with child.run_in_child(partial(iter, [1]), Mock(side_effect=[0.01, 0, 0])) as answers:
        with pytest.raises(child.ChildError, match="^gave no answer before the time was over"):
            next(answers)


def test_by_default_the_warning_is_a_runtime_warning(executable, monkeypatch):
    """It is issued if `run_in_child` gets no function `warn`."""
    monkeypatch.setattr(sys, "executable", None)
    with pytest.warns(RuntimeWarning, match="^this program does not start Python"):
        with child.run_in_child(partial(iter, [1])) as answers:
            assert [*answers] == [1]


def test_a_child_starts_no_children(executable, monkeypatch):
    """In a child no processes can be started. Otherwise a program might start itself again and
    again.
    """
    monkeypatch.setenv(child._CHILD_VARIABLE, "1")
    assert not child.can_start_processes()


@pytest.mark.ci
def test_output_before_the_greeting_is_ignored(executable, monkeypatch, tmp_path):
    """A `sitecustomize` may print. The environment variable that marks a child is removed, so the
    work may start programs.
    """
    (tmp_path / "sitecustomize.py").write_text("print('hello')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for _ in range(2):
        is_marked = f"{child._CHILD_VARIABLE!r} in __import__('os').environ"
        with child.run_in_child(partial(map, eval, [is_marked])) as answers:
            assert [*answers] == [False]
    assert child.can_start_processes()


def test_a_python_that_exits_early_is_still_a_python(executable, monkeypatch):
    """If one child has sent a greeting, another child without a greeting is an error. The work is
    not done in this process.
    """
    monkeypatch.setattr(child, "_executable", child._Executable.THIS_PYTHON)
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with child.run_in_child(partial(iter, [1])) as answers:
        with pytest.raises(
            child.ChildError, match=f"^ended its process with exit status 0{NOT_ENDING}$"
        ):
            next(answers)


def test_work_with_a_hash_seed_needs_another_process(executable, monkeypatch):
    """If no Python can be started, there is an error, because this process has another seed."""
    monkeypatch.setattr(sys, "executable", "")
    with child.run_in_child(partial(iter, [1]), hash_seed="1") as answers:
        with pytest.raises(child.ChildError, match="cannot be started: .* does not start Python"):
            next(answers)


def test_work_in_this_process_prints_to_standard_error(executable, monkeypatch, capsys):
    """What the reader prints between two messages goes to standard output."""
    monkeypatch.setattr(sys, "executable", "")
    with child.run_in_child(partial(map, print, "ab"), warn=lambda line: None) as answers:
        for _ in answers:
            print("read")
    assert capsys.readouterr() == ("read\nread\n", "a\nb\n")
