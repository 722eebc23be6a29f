"""Strategies in files, named by path: `path/to/mine.py`, or `path/to/mine.py:name` of several.

Nothing is searched and nothing is installed: a file is run because somebody named it.
"""

from __future__ import annotations

import os
import stat
import sys

from ..errors import StrategyError, did_you_mean, shown
from ..exact.limits import MOST_BYTES_OF_A_STRATEGY
from .blame import passes, told
from .options import options_of
from .shape import checked_shape, is_plain, place_of, takes_a_view, yields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from . import VisitsOf


def split_path(text: str) -> tuple[str, str] | None:
    """Return the path of a Python file and what follows it after a colon; None without a .py.

    >>> split_path("orders/mine.py:fast"), split_path("C:/mine.py"), split_path("cyclic")
    (('orders/mine.py', 'fast'), ('C:/mine.py', ''), None)
    """
    end = f"{text}:".find(".py:")
    return None if end < 0 else (text[: end + 3], text[end + 4 :])


def split_options(text: str) -> tuple[str, str]:
    """Return the name, or the file with its function, and the text of the options.

    >>> split_options("random:seed=4"), split_options("mine.py:seed=4"), split_options("mine.py:f")
    (('random', 'seed=4'), ('mine.py', 'seed=4'), ('mine.py:f', ''))
    """
    file = split_path(text)
    if file is None:
        name, _, rest = text.partition(":")
        return name.strip(), rest
    path, after = file
    function, _, rest = after.partition(":")
    if "=" in function:  # mine.py:seed=7 names no function
        return path, after
    return f"{path}:{function}" if function else path, rest


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
                f"{_meant(path, name, module)}"
            )
        return found  # type: ignore[no-any-return]
    own = _functions(module, yields)
    stem = os.path.basename(path)[:-3].replace("-", "_")
    if stem in own or len(own) == 1:
        return own.get(stem) or next(iter(own.values()))
    raise StrategyError(_several(path, module) if own else _forgotten_yield(path, module))


def _several(path: str, module: ModuleType) -> str:
    found = len(_functions(module, yields))
    return f"{path}: found {found} strategies; expected {_expected(module)}"


def _forgotten_yield(path: str, module: ModuleType) -> str:
    """Return the message for a file without a generator function: the nearest to one may be meant.

    StrategyError if that is the only function, and has another shape.
    """
    near = _functions(module, takes_a_view) or _functions(module, is_plain)
    first = next(iter(near.values()), None)
    if len(near) == 1:
        checked_shape(first, path)
    if not takes_a_view(first):
        return _several(path, module)
    names = list(near)
    who = f"the function {names[0]} takes a view but yields nothing"
    if len(names) > 1:
        who = f"the functions {', '.join(names)} take a view but yield nothing"
    return (
        f"{place_of(first)}: {who}; expected visits: `yield n`, or `yield [...]`, instead of "
        f"`return`; a function that returns an iterator is named, as in {path}:{names[0]}"
    )


def _meant(path: str, name: str, module: ModuleType) -> str:
    """Return the end of the message about a name that no strategy has."""
    known = _functions(module, callable)
    if any(name == option.name for each in known.values() for option in options_of(each)):
        return f"; an option takes a value, as in {path}:{name}=VALUE"
    return did_you_mean(name, known)


def _expected(module: ModuleType) -> str:
    names = list(_functions(module, yields))
    classes = list(_functions(module, lambda value: isinstance(value, type)))
    if not names and classes:
        return (
            f"a function that yields, or a class by its name, as in {module.__file__}:{classes[0]}"
        )
    if not names:
        return (
            "a function that takes a view and yields, "
            "as in: def mine(view): yield from range(len(view))"
        )
    return f"one of {', '.join(names)}, as in {module.__file__}:{names[0]}"


def _functions(module: ModuleType, kind: Callable[[object], bool]) -> dict[str, VisitsOf]:
    """Return the functions of a kind that the module itself defines, private ones left out."""
    return {
        name: value
        for name, value in list(vars(module).items())
        if not name.startswith("_") and kind(value) and value.__module__ == module.__name__
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
