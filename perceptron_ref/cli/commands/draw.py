"""`draw`: write a picture of a run as SVG, PNG or PDF."""

from __future__ import annotations

import argparse

from ...errors import DataError
from ...named_tuples import NamedTuple
from ...pocket import PocketRun
from ...run import Run
from ...type_checking import TYPE_CHECKING
from .. import options, report, strategy_choice
from ..input_data import load_data
from ..output_files import check_output_path, naming_unwritten_files
from ..problems import FLAG_BY_STATUS, describe_unconverged_run
from ..progress import Progress
from ..requests import ReportForm, UsageError
from ..standard_input import STDIN
from ..terminal import print_to_stderr, write

if TYPE_CHECKING:
    from ...drawing import Picture

EPILOG = """\
examples:
  perceptron-ref draw example:credit-2d -o run.svg
  perceptron-ref draw example:credit-2d --update 10 -o update.svg
  for t in 0 1 2; do perceptron-ref draw --update $t -o update-$t.svg; done
  perceptron-ref draw example:iris-versicolor-virginica --pocket -o pocket.svg

With one or two features, the picture shows one line after another, from the start to the end of the
run: the line after each update or, for a long run, after some of the updates. With more features,
it shows the margin y_n w . x_n of each example for the weights found. With --pocket, it shows how
many mistakes the current weights and the weights in the pocket make after each update.

`fit --repeat K --draw FILE.svg` draws a histogram of K runs. Files in the formats .png and .pdf
need the library cairosvg: `pip install cairosvg`.
"""


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    output_help = (
        f"the file for the picture: .svg, .png or .pdf; {STDIN} writes SVG to standard output"
    )
    options.add_options_to_parser(parser, {"-o --output FILE.svg": output_help}, required=True)
    own_options = {
        "--derivation": "draw both sides of each inequality of the convergence proof at every t",
        "--length": "draw the length |w_t| after t updates, with its upper bound sqrt(t) R",
        "--update T": "draw the vectors of update T, counted from 0: w_t, y_n x_n and w_{t+1}",
        "--still": "draw only the result of the run, without an animation",
        "--width PIXELS": "the width of the picture in pixels (default: 440, or 880 for PNG)",
    }
    option_groups = (
        options.STRATEGY_OPTIONS,
        options.POCKET_OPTIONS,
        options.RUN_OPTIONS,
        options.MAX_SECONDS_OPTION,
    )
    options.add_data_options(parser, *option_groups, own_options, options.FORCE_OPTION)


class _Style(NamedTuple):
    """The options that choose the picture of a run."""

    derivation: bool
    length: bool
    update: int | None
    still: bool


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    data_request = options.make_data_request(args)
    style = _Style(args.derivation, args.length, args.update, args.still)
    options.check_at_most_one_given(
        still=style.still, update=style.update, length=style.length, derivation=style.derivation
    )
    if args.output != STDIN:
        check_output_path("-o", args.output, args.file, force=args.force)
    if args.width is not None:
        from ...drawing.picture import checked_width

        try:
            checked_width(args.width)
        except DataError as error:
            raise UsageError(options.reword_for_command_line(error)) from None
    request = options.make_run_request(args, args.pocket, args.strategy, in_process=args.in_process)
    plan = strategy_choice.make_plan(request)
    path = None if args.output == STDIN else args.output
    with naming_unwritten_files(path), Progress(args.max_seconds) as progress:
        data = load_data(data_request, progress)
        run = plan.run(data, progress)
        _check_has_updates(style, run)
        picture = _draw(style, run)
    if run.mistakes and run.status != "target_mistakes":
        shows_run = style.update is None and not style.derivation
        remark = " The picture shows the unfinished run." if shows_run else ""
        print_to_stderr(f"{describe_unconverged_run(run)}.{remark}")
    if args.output == STDIN:
        write(picture if args.width is None else picture.sized(args.width))
        return 0
    picture.save(args.output, args.width)
    report.write_files(ReportForm(), [f"the picture to {args.output}"])
    return 0


def _check_has_updates(style: _Style, run: Run) -> None:
    """Refuse a run without updates if the options choose a picture of updates."""
    chosen = {
        "--derivation": style.derivation,
        "--length": style.length,
        "--update": style.update is not None,
    }
    if run.updates or not any(chosen.values()):
        return
    if run.status == "target_mistakes":
        remedy = "Use a smaller --target-mistakes"
    elif not run.mistakes:
        remedy = "The weights w = 0 make no mistake; with --sign-of-zero 0 they do"
    else:
        remedy = f"Use a larger {FLAG_BY_STATUS[run.status]}"
    option = next(option for option, is_chosen in chosen.items() if is_chosen)
    raise DataError(
        f"{option}: found a run without updates; expected at least one update. {remedy}"
    )


def _draw(style: _Style, run: Run) -> Picture:
    """Return the picture of a run that the options choose."""
    from ... import drawing

    if style.derivation:
        return drawing.draw_derivation(run)
    if style.length:
        return drawing.draw_length(run)
    if style.update is not None:
        return drawing.draw_update(run, style.update)
    if isinstance(run, PocketRun) and not style.still:
        return drawing.draw_pocket(run)
    return drawing.draw_run(run, still=style.still)
