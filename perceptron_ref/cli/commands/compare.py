"""`compare`: run strategies on the same data, the built-in ones unless told otherwise."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...errors import StrategyError
from .. import options, report, strategy_choice
from ..input_data import load
from ..outcome import CONVERGED, FAILED, has_converged, warn_of_strategies
from ..progress import Progress
from ..requests import DataRequest, ReportForm, RunRequest
from ..run_plan import with_limits_in_words
from ..words import HELP_WORDS
from .separable import STRICT_SIDES_NOTE, decide

if TYPE_CHECKING:
    from .separable import Answer

EPILOG = """\
examples:
  perceptron-ref compare
  perceptron-ref compare example:spam --strategies cyclic random-permutation:seed=7
  perceptron-ref compare example:iris-setosa --strategies all
  perceptron-ref compare example:iris-versicolor-virginica --pocket --max-updates 200

exit status: 0 if it ran, converged or not; 1 for an error, or if --require is not met; 2 for wrong
usage; 130 after Ctrl-C. A strategy that fails has its error in the table.
"""
_KEYS = "updates visits dot_products mistakes status".split()
_ONE_RUN = (
    "Each is one run, with seed 0 where it draws an order and no seed is given; `race` has the "
    "means of many seeds."
)


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    limit = {"--max-seconds S": "stop each strategy after S seconds (default: no limit)"}
    options.add_data(
        parser,
        options.STRATEGIES,
        options.POCKET,
        options.RUN,
        limit,
        options.REQUIRE,
        options.JSON,
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    return _compare(
        options.data_request(args),
        options.run_request(args, args.pocket),
        strategy_choice.strategy_texts(args.strategies),
        ReportForm(args.json),
        args.require == CONVERGED,
    )


def _compare(
    data_request: DataRequest,
    request: RunRequest,
    texts: list[str],
    form: ReportForm,
    must_converge: bool,
) -> int:
    runs: list[dict[str, object]] = []
    unfinished: list[str] = []
    failed: list[str] = []
    answer: Answer | None = None
    with Progress(request.max_seconds) as progress:
        data = load(data_request, progress)
    try:
        for text in texts:
            record: dict[str, object] = {"strategy": text}
            try:
                with Progress(request.max_seconds) as progress:
                    run = strategy_choice.make_plan(request, text).run(data, progress)
                record.update({key: getattr(run, key) for key in _KEYS})
                if not has_converged(run):
                    unfinished.append(text)
            except StrategyError as error:
                record["error"] = str(error)
                failed.append(text)
            runs.append(record)
        with Progress(request.max_seconds) as progress:
            answer = decide(data, progress)
    finally:
        if runs:  # also those before Ctrl-C
            # what no T exceeds, R^2/rho^2 of the line found; None without one.  Lecture 2: L2.12
            bound, separable = (getattr(answer, name, None) for name in ("bound", "separable"))
            about = {
                "algorithm": request.algorithm,
                **request.record(),
                "bound": bound,
                "separable": separable,
                "not_run": texts[len(runs) :],
                "runs": runs,
            }
            after = [_ONE_RUN + ("" if data.x0 or separable else STRICT_SIDES_NOTE), HELP_WORDS]
            people = with_limits_in_words(about)
            report.print_report(form, about, data_request, data, people=people, after=after)
    if request.algorithm == "pla":
        warn_of_strategies(unfinished, "NOT converged")
    return FAILED if must_converge and (unfinished or failed) else 0
