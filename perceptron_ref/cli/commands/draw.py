"""`draw`: data and runs as pictures that any browser opens."""

from __future__ import annotations

import argparse
import sys

from ...files.write import write_text
from ...plugins.notation import strategy_from
from ..options import (
    ALGORITHMS,
    DEFAULT_STRATEGIES,
    STDIN,
    add_command,
    add_data_options,
    add_run_options,
    add_strategy,
    count,
    load,
    run_options,
)
from ..output import check_is_new, check_no_input
from ..progress import Progress
from ..report import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...pla import Run
    from ..options import Commands

_EXAMPLES = """\
  perceptron-ref draw example:credit-2d -o run.svg
  perceptron-ref draw example:credit-2d --update 10 -o update.svg
  perceptron-ref draw --derivation -o derivation.svg
  perceptron-ref draw example:iris-versicolor-virginica --pocket -o pocket.svg

One or two features: the line of w_0, w_1, ... in turn. More: the margins y_n w . x_n of the weights found. --pocket:
the mistakes of w_t and of the pocket over t, unless --still, --update or --derivation asks for another picture.
"""


def add_to(commands: Commands, help: str) -> None:
    """Declare the command."""
    parser = add_command(commands, "draw", help, _EXAMPLES)
    add_data_options(parser)
    add_strategy(parser)
    add_run_options(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--derivation", action="store_true", help="draw both sides of the convergence proof over t"
    )
    what.add_argument(
        "--update", metavar="T", type=count, help="draw update T, from 0: w_t, y_n x_n and w_{t+1}"
    )
    what.add_argument(
        "--still", action="store_true", help="draw the weights found alone, with nothing that moves"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE.svg",
        required=True,
        help=f"where to write; {STDIN} for standard output",
    )
    parser.add_argument("--force", action="store_true", help="replace the file where there is one")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    options = run_options(args)
    to_file = args.output != STDIN
    if to_file:
        check_no_input("-o", args.output, [args.file])
        check_is_new("-o", args.output, args.force)
    algorithm = "pocket" if args.pocket else "pla"
    strategy = strategy_from(
        DEFAULT_STRATEGIES[algorithm] if args.strategy is None else args.strategy
    )
    data = load(args)
    with Progress() as progress:
        found = ALGORITHMS[algorithm](data, strategy, on_update=progress.on_update, **options)
        what, drawn = _picture(args, found)
    if to_file:
        write_text(args.output, drawn)
        print(f"Wrote {args.output}: {what}")
    else:
        sys.stdout.write(drawn)
    return 0


def _picture(args: argparse.Namespace, found: Run) -> tuple[str, str]:
    """Return what is drawn, in words and as SVG."""
    from ... import drawing

    T, T_in_words = found.updates, counted(found.updates, "update")
    if args.derivation:
        return f"both sides of the convergence proof over {T_in_words}", drawing.draw_derivation(
            found
        )
    if args.update is not None:
        return f"update {args.update} of {T}", drawing.draw_update(found, args.update)
    if args.pocket and not args.still:
        return f"the mistakes of w_t and of the pocket over {T_in_words}", drawing.draw_pocket(
            found
        )
    if found.data.d > 2:
        return "the margins of the weights found", drawing.draw_margins(
            found.data, found.hypothesis
        )
    if args.still:
        return "the line of the weights found", drawing.draw_data(found.data, found.hypothesis)
    return f"the line of w_t over {T_in_words}", drawing.draw_run(found)
