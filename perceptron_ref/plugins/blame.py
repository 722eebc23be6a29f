"""An error in a plugin's code, in one line: the place in the user's own file, and what it was."""

from __future__ import annotations

import os

from ..errors import StrategyError, in_one_line, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FrameType
    from typing import Any

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
    place = place_of(error, getattr(visits, "gi_frame", None))
    where = f"strategy {run.order.who}, asked for visit {run.visits + 1}"
    raised = "" if isinstance(error, StrategyError) else "it raised "
    return StrategyError(f"{where}{', at ' if place else ''}{place}: {raised}{fault(error)}")


def fault(error: BaseException) -> str:
    """Return the error in a line: its kind and its text; the text alone of a StrategyError."""
    text = in_one_line(error)
    if "'View' object" in text:
        text += _A_VIEW_HAS
    kind = [] if isinstance(error, StrategyError) else [kind_of(error)]
    return ": ".join([*kind, *[text] * bool(text)])


def place_of(error: BaseException, waiting: Any = None) -> str:
    """Return FILE:LINE of the user's code at fault, "" where none is known.

    waiting: the frame of a generator at its `yield`, where the error is about what it yielded.
    """
    from traceback import walk_tb

    if isinstance(error, SyntaxError) and error.filename:
        return in_one_line(f"{error.filename}:{error.lineno}")
    frames = [] if waiting is None else [(waiting, waiting.f_lineno)]
    # a StopIteration in a generator becomes a RuntimeError, whose cause alone has the place
    for each in (error.__cause__, error):
        frames += walk_tb(each.__traceback__) if each is not None else ()
    return place_in(frames)


def place_in(frames: Iterable[tuple[FrameType, int]]) -> str:
    """Return FILE:LINE of the user's code among frames at work, the outermost first, or "".

    The user's file is the first that is neither of this package nor of the import system; the line
    is the last one there.
    """
    places = [(frame.f_code.co_filename, line) for frame, line in frames]
    theirs = [p for p in places if not p[0].startswith(_OURS) and "importlib" not in p[0]]
    lines = [line for file, line in theirs if file == theirs[0][0]]
    return f"{theirs[0][0]}:{lines[-1]}" if theirs else ""
