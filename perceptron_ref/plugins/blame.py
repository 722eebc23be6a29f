"""An error in a plugin's code, in one line: the place in the user's own file, and what it was."""

from __future__ import annotations

import os
from contextlib import contextmanager

from ..errors import StrategyError, in_one_line, kind_of, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from ..run import State

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_IMPORTS = ("importlib", "_frozen_importlib", "_frozen_importlib_external")
_A_VIEW_HAS = (
    "; a view has len(view), updates, margin(n), margins(), is_mistake(n) and squared_norm(n)"
)


def blamed(error: BaseException, visits: object = None) -> tuple[str, str]:
    """Return FILE:LINE in the user's file, "" where none is known, and the error in a line.

    The file is the first on the traceback that is neither of this package nor of the import system,
    the line the last one in it. Where there is none, because the loop refused a visit, it is the
    line at which the generator `visits` waits. A StrategyError that user code raises itself is told
    without a place.
    """
    from traceback import walk_tb

    text = in_one_line(error)
    if isinstance(error, SyntaxError) and error.filename:
        place, text = f"{error.filename}:{error.lineno}", in_one_line(error.msg)
        return in_one_line(place), f"{kind_of(error)}: {text}"
    if "'View' object" in text:
        text += _A_VIEW_HAS
    frames = list(walk_tb(error.__traceback__))
    users = [(frame.f_code.co_filename, line) for frame, line in frames if _is_of_users(frame)]
    if isinstance(error, StrategyError):
        if frames and _is_of_users(frames[-1][0]):
            return "", text
    else:
        text = f"{kind_of(error)}: {text}" if text else kind_of(error)
    if users:
        file, line = [each for each in users if each[0] == users[0][0]][-1]
        return f"{file}:{line}", text
    if error.__cause__ is not None:  # Python replaces a StopIteration in a generator
        return blamed(error.__cause__)[0], text
    frame = getattr(visits, "gi_frame", None)
    return (f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame is not None else ""), text


def strategy_error(state: State, error: BaseException, visits: object) -> StrategyError:
    """Return the error that names the strategy, the visit, the place in its code, and the fault.

    Ctrl-C is raised again: it is no fault.
    """
    if isinstance(error, KeyboardInterrupt):
        raise error
    place, what = blamed(error, visits)
    where = f"strategy {state.strategy.who}, asked for visit {state.visits + 1}"
    where += f", at {place}" if place else ""
    raised = "" if isinstance(error, StrategyError) else "it raised "
    return StrategyError(f"{where}: {raised}{what}")


def _is_of_users(frame: FrameType) -> bool:
    is_ours = os.path.abspath(frame.f_code.co_filename).startswith(_OURS)
    return not is_ours and str(frame.f_globals.get("__name__")).partition(".")[0] not in _IMPORTS


def told(error: BaseException) -> str:
    """Return "FILE:LINE: KIND: text" for an error in a plugin's code."""
    return ": ".join(filter(None, blamed(error)))


@contextmanager
def loading(what: str) -> Iterator[None]:
    """Raise a StrategyError that says what failed for whatever a plugin does while it is loaded."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise StrategyError(f"{what}: {told(error)}") from error


def not_visits(returned: object) -> str:
    """Return what is wrong with what a strategy returned, which is no iterator of visits."""
    found, advice = shown(returned), "yield instead of return"
    if hasattr(returned, "__await__") or hasattr(returned, "__anext__"):
        found, advice = f"the {kind_of(returned)} of an async def", "write def"
        if hasattr(returned, "close"):
            returned.close()  # else Python warns of a coroutine that was never awaited
    return f"it returned {found}; expected a generator of visits: {advice}"
