"""`compare`: strategies on the same data, every registered one unless told otherwise."""

from __future__ import annotations

import argparse
from fractions import Fraction

from ...errors import StrategyError
from ...exact.rationals import exact_text
from ...plugins.notation import strategy_from
from ...theory.separability import Separable
from .. import report
from ..options import (
    ALGORITHMS,
    add_command,
    add_data_options,
    add_run_options,
    add_strategies,
    chosen_strategies,
    load,
    run_options,
)
from ..progress import Progress
from ..table import table
from .separable import decided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...dataset import Dataset
    from ...pla import Run
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref compare
  perceptron-ref compare train.csv --positive yes
  perceptron-ref compare train.csv --strategies cyclic random-permutation:seed=7
  perceptron-ref compare example:iris-versicolor-virginica --pocket --max-updates 200
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "compare", help, _EXAMPLES)
    add_data_options(parser)
    add_strategies(parser)
    add_run_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    options, texts = run_options(args), chosen_strategies(args)
    algorithm = "pocket" if args.pocket else "pla"
    data = load(args)
    found: dict[str, Run | StrategyError] = {}
    with Progress() as progress:
        for text in texts:
            try:
                found[text] = ALGORITHMS[algorithm](
                    data, strategy_from(text), on_update=progress.on_update, **options
                )
            except StrategyError as error:  # one that does not work must not hide the others
                found[text] = error
    bound = _bound(data)
    if args.json:
        record: dict[str, object] = {
            "data": report.data_record(args.file, data),
            "algorithm": algorithm,
        }
        record["bound"] = None if bound is None else exact_text(bound)
        record["runs"] = [_record(name, run) for name, run in found.items()]
        print(report.json_text(record))
        return 0
    print(report.data_line(args.file, data))
    if bound is None:
        print(
            "No line separates these data, so there is no bound on T: `separable` shows the proof."
        )
    else:
        print(f"T <= R^2/rho^2 = {report.shortened(bound)}")
    for line in table(list(_rows(found, bound)), numbers=range(1, 6)):
        print(line)
    return 0


def _bound(data: Dataset) -> Fraction | None:
    """Return R^2/rho^2, which no T exceeds; None where no line separates the data.
    Lecture 2: L2.12
    """
    answer = decided(data)
    return answer.bound if isinstance(answer, Separable) else None


def _rows(found: dict[str, Run | StrategyError], bound: Fraction | None) -> Iterator[list[str]]:
    yield ["strategy", "updates", "T / bound", "visits", "dot products", "mistakes", "status"]
    for name, run in found.items():
        if isinstance(run, StrategyError):
            yield [report.escaped(name), *"-----", report.one_line(run)]
        else:
            share = "-" if bound is None else f"{float(run.updates / bound):.3g}"
            numbers = (run.visits, run.dot_products, run.mistakes)
            yield [
                report.escaped(name),
                f"{run.updates:,}",
                share,
                *(f"{number:,}" for number in numbers),
                run.status,
            ]


def _record(name: str, run: Run | StrategyError) -> dict[str, object]:
    if isinstance(run, StrategyError):
        return {"strategy": name, "error": str(run)}
    numbers = {
        key: getattr(run, key)
        for key in ("status", "updates", "visits", "dot_products", "mistakes")
    }
    return {"strategy": name, **numbers}
