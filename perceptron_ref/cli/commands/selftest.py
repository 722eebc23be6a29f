"""`selftest`: the golden runs on this very interpreter."""

from __future__ import annotations

import argparse
import platform

from ...testing.golden import EXPECTED, cases, differences, fingerprint, questions
from ..options import add_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref selftest
  pypy3 -m perceptron_ref selftest
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "selftest", help, _EXAMPLES)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    golden = cases()
    runs = [case.run() for case in golden]
    asked = questions()
    answers = [question.answer() for question in asked]
    found = fingerprint(runs, answers)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}: {len(golden)} golden runs, {len(asked)} golden proofs")
    print(f"fingerprint {found}")
    print(f"expected    {EXPECTED}")
    different = differences(golden, runs, asked, answers)
    for difference in different[:1]:
        print(f"first difference: {difference}")
    return 1 if different or found != EXPECTED else 0
