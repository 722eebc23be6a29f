"""Strategies in files, named by path: `path/to/mine.py`, or `path/to/mine.py:name` of several.

Nothing is searched and nothing is installed: a file is run because somebody named it.
"""

from __future__ import annotations

import os
import stat
import sys

from ..errors import StrategyError, shown
from ..exact.limits import MOST_BYTES_OF_A_STRATEGY
from .blame import passes, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from . import VisitsOf


def split_path(text: str) -> tuple[str, str] | None:
    """Return the path of a Python file and what follows it after a colon; None without a .py.

    >>> split_path("orders/mine.py:fast"), split_path("C:/mine.py"), split_path("cyclic")
    (('orders/mine.py', 'fast'), ('C:/mine.py', ''), None)
    """
    end = f"{text}:".find(".py:")
    return None if end < 0 else (text[: end + 3], text[end + 4 :])


def load(path: str, name: str) -> VisitsOf:
    """Return the strategy of that name in the file.

    Without a name it is the generator function that is named as the file, or the only one. The file
    is run once, and again only after it has changed. StrategyError for a file that cannot be read
    or run, that lacks the name, or that needs one.
    """
    module = module_of(path)
    if name:
        found = getattr(module, name, None)
        if not callable(found):
            raise StrategyError(
                f"{path}: found no strategy {shown(name)}; expected {_expected(module)}"
            )
        return found  # type: ignore[no-any-return]
    own = _generators(module)
    stem = os.path.basename(path)[:-3].replace("-", "_")
    if stem in own or len(own) == 1:
        return own.get(stem) or next(iter(own.values()))
    raise StrategyError(f"{path}: found {len(own)} strategies; expected {_expected(module)}")


def _expected(module: ModuleType) -> str:
    names = list(_generators(module))
    if not names:
        return (
            "a function that takes a view and yields, "
            "as in: def mine(view): yield from range(len(view))"
        )
    return f"one of {', '.join(names)}, as in {module.__file__}:{names[0]}"


def _generators(module: ModuleType) -> dict[str, VisitsOf]:
    """Return the generator functions that the module itself defines, private ones left out."""
    from inspect import isgeneratorfunction
    from types import FunctionType

    return {
        name: value
        for name, value in list(vars(module).items())
        if not name.startswith("_")
        and type(value) is FunctionType  # other things may answer a question with an error
        and isgeneratorfunction(value)
        and value.__module__ == module.__name__
    }


_loaded: dict[str, tuple[object, ModuleType]] = {}


def module_of(path: str) -> ModuleType:
    """Return the file, run as a module; run it again only if it has changed."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):  # to open a pipe would wait for its other end
            raise OSError("is no plain file")
        with open(path, "rb") as stream:
            source = stream.read(MOST_BYTES_OF_A_STRATEGY + 1)
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or error
        raise StrategyError(
            f"{path}: cannot be read: {what}; expected a Python file with a strategy"
        ) from error
    if len(source) > MOST_BYTES_OF_A_STRATEGY:
        raise StrategyError(
            f"{path}: found more than {MOST_BYTES_OF_A_STRATEGY:,} bytes; "
            "expected a Python file with a strategy"
        )
    key, now = os.path.realpath(path), (status.st_mtime_ns, source)
    if key not in _loaded or _loaded[key][0] != now:
        _loaded[key] = now, _run(path, source)
    return _loaded[key][1]


def _run(path: str, source: bytes) -> ModuleType:
    """Run the file without an import, which would leave a __pycache__ beside a user's file."""
    from types import ModuleType

    name = os.path.realpath(path).replace(".", ":")  # a dot would mean a package
    module = ModuleType(f"strategy file {name}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # where dataclasses and pickle look for what it defines
    try:
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except BaseException as error:  # whatever it does while it is run
        sys.modules.pop(module.__name__, None)
        if passes(error):
            raise
        raise StrategyError(f"strategy {path} cannot be loaded: {told(error)}") from error
    return module
