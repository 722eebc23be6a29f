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
        # the model is of rows as they are in their file
        h = h.with_x0(h.x0 * rational(args.scale or 1))
        progress.begins("computing margins")
        functional, geometric = functional_margins(h, data), geometric_margins(h, data)
        most = None if args.all else _CLOSEST
        closest = sorted(range(data.N), key=functional.__getitem__)[:most]
        corrections = [_corrections(h, data, n, functional[n]) for n in closest]
    origin = distance_from_origin(h)
    lines = [
        f"Functional margin of the set: {shortened(min(functional))}",
        f"Geometric margin of the set: {_length(min(geometric))}",
        f"Distance of the boundary from the origin, along w: {_length(origin)}",
    ]
    head = ["n", *["id"] * (ids is not None), "y_n", "functional margin", "geometric margin"]
    who = [[] if ids is None else [ids[n]] for n in range(data.N)]
    rows = [[*head, "corrections"]]
    for n, k in zip(closest, corrections):
        margins = shortened(functional[n]), _length(geometric[n])
        last = "never" if k is None else str(k)
        rows.append([str(n), *map(printable, who[n]), f"{data.ys[n]:+d}", *margins, last])
    lines += aligned(rows, numbers=(0, len(head) - 3, len(head) - 2, len(head)))
    if args.csv is not None:
        lengths = [each.approximate if each.exact is None else each.exact for each in geometric]
        each = zip(range(data.N), who, data.ys, functional, lengths)
        write_table(args.csv, [head, *([n, *id, *others] for n, id, *others in each)])
        lines.append(f"Table of the examples in {args.csv}")
    record = {
        "model": args.model,
        "functional_margin": exact_text(min(functional)),
        "geometric_margin": _length_record(min(geometric)),
        "distance_from_origin": _length_record(origin),
        "functional_margins": [*map(exact_text, functional)],
        **{"closest": closest, "corrections": corrections},
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
