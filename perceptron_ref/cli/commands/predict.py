"""`predict`: print what a saved model answers."""

from __future__ import annotations

import argparse

from ...examples import PREFIX
from ...hypothesis import Hypothesis
from .. import parse, report
from ..load import load_for, tell
from ..progress import Progress
from ..terminal import remark, say

EPILOG = """\
examples:
  perceptron-ref fit iris.csv --positive setosa --save model.json
  perceptron-ref predict model.json new.csv
  perceptron-ref predict model.json iris.csv --json

one answer a line: +1, -1, or 0 on the line itself. Columns are found by their names where the file
has a header. A column of labels may be there or not; where it is, the mistakes are counted, on
standard error or in the JSON object.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_model(parser, "model")
    parser.add_argument(
        "file",
        metavar="FILE",
        help=f"lines with the model's features; - for standard input, {PREFIX}NAME",
    )
    parse.add_reading(parser)
    parse.add_max_seconds(parser, "end with an error after S seconds")
    parse.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    h = Hypothesis.load(args.model)
    with Progress(args.max_seconds) as progress:
        tell(progress, args.file)
        data, has_labels = load_for(h, args)
    answers, mistakes = h.predictions(data), h.mistakes(data) if has_labels else None
    if args.json:
        record = {"model": args.model, "source": args.file, "N": data.N}
        report.show_json({**record, "predictions": answers, "mistakes": mistakes})
        return 0
    for answer in answers:
        say(f"{answer:+d}" if answer else "0")
    if mistakes is not None:
        remark(report.mistakes_line(f"on {args.file}", mistakes, data.N))
    return 0
