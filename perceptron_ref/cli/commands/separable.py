"""`separable`: tell whether a line separates the data, with the proof of either answer."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Union

from ...dataset import Dataset
from ...theory.audit import certificate_record
from ...theory.margins import Length
from ...theory.separability import NotSeparable, Separable, Undecided, separability, through_origin
from .. import parse, report
from ..load import load
from ..progress import STOPPED, Progress
from ..terminal import counted

if TYPE_CHECKING:
    Answer = Union[Separable, NotSeparable, Undecided]

EPILOG = """\
examples:
  perceptron-ref separable
  perceptron-ref separable example:xor
  perceptron-ref separable example:iris-setosa --json
  perceptron-ref separable example:separable:N=1000,d=5 --max-seconds 60

exit status: 0 if a line separates the data, 1 if none does, 3 if --max-seconds ended the search
before either was known. Where it ended, rho^2 has bounds from both sides. rho is the largest margin
with w_0 in |w_f|, as in the proof: not the distance in the plane, which `margins` has.
"""
STRICT = (
    " A line that separates has no example on itself; where x_0 = 0, PLA may halt with some there "
    "if sign(0) is 1 or -1."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser, parse.MAX_SECONDS, parse.AUDIT)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    with Progress(args.max_seconds) as progress:
        found = decided(load(args, progress), progress)
    return show(args, found)


def decided(data: Dataset, progress: Progress) -> Answer:
    """Return the answer, telling its progress; `Undecided` when the time is up."""

    def on_step(steps: int, support: int) -> None:
        progress.reached(f"{counted(steps, 'step')}, {counted(support, 'example')} in the support")

    return separability(data, on_step=on_step)


def show(args: argparse.Namespace, found: Answer) -> int:
    """Print the answer with its proof; return the exit status that stands for it."""
    record = {**certificate_record(found), "verified": found.verify()}
    people = {key: value for key, value in record.items() if key != "coefficients"}
    if isinstance(found, Separable):
        people["rho"] = Length(1, found.rho2).in_words()
    report.show(args, record, found.data, found, people, [_meaning(found)])
    return STOPPED if found.separable is None else 0 if found.separable else 1


def _meaning(found: Answer) -> str:
    if isinstance(found, NotSeparable):
        return (
            f"No line{through_origin(found.data)} separates these data: the examples of the "
            "certificate, each times its label and its coefficient, sum to zero. `fit --pocket` "
            f"finds weights of few mistakes, `optimum` the fewest.{STRICT * (not found.data.x0)}"
        )
    if found.bound is None:
        return "Undecided: no weights that were met separate the data. Try a larger --max-seconds."
    updates = counted(int(found.bound), "update")
    return (
        f"From w_0 = 0 PLA makes at most {updates}, whatever the order. rho counts w_0: a support "
        "vector machine, which does not, may find a wider gap in the plane."
    )
