"""The form of an object in a notebook: a picture or a table.

Whoever draws stands above whatever is drawn, and is loaded when a notebook asks: the package's door
says where.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

__all__ = ["Shown"]


class Shown:
    """An object that Jupyter, and whatever else knows its protocol, shows richer than `repr` does.

    The forms are those of `perceptron_ref.drawing.forms`; without a notebook nothing is computed.
    """

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the object's forms by their MIME types."""
        forms: dict[str, str] = _drawn_by[0]().forms(self)
        return forms

    def _repr_html_(self) -> str:
        """Return its HTML alone, for whoever knows no more of the protocol."""
        return self._repr_mimebundle_()["text/html"]


_drawn_by: list[Callable[[], ModuleType]] = []


def drawn_by(load: Callable[[], ModuleType]) -> None:
    """Let the module that `load` returns make the forms, by its function `forms`."""
    _drawn_by[:] = [load]
