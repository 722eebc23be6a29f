"""Whether runs ended as wanted: the warning if they did not, and the exit status."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from .terminal import print_to_stderr, quantity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..experiments.records import Repeated, RunRecord
    from ..run import Run
    from .requests import RunRequest

FAILED = 1  # the exit status of a command that did not reach what --require names
CONVERGED = "converged"
_MAX_NAMED = 5  # strategies in a warning


def has_converged(run: Union[Run, RunRecord]) -> bool:
    """Return whether the weights make no mistake, or no more than --target-mistakes allows."""
    return run.status in (CONVERGED, "target_mistakes") or not run.mistakes


def warn_of_run(run: Run, request: RunRequest) -> None:
    """Warn if a run did not converge. Pocket may be meant to run on, so it needs a target."""
    if not has_converged(run) and _is_expected_to_converge(request):
        wrong = f"{run.mistakes:,} of {quantity(run.data.N, 'example')}"
        print_to_stderr(f"warning: NOT converged ({run.status}): {wrong} wrong")


def warn_of_runs(repeated: Repeated, request: RunRequest) -> int:
    """Warn if some of many runs did not converge; return how many."""
    unfinished = sum(not has_converged(run) for run in repeated.runs)
    if unfinished and _is_expected_to_converge(request):
        runs = f"{unfinished:,} of {quantity(len(repeated.runs), 'run')}"
        print_to_stderr(f"warning: {runs} did NOT converge")
    return unfinished


def warn_of_strategies(names: Sequence[str], what: str) -> None:
    """Warn of strategies of which some run did not converge. what: what is said of them."""
    if names:
        more = ", ..." * (len(names) > _MAX_NAMED)
        print_to_stderr(f"warning: {what}: {', '.join(names[:_MAX_NAMED])}{more}")


def _is_expected_to_converge(request: RunRequest) -> bool:
    return request.algorithm == "pla" or "target_mistakes" in request.options
