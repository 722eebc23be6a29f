"""`selftest`: replay the golden runs on this very interpreter."""

from __future__ import annotations

import argparse
import platform

from ...testing.golden import EXPECTED, cases, differences, fingerprint, questions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...testing.golden import Case, Question

EPILOG = """\
examples:
  perceptron-ref selftest
  pypy3 -m perceptron_ref selftest
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare no options: the command takes none."""


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    return replay(cases(), questions(), EXPECTED)


def replay(golden: list[Case], asked: list[Question], expected: str) -> int:
    """Print the fingerprint of golden runs and proofs, the one expected, and what differs first.

    Return the exit status: 0 if nothing differs.
    """
    runs, answers = [case.run() for case in golden], [question.answer() for question in asked]
    found, different = fingerprint(runs, answers), differences(golden, runs, asked, answers)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}: {len(golden)} golden runs, {len(asked)} golden proofs")
    print(f"fingerprint {found}")
    print(f"expected    {expected}")
    for difference in different[:1]:
        print(f"first difference: {difference}")
    return 1 if different or found != expected else 0
