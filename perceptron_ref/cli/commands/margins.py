"""`margins`: show how far the examples are from a model's boundary."""

from __future__ import annotations

import argparse
from fractions import Fraction
from itertools import chain

from ...dataset import Dataset
from ...errors import DataError
from ...exact.rationals import exact_text, rational
from ...exact.sparse import dot_of_equal_indices
from ...hypothesis import Hypothesis
from ...theory.margins import (
    corrections_from_margin,
    distance_from_origin,
    functional_margins,
    geometric_margins,
)
from .. import options, report
from ..input_data import load_contents
from ..lengths import format_length, length_as_dict
from ..output_files import check_output_path, naming_unwritten_files, write_csv
from ..progress import Progress
from ..requests import DataRequest, ReportForm

EPILOG = """\
examples:
  perceptron-ref fit example:credit-2d --save model.json
  perceptron-ref margins example:credit-2d --model model.json

The functional margin of an example is y_n w . x_n, threshold included. Its geometric margin is its
distance from the boundary: the functional margin divided by the length of (w_1, ..., w_d). On the
wrong side of the boundary, both are negative. The column "corrections" shows how many updates on
this example alone would make it right. For rows without labels, use `predict --margins`.
"""
_CLOSEST_COUNT = 5
_MARGINS_POINTER = "`help margins` explains these margins and the corrections."


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    options.add_options_to_parser(
        parser, {"--model MODEL": "a saved model: a file that --save wrote"}, required=True
    )
    own_options = {
        "--all": "show all examples, not only the five with the smallest margins",
        "--id COL": "show the column COL (a name or an index) beside each example",
        "--csv OUT": "write a CSV table with a row for each example: its functional and its "
        "geometric margin; fractions are rounded",
    }
    options.add_data_options(parser, own_options, options.FORCE_OPTION, options.JSON_OPTION)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    request = options.make_data_request(args, args.id)
    check_output_path("--csv", args.csv, args.file, args.model, force=args.force)
    return _report_margins(request, args.model, args.all, args.csv, ReportForm(args.json))


def _report_margins(
    request: DataRequest, model: str, shows_all: bool, csv: str | None, form: ReportForm
) -> int:
    """Compute the margins, print the report, and return the exit status."""
    h = Hypothesis.load(model)
    with naming_unwritten_files(csv), Progress() as progress:
        contents = load_contents(request, progress, like=h)
        data, ids = contents.data, contents.ids
        # a saved model answers rows before --scale, and --scale multiplied their x_0, too
        h = h.with_x0(h.x0 * rational(request.scale or 1))
        if request.x0 is not None and data.x0 != h.x0:
            raise DataError(
                f"found --x0 {request.x0}; expected x_0 = {exact_text(h.x0)}, as in the model. "
                "Leave out --x0"
            )
        progress.begin_stage("computing margins")
        functional, geometric = functional_margins(h, data), geometric_margins(h, data)
        by_margin = sorted(range(data.N), key=functional.__getitem__)
        closest = by_margin if shows_all else by_margin[:_CLOSEST_COUNT]
        corrections = [_corrections_until_right(h, data, n, functional[n]) for n in closest]
    lengths = {"geometric_margin": min(geometric), "distance_from_origin": distance_from_origin(h)}

    def row(n: int) -> dict[str, object]:
        id_column = {} if ids is None else {"id": ids[n]}
        margins = {
            "functional margin": functional[n],
            "geometric margin": format_length(geometric[n]),
        }
        return {"n": n, **id_column, "y_n": data.ys[n], **margins}

    record: dict[str, object] = {"model": model, "functional_margin": min(functional)}
    record.update({name: length_as_dict(length) for name, length in lengths.items()})
    correction_texts = ["never" if k is None else k for k in corrections]
    closest_rows = [{**row(n), "corrections": k} for n, k in zip(closest, correction_texts)]
    length_texts = {name: format_length(length) for name, length in lengths.items()}
    text_record = {
        **record,
        **length_texts,
        ("examples" if shows_all else "closest"): closest_rows,
    }
    record.update(functional_margins=functional, closest=closest, corrections=corrections)
    # the keys of a row are the head of the table
    rows = chain([row(0)], (row(n).values() for n in range(data.N)))
    table = write_csv(csv, rows, "", contents.has_decimal_commas)
    report.print_report(
        form,
        record,
        request,
        data,
        text_record=text_record,
        closing_lines=[_MARGINS_POINTER],
        file_lines=table,
    )
    return 0


def _corrections_until_right(h: Hypothesis, data: Dataset, n: int, margin: Fraction) -> int | None:
    """Return how many updates on example n alone make h right about it; None if none do."""
    x = data.scaled_rows[n]
    squared_norm = Fraction(dot_of_equal_indices(x, x), data.scale**2)
    return corrections_from_margin(margin, squared_norm, data.ys[n] == h.sign_of_zero)
