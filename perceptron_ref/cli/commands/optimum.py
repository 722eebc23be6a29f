"""`optimum`: find the fewest mistakes that any line makes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ...exact.rationals import count_with_noun
from ...theory.audit import optimum_record
from ...theory.optimum import Optimum, fewest_mistakes
from ...theory.separability import through_origin_phrase
from ...type_checking import TYPE_CHECKING
from .. import options, report
from ..input_data import load_data
from ..output_files import check_output_path, naming_unwritten_files, save_model, save_picture
from ..progress import Progress
from ..requests import DataRequest

if TYPE_CHECKING:
    from ...drawing import Picture

EPILOG = """\
examples:
  perceptron-ref optimum example:xor
  perceptron-ref optimum example:xor --draw fewest.svg --save fewest.json
  perceptron-ref optimum example:iris-versicolor-virginica
  perceptron-ref optimum example:noisy:flips=3 --max-seconds 60 --audit

Finding the fewest mistakes is NP-hard. If --max-seconds or Ctrl-C ends the search, the report shows
the best line found and a proved lower bound on the number of mistakes; --save and --draw write
this line. The nodes in the report are the cases that the search has examined.

exit status: 0 if the search was completed, or if --max-seconds stopped it; 1 for an error; 2 for
wrong usage; 130 after Ctrl-C.
"""
_NODES_NOTE = "`help optimum` explains this search and its nodes."
PROOFS = {
    "cones": "A proof that divides all possible weights into cones shows that every line makes at "
    "least {}; --audit prints this proof.",
    "cases": "A proof by cases, with one case for each example of a certificate, shows that every "
    "line makes at least {}; --audit prints this proof.",
    "search": "A search has shown that every line makes at least {}, but its proof was too long to "
    "keep, so --audit cannot print it.",
}


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    groups = (
        options.MAX_SECONDS_OPTION,
        options.LINE_FILE_OPTIONS,
        options.FORCE_OPTION,
        options.AUDIT_OPTIONS,
    )
    options.add_data_options(parser, *groups)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    request, form = options.make_data_request(args), options.make_report_form(args)
    for option, path in ("--save", args.save), ("--draw", args.draw):
        check_output_path(option, path, args.file, force=args.force)
    with naming_unwritten_files(args.save, args.draw), Progress(args.max_seconds) as progress:

        def on_step(lower_bound: int, upper_bound: int, nodes: int) -> None:
            progress.begin_stage(
                f"the fewest mistakes are {lower_bound:,} to {upper_bound:,}, "
                f"{count_with_noun(nodes, 'case')} examined"
            )

        data = load_data(request, progress)
        optimum = fewest_mistakes(data, on_step=on_step, max_seconds=progress.seconds_left())
    record, closing_lines = optimum_record(optimum), _explain_optimum(optimum)
    files = _write_files(optimum, request, args.save, args.draw)
    report.print_report(
        form, record, request, data, optimum, closing_lines=closing_lines, file_lines=files
    )
    return 130 if optimum.status == "interrupted" else 0


def _write_files(
    optimum: Optimum, request: DataRequest, save: str | None, draw: str | None
) -> Iterator[str]:
    """Write the files about the best line found; yield a line of the report about each file."""
    yield from save_model(save, optimum.hypothesis, request)

    def picture() -> Picture:
        from ...drawing import draw_data

        phrase = through_origin_phrase(optimum.data)
        fewest = count_with_noun(optimum.lower_bound, "mistake")
        bound = f"No line{phrase} makes fewer than {fewest}."
        return draw_data(optimum.data, optimum.hypothesis, bound)

    yield from save_picture(draw, picture)


def _explain_optimum(optimum: Optimum) -> list[str]:
    """Return the sentences below the report: what was proved, and how."""
    sentences = []
    if optimum.certificates:
        number = len(optimum.certificates)
        mistakes = count_with_noun(number, "mistake")
        reason = "the certificate wrong, so it"
        if number > 1:
            reason = f"each certificate wrong. The {number:,} certificates share no example, so "
            reason += "every line"
        sentences.append(
            f"Every line{through_origin_phrase(optimum.data)} gets at least one example of "
            f"{reason} makes at least {mistakes}."
        )
    if optimum.proof_kind in PROOFS:
        fewest = count_with_noun(optimum.lower_bound, "mistake")
        sentences.append(PROOFS[optimum.proof_kind].format(fewest))
    if optimum.status != "proved":
        sentences.append(
            "The search was stopped before it was complete. The fewest mistakes of any line"
            f"{through_origin_phrase(optimum.data)} are at least {optimum.lower_bound:,} and at "
            f"most {optimum.mistakes:,}."
        )
        if optimum.status == "max_seconds":
            sentences.append("Try a larger --max-seconds.")
    return [*([" ".join(sentences)] if sentences else []), _NODES_NOTE]
