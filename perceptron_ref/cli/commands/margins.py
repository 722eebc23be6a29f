"""`margins`: show how far the examples are from a model's boundary."""

from __future__ import annotations

import argparse
from fractions import Fraction
from math import isfinite

from ...exact.rationals import exact_text, shortened
from ...exact.sparse import product
from ...hypothesis import Hypothesis
from ...theory.corrections import corrections_of
from ...theory.margins import Length, distance_from_origin, functional_margins, geometric_margins
from .. import parse, report
from ..load import load
from ..progress import Progress
from ..text import aligned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...dataset import Dataset

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
    parse.add_model(parser, "--model", required=True)
    parse.add_max_seconds(parser, "end with an error after S seconds")
    parse.add_json(parser)


class Measured:
    """The margins of a set under a saved model, and its examples nearest to the boundary."""

    def __init__(self, model: str, h: Hypothesis, data: Dataset) -> None:
        self.model, self.data = model, data
        self.functional, self.geometric = functional_margins(h, data), geometric_margins(h, data)
        self.distance_from_origin = distance_from_origin(h)
        self.closest = sorted(range(data.N), key=self.functional.__getitem__)[:_CLOSEST]
        self.corrections = [
            corrections_of(self.functional[n], _squared_norm(data, n), data.ys[n] == h.sign_of_zero)
            for n in self.closest
        ]


def _squared_norm(data: Dataset, n: int) -> Fraction:
    """Return |x_n|^2, x_0 included."""
    x = data.rows[n]
    return Fraction(product(x, x), data.scale**2)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    h = Hypothesis.load(args.model)
    with Progress(args.max_seconds) as progress:
        data = load(args, like=h, progress=progress)
        h = h.with_x0(h.x0 * (args.scale or 1))  # the model is of rows as they are in their file
        progress.announces("computing margins")
        measured = Measured(args.model, h, data)
    report.show(args, measured, _record, _lines, data)
    return 0


def _record(margins: Measured) -> dict[str, object]:
    return {
        "model": margins.model,
        "functional_margin": exact_text(min(margins.functional)),
        "geometric_margin": _length_record(min(margins.geometric)),
        "distance_from_origin": _length_record(margins.distance_from_origin),
        "functional_margins": report.exact_texts(margins.functional),
        "closest": margins.closest,
        "corrections": margins.corrections,
    }


def _lines(margins: Measured) -> Iterator[str]:
    yield f"Functional margin of the set: {shortened(min(margins.functional))}"
    yield f"Geometric margin of the set: {_length(min(margins.geometric))}"
    distance = _length(margins.distance_from_origin)
    yield f"Distance of the boundary from the origin, along w: {distance}"
    yield from aligned(list(_rows(margins)), numbers=(1, 2, 3, 5))


def _rows(margins: Measured) -> Iterator[list[str]]:
    yield ["closest", "n", "y_n", "functional margin", "geometric margin", "corrections"]
    for n, k in zip(margins.closest, margins.corrections):
        functional, geometric = shortened(margins.functional[n]), _length(margins.geometric[n])
        yield [
            "",
            str(n),
            f"{margins.data.ys[n]:+d}",
            functional,
            geometric,
            "never" if k is None else str(k),
        ]


def _length(length: Length) -> str:
    if length.exact is not None:
        return shortened(length.exact)
    about, root = f"about {length.in_words()}", exact_text(length.square)
    if len(root) > _LONGEST_ROOT:
        return about
    return f"{'-' if length.sign < 0 else ''}sqrt({root}), {about}"


def _length_record(length: Length) -> dict[str, object]:
    return {
        "exact": None if length.exact is None else exact_text(length.exact),
        "sign": length.sign,
        "square": exact_text(length.square),
        "approximate": _float(length),
    }


def _float(length: Length) -> float | None:
    """Return the length as a float, which JSON has; None where it is beyond all of them."""
    found = length.approximate
    return found if isfinite(found) and (found != 0) == (length.sign != 0) else None
