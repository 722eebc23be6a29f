"""`separable`: tell whether a line separates the data, with the proof of either answer."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Union

from ...dataset import Dataset
from ...theory.audit import certificate_record
from ...theory.margins import Length
from ...theory.separability import NotSeparable, Separable, Undecided, separability, through_origin
from .. import options, report
from ..input_data import load
from ..progress import STOPPED, Progress
from ..requests import DataRequest, ReportForm
from ..terminal import quantity

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
STRICT_SIDES_NOTE = (
    " A line that separates has no example on itself; where x_0 = 0, PLA may halt with some there "
    "if sign(0) is 1 or -1."
)


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    options.add_data(parser, options.MAX_SECONDS, options.AUDIT)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    request = options.data_request(args)
    with Progress(args.max_seconds) as progress:
        answer = decide(load(request, progress), progress)
    return print_answer(ReportForm(args.json, args.audit), request, answer)


def decide(data: Dataset, progress: Progress) -> Answer:
    """Return the answer, telling its progress; `Undecided` when the time is up."""

    def on_step(steps: int, support: int) -> None:
        progress.advance(
            f"{quantity(steps, 'step')}, {quantity(support, 'example')} in the support"
        )

    return separability(data, on_step=on_step)


def print_answer(form: ReportForm, request: DataRequest, answer: Answer) -> int:
    """Print the answer with its proof; return the exit status that stands for it."""
    record = {**certificate_record(answer), "verified": answer.verify()}
    people = {key: value for key, value in record.items() if key != "coefficients"}
    if isinstance(answer, Separable):
        people["rho"] = Length(1, answer.rho2).in_words()
    report.print_report(form, record, request, answer.data, answer, people, [_explanation(answer)])
    return STOPPED if answer.separable is None else 0 if answer.separable else 1


def _explanation(answer: Answer) -> str:
    if isinstance(answer, NotSeparable):
        return (
            f"No line{through_origin(answer.data)} separates these data: the examples of the "
            "certificate, each times its label and its coefficient, sum to zero. `fit --pocket` "
            "finds weights of few mistakes, `optimum` the fewest."
            f"{STRICT_SIDES_NOTE * (not answer.data.x0)}"
        )
    if answer.bound is None:
        return "Undecided: no weights that were met separate the data. Try a larger --max-seconds."
    updates = quantity(int(answer.bound), "update")
    return (
        f"From w_0 = 0 PLA makes at most {updates}, whatever the order. rho counts w_0: a support "
        "vector machine, which does not, may find a wider gap in the plane."
    )
