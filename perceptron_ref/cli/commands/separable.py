"""`separable`: tell whether a line separates the data, with the proof of either answer."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction

from ...dataset import Dataset
from ...exact.rationals import shortened
from ...theory.audit import certificate_record
from ...theory.separability import NotSeparable, Separable, Undecided, separability
from .. import parse, report
from ..load import load
from ..progress import STOPPED, Progress
from ..text import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    from ...theory.separability import Step

    Answer = Union[Separable, NotSeparable, Undecided]

EPILOG = """\
examples:
  perceptron-ref separable
  perceptron-ref separable example:xor
  perceptron-ref separable example:iris-setosa --json
  perceptron-ref separable example:separable:N=1000,d=5 --max-seconds 60

exit status: 0 if a line separates the data, 1 if none does, 3 if --max-seconds ended the search
before either was known. Where it ended, rho^2 has bounds from both sides.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser, parse.MAX_SECONDS, parse.AUDIT)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    with Progress(args.max_seconds) as progress:
        found = decided(load(args, progress=progress), progress)
    return show(args, found)


def decided(data: Dataset, progress: Progress) -> Answer:
    """Return the answer, telling its progress; `Undecided` when the time is up."""
    return separability(data, on_step=lambda step: progress.reached(_stage(step)))


def _stage(step: Step) -> str:
    return f"{counted(step.steps, 'step')}, {counted(step.support, 'example')} in the support"


def show(args: argparse.Namespace, found: Answer) -> int:
    """Print the answer with its proof; return the exit status that stands for it."""

    def record() -> dict[str, object]:
        return {**certificate_record(found), "verified": found.verify()}

    report.show(args, record, _lines(found), found.data, found)
    return STOPPED if found.separable is None else 0 if found.separable else 1


def _lines(found: Answer) -> Iterator[str]:
    if isinstance(found, NotSeparable):
        what = "the proof"
        parts = (
            f"{shortened(a)} times example {n}" if a > 1 else f"example {n}"
            for n, a in zip(found.examples, found.coefficients)
        )
        yield f"Not separable: {' plus '.join(parts)}, each times its label, is zero,"
        yield "so no line has all of them on its right side."
    elif isinstance(found, Separable):
        what = "the proof"
        yield "Separable. The line of largest margin:"
        yield ""
        yield from report.weight_lines(found.data, found.w_f, any_length=True)
        yield f"rho^2 = {shortened(found.rho2)}, R^2 = {shortened(found.R2)}"
        yield f"R^2/rho^2 = {shortened(found.bound)}: {_promise(found.bound)}"
        yield f"Examples that fix the line, all nearest to it: {', '.join(map(str, found.support))}"
    else:
        what = "what is known"
        yield from _known(found)
    holds = "holds." if found.verify() else "FAILS, please report this."
    yield f"Verified: {what} {holds}"


def _promise(bound: Fraction) -> str:
    updates = counted(int(bound), "update")
    return f"from w_0 = 0 PLA makes at most {updates}, whatever the order."


def _known(found: Undecided) -> Iterator[str]:
    stopped = f"Stopped by --max-seconds after {counted(found.steps, 'step')}"
    if found.w_f is None or found.bound is None:
        yield f"Undecided. {stopped}: no weights that were met separate the data."
        yield f"If a line separates them, rho^2 <= {shortened(found.most)}"
        return
    yield f"Separable. {stopped}, before the largest margin was known. A line that separates:"
    yield ""
    yield from report.weight_lines(found.data, found.w_f, any_length=True)
    least, most = shortened(found.least), shortened(found.most)
    yield f"{least} <= rho^2 <= {most}, R^2 = {shortened(found.R2)}"
    yield f"R^2/rho^2 <= {shortened(found.bound)}: {_promise(found.bound)}"
