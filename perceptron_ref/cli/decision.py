"""The answer whether a line separates the data, with progress on the way and the proof after."""

from __future__ import annotations

from ..exact.rationals import exact_text, shortened
from ..hypothesis import weights_for_json
from ..theory.separability import NotSeparable, Separable, separability
from . import report
from .progress import Progress
from .text import counted, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ..dataset import Dataset


def decided(data: Dataset) -> Separable | NotSeparable:
    """Return the answer, showing progress on a terminal."""
    with Progress() as progress:
        return separability(
            data, on_step=lambda step: progress.reached(counted(step.steps, "step"))
        )


def show(args: argparse.Namespace, found: Separable | NotSeparable) -> int:
    """Print the answer with its proof; return the exit status that stands for it."""
    report.show(args, found, _record, _lines, found.data)
    return 0 if found.separable else 1


def _record(found: Separable | NotSeparable) -> dict[str, object]:
    if isinstance(found, NotSeparable):
        certificate = {"examples": list(found.examples), "coefficients": list(found.coefficients)}
        return {"separable": False, "certificate": certificate, "verified": found.verify()}
    return {
        "separable": True,
        "w_f": weights_for_json(found.w_f, int),
        "rho2": exact_text(found.rho2),
        "R2": exact_text(found.R2),
        "bound": exact_text(found.bound),
        "support": list(found.support),
        "verified": found.verify(),
    }


def _lines(found: Separable | NotSeparable) -> Iterator[str]:
    yield from _certificate(found) if isinstance(found, NotSeparable) else _separator(found)
    verdict = "the proof holds." if found.verify() else "THE PROOF FAILS, please report this."
    yield f"Verified: {verdict}"


def _separator(found: Separable) -> Iterator[str]:
    yield "Separable. The line of largest margin:"
    yield ""
    yield from report.weight_lines(found.data, found.w_f)
    yield f"rho^2 = {shortened(found.rho2)}, R^2 = {shortened(found.R2)}"
    yield (
        f"R^2/rho^2 = {shortened(found.bound)}: from w_0 = 0 PLA makes at most "
        f"{counted(int(found.bound), 'update')}, whatever the order."
    )
    yield f"Examples that fix the line, all nearest to it: {listed(found.support)}"


def _certificate(found: NotSeparable) -> Iterator[str]:
    parts = [
        f"{shortened(a)} times example {n}" if a > 1 else f"example {n}"
        for n, a in zip(found.examples, found.coefficients)
    ]
    yield f"Not separable: {' plus '.join(parts)}, each times its label, is zero,"
    yield "so no line has all of them on its right side."
