"""Named tuples with typed fields, written as with `typing.NamedTuple`, that load in less time.

`typing.NamedTuple` compiles the annotation of every field, for which Python loads its parser. For
the classes that each start needs that takes a tenth of the time of `fit`.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _WithFields(type):
        """Makes a class whose bases are `NamedTuple` a named tuple of its annotated fields."""

        def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = [*namespace["__annotations__"]]
            defaults = [namespace.pop(field) for field in fields if field in namespace]
            base = namedtuple(name, fields, defaults=defaults)
            return type(name, (base,), {"__slots__": (), **namespace})

    class NamedTuple(metaclass=_WithFields):
        """A base class: the annotated attributes of a subclass are the fields of a named tuple."""
