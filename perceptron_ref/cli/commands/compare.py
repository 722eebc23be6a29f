"""`compare`: run strategies on the same data, the built-in ones unless told otherwise."""

from __future__ import annotations

import argparse

from ...errors import PerceptronError, StrategyError
from ...exact.rationals import exact_text, in_digits, shortened
from ...run import Run
from ...theory.proof import Separator
from ...theory.separability import NotSeparable, Undecided
from .. import parse, report
from ..decision import decided
from ..load import load
from ..progress import Late, Progress
from ..text import aligned, one_line, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...dataset import Dataset
    from ..decision import Answer

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
    parse.add_algorithm(parser)
    parse.add_max_seconds(parser, "stop each strategy after S seconds")
    parse.add_json(parser)


class Compared:
    """A finished comparison: the algorithm, the runs by the texts of their strategies, R^2/rho^2.

    A strategy that does not work has its error in the place of a run. answer: what the search for a
    line came to, None after Ctrl-C. separable: True, also where a run alone met such a line; False;
    None: undecided. bound: None unless that is True. not_run: the texts that Ctrl-C left out.
    """

    def __init__(
        self,
        algorithm: str,
        runs: dict[str, Run | PerceptronError],
        answer: Answer | None,
        not_run: Sequence[str] = (),
    ) -> None:
        self.algorithm, self.runs, self.answer, self.not_run = algorithm, runs, answer, not_run
        self.separable = getattr(answer, "separable", None)
        self.bound = getattr(answer, "bound", None)
        for run in runs.values():
            if self.separable is None and isinstance(run, Run) and not run.mistakes:
                met = Separator(run.data, run.w)
                if met.separates:  # not with a score of 0, whatever sign(0) is
                    self.separable, self.bound = True, met.bound


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    algorithm, options = parse.algorithm_of(args), parse.run_options(args)
    texts = parse.chosen_strategies(args)
    with Progress(args.max_seconds) as progress:
        data = load(args, progress=progress)
    runs: dict[str, Run | PerceptronError] = {}
    try:
        for text in texts:
            runs[text] = _run(algorithm, text, options, data, args.max_seconds)
        with Progress(args.max_seconds) as progress:
            compared = Compared(algorithm, runs, decided(data, progress))
    except KeyboardInterrupt:
        if runs:
            left_out = [text for text in texts if text not in runs]
            report.show(args, Compared(algorithm, runs, None, left_out), _record, _lines, data)
        raise
    report.show(args, compared, _record, _lines, data)
    return 0


def _run(
    algorithm: str, text: str, options: dict[str, object], data: Dataset, seconds: float | None
) -> Run | PerceptronError:
    """Return the run of a strategy, or its error: one that does not work must not hide others."""
    try:
        with Progress(seconds) as progress:
            return parse.plan_from(algorithm, text, options).run(data, progress)
    except (StrategyError, Late) as error:
        return error


def _record(compared: Compared) -> dict[str, object]:
    return {
        "algorithm": compared.algorithm,
        "bound": None if compared.bound is None else exact_text(compared.bound),
        "separable": compared.separable,
        "not_run": list(compared.not_run),
        "runs": [_run_record(text, run) for text, run in compared.runs.items()],
    }


def _run_record(text: str, run: Run | PerceptronError) -> dict[str, object]:
    if isinstance(run, PerceptronError):
        return {"strategy": text, "error": str(run)}
    keys = ("status", "updates", "visits", "dot_products", "mistakes")
    return {"strategy": text, **{key: getattr(run, key) for key in keys}}


def _lines(compared: Compared) -> Iterator[str]:
    if compared.not_run:
        yield f"Interrupted: not run, {', '.join(map(printable, compared.not_run))}"
    elif compared.answer is None:
        yield "Interrupted before it was known whether a line separates these data."
    else:
        yield _bound(compared)
    yield from aligned(list(_rows(compared)), numbers=range(1, 6))


def _bound(compared: Compared) -> str:
    """Return what no T exceeds, R^2/rho^2, or why that is not known.     Lecture 2: L2.12"""
    answer = compared.answer
    if isinstance(answer, NotSeparable):
        return (
            "No line separates these data, so there is no bound on T: `separable` shows the proof."
        )
    if compared.bound is None:
        return "Whether a line separates these data is undecided: stopped by --max-seconds."
    if isinstance(answer, Undecided):
        why = "the largest margin is not known, as --max-seconds ended the search"
        return f"T <= {shortened(compared.bound)}, by a line that separates; {why}"
    return f"T <= R^2/rho^2 = {shortened(compared.bound)}"


def _rows(compared: Compared) -> Iterator[list[str]]:
    yield ["strategy", "updates", "T / bound", "visits", "dot products", "mistakes", "status"]
    for text, run in compared.runs.items():
        if isinstance(run, PerceptronError):
            yield [text, *"-----", one_line(run)]
        else:
            share = "-" if compared.bound is None else in_digits(run.updates / compared.bound, 3)
            costs = (f"{cost:,}" for cost in (run.visits, run.dot_products, run.mistakes))
            yield [text, f"{run.updates:,}", share, *costs, run.status]
