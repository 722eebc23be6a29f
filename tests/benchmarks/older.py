"""An older checkout of this package, asked the same. It and this checkout each answer in a process
of their own: the same Python, which imports the package from that folder.

`python tests/benchmarks/older.py FOLDER` reads a question as a line of JSON, then answers it for
every further line, with the seconds of the processor that all answers took so far.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Checkout:
    """A work: the package in a folder answers an `Asked` question about the set in a file.

    Its process begins with the first answer and goes on until `end`.
    """

    def __init__(self, folder, asked, path):
        self._folder, self._process, self._seconds = folder, None, 0.0
        self._asked = {
            "question": asked.question.__name__,
            "options": asked.options,
            "path": path,
        }

    def __call__(self):
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, os.path.abspath(__file__), os.path.abspath(self._folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                universal_newlines=True,
            )
            self._told(self._asked)
        self._seconds, answer = self._told("again")
        return answer

    def clock(self):
        """Return the seconds that the answers have taken so far, as that process told."""
        return self._seconds

    def end(self):
        """End the process."""
        if self._process is not None:
            self._process.communicate()

    def _told(self, asked):
        try:
            print(json.dumps(asked), file=self._process.stdin, flush=True)
        except BrokenPipeError:
            pass  # it tells why, and there is no answer
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._folder}: its process ended without an answer; see above")
        return json.loads(line)


def named(folder):
    """Return what git calls the commit of a checkout."""
    done = subprocess.run(
        ["git", "-C", folder, "describe", "--always", "--dirty"],
        stdout=subprocess.PIPE,
        universal_newlines=True,
    )
    return done.stdout.strip() or "not told"


def answer_all():
    """Answer the question on standard input, again for every line."""
    import perceptron_ref

    folder = os.path.dirname(os.path.dirname(os.path.abspath(perceptron_ref.__file__)))
    if os.path.realpath(folder) != os.path.realpath(sys.argv[1]):
        sys.exit(f"--old {sys.argv[1]}: found no folder perceptron_ref there; expected a checkout")
    from benchmarks import questions

    told = json.loads(sys.stdin.readline())
    question, data = getattr(questions, told["question"]), perceptron_ref.read(told["path"])
    asked = questions.Asked(question, data, **told["options"])
    print(json.dumps("ready"), flush=True)
    for _ in sys.stdin:
        answer = asked()
        print(json.dumps([asked.clock(), answer], default=_as_text), flush=True)


def _as_text(value):
    """Return an exact number as JSON can hold it; `judged` takes it as it is."""
    assert isinstance(value, Fraction)
    return str(value)


if __name__ == "__main__":
    sys.path[:1] = [sys.argv[1], TESTS]
    answer_all()
