"""`separable`: decide whether a line separates the data, and prove the answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Union

from ...dataset import Dataset
from ...errors import DataError
from ...exact.rationals import count_with_noun, weights_for_json
from ...theory.audit import certificate_record
from ...theory.margins import Length
from ...theory.separability import (
    NotSeparable,
    Separable,
    Undecided,
    separability,
    through_origin_phrase,
)
from ...theory.svm import SvmSeparator, svm_separator
from .. import options, report
from ..input_data import load_data
from ..output_files import check_output_path, save_model, save_picture
from ..progress import STOPPED_STATUS, Progress
from ..requests import DataRequest, ReportForm
from ..terminal import print_to_stderr
from .margins import length_as_dict

if TYPE_CHECKING:
    from ...drawing import Picture

    Answer = Union[Separable, NotSeparable, Undecided]

EPILOG = """\
examples:
  perceptron-ref separable
  perceptron-ref separable example:xor
  perceptron-ref separable example:credit-2d --draw gap.svg --save widest.json
  perceptron-ref separable example:credit-2d --svm --draw svm.svg --save svm.json
  perceptron-ref separable example:iris-setosa --json
  perceptron-ref separable example:separable:N=1000,d=5 --max-seconds 60

exit status: 0 if a line separates the data; 1 if no line does, or for an error; 2 for wrong usage;
3 if --max-seconds ended the search before it was decided. The report then gives a lower and an
upper bound of rho^2.

w_f has the weights of a line that separates the data with the largest margin, rho. Here the length
|w_f| includes w_0, as in the convergence proof. svm_margin is the largest distance that a line can
have from its nearest example; here |w| leaves w_0 out. The two margins may belong to different
lines. --save and --draw write the line of rho, or with --svm the line of svm_margin. `margins`
shows the distances of the examples from the line of any saved model.
"""
_MARGIN_DIGITS = 7
STRICT_SIDES_NOTE = (
    " A separating line has no example on it. But if x_0 = 0 and sign(0) is 1 or -1, PLA may halt "
    "with examples on the line."
)


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
    with Progress(args.max_seconds) as progress:
        data = load_data(request, progress)
        if args.svm and not data.x0:
            raise DataError(
                "found --svm and x_0 = 0; expected an x_0 other than 0, because --svm needs a "
                "threshold"
            )
        answer = decide_separability(data, progress)
        if isinstance(answer, Separable) and (args.svm or not form.is_json):
            svm_line = _svm_separator(answer, progress)
    answer_to_write = svm_line if args.svm and isinstance(answer, Separable) else answer
    files = _write_files(answer_to_write, request, args.save, args.draw)
    return print_answer(form, request, answer, svm_line, files, shows_svm_line=args.svm)


def decide_separability(data: Dataset, progress: Progress) -> Answer:
    """Decide whether a line separates the data; return `Undecided` if the time runs out."""
    return separability(data, on_step=_make_progress_callback(progress))


def _make_progress_callback(progress: Progress) -> Callable[[int, int], object]:
    """Return the `on_step` that shows the progress of `separability`."""

    def on_step(steps: int, support: int) -> None:
        vectors = count_with_noun(support, "support vector")
        progress.advance(f"{count_with_noun(steps, 'step')} of the search, with {vectors}")

    return on_step


def _svm_separator(answer: Separable, progress: Progress) -> SvmSeparator | None:
    """Return the line of a support vector machine; None if x_0 = 0 or the data are normalized."""
    if not answer.data.x0 or answer.data.factors is not None:
        return None
    return svm_separator(answer.data, on_step=_make_progress_callback(progress))


def print_answer(
    form: ReportForm,
    request: DataRequest,
    answer: Answer,
    svm_line: SvmSeparator | None = None,
    file_lines: Iterable[str] = (),
    shows_svm_line: bool = False,
) -> int:
    """Print the answer with its proof, and return the exit status.

    Args:
        form: See `print_report`.
        request: See `print_report`.
        answer: The answer of `separability`.
        svm_line: The line of a support vector machine, or None. The report for people has its
            margin.
        file_lines: See `print_report`.
        shows_svm_line: Whether to show the weights of this line, and in JSON also its proof.
    """
    record = {**certificate_record(answer), "verified": answer.verify()}
    if shows_svm_line:
        record["svm"] = None if svm_line is None else _svm_record(svm_line)
    text_record = {
        key: value for key, value in record.items() if key not in ("coefficients", "svm")
    }
    if isinstance(answer, Separable):
        rho = Length(1, answer.rho2).in_words(_MARGIN_DIGITS)
        note = "the largest margin, if the length |w_f| includes w_0, as in the lecture"
        text_record["rho"] = f"{rho}, {note}"
        if svm_line is not None:
            margin = svm_line.margin.in_words(_MARGIN_DIGITS)
            note = "the largest distance that a line can have from its nearest example"
            text_record["svm_margin"] = f"{margin}, {note}"
            if shows_svm_line:
                text_record.update(svm_support=svm_line.support, w_svm=svm_line.w_f)
    explanation = _explain_answer(answer)
    if svm_line is not None and svm_line.w_f != answer.w_f and not shows_svm_line:
        explanation += (
            " A support vector machine leaves w_0 out of |w|, so it finds another line; --svm "
            "shows this line."
        )
    closing_lines = [explanation, report.HELP_WORDS_POINTER]
    report.print_report(
        form, record, request, answer.data, answer, text_record, closing_lines, file_lines
    )
    return STOPPED_STATUS if answer.separable is None else 0 if answer.separable else 1


def _svm_record(svm_line: SvmSeparator) -> dict[str, object]:
    """Return the line of a support vector machine for JSON, with its proof."""
    return {
        "w": weights_for_json(svm_line.w_f, int),
        "margin": length_as_dict(svm_line.margin),
        "support": svm_line.support,
        "coefficients": svm_line.coefficients,
        "verified": svm_line.verify(),
    }


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
            print_to_stderr(f"{path} is not written: no {kind} was found")
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


def _explain_answer(answer: Answer) -> str:
    """Return the sentences below the report: the meaning of the answer, and what to try next."""
    if isinstance(answer, NotSeparable):
        return (
            f"No line{through_origin_phrase(answer.data)} separates these data. The certificate "
            "proves it: if each of its examples is multiplied by its label and its coefficient, "
            "the sum is zero. `fit --pocket` looks for weights that make few mistakes; `optimum` "
            "finds the fewest mistakes that any line makes."
            f"{STRICT_SIDES_NOTE * (not answer.data.x0)}"
        )
    if answer.bound is None:
        return "Undecided: no weights found so far separate the data. Try a larger --max-seconds."
    updates = count_with_noun(int(answer.bound), "update")
    return f"From w = 0 PLA makes at most {updates}, in any order of visits."
