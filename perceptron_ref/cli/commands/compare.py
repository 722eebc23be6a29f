"""`compare`: run strategies on the same data, every registered one unless told otherwise."""

from __future__ import annotations

import argparse

from ...errors import StrategyError
from ...exact.rationals import exact_text, shortened
from ...plugins.notation import strategy_from
from ...theory.separability import Separable
from .. import parse, report
from ..decision import decided
from ..load import load
from ..plan import Plan
from ..progress import Progress
from ..text import aligned, escaped, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from ...dataset import Dataset
    from ...run import Run

EPILOG = """\
examples:
  perceptron-ref compare
  perceptron-ref compare train.csv --positive yes
  perceptron-ref compare train.csv --strategies cyclic random-permutation:seed=7
  perceptron-ref compare example:iris-versicolor-virginica --pocket --max-updates 200
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser)
    parse.add_strategies(parser)
    parse.add_algorithm(parser)
    parse.add_json(parser)


class Compared:
    """A finished comparison: the algorithm, the runs by the texts of their strategies, R^2/rho^2.

    A strategy that does not work has its error in the place of a run. bound: None where no line
    separates the data.
    """

    def __init__(
        self, algorithm: str, runs: dict[str, Run | StrategyError], bound: Fraction | None
    ) -> None:
        self.algorithm, self.runs, self.bound = algorithm, runs, bound


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    algorithm, options = parse.algorithm_of(args), parse.run_options(args)
    texts = parse.chosen_strategies(args)
    data = load(args)
    compared = Compared(algorithm, _runs(algorithm, texts, options, data), _bound(data))
    report.show(args, compared, _record, _lines, data)
    return 0


def _runs(
    algorithm: str, texts: list[str], options: dict[str, object], data: Dataset
) -> dict[str, Run | StrategyError]:
    runs: dict[str, Run | StrategyError] = {}
    with Progress() as progress:
        for text in texts:
            try:
                plan = Plan(algorithm, strategy_from(text), options)
                runs[text] = plan.run(data, progress.on_update)
            except StrategyError as error:  # one that does not work must not hide the others
                runs[text] = error
    return runs


def _bound(data: Dataset) -> Fraction | None:
    """Return R^2/rho^2, which no T exceeds; None if no line separates.     Lecture 2: L2.12"""
    answer = decided(data)
    return answer.bound if isinstance(answer, Separable) else None


def _record(compared: Compared) -> dict[str, object]:
    return {
        "algorithm": compared.algorithm,
        "bound": None if compared.bound is None else exact_text(compared.bound),
        "runs": [_run_record(text, run) for text, run in compared.runs.items()],
    }


def _run_record(text: str, run: Run | StrategyError) -> dict[str, object]:
    if isinstance(run, StrategyError):
        return {"strategy": text, "error": str(run)}
    keys = ("status", "updates", "visits", "dot_products", "mistakes")
    return {"strategy": text, **{key: getattr(run, key) for key in keys}}


def _lines(compared: Compared) -> Iterator[str]:
    if compared.bound is None:
        yield (
            "No line separates these data, so there is no bound on T: `separable` shows the proof."
        )
    else:
        yield f"T <= R^2/rho^2 = {shortened(compared.bound)}"
    yield from aligned(list(_rows(compared)), numbers=range(1, 6))


def _rows(compared: Compared) -> Iterator[list[str]]:
    yield ["strategy", "updates", "T / bound", "visits", "dot products", "mistakes", "status"]
    for text, run in compared.runs.items():
        if isinstance(run, StrategyError):
            yield [escaped(text), *"-----", one_line(run)]
        else:
            share = "-" if compared.bound is None else f"{float(run.updates / compared.bound):.3g}"
            costs = (f"{cost:,}" for cost in (run.visits, run.dot_products, run.mistakes))
            yield [escaped(text), f"{run.updates:,}", share, *costs, run.status]
