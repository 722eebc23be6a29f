"""`compare`: run strategies on the same data, the built-in ones unless told otherwise."""

from __future__ import annotations

import argparse

from ...errors import StrategyError
from ...exact.rationals import exact_text
from ...run import Run
from .. import parse, report
from ..load import load
from ..progress import Progress
from .separable import STRICT, decided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .separable import Answer

EPILOG = """\
examples:
  perceptron-ref compare
  perceptron-ref compare example:spam --strategies cyclic random-permutation:seed=7
  perceptron-ref compare example:iris-setosa --strategies all
  perceptron-ref compare example:iris-versicolor-virginica --pocket --max-updates 200
"""
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
    runs: dict[str, Run | StrategyError] = {}
    answer: Answer | None = None
    with Progress(args.max_seconds) as progress:
        data = load(args, progress)
    try:
        for text in texts:
            try:
                with Progress(args.max_seconds) as progress:
                    runs[text] = parse.plan_of(args, text).run(data, progress)
            except StrategyError as error:
                runs[text] = error
        with Progress(args.max_seconds) as progress:
            answer = decided(data, progress)
    finally:
        if runs:  # also those before Ctrl-C
            left = [text for text in texts if text not in runs]
            strict = "" if data.x0 or getattr(answer, "separable", None) else STRICT
            after = [_ONE_RUN + strict]
            report.show(args, _record(args, runs, answer, left), data, after=after)
    return 0


def _record(
    args: argparse.Namespace,
    runs: dict[str, Run | StrategyError],
    answer: Answer | None,
    left: list[str],
) -> dict[str, object]:
    # what no T exceeds, R^2/rho^2 of the line found; None without one.  Lecture 2: L2.12
    bound, records = getattr(answer, "bound", None), []
    for text, run in runs.items():
        record: dict[str, object] = {"strategy": text}
        if isinstance(run, StrategyError):
            record["error"] = str(run)
        else:
            for key in ("updates", "visits", "dot_products", "mistakes", "status"):
                record[key] = getattr(run, key)
        records.append(record)
    return {
        "algorithm": parse.algorithm_of(args),
        "bound": None if bound is None else exact_text(bound),
        "separable": True if bound is not None else getattr(answer, "separable", None),
        "not_run": left,
        "runs": records,
    }
