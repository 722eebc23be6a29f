"""`predict`: print what a saved model answers."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import chain

from ...errors import DataError, escape
from ...exact.rationals import short_text
from ...examples import PREFIX
from ...hypothesis import Hypothesis
from ...theory.margins import functional_margins, geometric_margins
from .. import parse, report
from ..load import load_rows
from ..parse import UsageError
from ..progress import Progress
from ..terminal import remark, worded, write
from .margins import number

EPILOG = """\
examples:
  perceptron-ref fit example:iris-setosa --save model.json
  perceptron-ref predict model.json example:iris-setosa
  perceptron-ref predict model.json example:iris-setosa --numbers
  perceptron-ref predict model.json example:iris-setosa --json

one answer a line, in the words of the file that the model was learned from; a tab stands behind
what --id repeats. Where the column of the labels is there, the mistakes are counted, on standard
error or in the JSON object. --csv writes a table below names, for a contest or a spreadsheet,
which imports it as UTF-8 with commas.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("model", metavar="MODEL", help="what `fit --save` wrote")
    told = f"lines with the model's features; - for standard input, {PREFIX}NAME"
    parser.add_argument("file", metavar="FILE", help=told)
    own = {
        "--id COL": "repeat this column before each answer: a name, or an index",
        "--margins": "add w . x, and the distance from the boundary",
        "--numbers": "answer +1, -1, or 0 on the line itself",
        "--csv OUT": "write the answers to a table, and print none",
    }
    parse.add(parser, {**parse.READING, **own, **parse.FORCE, **parse.JSON})
    changes = parse.names_of(parse.CHANGES)
    parser.set_defaults(**dict.fromkeys(changes))  # rows are answered as they are


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    report.check_output(args, "--csv", args.csv, args.file, args.model)
    try:
        h = Hypothesis.load(args.model)
    except DataError:
        if not report.holds_model(args.file):
            raise
        raise UsageError(f"MODEL goes before FILE: {args.file} {args.model}") from None
    with Progress() as progress:
        data, are_labelled, ids = load_rows(args, progress, like=h, needs_labels=False)
    answers = h.predict(data)
    words = [h.label(answer) for answer in answers]
    mistakes = h.mistakes(data) if are_labelled else None
    record: dict[str, object] = {"model": args.model, "source": args.file, "N": data.N}
    names = [h.label_name or "answer"]
    columns: list[Iterable[str]] = [words]
    if args.numbers:
        columns = [[f"{answer:+d}" if answer else "0" for answer in answers]]
    if ids is not None:
        names, columns, record["ids"] = [args.id, *names], [ids, *columns], ids
    record.update(predictions=answers, words=words, mistakes=mistakes)
    if args.margins:  # of labels +1 they are those of the rows themselves
        rows = data._changed(ys=(1,) * data.N)
        scores, distances = functional_margins(h, rows), geometric_margins(h, rows)
        names += ["w . x", "distance"]
        columns += [map(short_text, scores), map(worded, map(number, distances))]
        record["scores"] = scores
        if args.json:  # each takes a root
            record["distances"] = [each.approximate for each in distances]
    lines = zip(*columns)
    table = report.csv_table(args.csv, chain([names], lines))
    if args.json:
        report.show(args, record, files=table)
        return 0
    if args.csv is not None:
        report.wrote(args, table)
    else:
        if args.margins:
            remark(f"columns: {'' if ids is None else 'id, '}answer, w . x, distance")
        for line in lines:
            write("\t".join(map(escape, line)) + "\n")
    if mistakes is not None:
        remark(f"Mistakes on {args.file}: {mistakes:,} of {data.N:,}")
    return 0
