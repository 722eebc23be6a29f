"""`fit`: learn from examples and show what was learned."""

from __future__ import annotations

import argparse
from os.path import isfile, realpath

from ...errors import DataError
from ...exact.rationals import exact_text
from ...files.write import write_text
from ...hypothesis import Hypothesis
from ...plugins.notation import strategy_from
from ...pocket import PocketRun
from .. import report
from ..options import (
    ALGORITHMS,
    DEFAULT_STRATEGIES,
    STDIN,
    UsageError,
    add_command,
    add_data_options,
    add_run_options,
    add_strategy,
    load,
    load_from,
    positive_count,
    run_options,
)
from ..output import check_is_new, check_no_input
from ..picture import picture
from ..progress import Progress
from ..repeat import Experiment, repeated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...dataset import Dataset
    from ...pla import Run, Strategy
    from ..options import Commands
    from ..repeat import Repeated

_EXAMPLES = """\
  perceptron-ref fit
  perceptron-ref fit example:credit-2d --trace --draw line.svg
  perceptron-ref fit iris.csv --positive setosa --save model.json
  perceptron-ref fit train.csv --pocket --max-updates 5000 --test test.csv
  perceptron-ref fit train.csv --strategy random-permutation:seed=1 --repeat 2000 --jobs 2
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "fit", help, _EXAMPLES)
    add_data_options(parser)
    add_strategy(parser)
    add_run_options(parser)
    parser.add_argument(
        "--test", metavar="FILE2", help="examples to count mistakes on that were not learned from"
    )
    parser.add_argument(
        "--repeat",
        metavar="K",
        type=positive_count,
        help="run K seeds, from the strategy's on, and report",
    )
    parser.add_argument(
        "--jobs", metavar="J", type=positive_count, help="with --repeat: spread over J processes"
    )
    parser.add_argument("--trace", action="store_true", help="list t, n(t) and w_t")
    parser.add_argument(
        "--save", metavar="MODEL", help="write the weights found to a JSON file, for `predict`"
    )
    parser.add_argument(
        "--draw", metavar="FILE.svg", help="write a picture of the line found, or of the margins"
    )
    parser.add_argument(
        "--force", action="store_true", help="replace what stands where --draw or --save write"
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, exact numbers as text"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    options = run_options(args)
    _check_combination(args)
    algorithm = "pocket" if args.pocket else "pla"
    strategy = strategy_from(
        DEFAULT_STRATEGIES[algorithm] if args.strategy is None else args.strategy
    )
    data = load(args)
    test = None if args.test is None else load_from(args.test, args, like=data)
    with Progress() as progress:
        experiment = Experiment(algorithm, data, test, strategy, options) if args.repeat else None
        found = ALGORITHMS[algorithm](data, strategy, on_update=progress.on_update, **options)
        repeats = None
        if experiment is not None:
            repeats = repeated(
                experiment,
                args.repeat,
                args.jobs,
                lambda done: progress.reached(report.counted(done, "run")),
            )
    if args.save:
        found.hypothesis.save(args.save)
    if args.draw:
        from ...drawing import draw_data

        write_text(args.draw, draw_data(found.data, found.hypothesis))
    if args.json:
        print(report.json_text(_record(args, algorithm, strategy, found, test, repeats)))
    else:
        for line in _lines(args, algorithm, strategy, found, test, repeats):
            print(line)
    return 0


def _check_replaces_a_model(path: str | None, force: bool) -> None:
    """Refuse to save over a file that no `--save` has written, unless forced; an older model gives
    way.
    """
    if path is None or force or not isfile(path):
        return
    try:
        Hypothesis.load(path)
    except DataError:
        raise UsageError(
            f"--save {path} would replace a file that is no saved model; --force allows it"
        ) from None


def _check_combination(args: argparse.Namespace) -> None:
    if args.repeat is None and args.jobs is not None:
        raise UsageError("--jobs goes with --repeat")
    if args.repeat is not None and (args.trace or args.save is not None or args.draw is not None):
        raise UsageError("--trace, --save and --draw go with a single run, not with --repeat")
    if args.file == args.test == STDIN:
        raise UsageError("standard input can be read once, as FILE or as FILE2")
    check_no_input("--save", args.save, (args.file, args.test))
    check_no_input("--draw", args.draw, (args.file, args.test))
    if args.force and args.draw is None and args.save is None:
        raise UsageError("--force goes with --draw or --save")
    check_is_new("--draw", args.draw, args.force)
    _check_replaces_a_model(args.save, args.force)
    if (
        args.draw is not None
        and args.save is not None
        and realpath(args.draw) == realpath(args.save)
    ):
        raise UsageError(f"--save and --draw name the same file, {args.draw}")


def _record(
    args: argparse.Namespace,
    algorithm: str,
    strategy: Strategy,
    found: Run,
    test: Dataset | None,
    repeats: Repeated | None,
) -> dict[str, object]:
    record: dict[str, object] = {
        "data": report.data_record(args.file, found.data),
        "algorithm": algorithm,
        "strategy": report.strategy_record(strategy),
        "sign_of_zero": found.sign_of_zero,
        **report.run_record(found),
    }
    if isinstance(found, PocketRun):
        record["w_last"] = [exact_text(w_i) for w_i in found.w_last]
        record["mistakes_last"], record["dot_products"] = found.mistakes_last, found.dot_products
    if test is not None:
        record["test"] = {"N": test.N, "mistakes": found.hypothesis.mistakes(test)}
    if args.trace:
        record["n"] = list(found.n)
    if repeats is not None:
        record["repeat"] = repeats.record()
    return record


def _lines(
    args: argparse.Namespace,
    algorithm: str,
    strategy: Strategy,
    found: Run,
    test: Dataset | None,
    repeats: Repeated | None,
) -> Iterator[str]:
    yield report.data_line(args.file, found.data)
    yield report.algorithm_line(algorithm, strategy, found.sign_of_zero)
    if repeats is not None:
        yield from repeats.lines()
        return
    if args.trace:
        yield from _trace(found)
    yield report.outcome(found)
    yield ""
    yield from report.weight_lines(found.data.names, found.w)
    yield report.mistakes_line("on the training data", found.mistakes, found.data.N)
    if isinstance(found, PocketRun):
        yield report.mistakes_line("of the last weights", found.mistakes_last, found.data.N)
    if test is not None:
        yield report.mistakes_line(f"on {args.test}", found.hypothesis.mistakes(test), test.N)
    if found.data.d == 2:
        yield from ("", *picture(found.data, found.hypothesis))
    if args.save:
        yield f"Saved to {args.save}"
    if args.draw:
        yield f"Drawn in {args.draw}"


def _trace(found: Run) -> Iterator[str]:
    """Yield t, n(t), w_t for every update, and w_T below them."""
    t_width, n_width = len(str(max(found.updates, 9))), len(str(max(found.data.N, 1000)))
    yield f"{'t':>{t_width}} {'n(t)':>{n_width}}  w_t"
    w = found.w0
    for t, n, w_t, w in found.replay():
        yield f"{t:{t_width}} {n:{n_width}}  ({', '.join(map(report.shortened, w_t))})"
    yield f"{found.updates:{t_width}} {'':{n_width}}  ({', '.join(map(report.shortened, w))})"
