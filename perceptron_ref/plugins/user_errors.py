"""Errors in a user's code, in one line: the place in the user's own file, and the error."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from types import FrameType

from ..errors import StrategyError, one_line_text, type_name

_OWN_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_VIEW_HINT = (
    "; a view has len(view), updates, margin(n), margins(), is_mistake(n) and squared_norm(n)"
)
_IMPORT_HINT = "; expected it to be installed, or its folder in PYTHONPATH"
_CALL_HINT = (
    "; expected a function of the view alone, with options behind a * and their defaults, as in "
    "def order(view, *, seed=0)"
)


def strategy_error(
    strategy: str, visit: int, error: BaseException, visits: object
) -> StrategyError:
    """Return the error that names the strategy, the visit, the place in its code, and the error.

    Ctrl-C, the exit of a debugger, and the exceptions by which pytest skips or ends are no errors:
    they are raised again as they are.

    Args:
        strategy: The strategy, as messages name it.
        visit: The number of the visit, from 1.
        error: What its code raised.
        visits: Its generator; None if the call of the strategy raised the error.
    """
    is_error = isinstance(error, (Exception, SystemExit, GeneratorExit))
    if not is_error or is_debugger_exit(error):
        raise error
    waiting = getattr(visits, "gi_frame", None)  # at its `yield`, if what it yielded is wrong
    place = user_code_location(error, [(waiting, waiting.f_lineno)] if waiting else [])
    raised = "" if isinstance(error, StrategyError) else "it raised "
    hint = _CALL_HINT if isinstance(error, TypeError) and visits is None and not place else ""
    visit_text = f"strategy {strategy}, asked for visit {visit}{place}"
    return StrategyError(f"{visit_text}: {raised}{describe_error(error)}{hint}")


def function_name(strategy: Callable[..., object]) -> str:
    """Return FILE.py:NAME of the function that a strategy calls; "it" if it has no such name."""
    from inspect import unwrap

    function = unwrap(getattr(strategy, "func", strategy))
    function = function if hasattr(function, "__code__") else type(function).__call__
    name = getattr(function, "__qualname__", "<wrapper>")
    code = getattr(function, "__code__", None)
    return f"{os.path.basename(code.co_filename)}:{name}" if code and "<" not in name else "it"


def is_debugger_exit(error: BaseException) -> bool:
    """Tell whether somebody quit a debugger: by BdbQuit, or from Python 3.14 on by `pdb`'s exit."""
    if isinstance(error, SystemExit):
        from traceback import walk_tb

        modules = [frame.f_globals.get("__name__") for frame, _ in walk_tb(error.__traceback__)]
        return modules[-1:] == ["pdb"]
    return type_name(error) == "BdbQuit"  # by its name, so that the module is not loaded


def describe_error(error: BaseException) -> str:
    """Return an error in one line: its type, its message and a hint; a StrategyError's message."""
    message = one_line_text(error)
    if isinstance(error, StrategyError):
        return message
    hint = _VIEW_HINT if "'View' object" in message else ""
    hint += _IMPORT_HINT if isinstance(error, ModuleNotFoundError) else ""
    return type_name(error) + (f": {message}" if message else "") + hint


def user_code_location(
    error: BaseException | None, frames: Iterable[tuple[FrameType, int]] = ()
) -> str:
    """Return ", at FILE:LINE" in the user's code; "" if the place is not known.

    The user's file is the first one that belongs neither to this package nor to the modules that
    run it for us; the line is the last one there.

    Args:
        error: The error, with its traceback; None if there is none.
        frames: Frames and lines before those of the traceback, the outermost first.
    """
    from traceback import walk_tb

    if isinstance(error, SyntaxError) and error.filename:
        return f", at {error.filename}:{error.lineno}"
    stack = [*frames]
    # a StopIteration in a generator becomes a RuntimeError, and only its cause has the place
    for exception in (getattr(error, "__cause__", None), error):
        stack += walk_tb(getattr(exception, "__traceback__", None))
    last_lines = {frame.f_code.co_filename: line for frame, line in stack}
    # they import files, close generators, and in PyPy 7 call partials
    helpers = "importlib", *(f"{os.sep}{name}.py" for name in ("contextlib", "functools"))
    outside = (file for file in last_lines if not file.startswith(_OWN_FOLDER))
    users = (file for file in outside if not any(part in file for part in helpers))
    return next((f", at {file}:{last_lines[file]}" for file in users), "")
