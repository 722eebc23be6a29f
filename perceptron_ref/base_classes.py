"""Base classes: `Shown` for objects that render in notebooks, `Immutable` for immutable ones."""

from __future__ import annotations

from collections.abc import Callable

from .exact.checks import default_feature_names
from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, ClassVar, Final, NoReturn, TypeVar

    # only for type checkers, because a bound that is a text makes Python 3.14 load its parser
    AnyImmutable = TypeVar("AnyImmutable", bound="Immutable")


class Shown:
    """An object that renders in Jupyter, and in other programs with the same protocol.

    `perceptron_ref/__init__.py` sets `_mime_bundle`, the function that renders an object. So the
    classes that inherit from `Shown` need not import `drawing`.
    """

    __slots__ = ()
    _mime_bundle: ClassVar[Callable[[object], dict[str, str]]]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the representations of the object by their MIME types."""
        return type(self)._mime_bundle(self)

    def _repr_html_(self) -> str:
        """Return the HTML for programs that know only this method, such as Streamlit's `st.html`.

        Streamlit's `st.write` shows only the text.
        """
        return self._repr_mimebundle_()["text/html"]


class Immutable(Shown):
    """An object whose attributes never change; it has names for its features x_1, ..., x_d.

    Because nothing changes, a result that was computed from the attributes stays correct.
    """

    d: Final[int]
    """The number of features, x_0 not counted."""
    _names: tuple[str, ...] | None
    """The names of the features; None if they are x1, x2, ..."""
    _computed: tuple[str, ...] = ()
    """The attributes that are computed at their first use."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of x_1, ..., x_d."""
        return default_feature_names(self.d) if self._names is None else self._names

    def _set_attributes(self, **attributes: Any) -> None:
        """Set attributes of a new object; assignment is refused."""
        vars(self).update(attributes)

    def _copy_with(self: AnyImmutable, **changes: Any) -> AnyImmutable:
        """Return a copy with new values of these attributes."""
        copy = type(self).__new__(type(self))
        copy._set_attributes(**{**self.__getstate__(), **changes})
        return copy

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes that a pickle or a copy holds: all but the computed ones."""
        return {name: value for name, value in vars(self).items() if name not in self._computed}

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        """Return the values that equal objects share."""
        return tuple(sorted(vars(self).items()))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        kind = type(self).__name__
        raise AttributeError(f"{name}: a {kind} cannot be changed; make another {kind}")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)
