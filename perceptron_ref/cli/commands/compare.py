"""`compare`: run strategies on the same data, the built-in ones unless told otherwise."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ...dataset import Dataset
from ...errors import PerceptronError, StrategyError
from ...exact.rationals import exact_text, in_digits, shortened
from ...run import Run
from ...theory.proof import Separator
from ...theory.separability import NotSeparable, Separable, Undecided
from .. import parse, report
from ..load import load
from ..progress import Late, Progress
from ..text import aligned, printable
from .separable import decided

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


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parse.add_data(parser)
    parse.add_strategies(parser)
    parse.add_pocket(parser)
    parse.add_max_seconds(parser, "stop each strategy after S seconds")
    parse.add_json(parser)


class Compared:
    """The runs by the texts of their strategies, and whether a line separates the data.

    A strategy that does not work has its error in the place of a run. answer: what the search for a
    line came to, None after Ctrl-C. not_run: the texts that Ctrl-C left out.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self.algorithm = parse.algorithm_of(args)
        self.runs: dict[str, Run | PerceptronError] = {}
        self.answer: Answer | None = None
        self.not_run = parse.chosen_strategies(args)

    def run(self, data: Dataset, options: dict[str, object], seconds: float | None) -> None:
        """Run all, each for so many seconds at most, then look for a line that separates."""
        while self.not_run:
            text = self.not_run[0]
            try:
                with Progress(seconds) as progress:
                    plan = parse.plan_from(self.algorithm, text, options)
                    self.runs[text] = plan.run(data, progress)
            except (StrategyError, Late) as error:
                self.runs[text] = error
            del self.not_run[0]
        with Progress(seconds) as progress:
            self.answer = decided(data, progress)

    def line(self) -> Separator | None:
        """Return weights that separate the data: those of largest margin, or such as a run met."""
        if isinstance(self.answer, (Separable, Undecided)) and self.answer.w_f is not None:
            return Separator(self.answer.data, self.answer.w_f)
        for run in self.runs.values():
            if isinstance(run, Run) and not run.mistakes:
                met = Separator(run.data, run.w)
                if met.separates:  # not with a score of 0, whatever sign(0) is
                    return met
        return None


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    options = parse.run_options(args)
    with Progress(args.max_seconds) as progress:
        data = load(args, progress=progress)
    compared = Compared(args)
    try:
        compared.run(data, options, args.max_seconds)
    finally:
        if compared.runs:  # also those before Ctrl-C
            report.show(args, lambda: _record(compared), _lines(compared), data)
    return 0


def _record(compared: Compared) -> dict[str, object]:
    line = compared.line()
    separable = True if line is not None else getattr(compared.answer, "separable", None)
    return {
        "algorithm": compared.algorithm,
        "bound": None if line is None else exact_text(line.bound),
        "separable": separable,
        "not_run": compared.not_run,
        "runs": [_run_record(text, run) for text, run in compared.runs.items()],
    }


def _run_record(text: str, run: Run | PerceptronError) -> dict[str, object]:
    if isinstance(run, PerceptronError):
        return {"strategy": text, "error": str(run)}
    keys = ("status", "updates", "visits", "dot_products", "mistakes")
    return {"strategy": text, **{key: getattr(run, key) for key in keys}}


def _lines(compared: Compared) -> Iterator[str]:
    """Yield what no T exceeds, R^2/rho^2, or why that is not known.     Lecture 2: L2.12"""
    answer, line = compared.answer, compared.line()
    if compared.not_run:
        yield f"Interrupted: not run, {', '.join(map(printable, compared.not_run))}"
    elif isinstance(answer, NotSeparable):
        yield (
            "No line separates these data, so there is no bound on T: `separable` shows the proof."
        )
    elif line is None:
        why = "interrupted" if answer is None else "stopped by --max-seconds"
        yield f"Whether a line separates these data is undecided: {why}."
    elif isinstance(answer, Undecided):
        yield f"T <= {shortened(line.bound)}, by a line that separates, perhaps not the best one"
    elif answer is not None:
        yield f"T <= R^2/rho^2 = {shortened(line.bound)}"
    rows = [["strategy", "updates", "T / bound", "visits", "dot products", "mistakes", "status"]]
    for text, run in compared.runs.items():
        if isinstance(run, PerceptronError):
            rows.append([text, *"-----", printable(run, 400)])
        else:
            share = "-" if line is None else in_digits(run.updates / line.bound, 3)
            costs = (f"{cost:,}" for cost in (run.visits, run.dot_products, run.mistakes))
            rows.append([text, f"{run.updates:,}", share, *costs, run.status])
    yield from aligned(rows, numbers=range(1, 6))
