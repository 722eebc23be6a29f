"""Base classes: what is `Shown` has a form in a notebook; what is `Named` never changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from .exact.values import default_names

if TYPE_CHECKING:
    from .exact.values import Names

    AnyNamed = TypeVar("AnyNamed", bound="Named")


class Shown:
    """An object that Jupyter, and whatever else knows its protocol, shows richer than `repr` does.

    `perceptron_ref/__init__.py` sets `_forms`, which makes the forms. So the core, which inherits
    this, does not import `drawing`.
    """

    __slots__ = ()
    _forms: ClassVar[Callable[[object], dict[str, str]]]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the object's forms by their MIME types."""
        return type(self)._forms(self)

    def _repr_html_(self) -> str:
        """Return its HTML alone, for a front end that knows no more of the protocol: Streamlit."""
        return self._repr_mimebundle_()["text/html"]


class Named(Shown):
    """An object with names for x_1, ..., x_d, whose attributes never change, so that what was
    computed from them stays true.
    """

    d: int
    """The number of features, x_0 not counted."""
    _names: Names
    _computed: tuple[str, ...] = ()
    """The attributes that are computed when they are first asked for."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of x_1, ..., x_d."""
        return default_names(self.d) if self._names is None else self._names

    def _changed(self: AnyNamed, **changes: Any) -> AnyNamed:
        """Return another one with these attributes, and all else as it is here."""
        other = type(self).__new__(type(self))
        vars(other).update(self.__getstate__(), **changes)
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle or a copy holds, and nothing that is computed from it."""
        return {name: value for name, value in vars(self).items() if name not in self._computed}

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return tuple(sorted(vars(self).items()))

    def __setattr__(self, name: str, value: object = None) -> None:
        kind = type(self).__name__
        raise AttributeError(f"{name}: a {kind} cannot be changed; make another {kind}")

    __delattr__ = __setattr__
