"""The options of `read`, checked: how a file is to be read."""

from __future__ import annotations

from ..errors import DataError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Union

    Column = Union[int, str]
    Features = Union[str, Iterable[Column]]

FORMATS = ("csv", "tsv", "semicolon", "space", "libsvm")
DECIMALS = (",", ".")
DROP = "drop"

_CHOICES = {
    "header": (None, True, False),
    "comments": (None, True, False),
    "decimal": (None, *DECIMALS),
    "missing": (None, DROP),
}
_OF_TABLES = ("header", "features", "decimal", "missing", "id")  # which no libsvm file takes


class How:
    """The options; each is None where nobody said anything.

    format, label, features, header, comments, decimal, missing: those of `read`. id: the column
    whose texts are kept. first: how many examples are read, if not all.
    """

    __slots__ = (
        "comments",
        "decimal",
        "features",
        "first",
        "format",
        "header",
        "id",
        "label",
        "missing",
    )

    def __init__(
        self,
        *,
        format: str | None = None,
        label: Column | None = None,
        features: Features | None = None,
        header: bool | None = None,
        comments: bool | None = None,
        decimal: str | None = None,
        missing: str | None = None,
        id: Column | None = None,
        first: int | None = None,
    ) -> None:
        self.format, self.label, self.features, self.id = format, label, features, id
        self.first = first
        self.header, self.comments, self.decimal, self.missing = header, comments, decimal, missing
        if format is not None and format not in FORMATS:
            expected = ", ".join(FORMATS)
            raise DataError(f"found {shown(format)} as a format; expected one of {expected}")
        for option, (nothing, *values) in _CHOICES.items():
            value = getattr(self, option)
            if value is not nothing and value not in values:
                expected = ", ".join(map(repr, values))
                raise DataError(f"{option}: found {shown(value)}; expected {expected} or None")

    def check_libsvm(self, source: str) -> None:
        """Refuse what means nothing in a libsvm file; DataError names the option."""
        for option in _OF_TABLES:
            value = getattr(self, option)
            if value is not None and value is not False:
                have = "none" if option == "header" else "no columns"
                raise DataError(
                    f"{source}: found {option}={shown(value)}; "
                    f"expected none, as libsvm files have {have}"
                )
        if self.label is not None:
            raise DataError(
                f"{source}: found label={shown(self.label)}; "
                "expected none, as libsvm labels always stand first"
            )
