"""`margins`: show how far the examples are from a model's boundary."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from math import isfinite

from ...dataset import Dataset
from ...exact.rationals import exact_text, shortened
from ...exact.sparse import product
from ...hypothesis import Hypothesis
from ...theory.corrections import corrections_of
from ...theory.margins import Length, distance_from_origin, functional_margins, geometric_margins
from .. import parse, report
from ..load import load
from ..progress import Progress
from ..text import aligned

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
    parse.add_max_seconds(parser, "end with an error after S seconds")
    parse.add_json(parser)


class Measured:
    """The margins of a set under a saved model, and its examples nearest to the boundary."""

    def __init__(self, h: Hypothesis, data: Dataset) -> None:
        self.data = data
        self.functional, self.geometric = functional_margins(h, data), geometric_margins(h, data)
        self.distance_from_origin = distance_from_origin(h)
        self.closest = sorted(range(data.N), key=self.functional.__getitem__)[:_CLOSEST]
        self.corrections = [self._corrections(h, n) for n in self.closest]

    def _corrections(self, h: Hypothesis, n: int) -> int | None:
        x = self.data.rows[n]
        squared_norm = Fraction(product(x, x), self.data.scale**2)
        is_right_at_0 = self.data.ys[n] == h.sign_of_zero
        return corrections_of(self.functional[n], squared_norm, is_right_at_0)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    h = Hypothesis.load(args.model)
    with Progress(args.max_seconds) as progress:
        data = load(args, like=h, progress=progress)
        h = h.with_x0(h.x0 * (args.scale or 1))  # the model is of rows as they are in their file
        progress.begins("computing margins")
        found = Measured(h, data)
    report.show(args, lambda: {"model": args.model, **_record(found)}, _lines(found), data)
    return 0


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
    rows = [["closest", "n", "y_n", "functional margin", "geometric margin", "corrections"]]
    for n, k in zip(margins.closest, margins.corrections):
        functional, geometric = shortened(margins.functional[n]), _length(margins.geometric[n])
        last = "never" if k is None else str(k)
        rows.append(["", str(n), f"{margins.data.ys[n]:+d}", functional, geometric, last])
    yield from aligned(rows, numbers=(1, 2, 3, 5))


def _length(length: Length) -> str:
    if length.exact is not None:
        return shortened(length.exact)
    about, root = f"about {length.in_words()}", exact_text(length.square)
    if len(root) > _LONGEST_ROOT:
        return about
    return f"{'-' if length.sign < 0 else ''}sqrt({root}), {about}"
