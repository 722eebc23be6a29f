"""`separable`: does a line separate the data? Either answer comes with its proof."""

from __future__ import annotations

import argparse

from ...exact.rationals import exact_text
from ...theory.separability import NotSeparable, Separable, separability
from .. import report
from ..options import add_command, add_data_options, load
from ..progress import Progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...dataset import Dataset
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref separable
  perceptron-ref separable example:xor
  perceptron-ref separable train.csv --json

exit status: 0 if a line separates the data, 1 if none does.
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "separable", help, _EXAMPLES)
    add_data_options(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, exact numbers as text"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    return show(args, decided(load(args)))


def show(args: argparse.Namespace, found: Separable | NotSeparable) -> int:
    """Print the answer with its proof; return the exit status that stands for it."""
    if args.json:
        print(
            report.json_text({"data": report.data_record(args.file, found.data), **_record(found)})
        )
    else:
        print(report.data_line(args.file, found.data))
        for line in _lines(found):
            print(line)
    return 0 if found.separable else 1


def decided(data: Dataset) -> Separable | NotSeparable:
    """Return the answer, showing progress on a terminal."""
    with Progress() as progress:
        return separability(
            data, on_step=lambda step: progress.reached(report.counted(step.steps, "step"))
        )


def _record(found: Separable | NotSeparable) -> dict[str, object]:
    """Return the answer and its proof for JSON."""
    if isinstance(found, NotSeparable):
        certificate = {"examples": list(found.examples), "coefficients": list(found.coefficients)}
        return {"separable": False, "certificate": certificate, "verified": found.verify()}
    return {
        "separable": True,
        "w_f": list(found.w_f),
        "rho2": exact_text(found.rho2),
        "R2": exact_text(found.R2),
        "bound": exact_text(found.bound),
        "support": list(found.support),
        "verified": found.verify(),
    }


def _lines(found: Separable | NotSeparable) -> Iterator[str]:
    """Yield the answer and its proof in words."""
    yield from _certificate(found) if isinstance(found, NotSeparable) else _separator(found)
    yield "Verified: " + (
        "the proof holds." if found.verify() else "THE PROOF FAILS, please report this."
    )


def _separator(found: Separable) -> Iterator[str]:
    yield "Separable. The line of largest margin:"
    yield ""
    yield from report.weight_lines(found.data.names, found.w_f)
    yield f"rho^2 = {report.shortened(found.rho2)}, R^2 = {report.shortened(found.R2)}"
    yield (
        f"R^2/rho^2 = {report.shortened(found.bound)}: from w_0 = 0 PLA makes at most "
        f"{report.counted(int(found.bound), 'update')}, whatever the order."
    )
    yield f"Examples that fix the line, all nearest to it: {', '.join(map(str, found.support))}"


def _certificate(found: NotSeparable) -> Iterator[str]:
    parts = [
        f"{report.shortened(a)} times example {n}" if a > 1 else f"example {n}"
        for n, a in zip(found.examples, found.coefficients)
    ]
    yield f"Not separable: {' plus '.join(parts)}, each times its label, is zero,"
    yield "so no line has all of them on its right side."
