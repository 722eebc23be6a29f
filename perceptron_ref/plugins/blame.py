"""An error in a plugin's code, in one line: the place in the user's own file, and what it was."""

from __future__ import annotations

import os

from ..errors import StrategyError, in_one_line, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..run import Run

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_A_VIEW_HAS = (
    "; a view has len(view), updates, margin(n), margins(), is_mistake(n) and squared_norm(n)"
)


def strategy_error(run: Run, error: BaseException, visits: object) -> StrategyError:
    """Return the error that names the strategy, the visit, the place in its code, and the fault.

    Ctrl-C is raised again: it is no fault.
    """
    if isinstance(error, KeyboardInterrupt):
        raise error
    place, what = fault(error, visits)
    where = f"strategy {run.order.who}, asked for visit {run.visits + 1}"
    where += f", at {place}" if place and not run.order.built_in else ""
    raised = "" if isinstance(error, StrategyError) else "it raised "
    return StrategyError(f"{where}: {raised}{what}")


def fault(error: BaseException, visits: object = None) -> tuple[str, str]:
    """Return FILE:LINE in the user's file, "" where none is known, and the error in a line.

    The file is the first on the traceback that is neither of this package nor of the import system,
    the line the last one in it. Where there is none, because the loop refused a visit, it is the
    line at which the generator `visits` waits.
    """
    from traceback import walk_tb

    text = in_one_line(error)
    if isinstance(error, SyntaxError) and error.filename:
        place, text = f"{error.filename}:{error.lineno}", in_one_line(error.msg)
        return in_one_line(place), f"{kind_of(error)}: {text}"
    if "'View' object" in text:
        text += _A_VIEW_HAS
    if not isinstance(error, StrategyError):
        text = f"{kind_of(error)}: {text}" if text else kind_of(error)
    waiting = getattr(visits, "gi_frame", None)
    # where a generator raised StopIteration, the cause of the RuntimeError has its place
    cause = error.__cause__ or error
    for frames in (
        walk_tb(error.__traceback__),
        walk_tb(cause.__traceback__),
        [(waiting, waiting.f_lineno)] if waiting is not None else [],
    ):
        places = [(frame.f_code.co_filename, line) for frame, line in frames]
        users = [
            (f, line) for f, line in places if f[: len(_OURS)] != _OURS and "importlib" not in f
        ]
        if users:
            return (
                f"{users[0][0]}:{[line for file, line in users if file == users[0][0]][-1]}",
                text,
            )
    return "", text
