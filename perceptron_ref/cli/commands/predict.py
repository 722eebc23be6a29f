"""`predict`: print what a saved model answers."""

from __future__ import annotations

import argparse

from ...examples import PREFIX
from ...hypothesis import Hypothesis
from .. import parse, report
from ..change import CHANGES
from ..load import load_for, tell
from ..progress import Progress
from ..terminal import remark, write
from ..text import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..load import Asked

EPILOG = """\
examples:
  perceptron-ref fit example:iris-setosa --save model.json
  perceptron-ref predict model.json example:iris-setosa
  perceptron-ref predict model.json example:iris-setosa --numbers
  perceptron-ref predict model.json example:iris-setosa --json

Of a file of your own, --id COL repeats a column before each answer:
  predict model.json new.csv --id Nr

one answer a line, in the words of the file that the model was learned from; a tab stands behind
what --id repeats. Columns are found by their names where the file has a header, and those that are
not needed are left out. Where the column of the labels is there, the mistakes are counted, on
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
    parser.set_defaults(**dict.fromkeys(CHANGES))  # rows are answered as they are
    output = parse.group(parser, parse.OUTPUT)
    output.add_argument(
        "--id", metavar="COL", help="repeat this column before each answer: a name, or an index"
    )
    output.add_argument(
        "--numbers", action="store_true", help="answer +1, -1, or 0 on the line itself"
    )
    parse.add_max_seconds(parser, "end with an error after S seconds")
    parse.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    h = Hypothesis.load(args.model)
    with Progress(args.max_seconds) as progress:
        tell(progress, args.file)
        asked = load_for(h, args)
        data = asked.data.with_x0(h.x0)
    answers = h.predictions(data)
    mistakes = h.mistakes(data) if asked.are_labelled else None
    if args.json:
        report.show_json(_record(args, h, asked, answers, mistakes))
        return 0
    words = {answer: f"{answer:+d}" if answer else "0" for answer in (-1, 0, 1)}
    if not args.numbers:
        words = {answer: h.label(answer) for answer in words}
    for n, answer in enumerate(answers):
        before = "" if asked.ids is None else f"{escaped(asked.ids[n])}\t"
        write(f"{before}{escaped(words[answer])}\n")
    if mistakes is not None:
        remark(report.mistakes_line(f"on {args.file}", mistakes, data.N))
    return 0


def _record(
    args: argparse.Namespace,
    h: Hypothesis,
    asked: Asked,
    answers: list[int],
    mistakes: int | None,
) -> dict[str, object]:
    """Return the answers for JSON, as numbers and in words."""
    record: dict[str, object] = {"model": args.model, "source": args.file, "N": asked.data.N}
    if asked.ids is not None:
        record["ids"] = asked.ids
    record.update(predictions=answers, words=[h.label(answer) for answer in answers])
    return {**record, "mistakes": mistakes}
