"""Ctrl-C while the command line is not yet ready for it, or no longer: a quiet end.

`python3 -m perceptron_ref` imports the package before any line of the command line runs. What
imports the package otherwise is left alone.
"""

from __future__ import annotations

import _thread
import os
import sys
import time

try:
    import _signal  # type: ignore[import-not-found]  # what `signal` is made of, without its enums
except ImportError:
    _signal = None

__all__ = ["end_quietly", "is_command_line", "raise_again"]

_STATUS = 130  # as shells tell it
_IMPORTS = ("perceptron_ref", "importlib", "_frozen_importlib")


def is_command_line() -> bool:
    """Tell whether this process is the command line: a module that is run, pip's script, or the
    one file that is carried.
    """
    name: str = (getattr(sys, "argv", None) or [""])[0]
    name = name.replace("\\", "/").rpartition("/")[2]
    if name == "-m":  # until the module is found, be it that of another package
        return _importer() == "runpy"
    return name.startswith("perceptron-ref") or name == "perceptron_ref.pyz"


def _importer() -> str:
    """Return the name of the module that imports the package."""
    frame = sys._getframe()
    while frame is not None:
        name = str(frame.f_globals.get("__name__"))
        if name.partition(".")[0] not in _IMPORTS:
            return name
        frame = frame.f_back  # type: ignore[assignment]
    return ""


def end_quietly() -> None:
    """Make Ctrl-C end the process at once, unless it means something else than usual."""
    if _signal and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _set(_end)


def raise_again() -> bool:
    """Make Ctrl-C raise KeyboardInterrupt again, if it was to end the process, wherever it comes;
    tell whether so.
    """
    was_to_end = bool(_signal) and _signal.getsignal(_signal.SIGINT) is _end
    if was_to_end:
        sys.unraisablehook = _unraisable
        _set(_signal.default_int_handler)
    return was_to_end


def _unraisable(what: sys.UnraisableHookArgs) -> None:
    """Send Ctrl-C again that came while Python called what can raise nothing, as the callback of
    a weak reference: an import has one, and would go on.
    """
    if what.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(what)
        return
    _thread.start_new_thread(_send_again, ())  # sent from here, it would be lost again


def _send_again() -> None:
    time.sleep(0.01)  # until the main thread is where it was
    _thread.interrupt_main()


def _set(handler: object) -> None:
    try:
        _signal.signal(_signal.SIGINT, handler)
    except ValueError:  # this is not the main thread
        pass


def _end(number: int, frame: object) -> None:
    os._exit(_STATUS)
