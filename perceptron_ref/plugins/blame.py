"""An error in a plugin's code, in one line: the place in the user's own file, and what it was."""

from __future__ import annotations

import os
from collections.abc import Iterable
from types import FrameType

from ..errors import StrategyError, in_one_line, type_name

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_VIEW = "; a view has len(view), updates, margin(n), margins(), is_mistake(n) and squared_norm(n)"
_BESIDE = "; expected it to be installed, or its folder in PYTHONPATH"
_CALL = "; expected def order(view, *, options)"


def strategy_error(who: str, visit: int, error: BaseException, visits: object) -> StrategyError:
    """Return the error that names the strategy, the visit, the place in its code, and the fault.

    What is no fault is raised again: Ctrl-C, the end of a debugger, and what pytest skips or ends
    by. who: the strategy, as messages name it. visits: its generator; None while it is called for.
    """
    is_fault = isinstance(error, (Exception, SystemExit, GeneratorExit))
    if not is_fault or is_end_of_debugger(error):
        raise error
    waiting = getattr(visits, "gi_frame", None)  # at its `yield`, if what it yielded is wrong
    place = place_of(error, [(waiting, waiting.f_lineno)] if waiting else [])
    raised = "" if isinstance(error, StrategyError) else "it raised "
    call = _CALL if isinstance(error, TypeError) and visits is None and not place else ""
    asked = f"strategy {who}, asked for visit {visit}{place}"
    return StrategyError(f"{asked}: {raised}{fault(error)}{call}")


def is_end_of_debugger(error: BaseException) -> bool:
    """Tell whether somebody quit a debugger: by BdbQuit, or from Python 3.14 on by `pdb`'s exit."""
    if isinstance(error, SystemExit):
        from traceback import walk_tb

        modules = [frame.f_globals.get("__name__") for frame, _ in walk_tb(error.__traceback__)]
        return modules[-1:] == ["pdb"]
    return type_name(error) == "BdbQuit"  # by its name, so that the module is not loaded


def fault(error: BaseException) -> str:
    """Return the error in a line: its kind and its text; the text alone of a StrategyError."""
    text = in_one_line(error)
    if isinstance(error, StrategyError):
        return text
    hint = _VIEW * ("'View' object" in text) or _BESIDE * isinstance(error, ModuleNotFoundError)
    return type_name(error) + f": {text}" * bool(text) + hint


def place_of(error: BaseException | None, at_work: Iterable[tuple[FrameType, int]] = ()) -> str:
    """Return ", at FILE:LINE" of the user's code at fault, "" where none is known.

    at_work: frames before those of the error, the outermost first. The user's file is the first
    that is neither of this package nor of what runs it for us; the line is the last one there.
    """
    from traceback import walk_tb

    if isinstance(error, SyntaxError) and error.filename:
        return f", at {error.filename}:{error.lineno}"
    frames = [*at_work]
    # a StopIteration in a generator becomes a RuntimeError, whose cause alone has the place
    for each in (getattr(error, "__cause__", None), error):
        frames += walk_tb(getattr(each, "__traceback__", None))
    lines = {frame.f_code.co_filename: line for frame, line in frames}  # of each file the last
    # they import files, close generators, and in PyPy 7 call partials
    between = "importlib", *(f"{os.sep}{name}.py" for name in ("contextlib", "functools"))
    others = (each for each in lines if not each.startswith(_OURS))
    theirs = (each for each in others if not any(part in each for part in between))
    return next((f", at {file}:{lines[file]}" for file in theirs), "")
