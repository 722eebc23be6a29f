"""Messages about runs that did not converge, and the exit status of --require."""

from __future__ import annotations

from ..exact.rationals import count_with_noun
from ..type_checking import TYPE_CHECKING
from .terminal import print_error, print_to_stderr

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Union

    from ..experiments.records import Repeated, RunRecord
    from ..run import Run
    from .requests import RunRequest

UNMET_STATUS = 1  # the exit status of a command that does not meet --require
CONVERGED = "converged"
FLAG_BY_STATUS = {  # the option that stopped a run, by `Run.status`
    "max_updates": "--max-updates",
    "max_visits": "--max-visits",
    "right_in_a_row": "--right-in-a-row",
    "stopped": "--max-seconds",
}
_MAX_NAMES = 5  # of strategies in one message


def has_converged(run: Union[Run, RunRecord]) -> bool:
    """Tell whether the weights make no mistake, or at most the --target-mistakes."""
    return run.status in (CONVERGED, "target_mistakes") or not run.mistakes


def describe_unconverged_run(run: Run) -> str:
    """Describe a run that did not converge; return "" for a run that did."""
    if has_converged(run):
        return ""
    mistakes = f"{run.mistakes:,} of {count_with_noun(run.data.N, 'example')}"
    flag = FLAG_BY_STATUS.get(run.status)
    ending = f"stopped by {flag}" if flag else run.status
    return f"NOT converged: {ending}, with {mistakes} wrong"


def describe_unconverged_runs(repeated: Repeated) -> str:
    """Say how many runs did not converge; return "" if all did."""
    unconverged = sum(not has_converged(run) for run in repeated.runs)
    runs = f"{unconverged:,} of {count_with_noun(len(repeated.runs), 'run')}"
    return f"{runs} did NOT converge" if unconverged else ""


def problem_with_strategy_names(names: Sequence[str], problem: str) -> str:
    """Return a sentence with the names of the strategies that have a problem; "" if none has it.

    Of more than five names only the first five are listed, and "..." follows.

    >>> problem_with_strategy_names(["cyclic"], "did NOT converge")
    'strategy cyclic did NOT converge'
    >>> problem_with_strategy_names(["cyclic", "restart"], "failed")
    '2 strategies (cyclic, restart) failed'
    """
    if len(names) == 1:
        return f"strategy {names[0]} {problem}"
    ellipsis = ", ..." * (len(names) > _MAX_NAMES)
    texts = f"{', '.join(names[:_MAX_NAMES])}{ellipsis}"
    return f"{len(names)} strategies ({texts}) {problem}" if names else ""


def print_problems(*problems: str, required: str | None, warns: bool = True) -> int:
    """Print problems on standard error; return the exit status.

    Args:
        problems: The problems in words; "" means no problem.
        required: The value of --require, which makes a problem an error; None without --require.
        warns: Whether to print a warning if there is no --require.

    Returns:
        `UNMET_STATUS` if there is a problem and --require is given; otherwise 0.
    """
    text = "; ".join(filter(None, problems))
    if text and required is not None:
        reason = text.replace("NOT converged: stopped", "stopped")
        print_error(f"--require {required} is not met: {reason}")
        return UNMET_STATUS
    if text and warns:
        print_to_stderr(f"warning: {text}")
    return 0


def is_expected_to_converge(request: RunRequest) -> bool:
    """Tell whether mistakes at the end are a problem: for Pocket only if it has a target."""
    return request.algorithm == "pla" or "target_mistakes" in request.options
