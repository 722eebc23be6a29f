"""An error in a plugin's code, in one line: the place in the user's own file, and what it was."""

from __future__ import annotations

import os

from ..errors import StrategyError, in_one_line, kind_of, shown

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
    place, what = _blamed(error, visits)
    where = f"strategy {run.order.who}, asked for visit {run.visits + 1}"
    where += f", at {place}" if place else ""
    raised = "" if isinstance(error, StrategyError) else "it raised "
    return StrategyError(f"{where}: {raised}{what}")


def told(error: BaseException) -> str:
    """Return "FILE:LINE: KIND: text" for an error in a plugin's code."""
    return ": ".join(filter(None, _blamed(error)))


def not_visits(returned: object) -> str:
    """Return what is wrong with what a strategy returned, which is no iterator of visits."""
    found, advice = shown(returned), "yield instead of return"
    if hasattr(returned, "__await__") or hasattr(returned, "__anext__"):
        found, advice = f"the {kind_of(returned)} of an async def", "write def"
        if hasattr(returned, "close"):
            returned.close()  # else Python warns of a coroutine that was never awaited
    return f"it returned {found}; expected a generator of visits: {advice}"


def _blamed(error: BaseException, visits: object = None) -> tuple[str, str]:
    """Return FILE:LINE in the user's file, "" where none is known, and the error in a line.

    The file is the first on the traceback that is neither of this package nor of the import system,
    the line the last one in it. Where there is none, because the loop refused a visit, it is the
    line at which the generator `visits` waits. A StrategyError that user code raises itself is told
    without a place.
    """
    text = in_one_line(error)
    if isinstance(error, SyntaxError) and error.filename:
        place, text = f"{error.filename}:{error.lineno}", in_one_line(error.msg)
        return in_one_line(place), f"{kind_of(error)}: {text}"
    if "'View' object" in text:
        text += _A_VIEW_HAS
    places = _users_places(error)
    if not isinstance(error, StrategyError):
        text = f"{kind_of(error)}: {text}" if text else kind_of(error)
    elif places and places[-1] == _places(error)[-1]:
        return "", text
    # Python replaces a StopIteration in a generator: the cause has its place
    places = places or _users_places(error.__cause__)
    frame = getattr(visits, "gi_frame", None)
    if not places and frame is not None:
        places = [(frame.f_code.co_filename, frame.f_lineno)]
    lines = [line for file, line in places if file == places[0][0]]
    return (f"{places[0][0]}:{lines[-1]}" if places else ""), text


def _places(error: BaseException | None) -> list[tuple[str, int]]:
    """Return the file and line of each frame on an error's traceback."""
    from traceback import walk_tb

    found = walk_tb(error.__traceback__ if error is not None else None)
    return [(frame.f_code.co_filename, line) for frame, line in found]


def _users_places(error: BaseException | None) -> list[tuple[str, int]]:
    """Return those that are neither in this package nor in the import system."""
    return [
        (file, line)
        for file, line in _places(error)
        if not os.path.abspath(file).startswith(_OURS) and "importlib" not in file
    ]
