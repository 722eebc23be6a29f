"""`margins`: show how far the examples are from a model's boundary."""

from __future__ import annotations

import argparse
from fractions import Fraction
from math import isfinite

from ...dataset import Dataset
from ...errors import DataError
from ...exact.rationals import exact_text, rational, shortened
from ...exact.sparse import product
from ...experiments.records import write_table
from ...hypothesis import Hypothesis
from ...theory.corrections import corrections_of
from ...theory.margins import Length, distance_from_origin, functional_margins, geometric_margins
from .. import parse, report
from ..change import changed
from ..load import load, load_for
from ..output import check_output
from ..progress import Progress
from ..text import aligned, printable

EPILOG = """\
examples:
  perceptron-ref fit example:credit-2d --save model.json
  perceptron-ref margins example:credit-2d --model model.json

functional margin: y_n (w . x_n + b); geometric margin: the same divided by |w|, the distance from
the boundary. Both are negative for a mistake. A length that is irrational is shown as a root, and
about as a decimal. corrections: how many updates on that example alone make it right.
"""
_CLOSEST = 5
_LONGEST_ROOT = 24


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add(parser, {"--model MODEL": "what `fit --save` wrote"}, required=True)
    own = {
        "--all": "show all examples, not the five closest",
        "--id COL": "repeat this column for each example: a name, or an index",
        "--csv OUT": "write a table of all examples",
    }
    parse.add_data(parser, parse.OR_FAIL, own, parse.FORCE, parse.JSON)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    check_output("--csv", args.csv, [args.file, args.model], args.force)
    h, ids = Hypothesis.load(args.model), None
    with Progress(args.max_seconds) as progress:
        if args.id is None:
            data = load(args, like=h, progress=progress)
        else:
            data, are_labelled, ids = load_for(h, args, progress)
            if not are_labelled:
                raise DataError(
                    f"{args.file}: found no labels; expected them, as a margin needs y_n: "
                    "`predict --margins` answers rows without"
                )
            data = changed(args, data, h)
        h = h.with_x0(
            h.x0 * rational(args.scale or 1)
        )  # the model is of rows as they are in their file
        progress.begins("computing margins")
        functional, geometric = functional_margins(h, data), geometric_margins(h, data)
        closest = sorted(range(data.N), key=functional.__getitem__)
        closest = closest if args.all else closest[:_CLOSEST]
        corrections = [_corrections(h, data, n, functional[n]) for n in closest]
    origin, ids_of = distance_from_origin(h), [[]] * data.N if ids is None else [[i] for i in ids]
    names = ["n", *["id"] * (ids is not None), "y_n", "functional margin", "geometric margin"]
    lines = [
        f"Functional margin of the set: {shortened(min(functional))}",
        f"Geometric margin of the set: {_length(min(geometric))}",
        f"Distance of the boundary from the origin, along w: {_length(origin)}",
    ]
    rows = [[*names, "corrections"]]
    for n, k in zip(closest, corrections):
        who = [str(n), *map(printable, ids_of[n]), f"{data.ys[n]:+d}"]
        margins = shortened(functional[n]), _length(geometric[n])
        rows.append([*who, *margins, "never" if k is None else str(k)])
    last = len(names)
    lines += aligned(rows, numbers=(0, last - 3, last - 2, last))
    if args.csv is not None:
        about = [each.approximate if each.exact is None else each.exact for each in geometric]
        table = zip(range(data.N), ids_of, data.ys, functional, about)
        write_table(args.csv, [names, *([n, *who, *others] for n, who, *others in table)])
        lines.append(f"Table of the examples in {args.csv}")
    record = {
        "model": args.model,
        "functional_margin": exact_text(min(functional)),
        "geometric_margin": _length_record(min(geometric)),
        "distance_from_origin": _length_record(origin),
        "functional_margins": [*map(exact_text, functional)],
        "closest": closest,
        "corrections": corrections,
    }
    report.show(args, lambda: record, lines, data)
    return 0


def _corrections(h: Hypothesis, data: Dataset, n: int, margin: Fraction) -> int | None:
    x = data.rows[n]
    squared_norm = Fraction(product(x, x), data.scale**2)
    return corrections_of(margin, squared_norm, data.ys[n] == h.sign_of_zero)


def _length_record(length: Length) -> dict[str, object]:
    about = length.approximate  # JSON has no float that is beyond all of them
    return {
        "exact": None if length.exact is None else exact_text(length.exact),
        "sign": length.sign,
        "square": exact_text(length.square),
        "approximate": about if isfinite(about) and bool(about) == bool(length.sign) else None,
    }


def _length(length: Length) -> str:
    if length.exact is not None:
        return shortened(length.exact)
    about, root = f"about {length.in_words()}", exact_text(length.square)
    if len(root) > _LONGEST_ROOT:
        return about
    return f"{'-' if length.sign < 0 else ''}sqrt({root}), {about}"
