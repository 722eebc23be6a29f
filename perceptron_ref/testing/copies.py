"""Fresh copies of a strategy: a comparison with them shows what earlier runs left behind."""

from __future__ import annotations

import sys
from functools import partial
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..visits import Strategy


class Copies:
    """Copies of a strategy, each from a private new run of its module.

    They exist if the strategy stands, under a name of its own, in a plain Python file that can be
    run again; not in a running script, in a notebook, or inside another function.
    """

    def __init__(self, strategy: Strategy) -> None:
        self._strategy: Any = strategy
        function = self._strategy
        while isinstance(function, partial):
            function = function.func
        self._module = sys.modules.get(getattr(function, "__module__", None) or "")
        names = (name for name, value in vars(self._module or object).items() if value is function)
        self._name = next(names, "")
        self._code = _code_of(self._module) if self._module is not None and self._name else None
        if self.possible:
            self.copy()

    @property
    def possible(self) -> bool:
        """Tell whether `copy` returns copies rather than the strategy itself."""
        return self._code is not None

    @property
    def place(self) -> tuple[str, str, str]:
        """The name of the module, its file, and the name of the strategy in it."""
        assert self._module is not None  # as copies are possible
        return self._module.__name__, str(self._module.__file__), self._name

    def copy(self) -> Strategy:
        """Return a fresh copy, its options bound; the strategy itself where none can be made."""
        copy: Strategy = self._strategy
        if self._code is None or self._module is None:
            return copy
        spec = getattr(self._module, "__spec__", None)
        module = ModuleType(self._module.__name__) if spec is None else module_from_spec(spec)
        module.__file__ = self._module.__file__
        try:
            exec(self._code, vars(module))
            copy = _bound(self._strategy, getattr(module, self._name))
        except (Exception, SystemExit):  # a file that can be run only once
            self._code = None
        return copy


def _code_of(module: ModuleType) -> Any:
    """Return the compiled source of a module from a plain file; None for any other."""
    spec, path = getattr(module, "__spec__", None), getattr(module, "__file__", None) or ""
    is_plain = spec is None or isinstance(spec.loader, SourceFileLoader)
    if module.__name__ == "__main__" or not is_plain or not path.endswith(".py"):
        return None
    try:
        with open(path, "rb") as stream:
            return compile(stream.read(), path, "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError):  # the file is gone, or is being edited
        return None


def _bound(strategy: Any, function: Any) -> Any:
    """Return the function with the options of the strategy bound."""
    if not isinstance(strategy, partial):
        return function
    return partial(_bound(strategy.func, function), *strategy.args, **strategy.keywords)
