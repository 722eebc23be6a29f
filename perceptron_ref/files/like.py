"""The kind of object that another file must agree with."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Protocol

    class Like(Protocol):
        """A Dataset or a Hypothesis that another file's columns and labels must agree with."""

        @property
        def d(self) -> int: ...
        @property
        def names(self) -> tuple[str, ...]: ...
        @property
        def _names(self) -> tuple[str, ...] | None: ...
        @property
        def x0(self) -> Fraction: ...
        @property
        def labels(self) -> tuple[str | None, str]: ...
        @property
        def label_name(self) -> str | None: ...
