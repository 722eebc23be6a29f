"""What every class of inputs needs: properties that count what came of each input, the budget, and
a failing example as a test to paste.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import time
import traceback
from collections import Counter
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import gettempdir
from unicodedata import category

from hypothesis import HealthCheck, Phase, given, seed, settings

HERE = Path(__file__).resolve().parent
CORPUS = HERE / "corpus"
ROOT = HERE.parent.parent

HELD = Path(gettempdir()) / f"perceptron_ref-fuzzing-{os.getpid()}.txt"
LONGEST = 20  # seconds of this process that one small input may take
ROUND = 5  # seconds between two looks at the clock, about
PHASES = (Phase.generate, Phase.target, Phase.shrink)  # the examples of a class are its corpus


class Property:
    """A function that takes an input and returns, in a word, what came of it.

    It fails by raising AssertionError; any other exception is a bug, too. inputs: what hypothesis
    draws for each of its parameters. tried: how many inputs there were of each outcome.
    """

    def __init__(self, function, inputs):
        self.function, self.inputs = function, inputs
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self.kind = function.__module__.rpartition("fuzz_")[2]
        self.tried = Counter()
        self.seconds, self.failing, self.found = 0.0, None, set()

    def __call__(self, **values):
        """Try one input, as a test that was pasted does."""
        with in_time(LONGEST):
            return self.function(**values)

    def _counted(self, **values):
        HELD.write_text(f"{self.kind}.{self.__name__}(**{values!r})\n", "utf-8", "replace")
        try:
            outcome = self(**values)
        except BaseException:
            self.failing = values
            raise
        self.tried[outcome] += 1

    @property
    def size(self):
        """How many inputs a round takes."""
        done = sum(self.tried.values())
        return min(200, max(2, int(done * ROUND / self.seconds))) if done else 4

    def round(self, number, most):
        """Try so many inputs; return the report of a failure, if it is another than before.

        number: the seed.
        """
        start, self.failing = time.perf_counter(), None
        how = settings(
            max_examples=most,
            deadline=None,
            database=None,
            derandomize=False,
            phases=PHASES,
            print_blob=False,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        try:
            with redirect_stdout(io.StringIO()):  # of hypothesis, on old Pythons
                seed(number)(how(given(**self.inputs)(renamed(self._counted))))()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.tried["FAILED"] += 1
            known, what = len(self.found), (type(error), str(error)[:20])
            self.found.add(what)
            return self._report(error) if len(self.found) > known else None
        finally:
            self.seconds += time.perf_counter() - start
        return None

    def _report(self, error):
        frames = "".join(traceback.format_exception(type(error), error, error.__traceback__)[-12:])
        if self.failing is None:
            return frames
        what = " ".join(str(error).split())[:60].replace("\\", "/").replace('"', "'")
        what = what or type(error).__name__
        values = "".join(f"        {key}={value!r},\n" for key, value in self.failing.items())
        return (
            f"{frames}\n# paste this into tests/fuzz/test_found.py:\n\n"
            f"def test_{self.kind}_{self.__name__}():\n"
            f'    """Found by fuzzing: {what}."""\n'
            f"    from fuzz_{self.kind} import {self.__name__}\n\n"
            f"    {self.__name__}(\n{values}    )\n"
        )


def renamed(method):
    """Return a function that hypothesis can take for a test."""

    def trying(**values):
        method(**values)

    return trying


def tries(**inputs):
    """Make a property of a function; see `Property`."""
    return lambda function: Property(function, inputs)


class TooSlow(AssertionError):
    """An input took longer than a small one may."""


@contextmanager
def in_time(seconds):
    """Raise TooSlow where the block takes so many seconds of this process, if there are timers."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def too_slow(*_):
        raise TooSlow(f"took more than {seconds} seconds of this process")

    before = signal.signal(signal.SIGVTALRM, too_slow)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def ran(*words, stdin=b""):
    """Run a command in this process; return (exit status, standard output, standard error)."""
    from perceptron_ref.cli.main import main

    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            try:
                status = main([*words])
            except SystemExit as end:
                status = end.code
    finally:
        sys.stdin = before
    return (status, *(stream.buffer.getvalue().decode("utf-8") for stream in (out, err)))


def check_manners(status, out, err, json=False):
    """Check that a command ended as it may, and return how.

    0 and 1 are answers, and 1, 2 are errors, told in one line (usage stands before a wrong one); 3
    is an answer that is not known.
    """
    import json as reader

    assert status in (0, 1, 2, 3), f"exit status {status!r}"
    assert "Traceback" not in err, err
    for text in (out, err):
        odd = [c for c in text if category(c) in ("Cc", "Cf", "Zl", "Zp") and c != "\n"]
        assert not odd, f"raw characters {odd[:3]!r} on the terminal"
    errors = [line for line in err.splitlines() if "error: " in line]
    assert status != 2 or errors, err
    assert status != 0 or not errors, err
    assert len(errors) <= 1, err
    assert status != 1 or out or errors, "nothing was said"
    if errors:
        assert err.splitlines()[-1] == errors[0], f"more than a line: {err}"
    if json and not errors and out:
        reader.loads(out)
    return "refused" if errors else f"status {status}"
