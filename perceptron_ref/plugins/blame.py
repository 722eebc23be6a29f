"""Errors in user code, with the user's file and line."""

from __future__ import annotations

import os

from ..errors import OutOfTime, StrategyError, in_one_line, kind_of, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_OURS = _PACKAGE + os.sep
_LOOP = os.path.join(os.path.dirname(os.path.dirname(__file__)), "pla.py")
_A_VIEW_HAS = (
    "; a view has len(view), updates, margin(n), margins(), is_mistake(n) and squared_norm(n)"
)
_IMPORTS = ("importlib", "_frozen_importlib", "_frozen_importlib_external")


def told(error: BaseException) -> str:
    """Return "FILE:LINE: KIND: text" for an exception in user code, the place being the user's."""
    place, what = place_of(error), _kind_and_text(error)
    if isinstance(error, SyntaxError) and error.filename:
        place = in_one_line(f"{error.filename}:{error.lineno}")
        what = f"{kind_of(error)}: {in_one_line(error.msg)}"
    return f"{place}: {what}" if place else what


def _kind_and_text(error: BaseException) -> str:
    text = in_one_line(error)
    if text.startswith("'View' object has no attribute"):
        text += _A_VIEW_HAS
    return f"{kind_of(error)}: {text}" if text else kind_of(error)


def fault(error: BaseException, visits: object) -> str:
    """Return ", at FILE:LINE: what it did" for the error of a strategy that was asked for a visit.

    visits: the generator that it returned, if it returned one. A StrategyError that the strategy
        raises itself is quoted without a place.
    """
    what, place = in_one_line(error), place_of(error)
    if not isinstance(error, StrategyError):
        what = f"it raised {_kind_and_text(error)}"
    elif raised_by_user(error):
        place = ""
    else:
        place = place or _where_it_yielded(visits)
    return f", at {place}: {what}" if place else f": {what}"


def passes(error: BaseException) -> bool:
    """Tell whether an exception that left a strategy is no fault of its own: Ctrl-C, a limit."""
    is_limit = isinstance(error, OutOfTime) and not raised_by_user(error)
    return is_limit or isinstance(error, KeyboardInterrupt)


def not_visits(returned: object) -> str:
    """Return what is wrong with what a strategy returned, which is no iterator of visits."""
    found, advice = shown(returned), ""
    if hasattr(returned, "__await__"):
        close = getattr(returned, "close", None)
        if close is not None:
            close()  # else Python warns of a coroutine that was never awaited
        found, advice = "a coroutine", ": write def instead of async def"
    elif hasattr(returned, "__anext__"):
        found, advice = "an asynchronous generator", ": write def instead of async def"
    elif returned is None:
        advice = ": a function that yields them"
    elif hasattr(returned, "__iter__") or type(returned) is int:
        advice = ": yield instead of return"
    return f"it returned {found}; expected a generator of visits{advice}"


def place_in_strategy(error: BaseException) -> str:
    """Return "FILE:LINE" in the strategy that an error, such as Ctrl-C, interrupted; or ""."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame.f_code.co_filename != _LOOP:
        traceback = traceback.tb_next
    return place_of(error, traceback) if traceback is not None else ""


def place_of(error: BaseException, traceback: TracebackType | None = None) -> str:
    """Return "FILE:LINE" of the last line in the user's outermost file on the traceback; or ""."""
    own = place = ""
    for file, line in _lines_of_users(traceback or error.__traceback__):
        own = own or file
        if file == own:
            place = f"{file}:{line}"
    if not place and error.__cause__ is not None:
        return place_of(error.__cause__)  # Python replaces a StopIteration in a generator
    return place


def _lines_of_users(traceback: TracebackType | None) -> Iterator[tuple[str, int]]:
    """Yield file and line of a traceback's frames, without this package and the import system."""
    while traceback is not None:
        frame = traceback.tb_frame
        module = str(frame.f_globals.get("__name__")).partition(".")[0]
        if not _is_ours(frame.f_code.co_filename) and module not in _IMPORTS:
            yield frame.f_code.co_filename, traceback.tb_lineno
        traceback = traceback.tb_next


def raised_by_user(error: BaseException) -> bool:
    """Tell whether the line that raised the error is none of this package."""
    file, traceback = __file__, error.__traceback__
    while traceback is not None:
        file, traceback = traceback.tb_frame.f_code.co_filename, traceback.tb_next
    return not _is_ours(file)


def _where_it_yielded(visits: object) -> str:
    """Return the line at which a generator waits, which yielded the visit that was refused."""
    frame = getattr(visits, "gi_frame", None)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame is not None else ""


def _is_ours(file: str) -> bool:
    return os.path.abspath(file).startswith(_OURS)
