"""The form of an object in a notebook: a picture or a table."""

from __future__ import annotations

__all__ = ["Shown"]


class Shown:
    """An object that Jupyter, and whatever else knows its protocol, shows richer than `repr` does.

    `drawing.forms` makes the forms when a notebook asks, so the core, which inherits this, loads
    nothing of drawing.
    """

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the object's forms by their MIME types."""
        from .drawing.forms import forms

        return forms(self)

    def _repr_html_(self) -> str:
        """Return its HTML alone, for a front end that knows no more of the protocol."""
        return self._repr_mimebundle_()["text/html"]
