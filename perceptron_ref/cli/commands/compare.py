"""`compare`: run strategies on the same data, the built-in ones unless told otherwise."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...errors import StrategyError
from .. import parse, report
from ..load import load
from ..plan import for_people, settings
from ..progress import Progress
from .separable import STRICT, decided

if TYPE_CHECKING:
    from .separable import Answer

EPILOG = """\
examples:
  perceptron-ref compare
  perceptron-ref compare example:spam --strategies cyclic random-permutation:seed=7
  perceptron-ref compare example:iris-setosa --strategies all
  perceptron-ref compare example:iris-versicolor-virginica --pocket --max-updates 200
"""
_KEYS = "updates visits dot_products mistakes status".split()
_ONE_RUN = (
    "Each is one run, with seed 0 where it draws an order and no seed is given; `race` has the "
    "means of many seeds."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    told = {"--max-seconds S": "stop each strategy after S seconds (default: no limit)"}
    parse.add_data(parser, parse.STRATEGIES, parse.POCKET, parse.RUN, told, parse.JSON)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    texts = parse.chosen_strategies(args)
    runs: list[dict[str, object]] = []
    answer: Answer | None = None
    with Progress(args.max_seconds) as progress:
        data = load(args, progress)
    try:
        for text in texts:
            record: dict[str, object] = {"strategy": text}
            try:
                with Progress(args.max_seconds) as progress:
                    run = parse.plan_of(args, text).run(data, progress)
                record.update({key: getattr(run, key) for key in _KEYS})
            except StrategyError as error:
                record["error"] = str(error)
            runs.append(record)
        with Progress(args.max_seconds) as progress:
            answer = decided(data, progress)
    finally:
        if runs:  # also those before Ctrl-C
            # what no T exceeds, R^2/rho^2 of the line found; None without one.  Lecture 2: L2.12
            bound, separable = (getattr(answer, each, None) for each in ("bound", "separable"))
            about = {
                "algorithm": "pocket" if args.pocket else "pla",
                **settings(args),
                "bound": bound,
                "separable": separable,
                "not_run": texts[len(runs) :],
                "runs": runs,
            }
            after = [_ONE_RUN + ("" if data.x0 or separable else STRICT)]
            report.show(args, about, data, people=for_people(about), after=after)
    return 0
