"""Decide whether a line separates the data, with progress, and report the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..dataset import Dataset
from ..exact.rationals import count_with_noun, weights_for_json
from ..theory.audit import separability_record
from ..theory.margins import Length
from ..theory.separability import (
    NotSeparable,
    Separable,
    Undecided,
    separability,
    through_origin_phrase,
)
from ..theory.svm import SvmSeparator
from ..type_checking import TYPE_CHECKING
from . import report
from .lengths import length_as_dict
from .progress import STOPPED_STATUS, Progress
from .requests import DataRequest, ReportForm

if TYPE_CHECKING:
    from typing import Union

    Answer = Union[Separable, NotSeparable, Undecided]

_MARGIN_DIGITS = 7
STRICT_SIDES_NOTE = (
    " A separating line has no example on it. But if x_0 = 0 and sign(0) is 1 or -1, PLA may halt "
    "with examples on the line."
)
_MIXTURE_NOTE = (
    " The mixture proves rho2_at_most: this is the squared length of a weighted mean of the "
    "vectors y_n x_n."
)


def decide_separability(data: Dataset, progress: Progress) -> Answer:
    """Decide whether a line separates the data; return `Undecided` if the time runs out."""
    progress.begin_stage("computing whether a line separates the examples")
    return separability(data, on_step=make_progress_callback(progress))


def make_progress_callback(progress: Progress) -> Callable[[int, int], object]:
    """Return an `on_step` that shows the progress of `separability` or `svm_separator`."""

    def on_step(steps: int, support: int) -> None:
        vectors = count_with_noun(support, "support vector")
        progress.advance(f"{count_with_noun(steps, 'step')} of the search, with {vectors}")

    return on_step


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
    record = {**separability_record(answer), "verified": answer.verify()}
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
            note = "the largest distance that a separating line can have from its nearest example"
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


def _explain_answer(answer: Answer) -> str:
    """Return the sentences below the report: the meaning of the answer, and what to try next."""
    if isinstance(answer, NotSeparable):
        return (
            f"No line{through_origin_phrase(answer.data)} separates these data. The certificate "
            "proves it: if each of its examples is multiplied by its label and its coefficient, "
            "the sum is zero. `fit --pocket` looks for weights that make few mistakes. `optimum` "
            "finds the fewest mistakes that any line makes."
            f"{STRICT_SIDES_NOTE * (not answer.data.x0)}"
        )
    if answer.bound is None:
        return (
            "Undecided: the search has found neither weights that separate the data nor a proof "
            f"that no line does. Try a larger --max-seconds.{_MIXTURE_NOTE}"
        )
    updates = count_with_noun(int(answer.bound), "update")
    note = _MIXTURE_NOTE * isinstance(answer, Undecided)
    return f"From w = 0 PLA makes at most {updates}, in any order of visits.{note}"
