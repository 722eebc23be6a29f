"""Describe errors in a user's code in one line: the file and line, and the error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from types import FrameType

from ..errors import StrategyError, one_line_text, type_name

_OWN_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
# Through some of these modules of Python, this package runs the user's code: they import files,
# close generators and, in PyPy, call partials. The package calls the others itself.
_PYTHON_MODULES = {
    *getattr(sys, "stdlib_module_names", ()),  # Python 3.8 and 3.9 do not list their modules
    *"contextlib fractions functools importlib json threading".split(),
    *"_frozen_importlib _frozen_importlib_external _functools".split(),
}
_VIEW_HINT = (
    ". A view has len(view), updates, margin(n), margins(), is_mistake(n) and squared_norm(n)"
)
_IMPORT_HINT = ". Install this module, or add its folder to PYTHONPATH"
_CALL_HINT = (
    "; expected a function of the view alone, with options after a `*`, each with a default, as "
    "in `def order(view, *, seed=0)`"
)


def strategy_error(
    strategy_name: str, visit_number: int, error: BaseException, generator: object
) -> StrategyError:
    """Return a StrategyError that names the strategy, the visit, the file and line, and the error.

    Some exceptions are not errors of the strategy: Ctrl-C, the exit from a debugger, and the
    exceptions of `pytest.skip` and `pytest.fail`. This function raises them again.

    Args:
        strategy_name: The display name of the strategy.
        visit_number: The number of the visit, from 1.
        error: The exception that the code of the strategy raised, or that its answer caused.
        generator: The generator of the strategy; None if the call of the strategy raised the error.
    """
    can_be_strategy_error = isinstance(error, (Exception, SystemExit, GeneratorExit))
    if not can_be_strategy_error or is_debugger_exit(error):
        raise error
    # after a wrong answer, the frame is at its `yield`
    frame = getattr(generator, "gi_frame", None)
    location = user_code_location(error, [(frame, frame.f_lineno)] if frame else [])
    verb = "" if isinstance(error, StrategyError) else "it raised "
    refuses_call = isinstance(error, TypeError) and generator is None and not location
    hint = _CALL_HINT if refuses_call else ""
    subject = f"strategy {strategy_name}, asked for visit {visit_number}{location}"
    return StrategyError(f"{subject}: {verb}{describe_error(error)}{hint}")


def describe_function(strategy: Callable[..., object]) -> str:
    """Return FILE.py:NAME of the function of a strategy.

    Return the word "it" for a function that has no such name: a lambda, a function inside another
    function, or a function written in C.
    """
    from inspect import unwrap

    function = unwrap(getattr(strategy, "func", strategy))
    function = function if hasattr(function, "__code__") else type(function).__call__
    name = getattr(function, "__qualname__", "<wrapper>")
    code = getattr(function, "__code__", None)
    return f"{os.path.basename(code.co_filename)}:{name}" if code and "<" not in name else "it"


def is_debugger_exit(error: BaseException) -> bool:
    """Tell whether an error is the exit from a debugger.

    A debugger raises BdbQuit; from Python 3.14 on `pdb` raises SystemExit.
    """
    if isinstance(error, SystemExit):
        from traceback import walk_tb

        frames = [frame for frame, _ in walk_tb(error.__traceback__)]
        return [frame.f_globals.get("__name__") for frame in frames[-1:]] == ["pdb"]
    return type_name(error) == "BdbQuit"  # compares the name, so that `bdb` need not be imported


def describe_error(error: BaseException) -> str:
    """Return an error in one line: its type, message and hint; for a StrategyError, its message."""
    message = one_line_text(error)
    if isinstance(error, StrategyError):
        return message
    hint = _VIEW_HINT if "'View' object" in message else ""
    hint += _IMPORT_HINT if isinstance(error, ModuleNotFoundError) else ""
    return type_name(error) + (f": {message}" if message else "") + hint


def user_code_location(
    error: BaseException | None, frames: Iterable[tuple[FrameType, int]] = ()
) -> str:
    """Return ", at FILE:LINE" in the user's code; "" if it is not known.

    FILE is the first file in the traceback that belongs neither to this package nor to Python. LINE
    is the last line of FILE in the traceback. A SyntaxError has a file and a line of its own.

    Args:
        error: The error, with its traceback; None to use only `frames`.
        frames: Frames with their lines, which precede the traceback, the outermost first.
    """
    from traceback import walk_tb

    if isinstance(error, SyntaxError) and error.filename:
        return f", at {error.filename}:{error.lineno}"
    stack = [*frames]
    # Python turns a StopIteration in a generator into a RuntimeError; only its cause has the line
    for exception in (getattr(error, "__cause__", None), error):
        stack += walk_tb(getattr(exception, "__traceback__", None))
    last_line_by_file = {
        frame.f_code.co_filename: line for frame, line in stack if _is_in_user_code(frame)
    }
    return next((f", at {file}:{line}" for file, line in last_line_by_file.items()), "")


def _is_in_user_code(frame: FrameType) -> bool:
    """Tell whether a frame belongs neither to this package nor to a module of Python."""
    # compares the names of modules, because a path of the user may contain the same words
    top_level_name = str(frame.f_globals.get("__name__")).partition(".")[0]
    is_own = frame.f_code.co_filename.startswith(_OWN_FOLDER)
    return not is_own and top_level_name not in _PYTHON_MODULES
