"""`predict`: what a saved model answers."""

from __future__ import annotations

import argparse
import sys

from ...errors import DataError
from ...examples import PREFIX
from ...hypothesis import Hypothesis
from .. import report
from ..options import (
    add_command,
    add_reading_options,
    load_from,
    load_table,
    warn_of_one_class,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...dataset import Dataset
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref fit iris.csv --positive setosa --save model.json
  perceptron-ref predict model.json new.csv
  perceptron-ref predict model.json iris.csv --json

one answer a line: +1, -1, or 0 on the line itself. Columns are found by their names where the file has a header. A
column of labels may be there or not; where it is, the mistakes are counted, on standard error or in the JSON object.
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "predict", help, _EXAMPLES)
    parser.add_argument("model", metavar="MODEL", help="what `fit --save` wrote")
    parser.add_argument(
        "file",
        metavar="FILE",
        help=f"lines with the model's features; - for standard input, {PREFIX}NAME",
    )
    add_reading_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    h = Hypothesis.load(args.model)
    data, has_labels = _load(args, h)
    answers = h.predictions(data)
    mistakes = h.mistakes(data) if has_labels else None
    if args.json:
        record = {
            "model": args.model,
            "source": args.file,
            "N": data.N,
            "predictions": answers,
            "mistakes": mistakes,
        }
        print(report.json_text(record))
        return 0
    for answer in answers:
        print(f"{answer:+d}" if answer else "0")
    if mistakes is not None:
        print(report.mistakes_line(f"on {args.file}", mistakes, data.N), file=sys.stderr)
    return 0


def _load(args: argparse.Namespace, h: Hypothesis) -> tuple[Dataset, bool]:
    """Return the examples, and whether their labels can be held against the answers."""
    if args.file.startswith(PREFIX):
        return load_from(args.file, args, like=h), True
    table = load_table(args.file, args, like=h, labelled=False)
    if table.found is None:
        return table.unlabelled(), False
    try:
        data = table.dataset(args.positive, h)
        warn_of_one_class(args.file, data)
        return data, True
    except DataError as error:
        if args.positive is not None:
            raise
        print(f"warning: the labels are left out: {error}", file=sys.stderr)
        return table.unlabelled(), False
