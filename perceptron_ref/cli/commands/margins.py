"""`margins`: show how far the examples are from a model's boundary."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from math import isfinite

from ...dataset import Dataset
from ...errors import DataError
from ...exact.rationals import exact_text, shortened
from ...exact.sparse import product
from ...hypothesis import Hypothesis
from ...theory.corrections import corrections_of
from ...theory.margins import Length, distance_from_origin, functional_margins, geometric_margins
from .. import parse, report
from ..change import changed
from ..load import load, load_for
from ..output import check_output, write_table
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
    parse.add_data(parser)
    parse.group(parser, parse.ALGORITHM).add_argument(
        "--model", metavar="MODEL", required=True, help="what `fit --save` wrote"
    )
    add = parse.group(parser, parse.OUTPUT).add_argument
    add("--all", action="store_true", help="show all examples, not the five closest")
    add("--id", metavar="COL", help="repeat this column for each example: a name, or an index")
    add("--csv", metavar="OUT", help="write a table of all examples")
    add("--force", action="store_true", help="replace a file that is there")
    parse.add_max_seconds(parser, "end with an error after S seconds")
    parse.add_json(parser)


class Measured:
    """The margins of a set under a saved model, and its examples nearest to the boundary."""

    def __init__(self, h: Hypothesis, data: Dataset, ids: list[str] | None, most: int) -> None:
        self.data, self.ids = data, ids
        self.functional, self.geometric = functional_margins(h, data), geometric_margins(h, data)
        self.distance_from_origin = distance_from_origin(h)
        self.closest = sorted(range(data.N), key=self.functional.__getitem__)[:most]
        self.corrections = [self._corrections(h, n) for n in self.closest]

    def _corrections(self, h: Hypothesis, n: int) -> int | None:
        x = self.data.rows[n]
        squared_norm = Fraction(product(x, x), self.data.scale**2)
        is_right_at_0 = self.data.ys[n] == h.sign_of_zero
        return corrections_of(self.functional[n], squared_norm, is_right_at_0)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    check_output("--csv", args.csv, [args.file, args.model], args.force)
    h = Hypothesis.load(args.model)
    with Progress(args.max_seconds) as progress:
        data, ids = _examples(args, h, progress)
        h = h.with_x0(h.x0 * (args.scale or 1))  # the model is of rows as they are in their file
        progress.begins("computing margins")
        found = Measured(h, data, ids, data.N if args.all else _CLOSEST)
    lines = [*_lines(found)]
    if args.csv is not None:
        write_table(args.csv, _table(found))
        lines.append(f"Table of the examples in {args.csv}")
    report.show(args, lambda: {"model": args.model, **_record(found)}, lines, data)
    return 0


def _examples(
    args: argparse.Namespace, h: Hypothesis, progress: Progress
) -> tuple[Dataset, list[str] | None]:
    """Return the examples of FILE, which must have labels, and the texts that --id names."""
    if args.id is None:
        return load(args, like=h, progress=progress), None
    data, are_labelled, ids = load_for(h, args)
    if not are_labelled:
        raise DataError(
            f"{args.file}: found no labels; expected them, as a margin needs y_n: "
            "`predict --margins` answers rows without"
        )
    return changed(args, data, h), ids


def _record(margins: Measured) -> dict[str, object]:
    return {
        "functional_margin": exact_text(min(margins.functional)),
        "geometric_margin": _length_record(min(margins.geometric)),
        "distance_from_origin": _length_record(margins.distance_from_origin),
        "functional_margins": [*map(exact_text, margins.functional)],
        "closest": margins.closest,
        "corrections": margins.corrections,
    }


def _length_record(length: Length) -> dict[str, object]:
    about = length.approximate  # JSON has no float that is beyond all of them
    return {
        "exact": None if length.exact is None else exact_text(length.exact),
        "sign": length.sign,
        "square": exact_text(length.square),
        "approximate": about if isfinite(about) and bool(about) == bool(length.sign) else None,
    }


def _lines(margins: Measured) -> Iterator[str]:
    yield f"Functional margin of the set: {shortened(min(margins.functional))}"
    yield f"Geometric margin of the set: {_length(min(margins.geometric))}"
    distance = _length(margins.distance_from_origin)
    yield f"Distance of the boundary from the origin, along w: {distance}"
    ids = margins.ids is not None
    yield from aligned([*_rows(margins)], numbers=(0, 1 + ids, 2 + ids, 4 + ids))


def _rows(margins: Measured) -> Iterator[list[str]]:
    """Yield a row of names and one for each example, the closest to the boundary first."""
    ids = ["id"] * (margins.ids is not None)
    yield ["n", *ids, "y_n", "functional margin", "geometric margin", "corrections"]
    for n, k in zip(margins.closest, margins.corrections):
        functional, geometric = shortened(margins.functional[n]), _length(margins.geometric[n])
        last = "never" if k is None else str(k)
        who = [] if margins.ids is None else [printable(margins.ids[n])]
        yield [str(n), *who, f"{margins.data.ys[n]:+d}", functional, geometric, last]


def _table(margins: Measured) -> Iterator[list[object]]:
    """Yield the same of all examples, in their order, for a spreadsheet."""
    ids = ["id"] * (margins.ids is not None)
    yield ["n", *ids, "y_n", "functional margin", "geometric margin"]
    for n, (margin, length) in enumerate(zip(margins.functional, margins.geometric)):
        who = [] if margins.ids is None else [margins.ids[n]]
        about = length.approximate if length.exact is None else length.exact
        yield [n, *who, margins.data.ys[n], margin, about]


def _length(length: Length) -> str:
    if length.exact is not None:
        return shortened(length.exact)
    about, root = f"about {length.in_words()}", exact_text(length.square)
    if len(root) > _LONGEST_ROOT:
        return about
    return f"{'-' if length.sign < 0 else ''}sqrt({root}), {about}"
