"""`separable`: decide whether a line separates the data, and prove the answer."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ...errors import DataError
from ...theory.separability import NotSeparable, Separable
from ...theory.svm import SvmSeparator, svm_separator
from ...type_checking import TYPE_CHECKING
from .. import options
from ..input_data import load_data
from ..output_files import check_output_path, naming_unwritten_files, save_model, save_picture
from ..progress import Progress
from ..requests import DataRequest
from ..separability import decide_separability, make_progress_callback, print_answer
from ..terminal import print_to_stderr

if TYPE_CHECKING:
    from ...drawing import Picture
    from ..separability import Answer

EPILOG = """\
examples:
  perceptron-ref separable
  perceptron-ref separable example:xor
  perceptron-ref separable example:credit-2d --draw gap.svg --save widest.json
  perceptron-ref separable example:credit-2d --svm --draw svm.svg --save svm.json
  perceptron-ref separable example:iris-setosa --json
  perceptron-ref separable example:separable:N=1000,d=5 --max-seconds 60

exit status: 0 if a line separates the data; 1 if no line does, or for an error; 2 for wrong usage;
3 if --max-seconds ended the search before it was decided; 130 after Ctrl-C. With the status 3, the
report gives a lower and an upper bound of rho^2.

w_f has the weights of the separating line with the largest margin, rho. For rho, the margins are
divided by the length of all weights, w_0 included, as in the convergence proof; for svm_margin, by
the length without w_0. svm_margin is the largest distance that a separating line can have from its
nearest example. The two margins may belong to different lines. --save and --draw write the line of
rho, or with --svm the line of svm_margin. `margins` shows the distances of the examples from the
line of any saved model.
"""


def add_options(parser: options.Parser) -> None:
    """Declare the options."""
    svm_help = (
        "show, save and draw the line of a support vector machine, which has the margin svm_margin"
    )
    groups = (
        options.MAX_SECONDS_OPTION,
        {"--svm": svm_help},
        options.LINE_FILE_OPTIONS,
        options.FORCE_OPTION,
        options.AUDIT_OPTIONS,
    )
    options.add_data_options(parser, *groups)


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    request, form = options.make_data_request(args), options.make_report_form(args)
    options.check_at_most_one_given(svm=args.svm, normalize=args.normalize)
    for option, path in ("--save", args.save), ("--draw", args.draw):
        check_output_path(option, path, args.file, force=args.force)
    svm_line: SvmSeparator | None = None
    with naming_unwritten_files(args.save, args.draw), Progress(args.max_seconds) as progress:
        data = load_data(request, progress)
        if args.svm and not data.x0:
            raise DataError(
                "found --svm and x_0 = 0; expected an x_0 other than 0, because a support vector "
                "machine needs a threshold. Leave out --svm, or use another --x0"
            )
        answer = decide_separability(data, progress)
        if isinstance(answer, Separable) and (args.svm or not form.is_json):
            svm_line = _svm_separator(answer, progress)
    answer_to_write = svm_line if args.svm and isinstance(answer, Separable) else answer
    files = _write_files(answer_to_write, request, args.save, args.draw)
    return print_answer(form, request, answer, svm_line, files, shows_svm_line=args.svm)


def _svm_separator(answer: Separable, progress: Progress) -> SvmSeparator | None:
    """Return the line of a support vector machine; None if x_0 = 0 or the data are normalized."""
    if not answer.data.x0 or answer.data.factors is not None:
        return None
    return svm_separator(answer.data, on_step=make_progress_callback(progress))


def _write_files(
    answer: Answer | SvmSeparator | None,
    request: DataRequest,
    save: str | None,
    draw: str | None,
) -> Iterator[str]:
    """Write the files about the separating line; yield a line of the report about each file.

    If no line was found, say on standard error that the files are not written.
    """
    if answer is None or isinstance(answer, NotSeparable) or answer.hypothesis is None:
        kind = "line of svm_margin" if answer is None else "separating line"
        for path in filter(None, (save, draw)):
            print_to_stderr(f"{path} was not written: no {kind} was found")
        return
    yield from save_model(save, answer.hypothesis, request)

    def picture() -> Picture:
        from ...drawing import draw_data, draw_separator

        if isinstance(answer, (Separable, SvmSeparator)):
            return draw_separator(answer)
        return draw_data(
            answer.data,
            answer.hypothesis,
            "The search was stopped before the largest margin was known.",
        )

    yield from save_picture(draw, picture)
