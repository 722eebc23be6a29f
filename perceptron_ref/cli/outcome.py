"""Whether runs ended as wanted: the message if they did not, and the exit status."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from .terminal import count_with_noun, print_error, print_to_stderr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..experiments.records import Repeated, RunRecord
    from ..run import Run
    from .requests import RunRequest

UNMET = 1  # the exit status of a command that did not reach what --require names
CONVERGED = "converged"
_ENDS = {  # how a run ended, by its status
    "max_updates": "stopped by --max-updates",
    "max_visits": "stopped by --max-visits",
    "right_in_a_row": "stopped by --right-in-a-row",
    "stopped": "stopped by --max-seconds",
}
_MAX_NAMED = 5  # strategies in a warning


def has_converged(run: Union[Run, RunRecord]) -> bool:
    """Return whether the weights make no mistake, or no more than --target-mistakes allows."""
    return run.status in (CONVERGED, "target_mistakes") or not run.mistakes


def problem_of_run(run: Run) -> str:
    """Return the problem of a run that did not converge, else ""."""
    if has_converged(run):
        return ""
    wrong = f"{run.mistakes:,} of {count_with_noun(run.data.N, 'example')}"
    return f"NOT converged: {_ENDS.get(run.status, run.status)}, with {wrong} wrong"


def problem_of_runs(repeated: Repeated) -> str:
    """Return how many of many runs did not converge, or ""."""
    unfinished = sum(not has_converged(run) for run in repeated.runs)
    runs = f"{unfinished:,} of {count_with_noun(len(repeated.runs), 'run')}"
    return f"{runs} did NOT converge" if unfinished else ""


def problem_of_strategies(what: str, names: Sequence[str]) -> str:
    """Return which strategies something is said of, or "" if it is said of none."""
    more = ", ..." * (len(names) > _MAX_NAMED)
    return f"{what}: {', '.join(names[:_MAX_NAMED])}{more}" if names else ""


def status_of(*problems: str, required: str | None, is_warned_of: bool = True) -> int:
    """Say on standard error what did not end as wanted; return the exit status.

    Args:
        problems: What is wrong; "" if nothing is wrong.
        required: What --require names, or None without it: then a problem is an error.
        is_warned_of: Whether there is a warning without it.
    """
    text = "; ".join(filter(None, problems))
    if text and required is not None:
        reason = text.replace("NOT converged: stopped", "stopped")
        print_error(f"--require {required} is not met: {reason}")
        return UNMET
    if text and is_warned_of:
        print_to_stderr(f"warning: {text}")
    return 0


def is_expected_to_converge(request: RunRequest) -> bool:
    """Return whether a run should; Pocket may be meant to run on, so it needs a target."""
    return request.algorithm == "pla" or "target_mistakes" in request.options
