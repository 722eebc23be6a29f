"""`predict`: print what a saved model answers."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable
from itertools import chain

from ...errors import DataError, escape_control_characters
from ...exact.rationals import count_with_noun, short_text
from ...examples import PREFIX
from ...files.spreadsheets import NumberText
from ...hypothesis import Hypothesis
from ...models import HOW_TO_SAVE
from ...named_tuples import NamedTuple
from ...theory.margins import functional_margins, geometric_margins
from .. import options, report
from ..input_data import load_contents
from ..lengths import format_length
from ..output_files import check_output_path, is_saved_model, naming_unwritten_files, write_csv
from ..problems import print_problems
from ..progress import Progress
from ..requests import DataRequest, ReportForm, UsageError
from ..terminal import format_value, print_to_stderr, write

EPILOG = """\
examples:
  perceptron-ref fit example:iris-setosa --save model.json
  perceptron-ref predict model.json example:iris-setosa
  perceptron-ref predict model.json example:iris-setosa --numbers
  perceptron-ref predict model.json example:iris-setosa --json

The command prints the answer to each example on a line of its own: a label, such as "yes"; "not
yes", if several labels mean -1; or "on the line", if the score is 0 and the model was learned
without --sign-of-zero. With --id, the value of that column and a tab precede each answer. If the
file of examples has labels, the number of mistakes is printed on standard error, or in the JSON
object. --csv writes a table with a header instead, in UTF-8, with semicolons and decimal commas if
the file has semicolons and no decimal points.

exit status: 0 if all answers were given; 1 for an error, or if --require is not met; 2 for wrong
usage; 130 after Ctrl-C.
"""
_NO_MISTAKES = "no-mistakes"


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    parser.add_argument("model", metavar="MODEL", help="a model file that --save wrote")
    file_help = f"a file with the model's features, - (standard input) or {PREFIX}NAME"
    parser.add_argument("file", metavar="FILE", help=file_help)
    own_options = {
        "--id COL": "print the column COL (a name or an index) before each answer",
        "--margins": "also print the score w . x and the signed distance from the boundary",
        "--numbers": 'print the answers as +1 and -1, and "on the line" as 0',
        "--csv OUT": "write a CSV table with a row for each answer, instead of printing the "
        "answers; fractions are rounded",
    }
    options.add_options_to_parser(parser, {**options.READING_OPTIONS, **own_options})
    require = {f"--require {_NO_MISTAKES}": "exit with status 1 if an answer is wrong"}
    options.add_options_to_parser(parser, require, choices=(_NO_MISTAKES,))
    options.add_options_to_parser(parser, {**options.FORCE_OPTION, **options.JSON_OPTION})


class _Columns(NamedTuple):
    """The options that choose the columns to print."""

    numbers: bool
    margins: bool


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    remedy = ". Without --csv, `predict` writes the answers to standard output"
    check_output_path(
        "--csv", args.csv, args.file, args.model, force=args.force, stdout_remedy=remedy
    )
    return _predict_and_print(
        args.model,
        DataRequest(args.file, options.make_reading_options(args, args.id)),
        _Columns(args.numbers, args.margins),
        args.csv,
        ReportForm(args.json),
        args.require,
    )


def _predict_and_print(
    model: str,
    request: DataRequest,
    printed_columns: _Columns,
    csv: str | None,
    form: ReportForm,
    required: str | None,
) -> int:
    """Load the model, print its answers, and return the exit status."""
    file, id = request.file, request.reading.id
    try:
        h = Hypothesis.load(model)
    except DataError as error:
        if not is_saved_model(file):
            if not str(error).endswith(HOW_TO_SAVE):
                raise
            raise DataError(
                f"{error}. The first argument of `predict` must be such a file"
            ) from None
        corrected = f"predict {shlex.quote(file)} {shlex.quote(model)}"
        raise UsageError(
            f"found the model {file} after {model}; expected MODEL before FILE, as in `{corrected}`"
        ) from None
    with naming_unwritten_files(csv), Progress() as progress:
        contents = load_contents(request, progress, like=h, needs_labels=False)
        data, has_labels, ids = contents.data, contents.has_labels, contents.ids
        if required is not None and not has_labels:
            raise DataError(
                f"{file}: found no labels; expected a label on each line, because --require "
                f"{_NO_MISTAKES} compares each answer with its label"
            )
        progress.begin_stage("computing answers")
        answers = h.predict(data)
        labels = [h.label(answer) for answer in answers]
        mistakes = h.mistakes(data) if has_labels else None
        # with every y_n = +1, the margin y_n w . x_n is the score w . x_n
        rows = data._copy_with(ys=(1,) * data.N)
        scores = functional_margins(h, rows) if printed_columns.margins else []
        distances = geometric_margins(h, rows) if printed_columns.margins else []
    record: dict[str, object] = {"model": model, "source": file, "N": data.N}
    names = [h.label_name or "answer"]
    columns: list[Iterable[str]] = [labels]
    if printed_columns.numbers:
        columns = [[f"{answer:+d}" if answer else "0" for answer in answers]]
    if ids is not None:
        names, columns, record["ids"] = [str(id), *names], [ids, *columns], ids
    record.update(predictions=answers, words=labels, mistakes=mistakes)
    if printed_columns.margins:
        names += ["w . x", "distance"]
        numbers = map(short_text, scores), map(format_value, map(format_length, distances))
        columns += [map(NumberText, column) for column in numbers]
        record["scores"] = scores
        if form.is_json:  # only then, because each takes a square root
            record["distances"] = [distance.approximate for distance in distances]
    lines = zip(*columns)
    table = write_csv(csv, chain([names], lines), "", contents.has_decimal_commas)
    if form.is_json:
        report.print_report(form, record, file_lines=table)
    elif csv is not None:
        report.write_files(form, table)
    else:
        if printed_columns.margins:
            print_to_stderr(f"columns: {'' if ids is None else 'id, '}answer, w . x, distance")
        for line in lines:
            write("\t".join(map(escape_control_characters, line)) + "\n")
    if mistakes is not None and not form.is_json:
        print_to_stderr(f"Mistakes on {file}: {mistakes:,} of {data.N:,}")
    problem = f"{mistakes:,} of {count_with_noun(data.N, 'answer')} wrong" if mistakes else ""
    return print_problems(problem, required=required, warns=False)
