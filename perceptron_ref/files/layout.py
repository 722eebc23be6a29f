"""The use of each column of a file: a feature, the labels, an id, or nothing."""

from __future__ import annotations

from ..errors import DataError, shown
from ..exact.labels import some
from ..exact.rows import default_names
from .columns import SAY_FEATURES, SAY_LABEL, SHOWN, Columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .how import How
    from .like import Like

LABELS = set(  # as people call the column of the labels, in small letters
    "y label labels target class outcome response survived diagnosis \u6a19\u7c64 \u6807\u7b7e "
    "\u985e\u5225 \u7c7b\u522b".split()
)


class Layout:
    """The use of each column.

    features: the columns of x_1, ..., x_d. label: that of the labels, or None. id: the one whose
        texts are kept, or None.
    by_name: whether the features were found by the names of another set. is_chosen: whether by
        these or by the user's. guessed: whether the labels were found by no name, so that their
        cells must tell.
    empty: columns without a name, in which nothing may stand. notes: what was left out, in words.
    """

    __slots__ = (
        "by_name",
        "columns",
        "empty",
        "features",
        "guessed",
        "id",
        "is_chosen",
        "label",
        "notes",
    )

    def __init__(
        self,
        columns: Columns,
        features: Sequence[int],
        label: int | None,
        by_name: bool = False,
        guessed: bool = False,
    ) -> None:
        self.columns, self.features, self.label = columns, features, label
        self.by_name, self.guessed = by_name, guessed
        self.id: int | None = None
        self.is_chosen = by_name
        self.empty: list[int] = []
        self.notes: list[str] = []

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the features, or None without a header."""
        header = self.columns.header
        return None if header is None else tuple([header[column] for column in self.features])

    @property
    def label_name(self) -> str | None:
        """The name of the column of the labels, or None."""
        header = self.columns.header
        return None if header is None or self.label is None else header[self.label] or None

    def place(self, line: str, feature: int) -> str:
        """Return "file:line: column" for a message about that feature."""
        return f"{line}: {self.columns.called(self.features[feature])}"


def layout_of(columns: Columns, how: How, like: Like | None, labelled: bool) -> Layout:
    """Return what each column is for.

    like: the set whose features the file must have. labelled: whether there must be labels.
    DataError for a column that is not there, or has two uses.
    """
    by_name = like is not None and _has_all(columns, like, labelled)
    taken, out = (None, set()) if how.features is None or by_name else columns.chosen(how.features)
    if how.id is not None and like is not None and not by_name and columns.width > like.d:
        out = out | {columns.at(how.id, "the column to be repeated")}
    unnamed = [column for column, name in enumerate(columns.header or ()) if not name]
    numbering = bool(unnamed) and unnamed[0] == 0 and 0 not in out
    empty = {*unnamed} - {0} - out
    out.update({*unnamed}.difference(taken or ()))
    if like is None:
        layout = _own(columns, how, taken, out)
    elif by_name:
        layout = _by_name(columns, how, like, labelled)
    else:
        layout = _by_place(columns, how, like, labelled, taken, out)
    if how.id is not None:
        layout.id = columns.at(how.id, "the column to be repeated")
    layout.is_chosen = by_name or taken is not None
    if columns.header is None:
        return layout
    used = {*layout.features, layout.label, layout.id}
    _check_names(columns, layout)
    layout.empty = sorted(empty - used)
    if numbering and not by_name and 0 not in used:
        layout.notes.append("column 1 has no name and is left out, as one that numbers the rows")
    if like is not None and by_name:
        layout.notes += _said(columns, layout, like, used)
        if labelled and how.label is None and layout.label is not None:
            if like.label_name not in (None, layout.label_name):
                layout.notes.append(f"the labels are those of {columns.called(layout.label)}")
    return layout


def _said(columns: Columns, layout: Layout, like: Like, used: set[int | None]) -> Iterable[str]:
    """Yield which columns were left out, and where labels are, or would be."""
    expected = like.label_name
    left = [column for column in range(columns.width) if column not in used]
    if left:
        labels = ""
        if layout.label is None and expected is not None:
            labels = f"; labels would stand in {shown(expected)} (or --label)"
        yield f"columns that are not needed are left out: {columns.some(left)}{labels}"


def _own(columns: Columns, how: How, taken: list[int] | None, out: set[int]) -> Layout:
    """Take the labels from the last column that is not left out, and all others as features."""
    if columns.width < 2:
        raise DataError(
            f"found 1 column, reading it as {how.format}; expected at least one feature and a "
            "label, or another format (format=..., --format)"
        )
    left = _rest(columns, out)
    label = columns.at(how.label) if how.label is not None else left[-1] if left else None
    if how.label is None and taken is None and label is not None:
        _check_names_of_labels(columns, left, label)
    features = left if label is None else _rest(columns, out | {label})
    if taken is not None:
        features = [column for column in taken if column not in out]
        if label in features:
            raise DataError(
                f"found {columns.called(label or 0)} among the features, and as the column of the "
                "labels; expected another for these (label=..., --label)"
            )
    if not features:
        raise DataError("found no feature; expected at least one that is not left out")
    return Layout(columns, features, label)


def _check_names_of_labels(columns: Columns, left: Sequence[int], label: int) -> None:
    """Refuse the last column as that of the labels where another one is called so."""
    header = columns.header or []
    called_so = [k for k in left if header and header[k].casefold() in LABELS]
    if called_so and label not in called_so:
        spelled = columns.spelled(called_so[0])
        raise DataError(
            f"found {columns.called(called_so[0])}, which looks like that of the labels, before "
            f"{columns.called(label)}; expected to be told: label={spelled!r}, --label {spelled}; "
            f"or --label {columns.spelled(label)}"
        )


def _rest(columns: Columns, out: set[int]) -> Sequence[int]:
    """Return the columns that are not left out: a range, if they stand side by side."""
    first, end = 0, columns.width
    while first in out:
        first += 1
    while end - 1 in out:
        end -= 1
    between = range(first, end)
    return [k for k in between if k not in out] if any(k in between for k in out) else between


def _has_all(columns: Columns, like: Like, labelled: bool) -> bool:
    """Tell whether the header has all the names of the features."""
    if not columns.header:
        return False
    here = {*columns.header}
    missing = next((name for name in like.names if name not in here), None)
    if missing is not None and like.names != default_names(like.d):
        raise DataError(
            f"found no column named {shown(missing)}; "
            f"expected {some(like.names, SHOWN)}, {_labels_too(labelled)}"
            f"{_looks_alike(missing, here)}"
        )
    return missing is None


def _looks_alike(name: str, here: set[str]) -> str:
    """Return that one of the names reads as that one, if it does in other code points."""
    from unicodedata import normalize

    if normalize("NFC", name) not in {normalize("NFC", other) for other in here}:
        return ""
    return (
        "; one that is there reads alike in other code points: rename it (NFC and NFD of Unicode)"
    )


def _by_name(columns: Columns, how: How, like: Like, labelled: bool) -> Layout:
    """Find the features, and the labels, by the names that another set has for them."""
    features = [columns.at(name) for name in like.names]
    used, header = {*features}, columns.header or []
    if how.id is not None:
        used.add(columns.at(how.id, "the column to be repeated"))
    others = [column for column in range(columns.width) if column not in used and header[column]]
    if how.label is not None:
        label = columns.at(how.label)
    elif like.label_name in header:
        label = columns.at(like.label_name or 0)
    elif len(others) == 1 and (labelled or like.label_name is None):
        guessed = not labelled or like.label_name is not None
        return Layout(columns, features, others[0], by_name=True, guessed=guessed)
    elif labelled:
        hint = f"; {SAY_LABEL}" if others else ""
        raise DataError(f"{_found(columns, like, labelled)}{hint}")
    else:
        return Layout(columns, features, None, by_name=True)
    if label in features:
        raise DataError(_found(columns, like, labelled))
    return Layout(columns, features, label, by_name=True)


def _by_place(
    columns: Columns,
    how: How,
    like: Like,
    labelled: bool,
    taken: list[int] | None,
    out: set[int],
) -> Layout:
    """Take the columns in their order as the features, and one more as that of the labels."""
    left = _rest(columns, out)
    label = None if how.label is None else columns.at(how.label)
    if label is None and like.label_name in (columns.header or ()):
        label = columns.at(like.label_name or 0)
    features = left if taken is None else [column for column in taken if column not in out]
    guessed = False
    if label is None and left and (left[-1] not in features or len(features) == like.d + 1):
        label, guessed = left[-1], not labelled
    if taken is None and label is not None:
        features = _rest(columns, out | {label})
    if len(features) != like.d or label in features or (labelled and label is None):
        hint = f"; {SAY_FEATURES}" if taken is None and len(left) > like.d else ""
        raise DataError(f"{_found(columns, like, labelled)}{hint}")
    return Layout(columns, features, label, guessed=guessed)


def _found(columns: Columns, like: Like, labelled: bool) -> str:
    counted = "1 column" if columns.width == 1 else f"{columns.width} columns"
    names = some(like.names, SHOWN)
    return f"found {counted}; expected {like.d} features ({names}) {_labels_too(labelled)}"


def _labels_too(labelled: bool) -> str:
    return "and a label" if labelled else "with or without a label"


def _check_names(columns: Columns, layout: Layout) -> None:
    """Refuse a feature without a name, and one name of two columns that are used."""
    used = {*layout.features}
    first: dict[str, int] = {}
    for column, name in enumerate(columns.header or ()):
        if column not in used and column != layout.label:
            continue
        if not name and column in used:
            raise DataError(f"column {column + 1}: found no name in the header; expected one")
        if name in first:
            raise DataError(
                f"column {column + 1}: found the name {shown(name)} again; "
                f"expected another than that of column {first[name] + 1}, "
                f"or one to be left out (features=..., --features -{column})"
            )
        first[name] = column
