"""The examples of a file before they are a `Dataset`: numbers as ints, labels still as text."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from ..dataset import Dataset
from ..exact.layout import Layout
from . import rules
from .labels import Labels
from .numbers import note_float_rounding
from .options import Options, data_error

if TYPE_CHECKING:
    from ..exact.sparse import Rows
    from .columns import Columns

_LIBSVM = Layout()


class FileTable:
    """The contents of a file.

    Args:
        options: The options of `read`.
        labels: The labels, as text.
        rows: The numbers as ints, x_{n,0} = scale first; or sparse vectors.
        scale: Their common denominator.
        d: The number of features.
        ids: The texts of the column that `id` names, or None.

    Attributes:
        columns: The columns of the file; None for libsvm.
        unlabelled: The examples, for prediction alone: every label is +1 and has no meaning.
        notes: One line for each thing that was done without an option.
        warnings: One line for each thing that may be wrong.
    """

    options: Options
    labels: Labels
    ids: list[str] | None
    columns: Columns | None
    unlabelled: Dataset
    notes: list[str]

    def __init__(
        self,
        options: Options,
        labels: Labels,
        rows: Rows,
        scale: int,
        d: int,
        ids: list[str] | None = None,
    ) -> None:
        self.options, self.labels, self.ids = options, labels, ids
        self.columns = columns = labels.columns
        names = None if options.like is None else options.like._names
        if options.like is None and columns is not None and columns.header:
            names = tuple(map(columns.name_of, columns.features))
        about = (1,) * len(rows), scale, names, ("-1", "+1"), d
        layout = _LIBSVM if columns is None else columns.layout
        layout = layout.replace(zero_based=bool(options.zero_based))
        self.unlabelled = Dataset._from_scaled(rows, *about, _layout=layout)
        note_float_rounding(rows, scale, options)
        self._note_row_numbers(scale)
        self.notes = options.notes
        self.warnings: list[str] = []

    def _note_row_numbers(self, scale: int) -> None:
        """Note a feature that may number the examples."""
        columns, rows = self.columns, self.unlabelled.scaled_rows
        if columns is None or columns.features_are_given or self.options.like is not None:
            return
        for i, column in enumerate(columns.features, start=1):
            if rules.may_be_row_number(columns.name_of(column), rows, i, scale):
                self.options.add_note(
                    f"{columns.describe_column(column)} has a different whole number in each line; "
                    "if it only numbers the examples, leave it out with "
                    f"{columns.leave_out_option([column])}"
                )
                return

    @property
    def has_labels(self) -> bool:
        """Whether the file has a column of labels."""
        return bool(self.labels.texts)

    @property
    def label_column_may_hold_other_data(self) -> bool:
        """Whether the column where another file had its labels may hold other data."""
        label_is_remembered = self.columns is not None and self.columns.label_is_remembered
        return label_is_remembered and not all(map(rules.is_missing_label, self.labels.lines))

    def build_dataset(self) -> Dataset:
        """Return the examples with their labels as -1 and +1; see `Labels.parse_signs`."""
        labels, like = self.labels, self.options.like
        if not self.has_labels:
            raise data_error(self.options.source, "no column of labels", "one beside the features")
        labels.check_labels()
        self._check_first_column_is_no_label()
        ys, pair = labels.parse_signs()
        self.warnings = labels.find_warnings(pair[1])
        counts = labels.count_negatives(ys)
        layout = self.unlabelled._layout or _LIBSVM
        if counts is not None:
            layout = layout.replace(negatives=(*counts,), counts=(*counts.values(),))
        name = None if self.columns is None else self.columns.label_name
        changed = {"ys": ys, "labels": pair, "label_name": name, "_layout": layout}
        data = self.unlabelled._copy_with(**changed)
        return data if like is None else data.with_x0(like.x0)

    def _check_first_column_is_no_label(self) -> None:
        """Ask which column holds the labels if the first one may hold them, too."""
        columns, rows = self.columns, self.unlabelled.scaled_rows
        if columns is not None and columns.label_is_guessed and not columns.features_are_given:
            values = self.labels.distinct_labels
            first = {*map(itemgetter(1), rows)} if len(values) == 2 else ()
            if rules.may_be_label(first, values, len(rows)):
                raise columns.ambiguous_label_error(columns.features[0])
