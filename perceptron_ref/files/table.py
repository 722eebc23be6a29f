"""The contents of a file before they become a `Dataset`: numbers as ints, labels as texts."""

from __future__ import annotations

from operator import itemgetter

from ..dataset import Dataset
from ..exact.layout import Layout
from ..type_checking import TYPE_CHECKING
from . import rules
from .labels import Labels
from .numbers import note_float_rounding
from .options import Options, data_error

if TYPE_CHECKING:
    from ..exact.sparse import Rows
    from .columns import Columns

_LIBSVM_LAYOUT = Layout()
_SAMPLE_SIZE = 1_000  # the rows that show whether x_1 may be the label


class FileTable:
    """The contents of a file.

    Args:
        options: The options of `read`.
        labels: The labels, as texts.
        rows: The x_n times `scale`, as ints.
        scale: The common denominator of all numbers.
        d: The number of features.
        ids: The texts in the column that the option `id` names; None without this option.

    Attributes:
        columns: The columns of the file; None for libsvm.
        unlabelled: The examples for prediction. All have the placeholder label +1.
        notes: The notes on decisions that no option asked for, a line each.
        warnings: The warnings of likely mistakes, a line each.
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
        if options.like is None and columns is not None and columns.names:
            names = tuple(map(columns.name_of, columns.features))
        placeholder_ys, pair = (1,) * len(rows), ("-1", "+1")
        layout = _LIBSVM_LAYOUT if columns is None else columns.layout
        layout = layout.replace(zero_based=bool(options.zero_based))
        self.unlabelled = Dataset._from_scaled(
            rows, placeholder_ys, scale, names, pair, d, _layout=layout
        )
        note_float_rounding(rows, scale, options)
        self._note_id_column(scale)
        self.notes = options.notes
        self.warnings: list[str] = []

    def _note_id_column(self, scale: int) -> None:
        """Note the first feature that perhaps only numbers the examples."""
        columns, rows = self.columns, self.unlabelled.scaled_rows
        if columns is None or columns.features_are_given or self.options.like is not None:
            return
        for i, column in enumerate(columns.features, start=1):
            if rules.may_be_row_number(columns.name_of(column), rows, i, scale):
                self.options.add_note(
                    f"{columns.describe_column(column)} has a different whole number on each line. "
                    "If it only numbers the examples, leave it out with "
                    f"{columns.option_to_leave_out([column])}"
                )
                return

    @property
    def has_labels(self) -> bool:
        """True if the file has a label column."""
        return bool(self.labels.texts)

    @property
    def label_column_may_hold_other_data(self) -> bool:
        """True if the label column is matched by position, and may hold something else here."""
        label_is_matched_by_position = (
            self.columns is not None and self.columns.label_is_matched_by_position
        )
        return label_is_matched_by_position and not all(
            map(rules.is_missing_label, self.labels.first_line_numbers)
        )

    def build_dataset(self) -> Dataset:
        """Return the examples with their labels as -1 and +1; see `Labels.parse_signs`.

        Raises:
            DataError: If the file has no labels, or if their meaning is not clear.
        """
        labels, like = self.labels, self.options.like
        if not self.has_labels:
            expected = "the labels in one column, and the features in the others"
            raise data_error(self.options.source, "no label column", expected)
        labels.check_labels()
        self._check_first_feature_is_not_label()
        ys, pair = labels.parse_signs()
        self.warnings = labels.find_warnings(pair[1])
        counts = labels.counts_of_negative_labels(ys)
        layout = self.unlabelled._layout or _LIBSVM_LAYOUT
        if counts is not None:
            layout = layout.replace(negatives=(*counts,), negative_counts=(*counts.values(),))
        name = None if self.columns is None else self.columns.label_name
        data = self.unlabelled._copy_with(ys=ys, labels=pair, label_name=name, _layout=layout)
        return data if like is None else data.with_x0(like.x0)

    def _check_first_feature_is_not_label(self) -> None:
        """Ask which column holds the labels if the column of x_1 may hold them, too."""
        columns, rows = self.columns, self.unlabelled.scaled_rows
        if columns is not None and columns.label_is_guessed and not columns.features_are_given:
            label_keys, values = self.labels.distinct_keys, set()
            if len(label_keys) == 2:
                values = {*map(itemgetter(1), rows[:_SAMPLE_SIZE])}
            if 1 <= len(values) <= 2:
                values = {*map(itemgetter(1), rows)}
            if rules.may_be_label(values, label_keys, len(rows)):
                raise columns.ambiguous_label_error(columns.features[0])
