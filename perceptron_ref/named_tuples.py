"""A faster `NamedTuple`: classes are written as with `typing.NamedTuple`, but load in less time.

`typing.NamedTuple` compiles the annotation of every field, which takes a tenth of the time of
`fit`.
"""

from __future__ import annotations

from collections import namedtuple

from .type_checking import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any
    from typing import NamedTuple as NamedTuple
else:

    class _WithFields(type):
        """The metaclass that turns a subclass of `NamedTuple` into a named tuple of its fields."""

        def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = [*namespace["__annotations__"]]
            defaults = [namespace.pop(field) for field in fields if field in namespace]
            base = namedtuple(name, fields, defaults=defaults)
            return type(name, (base,), {"__slots__": (), **namespace})

    class NamedTuple(metaclass=_WithFields):
        """A base class: the annotated attributes of a subclass are the fields of a named tuple."""
